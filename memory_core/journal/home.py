"""The home of the journal (see `core.home`): `.genius/memory/*.json`, a file for each kind (GENIUS-1 to 7)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from memory_core.core import entry_lists, salvage
from memory_core.core.budget import how_many
from memory_core.core.home import Addition, Home, Part, Write
from memory_core.core.light import json_store, lifecycle
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.core.transitions import moved
from memory_core.journal import journal_entries as entries
from memory_core.journal import journal_files

_FOLDER: Final = ".genius/memory"


class Journal(Home):
    """The journal keeps all memories that no other home keeps, and rewrites its entries."""

    name = journal_files.NAME
    step = "journal"

    def parts(self, root: str) -> list[Part]:
        """Each file is a part."""
        return [
            Part(
                f"{self.name}/{shelf.name}",
                partial(journal_files.stamp, root, (shelf,)),
                partial(journal_files.read, root, (shelf,)),
                seconds=partial(journal_files.seconds, root, shelf),
            )
            for shelf in entries.SHELVES
        ]

    def wants(self, memory: Memory) -> bool:  # noqa: ARG002
        """Always true, because the journal is asked last."""
        return True

    def problems(self, root: str) -> Iterable[str]:
        """Entries and files of the journal that cannot be read."""
        for path, what, number in journal_files.damages(root):
            yield f"{path}: {what}; {how_many(number, 'entry')} could be read"

    def keep(self, root: str, memories: Sequence[Memory]) -> list[Memory]:
        """Append entries; the id is made of the words."""
        return journal_files.add(root, [_placed(memory) for memory in memories])

    def refuse(self, memory: Memory) -> None:
        """Never raises: all verbs can change the journal."""

    def add(self, root: str, memory: Memory, when: str, more: Addition, author: str = "") -> None:  # noqa: ARG002
        """Rewrite an entry. Raise `Refusal` for tags and a spec, which an entry does not have."""
        if more.tags or more.relates_to or more.work or more.phase:
            raise Refusal(
                f"{memory.id} is in {memory.source.place}: text can be added here; "
                "edit its tags or its spec in that file"
            )
        journal_files.change(root, [_added(memory, when, more)])

    def change(self, root: str, memories: Iterable[Memory]) -> None:
        """Rewrite entries."""
        journal_files.change(root, memories)

    def forget(self, root: str, memory: Memory, when: str) -> None:  # noqa: ARG002
        """Remove an entry from its file."""
        journal_files.forget(root, memory)

    def forgotten(self, root: str, memory: Memory) -> None:
        """Remove the line of a memory from the session logs."""
        journal_files.forget_logged(root, memory)

    def notice(self, root: str) -> str:
        """A line about files that cannot be read completely."""
        return journal_files.notice(root)

    def seen(self, root: str) -> dict[str, Any]:
        """The text of each file, or its stamp if the file is too long."""
        return {
            shelf.name: _Stamp(journal_files.stamp(root, (shelf,)))
            if journal_files.is_long(root, shelf)
            else journal_files.text(root, shelf)
            for shelf in entries.SHELVES
        }

    def is_long_changed(self, root: str, before: Mapping[str, str]) -> bool:
        """Whether a file changed that is, or was, too long to be compared."""
        now = self.seen(root)
        return any(was != now[name] and _Stamp in (type(was), type(now[name])) for name, was in before.items())

    def changed(self, root: str, before: Mapping[str, Any]) -> dict[str, Any]:
        """The removed and added entries of each file."""
        now = self.seen(root)
        pairs = {
            name: entry_lists.difference(journal_files.items(before[name]), journal_files.items(now[name]))
            for name in now
            if now[name] != before[name]
        }
        return {name: change for name, change in pairs.items() if change}

    def back(self, root: str, change: Mapping[str, Any], begun: bool) -> list[Write]:
        """A write for each file."""
        writes: list[Write] = []
        for shelf in entries.SHELVES:
            if shelf.name in change:
                now = journal_files.items(journal_files.text(root, shelf))
                what = f"what stood in {shelf.name}.json"
                items = entry_lists.restored(now, change[shelf.name], what, begun)
                writes += [partial(journal_files.put, root, shelf, items)] if items is not None else []
        return writes

    def ended(self, root: str, change: Mapping[str, Any]) -> dict[str, Any]:  # noqa: ARG002
        """The entries that ended in a change."""
        ends = {name: _ends(part) for name, part in change.items()}
        return {name: part for name, part in ends.items() if part["come"]}

    def title(self, part: str) -> str:  # noqa: ARG002
        """The name of the home in sentences."""
        return "the journal"

    def place(self, part: str) -> str:
        """`.genius/memory/<part>.json`."""
        return f"{_FOLDER}/{part}.json"

    def folders(self) -> Sequence[str]:
        """`.genius/memory`."""
        return (_FOLDER,)

    def parsed(self, files: Mapping[str, bytes]) -> dict[str, list[Memory]]:
        """The entries of an earlier version of the files."""
        return {
            f"{self.name}/{shelf.name}": journal_files.to_memories({shelf: salvage.array(json_store.decoded(raw)[0])})
            for shelf in entries.SHELVES
            if (raw := files.get(self.place(shelf.name)))
        }


class _Stamp(str):
    """The stamp of a file that is too long to be compared."""

    __slots__ = ()


def _ends(change: Mapping[str, Any]) -> dict[str, Any]:
    over = [item for item in change["come"] if isinstance(item, dict) and lifecycle.is_over(str(item.get("status")))]
    ids = {item.get("id") for item in over} & {item.get("id") for _, item in change["gone"] if isinstance(item, dict)}
    gone = [[at, item] for at, item in change["gone"] if isinstance(item, dict) and item.get("id") in ids]
    return {"gone": gone, "come": [item for item in over if item.get("id") in ids]}


def _added(memory: Memory, when: str, more: Addition) -> Memory:
    """The memory with the additions."""
    parts = [more.body] if "body" in more.edits else [memory.body, more.body]
    body, summary = "\n\n".join(filter(None, parts)), more.summary or memory.summary
    status = more.status or memory.status
    event = lifecycle.between(memory.status, status, edited=bool(more.edits), disputed=bool(more.maybe))
    if event == "kept":
        return memory._replace(summary=summary, body=body, status=status, updated=when)
    if event == "edited":
        return moved(memory, event, when, summary=summary, body=body)
    return moved(memory._replace(summary=summary, body=body), event, when, more.by or more.maybe)


def _placed(memory: Memory) -> Memory:
    shelf = entries.shelf_of(memory.kind)
    source = memory.source._replace(home=journal_files.NAME, place=f"{_FOLDER}/{shelf.name}.json", commit="")
    return memory._replace(id=entries.identify(memory.kind, memory.summary), source=source)


HOMES: Final = (Journal(),)
