"""What all homes of JSON share: an object that may be damaged, a text that may be none, a fault in plain words."""

import os
from pathlib import Path

import pytest

from memory_core.core import log
from memory_core.core.json_log import JsonLog
from memory_core.core.light import json_store, user
from memory_core.core.light.errors import Refusal


@pytest.mark.parametrize(
    ("raw", "expected"),
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
def test_a_file_says_an_object_or_none(tmp_path, raw, expected):
    path = tmp_path / "a.json"
    path.write_bytes(raw)
    assert json_store.load(str(path)) == expected


def test_what_is_not_there_or_too_long_says_none(tmp_path):
    assert json_store.load(str(tmp_path / "absent.json")) == {}
    (tmp_path / "long.json").write_text('{"a": 1}' + " " * 100)
    assert json_store.load(str(tmp_path / "long.json"), 7) == {}


def test_a_state_is_written_on_one_line(tmp_path):
    path = str(tmp_path / "a.json")
    json_store.save(path, {"a": ["é"]})
    assert (tmp_path / "a.json").read_text() == '{"a":["é"]}\n'
    assert json_store.load(path) == {"a": ["é"]}


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (b"a\n\xc3\xa9", ("a\né", "")),
        (b"a\n\xff", ("a\n\ufffd", "is not UTF-8 (line 2); save it as UTF-8")),
        ("a".encode("utf-16"), ("a", "is not UTF-8 but UTF-16; save it as UTF-8")),
    ],
)
def test_a_text_that_is_not_utf_8_is_told(raw, expected):
    assert json_store.decoded(raw) == expected


def test_what_cannot_be_written_is_refused_with_its_place(tmp_path):
    (tmp_path / "file").write_text("")
    with (
        pytest.raises(Refusal, match=r"file cannot be written: .*; nothing was kept"),
        json_store.writing("x", "nothing was kept"),
    ):
        os.mkdir(tmp_path / "file")


def test_an_object_that_is_derived_is_read_under_its_limit_and_takes_its_place(repo: Path):
    kept = json_store.derived("what.json", 100)
    assert kept.load(str(repo)) == {}
    kept.save(str(repo), value={"a": "b"})
    assert (kept.load(str(repo)), kept.path(str(repo))) == ({"a": "b"}, user.derived(str(repo), "what.json"))
    Path(kept.path(str(repo))).write_text('{"a": "' + "x" * 200 + '"}')
    assert kept.load(str(repo)) == {}
    os.unlink(kept.path(str(repo)))
    os.makedirs(os.path.join(kept.path(str(repo)), "inside"))
    kept.save(str(repo), value={"a": "c"})
    assert kept.load(str(repo)) == {"a": "c"}


def test_a_log_holds_lines_without_secrets_and_leaves_damaged_ones_out(tmp_path):
    kept = JsonLog(lambda name: str(tmp_path / name))
    secret = "ghp_" + "a1B2c3D4e5" * 3 + "f6G7h8"
    kept.append("a.jsonl", entries=[{"n": 1, "why": f"with {secret}"}])
    with open(tmp_path / "a.jsonl", "a") as file:
        file.write('{"n": 2, "cut')
    kept.append("a.jsonl", entries=[{"n": 3, "why": "a\u2028b"}, {"n": 4}])
    assert secret not in (tmp_path / "a.jsonl").read_text()
    assert [entry["n"] for entry in kept.entries("a.jsonl")] == [1, 3, 4]
    assert [entry["n"] for entry in kept.entries("a.jsonl", most=1)] == [4]
    kept.append("absent.jsonl", entries=[])
    assert kept.entries("absent.jsonl") == []
    assert not (tmp_path / "absent.jsonl").exists()


def test_of_a_long_log_the_whole_lines_at_its_end_are_read(tmp_path):
    kept = JsonLog(lambda: str(tmp_path / "a.jsonl"), 30)
    kept.write(entries=[{"n": number} for number in range(100, 120)])
    assert [entry["n"] for entry in kept.entries()] == [118, 119]


@pytest.mark.parametrize(
    ("raw", "expected"),
    [
        (None, (None, "")),
        (b'\xef\xbb\xbf{"a": 1}', ({"a": 1}, "")),
        (b"[1]", (None, "is not a JSON object")),
        (b"", (None, "is not a JSON object")),
        (
            b'{"a": "' + b"x" * 100 + b'"}',
            (None, "cannot be read: it has 109 bytes, and at most 50 bytes are read; move old entries out of it"),
        ),
    ],
)
def test_an_object_is_read_or_it_is_told_why_not(tmp_path, raw, expected):
    if raw is not None:
        (tmp_path / "a.json").write_bytes(raw)
    assert json_store.read_object(str(tmp_path / "a.json"), 50) == expected


def test_a_link_is_not_followed_to_an_object(tmp_path):
    (tmp_path / "b.json").write_text('{"a": 1}')
    (tmp_path / "a.json").symlink_to("b.json")
    value, why = json_store.read_object(str(tmp_path / "a.json"), 50)
    assert (value, "symbolic link" in why) == (None, True)
    assert json_store.load(str(tmp_path / "a.json")) == {}


def test_a_fault_that_is_contained_is_a_line_of_the_log(
    repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch
) -> None:
    monkeypatch.setenv("MEMORY_CORE_DATA", str(tmp_path / "data"))  # whose log no other run has written to
    with log.contained("a part", str(repo)):
        raise ValueError("it broke")
    [entry] = [entry for entry in log.tail(str(repo)) if entry["what"] == "a part"]
    assert entry["why"] == "ValueError: it broke"
    with pytest.raises(KeyError), log.contained("a part", str(repo), ValueError):
        raise KeyError("another")
    with pytest.raises(KeyboardInterrupt), log.contained("a part", str(repo)):
        raise KeyboardInterrupt
