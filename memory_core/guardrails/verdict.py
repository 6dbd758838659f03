"""What becomes of each proposal: the precedence table, row by row (IRIS-36..39, 59..66, 69, I-1..I-4, X-11)."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from memory_core.core.memory import Memory, stated_reason
from memory_core.guardrails import file_format, likeness
from memory_core.guardrails.likeness import NONE, SAME, Alike, Likeness
from memory_core.language.expressions import Expressions

PROPOSE, BLOCKED, EXCLUDED, CONSTRAINED = "propose", "blocked", "excluded", "constrained"
ESCALATE, ASK, NOTED = "escalate", "ask", "noted"
ACTIONS: Final = (PROPOSE, BLOCKED, EXCLUDED, CONSTRAINED, ESCALATE, ASK, NOTED)
WAYS_OUT: Final = ("remove the constraint", "accept the risk", "provide an alternative fix")
MARK: Final = "BLOCKED-BY-CONSTRAINT"

_RE: Final = Expressions("guard/verdict.txt")
_AHEAD: Final = 0.2  # by how much one entry must be nearer than another to be clearly the best
_ABOUT: Final = 0.5  # share of the words of an exception that a proposal without a place must have


class Proposal(NamedTuple):
    """A change that somebody proposes."""

    id: str
    text: str
    scope: str | None = None
    category: str = ""
    severity: str = ""


class Verdict(NamedTuple):
    """The verdict on a proposal: the action, the entries and the reason."""

    proposal: str
    action: str
    entry: str | None
    reason: str
    entries: tuple[str, ...] = ()  # every entry that has a part in it, the first first
    note: str = ""  # a tag, or what is to be looked at again


class Due(NamedTuple):
    """A question that comes before everything else (IRIS-18, 39, 40)."""

    entry: str
    question: str
    answers: tuple[str, ...] = ("keep", "update", "remove")


class Ideation(NamedTuple):
    """All verdicts, in the order of the proposals, and the questions to answer first."""

    verdicts: tuple[Verdict, ...]
    due: tuple[Due, ...]

    def with_action(self, action: str) -> list[Verdict]:
        """The verdicts with an action."""
        return [verdict for verdict in self.verdicts if verdict.action == action]


class _Met(NamedTuple):
    """An entry that a proposal meets."""

    memory: Memory
    action: str
    how: Likeness
    why: str = ""

    @property
    def rank(self) -> float:
        """What orders entries, the likest first."""
        return -round(self.how.strength, 6)


class Guard(NamedTuple):
    """The entries in force, sorted by their effect."""

    constraints: tuple[Memory, ...]
    exceptions: tuple[Memory, ...]
    rejections: tuple[Memory, ...]
    changes: Mapping[str, tuple[Memory, ...]]  # context changes by the entry that they affect


def in_force(memories: Iterable[Memory]) -> Guard:
    """The guard rails among the memories, each list by id: no proposed ones, but rejected decisions (X-11)."""
    sorted_out: dict[str, list[Memory]] = {"constraint": [], "exception": [], "rejection": [], "context-change": []}
    for memory in memories:
        if memory.kind == "decision" and memory.status == "rejected":
            sorted_out["rejection"].append(memory)
        elif memory.kind in sorted_out and memory.status == "active":
            sorted_out[memory.kind].append(memory)
    for entries in sorted_out.values():
        entries.sort(key=lambda memory: (memory.id, memory.summary))
    changes: dict[str, list[Memory]] = {}
    for change in sorted_out["context-change"]:
        for name in change.attrs.get("affects", ()):
            changes.setdefault(str(name), []).append(change)
    return Guard(
        tuple(sorted_out["constraint"]), tuple(sorted_out["exception"]), tuple(sorted_out["rejection"]),
        {name: tuple(entries) for name, entries in changes.items()},
    )  # fmt: skip


def ideate(
    proposals: Sequence[Proposal], memories: Iterable[Memory], today: str, alike: Alike | None = None
) -> Ideation:
    """A verdict for every proposal, and the questions that are due on `today` (YYYY-MM-DD, local)."""
    guard = in_force(memories)
    verdicts = tuple(judge(proposal, guard, today, alike) for proposal in proposals)
    due = [Due(memory.id, question(memory)) for memory in guard.exceptions if file_format.due(memory, today)]
    met = {name for verdict in verdicts for name in verdict.entries}
    due += [
        Due(memory.id, _review(memory, guard.changes[memory.id]))
        for memory in guard.rejections
        if memory.id in met and memory.id in guard.changes and not file_format.expired(memory, today)
    ]
    return Ideation(verdicts, tuple(due))


def judge(proposal: Proposal, guard: Guard, today: str, alike: Alike | None = None) -> Verdict:
    """What becomes of one proposal."""
    broken = [met for met in (_against(proposal, memory, alike) for memory in guard.constraints) if met]
    like = [met for met in (_against(proposal, memory, alike) for memory in guard.rejections) if met]
    over = [met for met in like if file_format.expired(met.memory, today)]
    like = [met for met in like if met not in over]
    kept = [met for met in (_kept(proposal, memory, today, alike) for memory in guard.exceptions) if met]
    first = _first(broken, like, kept)
    if is_critical(proposal.severity, proposal.category, proposal.text):
        against = [met for met in (*broken, *like) if not _accepted(met.memory.id, kept, today)]
        return _critical(proposal, first, against, kept)
    if first:
        verdict = _decided(proposal, first, guard)
        note = _before(over)
        return verdict._replace(reason=f"{verdict.reason}; {note}") if note else verdict
    return _free(proposal, over)


class Answer(NamedTuple):
    """The user's answer about a proposal."""

    same: str = ""  # the entry that it is the same as
    other: frozenset[str] = frozenset()  # the entries that it is not


