"""The one record: everything that the house keeps is a `Memory`."""

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
# A passage of a document that the client reads. It is none of KINDS: nobody keeps one.
DOCUMENT: Final = "document"
DOCUMENTED: Final = "documents"  # the home of what documents of tickets state
DECISIONS: Final = "decisions"  # the home of the lines of decision logs
JOURNAL: Final = "journal"  # the home that takes what no other one keeps
PROPOSALS: Final = ".genius/memory/proposed.json"  # its file of rules that wait to be confirmed
SINGULAR: Final = {"convention": "pattern"}  # what people call a kind that is named otherwise
SUMMARY: Final = 100  # characters of a summary that is written (CS-FR-001)
NOTHING: Final[Mapping[str, Any]] = MappingProxyType({})


class Scope(NamedTuple):
    """How far a memory reaches (X-4)."""

    level: str = "project"  # session | project | global
    work: str | None = None  # a spec and a ticket are the same thing
    path: str | None = None  # a path or glob inside the project


class Link(NamedTuple):
    """A typed edge to another memory's id or to a commit."""

    rel: str  # supersedes | superseded_by | maybe_superseded_by | updates | relates_to | affects | merged_into
    target: str


class Source(NamedTuple):
    """Where a memory lives, and where its words were said."""

    home: str = ""  # journal, notes, ...
    place: str = ""  # the file or ref inside the project that holds it
    session: str = ""
    uuid: str = ""  # of the transcript line that said it
    quote: str = ""  # a short verbatim piece of that line
    commit: str = ""


class Memory(NamedTuple):
    """One thing worth knowing later. Times are UTC ISO 8601 with `Z`."""

    id: str
    kind: str
    summary: str
    body: str = ""
    scope: Scope = Scope()
    created: str = ""
    updated: str = ""
    status: str = ACTIVE  # as `lifecycle` moves it
    tags: tuple[str, ...] = ()
    links: tuple[Link, ...] = ()
    source: Source = Source()
    attrs: Mapping[str, Any] = NOTHING

    @property
    def commits(self) -> tuple[str, ...]:
        """Every commit whose note tells the memory."""
        return tuple(self.attrs.get("commits", ())) or ((self.source.commit,) if self.source.commit else ())

    @property
    def fingerprint(self) -> str:
        """Says that two homes or two sessions hold the same thing: kind and words, no time.

        Of a finding its file too: "No docstring" is said of many.
        """
        about = self.scope.path if self.kind == "review" else None
        return fingerprint(self.kind, f"{self.summary} {about}" if about else self.summary)


def certainty(memory: Memory) -> float | None:
    """How sure a memory is, from 0 to 1; None where it says nothing of it, or no such number."""
    value = memory.attrs.get("certainty")
    return float(value) if isinstance(value, int | float) and 0 <= value <= 1 else None


BESIDE: Final = "beside"  # an attribute: marker lines speak for the turn of the memory


def is_beside(memory: Memory) -> bool:
    """Whether marker lines of its turn tell what a briefing needs of a memory."""
    extra = memory.attrs.get("extra")
    return bool(memory.attrs.get(BESIDE) or (isinstance(extra, Mapping) and extra.get(BESIDE)))


def stated_reason(memory: Memory) -> str:
    """The body of a memory; "" where it only repeats the summary or the words that the memory was heard in."""
    return unless_repeated(memory.body, memory.summary, memory.source.quote)


def unless_repeated(text: str, *others: str) -> str:
    """The text; "" where its words are those of one of the others. Case and punctuation do not count."""
    words = fingerprint("", text)
    return "" if any(words == fingerprint("", other) for other in others) else text


def as_json(memory: Memory, sources: tuple[str, ...] = ()) -> dict[str, Any]:
    """The memory as every verb prints it with `--json`; keys may be added, never renamed."""
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
    """Whether a memory is a guard rail that nobody confirmed: it is in force nowhere, and goes after thirty days."""
    return memory.source.place == PROPOSALS


def is_passage(memory: Memory) -> bool:
    """Whether a memory is a passage of a document that the client reads."""
    return memory.kind == DOCUMENT


def is_documented(memory: Memory) -> bool:
    """Whether the document of a ticket states it: nothing enforces it, and only its editor changes it (X-2)."""
    return memory.source.home == DOCUMENTED


def stands_at(memory: Memory) -> str:
    """The file and the line that say a memory: `CLAUDE.md:12`."""
    return f"{memory.source.place}:{memory.attrs.get('line', 1)}"


_NAMESPACES: Final = {
    "decision": "decisions", "convention": "patterns", "behaviour": "patterns", "blocker": "blockers",
    "learning": "learnings", "review": "reviews", "error": "errors", "preference": "preferences",
}  # fmt: skip


def namespace(kind: str) -> str:
    """The plural under which a kind is filtered and counted (CS-FR-004); other kinds are their own."""
    return _NAMESPACES.get(kind, kind)


def kind_of(word: str) -> str | None:
    """The kind that a user's `--type` names, singular or plural (C-13); None where there is none."""
    word = word.casefold().strip()
    if word in KINDS:
        return word
    if word in ("pattern", "patterns"):
        return "convention"
    return next((kind for kind in KINDS if word in (namespace(kind), kind + "s")), None)
