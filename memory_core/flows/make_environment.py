"""The environment of set-up: a virtual environment with the packages of requirements/setup.txt, whole or absent."""

import contextlib
import json
import os
import re
import shutil
import subprocess
import sys
import sysconfig
from collections.abc import Callable, Iterator
from typing import Final

from memory_core.light import files
from memory_core.light.errors import Refusal
from memory_core.stores import install

ROOT: Final = install.plugin()
NEEDED: Final = 700 * 1024 * 1024  # bytes: the environment, the model, and pip's own room while it works
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
    "PIP_CONSTRAINT", "PIP_NO_BINARY",
)  # fmt: skip


def tag() -> str:
    """The Python that runs now, as it stands in an environment's name: `cp311`."""
    return f"cp{sys.version_info.major}{sys.version_info.minor}"


def folder() -> str:
    """Where the environment for today's pins and this Python stands, whether it does or not."""
    return install.data("envs", f"{install.pins_key()}-{tag()}")


def interpreter(environment: str) -> str:
    """The interpreter of an environment."""
    return (
        os.path.join(environment, "Scripts", "python.exe")
        if os.name == "nt"
        else os.path.join(environment, "bin", "python")
    )


def site(environment: str) -> str:
    """The site-packages folder of an environment made by the Python that runs now."""
    if os.name == "nt":
        return os.path.join(environment, "Lib", "site-packages")
    version = f"python{sys.version_info.major}.{sys.version_info.minor}"
    return os.path.join(environment, "lib", version, "site-packages")


def whole(environment: str) -> bool:
    """True where the environment was finished and its interpreter is still there."""
    return os.access(interpreter(environment), os.X_OK) and os.path.isfile(os.path.join(environment, "ready.json"))


def make(note: Callable[[str, float], None]) -> str:
    """The folder of the environment, made where it was missing.

    It is built beside its place and moved there when it is whole: a killed set-up leaves nothing that looks ready.
    Raises Refusal that names what failed and what mends it.
    """
    place = folder()
    if whole(place):
        return place
    remaining(install.data())
    part = f"{place}.{os.getpid()}.part"
    try:
        _create(part)
        _install(part, note)
        made = {"python": interpreter(place), "packages": install.packages(site(part))}
        files.write(os.path.join(part, "ready.json"), json.dumps(made, indent=2))
        if os.path.lexists(place):  # without its mark: the interpreter behind it is gone
            shutil.rmtree(place)
        os.rename(part, place)
    except OSError as fault:
        raise Refusal(
            f"{part} cannot be written ({fault.strerror or fault}); make room or mend it, then repeat"
        ) from fault
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return place


def remaining(place: str) -> None:
    """Raise Refusal where the disk of `place` has too little room left for all of set-up."""
    os.makedirs(place, exist_ok=True)
    free = shutil.disk_usage(place).free
    if free < NEEDED:
        raise Refusal(
            f"{place}: {free // 2**20} MB are free, set-up needs {NEEDED // 2**20}; make room, or name another folder "
            "with MEMORY_CORE_DATA, then run `memory-core setup` again"
        )


def sweep(keep: str) -> list[str]:
    """Remove environments of other pins and what killed set-ups left behind; the names of what went."""
    return [name for name in _names(install.data("envs")) if _removed(install.data("envs", name), keep)]


def _removed(path: str, keep: str) -> bool:
    if path == keep:
        return False
    shutil.rmtree(path, ignore_errors=True)
    return not os.path.exists(path)


def _names(place: str) -> list[str]:
    with contextlib.suppress(OSError):
        return sorted(os.listdir(place))
    return []


def base_interpreter() -> str:
    """The real interpreter that runs now: behind a virtual environment and links, never a version manager's shim."""
    above = os.path.dirname(os.path.dirname(sys.executable))
    for line in (files.read(os.path.join(above, "pyvenv.cfg")) or "").splitlines():
        key, _, value = line.partition("=")
        if key.strip() == "home":
            found = os.path.join(value.strip(), os.path.basename(sys.executable))
            return os.path.realpath(found) if os.path.exists(found) else os.path.realpath(sys.executable)
    return os.path.realpath(sys.executable)


def environ() -> dict[str, str]:
    """The process environment without what would lead pip or Python elsewhere."""
    return {name: value for name, value in os.environ.items() if name not in _FOREIGN}


