"""The texts of a cycle: the checklist of INGEST, the findings of REVIEW, the filter report of IDEATE."""

from collections.abc import Mapping, Sequence
from typing import Any, Final

from memory_core.core.budget import clip
from memory_core.core.terminal import paint

ABSENT: Final = "No IRIS_MEMORY.json — will create during IDEATE if decisions are made"
_CELL: Final = 200
_MOST: Final = 40  # entries of a section that the checklist lists


def checklist(cycle: Mapping[str, Any]) -> str:
    """The documented lines of INGEST (IRIS-20..24), then what is due and what has changed."""
    lines = [
        "[ ] IRIS_MEMORY.json loaded (or confirmed absent)",
        f"[ ] intentional_patterns reviewed ({cycle['patterns']} patterns, {len(cycle['due'])} due for revisit)",
        f"[ ] rejected_changes loaded ({cycle['rejections']} entries)",
        f"[ ] architectural_constraints active ({cycle['constraints']} rules)",
    ]
    if cycle["absent"]:
        lines = [ABSENT, "", *lines]
    if cycle["problems"]:
        lines += ["", *(_flat(f"! {row['place']} {row['what']}") for row in cycle["problems"])]
    if cycle["due"]:
        lines += [
            "",
            "Due for review, to be asked when IDEATE starts:",
            *(_flat(f"- {row['question']}") for row in cycle["due"]),
        ]
    if cycle["context"]:
        lines += ["", "Recent context changes:", *map(_change, cycle["context"])]
    for title, key in (
        ("Constraints", "active_constraints"),
        ("Intentional patterns", "active_patterns"),
        ("Rejected changes", "active_rejections"),
    ):
        if cycle[key]:
            lines += ["", f"{title}:", *(_listed(row) for row in cycle[key][:_MOST])]
            if len(cycle[key]) > _MOST:
                lines.append(f"… {len(cycle[key]) - _MOST} more: `memory-core iris show` lists them")
    return "\n".join(lines)


def review(findings: Sequence[Mapping[str, Any]]) -> str:
    """All findings as a table (IRIS-26, 67)."""
    if not findings:
        return "no findings were given"
    rows = [
        (*map(finding.get, ("id", "severity", "category", "file")), finding.get("tag") or _hint(finding),
         *map(finding.get, ("summary", "description")))
        for finding in findings
    ]  # fmt: skip
    tagged = sum(bool(finding.get("tag")) for finding in findings)
    head = f"## Findings ({len(findings)}, {tagged} tagged)"
    return "\n".join(
        [head, "", *table(("ID", "Severity", "Category", "File", "Memory", "Finding", "Description"), rows)]
    )


def ideation(report: Mapping[str, Any], texts: Mapping[str, str]) -> str:
    """The filter report: escalations first, then what is due, then the rest (I-4)."""
    blocks: list[list[str]] = []
    if report["escalations"]:
        lines = [paint("## ESCALATED: decide before anything goes on", "bold", "red"), ""]
        lines += [_flat(f"- {_named(row, texts)}: {row['reason']}") for row in report["escalations"]]
        blocks.append(lines)
    if report["due"]:
        blocks.append(["## Due for review", "", *(_flat(f"- {row['question']}") for row in report["due"])])
    for action, title in (("ask", "To be asked"), ("propose", "Proposed"), ("noted", "Noted: intentional")):
        chosen = [row for row in report["verdicts"] if row["action"] == action]
        if chosen:
            blocks.append([f"## {title} ({len(chosen)})", "", *(_line(row, texts) for row in chosen)])
    if report["blocked"]:
        rows = [
            (row["proposal"], texts.get(row["proposal"]), row["entry"], row["rejected_reason"],
             row["reconsider_when"] or (f"after {row['expires_on']}" if row["expires_on"] else ""), row.get("note"))
            for row in report["blocked"]
        ]  # fmt: skip
        head = ("Proposal", "What", "Entry", "Rejected because", "Reconsider when", "Note")
        blocks.append([f"## Blocked Proposals ({len(rows)})", "", *table(head, rows)])
    constrained = [row for row in report["verdicts"] if row["action"] == "constrained"]
    if constrained:
        blocks.append([f"## Constrained ({len(constrained)})", "", *(_line(row, texts) for row in constrained)])
    if report["excluded"]:
        names = dict.fromkeys(
            name for row in report["verdicts"] if row["action"] == "excluded" for name in row["entries"]
        )
        blocks.append([f"excluded (permanent): {report['excluded']} — {', '.join(names)}"])
    blocks += [[report["note"]]] if report.get("note") else []
    return "\n\n".join("\n".join(block) for block in blocks) or "no proposals were given, and nothing is due"


def table(head: Sequence[str], rows: Sequence[Sequence[Any]]) -> list[str]:
    """The lines of a Markdown table."""
    lines = [f"| {' | '.join(head)} |", f"|{'|'.join(' --- ' for _ in head)}|"]
    return lines + [f"| {' | '.join(_cell(value) for value in row)} |" for row in rows]


def _listed(entry: Mapping[str, Any]) -> str:
    return _flat(f"- {entry['id']} ({entry['scope'] or 'everywhere'}): {clip(entry['text'], _CELL)}")


def _flat(text: str) -> str:
    """A text on one line: texts of a file may contain line breaks, and a line would become an item of the list."""
    return " ".join(text.split())


def _cell(value: Any) -> str:
    return clip(_flat(str(value or "")), _CELL).replace("|", "\\|")


def _named(verdict: Mapping[str, Any], texts: Mapping[str, str]) -> str:
    return _flat(f"{verdict['proposal']} {clip(texts.get(verdict['proposal'], ''), _CELL)}")


def _line(verdict: Mapping[str, Any], texts: Mapping[str, str]) -> str:
    named = _named(verdict, texts)
    return (
        f"- {named}"
        if verdict["action"] == "propose" and not verdict["entry"]
        else _flat(f"- {named}: {verdict['reason']}")
    )


def _hint(finding: Mapping[str, Any]) -> str:
    return f"see {', '.join(finding['hints'])}" if finding.get("hints") else ""


def _change(change: Mapping[str, Any]) -> str:
    what = "; ".join(f"{entry['id']} ({entry['text']})" for entry in change["affects"])
    return _flat(
        f"- {change['detected_on'] or 'no date'}: {change['description']}" + (f" — affects {what}" if what else "")
    )
