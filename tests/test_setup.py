"""memory-core setup: whole or absent, killed or not, once or twice at a time; and what it says when it cannot."""

import json
import os
import random
import re
import shutil
import signal
import subprocess
import sys
import time
from pathlib import Path

import pytest

from memory_core.core import install
from tests.conftest import ROOT
from tests.machine import LAUNCHER, Machine, machine, pip_made, published, with_pip
from tests.properties import family, rounds

pytestmark = pytest.mark.processes

__all__ = ["machine", "pip_made", "published"]  # fixtures
NO_INDEX = {
    "PIP_CONFIG_FILE": os.devnull,
    "PIP_INDEX_URL": "http://127.0.0.1:9/simple",
    "PIP_EXTRA_INDEX_URL": "",
    "PIP_FIND_LINKS": "",
    "PIP_RETRIES": "0",
    "PIP_NO_CACHE_DIR": "1",
}


def run(launcher: Path, data: Path, *words: str, **environment: str) -> subprocess.CompletedProcess[str]:
    known = {**os.environ, "MEMORY_CORE_DATA": str(data), "MEMORY_CORE_PYTHON": sys.executable, **environment}
    return subprocess.run([str(launcher), *words], env=known, capture_output=True, text=True, check=False)


@pytest.fixture
def small(tmp_path: Path) -> Path:
    """The launcher of a plugin that needs one package only: set-up is real, and takes seconds."""
    root = tmp_path / "plugin"
    for part in ("bin", "hooks", "memory_core"):
        shutil.copytree(ROOT / part, root / part)
    pinned = (ROOT / "requirements" / "setup.txt").read_text()
    (root / "requirements").mkdir()
    start = pinned.index("apsw==")
    package = re.match(r"apsw==.*\n(?:\s+--hash.*\n)+", pinned[start:])
    assert package
    (root / "requirements" / "setup.txt").write_text(package[0])
    shutil.copy(ROOT / "requirements" / "model.txt", root / "requirements")
    return root / "bin" / "memory-core"


@pytest.fixture
def none(tmp_path: Path) -> Path:
    """A folder that holds no model: set-up goes through all its steps, and refuses this one."""
    folder = tmp_path / "no model"
    folder.mkdir()
    return folder


@pytest.fixture
def copy(tmp_path: Path, machine: Machine) -> Path:
    """A data folder with the machine's environment and a model of its own."""
    data = tmp_path / "data"
    shutil.copytree(machine.model, data / "models" / machine.model.name)
    (data / "envs").mkdir()
    environment = machine.python.parent.parent
    (data / "envs" / environment.name).symlink_to(environment)
    lines = [str(path).replace(str(machine.data), str(data)) for path in (machine.python, machine.site)]
    (data / "interpreter").write_text("\n".join(lines) + "\n")
    return data


def leftovers(data: Path) -> list[str]:
    return [path.name for path in data.rglob("*.part")]


@pytest.mark.model
def test_what_is_ready_is_left_alone_and_reported(machine: Machine) -> None:
    before = {
        path: path.stat().st_mtime_ns for path in machine.data.rglob("*.json") if "site-packages" not in str(path)
    }
    done = run(LAUNCHER, machine.data, "setup", "--json")
    report = json.loads(done.stdout)
    assert (done.returncode, report["ready"], report["python"]) == (0, True, str(machine.python))
    assert {"apsw", "fastembed", "sqlite-vec", "onnxruntime"} <= set(report["packages"])
    assert report["model"]["name"] == "sentence-transformers/all-MiniLM-L6-v2"
    assert Path(report["model"]["path"]) == machine.model
    assert {path: path.stat().st_mtime_ns for path in before} == before


@pytest.mark.model
def test_the_recorded_interpreter_is_the_real_one(machine: Machine) -> None:
    real = machine.python.resolve()
    assert "shims" not in real.parts
    assert real.read_bytes()[:2] != b"#!"


