"""When two findings are the same kind of defect, and which of them recur across reviews."""

from itertools import combinations

import pytest
from hypothesis import given, settings
from hypothesis import strategies as st

from memory_core.core.review_finding import Finding
from memory_core.reviews import classify_defect, recur
from memory_core.reviews.recur import SAME, Seen
from tests.properties import rounds
from tests.reviews_table import Row, rows
from tests.rows import each_row
from tools.fit import examples
from tools.fit.tasks import defects

ROWS = rows("thrice") + rows("strangers")
THREE = [
    Finding("Query text is joined from the search box", "shop/search.py", category="security",
            details="The term is interpolated into the WHERE clause.", id="1"),
    Finding("String concatenation builds the SQL of the export", "jobs/export.go", category="security", id="2"),
    Finding("SQL injection in the invoice lookup", "web/Invoice.java", category="security",
            details="A PreparedStatement with a bound parameter is needed.", id="3"),
]  # fmt: skip
OTHERS_IN_THE_SAME_FILE = [
    Finding("Search results are returned without pagination", "shop/search.py", category="performance", id="4"),
    Finding("Exceptions of the search are swallowed", "shop/search.py", category="quality", id="5"),
    Finding("Any logged-in user can search other tenants' orders", "shop/search.py", category="security", id="6"),
    Finding("Search term is echoed into the page unescaped", "shop/search.py", category="security", id="7"),
]


def seen(findings: list[Finding], commit: str = "") -> list[Seen]:
    """Each finding of a review of its own, or all of one."""
    return [
        Seen(finding, commit or f"c{number}", f"2026-01-{1 if commit else number + 1:02}T10:00:00Z")
        for number, finding in enumerate(findings)
    ]


@pytest.mark.req("CS-US-019")
def test_one_defect_in_other_words_and_files_recurs() -> None:
    (group,) = recur.groups(seen([*OTHERS_IN_THE_SAME_FILE, *THREE]), least=3)
    assert (group.reviews, group.ids, group.defect) == (3, ("1", "2", "3"), "sql-injection")
    assert "3 files" in group.agreed
    assert group.remedy


@pytest.mark.req("CS-US-019")
@pytest.mark.parametrize(("first", "second"), [*combinations([THREE[0], *OTHERS_IN_THE_SAME_FILE], 2)])
def test_two_defects_of_one_file_are_two(first: Finding, second: Finding) -> None:
    assert recur.alike(first, second) < SAME


@each_row(
    ("first", "second"),
    [
        ("No test covers a declined card", "No test covers an empty basket"),
        ("The README says Node 14, the code needs 20", "The ADR on queues is out of date"),
        ("Missing index on orders.user_id", "Unused index on orders.user_id slows down writes"),
        ("The list has no pagination", "The list has no test"),
        ("Index out of range for an empty list", "Column is searched without an index"),
        ("The retry has no upper bound", "The query has no upper bound"),
    ],
)
@each_row("category", ["quality", "tests", "documentation", "performance"])
def test_words_in_common_make_no_kin(first: str, second: str, category: str) -> None:
    assert recur.alike(Finding(first, "a.py", category=category), Finding(second, "a.py", category=category)) < SAME


def test_the_same_words_are_the_same_whatever_they_speak_of() -> None:
    finding = Finding("Frobnication of the wibble is inverted", "a.py")
    assert (
        recur.alike(finding, finding._replace(file="b.py", summary="The frobnication of the wibble is inverted."))
        >= SAME
    )
    assert recur.alike(finding, Finding("Grommets are not aligned with the sprocket", "a.py")) < SAME


@pytest.mark.req("CS-US-019")
def test_reviews_are_counted_and_not_findings() -> None:
    assert recur.groups(seen(THREE, "c1")) == []
    twice = [*seen(THREE[:2], "c1"), Seen(THREE[2], "c2", "2026-02-01T10:00:00Z")]
    assert [group.reviews for group in recur.groups(twice)] == [2]
    # A second review of one commit that finds a place again, in other words, has not seen another one.
    again = THREE[0]._replace(id="9", summary="SQL is put together from the search term")
    place = [Seen(THREE[0], "c1", "2026-01-01T10:00:00Z"), Seen(again, "c1", "2026-01-02T10:00:00Z")]
    assert recur.groups(place) == []
    unmended = [place[0], place[1]._replace(commit="c2")]
    assert [group.reviews for group in recur.groups(unmended)] == [2]


def test_where_kin_is_claimed_it_is_right_and_most_is_claimed() -> None:
    """By words alone, of findings that are no examples; they were met before, so this guards and measures nothing."""
    kin = [
        pair
        for cluster in recur.clusters([row.finding for row in ROWS])
        for pair in combinations([ROWS[place] for place in cluster.places], 2)
    ]
    right = [1 for first, second in kin if first.kind and first.kind == second.kind]
    possible = [1 for first, second in combinations(ROWS, 2) if first.kind and first.kind == second.kind]
    assert len(right) / len(kin) >= 0.95
    assert len(right) / len(possible) >= 0.5


@pytest.mark.heavy
def test_nearly_every_example_that_was_fitted_leads_to_its_own_kind() -> None:
    fitted = examples.train(examples.load("defects"))[:: rounds(1, 3)]
    wrong = [example.text for example in fitted if classify_defect.read(defects.finding(example)).name != example.label]
    assert len(wrong) <= 0.03 * len(fitted), wrong


@pytest.mark.heavy
@settings(max_examples=12)
@given(st.permutations(range(40)))
def test_no_order_changes_what_is_found(order: list[int]) -> None:
    table = [*ROWS[:30], *ROWS[-10:]]
    every = seen([row.finding for row in table])
    assert recur.groups([every[place] for place in order]) == recur.groups(every)


@given(st.sampled_from(ROWS), st.sampled_from(ROWS))
def test_likeness_has_no_direction_and_stays_within_its_bounds(first: Row, second: Row) -> None:
    there, back = (recur.alike(*two) for two in ((first.finding, second.finding), (second.finding, first.finding)))
    assert there == back
    assert 0 <= there <= 1
    assert recur.alike(first.finding, first.finding) == 1


@given(st.lists(st.tuples(st.text(max_size=60), st.text(max_size=9), st.text(max_size=80)), max_size=6))
def test_any_text_can_be_read(texts: list[tuple[str, str, str]]) -> None:
    findings = [Finding(summary, file, details=details) for summary, file, details in texts]
    members = [place for cluster in recur.clusters(findings) for place in cluster.places]
    assert sorted(members) == list(range(len(findings)))
    assert all(group.reviews >= 2 for group in recur.groups(seen(findings)))
