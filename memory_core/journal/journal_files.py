"""Reads and writes the files of the journal: `.genius/memory/*.json` and `session-logs/` (GENIUS-1 to 7)."""

import json
import os
import re
from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final

from memory_core.core import git, salvage
from memory_core.core.budget import how_many
from memory_core.core.light import append_file, clock, deduplicate, files, json_store, old_files
from memory_core.core.light.errors import Refusal
from memory_core.core.light.lifecycle import HISTORY
from memory_core.core.memory import Memory, is_proposed
from memory_core.journal import journal_entries
from memory_core.journal.journal_entries import Shelf

FOLDER: Final = os.path.join(".genius", "memory")
NAME: Final = "journal"
LIMIT: Final = 16_000_000  # bytes of a file that are read
SECONDS_A_BYTE: Final = 5e-8  # time for reading a byte, on the machine of docs/benchmarks.md
_CUT: Final = "move old entries into another file"
LONG: Final = f"the newest {LIMIT // 1_000_000} MB of it are read; {_CUT}"
_LOG = re.compile(r"\d{4}-\d\d-\d\d-\d{4}\.md")
PROGRESS_DAYS: Final = 7  # days until progress expires


def folder(root: str) -> str:
    """The folder of the journal."""
    return os.path.join(root, FOLDER)


def briefing(root: str) -> str:
    """The path of the briefing in the project: a view that is hidden from git."""
    return os.path.join(folder(root), "BRIEFING.md")


def file_of(root: str, shelf: Shelf) -> str:
    """The path of a file of the journal."""
    return os.path.join(folder(root), f"{shelf.name}.json")


def make_folder(root: str) -> None:
    """Create the folder of the journal, with a `.gitignore` for derived and personal files."""
    files.hide(folder(root), "BRIEFING.md", "session-logs/", "*.damaged.json")


def stamp(root: str, shelves: Sequence[Shelf] = journal_entries.SHELVES) -> str:
    """A signature that changes whenever one of the files may have changed."""
    return files.stamp(file_of(root, shelf) for shelf in shelves)


def read(root: str, shelves: Sequence[Shelf] = journal_entries.SHELVES) -> list[Memory]:
    """All entries that can be read, in the order of the files.

    If two entries have one id, the one with other words gets an id of its own; of equal ones, `deduplicate.speaker`
    chooses.
    """
    return to_memories({shelf: _saved(file_of(root, shelf)) for shelf in shelves})


def waiting_rules(root: str) -> list[Memory]:
    """The rules that wait for confirmation and are at most thirty days old, oldest first."""
    since, until = clock.waiting_days()
    waiting = filter(is_proposed, read(root, (journal_entries.PROPOSED,)))
    return [rule for rule in waiting if since <= rule.created < until]


def to_memories(saved: Mapping[Shelf, salvage.Salvage]) -> list[Memory]:
    """The entries of files as memories, as `read` returns them."""
    result: dict[str, list[Memory]] = {}
    for shelf, salvaged in saved.items():
        for item in salvaged.items:
            memory = journal_entries.from_item(item, shelf)
            if memory is not None and memory.id in result and result[memory.id][0].summary != memory.summary:
                memory = memory._replace(id=journal_entries.identify(memory.kind, memory.summary))
            if memory is not None:
                result.setdefault(memory.id, []).append(memory)
    return [deduplicate.returned(deduplicate.speaker(same), same) for same in result.values()]


def text(root: str, shelf: Shelf) -> str:
    """The text of a file; "" for a file that is too long, which must not be rewritten."""
    return "" if is_long(root, shelf) else files.read(file_of(root, shelf)) or ""


def items(text: str) -> list[Any]:
    """All entries in the text of a file, also those that are not memories."""
    return salvage.array(text).items


def put(root: str, shelf: Shelf, items: Sequence[Any]) -> None:
    """Replace all entries of a file; a damaged file is set aside first. The caller holds the lock."""
    if is_long(root, shelf):
        raise Refusal(f"{shelf.name}.json is longer than {LIMIT // 1_000_000} MB; move old entries into another file")
    make_folder(root)
    _whole(file_of(root, shelf))
    _rewrite(root, shelf, items)


