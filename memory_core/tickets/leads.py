"""The context that an item needs to be understood; splits paragraphs at the labels of their lines."""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from memory_core.language.blocks import Block
from memory_core.language.expressions import Expressions
from memory_core.tickets import inline, rules, sections
from memory_core.tickets.fact import Place
from memory_core.tickets.modal import Force

_BINDS: Final = frozenset(("MUST", "SHOULD", "must", "should"))
_RE: Final = Expressions("aidd/leads.txt")
GENERIC: Final = _RE["generic"]
HEAD: Final = re.compile(r"([^:：\n]{2,40})[:：]\s+\S")
_NOTE: Final = re.compile(r"\s*\([^()]*\)\W*$")
_CONTEXT: Final = 200  # characters of context before a text
_OWN: Final = frozenset(("constraints", "invariants", "excluded", "acceptance", "story", "questions"))
_FIELD: Final = re.compile(r"[A-Za-z_]\w*")


def own(name: str, role: str) -> str:
    """The role of an item that begins with `name`, in a section with this role."""
    named = sections.named(name).strip("[]")
    return named if named in _OWN and (role in sections.OPEN or role in rules.SOFT) else role


def _is_fragment(text: str) -> bool:
    """Whether a text is too short to be understood by itself, such as a path."""
    plain = re.sub(r"`[^`]*`", "x", inline.plain(text))
    return plain.isascii() and plain.count(" ") < 2


def _needs(head: str, text: str) -> bool:
    """Whether a reader needs the heading to understand a text."""
    return _is_fragment(text) or bool(_RE["polar"].search(head))


def lead_ins(block: Block) -> tuple[str, ...]:
    """The lead-ins of an item that may name a section of their own."""
    last = (above.rpartition("\n")[2] for above in block.above)  # the last line of a paragraph is the lead-in
    return tuple(line for line in last if len(line) < 80 and line.rstrip(" *_").endswith((":", "：")))


def is_group(block: Block) -> bool:
    """Whether the parent of an item only groups its items."""
    return bool(block.above) and block.above[-1].rstrip(" *_").endswith((":", "："))


def lead(block: Block, text: str, place: Place) -> tuple[str, Force | None]:
    """(the context that an item needs before its words, the force of that context or None).

    The context is an unfinished sentence that leads in the list, or the name of the group.
    """
    above = inline.labelled(block.above[-1])[1] if block.above else ""
    head = inline.plain(inline.sentences(above)[-1].text) if above.strip() else ""
    if head.endswith((":", "：")) and len(head) < 200:
        force = rules.binds(head.rstrip(":： ") + ".")
        completes = rules.completes(head)
        if force and (completes or (force.name in _BINDS and not rules.binds(text) and not GENERIC.search(head))):
            return head, force
        if completes or (place.role == "constraints" and sections.named(above) and _needs(head, text)):
            return head, None
    heading = next((heading for heading in reversed(block.headings) if sections.named(heading)), "")
    if place.role == "excluded" or (place.role == "constraints" and _needs(heading, text)):
        first, named = HEAD.match(text), inline.named(text)
        says = (first and sections.named(first[1])) or (named and named.mark and sections.named(named.name))
        return ("" if says else sections.words(heading)), None
    return "", None


def leaning(block: Block, text: str, sibling: str) -> tuple[str, str]:
    """(the sentence before an item, its lead-in): the context of an item that depends on another item.

    Both are "" if the item is clear by itself.
    """
    plain = inline.plain(text)
    above = [inline.plain(heading) for heading in block.above]
    if rules.leans(plain):
        before = sibling or (above[-1] if above else "")
        return (before, "") if 0 < len(before) < _CONTEXT else ("", "")
    if block.level < 2 or not above or not plain[:1].islower():
        return "", ""
    head = _NOTE.sub("", inline.labelled(above[-1])[1])
    if sections.named(head):
        return "", ""
    if head[:1].islower() and block.level > 2 and len(above[-2]) + len(head) < _CONTEXT / 2:
        head = f"{above[-2].rstrip(':： ')}: {head}"
    return "", head if len(head) < _CONTEXT / 2 else ""


def subject(block: Block, title: str) -> str:
    """The subject in the heading directly above a block; "" if it is the document's title or a section name."""
    heading = block.headings[-1] if block.headings else ""
    if not heading or heading == title or sections.named(heading):
        return ""
    words = sections.words(inline.labelled(heading)[1])
    return words if 0 < len(words) < 60 else ""


def is_field(block: Block, place: Place) -> bool:
    """Whether an item of a section called Rules describes a field of a rule."""
    named = inline.named(block.text)
    if place.role != "constraints" or place.is_absolute or any(map(sections.named, lead_ins(block))) or named is None:
        return False
    is_name = named.style == "code" and named.mark == ":" and bool(_FIELD.fullmatch(named.name))
    return is_name and not rules.binds(block.text)


_MOST: Final = 200  # lines of a block that are looked at
_SENTENCE: Final = re.compile(r"[.!?:;…)。！？：；\"”`*]\s*\\?$")
_LEVEL: Final = re.compile(r"[*_`]*(?:must|should|shall|may)(?: not)?[*_`]*[:：][*_`]*\s+\S", re.IGNORECASE)
_NUMBER: Final = re.compile(r"\d{1,2}(?:\.\d{1,3}){1,4}[.)]?\s+(?=[^\W\d_])")
_LETTERS: Final = re.compile(r"[A-Z]+")


def parted(blocks: Iterable[Block]) -> Iterator[Block]:
    """The blocks; each line that begins with a label becomes a block."""
    last: dict[str, str] = {}  # the text of a parted block to its last row
    for each in blocks:
        block = each._replace(above=tuple(last.get(above, above) for above in each.above)) if last else each
        rows = _rows(block.text) if block.kind in ("paragraph", "item") and "\n" in block.text else []
        if len(rows) < 2:
            yield block
            continue
        lines = block.text.split("\n")
        for begin, end in zip(rows, [*rows[1:], len(lines)], strict=True):
            text = "\n".join(lines[begin:end]).rstrip(" \\")
            yield block._replace(kind="item", level=max(1, block.level), text=text, line=block.line + begin)
        last[block.text] = text


def _rows(text: str) -> list[int]:
    """The indices of the lines that begin a row; the first is 0."""
    lines = text[: inline.LONGEST].split("\n")[:_MOST]
    first = inline.labelled(lines[0])[0]
    begins = [at for at, line in enumerate(lines) if at and _begins(line, lines[at - 1], first)]
    return [0, *begins] if first or _NUMBER.match(lines[0]) or _LEVEL.match(lines[0]) or len(begins) > 1 else [0]


def _begins(line: str, before: str, first: str) -> bool:
    if _LEVEL.match(line) or (_NUMBER.match(line) and _SENTENCE.search(before)):
        return True
    label, rest = inline.labelled(line)
    if not label or not rest.strip():
        return False
    return bool(_SENTENCE.search(before)) or _letters(label) == _letters(first)


def _letters(label: str) -> str:
    match = _LETTERS.match(label)
    return match[0] if match else ""
