"""`memory-core brief`: write BRIEFING.md again and print it."""

from memory_core.flows import write_briefing
from memory_core.flows.options import Parser, emit
from memory_core.stores import workspace


def main(arguments: list[str]) -> int:
    """0, after the briefing was written and printed (GENIUS-37)."""
    options = Parser("brief", "Write BRIEFING.md again and print it.").read(arguments)
    with workspace.held(options.root):
        fitted = write_briefing.write(options.root, here=options.here)
    if options.json:
        lines = fitted.text.count("\n") + 1
        path = write_briefing.where(options.root)
        emit({"path": path, "lines": lines, "text": fitted.text, "left_out": fitted.left_out})
    else:
        print(fitted.text)
    return 0
