"""`memory-core review [ID newer|older|both]`: pairs of memories of which one may have replaced the other, and
contradictions with the client's own documents.
"""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from memory_core import redact
from memory_core.briefing import render
from memory_core.capture import endings
from memory_core.capture.endings import Pair
from memory_core.core import git, log, registry, transitions, undo_log
from memory_core.core.find_duplicate import stated
from memory_core.core.home import Addition
from memory_core.core.light import client_documents, clock, lifecycle
from memory_core.core.light.errors import Refusal
from memory_core.core.light.lifecycle import HISTORY
from memory_core.core.memory import DOCUMENT, Memory, stands_at
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.documents import client_home
from memory_core.journal import journal_files
from memory_core.language import near_duplicate, relation
from memory_core.learnings import warm_files
from memory_core.learnings.learning import REVIEWED
from memory_core.recall import at_hand, catalogue, find
from memory_core.recall.keyword import Filter
from memory_core.tickets import decision_log

_WORDS: Final = {"newer": "the older one ends", "older": "the newer one ends", "both": "both hold"}
_SECONDS: Final = 5.0  # for the index; what is left is done by the next one who opens it


def main(arguments: list[str]) -> Report:
    """Report the waiting pairs, or settle a pair; `Refusal` if there is no such pair."""
    options = parsed("review", arguments)
    every = registry.read(options.root)
    pairs = _waiting(every)
    if not options.id:
        against = conflicts(options.root, every)
        loose = unresolved(options.root)
        rows = [_row(pair) for pair in pairs]
        rows += ["`memory-core review ID newer`, `older` or `both` says which of the two holds"] if rows else []
        rows += [f"{_line(memory)}  names what it replaces, and no one memory fits: {words}" for memory, words in loose]
        rows += ["`memory-core supersede OLD by NEW` ends what it names"] if loose else []
        rows += [*(conflict.line for conflict in against), REMEDY] if against else []
        text = "\n".join(rows or ["nothing waits: no memory may have been replaced by another"])
        values = [*map(_as_json, pairs), *map(_conflict_as_json, against)]
        return Report(options, values, text, "review")
    _refuse_document(options.root, every, options.id)
    pair = _named(pairs, options.id)
    if options.word not in _WORDS:
        raise Refusal(f"say which of the two holds: `memory-core review {pair.old.id} newer`, `older` or `both`")
    with undo_log.recorded(options.root, "review", learns=True) as done:
        _settle(options.root, options.here, pair, options.word)
        done[:] = [pair.new, pair.old]
    render.refresh(options.root, _SECONDS)
    lines = [f"{_WORDS[options.word]}: {_row(pair)}", *undo_log.way_back(options.root)]
    return Report(options, {**_as_json(pair), "holds": options.word}, "\n".join(lines), "review")


def waiting(root: str) -> list[Pair]:
    """The pairs that wait for a word, the newest doubt first."""
    return _waiting(registry.read(root))


def _waiting(kept: Sequence[Memory]) -> list[Pair]:
    every = {memory.id: memory for memory in kept}
    pairs = [
        Pair(memory, every[name])
        for memory in every.values()
        if lifecycle.holds(memory.status) and (name := lifecycle.doubt(memory)) in every
    ]
    return sorted(pairs, key=lambda pair: (pair.new.created, pair.old.id), reverse=True)


def unresolved(root: str) -> list[tuple[Memory, str]]:
    """The memories whose marker names a memory that was not found, with the marker's words; newest first."""
    rows = [(memory, endings.unresolved(memory)) for memory in journal_files.read(root)]
    return sorted(((entry, words) for entry, words in rows if words), key=lambda row: row[0].created, reverse=True)


def _refuse_document(root: str, every: Sequence[Memory], wanted: str) -> None:
    """Raise `Refusal` if an id names a passage that contradicts a memory: its file is not ours."""
    for conflict in conflicts(root, every) if wanted.startswith(client_home.MARK) else ():
        if conflict.passage.id.startswith(wanted):
            raise Refusal(f"{conflict.passage.id} is a passage of {stands_at(conflict.passage)}; edit it there")


def _named(pairs: list[Pair], wanted: str) -> Pair:
    fitting = [pair for pair in pairs if pair.old.id == wanted] or [
        pair for pair in pairs if pair.old.id.startswith(wanted)
    ]
    if len(fitting) != 1:
        what = "no pair" if not fitting else "more than one pair"
        raise Refusal(f"{what} waits under {wanted!r}; `memory-core review` lists them")
    return fitting[0]


def _settle(root: str, here: str, pair: Pair, word: str) -> None:
    """Write the person's verdict on a pair. The caller holds the lock."""
    in_log = pair.old.source.home == pair.new.source.home == decision_log.NAME  # the line of the newer one has the mark
    if in_log and word == "both":
        raise Refusal(f"both stand in {pair.old.source.place} until one ends: say `newer` or `older`")
    if word != "both":
        ends = pair if word == "newer" else Pair(pair.new, pair.old)
        registry.refuse_foreign(ends.old)
        transitions.moved(ends.old, "superseded", ends.old.updated)
        endings.end(root, ends, here)
    if word != "newer" and not in_log:
        _clear(root, here, pair)
    holding = {"newer": (pair.new,), "older": (pair.old,), "both": (pair.old, pair.new)}[word]
    registry.change(root, [_reviewed(memory) for memory in holding if memory.source.home == warm_files.NAME])


