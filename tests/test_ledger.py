"""The fold: what the documents of a namespace say together, whatever order and however many copies they come in."""

import re
from datetime import UTC, datetime, timedelta

import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core import edges
from memory_core.core.home import Addition
from memory_core.core.memory import Memory, Scope, Source
from memory_core.core.timestamps import utc
from memory_core.notes import ledger, ledger_memories, note_codec
from memory_core.notes.ledger import NotePiece
from memory_core.notes.note_codec import Document, Piece
from tests.corpus import ODD

LOAD = edges.front_matter()
COMMITS = [f"{at:040x}" for at in range(1, 6)]
TIMES = st.sampled_from(
    ("2026-01-01T00:00:00Z", "2026-01-01T01:30:00+01:00", "2026-01-02", "2025-12-31T23:59:59Z", "x")
)
BROKEN = st.sampled_from((
    "words of a hand", "words of a hand\n\nand more", "and more", "---\ntype: [x\nsummary: y\n---\n\nbroken",
    "---\ntype: x\nsummary: no time\n---", "---\ntype: x\ntimestamp: 2026-01-01\nsummary: not closed",
    "---\ntype: x\ntimestamp: 2026-01-01\nsummary: not closed\n\nbut with a body",
))  # fmt: skip
# Few words and few times: copies, updates of updates and updates of nothing come up by themselves.
BASES = st.builds(
    lambda kind, when, summary, status, tags, body: Document(
        {"type": kind, "timestamp": when, "summary": summary} | status | tags, body
    ),
    st.sampled_from(("blocker", "blockers", "decision", "deviation", "Musing")),
    TIMES,
    st.sampled_from(("one", "two")),
    st.sampled_from(({}, {"status": "open"}, {"status": "in-progress"}, {"status": "odd"})),
    st.sampled_from(({}, {"tags": ["x"]}, {"tags": ["y", "x"]}, {"author": "A"}, {"note-of-others": "kept"})),
    st.sampled_from(("", "Text.", "---\n\n- rule")),
)


@st.composite
def documents(draw):
    """Documents, updates of them and of others, and marks of what was forgotten."""
    records = draw(st.lists(BASES, min_size=1, max_size=4))
    for _ in range(draw(st.integers(0, 5))):
        target = draw(st.sampled_from([*(record.id for record in records), "blockers-0123456789ab"]))
        header = {
            "type": "blocker",
            "timestamp": draw(TIMES),
            "summary": draw(st.sampled_from(("one", "two"))),
            "updates": target,
        }
        header |= draw(st.sampled_from(({}, {"status": "resolved"}, {"status": "open", "tags": ["z"]})))
        records.append(Document(header, draw(st.sampled_from(("Fixed.", "Again.")))))
    if draw(st.booleans()):
        records.append(
            ledger.forgetting(draw(st.sampled_from([record.id for record in records])), "2026-02-01T00:00:00Z")
        )
    return records


@st.composite
def ledgers(draw):
    """Notes on a few commits, documents and what is none in them, each one text."""
    records = draw(documents())
    notes = {}
    for commit in draw(st.lists(st.sampled_from(COMMITS), min_size=1, max_size=4, unique=True)):
        parts = [note_codec.format(record, LOAD) for record in draw(st.lists(st.sampled_from(records), max_size=6))]
        parts += draw(st.lists(BROKEN, max_size=2))
        notes[commit] = note_codec.joined(draw(st.permutations(parts)))
    return notes


def note_pieces(notes: dict[str, str]) -> list[NotePiece]:
    return [NotePiece(commit, piece) for commit, text in notes.items() for piece in note_codec.parse(text, LOAD)]


def pieces(text: str) -> list[Piece]:
    return note_codec.parse(text, LOAD)


def words(raws: list[str]) -> set[str]:
    return set(re.findall(r"\S+", "\n".join(raws)))


@pytest.mark.req("CS-NFR-005")
@given(ledgers(), st.randoms())
def test_the_order_of_notes_and_documents_does_not_matter(notes, random):
    rows = note_pieces(notes)
    shuffled = random.sample(rows, len(rows))
    assert ledger_memories.memories(shuffled, "blockers") == ledger_memories.memories(rows, "blockers")
    assert ledger_memories.memories(rows + shuffled, "blockers") == ledger_memories.memories(rows, "blockers")


@given(ledgers())
def test_a_copy_on_another_commit_is_the_same_memory_told_twice(notes):
    before = {memory.id: memory for memory in ledger_memories.memories(note_pieces(notes), "blockers")}
    copied = notes | {"f" * 40: next(iter(notes.values()))}
    after = {memory.id: memory for memory in ledger_memories.memories(note_pieces(copied), "blockers")}
    assert before.keys() == after.keys()
    for identity, memory in after.items():
        assert set(memory.commits) - {"f" * 40} == set(before[identity].commits)
        same = memory._replace(source=before[identity].source, attrs=before[identity].attrs)
        assert same == before[identity]


