"""The configuration by which git merges the files of memory-core: a merge driver and the paths it applies to.

Both exist only in the clone: `merge.memory-core.*` in its configuration, the paths in `info/attributes` of its git
folder. A repository cannot bring them, and no hook writes them: a person asks for them (`setup --merges`).
"""

import contextlib
import os
from typing import Final

from memory_core.core import git, install
from memory_core.core.light import files, json_store
from memory_core.core.light.errors import Refusal
from memory_core.verbs.merging.form import FORMS

NAME: Final = "memory-core"
CONFLICT: Final = 4  # what the driver ends with where a person has to look, whatever the lines say
LAUNCHER: Final = "merge-driver"  # in the user's data folder
_KEY: Final = f"merge.{NAME}"
_TITLE: Final = "# memory-core: these are merged entry by entry, see `memory-core merge-file --help`"
_LINES: Final = tuple(f"/{pattern} merge={NAME}" for pattern in FORMS)
_FOR: Final = "git runs this for the files of memory-core. `memory-core setup --merges` writes it."


def faults(root: str) -> list[str]:
    """What git lacks to merge memory entry by entry, a line each; [] if nothing, or without a repository."""
    if git.folder(root) is None:
        return []
    lines = {line.strip() for line in (files.read(_attributes(root)) or "").splitlines()}
    holds = {
        f"git config {_KEY}.driver is not set": git.output(root, "config", "--get", f"{_KEY}.driver") == _driver(),
        f"{_attributes(root)} does not name all files": lines.issuperset(_LINES),
        f"{_launcher()} is not there": os.path.isfile(_launcher()),
    }
    return [fault for fault, is_well in holds.items() if not is_well]


def is_begun(root: str) -> bool:
    """Whether somebody has asked for it in this clone, whether it still works or not."""
    return git.output(root, "config", "--get", f"{_KEY}.driver") is not None


def is_offered(root: str) -> bool:
    """Whether the project has files that two branches could both write, and nobody has asked for it yet."""
    return (
        git.folder(root) is not None
        and any(os.path.lexists(os.path.join(root, *pattern.split("/"))) for pattern in FORMS)
        and not is_begun(root)
    )


def set_up(root: str) -> bool:
    """Whether something changed so that git merges memory by its entries here. `Refusal` if it cannot be written."""
    if git.folder(root) is None:
        raise Refusal(f"{root} is not a git repository; there is nothing to merge")
    path = _attributes(root)
    before = faults(root)
    with json_store.writing(path, "make it writable"):
        renewed = files.write(_launcher(), _script())
        files.write(path, _with_lines(files.read(path) or ""))
    git.run(root, "config", f"{_KEY}.name", "memory-core: entry by entry")
    git.run(root, "config", f"{_KEY}.driver", _driver())
    return renewed or bool(before)


def renew() -> None:
    """Point the launcher to this version of the plugin, if there is a launcher."""
    if os.path.isfile(_launcher()):
        with contextlib.suppress(OSError):  # what stands there finds this version by itself, or git merges lines
            files.write(_launcher(), _script())


def _launcher() -> str:
    return install.data(LAUNCHER)


def _script() -> str:
    return install.script(_FOR, "merge-file")


def _driver() -> str:
    """The command that git hands to a shell. Without memory-core it is what git does without a driver."""
    launcher = install.quoted(_launcher()).replace("%", "%%")
    lines = "git merge-file -q --marker-size=%L -L ours -L base -L theirs %A %O %B"
    return f"sh {launcher} %O %A %B %P || {{ said=$?; {lines} && test $said -ne {CONFLICT} || exit 1; }}"


def _attributes(root: str) -> str:
    return os.path.join(git.folder(root) or root, "info", "attributes")


def _with_lines(text: str) -> str:
    """The attributes of the user, ours behind them: the last line that names a file counts."""
    kept = [line for line in text.split("\n") if line != _TITLE and not line.endswith(f" merge={NAME}")]
    own = "\n".join(kept).rstrip("\n")
    return "\n".join([*([own] if own else []), _TITLE, *_LINES]) + "\n"
