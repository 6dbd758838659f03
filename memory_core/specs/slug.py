"""Make the slug of a spec, the name of its folder, from any words."""

import re
import shlex
import unicodedata
from collections.abc import Collection
from typing import Final

from memory_core import redact
from memory_core.core import budget
from memory_core.language.light import stop_words

LONGEST: Final = 48  # characters of a slug that is made
_WORDS: Final = 6
_WORD: Final = re.compile(r"[^\W_]+")
_GIVEN: Final = re.compile(r"[^\W_]+(?:[._-][^\W_]+)*")
_PLAIN: Final = re.compile(r"[\w./-]+")
_TYPED: Final = re.compile(r"[\w./][\w./ ,+@-]*")
_TYPED_MOST: Final = 200
_FILLING: Final = stop_words.function_words("en") | frozenset(
    "please need needs want wants like lets let some there".split()
)


def made(words: str, title: str = "spec") -> str:
    """A slug from the first significant words; `title` if there is no word at all."""
    texts = [word for line in words.splitlines() if line.strip() for word in _plain(line)]
    telling = [word for word in texts if word not in _FILLING] or texts
    slug = ""
    for word in telling[:_WORDS]:
        longer = f"{slug}-{word}" if slug else word[:LONGEST]
        if len(longer) > LONGEST:
            break
        slug = longer
    return slug or title


def given(slug: str) -> str:
    """The slug that a user gave; "" if no folder can have that name."""
    slug = unicodedata.normalize("NFC", slug.strip())
    return slug if len(slug) <= 2 * LONGEST and _GIVEN.fullmatch(slug) else ""


def typed(name: str, instead: str = "SLUG") -> str:
    """A name for a command that is shown, quoted if it has blanks; `instead` if the name is unsafe.

    Whoever made the repository can give a folder any name: `$(touch x)`, or a sentence to the reader.
    """
    return shlex.quote(name) if len(name) <= _TYPED_MOST and _TYPED.fullmatch(name) else instead


def quoted(name: str) -> str:
    """A name for a message: unchanged if it is a plain word, else in quotes, on one line and clipped."""
    if len(name) <= 2 * LONGEST and _PLAIN.fullmatch(name):
        return name
    line = budget.clip(redact.neutral(name).replace('"', "'"), LONGEST)
    return f'"{line}"'


def free(slug: str, taken: Collection[str]) -> str:
    """The slug, with the first number appended that makes it differ from `taken`, if that is necessary."""
    held = {text.casefold() for text in taken}
    number, result = 2, slug
    while result.casefold() in held:
        result = f"{slug}-{number}"
        number += 1
    return result


def _plain(text: str) -> list[str]:
    """The words in lower case; Latin words without accents, words of other scripts unchanged."""
    return [
        _bare(word) for word in _WORD.findall(re.sub(r"['\u2019]", "", unicodedata.normalize("NFC", text.casefold())))
    ]


def _bare(word: str) -> str:
    folded = "".join(char for char in unicodedata.normalize("NFKD", word) if not unicodedata.combining(char))
    return folded if folded.isascii() and folded.isalnum() else word
