"""Which words of a user last beyond the task, and what goes along that brings them back."""

from pathlib import Path
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.capture import transcript
from memory_core.extract import wishes
from memory_core.extract.candidate import Candidate, Carry
from memory_core.extract.extraction import extract
from memory_core.extract.situation import Practice, Situation
from memory_core.learnings import hear
from memory_core.learnings.learning import ACTIVE, GLOBAL, PREFERENCE, PROJECT, WATCHING, Learning
from tests.extract.builder import Session
from tools.fit import examples

TODAY = "2026-11-02"
ROWS = [row for row in examples.rows("wishes") if row["author"] == "own4"]
LASTING = [row["text"] for row in ROWS if row["label"] == "standing"]
ELSE = [row["text"] for row in ROWS if row["label"] != "standing"]


def learnings(session: Session, folder: Path, chunks: int = 1) -> list[Learning]:
    """What a session gives for the hot tier, read in one piece or in several."""
    turns = transcript.read(str(session.write(folder / "s.jsonl"))).turns
    size = -(-len(turns) // chunks)
    carry, results = Carry({}), []
    for at in range(0, len(turns), size):
        part = extract(turns[at : at + size], Carry.from_json(carry.to_json()))
        carry = part.carry
        results += hear.learnings(part.candidates, part.practices, part.situations, session="s-1", today=TODAY)
    return results


def preferences(session: Session, folder: Path) -> list[Learning]:
    return [learning for learning in learnings(session, folder) if learning.kind == PREFERENCE]


def active(words: str, folder: Path) -> bool:
    return any(learning.status == ACTIVE for learning in preferences(Session().user(words), folder))


@pytest.mark.req("JARVIS-3", "JARVIS-27")
def test_what_lasts_is_active(tmp_path: Path) -> None:
    """Nine of ten of what the weights have met: docs/language.md has the figures on rows that nobody read."""
    missed = [words for words in LASTING if not active(words, tmp_path)]
    assert 10 * len(missed) <= len(LASTING), missed


def test_what_holds_for_the_moment_or_says_nothing_of_how_to_work_never_is(tmp_path: Path) -> None:
    taken = [words for words in ELSE if active(words, tmp_path)]
    assert 12 * len(taken) <= len(ELSE), taken


LAID_DOWN = [
    "always use pnpm, never npm", "never commit directly to main", "always write tests with vitest",
    "dates are always stored in UTC", "never use console.log, use the pino logger",
    "always pin docker base images by digest",
]  # fmt: skip


@pytest.mark.req("JARVIS-27")
def test_each_rule_of_a_list_is_kept(tmp_path: Path) -> None:
    prompt = "A few rules for this project:\n" + "\n".join(f"- {rule}" for rule in LAID_DOWN)
    kept = [learning.description.casefold() for learning in preferences(Session().user(prompt), tmp_path)]
    assert kept == [rule.casefold() for rule in LAID_DOWN]


def test_rules_that_are_pasted_are_kept_without_the_clients_tags(tmp_path: Path) -> None:
    rules = "\n".join(f"- {rule}" for rule in LAID_DOWN)
    prompt = f'<pasted_content id="e753">\n{rules}\n</pasted_content id="e753">'
    kept = [learning.description.casefold() for learning in preferences(Session().user(prompt), tmp_path)]
    assert kept == [rule.casefold() for rule in LAID_DOWN]


@pytest.mark.parametrize(
    "prompt",
    [
        "Never cache the stock index longer than a minute. Always sort the stock index by name.",
        "Always sort the mailer queue by name. Always compress the price export before it is sent.",
        "Always keep the tariff table in one file. Never delete the mailbox reports without a copy.",
    ],
)
def test_a_rule_is_kept_beside_others_if_it_is_kept_alone(prompt: str, tmp_path: Path) -> None:
    rules = [f"{rule.rstrip('.')}." for rule in prompt.split(". ")]
    assert all(active(rule, tmp_path) for rule in rules)
    kept = [learning.description for learning in preferences(Session().user(prompt), tmp_path)]
    assert kept == rules


@pytest.mark.parametrize(
    "words", ["don't run the migration yet", "for now use 5 instead of 10", "avoid the cache today"]
)
def test_what_says_itself_that_it_is_for_now_is_no_learning(words: str, tmp_path: Path) -> None:
    assert preferences(Session().user(words), tmp_path) == []


def test_a_learning_says_who_heard_it_and_when(tmp_path: Path) -> None:
    (learning,) = preferences(Session().user("Never use floats for money, they round."), tmp_path)
    assert (learning.session, learning.created, learning.updated, learning.last_accessed) == (
        "s-1",
        TODAY,
        TODAY,
        TODAY,
    )
    assert (learning.occurrences, learning.confirmation, learning.id) == (1, 1.0, "")
    assert learning.uuid
    assert learning.quote in "Never use floats for money, they round."


def test_a_sentence_is_heard_once_whoever_hears_it(tmp_path: Path) -> None:
    assert len(preferences(Session().user("please always use pnpm instead of npm"), tmp_path)) == 1


@pytest.mark.parametrize(
    "lead", ["No, not like that: ", "I told you: ", "Wrong: ", "Again: ", "no not like that, ", "I said it before: "]
)
def test_what_only_says_that_it_corrects_is_no_part_of_a_learning(lead: str, tmp_path: Path) -> None:
    (learning,) = preferences(
        Session().user("add zod").says("I ran npm.").user(f"{lead}use pnpm instead of npm"), tmp_path
    )
    assert learning.description == "Use pnpm instead of npm"


@pytest.mark.parametrize(
    ("words", "description"),
    [
        ("the second one, we never mock the clock", "We never mock the clock"),
        ("again with the emojis in the commit message... stop that please", "No emojis in the commit message"),
        ("why do you keep inventing helper functions", "Stop inventing helper functions"),
        ("i told you yesterday already: never touch anything under vendor/", "Never touch anything under vendor/"),
        ("that breaks our layering: domain must not import infrastructure", "Domain must not import infrastructure"),
        ("money is Decimal. never float.", "Money is Decimal. never float."),
    ],
)
def test_a_learning_is_understood_alone(words: str, description: str, tmp_path: Path) -> None:
    session = Session().user("add validate()").edit("src/validate.ts", "a", "b").user(words)
    assert [learning.description for learning in preferences(session, tmp_path) if learning.status == ACTIVE] == [
        description
    ]


@pytest.mark.parametrize(
    "words",
    ["never do that again", "the second one, we always do", "option b, that's our standard", "this is how we do it"],
)
def test_what_points_at_something_else_is_no_learning(words: str, tmp_path: Path) -> None:
    assert not [
        learning
        for learning in preferences(Session().user("add validate()").user(words), tmp_path)
        if learning.status == ACTIVE
    ]


@pytest.mark.parametrize("words", ["No mocks in tests, ever", "Stop writing comments, always"])
def test_what_is_refused_in_so_many_words_is_left(words: str, tmp_path: Path) -> None:
    assert [learning.description for learning in preferences(Session().user(words), tmp_path)] == [words]


def test_each_sentence_that_lasts_is_a_learning_of_its_own(tmp_path: Path) -> None:
    words = "Fix the login bug. Never log tokens. We use tabs, not spaces."
    results = preferences(Session().user(words), tmp_path)
    assert sorted(learning.description for learning in results if learning.status == ACTIVE) == [
        "Never log tokens.",
        "We use tabs, not spaces.",
    ]


def test_a_correction_takes_along_what_was_at_hand(tmp_path: Path) -> None:
    session = (
        Session()
        .user("add a date picker")
        .bash("npm install react-day-picker", "added 1 package")
        .edit("apps/shop/src/Form.tsx", "a", "b")
        .user("no, we use pnpm here, not npm")
    )
    (learning,) = [learning for learning in preferences(session, tmp_path) if learning.status == ACTIVE]
    assert learning.source == "correction"
    assert {"npm install", ".tsx", "apps/shop/src/"} <= set(learning.triggers)


def test_what_a_user_states_of_their_own_takes_along_nothing(tmp_path: Path) -> None:
    session = Session().user("add a form").edit("src/Form.tsx", "a", "b").user("We prefer rebase over merge commits.")
    assert [learning.triggers for learning in preferences(session, tmp_path)] == [()]


@pytest.mark.parametrize("chunks", [1, 4])
def test_what_is_corrected_twice_in_a_session_is_so_much_the_surer(chunks: int, tmp_path: Path) -> None:
    session = (
        Session()
        .user("write the importer")
        .edit("src/importer.py", "a", "b")
        .user("no, no print statements, use the structlog logger")
        .edit("src/importer.py", "b", "c")
        .user("again: use the structlog logger, no print statements")
    )
    last = [learning for learning in learnings(session, tmp_path, chunks) if learning.kind == PREFERENCE][-1]
    assert (last.source, last.corrections, last.status) == ("multiple_corrections", 2, ACTIVE)


@pytest.mark.parametrize(
    ("words", "status"),
    [
        ("we don't do default exports because they break renaming", ACTIVE),
        ("the server still needs it since the demo is at three", WATCHING),
    ],
)
def test_a_refusal_lasts_where_it_gives_a_reason_or_a_rule(words: str, status: str, tmp_path: Path) -> None:
    text = f"The user doesn't want to proceed with this tool use. The user said:\n{words}"
    given = {"file_path": "/home/dev/project/src/a.tsx", "old_string": "a", "new_string": "b"}
    session = Session().user("add it").tool("Edit", given, text, failed=True)
    (learning,) = preferences(session, tmp_path)
    assert (learning.source, learning.status, learning.triggers) == ("rejected_edit", status, (".tsx", "src/"))


def test_an_answer_in_own_words_is_active(tmp_path: Path) -> None:
    session = Session().asks("Which database?", {"MySQL": "a", "SQLite": "b"}, "neither, Postgres with pgvector")
    (learning,) = preferences(session, tmp_path)
    assert (learning.source, learning.status) == ("answer", ACTIVE)


@pytest.mark.parametrize(
    "words",
    [
        "main was clean; fix the issues",
        "it's in the .env file",
        "whatever you think is best",
        "Maria did that, ask her",
        "the staging one",
        "only the api, not the worker",
    ],
)
def test_an_answer_about_the_moment_is_not(words: str, tmp_path: Path) -> None:
    session = Session().asks("How shall I go on?", {"Rebase": "a", "Merge": "b"}, words)
    assert not [learning for learning in preferences(session, tmp_path) if learning.status == ACTIVE]


def test_an_answer_that_generalises_needs_no_question(tmp_path: Path) -> None:
    words = "Neither. We always put enums into their own file"
    session = Session().asks("Where do I put it?", {"Same file": "a", "Own file": "b"}, words)
    (learning,) = preferences(session, tmp_path)
    assert (learning.description, learning.status) == ("We always put enums into their own file", ACTIVE)


@pytest.mark.req("JARVIS-45")
@pytest.mark.parametrize(
    ("words", "level"),
    [
        ("In all my projects use conventional commits", GLOBAL),
        ("in jedem meiner Projekte antworte auf Deutsch", GLOBAL),
        ("dans tous mes projets, réponds en français", GLOBAL),
        ("In this project always use conventional commits", PROJECT),
        ("Use UTC everywhere", PROJECT),
        ("Never push to main", PROJECT),
    ],
)
def test_words_say_themselves_whether_they_hold_in_all_projects(words: str, level: str) -> None:
    assert hear.level(words) == level


@pytest.mark.parametrize(
    ("words", "path"),
    [
        ("In src/api/ never use print", "src/api/**"),
        ("never use print in the migrations/ folder", "migrations/**"),
        ("Never use print, use the logger", ""),
        ("never write into ../other/ or /etc/passwd", ""),
    ],
)
def test_words_may_confine_themselves_to_files(words: str, path: str) -> None:
    assert hear.path(words) == path


@pytest.mark.parametrize(
    ("words", "slot"), [("use pnpm, not npm", "js-packages"), ("use pytest with httpx", ""), ("answer briefly", "")]
)
def test_what_words_choose_has_a_name_where_it_is_one_thing(words: str, slot: str) -> None:
    assert hear.slot(words) == slot


def test_other_kinds_are_no_learnings() -> None:
    assert hear.learning(Candidate("decision", "Use SQLite")) is None


def test_words_that_somebody_types_into_a_verb_are_active() -> None:
    learning = hear.learning(Candidate(PREFERENCE, "Keep it simple"))
    assert learning is not None
    assert learning.status == ACTIVE


def test_what_was_done_is_only_watched() -> None:
    learning = hear.practised(
        Practice("behaviour", "Tests are run with `pytest`", "code_repetition", about=("pytest",))
    )
    assert (learning.status, learning.confirmation, learning.level, learning.triggers) == (
        WATCHING,
        0.0,
        PROJECT,
        ("pytest",),
    )


ODD: list[Any] = [
    "no ",
    "never ",
    "use a, not b. ",
    "in ",
    "we use ",
    "every new test ",
    "“",
    "é" * 3,
    "don't x in tests ",
    "   ",
]


@pytest.mark.parametrize("piece", ODD)
def test_odd_words_are_judged_without_a_fault(piece: str) -> None:
    for length in (3, 390, 1790):
        wishes.lasts((piece * length)[:length])


@given(st.text(max_size=300))
def test_any_text_is_judged_and_always_alike(words: str) -> None:
    assert wishes.lasts(words) == wishes.lasts(words)
    assert hear.level(words) in (PROJECT, GLOBAL)
    assert not hear.path(words).startswith(("/", "..", "~"))


@given(st.lists(st.text(max_size=40), max_size=4), st.lists(st.text(max_size=40), max_size=4))
def test_any_situation_gives_few_triggers(programs: list[str], files: list[str]) -> None:
    learning = hear.practised(
        Practice(PREFERENCE, "x", "correction", situation=Situation(tuple(programs), tuple(files)))
    )
    assert len(learning.triggers) <= 8


@pytest.mark.parametrize(
    ("prompt", "lasts"),
    [
        ("The build fails on Windows. As I said.", False),
        ("Use tabs in the Makefiles. As I said before.", True),
        ("Heute bitte keine Tests ausführen.", False),
        ("Every endpoint in this file returns 500.", False),
        ("Demande-moi avant d'installer un paquet.", True),
        ("single quotes pls", True),
    ],
)
def test_rules_last_and_reports_and_orders_of_today_do_not(prompt: str, lasts: bool) -> None:
    assert wishes.lasts(prompt) is lasts