@given(ledgers())
def test_every_document_is_told_unless_it_was_forgotten_there(notes):
    memories = ledger_memories.memories(note_pieces(notes), "blockers")
    ids = {memory.id for memory in memories}
    bodies = {memory.id: memory.body for memory in memories}
    for commit, text in notes.items():
        documents = [piece.document for piece in pieces(text) if piece.document]
        gone = {document.text("updates") for document in documents if document.text("type") == ledger.FORGOTTEN}
        for document in documents:
            if document.text("type") == ledger.FORGOTTEN or {document.id, document.text("updates")} & gone:
                continue
            assert document.id in ids or document.text("updates") in ids
            assert document.body in bodies.get(document.text("updates"), "") or document.body in bodies.get(
                document.id, ""
            )
            homes = [memory for memory in memories if memory.id in (document.text("updates"), document.id)]
            assert any(commit in memory.commits for memory in homes)


@given(ledgers())
def test_ids_are_told_once_and_in_the_order_of_time(notes):
    memories = ledger_memories.memories(note_pieces(notes), "blockers")
    assert len({memory.id for memory in memories}) == len(memories)
    assert [memory.created for memory in memories] == sorted(memory.created for memory in memories)
    assert all(memory.source.commit in notes for memory in memories)


def blocker(summary: str, when: str = "2026-01-01T00:00:00Z") -> Memory:
    given = Memory("", "blocker", summary, "It hangs.", Scope(work="S"), when, when, "open", source=Source(commit="c"))
    return ledger_memories.memories([NotePiece("c", Piece("", ledger.document(given)))], "blockers")[0]


def fold(*documents: Document, commit: str = "c") -> list[Memory]:
    return ledger_memories.memories(
        [NotePiece(commit, Piece(note_codec.format(document, LOAD), document)) for document in documents], "blockers"
    )


@pytest.mark.req("CS-FR-021")
def test_the_latest_update_says_the_status():
    memory = blocker("a")
    base = ledger.document(memory)
    fixed = ledger.update(memory, "2026-01-03T00:00:00Z", Addition("Fixed.", "resolved"), "A")
    again = ledger.update(memory, "2026-01-04T00:00:00Z", Addition("Again.", "open"))
    seen = ledger.update(memory, "2026-01-02T00:00:00Z", Addition("Seen."))
    (folded,) = fold(base, fixed)
    assert (folded.id, folded.status, folded.body, folded.updated) == (
        memory.id, "resolved", "It hangs.\n\nFixed.", "2026-01-03T00:00:00Z",
    )  # fmt: skip
    (folded,) = fold(again, fixed, base, seen)
    assert (folded.status, folded.body) == ("open", "It hangs.\n\nSeen.\n\nFixed.\n\nAgain.")


def test_one_sentence_may_settle_two_memories_that_are_called_the_same():
    first, second = blocker("a", "2026-01-01T00:00:00Z"), blocker("a", "2026-01-02T00:00:00Z")
    news = [ledger.update(memory, "2026-01-03T00:00:00Z", Addition("Fixed.", "resolved")) for memory in (first, second)]
    memories = fold(ledger.document(first), ledger.document(second), *news)
    assert [(memory.id, memory.status) for memory in memories] == [(first.id, "resolved"), (second.id, "resolved")]


def test_an_update_whose_original_is_elsewhere_stands_for_itself():
    memory = blocker("a")
    (folded,) = fold(ledger.update(memory, "2026-01-03T00:00:00Z", Addition("Fixed.", "resolved")))
    assert (folded.status, folded.body) == ("resolved", "Fixed.")
    assert [(link.rel, link.target) for link in folded.links] == [("updates", memory.id)]


@given(ledgers(), st.data())
def test_what_was_forgotten_is_gone_and_stays_gone_with_the_notes_of_another_clone(notes, data):
    before = ledger_memories.memories(note_pieces(notes), "blockers")
    if not before:
        return
    memory = data.draw(st.sampled_from(before))
    mark = note_codec.format(ledger.forgetting(memory.id, "2026-03-01T00:00:00Z"), LOAD)
    after = dict(notes)
    for commit in memory.commits:
        rest = [piece.raw for piece in ledger.without(pieces(notes[commit]), memory.id)]
        after[commit] = note_codec.joined([*rest, mark])
    merged = {
        commit: note_codec.joined(ledger.tidied([*pieces(after[commit]), *pieces(text)]))
        for commit, text in notes.items()
    }
    for remaining in (after, merged):
        ids = {entry.id for entry in ledger_memories.memories(note_pieces(remaining), "blockers")}
        assert memory.id not in ids
        assert {
            entry.id for entry in before if memory.id not in (entry.id, *(link.target for link in entry.links))
        } <= ids
        if not any(link.rel == "updates" for link in memory.links):  # its updates were folded in, and went with it
            links = {
                link.target
                for entry in ledger_memories.memories(note_pieces(remaining), "blockers")
                for link in entry.links
            }
            assert memory.id not in links
    assert f"summary: {memory.summary}" not in mark


