"""What two learnings are to each other: what must be seen, and what must be left alone."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.learnings import conflict
from memory_core.learnings.conflict import APART, CONTRADICT, MERGE, SAME
from memory_core.learnings.learning import GLOBAL, PROJECT, Learning
from tests.rows import each_row

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

# Two sentences a line that make one choice of one thing, and not the same.
RIVALS = """
Commit subjects up to 72 characters | First line of a commit: 50 at most
Log with zap | slog only
Icons come from lucide | Only icons of heroicons
Kommentare auf Englisch | Kommentare schreiben wir deutsch
Tests beside the source | All tests go into tests/
Use testify in Go tests | Go tests use the standard library only, testify is forbidden
DTOs are records | DTOs are Java classes with Lombok, no records
Routes are kebab-case | Route paths in snake_case
Force-push is fine on feature branches | Never force-push, on no branch
Reply in Spanish | Réponds en français
Max 300 lines per file | Files may have 500 lines
Events go over Kafka | Use RabbitMQ for events
Errors are reported to Sentry | Errors go to Rollbar, not Sentry
Coverage of at least 80 % | Coverage must be at least 90 %
Timeout of http calls 10 seconds | HTTP calls time out after 30 s
Use Poetry | uv statt Poetry
Always squash on merge | Merge commits, no squashing
Write the docs in German | Documentation is English
Run the linter before each commit | Don't run the linter before commits, CI does it
Constants in UPPER_CASE | Constants are camelCase
Put helper functions in utils/ | No utils folder, helpers live in lib/
Feature flags through LaunchDarkly | Feature flags with Unleash
Tickets are tracked in Jira | We track issues in Linear
Always add a summary at the end | No closing summary
Changelog entries by hand | CHANGELOG is generated automatically, never edit it by hand
Use ISO dates in the UI | UI dates as dd.mm.yyyy
Docstrings in numpy style | Docstrings follow the Google style
Ask before you install packages | Install whatever packages you need without asking
Node 18 | Node 20 is required
Python 3.9 must be supported | We only support Python 3.12
Retry failed requests five times | Requests are retried at most twice
Branch from main | New branches start at develop
Tests mit pytest | Nur unittest, kein pytest
Commits auf Deutsch | Commit messages in English only
Комментарии на русском | Comments in English
Tests primero, luego el código | Write the code first, tests afterwards
Utilise des tabulations | Indent with 4 spaces
Pas de point-virgule | Semicolons are mandatory
Semicolons at line ends | Code without semicolons
Emojis are welcome in commit messages | No emoji in commits
Use Material UI for components | Components come from Chakra UI
Prices as decimals | Prices are integer cents
Sort imports alphabetically | Don't sort imports
Primary keys are UUIDs | Use auto-increment ids
Snapshots tests are OK | Never write snapshot tests
Test names in English | Testnamen auf Deutsch
Tag releases with a v prefix | Release tags have no v prefix
Secrets live in .env | Secrets come from Vault, no .env files
Push to origin after every commit | Don't push unless asked
Docker compose for local development | Local development runs without Docker
Use enums | No enums, use union types
"""
IN_OTHER_WORDS = """
Buttons come from the design system | Buttons from the design system
Deploys are forbidden on Fridays | On ne déploie jamais le vendredi
Comments in Chinese | 注释用中文
Do not touch vendor/ | vendor/ is off limits
Functions stay under 40 lines | A function must not be longer than 40 lines
Docs live in the wiki | Documentation goes into the wiki
No summary at the end | Skip the closing summary
Branch off develop | New branches start from develop
"""
# Commands in the same words: run through another program it is another habit, with other arguments it may be both.
REPLACED = [
    ("Tests are run with `npm test`", "Tests are run with `pnpm test`"),
    ("Tests are run with `pytest -q`", "Tests are run with `uv run pytest -q`"),
    ("Dependencies are added with `pip install`", "Dependencies are added with `uv add`"),
]
BESIDE = [
    ("Tests are run with `pytest -q`", "Tests are run with `vitest run`"),
    ("Tests are run with `yarn test`", "Tests are run with `yarn test:unit`"),
    ("Tests are run with `pytest -q`", "Tests are run with `pytest -x`"),
    ("Tests are run with `npm test`", "Lint is run with `pnpm lint`"),
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
Icons come from lucide | Only svg images are allowed in emails
Log with zap | Log in English
Commit subjects up to 72 characters | Branch names up to 50 characters
Tests go into tests/ | Docs go into docs/
Use zod for forms | Use yup in the legacy admin
Answer in German | Comments in English
Use Kafka for orders | Use Redis for sessions
Lines up to 100 characters in Python | Lines up to 80 characters in Markdown
Unit tests with vitest | E2E tests with Playwright
Timeout of 10 s for http calls | Timeout of 60 s for the build
No semicolons in TypeScript | Semicolons in SQL scripts
Ask before deleting files | Ask before adding dependencies
Never push to main | Push feature branches daily
Frontend state in zustand | Server state in TanStack Query
Migrations live in db/migrations | Seeds live in db/seeds
Components in PascalCase | Hooks in camelCase
Postgres for the shop | SQLite for the tests
Class names in PascalCase | Function names in snake_case
Variables in English | UI texts in German
Retry uploads three times | Retry payments five times
Deploy to staging after merge | Deploy to production on Mondays
Use pip in the Dockerfile | Use uv locally
Errors are logged in English | Error messages for users are in German
Use Terraform for infrastructure | Use Ansible for server setup
Coverage of at least 80 % for services | Coverage of at least 50 % for the UI
Use 2 spaces in JSON | Use 4 spaces in Python
Tables in plural | Columns in singular
Use fetch in the browser | Use axios on the server
No comments in tests | Comments in German in the domain code
Private methods below public ones | Constructor first
Icons come from lucide | Icons have a title
DTOs are records | DTOs end with Dto
Routes are kebab-case | Routes are documented in OpenAPI
Go tests are table driven | Go tests use testify
Logs are JSON | Logs contain no passwords
Commit subjects up to 72 characters | Commit subjects start with a verb
"""


