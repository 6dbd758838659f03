"""The documents of a ticket: which are read, in what order, when they were touched, and what cannot be read."""

import os
import subprocess
import sys
from pathlib import Path

import pytest

from memory_core import edges
from memory_core.core.light.errors import Refusal
from memory_core.tickets import documents, pack_files, places
from memory_core.tickets.fact import Scope

TICKET = "ABC-1"
PATHS = [document.path for document in places.documents(TICKET)]
CONTEXT, TASKS, SPEC = PATHS[0], "aidd/docs/tasklist/ABC-1.md", "aidd/docs/spec/ABC-1.spec.md"
SPEC_YAML = "aidd/docs/spec/ABC-1.spec.yaml"


@pytest.fixture
def write(tmp_path):
    def put(path: str, text: str | bytes, changed: int = 0) -> Path:
        place: Path = tmp_path / path
        place.parent.mkdir(parents=True, exist_ok=True)
        place.write_bytes(text.encode() if isinstance(text, str) else text)
        if changed:
            os.utime(place, (changed, changed))
        return place

    return put


def read(tmp_path):
    return documents.read(str(tmp_path), TICKET)


@pytest.mark.req("AIDD-32")
def test_documents_are_read_packs_first(tmp_path, write):
    for path in reversed(PATHS):
        text = "constraints: [must hold]\n" if path.endswith(".yaml") else f"The key of {path.count('/')} must hold.\n"
        write(path, text)
    reading = read(tmp_path)
    assert list(reading.documents) == PATHS
    assert reading.lines == len(PATHS)
    assert reading.problems == ()


@pytest.mark.req("AIDD-32")
@pytest.mark.parametrize("kind", ["spec", "prd", "rfc", "adr", "design", "plan", "tasklist", "research"])
@pytest.mark.parametrize("form", ["aidd/docs/{0}/{1}.{0}.md", "aidd/docs/{0}/{1}.md", "aidd/docs/{1}.{0}.md"])
def test_documents_of_every_kind_are_read_in_a_folder_and_flat(tmp_path, write, kind, form):
    path = form.format(kind, TICKET)
    write(path, "The log MUST be kept.\n")
    assert [fact.source for fact in read(tmp_path).facts] == [f"{path}:1"]


@pytest.mark.req("AIDD-32", "AIDD-40")
def test_what_belongs_to_a_work_item_comes_first_and_its_loop_pack_is_read(tmp_path, write):
    looped = places.loop_pack(TICKET, "iteration_id_I2")
    write(looped, "The drain MUST be closed.\n")
    write(TASKS, "## I1: Fill\n\nA MUST be filled.\n\n## I2: Drain\n\nB MUST be drained.\n\n## I3\n\nC MUST rest.\n")
    reading = documents.read(str(tmp_path), TICKET, Scope("iteration_id_I2", "implement"))
    assert [fact.text[0] for fact in reading.facts] == ["T", "B", "A", "C"]
    assert reading.documents == (looped, TASKS)
    assert [fact.text[0] for fact in read(tmp_path).facts] == ["A", "B", "C"]
    assert places.documents(TICKET, "", "plan")[1].role == "plan"


@pytest.mark.req("AIDD-32")
def test_a_fact_that_two_documents_state_stands_where_it_is_read_first(tmp_path, write):
    write(SPEC, "\n\nThe log MUST be kept.")
    write(CONTEXT, "The log MUST be kept.\n")
    assert [fact.source for fact in read(tmp_path).facts] == [f"{CONTEXT}:1"]


def test_without_documents_nothing_is_read(tmp_path):
    assert read(tmp_path) == documents.Reading()


@pytest.mark.parametrize(
    ("text", "newest"),
    [
        ("---\nUpdated: 2024-05-01\n---\nx", "2024-05-01T00:00:00Z"),
        ("# T\n\nUpdated: 2024-05-01\nDate: 2024-04-01\n", "2024-05-01T00:00:00Z"),
        ("**Last updated:** 2024-05-01T10:00:00+02:00\n", "2024-05-01T08:00:00Z"),
        ("| Updated | 2024-05-01 |\n", "2024-05-01T00:00:00Z"),
        ("Обновлено: 2024-05-01\n", "2024-05-01T00:00:00Z"),
        ("- Start Date: 2024-05-01\n- RFC PR: 1\n", "2024-05-01T00:00:00Z"),
        ("Last change: 1 May 2024\nStart date: 2024-04-01\n", "2024-05-01T00:00:00Z"),
        ("---\nlast-updated: 2024/05/01\n---\n", "2024-05-01T00:00:00Z"),
        ("Status: Accepted (May 1st, 2024)\n", "2024-05-01T00:00:00Z"),
        ("Author: Mia · Last change: 1 May 2024 · Status: draft\n", "2024-05-01T00:00:00Z"),
        ("Stand: 01.05.2024\n", "2024-05-01T00:00:00Z"),
        ("日期：2024年5月1日\n", "2024-05-01T00:00:00Z"),
        ("Date: 5 de mayo de 2024\n", "2024-05-05T00:00:00Z"),
        ("Due date: 2024-05-01\n", ""),
        ("Updated: <YYYY-MM-DD>\n", ""),
        ("Updated: 2024-13-01\n", ""),
        ("It was updated on 2024-05-01.\n", ""),
    ],
)
@pytest.mark.req("A-8", "AIDD-5")
def test_the_newest_moment_that_a_document_names_counts(tmp_path, write, text, newest):
    write(SPEC, text)
    assert read(tmp_path).newest == newest


