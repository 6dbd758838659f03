"""The projects of these tests: one that a file shares, and new ones."""

from collections.abc import Callable

import pytest

from tests.specification.played import Played


@pytest.fixture(scope="session")
def another(tmp_path_factory: pytest.TempPathFactory) -> Callable[[], Played]:
    """Make a project with nothing kept in it."""
    return lambda: Played(tmp_path_factory.mktemp("played"))


@pytest.fixture(scope="module")
def played(another: Callable[[], Played]) -> Played:
    """A project of the file, with nothing kept in it yet."""
    return another()


@pytest.fixture
def fresh(another: Callable[[], Played]) -> Played:
    """A project of the test alone."""
    return another()
