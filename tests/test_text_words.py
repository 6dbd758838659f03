"""The tokeniser: which words a text has, and of what a name is made."""

import re

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.language.light import words


@given(text=st.text(max_size=80))
def test_a_word_is_a_run_of_letters_and_digits(text):
    assert words.tokens(text) == re.findall(r"[^\W_]+", words.fold(text))


@given(text=st.text(max_size=80))
def test_an_apostrophe_parts_no_word(text):
    assert "".join(words.joined(text)) == "".join(words.tokens(text.replace("'", "").replace("’", "")))


@given(name=st.text("abcXYZ09é", max_size=40))
def test_the_parts_of_a_name_are_the_name(name):
    assert "".join(words.humps(name)) == name


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("Use the WAL_mode, please.", ["use", "the", "wal", "mode", "please"]),
        ("v1.2 of ＡＰＩ", ["v1", "2", "of", "api"]),
        ("cafe\u0301 Straße", ["café", "straße"]),
        ("", []),
        ("...", []),
    ],
)
def test_words_are_folded(text, expected):
    assert words.tokens(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("retryCount", ["retry", "count"]),
        ("HTTPServer and S3Bucket", ["http", "server", "and", "s3", "bucket"]),
        ("HTTP is PLAIN", ["http", "is", "plain"]),
        ("max_retries", ["max", "retries"]),
    ],
)
def test_names_are_taken_apart(text, expected):
    assert words.parts(text) == expected


@pytest.mark.parametrize(
    ("text", "expected"),
    [
        ("設定を", ["設定", "定を"]),
        ("型 a ภาษา", ["型", "ภา", "าษ", "ษา"]),
        ("plain", []),
        ("日本、中", ["日本", "中"]),
    ],
)
def test_scripts_without_spaces_are_read_by_twos(text, expected):
    assert words.pairs(text) == expected
