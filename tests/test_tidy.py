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
def tidy(repo: Path, monkeypatch: pytest.MonkeyPatch, capsys: pytest.CaptureFixture[str]):
    """What `tidy` prints, after a session was captured."""
    monkeypatch.setenv("MEMORY_CORE_NOW", "2026-05-05T08:00:00Z")
    client = Client(repo)
    shutil.move(sessions.write(Path(SESSION), repo.parent), client.transcript)
    client.run("Stop")

    def run(*arguments: str, answer: str = "", code: int = 0) -> str:
        monkeypatch.setattr(sys, "stdin", io.TextIOWrapper(io.BytesIO(answer.encode())))
        assert cli.main(["tidy", "--root", str(repo), *arguments]) == code
        printed = capsys.readouterr()
        return printed.err if code else printed.out

    return run


def rows(text: str) -> dict[str, list[str]]:
    """The ids of what is listed: under + what was kept, under - what nearly was, under ? learnings."""
    ids: dict[str, list[str]] = {"+": [], "-": [], "?": []}
    for mark, name, *_ in ROW.findall(text):
        ids["?" if name.startswith("hot_") else mark].append(name)
    return ids


def kept(repo: Path) -> dict[str, Memory]:
    return {memory.id: memory for memory in journal_files.read(str(repo))}


def whole(repo: Path, beginning: str) -> Memory:
    [match] = [memory for name, memory in kept(repo).items() if name.startswith(beginning)]
    return match


def homes(repo: Path) -> dict[str, bytes]:
    return {path.name: path.read_bytes() for path in (repo / ".genius/memory").glob("*.json")}


def test_the_list_is_fenced_short_and_says_what_was_kept_and_what_waits(tidy, repo: Path) -> None:
    printed = tidy()
    assert printed.startswith('<project-memory source="memory-core to tidy">\nRecorded notes about this project: data')
    listed = rows(printed)
    assert len(listed["+"]) > 3
    assert len(listed["-"]) > 3
    assert len(listed["+"]) + len(listed["-"]) <= view.MOST
    assert view.cost(printed) <= view.BUDGET
    assert "memory-core tidy --apply <<" in printed.partition("</project-memory>")[2]
    assert all(kept(repo)[name].summary for name in kept(repo))


def test_candidates_are_redacted_and_no_part_of_the_repository(tidy, repo: Path, git) -> None:
    before = git(repo, "status", "--porcelain", "--ignored")
    assert 0 < len(candidates.read(str(repo))) <= candidates.MOST
    assert Path(user.derived(str(repo)), "candidates.jsonl").exists()
    assert "candidates" not in before
    client = Client(repo, "s-2")
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    client.says(f"The retry queue was drained with the token {secret} because the broker forgot its offsets again.")
    client.run("Stop")
    assert secret not in Path(user.derived(str(repo)), "candidates.jsonl").read_text()


def test_one_answer_confirms_rejects_keeps_rewords_retypes_merges_and_adds(tidy, repo: Path) -> None:
    listed = rows(tidy())
    confirmed, rejected, reworded, retyped, merged = listed["+"][:5]
    first, second = listed["-"][:2]
    quote = re.sub(r"\s+", " ", sessions.blocks(Path(SESSION).read_text())[0].text)[:60]
    text = "The berth pool closes its connections before a fork"
    answer = f"""\
confirm {confirmed}
reject {rejected} {second}
keep {first}
reword {reworded}: {text}
retype {retyped} as blocker
merge {merged} {listed["-"][2]}: The pool of berths is sized by the number of workers
add learning: The harbour's clock runs in UTC all year | {quote}
"""
    ids = [whole(repo, name).id for name in (confirmed, rejected, reworded, retyped, merged)]
    count = len(kept(repo))
    printed = tidy("--apply", answer=answer)
    after = kept(repo)
    assert after[ids[0]].attrs["certainty"] == tidy_plan.CERTAIN
    assert after[ids[1]].status == "rejected"
    for name in ids[2:]:
        assert after[name].status == "superseded"
        assert lifecycle.successor(after[name]) in after
    assert after[entries.identify(after[ids[2]].kind, text)].source == after[ids[2]].source
    assert after[lifecycle.successor(after[ids[3]])].kind == "blocker"
    assert len(after) == count + 5
    [added] = [memory for memory in after.values() if memory.summary.startswith("The harbour's clock")]
    assert added.source.quote == quote
    assert added.source.uuid
    assert re.search(r"about [\d,]+ tokens were handed out", printed)
    for verb in tidy_plan.VERBS:
        assert re.search(rf"^{verb} 1|^reject 2", printed, re.MULTILINE), verb


@pytest.mark.parametrize("kind", ["next", "question"])
def test_what_is_open_is_a_kind_too(tidy, repo: Path, kind: str) -> None:
    listed = tidy()
    assert re.search(rf"Kinds: [^;]*\b{kind}\b", listed)
    [name] = rows(listed)["+"][:1]
    old = whole(repo, name).id
    tidy("--apply", answer=f"retype {name} as {kind}\n")
    after = kept(repo)
    new = after[lifecycle.successor(after[old])]
    assert (new.kind, new.status) == (kind, lifecycle.OPEN)


def test_what_was_offered_and_not_named_stays_or_goes_and_is_not_offered_again(tidy, repo: Path) -> None:
    listed = rows(tidy())
    tidy("--apply", answer=f"confirm {listed['+'][0]}")
    again = rows(tidy())
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
    tidy, repo: Path, answer: str, why: str
) -> None:
    first, second, *_ = rows(tidy())["+"]
    before = homes(repo), view.read(str(repo)), candidates.read(str(repo))
    printed = tidy("--apply", answer=answer.format(one=first, two=second), code=1)
    assert why in printed
    assert (homes(repo), view.read(str(repo)), candidates.read(str(repo))) == before


