"""Marker lines: one line, one memory, with its fields; what is no marker; what a person denies."""

import pytest

from memory_core.briefing.light import instruction
from memory_core.core.light import marker_words
from memory_core.extract import markers
from memory_core.extract.candidate import EMPTY, Candidate
from memory_core.extract.extraction import extract
from memory_core.extract.turn import Turn
from tests.rows import each_row

Row = tuple[str, str, str, str, str, str]  # kind, text, reason, solution, replaces, closes


def heard(text: str, role: str = "assistant") -> list[Candidate]:
    return list(markers.hear(Turn(role, text, 3, "u3", "2026-03-01T08:00:00Z"), {}))


def row(candidate: Candidate) -> Row:
    return candidate.kind, candidate.text, candidate.reason, candidate.solution, candidate.replaces, candidate.closes


LINES: list[tuple[str, Row]] = [
    ("DECISION: Use SQLite, not Postgres — one file", ("decision", "Use SQLite, not Postgres", "one file", "", "", "")),
    ("DECISION: Use SQLite — one file (replaces: Postgres holds the orders)",
     ("decision", "Use SQLite", "one file", "", "Postgres holds the orders", "")),
    ("DECISION: Use SQLite (replaces d-9cef0123) — one file",
     ("decision", "Use SQLite", "one file", "", "d-9cef0123", "")),
    ("DECISION: Use SQLite – one file\n(replaces: Postgres)",
     ("decision", "Use SQLite", "one file", "", "Postgres", "")),
    ("DECISION: Use SQLite\n  - (Replaces: `d-9cef0123`)", ("decision", "Use SQLite", "", "", "d-9cef0123", "")),
    ("- **DECISION:** Use SQLite — one file", ("decision", "Use SQLite", "one file", "", "", "")),
    ("* **DECISION**: Use SQLite", ("decision", "Use SQLite", "", "", "", "")),
    ("**DECISION: Use SQLite — one file**", ("decision", "Use SQLite", "one file", "", "", "")),
    ("1. DECISION: Use SQLite", ("decision", "Use SQLite", "", "", "", "")),
    ("`DECISION:` Use SQLite", ("decision", "Use SQLite", "", "", "", "")),
    ("`DECISION: Use SQLite`", ("decision", "Use SQLite", "", "", "", "")),
    ("LEARNED: `PRAGMA foreign_keys` is off in **every** connection",
     ("learning", "`PRAGMA foreign_keys` is off in every connection", "", "", "", "")),
    ("**LEARNED**: the flag is called `--fast`", ("learning", "the flag is called `--fast`", "", "", "", "")),
    ("  DECISION : Use SQLite", ("decision", "Use SQLite", "", "", "", "")),
    ("DECISION：用 SQLite — 一个文件", ("decision", "用 SQLite", "一个文件", "", "", "")),
    ("RULE: commit messages are in English", ("convention", "commit messages are in English", "", "", "", "")),
    ("LEARNED: the API drops empty pages — src/api/pages.py",
     ("learning", "the API drops empty pages", "src/api/pages.py", "", "", "")),
    ("ERROR: login loops -> cookie domain is wrong -> set it from HOST",
     ("error", "login loops", "cookie domain is wrong", "set it from HOST", "", "")),
    ("ERROR: login loops => set the domain", ("error", "login loops", "", "set the domain", "", "")),
    ("ERROR: login loops -> set the domain — it was empty",
     ("error", "login loops", "it was empty", "set the domain", "", "")),
    ("ERROR: login loops — no idea why yet", ("error", "login loops", "no idea why yet", "", "", "")),
    ("OPEN: push the release branch", ("next", "push the release branch", "", "", "", "")),
    ("OPEN: does the token need write access?", ("question", "does the token need write access?", "", "", "", "")),
    ("DONE: push the release branch — by hand",
     ("progress", "push the release branch", "by hand", "", "", "push the release branch")),
    ("CLOSED: e-73f5268b", ("progress", "e-73f5268b", "", "", "", "e-73f5268b")),
    ("DONE: moved to SQLite (replaces: Postgres)",
     ("progress", "moved to SQLite", "", "", "Postgres", "moved to SQLite")),
]  # fmt: skip


@pytest.mark.req("GENIUS-20")
@each_row(("text", "expected"), LINES)
@each_row("role", ["assistant", "user"])
def test_a_marker_line_is_one_memory_with_its_fields(text: str, expected: Row, role: str) -> None:
    (candidate,) = heard(f"All green.\n\n{text}", role)
    assert row(candidate) == expected
    assert (candidate.uuid, candidate.line, candidate.rule) == ("u3", 3, markers.RULE)
    assert candidate.quote in text.split("\n")[0]


@pytest.mark.req("GENIUS-20")
def test_each_marker_of_a_reply_is_a_memory() -> None:
    text = (
        "Done.\n\nDECISION: Use SQLite — one file\nLEARNED: WAL needs a local disk\n- RULE: no ORM\n"
        "OPEN: load test\nDONE: the schema"
    )
    assert [candidate.kind for candidate in heard(text)] == ["decision", "learning", "convention", "next", "progress"]


