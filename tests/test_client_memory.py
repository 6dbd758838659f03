"""What the client has for a memory beside ours is read, and never written."""

import os
from pathlib import Path
from typing import Any

import pytest

from memory_core import cli
from memory_core.core import find_duplicate
from memory_core.core.light import client_documents, user
from memory_core.core.memory import stands_at
from memory_core.documents import client_files, passages
from memory_core.documents import client_home as client_memory
from tests.conftest import Output


def write(folder: Path, name: str, text: str) -> Path:
    path = folder / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)
    return path


def shown(root: Path, part: str = client_files.PROJECT, *, given: bool | None = None) -> list[str]:
    documents = client_files.read(str(root.resolve()), part)
    return [document.shown for document in documents if given is None or document.is_given == given]


def test_a_text_is_taken_apart_into_entries_paragraphs_and_rows() -> None:
    text = """---
paths: src/**
---
# Shop

We sell things. Use pnpm, never npm.

## Testing

- Run `pnpm test` before a commit.
- Layers:
  - no import from `ui` in `core`
    and none the other way

| command | does |
|---|---|
| pnpm lint | lints |

```bash
pnpm build
```

@docs/more.md
"""
    parts = passages.passages(text)
    assert [(part.line, part.text) for part in parts] == [
        (6, "We sell things. Use pnpm, never npm."),
        (10, "Run `pnpm test` before a commit."),
        (11, "Layers:"),
        (12, "no import from `ui` in `core` and none the other way"),
        (15, "command | does"),
        (17, "pnpm lint | lints"),
    ]
    assert parts[0].above == ("Shop",)
    assert parts[3].above == ("Shop", "Testing", "Layers:")
    assert parts[-1].code == "pnpm build"


def test_a_passage_is_bounded_and_a_long_text_takes_a_line_of_time() -> None:
    parts = passages.passages("word " * 100_000)
    assert max(len(part.text) for part in parts) <= 2 * find_duplicate.PASSAGE
    assert len(passages.passages("- one two\n" * 50_000)) == passages.MOST


def test_what_is_secret_or_private_is_left_out_and_the_lines_stay(repo: Path) -> None:
    token = "ghp_" + "a1B2" * 9
    write(
        repo, "CLAUDE.md", f"Intro to it.\n\n<private>\nmine\n\nalone\n</private>\n\n- token={token}\n\n- Use pnpm.\n"
    )
    memories = client_memory.read(str(repo.resolve()), client_files.PROJECT)
    assert "Use pnpm." in [memory.summary for memory in memories]
    assert [stands_at(memory) for memory in memories if memory.summary == "Use pnpm."] == ["CLAUDE.md:11"]
    assert not [
        memory for memory in memories if "mine" in memory.summary or "alone" in memory.summary or token in str(memory)
    ]


def test_the_documents_of_a_project_are_found_at_all_levels(repo: Path) -> None:
    for name in (
        "CLAUDE.md", "CLAUDE.local.md", ".claude/CLAUDE.md", ".claude/rules/style.md", ".claude/rules/deep/sql.md",
        "AGENTS.md", "api/CLAUDE.md", "api/AGENTS.md", "web/.claude/CLAUDE.md", "node_modules/x/CLAUDE.md",
        ".venv/lib/CLAUDE.md", ".claude/worktrees/one/CLAUDE.md",
    ):  # fmt: skip
        write(repo, name, "Use tabs.\n")
    write(repo, ".claude/rules/api.md", "---\npaths: api/**\n---\nUse JSON.\n")
    assert set(shown(repo, given=True)) == {
        "CLAUDE.md", ".claude/CLAUDE.md", "CLAUDE.local.md", ".claude/rules/style.md", ".claude/rules/deep/sql.md",
    }  # fmt: skip
    assert set(shown(repo, given=False)) == {
        "AGENTS.md", "api/CLAUDE.md", "api/AGENTS.md", "web/.claude/CLAUDE.md", ".claude/rules/api.md",
    }  # fmt: skip


def test_a_folder_that_git_ignores_and_a_repository_within_are_passed_over(repo: Path) -> None:
    write(repo, ".gitignore", "made/\nCLAUDE.local.md\n")
    write(repo, "made/CLAUDE.md", "Use tabs.\n")
    write(repo, "api/CLAUDE.local.md", "Use tabs.\n")
    write(repo, "other/CLAUDE.md", "Use tabs.\n")
    (repo / "other/.git").mkdir()
    assert shown(repo) == ["api/CLAUDE.local.md"]


