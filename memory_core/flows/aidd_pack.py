"""`memory-core aidd pack`: the decisions pack of a ticket, from its log (AIDD-34)."""

import json

from memory_core.domain import screen
from memory_core.domain.aidd import places
from memory_core.domain.errors import Refusal
from memory_core.flows import packing
from memory_core.flows.options import Parser
from memory_core.stores import active, workspace
from memory_core.stores.places import named
from memory_core.views.packs import told


def main(arguments: list[str]) -> int:
    """0 once the pack stands."""
    parser = Parser("aidd pack", "Make the decisions pack of a ticket from its log.")
    parser.add_argument("--ticket", default="", metavar="T", help="default: the active one")
    parser.add_argument("--top", type=int, default=0, metavar="N", help="active decisions at most (default: 20)")
    options = parser.read(arguments)
    if options.top < 0:
        parser.error("--top takes a number of decisions, from 1 on")
    root, ticket = options.root, active.needed(options.root, options.ticket, options.here).ticket
    with workspace.held(root):
        built = packing.decisions(root, ticket, options.top)
    if built is None:
        raise Refusal(
            f"{ticket} has neither a log ({places.decision_log(ticket)}) nor a document; append a decision "
            f"(`memory-core aidd append --ticket {ticket}`), or name another ticket"
        )
    if options.json:
        print(screen.neutral(built.text), end="")
    else:
        state = "written" if built.changed else "as it was"
        print("\n".join(told(named(root, options.here, built.path), json.loads(built.text), state)))
    return 0
