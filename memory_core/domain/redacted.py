"""A memory without secrets."""

from memory_core.domain import screen
from memory_core.domain.memory import Memory


def clean(memory: Memory) -> Memory:
    """The memory without secrets: the last door before a home, whoever brings the words."""
    scope = memory.scope._replace(path=memory.scope.path or None, work=memory.scope.work or None)
    kept: Memory = screen.clean_fields(memory, "summary", "body", "tags", "attrs")
    return kept._replace(
        scope=screen.clean_fields(scope, "path", "work"), source=screen.clean_fields(memory.source, "quote")
    )
