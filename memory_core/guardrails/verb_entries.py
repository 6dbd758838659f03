"""`memory-core iris add-… | reject | edit | remove`: changes of the guard rails by a person, in `IRIS_MEMORY.json`."""

import argparse
import os
import re
from collections.abc import Mapping, Sequence
from importlib import import_module
from typing import Any, Final, NamedTuple

from memory_core import redact
from memory_core.core import git, registry, terminal, undo_log, wings
from memory_core.core.budget import clip
from memory_core.core.light import clock, places
from memory_core.core.light.errors import Refusal
from memory_core.core.light.globs import is_whole
from memory_core.core.memory import Memory, as_json
from memory_core.core.report import Report
from memory_core.core.scopes import EVERYWHERE
from memory_core.guardrails import families, last_run, passes, rules_file, verb_show
from memory_core.guardrails import home as rules_home
from memory_core.guardrails import tables as view
from memory_core.guardrails.entry_options import call, given, line, meant, parse, refuse_faults
from memory_core.guardrails.file_format import FILE, Rails, Section, from_item, named, section_of, to_item
from memory_core.guardrails.light.check import DECIDES, is_matched, keeps_place
from memory_core.guardrails.passes import Entry
from memory_core.journal import journal_files
from memory_core.recall import already_kept, embedding
from memory_core.redact.memories import clean

SECONDS: Final = 5.0  # for index and briefing; what is left is done by the next one who opens them
REPLAYED: Final = 200  # commits that a rule is tried on before it may refuse an edit
_NAMED: Final = 5  # places that a refusal names
_PROPOSAL: Final = re.compile(r"[A-Za-z]+-\d+")
_DOES: Final = {
    "constraint": ("add-constraint", "Never use an ORM"),
    "exception": ("add-pattern", "UserService stays one class"),
    "rejection": ("reject", "Split the monolith into services"),
    "context-change": ("add-context", "Two more developers joined"),
}
_EDIT: Final = 'Change an entry: only what is given. "none" takes a key out; --forbid "" takes out all that it forbids.'
_LASTING: Final = ("reason", "rejected_reason", "applies_to", "scope", "created_on", "decided_on", "rejected_by")


def add_constraint(arguments: list[str]) -> Report:
    """Keep a rule."""
    options = parse("add-constraint", arguments)
    if options.stdin:
        proven: Report = import_module("memory_core.guardrails.verb_confirm").added(options)
        return proven
    return _add(options, "constraint")


def add_pattern(arguments: list[str]) -> Report:
    """Keep a deliberate exception."""
    options = parse("add-pattern", arguments)
    return _add(options, "exception")


def add_context(arguments: list[str]) -> Report:
    """Keep a change of the project's context (IRIS-10)."""
    options = parse("add-context", arguments)
    return _add(options, "context-change")


def reject(arguments: list[str]) -> Report:
    """Keep a rejection; a first word such as IMP-3 is a proposal of the last `ideate`."""
    options = parse("reject", arguments)
    known: dict[str, Any] = {}
    if options.words and _PROPOSAL.fullmatch(options.words[0]):
        name = options.words.pop(0)
        name = named(name, [str(each.get("id")) for each in last_run.read(options.root)["proposals"]]) or name
        proposal = last_run.proposal(options.root, name)
        if proposal is None and not options.words:
            raise Refusal(
                f'{name}: the last ideate had no such proposal; reject it in words: `iris reject "…" --reason "…"`'
            )
        scope = (proposal or {}).get("scope") or ""
        known = {
            "proposed": (proposal or {}).get("proposed", ""),
            "scope": scope if isinstance(scope, str) else ", ".join(scope),
        }
    return _add(options, "rejection", {key: value for key, value in known.items() if value})


def edit(arguments: list[str]) -> Report:
    """Change what is given; the rest of the entry stays."""
    options = parse("edit", arguments)
    if not options.words:
        raise Refusal("edit needs the id of an entry: `memory-core iris edit AC-001 --scope src/**`")
    before = verb_show.named_rule(options.root, options.words[0])
    section = section_of(before.kind)
    changes = given(options, section)
    if changes.get("forbid") and not options.exact:
        changes["forbid"] = [*changes["forbid"], *families.more(changes["forbid"])]
    if text := line(" ".join(options.words[1:])):
        changes[section.text] = text
    if not changes:
        raise Refusal(
            f"nothing is given to change of {before.id}: new words, or one of {meant(section)}; "
            f"to take it out: {call(options)} remove {before.id}"
        )
    gone = [key for key, value in changes.items() if value is None and key in _LASTING]
    if gone:
        raise Refusal(f"{gone[0]} of {before.id} can be changed, not removed; nothing was changed")
    refuse_faults({**to_item(before), **changes}, section, clock.today(), changes.keys())
    after = from_item({**to_item(before), **changes}, section)
    if after is not None and changes.keys() & {"enforce", "forbid", section.scope}:
        check_place(after)
    with undo_log.recorded(options.root, "iris edit") as done:
        memory = rules_home.revise(options.root, before.id, changes)
        done.append(memory)
    return report(options, [Told(f"changed {memory.id} in {to_commit(options)}", memory)])


