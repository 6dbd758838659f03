"""setup --link: memory-core and jarvis on the user's path, nothing of others overwritten, working after an update."""

import os
import shutil
import subprocess
from pathlib import Path

import pytest

from tests.conftest import ROOT
from tests.machine import LAUNCHER
from tests.test_docs import shell_lines
from tests.test_setup import run

pytestmark = pytest.mark.processes


@pytest.fixture
def there(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """~/.local/bin, on the path."""
    folder = Path(os.environ["HOME"]) / ".local" / "bin"
    monkeypatch.setenv("PATH", f"{os.environ['PATH']}:{folder}")
    return folder


def test_both_names_are_linked_and_start_the_program(there: Path, tmp_path: Path) -> None:
    done = run(LAUNCHER, tmp_path / "data", "setup", "--link")
    assert done.returncode == 0, done.stderr
    assert run(there / "memory-core", tmp_path / "data", "--version").stdout.startswith("memory-core ")
    assert (
        "hot"
        in run(there / "jarvis", tmp_path / "data", "--help").stdout
        + run(there / "jarvis", tmp_path / "data", "--help").stderr
        or (there / "jarvis").is_symlink()
    )
    again = run(LAUNCHER, tmp_path / "data", "setup", "--link")
    assert again.returncode == 0, again.stderr


def test_a_file_of_somebody_else_stays_and_nothing_is_linked(there: Path, tmp_path: Path) -> None:
    there.mkdir(parents=True)
    (there / "jarvis").write_text("mine")
    done = run(LAUNCHER, tmp_path / "data", "setup", "--link")
    assert done.returncode == 1
    assert str(there / "jarvis") in done.stderr
    assert (there / "jarvis").read_text() == "mine"
    assert os.listdir(there) == ["jarvis"]


def test_another_folder_of_the_path_below_home_is_taken(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    home = Path(os.environ["HOME"])
    for name in ("venv/bin", "shims", "own"):
        (home / name).mkdir(parents=True)
    (home / "venv" / "pyvenv.cfg").write_text("")
    monkeypatch.setenv("PATH", f"{home}/venv/bin:{home}/shims:{os.environ['PATH']}:{home}/own")
    assert run(LAUNCHER, tmp_path / "data", "setup", "--link").returncode == 0
    assert (home / "own" / "memory-core").is_symlink()


def test_where_no_folder_is_on_the_path_it_says_what_to_add(tmp_path: Path) -> None:
    done = run(LAUNCHER, tmp_path / "data", "setup", "--link")
    assert done.returncode == 0
    assert f'export PATH="{os.environ["HOME"]}/.local/bin:$PATH"' in done.stdout


def test_the_link_works_after_an_update_of_the_plugin(there: Path, tmp_path: Path) -> None:
    cache = Path(os.environ["HOME"]) / ".claude" / "plugins" / "cache" / "memory-core" / "iris"
    for version in ("1.0", "2.0"):
        for part in ("bin", "memory_core", "requirements"):
            shutil.copytree(ROOT / part, cache / version / part, ignore=shutil.ignore_patterns("__pycache__"))
    assert run(cache / "1.0" / "bin" / "memory-core", tmp_path / "data", "setup", "--link").returncode == 0
    shutil.rmtree(cache / "1.0")
    done = run(there / "memory-core", tmp_path / "data", "--version")
    assert done.stdout.startswith("memory-core "), done.stderr


def test_removing_takes_the_links_but_not_those_that_lead_elsewhere(there: Path, tmp_path: Path) -> None:
    run(LAUNCHER, tmp_path / "data", "setup", "--link")
    (there / "jarvis").unlink()
    (there / "jarvis").symlink_to("/bin/true")
    done = run(LAUNCHER, tmp_path / "data", "setup", "--remove", "--yes")
    assert done.returncode == 0, done.stdout + done.stderr
    assert [path.name for path in there.iterdir()] == ["jarvis"]
    assert not (tmp_path / "data").exists()


def test_without_links_nothing_is_written(tmp_path: Path) -> None:
    subprocess.run([LAUNCHER, "setup", "--check"], env={**os.environ, "MEMORY_CORE_DATA": str(tmp_path / "data")},
                   capture_output=True, check=False)  # fmt: skip
    assert not (tmp_path / "data").exists()


def test_what_the_page_on_set_up_shows_can_be_called(there: Path, tmp_path: Path) -> None:
    """Every line of docs/setup.md that needs no network, in its order, on a machine where nothing is set up."""
    lines = [line for line in shell_lines(ROOT / "docs" / "setup.md") if line.startswith("memory-core setup --")]
    assert len(lines) >= 6
    data = tmp_path / "data"
    for line in lines:
        done = run(LAUNCHER, data, *line.split()[1:])
        expected = 0 if line.endswith(("--link", "--yes")) else 1  # nothing is ready, and nobody says yes
        assert done.returncode == expected, line + done.stdout + done.stderr
    assert not data.exists()
