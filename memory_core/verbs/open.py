"""`memory-core open`: what is still to do, blocked, broken or unanswered."""

import importlib
from collections.abc import Callable

from memory_core.briefing import view
from memory_core.core import registry, safe_json
from memory_core.core.light import deduplicate, lifecycle
from memory_core.core.light.lifecycle import UNFINISHED
from memory_core.core.memory import Memory, certainty, is_documented
from memory_core.core.options import Parser, answer


def main(arguments: list[str]) -> int:
    """0, after what is open was printed, the newest first; with --json one object a line."""
    options = Parser("open", "What is still to do, blocked, broken or unanswered, the newest first.").read(arguments)
    found = standing(registry.read(options.root))
    if options.json:
        for memory in found:
            print(safe_json.dumps(as_json(memory)))
        return 0
    none = "nothing is open; what this session leaves is kept when it ends"

    def text(line: Callable[[Memory], str]) -> str:
        return "\n".join(map(line, found)) or none

    return answer(
        options,
        None,
        text(view.entry),
        "open",
        lambda: text(importlib.import_module("memory_core.recall.view").line),
    )


def standing(memories: list[Memory]) -> list[Memory]:
    """What is open, each statement once, the newest first."""
    found = [
        one for one in memories if one.kind in UNFINISHED and one.status == lifecycle.OPEN and not is_documented(one)
    ]
    return sorted(deduplicate.folded(found), key=lambda one: (one.created, one.id), reverse=True)


def as_json(memory: Memory) -> dict[str, object]:
    """What is open as an object: its kind, its words, where they were said, and since when."""
    source = memory.source
    return {
        "id": memory.id,
        "kind": memory.kind,
        "text": memory.summary,
        "quote": source.quote,
        "uuid": source.uuid or None,
        "session": source.session or None,
        "since": memory.created,
        "certainty": certainty(memory),
    }