@pytest.mark.req("CS-NFR-005")
@given(ledgers(), ledgers())
def test_two_sides_become_one_note_whichever_is_first(left, right):
    ours, theirs = pieces("\n".join(left.values())), pieces("\n".join(right.values()))
    both = ledger.tidied([*ours, *theirs])
    assert both == ledger.tidied([*theirs, *ours])
    text = note_codec.joined(both)
    assert note_codec.joined(ledger.tidied(pieces(text))) == text
    for side in (ours, theirs):  # merged again with one side: nothing new
        assert note_codec.joined(ledger.tidied([*pieces(text), *side])) == text
    documents = {piece.document.id for piece in (*ours, *theirs) if piece.document}
    gone = {
        piece.document.text("updates")
        for piece in (*ours, *theirs)
        if piece.document and "forgotten" in piece.document.id
    }
    kept = {piece.document.id for piece in pieces(text) if piece.document}
    updates = {
        piece.document.id for piece in (*ours, *theirs) if piece.document and piece.document.text("updates") in gone
    }
    assert documents - gone - updates <= kept <= documents
    loose = [piece.raw for piece in (*ours, *theirs) if not piece.document]
    assert words(loose) <= words([text])


@given(ledgers())
def test_a_tidied_note_says_what_it_said(notes):
    tidy = {commit: note_codec.joined(ledger.tidied(pieces(text))) for commit, text in notes.items()}
    assert ledger_memories.memories(note_pieces(tidy), "blockers") == ledger_memories.memories(
        note_pieces(notes), "blockers"
    )


@given(st.lists(st.sampled_from(ODD), max_size=6))
def test_oddities_are_tidied_without_loss(texts):
    parsed = [piece for text in texts for piece in pieces(text)]
    text = note_codec.joined(ledger.tidied(parsed))
    assert {part.document.id for part in pieces(text) if part.document} == {
        part.document.id for part in parsed if part.document
    }


@given(BASES)
def test_a_memory_that_is_written_again_is_the_same(document):
    (memory,) = ledger_memories.memories([NotePiece("c", Piece("", document))], "decisions")
    (again,) = ledger_memories.memories([NotePiece("c", Piece("", ledger.document(memory)))], "decisions")
    if utc(document.text("timestamp")) == document.text("timestamp"):
        assert again == memory
    assert again._replace(id=memory.id) == memory


@pytest.mark.req("CS-FR-001", "CS-FR-002")
def test_a_memory_is_written_as_the_requirement_says():
    document = ledger.document(blocker("two\nlines"))
    assert list(document.header)[:4] == ["type", "spec", "timestamp", "summary"]
    assert document.header["summary"] == "two lines"
    assert document.header["status"] == "unresolved"
    plain = Memory("", "decision", "s", created="2026-01-01T00:00:00Z")
    assert ledger.document(plain).header == {
        "type": "decision", "spec": None, "timestamp": "2026-01-01T00:00:00Z", "summary": "s",
    }  # fmt: skip


@given(
    st.datetimes(min_value=datetime(2, 1, 1), max_value=datetime(9998, 1, 1)),  # noqa: DTZ001 - UTC by what follows
    st.integers(-23 * 60, 23 * 60),
    st.sampled_from(("T", " ")),
    st.booleans(),
)
def test_a_moment_is_read_in_utc_whatever_its_offset(when, minutes, between, is_precise):
    when = when.replace(tzinfo=UTC)
    local = when + timedelta(minutes=minutes)
    sign, size = "-" if minutes < 0 else "+", abs(minutes)
    text = local.strftime(f"%Y-%m-%d{between}%H:%M:%S").zfill(19) + (".123" if is_precise else "")
    assert utc(f"{text}{sign}{size // 60:02}:{size % 60:02}") == when.strftime("%Y-%m-%dT%H:%M:%SZ").zfill(20)


@given(st.text(max_size=30))
def test_no_text_is_a_moment_by_accident(text):
    assert not utc(text) or re.fullmatch(r"\d{4}-\d\d-\d\dT\d\d:\d\d:\d\dZ", utc(text))
    assert utc(utc(text)) == utc(text)
