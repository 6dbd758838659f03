"""`python -m tools.walks`: write the walks into docs/house.md; `--check`: exit 1 where it is not up to date."""

import sys

from tools import walks

text = walks.page(walks.played())
if "--check" in sys.argv[1:]:
    sys.exit(text != walks.PAGE.read_text("utf-8"))
walks.PAGE.write_text(text, "utf-8")
