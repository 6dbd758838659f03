"""A machine on which memory-core is set up: the one complete set-up of the tests, made where none is given."""

import os
import subprocess
from pathlib import Path
from typing import NamedTuple

import pytest

from memory_core.core import install
from memory_core.setup import packages
from tests.conftest import ROOT
from tests.once import made_once

LAUNCHER = ROOT / "bin" / "memory-core"


class Machine(NamedTuple):
    """The data folder, and what stands in it."""

    data: Path
    python: Path
    site: Path
    model: Path


@pytest.fixture(scope="session")
def published(machine: "Machine", tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A folder with the weights of the model, as they were published."""
    folder = tmp_path_factory.mktemp("published")
    program = (
        "import sys; sys.path.insert(0, sys.argv[1]); from memory_core.setup import model; model.weights(sys.argv[2])"
    )
    environment = {**os.environ, "MEMORY_CORE_DATA": str(folder / "data")}
    subprocess.run([machine.python, "-I", "-c", program, str(ROOT), str(folder)], env=environment, check=True)
    return folder / "model"


@pytest.fixture(scope="session")
def pip_made(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """The environment with pip that set-up fetches with; all workers share it, because making it takes seconds."""
    return made_once(tmp_path_factory, "pip-made", lambda folder: packages.create(str(folder)))


def with_pip(data: Path, pip_made: Path) -> None:
    """Let a set-up in a data folder find its environment with pip; it makes one where there is none."""
    place = data / Path(packages.place("pip")).relative_to(install.data())
    place.parent.mkdir(parents=True)
    place.symlink_to(pip_made)


@pytest.fixture(scope="session")
def machine() -> Machine:
    """`MEMORY_CORE_DATA`, else the folder that scripts/test uses; set-up makes it ready where it is not."""
    data = Path(os.environ.get("MEMORY_CORE_DATA") or ROOT / ".cache" / "data")
    done = subprocess.run(
        [LAUNCHER, "setup"],
        env={**os.environ, "MEMORY_CORE_DATA": str(data)},
        capture_output=True,
        text=True,
        check=False,
    )
    assert done.returncode == 0, done.stderr
    python, site = (data / "interpreter").read_text().splitlines()
    return Machine(data, Path(python), Path(site), data / "models" / install.MODEL_FOLDER)
