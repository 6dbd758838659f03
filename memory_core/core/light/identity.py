"""What a statement is known by: the id under which the journal keeps it, and its fingerprint in every home.

A hook that names what is being kept comes through here: nothing is imported that it can do without.
"""

from memory_core.core.light import hashes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# The letter of the ids in each file of the journal, by the kind that the file is named after.
LETTERS: "Final" = {"decision": "d", "convention": "p", "progress": "t", "error": "e", "constraint": "g"}
# Kinds that have no file of their own, and the kind in whose file they stand; all others stand with the decisions.
NEIGHBOURS: "Final" = {
    "learning": "convention", "preference": "convention", "behaviour": "convention", "blocker": "error",
    "next": "error", "question": "error",
    "exception": "constraint", "rejection": "constraint", "context-change": "constraint",
}  # fmt: skip


def identify(kind: str, text: str) -> str:
    """The id of an entry of the journal: its file's letter and 8 hex digits of the text's sha256 (G-7)."""
    own = kind if kind in LETTERS else NEIGHBOURS.get(kind, "decision")
    seed = text if kind == own else f"{kind}\0{text}"
    return f"{LETTERS[own]}-{hashes.sha256(seed.encode('utf-8', 'replace')).hexdigest()[:8]}"


def fingerprint(kind: str, summary: str) -> str:
    """16 hex digits over the kind and the words of the summary; case and punctuation do not count."""
    folded = summary.casefold()
    signs = {ord(char): " " for char in set(folded) if not (char.isalnum() or char == "_")}
    words = " ".join(folded.translate(signs).split())
    return hashes.sha256(f"{kind}\0{words or summary}".encode()).hexdigest()[:16]
