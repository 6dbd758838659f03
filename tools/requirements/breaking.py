"""Breaking what a requirement names, in a copy of the repository, and running the tests that show it."""

import ast
import functools
import os
import shutil
import subprocess
import sys
from pathlib import Path
from typing import Final, NamedTuple

from tools.requirements import ROOT, Requirement, defined, tests

_MOST: Final = 12  # tests of a requirement that are run
_SECONDS: Final = 400  # for the tests of a requirement
_PROFILE: Final = "--hypothesis-profile=broken"  # whose examples are not shrunk: that one fails is enough
_DEAR: Final = {"client", "heavy", "model", "processes", "slow", "thorough"}  # marks
_tests = functools.cache(tests)
_PASSED: Final = (0, 5)  # exit codes of pytest where all tests have passed, or there is none


class Outcome(NamedTuple):
    """What the tests of a requirement did with the behaviour broken."""

    id: str
    fails: bool
    why: str = ""  # the end of what pytest printed, where no test failed


def copy(folder: Path) -> Path:
    """A copy of the files that git tracks, with the environment of the tests."""
    listed = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, check=True, text=True).stdout
    for name in filter(None, listed.split("\0")):
        source, target = ROOT / name, folder / name
        target.parent.mkdir(parents=True, exist_ok=True)
        if source.is_symlink():
            target.symlink_to(os.readlink(source))
        elif source.is_file():
            shutil.copyfile(source, target)
            shutil.copymode(source, target)
    (folder / ".venv").symlink_to((ROOT / ".venv").resolve())
    subprocess.run(["git", "init", "-q"], cwd=folder, check=True)
    return folder


def is_cheap(row: Requirement) -> bool:
    """Whether a test of the row has no mark of tests that take long or start processes."""
    return any(not _marks(name) & _DEAR for name in _tests().get(row.id, []))


@functools.cache
def _decorated(file: str) -> dict[str, frozenset[str]]:
    """The tests of a file, each with the names of its marks."""
    return {
        node.name: frozenset(
            each.attr for line in node.decorator_list for each in ast.walk(line) if isinstance(each, ast.Attribute)
        )
        for node in ast.parse((ROOT / file).read_text("utf-8")).body
        if isinstance(node, ast.FunctionDef)
    }


def _marks(test: str) -> frozenset[str]:
    """The names of the marks of a test; each test of the client has the mark `client`."""
    file, _, name = test.partition("::")
    return _decorated(file)[name] | ({"client"} if file.startswith("tests/client/") else set())


def broken(folder: Path, row: Requirement) -> Outcome:
    """Break what the row names in the copy, run its tests, the quick ones first, and put the file back."""
    path = folder / row.path
    before = path.read_bytes()
    names = [name for name in _tests().get(row.id, []) if not name.startswith("tests/client/")]
    names = (names or _tests().get(row.id, []))[:_MOST]
    path.write_bytes(_without(path, row.function))
    try:
        for which in (["--quick"], []):
            ran = _run(folder, *which, *names)
            if ran.returncode not in _PASSED:
                return Outcome(row.id, fails=True)
    except subprocess.TimeoutExpired:  # they wait for what is broken
        return Outcome(row.id, fails=True)
    finally:
        path.write_bytes(before)
    return Outcome(row.id, fails=False, why=ran.stdout[-600:])


def _run(folder: Path, *words: str) -> "subprocess.CompletedProcess[str]":
    """How pytest ends in the copy."""
    command = [sys.executable, "-m", "pytest", "-q", "-x", "-p", "no:cacheprovider", "-p", "no:xdist", _PROFILE, *words]
    return subprocess.run(
        command, cwd=folder, capture_output=True, check=False, text=True, timeout=_SECONDS, env=_environment()
    )


def _without(path: Path, function: str) -> bytes:
    """The file with the body of a function that raises, or empty."""
    if not function:
        return b""
    node = defined(path, function)
    assert node is not None, f"{path}: there is no function {function}"
    lines = path.read_text("utf-8").split("\n")
    start, end = node.body[0].lineno - 1, node.end_lineno
    raising = f'{" " * node.body[0].col_offset}raise RuntimeError("broken on purpose")'
    return "\n".join([*lines[:start], raising, *lines[end:]]).encode()


def _environment() -> dict[str, str]:
    return {name: value for name, value in os.environ.items() if not name.startswith("PYTEST_")}
