"""How much two sets of words have in common, 0 to 1; nothing has nothing in common with anything."""


def jaccard(one: set[str] | frozenset[str], other: set[str] | frozenset[str]) -> float:
    """The share of all words of both that both have."""
    return len(one & other) / len(one | other) if one and other else 0.0


def containment(one: set[str] | frozenset[str], other: set[str] | frozenset[str]) -> float:
    """The share of the words of the smaller that the larger has too."""
    small = min(len(one), len(other))
    return len(one & other) / small if small else 0.0
