"""Merges statements of one fact: a commit, its ticket, the final summary and the compaction repeat it."""

from collections import Counter
from collections.abc import Iterable, Iterator, Sequence
from heapq import heapify, heappop, heappush
from typing import Final

from memory_core.extract import same_fact, statements
from memory_core.extract.candidate import Candidate, State
from memory_core.extract.same_fact import Fact

_TOLD_MOST: Final = 240
_CODES_MOST: Final = 5600  # of all facts that the next reading gets: its carry has at most 64 KB
_NEAR: Final = 10  # lines of the transcript, within which two statements often tell the same
_SHADE: Final = 0.1  # of certainty, that what is kept of the same line takes from a weaker statement; less farther off
_COMPARED: Final = 48  # facts with which one is compared: those that share its rarest words


class _Index:
    """Facts by what makes them findable, so that each is compared with a few and not with all."""

    def __init__(self, common: Counter[str]) -> None:
        self.facts: list[Fact] = []
        self._common = common  # in how many facts a word stands
        self._by_word: dict[str, list[int]] = {}
        self._by_rare: dict[str, list[int]] = {}
        self._by_words: dict[frozenset[str], list[int]] = {}
        self._by_tag: dict[str, list[int]] = {}

    def add(self, fact: Fact) -> None:
        """List a fact behind all others."""
        self.facts.append(fact)
        self._list(len(self.facts) - 1, fact)

    def replace(self, at: int, fact: Fact) -> None:
        """Replace a fact by one that states the same; the old words still lead to the new fact."""
        self.facts[at] = fact
        self._list(at, fact)

    def _list(self, at: int, fact: Fact) -> None:
        self._by_words.setdefault(fact.words, []).append(at)
        for table, keys in ((self._by_word, fact.order), (self._by_rare, self._rare(fact)), (self._by_tag, fact.tags)):
            for key in keys:
                table.setdefault(key, []).append(at)

    def near(self, fact: Fact) -> list[int]:
        """The places of the facts that may be the same, oldest first."""
        seen: set[int] = set()
        for place in self._places(fact):
            seen.add(place)
            if len(seen) >= _COMPARED:
                break
        return sorted(seen)

    def _places(self, fact: Fact) -> Iterator[int]:
        yield from self._by_words.get(fact.words, ())[:_COMPARED]
        for tag in fact.tags:
            yield from self._by_tag.get(tag, ())[:_COMPARED]
        rare = self._rare(fact)
        for word in rare:
            yield from self._by_word.get(word, ())[-_COMPARED:]
        for word in sorted(fact.words.difference(rare), key=self._common.__getitem__):
            yield from self._by_rare.get(word, ())[-_COMPARED:]

    def _rare(self, fact: Fact) -> list[str]:
        """The rarer half of its words: two facts that share half of the shorter one's words are compared by these."""
        by_rarity = sorted(fact.order, key=lambda word: (self._common[word], word))
        return by_rarity[: len(by_rarity) // 2 + 1]


def merge(candidates: Iterable[Candidate], state: State) -> list[Candidate]:
    """The candidates that add something, each once, in transcript order; `state` remembers what they state."""
    before_now = [same_fact.thaw(entry) for entry in state.get("told", [])]
    made = [(candidate, same_fact.fact(candidate)) for candidate in sorted(candidates, key=statements.order)]
    common = Counter(word for fact in [*before_now, *(fact for _, fact in made)] for word in fact.order)
    before, now = _Index(common), _Index(common)
    for fact in before_now:
        before.add(fact)
    kept: list[Candidate] = []
    room = statements.room(state)
    lines: Counter[int] = Counter()  # of what is kept or was told before, without commits: their bodies say more
    for candidate, fact in _best_first(made, lines):
        if room <= 0 and statements.is_statement(candidate):
            continue
        if not (fact.words or fact.marks):
            continue
        if any(same_fact.same(fact, before.facts[at]) for at in before.near(fact)):
            lines[candidate.line] += candidate.rule != "commit"
            continue
        at = next((at for at in now.near(fact) if _is_same(fact, now.facts[at])), None)
        if at is None:
            now.add(fact)
            kept.append(candidate)
            lines[candidate.line] += candidate.rule != "commit"
            room -= statements.is_statement(candidate)
        elif same_fact.solves(fact, now.facts[at]):
            kept[at] = candidate
            now.replace(at, fact)
    news = sorted(zip(kept, now.facts, strict=True), key=lambda pair: (pair[0].line, pair[0].kind, pair[0].text))
    turning = [fact for _, fact in news if fact.sides.against]
    stands = [fact for fact in before_now if not any(same_fact.gives_up(new, fact) for new in turning)]
    state["kept"] = int(state.get("kept", 0)) + sum(map(statements.is_statement, kept))
    state["told"] = [same_fact.freeze(fact) for fact in _latest([*stands, *(fact for _, fact in news)])]
    return [candidate for candidate, _ in news]


def _best_first(made: Sequence[tuple[Candidate, Fact]], kept: Counter[int]) -> Iterator[tuple[Candidate, Fact]]:
    """The results of rules, then the statements with the most certain first. A kept statement weakens those near it."""
    ranked = []
    for at, (candidate, fact) in enumerate(made):
        if statements.is_statement(candidate):
            ranked.append((-candidate.certainty, at))
        else:
            yield candidate, fact
    heapify(ranked)
    while ranked:
        _, at = heappop(ranked)
        candidate, fact = made[at]
        shade = _shade(candidate.line, kept)
        if not statements.holds(candidate, shade):
            continue
        rank = (shade - candidate.certainty, at)
        if ranked and rank > ranked[0]:
            heappush(ranked, rank)
        else:
            yield candidate, fact


def _shade(line: int, kept: Counter[int]) -> float:
    """The certainty that a kept statement takes from one near it."""
    return sum(_SHADE * (1 - abs(away) / (_NEAR + 1)) * kept[line + away] for away in range(-_NEAR, _NEAR + 1))


def _is_same(fact: Fact, other: Fact) -> bool:
    return same_fact.same(fact, other) or same_fact.solves(fact, other)


def _latest(facts: list[Fact]) -> list[Fact]:
    """As many of the last facts as may be handed on."""
    left, most = _CODES_MOST, 0
    for fact in reversed(facts[-_TOLD_MOST:]):
        left -= len(fact.order) + len(fact.marks) + len(fact.tags)
        if left < 0:
            break
        most += 1
    return facts[len(facts) - most :]
