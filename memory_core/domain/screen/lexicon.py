"""Words as the finder of secrets reads them: classes of them, and how common one is in technical text."""

from binascii import a2b_base64, crc32
from functools import cache, lru_cache
from typing import Final

from memory_core import data

ANNOUNCING: Final = (
    "PASSWORD",
    "PASSWORDCJK",
    "TOKEN",
    "SECRET",
    "CREDENTIAL",
    "APIKEY",
    "PASS",
    "PIN",
    "LOGIN",
    "OPT",
)
FREQUENT, KNOWN = 2, 1
_BITS: Final = 5  # that a word sets in a table
_STEP: Final = 40503


@cache
def classes() -> dict[str, str]:
    """Each word of `secret_words.txt` with its class; one in capitals announces a secret."""
    found: dict[str, str] = {}
    for line in data.read("secret_words.txt").decode().splitlines():
        name, *words = line.split()
        for word in words if name != "#" else ():
            found.setdefault(word.replace("_", " "), name)
    return found


@cache
def announcing() -> frozenset[str]:
    """The words that announce a secret."""
    return frozenset(word for word, name in classes().items() if name in ANNOUNCING)


@cache
def inner() -> dict[str, str]:
    """The words that announce a secret inside a name, with their class: the password of DB_PASSWORD."""
    return {word: name for word, name in classes().items() if name in ANNOUNCING[:-2] and word.isalpha()}


@lru_cache(8192)
def common(word: str) -> int:
    """FREQUENT, KNOWN or 0, of a word in lower case; of a hundred that are not known one passes for known."""
    place = crc32(word.encode("utf-8", "surrogatepass"))
    step = (place >> 16 | 1) * _STEP
    frequent, known = _tables()
    return FREQUENT if _stands(frequent, place, step) else KNOWN if _stands(known, place, step) else 0


@cache
def _tables() -> tuple[bytes, bytes]:
    lines = data.read("common_words.txt").split(b"\n")
    return a2b_base64(lines[2]), a2b_base64(lines[4])


def _stands(table: bytes, place: int, step: int) -> bool:
    mask = len(table) * 8 - 1
    for _ in range(_BITS):
        at = place & mask
        if not table[at >> 3] >> (at & 7) & 1:
            return False
        place += step
    return True
