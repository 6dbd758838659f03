"""One reader of Markdown: its blocks and their containers, its sections, its front matter."""

import pytest

from memory_core.language import front_matter
from memory_core.language.blocks import blocks
from memory_core.language.document import Outline
from tests.rows import each_row


def texts_of(text):
    return [(block.kind, block.text, block.line) for block in blocks(text)]


@each_row(
    ("text", "expected"),
    [
        ("a\nb\n\nc", [("paragraph", "a\nb", 1), ("paragraph", "c", 4)]),
        ("# One\ntext\n## Two ##", [("heading", "One", 1), ("paragraph", "text", 2), ("heading", "Two", 3)]),
        ("# In C#", [("heading", "In C#", 1)]),
        ("One\n===\nTwo\n---", [("heading", "One", 1), ("heading", "Two", 3)]),
        ("**One:**\n\na", [("heading", "**One:**", 1), ("paragraph", "a", 3)]),
        ("- a\n- b\n  c\n", [("item", "a", 1), ("item", "b\nc", 2)]),
        ("- a\nb\n", [("item", "a\nb", 1)]),
        ("> a\nb\n\nc", [("quote", "a\nb", 1), ("paragraph", "c", 4)]),
        ("> [!NOTE]\n> a", [("paragraph", "a", 2)]),
        ("a\n2. b", [("paragraph", "a\n2. b", 1)]),
        ("1. a\n2. b", [("item", "a", 1), ("item", "b", 2)]),
        ("```\n# a\n```\nb", [("paragraph", "b", 4)]),
        ("- a\n\n      code\n\n  b", [("item", "a", 1), ("paragraph", "b", 5)]),
        ("``` a ``` b", [("paragraph", "``` a ``` b", 1)]),
        ("<!-- a\n\nb -->\nc", [("paragraph", "c", 4)]),
        ("<div>a\nb\n\nc", [("paragraph", "c", 4)]),
        ("<div>\nb", [("paragraph", "b", 2)]),
        ("a|b\n-|-\nc|d\n\ne", [("row", "c | d", 3), ("paragraph", "e", 5)]),
        ("| a |\n|---|\n| b \\| c |", [("row", "b | c", 3)]),
        ("a | b\nc", [("paragraph", "a | b\nc", 1)]),
        ("***\na", [("paragraph", "a", 2)]),
        ("- - a\n  - b", [("item", "a", 1), ("item", "b", 2)]),
        ("-\n  a", [("item", "a", 2)]),
    ],
)
def test_a_document_is_read_as_its_blocks(text, expected):
    assert texts_of(text) == expected


def test_a_block_knows_what_it_stands_under():
    text = "# A\nThese hold:\n\n- [x] one\n  - two\n\n* three\n\nAs a table:\n\n| k | v |\n|---|---|\n| x | y |\n"
    by_text = {block.text: block for block in blocks(text)}
    assert by_text["one"].above == ("These hold:",)
    assert by_text["one"].checked is True
    assert (by_text["two"].above, by_text["two"].level) == (("These hold:", "one"), 2)
    assert by_text["three"].above == ()
    assert by_text["x | y"].above == ("As a table:",)
    assert by_text["x | y"].columns == ("k", "v")
    assert all(block.headings == ("A",) for block in by_text.values() if block.kind != "heading")


def test_the_sections_of_a_document_and_its_blocks_are_of_one_reader():
    text = "---\na: b\n---\n# A\n\n- [ ] one\n  more\n\n```\n# no\n```\n## B #\n| k |\n|---|\n| v |\n"
    document = Outline.parse(text)
    assert [(section.level, section.title, section.line) for section in document.sections[1:]] == [
        (1, "A", 4),
        (2, "B", 12),
    ]
    assert [(entry.box, entry.text, entry.more) for entry in document.entries(document.sections[1])] == [
        (" ", "one", ("more",))
    ]
    assert document.tables(document.sections[2])[0].rows == ((15, ("v",)),)
    headings = [(block.text, block.line) for block in blocks(front_matter.blanked(text)) if block.kind == "heading"]
    assert headings == [("A", 4), ("B", 12)]


def test_lines_below_a_heading_are_runs_that_a_reader_parts():
    document = Outline.parse("# A\na\n  b\n> no\n- c\nd\n| k |\n\ne\n---\n```\nno\n```\nf\n## B\nno\n")
    whole = document.runs(document.sections[1], lambda line: False)
    assert whole == [(2, ["a", "  b"]), (5, ["- c", "d"]), (9, ["e"]), (14, ["f"])]
    parted = document.runs(document.sections[1], lambda line: line == "d")
    assert parted == [(2, ["a", "  b"]), (5, ["- c"]), (6, ["d"]), (9, ["e"]), (14, ["f"])]


def test_a_document_of_lines_keeps_its_comments_and_front_matter():
    lines = ["---", "a: b", "---", "<!-- x", "# A", "```", "# no"]
    document = Outline.of_lines(lines)
    assert document.lines == tuple(lines)
    assert document.code == {5, 6}
    assert [(section.title, section.line) for section in document.sections[1:]] == [("A", 5)]
    assert Outline.parse("\n".join(lines)).sections[1:] == ()


@pytest.mark.parametrize(
    ("text", "keys", "blanked"),
    [
        ("---\nTitle: \"a: b\"\nstatus: 'x'\n---\nc", {"title": "a: b", "status": "x"}, "\n\n\n\nc"),
        ("---\r\na: b\r\n---\r\nc", {"a": "b"}, "\n\n\nc"),
        ("---\na: b\n...\nc", {"a": "b"}, "\n\n\nc"),
        ("# T\n\n---\na: b\n---\nc", {"a": "b"}, None),
        ("```yaml\na: b\n```\nc", {"a": "b"}, None),
        ("---\n\nno key here\n\n---\n", {}, None),
        ("---\na: b\n", {}, None),
        ("a: b\n", {}, None),
    ],
)
def test_front_matter_is_what_stands_between_two_rules(text, keys, blanked):
    assert front_matter.keys(text) == keys
    assert front_matter.blanked(text) == (text if blanked is None else blanked)
