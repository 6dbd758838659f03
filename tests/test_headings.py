"""The table of what headings announce: each way of matching, and that product and table know the same roles."""

import re
from pathlib import Path

import pytest

from memory_core import data
from memory_core.language import headings

TABLE = [tuple(head.split(" ", 2)) for head, _ in data.expressions("text/headings.txt")]
BY_ORDER = {"ticket", "record"}  # readers that ask for the role of a heading


@pytest.mark.parametrize(
    ("reader", "role", "fits", "fits_not"),
    [
        ("record", "options", "Considered options", "All considered options"),  # whole
        ("spec", "no research", "Sources of the figures", "Our sources"),  # begins
        ("spec", "blockers", "What blocked us", "What went well"),  # contains
        ("spec", "goals", "problem statement", "Problem statement"),  # words
        ("spec", "problem", "the old statement", "statement"),  # two rows
    ],
)
def test_each_way_of_matching(reader: str, role: str, fits: str, fits_not: str):
    assert headings.is_for(reader, fits, role)
    assert not headings.is_for(reader, fits_not, role)


def test_the_first_row_that_fits_is_the_role():
    assert headings.role("ticket", "open questions") == "questions"
    assert headings.role("ticket", "answers") == "[answered]"
    assert headings.role("record", "status") == "aside"
    assert headings.role("record", "status of the world") == ""


def test_one_of_several_roles_is_enough():
    assert headings.is_for("spec", "Open questions", "blockers", "questions")
    assert not headings.is_for("spec", "Open questions", "blockers", "learnings")


def test_the_listed_words_of_a_role_are_in_order():
    assert headings.words("spec", "reasons") == ("rationale", "reason", "why", "context", "because")
    assert "the problem" in headings.words("spec", "problem")


def test_an_unknown_reader_or_role_is_refused():
    with pytest.raises(KeyError):
        headings.role("letter", "Context")
    with pytest.raises(KeyError):
        headings.is_for("record", "Context", "salutation")


def test_the_table_has_the_roles_that_are_asked_for_and_no_other():
    asked: set[tuple[str, str]] = set()
    for path in Path(headings.__file__).parent.parent.rglob("*.py"):
        for call in re.findall(r"headings\.(?:is_for|words)\(((?:[^()]|\([^()]*\))*)\)", path.read_text()):
            reader, *rest = re.findall(r'"([^"]+)"', re.sub(r"\([^()]*\)", "", call))
            asked |= {(reader, role) for role in rest}
    assert asked
    assert asked == {(reader, role) for reader, _, role in TABLE if reader not in BY_ORDER} | {("record", "status")}


def test_no_row_stands_twice():
    rows = [(head.partition(" ")[2].partition(" ")[0], text) for head, text in data.expressions("text/headings.txt")]
    assert len(rows) == len(set(rows))
    assert {way for _, way, _ in TABLE} == {"whole", "begins", "contains", "words"}