def remove(arguments: list[str]) -> Report:
    """Remove an entry; the exit code is 1 and nothing changes if nobody agrees."""
    options = parse("remove", arguments)
    if len(options.words) != 1:
        raise Refusal("remove needs the id of one entry: `memory-core iris remove RC-001`")
    name = options.words[0]
    waiting = [memory for memory in journal_files.waiting_rules(options.root) if memory.id == name]
    if waiting:
        with undo_log.recorded(options.root, "decline") as done:
            done.append(waiting[0])
            registry.forget(options.root, waiting[0], clock.stamp(clock.now()))
        return _removed(options, waiting[0], f"{name} is no longer proposed")
    memory = verb_show.named_rule(options.root, name)
    if not options.yes:
        shown = "\n".join([memory.id, *view.entry_lines(clean(memory))])
        if not terminal.can_ask(options):
            how = f"{call(options)} remove {memory.id} --yes"
            text = f"{shown}\n\nNothing was changed. To remove it: {how}"
            return Report(options, text=None if options.json else text, errors=[text] if options.json else [], code=1)
        if not terminal.agrees("Remove it?", redact.neutral(shown)):
            return Report(options, code=1)
    with undo_log.recorded(options.root, "iris remove") as done:
        memory = rules_file.remove(options.root, memory.id, clock.today())
        done.append(memory)
    return _removed(options, memory, f"removed {memory.id} from {FILE}: it holds no longer")


def item(section: Section, today: str, cycle: int) -> dict[str, Any]:
    """The default fields of an entry."""
    plain: dict[str, Any] = {section.since: today}
    plain |= {key: cycle for key in ("cycle", "iris_cycle") if key in section.keys}
    plain |= {section.scope: EVERYWHERE} if section.scope else {}
    return plain | ({"rejected_by": "user", "permanent": False} if section.kind == "rejection" else {})


def last_cycle(rails: Rails) -> int:
    """The largest cycle that an entry names; 1 if none does."""
    named = [memory.attrs.get(key) for memory in rails.memories for key in ("cycle", "iris_cycle")]
    return max((number for number in named if isinstance(number, int)), default=1) or 1


def same(rails: Rails, memory: Memory) -> Memory | None:
    """The guard rail with the same words in other case or punctuation; None if there is none."""
    return next((entry for entry in rails.memories if entry.fingerprint == memory.fingerprint), None)


def check_place(memory: Memory) -> None:
    """Raise `Refusal` if a rule is to stop edits and names neither texts nor a place."""
    how = memory.attrs.get("enforce")
    if how in DECIDES and not keeps_place(memory) and not is_matched(memory):
        raise Refusal(
            f"--enforce {how} for the whole project needs what is forbidden: --forbid WORD or --forbid '/expression/'; "
            "or --scope with the place where nothing may be added; nothing was changed"
        )


class Told(NamedTuple):
    """An entry that was written: what was done with it, and the lines to print."""

    head: str
    memory: Memory
    more: tuple[str, ...] = ()


def report(options: argparse.Namespace, written: Sequence[Told]) -> Report:
    """Bring index and briefing up to date with the entries, and report them."""
    wings.refresh(options.root, SECONDS)
    why = [embedding.indexed(options.root, written.memory) for written in written]
    values = [as_json(written.memory) for written in written]
    blocks = ["\n".join([written.head, *view.entry_lines(written.memory), *written.more]) for written in written]
    text = "\n".join(["\n\n".join(blocks), *dict.fromkeys(reason for reason in why if reason)])
    return Report(options, values[0] if len(values) == 1 else values, text)


def to_commit(options: argparse.Namespace) -> str:
    """The file, with its folder in another worktree, and whether it is to be committed."""
    away = places.worktree(options.root, options.here) != options.root
    return f"{FILE}{f' of {options.root}' if away else ''}{', a file to commit' if git.folder(options.root) else ''}"


