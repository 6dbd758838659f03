"""Hooks and verbs in processes of their own, each forked from one that has imported the product: no start of Python.

The worker that a hook starts is forked too, and as detached as a started one. For tests of what a hook, a verb or the
worker does. What the start itself does, and what ends it, is tested with real starts.
"""

import atexit
import contextlib
import fcntl
import functools
import gc
import importlib
import json
import os
import pkgutil
import re
import runpy
import signal
import subprocess
import sys
import tempfile
import time
import traceback
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path

_ROOT = Path(__file__).resolve().parent.parent
_FILES = ("in", "out", "err", "workers")  # each worker holds a lock of the last one
_DESCRIPTORS = 256  # as many as a process of ours has open at most
_PATIENCE = 120  # seconds after which a process is killed
_DETACHED = "detached"  # the first word of a call that waits for nothing
_THREADED = {f"memory_core.edges._{name}" for name in ("bulk", "convert", "graph", "runtime")}  # they start threads
_SPOKEN = (  # what a session says, to read the tables with
    "Never use Redux in src/cart/**, use Zustand instead, because the boilerplate slowed us down last year.",
    "I prefer tabs in Makefiles. Always run the linter before every commit, please!",
    "DECISION: Prices are integers in cents — floats lost a cent in every tenth cart",
    "LEARNED: The mailer needs a queue -> start it first\nERROR: Carts are empty -> copy them first\nOPEN: a load test",
    "We decided to keep Postgres instead of Redis. The error was a missing module; the fix is to install it.",
    'PASSWORD="hunter2-very-secret" curl -H "Authorization: Bearer ghp_abcdefghijklmnopqrstuvwxyz0123456789"',
)


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

    def call(self, words: Sequence[str], cwd: str, environment: Mapping[str, str]) -> int:
        assert self._process.stdin
        assert self._process.stdout
        self._process.stdin.write(json.dumps([words, cwd, dict(environment)]) + "\n")
        self._process.stdin.flush()
        ended, seconds = self._process.stdout.readline().split()
        self.spent += float(seconds)
        return int(ended)

    def close(self) -> None:
        self._process.communicate()
        self._folder.cleanup()


_server = functools.cache(_Server)


def run(
    words: Sequence[str], cwd: str | Path, given: bytes = b"", environment: Mapping[str, str] | None = None
) -> "subprocess.CompletedProcess[bytes]":
    """How a process ended, and what it printed.

    `words` are the path of a script and its arguments, or `memory-core` and a verb; `given` is its standard input. The
    environment is that of the test where none is given.
    """
    server = _server()
    in_, out, err, _ = server.files
    in_.write_bytes(given)
    code = server.call(words, str(cwd), os.environ if environment is None else environment)
    return subprocess.CompletedProcess(list(words), code, out.read_bytes(), err.read_bytes())


def verb(words: Sequence[str], cwd: str | Path, given: str = "", **more: str) -> "subprocess.CompletedProcess[str]":
    """How a verb ended in a process of its own, and what it printed; `more` is set in its environment."""
    done = run(["memory-core", *words], cwd, given.encode(), {**os.environ, **more})
    return subprocess.CompletedProcess(done.args, done.returncode, done.stdout.decode(), done.stderr.decode())


def detach(script: str, arguments: Sequence[str]) -> None:
    """Run a script in a process that outlives this one, as `core.light.detached.start` does."""
    assert run([_DETACHED, script, *arguments], os.getcwd()).returncode == 0


def is_at_work() -> bool:
    """Whether a worker that a hook has started here runs."""
    with _server().files[-1].open("a") as workers:
        try:
            fcntl.flock(workers, fcntl.LOCK_EX | fcntl.LOCK_NB)
        except OSError:
            return True
        return False


def spent() -> float:
    """Seconds of processor time of all processes until now: what a test may measure, however busy the machine is."""
    return _server().spent


