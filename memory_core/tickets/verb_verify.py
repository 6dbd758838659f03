"""`memory-core aidd verify`: check log, packs and slices of a ticket against schemas, budgets, sources (AIDD-36)."""

import os
from collections.abc import Iterator, Sequence
from functools import cache, partial
from typing import Final, NamedTuple

from memory_core import edges, redact
from memory_core.core.light import json_store
from memory_core.core.light.errors import Refusal
from memory_core.core.light.places import inside
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.tickets import active, check, decision_log, documents, pack, pack_files, packing, places
from memory_core.tickets.check import ERROR, WARNING, Problem, Schema
from memory_core.tickets.decision import Conflict
from memory_core.tickets.light import ticket_settings
from memory_core.tickets.pack import DECISIONS, OF_SLICE, SEMANTIC, SLICE, Limits

_SCHEMAS: Final = {
    "": "aidd-decision", SEMANTIC: "aidd-semantic-pack", DECISIONS: "aidd-decisions-pack", SLICE: "aidd-memory-slice",
}  # fmt: skip
_SLICE: Final = "-memory-slice-"
_TOLD: Final = 20  # conflicts
_PACK: Final = ".pack.json"
_ENDS: Final = {places.SEMANTIC: SEMANTIC, places.DECISIONS: DECISIONS}


class Verified(NamedTuple):
    """The checked files, and their problems."""

    looked: tuple[str, ...]
    problems: tuple[Problem, ...]
    conflicts: tuple[Conflict, ...] = ()  # only information; a person settles them


class _File(NamedTuple):
    """A file to check."""

    path: str
    schema: str  # of the pack; "" for a log
    ticket: str


def main(arguments: list[str]) -> Report:
    """Check log, packs and slices; the exit code is 0 without errors, else 1."""
    options = parsed("aidd verify", arguments)
    if options.paths:
        verified = of_paths(options.root, [_named(options.root, options.here, path) for path in options.paths])
    else:
        ticket = active.needed(options.root, options.ticket, options.here).ticket
        verified = of_ticket(options.root, ticket)
        if not verified.looked and not documents.read(options.root, ticket).documents:
            raise Refusal(f"{ticket} has neither a log, nor a pack, nor a document; name another ticket")
    ok = not any(problem.severity == ERROR for problem in verified.problems)
    conflicts = [{**conflict._asdict(), "ids": list(conflict.ids)} for conflict in verified.conflicts]
    problems = [problem._asdict() for problem in verified.problems]
    value = {"ok": ok, "problems": problems, "conflicts": conflicts, "looked": list(verified.looked)}
    return Report(options, value, redact.clean("\n".join(_report(verified))), code=0 if ok else 1)


def of_ticket(root: str, ticket: str) -> Verified:
    """Check the ticket's log, both packs and its slices; also what is missing, stale, or unread in its documents."""
    log, semantic, decisions = (
        places.decision_log(ticket), places.semantic_pack(ticket), places.decisions_pack(ticket)
    )  # fmt: skip
    wanted = [_File(log, "", ticket), _File(semantic, SEMANTIC, ticket), _File(decisions, DECISIONS, ticket)]
    wanted += [_File(path, SLICE, ticket) for path in pack_files.slices(root, ticket)]
    there = [file for file in wanted if pack_files.read(root, file.path).is_there]
    looked, problems, conflicts = _checked(root, there)
    existing = {file.path for file in there}
    sources, unread = _documents(root, ticket)
    problems += unread
    if sources and semantic not in existing:
        problems += (check.missing(semantic, SEMANTIC, ticket),)
    if log in existing and not decision_log.is_merged(root, ticket):
        where, remedy = f"{places.MEMORY}/.gitattributes", f"add to it: *{places.LOG} merge=union"
        problems += (Problem("log-merge", where, "gives git no rule for the logs", "", remedy, WARNING),)
    if log in existing and decisions not in existing:
        problems += (check.missing(decisions, DECISIONS, ticket),)
    return Verified(looked, problems + tuple(_settings(root)), conflicts)


def of_paths(root: str, paths: Sequence[str]) -> Verified:
    """Check the files at these paths of the project, each identified by its name."""
    return _checked(root, [_file(path) for path in paths])


def of_packs(root: str) -> list[Problem]:
    """The problems of the packs of all tickets, without a comparison with their sources."""
    wanted = [
        _File(path, schema, ticket)
        for ticket in pack_files.tickets(root)
        for path, schema in ((places.semantic_pack(ticket), SEMANTIC), (places.decisions_pack(ticket), DECISIONS))
    ]
    read = ((file, pack_files.read(root, file.path)) for file in wanted)
    return [problem for file, content in read if content.is_there for problem in _of_pack(root, file, content)]


def _checked(root: str, wanted: Sequence[_File]) -> Verified:
    problems: list[Problem] = []
    conflicts: tuple[Conflict, ...] = ()
    for file in wanted:
        content = pack_files.read(
            root, file.path, decision_log.LIMIT if file.path.endswith(places.LOG) else pack_files.LIMIT
        )
        if file.path.endswith(places.LOG):
            if content.fault:
                problems.append(Problem("log-file", file.path, content.fault, "", "nothing is read from it until then"))
                continue
            log = check.log(file.path, file.ticket, _lines(content.raw), _schema(""))
            problems += log.problems
            conflicts += log.log.conflicts
        else:
            problems += _of_pack(root, file, content) or _stale(root, file, content.raw.decode())
    return Verified(tuple(each.path for each in wanted), tuple(problems), conflicts)


