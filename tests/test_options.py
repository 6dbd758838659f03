"""What a client's words are taken apart into: words, quotes, apostrophes, options."""

import io
import shlex
import sys
from pathlib import Path

import pytest
from hypothesis import assume, example, given
from hypothesis import strategies as st

from memory_core import data
from memory_core.core.light.errors import Refusal
from memory_core.core.options import _SETTINGS, VERBS, Parser, split

TYPED = st.text(alphabet="ab é1\\'\"-=\t\n$`#😀ß_", max_size=40)


@pytest.mark.parametrize(
    ("text", "words"),
    [
        ("Don't use lodash --reason it's big", ["Don't", "use", "lodash", "--reason", "it's", "big"]),
        ("l'ORM n'est pas \"voulu ici\"", ["l'ORM", "n'est", "pas", "voulu ici"]),
        ("'Don't use it' --reason 'it's big'", ["Don't use it", "--reason", "it's big"]),
        ("\"Don't use it\" rock'n'roll", ["Don't use it", "rock'n'roll"]),
        ("--reason='it is big' x", ["--reason=it is big", "x"]),
        ("'two words'--x 'a''b'", ["two words--x", "ab"]),
        ("one 'open", ["one", "'open"]),
        ("it's one 'open", ["it's", "one", "'open"]),
    ],
)
def test_an_apostrophe_between_two_letters_quotes_nothing(text: str, words: list[str]) -> None:
    assert split(text) == words


@given(TYPED)
@example("'a' b")
def test_without_such_apostrophes_a_text_splits_as_a_shell_splits_it(text: str) -> None:
    letters = [char.isalpha() for char in text]
    assume(not any(text[at] == "'" and letters[at - 1] and letters[at + 1] for at in range(1, len(text) - 1)))
    try:
        expected = shlex.split(text)
    except ValueError:
        expected = text.split()
    assert split(text) == expected


@given(st.lists(st.from_regex(r"\A[a-zé]{1,4}('[a-zé]{1,4}){0,2}\Z"), max_size=6))
def test_words_with_apostrophes_stay_as_they_are(words: list[str]) -> None:
    assert split(" ".join(words)) == words
    assert split(" ".join(f'"{word} {word}"' for word in words)) == [f"{word} {word}" for word in words]


@given(st.text(max_size=60))
def test_any_text_is_split(text: str) -> None:
    assert all(isinstance(word, str) for word in split(text))
    assert "".join(split(text)).count("'") <= text.count("'")


def test_an_option_that_is_none_is_refused_where_the_parser_says_so(monkeypatch: pytest.MonkeyPatch) -> None:
    def read(*words: str, strict: bool = True) -> list[str]:
        parser = Parser("jarvis health" if strict else "verify")
        parser.add_argument("--expires-on")
        parser.add_argument("words", nargs="*")
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO()))
        result: list[str] = parser.read(["--args-stdin", "--", *words]).words
        return result

    for words, named in (
        (["No", "--expires", "x"], "--expires"),
        (["--expires=x"], "--expires"),
        (["--root"], "--root"),
    ):
        with pytest.raises(Refusal, match=f"^{named} .*--expires-on"):
            read(*words)
    for words in (["a --dash inside"], ["--flag is banned"], ["-x"], ["---"], ["a", "--", "b"]):
        assert read(*words) == words
    assert read("a", "--expires-on", "--x") == ["a"]
    assert read("--anything", strict=False) == ["--anything"]


@pytest.mark.parametrize("verb", VERBS)
def test_every_verb_and_every_action_has_its_function(verb: str) -> None:
    row = VERBS[verb]
    assert row.does
    if not row.actions:
        assert callable(row.load())
    assert (row.place[0] == "=") == bool(row.actions)
    assert row.place[1:] in (*row.actions, "help") or not row.actions
    for action in row.actions.values():
        assert callable(action.load())
        assert action.does
        assert action.example
        assert not action.actions
    marks = {mark for each in (row, *row.actions.values()) for mark in each.marks.split()}
    assert marks <= {"strict", "apart", "program"}


def test_every_row_of_the_table_of_options_is_taken_by_a_verb_that_there_is() -> None:
    known = {*VERBS, *(f"{verb} {name}" for verb, row in VERBS.items() for name in row.actions)}
    for row in data.lines("options.tsv"):
        verbs, name, _, settings, _ = row.split("\t")
        assert {*verbs.split(",")} <= known, row
        assert name, row
        assert all(mark in _SETTINGS or mark[0] in ">=" or "|" in mark for mark in settings.split()), row


def test_a_verb_takes_what_the_table_says(tmp_path: Path) -> None:
    read = Parser("findings route").read(["--root", str(tmp_path), "src/a.py", "--from", "F"])
    assert (read.words, read.source, read.quick) == (["src/a.py"], "F", False)
    first = Parser("remember").read(["--root", str(tmp_path)])
    first.tag.append("mine")
    assert Parser("remember").read(["--root", str(tmp_path), "--tag", "a", "--tag", "b"]).tag == ["a", "b"]
    assert Parser("remember").read(["--root", str(tmp_path)]).tag == []
