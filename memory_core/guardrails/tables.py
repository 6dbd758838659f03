"""The guard rails as the documented tables (IRIS-49 to 53), then the proposals and the faults of the file."""

import json
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from memory_core import redact
from memory_core.core.budget import clip
from memory_core.core.light.lifecycle import PROPOSED
from memory_core.core.memory import NOTHING, Memory, stated_reason
from memory_core.guardrails.file_format import ENFORCE, FILE, Rails, due, expired
from memory_core.guardrails.light.check import forbidden, is_matched, keeps_place
from memory_core.language import concepts

OVERDUE: Final = "⚠️ overdue"
_NONE: Final = "—"
_ACTIONS: Final = (
    ("add-constraint", "what must hold"), ("add-pattern", "what is meant to be as it is"),
    ("reject [IMP-ID]", "a proposal that must not come back"), ("edit [ID]", "change an entry"),
    ("remove [ID]", "take an entry out, after a question"),
)  # fmt: skip
_STEPS: Final = ((2000, 10_000), (160, 10_000), (80, 100), (60, 30), (60, 10), (40, 4))  # characters a cell, rows
_DOES: Final = {"ask": "is stopped until you let it pass", "deny": "is refused"}
_MATCHES: Final = (("name", "name matches"), ("holds", "text holds"))
_HAS: Final = (("annotated", "it has types"), ("documented", "it has a docstring"))


class Shown(NamedTuple):
    """What there is to show."""

    rails: Rails
    proposed: Sequence[Memory]
    today: str
    call: str = "memory-core iris"  # how its reader calls an action
    there: bool = True  # whether the file is there
    off: Mapping[str, str] = NOTHING  # what of a rule is not looked for, by its id


class _Table(NamedTuple):
    title: str
    columns: tuple[str, ...]
    row: Callable[[Memory], tuple[object, ...]]


def as_text(shown: Shown, room: int | None = None) -> str:
    """All of it; with `room` in at most that many characters, with shorter cells and a count of what was left out."""
    text = ""
    for width, rows in _STEPS:
        text = "\n".join(_lines(shown, width, rows))
        if room is None or len(text) <= room:
            break
    return text


def entry_lines(memory: Memory, today: str = "", off: str = "") -> list[str]:
    """An entry, one fact on each line: its text, its reason, its place, its date, and its effect on an edit."""
    attrs = memory.attrs
    late = f" {OVERDUE}" if today and due(memory, today) else ""
    over = " (expired)" if today and expired(memory, today) else ""
    facts = {
        "reason": memory.body,
        "applies to": memory.scope.path,
        "since": memory.created[:10],
        "revisit on": attrs.get("revisit_on") and f"{attrs['revisit_on']}{late}",
        "expires on": attrs.get("expires_on") and f"{attrs['expires_on']}{over}",
        "reconsider when": attrs.get("reconsider_when"),
        "permanent": "yes" if attrs.get("permanent") else "",
        "rejected by": attrs.get("rejected_by"),
        "accepts the risk of": ", ".join(attrs.get("accepts", ())),
        "accepted by": attrs.get("accepted_by"),
        "cycle": attrs.get("cycle") or attrs.get("iris_cycle"),
        "decision record": attrs.get("adr_reference"),
        "affects": ", ".join(attrs.get("affects", ())),
        **facts_of(memory),
        "instead": attrs.get("instead"),
    }
    lines = [f"{memory.kind}: {memory.summary}", *(f"{name}: {value}" for name, value in facts.items() if value)]
    if is_checked(memory) and memory.status != PROPOSED:
        lines.append(_effect(memory, today, off))
    return [redact.neutral(line) for line in lines]


def is_checked(memory: Memory) -> bool:
    """Whether an edit is held against it."""
    return is_matched(memory) or keeps_place(memory)


