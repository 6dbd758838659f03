"""The card of a rule: its text, what it matches, what it would have stopped; and the request for its patterns."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from memory_core import data, redact
from memory_core.core import git
from memory_core.core.budget import clip, how_many
from memory_core.core.light.globs import is_whole
from memory_core.core.memory import Memory, stated_reason
from memory_core.guardrails import families, tables, verb_audit
from memory_core.guardrails.light.check import is_matched, keeps_place
from memory_core.guardrails.verb_audit import Hit, Place

REPLAYED: Final = 200  # commits that a rule is tried on
_NAMED: Final = 5  # places that a card names
_DOES: Final = {"ask": "the edit is stopped; its user may let it pass once", "deny": "the edit is stopped"}


class Trial(NamedTuple):
    """The matches of a rule in a project."""

    stopped: list[Hit]  # lines that the last commits added
    places: list[Place]  # lines that stand there today
    is_whole: bool  # whether all of the project was looked at
    note: str  # why not all of the history was


UNTRIED: Final = Trial([], [], True, "")


def trial(root: str, here: str, memory: Memory) -> Trial:
    """What a rule would have stopped in recent commits, and what it matches in the files of today."""
    place = here if git.folder(root) else root
    looked = verb_audit.audit(place, [memory], REPLAYED)
    notes = [*looked.notes.values(), *(["there was no time to look at all of them"] if looked.stopped else [])]
    notes += [] if looked.commits or notes else ["there are no commits to look at"]
    places, whole = verb_audit.places_of(place, memory) if is_matched(memory) else ([], True)
    return Trial(looked.hits[memory.id], places, whole, "; ".join(notes))


def card(memory: Memory, tried: Trial) -> list[str]:
    """The lines of a card."""
    attrs = memory.attrs
    enforce = str(attrs.get("enforce") or "remind")
    facts = {
        "why": stated_reason(memory),
        "instead": attrs.get("instead"),
        "in": "" if is_whole(memory.scope.path) else memory.scope.path,
        **tables.facts_of(memory),
    }
    lines = [f"{memory.id or 'new'}: {memory.summary}"]
    lines += [f"  {name}: {clip(str(value), 600)}" for name, value in facts.items() if value]
    examples = attrs.get("examples") or {}
    if examples:
        stops, passes = (len(examples.get(sort, ())) for sort in ("stop", "pass"))
        lines.append(f"  proven: {stops} edits are stopped, {passes} pass")
    lines += [f"  {line}" for line in (counted(tried) if tried is not UNTRIED else ())]
    lines.append(f"  enforce: {enforce} ({_DOES.get(enforce, 'the edit passes, with a reminder')})")
    return [redact.neutral(line) for line in lines]


def counted(tried: Trial) -> list[str]:
    """What a rule would have stopped, and the number of older places."""
    lines = []
    if not tried.note or tried.stopped:
        lines.append(how_many(len(tried.stopped), "edit") + f" of the last {REPLAYED} commits would have been stopped")
    if tried.note:
        lines.append(f"note: {tried.note}")
    lines += [f"  {hit.commit[:10]} {hit.path}:{hit.line}: {hit.text.strip()}" for hit in tried.stopped[:_NAMED]]
    many = how_many(len(tried.places), "place") if tried.is_whole else f"{how_many(len(tried.places), 'place')} or more"
    if tried.places:
        lines.append(f"{many} today (debt): they stay, and an edit that touches one is told so")
        lines += [f"  {place.path}:{place.line}: {place.text}" for place in tried.places[:_NAMED]]
    return lines


def request(memory: Memory, *, keeps: str = "") -> str:
    """The request to the session's model: the patterns of a rule, and edits that prove them."""
    name = memory.id
    start = families.suggested(memory.summary)
    begin = f" A start, to be mended: {tables.as_json(start)}." if start else ""
    return (
        f"{keeps}Write what {name} matches, from its words and this conversation, with two edits or more that must be "
        f"stopped and two near to them that must pass, and prove it:{begin}\n"
        f"{data.read('proof_request.txt').decode().format(id=name).rstrip()}\n"
        f"It prints a card, or says what does not hold. Show the user the card as it is; after their yes: "
        f"`memory-core iris confirm {name}`."
    )


def is_sharp(memory: Memory) -> bool:
    """Whether an edit can break the rule; else it only reminds."""
    return memory.kind not in ("constraint", "rejection") or is_matched(memory) or keeps_place(memory)


def as_json(tried: Trial) -> Mapping[str, Any]:
    """The matches of a rule, as the verbs print them for programs."""
    return {
        "stopped": [hit._asdict() for hit in tried.stopped],
        "debt": [place._asdict() for place in tried.places],
        "complete": tried.is_whole and not tried.note,
    }
