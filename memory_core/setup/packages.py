"""The wheels of set-up: fetched by pip, held against the hashes of requirements/, kept until they are installed.

<data>/fetched/<python>/pip/         a virtual environment that has pip; the environment of the product has none
<data>/fetched/<python>/<list>/      the wheels of requirements/<list>.txt that have come so far
<data>/fetched/<python>/<pid>.part/  what a process is fetching

A set-up that was interrupted finds there what came before, and fetches the rest.
"""

import contextlib
import os
import queue
import re
import shutil
import subprocess
import sys
import sysconfig
import threading
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from memory_core.core import install
from memory_core.core.light import files
from memory_core.core.light.errors import Refusal

Note = Callable[[str, float], None]  # what is happening, and how much of it is done
_BATCH: Final = 6  # packages that one pip fetches; so much is lost where set-up is killed
_TICK: Final = 0.25  # seconds between two looks at how much has come
_TAIL: Final = 6  # lines of pip's last words
_NETWORK: Final = (
    "NewConnectionError", "Name or service not known", "name resolution", "Network is unreachable", "timed out",
    "Connection refused", "ProxyError", "Max retries", "getaddrinfo", "Connection broken", "RemoteDisconnected",
    "incomplete-download",
)  # fmt: skip
_CHANGED: Final = "THESE PACKAGES DO NOT MATCH THE HASHES"
_ABSENT: Final = "No matching distribution found for "
_CAME: Final = ("Downloading ", "Using cached ", "Processing ", "Requirement already")  # a package did come
_FOREIGN: Final = (
    "PYTHONHOME", "PYTHONPATH", "PIP_USER", "PIP_TARGET", "PIP_PREFIX", "PIP_REQUIRE_VIRTUALENV", "PIP_REQUIREMENT",
    "PIP_CONSTRAINT", "PIP_NO_BINARY", "PIP_PYTHON",
)  # fmt: skip


class Pin(NamedTuple):
    """A package of requirements/: its line, and the SHA-256 of each wheel that may be taken for it."""

    name: str
    text: str
    hashes: frozenset[str]


def place(*names: str) -> str:
    """A path below the download folder for the running Python."""
    return install.data("fetched", tag(), *names)


def pins(name: str) -> list[Pin]:
    """The packages of requirements/<name>.txt."""
    text = re.sub(r"^#.*\n", "", files.read(install.requirements(f"{name}.txt")) or "", flags=re.MULTILINE)
    entries = [entry for entry in re.split(r"\n(?=\S)", text) if entry.strip()]
    return [
        Pin(entry.partition("==")[0].strip(), entry.strip(), frozenset(re.findall(r"--hash=sha256:(\w+)", entry)))
        for entry in entries
    ]


def fetch(name: str, expected: int, note: Note, failure: str) -> str:
    """The folder with the wheels of requirements/<name>.txt; whole files that are already there are not fetched again.

    `expected` is their approximate size in bytes. `Refusal` names what failed and what mends it.
    """
    folder = place(name)
    make_folder(folder)
    own = place(f"{os.getpid()}.part")
    missing, come = _missing(name, folder), 0
    try:
        for start in range(0, len(missing), _BATCH):
            batch = missing[start : start + _BATCH]
            names = ", ".join(pin.name for pin in batch)
            for _ in _fetch(batch, folder, own, failure):
                come = max(come, _bytes(folder) + _bytes(own, without="got"))
                note(names, come / expected)
    finally:
        shutil.rmtree(own, ignore_errors=True)
    return folder


def _missing(name: str, folder: str) -> list[Pin]:
    """The packages without a complete wheel in the folder. Other files are removed."""
    wanted = pins(name)
    known = frozenset[str]().union(*(pin.hashes for pin in wanted))
    there = set()
    for entry in os.listdir(folder):
        checksum = install.sha256(os.path.join(folder, entry))
        if checksum in known:
            there.add(checksum)
        else:
            os.unlink(os.path.join(folder, entry))
    return [pin for pin in wanted if not pin.hashes or not pin.hashes & there]


