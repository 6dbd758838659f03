"""An edit of one file, and the guard rails that cover it: which it breaks, and of which its session is reminded."""

import os

from memory_core.core.light import files, globs, session_lines
from memory_core.guardrails.light import added_lines, check, store
from memory_core.guardrails.light.check import DECIDES, FORBIDS, parsed, split

TYPE_CHECKING = False
if TYPE_CHECKING:
    from memory_core.core.light.event import Event
    from memory_core.guardrails.light.check import Hit, Rule
    from memory_core.guardrails.regex_timeout import Expressions

PROJECT = 5  # rules about the whole project that a session sees
LIMIT = 2_000_000  # bytes of a file that is read
_WIDE = (b"\xff\xfe", b"\xfe\xff")  # how a file in UTF-16 begins


class Edit:
    """An edit of one file, and the guard rails that cover it."""

    def __init__(self, event: "Event", root: str, file: str, names: list[str]) -> None:
        self.root, self.file, self.path, self.session = root, file, names[0], event.session
        self.cwd = event.cwd
        self.tool: str = event.raw["tool_name"]
        self.given: dict[str, object] = event.raw["tool_input"]
        self.is_known = True  # what stands in the file, and so the numbers of its lines
        self.is_same = False  # whether they passed for this very edit
        self.notices: list[str] = []  # for the user
        self.older: list[tuple[Rule, int]] = []  # rules of which the edit touches older places, with how many
        self.passed: list[str] = []  # rules that ask, and that the user let this edit break
        self.shown = {
            line.rpartition("\t")[0] for line in session_lines.lines(root, session_lines.shown_path(self.session))
        }
        self.room = PROJECT - sum(key.endswith("\t") for key in self.shown)  # for rules about the whole project
        self._names = names
        self._covering = _covering(root, names)
        self._forbidding: list[Rule] = []
        self._present: str | None = None
        self._texts = ("", "")  # of the file before and after
        self._looked: set[tuple[str, int]] = set()
        self._expressions: Expressions | None = None

    def reminders(self) -> "list[Rule]":
        """The rules without patterns that this session was not shown yet."""
        lines = [line for line in self._covering if line[2] != FORBIDS and (self.room > 0 or not _is_whole(line[0]))]
        return _rules([line for line in lines if self.key(line[0], line[1]) not in self.shown])

    def key(self, scope: str, name: str) -> str:
        """The mark of a rule that the session was shown: once for a file, or once for the whole project."""
        return f"{name}\t{'' if _is_whole(scope) else self.path}"

    def broken(self) -> "list[tuple[Rule, list[Hit]]]":
        """The rules that the edit breaks, each with where."""
        rules = self._forbidding = _rules(
            [line for line in self._covering if line[2] == FORBIDS and self._looks(line[0])]
        )
        if not rules:
            return []
        change = self._change()
        self._look(change)
        broken = [(rule, self._broken(rule, change)) for rule in rules]
        is_changed = bool(change.numbers or change.removed.texts)
        if any((rule.require and is_changed) or _is_close(rule, first, change) for rule, first in broken):
            broken = self._at_code(broken, change)
        self.older = [(rule, seen.older) for rule, seen in broken if seen.older and not seen.hits]
        left, spent = self._without_moved([(rule, seen.hits) for rule, seen in broken if seen.hits])
        # What is stopped is not done: its lines stay where they are.
        if not self._is_stopped([rule for rule, _ in left if rule.enforce in DECIDES]):
            moves = spent + (self._taken(rules, change) if change.removed.texts else [])
            if moves:
                session_lines.append(self.root, session_lines.moved(self.session), moves)
        self._report(change)
        return left

    def _broken(self, rule: "Rule", change: added_lines.Change) -> check.Broken:
        if rule.forbid:
            return check.broken(rule.forbid, change, self._find)
        return check.Broken([] if rule.require else check.first(change), 0)

    def _at_code(
        self, broken: "list[tuple[Rule, check.Broken]]", change: added_lines.Change
    ) -> "list[tuple[Rule, check.Broken]]":
        """The hits in code alone, and what the edit leaves out."""
        from memory_core.guardrails.engine import Change
        from memory_core.guardrails.regex_timeout import Expressions

        path = f"{self.path}.py" if self.tool == "NotebookEdit" else self.path
        again = Expressions(self._off() | set(self._expressions.failed if self._expressions else ()))
        closer = Change(path, *self._texts, again)
        looked: dict[str, check.Broken] = {}
        try:
            for rule, first in sorted(broken, key=lambda pair: check.strictest(pair[0])):
                if rule.require or (rule.forbid and _is_close(rule, first, change)):
                    seen = closer.broken(rule)
                    is_late = first.hits and again.late.intersection(rule.forbid)
                    looked[rule.id] = first if is_late else seen
        except BaseException as error:  # the time of the hook is up: what the first look found stands
            if type(error).__name__ != "DeadlineError":
                raise
        return [(rule, looked.get(rule.id, first)) for rule, first in broken]

    def _off(self) -> set[str]:
        """The expressions of these rules that are switched off."""
        marks = {line.partition("\t")[0] for line in session_lines.lines(self.root, store.OFF)}
        texts = [text for rule in self._forbidding for text in rule.forbid if check.is_expression(text)]
        return {text for text in texts if check.mark(text) in marks} if marks else set()

    def _is_stopped(self, deciding: "list[Rule]") -> bool:
        """Whether a rule stops the edit; a pass that the user gave is used now."""
        if not deciding or any(rule.enforce == "deny" for rule in deciding):
            return bool(deciding)
        from memory_core.guardrails import passes

        names = [rule.id for rule in deciding]
        if passes.take(self.root, self.session, self.path, names):
            self.passed, self.is_same = names, passes.is_for(self.root, self.session, self.path, names, self.mark())
        return not self.passed

    def mark(self) -> str:
        """A mark that identifies this edit among others of the file."""
        return check.mark("\n".join([self.tool, *self._texts]))

    def _looks(self, scope: str) -> bool:
        pieces = scope.split(",")
        return not all(check.spares(pieces, name) for name in self._names)

    def _change(self) -> added_lines.Change:
        raw = files.read_bytes(os.path.realpath(self.file), LIMIT + 1)  # the client edits what a link leads to
        if raw is not None and self.tool == "Write" and self._is_same(raw):
            return added_lines.change("", "")
        if raw is not None and len(raw) <= LIMIT:
            self._present = raw.decode("utf-16" if raw[:2] in _WIDE else "utf-8", "replace")
        self.is_known = self._present is not None or not os.path.lexists(self.file)
        self._texts = added_lines.texts(self.tool, self.given, self._present)
        return added_lines.change(*self._texts)

    def _is_same(self, raw: bytes) -> bool:
        """Whether a file already has the content to be written, as far as that is known."""
        content = self.given.get("content")
        new = content.encode("utf-8", "replace") if isinstance(content, str) else b""
        if len(raw) > LIMIT:
            return files.read_bytes(os.path.realpath(self.file), len(new) + 1) == new
        if b"\0" not in raw or raw[:2] in _WIDE:
            return False
        from memory_core.core import log

        log.write("guard", f"{self.path} is no text, and what is written over it was not looked at", self.root)
        return True

    def _look(self, change: added_lines.Change) -> None:
        """Search the expressions, those of the strictest rules first, because the time may not suffice for all."""
        jobs = []
        for rule in sorted(self._forbidding, key=check.strictest):
            for text in filter(check.is_expression, rule.needles):
                held = check.held(rule, text, change)
                jobs += [(text, held)] if held else []
        if jobs:
            from memory_core.guardrails.regex_timeout import Expressions

            self._expressions = Expressions(self._off())
            self._looked = {(text, id(lines)) for text, held in jobs for lines in held}
            self._expressions.look(jobs)

    def _find(self, forbidden: str, lines: added_lines.Lines) -> dict[int, list[str]]:
        known = self._expressions and (forbidden, id(lines)) in self._looked
        return self._expressions.find(forbidden, lines) if self._expressions and known else {}

    def _taken(self, rules: "list[Rule]", change: added_lines.Change) -> list[str]:
        """The removed forbidden lines: added elsewhere afterwards, they were moved and are not new.

        A line each: rule, mark of the line, file, and how often the file had it before.
        """
        moves = session_lines.lines(self.root, session_lines.moved(self.session))
        place = os.path.realpath(self.file)
        taken: list[str] = []
        for rule in rules:
            for line in check.holding(rule.forbid, change.removed, self._find):
                if check.is_comment(line):  # what is no code excuses none
                    continue
                many = _many(self._present or "", line)
                move = f"{rule.id}\t{check.mark(line)}\t{place}"
                waiting = sum(known.startswith(f"-{move}\t") for known in moves + taken) - moves.count(f"+{move}")
                if waiting < many and place.isprintable():
                    taken.append(f"-{move}\t{many}")
        return taken

    def _without_moved(
        self, broken: "list[tuple[Rule, list[Hit]]]"
    ) -> "tuple[list[tuple[Rule, list[Hit]]], list[str]]":
        """(the hits without lines that were removed elsewhere, the removed lines that this uses up)."""
        spent: list[str] = []
        moves = session_lines.lines(self.root, session_lines.moved(self.session)) if broken else []
        if not moves:
            return broken, spent
        left = []
        for rule, hits in broken:
            kept = []
            for hit in hits:
                move = f"{rule.id}\t{check.mark(hit.line)}\t"
                if place := self._source(move, hit.line, moves + spent):
                    spent.append(f"+{move}{place}")
                else:
                    kept.append(hit)
            if kept:
                left.append((rule, kept))
        return left, spent

    def _source(self, move: str, line: str, moves: list[str]) -> str:
        """Another file that lost such a line and from which it was not placed yet; "" if there is none."""
        here = os.path.realpath(self.file)
        had: dict[str, list[int]] = {}
        for known in moves:
            if known.startswith(f"-{move}"):
                place, _, many = known[len(move) + 1 :].rpartition("\t")
                had.setdefault(place, []).append(int(many) if many.isdecimal() else 0)
        for place, counts in had.items():
            free = len(counts) - moves.count(f"+{move}{place}")
            if place != here and free > 0 and _now(place, line) < max(counts) - (len(counts) - free):
                return place
        return ""

    def _report(self, change: added_lines.Change) -> None:
        """Switch off the expressions that failed, and report once what was not searched completely."""
        late = change.added.late | change.removed.late
        if late or (self._expressions and (self._expressions.failed or self._expressions.late)):
            from memory_core.guardrails import switched_off

            self.notices = switched_off.notices(self, self._forbidding, self._expressions, late)