def answered(ideation: Ideation, answers: Mapping[str, Answer], guard: Guard) -> Ideation:
    """The ideation with the user's answers by proposal; they only settle doubts."""
    entries = {memory.id: memory for memory in (*guard.constraints, *guard.exceptions, *guard.rejections)}
    return ideation._replace(
        verdicts=tuple(
            _settled(verdict, answers[verdict.proposal], entries)
            if verdict.action == ASK and verdict.proposal in answers
            else verdict
            for verdict in ideation.verdicts
        )
    )


def _settled(verdict: Verdict, answer: Answer, entries: Mapping[str, Memory]) -> Verdict:
    if answer.same in verdict.entries:
        memory = entries[answer.same]
        action = {"constraint": CONSTRAINED, "exception": NOTED}.get(memory.kind, BLOCKED)
        action = EXCLUDED if action == BLOCKED and memory.attrs.get("permanent") is True else action
        mark = f"{MARK} " if action == CONSTRAINED else ""
        reason = f"{mark}{memory.id}: {memory.summary}: {_why(memory)} (you said it is the same)"
        return verdict._replace(action=action, entry=memory.id, reason=reason)
    left = tuple(name for name in verdict.entries if name not in answer.other)
    if not left:
        reason = f"you said that it is another thing than {', '.join(verdict.entries)}"
        return verdict._replace(action=PROPOSE, reason=reason)
    return verdict._replace(entry=left[0], entries=left)


def is_critical(severity: str, category: str, text: str) -> bool:
    """Whether something is a critical matter of security, which nothing may swallow (IRIS-68, 69)."""
    words = f"{severity} {category}".casefold()
    return "critical" in words and bool(_RE["security"].search(f"{category} {text}"))


def question(memory: Memory) -> str:
    """The question about an exception that is due (IRIS-39)."""
    return (
        f"{memory.id} (decided on {memory.created[:10] or 'an unknown date'}) is due for review. "
        f"Current pattern: {memory.summary}. Original reason: {stated_reason(memory) or 'none given'}. "
        "Do you want to: [keep] [update] [remove]?"
    )


def _against(proposal: Proposal, memory: Memory, alike: Alike | None) -> _Met | None:
    """A proposal against a constraint or a rejection (I-3): the same is held back, a similar one is asked about."""
    how = likeness.compare(memory, proposal.text, proposal.scope, alike)
    if how.certain:
        held = EXCLUDED if memory.attrs.get("permanent") is True else BLOCKED
        return _Met(memory, CONSTRAINED if memory.kind == "constraint" else held, how, how.reason())
    return _Met(memory, ASK, how, how.reason()) if how.near(critical=_is_critical(proposal)) else None


