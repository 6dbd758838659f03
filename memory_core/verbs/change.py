"""`memory-core resolve ID RESOLUTION`: a blocker or a finding is settled, and how (C-12)."""

import argparse
import importlib
import re
from typing import Final

from memory_core import redact
from memory_core.core import git, registry, terminal, transitions, undo_log
from memory_core.core.home import Addition
from memory_core.core.light import lifecycle
from memory_core.core.light.errors import Refusal, Usage
from memory_core.core.light.lifecycle import BY, SUPERSEDED
from memory_core.core.memory import SINGULAR, SUMMARY, Link, Memory, as_json
from memory_core.core.options import Parser, call, parsed
from memory_core.core.report import Report
from memory_core.language import relation
from memory_core.notes import git_notes
from memory_core.recall import embedding, find
from memory_core.redact import second_opinion
from memory_core.tickets import active, verb_append
from memory_core.tickets import home as tickets_home
from memory_core.verbs import remember


def resolve(arguments: list[str]) -> Report:
    """Keep the resolution with the memory; `Refusal` if nothing is open to resolve."""
    options = parsed("resolve", arguments)
    if options.reopen:
        return _reopened(options)
    text = second_opinion.clean(" ".join(options.resolution)).strip()
    if not (options.id and text):
        raise Usage(
            f"name the memory, and give the resolution: `{call(options, 'resolve')} ID the pool is "
            "closed before the fork`"
        )
    with undo_log.recorded(options.root, "resolve") as done:
        memory, _ = find.get(options.root, options.id)
        done.append(memory)
        registry.refuse_foreign(memory)
        if tickets_home.is_logged(memory):
            ticket = tickets_home.ticket_of(memory)
            raise Refusal(f"{memory.id} is a decision of {ticket}: append the one that takes its place, "
                          f"`memory-core aidd append … --supersedes {memory.id}`, or it again with "
                          "`--status rejected`")  # fmt: skip
        if memory.kind not in lifecycle.UNFINISHED:
            raise Refusal(f"{memory.id} is a {memory.kind}; only what waits can be resolved: "
                          "a blocker, a finding, an error, a next step, a question")  # fmt: skip
        if memory.status == lifecycle.RESOLVED:
            raise Refusal(f"{memory.id} is resolved already; `memory-core remember --amend {memory.id}` adds to it")
        transitions.moved(memory, "settled", memory.updated)
        body = f"## Resolution\n\n{text}" if memory.source.home == git_notes.NAME else text
        more = Addition(body, lifecycle.RESOLVED)
        memory = find.revised(options.root, options.here, memory, more)
    why = embedding.indexed(options.root, memory)
    at = f" on commit {memory.source.commit[:10]}" if memory.source.commit else f" in {memory.source.place}"
    lines = [f"resolved {memory.id}{at}", f"{memory.kind}: {redact.neutral(memory.summary)}", f"resolution: {text}"]
    return Report(options, as_json(memory), "\n".join([*lines, *([why] if why else [])]))


def _reopened(options: argparse.Namespace) -> Report:
    """Open a resolved memory again; the words after its id give the reason."""
    text = second_opinion.clean(" ".join(filter(None, (options.id, *options.resolution)))).strip()
    with undo_log.recorded(options.root, "resolve --reopen") as done:
        memory, _ = find.to_change(options.root, options.reopen)
        done.append(memory)
        registry.refuse_foreign(memory)
        if memory.status != lifecycle.RESOLVED:
            raise Refusal(f"{memory.id} is {memory.status}; only what is resolved can be opened again")
        body = f"## Reopened\n\n{text or 'It is open again.'}" if memory.source.home == git_notes.NAME else text
        status = lifecycle.after(memory.status, "reopened", memory.kind)
        memory = find.revised(options.root, options.here, memory, Addition(body, status))
    why = embedding.indexed(options.root, memory)
    lines = [f"reopened {memory.id}", f"{memory.kind}: {redact.neutral(memory.summary)}"]
    lines += [*undo_log.way_back(options.root), *([why] if why else [])]
    return Report(options, as_json(memory), "\n".join(lines))


