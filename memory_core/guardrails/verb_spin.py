"""`memory-core iris spin`: writes the answers of a cycle into `IRIS_MEMORY.json`: all of them, or none."""

from collections.abc import Iterable, Mapping
from typing import Any, Final, NamedTuple

from memory_core.core import registry, scopes
from memory_core.core.light import clock
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory, as_json
from memory_core.core.options import Parser
from memory_core.core.report import Report
from memory_core.guardrails import file_format, last_run, validation, verdict
from memory_core.guardrails import home as rules_home
from memory_core.guardrails import json_input as given
from memory_core.guardrails import rules_file as home
from memory_core.guardrails.file_format import DATES, IGNORED, Rails, Section

SHAPE: Final = (
    '{"answers": [{"entry": "IP-001", "answer": "keep|update|remove", …} or {"proposal": "IMP-3", "answer": "yes|no", '
    '"entry"?}], "rejected": [{"proposal" or "proposed" and "scope", "reason", "permanent"?, "expires_on"?, '
    '"reconsider_when"?}], "patterns": […], "constraints": […], "cycle": N}'
)
_KEYS: Final = frozenset(("answers", "rejected", "patterns", "constraints", "cycle"))
_ANSWERS: Final = ("keep", "update", "remove")
_YES_NO: Final = ("yes", "no")
_ASKED: Final = ("ask", "escalate")  # verdicts that put a question about an entry


class _Plan(NamedTuple):
    """The changes to be written."""

    changes: dict[str, dict[str, Any]]  # by id
    removals: list[str]
    additions: list[Memory]
    answers: dict[str, dict[str, Any]]  # of proposals, by id
    notes: list[str]


def spin(arguments: list[str]) -> Report:
    """Write the answers of a cycle; `Refusal`, and nothing written, where an answer is wrong."""
    options = Parser("iris spin", f"Writes the answers of a cycle, read as JSON on standard input: {SHAPE}").read(
        arguments
    )
    if options.args_stdin:
        raise Refusal(f"iris spin reads JSON on standard input, not words: {SHAPE}")
    payload = given.read("spin", SHAPE)
    for key in payload:
        if key not in _KEYS:
            raise Refusal(f"{key!r} is not a key of iris spin; give {SHAPE}")
    root = options.root
    with registry.held(root):
        plan = _plan(payload, root)
        kept, removed = _written(root, plan)
    written = {"written": [as_json(memory) for memory in kept], "removed": removed, "answers": plan.answers}
    return Report(options, written | {"notes": plan.notes}, _text(plan, kept, removed))


def _text(plan: _Plan, kept: list[Memory], removed: list[str]) -> str:
    lines = [f"{memory.id} {'changed' if memory.id in plan.changes else 'added'}: {memory.summary}" for memory in kept]
    lines += [f"{name} removed" for name in removed]
    for name, answer in plan.answers.items():
        what = f"the same as {answer['same']}" if answer["same"] else f"another thing than {', '.join(answer['other'])}"
        lines.append(f"{name}: noted for this run, {what}")
    return "\n".join(lines + plan.notes) or "nothing to write; the file was stamped"


def _plan(payload: Mapping[str, Any], root: str) -> _Plan:
    today = clock.today()
    cycle = payload.get("cycle")
    if cycle is not None and (not isinstance(cycle, int) or isinstance(cycle, bool) or cycle < 1):
        raise Refusal("cycle must be a whole number, at least 1")
    plan = _Plan({}, [], [], {}, [])
    run = last_run.read(root)
    rails = home.read(root)
    entries = {memory.id: memory for memory in rails.memories}
    for at, item in enumerate(given.items(payload, "answers", SHAPE, needed=False)):
        place = f"answers[{at}]"
        if "entry" in item and "proposal" not in item:
            _answer(item, place, entries, plan, today)
        else:
            _record_answer(item, place, run, plan)
    for key, kind in (("rejected", "rejection"), ("patterns", "exception"), ("constraints", "constraint")):
        for at, item in enumerate(given.items(payload, key, SHAPE, needed=False)):
            plan.additions.append(_entry(item, f"{key}[{at}]", file_format.section_of(kind), run, cycle, root))
    _refuse_unasked(plan, rails, run, today)
    _refuse_twice(plan.additions, rails)
    return plan


