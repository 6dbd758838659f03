"""What an edit adds, and what of it a rule forbids: pure."""

import json
from typing import Any

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.core.memory import Memory, Scope
from memory_core.guardrails.cache import line_of, needle
from memory_core.guardrails.light import check
from memory_core.guardrails.light.added_lines import change, texts
from memory_core.guardrails.light.check import parsed, split
from memory_core.guardrails.regex_timeout import Expressions
from tests.rows import each_row

LINES = st.lists(st.text(alphabet="ab \t", max_size=4), max_size=12)


def lines_added(before: str, after: str) -> list[tuple[int, str]]:
    edit = change(before, after)
    return list(zip(edit.numbers, edit.added.texts, strict=True))


def matches(forbid: list[str], before: str, after: str) -> list[tuple[int, str]]:
    hits = check.broken(forbid, change(before, after), Expressions().find)
    return [(hit.number, hit.matched) for hit in hits.hits]


@pytest.mark.parametrize(
    ("before", "after", "expected"),
    [
        ("", "a\nb\n", [(1, "a"), (2, "b")]),
        ("a\nb\n", "a\nx\nb\n", [(2, "x")]),
        ("a\nb\n", "a\n", []),
        ("a\nb\nc\n", "c\na\nb\n", []),
        ("a\n", "    a\n", []),
        ("a\n", "a\n\n\n", []),
        ("a\n", "a\na\n", [(2, "a")]),
        ("a\nb", "a\nc", [(2, "c")]),
    ],
)
def test_what_is_added(before: str, after: str, expected: list[tuple[int, str]]) -> None:
    assert lines_added(before, after) == expected


@given(LINES)
def test_nothing_is_added_by_leaving_all_as_it_is(lines: list[str]) -> None:
    text = "\n".join(lines)
    edit = change(text, text)
    assert not edit.added.texts
    assert not edit.removed.texts


@given(st.data(), LINES)
def test_deleting_moving_and_indenting_adds_nothing(data: st.DataObject, lines: list[str]) -> None:
    kept = data.draw(st.permutations([line for line in lines if data.draw(st.booleans())]))
    after = "\n".join(data.draw(st.sampled_from(["", "  ", "\t"])) + line for line in kept)
    assert not change("\n".join(lines), after).added.texts


@given(LINES, LINES)
def test_what_one_way_adds_the_other_takes(lines: list[str], other: list[str]) -> None:
    there, back = change("\n".join(lines), "\n".join(other)), change("\n".join(other), "\n".join(lines))
    assert sorted(map(str.strip, there.added.texts)) == sorted(map(str.strip, back.removed.texts))


def notebook(*cells: dict[str, Any]) -> str:
    return json.dumps({"cells": list(cells)})


@each_row(
    ("tool", "given_", "present", "expected"),
    [
        ("Write", {"content": "x\n"}, None, ("", "x\n")),
        ("Write", {"content": "x\n"}, "y\r\n", ("y\n", "x\n")),
        ("Edit", {"old_string": "b", "new_string": "c"}, "a b b\n", ("a b b\n", "a c b\n")),
        ("Edit", {"old_string": "b", "new_string": "c", "replace_all": True}, "a b b\n", ("a b b\n", "a c c\n")),
        ("Edit", {"old_string": "a\nb", "new_string": "c"}, "a\r\nb\r\n", ("a\nb\n", "c\n")),
        ("Edit", {"old_string": "gone", "new_string": "new"}, "", ("gone", "new")),
        ("Edit", {"old_string": "gone", "new_string": "new"}, None, ("gone", "new")),
        ("Edit", {"old_string": "", "new_string": "new"}, None, ("", "new")),
        ("Edit", {"old_string": 5}, "a", ("a", "a")),
        (
            "MultiEdit",
            {"edits": [{"old_string": "a", "new_string": "b"}, {"old_string": "b", "new_string": "c"}, 7]},
            "a",
            ("a", "c"),
        ),
        ("MultiEdit", {"edits": "none"}, "a", ("a", "a")),
        (
            "NotebookEdit",
            {"cell_id": "x", "new_source": "n"},
            notebook({"id": "x", "source": ["o\n", "p"]}),
            ("o\np", "n"),
        ),
        ("NotebookEdit", {"cell_id": "cell-1", "new_source": "n"}, notebook({}, {"source": "o"}), ("o", "n")),
        ("NotebookEdit", {"cell_number": 0, "new_source": "n"}, notebook({"source": "o"}), ("o", "n")),
        ("NotebookEdit", {"cell_id": "x", "edit_mode": "insert", "new_source": "n"}, notebook({"id": "x"}), ("", "n")),
        ("NotebookEdit", {"cell_id": "x", "edit_mode": "delete"}, notebook({"id": "x", "source": "o"}), ("o", "")),
        ("NotebookEdit", {"cell_id": "x", "new_source": "n"}, "[" * 99_999, ("", "n")),
        ("NotebookEdit", {"cell_id": "x", "new_source": "n"}, '{"cells": [5, {"id": "x", "source": 7}]}', ("7", "n")),
    ],
)
def test_the_texts_of_an_edit(
    tool: str, given_: dict[str, Any], present: str | None, expected: tuple[str, str]
) -> None:
    assert texts(tool, given_, present) == expected


