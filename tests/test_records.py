"""Decision records: each in the shape that people give it becomes a decision with its fields, or nothing."""

from pathlib import Path

import pytest

from memory_core import cli
from memory_core.core.light import clock, lifecycle
from memory_core.documents import decision_record, records
from memory_core.language import front_matter
from memory_core.language.document import Outline
from memory_core.specs import read_documents
from tests.records_table import CASES, DESIGN, MADR2, NYGARD, TOPIC, Case
from tests.rows import each_row
from tests.test_hooks import Client


def read(case: Case) -> decision_record.Record | None:
    return decision_record.read(Outline.parse(case.text), front_matter.keys(case.text), case.name)


@each_row("case", CASES, ids=[case.name for case in CASES])
def test_a_record_is_read_with_its_fields(case: Case) -> None:
    record = read(case)
    if not case.summary:
        assert record is None
        return
    assert record is not None
    assert (record.summary, record.status) == (case.summary, case.status)
    assert case.reason in record.reason
    assert record.alternatives == case.alternatives
    assert (record.number, record.over, record.by, record.date) == (case.number, case.over, case.by, case.date)


def test_key_decisions_of_a_design_document_are_its_bullets_and_no_heading() -> None:
    decisions = list(decision_record.key_decisions(Outline.parse(DESIGN)))
    assert [decision.summary for decision in decisions] == [
        "Streams over batches",
        "Idempotent rows: every row carries the hash of its file, because a crash replays it.",
        "SQLite instead of PostgreSQL, because one file is easier to ship.",
    ]
    assert [decision.alternatives for decision in decisions] == [("batches",), (), ("PostgreSQL",)]
    assert "do not fit into memory" in decisions[0].reason
    assert decisions[2].reason == "one file is easier to ship"


@pytest.mark.parametrize("text", [NYGARD, TOPIC, MADR2])
def test_no_heading_of_a_record_in_a_spec_is_a_decision(text: str) -> None:
    decisions = [item for item in read_documents.items({"DECISIONS.md": text}, "shop") if item.kind == "decision"]
    assert len(decisions) == 1
    assert decisions[0].summary not in ("Hosting", "Context and Problem Statement", "Decision Outcome", "Context")


def test_key_decisions_of_a_spec_are_kept() -> None:
    decisions = [item for item in read_documents.items({"ARCHITECTURE.md": DESIGN}, "shop") if item.kind == "decision"]
    assert next(item.summary for item in decisions) == "Streams over batches"
    assert len(decisions) == 3


def test_a_document_of_several_records_stays_several() -> None:
    template = "### Context\n\nIt is slow.\n\n### Decision\n\n{0}\n\n### Consequences\n\nMore work.\n\n"
    text = "# Decisions\n\n" + "".join(
        f"## {title}\n\n{template.format(title)}" for title in ("Use Redis for the cache", "Drop the nightly import")
    )
    decisions = [item for item in read_documents.items({"DECISIONS.md": text}, "shop") if item.kind == "decision"]
    assert [decision.summary for decision in decisions] == ["Use Redis for the cache", "Drop the nightly import"]


def place(repo: Path, name: str, text: str) -> None:
    path = repo / name
    path.parent.mkdir(parents=True, exist_ok=True)
    path.write_text(text)


@pytest.mark.parametrize(
    "folder", ["docs/adr", "docs/decisions", "doc/architecture/decisions", "docs/ADR", "adr", "docs/architecture/adr"]
)
def test_records_are_found_where_people_keep_them(repo: Path, folder: str) -> None:
    place(repo, f"{folder}/0003-hosting.md", TOPIC)
    [record] = records.read(str(repo))
    assert record.summary.startswith("Hosting: The API runs on two small machines")
    assert record.source.place == f"{folder}/0003-hosting.md"


def test_the_folder_that_adr_tools_was_told_is_read(repo: Path) -> None:
    place(repo, ".adr-dir", "notes/choices\n")
    place(repo, "notes/choices/0003-hosting.md", TOPIC)
    assert len(records.read(str(repo))) == 1


