"""What stands in the files of the tiers: hot, warm, cold and both logs, read as anybody could."""

import gzip
import hashlib
import json
from collections.abc import Iterator, Mapping
from pathlib import Path
from typing import Any, NamedTuple

from bench.developer import PROJECTS
from bench.sessions import Machine
from memory_core.core.light import user
from memory_core.core.memory import NOTHING

Key = tuple[str, str]  # project, or "" for all; id


class Entry(NamedTuple):
    """A learning as it stands in a file."""

    key: Key
    item: dict[str, Any]
    archive: Mapping[str, Any] = NOTHING  # of one that is cold
    project: str = ""  # that it is kept for

    @property
    def text(self) -> str:
        """What it says."""
        return str(self.item.get("description", ""))


class Tiers(NamedTuple):
    """All tiers of a user at one moment."""

    hot: dict[tuple[str, str], list[dict[str, Any]]]  # (project, session) → learnings of its own
    matched: dict[tuple[str, str], list[dict[str, Any]]]
    warm: list[Entry]
    cold: list[Entry]

    def warm_of(self, project: str) -> list[Entry]:
        """What is warm in a project: its own, and that of all projects."""
        return [entry for entry in self.warm if entry.key[0] in ("", project)]


def read(machine: Machine) -> Tiers:
    """The tiers as the files say them."""
    hot, matched = {}, {}
    warm = _warm("", machine.jarvis / "learnings" / "warm-memory.json")
    for project in PROJECTS:
        folder = machine.root(project) / ".claude" / "learnings"
        warm += _warm(project, folder / "warm-memory.json")
        for path in sorted((Path(user.derived(str(machine.root(project)))) / "sessions").glob("*.json")):
            state = json.loads(path.read_text(encoding="utf-8"))
            name = (project, path.stem)
            hot[name], matched[name] = state.get("hot", []), state.get("matched", [])
    return Tiers(hot, matched, warm, list(_cold(machine)))


def lines(path: Path) -> list[dict[str, Any]]:
    """The objects of a log."""
    return [json.loads(line) for line in path.read_text(encoding="utf-8").splitlines()] if path.exists() else []


def resolutions(machine: Machine) -> list[dict[str, Any]]:
    """The records of conflicts, oldest first, each with the name of its project."""
    records = lines(machine.jarvis / "conflicts.jsonl")
    return [{**line["conflict_resolution"], "project": Path(line["project"]).name} for line in records]


def accesses(machine: Machine) -> list[dict[str, Any]]:
    """The access log, archived lines first."""
    old = [
        json.loads(line)
        for path in sorted(machine.jarvis.glob("archive/*/access-log.jsonl.gz"))
        for line in gzip.decompress(path.read_bytes()).decode().splitlines()
    ]
    return old + lines(Path(user.state()) / "access.jsonl")


def digest(machine: Machine) -> str:
    """A digest of all that is kept, without what is derived, wherever the machine stands."""
    checksum = hashlib.sha256()
    paths = [machine.root(name) / ".claude" / "learnings" / "warm-memory.json" for name in PROJECTS]
    paths += sorted(
        path
        for path in machine.jarvis.rglob("*")
        if path.suffix in (".json", ".jsonl", ".gz", ".md") and path.name != "gc.json"
    )
    for path in paths:
        if path.exists():
            raw = path.read_bytes()
            raw = gzip.decompress(raw) if path.suffix == ".gz" else raw
            checksum.update(str(path.relative_to(machine.folder)).encode() + b"\0")
            checksum.update(raw.replace(str(machine.folder).encode(), b"") + b"\0")
    return checksum.hexdigest()[:16]


def _warm(project: str, path: Path) -> list[Entry]:
    if not path.exists():
        return []
    memory = json.loads(path.read_text(encoding="utf-8"))["warm_memory"]
    listed = [*memory.get("preferences", []), *memory.get("patterns", [])]
    return [Entry((project, item["id"]), item, project=project) for item in listed]


def _cold(machine: Machine) -> Iterator[Entry]:
    names = {str(machine.root(name)): name for name in PROJECTS}
    names |= {str(machine.root(name).resolve()): name for name in PROJECTS}
    for kind in ("learnings", "patterns"):
        for path in sorted(machine.jarvis.glob(f"archive/*/{kind}.json.gz")):
            held = json.loads(gzip.decompress(path.read_bytes()))
            for item in held if isinstance(held, list) else next(iter(held.values())):
                rest = dict(item)
                archive = rest.pop("archive")
                project = names[archive["project"]] if archive.get("project") else ""
                yield Entry((project, rest["id"]), rest, archive, project)
