"""`memory-core iris`: guard rails. This version keeps none, and says so."""

from typing import Final

from memory_core.domain.errors import Refusal
from memory_core.flows.options import Parser, emit

ACTIONS: Final = ("show",)
NONE_YET: Final = "No guard rails yet: this version of memory-core neither keeps nor enforces any."


def main(arguments: list[str]) -> int:
    """0, after the guard rails were shown; `Refusal` for what this version cannot do."""
    parser = Parser("iris", "Guard rails: constraints, deliberate exceptions, rejections.")
    parser.add_argument("action", nargs="*", help="show (the default)")
    options = parser.read(arguments)
    action = options.action[0] if options.action else "show"
    if action not in ACTIONS:
        raise Refusal(f"{action!r} is not something `iris` does in this version; there is: {', '.join(ACTIONS)}")
    if options.json:
        emit({"guard_rails": []})
    else:
        print(NONE_YET)
    return 0
