"""`memory-core findings route`: open findings, their agents, conflicts (CS-US-018, CS-FR-019, CS-FR-020)."""

import argparse
import os
import re
from collections.abc import Mapping, Sequence
from functools import partial
from typing import Any, Final

from memory_core.core import review_finding
from memory_core.core.light import files, globs, places
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.core.review_finding import CATEGORIES, OPEN, SEVERITIES, Finding
from memory_core.recall import showing
from memory_core.reviews import agents, document, given, kept_findings, review_files, route, verb_patterns, view
from memory_core.reviews.route import Group

_BYTES: Final = 50_000_000
_ID: Final = re.compile(r"[0-9a-f]{8}[0-9a-f-]*")


def main(arguments: list[str]) -> Report:
    """Report the open findings by agent; raises `Refusal` if a filter has an unknown name."""
    options = parsed("findings route", arguments)
    memories, unkept = _open(options)
    same = route.twins([(memory.source.commit, review_finding.from_memory(memory)) for memory in memories])
    memories = _newest(memories, same)
    chosen = _chosen(options, [review_finding.from_memory(memory) for memory in memories])
    loose = _chosen(options, unkept)
    installed = agents.installed(options.root, options.here)
    groups = route.groups([*chosen, *loose], installed)
    conflicts = route.conflicts([*chosen, *loose])
    verifiers = {name: installed[name] for name in route.VERIFIERS if name in installed}
    more = {
        "conflicts": [conflict._asdict() for conflict in conflicts],
        "verifiers": {name: verifiers.get(name) for name in route.VERIFIERS},
        "not_kept": [finding._asdict() | {"extra": dict(finding.extra)} for finding in loose],
    }

    def text() -> str:
        gone = _gone(options, [*chosen, *loose])
        return view.routed(groups, conflicts, verifiers, loose, gone) if groups else _nothing(len(memories))

    return Report(
        options,
        lambda: _data(groups, {memory.id: memory for memory in memories}, same, options.root) | more,
        text,
        view.LABEL,
    )


def _open(options: argparse.Namespace) -> tuple[list[Memory], list[Finding]]:
    """(the open findings that are kept, the findings of the document that are not kept)."""
    inside = partial(review_files.inside, review_files.tops(options.root, options.here))
    kept = [_placed(entry, inside) for entry in kept_findings.read(options.root) if entry.status == OPEN]
    kept = showing.shown(options.here, kept)
    if not options.source:
        return kept, []
    findings = _given(options)
    by_id = {entry.id: entry for entry in kept}
    by_place = {review_finding.key(review_finding.from_memory(entry)): entry for entry in kept}
    every = {entry.id for entry in kept_findings.read(options.root)}
    memories: dict[str, Memory] = {}
    loose = []
    for finding in findings:
        memory = by_id.get(finding.id) or by_place.get(review_finding.key(finding))
        if memory:
            memories[memory.id] = memory
        elif finding.status == OPEN and finding.id not in every:
            loose.append(finding)
    return list(memories.values()), loose


def _placed(memory: Memory, inside: given.Clean) -> Memory:
    """The finding, without its file if that is outside the project: notes may come from other clones."""
    path = memory.scope.path
    return memory if not path or inside(path) else memory._replace(scope=memory.scope._replace(path=None))


def _newest(memories: Sequence[Memory], same: Mapping[str, Sequence[str]]) -> list[Memory]:
    """The findings, each once: of several reports of one finding the newest."""
    when = {memory.id: (memory.created, memory.id) for memory in memories}
    return [memory for memory in memories if all(when[memory.id] > when[other] for other in same.get(memory.id, ()))]


