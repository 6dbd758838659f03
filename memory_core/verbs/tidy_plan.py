"""The answer of who tidies, read and turned into a plan: confirm, reject, merge, reword, retype, keep, ends, add.

All or nothing: a line that cannot be followed is named, and nothing is changed.
"""

import re
from collections import Counter
from collections.abc import Callable, Collection, Sequence
from typing import Any, Final, NamedTuple

from memory_core.core import transitions
from memory_core.core.light import deduplicate, lifecycle
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory, Source, certainty, fingerprint, kind_of
from memory_core.extract.candidate import TEXT_CHARS
from memory_core.journal import journal_entries
from memory_core.language import near_duplicate, relation

CERTAIN: Final = 0.9  # certainty of what was looked at and found right
KINDS: Final = ("decision", "convention", "error", "learning", "progress", "blocker", "next", "question")
VERBS: Final = ("confirm", "reject", "keep", "reword", "retype", "merge", "ends", "add")
LONGEST: Final = 64_000  # characters of an answer
_STEPS: Final = 200
_SHORTEST: Final = 12  # characters of a text
_LEAST: Final = 4  # characters of an id
_LINE: Final = re.compile(r"[-*\s]*(\w+)\s+([^:]*?)\s*(?::\s*(\S.*))?$")
_SEVERAL: Final = ("confirm", "reject", "keep")  # each id of the line by itself


class Step(NamedTuple):
    """A line of the answer."""

    line: int  # from 1
    verb: str
    ids: tuple[str, ...] = ()
    kind: str = ""
    text: str = ""
    quote: str = ""


class Plan(NamedTuple):
    """The changes to write."""

    changed: tuple[Memory, ...] = ()  # kept ones with another status or certainty
    new: tuple[Memory, ...] = ()
    refused: tuple[str, ...] = ()  # fingerprints of near misses that nobody wants
    used: frozenset[str] = frozenset()  # ids that are settled
    unlearned: tuple[str, ...] = ()  # ids of learnings that are rejected
    done: tuple[tuple[str, str], ...] = ()  # (verb, what it did)


def steps(text: str) -> list[Step]:
    """The steps of an answer; `Refusal` names the first line that cannot be carried out."""
    if len(text) > LONGEST:
        raise Refusal(f"the answer is longer than {LONGEST:,} characters. Nothing was changed")
    usable = []
    for number, line in enumerate(text.splitlines(), 1):
        if line.strip():
            usable.append(_step(number, line.strip()))
    if not usable:
        raise Refusal(f"the answer is empty: give lines of {', '.join(VERBS)}. Nothing was changed")
    if len(usable) > _STEPS:
        raise _fault(usable[_STEPS].line, f"an answer has at most {_STEPS} lines")
    return usable


def _step(number: int, line: str) -> Step:
    match = _LINE.match(line)
    verb = match[1].casefold() if match else ""
    if match is None or verb not in VERBS:
        raise _fault(number, f"{line[:60]!r} begins with none of {', '.join(VERBS)}")
    words, text, quote = match[2].replace(",", " ").split(), match[3] or "", ""
    if verb == "add":
        kind = _kind(number, words[-1] if words else "")
        text, _, quote = (part.strip() for part in text.rpartition("|"))
        if not text:
            raise _fault(number, "say `add KIND: TEXT | QUOTE`, with the words of the session that it rests on")
        return Step(number, verb, (), kind, _text(number, text), quote.strip("\"“”'` "))
    if verb == "ends":
        return _ending(number, words, text)
    if "as" in words or verb == "retype":
        kind = _kind(number, words[-1])
        words = [word for word in words[:-1] if word != "as"]
    else:
        kind = ""
    if not words:
        raise _fault(number, f"{verb} of what? An id is missing")
    if verb == "merge" and len(words) < 2:
        raise _fault(number, "merge needs two ids or more")
    if (text or verb == "reword") and len(words) > 1 and verb != "merge":
        raise _fault(number, f"a text is for one id, and there are {len(words)}")
    if verb == "reword" or (text and verb in ("keep", "merge")):
        text = _text(number, text)
    elif text:
        raise _fault(number, f"{verb} takes no text")
    return Step(number, verb, tuple(words), kind, text)


def _ending(number: int, words: list[str], text: str) -> Step:
    if text or len(words) != 3 or words[1].casefold() != "by":
        raise _fault(number, "say `ends OLD by NEW`, with the id of a kept memory and of what takes its place")
    return Step(number, "ends", (words[0], words[2]))


def _text(number: int, text: str) -> str:
    text = " ".join(text.split())
    if not _SHORTEST <= len(text) <= TEXT_CHARS:
        raise _fault(number, f"its text has {len(text)} characters; {_SHORTEST} to {TEXT_CHARS} are right")
    return text


def _kind(number: int, word: str) -> str:
    kind = kind_of(word)
    if kind not in KINDS:
        names = ", ".join("pattern" if each == "convention" else each for each in KINDS)
        raise _fault(number, f"{word[:40]!r} is no kind that is kept here; there is {names}")
    return kind


