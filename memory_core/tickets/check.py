"""Problems of a ticket's log, packs and slices: code, place, remedy (AIDD-36, A-10)."""

import json
import re
from collections.abc import Callable, Iterable, Iterator, Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple

from memory_core.core.budget import units
from memory_core.tickets import decision, pack
from memory_core.tickets.decision import Damage, Entry, Log
from memory_core.tickets.pack import DECISIONS, SEMANTIC, SLICE, Limits

ERROR, WARNING = "error", "warning"
_SAYS_MORE: Final = (decision.FORGOTTEN, decision.AMENDS)  # keys of lines with other words than their id
_MOST: Final = 20  # problems of a pack or of a line
_STEP: Final = re.compile(r"\[(\d+)\]|([^.\[\]]+)")
_LINE_CODES: Final = {"status": "log-status", "decision_id": "log-id", "supersedes": "log-supersedes"}

Schema = Callable[[Any], Iterable[tuple[str, str]]]  # value to its faults: (place, fault)


class Problem(NamedTuple):
    """A problem of a file."""

    code: str  # docs/tickets.md explains each code
    path: str  # from the root of the project
    message: str
    place: str = ""  # in the file: `line 12`, `/terms/rows/3`
    remedy: str = ""
    severity: str = ERROR


class Lines(NamedTuple):
    """The content of a log, and its problems."""

    log: Log
    problems: list[Problem]


def no_schema(_: Any) -> Iterable[tuple[str, str]]:
    """No faults; used if no package can check a schema."""
    return ()


def log(path: str, ticket: str, lines: Iterable[tuple[int, bytes]], schema: Schema = no_schema) -> Lines:
    """The log made of these numbered lines, and all its problems, sorted by line."""
    entries: list[Entry | Damage] = []
    problems: list[Problem] = []
    for number, raw in lines:
        each = decision.entry_of(raw, number, ticket)
        entries.append(each)
        problems += _of_line(path, ticket, number, raw, each, schema)
    folded = decision.fold(entries)
    known = {entry.id for entry in entries if isinstance(entry, Entry)}
    problems += [
        Problem(
            "log-supersedes", path, f"supersedes {entry.supersedes}, which this log does not hold",
            f"line {entry.line}",
            "append it again with --supersedes and an id of this log, or merge the branch that holds it", WARNING,
        )
        for entry in folded.entries
        if entry.supersedes and entry.supersedes not in known
    ]  # fmt: skip
    return Lines(folded, sorted(problems, key=lambda item: int(item.place.removeprefix("line "))))


def of_pack(
    path: str, text: str, expected: str, ticket: str, limits: Limits, schema: Schema = no_schema
) -> list[Problem]:
    """The problems of a pack or slice that should have the schema `expected`."""
    remedy = _remedy(expected, ticket)
    try:
        value = json.loads(text, parse_constant=decision.no_number)
        canonical = pack.canonical(value) if isinstance(value, dict) else ""
    except RecursionError:
        return [Problem("pack-json", path, "is nested too deeply to be a pack", "", remedy)]
    except ValueError as error:
        line = getattr(error, "lineno", 1)
        what = "holds marks that a merge left" if re.search("(?m)^(<<<<<<<|>>>>>>>)", text) else "is not valid JSON"
        return [Problem("pack-json", path, f"{what} (line {line})", f"line {line}", remedy)]
    if not isinstance(value, dict):
        return [Problem("pack-json", path, "is not a JSON object", "", remedy)]
    if value.get("schema") != expected:
        return [Problem("pack-schema", path, f"schema: must be {expected}", "/schema", remedy)]
    problems = list(_rows(path, value, limits, remedy))
    places = [each.place for each in problems]
    faults = ((pointer(place), place, what) for place, what in schema(value))
    problems += islice(
        (
            Problem("pack-schema", path, f"{place}: {what}".removeprefix(": "), at, remedy)
            for at, place, what in faults
            if not any(_within(at, each) or _within(each, at) for each in places)
        ),
        _MOST,
    )
    if value.get("ticket") != ticket and not any(each.place == "/ticket" for each in problems):
        problems.append(
            Problem("pack-schema", path, f"ticket: must be {ticket}, as the file's name says", "/ticket", remedy)
        )
    problems += _size(path, text, limits, remedy)
    if canonical != text and not problems:
        what = "is not in the form in which it is written: it was edited by hand, or formatted"
        problems.append(Problem("pack-stale", path, what, "", remedy, WARNING))
    return problems


