"""`memory-core aidd slice`: what all facts and decisions of a ticket say to a query, as a small pack (AIDD-35)."""

import json
from typing import Final

from memory_core.domain import screen
from memory_core.domain.aidd import pack, places, search
from memory_core.domain.aidd.pack import OF_SLICE, Head
from memory_core.domain.errors import Refusal
from memory_core.flows.options import Parser
from memory_core.stores import active, clock, decision_log, documents, packs, workspace
from memory_core.stores.places import named
from memory_core.views.packs import found

_NAMED: Final = 15  # of what there is to ask for


def main(arguments: list[str]) -> int:
    """0 once the slice stands; where nothing answers the query a refusal says what there is to ask for."""
    parser = Parser("aidd slice", "Find a token, a topic or an id in all facts and decisions of a ticket.")
    parser.add_argument("--ticket", default="", metavar="T", help="default: the active one")
    parser.add_argument("--query", required=True, metavar="Q", help="words, the name of a term or a topic, an id")
    parser.add_argument("--max-rows", type=int, default=OF_SLICE.rows, metavar="N", help="1 to 20 (default 15)")
    options = parser.read(arguments)
    if options.max_rows < 1:
        parser.error("--max-rows takes a number of rows, from 1 to 20")
    root, ticket = options.root, active.needed(options.root, options.ticket, options.here).ticket
    text = _text(root, ticket, options.query, options.max_rows)
    path = places.slice_pack(ticket, options.query)
    with workspace.held(root):
        before = packs.text(root, path)
        if pack.says_the_same(before, text):
            text = before
        packs.write(root, path, text)
    if options.json:
        print(screen.neutral(text), end="")
    else:
        held = json.loads(text)
        more = held["stats"]["left_out"].get("matches", 0)
        print(
            "\n".join(
                [
                    named(root, options.here, path),
                    *found(held),
                    *([f"and {more} more: ask for less, or by id"] if more else []),
                ]
            )
        )
    return 0


def _text(root: str, ticket: str, query: str, rows: int) -> str:
    reading, log = documents.read(root, ticket), decision_log.read(root, ticket)
    if not reading.documents and not log.entries:
        raise Refusal(f"{ticket} has neither a document nor a decision to search; name another ticket")
    matches = search.find(query, reading.facts, log, places.decision_log(ticket))
    if not matches:
        names = search.names(reading.facts, log)
        there = ", ".join(names[:_NAMED]) + (f" and {len(names) - _NAMED} more" if len(names) > _NAMED else "")
        raise Refusal(
            screen.neutral(
                f"nothing of {ticket} says {screen.clean(query)[:80]!r}; "
                + (f"there is to ask for: {screen.clean(there)}" if names else "it names no terms and no topics")
            )
        )
    at = max(reading.newest, pack.moment(log)) or clock.stamp(clock.now())
    return pack.found(Head(ticket, "", at, ""), query, matches, OF_SLICE._replace(rows=rows))
