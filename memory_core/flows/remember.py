"""`memory-core remember KIND SUMMARY`: one memory into its home, a note on a commit, and into the index at once.

What is said is kept at once; what is missing can be added later with `--amend ID`, so nothing waits for an answer.
"""

import argparse
import contextlib
import os
import re
import sys
from typing import Final

import apsw

from memory_core.domain import ledger, note, screen
from memory_core.domain.errors import Refusal
from memory_core.domain.fence import fenced
from memory_core.domain.memory import KINDS, Link, Memory, Scope, Source, as_json, kind_of
from memory_core.edges import query_embedder
from memory_core.flows import find, indexing, screening, search
from memory_core.flows.options import Parser, emit
from memory_core.index.schema import Index
from memory_core.stores import clock, files, git, install, log, workspace

GUARD_RAILS: Final = ("constraint", "exception", "rejection", "context-change")
FACTS: Final = ("term", "default", "invariant", "question", "behaviour")
KEPT: Final = tuple(kind for kind in KINDS if kind not in (*GUARD_RAILS, *FACTS))
WISHED: Final = {"decision": ("context", "rationale", "alternative"), "blocker": ("context",)}
_HEADINGS: Final = {"blocker": "Problem"}
_ID: Final = re.compile(r"[a-z]+-[0-9a-z]{6,16}")
_BODY: Final = 1_000_000  # characters of a --body-file


def main(arguments: list[str]) -> int:
    """0, after the memory was kept and named; `Refusal` where it cannot be kept as it was said."""
    options = _parser().read(arguments)
    memory = _amended(options) if options.amend else _kept(options)
    why = indexed(options.root, memory)
    if options.json:
        emit(as_json(memory))
        return 0
    told = "\n".join(_told(options, memory, why))
    print(fenced(told, "remember") if options.args_stdin else screen.neutral(told))
    return 0


def indexed(root: str, memory: Memory) -> str:
    """Why the memory is not wholly in the index yet, "" where it is: by words at once, by meaning where a model is."""
    try:
        done = indexing.refresh_index(root)
        if done.state != "ok":
            return f"the index is {done.state} ({done.detail}); the next recall catches up"
        folder = install.model_dir()
        if folder is None:
            return "found by keywords only until `memory-core setup` has run"

        def lock() -> contextlib.AbstractContextManager[None]:
            return indexing.held(root)

        def paid(index: Index) -> None:
            search.with_vectors(index, indexing.vectors_path(root), install.model_key(folder), lock)
            search.pay(index, memory.summary, search.EVERYTHING, query_embedder(folder), lock)

        with indexing.at_hand(root) as (index, _):
            paid(index)
    except (apsw.Error, Refusal, OSError) as error:  # derived: what is kept is kept (C-16)
        log.write("remember: index", f"{type(error).__name__}: {error}", root)
        return f"its vector is owed ({error})"
    return ""


def _kept(options: argparse.Namespace) -> Memory:
    kind, tags = _kind(options.words[0] if options.words else "")
    summary = _summary(" ".join(options.words[1:]))
    when = clock.stamp(clock.now())
    work = options.spec or options.ticket
    memory = Memory(
        id="",
        kind=kind,
        summary=summary,
        body=_body(options, kind, summary),
        scope=Scope(work=_line(work) if work else None),
        created=when,
        updated=when,
        status=_status(options.status, kind),
        tags=tuple(dict.fromkeys([*tags, *(_line(tag) for tag in options.tag)])),
        links=tuple(Link("relates_to", _related(options, one)) for one in options.relates_to),
        source=Source(commit=_anchor(options)),
        attrs={key: value for key, value in (("phase", options.phase), ("author", git.author(options.here))) if value},
    )
    with workspace.held(options.root):
        return workspace.keep(options.root, [memory])[0]


def _amended(options: argparse.Namespace) -> Memory:
    """The memory with what was added to it."""
    if options.words:
        raise Refusal("--amend adds sections to a memory; its type and summary stay. Leave them out")
    with workspace.held(options.root):
        memory, _ = find.one(options.root, options.amend)
        body = _body(options, memory.kind, "")
        if not (body or options.status):
            raise Refusal("--amend needs what to add: --context, --rationale, --alternative, --body-file or --status")
        status = _status(options.status, memory.kind) if options.status else ""
        author = git.author(options.here)
        workspace.add(options.root, memory, clock.stamp(clock.now()), body, status, author)
        return find.one(options.root, memory.id)[0]


def _kind(word: str) -> tuple[str, list[str]]:
    if not word:
        raise Refusal(
            f'remember needs a type and a summary: `memory-core remember decision "Use WAL"`; types: {_types()}'
        )
    if word.casefold() in ("deviation", "deviations"):
        return "decision", ["deviation"]
    kind = kind_of(word)
    if kind in GUARD_RAILS:
        raise Refusal(f"{word!r} is a guard rail; those are kept by `memory-core iris`")
    if kind not in KEPT:
        raise Refusal(f"there is no type {word!r} to remember; there are {_types()}")
    return kind, []


def _types() -> str:
    return ", ".join(["pattern" if kind == "convention" else kind for kind in KEPT] + ["deviation"])


