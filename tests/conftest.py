"""The fence: every test works in folders of its own, with a HOME and a git of its own."""

import itertools
import json
import os
import re
import shutil
import subprocess
from collections import Counter
from collections.abc import Callable, Iterable, Iterator
from pathlib import Path
from typing import Any

import pytest
from hypothesis import HealthCheck, Phase, settings

from memory_core.core.light import detached, user
from memory_core.core.light import settings as settings_of_user
from tests import forked
from tests.patience import sitecustomize
from tests.properties import THOROUGH, USUAL, examples

# Tests do not time things: a busy machine is no reason to fail. What passes here passes elsewhere: the examples are the
# same each time. `pytest --hypothesis-profile=search` looks for new ones.
settings.register_profile("search", deadline=None, suppress_health_check=[HealthCheck.too_slow])
settings.load_profile("search")  # what `examples` builds on
settings.register_profile("here", examples(USUAL), derandomize=True)
settings.register_profile("broken", settings.get_profile("here"), phases=[Phase.explicit, Phase.generate])
settings.load_profile("here")

ROOT = Path(__file__).resolve().parent.parent
start_detached = detached.start  # in tests the server of `forked` starts what the product starts so
_FOREIGN = ("GIT_", "CLAUDE", "MEMORY_CORE_", "JARVIS_", "XDG_")


# A test with one of these marks or fixtures starts processes, loads the model, or takes its time.
_SLOW_MARKS = ("client", "heavy", "model", "processes", "slow", "thorough")
_SLOW_FIXTURES = ("git", "machine", "another")


def pytest_addoption(parser: pytest.Parser) -> None:
    """`--quick` runs the tests that a change is made with: those that start no process and are not slow."""
    parser.addoption("--quick", action="store_true", help="only the tests that start no process and are not slow")


def pytest_collection_modifyitems(config: pytest.Config, items: list[pytest.Item]) -> None:
    """Leave out what `--quick` leaves out, and what only a thorough run does, unless it is named."""
    named = tuple(word for word in config.args if "::" in word)
    stays = [item for item in items if _is_run(item, named, quick=config.getoption("--quick"))]
    left_out = [*itertools.filterfalse(set(stays).__contains__, items)]
    items[:] = sorted(stays, key=_weight(stays), reverse=True)
    config.hook.pytest_deselected(items=left_out)


def _weight(items: Iterable[pytest.Item]) -> Callable[[pytest.Item], int]:
    """What a file costs, roughly: the longest are begun first, so that no worker is left alone with one at the end."""
    weights = Counter(item.path for item in items if _is_slow(item))
    weights.update({item.path: 1000 for item in items if any(map(item.get_closest_marker, ("client", "slow")))})
    return lambda item: weights[item.path]


def _is_run(item: pytest.Item, named: tuple[str, ...], *, quick: bool) -> bool:
    if quick:
        return not _is_slow(item)
    return THOROUGH or not item.get_closest_marker("thorough") or item.nodeid.startswith(named)


@pytest.hookimpl(optionalhook=True)
def pytest_xdist_make_scheduler(config: pytest.Config, log: Any) -> Any:
    """A file stays with one worker, where it makes its fixtures once.

    With pytest 9.2, `xdist_group` groups nothing: https://github.com/pytest-dev/pytest-xdist/issues/1386.
    """
    from xdist.scheduler import LoadScopeScheduling

    class ByFile(LoadScopeScheduling):  # type: ignore[misc]
        def _split_scope(self, nodeid: str) -> str:
            return nodeid.partition("::")[0]

    return ByFile(config, log)


def _is_slow(item: pytest.Item) -> bool:
    fixtures: list[str] = getattr(item, "fixturenames", [])
    return any(map(item.get_closest_marker, _SLOW_MARKS)) or any(name in fixtures for name in _SLOW_FIXTURES)


def derived(project: Path) -> Path:
    """The folder of what is derived of a project."""
    return Path(user.derived(str(project.resolve())))


class Output:
    """What a verb printed, and how it ended."""

    def __init__(self, code: int, out: str, err: str) -> None:
        self.code, self.out, self.err = code, out, err

    @property
    def json(self):
        return json.loads(self.out)


