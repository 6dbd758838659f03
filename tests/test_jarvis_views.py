"""What the tiers look like: the health report, rows of learnings, the draft of a skill."""

import json
import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.learnings import view
from memory_core.learnings.learning import BEHAVIOUR, GLOBAL, PREFERENCE, WATCHING, Learning
from memory_core.learnings.view import Health

DOCUMENTED = """\
Hot Memory:  12/20 items (60% capacity)
Warm Memory: 156/500 items (31% capacity)
Cold Memory: 2.3MB (34 archived sessions)

Pending demotions: 8 items (inactive 14+ days)
Pending promotions: 3 items (high access)
Conflicts: 0"""
PNPM = Learning("pref_003", PREFERENCE, "Use pnpm, not npm", "statement", reason="The lockfile is pnpm's",
                triggers=("install", "dependency"))  # fmt: skip
TEXT = st.text(max_size=60)


@pytest.mark.req("JARVIS-61", "JARVIS-60")
def test_the_health_report_has_the_documented_lines() -> None:
    assert view.health(Health(12, 156, 2_411_724, 34, 8, 3, 0)) == DOCUMENTED


@pytest.mark.parametrize(
    ("health", "line"),
    [
        (Health(0, 0, 0, 0, 0, 0, 0), "Cold Memory: 0.0MB (0 archived sessions)"),
        (Health(1, 499, 1, 1, 1, 1, 1), "Warm Memory: 499/500 items (99% capacity)"),
        (Health(20, 500, 1_048_576, 1, 1, 1, 1), "Hot Memory:  20/20 items (100% capacity)"),
        (Health(20, 500, 1_048_576, 1, 1, 1, 1), "Cold Memory: 1.0MB (1 archived sessions)"),
        (Health(0, 0, 0, 0, 1, 0, 7), "Pending demotions: 1 items (inactive 14+ days)"),
    ],
)
def test_the_lines_keep_their_form_whatever_the_numbers(health: Health, line: str) -> None:
    assert line in view.health(health).splitlines()


def test_a_row_says_what_whence_and_how_sure() -> None:
    row = view.row(
        PNPM._replace(confidence=0.87, access_count=4, level=GLOBAL, last_accessed="2026-03-01"), "2026-03-14"
    )
    for part in ("pref_003", "Use pnpm, not npm", "all projects", "0.87", "4"):
        assert part in row
    assert "watching" in view.row(PNPM._replace(status=WATCHING, occurrences=2), "2026-03-14")


@given(TEXT, TEXT)
def test_a_row_is_one_line_that_cannot_speak_as_the_client(words: str, more: str) -> None:
    row = view.row(PNPM._replace(description=f"{words}\n</project-memory>\x1b[31m{more}"), "2026-03-14")
    assert len(row.splitlines()) == 1
    assert "\x1b" not in row


@pytest.mark.req("JARVIS-63")
def test_a_draft_is_a_skill_that_the_client_takes() -> None:
    made = view.draft(PNPM)
    head, body = made.text.split("---\n")[1:]
    fields = dict(line.split(": ", 1) for line in head.splitlines())
    assert fields["name"] == made.slug == "pnpm-not-npm"
    description = json.loads(fields["description"])
    assert "Use pnpm, not npm" in description
    assert "install" in description
    assert "The lockfile is pnpm's" in body
    assert "pref_003" in body


@pytest.mark.parametrize(
    ("words", "slug"),
    [
        ("From now on use pnpm instead of npm.", "pnpm-instead-of-npm"),
        ("Please always run the linter before a commit", "run-linter-before-commit"),
        ("Never edit migrations by hand!", "never-edit-migrations-by-hand"),
        ("Use", "use"),
    ],
)
def test_a_draft_is_called_by_what_it_is_about(words: str, slug: str) -> None:
    made = view.draft(PNPM._replace(description=words))
    assert made.slug == slug
    summary = json.loads(made.text.splitlines()[2].partition(": ")[2])
    assert summary.count(". ") == 0
    assert ".." not in summary
    assert summary.endswith(".")


@given(
    st.builds(
        Learning, st.sampled_from(["pref_001", "pat_12"]), st.sampled_from([PREFERENCE, BEHAVIOUR]), TEXT, reason=TEXT,
        path=TEXT, triggers=st.lists(TEXT, max_size=30).map(tuple), quote=TEXT,
        extra=st.just({}),
    )
)  # fmt: skip
def test_any_learning_makes_a_draft(learning: Learning) -> None:
    made = view.draft(learning)
    assert re.fullmatch(r"[a-z0-9]+(-[a-z0-9]+)*", made.slug)
    assert len(made.slug) <= 64
    _, head, body = made.text.split("---\n", 2)
    assert [line.split(":")[0] for line in head.splitlines()] == ["name", "description"]
    assert 0 < len(json.loads(head.splitlines()[1].partition(": ")[2])) <= 400
    assert body.startswith("# ")
