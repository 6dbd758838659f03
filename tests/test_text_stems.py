"""Stems: those of the library, of English words alone, in both spellings; the weights know words by them."""

import re
import sys
from binascii import crc32
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.language.light import roots, stems
from tests.rows import each_row

ROOT = Path(__file__).resolve().parent.parent
_ENDS = (
    "s es ies ied ed eed edly ing ingly y ly li ally ation ations ational ize izer ization ator alism aliti fulness "
    "ous ousness ive iveness bility ogy ogist less lessly icate ical ful ness ative al ance ence er ic able ible ant "
    "ement ment ent ism ate ity ion e l ll 's '"
).split()
_BEGIN = (
    "cach connect deploy exc exten gener happ hop inter log migrat modul organ past play pray quer relat run sens sky "
    "stat succe tokeni univers vector write yell"
).split()
_BASES = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=9)


@pytest.mark.parametrize(
    ("word", "stem"),
    [
        ("migrations", "migrat"), ("connection", "connect"), ("queries", "queri"), ("queried", "queri"),
        ("happily", "happili"), ("skis", "ski"), ("dying", "die"), ("news", "news"), ("inning", "inning"),
        ("exceed", "exceed"), ("generously", "generous"), ("controlling", "control"), ("paste", "paste"),
        ("relational", "relat"), ("cat's", "cat"), ("hopping", "hop"), ("hoping", "hope"),
    ],
)  # fmt: skip
def test_a_stem_is_that_of_the_published_algorithm(word, stem):
    assert stems.stem(word) == stem


def test_stems_are_those_that_the_weights_were_fitted_with():
    """A version of the library that stems otherwise wants weights that are fitted again."""
    made = [stems.stem(base + first + second) for base in _BEGIN for first in _ENDS for second in ("", *_ENDS)]
    assert (len(made), crc32(" ".join(made).encode())) == (92_568, 374927908)


def test_an_environment_of_an_earlier_set_up_stems_nearly_all_words_alike(monkeypatch):
    words_of_docs = " ".join(path.read_text("utf-8") for path in ROOT.glob("docs/**/*.md"))
    words = sorted(set(re.findall("[a-z]+", words_of_docs.lower())))
    assert len(words) > 2_000
    now = {word: stems.stem(word) for word in words}
    monkeypatch.setitem(sys.modules, "Stemmer", None)
    monkeypatch.setattr(stems, "_published", [])
    monkeypatch.setattr(stems, "_known", {})
    assert sum(stems.stem(word) != now[word] for word in words) <= len(words) // 300


@given(base=_BASES, ends=st.lists(st.sampled_from(_ENDS), max_size=3))
def test_a_stem_of_a_made_up_word_begins_it_as_americans_spell_it(base, ends):
    word = base + "".join(ends)
    assert stems.spelt(word).startswith(stems.stem(word)[:-2])


@given(word=st.text(max_size=40))
def test_a_stem_begins_its_word_but_for_two_letters(word):
    assert word.removeprefix("'").startswith(stems.stem(word)[:-2].removeprefix("'"))


@pytest.mark.parametrize("word", ["", "a", "日本語", "größe", "v2s", "foo_bars", "x" * 101 + "s", "'''", "données"])
def test_what_is_no_english_word_is_its_own_stem(word):
    assert stems.stem(word) == word


def test_no_more_stems_are_remembered_than_are_worth_it():
    for number in range(60_000):
        stems.stem(f"n{number}")
    assert len(stems._known) <= 50_000


@pytest.mark.parametrize(
    ("british", "american"),
    [
        ("optimise", "optimize"),
        ("organisations", "organizations"),
        ("serialised", "serialized"),
        ("tokeniser", "tokenizer"),
    ],
)
def test_both_spellings_have_one_stem(british, american):
    assert stems.stem(british) == stems.stem(american)


@pytest.mark.parametrize("word", ["raise", "noises", "precise", "promised", "otherwise", "revising", "enterprises"])
def test_what_only_looks_british_is_left(word):
    assert stems.spelt(word) == word


@each_row(
    "forms",
    [
        "cookie cookies", "retry retried retries", "migration migrations migrating migrationen", "café cafes",
        "datenbank datenbanken", "änderung änderungen", "bureau bureaux", "migraciones migración", "prüfen prüfung",
        "миграция миграции миграций", "таблица таблицы таблицами", "screen screens", "serialise serialization",
    ],
)  # fmt: skip
def test_a_root_is_one_for_all_forms_whatever_the_language(forms):
    assert len({roots.root(word) for word in forms.split()}) == 1


@pytest.mark.parametrize("words", ["cookie cook", "cache catch", "session season", "index indigo", "test text"])
def test_words_of_their_own_keep_their_roots(words):
    assert len({roots.root(word) for word in words.split()}) == 2