def test_a_record_that_a_colleague_committed_is_in_the_briefing_and_found_by_recall(repo: Path, git, capsys) -> None:
    place(repo, "docs/adr/0004-message-broker.md", MADR2)
    git(repo, "add", ".")
    git(repo, "-c", "user.email=web@example.invalid", "commit", "-qm", "Web edit")
    assert "Message broker for the import: Redis streams" in Client(repo).brief()
    assert cli.main(["recall", "--root", str(repo), "message broker", "--full"]) == 0
    printed = capsys.readouterr().out
    assert "RabbitMQ" in printed
    assert "Redis is there already" in printed


def test_who_supersedes_or_renames_a_record_changes_the_memory_and_not_its_id(repo: Path) -> None:
    place(repo, "docs/adr/0005-swarm.md", "# 5. Deploy with Swarm\n\nStatus: Accepted\n")
    [before] = records.read(str(repo))
    stamp = records.stamp(str(repo))
    (repo / "docs/adr/0005-swarm.md").rename(repo / "docs/adr/0005-docker-swarm.md")
    place(
        repo,
        "docs/adr/0009-fly.md",
        "# 9. Deploy on Fly\n\nStatus: Accepted, supersedes ADR-5\n\nSupersedes ADR-0005\n",
    )
    old, new = records.read(str(repo))
    assert records.stamp(str(repo)) != stamp
    assert (before.status, old.status, new.status) == ("active", "superseded", "active")
    assert before.id == old.id
    assert [(link.rel, link.target) for link in new.links] == [("supersedes", old.id)]


def test_a_record_is_changed_in_its_file_alone(repo: Path, capsys) -> None:
    place(repo, "docs/adr/0003-hosting.md", TOPIC)
    [record] = records.read(str(repo))
    assert cli.main(["forget", "--root", str(repo), record.id]) == 1
    assert "docs/adr/0003-hosting.md" in capsys.readouterr().err
    assert cli.main(["export", "--root", str(repo)]) == 0
    assert record.summary not in capsys.readouterr().out


def test_a_record_holds_no_secret_and_a_link_out_of_the_project_is_not_followed(repo: Path, tmp_path: Path) -> None:
    secret = "ghp_" + "a1B2c3D4e5F6g7H8i9J0k1L2m3N4o5P6q7R8"
    place(repo, "docs/adr/0003-hosting.md", TOPIC.replace("two small machines", f"a machine with {secret}"))
    outside = tmp_path / "0004-theirs.md"
    outside.write_text(TOPIC.replace("Hosting", "Theirs"))
    (repo / "docs/adr/0004-theirs.md").symlink_to(outside)
    [record] = records.read(str(repo))
    assert secret not in record.summary + record.body


def test_design_documents_give_their_key_decisions(repo: Path) -> None:
    place(repo, "docs/DESIGN.md", DESIGN)
    place(repo, "docs/guide.md", DESIGN)
    memories = records.read(str(repo))
    assert next(memory.summary for memory in memories) == "Streams over batches"
    assert {memory.source.place for memory in memories} == {"docs/DESIGN.md"}
    assert memories[0].body == (
        "## Alternatives considered\n\n- batches\n\n## Rationale\n\nthe files of one customer do not fit into memory."
    )


@pytest.mark.parametrize("text", ["", "#", "# \n## Decision", "---\nstatus: accepted\n---\n", "# " + "a" * 100_000])
def test_a_file_that_decides_nothing_gives_nothing(repo: Path, text: str) -> None:
    place(repo, "docs/adr/0001-x.md", text)
    assert [memory for memory in records.read(str(repo)) if len(memory.summary) > 300] == []


def test_no_more_is_read_than_a_hook_may_wait_for(repo: Path) -> None:
    for number in range(40):
        place(
            repo,
            f"docs/adr/{number:04}-x.md",
            f"# {number}. Use the tool of number {number}\n\nStatus: Accepted\n" + "x\n" * 40_000,
        )
    assert len(records.read(str(repo))) == (records.TOTAL - 1) // records.LONGEST


