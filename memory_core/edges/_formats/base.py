"""The common parts of the models of all formats: strictness, and shapes of texts and numbers."""

from typing import Annotated, Any, Final, NamedTuple

from pydantic import BaseModel, BeforeValidator, ConfigDict, FailFast, Field, GetCoreSchemaHandler, Strict
from pydantic_core import CoreSchema, core_schema

SHAPES: Final[dict[str, str]] = {}  # a regular expression to its meaning in words


class _Fast(FailFast):
    """As its parent, but hashable, which a union requires."""

    __hash__ = object.__hash__


class Form(BaseModel):
    """An object of JSON. No value is converted; keys that it does not name are no fault."""

    model_config = ConfigDict(strict=True, regex_engine="python-re", defer_build=True)


class Closed(Form):
    """An object of JSON that has no other keys."""

    model_config = ConfigDict(extra="forbid")


class Format(NamedTuple):
    """What a file, a line or a message holds."""

    kind: Any  # a `Form`, a list of a `Form`, or a union of `Form`s
    title: str  # of its schema: the file, if there is one
    about: str


class Exactly:
    """The mark of a list that has exactly these texts, in this order."""

    def __init__(self, *texts: str) -> None:
        self.texts = list(texts)

    def __get_pydantic_core_schema__(self, _: Any, __: GetCoreSchemaHandler) -> CoreSchema:
        return core_schema.literal_schema([self.texts])


def must(about: str) -> Any:
    """A field that is always there."""
    return Field(description=about)


def may(about: str | None = None) -> Any:
    """A field that may be missing; null is a fault unless the type allows it."""
    return Field(default=None, description=about)


def shape(pattern: str, words: str) -> Any:
    """A constraint that a text matches a regular expression; `words` complete "must be" in a fault."""
    SHAPES[pattern] = words
    return Field(pattern=pattern, description=words)


def whole(value: Any) -> Any:
    """An integer for a float without fraction: JSON has one kind of number."""
    return int(value) if isinstance(value, float) and value.is_integer() else value


def first(value: Any) -> Any:
    """1 for a number that is 1, else None: in Python, True equals 1."""
    return 1 if isinstance(value, int | float) and not isinstance(value, bool) and value == 1 else None


_DAY: Final = r"\d{4}-\d\d-\d\d"
_TIME: Final = rf"{_DAY}T\d\d:\d\d:\d\d"

FAST: Final = _Fast()  # for a list or a mapping without objects: only its first fault is reported
NonEmpty = Annotated[str, Field(min_length=1)]
Texts = Annotated[list[str], FAST]
Whole = Annotated[int, BeforeValidator(whole)]
Count = Annotated[int, Field(ge=0), BeforeValidator(whole)]
Positive = Annotated[int, Field(ge=1), BeforeValidator(whole)]
Share = Annotated[float, Field(ge=0, le=1)]
Moment = Annotated[str, shape(rf"^({_TIME}Z)?$", "a time in UTC, as 2026-01-31T12:00:00Z")]
LooseMoment = Annotated[str, shape(rf"^{_TIME}(Z|\.\d+Z?)?$|^$", "a time, UTC, ISO 8601; a naive time is read as UTC")]
Record = dict[Any, Any]  # whatever it holds
LAX: Final = Strict(strict=False)  # of a tuple, which is a list in JSON; its cells are strict
