"""The common defects of reviews, in words that no example has: three of one are recognised, two of one file are not."""

from itertools import combinations, pairwise

import pytest

from memory_core.core.review_finding import CATEGORIES, Finding
from memory_core.language.light.words import joined
from memory_core.reviews import classify_defect, recur
from memory_core.reviews.recur import SAME, Seen
from tests.reviews_table import FOLDER, rows
from tests.rows import each_row
from tools.fit import examples

THRICE = rows("thrice")
KINDS = list(dict.fromkeys(row.kind for row in THRICE))


def one_file() -> list[tuple[Finding, Finding]]:
    """Two findings of one file each, of two defects."""
    findings: list[Finding] = []
    file = ""
    for line in (FOLDER / "one_file.txt").read_text("utf-8").splitlines():
        if not line.startswith(" "):
            file = line
            continue
        category, summary, details = (part.strip() for part in line.split("|"))
        findings.append(Finding(summary, file, category=category, details=details, id=f"one-{len(findings)}"))
    return list(zip(findings[::2], findings[1::2], strict=True))


ONE_FILE = one_file()


def reviews(findings: list[Finding]) -> list[Seen]:
    """Each seen by a review of its own."""
    return [Seen(finding, f"c{at}", f"2026-01-01T10:{at:02}:00Z") for at, finding in enumerate(findings)]


def test_there_are_thirty_of_each() -> None:
    assert len(KINDS) == len(ONE_FILE) == 30
    assert all(len({row.finding.file for row in THRICE if row.kind == kind}) == 3 for kind in KINDS)


@pytest.mark.req("CS-US-019")
@each_row("kind", KINDS)
def test_what_three_reviews_saw_is_recognised_in_other_words_and_files(kind: str) -> None:
    (group,) = recur.groups(reviews([row.finding for row in THRICE if row.kind == kind]), least=3)
    assert group.reviews == 3
    assert group.defect


@pytest.mark.req("CS-US-019")
def test_among_all_others_each_defect_keeps_to_itself() -> None:
    kinds = {row.finding.id: row.kind for row in THRICE}
    groups = recur.groups(reviews([row.finding for row in THRICE]), least=3)
    assert [
        {kinds[name] for name in group.ids} for group in groups if len({kinds[name] for name in group.ids}) > 1
    ] == []
    assert len(groups) == len(KINDS)


@pytest.mark.req("CS-US-019")
@each_row(("first", "second"), ONE_FILE)
def test_two_defects_of_one_file_never_recur(first: Finding, second: Finding) -> None:
    assert recur.alike(first, second) < SAME
    assert recur.groups(reviews([first, second])) == []


def test_no_example_is_or_begins_with_one_of_these_findings() -> None:
    known = [f"{' '.join(joined(example.text))} " for example in examples.load("defects")]
    findings = [row.finding for row in (*THRICE, *rows("strangers"))] + [
        finding for pair in ONE_FILE for finding in pair
    ]
    for finding in findings:
        summary = f"{' '.join(joined(finding.summary))} "
        assert not any(text.startswith(summary) for text in known), finding.id


def test_every_kind_has_examples_enough_and_every_example_a_kind() -> None:
    often: dict[str, int] = {}
    for example in examples.load("defects"):
        kind = classify_defect.defect(example.label)
        assert kind is not None, example.label
        assert example.family == kind.categories[0]
        assert set(kind.categories) <= set(CATEGORIES)
        often[example.label] = often.get(example.label, 0) + 1
    assert min(often.values()) >= 8


def test_a_finding_is_likely_of_few_kinds_and_never_surer_than_one() -> None:
    for row in THRICE:
        kinds = classify_defect.read(row.finding).kinds
        assert sum(likely for _, likely in kinds) <= 1.001
        assert all(first[1] >= second[1] for first, second in pairwise(kinds))


def test_kin_of_a_foreign_category_must_be_surer() -> None:
    for kind in KINDS:
        three = [row.finding for row in THRICE if row.kind == kind]
        for first, second in combinations(three, 2):
            category = "quality" if second.category != "quality" else "performance"
            assert recur.alike(first, second._replace(category=category)) <= recur.alike(first, second)
