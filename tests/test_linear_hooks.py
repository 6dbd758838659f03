"""A home with one endless word in it: both hooks answer in time, the briefing is there, and the session is kept."""

import itertools
import json
import re
from collections.abc import Callable, Mapping, Sequence
from pathlib import Path
from typing import Final

import pytest

from memory_core.tickets import decision
from tests import forked
from tests.properties import THOROUGH, family
from tests.test_hooks import Client

SECONDS: Final = 7.0  # of processor time, where the hooks give themselves 8 and 15; most take one
# What stands in every home beside the entry.
BEFORE: Final = "Prices are integers in cents"
DAY: Final = "2026-03-10T10:00:00Z"
SPEC: Final = "docs/spec/active/2026-03-10-rate-limits"
RUNS: Final[Mapping[str, str]] = {
    "letters": "a" * 200_000,
    "humps": "aB" * 100_000,
    "stars": "*" * 60_000,
    "newlines": "\n" * 60_000,
    "words": "no a, " * 30_000,
}
# Short tokens with which several homes are filled, the same in all.
TOKENS: Final = ("%41", "password=", "pwd\n", "key='a' ", '"a":', "use not ")
TOGETHER: Final = 30_000  # characters in each of them

_WORDS: Final[Sequence[str]] = (
    "password",
    "secret",
    "token",
    "key",
    "pin",
    "Passwort",
    "contraseña",
    "login",
    "code",
    "pwd",
)
# Texts in which every other word may be a secret, and none comes again.
DENSE: Final[Mapping[str, Callable[[int], str]]] = {
    "said": lambda at: f"the {_WORDS[at % len(_WORDS)]} is {at * 7919 % 1_000_000} ",
    "given": lambda at: f"{_WORDS[at % len(_WORDS)]}={at * 2654435761 % 4294967296:x}\n",
    "told": lambda at: f"{_WORDS[at % len(_WORDS)]} {_WORDS[at * 7 % len(_WORDS)]} {at}",
}

_NO_BRANCH: Final = re.compile(r"[^\w%=]")

Put = Callable[[Path, str, Callable[..., str]], None]


def _file(name: str, form: Callable[[str], str]) -> Put:
    def put(repo: Path, run: str, _: Callable[..., str]) -> None:
        path = repo / name
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text(form(run))

    return put


def _journal(name: str, key: str) -> Put:
    def form(run: str) -> str:
        return json.dumps(
            [
                {"id": f"{name[0]}-00000001", key: BEFORE, "timestamp": DAY},
                {"id": f"{name[0]}-00000002", key: f"Use {run}", "reason": run, "solution": run, "timestamp": DAY},
            ]
        )

    return _file(f".genius/memory/{name}.json", form)


def _rails(run: str) -> str:
    rule = {
        "id": "AC-001",
        "constraint": f"Never use {run}",
        "reason": run,
        "forbid": [run[:50_000]],
        "scope": "src/**",
    }
    refused = {"id": "RC-001", "proposal": f"Use {run}", "reason": run, "date": "2026-03-10"}
    return json.dumps({"version": "1.0", "architectural_constraints": [rule], "rejected_changes": [refused]})


def _warm(run: str) -> str:
    preference = {
        "id": "pref_001",
        "description": f"Use {run} here",
        "triggers": [run],
        "confidence": 0.9,
        "source": "correction",
    }
    return json.dumps({"warm_memory": {"preferences": [preference], "patterns": []}})


def _spec(run: str) -> str:
    title = run[:50_000].strip() or "a"
    return f"---\nproject_id: SPEC-1\ntitle: {title}\nstatus: active\n---\n# {run}\n\n{run}\n\n- [ ] {run}\n"


def _record(run: str) -> str:
    return f"# ADR-001: {run}\n\n**Status**: {run}\n\n## Decision\n\nWe use {run}\n\n## Context\n\n{run}? {run}\n"


def _requirements(run: str) -> str:
    return (
        f"# {run}\n\n## Open questions\n\n- {run}?\n- Who decides {run} resolved\n"
        f"\n## Constraints\n\n- It must {run}\n- Default: {run}\n"
    )


def _document(repo: Path, run: str, git: Callable[..., str]) -> None:
    _file("aidd/docs/.active.json", lambda _: json.dumps({"ticket": "TIDE-318", "slug": "tide"}))(repo, run, git)
    for folder in ("spec", "prd", "plan"):
        _file(f"aidd/docs/{folder}/TIDE-318.md", _requirements)(repo, run, git)
    log = json.dumps(
        {
            "schema": decision.SCHEMA,
            "decision_id": "D-0001",
            "ticket": "TIDE-318",
            "topic": run,
            "decision": run,
            "ts": DAY,
            "status": "active",
        }
    )
    _file("aidd/reports/memory/TIDE-318.decisions.jsonl", lambda _: f"{log}\n")(repo, run, git)


def _note(repo: Path, run: str, git: Callable[..., str]) -> None:
    path = repo.parent / "note.md"
    path.write_text(f"---\ntype: decision\ntimestamp: {DAY}\nsummary: a\n---\n\n## {run}\n\n{run}\n")
    git(repo, "notes", "--ref=cs/decisions", "add", "-F", str(path), "HEAD")


def _commit(repo: Path, run: str, git: Callable[..., str]) -> None:
    path = repo.parent / "message.txt"
    path.write_text(f"Fix {run}\n\n{run}\n")
    git(repo, "commit", "-q", "--allow-empty", "-F", str(path))


def _branch(repo: Path, run: str, git: Callable[..., str]) -> None:
    git(repo, "checkout", "-qb", "/".join(["plan", *["a" * 100] * 8, _NO_BRANCH.sub("", run)[:100] or "a"]))


