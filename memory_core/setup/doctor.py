"""`memory-core doctor`: every check with what mends it. Also works where the set-up is missing or broken."""

import argparse
import contextlib
import importlib
import os
import shutil
import sys
from collections.abc import Iterable, Iterator, Sequence
from datetime import UTC, datetime
from typing import Any, Final, NamedTuple

from memory_core import redact
from memory_core.briefing import untrusted_files
from memory_core.capture import worker
from memory_core.core import git, install, log, note_refs, registry, session
from memory_core.core.budget import how_many
from memory_core.core.light import (
    client_documents,
    clock,
    files,
    json_store,
    old_files,
    places,
    queue,
    user,
    worker_state,
)
from memory_core.core.light.errors import Refusal
from memory_core.core.options import Parser
from memory_core.core.report import Report
from memory_core.core.terminal import paint
from memory_core.documents import client_files as documents
from memory_core.documents import client_home as client_memory
from memory_core.documents.client_files import TOTAL
from memory_core.guardrails import rules_file, switched_off
from memory_core.guardrails.file_format import FILE
from memory_core.journal import journal_files
from memory_core.learnings import archive, session_problems, warm_files
from memory_core.notes import git_notes, ledger, sharing, unpushed
from memory_core.recall import anchored, anchors
from memory_core.tickets import active, decision_log, verb_verify
from memory_core.verbs import merge_driver

OK, WARN, FAIL = "ok", "warn", "fail"
_SHOWN: Final = 5  # of the newest log lines, and of what is wrong in one place
_BY_HAND: Final = "mend it by hand, or run `memory-core doctor --fix` (a copy of the file is set aside first)"


class Check(NamedTuple):
    """What a look at one place found: `state` is ok, warn or fail; `remedy` is empty where all is well."""

    name: str
    state: str
    detail: str
    remedy: str = ""


def main(arguments: list[str]) -> Report:
    """Report every check; the exit code is 0 where nothing fails, else 1."""
    done: list[str] = []

    def allow(options: argparse.Namespace) -> None:
        if options.allow_link and not sys.stdin.isatty():
            raise Refusal("--allow-link is for a person in a terminal: no session decides which links are followed")
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
    yield from _journal(root)
    yield from _learnings(root)
    yield from _guardrails(root)
    yield from _tickets(root)
    yield from _documents(root)
    yield from _notes(root)
    yield from _shared(root)
    yield from _merging(root)
    yield from _code(root)
    yield _index(root)
    yield from _sessions(root)
    yield _worker(root)
    yield _log(root)


def fix(root: str) -> list[str]:
    """What was mended: leftovers of killed processes swept, damaged files rewritten, a corrupt index rebuilt."""
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
    if _index(root).state == FAIL:
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


def _listed(name: str, rows: Sequence[tuple[str, str]], more: str, remedy: str, where: str = "") -> Iterator[Check]:
    """A warning for each of the first rows (detail, remedy), and how many more there are."""
    yield from (Check(name, WARN, detail, mends) for detail, mends in rows[:_SHOWN])
    if (left := len(rows) - _SHOWN) > 0:
        yield Check(name, WARN, how_many(left, more) + where, remedy)


def _git(root: str) -> Check:
    if shutil.which("git") is None:
        remedy = "install git; the journal works without it, commits are not seen"
        return Check("git", WARN, "git is not on PATH", remedy)
    if not os.path.exists(os.path.join(root, ".git")):
        return Check("git", OK, f"{root} is no git repository; its memory stays on this machine")
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


def _journal(root: str) -> Iterator[Check]:
    damages, folder = journal_files.damages(root), journal_files.folder(root)
    for path, what, read in damages:
        where = os.path.relpath(path, root)
        is_long = what == journal_files.LONG
        remedy = f"cut old entries out of {where} into a file beside it, such as {where}.2025" if is_long else _BY_HAND
        yield Check("journal", WARN, f"{where}: {what}; {how_many(read, 'entry')} could be read", remedy)
    if not damages:
        yield Check("journal", OK, how_many(len(journal_files.read(root)), "entry"))
    yield from _mended(os.path.join(folder, name) for name in json_store.copies(folder))


def _learnings(root: str) -> Iterator[Check]:
    damages = warm_files.damages(root)
    for path, what, read in damages:
        yield Check("learnings", WARN, f"{path}: {what}; {how_many(read, 'learning')} could be read", _BY_HAND)
    if warm_files.is_one(root):
        remedy = "set JARVIS_ROOT to a folder outside of the project"
        yield Check("learnings", WARN, "JARVIS_ROOT is in this project: what is learned here is told in all", remedy)
    if not damages:
        yield Check("learnings", OK, f"{len(warm_files.both(root).learnings):,} hold in this project")
    for path, what in archive.damages()[:_SHOWN]:
        remedy = "what can be read of it counts; a copy is set aside when it is next written"
        yield Check("archive", WARN, f"{path}: {what}", remedy)
    yield from _mended([*warm_files.set_aside(root), *archive.set_aside()])