def _refuse_unasked(plan: _Plan, rails: Rails, run: Mapping[str, Any], today: str) -> None:
    """Raise `Refusal` if an answer is about an entry of which no cycle has asked."""
    asked = {memory.id for memory in rails.memories if file_format.due(memory, today)}
    asked |= set(verdict.in_force(rails.memories).changes)
    for each in run["verdicts"]:
        if each["action"] in _ASKED:
            asked |= {each["entry"], *each["entries"]}
    for name in (*plan.changes, *plan.removals):
        if name not in asked:
            verb = "remove" if name in plan.removals else "edit"
            raise Refusal(
                f"{name} needs no answer: it is not due, no context change affects it, and the last "
                f"`memory-core iris ideate` did not ask about it. The user can change it: "
                f"`memory-core iris {verb} {name}`; nothing was written"
            )


def _refuse_twice(additions: Iterable[Memory], rails: Rails) -> None:
    there = {memory.fingerprint: memory.id for memory in rails.memories}
    new: set[str] = set()
    for memory in additions:
        if name := there.get(memory.fingerprint):
            raise Refusal(
                f"{memory.summary[:80]!r}: the same words are kept already: {name}; "
                f"`memory-core iris edit {name}` changes it; nothing was written"
            )
        if memory.fingerprint in new:
            raise Refusal(f"{memory.summary[:80]!r} is given twice; give it once; nothing was written")
        new.add(memory.fingerprint)


def _refuse_deny(name: str, verb: str) -> None:
    raise Refusal(
        f"{name}: spin neither makes a rule refuse edits nor changes what a rule refuses, because the history must be "
        f"audited first. The user can do it: `memory-core iris {verb} … --enforce deny`; nothing was written"
    )


def _typed(item: Mapping[str, Any], place: str, section: Section) -> dict[str, Any]:
    """The values in the form of the file; `Refusal` names a key that the section lacks or whose value has the wrong
    type.
    """
    result: dict[str, Any] = {}

    def refuse(key: str, what: str) -> None:
        raise Refusal(f"{place}.{key} {what.removesuffix(IGNORED)}; nothing was written")

    for key, value in item.items():
        if key == "id" or key not in section.keys:
            raise Refusal(f"{place}.{key} is not a key of an entry; the keys are {', '.join(section.keys[1:])}")
        kept = None if value is None else file_format.as_kept(key, value, refuse)
        if key in DATES and kept != value:
            refuse(key, "is no date; write YYYY-MM-DD")
        result[key] = kept
    return result


def _answer(item: Mapping[str, Any], place: str, entries: Mapping[str, Memory], plan: _Plan, today: str) -> None:
    """The user's answer for an entry that was due (IRIS-39, 40)."""
    name = given.text(item, "entry", place, needed=True)
    name = file_format.named(name, entries) or name
    answer = given.text(item, "answer", place, needed=True).casefold()
    if name not in entries:
        raise Refusal(
            f"{place}.entry: no entry has the id {name!r}; there is {', '.join(list(entries)[:20]) or 'none'}"
        )
    if name in plan.changes or name in plan.removals:
        raise Refusal(f"{place}.entry: {name} is answered twice; give one answer")
    if answer not in _ANSWERS:
        raise Refusal(f"{place}.answer {answer!r} is not one of {', '.join(_ANSWERS)}")
    if answer == "remove":
        plan.removals.append(name)
        return
    section = file_format.section_of(entries[name].kind)
    fields = {key: value for key, value in item.items() if key not in ("entry", "answer")}
    if answer == "update" and not fields:
        raise Refusal(f"{place}: update needs at least one of the keys {', '.join(section.keys[1:])}")
    if answer == "keep" and fields.keys() - {"revisit_on"}:
        raise Refusal(f"{place}: keep accepts only revisit_on; answer update to change more")
    fields = _typed(fields, place, section)
    validation.check_dates(fields, today)
    denies = fields.get("enforce", entries[name].attrs.get("enforce")) == "deny"
    if denies and fields.keys() & {"enforce", "forbid", section.scope}:
        _refuse_deny(f"{place} ({name})", f"edit {name}")
    if file_format.due(entries[name], today) and "revisit_on" not in fields:
        fields["revisit_on"] = None
        plan.notes.append(f"{name} stays without a date to look at it again; answer with revisit_on to give it one")
    elif not fields:
        plan.notes.append(f"{name} stays as it is")
    plan.changes[name] = fields