BROKEN = [
    ("sqlalchemy", "import SQLAlchemy", "sqlalchemy"),
    ("sqlalchemy", "x = sqlalchemy.create()", "sqlalchemy"),
    ("import  requests", "import\trequests", "import  requests"),
    ("os.system(", "  os.system('ls')", "os.system("),
    ("straße", "STRASSE", "straße"),
    ("@ts-ignore", "// @ts-ignore", "@ts-ignore"),
    ("c++", "written in c++", "c++"),
    ("/print\\(/", "print(5)", "print("),
    ("/^import os$/i", "IMPORT OS", "IMPORT OS"),
    ("/(?=x)/", "  x = 1", "x = 1"),
    ("/etc/", "fetch()", "etc"),
]
UNBROKEN = [
    ("sqlalchemy", "import sqlalchemy_utils"),
    ("sqlalchemy", "mysqlalchemy"),
    ("os", "cost = 5"),
    ("java", "javascript"),
    ("/print\\(/", "PRINT(5)"),
    ("/^x$/", "ax"),
    ("/a/b", "a"),  # no expression: a path
    ("   ", "   x   y"),
]


@pytest.mark.parametrize(("forbidden", "line", "matched"), BROKEN)
def test_a_rule_is_broken(forbidden: str, line: str, matched: str) -> None:
    assert matches([forbidden], "", f"\n{line}\n") == [(2, matched)]
    assert matches([forbidden], f"{line}\n", "") == []
    assert matches([forbidden], f"{line}\nx\n", f"x\n\n    {line}\n") == []


@pytest.mark.parametrize(("forbidden", "line"), UNBROKEN)
def test_a_rule_is_not_broken(forbidden: str, line: str) -> None:
    assert matches([forbidden], "", line) == []


def test_changing_a_line_that_had_it_is_silent_and_having_it_twice_is_not() -> None:
    assert matches(["redis"], "x = redis.get(1)\n", "x = redis.get(2)\n") == []
    assert matches(["redis"], "x = redis.get(1)\n", "x = Redis.get(redis)\n") == [(1, "redis")]
    assert matches(["redis", "mongo"], "x = redis.get(1)\n", "x = mongo.get(1)\n") == [(1, "mongo")]


def test_a_long_line_is_looked_at_as_a_whole() -> None:
    line = "x " * 10_000 + "redis"
    assert matches(["redis"], "", line) == [(1, "redis")]
    assert matches(["/redis/"], "", line) == [(1, "redis")]


@given(LINES, st.lists(st.sampled_from(["a", "ab", "/a+b?/", "/b$/i", "b a"]), max_size=3))
def test_nothing_is_broken_where_nothing_changes(lines: list[str], forbid: list[str]) -> None:
    assert matches(forbid, "\n".join(lines), "\n".join(lines)) == []