def _is_critical(proposal: Proposal) -> bool:
    return is_critical(proposal.severity, proposal.category, proposal.text)


def _kept(proposal: Proposal, memory: Memory, today: str, alike: Alike | None) -> _Met | None:
    """A proposal to change what a deliberate exception keeps."""
    how = likeness.compare(memory, proposal.text, proposal.scope, alike)
    words = likeness.shared(memory, proposal.text)
    is_about = bool(words) or how.near() if how.place == SAME else how.share >= _ABOUT and len(words) > 1
    if how.place == NONE or not is_about:
        return None
    action = ASK if file_format.due(memory, today) else NOTED
    return _Met(memory, action, how, f"about {', '.join(words[:4])}" if words else how.reason())


def _first(broken: Sequence[_Met], like: Sequence[_Met], kept: Sequence[_Met]) -> list[_Met]:
    """The entries that decide, best first: clear before doubtful, permanent before constraint before rejection."""
    blocks = [met for met in like if met.action != ASK]
    if blocks:
        blocks.sort(key=lambda met: (met.rank, met.action != EXCLUDED, met.memory.id))
        best = blocks[0]
        rivals = [met for met in blocks if met.how.strength > best.how.strength - _AHEAD]
        if len({met.action for met in rivals}) > 1:
            constrained = [met for met in broken if met.action == CONSTRAINED]
            return constrained or [met._replace(action=ASK) for met in rivals]
        blocks = [met for met in blocks if met.action == best.action]
    clear = [met for met in broken if met.action == CONSTRAINED]
    if blocks and (blocks[0].action == EXCLUDED or not clear):
        return blocks
    if clear:
        return sorted(clear, key=lambda met: (met.rank, met.memory.id))
    doubts = sorted([*broken, *like], key=lambda met: (met.rank, met.memory.id))
    return doubts or sorted(kept, key=lambda met: (met.action != ASK, met.rank, met.memory.id))


def _decided(proposal: Proposal, met: Sequence[_Met], guard: Guard) -> Verdict:
    first = met[0]
    names = tuple(dict.fromkeys(entry.memory.id for entry in met))
    changes = [change for name in names for change in guard.changes.get(name, ())]
    note = f"context changed: {'; '.join(change.summary for change in changes)}; review it" if changes else ""
    reason = _reason(first, names)
    return Verdict(proposal.id, first.action, first.memory.id, f"{reason}; {note}" if note else reason, names, note)


def _reason(met: _Met, names: Sequence[str]) -> str:
    memory, others = met.memory, "".join(f", {name}" for name in names[1:])
    if met.action == CONSTRAINED:
        return f"{MARK} {memory.id}{others}: {memory.summary} ({met.why})"
    if met.action == NOTED:
        return f"[INTENTIONAL — {memory.id}] {memory.summary}: {_why(memory)}"
    if met.action != ASK:
        end = "rejected for good" if met.action == EXCLUDED else "rejected"
        return f"{memory.id}{others}: {memory.summary} was {end}: {_why(memory)} ({met.why})"
    what = {"constraint": "break the constraint", "exception": "change what is intentional under"}.get(memory.kind, "")
    if what:
        beside = f"; see {', '.join(names[1:])} too" if names[1:] else ""
        return f"Does this proposal {what} {memory.id} ({memory.summary})? {met.why}{beside}"
    return f"Does this proposal match a past rejection? {' or '.join(names)}: {memory.summary} ({met.why})"


def _accepted(name: str, kept: Sequence[_Met], today: str) -> bool:
    """Whether somebody has accepted the risk that a rule leaves, where the proposal is, until a day that is to come."""
    return any(name in met.memory.attrs.get("accepts", ()) and not file_format.due(met.memory, today) for met in kept)


