"""Laws of extraction as a whole: in pieces or at once, bounded, each fact once; and its verb."""

import io
import json
import sys

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.capture import transcript
from memory_core.capture import verb_extract as verb
from memory_core.core.light.errors import Refusal
from memory_core.extract import merge
from memory_core.extract.candidate import EMPTY, Carry, propose
from memory_core.extract.extraction import extract
from memory_core.extract.turn import Turn
from tests.extract.builder import Session
from tests.extract.sessions import CASES
from tests.properties import examples

STRUCTURAL = {"commit", "commit-body", "ticket-close", "ticket-bug", "answer", "refusal", "marker", "stop-hook", "todo"}


def _turns(case, folder):
    return transcript.read(str(case.session.write(folder / "t.jsonl"))).turns


def _in_pieces(turns, cuts):
    candidates, carry = [], EMPTY
    for start, end in zip([0, *cuts], [*cuts, len(turns)], strict=True):
        piece = extract(turns[start:end], Carry.from_json(json.loads(json.dumps(carry.to_json()))))
        candidates += piece.candidates
        carry = piece.carry
    return candidates


@examples(60)
@given(st.data())
def test_pieces_lose_nothing_structural_and_repeat_nothing(tmp_path_factory, data):
    case = data.draw(st.sampled_from(CASES))
    turns = _turns(case, tmp_path_factory.mktemp("t"))
    cuts = sorted(data.draw(st.lists(st.integers(0, len(turns)), max_size=4)))
    whole, pieces = extract(turns).candidates, _in_pieces(turns, cuts)
    for memory in whole:
        if memory.rule in STRUCTURAL and not (memory.rule == "marker" and memory.kind == "error"):
            assert [other for other in pieces if other.kind == memory.kind and other.rule == memory.rule], memory
    texts = [(memory.kind, memory.text) for memory in pieces if not memory.solution]
    assert len(texts) == len(set(texts))
    # An error may be told open at the end of one piece and solved in a later one.
    reopened = [m for m in pieces if m.kind == "error" and not m.solution]
    assert len(pieces) <= len(whole) + len(reopened) + len(cuts)


def test_a_failure_in_one_piece_is_solved_by_the_pass_in_the_next(tmp_path):
    case = next(case for case in CASES if case.name == "python_pytest")
    turns = _turns(case, tmp_path)
    for cut in range(1, len(turns)):
        solved = [m for m in _in_pieces(turns, [cut]) if m.kind == "error" and m.solution]
        assert len(solved) == 1, cut


@pytest.mark.heavy
def test_the_carry_stays_small_whatever_is_said():
    turns = []
    for number in range(1000):
        word = f"{number:x}".translate(str.maketrans("0123456789", "ghijklmnop"))
        text = f"The issue is that `{word}` requires {word}{word} because {word[::-1]} is missing in {word}.py"
        turns.append(Turn("assistant", text, number, f"u{number}"))
        turns.append(Turn("user", f"{word} does not work {word}", number, f"v{number}"))
        command = {"command": f"tool{word} run && bd close {word}-{number} --reason='{word} is {word * 20}'"}
        turns.append(
            Turn(
                "result",
                f"error: {word * 50}",
                number,
                f"w{number}",
                tool="Bash",
                input=command,
                failed=number % 2 == 0,
            )
        )
        turns.append(Turn("result", "", number, tool="TaskCreate", input={"subject": word * 100}))
    state = extract(turns).carry.to_json()
    assert len(json.dumps(state)) <= 64 * 1024
    assert Carry.from_json(json.loads(json.dumps(state))).to_json() == state


JSON = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=6),
    lambda inner: st.lists(inner, max_size=4) | st.dictionaries(st.text(max_size=6), inner, max_size=4),
    max_leaves=12,
)


