"""The readers of foreign text, called with any text: every public function of the rooms that read one.

A reader is found by its signature, so none can be forgotten: whatever parameter can hold a text, itself or in a record,
gets it. `WAYS` says how those are called that want more than a text of any kind.
"""

import dataclasses
import enum
import importlib
import inspect
import json
import sys
import types
import typing
from collections.abc import (
    Callable,
    Collection,
    Iterable,
    Iterator,
    Mapping,
    MutableMapping,
    MutableSequence,
    Sequence,
)
from collections.abc import (
    Set as AbstractSet,
)
from functools import cache, partial
from typing import Any, BinaryIO, Final, Literal, NamedTuple

from memory_core.guardrails.light.check import Rule
from memory_core.recall.light import suggest, suggest_words
from tests import purity

# Modules that read texts although they are not pure: they look at a terminal or at the clock.
IMPURE: Final = (
    "capture.own_text", "capture.transcript", "capture.transcript_words", "guardrails.cycle_view",
    "recall.keyword", "recall.view",
    "reviews.view", "setup.demo_view", "specs.phases", "specs.view", "specs.context_view", "verbs.tidy_view",
)  # fmt: skip
# Modules without a reader, or with a law of their own.
APART: Final = ("memory_core.redact", "memory_core.edges._")
READ: Final = ("memory_core.edges._yaml", "memory_core.edges._front_matter")
_DEEPEST: Final = 16


class NoWayError(Exception):
    """No value can be made of a text for what a parameter is declared as."""


class Reader(NamedTuple):
    """A function and how it is called with a text."""

    name: str
    call: Callable[[str], Any]
    texts: int = 1  # how many times it is given the text

    @property
    def size(self) -> int:
        """How many characters it is tried with first: the fewer the more often it is given them."""
        return 4_000 if self.texts < 6 else 1_000


def modules() -> list[types.ModuleType]:
    """The modules in which readers stand."""
    names = {name for name in purity.pure() if not name.startswith(APART)}
    return [
        importlib.import_module(name) for name in sorted({*names, *READ, *(f"memory_core.{name}" for name in IMPURE)})
    ]


def functions() -> Iterator[tuple[str, Callable[..., Any]]]:
    """Every public function of theirs, with the name of its module behind `memory_core`."""
    for module in modules():
        for name, member in vars(module).items():
            is_own = inspect.isroutine(member) and getattr(member, "__module__", "") == module.__name__
            if is_own and not name.startswith("_"):
                yield f"{module.__name__.removeprefix('memory_core.')}.{name}", member


@cache
def _names() -> dict[str, Any]:
    classes: dict[str, Any] = {}
    for module in modules():
        for name, member in vars(module).items():
            if isinstance(member, type) and member.__module__.startswith("memory_core"):
                classes.setdefault(name, member)
    known = (Any, BinaryIO, Callable, Collection, Iterable, Iterator, Mapping, Sequence)
    return {**classes, **{getattr(hint, "__name__", "Any"): hint for hint in known}, "Any": Any, "BinaryIO": BinaryIO}


@cache
def _hints(function: Any) -> dict[str, Any]:
    module = sys.modules[function.__module__]
    return typing.get_type_hints(function, {**_names(), **vars(module)}, _names())


def _made(hint: Any, text: str, depth: int = 0) -> Any:
    """A value of the type that holds the text wherever it can hold one. Raises `NoWayError`."""
    simple = {str: text, bool: False, int: 1, float: 0.5, object: text, Any: text, type(None): None, dict: {text: text}}
    if isinstance(hint, typing.Hashable) and hint in simple:
        return simple[hint]
    if hint is bytes:
        return text.encode("utf-8", "replace")
    if depth > _DEEPEST and type(None) not in typing.get_args(hint):
        raise NoWayError(repr(hint))
    return _of_parts(hint, text, depth + 1)


