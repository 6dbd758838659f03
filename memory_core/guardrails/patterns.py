"""The patterns of a rule in words."""

import json
from collections.abc import Mapping
from typing import Any, Final

from memory_core.core.memory import Memory
from memory_core.guardrails.light.rule import forbidden
from memory_core.language import concepts

_MATCHES: Final = (("name", "name matches"), ("holds", "text holds"))
_HAS: Final = (("annotated", "it has types"), ("documented", "it has a docstring"))


def facts(memory: Memory) -> dict[str, str]:
    """What a rule forbids, requires and counts, each in a line; "" for what it does not."""
    return {
        "forbids": ", ".join(map(concepts.said, forbidden(memory))),
        "requires": "; ".join(map(required, memory.attrs.get("require") or ())),
        "counts": ", ".join(["code", *memory.attrs["counts"]]) if memory.attrs.get("counts") else "",
    }


def required(value: Mapping[str, Any]) -> str:
    """A requirement in words: "each function: its name matches /_op$/"."""
    each = value.get("each") or "file"
    kinds = [each] if isinstance(each, str) else list(each)
    needs = [f"its {does} {value[key]}" for key, does in _MATCHES if key in value]
    needs += [words for key, words in _HAS if value.get(key)]
    unless = f", unless its name matches {value['unless']}" if value.get("unless") else ""
    return f"each {' and '.join(kinds)}: {', '.join(needs)}{unless}"


def as_json(patterns: Mapping[str, Any]) -> str:
    """Patterns as a proof takes them."""
    return json.dumps(patterns, ensure_ascii=False)