def _fault(number: int, why: str) -> Refusal:
    return Refusal(f"line {number}: {why}. Nothing was changed")


class Planner:
    """Carries out the steps of an answer one by one; everything is written at the end, or nothing."""

    def __init__(
        self,
        kept: Sequence[Memory],
        near: Sequence[Memory],
        learned: Sequence[Memory],
        offered: Collection[str],
        now: str,
        clean: Callable[[str], str],
        place: Callable[[str], Source | None],
    ) -> None:
        """`kept` are the memories of the journal, `near` the candidates, `learned` the learnings.

        `place` returns where a quote was stated. An abbreviated id means an `offered` memory before all others.
        """
        self._kept = {entry.id: entry for entry in kept}
        self._near = {entry.id: entry for entry in near}
        self._learned = {entry.id: entry for entry in learned}
        self._offered = offered
        self._now, self._clean, self._place = now, clean, place
        self._prints = {entry.fingerprint: entry.id for entry in kept}
        self._lines: dict[str, int] = {}  # id to the line that named it
        self._changed: dict[str, Memory] = {}
        self._new: dict[str, Memory] = {}
        self._refused: list[str] = []
        self._unlearned: list[str] = []
        self._told: list[tuple[str, str]] = []

    def plan(self, steps: Sequence[Step]) -> Plan:
        """The changes that the steps ask for; `Refusal` names the line that cannot be carried out."""
        for step in steps:
            if step.verb == "add":
                self._add(step)
                continue
            if step.verb == "ends":
                self._replace(step)
                continue
            ids = [self._named(step.line, word) for word in step.ids]
            for group in [[text] for text in ids] if step.verb in (*_SEVERAL, "retype") else [ids]:
                if any(name in self._learned for name in group):
                    self._of_learning(step, group[0])
                elif step.verb == "reject":
                    self._reject(group[0])
                else:
                    self._take(step, group)
        return Plan(
            tuple(self._changed.values()),
            tuple(self._new.values()),
            tuple(self._refused),
            frozenset(self._lines),
            tuple(self._unlearned),
            tuple(self._told),
        )

    def _replace(self, step: Step) -> None:
        """End a kept memory; what takes its place may be a candidate, which is kept then, or settled already."""
        old = self._named(step.line, step.ids[0])
        if old not in self._kept or lifecycle.is_over(self._kept[old].status):
            raise _fault(step.line, f"{step.ids[0]} is no kept memory that holds, so nothing can take its place")
        new = self._resolved(step.line, step.ids[1])
        stands = self._changed.get(new) or self._kept.get(new) or self._near.get(new)
        is_over = stands is None or lifecycle.is_over(stands.status) or stands.kind == "progress"
        if new == old or is_over or (new in self._near and self._near[new].fingerprint in self._refused):
            raise _fault(step.line, f"{step.ids[1]} cannot take the place of {step.ids[0]}: it does not hold itself")
        if new in self._near:
            self._lines.setdefault(new, step.line)
            made = self._prints.get(self._near[new].fingerprint)
            new = made if made in self._new else self._make(step.line, self._near[new], None)
        self._end(old, "superseded", new)
        self._told.append(("ends", f"{old} by {new}"))

    def _named(self, line: int, word: str) -> str:
        """The id that a word names, settled now; `Refusal` if another line has settled it."""
        name = self._resolved(line, word)
        if name in self._lines:
            raise _fault(line, f"line {self._lines[name]} has settled {word} already")
        self._lines[name] = line
        return name

    def _resolved(self, line: int, word: str) -> str:
        every = (*self._kept, *self._near, *self._learned)
        begun = [text for text in every if text.startswith(word)] if len(word) >= _LEAST else []
        offered = [text for text in begun if text in self._offered]
        texts = [word] if word in every else offered or begun
        if len(texts) != 1:
            why = f"{word[:40]!r} is the beginning of {', '.join(texts[:4])}" if texts else f"there is no {word[:40]!r}"
            raise _fault(line, why)
        return texts[0]

    def _reject(self, name: str) -> None:
        self._told.append(("reject", name))
        if name in self._near:
            self._refused.append(self._near[name].fingerprint)
        else:
            self._end(name, "rejected")

    def _of_learning(self, step: Step, name: str) -> None:
        if step.verb not in ("confirm", "reject", "keep") or step.kind or step.text:
            raise _fault(step.line, f"{name} is a learning: it is kept or rejected here")
        self._told.append((step.verb, name))
        if step.verb == "reject":
            self._unlearned.append(name)

    def _end(self, name: str, status: str, successor: str = "") -> None:
        old = self._kept[name]
        if lifecycle.after(old.status, status, old.kind):
            self._changed[name] = transitions.moved(old, status, self._now, by=successor)
        else:  # what was done or mended is noise all the same
            self._changed[name] = old._replace(status=status, updated=self._now)

    def _take(self, step: Step, names: Sequence[str]) -> None:
        """Keep the first of these memories for all of them, in other words or as another kind if the line says so."""
        base = self._kept.get(names[0]) or self._near[names[0]]
        kind, text = step.kind or base.kind, self._clean(step.text) or base.summary
        stays = base.id in self._kept and fingerprint(kind, text) == base.fingerprint
        if stays:
            sure = max(CERTAIN, certainty(base) or 0)
            self._changed[base.id] = base._replace(attrs={**base.attrs, "certainty": sure})
            successor = base.id
        else:
            successor = self._make(step.line, base._replace(kind=kind, summary=text), base)
        for name in names[stays:]:
            if name in self._kept:
                self._end(name, "superseded", successor)
            elif name != names[0]:
                self._refused.append(self._near[name].fingerprint)
        self._told.append((step.verb, " ".join(names) if stays else f"{' '.join(names)} → {successor}"))

    def _add(self, step: Step) -> None:
        source = self._place(step.quote) if len(step.quote) >= _SHORTEST else None
        if source is None:
            raise _fault(step.line, f"its quote ({step.quote[:60]!r}) does not stand in a session that is tidied")
        memory = Memory("", step.kind, self._clean(step.text), created=self._now, source=source)
        self._told.append(("add", self._make(step.line, memory._replace(attrs={"rule": "tidy"}), None)))

    def _make(self, line: int, memory: Memory, old: Memory | None) -> str:
        """The id of a memory that is to be kept."""
        own = self._prints.get(memory.fingerprint)
        name = journal_entries.identify(memory.kind, memory.summary)
        if own == name and _is_made(self._kept.get(own), memory.source):
            self._lines.setdefault(own, line)
            return own
        if own is not None:
            raise _fault(line, f"{own} says so already; merge into it")
        status = old.status if old is not None and old.kind == memory.kind else _status(memory)
        attrs: dict[str, Any] = {**memory.attrs, "certainty": CERTAIN}
        self._prints[memory.fingerprint] = name
        self._new[name] = memory._replace(id=name, status=status, updated=self._now, attrs=attrs)
        return name