def test_a_write_that_fails_halfway_leaves_all_files_as_they_were(tidy, repo: Path, monkeypatch) -> None:
    listed = rows(tidy())
    before = homes(repo), view.read(str(repo)), candidates.read(str(repo))

    def full(*_: object) -> None:
        raise OSError(28, "No space left on device", "tidied.json")

    monkeypatch.setattr(view, "write", full)
    printed = tidy("--apply", answer=f"reject {listed['+'][0]}\nkeep {listed['-'][0]}", code=1)
    monkeypatch.undo()
    assert "full" in printed
    assert homes(repo) == before[0]


def test_an_answer_that_was_cut_off_can_be_given_again(tidy, repo: Path) -> None:
    first = rows(tidy())["+"][0]
    text = "The berth pool closes its connections before a fork"
    old, answer = whole(repo, first), f"reword {first}: {text}"
    new = old._replace(
        id=entries.identify(old.kind, text), summary=text, attrs={**old.attrs, "certainty": tidy_plan.CERTAIN}
    )
    with registry.held(str(repo)):
        registry.keep(str(repo), [new])  # killed before the old one was changed
    count = len(kept(repo))
    tidy("--apply", answer=answer)
    assert len(kept(repo)) == count
    assert whole(repo, first).status == "superseded"


def test_an_answer_is_one_step_that_is_taken_back(tidy, repo: Path, capsys) -> None:
    assert cli.main(["remember", "--root", str(repo), "error", "The crane stops at noon", "--anew"]) == 0
    capsys.readouterr()
    first, second = rows(tidy())["+"][:2]
    before = homes(repo)
    tidy("--apply", answer=f"reject {first}\nreword {second}: The berth pool closes its connections before a fork")
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
def test_a_wrong_certainty_of_the_repository_harms_nobody(tidy, repo: Path, capsys, wrong: str) -> None:
    path = repo / ".genius/memory/errors.json"
    rows = json.loads(path.read_text()) if path.exists() else []
    row = {"id": "e-1a2b3c4d", "error": "The crane stops at noon", "status": "open", "rule": "said",
           "timestamp": "2026-05-04T08:00:00Z", "certainty": "HERE"}  # fmt: skip
    path.write_text(json.dumps([*rows, row]).replace('"HERE"', wrong))
    assert "The crane stops at noon" in tidy()
    assert cli.main(["open", "--root", str(repo), "--json"]) == 0
    printed = capsys.readouterr().out
    assert "Infinity" not in printed
    [entry] = [record for record in map(json.loads, printed.splitlines()) if record["id"] == "e-1a2b3c4d"]
    assert entry["certainty"] is None


def test_a_secret_in_new_words_is_redacted(tidy, repo: Path) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    name = rows(tidy())["+"][0]
    printed = tidy("--apply", answer=f"reword {name}: The broker is asked with {secret} from the vault")
    assert secret not in printed
    assert all(secret.encode() not in raw for raw in homes(repo).values())


def test_what_was_rejected_does_not_come_back_when_the_session_is_read_again(tidy, repo: Path) -> None:
    listed = rows(tidy())
    name = whole(repo, listed["+"][0]).id
    tidy("--apply", answer=f"reject {listed['+'][0]} {listed['-'][0]}")
    before = kept(repo)
    shutil.rmtree(Path(user.derived(str(repo)), "sessions"))
    Client(repo).run("Stop")
    assert kept(repo)[name].status == "rejected"
    assert kept(repo).keys() == before.keys()
    assert listed["-"][0] not in rows(tidy())["-"]


def test_a_learning_is_kept_or_rejected_and_its_words_are_left_alone(tidy, repo: Path) -> None:
    [*_, name] = rows(tidy())["?"]
    assert "is kept or rejected here" in tidy("--apply", answer=f"reword {name}: Use pnpm wherever it is", code=1)
    tidy("--apply", answer=f"reject {name}")
    assert all(not learning["id"].startswith(name) for learning in session.load(str(repo), "s-1")["hot"])


def test_ended_entries_of_every_shelf_say_so_when_they_are_read_again() -> None:
    for kind in tidy_plan.KINDS:
        for status in ("rejected", "superseded"):
            memory = Memory("", kind, "The pool is closed", status=status)
            item = json.loads(json.dumps(entries.to_item(memory)))
            entry = entries.from_item(item, entries.shelf_of(kind))
            assert entry is not None
            assert entry.status == status


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
    assert sorted(entry.status for entry in kept(repo).values()) == ["active", "active", "active", "superseded"]
    assert cli.main(["tidy", "--root", str(repo), "--dry-run"]) == 0
    assert "No two say the same." in capsys.readouterr().out


def test_nothing_is_doubtful_where_nothing_was_captured(repo: Path, capsys) -> None:
    assert cli.main(["tidy", "--root", str(repo)]) == 0
    assert "Nothing is doubtful" in capsys.readouterr().out


def test_steps_take_lists_and_commas_as_they_come() -> None:
    [step] = tidy_plan.steps("- reject d-1a2b, x-3c4d")
    assert step.ids == ("d-1a2b", "x-3c4d")
    [second] = tidy_plan.steps("keep x-3c4d as pattern: Branches are named after tickets: ABC-1")
    assert (second.kind, second.text) == ("convention", "Branches are named after tickets: ABC-1")
    with pytest.raises(Refusal, match="at most 200"):
        tidy_plan.steps("\n".join(f"reject d-{number:04}" for number in range(201)))
    assert flow.SECONDS
