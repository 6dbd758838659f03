"""The stemmer: the published algorithm, as the library of those who published it runs it."""

import re
from pathlib import Path

import pytest
import snowballstemmer
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
_BASES = st.text("abcdefghijklmnopqrstuvwxyz", min_size=1, max_size=9)


@pytest.fixture(scope="module")
def published():
    return snowballstemmer.stemmer("english")


@pytest.mark.heavy
def test_every_word_of_this_repository_has_the_stem_that_the_library_gives_it(published):
    told = [*ROOT.glob("**/*.md"), *ROOT.glob("memory_core/**/*.py"), *ROOT.glob("tests/**/*.txt")]
    found = {word for one in told for word in re.findall(r"[a-z]+(?:'[a-z]+)*", one.read_text("utf-8").lower())}
    assert len(found) > 5_000
    assert {word: stems.stem(word) for word in found if len(word) <= stems.LONGEST} == {
        word: published.stemWord(stems.spelt(word)) for word in found if len(word) <= stems.LONGEST
    }


@given(base=_BASES, ends=st.lists(st.sampled_from(_ENDS), max_size=3))
def test_a_made_up_word_has_it_too(base, ends, published):
    word = base + "".join(ends)
    assert stems.stem(word) == published.stemWord(stems.spelt(word))


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
    assert stems.base(british) == stems.base(american)


@pytest.mark.parametrize("word", ["raise", "noises", "precise", "promised", "otherwise", "revising", "enterprises"])
def test_what_only_looks_british_is_left(word):
    assert stems.spelt(word) == word


@pytest.mark.parametrize("forms", ["cache caches cached caching", "query queries queried querying", "run runs"])
def test_the_forms_of_a_word_have_one_base(forms):
    assert len({stems.base(one) for one in forms.split()}) == 1


@pytest.mark.parametrize("words", ["container contain", "validation validate", "importance import"])
def test_what_is_derived_has_another(words):
    assert len({stems.base(one) for one in words.split()}) == 2


@each_row(
    "forms",
    [
        "cookie cookies", "retry retried retries", "migration migrations migrating migrationen", "café cafes",
        "datenbank datenbanken", "änderung änderungen", "bureau bureaux", "migraciones migración", "prüfen prüfung",
        "миграция миграции миграций", "таблица таблицы таблицами", "screen screens", "serialise serialization",
    ],
)  # fmt: skip
def test_a_root_is_one_for_all_forms_whatever_the_language(forms):
    assert len({roots.root(one) for one in forms.split()}) == 1


@pytest.mark.parametrize("words", ["cookie cook", "cache catch", "session season", "index indigo", "test text"])
def test_words_of_their_own_keep_their_roots(words):
    assert len({roots.root(one) for one in words.split()}) == 2
