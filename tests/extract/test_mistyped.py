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


def _heard(tmp_path, *texts, command, output):
    session = Session().user("go on please").bash(command, output, failed=True)
    for text in texts:
        session.says(text)
    return extract(transcript.read(str(session.write(tmp_path / "t.jsonl"))).turns).candidates


@pytest.mark.parametrize(("command", "output"), MISTYPED)
def test_what_is_said_later_is_no_error(command, output, tmp_path):
    candidates = _heard(tmp_path, LATER, command=command, output=output)
    assert [candidate.text for candidate in candidates if candidate.kind == "error"] == []


@pytest.mark.parametrize(("command", "output"), MISTYPED)
def test_what_is_learnt_later_is_heard(command, output, tmp_path):
    text = "I learned that the `csv` writer does not support a `newline` of its own under the hood."
    texts = [candidate.text for candidate in _heard(tmp_path, text, command=command, output=output)]
    assert "The `csv` writer does not support a `newline` of its own under the hood." in texts


@pytest.mark.parametrize(("command", "output"), BROKEN)
def test_what_is_said_of_code_that_fails_is_its_error(command, output, tmp_path):
    (candidate,) = _heard(tmp_path, LATER, command=command, output=output)
    assert (candidate.kind, candidate.rule) == ("error", "still-failing")


def test_words_that_speak_of_the_failure_are_its_error(tmp_path):
    text = "The problem is that `tests/nosuch` was never committed, it is missing in every clone."
    candidates = _heard(
        tmp_path, text, command="pytest tests/nosuch", output="ERROR: file or directory not found: tests/nosuch"
    )
    assert [candidate.kind for candidate in candidates if "never committed" in candidate.text] == ["error"]


def test_a_typing_error_hides_no_failure(tmp_path):
    session = Session().user("go on please").bash("pytest", "E   TypeError: price is None\n1 failed", failed=True)
    session.bash("pytest nosuch", "ERROR: file or directory not found: nosuch", failed=True)
    session.edit("a.py", "x", "x or 0").bash("pytest", "3 passed")
    kept = extract(transcript.read(str(session.write(tmp_path / "t.jsonl"))).turns).candidates
    assert ["TypeError: price is None" in candidate.text for candidate in kept if candidate.kind == "error"] == [True]
