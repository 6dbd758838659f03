"""The documents and packs of a ticket on disk, and the sources that packs were made from."""

import os
from collections.abc import Iterator
from typing import Final

from memory_core.core import git
from memory_core.core.light import files, json_store, old_files
from memory_core.tickets import decision_log, places
from memory_core.tickets.fact import RULES, WHOLE, Scope

LIMIT: Final = 1_000_000  # bytes of a pack that are read
_NOTED: Final = json_store.derived("packs.json")  # if it is lost, packs are made again with the same bytes


def read(root: str, path: str, limit: int = LIMIT) -> json_store.Content:
    """The file at a path of the project; if it cannot be read, `fault` has the reason."""
    result = json_store.content(_place(root, path), limit)
    return json_store.Content(fault=result.fault) if result.fault else result


def text(root: str, path: str) -> str:
    """The text of a pack; "" if it cannot be read."""
    return read(root, path).raw.decode("utf-8", "replace")


def committed(root: str, path: str) -> str:
    """The text of a pack in the last commit; "" if there is none."""
    try:
        return git.run(root, "cat-file", "blob", f"HEAD:./{path}")[:LIMIT].decode("utf-8", "replace")
    except git.GitError:
        return ""


def write(root: str, path: str, content: str) -> bool:
    """Write a pack; returns whether it changed. The caller holds the lock.

    A link at its path is replaced. Raises `Refusal` if it cannot be written.
    """
    name = _place(root, path)
    folder = os.path.dirname(name)
    with json_store.writing(name, "move away what is in its place, or make the folder writable"):
        if path.startswith(places.MEMORY):
            decision_log.make_folder(root)
        old_files.sweep(folder, os.path.basename(name))
        return files.write(name, content)


def tickets(root: str) -> list[str]:
    """The tickets that have a pack or a log, sorted."""
    names = files.names(decision_log.folder(root))
    ends = (places.LOG, places.SEMANTIC, places.DECISIONS)
    stems = {name.removesuffix(end) for name in names for end in ends if name.endswith(end)}
    return sorted(stem for stem in stems if places.ticket(stem) == stem)


def has_sources(root: str, ticket: str) -> bool:
    """Whether the ticket has a log or a document."""
    paths = [places.decision_log(ticket), *(document.path for document in places.documents(ticket))]
    return any(files.seen(_place(root, path)) for path in paths)


def slices(root: str, ticket: str) -> list[str]:
    """The paths of a ticket's slices, sorted."""
    names = files.names(_place(root, places.CONTEXT))
    start, end = places.slice_pack(ticket, "").rpartition("/")[2].rsplit("-", 1)[0] + "-", ".pack.json"
    return sorted(f"{places.CONTEXT}/{name}" for name in names if name.startswith(start) and name.endswith(end))


def drop_slices(root: str, ticket: str, name: str) -> None:
    """Delete the slices with a decision of that id; the next query makes them again. The caller holds the lock."""
    for path in slices(root, ticket):
        if name in text(root, path):
            files.remove(_place(root, path))


def is_noted(root: str, path: str, sources: str) -> bool:
    """Whether the pack is unchanged since it was made from sources with this stamp."""
    own = files.stamp((_place(root, path),))
    return own != "-" and _NOTED.load(root).get(path) == [sources, own]


def note(root: str, path: str, sources: str) -> None:
    """Note the stamp of the sources of a pack. The caller holds the lock."""
    noted = {name: kept for name, kept in _NOTED.load(root).items() if files.seen(_place(root, name))}
    noted[path] = [sources, files.stamp((_place(root, path),))]
    old_files.sweep(*os.path.split(_NOTED.path(root)))
    _NOTED.save(root, value=noted)


def _place(root: str, path: str) -> str:
    return os.path.join(root, *path.split("/"))


DOCUMENT_LIMIT: Final = 2_000_000  # bytes of a document that are read
LINES: Final = 10_000  # of all documents of a ticket that are read at most: two seconds


def stamp(root: str, ticket: str, scope: Scope = WHOLE) -> str:
    """A signature that changes whenever `documents.read` may return something else."""
    return f"{RULES}|{files.stamp(place(root, document.path) for document in places.documents(ticket, *scope))}"


def too_long(root: str, ticket: str) -> Iterator[tuple[str, str]]:
    """The documents of the ticket that are too long to be read whole: (path, message with the length)."""
    for document in places.documents(ticket):
        path = place(root, document.path)
        if why := files.too_long(path, DOCUMENT_LIMIT, "the first"):
            yield path, why


def texts(root: str, ticket: str, problems: list[str], scope: Scope = WHOLE) -> Iterator[tuple[str, str]]:
    """(path, text) of each existing document; what cannot be read is added to `problems`."""
    left = LINES
    for document in places.documents(ticket, *scope):
        file = place(root, document.path)
        if files.is_absent(file):
            continue
        raw = files.read_bytes(file, DOCUMENT_LIMIT + 1)
        if raw is None:
            problems.append(f"{document.path}: cannot be read, or is a link or no file")
            continue
        if len(raw) > DOCUMENT_LIMIT:
            raw = raw[:DOCUMENT_LIMIT].rpartition(b"\n")[0] or raw[:DOCUMENT_LIMIT]
            problems.append(
                f"{document.path}: longer than {DOCUMENT_LIMIT // 1_000_000} MB; what follows that is not read"
            )
        text = raw.decode("utf-8", "replace").removeprefix("\ufeff")
        text = text.replace("\r\n", "\n").replace("\r", "\n").replace("\0", "\ufffd")
        if text.count("\n") > left:
            text = "".join(line + "\n" for line in text.split("\n", left)[:left])
            problems.append(f"{document.path}: what follows line {left:,} is not read; {LINES:,} are, of all documents")
        left -= text.count("\n")
        yield document.path, text


def place(root: str, path: str) -> str:
    """The full path of a document."""
    return os.path.join(root, *path.split("/"))
