"""`memory-core remember [KIND] SUMMARY`: keep a memory in its home, as a note on a commit if it can be one, and index
it.

The memory is kept at once; missing parts can be added later with `--amend ID`, so nothing waits for an answer.
"""

import argparse
import contextlib
import importlib
import re
import time
from typing import Final

from memory_core import redact
from memory_core.capture import endings
from memory_core.core import git, log, registry, review_finding, undo_log
from memory_core.core.budget import trimmed
from memory_core.core.home import Addition
from memory_core.core.light import clock, lifecycle
from memory_core.core.light.errors import Refusal, Usage
from memory_core.core.memory import KINDS, SINGULAR, SUMMARY, Link, Memory, Scope, Source, as_json, kind_of
from memory_core.core.options import call, input_bytes, parsed, spelling
from memory_core.core.report import Report
from memory_core.journal import journal_files
from memory_core.language import near_duplicate
from memory_core.learnings import learning_memories, tiers
from memory_core.notes import git_notes
from memory_core.recall import already_kept, embedding, find, indexing
from memory_core.redact import memories, second_opinion
from memory_core.tickets import active, decision_log, places

GUARD_RAILS: Final = {
    "constraint": "add-constraint",
    "exception": "add-pattern",
    "rejection": "reject",
    "context-change": "add-context",
}
FACTS: Final = ("term", "default", "invariant", "question", "behaviour")
KEPT: Final = tuple(kind for kind in KINDS if kind not in (*GUARD_RAILS, *FACTS))
ADDED: Final = (
    "--context",
    "--rationale",
    "--alternative",
    "--body-file",
    "--status",
    "--tag",
    "--relates-to",
    "--spec",
)
WISHED: Final = {"decision": ("context", "rationale", "alternative"), "blocker": ("context",)}
STANDS: Final = "it exists already"
_PASSING: Final = ("progress",)  # what is done twice is done twice
_HEADINGS: Final = {"blocker": "Problem"}
_ID: Final = re.compile(r"[a-z]+-[0-9a-z]{6,16}")
_BEGINS: Final = re.compile(r"[0-9a-f]{6,}(?:-[0-9a-f]*)*")
_LEARNT: Final = re.compile(r"(?:\w+/)?(?:pref|pat|hot)[_-]", re.IGNORECASE)
_SECONDS: Final = 2.0  # in which the index says what a new memory may replace
_SLIP: Final = 0.82  # likeness of a word to a type from which on it is taken for that type, mistyped
_BODY: Final = 1_000_000  # characters of a --body-file


def main(arguments: list[str]) -> Report:
    """Keep a memory; `Refusal` if it cannot be kept as given."""
    options = parsed("remember", arguments)
    there = None if options.amend or options.anew else _standing(options)
    if there and not _adds(options, there):
        return _tell_standing(options, there)
    if there:
        options.amend, options.words = there.id, []
    memory = _amended(options) if options.amend else kept(options.root, drafted(options))
    ended = [] if options.amend or options.anew else replace(options.root, memory, options.here)
    why = embedding.indexed(options.root, memory)
    rows = [f"replaces {pair.old.id}: {redact.neutral(pair.old.summary)}" for pair in ended]
    text = "\n".join([*([STANDS] if there else []), *_lines(options, memory, why), *rows])
    return Report(options, as_json(memory), text)


def _standing(options: argparse.Namespace) -> Memory | None:
    """The kept memory that states the same in other words; None if there is none.

    It is a note; if there is no commit yet, it is in the journal.
    """
    # Said of one commit, or read from standard input only once, or of another state than what stands.
    if options.commit or options.body_file or options.status or options.phase:
        return None
    memory = drafted(options)
    if memory.kind in _PASSING or memory.source.home or registry.wanted_by(memory) == "learnings":
        return None
    home = git_notes.NAME if _anchor(options) else journal_files.NAME
    there = already_kept.in_home(options.root, memory, home)
    return there if there and set(memory.tags) <= set(there.tags) else None


