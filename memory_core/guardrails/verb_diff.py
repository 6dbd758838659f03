"""`memory-core guard diff`: the guard at a whole change, for CI and for a hook before a commit."""

import contextlib
import os
import re
import signal
import threading
import time
from collections import Counter
from collections.abc import Iterator, Sequence
from typing import Any, Final, NamedTuple
from urllib.parse import quote

from memory_core import __version__, redact
from memory_core.core import git
from memory_core.core.budget import clip, how_many
from memory_core.core.light import clock, files, globs
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory, stated_reason
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.guardrails import code, rules_file
from memory_core.guardrails.engine import Change
from memory_core.guardrails.file_format import FILE, expired
from memory_core.guardrails.light import check, store
from memory_core.guardrails.light.check import Rule, is_matched, keeps_place
from memory_core.guardrails.proof import rule_of
from memory_core.guardrails.regex_timeout import Expressions

SECONDS: Final = 120.0  # for all of a change
_LONG: Final = 2_000_000  # bytes of a file
_FILE_SECONDS: Final = 10.0  # for one file
_MOST: Final = 500  # places of one rule in one file
_EACH: Final = 5.0  # seconds for the expressions in a file
_SHOWN: Final = 50  # places in a report for people
_LEVELS: Final = {"deny": "error", "ask": "warning", "remind": "note"}
_NOTHING: Final = "4b825dc642cb6eb9a060e54bf8d69288fbee4904"  # git's tree without files


class Place(NamedTuple):
    """Where a change breaks a rule."""

    entry: str
    enforce: str
    path: str
    line: int
    matched: str
    text: str
    lacks: bool = False  # what it breaks is not in the line: something is missing


class File(NamedTuple):
    """A file of a change: its path before ("" for a new file) and after, and both texts."""

    old: str
    path: str  # "" where it is gone
    before: str
    after: str


def main(arguments: list[str]) -> Report:
    """Report what a change breaks; exit code 1 if a rule denies it. `Refusal` if git does not know the revisions."""
    options = parsed("guard diff", arguments)
    if options.staged and options.revisions:
        raise Refusal("give a range of revisions or --staged, not both")
    root = (git.folder(options.root) and options.here) or options.root
    if not git.folder(root):
        raise Refusal(f"{root} is not a git repository, so there is no change to check against the guard rails")
    rules = _rules(options.root)
    started = time.monotonic()
    places: list[Place] = []
    skipped: list[str] = []
    changed, unread = _changed(root, options.revisions or "", staged=options.staged)
    for file in changed:
        try:
            if time.monotonic() - started > SECONDS:
                raise TimeoutError
            with _within(_FILE_SECONDS):
                places += _broken(file, rules)
        except TimeoutError:
            unread.append((file.path, "there was no time to look at all of it"))
    is_unread = False
    for path, why in unread:
        skipped.append(f"{_shown(path)} was not looked at: {why}")
        is_unread = is_unread or any(_covers(rule, path) for rule in rules if rule.attrs.get("enforce") == "deny")
    places = _without_moved(places, changed, rules)
    places.sort(key=lambda place: (list(_LEVELS).index(place.enforce), place.path, place.line))
    if any(file.path == FILE for file in changed):
        skipped.append(f"{FILE} itself is changed: the rules are those after the change")
    if not code.is_ready():
        skipped.append("comments count as code outside of Python until `memory-core setup` has run")
    stops = ("deny", "ask") if options.strict else ("deny",)
    fails = is_unread or any(place.enforce in stops for place in places)
    if options.sarif:
        options.json = True
        return Report(options, _sarif(places, {rule.id: rule for rule in rules}), code=int(fails))
    value = {"files": len(changed), "places": [place._asdict() for place in places], "notes": skipped}
    return Report(options, value, "\n".join(_report(places, rules, len(changed), skipped)), code=int(fails))


def _rules(root: str) -> list[Memory]:
    today = clock.today()
    every = rules_file.read(root).memories
    return [
        memory
        for memory in every
        if memory.kind in ("constraint", "rejection")
        and not expired(memory, today)
        and (is_matched(memory) or keeps_place(memory))
    ]


def _shown(path: str) -> str:
    """A path as a report has it, on one line."""
    return " ".join(redact.neutral(path.encode("utf-8", "replace").decode()).split())


