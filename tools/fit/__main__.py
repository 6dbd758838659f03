"""`python -m tools.fit [NAME …] [--check]`: writes what the tasks make into `memory_core/data`, or compares it."""

import sys
from importlib import import_module
from pathlib import Path

import memory_core.data

HERE = Path(__file__).parent
DATA = Path(memory_core.data.__file__).parent


def main(arguments: list[str]) -> int:
    """1 where --check finds a file that differs from what its task makes, or that is not there."""
    every = sorted(module.stem for module in (HERE / "tasks").glob("*.py") if module.stem != "__init__")
    differs = False
    for name in [task for task in arguments if task != "--check"] or every:
        for file, text in import_module(f"tools.fit.tasks.{name}").make().items():
            path = DATA / file
            if path.is_file() and path.read_bytes() == text.encode():
                continue
            if "--check" in arguments:
                print(f"{file} is not what `python -m tools.fit {name}` makes")
                differs = True
            else:
                path.write_bytes(text.encode())
    return int(differs)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
