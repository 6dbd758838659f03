"""A prompt that can have a topic, held against the index as it stands: at most three memories, or silence.

Whoever typed waits: the index is only read, for a moment, by keywords alone. Whatever ails it, the session goes on.
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

SECONDS = 0.12  # for the whole search
_OFTEN = 600  # rows of a term that are looked at; a word that more memories say does not choose one
_LOOKED_AT = 16  # memories that are read
_RECORD = 60_000  # characters of a record that is read


class Suggestions:
    """What a prompt is about: its topic, and what is suggested on it, the surest first."""

    __slots__ = ("chosen", "topic")

    def __init__(self, topic: str = "", chosen: "Sequence[Weighed]" = ()) -> None:
        self.topic, self.chosen = topic, chosen


def at_prompt(root: str, session: str, terms: "Sequence[Term]", wishes: "Wishes") -> str:
    """What the session is told beside a prompt, fenced; "" for most prompts. It counts as told.

    Where that cannot be noted nothing is said: it would be said at every prompt.
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
        return ""  # busy, damaged, too slow, of another version, or a stranger's
    chosen = _new(root, session, result, wishes) if result.chosen else []
    if not chosen:
        return ""
    from memory_core.core.light.fence import around
    from memory_core.recall import suggest_view as view

    text = view.as_text(result.topic, shown(chosen))
    ids = [weighed.memory.id for weighed in chosen]
    return around(text, view.LABEL) if text and suggested.tell(root, session, result.topic, ids) else ""


def search(connection: apsw.Connection, terms: "Sequence[Term]", session: str = "") -> Suggestions:
    """What an index knows about these terms. Raises what `apsw` raises, and `ValueError` for what no index holds."""
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
    """What of it the user has not dismissed."""
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
    """The memories as they are shown."""
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
    """What of it is neither dismissed, nor told in this session, nor shown by its briefing."""
    topics, names = suggested.shown(root, session)
    if suggestions.chosen[0].memory.id in names or any(suggest.is_same(suggestions.topic, topic) for topic in topics):
        return []
    left = [weighed for weighed in wanted(suggestions, wishes) if weighed.memory.id not in names]
    known = suggested.briefed(root, [weighed.memory.id for weighed in left]) if left else set()
    return [weighed for weighed in left if weighed.memory.id not in known]
