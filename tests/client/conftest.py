"""The plugin as a marketplace, and both clients with it installed."""

import os
import shutil
import subprocess
from collections.abc import Iterator
from pathlib import Path

import pytest

from tests.client.driver import ROOT, Client
from tests.once import made_once

URL = "https://git.example.invalid/memory-core.git"
ROLES = ("newest", "oldest")
# For what does not hang on the client's version: once is enough, and a run of the client costs a second.
with_newest = pytest.mark.parametrize("client", ["newest"], indirect=True)


def pytest_collection_modifyitems(items: list[pytest.Item]) -> None:
    """Every test in this folder is marked `client`; with the oldest client any run has those marked `smoke`."""
    for item in items:
        if Path(__file__).parent in item.path.parents:
            item.add_marker("client")
            parameters = getattr(item, "callspec", None)
            if parameters and "oldest" in parameters.params.values() and not item.get_closest_marker("smoke"):
                item.add_marker("thorough")


@pytest.fixture(scope="session")
def data() -> Path:
    """The data folder that set-up has filled."""
    given = os.environ.get("MEMORY_CORE_DATA")
    folder = Path(given) if given else ROOT / ".cache" / "data"
    if not folder.is_dir():
        pytest.fail(f"{folder} is missing: run scripts/test once, it runs set-up")
    return folder


@pytest.fixture(scope="session")
def marketplace(tmp_path_factory: pytest.TempPathFactory) -> Path:
    """A git repository with the working tree as it stands, as its users would clone it."""
    return made_once(tmp_path_factory, "marketplace", lambda folder: _release(folder / "memory-core")) / "memory-core"


def _release(folder: Path) -> None:
    listing = ["git", "ls-files", "-z", "--cached", "--others", "--exclude-standard"]
    names = subprocess.run(listing, cwd=ROOT, capture_output=True, text=True, check=True).stdout.split("\0")
    for name in filter(None, names):
        if os.path.lexists(ROOT / name):
            (folder / name).parent.mkdir(parents=True, exist_ok=True)
            shutil.copy2(ROOT / name, folder / name, follow_symlinks=False)
    identity = ["-c", "user.name=A Developer", "-c", "user.email=developer@example.invalid"]
    for arguments in (["init", "-q"], ["add", "-A"], [*identity, "commit", "-qm", "A release"]):
        subprocess.run(["git", *arguments], cwd=folder, check=True, capture_output=True)


@pytest.fixture(scope="session")
def installed(marketplace: Path, data: Path, tmp_path_factory: pytest.TempPathFactory) -> Iterator[dict[str, Client]]:
    """Each client with both plugins; the workers share what is installed, each has a HOME of its own."""
    clients: dict[str, Client] = {}

    class Installed(dict[str, Client]):
        def __missing__(self, role: str) -> Client:
            first = made_once(tmp_path_factory, f"installed-{role}", lambda folder: _install(folder, role))
            client = Client(tmp_path_factory.mktemp(role), role, data)
            client.resembles(first)
            self[role] = client
            return client

    def _install(folder: Path, role: str) -> None:
        client = Client(folder, role, data)
        client.publish(marketplace, URL)
        client.plugin("marketplace", "add", URL)
        client.plugin("install", "cs@memory-core")
        client.api.close()
        for plugin in (client.home / ".claude" / "plugins" / "cache").glob("*/*/*/memory_core"):
            _take_over_compiled(plugin.parent)

    clients = Installed()
    yield clients
    for client in clients.values():
        client.close()


def _take_over_compiled(plugin: Path) -> None:
    """Give a copy of the working tree what is compiled there already: each role would compile the whole product."""
    for source in (ROOT / "memory_core").rglob("*.py"):
        target = plugin / source.relative_to(ROOT)
        if target.exists():
            shutil.copystat(source, target)
            for compiled in (source.parent / "__pycache__").glob(f"{source.stem}.cpython-*.pyc"):
                (target.parent / "__pycache__").mkdir(exist_ok=True)
                shutil.copy2(compiled, target.parent / "__pycache__")


@pytest.fixture(params=ROLES)
def client(request: pytest.FixtureRequest, installed: dict[str, Client]) -> Client:
    """Each client in turn, with both plugins installed from a git URL; requests of earlier tests are forgotten."""
    chosen = installed[request.param]
    chosen.api.forget()
    return chosen


@pytest.fixture
def project(client: Client) -> Path:
    """A new project of the client's developer."""
    return client.project()


@pytest.fixture
def other_home(client: Client, data: Path, tmp_path: Path) -> Iterator[Client]:
    """The same client in a second, empty HOME without plugins, with a data folder that may be removed."""
    own = tmp_path / "data"
    own.mkdir()
    shutil.copy(data / "interpreter", own)
    for name in ("envs", "models"):
        (own / name).symlink_to(data / name)
    other = Client(tmp_path / "other", client.role, own)
    yield other
    other.close()
