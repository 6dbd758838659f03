"""A memory without secrets."""

from memory_core import redact
from memory_core.core.memory import Memory


def clean(memory: Memory) -> Memory:
    """The memory without secrets; called before a home writes it, whatever its origin."""
    scope = memory.scope._replace(path=memory.scope.path or None, work=memory.scope.work or None)
    kept: Memory = redact.clean_fields(memory, "summary", "body", "tags", "attrs")
    return kept._replace(
        scope=redact.clean_fields(scope, "path", "work"), source=redact.clean_fields(memory.source, "quote")
    )
