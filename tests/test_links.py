"""A cloned repository may carry links at every place where memory-core reads or writes: nothing outside is touched."""

import ast
import hashlib
import io
import json
import os
import shutil
from pathlib import Path

import pytest

from memory_core import cli, on_tool_call, on_user_prompt
from memory_core.briefing import untrusted_files
from memory_core.briefing.light import on_session_start
from memory_core.capture.light import on_stop
from memory_core.core.light import files, places, user
from memory_core.core.light.answer import Answer
from memory_core.core.light.errors import Refusal
from memory_core.core.light.event import Event
from memory_core.guardrails import rules_file
from memory_core.learnings import warm_files
from memory_core.tickets.light import on_read
from tests.conftest import ROOT, derived
from tests.properties import family
from tests.test_hooks import Client

MARK = "zyxwvut"  # stands in every file outside, and nowhere else
DAY = "2026-03-01T10:00:00Z"
LOGGED = {"id": "D1", "ts": DAY, "ticket": "ABC-1", "decision": f"Use {MARK} carts", "status": "active"}
SPEC = "docs/spec/active/2026-03-01-rates"
DONE = "docs/spec/completed/2026-02-01-carts"

# What a repository may hold, by path.
HELD = {
    "IRIS_MEMORY.json": json.dumps(
        {
            "schema_version": "1.0.0",
            "project": MARK,
            "intentional_patterns": [],
            "rejected_changes": [],
            "architectural_constraints": [
                {
                    "id": "AC-001",
                    "constraint": f"No {MARK} here",
                    "reason": f"It is {MARK} and slow",
                    "applies_to": "src/**",
                    "created_on": "2026-03-01",
                }
            ],
        }
    ),
    ".genius/memory/decisions.json": json.dumps([{"id": "d-00000001", "decision": f"Use {MARK}", "timestamp": DAY}]),
    ".genius/memory/patterns.json": json.dumps([{"id": "p-00000001", "pattern": f"We {MARK}", "timestamp": DAY}]),
    ".genius/memory/errors.json": json.dumps([{"id": "e-00000001", "error": f"{MARK} fails", "timestamp": DAY}]),
    ".genius/memory/progress.json": json.dumps([{"id": "t-00000001", "task": f"Did {MARK}", "timestamp": DAY}]),
    ".genius/memory/proposed.json": json.dumps([{"id": "r-00000001", "rule": f"No {MARK}", "timestamp": DAY}]),
    ".genius/memory/BRIEFING.md": f"# {MARK}\n",
    ".genius/memory/.gitignore": f"{MARK}\n",
    ".genius/memory/session-logs/2026-01-01-1000.md": f"- decision: {MARK} [d-00000001]\n",
    ".genius/state.json": json.dumps({"version": MARK, "tasks": {"total": 1, "completed": 0}}),
    ".genius/plan.md": f"- [x] {MARK}\n- [ ] two\n",
    ".genius/checkpoints/one": MARK,
    ".claude/learnings/warm-memory.json": json.dumps(
        {
            "warm_memory": {
                "preferences": [{"id": "pref_001", "description": f"Always use {MARK}", "confidence": 0.9}],
                "patterns": [],
                "context": {},
            }
        }
    ),
    ".claude/learnings/.gitignore": f"{MARK}\n",
    ".claude/learnings/session-s-1.json": json.dumps({"cursors": {}, "hot": [{"description": MARK}]}),
    ".claude/agents/security-engineer.md": f"---\nname: {MARK}\n---\n",
    ".claude/plan.md": f"- [ ] {MARK}\n",
    ".claude/skills/one/SKILL.md": f"# {MARK}\n",
    ".cs-memory/index.db": f"SQLite format 3 {MARK}",
    ".cs-memory/vectors.db": f"SQLite format 3 {MARK}",
    ".cs-memory/log.jsonl": f'{{"ts": "{DAY}", "what": "{MARK}", "why": ""}}\n',
    ".cs-memory/.gitignore": f"{MARK}\n",
    ".cs-memory/.capture.lock": MARK,
    ".cs-memory/guard/rules": MARK,
    ".cs-memory/ended/session-s-1.json": json.dumps({"cursors": {MARK: 1}}),
    "aidd/docs/.active.json": json.dumps({"ticket": "ABC-1"}),
    "aidd/docs/spec/ABC-1.md": f"# Carts\n\n## Constraints\n\n- Carts MUST {MARK} within a day.\n",
    "aidd/docs/prd/ABC-1.prd.md": f"# Carts\n\n## Terms\n\n- **{MARK}**: a cart that waits.\n",
    "aidd/config/conventions.json": json.dumps({"memory": {"enabled": True, "read_order": [MARK]}}),
    "aidd/config/gates.json": json.dumps({"memory": {"full_reads": "advise", "stages": [MARK]}}),
    "aidd/reports/memory/ABC-1.decisions.jsonl": json.dumps(LOGGED) + "\n",
    "aidd/reports/memory/ABC-1.semantic.pack.json": json.dumps({"ticket": "ABC-1", "terms": [MARK]}),
    "aidd/reports/memory/ABC-1.decisions.pack.json": json.dumps({"ticket": "ABC-1", "active_decisions": [MARK]}),
    "aidd/reports/memory/.gitattributes": f"# {MARK}\n",
    "aidd/reports/context/ABC-1.pack.md": f"# {MARK}\n",
    f"{SPEC}/README.md": f"---\nslug: rates\nstatus: in-progress\ntitle: {MARK}\n---\n# {MARK}\n",
    f"{SPEC}/REQUIREMENTS.md": f"# Requirements\n\n- {MARK}\n",
    f"{SPEC}/ARCHITECTURE.md": f"# Architecture\n\n## Decisions\n\n- Use {MARK}\n",
    f"{SPEC}/IMPLEMENTATION_PLAN.md": f"# Plan\n\n- [ ] {MARK}\n",
    f"{DONE}/README.md": f"---\nslug: carts\nstatus: completed\ntitle: {MARK}\n---\n# {MARK}\n",
    "CODE_REVIEW.md": f"# {MARK}\n",
    "REVIEW_SUMMARY.md": f"# {MARK}\n",
    "REMEDIATION_TASKS.md": f"- [ ] {MARK}\n",
    "PROGRESS.md": f"DECISION: {MARK}\n",
    "plan.md": f"- [ ] {MARK}\n",
}
# What is a link in turn: each folder, and all files that stand in one.
FOLDERS = sorted({"/".join(path.split("/")[:depth]) for path in HELD for depth in range(1, path.count("/") + 1)})
NEIGHBOURS = {above: [path for path in HELD if path.rpartition("/")[0] == above] for above in ("", *FOLDERS)}
LINKS = [[folder] for folder in FOLDERS] + [files for files in NEIGHBOURS.values() if files]


