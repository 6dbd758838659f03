"""`memory-core iris confirm | decline | sharpen | verify`: a rule is proven, and put in force by the user's yes."""

import argparse
from collections.abc import Mapping, Sequence
from typing import Any

from memory_core.core import registry, undo_log, wings
from memory_core.core.budget import clip, how_many
from memory_core.core.light import clock
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory, as_json, fingerprint, stated_reason
from memory_core.core.report import Report
from memory_core.core.scopes import EVERYWHERE, scoped
from memory_core.guardrails import (
    card,
    families,
    json_input,
    last_run,
    proof,
    rules_file,
    tables,
    verb_entries,
    verb_show,
)
from memory_core.guardrails import home as rules_home
from memory_core.guardrails.entry_options import call, given, parse, refuse_faults
from memory_core.guardrails.file_format import Rails, Section, from_item, section_of, to_item
from memory_core.guardrails.last_run import Draft
from memory_core.guardrails.verb_entries import Told
from memory_core.journal import journal_files
from memory_core.redact.memories import clean

ALL = "all"
_LISTED = 20  # proposals that a question names
_REASON, _TEXT = 10, 500  # characters that a reason must have, and that a rule may


def confirm(arguments: list[str]) -> Report:
    """Put the named rules in force, or read a proof; the exit code is 1 if it is unclear which rules are meant."""
    options = parse("confirm", arguments)
    if options.stdin:
        return _proven(options)
    chosen = _chosen(options)
    if not chosen:
        return _which(options, "confirm")
    rails, waiting = rules_file.read(options.root), last_run.read_drafts(options.root)
    made = [_made(options, entry, rails, waiting.get(entry.id)) for entry in chosen]
    with undo_log.recorded(options.root, "confirm") as done:
        done.extend(entry for entry in chosen if entry.status == "proposed")
        known = rules_file.read(options.root)
        there = [verb_entries.same(known, memory) if not memory.id else None for memory in made]
        kept = [_kept(options, memory, old) for memory, old in zip(made, there, strict=True)]
        done.extend(kept)
        _forget(options.root, chosen)
    return _report(options, kept, there)


def decline(arguments: list[str]) -> Report:
    """Remove proposed rules; the exit code is 1 if it is unclear which rules are meant."""
    options = parse("decline", arguments)
    chosen = _chosen(options)
    if not chosen:
        return _which(options, "decline")
    with undo_log.recorded(options.root, "decline") as done:
        done.extend(entry for entry in chosen if entry.status == "proposed")
        _forget(options.root, chosen)
    wings.refresh(options.root, verb_entries.SECONDS)
    rows = [f"declined: {entry.id}  {entry.kind}: {entry.summary}" for entry in chosen]
    return Report(options, {"declined": [as_json(memory) for memory in chosen]}, "\n".join(rows))


def sharpen(arguments: list[str]) -> Report:
    """Report the rules that only remind, and how a rule gets patterns."""
    options = parse("sharpen", arguments)
    rails = rules_file.read(options.root)
    if options.words:
        rules = [verb_show.named_rule(options.root, name, proposals=True) for name in options.words]
    else:
        rules = [memory for memory in rails.memories if not card.is_sharp(memory)]
    if not rules:
        words = "Every rule is held against edits." if rails.memories else "There are no rules yet."
        return Report(options, {"reminds_only": []}, words)
    asked = [card.request(clean(memory)) for memory in rules[:1]]
    rows = [f"- {memory.id}: {memory.summary}" for memory in rules[:_LISTED]]
    text = "\n".join(["These rules only remind:", *rows, "", *asked])
    value = {"reminds_only": [as_json(memory) for memory in rules], "request": asked[0]}
    return Report(options, value, text, "guard rails" if options.args_stdin else "")


def verify(arguments: list[str]) -> Report:
    """Run the examples of every rule; the exit code is 0 if all have the expected result, else 1."""
    options = parse("verify", arguments)
    named = [verb_show.named_rule(options.root, name) for name in options.words]
    every = named or rules_file.read(options.root).memories
    rules = [memory for memory in every if memory.attrs.get("examples")]
    wrong = [(memory.id, what) for memory in rules for what in (*proof.unfit_patterns(memory), *proof.tried(memory))]
    many = sum(len(each) for memory in rules for each in memory.attrs["examples"].values())
    rows = [f"{name}: {what}" for name, what in wrong]
    rows.append(f"{how_many(len(rules), 'rule')} with {how_many(many, 'example')}: {how_many(len(wrong), 'fault')}.")
    value = {"rules": len(rules), "examples": many, "faults": [{"entry": name, "what": what} for name, what in wrong]}
    return Report(options, value, "\n".join(rows), code=1 if wrong else 0)


