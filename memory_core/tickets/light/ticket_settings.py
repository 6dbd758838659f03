"""The project's settings for its tickets: `aidd/config/conventions.json` and `gates.json` (AIDD-44, 45).

The hook before a read loads this module, so it imports neither `json`, `re` nor `typing`.
"""

import os

from memory_core.core.light import json_store

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any

CONVENTIONS = "aidd/config/conventions.json"
GATES = "aidd/config/gates.json"
OFF, SOFT, HARD, ADVISE = "off", "soft", "hard", "advise"
CHARS, LINES, ROWS = 8_000, 180, 20  # at most, whatever is set (AIDD-21 to 23)
_LIMIT = 200_000  # bytes of a file that are read
_LEVELS = {False: OFF, True: SOFT, OFF: OFF, SOFT: SOFT, HARD: HARD}


class Budget:
    """The limits of a pack."""

    __slots__ = ("chars", "lines", "rows")

    def __init__(self, rows: int) -> None:
        self.chars, self.lines, self.rows = CHARS, LINES, rows


class Settings:
    """The settings; a missing or invalid value is the default."""

    def __init__(self) -> None:
        self.enabled = True
        self.semantic = Budget(15)
        self.decisions = Budget(20)
        self.excerpt_chars = 1_200
        self.read_order: tuple[str, ...] = ()
        self.require_decisions_pack = SOFT  # off | soft | hard
        self.require_read_log = OFF  # off | soft | hard
        self.full_reads = ADVISE  # off | advise | hard
        self.stages: tuple[str, ...] = ("plan", "review", "qa")
        self.problems: tuple[str, ...] = ()  # invalid values, a line each


def read(root: str) -> Settings:
    """The settings of the project; each invalid value is a line in `problems`, and its default holds."""
    settings = Settings()
    conventions, gates = _Section(root, CONVENTIONS), _Section(root, GATES)
    settings.enabled = conventions.flag("enabled", settings.enabled)
    for name, budget in (("semantic", settings.semantic), ("decisions", settings.decisions)):
        part = conventions.part(name)
        budget.chars = part.number("max_chars", budget.chars, CHARS)
        budget.lines = part.number("max_lines", budget.lines, LINES)
        budget.rows = part.number("max_rows", budget.rows, ROWS)
        conventions.problems += part.problems
    settings.excerpt_chars = conventions.number(
        "excerpt_chars", settings.excerpt_chars, settings.excerpt_chars, least=0
    )
    settings.read_order = conventions.words("read_order", settings.read_order)
    settings.require_decisions_pack = gates.level("require_decisions_pack", settings.require_decisions_pack)
    settings.require_read_log = gates.level("require_read_log", OFF)
    settings.full_reads = gates.choice("full_reads", settings.full_reads, (OFF, ADVISE, HARD))
    settings.stages = gates.words("stages", settings.stages)
    settings.problems = (*conventions.problems, *gates.problems)
    return settings


class _Section:
    """The `memory` section of a file, or a part of it."""

    def __init__(self, root: str, place: str, name: str = "memory", given: "Any" = None) -> None:
        self.place, self.name, self.problems = place, name, []  # type: str, str, list[str]
        if given is None:
            whole = self._whole(root)
            given = whole.get("memory") if isinstance(whole, dict) else None
        if given is not None and not isinstance(given, dict):
            self.problems.append(f"{place}: {name} is no object; it is ignored")
        self.values: dict[str, Any] = given if isinstance(given, dict) else {}

    def _whole(self, root: str) -> "Any":
        whole, fault = json_store.read_object(os.path.join(root, *self.place.split("/")), _LIMIT)
        if fault:
            self.problems.append(f"{self.place} {fault}; it is ignored")
        return whole

    def part(self, name: str) -> "_Section":
        given = self.values.get(name)
        return _Section("", self.place, f"{self.name}.{name}", {} if given is None else given)

    def flag(self, name: str, default: bool) -> bool:
        value = self.values.get(name, default)
        if isinstance(value, bool):
            return value
        return self._unfit(name, "is neither true nor false", default)  # type: ignore[no-any-return]

    def number(self, name: str, default: int, most: int, least: int = 1) -> int:
        value = self.values.get(name, default)
        if isinstance(value, int) and not isinstance(value, bool) and least <= value <= most:
            return value
        return self._unfit(name, f"is no number from {least} to {most}", default)  # type: ignore[no-any-return]

    def words(self, name: str, default: tuple[str, ...]) -> tuple[str, ...]:
        value = self.values.get(name, default)
        if isinstance(value, tuple):
            return value
        if isinstance(value, list) and all(isinstance(each, str) and each.isprintable() for each in value):
            return tuple(each[:200] for each in value[:20])
        return self._unfit(name, "is no list of words", default)  # type: ignore[no-any-return]

    def level(self, name: str, default: str) -> str:
        value = self.values.get(name, default)
        if isinstance(value, bool | str) and value in _LEVELS:
            return _LEVELS[value]
        return self._unfit(name, 'is none of false, true, "soft", "hard"', default)  # type: ignore[no-any-return]

    def choice(self, name: str, default: str, options: tuple[str, ...]) -> str:
        value = self.values.get(name, default)
        if isinstance(value, str) and value in options:
            return value
        return self._unfit(name, f"is none of {', '.join(options)}", default)  # type: ignore[no-any-return]

    def _unfit(self, name: str, what: str, default: "Any") -> "Any":
        shown = ", ".join(default) if isinstance(default, tuple) else default
        self.problems.append(f"{self.place}: {self.name}.{name} {what}; {shown!r} holds")
        return default