def test_there_are_at_least_as_many_placements_as_were_tried() -> None:
    assert len({path for links in LINKS for path in links}) >= 52


def snapshot(folder: Path) -> dict[str, str]:
    """Path to content of everything below a folder, links by where they lead."""
    contents = {}
    for path in sorted(folder.rglob("*")):
        name = str(path.relative_to(folder))
        if path.is_symlink():
            contents[name] = f"-> {os.readlink(path)}"
        elif path.is_file():
            contents[name] = hashlib.sha256(path.read_bytes()).hexdigest()
        else:
            contents[name] = "folder"
    return contents


def linked(repo: Path, outside: Path, *placements: str) -> None:
    """Put the links in their places, to what has the same content outside, as a neighbour project would."""
    for path, text in HELD.items():
        there = outside / path
        there.parent.mkdir(parents=True, exist_ok=True)
        there.write_text(text)
    for placement in placements:
        (repo / placement).parent.mkdir(parents=True, exist_ok=True)
        (repo / placement).symlink_to(outside / placement)


def words(answer: str | Answer) -> str:
    return f"{answer.context}{answer.reason}{answer.notice}" if isinstance(answer, Answer) else answer


@pytest.mark.req("CS-NFR-009")
@pytest.mark.parametrize("links", family(LINKS, 4), ids=lambda links: f"{links[0]}, {len(links)}")
@pytest.mark.usefixtures("now")
def test_a_link_reads_and_writes_nothing_outside(
    repo: Path, home: Path, tmp_path: Path, links: list[str], monkeypatch: pytest.MonkeyPatch, capsys
) -> None:
    outside = tmp_path / "neighbour"
    linked(repo, outside, *links)
    monkeypatch.setenv("CLAUDE_PROJECT_DIR", str(repo))
    before, users = snapshot(outside), snapshot(home)
    client = Client(repo)
    client.commits("Round prices half up", "- Prices are integers in cents because floats lost a cent")
    client.says("DECISION: Carts expire after a day because support asked for it")
    client.says("No, use pnpm here from now on, npm breaks the lockfile", role="user")

    texts = []

    def on(flow, name: str, **fields: object) -> None:
        try:
            texts.append(words(flow.on_event(Event(client.event(name, **fields))) or ""))
        except (Refusal, OSError) as error:  # the door of the hooks logs it
            texts.append(str(error))

    on(on_session_start, "SessionStart", source="startup")
    on(on_user_prompt, "UserPromptSubmit", prompt=f"how do we use {MARK} carts and prices?")
    on(
        on_tool_call,
        "PreToolUse",
        tool_name="Write",
        tool_input={"file_path": f"{repo}/src/a.py", "content": f"{MARK}\n"},
    )
    path = f"{repo}/aidd/docs/spec/ABC-1.md"
    on(on_read, "PreToolUse", tool_name="Read", tool_input={"file_path": path})
    monkeypatch.setenv("MEMORY_CORE_WORKER", "off")
    on(on_stop, "Stop", last_assistant_message="Done.")
    on(on_session_start, "SessionStart", source="compact")
    on(on_stop, "SessionEnd", reason="other")
    monkeypatch.chdir(repo)
    for verb in (
        ["status"], ["brief"], ["verify"], ["recall", MARK], ["reindex"], ["iris", "show"], ["iris", "ingest"],
        ["aidd", "extract", "--ticket", "ABC-1"], ["aidd", "pack", "--ticket", "ABC-1"],
        ["aidd", "append", "--ticket", "ABC-1", "--topic", "carts", "--decision", "Carts expire"],
        ["aidd", "preflight", "--ticket", "ABC-1"], ["aidd", "slice", "--ticket", "ABC-1", "--query", MARK],
        ["spec", "status"], ["spec", "start", "Rate limits"], ["spec", "close", "rates"], ["findings", "route"],
        ["jarvis", "memory", "status"], ["jarvis", "memory", "gc"], ["jarvis", "memory", "list"],
        ["jarvis", "memory", "skills", "--write"], ["export"], ["context", "rates"], ["doctor"],
        ["iris", "add-constraint", "No globals", "--reason", "they are hard to test", "--applies-to", "src/**"],
        ["remember", "decision", "Use WAL"],
    ):  # fmt: skip
        monkeypatch.setattr("sys.stdin", io.TextIOWrapper(io.BytesIO(b"")))
        cli.main([*verb])
    out, err = capsys.readouterr()
    assert "bug in memory-core" not in err
    output = "\n".join([*texts, out]).replace(f"how do we use {MARK}", "")
    for words_of in ("Use", "use", "MUST", "No", "We", "Did"):
        assert f"{words_of} {MARK}" not in output
    assert snapshot(outside) == before
    assert snapshot(home) == users
    for folder in (repo, derived(repo), home):
        held = [path for path in folder.rglob("*") if path.is_file() and not path.is_symlink()]
        mine = [path for path in held if MARK.encode() in path.read_bytes()]
        assert [path for path in mine if ".git/" not in str(path) and not _asked(path)] == []


