"""`memory-core aidd gate --stage S`: check whether a stage has what it needs (AIDD-45, 51, 58, A-11).

Soft by default: missing things are reported, and the exit code is 0. Only `hard` in `aidd/config/gates.json`, or
`--hard`, makes it 1 (AIDD-63).
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from memory_core import redact
from memory_core.core.options import input_bytes, parsed
from memory_core.core.report import Report
from memory_core.tickets import active, check, decision_log, pack, pack_files, packing, places, read_log
from memory_core.tickets.light import ticket_settings
from memory_core.tickets.light.ticket_settings import HARD, OFF, SOFT, Settings

LOGGED: Final = ("review", "qa")  # the stages that log what they read (AIDD-51)
_LIMIT: Final = 4_000_000  # bytes of a text that is read


class Problem(NamedTuple):
    """Something that a stage lacks."""

    code: str
    path: str
    message: str
    remedy: str
    level: str  # soft | hard


def main(arguments: list[str]) -> Report:
    """Report what a stage lacks; the exit code is 1 if a hard gate is not passed."""
    options = parsed("aidd gate", arguments)
    work = active.needed(options.root, options.ticket or "", options.here)
    settings = ticket_settings.read(options.root)
    stage = (options.stage or work.stage).strip().casefold()
    given = None
    if options.read_log is not None:
        given = input_bytes(options, "--read-log", options.read_log, _LIMIT).decode("utf-8", "replace")
    missing = list(problems(options.root, work.ticket, stage, settings, hard=options.hard, given=given))
    ok = all(problem.level != HARD for problem in missing)
    entries = [problem._asdict() for problem in missing]
    value = {"ok": ok, "problems": entries, "ticket": work.ticket, "stage": stage, "settings": list(settings.problems)}
    return Report(
        options, value, redact.clean("\n".join(_report(work.ticket, stage, missing, settings))), code=0 if ok else 1
    )


def problems(
    root: str, ticket: str, stage: str, settings: Settings, *, hard: bool = False, given: str | None = None
) -> Iterator[Problem]:
    """The unmet requirements of the project's gates for the stage; `given` is the text with its read log."""
    if not settings.enabled or not _is_gated(stage, settings):
        return
    for what in settings.problems:
        if what.startswith(ticket_settings.GATES):  # an invalid setting may hide a gate
            remedy = f"mend {ticket_settings.GATES}"
            yield Problem("settings", ticket_settings.GATES, what, remedy, HARD if hard else SOFT)
    level = HARD if hard else settings.require_decisions_pack
    if level != OFF:
        yield from _pack(root, ticket, level)
    asked = SOFT if given is not None and settings.require_read_log == OFF else settings.require_read_log
    if asked != OFF and (stage in LOGGED or given is not None):
        yield from _read_log(root, ticket, HARD if hard else asked, given)


def _is_gated(stage: str, settings: Settings) -> bool:
    return not stage or stage in {name.casefold() for name in settings.stages}


def _pack(root: str, ticket: str, level: str) -> Iterator[Problem]:
    path, log = places.decisions_pack(ticket), places.decision_log(ticket)
    remedy = f"memory-core aidd pack --ticket {ticket}"
    there = pack_files.read(root, path)
    if fault := pack_files.read(root, log, decision_log.LIMIT).fault:
        yield Problem("log-file", log, fault, "move away what is in the log's place; nothing is read from it", level)
        return
    if not there.is_there:
        yield Problem("pack-missing", path, "there is no decisions pack", remedy, level)
        return
    text = there.raw.decode("utf-8", "replace")
    for problem in _wrong(root, ticket, there.fault, text):
        place = f"{problem.place}: " if problem.place else ""
        yield Problem(problem.code, path, f"{place}{problem.message}", f"move it away, then: {remedy}", level)
        return
    if not pack.says_the_same(text, packing.decisions_text(root, ticket, pack.top(text))):
        yield Problem("pack-stale", path, "does not say what the log says now", remedy, level)
    elif pack.is_empty(text):
        remedy = f"memory-core aidd append --ticket {ticket} --topic T --decision D"
        yield Problem("pack-empty", path, "holds no decision", remedy, level)


def _wrong(root: str, ticket: str, fault: str, text: str) -> list[check.Problem]:
    """The errors of a decisions pack."""
    path = places.decisions_pack(ticket)
    if fault:
        return [check.Problem("pack-file", path, fault)]
    problems = check.of_pack(path, text, pack.DECISIONS, ticket, packing.limits_of(root, places.DECISIONS))
    return [problem for problem in problems if problem.severity == check.ERROR]


def _read_log(root: str, ticket: str, level: str, given: str | None) -> Iterator[Problem]:
    path = places.context_pack(ticket) if given is None else "READ_LOG"
    text = pack_files.text(root, path) if given is None else given
    reads = read_log.reads(text)
    form = f"AIDD:READ_LOG: {places.semantic_pack(ticket)}; path (reason: why it was read as a whole)"
    if not reads:
        what = "there is no AIDD:READ_LOG" if reads is None else "its AIDD:READ_LOG names nothing"
        yield Problem("read-log-missing", path, what, f"log what was read: {form}", level)
        return
    if not read_log.first(reads, ticket):
        remedy = f"read {places.semantic_pack(ticket)} or {places.decisions_pack(ticket)} first, and log it"
        yield Problem(
            "read-log-without-pack", path, f"no memory pack of {ticket} was read before whole documents", remedy, level
        )
    for read in read_log.unexplained(reads):
        message = f"{read.path} was read as a whole, and no reason is given"
        yield Problem("read-log-without-reason", read.path, message, f"give it: {read.path} (reason: …)", level)


def _report(ticket: str, stage: str, problems: list[Problem], settings: Settings) -> list[str]:
    where = f"{ticket}{f', stage {stage}' if stage else ''}"
    if not settings.enabled:
        return [f"ok   {where}: memory is switched off ({ticket_settings.CONVENTIONS})"]
    if not _is_gated(stage, settings):
        return [f"ok   {where}: there is a gate for {', '.join(settings.stages)} only", *settings.problems]
    if not problems:
        return [f"ok   {where}: nothing is missing", *settings.problems]
    mark = {HARD: "FAIL", SOFT: "warn"}
    rows = [
        f"{mark[problem.level]} {problem.code}: {problem.path}: {problem.message}\n     → {problem.remedy}"
        for problem in problems
    ]
    return [f"{where}:", *rows, *settings.problems]
