"""`python -m tools.schemas [--check]`: writes the schema of every format, or compares it."""

import sys

from memory_core.edges import _formats
from tools.schemas import ROOT, path, text


def main(arguments: list[str]) -> int:
    """1 where --check finds a file that differs from what its format makes, is missing, or has no format."""
    wanted = {path(name): text(name) for name in _formats.HOMES}
    written = {
        file: file.read_text("utf-8") for folder in {file.parent for file in wanted} for file in folder.iterdir()
    }
    differing = sorted(file for file in {*wanted, *written} if wanted.get(file) != written.get(file))
    for file in differing:
        if "--check" in arguments:
            print(f"{file.relative_to(ROOT)} is not what `python -m tools.schemas` makes")
        elif file in wanted:
            file.write_text(wanted[file], "utf-8")
        else:
            file.unlink()
    return int("--check" in arguments and bool(differing))


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
