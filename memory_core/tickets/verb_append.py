"""`memory-core aidd append`: append a decision to a ticket's log and update its pack (AIDD-33, AIDD-61)."""

import argparse
import json
import os
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from memory_core import redact
from memory_core.core import registry, undo_log
from memory_core.core.budget import whole
from memory_core.core.light import clock
from memory_core.core.light.errors import Refusal
from memory_core.core.light.places import named
from memory_core.core.options import input_object, object_of, parsed, piped, spelling
from memory_core.core.report import Report
from memory_core.language import relation
from memory_core.recall import already_kept
from memory_core.redact import second_opinion
from memory_core.tickets import active, decision, decision_log, packing, places
from memory_core.tickets import home as tickets_home
from memory_core.tickets.decision import STATUSES, Conflict, Entry
from memory_core.tickets.memories import of_entry

LONGEST: Final = {"topic": 120, "decision": 600, "rationale": 1_000, "stage": 40, "scope_key": 80, "source_path": 300}
ALTERNATIVES: Final = 5
ALTERNATIVE: Final = 200
PATIENCE: Final = 20.0  # seconds for the lock; many processes may append at once

_SHORTEST: Final = 6  # characters of an id's beginning
_MADE: Final = ("schema", "ts", "decision_id")  # keys that are always computed here
_EXAMPLE: Final = 'as {"topic": "…", "decision": "…"}'
_NAMED: Final = 5


class Planned(NamedTuple):
    """A decision that is about to be written."""

    entry: Entry
    is_new: bool  # whether a line is written


class Decided(NamedTuple):
    """A decision that was written."""

    entry: Entry  # its current line in the log
    is_new: bool  # whether a line was written
    conflicts: tuple[Conflict, ...] = ()  # conflicts with this decision
    waits: bool = False  # whether the pack is not updated yet


def main(arguments: list[str]) -> Report:
    """Append a decision to the log; raises `Refusal` and writes nothing if it cannot be kept."""
    options = parsed("aidd append", arguments)
    given = _given(options)
    name = given.pop("ticket", "")
    now = active.needed(options.root, options.ticket or name, options.here)
    with registry.held(options.root, PATIENCE), undo_log.recorded(options.root, "aidd append") as done:
        decided = decide(options.root, now, given if options.anew else _as_it_stands(options.root, now, given))
        done.append(of_entry(decided.entry, _place(decided)))
    value = {**json.loads(decision.line(decided.entry)), "path": _place(decided), "is_new": decided.is_new}
    lines = _report(decided, named(options.root, options.here, _place(decided)))
    return Report(options, value, redact.clean("\n".join(lines)))


def decide(root: str, work: active.Work, given: Mapping[str, Any]) -> Decided:
    """Keep a decision in the active ticket's log; its keys are those of a line.

    The decisions pack is updated. The caller holds `registry.held(root)`. Raises `Refusal` and writes nothing if the
    decision is not valid.
    """
    return keep(root, work, [plan(root, work, given)])[0]


def plan(root: str, work: active.Work, given: Mapping[str, Any], before: Sequence[Planned] = ()) -> Planned:
    """The planned line of a decision after those in `before`; raises `Refusal` if it is not valid."""
    lines = [planned.entry for planned in before if planned.is_new]
    return Planned(*tickets_home.decided(root, work.ticket, _entry(root, work, checked(given), lines), lines))


def keep(root: str, work: active.Work, planned: Sequence[Planned]) -> list[Decided]:
    """Write the planned decisions, all at once; raises `Refusal` and writes nothing if that fails."""
    new = decision_log.append(root, work.ticket, [each.entry for each in planned if each.is_new])
    waits = bool(new) and not packing.repack(root, work.ticket)
    conflicts = () if waits or packing.is_long(root, work.ticket) else decision_log.read(root, work.ticket).conflicts
    return [
        Decided(entry, is_new, tuple(conflict for conflict in conflicts if entry.id in conflict.ids), waits and is_new)
        for entry, is_new in planned
    ]


