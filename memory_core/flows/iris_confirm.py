"""`memory-core iris confirm | decline`: what was proposed becomes a guard rail, or goes, with one word."""

import argparse
from collections.abc import Sequence
from typing import Any

from memory_core.domain import screen
from memory_core.domain.budget import clip
from memory_core.domain.guardrail_validation import EVERYWHERE, scoped
from memory_core.domain.guardrails import Rails, from_item, section_of
from memory_core.domain.memory import Memory, as_json, stated_reason
from memory_core.flows import iris_entries, iris_show, write_briefing
from memory_core.flows.iris_entries import Told
from memory_core.flows.iris_options import call, given, parser, refuse_faults
from memory_core.flows.options import answer
from memory_core.light import clock
from memory_core.light.errors import Refusal
from memory_core.stores import guardrails, undo_log, workspace

ALL = "all"
_LISTED = 20  # proposals that a question names
_REASON, _TEXT = 10, 500  # characters that a reason must have, and that a rule may


def confirm(arguments: list[str]) -> int:
    """0, after what was named is a guard rail; 1, and nothing changed, where it is not clear which is meant."""
    options = parser("confirm", "Make a proposed guard rail one that holds.", "ID").read(arguments)
    chosen = _chosen(options, "confirm")
    if not chosen:
        return 1
    rails = guardrails.read(options.root)
    made = [_made(options, one, rails) for one in chosen]
    with undo_log.recorded(options.root, "confirm") as done:
        done.extend(chosen)
        known = guardrails.read(options.root)
        there = [iris_entries.same(known, memory) for memory, _ in made]
        new = iter(workspace.keep(options.root, [made[at][0] for at, one in enumerate(there) if one is None]))
        found = [one or next(new) for one in there]
        _forget(options.root, chosen)
    file = iris_entries.to_commit(options)
    told = [
        Told(f"{memory.id} says so already, and stays as it is", memory)
        if old
        else Told(f"confirmed: {memory.id} in {file}", memory, more or iris_entries.wished(options, memory))
        for memory, old, (_, more) in zip(found, there, made, strict=True)
    ]
    return iris_entries.told(options, told)


def decline(arguments: list[str]) -> int:
    """0, after what was named is no longer proposed; 1, and nothing changed, where it is not clear which is meant."""
    options = parser("decline", "Take a proposed guard rail away; said again, it is proposed again.", "ID").read(
        arguments
    )
    chosen = _chosen(options, "decline")
    if not chosen:
        return 1
    with undo_log.recorded(options.root, "decline") as done:
        done.extend(chosen)
        _forget(options.root, chosen)
    write_briefing.refresh(options.root, iris_entries.SECONDS)
    rows = [f"declined: {one.id}  {one.kind}: {one.summary}" for one in chosen]
    return answer(options, {"declined": [as_json(memory) for memory in chosen]}, "\n".join(rows))


def _forget(root: str, proposals: Sequence[Memory]) -> None:
    for one in proposals:
        workspace.forget(root, one, clock.stamp(clock.now()))


def _chosen(options: argparse.Namespace, action: str) -> list[Memory]:
    """The proposals that are named by their ids or the beginnings of them; `Refusal` where one is not clear.

    Empty, after they were listed, where there are several and none is named.
    """
    waiting, words = iris_show.proposed(options.root), options.words
    if not waiting:
        raise Refusal("nothing is proposed; what you reject or forbid in a session is, at its end")
    if not words and len(waiting) > 1:
        how = f"{call(options)} {action}"
        rows = [f"{how} {one.id}   {one.kind}: {_words(one)}" for one in waiting[:_LISTED]]
        rows += [f"… and {len(waiting) - _LISTED} more"] if len(waiting) > _LISTED else []
        print(screen.neutral("\n".join(["Which of them? Nothing was changed.", *rows, f"{how} {ALL}"])))
        return []
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
            raise Refusal(f"{word!r} is {what}; there is {', '.join(one.id for one in waiting[:_LISTED])}")
        found[near[0].id] = near[0]
    return list(found.values())


def _words(proposal: Memory) -> str:
    """What a proposal says, and what it would look for."""
    attrs = proposal.attrs
    more = {"forbids": ", ".join(attrs.get("forbid", ())), "instead": attrs.get("instead", "")}
    told = [clip(proposal.summary, 160), *(f"{name} {clip(value, 80)}" for name, value in more.items() if value)]
    return "; ".join(told)


def _made(options: argparse.Namespace, proposal: Memory, rails: Rails) -> tuple[Memory, tuple[str, ...]]:
    """The guard rail that a proposal becomes, and what to say about how it is enforced."""
    section, today = section_of(proposal.kind), clock.today()
    said = given(options, section)
    entry: dict[str, Any] = {
        **iris_entries.item(section, today, iris_entries.last_cycle(rails)),
        **{key: proposal.attrs[key] for key in section.keys if proposal.attrs.get(key)},
        section.text: clip(proposal.summary, _TEXT),
    }
    if section.reason:
        entry[section.reason] = _reason(proposal)
        entry[section.scope] = scoped(proposal.scope.path or EVERYWHERE, options.root)
    entry |= said
    refuse_faults(entry, section, today)
    memory = from_item(entry, section)
    if memory is None:
        raise Refusal(f"{proposal.id} says nothing; `{call(options)} decline {proposal.id}` takes it away")
    if "enforce" in said or not memory.attrs.get("forbid"):
        iris_entries.check_hits(options, memory)
        return memory, ()
    found, why = iris_entries.audited(options, memory)
    if found:
        why = f"{len(found)} lines that the last {iris_entries.REPLAYED} commits added would have met it"
    enforce = "remind" if why else "ask"
    return memory._replace(attrs={**memory.attrs, "enforce": enforce}), (f"it only reminds: {why}",) if why else ()


def _reason(proposal: Memory) -> str:
    """Why it is so; where that was not said, or in too few words, where it comes from: a file that others write too."""
    said = f"proposed on {proposal.created[:10]}" if proposal.created else "proposed by this repository"
    why = stated_reason(proposal)
    if not why:
        return said
    return why if len(why) >= _REASON else f"{why} ({said})"
