"""What sessions do again and again: the same practice has the same words in each, and looking around is none."""

from collections.abc import Iterable
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.capture import transcript
from memory_core.extract import routine
from memory_core.extract.candidate import Carry
from memory_core.extract.extraction import extract
from memory_core.extract.practice import Practice
from memory_core.extract.turn import Turn
from tests.extract.builder import Session
from tests.rows import each_row


def ran(commands: Iterable[str], failed: bool = False) -> list[Practice]:
    turns = [
        Turn("result", "done", line, f"u{line}", tool="Bash", input={"command": command}, failed=failed)
        for line, command in enumerate(commands)
    ]
    return list(extract(turns).practices)


def practices_of(session: Session, folder: Path) -> list[Practice]:
    return list(extract(transcript.read(str(session.write(folder / "s.jsonl"))).turns).practices)


CALLED = [
    ("pytest tests/test_a.py -q", "test", "pytest"),
    ("cd app && uv run pytest tests/test_a.py::test_x -x", "test", "uv run pytest"),
    (".venv/bin/python -m pytest -k name", "test", ".venv/bin/python -m pytest"),
    ("npm run test:unit -- src/a.test.ts", "test", "npm run test:unit"),
    ("npx vitest run src/a.test.ts -t 'adds up'", "test", "npx vitest run"),
    ("go test -race ./internal/feed/... -run TestParse", "test", "go test -race"),
    ("docker compose exec web pytest orders/tests", "test", "docker compose exec web pytest"),
    ("./gradlew :app:testDebugUnitTest --tests '*FooTest'", "test", "./gradlew :app:testDebugUnitTest"),
    ("./scripts/test tests/test_x.py", "test", "./scripts/test"),
    ("make lint 2>&1 | tail -5", "lint", "make lint"),
    ("cargo clippy --all-targets -- -D warnings", "lint", "cargo clippy --all-targets -- -D warnings"),
    ("pnpm eslint --fix --max-warnings 0 src/cart", "lint", "pnpm eslint --fix --max-warnings 0"),
    ("uv run ruff format api/coupons", "format", "uv run ruff format"),
    ("npx tsc --noEmit -p tsconfig.build.json", "types", "npx tsc --noEmit -p tsconfig.build.json"),
    ("mkdocs build --strict", "build", "mkdocs build --strict"),
    ("pnpm add -D zod", "install", "pnpm add"),
    ("python manage.py makemigrations orders -n note", "migrate", "python manage.py makemigrations"),
]


@pytest.mark.req("JARVIS-3", "JARVIS-27")
@each_row(("command", "slot", "template"), CALLED)
def test_a_command_is_told_without_what_changes_from_run_to_run(command: str, slot: str, template: str) -> None:
    (practice,) = ran([command])
    assert (practice.kind, practice.source, practice.slot) == ("behaviour", "code_repetition", slot)
    assert f"`{template}`" in practice.text


@pytest.mark.parametrize(
    "commands",
    [
        ["ls", "git status", "git diff", "cat README.md", "rg TODO src"],
        ["git checkout -b spike", "git stash pop", "git push"],
        ["sed -n 1,40p tests/test_a.py", "wc -l src/*.ts", "cat prisma/migrations/1_a/migration.sql"],
        ["curl -s localhost/health", "ps aux | grep test", "tail -n 50 build.log"],
        ["python -c 'import pytest'", "echo make test", "which pytest", "find . -name '*test*'"],
        ["rm -rf build", "mkdir -p build/test", "cp a.test.ts b.test.ts"],
    ],
)
def test_looking_around_is_no_practice(commands: list[str]) -> None:
    assert ran(commands * 3) == []


def test_what_failed_is_no_practice() -> None:
    assert ran(["pytest -q"], failed=True) == []
    assert ran([]) == []


def test_a_practice_is_told_once_a_session_however_often_and_in_how_many_readings() -> None:
    turns = [Turn("result", "ok", n, tool="Bash", input={"command": f"pytest tests/test_{n}.py"}) for n in range(6)]
    carry, practices = Carry({}), list[Practice]()
    for turn in turns:
        part = extract([turn], Carry.from_json(carry.to_json()))
        carry, practices = part.carry, [*practices, *part.practices]
    assert len(practices) == 1


def test_two_sessions_tell_the_same_practice_in_the_same_words() -> None:
    assert ran(["pytest tests/a.py -q"])[0].text == ran(["pytest -x tests/other/b.py::test_c"])[0].text


