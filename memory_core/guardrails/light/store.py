"""The guard rails as an edit reads them: derived, of one state of their file, a line each.

`scope<TAB>id<TAB>f or r<TAB>the rest as JSON`; the scope is its `globs.parts`, with commas; f where an edit can break
the rule, else r. Most edits read only the beginning of a line. Behind each text of `forbid` stands what every text must
hold in which it is found, "" where that is not known. What the rule requires is a text of its own, JSON in JSON. The
lines stand in `guard/rules` of the project's derived folder, beside `guard/off`, the expressions that took too long.
"""

import os

from memory_core.core.light import files, globs, lean_json, places, session_lines

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping
    from typing import Any

    from memory_core.core.memory import Memory

HOME = "IRIS_MEMORY.json"
_JOURNAL = ".genius/memory/"
_HANDED = f"{places.HANDED}/review.json"  # what a review found, on its way in
OFF = "off"
_FORM = "memory-core guard 4"
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


def stamp(root: str) -> str:
    """What tells one state of the guard rails' file from another, "" where there is no such file."""
    return files.stamp((os.path.join(root, HOME),)).strip("-")


def is_home(root: str, file: str, names: list[str]) -> bool:
    """Whether a file, with what it is called in the project, is the one that holds the guard rails."""
    if HOME in names:
        return True
    try:
        return os.path.samestat(os.stat(file), os.stat(os.path.join(root, HOME)))
    except OSError:  # a file that is yet to be written
        return False


def is_ours(names: list[str]) -> bool:
    """Whether a file, by all that it is called in the project, speaks of rules, so that no rule is about it."""
    return all(name in (HOME, _HANDED) or name.startswith(_JOURNAL) for name in names)


def rules(root: str, wanted: str) -> list[str] | None:
    """The lines that were kept for this state of the file, None where there are none."""
    return session_lines.headed(session_lines.path(root, "rules"), f"{_FORM} {wanted}")


def keep_rules(root: str, wanted: str, lines: list[str]) -> bool:
    """Whether the lines could be kept for this state of the file."""
    try:
        session_lines.keep_headed(session_lines.path(root, "rules"), f"{_FORM} {wanted}", lines)
    except OSError:
        return False
    return True


def drop_rules(root: str) -> None:
    """The rules are read from their home again."""
    try:
        files.remove(session_lines.path(root, "rules"))
    except OSError:  # it cannot be changed
        return