HOMES: Final[Mapping[str, Put]] = {
    "decisions.json": _journal("decisions", "decision"),
    "patterns.json": _journal("patterns", "pattern"),
    "errors.json": _journal("errors", "error"),
    "progress.json": _journal("progress", "task"),
    "IRIS_MEMORY.json": _file("IRIS_MEMORY.json", _rails),
    "warm-memory.json": _file(".claude/learnings/warm-memory.json", _warm),
    "README of a spec": _file(f"{SPEC}/README.md", _spec),
    "tasks of a spec": _file(f"{SPEC}/IMPLEMENTATION_PLAN.md", _spec),
    "decision record": _file(f"{SPEC}/DECISIONS.md", _record),
    "aidd document": _document,
    "note": _note,
    "branch": _branch,
    "commit": _commit,
}


# Neighbours, so that each home meets four others; a thorough run tries all pairs and triples.
TRIPLES: Final = tuple(
    itertools.chain(itertools.combinations(HOMES, 2), itertools.combinations(HOMES, 3))
    if THOROUGH
    else (tuple(itertools.islice(itertools.cycle(HOMES), at, at + 3)) for at in range(len(HOMES)))
)


@pytest.fixture(autouse=True)
def _same_day(now: str) -> None:
    """The clock stands in the week of the transcripts."""


def _timed(act: Callable[[], str]) -> tuple[float, str]:
    before = forked.spent()
    output = act()
    return forked.spent() - before, output


@pytest.mark.parametrize(
    ("kind", "run"),
    family(
        (
            *((home, run) for home in HOMES for run in ("humps", "stars")),
            *(("decisions.json", run) for run in RUNS if run not in ("humps", "stars")),
        ),
        6,
    ),
)
def test_a_word_without_an_end_silences_no_hook(repo: Path, git: Callable[..., str], kind: str, run: str) -> None:
    HOMES[kind](repo, RUNS[run], git)
    client = Client(repo)
    started, words = _timed(client.brief)
    client.commits("Round prices half up", "- Prices are rounded half up because a cent was lost in every tenth cart")
    stopped, output = _timed(lambda: client.run("Stop", last_assistant_message="All done."))
    assert "<project-memory" in words
    assert output == ""
    assert "Round prices half up" in client.words()
    assert max(started, stopped) < SECONDS, (started, stopped)


@pytest.mark.parametrize(
    ("kinds", "token"),
    family(
        (
            *((("decisions.json", "IRIS_MEMORY.json", "warm-memory.json"), token) for token in TOKENS),
            *((kinds, TOKENS[at % len(TOKENS)]) for at, kinds in enumerate((*TRIPLES, tuple(HOMES)))),
        ),
        4,
    ),
    ids=lambda given: given if isinstance(given, str) else "+".join(given) if len(given) < len(HOMES) else "all",
)
def test_nor_do_homes_that_are_filled_with_the_same_token(
    repo: Path, git: Callable[..., str], kinds: Sequence[str], token: str
) -> None:
    """What compares one home with another reads each text about once too."""
    for kind in kinds:
        HOMES[kind](repo, (token * TOGETHER)[:TOGETHER], git)
    client = Client(repo)
    started, words = _timed(client.brief)
    stopped, _ = _timed(lambda: client.run("Stop", last_assistant_message="All done."))
    assert "<project-memory" in words
    assert max(started, stopped) < SECONDS, (started, stopped)


@pytest.mark.parametrize("token", family(TOKENS, 2))
def test_nor_does_a_token_that_a_session_says(repo: Path, token: str) -> None:
    client = Client(repo)
    client.says((token * 100_000)[:100_000], role="user")
    client.commits("Round prices half up")
    stopped, output = _timed(lambda: client.run("Stop", last_assistant_message=(token * 100_000)[:100_000]))
    assert output == ""
    assert "Round prices half up" in client.words()
    assert stopped < SECONDS


@pytest.mark.parametrize("name", family(DENSE))
def test_a_text_full_of_words_for_secrets_silences_no_hook(repo: Path, git: Callable[..., str], name: str) -> None:
    text = "".join(map(DENSE[name], range(6_000)))[:80_000]
    far = (
        "\n\nThe prices are rounded now, and the cart shows them." * 4 + "\n\n"
    )  # what is near the words is left out with them
    for kind in ("decisions.json", "IRIS_MEMORY.json", "warm-memory.json"):
        HOMES[kind](repo, text, git)
    client = Client(repo)
    started, words = _timed(client.brief)
    client.says(text, role="user")
    client.commits("Round prices half up")
    stopped, _ = _timed(lambda: client.run("Stop", last_assistant_message=f"{text}{far}DECISION: Use SQLite"))
    assert "<project-memory" in words
    assert "Round prices half up" in client.words()
    assert "Use SQLite" in client.words()
    assert started < SECONDS, started
    assert stopped < 2 * SECONDS, stopped  # the worker reads, and then composes


def test_nor_does_one_that_a_session_says(repo: Path) -> None:
    client = Client(repo)
    for run in RUNS.values():
        client.says(f"No, never use {run} because {run}", role="user")
        client.says(f"Decision: {run}. We decided to use {run} instead of {run}.")
        client.runs(f"git commit -m '{run[:3000]}'", f"error: {run}", failed=True)
    client.commits("Round prices half up")
    stopped, _ = _timed(lambda: client.run("Stop", last_assistant_message="All done."))
    assert "Round prices half up" in client.words()
    assert stopped < 2 * SECONDS
