"""`memory-core iris audit`: what the guard would have said to the last commits, before a rule may deny anything."""

import time
from collections.abc import Collection, Iterable, Sequence
from typing import Final, NamedTuple

from memory_core.domain import screen
from memory_core.domain.budget import clip
from memory_core.domain.errors import Refusal
from memory_core.domain.guard import check, paths
from memory_core.domain.guard.added import Lines
from memory_core.domain.guard.needle import needle
from memory_core.domain.guardrails import expired
from memory_core.domain.memory import Memory
from memory_core.flows.options import Parser, emit
from memory_core.stores import clock, git, guard, guardrails, history
from memory_core.stores.patience import KNOWN, Expressions

COMMITS: Final = 200
SECONDS: Final = 30.0  # for all of it
KINDS: Final = ("constraint", "rejection")
_MOST: Final = 1000  # hits that are kept for one rule
_SHOWN: Final = 20


class Hit(NamedTuple):
    """A line that a commit added and a rule forbids."""

    commit: str
    path: str
    line: int
    text: str


class Audit(NamedTuple):
    """How many commits were looked at, and what was found, by the ids of the rules."""

    commits: int
    hits: dict[str, list[Hit]]
    notes: dict[str, str]  # why a rule could not be looked at as a whole
    stopped: bool = False  # the time was over


def main(arguments: list[str]) -> int:
    """0 after the report; `Refusal` for an id that no rule has."""
    parser = Parser("iris audit", "What each rule with `forbid` would have found in the last commits.")
    parser.add_argument("id", nargs="*", help="only these rules (default: all that forbid something)")
    parser.add_argument("--commits", type=int, default=COMMITS, metavar="N", help=f"how many (default {COMMITS})")
    options = parser.read(arguments)
    if options.commits < 1:
        raise Refusal(f"--commits {options.commits}: there is nothing to look at; give a number from 1 on")
    rules = _wanted(options.root, options.id)
    found = audit(options.here if git.folder(options.root) else options.root, rules, options.commits)
    if options.json:
        emit(_as_json(rules, found))
    else:
        print(screen.neutral("\n".join(_report(rules, found))))
    return 0


def hits(root: str, memories: Iterable[Memory], commits: int = COMMITS) -> dict[str, list[Hit]]:
    """Where the last commits added what the memories forbid, by their ids; [] for one that finds nothing."""
    return audit(root, list(memories), commits).hits


def audit(root: str, rules: Sequence[Memory], commits: int = COMMITS) -> Audit:
    """What the guard would have said to the last commits: the same paths, the same lines, the same patience."""
    found: dict[str, list[Hit]] = {rule.id: [] for rule in rules}
    checks = [_Check(rule) for rule in rules if _forbid(rule)]
    number, until = 0, time.monotonic() + SECONDS
    for commit in history.commits(root, commits, SECONDS) if checks else ():
        for one in checks:
            found[one.id] += one.hits(commit)[: _MOST - len(found[one.id])]
        number += 1
        if time.monotonic() > until:
            break
    notes = {rule.id: "forbids nothing that can be looked for" for rule in rules if not _forbid(rule)}
    notes |= {one.id: note for one in checks if (note := one.note())}
    return Audit(number, found, notes, time.monotonic() > until)


class _Check:
    """One rule, on its way through the commits."""

    def __init__(self, rule: Memory) -> None:
        self.id = rule.id
        self._scope, self._forbid = rule.scope.path, _forbid(rule)
        self._needles = {text: needle(text) for text in self._forbid if check.is_expression(text)}
        self._expressions = Expressions(most=SECONDS)

    def hits(self, commit: history.Commit) -> list[Hit]:
        """What the rule finds in a commit. What another file of the same commit loses has been moved."""
        files = [one for one in commit.files if self._covers(one.path)]
        broken = [(one, hit) for one in files for hit in check.broken(self._forbid, one.change, self._find)]
        if not broken:
            return []
        gone = {line.strip() for one in commit.files if self._covers(one.before) for line in one.change.removed.texts}
        return [
            Hit(commit.name, one.path, hit.number, clip(screen.neutral(screen.clean(hit.line)), 120))
            for one, hit in broken
            if hit.line.strip() not in gone
        ]

    def note(self) -> str:
        """What of the rule was not looked for, and why."""
        if not KNOWN and self._needles:
            return "expressions cannot be bounded in time on this system, and are not run"
        return "; ".join(f"{clip(text, 80)} {why}" for text, why in self._expressions.failed.items())

    def _covers(self, path: str) -> bool:
        return bool(path) and not path.startswith(guard.OURS) and paths.covers(self._scope, path)

    def _find(self, forbidden: str, lines: Lines) -> dict[int, list[str]]:
        piece = self._needles[forbidden]
        return {} if piece and piece not in lines.whole else self._expressions.find(forbidden, lines)


def _forbid(rule: Memory) -> list[str]:
    return [text for text in rule.attrs.get("forbid") or () if isinstance(text, str) and text.strip()]


def _wanted(root: str, names: Collection[str]) -> list[Memory]:
    """The rules with these ids, or all that forbid something and are in force."""
    today = clock.today()
    rules = [one for one in guardrails.read(root).memories if one.kind in KINDS and not expired(one, today)]
    if not names:
        return [one for one in rules if _forbid(one)]
    known = {one.id.casefold(): one for one in rules}
    for name in names:
        if name.casefold() not in known:
            there = ", ".join(one.id for one in rules[:_SHOWN]) or "none"
            raise Refusal(f"{name}: no rule in force has that id; there is {there} (`memory-core iris` shows all)")
    return [known[name.casefold()] for name in dict.fromkeys(names)]


def _as_json(rules: Sequence[Memory], found: Audit) -> dict[str, object]:
    told = []
    for rule in rules:
        note = {"note": found.notes[rule.id]} if rule.id in found.notes else {}
        hits = [hit._asdict() for hit in found.hits[rule.id]]
        told.append({"entry": rule.id, "enforce": rule.attrs.get("enforce", "remind"), "hits": hits, **note})
    return {"commits": found.commits, "stopped": found.stopped, "rules": told}


def _report(rules: Sequence[Memory], found: Audit) -> list[str]:
    if not rules:
        return ["No rule forbids anything that can be looked for: give one `--forbid` (/iris:memory edit ID)."]
    if not found.commits and any(map(_forbid, rules)):
        return ["There are no commits here to look at, so nothing is known about false alarms."]
    lines = [f"{found.commits} commits were looked at{', then the time was over' if found.stopped else ''}."]
    for rule in rules:
        hits = found.hits[rule.id]
        many = "1 hit" if len(hits) == 1 else f"{len(hits)} hits" if len(hits) < _MOST else f"{_MOST} hits or more"
        lines += ["", f"{rule.id} ({rule.attrs.get('enforce', 'remind')}) {clip(rule.summary, 80)}: {many}"]
        lines += [f"  {hit.commit} {hit.path}:{hit.line}  {hit.text}" for hit in hits[:_SHOWN]]
        lines += [f"  and {len(hits) - _SHOWN} more"] if len(hits) > _SHOWN else []
        lines += [f"  note: {found.notes[rule.id]}"] if rule.id in found.notes else []
    return lines
