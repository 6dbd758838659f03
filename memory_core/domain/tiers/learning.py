"""A learning, as the warm file, a session and the archive say it (JARVIS-18 to 20)."""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from memory_core.domain.memory import NOTHING

PREFERENCE: Final = "preference"
BEHAVIOUR: Final = "behaviour"
PREFIX: Final = {PREFERENCE: "pref", BEHAVIOUR: "pat"}  # of an id: `pref_001`
LISTS: Final = {PREFERENCE: "preferences", BEHAVIOUR: "patterns"}  # under which list of the warm file a kind stands
PROJECT, GLOBAL = "project", "global"
ACTIVE, WATCHING = "active", "watching"
VALIDATED: Final = 3  # sessions after which what was only watched is a pattern


class Learning(NamedTuple):
    """What a user prefers, or what is done again and again. Days are `2026-01-31`, times UTC with `Z`."""

    id: str  # pref_NNN, pat_NNN; of one that is still hot `hot_` and 8 hex digits
    kind: str  # preference | behaviour
    description: str
    # statement | correction | multiple_corrections | answer | rejected_edit | code_repetition | error_pattern | user
    source: str = ""
    level: str = PROJECT  # project | global
    confidence: float = 0.0  # as it was last computed
    last_accessed: str = ""  # day
    access_count: int = 0  # sessions into which it was brought
    status: str = ACTIVE  # active | watching
    occurrences: int = 1  # sessions, or corrections, in which it was met
    corrections: int = 0  # times that the user corrected the assistant so
    contradicted: int = 0  # times that something else was said or done
    confirmation: float = 0.0  # 1 the user said so, 0.5 implied, 0 none
    created: str = ""
    updated: str = ""
    reason: str = ""
    path: str = ""  # glob of the files that it is about
    triggers: tuple[str, ...] = ()  # words of the situation in which it was said: programs, file kinds, topics
    slot: str = ""  # what it chooses, of which one alone can hold: `package-manager`
    skill: str = ""  # the skill that was made of it
    session: str = ""  # that met it last
    uuid: str = ""
    quote: str = ""
    extra: Mapping[str, Any] = NOTHING  # keys of a hand, written back as they were
