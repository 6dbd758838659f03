"""Read YAML front matter event by event: no recursion, no aliases, every scalar as its text."""

from typing import Any, Final

import yaml

from memory_core.core import budget

LOADER: Final[Any] = getattr(yaml, "CLoader", yaml.Loader)  # only events are read: the loader constructs no objects
_NULLS: Final = ("", "~", "null", "Null", "NULL")


def load(text: str) -> dict[str, str | list[str] | None] | None:
    """The mapping in a text: strings, lists of strings, None. Returns None if it is no mapping or no YAML.

    Values that are nested deeper are left out; a text with too deep nesting is no front matter.
    """
    try:
        events = iter(yaml.parse(text, Loader=LOADER))
        next(events), next(events)  # the stream, the document
        if not isinstance(next(events), yaml.MappingStartEvent):
            return None
        result: dict[str, str | list[str] | None] = {}
        while not isinstance(key := next(events), yaml.MappingEndEvent):
            value = _value(events)
            if isinstance(key, yaml.ScalarEvent):
                if value is not _NESTED:
                    result[str(key.value)] = value
            elif _opens(key):  # the key is a collection, so the value read was its first entry
                return None
        return result if isinstance(next(events), yaml.DocumentEndEvent) and _ends(events) else None
    except (yaml.YAMLError, StopIteration, ValueError):
        return None


_NESTED: Final[Any] = object()


def _ends(events: Any) -> bool:
    return isinstance(next(events), yaml.StreamEndEvent)


def _opens(event: Any) -> bool:
    return isinstance(event, (yaml.SequenceStartEvent, yaml.MappingStartEvent))


def _value(events: Any) -> Any:
    event = next(events)
    if isinstance(event, yaml.ScalarEvent):
        return _scalar(event)
    if not _opens(event):
        return _NESTED  # an alias
    flat = isinstance(event, yaml.SequenceStartEvent)
    entries: list[str] = []
    depth = 1
    while depth:
        event = next(events)
        if _opens(event):
            flat, depth = False, depth + 1
            if depth > budget.NESTED:  # the parser takes quadratic time for nested collections
                raise ValueError("collections in collections, deeper than anybody writes them")
        elif isinstance(event, (yaml.SequenceEndEvent, yaml.MappingEndEvent)):
            depth -= 1
        elif flat and isinstance(event, yaml.ScalarEvent):
            entries.append(_scalar(event) or "")
        else:
            flat = False
    return entries if flat else _NESTED


def _scalar(event: Any) -> str | None:
    plain = event.implicit[0]  # neither quoted nor tagged
    return None if plain and event.value in _NULLS else str(event.value)
