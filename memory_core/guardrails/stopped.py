"""How the guard speaks: to the model within its budget, to the user in a line, and to the client when it decides."""

import shlex
from collections.abc import Sequence
from typing import TYPE_CHECKING, Final

from memory_core import redact
from memory_core.core.budget import clip, few, how_many, units
from memory_core.core.light import globs, places, session_lines
from memory_core.core.light.answer import Answer
from memory_core.core.safe_json import fenced
from memory_core.guardrails import passes
from memory_core.guardrails.light.check import DECIDES, Hit, Rule, strictest

if TYPE_CHECKING:
    from memory_core.guardrails.light.edit import Edit

MOST: Final = 5  # entries
SIZE: Final = 1500  # UTF-16 units, the fence among them
_DECIDED: Final = 3000  # a decision's words,
_REASON: Final = 1500  # and of them those of its rules
_LOOKED: Final = 50  # hits of a rule that a message looks at
_NAMED: Final = 10  # ids that stand for rules there
_PATH: Final = 300  # characters of a path in a call
_SORTS: Final = {"constraint": "rule", "rejection": "rejected before", "exception": "on purpose"}
Broken = tuple[Rule, list[Hit]]
Waiting = tuple[str, Rule, list[Hit]]


def answer(edit: "Edit", broken: Sequence[Broken], reminders: Sequence[Rule]) -> Answer:
    """The answer to an edit. A refusal names every rule that the edit breaks; without one, each reminder is shown once.

    A rule with `ask` refuses too, until the user has let the edit pass: the client shows neither reason nor alternative
    of a question about an edit, but both of a refusal, and the model gets them too.
    """
    if not edit.passed and any(rule.enforce in DECIDES for rule, _ in broken):
        return Answer(decision="deny", reason=_stopped(edit, broken), notice="\n".join(edit.notices))
    words = "\n".join([*_let_pass(edit), *edit.notices])
    decision = "allow" if edit.passed and edit.is_same else ""  # the user has answered for this very edit
    broken = [(rule, hits) for rule, hits in broken if rule.id not in edit.passed]
    waiting = [(f"!{rule.id}\t{edit.path}", rule, hits) for rule, hits in _ordered(broken)]
    waiting = [entry for entry in waiting if entry[0] not in edit.shown]
    shown, late = waiting[:MOST], waiting[MOST:]
    # What is said of a file, and of the project, is said at one edit, the first that has room for it.
    quiet: list[str] = []
    for each, most in zip(_about(edit, reminders), (MOST, edit.room), strict=True):
        room = min(most, MOST - len(shown))
        if room > 0:
            shown, late = shown + each[:room], late + each[room:]
            quiet += [key for key, _, _ in each[room:]]
    keys = list(dict.fromkeys([key for key, _, _ in shown] + quiet))
    mine = session_lines.claim(edit.root, session_lines.shown_path(edit.session), keys) if keys else []
    chosen = [(rule, hits) for key, rule, hits in shown if key in mine]
    context = [_context(edit, chosen, len(late)) if chosen else "", _older(edit)]
    return Answer(
        context="\n\n".join(filter(None, context)), notice=words, decision=decision, reason=words if decision else ""
    )


def _older(edit: "Edit") -> str:
    """The reminder, once for each file, of older places that break a rule and that the edit touches."""
    keys = {f"~{rule.id}\t{edit.path}": (rule, many) for rule, many in edit.older}
    new = [key for key in keys if key not in edit.shown]
    mine = session_lines.claim(edit.root, session_lines.shown_path(edit.session), new) if new else []
    rows = []
    for rule, many in [keys[key] for key in mine][:MOST]:
        places = how_many(many, "older place")
        rows.append(f"- {places} of {line(rule, SIZE // (2 * MOST))}; they may stay, and removing one is welcome")
    return fenced("\n".join(rows), f"older than its rule in {_tail(edit.path, 100)}") if rows else ""


def _about(edit: "Edit", reminders: Sequence[Rule]) -> tuple[list[Waiting], list[Waiting]]:
    """The texts to show for the file and for the whole project, each with its key, the most important first."""
    near = [rule for rule, _ in _ordered([(rule, []) for rule in reminders if not globs.is_whole(rule.scope)])]
    wide = [rule for rule in reminders if globs.is_whole(rule.scope)]
    waiting = [[(edit.key(rule.scope, rule.id), rule, list[Hit]()) for rule in rules] for rules in (near, wide)]
    return waiting[0], waiting[1]


def _let_pass(edit: "Edit") -> list[str]:
    """The line for the user about a pass that this edit uses up."""
    names = ", ".join(clip(name, 40) for name in edit.passed)
    return [redact.neutral(f"memory-core: as you allowed, {names} lets this edit pass, once")] if names else []


def _stopped(edit: "Edit", broken: Sequence[Broken]) -> str:
    """Why the edit is stopped: the rules that it breaks, the strictest first; those behind `MOST` by their ids."""
    rules = sorted(broken, key=lambda entry: (strictest(entry[0]), entry[0].id))
    if rules[0][0].enforce == "ask":
        asking = [(rule, hits) for rule, hits in rules if rule.enforce == "ask"]
        stops = [(rule.id, _places(edit, rule, hits)) for rule, hits in asking]
        passes.stop(edit.root, edit.session, edit.path, stops, edit.mark())
    return next(
        reason for most in range(MOST, 0, -1) if units(reason := _reason(edit, rules, most)) <= _DECIDED or most == 1
    )


