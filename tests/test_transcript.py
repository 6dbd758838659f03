"""The reader of a file that is foreign and alive."""

import json
import os

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core import redact
from memory_core.capture import machine_text, transcript, turn_reader
from memory_core.capture.transcript import Cursor, read
from tests.extract.builder import Session
from tests.extract.sessions import CASES
from tests.properties import THOROUGH, examples, family


def _session() -> Session:
    return (
        Session()
        .user("first prompt")
        .says("an answer")
        .bash("make test", "ok")
        .user("second prompt")
        .bash("git push", "fatal: no upstream", failed=True)
        .says("the end")
    )


def _texts(reading):
    return [(turn.role, turn.text or turn.tool) for turn in reading.turns]


def test_turns_carry_their_line_and_pair_calls_with_results(tmp_path):
    path = _session().write(tmp_path / "t.jsonl")
    rows = path.read_text().splitlines()
    for turn in read(str(path)).turns:
        assert json.loads(rows[turn.line])["uuid"] == turn.uuid
    result = next(turn for turn in read(str(path)).turns if turn.failed)
    assert result.input["command"] == "git push"
    assert result.tool == "Bash"
    assert "fatal" in result.text


def test_a_file_that_is_not_there_or_no_file_gives_nothing(tmp_path):
    os.mkfifo(tmp_path / "pipe")
    (tmp_path / "device").symlink_to("/dev/zero")
    (tmp_path / "loop").symlink_to("loop")
    for name in ("absent", "pipe", "device", "loop", "."):
        assert read(str(tmp_path / name)).turns == []


