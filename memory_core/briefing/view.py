"""The text of BRIEFING.md (GENIUS-8 to 14)."""

import re
from collections.abc import Callable, Mapping
from typing import Final, NamedTuple

from memory_core import redact
from memory_core.briefing import selection
from memory_core.briefing.selection import Near, Shelf
from memory_core.core.budget import Fitted, Section, clip, fit, how_many
from memory_core.core.light import deduplicate, lifecycle
from memory_core.core.light.lifecycle import OPEN, PROPOSED
from memory_core.core.memory import Memory, is_beside, is_documented, stated_reason
from memory_core.guardrails import view
from memory_core.guardrails.view import Rails
from memory_core.language import relation
from memory_core.recall.digest import Digest

_HEADING: Final = re.compile(r"^#{1,4} +(.+?) *$", re.MULTILINE)
_COMPARED: Final = 50  # rules, and memories that are compared with them and with each other
_EVENTS: Final = ("error", "blocker", "progress")
_WAITING: Final = ("blocker", "next", "question", "error")
_MARKS: Final = {"blocker": "BLOCKED: ", "error": "OPEN: ", "next": "NEXT: ", "question": "QUESTION: "}
_OTHERS: Final = "alternatives considered"  # section of rejected alternatives
_TELLING: Final = ("resolution", "rationale", "problem", "context")  # sections of a note, the most important first
LINES: Final = 140  # limit including headings and blank lines (G-1)
SIZE: Final = 9_600  # UTF-16 units: the client truncates the text of a hook at 10,000, and the fence needs some


class State(NamedTuple):
    """The state of the project besides memories, as lines that are shown unchanged."""

    project: str = ""
    lines: tuple[str, ...] = ()  # version, phase, task counts, artifacts (GENIUS-8)
    context: tuple[str, ...] = ()  # session logs, checkpoints (GENIUS-13)
    rails: Rails = Rails()
    me: str = ""  # the reader; the author of a memory is shown if it is somebody else
    ticket: Section | None = None  # the working set of the active ticket (AIDD-47)
    general: tuple[Memory, ...] = ()  # learnings that apply to every prompt; others are shown when they apply
    elsewhere: str = ""  # where there are, or may be, notes that this clone does not have
    near: Near = Near()
    is_partial: bool = False  # whether a part of the memories was not read
    is_handed_over: Callable[[Memory], bool] = lambda _: False  # whether the client itself gives the model a memory


ENDS, DECISIONS, PATTERNS = "Open", "Key Decisions", "Active Patterns"
ERRORS, PROGRESS = "Recent Errors", "Progress"
_OPEN: Final = 8  # lines of open memories
_KINDS: Final = 4  # kinds in the greeting
_LAST: Final = 2  # errors and lines of progress that are always shown: the newest


class _Ranked(NamedTuple):
    """The memories that may be shown, in order, and the total number."""

    first: list[Memory]
    number: int


def briefing(digest: Digest, state: State, since: str) -> Fitted:
    """The briefing of a project: open memories, then those of most worth. `since` (a date) limits progress.

    At most about 30 lines of memories, 140 lines in total and 9,600 UTF-16 units, for any input. Memories without a
    line are counted.
    """
    ranked = {
        DECISIONS: _without(_decided(digest), state.ticket),
        PATTERNS: _patterns(digest, state),
        ERRORS: _settled(digest),
        PROGRESS: _progress(digest, since),
    }
    opened = _open(digest, since)
    most = {DECISIONS: 10, PATTERNS: 10, ERRORS: 8, PROGRESS: 8}
    general = {memory.id for memory in state.general}
    sure = {ERRORS: _LAST, PROGRESS: _LAST, PATTERNS: sum(memory.id in general for memory in ranked[PATTERNS].first)}
    shelves = [Shelf(title, group.first, most[title], sure.get(title, 0)) for title, group in ranked.items()]
    known = _Covered(state)
    first = opened.first[:_OPEN]
    taken = {ENDS: first, **selection.chosen(shelves, state.near, selection.MOST - len(first), known.covers)}
    ranked[ENDS] = opened

    def section(title: str, lines: int, verb: str) -> Section:
        every = ranked[title]
        rest = every.number - len(taken[title]) - sum(memory.id in known.again for memory in every.first)
        return Section(title, [entry(memory, state.me) for memory in taken[title]], lines, max(0, rest), verb)

    chosen = [
        section(ENDS, 12, "open"),
        section(DECISIONS, 25, "list decisions"),
        section(PATTERNS, 25, "list patterns learnings"),
        section(ERRORS, 20, "list errors blockers"),
        section(PROGRESS, 30, "list progress"),
    ]
    sections = [
        Section("Architecture & State", [redact.neutral(clip(line, 200)) for line in state.lines[:24]], 25),
        chosen[0],
        *([state.ticket] if state.ticket else []),
        chosen[1],
        view.section(state.rails),
        *chosen[2:],
        Section("Context", _context(digest, state, chosen), 15),
    ]
    title = f"# Briefing: {redact.neutral(clip(state.project, 80))}" if state.project else "# Briefing"
    return fit(title, sections, lines=LINES, size=SIZE)


