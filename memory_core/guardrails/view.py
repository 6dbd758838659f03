"""The guard rails in a session's briefing: what is due, what is proposed, what is in force."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from memory_core import redact
from memory_core.core.budget import Section, clip
from memory_core.core.light.globs import is_whole
from memory_core.core.memory import Memory, fingerprint, stated_reason
from memory_core.guardrails.file_format import due, expired
from memory_core.guardrails.light.check import forbidden, keeps_place
from memory_core.language import concepts, near_duplicate

LINES: Final = 14
_COMPARED: Final = 100  # rules with what somebody asked for
TITLE: Final = "Guard Rails"
_DUE, _PROPOSED, _RULES = 2, 3, 6
_DOES: Final = {"deny": "refused", "ask": "asks"}


class Rails(NamedTuple):
    """The guard rails of a project as a briefing shows them."""

    standing: tuple[Memory, ...] = ()
    proposed: tuple[Memory, ...] = ()
    problems: tuple[str, ...] = ()  # of the file
    today: str = ""

    def stated(self, wishes: Iterable[Memory]) -> set[str]:
        """The ids of the wishes that a guard rail already states: in the same words, or in a subset of its words."""
        asked = list(wishes)
        rules = [*self.proposed, *newest(self.standing)[:_COMPARED]] if asked else []
        prints = {fingerprint("", text) for rule in rules for text in (rule.summary, rule.source.quote) if text}
        words = [_Words.made(rule) for rule in rules]
        repeated = set()
        for wish in asked:
            own = near_duplicate.words(wish.summary)
            if fingerprint("", wish.summary) in prints or any(rule.repeated(wish, own) for rule in words):
                repeated.add(wish.id)
        return repeated


class _Words(NamedTuple):
    """The words of a rule: its text, its alternative, and all words with its reason."""

    rule: Memory
    says: frozenset[str]
    instead: frozenset[str]
    every: frozenset[str]

    @classmethod
    def made(cls, rule: Memory) -> "_Words":
        says, instead = near_duplicate.words(rule.summary), near_duplicate.words(str(rule.attrs.get("instead") or ""))
        turned = "no not never dont" if rule.kind == "rejection" else ""
        more = near_duplicate.words(f"{rule.body} {rule.scope.path or ''} please instead use project {turned}")
        return cls(rule, says, instead, says | instead | more)

    def repeated(self, wish: Memory, words: frozenset[str]) -> bool:
        """Whether a wish is this rule: heard in the same place, or the rule or its alternative and nothing else."""
        mine, theirs = self.rule.source, wish.source
        heard = mine.uuid and mine.uuid == theirs.uuid and mine.quote and theirs.quote
        if heard and (mine.quote in theirs.quote or theirs.quote in mine.quote):
            return True
        return words <= self.every and (self.says <= words or bool(self.instead and self.instead <= words))


def section(rails: Rails) -> Section:
    """At most fourteen lines: due reviews, waiting proposals, rules in force with the strictest first, and faults."""
    waiting = [memory for memory in rails.standing if due(memory, rails.today)]
    waiting.sort(key=lambda memory: (str(memory.attrs.get("revisit_on")), memory.id))
    rows = [_due(memory) for memory in waiting[:_DUE]]
    rows += _more(len(waiting) - _DUE, "more due for review: /iris:memory")
    rows += [_proposed(memory, len(rails.proposed) == 1) for memory in newest(rails.proposed)[:_PROPOSED]]
    rows += _more(len(rails.proposed) - _PROPOSED, "more proposed: /iris:memory")
    rules = _in_force(rails)
    room = LINES - 1 - len(rows) - bool(rails.problems)
    most = min(_RULES, room if len(rules) <= room else room - 1)
    rows += [_rule(memory) for memory in rules[:most]]
    rows += _more(len(rules) - most, "more rules in force: /iris:memory")
    if rails.problems:
        more = f" (+{len(rails.problems) - 1} more)" if len(rails.problems) > 1 else ""
        rows.append(_row(f"{clip(rails.problems[0], 260)}{more}: memory-core doctor"))
    return Section(TITLE, rows, LINES)


def _in_force(rails: Rails) -> list[Memory]:
    """The constraints, and the rejections that an edit is held against: what denies first, then what asks."""
    rules = [
        memory
        for memory in rails.standing
        if memory.kind == "constraint"
        or (
            memory.kind == "rejection"
            and (forbidden(memory) or keeps_place(memory))
            and not expired(memory, rails.today)
        )
    ]
    order = tuple(_DOES)
    return sorted(newest(rules), key=lambda memory: order.index(_how(memory)) if _how(memory) in order else len(order))


def _how(memory: Memory) -> str:
    return str(memory.attrs.get("enforce", ""))


def waiting(proposed: Sequence[Memory]) -> str:
    """One line about the rules that wait for the user's answer, given newest first; "" if there are none."""
    if not proposed:
        return ""
    newest = proposed[0]
    if len(proposed) == 1:
        ways = f"/iris:memory confirm {newest.id}, or decline {newest.id}"
        return f"memory-core: a rule is proposed, not in force: {_quoted(newest)} — {ways}"
    count = f"{len(proposed)} rules are proposed, not in force; the newest: {_quoted(newest)}"
    return f"memory-core: {count} — /iris:memory shows them; confirm ID|all, or decline ID|all"


def newest(memories: Iterable[Memory]) -> list[Memory]:
    """The memories, the newest first; of one moment by id."""
    return sorted(memories, key=lambda memory: (memory.created, memory.id), reverse=True)


def _because(memory: Memory, most: int) -> str:
    why = stated_reason(memory)
    return f" — {clip(why, most)}" if why else ""


def _due(memory: Memory) -> str:
    what = f"{clip(memory.summary, 140)}{_because(memory, 100)}"
    edit = f"/iris:memory edit {memory.id} --revisit-on DATE|none"
    return _row(f"{memory.id} due since {memory.attrs.get('revisit_on')}: {what}; `{edit}`, or `remove {memory.id}`")


def _proposed(memory: Memory, alone: bool) -> str:
    why = _because(memory, 90)
    name = "" if alone else f" {memory.id}"
    what = f"proposed, not in force: {_kind(memory)}{clip(memory.summary, 140)}{_where(memory)}{why} [{memory.id}]"
    return _row(f"{what}; confirm: `/iris:memory confirm{name}`, or `decline{name}`")


def _rule(memory: Memory) -> str:
    why = _because(memory, 100)
    how = f" ({_DOES[_how(memory)]})" if _how(memory) in _DOES else ""
    return _row(f"{memory.id}{how}: {_kind(memory)}{clip(memory.summary, 160)}{_where(memory)}{why}")


def _kind(memory: Memory) -> str:
    return {"rejection": "rejected: ", "exception": "stays: "}.get(memory.kind, "")


def _where(memory: Memory) -> str:
    path = memory.scope.path or ""
    return "" if is_whole(path) else f" (in {clip(path, 60)})"


def _quoted(memory: Memory) -> str:
    forbid = ", ".join(concepts.shown(str(text)) for text in memory.attrs.get("forbid", ()))
    looks = f" (looks for {clip(forbid, 90)})" if forbid else ""
    return redact.neutral(redact.clean(f'{_kind(memory)}"{clip(memory.summary, 120)}"{_where(memory)}{looks}'))


def _more(number: int, what: str) -> list[str]:
    return [f"- … +{number} {what}"] if number > 0 else []


def _row(text: str) -> str:
    return "- " + redact.neutral(redact.clean(text)).replace("\n", " ")
