"""The home of the guard rails: `IRIS_MEMORY.json` at the root of the project (IRIS-5).

What stands in the file stays byte for byte but for what is changed, and a file that is damaged is never written.
Who writes holds the project's lock.
"""

import os
from typing import Final, NamedTuple

from memory_core.domain import guardrails
from memory_core.domain.guardrails import FILE, Problem, Rails
from memory_core.stores import files

NAME: Final = guardrails.HOME
LIMIT: Final = 16_000_000  # bytes of a file that is read


class _Text(NamedTuple):
    """The file as it stands; `fault` says why its text is not to be written back."""

    text: str
    fault: str = ""
    there: bool = True


def path(root: str) -> str:
    """Where the file stands."""
    return os.path.join(root, FILE)


def stamp(root: str) -> str:
    """A signature that changes whenever the file may have changed."""
    return files.stamp((path(root),))


def read(root: str) -> Rails:
    """What the file says; a file that cannot be read is a problem, one that is not there is none."""
    found = _text(root)
    rails = guardrails.read(found.text)
    if found.fault:
        problem = Problem(FILE, found.fault)
        rails = rails._replace(problems=(problem, *rails.problems), damage=f"{FILE}: {found.fault}")
    return rails._replace(project=rails.project or os.path.basename(os.path.abspath(root)))


def exists(root: str) -> bool:
    """Whether anything stands in the file's place."""
    return os.path.lexists(path(root))


def _text(root: str) -> _Text:
    name = path(root)
    if not os.path.lexists(name):
        return _Text("", there=False)
    fault = ""
    if os.path.islink(name):
        inside = os.path.realpath(name).startswith(os.path.join(os.path.realpath(root), ""))
        fault = "is a symbolic link, through which nothing is written; put the file itself in its place"
        if not inside:
            return _Text("", "is a symbolic link out of the project, and is not read; put the file itself in its place")
    try:
        if os.path.isdir(name):
            return _Text("", "is a folder; move it away")
        if os.stat(name).st_size > LIMIT:
            return _Text("", f"is longer than {LIMIT // 1_000_000} MB, and is not read; take out what is no guard rail")
        raw = files.read_whole(name)
    except OSError as error:
        return _Text("", f"cannot be read ({error.strerror}); make it a file that can be")
    return _decoded(raw or b"", fault)


def _decoded(raw: bytes, fault: str) -> _Text:
    if raw[:2] in (b"\xff\xfe", b"\xfe\xff"):
        return _Text(raw.decode("utf-16", "replace"), "is not UTF-8 but UTF-16; save it as UTF-8")
    try:
        return _Text(raw.decode(), fault)
    except UnicodeDecodeError as error:
        line = raw.count(b"\n", 0, error.start) + 1
        return _Text(raw.decode("utf-8", "replace"), f"is not UTF-8 (line {line}); save it as UTF-8")
