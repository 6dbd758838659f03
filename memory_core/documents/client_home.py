"""The home of the client's documents: a memory for each passage, which recall finds and no verb changes."""

import itertools
from collections.abc import Iterator, Sequence
from typing import Final

from memory_core import redact
from memory_core.core import find_duplicate
from memory_core.core.budget import clip
from memory_core.core.light import client_documents, files, hashes
from memory_core.core.memory import DOCUMENT, Memory, Source
from memory_core.documents import client_files, passages
from memory_core.documents.client_files import LONGEST, TOTAL, Document
from memory_core.documents.passages import Passage

_FORM: Final = 1  # raise it when passages are made in another way: then all are read again
MOST: Final = 5_000  # passages of a part
_SUMMARY: Final = 300  # characters of a summary
MARK: Final = "cm-"  # prefix of the id of a passage


def stamp(root: str, part: str) -> str:
    """A signature that changes whenever the result of `read` may change."""
    documents = client_files.read(root, part)
    text = "|".join(f"{document.shown}{'+' * document.is_given}" for document in documents)
    return f"{_FORM}|{text}|{files.stamp(document.file for document in documents)}" if documents else ""


def read(root: str, part: str) -> list[Memory]:
    """The passages of the documents of a part, without secrets."""
    memories: list[Memory] = []
    times: dict[str, int] = {}
    for document, text in _texts(client_files.read(root, part)):
        for passage in passages.passages(text, redact.clean(text)):
            seed = f"{document.shown}\0{passage.text or passage.code}"
            times[seed] = times.get(seed, 0) + 1
            memories.append(_memory(_name(seed, times[seed]), document, passage))
            if len(memories) >= MOST:
                return memories
    return memories


def seconds(root: str, part: str) -> float:
    """The estimated time for reading, from sizes."""
    return 2e-6 * min(sum(max(0, files.size(document.file)) for document in client_files.read(root, part)), TOTAL)


def given(root: str) -> list[str]:
    """The sentences of documents that the client gives to the model at a start: for comparison, never for output."""
    result: dict[str, None] = {}
    for part in client_documents.PARTS:
        for document, text in _texts([each for each in client_files.read(root, part) if each.is_given]):
            for passage in passages.passages(text):
                if passage.line > document.lines > 0:
                    break
                result.update(dict.fromkeys(find_duplicate.statements(passage.text)))
    return [*result]


def not_given(root: str) -> set[str]:
    """The files and folders on which no statement at a start depends."""
    texts = {
        document.file
        for part in client_documents.PARTS
        for document in client_files.read(root, part)
        if not document.is_given
    }
    return {*texts, client_files.notes_folder(root)}


def too_long(root: str) -> Iterator[tuple[str, str]]:
    """The documents that are not read completely: (path, text with the length)."""
    for part in client_documents.PARTS:
        for document in client_files.read(root, part):
            if why := files.too_long(document.file, LONGEST, "the first"):
                yield document.shown, why


def left_out(root: str) -> int:
    """How many documents are not read because of the limits, from sizes."""
    many = 0
    for part in client_documents.PARTS:
        sizes = [min(max(0, files.size(document.file)), LONGEST) for document in client_files.read(root, part)]
        many += sum(whole > TOTAL for whole in itertools.accumulate(sizes))
    return many


def _texts(documents: Sequence[Document]) -> Iterator[tuple[Document, str]]:
    left = TOTAL
    for document in documents:
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
        source=Source(client_documents.HOME, document.shown),
        attrs={
            "line": passage.line,
            "origin": document.origin,
            **({find_duplicate.TEXT: whole} if whole else {}),
            **({"given": True} if document.is_given else {}),
        },
    )


def _name(seed: str, number: int) -> str:
    """The id of a passage, which does not depend on its line. A second passage with the same words has another id."""
    seed = f"{seed}\0{number}" if number > 1 else seed
    return MARK + hashes.sha256(seed.encode("utf-8", "replace")).hexdigest()[:8]
