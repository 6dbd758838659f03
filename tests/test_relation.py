"""What two statements are to each other, and what every home does with one that stands already."""

import json
import os
from collections.abc import Callable
from itertools import combinations
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.language import relation
from memory_core.language.relation import CONTRADICTS, REPLACES, SAME, accept
from tests.conftest import Output
from tests.properties import examples
from tests.rows import each_row

PNPM = ("Use pnpm, not npm", "Use pnpm instead of npm", "npm is not used here, pnpm is")
TEXTS = st.text(max_size=300) | st.lists(
    st.sampled_from("use not never instead of pnpm npm the tests `a.py` 20 30 がない テスト nicht ; , .".split()),
    max_size=40,
).map(" ".join)


@pytest.mark.parametrize(("old", "new"), list(combinations(PNPM, 2)))
def test_one_rule_in_three_wordings_is_one(old: str, new: str) -> None:
    result = relation.relation(old, new)
    assert result.kind == SAME
    assert result.is_sure


@each_row(
    ("old", "new"),
    [
        ("Use pnpm, not npm", "Use npm, not pnpm"),
        ("Requests time out after 30 seconds", "Requests time out after 20 seconds"),
        ("Retry two times", "Retry three times"),
        ("Names end with `_i`", "Names end with `_q`"),
        ("Use tabs", "Do not use tabs"),
        ("Lint before the tests", "Run the tests before lint"),
        ("Use pnpm, not npm", "We no longer use pnpm"),
        ("Emails are sent with the user's consent", "Emails are sent without the user's consent"),
        ("Migrations run before the deploy", "Migrations run after the deploy"),
        ("Only admins may delete users", "Admins may not delete users"),
        ("Users must confirm their address", "Users should confirm their address"),
        (
            "Use spaces, not tabs in Python; tabs, not spaces in Go",
            "Use tabs, not spaces in Python; spaces, not tabs in Go",
        ),
        ("On utilise pnpm au lieu de npm", "On utilise npm au lieu de pnpm"),
        ("Backups nur am Wochenende", "Backups nie am Wochenende"),
        ("Retry only when attempts < 5", "Retry only when attempts > 5"),
        ("The budget is $200 a month", "The budget is £200 a month"),
        ("Read the settings from PATH_X", "Read the settings from path_x"),
        ("The limit is 100 Mb", "The limit is 100 MB"),
        ("用 npm 代替 pnpm", "Use pnpm, not npm"),
        (
            "Deploy " + "the old service and " * 30 + "only in production",
            "Deploy " + "the old service and " * 30 + "never in it",
        ),
        ("Flags are kept in Unleash", "We moved our flags from Unleash to ConfigCat"),
        ("Use pnpm, not npm", "Use pnpm, not npm, in the shop"),
        ("Use pnpm, not npm, in the shop", "Use pnpm, not npm"),
        ("Rebase the feature branches on main, never merge main into them", "Never deploy the countdown on a Friday"),
        ("Never show the account archive to guests", "Never show the archive parser to guests"),
        ("Use 'x_' at the end of all function arguments", "Use 'x_' at the end of all variables"),
        ("Avoid tabs", "Do not avoid tabs"),
        ("Audit logs are copied to the archive", "The archive is copied to audit logs"),
        ("Backups are encrypted, snapshots are not", "Snapshots are encrypted, backups are not"),
    ],
)
def test_another_value_is_never_surely_the_same(old: str, new: str) -> None:
    result = relation.relation(old, new)
    assert not (result.kind == SAME and result.is_sure)


@pytest.mark.parametrize("text", ["Write the sync daemon in C", "日時はUTCで保存する", "x", "✅", "a " * 900])
def test_a_text_is_surely_the_same_as_itself(text: str) -> None:
    assert relation.relation(text, f"  {text}. ").is_sure
    assert relation.relation(text, f"  {text}. ").kind == SAME


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Begin event names with `ev_`", "Begin event names with `on_`"),
        ("Use tabs", "Use spaces"),
        ("Use maven", "Use gradle, not maven"),
        ("Use pnpm, not npm", "Use yarn, not pnpm"),
        ("Tests are run with `npm test`", "Tests are run with `pnpm test`"),
        ("Use pnpm instead of npm for every install", "We moved: from now on use npm instead of pnpm"),
        (
            "When naming widgets, always start the name with 'w_'. It helps us.",
            "From now on begin all widget names with 'q_'.",
        ),
        ("Hash the tokens with argon2", "Hash the tokens with HMAC, not argon2"),
    ],
)
def test_what_cannot_both_hold_surely_ends_the_older(old: str, new: str) -> None:
    assert relation.ends(old, new)