def checked(given: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of a decision without secrets and white space; raises `Refusal` if a key is missing, too long or
    unknown.
    """
    unknown = sorted(set(given) - {*LONGEST, *_MADE, "alternatives", "status", "supersedes", "ticket"})
    if unknown:
        raise Refusal(f"{unknown[0][:80]!r} is not a key of a decision; the keys are {', '.join(LONGEST)}, "
                      "alternatives, status and supersedes. Nothing was kept")  # fmt: skip
    result: dict[str, Any] = {}
    for key, most in LONGEST.items():
        text = _text(given, key)
        if len(text) > most:
            raise Refusal(f"{key} is {len(text):,} characters long; at most {most:,} are allowed. Shorten it. "
                          "Nothing was kept")  # fmt: skip
        result[key] = text
    for key in ("topic", "decision"):
        if not redact.neutral(result[key]).strip():
            raise Refusal(f"{key} is missing: `aidd append --topic T --decision D`. Nothing was kept")
    result["decision"] = redact.called(result["topic"], result["decision"])
    result["alternatives"] = _alternatives(given.get("alternatives"))
    result["status"] = _text(given, "status")
    if result["status"] and result["status"] not in STATUSES:
        raise Refusal(f"status {result['status'][:40]!r}: there is {', '.join(STATUSES)}. Nothing was kept")
    result["supersedes"] = _text(given, "supersedes")
    return result


def _as_it_stands(root: str, work: active.Work, given: dict[str, Any]) -> dict[str, Any]:
    """The decision, adapted to the decisions in the log.

    If an active decision on its topic says the same, it gets the words of that decision, so that only a reason is
    added. Else it supersedes the active decision on its topic, or the one that its words give up, if there is exactly
    one.
    """
    topic, words = (str(given.get(key) or "") for key in ("topic", "decision"))
    if given.get("supersedes") or given.get("status") or packing.is_long(root, work.ticket):
        return given
    held = [each for each in decision_log.read(root, work.ticket).entries if each.status == "active"]
    there = already_kept.named(
        words, [(each, each.decision) for each in held if each.topic.casefold() == topic.casefold()]
    )
    if there:
        return {**given, "topic": there.topic, "decision": there.decision}
    scope = places.scope_key(str(given["scope_key"]), work.ticket) if given.get("scope_key") else work.scope_key
    own = decision.identify(work.ticket, _text(given, "topic"), redact.called(topic, _text(given, "decision")))
    here = [entry for entry in held if entry.scope_key == scope and entry.id != own]
    same = [entry for entry in here if entry.topic.casefold() == topic.casefold()]
    ended = same or [entry for entry in here if relation.gives_up(entry.decision, words)]
    return {**given, "supersedes": ended[0].id} if len(ended) == 1 else given


def _entry(root: str, work: active.Work, fields: Mapping[str, Any], before: Sequence[Entry]) -> Entry:
    """The decision as an entry after the lines `before`; missing fields of a known decision stay empty."""
    name = decision.identify(work.ticket, fields["topic"], fields["decision"])
    usual = work if decision_log.find(root, work.ticket, name, before) is None else active.Work()
    old = _superseded(root, work.ticket, fields["supersedes"], before) if fields["supersedes"] else ""
    if old == name:
        raise Refusal(f"{old} is the same decision; it cannot supersede itself. Nothing was kept")
    return Entry(
        name,
        work.ticket,
        fields["topic"],
        fields["decision"],
        clock.stamp(clock.now()),
        places.scope_key(fields["scope_key"], work.ticket) if fields["scope_key"] else usual.scope_key,
        fields["stage"] or usual.stage,
        fields["alternatives"],
        fields["rationale"],
        fields["source_path"],
        fields["status"] or "active",
        old,
    )


def _superseded(root: str, ticket: str, word: str, before: Sequence[Entry]) -> str:
    """The id that a word names; raises `Refusal` with the nearest ids if the log has none or several."""
    ids = decision_log.named(root, ticket, word, before)
    if ids and ids != [word] and len(word) < _SHORTEST:
        raise Refusal(f"--supersedes {word}: give at least {_SHORTEST} characters of {', '.join(ids[:_NAMED])}. "
                      "Nothing was kept")  # fmt: skip
    if len(ids) == 1:
        return ids[0]
    if ids:
        raise Refusal(f"--supersedes {word} is the beginning of {', '.join(ids[:_NAMED])}; give one. Nothing was kept")
    entries = decision_log.read(root, ticket).entries
    names = {each.id: f"{each.id} ({each.topic[:60]})" for each in reversed(entries)}
    near = spelling().nearest(word, names, _NAMED, 0.5) or [entry.id for entry in entries[-_NAMED:]]
    there = ", ".join(names[each] for each in near) or "none yet"
    raise Refusal(
        redact.neutral(f"--supersedes {word[:80]}: no decision of {ticket} has that id; there is {there}. "
                       "Nothing was kept")
    )  # fmt: skip


def _given(options: argparse.Namespace) -> dict[str, Any]:
    """The given keys: those of the object, overridden by the flags."""
    given = _object(options)
    words = " ".join(options.words)
    if words and (options.decision or given.get("decision")):
        raise Refusal(f"{words[:80]!r} belongs to no option; put the words of an option in quotes. Nothing was kept")
    flags = {key: getattr(options, key) for key in (*LONGEST, "status", "supersedes")} | {
        "decision": options.decision or words or None,
        "alternatives": options.alternative or None,
    }
    return {**given, **{key: value for key, value in flags.items() if value is not None}}


def _object(options: argparse.Namespace) -> dict[str, Any]:
    """The given object: --input-json, the only word, the file that it names, or standard input; {} if there is none."""
    only = options.words[0].strip() if len(options.words) == 1 else ""
    is_named = only == "-" or (only.endswith(".json") and os.path.isfile(only))
    if not options.input_json and (only.startswith("{") or is_named):
        options.input_json, options.words = only, []
    if given := options.input_json:
        if given.lstrip().startswith("{"):
            return object_of(given.encode("utf-8", "replace"), "the object", _EXAMPLE)
        return input_object(options, "--input-json", given, _EXAMPLE)
    if options.decision or options.words:
        return {}
    raw = piped(options)
    return object_of(raw, "standard input", _EXAMPLE) if raw.strip() else {}


def _alternatives(given: object) -> tuple[str, ...]:
    """The alternatives: a list, or one text separated by commas."""
    parts = given.split(",") if isinstance(given, str) else given or []
    if not isinstance(parts, list) or not all(isinstance(part, str) for part in parts):
        raise Refusal("alternatives: give a list of texts, or one text with commas between them. Nothing was kept")
    names = tuple(dict.fromkeys(text for part in parts if (text := _line(part))))
    if len(names) > ALTERNATIVES or any(len(name) > ALTERNATIVE for name in names):
        raise Refusal(f"alternatives: at most {ALTERNATIVES}, of at most {ALTERNATIVE} characters. Nothing was kept")
    return names


def _text(given: Mapping[str, Any], key: str) -> str:
    value = given.get(key)
    if value is not None and not isinstance(value, str):
        raise Refusal(f"{key}: it must be a text. Nothing was kept")
    return second_opinion.clean(whole(value or "")).strip() if key == "rationale" else _line(value or "")


def _line(text: str) -> str:
    return " ".join(second_opinion.clean(whole(text)).split())


def _place(decided: Decided) -> str:
    return places.decision_log(decided.entry.ticket)


def _report(decided: Decided, place: str) -> Sequence[str]:
    entry = decided.entry
    done = f"appended {entry.id} to" if decided.is_new else f"nothing new: {entry.id} exists already in"
    state = f"{entry.status}: " if entry.status != "active" else ""
    lines = [f"{done} {place}", f"{state}{entry.topic}: {entry.decision}"]
    lines += [f"supersedes {entry.supersedes}"] if entry.supersedes else []
    for conflict in decided.conflicts:
        others = ", ".join(name for name in conflict.ids if name != entry.id)
        lines.append(f"in conflict with {others}; append the one that holds again, with --supersedes ID of the other")
    if decided.waits:
        lines.append(f"its pack is made at the end of the turn, or by `memory-core aidd pack --ticket {entry.ticket}`")
    return lines


SCHEMA: Final = "aidd.actions.v1"
APPEND: Final = "memory_ops.decision_append"
_ABOUT: Final = ("type", "id", "action_id", "reason")  # keys of an action that are no decision's
Given = tuple[int, dict[str, Any]]  # the number of an action, and the keys of its decision


def apply_file(arguments: list[str]) -> Report:
    """Append every decision of the file to the log; raises `Refusal` and writes nothing if one is not valid."""
    options = parsed("aidd apply", arguments)
    whole = _whole(options)
    named = whole.get("ticket") or ""
    if not isinstance(named, str):
        raise Refusal("the `ticket` of the actions file is not a text. Nothing was kept")
    if named and options.ticket and named != options.ticket:
        raise Refusal(f"--ticket {options.ticket}: the actions are of {named[:80]!r}. Nothing was kept")
    work = active.needed(options.root, options.ticket or named, options.here)
    given, skipped = sorted_out(whole)
    with registry.held(options.root, PATIENCE):
        applied = apply(options.root, work, given)
    lines = [{**json.loads(decision.line(decided.entry)), "is_new": decided.is_new} for decided in applied]
    value = {"ok": True, "problems": [], "ticket": work.ticket, "applied": lines, "skipped": skipped}
    new = sum(decided.is_new for decided in applied)
    rows = [f"{len(applied)} of {len(applied) + len(skipped)} actions applied"]
    rows += [f"{new} new in {places.decision_log(work.ticket)}"] if applied else []
    rows += [f"{decided.entry.id} {decided.entry.topic}: {decided.entry.decision}" for decided in applied]
    rows += [f"skipped {entry['type']}: not for this verb" for entry in skipped]
    return Report(options, value, redact.clean("\n".join(rows)))


def apply(root: str, work: active.Work, given: Sequence[Given]) -> list[Decided]:
    """Write the decisions to the log; raises `Refusal` and writes nothing if one is not valid. The caller holds the
    lock.
    """
    planned: list[Planned] = []
    for at, fields in given:
        try:
            if fields.get("ticket", work.ticket) != work.ticket:
                raise Refusal(f"it is of {str(fields['ticket'])[:80]!r}, and the file's others of {work.ticket}")
            planned.append(plan(root, work, fields, planned))
        except Refusal as error:
            raise Refusal(f"action {at}: {error}. Nothing was kept".replace(". Nothing was kept. ", ". ")) from error
    return keep(root, work, planned)


def sorted_out(whole: Mapping[str, Any]) -> tuple[list[Given], list[dict[str, Any]]]:
    """(the decisions in the actions, each with the number of its action; the other actions)."""
    actions = whole.get("actions")
    if not isinstance(actions, list):
        raise Refusal(f"the actions file has no list `actions` ({SCHEMA}). Nothing was kept")
    allowed = whole.get("allowed_action_types")
    if allowed is not None and not isinstance(allowed, list):
        raise Refusal("the `allowed_action_types` of the actions file are not a list. Nothing was kept")
    decisions: list[Given] = []
    skipped: list[dict[str, Any]] = []
    for at, action in enumerate(actions, 1):
        kind = action.get("type") if isinstance(action, dict) else None
        if not isinstance(kind, str):
            raise Refusal(f"action {at} has no `type`. Nothing was kept")
        if kind != APPEND:
            skipped.append({"index": at, "type": redact.neutral(redact.clean(kind[:120]))})
        elif isinstance(allowed, list) and APPEND not in allowed:
            raise Refusal(f"action {at}: {APPEND} is not among the allowed_action_types of the file. Nothing was kept")
        else:
            decisions.append((at, _decision(at, action, whole)))
    return decisions, skipped


def _decision(at: int, action: Mapping[str, Any], whole: Mapping[str, Any]) -> dict[str, Any]:
    """The keys of an action's decision; stage and scope default to those of the file."""
    params = action.get("params", {key: value for key, value in action.items() if key not in _ABOUT})
    if not isinstance(params, dict):
        raise Refusal(f"action {at}: `params` is not an object. Nothing was kept")
    result = {key: value for key, value in params.items() if value is not None}
    title = result.pop("title", None)
    if title is not None:
        result.setdefault("topic", title)
    for key in ("stage", "scope_key"):
        if isinstance(whole.get(key), str) and whole[key]:
            result.setdefault(key, whole[key])
    return result


def _whole(options: Any) -> dict[str, Any]:
    """The object of the actions file."""
    name = options.actions
    whole = input_object(options, "--actions", name, f"of {SCHEMA}")
    schema = whole.get("schema") or whole.get("schema_version") or SCHEMA
    if schema != SCHEMA:
        raise Refusal(f"--actions {name}: its schema is {str(schema)[:80]!r}, not {SCHEMA}. Nothing was kept")
    return whole