def _of_pack(root: str, file: _File, content: json_store.Content) -> list[Problem]:
    """The problems of a pack without a comparison with its sources."""
    try:
        text, fault = content.raw.decode(), content.fault
    except UnicodeDecodeError:
        text, fault = "", "is not UTF-8"
    if fault:
        return [Problem("pack-file", file.path, fault, "", "delete it; it is made again")]
    return check.of_pack(file.path, text, file.schema, file.ticket, _limits(root, file), _schema(file.schema))


def _stale(root: str, file: _File, text: str) -> list[Problem]:
    fresh = _fresh(root, file, text)
    return [] if fresh is None else check.stale(file.path, text, fresh, file.schema, file.ticket)


def _fresh(root: str, file: _File, text: str) -> str | None:
    """The text of the pack if it were made now; "" if it has no sources, None if that is unknown."""
    try:
        if file.path == places.semantic_pack(file.ticket):
            return packing.semantic_text(root, file.ticket, pack.scope(text))
        if file.path == places.decisions_pack(file.ticket):
            there = pack_files.has_sources(root, file.ticket)
            return packing.decisions_text(root, file.ticket, pack.top(text)) if there else ""
    except Refusal:  # a package is missing, or the log cannot be read; reported elsewhere
        return None
    return None


def _limits(root: str, file: _File) -> Limits:
    if file.schema == SLICE:
        return OF_SLICE._replace(rows=20)
    return packing.limits_of(root, places.SEMANTIC if file.schema == SEMANTIC else places.DECISIONS)


def _documents(root: str, ticket: str) -> tuple[bool, tuple[Problem, ...]]:
    """(whether the ticket has documents, the problems of unread parts)."""
    try:
        reading = documents.read(root, ticket)
    except Refusal as refusal:
        return False, (Problem("document", "", str(refusal), "", "memory-core setup", WARNING),)
    parts = (problem.partition(": ") for problem in reading.problems)
    remedy = "mend the document; until then the pack lacks what it says"
    return bool(reading.documents), tuple(
        Problem("document", path, what, "", remedy, WARNING) for path, _, what in parts
    )


def _settings(root: str) -> Iterator[Problem]:
    for line in (*ticket_settings.read(root).problems, *filter(None, [active.problem(root)])):
        path = next(
            (name for name in (ticket_settings.CONVENTIONS, ticket_settings.GATES, active.FILE) if name in line), ""
        )
        yield Problem("settings", path, line.removeprefix(f"{path}: "), "", "correct the value", WARNING)


def _lines(raw: bytes) -> Iterator[tuple[int, bytes]]:
    for number, line in enumerate(raw.removeprefix(b"\xef\xbb\xbf").split(b"\n"), 1):
        if line and not line.isspace():
            yield number, line


@cache
def _schema(name: str) -> Schema:
    """A function that checks a value against the format of a pack, or of a line of a log."""
    try:
        return partial(edges.formats(), _SCHEMAS[name])
    except Refusal:  # the set-up is missing
        return check.no_schema


def _named(root: str, here: str, given: str) -> str:
    """The path in the project of a file that was named from the folder `here`."""
    place = os.path.join(here, given)
    names = inside(root, place)
    if not names:
        raise Refusal(f"{given} lies outside of the project {root}; name a file in it")
    if not pack_files.read(root, names[0]).is_there:
        raise Refusal(f"{given}: there is no such file; without a path all files of the ticket are looked at")
    return names[0]


def _file(path: str) -> _File:
    name = path.rpartition("/")[2]
    if name.endswith(places.LOG):
        return _File(path, "", name.removesuffix(places.LOG))
    for end, schema in _ENDS.items():
        if name.endswith(end):
            return _File(path, schema, name.removesuffix(end))
    if _SLICE in name and name.endswith(_PACK):
        return _File(path, SLICE, name.rpartition(_SLICE)[0])
    raise Refusal(
        f"{path} is not named like a log, pack or slice; the names are TICKET{places.LOG}, TICKET{places.SEMANTIC}, "
        f"TICKET{places.DECISIONS}, TICKET{_SLICE}HASH{_PACK}"
    )


def _report(verified: Verified) -> Iterator[str]:
    for problem in verified.problems:
        where = f"{problem.path} {problem.place}".strip()
        yield f"{problem.severity} {problem.code}: {where}: {problem.message}"
        yield f"  {problem.remedy}"
    for conflict in verified.conflicts[:_TOLD]:
        how = "supersede each other" if conflict.is_cycle else "are all active"
        scope = f" ({conflict.scope_key})" if conflict.scope_key else ""
        yield f"conflict: {conflict.topic}{scope}: {', '.join(conflict.ids)} {how}; supersede all but one"
    if (more := len(verified.conflicts) - _TOLD) > 0:
        yield f"conflict: {more} more; `--json` names them all"
    errors = sum(each.severity == ERROR for each in verified.problems)
    yield f"files: {len(verified.looked)}, errors: {errors}, warnings: {len(verified.problems) - errors}"
