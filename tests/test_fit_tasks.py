"""What `tools.fit` makes of the examples: a row in one split, the same weights wherever they are fitted."""

from collections.abc import Sequence

import pytest

from memory_core import data
from memory_core.language import linear
from memory_core.reviews import classify_defect
from tools.fit import __main__ as fit_main
from tools.fit import examples
from tools.fit import linear as fit
from tools.fit.examples import Example
from tools.fit.tasks import defects

HEAD = "\t".join(Example._fields)


def table(*rows: Sequence[str]) -> str:
    return "\n".join((HEAD, *("\t".join(row) for row in rows))) + "\n"


def row(text: str, author: str = "a", split: str = "train") -> tuple[str, ...]:
    return ("security", "xss", text, "en", "own", author, split)


def test_the_examples_of_the_product_are_sound() -> None:
    rows = examples.load("defects")
    assert {row.split for row in rows} == set(examples.SPLITS)
    assert {row.source for row in rows} == {"own"}
    assert all(row.text.strip() == row.text != "" for row in rows)


@pytest.mark.parametrize(
    ("rows", "why"),
    [
        ((row("Put in unescaped."), row("put in unescaped", "b", "held_out")), "in both splits"),
        ((row("Put in unescaped."), row("PUT IN, unescaped!")), "twice"),
        ((row("Put in unescaped."), row("Echoed as it came.", split="held_out")), "author a stands in both splits"),
        ((row("Put in unescaped.", split="test"),), "line 2"),
        ((row("Put in\tunescaped."),), "line 2"),
    ],
)
def test_a_row_that_cannot_be_learned_from_is_refused(rows: tuple[tuple[str, ...], ...], why: str) -> None:
    with pytest.raises(ValueError, match=why):
        examples.parsed(table(*rows))


def test_columns_must_be_those_that_are_known() -> None:
    with pytest.raises(ValueError, match="columns"):
        examples.parsed("label\ttext\nxss\tPut in unescaped.\n")


@pytest.mark.heavy
def test_a_part_of_the_weights_fitted_anew_is_what_the_product_reads() -> None:
    """Labels are fitted one by one: what a few of them get does not depend on which others are fitted."""
    kinds = list(classify_defect.defects())
    some = ["csrf", "long-function", "typos"]
    again = defects.fitted(examples.train(examples.load("defects")), some)
    kept = linear.load_sparse(classify_defect.WEIGHTS)
    assert list(kept.names) == kinds
    assert [kept.biases[kinds.index(name)] for name in some] == list(again.biases)
    for place, row in enumerate(kept.rows):
        here = {kinds[label]: weight for label, weight in linear.entries(row) if kinds[label] in some}
        assert here == {some[label]: weight for label, weight in linear.entries(again.rows[place])}


def test_no_held_out_row_is_fitted() -> None:
    rows = examples.load("defects")
    assert all(row.split == "train" for row in examples.train(rows))
    assert 0 < sum(row.split == "held_out" for row in rows) < len(rows)


def test_a_sparse_model_scores_as_the_one_that_it_was_made_of() -> None:
    rows = [
        fit.Row((f"is {label}", f"noise {at % 7}"), label, "a") for at, label in enumerate("red green blue".split() * 9)
    ]
    dense = fit.fitted(rows, fit.Settings(bits=6, passes=5))
    sparse = fit.sparse(dense, least=1)
    again = linear.parse_sparse(fit.written_sparse(sparse), "test")
    for features in (["is red"], ["is green", "noise 3"], [], ["never seen"], ["is red", "is red"]):
        assert again.scores(features) == sparse.scores(features) == dense.scores(features)


@pytest.mark.parametrize(
    "damage", ["", "memory-core sparse weights 1\nbits 2\nlabels a:0\n\n", "memory-core weights 1\n"]
)
def test_damaged_weights_say_what_to_do(damage: str) -> None:
    with pytest.raises(ValueError, match="install the plugin again"):
        linear.parse_sparse(damage, "defects.weights.txt")


@pytest.mark.parametrize("damage", ["A", "AB?", "//////"])
def test_a_damaged_row_says_so_when_it_is_read(damage: str) -> None:
    model = linear.parse_sparse(f"{linear.SPARSE}\nbits 0\nlabels a:0\n{damage}\n", "test")
    with pytest.raises(ValueError, match="install the plugin again"):
        model.scores(["anything"])


def test_the_weights_are_a_small_text() -> None:
    raw = data.read(classify_defect.WEIGHTS)
    assert raw.isascii()
    assert len(raw) < 300_000


def test_check_compares_and_writes_nothing(monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]) -> None:
    before = data.read(classify_defect.WEIGHTS)
    monkeypatch.setattr(defects, "make", lambda: {classify_defect.WEIGHTS: "other"})
    assert fit_main.main(["defects", "--check"]) == 1
    assert classify_defect.WEIGHTS in capsys.readouterr().out
    assert data.read(classify_defect.WEIGHTS) == before
    monkeypatch.setattr(defects, "make", lambda: {classify_defect.WEIGHTS: before.decode()})
    assert fit_main.main(["defects", "--check"]) == 0


@pytest.mark.heavy
def test_the_examples_give_the_weights_that_the_product_reads(capsys: pytest.CaptureFixture[str]) -> None:
    """The fits that need seconds and nothing outside the repository. The others need minutes, or labelled sessions."""
    assert fit_main.main(["answer", "pasted", "--check"]) == 0, capsys.readouterr().out
