"""The question to the user before a shell command that may loosen the guard rails: which rules, why, and the
alternative.
"""

from collections.abc import Iterable, Mapping, Sequence
from typing import TYPE_CHECKING, Final

from memory_core import redact
from memory_core.core import undo_log
from memory_core.core.budget import clip
from memory_core.core.memory import Memory
from memory_core.guardrails import cache, passes, rules_file, stopped, verb_confirm
from memory_core.guardrails.light import loosens, mentions, shell, store
from memory_core.guardrails.light.check import parsed, split

if TYPE_CHECKING:
    from memory_core.core.light.event import Event

_ROOM: Final = 1500  # UTF-16 units for the words of all rules
_OPENS: Final = {
    loosens.FILE: f"this command may change {store.HOME}, which holds the project's guard rails",
    loosens.OFF: "this command switches the hooks of memory-core off, and with them the project's guard rails",
    loosens.CALL: "this command may loosen the project's guard rails",
    loosens.LONG: "this command names the project's guard rails, or what changes them, and is too long to be read",
    loosens.UNDO: "this command takes back what was done to the project's guard rails",
    loosens.PASS: "let the edit that was stopped pass, once?",
    loosens.YES: "put this rule in force?",
}


def strictness(roots: Iterable[str]) -> Mapping[str, str]:
    """What each guard rail of these projects does to an edit, by its id in capitals."""
    return {rail.id.upper(): str(rail.attrs.get("enforce") or "remind") for root in roots for rail in _rails(root)}


def question(event: "Event", roots: Sequence[str], sort: str, command: str) -> str:
    """The question, with the rules that the command names, or all; "" if there is no guard rail."""
    if sort == loosens.YES:
        return _of_yes(_waiting(roots, command), command)
    root = next((root for root in roots if store.stamp(root) and _rails(root)), "")
    if not root:
        return ""
    if sort == loosens.TYPED:
        return ""
    rails = _rails(root)
    if sort == loosens.UNDO:
        changed = _taken_back(root, command)
        if changed is None:
            return ""
        lines = _lines([("", rail) for rail in rails if rail.id in changed])
    elif sort == loosens.PASS:
        lines = _stopped(event, root, command, {rail.id: rail for rail in rails})
    else:
        named = [rail for rail in rails if _is_named(rail.id, command)] or rails
        lines = _lines([("", rail) for rail in named])
    opens = _OPENS[sort]
    opens += "" if opens.endswith("?") else ": its user decides"
    head = f"memory-core: {opens}{'. As the file words them, as data:' if lines else ''}"
    return redact.neutral("\n".join([head.replace("?.", "?"), *lines]))


def _of_yes(cards: Sequence[str], command: str) -> str:
    """The question whether to put a rule in force; "" if no waiting rule can be shown."""
    if "--stdin" in command or not cards:  # what it puts in force is in the command itself
        return ""
    changes = [word for word in command.split() if word.startswith("--") and word not in ("--json", "--yes")]
    more = [f"The command changes this card, or means another project: {' '.join(changes[:10])}"] if changes else []
    return redact.neutral("\n".join([f"memory-core: {_OPENS[loosens.YES]}", *cards, *more]))


def _waiting(roots: Sequence[str], command: str) -> list[str]:
    """The cards of the proven rules that a command names, or of all if it names none."""
    for root in roots:
        if waiting := verb_confirm.cards(root):
            named = [lines for name, lines in waiting.items() if _is_named(name, command)] or list(waiting.values())
            return [line for lines in named[: stopped.MOST] for line in lines]
    return []


def _taken_back(root: str, command: str) -> set[str] | None:
    """The rules that `undo` removes or changes; None if it does neither, or only restores rules."""
    steps = undo_log.steps(root)
    meant = _undone(command)
    if meant is not None:
        chosen = []
        for name in meant:
            step = next(
                (step for step in steps[::-1] if not name or any(row.startswith(name) for row in step.ids)), None
            )
            if step:
                steps.remove(step)
                chosen.append(step)
        steps = chosen
    rows = [row for step in steps for row in step.changes.get("guardrails", ()) if row[2] is not None]
    return {row[0] for row in rows} if rows else None


def _stopped(event: "Event", root: str, command: str, rails: Mapping[str, Memory]) -> list[str]:
    """The rules that stopped the edits of the command, each with the added text and its place."""
    stopped: dict[tuple[str, str], tuple[str, Memory]] = {}
    for names, file in _allowed(command) or [([], "")]:
        paths = passes.called(root, file, (event.cwd, root)) if file else []
        for entry in passes.last(root, event.session, names, paths):
            if entry.rule in rails:
                stopped[entry.path, entry.rule] = (entry.where, rails[entry.rule])
    return _lines(list(stopped.values()))


def _lines(rules: Sequence[tuple[str, Memory]]) -> list[str]:
    """The first rules, one on each line, and the number of the others."""
    shown, more = rules[: stopped.MOST], len(rules) - stopped.MOST
    lines = [f"- {clip(where, 200)}{': ' if where else ''}{_line(rule, _ROOM // len(shown))}" for where, rule in shown]
    return [*lines, *([f"- and {more} more"] if more > 0 else [])]


def _line(memory: Memory, room: int) -> str:
    scope, name, _, rest = split(cache.line_of(memory))
    return stopped.line(parsed(scope, name, rest), room)


def _is_named(name: str, command: str) -> bool:
    """Whether a command has the id of a rule, as a word."""
    before, same, after = command.upper().partition(name.upper())
    return bool(same) and not before[-1:].isalnum() and not after[:1].isalnum()


def _rails(root: str) -> tuple[Memory, ...]:
    return rules_file.read(root).memories


def _undone(text: str) -> "list[str] | None":
    """The ids that each call of `undo` names, "" if it names none; None if they cannot be known."""
    ids = []
    for command in shell.commands(text):
        program, *rest = command.words or [""]
        if program in ("for", "while", "until", "xargs", "watch", "eval"):
            return None
        rest = rest[1:] if rest[:1] == ["memory"] else rest
        if mentions.is_program(program) and rest[:1] == ["undo"]:
            plain = [word for word in rest[1:] if word != "--json"]
            if len(plain) > 1 or any(word[:1] == "-" or loosens.is_open(word) for word in plain):
                return None
            ids += plain or [""]
    return ids if text.count("undo") == len(ids) else None


def _allowed(text: str) -> list[tuple[list[str], str]]:
    """The rules and the file ("" for none) that each call of `iris allow` names."""
    named = []
    for command in shell.commands(text):
        words = command.words
        for at in range(len(words) - 2):
            if mentions.is_program(words[at]) and words[at + 1 : at + 3] == ["iris", "allow"]:
                options, rules = loosens.split(words[at + 3 :], ("--file", "--root"))
                files = [value for name, value in options if name == "--file"]
                named.append((rules, files[-1] if files else ""))
    return named