def _adds(options: argparse.Namespace, there: Memory) -> bool:
    """Whether the options give more than the existing memory has."""
    values = (options.context, options.rationale, *options.alternative)
    return bool(options.relates_to) or any(part and part.strip() not in there.body for part in values)


def _tell_standing(options: argparse.Namespace, memory: Memory) -> Report:
    words = (
        f"{STANDS}: {memory.id}\n{_typed_kind(options, memory)}: {memory.summary}\nto keep it beside: say --anew too"
    )
    return Report(options, {**as_json(memory), "known": True}, words)


def drafted(options: argparse.Namespace) -> Memory:
    """The memory that the options describe, not kept yet; `Refusal` if it cannot be kept as given."""
    kind, tags, words = _stated(options)
    summary = _summary(options, kind, " ".join(words))
    if not kind:
        kind = options.inferred = importlib.import_module("memory_core.capture.kind_model").kind_of(summary)
    when = clock.stamp(clock.now())
    work = _work(options)
    ticket = _ticket(options) if kind == "decision" else ""
    now = active.work(options.root, ticket, options.here) if ticket else active.Work()
    about = {"stage": now.stage, "scope_key": now.scope_key}
    if not ticket:
        about = {"phase": options.phase, "author": git.author(options.here)}
    return Memory(
        id="",
        kind=kind,
        summary=summary,
        body=_body(options, kind, summary),
        scope=Scope(work=work or None),
        created=when,
        updated=when,
        status=_status(options.status, kind),
        tags=tuple(dict.fromkeys([*tags, *(_line(tag) for tag in options.tag)])),
        links=tuple(Link("relates_to", _related(options, each)) for each in options.relates_to),
        source=Source(decision_log.NAME) if ticket else Source(commit=_anchor(options)),
        attrs={key: value for key, value in about.items() if value},
    )


def kept(root: str, memory: Memory) -> Memory:
    """A new memory as it is in its home."""
    learns = registry.wanted_by(memory) == "learnings"
    with undo_log.recorded(root, "remember", learns=learns) as done:
        if learns:
            new = learning_memories.as_memory(
                tiers.keep(root, "", [learning_memories.learning_of(memories.clean(memory))])[0]
            )
            done.extend(old for old in learning_memories.replaced(root) if lifecycle.successor(old) == new.id)
        else:
            new = registry.keep(root, [git_notes.unforgotten(root, memory)])[0]
        registry.refresh(root, new)
        done.append(new)
        return new


def replace(root: str, new: Memory, here: str = "") -> list[endings.Pair]:
    """End the single memory that a new memory's words give up ("use X instead of Y"); returns the pairs that ended."""
    if not near_duplicate.gives_up(new.summary):
        return []
    with log.contained("what a new memory replaces", root), registry.held(root):  # it is kept, and both hold
        near = indexing.alike(root, [new], time.monotonic() + _SECONDS)
        return endings.instead(root, [new.summary], [new], near, here)
    return []


def _amended(options: argparse.Namespace) -> Memory:
    """The memory, extended by the options."""
    if options.words:
        raise Refusal("--amend adds sections to a memory; its type and summary stay. Leave them out")
    with undo_log.recorded(options.root, "remember --amend", learns=bool(_LEARNT.match(options.amend))) as done:
        memory, _ = find.to_change(options.root, options.amend)
        done.append(memory)
        more = _addition(options, memory)
        if not any(more):
            raise Refusal(f"--amend needs what to add: {', '.join(ADDED[:-1])} or {ADDED[-1]}")
        now = find.revised(options.root, options.here, memory, more)
        registry.refresh(options.root, memory)
        return now


def _addition(options: argparse.Namespace, memory: Memory) -> Addition:
    """The addition that the options describe; `Refusal` if it cannot be kept."""
    if options.commit:
        raise Refusal("--amend and --commit: a memory stays on its commit; remember it anew on the other one")
    work = _work(options)
    for name, given, own in (("spec", work, memory.scope.work), ("phase", options.phase, memory.attrs.get("phase"))):
        if given and own and given != own:
            raise Refusal(f"{memory.id} belongs to the {name} {own!r}; remember it anew for {given!r}")
    return Addition(
        _body(options, memory.kind, ""),
        _status(options.status, memory.kind) if options.status else "",
        tuple(_line(tag) for tag in options.tag),
        tuple(_related(options, each) for each in options.relates_to),
        work if work != memory.scope.work else "",
        options.phase if options.phase and options.phase != memory.attrs.get("phase") else "",
    )


