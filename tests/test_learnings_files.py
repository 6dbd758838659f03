"""The warm files: what they say, what hands and hostile repositories make of them, and what is written back."""

import json
import os
from pathlib import Path

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core import edges
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import NOTHING, fingerprint
from memory_core.learnings import archive, warm_files
from memory_core.learnings import learning as codec
from memory_core.learnings import warm as form
from memory_core.learnings.learning import BEHAVIOUR, GLOBAL, PREFERENCE, PROJECT, Cold, Learning, from_state, to_state
from memory_core.learnings.warm import Warm

WORDS = st.text(st.characters(codec="utf-8", exclude_categories=("Cc", "Cs", "Z")), min_size=1, max_size=40)
DAYS = st.dates().map(lambda day: day.isoformat())


@st.composite
def learned(draw, kind=None):
    kind = draw(st.sampled_from((PREFERENCE, BEHAVIOUR))) if kind is None else kind
    return Learning(
        "",
        kind,
        draw(WORDS),
        draw(st.sampled_from(("statement", "code_repetition", "by_hand"))),
        confidence=draw(st.sampled_from((0.0, 0.25, 1.0))),
        last_accessed=draw(DAYS),
        access_count=draw(st.integers(0, 99)),
        occurrences=draw(st.integers(0, 9)),
        reason=draw(st.one_of(st.just(""), WORDS)),
        triggers=tuple(draw(st.lists(WORDS, max_size=3))),
        extra=draw(st.one_of(st.just({}), st.fixed_dictionaries({"team": st.lists(st.integers())}))) or NOTHING,
    )


@st.composite
def warms(draw):
    learnings = draw(st.lists(learned(), max_size=8, unique_by=codec.fingerprint))
    warm = form.numbered(Warm(tuple(learnings)), draw(st.just({}) | st.just({PREFERENCE: 41})))
    return warm._replace(
        context=draw(st.fixed_dictionaries({"current_project": WORDS, "active_skills": st.lists(WORDS, max_size=2)})),
        muted=draw(
            st.dictionaries(
                WORDS.map("/x/{}".format),
                st.lists(st.integers(1, 99).map("pref_{:03}".format), min_size=1, max_size=3, unique=True).map(tuple),
                max_size=2,
            )
        ),
        returned=draw(st.dictionaries(st.integers(1, 99).map("pat_{:03}".format), DAYS, max_size=3)),
        extra=draw(st.dictionaries(WORDS.map("x-{}".format), WORDS, max_size=2)),
        around=draw(st.dictionaries(WORDS.map("x-{}".format), WORDS, max_size=2)),
    )


def plain(warm):
    return warm._replace(
        learnings=sorted(warm.learnings, key=lambda learning: learning.id),
        context={key: value for key, value in warm.context.items() if value},
        muted={root: sorted(ids) for root, ids in warm.muted.items()},
    )


@pytest.mark.req("JARVIS-18", "JARVIS-19", "JARVIS-20", "JARVIS-21")
@given(warms())
def test_what_is_written_is_read_back_and_is_the_same_text(warm):
    text = form.text_of(warm)
    again = form.parse(text, GLOBAL)
    assert plain(again) == plain(
        warm._replace(learnings=[learning._replace(level=GLOBAL) for learning in warm.learnings])
    )
    assert form.parse(text, PROJECT).muted == {}
    assert form.text_of(again) == text
    assert list(edges.formats()("warm-memory", json.loads(text))) == []


@pytest.mark.req("JARVIS-18", "JARVIS-19", "JARVIS-21")
def test_the_documented_example_is_read_and_every_documented_key_written():
    text = """{"warm_memory": {
      "preferences": [{"id": "pref_001", "description": "Prefers functional components over class components",
        "confidence": 0.95, "last_accessed": "2025-01-15", "access_count": 42, "source": "multiple_corrections"}],
      "patterns": [{"id": "pat_001", "description": "Creates tests alongside components", "confidence": 0.85,
        "last_accessed": "2025-01-14", "access_count": 28, "source": "code_repetition"}],
      "context": {"current_project": "shop", "active_skills": ["react"], "recent_files": ["src/**"]}}}"""
    warm = form.parse(text, GLOBAL)
    assert [(learning.id, learning.kind, learning.level, learning.access_count) for learning in warm.learnings] == [
        ("pref_001", PREFERENCE, GLOBAL, 42),
        ("pat_001", BEHAVIOUR, GLOBAL, 28),
    ]
    assert warm.problems == ()
    assert warm.context["active_skills"] == ["react"]
    again = json.loads(form.text_of(warm))["warm_memory"]
    documented = json.loads(text)["warm_memory"]
    assert list(again["preferences"][0])[:6] == list(documented["preferences"][0])
    assert {key: again[key] for key in documented} == documented