def _proven(options: argparse.Namespace) -> Report:
    """Read a proof: the card of the rule, which waits for a yes, or is in force with `--yes`."""
    changes = json_input.read("confirm", proof.SHAPE)
    if len(options.words) != 1:
        raise Refusal("confirm --stdin needs the id of one rule: `memory-core iris confirm AC-001 --stdin`")
    target = _target(options.root, options.words[0])
    return draft(options, target, changes)


def added(options: argparse.Namespace) -> Report:
    """Read a new rule and its proof (`add-constraint --stdin`): its card."""
    value = json_input.read("add-constraint", proof.SHAPE)
    text = " ".join([*options.words, *(() if options.words else [str(value.get("rule") or "")])]).strip()
    if not text:
        raise Refusal(f'the text of the rule is missing: give it as "rule", or before --stdin; {proof.SHAPE}')
    value = {**value, "rule": text}
    section = section_of("constraint")
    entry = {**verb_entries.item(section, clock.today(), 1), section.text: text, section.reason: value.get("reason")}
    if not value.get("reason"):
        raise Refusal('"reason" is missing: why the rule holds, in ten characters or more')
    memory = from_item(entry, section)
    if memory is None:
        raise Refusal("the rule says nothing")
    there = verb_entries.same(rules_file.read(options.root), memory)
    return draft(options, there or memory._replace(id=last_run.named(text), status="proposed"), value)


def draft(options: argparse.Namespace, target: Memory, changes: Mapping[str, Any]) -> Report:
    """Keep the draft of a rule: its card; `Refusal`, and nothing kept, where its proof does not hold."""
    section = section_of(target.kind)
    new = proof.read(changes, section, options.root)
    if new.get("forbid") or new.get("require"):
        new.setdefault("enforce", "ask")
    for key in ("forbid", "require", "counts", "examples"):  # they prove one another
        new.setdefault(key, None)
    entry = _entry(options, target, rules_file.read(options.root)) | new
    refuse_faults({key: value for key, value in entry.items() if value is not None}, section, clock.today())
    memory = from_item(entry, section)
    if memory is None:
        raise Refusal("the rule says nothing")
    memory = memory._replace(id=target.id)
    if faults := proof.faults(memory):
        rows = "\n".join(f"- {fault}" for fault in faults[:20])
        raise Refusal(f"the proof of {target.id} does not hold; nothing was changed:\n{rows}")
    tried = card.trial(options.root, options.here, memory)
    with registry.held(options.root):
        last_run.keep(options.root, Draft(target.id, target.kind, new, target.fingerprint))
    if options.yes:
        return confirm([*_again(options), "--", target.id])
    lines = [*card.card(memory, tried), f"Not in force yet. The user's yes: {call(options)} confirm {target.id}"]
    return Report(options, {"draft": as_json(memory), **card.as_json(tried)}, "\n".join(lines))


def _again(options: argparse.Namespace) -> list[str]:
    return ["--root", options.root, *(["--json"] if options.json else [])]


def _target(root: str, name: str) -> Memory:
    """The proposal, the entry or the draft of that id."""
    new = last_run.read_drafts(root).get(name.casefold())
    if new and name.casefold().startswith("d-"):
        return _of_draft(new)
    near = _near(name, journal_files.waiting_rules(root))
    return near[0] if len(near) == 1 else verb_show.named_rule(root, name)


def _of_draft(new: Draft) -> Memory:
    section = section_of(new.kind)
    memory = from_item({**new.changes, "id": new.name}, section)
    if memory is None:
        raise Refusal(f"{new.name} is damaged; `memory-core iris add-constraint --stdin` creates it again")
    return memory._replace(id=new.name, status="proposed")


