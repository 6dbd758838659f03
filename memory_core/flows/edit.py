"""`memory-core edit ID WORDS`: a memory says it in other words; its id and its history stay."""

import importlib

from memory_core.domain import ledger, moving, screen
from memory_core.domain.ledger import Addition
from memory_core.domain.memory import as_json
from memory_core.flows import aidd_append, find, remember, screening
from memory_core.flows.options import Parser, answer, call
from memory_core.light.errors import Refusal, Usage
from memory_core.stores import undo_log, workspace


def main(arguments: list[str]) -> int:
    """0, after the memory says it in other words; `Refusal` where it holds no more, or where another place says it."""
    options = Parser("edit", "Say a memory in other words; its id and its history stay.").read(arguments)
    summary = " ".join(screening.clean(" ".join(options.words)).split())
    body = None if options.body is None else screening.clean(options.body).strip()
    if not options.id or not (summary or body is not None):
        raise Usage(f'say which, and how: `{call(options, "edit")} ID "Use WAL for the job queue"`, or --body')
    if len(summary) > ledger.SUMMARY:
        raise Refusal(f"the summary is {len(summary)} characters long, and has at most {ledger.SUMMARY}. "
                      "Nothing was changed: say it shorter, and give the rest with --body")  # fmt: skip
    memory, _ = find.to_change(options.root, options.id)
    if workspace.learns(memory):
        if body is not None:
            raise Refusal(f"{memory.id} is a learning: it is one line, and has no --body")
        given = ["--root", options.here, *(["--json"] if options.json else [])]
        return int(importlib.import_module("memory_core.flows.jarvis_say").edit([*given, "--", memory.id, summary]))
    workspace.refuse_foreign(memory)
    moving.moved(memory, "edited", memory.updated)
    edits = tuple(key for key, new in (("summary", summary or None), ("body", body))
                  if new is not None and new != getattr(memory, key))  # fmt: skip
    if not edits:
        raise Refusal(f"{memory.id} says so already; nothing was changed")
    with undo_log.recorded(options.root, "edit") as done:
        done.append(memory)
        more = Addition(body or "", edits=edits, summary=summary)
        new = find.revised(options.root, options.here, memory, more)
        if workspace.is_logged(memory):
            aidd_append.repack(options.root, workspace.ticket_of(memory))
    why = remember.indexed(options.root, new)
    told = [f"edited {new.id}: {screen.neutral(new.summary)}", f"before: {screen.neutral(memory.summary)}"]
    return answer(options, as_json(new), "\n".join([*told, *undo_log.way_back(options.root), *([why] if why else [])]))
