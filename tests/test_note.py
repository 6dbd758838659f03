"""The codec of notes: what is written is read, nothing is lost, nothing hostile stops it."""

import random

import pytest
from hypothesis import example, given
from hypothesis import strategies as st

from memory_core import edges
from memory_core.core.budget import trimmed
from memory_core.core.light.errors import Refusal
from memory_core.notes import git_notes, note_codec
from memory_core.notes.note_codec import Document
from tests.corpus import ODD, count
from tests.properties import examples
from tests.rows import each_row

LOAD = edges.front_matter()
HEAD = "---\ntype: decision\nspec: null\ntimestamp: 2026-01-31T12:00:00Z\nsummary: {}\n---\n"

# What YAML, git, JSON or a terminal could take for something else.
HOSTILE = st.sampled_from((
    "null", "~", "Null", "true", "No", "y", "on", "0", "1.5", "1e3", "0x1f", "0b1", ".inf", ".nan", "1_000", "12:30:00",
    "2026-01-31", "2026-01-31T12:00:00Z", "2026-01-31 12:00:00", "=", "<<", "a: b", "a:", ": a", "a #b", "# a", "- a",
    "-", "--", "---", "...", "\\---", "?", "? a", "[", "]", "[a, b]", "{a: b}", "{", "&a", "*a", "!tag", "!!str a",
    "|", ">", "%TAG", "@a", "`a`", "'", "''", '"', '""', "'a", 'a"b', "a'b", "\\", "\\n", "a\nb", "a\r\nb", "a\n\nb",
    "a\n---\nb", "\n", " ", "\t", " a", "a ", "a\t", "\x00", "\x07", "\x1b[2J", "\x7f", "\x85", "\xa0", "\u2028",
    "\u2029", "\ufeff", "\ufffe", "\uffff", "\U0001f600", "\U0001fffe", "\u0301", "\u202e", "日本語", "x" * 1500,
))  # fmt: skip
SAID = st.one_of(HOSTILE, st.text(max_size=40), st.lists(HOSTILE, max_size=3).map("".join))
SCALAR = SAID.filter(lambda text: text.encode("utf-8", "replace").decode() == text)  # no half characters
NEEDED = SCALAR.filter(lambda text: text.strip())
VALUE = st.one_of(st.none(), SCALAR, st.lists(SCALAR, max_size=4))
KEYS = st.one_of(
    st.sampled_from(("spec", "phase", "status", "tags", "relates_to", "updates", "author", "null", "y", "A", "a-b")),
    SCALAR,
)
QUOTED = "type: decision\ntimestamp: 2026-01-01T00:00:00Z\nsummary: a note that quotes a note"
ROWS = st.one_of(
    st.sampled_from((
        "---", "--- ", "---\t", "\\---", "\\\\---", " ---", "----", "```", "```yaml", "# Context", "", "  ", "text",
        "type: decision", "timestamp: 2026-01-01T00:00:00Z", "summary: quoted", "tags: [a, b]", "tags:\n- a", "\r",
        QUOTED, f"---\n{QUOTED}\n---", f"---\r\n{QUOTED}\r\n---\r", f"---\n\n{QUOTED}\n---\nmore", f"---\n{QUOTED}",
        f"\\---\n{QUOTED}\n\\---", "---\ntype: [broken\ntimestamp: x\nsummary: y\n---", "---\ntype: x\nsummary: y\n---",
        "\x85", "\u2028---", "\x0b---", "\x00",
    )),
    st.text(max_size=12),
)  # fmt: skip
BODY = st.lists(ROWS, max_size=9).map("\n".join)


@st.composite
def documents(draw):
    header = {"type": draw(st.one_of(st.sampled_from(("decision", "blockers", "deviation")), NEEDED))}
    header |= draw(st.dictionaries(KEYS, VALUE, max_size=4))
    header |= {"timestamp": draw(NEEDED), "summary": draw(NEEDED)}
    if "type" not in header or not isinstance(header["type"], str) or not header["type"].strip():
        header["type"] = "decision"
    return Document(header, trimmed(draw(BODY)))


