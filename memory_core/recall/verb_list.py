"""`memory-core list`: the memories of all homes, newest first, filtered by kind, status, day, author and path."""

import argparse
import contextlib
import importlib
import os
from collections.abc import Callable
from typing import Final

from memory_core import redact
from memory_core.core import git, session
from memory_core.core.light import deduplicate, lifecycle, places
from memory_core.core.light.errors import Refusal
from memory_core.core.light.globs import overlap
from memory_core.core.memory import DOCUMENT, Memory, as_json
from memory_core.core.options import parsed, spelling
from memory_core.core.report import Report
from memory_core.extract.policy import CANDIDATE
from memory_core.journal import candidates
from memory_core.recall import anchors, at_hand, catalogue, filters, freshness, showing, view
from memory_core.recall.keyword import Filter

LIMIT: Final = 50
_MOST: Final = 10_000
_TIERED: Final = ("learnings", "session")  # homes of learnings
_ALL: Final = "all"
TIERS: Final = ("hot", "warm", "cold", _ALL)  # types for which only learnings are listed


def main(arguments: list[str]) -> Report:
    """Report the memories of all homes. Raise `Refusal` for an invalid value of an option."""
    options = parsed("list", arguments)
    if options.kinds and options.kinds[0] in TIERS:
        given = ["--root", options.here, *(["--json"] if options.json else [])]
        given += ["--args-stdin", "--"] if options.args_stdin else []
        listed: Report = importlib.import_module("memory_core.learnings.verb_show").listed([*given, *options.kinds])
        return listed
    options.type = ",".join(filter(None, (options.type, *options.kinds))) or None
    if not 1 <= options.limit <= _MOST:
        raise Refusal(f"--limit {options.limit} is not between 1 and {_MOST}; without it the limit is {LIMIT}")
    return report(options)


def report(options: argparse.Namespace) -> Report:
    """Report the memories that the options select. Options that are missing in `options` do not filter."""
    with at_hand.index(options.root) as (index, fresh):
        by = catalogue.successors(index.connection)
        memories = deduplicate.folded(*catalogue.all_of(index.connection, _where(options)))
    wanted = _statuses(getattr(options, "status", None))
    if CANDIDATE in wanted:
        with contextlib.closing(freshness.in_memory(CANDIDATE, candidates.read(options.root)).connection) as connection:
            memories += catalogue.all_of(connection, filters.condition(options))[0]
    memories.sort(key=_time, reverse=True)
    memories = [
        memory
        for memory in memories
        if memory.status in wanted and (lifecycle.SUPERSEDED in wanted or not lifecycle.replacement(memory, by))
    ]
    memories = _about(options, memories)
    memories, unknown = _by(options, memories)
    shown = showing.shown(options.here, memories[: options.limit])
    rows = []
    left = len(memories) - len(shown)
    rows += [f"… +{left:,} more: a larger --limit, or fewer kinds or days"] if left else []
    why = fresh.detail or "the index is incomplete"
    rows += [f"not listed: {', '.join(fresh.left)} ({why})"] if fresh.left else []
    rows += [f"not listed: {unknown:,} of unknown author"] if unknown else []
    value = [{**as_json(memory), "superseded_by": lifecycle.replacement(memory, by) or None} for memory in shown]
    result = {"query": "", "mode": "list", "results": value} if hasattr(options, "query") else value

    def text(line: Callable[[Memory, str], str]) -> str:
        lines = [line(memory, lifecycle.replacement(memory, by)) for memory in shown]
        return "\n".join([*lines, *rows]) or "no memory matches"

    damage = showing.damage(options.root)
    return Report(options, result, lambda: text(view.row), "list", lambda: text(view.line), errors=damage)


def _time(memory: Memory) -> str:
    """The time of a memory. Of a learning often only the date is known, which counts as the end of that day."""
    return memory.created.replace("T00:00:00Z", "T24") if memory.source.home in _TIERED else memory.created


def _where(options: argparse.Namespace) -> Filter:
    """The filter of the options. Passages of the client's documents are listed only if their type is named."""
    where = filters.condition(options)
    kept = f"kind <> '{DOCUMENT}'"
    return where if options.type else Filter(f"{where.sql} AND {kept}" if where.sql else kept, where.values)


def _statuses(text: str | None) -> tuple[str, ...]:
    if not text:
        return tuple(name for name in lifecycle.STATUSES if not lifecycle.is_over(name))
    if text.casefold().strip() == _ALL:
        return lifecycle.STATUSES
    named = {CANDIDATE: CANDIDATE, f"{CANDIDATE}s": CANDIDATE}
    words = [word.strip() for word in text.split(",") if word.strip()]
    rows = [(word, named.get(word.casefold()) or lifecycle.named(word)) for word in words]
    for word, status in rows:
        if not status:
            every = (*lifecycle.STATUSES, CANDIDATE, _ALL)
            asks = spelling().did_you_mean(spelling().nearest(word, every), "`--status {}`")
            raise Refusal(f"there is no status {word[:80]!r}: {asks or 'there are ' + ', '.join(every)}")
    return tuple(status for _, status in rows)


def _by(options: argparse.Namespace, memories: list[Memory]) -> tuple[list[Memory], int]:
    """The memories by authors with the words of `--by` in their name, and the number of memories of unknown author.

    What this user's sessions stated on this machine has the user's name in git as its author.
    """
    words = (getattr(options, "by", None) or "").casefold().split()
    if not words:
        return memories, 0
    me = git.author(options.here)
    sessions = {memory.source.session for memory in memories}
    own = {name for name in sessions if session.is_known(options.root, name)}

    def who(entry: Memory) -> str:
        is_own = lifecycle.stands_apart(entry) or entry.source.session in own
        author = entry.attrs.get("author") or (me if is_own else "")
        return " ".join(map(str, (author, *entry.attrs.get("amended_by", ())))).strip().casefold()

    rows = [(memory, who(memory)) for memory in memories]
    return [memory for memory, names in rows if all(word in names for word in words)], sum(
        not names for _, names in rows
    )


def _about(options: argparse.Namespace, memories: list[Memory]) -> list[Memory]:
    """The memories that name the path, or have a scope that overlaps with it."""
    path = getattr(options, "path", None)
    if not path:
        return memories
    inside = places.inside(options.root, os.path.join(options.here, path))
    if not inside:
        raise Refusal(f"--path {redact.neutral(path)} leads out of the project")

    def is_about(memory: Memory) -> bool:
        names = (memory.scope.path or "", *anchors.named(memory, options.root).paths)
        return any(overlap(name, inside[0]) == "same" or f"/{inside[0]}".endswith(f"/{name}") for name in names if name)

    return [entry for entry in memories if is_about(entry)]