def _effect(memory: Memory, today: str, off: str) -> str:
    if today and expired(memory, today):
        return f"expired on {memory.attrs['expires_on']}: no edit is held against it any more"
    enforce = memory.attrs.get("enforce", ENFORCE[0])
    if memory.attrs.get("require") and not forbidden(memory):
        edit = "an edit that leaves out what it requires"
    else:
        edit = f"an edit that adds {'what it forbids' if forbidden(memory) else 'to its files'}"
    does = _DOES.get(str(enforce), "goes through, with a reminder")
    return f"{edit} {does} (enforce: {enforce}){f'; {off}' if off else ''}"


def _lines(shown: Shown, width: int, most: int) -> list[str]:
    rails, today = shown.rails, shown.today
    by_kind: dict[str, list[Memory]] = {}
    for memory in rails.memories:
        by_kind.setdefault(memory.kind, []).append(memory)
    constraints, patterns, rejections, changes = (
        by_kind.get(kind, []) for kind in ("constraint", "exception", "rejection", "context-change")
    )
    late = sum(due(memory, today) for memory in patterns)
    lines = [
        f"## IRIS Memory — {_cell(rails.project, width)}",
        f"Last updated: {rails.updated or 'never'} | Cycles with memory: {cycles(rails.memories)}",
    ]
    lines += [] if shown.there else ["", f"There is no {FILE} yet; what is added first creates it."]
    title = f"Architectural Constraints ({len(constraints)} active)"
    lines += _table(_CONSTRAINTS._replace(title=title), constraints, shown, (width, most))
    title = f"Intentional Patterns ({len(patterns)} patterns, {late} due for review)"
    lines += _table(_Table(title, _PATTERNS, lambda memory: _pattern(memory, today)), patterns, shown, (width, most))
    title = f"Rejected Changes ({len(rejections)} entries)"
    lines += _table(
        _Table(title, _REJECTIONS, lambda memory: _rejection(memory, today)), rejections, shown, (width, most)
    )
    lines += ["", f"### Context Changes ({len(changes)} entries)", *([""] if changes else [])]
    lines += _first((_change(memory, width) for memory in changes), len(changes), most)
    if shown.proposed:
        lines += ["", f"### Proposed ({len(shown.proposed)}): not enforced until you confirm", ""]
        rows = (_proposal(memory, shown.call, width) for memory in shown.proposed)
        lines += _first(rows, len(shown.proposed), most)
    if rails.problems:
        lines += ["", f"### Problems ({len(rails.problems)})", ""]
        rows = (f"- {_cell(f'{each.place}: {each.what}', max(width, 160))}" for each in rails.problems)
        lines += _first(rows, len(rails.problems), most)
    return [*lines, "", "---", "Actions:", *(f"  {shown.call} {words:<15} → {does}" for words, does in _ACTIONS)]


def cycles(memories: Iterable[Memory]) -> int:
    """How many different cycles the entries name (I-14)."""
    named = {memory.attrs.get(key) for memory in memories for key in ("cycle", "iris_cycle")}
    return len(named - {None})


_CONSTRAINTS: Final = _Table(
    "",
    ("ID", "Constraint", "Applies to", "Since"),
    lambda memory: (memory.id, memory.summary, memory.scope.path or _NONE, memory.created[:10] or _NONE),
)
_PATTERNS: Final = ("ID", "Pattern", "Scope", "Reason", "Revisit")
_REJECTIONS: Final = ("ID", "Proposed", "Cycle", "Reason", "Reconsider when", "Permanent")


def _pattern(memory: Memory, today: str) -> tuple[object, ...]:
    revisit = memory.attrs.get("revisit_on", _NONE)
    late = f" {OVERDUE}" if due(memory, today) else ""
    return memory.id, memory.summary, memory.scope.path or _NONE, stated_reason(memory) or _NONE, f"{revisit}{late}"


def _rejection(memory: Memory, today: str) -> tuple[object, ...]:
    end = memory.attrs.get("expires_on")
    when = [memory.attrs.get("reconsider_when", "")]
    when += [f"{'expired' if expired(memory, today) else 'expires'} on {end}"] if end else []
    return (
        memory.id, memory.summary, memory.attrs.get("cycle", _NONE), stated_reason(memory) or _NONE,
        "; ".join(part for part in when if part) or _NONE, "Yes" if memory.attrs.get("permanent") else "No",
    )  # fmt: skip