@pytest.mark.parametrize(
    "folder", ["../outside", "a/../../outside", "/{outside}", "./../outside", "notes/..", "a\nb", "..\\outside", "link"]
)
def test_the_folder_that_is_named_does_not_lead_out_of_the_project(repo: Path, folder: str) -> None:
    outside = repo.parent / "outside"
    place(outside, "0003-hosting.md", TOPIC)
    place(repo, "a/0003-hosting.md", TOPIC)
    place(repo, "0003-hosting.md", TOPIC)
    (repo / "link").symlink_to(outside)
    place(repo, ".adr-dir", folder.format(outside=str(outside).lstrip("/")) + "\n")
    assert records.paths(str(repo)) == []


_LONG = (
    "(" * 30_000 + "x", "-" * 30_000, "adr " + "- " * 15_000, "ADR" + "_ " * 15_000 + "1", "0" * 30_000, "Use " * 8_000
)  # fmt: skip


@pytest.mark.parametrize("title", _LONG, ids=range(len(_LONG)))
def test_a_long_title_is_cut(title: str) -> None:
    record = decision_record.read(
        Outline.parse(f"# {title}\n\nStatus: Accepted\n\n## Decision\n\nWe ship it now.\n"), {}
    )
    assert record is None or len(record.summary) <= 560


