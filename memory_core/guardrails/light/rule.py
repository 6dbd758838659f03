"""A guard rail as an edit meets it: one line of the cache, of which most edits read only the beginning.

`scope<TAB>id<TAB>f or r<TAB>the rest as JSON`; the scope is its `globs.parts`, with commas; f where an edit can break
the rule, else r. Behind each text of `forbid` stands what every text must hold in which it is found, "" where that is
not known. What the rule requires is a text of its own, JSON in JSON.
"""

from memory_core.core.light import globs, lean_json

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from memory_core.core.memory import Memory

FORBIDS, REMINDS = "f", "r"
DECIDES = ("ask", "deny")


class Rule:
    """A guard rail."""

    __slots__ = (
        "counts", "enforce", "expires", "forbid", "id", "instead", "kind", "needles", "require", "scope", "what", "why",
    )  # fmt: skip

    def __init__(self, scope: str, name: str, rest: list[str]) -> None:
        self.scope, self.id = scope, name
        self.kind, self.what, self.why, self.instead, self.enforce, self.expires, counts, require, *texts = rest
        self.counts = counts.split()
        self.require: list[Mapping[str, Any]] = lean_json.loads(require) if require else []  # type: ignore[assignment]
        self.forbid = texts[::2]
        self.needles = dict(zip(self.forbid, texts[1::2], strict=False))


def forbidden(memory: "Memory") -> list[str]:
    """What a guard rail forbids that can be looked for."""
    texts = memory.attrs.get("forbid") or () if memory.kind != "exception" else ()
    return [text for text in texts if isinstance(text, str) and text.strip()]


def keeps_place(memory: "Memory") -> bool:
    """Whether a guard rail lets nothing be added to the files in its scope: it decides, and names nothing else."""
    decides = memory.kind != "exception" and memory.attrs.get("enforce") in DECIDES
    return decides and not is_matched(memory) and not globs.is_whole(memory.scope.path)


def is_matched(memory: "Memory") -> bool:
    """Whether a guard rail says what it matches: what it forbids, or what it requires."""
    return bool(forbidden(memory)) or (memory.kind != "exception" and bool(memory.attrs.get("require")))


def split(line: str) -> tuple[str, str, str, str]:
    """Scope, id, f or r, and what only `rule` reads."""
    scope, name, sort, rest = line.split("\t", 3)
    return scope, name, sort, rest


def rule(scope: str, name: str, rest: str) -> Rule:
    """The guard rail of a line; `ValueError` where the line is none."""
    given = lean_json.loads(rest)
    if not isinstance(given, list) or len(given) < 8 or not all(isinstance(text, str) for text in given):
        raise ValueError("this is no line of the guard's cache")
    return Rule(scope, name, given)
