"""A fact of a ticket, where it is said, and which lines of a document belong to a work item (AIDD-32)."""

import re
from typing import Final, NamedTuple

from memory_core.core import budget
from memory_core.core.light import hashes
from memory_core.language import markdown

RULES: Final = 5  # the version of those that find facts: what was derived by another one is made again
KINDS: Final = ("term", "default", "constraint", "invariant", "question", "decision", "rejected", "risk")

_NOT_WORD: Final = re.compile(r"[^\w]+")


class Fact(NamedTuple):
    """One thing that a document says, in its own words."""

    kind: str
    text: str  # the definition of a term, the value of a default, else the sentence
    path: str  # of the document, from the root of the project
    line: int  # from 1
    certainty: float  # 0 to 1, fixed by the rule that found it
    rule: str
    name: str = ""  # of a term or a default: the term, the key
    label: str = ""  # what the document itself calls it: FR-012, INV-2
    aliases: tuple[str, ...] = ()  # of a term
    why: str = ""  # of a default
    severity: str = ""  # of a constraint: critical | high | medium | low

    @property
    def source(self) -> str:
        """The place in the document, `path:line`."""
        return f"{self.path}:{self.line}"

    @property
    def id(self) -> str:
        """What the document calls it, else 8 hex digits over its words."""
        return self.label or hashes.sha256(self.key.encode("utf-8", "replace")).hexdigest()[:8]

    @property
    def key(self) -> str:
        """Says that two places say the same: kind and words, without case and punctuation."""
        words = _NOT_WORD.sub(" ", (self.name or self.text).casefold()).strip()
        return f"{self.kind}\0{words or self.name or self.text}"


LONGEST: Final = 600  # characters of a fact


class Place(NamedTuple):
    """Where a rule reads: the document, and what the section there is for."""

    path: str
    role: str = ""  # of the section, as `sections.role` names it
    is_formal: bool = False  # the document writes MUST in capitals where it means it
    is_task: bool = False  # it is part of work to be done
    is_labelled: bool = False  # the document gives the block a label
    is_absolute: bool = False  # its section says that it is not to be discussed
    is_research: bool = False  # the document tells what somebody found out, before anything was agreed
    states: bool = False  # its sentences say what is built, decided or feared, and do not only lead in
    subject: str = ""  # what its heading names, where that is no section's name
    depth: int = 0  # how deep below the document's title


class Found(NamedTuple):
    """A fact and its weight among those that are as sure: the greater comes first."""

    fact: Fact
    weight: float = 0.0


def clip(text: str) -> str:
    """The text in at most so many characters as a fact may have."""
    return budget.clip(text, LONGEST)


_LONGEST: Final = 200  # characters of the name of a work item
_INDENT: Final = re.compile(r"\s*")
_ITEM: Final = re.compile(r"\s*(?:[-*+]|\d+[.)])\s")


class Scope(NamedTuple):
    """What a pack is made for: a work item, a stage; both "" for the whole ticket."""

    key: str = ""  # as it stands in a file's name: iteration_id_I2
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
    level = indent = -1  # of the heading and of the item that name it
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