def cards(root: str) -> dict[str, list[str]]:
    """What each rule that waits for a yes is, by its id, without trying it on the project."""
    result = {}
    for memory in _waiting(root):
        waiting = last_run.read_drafts(root).get(memory.id)
        section = section_of(memory.kind)
        changed = from_item({**to_item(memory), **(waiting.changes if waiting else {})}, section)
        if changed is not None:
            result[memory.id] = card.card(clean(changed._replace(id=memory.id)), card.UNTRIED)
    return result


def _forget(root: str, chosen: Sequence[Memory]) -> None:
    for memory in chosen:
        if memory.source.home == journal_files.NAME:
            registry.forget(root, memory, clock.stamp(clock.now()))
    last_run.drop(root, *(entry.id for entry in chosen))


def _near(word: str, waiting: Sequence[Memory]) -> list[Memory]:
    name = word.strip(",").casefold()
    return [memory for memory in waiting if memory.id.casefold() == name] or [
        memory for memory in waiting if name and memory.id.removeprefix("g-").startswith(name.removeprefix("g-"))
    ]


def _waiting(root: str) -> list[Memory]:
    """The proposals, and the rules of which a draft waits for a yes."""
    proposals = journal_files.waiting_rules(root)
    known = {entry.id for entry in proposals}
    rails = {memory.id: memory for memory in rules_file.read(root).memories}
    memories = list(proposals)
    for name, draft in last_run.read_drafts(root).items():
        if name in rails:
            memories.append(rails[name])
        elif name not in known and name.startswith("d-"):
            memories.append(_of_draft(draft))
    return memories


def _which(options: argparse.Namespace, action: str) -> Report:
    """The rules that wait, each with the call that names it; the exit code is 1, nothing is changed."""
    waiting, how = _waiting(options.root), f"{call(options)} {action}"
    rows = [f"{how} {memory.id}   {memory.kind}: {_words(memory)}" for memory in waiting[:_LISTED]]
    rows += [f"… and {len(waiting) - _LISTED} more"] if len(waiting) > _LISTED else []
    return Report(options, text="\n".join(["Which of them? Nothing was changed.", *rows, f"{how} {ALL}"]), code=1)


def _chosen(options: argparse.Namespace) -> list[Memory]:
    """The rules with these ids or beginnings of ids; `Refusal` if a name fits none or several.

    Empty if several wait and none is named.
    """
    waiting, words = _waiting(options.root), options.words
    if not waiting:
        raise Refusal(_nothing(options, words))
    if not words and len(waiting) > 1:
        return []
    if not words or [word.casefold() for word in words] == [ALL]:
        return list(waiting)
    memories: dict[str, Memory] = {}
    for word in words:
        near = _near(word, waiting)
        if len(near) != 1:
            what = "the beginning of more than one" if near else "no proposal"
            raise Refusal(f"{word!r} is {what}; the ids are {', '.join(memory.id for memory in waiting[:_LISTED])}")
        memories[near[0].id] = near[0]
    return list(memories.values())


def _nothing(options: argparse.Namespace, words: Sequence[str]) -> str:
    known = [memory.id for memory in rules_file.read(options.root).memories]
    if words and (name := next((text for text in known if text.casefold() == words[0].casefold()), "")):
        return f"{name} is in force; `{call(options)} sharpen {name}` gives it other patterns"
    return "nothing is proposed; what you reject or forbid in a session is, at its end"


def _words(proposal: Memory) -> str:
    """The text of a proposal, its reason, and its alternative."""
    attrs = proposal.attrs
    more = {"why": stated_reason(proposal), **tables.facts_of(proposal), "instead": attrs.get("instead", "")}
    lines = [clip(proposal.summary, 160), *(f"{name} {clip(str(value), 80)}" for name, value in more.items() if value)]
    return "; ".join(lines)


def _entry(options: argparse.Namespace, target: Memory, rails: Rails) -> dict[str, Any]:
    """The entry that a rule is or becomes, without the given options."""
    section, today = section_of(target.kind), clock.today()
    if target.source.home != journal_files.NAME and not target.id.startswith("d-"):
        return to_item(target)
    entry: dict[str, Any] = {
        **verb_entries.item(section, today, verb_entries.last_cycle(rails)),
        **{key: target.attrs[key] for key in section.keys if target.attrs.get(key)},
        section.text: clip(target.summary, _TEXT),
    }
    if section.reason:
        entry[section.reason] = _reason(target)
        entry[section.scope] = scoped(target.scope.path or EVERYWHERE, options.root)
    return entry


