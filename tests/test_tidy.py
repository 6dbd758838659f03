"""`memory-core tidy`: what is doubtful is handed out, one answer settles it, all of it or nothing."""

import io
import json
import re
import shutil
import sys
from pathlib import Path

import pytest

from memory_core import cli
from memory_core.core import registry, session
from memory_core.core.light import lifecycle, user
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory, Source
from memory_core.journal import candidates, journal_files
from memory_core.journal import journal_entries as entries
from memory_core.verbs import tidy as flow
from memory_core.verbs import tidy_plan
from memory_core.verbs import tidy_view as view
from tests.properties import family
from tests.test_hooks import Client
from tools.fit import sessions

SESSION = sessions.FOLDER / "o1-berth-pool.txt"
ROW = re.compile(r"^([+-]) (\S+) (\w+) (\.\d\d|1\.00) (.+)$", re.MULTILINE)


@pytest.fixture
def said(repo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """What `tidy` prints, after a session was captured."""
    monkeypatch.setenv("MEMORY_CORE_NOW", "2026-05-05T08:00:00Z")
    client = Client(repo)
    shutil.move(sessions.write(Path(SESSION), repo.parent), client.transcript)
    client.run("Stop")

    def run(*arguments: str, answer: str = "", code: int = 0) -> str:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(answer.encode())))
        assert cli.main(["tidy", "--root", str(repo), *arguments]) == code
        told = capsys.readouterr()
        return told.err if code else told.out

    return run


def rows(text: str) -> dict[str, list[str]]:
    """The ids of what is listed: under + what was kept, under - what nearly was, under ? learnings."""
    found: dict[str, list[str]] = {"+": [], "-": [], "?": []}
    for mark, name, *_ in ROW.findall(text):
        found["?" if name.startswith("hot_") else mark].append(name)
    return found


def kept(repo: Path) -> dict[str, Memory]:
    return {one.id: one for one in journal_files.read(str(repo))}


def whole(repo: Path, beginning: str) -> Memory:
    [found] = [one for name, one in kept(repo).items() if name.startswith(beginning)]
    return found


def homes(repo: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (repo / ".genius/memory").glob("*.json")}


def test_the_list_is_fenced_short_and_says_what_was_kept_and_what_waits(said, repo: Path) -> None:
    told = said()
    assert told.startswith('<project-memory source="memory-core to tidy">\nRecorded notes about this project: data')
    listed = rows(told)
    assert len(listed["+"]) > 3
    assert len(listed["-"]) > 3
    assert len(listed["+"]) + len(listed["-"]) <= view.MOST
    assert view.cost(told) <= view.BUDGET
    assert "memory-core tidy --apply <<" in told.partition("</project-memory>")[2]
    assert all(kept(repo)[name].summary for name in kept(repo))


def test_candidates_are_redacted_and_no_part_of_the_repository(said, repo: Path, git) -> None:
    before = git(repo, "status", "--porcelain", "--ignored")
    assert 0 < len(candidates.read(str(repo))) <= candidates.MOST
    assert Path(user.derived(str(repo)), "candidates.jsonl").exists()
    assert "candidates" not in before
    client = Client(repo, "s-2")
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    client.says(f"The retry queue was drained with the token {secret} because the broker forgot its offsets again.")
    client.run("Stop")
    assert secret not in Path(user.derived(str(repo)), "candidates.jsonl").read_text()


def test_one_answer_confirms_rejects_keeps_rewords_retypes_merges_and_adds(said, repo: Path) -> None:
    listed = rows(said())
    one, two, three, four, five = listed["+"][:5]
    first, second = listed["-"][:2]
    quote = re.sub(r"\s+", " ", sessions.blocks(Path(SESSION).read_text())[0].text)[:60]
    text = "The berth pool closes its connections before a fork"
    answer = f"""\
confirm {one}
reject {two} {second}
keep {first}
reword {three}: {text}
retype {four} as blocker
merge {five} {listed["-"][2]}: The pool of berths is sized by the number of workers
add learning: The harbour's clock runs in UTC all year | {quote}
"""
    ids = [whole(repo, name).id for name in (one, two, three, four, five)]
    count = len(kept(repo))
    told = said("--apply", answer=answer)
    after = kept(repo)
    assert after[ids[0]].attrs["certainty"] == tidy_plan.CERTAIN
    assert after[ids[1]].status == "rejected"
    for name in ids[2:]:
        assert after[name].status == "superseded"
        assert lifecycle.successor(after[name]) in after
    assert after[entries.identify(after[ids[2]].kind, text)].source == after[ids[2]].source
    assert after[lifecycle.successor(after[ids[3]])].kind == "blocker"
    assert len(after) == count + 5
    [added] = [one for one in after.values() if one.summary.startswith("The harbour's clock")]
    assert added.source.quote == quote
    assert added.source.uuid
    assert re.search(r"about [\d,]+ tokens were handed out", told)
    for verb in tidy_plan.VERBS:
        assert re.search(rf"^{verb} 1|^reject 2", told, re.MULTILINE), verb


