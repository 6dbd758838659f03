"""`memory-core iris audit`: what the rules would have found in recent commits, before a rule may refuse edits."""

import os
import time
from collections.abc import Collection, Sequence
from typing import Final, NamedTuple

from memory_core import redact
from memory_core.core import git
from memory_core.core.budget import clip
from memory_core.core.light import clock, files, globs, places
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.guardrails import commit_lines, rules_file, switched_off
from memory_core.guardrails.cache import needle
from memory_core.guardrails.engine import Change
from memory_core.guardrails.file_format import expired
from memory_core.guardrails.light import check, store
from memory_core.guardrails.light.added_lines import Lines
from memory_core.guardrails.light.check import Broken, Rule, forbidden, is_matched, keeps_place
from memory_core.guardrails.proof import needles, rule_of
from memory_core.guardrails.regex_timeout import KNOWN, Expressions

COMMITS: Final = 200
SECONDS: Final = 30.0  # for all of it
KINDS: Final = ("constraint", "rejection")
_MOST: Final = 1000  # hits that are kept for one rule
_SHOWN: Final = 20
_LOOKS: Final = 400  # files of commits that are looked at as a whole
_LONG: Final = 1_000_000  # bytes of one
_EACH: Final = 2.0  # seconds for the expressions in one


class Hit(NamedTuple):
    """A line that a commit added and a rule forbids."""

    commit: str
    path: str
    line: int
    text: str


class Audit(NamedTuple):
    """How many commits were checked, and the results, by the ids of the rules."""

    commits: int
    hits: dict[str, list[Hit]]
    notes: dict[str, str]  # why a rule could not be looked at as a whole
    stopped: bool = False  # the time was over
    silent: frozenset[str] = frozenset()  # the rules of which nothing is looked for any more


def main(arguments: list[str]) -> Report:
    """Report what the rules would have found; `Refusal` for an unknown id."""
    options = parsed("iris audit", arguments)
    if options.commits < 1:
        raise Refusal(f"--commits {options.commits}: no commit would be checked; give a number of at least 1")
    rules = _wanted(options.root, options.id)
    result = audit(options.here if git.folder(options.root) else options.root, rules, options.commits)
    return Report(options, _as_json(rules, result), "\n".join(_report(rules, result)))


def audit(root: str, rules: Sequence[Memory], commits: int = COMMITS) -> Audit:
    """Check recent commits with the same paths, lines and time limits as edits."""
    result: dict[str, list[Hit]] = {rule.id: [] for rule in rules}
    off = switched_off.marks(places.project_root(root))
    silent_texts = [text for rule in rules for text in _off(rule, off)]
    expressions = Expressions(silent_texts, most=SECONDS)
    checks = [_Check(rule, off, expressions) for rule in rules if _is_checked(rule)]
    look = _Look(root, silent_texts)
    number, until, has_text, hides = 0, time.monotonic() + SECONDS, False, False
    for commit in commit_lines.commits(root, commits, SECONDS) if checks else ():
        expressions.look([job for check in checks for job in check.jobs(commit)])
        for each in checks:
            result[each.id] += each.hits(commit, look)[: _MOST - len(result[each.id])]
        number += 1
        has_text, hides = has_text or bool(commit.files), hides or commit.hides
        if time.monotonic() > until:
            break
    notes = {rule.id: "forbids nothing that can be looked for" for rule in rules if not _is_checked(rule)}
    notes |= {check.id: note for check in checks if (note := check.note())}
    if hides and not has_text:  # such as where attributes of git hide all of it
        notes |= {check.id: "no commit shows a line of text that could be looked at" for check in checks}
    silent = frozenset(check.id for check in checks if check.is_silent())
    return Audit(number, result, notes, time.monotonic() > until, silent)