def _full_state():
    """A state in which every rule waits for something, as `to_json` writes it."""
    turns = [
        Turn("assistant", "DECISION: one\nERROR: worker dies on SIGTERM", 0, "a0", ""),
        Turn(
            "result",
            "E   ValueError: boom in the parser",
            1,
            "a1",
            tool="Bash",
            input={"command": "pytest"},
            failed=True,
        ),
        Turn("assistant", "The root cause is that the `parser` is missing a guard.", 2, "a2"),
        Turn("user", "The login page does not work any more", 3, "a3"),
        Turn("result", "", 4, "a4", tool="TaskCreate", input={"subject": "Write the parser"}),
        Turn("result", "", 5, "a5", tool="Edit", input={"file_path": "a.py", "old_string": "", "new_string": "x"}),
    ]
    return json.loads(json.dumps(extract(turns).carry.to_json()))


TURNS = [
    Turn("assistant", "Fixed the parser so that it keeps comments. FIXED: worker dies on SIGTERM -> drain", 0, "b0"),
    Turn("result", "ok", 1, "b1", tool="Bash", input={"command": "pytest"}),
    Turn(
        "result",
        "[main abc1234] Keep comments",
        2,
        "b2",
        tool="Bash",
        input={"command": "git commit -m 'Keep comments'"},
    ),
    Turn("user", "thanks", 3, "b3"),
]


def test_a_broken_carry_is_an_empty_one():
    value: object
    for value in (None, 3, "x", ["told"], {}, {"told": []}, {"version": 1, "state": {}}, {"version": 2}):
        assert Carry.from_json(value) == EMPTY
    state = extract([Turn("assistant", "DECISION: one file for all", 0)]).carry.to_json()
    assert Carry.from_json(state).to_json() == state
    assert Carry.from_json({**state, "state": {**state["state"], "told": [1]}}) == EMPTY


@given(JSON)
@examples(200)
def test_any_value_where_the_carry_was_does_no_harm(value):
    for broken in (value, {"version": 2, "state": value}, {"version": value, "state": {}}):
        extract(TURNS, Carry.from_json(broken))


@given(st.data(), JSON)
@examples(300)
def test_a_carry_with_one_value_exchanged_does_no_harm(data, value):
    whole = _full_state()
    assert Carry.from_json(whole) != EMPTY
    at = whole["state"]
    while True:
        key = data.draw(st.sampled_from(sorted(at)) if isinstance(at, dict) else st.integers(0, len(at) - 1))
        if not isinstance(at[key], (dict, list)) or not at[key] or data.draw(st.booleans()):
            break
        at = at[key]
    at[key] = value
    piece = extract(TURNS, Carry.from_json(whole))
    json.dumps(piece.carry.to_json(), ensure_ascii=False).encode()


def test_extract_leaves_the_given_carry_alone(tmp_path):
    turns = _turns(CASES[0], tmp_path)
    carry = extract(turns[:6]).carry
    before = json.dumps(carry.to_json())
    extract(turns[6:], carry)
    assert json.dumps(carry.to_json()) == before


@given(st.lists(st.text(alphabet="abcdefgh ", min_size=4, max_size=40), max_size=12))
def test_merging_twice_is_merging_once(texts):
    proposals = [
        propose(Turn("assistant", text, n, f"u{n}"), "learning", text, "x", 0.5) for n, text in enumerate(texts)
    ]
    state: dict[str, object] = {}
    once = merge.merge(proposals, state)
    assert merge.merge(once, {}) == once
    assert merge.merge(proposals, state) == []


def test_a_solved_error_takes_the_place_of_its_open_one_and_progress_of_one_ticket_is_one():
    turn = Turn("assistant", "", 1, "u1")
    bare = propose(turn, "error", "worker dies on SIGTERM signal", "said-error", 0.9)
    solved = propose(turn, "error", "the worker dies on a SIGTERM signal", "fail-pass", 0.6, solution="drain")
    assert merge.merge([bare, solved], {}) == [solved]
    closed = propose(turn, "progress", "#12 closed: crash on start", "ticket-close", 0.9, tags=("#12",))
    done = propose(turn, "progress", "Guard against an empty config (#12)", "commit", 0.95, tags=("#12", "abc1234"))
    assert merge.merge([closed, done], {}) == [done]
    again = propose(turn, "progress", "Guard the loader too (#12)", "commit", 0.95, tags=("#12", "abc9999"))
    assert merge.merge([done, again], {}) == [done, again]
    steps = [propose(turn, "decision", f"Rule {n} holds since it was agreed on", "x", 0.5) for n in range(5)]
    assert len(merge.merge(steps, {})) == 5
    rule = propose(turn, "convention", "worker dies on SIGTERM signal unless it drains", "x", 0.5)
    assert len(merge.merge([solved, rule], {})) == 2


