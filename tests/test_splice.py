"""JSON that somebody formatted by hand: what is not touched stays byte for byte."""

import json

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.core import splice

KEYS = st.text(max_size=6)
VALUES = st.recursive(
    st.none() | st.booleans() | st.integers(-9, 9999) | st.text(max_size=12),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(KEYS, inner, max_size=3),
    max_leaves=8,
)
BLANKS = st.sampled_from(["", " ", "\n", "\n  ", "\r\n\t", "   "])


def formatted(value, blank):
    """The value as JSON with any white space where JSON allows it."""
    if isinstance(value, dict):
        rows = [
            f"{blank()}{json.dumps(key, ensure_ascii=False)}{blank()}:{blank()}{formatted(member, blank)}{blank()}"
            for key, member in value.items()
        ]
        return "{" + (",".join(rows) or blank()) + "}"
    if isinstance(value, list):
        return "[" + (",".join(f"{blank()}{formatted(element, blank)}{blank()}" for element in value) or blank()) + "]"
    return json.dumps(value, ensure_ascii=False)


@st.composite
def texts(draw, values):
    value = draw(values)

    def blank():
        return draw(BLANKS)

    return draw(st.sampled_from(["", "\ufeff"])) + blank() + formatted(value, blank) + blank(), value


def read(text: str):
    return json.loads(text.removeprefix("\ufeff"))


def touched(before: str, after: str) -> tuple[int, int]:
    """How many characters at the start and at the end are the same."""
    start = next((at for at, pair in enumerate(zip(before, after, strict=False)) if pair[0] != pair[1]), None)
    start = min(len(before), len(after)) if start is None else start
    end = 0
    while end < min(len(before), len(after)) - start and before[-1 - end] == after[-1 - end]:
        end += 1
    return start, end


@pytest.mark.req("IRIS-40")
@given(texts(st.dictionaries(KEYS, VALUES, max_size=4)), KEYS, VALUES)
def test_a_key_that_is_put_changes_nothing_else(document, key, value):
    text, before = document
    at = splice.start(text)
    after = splice.put(text, at, key, value)
    assert read(after) == {**before, key: value}
    assert list(read(after)) == list({**before, key: value})
    old, new = splice.member(text, at, key), splice.member(after, at, key)
    assert new is not None
    if old is not None:
        assert (after[: new.at], after[new.end :]) == (text[: old.at], text[old.end :])
    elif before:
        last = splice.members(text, at)[-1]
        assert after.startswith(text[: last.end])
        assert after.endswith(text[last.end :])


@given(texts(st.dictionaries(KEYS, VALUES, min_size=1, max_size=4)), st.data())
def test_a_key_that_is_dropped_takes_nothing_with_it(document, data):
    text, before = document
    key = data.draw(st.sampled_from(sorted(before)))
    after = splice.drop(text, splice.start(text), key)
    assert read(after) == {name: kept_value for name, kept_value in before.items() if name != key}
    assert sum(touched(text, after)) >= len(after)


@given(texts(st.lists(VALUES, max_size=4)), VALUES)
def test_an_element_is_appended_behind_what_stands(document, value):
    text, before = document
    at = splice.start(text)
    after = splice.append(text, at, value)
    assert read(after) == [*before, value]
    if before:
        assert after.startswith(text[: splice.elements(text, at)[-1][1]])


@given(texts(st.lists(VALUES, min_size=1, max_size=4)), st.data())
def test_an_element_that_is_removed_takes_nothing_with_it(document, data):
    text, before = document
    number = data.draw(st.integers(0, len(before) - 1))
    after = splice.remove(text, splice.start(text), number)
    assert read(after) == before[:number] + before[number + 1 :]
    assert sum(touched(text, after)) >= len(after)


@pytest.mark.parametrize(
    ("text", "wanted"),
    [
        ('{\n    "list": []\n}\n', '{\n    "list": [\n        {\n            "a": 1\n        }\n    ]\n}\n'),
        ('{"list": []}', '{"list": [{"a": 1}]}'),
        ('{\r\n\t"list": []\r\n}', '{\r\n\t"list": [\r\n\t\t{\r\n\t\t\t"a": 1\r\n\t\t}\r\n\t]\r\n}'),
        (
            '{\n  "list": [\n    {"b": 2},\n    {"b": 3}\n  ]\n}',
            '{\n  "list": [\n    {"b": 2},\n    {"b": 3},\n    {"a": 1}\n  ]\n}',
        ),
        (
            '{\n  "list": [{\n    "b": 2\n  }]\n}',
            '{\n  "list": [{\n    "b": 2\n  }, {"a": 1}]\n}',
        ),
    ],
)
def test_what_comes_in_looks_like_its_neighbours(text: str, wanted: str):
    member = splice.member(text, 0, "list")
    assert member is not None
    assert splice.append(text, member.at, {"a": 1}) == wanted
