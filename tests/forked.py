"""Hooks and verbs in processes of their own, each forked from one that has imported the product: no start of Python.

For tests of what a hook or a verb does. What the start itself does, and what ends it, is tested with real starts.
"""

import atexit
import functools
import gc
import importlib
import json
import os
import pkgutil
import runpy
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Sequence
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_FILES = ("in", "out", "err")
_PATIENCE = 120  # seconds after which a process is killed


class _Server:
    """The process that forks.

    A line on its standard input is a call; one on its standard output is an exit code and seconds of processor time.
    """

    def __init__(self) -> None:
        self._folder = tempfile.TemporaryDirectory()
        self.files = [Path(self._folder.name, name) for name in _FILES]
        self.spent = 0.0
        self._process = subprocess.Popen(
            [sys.executable, "-X", "utf8", "-m", "tests.forked", *map(str, self.files)],
            cwd=_ROOT, stdin=subprocess.PIPE, stdout=subprocess.PIPE, text=True,
        )  # fmt: skip
        atexit.register(self.close)

    def call(self, words: Sequence[str], cwd: str) -> int:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps([words, cwd, dict(os.environ)]) + "\n")
        self._process.stdin.flush()
        ended, seconds = self._process.stdout.readline().split()
        self.spent += float(seconds)
        return int(ended)

    def close(self) -> None:
        self._process.communicate()
        self._folder.cleanup()


_server = functools.cache(_Server)


def run(words: Sequence[str], cwd: str | Path, given: bytes = b"") -> "subprocess.CompletedProcess[bytes]":
    """How a process ended, and what it printed.

    `words` are the path of a script and its arguments, or `memory-core` and a verb; `given` is its standard input.
    """
    server = _server()
    in_, out, err = server.files
    in_.write_bytes(given)
    code = server.call(words, str(cwd))
    return subprocess.CompletedProcess(list(words), code, out.read_bytes(), err.read_bytes())


def spent() -> float:
    """Seconds of processor time of all processes until now: what a test may measure, however busy the machine is."""
    return _server().spent


def _import_all() -> None:
    import memory_core
    from tests.patience import sitecustomize  # noqa: F401 - deadlines are long

    for module in pkgutil.walk_packages(memory_core.__path__, "memory_core."):
        if not module.name.startswith("memory_core.edges._"):  # these load what starts threads
            importlib.import_module(module.name)
    gc.freeze()


def _become(words: list[str], cwd: str, environment: dict[str, str], files: list[str]) -> int:
    os.setsid()
    modes = (os.O_RDONLY, *(os.O_WRONLY | os.O_CREAT | os.O_TRUNC,) * 2)
    for number, (name, mode) in enumerate(zip(files, modes, strict=True)):
        opened = os.open(name, mode, 0o600)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin, sys.stdout, sys.stderr = (open(number, "rw"[number > 0], closefd=False) for number in range(3))  # noqa: SIM115
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    os.chdir(cwd)
    sys.argv = words
    if words[0] == "memory-core":
        from memory_core.cli import main

        return main(words[1:])
    sys.orig_argv = [sys.executable, *words]  # what a session's end starts again
    sys.path[0] = os.path.dirname(words[0])
    runpy.run_path(words[0], run_name="__main__")
    return 0


def _serve(files: list[str]) -> None:
    _import_all()
    answers = os.dup(1)
    os.set_inheritable(answers, False)
    child = 0
    signal.signal(signal.SIGALRM, lambda *_: os.kill(child, signal.SIGKILL))
    for line in sys.stdin:
        child = os.fork()
        if not child:
            signal.signal(signal.SIGALRM, signal.SIG_DFL)
            code: object = 1
            try:
                words, cwd, environment = json.loads(line)
                code = _become(words, cwd, environment, files)
            except SystemExit as end:
                code = end.code
            except BaseException:
                traceback.print_exc()
            finally:
                sys.stdout.flush()
                sys.stderr.flush()
                os._exit(code if isinstance(code, int) else int(code is not None))
        signal.alarm(_PATIENCE)
        _, status, used = os.wait4(child, 0)
        signal.alarm(0)
        seconds = used.ru_utime + used.ru_stime
        os.write(answers, f"{os.waitstatus_to_exitcode(status)} {seconds}\n".encode())


if __name__ == "__main__":
    _serve(sys.argv[1:])
