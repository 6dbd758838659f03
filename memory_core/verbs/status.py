"""`memory-core status`: what is kept, where, and the health of the index (CS-US-010)."""

import contextlib
from collections import Counter
from datetime import UTC, datetime
from typing import Any

import apsw

from memory_core.capture import marks
from memory_core.core import git, install, note_refs, registry
from memory_core.core.budget import how_many
from memory_core.core.light import clock, files, places
from memory_core.core.memory import SINGULAR, namespace
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.documents import client_files
from memory_core.notes import git_notes, ledger, sharing, unpushed
from memory_core.recall import catalogue, indexing, schema, showing
from memory_core.recall.digest import counted_as
from memory_core.recall.view import status_lines


def main(arguments: list[str]) -> Report:
    """Report the counts."""
    options = parsed("status", arguments)
    result = status(options.root)
    text = "\n".join(_lines(result, registry.notice(options.root)))
    return Report(options, result, text, errors=showing.damage(options.root))


def status(root: str) -> dict[str, Any]:
    """`{total, by_kind, by_namespace, homes, index, notes_bytes, not_pushed, …}`; looks only, loads no model."""
    index = _index(root)
    counted = index.pop("counts", None) or _counted(root)
    health: dict[str, Any] = {"records": 0, "vectors": 0, "owed": 0, "fresh": False, "last_sync": None, "bytes": 0}
    return {
        "total": counted["kept"],
        "by_kind": counted["by_kind"],
        "by_namespace": counted["by_namespace"],
        "homes": counted["homes"],
        "index": {**health, **index},
        **_notes(root),
        **_shared(root),
        "search": "hybrid" if install.model_dir() else "keyword",
        "marks": _marks(root),
        "documents": dict(client_files.counted(root)),
    }


def _shared(root: str) -> dict[str, Any]:
    """How much no remote has yet, in a number and in words, and where notes are that are not here."""
    waiting = unpushed.unpushed(root)
    return {
        "not_pushed": waiting.number,
        "remote": waiting.remote or None,
        "sharing": [line for line in (sharing.hint(root).line, unpushed.line(waiting)) if line],
    }


def _notes(root: str) -> dict[str, Any]:
    """How much is in git notes, and on how many commits that no ref reaches any more (C-9)."""
    result: dict[str, Any] = {
        "notes_bytes": 0,
        "notes": 0,
        "commits": 0,
        "unreachable": 0,
        "elsewhere": 0,
        "damage": "",
    }
    try:
        entries = [entry for tip in git_notes.tips(root).values() for entry in note_refs.entries(root, tip)]
        commits = {entry.object for entry in entries}.difference(ledger.MARKS)
        here = git.commits_here(root, commits)
        result["unreachable"] = len(here) - len(git.inside(root, here, "--all"))
        result["elsewhere"] = len(commits) - len(here)
    except git.GitError as error:
        return {**result, "damage": str(error)}
    return {
        **result,
        "notes_bytes": sum(max(0, entry.size) for entry in entries),
        "notes": len(entries),
        "commits": len(commits),
    }


def _index(root: str) -> dict[str, Any]:
    """The state of the index file; with `counts` if it is as new as the homes."""
    path = places.index_path(root)
    verdict = indexing.verdict(root, with_vectors=False)  # `verify` and `doctor` read all of those
    result: dict[str, Any] = {"state": verdict.state, "detail": verdict.detail}
    if seen := files.seen(path):
        result["last_sync"] = clock.stamp(datetime.fromtimestamp(seen.st_mtime, UTC))
        result["bytes"] = seen.st_size
    result["cache_bytes"] = max(0, files.size(indexing.vectors_path(root)))
    if verdict.state != schema.OK:
        return result
    with contextlib.suppress(apsw.Error), contextlib.closing(schema.opened(path).connection) as connection:
        counts = catalogue.counts(connection)
        records, owed = counts["records"], counts["owed"]
        result |= {"records": records, "vectors": records - owed, "owed": owed}
        result["fresh"] = catalogue.stamps(connection) == {home.name: home.stamp() for home in registry.parts(root)}
        if result["fresh"]:
            result["counts"] = counts
    return result


def _counted(root: str) -> dict[str, Any]:
    memories = registry.read(root)
    return {
        "kept": len(memories),
        "by_kind": _tally(counted_as(memory, memory.kind) for memory in memories),
        "by_namespace": _tally(counted_as(memory, namespace(memory.kind)) for memory in memories),
        "homes": _tally(memory.source.home for memory in memories),
    }