def learning(words: str, **fields: object) -> Learning:
    return Learning("pref_001", "preference", words)._replace(**fields)  # type: ignore[arg-type]


def related(old: str, new: str) -> str:
    return conflict.relation(learning(old), learning(new))


def pairs(lines: str) -> list[tuple[str, str]]:
    return [(old, new) for old, _, new in (line.partition(" | ") for line in lines.strip().splitlines())]


@pytest.mark.req("JARVIS-43")
def test_what_cannot_both_hold_ends_only_where_words_say_so_and_is_never_the_same() -> None:
    relations = [related(old, new) for old, new in [*CONTRADICTING, *pairs(RIVALS)]]
    assert set(relations) <= {CONTRADICT, APART}
    assert [related(*pair) for pair in ENDED_IN_WORDS] == [CONTRADICT] * len(ENDED_IN_WORDS)


ENDED_IN_WORDS = [
    ("Use npm", "Use pnpm instead of npm"),
    ("Install dependencies with pip", "Dependencies are installed with uv, never pip"),
    ("Single quotes in TypeScript", "Double quotes in TypeScript"),
    ("Lines have at most 100 characters", "Lines have at most 120 characters"),
    ("Use Node 18", "Use Node 20"),
]


def test_other_words_for_the_same_end_nothing() -> None:
    relations = [
        related(*pair) for old, new in [*SAYING_THE_SAME, *pairs(IN_OTHER_WORDS)] for pair in ((old, new), (new, old))
    ]
    assert CONTRADICT not in relations
    assert len(relations) - relations.count(APART) >= 0.15 * len(relations)


@pytest.mark.req("JARVIS-46")
def test_what_says_all_of_the_other_and_more_is_compatible() -> None:
    assert related("Commit messages in the imperative", "Commit messages in the imperative, with a ticket") == MERGE
    assert related("Use pnpm", "Use pnpm instead of npm") == MERGE
    assert related("Use pnpm instead of npm", "Always use pnpm") == SAME
    assert related("Branch names carry the ticket", "Branch names start with feat/") == APART


@each_row(("old", "new"), ALONE)
def test_what_has_nothing_to_do_with_each_other_is_left_alone(old: str, new: str) -> None:
    assert related(old, new) in (APART, MERGE)
    assert related(new, old) in (APART, MERGE)