def _work(options: argparse.Namespace) -> str:
    """The spec or ticket, which are the same thing here (X-4)."""
    spec, ticket = _line(options.spec or ""), _line(options.ticket or "")
    if spec and ticket and spec != ticket:
        raise Refusal(
            f"--spec {spec} and --ticket {ticket}: a memory belongs to one of them; name the other as a --tag"
        )
    return spec or ticket


def _ticket(options: argparse.Namespace) -> str:
    """The ticket that a decision is made for, "" if none is named; `Refusal` if it cannot are in its log."""
    given = _line(options.ticket or "")
    if not given:
        return ""
    if options.commit or options.relates_to or options.phase:
        raise Refusal(
            f"--ticket {given}: its decisions stand in a log, and --commit, --relates-to and --phase are of notes; "
            "say --spec for a note"
        )
    if not places.ticket(given):
        raise Refusal(f"--ticket {given}: a ticket is letters, digits, `.`, `_` and `-`, as ABC-123; or name a --spec")
    return places.ticket(given)


def _stated(options: argparse.Namespace) -> tuple[str, list[str], list[str]]:
    """(the kind that is named, "" for none; its tags; the words of the summary).

    A word that is nearly a type is a slip: `Refusal`, never a word of the summary.
    """
    words = options.words
    if words[:1] == [":"] or [word.casefold() for word in words[:1]] == ["that"]:  # "remember that we use tabs"
        words = words[1:]
    how = call(options, "remember")
    if not "".join(words).strip():
        raise Usage(
            f"give the memory: `{how} Use WAL for the queue`, or with its type: "
            f'`{how} decision "Use WAL"`; types: {_types()}'
        )
    first, rest = words[0].removesuffix(":"), words[1:]
    if first.casefold() in ("deviation", "deviations"):
        return "decision", ["deviation"], rest
    kind = kind_of(first) or ""
    if kind in GUARD_RAILS:
        raise Refusal(f"{first!r} is a guard rail: `memory-core iris {GUARD_RAILS[kind]} …` keeps it. If it is a word "
                      f'of a sentence: `{how} "{" ".join(words)}"`')  # fmt: skip
    if kind in KEPT:
        return kind, [], rest
    if not kind and (near := spelling().nearest(first, _named(), least=_SLIP)):
        meant = spelling().did_you_mean([" ".join([name, *rest]) for name in near], f"`{how} {{}}`")
        raise Refusal(
            f'there is no type {first!r}: {meant} If it begins a sentence, quote the whole: `{how} "{" ".join(words)}"`'
        )
    return "", [], words


def _named() -> list[str]:
    """The types as people write them, including those of guard rails."""
    return ["pattern" if kind == "convention" else kind for kind in KEPT] + ["deviation", *GUARD_RAILS]


def _types() -> str:
    return ", ".join(name for name in _named() if name not in GUARD_RAILS)


def _summary(options: argparse.Namespace, kind: str, text: str) -> str:
    summary = _line(text)
    if summary.count('"') == 1:  # a quote that nothing closes
        summary = summary.removeprefix('"')
    if not summary:
        how = f"{call(options, 'remember')} {SINGULAR.get(kind, kind)}"
        raise Usage(f'the summary is missing: `{how} "Use WAL for the queue"`')
    if len(summary) > SUMMARY:
        raise Refusal(
            f"the summary is {len(summary)} characters long, and one line of at most {SUMMARY} is what is shown "
            "later. Nothing was kept: shorten it, and give the rest with --context"
        )
    return summary


