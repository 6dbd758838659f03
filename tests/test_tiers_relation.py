"""What two learnings are to each other: what must be seen, and what must be left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

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
    (
        "Prefer function components over class components in React",
        "Function components, never class components in React",
    ),
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

# Two sentences a line that share a word, a tool or a form, and both hold.
BOTH_HOLD = """
Use short variable names in loops | Long functions are split
Interfaces start with I | Use type aliases for unions
One assertion per test | Several tests per file are fine
Public functions have docstrings | Private helpers start with an underscore
Mocks live in tests/mocks | Use a real database for integration tests
Feature flags are off by default | Enable strict mode in tsconfig
Run the formatter before committing | Run the tests after a refactor
Write the test first | Put constants last in the file
Small commits | Large files go to LFS
Use async/await in the API client | Callbacks in the event bus are sync
Use SQLite for local development | Use Postgres for the staging environment
JSON for API responses | YAML for pipeline configuration
Use camelCase in TypeScript | Use snake_case in Python
Use single quotes in Python | Use double quotes in JSX attributes
Log errors with structlog | Print the summary at the end of the script
Use axios in the web app | Use httpx in the backend
Never mock the clock | Mock the payment provider in tests
Use React for the dashboard | Use Vue for the marketing site
Use main as the base branch | Develop locally with docker compose
Answer in English | Variable names in German are forbidden
Explain in detail what a migration does | Answer briefly
Keep answers short | Write long commit bodies for refactorings
Ask before deleting files | Delete unused imports without asking
Never commit secrets | Commit often
Never push to main | Push feature branches after each commit
Do not add comments | Comments are in English
Don't use any | Use unknown for caught errors
Use tabs for indentation | Never mix tabs and spaces
Tests use fixtures from conftest | Factories create the users
Prices are integers in cents | Distances are floats in metres
Store times in UTC | Show local time to the user
Use Docker for the database | Use Podman on the CI runner
Merge commits are fine on release branches | Rebase feature branches
Use uv for Python | Use pip in the legacy image
Use pytest | Run pytest with -x while debugging
Retries: 3 for uploads | Retries: 5 for downloads
Timeout of 30 seconds for the API | Timeout of 5 seconds for health checks
Line length 100 in Python | Line length 80 in markdown
Node 20 in CI | Node 18 in the lambda
Port 8080 for the api | Port 9090 for metrics
At most 3 parameters per function | At most 5 files per pull request
No default exports | Export the config as default in vite.config.ts
No inline styles | Inline styles in emails are required
No console.log | console.log is fine in scripts
Never use var | Use let only when reassigned
Kein Englisch in der Oberfläche | Commit-Nachrichten auf Englisch
Utilise des fonctions fléchées | N'utilise pas de fonctions anonymes dans les tests
Don't write tests for getters | Write tests for services
Avoid abbreviations | Use abbreviations from the glossary only
Do not restart the server | Restart the worker after a config change
Skip e2e tests locally | Run e2e tests in CI
Don't touch the legacy module | Fix bugs in the legacy module with a test
Use make build | Use make test before pushing
Requests are validated with pydantic | Use httpx for requests
Black background in slides | Use ruff format
Click on save in the wizard | Use argparse
Got errors are wrapped | Use axios
Just do it without asking | Use make
The express lane is for hotfixes | Use fastify
Type hints on all functions | Use interface for props
Imports are absolute | Relative dates in the UI
Use git rebase | Squash is a button on GitHub
Delete feature branches after merge | Keep release branches after merge
Sort imports ascending | Sort the changelog with newest first
Format dates as ISO in logs | Show dates as dd/mm/yyyy in the UI
Name tables in plural | Name models in singular
Files are named in kebab-case | Classes are named in PascalCase
Buttons in lowercase | Titles in Title Case
Do not use Redux for form state | Use Redux for the cart
Use GraphQL for the mobile app | REST for webhooks
Errors to stderr | Results to stdout
Ask me before running migrations | Don't ask me before running tests
Never use npm in the docs examples | Use npm for publishing
Don't cache user data | Cache the product list
Don't use print | Print progress in CLI tools
Use spaces around operators | Use tabs
Write docs in English, answer me in German | Answer me in German
Prefer composition over inheritance | Inheritance is fine for exceptions
Use feature branches | Trunk stays green
"""


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


@pytest.mark.parametrize("line", BOTH_HOLD.strip().splitlines())
def test_what_shares_a_word_may_well_both_hold(line: str) -> None:
    one, other = line.split(" | ")
    assert related(one, other) in (APART, MERGE)
    assert related(other, one) in (APART, MERGE)


TEXTS = st.text(min_size=1) | st.lists(
    st.sampled_from(
        "use never not no instead of over npm pnpm tabs in for and , . ; ( ) 3 40 don't is are only 不要".split()
    )
).map(" ".join)


@given(TEXTS, TEXTS)
def test_any_two_texts_have_a_relation_and_each_says_the_same_as_itself(one: str, other: str) -> None:
    assert related(one, other) in (SAME, MERGE, CONTRADICT, APART)
    assert related(one, one) == SAME


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
