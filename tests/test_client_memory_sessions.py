"""What CLAUDE.md says already is neither kept again nor told again, and no session writes into one."""

import hashlib
import json
import os
from pathlib import Path

import pytest

from memory_core.briefing.light import prepared
from memory_core.core import registry
from memory_core.core.light import files
from memory_core.documents import client_files
from tests.test_client_memory import Verbs, verbs, write
from tests.test_hooks import Client

__all__ = ["verbs"]


@pytest.fixture(autouse=True)
def _same_day(now: str) -> None:
    """The clock stands in the week of the transcripts."""


@pytest.fixture
def client(repo: Path) -> Client:
    return Client(repo)


def kept(client: Client, *kinds: str) -> list[str]:
    root = str(client.project.resolve())
    return [memory.summary for memory in registry.read(root) if not kinds or memory.kind in kinds]


def test_what_stands_in_a_document_is_not_kept_again(client: Client) -> None:
    write(client.project, "CLAUDE.md", "# Money\n\n- Prices are integers in cents. Round them half up.\n")
    client.brief()
    client.says(
        "DECISION: Prices are integers in cents — floats lost a cent\nDECISION: Carts live in Redis — they pass"
    )
    client.run("Stop")
    assert kept(client) == ["Carts live in Redis"]


def test_without_the_document_it_is_kept(client: Client, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("MEMORY_CORE_CLIENT_MEMORY", "off")
    write(client.project, "CLAUDE.md", "- Prices are integers in cents.\n")
    client.brief()
    client.says("DECISION: Prices are integers in cents — floats lost a cent")
    client.run("Stop")
    assert kept(client) == ["Prices are integers in cents"]


def test_what_the_client_notes_for_itself_is_kept_for_the_others(client: Client, home: Path) -> None:
    root = str(client.project.resolve())
    folder = os.path.relpath(client_files.notes_folder(root), home)
    write(home, f"{folder}/MEMORY.md", "- Prices are integers in cents.\n")
    client.brief()
    client.says("DECISION: Prices are integers in cents — floats lost a cent")
    client.run("Stop")
    assert kept(client) == ["Prices are integers in cents"]


@pytest.mark.parametrize("rule", ["never use moment in this project", "please always use pnpm instead of npm"])
def test_a_rule_of_a_document_is_not_proposed_and_not_learned_again(client: Client, rule: str) -> None:
    write(client.project, "CLAUDE.md", "- Never use moment in this project.\n- Always use pnpm instead of npm.\n")
    client.brief()
    client.says(rule, role="user", promptSource="typed")
    client.says("All right.")
    client.run("Stop")
    client.ends()
    assert kept(client) == []


def test_a_memory_that_the_client_hands_over_itself_leaves_the_briefing_and_stays_at_home(
    client: Client, verbs: Verbs
) -> None:
    client.brief()
    client.says(
        "DECISION: Prices are integers in cents — floats lost a cent\nDECISION: Carts live in Redis — they pass"
    )
    client.run("Stop")
    client.ends()
    assert "Prices are integers in cents" in Client(client.project, "s-2").brief()
    document = write(client.project, "CLAUDE.md", "# Money\n\nPrices are integers in cents.\n")
    words = Client(client.project, "s-3").brief()
    assert "Prices are integers in cents" not in words
    assert "Carts live in Redis" in words
    assert "Prices are integers in cents" in kept(client)
    assert verbs("config", "set", "client_memory", "off", "--here").code == 0
    assert "Prices are integers in cents" in Client(client.project, "s-5").brief()
    verbs("config", "unset", "client_memory", "--here")
    assert "Prices are integers in cents" not in Client(client.project, "s-6").brief()
    document.rename(client.project / "docs.md")
    assert "Prices are integers in cents" in Client(client.project, "s-4").brief()


def test_what_is_handed_over_for_a_folder_alone_stays_in_the_briefing(client: Client) -> None:
    client.brief()
    client.says("DECISION: Prices are integers in cents — floats lost a cent")
    client.run("Stop")
    client.ends()
    write(client.project, "api/CLAUDE.md", "Prices are integers in cents.\n")
    assert "Prices are integers in cents" in Client(client.project, "s-2").brief()


def test_a_hundred_documents_are_a_few_looks_more_at_a_start(client: Client) -> None:
    client.brief()
    client.says("DECISION: Carts live in Redis — they pass")
    client.run("Stop")
    client.ends()
    root = str(client.project.resolve())

    def looks() -> dict[str, str]:
        Client(client.project, "s-9").run("Stop")
        marks: dict[str, str] = json.loads(Path(prepared.path(root, root)).read_text())["stamps"]
        return marks

    before = looks()
    for number in range(100):
        write(client.project, f"p{number}/CLAUDE.md", f"Package {number} is generated.\n")
    write(client.project, "CLAUDE.md", "Use pnpm.\n")
    after = looks()
    assert len(after) <= len(before) + 4
    ours = [path for path in before if "CLAUDE" in path or "AGENTS" in path or "rules" in path or "MEMORY" in path]
    assert len(ours) <= 10
    assert after[f"{root}/CLAUDE.md"] == files.mark(f"{root}/CLAUDE.md")


def digests(*folders: Path) -> dict[str, str]:
    marks = {}
    for folder in folders:
        for above, _, names in os.walk(folder):
            for name in names:
                path = Path(above, name)
                is_ours = ".genius" in path.parts or ".git" in path.parts or path.name == "IRIS_MEMORY.json"
                if not is_ours:
                    marks[str(path)] = hashlib.sha256(path.read_bytes()).hexdigest() + str(path.stat().st_mtime_ns)
    return marks


def test_no_document_is_ever_written(client: Client, home: Path, verbs: Verbs) -> None:
    root = str(client.project.resolve())
    for name in (
        "CLAUDE.md",
        "CLAUDE.local.md",
        "AGENTS.md",
        ".claude/CLAUDE.md",
        ".claude/rules/a.md",
        "api/CLAUDE.md",
    ):
        write(client.project, name, "- Prices are integers in cents.\n- Never use moment in this project.\n@more.md\n")
    write(client.project, "more.md", "- Use pnpm.\n")
    write(home, ".claude/CLAUDE.md", "- Answer in short sentences.\n")
    write(
        home,
        f"{os.path.relpath(client_files.notes_folder(root), home)}/MEMORY.md",
        "- The cache is stale after a crash.\n",
    )
    before = digests(client.project, home / ".claude")
    client.brief()
    client.decides()
    client.says("never use moment in this project", role="user", promptSource="typed")
    client.says("DECISION: Prices are floats (replaces: Prices are integers in cents) — it was simpler")
    client.run("UserPromptSubmit", prompt="why are the prices integers in cents?")
    client.run("Stop", last_assistant_message="All done.")
    client.brief("compact")
    client.ends()
    Client(client.project, "s-2").brief()
    for words in (["recall", "prices"], ["review"], ["doctor", "--fix"], ["tidy", "--fold"], ["reindex"], ["status"]):
        verbs(*words)
    [passage, *_] = [result for result in verbs.recall("prices") if result["kind"] == "document"]
    for words in (["forget", passage["id"]], ["edit", passage["id"], "no"], ["supersede", passage["id"], "by", "x"]):
        assert verbs(*words).code
    after = digests(client.project, home / ".claude")
    assert {path: mark for path, mark in after.items() if path in before} == before
