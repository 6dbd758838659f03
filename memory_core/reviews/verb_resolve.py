"""`memory-core findings resolve`: settle findings, one by one or all that a fix mended (CS-FR-021)."""

import argparse
import json
import re
import sys
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

import apsw

from memory_core.core import git, registry, review_finding, undo_log
from memory_core.core.home import Addition
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.core.review_finding import OPEN, RESOLVED
from memory_core.recall import embedding, find, showing
from memory_core.redact import second_opinion
from memory_core.reviews import kept_findings, review_files, route, verb_patterns, view

_BYTES: Final = 2_000_000
_MOST: Final = 500  # resolutions at once
_ROWS: Final = 40  # findings that the answer names
_SHAPE: Final = (
    '{"resolutions": [{"id": "3f2a1b4c", "resolution": "the query is bound", "commit": "HEAD"}]}, or lines `ID WORDS`'
)
_LINE: Final = re.compile(r"[-*]?\s*`?([\w-]{4,64})`?:?\s+(\S.*)")


class Resolution(NamedTuple):
    """How a finding was settled."""

    id: str  # id or its beginning
    text: str
    commit: str = ""  # a revision that mended it


def main(arguments: list[str]) -> Report:
    """Write every resolution; raises `Refusal` and writes nothing if one of them cannot be written."""
    options = parsed("findings resolve", arguments)
    resolutions = _resolutions(options)
    settled, already = _settled(options, resolutions)
    why = embedding.indexed(options.root, settled[-1], min(200, len(settled))) if settled else ""
    renewed = []
    if settled:
        try:
            with registry.held(options.root):
                renewed = review_files.renew(options.root, options.here)
        except (apsw.Error, git.GitError, Refusal, OSError) as error:  # the findings are settled already
            why = "; ".join(filter(None, (why, f"the documents could not be brought up to date: {error}")))
    shown = showing.shown(options.here, [find.get(options.root, memory.id)[0] for memory in settled])

    def data() -> dict[str, Any]:
        ids = {finding.id for finding in settled}
        groups = [group for group in verb_patterns.recurring(options.root) if ids & {*group.ids}]
        patterns = [*map(verb_patterns.as_json, groups)]
        return {"findings": [*map(view.data, shown)], "patterns": patterns, "already": already, "files": renewed}

    rows = [f"resolved {memory.id}: {memory.summary} ({memory.attrs.get('resolution') or ''})" for memory in shown]
    rows += [f"{name} was resolved already; nothing was changed" for name in already]
    lines = rows[:_ROWS] + ([f"… +{len(rows) - _ROWS} more"] if len(rows) > _ROWS else [])
    lines += [f"written again: {', '.join(renewed)}"] if renewed else []
    return Report(options, data, "\n".join([*lines, *([why] if why else [])]), view.LABEL)


def _settled(options: argparse.Namespace, resolutions: list[Resolution]) -> tuple[list[Memory], list[str]]:
    """(the findings that are resolved now, the ids of those resolved before); all of them, or none."""
    with undo_log.recorded(options.root, "findings resolve") as done:
        result: dict[str, tuple[Memory, str]] = {}
        already, problems = [], []
        for resolution in resolutions:
            try:
                memory, _ = find.get(options.root, resolution.id)
                at = (
                    git.commit(options.here, resolution.commit or options.commit)
                    if resolution.commit or options.commit
                    else ""
                )
            except Refusal as refusal:
                problems.append(str(refusal))
                continue
            if memory.kind != "review":
                problems.append(f"{memory.id} is a {memory.kind}, no finding; `memory-core resolve` settles a blocker")
            elif memory.status == RESOLVED:
                already.append(memory.id)
            else:
                result[memory.id] = memory, f"{resolution.text} (commit {at[:10]})" if at else resolution.text
        if problems:
            raise Refusal(f"nothing was resolved: {'; '.join(problems[:12])}")
        result |= _twins(options.root, result)
        author = git.author(options.here)
        changes = [(memory, Addition(f"## Resolution\n\n{text}", RESOLVED)) for memory, text in result.values()]
        inside = [change for change in changes if review_finding.is_finding(change[0])]
        if inside:
            when = max(find.after(memory) for memory, _ in inside)
            kept_findings.revise(options.root, inside, when, author)
        for memory, more in changes:
            if not review_finding.is_finding(memory):  # a finding in a note of its own, the former format
                registry.add(options.root, memory, find.after(memory), more, author)
        done.extend(memory for memory, _ in result.values())
    return [memory for memory, _ in result.values()], already


