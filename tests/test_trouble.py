"""Damage and what is not used: shown to the user once, listed by doctor as long as it lasts."""

import json
from collections.abc import Callable
from pathlib import Path

import pytest

from memory_core.cli import main
from tests.test_hooks import Client, news


def starts(root: Path, session: str) -> str:
    """What the user reads when a session starts."""
    return news(str(json.loads(Client(root, session).run("SessionStart", source="startup")).get("systemMessage", "")))


def damaged_journal(root: Path) -> Path:
    path = root / ".genius/memory/decisions.json"
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text('[{"id": "d-1a2b3c4d", "decision": "Use WAL"},')
    return path


def damaged_rules(root: Path) -> Path:
    path = root / "IRIS_MEMORY.json"
    path.write_text('{"architectural_constraints": [{]}')
    return path


def linked_rules(root: Path) -> Path:
    path = root / "IRIS_MEMORY.json"
    path.symlink_to(root.parent / "elsewhere.json")
    return path


def cut_log(root: Path) -> Path:
    assert main(["remember", "decision", "Use SQS for the queue", "--ticket", "T-1", "--root", str(root)]) == 0
    path = root / "aidd/reports/memory/T-1.decisions.jsonl"
    line = path.read_text()
    path.write_text(f"{line}{line[:40]}\n{line.replace('SQS', 'Kafka')}")
    return path


@pytest.mark.parametrize("damage", [damaged_journal, damaged_rules, linked_rules, cut_log])
def test_damage_is_shown_once_and_again_if_it_comes_back(repo: Path, damage: Callable[[Path], Path]) -> None:
    path = damage(repo)
    assert path.name in starts(repo, "s-1")
    assert starts(repo, "s-2") == ""
    assert starts(repo, "s-3") == ""
    path.unlink()
    assert starts(repo, "s-4") == ""
    damage(repo)
    assert path.name in starts(repo, "s-5")
    assert starts(repo, "s-6") == ""


def test_other_damage_is_shown_beside_damage_that_is_known(repo: Path) -> None:
    damaged_journal(repo)
    assert "decisions.json" in starts(repo, "s-1")
    damaged_rules(repo)
    shown = starts(repo, "s-2")
    assert "IRIS_MEMORY.json" in shown
    assert "decisions.json" not in shown


def test_doctor_says_what_was_mended_by_itself(tmp_path: Path, capsys: pytest.CaptureFixture[str]) -> None:
    root = tmp_path / "plain"
    root.mkdir()
    path = damaged_journal(root)
    assert main(["remember", "decision", "Use gRPC", "--anew", "--root", str(root)]) == 0
    capsys.readouterr()
    main(["doctor", "--json", "--root", str(root)])
    checks = {check["name"]: check for check in json.loads(capsys.readouterr().out)["checks"]}
    mended = checks["mended by itself"]
    assert f"{path} was damaged and was written anew" in mended["detail"]
    assert str(path.parent / "decisions.1.damaged.json") in mended["remedy"]
