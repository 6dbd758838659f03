"""The guard rails of a project: `IRIS_MEMORY.json`."""

from typing import Annotated, Any, Final, Literal, Self

from pydantic import ConfigDict, Discriminator, Field, Tag, model_validator
from pydantic_core import PydanticCustomError

from memory_core.edges._formats.base import FAST, Closed, Count, Form, Format, NonEmpty, Positive, may, shape

_INSIDE: Final = r"^(?!\s*([/\\~]|[A-Za-z]:[/\\]))(?!.*,\s*[/\\~])(?!(.*[/\\,\s])?\.\.([/\\,\s]|$))"
_PLACE: Final = (
    "a path, a folder or a glob inside the project and relative to its root, several with commas between them"
)

Day = Annotated[str, shape(r"^\d{4}-(0[1-9]|1[0-2])-(0[1-9]|[12]\d|3[01])$", "a day of the calendar, YYYY-MM-DD")]
Path = Annotated[str, Field(min_length=1, max_length=500), shape(_INSIDE, _PLACE)]
Short = Annotated[str, Field(min_length=5, max_length=500)]
Reason = Annotated[str, Field(min_length=10, max_length=2000)]
Long = Annotated[str, Field(min_length=1, max_length=2000)]
Excepting = Annotated[Path, Field(description=f"{_PLACE}; one that begins with ! is excepted")]
Pattern = Annotated[str, Field(min_length=1, max_length=500)]
Kind = Literal["function", "method", "class", "variable", "argument", "attribute", "file"]
Literals = Annotated[list[Annotated[str, Field(min_length=1, max_length=500)]], FAST]
_NULL: Final = "null is read as if the key were not there"


def _form(value: Any) -> str | None:
    return "text" if isinstance(value, str) else "list" if isinstance(value, list) else None


Scope = Annotated[
    Annotated[Path, Tag("text")] | Annotated[list[Excepting], Field(min_length=1), FAST, Tag("list")],
    Discriminator(_form, custom_error_type="text_or_list", custom_error_message="must be a text or a list"),
]


class Deliberate(Form):
    """What is deliberate."""

    id: Annotated[str, shape(r"^IP-\d{3,}$", "IP- and at least three digits")]
    pattern: Short
    scope: Scope
    reason: Reason
    decided_on: Day
    revisit_on: Day | None = may(_NULL)
    iris_cycle: Count | None = may()
    accepts: Annotated[list[Annotated[str, Field(pattern=r"^(AC|RC)-\d{3,}$")]], FAST] | None = may(
        "the rules whose risk is accepted here, until revisit_on"
    )
    accepted_by: NonEmpty | None = may("who accepted it")


class Requirement(Form):
    """What must hold for each of something that a file defines."""

    each: Annotated[list[Kind], Field(min_length=1), FAST] | Kind = may("without it the file as a whole")
    name: Pattern | None = may("a word or /an expression/ that its name must match")
    holds: Pattern | None = may("a word or /an expression/ that its source must match, decorators with it")
    annotated: bool | None = may("whether all arguments and the result must have types")
    documented: bool | None = may("whether it must have a docstring or doc comment")
    unless: Pattern | None = may("names to which it does not apply")


class Example(Form):
    """An edit that a rule was tried on."""

    file: Annotated[str, Field(min_length=1, max_length=500)]
    text: Annotated[str, Field(max_length=10_000)]
    before: Annotated[str, Field(max_length=10_000)] | None = may("the file's text before; without it the file is new")


class Examples(Form):
    """The tests of a rule: edits that it must stop, and edits that it must let pass."""

    stop: Annotated[list[Example], FAST] = may()
    pass_: Annotated[list[Example], FAST] = Field(default_factory=list, alias="pass")