def _reason(edit: "Edit", rules: Sequence[Broken], most: int) -> str:
    """What happened, one line for each of the first rules, and what to do in the last line."""
    shown, rest = rules[:most], [clip(rule.id, 40) for rule, _ in rules[most:]]
    room = _REASON // len(shown)
    lines = [_blocked(edit, rule, hits, room) for rule, hits in shown]
    if rest:
        lines.append(f"Broken as well: {few(rest, _NAMED)}")
    instead = list(dict.fromkeys(" ".join(rule.instead.split()) for rule, _ in shown if rule.instead))
    do = f"Do this instead: {clip('; '.join(instead), room)}." if instead else "Follow the rule."
    lines.append(f"{do} {_way(edit, rules)}")
    return redact.neutral("\n".join(lines))


def _blocked(edit: "Edit", rule: Rule, hits: Sequence[Hit], room: int) -> str:
    """One line: the rule, its reason, and what of the edit breaks it."""
    what, why = (" ".join(text.split()) for text in (rule.what, rule.why))
    before = "rejected before: " if rule.kind == "rejection" else ""
    because = f" ({clip(why, room // 3)})" if why else ""
    return f"Blocked by {rule.id}: {before}{clip(what, room // 2).rstrip('.')}{because}. {_places(edit, rule, hits)}."


def _way(edit: "Edit", rules: Sequence[Broken]) -> str:
    """How the edit can pass its rules: what the model may call, and what the user can type."""
    if rules[0][0].enforce != "ask":
        name = clip(next(rule.id for rule, _ in rules if rule.enforce == "deny"), 40)
        return f"Only its user can loosen the rule: /iris:memory edit {name} --enforce ask"
    if not edit.path.isprintable():
        return "Where that will not do, its user can loosen it: /iris:memory edit ID --enforce remind"
    names = [rule.id for rule, _ in rules if rule.enforce == "ask"]
    path = f"./{edit.path}" if edit.path.startswith("-") else edit.path
    words = ["memory-core", "iris", "allow", *(names if len(names) <= MOST else ())]
    words += ["--file", path] if len(path) <= _PATH else []
    words += ["--root", edit.root] if places.project_root(edit.cwd) != edit.root else []
    return (
        f"To let this edit pass once: `{shlex.join(words)}` asks the user (who can also type /iris:memory allow); "
        "then make the same edit again"
    )


def _context(edit: "Edit", chosen: Sequence[Broken], more: int) -> str:
    """The entries in a fence, and how many were left out, in no more than `SIZE`."""
    label = f"guard rails for {_tail(edit.path, 100)}"
    last = [f"{more} more: /iris:memory"] if more else []
    room = SIZE - units(fenced("\n".join(last), label)) - len(chosen) - 1
    lines = []
    for at, (rule, hits) in enumerate(chosen):
        place = f"{_places(edit, rule, hits, 1)}: " if hits else ""
        row = "- " + place + line(rule, room // (len(chosen) - at) - units(place) - 2)
        room -= units(row)
        lines.append(row)
    while units(fenced("\n".join([*lines, *last]), label)) > SIZE and len(lines) > 1:  # ids of forty letters
        lines.pop()
    return fenced("\n".join([*lines, *last]), label)


def _tail(path: str, most: int) -> str:
    """The end of a path, which is more informative than its beginning."""
    return path if len(path) <= most else f"…{path[1 - most :]}"


def _places(edit: "Edit", rule: Rule, hits: Sequence[Hit], most: int = 3) -> str:
    """Where a rule is broken and by what: `src/cart.py:12 adds "sqlalchemy"`, or `db/2.sql:1 adds to db`."""
    path = _tail(edit.path, 160 if most > 1 else 60)
    if edit.tool == "NotebookEdit":
        path += ", cell line "
    places = [f"{path}:{hit.number}".replace(" :", " ") if edit.is_known else path for hit in hits[:_LOOKED]]
    named = list(dict.fromkeys(places))
    room = 40 if rule.forbid else 120
    matched = [redact.clean(clip(" ".join(hit.matched.split()), room)) for hit in hits[:_LOOKED]]
    words = list(dict.fromkeys(matched))[:most]
    if rule.require and not any(text in words for text in rule.forbid) and hits and ": " in hits[0].matched:
        return f"{few(named, most)}: {'; '.join(words)}"
    is_named = rule.forbid or rule.require
    what = ", ".join(f'"{word}"' for word in words) if is_named else f"to {clip(rule.scope.replace(',', ', '), 80)}"
    return f"{few(named, most)} adds {what}"


def line(rule: Rule, room: int) -> str:
    """Id, rule, reason and alternative, cut to that many UTF-16 units; the shorter parts are cut last."""
    head = f"{rule.id} ({_SORTS.get(rule.kind, rule.kind)})"
    texts = [redact.neutral(" ".join(text.split())) for text in (rule.what, rule.why, rule.instead)]
    labels = [": ", " — why: ", " — instead: "]
    room -= units(head) + sum(units(label) for label, text in zip(labels, texts, strict=True) if text)
    left = sum(map(bool, texts))
    for at in sorted(range(3), key=lambda at: units(texts[at])):
        if texts[at]:
            texts[at] = _cut(texts[at], max(room // left, 8))
            room -= units(texts[at])
            left -= 1
    return head + "".join(label + text for label, text in zip(labels, texts, strict=True) if text)


def _cut(text: str, most: int) -> str:
    cut = clip(text, most)
    while units(cut) > most and len(cut) > 1:
        cut = clip(text, len(cut) - 1)
    return cut


def _ordered(entries: Sequence[Broken]) -> list[Broken]:
    return sorted(entries, key=lambda entry: (globs.breadth(entry[0].scope), entry[0].id))
