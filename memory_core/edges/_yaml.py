"""Convert YAML to blocks, event by event: no recursion, no aliases, every scalar as its text."""

from typing import Any, Final

import yaml

from memory_core.core import budget
from memory_core.language.blocks import Block

LOADER: Final[Any] = getattr(yaml, "CLoader", yaml.Loader)  # only events are read: the loader constructs no objects
_DEEPEST: Final = 40


def blocks(text: str) -> tuple[list[Block], str]:
    """(the content of a text as blocks, the error; "" if there is none).

    A key is a heading of its value. A text in a list is an item, a mapping in a list is a row, and a key with a text as
    its value is an item that begins with the key in bold.
    """
    walk = _Walk()
    try:
        for event in yaml.parse(text, Loader=LOADER):
            walk.take(event)
    except yaml.YAMLError as fault:
        mark = getattr(fault, "problem_mark", None)
        where = f"line {mark.line + 1}: " if mark else ""
        return walk.blocks, f"{where}{getattr(fault, 'problem', None) or 'no YAML'}"
    except ValueError as fault:
        return walk.blocks, f"no YAML ({fault})"
    return walk.blocks, ""


class _Frame:
    """An open collection: its key, and the cells of its row if it is a mapping in a list."""

    def __init__(self, is_list: bool, in_list: bool, line: int) -> None:
        self.is_list, self.in_list, self.line = is_list, in_list, line
        self.key: str | None = None  # None if a key is expected next
        self.row: list[tuple[str, str, int]] = []


class _Walk:
    def __init__(self) -> None:
        self.blocks: list[Block] = []
        self.open: list[_Frame] = []
        self.headings: list[str] = []

    def take(self, event: Any) -> None:
        line = event.start_mark.line + 1
        if isinstance(event, (yaml.MappingStartEvent, yaml.SequenceStartEvent)):
            self.start(isinstance(event, yaml.SequenceStartEvent), line)
        elif isinstance(event, (yaml.MappingEndEvent, yaml.SequenceEndEvent)):
            self.end()
        elif isinstance(event, (yaml.ScalarEvent, yaml.AliasEvent)):
            value = str(event.value) if isinstance(event, yaml.ScalarEvent) else ""
            block = isinstance(event, yaml.ScalarEvent) and event.style in ("|", ">")
            self.say(value, line + block)

    def start(self, is_list: bool, line: int) -> None:
        if len(self.open) > budget.NESTED:  # the parser takes quadratic time for nested collections
            raise ValueError(f"collections in collections, more than {budget.NESTED} deep")
        frame = self.open[-1] if self.open else None
        if frame and not frame.is_list and frame.key is None:
            frame.key = ""  # a key that is a collection
        self.headings.append(_words(frame.key) if frame and frame.key else "")
        if self.headings[-1] and len(self.open) < _DEEPEST:
            self.blocks.append(Block("heading", self.headings[-1], line, min(len(self.open), 6), self.above()[:-1]))
        self.open.append(_Frame(is_list, bool(frame and frame.is_list), line))

    def end(self) -> None:
        frame = self.open.pop()
        if frame.row and len(self.open) < _DEEPEST:
            keys, cells, lines = zip(*frame.row, strict=True)
            self.blocks.append(
                Block("row", " | ".join(cells), lines[0], 0, self.above(), (), None, keys, cells, tuple(lines))
            )
        self.headings.pop()
        if self.open:
            self.open[-1].key = None

    def say(self, value: str, line: int) -> None:
        frame = self.open[-1] if self.open else None
        if frame is None or len(self.open) >= _DEEPEST:
            return
        if not frame.is_list and frame.key is None:
            frame.key = value
            return
        if frame.in_list and not frame.is_list:
            frame.row.append((_words(frame.key or ""), value, line))
        elif value.strip():
            text = value if frame.is_list else f"**{frame.key}**: {value}"
            self.blocks.append(Block("item", text, line, 1, self.above()))
        frame.key = None

    def above(self) -> tuple[str, ...]:
        return tuple(heading for heading in self.headings if heading)


def _words(key: str) -> str:
    return key.replace("_", " ").strip()