def _many(text: str, line: str) -> int:
    """How often a text has a line, ignoring white space around it."""
    plain = line.strip()
    return sum(other.strip() == plain for other in text.split("\n")) if plain in text else 0


def _now(place: str, line: str) -> float:
    """How often a file has a line now; if that is not known, more often than it can have lost it."""
    raw = files.read_bytes(place, LIMIT + 1)
    if raw is None:
        return float("inf") if os.path.lexists(place) else 0
    return _many(raw.decode("utf-8", "replace"), line) if len(raw) <= LIMIT else float("inf")


def _covering(root: str, names: list[str]) -> list[tuple[str, str, str, str]]:
    """The lines of the guard rails that cover the file."""
    stamp = store.stamp(root)
    lines = store.rules(root, stamp)
    if lines is None:
        from memory_core.guardrails import cache

        lines = cache.made(root, stamp)
    known: dict[str, bool] = {}
    covering = []
    for line in lines:
        scope = line.partition("\t")[0]
        if scope not in known:
            parts = scope.split(",")
            known[scope] = any(globs.parts_cover(parts, name) for name in names)
        if known[scope]:
            covering.append(split(line))
    return covering


def _is_whole(scope: str) -> bool:
    """Whether the scope of a line is the whole project, possibly with exceptions."""
    return scope.partition(",")[0] == globs.EVERYTHING


def _is_close(rule: "Rule", first: check.Broken, change: added_lines.Change) -> bool:
    """Whether the first look at a change asks for a closer one."""
    return bool(first.hits or first.older) or check.may_hide(rule, change)


def _rules(lines: list[tuple[str, str, str, str]]) -> "list[Rule]":
    """The rules of the lines, without those that have expired."""
    rules = [parsed(scope, name, rest) for scope, name, _, rest in lines]
    if any(rule.expires for rule in rules):
        from memory_core.core.light import clock

        today = clock.today()
        rules = [rule for rule in rules if not rule.expires or rule.expires >= today]
    return rules