def _reviewed(learning: Memory) -> Memory:
    """The learning with the day on which a person confirmed it; from now on every briefing shows it."""
    today = clock.today()
    extra = {**(learning.attrs.get("extra") or {}), REVIEWED: today}
    return learning._replace(attrs={**learning.attrs, "last_accessed": today, "extra": extra})


def _clear(root: str, here: str, pair: Pair) -> None:
    """Remove the doubt from the older memory; the newer memory does not cause it again."""
    old, when = pair.old, find.after(pair.old)
    if old.source.home == journal_files.NAME:
        clear = transitions.moved(old, "disputed", when)
        *steps, last = clear.attrs[HISTORY]
        history = [*steps, {**last, lifecycle.APART: pair.new.id}]
        registry.change(root, [clear._replace(attrs={**clear.attrs, HISTORY: history})])
        return
    more = Addition(status=old.status) if old.source.home == decision_log.NAME else Addition(relates_to=(pair.new.id,))
    registry.add(root, old, when, more, git.author(here))


def _row(pair: Pair) -> str:
    return f"{_line(pair.old)}  maybe replaced by  {_line(pair.new)}"


def _line(memory: Memory) -> str:
    return f"{memory.id} ({memory.created[:10]}): {redact.neutral(memory.summary)}"


def _as_json(pair: Pair) -> dict[str, object]:
    return {"old": pair.old.id, "old_summary": pair.old.summary, "new": pair.new.id, "new_summary": pair.new.summary}


def _conflict_as_json(conflict: "Conflict") -> dict[str, object]:
    pair = {"old": conflict.passage.id, "old_summary": conflict.sentence}
    new = {"new": conflict.memory.id, "new_summary": conflict.memory.summary}
    return {**pair, **new, "place": stands_at(conflict.passage)}


_SAYING: Final = ("decision", "convention", "learning", "preference", "behaviour", "constraint")
_MEMORIES: Final = 500  # the newest that are compared,
_NEAR: Final = 6  # each with so many sentences,
_PAIRS: Final = 1_200  # and so many comparisons in all
_COMMON: Final = 100  # sentences that share a word, from which on it chooses none
_SHOWN: Final = 20


class Conflict(NamedTuple):
    """A sentence of a document, and the memory that it contradicts."""

    passage: Memory
    sentence: str
    memory: Memory

    @property
    def line(self) -> str:
        """The two, and what can be done."""
        place, origin = stands_at(self.passage), self.passage.attrs.get("origin", "")
        kept = f"{self.memory.id} ({self.memory.created[:10]}): {self.memory.summary}"
        return redact.neutral(f"{place} ({origin}): {self.sentence}  may contradict  {kept}")


REMEDY: Final = (
    "A file in this list is yours to edit: memory-core reads it and never writes it. "
    "`memory-core edit ID`, `supersede` or `forget` changes what memory-core keeps."
)


def conflicts(root: str, every: Sequence[Memory]) -> list[Conflict]:
    """The conflicts between these memories and the documents of the client, the newest memory first; at most 20."""
    passages = _passages(root)
    if not passages:
        return []
    rows = [(entry, text, near_duplicate.words(text)) for entry in passages for text in stated(entry)]
    places: dict[str, list[int]] = {}
    for at, (_, _, words) in enumerate(rows):
        for word in words:
            places.setdefault(word, []).append(at)
    result: dict[tuple[str, str], Conflict] = {}
    left = _PAIRS
    held = [entry for entry in every if entry.kind in _SAYING and lifecycle.holds(entry.status)]
    held.sort(key=lambda entry: (entry.created, entry.id), reverse=True)
    for memory in held[:_MEMORIES]:
        for at in _near(near_duplicate.words(memory.summary), places):
            passage, text, _ = rows[at]
            left -= 1
            if left < 0 or len(result) >= _SHOWN:
                return [*result.values()]
            if _contradict(text, memory.summary):
                result.setdefault((passage.id, memory.id), Conflict(passage, text, memory))
    return [*result.values()]


def _passages(root: str) -> list[Memory]:
    """Passages of documents that other people read or wrote, from the index; [] if the index cannot answer."""
    with log.contained("review: documents", root), at_hand.index(root) as (index, _):
        where = Filter("kind = ? AND home <> ?", (DOCUMENT, client_documents.NOTES_HOME))
        return catalogue.all_of(index.connection, where)[0]
    return []


def _near(words: frozenset[str], places: dict[str, list[int]]) -> Iterator[int]:
    """The sentences that share the most words with a text."""
    shared: dict[int, int] = {}
    for word in words:
        known = places.get(word, ())
        for at in known if len(known) <= _COMMON else ():
            shared[at] = shared.get(at, 0) + 1
    yield from sorted(shared, key=lambda at: (-shared[at], at))[:_NEAR]


def _contradict(text: str, kept: str) -> bool:
    """Whether one of two texts surely ends the other, or each probably ends the other while nothing says which is
    newer.
    """
    if not relation.is_near(text, kept):
        return False
    pair = (relation.relation(text, kept), relation.relation(kept, text))
    is_mutual = all(each.kind in relation.ENDING for each in pair)
    return any(each.ends for each in pair) or (is_mutual and max(each.lead for each in pair) >= relation.SURE)