def read(text: str) -> list[Document]:
    return [piece.document for piece in note_codec.parse(text, LOAD) if piece.document is not None]


@pytest.mark.req("CS-FR-001", "CS-FR-002", "CS-FR-003")
@examples(400)
@given(documents())
def test_a_document_read_back_is_the_one_that_was_written(document):
    pieces = note_codec.parse(note_codec.format(document, LOAD), LOAD)
    assert [piece.document for piece in pieces] == [document]
    assert pieces[0].raw == note_codec.format(document, LOAD)


@pytest.mark.req("CS-FR-006", "CS-FR-023")
@given(st.lists(documents(), max_size=5), st.booleans())
def test_documents_one_after_the_other_are_all_read(written, appended):
    texts = [note_codec.format(document, LOAD) for document in written]
    text = note_codec.joined(texts) if appended else "".join(texts)
    assert read(text) == written


@given(documents(), documents(), st.sampled_from(ODD))
def test_what_stands_before_does_not_swallow_what_is_appended(first, second, other):
    for before in (other, other.rstrip("\n"), other.replace("\n", "\r\n"), note_codec.format(first, LOAD) + other):
        text = f"{before}\n{note_codec.format(second, LOAD)}"  # as `git notes append` joins them
        assert read(text)[-1:] == [second]


@examples(300)
@given(
    st.lists(
        st.one_of(ROWS, documents().map(lambda document: note_codec.format(document, LOAD)), st.sampled_from(ODD)),
        max_size=8,
    )
)
def test_the_pieces_of_any_text_add_up_to_it(parts):
    text = "\n".join(parts)
    pieces = note_codec.parse(text, LOAD)
    assert "".join(piece.raw for piece in pieces) == text
    assert all(piece.document or piece.damage or not piece.raw.strip() for piece in pieces)
    for piece in pieces:
        if piece.document:
            again = note_codec.parse(note_codec.format(piece.document, LOAD), LOAD)
            assert [copy.document for copy in again] == [piece.document]


@given(st.data(), st.lists(documents(), min_size=1, max_size=4))
def test_a_note_cut_and_pasted_anywhere_adds_up_and_keeps_what_was_not_touched(data, written):
    text = note_codec.joined([note_codec.format(document, LOAD) for document in written])
    at = data.draw(st.integers(0, len(text)))
    patch = data.draw(ROWS)
    cut = data.draw(st.integers(at, len(text)))
    pieces = note_codec.parse(text[:at] + patch + text[cut:], LOAD)
    assert "".join(piece.raw for piece in pieces) == text[:at] + patch + text[cut:]


@given(st.text(st.characters(), max_size=200))
def test_any_text_is_a_note(text):
    assert "".join(piece.raw for piece in note_codec.parse(text, LOAD)) == text


@given(BODY)
def test_a_body_has_no_blank_edges_and_keeps_the_rest(text):
    result = trimmed(text)
    assert trimmed(result) == result
    assert result.split() == text.split()


WORDS = st.sampled_from((
    "type", "summary", "a", "B", "0", "7", "_", "/", "(", ")", ": ", ":", " #", "#", " ", "  ", ", ", ",", "[", "]",
    "{", "}", '"', "'", "\\", "-", "- ", "? ", "!", "&a", "*a", "|", ">", "%", "@", "`", "null", "~", "true", "\t",
    "\xa0", "\x85", "\u2028", "\ufeff", "é", "\U0001f600", "\x01", "=", "<<", "...", "\r", "\n", "\n ", "\n- ",
))  # fmt: skip
VALUES = st.one_of(
    st.lists(WORDS, max_size=6).map("".join),
    st.lists(WORDS, max_size=5).map(lambda words: f'"{"".join(words)}"'),
    st.lists(WORDS, max_size=5).map(lambda words: f"[{', '.join(words)}]"),
    st.lists(WORDS, max_size=5).map(lambda words: f"[{''.join(words)}]"),
)
YAMLISH = st.lists(
    st.tuples(st.one_of(st.sampled_from(("type", "tags", "y", "null", "a_b", "1", "A", "x y")), WORDS), VALUES),
    max_size=4,
).map(lambda rows: "".join(f"\n{key}: {value}" for key, value in rows))