@given(st.text(max_size=300) | warms().map(form.text_of), st.data())
def test_a_file_cut_anywhere_loses_only_what_the_cut_goes_through(text, data):
    text = text[: data.draw(st.integers(0, len(text)))]
    warm = form.parse(text, PROJECT)
    lines = [line.strip().rstrip(",") for line in text.splitlines() if line.startswith('    {"id": ')]
    whole = [json.loads(line)["description"] for line in lines if line.endswith("}") and _is_json(line)]
    assert {fingerprint("", description) for description in whole} <= {
        fingerprint("", learning.description) for learning in warm.learnings
    }
    assert form.parse(form.text_of(form.numbered(warm, {})), PROJECT).problems == ()


@pytest.mark.req("JARVIS-18")
@pytest.mark.parametrize("break_it", [lambda text: text[:-2], lambda text: f"{text}>>>", lambda text: f"x{text}"])
def test_what_breaks_around_the_lists_loses_nothing_in_them(break_it):
    warm = form.parse(
        form.text_of(
            Warm(
                (Learning("pref_001", PREFERENCE, "Prefers tabs"), Learning("pat_001", BEHAVIOUR, "Tests first")),
                context={"current_project": "shop"},
                returned={"pref_001": "2026-01-02"},
                extra={"notes": "by hand"},
            )
        ),
        PROJECT,
    )
    again = form.parse(break_it(form.text_of(warm)), PROJECT)
    assert again.is_damaged
    assert plain(again)._replace(problems=(), is_damaged=False) == plain(warm)


def _is_json(line):
    try:
        return isinstance(json.loads(line), dict)
    except ValueError:
        return False


VALUES = st.recursive(
    st.none() | st.booleans() | st.integers() | st.floats() | st.text(max_size=9),
    lambda inner: st.lists(inner, max_size=3) | st.dictionaries(st.text(max_size=9), inner, max_size=3),
    max_leaves=9,
)
KEYS = st.sampled_from(("preferences", "patterns", "context", "muted", "returned", "notes"))
ENTRY = st.dictionaries(st.sampled_from(("id", *Learning._fields, "colour")), VALUES, max_size=6)


@given(st.dictionaries(KEYS, VALUES | st.lists(VALUES | ENTRY, max_size=4)))
def test_whatever_types_a_file_holds_it_is_read_and_written(inner):
    warm = form.numbered(form.parse(json.dumps({"warm_memory": inner}), PROJECT), {})
    assert all(learning.id and learning.description for learning in warm.learnings)
    again = form.parse(form.text_of(warm), PROJECT)
    assert [learning.description for learning in again.learnings] == [
        learning.description for learning in _ordered(warm)
    ]
    assert not again.is_damaged


def _ordered(warm):
    kinds = (PREFERENCE, BEHAVIOUR)
    return sorted(warm.learnings, key=lambda learning: (kinds.index(learning.kind), form._number(learning.id)))


def test_a_key_or_an_entry_of_a_hand_stays(repo: Path):
    inner = {"preferences": [{"colour": "red"}, {"description": "Use tabs", "why": ["x"]}], "team": {"a": 1}}
    write(repo, json.dumps({"$schema": "x", "warm_memory": inner}))
    with warm_files.held(str(repo)):
        warm_files.write(str(repo), PROJECT, added(warm_files.read(str(repo), PROJECT), "Use spaces"))
    content = json.loads(path(repo).read_text())
    assert (content["$schema"], content["warm_memory"]["team"]) == ("x", {"a": 1})
    assert [entry.get("description") for entry in content["warm_memory"]["preferences"]] == [
        "Use tabs",
        "Use spaces",
        None,
    ]
    assert content["warm_memory"]["preferences"][0]["why"] == ["x"]
    assert content["warm_memory"]["preferences"][2] == {"colour": "red"}
    assert warm_files.damages(str(repo))[0][2] == 2
    assert warm_files.set_aside(str(repo)) == []  # nothing was lost