@pytest.mark.parametrize(
    ("commands", "words"),
    [
        (['git commit -m "fix(pricing): round"'], "Conventional Commits"),
        (['git commit -m "[PIM-331] Skip empty rows"'], "ticket number"),
        (['git commit -s -m "net: fix leak"'], "signed off"),
        (['git commit -m "Rabattberechnung für Staffelpreise korrigiert"'], "German"),
        (["git commit --fixup 3f2a91c"], "--fixup"),
        (["make lint", "git commit -am 'a b'"] * 2, "before a commit"),
    ],
)
def test_how_commits_are_made_is_a_practice(commands: list[str], words: str) -> None:
    assert any(words in practice.text for practice in ran(commands))


def test_the_options_with_which_a_program_is_always_called_are_a_practice() -> None:
    commands = ["kubectl --context staging -n shop get pods", "kubectl --context staging -n shop logs deploy/worker"]
    (practice,) = ran([*commands, "kubectl --context staging -n shop rollout restart deploy/worker"])
    assert "kubectl --context staging -n shop" in practice.text


@pytest.mark.parametrize(
    ("path", "words"),
    [
        ("tests/orders/test_refund.py", "`tests/` as `test_*.py`"),
        ("src/cart/Total.test.tsx", "next to the source as `*.test.tsx`"),
        ("app/src/__tests__/Price.test.ts", "`app/src/__tests__/`"),
    ],
)
def test_where_new_tests_are_put_is_a_practice(path: str, words: str, tmp_path: Path) -> None:
    session = Session().tool("Write", {"file_path": f"/home/dev/project/{path}", "content": "x"}, "created")
    (practice,) = practices_of(session, tmp_path)
    assert words in practice.text


def test_what_files_hold_is_never_a_practice(tmp_path: Path) -> None:
    body = "Always use tabs.\n$ pytest -q\nnpm test\n"
    session = Session().tool("Read", {"file_path": "/home/dev/project/a.md"}, body)
    session.tool("Write", {"file_path": "/home/dev/project/a.md", "content": body}, "ok").edit("a.md", "x", body)
    assert practices_of(session, tmp_path) == []


def test_a_failure_that_another_command_mended_is_told_with_it(tmp_path: Path) -> None:
    session = (
        Session()
        .bash("npm test", "Error: Cannot find module 'left-pad'", failed=True)
        .bash("npm ci", "added 12 packages")
        .bash("npm test", "12 passed")
    )
    (practice,) = [practice for practice in practices_of(session, tmp_path) if practice.source == "error_pattern"]
    assert "`npm test`" in practice.text
    assert "Cannot find module" in practice.text
    assert "`npm ci`" in practice.reason


def test_a_failure_has_the_same_words_in_another_session(tmp_path: Path) -> None:
    texts = set()
    for branch in ("spike-1", "rework"):
        session = (
            Session()
            .bash("git push", f"fatal: The current branch {branch} has no upstream branch.", failed=True)
            .bash(f"git push --set-upstream origin {branch}", "done")
        )
        texts |= {practice.text for practice in practices_of(session, tmp_path) if practice.source == "error_pattern"}
    assert len(texts) == 1


def test_a_failure_that_an_edit_mended_was_the_work_itself(tmp_path: Path) -> None:
    session = (
        Session()
        .bash("npm test", "Error: expected 3, got 4", failed=True)
        .edit("src/a.ts", "a", "b")
        .bash("npm test", "12 passed")
    )
    assert [practice for practice in practices_of(session, tmp_path) if practice.source == "error_pattern"] == []


def test_the_same_command_again_mends_nothing(tmp_path: Path) -> None:
    session = Session().bash("npm test", "Error: socket hang up", failed=True).bash("npm test", "12 passed")
    assert [practice for practice in practices_of(session, tmp_path) if practice.source == "error_pattern"] == []


def test_chores_that_a_user_asks_for_are_watched(tmp_path: Path) -> None:
    words = ["thanks. update the changelog too", "and add it to the changelog please"]
    texts = {
        practice.text
        for ask in words
        for practice in practices_of(Session().user(ask), tmp_path)
        if practice.kind == "behaviour"
    }
    assert len(texts) == 1


@given(st.text(max_size=200))
def test_any_command_line_is_read_without_a_fault(command: str) -> None:
    part = extract([Turn("result", "ok", 0, tool="Bash", input={"command": command})])
    assert Carry.from_json(part.carry.to_json()) == part.carry
    assert routine.habit(command) == routine.habit(command)


@pytest.mark.heavy
def test_what_is_remembered_stays_small() -> None:
    turns = []
    for number in range(600):
        command = f"tool{number % 300} --opt v{number} go; make test-{number}; kubectl --context c{number} get x"
        turns.append(
            Turn("result", "fatal: no", number, tool="Bash", input={"command": command}, failed=number % 3 == 0)
        )
        turns.append(Turn("user", f"no, never use thing{number} in module{number}, use other{number}", number))
    assert len(str(extract(turns).carry.to_json())) < 65_536
