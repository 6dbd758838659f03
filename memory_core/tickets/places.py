"""The paths of a ticket's files, relative to the root of the project, with `/` (AIDD-9 to 12, Z-3)."""

import re
from typing import Final, NamedTuple

from memory_core.core.light import hashes

FOLDER: Final = "aidd"
MEMORY: Final = "aidd/reports/memory"
CONTEXT: Final = "aidd/reports/context"
LOG: Final = ".decisions.jsonl"  # follows the ticket in the name of its decision log
SEMANTIC: Final = ".semantic.pack.json"
DECISIONS: Final = ".decisions.pack.json"

# Kinds of documents, in reading order; a document is `aidd/docs/rfc/T.rfc.md`, `rfc/T.md` or `T.rfc.md`.
KINDS: Final = ("tasklist", "spec", "prd", "rfc", "adr", "design", "plan", "research")
# The kind that a stage works on, if their names differ.
_STAGES: Final = {"idea": "prd", "tasks": "tasklist", "implement": "tasklist", "review": "spec", "qa": "spec"}
LOOPS: Final = ("implement", "review", "qa")  # stages that continue one work item (AIDD-40)

_TICKET: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,78}[A-Za-z0-9_-])?")
_UNFIT: Final = re.compile(r"[^A-Za-z0-9_.-]+")


class Document(NamedTuple):
    """A possible document of a ticket."""

    role: str  # context-pack | loop-pack | one of KINDS
    path: str


def ticket(name: object) -> str:
    """The name if it can be part of file names, else ""; such a name never leaves its folder."""
    word = name.strip() if isinstance(name, str) else ""
    return word if _TICKET.fullmatch(word) and ".." not in word else ""


def scope_key(work_item: str, ticket: str) -> str:
    """A work item as part of a file name: `iteration_id=I1` is `iteration_id_I1`; the ticket if there is no work
    item.
    """
    return _UNFIT.sub("_", work_item.strip()).strip("._-")[:80] or ticket


def decision_log(ticket: str) -> str:
    """The append-only log of a ticket's decisions (AIDD-10)."""
    return f"{MEMORY}/{ticket}{LOG}"


def decisions_pack(ticket: str) -> str:
    """The pack of decisions (AIDD-11)."""
    return f"{MEMORY}/{ticket}{DECISIONS}"


def semantic_pack(ticket: str) -> str:
    """The pack of facts from documents (AIDD-9)."""
    return f"{MEMORY}/{ticket}{SEMANTIC}"


def slice_pack(ticket: str, query: str) -> str:
    """The pack of a query's results (AIDD-35)."""
    digest = hashes.sha256(f"{ticket}\0{query}".encode("utf-8", "replace")).hexdigest()[:10]
    return f"{CONTEXT}/{ticket}-memory-slice-{digest}.pack.json"


def researched(ticket: str) -> str:
    """The pack of the code graph; research is done if it exists (AIDD-37, AIDD-49)."""
    return f"aidd/reports/research/{ticket}-rlm.pack.json"


def context_pack(ticket: str) -> str:
    """The rolling context of a ticket."""
    return f"{CONTEXT}/{ticket}.pack.md"


def read_map(ticket: str, scope_key: str) -> str:
    """The list of files for a stage, which preflight writes."""
    return f"{CONTEXT}/{ticket}/{scope_key}.readmap.json"


def loop_pack(ticket: str, scope_key: str) -> str:
    """The pack of a work item in a loop stage (AIDD-40)."""
    return f"aidd/reports/loops/{ticket}/{scope_key}.loop.pack.md"


def read_chain(ticket: str, scope_key: str, stage: str = "") -> dict[str, str]:
    """The files to read first, in order, each with the reason (AIDD-37 to 41); slices and whole documents follow.

    A stage that is no loop has no pack of a work item.
    """
    chain = {
        researched(ticket): "evidence about the code",
        semantic_pack(ticket): "what the documents say",
        decisions_pack(ticket): "what is decided",
        loop_pack(ticket, scope_key): "this work item",
        context_pack(ticket): "context",
    }
    if stage and stage not in LOOPS:
        del chain[loop_pack(ticket, scope_key)]
    return chain


def documents(ticket: str, scope_key: str = "", stage: str = "") -> tuple[Document, ...]:
    """The files that may hold facts of a ticket, packs first (AIDD-32).

    With a scope, its loop pack comes first; with a stage, its kind of document follows the packs.
    """
    own = _STAGES.get(stage, stage)
    kinds = sorted(KINDS, key=lambda kind: kind != own)
    looped = [Document("loop-pack", loop_pack(ticket, scope_key))] if scope_key else []
    return (
        *looped,
        Document("context-pack", context_pack(ticket)),
        *(Document(kind, path) for kind in kinds for path in _paths(kind, ticket)),
    )


def _paths(kind: str, ticket: str) -> tuple[str, ...]:
    folder = f"aidd/docs/{kind}"
    own = (f"{folder}/{ticket}.spec.yaml",) if kind == "spec" else ()
    return (*own, f"{folder}/{ticket}.{kind}.md", f"{folder}/{ticket}.md", f"aidd/docs/{ticket}.{kind}.md")
