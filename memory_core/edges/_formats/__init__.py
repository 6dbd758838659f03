"""The stored formats and the payloads of hooks, each declared once; reports the faults of a value.

Entries of lists and nested objects are checked one after the other, so a value with a million faults takes no more
memory than a value with a single fault, and a caller may stop after five. Faults quote only the keys that lead to a
value, because the value may be very long.
"""

from collections.abc import Iterator, Mapping
from functools import lru_cache
from importlib import import_module
from types import NoneType, UnionType
from typing import Annotated, Any, Final, Union, get_args, get_origin

from pydantic import BaseModel, ValidationError

from memory_core.edges._formats.base import SHAPES, Format

HOMES: Final = {
    "decisions": "journal", "errors": "journal", "patterns": "journal", "progress": "journal", "proposed": "journal",
    "warm-memory": "learned", "archive": "learned", "iris-memory": "guardrails", "proof": "guardrails",
    "export": "exported",
    "aidd-decision": "tickets", "aidd-decisions-pack": "tickets", "aidd-memory-slice": "tickets",
    "aidd-semantic-pack": "tickets", "hook-event": "client", "queue-event": "client", "session": "client",
}  # fmt: skip
_KEY: Final = 80  # characters of a key in a place
_FOREIGN: Final = 3  # keys that a fault names
_INNER: Final = 5  # levels of an object that hold texts of a format
_HALF: Final = "string_unicode"
_WANTED: Final = {
    "string_type": "a text", "list_type": "a list", "tuple_type": "a list", "dict_type": "an object",
    "model_type": "an object", "int_type": "a whole number", "float_type": "a number", "bool_type": "true or false",
    "text_or_list": "a text or a list",
}  # fmt: skip
_BOUNDS: Final = {
    "string_too_short": ("minLength", "min_length"), "string_too_long": ("maxLength", "max_length"),
    "too_short": ("minItems", "min_length"), "too_long": ("maxItems", "max_length"),
    "greater_than_equal": ("minimum", "ge"), "less_than_equal": ("maximum", "le"),
}  # fmt: skip
_NAMES: Final[dict[type, str]] = {str: "a text", list: "a list", dict: "an object", NoneType: "null"}


def named(name: str) -> Format:
    """The format with that name, which is also the name of its schema."""
    declared: Mapping[str, Format] = import_module(f"{__name__}.{HOMES[name]}").FORMATS
    return declared[name]


def faults(name: str, value: Any) -> Iterator[tuple[str, str]]:
    """The faults of a value in a format, one after the other: (place, fault)."""
    return _faults(named(name).kind, value, "")


def _faults(kind: Any, value: Any, place: str) -> Iterator[tuple[str, str]]:
    if get_origin(kind) is Annotated:
        kind = get_args(kind)[0]
    if get_origin(kind) is list:
        if not isinstance(value, list):
            yield place, f"is {_named(value)}; it must be a list"
            return
        for at, item in enumerate(value):
            yield from _faults(get_args(kind)[0], item, f"{place}[{at}]")
    elif not isinstance(value, dict):
        yield place, f"is {_named(value)}; it must be an object"
    elif get_origin(kind) in (Union, UnionType):
        yield from _of_event(get_args(kind), value, place)
    else:
        yield from _of_model(kind, value, place)


def _of_event(kinds: tuple[type[BaseModel], ...], value: dict[str, Any], place: str) -> Iterator[tuple[str, str]]:
    """The faults of the payload of a hook; its format is named by `hook_event_name`."""
    by_name = {get_args(kind.model_fields["hook_event_name"].annotation)[0]: kind for kind in kinds}
    name = value.get("hook_event_name")
    if isinstance(name, str) and name in by_name:
        yield from _of_model(by_name[name], value, place)
    elif "hook_event_name" in value:
        yield f"{place}.hook_event_name".removeprefix("."), f"must be {' or '.join(by_name)}"
    else:
        yield place, "lacks 'hook_event_name'"


def _of_model(model: type[BaseModel], value: dict[str, Any], place: str) -> Iterator[tuple[str, str]]:
    keys, inner = _keys(model)
    known = {key: value[key] for key in keys if key in value}
    if model.model_config.get("extra") == "forbid" and len(known) < len(value):
        yield place, _foreign(value.keys() - known.keys())
    later = {key: kind for key, kind in inner.items() if isinstance(known.get(key), get_origin(kind) or dict)}
    stand_in = {key: [] if get_origin(kind) is list else kind.model_construct() for key, kind in later.items()}
    for fault in _errors(model, {**known, **stand_in}):
        steps, what = _fault(model, fault, known)
        yield _joined(place, steps), what
    for key, kind in later.items():
        yield from _faults(kind, value[key], _joined(place, [key]))


