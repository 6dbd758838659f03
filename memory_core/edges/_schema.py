"""JSON Schema, draft 7: what of a value does not fit, in words that quote nothing of it."""

from collections.abc import Callable, Iterable, Iterator
from typing import Any, Final

import jsonschema

_SAID: Final = {
    "object": "an object", "array": "a list", "string": "a text", "integer": "a whole number", "number": "a number",
    "boolean": "true or false", "null": "null",
}  # fmt: skip


def checker(schema: Any) -> Callable[[Any], Iterator[tuple[str, str]]]:
    """A function from a value to its faults, (place, what is wrong), as they are found."""
    validator = jsonschema.Draft7Validator(schema)

    def faults(value: Any) -> Iterator[tuple[str, str]]:
        for error in validator.iter_errors(value):
            yield _place(error.absolute_path), _what(error)

    return faults


def _place(path: Iterable[str | int]) -> str:
    place = ""
    for step in path:
        place += f"[{step}]" if isinstance(step, int) else f".{step}"
    return place.removeprefix(".")


def _what(error: Any) -> str:
    """What is wrong. The library's own messages show the value, which a stranger may have made endless."""
    wanted = error.validator_value
    if error.validator == "type":
        names = [wanted] if isinstance(wanted, str) else wanted
        return f"is {_named(error.instance)}; it must be {' or '.join(_SAID[name] for name in names)}"
    if error.validator == "required":
        return f"lacks {error.message.partition(' is a required')[0]}"
    if error.validator in ("const", "enum"):
        return f"must be {wanted if error.validator == 'const' else ' or '.join(map(str, wanted))}"
    if error.validator == "additionalProperties" and wanted is False:
        foreign = sorted(error.instance.keys() - error.schema.get("properties", {}).keys())
        more = f" and {len(foreign) - 3} more" if len(foreign) > 3 else ""
        return f"has keys that do not belong there: {', '.join(repr(key[:40]) for key in foreign[:3])}{more}"
    if error.validator == "pattern" and "description" in error.schema:
        return f"must be {error.schema['description']}"
    return f"does not fit {error.validator}: {wanted}"


def _named(value: Any) -> str:
    if value is None or isinstance(value, bool):
        return "null" if value is None else str(value).lower()
    kinds: dict[type, str] = {str: "string", list: "array", dict: "object"}
    return _SAID[kinds.get(type(value), "number")]