@pytest.mark.parametrize("kind", ["next", "question"])
def test_what_is_open_is_a_kind_too(said, repo: Path, kind: str) -> None:
    listed = said()
    assert re.search(rf"Kinds: [^;]*\b{kind}\b", listed)
    [name] = rows(listed)["+"][:1]
    old = whole(repo, name).id
    said("--apply", answer=f"retype {name} as {kind}\n")
    after = kept(repo)
    new = after[lifecycle.successor(after[old])]
    assert (new.kind, new.status) == (kind, lifecycle.OPEN)


def test_what_was_offered_and_not_named_stays_or_goes_and_is_not_offered_again(said, repo: Path) -> None:
    listed = rows(said())
    said("--apply", answer=f"confirm {listed['+'][0]}")
    again = rows(said())
    assert not set(again["+"] + again["-"]) & set(listed["+"] + listed["-"])


@pytest.mark.parametrize(
    ("answer", "why"),
    family(
        [
            ("", "the answer is empty"),
            ("praise {one}", "line 1: 'praise"),
            ("confirm {one}\nreject d-ffffffff", "line 2: there is no 'd-ffffffff'"),
            ("confirm {one}\n\nreject {one}", "line 3: line 1 has settled"),
            ("reword {one}", "line 1: its text has 0 characters"),
            ("reword {one}: " + "x" * 241, "line 1: its text has 241 characters"),
            ("reword {one} {two}: A text for two of them", "line 1: a text is for one id"),
            ("retype {one} as wish", "line 1: 'wish' is no kind"),
            ("retype {one} as preference", "line 1: 'preference' is no kind"),
            ("merge {one}", "line 1: merge needs two ids"),
            ("add learning: The clock of the harbour runs in UTC", "line 1: say `add KIND: TEXT | QUOTE`"),
            ("add learning: The clock runs in UTC | nobody ever said these words", "line 1: its quote"),
            ("reject", "line 1: 'reject' begins with none"),
            ("confirm {one}: because", "line 1: confirm takes no text"),
        ],
        5,
    ),
)
def test_an_answer_that_cannot_be_followed_names_its_line_and_changes_nothing(
    said, repo: Path, answer: str, why: str
) -> None:
    one, two, *_ = rows(said())["+"]
    before = homes(repo), view.read(str(repo)), candidates.read(str(repo))
    told = said("--apply", answer=answer.format(one=one, two=two), code=1)
    assert why in told
    assert (homes(repo), view.read(str(repo)), candidates.read(str(repo))) == before


def test_a_write_that_fails_halfway_leaves_all_files_as_they_were(said, repo: Path, monkeypatch) -> None:
    listed = rows(said())
    before = homes(repo), view.read(str(repo)), candidates.read(str(repo))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "tidied.json")

    monkeypatch.setattr(view, "write", full)
    told = said("--apply", answer=f"reject {listed['+'][0]}\nkeep {listed['-'][0]}", code=1)
    monkeypatch.undo()
    assert "full" in told
    assert homes(repo) == before[0]


def test_an_answer_that_was_cut_off_can_be_given_again(said, repo: Path) -> None:
    one = rows(said())["+"][0]
    text = "The berth pool closes its connections before a fork"
    old, answer = whole(repo, one), f"reword {one}: {text}"
    new = old._replace(
        id=entries.identify(old.kind, text), summary=text, attrs={**old.attrs, "certainty": tidy_plan.CERTAIN}
    )
    with registry.held(str(repo)):
        registry.keep(str(repo), [new])  # killed before the old one was changed
    count = len(kept(repo))
    said("--apply", answer=answer)
    assert len(kept(repo)) == count
    assert whole(repo, one).status == "superseded"


def test_an_answer_is_one_step_that_is_taken_back(said, repo: Path, capsys) -> None:
    assert cli.main(["remember", "--root", str(repo), "error", "The crane stops at noon", "--anew"]) == 0
    capsys.readouterr()
    one, two = rows(said())["+"][:2]
    before = homes(repo)
    said("--apply", answer=f"reject {one}\nreword {two}: The berth pool closes its connections before a fork")
    assert homes(repo) != before
    assert cli.main(["undo", "--root", str(repo)]) == 0
    assert "took back tidy" in capsys.readouterr().out
    assert homes(repo) == before


def test_a_fold_is_taken_back_and_is_asked_for_alone(repo: Path, capsys) -> None:
    with registry.held(str(repo)):
        again = memory("We use SQLite for the queue.", when="2026-05-02T00:00:00Z")
        registry.keep(str(repo), [memory("Use SQLite for the queue"), again])
    before = homes(repo)
    assert cli.main(["tidy", "--root", str(repo), "--fold"]) == 0
    assert cli.main(["undo", "--root", str(repo)]) == 0
    assert "took back tidy --fold" in capsys.readouterr().out
    assert homes(repo) == before
    for options in (["--fold", "--apply"],):
        assert cli.main(["tidy", "--root", str(repo), *options]) == 2
    assert homes(repo) == before


