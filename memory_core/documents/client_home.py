"""The home of what the client reads: a memory for each passage, found by recall like any other, changed by no verb."""

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from memory_core import redact
from memory_core.core.budget import clip
from memory_core.core.light import files, hashes
from memory_core.core.memory import DOCUMENT, Memory, Source
from memory_core.documents import client_files, passages, walk
from memory_core.documents.client_files import LONGEST, TOTAL, Document
from memory_core.documents.passages import Passage

_FORM: Final = 1  # raise it where passages are made otherwise: all are read again
MOST: Final = 5_000  # passages of a part
_SUMMARY: Final = 300  # characters
MARK: Final = "cm-"  # before the id of a passage


def stamp(root: str, part: str) -> str:
    """A signature that changes whenever `read` may say something else."""
    found = client_files.read(root, part)
    told = "|".join(f"{one.shown}{'+' * one.is_given}" for one in found)
    return f"{_FORM}|{told}|{files.stamp(one.file for one in found)}" if found else ""


def read(root: str, part: str) -> list[Memory]:
    """The passages of the documents of a part, without secrets."""
    found: list[Memory] = []
    times: dict[str, int] = {}
    for document, text in _texts(client_files.read(root, part)):
        for passage in passages.passages(text, redact.clean(text)):
            seed = f"{document.shown}\0{passage.text or passage.code}"
            times[seed] = times.get(seed, 0) + 1
            found.append(_memory(_name(seed, times[seed]), document, passage))
            if len(found) >= MOST:
                return found
    return found


def seconds(root: str, part: str) -> float:
    """About how long reading takes; looks at sizes only."""
    return 2e-6 * min(sum(max(0, files.size(one.file)) for one in client_files.read(root, part)), TOTAL)


def given(root: str) -> list[str]:
    """What the client hands to the model itself at a start, a sentence each: for comparisons, never to be shown."""
    said: dict[str, None] = {}
    for part in walk.PARTS:
        for document, text in _texts([one for one in client_files.read(root, part) if one.is_given]):
            for passage in passages.passages(text):
                if passage.line > document.lines > 0:
                    break
                said.update(dict.fromkeys(passages.statements(passage.text)))
    return [*said]


def not_given(root: str) -> set[str]:
    """The files and folders on which nothing depends that is said at a start."""
    found = {one.file for part in walk.PARTS for one in client_files.read(root, part) if not one.is_given}
    return {*found, client_files.notes_folder(root)}


def too_long(root: str) -> Iterator[tuple[str, str]]:
    """The documents that are not read to their ends: (path, how long each is)."""
    for part in walk.PARTS:
        for one in client_files.read(root, part):
            if why := files.too_long(one.file, LONGEST, "the first"):
                yield one.shown, why


def left_out(root: str) -> int:
    """How many documents are not read because those before them are enough; looks at sizes only."""
    many = 0
    for part in walk.PARTS:
        sizes = [min(max(0, files.size(one.file)), LONGEST) for one in client_files.read(root, part)]
        many += sum(whole > TOTAL for whole in itertools.accumulate(sizes))
    return many


def _texts(found: Sequence[Document]) -> Iterator[tuple[Document, str]]:
    left = TOTAL
    for document in found:
        text = client_files.text(document)
        left -= len(text)
        if left < 0:
            return
        yield document, text


def _memory(name: str, document: Document, passage: Passage) -> Memory:
    summary = clip(passage.text or passage.code.split("\n", 1)[0], _SUMMARY)
    whole = passage.text if passage.text and summary != passage.text else ""
    return Memory(
        id=name,
        kind=DOCUMENT,
        summary=summary,
        body="\n\n".join(filter(None, (" › ".join(passage.above), whole, passage.code))),
        source=Source(walk.HOME, document.shown),
        attrs={
            "line": passage.line,
            "origin": document.origin,
            **({passages.TEXT: whole} if whole else {}),
            **({"given": True} if document.is_given else {}),
        },
    )


def _name(seed: str, number: int) -> str:
    """The id of a passage: it stays where the line moves. The second of the same words has another one."""
    seed = f"{seed}\0{number}" if number > 1 else seed
    return MARK + hashes.sha256(seed.encode("utf-8", "replace")).hexdigest()[:8]