@each_row(
    ("old", "new"),
    [
        ("Use pnpm for the shop", "Use uv for the backend"),
        ("Import the `json` module first", "Import the `csv` module first"),
        ("Always sort the invoice list by name", "Always sort the payment list by name"),
        ("Tests are run with `pytest -q`", "Tests are run with `pytest -x`"),
        ("Never touch the schema", "Restart the worker after a change"),
        ("Prefer tool1", "Prefer tool2"),
        ("Always sort the valve feed by name", "From now on, always sort the valve report by name"),
        ("Never split the refund queue over two modules", "Never split the refund template over two modules"),
        ("Start widget names with 'w_'", "From now on, start gadget names with 'w_'"),
        ("Start widget names with 'w_'", "From now on, end widget names with '_w'"),
        ("Add the '@traced' decorator to all handlers", "Going forward, add the '@cached' decorator to all handlers"),
        ("Use argon2 for the admin login", "We use HMAC instead of argon2"),
        ("Use argon2", "Importer: HMAC instead of argon2"),
        ("Never import `part1` in this project", "Never import `part2` in this project"),
        ("Use pnpm instead of npm in the shop", "Use npm instead of pnpm"),
    ],
)
def test_what_may_both_hold_ends_nothing(old: str, new: str) -> None:
    assert not relation.ends(old, new)
    assert not relation.ends(new, old)


def test_of_two_the_fuller_wording_stands_for_both() -> None:
    more = "Commit messages in the imperative, with a ticket"
    assert relation.fuller("Commit messages in the imperative", more) == more
    assert relation.fuller("Use pnpm", "Use pnpm for publishing") is None
    assert relation.fuller("Use pnpm", "Never use pnpm") is None


def test_a_changed_value_with_a_word_of_change_replaces() -> None:
    assert relation.relation("Deploys happen on Tuesdays", "Since June we deploy on Thursdays").kind == REPLACES
    changed = relation.relation("always end attribute names with '_i'", "always end attribute names with '_q'")
    assert changed.kind in (REPLACES, CONTRADICTS)


@examples(150)
@given(TEXTS, TEXTS)
def test_any_two_texts_have_one_relation(old: str, new: str) -> None:
    result = relation.relation(old, new)
    assert result.kind in relation.KINDS
    assert result == relation.relation(old, new)
    assert relation.standing(new, [(1, old)]) in (None, 1)


@given(TEXTS, TEXTS)
def test_what_is_apart_at_a_glance_is_never_surely_the_same(old: str, new: str) -> None:
    result = relation.relation(old, new)
    assert not (result.kind == SAME and result.is_sure and accept.surely_apart(old, new))


@pytest.mark.parametrize("new", ["The limit is 30 MB", "The limit is 20 Mb", "The limit is 20 MB!", "`a_b` is 20 MB"])
def test_a_number_or_a_sign_apart_is_seen_at_a_glance(new: str) -> None:
    assert accept.surely_apart("The limit is 20 MB", new) is not new.endswith("!")


def test_of_known_statements_the_one_that_says_it_is_named() -> None:
    known = enumerate(["Money is stored in cents", PNPM[0], "Tests live next to the code"])
    assert relation.standing(PNPM[2], known) == 1
    assert relation.standing("Dates are stored in UTC", known) is None
    assert relation.standing("", [(1, "")]) is None


@pytest.fixture
def run(repo: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch) -> Callable[..., Output]:
    from memory_core.cli import main

    def call(*arguments: str) -> Output:
        monkeypatch.chdir(repo)
        code = main(list(arguments))
        out, err = capsys.readouterr()
        return Output(code, out, err)

    return call


def test_each_verb_says_that_it_stands_names_it_and_keeps_one(run: Callable[..., Output], repo: Path) -> None:
    verbs = (
        ("jarvis", "memory", "learn"),
        ("remember", "decision"),
        ("iris", "add-constraint", "--reason", "one lock file"),
        ("aidd", "append", "--ticket", "T-1", "--topic", "package manager"),
    )
    first = [run(*verb, PNPM[0]) for verb in verbs]
    assert all(result.code == 0 for result in first), [result.err for result in first]
    for words in PNPM[1:]:
        for verb in verbs:
            result = run(*verb, words)
            assert "exists already" in result.out + result.err, (verb, words)
    exported = run("export", "--json").json["memories"]
    by_home: dict[str, int] = {}
    for memory in exported:
        by_home[memory["home"]] = by_home.get(memory["home"], 0) + ("pnpm" in memory["summary"])
    assert set(by_home.values()) == {1}, by_home
    briefing = run("brief").out
    assert sum("pnpm" in line for line in briefing.splitlines()) == 1, briefing


