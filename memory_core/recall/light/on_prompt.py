"""Suggests at most three memories for a prompt, if the prompt can have a topic.

The user waits, so the index is only read, for a short time, by keywords alone. Errors end in no answer.
"""

import apsw

from memory_core.core.light import lean_json, places
from memory_core.recall.light import asked, suggest, suggested
from memory_core.recall.light.suggest_words import stems

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

    from memory_core.recall import suggest_view as view
    from memory_core.recall.light.suggest import Weighed
    from memory_core.recall.light.suggest_words import Term
    from memory_core.recall.light.suggested import Wishes

SECONDS = 0.12  # for the complete search
_OFTEN = 600  # rows of a term; a word of more memories does not select any
_LOOKED_AT = 16  # memories that are read
_RECORD = 60_000  # characters of a record


class Suggestions:
    """The topic of a prompt, and the memories that are suggested for it, best first."""

    __slots__ = ("chosen", "topic")

    def __init__(self, topic: str = "", chosen: "Sequence[Weighed]" = ()) -> None:
        self.topic, self.chosen = topic, chosen


def at_prompt(root: str, session: str, terms: "Sequence[Term]", wishes: "Wishes") -> str:
    """The suggestions for a prompt, fenced and recorded as shown; "" for most prompts.

    If they cannot be recorded, nothing is shown, because it would be repeated at every prompt.
    """
    try:
        connection = asked.opened(places.index_path(root), SECONDS)
        if connection is None:
            return ""
        try:
            result = search(connection, terms, session)
        finally:
            connection.close()
    except (apsw.Error, OSError, ValueError, TypeError, LookupError, RecursionError):
        return ""  # busy, damaged, too slow, outdated, or from a stranger
    chosen = _new(root, session, result, wishes) if result.chosen else []
    if not chosen:
        return ""
    from memory_core.core.light.fence import around
    from memory_core.recall import suggest_view as view

    text = view.as_text(result.topic, shown(chosen))
    ids = [weighed.memory.id for weighed in chosen]
    return around(text, view.LABEL) if text and suggested.tell(root, session, result.topic, ids) else ""


def search(connection: apsw.Connection, terms: "Sequence[Term]", session: str = "") -> Suggestions:
    """The suggestions of an index for these terms. Raise what `apsw` raises, and `ValueError` for an invalid record."""
    every, rows = asked.matching_rows(connection, [term.match for term in terms], _OFTEN)
    weight = suggest.weights(terms, {term.key: len(hits) for term, hits in zip(terms, rows, strict=True)}, every)
    spoken: dict[int, float] = {}
    for term, hits in zip(terms, rows, strict=True):
        if len(hits) < _OFTEN:
            for row in hits:
                spoken[row] = spoken.get(row, 0.0) + weight[term.key]
    best = sorted(spoken, key=lambda row: (-spoken[row], -row))[:_LOOKED_AT]
    memories = []
    for _, home, fingerprint, record in asked.records(connection, best) if best else ():
        fields = lean_json.loads(record) if isinstance(record, str) and len(record) < _RECORD else None
        if isinstance(fields, list):
            memory = suggest.Seen(str(home), str(fingerprint), fields)
            if suggest.is_spoken_of(memory, session):
                memories.append(memory)
    rated = suggest.weighed(terms, weight, memories)
    chosen = suggest.chosen(rated)
    return Suggestions(suggest.topic(chosen[0], weight), chosen) if chosen else Suggestions()


def wanted(suggestions: Suggestions, wishes: "Wishes") -> "list[Weighed]":
    """The suggestions that the user has not dismissed."""
    texts = {part for weighed in suggestions.chosen[:1] for term in weighed.shared for part in term.key.split()}
    if any(topic and texts.issuperset(stems(topic)) for topic in wishes.topics):
        return []
    known = wishes.fingerprints
    return [
        weighed
        for weighed in suggestions.chosen
        if weighed.memory.id not in wishes.ids and weighed.memory.fingerprint not in known
    ]


def shown(chosen: "Sequence[Weighed]") -> "list[view.Suggestion]":
    """The memories in the form for output."""
    from memory_core.recall import suggest_view as view

    return [
        view.Suggestion(
            weighed.memory.id,
            weighed.memory.kind,
            weighed.memory.status,
            weighed.memory.created,
            weighed.memory.summary,
            tuple(suggest.common(weighed)),
        )
        for weighed in chosen
    ]


def _new(root: str, session: str, suggestions: Suggestions, wishes: "Wishes") -> "list[Weighed]":
    """The suggestions that are not dismissed, and that neither this session nor its briefing has shown."""
    topics, names = suggested.shown(root, session)
    if suggestions.chosen[0].memory.id in names or any(suggest.is_same(suggestions.topic, topic) for topic in topics):
        return []
    left = [weighed for weighed in wanted(suggestions, wishes) if weighed.memory.id not in names]
    known = suggested.briefed(root, [weighed.memory.id for weighed in left]) if left else set()
    return [weighed for weighed in left if weighed.memory.id not in known]
