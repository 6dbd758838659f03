"""The packs of a ticket on disk: made from its documents and its log, written where they changed, and searched."""

import json
import os
import subprocess
import sys
from typing import Any

import pytest

from memory_core.cli import main
from memory_core.core import registry
from memory_core.core.light.errors import Refusal
from memory_core.tickets import decision_log, documents, pack, pack_files, packing, places
from memory_core.tickets.decision import Entry, identify
from tests.conftest import derived

SPEC = """# Lock gates

Updated: 2026-02-03

- **FR-1** A gate MUST NOT open while the levels differ.
- **FR-2** Every crossing MUST be written to the ledger.
"""


@pytest.fixture
def ticket(repo):
    spec = repo / "aidd/docs/spec/ABC-1.md"
    spec.parent.mkdir(parents=True)
    spec.write_text(SPEC)
    return repo


def decide(root, topic, decision, ts="2026-03-01T00:00:00Z", **more):
    entry = Entry(identify("ABC-1", topic, decision), "ABC-1", topic, decision, ts, **more)
    with registry.held(str(root)):
        return decision_log.append(str(root), "ABC-1", [entry])[0]


def build(root, make=packing.both):
    if make is not packing.decisions:
        return make(str(root), "ABC-1")
    with registry.held(str(root)):
        return make(str(root), "ABC-1")


def test_both_packs_stand_after_one_call_and_a_second_one_writes_nothing(ticket):
    decide(ticket, "retries", "Three tries")
    semantic, decisions = build(ticket)
    assert (semantic.changed, decisions.changed) == (True, True)
    assert (ticket / semantic.path).read_text() == semantic.text
    assert (ticket / decisions.path).read_text() == decisions.text
    assert json.loads(semantic.text)["generated_at"].startswith("2026-02-03")
    assert json.loads(decisions.text)["generated_at"] == "2026-03-01T00:00:00Z"
    before = [os.stat(ticket / file.path) for file in (semantic, decisions)]
    assert build(ticket) == (semantic._replace(changed=False), decisions._replace(changed=False))
    assert [os.stat(ticket / file.path) for file in (semantic, decisions)] == before


@pytest.mark.req("AIDD-5")
@pytest.mark.parametrize("what", ["packs", "notes", "both"])
def test_deleted_packs_come_back_with_the_same_bytes(ticket, what):
    decide(ticket, "retries", "Three tries")
    first = build(ticket)
    if what != "notes":
        for file in first:
            os.unlink(ticket / file.path)
    if what != "packs":
        os.unlink(derived(ticket) / "packs.json")
    assert [file.text for file in build(ticket)] == [file.text for file in first]
    assert [(ticket / file.path).read_text() for file in first] == [file.text for file in first]


def test_what_was_made_from_the_same_sources_is_not_made_again(ticket, monkeypatch):
    decide(ticket, "retries", "Three tries")
    build(ticket)

    def never(*_):
        raise AssertionError

    monkeypatch.setattr(documents, "read", never)
    monkeypatch.setattr(decision_log, "read", never)
    assert len(build(ticket)) == 2


def change_document(root):
    (root / "aidd/docs/spec/ABC-1.md").write_text(SPEC + "- **FR-3** Nobody MUST wait longer than an hour.\n")


def change_settings(root):
    (root / "aidd/config").mkdir()
    (root / "aidd/config/conventions.json").write_text('{"memory": {"semantic": {"max_rows": 1}}}')


def change_slug(root):
    (root / "aidd/docs/spec/ABC-1.md").write_text(SPEC.replace("Updated", "Slug: lock-gates\nUpdated"))


def edit_by_hand(root):
    path = root / places.semantic_pack("ABC-1")
    path.write_text(path.read_text().replace("MUST NOT", "MAY"))


def lie_in_the_notes(root):
    edit_by_hand(root)
    (derived(root) / "packs.json").write_text('["' + "x" * 99)


@pytest.mark.parametrize("change", [change_document, change_settings, change_slug, edit_by_hand, lie_in_the_notes])
def test_what_changed_since_is_made_again(ticket, change):
    before = build(ticket, packing.semantic)
    change(ticket)
    after = build(ticket, packing.semantic)
    assert after.changed
    assert (ticket / after.path).read_text() == after.text
    if change in (edit_by_hand, lie_in_the_notes):
        assert after.text == before.text
    else:
        assert after.text != before.text