def _record_answer(item: Mapping[str, Any], place: str, run: Mapping[str, Any], plan: _Plan) -> None:
    """Record whether a proposal repeats a rejected one, with the run instead of the file (I-3)."""
    name = given.text(item, "proposal", place, needed=True)
    answer = given.text(item, "answer", place, needed=True).casefold()
    entry = given.text(item, "entry", place)
    judged = next((each for each in run["verdicts"] if each["proposal"] == name), None)
    if judged is None:
        raise Refusal(
            f"{place}.proposal: {name!r} is not a proposal of the last `memory-core iris ideate`; run it again"
        )
    if answer not in _YES_NO:
        raise Refusal(f"{place}.answer {answer!r} is not one of {', '.join(_YES_NO)}")
    asked = judged["entries"]
    doubtful = judged["action"] == "ask" or name in run["answers"]
    if not doubtful or not asked or (entry and entry not in asked):
        raise Refusal(
            f"{place}: {name} has no open question about {entry or 'anything'}; the questions are "
            f"about {', '.join(asked) or 'none'}"
        )
    if answer == "yes" and not entry and len(asked) > 1:
        raise Refusal(f"{place}.entry is missing: name one of {', '.join(asked)}")
    before = plan.answers.get(name) or run["answers"].get(name, {})
    other = set(before.get("other", ())) - {entry}
    if answer == "yes":
        plan.answers[name] = {"same": entry or asked[0], "other": sorted(other)}
    else:
        plan.answers[name] = {"same": "", "other": sorted(other | ({entry} if entry else set(asked)))}


def _entry(
    item: Mapping[str, Any], place: str, section: Section, run: Mapping[str, Any], cycle: int | None, root: str
) -> Memory:
    """A new entry, as the home takes it."""
    fields = dict(item)
    if section.kind == "rejection":
        fields |= _of_run(fields, place, run)
        fields.setdefault("rejected_by", "user")
        fields.setdefault("rejected_reason", fields.pop("reason", None))
    fields.pop("id", None)
    number = {"rejection": "cycle", "exception": "iris_cycle"}.get(section.kind)
    if number and cycle is not None:
        fields.setdefault(number, cycle)
    scope = given.scope(fields, section.scope, place, root) or scopes.EVERYWHERE
    fields[section.scope] = scopes.scoped(scope, root)
    fields.setdefault(section.since, clock.today())
    fields = _typed(fields, place, section)
    validation.check_dates(fields, clock.today())
    if fields.get("enforce") == "deny":
        _refuse_deny(place, "add-constraint" if section.kind == "constraint" else "reject")
    faults: list[str] = []
    memory = file_format.from_item(fields, section, lambda key, what: faults.append(f"{place}.{key} {what}"))
    if memory is not None and not faults:
        faults = [f"{place}.{key} {what}" for key, what in validation.faults(file_format.to_item(memory), section)]
    if memory is None or faults:
        raise Refusal("; ".join([*dict.fromkeys(faults), "nothing was written"]))
    return memory


def _of_run(item: dict[str, Any], place: str, run: Mapping[str, Any]) -> dict[str, Any]:
    """Text and scope of the proposal that an item names, if it does not give its own."""
    name = item.pop("proposal", None)
    if name is None:
        return {}
    value = next((each for each in run["proposals"] if each.get("id") == name), None)
    if value is None:
        raise Refusal(
            f"{place}.proposal: {name!r} is not a proposal of the last `memory-core iris ideate`; "
            "give proposed and scope"
        )
    return {key: item.get(key) or value.get(key) for key in ("proposed", "scope") if item.get(key) or value.get(key)}


def _written(root: str, plan: _Plan) -> tuple[list[Memory], list[str]]:
    """(the entries that were written, the ids of those that were removed). The caller holds the lock."""
    changes = {name: keys for name, keys in plan.changes.items() if keys}
    done = home.Written([], [], [])
    if changes or plan.removals or plan.additions or home.exists(root):  # an answer stamps the file, and makes none
        done = rules_home.settle(root, changes, plan.removals, plan.additions)
    if plan.answers:
        run = last_run.read(root)
        last_run.write(root, run | {"answers": run["answers"] | plan.answers})
    return [*done.changed, *done.added], [memory.id for memory in done.removed]
