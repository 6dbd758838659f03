"""Rates how certainly a prompt is about a kept memory. For most prompts no memory is suggested.

The topic of a prompt is at most three of the significant words, names and paths that it shares with its best memory,
rarest first. Two prompts have the same topic if all words of one are in the other, or if their best memory is the same.
A session sees a topic once.

The confidence uses no model. Features are: the share of the prompt's words in the memory, weighted by their rarity
among all memories; the number of shared significant words and names, and how many are in the summary; the share of the
summary in the prompt; how many other memories are as good; the kind. The weights were fitted to labelled prompts, and
to prompts paired with memories of another project as negatives. `bench/suggest.py` measures other weights.

A hook imports this module for prompts without suggestions, too, so it does not import `json`, `re` or `typing`.
"""

from memory_core.core.light import deduplicate, lifecycle
from memory_core.language.light.products import KNOWN, TECHNICAL
from memory_core.recall.light.suggest_words import PAIR, PATH, SYMBOL, WORD, stems, telling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memory_core.recall.light.suggest_words import Term

MOST = 3  # memories that are suggested for a topic (CS-NFR-013)
ENOUGH = 0.5  # least confidence of a suggestion
# The weights of the features: coverage, strength, significant words, share of the summary, weak kind, adjacent words,
# rarest word, length of the prompt, names; then the number of equally good memories, and the lead over the next.
_WEIGHTS = (2.65, 3.2, 1.39, 1.03, -0.82, 1.41, -0.75, 0.41, 2.04, -0.46, 1.35)
_BASE = -3.16
_SEVERAL = 0.75  # least share of four shared significant words, or
_MOST_OF_IT = 0.45  # least coverage by two words or a name: a single word may have another meaning
_ALL_BUT = 0.6  # least coverage if only a file is shared: then the question is about the file
_BESIDE = 0.9  # share of a memory's strength from which another one is equally good
_WEAK = ("progress", "inception", "review")  # kinds that rarely help
_NEAR = 0.85  # share of the best confidence from which another memory is suggested, too
_TOPIC = 3  # words that name a topic
_SHARED = 5  # words in the reason of a suggestion
_FEWEST = 100  # least number of memories from which the rarity of words is known
_RARE = 0.45  # share of the weight of a word that occurs once
_UNKNOWN = 0.8  # share of the weight of a word that no memory has
_KINDS = {SYMBOL: 1.3, PATH: 1.2, PAIR: 0.4, WORD: 1.0}
_COMMON = 0.35  # share of the weight of a word of any topic
_PLACES = {"summary": 1.0, "about": 0.8, "body": 0.6}
_BODY = 1_500  # characters of a body
_SUMMARY = 400  # characters of a summary
# Not suggested: unconfirmed memories, facts of documents, learnings (shown separately), documents of the client.
_SILENT_HOMES = ("journal/proposed", "documents/", "learnings", "client memory/")
_SILENT_KINDS = ("preference", "behaviour")


class Seen:
    """A memory in the form that is compared with a prompt."""

    __slots__ = (
        "about",
        "body",
        "changed",
        "created",
        "fingerprint",
        "home",
        "id",
        "kind",
        "order",
        "session",
        "status",
        "summary",
        "words",
    )

    def __init__(self, home: str, fingerprint: str, fields: "Sequence[object]") -> None:
        """`fields` is a record of the index. Raise `ValueError` if it is invalid."""
        if len(fields) < 12:
            raise ValueError("this is not a record of a memory")
        scope, source, tags = fields[4], fields[10], fields[8]
        self.home, self.fingerprint = home, fingerprint
        self.id, self.kind, self.summary, self.body = (str(field) for field in fields[:4])
        self.created, self.changed, self.status = str(fields[5]), str(fields[6] or fields[5]), str(fields[7])
        self.about = " ".join(
            str(each)
            for part in ((scope[1:3] if isinstance(scope, list) else ()), (tags if isinstance(tags, list) else ()))
            for each in part
            if each
        )
        self.session = str(source[2]) if isinstance(source, list) and len(source) > 2 else ""
        self.words: dict[str, set[str]] = {}
        self.order: dict[str, list[int]] = {}

    @property
    def standing(self) -> "deduplicate.Standing":
        """The rank of the memory among memories that state the same."""
        return deduplicate.standing(self.status, max(self.changed, self.created), self.body)

    def read(self) -> None:
        """Split the texts into stems, once."""
        if not self.words:
            summary, body = stems(self.summary[:_SUMMARY]), stems(self.body[:_BODY])
            self.words = {"summary": set(summary), "body": set(body), "about": set(stems(self.about[:_SUMMARY]))}
            for at, word in enumerate([*summary, "", "", *body]):
                self.order.setdefault(word, []).append(at)


