"""Prints which requirements the tests say they cover: `scripts/test --coverage-of-requirements`."""

import re
from collections import defaultdict

import pytest


def _order(requirement: str) -> list[tuple[int, str]]:
    return [(int(part), "") if part.isdigit() else (0, part) for part in re.split(r"(\d+)", requirement)]


def pytest_collection_finish(session: pytest.Session) -> None:
    """A line for each requirement, with the tests that are marked with it, instead of the list of tests."""
    covered: dict[str, set[str]] = defaultdict(set)
    for item in session.items:
        for mark in item.iter_markers("req"):
            for requirement in mark.args:
                covered[requirement].add(item.nodeid.partition("[")[0])
    for requirement in sorted(covered, key=_order):
        print(f"{requirement:<14} {', '.join(sorted(covered[requirement]))}")
    print(f"{len(covered)} requirements are covered by marked tests")
    session.items.clear()