@pytest.mark.req("A-8", "AIDD-5")
def test_where_none_is_named_the_last_commit_that_touched_a_document_counts_else_nothing(tmp_path, repo):
    (repo / SPEC).parent.mkdir(parents=True)
    (repo / SPEC).write_text("# Gates\n")
    assert documents.read(str(repo), TICKET).newest == ""
    for day, name in (("2024-05-01", SPEC), ("2024-06-01", "other.txt")):
        (repo / name).write_text(f"# Gates {day}\n")
        made = {**os.environ, "GIT_AUTHOR_DATE": f"{day}T12:00:00+02:00", "GIT_COMMITTER_DATE": "2025-01-01T00:00:00Z"}
        for words in (["add", "-A"], ["commit", "-qm", day]):
            subprocess.run(["git", "-C", repo, *words], check=True, env=made)
    assert documents.read(str(repo), TICKET).newest == "2024-05-01T10:00:00Z"


def test_a_named_moment_counts_before_the_time_of_another_file(tmp_path, write):
    write(SPEC, "Updated: 2024-05-01\n")
    write(TASKS, "nothing named\n", 1900000000)
    assert read(tmp_path).newest == "2024-05-01T00:00:00Z"


def test_lines_are_those_of_the_file_below_front_matter_too(tmp_path, write):
    write(SPEC, "---\r\nStatus: must not be shown\r\n---\r\n\r\nThe log MUST be kept.\r\n")
    assert [(fact.text, fact.line) for fact in read(tmp_path).facts] == [("The log MUST be kept.", 5)]


def test_a_line_of_dashes_is_no_front_matter(tmp_path, write):
    write(SPEC, "---\nThe log MUST be kept\n\n---\n\nend\n")
    assert len(read(tmp_path).facts) == 1


def test_the_stamp_changes_with_a_document(tmp_path, write):
    before = pack_files.stamp(str(tmp_path), TICKET)
    assert before == pack_files.stamp(str(tmp_path), TICKET)
    write(SPEC, "x")
    assert pack_files.stamp(str(tmp_path), TICKET) != before


def test_what_lies_beyond_two_megabytes_is_not_read_and_that_is_said(tmp_path, write):
    write(SPEC, b"The log MUST be kept.\n" + b"x" * pack_files.DOCUMENT_LIMIT + b"\n\nThe end MUST be read.\n")
    reading = read(tmp_path)
    assert [fact.text for fact in reading.facts] == ["The log MUST be kept."]
    assert reading.problems[0].startswith(f"{SPEC}: ")


def test_what_lies_beyond_many_lines_is_not_read_and_that_is_said(tmp_path, write):
    write(SPEC, "The log MUST be kept.\n" + "\n" * pack_files.LINES + "The end MUST be read.\n")
    reading = read(tmp_path)
    assert [fact.text for fact in reading.facts] == ["The log MUST be kept."]
    assert reading.problems[0].startswith(f"{SPEC}: ")


@pytest.mark.parametrize("target", ["/etc/passwd", "../outside.md"])
def test_a_link_that_leads_out_of_the_project_is_not_followed(tmp_path, target):
    root = tmp_path / "project"
    (tmp_path / "outside.md").write_text("The log MUST be kept.")
    place = root / SPEC
    place.parent.mkdir(parents=True)
    place.symlink_to(target if target.startswith("/") else tmp_path / "outside.md")
    reading = documents.read(str(root), TICKET)
    assert reading.facts == ()
    assert reading.documents == ()
    assert reading.problems[0].startswith(f"{SPEC}: ")


def test_a_folder_in_a_documents_place_is_a_problem(tmp_path):
    (tmp_path / SPEC).mkdir(parents=True)
    assert read(tmp_path).problems[0].startswith(f"{SPEC}: ")


def test_damaged_yaml_is_a_problem_and_what_stands_before_is_read(tmp_path, write):
    write(SPEC_YAML, "constraints:\n  - no new tables at all\nbad: [\n")
    reading = read(tmp_path)
    assert [fact.text for fact in reading.facts] == ["no new tables at all"]
    assert reading.problems[0].startswith(f"{SPEC_YAML}: ")


def test_no_secret_and_nothing_private_becomes_a_fact(tmp_path, write):
    key = "sk-" + "ant-api03-" + "Zx9Kq2" * 16
    write(
        SPEC, f"The client MUST send {key} first.\n\nIt MUST NOT be told <private>to Ada Lovelace</private> at all.\n"
    )
    text = " ".join(fact.text for fact in read(tmp_path).facts)
    assert key not in text
    assert "Lovelace" not in text


def test_bytes_that_are_no_text_raise_nothing(tmp_path, write):
    write(SPEC, bytes(range(256)) * 50 + b"\n\nThe log MUST be kept.\n")
    assert "The log MUST be kept." in [fact.text for fact in read(tmp_path).facts]


@pytest.mark.parametrize(("module", "path"), [("_yaml", SPEC_YAML)])
def test_a_missing_package_is_refused_with_what_mends_it(tmp_path, write, monkeypatch, module, path):
    write(path, "x: y")
    monkeypatch.delattr(edges, module, raising=False)
    monkeypatch.setitem(sys.modules, f"memory_core.edges.{module}", None)
    with pytest.raises(Refusal, match="memory-core setup"):
        read(tmp_path)
