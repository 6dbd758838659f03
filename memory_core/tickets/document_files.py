"""The documents of a ticket as files: where they stand, whether they changed, their texts (`documents` reads them)."""

import os
from collections.abc import Iterator
from typing import Final

from memory_core.core.light import files
from memory_core.tickets import places
from memory_core.tickets.fact import RULES, WHOLE, Scope

LIMIT: Final = 2_000_000  # bytes of one document that are read at most
LINES: Final = 10_000  # of all documents of a ticket that are read at most: two seconds


def stamp(root: str, ticket: str, scope: Scope = WHOLE) -> str:
    """A text that changes whenever `documents.read` may say something else."""
    return f"{RULES}|{files.stamp(place(root, document.path) for document in places.documents(ticket, *scope))}"


def too_long(root: str, ticket: str) -> Iterator[tuple[str, str]]:
    """The documents of the ticket that are not read to their ends: (path, how long each is)."""
    for document in places.documents(ticket):
        path = place(root, document.path)
        if why := files.too_long(path, LIMIT, "the first"):
            yield path, why


def texts(root: str, ticket: str, problems: list[str], scope: Scope = WHOLE) -> Iterator[tuple[str, str]]:
    """The path and the text of each document that is there; what cannot be read is added to `problems`."""
    left = LINES
    for document in places.documents(ticket, *scope):
        file = place(root, document.path)
        if files.is_absent(file):
            continue
        raw = files.read_bytes(file, LIMIT + 1)
        if raw is None:
            problems.append(f"{document.path}: cannot be read, or is a link or no file")
            continue
        if len(raw) > LIMIT:
            raw = raw[:LIMIT].rpartition(b"\n")[0] or raw[:LIMIT]
            problems.append(f"{document.path}: longer than {LIMIT // 1_000_000} MB; what follows that is not read")
        text = raw.decode("utf-8", "replace").removeprefix("\ufeff")
        text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
        if text.count("\n") > left:
            text = "".join(line + "\n" for line in text.split("\n", left)[:left])
            problems.append(f"{document.path}: what follows line {left:,} is not read; {LINES:,} are, of all documents")
        left -= text.count("\n")
        yield document.path, text


def place(root: str, path: str) -> str:
    """Where the document of that path stands."""
    return os.path.join(root, *path.split("/"))
