"""Proposes rules that a person's words state: they are kept apart, and not in force until they are confirmed."""

import re
from collections.abc import Collection, Iterable, Sequence
from typing import Any, Final

from memory_core.core import log, registry, session
from memory_core.core.find_duplicate import Known
from memory_core.core.light import clock
from memory_core.core.light.errors import Refusal
from memory_core.core.light.lifecycle import PROPOSED
from memory_core.core.memory import Memory, Scope, Source, fingerprint
from memory_core.core.wing import Place
from memory_core.extract import entities, rules, wish_model
from memory_core.extract.candidate import Candidate
from memory_core.extract.entities import looked_for
from memory_core.extract.extraction import Extraction
from memory_core.extract.listener import Claimed, Listener, Reading
from memory_core.extract.proposal import EVERYWHERE
from memory_core.extract.rules import Proposal
from memory_core.extract.turn import Turn
from memory_core.guardrails import families, rules_file
from memory_core.journal import journal_entries as entries
from memory_core.journal import journal_files
from memory_core.language import near_duplicate
from memory_core.language.concepts import name_of
from memory_core.recall import already_kept
from memory_core.redact import second_opinion

STATE: Final = "proposed"  # in a session's state: the marks of the rules that it proposed
_AGAINST = re.compile(r"(?i)\b(?:no|not|never|don['’]?t|do not|stop|avoid|without|instead of|rather than)\b(.*)")
_TECHNICAL = re.compile(r"\b[A-Z]{3,}s?\b")  # SQL, DELETE, ORMs
_RULES = re.compile(
    r"(?i)\b(?:no|not|never|don['’]?t|stop|avoid|without|instead of|rather than|only|always|must|every|each|all|"
    r"ends? with|starts? with)\b"
)
_MOSTLY = 0.6
PENDING_MOST = 10  # of one session
_HEARD_MOST = 200  # that a session remembers


class Proposing(Listener):
    """Proposes the rules that a session states."""

    def __init__(self, place: Place) -> None:
        self._place = place

    def read(self, turns: Sequence[Turn], extraction: Extraction, path: str) -> Extraction:  # noqa: ARG002
        """The extraction with the marker lines that are rules of code."""
        return extraction._replace(rules=[*extraction.rules, *marked(extraction.marked, extraction.rules)])

    def claim(self, state: dict[str, Any], reading: Reading) -> Claimed:
        """Propose the rules that are new. A home in the way costs only these."""
        rules, heard = reading.rules, session.texts(state, STATE)
        if not rules:
            return Claimed(state, reading.candidates)
        now = clock.stamp(clock.now())
        try:
            new = propose(self._place.root, self._place.session, rules, heard, now)
        except Refusal as refusal:
            log.write("capture: proposed rules", str(refusal), self._place.root)
            return Claimed(state, reading.candidates)
        return Claimed({**state, STATE: marks(heard, rules)}, reading.candidates, new)


def propose(root: str, session_id: str, stated: Iterable[Proposal], heard: Collection[str], now: str) -> list[Memory]:
    """Propose the new rules; returns them as they are in their home. The caller holds the lock.

    A rule is new if no proposal, no guard rail and no document of the client states it, and this session has not
    proposed it before (`heard`, as `marks` returns it): a removed proposal does not come back in the same words.
    """
    memories = [
        memory for memory in (_memory(proposal, session_id, now) for proposal in stated) if _mark(memory) not in heard
    ]
    memories = already_kept.undocumented(root, memories)
    if not memories:
        return []
    waiting = journal_files.read(root, [entries.PROPOSED])
    ruled = [*waiting, *rules_file.read(root).memories]
    known = Known(ruled)
    new: list[Memory] = []
    room = PENDING_MOST - sum(memory.source.session == session_id for memory in waiting)
    for memory in memories:
        if len(new) < room and not _stands(known, ruled, memory):
            known.add(memory)
            ruled.append(memory)
            new.append(memory)
    return registry.keep(root, new) if new else []