def test_a_damaged_file_is_set_aside_once_before_it_is_written(repo: Path):
    damaged = '{"warm_memory": {"preferences": [\n{"id": "pref_001", "description": "Use tabs"},\n{"id": "pref_0'
    write(repo, damaged)
    assert [learning.description for learning in warm_files.read(str(repo), PROJECT).learnings] == ["Use tabs"]
    assert warm_files.notice(str(repo))
    for words in ("Use spaces", "Use both"):
        with warm_files.held(str(repo)):
            warm_files.write(str(repo), PROJECT, added(warm_files.read(str(repo), PROJECT), words))
    aside = warm_files.set_aside(str(repo))
    assert [Path(file).read_text() for file in aside] == [damaged]
    assert [learning.id for learning in warm_files.read(str(repo), PROJECT).learnings] == [
        "pref_001",
        "pref_002",
        "pref_003",
    ]
    assert warm_files.damages(str(repo)) == []


def test_bytes_that_are_no_text_cost_only_themselves(repo: Path):
    path(repo).parent.mkdir(parents=True)
    path(repo).write_bytes(b'{"warm_memory": {"preferences": [{"id": "pref_001", "description": "Use t\xff\xfebs"}]}}')
    warm = warm_files.read(str(repo), PROJECT)
    assert (len(warm.learnings), warm.is_damaged) == (1, True)
    with warm_files.held(str(repo)):
        assert warm_files.mend(str(repo)) == [warm_files.path(str(repo), PROJECT)]
    assert len(warm_files.set_aside(str(repo))) == 1


HOSTILE = {
    "deep": '{"warm_memory": ' + "[" * 100_000,
    "deep entry": '{"warm_memory": {"preferences": [{"description": "a", "x": ' + "[" * 400 + "]" * 400 + "}]}}",
    "huge number": '{"warm_memory": {"preferences": [{"description": "a", "access_count": ' + "9" * 9_000 + "}]}}",
    "no numbers": '{"warm_memory": {"preferences": [{"description": "a", "confidence": NaN, "x": Infinity}]}}',
    "numbers used up": '{"warm_memory": {"preferences": [{"id": "pref_999999999", "description": "a"}]}}',
    "numbers of a sort": '{"warm_memory": {"preferences": [{"id": "pref_٣", "description": "a"}]}}',
    "ids that lead out": '{"warm_memory": {"preferences": [{"id": "../../x", "description": "a"}]}}',
    "surrogates": '{"warm_memory": {"preferences": [{"id": "pref_001", "description": "a \\ud800"}]}}',
    "long": '{"warm_memory": {"preferences": [{"description": "' + "a " * 100_000 + '"}, {"description": "b"}]}}',
    "all marks": "<<<<<<< \n=======\n>>>>>>> \n" * 1_000,
    "braces": "{" * 200_000,
    "array": '[{"id": "pat_004", "description": "a"}]',
    "nothing": "null",
}


@pytest.mark.parametrize("name", HOSTILE)
def test_a_hostile_file_is_read_and_written_without_a_traceback(repo: Path, name: str):
    write(repo, HOSTILE[name])
    root = str(repo)
    before = warm_files.read(root, PROJECT)
    assert len(before.learnings) <= form.MOST
    with warm_files.held(root):
        warm_files.write(root, PROJECT, added(before, "Use spaces"))
    after = warm_files.read(root, PROJECT)
    ids = [learning.id for learning in after.learnings]
    assert "Use spaces" in [learning.description for learning in after.learnings]
    assert "" not in ids
    assert len(ids) == len(set(ids))
    assert {learning.description for learning in before.learnings} <= {
        learning.description for learning in after.learnings
    } | {"a \ud800"}
    assert warm_files.numbers(root)[PREFERENCE] <= form.HIGHEST


def test_of_very_many_entries_the_first_are_read_and_all_written_back(repo: Path):
    write(repo, json.dumps({"warm_memory": {"patterns": [f"use {at}" for at in range(form.MOST + 9)]}}))
    warm = warm_files.read(str(repo), PROJECT)
    assert (len(warm.learnings), len(warm.unread)) == (form.MOST, 9)
    with warm_files.held(str(repo)):
        warm_files.write(str(repo), PROJECT, warm)
    assert len(json.loads(path(repo).read_text())["warm_memory"]["patterns"]) == form.MOST + 9


def test_a_file_that_uses_up_the_numbers_does_so_for_no_other_project(repo: Path, tmp_path: Path):
    write(repo, '{"warm_memory": {"preferences": [{"id": "pref_99999", "description": "a"}]}}')
    for words in ("Use spaces", "Use tabs", "Use both"):
        with warm_files.held(str(repo)):
            warm_files.write(str(repo), PROJECT, added(warm_files.read(str(repo), PROJECT), words))
    assert len({learning.id for learning in warm_files.read(str(repo), PROJECT).learnings}) == 4
    assert warm_files.numbers(str(tmp_path))[PREFERENCE] <= 3


