"""`memory-core list`: the memories of every home, the newest first, by kind, status, day, author and path."""

import argparse
import contextlib
import importlib
import os
from collections.abc import Callable
from typing import Final

from memory_core import redact
from memory_core.capture import candidates
from memory_core.core import git, session
from memory_core.core.light import deduplicate, lifecycle, places
from memory_core.core.light.errors import Refusal
from memory_core.core.light.globs import overlap
from memory_core.core.memory import DOCUMENT, Memory, as_json
from memory_core.core.options import Parser, answer, spelling, whole_number
from memory_core.extract.policy import CANDIDATE
from memory_core.recall import anchors, at_hand, catalogue, filters, showing, view
from memory_core.recall.keyword import Filter

LIMIT: Final = 50
_MOST: Final = 10_000
_TIERED: Final = ("learnings", "session")  # homes of learnings
_ALL: Final = "all"
TIERS: Final = ("hot", "warm", "cold", _ALL)  # what is listed is learnings alone


def main(arguments: list[str]) -> int:
    """0, after the memories were listed; `Refusal` where an option cannot be understood."""
    parser = Parser("list", "The memories of every home, the newest first.", strict=True)
    states = f"only this status or these, or {_ALL} (default: all but {', '.join(lifecycle.OVER)})"
    parser.add_argument("--status", metavar="S", help=states)
    parser.add_argument("--limit", metavar="N", type=whole_number, default=LIMIT, help=f"how many (default {LIMIT})")
    options = parser.read(arguments)
    if options.kinds and options.kinds[0] in TIERS:
        given = ["--root", options.here, *(["--json"] if options.json else [])]
        given += ["--args-stdin", "--"] if options.args_stdin else []
        return int(importlib.import_module("memory_core.learnings.verb_show").listed([*given, *options.kinds]))
    options.type = ",".join(filter(None, (options.type, *options.kinds))) or None
    if not 1 <= options.limit <= _MOST:
        raise Refusal(f"--limit {options.limit} is not between 1 and {_MOST}; leave it out for {LIMIT}")
    return told(options)


def told(options: argparse.Namespace) -> int:
    """0, after what the options ask for was listed; of options that are not there nothing is asked."""
    with at_hand.index(options.root) as (index, fresh):
        by = catalogue.successors(index.connection)
        found = deduplicate.folded(*catalogue.all_of(index.connection, _where(options)))
    wanted = _statuses(getattr(options, "status", None))
    if CANDIDATE in wanted:
        with contextlib.closing(candidates.index(options.root).connection) as connection:
            found += catalogue.all_of(connection, filters.condition(options))[0]
    found.sort(key=_said_at, reverse=True)
    found = [
        one
        for one in found
        if one.status in wanted and (lifecycle.SUPERSEDED in wanted or not lifecycle.replacement(one, by))
    ]
    found = _about(options, found)
    found, unknown = _by(options, found)
    shown = showing.shown(options.here, found[: options.limit])
    rows = []
    left = len(found) - len(shown)
    rows += [f"… +{left:,} more: a larger --limit, or fewer kinds or days"] if left else []
    why = fresh.detail or "the index is not whole yet"
    rows += [f"not listed: {', '.join(fresh.left)} ({why})"] if fresh.left else []
    rows += [f"not listed: {unknown:,} of which it is not known who said them"] if unknown else []
    value = [{**as_json(one), "superseded_by": lifecycle.replacement(one, by) or None} for one in shown]
    told = {"query": "", "mode": "list", "results": value} if hasattr(options, "query") else value
    showing.warn_of_damage(options.root)

    def text(line: Callable[[Memory, str], str]) -> str:
        lines = [line(one, lifecycle.replacement(one, by)) for one in shown]
        return "\n".join([*lines, *rows]) or "no memory is like that"

    return answer(options, told, text(view.row), "list", lambda: text(view.line))


def _said_at(memory: Memory) -> str:
    """When a memory was said: of a learning often only the day is known, which is taken for the end of that day."""
    return memory.created.replace("T00:00:00Z", "T24") if memory.source.home in _TIERED else memory.created


def _where(options: argparse.Namespace) -> Filter:
    """The conditions of the options; what the client reads for itself is listed where its type is named."""
    where = filters.condition(options)
    kept = f"kind <> '{DOCUMENT}'"
    return where if options.type else Filter(f"{where.sql} AND {kept}" if where.sql else kept, where.values)


def _statuses(said: str | None) -> tuple[str, ...]:
    if not said:
        return tuple(one for one in lifecycle.STATUSES if not lifecycle.is_over(one))
    if said.casefold().strip() == _ALL:
        return lifecycle.STATUSES
    named = {CANDIDATE: CANDIDATE, f"{CANDIDATE}s": CANDIDATE}
    words = [word.strip() for word in said.split(",") if word.strip()]
    found = [(word, named.get(word.casefold()) or lifecycle.named(word)) for word in words]
    for word, status in found:
        if not status:
            every = (*lifecycle.STATUSES, CANDIDATE, _ALL)
            asks = spelling().did_you_mean(spelling().nearest(word, every), "`--status {}`")
            raise Refusal(f"there is no status {word[:80]!r}: {asks or 'there are ' + ', '.join(every)}")
    return tuple(status for _, status in found)


def _by(options: argparse.Namespace, found: list[Memory]) -> tuple[list[Memory], int]:
    """Those that somebody wrote, said or added to in whose name the words of `--by` stand; of how many that is unknown.

    What this user's sessions heard on this machine is the user's, as git calls them.
    """
    words = (getattr(options, "by", None) or "").casefold().split()
    if not words:
        return found, 0
    me = git.author(options.here)
    sessions = {one.source.session for one in found}
    own = {name for name in sessions if session.is_known(options.root, name)}

    def who(one: Memory) -> str:
        is_own = lifecycle.stands_apart(one) or one.source.session in own
        author = one.attrs.get("author") or (me if is_own else "")
        return " ".join(map(str, (author, *one.attrs.get("amended_by", ())))).strip().casefold()

    told = [(one, who(one)) for one in found]
    return [one for one, names in told if all(word in names for word in words)], sum(not names for _, names in told)


def _about(options: argparse.Namespace, found: list[Memory]) -> list[Memory]:
    """Those that name the path that is asked for, or whose scope has a place in common with it."""
    path = getattr(options, "path", None)
    if not path:
        return found
    inside = places.inside(options.root, os.path.join(options.here, path))
    if not inside:
        raise Refusal(f"--path {redact.neutral(path)} leads out of the project")

    def is_about(one: Memory) -> bool:
        names = (one.scope.path or "", *anchors.named(one, options.root).paths)
        return any(overlap(name, inside[0]) == "same" or f"/{inside[0]}".endswith(f"/{name}") for name in names if name)

    return [one for one in found if is_about(one)]