@pytest.mark.parametrize("cut", range(1, 200, 7))
def test_a_half_written_line_waits_for_its_end(tmp_path, cut):
    whole = _session().dump().encode()
    path = tmp_path / "t.jsonl"
    path.write_bytes(whole[: len(whole) * cut // 200])
    first = read(str(path))
    path.write_bytes(whole)
    second = read(str(path), Cursor.from_json(json.loads(json.dumps(first.cursor.to_json()))))
    assert first.damaged == second.damaged == 0
    assert first.turns + second.turns == read(str(path)).turns
    assert second.cursor == read(str(path)).cursor


@examples(40)
@given(st.data())
def test_reading_in_pieces_is_reading_at_once(tmp_path_factory, data):
    case = data.draw(st.sampled_from(CASES))
    whole = case.session.dump().encode()
    cuts = sorted(data.draw(st.lists(st.integers(0, len(whole)), max_size=5)))
    path = tmp_path_factory.mktemp("pieces") / "t.jsonl"
    turns, cursor = [], Cursor()
    for cut in [*cuts, len(whole)]:
        path.write_bytes(whole[:cut])
        reading = read(str(path), cursor)
        turns += reading.turns
        cursor = Cursor.from_json(reading.cursor.to_json())
    assert turns == read(str(path)).turns


@examples(60)
@given(st.lists(st.binary(max_size=300), max_size=12), st.integers(0, 5))
def test_garbage_never_raises_and_loses_no_good_line(tmp_path_factory, garbage, seed):
    rows = _session().dump().encode().splitlines(keepends=True)
    for number, blob in enumerate(garbage):
        rows.insert((number * 7 + seed) % len(rows), blob.replace(b"\n", b"") + b"\n")
    path = tmp_path_factory.mktemp("garbage") / "t.jsonl"
    path.write_bytes(b"".join(rows))
    reading = read(str(path))
    clean = read(str(_session().write(path.with_name("clean.jsonl"))))
    kept = _texts(reading)
    assert [text for text in _texts(clean) if text not in kept] == []


def test_odd_json_is_counted_not_believed(tmp_path):
    path = tmp_path / "t.jsonl"
    rows = [
        '{"type":"user","message":null}',
        '{"type":"user","message":{"content":[null,1,{"type":"text","text":5},{"type":"tool_result"}]}}',
        '{"type":"assistant","message":{"content":[{"type":"tool_use","id":7,"name":null,"input":"x"}]}}',
        '{"type":"user","message":{"content":"\\ud800 lone \\u0000 and \\u001b[31mred"}}',
        '["user"]',
        '{"type":"user"',
        '{"user":' + "[" * 5000,
    ]
    path.write_text("\n".join(rows) + "\n")
    reading = read(str(path))
    assert reading.damaged == 3
    texts = [turn.text for turn in reading.turns if turn.role == "user"]
    assert len(texts) == 1
    assert "lone" in texts[0]
    texts[0].encode()
    assert "\x1b" not in texts[0] + "\x00"[1:]


def test_a_truncated_file_is_read_again_and_a_rewritten_one_after_the_last_known_line(tmp_path):
    path = _session().write(tmp_path / "t.jsonl")
    cursor = read(str(path)).cursor
    path.write_text(Session().user("another session").dump())
    fresh = read(str(path), cursor)
    assert fresh.restarted
    assert [turn.text for turn in fresh.turns] == ["another session"]
    rows = _session().dump().splitlines(keepends=True)
    path.write_text("".join(['{"type":"mode"}\n', *rows, *Session().user("later").dump().splitlines(keepends=True)]))
    resumed = read(str(path), cursor)
    assert [turn.text for turn in resumed.turns] == ["later"]


def test_the_deadline_stops_between_lines_and_the_rest_comes_next_time(tmp_path):
    path = _session().write(tmp_path / "t.jsonl")
    whole = read(str(path)).turns
    turns, cursor, rounds = [], Cursor(), 0
    while True:
        reading = read(str(path), cursor, deadline=iter([False, False, True]).__next__)
        turns += reading.turns
        cursor = reading.cursor
        rounds += 1
        if reading.complete:
            break
    assert turns == whole
    assert rounds > 3


def test_a_line_of_many_megabytes_is_passed_over(tmp_path):
    huge = b'{"type":"user","message":{"content":"' + b"x" * (9 << 20) + b'"}}\n'
    blob = b'{"type":"api-request-blob","message":{"role":"user","content":"' + b"y" * (5 << 20) + b'"}}\n'
    path = tmp_path / "t.jsonl"
    path.write_bytes(huge + blob + _session().dump().encode())
    reading = read(str(path))
    assert reading.cursor.offset == path.stat().st_size
    assert reading.damaged == 0
    rows = path.read_bytes().split(b"\n")
    assert all(json.loads(rows[turn.line])["uuid"] == turn.uuid for turn in reading.turns)
    assert _texts(reading) == _texts(read(str(_session().write(tmp_path / "small.jsonl"))))


def test_every_text_is_cleaned_whole_before_it_is_cut(tmp_path):
    secret = "s3cr3t-value"
    long = "x" * 3997 + secret + "y" * 9000
    session = (
        Session()
        .user(f"use {secret}")
        .says(f"I use {secret}")
        .bash(f"curl -H {secret}", long)
        .edit("a.py", secret, f"{'z' * 695}{secret}")
        .asks(f"take {secret}?", {"yes": secret}, secret)
    )
    path = session.write(tmp_path / "t.jsonl")
    reading = read(str(path), clean=lambda text: text.replace(secret, "[redacted]"))
    dumped = json.dumps([reading.cursor.to_json(), [list(turn) for turn in reading.turns]], default=dict)
    assert secret not in dumped
    assert secret[:6] not in dumped


@pytest.mark.req("GENIUS-21")
def test_what_we_told_the_model_is_not_heard_again(tmp_path):
    inside = "<project-memory note='x'>\nDECISION: told\n</project-memory>"
    session = (
        Session("2.1.330")
        .user(f"before {inside} after")
        .user(inside)
        .user("<system-reminder>told</system-reminder>")
        .meta(f"expanded command {inside}")
        .bash("memory-core recall x", "told")
        .bash("cd /x && FOO=1 ./bin/memory-core recall --args-stdin <<'T'\nx\nT", "told")
        .bash("jarvis memory status", "told")
        .tool("Skill", {"skill": "cs:recall"}, "told")
        .bash("echo jarvis is a word, memory-core too", "kept")
        .bash('git commit -m "memory-core: recall finds more"', "kept")
    )
    hook = {"type": "hook_success", "content": "told", "hookName": "user"}
    session.lines.append({"parentUuid": "u", "attachment": hook, "type": "attachment", "uuid": "a"})
    turns = read(str(session.write(tmp_path / "t.jsonl"))).turns
    assert not [turn for turn in turns if "told" in turn.text and turn.role != "told"]
    assert [turn.text for turn in turns if turn.role == "user"] == ["before   after"]
    assert [turn.text for turn in turns if turn.role == "result"] == ["kept", "kept"]


def test_machine_text_is_no_prompt(tmp_path):
    session = (
        Session("2.1.330")
        .user("<command-name>/compact</command-name>")
        .user("<local-command-stdout>ERROR: x</local-command-stdout>")
        .user("<bash-input>rm -rf x</bash-input>")
        .user("<task-notification>done</task-notification>")
        .user("a notification of a newer client", turnOrigin="task_notification")
        .user("[Request interrupted by user]")
        .user("<user-memory-input>tabs, not spaces</user-memory-input>")
    )
    attachment = {"type": "queued_command", "prompt": "typed meanwhile", "commandMode": "prompt"}
    session.lines.append({"parentUuid": "u", "attachment": attachment, "type": "attachment", "uuid": "q"})
    turns = read(str(session.write(tmp_path / "t.jsonl"))).turns
    assert [(turn.role, turn.text) for turn in turns] == [
        ("command", ""),
        ("command", ""),
        ("interrupt", ""),
        ("user", "tabs, not spaces"),
        ("user", "typed meanwhile"),
    ]


# What stands in a user line, and what of it a person typed.
IDE = "<ide_opened_file>The user opened /src/rules.md: always use tabs.</ide_opened_file>"
PICKED = '<ide_selection path="a.ts">\nWe must never use fetch here.\n</ide_selection>'
MATE = '<teammate-message teammate_id="lead" color="blue">\nAlways use yarn.\n</teammate-message>'
BESIDE = {
    IDE: "",
    PICKED: "",
    MATE: "",
    "<new-diagnostics>a.ts:4 never use any</new-diagnostics>": "",
    "<task-notification>\n<status>killed</status>\n</task-notification>": "",
    "Operation stopped by hook: always run the tests first": "",
    "PreToolUse:Edit hook error: [check.sh]: never edit this": "",
    "UserPromptSubmit operation blocked by hook: [x]: never say that": "",
    f"{IDE}\nuse tabs from now on": "use tabs from now on",
    f"{IDE} use tabs from now on": "use tabs from now on",
    f"use tabs from now on\n{PICKED}": "use tabs from now on",
    f"first\n{PICKED}\n\n{IDE}\nlast": "first\nlast",
    f"{IDE}{PICKED}use tabs": "use tabs",
    "<ide_selection>cut off, never use tabs": "",
    "<Button> must never be used without a label": "<Button> must never be used without a label",
    "use <my-dialog>text</my-dialog> instead of alert": "use <my-dialog>text</my-dialog> instead of alert",
    "<my-dialog>text</my-dialog> is what we use from now on": "<my-dialog>text</my-dialog> is what we use from now on",
    "<p>always use tabs</p>": "<p>always use tabs</p>",
    "<rules>\nalways use tabs\n</rules>": "<rules>\nalways use tabs\n</rules>",
    "the tag <ide_selection> must go": "the tag <ide_selection> must go",
    "if a<b and c>d then never": "if a<b and c>d then never",
    "a < b\n<ide_thing": "a < b\n<ide_thing",
    '<pasted_content id="e753">\nnever use lodash\nuse tabs\n</pasted_content id="e753">': "never use lodash\nuse tabs",
    'the log:\n\n<pasted_content id="fea2">\nrow 1\n</pasted_content id="fea2">\n\nso?': "the log:\n\nrow 1\n\nso?",
    'a <pasted_content id="1"> in a sentence': 'a <pasted_content id="1"> in a sentence',
}


@pytest.mark.parametrize(("typed", "left"), BESIDE.items())
def test_of_a_user_line_only_what_a_person_typed_is_theirs(tmp_path, typed, left):
    turns = read(str(Session().user(typed).write(tmp_path / "t.jsonl"))).turns
    assert [turn.text for turn in turns if turn.role == "user"] == ([left] if left else [])


def test_a_block_of_its_own_beside_the_prompt_is_the_editors(tmp_path):
    parts = [{"type": "text", "text": text} for text in (IDE, PICKED, "use tabs", "[Request interrupted by user]")]
    turns = read(str(Session().user(parts).write(tmp_path / "t.jsonl"))).turns  # type: ignore[arg-type]
    assert [(turn.role, turn.text) for turn in turns] == [("user", "use tabs"), ("interrupt", "")]


def test_many_tags_are_read_in_one_pass():
    text = "".join(f"<a-b{number % 7}>" for number in range(300_000 if THOROUGH else 50_000)) + "</a-b1>"
    assert machine_text.spoken(f"{text}\n{text}").startswith("<a-b0>")


def test_what_memory_core_printed_is_marked_so(tmp_path):
    session = (
        Session("2.1.330")
        .user("<command-message>cs:recall</command-message>\n<command-name>/cs:recall</command-name>", promptId="p1")
        .meta("What the memory holds follows.\nprices in cents", promptId="p1")
        .meta("<project-memory source='x'>\nshown by a skill\n</project-memory>", promptId="p2")
        .user("<bash-input>memory-core status</bash-input>", promptId="p3")
        .user("<bash-stdout>4 notes</bash-stdout><bash-stderr></bash-stderr>", promptId="p3")
        .user("<bash-input>make</bash-input>", promptId="p4")
        .user("<bash-stdout>built</bash-stdout>", promptId="p4")
        .bash("memory-core show d-1", "no memory has the id", failed=True)
        .bash("git commit -m 'Add x' && memory-core sync", "[main 1234567] Add x\n1 sent")
        .user("/cs:recall typed while a turn ran")
    )
    printed = json.dumps({"hookSpecificOutput": {"additionalContext": "the briefing"}, "systemMessage": "a rule waits"})
    for command in ('"${CLAUDE_PLUGIN_ROOT}/bin/memory-core" hook SessionStart', "other.sh"):
        hook = {"type": "hook_success", "hookName": "SessionStart", "stdout": printed, "command": command}
        session.lines.append({"parentUuid": "u", "attachment": hook, "type": "attachment", "uuid": "a"})
    turns = read(str(session.write(tmp_path / "t.jsonl"))).turns
    assert [(turn.tool, turn.text, turn.failed) for turn in turns if turn.role == "told"] == [
        ("/cs:recall", "What the memory holds follows.\nprices in cents", False),
        ("hook", "shown by a skill", False),
        ("!memory-core", "<bash-stdout>4 notes</bash-stdout><bash-stderr></bash-stderr>", False),
        ("Bash", "Exit code 1\nno memory has the id", True),
        ("hook", "the briefing\na rule waits", False),
    ]
    assert [turn.tool for turn in turns if turn.role == "command"] == ["/cs:recall", "!memory-core", "!", "/cs:recall"]
    assert [turn.text for turn in turns if turn.role == "result"] == ["[main 1234567] Add x\n1 sent"]


def test_subagents_stand_beside_the_session(tmp_path):
    main = _session().write(tmp_path / "s1.jsonl")
    folder = tmp_path / "s1" / "subagents"
    folder.mkdir(parents=True)
    (folder / "agent-b.jsonl").write_text("")
    (folder / "agent-a.jsonl").write_text("")
    (folder / "agent-a.meta.json").write_text("{}")
    subagents = transcript.subagents_of(str(main))
    assert [transcript.agent_of(path) for path in subagents] == ["a", "b"]
    assert transcript.agent_of(str(main)) == ""
    assert transcript.subagents_of(str(tmp_path / "none.jsonl")) == []


def test_a_broken_cursor_is_the_beginning():
    value: object
    for value in (None, [], "x", {"offset": "many"}, {"open": [1]}, {"offset": None}):
        assert Cursor.from_json(value) == Cursor()
    assert Cursor.from_json({"offset": -5, "line": -1}) == Cursor()


def test_reading_in_portions_gives_all_of_it_once(tmp_path):
    path = str(_session().write(tmp_path / "t.jsonl"))
    for most in (0, 1, 20, 10_000):
        turns, cursor, rounds = [], transcript.START, 0
        while True:
            reading = read(path, cursor, most=most)
            turns += reading.turns
            cursor = Cursor.from_json(json.loads(json.dumps(reading.cursor.to_json())))
            rounds += 1
            if reading.complete:
                break
        assert turns == read(path).turns
        assert rounds > 1 or most == 10_000


def _one_text(tmp_path, text):
    path = Session().says(text).write(tmp_path / "t.jsonl")
    return "".join(turn.text for turn in read(str(path), clean=redact.clean).turns)


def test_an_over_long_text_is_cut_before_it_is_cleaned(tmp_path):
    seen: list[int] = []

    def noted(text: str) -> str:
        seen.append(len(text))
        return text

    path = Session().says("first words\n" + "filler of words \n" * 60_000 + "last words").write(tmp_path / "t.jsonl")
    text = read(str(path), clean=noted).turns[0].text
    assert text.startswith("first words")
    assert text.endswith("last words")
    assert sum(seen) <= turn_reader.WHOLE_CHARS * 1.1
    assert _one_text(tmp_path, "x" * 1_000_000) in ("", "…")


@pytest.mark.heavy
@pytest.mark.req("CS-NFR-008")
@pytest.mark.parametrize("shift", family([0, 5, 17, 40, 61, 90, 4000, 7990], 5))
@pytest.mark.parametrize("gap", [" ", "\n"])
def test_no_half_of_a_secret_survives_a_cut(tmp_path, shift, gap):
    value = "Xq7" + "vB2nR9tL4mK8" * 2
    half = turn_reader.WHOLE_CHARS // 2
    word = f"aa{gap}"
    filler = word * (half // len(word) - 30)
    line = f"the password is {value} and "
    middle = word * 200_000
    text = f"{filler}{'b' * shift} {line * 40}{middle}{line * 300}{'c' * shift} {filler}"
    for hidden in ("", "<private>", "-----BEGIN PRIVATE KEY-----\n"):
        assert value[-8:] not in _one_text(tmp_path, hidden + text)


@pytest.mark.heavy
@pytest.mark.req("CS-NFR-008")
def test_a_private_part_and_a_key_that_span_the_cut_are_gone(tmp_path):
    row = "MIIEvQIBADANBgkqhkiG9w0BAQEFAASCBKcwggSjAgEAAoIBAQC7x1y2z3A4b5C6\n"
    key = f"-----BEGIN PRIVATE KEY-----\n{row * 40}-----END PRIVATE KEY-----\n"
    words = "plain words \n" * 40_000
    inside = f"words\n<private>{words}nobody sees this</private>\n{'end ' * 40_000}"
    assert "nobody" not in _one_text(tmp_path, f"{words}{inside}")
    for before in range(turn_reader.WHOLE_CHARS // 2 - 3000, turn_reader.WHOLE_CHARS // 2 + 9000, 1200):
        text = ("ab cd\n" * (before // 6)) + key + ("ab cd\n" * 40_000) + key + ("ab cd\n" * (before // 6))
        assert row[8:40] not in _one_text(tmp_path, text)


def test_a_file_that_cannot_be_read_is_not_complete(tmp_path):
    known = Cursor(offset=10, line=1)
    assert read(str(tmp_path / "absent")).complete
    for name, cursor in (("absent", known), (".", known), (".", transcript.START), ("nul\0", transcript.START)):
        reading = read(str(tmp_path / name), cursor)
        assert not reading.complete
        assert reading.cursor == cursor


@pytest.mark.parametrize(
    ("written", "expected"),
    [
        ("2026-11-02T10:00:00.123Z", "2026-11-02T10:00:00Z"),
        ("2026-11-02T10:00:00+02:00", "2026-11-02T08:00:00Z"),
        ("2026-11-02T10:00:00", "2026-11-02T10:00:00Z"),
        ("0001-01-01T00:00:00+14:00", ""),
        ("yesterday", ""),
        ("", ""),
        (17, ""),
        (None, ""),
        ({"at": 1}, ""),
    ],
)
def test_times_are_utc_to_the_second(tmp_path, written, expected):
    session = Session().user("a prompt")
    session.lines[-1]["timestamp"] = written
    assert [turn.when for turn in read(str(session.write(tmp_path / "t.jsonl"))).turns] == [expected]


@pytest.mark.parametrize(("header", "heard"), [("cs:severity", 0), ("Approach", 1), ("", 1)])
def test_what_a_command_of_ours_asks_is_a_choice_for_this_once(tmp_path, header, heard):
    asked = {"questions": [{"question": "How severe?", "header": header, "options": [{"label": "high"}]}]}
    session = Session().user("mend them")
    session.tool("AskUserQuestion", asked, "answered", details={"answers": {"How severe?": "high"}})
    turns = read(str(session.write(tmp_path / "t.jsonl"))).turns
    assert sum(turn.role == "answer" for turn in turns) == heard