def marked(lines: Iterable[Candidate], heard: Sequence[Proposal] = ()) -> list[Proposal]:
    """The rules among the marker lines of a reading that code can break: they forbid or require, and name a thing.

    A rule that a person's own words proposed in that reading (`heard`) is not proposed again in the model's words.
    """
    known = [near_duplicate.words(f"{each.text} {each.quote}") for each in heard]
    return [
        Proposal(
            "constraint", each.text, each.reason, _forbidden(each.text), path=_path(each.text), quote=each.quote,
            uuid=each.uuid, line=each.line, when=each.when, certainty=each.certainty, rule=each.rule,
        )
        for each in lines
        if each.kind == "convention"
        and _is_of_code(each.text)
        and not _is_among(known, near_duplicate.words(each.text))
    ]  # fmt: skip


def _is_among(known: Sequence[frozenset[str]], words: frozenset[str]) -> bool:
    """Whether one rule already contains most of these words."""
    return any(len(words & each) >= _MOSTLY * len(words) for each in known)


def _is_of_code(text: str) -> bool:
    if families.suggested(text):
        return True
    if not _RULES.search(text) or wish_model.read(text).manner > rules.MANNERS:
        return False
    return bool(_named(text) or entities.places(text) or _TECHNICAL.search(text))


def _named(text: str) -> list[str]:
    """The things of code that a text names, and products by a name that is written small."""
    words = (word.strip(".,;:!?()'\"`") for word in text.split())
    return list(dict.fromkeys([*entities.named(text), *(word for word in words if families.packages(word))]))


def _forbidden(text: str) -> tuple[str, ...]:
    """The things that a rule speaks against by name."""
    clauses = re.split(r"[,;:(—–]| - ", text)
    names = [name for clause in clauses if (against := _AGAINST.search(clause)) for name in _named(against[1])]
    return tuple(dict.fromkeys(looked_for(name) for name in names))


def _path(text: str) -> str:
    return next(iter(entities.places(text)), EVERYWHERE)


def _stands(known: Known, ruled: Sequence[Memory], memory: Memory) -> bool:
    if known.find(memory) is not None or any(_covers(old, memory) for old in ruled):
        return True
    return already_kept.one_of((old for old in ruled if old.scope.path == memory.scope.path), memory) is not None


def marks(heard: Iterable[str], stated: Iterable[Proposal]) -> list[str]:
    """The marks of what a session has proposed, oldest first; the oldest are dropped when the list is full."""
    news = (fingerprint("", second_opinion.clean(proposal.text)) for proposal in stated)
    return list(dict.fromkeys([*heard, *news]))[-_HEARD_MOST:]


def _mark(memory: Memory) -> str:
    return fingerprint("", memory.summary)


def _covers(old: Memory, new: Memory) -> bool:
    """Whether a rule forbids already what another would: the same things, as far and as loudly or further."""
    mine, theirs = (
        {(name_of(str(text)) or str(text)).casefold() for text in memory.attrs.get("forbid", ())}
        for memory in (new, old)
    )
    if not mine or not mine <= theirs or old.kind == "exception":
        return False
    return old.scope.path in (new.scope.path, "**", None) or near_duplicate.words(new.summary) <= near_duplicate.words(
        old.summary
    )


def _memory(proposal: Proposal, session_id: str, now: str) -> Memory:
    attrs = {
        "forbid": [second_opinion.clean(text) for text in proposal.forbid],
        "instead": second_opinion.clean(proposal.instead),
    }
    return Memory(
        id="",
        kind=proposal.kind,
        summary=second_opinion.clean(proposal.text),
        body=second_opinion.clean(proposal.reason),
        scope=Scope(path=second_opinion.clean(proposal.path)),
        created=now,  # its days are counted from here, however late its words were read
        updated=now,
        status=PROPOSED,
        source=Source(session=session_id, uuid=proposal.uuid, quote=second_opinion.clean(proposal.quote)),
        attrs={
            **{key: value for key, value in attrs.items() if value},
            "certainty": round(proposal.certainty, 2),
            "rule": proposal.rule,
        },
    )
