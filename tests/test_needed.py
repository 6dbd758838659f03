"""An expression is passed over only where it could not match: the words that it needs are right, and up to date."""

import re

import pytest
from hypothesis import HealthCheck, assume, given, settings
from hypothesis import strategies as st

from memory_core import data
from memory_core.extract import lazy_patterns
from tests.properties import examples
from tools.fit.tasks import needed as maker

KNOWN = [expression for expression in maker.expressions() if lazy_patterns.needed(expression)]


def test_the_words_are_those_of_the_expressions_as_they_stand():
    for name, text in maker.make().items():
        assert data.read(name).decode() == text, "run .venv/bin/python -m tools.fit needed"
    for pattern in maker.expressions():
        assert list(lazy_patterns.needed(pattern)) == maker.words_of(pattern)


@pytest.mark.heavy
@settings(examples(250), deadline=None, suppress_health_check=list(HealthCheck))
@given(st.data())
def test_what_an_expression_matches_has_its_words(drawn: st.DataObject):
    pattern = drawn.draw(st.sampled_from(KNOWN))
    text = drawn.draw(st.from_regex(pattern)) + drawn.draw(st.sampled_from(["", ".", " x", "\n"]))
    assume(re.search(pattern, text))
    assert lazy_patterns.may_match(pattern, text)
    assert lazy_patterns.may_match(pattern, text.upper()) or not re.search(pattern, text.upper(), re.IGNORECASE)


@pytest.mark.parametrize(
    ("pattern", "places"),
    [
        (r"\b(?:from now on|always)\b", [(" always ", " from now on ")]),
        (r"\b(?:stop|start)\s+\w+ing\b", [(" start ", " stop "), ("ing ",)]),
        (r"^(?:no,? )?use (?P<what>\S+) (?:instead of|over)", [(" use ",), (" instead of", " over")]),
        (r"(?i)\bnicht so\b", [(" nicht so ",)]),
        (r"don't|dont", [("don t", "dont")]),
        (r"\w+|always", []),
        (r"(?:always)?", []),
        (r"(?!never)\w+", []),
        (r"[а-яё]{2}", [(lazy_patterns.ABROAD,)]),
        (r"[^a]", []),
    ],
)
def test_the_words_of_an_expression(pattern: str, places: list[tuple[str, ...]]):
    assert sorted(maker.words_of(pattern)) == sorted(places)


def test_a_word_is_found_in_whatever_case_an_expression_finds_it():
    every = [chr(number) for number in range(0x250)] + ["\u1e9e", "\u212a", "\u212b"]
    for letter in "abcdefghijklmnopqrstuvwxyzäöüßéèàçñ":
        for other in every:
            if re.fullmatch(letter, other, re.IGNORECASE):
                assert letter.casefold() in lazy_patterns.plain(other), (letter, other)