def _twins(root: str, settled: Mapping[str, tuple[Memory, str]]) -> dict[str, tuple[Memory, str]]:
    """The same open findings of other reviews, each with the resolution of its twin."""
    still = {
        memory.id: memory
        for memory in kept_findings.read(root)
        if memory.status == OPEN and review_finding.is_finding(memory)
    }
    same = route.twins([(memory.source.commit, review_finding.from_memory(memory)) for memory in still.values()])
    return {
        other: (still[other], text)
        for name, (_, text) in settled.items()
        for other in same.get(name, ())
        if other not in settled
    }


def _resolutions(options: argparse.Namespace) -> list[Resolution]:
    """The resolutions in the options, else on standard input."""
    if options.id:
        text = second_opinion.clean(" ".join(options.resolution)).strip()
        if not text:
            raise Refusal(f"give the resolution: `memory-core findings resolve {options.id} the query is bound now`")
        return [Resolution(options.id, text)]
    raw = b"" if sys.stdin.isatty() else sys.stdin.buffer.read(_BYTES + 1)
    text = raw.decode("utf-8-sig", "replace").strip()
    if len(raw) > _BYTES or not text:
        raise Refusal(f"standard input {'is too long' if text else 'is empty'}; give {_SHAPE}. Nothing was resolved")
    resolutions = _of_json(text) if text.startswith(("[", "{", "```")) else _of_lines(text)
    if len(resolutions) > _MOST:
        raise Refusal(f"{len(resolutions):,} resolutions; at most {_MOST} at once. Nothing was resolved")
    return resolutions


def _of_json(text: str) -> list[Resolution]:
    text = re.sub(r"\A```\w*\s*\n|\n\s*```\s*\Z", "", text)
    try:
        value = json.loads(text)
    except (ValueError, RecursionError) as error:
        raise Refusal(f"this is not valid JSON ({error}); give {_SHAPE}. Nothing was resolved") from None
    rows = value.get("resolutions", value) if isinstance(value, dict) else value
    if isinstance(rows, dict):
        rows = [rows] if "id" in rows else [{"id": name, "resolution": reason} for name, reason in rows.items()]
    if not isinstance(rows, list):
        raise Refusal(f"'resolutions' must be a list; give {_SHAPE}. Nothing was resolved")
    return [_of_row(row, at) for at, row in enumerate(rows)]


def _of_row(row: Any, at: int) -> Resolution:
    fields = row if isinstance(row, dict) else {}
    name, text, commit = (fields.get(key) or "" for key in ("id", "resolution", "commit"))
    lacks = [key for key, word in (("id", name), ("resolution", text)) if not (isinstance(word, str) and word.strip())]
    if lacks or not isinstance(commit, str):
        raise Refusal(f"resolutions[{at}] lacks {' and '.join(lacks) or 'a commit that is a text'}; give {_SHAPE}. "
                      "Nothing was resolved")  # fmt: skip
    return Resolution(name.strip(), second_opinion.clean(text).strip(), commit.strip())


def _of_lines(text: str) -> list[Resolution]:
    resolutions = []
    for line in filter(str.strip, text.splitlines()):
        match = _LINE.fullmatch(line.strip())
        if match is None:
            raise Refusal(f"{line.strip()[:80]!r} is not `ID WORDS`; give {_SHAPE}. Nothing was resolved")
        resolutions.append(Resolution(match[1], second_opinion.clean(match[2]).strip()))
    return resolutions
