"""The demo in a terminal: the answers of hooks, what was kept, the briefing, the recalls, the timings."""

import textwrap
from collections.abc import Mapping, Sequence
from typing import Any, Final

from memory_core import redact
from memory_core.core.budget import clip, how_many
from memory_core.core.light.lifecycle import SUPERSEDED
from memory_core.core.memory import KINDS, Memory, is_proposed
from memory_core.core.terminal import paint, width
from memory_core.guardrails import file_format

_COLOURS: Final = {"error": "red", "blocker": "red", "decision": "cyan", "preference": "yellow", "progress": "green"}
_NAMES: Final = {"convention": "pattern"}
_MOST_OF_A_KIND: Final = 6


def opening(transcript: str | None, note: str) -> str:
    """The introduction."""
    what = f"your session {transcript}" if transcript else "a recorded session"
    text = f"memory-core demo: {what}, played through the real hooks in a throw-away repository"
    lines = [_title(line) for line in textwrap.wrap(text, width())]
    if note:
        lines += [paint(line, "yellow") for line in textwrap.wrap(note, width())]
    return "\n".join([*lines, ""])


def hook(event: str, ms: float, happened: str) -> str:
    """The line for the process of a hook: its event, how long the client waited, and the result."""
    room = max(20, width() - 32)
    text = clip(" ".join(redact.neutral(happened).split()), room)
    return f"  {event:<17}{paint(f'{ms:>6.0f} ms', 'dim')}   {text}"


def kept(memories: Sequence[Memory]) -> str:
    """What the homes hold now, by kind."""
    lines = ["", _title(f"Kept, without a model: {how_many(len(memories), 'memory')}")]
    for kind in KINDS:
        of_kind = [memory for memory in memories if memory.kind == kind]
        for memory in of_kind[:_MOST_OF_A_KIND]:
            lines += _memory(memory)
        if len(of_kind) > _MOST_OF_A_KIND:
            lines.append(paint(f"  {'':<12}and {len(of_kind) - _MOST_OF_A_KIND} more of this kind", "dim"))
    return "\n".join(lines)


def briefing(words: str, ms: float) -> str:
    """The briefing of the next session."""
    bar = paint("│", "dim")
    lines = ["", _title(f"What the next session starts with ({ms:.0f} ms)")]
    for line in redact.neutral(_inside(words)).splitlines():
        wrapped = textwrap.wrap(line, width() - 4, subsequent_indent="  ") or [""]
        lines += [f"{bar} {paint(part, 'bold') if part.startswith('#') else part}" for part in wrapped]
    return "\n".join(lines)


def recall(answer: Mapping[str, Any]) -> str:
    """A question and the best memories for it, with their scores."""
    how = f"({answer['mode']}, {answer['process_ms']} ms the whole process)"
    asked = textwrap.wrap(f"“{redact.neutral(str(answer['query']))}” {how}", width() - 7)
    lines = ["", f"{paint('recall', 'bold')} {asked[0]}", *(f"       {line}" for line in asked[1:])]
    if answer.get("note"):
        lines.append(paint(f"  {answer['note']}", "yellow"))
    for each in answer["results"]:
        head = f"  {each['rank']}. {each['score']:.2f}  "
        waits = "proposed " if each["kind"] in file_format.KINDS and each["status"] == "proposed" else ""
        waits = "replaced " if each["status"] == SUPERSEDED else waits
        about = f"{waits}{_NAMES.get(each['kind'], each['kind'])}: {redact.neutral(each['summary'])}"
        wrapped = textwrap.wrap(" ".join(about.split()), width() - len(head), max_lines=2, placeholder=" …")
        lines += [paint(head, "green") + wrapped[0], *(" " * len(head) + line for line in wrapped[1:])]
    return "\n".join(lines if answer["results"] else [*lines, "  nothing found"])


def closing(shown: Mapping[str, Any], kept_in: str | None) -> str:
    """The timings, and what is left on the disk."""
    timings = shown["timings_ms"]
    bare = timings["bare_interpreter"]
    lines = ["", _title("Timings, each a process of its own (median)")]
    for name, ms in timings.items():
        if name not in ("setup", "total", "bare_interpreter"):
            lines.append(
                f"  {name:<17}{ms:>6.0f} ms   {paint(f'{ms / bare:.1f} x an interpreter that does nothing', 'dim')}"
            )
    lines.append(f"  {'interpreter':<17}{bare:>6.0f} ms")
    if shown["secret_found_in"]:
        lines += ["", paint(f"The pasted password stands in {', '.join(shown['secret_found_in'])}", "red")]
    elif any("[redacted:" in str(memory) for memory in shown["captured"]) or not shown["recalls"]:
        lines += ["", "Secrets were redacted before a byte was written."]
    left = f"The repository stays in {kept_in}." if kept_in else "The throw-away repository is gone."
    return "\n".join([*lines, "", *textwrap.wrap(f"{left} In your own project nothing was touched.", width())])


def _inside(words: str) -> str:
    """The briefing without the fence and the notice that a model needs and a person does not."""
    lines = words.strip().splitlines()
    if len(lines) > 3 and lines[0].startswith("<") and lines[-1].startswith("</"):
        lines = lines[1:-1]
        if "" in lines:
            lines = lines[lines.index("") + 1 :]
    return "\n".join(lines)


def _memory(memory: Memory) -> list[str]:
    name = "proposed" if is_proposed(memory) else _NAMES.get(memory.kind, memory.kind)
    room = max(30, width() - 14)
    summary = textwrap.wrap(" ".join(redact.neutral(memory.summary).split()), room, max_lines=2, placeholder=" …")
    lines = [f"  {paint(f'{name:<12}', _COLOURS.get(memory.kind, 'blue'))}{(summary or [''])[0]}"]
    lines += [f"  {'':<12}{line}" for line in summary[1:]]
    if memory.body:
        body = clip(" ".join(redact.neutral(memory.body).split()), room)
        lines.append(paint(f"  {'':<12}{body}", "dim"))
    return lines


def _title(text: str) -> str:
    return paint(text, "bold")