@pytest.mark.req("CS-FR-001")
@examples(1500)
@given(YAMLISH)
@example("\ntype:  two spaces ")
@example("\na: [a, b, ]")
@example("\na: [a,b]")
@example("\na: b\n\nc: d")
@example("\na: 2026-01-31T12:00:00Z")
def test_the_quick_path_reads_front_matter_as_yaml_does(block):
    quick = note_codec._plain(block)
    if quick is not None:
        assert quick == LOAD(block)


def test_the_quick_path_is_taken_for_what_the_house_writes():
    def closed(_block: str) -> None:
        raise AssertionError("YAML was asked")

    document = Document(
        {"type": "decision", "spec": "SPEC-1", "timestamp": "2026-01-31T12:00:00Z", "summary": "Use notes (not files)",
         "tags": ["a", "b/c"], "author": "A Developer", "relates_to": ["decisions-0123456789ab"], "phase": "1. first"},
        "## Context\n\n---\n\nA rule.",
    )  # fmt: skip
    assert [piece.document for piece in note_codec.parse(note_codec.format(document, closed), closed)] == [document]


@pytest.mark.req("CS-FR-001")
def test_the_id_is_of_the_content_and_of_nothing_else():
    document = Document({"type": "decision", "timestamp": "2026-01-31T12:00:00Z", "summary": "a  b"}, "body")
    header = dict(document.header)
    for other in (
        document._replace(header=header | {"type": "Decisions"}),
        document._replace(header=header | {"spec": None, "tags": ["x"], "status": "open", "author": "A"}),
        document._replace(header=header | {"summary": "a\nb"}),
        document._replace(header=dict(reversed(header.items()))),
        *read(note_codec.format(document, LOAD)),
        *read(note_codec.format(document, LOAD).replace("\n", "\r\n")),
        *read(note_codec.format(document, LOAD).replace("---\n\n", "---\n\n\n\n") + "\n\n\n"),
    ):
        assert other.id == document.id
    for key, value in (("type", "learning"), ("spec", "S"), ("timestamp", "2026-01-31"), ("summary", "c")):
        assert document._replace(header=header | {key: value}).id != document.id
    assert document._replace(body="other").id != document.id


@given(documents())
def test_the_id_survives_the_writing(document):
    assert [copy.id for copy in read(note_codec.format(document, LOAD))] == [document.id]


@pytest.mark.parametrize(
    "broken",
    [
        "---\ntype: [decision\ntimestamp: 2026-01-01T00:00:00Z\nsummary: no YAML\n---\n\nIts body.\n",
        "---\ntype: decision\nsummary: no time\n---\n\nIts body.\n",
        "---\ntype: decision\ntimestamp: 2026-01-01T00:00:00Z\nsummary:\n---\n\nIts body.\n",
        "---\ntype: decision\ntimestamp: 2026-01-01T00:00:00Z\nsummary: [a, list]\n---\n",
        "---\ntype: decision\ntimestamp: 2026-01-01T00:00:00Z\nsummary: never closed\n",
        "---\ntype: decision\ntimestamp: 2026-01-01T00:00:00Z\nsummary: never closed\n\nA body all the same.\n",
        "---\ntype: decision\ntimestamp: 2026-01-01T00:00:00Z\nsummary: too long\ntags: ["
        + "x, " * 20_000
        + "]\n---\n",
    ],
)
def test_a_broken_document_is_kept_and_reported_and_takes_no_other_with_it(broken):
    first, second = HEAD.format("first") + "\nOne.\n", HEAD.format("second") + "\nTwo.\n"
    for parts in ((broken, first, second), (first, broken, second), (first, second, broken)):
        pieces = note_codec.parse("\n".join(parts), LOAD)
        assert [piece.document.text("summary") for piece in pieces if piece.document] == ["first", "second"]
        assert [piece.document.body for piece in pieces if piece.document] == ["One.", "Two."]
        damaged = [piece for piece in pieces if piece.damage]
        assert len(damaged) == 1
        assert damaged[0].raw.strip() == broken.strip()


