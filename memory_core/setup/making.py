"""Makes what is missing: environment, model and, last, the record that the launcher reads.

Standard library only: it runs before any package is installed. Each part is built beside its place and moved when it is
whole, so a set-up can be interrupted or killed at any moment and repeated.
"""

import os
import subprocess
from typing import Final

from memory_core.core import install
from memory_core.core.light import files
from memory_core.core.light.errors import Refusal
from memory_core.setup import environment, model, packages, steps

_START: Final = (
    "import sys; sys.path.insert(0, sys.argv.pop(1)); "
    "from memory_core.setup.doors import main; sys.exit(main(sys.argv[1]))"
)


def ready(*, thorough: bool = False) -> bool:
    """True if nothing is left to do: today's environment is recorded, and the model is whole.

    The sizes of the model's files say so; `thorough`, which takes 100 ms more, their checksums, and that no file of a
    package is missing.
    """
    place = install.environment()
    if place is None or place.folder != environment.folder() or not environment.whole(place.folder):
        return False
    if thorough and install.environment_damage(place.folder, place.site):
        return False
    return not install.model_faults(install.model_path(), thorough=thorough)


def make(given: str | None) -> None:
    """Make what is missing, or take the model from a folder; the lock of set-up is held. `Refusal` if it fails."""
    if given and not os.path.isdir(given):
        raise Refusal(f"--model-dir {given}: there is no such folder; name one with model.onnx or model.safetensors")
    with steps.reported() as report:
        packages.sweep()
        report.step(steps.PACKAGES)
        place = environment.make(report.note)
        report.step(steps.MODEL)
        refusal = None
        try:
            model.make(place, given, report.note)
        except Refusal as fault:  # everything but search by meaning works without it
            refusal = fault
        report.step(steps.RECORD)
        files.write(install.record_path(), f"{packages.interpreter(place)}\n{environment.site(place)}\n")
        environment.sweep(place)
        model.sweep()
        if refusal:
            raise Refusal(f"{refusal}. Until then search is by keywords, not by meaning; everything else works")
        packages.drop()
        _open_everything(place)


def _open_everything(place: str) -> None:
    """Raise Refusal where a library that was installed cannot be used on this machine."""
    command = [packages.interpreter(place), "-I", "-X", "utf8", "-c", _START, install.plugin(), environment.site(place)]
    done = subprocess.run(
        command, stdin=subprocess.DEVNULL, capture_output=True, encoding="utf-8", errors="replace",
        env={**packages.environ(), "MEMORY_CORE_DATA": install.data()}, check=False,
    )  # fmt: skip
    complaint = done.stdout.strip() or (done.returncode and (done.stderr.strip() or "it was ended").splitlines()[-1])
    if complaint:
        what = "; ".join(str(complaint).splitlines())
        raise Refusal(f"everything is installed, but this does not open here: {what}. Please report it")
