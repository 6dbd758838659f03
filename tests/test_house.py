"""docs/house.md draws ten walks through the product; the drawing is what runs."""

import subprocess
import sys
from typing import Any

import pytest

from tests import forked
from tools import walks


class Forked:
    """`subprocess` for walks: what they trace is forked, and starts no Python."""

    @staticmethod
    def run(command: list[str], **given: Any) -> "subprocess.CompletedProcess[str]":
        if command[0] != sys.executable:
            return subprocess.run(command, check=given.pop("check"), **given)
        done = forked.run(command[1:], given["cwd"], given["input"].encode(), given["env"])
        return subprocess.CompletedProcess(command, done.returncode, done.stdout.decode(), done.stderr.decode())


@pytest.mark.slow
@pytest.mark.processes
def test_the_walks_on_the_page_are_those_that_run_each_through_few_wings(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(walks, "subprocess", Forked)
    played = walks.played()
    differing = walks.differences(played)
    assert not differing, "run `python -m tools.walks`:\n" + "\n".join(differing)
    assert {name: walks.own(walk) for name, walk in played.items() if len(walks.own(walk)) > walks.AIM} == {}


def test_a_drawing_says_which_files_stand_behind_homes() -> None:
    walk = {"verbs/a.py": False, "core/b.py": False, "notes/light/c.py": True, "notes/d.py": False}
    text = "\n".join([walks.BEGIN, *walks.drawn({"remember": walk, "tidy": {}}), walks.END])
    assert walks.read(text) == {"remember": {"verbs/a", "notes/d", "(notes/light/c)"}, "tidy": set()}