def test_imports_are_followed_five_deep_and_in_no_circle(repo: Path) -> None:
    write(repo, "CLAUDE.md", "See @docs/one.md, and `@docs/code.md`.\n```\n@docs/fenced.md\n```\nmail@docs/no.md\n")
    for name in ("docs/code.md", "docs/fenced.md", "docs/no.md"):
        write(repo, name, "Nothing of it.\n")
    names = ["one", "two", "three", "four", "five", "six"]
    for name, following in zip(names, [*names[1:], "one"], strict=True):
        write(repo, f"docs/{name}.md", f"Say {name}.\n@{following}.md\n@../CLAUDE.md\n")
    assert shown(repo, given=True) == ["CLAUDE.md", *(f"docs/{name}.md" for name in names[:5])]


def test_a_project_brings_in_no_file_from_outside_of_it(repo: Path, home: Path, tmp_path: Path) -> None:
    secret = write(home, "secret.md", "The password is swordfish.\n")
    write(home, ".claude/CLAUDE.md.bak", "no")
    (repo / "docs").mkdir()
    (repo / "docs/link.md").symlink_to(secret)
    (repo / "linked").symlink_to(home)
    (repo / ".claude").mkdir()
    (repo / ".claude/rules").symlink_to(home)
    (repo / "CLAUDE.local.md").symlink_to(secret)
    write(repo, "CLAUDE.md", f"@~/secret.md @{secret} @docs/link.md @linked/secret.md @../../{home.name}/secret.md\n")
    write(repo, "api/CLAUDE.md", "@~/secret.md\n")
    assert set(shown(repo)) == {"CLAUDE.md", "api/CLAUDE.md"}


def test_a_link_to_a_file_of_the_project_is_that_file(repo: Path) -> None:
    write(repo, "AGENTS.md", "Use tabs.\n")
    (repo / "CLAUDE.md").symlink_to("AGENTS.md")
    assert shown(repo, given=True) == ["AGENTS.md"]
    assert shown(repo, given=False) == []


def test_the_users_own_document_imports_from_the_home_and_a_stranger_in_it_does_not(repo: Path, home: Path) -> None:
    write(home, "notes/style.md", "Use tabs.\n")
    write(home, "secret.md", "The password is swordfish.\n")
    write(home, "work/shop/.git/HEAD", "ref: refs/heads/main\n")
    write(home, "work/shop/rules.md", "@more.md @~/secret.md\n")
    write(home, "work/shop/more.md", "Use spaces.\n")
    write(home, ".claude/CLAUDE.md", "@~/notes/style.md @~/work/shop/rules.md @/etc/passwd\n")
    write(home, ".claude/rules/mine.md", "Say please.\n")
    assert shown(repo, client_files.USER) == [
        "~/.claude/CLAUDE.md", "~/.claude/rules/mine.md", "~/notes/style.md", "~/work/shop/rules.md",
        "~/work/shop/more.md",
    ]  # fmt: skip


def test_the_clients_own_notes_are_found_by_the_name_that_it_gives_the_project(repo: Path, home: Path) -> None:
    root = str(repo.resolve())
    folder = os.path.relpath(client_files.notes_folder(root), home)
    write(home, f"{folder}/MEMORY.md", "\n".join(f"- note number {n}" for n in range(300)))
    write(home, f"{folder}/debugging.md", "The cache is stale after a crash.\n")
    assert user.client_project("/home/é x/a_b.c").endswith("/projects/-home---x-a-b-c")
    assert [Path(name).name for name in shown(repo, client_files.NOTES)] == ["MEMORY.md", "debugging.md"]
    assert [Path(name).name for name in shown(repo, client_files.NOTES, given=True)] == ["MEMORY.md"]
    assert len(client_memory.read(root, client_files.NOTES)) == 301
    given = [note for note in client_memory.given(root) if note.startswith("note number")]
    assert (given[0], given[-1], len(given)) == ("note number 0", "note number 199", 200)