def is_long(root: str, shelf: Shelf) -> bool:
    """Whether a file is longer than the part that is read, which has the newest entries."""
    return files.size(file_of(root, shelf)) > LIMIT


def seconds(root: str, shelf: Shelf) -> float:
    """The estimated time for reading a file, from its size."""
    return SECONDS_A_BYTE * max(0, min(files.size(file_of(root, shelf)), LIMIT))


def _saved(path: str) -> salvage.Salvage:
    """The entries that can be read from a file; of a long file those at its end, which are the newest."""
    if files.size(path) <= LIMIT:
        return salvage.array(files.read(path))
    end = files.read_end(path, LIMIT) or ""
    items = [item for _, item in salvage.objects(end.removesuffix("]"))[0]]
    return salvage.Salvage(items, LONG)


def _spliced(path: str, lines: str) -> bool:
    """Insert lines at the end of a long file. Return whether that worked; a file with another end is set aside."""
    if append_file.splice_end(path, b"]", f",\n{lines}\n]\n".encode("utf-8", "replace")):
        return True
    files.move(path, old_files.aside(path))
    return False


def damages(root: str) -> list[tuple[str, str, int]]:
    """The damaged files: (path, what is wrong, number of entries that could be read)."""
    rows = []
    for shelf in journal_entries.SHELVES:
        saved = _saved(file_of(root, shelf))
        unread = sum(journal_entries.from_item(item, shelf) is None for item in saved.items)
        lack = f"without {shelf.text!r}{' or of a foreign kind' if shelf is journal_entries.PROPOSED else ''}"
        what = saved.damage or (f"{how_many(unread, 'entry')} {lack}" if unread else "")
        if what:
            rows.append((file_of(root, shelf), what, len(saved.items) - unread))
    return rows


def notice(root: str) -> str:
    """A line about damaged files and damaged copies, from a quick check; "" if there are none.

    The check takes microseconds; `damages` reads everything.
    """
    result = []
    for shelf in journal_entries.SHELVES:
        if is_long(root, shelf):
            result.append(
                f"{shelf.name}.json is long: {files.too_long(file_of(root, shelf), LIMIT, 'the newest')}; {_CUT}"
            )
        elif json_store.looks_damaged(file_of(root, shelf), b"[]"):
            result.append(f"{FOLDER.replace(os.sep, '/')}/{shelf.name}.json is damaged")
    return json_store.notice(result, json_store.copies(folder(root)))


def add(root: str, memories: Iterable[Memory]) -> list[Memory]:
    """Append memories to their files and return them as they are now kept. A file changes completely or not at all.

    Existing entries are not changed: new ones are inserted before the closing bracket. A damaged file is set aside
    first. A memory gets another id if an edited memory has its id. The caller holds the lock.
    """
    by_shelf: dict[Shelf, list[Memory]] = {}
    for memory in memories:
        by_shelf.setdefault(journal_entries.shelf_of(memory.kind), []).append(memory)
    if by_shelf:
        make_folder(root)
    kept: list[Memory] = []
    for shelf, entries in by_shelf.items():
        path = file_of(root, shelf)
        if is_long(root, shelf) and _spliced(path, _lines(journal_entries.to_item(entry) for entry in entries)):
            kept += entries
            continue
        before = _whole(path)
        own = [_with_an_id(memory, before, shelf) for memory in entries]
        lines = _lines(map(journal_entries.to_item, own))
        start = before.rstrip().removesuffix("]").rstrip()
        files.write(path, f"{start}{'' if start == '[' else ','}\n{lines}\n]\n")
        kept += own
    return kept


def _with_an_id(memory: Memory, before: str, shelf: Shelf) -> Memory:
    """The memory, under another id if a memory with other words has its id. Usually no file is read for that."""
    there = (journal_entries.from_item(item, shelf) for item in (items(before) if f'"{memory.id}"' in before else ()))
    if all(each is None or each.id != memory.id or each.summary == memory.summary for each in there):
        return memory
    return memory._replace(id=journal_entries.identify(memory.kind, f"{memory.summary}\0{memory.created}"))