EXPRESSIONS = [
    "/import\\s+redis\\b/",
    "/redis|mongo/",
    "/(?i)REDIS/",
    "/class \\w+Model\\(/i",
    "/x?yz{0,2}redis/",
    "/(redis)+x*/",
    "/(?i:red)is/",
    "/r[e]dis/",
    "/\\bdis\\d{2,}/",
    "/redİs/i",
    "/Kelvin/i",
]


@given(st.lists(st.text(alphabet="rReEdDiIsSkKxzmongo mlvın12İſK(", max_size=16), max_size=12))
def test_what_an_expression_finds_holds_its_needle(texts: list[str]) -> None:
    lines = [change("", text).added for text in texts]
    expressions = Expressions(most=30)
    expressions.look([(expression, lines) for expression in EXPRESSIONS])  # one process for all of them
    for expression in EXPRESSIONS:
        for added in lines:
            if expressions.find(expression, added):
                assert needle(expression) in added.whole
    assert not expressions.late


def test_needles_are_found() -> None:
    assert needle("/import\\s+redis\\b/") == "import"
    assert needle("/(a+)+$/") == needle("/[/") == ""


@pytest.mark.parametrize("catastrophe", ["/(a+)+$/", "/(.*a){25}/", "/(a|aa)+$/", "/((a{1,999}){1,999}){1,999}b/"])
def test_an_expression_that_does_not_end_is_ended(catastrophe: str) -> None:
    expressions = Expressions()
    lines = change("", "a" * 60 + "!").added
    assert not expressions.find(catastrophe, lines)
    assert catastrophe in expressions.failed
    assert not expressions.find(catastrophe, lines)
    assert expressions.find("/a!/", lines) == {0: ["a!"]}


@pytest.mark.parametrize("wrong", ["/(/", "/[z-a]/", "/*/", "/(?P<x>/", "/" + "(" * 9999 + "/"])
def test_what_is_no_expression_is_told(wrong: str) -> None:
    expressions = Expressions()
    assert not expressions.find(wrong, change("", "x").added)
    assert wrong in expressions.failed


def test_all_expressions_together_are_bounded_too(monkeypatch: pytest.MonkeyPatch) -> None:
    monkeypatch.setenv("TESTS_CLOCK", "1")
    expressions = Expressions(most=0.2)
    lines = change("", "a" * 60 + "!").added
    expressions.look([(f"/(a+)+{number}$/", [lines]) for number in range(20)])
    assert expressions.late
    assert len(expressions.failed) <= 4
    assert not expressions.find("/a/", lines)
    assert "/a/" not in expressions.failed


def test_a_step_that_no_handler_interrupts_is_ended_and_the_next_expression_is_looked_for() -> None:
    letters = "".join(chr(0x10000 + 2 * at) for at in range(480))
    expressions = Expressions()
    for text in ("a" * 999, "a" * 10_000):
        lines = change("", f"{text}\nsqlalchemy").added
        expressions.look([(f"/[^{letters}]*X/", [lines]), ("/sql[a]/", [lines])])
        assert expressions.find("/sql[a]/", lines) == {1: ["sqla"]}
    assert list(expressions.failed) == [f"/[^{letters}]*X/"]


HONEST = {
    "/\\w+Service\\(/": "UserService(",
    "/[\\w.]+\\.execute\\(/": "db.execute(",
    "/\\w+\\s*=\\s*eval\\(/": "x = eval(",
    "/.*import.*moment.*from/": "import moment from",
}


@each_row("honest", HONEST)
@each_row("before", ["", "b" * 10_000 + " ", "b " * 20_000])
def test_a_long_line_switches_nothing_off_and_hides_nothing(honest: str, before: str) -> None:
    expressions = Expressions(most=30)
    lines = change("", f"{before}{HONEST[honest]}{'c' * 3_000}\n{HONEST[honest]}").added
    assert set(expressions.find(honest, lines)) == {0, 1}
    assert not expressions.failed
    assert not expressions.late