@pytest.mark.model
@pytest.mark.parametrize("name", family(["vocab.txt", "tokenizer.json", "model.ort"]))
def test_check_finds_a_damaged_model_and_changes_nothing(copy: Path, name: str) -> None:
    path = copy / "models" / install.MODEL_FOLDER / name
    assert run(LAUNCHER, copy, "setup", "--check").returncode == 0
    content = bytearray(path.read_bytes())
    content[len(content) // 2] ^= 1
    path.write_bytes(content)
    done = run(LAUNCHER, copy, "setup", "--check")
    assert done.returncode == 1
    assert name in done.stdout
    assert "setup" in done.stdout
    report = json.loads(run(LAUNCHER, copy, "setup", "--check", "--json").stdout)
    assert report["ready"] is False
    assert any(name in fault for fault in report["missing"])
    assert path.read_bytes() == content


@pytest.mark.model
@pytest.mark.slow
@pytest.mark.thorough
def test_a_model_from_a_local_folder_replaces_what_is_there(
    copy: Path, machine: Machine, published: Path, tmp_path: Path
) -> None:
    path = copy / "models" / install.MODEL_FOLDER / "vocab.txt"
    path.write_text("damaged")
    own = tmp_path / "own"
    shutil.copytree(published, own)
    with (own / "config.json").open("a") as config:
        config.write("\n")
    done = run(LAUNCHER, copy, "setup", "--model-dir", str(own), "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["model"]["source"] == f"folder {own}"
    assert json.loads(done.stdout)["model"]["checked"] is False
    assert "your own files, not checked" in run(LAUNCHER, copy, "setup").stdout
    assert path.read_bytes() == (machine.model / "vocab.txt").read_bytes()
    assert run(LAUNCHER, copy, "setup", "--check").returncode == 0
    assert leftovers(copy) == []


@pytest.mark.model
def test_a_folder_without_the_model_is_refused_and_the_old_one_stays(copy: Path, none: Path) -> None:
    done = run(LAUNCHER, copy, "setup", "--model-dir", str(none))
    assert done.returncode == 1
    assert str(none) in done.stderr
    assert run(LAUNCHER, copy, "setup", "--check").returncode == 0
    missing = run(LAUNCHER, copy, "setup", "--model-dir", str(none / "nowhere"))
    assert missing.returncode == 1
    assert "no such folder" in missing.stderr


def test_check_on_a_bare_machine_says_what_is_missing_and_makes_nothing(tmp_path: Path) -> None:
    data = tmp_path / "data"
    done = run(LAUNCHER, data, "setup", "--check")
    assert done.returncode == 1
    assert "environment" in done.stdout
    assert "model" in done.stdout
    assert not data.exists()


def test_without_a_network_it_says_so_and_nothing_is_recorded(small: Path, tmp_path: Path, pip_made: Path) -> None:
    data = tmp_path / "data"
    with_pip(data, pip_made)
    done = run(small, data, "setup", **NO_INDEX)
    assert done.returncode == 1
    assert "package index" in done.stderr
    assert "setup" in done.stderr
    assert not (data / "interpreter").exists()
    assert leftovers(data) == []


def test_a_data_folder_that_cannot_be_made_is_refused_in_words(small: Path, tmp_path: Path) -> None:
    (tmp_path / "file").write_text("in the way")
    done = run(small, tmp_path / "file" / "data", "setup")
    assert done.returncode == 1
    assert str(tmp_path / "file") in done.stderr
    assert "Traceback" not in done.stderr


def recorded(data: Path) -> bool:
    """True where there is a record; what it names must then work."""
    if not (data / "interpreter").exists():
        return False
    python, site = (data / "interpreter").read_text().splitlines()
    works = f"import sys; sys.path.append({site!r}); import apsw"
    subprocess.run([python, "-I", "-S", "-c", works], check=True)
    return True


@pytest.mark.slow
@pytest.mark.req("Z-1")
def test_killed_at_any_moment_and_repeated_by_two_at_once(small: Path, tmp_path: Path, none: Path) -> None:
    data = tmp_path / "data"
    own = {**os.environ, "MEMORY_CORE_DATA": str(data), "MEMORY_CORE_PYTHON": sys.executable}
    command = [str(small), "setup", "--model-dir", str(none)]
    chance = random.Random(20)
    for everyone in (True, False, True)[: rounds(3, 1)]:
        # Without its children: pip goes on, an orphan, while the next set-up begins.
        first = subprocess.Popen(
            command, env=own, start_new_session=True, stdout=subprocess.DEVNULL, stderr=subprocess.DEVNULL
        )
        time.sleep(chance.uniform(0.2, 3.0))
        if everyone:
            os.killpg(first.pid, signal.SIGKILL)
        else:
            first.kill()
        first.wait()
        recorded(data)
    two = [
        subprocess.Popen(command, env=own, text=True, stdout=subprocess.PIPE, stderr=subprocess.PIPE) for _ in range(2)
    ]
    outputs = [process.communicate()[1] for process in two]
    # The model cannot be had here: everything else is recorded, works, and is said to.
    assert [process.returncode for process in two] == [1, 1]
    assert all("by meaning" in words for words in outputs), outputs
    assert any("waiting" in words for words in outputs), outputs
    assert recorded(data)
    assert [path.name for path in (data / "envs").iterdir() if not path.name.endswith(".part")] == [
        Path((data / "interpreter").read_text().splitlines()[1]).parents[2].name
    ]
    assert "model" in run(small, data, "setup", "--check").stdout


@pytest.mark.parametrize("after", family([0.5, 2.0]))
def test_interrupted_by_the_user_it_cleans_up_and_says_so(
    small: Path, tmp_path: Path, none: Path, pip_made: Path, after: float
) -> None:
    data = tmp_path / "data"
    with_pip(data, pip_made)
    own = {**os.environ, "MEMORY_CORE_DATA": str(data), "MEMORY_CORE_PYTHON": sys.executable}
    running = subprocess.Popen(
        [str(small), "setup", "--model-dir", str(none)], env=own, text=True, start_new_session=True,
        stdout=subprocess.PIPE, stderr=subprocess.PIPE,
    )  # fmt: skip
    time.sleep(after)
    os.killpg(running.pid, signal.SIGINT)
    output = running.communicate()[1]
    assert "Traceback" not in output.partition("memory-core")[2]
    if running.returncode == 130:  # else it was done already, or had not begun
        assert "interrupted" in output
    assert leftovers(data) == []
    recorded(data)


@pytest.mark.thorough
@pytest.mark.slow
def test_new_pins_make_a_new_environment_and_remove_the_old(
    small: Path, tmp_path: Path, none: Path, pip_made: Path
) -> None:
    data = tmp_path / "data"
    with_pip(data, pip_made)
    run(small, data, "setup", "--model-dir", str(none))
    before = [path.name for path in (data / "envs").iterdir()]
    (data / "envs" / "feed-cp311.99999999.part").mkdir()
    with (small.parents[1] / "requirements" / "setup.txt").open("a") as pins:
        pins.write("# changed\n")
    assert "other pins" in run(small, data, "setup", "--check").stdout
    run(small, data, "setup", "--model-dir", str(none))
    after = [path.name for path in (data / "envs").iterdir()]
    assert len(before) == len(after) == 1
    assert before != after
    assert recorded(data)


@pytest.mark.model
def test_progress_goes_to_standard_error_and_is_plain_where_no_terminal_is(copy: Path, none: Path) -> None:
    done = run(LAUNCHER, copy, "setup", "--model-dir", str(none))
    assert "\x1b" not in done.stderr
    assert "\r" not in done.stderr
    assert done.stdout == ""
