"""A file of memories as its lists of entries and the rest, each with the text in which it was written; and back."""

import json
from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from memory_core.core import splice
from memory_core.journal.merging.form import Form
from memory_core.learnings.warm import is_too_deep

_UNIT: Final = "  "


class UnmergeableError(Exception):
    """A version of the file cannot be read whole; the message says why."""


class Item(NamedTuple):
    """A value, and the text that says it; "" where it is to be written anew."""

    value: Any
    raw: str = ""


class Document(NamedTuple):
    """What a version of a file says."""

    lists: Mapping[str, list[Item]]
    rest: Mapping[str, Item]
    around: Mapping[str, Item]  # what stands outside of `Form.around`


def canonical(value: Any) -> str:
    """A text that two values have in common only where JSON says the same of both."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def read(text: str, form: Form, base: str) -> Document:
    """What the text says. `UnmergeableError` where it is damaged, or blank and was not so in `base`."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if not text.strip():
        if base.strip():
            raise UnmergeableError("is empty on one side")
        return Document({one.name: [] for one in form.lists}, {}, {})
    try:
        value = json.loads(text, object_pairs_hook=_once)
    except (ValueError, RecursionError) as error:
        raise UnmergeableError(f"is damaged on one side ({error})") from error
    if is_too_deep(value):
        raise UnmergeableError("is nested too deeply on one side")
    at = splice.start(text)
    if form.lists[0].name == "":
        return Document({"": _items(text, at, value)}, {}, {})
    if not isinstance(value, dict):
        raise UnmergeableError("is no object on one side")
    around: dict[str, Item] = {}
    if form.around:
        inner = splice.member(text, at, form.around)
        if inner is None or not isinstance(value[form.around], dict):
            raise UnmergeableError(f"is without {form.around!r} on one side")
        around = _members(text, at, value, (form.around,))
        at, value = inner.at, value[form.around]
    names = [one.name for one in form.lists]
    begins = {one.key: one.at for one in splice.members(text, at)}
    lists = {name: _items(text, begins[name], value[name]) if name in begins else [] for name in names}
    return Document(lists, _members(text, at, value, names), around)


def _once(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    found = dict(pairs)
    if len(found) < len(pairs):
        raise ValueError("a key stands twice in an object")
    return found


def _items(text: str, at: int, value: Any) -> list[Item]:
    if not isinstance(value, list):
        raise UnmergeableError("has no list where entries stand, on one side")
    spans = splice.elements(text, at)
    return [Item(one, text[start:end]) for one, (start, end) in zip(value, spans, strict=True)]


def _members(text: str, at: int, value: dict[str, Any], without: Iterable[str]) -> dict[str, Item]:
    return {
        one.key: Item(value[one.key], text[one.at : one.end])
        for one in splice.members(text, at)
        if one.key not in without
    }


def text(found: Document, form: Form) -> str:
    """The text of the file, as the product itself lays it out; what a hand wrote otherwise within an entry stays."""
    if form.lists[0].name == "":
        rows = [_written(one, form, "") for one in found.lists[""]]
        return "[\n" + ",\n".join(rows) + "\n]\n" if rows else "[]\n"
    parts = [f"{_UNIT}{_json(key)}: {_written(one, None, _UNIT)}" for key, one in found.rest.items()]
    listed = []
    for name, items in found.lists.items():
        rows = [f"{_UNIT * 2}{_written(one, form, _UNIT * 2)}" for one in items]
        body = "[\n" + ",\n".join(rows) + f"\n{_UNIT}]" if rows else "[]"
        listed.append(f"{_UNIT}{_json(name)}: {body}")
    if not form.around:
        return "{\n" + ",\n".join(parts + listed) + "\n}\n"
    around = "".join(f", {_json(key)}: {_written(one, None, '')}" for key, one in found.around.items())
    return f"{{{_json(form.around)}: {{\n" + ",\n".join(listed + parts) + f"\n}}{around}}}\n"


def _written(one: Item, form: Form | None, indent: str) -> str:
    if one.raw:
        return one.raw
    if form is None or form.rows or not isinstance(one.value, dict) or not one.value:
        return _json(one.value)
    rows = (f"{indent}{_UNIT}{_json(key)}: {_json(value)}" for key, value in one.value.items())
    return "{\n" + ",\n".join(rows) + f"\n{indent}}}"


def _json(value: Any) -> str:
    said = json.dumps(value, ensure_ascii=False)
    try:
        said.encode()
    except UnicodeEncodeError:  # half a character, which JSON can only say by its number
        return json.dumps(value)
    return said
