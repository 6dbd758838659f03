"""The homes as they were: files of the project at an earlier commit, notes at an earlier commit of their refs.

Git knows it, and the parsers of the homes read it; no file is written. What was not committed cannot be known: then
what the home still holds of that time is told, and that it is not all.
"""

from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from memory_core.core import git, registry, salvage
from memory_core.core.light import json_store
from memory_core.core.memory import Memory
from memory_core.core.timestamps import utc
from memory_core.documents import records
from memory_core.guardrails import file_format
from memory_core.journal import journal_files
from memory_core.journal.journal_entries import SHELVES
from memory_core.learnings import learning_memories, warm_files
from memory_core.learnings.learning import GLOBAL, PROJECT
from memory_core.notes import git_notes
from memory_core.recall import as_of
from memory_core.tickets import decision_log, fact
from memory_core.tickets import memories as tickets
from memory_core.tickets import places as aidd

_JOURNAL: Final = ".genius/memory"
_WARM: Final = warm_files.place(PROJECT)
_PLACES: Final = (_JOURNAL, file_format.FILE, _WARM, aidd.MEMORY)
_MOST: Final = 2_000  # files of a commit
_LONGEST: Final = 16_000_000  # bytes of one
_NAMED: Final = {
    journal_files.NAME: "the journal", file_format.HOME: file_format.FILE,
    warm_files.NAME: "what was learned in this project", decision_log.NAME: "the decision log",
}  # fmt: skip


class Past(NamedTuple):
    """What the homes held at a moment."""

    moment: str  # UTC, ISO 8601
    commit: str  # the last one of HEAD's main line before it, or the one that was named; "" for none
    homes: dict[str, list[Memory]]
    unknown: tuple[str, ...]  # what cannot be known, a line each


def at_commit(root: str, commit: str) -> Past:
    """What the homes held when a commit was made. Raises `git.GitError` where git cannot say it."""
    when = utc(git.run(root, "log", "-1", "--no-show-signature", "--format=%cI", commit, "--").decode().strip())
    return _read(root, when, commit)


def at(root: str, moment: str) -> Past:
    """What the homes held at a moment (UTC, ISO 8601). Raises `git.GitError` where git cannot say it."""
    is_repository = git.folder(root) is not None and git.head(root) is not None
    return _read(root, moment, _before(root, "HEAD", moment) if is_repository else "")


def _before(root: str, tip: str, moment: str) -> str:
    """The last commit of a ref's main line that is not later than a moment, "" for none."""
    return git.run(root, "rev-list", "-1", "--first-parent", f"--before={moment}", tip, "--").decode().strip()


def _read(root: str, moment: str, commit: str) -> Past:
    found = _of_files(_blobs(root, commit)) if commit else {}
    made = utc(git.says(root, "log", "-1", "--no-show-signature", "--format=%cI", commit, "--") or "") if commit else ""
    tracked = set((git.says(root, "ls-files", "--", *_PLACES) or "").splitlines()) if git.folder(root) else set()
    unknown: dict[str, None] = {}
    for one in registry.kept_homes(root):
        name = one.name.partition("/")[0]
        if name == git_notes.NAME:
            found[one.name], line = _notes(root, one.name.partition("/")[2], moment)
            unknown |= {line: None} if line else {}
        elif name == records.NAME:
            found[name], line = _records(root, commit)
            unknown |= {line: None} if line else {}
        elif name in (fact.DOCUMENTED, learning_memories.SESSION):
            unknown |= {"what documents of tickets state is not asked": None} if name == fact.DOCUMENTED else {}
        else:
            now = [as_of.as_it_was(memory, moment) for memory in one.read() if as_of.existed(memory, moment)]
            is_users = one.name == f"{warm_files.NAME}/{GLOBAL}"
            is_kept = not is_users and _place(one.name) in tracked
            if now and not is_kept:
                what = "what was learned in all projects" if is_users else _NAMED[name]
                unknown[_untold(what, is_users=is_users)] = None
            there = found.setdefault(one.name, [])
            ids = {memory.id for memory in there}
            # What was made between the commit and the moment was committed later, or never.
            there += [memory for memory in now if memory.id not in ids and not (is_kept and memory.created <= made)]
    if tracked and not commit:
        unknown["no commit here is of that time"] = None
    return Past(moment, commit, {name: told for name, told in found.items() if told}, tuple(unknown))


def _untold(name: str, *, is_users: bool) -> str:
    why = "in no repository" if is_users else "not committed"
    return f"{name} is {why}: told is what it still holds of that time; what it held and dropped cannot be known"


def _place(name: str) -> str:
    """The path of a home's file from the root."""
    kind, _, part = name.partition("/")
    return {
        journal_files.NAME: f"{_JOURNAL}/{part}.json", file_format.HOME: file_format.FILE,
    warm_files.NAME: _WARM,
        decision_log.NAME: aidd.decision_log(part),
    }[kind]  # fmt: skip


