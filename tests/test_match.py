"""Which learnings a prompt is about: many relevant ones are found, and hardly any other prompt hears of one."""

import subprocess
import sys
from collections.abc import Sequence
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

import bench.learned
from memory_core.language.light import prompt_features
from memory_core.learnings import matcher
from memory_core.learnings.learning import WATCHING, Learning
from memory_core.learnings.light import match
from tests.conftest import ROOT
from tests.rows import each_row

CORPUS = Path(__file__).parent / "matching"
BOUND = 0.02  # of unrelated prompts may be told of anything
FOUND = 0.65  # of the relevant prompts find their learning
MEANT = 0.55  # of what is told is the one that the row is of; others may be about it as well


def learned(*descriptions: str) -> list[Learning]:
    return [Learning(f"pref_{number:03}", "preference", text) for number, text in enumerate(descriptions, 1)]


def rows() -> list[list[str]]:
    """Of each learning what it says, and the prompts that it is for."""
    return [line.split(" | ") for line in (CORPUS / "learnings.txt").read_text("utf-8").splitlines()]


def unrelated() -> list[str]:
    lines = (CORPUS / "unrelated.txt").read_text("utf-8").splitlines()
    return [line.replace("\\n", "\n").replace("\\t", "\t") for line in lines]


def full() -> list[str]:
    """Five hundred learnings, as different as a long life of a project makes them."""
    return bench.learned.texts(500)


def about(prompt: str, *descriptions: str) -> Sequence[str]:
    """The learnings, by what they say, that a prompt is about."""
    known = learned(*descriptions)
    said_by = {learning.id: learning.description for learning in known}
    return [said_by[name] for name in match.matches(matcher.lines(known), prompt)]


@pytest.mark.req("JARVIS-12", "JARVIS-26")
def test_prompts_that_are_about_nothing_learned_stay_quiet() -> None:
    prompts = unrelated()
    assert len(prompts) >= 100
    for descriptions in ([row[0] for row in rows()], full()):
        lines = matcher.lines(learned(*descriptions))
        matched = [prompt for prompt in prompts if match.matches(lines, prompt)]
        assert len(matched) <= BOUND * len(prompts), matched


@pytest.mark.req("JARVIS-12", "JARVIS-26")
def test_relevant_prompts_find_their_learning() -> None:
    corpus = rows()
    assert len(corpus) >= 60
    known = learned(*(row[0] for row in corpus))
    lines = matcher.lines(known)
    asked = [(learning.id, prompt) for learning, row in zip(known, corpus, strict=True) for prompt in row[1:]]
    matches = [match.matches(lines, prompt) for _, prompt in asked]
    missed = [prompt for (name, prompt), ids in zip(asked, matches, strict=True) if name not in ids]
    assert len(missed) <= (1 - FOUND) * len(asked), missed
    assert len(asked) - len(missed) >= MEANT * sum(map(len, matches))


def test_five_hundred_learnings_are_five_hundred_texts() -> None:
    assert len(set(full())) == len({text.lower() for text in full()}) == 500


