"""`python -m tools.schemas [--check]`: writes the schema of every format, or compares it."""

import sys

from memory_core.edges import _formats
from tools.schemas import SCHEMAS, text


def main(arguments: list[str]) -> int:
    """1 where --check finds a file that differs from what its format makes, is missing, or has no format."""
    files = {f"{name}.schema.json": text(name) for name in _formats.HOMES}
    stands = {path.name: path.read_text("utf-8") for path in SCHEMAS.iterdir()}
    if "--check" in arguments:
        differs = sorted(name for name in {*files, *stands} if files.get(name) != stands.get(name))
        print("".join(f"{name} is not what `python -m tools.schemas` makes\n" for name in differs), end="")
        return int(bool(differs))
    for name in {*files, *stands}:
        if name in files:
            (SCHEMAS / name).write_text(files[name], "utf-8")
        else:
            (SCHEMAS / name).unlink()
    return 0


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