def _covers(rule: Memory, path: str) -> bool:
    pieces = globs.parts(rule.scope.path)
    return globs.parts_cover(pieces, path) and not check.spares(pieces, path)


@contextlib.contextmanager
def _within(seconds: float) -> Iterator[None]:
    """Raise `TimeoutError` if the block takes too long, on systems with timers."""
    if not hasattr(signal, "setitimer") or threading.current_thread() is not threading.main_thread():
        yield
        return

    def over(*_: object) -> None:
        raise TimeoutError

    before = signal.signal(signal.SIGALRM, over)
    signal.setitimer(signal.ITIMER_REAL, seconds)
    try:
        yield
    finally:
        signal.setitimer(signal.ITIMER_REAL, 0)
        signal.signal(signal.SIGALRM, before)


def _changed(root: str, revisions: str, *, staged: bool) -> tuple[list[File], list[tuple[str, str]]]:
    """(the files of a change with both texts, the old text if a file is deleted; unreadable files with the reason)."""
    old, new = _sides(root, revisions)
    names = ["--cached"] if staged else []
    raw = git.run(
        root, "diff", "--name-status", "-z", "-M", "--diff-filter=AMRCDT", "--no-relative", "--no-ext-diff",
        "--no-textconv", "--ignore-submodules", *names, old, *([new] if new else []), "--",
    )  # fmt: skip
    words = raw.decode("utf-8", "surrogateescape").split("\0")[:-1]
    pairs = []
    at = 0
    while at < len(words):
        moved = words[at][:1] in ("R", "C")
        paths = words[at + 1 : at + (3 if moved else 2)]
        pairs.append(("" if words[at] == "A" else paths[0], "" if words[at] == "D" else paths[-1]))
        at += 3 if moved else 2
    side = ":" if staged else f"{new}:" if new else ""
    wanted = [f"{old}:{before}" for before, _ in pairs if before]
    wanted += [f"{side}{path}" for _, path in pairs if path] if side else []
    blobs = git.blobs(root, [name for name in wanted if "\n" not in name])
    files, unread = [], []
    for before, path in pairs:
        now: bytes | None = b""
        if path:
            now = blobs.get(f"{side}{path}") if side else _present(root, path)
        after, why = _text(now)
        if why and not (now is None and not side and os.path.islink(os.path.join(root, path))):
            unread.append((path, why))
        elif after or not path:
            files.append(File(before, path, _text(blobs.get(f"{old}:{before}") if before else b"")[0], after))
    return files, unread


def _sides(root: str, revisions: str) -> tuple[str, str]:
    """The commits before and after; "" for the working tree."""
    if any(side.startswith("-") for side in re.split(r"\.\.+", revisions)):
        raise Refusal(f"{clip(revisions, 80)} is not a revision; write it as main..HEAD")
    if "..." in revisions:
        left, _, right = revisions.partition("...")
        right = right or "HEAD"
        base = git.run(root, "merge-base", left or "HEAD", right).decode().strip()
        return base, right
    left, dots, right = revisions.partition("..")
    if not revisions:
        return ("HEAD" if git.head(root) else _NOTHING), ""
    return left or "HEAD", (right or "HEAD") if dots else ""


def _present(root: str, path: str) -> bytes | None:
    top = git.run(root, "rev-parse", "--show-toplevel").decode("utf-8", "surrogateescape").rstrip("\n")
    return files.read_bytes(os.path.join(top, path), _LONG)


def _text(raw: bytes | None) -> tuple[str, str]:
    """(a file's text, why it cannot be read: "" if it can)."""
    if raw is None:
        return "", "git cannot name it, or it is no ordinary file"
    if len(raw) > _LONG:
        return "", f"it is longer than {_LONG // 1_000_000} MB"
    is_wide = raw[:2] in (b"\xff\xfe", b"\xfe\xff")
    if not is_wide and raw.count(b"\0") * 10 > len(raw):
        return "", ""  # a picture, a program
    return raw.decode("utf-16" if is_wide else "utf-8", "replace").replace("\r\n", "\n"), ""


