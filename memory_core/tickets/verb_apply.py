"""`memory-core aidd apply --actions F`: the decisions of a stage's actions file, into the log (AIDD-52)."""

import json
from collections.abc import Mapping, Sequence
from typing import Any, Final

from memory_core import redact
from memory_core.core import registry
from memory_core.core.light.errors import Refusal
from memory_core.core.options import input_object, parsed
from memory_core.core.report import Report
from memory_core.tickets import active, decision, places, verb_append
from memory_core.tickets.verb_append import Decided, Planned

SCHEMA: Final = "aidd.actions.v1"
APPEND: Final = "memory_ops.decision_append"
_ABOUT: Final = ("type", "id", "action_id", "reason")  # keys of an action that are no decision's
Given = tuple[int, dict[str, Any]]  # the number of an action, and the keys of its decision


def main(arguments: list[str]) -> Report:
    """Append every decision of the file to the log; `Refusal`, and nothing written, where one cannot be kept."""
    options = parsed("aidd apply", arguments)
    whole = _whole(options)
    named = whole.get("ticket") or ""
    if not isinstance(named, str):
        raise Refusal("the `ticket` of the actions file is no text. Nothing was kept")
    if named and options.ticket and named != options.ticket:
        raise Refusal(f"--ticket {options.ticket}: the actions are of {named[:80]!r}. Nothing was kept")
    work = active.needed(options.root, options.ticket or named, options.here)
    given, skipped = sorted_out(whole)
    with registry.held(options.root, verb_append.PATIENCE):
        applied = apply(options.root, work, given)
    lines = [{**json.loads(decision.line(one.entry)), "is_new": one.is_new} for one in applied]
    value = {"ok": True, "problems": [], "ticket": work.ticket, "applied": lines, "skipped": skipped}
    new = sum(one.is_new for one in applied)
    rows = [f"{len(applied)} of {len(applied) + len(skipped)} actions applied"]
    rows += [f"{new} new in {places.decision_log(work.ticket)}"] if applied else []
    rows += [f"{one.entry.id} {one.entry.topic}: {one.entry.decision}" for one in applied]
    rows += [f"skipped {one['type']}: not for this verb" for one in skipped]
    return Report(options, value, redact.clean("\n".join(rows)))


def apply(root: str, work: active.Work, given: Sequence[Given]) -> list[Decided]:
    """What became of the decisions: all stand in the log, or, with a `Refusal`, none. The caller holds the lock."""
    planned: list[Planned] = []
    for at, one in given:
        try:
            if one.get("ticket", work.ticket) != work.ticket:
                raise Refusal(f"it is of {str(one['ticket'])[:80]!r}, and the file's others of {work.ticket}")
            planned.append(verb_append.plan(root, work, one, planned))
        except Refusal as error:
            raise Refusal(f"action {at}: {error}. Nothing was kept".replace(". Nothing was kept. ", ". ")) from error
    return verb_append.keep(root, work, planned)


def sorted_out(whole: Mapping[str, Any]) -> tuple[list[Given], list[dict[str, Any]]]:
    """The decisions that the actions append, each with the number of its action, and what other actions there are."""
    actions = whole.get("actions")
    if not isinstance(actions, list):
        raise Refusal(f"the actions file has no list `actions` ({SCHEMA}). Nothing was kept")
    allowed = whole.get("allowed_action_types")
    if allowed is not None and not isinstance(allowed, list):
        raise Refusal("the `allowed_action_types` of the actions file are no list. Nothing was kept")
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
    """The keys of a decision that an action gives; of the file it has stage and scope where it has none itself."""
    params = action.get("params", {key: value for key, value in action.items() if key not in _ABOUT})
    if not isinstance(params, dict):
        raise Refusal(f"action {at}: `params` is no object. Nothing was kept")
    found = {key: value for key, value in params.items() if value is not None}
    title = found.pop("title", None)
    if title is not None:
        found.setdefault("topic", title)
    for key in ("stage", "scope_key"):
        if isinstance(whole.get(key), str) and whole[key]:
            found.setdefault(key, whole[key])
    return found


def _whole(options: Any) -> dict[str, Any]:
    """The object of the actions file."""
    name = options.actions
    whole = input_object(options, "--actions", name, f"of {SCHEMA}")
    schema = whole.get("schema") or whole.get("schema_version") or SCHEMA
    if schema != SCHEMA:
        raise Refusal(f"--actions {name}: its schema is {str(schema)[:80]!r}, not {SCHEMA}. Nothing was kept")
    return whole