def _create(place: str) -> None:
    done = subprocess.run(
        [base_interpreter(), "-I", "-m", "venv", place], capture_output=True, text=True, env=environ(), check=False
    )
    if done.returncode == 0:
        return
    told = (done.stdout + done.stderr).strip()
    if "ensurepip" in told:
        version = f"python{sys.version_info.major}.{sys.version_info.minor}"
        raise Refusal(
            f"{base_interpreter()} cannot make environments: its module ensurepip is missing. On Debian and Ubuntu: "
            f"`sudo apt install {version}-venv`; or name another Python: MEMORY_CORE_PYTHON=... memory-core setup"
        )
    raise Refusal(f"{place}: no environment could be made there: {_tail(told)}; mend that and repeat")


def _install(place: str, note: Callable[[str, float], None]) -> None:
    expected = sum("==" in line for line in install.pins().splitlines()) or 1
    seen = 0
    command = ["install", "--no-compile", *checked("setup.txt")]
    for line in pip(place, command, "the packages could not be installed"):
        if line.startswith("Collecting "):
            seen += 1
            note(re.split(r"[^\w.-]", line.removeprefix("Collecting "))[0], 0.8 * seen / expected)
        elif line.startswith("Installing collected"):
            note("unpacking", 0.85)


def checked(name: str) -> list[str]:
    """Words for pip: the packages of one file of requirements/, only these, only as wheels, only if a hash fits."""
    told = ["--no-input", "--progress-bar", "off", "--no-deps", "--only-binary", ":all:", "--require-hashes"]
    return [*told, "-r", install.requirements(name)]


def pip(place: str, command: list[str], failure: str) -> Iterator[str]:
    """The lines that pip prints while it runs. Raises Refusal with pip's last words where it fails."""
    started = [interpreter(place), "-I", "-m", "pip", "--disable-pip-version-check", *command]
    said: list[str] = []
    with subprocess.Popen(
        started, stdout=subprocess.PIPE, stderr=subprocess.STDOUT, stdin=subprocess.DEVNULL, text=True, env=environ()
    ) as running:
        try:
            for line in running.stdout or ():
                said.append(line.strip())
                yield line.strip()
        except BaseException:
            running.kill()
            raise
    if running.returncode:
        raise Refusal(f"{failure}: {_why(said)}")


def _why(said: list[str]) -> str:
    told = "\n".join(said)
    if "No space left" in told:
        return "the disk is full; make room, then run `memory-core setup` again"
    if _CHANGED in told:
        return _changed(said)
    if _ABSENT in told or any(sign in told for sign in _NETWORK) or not any(line.startswith(_CAME) for line in said):
        return (
            f"no wheel of {_after(said, _ABSENT) or 'them'} came from the package index; look at the network, at pip's "
            f"settings (`pip config list`), and in {install.requirements('setup.txt')} at the platforms: this is "
            f"{tag()} on {sysconfig.get_platform()}, and set-up builds nothing from source. Then run "
            f"`memory-core setup` again. pip said: {_tail(told)}"
        )
    return f"pip said: {_tail(told)}; mend that, then run `memory-core setup` again"


def _changed(said: list[str]) -> str:
    """pip lists each file whose hash is none of those that we name: a line with the package, later one with `Got`."""
    start = next(number for number, line in enumerate(said) if _CHANGED in line)
    what = re.sub(r" \(from -r .*|:$", "", next(line for line in said[start + 1 :] if line))
    return (
        f"{what} is not the file that memory-core was tested with: its SHA-256 is {_after(said[start:], 'Got')}, which "
        f"{install.requirements('')} does not name. Nothing of it is used. It may be half a download or somebody "
        "else's file: run `pip cache purge`, look where pip takes packages from (`pip config list`), then run "
        "`memory-core setup` again. If it says this again, install nothing by hand, and report it"
    )


def _after(said: list[str], sign: str) -> str:
    return next((line.partition(sign)[2].strip() for line in said if sign in line), "")


def _tail(told: str) -> str:
    lines = [
        line.strip() for line in told.splitlines() if line.strip() and not line.startswith(("WARNING", "[notice]"))
    ]
    return " / ".join(lines[-_TAIL:]) or "nothing"