def test_a_reason_is_added_to_what_stands_and_anew_keeps_both(run: Callable[..., Output]) -> None:
    kept = run("remember", "decision", PNPM[0], "--json").json
    more = run("remember", "decision", PNPM[1], "--rationale", "one lock file", "--json").json
    assert more["id"] == kept["id"]
    assert "one lock file" in more["body"]
    assert run("remember", "decision", PNPM[1], "--anew", "--json").json["id"] != kept["id"]
    assert run("remember", "decision", PNPM[2], "--json").json["known"] is True


def test_another_decision_on_the_topic_is_kept_as_it_is_said(run: Callable[..., Output]) -> None:
    append = ("aidd", "append", "--ticket", "T-9", "--topic", "Rules", "--json", "--decision")
    decisions = ["Releases happen on Tuesday", "Session cookie is SameSite=Lax", "Queries run with a timeout",
            "Queries run without a timeout"]  # fmt: skip
    assert [run(*append, decision).json["decision"] for decision in decisions] == decisions


def test_the_opposite_never_takes_the_place_of_what_stands(run: Callable[..., Output]) -> None:
    first = run("remember", "decision", "Emails are sent with the user's consent", "--json").json
    second = run(
        "remember", "decision", "Emails are sent without the user's consent", "--context", "x", "--status",
        "superseded", "--json",
    ).json  # fmt: skip
    assert first["id"] != second["id"]
    assert run("show", first["id"], "--json").json["status"] == "active"


def test_a_reason_that_is_given_again_is_added_once(run: Callable[..., Output]) -> None:
    memories = [run("remember", "decision", PNPM[0], "--rationale", "one lock file", "--json").json for _ in range(3)]
    assert len({memory["id"] for memory in memories}) == 1
    assert memories[-1]["body"].count("one lock file") == 1


def test_a_guard_rail_is_kept_beside_its_twin_on_demand(run: Callable[..., Output]) -> None:
    add = ("iris", "add-constraint", "--reason", "one lock file")
    assert run(*add, PNPM[0]).code == 0
    refused = run(*add, PNPM[1])
    assert refused.code == 1
    assert "AC-001" in refused.err
    assert run(*add, PNPM[1], "--anew").code == 0


def test_the_briefing_keeps_what_two_specs_say(run: Callable[..., Output]) -> None:
    for spec, words in (("a", "with"), ("b", "without")):
        assert run("remember", "decision", f"Queries run {words} a timeout", "--spec", spec).code == 0
    briefing = run("brief").out
    assert "with a timeout" in briefing
    assert "without a timeout" in briefing


def test_without_its_weights_everything_is_kept(run: Callable[..., Output], monkeypatch: pytest.MonkeyPatch) -> None:
    def damaged(old: str, new: str) -> relation.Relation:
        raise ValueError("the weights relation.txt are damaged: install the plugin again")

    monkeypatch.setattr(relation, "relation", damaged)
    for words in PNPM[:2]:
        assert run("remember", "decision", words).code == 0
        assert run("iris", "add-constraint", words, "--reason", "x").code == 0
    assert sum("pnpm" in line for line in run("brief").out.splitlines()) == 4


@pytest.mark.parametrize("is_repository", [True, False])
def test_without_a_commit_what_stands_in_the_journal_is_named(
    is_repository: bool, tmp_path: Path, capsys: pytest.CaptureFixture[str], monkeypatch: pytest.MonkeyPatch
) -> None:
    from memory_core.cli import main

    monkeypatch.chdir(tmp_path)
    if is_repository:
        assert os.system("git init -q .") == 0
    kept = []
    for words in (*PNPM, "Use pnpm, not npm, in the shop"):
        assert main(["remember", "decision", words, "--json"]) == 0
        kept.append(json.loads(capsys.readouterr().out)["id"])
    assert len(set(kept[:3])) == 1
    assert kept[3] != kept[0]
    assert main(["remember", "decision", PNPM[1], "--rationale", "one lock file", "--json"]) == 0
    assert "one lock file" in json.loads(capsys.readouterr().out)["body"]


@pytest.mark.parametrize(
    ("old", "new"),
    [
        ("Commit messages are in English.", "Always answer in English."),
        ("Commit messages are in English.", "Write code comments in English."),
        ("Store the keys in SOPS rather than in Vault.", "Store the test keys in SOPS rather than in Vault."),
        ("Use pnpm instead of npm.", "Use pnpm, not npm, in new packages."),
        ("We use HMAC instead of argon2 for the codes.", "In tests, use HMAC instead of argon2 for the codes."),
    ],
)
def test_what_says_more_or_shares_one_word_is_not_the_same(old: str, new: str) -> None:
    for first, second in ((old, new), (new, old)):
        result = relation.relation(first, second)
        assert not (result.is_sure and result.kind == "same"), result
