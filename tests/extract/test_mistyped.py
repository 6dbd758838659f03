"""A command that was typed wrong makes no error of what is said later, save of words that speak of it."""

import pytest

from memory_core.capture import transcript
from memory_core.extract.extraction import extract
from tests.extract.builder import Session

LATER = "The reason was that the csv writer ends its lines with a return sign itself."
MISTYPED = (
    ("python3 -m pytest -q nosuch", "ERROR: file or directory not found: nosuch\n\nno tests ran in 0.39s"),
    ("pytest --nosuch", "ERROR: usage: pytest [options]\npytest: error: unrecognized arguments: --nosuch"),
    ("ruff check --fixx", "error: unexpected argument '--fixx' found"),
    ("npm run nosuch", 'npm ERR! Missing script: "nosuch"'),
    ("make nosuch", "make: *** No rule to make target 'nosuch'.  Stop."),
    ("cargo tset", "error: no such command: `tset`"),
    ("uv sync --lokced", "error: No such option: --lokced"),
    ("pytst tests", "bash: pytst: command not found"),
)
BROKEN = (
    ("pytest", "E   FileNotFoundError: [Errno 2] No such file or directory: 'rates.csv'\n1 failed"),
    ("pytest", "E   TypeError: got an unexpected argument 'newline'\n1 failed"),
    ("mix test", "** (CompileError) lib/a.ex:3: unknown option :foo"),
)


def _heard(tmp_path, *said, command, output):
    session = Session().user("go on please").bash(command, output, failed=True)
    for one in said:
        session.says(one)
    return extract(transcript.read(str(session.write(tmp_path / "t.jsonl"))).turns).candidates


@pytest.mark.parametrize(("command", "output"), MISTYPED)
def test_what_is_said_later_is_no_error(command, output, tmp_path):
    found = _heard(tmp_path, LATER, command=command, output=output)
    assert [one.text for one in found if one.kind == "error"] == []


@pytest.mark.parametrize(("command", "output"), MISTYPED)
def test_what_is_learnt_later_is_heard(command, output, tmp_path):
    said = "I learned that the `csv` writer does not support a `newline` of its own under the hood."
    found = [one.text for one in _heard(tmp_path, said, command=command, output=output)]
    assert "The `csv` writer does not support a `newline` of its own under the hood." in found


@pytest.mark.parametrize(("command", "output"), BROKEN)
def test_what_is_said_of_code_that_fails_is_its_error(command, output, tmp_path):
    (found,) = _heard(tmp_path, LATER, command=command, output=output)
    assert (found.kind, found.rule) == ("error", "still-failing")


def test_words_that_speak_of_the_failure_are_its_error(tmp_path):
    said = "The problem is that `tests/nosuch` was never committed, it is missing in every clone."
    found = _heard(
        tmp_path, said, command="pytest tests/nosuch", output="ERROR: file or directory not found: tests/nosuch"
    )
    assert [one.kind for one in found if "never committed" in one.text] == ["error"]


def test_a_typing_error_hides_no_failure(tmp_path):
    session = Session().user("go on please").bash("pytest", "E   TypeError: price is None\n1 failed", failed=True)
    session.bash("pytest nosuch", "ERROR: file or directory not found: nosuch", failed=True)
    session.edit("a.py", "x", "x or 0").bash("pytest", "3 passed")
    found = extract(transcript.read(str(session.write(tmp_path / "t.jsonl"))).turns).candidates
    assert ["TypeError: price is None" in one.text for one in found if one.kind == "error"] == [True]
