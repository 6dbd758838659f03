"""`python -m tools.walks`: write the walks into docs/house.md; `--check`: say what differs there, exit 1 if so."""

import sys

from tools import walks

played = walks.played()
if "--check" in sys.argv[1:]:
    lines = walks.differences(played)
    print("\n".join([*lines, "run `python -m tools.walks`"] if lines else []), end="\n" * bool(lines))
    sys.exit(bool(lines))
walks.PAGE.write_text(walks.page(played), "utf-8")