@pytest.mark.parametrize("what", ["file", "folder", "above"])
def test_no_link_leads_a_read_or_a_write_out_of_the_project(repo: Path, tmp_path: Path, what: str):
    outside = tmp_path / "outside"
    outside.mkdir()
    (outside / "warm-memory.json").write_text('{"warm_memory": {"preferences": ["a secret of somebody"]}}')
    (outside / "learnings").symlink_to(outside)
    claude = repo / ".claude"
    if what == "above":
        claude.symlink_to(outside)
    else:
        claude.mkdir()
        if what == "folder":
            (claude / "learnings").symlink_to(outside)
        else:
            (claude / "learnings").mkdir()
            (claude / "learnings" / "warm-memory.json").symlink_to(outside / "warm-memory.json")
    before = sorted(os.listdir(outside)), (outside / "warm-memory.json").read_text()
    warm = warm_files.read(str(repo), PROJECT)
    assert warm.learnings == ()
    assert warm.problems
    with warm_files.held(str(repo)), pytest.raises(Refusal, match="symbolic link"):
        warm_files.write(str(repo), PROJECT, added(warm, "Use spaces"))
    assert (sorted(os.listdir(outside)), (outside / "warm-memory.json").read_text()) == before


@pytest.mark.parametrize("what", ["folder", "pipe"])
def test_what_stands_in_the_place_of_a_file_and_is_none_is_left_alone(repo: Path, what: str):
    path(repo).parent.mkdir(parents=True)
    path(repo).mkdir() if what == "folder" else os.mkfifo(path(repo))
    warm = warm_files.read(str(repo), PROJECT)
    assert warm.problems
    with warm_files.held(str(repo)), pytest.raises(Refusal):
        warm_files.write(str(repo), PROJECT, added(warm, "Use spaces"))
    assert path(repo).exists()


def test_a_secret_never_reaches_a_warm_file(repo: Path):
    key = "ghp_" + "x7Kq9Zt2Lw4Rb8Vn3Mc6Yd1Hs5Jf0PgQeUiO"[:36]
    learning = Learning("pref_001", PREFERENCE, f"Use {key} for uploads", reason=f"token: {key}")
    learning = learning._replace(triggers=(key,), quote=key, extra={"note": [key]})
    with warm_files.held(str(repo)):
        for level in warm_files.LEVELS:
            warm_files.write(
                str(repo), level, Warm((learning._replace(level=level),), context={"current_project": key})
            )
    for level in warm_files.LEVELS:
        assert key not in Path(warm_files.path(str(repo), level)).read_text()


@pytest.mark.req("JARVIS-4", "X-9")
def test_the_level_is_that_of_the_file(repo: Path, home: Path):
    write(repo, '{"warm_memory": {"preferences": [{"description": "Use tabs", "level": "global"}]}}')
    assert [learning.level for learning in warm_files.read(str(repo), PROJECT).learnings] == [PROJECT]
    assert warm_files.path(str(repo), GLOBAL) == str(home / ".jarvis" / "learnings" / "warm-memory.json")


def test_the_users_folder_can_be_elsewhere(repo: Path, tmp_path: Path, monkeypatch: pytest.MonkeyPatch):
    monkeypatch.setenv("JARVIS_ROOT", str(tmp_path / "own"))
    with warm_files.held(str(repo)):
        warm_files.write(str(repo), GLOBAL, Warm((Learning("pref_001", PREFERENCE, "Answer in German"),)))
    assert (tmp_path / "own" / "learnings" / "warm-memory.json").is_file()


@pytest.mark.req("JARVIS-45")
def test_an_id_stands_for_one_learning_in_a_project_whatever_others_brought(repo: Path):
    root = str(repo)
    mine = Learning("pref_001", PREFERENCE, "Use tabs")
    learnings = [
        Learning(f"pref_00{at}", PREFERENCE, words, level=GLOBAL) for at, words in ((1, "Greet me"), (2, "Be brief"))
    ]
    with warm_files.held(root):
        warm_files.write(
            root, GLOBAL, Warm(tuple(learnings), muted={root: ("pref_001",), "/b": ("pref_001", "pref_002")})
        )
        warm_files.write(root, PROJECT, Warm((mine,)))
    own, of_user = (warm_files.read(root, level) for level in warm_files.LEVELS)
    assert [learning.id for learning in own.learnings] == ["pref_001"]
    assert {learning.id: learning.description for learning in of_user.learnings} == {
        "pref_003": "Greet me",
        "pref_002": "Be brief",
    }
    assert [learning.description for learning in warm_files.both(root).learnings] == ["Use tabs", "Be brief"]
    with warm_files.held(root):
        warm_files.write(root, GLOBAL, of_user)
        warm_files.write(root, PROJECT, own)
    assert {learning.id: learning for learning in warm_files.read(root, GLOBAL).learnings} == {
        learning.id: learning for learning in of_user.learnings
    }
    assert warm_files.read(root, GLOBAL).muted == {root: ("pref_003",), "/b": ("pref_002", "pref_003")}
    assert [learning.description for learning in warm_files.both(root).learnings] == ["Use tabs", "Be brief"]


