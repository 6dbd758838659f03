"""The homes of learnings: `warm-memory.json` of the project and of the user (JARVIS-4, JARVIS-18).

`<project>/.claude/learnings/` holds what is so in this project, `~/.jarvis/learnings/` (`JARVIS_ROOT`) what is so in all
projects of the user.
"""

import os
from collections.abc import Iterator, Mapping
from contextlib import contextmanager
from typing import Any, Final, NamedTuple

from memory_core.domain.memory import NOTHING
from memory_core.domain.tiers.learning import Learning

NAME: Final = "learnings"
FILE: Final = "warm-memory.json"


class Warm(NamedTuple):
    """What a warm file says."""

    learnings: tuple[Learning, ...] = ()
    context: Mapping[str, Any] = NOTHING  # current_project, active_skills, recent_files
    muted: tuple[str, ...] = ()  # ids of global learnings that do not hold in this project
    returned: Mapping[str, str] = NOTHING  # id → day on which it came back from the archive
    problems: tuple[str, ...] = ()  # what of the file could not be read; not written
    extra: Mapping[str, Any] = NOTHING  # keys of a hand, written back as they were
    unread: tuple[tuple[str, Any], ...] = ()  # (list, entry) that says no learning, written back
    around: Mapping[str, Any] = NOTHING  # keys of a hand beside `warm_memory`, written back


def root_of_user() -> str:
    """The user's folder of what all projects share and of the archive: `JARVIS_ROOT`, else `~/.jarvis`."""
    own = os.environ.get("JARVIS_ROOT")
    return os.path.abspath(own) if own else os.path.join(os.path.expanduser("~"), ".jarvis")


def path(root: str, level: str) -> str:
    """Where the warm file of a level stands, whether there is one or not."""
    raise NotImplementedError


def stamp(root: str) -> str:
    """A signature that changes whenever one of the two warm files may have changed; reads nothing of them."""
    raise NotImplementedError


def read(root: str, level: str) -> Warm:
    """What the warm file of `project` or `global` says; what of it cannot be read is told in `problems`."""
    raise NotImplementedError


def both(root: str) -> Warm:
    """What holds in this project: its own learnings, then those of all projects that it did not mute.

    `muted`, `returned` and `context` are the project's, with the days of global ones that returned.
    """
    raise NotImplementedError


def write(root: str, level: str, warm: Warm) -> bool:
    """Whether the warm file changed; a damaged one is set aside first. The caller holds `held(root)`."""
    raise NotImplementedError


@contextmanager
def held(root: str, timeout: float = 5.0) -> Iterator[None]:
    """The project's lock and the user's, in this order, for a `with` block; `Refusal` where one is not to be had.

    Never inside `workspace.held`.
    """
    raise NotImplementedError
    yield
