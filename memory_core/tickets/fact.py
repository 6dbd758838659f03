"""A fact of a ticket, its place, and the lines of a document that belong to a work item (AIDD-32)."""

import re
from typing import Final, NamedTuple

from memory_core.core import budget
from memory_core.core.light import hashes
from memory_core.language import markdown

RULES: Final = 5  # the version of the rules: results of another version are made again
KINDS: Final = ("term", "default", "constraint", "invariant", "question", "decision", "rejected", "risk")

_NOT_WORD: Final = re.compile(r"[^\w]+")


class Fact(NamedTuple):
    """A statement of a document, in its own words."""

    kind: str
    text: str  # the definition of a term, the value of a default, else the sentence
    path: str  # of the document, from the root of the project
    line: int  # from 1
    certainty: float  # 0 to 1, fixed by the rule that found it
    rule: str
    name: str = ""  # of a term or a default: the term, the key
    label: str = ""  # its label in the document: FR-012, INV-2
    aliases: tuple[str, ...] = ()  # of a term
    why: str = ""  # of a default
    severity: str = ""  # of a constraint: critical | high | medium | low

    @property
    def source(self) -> str:
        """The place in the document, `path:line`."""
        return f"{self.path}:{self.line}"

    @property
    def id(self) -> str:
        """The label in the document, else 8 hex digits of its words."""
        return self.label or hashes.sha256(self.key.encode("utf-8", "replace")).hexdigest()[:8]

    @property
    def key(self) -> str:
        """Equal for two statements of one fact: its kind and its words, without case and punctuation."""
        words = _NOT_WORD.sub(" ", (self.name or self.text).casefold()).strip()
        return f"{self.kind}\0{words or self.name or self.text}"


LONGEST: Final = 600  # characters of a fact


class Place(NamedTuple):
    """Where a rule reads: the document, and the role of the section."""

    path: str
    role: str = ""  # of the section, as `sections.role` names it
    is_formal: bool = False  # the document writes MUST in capitals
    is_task: bool = False  # the block is part of a task
    is_labelled: bool = False  # the document gives the block a label
    is_absolute: bool = False  # its section is marked as not negotiable
    is_research: bool = False  # the document reports research, no agreements
    states: bool = False  # its sentences are statements, no introduction
    subject: str = ""  # the subject of its heading, if that is no section name
    depth: int = 0  # depth below the document's title


class Ranked(NamedTuple):
    """A fact and its weight among facts of the same certainty; a greater weight comes first."""

    fact: Fact
    weight: float = 0.0


def clip(text: str) -> str:
    """The text, cut to the length of a fact."""
    return budget.clip(text, LONGEST)


_LONGEST: Final = 200  # characters of the name of a work item
_INDENT: Final = re.compile(r"\s*")
_ITEM: Final = re.compile(r"\s*(?:[-*+]|\d+[.)])\s")


class Scope(NamedTuple):
    """The scope of a pack: a work item, a stage; both "" for the whole ticket."""

    key: str = ""  # as in a file name: iteration_id_I2
    stage: str = ""


WHOLE: Final = Scope()


def lines_of_item(text: str, key: str) -> frozenset[int]:
    """The lines, from 1, of the sections and list items that name the work item: `### I2`, `- [ ] I2: Drain`."""
    if len(key) > _LONGEST:
        return frozenset()
    name = re.escape(key.rpartition("_")[2])
    named = re.compile(rf"(?<!\w)(?:{name}|{re.escape(key)})(?!\w)") if name else None
    if named is None:
        return frozenset()
    result = set()
    level = indent = -1  # levels of the heading and the item that name the work item
    for number, row in enumerate(text.split("\n"), 1):
        depth, title = markdown.heading(row) or (0, "")
        if depth:
            indent = -1
            level = depth if named.search(title) else -1 if depth <= level else level
        elif row.strip():
            begins = _INDENT.match(row)
            own = begins.end() if begins else 0
            if own <= indent:
                indent = -1
            if indent < 0 and _ITEM.match(row) and named.search(row[:200]):
                indent = own
        if level > 0 or indent >= 0:
            result.add(number)
    return frozenset(result)
