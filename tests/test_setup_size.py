"""What a real set-up leaves on the disk: little, licences whole, and every part of memory-core still works with it."""

import json
import os
import pkgutil
import re
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

import memory_core
from tests.conftest import ROOT
from tests.machine import Machine, machine

__all__ = ["machine"]  # the fixture
pytestmark = pytest.mark.model
MOST = 200_000_000  # bytes on the disk
# They make the model, with packages that go again; `_bulk` opens behind its door alone.
OWN = tuple(f"memory_core.edges.{name}" for name in ("_convert", "_graph", "_bulk"))


def below(folder: Path) -> Iterator[Path]:
    return (path for path in folder.rglob("*") if not path.is_dir())


def test_environment_and_model_take_less_than_200_mb(machine: Machine) -> None:
    made = [path for name in ("envs", "models", "fetched") for path in below(machine.data / name)]
    assert sum(path.lstat().st_blocks * 512 for path in made) < MOST
    assert not (machine.data / "fetched").exists()


def test_what_is_left_out_is_not_there(machine: Machine) -> None:
    there = [path.relative_to(machine.site).as_posix() for path in below(machine.site)]
    for wrong in (r"(?:^|/)tests/", r"\.pyi$", r"^pip/", r"^setuptools/", r"^onnx/", r"^PIL/", r"^numpy/f2py/"):
        assert [name for name in there if re.search(wrong, name) and not re.search("(?i)licen[cs]e", name)] == []


def test_no_licence_is_left_out(machine: Machine) -> None:
    """Each licence that a package lists among its files is there."""
    for record in machine.site.glob("*.dist-info/RECORD"):
        listed = [row.split(",")[0] for row in record.read_text().splitlines()]
        licences = [name for name in listed if re.search(r"(?i)(?:^|/)(?:licen[cs]e|copying|notice)[^/]*$", name)]
        licences = [name for name in licences if not name.endswith((".py", ".pyc"))]
        assert [name for name in licences if not (machine.site / name).exists()] == []


def test_every_module_imports_and_every_library_opens(machine: Machine) -> None:
    names = [each.name for each in pkgutil.walk_packages(memory_core.__path__, "memory_core.")]
    names = [name for name in names if name not in OWN]
    program = (
        "import importlib, json, sys; root, site, names = sys.argv[1:]; sys.path.insert(0, root)\n"
        "for name in json.loads(names): importlib.import_module(name)\n"
        "from memory_core.setup import doors\n"
        "print(json.dumps(doors.faults(site)))"
    )
    done = subprocess.run(
        [machine.python, "-I", "-c", program, str(ROOT), str(machine.site), json.dumps(names)],
        capture_output=True, text=True, check=False, env={**os.environ, "MEMORY_CORE_DATA": str(machine.data)},
    )  # fmt: skip
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout) == {}
    assert len(names) > 200
