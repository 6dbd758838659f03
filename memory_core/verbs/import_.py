"""`memory-core import FILE`: bring exported memories into their homes, with their ids and commits.

The file comes from strangers. It is checked completely before anything is written; every text is cleaned of secrets;
entries that cannot be imported are listed, and the rest is imported.
"""

import json
import os
import sys
from collections.abc import Mapping, Sequence
from itertools import islice
from typing import Any, Final, NamedTuple, NoReturn

from memory_core import edges, redact
from memory_core.core import git, homes, registry
from memory_core.core.budget import how_many
from memory_core.core.light import clock, files
from memory_core.core.light.errors import Refusal
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.core.timestamps import utc
from memory_core.guardrails import verb_audit
from memory_core.guardrails.file_format import settled
from memory_core.notes import batch, git_notes, ledger
from memory_core.recall import indexing, showing
from memory_core.redact import second_opinion
from memory_core.tickets import home as tickets_home
from memory_core.verbs import importing, portable
from memory_core.verbs.importing import ADDED, KNOWN, UPDATED, Arrival, Outcome
from memory_core.verbs.portable import Fault, Part

LIMIT: Final = 200_000_000  # bytes of a file
DEEP: Final = 32  # levels of a value
_TOLD: Final = 10  # things that the report names
_FAULTS: Final = 5  # of the file that a refusal names


class Imported(NamedTuple):
    """What became of the memories of a file."""

    added: int
    updated: int  # known ones that got a document or a commit
    known: int
    skipped: list[dict[str, str]]  # {at, why}
    renamed: list[dict[str, str]]  # {at, was, id, why}
    memories: list[str]  # the ids of what was added or updated


class _Reading(NamedTuple):
    """The memories of a file during an import, and the problems found in it."""

    root: str
    head: str
    when: str
    skipped: list[tuple[str, str]]
    renamed: dict[str, str]  # ids that redaction changed


def main(arguments: list[str]) -> Report:
    """Import the memories of a file; `Refusal`, and nothing written, if the file is not an export."""
    options = parsed("import", arguments)
    if options.file == "-" and options.args_stdin:
        raise Refusal("import - and --args-stdin both read standard input; give a file")
    result = imported(options.root, checked(read(options.file)), options.here)
    label = "import" if options.args_stdin else ""
    errors = [] if options.json else showing.damage(options.root)
    return Report(options, result._asdict(), lambda: "\n".join(_lines(result)), label, errors=errors)


def imported(root: str, entries: Sequence[Mapping[str, Any]], here: str = "") -> Imported:
    """The outcomes for these memories, in their order. The index is updated.

    `here` is the worktree whose HEAD is the commit of memories without one. `Refusal` if the lock is not available.
    """
    edges.front_matter()  # without it a document could not be told from damage
    head = (git.head(here or root) or "") if git.folder(root) else ""
    reading = _Reading(root, head, clock.stamp(clock.now()), [], {})
    arrivals = [
        arrival
        for at, entry in enumerate(entries)
        if (arrival := _arrival(reading, f"memories[{at}]", entry)) is not None
    ]
    if reading.renamed:
        arrivals = [_retargeted(each, reading.renamed) for each in arrivals]
    _bounded(arrivals)
    arrivals = _tried(reading, arrivals, here)
    with registry.held(root):
        outcomes = importing.write(root, arrivals)
    indexing.refresh_index(root)
    return _report(reading, entries, outcomes)


def read(name: str) -> Any:
    """The JSON value of a file, `-` for standard input. `Refusal` if it cannot be read, is too long or no JSON."""
    shown = "standard input" if name == "-" else redact.neutral(name)
    raw = sys.stdin.buffer.read(LIMIT + 1) if name == "-" else _bytes(name, shown)
    if len(raw) > LIMIT:
        raise Refusal(f"{shown} is longer than {LIMIT // 1_000_000} MB; export a spec at a time, with --spec")
    try:
        return json.loads(raw.decode("utf-8-sig"), parse_constant=_no_number)
    except UnicodeDecodeError as error:
        raise Refusal(f"{shown} is no text in UTF-8 (byte {error.start:,}); export it again") from error
    except (RecursionError, MemoryError) as error:
        raise Refusal(f"{shown} is nested too deeply or too large to come from `memory-core export`") from error
    except ValueError as error:
        raise Refusal(f"{shown} is not valid JSON: {error}; give a file that `memory-core export` wrote") from error