def _fetch(batch: Sequence[Pin], folder: str, own: str, failure: str) -> Iterator[str]:
    """Fetch some packages into a folder of this process, and move them when all are complete; yields like `run`."""
    shutil.rmtree(own, ignore_errors=True)
    got, asked = os.path.join(own, "got"), os.path.join(own, f"{os.path.basename(folder)}.txt")
    make_folder(got)
    files.write(asked, "".join(f"{pin.text}\n" for pin in batch))
    yield from run(["download", "--no-cache-dir", "-d", got, *_CHECKED, "-r", asked], failure, own)
    for entry in os.listdir(got):
        os.replace(os.path.join(got, entry), os.path.join(folder, entry))


def _bytes(folder: str, without: str = "") -> int:
    """The size in bytes of all files below a folder, except in folders of one name."""
    total = 0
    for above, folders, names in os.walk(folder):
        folders[:] = [text for text in folders if text != without]
        for name in names:
            with contextlib.suppress(OSError):
                total += os.path.getsize(os.path.join(above, name))
    return total


# Words for pip: only what is listed, only as wheels, only if a hash fits.
_CHECKED: Final = ("--no-input", "--progress-bar", "off", "--no-deps", "--only-binary", ":all:", "--require-hashes")


def install_into(interpreter: str, name: str, *words: str) -> None:
    """Install the wheels of requirements/<name>.txt, fetched before, for an interpreter."""
    command = ["--python", interpreter, "install", "--no-compile", "--no-index", "--find-links", place(name)]
    for _ in run(
        [*command, *words, *_CHECKED, "-r", install.requirements(f"{name}.txt")], "the packages could not be installed"
    ):
        pass


def drop(*names: str) -> None:
    """Remove what was fetched: all of it if no part is named."""
    for path in [place(name) for name in names] or [install.data("fetched")]:
        shutil.rmtree(path, ignore_errors=True)


def sweep() -> None:
    """Remove what killed set-ups were fetching."""
    with contextlib.suppress(OSError):
        for name in os.listdir(place()):
            if name.endswith(".part"):
                drop(name)


def make_folder(path: str) -> None:
    """Make a folder; `Refusal` if that is not possible."""
    try:
        os.makedirs(path, exist_ok=True)
    except OSError as fault:
        raise unwritable(path, fault) from fault


def unwritable(path: str, fault: OSError) -> Refusal:
    """The message for a disk that cannot be written."""
    return Refusal(f"{path} cannot be written ({fault.strerror or fault}); free some space or repair it, then repeat")


def pip() -> str:
    """An interpreter with pip; its environment is made if it is missing."""
    folder = place("pip")
    program = interpreter(folder)
    if not os.access(program, os.X_OK):
        part = place(f"pip.{os.getpid()}.part")
        try:
            make_folder(place())
            create(part)
            shutil.rmtree(folder, ignore_errors=True)
            os.rename(part, folder)
        except OSError as fault:
            raise unwritable(part, fault) from fault
        finally:
            shutil.rmtree(part, ignore_errors=True)
    return program


def interpreter(environment: str) -> str:
    """The interpreter of an environment."""
    below = ("Scripts", "python.exe") if os.name == "nt" else ("bin", "python")
    return os.path.join(environment, *below)


def base_interpreter() -> str:
    """The real interpreter that runs now: behind a virtual environment and links, never a version manager's shim."""
    above = os.path.dirname(os.path.dirname(sys.executable))
    for line in (files.read(os.path.join(above, "pyvenv.cfg")) or "").splitlines():
        key, _, value = line.partition("=")
        if key.strip() == "home":
            program = os.path.join(value.strip(), os.path.basename(sys.executable))
            return os.path.realpath(program) if os.path.exists(program) else os.path.realpath(sys.executable)
    return os.path.realpath(sys.executable)


def create(folder: str, *words: str) -> None:
    """Make a virtual environment. `Refusal` names what Python lacks."""
    done = subprocess.run(
        [base_interpreter(), "-I", "-m", "venv", *words, folder],
        capture_output=True, text=True, env=environ(), check=False,
    )  # fmt: skip
    if done.returncode == 0:
        return
    complaint = (done.stdout + done.stderr).strip()
    if "ensurepip" in complaint:
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        raise Refusal(
            f"{base_interpreter()} cannot create environments: its module ensurepip is missing. On Debian and Ubuntu: "
            f"`sudo apt install {version}-venv`; or name another Python: MEMORY_CORE_PYTHON=... memory-core setup"
        )
    raise Refusal(f"{folder}: no environment could be made there: {_tail(complaint)}; repair that and repeat")


