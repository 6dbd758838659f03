"""`memory-core resolve ID RESOLUTION`: a blocker or a finding is settled, and how (C-12)."""

import argparse

from memory_core import redact
from memory_core.core import registry, transitions, undo_log
from memory_core.core.home import Addition
from memory_core.core.light import lifecycle
from memory_core.core.light.errors import Refusal, Usage
from memory_core.core.memory import as_json
from memory_core.core.options import call, parsed
from memory_core.core.report import Report
from memory_core.notes import git_notes
from memory_core.recall import embedding, find
from memory_core.redact import second_opinion
from memory_core.tickets import home as tickets_home


def main(arguments: list[str]) -> Report:
    """Keep the resolution with the memory; `Refusal` where nothing is open to resolve."""
    options = parsed("resolve", arguments)
    if options.reopen:
        return _reopened(options)
    text = second_opinion.clean(" ".join(options.resolution)).strip()
    if not (options.id and text):
        raise Usage(
            f"say which, and what settled it: `{call(options, 'resolve')} ID the pool is closed before the fork`"
        )
    with undo_log.recorded(options.root, "resolve") as done:
        memory, _ = find.one(options.root, options.id)
        done.append(memory)
        registry.refuse_foreign(memory)
        if tickets_home.is_logged(memory):
            ticket = tickets_home.ticket_of(memory)
            raise Refusal(f"{memory.id} is a decision of {ticket}: append the one that takes its place, "
                          f"`memory-core aidd append … --supersedes {memory.id}`, or it again with "
                          "`--status rejected`")  # fmt: skip
        if memory.kind not in lifecycle.UNFINISHED:
            raise Refusal(f"{memory.id} is a {memory.kind}; only what waits can be resolved: "
                          "a blocker, a finding, an error, a next step, a question")  # fmt: skip
        if memory.status == lifecycle.RESOLVED:
            raise Refusal(f"{memory.id} is resolved already; `memory-core remember --amend {memory.id}` adds to it")
        transitions.moved(memory, "settled", memory.updated)
        body = f"## Resolution\n\n{text}" if memory.source.home == git_notes.NAME else text
        more = Addition(body, lifecycle.RESOLVED)
        memory = find.revised(options.root, options.here, memory, more)
    why = embedding.indexed(options.root, memory)
    at = f" on commit {memory.source.commit[:10]}" if memory.source.commit else f" in {memory.source.place}"
    lines = [f"resolved {memory.id}{at}", f"{memory.kind}: {redact.neutral(memory.summary)}", f"resolution: {text}"]
    return Report(options, as_json(memory), "\n".join([*lines, *([why] if why else [])]))


def _reopened(options: argparse.Namespace) -> Report:
    """Open again what was resolved; the words behind its id say why."""
    text = second_opinion.clean(" ".join(filter(None, (options.id, *options.resolution)))).strip()
    with undo_log.recorded(options.root, "resolve --reopen") as done:
        memory, _ = find.to_change(options.root, options.reopen)
        done.append(memory)
        registry.refuse_foreign(memory)
        if memory.status != lifecycle.RESOLVED:
            raise Refusal(f"{memory.id} is {memory.status}; only what is resolved can be opened again")
        body = f"## Reopened\n\n{text or 'It is open again.'}" if memory.source.home == git_notes.NAME else text
        status = lifecycle.after(memory.status, "reopened", memory.kind)
        memory = find.revised(options.root, options.here, memory, Addition(body, status))
    why = embedding.indexed(options.root, memory)
    lines = [f"reopened {memory.id}", f"{memory.kind}: {redact.neutral(memory.summary)}"]
    lines += [*undo_log.way_back(options.root), *([why] if why else [])]
    return Report(options, as_json(memory), "\n".join(lines))
