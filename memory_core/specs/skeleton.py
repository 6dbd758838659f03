"""The first documents of a spec, and the front matter of its README."""

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
_SHORT: Final = 8  # characters; a shorter beginning is no title
_MARKUP: Final = re.compile(r"#{1,6}(?=\s)|```|~~~|(?:---|===|\*\*\*)\s*$")
_TITLE_MOST: Final = 80
_DAY: Final = re.compile(r"\d{4}-\d{2}-\d{2}")
_PHASES: Final = {
    "in-progress": IMPLEMENTATION, "implementation": IMPLEMENTATION, "implementing": IMPLEMENTATION,
    "active": IMPLEMENTATION, "completed": COMPLETED, "complete": COMPLETED, "closed": COMPLETED, "done": COMPLETED,
}  # fmt: skip


class ReadmeHeader(NamedTuple):
    """What a README states about its spec."""

    title: str
    phase: str
    created: str  # day; "" if there is none


def parsed(readme: str) -> ReadmeHeader:
    """The title, the phase and the day of creation in a README, in any layout."""
    keys = front_matter.keys(readme)
    heading = _TITLE.search(readme)
    title = keys.get("title") or keys.get("project_name") or (front_matter.scalar(heading[1]) if heading else "")
    day = _DAY.search(keys.get("created", ""))
    word = keys.get("status", "").casefold().replace("_", "-").replace(" ", "-")
    return ReadmeHeader(title, _PHASES.get(word, PLANNING), day[0] if day else "")


def key(readme: str, name: str) -> str:
    """The value of a key in the front matter of a README; "" if there is none."""
    return front_matter.keys(readme).get(name, "")


def overview(text: str) -> str:
    """The text under the Overview of a README, else all text below its title."""
    span = front_matter.span(text)
    body = text[span[2] :] if span else text
    match = _OVERVIEW.search(body)
    return (match[1] if match else _TITLE.sub("", body, count=1)).strip()


def readme(slug: str, title: str, day: str, words: str) -> str:
    """The README of a new spec; the words of the request are under Overview, unchanged."""
    named = json.dumps(title, ensure_ascii=False)
    head = f"---\nslug: {slug}\nstatus: planning\ncreated: {day}\ntitle: {named}\n---"
    return f"{head}\n\n# {title}\n\n## Overview\n\n{_quiet(words)}\n"


def requirements(title: str) -> str:
    """The requirements of a new spec."""
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
    """The plan of a new spec."""
    return f"""# Implementation plan: {title}

<!-- A section for each phase, a line for each task, numbered by its phase: "- [ ] 1.1 what is done". -->

## Phase 1
"""


def decisions(title: str) -> str:
    """The decisions of a new spec."""
    return f"""# Decisions: {title}

<!-- A section for each: "## ADR-001: title", in it "### Context", "### Alternatives considered", "### Rationale". -->
"""


def progress(title: str) -> str:
    """The progress of a new spec."""
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
    """The documents of a new spec, by their names."""
    return {
        README: readme(slug, title, day, words),
        REQUIREMENTS: requirements(title),
        PLAN: plan(title),
        DECISIONS: decisions(title),
        PROGRESS: progress(title),
    }


def in_phase(text: str, phase: str, more: str = "") -> str:
    """A README with the status of `phase`, and with the line `more` if its front matter lacks that key."""
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
    """The title of a spec, made from the words of the request: the first clause, if it is short."""
    line = next((line for line in words.splitlines() if line.strip(" \t#>*-")), "").strip(" \t#>*-")
    for head in (_CLAUSE.split(line, maxsplit=1)[0], first_sentence(line)):
        line = head if _SHORT < len(head) < len(line) else line
    return budget.clip(line, _TITLE_MOST).rstrip(".:;, ")


def _quiet(words: str) -> str:
    """The words as a paragraph: lines that would begin a heading, a fence or a rule are escaped."""
    return "\n".join(f"\\{line}" if _MARKUP.match(line) else line.rstrip() for line in words.strip().splitlines())
