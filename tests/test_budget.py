import pytest
from hypothesis import given
from hypothesis import strategies as st

from memory_core.core.budget import Section, clip, fit, units

TEXT = st.text(
    st.characters(codec="utf-8", exclude_characters="\n\r\x0b\x0c\x1c\x1d\x1e\x85\u2028\u2029"), max_size=400
)
ENTRY = st.lists(TEXT, min_size=1, max_size=3).map("\n".join)
SECTION = st.builds(
    Section,
    st.text("abcdefgh", min_size=1, max_size=9),
    st.lists(ENTRY, max_size=40),
    st.integers(2, 30),
    st.integers(0, 99),
)


@pytest.mark.req("GENIUS-14")
@given(
    TEXT,
    st.lists(SECTION, max_size=7, unique_by=lambda section: section.title),
    st.integers(1, 150),
    st.integers(1, 9999),
)
def test_never_over_budget_and_everything_is_counted(head, sections, lines, size):
    fitted = fit(head, sections, lines=lines, size=size)
    assert units(fitted.text) <= size
    assert fitted.text.count("\n") + 1 <= lines
    for title, number in fitted.left_out.items():
        offered = next(section for section in sections if section.title == title)
        assert 0 < number <= len(offered.entries) + offered.more


@given(st.lists(SECTION, min_size=1, max_size=5, unique_by=lambda section: section.title))
def test_what_is_left_out_is_said(sections):
    fitted = fit("head", sections, lines=140, size=9000)
    shown = [line for line in fitted.text.split("\n") if line.startswith("… +")]
    assert sum(int(line.split("+")[1].split()[0]) for line in shown if line.endswith(" more")) <= sum(
        fitted.left_out.values()
    )


def test_most_important_first_and_each_section_within_its_own_lines():
    rows = [f"- {number}" for number in range(50)]
    fitted = fit("# B", [Section("Key Decisions", rows, 25), Section("Errors", rows, 5)], lines=140, size=9000)
    assert "- 0\n- 1\n" in fitted.text
    assert "… +27 more" in fitted.text
    assert "… +47 more" in fitted.text
    assert fitted.left_out == {"Key Decisions": 27, "Errors": 47}


@given(st.text(max_size=300), st.integers(1, 200))
def test_clip_is_one_line_within_its_length(text, most):
    assert len(clip(text, most)) <= most
    assert "\n" not in clip(text, most)


def test_an_emoji_counts_two_as_the_client_counts():
    assert units("a🙂") == 3
