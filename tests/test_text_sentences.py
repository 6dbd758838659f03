"""Where sentences end, and where they do not."""

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.language.sentences import sentences, spans

TWO = (
    ("Use WAL. It is faster.", "Use WAL."),
    ("Is it done? Yes, it is.", "Is it done?"),
    ("We need 20. Platform moved on.", "We need 20."),
    ('He said "no." We went on.', 'He said "no."'),
    ("使用 WAL。它更快。", "使用 WAL。"),
    ("Это готово. Дальше тесты.", "Это готово."),
    ("Run `a. B` first. Then push.", "Run `a. B` first."),
)
ONE = (
    "It holds e.g. The rest does not.",
    "See [the page. Or not](https://x.y/z) first.",
    "Call `a. B` first.",
    "Am 3. März geht es los.",
    "bis zum 3. Mai, z. B. Dienstag.",
    "Asked J. Smith about it.",
    "1. First the schema",
    "Use it vs. Redis.",
    "so it is. and so on",
)


@pytest.mark.parametrize(("text", "first"), TWO)
def test_two_sentences(text, first):
    parts = sentences(text)
    assert len(parts) == 2
    assert parts[0] == first


@pytest.mark.parametrize("text", ONE)
def test_one_sentence(text):
    assert sentences(text) == [text]


def test_what_may_be_asked_for():
    assert sentences("use it. then push", loose=True) == ["use it.", "then push"]
    assert sentences("Decided: Use it", announced=True) == ["Decided:", "Use it"]
    assert sentences("It waits (for A. Then B). Next.", whole=True) == ["It waits (for A. Then B).", "Next."]


@given(text=st.text(alphabet="aA.!? (`[)]\n。1:", max_size=60), loose=st.booleans(), whole=st.booleans())
def test_nothing_is_lost_and_nothing_is_said_twice(text, loose, whole):
    ranges = spans(text, loose=loose, whole=whole)
    assert all(first < last for first, last in ranges)
    assert "".join(text[first:last] for first, last in ranges).split() == text.split()
    assert ranges == sorted(ranges)