def edit(arguments: list[str]) -> Report:
    """Change the words of a memory; `Refusal` if it no longer holds, or its file belongs to somebody else."""
    options = parsed("edit", arguments)
    summary = " ".join(second_opinion.clean(" ".join(options.words)).split())
    body = None if options.body is None else second_opinion.clean(options.body).strip()
    if not options.id or not (summary or body is not None):
        raise Usage(
            f'name the memory and give its new words: `{call(options, "edit")} ID "Use WAL for the '
            'job queue"`, or --body'
        )
    if len(summary) > SUMMARY:
        raise Refusal(f"the summary is {len(summary)} characters long, and has at most {SUMMARY}. "
                      "Nothing was changed: shorten it, and give the rest with --body")  # fmt: skip
    memory, _ = find.to_change(options.root, options.id)
    if registry.wanted_by(memory) == "learnings":
        if body is not None:
            raise Refusal(f"{memory.id} is a learning: it is one line, and has no --body")
        given = ["--root", options.here, *(["--json"] if options.json else [])]
        learnings = importlib.import_module("memory_core.learnings.verb_change")
        report: Report = learnings.edit([*given, "--", memory.id, summary])
        return report
    registry.refuse_foreign(memory)
    transitions.moved(memory, "edited", memory.updated)
    edits = tuple(key for key, new in (("summary", summary or None), ("body", body))
                  if new is not None and new != getattr(memory, key))  # fmt: skip
    if not edits:
        raise Refusal(f"{memory.id} says so already; nothing was changed")
    with undo_log.recorded(options.root, "edit") as done:
        done.append(memory)
        more = Addition(body or "", edits=edits, summary=summary)
        new = find.revised(options.root, options.here, memory, more)
        registry.refresh(options.root, memory)
    why = embedding.indexed(options.root, new)
    lines = [f"edited {new.id}: {redact.neutral(new.summary)}", f"before: {redact.neutral(memory.summary)}"]
    return Report(options, as_json(new), "\n".join([*lines, *undo_log.way_back(options.root), *([why] if why else [])]))


_PART: Final = re.compile(r"[-_\d]")  # stands in the beginning of an id that is more than a word
_COMPARED: Final = 1000  # characters of a memory
# Options of `remember` that new words take from the memory whose place they take.
_TAKEN_OVER: Final = ("ticket", "phase", "status", "commit")


def supersede(arguments: list[str]) -> Report:
    """Put a memory in the place of another; each names the other. `Refusal` if that cannot be."""
    options = _parser().read(arguments)
    words = options.words[1:] if options.words[:1] == ["by"] else options.words
    if not (options.id and "".join(words).strip()):
        raise Usage(
            f'say which memory, and what replaces it: `{call(options, "supersede")} ID by "Use Postgres"`, or `… by ID`'
        )
    old, _ = find.to_change(options.root, options.id)
    registry.refuse_foreign(old)
    transitions.moved(old, "superseded", old.updated)
    if old.status == lifecycle.PROPOSED:
        raise Refusal(f"{old.id} is proposed, not in force: `iris confirm {old.id}` or `iris decline` settles it")
    is_there = len(words) == 1 and _names(options.root, words[0])
    if is_there and not options.yes and not _is_meant(options, old, words[0]):
        return Report(options, text="nothing was changed", code=1)
    with undo_log.recorded(options.root, "supersede", learns=registry.wanted_by(old) == "learnings") as done:
        new = _checked(options.root, old, words[0]) if is_there else _kept(options, old, words)
        old = _ended(options, old, new)
        done.extend((new, old))
    why = embedding.indexed(options.root, new)
    lines = [f"superseded {old.id}: {redact.neutral(old.summary)}", f"by {new.id}: {redact.neutral(new.summary)}"]
    lines += [f"{_kind(new)} has the place of {_kind(old)}"] if new.kind != old.kind else []
    lines += [*undo_log.way_back(options.root), *([why] if why else [])]
    return Report(options, {"superseded": as_json(old), "by": as_json(new)}, "\n".join(lines))


def _names(root: str, word: str) -> bool:
    """Whether one word names a memory that is there; `Refusal` if it looks like an id and names none."""
    begun = registry.find(root, word)
    if any(memory.id == word for memory in begun) or (begun and _PART.search(word)):
        return True
    if find.is_id(word):
        raise Refusal(f"no memory of {root} has the id {word!r}; if these are words, say a sentence: "
                      '`memory-core supersede ID by "Use e-mail"`')  # fmt: skip
    return False


