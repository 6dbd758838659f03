"""The journal: `.genius/memory/*.json`, arrays of entries, newest last."""

from typing import Annotated, Any, Final, Literal

from pydantic import Field

from memory_core.edges._formats.base import FAST, Form, Format, LooseMoment, NonEmpty, Share, Texts, may

Id = Annotated[str, Field(pattern=r"^[a-z]-[0-9a-z]{8,}$")]
Status = Literal["proposed", "open", "active", "resolved", "superseded", "expired", "rejected"]
_NEIGHBOUR: Final = "a neighbouring kind that is kept in this file"


class Event(Form):
    """What an entry was before something happened to it."""

    event: Any
    when: Any


class Entry(Form):
    """What the entries of all files have."""

    id: Id
    timestamp: LooseMoment = may("UTC, ISO 8601; a naive time is read as UTC")
    updated: str = may()
    tags: Texts = may()
    session: str = may("the session that it comes from")
    uuid: str = may("the transcript line that it comes from")
    quote: Annotated[str, Field(max_length=400)] = may("a short verbatim piece of that line")
    path: str = may()
    rule: str = may()
    certainty: Share = may()
    superseded_by: str = may("the id of its successor")
    maybe_superseded_by: str = may("the id of its possible successor")
    history: list[Event] = may("what it was before each event, the oldest first")


class Standing(Entry):
    """An entry that holds until something ends it."""

    status: Status = may()


class Decision(Standing):
    """What was decided."""

    decision: NonEmpty
    reason: str = may()


class Error(Standing):
    """What broke, and what mended it."""

    error: NonEmpty
    solution: str = may()
    kind: Literal["blocker"] = may(_NEIGHBOUR)


class Pattern(Standing):
    """What the team holds to."""

    pattern: NonEmpty
    context: str = may()
    kind: Literal["learning", "preference", "behaviour"] = may(_NEIGHBOUR)


class Progress(Entry):
    """What was done."""

    task: NonEmpty
    status: str = may()
    details: str = may()


class Proposed(Standing):
    """A rule that was proposed."""

    proposal: NonEmpty
    reason: str = may()
    forbid: Annotated[list[Annotated[str, Field(min_length=1, max_length=500)]], FAST] = may(
        "what the rule forbids to add: literals, or /regular expressions/"
    )
    instead: str = may("what to do in its place")
    path: str = may("the scope: a path or glob of the project")
    kind: Literal["exception", "rejection", "context-change"] = may(_NEIGHBOUR)


def _file(kind: type[Entry], name: str, about: str) -> Format:
    return Format(list[kind], f".genius/memory/{name}.json", f"An array, newest last: {about}")  # type: ignore[valid-type]


FORMATS: Final = {
    "decisions": _file(Decision, "decisions", "what was decided."),
    "errors": _file(Error, "errors", "what broke, and what mended it."),
    "patterns": _file(Pattern, "patterns", "what the team holds to."),
    "progress": _file(Progress, "progress", "what was done; kept for seven days."),
    "proposed": _file(
        Proposed,
        "proposed",
        "rules that were proposed in a session and not confirmed; none is in force.",
    ),
}