_number = itertools.count()


def _folder(factory: pytest.TempPathFactory, name: str) -> Path:
    """A new folder. pytest finds the next number by reading all folders that were made before, which are thousands."""
    return factory.mktemp(f"{name}{next(_number)}", numbered=False)


@pytest.fixture
def tmp_path(tmp_path_factory: pytest.TempPathFactory, request: pytest.FixtureRequest) -> Path:
    """An empty folder, named after the test."""
    return _folder(tmp_path_factory, re.sub(r"\W", "_", request.node.name)[:30])


@pytest.fixture(scope="session")
def no_template(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """An empty folder that each repository is made from."""
    return tmp_path_factory.mktemp("template")


@pytest.fixture(autouse=True)
def home(
    tmp_path_factory: pytest.TempPathFactory, no_template: Path, monkeypatch: pytest.MonkeyPatch
) -> Iterator[Path]:
    """An empty HOME; nothing of the machine's git, client or memory-core reaches a test."""
    folder = _folder(tmp_path_factory, "home")
    for name in list(os.environ):
        if name.startswith(_FOREIGN) and name not in ("MEMORY_CORE_DATA", "MEMORY_CORE_CLIENTS"):
            monkeypatch.delenv(name)
    monkeypatch.setenv("HOME", str(folder))
    monkeypatch.setenv("MEMORY_CORE_STATE", str(_folder(tmp_path_factory, "state")))
    monkeypatch.setenv("GIT_CONFIG_GLOBAL", os.devnull)
    monkeypatch.setenv("GIT_CONFIG_NOSYSTEM", "1")
    monkeypatch.setenv("GIT_TEMPLATE_DIR", str(no_template))
    for role in ("AUTHOR", "COMMITTER"):
        monkeypatch.setenv(f"GIT_{role}_NAME", "A Developer")
        monkeypatch.setenv(f"GIT_{role}_EMAIL", "developer@example.invalid")
    monkeypatch.setenv("TZ", "UTC")
    monkeypatch.setattr(detached, "start", forked.detach)
    monkeypatch.setenv("PYTHONPATH", os.pathsep.join((str(ROOT), os.path.dirname(sitecustomize.__file__))))
    shared = settings_of_user.paths()[0]
    yield folder
    # Tests share the data folder, with environment and model: its settings would be those of all other tests.
    assert not os.path.exists(shared), f"{shared} is of all tests: set MEMORY_CORE_DATA to a folder of your own"


@pytest.fixture
def git() -> Callable[..., str]:
    """Run git in a folder and return what it prints."""

    def run(folder: Path, *arguments: str) -> str:
        done = subprocess.run(["git", *arguments], cwd=folder, capture_output=True, text=True, check=False)
        assert done.returncode == 0, f"git {' '.join(arguments)}: {done.stderr}"
        return done.stdout.strip()

    return run


@pytest.fixture(scope="session")
def first_repo(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """Where the repository of `repo` is kept once it is made."""
    return tmp_path_factory.mktemp("first") / "shop"


@pytest.fixture
def repo(tmp_path: Path, git: Callable[..., str], first_repo: Path) -> Path:
    """A git repository with one commit."""
    folder = tmp_path / "shop"
    if first_repo.exists():
        shutil.copytree(first_repo, folder, symlinks=True)
        git(folder, "update-index", "--refresh", "-q")
        return folder
    folder.mkdir()
    git(folder, "init", "-q")
    git(folder, "symbolic-ref", "HEAD", "refs/heads/main")  # `init -b` is younger than the git that we promise
    (folder / "README.md").write_text("# Shop\n")
    git(folder, "add", ".")
    git(folder, "commit", "-qm", "Start")
    shutil.copytree(folder, first_repo, symlinks=True)
    return folder


@pytest.fixture
def now(monkeypatch: pytest.MonkeyPatch) -> str:
    """The clock stands still."""
    monkeypatch.setenv("MEMORY_CORE_NOW", "2026-03-14T15:09:26Z")
    return "2026-03-14T15:09:26Z"