class _Look:
    """The closer look at a file of a commit: its whole text before and after."""

    def __init__(self, root: str, off: Collection[str]) -> None:
        self._root, self._off = root, off
        self._left = _LOOKS
        self._known: dict[tuple[str, str], Change | None] = {}

    def closer(self, rule: Rule, commit: commit_lines.Commit, file: commit_lines.Changed) -> Broken | None:
        """Where the commit breaks the rule in the file; None if that cannot be checked any more."""
        key = (commit.name, file.path)
        if key not in self._known:
            self._known = {key: self._change(commit, file)}  # the rules ask for one commit after the other
        change = self._known[key]
        return change.broken(rule) if change else None

    def _change(self, commit: commit_lines.Commit, file: commit_lines.Changed) -> Change | None:
        if self._left <= 0:
            return None
        self._left -= 1
        names = {"after": f"{commit.name}:{file.path}", "before": f"{commit.name}^:{file.before}"}
        wanted = [names["after"], *([names["before"]] if file.before else [])]
        try:
            raw = git.blobs(self._root, [name for name in wanted if "\n" not in name])
        except git.GitError:
            return None
        before, after = (
            (raw.get(names[which]) or b"").decode("utf-8", "replace").replace("\r\n", "\n")
            for which in ("before", "after")
        )
        if not after or max(len(before), len(after)) > _LONG:
            return None
        return Change(file.path, before, after, Expressions(self._off, most=_EACH))


class Place(NamedTuple):
    """A place where a file breaks a rule now."""

    path: str
    line: int
    text: str


def places_of(root: str, rule: Memory, most: int = 200, seconds: float = SECONDS) -> tuple[list[Place], bool]:
    """The places of the project that break a rule now, and whether everything was searched."""
    checked, pieces, until = rule_of(rule), globs.parts(rule.scope.path), time.monotonic() + seconds
    places: list[Place] = []
    wanted = needles(rule)
    try:
        names = git.run(root, "ls-files", "-z", "--cached", "--others", "--exclude-standard").decode("utf-8", "replace")
    except git.GitError:
        return [], False
    for path in filter(None, names.split("\0")):
        if time.monotonic() > until or len(places) >= most:
            return places[:most], False
        if store.is_ours([path]) or not globs.parts_cover(pieces, path) or check.spares(pieces, path):
            continue
        raw = files.read_bytes(os.path.join(root, path), _LONG)
        if raw is None or b"\0" in raw[:8000]:
            continue
        text = raw.decode("utf-8", "replace").replace("\r\n", "\n")
        folded = " ".join(text.casefold().split())
        if not rule.attrs.get("require") and not any(needle in folded for needle in wanted):
            continue
        hits = Change(path, "", text, Expressions(most=_EACH)).broken(checked).hits
        places += [Place(path, hit.number, clip(redact.neutral(redact.clean(hit.line.strip())), 120)) for hit in hits]
    return places[:most], True


class _Check:
    """One rule, on its way through the commits."""

    def __init__(self, rule: Memory, off: Collection[str], expressions: Expressions) -> None:
        self.id = rule.id
        self._rule, self._keeps_place = rule_of(rule), keeps_place(rule)
        self._pieces, self._forbid = globs.parts(rule.scope.path), forbidden(rule)
        self._needles = {text: needle(text) for text in self._forbid if check.is_expression(text)}
        self._off = _off(rule, off)
        self._expressions = expressions
        self._looked: set[tuple[str, int]] = set()
        self._is_late = False

    def jobs(self, commit: commit_lines.Commit) -> list[tuple[str, list[Lines]]]:
        """The expressions that a commit has to be looked through for, and where."""
        changes = [changed.change for changed in commit.files if self._covers(changed.path)]
        texts = [lines for change in changes for lines in (change.added, change.removed)]
        rows = []
        for text, piece in self._needles.items():
            if held := [lines for lines in texts if not piece or piece in lines.whole]:
                rows.append((text, held))
        self._looked = {(text, id(lines)) for text, held in rows for lines in held}
        return rows

    def hits(self, commit: commit_lines.Commit, look: "_Look") -> list[Hit]:
        """The lines that break the rule in a commit. What another file of the same commit loses has been moved."""
        files = [changed for changed in commit.files if self._covers(changed.path)]
        broken: list[tuple[commit_lines.Changed, check.Hit]] = []
        for each in files:
            if self._keeps_place:
                hits = check.first(each.change)
            else:
                seen = check.broken(self._forbid, each.change, self._find)
                is_close = seen.hits or self._rule.require or check.may_hide(self._rule, each.change)
                closer = look.closer(self._rule, commit, each) if is_close else None
                hits = seen.hits if closer is None else closer.hits
            broken += [(each, hit) for hit in hits]
        words = any(changed.change.added.late or changed.change.removed.late for changed in files)
        self._is_late = self._is_late or words or not self._expressions.late.isdisjoint(self._needles)
        if not broken or self._keeps_place:
            return [_hit(commit, changed, hit) for changed, hit in broken]
        lost = [changed.change.removed.texts for changed in commit.files if self._covers(changed.before)]
        gone = {line.strip() for lines in lost for line in lines}
        return list(
            dict.fromkeys(_hit(commit, changed, hit) for changed, hit in broken if hit.line.strip() not in gone)
        )

    def is_silent(self) -> bool:
        """Whether all that it forbids is switched off."""
        return bool(self._off) and len(self._off) == len(self._forbid)

    def note(self) -> str:
        """The patterns of the rule that were not searched, and why."""
        if not KNOWN and self._needles:
            return "expressions cannot be bounded in time on this system, and are not run"
        notes = [f"switched off at edits, and not looked for: {clip(text, 80)}" for text in self._off]
        failed = {text: why for text, why in self._expressions.failed.items() if text in self._needles}
        late = ["not all was looked at: there was no time left"] if self._is_late else []
        return "; ".join(notes + [f"{clip(text, 80)} {why}" for text, why in failed.items()] + late)

    def _covers(self, path: str) -> bool:
        return (
            bool(path)
            and not store.is_ours([path])
            and globs.parts_cover(self._pieces, path)
            and not check.spares(self._pieces, path)
        )

    def _find(self, forbidden: str, lines: Lines) -> dict[int, list[str]]:
        return self._expressions.find(forbidden, lines) if (forbidden, id(lines)) in self._looked else {}