def change(root: str, changed: Iterable[Memory]) -> None:
    """Rewrite changed entries by id; order and unknown keys are kept. The caller holds the lock."""
    by_shelf: dict[Shelf, dict[str, Memory]] = {}
    for memory in changed:
        by_shelf.setdefault(_shelf(memory), {})[memory.id] = memory
    for shelf, news in by_shelf.items():
        items = json.loads(_whole(file_of(root, shelf)))
        there: dict[str, list[tuple[Memory, int]]] = {}
        for at, item in enumerate(items):
            stands = journal_entries.from_item(item, shelf)
            if stands is not None and stands.id in news and stands.summary in _wordings(news[stands.id]):
                there.setdefault(stands.id, []).append((stands, at))
        for name, same in there.items():
            speaker = deduplicate.speaker(memory for memory, _ in same)
            at = next(place for memory, place in same if memory is speaker)
            items[at] = _renewed(items[at], speaker, shelf, news[name])
        _rewrite(root, shelf, items)


def _wordings(memory: Memory) -> set[str]:
    """The summaries of a memory, now and before edits."""
    return {memory.summary, *(str(step.get("summary", "")) for step in memory.attrs.get(HISTORY, ()))}


def _renewed(item: Any, memory: Memory, shelf: Shelf, new: Memory) -> Any:
    """The entry with the changes of its memory; everything else in it is kept."""
    is_plain = isinstance(item, dict) and isinstance(item.get(shelf.beside, ""), str)
    changed = journal_entries.renewed(memory, new, shelf)
    merged = {**item, **changed} if is_plain else item
    return {key: value for key, value in merged.items() if value is not None or key not in changed}


def forget(root: str, memory: Memory) -> None:
    """Remove an entry from its file. The caller holds the lock."""
    shelf = _shelf(memory)
    items = json.loads(_whole(file_of(root, shelf)))
    kept = [item for item in items if not _is(item, shelf, memory)]
    if len(kept) < len(items):
        _rewrite(root, shelf, kept)


def forget_logged(root: str, memory: Memory) -> None:
    """Remove the line of a memory from the session logs. The caller holds the lock."""
    for name in session_logs(root):
        path = os.path.join(folder(root), "session-logs", name)
        rows = (files.read(path) or "").splitlines()
        files.write(path, "".join(f"{row}\n" for row in rows if not row.endswith(f" [{memory.id}]")))


def remove(root: str, memories: Sequence[Memory]) -> None:
    """Remove entries that are now kept elsewhere. The caller holds the lock."""
    for shelf in dict.fromkeys(map(_shelf, memories)):
        gone = {(memory.kind, memory.summary) for memory in memories if _shelf(memory) is shelf}
        _drop(root, shelf, lambda memory, gone=gone: (memory.kind, memory.summary) in gone)  # type: ignore[misc]


def _shelf(memory: Memory) -> Shelf:
    """The file that contains a memory; for a new memory the file of its kind."""
    name = os.path.basename(memory.source.place).removesuffix(".json")
    return next(
        (shelf for shelf in journal_entries.SHELVES if shelf.name == name), journal_entries.shelf_of(memory.kind)
    )


def _is(item: Any, shelf: Shelf, memory: Memory) -> bool:
    result = journal_entries.from_item(item, shelf)
    return result is not None and result.summary == memory.summary and result.kind == memory.kind


def mend(root: str) -> list[str]:
    """Rewrite damaged files with the entries that could be read, and return their paths. The caller holds the lock.

    A copy of each damaged file is set aside.
    """
    mended = []
    for path, _, _ in damages(root):
        whole = _whole(path)
        if files.write(path, whole if whole.endswith("\n") else whole + "\n"):
            mended.append(path)
    return mended


