"""Facts in rows of tables: terms, defaults, requirements and questions, by the names of the columns."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from memory_core import data
from memory_core.language.blocks import Block
from memory_core.language.expressions import Expressions
from memory_core.tickets import defaults, inline, questions, rules, terms
from memory_core.tickets.fact import Fact, Place, Ranked, clip
from memory_core.tickets.terms import is_empty

_COLUMNS: Final = tuple(data.expressions("aidd/tables_columns.txt"))
_COMPILED: Final = tuple((name, re.compile(rf"(?:{pattern})\Z", re.IGNORECASE)) for name, pattern in _COLUMNS)
_RE: Final = Expressions("aidd/tables.txt")
_LEVELS: Final = tuple(data.expressions("aidd/tables_levels.txt"))
_SURE: Final = {"critical": 0.97, "medium": 0.85, "low": 0.7}  # by the priority that the table gives
_IDENTIFIER: Final = re.compile(r"`[^`]+`|[\w.\[\]-]+\??")
_SETTING: Final = re.compile(r"`[\w./-]*[A-Za-z][\w./-]*`|[A-Z][A-Z0-9]*_[A-Z0-9_]+|[a-z]\w*(?:[._]\w+)+")
_SQL: Final = re.compile(r"\bDEFAULT\s+('[^']*'|[\w.()]+)")


def row(block: Block, place: Place, closed: frozenset[int]) -> Iterator[Ranked]:
    """The facts of a row."""
    cells = _Cells(block)
    if ("question" in cells.at and (place.role == "questions" or "status" in cells.at)) or place.role == "questions":
        yield from _question(cells, place, closed)
    elif "invariant" in cells.at or "rule" in cells.at:
        yield from _rule(cells, place)
    elif "default" in cells.at or _sets(cells, place):
        yield from _default(cells, place)
    elif {"term", "definition"} <= cells.at.keys() or ("term" in cells.at and "text" in cells.at):
        yield from _term(
            cells, cells.at["term"], cells.at.get("definition", cells.at.get("text", 1)), place, 0.92, "term-table"
        )
    elif place.role in ("glossary", "entities") and len(block.cells) > 1:
        first, second = cells.at.get("key", 0), cells.at.get("definition", cells.at.get("text", 1))
        yield from _term(cells, first, second, place, 0.88, f"{place.role}-table")
    elif "definition" in cells.at and len(block.cells) > 1 and cells.at["definition"] > 0:
        yield from _term(cells, 0, cells.at["definition"], place, 0.8, "definition-column")
    else:
        yield from _loose(cells, place)


@lru_cache(maxsize=1024)
def column(name: str) -> str:
    """The role of a column by its name; "" if there is none."""
    text = re.sub(r"\s*\([^()]*\)$", "", inline.bare(name)).strip(" :：*_")
    return next((role for role, pattern in _COMPILED if pattern.match(text)), "")


class _Cells:
    """The cells of a row, their lines, and the column of each role."""

    def __init__(self, block: Block) -> None:
        self.raw = block.cells
        self.line = block.line
        self.lines = block.lines
        self.at: dict[str, int] = {}
        for number, name in enumerate(block.columns):
            if (role := column(name)) and number < len(block.cells):
                self.at.setdefault(role, number)

    def text(self, role: str) -> str:
        """The plain text of the column with that role; "" if there is none."""
        return inline.plain(self.raw[self.at[role]]) if role in self.at else ""

    def on(self, number: int) -> int:
        """The line of a cell."""
        return self.lines[number] if number < len(self.lines) else self.line


def _sets(cells: _Cells, place: Place) -> bool:
    """Whether a row sets a value: in a section of defaults, or by the form of the setting."""
    if not {"key", "value"} <= cells.at.keys() or place.role in ("example", "acceptance", *rules.SOFT):
        return False
    return place.role == "defaults" or (len(cells.at) == len(cells.raw) and bool(_SETTING.fullmatch(cells.text("key"))))


def _question(cells: _Cells, place: Place, closed: frozenset[int]) -> Iterator[Ranked]:
    status = cells.text("status")
    if _RE["closed"].match(status) or ("status" in cells.at and not questions.is_open(status) and len(status) > 20):
        return
    number = cells.at.get("question", cells.at.get("text", -1))
    if number < 0:
        number = max(range(len(cells.raw)), key=lambda at: len(cells.raw[at]))
    label = _label(cells, number)
    label = label or inline.labelled(cells.raw[number])[0]
    text = inline.labelled(cells.raw[number])[1]
    block = Block("item", text, cells.on(number), 1)
    yield from questions.asked(block, text, cells.on(number), place, label, closed)


def _rule(cells: _Cells, place: Place) -> Iterator[Ranked]:
    kind = "invariant" if "invariant" in cells.at else "constraint"
    number = cells.at.get("invariant", cells.at.get("rule", 0))
    label = _label(cells, number)
    text = cells.raw[number]
    if not label:
        label, text = inline.labelled(text)
    plain = inline.plain(text)
    described = cells.text("text")
    if number == 0 and described and len(plain) < 60:  # the column has the name of the rule, the next one its text
        plain = f"{plain}: {described}" if plain else described
    if not rules.says_enough(plain, "x"):
        return
    if target := cells.text("target"):
        plain = plain if is_empty(target) else f"{plain}: {target}"
    force = rules.binds(text)
    level = next(
        (level for level, words in _LEVELS if re.fullmatch(words, cells.text("priority").strip(" *"), re.IGNORECASE)),
        "",
    )
    severity = level or (
        "critical" if force and force.forbids else "high" if force and "must" in force.name.lower() else "medium"
    )
    certainty = _SURE.get(level, 0.92) if place.role != "acceptance" else 0.7
    if place.role in ("story", "work"):
        certainty = 0.6
    yield Ranked(
        Fact(
            kind,
            clip(plain),
            place.path,
            cells.on(number),
            certainty,
            f"{kind}-column",
            label=label,
            severity=severity if kind == "constraint" else "",
        )
    )


def _default(cells: _Cells, place: Place) -> Iterator[Ranked]:
    number = cells.at.get("default", cells.at.get("value", 1))
    key = cells.at.get("key", cells.at.get("term", 0 if number else 1))
    if key >= len(cells.raw) or key == number:
        return
    why = cells.text("why") or cells.text("text") or cells.text("definition")
    fact = defaults.fact_of(
        _first(cells.raw[key]), cells.raw[number], why, place, cells.on(number), 0.95, "default-column"
    )
    if fact:
        yield Ranked(fact)


def _term(cells: _Cells, name: int, plain: int, place: Place, certainty: float, rule: str) -> Iterator[Ranked]:
    if max(name, plain) >= len(cells.raw) or name == plain:
        return
    term, text = inline.bare(cells.raw[name]), inline.plain(cells.raw[plain])
    if is_empty(term) or is_empty(text) or len(term) > 80:
        return
    head = re.match(r"(.*?)\s*\(([^()]{1,60})\)$", term)
    term, other = (head[1], head[2]) if head and head[1] else (term, "")
    aliases = terms.aliases(term, other, cells.text("aliases"))
    yield Ranked(Fact("term", clip(text), place.path, cells.on(plain), certainty, rule, name=term, aliases=aliases))


def _loose(cells: _Cells, place: Place) -> Iterator[Ranked]:
    """The facts of a row without known columns: a default in SQL, a rule in capitals, a field and its meaning."""
    for number, cell in enumerate(cells.raw):
        if number and (match := _SQL.search(cell)):
            fact = defaults.fact_of(_first(cells.raw[0]), match[1], "", place, cells.on(number), 0.75, "sql-default")
            if fact:
                yield Ranked(fact)
    binding = place.role in ("constraints", "invariants", "requirements")
    if binding and len(cells.raw) > 1 and (cells.at.keys().isdisjoint(("key", "type")) or _label(cells, -1)):
        yield from _binding(cells, place)
        return
    bound = False
    for number, cell in enumerate(cells.raw):
        force = rules.binds(cell) if len(cell) > 12 else None
        if force and (force.name in ("MUST", "SHOULD") or (force.name == "must" and place.role not in rules.SOFT)):
            lead = inline.plain(cells.raw[0]) if number and len(cells.raw[0]) < 60 else ""
            if lead and not lead.endswith("."):
                yield from rules.led(cell, cells.on(number), place, _label(cells, number), lead, force)
            else:
                yield from rules.stated(cell, cells.on(number), place, _label(cells, number))
            bound = True
        elif number and len(cell) > 12:
            yield from defaults.stated(cell, cells.on(number), place, key=_first(cells.raw[0]))
    shown = cells.at.get("text", 0)
    if not bound and shown and cells.at.get("key") == 0 and place.role not in rules.SOFT:
        first = inline.plain(cells.raw[0])
        if _IDENTIFIER.fullmatch(first) and " " in inline.plain(cells.raw[shown]):
            yield from _term(cells, 0, shown, place, 0.5, "field-table")


def _binding(cells: _Cells, place: Place) -> Iterator[Ranked]:
    """The rule of a row in a binding section: its longest cell."""
    number = max(range(len(cells.raw)), key=lambda at: len(cells.raw[at]))
    label = _label(cells, number)
    label, lead = (label, "") if label else ("", inline.plain(cells.raw[0]) if number else "")
    text = cells.raw[number]
    if not is_empty(inline.plain(text)):
        yield from rules.whole(text, cells.on(number), place, label, lead if len(lead) < 60 else "")


def _label(cells: _Cells, but: int) -> str:
    for number in dict.fromkeys((cells.at.get("id", 0), 0)):
        if number != but and number < len(cells.raw):
            label, rest = inline.labelled(inline.bare(cells.raw[number]))
            if label and not rest:
                return label
    return ""


def _first(cell: str) -> str:
    """The name in a cell: its code if there is any, else the cell."""
    code = re.match(r"\s*\**`([^`\n]+)`", cell)
    return code[1] if code else cell