@pytest.mark.req("JARVIS-20")
def test_a_project_counts_for_itself_and_what_holds_everywhere_after_all_of_them(repo: Path, tmp_path: Path):
    old, new = str(repo), str(tmp_path)
    with warm_files.held(old):
        warm_files.write(old, PROJECT, Warm((Learning("pref_9345", PREFERENCE, "Use tabs"),)))
        archive.add([Cold(Learning("pref_9344", PREFERENCE, "Use spaces"), old, "2026-01-01")], "2026-01-01")
    assert warm_files.next_id(old, PREFERENCE, PROJECT) == "pref_9346"
    assert warm_files.next_id(new, PREFERENCE, PROJECT) == "pref_001"
    assert warm_files.next_id(new, PREFERENCE, GLOBAL) == "pref_9346"
    with warm_files.held(new):
        warm_files.write(new, GLOBAL, Warm((Learning("pref_001", PREFERENCE, "Answer in German", level=GLOBAL),)))
    assert warm_files.next_id(new, PREFERENCE, PROJECT) == "pref_002"


@pytest.mark.req("JARVIS-18", "JARVIS-19")
def test_a_warm_file_has_the_documented_keys_and_no_other(repo: Path):
    with warm_files.held(str(repo)):
        warm_files.write(
            str(repo), PROJECT, Warm((Learning("pref_001", PREFERENCE, "Use tabs", "user", confirmation=1.0),))
        )
    content = json.loads(path(repo).read_text())
    assert list(content) == ["warm_memory"]
    assert list(content["warm_memory"]) == ["preferences", "patterns", "context"]
    assert list(content["warm_memory"]["context"]) == ["current_project", "active_skills", "recent_files"]
    assert list(content["warm_memory"]["preferences"][0]) == [
        "id", "description", "confidence", "last_accessed", "access_count", "source"
    ]  # fmt: skip


def test_no_number_is_given_twice_whatever_becomes_of_its_learning(repo: Path):
    with warm_files.held(str(repo)):
        warm_files.write(str(repo), PROJECT, Warm((Learning("pref_007", PREFERENCE, "Use tabs"),)))
        warm_files.write(str(repo), PROJECT, Warm())
    assert warm_files.numbers(str(repo)) == {PREFERENCE: 7, BEHAVIOUR: 0}


def test_where_the_users_folder_cannot_be_written_the_projects_learnings_still_are(repo: Path, home: Path):
    (home / ".jarvis").write_text("in the way")
    with warm_files.held(str(repo)):
        assert warm_files.write(str(repo), PROJECT, Warm((Learning("pref_001", PREFERENCE, "Use tabs"),)))
        with pytest.raises(Refusal):
            warm_files.write(str(repo), GLOBAL, Warm((Learning("pref_002", PREFERENCE, "Use spaces"),)))
    assert len(warm_files.both(str(repo)).learnings) == 1
    assert archive.sizes() == (0, 0)


@given(st.lists(learned(), max_size=4, unique_by=codec.fingerprint))
def test_hot_learnings_are_read_back(learnings):
    learnings = [learning._replace(id=codec.provisional(learning)) for learning in learnings]
    assert from_state({"hot": json.loads(json.dumps(to_state(learnings)))}) == learnings


@given(VALUES | st.lists(VALUES | ENTRY))
def test_whatever_is_hot_in_a_state_it_is_read(value):
    assert all(learning.id for learning in from_state({"hot": value}))


def path(repo: Path) -> Path:
    return repo / ".claude" / "learnings" / "warm-memory.json"


def write(repo: Path, text: str) -> None:
    path(repo).parent.mkdir(parents=True, exist_ok=True)
    path(repo).write_text(text)


def added(warm: Warm, words: str) -> Warm:
    return form.numbered(warm._replace(learnings=(*warm.learnings, Learning("", PREFERENCE, words))), {})