def _notes(root: str, space: str, moment: str) -> tuple[list[Memory], str]:
    """(what a namespace held, what of it cannot be known)."""
    ref = git_notes.ref_of(space)
    if tip := _before(root, ref, moment):
        return list(git_notes.read(root, space, tip)), ""
    now = git_notes.read(root, space, git_notes.tips(root)[space])
    there = [as_of.as_it_was(memory, moment) for memory in now if memory.created and as_of.existed(memory, moment)]
    line = f"{ref} has no history of that time: told is what it still holds; what it held and dropped cannot be known"
    return there, line if there else ""


def _records(root: str, commit: str) -> tuple[list[Memory], str]:
    """(what the decision records said at a commit, what of them cannot be known)."""
    now = records.paths(root)
    is_tracked = set((git.says(root, "ls-files", "-z", "--", *now) or "").split("\0")) >= {*now} if commit else not now
    line = "" if is_tracked else "decision records are not all committed: what those said then cannot be known"
    if not commit:
        return [], line

    @cache
    def below(folder: str) -> dict[str, tuple[str, int]]:
        return _tree(root, commit, f"{folder}/" if folder else "")

    def texts(*paths: str) -> list[tuple[str, str]]:
        blobs = {path: below(path.rpartition("/")[0]).get(path, ("", 0)) for path in paths}
        blobs = {path: blob for path, blob in blobs.items() if blob[0]}
        raws = git.blobs(root, (name for name, _ in blobs.values()), dict(blobs.values()))
        found = ((path, raws[name]) for path, (name, _) in blobs.items())
        return [(path, json_store.decoded(raw[: records.LONGEST])[0]) for path, raw in found if raw is not None]

    def names(folder: str) -> list[str]:
        return [path.rpartition("/")[2] for path in below(folder)]

    named = next((text for _, text in texts(records.SET_BY)), "")
    return records.told(texts(*records.listed(names, records.folder_named(named)))), line


def _tree(root: str, commit: str, folder: str) -> dict[str, tuple[str, int]]:
    """What stands in a folder at a commit: (blob, bytes) by path; a folder, a link, what is too long has no blob."""
    rows = git.run(root, "ls-tree", "-l", "-z", "--full-tree", commit, "--", *([folder] if folder else [])).split(b"\0")
    found: dict[str, tuple[str, int]] = {}
    for row in filter(None, rows[:_MOST]):
        told, _, path = row.decode("utf-8", "replace").partition("\t")
        mode, _, name, size = [*told.split(), "", "", "", ""][:4]
        is_file = mode.startswith("100") and size.isdigit() and int(size) <= _LONGEST
        found[path] = (name, int(size)) if is_file else ("", 0)
    return found


def _blobs(root: str, commit: str) -> dict[str, bytes]:
    """The files of the homes at a commit, by their paths; links, and what is too long, are left out."""
    rows = git.run(root, "ls-tree", "-r", "-l", "-z", "--full-tree", commit, "--", *_PLACES).split(b"\0")
    names: dict[str, tuple[str, int]] = {}
    for row in rows[:_MOST]:
        told, _, path = row.decode("utf-8", "replace").partition("\t")
        mode, _, name, size = [*told.split(), "", "", "", ""][:4]
        if mode.startswith("100") and size.isdigit() and int(size) <= _LONGEST:
            names[path] = name, int(size)
    texts = git.blobs(root, (name for name, _ in names.values()), dict(names.values()))
    return {path: raw for path, (name, _) in names.items() if (raw := texts[name]) is not None}


def _of_files(raws: Mapping[str, bytes]) -> dict[str, list[Memory]]:
    """What the files of the homes say, by home."""
    found: dict[str, list[Memory]] = {}
    for shelf in SHELVES:
        if raw := raws.get(f"{_JOURNAL}/{shelf.name}.json"):
            found[f"{journal_files.NAME}/{shelf.name}"] = journal_files.told(
                {shelf: salvage.array(json_store.decoded(raw)[0])}
            )
    if raw := raws.get(file_format.FILE):
        found[file_format.HOME] = list(file_format.read(json_store.decoded(raw)[0]).memories)
    if raw := raws.get(_WARM):
        told = warm_files.told(raw, PROJECT).learnings
        found[f"{warm_files.NAME}/{PROJECT}"] = [learning_memories.told(one) for one in told]
    for path, raw in raws.items():
        ticket = aidd.ticket(path.rpartition("/")[2].removesuffix(aidd.LOG)) if path.endswith(aidd.LOG) else ""
        if ticket and path == aidd.decision_log(ticket):
            found[f"{decision_log.NAME}/{ticket}"] = tickets.decisions(decision_log.told(raw, ticket), path)
    return found
