"""What the last verbs changed in the homes, so that it can be taken back: `undo.jsonl` beside what is derived.

A step names what went from each home and what came, without secrets. It is written after the homes were, and taken out
after they are as before: a process that is killed between costs a way back, never a memory, and doing it again is
harmless. Who writes holds the project's lock.
"""

import contextlib
from collections.abc import Iterator, Mapping, Sequence
from typing import Any, Final, NamedTuple

from memory_core import redact
from memory_core.core import homes, lock, log
from memory_core.core.budget import clip
from memory_core.core.home import LATER, Home
from memory_core.core.json_log import JsonLog
from memory_core.core.light import clock, json_store, user
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory

MOST: Final = 100  # steps that are kept
_LOG: Final = JsonLog(lambda root: user.derived(root, "undo.jsonl"))
LONGEST: Final = 2_000_000  # characters of a step: what changed more cannot be taken back
_ABOUT: Final = 120
_LEARNINGS: Final = "learnings"  # looked at only where a verb may change them: its lock is the user's too


class Step(NamedTuple):
    """What one verb changed."""

    when: str
    verb: str
    about: str  # what it was done to, in a few words
    ids: tuple[str, ...]
    changes: Mapping[str, Any]  # home to what changed in it; empty where that was too much to be kept
    begun: bool = False  # whether somebody began to take it back: only then may all be as before already


_now: list[list[Memory]] = []  # what the verb that runs has changed so far


def steps(root: str) -> list[Step]:
    """The steps that can be taken back, the oldest first."""
    result = []
    for entry in _LOG.entries(root):
        with contextlib.suppress(ValueError, TypeError, KeyError):
            when, verb, about = entry["when"], entry["verb"], entry["about"]
            is_begun = entry.get("begun") is True
            result.append(Step(when, verb, about, tuple(entry["ids"]), dict(entry["changes"]), is_begun))
    return result


def way_back(root: str) -> list[str]:
    """The line that says how the last step is taken back; no line where it cannot be."""
    result = steps(root)
    return ["`memory-core undo` takes it back"] if result and result[-1].changes else []


@contextlib.contextmanager
def recorded(
    root: str, verb: str, *, learns: bool = False, ended: bool = False, purged: bool = False
) -> Iterator[list[Memory]]:
    """The project's lock, for a `with` block that changes homes: what it changed becomes one step.

    The block puts the memories that it is about into the list that it gets. `learns`: it may change learnings, so the
    user's lock is held too. `ended`: what it ended is taken back, what it kept stays. `purged`: nothing is taken back,
    and no step that knows of these memories stays. A verb that runs inside another one is part of its step.
    """
    with homes.named(_LEARNINGS).held(root) if learns else lock.of_project(root):
        if _now:
            yield _now[-1]
            return
        before = {home.step: home.seen(root) for home in _homes() if learns or home.step != _LEARNINGS}
        about: list[Memory] = []
        _now.append(about)
        try:
            yield about
        finally:
            _now.pop()
            if purged:
                _drop(root, {memory.id for memory in about})
            else:
                _keep(root, verb, about, before, ended=ended)


def take_back(root: str, step: Step) -> None:
    """Make the homes say what they said before a step, and forget the step. The caller holds `learnings.held(root)`.

    `Refusal`, and nothing written, where something changed since what the step changed.
    """
    if not step.changes:
        raise Refusal(f"`{step.verb}` changed more than can be taken back; git has what was committed before it")
    by_name = {home.step: home for home in _homes()}
    backs = [by_name[name].back(root, change, step.begun) for name, change in step.changes.items()]
    if not any(backs) and not step.begun:
        raise Refusal(f"what `{step.verb}` changed {LATER}")
    begun = step._replace(begun=True)
    _write(root, [begun if each == step else each for each in steps(root)])
    for writes in backs:
        for write in writes:
            write()
    _write(root, [each for each in steps(root) if each != begun])


def _keep(root: str, verb: str, about: Sequence[Memory], before: Mapping[str, Any], *, ended: bool) -> None:
    """Write down what changed; a fault in it costs the way back, not what was done."""
    with log.contained(f"undo: {verb}", root, Refusal, OSError, ValueError):
        changes, is_long = {}, False
        for home in _homes():
            if home.step not in before:
                continue
            was = before[home.step]
            is_long = is_long or home.is_long_changed(root, was)
            change = home.changed(root, was)
            if change and (change := home.ended(root, change) if ended else change):
                changes[home.step] = change
        rows = [(memory.id, memory.summary) for memory in about]
        cold = changes.get("learnings", {}).get("cold", {}).get("come", ()) if not rows else ()
        rows += [(str(each.get("id")), str(each.get("description"))) for each in cold]
        ids = tuple(dict.fromkeys(name for name, _ in rows))
        text = clip(redact.clean(": ".join(rows[-1])), _ABOUT) if rows else ""
        if changes or is_long:
            step = Step(clock.stamp(clock.now()), verb, text, ids, {} if is_long else changes)
            step = step if len(json_store.line(step._asdict())) <= LONGEST else step._replace(changes={})
            _write(root, [*steps(root), step][-MOST:])


def _drop(root: str, ids: set[str]) -> None:
    _write(root, [step for step in steps(root) if ids.isdisjoint(step.ids)])


def _write(root: str, entries: Sequence[Step]) -> None:
    _LOG.write(root, entries=(step._asdict() for step in entries))


def _homes() -> list[Home]:
    return [home for home in homes.every() if home.step]
