"""`python trace.py ROOT OUT hook SCRIPT` or `verb WORDS`: runs it, and writes the files of the product that it enters.

A line of OUT is a file below `memory_core` and what entered it first: `own`, or `home` where only the protocols of
homes (`core/home.py`), wings (`core/wing.py`) and listeners (`extract/listener.py`) have led there so far. What runs
while a module is imported is not counted.
"""

import os
import runpy
import sys
from types import FrameType, FunctionType, ModuleType

root, out, kind, *arguments = sys.argv[1:]
BASE = os.path.join(root, "memory_core") + os.sep
FLOORS = ("core", "language", "redact", "edges", "data")
DISPATCH = "core/actions.py"  # it calls the function of an action by its name
ASKING = ("recall", "briefing", "verbs", "capture")  # they call parts of homes and listeners of wings
_NAMED = (ModuleType, FunctionType, type)  # what a module imports by name
_IS_FUNCTION, _IS_GENERATOR = 2, 32  # flags of a code object

target = open(out, "a", buffering=1, encoding="utf-8")  # noqa: SIM115 - a hook ends without closing anything
seen: set[tuple[str, str]] = set()
imports: list[FrameType] = []  # modules that are being imported
homes: list[FrameType] = []  # calls by which the walk has gone into a home


def _file(frame: FrameType) -> str:
    """The file of a frame below `memory_core`, "" where it is none of the product."""
    name = frame.f_code.co_filename
    return name[len(BASE) :] if name.startswith(BASE) else ""


def _wing(file: str) -> str:
    wing, slash, _ = file.partition("/")
    return wing if slash and wing not in FLOORS else ""


def _is_home_asked(frame: FrameType, wing: str) -> bool:
    """Whether a protocol leads into another wing: `core` calls it, or it is a part of a home or a listener."""
    if not wing or frame.f_code.co_flags & _IS_GENERATOR:
        return False
    asks = frame.f_back
    while asks and not _file(asks):
        asks = asks.f_back
    outer = asks
    while outer and not _wing(_file(outer)):
        outer = outer.f_back
    if not asks or not outer or _wing(_file(outer)) == wing:
        return False
    file = _file(asks)
    if file.startswith("core/"):
        return file != DISPATCH
    module = frame.f_globals.get("__name__")
    names = [value for value in (*asks.f_globals.values(), *asks.f_locals.values()) if isinstance(value, _NAMED)]
    return _wing(file) in ASKING and not any(
        module in (getattr(value, "__module__", ""), getattr(value, "__name__", "")) for value in names
    )


def see(frame: FrameType, event: str, _: object) -> None:
    """Note the file of a call."""
    if event == "return":
        for frames in (imports, homes):
            if frames and frames[-1] is frame:
                frames.pop()
    elif event == "call" and (file := _file(frame)):
        if frame.f_code.co_name == "<module>":
            imports.append(frame)
        if imports or not frame.f_code.co_flags & _IS_FUNCTION:
            return
        if not homes and _is_home_asked(frame, _wing(file)):
            homes.append(frame)
        row = (file, "home" if homes else "own")
        if row not in seen:
            seen.add(row)
            target.write("\t".join(row) + "\n")


sys.path[0] = root
sys.setprofile(see)
if kind == "hook":
    runpy.run_path(os.path.join(root, "hooks", f"{arguments[0]}.py"), run_name="__main__")
else:
    from memory_core.cli import main

    sys.exit(main(arguments))
