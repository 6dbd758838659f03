"""The changes of recent commits, line by line: one run of git, read as it goes on."""

import contextlib
import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from memory_core.core import git
from memory_core.guardrails.light.added_lines import Change, difference

SECONDS: Final = 30.0
_HUNK: Final = re.compile(rb"@@ -\d+(?:,(\d+))? \+(\d+)(?:,(\d+))? @@")
_ESCAPE: Final = re.compile(rb'\\([0-7]{3}|[abfnrtv"\\])')
_LETTERS: Final = {b"a": b"\a", b"b": b"\b", b"f": b"\f", b"n": b"\n", b"r": b"\r", b"t": b"\t", b"v": b"\v"}
# What the user's own settings would change about the answer.
_SETTINGS: Final = (
    "core.quotePath=false", "core.bigFileThreshold=2m", "diff.noprefix=false", "diff.mnemonicPrefix=false",
    "diff.interHunkContext=0", "diff.relative=false", "log.showRoot=true",
)  # fmt: skip
_LONG: Final = 100_000  # bytes of a line
_MANY: Final = 20_000_000  # bytes of one file's change


class Changed(NamedTuple):
    """One file of a commit: its name before ("" for a new file) and after, and its lines."""

    before: str
    path: str
    change: Change


class Commit(NamedTuple):
    """A commit by its short name, and the files that it changes."""

    name: str
    files: list[Changed]
    hides: bool  # it changes files of which no line is shown


def commits(root: str, most: int, seconds: float = SECONDS) -> Iterator[Commit]:
    """The last commits of HEAD, newest first, without merges; fewer where git takes longer than that, or is not there.

    Files that git does not compare line by line, or that are longer than 2 MB, are left out.
    """
    arguments = [word for setting in _SETTINGS for word in ("-c", setting)]
    arguments += [
        "log", f"--max-count={most}", "--no-merges", "--no-show-signature", "--format=%x00%h", "-p", "-M",
        "--unified=0", "--no-color", "--no-ext-diff", "--no-textconv", "--ignore-submodules",
        "--src-prefix=a/", "--dst-prefix=b/", "HEAD", "--",
    ]  # fmt: skip
    with contextlib.suppress(git.GitError), git.streamed(root, *arguments, seconds=seconds) as lines:
        yield from _parsed(lines)


class _File:
    """One file of a commit, while its lines are read."""

    def __init__(self) -> None:
        self.before = self.path = ""
        self.old: list[str] = []
        self.new: list[tuple[int, str]] = []
        self._size = 0

    def read(self, line: bytes, more: Iterator[bytes]) -> None:
        """Read a header line of a file's diff, or a hunk with all its lines."""
        if line.startswith(b"--- "):
            self.before = _name(line)
        elif line.startswith(b"+++ "):
            self.path = _name(line)
        elif hunk := _HUNK.match(line):
            if self.old or self.new:  # an expression that matches over several lines ends with its hunk
                self.old.append("")
                self.new.append((0, ""))
            self.old += [text for _ in range(int(hunk[1] or 1)) for text in self._next(more)]
            start, many = int(hunk[2]), int(hunk[3] or 1)
            self.new += [(number, text) for number in range(start, start + many) for text in self._next(more)]

    def _next(self, more: Iterator[bytes]) -> list[str]:
        """The next line of a hunk; [] if the limit is reached."""
        line = next(more, b"")
        if line.startswith(b"\\"):  # "No newline at end of file", behind the last line of the other side
            line = next(more, b"")
        self._size += len(line)
        return [line[1:_LONG].decode("utf-8", "replace").rstrip("\r\n")] if self._size < _MANY else []


def _parsed(lines: Iterator[bytes]) -> Iterator[Commit]:
    name, files = "", [_File()]
    for line in lines:
        if line.startswith(b"\0"):
            if name:
                yield _commit(name, files)
            name, files = line[1:].decode("ascii", "replace").strip(), [_File()]
        elif line.startswith(b"diff --git "):
            files.append(_File())
        else:
            files[-1].read(line, lines)
    if name:
        yield _commit(name, files)


def _commit(name: str, files: list[_File]) -> Commit:
    shown = [file for file in files if file.old or file.new]
    changes = [Changed(file.before, file.path, difference(file.old, file.new)) for file in shown]
    return Commit(name, changes, len(files) - 1 > len(shown))  # the first is what stands before any file


def _name(line: bytes) -> str:
    """The path that a line `--- a/x` or `+++ b/x` names, "" for `/dev/null`."""
    name = line[4:].rstrip(b"\r\n").rstrip(b"\t")
    if name.startswith(b'"') and name.endswith(b'"'):
        name = _ESCAPE.sub(_unescaped, name[1:-1])
    return "" if name == b"/dev/null" else name[2:].decode("utf-8", "replace")


def _unescaped(match: re.Match[bytes]) -> bytes:
    char = match[1]
    return bytes([int(char, 8) & 255]) if char.isdigit() else _LETTERS.get(char, char)
