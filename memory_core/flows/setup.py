"""`memory-core setup`: environment, packages, model, and, last of all, the record that the launcher reads.

Standard library only: it runs before any package is there. Each part is built beside its place and moved there when
it is whole, so that a set-up may be interrupted or killed at any moment and repeated.
"""

import argparse
import contextlib
import os
import shutil
import sqlite3
import sys
from collections.abc import Callable, Iterator, Mapping
from functools import partial
from typing import Any, Final

from memory_core.flows import make_environment, make_model
from memory_core.flows.options import Parser, emit
from memory_core.light import files, user
from memory_core.light.errors import Refusal
from memory_core.stores import git, install, merging
from memory_core.views.progress import Progress

PATIENCE: Final = 1800.0  # seconds that a set-up waits for another
_STEPS: Final = {"environment and packages": 30.0, "model": 12.0, "record": 1.0}  # about their seconds
_OWN: Final = (
    "interpreter", "envs", "models", "compiled", "expressions", "guard-mark", "session-mark", merging.LAUNCHER,
    "setup.lock",
)  # fmt: skip


_STAYS: Final[Mapping[Callable[[], str], str]] = {
    user.state: "of each project: undo, how far sessions were read, index, older exports",
    user.links: "links that you allowed",
    partial(install.data, "log.jsonl"): "the log",
    user.learnings: "learnings of all projects, and the archive",
}


def main(arguments: list[str]) -> int:
    """0 where everything is ready afterwards (with `--check`: already), else 1."""
    does = "Make the environment: packages, model, recorded interpreter. Repeat it at any time."
    options = Parser("setup", does, drains=False).read(arguments)
    if options.remove:
        return _remove(options)
    if options.check:
        return _check(options)
    if options.follow_rewrites:
        return _follow(options.root)
    if options.merges:
        return _merge(options.root)
    merging.renew()
    if options.model_dir is None and ready(thorough=True):
        return _report(options)
    with _alone():
        _make(options.model_dir and os.path.abspath(options.model_dir))
    return _report(options)


def _follow(root: str) -> int:
    """0, after this repository's git was told to copy the notes of a commit that is amended or rebased (C-9)."""
    if not git.follows(root):
        git.run(root, "config", "--add", "notes.rewriteRef", git.NOTES + "*")
    print(f"{root}: git copies notes below {git.NOTES} to the commit that replaces theirs (notes.rewriteRef)")
    return 0


def _merge(root: str) -> int:
    """0, after this repository's git was told to merge memory by its entries."""
    merging.set_up(root)
    print(f"{root}: git merges the memory of two branches entry by entry, in this clone (merge.{merging.NAME})")
    return 0


def ready(*, thorough: bool = False) -> bool:
    """True where nothing is left to do: today's environment is recorded, and the model is whole.

    The sizes of its files say so; `thorough`, which takes 50 ms more, their checksums.
    """
    place = install.environment()
    recorded = place is not None and place.folder == make_environment.folder() and make_environment.whole(place.folder)
    return recorded and not install.model_faults(install.model_path(), thorough=thorough)


def _make(given: str | None) -> None:
    if given and not os.path.isdir(given):
        raise Refusal(f"--model-dir {given}: there is no such folder; name one with model.onnx or model.safetensors")
    progress = Progress(_STEPS)
    try:
        progress.step("environment and packages")
        environment = make_environment.make(progress.note)
        progress.step("model")
        refusal = None
        try:
            make_model.make(environment, given, progress.note)
        except Refusal as fault:  # everything but search by meaning works without it
            refusal = fault
        progress.step("record")
        record = f"{make_environment.interpreter(environment)}\n{make_environment.site(environment)}\n"
        files.write(install.record_path(), record)
        make_environment.sweep(environment)
        make_model.sweep()
    finally:
        progress.end()
    if refusal:
        raise Refusal(f"{refusal}. Until then search is by keywords, not by meaning; everything else works")


