"""The project's learnings that stand only in git's history any more: a colleague archived or rejected them (JARVIS-8).

A person waits for it; no hook does.
"""

import time
from typing import Final, NamedTuple

from memory_core.core import git
from memory_core.core.light import json_store
from memory_core.learnings import learning as codec
from memory_core.learnings import warm as form
from memory_core.learnings import warm_files
from memory_core.learnings.learning import PREFIX, PROJECT, Learning

COMMITS: Final = 200  # that changed the file, the newest first
_SECONDS: Final = 3.0
_AT_ONCE: Final = 10  # versions of the file
_LINE: Final = 16_000  # bytes of an entry
_MARK: Final = b'"description"'
_KINDS: Final = {prefix: kind for kind, prefix in PREFIX.items()}


class Past(NamedTuple):
    """A learning as the newest commit that had it says it."""

    learning: Learning
    commit: str


def read(root: str) -> list[Past]:
    """Every learning of the last versions of the project's warm file, the newest wording of an id first.

    Nothing where git cannot be asked; what three seconds do not reach is left out.
    """
    end = time.monotonic() + _SECONDS
    found: dict[tuple[str, str], Past] = {}
    known: set[bytes] = set()
    place = warm_files.place(PROJECT)
    try:
        asked = ("log", "--full-history", f"--max-count={COMMITS}", "--format=%h", "--", place)
        commits = git.run(root, *asked, seconds=_SECONDS).decode().split()
        for at in range(0, len(commits), _AT_ONCE):
            if time.monotonic() > end:
                break
            names = {f"{commit}:./{place}": commit for commit in commits[at : at + _AT_ONCE]}
            for name, text in git.blobs(root, names).items():
                for line in (text or b"").splitlines():
                    if _MARK in line and len(line) <= _LINE and line not in known:
                        known.add(line)
                        one = _learning(line)
                        if one:
                            found.setdefault((one.id, codec.fingerprint(one)), Past(one, names[name]))
    except git.GitError:
        return []
    return list(found.values())


def _learning(line: bytes) -> Learning | None:
    """The learning that a line of a warm file says, None where it says none."""
    item = json_store.parsed(line.decode("utf-8", "replace").strip().rstrip(","))
    name = codec.identity(item.get("id"))
    kind = _KINDS.get(name.partition("_")[0])
    one = codec.from_item(item, kind, PROJECT) if kind and not form.is_too_deep(item) else None
    return one if one and len(one.description) <= form.LONGEST else None
