"""The record `Memory`: everything that memory-core keeps has this type."""

from collections.abc import Mapping
from types import MappingProxyType
from typing import Any, Final, NamedTuple

from memory_core.core.light.identity import fingerprint as fingerprint
from memory_core.core.light.lifecycle import ACTIVE
from memory_core.core.light.lifecycle import STATUSES as STATUSES

KINDS: Final = (
    "decision", "convention", "error", "progress", "next", "blocker", "learning", "preference", "behaviour",
    "inception", "elicitation", "research", "retrospective", "review",
    "constraint", "exception", "rejection", "context-change",
    "term", "default", "invariant", "question",
)  # fmt: skip
# A passage of a document that the client reads. It is not in KINDS because no home keeps it.
DOCUMENT: Final = "document"
DOCUMENTED: Final = "documents"  # the home that reads the documents of tickets
DECISIONS: Final = "decisions"  # the home of the decision logs of tickets
JOURNAL: Final = "journal"  # the home of all memories that no other home keeps
PROPOSALS: Final = ".genius/memory/proposed.json"  # the journal's file of rules that wait for confirmation
SINGULAR: Final = {"convention": "pattern"}  # the word that users know for a kind
SUMMARY: Final = 100  # characters of a new summary (CS-FR-001)
NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class Scope(NamedTuple):
    """Where a memory applies (X-4)."""

    level: str = "project"  # session | project | global
    work: str | None = None  # the name of a spec or a ticket
    path: str | None = None  # a path or glob inside the project


class Link(NamedTuple):
    """A typed link to the id of another memory, or to a commit."""

    rel: str  # supersedes | superseded_by | maybe_superseded_by | updates | relates_to | affects | merged_into
    target: str


class Source(NamedTuple):
    """Where a memory is kept, and where it was stated."""

    home: str = ""  # journal, notes, ...
    place: str = ""  # the file in the project, or the ref, that holds it
    session: str = ""
    uuid: str = ""  # uuid of the transcript line that states it
    quote: str = ""  # a short verbatim quotation of that line
    commit: str = ""


class Memory(NamedTuple):
    """One statement that is kept for later. Times are UTC ISO 8601 with `Z`."""

    id: str
    kind: str
    summary: str
    body: str = ""
    scope: Scope = Scope()
    created: str = ""
    updated: str = ""
    status: str = ACTIVE  # changed by events, see `lifecycle`
    tags: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    source: Source = Source()
    attrs: Mapping[str, Any] = NOTHING

    @property
    def commits(self) -> tuple[str, ...]:
        """All commits with a note of this memory."""
        return tuple(self.attrs.get("commits", ())) or ((self.source.commit,) if self.source.commit else ())

    @property
    def fingerprint(self) -> str:
        """A hash of kind and words, without times: equal for the same statement in two homes or sessions.

        For a finding it includes the file, because "No docstring" is true of many files.
        """
        about = self.scope.path if self.kind == "review" else None
        return fingerprint(self.kind, f"{self.summary} {about}" if about else self.summary)


def certainty(memory: Memory) -> float | None:
    """How certain a memory is, from 0 to 1; None if it has no valid number."""
    value = memory.attrs.get("certainty")
    return float(value) if isinstance(value, int | float) and 0 <= value <= 1 else None


BESIDE: Final = "beside"  # attribute: marker lines of the same turn state this memory


def is_beside(memory: Memory) -> bool:
    """Whether marker lines of the same turn already tell a briefing what this memory does."""
    extra = memory.attrs.get("extra")
    return bool(memory.attrs.get(BESIDE) or (isinstance(extra, Mapping) and extra.get(BESIDE)))


def stated_reason(memory: Memory) -> str:
    """The body of a memory; "" if it only repeats the summary or the quoted words."""
    return unless_repeated(memory.body, memory.summary, memory.source.quote)


def unless_repeated(text: str, *others: str) -> str:
    """The text; "" if its words equal those of another text. Case and punctuation are ignored."""
    words = fingerprint("", text)
    return "" if any(words == fingerprint("", other) for other in others) else text


def as_json(memory: Memory, sources: tuple[str, ...] = ()) -> dict[str, Any]:
    """The memory as all verbs print it with `--json`. Keys may be added but never renamed."""
    source = memory.source
    return {
        "id": memory.id,
        "kind": memory.kind,
        "summary": memory.summary,
        "body": memory.body,
        "level": memory.scope.level,
        "spec": memory.scope.work,
        "path": memory.scope.path,
        "created": memory.created,
        "updated": memory.updated or memory.created,
        "status": memory.status,
        "tags": list(memory.tags),
        "links": [{"rel": link.rel, "target": link.target} for link in memory.links],
        "namespace": namespace(memory.kind),
        "commit": source.commit or None,
        "home": source.home,
        "sources": list(sources or (source.place,)),
        "quote": source.quote,
        "session": source.session or None,
        "uuid": source.uuid or None,
        "attrs": dict(memory.attrs),
    }


def is_proposed(memory: Memory) -> bool:
    """Whether a memory is a guard rail that nobody has confirmed: it is not in force and expires after thirty days."""
    return memory.source.place == PROPOSALS


def is_passage(memory: Memory) -> bool:
    """Whether a memory is a passage of a document that the client reads."""
    return memory.kind == DOCUMENT


def is_documented(memory: Memory) -> bool:
    """Whether a document of a ticket states the memory, which is not enforced and changes with the document (X-2)."""
    return memory.source.home == DOCUMENTED


def stands_at(memory: Memory) -> str:
    """The file and line of a memory: `CLAUDE.md:12`."""
    return f"{memory.source.place}:{memory.attrs.get('line', 1)}"


_NAMESPACES: Final = {
    "decision": "decisions", "convention": "patterns", "behaviour": "patterns", "blocker": "blockers",
    "learning": "learnings", "review": "reviews", "error": "errors", "preference": "preferences",
}  # fmt: skip


def namespace(kind: str) -> str:
    """The plural under which a kind is filtered and counted (CS-FR-004); an unknown kind is returned as it is."""
    return _NAMESPACES.get(kind, kind)


def kind_of(word: str) -> str | None:
    """The kind that a user's `--type` names, in singular or plural (C-13); None if there is none."""
    word = word.casefold().strip()
    if word in KINDS:
        return word
    if word in ("pattern", "patterns"):
        return "convention"
    return next((kind for kind in KINDS if word in (namespace(kind), kind + "s")), None)
