"""The environment of set-up: a virtual environment with the packages of requirements/setup.txt, complete or absent.

It has no pip, and of each package only the used parts: `data/left_out.txt` lists the rest.
"""

import contextlib
import fnmatch
import json
import os
import re
import shutil
import sys
from collections.abc import Iterator
from typing import Final

from memory_core import data
from memory_core.core import install
from memory_core.core.light import files
from memory_core.core.light.errors import Refusal
from memory_core.setup import packages

NEEDED: Final = 500 * 1024 * 1024  # bytes: the environment, the model, and the room for making them
SIZE: Final = 57_000_000  # bytes that are fetched, about
_LICENCES: Final = re.compile(r"licen[cs]e|copying|notice|authors", re.IGNORECASE)


def folder() -> str:
    """The path of the environment for the current pins and this Python, whether it exists or not."""
    return install.data("envs", f"{install.pins_key()}-{packages.tag()}")


def site(place: str) -> str:
    """The site-packages folder of an environment made by the Python that runs now."""
    if os.name == "nt":
        return os.path.join(place, "Lib", "site-packages")
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    return os.path.join(place, "lib", version, "site-packages")


def whole(place: str) -> bool:
    """True if the environment was finished and its interpreter is still there."""
    return os.access(packages.interpreter(place), os.X_OK) and os.path.isfile(os.path.join(place, "ready.json"))


def make(note: packages.Note) -> str:
    """The folder of the environment, made if it is missing.

    It is built beside its place and moved when it is complete: a killed set-up leaves nothing that looks ready.
    `Refusal` names what failed and what mends it.
    """
    place = folder()
    if whole(place) and not install.environment_damage(place, site(place)):
        return place
    remaining(install.data())
    packages.fetch("setup", SIZE, lambda detail, part: note(detail, 0.8 * part), "the packages could not be fetched")
    part = f"{place}.{os.getpid()}.part"
    try:
        note("unpacking", 0.85)
        packages.create(part, "--without-pip")
        packages.install_into(packages.interpreter(part), "setup")
        prune(site(part))
        facts = {
            "python": packages.interpreter(place),
            "packages": install.packages(site(part)),
            **install.contents(site(part)),
        }
        files.write(os.path.join(part, "ready.json"), json.dumps(facts, indent=2))
        if os.path.lexists(place):  # damaged, or the interpreter behind it is gone
            shutil.rmtree(place)
        os.rename(part, place)
    except OSError as fault:
        raise packages.unwritable(part, fault) from fault
    finally:
        shutil.rmtree(part, ignore_errors=True)
    packages.drop("setup")
    return place


def remaining(place: str) -> None:
    """Raise Refusal where the disk of `place` has too little room left for all of set-up."""
    packages.make_folder(place)
    free = shutil.disk_usage(place).free
    if free < NEEDED:
        raise Refusal(
            f"{place}: {free // 2**20} MB are free, set-up needs {NEEDED // 2**20}; free some space, or name another "
            "folder with MEMORY_CORE_DATA, then run `memory-core setup` again"
        )


def prune(place: str) -> None:
    """Remove from a site-packages folder what no part of memory-core uses. Licences stay."""
    expression = re.compile("|".join(fnmatch.translate(pattern) for pattern in data.lines("left_out.txt")))
    for above, folders, names in os.walk(place):
        below = os.path.relpath(above, place).replace(os.sep, "/").removeprefix(".").lstrip("/")
        for name in [*folders, *names]:
            if expression.match(f"{below}/{name}".lstrip("/")):
                _remove(os.path.join(above, name))
                folders[:] = [folder for folder in folders if folder != name]


def _remove(path: str) -> None:
    for name in list(_below(path)):
        if not _LICENCES.search(os.path.basename(name)):
            os.unlink(name)
    for above, _, _ in os.walk(path, topdown=False):
        with contextlib.suppress(OSError):  # a licence stays in it
            os.rmdir(above)


def _below(path: str) -> Iterator[str]:
    if os.path.islink(path) or not os.path.isdir(path):
        yield path
    for above, folders, names in os.walk(path):
        for name in [*names, *(folder for folder in folders if os.path.islink(os.path.join(above, folder)))]:
            yield os.path.join(above, name)


def sweep(keep: str) -> list[str]:
    """Remove environments of other pins and what killed set-ups left behind; the names of what went."""
    names: list[str] = []
    with contextlib.suppress(OSError):
        names = sorted(os.listdir(install.data("envs")))
    return [name for name in names if _removed(install.data("envs", name), keep)]


def _removed(path: str, keep: str) -> bool:
    if path == keep:
        return False
    shutil.rmtree(path, ignore_errors=True)
    return not os.path.exists(path)