def _change(memory: Memory, width: int) -> str:
    affects = f" (affects {', '.join(memory.attrs['affects'])})" if memory.attrs.get("affects") else ""
    return f"- {memory.created[:10] or _NONE}: {_cell(memory.summary + affects, width)} `{_cell(memory.id, 60)}`"


def _proposal(memory: Memory, call: str, width: int) -> str:
    about = f"{memory.kind}: {memory.summary}" + (f", because {why}" if (why := stated_reason(memory)) else "")
    name = _cell(memory.id, 40)
    return f"- {name}  {_cell(about, width)}: `{call} confirm {name}`, or `decline {name}`"


def _table(table: _Table, memories: Sequence[Memory], shown: Shown, room: tuple[int, int]) -> list[str]:
    width, most = room
    lines = ["", f"### {table.title}"]
    if memories:
        lines += ["", _row(table.columns, width), _row(["---"] * len(table.columns), width)]
        lines += _first((_row(table.row(memory), width) for memory in memories), len(memories), most)
    notes = [note for memory in memories if (note := _note(memory, shown))]
    return [
        *lines,
        *([""] if notes else []),
        *_first((f"- {_cell(note, max(width, 160))}" for note in notes), len(notes), most),
    ]


def _note(memory: Memory, shown: Shown) -> str:
    """The effect of an entry on an edit, or the requested action; "" if there is neither."""
    if due(memory, shown.today):
        edit = f"{shown.call} edit {memory.id} --revisit-on DATE"
        return (
            f"{memory.id} is due: keep it with `{edit}` (or none), take it out with `{shown.call} remove {memory.id}`"
        )
    if not is_checked(memory):
        is_rule = memory.kind == "constraint"
        return f"{memory.id} reminds only: `{shown.call} sharpen {memory.id}` lets it stop edits" if is_rule else ""
    texts = [f"{name} {value}" for name, value in facts_of(memory).items() if value and name != "counts"]
    what = " and ".join(texts) or f"keeps {memory.scope.path} as it is"
    return f"{memory.id} {what}: {_effect(memory, shown.today, shown.off.get(memory.id, ''))}"


def _first(rows: Iterable[str], many: int, most: int) -> list[str]:
    shown = [row for row, _ in zip(rows, range(most), strict=False)]
    return [*shown, *([f"… and {many - most} more; `memory-core iris show --json` has all"] if many > most else [])]


def _row(cells: Iterable[object], width: int) -> str:
    return f"| {' | '.join(_cell(str(cell), width) for cell in cells)} |"


def _cell(text: str, width: int) -> str:
    """A text as a cell between two pipes."""
    return clip(" ".join(redact.neutral(text).split()), width).replace("|", "\\|")


def facts_of(memory: Memory) -> dict[str, str]:
    """What a rule forbids, requires and counts, a line each; "" for what it does not."""
    return {
        "forbids": ", ".join(map(concepts.shown, forbidden(memory))),
        "requires": "; ".join(map(required, memory.attrs.get("require") or ())),
        "counts": ", ".join(["code", *memory.attrs["counts"]]) if memory.attrs.get("counts") else "",
    }


def required(value: Mapping[str, Any]) -> str:
    """A requirement in words: "each function: its name matches /_op$/"."""
    each = value.get("each") or "file"
    kinds = [each] if isinstance(each, str) else list(each)
    needs = [f"its {does} {value[key]}" for key, does in _MATCHES if key in value]
    needs += [words for key, words in _HAS if value.get(key)]
    unless = f", unless its name matches {value['unless']}" if value.get("unless") else ""
    return f"each {' and '.join(kinds)}: {', '.join(needs)}{unless}"


def as_json(patterns: Mapping[str, Any]) -> str:
    """Patterns as a proof takes them."""
    return json.dumps(patterns, ensure_ascii=False)