def awareness(totals: Mapping[str, int], *, is_partial: bool = False) -> str:
    """The line that counts what can be recalled (CS-US-015). `is_partial`: not everything was read."""
    if not sum(totals.values()) and is_partial:
        return "cs-memory: no memory of this project could be read yet; `memory-core doctor` says why"
    if not totals:
        return "cs-memory: no memories of this project yet; they are kept as you work"
    by_kind = ", ".join(f"{number} {_singular(name) if number == 1 else name}" for name, number in totals.items())
    every = sum(totals.values())
    text = f"cs-memory: {every} {'memory' if every == 1 else 'memories'} available for this project ({by_kind})"
    return f"{text}; search: `memory-core recall 'words'`"


def greeting(totals: Mapping[str, int], rules: int, *, is_partial: bool = False) -> str:
    """The line for the user at a start: how much is known about the project."""
    every = sum(totals.values())
    if not every:
        read = "could read no memory of this project yet; `memory-core doctor` says why"
        return f"memory-core {read}" if is_partial else "memory-core knows nothing of this project yet"
    kinds = ", ".join(
        f"{number:,} {_singular(name) if number == 1 else name}" for name, number in [*totals.items()][:_KINDS]
    )
    more = ", …" if len(totals) > _KINDS else ""
    enforced = f"; {how_many(rules, 'rule')} in force" if rules else ""
    return f"memory-core knows {how_many(every, 'memory')} of this project: {kinds}{more}{enforced}"


def _singular(name: str) -> str:
    """The name of a namespace for a single memory; most namespaces are plurals."""
    first, _, rest = name.partition(" ")  # "facts of tickets"
    text = first if first.endswith("ss") else first.removesuffix("s")
    return f"{text} {rest}".rstrip()


def entry(memory: Memory, me: str = "") -> str:
    """A memory on one line: summary, reason or solution, date, author if it is not `me`, and id."""
    mark = "User: " if memory.kind == "preference" else ""
    if memory.status == "open":
        mark = _MARKS.get(memory.kind, "")
    if memory.source.home == "decisions" and memory.scope.work:
        mark = f"{clip(memory.scope.work, 40)}: "
    arrow = " → " if memory.kind in ("error", "blocker") and memory.status == "resolved" else " — "
    gist = clip(_gist(stated_reason(memory)), 110)
    beside = arrow + gist if gist and gist.rstrip(" .…") not in memory.summary else ""
    back = deduplicate.settled(memory)
    day = f" ({memory.created[:10]}{f', was settled on {back}' if back else ''})" if memory.created else ""
    names = dict.fromkeys(name for name in (memory.attrs.get("author"), *memory.attrs.get("amended_by", ())) if name)
    by = f" by {clip(', '.join(str(name) for name in names), 40)}" if set(names) - {me} else ""
    maybe = lifecycle.doubt(memory)
    by += f", maybe replaced by {clip(maybe, 40)}" if maybe else ""
    row = f"- {mark}{clip(memory.summary, 180)}{beside}{day}{by} [{clip(memory.id, 40)}]"
    if memory.source.home in ("notes", "decisions"):  # in these files people write sections of their own
        row = redact.clean(row)
    return redact.neutral(row).replace("\n", " ")


def _gist(body: str) -> str:
    """The part of a body that is shown after the summary: the resolution or rationale, or else its beginning."""
    parts = _HEADING.split(body)
    sections = {heading.casefold(): text for heading, text in zip(parts[1::2], parts[2::2], strict=True)}
    wanted = next((sections[heading] for heading in _TELLING if sections.get(heading, "").strip()), "")
    rest = (text for name, text in sections.items() if name != _OTHERS and text.strip())
    return wanted or parts[0].strip() or next(rest, "")


def _newest(digest: Digest, *kinds: str) -> _Ranked:
    """The memories of these kinds, newest first, one for each statement."""
    memories = [memory for kind in kinds for memory in digest.newest.get(kind, ())]
    once = deduplicate.folded(memories)
    once.sort(key=lambda memory: (memory.created, memory.id), reverse=True)
    once = lifecycle.behind(once)
    return _Ranked(once, sum(digest.live.get(kind, 0) for kind in kinds) - (len(memories) - len(once)))


