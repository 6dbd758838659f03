"""What all homes of JSON share: an object that may be damaged, a text that may be none, a fault in plain words."""

import os

import pytest

from memory_core.domain.errors import Refusal
from memory_core.stores import home


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        (b'{"a": 1}', {"a": 1}),
        (b'\xef\xbb\xbf{"a": 1}', {"a": 1}),
        (b"[1]", {}),
        (b"{", {}),
        (b"", {}),
        (b"[" * 100_000, {}),
        (b'{"a": "\xff"}', {"a": "\ufffd"}),
    ],
)
def test_a_file_says_an_object_or_none(tmp_path, raw, found):
    path = tmp_path / "a.json"
    path.write_bytes(raw)
    assert home.load(str(path)) == found


def test_what_is_not_there_or_too_long_says_none(tmp_path):
    assert home.load(str(tmp_path / "absent.json")) == {}
    (tmp_path / "long.json").write_text('{"a": 1}' + " " * 100)
    assert home.load(str(tmp_path / "long.json"), 7) == {}


def test_a_state_is_written_on_one_line(tmp_path):
    path = str(tmp_path / "a.json")
    home.save(path, {"a": ["é"]})
    assert (tmp_path / "a.json").read_text() == '{"a":["é"]}\n'
    assert home.load(path) == {"a": ["é"]}


@pytest.mark.parametrize(
    ("raw", "found"),
    [
        (b"a\n\xc3\xa9", ("a\né", "")),
        (b"a\n\xff", ("a\n\ufffd", "is not UTF-8 (line 2); save it as UTF-8")),
        ("a".encode("utf-16"), ("a", "is not UTF-8 but UTF-16; save it as UTF-8")),
    ],
)
def test_a_text_that_is_not_utf_8_is_told(raw, found):
    assert home.decoded(raw) == found


def test_what_cannot_be_written_is_refused_with_its_place(tmp_path):
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(Refusal, match=r"file cannot be written: .*; nothing was kept"),
        home.writing("x", "nothing was kept"),
    ):
        os.mkdir(tmp_path / "file")