def test_what_is_too_slow_for_a_long_line_only_is_late_and_not_switched_off() -> None:
    expressions = Expressions(most=30)
    lines = change("", "moment\n" + "a" * 1_200 + "?").added
    slow = "/moment|(a|aa)+!/"
    assert expressions.find(slow, lines) == {0: ["moment"]}
    assert expressions.late == {slow}
    assert not expressions.failed


@pytest.mark.heavy
@given(st.integers(0, 3_000), st.integers(0, 3_000), st.integers(0, 700))
def test_a_shorter_long_line_breaks_nothing(head: int, tail: int, gone: int) -> None:
    before = "b" * 1_300 + " " * head + "userService(" + "c" * tail + " fooService("
    assert matches(["/\\w+Service\\(/"], before, before[gone:]) == []


def test_a_window_has_no_ends_of_its_own() -> None:
    text = "x" * 996 + " momentum" + "y" * 1_000
    for pattern in ("/\\bmoment\\b/", "/^momentum/", "/moment$/"):
        assert matches([pattern], "", text) == []
    assert matches(["/moment/"], "", text) == [(1, "moment")]


@pytest.mark.parametrize("before", ["\ufeff", "x = 1\r", "\ufeffx = 1\r"])
def test_a_line_begins_behind_a_mark_and_a_return(before: str) -> None:
    assert matches(["/^import x/"], "", f"{before}import x") == [(1, "import x")]


def test_literals_are_bounded_as_well() -> None:
    edit = change("", "a" * 600_000)
    for number in range(1, 300):
        assert check.broken(["a" * number], edit, Expressions().find).hits == []
    assert edit.added.late
    edit = change("", "a." * 300_000)
    assert 0 < len(check.broken(["."], edit, Expressions().find).hits) <= check.MANY


@given(
    st.lists(st.text(alphabet="ab. _", max_size=12), max_size=4), st.sampled_from(["a", "a.", ".", "a b", "..", "_"])
)
def test_a_word_is_found_in_a_text_as_in_each_line_of_it(lines: list[str], word: str) -> None:
    alone = [(at, hit) for at, line in enumerate(lines, 1) for _, hit in matches([word], "", line)]
    assert matches([word], "", "\n".join(lines)) == alone


@pytest.mark.parametrize("comment", ["# never", "// never", "/* never", "* never", "-- never"])
def test_a_comment_excuses_no_code(comment: str) -> None:
    line = "import sqlalchemy"
    assert matches(["sqlalchemy"], f"{comment} {line}", line) == [(1, "sqlalchemy")]
    assert matches(["sqlalchemy"], f"{comment} {line}", f"{comment} ever {line}") == []
    assert matches(["sqlalchemy"], line, f"{comment} {line}") == []
    assert matches(["/sql\\w+/"], f"x\n{comment} {line}\n{line} as a", f"{line} as b\n{line} as c") == [
        (2, "sqlalchemy")
    ]


@given(st.text(max_size=20), st.text(max_size=20), st.lists(st.text(min_size=1, max_size=8), max_size=3))
def test_a_line_of_the_cache_reads_as_it_was_written(what: str, scope: str, forbid: list[str]) -> None:
    memory = Memory(
        "AC-001",
        "constraint",
        what,
        "why",
        Scope(path=scope),
        attrs={"forbid": forbid, "instead": "x", "enforce": "ask"},
    )
    line = line_of(memory)
    assert "\n" not in line
    parts = split(line)
    rule = parsed(parts[0], parts[1], parts[3])
    assert (rule.id, rule.what, rule.why, rule.instead, rule.enforce) == ("AC-001", what, "why", "x", "ask")
    assert rule.forbid == [text for text in forbid if text.strip()]


@pytest.mark.parametrize("rest", ["", "{}", "[]", "[1,2,3,4,5,6]", '["a"]', "[" * 50_000])
def test_a_planted_line_is_refused(rest: str) -> None:
    with pytest.raises((ValueError, RecursionError)):
        parsed("src", "AC-001", rest)