def _made(options: argparse.Namespace, target: Memory, rails: Rails, waiting: Draft | None) -> Memory:
    """The guard rail that a proposal or a draft becomes; its id is "" if it is new."""
    section, today = section_of(target.kind), clock.today()
    stated = given(options, section)
    entry = _entry(options, target, rails)
    if waiting is not None:
        if target.source.home and waiting.words != target.fingerprint:
            raise Refusal(f"{target.id} has changed since it was proven; prove it again, or decline it")
        entry |= waiting.changes
    elif not stated.get("forbid") and section.kind in ("constraint", "rejection"):
        entry |= _families(entry, target.summary, section)
    entry |= stated
    entry = {key: value for key, value in entry.items() if value is not None}
    refuse_faults(entry, section, today)
    memory = from_item(entry, section)
    if memory is None:
        raise Refusal(f"{target.id} has no text; `{call(options)} decline {target.id}` removes it")
    if "enforce" not in entry and (memory.attrs.get("forbid") or memory.attrs.get("require")):
        memory = memory._replace(attrs={**memory.attrs, "enforce": "ask"})
    verb_entries.check_place(memory)
    stands = target.source.home != journal_files.NAME and not target.id.startswith("d-")
    return memory._replace(id=target.id if stands else "")


def _families(entry: Mapping[str, Any], summary: str, section: Section) -> dict[str, Any]:
    """The patterns of a rule that are known without a model: its packages, or those of its kind."""
    forbid = list(entry.get("forbid") or ())
    if forbid:
        return {"forbid": [*forbid, *families.more(forbid)]}
    known = families.suggested(summary)
    scope = known.pop("scope", "")
    if scope and entry.get(section.scope) in (None, "", EVERYWHERE):
        known[section.scope] = scope
    return known


def _kept(options: argparse.Namespace, memory: Memory, old: Memory | None) -> Memory:
    if old is not None:
        return old
    if not memory.id:
        kept = registry.keep(options.root, [memory])[0]
        _forget_convention(options.root, memory)
        return kept
    before = next(entry for entry in rules_file.read(options.root).memories if entry.id == memory.id)
    changed, was = to_item(memory), to_item(before)
    keys = [key for key in {*changed, *was} if changed.get(key) != was.get(key) and key != "id"]
    return rules_home.revise(options.root, memory.id, {key: changed.get(key) for key in keys})


def _forget_convention(root: str, rule: Memory) -> None:
    """Remove the convention with the same content: the marker line of a rule is kept as a convention until it is
    confirmed.
    """
    mark = fingerprint("", rule.summary)
    for memory in journal_files.read(root):
        if memory.kind == "convention" and fingerprint("", memory.summary) == mark:
            registry.forget(root, memory, clock.stamp(clock.now()))


def _report(options: argparse.Namespace, kept: Sequence[Memory], there: Sequence[Memory | None]) -> Report:
    """Report the rules that are in force now, what they would have stopped, and what is missing."""
    file = verb_entries.to_commit(options)
    written = []
    for memory, old in zip(kept, there, strict=True):
        if old is not None:
            written.append(Told(f"{memory.id} says so already, and stays as it is", memory))
            continue
        if card.is_sharp(memory):
            more = tuple(card.counted(card.trial(options.root, options.here, memory))) if _is_rule(memory) else ()
        else:
            more = verb_entries.wished(options, memory)
        if options.args_stdin and _is_rule(memory) and not memory.attrs.get("examples"):
            more = (*more, card.request(memory, keeps=_KEEPS if card.is_sharp(memory) else ""))
        written.append(Told(f"confirmed: {memory.id} in {file}", memory, more))
    return verb_entries.report(options, written)


_KEEPS = "It holds as it is. To make it sure, prove it: "


def _is_rule(memory: Memory) -> bool:
    return memory.kind in ("constraint", "rejection")


def _reason(proposal: Memory) -> str:
    """The reason of a rule; if none or too short a reason was given, its origin: a file that others write too."""
    text = f"proposed on {proposal.created[:10]}" if proposal.created else "proposed by this repository"
    why = stated_reason(proposal)
    if not why:
        return text
    return why if len(why) >= _REASON else f"{why} ({text})"
