"""The compiled matchers of a project's warm learnings, and what each session was told; all of it derived.

As in `stores.guard`, no line that came along with a repository counts: the matchers fit one state of the warm files
on one machine, and what was told begins with this user's mark.
"""

import os

from memory_core.stores import guard, places

HOME = os.path.join(".claude", "learnings", "warm-memory.json")


def user_home() -> str:
    """The folder of the user's own learnings: `JARVIS_ROOT`, else `~/.jarvis`."""
    return os.environ.get("JARVIS_ROOT") or os.path.join(os.path.expanduser("~"), ".jarvis")


def stamp(root: str) -> str:
    """What tells one state of both warm files from another, "" where there is neither."""
    return ""


def lines(root: str, wanted: str) -> list[str] | None:
    """The compiled matchers of this state of the warm files, None where they must be made."""
    return None


def keep(root: str, wanted: str, new: list[str]) -> bool:
    """Whether the matchers could be kept for this state of the warm files."""
    return False


def tell(root: str, session: str, new: list[tuple[str, str]], at: str) -> bool:
    """Whether it is now noted that the session was told of these learnings (id, level) at a moment."""
    return guard.append(root, f"told-{session}", [f"{name}\t{level}\t{at}" for name, level in new])


def told(root: str, session: str) -> list[tuple[str, str, str]]:
    """What the session was told: (id, level, the moment at which it was first), each learning once."""
    return []


def retell(root: str, session: str) -> None:
    """What the session was told may be told again, for its context is gone; `told` still names it."""
    guard.append(root, f"told-{session}", ["again"])


def forget(root: str, session: str) -> None:
    """The session has ended: nothing of what it was told is kept."""


def derived(root: str) -> str:
    """The folder of all this."""
    return os.path.join(root, places.DERIVED, "guard")
