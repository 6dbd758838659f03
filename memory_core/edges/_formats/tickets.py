"""A ticket: its decision log, both packs and its slices."""

from typing import Annotated, Final, Literal

from pydantic import BeforeValidator, Field

from memory_core import data
from memory_core.edges._formats.base import (
    FAST,
    LAX,
    Closed,
    Count,
    Exactly,
    Form,
    Format,
    Moment,
    NonEmpty,
    Positive,
    Share,
    Texts,
    may,
    must,
    shape,
    whole,
)  # fmt: skip

Id = Annotated[str, shape(r"^[A-Za-z0-9_-]{4,64}$", "the id of a decision")]
Ticket = Annotated[
    str,
    shape(r"^[A-Za-z0-9][A-Za-z0-9._-]{0,79}$", "a ticket: letters, digits, `.`, `_` and `-`, at most 80"),
]
Place = Annotated[str, Field(description="path:line")]
Certainty = Annotated[Share, Field(description="how surely the rule that found it is right")]
Kind = Literal["term", "default", "constraint", "invariant", "question", "decision"]
Severity = Literal["", "critical", "high", "medium", "low"]
Chars = Annotated[int, Field(ge=1, le=8000), BeforeValidator(whole)]
Lines = Annotated[int, Field(ge=1, le=180), BeforeValidator(whole)]
Rows = Annotated[int, Field(ge=1, le=20), BeforeValidator(whole)]
_MOST: Final = Field(max_length=20)
_OF: Final = {head.split(" ")[1]: Exactly(*cols) for head, cols in data.table("pack_columns.txt").items()}


class Line(Form):
    """A line of a decision log."""

    form: Literal["aidd.memory.decision.v1"] = Field(alias="schema")
    ts: Annotated[str, shape(r"^\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ$|^$", "UTC, ISO 8601")]
    ticket: NonEmpty
    scope_key: str = must("the work item, else the ticket")
    stage: str
    decision_id: Id = must("of ours: 12 hex digits of the SHA-256 over ticket, topic and decision; no time")
    topic: NonEmpty
    decision: NonEmpty
    alternatives: Annotated[list[str], Field(max_length=5), FAST]
    rationale: str
    source_path: str
    status: Literal["active", "superseded", "rejected"]
    supersedes: Id = may()
    forgotten: bool = may("true: the decision with this id is no longer shown")
    session: str = may()
    uuid: str = may()
    quote: str = may()
    certainty: Share = may()
    rule: str = may()
    amends: bool = may("true: the line adds to an earlier line of its id and changes no status")
    tags: Texts = may()


class Budget(Form):
    """What a pack may take."""

    chars: Chars
    lines: Lines
    rows: Rows


class Stats(Form):
    """What a pack takes."""

    left_out: Annotated[dict[str, Positive], FAST] = must("section to the number of its rows that did not fit")
    chars: Chars = must("UTF-16 units of the whole file")
    lines: Lines
    budget: Budget


class Pack(Form):
    """What both packs and a slice have."""

    pack_version: Literal["v1"]
    kind: Literal["pack"]
    ticket: Ticket
    generated_at: Moment = must("a time in UTC, as 2026-01-31T12:00:00Z; the newest time in the sources")


class Terms(Closed):
    """what words mean here; scope is the place of the definition"""

    cols: Annotated[list[str], _OF["terms"]]
    rows: Annotated[list[Annotated[tuple[str, str, Texts, Place, Certainty], LAX]], _MOST]


class Defaults(Closed):
    """values that hold unless another is given"""

    cols: Annotated[list[str], _OF["defaults"]]
    rows: Annotated[list[Annotated[tuple[str, str, Place, str], LAX]], _MOST]


class Constraints(Closed):
    """what must, or must not, be done"""

    cols: Annotated[list[str], _OF["constraints"]]
    rows: Annotated[list[Annotated[tuple[str, str, Place, Severity], LAX]], _MOST]


