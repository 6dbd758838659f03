"""`memory-core aidd extract`: the semantic pack of a ticket, from its documents (AIDD-32)."""

import json

from memory_core.domain import screen
from memory_core.domain.aidd import places
from memory_core.domain.errors import Refusal
from memory_core.flows import packing
from memory_core.flows.options import Parser
from memory_core.flows.packing import Built
from memory_core.stores import active, documents, packs
from memory_core.stores.places import named
from memory_core.views.packs import told


def main(arguments: list[str]) -> int:
    """0 once the pack stands."""
    parser = Parser("aidd extract", "Make the semantic pack of a ticket from its documents.")
    parser.add_argument("--ticket", default="", metavar="T", help="default: the active one")
    parser.add_argument("--scope-key", default="", metavar="K", help="taken and not needed: a ticket has one pack")
    parser.add_argument("--stage", default="", metavar="S", help="taken and not needed")
    parser.add_argument("--dry-run", action="store_true", help="make the pack, and write nothing")
    options = parser.read(arguments)
    root, ticket = options.root, active.needed(options.root, options.ticket, options.here).ticket
    built = _imagined(root, ticket) if options.dry_run else packing.semantic(root, ticket)
    if not built:
        looked = "\n".join(f"  {named(root, options.here, document.path)}" for document in places.documents(ticket))
        raise Refusal(f"{ticket} has no document; write one of these, or name another ticket:\n{looked}")
    if options.json:
        print(screen.neutral(built.text), end="")
        return 0
    state = "not written" if options.dry_run else "written" if built.changed else "as it was"
    print("\n".join(told(named(root, options.here, built.path), json.loads(built.text), state)))
    for problem in documents.read(root, ticket).problems:
        print(f"  not read: {screen.neutral(screen.clean(problem))}")
    return 0


def _imagined(root: str, ticket: str) -> Built | None:
    path, text = places.semantic_pack(ticket), packing.semantic_text(root, ticket)
    return Built(path, text, changed=packs.text(root, path) != text) if text else None