def _body(options: argparse.Namespace, kind: str, summary: str) -> str:
    """The sections that were given, in the documented order (CS-FR-003)."""
    sections = []
    if options.context:
        sections.append((_HEADINGS.get(kind, "Context"), options.context))
    if kind == "decision" and summary and (options.context or options.rationale or options.alternative):
        sections.append(("Decision", summary))
    if options.alternative:
        sections.append(("Alternatives considered", "\n".join(f"- {each.strip()}" for each in options.alternative)))
    if options.rationale:
        sections.append(("Rationale", options.rationale))
    parts = [f"## {heading}\n\n{second_opinion.clean(text).strip()}" for heading, text in sections]
    if options.body_file:
        parts.append(second_opinion.clean(_text(options)))
    return trimmed("\n\n".join(parts))


def _text(options: argparse.Namespace) -> str:
    """What --body-file names."""
    name, *more = options.body_file
    if more:
        raise Refusal("--body-file is given more than once; give one, and the rest with --context or --amend")
    text = input_bytes(options, "--body-file", name, _BODY + 1).decode("utf-8", "replace").removeprefix("\ufeff")
    if len(text) > _BODY:
        raise Refusal(f"--body-file {name}: longer than {_BODY:,} characters; give a shorter text")
    return text


def _status(word: str | None, kind: str) -> str:
    if not word:
        return lifecycle.usual(kind)
    if not (status := lifecycle.named(word)):
        raise Refusal(f"--status {word}: there is no such status; there are {', '.join(lifecycle.words())}")
    return status


def _anchor(options: argparse.Namespace) -> str:
    """The named commit, else HEAD; "" if there is no commit yet: then the memory goes to the journal."""
    if options.commit:
        return git.commit(options.here, options.commit)
    return (git.head(options.here) or "") if git.folder(options.root) else ""


def _related(options: argparse.Namespace, word: str) -> str:
    """The target of a relation: a commit's full name, or a memory's id (C-15)."""
    word = _line(word)
    with contextlib.suppress(Refusal):
        return git.commit(options.here, word)
    if _ID.fullmatch(word) or review_finding.is_uuid(word.casefold()):
        return word.casefold() if review_finding.is_uuid(word.casefold()) else word
    if _BEGINS.fullmatch(word):  # as `findings` shows them
        return find.get(options.root, word)[0].id
    raise Refusal(
        f"--relates-to {word}: neither a commit of this repository nor the id of a memory; `memory-core recall WORDS` "
        "shows ids"
    )


def _line(text: str) -> str:
    return " ".join(second_opinion.clean(text).split())


def _lines(options: argparse.Namespace, memory: Memory, why: str) -> list[str]:
    verb = "added to" if options.amend else "kept"
    place = memory.source.place
    where = f"in {place}"
    if place.startswith(git.NOTES):
        where = f"on commit {memory.source.commit[:10]} ({place})"
    elif git.folder(options.root):
        where += ", a file to commit" + ("" if git.head(options.here) else "; there is no commit yet to put a note on")
    lines = [f"{verb} {memory.id} {where}", f"{_typed_kind(options, memory)}: {redact.neutral(memory.summary)}"]
    if getattr(options, "inferred", ""):
        again = f"`{call(options, 'undo')}`, then `{call(options, 'remember')} TYPE WORDS`"
        lines.append(f"the type was not said; for another one: {again}")
    wished = [] if options.amend else [part for part in WISHED.get(memory.kind, ()) if not getattr(options, part)]
    if wished and not options.body_file:
        names = ", ".join("alternatives" if part == "alternative" else part for part in wished)
        form = f"--body-file - --amend {memory.id}" if options.args_stdin else f"--amend {memory.id} --{wished[0]} …"
        lines.append(f"not given: {names}; add with: memory-core remember {form}")
    if not options.amend and (same := find.same(options.root, memory)):
        lines.append(f"the same words are kept as {same} too; `memory-core forget` takes one of them out")
    return [*lines, why] if why else lines


def _typed_kind(options: argparse.Namespace, memory: Memory) -> str:
    """The type as it was typed, in the singular."""
    if "deviation" in memory.tags and not options.amend:
        return "deviation"
    return SINGULAR.get(memory.kind, memory.kind)
