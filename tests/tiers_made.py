"""Learnings, hot, warm and cold, as hypothesis makes them."""

from datetime import date
from typing import Any

from hypothesis import strategies as st

from memory_core.learnings.learning import (  # fmt: skip
    ACTIVE,
    AGED,
    BEHAVIOUR,
    GLOBAL,
    INACTIVE,
    PREFERENCE,
    PREFIX,
    PROJECT,
    REJECTED,
    SUPERSEDED,
    WATCHING,
    Cold,
    Learning,
    number,
)

DAYS = st.dates(min_value=date(2025, 1, 1), max_value=date(2027, 1, 1)).map(date.isoformat)
TOOLS = ("npm", "pnpm", "yarn", "pytest", "unittest", "black", "ruff format", "tabs", "spaces")
PLACES = ("", " in Makefiles", " for the website", " in this project")
WORDS = st.one_of(
    st.builds(
        "{} {}{}".format,
        st.sampled_from(("Use", "Never use", "Always use")),
        st.sampled_from(TOOLS),
        st.sampled_from(PLACES),
    ),
    st.builds("Lines have at most {} characters".format, st.integers(70, 130)),
    st.sampled_from(("No emojis in commit messages", "Ask before pushing", "Answer in German", "Answer in English")),
    st.text(min_size=1, max_size=30).map(lambda text: " ".join(text.split()) or "x"),
)
SOURCES = ("statement", "correction", "multiple_corrections", "code_repetition", "error_pattern", "user", "")


@st.composite
def learnings(draw: st.DrawFn, name: str = "", day: str | None = None) -> Learning:
    """One learning; a practice says no word, a statement is the user's."""
    kind = draw(st.sampled_from((PREFERENCE, BEHAVIOUR)))
    source = draw(st.sampled_from(SOURCES))
    fields: dict[str, Any] = {
        "level": draw(st.sampled_from((PROJECT, PROJECT, GLOBAL))),
        "last_accessed": draw(DAYS) if day is None else day,
        "access_count": draw(st.integers(0, 20)),
        "status": draw(st.sampled_from((ACTIVE, WATCHING))),
        "occurrences": draw(st.integers(1, 5)),
        "contradicted": draw(st.integers(0, 2)),
        "confirmation": draw(st.sampled_from((0.0, 0.5, 1.0))),
        "updated": draw(DAYS) if day is None else day,
        "path": draw(st.sampled_from(("", "", "src/**"))),
        "reason": draw(st.sampled_from(("", "it is faster"))),
        "triggers": tuple(draw(st.lists(st.sampled_from(("npm", "*.ts", "commit")), max_size=2))),
    }
    return Learning(name or number(kind, draw(st.integers(1, 999))), kind, draw(WORDS), source, **fields)


@st.composite
def warms(draw: st.DrawFn, most: int = 8) -> list[Learning]:
    """Warm learnings of both levels; within a level each id is there once."""
    made = draw(st.lists(learnings(), max_size=most))
    return [learning._replace(id=number(learning.kind, at)) for at, learning in enumerate(made, 1)]


@st.composite
def colds(draw: st.DrawFn, first: int = 100, most: int = 4) -> list[Cold]:
    """Cold learnings, with ids that no warm one has."""
    made = draw(st.lists(learnings(), max_size=most))
    why = st.sampled_from((INACTIVE, AGED, REJECTED, SUPERSEDED))
    return [
        Cold(
            learning._replace(id=number(learning.kind, at)),
            "/project" if learning.level == PROJECT else "",
            "2025-01-01",
            draw(why),
            "pref_001",
        )
        for at, learning in enumerate(made, first)
    ]


@st.composite
def hots(draw: st.DrawFn, session: str = "s1", most: int = 4) -> list[Learning]:
    """What one session heard."""
    made = draw(st.lists(learnings(), max_size=most))
    return [
        learning._replace(id=f"hot_{at:08x}", session=session, uuid=f"{session}-{at}", access_count=0, contradicted=0)
        for at, learning in enumerate(made)
    ]


def highest() -> dict[str, int]:
    """The numbers after which new ids begin."""
    return dict.fromkeys(PREFIX, 900)