def _critical(proposal: Proposal, first: Sequence[_Met], against: Sequence[_Met], kept: Sequence[_Met]) -> Verdict:
    """A critical security fix is proposed, or it is escalated: nothing holds it back in silence (IRIS-63, 69)."""
    if against:
        deciding = [met for met in first if met in against] or against
        names = tuple(dict.fromkeys(met.memory.id for met in (*deciding, *against)))
        memory = deciding[0].memory
        ways = _ways_out(memory)
        reason = (
            f"CRITICAL security against {', '.join(names)} ({memory.summary}; {deciding[0].why}): "
            f"decide before going on: {ways[0]}, {ways[1]}, or {ways[2]}"
        )
        return Verdict(proposal.id, ESCALATE, memory.id, reason, names)
    if kept:
        memory = kept[0].memory
        tag = f"[INTENTIONAL — {memory.id}]"
        accepts = memory.attrs.get("accepts")
        what = "CRITICAL security is proposed whatever is intentional here"
        if accepts:
            who, until = memory.attrs.get("accepted_by") or "somebody", memory.attrs.get("revisit_on")
            what = f"{who} accepted the risk of {', '.join(accepts)}{f' until {until}' if until else ''}"
        reason = f"{what}; {tag} {memory.summary}: {_why(memory)}"
        return Verdict(proposal.id, PROPOSE, memory.id, reason, (memory.id,), tag)
    return Verdict(proposal.id, PROPOSE, None, "CRITICAL security; nothing stands against it")


def _why(memory: Memory) -> str:
    return stated_reason(memory) or "no reason given"


def _free(proposal: Proposal, over: Sequence[_Met]) -> Verdict:
    memory = _ended(over)
    if memory is None:
        return Verdict(proposal.id, PROPOSE, None, "nothing stands against it")
    return Verdict(proposal.id, PROPOSE, memory.id, _before(over), (memory.id,), "rejected before")


def _ended(over: Sequence[_Met]) -> Memory | None:
    """The expired rejection that is most similar to the proposal."""
    again = [met for met in over if met.action != ASK]
    return max(again, key=lambda met: (met.how.strength, met.memory.id)).memory if again else None


def _before(over: Sequence[_Met]) -> str:
    """The note on an expired rejection (IRIS-61); "" if there is none."""
    memory = _ended(over)
    if memory is None:
        return ""
    return f"{memory.id} rejected this before ({_why(memory)}); that ended on {memory.attrs.get('expires_on', '')}"


def _review(memory: Memory, changes: Sequence[Memory]) -> str:
    news = "; ".join(f"{change.summary} ({change.created[:10] or 'no date'})" for change in changes)
    return (
        f"{memory.id} rejected: {memory.summary}. Reason: {stated_reason(memory) or 'none given'}. "
        f"The context has changed since: {news}. It stays rejected until you say otherwise. "
        "Do you want to: [keep] [update] [remove]?"
    )


def as_json(ideation: Ideation, guard: Guard) -> dict[str, Any]:
    """The ideation in the shape that commands rely on."""
    entries = {memory.id: memory for memory in (*guard.constraints, *guard.exceptions, *guard.rejections)}
    blocked, escalated = ideation.with_action(BLOCKED), ideation.with_action(ESCALATE)
    return {
        "verdicts": [_json(verdict) for verdict in ideation.verdicts],
        "due": [{"entry": due.entry, "question": due.question, "answers": list(due.answers)} for due in ideation.due],
        "blocked": [_blocked(verdict, entries[verdict.entry]) for verdict in blocked if verdict.entry],
        "excluded": len(ideation.with_action(EXCLUDED)),
        "escalations": [
            _json(verdict) | {"ways_out": list(_ways_out(entries.get(verdict.entry or "")))} for verdict in escalated
        ],
    }


def _ways_out(memory: Memory | None) -> tuple[str, ...]:
    return WAYS_OUT if memory and memory.kind == "constraint" else ("remove the rejection", *WAYS_OUT[1:])


def _json(verdict: Verdict) -> dict[str, Any]:
    row: dict[str, Any] = {
        "proposal": verdict.proposal, "action": verdict.action, "entry": verdict.entry, "reason": verdict.reason,
        "entries": list(verdict.entries),
    }  # fmt: skip
    return row | ({"note": verdict.note} if verdict.note else {})


def _blocked(verdict: Verdict, memory: Memory) -> dict[str, Any]:
    row = {
        "proposal": verdict.proposal, "entry": memory.id, "proposed": memory.summary,
        "rejected_reason": stated_reason(memory),
        "reconsider_when": memory.attrs.get("reconsider_when"), "expires_on": memory.attrs.get("expires_on"),
    }  # fmt: skip
    return row | ({"note": verdict.note} if verdict.note else {})