def _asked(path: Path) -> bool:
    """Whether a file may hold the word because the session itself said it: a slice is named after what was asked."""
    return "-memory-slice-" in path.name or path.parent.name == "sessions" or path.suffix == ".jsonl"


def test_a_home_keeps_what_was_said_where_a_link_stood(repo: Path, tmp_path: Path) -> None:
    linked(repo, tmp_path / "neighbour", ".genius/memory/decisions.json")
    client = Client(repo)
    client.says("DECISION: Prices are integers in cents because floats lost a cent")
    client.run("Stop")
    assert "integers in cents" in (repo / ".genius/memory/decisions.json").read_text()
    assert not (repo / ".genius/memory/decisions.json").is_symlink()


def test_what_a_link_would_have_given_is_said_once(repo: Path, tmp_path: Path) -> None:
    linked(repo, tmp_path / "neighbour", ".genius")
    first = json.loads(Client(repo).run("SessionStart", source="startup"))["systemMessage"]
    assert str(repo / ".genius") in first
    assert "symbolic link" in first
    assert "--allow-link" in first
    again = Client(repo, "s-2").run("SessionStart", source="startup")
    assert ".genius" not in (json.loads(again).get("systemMessage", "") if again else "")


def test_a_link_that_the_user_allows_is_followed(repo: Path, tmp_path: Path, monkeypatch, capsys) -> None:
    monkeypatch.setenv("MEMORY_CORE_DATA", str(tmp_path / "data"))
    linked(repo, tmp_path / "neighbour", ".genius")
    monkeypatch.chdir(repo)
    assert cli.main(["doctor", "--allow-link", ".genius"]) == 1
    assert "terminal" in capsys.readouterr().err
    monkeypatch.setattr("sys.stdin.isatty", lambda: True, raising=False)
    assert cli.main(["doctor", "--allow-link", "README.md"]) == 1
    assert "not a symbolic link" in capsys.readouterr().err
    cli.main(["doctor", "--allow-link", ".genius"])
    assert cli.main(["recall", MARK]) == 0
    assert f"Use {MARK}" in capsys.readouterr().out
    assert files.allowed() == {str(repo / ".genius"): str(tmp_path / "neighbour/.genius")}
    assert untrusted_files.unused(str(repo)) == []


