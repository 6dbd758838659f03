"""The results of recall as text for a terminal, as text for a session, and as JSON."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from memory_core import redact
from memory_core.core.budget import clip, how_many
from memory_core.core.light.lifecycle import ACTIVE, PROPOSED, RESOLVED, UNFINISHED, doubt
from memory_core.core.memory import SINGULAR, Memory, is_passage, namespace, stands_at
from memory_core.core.terminal import cells, fitted, paint, width
from memory_core.recall import anchors
from memory_core.recall.anchors import Anchor
from memory_core.recall.fusion import Scored

_DAY: Final = "2026-01-31"
_KIND: Final = 10  # columns of the kind
_LEAST, _WIDEST = 24, 200  # least and most columns of the text on a line
ROOM: Final = 24_000  # characters for a session: the client moves a shell block of 30,000 to a file


class File(NamedTuple):
    """A file at the commit of a memory (level 3, CS-US-007)."""

    path: str
    text: str


class Finding(NamedTuple):
    """A found memory with additional information."""

    memory: Memory
    scored: Scored
    sources: tuple[str, ...]
    files: tuple[File, ...] = ()
    settled: str = ""  # the date on which a reopened memory had been resolved
    by: str = ""  # the id of its replacement
    anchors: tuple[Anchor, ...] = ()  # the state of the code that it names


class AsOf(NamedTuple):
    """An earlier moment (UTC, ISO 8601), its commit, and what is unknown about it."""

    moment: str
    commit: str
    unknown: tuple[str, ...] = ()


class Asked(NamedTuple):
    """The question, and how it was answered."""

    query: str
    mode: str
    took_ms: int
    note: str = ""  # what the answer lacks, and what helps
    terms: str = ""
    full: bool = False
    files: bool = False
    explain: bool = False
    me: str = ""  # the user; other authors are shown
    as_of: AsOf | None = None


def as_json(asked: Asked, findings: Sequence[Finding]) -> dict[str, Any]:
    """The answer as JSON in the form that commands rely on."""
    answer: dict[str, Any] = {"query": asked.query, "mode": asked.mode, "took_ms": asked.took_ms}
    if asked.note:
        answer["note"] = asked.note
    if asked.as_of:
        then = asked.as_of
        answer["as_of"] = {"moment": then.moment, "commit": then.commit or None, "unknown": list(then.unknown)}
    if asked.explain:
        answer["terms"] = asked.terms
    answer["results"] = [_result(rank, asked, finding) for rank, finding in enumerate(findings, 1)]
    return answer


def as_text(asked: Asked, findings: Sequence[Finding], room: int | None = None) -> str:
    """The answer as text of at most `room` characters; the number of omitted memories is added."""
    text = how_many(len(findings), "memory") if findings else "nothing found"
    head = f"{text} for “{redact.neutral(asked.query)}” ({asked.mode}, {asked.took_ms} ms)"
    head = head if len(head) <= 400 else head[:399] + "…"
    notes = [*_of_then(asked.as_of), *([asked.note] if asked.note else [])]
    blocks = ["\n".join([head, *(paint(note, "yellow") for note in notes)])]
    blocks += [_block(rank, asked, finding) for rank, finding in enumerate(findings, 1)]
    return "\n\n".join(blocks) if room is None else "\n\n".join(_within(blocks, room))


def _of_then(then: AsOf | None) -> Iterable[str]:
    """The lines that name the earlier moment and what is unknown about it."""
    if then is None:
        return
    at = f", commit {then.commit[:10]}" if then.commit else ""
    yield f"as it was on {then.moment[:10]} at {then.moment[11:16]} UTC{at}"
    yield from then.unknown


def anchor_fields(code_anchors: Sequence[Anchor]) -> dict[str, Any]:
    """The state of the code that a memory names, for `--json`; `anchored` is the worst state, None without names."""
    rows = [{"name": anchor.name, "state": anchor.state, "to": anchor.to or None} for anchor in code_anchors]
    return {"anchored": anchors.worst(code_anchors) or None, "anchors": rows}


def explained(scored: Scored) -> dict[str, float | None]:
    """The parts of a score, and the measures from which they are computed."""
    return {
        "meaning": _round(scored.meaning),
        "words": _round(scored.words),
        "group": _round(scored.group),
        "cosine": None if scored.cosine is None else _round(scored.cosine),
        "bm25": _round(scored.bm25),
    }


def _result(rank: int, asked: Asked, finding: Finding) -> dict[str, Any]:
    memory, scored = finding.memory, finding.scored
    result: dict[str, Any] = {
        "rank": rank,
        "id": memory.id,
        "kind": memory.kind,
        "summary": memory.summary,
        "score": _round(scored.score),
        "distance": None if scored.cosine is None else _round(1 - scored.cosine),
        "commit": memory.source.commit or None,
        "spec": memory.scope.work,
        "timestamp": memory.created,
        "namespace": namespace(memory.kind),
        "sources": list(finding.sources),
        "status": memory.status,
        "settled": finding.settled or None,
        "superseded_by": finding.by or None,
        "path": memory.scope.path,
        "home": memory.source.home,
        "author": memory.attrs.get("author"),
        **(_of_document(memory) if is_passage(memory) else {}),
        **anchor_fields(finding.anchors),
    }
    if asked.full:
        result["body"] = memory.body
    if asked.files:
        result["files"] = [file._asdict() for file in finding.files]
    if asked.explain:
        result["explain"] = explained(scored)
    return result


def _of_document(memory: Memory) -> dict[str, Any]:
    """The place of a passage, and the owner of its document."""
    return {
        "line": memory.attrs.get("line"),
        "place": stands_at(memory),
        "origin": str(memory.attrs.get("origin", "")),
    }


def as_lines(asked: Asked, findings: Sequence[Finding]) -> str:
    """The answer for a terminal: a line for each memory, with further lines below it."""
    text = how_many(len(findings), "memory") if findings else "nothing found"
    lines = [paint(f"{text} for “{clip(redact.neutral(asked.query), width())}”", "bold")]
    lines += [paint(note, "yellow") for note in (*_of_then(asked.as_of), *([asked.note] if asked.note else []))]
    for finding in findings:
        lines += [line(finding.memory, finding.by), *_beneath(asked, finding)]
    return "\n".join(lines)


def line(memory: Memory, by: str = "") -> str:
    """A memory on one line for a terminal: date, kind, summary, id."""
    kind = SINGULAR.get(memory.kind, memory.kind)
    notes = _standing(memory, by)
    words = redact.neutral((f"({', '.join(notes)}) " if notes else "") + memory.summary)
    name = redact.neutral(memory.id)
    room = max(_LEAST, width(_WIDEST) - len(f"{_DAY}  {kind:<{_KIND}}  ") - cells(name) - 2)
    colour = "yellow" if memory.kind in UNFINISHED and notes else "cyan"
    day = f"{memory.created[:10]:<{len(_DAY)}}"
    return f"{paint(day, 'dim')}  {paint(f'{kind:<{_KIND}}', colour)}  {fitted(words, room)}  {paint(name, 'dim')}"


def row(memory: Memory, by: str = "") -> str:
    """A memory on one line: id, date, kind, status, summary."""
    about = [memory.created[:10], SINGULAR.get(memory.kind, memory.kind), *_standing(memory, by)]
    about += [part for part in (memory.scope.work, memory.scope.path) if part]
    about += [stands_at(memory)] if is_passage(memory) else []
    about = [part for part in about if part]
    return redact.neutral(f"{memory.id}  {' · '.join(about)}: {_line(memory.summary)}")


def _standing(memory: Memory, by: str) -> list[str]:
    """Words about the status of a memory, and about its replacement or possible replacement."""
    named = {PROPOSED: "proposed, not in force", "candidate": "unconfirmed"}
    status = named.get(memory.status, memory.status)
    maybe = "" if by else doubt(memory)
    is_plain = status == ACTIVE or (status == RESOLVED and memory.kind not in UNFINISHED)
    texts = [] if is_plain else [status]
    texts += [f"replaced by {by}"] if by else []
    return texts + [f"maybe replaced by {maybe}"] * bool(maybe)


def _block(rank: int, asked: Asked, finding: Finding) -> str:
    memory = finding.memory
    about = [memory.kind, *filter(None, [memory.created[:10]]), f"score {finding.scored.score:.2f}"]
    about += _standing(memory, finding.by)
    about += [stands_at(memory), str(memory.attrs.get("origin", ""))] if is_passage(memory) else []
    about += [f"was settled on {finding.settled}"] if finding.settled else []
    about += [part for part in (memory.scope.work, memory.scope.path, memory.source.commit[:10]) if part]
    about += [f"in {len(finding.sources)} places"] if len(finding.sources) > 1 else []
    names = dict.fromkeys(name for name in (memory.attrs.get("author"), *memory.attrs.get("amended_by", ())) if name)
    about += [f"by {clip(', '.join(map(str, names)), 60)}"] if set(names) - {asked.me} else []
    lines = [
        f"{rank:>2}. {paint(redact.neutral(memory.id), 'bold')}  {paint(redact.neutral(' · '.join(about)), 'dim')}",
        f"    {redact.neutral(_line(memory.summary))}",
    ]
    return "\n".join([*lines, *_beneath(asked, finding)])


def _beneath(asked: Asked, finding: Finding) -> list[str]:
    """The lines below a memory: the state of the code that it names, and requested details."""
    memory, lines = finding.memory, []
    if became := anchors.described(finding.anchors):
        lines.append(f"    {paint(redact.neutral(_line(became)), 'yellow')}")
    if asked.explain:
        lines.append(f"    {paint(_parts(finding.scored), 'cyan')}")
    if asked.full and memory.body:
        lines += _indented(redact.neutral(memory.body))
    for file in finding.files:
        lines += [
            f"    {redact.neutral(file.path)} at {memory.source.commit[:10]}:",
            *_indented(redact.neutral(file.text), "    | "),
        ]
    return lines


def _parts(scored: Scored) -> str:
    meaning = "no vector" if scored.cosine is None else f"cosine {scored.cosine:.3f}"
    return (
        f"{scored.score:.3f} = {meaning} + words {scored.words:.3f} (BM25 {scored.bm25:.2f}) + group {scored.group:.3f}"
    )


def _within(blocks: Sequence[str], room: int) -> Iterable[str]:
    used = 0
    for at, block in enumerate(blocks):
        left = room - used - 80
        if len(block) + 2 > left:
            if left > 200:
                yield block[:left] + "…"
            yield f"… {len(blocks) - at} shortened or left out: ask for fewer, or show one with `memory-core show ID`"
            return
        used += len(block) + 2
        yield block


def _indented(text: str, margin: str = "    ") -> list[str]:
    return [(margin + line).rstrip() for line in text.splitlines()]


def _line(text: str) -> str:
    line = " ".join(text.split())
    return line if len(line) <= 300 else line[:299] + "…"


def _round(value: float) -> float:
    return round(value, 4)


def status_lines(counts: Mapping[str, int]) -> list[str]:
    """Counts with their names, a line each, numbers aligned."""
    width = max(map(len, counts), default=0)
    return [f"  {name:<{width}} {number:>7,}" for name, number in counts.items()]