def _is_made(stands: Memory | None, source: Source) -> bool:
    """Whether an interrupted run of the same answer already made this memory."""
    result = (
        stands is not None and stands.attrs.get("certainty") == CERTAIN and lifecycle.is_over(stands.status) is False
    )
    return result and stands is not None and stands.source[2:5] == source[2:5]


def _status(memory: Memory) -> str:
    """How a memory of another kind than before begins: a blocker is open, of what broke its words say how it ended."""
    return lifecycle.RESOLVED if memory.kind in ("error", "progress") else lifecycle.usual(memory.kind)


FOLDING_KINDS: Final = ("decision", "convention", "error", "learning", "progress", "blocker")
_RARE: Final = 4  # words of a memory by which others are found ...
_NEAR: Final = 48  # ... and how many of them for each word


class Pair(NamedTuple):
    """Two memories that say the same."""

    stays: Memory
    goes: Memory


def alike(memories: Sequence[Memory]) -> list[Pair]:
    """The pairs of one kind and one spec that surely state the same, in order of time.

    A memory goes at most once, and a memory that goes never stays in another pair.
    """
    held = [
        memory
        for memory in memories
        if memory.kind in FOLDING_KINDS and memory.status in lifecycle.HOLDS + _settled(memory)
    ]
    held.sort(key=lambda memory: (memory.created, memory.id))
    words = {memory.id: near_duplicate.words(memory.summary) for memory in held}
    common = Counter(word for own in words.values() for word in own)
    by_word: dict[str, list[Memory]] = {}
    gone: dict[str, Pair] = {}
    speaks: dict[str, Memory] = {}
    for new in held:
        rare = sorted(words[new.id], key=lambda word: (common[word], word))
        near = {memory.id: memory for word in rare[:_RARE] for memory in by_word.get(word, ())[-_NEAR:]}
        known = [
            (memory, memory.summary)
            for memory in near.values()
            if _side(memory) == _side(new) and memory.id not in gone
        ]
        old = relation.standing(new.summary, known) if known else None
        if old is not None and old.id != new.id:
            stays = deduplicate.speaker((old, new))
            goes = new if stays is old else old
            gone[goes.id] = Pair(stays, goes)
        for word in rare:
            by_word.setdefault(word, []).append(new)
    for name, pair in gone.items():
        stays = pair.stays
        while stays.id in gone:
            stays = gone[stays.id].stays
        speaks[name] = stays
    return [pair._replace(stays=speaks[name]) for name, pair in gone.items()]


def _settled(memory: Memory) -> tuple[str, ...]:
    """The statuses beside those that hold in which a memory of this kind may be folded."""
    return ("resolved",) if memory.kind in ("error", "progress", "blocker") else ()


def _side(memory: Memory) -> tuple[str, str | None, str]:
    return memory.kind, memory.scope.work, "" if memory.status in ("active", "resolved") else memory.status
