"""The fit of linear models: right on what can be told apart, the same bytes every time, honest about authors."""

from collections.abc import Iterator

import pytest

from memory_core.language import linear
from tools.fit import linear as fit

SMALL = fit.Settings(bits=8, cost=1.0, passes=10)


def rows() -> Iterator[fit.Row]:
    for at in range(120):
        label = ("red", "green", "no")[at % 3]
        author = "abc"[at // 3 % 3]
        yield fit.Row((f"is {label}", f"noise {at % 7}", f"author {author}"), label, author)


def test_what_can_be_told_apart_is_told_apart() -> None:
    model = fit.fitted(list(rows()), SMALL)
    assert [label.name for label in model.labels] == ["green", "red"]
    assert model.best(["is green", "noise 3"])[0].name == "green"
    assert model.best(["is red", "never seen"])[0].name == "red"
    assert all(score < 0 for score in model.scores(["is no", "noise 1"]))


def test_a_fit_makes_the_same_bytes_and_its_file_reads_back() -> None:
    first, second = (fit.fitted(list(rows()), SMALL) for _ in range(2))
    fit.calibrated(first, list(rows()), fit.crossed(list(rows()), SMALL))
    fit.calibrated(second, list(rows()), fit.crossed(list(rows()), SMALL))
    text = fit.written(first)
    assert text == fit.written(second)
    again = linear.parse(text, "test")
    assert fit.written(again) == text
    assert again.scores(["is red"]) == first.scores(["is red"])
    label, score = again.best(["is red", "noise 2"])
    assert label.certainty(score) > 0.9
    assert label.certainty(-(10**9)) == 0


def test_scores_are_from_a_fit_without_the_author() -> None:
    """What one author alone says gives nothing away about that author."""
    rows = [fit.Row((f"secret of {author}",), "yes" if author == "a" else "no", author) for author in "abcabc"]
    scores = fit.crossed(rows, SMALL)
    unseen = fit.fitted([row for row in rows if row.author != "a"], SMALL, ("yes",)).scores(["never seen"])
    assert scores[0] == unseen


def test_a_feature_of_one_author_alone_is_left_out() -> None:
    rows = [fit.Row(("said by all", f"said by {author}"), "yes", author) for author in "abab"]
    rows += [fit.Row((f"said by {author}", "else"), "no", author) for author in "abab"]
    model = fit.fitted(rows, fit.Settings(bits=12, cost=1.0, passes=10, authors=2))
    known = model.scores(["said by all"])
    assert known[0] > 0
    assert model.scores(["said by all", "said by a"]) == known


@pytest.mark.parametrize("damage", ["", "memory-core weights 2\nbits 8\n", "memory-core weights 1\nbits 8\nlabel a"])
def test_damaged_weights_say_what_to_do(damage: str) -> None:
    with pytest.raises(ValueError, match="install the plugin again"):
        linear.parse(damage, "kinds.txt")


def test_a_feature_counts_once_and_any_text_is_one() -> None:
    model = fit.fitted(list(rows()), SMALL)
    assert model.scores(["is red", "is red"]) == model.scores(["is red"])
    assert model.scores(["\udcff", "", "日本"])


@pytest.mark.parametrize("features", [[], [""], ["a", "b"], ["a\nb", ""], ["\n"], ["\ud800", "é"]])
def test_features_stand_where_each_alone_would(features: list[str]) -> None:
    assert linear.places(features, 0xFFFF) == {
        place for feature in features for place in linear.places([feature], 0xFFFF)
    }