def test_no_file_of_the_repository_allows_a_link(repo: Path, tmp_path: Path) -> None:
    (repo / ".cs-memory").mkdir()
    (repo / ".cs-memory/links").write_text(f"{repo}/.genius\n")
    (repo / "links").write_text(f"{repo}/.genius\n")
    linked(repo, tmp_path / "neighbour", ".genius")
    with pytest.raises(files.LinkError):
        files.plain(str(repo / ".genius/memory"))


def test_links_above_the_project_and_in_the_users_own_folders_are_followed(
    repo: Path, home: Path, tmp_path: Path
) -> None:
    (tmp_path / "short").symlink_to(repo)
    assert places.project_root(str(tmp_path / "short")) == str(repo)
    (tmp_path / "dotfiles").mkdir()
    (home / ".jarvis").symlink_to(tmp_path / "dotfiles")
    warm = warm_files.read(str(repo), "global")
    warm_files.write(str(repo), "global", warm._replace(learnings=(), muted={str(repo): ("pref_001 x",)}))
    assert (tmp_path / "dotfiles/learnings/warm-memory.json").is_file()
    (tmp_path / "elsewhere").mkdir()
    shutil.move(tmp_path / "dotfiles/learnings/warm-memory.json", tmp_path / "elsewhere/warm.json")
    (tmp_path / "dotfiles/learnings/warm-memory.json").symlink_to(tmp_path / "elsewhere/warm.json")
    assert warm_files.read(str(repo), "global").muted


def test_a_loop_of_links_ends(repo: Path) -> None:
    (repo / "one").symlink_to(repo / "two")
    (repo / "two").symlink_to(repo / "one")
    assert files.read(str(repo / "one/x")) is None
    assert files.refused()[-1] == str(repo / "one")


def test_guard_rails_behind_a_link_hold_nothing_and_it_is_said(repo: Path, tmp_path: Path) -> None:
    linked(repo, tmp_path / "neighbour", "IRIS_MEMORY.json")
    assert rules_file.read(str(repo)).memories == ()
    assert "symbolic link" in rules_file.read(str(repo)).damage


def test_a_committed_briefing_is_neither_read_nor_filled(repo: Path, git, home: Path) -> None:
    view = repo / ".genius/memory/BRIEFING.md"
    view.parent.mkdir(parents=True)
    view.write_text("")
    git(repo, "add", "-f", ".")
    git(repo, "commit", "-qm", "A view")
    client = Client(repo)
    client.decides()
    client.run("Stop")
    reply = json.loads(client.run("SessionStart", source="startup"))
    assert "integers in cents" in reply["hookSpecificOutput"]["additionalContext"]
    assert "git rm --cached" in reply["systemMessage"]
    assert view.read_text() == ""
    assert "integers in cents" in (derived(repo) / "BRIEFING.md").read_text()


def test_what_is_derived_stands_nowhere_in_the_project(repo: Path, git) -> None:
    client = Client(repo)
    client.commits("Round prices half up", "- Prices are integers in cents because floats lost a cent")
    client.run("UserPromptSubmit", prompt="round")
    client.run("Stop")
    client.brief()
    assert sorted(path.name for path in repo.iterdir()) == [".genius", ".git", "README.md"]
    assert (derived(repo) / "index.db").is_file()
    assert str(derived(repo)).startswith(user.state())


@pytest.mark.heavy
def test_no_other_module_opens_a_path() -> None:
    """`open` itself is no name that the linter can ban; the other ways to a file are banned in pyproject.toml."""
    own = ("core/light/files.py", "core/install.py", "setup/", "edges/_")
    names = []
    for path in (ROOT / "memory_core").rglob("*.py"):
        name = str(path.relative_to(ROOT / "memory_core"))
        calls = [node for node in ast.walk(ast.parse(path.read_text())) if isinstance(node, ast.Call)]
        opened = [node for node in calls if isinstance(node.func, ast.Name) and node.func.id == "open"]
        if any(not (isinstance(node.args[0], ast.Name) and node.args[0].id == "handle") for node in opened):
            names += [] if name.startswith(own) else [name]
    assert names == []