ONE = "Use pnpm instead of npm"
RELEVANT = [
    ("install zod with npm", ONE),
    ("add a dependency for date parsing", ONE),
    ("/implement add a dependency for date parsing", ONE),
    ("can you commit that?", "No emojis in commit messages"),
    ("ok, check it in", "No emojis in commit messages"),
    ("füge eine Migration für die neue Spalte hinzu", "Every migration must be reversible"),
    ("写单元测试", "Write unit tests with pytest"),
    ("coverage is too low, write tests for it", "Unit tests use factories"),
    ("fix src/billing/invoice.py", "Invoices"),
    ("add a dependency for dates to package.json", "Pin versions in package.json"),
    (f"Add a dependency for dates. {'The parcel is weighed. ' * 40}Install it with npm.", ONE),
    ("rewrite the zustand store", "State lives in zustand, not in context"),
]
QUIET = [
    ("why do we use pnpm here?", "Use pnpm instead of npm"),
    ("what is a commit", "No emojis in commit messages"),
    ("/clear", ONE),
    ("/cs:recall install a dependency with npm", ONE),
    ("<task-notification>\n<summary>npm install done, commit it</summary>", ONE),
    ("<command-name>/mcp</command-name> install a dependency", ONE),
    ("[Request interrupted by user]", "Requests are validated"),
    ("This session is being continued from a previous conversation. Install a dependency.", ONE),
    ("```\nnpm install zod\nadd a dependency\n```", ONE),
    ("", ONE),
    ("   \n", ONE),
    ("format the swift files", "Format Python with ruff"),
    # what was pasted, or is only to be put into other words
    ("Dear team,\nplease commit the tests and install the library.\nKind regards\n\nwho sent this?", ONE),
    ('shorten this: "We will install the new dependency with npm, then commit and deploy it to production."', ONE),
    ("Hallo Frau Kern, wir installieren das Paket mit npm am Montag neu. -- translate to english pls", ONE),
    ("worker [2026-03-02 03:10:11,203: ERROR] npm install failed\nworker [2026-03-02 03:10:12,001: INFO] retry", ONE),
    (
        f"Draft 3: {'A member may return a book. ' * 20}New dependencies are installed with npm. {'It is kept. ' * 20}",
        ONE,
    ),
    # words that are said of much else, or belong to another language
    ("write an optional note for the spring release party", "Optional values are Option, never null"),
    ("what is our training plan for march?", "Write a plan before a big change"),
    ("comment est calculé le poids d'un colis ?", "Comments explain why, not what"),
    ("write a fast answer to the list", "Performance: profile before you optimize"),
    # a fault that is told asks for nothing yet
    ("the second test fails since monday, weird", "Run tests with `make test-fast`"),
    ("fix the margin of the android list", "Style React components with CSS modules"),
]


@each_row(("prompt", "description"), RELEVANT)
def test_a_relevant_prompt(prompt: str, description: str) -> None:
    known = [
        Learning("pref_001", "preference", description, path="src/billing/**" if description == "Invoices" else "")
    ]
    assert match.matches(matcher.lines(known), prompt) == ["pref_001"]


@each_row(("prompt", "description"), QUIET)
def test_a_quiet_prompt(prompt: str, description: str) -> None:
    assert about(prompt, description) == []


def test_the_surest_comes_first_and_few_are_told() -> None:
    known = ["Commit messages name the module", "Commits are signed", "Commit messages of the parser in French"]
    descriptions = about("commit the parser", *known)
    assert descriptions[0] == "Commit messages of the parser in French"
    assert len(about("commit it", *known)) <= match.MOST


def test_of_many_that_are_about_the_same_only_those_are_told_for_which_more_speaks() -> None:
    known = [
        *(f"Tests of the {name} run in a container" for name in ("frontend", "backend", "importer", "scheduler")),
        "Write tests for the parser with golden files",
    ]
    assert about("write tests for the parser", *known) == [known[-1]]
    assert about("add a test", *known[:4]) == []
    assert about("write tests for the importer", *known)[0] == known[2]


@pytest.mark.req("JARVIS-6")
@pytest.mark.parametrize(("occurrences", "is_shown"), [(1, False), (2, True)])
def test_what_was_met_once_is_watched_first(occurrences: int, is_shown: bool) -> None:
    known = [Learning("pat_001", "behaviour", "Commit after each test", status=WATCHING, occurrences=occurrences)]
    assert bool(match.matches(matcher.lines(known), "commit this")) is is_shown


GENERAL = (
    "Answer in German",
    "Keep replies short and concise",
    "No emojis, please, in what you reply",
    "Ask me before you change anything",
    "Always answer in English, whatever I write",
)
TOPICAL = (
    "No emojis in commit messages",
    "Ask before adding a dependency",
    "Error messages are in German",
    "Use pnpm",
    "Tests first",
)


