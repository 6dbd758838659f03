"""What a session is told of the guard rails: what is due, what is proposed, what is in force."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from memory_core.domain import screen
from memory_core.domain.budget import Section, clip
from memory_core.domain.guard.paths import is_whole
from memory_core.domain.guardrails import due
from memory_core.domain.memory import Memory, fingerprint

LINES: Final = 14
TITLE: Final = "Guard Rails"
_DUE, _PROPOSED, _RULES = 2, 3, 4


class Rails(NamedTuple):
    """The guard rails of a project as a briefing shows them."""

    standing: tuple[Memory, ...] = ()
    proposed: tuple[Memory, ...] = ()
    problems: int = 0  # of the file
    today: str = ""

    def say(self) -> frozenset[str]:
        """The prints of all that they say, in their own words and in those that somebody used."""
        found = (*self.standing, *self.proposed)
        return frozenset(fingerprint("", words) for one in found for words in (one.summary, one.source.quote) if words)


def section(rails: Rails) -> Section:
    """At most fourteen lines: due reviews first, then what waits for a word, the newest constraints, and faults."""
    waiting = [memory for memory in rails.standing if due(memory, rails.today)]
    waiting.sort(key=lambda memory: (str(memory.attrs.get("revisit_on")), memory.id))
    rules = newest(memory for memory in rails.standing if memory.kind == "constraint")
    rows = [_due(memory) for memory in waiting[:_DUE]]
    rows += _more(len(waiting) - _DUE, "more due for review: /iris:memory")
    rows += [_proposed(memory, len(rails.proposed) == 1) for memory in newest(rails.proposed)[:_PROPOSED]]
    rows += _more(len(rails.proposed) - _PROPOSED, "more proposed: /iris:memory")
    rows += [_rule(memory) for memory in rules[:_RULES]]
    rows += _more(len(rules) - _RULES, "more constraints in force: /iris:memory")
    if rails.problems:
        many = f"{rails.problems} problem{'s' if rails.problems > 1 else ''}"
        rows.append(f"- IRIS_MEMORY.json: {many}: memory-core doctor")
    return Section(TITLE, rows, LINES)


def told(proposed: Sequence[Memory]) -> str:
    """What the user is told of rules that are new: one short message for all, "" where there is none."""
    if not proposed:
        return ""
    first = proposed[0]
    if len(proposed) == 1:
        said = f"a rule is proposed, not in force: {_quoted(first)}"
        return f"memory-core: {said} — confirm with /iris:memory confirm {first.id}, or leave it"
    rows = [f"  {memory.id}: {_quoted(memory)}" for memory in proposed[:_PROPOSED]]
    rows += [f"  … +{len(proposed) - _PROPOSED} more: /iris:memory"] if len(proposed) > _PROPOSED else []
    said = f"{len(proposed)} rules are proposed, not in force — confirm with /iris:memory confirm ID, or leave them"
    return "\n".join([f"memory-core: {said}", *rows])


def newest(memories: Iterable[Memory]) -> list[Memory]:
    """The memories, the newest first; of one moment by id."""
    return sorted(memories, key=lambda memory: (memory.created, memory.id), reverse=True)


def _due(memory: Memory) -> str:
    said = f"{clip(memory.summary, 140)} — {clip(memory.body, 100)}"
    return _row(f"{memory.id} due since {memory.attrs.get('revisit_on')}: {said}; keep, update or remove: /iris:memory")


def _proposed(memory: Memory, alone: bool) -> str:
    kind = {"rejection": "rejected: ", "exception": "stays: "}.get(memory.kind, "")
    again = fingerprint("", memory.body) in (fingerprint("", memory.summary), fingerprint("", memory.source.quote))
    why = "" if again or not memory.body else f" — {clip(memory.body, 90)}"
    name = "" if alone else f" {memory.id}"
    said = f"proposed, not in force: {kind}{clip(memory.summary, 140)}{why} [{memory.id}]"
    return _row(f"{said}; confirm: `/iris:memory confirm{name}`")


def _rule(memory: Memory) -> str:
    path = memory.scope.path or ""
    where = "" if is_whole(path) else f" (in {clip(path, 60)})"
    why = f" — {clip(memory.body, 100)}" if memory.body else ""
    return _row(f"{memory.id}: {clip(memory.summary, 160)}{where}{why}")


def _quoted(memory: Memory) -> str:
    forbid = ", ".join(map(str, memory.attrs.get("forbid", ())))
    looks = f" (looks for {clip(forbid, 60)})" if forbid else ""
    return screen.neutral(screen.clean(f'"{clip(memory.summary, 120)}"{looks}'))


def _more(number: int, what: str) -> list[str]:
    return [f"- … +{number} {what}"] if number > 0 else []


def _row(text: str) -> str:
    return "- " + screen.neutral(screen.clean(text)).replace("\n", " ")
