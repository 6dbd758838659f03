"""`memory-core review [ID newer|older|both]`: memories of which one may have taken the place of the other, and what the
client's own documents may contradict.
"""

from collections.abc import Sequence
from typing import Final

from memory_core import redact
from memory_core.briefing import render
from memory_core.capture import endings
from memory_core.capture.endings import Pair
from memory_core.core import git, registry, transitions, undo_log
from memory_core.core.home import Addition
from memory_core.core.light import clock, lifecycle
from memory_core.core.light.errors import Refusal
from memory_core.core.light.lifecycle import HISTORY
from memory_core.core.memory import Memory, stands_at
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.documents import client_home
from memory_core.journal import journal_files
from memory_core.learnings import warm_files
from memory_core.learnings.learning import REVIEWED
from memory_core.recall import find
from memory_core.tickets import decision_log
from memory_core.verbs import contradicted

_WORDS: Final = {"newer": "the older one ends", "older": "the newer one ends", "both": "both hold"}
_SECONDS: Final = 5.0  # for the index; what is left is done by the next one who opens it


def main(arguments: list[str]) -> Report:
    """Report the pairs that wait, or settle a pair; `Refusal` where there is no such pair."""
    options = parsed("review", arguments)
    every = registry.read(options.root)
    pairs = _waiting(every)
    if not options.id:
        against = contradicted.conflicts(options.root, every)
        loose = unresolved(options.root)
        rows = [_row(pair) for pair in pairs]
        rows += ["`memory-core review ID newer`, `older` or `both` says which of the two holds"] if rows else []
        rows += [f"{_line(memory)}  names what it replaces, and no one memory fits: {words}" for memory, words in loose]
        rows += ["`memory-core supersede OLD by NEW` ends what it names"] if loose else []
        rows += [*(conflict.line for conflict in against), contradicted.REMEDY] if against else []
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
    """The memories whose marker names another one that was not found, with its words; the newest first."""
    found = [(memory, endings.unresolved(memory)) for memory in journal_files.read(root)]
    return sorted(((entry, words) for entry, words in found if words), key=lambda row: row[0].created, reverse=True)


def _refuse_document(root: str, every: Sequence[Memory], wanted: str) -> None:
    """Raise `Refusal` where an id names a passage that contradicts a memory: its file is not ours."""
    for conflict in contradicted.conflicts(root, every) if wanted.startswith(client_home.MARK) else ():
        if conflict.passage.id.startswith(wanted):
            raise Refusal(f"{conflict.passage.id} stands in {stands_at(conflict.passage)}; edit it there")


def _named(pairs: list[Pair], wanted: str) -> Pair:
    fitting = [pair for pair in pairs if pair.old.id == wanted] or [
        pair for pair in pairs if pair.old.id.startswith(wanted)
    ]
    if len(fitting) != 1:
        what = "no pair" if not fitting else "more than one pair"
        raise Refusal(f"{what} waits under {wanted!r}; `memory-core review` lists them")
    return fitting[0]


def _settle(root: str, here: str, pair: Pair, word: str) -> None:
    """Write what somebody said of a pair. The caller holds the lock."""
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
    """The learning with the day on which a person said that it holds: from now on each briefing tells it."""
    today = clock.today()
    extra = {**(learning.attrs.get("extra") or {}), REVIEWED: today}
    return learning._replace(attrs={**learning.attrs, "last_accessed": today, "extra": extra})


def _clear(root: str, here: str, pair: Pair) -> None:
    """Take the doubt from the older one; it is not doubted for the newer one again."""
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


def _conflict_as_json(conflict: contradicted.Conflict) -> dict[str, object]:
    pair = {"old": conflict.passage.id, "old_summary": conflict.said}
    new = {"new": conflict.memory.id, "new_summary": conflict.memory.summary}
    return {**pair, **new, "place": stands_at(conflict.passage)}