class Weighed:
    """A memory with its features and its confidence."""

    __slots__ = ("confidence", "features", "memory", "shared")

    def __init__(self, memory: Seen, shared: "list[Term]", features: "list[float]") -> None:
        self.memory, self.shared, self.features = memory, shared, features
        total = _BASE + sum(number * by for number, by in zip(features, _WEIGHTS, strict=True))
        self.confidence = 1 / (1 + _exp(-total))

    @property
    def is_sure(self) -> bool:
        """Whether the match depends on more than a word or two, which may have another meaning here."""
        covered, several, names = self.features[0], self.features[2], self.features[8]
        result = any(
            not term.common and _place(term, self.memory.words) > _PLACES["body"] for term in self.shared
        )  # a body that lists many words would otherwise match everything
        covers = covered >= _MOST_OF_IT and len(_apart(self.shared)) > 1
        is_file = covered >= _ALL_BUT and any(term.kind == PATH for term in self.shared)
        return result and (several >= _SEVERAL or covers or names > 0 or is_file)


def is_spoken_of(memory: Seen, session: str = "") -> bool:
    """Whether a memory may be suggested: it is in force, of a suitable home and kind, and not from this session."""
    return (
        memory.status not in (lifecycle.SUPERSEDED, lifecycle.EXPIRED)
        and memory.kind not in _SILENT_KINDS
        and not memory.home.startswith(_SILENT_HOMES)
        and not (session and memory.session == session)
    )


def weights(terms: "Sequence[Term]", often: "Mapping[str, int]", every: int) -> "dict[str, float]":
    """The weight of each term, 0 to about 1: the fewer memories have it, the higher."""
    many = max(every, _FEWEST)
    whole = _log(1 + many)
    result = {}
    for term in terms:
        times = often.get(term.key, 0)
        rare = _log(1 + (many - times + 0.5) / (times + 0.5)) / whole
        weight = min(rare, 1.0) * _KINDS[term.kind] * (_COMMON if term.common else 1.0)
        result[term.key] = weight if times or term.kind in (SYMBOL, PATH) else weight * _UNKNOWN
    return result


def weighed(terms: "Sequence[Term]", weight: "Mapping[str, float]", memories: "Sequence[Seen]") -> "list[Weighed]":
    """The memories with their features, highest confidence first."""
    features_of = []
    for memory in memories:
        memory.read()
        places = {term.key: _place(term, memory.words) for term in terms}
        shared = [term for term in terms if places[term.key]]
        features_of.append((memory, shared, _features(terms, weight, memory, places)))
    best = sorted((features[0] + features[1] for _, _, features in features_of), reverse=True)
    rated = []
    for memory, shared, features in features_of:
        mine = features[0] + features[1]
        beside = sum(number >= mine * _BESIDE for number in best) - 1
        first = best[0] if mine < best[0] else best[1] if len(best) > 1 else 0.0
        rated.append(Weighed(memory, shared, [*features, _log(1 + beside), mine - first]))
    rated.sort(key=lambda each: (-each.confidence, each.memory.id))
    return rated


def chosen(rated: "Sequence[Weighed]", least: float = ENOUGH) -> "list[Weighed]":
    """The memories to suggest, best first, one for each statement; [] for most prompts."""
    weigheds: dict[str, Weighed] = {}
    for other in rated[: MOST * 4]:
        if other.confidence < max(least, rated[0].confidence * _NEAR) or not other.is_sure:
            break
        if other.memory.fingerprint not in weigheds and any(not term.common for term in other.shared):
            weigheds[other.memory.fingerprint] = other
    return [_speaking(each, rated) for each in [*weigheds.values()][:MOST]]


