"""The archive: `~/.jarvis/archive/YYYY-Qn/`, what is cold (JARVIS-8 to 10, JARVIS-22). Who writes holds the user's lock.

`learnings.json.gz` holds preferences, `patterns.json.gz` behaviours, `sessions/` the logs of sessions.
"""

from collections.abc import Iterable, Mapping

from memory_core.domain.tiers.moves import Cold


def read(project: str | None = None) -> list[Cold]:
    """Everything cold, in the order of quarter, project and id; of one project and of all projects where one is named."""
    raise NotImplementedError


def numbers() -> Mapping[str, int]:
    """The largest number of an id that the archive holds, by kind."""
    raise NotImplementedError


def add(colds: Iterable[Cold], today: str) -> None:
    """Put learnings into the quarter of the day on which each became cold. What is there already stays one."""
    raise NotImplementedError


def take(ids: Iterable[str], project: str) -> list[Cold]:
    """Take learnings of the project, or of all projects, out of the archive: what was there, identical.

    Where they go is written first: `read` finds them, then the warm file is written, then this.
    """
    raise NotImplementedError


def sizes() -> tuple[int, int]:
    """(bytes of the archive on disk, how many logs of sessions it holds)."""
    raise NotImplementedError


def keep_session(text: str, today: str, project: str, name: str) -> str:
    """The path under which a session's log now stands; the same log is kept once."""
    raise NotImplementedError


def compress(today: str) -> int:
    """How many loose `*.md` of the archive, older than 90 days, were compressed (JARVIS-53, J-8)."""
    raise NotImplementedError


def damages() -> list[tuple[str, str]]:
    """The files of the archive that cannot be read wholly: (path, what is wrong)."""
    raise NotImplementedError
