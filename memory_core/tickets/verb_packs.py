"""`memory-core aidd extract | pack | slice`: make and report the packs of a ticket (AIDD-32, 34, 35)."""

import argparse
import json
from collections.abc import Sequence
from typing import Final

from memory_core import redact
from memory_core.core import registry
from memory_core.core.budget import few
from memory_core.core.light.errors import Refusal
from memory_core.core.light.places import named
from memory_core.core.options import Parser, parsed
from memory_core.core.report import Report
from memory_core.tickets import active, decision_log, documents, pack, pack_files, packing, places, search, working_set
from memory_core.tickets.fact import Scope
from memory_core.tickets.pack import OF_SLICE, Head
from memory_core.tickets.packing import Built

_NAMED: Final = 15  # names that a refusal lists


def extract(arguments: list[str]) -> Report:
    """Make the semantic pack."""
    options = parsed("aidd extract", arguments)
    work = active.needed(options.root, options.ticket, options.here)
    root, ticket, scope = options.root, work.ticket, _scope(work, options)
    built = _imagined(root, ticket, scope) if options.dry_run else packing.semantic(root, ticket, scope=scope)
    if not built:
        usual = [each for each in places.documents(ticket) if each.role in each.path.split("/")[2]]
        looked = "\n".join(f"  {named(root, options.here, document.path)}" for document in usual)
        raise Refusal(f"{ticket} has no document; write one of these, or name another ticket:\n{looked}")
    problems = [] if options.json else documents.read(root, ticket, scope).problems
    unread = [f"  not read: {redact.neutral(redact.clean(name))}" for name in problems]
    state = "not written" if options.dry_run else _state(built)
    made_for = (
        [f"  made for {scope.key or ticket}{f', stage {scope.stage}' if scope.stage else ''}"] if any(scope) else []
    )
    rows = working_set.summary(named(root, options.here, built.path), json.loads(built.text), state)
    return _report(options, built.text, [*rows, *map(redact.clean, made_for), *unread])


def decisions(arguments: list[str]) -> Report:
    """Make the decisions pack."""
    parser = Parser("aidd pack")
    options = parser.read(arguments)
    if options.top < 0:
        parser.error("--top takes a number of decisions, from 1 on")
    root, ticket = options.root, _ticket(options)
    with registry.held(root):
        built = packing.decisions(root, ticket, options.top)
    if built is None:
        raise Refusal(
            f"{ticket} has neither a log ({places.decision_log(ticket)}) nor a document; append a decision "
            f"(`memory-core aidd append --ticket {ticket}`), or name another ticket"
        )
    path = named(root, options.here, built.path)
    return _report(options, built.text, working_set.summary(path, json.loads(built.text), _state(built)))


def piece(arguments: list[str]) -> Report:
    """Make a slice; raises `Refusal` with the names that can be searched for if the query has no result."""
    parser = Parser("aidd slice")
    options = parser.read(arguments)
    if options.max_rows < 1:
        parser.error("--max-rows takes a number of rows, from 1 to 20")
    root, ticket = options.root, _ticket(options)
    text, path = _slice(root, ticket, options.query, options.max_rows), places.slice_pack(ticket, options.query)
    with registry.held(root):
        before = pack_files.text(root, path)
        if pack.says_the_same(before, text):
            text = before
        pack_files.write(root, path, text)
    held = json.loads(text)
    more = held["stats"]["left_out"].get("matches", 0)
    rows = [named(root, options.here, path), *working_set.matches(held)]
    return _report(options, text, [*rows, *([f"and {more} more: ask for less, or by id"] if more else [])])


def _ticket(options: argparse.Namespace) -> str:
    return active.needed(options.root, options.ticket, options.here).ticket


def _state(built: Built) -> str:
    return "written" if built.changed else "as it was"


def _report(options: argparse.Namespace, text: str, rows: Sequence[str]) -> Report:
    """The text of the pack's file for `--json`, else a few lines."""
    shown = redact.neutral(text).removesuffix("\n") if options.json else "\n".join(rows)
    return Report(options, text=shown, is_ready=True)


def _scope(work: active.Work, options: argparse.Namespace) -> Scope:
    """The scope of the pack: the named work item; in a named loop stage, the active one."""
    stage = " ".join(redact.neutral(redact.clean(options.stage)).casefold().split())[:40]
    item = redact.clean(options.scope_key) or (work.scope_key if stage in places.LOOPS else "")
    return Scope(places.scope_key(item, work.ticket) if item else "", stage)


def _imagined(root: str, ticket: str, scope: Scope) -> Built | None:
    path, text = places.semantic_pack(ticket), packing.semantic_text(root, ticket, scope)
    return Built(path, text, changed=pack_files.text(root, path) != text) if text else None


def _slice(root: str, ticket: str, query: str, rows: int) -> str:
    reading, log = documents.read(root, ticket), decision_log.read(root, ticket)
    if not reading.documents and not log.entries:
        raise Refusal(f"{ticket} has neither a document nor a decision to search; name another ticket")
    matches = search.find(query, reading.facts, log, places.decision_log(ticket))
    if not matches:
        names = search.names(reading.facts, log)
        there = (
            f"there is to ask for: {redact.clean(few(names, _NAMED))}" if names else "it names no terms and no topics"
        )
        raise Refusal(redact.neutral(f"nothing of {ticket} says {redact.clean(query)[:80]!r}; {there}"))
    at = max(reading.newest, pack.moment(log)) or pack.UNDATED
    return pack.matched(Head(ticket, "", at, ""), query, matches, OF_SLICE._replace(rows=rows))