@pytest.mark.req("GENIUS-18", "GENIUS-20")
def test_the_verb_prints_one_object_a_line_and_names_a_convention_a_pattern(tmp_path, capsys):
    path = next(case for case in CASES if case.name == "markers").session.write(tmp_path / "t.jsonl")
    assert verb.main(["--dry-run", "--json", "--root", str(tmp_path), "--transcript", str(path)]).show("extract") == 0
    rows = [json.loads(row) for row in capsys.readouterr().out.splitlines()]
    wanted = {"kind", "text", "solution", "reason", "quote", "uuid", "line", "certainty", "rule"}
    assert all(wanted <= row.keys() for row in rows)
    assert {row["kind"] for row in rows} == {"pattern", "decision", "error", "learning"}


@pytest.mark.req("GENIUS-18")
def test_the_verb_reads_text_or_the_projects_progress_file(tmp_path, capsys, monkeypatch):
    class Standard:
        buffer = io.BytesIO(b"DECISION: one file -- simple\n\n```\nERROR: in code\n```\nnothing else\n")

        def isatty(self):
            return False

    monkeypatch.setattr(sys, "stdin", Standard())
    assert verb.main(["--dry-run", "--root", str(tmp_path)]).show("extract") == 0
    assert json.loads(capsys.readouterr().out)["reason"] == "simple"
    with pytest.raises(Refusal, match=r"PROGRESS\.md"):
        verb.main(["--dry-run", "--root", str(tmp_path)]).show("extract")
    (tmp_path / "PROGRESS.md").write_text("- LEARNED: the cache is per process\n")
    assert verb.main(["--dry-run", "--root", str(tmp_path)]).show("extract") == 0
    assert json.loads(capsys.readouterr().out)["kind"] == "learning"
    with pytest.raises(Refusal, match="absent"):
        verb.main(["--dry-run", "--root", str(tmp_path), "--transcript", str(tmp_path / "absent")]).show("extract")


def test_subagents_add_what_the_session_does_not_say(tmp_path, capsys):
    path = Session().user("x").bash("git commit -m 'one'", "[main aaaaaaa] one two three").write(tmp_path / "s1.jsonl")
    folder = tmp_path / "s1" / "subagents"
    folder.mkdir(parents=True)
    Session().says("DECISION: cache per tenant").write(folder / "agent-q7.jsonl")
    verb.main(["--dry-run", "--root", str(tmp_path), "--transcript", str(path)]).show("extract")
    rows = [json.loads(row) for row in capsys.readouterr().out.splitlines()]
    assert [row.get("agent") for row in rows] == [None, "q7"]
    assert rows[1]["line"] == 1


def test_the_verb_prints_the_learnings_that_it_kept(tmp_path, capsys):
    session = Session().user("no, use pnpm here from now on, npm breaks the lockfile").says("OK.")
    session.user("x").bash("git commit -m 'one'", "[main aaaaaaa] one two three")
    path = session.write(tmp_path / "s1.jsonl")
    runs = []
    for _ in range(2):
        assert verb.main(["--root", str(tmp_path), "--transcript", str(path)]).show("extract") == 0
        runs.append([json.loads(row) for row in capsys.readouterr().out.splitlines()])
    first, second = runs
    assert [row["kind"] for row in first] == ["progress", "preference"]
    assert "pnpm" in first[1]["text"]
    assert first[1]["uuid"] == "u1"
    assert [row["kind"] for row in second if row["kind"] == "preference"] == []
