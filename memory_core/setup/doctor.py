"""`memory-core doctor`: every check with what mends it. Also works where the set-up is missing or broken."""

import argparse
import contextlib
import importlib
import os
import shutil
import sys
from collections.abc import Iterator
from typing import Any

from memory_core import redact
from memory_core.briefing import untrusted_files
from memory_core.capture import worker
from memory_core.core import git, install, log, registry, session, wings
from memory_core.core.budget import how_many
from memory_core.core.health import FAIL, OK, SHOWN, WARN, Check, listed
from memory_core.core.light import (
    old_files,
    queue,
    user,
    worker_state,
)
from memory_core.core.light.errors import Refusal
from memory_core.core.options import Parser
from memory_core.core.report import Report
from memory_core.core.terminal import paint
from memory_core.guardrails.file_format import FILE
from memory_core.journal import journal_files
from memory_core.learnings import session_problems, warm_files
from memory_core.notes import unpushed
from memory_core.recall import health as index_health
from memory_core.verbs import merge_driver


def main(arguments: list[str]) -> Report:
    """Report every check; the exit code is 0 if nothing fails, else 1."""
    done: list[str] = []

    def allow(options: argparse.Namespace) -> None:
        if options.allow_link and not sys.stdin.isatty():
            raise Refusal("--allow-link works only in a terminal: a session cannot decide which links are followed")
        done.extend([untrusted_files.allow(options.allow_link)] if options.allow_link else [])

    options = Parser("doctor").read(arguments, allow)
    done += fix(options.root) if options.fix else []
    checks = list(examine(options.root))
    value = {"checks": [check._asdict() for check in checks], "fixed": done}
    text = "\n".join([*(f"mended: {line}" for line in done), *map(_row, checks)])
    return Report(options, value, text, code=1 if any(check.state == FAIL for check in checks) else 0)


def examine(root: str) -> Iterator[Check]:
    """Every check, in the order in which a person would look."""
    yield from (Check(*row) for row in install.checks())
    yield _git(root)
    yield _project(root)
    yield from (Check("not used", WARN, file.what, file.remedy) for file in untrusted_files.unused(root))
    yield from wings.health(root)
    yield from _merging(root)
    yield from _sessions(root)
    yield _worker(root)
    yield _log(root)


def fix(root: str) -> list[str]:
    """Remove leftovers of killed processes, rewrite damaged files, rebuild a damaged index; returns a line for each."""
    done = []
    with registry.held(root):
        swept: int = sum(
            old_files.sweep(folder)
            for folder in (journal_files.folder(root), warm_files.folder(root, warm_files.LEVELS[0]))
        )
        swept += old_files.sweep(root, FILE)
        if swept:
            done.append(f"{swept} half-made files of killed processes removed")
        done += [f"{path} rewritten, its damaged copy set aside" for path in journal_files.mend(root)]
        done += _restored(root)
    with warm_files.held(root):
        done += [f"{path} rewritten, its damaged copy set aside" for path in warm_files.mend(root)]
    with contextlib.suppress(Refusal):  # the check says what stands against it
        if merge_driver.is_begun(root) and merge_driver.faults(root) and merge_driver.set_up(root):
            done.append("git merges the memory of two branches entry by entry from now on")
    if index_health.index(root).state == FAIL:
        indexing = importlib.import_module("memory_core.recall.indexing")
        indexing.mend(root)
        indexing.rebuild(root)
        done.append("the index was built again")
    return done


def _restored(root: str) -> list[str]:
    if git.folder(root) is None or shutil.which("git") is None:
        return []
    try:
        many = unpushed.restore(root)
    except git.GitError:  # what git cannot read is a check of its own
        return []
    return [f"{how_many(many, 'memory')} that `git notes prune` took put back"] if many else []


