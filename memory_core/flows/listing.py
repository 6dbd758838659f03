"""`memory-core list`: the memories of every home, the newest first, by kind, status, day, author and path."""

import argparse
import os
from typing import Final

from memory_core.domain import lifecycle, screen, twins
from memory_core.domain.errors import Refusal
from memory_core.domain.memory import Memory, as_json
from memory_core.flows import filters, indexing, showing
from memory_core.flows.options import Parser, answer
from memory_core.index import catalogue
from memory_core.stores import places
from memory_core.text.globs import overlap
from memory_core.views import recall as view

LIMIT: Final = 50
_MOST: Final = 10_000
_ALL: Final = "all"


def main(arguments: list[str]) -> int:
    """0, after the memories were listed; `Refusal` where an option cannot be understood."""
    parser = Parser("list", "The memories of every home, the newest first.", strict=True)
    parser.add_argument("kinds", nargs="*", metavar="KIND", help="decisions, blockers … (default: all kinds)")
    filters.add(parser)
    states = f"only this status or these, or {_ALL} (default: all but {', '.join(lifecycle.OVER)})"
    parser.add_argument("--status", metavar="S", help=states)
    parser.add_argument("--by", metavar="NAME", help="only what somebody of this name wrote or added to")
    parser.add_argument("--path", metavar="P", help="only what is about this file or folder")
    parser.add_argument("--limit", metavar="N", type=int, default=LIMIT, help=f"how many (default {LIMIT})")
    options = parser.read(arguments)
    options.type = ",".join(filter(None, (options.type, *options.kinds))) or None
    if not 1 <= options.limit <= _MOST:
        raise Refusal(f"--limit {options.limit} is not between 1 and {_MOST}; leave it out for {LIMIT}")
    return told(options)


def told(options: argparse.Namespace) -> int:
    """0, after what the options ask for was listed; of options that are not there nothing is asked."""
    with indexing.at_hand(options.root) as (index, fresh):
        by = catalogue.successors(index.connection)
        found = twins.folded(catalogue.all_of(index.connection, filters.condition(options)))
    wanted = _statuses(getattr(options, "status", None))
    found = [
        one
        for one in found
        if one.status in wanted and (lifecycle.SUPERSEDED in wanted or not lifecycle.replacement(one, by))
    ]
    found = _by(found, getattr(options, "by", None) or "")
    found = _about(options, found)
    shown = showing.shown(options.here, found[: options.limit])
    rows = [view.row(one, lifecycle.replacement(one, by)) for one in shown]
    left = len(found) - len(shown)
    rows += [f"… +{left:,} more: a larger --limit, or fewer kinds or days"] if left else []
    why = fresh.detail or "the index is not whole yet"
    rows += [f"not listed: {', '.join(fresh.left)} ({why})"] if fresh.left else []
    value = [{**as_json(one), "superseded_by": lifecycle.replacement(one, by) or None} for one in shown]
    told = {"query": "", "mode": "list", "results": value} if hasattr(options, "query") else value
    return answer(options, told, "\n".join(rows) or "no memory is like that", "list")


def _statuses(said: str | None) -> tuple[str, ...]:
    if not said:
        return tuple(one for one in lifecycle.STATUSES if not lifecycle.is_over(one))
    if said.casefold().strip() == _ALL:
        return lifecycle.STATUSES
    found = [(word, lifecycle.named(word)) for word in said.split(",") if word.strip()]
    for word, status in found:
        if not status:
            raise Refusal(f"--status {screen.neutral(word)}: there is no such status; there are "
                          f"{', '.join((*lifecycle.STATUSES, _ALL))}")  # fmt: skip
    return tuple(status for _, status in found)


def _by(found: list[Memory], name: str) -> list[Memory]:
    """Those that somebody wrote or added to in whose name these words stand."""
    words = name.casefold().split()

    def wrote(one: Memory) -> str:
        return " ".join(map(str, (one.attrs.get("author", ""), *one.attrs.get("amended_by", ())))).casefold()

    return [one for one in found if all(word in wrote(one) for word in words)]


def _about(options: argparse.Namespace, found: list[Memory]) -> list[Memory]:
    """Those whose scope has a place in common with the path that is asked for."""
    path = getattr(options, "path", None)
    if not path:
        return found
    inside = places.inside(options.root, os.path.join(options.here, path))
    if not inside:
        raise Refusal(f"--path {screen.neutral(path)} leads out of the project")
    return [one for one in found if one.scope.path and overlap(one.scope.path, inside[0]) == "same"]
