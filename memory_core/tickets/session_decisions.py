"""Convert the decisions of a session for the log of its ticket."""

from collections.abc import Iterable

from memory_core.core.budget import clip
from memory_core.core.find_duplicate import Known
from memory_core.core.memory import Link, Memory
from memory_core.tickets import decision, decision_from_session, decision_log
from memory_core.tickets.active import Work
from memory_core.tickets.decision import Log
from memory_core.tickets.decision_from_session import Standing
from memory_core.tickets.memories import decisions, to_entry


def placed(root: str, work: Work, session: str, memories: Iterable[Memory]) -> list[Memory]:
    """The memories; decisions as decisions of the active ticket, each with the one that it supersedes.

    Decisions that the log has already, or that were forgotten, are left out.
    """
    known = decision_log.read(root, work.ticket)
    taken = {
        decision.topic_key(entry.topic): decision.topic_key(entry.decision)
        for entry in known.entries
        if entry.scope_key == work.scope_key
    }
    standing = Standing(known, work.scope_key)
    result = []
    for memory in memories:
        if memory.kind != "decision":
            result.append(memory)
            continue
        each = _placed(memory, work, session, taken)
        entry = to_entry(each, work.ticket)
        if entry.id in known.forgotten or standing.holds(entry) or _is_logged(known, memory, each, entry.id):
            continue
        old, likely = standing.replaced(entry, str(memory.attrs.get("rule", "")))
        if old is not None:
            # Both are on one subject and share its topic, so that the next decision is compared with them.
            topic = "" if decision_from_session.says_its_topic(old) else old.topic
            attrs = {**each.attrs, "topic": topic} if topic else each.attrs
            each = each._replace(links=(*each.links, Link("supersedes", old.id)), attrs=attrs)
            entry = to_entry(each, work.ticket)
        if likely:
            each = each._replace(
                attrs={**each.attrs, "extra": {**each.attrs.get("extra", {}), decision.DOUBTS: likely}}
            )
        standing.add(entry, old)
        result.append(each)
    return result


def _is_logged(known: Log, memory: Memory, each: Memory, name: str) -> bool:
    """Whether the log has nearly the same words as a memory without its reason."""
    if each.summary == memory.summary or any(entry.id == name for entry in known.entries):
        return False
    return Known(decisions(known, "")).find(each) is not None


def _placed(memory: Memory, work: Work, session: str, taken: dict[str, str]) -> Memory:
    asked, chosen = decision_from_session.answer(memory.summary)
    words, why = (chosen, "") if asked or memory.body else decision_from_session.apart(memory.summary)
    words = words or memory.summary
    attrs = {
        "topic": decision_from_session.topic_of(asked) if asked else _topic(words, taken),
        "decision": words,
        "scope_key": work.scope_key,
        "stage": work.stage,
        "source_path": f"session:{session}",
    }
    return memory._replace(
        summary=memory.summary if asked else words,
        body=memory.body or why,
        scope=memory.scope._replace(work=work.ticket),
        source=memory.source._replace(home=decision_log.NAME),
        attrs={**memory.attrs, **{key: value for key, value in attrs.items() if value}},
    )


def _topic(words: str, taken: dict[str, str]) -> str:
    """The beginning of a decision, or more if another decision begins the same: this avoids accidental conflicts."""
    own = decision.topic_key(words)
    for topic in (clip(words, decision_from_session.TOPIC), words, f"{words} ({decision.identify('', '', words)})"):
        if taken.setdefault(decision.topic_key(topic), own) == own:
            break
    return topic