@pytest.mark.req("A-8")
def test_what_is_active_and_what_the_clock_says_are_in_no_pack(ticket, now):
    (ticket / "aidd/docs/spec/ABC-1.md").write_text(SPEC.replace("Updated: 2026-02-03", "| **Slug** | lock-gates |"))
    (ticket / "aidd/docs/.active.json").write_text('{"ticket": "ABC-1", "slug_hint": "other"}')
    before = [file.text for file in build(ticket)]
    assert [json.loads(text)["slug_hint"] for text in before] == ["lock-gates"] * 2
    assert [json.loads(text)["generated_at"] for text in before] == [pack.UNDATED] * 2
    (ticket / "aidd/docs/.active.json").write_text('{"ticket": "ABC-2", "slug_hint": "gone"}')
    for name in (places.semantic_pack("ABC-1"), places.decisions_pack("ABC-1")):
        os.unlink(ticket / name)
    assert [file.text for file in build(ticket)] == before


@pytest.mark.parametrize(
    ("text", "slug"),
    [
        ("# X\n\nSlug: deck-holds\n", "deck-holds"), ("---\nslug_hint: 'a_b'\n---\n# X\n", "a_b"),
        ("- **Slug:** `x.y`\n", "x.y"), ("> slug: ночь\n", "ночь"), ("The slug: is it?\n", "ABC-1"),
        ("Slug:\n\nnext: x\n", "ABC-1"), ("slugs: many\n", "ABC-1"), ("# X\n" + "\n" * 5_000 + "Slug: far\n", "ABC-1"),
    ],
)  # fmt: skip
def test_the_slug_is_what_a_document_names_in_its_head(ticket, text, slug):
    (ticket / "aidd/docs/spec/ABC-1.md").write_text(text)
    assert {json.loads(file.text)["slug_hint"] for file in build(ticket)} == {slug}


def test_a_slice_that_says_the_same_is_left_as_it_stands(ticket, capsys):
    spec = ticket / "aidd/docs/spec/ABC-1.md"
    spec.write_text(SPEC.replace("Updated: 2026-02-03\n", ""))
    arguments = ("slice", "--root", ticket, "--ticket", "ABC-1", "--query", "levels", "--json")
    before = output(capsys, *arguments)
    os.utime(spec, (2_000_000_000, 2_000_000_000))
    assert output(capsys, *arguments) == before
    assert (ticket / places.slice_pack("ABC-1", "levels")).read_text() == before[1]


@pytest.mark.req("AIDD-32")
def test_a_pack_says_what_it_was_made_for_and_stays_so(ticket, capsys):
    looped = ticket / places.loop_pack("ABC-1", "iteration_id_I2")
    looped.parent.mkdir(parents=True)
    looped.write_text("- The valve MUST be closed.\n")
    whole = build(ticket, packing.semantic).text
    arguments = ("--root", ticket, "--ticket", "ABC-1")
    made = json.loads(output(capsys, "extract", *arguments, "--scope-key", "iteration_id=I2", "--json")[1])
    assert (made["stats"]["scope_key"], made["source_path"]) == (
        "iteration_id_I2",
        places.loop_pack("ABC-1", "iteration_id_I2"),
    )
    assert made["constraints"]["rows"][0][1] == "The valve MUST be closed."
    assert json.loads(build(ticket, packing.semantic).text) == made
    assert output(capsys, "verify", *arguments)[0] == 0
    assert "made for ABC-1, stage review" in output(capsys, "extract", *arguments, "--stage", "review")[1]
    assert output(capsys, "extract", *arguments, "--json")[1] == whole


@pytest.mark.req("A-8", "AIDD-5")
@pytest.mark.parametrize("head", ["Updated: 2026-02-03", "Nothing of its time"])
def test_packs_that_are_made_again_are_those_that_git_has_in_a_fresh_clone_too(ticket, tmp_path, head):
    def git(where, *words):
        return subprocess.run(["git", "-C", where, *words], check=True, capture_output=True, text=True).stdout

    (ticket / "aidd/docs/spec/ABC-1.md").write_text(SPEC.replace("Updated: 2026-02-03", head))
    build(ticket)
    git(ticket, "add", "-A")
    git(ticket, "commit", "-qm", "Packs and documents at once")
    clone = tmp_path / "clone"
    git(tmp_path, "clone", "-q", ticket, clone)
    for root in (ticket, clone):
        for name in (places.semantic_pack("ABC-1"), places.decisions_pack("ABC-1")):
            os.unlink(root / name)
        build(root)
        assert git(root, "status", "--porcelain", "-uno") == ""


