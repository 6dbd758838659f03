"""`memory-core findings capture`: keep a review on its commit, each finding by itself (CS-US-017, CS-FR-018)."""

import argparse
import contextlib
import os
import sys
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final, NamedTuple

import apsw

from memory_core.core import git, log, registry, review_finding, wings
from memory_core.core.budget import few
from memory_core.core.light import clock, files, places
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory, as_json
from memory_core.core.options import input_bytes, parsed
from memory_core.core.report import Report
from memory_core.core.review_finding import OPEN
from memory_core.recall import showing
from memory_core.redact import second_opinion
from memory_core.reviews import document, given, kept_findings, review_files, verb_patterns, view
from memory_core.reviews.document import counted
from memory_core.reviews.given import Given
from memory_core.reviews.review_files import Written
from memory_core.reviews.route import ordered

_BYTES: Final = 5_000_000
_VECTORS: Final = 200  # vectors that are made at once; later searches make the rest
_PROBLEMS: Final = 12  # problems that a refusal names
_TOLD: Final = 12  # findings seen before that the answer names
_ROWS: Final = 40  # findings that the answer lists


class Kept(NamedTuple):
    """A review that was kept."""

    commit: str
    findings: Sequence[Memory]  # the findings of the request, in their current state
    new: Sequence[str] = ()  # ids of the findings that this commit did not have
    seen: Mapping[str, Sequence[Memory]] = {}  # id to earlier findings of its kind
    patterns: Sequence[Mapping[str, Any]] = ()  # patterns with these findings
    promoted: Sequence[Memory] = ()
    files: Written = Written([], [])
    shortened: int = 0
    why: str = ""  # why the index is not complete


def main(arguments: list[str]) -> Report:
    """Keep the findings; raises `Refusal` and keeps nothing if one of them cannot be read."""
    options = parsed("findings capture", arguments)
    options.file, *more = options.file or ["-"]
    if more:
        raise Refusal("--file is given more than once; give one")
    if not git.folder(options.root):
        raise Refusal(
            f"{options.root} is not a git repository, and a review is kept on a commit; run `git init` and commit"
        )
    request = taken(options)
    kept = _kept(options, request)
    _clear(options)
    return Report(options, lambda: _data(kept), lambda: "\n".join(_lines(kept)), view.LABEL)


def taken(options: argparse.Namespace) -> Given:
    """The findings of the input; raises `Refusal` with each problem if some cannot be read."""
    options.file = _input_path(options)
    if options.file == "-" and sys.stdin.isatty():
        raise Refusal(f"give the findings on standard input, or with --file F: {given.SHAPE}")
    raw = input_bytes(options, "--file", options.file, _BYTES + 1)
    if len(raw) > _BYTES:
        raise Refusal(f"the findings are longer than {_BYTES // 1_000_000} MB; give them in parts. Nothing was kept")
    text = raw.decode("utf-8-sig", "replace")
    inside = partial(review_files.inside, review_files.tops(options.root, options.here))
    clean = partial(second_opinion.clean, thorough=True)
    try:
        if options.file.endswith(".md") or text.lstrip().startswith("# "):
            request = document.read(text, inside, clean)
            if not request.findings and not request.problems:
                raise given.Unreadable("it has no finding with a severity")
        else:
            request = given.read(text, inside, clean)
    except given.Unreadable as error:
        where = "standard input" if options.file == "-" else options.file
        raise Refusal(f"{where}: {error}; give {given.SHAPE}. Nothing was kept") from None
    if request.problems:
        problems = few(request.problems, _PROBLEMS, "; ")
        raise Refusal(f"nothing was kept: {problems}. Correct these and give all findings again")
    return request


def _kept(options: argparse.Namespace, request: Given) -> Kept:
    root = options.root
    commit = _commit(options, request)
    spec = " ".join(second_opinion.clean(options.spec or request.spec).split()) or wings.work(root, options.here)
    place = "" if options.no_files else review_files.folder(root, options.here, options.out)
    when = clock.stamp(clock.now())
    with registry.held(root):
        before = {memory.id for memory in kept_findings.read(root) if commit in memory.commits}
        author = git.author(options.here)
        memories = kept_findings.keep(root, commit, request.findings, spec=spec, when=when, author=author)
    memories = [
        memory for memory in {memory.id: memory for memory in memories}.values() if review_finding.is_finding(memory)
    ]
    why = _indexed(root, memories)
    every = [
        memory for memory in kept_findings.read(root) if commit in memory.commits and review_finding.is_finding(memory)
    ]
    every = showing.shown(options.here, every)
    new = [memory.id for memory in memories if memory.id not in before]
    kept = Kept(commit, memories, new, shortened=request.shortened, why=why)
    try:
        kept = _compared(options, kept, every)
    except (apsw.Error, git.GitError, Refusal, OSError) as error:  # the findings are kept already
        log.write("findings: earlier ones", f"{type(error).__name__}: {error}", root)
        kept = kept._replace(why="; ".join(filter(None, (why, f"earlier reviews could not be asked ({error})"))))
    if not place:
        return kept
    try:
        with registry.held(root):
            files = review_files.write(place, review_files.review(commit, every, kept.seen, when))
    except (Refusal, OSError) as error:
        return kept._replace(why="; ".join(filter(None, (kept.why, f"the documents could not be written: {error}"))))
    return kept._replace(files=files)