def _without(ranked: _Ranked, section: Section | None) -> _Ranked:
    """The memories that the section of the active ticket does not show."""
    shown = "\n".join(section.entries) if section else ""
    kept = [memory for memory in ranked.first if not shown or redact.neutral(memory.summary) not in shown]
    return _Ranked(kept, ranked.number - len(ranked.first) + len(kept))


class _Covered:
    """What the briefing already states: rules for all files, decisions and patterns, documents of the client.

    The same words about another spec or ticket are another statement.
    """

    def __init__(self, state: State) -> None:
        self._is_handed_over = state.is_handed_over
        rules = [memory for memory in state.rails.standing[:_COMPARED] if memory.kind == "constraint"]
        self._ruled = [(True, memory.summary) for memory in rules if memory.scope.path in (None, "", "**")]
        self._told: list[tuple[str | None, str]] = []
        self._left = _COMPARED
        self.again: set[str] = set()  # ids of memories that were tested and are already stated

    def covers(self, memory: Memory) -> bool:
        """Whether a line already states the memory; if not, record it as stated. False for errors and progress."""
        if memory.kind in _EVENTS:
            return False
        if self._is_handed_over(memory):
            self.again.add(memory.id)
            return True
        if not self._left:
            return False
        self._left -= 1
        work, summary = memory.scope.work, memory.summary
        bare = summary.partition(": ")[2] if memory.source.home == "decisions" else ""  # the text after its topic
        beside = [(True, text) for place, text in self._told if place == work]
        if _stands(summary, self._ruled + beside) or (bare and _stands(bare, self._ruled)):
            self.again.add(memory.id)
            return True
        self._told.append((work, summary))
        return False


def _stands(text: str, known: list[tuple[bool, str]]) -> bool:
    try:
        return bool(relation.standing(text, known))
    except (ValueError, OSError):  # the weights are damaged: a repetition is better than a gap
        return False


def _open(digest: Digest, since: str) -> _Ranked:
    """Open memories: recent blockers first, then by time."""
    ranked = _newest(digest, *_WAITING)
    memories = [each for each in ranked.first if each.status == OPEN and not is_documented(each)]
    memories.sort(key=lambda memory: memory.updated or memory.created, reverse=True)
    memories.sort(key=lambda memory: memory.kind != "blocker" or memory.created[:10] < since)
    return _Ranked(memories, len(memories))


def _settled(digest: Digest) -> _Ranked:
    """Resolved errors and blockers."""
    ranked = _newest(digest, "blocker", "error")
    memories = [each for each in ranked.first if each.status != OPEN]
    return _Ranked(memories, ranked.number - len(ranked.first) + len(memories))


def _decided(digest: Digest) -> _Ranked:
    """Decisions that are made, without proposals."""
    ranked = _newest(digest, "decision")
    memories = [each for each in ranked.first if each.status != PROPOSED and not is_beside(each)]
    return _Ranked(memories, ranked.number - len(ranked.first) + len(memories))


def _patterns(digest: Digest, state: State) -> _Ranked:
    """General learnings, conventions and findings, without those that a guard rail already states."""
    ranked = _newest(digest, "convention", "learning")
    again = state.rails.stated(state.general)
    general = [memory for memory in state.general if memory.id not in again]
    return _Ranked([*general, *ranked.first], ranked.number + len(general))


def _progress(digest: Digest, since: str) -> _Ranked:
    ranked = _newest(digest, "progress")
    late = [memory for memory in ranked.first if not memory.created or memory.created[:10] >= since]
    shown = [memory for memory in late if not is_beside(memory)]
    return _Ranked(shown, len(shown) if len(shown) < len(ranked.first) else ranked.number)


def _context(digest: Digest, state: State, chosen: list[Section]) -> list[str]:
    if digest.totals:
        lines = [awareness(digest.totals, is_partial=state.is_partial), state.elsewhere]
    elif state.elsewhere:
        lines = [f"memory-core: {state.elsewhere}"]
    else:
        lines = [awareness(digest.totals, is_partial=state.is_partial)]
    silent = [section for section in chosen if section.more and not section.entries]
    counts = [
        f"{section.title}: {section.more} without a line here: `memory-core {section.verb}`" for section in silent
    ]
    return [f"- {redact.neutral(clip(line, 400))}" for line in (*lines, *counts, *state.context) if line]