def test_a_pack_that_would_differ_in_its_time_alone_is_left_as_it_stands(ticket):
    spec = ticket / "aidd/docs/spec/ABC-1.md"
    spec.write_text(SPEC.replace("Updated: 2026-02-03\n", ""))
    before = build(ticket, packing.semantic)
    os.utime(spec, (2_000_000_000, 2_000_000_000))  # as a checkout does
    os.unlink(derived(ticket) / "packs.json")
    assert build(ticket, packing.semantic) == before._replace(changed=False)


@pytest.mark.req("AIDD-34")
def test_nobody_waits_for_who_reads_documents(ticket, monkeypatch):
    read, free = documents.read, []

    def reads(root, name, scope):
        with registry.held(root, 0.1):
            free.append(name)
        return read(root, name, scope)

    monkeypatch.setattr(documents, "read", reads)
    build(ticket)
    assert main(["aidd", "extract", "--ticket", "ABC-1", "--root", str(ticket)]) == 0
    assert free


def test_all_documents_together_are_read_up_to_a_bound(ticket, capsys):
    for at, document in enumerate(places.documents("ABC-1")[5:8]):
        path = ticket / document.path
        path.parent.mkdir(parents=True, exist_ok=True)
        path.write_text("".join(f"- The gate {at}-{n} MUST stay closed\n" for n in range(pack_files.LINES // 2)))
    result = documents.read(str(ticket), "ABC-1")
    assert len(result.facts) == result.lines == pack_files.LINES
    assert len(result.problems) == 1


def test_a_log_that_cannot_be_read_costs_no_pack(ticket):
    decide(ticket, "retries", "Three tries")
    before = build(ticket, packing.decisions)
    log = ticket / places.decision_log("ABC-1")
    os.unlink(log)
    log.mkdir()
    with pytest.raises(Refusal, match="left unchanged"):
        build(ticket, packing.decisions)
    assert (ticket / before.path).read_text() == before.text


def test_nothing_is_written_where_the_settings_say_so_or_nothing_is_there(ticket):
    (ticket / "aidd/config").mkdir()
    (ticket / "aidd/config/conventions.json").write_text('{"memory": {"enabled": false}}')
    assert build(ticket) == ()
    assert packing.both(str(ticket), "ABC-2") == ()
    with registry.held(str(ticket)):
        assert packing.decisions(str(ticket), "ABC-2") is None
    assert not (ticket / places.MEMORY).exists()


@pytest.mark.parametrize("path", [places.MEMORY, places.CONTEXT])
def test_a_folder_that_leads_out_of_the_project_is_not_written_into(ticket, tmp_path, path):
    outside = tmp_path / "outside"
    outside.mkdir()
    (ticket / "aidd/reports").mkdir(parents=True)
    (ticket / path).symlink_to(outside)
    with pytest.raises(Refusal, match="symbolic link"), registry.held(str(ticket)):
        pack_files.write(str(ticket), f"{path}/ABC-1.x.pack.json", "{}")
    assert list(outside.iterdir()) == []


def test_a_link_in_a_packs_place_is_replaced_and_never_followed(ticket, tmp_path):
    precious = tmp_path / "precious"
    precious.write_text("mine")
    pack = ticket / places.semantic_pack("ABC-1")
    pack.parent.mkdir(parents=True)
    pack.symlink_to(precious)
    built = build(ticket, packing.semantic)
    assert precious.read_text() == "mine"
    assert pack.read_text() == built.text
    assert not pack.is_symlink()


def output(capsys, *arguments):
    code: Any
    try:
        code = main(["aidd", *map(str, arguments)])
    except SystemExit as left:
        code = left.code
    return code, *capsys.readouterr()


@pytest.mark.req("AIDD-32")
def test_extract_writes_the_semantic_pack_and_tells_what_is_in_it(ticket, capsys):
    code, out, _ = output(
        capsys, "extract", "--root", ticket, "--ticket", "ABC-1", "--scope-key", "I1", "--stage", "qa"
    )
    assert code == 0
    assert places.semantic_pack("ABC-1") in out
    assert "constraints         2" in out
    code, out, _ = output(capsys, "extract", "--root", ticket, "--ticket", "ABC-1", "--json")
    assert out == (ticket / places.semantic_pack("ABC-1")).read_text()


def test_a_dry_run_writes_nothing(ticket, capsys):
    code, out, _ = output(capsys, "extract", "--root", ticket, "--ticket", "ABC-1", "--dry-run", "--json")
    assert code == 0
    assert json.loads(out)["ticket"] == "ABC-1"
    assert not (ticket / places.MEMORY).exists()


@pytest.mark.req("AIDD-34", "AIDD-29")
def test_pack_writes_the_newest_decisions(ticket, capsys):
    for number in range(5):
        decide(ticket, f"topic {number}", f"Way {number}", f"2026-03-0{number + 1}T00:00:00Z")
    code, out, _ = output(capsys, "pack", "--root", ticket, "--ticket", "ABC-1", "--top", "2", "--json")
    assert code == 0
    assert [row[1] for row in json.loads(out)["active_decisions"]["rows"]] == ["topic 4", "topic 3"]
    assert json.loads(out)["stats"]["left_out"] == {"active_decisions": 3}
    assert output(capsys, "verify", "--root", ticket, places.decisions_pack("ABC-1"))[0] == 0
    assert "active_decisions    5" in output(capsys, "pack", "--root", ticket, "--ticket", "ABC-1")[1]


def test_a_ticket_with_documents_alone_has_an_empty_decisions_pack(ticket, capsys):
    code, out, _ = output(capsys, "pack", "--root", ticket, "--ticket", "ABC-1", "--json")
    assert code == 0
    assert json.loads(out)["active_decisions"]["rows"] == []


@pytest.mark.parametrize(
    ("arguments", "code", "names"),
    [
        (["extract", "--ticket", "NO-1"], 1, places.documents("NO-1")[3].path),
        (["pack", "--ticket", "NO-1"], 1, places.decision_log("NO-1")),
        (["slice", "--ticket", "NO-1", "--query", "x"], 1, "NO-1"),
        (["verify", "--ticket", "NO-1"], 1, "NO-1"),
        (["extract", "--ticket", "../../etc"], 1, "not a ticket"),
        (["extract"], 1, "--ticket"),
        (["slice", "--ticket", "ABC-1", "--query", "submarine"], 1, "there is to ask for"),
        (["slice", "--ticket", "ABC-1"], 2, "--query"),
        (["slice", "--ticket", "ABC-1", "--query", "x", "--max-rows", "0"], 2, "--max-rows"),
        (["pack", "--ticket", "ABC-1", "--top", "-1"], 2, "--top"),
        (["verify", "--nonsense"], 2, "--nonsense"),
    ],
)
def test_what_is_refused_says_why_and_writes_nothing(ticket, capsys, arguments, code, names):
    decide(ticket, "retries", "Three tries")
    done = output(capsys, *arguments[:1], "--root", ticket, *arguments[1:])
    assert done[0] == code
    assert names in done[2]
    assert sorted(os.listdir(ticket / places.MEMORY)) == [".gitattributes", ".gitkeep", "ABC-1.decisions.jsonl"]
    assert not (ticket / places.CONTEXT).exists()


@pytest.mark.req("AIDD-35")
def test_a_slice_searches_everything_and_is_written_where_slices_stand(ticket, capsys):
    for number in range(60):
        decide(ticket, f"topic {number}", f"Way {number} of the gate", f"2026-03-01T00:00:{number:02}Z")
    code, out, _ = output(capsys, "slice", "--root", ticket, "--ticket", "ABC-1", "--query", "topic 0", "--json")
    assert code == 0
    result = json.loads(out)
    assert (result["schema"], result["type"], result["query"]) == ("aidd.memory.slice.v1", "memory-slice", "topic 0")
    assert result["matches"]["rows"][0][2].startswith("topic 0: Way 0")
    path = places.slice_pack("ABC-1", "topic 0")
    assert (ticket / path).read_text() == out
    assert output(capsys, "verify", "--root", ticket, path)[0] == 0
    code, out, _ = output(capsys, "slice", "--root", ticket, "--ticket", "ABC-1", "--query", "gate", "--max-rows", "3")
    assert "more" in out
    assert places.slice_pack("ABC-1", "gate") in out
    assert len(out.splitlines()) == 5


def test_two_processes_make_packs_at_once_and_both_are_whole(ticket):
    decide(ticket, "retries", "Three tries")
    call = [sys.executable, "-m", "memory_core.cli", "aidd"]
    running = [
        subprocess.Popen([*call, verb, "--root", str(ticket), "--ticket", "ABC-1"], stdout=subprocess.DEVNULL)
        for verb in ("extract", "pack") * 3
    ]
    assert [process.wait() for process in running] == [0] * 6
    assert all(not file.changed for file in build(ticket))
