"""The home of what the client reads: a memory for each passage, found by recall like any other, changed by no verb."""

from collections.abc import Iterator, Sequence
from typing import Final

from memory_core.client_memory import documents, passages, walk
from memory_core.client_memory.documents import LONGEST, TOTAL, Document
from memory_core.client_memory.passages import Passage
from memory_core.domain import screen
from memory_core.domain.budget import clip
from memory_core.domain.memory import DOCUMENT, Memory, Source
from memory_core.light import files, hashes

NAME: Final = "client memory"
NOTES: Final = f"{NAME}/{documents.NOTES}"  # the home of what the client notes for itself
_FORM: Final = 1  # raise it where passages are made otherwise: all are read again
_SUMMARY: Final = 300  # characters
MARK: Final = "cm-"  # before the id of a passage


def names() -> list[tuple[str, str]]:
    """The homes and their parts, one for each: what changed in one is no reason to read the others again."""
    return [(f"{NAME}/{part}", part) for part in documents.PARTS] if walk.is_on() else []


def stamp(root: str, part: str) -> str:
    """A signature that changes whenever `read` may say something else."""
    found = documents.read(root, part)
    told = "|".join(f"{one.shown}{'+' * one.is_given}" for one in found)
    return f"{_FORM}|{told}|{files.stamp(one.file for one in found)}" if found else ""


def read(root: str, part: str) -> list[Memory]:
    """The passages of the documents of a part, without secrets."""
    found: list[Memory] = []
    times: dict[str, int] = {}
    for document, text in _texts(documents.read(root, part)):
        for passage in passages.passages(text, screen.clean(text)):
            seed = f"{document.shown}\0{passage.text or passage.code}"
            times[seed] = times.get(seed, 0) + 1
            found.append(_memory(_name(seed, times[seed]), document, passage))
    return found


def seconds(root: str, part: str) -> float:
    """About how long reading takes; looks at sizes only."""
    return 8e-6 * min(sum(max(0, files.size(one.file)) for one in documents.read(root, part)), TOTAL)


def is_passage(memory: Memory) -> bool:
    """Whether a memory is a passage of a document of the client."""
    return memory.kind == DOCUMENT


def place(memory: Memory) -> str:
    """Where a passage stands: `CLAUDE.md:12`."""
    return f"{memory.source.place}:{memory.attrs.get('line', 1)}"


def origin(memory: Memory) -> str:
    """Whose document a passage stands in."""
    return str(memory.attrs.get("origin", ""))


def statements(memory: Memory) -> list[str]:
    """What a passage states, a sentence each."""
    return passages.statements(str(memory.attrs.get("text") or memory.summary))


def given(root: str) -> list[str]:
    """What the client hands to the model itself at a start, a sentence each: for comparisons, never to be shown."""
    said: dict[str, None] = {}
    for part in documents.PARTS:
        for _, text in _texts([one for one in documents.read(root, part) if one.is_given]):
            for passage in passages.passages(text):
                said.update(dict.fromkeys(passages.statements(passage.text)))
    return [*said]


def not_given(root: str) -> set[str]:
    """The files and folders on which nothing depends that is said at a start."""
    found = {one.file for part in documents.PARTS for one in documents.read(root, part) if not one.is_given}
    return {*found, documents.notes_folder(root)}


def counted(root: str) -> list[tuple[str, int]]:
    """(whose documents, how many), for people."""
    found: dict[str, int] = {}
    for part in documents.PARTS:
        for one in documents.read(root, part):
            found[one.origin] = found.get(one.origin, 0) + 1
    return [*found.items()]


def too_long(root: str) -> Iterator[tuple[str, str]]:
    """The documents that are not read to their ends: (path, how long each is)."""
    for part in documents.PARTS:
        for one in documents.read(root, part):
            if why := files.too_long(one.file, LONGEST, "the first"):
                yield one.shown, why


def _texts(found: Sequence[Document]) -> Iterator[tuple[Document, str]]:
    left = TOTAL
    for document in found:
        text = documents.text(document)
        if document.lines:
            text = "\n".join(text.split("\n", document.lines)[: document.lines])
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
        source=Source(NAME, document.shown),
        attrs={
            "line": passage.line,
            "origin": document.origin,
            **({"text": whole} if whole else {}),
            **({"given": True} if document.is_given else {}),
        },
    )


def _name(seed: str, number: int) -> str:
    """The id of a passage: it stays where the line moves. The second of the same words has another one."""
    seed = f"{seed}\0{number}" if number > 1 else seed
    return MARK + hashes.sha256(seed.encode("utf-8", "replace")).hexdigest()[:8]
