"""What a session heard, as hot learnings: which words last, which hold for the moment, and what brings them back."""

from collections.abc import Iterable, Mapping

from memory_core.domain.extract.candidate import Candidate
from memory_core.domain.extract.practice import Practice
from memory_core.domain.extract.situation import NOWHERE, Situation
from memory_core.domain.tiers.learning import Learning


def learnings(
    candidates: Iterable[Candidate],
    practices: Iterable[Practice],
    situations: Mapping[str, Situation],
    *,
    session: str,
    today: str,
) -> list[Learning]:
    """All that one reading gives for the hot tier, each once; `situations` is what `Extraction` says of its turns."""
    said = (learning(one, situations.get(one.uuid, NOWHERE)) for one in candidates)
    done = (practised(one) for one in practices)
    made = [one for one in (*said, *done) if one]
    return [one._replace(session=session, created=today, updated=today, last_accessed=today) for one in made]


def learning(candidate: Candidate, situation: Situation = NOWHERE) -> Learning | None:
    """The learning that a candidate is; None for one of another kind, and for words that hold for the moment only."""
    return None


def practised(practice: Practice) -> Learning | None:
    """The learning that a practice is."""
    return None
