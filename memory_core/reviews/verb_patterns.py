"""`memory-core findings patterns`: recurring defects, and their promotion to patterns (CS-US-019)."""

import argparse
import os
import re
from collections.abc import Collection, Sequence
from typing import Any, Final

from memory_core.core import git, registry, review_finding
from memory_core.core.budget import clip
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import NOTHING, SUMMARY, Link, Memory, Source, namespace
from memory_core.core.memory import as_json as memory_json
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.core.review_finding import OPEN, SEVERITIES, Finding
from memory_core.notes import git_notes, ledger
from memory_core.recall import showing
from memory_core.redact.memories import clean
from memory_core.reviews import kept_findings, recur, view
from memory_core.reviews.recur import Cluster, Group, Seen

TAG: Final = "recurring"
_TOKENS: Final = 1500  # tokens of the answer before a review (design: budgets)
_IDS: Final = 8  # hex digits of an id, as the other verbs show it
_NAMED: Final = 6  # findings that a pattern names
_SUFFIX: Final = re.compile(r"[^/]\.[A-Za-z]\w*$")
_made: dict[str, tuple[tuple[Finding, ...], list[Cluster]]] = {}  # by project: cached clusters of one run


def main(arguments: list[str]) -> Report:
    """Report what recurs, and what is open in the given paths; with `--promote`, keep patterns."""
    options = parsed("findings patterns", arguments)
    if options.promote is not None:
        return _promoted(options)
    kept = showing.shown(options.here, kept_findings.read(options.root))
    folders = {(memory.scope.path or "").partition("/")[0] for memory in kept}
    places = [_inside(options, word) for word in options.words if _is_path(options, word, folders)]
    near = [memory for memory in kept if _is_near(options.spec, places, memory)]
    groups = recurring(options.root)
    ids = {memory.id for memory in near}
    # What recurs in other files may recur in new code too, so it follows what recurs here.
    groups.sort(key=lambda group: not ids & {*group.ids})
    near = sorted((memory for memory in near if memory.status == OPEN), key=_by_weight)
    return Report(
        options,
        lambda: {"findings": [view.data(finding) for finding in near], "patterns": [*map(as_json, groups)]},
        _text(groups, near),
        "findings patterns" if options.args_stdin else "",
    )


def seen_before(root: str, findings: Sequence[Finding], commit: str = "") -> dict[str, list[Memory]]:
    """The id of each finding to the earlier findings of the same kind of defect, newest first.

    A finding that a review of `commit` reported in the same file is the same place, not an earlier finding. Ids without
    earlier findings are left out.
    """
    wanted = {finding.id: finding for finding in findings}
    earlier = [memory for memory in kept_findings.read(root) if memory.id not in wanted]
    known = {memory.id: memory for memory in earlier}
    every = [*findings, *map(review_finding.from_memory, earlier)]
    result: dict[str, list[Memory]] = {}
    for cluster in _clusters(root, every):
        others = [known[every[place].id] for place in cluster.places if every[place].id in known]
        for place in cluster.places:
            if (defect := wanted.get(every[place].id)) is None:
                continue
            before = [other for other in others if not _is_same_place(defect, other, commit)]
            if before:
                result[defect.id] = sorted(before, key=lambda other: (other.created, other.id), reverse=True)
    return result


def recurring(root: str, least: int = 2) -> list[Group]:
    """The kinds of defect that at least `least` reviews of the project reported, most often first."""
    seen = [
        Seen(review_finding.from_memory(memory), min(memory.commits, default=""), memory.created)
        for memory in kept_findings.read(root)
    ]
    return recur.grouped(seen, _clusters(root, [each.finding for each in seen]), least)


def promote(root: str, here: str, least: int = recur.RECURRING, only: Sequence[str] = ()) -> list[Memory]:
    """Keep a pattern for each kind of defect that `least` reviews reported and that is no pattern yet; returns them.

    `only` restricts it to groups with one of these findings. A pattern has the same id whenever it is made, so a
    pattern that was forgotten is not made again. Takes the project's lock.
    """
    groups = [group for group in recurring(root, least) if not only or {*only} & {*group.ids}]
    head = git.head(here) if groups else None
    if not groups or head is None:
        return []
    kept = []
    with registry.held(root):
        every = {memory.id: memory for memory in kept_findings.read(root)}
        linked, named = _patterns(root)
        gone = git_notes.forgotten(root, namespace("convention"))
        for group in groups:
            if linked & {*group.ids} or group.defect in named:
                continue
            new = clean(_pattern(group, every, head, least))
            if ledger.document(new).id not in gone:
                kept += registry.keep(root, [new])
    if kept:
        from memory_core.recall import embedding  # noqa: PLC0415 - most reviews keep nothing new

        embedding.indexed(root, kept[-1], len(kept))
    return kept


def as_json(group: Group) -> dict[str, Any]:
    """The group as `findings` prints it."""
    return {
        "count": group.reviews,
        "summary": group.summary,
        "ids": list(group.ids),
        "agreed": group.agreed,
        "category": group.category,
        "defect": group.defect or None,
        "remedy": group.remedy,
    }