def _is_meant(options: argparse.Namespace, old: Memory, wanted: str) -> bool:
    """Whether one memory may replace the other: both have the same subject, or the person confirms it.

    `Refusal` if they differ and nobody can be asked.
    """
    new = _checked(options.root, old, wanted)
    text, other = (f"{memory.summary}\n{memory.body}"[:_COMPARED] for memory in (old, new))
    if relation.is_near(old.summary, new.summary) or relation.is_near(text, other):
        return True
    rows = [
        f"  {memory.id}  {SINGULAR.get(memory.kind, memory.kind)}: {redact.neutral(memory.summary)}"
        for memory in (old, new)
    ]
    why = "these two are not about the same:"
    if terminal.can_ask(options):
        return terminal.agrees("Let the second take the place of the first?", "\n".join([why, *rows]))
    how = f"`{call(options, 'supersede')} {old.id} by {new.id} --yes`"
    raise Refusal("\n".join([why, *rows, f"Nothing was changed. Where it is meant so: {how}"]))


def _checked(root: str, old: Memory, wanted: str) -> Memory:
    """The memory of that id; `Refusal` if it no longer holds, or the old memory replaced it."""
    new, _ = find.to_change(root, wanted)
    if new.id == old.id:
        raise Refusal(f"{old.id} cannot take its own place; `memory-core edit {old.id}` changes its words")
    by = find.successors(root)
    if lifecycle.replacement(new, by) and old.id in lifecycle.chain(new.id, by):
        raise Refusal(f"{old.id} took the place of {new.id}; say it anew: `memory-core supersede {old.id} by WORDS`")
    if lifecycle.is_over(new.status):
        instead = f", replaced by {by[new.id]}; name that one" if lifecycle.replacement(new, by) else "; say it anew"
        raise Refusal(f"{new.id} is {new.status} itself{instead}")
    if new.kind != old.kind and lifecycle.OPEN in (old.status, new.status) and old.status != new.status:
        instead = f"`memory-core resolve {old.id} WHAT` settles it" if old.status == lifecycle.OPEN else "name another"
        raise Refusal(f"{old.id} is {_kind(old)} and {new.id} {_kind(new)}, which takes no such place; {instead}, "
                      f"or say it anew: `memory-core supersede {old.id} by WORDS`")  # fmt: skip
    return new


def _kind(memory: Memory) -> str:
    """The kind of a memory in words: `an open blocker`."""
    words = f"{'open ' if memory.status == lifecycle.OPEN else ''}{SINGULAR.get(memory.kind, memory.kind)}"
    return f"{'an' if words[0] in 'aeio' else 'a'} {words}"


def _kept(options: argparse.Namespace, old: Memory, words: list[str]) -> Memory:
    """New words, kept like any such memory, with a link to the memory that they replace."""
    root = options.root
    if tickets_home.is_logged(old):
        work = active.Work(tickets_home.ticket_of(old), scope_key=str(old.attrs.get("scope_key", "")))
        given = {"topic": str(old.attrs.get("topic", "")), "decision": " ".join(words), "supersedes": old.id,
                 "rationale": options.rationale or "", "alternatives": options.alternative}  # fmt: skip
        return find.get(root, verb_append.decide(root, work, given).entry.id)[0]
    options.words = ["preference" if registry.wanted_by(old) == "learnings" else old.kind, *words]
    options.spec = old.scope.work
    draft = remember.drafted(options)
    new = remember.kept(
        root,
        draft._replace(
            scope=old.scope,
            tags=tuple(dict.fromkeys((*old.tags, *draft.tags))),
            links=(*draft.links, Link("supersedes", old.id)),
        ),
    )
    if new.id == old.id:
        raise Refusal(f"{old.id} says the same already; `memory-core edit {old.id}` changes its words")
    return new


def _ended(options: argparse.Namespace, old: Memory, new: Memory) -> Memory:
    """The old memory as it is now: ended, with a link to its successor."""
    root = options.root
    now = _standing(root, old)
    # A log ends it by the line of what took its place, learnings by what contradicts them.
    if now is not None and not lifecycle.is_over(now.status):
        body = f"## Superseded\n\n{new.summary}" if now.source.home == git_notes.NAME else ""
        more = Addition(body, SUPERSEDED, by=new.id)
        registry.add(root, now, find.after(now), more, git.author(options.here))
        registry.refresh(root, now)
    return _standing(root, old) or old._replace(status=SUPERSEDED, links=(*old.links, Link(BY, new.id)))


def _standing(root: str, old: Memory) -> Memory | None:
    apart = lifecycle.stands_apart(old)
    same = (memory for memory in registry.find(root, old.id) if lifecycle.stands_apart(memory) == apart)
    return next((memory for memory in same if memory.id == old.id), None)


def _parser() -> Parser:
    parser = Parser("supersede")
    parser.set_defaults(relates_to=[], **dict.fromkeys(_TAKEN_OVER))
    return parser
