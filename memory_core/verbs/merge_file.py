"""`memory-core merge-file`: what git calls for a file of memory that two branches changed."""

import os
from typing import Final

from memory_core.core.light import files, json_store
from memory_core.core.light.errors import Refusal
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.verbs import merging
from memory_core.verbs.merge_driver import CONFLICT
from memory_core.verbs.merging import form

LIMIT: Final = 64_000_000  # bytes of a version that is read
_DOES: Final = (
    "Merge two versions of a file of memory, entry by entry, into OURS. Git calls it: `memory-core setup --merges`."
)


def main(arguments: list[str]) -> Report:
    """Merge both versions into OURS; the exit code is 4, and no file is changed, where a person has to look."""
    options = parsed("merge-file", arguments)
    if form.form_of(options.path) is None:
        raise Refusal(f"{options.path} is no file of memory; one of these can be merged: {', '.join(form.FORMS)}")
    try:
        base, ours, theirs = (_text(name) for name in (options.base, options.ours, options.theirs))
        text = merging.merged(options.path, base, ours, theirs)
    except merging.UnmergeableError as fault:
        why = f"memory-core: {options.path} {fault}; git merges its lines, look at the result before you commit it"
        value = {"merged": False, "path": options.path, "why": str(fault)}
        return Report(options, value, code=CONFLICT, errors=[] if options.json else [why])
    with json_store.writing(options.ours, "git merges its lines"):
        changed = files.write(os.path.abspath(options.ours), text)
    return Report(options, {"merged": True, "path": options.path, "changed": changed})


def _text(name: str) -> str:
    """The text of a version. `UnmergeableError` if it is no regular file of UTF-8, or too long."""
    try:
        raw = files.read_whole(name, LIMIT)
        if raw is None:
            raise merging.UnmergeableError("is not there on one side")
        return raw.decode()
    except (OSError, UnicodeDecodeError) as error:
        raise merging.UnmergeableError(f"cannot be read as UTF-8 on one side ({error})") from error
