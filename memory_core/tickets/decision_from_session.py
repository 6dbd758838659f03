"""Derive a decision of a ticket from a session: its topic, its reason, and the decision that it supersedes."""

import re
from typing import Final

from memory_core.core.budget import clip
from memory_core.core.timestamps import utc
from memory_core.language import near_duplicate, relation
from memory_core.language.expressions import Expressions
from memory_core.tickets.decision import Entry, Log

TOPIC: Final = 80  # characters

# Rules for direct statements of a decision; only these can supersede another decision.
_STATED: Final = frozenset(("marker", "said-decision", "chosen", "plan", "answer"))
_ASKED: Final = " \u2014 chosen when asked: "
_RE: Final = Expressions("aidd/said.txt")
_CUES: Final = re.compile(r"\b(?:because|weil|parce que|porque|потому что)\b", re.IGNORECASE)
_DENIED: Final = re.compile(r"\b(?:no|not|never|\w+n['\u2019]t|nicht|kein\w*|nie|pas|не)\b", re.IGNORECASE)
_PARTLY: Final = re.compile(r"\b(?:not|only|just|also|partly|mainly|simply|nur|auch|seulement|solo)$", re.IGNORECASE)
_GENERAL: Final = frozenset(
    word
    for text in (
        "which what how why when where who whether should shall want would like prefer proceed continue go going next "
        "option options approach way choose pick do does done ok okay ready best use think fix now change changes "
        "step steps first you your correct right yes no please confirm"
    ).split()
    for word in near_duplicate.words(text)
)
_POINTING: Final = re.compile(r"\b(?:this|that|these|those|it|them|here|above|below|dies\w*|das|hier|ce|cette|esto?)\b")
_SPECIFIC: Final = 3  # significant words that a question needs


def answer(text: str) -> tuple[str, str]:
    """(the question, the chosen answer); ("", "") for any other text, and for a question without a subject."""
    chosen, mark, asked = text.rpartition(_ASKED)
    folded = asked.casefold()
    if not mark or not chosen.strip() or _POINTING.search(folded):
        return "", ""
    is_specific = len(near_duplicate.words(asked) - _GENERAL) >= _SPECIFIC
    return (asked.strip(), chosen.strip()) if is_specific else ("", "")


def apart(text: str) -> tuple[str, str]:
    """(the decision, its reason) if the text clearly gives a reason; else (the text, "")."""
    match = _RE["because"].fullmatch(text.strip())
    if not match or len(_CUES.findall(text)) > 1 or _RE["goes on"].search(match["why"]):
        return text, ""
    plain, why = match["said"].strip(), match["why"].strip()
    unclear = _PARTLY.search(plain) or (_DENIED.search(plain) and not match["comma"])
    return (text, "") if unclear or len(near_duplicate.words(plain)) < 2 else (plain, why.removesuffix("."))


class Standing:
    """The active decisions of a log in a scope, while the decisions of a session are added in order."""

    def __init__(self, log: Log, scope_key: str) -> None:
        self._all = {entry.id: entry for entry in log.entries}
        self._heads = dict(log.heads)
        self._scope_key = scope_key
        self._active = {
            entry.id: entry for entry in log.entries if entry.status == "active" and entry.scope_key == scope_key
        }

    def holds(self, new: Entry) -> bool:
        """Whether the log has this decision already, or a later one that replaced it."""
        known = self._all.get(new.id)
        if known is None:
            return False
        if known.status == "active":
            return bool(known.rationale or not new.rationale)
        head = self._all.get(self._heads.get(new.id, ""))
        return known.status == "superseded" and head is not None and head.ts > utc(new.ts)

    def replaced(self, new: Entry, rule: str) -> tuple[Entry | None, list[str]]:
        """(the decision that the new one supersedes, or None; the ids of several that it may supersede)."""
        if rule not in _STATED or new.id in self._active:
            return None, []
        result = [each for each in self._candidates(new) if each.id != new.id]
        if len(result) == 1 and result[0].ts <= utc(new.ts):
            return result[0], []
        return None, [entry.id for entry in result if entry.ts <= utc(new.ts)]

    def add(self, new: Entry, old: Entry | None = None) -> None:
        """Add a decision, and end the one that it supersedes."""
        if old is not None:
            self._heads[old.id] = new.id
            self._all[old.id] = self._active.pop(old.id)._replace(status="superseded")
        self._heads.pop(new.id, None)
        self._all[new.id] = self._active[new.id] = new._replace(ts=utc(new.ts))

    def _candidates(self, new: Entry) -> list[Entry]:
        if self._head(new.id) in self._active:  # the decision returns: its successor is superseded
            return [self._active[self._head(new.id)]]
        if new.extra.get("rule") == "answer":
            is_whole = not new.topic.endswith("\u2026")  # a clipped topic may be another question
            return [each for each in self._active.values() if is_whole and _asked_too(new, each)]
        return [each for each in self._active.values() if _takes_its_place(new.decision, each)]

    def _head(self, name: str) -> str:
        seen = set()
        while name in self._heads and name not in seen:
            seen.add(name)
            name = self._heads[name]
        return name if seen else ""


def topic_of(question: str) -> str:
    """The topic of a decision that answers this question."""
    return clip(question, TOPIC)


def _asked_too(new: Entry, old: Entry) -> bool:
    return old.extra.get("rule") == "answer" and new.topic.casefold() == old.topic.casefold()


def _takes_its_place(new: str, old: Entry) -> bool:
    if not near_duplicate.is_turned(new):
        return False
    return any(relation.ends(text, new) for text in wordings(old))


def wordings(entry: Entry) -> tuple[str, ...]:
    """The words of a decision; if they lack its topic, also the words with the topic."""
    return (entry.decision,) if says_its_topic(entry) else (entry.decision, f"{entry.decision} for {entry.topic}")


def says_its_topic(entry: Entry) -> bool:
    """Whether the words of a decision contain its topic."""
    return entry.topic.rstrip(". \u2026").casefold() in entry.decision.casefold()