@contextlib.contextmanager
def _alone() -> Iterator[None]:
    """The lock of set-up, held; whoever has to wait for another set-up is told so.

    No package is there yet: SQLite's own lock on an empty file serves.
    """
    try:
        os.makedirs(install.data(), exist_ok=True)
    except OSError as fault:
        raise Refusal(
            f"{install.data()} cannot be made ({fault.strerror}); name another folder with MEMORY_CORE_DATA, and repeat"
        ) from fault
    path = install.data("setup.lock")
    with contextlib.ExitStack() as stack:
        try:
            connection = stack.enter_context(contextlib.closing(sqlite3.connect(path, timeout=0, isolation_level=None)))
            if not _is_locked(connection):
                print("memory-core: another set-up is at work; waiting for it", file=sys.stderr, flush=True)
                connection.execute(f"PRAGMA busy_timeout = {PATIENCE * 1000:.0f}")
                if not _is_locked(connection):
                    raise Refusal(f"another set-up holds {path} for {PATIENCE:.0f} s; end it, and repeat")
        except sqlite3.Error as fault:
            raise Refusal(f"{path} cannot be locked ({fault}); remove what stands there, and repeat") from fault
        yield


def _is_locked(connection: sqlite3.Connection) -> bool:
    """Whether the lock could be taken; it holds until the connection is closed."""
    try:
        connection.execute("BEGIN EXCLUSIVE")
    except sqlite3.OperationalError as fault:
        if fault.sqlite_errorname != "SQLITE_BUSY":
            raise
        return False
    return True


def state() -> dict[str, Any]:
    """What is there, as `--json` prints it."""
    place, folder = install.environment(), install.model_dir()
    facts = install.model_facts(folder) if folder else {}
    return {
        "ready": ready(),
        "python": place.python if place else None,
        "packages": place.packages if place else {},
        "model": {
            "name": install.MODEL,
            "path": folder,
            "source": facts.get("source"),
            "checked": facts.get("checked", False),
            "quantisation": facts.get("quantisation"),
            "fidelity": facts.get("fidelity"),
        },
    }


def _report(options: argparse.Namespace) -> int:
    found = state()
    if options.json:
        emit(found)
    elif found["ready"]:
        model = found["model"]
        print(f"memory-core is ready: {found['python']}, {len(found['packages'])} packages")
        print(f"model: {model['name']} in {model['path']}, from {install.model_source(model)}")
        if git.tips(options.root) and not git.follows(options.root):
            print("to let notes follow amended and rebased commits here: memory-core setup --follow-rewrites")
        if merging.is_offered(options.root):
            print("to let git merge the memory of two branches here: memory-core setup --merges")
    return 0 if found["ready"] else 1


def _check(options: argparse.Namespace) -> int:
    rows = install.checks()
    faults = [(name, detail, remedy) for name, state_of, detail, remedy in rows if state_of != "ok"]
    well = not faults and ready()
    if options.json:
        emit({**state(), "ready": well, "missing": [f"{name}: {detail}" for name, detail, _ in faults]})
        return 0 if well else 1
    for name, detail, remedy in faults:
        print(f"{name}: {detail}; {remedy}")
    if well:
        return _report(options)
    if not faults:
        print("the recorded environment is not the one that this Python would make; run `memory-core setup`")
    return 1


def _remove(options: argparse.Namespace) -> int:
    """0, after the environment and the model are gone; what the user has beside them stays, and is listed."""
    if os.path.isdir(install.data()):
        with _alone():
            gone = [name for name in _OWN if _removed(install.data(name))]
    else:
        gone = []
    for folder in (user.state(), install.data()):
        with contextlib.suppress(OSError):
            os.rmdir(folder)
    left = {path: what for path, what in _STAYS.items() if os.path.lexists(path())}
    if options.json:
        emit({"removed": gone, "path": install.data(), "left": [path() for path in left]})
        return 0
    print(f"removed from {install.data()}: {', '.join(gone) or 'nothing, there was no environment'}")
    for path, what in left.items():
        print(f"left: {path()} ({what})")
    print(f"{'delete these folders and files if you want them gone too; ' if left else ''}projects keep their memory")
    return 0


def _removed(path: str) -> bool:
    if not os.path.lexists(path):
        return False
    if os.path.isdir(path) and not os.path.islink(path):
        shutil.rmtree(path)
    else:
        os.unlink(path)
    return True
