"""What the journal keeps of a decision and an error: tags, a choice that a commit says, the fuller solution."""

import json
from pathlib import Path

import pytest

from memory_core.capture import tagging
from memory_core.core import find_duplicate
from memory_core.core.memory import Memory, Source
from memory_core.extract import commits
from tests.rows import each_row
from tests.test_hooks import Client


@pytest.mark.req("GENIUS-3", "GENIUS-6", "GENIUS-7")
@pytest.mark.parametrize(
    ("kind", "text", "tags"),
    [
        ("decision", "ARCH: Using Next.js 14 with App Router", ("decision", "architecture", "next.js")),
        ("decision", "Amounts are integers in cents", ("decision",)),
        ("decision", "Use Redis, NOT cookies", ("decision", "redis")),
        ("error", "Supabase RLS policy denies reads", ("supabase", "rls")),
        ("progress", "Use Redis", ()),
    ],
)
def test_tags_are_the_kind_the_prefix_and_what_is_named(kind: str, text: str, tags: tuple[str, ...]) -> None:
    assert tagging.tags(kind, text) == tags


@pytest.mark.parametrize("text", ["", ":", "ARCH:", "a: " * 9_000, "A" * 90_000, "\ud800: x"])
def test_any_text_has_few_tags(text: str) -> None:
    assert len(tagging.tags("decision", text)) <= 6


@pytest.mark.req("GENIUS-12", "GENIUS-29", "GENIUS-33")
@each_row(
    ("subject", "choice"),
    [
        ("Use pnpm instead of npm", "Use pnpm instead of npm"),
        ("build(ui)!: replace webpack with vite", "Replace webpack with vite"),
        ("Switch from moment to date-fns", "Switch from moment to date-fns"),
        ("Switch to uv", "Switch to uv"),
        ("Drop moment", "Drop moment"),
        ("Drop support for Node 16", "Drop support for Node 16"),
        ("Drop trailing spaces", ""),
        ("Move the header to the left", ""),
        ("Move the parser from lib to core", ""),
        ("Replace magic numbers with constants", ""),
        ("docs: use tabs instead of spaces", ""),
        ("Use the new logo", ""),
        ("Switch from " + "from to " * 200, ""),
    ],
)
def test_a_choice_is_told_from_other_work(subject: str, choice: str) -> None:
    assert commits.chosen(subject) == choice


@pytest.fixture
def client(repo: Path) -> Client:
    return Client(repo)


def _kept(repo: Path, name: str) -> list[dict[str, object]]:
    path = repo / ".genius" / "memory" / f"{name}.json"
    return json.loads(path.read_text()) if path.exists() else []


@pytest.mark.req("GENIUS-3", "GENIUS-7", "GENIUS-12", "GENIUS-29", "GENIUS-33")
def test_a_session_keeps_the_choice_of_a_commit_and_the_prefix_that_a_person_writes(client: Client, repo: Path) -> None:
    client.says("Go on.", role="user")
    client.commits("Use pnpm instead of npm")
    client.says("DECISION: ARCH: Using Next.js 14 with App Router — server rendering")
    client.ends()
    client.settles()
    by_decision = {str(entry["decision"]): entry for entry in _kept(repo, "decisions")}
    assert by_decision["ARCH: Using Next.js 14 with App Router"]["tags"] == ["decision", "architecture", "next.js"]
    assert by_decision["ARCH: Using Next.js 14 with App Router"]["reason"] == "server rendering"
    assert "Use pnpm instead of npm" in by_decision
    assert _kept(repo, "progress") == []


@pytest.mark.req("GENIUS-21")
def test_of_two_solutions_of_an_error_the_fuller_stays() -> None:
    full = "Added a SELECT policy for authenticated users"
    old = Memory("e-1", "error", "RLS blocks reads", full, status="resolved", created="2026-03-01T00:00:00Z",
                 updated="2026-03-01T00:00:00Z", source=Source(session="a"))  # fmt: skip
    seen = old._replace(body="Add policy", created="2026-03-09T00:00:00Z", updated="2026-03-09T00:00:00Z",
                        source=Source(session="b"))  # fmt: skip
    assert find_duplicate.bettered(old, seen).body == full
    assert find_duplicate.bettered(old._replace(body="Add policy"), seen._replace(body=full)).body == full
    assert (
        find_duplicate.bettered(old, seen._replace(body="Use the service role key")).body == "Use the service role key"
    )
