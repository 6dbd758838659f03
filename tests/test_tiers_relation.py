"""What two learnings are to each other: what must be seen, and what must be left alone."""

import pytest

from memory_core.domain.tiers import conflict
from memory_core.domain.tiers.conflict import APART, CONTRADICT, MERGE, SAME
from memory_core.domain.tiers.learning import GLOBAL, PROJECT, Learning

CONTRADICTING = [
    ("Use npm", "Use pnpm instead of npm"),
    ("Use yarn for all scripts", "We moved to bun"),
    ("Install dependencies with pip", "Dependencies are installed with uv, never pip"),
    ("Format Python with black", "ruff format is the formatter, black is gone"),
    ("Indent with tabs", "Two spaces for indentation"),
    ("Answer in English", "Antworte auf Deutsch"),
    ("Réponds en français", "Answer in German from now on"),
    ("Single quotes in TypeScript", "Double quotes in TypeScript"),
    ("Write tests in Jest", "Use vitest, not jest"),
    ("Docstrings on every function", "No docstrings"),
    ("Emojis in commit messages", "Never emojis in commit messages"),
    ("Lines have at most 100 characters", "Lines have at most 120 characters"),
    ("Raw SQL is fine for reports", "No raw SQL anywhere"),
    ("Tests live in a separate folder", "Tests live next to the source file"),
    ("Squash feature branches", "Feature branches are never squashed"),
    ("コメントは英語で書く", "コメントは日本語で書く"),
]
SAYING_THE_SAME = [
    ("Use pnpm, not npm", "use pnpm not npm!"),
    ("Use pnpm instead of npm", "Always use pnpm"),
    ("No emojis in commit messages", "Don't put emojis into commit messages"),
    ("Do not use default exports", "Named exports only"),
    ("Never edit generated files", "Avoid editing generated files"),
    ("Headings in sentence case", "Use sentence case in headings"),
    ("Use ripgrep instead of grep", "Search the code with rg, grep is too slow here"),
]
ADDING = [
    ("Commit messages in the imperative", "Commit messages in the imperative, with a ticket"),
    ("Branch names carry the ticket", "Branch names start with feat/"),
]
ALONE = [
    ("Use pnpm in the website", "Use uv in the backend"),
    ("Use tabs", "Use spaces in Makefiles"),
    ("Use spaces in Python", "Use tabs in Makefiles"),
    ("Answer in German", "Commit messages in English"),
    ("No emojis in commit messages", "Emojis are welcome in announcements"),
    ("Never edit merged migrations", "Never edit generated files"),
    ("Ask before pushing", "Ask before installing packages"),
    ("Ask before pushing", "Create whatever files you need, don't ask"),
    ("Run tests before pushing", "Run tests after pushing"),
    ("Functions stay under 40 lines", "The bundle stays under 200 kB"),
    ("Retry three times on network errors", "Network calls time out after 5 seconds"),
    ("Use pytest for the API", "Use vitest for the shop"),
    ("Use npm", "Use yarn for now"),
    ("Comments explain why, not what", "The description of a PR has Why and What"),
    ("Use make for builds", "Docs avoid 'simply' and 'just'"),
    ("Tests go next to the source file", "Stories go next to the component"),
    ("The linter runs with `make lint`", "The tests run with `make test`"),
    ("Use Postgres in production", "Use SQLite in unit tests"),
    ("Use date-fns for dates", "Axios for API calls"),
    ("Always sort the contract record by name", "Always sort the station record by name"),
    ("...", "?!"),
]


def learning(words: str, **fields: object) -> Learning:
    return Learning("pref_001", "preference", words)._replace(**fields)  # type: ignore[arg-type]


def related(old: str, new: str) -> str:
    return conflict.relation(learning(old), learning(new))


@pytest.mark.req("JARVIS-43")
@pytest.mark.parametrize(("old", "new"), CONTRADICTING)
def test_what_cannot_both_hold_contradicts(old: str, new: str) -> None:
    assert related(old, new) == CONTRADICT


@pytest.mark.parametrize(("old", "new"), SAYING_THE_SAME)
def test_other_words_for_the_same_are_the_same(old: str, new: str) -> None:
    assert related(old, new) == SAME
    assert related(new, old) == SAME


@pytest.mark.req("JARVIS-46")
@pytest.mark.parametrize(("old", "new"), ADDING)
def test_what_is_said_of_one_thing_is_compatible(old: str, new: str) -> None:
    assert related(old, new) == MERGE


@pytest.mark.parametrize(("old", "new"), ALONE)
def test_what_has_nothing_to_do_with_each_other_is_left_alone(old: str, new: str) -> None:
    assert related(old, new) in (APART, MERGE)
    assert related(new, old) in (APART, MERGE)


def test_other_files_are_another_matter() -> None:
    tabs, spaces = learning("Indent with tabs", path="*.go"), learning("Indent with spaces", path="*.py")
    assert conflict.relation(tabs, spaces) == APART
    assert conflict.relation(learning("Indent with spaces"), tabs) == APART  # an exception leaves the rule


def holder(a: Learning, b: Learning) -> tuple[str, str]:
    found = conflict.resolve(a._replace(id="a"), b._replace(id="b"))
    return found.winner, found.resolution


@pytest.mark.req("JARVIS-43", "JARVIS-44", "JARVIS-45")
def test_the_explicit_holds_then_the_specific_then_the_recent() -> None:
    said = learning("Use npm", confirmation=1.0, updated="2026-01-01", level=GLOBAL)
    seen = learning("Use pnpm", updated="2026-02-01", level=PROJECT)
    assert holder(said, seen) == ("a", "explicit")
    assert holder(seen, said) == ("b", "explicit")
    here = said._replace(level=PROJECT)
    assert holder(here, said._replace(updated="2026-03-01")) == ("a", "specific")
    assert holder(here, here._replace(updated="2026-03-01")) == ("b", "recent")
    assert holder(here._replace(updated="2026-03-01"), here) == ("a", "recent")
    assert holder(here, here) == ("b", "recent")


@pytest.mark.req("JARVIS-47")
def test_a_resolution_is_the_documented_record() -> None:
    record = conflict.resolve(learning("Use npm", id="pref_001"), learning("Use pnpm", id="pref_002")).to_json()
    assert record["conflict_resolution"].keys() == {"learning_a", "learning_b", "resolution", "winner", "reason"}


def test_all_pairs_are_found_that_stand_against_each_other() -> None:
    warm = [learning(words, id=f"pref_{at:03}") for at, (words, _) in enumerate(CONTRADICTING)]
    warm += [learning(words, id=f"pref_{at:03}") for at, (_, words) in enumerate(CONTRADICTING, 100)]
    found = {(old.id, new.id) for old, new in conflict.conflicts(warm)}
    every = {
        (old.id, new.id)
        for at, new in enumerate(warm)
        for old in warm[:at]
        if conflict.relation(old, new) == CONTRADICT
    }
    assert found == every
    assert len(found) >= len(CONTRADICTING)
