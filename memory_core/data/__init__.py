"""What the product knows of words: lexicons and weights, as files that programs read. `tools/fit` makes the weights."""


def read(name: str) -> bytes:
    """The bytes of one file of this folder; OSError where the installation lacks it."""
    return __loader__.get_data(f"{__path__[0]}/{name}")  # type: ignore[name-defined,no-any-return]


def lines(name: str) -> list[str]:
    """The lines of one file of this folder, without those that are empty or comments; OSError as `read`."""
    return [line for line in read(name).decode().split("\n") if line and not line.startswith("# ")]


def table(name: str) -> dict[str, list[str]]:
    """The rows `key: one, another` of a file, those of one key together; OSError as `read`."""
    result: dict[str, list[str]] = {}
    for line in lines(name):
        key, _, rest = line.partition(": ")
        result.setdefault(key, []).extend(rest.split(", "))
    return result


def expressions(name: str) -> list[tuple[str, str]]:
    """The expressions of a file, each with its name, in order; OSError as `read`. `tools.fit` compiles them."""
    rows = read(f"compiled/{name}").decode().split("\n")[:-1]
    return [(head, text) for head, _, text in [row.partition("\t") for row in rows]]


def named(name: str) -> dict[str, tuple[str, ...]]:
    """The expressions of a file by their names; OSError as `read`."""
    result: dict[str, list[str]] = {}
    for head, text in expressions(name):
        result.setdefault(head, []).append(text)
    return {head: tuple(texts) for head, texts in result.items()}


def cues(text: str) -> tuple[str, ...]:
    """The words and phrases that an expression of a file lists: `|` between them, `_` for a space at an end."""
    return tuple(f"|{text}|".replace("|_", "| ").replace("_|", " |")[1:-1].split("|"))