def prune(root: str, shelf: Shelf, since: str) -> list[str]:
    """Remove the entries of a file dated before `since` (YYYY-MM-DD, see GENIUS-39), and return their ids.

    Entries without a valid time are kept. The caller holds the lock.
    """
    return _drop(root, shelf, lambda memory: bool(memory.created) and memory.created < since)


def prune_proposed(root: str, since: str, until: str, most: int) -> list[str]:
    """Remove proposals dated before `since` or not before `until`, and all but the newest `most`. Return their ids.

    A proposal without a valid time is removed, because it would never expire. The caller holds the lock.
    """
    shelf = journal_entries.PROPOSED
    times = sorted(each.created for each in read(root, (shelf,)) if since <= each.created < until)[-most:]
    since = max(since, times[0]) if len(times) == most else since
    room = [most]

    def goes(memory: Memory) -> bool:
        stays = since <= memory.created < until and room[0] > 0
        room[0] -= stays
        return not stays

    return _drop(root, shelf, goes)


def _drop(root: str, shelf: Shelf, goes: Callable[[Memory], bool]) -> list[str]:
    kept, dropped = [], []
    if is_long(root, shelf):
        return []
    for item in _saved(file_of(root, shelf)).items:
        memory = journal_entries.from_item(item, shelf)
        if memory is not None and goes(memory):
            dropped.append(memory.id)
        else:
            kept.append(item)
    if dropped:
        _whole(file_of(root, shelf))
        _rewrite(root, shelf, kept)
    return dropped


def _rewrite(root: str, shelf: Shelf, items: Sequence[Any]) -> None:
    files.write(file_of(root, shelf), f"[\n{_lines(items)}\n]\n" if items else "[]\n")


def _whole(path: str) -> str:
    """The text of a JSON array in a file, or the entries that could be read after a damaged copy was set aside."""
    try:
        raw = files.read_whole(path)
    except files.LinkError as error:
        if error.filename != path:
            raise
        raw = None  # a link is replaced by a file, and its target is not read
    if raw is None or not raw.strip():
        return "[]"
    text = raw.decode("utf-8", "replace").removeprefix("\ufeff")
    saved = salvage.array(text)
    if not saved.damage and json_store.is_plain(raw, text):
        return text
    old_files.set_aside(path, raw)
    return f"[\n{_lines(saved.items)}\n]" if saved.items else "[]"


def _lines(items: Iterable[Any]) -> str:
    # One entry on each line: git shows a changed line for each memory, and a merge keeps the entries of both branches.
    return ",\n".join(json.dumps(item, ensure_ascii=False) for item in items)


def log_session(root: str, session: str, now: str, kept: Sequence[Memory]) -> None:
    """Append what a session kept to `session-logs/YYYY-MM-DD-HHmm.md` of the current minute (GENIUS-19, G-4)."""
    path = os.path.join(folder(root), "session-logs", f"{now[:10]}-{now[11:13]}{now[14:16]}.md")
    rows = [
        f"- {memory.kind}: {memory.summary}{f' → {memory.body}' if memory.body else ''} [{memory.id}]"
        for memory in kept
    ]
    before = files.read(path) or f"# Session log {now[:16].replace('T', ' ')}\n"
    files.write(path, f"{before}\n## Session {session} at {now}\n\n" + "\n".join(rows) + "\n")


def session_logs(root: str) -> list[str]:
    """The names of the session logs, oldest first."""
    here = os.path.join(folder(root), "session-logs")
    return [name for name in files.names(here) if _LOG.fullmatch(name) and files.is_file(os.path.join(here, name))]


def old_logs(root: str, since: str) -> list[str]:
    """The names of session logs dated before `since` that git does not track (GENIUS-24, G-5)."""
    old = [name for name in session_logs(root) if name[:10] < since]
    here = os.path.join(FOLDER, "session-logs")
    brought = (git.output(root, "ls-files", "--", f":(literal){here}") or "") if old and git.folder(root) else ""
    return [name for name in old if f"{here}/{name}" not in brought.splitlines()]