def stale(path: str, text: str, fresh: str, expected: str, ticket: str) -> list[Problem]:
    """The problem of a pack that differs from `fresh`, the text made from its sources now; "" if they are gone."""
    if pack.says_the_same(text, fresh):
        return []
    if not fresh:
        return [Problem("pack-stale", path, "its sources are gone", "", "delete it, or bring them back", WARNING)]
    what = "does not say what its sources give now: they changed since, or it was edited by hand"
    return [Problem("pack-stale", path, what, "", _remedy(expected, ticket), WARNING)]


def missing(path: str, expected: str, ticket: str) -> Problem:
    """The problem of a missing pack with existing sources."""
    return Problem("pack-missing", path, "is not there, though its sources are", "", _remedy(expected, ticket), WARNING)


def pointer(place: str) -> str:
    """A place as a JSON pointer: `terms.rows[3]` is `/terms/rows/3`."""
    return "".join(f"/{match[1] or match[2]}" for match in _STEP.finditer(place))


def _of_line(
    path: str, ticket: str, number: int, raw: bytes, each: Entry | Damage, schema: Schema
) -> Iterator[Problem]:
    at = f"line {number}"
    if isinstance(each, Damage):
        key, _, _ = each.what.partition(":")
        code = _LINE_CODES.get(key) or ("log-schema" if ":" in each.what or "object" in each.what else "log-json")
        remedy = "correct the line by hand, or delete it where it says nothing; until then it is skipped and counted"
        if "mark of a merge" in each.what:
            code, remedy = "log-conflict-marker", "delete this line; the decisions of both sides stay"
        yield Problem(code, path, each.what, at, remedy)
        return
    by_code: dict[str, list[str]] = {}
    for place, what in islice(schema(json.loads(raw)), _MOST):
        by_code.setdefault(_LINE_CODES.get(place, "log-schema"), []).append(f"{place}: {what}".removeprefix(": "))
    for code, faults in by_code.items():
        yield Problem(code, path, "; ".join(faults), at, "correct the line by hand")
    if each.ticket != ticket:
        remedy = "move the line into the log of that ticket, or correct its ticket"
        yield Problem("log-schema", path, "ticket: is not the one that the file is named after", at, remedy, WARNING)
    elif each.id != decision.identify(ticket, each.topic, each.decision) and not any(
        key in each.extra for key in _SAYS_MORE
    ):
        what = f"decision_id: {each.id} is not that of these words: they were edited, or another program wrote them"
        yield Problem("log-id", path, what, at, "leave it, or append the new words as a decision of their own", WARNING)


def _rows(path: str, value: Mapping[str, Any], limits: Limits, remedy: str) -> Iterator[Problem]:
    for name, cols in pack.COLS[value["schema"]].items():
        section = value.get(name)
        if not isinstance(section, dict):
            continue  # the schema reports it
        if section.get("cols") != list(cols):
            yield Problem("pack-rows", path, f"{name}: its columns must be {', '.join(cols)}", f"/{name}/cols", remedy)
        rows = section.get("rows")
        if not isinstance(rows, list):
            continue
        wrong = (
            (number, len(row) if isinstance(row, list) else -1)
            for number, row in enumerate(rows)
            if not isinstance(row, list) or len(row) != len(cols)
        )
        for number, cells in islice(wrong, _MOST):
            what = f"has {cells} cells; it must have {len(cols)}" if cells >= 0 else "is no list of cells"
            yield Problem(
                "pack-rows",
                path,
                f"{name}: row {number + 1} {what}: {', '.join(cols)}",
                f"/{name}/rows/{number}",
                remedy,
            )
        yield from _many(path, f"/{name}/rows", name, rows, limits, remedy)
    for name in pack.LISTS[value["schema"]]:
        if isinstance(value.get(name), list):
            yield from _many(path, f"/{name}", name, value[name], limits, remedy)


def _many(path: str, at: str, name: str, rows: Sequence[Any], limits: Limits, remedy: str) -> Iterator[Problem]:
    if len(rows) > limits.rows:
        yield Problem("pack-budget", path, f"{name}: {len(rows):,} rows; at most {limits.rows}", at, remedy)


def _size(path: str, text: str, limits: Limits, remedy: str) -> Iterator[Problem]:
    lines = text.removesuffix("\n").count("\n") + 1
    if units(text) > limits.chars:
        yield Problem("pack-budget", path, f"{units(text):,} characters; at most {limits.chars:,}", "", remedy)
    if lines > limits.lines:
        yield Problem("pack-budget", path, f"{lines:,} lines; at most {limits.lines:,}", "", remedy)


def _remedy(expected: str, ticket: str) -> str:
    verbs = {SEMANTIC: "extract", DECISIONS: "pack"}
    if expected == SLICE:
        return "delete it, and ask again with `memory-core aidd slice`"
    return f"memory-core aidd {verbs.get(expected, 'extract')} --ticket {ticket}"


def _within(at: str, other: str) -> bool:
    return at == other or at.startswith(f"{other}/")