def _mended(copies: Iterable[str]) -> Iterator[Check]:
    """The files that memory-core mended by itself, with the damaged copies that it set aside; the newest first."""
    rows = []
    for copy in sorted(copies, key=lambda path: -files.modified(path)):
        folder, name = os.path.split(copy)
        path = os.path.join(folder, json_store.copied(name))
        detail = f"{path} was damaged and was written anew on {_day(copy)} with every entry that could be read"
        rows.append((detail, f"compare it with {copy}, which has the damaged bytes, then delete that copy"))
    yield from _listed("mended by itself", rows, "more file", "look for *.damaged.json there")


def _day(path: str) -> str:
    return clock.stamp(datetime.fromtimestamp(files.modified(path), UTC))[:10]


def _guardrails(root: str) -> Iterator[Check]:
    faults = rules_file.problems(root)
    remedy = (
        f"mend {FILE} by hand; `memory-core iris show` says which rules are in force; "
        "it is never written over while it is damaged"
    )
    rows = [(redact.clean(f"{fault.place}: {fault.what}"), remedy) for fault in faults]
    yield from _listed("guard rails", rows, "more thing", "see `memory-core verify`", f" in {FILE}")
    memories = rules_file.read(root).memories
    for line in switched_off.standing(root, memories)[:_SHOWN]:
        yield Check("guard rails", WARN, line, "forbid words instead, or write it anew: /iris:memory edit")
    if not faults:
        many = len(memories)
        yield Check("guard rails", OK, how_many(many, "entry") if many else "none yet; /iris:memory adds them")


def _tickets(root: str) -> Iterator[Check]:
    logs, damages, see = decision_log.tickets(root), decision_log.damages(root), "see `memory-core aidd verify`"
    remedy = "mend it by hand; it is kept as it stands, and every other line counts"
    rows = [(f"{place} {what}", remedy) for place, what in damages]
    yield from _listed("decision log", rows, "more such line", see)
    if logs and not damages:
        many = sum(decision_log.glance(root, name) for name in logs)
        yield Check("decision log", OK, f"{how_many(many, 'line')} of {how_many(len(logs), 'ticket')}")
    packs = [(f"{pack.path} {pack.place}: {pack.message}", pack.remedy) for pack in verb_verify.of_packs(root)]
    yield from _listed("packs", packs, "more such thing", see)
    for line in active.problems(root):
        yield Check("tickets", WARN, redact.clean(line), "mend it by hand; until then it is left out")


def _documents(root: str) -> Iterator[Check]:
    """What of the client's own memory is read beside ours."""
    name = "client's memory"
    if not client_documents.is_on(root):
        what = "CLAUDE.md, AGENTS.md and the client's own notes are not read"
        yield Check(name, OK, f'off by the setting `client_memory = "off"`: {what}')
        return
    counts = documents.counted(root)
    every = sum(number for _, number in counts)
    many = "1 document is" if every == 1 else f"{every:,} documents are"
    words = f"{many} read and never written: {', '.join(f'{number:,} of {origin}' for origin, number in counts)}"
    yield Check(name, OK, words if every else "there is no CLAUDE.md or AGENTS.md")
    if left := client_memory.left_out(root):
        enough = f"{TOTAL // 1_000} kB of each kind are enough"
        yield Check(name, WARN, f"{left:,} of them are not read: {enough}", "make them shorter")


def _notes(root: str) -> Iterator[Check]:
    try:
        counts = git_notes.count(root)
        damages = git_notes.damages(root)
    except git.GitError as error:
        yield Check("notes", WARN, f"git notes cannot be read: {error}", "run the same git command by hand")
        return
    rows = [
        (
            f"{damage.ref} on {damage.object[:10]}: {damage.what}; it is kept as it stands",
            f"mend it: git notes --ref={damage.ref.removeprefix('refs/notes/')} edit {damage.object}",
        )
        for damage in damages
    ]
    yield from _listed("notes", rows, "more piece", "see `memory-core verify`", " without a document")
    if not counts:
        yield Check("notes", OK, "none yet; /cs:remember writes the first")
    else:
        documents = sum(counts.values())
        yield Check("notes", OK, f"{how_many(documents, 'document')} in {how_many(len(counts), 'namespace')}")
        yield _followed(root)
        yield from _prunable(root)
    yield from _refspecs(root)


def _shared(root: str) -> Iterator[Check]:
    """What of the notes is on this machine alone, or elsewhere and not here."""
    if away := sharing.hint(root).line:
        yield Check("sharing", WARN, away, "run `memory-core sync`")
    waiting = unpushed.line(unpushed.unpushed(root))
    if waiting:
        yield Check("sharing", OK, waiting)


def _prunable(root: str) -> Iterator[Check]:
    """What `git notes prune` would take, and what it took: it deletes the notes of commits that git does not have."""
    try:
        names = {entry.object for tip in git_notes.tips(root).values() for entry in note_refs.entries(root, tip)}
        names -= set(ledger.MARKS)
        inside = len(git.inside(root, names, "--all"))
        taken = sum(len(back) for back in unpushed.pruned(root).values())
    except git.GitError:  # told above
        return
    if taken:
        detail = f"`git notes prune` took {how_many(taken, 'memory')}"
        yield Check("git notes prune", WARN, detail, "run `memory-core doctor --fix`")
    if loose := len(names) - inside:
        stands = "1 note stands" if loose == 1 else f"{loose:,} notes stand"
        detail = f"{stands} on commits that are in no branch here; `git notes prune` would delete them: do not run it"
        yield Check("git notes prune", OK, f"{detail}. They are read, shared and found all the same")