def test_of_what_shares_a_word_and_may_well_both_hold_next_to_nothing_is_ended() -> None:
    relations = [related(*pair) for old, new in pairs(BOTH_HOLD) for pair in ((old, new), (new, old))]
    assert SAME not in relations
    assert relations.count(CONTRADICT) <= 0.01 * len(relations)


TEXTS = st.text(min_size=1) | st.lists(
    st.sampled_from(
        "use never not no instead of over npm pnpm tabs in for and , . ; ( ) 3 40 don't is are only 不要".split()
    )
).map(" ".join)


@given(TEXTS, TEXTS)
def test_any_two_texts_have_a_relation_and_each_says_the_same_as_itself(text: str, other: str) -> None:
    assert related(text, other) in (SAME, MERGE, CONTRADICT, APART)
    assert related(text, text) == SAME


@pytest.mark.req("JARVIS-43")
def test_a_command_that_is_run_through_another_program_is_another_habit() -> None:
    assert {related(old, new) for old, new in REPLACED} == {CONTRADICT}
    assert {related(old, new) for old, new in BESIDE} <= {APART, MERGE}


THINGS = st.sampled_from("account ledger parcel tariff contract station survey vessel beacon archive roster".split())
PARTS = st.sampled_from("record export index history feed label report template statement parameter".split())
WISHES = st.sampled_from(
    (
        "Always sort the {} {} by name",
        "Never cache the {} {} longer than a minute",
        "Always keep the {} {} in one file",
        "Never split the {} {} over two modules",
        "Always show the {} {} first",
        "Show the {} {} last",
    )
)


@given(THINGS, THINGS, PARTS, WISHES, WISHES)
def test_what_is_said_of_another_thing_neither_repeats_nor_contradicts(
    text: str, other: str, part: str, wish: str, later: str
) -> None:
    if text != other:
        assert related(wish.format(text, part), later.format(other, part)) in (APART, MERGE)


def test_other_files_are_another_matter() -> None:
    tabs, spaces = learning("Indent with tabs", path="*.go"), learning("Indent with spaces", path="*.py")
    assert conflict.relation(tabs, spaces) == APART
    assert conflict.relation(learning("Indent with spaces"), tabs) == APART  # an exception leaves the rule


def holder(a: Learning, b: Learning) -> tuple[str, str]:
    resolved = conflict.resolve(a._replace(id="a"), b._replace(id="b"))
    return resolved.winner, resolved.resolution


@pytest.mark.req("JARVIS-43", "JARVIS-44", "JARVIS-45")
def test_the_explicit_holds_then_the_specific_then_the_recent() -> None:
    stated = learning("Use npm", confirmation=1.0, updated="2026-01-01", level=GLOBAL)
    seen = learning("Use pnpm", updated="2026-02-01", level=PROJECT)
    assert holder(stated, seen) == ("a", "explicit")
    assert holder(seen, stated) == ("b", "explicit")
    here = stated._replace(level=PROJECT)
    assert holder(here, stated._replace(updated="2026-03-01")) == ("a", "specific")
    assert holder(here, here._replace(updated="2026-03-01")) == ("b", "recency")
    assert holder(here._replace(updated="2026-03-01"), here) == ("a", "recency")
    assert holder(here, here) == ("b", "recency")


@pytest.mark.req("JARVIS-47")
def test_a_resolution_is_the_documented_record() -> None:
    record = conflict.resolve(learning("Use npm", id="pref_001"), learning("Use pnpm", id="pref_002")).to_json()
    assert record["conflict_resolution"].keys() == {"learning_a", "learning_b", "resolution", "winner", "reason"}


def test_all_pairs_are_found_that_stand_against_each_other() -> None:
    warm = [learning(words, id=f"pref_{at:03}") for at, (words, _) in enumerate(CONTRADICTING)]
    warm += [learning(words, id=f"pref_{at:03}") for at, (_, words) in enumerate(CONTRADICTING, 100)]
    pairs_found = {(old.id, new.id) for old, new in conflict.conflicts(warm)}
    every = {
        (old.id, new.id)
        for at, new in enumerate(warm)
        for old in warm[:at]
        if conflict.relation(old, new) == CONTRADICT
    }
    assert pairs_found == every
    assert pairs_found
