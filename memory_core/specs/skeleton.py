"""The documents of a spec as they begin, and what the front matter of its README says."""

import json
import re
from typing import Final, NamedTuple

from memory_core.core import budget
from memory_core.language import front_matter
from memory_core.language.outline import first_sentence
from memory_core.specs import tick
from memory_core.specs.spec import COMPLETED, DECISIONS, IMPLEMENTATION, PLAN, PLANNING, PROGRESS, README, REQUIREMENTS

_OVERVIEW: Final = re.compile(r"^## Overview[ \t]*$(.*?)(?=^#{1,2} |\Z)", re.DOTALL | re.MULTILINE)
_TITLE: Final = re.compile(r"^#[ \t]+(\S.*)$", re.MULTILINE)
_STATUS: Final = re.compile(r"^status:.*$", re.MULTILINE)
_CLAUSE: Final = re.compile(r":\s|\s[–—]\s|;\s|：")
_SHORT: Final = 8  # characters up to which a beginning is no title
_MARKUP: Final = re.compile(r"#{1,6}(?=\s)|```|~~~|(?:---|===|\*\*\*)\s*$")
_TITLE_MOST: Final = 80
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_PHASES: Final = {
    "in-progress": IMPLEMENTATION, "implementation": IMPLEMENTATION, "implementing": IMPLEMENTATION,
    "active": IMPLEMENTATION, "completed": COMPLETED, "complete": COMPLETED, "closed": COMPLETED, "done": COMPLETED,
}  # fmt: skip


class Told(NamedTuple):
    """What a README says of its spec."""

    title: str
    phase: str
    created: str  # day, "" where none is named


def parsed(readme: str) -> Told:
    """What a README says of its spec, however it was written: title, phase, and the day it was begun."""
    keys = front_matter.keys(readme)
    heading = _TITLE.search(readme)
    title = keys.get("title") or keys.get("project_name") or (front_matter.scalar(heading[1]) if heading else "")
    day = _DAY.search(keys.get("created", ""))
    word = keys.get("status", "").casefold().replace("_", "-").replace(" ", "-")
    return Told(title, _PHASES.get(word, PLANNING), day[0] if day else "")


def key(readme: str, name: str) -> str:
    """What the front matter of a README has under a key, "" where it has none."""
    return front_matter.keys(readme).get(name, "")


def overview(text: str) -> str:
    """What a README says under its Overview, else all that it says below its title."""
    found = front_matter.span(text)
    body = text[found[2] :] if found else text
    match = _OVERVIEW.search(body)
    return (match[1] if match else _TITLE.sub("", body, count=1)).strip()


def readme(slug: str, title: str, day: str, words: str) -> str:
    """The README of a spec that begins: what was asked for stands under Overview, word for word."""
    named = json.dumps(title, ensure_ascii=False)
    head = f"---\nslug: {slug}\nstatus: planning\ncreated: {day}\ntitle: {named}\n---"
    return f"{head}\n\n# {title}\n\n## Overview\n\n{_quiet(words)}\n"


def requirements(title: str) -> str:
    """The requirements of a spec that begins."""
    return f"""# Requirements: {title}

## Problem statement

## Requirements

| id | what | priority |
|---|---|---|

## Acceptance criteria

## Out of scope

## Questions and answers

| question | answer |
|---|---|
"""


def plan(title: str) -> str:
    """The plan of a spec that begins."""
    return f"""# Implementation plan: {title}

<!-- A section for each phase, a line for each task, numbered by its phase: "- [ ] 1.1 what is done". -->

## Phase 1
"""


def decisions(title: str) -> str:
    """The decisions of a spec that begins."""
    return f"""# Decisions: {title}

<!-- A section for each: "## ADR-001: title", in it "### Context", "### Alternatives considered", "### Rationale". -->
"""


def progress(title: str) -> str:
    """The progress of a spec that begins."""
    rows = "\n".join(tick.HEADER)
    return f"""# Progress: {title}

## Tasks

{rows}

## Blockers

<!-- "- what is in the way", later under it "  Resolved: what settled it". -->

## Learnings

## Deviations

| day | task | type | change | why |
|---|---|---|---|---|
"""


def documents(slug: str, title: str, day: str, words: str) -> dict[str, str]:
    """The documents that a spec begins with, by their names."""
    return {
        README: readme(slug, title, day, words),
        REQUIREMENTS: requirements(title),
        PLAN: plan(title),
        DECISIONS: decisions(title),
        PROGRESS: progress(title),
    }


def in_phase(text: str, phase: str, more: str = "") -> str:
    """A README that says the phase, and the line `more` beside it where it has none of that key; else as it was."""
    word = {PLANNING: "planning", IMPLEMENTATION: "in-progress"}.get(phase, phase)
    head = front_matter.span(text)
    if head is None:
        return f"---\nstatus: {word}\n{more}{chr(10) if more else ''}---\n\n{text}"
    block = text[head[0] : head[1]]
    status = _STATUS.search(block)
    lines = f"status: {word}"
    block = f"{block[: status.start()]}{lines}{block[status.end() :]}" if status else f"{block}{lines}\n"
    key = more.partition(":")[0]
    if more and not re.search(rf"^{re.escape(key)}:", block, re.MULTILINE):
        block += f"{more}\n"
    return text[: head[0]] + block + text[head[1] :]


def title_of(words: str) -> str:
    """The title of a spec, out of what was asked for: its first clause, as far as it is short."""
    line = next((line for line in words.splitlines() if line.strip(" \t#>*-")), "").strip(" \t#>*-")
    for head in (_CLAUSE.split(line, maxsplit=1)[0], first_sentence(line)):
        line = head if _SHORT < len(head) < len(line) else line
    return budget.clip(line, _TITLE_MOST).rstrip(".:;, ")


def _quiet(words: str) -> str:
    """The words as a paragraph: what would begin a heading, a fence or a rule there begins none."""
    return "\n".join(f"\\{line}" if _MARKUP.match(line) else line.rstrip() for line in words.strip().splitlines())