def _tally(names: Any) -> dict[str, int]:
    return dict(sorted(Counter(names).items(), key=lambda entry: (-entry[1], entry[0])))


def _lines(counts: dict[str, Any], unread: str) -> list[str]:
    if not counts["total"]:
        none = "no memories yet: `memory-core remember`, or just work; `memory-core sync` fetches those of a remote"
        lines = [f"no memory could be read: {unread}" if unread else none]
        sharing_ = ["", *counts["sharing"]] if counts["sharing"] else []
        return [*lines, *sharing_, "", "index", *_health(counts["index"])]
    lines = [
        how_many(counts["total"], "memory"),
        "",
        "by kind",
        *status_lines({SINGULAR.get(kind, kind): number for kind, number in counts["by_kind"].items()}),
    ]
    lines += ["", "by home", *status_lines(counts["homes"])]
    if counts["notes"] or counts["damage"] or counts["sharing"]:
        lines += ["", "git notes", *_note_lines(counts), *(f"  {line}" for line in counts["sharing"])]
    lines += ["", "index", *_health(counts["index"])]
    if counts["marks"]["turns"]:
        lines += ["", "marker lines", *_mark_lines(counts["marks"])]
    if counts["documents"]:
        lines += ["", "read beside it, never written", *_document_lines(counts["documents"])]
    if counts["search"] == "keyword":
        lines.append("  search is by keywords only until `memory-core setup` has run")
    return lines


def _marks(root: str) -> dict[str, int]:
    """For the last ten sessions together: turns with a marker line, denied markers, and their cost."""
    known = marks.read(root)
    counts = marks.Counts()
    for each in known.values():
        counts = counts.plus(each)
    return {"sessions": len(known), **counts._asdict()}


def _mark_lines(counts: dict[str, int]) -> list[str]:
    sessions = "the last session" if counts["sessions"] == 1 else f"the last {counts['sessions']} sessions"
    denied = f"{counts['withdrawn']:,} denied by you"
    cost = f"{how_many(counts['markers'], 'line')}, {denied}, about {counts['tokens']:,} tokens"
    return [f"  {counts['marked']:,} of {how_many(counts['turns'], 'turn')} of {sessions} had one: {cost}"]


def _document_lines(counts: dict[str, int]) -> list[str]:
    """How many documents of the client are read, by origin."""
    return [f"  {how_many(number, 'document')} of {origin}" for origin, number in counts.items()]


def _note_lines(counts: dict[str, Any]) -> list[str]:
    if counts["damage"]:
        return [f"  cannot be read: {counts['damage']}"]
    if not counts["notes"]:
        return []
    notes_, commits = how_many(counts["notes"], "note"), how_many(counts["commits"], "commit")
    lines = [f"  {notes_} on {commits}, {counts['notes_bytes'] / 1e3:,.0f} kB"]
    if counts["elsewhere"]:
        lines.append(f"  of these commits {counts['elsewhere']:,} not in this repository; their memories are kept")
    if counts["unreachable"]:
        lines.append(f"  of these commits {counts['unreachable']:,} in no branch any more; their memories are kept")
    return lines


def _health(index: dict[str, Any]) -> list[str]:
    if index["state"] != schema.OK:
        remedy = {"busy": "try again in a moment", "corrupt": "run `memory-core reindex`"}
        return [f"  {index['state']}: {index['detail']}; {remedy.get(index['state'], 'it is made when it is needed')}"]
    fresh = "up to date" if index["fresh"] else "behind the homes; the next recall or session catches up"
    sizes = f"{index['bytes'] / 1e6:.1f} MB and {index['cache_bytes'] / 1e6:.1f} MB of vectors"
    lines = [
        f"  {_searchable(index['records'], index['owed'])}",
        f"  {fresh}; last written {index['last_sync']}, {sizes}",
    ]
    if index["owed"]:
        lines.append("  recall makes that good, a few at a time; `memory-core reindex` at once")
    return lines


def _searchable(records: int, owed: int) -> str:
    """How many memories are found by their words alone, because their vectors are still to be made."""
    if not owed:
        return f"{how_many(records, 'memory')}, searchable by meaning" if records else "no memories"
    are = "memory is" if records == 1 else "memories are"
    return f"{owed:,} of {records:,} {are} not yet searchable by meaning, only by words"