def test_bytes_that_are_no_utf_8_cost_no_document():
    raw = b"---\ntype: decision\ntimestamp: 2026-01-01T00:00:00Z\nsummary: Gr\xfc\xdfe\n---\n\nGr\xfc\xdfe\n"
    pieces = git_notes.parsed(raw)
    assert [bool(piece.document) for piece in pieces] == [True]
    assert b"".join(git_notes.encoded(piece.raw) for piece in pieces) == raw


def test_front_matter_that_could_not_be_read_back_is_not_written():
    header = {"type": "decision", "timestamp": "2026-01-31T12:00:00Z", "summary": "x" * 40_000}
    with pytest.raises(Refusal, match="front matter"):
        note_codec.format(Document(header), LOAD)


@pytest.mark.heavy
@each_row(
    "text",
    [
        "---\n" * 300_000,
        HEAD.format("x") + "---\n" * 300_000,
        HEAD.format("x") + "\\---\n" * 300_000,
        HEAD.format("x") + "\\" * 1_000_000 + "---\n",
        "---\n" + "[" * 300_000 + "\n---\n",
        "---\ntype: x\ntimestamp: x\nsummary: " + "[" * 300_000 + "\n---\n",
        "---\ntype: x\ntimestamp: x\nsummary: " + "[" * 30_000 + "\n---\n",
        "---\ntype: x\ntimestamp: x\nsummary: " + "{a: " * 7_000 + "\n---\n",
        "---\ntype: x\ntimestamp: x\nsummary:\n" + "- " * 15_000 + "\n---\n",
        "---\ntype: x\ntimestamp: x\nsummary: x\ntags:\n" + "".join(f"{' ' * at}- \n" for at in range(200)) + "\n---\n",
        "---\ntype: x\ntimestamp: x\nsummary: x\na: &a [x, x]\n"
        + "".join(f"a{at}: &a{at} [{', '.join([f'*a{at - 1}'] * 9)}]\n" for at in range(1, 400))
        + "---\n",
        "---\n" + " " * 1_000_000 + "type: x\ntimestamp: x\nsummary: x\n---\n",
        "---" + " \t" * 500_000 + "x\n",
        "\n" * 1_000_000 + "---\n",
        "---\ntype: x\nsummary: x\n---\n" * 20_000,
        "---\ntype: [x\nsummary: x\n" * 20_000,
        "---\ntype: x\ntimestamp: x\nsummary: x\n" * 20_000,
        HEAD.format("x") + "text of a long note\n" * 1_000_000,
        HEAD.format('"' + "x" * 20_000_000 + '"'),
    ],
    ids=lambda text: f"{text[:24]!r}, {len(text):,}",
)
@pytest.mark.req("CS-NFR-011")
def test_a_hostile_note_costs_time_by_its_length_and_nothing_else(text):
    pieces = note_codec.parse(text, LOAD)
    assert "".join(piece.raw for piece in pieces) == text
    for piece in pieces[:3]:
        if piece.document:
            assert [copy.document for copy in note_codec.parse(note_codec.format(piece.document, LOAD), LOAD)] == [
                piece.document
            ]


def test_every_oddity_of_notes_in_the_wild_is_read():
    for text in ODD:
        assert "".join(piece.raw for piece in note_codec.parse(text, LOAD)) == text
        assert len(read(text)) == count(text)
    every = list(ODD)
    random.Random(7).shuffle(every)
    assert len(read("\n".join(every))) == sum(map(count, every))
