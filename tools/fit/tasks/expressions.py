"""Compiles the expressions of `sources` into `compiled`: a line for each, joined and with its parts in place.

In a source a name stands at the start of a line, its expression in the next, indented by four, and goes on in lines
that are indented by eight. `{{name}}` in it stands for the first expression before it with that name.
"""

from tools.fit import SOURCES

FOLDERS = ("aidd", "extract", "guard", "review", "screen", "spec", "text", "tiers")


def make() -> dict[str, str]:
    """The files by their names; ValueError as `compiled`."""
    return {
        f"compiled/{folder}/{path.name}": compiled(path.read_text("utf-8"))
        for folder in FOLDERS
        for path in sorted((SOURCES / folder).glob("*.txt"))
    }


def compiled(source: str) -> str:
    """The lines of a source; ValueError for a line that is out of place, or a part that is none."""
    rows: list[str] = []
    parts: dict[str, str] = {}
    for row in source.replace("\n        ", "").replace("\n    ", "\t").split("\n"):
        if not row or row.startswith("# "):
            continue
        head, tab, text = row.partition("\t")
        if not tab or not head.strip() or "\t" in text:
            raise ValueError(f"not a name with one expression: {row}")
        first, *others = text.split("{{")
        for other in others:
            part, _, rest = other.partition("}}")
            if part not in parts:
                raise ValueError(f"{head}: no expression before it is called {part}")
            first += parts[part] + rest
        parts.setdefault(head, first)
        rows.append(f"{head}\t{first}\n")
    return "".join(rows)