NO_MARKERS = [
    "```\nDECISION: Use SQLite\n```",
    "~~~md\nOPEN: push it\n~~~",
    "> DECISION: Use SQLite",
    "> - OPEN: push it",
    "| DECISION: Use SQLite | one file |",
    "The line DECISION: Use SQLite is what the docs show",
    "DECISION:",
    "DECISION: tbd",
    "DECISION: which database?",
    "OPEN: none",
    "DONE: -",
    "Open: the door",
    "Done: all of it",
    "REOPEN: x the issue",
    "OPENED: a pull request",
    instruction.text(),
    "Here is what I was told:\n\n" + instruction.text(),
]


@each_row("text", NO_MARKERS)
def test_what_is_no_marker_is_none(text: str) -> None:
    assert heard(text) == []


@pytest.mark.parametrize("role", ["result", "summary", "feedback", "told", "answer", "notice"])
def test_no_output_summary_or_message_of_the_client_has_markers(role: str) -> None:
    result = extract([Turn(role, "DECISION: Use SQLite — one file\nOPEN: push it", 1, "u1", tool="Bash")])
    assert [candidate for candidate in result.candidates if candidate.rule == markers.RULE] == []


def talk(reply: str, prompt: str) -> list[Turn]:
    return [
        Turn("user", "which store?", 1, "u1"),
        Turn("assistant", reply, 2, "u2"),
        Turn("user", prompt, 3, "u3"),
        Turn("assistant", "OK.", 4, "u4"),
    ]


DENIED = [
    ("DECISION: Use pnpm for the workspace", "No, that's not it", True),
    ("DECISION: Use pnpm for the workspace", "no, use bun for the workspace", True),
    ("DECISION: Use pnpm for the workspace", "that's wrong", True),
    ("DECISION: Use pnpm for the workspace", "Nein, das stimmt nicht.", True),
    ("DECISION: Use pnpm for the workspace", "wrong, pnpm is not allowed here", True),
    ("LEARNED: the cache is per host", "不对", True),
    ("DECISION: Use pnpm for the workspace", "no problem, go on", False),
    ("DECISION: Use pnpm for the workspace", "No, that's fine", False),
    ("DECISION: Use pnpm for the workspace", "nothing else, thanks", False),
    ("DECISION: Use pnpm for the workspace", "now add the tests", False),
    ("DECISION: Use pnpm for the workspace", "yes", False),
    ("Shall I push it?\n\nDECISION: Use pnpm for the workspace", "no, not yet", False),
    ("Shall I push it?\n\nDECISION: Use pnpm for the workspace", "no", False),
    ("DECISION: Use pnpm for the workspace", "no, first run the linter", False),
]


@each_row(("reply", "prompt", "is_denied"), DENIED)
def test_a_marker_that_the_person_denies_in_the_next_turn_ends(reply: str, prompt: str, is_denied: bool) -> None:
    turns = talk(reply, prompt)
    at_once = extract(turns)
    assert bool([candidate for candidate in at_once.candidates if candidate.rule == markers.RULE]) is not is_denied
    first = extract(turns[:2])
    assert [candidate.rule for candidate in first.candidates] == [markers.RULE]
    then = extract(turns[2:], first.carry)
    assert [(candidate.kind, candidate.text, candidate.uuid) for candidate in then.withdrawn] == (
        [(first.candidates[0].kind, first.candidates[0].text, "u2")] if is_denied else []
    )


def test_of_several_markers_the_one_that_the_denial_names_ends() -> None:
    reply = "DECISION: Use pnpm for the workspace\nLEARNED: the cache is per host"
    result = extract(talk(reply, "no, use bun for the workspace"))
    assert [candidate.text for candidate in result.candidates if candidate.rule == markers.RULE] == [
        "the cache is per host"
    ]


def test_two_prompts_later_nothing_is_denied() -> None:
    turns = [*talk("DECISION: Use pnpm for the workspace", "thanks"), Turn("user", "no, that's not it", 5, "u5")]
    assert [candidate.text for candidate in extract(turns).candidates if candidate.rule == markers.RULE] == [
        "Use pnpm for the workspace"
    ]


def test_the_carry_is_whole_after_markers() -> None:
    first = extract([Turn("assistant", "DECISION: Use SQLite\nOPEN: push it", 1, "u1")], EMPTY)
    assert type(first.carry).from_json(first.carry.to_json()).state == first.carry.state != {}


def test_every_word_of_the_table_is_heard() -> None:
    turns = {word: Turn("assistant", f"{word}: Write the migration", 0) for word in marker_words.KINDS}
    silent = [word for word, turn in turns.items() if not list(markers.hear(turn, {}))]
    assert not silent, f"the expression `_OTHERS` of extract/markers.py lacks {silent}"
