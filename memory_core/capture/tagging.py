"""Tags of decisions and errors, derived from their words alone (GENIUS-3, GENIUS-6)."""

import re
from functools import cache
from typing import Final

from memory_core import data, redact
from memory_core.core import budget
from memory_core.language import topics
from memory_core.language.light import products

_MOST: Final = 4  # topics and products of one memory
_ACRONYM: Final = 5  # letters
_ORDERS: Final = frozenset(("NOT", "NEVER", "MUST", "ONLY", "AND", "OR", "NO", "ALL", "TODO"))  # emphasis
_PREFIX: Final = re.compile(r"\s*([^\W\d_]{2,20})\s*:\s")
_WORD: Final = re.compile(r"[^\W_][\w.+#-]*")


def tags(kind: str, text: str) -> tuple[str, ...]:
    """The kind of a decision, the meaning of its prefix ("ARCH: …"), then products and topics that the text names.

    The prefix stays in the text. All other kinds have no tags of their own.
    """
    if kind not in ("decision", "error"):
        return ()
    text = text[: budget.SPOKEN]
    prefix = _PREFIX.match(text)
    meant = _meant().get(prefix[1].casefold(), "") if prefix else ""
    first = [kind] if kind == "decision" else []
    words = (word.rstrip(".-") for word in _WORD.findall(text[prefix.end() :] if prefix and meant else text))
    named = dict.fromkeys(word.casefold() for word in words if _is_named(word) and redact.clean(word) == word)
    return tuple(dict.fromkeys([*first, *([meant] if meant else []), *[*named][:_MOST]]))


def _is_named(word: str) -> bool:
    if word.isupper() and word.isalpha() and 1 < len(word) <= _ACRONYM:
        return word not in _ORDERS
    word = word.casefold()
    return word in products.KNOWN or word in products.TECHNICAL or word in _topical()


@cache
def _meant() -> dict[str, str]:
    return {word: tag for tag, words in data.table("tag_prefixes.txt").items() for word in words}


@cache
def _topical() -> frozenset[str]:
    """The words that alone name a topic and say little else."""
    words = {word for topic in topics.topics().values() for word in topic.words if word.isalnum()}
    return frozenset(words - topics.PALE - topics.BROAD - topics.EVERYDAY)
