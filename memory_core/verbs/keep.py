"""`memory-core keep ID …`: candidates become memories."""

from memory_core import redact
from memory_core.briefing import render
from memory_core.capture import keep_session
from memory_core.core import registry, undo_log
from memory_core.core.light.errors import Refusal, Usage
from memory_core.core.memory import Memory, as_json
from memory_core.core.options import call, parsed
from memory_core.core.report import Report
from memory_core.journal import candidates
from memory_core.verbs import remember

_SECONDS = 5.0  # for the index; what is left is done by the next one who opens it


def main(arguments: list[str]) -> Report:
    """Keep candidates; `Refusal`, and nothing kept, where an id names none or several."""
    options = parsed("keep", arguments)
    if not options.ids:
        shown = f"`{call(options, 'list')} --status candidate` shows the ids"
        raise Usage(f"say which: `{call(options, 'keep')} ID …`; {shown}")
    chosen = [_named(options.root, wanted.strip()) for wanted in options.ids]
    with undo_log.recorded(
        options.root, "keep", learns=any(registry.wanted_by(memory) == "learnings" for memory in chosen)
    ) as done:
        kept = [remember.kept(options.root, keep_session.promoted(candidate)) for candidate in chosen]
        candidates.drop(options.root, [candidate.id for candidate in chosen])
        done.extend(kept)
    render.refresh(options.root, _SECONDS)
    rows = [f"kept {memory.id}: {redact.neutral(memory.summary)}" for memory in kept]
    return Report(options, [as_json(memory) for memory in kept], "\n".join(rows))


def _named(root: str, wanted: str) -> Memory:
    memories = candidates.named(root, wanted)
    if len(memories) == 1:
        return memories[0]
    if memories:
        raise Refusal(
            f"{wanted!r} is the beginning of {', '.join(memory.id for memory in memories[:8])}; give one of them"
        )
    raise Refusal(f"no candidate has the id {wanted!r}; `memory-core list --status candidate` shows the ids")