@pytest.mark.parametrize("description", GENERAL)
def test_what_holds_for_every_prompt_is_not_matched(description: str) -> None:
    assert matcher.is_general(learned(description)[0])
    assert about("answer in german, and write an explanation", description) == []


@pytest.mark.parametrize("description", TOPICAL)
def test_what_has_a_topic_is_matched(description: str) -> None:
    assert not matcher.is_general(learned(description)[0])


def test_what_is_about_a_file_is_not_general() -> None:
    assert not matcher.is_general(Learning("pref_001", "preference", "Answer in German", path="docs/**"))


@pytest.mark.req("JARVIS-11")
def test_a_cold_learning_needs_more() -> None:
    known = learned("Database migrations with alembic must be reversible", "Changelog entries are in past tense")
    assert matcher.strongly(known, ["write an alembic migration for the database"]) == ["pref_001"]
    assert matcher.strongly(known, ["hello", "what is alembic?", "add a line to the file"]) == []
    assert matcher.strongly([], ["write a migration"]) == []


WORDS = st.sampled_from(
    "commit test install the a not pnpm database src/app.py what please 写测试 füge .env --flag # ` < \t \n".split(" ")
)


@given(st.lists(WORDS, max_size=30), st.lists(st.lists(WORDS, max_size=12), max_size=6))
def test_any_text_is_read(prompt: list[str], descriptions: list[list[str]]) -> None:
    known = learned(*(" ".join(words) for words in descriptions))
    lines = matcher.lines(known)
    assert all("\n" not in line for line in lines)
    ids = match.matches(lines, " ".join(prompt))
    assert len(ids) == len(set(ids)) <= match.MOST
    assert set(ids) <= {learning.id for learning in known}
    assert matcher.lines(known) == lines


@given(st.text(max_size=400), st.text(max_size=100), st.text(max_size=30))
def test_any_characters_are_read(prompt: str, description: str, path: str) -> None:
    known = [Learning("pref_001", "preference", description, path=path, triggers=(prompt[:20], path))]
    lines = matcher.lines(known)
    assert all("\n" not in line for line in lines)
    assert match.matches(lines, prompt) in ([], ["pref_001"])


@given(st.text(max_size=300))
def test_the_places_of_words_are_counted_alike(text: str) -> None:
    many = len(prompt_features.tokens(text))
    assert all(0 <= place <= many for places in prompt_features.keys(text).values() for place in places)


def test_a_prompt_of_any_length_is_read_in_no_time() -> None:
    lines = matcher.lines(learned(*full()))
    assert match.matches(lines, "lorem ipsum " * 200_000) == []
    assert len(prompt_features.keys("a " * 1000)) < 10_000


def test_a_silent_prompt_imports_nothing_heavy() -> None:
    code = (
        f"import sys; sys.path.insert(0, {str(ROOT)!r}); from memory_core.learnings.light import match; "
        "match.matches(['#\\ta', '@\\t', '=x\\tw:x 1'], 'hello');"
        "print([name for name in ('json', 're', 'typing', 'memory_core.learnings.matcher') if name in sys.modules])"
    )
    done = subprocess.run([sys.executable, "-I", "-S", "-c", code], capture_output=True, text=True, check=True)
    assert done.stdout.strip() == "[]"


@pytest.mark.parametrize("prompt", ["install the dependencies on the new runner", "add the zod package with npm to it"])
def test_who_runs_something_by_a_package_manager_does_not_speak_of_packages(prompt: str):
    practice = Learning("pat_001", "behaviour", "Types are checked with `npm run typecheck`", triggers=("npm", ".ts"))
    assert match.matches(matcher.lines([practice]), prompt) == []
    choice = Learning("pref_001", "preference", "Use pnpm, not npm")
    assert match.matches(matcher.lines([practice, choice]), prompt) == ["pref_001"]