def _given(options: argparse.Namespace) -> list[Finding]:
    """The findings of the document in `--from`."""
    path = os.path.join(options.here, options.source)
    tops = {options.root, places.worktree(options.root, options.here) or options.root}
    if not any(places.leads_inside(top, path) for top in tops):
        raise Refusal(f"--from {options.source}: only a document of the project is read")
    text = files.read(path, _BYTES)
    if text is None:
        raise Refusal(f"--from {options.source}: this file does not exist or cannot be read")
    try:
        reads = given.read if text.lstrip().startswith(("[", "{")) else document.read
        request = reads(text, partial(review_files.inside, list(tops)))
    except given.Unreadable as error:
        raise Refusal(f"--from {options.source}: {error}") from None
    if request.problems:
        raise Refusal(f"--from {options.source}: {'; '.join(request.problems[:12])}. Correct these in the document")
    if not request.findings:
        raise Refusal(f"--from {options.source}: it has no finding with a severity")
    return request.findings


def _chosen(options: argparse.Namespace, findings: Sequence[Finding]) -> list[Finding]:
    """The findings that pass the filters."""
    least = _named("--severity", options.severity, given.SEVERITY)
    wanted = [_named("--category", word, given.CATEGORY) for each in options.category for word in each.split(",")]
    worst = SEVERITIES.index(least) if least else len(SEVERITIES)
    return [
        finding
        for finding in findings
        if SEVERITIES.index(finding.severity) <= worst
        and (not wanted or finding.category in wanted)
        and _fits(finding, options.words)
    ]


def _named(option: str, word: str, names: Mapping[str, tuple[str, ...]]) -> str:
    """The name that a word of an option means; raises `Refusal` if it is unknown."""
    if word and not given.known(word, names):
        raise Refusal(f"{option} {word}: there is no such value; the values are {', '.join(names)}")
    return given.known(word, names)


def _fits(finding: Finding, words: Sequence[str]) -> bool:
    """Whether a finding matches a word that names a path, id, severity or category, and contains all others."""
    plain = [word.casefold().rstrip("/") for word in words]
    naming = [word for word in plain if _names(word)]
    text = f"{finding.file}\n{finding.summary}\n{finding.details}".casefold()
    if not all(word in text for word in plain if word not in naming):
        return False
    return not naming or any(_means(finding, word) for word in naming)


def _names(word: str) -> bool:
    """Whether a word is a path or a glob, an id, a severity or a category."""
    return bool(set(word) & set("/.*?[")) or word in (*SEVERITIES, *CATEGORIES) or _ID.fullmatch(word) is not None


def _means(finding: Finding, word: str) -> bool:
    if set(word) & set("*?["):
        return globs.part_covers(word, finding.file.casefold())
    return (
        word in (finding.severity, finding.category) or finding.id.startswith(word) or word in finding.file.casefold()
    )


def _gone(options: argparse.Namespace, findings: Sequence[Finding]) -> set[str]:
    """The files of findings that no longer exist."""
    top = places.worktree(options.root, options.here) or options.root
    named = {finding.file for finding in findings if finding.file}
    return {file for file in named if not os.path.lexists(os.path.join(top, file))}


def _nothing(every: int) -> str:
    """The message if no finding is shown."""
    if not every:
        return (
            "No finding is open. `/cs:review` reviews; `memory-core findings capture --file CODE_REVIEW.md` keeps one."
        )
    return f"None of the {every:,} open findings is meant by these words; without them all are shown."


def _data(
    groups: Sequence[Group], kept: Mapping[str, Memory], same: Mapping[str, Sequence[str]], root: str
) -> dict[str, Any]:
    shown = [(group, finding) for group in groups for finding in group.findings]
    ids = {finding.id for _, finding in shown}
    recurring = [group for group in verb_patterns.recurring(root) if ids & {*group.ids}]
    return {
        "findings": [
            view.data(kept[finding.id], agent=group.agent, called=group.called or None, also=same.get(finding.id, []))
            for group, finding in shown
            if finding.id in kept
        ],
        "patterns": [verb_patterns.as_json(group) for group in recurring],
        "groups": [
            {
                "category": group.category,
                "agent": group.agent,
                "called": group.called or None,
                "ids": [finding.id for finding in group.findings if finding.id],
            }
            for group in groups
        ],
    }
