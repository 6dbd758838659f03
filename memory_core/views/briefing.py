"""BRIEFING.md: what a session should know before its first word (GENIUS-8 to 14)."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from memory_core.domain import screen
from memory_core.domain.budget import Fitted, Section, clip, fit
from memory_core.domain.memory import Memory, namespace

LINES: Final = 140  # hard, headings and blank lines included (G-1)
SIZE: Final = 9_600  # UTF-16 units: the client cuts a hook's words at 10,000, and the fence needs its own


class State(NamedTuple):
    """What stands in the project besides memories, each a line that is shown as it is."""

    project: str = ""
    lines: tuple[str, ...] = ()  # version, phase, task counts, artifacts (GENIUS-8)
    context: tuple[str, ...] = ()  # session logs, checkpoints (GENIUS-13)


def briefing(memories: Sequence[Memory], state: State, since: str) -> Fitted:
    """The briefing of a project, the newest and most certain first; `since` (a date) bounds progress.

    At most 140 lines and 9,600 UTF-16 units for any input; what did not fit is counted.
    """
    live = [memory for memory in memories if memory.status not in ("superseded", "rejected")]
    decisions = _of(live, "decision")
    patterns = _of(live, "preference", "convention", "learning", "behaviour")
    troubles = sorted(_of(live, "blocker", "error"), key=_urgency)
    progress = [memory for memory in _of(live, "progress") if not memory.created or memory.created >= since]
    sections = [
        Section("Architecture & State", [screen.neutral(clip(line, 200)) for line in state.lines[:24]], 25),
        _section("Key Decisions", decisions, 10, 25),
        _section("Active Patterns", _mixed(patterns, 10), 10, 25),
        _section("Recent Errors", troubles, 8, 20),
        _section("Progress", progress, 28, 30),
        Section("Context", _context(memories, state), 15),
    ]
    title = f"# Briefing: {screen.neutral(clip(state.project, 80))}" if state.project else "# Briefing"
    return fit(title, sections, lines=LINES, size=SIZE)


def counts(memories: Iterable[Memory]) -> dict[str, int]:
    """How many memories of each namespace there are, most first."""
    found: dict[str, int] = {}
    for memory in memories:
        found[namespace(memory.kind)] = found.get(namespace(memory.kind), 0) + 1
    return dict(sorted(found.items(), key=lambda pair: (-pair[1], pair[0])))


def awareness(memories: Sequence[Memory]) -> str:
    """The line that says what there is to ask for (CS-US-015)."""
    if not memories:
        return "memory-core: no memories of this project yet; they are kept as you work"
    by_kind = ", ".join(f"{number} {name}" for name, number in counts(memories).items())
    found = f"memory-core: {len(memories)} memories available for this project ({by_kind})"
    return f"{found}; search: `memory-core recall 'words'`"


def entry(memory: Memory) -> str:
    """One memory on one line: what, why or how, when, and the id to ask for more."""
    mark = {"blocker": "BLOCKED: ", "preference": "User: "}.get(memory.kind, "")
    if memory.kind == "error" and memory.status == "open":
        mark = "OPEN: "
    arrow = " → " if memory.kind in ("error", "blocker") else " — "
    beside = arrow + clip(memory.body, 110) if memory.body else ""
    day = f" ({memory.created[:10]})" if memory.created else ""
    return screen.neutral(f"- {mark}{clip(memory.summary, 180)}{beside}{day} [{memory.id}]").replace("\n", " ")


def _section(title: str, memories: Sequence[Memory], most: int, lines: int) -> Section:
    return Section(title, [entry(memory) for memory in memories[:most]], lines, max(0, len(memories) - most))


def _of(memories: Iterable[Memory], *kinds: str) -> list[Memory]:
    """The memories of these kinds, newest day first, within a day the most certain first."""
    found = [memory for memory in memories if memory.kind in kinds]
    return sorted(
        found, key=lambda memory: (memory.created[:10], _certainty(memory), memory.created, memory.id), reverse=True
    )


def _certainty(memory: Memory) -> float:
    value = memory.attrs.get("certainty", 1.0)
    return float(value) if isinstance(value, int | float) else 1.0


def _urgency(memory: Memory) -> int:
    """What is still broken comes before what is mended."""
    return 0 if memory.status == "open" and memory.kind == "blocker" else 1 if memory.status == "open" else 2


def _mixed(memories: Sequence[Memory], most: int) -> list[Memory]:
    """What the user asked for and what the team holds to first, but always room for the newest learnings."""
    rules = [memory for memory in memories if memory.kind in ("preference", "convention")]
    others = [memory for memory in memories if memory.kind not in ("preference", "convention")]
    first = rules[: max(most - 4, most - len(others))]
    head = first + others[: most - len(first)]
    return head + [memory for memory in memories if memory not in head]


def _context(memories: Sequence[Memory], state: State) -> list[str]:
    return [f"- {screen.neutral(clip(line, 200))}" for line in (awareness(memories), *state.context)]