def environ() -> dict[str, str]:
    """The process environment without what would lead pip or Python elsewhere."""
    return {name: value for name, value in os.environ.items() if name not in _FOREIGN}


def run(command: Sequence[str], failure: str, scratch: str | None = None) -> Iterator[str]:
    """Yield the lines that pip prints while it runs, and "" now and then. `Refusal` with its last words if it fails.

    `scratch` is the folder for unpacked and unfinished files.
    """
    started = [pip(), "-I", "-m", "pip", "--disable-pip-version-check", *command]
    where = dict.fromkeys(("TMPDIR", "TEMP", "TMP"), scratch) if scratch else {}
    lines: list[str] = []
    with subprocess.Popen(
        started, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True,
        encoding="utf-8", errors="replace", env={**environ(), **where},
    ) as running:  # fmt: skip
        try:
            for line in _ticking(running.stdout or ()):
                if line:
                    lines.append(line)
                yield line
        except BaseException:
            running.kill()
            raise
    if running.returncode:
        raise Refusal(f"{failure}: {_why(lines)}")


def _ticking(lines: Iterator[str] | Sequence[str]) -> Iterator[str]:
    """The lines as they come, and "" whenever none came for a while."""
    waiting: queue.SimpleQueue[str | None] = queue.SimpleQueue()

    def read() -> None:
        try:
            for line in lines:
                waiting.put(line.strip())
        finally:
            waiting.put(None)

    threading.Thread(target=read, daemon=True).start()
    while True:
        try:
            line = waiting.get(timeout=_TICK)
        except queue.Empty:
            yield ""
            continue
        if line is None:
            return
        yield line


def _why(lines: list[str]) -> str:
    text = "\n".join(lines)
    if "No space left" in text:
        return "the disk is full; make room, then run `memory-core setup` again"
    if _CHANGED in text:
        return _changed(lines)
    if _ABSENT in text or any(sign in text for sign in _NETWORK) or not any(line.startswith(_CAME) for line in lines):
        return (
            f"no wheel of {_after(lines, _ABSENT) or 'them'} came from the package index; look at the network, at "
            f"pip's settings (`pip config list`), and in {install.requirements('setup.txt')} at the platforms: this "
            f"is {tag()} on {sysconfig.get_platform()}, and set-up builds nothing from source. Then run "
            f"`memory-core setup` again; it goes on from what has come. pip said: {_tail(text)}"
        )
    return f"pip said: {_tail(text)}; mend that, then run `memory-core setup` again"


def tag() -> str:
    """The running Python as it is named in an environment: `cp311`."""
    return f"cp{sys.version_info.major}{sys.version_info.minor}"


def _changed(lines: list[str]) -> str:
    """The message for a file with another hash than requirements/ names.

    pip prints a line with the package, later a line with `Got`.
    """
    start = next(number for number, line in enumerate(lines) if _CHANGED in line)
    what = re.sub(r" \(from -r .*|:$", "", next(line for line in lines[start + 1 :] if line))
    return (
        f"{what} is not the file that memory-core was tested with: its SHA-256 is {_after(lines[start:], 'Got')}, "
        f"which {install.requirements('')} does not name. Nothing of it is used. It may be half a download or somebody "
        "else's file: look where pip takes packages from (`pip config list`), then run `memory-core setup` again. "
        "If it says this again, install nothing by hand, and report it"
    )


def _after(lines: list[str], sign: str) -> str:
    return next((line.partition(sign)[2].strip() for line in lines if sign in line), "")


def _tail(text: str) -> str:
    lines = [
        line.strip() for line in text.splitlines() if line.strip() and not line.startswith(("WARNING", "[notice]"))
    ]
    return " / ".join(lines[-_TAIL:]) or "nothing"