def checked(value: Any) -> list[dict[str, Any]]:
    """The memories of an export. `Refusal` names the places that do not fit `schemas/export.schema.json`."""
    if place := _too_deep(value):
        raise Refusal(f"the file is nested deeper than {DEEP} levels at {place}; no export is. Nothing was imported")
    faults = list(islice(edges.formats()("export", value), _FAULTS + 1))
    if faults:
        named = [f"  {place or 'the file'} {what}" for place, what in faults[:_FAULTS]]
        named += ["  … and more"] if len(faults) > _FAULTS else []
        raise Refusal("\n".join(["the file is no export of memory-core; nothing was imported", *named]))
    entries: list[dict[str, Any]] = value["memories"]
    return entries


def _bytes(name: str, shown: str) -> bytes:
    if "\0" in name or not os.path.lexists(name):
        raise Refusal(f"there is no file {shown}; `memory-core export --output FILE` writes one")
    if os.path.isdir(name):
        raise Refusal(f"{shown} is a folder; name the file in it")
    raw = files.read_bytes(os.path.realpath(name), LIMIT + 1)
    if raw is None:
        raise Refusal(f"{shown} cannot be read as a file; pass it on standard input: `memory-core import -`")
    return raw


def _no_number(name: str) -> NoReturn:
    raise ValueError(f"{name} is no number of JSON")


def _too_deep(value: Any) -> str:
    """Where a value is nested deeper than any export, "" if it is not."""
    if not _is_deeper(value, DEEP):
        return ""
    rows = value.get("memories") if isinstance(value, dict) else None
    deep = (at for at, row in enumerate(rows if isinstance(rows, list) else []) if _is_deeper(row, DEEP - 2))
    return next((f"memories[{at}]" for at in deep), "its top")


def _is_deeper(value: Any, most: int) -> bool:
    level = [value]
    for _ in range(most + 1):
        level = [other for other in level if isinstance(other, dict | list)]
        level = [each for other in level for each in (other.values() if isinstance(other, dict) else other)]
    return any(isinstance(other, dict | list) for other in level)


def _arrival(reading: _Reading, at: str, entry: Mapping[str, Any]) -> Arrival | None:
    """An entry of the file without secrets; None, with the reason noted, if it cannot be imported."""
    try:
        return _of_documents(reading, at, entry) if entry.get("documents") else _of_fields(reading, at, entry)
    except Fault as fault:
        reading.skipped.append((at, str(fault)))
        return None


def _of_documents(reading: _Reading, at: str, entry: Mapping[str, Any]) -> Arrival | None:
    if git.folder(reading.root) is None:
        raise Fault("is a note on a commit, and here is not a git repository")
    parts: list[Part] = []
    for number, text in enumerate(entry["documents"]):
        try:
            part = portable.part(text, git_notes.loader, second_opinion.clean)
        except Fault as fault:
            reading.skipped.append((f"{at}.documents[{number}]", str(fault)))
            continue
        parts.append(part)
        if part.was != part.document.id and not batch.is_one(part.document):
            reading.renamed[part.was] = part.document.id
    commits = _commits(reading, at, entry)
    if not (parts and commits):
        return None
    return Arrival(at, portable.space_of(entry, parts[0].document), commits, tuple(parts))


def _of_fields(reading: _Reading, at: str, entry: Mapping[str, Any]) -> Arrival | None:
    """What an entry brings that has no documents: a line of a decision log, a note on its commit or HEAD, or an entry
    of the journal."""
    given = {key: value for key, value in entry.items() if key != "documents"}
    clean = portable.cleaned(given, second_opinion.clean)
    if clean["summary"] != given["summary"]:
        clean["id"] = None  # it was computed from what is gone now
    memory = portable.memory(clean, reading.when)
    if homes.is_only_read(str(clean.get("home"))):
        raise Fault("comes from a document of its project, such as CLAUDE.md; copy that document instead")
    logged = memory._replace(source=memory.source._replace(home=str(clean.get("home") or "")))
    if tickets_home.is_logged(logged):
        return Arrival(at, entry=logged)
    if registry.wanted_by(memory) == "guard rails":
        return Arrival(at, entry=settled(memory, clock.today()))
    if registry.wanted_by(memory) == "learnings" and clean.get("home") != git_notes.NAME:
        return Arrival(at, entry=memory)
    anchored = clean.get("home") in (None, "", git_notes.NAME) and git.folder(reading.root) is not None
    if ledger.spaces(memory) and anchored and (reading.head or clean.get("commit") or clean.get("commits")):
        commits = _commits(reading, at, clean)
        made = portable.part_of(portable.document(memory), git_notes.loader)
        dated = bool(utc(clean.get("created") or ""))
        return Arrival(at, ledger.spaces(memory), commits, (made,), dated=dated) if commits else None
    return Arrival(at, entry=portable.entry_of(memory))