def wished(options: argparse.Namespace, memory: Memory) -> tuple[str, ...]:
    """What would make the rule checkable at each edit, if it forbids no texts."""
    if memory.kind not in ("constraint", "rejection") or is_matched(memory) or keeps_place(memory):
        return ()
    edit = f"{call(options)} edit {memory.id}"
    place = "" if is_whole(memory.scope.path) else f"; to be asked before anything is added there: {edit} --enforce ask"
    sharpen = f"{call(options)} sharpen {memory.id}"
    return (f"it only reminds; to have what edits add checked: {sharpen}, or {edit} --forbid WORD{place}",)


def _add(options: argparse.Namespace, kind: str, known: Mapping[str, Any] | None = None) -> Report:
    section, today = section_of(kind), clock.today()
    rails = rules_file.read(options.root)
    stated = {key: value for key, value in given(options, section).items() if value is not None}
    text = line(" ".join(options.words))
    if stated.get("forbid") and not getattr(options, "exact", False):
        stated["forbid"] = [*stated["forbid"], *families.more(stated["forbid"])]
    entry = {
        **item(section, today, last_cycle(rails)),
        **(known or {}),
        **stated,
        **({section.text: text} if text else {}),
    }
    _complete(options, entry, section)
    refuse_faults(entry, section, today)
    memory = from_item(entry, section)
    if memory is None:
        raise Refusal(f"{section.text}: is empty")
    if not options.anew:
        _refuse_twice(rails, memory)
    check_place(memory)
    with undo_log.recorded(options.root, "iris add") as done:
        if not options.anew:
            _refuse_twice(rules_file.read(options.root), memory)
        memory = registry.keep(options.root, [memory])[0]
        done.append(memory)
        for waiting in journal_files.waiting_rules(options.root):
            if waiting.fingerprint == memory.fingerprint:
                registry.forget(options.root, waiting, clock.stamp(clock.now()))
    more = wished(options, memory)
    if memory.attrs.get("enforce") in DECIDES:
        cards = import_module("memory_core.guardrails.card")
        more = (*more, *cards.counted(cards.trial(options.root, options.here, memory)))
    return report(options, [Told(f"kept {memory.id} in {to_commit(options)}", memory, more)])


def _complete(options: argparse.Namespace, entry: Mapping[str, Any], section: Section) -> None:
    action, example = _DOES[section.kind]
    missing = [] if entry.get(section.text) else ["its words"]
    missing += ["--reason (why)"] if section.reason and not entry.get(section.reason) else []
    if missing:
        reason = ' --reason "…"' if section.reason else ""
        words = f'"{entry.get(section.text) or example}"'
        raise Refusal(f"missing: {' and '.join(missing)}; nothing was kept: `{call(options)} {action} {words}{reason}`")


def _refuse_twice(rails: Rails, memory: Memory) -> None:
    alike = (entry for entry in rails.memories if entry.scope.path == memory.scope.path)
    if there := same(rails, memory) or already_kept.one_of(alike, memory):
        raise Refusal(
            f"it exists already: {there.id} ({there.summary}); `memory-core iris edit {there.id}` changes it, and "
            "--anew keeps both"
        )


def _removed(options: argparse.Namespace, memory: Memory, line: str) -> Report:
    wings.refresh(options.root, SECONDS)
    return Report(options, {"removed": as_json(memory)}, f"{line}\n{memory.kind}: {memory.summary}")


def allow(arguments: list[str]) -> Report:
    """Let the next such edit of that file pass; `Refusal` if no such edit was stopped."""
    options = parse("allow", arguments)
    entries = _stopped(options)
    if not passes.allow(options.root, entries):
        raise Refusal("the pass cannot be written; `memory-core doctor` shows which folder cannot be written")
    names, path = [entry.rule for entry in entries], entries[0].path
    times = passes.free(options.root, entries)
    often = "once" if times == 1 else f"{times} times"
    text = f"allowed: {', '.join(names)} lets the next edit of {path} pass, {often}, in its session"
    value = {"allowed": {"rules": names, "file": path, "times": times}}
    return Report(options, value, f"{text}\nThe edit that was stopped can be made again.")


def _stopped(options: argparse.Namespace) -> Sequence[Entry]:
    """The rules that stopped the edit that is meant."""
    session = os.environ.get("CLAUDE_CODE_SESSION_ID", "")
    names = [word.strip(",") for word in options.words]
    paths = passes.called(options.root, options.file, (options.here, options.root)) if options.file else []
    entries = passes.last(options.root, session, names, paths)
    missing = [name for name in names if name.casefold() not in {entry.rule.casefold() for entry in entries}]
    if missing or not entries:
        what = f" by {', '.join(clip(name, 40) for name in missing)}" if missing else ""
        where = f" of {clip(options.file, 100)}" if options.file else ""
        whose = " in this session" if session else ""
        raise Refusal(f"no edit{where} was stopped{what}{whose} that the user could allow; nothing was allowed")
    return entries
