"""Where a ticket's files stand in a project; every path is relative to its root, with `/` (AIDD-9 to 12, Z-3)."""

import re
from typing import Final, NamedTuple

from memory_core.light import hashes

FOLDER: Final = "aidd"
MEMORY: Final = "aidd/reports/memory"
CONTEXT: Final = "aidd/reports/context"
LOG: Final = ".decisions.jsonl"  # what follows the ticket in the name of its decision log
SEMANTIC: Final = ".semantic.pack.json"
DECISIONS: Final = ".decisions.pack.json"

_TICKET: Final = re.compile(r"[A-Za-z0-9](?:[A-Za-z0-9._-]{0,78}[A-Za-z0-9_-])?")
_UNFIT: Final = re.compile(r"[^A-Za-z0-9_.-]+")


class Document(NamedTuple):
    """A file that may be there of a ticket, and what it is."""

    role: str  # context-pack | tasklist | spec | prd | plan | research
    path: str


def ticket(name: object) -> str:
    """The name where it can name a ticket's files, else ""; it stays inside its folder whatever it is."""
    word = name.strip() if isinstance(name, str) else ""
    return word if _TICKET.fullmatch(word) and ".." not in word else ""


def scope_key(work_item: str, ticket: str) -> str:
    """What a work item is called in a file's name: `iteration_id=I1` is `iteration_id_I1`; without one the ticket."""
    return _UNFIT.sub("_", work_item.strip()).strip("._-")[:80] or ticket


def decision_log(ticket: str) -> str:
    """The append-only source of a ticket's decisions (AIDD-10)."""
    return f"{MEMORY}/{ticket}{LOG}"


def decisions_pack(ticket: str) -> str:
    """The pack of what is decided (AIDD-11)."""
    return f"{MEMORY}/{ticket}{DECISIONS}"


def semantic_pack(ticket: str) -> str:
    """The pack of what the documents say (AIDD-9)."""
    return f"{MEMORY}/{ticket}{SEMANTIC}"


def slice_pack(ticket: str, query: str) -> str:
    """The pack of what a query found (AIDD-35)."""
    digest = hashes.sha256(f"{ticket}\0{query}".encode("utf-8", "replace")).hexdigest()[:10]
    return f"{CONTEXT}/{ticket}-memory-slice-{digest}.pack.json"


def researched(ticket: str) -> str:
    """The pack of the code graph: research is done where it stands (AIDD-37, AIDD-49)."""
    return f"aidd/reports/research/{ticket}-rlm.pack.json"


def context_pack(ticket: str) -> str:
    """The rolling context of a ticket."""
    return f"{CONTEXT}/{ticket}.pack.md"


def read_map(ticket: str, scope_key: str) -> str:
    """What a stage should read, as preflight says it."""
    return f"{CONTEXT}/{ticket}/{scope_key}.readmap.json"


def read_chain(ticket: str, scope_key: str) -> tuple[str, ...]:
    """What is read first, in order (AIDD-37 to 41); slices come next, and whole documents last."""
    return (
        researched(ticket),
        semantic_pack(ticket),
        decisions_pack(ticket),
        f"aidd/reports/loops/{ticket}/{scope_key}.loop.pack.md",
        context_pack(ticket),
    )


def documents(ticket: str) -> tuple[Document, ...]:
    """The files that facts of a ticket may stand in, packs first (AIDD-32)."""
    return (
        Document("context-pack", context_pack(ticket)),
        Document("tasklist", f"aidd/docs/tasklist/{ticket}.md"),
        Document("spec", f"aidd/docs/spec/{ticket}.spec.yaml"),
        Document("spec", f"aidd/docs/spec/{ticket}.spec.md"),
        Document("spec", f"aidd/docs/spec/{ticket}.md"),
        Document("prd", f"aidd/docs/prd/{ticket}.prd.md"),
        Document("plan", f"aidd/docs/plan/{ticket}.md"),
        Document("research", f"aidd/docs/research/{ticket}.md"),
    )