class Invariants(Closed):
    """what always holds"""

    cols: Annotated[list[str], _OF["invariants"]]
    rows: Annotated[list[Annotated[tuple[str, str, Place], LAX]], _MOST]


class SemanticStats(Stats):
    """What a semantic pack takes."""

    documents: Count
    facts: Count


class SemanticPack(Pack):
    """The facts in the documents of a ticket."""

    form: Literal["aidd.memory.semantic.v1"] = Field(alias="schema")
    type: Literal["memory-semantic"]
    slug_hint: str
    source_path: str = must("the first document, from the root of the project")
    terms: Terms
    defaults: Defaults
    constraints: Constraints
    invariants: Invariants
    open_questions: Annotated[list[Annotated[str, Field(description="ends with its (path:line)")]], _MOST, FAST]
    stats: SemanticStats


class Active(Closed):
    """the newest first"""

    cols: Annotated[list[str], _OF["active_decisions"]]
    rows: Annotated[list[Annotated[tuple[Id, str, str, str, Moment, str, str, str], LAX]], _MOST]


class Superseded(Closed):
    """what was superseded, and the end of its chain"""

    cols: Annotated[list[str], _OF["superseded_heads"]]
    rows: Annotated[list[Annotated[tuple[Id, Id], LAX]], _MOST]


class Rejected(Closed):
    """what was turned down, the newest first"""

    cols: Annotated[list[str], _OF["rejected_decisions"]]
    rows: Annotated[list[Annotated[tuple[Id, str, str, str], LAX]], Field(max_length=5)]


class DecisionStats(Stats):
    """What a pack of decisions takes."""

    entries: Count
    active: Count
    superseded: Count
    rejected: Count
    conflicts: Count
    invalid_entries: Count


class DecisionsPack(Pack):
    """What is decided for a ticket."""

    form: Literal["aidd.memory.decisions.pack.v1"] = Field(alias="schema")
    type: Literal["memory-decisions"]
    slug_hint: str
    source_path: str = must("the decision log, from the root of the project")
    status: Literal["ok", "warn"] = must("warn if lines of the log were skipped")
    active_decisions: Active
    superseded_heads: Superseded
    rejected_decisions: Rejected
    conflicts: Annotated[list[str], Field(max_length=180), FAST] = must(
        "decisions that cannot all hold; if not all of these fit, the last row counts the rest"
    )
    stats: DecisionStats


class Matches(Closed):
    """the best first"""

    cols: Annotated[list[str], _OF["matches"]]
    rows: Annotated[list[Annotated[tuple[Kind, str, str, Place], LAX]], _MOST]


class SliceStats(Stats):
    """What a slice takes."""

    matches: Count


class Slice(Pack):
    """What a query found."""

    form: Literal["aidd.memory.slice.v1"] = Field(alias="schema")
    type: Literal["memory-slice"]
    query: str
    matches: Matches
    stats: SliceStats


FORMATS: Final[dict[str, Format]] = {
    "aidd-decision": Format(
        Line,
        "aidd.memory.decision.v1",
        "A line of aidd/reports/memory/<ticket>.decisions.jsonl, which is only ever appended to: the last line of an "
        "id counts, and a line that supersedes an id ends it until a later line of that id.",
    ),
    "aidd-decisions-pack": Format(
        DecisionsPack,
        "aidd/reports/memory/<ticket>.decisions.pack.json",
        "What is decided for a ticket; a view: made by `memory-core aidd pack`, never edited.",
    ),
    "aidd-semantic-pack": Format(
        SemanticPack,
        "aidd/reports/memory/<ticket>.semantic.pack.json",
        "The facts in the documents of a ticket; a view: made by `memory-core aidd extract`, never edited.",
    ),
    "aidd-memory-slice": Format(
        Slice,
        "aidd/reports/context/<ticket>-memory-slice-<digest>.pack.json",
        "What a query found in the documents and the log of a ticket; made by `memory-core aidd slice`.",
    ),
}
