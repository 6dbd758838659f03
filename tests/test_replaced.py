"""What a person's words end, what a reverted commit ends, and where what is replaced can still be found."""

from pathlib import Path

import pytest

from memory_core.core import registry
from tests.extract.builder import Session
from tests.test_candidates import Run, plays, run

__all__ = ["run"]  # the fixture


def standing(root: Path) -> dict[str, str]:
    return {memory.summary: memory.status for memory in registry.read(str(root))}


SQLITE = "DECISION: Loans live in SQLite, not in JSON files — one process"


def test_use_x_instead_of_y_ends_the_one_memory_that_says_y(repo: Path) -> None:
    plays(repo, "one", Session().user("where do we keep the loans?").says(SQLITE))
    plays(repo, "two", Session().user("Use Postgres instead of SQLite for the loans.").says("Done."))
    assert standing(repo)["Loans live in SQLite, not in JSON files"] == "superseded"


@pytest.mark.parametrize("prompt", [
    "Use Postgres instead of SQLite for the sessions.",  # another subject
    "Should we use Postgres instead of SQLite for the loans?",
    "For now, use Postgres instead of SQLite for the loans.",
])  # fmt: skip
def test_words_on_another_subject_or_for_the_moment_end_nothing(repo: Path, prompt: str) -> None:
    plays(repo, "one", Session().user("where do we keep the loans?").says(SQLITE))
    plays(repo, "two", Session().user(prompt).says("All right."))
    assert standing(repo)["Loans live in SQLite, not in JSON files"] == "active"


def test_where_two_memories_say_y_neither_ends(repo: Path) -> None:
    other = "DECISION: Loans of the archive are read from SQLite, not copied — they never change"
    plays(repo, "one", Session().user("where do we keep the loans?").says(f"{SQLITE}\n{other}"))
    plays(repo, "two", Session().user("Use Postgres instead of SQLite for the loans.").says("Done."))
    states = standing(repo)
    assert states["Loans of the archive are read from SQLite, not copied"] == "active"


@pytest.mark.req("CS-FR-012")
def test_remember_ends_what_its_words_give_up(repo: Path, run: Run) -> None:
    run("remember", "decision", "Use npm for the frontend")
    run("remember", "decision", "Use pnpm instead of npm for the frontend")
    states = standing(repo)
    assert states["Use npm for the frontend"] == "superseded"
    assert states["Use pnpm instead of npm for the frontend"] == "active"


def test_a_reverted_commit_ends_its_item(repo: Path, now: str) -> None:
    shown = "[main 4bfae9b] Cache the price list for an hour\n 1 file changed"
    made = Session().user("add the cache").bash('git commit -m "Cache the price list for an hour"', shown)
    plays(repo, "one", made.says("Committed."))
    shown = '[main 9c01d2e] Revert "Cache the price list for an hour"\n 1 file changed'
    plays(repo, "two", Session().user("take that back").bash("git revert --no-edit 4bfae9b", shown).says("Reverted."))
    assert standing(repo)["Cache the price list for an hour (4bfae9b)"] == "superseded"


def test_a_replaced_learning_is_listed_shown_and_brought_back(repo: Path, run: Run) -> None:
    run("remember", "preference", "Use npm for the frontend")
    run("remember", "preference", "Use pnpm instead of npm for the frontend")
    (old,) = run("list", "--status", "superseded")
    assert old["summary"] == "Use npm for the frontend"
    assert run("show", old["id"])["status"] == "superseded"
    run("undo", old["id"])
    assert standing(repo)["Use npm for the frontend"] == "active"