class Rule(Form):
    """What an edit can be held against."""

    forbid: Literals | None = may(
        "what an edit must not add: a literal, found as a whole word in any case, or /an expression/, /an expression/i"
    )
    require: Annotated[list[Requirement], FAST] | None = may("what an edit must not leave out")
    counts: Annotated[list[Literal["comments", "text"]], FAST] | None = may(
        "what counts beside code: comments and docstrings, and sentences for a reader"
    )
    examples: Examples | None = may("edits on which the rule was proven; `memory-core iris verify` runs them")
    instead: Long | None = may("what to do instead")
    enforce: Literal["remind", "ask", "deny"] | None = may(
        "what an edit that adds something forbidden meets; without it a reminder. ask and deny without forbid keep the "
        "place: any line added to its files"
    )


class Rejection(Rule):
    """What was rejected."""

    model_config = ConfigDict(
        json_schema_extra={
            "not": {
                "required": ["permanent", "expires_on"],
                "properties": {"permanent": {"const": True}, "expires_on": {"type": "string"}},
            }
        }
    )

    id: Annotated[str, shape(r"^RC-\d{3,}$", "RC- and at least three digits")]
    proposed: Short
    scope: Scope
    rejected_reason: Reason
    rejected_by: Literal["user", "team"]
    cycle: Positive
    reconsider_when: Long | None = may()
    permanent: bool = may()
    expires_on: Day | None = may(_NULL)
    rejected_on: Day | None = may(_NULL)

    @model_validator(mode="after")
    def _ends(self) -> Self:
        if self.permanent and self.expires_on is not None:
            raise PydanticCustomError("own", "is permanent and has a day on which it expires; it can have one of them")
        return self


class Constraint(Rule):
    """What must stay true."""

    id: Annotated[str, shape(r"^AC-\d{3,}$", "AC- and at least three digits")]
    constraint: Short
    reason: Long
    applies_to: Scope
    created_on: Day
    adr_reference: Annotated[str, Field(min_length=1, max_length=500)] | None = may()


class ContextChange(Form):
    """What changed around the project."""

    detected_on: Day
    description: Long
    affects: Annotated[list[Annotated[str, Field(pattern=r"^(AC|IP|RC)-\d{3,}$")]], FAST] | None = may()
    iris_cycle: Positive | None = may()


class Rails(Closed):
    """The whole file."""

    schema_version: Annotated[str, shape(r"^\d+\.\d+\.\d+$", "a version, 1.0.0")]
    project: NonEmpty
    last_updated: Day | None = may(_NULL)
    intentional_patterns: list[Deliberate]
    rejected_changes: list[Rejection]
    architectural_constraints: list[Constraint]
    context_changes: list[ContextChange] = may()
    last_ids: Annotated[dict[Literal["AC", "IP", "RC"], Positive], FAST] = may(
        "read in files before 0.22, no longer written: the largest number given with a prefix, if its entry is gone"
    )


class Proof(Closed):
    """What a rule matches, with the edits that prove it."""

    rule: Short | None = may("the rule in words, if it is new or reworded")
    reason: Reason | None = may()
    scope: Path | None = may()
    instead: Long | None = may("what to do instead")
    enforce: Literal["remind", "ask", "deny"] | None = may()
    forbid: Literals | None = may("what an edit must not add: words, or /expressions/")
    require: Annotated[list[Requirement], FAST] | None = may("what an edit must not leave out")
    counts: Annotated[list[Literal["comments", "text"]], FAST] | None = may("what counts beside code")
    stop: Annotated[list[Example], FAST] | None = may("edits that must be stopped, two at least")
    pass_: Annotated[list[Example], FAST] | None = Field(
        default=None, alias="pass", description="edits near to them that must pass, two at least"
    )


FORMATS: Final = {
    "proof": Format(Proof, "Standard input of memory-core iris confirm", "What a rule matches, with its proof."),
    "iris-memory": Format(
        Rails,
        "IRIS_MEMORY.json",
        "The guard rails of a project: what must stay true, what is deliberate, what was rejected. Ids are unique in "
        "the file; a schema cannot check that, `memory-core verify` does.",
    ),
}