def _summary(text: str) -> str:
    summary = _line(text)
    if not summary:
        raise Refusal('the summary is missing: `memory-core remember decision "Use WAL for the queue"`')
    if len(summary) > ledger.SUMMARY:
        raise Refusal(
            f"the summary is {len(summary)} characters long, and one line of at most {ledger.SUMMARY} is what is shown "
            "later. Nothing was kept: say it shorter, and give the rest with --context"
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
        sections.append(("Alternatives considered", "\n".join(f"- {one.strip()}" for one in options.alternative)))
    if options.rationale:
        sections.append(("Rationale", options.rationale))
    parts = [f"## {heading}\n\n{screening.clean(text).strip()}" for heading, text in sections]
    if options.body_file:
        parts.append(screening.clean(_text(options)))
    return note.body("\n\n".join(parts))


def _text(options: argparse.Namespace) -> str:
    """What --body-file names; `-` is standard input. In a session nothing outside the project is read by it: there the
    words may be a model's, and the permission they have is to remember."""
    name, *more = options.body_file
    if more:
        raise Refusal("--body-file is given more than once; give one, and the rest with --context or --amend")
    inside = os.path.realpath(name).startswith(os.path.join(os.path.realpath(options.root), ""))
    if options.args_stdin and name != "-" and not inside:
        raise Refusal(f"--body-file {name}: in a session only a file of the project can be given")
    if name == "-" and options.args_stdin:
        raise Refusal("--body-file - and --args-stdin both want standard input; give a file")
    stdin = sys.stdin.buffer.read(_BODY + 1).decode("utf-8", "replace") if name == "-" else None
    text = files.read(name, _BODY + 1) if stdin is None else stdin
    if text is None:
        raise Refusal(f"--body-file {name}: there is no such file that can be read")
    if len(text) > _BODY:
        raise Refusal(f"--body-file {name}: longer than {_BODY:,} characters; give the part that counts")
    return text


def _status(word: str | None, kind: str) -> str:
    if not word:
        return "open" if kind in ("blocker", "review") else "active"
    status = ledger.STATUSES.get(word.casefold().strip())
    if status is None:
        raise Refusal(f"--status {word}: there is no such status; there are {', '.join(ledger.STATUSES)}")
    return status


def _anchor(options: argparse.Namespace) -> str:
    """The commit that is named, else that of HEAD; "" where there is none yet: then the journal takes the memory."""
    if options.commit:
        return git.commit(options.here, options.commit)
    return (git.head(options.here) or "") if git.folder(options.root) else ""


def _related(options: argparse.Namespace, word: str) -> str:
    """What a memory relates to: a commit's full name, or a memory's id (C-15)."""
    word = _line(word)
    with contextlib.suppress(Refusal):
        return git.commit(options.here, word)
    if _ID.fullmatch(word):
        return word
    raise Refusal(f"--relates-to {word}: neither a commit of this repository nor the id of a memory")


def _line(text: str) -> str:
    return " ".join(screening.clean(text).split())


def _told(options: argparse.Namespace, memory: Memory, why: str) -> list[str]:
    verb = "added to" if options.amend else "kept"
    at = memory.source.commit
    where = (
        f"on commit {at[:10]} ({memory.source.place})" if at else f"in {memory.source.place}: there is no commit yet"
    )
    lines = [f"{verb} {memory.id} {where}", f"{memory.kind}: {memory.summary}"]
    wished = [] if options.amend else [part for part in WISHED.get(memory.kind, ()) if not getattr(options, part)]
    if wished and not options.body_file:
        names = ", ".join("alternatives" if part == "alternative" else part for part in wished)
        lines.append(f"not given: {names}; add with: memory-core remember --amend {memory.id} --{wished[0]} …")
    return [*lines, why] if why else lines


def _parser() -> Parser:
    parser = Parser("remember", "Keep a memory as a note on a commit.")
    parser.add_argument("words", nargs="*", metavar="KIND SUMMARY", help=f"what it is ({_types()}), and one line on it")
    parser.add_argument("--amend", metavar="ID", help="add the sections given here to a memory that is kept")
    parser.add_argument("--context", metavar="T", help="what led to it")
    parser.add_argument("--rationale", metavar="T", help="why it is so")
    parser.add_argument("--alternative", metavar="T", action="append", default=[], help="what was considered too")
    parser.add_argument(
        "--body-file",
        metavar="F",
        action="append",
        default=[],
        help="a file with more, as Markdown; - for standard input",
    )
    parser.add_argument("--spec", metavar="S", help="the spec it belongs to")
    parser.add_argument("--ticket", metavar="T", help="the ticket it belongs to")
    parser.add_argument("--phase", metavar="P", help="the phase of the spec")
    parser.add_argument("--tag", metavar="T", action="append", default=[], help="a word to find it by")
    parser.add_argument("--relates-to", metavar="R", action="append", default=[], help="a commit or the id of a memory")
    parser.add_argument("--commit", metavar="REV", help="the commit it is about (default: HEAD)")
    parser.add_argument("--status", metavar="S", help="open, resolved, active, superseded or rejected")
    return parser
