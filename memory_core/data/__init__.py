"""What the product knows of words: lexicons and weights, as files that programs read. `tools/fit` makes the weights."""


def read(name: str) -> bytes:
    """The bytes of one file of this folder; OSError where the installation lacks it."""
    return __loader__.get_data(f"{__path__[0]}/{name}")  # type: ignore[name-defined,no-any-return]


def lines(name: str) -> list[str]:
    """The lines of one file of this folder, without those that are empty or comments; OSError as `read`."""
    return [line for line in read(name).decode().split("\n") if line and not line.startswith("# ")]


def table(name: str) -> dict[str, list[str]]:
    """The rows `key: one, another` of a file, those of one key together; OSError as `read`."""
    found: dict[str, list[str]] = {}
    for line in lines(name):
        key, _, rest = line.partition(": ")
        found.setdefault(key, []).extend(rest.split(", "))
    return found