def test_a_walk_is_bounded(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setattr(client_documents, "FOLDERS", 5)
    for number in range(20):
        write(repo, f"p{number:02}/CLAUDE.md", "Use tabs.\n")
    assert 0 < len(client_documents.paths(str(repo))) <= 5
    deep = repo.joinpath(*(["d"] * 12))
    write(deep, "CLAUDE.md", "Use tabs.\n")
    monkeypatch.setattr(client_documents, "FOLDERS", 1000)
    assert not [name for name in client_documents.paths(str(repo)) if name.startswith("d/")]


def test_the_setting_switches_it_off(repo: Path, monkeypatch: pytest.MonkeyPatch) -> None:
    write(repo, "CLAUDE.md", "Use tabs.\n")
    monkeypatch.setenv("MEMORY_CORE_CLIENT_MEMORY", "off")
    assert shown(repo) == []
    assert client_documents.homes(str(repo)) == []
    assert not client_documents.signature(str(repo))


def test_an_id_stays_where_a_line_moves(repo: Path) -> None:
    root = str(repo.resolve())
    write(repo, "CLAUDE.md", "- Use tabs.\n- Use tabs.\n- Use pnpm.\n")
    before = {memory.id: stands_at(memory) for memory in client_memory.read(root, client_files.PROJECT)}
    assert len(before) == 3
    write(repo, "CLAUDE.md", "# Title\n\n- Use tabs.\n- Use tabs.\n- Use pnpm.\n")
    after = {memory.id: stands_at(memory) for memory in client_memory.read(root, client_files.PROJECT)}
    assert before.keys() == after.keys()
    assert sorted(after.values()) == ["CLAUDE.md:3", "CLAUDE.md:4", "CLAUDE.md:5"]
    assert os.path.isfile(repo / "CLAUDE.md")


RULES = """# Shop

## Tools

- Use pnpm for packages, never npm.
- Round prices half up, and keep them in cents.
"""


class Verbs:
    """The verbs of the product in one project."""

    def __init__(self, project: Path, capsys: pytest.CaptureFixture[str]) -> None:
        self.project, self._capsys = project, capsys

    def __call__(self, *words: str) -> Output:
        try:
            code = cli.main([*words, "--root", str(self.project)])
        except SystemExit as ended:
            code = int(ended.code or 0)
        out = self._capsys.readouterr()
        return Output(code, out.out, out.err)

    def recall(self, words: str, *more: str) -> list[dict[str, Any]]:
        results: list[dict[str, Any]] = self("recall", words, "--json", "--mode", "keyword", *more).json["results"]
        return results


@pytest.fixture
def verbs(repo: Path, capsys: pytest.CaptureFixture[str]) -> Verbs:
    return Verbs(repo, capsys)


def test_recall_finds_a_passage_with_its_place_beside_what_is_kept(repo: Path, verbs: Verbs, home: Path) -> None:
    write(repo, "CLAUDE.md", RULES)
    write(home, ".claude/CLAUDE.md", "Answer in short sentences about packages.\n")
    assert verbs("remember", "learning", "The registry of packages is mirrored in Oslo").code == 0
    results = verbs.recall("packages")
    assert {result.get("place") for result in results} == {None, "CLAUDE.md:5", "~/.claude/CLAUDE.md:1"}
    [first] = [result for result in results if result.get("place") == "CLAUDE.md:5"]
    assert (first["kind"], first["origin"], first["line"]) == ("document", "the project's instructions", 5)
    text = verbs("recall", "packages").out
    assert "CLAUDE.md:5" in text
    assert "the project's instructions" in text
    assert [result["place"] for result in verbs.recall("tools", "--type", "document", "--limit", "1")] == [
        "CLAUDE.md:5"
    ]
    assert not [result for result in verbs.recall("packages", "--type", "learning") if result["kind"] == "document"]


def test_a_passage_is_found_where_nothing_is_kept(repo: Path, verbs: Verbs) -> None:
    write(repo, "AGENTS.md", RULES)
    assert [result["place"] for result in verbs.recall("prices")] == ["AGENTS.md:6"]


def test_what_changes_is_found_at_once(repo: Path, verbs: Verbs) -> None:
    verbs("remember", "learning", "The registry of packages is mirrored in Oslo")
    assert [result["kind"] for result in verbs.recall("packages")] == ["learning"]
    write(repo, "CLAUDE.md", RULES)
    assert "CLAUDE.md:5" in [result.get("place") for result in verbs.recall("packages")]
    write(repo, "CLAUDE.md", RULES.replace("packages", "dependencies"))
    assert [result["kind"] for result in verbs.recall("packages")] == ["learning"]
    write(repo, "web/ui/CLAUDE.md", "All packages of the pages are in here.\n")
    assert "web/ui/CLAUDE.md:1" in [result.get("place") for result in verbs.recall("packages")]
    (repo / "web/ui/CLAUDE.md").unlink()
    assert [result["kind"] for result in verbs.recall("packages")] == ["learning"]
    assert "CLAUDE.md:5" in [result.get("place") for result in verbs.recall("dependencies")]


def test_switched_off_nothing_of_it_is_found(repo: Path, verbs: Verbs, monkeypatch: pytest.MonkeyPatch) -> None:
    write(repo, "CLAUDE.md", RULES)
    verbs("remember", "learning", "The registry of packages is mirrored in Oslo")
    assert len(verbs.recall("packages")) == 2
    monkeypatch.setenv("MEMORY_CORE_CLIENT_MEMORY", "off")
    assert [result["kind"] for result in verbs.recall("packages")] == ["learning"]


def test_no_verb_changes_a_passage_and_no_list_counts_it(repo: Path, verbs: Verbs) -> None:
    write(repo, "CLAUDE.md", RULES)
    verbs("remember", "learning", "The registry of packages is mirrored in Oslo")
    [passage] = [result for result in verbs.recall("pnpm") if result["kind"] == "document"]
    for words in (["forget", passage["id"]], ["edit", passage["id"], "Use npm"]):
        refused = verbs(*words)
        assert refused.code
        assert "is in CLAUDE.md:5; edit it there" in refused.err
    assert (repo / "CLAUDE.md").read_text() == RULES
    assert [memory["kind"] for memory in verbs("list", "--json").json] == ["learning"]
    assert len(verbs("list", "documents", "--json").json) == 2
    status = verbs("status", "--json").json
    assert (status["total"], status["by_kind"]) == (1, {"learning": 1})
    assert "CLAUDE.md" not in str(verbs("export", "--json").json["memories"])
    shown_alone = verbs("show", passage["id"]).out
    assert "Use pnpm" in shown_alone
    assert "CLAUDE.md:5" in shown_alone


def test_review_shows_what_a_document_contradicts_and_leaves_the_file_to_its_user(repo: Path, verbs: Verbs) -> None:
    write(repo, "CLAUDE.md", "# Tools\n\n- Lint with ruff.\n- Run the tests on Node 18\n")
    verbs("remember", "decision", "Run the tests on Node 20")
    verbs("remember", "decision", "Lint with ruff")
    [contradiction] = verbs("review", "--json").json
    assert (contradiction["place"], contradiction["new_summary"]) == ("CLAUDE.md:4", "Run the tests on Node 20")
    text = verbs("review").out
    assert "CLAUDE.md:4" in text
    assert "yours to edit" in text
    refused = verbs("review", contradiction["old"], "newer")
    assert refused.code
    assert "edit it there" in refused.err


def test_doctor_and_status_say_how_many_documents_are_read(
    repo: Path, verbs: Verbs, monkeypatch: pytest.MonkeyPatch
) -> None:
    write(repo, "CLAUDE.md", RULES)
    write(repo, "api/CLAUDE.md", "x " * 150_000)
    verbs("remember", "learning", "The registry of packages is mirrored in Oslo")
    documents = verbs("status", "--json").json["documents"]
    assert documents == {"the project's instructions": 2}
    assert "2 documents" in verbs("status").out
    checks = verbs("doctor", "--json").json["checks"]
    assert next(check["detail"] for check in checks if check["name"] == "client's memory").startswith("2 documents")
    assert [check for check in checks if "api/CLAUDE.md" in check["detail"]]
    monkeypatch.setenv("MEMORY_CORE_CLIENT_MEMORY", "off")
    assert verbs("status", "--json").json["documents"] == {}
    checks = verbs("doctor", "--json").json["checks"]
    assert ["off" in check["detail"] for check in checks if check["name"] == "client's memory"] == [True]


def test_passages_by_the_thousand_crowd_out_no_suggestion(repo: Path, verbs: Verbs) -> None:
    verbs("remember", "decision", "Retry webhooks with exponential backoff, six times")
    prompt = "why do we retry webhooks with exponential backoff?"
    before = verbs("suggest", prompt, "--json").json
    assert before["suggestions"]
    for number in range(20):
        text = "".join(f"- Number {number}.{n} retries a webhook with exponential backoff\n" for n in range(60))
        write(repo, f"p{number}/AGENTS.md", text)
    assert verbs("suggest", prompt, "--json").json == before