@pytest.mark.heavy
@each_row("junk", [*"\"';-*`.,", '" ', "; ", "- ", "a ;", "because ", '";- '])
def test_an_outcome_of_marks_alone_is_read_in_bounded_time(junk: str) -> None:
    option = junk * (200_000 // len(junk)) + "\u0085 x"
    text = f"# 3. Queue\n\nStatus: Accepted\n\n## Decision Outcome\n\nChosen option: {option}\n"
    record = decision_record.read(Outline.parse(text), {})
    assert record is None or len(record.summary) < 3_000


def test_a_title_is_told_without_its_number() -> None:
    titles = {
        "ADR-0003: Hosting at home": "Hosting at home", "[ADR-3] Use X now": "Use X now", "#12 Use X now": "Use X now",
        "7. Use X now": "Use X now", "– Use X now": "Use X now", "ADR 0003 – (old) names": "(old) names",
        "Decision: Use X now": "Use X now", "(Old) names stay": "(Old) names stay",
    }  # fmt: skip
    for title, summary in titles.items():
        record = decision_record.read(Outline.parse(f"# {title}\n\nStatus: Accepted\n"), {}, "1.md")
        assert record is not None
        assert record.summary == summary


SWARM = "# 5. Deploy with Swarm\n\nStatus: Accepted\n"


@pytest.mark.parametrize("status", ["Proposed", "Rejected"])
def test_what_is_not_accepted_supersedes_nothing(repo: Path, status: str) -> None:
    place(repo, "docs/adr/0005-swarm.md", SWARM)
    place(repo, "docs/adr/0009-fly.md", f"# 9. Deploy on Fly\n\nStatus: {status}\n\nSupersedes ADR-0005\n")
    old, new = records.read(str(repo))
    assert (old.status, new.links) == ("active", ())


@each_row(
    ("line", "over"),
    [
        ("- Replaces 3 servers with one.", ()),
        ("- Replaces 3. It was old.", ()),
        ("Replaces LOAD 3 and Dec 31", ()),
        ("It never supersedes ADR-3", ()),
        ("Supersedes the plan of ADR-3", ()),
        ("Supersedes ADR-0003. See also ADR-4", ("3",)),
        ("Supersedes ADR 3, ADR-4 and ADR-0005", ("3", "4", "5")),
        ("* [Supersedes ADR-0003](0003-x.md)", ("3",)),
        ("**Supersedes:** [3. Deploy with X](0003-x.md)", ("3",)),
        ("Supercedes [3. Deploy with X](0003-x.md)", ("3",)),
        ("Status: Accepted, supersedes ADR-3", ("3",)),
        ("Supersedes ADR-0009", ()),
    ],
)
def test_only_a_reference_names_what_is_superseded(line: str, over: tuple[str, ...]) -> None:
    text = f"# 9. Deploy on Fly\n\nDate: 2024-02-02\n\n{line}\n"
    record = decision_record.read(Outline.parse(text), {})
    assert record is not None
    assert (record.over, record.status) == (over, "active")


@pytest.mark.parametrize(
    ("stated", "status"),
    [
        ("accepted, the CDK option was rejected", "active"),
        ("accepted (the old one is deprecated)", "active"),
        ("rejected, ADR-7 was accepted", "rejected"),
        ("Accepted, superseded by ADR-0010", "superseded"),
        ("Superceded by [10. Fly](0010-fly.md)", "superseded"),
        ("inactive proposal, proposed in May", "proposed"),
    ],
)
def test_the_first_word_of_a_status_decides(stated: str, status: str) -> None:
    record = decision_record.read(Outline.parse(f"# 9. Deploy on Fly\n\nStatus: {stated}\n"), {})
    assert record is not None
    assert record.status == status


def test_records_of_one_number_are_two(repo: Path) -> None:
    place(repo, "docs/adr/0005-swarm.md", SWARM)
    [alone] = records.read(str(repo))
    place(repo, "docs/adr/0005-tabs.md", "# 5. Indent with tabs\n\nStatus: Accepted\n")
    place(repo, "docs/adr/0009-fly.md", "# 9. Deploy on Fly\n\nStatus: Accepted\n\nSupersedes ADR-5\n")
    memories = records.read(str(repo))
    assert len({memory.id for memory in memories}) == 3
    assert memories[0].id == alone.id
    assert [memory.id for memory in records.read(str(repo))] == [memory.id for memory in memories]
    assert [memory.status for memory in memories] == ["active"] * 3  # which of the two is meant nobody knows


def test_a_record_without_a_day_is_not_of_now_and_none_is_of_the_future(repo: Path) -> None:
    place(repo, "docs/adr/0005-swarm.md", SWARM)
    place(repo, "docs/adr/0006-y.md", "# 6. Deploy on Fly\n\nStatus: Accepted\n\nDate: 9999-12-31\n")
    place(repo, "docs/adr/0007-x.md", "# 7. Keep the logs\n\nStatus: Accepted\n\nDate: 2024-02-02\n")
    memories = records.read(str(repo))
    assert [memory.created for memory in memories] == ["", "", "2024-02-02T00:00:00Z"]
    assert all(memory.created <= clock.present() for memory in memories)
    brief = Client(repo).brief()
    assert brief.index("Keep the logs") < brief.index("Deploy with Swarm")


def test_superseded_by_links_to_the_successor(repo: Path) -> None:
    place(repo, "docs/adr/0005-swarm.md", SWARM.replace("Accepted", "Superseded by ADR-0008"))
    place(repo, "docs/adr/0008-fly.md", "# 8. Deploy on Fly\n\nStatus: Accepted\n")
    old, new = records.read(str(repo))
    assert lifecycle.successor(old) == new.id
    assert old.status == lifecycle.SUPERSEDED


def test_a_proposed_record_is_kept_and_not_told_as_if_it_held(repo: Path, capsys) -> None:
    place(repo, "docs/adr/0005-swarm.md", SWARM)
    place(repo, "docs/adr/0006-fly.md", "# 6. Render pages on the edge\n\nStatus: Proposed\n")
    assert [memory.status for memory in records.read(str(repo))] == [lifecycle.ACTIVE, lifecycle.PROPOSED]
    brief = Client(repo).brief()
    assert "Deploy with Swarm" in brief
    assert "Render pages" not in brief
    assert cli.main(["recall", "--root", str(repo), "render pages edge"]) == 0
    assert "proposed, not in force" in capsys.readouterr().out


def test_the_briefing_does_not_say_a_decision_twice(repo: Path) -> None:
    decision = "We will use two small machines in Falkenstein"
    text = "# 3. Hosting\n\nStatus: Accepted\n\n## Decision\n\n{}\n"
    place(repo, "docs/adr/0003-hosting.md", text.format(f"{decision}. It is cheap."))
    place(
        repo,
        "docs/adr/0004-queue.md",
        text.format("We will use NATS for events because it is small.").replace("3. Hosting", "4. Queue"),
    )
    brief = Client(repo).brief()
    assert brief.count(decision) == 1
    assert brief.count("it is small") == 1
    assert "It is cheap" in records.read(str(repo))[0].body
