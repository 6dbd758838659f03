"""The user's own folders: shared data, derived data of each project, learnings, the client's settings.

None of them is in a repository. The hook for edits imports this module, so it imports nothing.
"""

import os

_LONGEST = 200  # bytes of a folder's name; file systems allow 255


def data() -> str:
    """The folder of the data of all projects: environment, model, record of the interpreter."""
    own = os.environ.get("MEMORY_CORE_DATA")
    if own:
        return os.path.realpath(own)
    shared = os.environ.get("XDG_DATA_HOME") or os.path.join(os.path.expanduser("~"), ".local", "share")
    return os.path.realpath(os.path.join(shared, "memory-core"))


def derived(root: str, *names: str) -> str:
    """The derived folder of a project, or a path in it: index, vectors, caches, lock, log, sessions. It may be missing.

    It is in `state()`, and its name is made of the project's path, so a repository can neither provide nor choose it.
    """
    return os.path.join(state(), _named(root if os.path.isabs(root) else os.path.abspath(root)), *names)


def state() -> str:
    """The folder with the derived data of all projects and the logs of learnings: `MEMORY_CORE_STATE`.

    The default is `state` in the data folder.
    """
    own = os.environ.get("MEMORY_CORE_STATE")
    return os.path.realpath(own) if own else os.path.join(data(), "state")


def learnings() -> str:
    """The folder of learnings and the archive: `JARVIS_ROOT` if it is an absolute path, else `~/.jarvis`."""
    own = os.path.expanduser(os.environ.get("JARVIS_ROOT") or "~/.jarvis")
    return os.path.realpath(own if os.path.isabs(own) else os.path.expanduser("~/.jarvis"))


def client() -> str:
    """The folder in which the client keeps the user's settings, plugins and transcripts."""
    return os.path.realpath(os.environ.get("CLAUDE_CONFIG_DIR") or os.path.join(os.path.expanduser("~"), ".claude"))


def client_project(root: str) -> str:
    """The folder in which the client keeps the sessions of a project, and its own notes on it."""
    name = "".join(char if char.isascii() and char.isalnum() else "-" for char in root)
    return os.path.join(client(), "projects", name[:_LONGEST])


def links() -> str:
    """The file that lists the links that the user allows, one on each line. It may be missing."""
    return os.path.join(data(), "links")


def owns(path: str) -> bool:
    """Whether a path is below one of the user's own folders, and not in a repository that was cloned there."""
    for folder in (data(), state(), learnings(), client()):
        if path.startswith(f"{folder}{os.sep}"):
            above = os.path.dirname(path)
            while above != folder and not os.path.lexists(os.path.join(above, ".git")):
                above = os.path.dirname(above)
            return above == folder
    return False


def _named(root: str) -> str:
    name = root
    for char in "%/\\:":
        name = name.replace(char, f"%{ord(char):02X}")
    raw = os.fsencode(name)
    if len(raw) <= _LONGEST and name.isprintable():
        return name
    from _blake2 import blake2b

    shown = "".join(char for char in name[-40:] if char.isascii() and char.isprintable())
    return f"{shown}-{blake2b(raw, digest_size=16).hexdigest()}"
