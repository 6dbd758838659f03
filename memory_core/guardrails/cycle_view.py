"""What a cycle is told: the checklist of INGEST, the findings of REVIEW, the filter report of IDEATE."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from memory_core.core.budget import clip
from memory_core.core.terminal import paint

ABSENT: Final = "No IRIS_MEMORY.json — will create during IDEATE if decisions are made"
_CELL: Final = 200
_MOST: Final = 40  # entries of a section that the checklist lists


def checklist(told: Mapping[str, Any]) -> str:
    """The lines of INGEST, word for word (IRIS-20..24), then what is due and what has changed."""
    lines = [
        "[ ] IRIS_MEMORY.json loaded (or confirmed absent)",
        f"[ ] intentional_patterns reviewed ({told['patterns']} patterns, {len(told['due'])} due for revisit)",
        f"[ ] rejected_changes loaded ({told['rejections']} entries)",
        f"[ ] architectural_constraints active ({told['constraints']} rules)",
    ]
    if told["absent"]:
        lines = [ABSENT, "", *lines]
    if told["problems"]:
        lines += ["", *(_flat(f"! {one['place']} {one['what']}") for one in told["problems"])]
    if told["due"]:
        lines += [
            "",
            "Due for review, to be asked when IDEATE starts:",
            *(_flat(f"- {one['question']}") for one in told["due"]),
        ]
    if told["context"]:
        lines += ["", "Recent context changes:", *map(_change, told["context"])]
    for title, key in (
        ("Constraints", "active_constraints"),
        ("Intentional patterns", "active_patterns"),
        ("Rejected changes", "active_rejections"),
    ):
        if told[key]:
            lines += ["", f"{title}:", *(_listed(one) for one in told[key][:_MOST])]
            if len(told[key]) > _MOST:
                lines.append(f"… {len(told[key]) - _MOST} more: `memory-core iris show` lists them")
    return "\n".join(lines)


def review(findings: Sequence[Mapping[str, Any]]) -> str:
    """The findings as a table, every one of them (IRIS-26, 67)."""
    if not findings:
        return "no findings were given"
    rows = [
        (one.get("id"), one.get("severity"), one.get("category"), one.get("file"), one.get("tag") or _hint(one),
         one.get("summary"), one.get("description"))
        for one in findings
    ]  # fmt: skip
    tagged = sum(bool(one.get("tag")) for one in findings)
    head = f"## Findings ({len(findings)}, {tagged} tagged)"
    return "\n".join(
        [head, "", *table(("ID", "Severity", "Category", "File", "Memory", "Finding", "Description"), rows)]
    )


def ideation(told: Mapping[str, Any], texts: Mapping[str, str]) -> str:
    """The filter report: escalations first of all, then what is due, then the rest (I-4)."""
    blocks: list[list[str]] = []
    if told["escalations"]:
        lines = [paint("## ESCALATED: decide before anything goes on", "bold", "red"), ""]
        lines += [_flat(f"- {_named(one, texts)}: {one['reason']}") for one in told["escalations"]]
        blocks.append(lines)
    if told["due"]:
        blocks.append(["## Due for review", "", *(_flat(f"- {one['question']}") for one in told["due"])])
    for action, title in (("ask", "To be asked"), ("propose", "Proposed"), ("noted", "Noted: intentional")):
        chosen = [one for one in told["verdicts"] if one["action"] == action]
        if chosen:
            blocks.append([f"## {title} ({len(chosen)})", "", *(_line(one, texts) for one in chosen)])
    if told["blocked"]:
        rows = [
            (one["proposal"], texts.get(one["proposal"]), one["entry"], one["rejected_reason"],
             one["reconsider_when"] or (f"after {one['expires_on']}" if one["expires_on"] else ""), one.get("note"))
            for one in told["blocked"]
        ]  # fmt: skip
        head = ("Proposal", "What", "Entry", "Rejected because", "Reconsider when", "Note")
        blocks.append([f"## Blocked Proposals ({len(rows)})", "", *table(head, rows)])
    constrained = [one for one in told["verdicts"] if one["action"] == "constrained"]
    if constrained:
        blocks.append([f"## Constrained ({len(constrained)})", "", *(_line(one, texts) for one in constrained)])
    if told["excluded"]:
        names = dict.fromkeys(
            name for one in told["verdicts"] if one["action"] == "excluded" for name in one["entries"]
        )
        blocks.append([f"excluded (permanent): {told['excluded']} — {', '.join(names)}"])
    blocks += [[told["note"]]] if told.get("note") else []
    return "\n\n".join("\n".join(block) for block in blocks) or "no proposals were given, and nothing is due"


def table(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> list[str]:
    """The lines of a Markdown table."""
    lines = [f"| {' | '.join(head)} |", f"|{'|'.join(' --- ' for _ in head)}|"]
    return lines + [f"| {' | '.join(_cell(value) for value in row)} |" for row in rows]


def _listed(one: Mapping[str, Any]) -> str:
    return _flat(f"- {one['id']} ({one['scope'] or 'everywhere'}): {clip(one['text'], _CELL)}")


def _flat(text: str) -> str:
    """A text on one line: what stands in a file may hold line breaks, and a line of its own is an item of the list."""
    return " ".join(text.split())


def _cell(value: Any) -> str:
    return clip(_flat(str(value or "")), _CELL).replace("|", "\\|")


def _named(one: Mapping[str, Any], texts: Mapping[str, str]) -> str:
    return _flat(f"{one['proposal']} {clip(texts.get(one['proposal'], ''), _CELL)}")


def _line(one: Mapping[str, Any], texts: Mapping[str, str]) -> str:
    named = _named(one, texts)
    return f"- {named}" if one["action"] == "propose" and not one["entry"] else _flat(f"- {named}: {one['reason']}")


def _hint(one: Mapping[str, Any]) -> str:
    return f"see {', '.join(one['hints'])}" if one.get("hints") else ""


def _change(one: Mapping[str, Any]) -> str:
    what = "; ".join(f"{entry['id']} ({entry['text']})" for entry in one["affects"])
    return _flat(f"- {one['detected_on'] or 'no date'}: {one['description']}" + (f" — affects {what}" if what else ""))
