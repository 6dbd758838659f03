"""`memory-core edit ID WORDS`: a memory says it in other words; its id and its history stay."""

import importlib

from memory_core import redact
from memory_core.core import registry, transitions, undo_log
from memory_core.core.home import Addition
from memory_core.core.light.errors import Refusal, Usage
from memory_core.core.memory import SUMMARY, as_json
from memory_core.core.options import Parser, answer, call
from memory_core.recall import embedding, find
from memory_core.redact import second_opinion
from memory_core.tickets import home as tickets_home
from memory_core.tickets import verb_append


def main(arguments: list[str]) -> int:
    """0, after the memory says it in other words; `Refusal` where it holds no more, or where another place says it."""
    options = Parser("edit", "Say a memory in other words; its id and its history stay.").read(arguments)
    summary = " ".join(second_opinion.clean(" ".join(options.words)).split())
    body = None if options.body is None else second_opinion.clean(options.body).strip()
    if not options.id or not (summary or body is not None):
        raise Usage(f'say which, and how: `{call(options, "edit")} ID "Use WAL for the job queue"`, or --body')
    if len(summary) > SUMMARY:
        raise Refusal(f"the summary is {len(summary)} characters long, and has at most {SUMMARY}. "
                      "Nothing was changed: say it shorter, and give the rest with --body")  # fmt: skip
    memory, _ = find.to_change(options.root, options.id)
    if registry.wanted_by(memory) == "learnings":
        if body is not None:
            raise Refusal(f"{memory.id} is a learning: it is one line, and has no --body")
        given = ["--root", options.here, *(["--json"] if options.json else [])]
        return int(
            importlib.import_module("memory_core.learnings.verb_change").edit([*given, "--", memory.id, summary])
        )
    registry.refuse_foreign(memory)
    transitions.moved(memory, "edited", memory.updated)
    edits = tuple(key for key, new in (("summary", summary or None), ("body", body))
                  if new is not None and new != getattr(memory, key))  # fmt: skip
    if not edits:
        raise Refusal(f"{memory.id} says so already; nothing was changed")
    with undo_log.recorded(options.root, "edit") as done:
        done.append(memory)
        more = Addition(body or "", edits=edits, summary=summary)
        new = find.revised(options.root, options.here, memory, more)
        if tickets_home.is_logged(memory):
            verb_append.repack(options.root, tickets_home.ticket_of(memory))
    why = embedding.indexed(options.root, new)
    told = [f"edited {new.id}: {redact.neutral(new.summary)}", f"before: {redact.neutral(memory.summary)}"]
    return answer(options, as_json(new), "\n".join([*told, *undo_log.way_back(options.root), *([why] if why else [])]))
