"""`memory-core brief`: writes BRIEFING.md and prints it."""

from memory_core.briefing import render
from memory_core.core import registry
from memory_core.core.options import parsed
from memory_core.core.report import Report


def main(arguments: list[str]) -> Report:
    """Write the briefing and report it (GENIUS-37)."""
    options = parsed("brief", arguments)
    with registry.held(options.root):
        fitted = render.write(options.root, here=options.here)
    value = {
        "path": render.where(options.root),
        "lines": fitted.text.count("\n") + 1,
        "text": fitted.text,
        "left_out": fitted.left_out,
    }
    return Report(options, value, fitted.text, is_ready=True)
