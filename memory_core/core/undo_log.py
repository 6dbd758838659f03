"""The changes of the last verbs to the homes, for `undo`: `undo.jsonl` in the project's derived folder.

A step has the entries that were removed from each home and those that were added, without secrets. It is written after
the homes, and removed after the homes are restored. A process killed in between loses an undo step but no memory, and
undo can be repeated. A writer holds the project's lock.
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
LONGEST: Final = 2_000_000  # characters of a step; a larger change cannot be undone
_ABOUT: Final = 120
_LEARNINGS: Final = "learnings"  # compared only for verbs that may change learnings, because it needs the user's lock


class Step(NamedTuple):
    """The changes of one verb."""

    when: str
    verb: str
    about: str  # what the verb changed, in a few words
    ids: tuple[str, ...]
    changes: Mapping[str, Any]  # name of the home to its changes; empty if they are too large
    begun: bool = False  # whether an undo of this step was interrupted: only then entries may already be restored


_now: list[list[Memory]] = []  # the changes of the running verb so far


def steps(root: str) -> list[Step]:
    """The steps that can be undone, oldest first."""
    result = []
    for entry in _LOG.entries(root):
        with contextlib.suppress(ValueError, TypeError, KeyError):
            when, verb, about = entry["when"], entry["verb"], entry["about"]
            is_begun = entry.get("begun") is True
            result.append(Step(when, verb, about, tuple(entry["ids"]), dict(entry["changes"]), is_begun))
    return result


def way_back(root: str) -> list[str]:
    """The line that names the command for undoing the last step; no line if it cannot be undone."""
    result = steps(root)
    return ["`memory-core undo` takes it back"] if result and result[-1].changes else []


@contextlib.contextmanager
def recorded(
    root: str, verb: str, *, learns: bool = False, ended: bool = False, purged: bool = False
) -> Iterator[list[Memory]]:
    """Hold the project's lock for a `with` block that changes homes. All changes become one step.

    The block appends the memories it is about to the list that it gets. `learns`: it may change learnings, so the
    user's lock is held too. `ended`: undo restores only ended memories, and what was kept stays. `purged`: there is no
    step, and older steps with these memories are removed. Inside another verb the changes belong to the step of that
    verb.
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
    """Restore the homes to the state before a step, and remove the step. The caller holds `learnings.held(root)`.

    Raise `Refusal`, and write nothing, if something has changed the same entries since.
    """
    if not step.changes:
        raise Refusal(f"`{step.verb}` changed more than can be undone; git has what was committed before")
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
    """Write the step. An error costs only the undo, not the changes themselves."""
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