def _git(root: str) -> Check:
    if shutil.which("git") is None:
        remedy = "install git; the journal works without it, commits are not seen"
        return Check("git", WARN, "git is not on PATH", remedy)
    if not os.path.exists(os.path.join(root, ".git")):
        return Check("git", OK, f"{root} is not a git repository; its memory stays on this machine")
    return Check("git", OK, f"repository {root}")


def _project(root: str) -> Check:
    if not os.access(root, os.W_OK):
        return Check("project", FAIL, f"{root} cannot be written", "make it writable; until then nothing new is kept")
    state = user.state()
    while not os.path.isdir(state) and os.path.dirname(state) != state:
        state = os.path.dirname(state)
    if not os.access(state, os.W_OK):
        detail = f"{user.state()}, which holds index, lock and sessions, cannot be written"
        return Check("project", FAIL, detail, "make it writable, or set MEMORY_CORE_STATE to a folder that is")
    return Check("project", OK, f"{root} can be written")


def _merging(root: str) -> Iterator[Check]:
    """Whether git merges the memory of two branches entry by entry; only a person sets this up."""
    if git.folder(root) is None:
        return
    faults = merge_driver.faults(root)
    if not faults:
        yield Check("merging", OK, "git merges the memory of two branches entry by entry")
    elif merge_driver.is_begun(root):
        remedy = "run `memory-core setup --merges`; until then git merges line by line, and conflicts are yours"
        yield Check("merging", WARN, "; ".join(faults), remedy)
    else:
        remedy = "to let git merge entry by entry: memory-core setup --merges"
        yield Check("merging", OK, "if two branches both kept something, git reports conflicts", remedy)


def _sessions(root: str) -> Iterator[Check]:
    rows = [(redact.clean(line), session_problems.REMEDY) for line in session_problems.problems(root)]
    yield from listed("sessions", rows, "more such thing", "see `memory-core verify`")
    left = session.left_behind(root)
    yield Check("sessions", OK, f"{len(left) or 'none'} open, or to be finished at the next session start")


def _worker(root: str) -> Check:
    """Whether the worker can be started, when it ran last, how long it took and how much memory it had."""
    waiting = len(queue.waiting(root))
    run = worker.last(root)
    took = f"{run['seconds']} s, {run['megabytes']} MB" if run else ""
    ran = f"last run {run['at']}: {how_many(run['events'], 'event')}, {took}" if run else "it has not run yet"
    left = f"; {how_many(waiting, 'event')} waiting" if waiting else ""
    if worker_state.is_off(root):
        return Check("worker", OK, f"off by a setting: hooks do everything themselves; {ran}{left}")
    if not worker.can_start():
        return Check("worker", WARN, f"no process can be started: hooks do everything themselves; {ran}{left}",
                     'allow child processes, or `memory-core config set worker off`')  # fmt: skip
    if run and run["why"]:
        return Check("worker", WARN, f"{ran}; {run['why']}{left}", "repair that; then `memory-core work`")
    return Check("worker", WARN if waiting else OK, f"{ran}{left}", "run `memory-core work --wait`" if waiting else "")


def _log(root: str) -> Check:
    lines = log.tail(root, SHOWN)
    if not lines:
        return Check("log", OK, "no hook or verb has failed")
    text = "\n".join(f"    {line.get('ts')} {line.get('what')}: {_last(line)}" for line in lines)
    where = " and ".join(dict.fromkeys(str(line["log"]) for line in lines))
    return Check("log", WARN, f"the newest failures:\n{text}", f"when you have understood them, delete {where}")


def _last(line: dict[str, Any]) -> str:
    return (str(line.get("why", "")).strip().splitlines() or [""])[-1][:200]


def _row(check: Check) -> str:
    mark = {OK: paint("ok  ", "green"), WARN: paint("warn", "yellow"), FAIL: paint("FAIL", "red")}[check.state]
    return f"{mark} {check.name}: {redact.neutral(check.detail)}" + (
        f"\n     → {redact.neutral(check.remedy)}" if check.remedy else ""
    )