def _errors(model: type[BaseModel], value: Any) -> list[Any]:
    """The errors of pydantic for an object, without those on lone surrogates, which JSON may hold."""
    errors = _raised(model, value)
    if any(fault["type"] == _HALF for fault in errors):
        errors = [fault for fault in _raised(model, _whole(value, _INNER)) if fault["type"] != _HALF]
    return errors


def _raised(model: type[BaseModel], value: Any) -> list[Any]:
    try:
        model.__pydantic_validator__.validate_python(value)
    except ValidationError as error:
        return error.errors(include_url=False)
    return []


def _whole(value: Any, depth: int) -> Any:
    """The value without lone surrogates in its texts, down to `depth` levels."""
    if isinstance(value, str):
        return value.encode("utf-8", "replace").decode()
    if depth and isinstance(value, list):
        return [_whole(item, depth - 1) for item in value]
    if depth and isinstance(value, dict):
        return {_whole(key, 0): _whole(item, depth - 1) for key, item in value.items()}
    return value


@lru_cache(256)
def _keys(model: type[BaseModel]) -> tuple[dict[str, bool], dict[str, Any]]:
    """(each key and whether it may be null; each key of an object or of a list of objects, and its type)."""
    keys, inner = {}, {}
    for name, field in model.model_fields.items():
        key, kind = field.alias or name, field.annotation
        keys[key] = NoneType in get_args(kind)
        item = get_args(kind)[0] if get_origin(kind) is list else kind
        if isinstance(item, type) and issubclass(item, BaseModel):
            inner[key] = kind
    return keys, inner


def _fault(model: type[BaseModel], fault: Any, value: Any) -> tuple[list[str | int], str]:
    """(the path to a fault, the fault in words)."""
    way, kind, more = list(fault["loc"]), fault["type"], fault.get("ctx", {})
    if kind == "missing":
        last = way.pop()
        return _steps(way, value), "has too few items" if isinstance(last, int) else f"lacks {last!r}"
    if way[-1:] == ["[key]"]:
        way = way[:-2]
    or_null = " or null" if len(way) == 1 and _keys(model)[0].get(way[0]) else ""
    if kind in _WANTED:
        what = f"is {_named(fault['input'])}; it must be {_WANTED[kind]}{or_null}"
    elif kind == "literal_error":
        what = f"must be {_listed(more['expected'])}{or_null}"
    elif kind == "string_pattern_mismatch":
        words = SHAPES.get(more["pattern"])
        what = f"must be {words}" if words else f"does not fit pattern: {more['pattern']}"
    elif kind in _BOUNDS:
        name, key = _BOUNDS[kind]
        what = f"does not fit {name}: {more[key]}"
    else:
        what = fault["msg"] if kind == "own" else "does not fit its format"
    return _steps(way, value), what


def _steps(way: list[str | int], value: Any) -> list[str | int]:
    """The keys and indices of a path, without the names of union members between them."""
    steps: list[str | int] = []
    for step in way:
        if isinstance(step, int) and isinstance(value, list):
            value = value[step]
        elif isinstance(step, str) and isinstance(value, dict):
            value = value.get(step)
        else:
            continue
        steps.append(step)
    return steps


def _joined(place: str, steps: list[str | int]) -> str:
    for step in steps:
        place += f"[{step}]" if isinstance(step, int) else f".{step[:_KEY]}"
    return place.removeprefix(".")


def _listed(expected: str) -> str:
    """The allowed values as words; a list is unchanged."""
    return expected if expected.startswith("[") else expected.replace("'", "").replace(", ", " or ")


def _foreign(keys: set[str]) -> str:
    first = sorted(keys)[:_FOREIGN]
    more = f" and {len(keys) - _FOREIGN} more" if len(keys) > _FOREIGN else ""
    return f"has keys that do not belong there: {', '.join(repr(key[:40]) for key in first)}{more}"


def _named(value: Any) -> str:
    return str(value).lower() if isinstance(value, bool) else _NAMES.get(type(value), "a number")
