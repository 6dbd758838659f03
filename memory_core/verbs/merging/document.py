"""A file of memories as values, each with its original text; and back to a file."""

import json
from collections.abc import Iterator, Mapping
from typing import Any, Final, NamedTuple

from memory_core.core import splice
from memory_core.learnings.warm import is_too_deep
from memory_core.verbs.merging.form import Form

_INDENT: Final = "  "


class UnmergeableError(Exception):
    """A version of the file cannot be read completely; the message gives the reason."""


class Document(NamedTuple):
    """The content of one version of a file."""

    lists: Mapping[str, list[Any]]
    rest: Mapping[str, Any]  # the keys beside the lists
    around: Mapping[str, Any]  # the keys beside `Form.around`
    written: Mapping[tuple[str, str], str]  # (list or key, `canonical` of a value) → how a hand wrote it


def canonical(value: Any) -> str:
    """A text that two values share only if they are equal as JSON."""
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


def read(text: str, form: Form, base: str = "") -> Document:
    """The content of a text. `UnmergeableError` if it is damaged, or blank while `base` is not."""
    text = text.removeprefix("\ufeff").replace("\r\n", "\n")
    if not text.strip():
        if base.strip():
            raise UnmergeableError("is empty on one side")
        return Document({each.name: [] for each in form.lists}, {}, {}, {})
    try:
        value = json.loads(text, object_pairs_hook=_without_twins)
    except (ValueError, RecursionError) as error:
        raise UnmergeableError(f"is damaged on one side ({error})") from error
    if is_too_deep(value):
        raise UnmergeableError("is nested too deeply on one side")
    rest: Any = value if form.lists[0].name else {"": value}
    around: dict[str, Any] = {}
    if form.around and isinstance(rest, dict):
        rest, around = rest.get(form.around), {key: member for key, member in rest.items() if key != form.around}
    if not isinstance(rest, dict):
        raise UnmergeableError("is no object where one stands, on one side")
    lists = {each.name: rest.get(each.name, []) for each in form.lists}
    if not all(isinstance(entries, list) for entries in lists.values()):
        raise UnmergeableError("has no list where entries stand, on one side")
    written = dict(
        _written(text, (splice.start(text), len(text)), value, "", 1 + bool(form.lists[0].name) + bool(form.around))
    )
    return Document(lists, {key: member for key, member in rest.items() if key not in lists}, around, written)


def _without_twins(pairs: list[tuple[str, Any]]) -> dict[str, Any]:
    value = dict(pairs)
    if len(value) < len(pairs):
        raise ValueError("a key stands twice in an object")
    return value


def _written(
    text: str, span: tuple[int, int], value: Any, key: str, depth: int
) -> Iterator[tuple[tuple[str, str], str]]:
    """The text of a value and its parts, indented by that many levels."""
    yield (key, canonical(value)), text[span[0] : span[1]]
    if depth and isinstance(value, dict):
        for each in splice.members(text, span[0]):
            yield from _written(text, (each.at, each.end), value[each.key], each.key, depth - 1)
    elif depth and isinstance(value, list):
        for each, place in zip(value, splice.elements(text, span[0]), strict=True):
            yield from _written(text, place, each, key, depth - 1)


def text(document: Document, form: Form) -> str:
    """The text of the file in the product's layout; entries that a person wrote differently keep their text."""

    def rendered(place: str, value: Any, indent: str = "") -> str:
        if known := document.written.get((place, canonical(value))):
            return known
        if not indent or form.rows or not isinstance(value, dict) or not value:
            return _json(value)
        rows = (f"{indent}{_INDENT}{_json(key)}: {_json(each)}" for key, each in value.items())
        return "{\n" + ",\n".join(rows) + f"\n{indent}}}"

    outer = _INDENT if form.lists[0].name else ""
    lists, rest = {}, {key: rendered(key, value) for key, value in document.rest.items()}
    for name, values in document.lists.items():
        rows = ",\n".join(outer * 2 + rendered(name, value, outer * 2) for value in values)
        lists[name] = f"[\n{rows}\n{outer}]" if rows else "[]"
    members = lists | rest if form.around else rest | lists
    whole = "{\n" + ",\n".join(f"{outer}{_json(key)}: {member}" for key, member in members.items()) + "\n}"
    if form.around:
        around = {form.around: whole, **{key: rendered(key, value) for key, value in document.around.items()}}
        whole = "{" + ", ".join(f"{_json(key)}: {member}" for key, member in around.items()) + "}"
    # Half a character, which only JSON can say, is written by its number.
    return f"{whole if outer else lists['']}\n".encode("utf-8", "backslashreplace").decode()


def _json(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False)
