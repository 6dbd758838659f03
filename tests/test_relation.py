"""What two statements are to each other, and what every home does with one that stands already."""

from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_core import relation
from memory_core.relation import CONTRADICTS, REPLACES, SAME
from tests.conftest import Said

PNPM = ("Use pnpm, not npm", "Use pnpm instead of npm", "npm is not used here, pnpm is")
TEXTS = st.text(max_size=300) | st.lists(
    st.sampled_from("use not never instead of pnpm npm the tests `a.py` 20 30 がない テスト nicht ; , .".split()),
    max_size=40,
).map(" ".join)


@pytest.mark.parametrize(("old", "new"), list(combinations(PNPM, 2)))
def test_one_rule_in_three_wordings_is_one(old: str, new: str) -> None:
    found = relation.relation(old, new)
    assert found.kind == SAME
    assert found.is_sure


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Use pnpm, not npm", "Use npm, not pnpm"),
        ("Requests time out after 30 seconds", "Requests time out after 20 seconds"),
        ("Retry two times", "Retry three times"),
        ("Names end with `_i`", "Names end with `_q`"),
        ("Use tabs", "Do not use tabs"),
        ("Lint before the tests", "Run the tests before lint"),
        ("Use pnpm, not npm", "We no longer use pnpm"),
        ("Flags are kept in Unleash", "We moved our flags from Unleash to ConfigCat"),
    ],
)
def test_another_value_is_never_surely_the_same(old: str, new: str) -> None:
    found = relation.relation(old, new)
    assert not (found.kind == SAME and found.is_sure)


def test_a_changed_value_with_a_word_of_change_replaces() -> None:
    assert relation.relation("Deploys happen on Tuesdays", "Since June we deploy on Thursdays").kind == REPLACES
    changed = relation.relation("always end attribute names with '_i'", "always end attribute names with '_q'")
    assert changed.kind in (REPLACES, CONTRADICTS)


@settings(max_examples=150)
@given(TEXTS, TEXTS)
def test_any_two_texts_have_one_relation(old: str, new: str) -> None:
    found = relation.relation(old, new)
    assert found.kind in relation.KINDS
    assert found == relation.relation(old, new)
    assert relation.standing(new, [(1, old)]) in (None, 1)


def test_of_known_statements_the_one_that_says_it_is_named() -> None:
    known = enumerate(["Money is stored in cents", PNPM[0], "Tests live next to the code"])
    assert relation.standing(PNPM[2], known) == 1
    assert relation.standing("Dates are stored in UTC", known) is None
    assert relation.standing("", [(1, "")]) is None


@pytest.fixture
def run(repo: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Said]:
    from memory_core.cli import main

    def call(*arguments: str) -> Said:
        monkeypatch.chdir(repo)
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return Said(code, out, err)

    return call


def test_each_verb_says_that_it_stands_names_it_and_keeps_one(run: Callable[..., Said], repo: Path) -> None:
    verbs = (
        ("jarvis", "memory", "learn"),
        ("remember", "decision"),
        ("iris", "add-constraint", "--reason", "one lock file"),
        ("aidd", "append", "--ticket", "T-1", "--topic", "package manager"),
    )
    first = [run(*verb, PNPM[0]) for verb in verbs]
    assert all(said.code == 0 for said in first), [said.err for said in first]
    for words in PNPM[1:]:
        for verb in verbs:
            said = run(*verb, words)
            assert "stands" in said.out + said.err, (verb, words)
    exported = run("export", "--json").json["memories"]
    by_home: dict[str, int] = {}
    for memory in exported:
        by_home[memory["home"]] = by_home.get(memory["home"], 0) + ("pnpm" in memory["summary"])
    assert set(by_home.values()) == {1}, by_home
    briefing = run("brief").out
    assert sum("pnpm" in line for line in briefing.splitlines()) == 1, briefing


def test_a_reason_is_added_to_what_stands_and_anew_keeps_both(run: Callable[..., Said]) -> None:
    kept = run("remember", "decision", PNPM[0], "--json").json
    more = run("remember", "decision", PNPM[1], "--rationale", "one lock file", "--json").json
    assert more["id"] == kept["id"]
    assert "one lock file" in more["body"]
    assert run("remember", "decision", PNPM[1], "--anew", "--json").json["id"] != kept["id"]
    assert run("remember", "decision", PNPM[2], "--json").json["known"] is True
