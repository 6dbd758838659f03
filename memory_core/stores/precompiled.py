"""Regular expressions that an earlier process compiled: a process that starts takes their code from a file.

Compiling them was a sixth of the time of a Stop. The file, `expressions` in the user's data folder, is derived, as
compiled modules are: another interpreter or version of memory-core makes it again, and what is not in it, or cannot be
used, is compiled as ever. Only what a module states when it is imported is kept: never an expression made of somebody's
words.
"""

import marshal
import os
import re
import sys

from memory_core import __version__
from memory_core.light import files, user

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Any, Final

    Kept = tuple[int, bytes, int, dict[str, int], tuple[str | None, ...]]

MOST: "Final" = 3000  # expressions in the file; a checkout that is worked on leaves old ones behind
LIMIT: "Final" = 1 << 24  # bytes of the file
_IMPORTS: "Final" = "<frozen importlib._bootstrap>"  # the file of a frame that imports a module
_STATED: "Final" = (
    "memory_core.domain.screen.expressions"  # its `compiled` takes what stands in the code, when first used
)


def path() -> str:
    """The file. It may not be there."""
    return os.path.join(user.data(), "expressions")


class Expressions:
    """What the file holds, and what this process added to it."""

    def __init__(self, compiler: "Any", engine: "Any") -> None:
        self.compiler = compiler
        self.engine = engine
        self.made = [1, __version__, sys.version, engine.MAGIC, engine.CODESIZE]
        self.known: dict[tuple[str | bytes, int], Kept] = {}
        self.new: dict[tuple[str | bytes, int], Kept] = {}
        self.compile = compiler.compile
        self.code = compiler._code  # noqa: SLF001 - the code of an expression is told by nothing else
        self.last: list[int] = []

    def read(self) -> None:
        """Take over what the file holds, where this version of both made it."""
        raw = files.read_bytes(path(), LIMIT)
        try:
            made, known = marshal.loads(raw or b"")  # noqa: S302 - the user's own file, as compiled modules are
            if made == self.made and isinstance(known, dict):
                self.known = known
        except (EOFError, ValueError, TypeError, MemoryError):
            pass  # it is made again

    def compiled(self, pattern: "Any", flags: "Any" = 0) -> "Any":
        """The expression, as `re` makes it."""
        kept = self.known.get((pattern, int(flags)))
        if kept:
            try:
                code = memoryview(kept[1]).cast("I").tolist()
                return self.engine.compile(pattern, kept[0], code, *kept[2:])
            except (RuntimeError, TypeError, ValueError, OverflowError, IndexError, AttributeError):
                del self.known[pattern, int(flags)]
        found = self.compile(pattern, flags)
        if _is_stated():
            raw = b"".join(number.to_bytes(4, sys.byteorder) for number in self.last)
            names: list[str | None] = [None] * (found.groups + 1)
            for name, number in found.groupindex.items():
                names[number] = name
            told = (found.flags, raw, found.groups, dict(found.groupindex), tuple(names))
            self.new[pattern, int(flags)] = told
        return found

    def coded(self, *given: "Any") -> list[int]:
        """The code of an expression, as `re` makes it."""
        self.last = self.code(*given)
        return self.last

    def keep(self) -> None:
        """Add what is new to the file. `OSError` where it cannot be written."""
        if self.new:
            known = {**self.known, **self.new}
            files.write(path(), marshal.dumps((self.made, known if len(known) <= MOST else self.new)))


_used: "list[Expressions]" = []


def use() -> None:
    """Take expressions from the file from here on, where the interpreter is one of those that this knows."""
    compiler, engine = getattr(re, "_compiler", None), sys.modules.get("_sre")
    if sys.implementation.name != "cpython" or _used or not (hasattr(compiler, "_code") and engine):
        return
    found = Expressions(compiler, engine)
    found.read()
    compiler.compile, compiler._code = found.compiled, found.coded  # type: ignore[union-attr]  # noqa: SLF001
    _used.append(found)


def keep() -> None:
    """Add to the file what was compiled since `use`; whether it can be written or not."""
    try:
        for found in _used:
            found.keep()
    except OSError:
        pass


def _is_stated() -> bool:
    """Whether an expression stands in the code: a module is being imported, or it is one for `_STATED`."""
    frame: Any = sys._getframe(2)  # noqa: SLF001 - documented
    while frame:
        if frame.f_code.co_filename == _IMPORTS:
            return True
        if frame.f_code.co_name == "compiled" and frame.f_globals.get("__name__") == _STATED:
            return True
        frame = frame.f_back
    return False