def _indexed(root: str, memories: Sequence[Memory]) -> str:
    """Why the findings are not wholly in the index yet; "" if they are."""
    if not memories:
        return ""

    from memory_core.recall import embedding  # noqa: PLC0415 - most reviews keep nothing new

    return embedding.indexed(root, memories[-1], min(len(memories), _VECTORS))


def _compared(options: argparse.Namespace, kept: Kept, every: Sequence[Memory]) -> Kept:
    """The review with earlier findings of its kinds; a kind that three reviews reported becomes a pattern."""
    earlier = verb_patterns.seen_before(
        options.root, [review_finding.from_memory(memory) for memory in every], kept.commit
    )
    promoted = verb_patterns.promote(options.root, options.here)
    ids = {memory.id for memory in kept.findings}
    groups = [group for group in verb_patterns.recurring(options.root) if ids & {*group.ids}]
    return kept._replace(
        seen={name: memories for name, memories in earlier.items() if memories},
        patterns=[verb_patterns.as_json(group) for group in groups],
        promoted=promoted,
    )


def _commit(options: argparse.Namespace, request: Given) -> str:
    """The reviewed commit: the named one, else HEAD; raises `Refusal` if there is none."""
    named = options.commit or request.commit
    if named:
        return git.commit(options.here, named)
    text = git.head(options.here)
    if text is None:
        raise Refusal(
            "there is no commit yet to keep a review on; commit what was reviewed, then give the findings again"
        )
    return text


def _input_path(options: argparse.Namespace) -> str:
    """The path of the input; a file that a session handed over may be at the top of the worktree."""
    name: str = options.file
    tops = (places.worktree(options.root, options.here), options.root)
    if os.path.dirname(name) == places.HANDED and not os.path.lexists(name):
        return next((path for top in tops if top and os.path.isfile(path := os.path.join(top, name))), name)
    return name


def _clear(options: argparse.Namespace) -> None:
    """Remove the file in which a session handed over its findings, as it has been read."""
    above = os.path.dirname(os.path.abspath(options.file))
    own = [os.path.join(top, places.HANDED) for top in (places.worktree(options.root, options.here), options.root)]
    if options.file != "-" and os.path.realpath(above) in own:  # a link is removed, not its target
        with contextlib.suppress(OSError):
            files.remove(os.path.abspath(options.file))
            files.remove_folder(above)


def _data(kept: Kept) -> dict[str, Any]:
    return {
        "findings": [
            view.data(memory, new=memory.id in kept.new, seen=[earlier.id for earlier in kept.seen.get(memory.id, ())])
            for memory in kept.findings
        ],
        "patterns": list(kept.patterns),
        "commit": kept.commit,
        "promoted": [as_json(memory) for memory in kept.promoted],
        "files": kept.files.names,
        "set_aside": kept.files.aside,
    }


def _lines(kept: Kept) -> list[str]:
    findings = ordered([review_finding.from_memory(memory) for memory in kept.findings])
    known = [finding for finding in findings if finding.id not in kept.new]
    lines = [f"code review of commit {kept.commit[:10]}: {counted(findings)}, kept in {review_finding.PLACE}"]
    if known:
        settled = sum(finding.status != OPEN for finding in known)
        lines.append(f"{len(known)} of them this commit had already: they keep their status, {settled} resolved")
    if kept.shortened:
        lines.append(f"{kept.shortened} summaries were cut to one line; their details begin with all of it")
    rows = [view.seen(finding, kept.seen[finding.id]) for finding in findings if finding.id in kept.seen]
    lines += rows[:_TOLD]
    lines += [f"… and {len(rows) - _TOLD} more that were seen before"] if len(rows) > _TOLD else []
    lines += [f"kept as a pattern of the project: {memory.id} {memory.summary}" for memory in kept.promoted]
    lines += [view.row(finding) for finding in findings[:_ROWS]]
    lines += [f"… +{len(findings) - _ROWS} more"] if len(findings) > _ROWS else []
    if kept.files.names:
        lines.append(f"written: {', '.join(kept.files.names)}")
    if kept.files.aside:
        lines.append(f"what stood there is set aside: {', '.join(kept.files.aside)}")
    return [*lines, *([kept.why] if kept.why else [])]
