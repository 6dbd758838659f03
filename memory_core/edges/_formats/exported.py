"""What `memory-core export` prints and `memory-core import` reads."""

from typing import Annotated, Final, Literal

from pydantic import BeforeValidator

from memory_core.edges._formats.base import Form, Format, Record, Texts, first, may, must

Text = str | None


class Link(Form):
    """A relation of a memory to another memory."""

    rel: str
    target: str


class Memory(Form):
    """A memory of any home."""

    id: Text = may()
    kind: str = must("singular or plural: decision, blockers, ...")
    summary: str
    body: Text = may()
    spec: Text = may()
    path: Text = may()
    created: Text = may()
    updated: Text = may()
    status: Text = may()
    tags: Texts = may()
    links: list[Link] = may()
    commit: Text = may()
    home: Text = may()
    sources: Texts = may()
    quote: Text = may()
    session: Text = may()
    uuid: Text = may()
    attrs: Record = may()
    documents: Texts = may("of a memory in git notes: the original as it is in the note, then its updates")
    commits: Texts = may(
        "commits with a note that contains it, 40 or 64 hex digits; they need not be in this repository"
    )


class Filter(Form):
    """What was asked for."""

    spec: Text = may()


class Export(Form):
    """The whole file."""

    exported_at: str = may("UTC, ISO 8601")
    version: Annotated[Literal[1], BeforeValidator(first)] = may("of this format")
    filter: Filter = may()
    memories: list[Memory]


FORMATS: Final = {
    "export": Format(
        Export,
        "memory-core export",
        "What `memory-core export` prints and `memory-core import` reads. Unknown keys are no fault.",
    )
}
