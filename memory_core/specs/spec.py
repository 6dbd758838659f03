"""A spec, and what one of its files says."""

import re
from typing import Final, NamedTuple

from memory_core.core.budget import clip
from memory_core.language import markdown
from memory_core.language.expressions import Expressions
from memory_core.notes import ledger

PLANNING, IMPLEMENTATION, COMPLETED = "planning", "implementation", "completed"
ACTIVE_FOLDER: Final = "docs/spec/active"
COMPLETED_FOLDER: Final = "docs/spec/completed"
README, REQUIREMENTS, ARCHITECTURE, PLAN, DECISIONS, PROGRESS, RESEARCH, CHANGELOG, RETROSPECTIVE = (
    "README.md", "REQUIREMENTS.md", "ARCHITECTURE.md", "IMPLEMENTATION_PLAN.md", "DECISIONS.md", "PROGRESS.md",
    "RESEARCH_NOTES.md", "CHANGELOG.md", "RETROSPECTIVE.md",
)  # fmt: skip
DOCUMENTS: Final = (
    README, REQUIREMENTS, ARCHITECTURE, PLAN, DECISIONS, PROGRESS, RESEARCH, CHANGELOG, RETROSPECTIVE,
)  # fmt: skip


class Spec(NamedTuple):
    """A spec that has a folder."""

    slug: str  # the `spec` of its memories; the folder's name without its date
    folder: str  # from the root of its worktree, with `/`
    title: str = ""
    phase: str = PLANNING  # planning | implementation | completed
    created: str = ""  # day


class Item(NamedTuple):
    """One thing that a spec's files say and that is worth keeping."""

    # inception | elicitation | research | decision | progress | blocker | learning | retrospective | convention
    kind: str
    key: str  # what it is called in its spec, whatever its words become: `task 1.2`, `adr 3`, `blocker` and words
    summary: str  # one line
    body: str = ""  # Markdown sections
    status: str = "active"  # open | resolved of a blocker
    place: str = ""  # the file of the spec
    line: int = 0  # 1-based
    tags: tuple[str, ...] = ()  # `deviation` among them


BODY: Final = 4_000  # characters
KEY: Final = 120
_TAIL: Final = 60  # characters: where a body ends what a summary begins, it is not told twice
_HEADING: Final = re.compile(r"^#{1,6}(?=[ \t])", re.MULTILINE)


def made(
    kind: str,
    key: str,
    told: str,
    body: str = "",
    *,
    status: str = "active",
    place: str = "",
    line: int = 0,
    tags: tuple[str, ...] = (),
) -> Item:
    """The item that tells this; what its summary has no room for stands in its body."""
    said = markdown.plain(told)
    summary = clip(said, ledger.SUMMARY)
    if summary != said and said[-_TAIL:] not in markdown.plain(body):
        body = f"{said}\n\n{body}"
    return Item(kind, key[:KEY].rstrip(), summary, cut(body), status, place, line, tags)


def cut(text: str, most: int = BODY) -> str:
    """A body within its bounds, cut at the end of a line where one is near."""
    text = text.strip()
    if len(text) <= most:
        return text
    head = text[: most - 2]
    at_line = head.rpartition("\n")[0]
    return (at_line if len(at_line) > most // 2 else head).rstrip() + "\n…"


def levelled(text: str) -> str:
    """A text whose highest heading is of level two, as in every body; what is code is left as it stands."""
    document = markdown.outline(text)
    levels = [one.level for one in document.sections if 0 < one.level < markdown.BOLD]
    if not levels or min(levels) == 2:
        return text
    by = 2 - min(levels)
    lines = text.split("\n")
    for section in document.sections:
        if 0 < section.level < markdown.BOLD and section.line <= len(lines):
            at = section.line - 1
            lines[at] = _HEADING.sub("#" * max(2, min(6, section.level + by)), lines[at].lstrip(), count=1)
    return "\n".join(lines)


_RE: Final = Expressions("spec/wordings.txt")
DATE: Final = _RE["date"]
MEASURED: Final = _RE["measured"]
REACHED: Final = _RE["reached"]
UNMEASURED: Final = _RE["unmeasured"]

PHASE: Final = _RE["phase"]
FINISHED: Final = _RE["finished"]
UNFINISHED: Final = _RE["unfinished"]

LABEL: Final = _RE["label"]
BLOCKED: Final = _RE["blocked"]
WAITING: Final = _RE["waiting"]
NOT_BLOCKED: Final = _RE["not blocked"]
UNBLOCKED: Final = _RE["unblocked"]
CLEARED: Final = _RE["cleared"]

LEARNED: Final = _RE["learned"]
TAUGHT: Final = _RE["taught"]
RULE: Final = _RE["rule"]
PRACTICE: Final = _RE["practice"]
PATTERN: Final = _RE["pattern"]
REPLANNED: Final = _RE["replanned"]
