"""Regular expressions that an earlier process compiled."""

import marshal
import os
import re
import subprocess
import sys
from pathlib import Path
from typing import Any

import pytest

from memory_core.stores import precompiled
from tests.conftest import ROOT

HOOK = "import memory_core.flows.capture; from memory_core.domain import screen; screen.clean('the password is Bq7')"


@pytest.fixture
def data(tmp_path: Path, monkeypatch: pytest.MonkeyPatch) -> Path:
    """A data folder that no process has used."""
    monkeypatch.setenv("MEMORY_CORE_DATA", str(tmp_path / "data"))
    return tmp_path / "data"


def run(code: str) -> str:
    """What a process prints that uses the file, runs the code, prints how many expressions it compiled, and keeps
    them."""
    whole = f"""
import re
from memory_core.stores import precompiled
compile, many = re._compiler.compile, []
re._compiler.compile = lambda *given: many.append(given) or compile(*given)
precompiled.use()
{code}
print(len(many))
precompiled.keep()
"""
    done = subprocess.run([sys.executable, "-c", whole], cwd=ROOT, capture_output=True, text=True, check=False)
    assert done.returncode == 0, done.stderr
    return done.stdout


def kept(data: Path) -> dict[tuple[str | bytes, int], "precompiled.Kept"]:
    return dict(marshal.loads((data / "expressions").read_bytes())[1])


def test_a_second_process_compiles_what_stands_in_the_code_no_more(data: Path) -> None:
    first, second = int(run(HOOK)), int(run(HOOK))
    assert first > 60
    assert second < 5


def test_what_the_file_holds_is_what_would_be_compiled(data: Path) -> None:
    run(HOOK)
    engine: Any = sys.modules["_sre"]
    for (pattern, flags), (told, code, *rest) in kept(data).items():
        found = engine.compile(pattern, told, memoryview(code).cast("I").tolist(), *rest)
        assert found == re.compile(pattern, flags)
        assert found.groupindex == re.compile(pattern, flags).groupindex


def test_an_expression_of_somebodys_words_is_not_kept(data: Path) -> None:
    run(f"{HOOK}; re.compile('said by the user'); re.search('hunter' + '3', '')")
    found = [pattern for pattern, _ in kept(data)]
    assert found
    assert not [pattern for pattern in found if "said by" in str(pattern) or "hunter" in str(pattern)]


@pytest.mark.parametrize("damage", ["", "nothing", "torn", "other", "code"])
def test_a_file_that_does_not_fit_costs_only_time(data: Path, damage: str) -> None:
    run(HOOK)
    path = data / "expressions"
    raw = path.read_bytes()
    made, known = marshal.loads(raw)
    if damage == "nothing":
        path.write_bytes(b"{}")
    elif damage == "torn":
        path.write_bytes(raw[: len(raw) // 2])
    elif damage == "other":
        path.write_bytes(marshal.dumps(([*made[:1], "0.0", *made[2:]], known)))
    elif damage == "code":
        path.write_bytes(marshal.dumps((made, {key: (one[0], b"\7\0\0\0", *one[2:]) for key, one in known.items()})))
    assert (int(run(HOOK)) > 60) is bool(damage)
    assert int(run(HOOK)) < 5


def test_where_it_cannot_be_written_it_is_left_out(data: Path) -> None:
    data.mkdir()
    (data / "expressions").mkdir()
    assert int(run(HOOK)) > 60
    assert os.listdir(data) == ["expressions"]