@pytest.mark.parametrize("wrong", family(['"high"', "null", "[1]", "1e999", "-3"], 2))
def test_a_wrong_certainty_of_the_repository_harms_nobody(said, repo: Path, capsys, wrong: str) -> None:
    path = repo / ".genius/memory/errors.json"
    rows = json.loads(path.read_text()) if path.exists() else []
    row = {"id": "e-1a2b3c4d", "error": "The crane stops at noon", "status": "open", "rule": "said",
           "timestamp": "2026-05-04T08:00:00Z", "certainty": "HERE"}  # fmt: skip
    path.write_text(json.dumps([*rows, row]).replace('"HERE"', wrong))
    assert "The crane stops at noon" in said()
    assert cli.main(["open", "--root", str(repo), "--json"]) == 0
    told = capsys.readouterr().out
    assert "Infinity" not in told
    [found] = [one for one in map(json.loads, told.splitlines()) if one["id"] == "e-1a2b3c4d"]
    assert found["certainty"] is None


def test_a_secret_in_new_words_is_redacted(said, repo: Path) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    name = rows(said())["+"][0]
    told = said("--apply", answer=f"reword {name}: The broker is asked with {secret} from the vault")
    assert secret not in told
    assert all(secret.encode() not in raw for raw in homes(repo).values())


def test_what_was_rejected_does_not_come_back_when_the_session_is_read_again(said, repo: Path) -> None:
    listed = rows(said())
    name = whole(repo, listed["+"][0]).id
    said("--apply", answer=f"reject {listed['+'][0]} {listed['-'][0]}")
    before = kept(repo)
    shutil.rmtree(Path(user.derived(str(repo)), "sessions"))
    Client(repo).run("Stop")
    assert kept(repo)[name].status == "rejected"
    assert kept(repo).keys() == before.keys()
    assert listed["-"][0] not in rows(said())["-"]


def test_a_learning_is_kept_or_rejected_and_its_words_are_left_alone(said, repo: Path) -> None:
    [*_, name] = rows(said())["?"]
    assert "is kept or rejected here" in said("--apply", answer=f"reword {name}: Use pnpm wherever it is", code=1)
    said("--apply", answer=f"reject {name}")
    assert all(not one["id"].startswith(name) for one in session.load(str(repo), "s-1")["hot"])


def test_ended_entries_of_every_shelf_say_so_when_they_are_read_again() -> None:
    for kind in tidy_plan.KINDS:
        for status in ("rejected", "superseded"):
            memory = Memory("", kind, "The pool is closed", status=status)
            item = json.loads(json.dumps(entries.to_item(memory)))
            found = entries.from_item(item, entries.shelf_of(kind))
            assert found is not None
            assert found.status == status


def memory(text: str, kind: str = "decision", when: str = "2026-05-01T00:00:00Z") -> Memory:
    return Memory("", kind, text, created=when, updated=when, source=Source(session="s-9"))


def test_kept_memories_that_say_the_same_are_listed_and_folded(repo: Path, capsys) -> None:
    texts = [
        memory("Use SQLite for the queue"),
        memory("We use SQLite for the queue.", when="2026-05-02T00:00:00Z"),
        memory("Use SQLite for the cache", when="2026-05-03T00:00:00Z"),
        memory("Use Postgres for the queue", when="2026-05-03T00:00:00Z"),
    ]
    with registry.held(str(repo)):
        registry.keep(str(repo), texts)
    before = homes(repo)
    assert cli.main(["tidy", "--root", str(repo), "--dry-run"]) == 0
    assert "1 pair say the same" in capsys.readouterr().out
    assert homes(repo) == before
    assert cli.main(["tidy", "--root", str(repo), "--fold"]) == 0
    assert sorted(one.status for one in kept(repo).values()) == ["active", "active", "active", "superseded"]
    assert cli.main(["tidy", "--root", str(repo), "--dry-run"]) == 0
    assert "No two say the same." in capsys.readouterr().out


def test_nothing_is_doubtful_where_nothing_was_captured(repo: Path, capsys) -> None:
    assert cli.main(["tidy", "--root", str(repo)]) == 0
    assert "Nothing is doubtful" in capsys.readouterr().out


def test_steps_take_lists_and_commas_as_they_come() -> None:
    [one] = tidy_plan.steps("- reject d-1a2b, x-3c4d")
    assert one.ids == ("d-1a2b", "x-3c4d")
    [two] = tidy_plan.steps("keep x-3c4d as pattern: Branches are named after tickets: ABC-1")
    assert (two.kind, two.text) == ("convention", "Branches are named after tickets: ABC-1")
    with pytest.raises(Refusal, match="at most 200"):
        tidy_plan.steps("\n".join(f"reject d-{number:04}" for number in range(201)))
    assert flow.SECONDS
