"""Checks of the journal for `doctor`."""

import os
from collections.abc import Iterator

from memory_core.core.budget import how_many
from memory_core.core.health import BY_HAND, OK, WARN, Check, mended
from memory_core.core.light import json_store
from memory_core.journal import journal_files


def checks(root: str) -> Iterator[Check]:
    """The damaged files, and the number of entries."""
    damages, folder = journal_files.damages(root), journal_files.folder(root)
    for path, what, read in damages:
        where = os.path.relpath(path, root)
        is_long = what == journal_files.LONG
        remedy = f"cut old entries out of {where} into a file beside it, such as {where}.2025" if is_long else BY_HAND
        yield Check("journal", WARN, f"{where}: {what}; {how_many(read, 'entry')} could be read", remedy)
    if not damages:
        yield Check("journal", OK, how_many(len(journal_files.read(root)), "entry"))
    yield from mended(os.path.join(folder, name) for name in json_store.copies(folder))
