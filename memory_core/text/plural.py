"""Counts as people say them: `no memories`, `1 memory`, `1,200 memories`."""


def plural(noun: str) -> str:
    """The plural of an English noun, of the last word where it has several."""
    if noun.endswith("y") and noun[-2:-1] not in "aeiou":
        return f"{noun[:-1]}ies"
    return f"{noun}es" if noun.endswith(("s", "x", "ch", "sh")) else f"{noun}s"


def how_many(number: int, noun: str, zero: str = "no") -> str:
    """So many of a thing; `zero` is what stands for none."""
    return f"{f'{number:,}' if number else zero} {noun if number == 1 else plural(noun)}"