def _commits(reading: _Reading, at: str, entry: Mapping[str, Any]) -> tuple[str, ...]:
    """The commits of an entry, HEAD if it names none; invalid commits are noted."""
    named = [(f".commits[{number}]", name) for number, name in enumerate(entry.get("commits") or ())]
    named = named or [(".commit", entry["commit"])] if named or entry.get("commit") else []
    if not named:
        if not reading.head:
            raise Fault("names no commit, and this repository has no commit yet")
        return (reading.head,)
    names = []
    for place, name in named:
        try:
            names.append(portable.commit_of(name))
        except Fault as fault:
            reading.skipped.append((at + place, str(fault)))
    return tuple(sorted(set(names)))


def _retargeted(arrival: Arrival, renamed: Mapping[str, str]) -> Arrival:
    try:
        return arrival._replace(
            parts=tuple(portable.retargeted(part, renamed, git_notes.loader) for part in arrival.parts)
        )
    except Fault:  # it tells of an id that is no more, and cannot be written anew
        return arrival


def _bounded(arrivals: Sequence[Arrival]) -> None:
    """Raise `Refusal` if a file, with a long text on many commits, would make far more of the repository."""
    size = sum(len(arrival.commits) * sum(len(part.text) for part in arrival.parts) for arrival in arrivals)
    if size > 2 * LIMIT:
        raise Refusal(f"the file would write {size // 1_000_000:,} MB of notes; export a spec at a time, with --spec")


def _tried(reading: _Reading, arrivals: Sequence[Arrival], here: str) -> list[Arrival]:
    """The arrivals; a rule that would have refused additions of recent commits asks instead (ADR 0010)."""
    denying = [
        arrival.entry._replace(id=arrival.at)
        for arrival in arrivals
        if arrival.entry
        and registry.wanted_by(arrival.entry) == "guard rails"
        and arrival.entry.attrs.get("enforce") == "deny"
    ]
    audit = verb_audit.audit(here if here and git.folder(reading.root) else reading.root, denying)
    milder = set()
    for rule in denying:
        if hits := len(audit.hits[rule.id]):
            why = f"the last {verb_audit.COMMITS} commits added {how_many(hits, 'line')} that it would have refused"
        elif audit.stopped or rule.id in audit.notes:
            why = audit.notes.get(rule.id, "there was no time to look at all commits")
        else:
            continue
        milder.add(rule.id)
        reading.skipped.append((f"{rule.id}.attrs.enforce", f"deny was brought in as ask: {why}"))
    return [_asking(arrival) if arrival.at in milder else arrival for arrival in arrivals]


def _asking(arrival: Arrival) -> Arrival:
    entry = arrival.entry
    return arrival._replace(entry=entry and entry._replace(attrs={**entry.attrs, "enforce": "ask"}))


def _report(reading: _Reading, entries: Sequence[Mapping[str, Any]], outcomes: Sequence[Outcome]) -> Imported:
    number = {f"memories[{at}]": at for at in range(len(entries))}
    ordered = sorted(outcomes, key=lambda outcome: number[outcome.arrival.at])
    states = [outcome.state for outcome in ordered]
    skipped = [*reading.skipped, *(row for outcome in ordered for row in outcome.skipped)]
    skipped.sort(key=lambda row: number[row[0].partition("]")[0] + "]"])
    renamed = []
    for each in ordered:
        was = entries[number[each.arrival.at]].get("id")
        if was and each.ids and was not in each.ids:
            shown = " ".join(redact.neutral(was).split())[:80]
            renamed.append({"at": each.arrival.at, "was": shown, "id": each.ids[0], "why": _why(each.arrival)})
    return Imported(
        states.count(ADDED),
        states.count(UPDATED),
        states.count(KNOWN),
        [{"at": at, "why": why} for at, why in skipped],
        renamed,
        list(dict.fromkeys(name for outcome in ordered if outcome.state in (ADDED, UPDATED) for name in outcome.ids)),
    )


def _why(arrival: Arrival) -> str:
    if any(part.was != part.document.id for part in arrival.parts):
        return "a secret was taken out of it"
    if arrival.parts:
        return "the id of a note is computed from what it says"
    return "that id is another memory's here, or none that an entry can have"


def _lines(report: Imported) -> list[str]:
    """The report for people."""
    parts = [f"{report.added:,} added"]
    parts += [f"{report.updated:,} with something new"] if report.updated else []
    parts += [f"{report.known:,} already there"]
    lines = [", ".join([*parts, f"{len(report.skipped):,} skipped"])]
    rows = [f"skipped {entry['at']}: {entry['why']}" for entry in report.skipped]
    lines += _first(rows)
    lines += _first(
        [f"{entry['at']} is {entry['id']} here, not {entry['was']}: {entry['why']}" for entry in report.renamed]
    )
    return lines


def _first(rows: Sequence[str]) -> list[str]:
    more = [f"… and {len(rows) - _TOLD:,} more; --json names all"] if len(rows) > _TOLD else []
    return [*rows[:_TOLD], *more]
