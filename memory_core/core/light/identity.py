"""The identity of a statement: its id in the journal, and its fingerprint in every home.

Hooks import this module, so it imports as little as possible.
"""

from memory_core.core.light import hashes

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

# The first letter of the ids in each file of the journal, by the kind of the file.
LETTERS: "Final" = {"decision": "d", "convention": "p", "progress": "t", "error": "e", "constraint": "g"}
# Kinds without a file of their own, and the kind of their file. All others are in the file of decisions.
NEIGHBOURS: "Final" = {
    "learning": "convention", "preference": "convention", "behaviour": "convention", "blocker": "error",
    "next": "error", "question": "error",
    "exception": "constraint", "rejection": "constraint", "context-change": "constraint",
}  # fmt: skip


def identify(kind: str, text: str) -> str:
    """The id of an entry of the journal: the letter of its file and 8 hex digits of the SHA-256 of the text (G-7)."""
    own = kind if kind in LETTERS else NEIGHBOURS.get(kind, "decision")
    seed = text if kind == own else f"{kind}\0{text}"
    return f"{LETTERS[own]}-{hashes.sha256(seed.encode('utf-8', 'replace')).hexdigest()[:8]}"


def fingerprint(kind: str, summary: str) -> str:
    """16 hex digits of the kind and the words of the summary. Case and punctuation are ignored."""
    folded = summary.casefold()
    signs = {ord(char): " " for char in set(folded) if not (char.isalnum() or char == "_")}
    words = " ".join(folded.translate(signs).split())
    return hashes.sha256(f"{kind}\0{words or summary}".encode()).hexdigest()[:16]