def _pattern(group: Group, every: dict[str, Memory], head: str, least: int) -> Memory:
    """The convention of a group, made from the first reviews that suffice for a pattern."""
    first: list[Memory] = []
    for name in group.ids:
        if name in every:
            first.append(every[name])
        if (
            recur.reviews(
                [Seen(review_finding.from_memory(memory), memory.source.commit, memory.created) for memory in first]
            )
            >= least
        ):
            break
    rows = [
        f"- {memory.id[:_IDS]} {memory.created[:10]} {memory.scope.path or ''}: {memory.summary}" for memory in first
    ]
    rule = [f"## Rule\n\n{group.remedy}"] if group.remedy else []
    when = max((memory.created for memory in first), default="")
    tags = [TAG, group.category, *([f"defect-{group.defect}"] if group.defect else [])]
    return Memory(
        id="",
        kind="convention",
        summary=clip(f"Recurring: {group.summary}", SUMMARY),
        body="\n\n".join([*rule, "## Found\n\n" + "\n".join(rows)]),
        created=when,
        updated=when,
        tags=tuple(tags),
        links=tuple(Link("relates_to", memory.id) for memory in first),
        source=Source(commit=head),
    )


def _patterns(root: str) -> tuple[set[str], set[str]]:
    """(the findings that promoted patterns relate to, the kinds of defect of promoted patterns)."""
    made = [memory for memory in registry.read(root) if memory.kind == "convention" and TAG in memory.tags]
    linked = {link.target for memory in made for link in memory.links}
    return linked, {tag.removeprefix("defect-") for memory in made for tag in memory.tags if tag.startswith("defect-")}


def _clusters(root: str, findings: Sequence[Finding]) -> list[Cluster]:
    """The findings in clusters of one kind of defect each; cached for the same findings."""
    places = sorted(range(len(findings)), key=lambda place: (findings[place].id, findings[place].summary))
    key = tuple(findings[place]._replace(status=OPEN, resolution="", updated="", extra=NOTHING) for place in places)
    before = _made.get(root)
    if before is None or before[0] != key:
        before = _made[root] = key, recur.clusters(key)
    return [Cluster(tuple(places[row] for row in cluster.places), cluster.defect) for cluster in before[1]]


def _is_same_place(finding: Finding, other: Memory, commit: str) -> bool:
    return bool(commit) and commit in other.commits and (other.scope.path or "") == finding.file


def _is_near(spec: str, places: Sequence[str], memory: Memory) -> bool:
    """Whether a finding is in one of the places; true if there are none."""
    if spec and memory.scope.work != spec:
        return False
    path = memory.scope.path or ""
    return not places or any(not place or path == place or path.startswith(f"{place}/") for place in places)


def _is_path(options: argparse.Namespace, word: str, folders: Collection[str]) -> bool:
    """Whether a word names a place: it exists, or findings are in it; not a commit or a range."""
    inside = _inside(options, word)
    return (
        os.path.exists(os.path.join(options.here, word))
        or inside.partition("/")[0] in folders
        or word.endswith("/")
        or (".." not in inside and _SUFFIX.search(inside) is not None)
    )


def _inside(options: argparse.Namespace, word: str) -> str:
    whole = os.path.normpath(os.path.join(options.here, word))
    for top in (options.root, options.here):
        if whole == top or whole.startswith(f"{top}{os.sep}"):
            return os.path.relpath(whole, top).replace(os.sep, "/").removeprefix(".")
    return os.path.normpath(word).replace(os.sep, "/")


def _by_weight(memory: Memory) -> tuple[int, str, str]:
    severity = str(memory.attrs.get("severity", ""))
    return (
        (SEVERITIES.index(severity) if severity in SEVERITIES else len(SEVERITIES)),
        memory.scope.path or "",
        memory.id,
    )


def _text(groups: Sequence[Group], near: Sequence[Memory]) -> str:
    """Patterns, then open findings, worst first, within the budget; what is left out is counted."""
    if not groups and not near:
        return "No earlier review found anything here."
    patterns = [_row(group) for group in groups]
    rows = [clip(view.row(review_finding.from_memory(memory)), 300) for memory in near]
    room = 4 * _TOKENS - 400  # the fence, the headings and the counts
    half = _taken(patterns, room // 2 if rows else room)
    open_now = _taken(rows, room - sum(len(row) + 1 for row in patterns[:half]))
    parts = []
    for title, every, shown in (("Found again and again", patterns, half), ("Open", rows, open_now)):
        if every:
            more = [f"… +{len(every) - shown} more"] if shown < len(every) else []
            parts.append("\n".join([f"{title}:", *every[:shown], *more]))
    return "\n\n".join(parts)


def _row(group: Group) -> str:
    ids = ", ".join(name[:_IDS] for name in group.ids[-_NAMED:])
    remedy = f" {clip(group.remedy, 160)}." if group.remedy else ""
    return f"{group.reviews} reviews: {clip(group.summary, 160)} ({group.category}; {group.agreed}).{remedy} [{ids}]"


def _taken(rows: Sequence[str], room: int) -> int:
    number = 0
    for row in rows:
        room -= len(row) + 1
        if room < 0:
            break
        number += 1
    return number


def _promoted(options: argparse.Namespace) -> Report:
    from memory_core.recall import find  # noqa: PLC0415 - loads the index, which a mere list does not need

    only = [find.get(options.root, name)[0].id for name in options.promote]
    least = 2 if only else recur.RECURRING
    kept = promote(options.root, options.here, least, only)
    if only and not kept:
        raise Refusal(
            f"nothing was promoted: at least two reviews must have found each of {', '.join(options.promote)}, "
            "and it must not be a pattern yet; `memory-core findings patterns` shows what recurs"
        )
    lines = [f"kept as a pattern: {memory.id} {memory.summary}" for memory in kept]
    value = {"findings": [], "patterns": [], "promoted": [memory_json(memory) for memory in kept]}
    return Report(options, value, "\n".join(lines) or "nothing that three reviews saw is not a pattern already")
