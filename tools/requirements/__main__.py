"""`python -m tools.requirements [--check | --break ID ...]`: writes docs/requirements.md, compares it, or breaks.

`--break` breaks what each id names (all ids without one) in a copy of the repository and prints the ids whose tests
pass all the same.
"""

import sys
import tempfile
from pathlib import Path

from tools.requirements import PAGE, load, page
from tools.requirements.breaking import broken, copy


def main(arguments: list[str]) -> int:
    """1 where --check finds another page, or --break an id whose tests pass."""
    if arguments[:1] == ["--break"]:
        return _break(arguments[1:])
    if "--check" in arguments:
        differs = not PAGE.is_file() or PAGE.read_text("utf-8") != page()
        print("docs/requirements.md is not what `python -m tools.requirements` makes\n" if differs else "", end="")
        return int(differs)
    PAGE.write_text(page(), "utf-8")
    return 0


def _break(ids: list[str]) -> int:
    passing = 0
    with tempfile.TemporaryDirectory() as folder:
        place = copy(Path(folder))
        for row in load():
            if ids and row.id not in ids:
                continue
            outcome = broken(place, row)
            passing += not outcome.fails
            print(f"{row.id} {row.where}: {'fails' if outcome.fails else f'PASSES: {outcome.why}'}", flush=True)
    return int(bool(passing))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