def _import_all() -> None:
    import memory_core
    from tests.patience import sitecustomize  # noqa: F401 - deadlines are long

    for module in pkgutil.walk_packages(memory_core.__path__, "memory_core."):
        if module.name not in _THREADED:
            importlib.import_module(module.name)
    importlib.import_module("filelock")
    _read_tables()
    gc.freeze()


def _read_tables() -> None:
    """Have read what a process reads once, and what nothing changes: expressions, lists of words, weights."""
    from memory_core import redact
    from memory_core.extract import extraction
    from memory_core.extract.turn import Turn
    from memory_core.language.expressions import Expressions
    from memory_core.language.relation import relation

    for module in [*sys.modules.values()]:
        table = vars(module).get("_RE")
        if isinstance(table, Expressions):
            for name in vars(table)["_texts"]:
                with contextlib.suppress(re.error):  # a list of words
                    table[name]
    for text in _SPOKEN:
        redact.clean(text)
        relation(_SPOKEN[0], text)
    extraction.extract([Turn(role, text, 0) for role in ("user", "assistant", "result") for text in _SPOKEN])


def _stand_on(files: Sequence[str]) -> None:
    """These files are standard input, output and error; nothing else is open."""
    modes = (os.O_RDONLY, *(os.O_WRONLY | os.O_CREAT | os.O_TRUNC,) * 2)
    for number, (name, mode) in enumerate(zip(files, modes, strict=True)):
        opened = os.open(name, mode, 0o600)
        os.dup2(opened, number)
        os.close(opened)
    sys.stdin, sys.stdout, sys.stderr = (open(number, "rw"[number > 0], closefd=False) for number in range(3))  # noqa: SIM115


def _detach(workers: str, script: str, arguments: Sequence[str]) -> None:
    """Run a script in a process that outlives this one, as `core.light.detached.start` does."""
    held = os.open(workers, os.O_WRONLY | os.O_CREAT, 0o600)
    fcntl.flock(held, fcntl.LOCK_SH)
    if os.fork():
        os.close(held)
        return
    os.setsid()
    os.closerange(3, held)
    os.closerange(held + 1, _DESCRIPTORS)
    signal.signal(signal.SIGALRM, signal.SIG_DFL)
    _stand_on((os.devnull,) * 3)
    _end(lambda: _run(script, arguments))


def _run(script: str, arguments: Sequence[str]) -> None:
    sys.argv = [script, *arguments]
    sys.orig_argv = [sys.executable, *sys.argv]  # what a session's end starts again
    sys.path[0] = os.path.dirname(script)
    runpy.run_path(script, run_name="__main__")


def _end(work: Callable[[], object]) -> None:
    """Do the work of this process, and end it as Python does."""
    code: object = 1
    try:
        code = work()
    except SystemExit as end:
        code = end.code
    except BaseException:
        traceback.print_exc()
    finally:
        sys.stdout.flush()
        sys.stderr.flush()
        os._exit(code if isinstance(code, int) else int(code is not None))


def _become(words: list[str], cwd: str, environment: dict[str, str], files: list[str]) -> int:
    from memory_core.core.light import detached

    os.setsid()
    _stand_on(files[:3])
    detached.start = functools.partial(_detach, files[3])
    os.environ.clear()
    os.environ.update(environment)
    time.tzset()
    os.chdir(cwd)
    sys.argv = words
    if words[0] == "memory-core":
        from memory_core.cli import main

        return main(words[1:])
    if words[0] == _DETACHED:
        _detach(files[3], words[1], words[2:])
        return 0
    _run(words[0], words[1:])
    return 0


def _called(line: str, files: list[str]) -> int:
    words, cwd, environment = json.loads(line)
    return _become(words, cwd, environment, files)


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
            _end(functools.partial(_called, line, files))
        signal.alarm(_PATIENCE)
        _, status, used = os.wait4(child, 0)
        signal.alarm(0)
        seconds = used.ru_utime + used.ru_stime
        os.write(answers, f"{os.waitstatus_to_exitcode(status)} {seconds}\n".encode())


if __name__ == "__main__":
    _serve(sys.argv[1:])
