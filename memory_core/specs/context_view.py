"""All memories of a spec, grouped and in order of time, as text or as JSON (CS-US-008)."""

from collections.abc import Callable, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

from memory_core import redact
from memory_core.core.budget import how_many, tokens
from memory_core.core.light import deduplicate, lifecycle
from memory_core.core.memory import Memory, as_json, namespace
from memory_core.core.terminal import paint
from memory_core.notes.note_codec import NAMESPACES

# The namespaces of git notes in their documented order, then those of the journal alone; others follow by name.
ORDER: Final = (*NAMESPACES, "errors", "preferences")
LINE: Final = 300  # characters of a summary in the short form
_WORTH: Final = 200  # characters below which the beginning of a text is not worth showing
_RESERVED: Final = 800  # for the lines around the entries

Groups = Mapping[str, Sequence[Memory]]


class _Entry(NamedTuple):
    """A memory as it is shown."""

    memory: Memory
    head: str
    body: str


def grouped(memories: Iterable[Memory]) -> dict[str, list[Memory]]:
    """Namespace to its memories, newest last; namespaces in the order of `ORDER`. The input order does not matter."""
    result: dict[str, list[Memory]] = {}
    for memory in sorted(memories, key=lambda memory: (memory.created, memory.id, memory.source)):
        result.setdefault(namespace(memory.kind), []).append(memory)
    return {space: result[space] for space in sorted(result, key=_rank)}


def data(spec: str, groups: Groups) -> dict[str, Any]:
    """The answer as a dictionary for `--json`; `tokens` counts the tokens of the whole text."""
    return {
        "spec": spec,
        "tokens": tokens(redact.neutral(as_text(spec, groups))),
        "groups": {space: [as_json(memory) for memory in memories] for space, memories in groups.items()},
    }


def as_text(spec: str, groups: Groups, room: int | None = None, wrap: Callable[[str], str] = str) -> str:
    """The answer as text, of at most `room` characters if `room` is given; it counts what is left out.

    Bodies are dropped before whole entries: first those of settled memories, then of less important kinds, then of
    older memories. `wrap` encloses the text; the token estimate in the first line includes it.
    """
    replaced = _replaced(groups)
    every = [memory for memories in groups.values() for memory in memories]
    back = {memory.id: day for memory in deduplicate.marked(every) if (day := deduplicate.settled(memory))}
    entries = {
        space: [_entry(memory, replaced, back, room is not None) for memory in memories]
        for space, memories in groups.items()
    }
    lines = _rows(entries) if room is None else _within(entries, room)
    return _counted(lambda known: wrap("\n".join([_headline(spec, groups, known), *lines])))


def _counted(render: Callable[[int], str]) -> str:
    """The result of `render` for the number of tokens that this result has."""
    known = 0
    for _ in range(4):
        text = render(known)
        if tokens(redact.neutral(text)) == known:  # without colours
            break
        known = tokens(redact.neutral(text))
    return text


def _headline(spec: str, groups: Groups, known: int) -> str:
    every = [memory for memories in groups.values() for memory in memories]
    days = sorted(memory.created[:10] for memory in every if memory.created)
    parts = [how_many(len(every), "memory")]
    parts += [days[0] if days[0] == days[-1] else f"{days[0]} to {days[-1]}"] if days else []
    open_ = [memory for memory in every if memory.kind == "blocker" and memory.status == "open"]
    parts += [how_many(len(open_), "open blocker")] if open_ else []
    return f"{paint(_line(redact.neutral(spec), 100), 'bold')}: {', '.join([*parts, f'about {known:,} tokens'])}"


def _entry(memory: Memory, replaced: Mapping[str, str], back: Mapping[str, str], short: bool) -> _Entry:
    kind = "" if namespace(memory.kind) in (memory.kind, f"{memory.kind}s") else memory.kind  # named by the heading
    about = [memory.created[:10], kind, memory.status]
    about += [f"was settled on {back[memory.id]}"] if memory.id in back and memory.status == "open" else []
    about += [memory.source.commit[:10], memory.scope.path or "", ", ".join(memory.tags)]
    about += [f"by {author}" if (author := str(memory.attrs.get("author", ""))) else ""]
    about += [f"superseded by {new}" if (new := lifecycle.replacement(memory, replaced)) else ""]
    details = _line(redact.neutral(" · ".join(part for part in about if part)), LINE if short else None)
    summary = _line(redact.neutral(memory.summary), LINE if short else None)
    name = _line(redact.neutral(memory.id), LINE if short else None)
    head = f"- {paint(name, 'bold')}  {paint(details, 'dim')}\n  {summary}"
    return _Entry(memory, head, "\n".join(f"  {line}".rstrip() for line in redact.neutral(memory.body).splitlines()))


def _rows(entries: Mapping[str, Sequence[_Entry]], left: Mapping[str, int] | None = None) -> list[str]:
    rows = []
    for space, shown in entries.items():
        gone = (left or {}).get(space, 0)
        rows += ["", f"## {redact.neutral(space)} ({len(shown) + gone:,})", ""]
        rows += [f"… {gone:,} more, not shown"] if gone else []
        for entry in shown:
            rows += [entry.head, *([entry.body] if entry.body else [])]
    return rows


def _within(entries: Mapping[str, Sequence[_Entry]], room: int) -> list[str]:
    """The rows that fit into `room` characters, and a last row that counts what is left out."""
    every = sorted((entry for shown in entries.values() for entry in shown), key=_telling)
    used = _RESERVED + 60 * len(entries) + sum(len(entry.head) + len(entry.body) + 2 for entry in every)
    bodies = {id(entry): entry.body for entry in every}
    short = 0
    for entry in (entry for entry in every if entry.body):
        if used <= room:
            break
        used -= len(entry.body)
        short += 1
        fits = max(0, room - used - 1)  # the last text that is dropped keeps its beginning
        bodies[id(entry)] = entry.body[:fits] + "…" if fits > _WORTH else ""
        used += len(bodies[id(entry)])
    gone: set[int] = set()
    for entry in every:
        if used <= room:
            break
        used -= len(entry.head) + 2
        gone.add(id(entry))
    left = {space: sum(id(entry) in gone for entry in shown) for space, shown in entries.items()}
    kept = {
        space: [entry._replace(body=bodies[id(entry)]) for entry in shown if id(entry) not in gone]
        for space, shown in entries.items()
    }
    rows = _rows(kept, left)
    if short or gone:
        rows += [
            "",
            f"To fit, the text of {how_many(short, 'memory')} was shortened or left out; left out: {len(gone):,}.",
        ]
        rows += ["`memory-core show ID` shows one whole; `memory-core context SPEC --json` has everything."]
    return rows


def _telling(entry: _Entry) -> tuple[int, str, str]:
    """The sort key of the entries; entries that are dropped first have the lowest keys."""
    memory = entry.memory
    if lifecycle.is_over(memory.status):
        return 0, memory.created, memory.id
    if memory.kind == "decision" or memory.status == "open":
        return 3, memory.created, memory.id
    return 1 if memory.status == "resolved" else 2, memory.created, memory.id


def _replaced(groups: Groups) -> dict[str, str]:
    """The id of each replaced memory to the id of its successor."""
    every = (memory for memories in groups.values() for memory in memories)
    return lifecycle.successors(every)


def _rank(space: str) -> tuple[int, str]:
    return (ORDER.index(space) if space in ORDER else len(ORDER)), space


def _line(text: str, most: int | None) -> str:
    line = " ".join(text.split())
    return line if most is None or len(line) <= most else line[: most - 1] + "…"
