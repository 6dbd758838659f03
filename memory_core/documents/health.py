"""Checks of the client's documents for `doctor`."""

from collections.abc import Iterator

from memory_core.core.health import OK, WARN, Check
from memory_core.core.light import client_documents
from memory_core.documents import client_files, client_home
from memory_core.documents.client_files import TOTAL


def checks(root: str) -> Iterator[Check]:
    """The number of documents that are read, and of those that are not."""
    name = "client's memory"
    if not client_documents.is_on(root):
        what = "CLAUDE.md, AGENTS.md and the client's own notes are not read"
        yield Check(name, OK, f'off by the setting `client_memory = "off"`: {what}')
        return
    counts = client_files.counted(root)
    every = sum(number for _, number in counts)
    many = "1 document is" if every == 1 else f"{every:,} documents are"
    words = f"{many} read and never written: {', '.join(f'{number:,} of {origin}' for origin, number in counts)}"
    yield Check(name, OK, words if every else "there is no CLAUDE.md or AGENTS.md")
    if left := client_home.left_out(root):
        enough = f"{TOTAL // 1_000} kB of each kind are enough"
        yield Check(name, WARN, f"{left:,} of them are not read: {enough}", "make them shorter")
