"""`memory-core iris confirm`: what was proposed becomes a guard rail, with one word."""

import argparse
from collections.abc import Sequence
from typing import Any

from memory_core.domain import screen
from memory_core.domain.budget import clip
from memory_core.domain.errors import Refusal
from memory_core.domain.guardrail_rules import EVERYWHERE, check_dates, scoped
from memory_core.domain.guardrails import FILE, Rails, from_item, section_of
from memory_core.domain.memory import Memory
from memory_core.flows import iris_entries, iris_show
from memory_core.stores import clock, guardrails, workspace

ALL = "all"
_REASON, _TEXT = 10, 500  # characters that a reason must have, and that a rule may


def confirm(arguments: list[str]) -> int:
    """0, after what was named is a guard rail; 1, and nothing changed, where it is not clear which is meant."""
    parser = iris_entries.parser("confirm", "Make a proposed guard rail one that holds.", "ID")
    options = parser.read(arguments)
    waiting = iris_show.proposed(options.root)
    if not waiting:
        raise Refusal("nothing is proposed; what you reject or forbid in a session is, at its end")
    if not options.words and len(waiting) > 1:
        call = "/iris:memory" if options.args_stdin else "memory-core iris"
        rows = [f"{call} confirm {one.id}   {one.kind}: {clip(one.summary, 160)}" for one in waiting]
        print(screen.neutral("\n".join(["Which of them? Nothing was changed.", *rows, f"{call} confirm {ALL}"])))
        return 1
    chosen = _chosen(waiting, options.words)
    rails = guardrails.read(options.root)
    made = [_made(options, one, rails) for one in chosen]
    with workspace.held(options.root):
        known = guardrails.read(options.root)
        there = [iris_entries.same(known, memory) for memory, _ in made]
        new = iter(workspace.keep(options.root, [made[at][0] for at, one in enumerate(there) if one is None]))
        found = [one or next(new) for one in there]
        for one in chosen:
            workspace.forget(options.root, one, clock.stamp(clock.now()))
    head = [f"confirmed: {memory.id} in {FILE}" for memory in found]
    return iris_entries.told(options, found, head, [line for _, line in made if line])


def _chosen(waiting: Sequence[Memory], words: Sequence[str]) -> list[Memory]:
    """The proposals that are named by their ids or the beginnings of them; `Refusal` where one is not clear."""
    if not words or [word.casefold() for word in words] == [ALL]:
        return list(waiting)
    found: dict[str, Memory] = {}
    for word in words:
        name = word.strip(",").casefold()
        near = [one for one in waiting if one.id == name] or [
            one for one in waiting if name and one.id.removeprefix("g-").startswith(name.removeprefix("g-"))
        ]
        if len(near) != 1:
            what = "the beginning of more than one" if near else "no proposal"
            raise Refusal(f"{word!r} is {what}; there is {', '.join(one.id for one in waiting)}")
        found[near[0].id] = near[0]
    return list(found.values())


def _made(options: argparse.Namespace, proposal: Memory, rails: Rails) -> tuple[Memory, str]:
    """The guard rail that a proposal becomes, and what to say about how it is enforced."""
    section, today = section_of(proposal.kind), clock.today()
    said = {key: value for key, value in iris_entries.given(options, section).items() if value is not None}
    entry: dict[str, Any] = {
        **iris_entries.item(section, today, iris_entries.last_cycle(rails)),
        **{key: proposal.attrs[key] for key in section.keys if proposal.attrs.get(key)},
        section.text: clip(proposal.summary, _TEXT),
    }
    if section.reason:
        entry[section.reason] = _reason(proposal)
        entry[section.scope] = scoped(proposal.scope.path or EVERYWHERE, options.root)
    entry |= said
    check_dates(entry, today)
    memory = from_item(entry, section)
    if memory is None:
        raise Refusal(f"{proposal.id} says nothing; `memory-core iris remove {proposal.id}` takes it away")
    if "enforce" in said or not memory.attrs.get("forbid"):
        iris_entries.check_hits(options, memory)
        return memory, ""
    found, why = iris_entries.audited(options, memory)
    if found:
        why = f"{len(found)} lines that the last {iris_entries.REPLAYED} commits added would have met it"
    enforce = "remind" if why else "ask"
    return memory._replace(attrs={**memory.attrs, "enforce": enforce}), why and f"it only reminds: {why}"


def _reason(proposal: Memory) -> str:
    """Why it is so; where that was not said, the words that were."""
    if len(proposal.body) >= _REASON:
        return proposal.body
    words = proposal.source.quote or proposal.summary
    return f"{f'{proposal.body}: ' if proposal.body else ''}the user said “{words}”"
