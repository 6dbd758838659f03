"""The homes of documents that people write (see `core.home`): decision records, and the documents of the client."""

import importlib
from collections.abc import Iterable
from functools import cache, partial
from typing import Any, Final

from memory_core.core import git
from memory_core.core.home import Home, Part, Past
from memory_core.core.light import client_documents, json_store
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory, is_passage, stands_at
from memory_core.documents import records


class Records(Home):
    """Decision records and design documents of the project."""

    name = records.NAME
    is_only_read = True

    def parts(self, root: str) -> list[Part]:
        """One part with all documents."""
        read, seconds = partial(records.read, root), partial(records.seconds, root)
        return [Part(self.name, partial(records.stamp, root), read, seconds=seconds)]

    def too_long(self, root: str) -> Iterable[tuple[str, str]]:
        """The records that are not read completely."""
        return records.too_long(root)

    def at(self, root: str, part: str, moment: str, commit: str) -> Past:  # noqa: ARG002
        """The records at a commit."""
        now = records.paths(root)
        is_tracked = git.tracked(root, now) >= {*now} if commit else not now
        line = "" if is_tracked else "some decision records are not committed: their earlier text is unknown"
        if not commit:
            return Past([], line)

        @cache
        def below(folder: str) -> dict[str, tuple[str, int]]:
            return git.tree(root, commit, f"{folder}/" if folder else "")

        def texts(*paths: str) -> list[tuple[str, str]]:
            blobs = {path: below(path.rpartition("/")[0]).get(path, ("", 0)) for path in paths}
            blobs = {path: blob for path, blob in blobs.items() if blob[0]}
            raws = git.blobs(root, (name for name, _ in blobs.values()), dict(blobs.values()))
            pairs = ((path, raws[name]) for path, (name, _) in blobs.items())
            return [(path, json_store.decoded(raw[: records.LONGEST])[0]) for path, raw in pairs if raw is not None]

        def names(folder: str) -> list[str]:
            return [path.rpartition("/")[2] for path in below(folder)]

        named = next((text for _, text in texts(records.SET_BY)), "")
        return Past(records.parsed(texts(*records.listed(names, records.folder_named(named)))), line)


class ClientDocuments(Home):
    """The documents of the client, as CLAUDE.md. `recall` finds them, but they are not kept here."""

    name = "client"
    is_only_read = True

    def parts(self, root: str) -> list[Part]:  # noqa: ARG002
        """None, because this home keeps nothing."""
        return []

    def beside(self, root: str) -> list[Part]:
        """A part for the documents of the project and one for those of the user."""
        parts = client_documents.homes(root)
        if not parts:
            return []
        home = _client()
        return [
            Part(
                name,
                partial(home.stamp, root, part),
                partial(home.read, root, part),
                seconds=partial(home.seconds, root, part),
            )
            for name, part in parts
        ]

    def owns(self, memory: Memory) -> bool:
        """Whether a memory is a passage of such a document."""
        return is_passage(memory)

    def refuse(self, memory: Memory) -> None:
        """Always raises `Refusal`, with the file and line."""
        raise Refusal(f"{memory.id} is in {stands_at(memory)}; edit it there")

    def too_long(self, root: str) -> Iterable[tuple[str, str]]:
        """The documents that are not read completely."""
        rows: Iterable[tuple[str, str]] = _client().too_long(root)
        return rows


def _client() -> Any:
    """The module that reads these documents, which is loaded only when needed."""
    return importlib.import_module("memory_core.documents.client_home")


HOMES: Final = (ClientDocuments(), Records())