def _speaking(chosen: Weighed, rated: "Sequence[Weighed]") -> Weighed:
    """The memory that is shown for the chosen one: of memories that state the same, the one with the highest rank."""
    mark = chosen.memory.fingerprint
    same = sorted((each for each in rated if each.memory.fingerprint == mark), key=lambda each: each.memory.id)
    return max(same, key=lambda each: each.memory.standing)


def topic(best: Weighed, weight: "Mapping[str, float]") -> str:
    """The rarest three significant words that prompt and memory share, as they are written in the prompt."""
    words = _apart([term for term in best.shared if not term.common and term.kind != PATH]) or best.shared
    rarest = sorted(words, key=lambda term: -weight[term.key])[:_TOPIC]
    return " ".join(term.text for term in words if term in rarest)


def common(match: Weighed) -> "list[str]":
    """The words that prompt and memory share, as written in the prompt; only significant ones if there are any."""
    return [term.text for term in _apart([term for term in match.shared if not term.common]) or match.shared][:_SHARED]


def is_same(text: str, other: str) -> bool:
    """Whether two topics are the same: equal words, or all words (at least two) of the shorter one are in the other."""
    first, second = set(stems(text)), set(stems(other))
    return first == second or (min(len(first), len(second)) > 1 and (first <= second or second <= first))


def _apart(terms: "Sequence[Term]") -> "list[Term]":
    return [term for term in terms if not _is_part(term, terms)]


def _place(term: "Term", words: "Mapping[str, set[str]]") -> float:
    """The weight of a term's place in a memory: summary, scope and tags, or body; 0.0 if it does not occur."""
    parts = term.key.split()
    numbers = [worth for name, worth in _PLACES.items() if all(part in words[name] for part in parts)]
    return max(numbers, default=0.0)


def _features(
    terms: "Sequence[Term]", weight: "Mapping[str, float]", memory: Seen, places: "Mapping[str, float]"
) -> "list[float]":
    """The features of one memory, each 0 to about 1, in the order of `_WEIGHTS`."""
    every = sum(weight[term.key] for term in terms) or 1.0
    strength = sum(weight[term.key] * places[term.key] for term in terms)
    whole = [term for term in terms if places[term.key] and not term.common]
    rare = [term for term in whole if weight[term.key] >= _RARE and not _is_part(term, whole)]
    texts = {part for term in terms if places[term.key] for part in term.key.split()}
    own = telling(memory.summary[:_SUMMARY])
    return [
        strength / every,
        min(strength, 4.0) / 4.0,
        min(len(rare), 4) / 4.0,
        len(own & texts) / (len(own) + 1.0),
        float(memory.kind in _WEAK),
        min(_together(terms, memory), 2) / 2.0,
        max((weight[term.key] for term in rare), default=0.0),
        min(len([term for term in terms if not term.common]), 8) / 8.0,
        min(sum(_is_name(term) for term in rare), 2) / 2.0,
    ]


def _together(terms: "Sequence[Term]", memory: Seen) -> int:
    """The number of pairs of adjacent words in the prompt that are also close together in the memory."""
    words = [term for term in terms if term.kind == WORD]
    return sum(
        any(-3 < b - a < 3 for a in memory.order.get(first.key, ()) for b in memory.order.get(second.key, ()))
        for first, second in zip(words, words[1:], strict=False)  # noqa: RUF007 - `itertools` is not imported
        if first.key != second.key and not (first.common and second.common)
    )


def _is_name(term: "Term") -> bool:
    """Whether a term is a name with one meaning. A file is not, because prompts about it have many topics."""
    return term.kind == SYMBOL or term.text.lower() in KNOWN or term.text.lower() in TECHNICAL


def _is_part(term: "Term", others: "Sequence[Term]") -> bool:
    """Whether a word occurs only as a part of a name that is another term."""
    return term.kind == WORD and any(
        other.kind != WORD and (term.key in other.key.split() or term.text.lower() in other.text.lower())
        for other in others
    )


def _log(value: float) -> float:
    return float(__import__("math").log(value))


def _exp(value: float) -> float:
    return float(__import__("math").exp(min(value, 50.0)))
