"""What is learned of how a user works: warm, hot and archived."""

from typing import Annotated, Final, Literal

from pydantic import Field

from memory_core.edges._formats.base import FAST, Count, Form, Format, NonEmpty, Share, Texts, may, must


class Learned(Form):
    """A learning in any tier."""

    description: NonEmpty
    confidence: Share
    last_accessed: str = must("YYYY-MM-DD, or empty if it was never accessed")
    access_count: Count = must("sessions into which it was brought")
    source: str = must(
        "statement, correction, multiple_corrections, answer, rejected_edit, code_repetition, error_pattern, user"
    )
    status: Literal["active", "watching"] = may()
    occurrences: Count = may()
    corrections: Count = may()
    contradicted: Count = may()
    confirmation: Share = may()
    created: str = may()
    updated: str = may()
    reason: str = may()
    path: str = may("a glob of the files that it is about")
    triggers: Texts = may("words of the situation in which it was stated")
    slot: str = may("the choice that it makes; only one learning of a choice can hold")
    skill: str = may("the skill that was made of it")
    session: str = may()
    uuid: str = may()
    quote: str = may()


class Preference(Learned):
    """What a user prefers."""

    id: Annotated[str, Field(pattern=r"^pref_\d{3,9}$")]


class Practice(Learned):
    """What is done again and again."""

    id: Annotated[str, Field(pattern=r"^pat_\d{3,9}$")]


class Hot(Learned):
    """What a session learned; at its end it becomes warm."""

    id: Annotated[str, Field(pattern=r"^(hot_[0-9a-f]{8}|(pref|pat)_\d{1,9})$")]
    kind: Literal["preference", "behaviour"]
    level: Literal["project", "global"] = may("project if it is missing")
    at: str = may("when it became hot")


class Context(Form):
    """What the project is about."""

    current_project: str = may()
    active_skills: Texts = may()
    recent_files: Texts = may()


class Warm(Form):
    """The learnings of a project, or of a user."""

    preferences: list[Preference]
    patterns: list[Practice]
    context: Context
    muted: Annotated[dict[str, Texts], FAST] = may(
        "of the user's file alone: root of a project to what is not shown to the user there, each an id and the "
        "fingerprint of its words"
    )
    returned: Annotated[dict[str, str], FAST] = may("id to the day on which it came back from the archive")


class WarmFile(Form):
    """The warm file."""

    warm_memory: Warm


class About(Form):
    """What the archive adds to an entry."""

    project: str = must("root of the project it belongs to, empty for one of all projects")
    archived: Annotated[str, Field(pattern=r"^\d{4}-\d\d-\d\d$")]
    why: str = must("inactivity, age, capacity, user_rejected, superseded or asked")
    by: str = must("id of its successor")
    words: str = may("the reason in the user's words")


class Archived(Learned):
    """What is cold."""

    id: Annotated[str, Field(pattern=r"^(pref|pat)_\d{3,9}$")]
    archive: About


FORMATS: Final = {
    "warm-memory": Format(
        WarmFile,
        "warm-memory.json",
        "What is warm: `.claude/learnings/warm-memory.json` of a project, `~/.jarvis/learnings/warm-memory.json` of a "
        "user. Unknown keys are kept; a missing field is no fault, this is what is written.",
    ),
    "archive": Format(
        list[Archived],
        "learnings.json.gz and patterns.json.gz",
        "What is cold, unpacked: `~/.jarvis/archive/YYYY-Qn/`. Each is the entry of the warm file as it was, and "
        "the keys of the archive.",
    ),
}
