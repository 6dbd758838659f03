"""What hooks and verbs load: a bound for each on modules of the product and on all modules (bench/loads.py)."""

import os
import subprocess
from pathlib import Path

import pytest

from bench import loads

pytestmark = pytest.mark.processes

# (modules of the product, all modules); a number that grows is a choice, not an accident.
MOST = {
    "SessionStart, prepared": (37, 69),
    "UserPromptSubmit": (44, 106),
    "PreToolUse": (24, 54),
    "Stop": (22, 54),
    "Stop, a marker line": (27, 66),
    "PreCompact": (22, 54),
    "SessionEnd": (22, 54),
    "SessionStart, one file changed": (200, 288),
    "list": (83, 178),
    "status": (140, 241),
    "recall": (99, 198),
    "recall, keyword": (96, 189),
    "open": (131, 231),
    "show": (159, 300),
    "remember": (209, 353),
    "jarvis memory learn": (219, 362),
    "iris show": (87, 220),
    "brief": (171, 311),
}
# What a hook that the user waits for does without: each takes longer to import than the hook to answer.
HEAVY = {"re", "json", "typing", "subprocess", "datetime", "argparse", "logging", "pathlib", "dataclasses"}
WAITED_FOR = ("SessionStart, prepared", "PreToolUse", "Stop", "Stop, a marker line", "PreCompact", "SessionEnd")


@pytest.fixture(scope="module")
def table(tmp_path_factory: pytest.TempPathFactory) -> dict[str, loads.Loaded]:
    """The table, measured once."""
    folder = tmp_path_factory.mktemp("loads")
    before = dict(os.environ)
    os.environ.update(HOME=str(folder), MEMORY_CORE_STATE=str(folder / "state"), GIT_CONFIG_GLOBAL=os.devnull)
    try:
        project = folder / "shop"
        project.mkdir()
        who = ("-c", "user.name=A Developer", "-c", "user.email=developer@example.invalid")
        for words in (("init", "-q"), (*who, "commit", "-q", "--allow-empty", "-m", "Start")):
            subprocess.run(["git", *words], cwd=project, check=True)
        return loads.measured(Path(project))
    finally:
        os.environ.clear()
        os.environ.update(before)


def test_every_row_has_a_bound(table: dict[str, loads.Loaded]) -> None:
    assert set(table) == set(MOST)


@pytest.mark.req("CS-NFR-007")
@pytest.mark.parametrize("name", MOST)
def test_no_process_loads_more_than_it_may(table: dict[str, loads.Loaded], name: str) -> None:
    ours, every = MOST[name]
    assert table[name].ours <= ours
    assert table[name].every <= every


@pytest.mark.req("CS-NFR-007")
@pytest.mark.parametrize("name", WAITED_FOR)
def test_a_hook_that_the_user_waits_for_loads_nothing_heavy(table: dict[str, loads.Loaded], name: str) -> None:
    assert not table[name].names & HEAVY


@pytest.mark.parametrize("name", [*WAITED_FOR, "UserPromptSubmit", "SessionStart, one file changed"])
def test_a_hook_takes_no_lock_and_checks_no_format(table: dict[str, loads.Loaded], name: str) -> None:
    assert not table[name].names & {"filelock", "pydantic"}
