"""Two versions of a file of memories, and the one that both came from, as one file: git merges lines, this entries.

`merged` is the door. `form` says which files there are and how their entries are told apart, `document` reads and
writes them, `pairs` finds the same entry in all three versions and gives each a name of its own, `fields` merges what
both sides changed. Which side is which never counts: both ways round come to the same bytes.
"""

from memory_core.journal.merging import document, form, lines, pairs
from memory_core.journal.merging.document import UnmergeableError as UnmergeableError
from memory_core.journal.merging.form import DERIVED, LOG


def merged(path: str, base: str, ours: str, theirs: str) -> str:
    """The text of the file at this path of a project with what both sides did to it.

    A derived file stays as ours: it is made again. `UnmergeableError` where a side cannot be read, so that nothing is
    written that would lose it.
    """
    found = form.of(path)
    if found is None:
        raise UnmergeableError("is no file whose entries can be merged")
    if ours in (theirs, base) or found is DERIVED:
        return theirs if ours == base and found is not DERIVED else ours
    if theirs == base:
        return ours
    if found is LOG:
        return lines.merged(base, ours, theirs)
    try:
        return document.text(_joined(base, ours, theirs, found), found)
    except RecursionError:
        raise UnmergeableError("is nested too deeply") from None
    except UnicodeEncodeError as error:
        raise UnmergeableError("holds half a character") from error


def _joined(base: str, ours: str, theirs: str, found: form.Form) -> document.Document:
    one, two = document.read(ours, found, base), document.read(theirs, found, base)
    try:
        before = document.read(base, found, "")
    except UnmergeableError:  # of a merge of merges: then what both sides say is new to both
        before = document.read("", found, "")
    return pairs.joined(before, one, two, found)
