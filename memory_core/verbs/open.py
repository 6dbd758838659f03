"""`memory-core open`: list what is still to do, blocked, broken or unanswered."""

import importlib
from collections.abc import Callable

from memory_core.briefing import view
from memory_core.core import registry
from memory_core.core.light import deduplicate, lifecycle
from memory_core.core.light.lifecycle import UNFINISHED
from memory_core.core.memory import Memory, certainty, is_documented
from memory_core.core.options import parsed
from memory_core.core.report import Report


def main(arguments: list[str]) -> Report:
    """Report what is open, newest first; with --json one object a line."""
    options = parsed("open", arguments)
    memories = standing(registry.read(options.root))
    none = "nothing is open; what this session leaves is kept when it ends"

    def text(line: Callable[[Memory], str]) -> str:
        return "\n".join(map(line, memories)) or none

    return Report(
        options,
        lambda: [*map(as_json, memories)],
        lambda: text(view.entry),
        "open",
        lambda: text(importlib.import_module("memory_core.recall.view").line),
        by_line=True,
    )


def standing(memories: list[Memory]) -> list[Memory]:
    """What is open, each statement once, newest first."""
    exported_memories = [
        memory
        for memory in memories
        if memory.kind in UNFINISHED and memory.status == lifecycle.OPEN and not is_documented(memory)
    ]
    return sorted(deduplicate.folded(exported_memories), key=lambda memory: (memory.created, memory.id), reverse=True)


def as_json(memory: Memory) -> dict[str, object]:
    """An open memory as an object: its kind, its words, where they come from, and since when it is open."""
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