def _of_parts(hint: Any, text: str, depth: int) -> Any:
    origin, inner = typing.get_origin(hint), typing.get_args(hint)
    if origin in (typing.Union, types.UnionType):
        return _made(next(part for part in inner if part is not type(None)), text, min(depth, _DEEPEST))
    if origin is Literal:
        return inner[0]
    if origin is Callable:
        return lambda *_, **__: ""
    if origin in (dict, Mapping, MutableMapping):
        return {_made(inner[0], text, depth): _made(inner[1], text, depth)}
    if origin in (list, Sequence, MutableSequence, Iterable, Iterator, Collection):
        return [_made(inner[0], text, depth)]
    if origin is tuple:
        return tuple(_made(part, text, depth) for part in inner if part is not Ellipsis)
    if origin in (set, frozenset, AbstractSet):
        return frozenset([_made(inner[0], text, depth)])
    if isinstance(hint, type) and issubclass(hint, enum.Enum):
        return next(iter(hint))
    if isinstance(hint, type) and (hasattr(hint, "_fields") or dataclasses.is_dataclass(hint)):
        return _record(hint, text, depth)
    if isinstance(hint, typing.TypeVar) or hint in _BY_HAND:
        return _BY_HAND.get(hint, str)(text)
    if isinstance(hint, type) and hint.__module__.startswith("memory_core") and "__init__" in vars(hint):
        hints = _hints(vars(hint)["__init__"])
        names = list(inspect.signature(hint).parameters)
        return hint(*(_made(hints[name], text, depth) for name in names))
    raise NoWayError(repr(hint))


def _seen(text: str) -> suggest.Seen:
    return suggest.Seen("notes", text, [text] * 12)


# Records that are made of a row of the index, or of counts.
_BY_HAND: Final[Mapping[Any, Callable[[str], Any]]] = {
    suggest.Seen: _seen,
    Rule: lambda text: Rule("**", text, ["rejection", *[text] * 3, "ask", *[""] * 3, text, text, f"/{text}/", ""]),
    suggest.Weighed: lambda text: suggest.Weighed(
        _seen(text), suggest_words.terms(text), [0.5] * len(suggest._WEIGHTS)
    ),
}

# What a record must say for itself to be one; a text there would end its reading at once.
_FIELDS: Final[Mapping[tuple[str, str], Any]] = {
    ("Memory", "kind"): "decision",
    ("Candidate", "kind"): "decision",
    ("Learning", "kind"): "preference",
    ("Learning", "level"): "project",
    ("Block", "kind"): "item",
    ("Fact", "kind"): "constraint",
    ("Turn", "role"): "assistant",
    ("Finding", "category"): "security",
    ("Finding", "severity"): "high",
    ("Proposal", "kind"): "constraint",
    ("Carry", "state"): {},
}


def _record(kind: Any, text: str, depth: int) -> Any:
    hints = _hints(kind)
    fields = getattr(kind, "_fields", None) or [field.name for field in dataclasses.fields(kind) if field.init]
    values = {name: _FIELDS.get((kind.__name__, name)) for name in fields}
    return kind(**{name: _made(hints[name], text, depth) if values[name] is None else values[name] for name in fields})


def called(function: Callable[..., Any], text: str) -> tuple[list[Any], dict[str, Any]]:
    """What the function is called with, so that it meets the text. Raises `NoWayError`."""
    hints = _hints(function)
    args: list[Any] = []
    more: dict[str, Any] = {}
    for name, parameter in inspect.signature(function).parameters.items():
        if parameter.kind in (parameter.VAR_POSITIONAL, parameter.VAR_KEYWORD):
            continue
        if parameter.default is not parameter.empty and hints.get(name) is not str:
            continue
        value = _made(hints[name], f"Use {text}" if args or more else text)  # else what is compared would be equal
        if parameter.kind == parameter.KEYWORD_ONLY:
            more[name] = value
        else:
            args.append(value)
    return args, more


def held(function: Callable[..., Any]) -> int:
    """How many texts what the function is called with holds."""
    mark = "\u2021text\u2021"
    return repr(called(function, mark)).count(mark)


def _quietly(function: Callable[..., Any], text: str) -> Any:
    args, more = called(function, text)
    return drained(function(*args, **more))


def drained(value: Any) -> Any:
    """The value; where it is an iterator, read to its end."""
    return list(value) if isinstance(value, Iterator) else value


def readers(
    ways: Mapping[str, Callable[[str], Any]], exempt: Mapping[str, str], once: Collection[str] = ()
) -> list[Reader]:
    """Every reader: in its way where it has one, by its signature else; those of `once` are given the text once."""
    result = [Reader(name, way, 1 if name in once else 8) for name, way in ways.items()]
    for name, function in functions():
        if name not in ways and name not in exempt and (many := held(function)):
            result.append(Reader(name, partial(_quietly, function), many))
    return result


def lines(**more: object) -> str:
    """A line of JSON."""
    return json.dumps(more, ensure_ascii=False)
