"""The words that the finder of secrets knows: their classes, trigger words, and how common a word is."""

from binascii import a2b_base64, crc32
from functools import cache, lru_cache
from typing import Final

from memory_core import data
from memory_core.redact.expressions import Words

ANNOUNCING: Final = (
    "PASSWORD", "PASSWORDCJK", "TOKEN", "SECRET", "CREDENTIAL", "APIKEY", "PASS", "PIN", "LOGIN", "ACCOUNT", "OPT",
)  # fmt: skip
FREQUENT, KNOWN, SPOKEN = 2, 1, 3  # in technical text often, sometimes; in no technical text
LETTERS: Final = "UKFS"  # by level; U of none
_BITS: Final = 5  # that a word sets in a table
_STEP: Final = 40503


@cache
def classes() -> dict[str, str]:
    """Each word of `secret_words.txt` with its class; one in capitals announces a secret.

    A phrase is written with spaces, as a name with signs.
    """
    classes_by_word: dict[str, str] = {}
    for line in data.read("secret_words.txt").decode().splitlines():
        name, *words = line.split()
        for word in words if name != "#" else ():
            for sign in " _-":
                classes_by_word.setdefault(word.replace("_", sign), name)
    return classes_by_word


@cache
def beginnings() -> dict[str, str]:
    """The beginnings of words, written with a star in `secret_words.txt`, with the class that they announce."""
    return {word[:-1]: name for word, name in classes().items() if word[-1] == "*"}


@cache
def beginning() -> Words:
    """Finds the item of `beginnings` with which a word begins."""
    return Words(beginnings())


@cache
def announcing() -> frozenset[str]:
    """The trigger words, and beginnings of trigger words."""
    return frozenset(word.rstrip("*") for word, name in classes().items() if name in ANNOUNCING)


@cache
def inner() -> dict[str, str]:
    """The words that announce a secret inside a name, with their class: the password of DB_PASSWORD."""
    words = {word: name for word, name in classes().items() if name in ANNOUNCING[:-3] and word.isalpha()}
    return {**words, "login": "LOGIN"}


@lru_cache(8192)
def common(word: str) -> int:
    """FREQUENT, KNOWN, SPOKEN or 0 for a word in lower case; about one of a hundred unknown words counts as known."""
    place, step = _hashed(word)
    for level, table in _tables():
        if _stands(table, place, step):
            return level
    return 0


@cache
def _tables() -> tuple[tuple[int, bytes], ...]:
    lines = data.read("common_words.txt").split(b"\n")
    return tuple(zip((FREQUENT, FREQUENT, KNOWN, SPOKEN), (a2b_base64(lines[at]) for at in (2, 6, 4, 8)), strict=True))


def stands(word: str, table: bytes) -> bool:
    """Whether a word is in a table of bits (with a small rate of false positives)."""
    return _stands(table, *_hashed(word))


def _hashed(word: str) -> tuple[int, int]:
    place = crc32(word.encode("utf-8", "surrogatepass"))
    return place, (place >> 16 | 1) * _STEP


def _stands(table: bytes, place: int, step: int) -> bool:
    mask = len(table) * 8 - 1
    for _ in range(_BITS):
        at = place & mask
        if not table[at >> 3] >> (at & 7) & 1:
            return False
        place += step
    return True


_TOLD: Final = data.table("secret_vocabulary.txt")


def _families(kind: str) -> dict[str, str]:
    rows = ((key.removeprefix(kind), words) for key, words in _TOLD.items() if key.startswith(kind))
    return {word: family for family, words in rows for word in words}


# Short words, and words that mean other things too: only where they stand alone or end a name.
ALONE: Final = _families("alone ")
# The words that announce a secret, with what a redaction says.
FAMILY: Final = _families("family ") | ALONE
WORDS: Final = frozenset(FAMILY)
BOUNDED: Final = frozenset({*ALONE, *_TOLD["bounded"]})  # no letter or digit follows: not in "passed", "author"
# What people write where a secret would stand. Known to everybody, so worth nothing to a thief.
STOOD_IN: Final = frozenset(_TOLD["stood in"])
# Words that describe, ask for or lead to a secret: what is called by one of them is not a secret itself.
DESCRIBING: Final = STOOD_IN | frozenset(_TOLD["describing"])
# Words of an instruction: a quoted sentence with one of them is about a secret.
INSTRUCTING: Final = frozenset(_TOLD["instructing"])
# Functions that turn a literal into what is kept of it; the literal itself is the secret.
TRANSFORMING: Final = tuple(_TOLD["transforming"])
# Words between a value and what it is used as: "9f86... serves as the api key".
SERVING: Final = frozenset(_TOLD["serving"])