def _hit(commit: commit_lines.Commit, file: commit_lines.Changed, hit: check.Hit) -> Hit:
    return Hit(commit.name, file.path, hit.number, clip(redact.neutral(redact.clean(hit.line)), 120))


def _is_checked(rule: Memory) -> bool:
    return is_matched(rule) or keeps_place(rule)


def _off(rule: Memory, marks: Collection[str]) -> list[str]:
    """The expressions of a rule that are switched off; `marks` are the marks of all switched-off expressions."""
    return [text for text in forbidden(rule) if marks and check.is_expression(text) and check.mark(text) in marks]


def _wanted(root: str, names: Collection[str]) -> list[Memory]:
    """The rules with these ids, or all that forbid something and are in force."""
    today = clock.today()
    rules = [memory for memory in rules_file.read(root).memories if memory.kind in KINDS and not expired(memory, today)]
    if not names:
        return [memory for memory in rules if _is_checked(memory)]
    known = {memory.id.casefold(): memory for memory in rules}
    for name in names:
        if name.casefold() not in known:
            there = ", ".join(memory.id for memory in rules[:_SHOWN]) or "none"
            raise Refusal(f"{name}: no rule in force has that id; the ids are {there} (`memory-core iris` shows all)")
    return [known[name.casefold()] for name in dict.fromkeys(names)]


def _as_json(rules: Sequence[Memory], audit: Audit) -> dict[str, object]:
    result = []
    for rule in rules:
        note = {"note": audit.notes[rule.id]} if rule.id in audit.notes else {}
        hits = [hit._asdict() for hit in audit.hits[rule.id]]
        result.append({"entry": rule.id, "enforce": rule.attrs.get("enforce", "remind"), "hits": hits, **note})
    return {"commits": audit.commits, "stopped": audit.stopped, "rules": result}


def _report(rules: Sequence[Memory], audit: Audit) -> list[str]:
    if not rules:
        return [
            "No rule forbids anything that can be looked for: /iris:memory edit ID --forbid WORD gives one something."
        ]
    if not audit.commits and any(map(_is_checked, rules)):
        return ["There are no commits here to look at, so nothing is known about false alarms."]
    commits = "1 commit was" if audit.commits == 1 else f"{audit.commits} commits were"
    lines = [f"{commits} looked at{', then the time was over' if audit.stopped else ''}."]
    for rule in rules:
        hits = audit.hits[rule.id]
        many = "1 hit" if len(hits) == 1 else f"{len(hits)} hits" if len(hits) < _MOST else f"{_MOST} hits or more"
        how = "switched off" if rule.id in audit.silent else rule.attrs.get("enforce", "remind")
        lines += ["", f"{rule.id} ({how}) {clip(rule.summary, 80)}: {many}"]
        lines += [f"  {hit.commit} {hit.path}:{hit.line}  {hit.text}" for hit in hits[:_SHOWN]]
        lines += [f"  and {len(hits) - _SHOWN} more"] if len(hits) > _SHOWN else []
        lines += [f"  note: {audit.notes[rule.id]}"] if rule.id in audit.notes else []
    return lines
