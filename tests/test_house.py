"""docs/house.md draws ten walks through the product; the drawing is what runs."""

import pytest

from tools import walks


@pytest.mark.slow
@pytest.mark.processes
def test_the_walks_on_the_page_are_those_that_run() -> None:
    page = walks.page(walks.played())
    assert walks.PAGE.read_text("utf-8") == page, "run `python -m tools.walks`"
