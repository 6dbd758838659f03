"""`memory-core export`: the memories as portable JSON, with all that `import` needs to give the same (CS-US-011)."""

import itertools
import os
import re
import stat
from collections.abc import Iterable, Mapping
from typing import Any, Final

from memory_core import redact
from memory_core.core import homes, registry
from memory_core.core.budget import few, how_many, whole
from memory_core.core.light import clock, files
from memory_core.core.light import json_store as home
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.learnings import learning_memories, warm_files
from memory_core.learnings.learning import GLOBAL
from memory_core.notes import git_notes
from memory_core.notes.ledger import NotePiece
from memory_core.notes.ledger_memories import memories
from memory_core.recall import showing
from memory_core.redact import second_opinion
from memory_core.specs.verb_context import no_work
from memory_core.verbs import portable

_PERSONAL: Final = (f"{warm_files.NAME}/{GLOBAL}", learning_memories.SESSION)
SHOWN: Final = 20  # ids that a warning names


def main(arguments: list[str]) -> Report:
    """Report or write the JSON; `Refusal` if no memory belongs to the spec, or the file cannot be written.

    In a session, if nobody reads JSON, it goes to a new file in the current folder.
    """
    options = parsed("export", arguments)
    spec = None if options.spec is None else whole(options.spec).strip()
    export = exported(options.root, spec)
    errors = [*showing.damage(options.root), *_warning(_suspects(export["memories"]))]
    text = portable.written(export)
    path = options.output if options.output != "-" else None
    if path is None and options.args_stdin:
        path = _new_file(options.here, spec)
    if path is None:
        return Report(options, text=text, errors=errors, is_ready=True)
    path = _written(path, text + "\n")
    many = len(export["memories"])
    return Report(options, {"output": path, "memories": many}, f"{how_many(many, 'memory')} in {path}", errors=errors)


def exported(root: str, spec: str | None = None) -> dict[str, Any]:
    """The export: the same homes and clock give the same. `Refusal` if no memory belongs to the spec."""
    every = [(memory, texts) for memory, texts in _read(root) if spec is None or memory.scope.work == spec]
    if spec is not None and not every:
        raise Refusal(no_work(spec, sorted({memory.scope.work for memory, _ in _read(root) if memory.scope.work})))
    every.sort(key=lambda row: (row[0].created, row[0].id, row[0].source))
    return {
        "exported_at": clock.stamp(clock.now()),
        "version": portable.VERSION,
        "filter": {"spec": spec},
        "memories": [portable.exported(memory, texts) for memory, texts in every],
    }


def _suspects(entries: Iterable[Mapping[str, Any]]) -> list[str]:
    """The ids of the exported memories that hold something that looks like a secret: others' notes are as they are."""
    texts = []
    for entry in entries:
        words = "\n".join(entry.get("documents", ()))
        # What a document says with escapes is in the values alone.
        more = [value for key in ("summary", "body", "quote") if (value := entry[key]) and value not in words]
        text = whole("\n".join([words, *more]))
        if second_opinion.clean(text) != text:
            texts.append(entry["id"])
    return texts


def _warning(ids: list[str]) -> list[str]:
    """The warning about the memories of an export that hold what looks like a secret; empty if none does."""
    if not ids:
        return []
    many = "1 memory holds" if len(ids) == 1 else f"{len(ids):,} memories hold"
    names = redact.neutral(redact.clean(few(ids, SHOWN)))
    return [f"{many} what looks like a secret, and the export has it word for word: {names}"]


def _read(root: str) -> list[tuple[Memory, list[str]]]:
    """Every memory of every home of the project; those in notes with the documents that define them.

    Facts from documents are exported with the documents. Hot learnings are not settled yet, and learnings for all
    projects belong to the user (X-9); neither is exported.
    """
    rows: list[tuple[Memory, list[str]]] = [
        (memory, [])
        for home in registry.kept_parts(root)
        if not (homes.is_only_read(home.name) or home.name.startswith((f"{git_notes.NAME}/", *_PERSONAL)))
        for memory in home.read()
    ]
    for space, tip in git_notes.tips(root).items():
        notes = [NotePiece(name, piece) for name, pieces in git_notes.pieces(root, tip).items() for piece in pieces]
        texts = portable.documents(notes)
        rows += [(memory, texts.get(memory.id, [])) for memory in memories(notes, space)]
    return rows


def _new_file(folder: str, spec: str | None) -> str:
    """An unused path in the folder: `memory-export-all-2026-01-31.json`, `…-2.json`."""
    plain = re.sub(r"[^\w.-]+", "-", spec or "all", flags=re.ASCII).strip("-.")[:60] or "spec"
    name = os.path.join(folder, f"memory-export-{plain}-{clock.stamp(clock.now())[:10]}")
    ends = itertools.chain([""], (f"-{number}" for number in itertools.count(2)))
    return next(path for end in ends if not os.path.lexists(path := f"{name}{end}.json"))


def _written(path: str, text: str) -> str:
    """The absolute path, after the text was written there, whole; `Refusal` if that cannot be."""
    if "\0" in path or not path.strip():
        raise Refusal("--output needs the path of a file")
    folder = os.path.realpath(os.path.dirname(os.path.abspath(path)))
    path = os.path.join(folder, os.path.basename(path))
    if os.path.isdir(path):
        raise Refusal(f"--output {path} is a folder; name a file in it")
    if not os.path.isdir(folder):
        raise Refusal(f"--output {path}: there is no folder {folder}; make it, or name another")
    if os.path.lexists(path) and not stat.S_ISREG(mode := os.lstat(path).st_mode) and not stat.S_ISLNK(mode):
        raise Refusal(f"--output {path} is no file; name one, or leave it out and send what is printed there")
    with home.writing(path, "name another file with --output"):
        files.write(path, text)
    return path
