"""`setup --link`: memory-core and jarvis on the user's path.

<data>/bin/memory-core, <data>/bin/jarvis   scripts that find the plugin, whatever version it has
<data>/bin/links                            the links to them, a path a line
"""

import argparse
import contextlib
import os
import shutil
from collections.abc import Iterator
from typing import Final

from memory_core.core import install
from memory_core.core.light import files, user
from memory_core.core.light.errors import Refusal
from memory_core.core.report import Report
from memory_core.setup import packages

NAMES: Final = {"memory-core": (), "jarvis": ("jarvis",)}  # each with the words that it stands for
_FOR: Final = "`memory-core setup --link` writes this."


def main(options: argparse.Namespace) -> Report:
    """Link both programs; `Refusal`, and nothing linked, where something else has one of the names."""
    if os.name == "nt":
        raise Refusal("there are no such links on Windows; add the plugin's folder bin to your Path instead")
    folder, known = _folder()
    paths = {os.path.join(folder, name): _script(name) for name in NAMES}
    for path, target in paths.items():
        if os.path.lexists(path) and not _leads(path, target):
            raise Refusal(f"{path} exists already and is not ours; move it away, then `memory-core setup --link`")
    packages.make_folder(folder)
    packages.make_folder(install.data("bin"))
    _write()
    for path, target in paths.items():
        if not os.path.lexists(path):
            try:
                os.symlink(target, path)
            except OSError as fault:
                raise packages.unwritable(path, fault) from fault
    files.write(_record(), "".join(f"{path}\n" for path in sorted({*made(), *paths})))
    text = f"linked: {', '.join(paths)}"
    if not known:
        text += f'\n{folder} is not on your PATH yet; add this to your shell\'s profile: export PATH="{folder}:$PATH"'
    return Report(options, {"linked": [*paths], "on_path": known}, text)


def offer() -> str:
    """A line that says how to put memory-core on the path; "" if it is there."""
    program = shutil.which("memory-core", path=os.pathsep.join(_path()))
    if program or os.name == "nt":
        return ""
    return f"to call it from anywhere: {install.plugin('bin', 'memory-core')} setup --link"


def renew() -> None:
    """Point the scripts to this version of the plugin, if there are links."""
    if made():
        with contextlib.suppress(OSError):  # what stands there finds this version by itself
            _write()


def made() -> list[str]:
    """The links that were made and are still ours."""
    paths = (files.read(_record()) or "").splitlines()
    return [path for path in paths if _leads(path, _script(os.path.basename(path)))]


def _write() -> None:
    for name, words in NAMES.items():
        files.write(_script(name), install.script(_FOR, *words))
        os.chmod(_script(name), 0o755)  # noqa: S103 - a program


def _script(name: str) -> str:
    return install.data("bin", name)


def _record() -> str:
    return install.data("bin", "links")


def _leads(path: str, target: str) -> bool:
    return os.path.islink(path) and os.path.realpath(path) == os.path.realpath(target)


def _folder() -> tuple[str, bool]:
    """Where to put the links, and whether the user's path has that folder."""
    usual = os.path.join(os.path.expanduser("~"), ".local", "bin")
    there = list(_path())
    if usual in there:
        return usual, True
    home = os.path.expanduser("~") + os.sep
    for folder in there:
        if folder.startswith(home) and os.path.isdir(folder) and os.access(folder, os.W_OK) and not _is_managed(folder):
            return folder, True
    return usual, False


def _path() -> Iterator[str]:
    """The folders of the user's path, without those that the client adds for its plugins."""
    own = (user.client() + os.sep, install.plugin() + os.sep)
    for folder in os.environ.get("PATH", "").split(os.pathsep):
        if folder and not os.path.realpath(folder).startswith(own):
            yield folder.rstrip(os.sep)


def _is_managed(folder: str) -> bool:
    """Whether a folder is a virtual environment's, or the shims of a version manager."""
    return "shims" in folder or os.path.isfile(os.path.join(os.path.dirname(folder), "pyvenv.cfg"))
