"""`memory-core brief`: write BRIEFING.md again and print it."""

from memory_core.briefing import render
from memory_core.core import registry
from memory_core.core.options import Parser, emit


def main(arguments: list[str]) -> int:
    """0, after the briefing was written and printed (GENIUS-37)."""
    options = Parser("brief", "Write BRIEFING.md again and print it.").read(arguments)
    with registry.held(options.root):
        fitted = render.write(options.root, here=options.here)
    if options.json:
        lines = fitted.text.count("\n") + 1
        path = render.where(options.root)
        emit({"path": path, "lines": lines, "text": fitted.text, "left_out": fitted.left_out})
    else:
        print(fitted.text)
    return 0
