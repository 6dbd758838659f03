"""What a model says in so many words is kept as what it says; words that only look like it are not."""

import pytest

from memory_core.extract.extraction import extract
from memory_core.extract.turn import Turn
from tests.rows import each_row

SAID = [
    ("blocker", "I'm blocked: the sandbox has no Redis.", "no Redis"),
    ("blocker", "I am blocked: I need a sample file of the bank before I can go on.", "sample file"),
    ("blocker", "I am blocked by the missing API key of the sandbox.", "API key"),
    ("blocker", "Task 1.2 is done. I'm blocked by the firewall of the sandbox: no request gets out.", "firewall"),
    ("blocker", "Blocked: the staging cluster has no GPU nodes.", "GPU nodes"),
    ("blocker", "**Blocked:** The registry refuses the upload until somebody renews the certificate.", "certificate"),
    ("blocker", "We're currently blocked on the schema of the partner, which nobody has sent.", "schema"),
    ("blocker", "So I'm stuck: the sandbox has no Redis and I may not install one.", "may not install"),
    ("learning", "I learned that csv.writer needs newline='' or Excel shows blank rows.", "csv.writer needs"),
    (
        "learning",
        "All tasks are done. I learned that `csv.writer` needs newline='' or Excel shows blank rows between lines.",
        "Excel shows",
    ),
    (
        "learning",
        "I've also learned that the proxy drops the header Retry-After when it is no number.",
        "The proxy drops",
    ),
    (
        "learning",
        "We learned from the logs that the sandbox rejects more than ten calls a second.",
        "The sandbox rejects",
    ),
    ("learning", "Learned: the proxy drops Retry-After when it is no number.", "proxy drops"),
    ("learning", "Done. Learned: The proxy drops Retry-After when it is no number.", "The proxy drops"),
    ("learning", "It turns out that csv.writer writes its own line ends.", "csv.writer writes"),
    ("learning", "But it turns out Stripe retries each webhook for three days.", "Stripe retries"),
    ("learning", "It turns out this project uses uv for everything, tests included.", "uses uv"),
    ("decision", "I decided to keep the csv module because no new dependency is wanted.", "csv module"),
    ("decision", "I decided to skip blank lines in the tokenizer because the parser has no state.", "blank lines"),
    ("decision", "I decided to stop at the first error because later ones follow from it.", "first error"),
]
NOT_SAID = [
    "I decided to skip the tests for now because they are slow.",
    "I decided to skip this because nobody asked.",
    "I decided to stop here because the rest is another task.",
    "I decided to skip the review of the docs because they are unchanged.",
    "I decided to look at the tests first because they are short.",
    "I'm not blocked any more: the key is there.",
    "I'm no longer blocked by the key.",
    "I'm blocked on nothing at the moment, all is fine.",
    "I'm blocked by nothing so far, going on with the parser.",
    "I was blocked by the firewall, but the vault had the key.",
    "I'm blocked?",
    "Blocked: none.",
    "Blocked: 0 of 12 tasks in the list",
    "- Blocked: a task that waits for somebody",
    "Blocked: requests of a caller over the limit",
    "The thread is blocked: it waits for the lock.",
    "If I'm blocked by something I will ask you before I go on.",
    "Tell me if you are blocked: I can help you with it.",
    "I learned that the hard way.",
    "I have learned that lesson from the last project.",
    "I learned that the tests pass with the new parser.",
    "What have we learned that we did not know before the project?",
    "It turns out that I had a typo in the path of the test.",
    "It turns out the test was already passing before I changed it.",
    "It turns out that it works.",
    "Turns out you were right about the separator.",
    "It turns out we already have such a function in app.py.",
    "It might turn out that the bank sends amounts with a comma.",
    "It turns out that this is not needed for the change at hand.",
    "It turns out the bank probably sends amounts with a comma.",
]  # fmt: skip


def _kept(text: str) -> list[tuple[str, str]]:
    candidates = extract([Turn("user", "go on", 0, "u0"), Turn("assistant", text, 1, "u1")]).candidates
    return [(candidate.kind, candidate.text) for candidate in candidates]


@pytest.mark.req("GENIUS-20", "CS-US-003")
@each_row(("kind", "text", "words"), SAID, ids=lambda value: value[:60])
def test_what_is_said_in_so_many_words_is_kept(kind: str, text: str, words: str) -> None:
    ((result_kind, result_text),) = _kept(text)
    assert result_kind == kind
    assert words in result_text


@each_row("text", NOT_SAID, ids=lambda value: value[:60])
def test_what_only_looks_like_it_is_not(text: str) -> None:
    assert _kept(text) == []


def test_each_of_two_blockers_is_kept_and_the_answer_is_of_the_last() -> None:
    turns = [
        Turn("assistant", "I'm blocked: the sandbox has no Redis.", 1, "u1"),
        Turn("assistant", "I'm blocked: the staging database is down.", 2, "u2"),
        Turn("user", "take the one in the container instead", 3, "u3"),
    ]
    solutions = {
        candidate.text: candidate.solution for candidate in extract(turns).candidates if candidate.kind == "blocker"
    }
    assert solutions == {
        "I'm blocked: the sandbox has no Redis.": "",
        "I'm blocked: the staging database is down.": "User: take the one in the container instead",
    }


@pytest.mark.parametrize(
    "words", ["go on", "ok, go on with the next task", "Continue.", "weiter", "then go on with 1.3"]
)
def test_words_that_only_send_on_solve_nothing(words: str) -> None:
    turns = [Turn("assistant", "I'm blocked: the sandbox has no Redis.", 1, "u1"), Turn("user", words, 2, "u2")]
    (blocker,) = [candidate for candidate in extract(turns).candidates if candidate.kind == "blocker"]
    assert blocker.is_open