def _broken(file: File, rules: Sequence[Memory]) -> list[Place]:
    if not file.path or store.is_ours([file.path]):
        return []
    changes: dict[bool, Change] = {}
    places = []
    for memory in rules:
        if not _covers(memory, file.path):
            continue
        was_covered = bool(file.old) and _covers(memory, file.old)  # else all of it comes into the rule's files
        if was_covered not in changes:
            before = file.before if was_covered else ""
            changes[was_covered] = Change(file.path, before, file.after, Expressions(most=_EACH))
        rule: Rule = rule_of(memory)
        for hit in changes[was_covered].broken(rule).hits[:_MOST]:
            matched = clip(redact.neutral(redact.clean(" ".join(hit.matched.split()))), 120)
            text = clip(redact.neutral(redact.clean(hit.line.strip())), 120)
            places.append(Place(memory.id, rule.enforce, file.path, hit.number, matched, text, hit.lacks))
    return places


def _without_moved(places: list[Place], changed: Sequence[File], rules: Sequence[Memory]) -> list[Place]:
    """The places without lines that the files of the rule had as often before the change: these are moved."""
    kept: list[Place] = []
    for rule in rules:
        mine = [place for place in places if place.entry == rule.id]
        if not mine or not is_matched(rule):
            kept += mine
            continue
        pieces = globs.parts(rule.scope.path)
        counts: Counter[str] = Counter()
        for file in changed:
            if file.old and globs.parts_cover(pieces, file.old):
                before = code.masked(file.old, file.before, frozenset((code.COMMENT,)), (0, file.before.count("\n")))
                counts.update(line.strip() for line in before.split("\n"))  # a comment that goes excuses no code
            if file.path and globs.parts_cover(pieces, file.path):
                counts.subtract(line.strip() for line in file.after.split("\n"))
        lines = {file.path: file.after.split("\n") for file in changed}
        kept += [place for place in mine if place.lacks or counts[lines[place.path][place.line - 1].strip()] < 0]
    return kept


def _report(places: Sequence[Place], rules: Sequence[Memory], many: int, notes: Sequence[str]) -> list[str]:
    by_id = {rule.id: rule for rule in rules}
    lines = []
    for place in places[:_SHOWN]:
        rule = by_id[place.entry]
        verb = {"deny": "Denied by", "ask": "Asks:", "remind": "Mind"}[place.enforce]
        adds = f'"{place.matched}"' if place.matched else place.text
        lines.append(f"{_shown(place.path)}:{place.line}: {verb} {place.entry}: {_words(rule)} ({adds})")
    lines += [f"… and {len(places) - _SHOWN} more; --json has all"] if len(places) > _SHOWN else []
    lines += [f"note: {note}" for note in notes]
    counts = [(sum(place.enforce == how for place in places), word) for how, word in _COUNTED.items()]
    text = ", ".join(f"{number} {word}" for number, word in counts if number) or "nothing that a rule forbids"
    return [*lines, f"{how_many(many, 'file')} looked at: {text}"]


_COUNTED: Final = {"deny": "denied", "ask": "to be asked about", "remind": "to be minded"}


def _words(rule: Memory) -> str:
    instead = str(rule.attrs.get("instead") or "")
    what = clip(redact.neutral(redact.clean(rule.summary)), 160)
    return f"{what}; instead: {clip(redact.neutral(redact.clean(instead)), 120)}" if instead else what


def _sarif(places: Sequence[Place], rules: dict[str, Memory]) -> dict[str, Any]:
    """The places in SARIF 2.1.0, as code hosts show them beside the lines."""
    broken = list(dict.fromkeys(place.entry for place in places))
    described = [
        {
            "id": name,
            "shortDescription": {"text": clip(redact.clean(rules[name].summary), 500)},
            "fullDescription": {"text": clip(redact.clean(stated_reason(rules[name]) or rules[name].summary), 1000)},
        }
        for name in broken
    ]
    results = [
        {
            "ruleId": place.entry,
            "level": _LEVELS[place.enforce],
            "message": {"text": _words(rules[place.entry])},
            "locations": [
                {
                    "physicalLocation": {
                        "artifactLocation": {"uri": quote(place.path, errors="replace"), "uriBaseId": "%SRCROOT%"},
                        "region": {"startLine": max(place.line, 1)},
                    }
                }
            ],
        }
        for place in places
    ]
    driver = {"name": "memory-core", "version": __version__, "rules": described}
    return {
        "$schema": "https://json.schemastore.org/sarif-2.1.0.json",
        "version": "2.1.0",
        "runs": [{"tool": {"driver": driver}, "results": results}],
    }
