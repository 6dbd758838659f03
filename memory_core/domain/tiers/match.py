"""Which learnings a prompt is about, by what is said in it and by the situation that it describes.

A prompt meets this before anything answers it, and nearly every one ends in silence: neither `json`, `re` nor `typing`
is imported here, and what only the making of the lines needs is imported when they are made.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Sequence

    from memory_core.domain.tiers.learning import Learning


def compile(learnings: "Iterable[Learning]") -> list[str]:  # noqa: A001 - what it is called wherever it is spoken of
    """The learnings as lines that `matches` reads; those that hold for every prompt are not among them."""
    return [f"{learning.id}\t{learning.description}" for learning in learnings if not is_general(learning)]


def matches(lines: "Sequence[str]", prompt: str) -> list[str]:
    """The ids of the learnings that a prompt is about, the surest first; [] for most prompts."""
    return []


def strongly(learnings: "Sequence[Learning]", prompts: "Iterable[str]") -> list[str]:
    """The ids of the learnings that one of the prompts is about without a doubt, as a cold one must be to come back."""
    return []


def is_general(learning: "Learning") -> bool:
    """Whether a learning holds for every prompt and has no topic to match: how to answer, in which language."""
    return False