def _followed(root: str) -> Check:
    if git.follows(root):
        return Check("amend and rebase", OK, "notes follow a rewritten commit")
    detail = "memories stay with the old commit; they are found all the same"
    return Check("amend and rebase", OK, detail, "to let them follow: memory-core setup --follow-rewrites")


def _refspecs(root: str) -> Iterator[Check]:
    """What a push or fetch of notes by configuration breaks (C-7); `memory-core sync` needs none."""
    text = git.says(root, "config", "--get-regexp", r"^remote\..*\.(push|fetch)$") or ""
    rows = [(key, spec) for key, _, spec in (line.partition(" ") for line in text.splitlines())]
    for name in dict.fromkeys(key.rpartition(".")[0] for key, spec in rows if "refs/notes/" in spec):
        pushed = [spec for key, spec in rows if key == f"{name}.push"]
        if pushed and all("refs/notes/" in spec for spec in pushed):
            detail = f"{name}.push names only notes: a plain `git push` no longer pushes your branch"
            remedy = f"git config --unset-all {name}.push; `memory-core sync --push` pushes"
            yield Check("refspecs", WARN, detail, remedy)
        for spec in (spec for key, spec in rows if key == f"{name}.fetch" and ":refs/notes/cs/" in spec):
            what = "a plain `git fetch` fails or overwrites notes where both sides have new ones"
            remedy = f"git config --unset-all {name}.fetch 'refs/notes/'; then memory-core sync"
            yield Check("refspecs", WARN, f"{name}.fetch = {spec}: {what}", remedy)


def _merging(root: str) -> Iterator[Check]:
    """Whether git merges the memory of two branches by itself. Set up by a person: it writes git's configuration."""
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
        yield Check("merging", OK, "where two branches both kept something, git leaves conflicts", remedy)


def _code(root: str) -> Iterator[Check]:
    """How many memories name files or symbols that are still there."""
    counts = anchored.counted(root)
    if not any(counts.values()):
        return
    same, changed, gone = (f"{counts[state]:,}" for state in anchors.STATES)
    detail = f"of the memories that name files or symbols {same} are as they were, {changed} are about what was changed"
    remedy = "`memory-core recall` and `show` say which; `memory-core forget ID` takes out what nobody needs"
    gone_too = f" since, {gone} about what is gone or was renamed"
    yield Check("code", OK, detail + gone_too, remedy if counts[anchors.ORPHANED] else "")


def _index(root: str) -> Check:
    try:
        verdict = importlib.import_module("memory_core.recall.indexing").verdict(root)
    except ModuleNotFoundError as missing:
        return Check("index", WARN, f"{missing.name} is not installed; there is no search", "run `memory-core setup`")
    detail = ": ".join(part for part in (verdict.state, verdict.detail) if part)
    if verdict.state == "corrupt":
        return Check("index", FAIL, detail, "run `memory-core reindex`; it is derived, so nothing is lost")
    if verdict.state == "busy":
        return Check("index", WARN, detail, "another process is using it; try again in a moment")
    aside = f"{places.index_path(root)}.corrupt"
    if os.path.lexists(aside):
        detail += f"; it was damaged and was built anew on {_day(aside)}, nothing is lost; {aside} can be deleted"
    return Check("index", OK, detail)


def _sessions(root: str) -> Iterator[Check]:
    rows = [(redact.clean(line), session_problems.REMEDY) for line in session_problems.problems(root)]
    yield from _listed("sessions", rows, "more such thing", "see `memory-core verify`")
    left = session.left_behind(root)
    yield Check("sessions", OK, f"{len(left) or 'none'} open or waiting to be finished at the next session start")


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
        return Check("worker", WARN, f"{ran}; {run['why']}{left}", "mend that; then `memory-core work`")
    return Check("worker", WARN if waiting else OK, f"{ran}{left}", "run `memory-core work --wait`" if waiting else "")


def _log(root: str) -> Check:
    lines = log.tail(root, _SHOWN)
    if not lines:
        return Check("log", OK, "no hook or verb has failed")
    text = "\n".join(f"    {line.get('ts')} {line.get('what')}: {_last(line)}" for line in lines)
    where = " and ".join(dict.fromkeys(str(line["log"]) for line in lines))
    return Check("log", WARN, f"the newest failures:\n{text}", f"when they are understood, delete {where}")


def _last(line: dict[str, Any]) -> str:
    return (str(line.get("why", "")).strip().splitlines() or [""])[-1][:200]


def _row(check: Check) -> str:
    mark = {OK: paint("ok  ", "green"), WARN: paint("warn", "yellow"), FAIL: paint("FAIL", "red")}[check.state]
    return f"{mark} {check.name}: {redact.neutral(check.detail)}" + (
        f"\n     → {redact.neutral(check.remedy)}" if check.remedy else ""
    )
