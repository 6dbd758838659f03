"""How a value looks, apart from where it stands: the features of it that the finder of secrets weighs."""

from functools import lru_cache
from typing import Final, NamedTuple

from memory_core.redact import judge, lexicon
from memory_core.redact.expressions import compiled
from memory_core.redact.tokens import pieces, turns

_HEX: Final = r"(?i)(?:0x)?[0-9a-f]{7,128}"
_GROUPS: Final = r"\w{1,6}(?:,? \w{1,6}){3,63}"
_LONGEST_PART: Final = 20  # letters of a word in a word
_LENGTHS: Final = (13, 17, 21, 33, 65)


class Look(NamedTuple):
    """The features of a value; three summaries of it that are weighed together with its place; the group of values
    that it is of: p a phrase, g groups as keys are printed, h hex, n a number, d drawn by chance, m with digits,
    w letters, j joined by signs.
    """

    features: tuple[str, ...]
    summary: str
    summaries: tuple[str, str, str]
    case: str
    words: str
    group: str


@lru_cache(8192)
def look(value: str) -> Look:
    """How a value looks."""
    spaces = value.count(" ")
    parts = pieces(value)
    words = [part for part in parts if len(part) > 2 and not part.isdigit()]
    classes = lexicon.classes()
    known = (
        "".join(sorted({"C" if word in classes else lexicon.LETTERS[lexicon.common(word)] for word in words})) or "-"
    )
    size = len(value)
    digits = sum(map(str.isdigit, value))
    case = _case(value)
    kind = kind_of(value)
    length = min(size, 12) if size < 13 else 13 + sum(size >= least for least in _LENGTHS)
    summary = f"{case}{'0' if digits else ''}{known}{'s' if spaces else ''}"
    run = turns(value)
    signs = "".join(sorted({sign for sign in value if not sign.isalnum()}))
    tail = size - len(value.rstrip("0123456789"))
    found = [
        f"len {length}", f"run {run}", f"case {case}", f"known {known} {min(len(words), 4)}", f"signs {signs[:4]}",
        f"kind {kind}", f"digits {min(digits, 5)} {case}", f"tail {min(tail, 5)} {known}",
        f"sum {summary} {min(length, 13) // 3}", f"words {min(len(words), 4)} {min(spaces, 6)}",
        f"kind+sum {kind} {summary}", f"run+known {run} {known}",
        f"ends {value[0] if not value[0].isalnum() else ''} {value[-1] if not value[-1].isalnum() else ''}",
    ]  # fmt: skip
    if not lexicon.inner().keys().isdisjoint(words):
        found.append("names a secret")
    if len(parts) == 1 and words:
        found.append("word " + words[0])
    found += ["has " + word for word in words[:4]]
    if "." in value:
        ending = value.rpartition(".")[2].lower()
        found.append("ending ." + (ending if len(ending) < 6 else ""))
    if not spaces and not digits and len(words) == 1 and case in ("a", "Aa", "A"):
        low = value.lower()
        found.append(f"made of {_made_of(low)} {known}")
        found += (f"suffix {low[-3:]} {known}", f"suffix {low[-2:]}")
    hexadecimal = bool(digits) and bool(compiled(_HEX).fullmatch(value))
    if hexadecimal:
        found.append(f"hex {size if size in (7, 8, 12, 16, 32, 40, 56, 64, 96, 128) else ''}")
    if spaces:
        found += _of_phrase(value)
    group = _group(value, kind, hexadecimal, digits, spaces)
    return Look(tuple(found), summary, (summary, kind, case + known), case, known, group)


def _made_of(word: str) -> str:
    """Whether a word is two common words in one: FF, FK, KK; else ""."""
    found = {
        "".join(sorted("UKFK"[lexicon.common(part)] for part in (word[:at], word[at:])))
        for at in range(4, min(len(word) - 3, _LONGEST_PART))
    }
    return next((made for made in ("FF", "FK", "KK") if made in found), "")


def _case(value: str) -> str:
    if value.islower():
        return "a"
    if value.isupper():
        return "A"
    if not any(map(str.isalpha, value)):
        return "-"
    return "Aa" if value[0].isupper() and value[1:].islower() else "aA" if value[0].islower() else "AA"


@lru_cache(8192)
def kind_of(value: str) -> str:
    """The rank of the judge, and whether the value is a placeholder, a reference, code, or public."""
    rank = 7 + judge.is_phrase(value) if " " in value else judge.rank(value)
    asked = ((judge.is_placeholder, "p"), (judge.is_reference, "r"), (judge.is_code, "c"), (judge.is_public, "i"))
    return f"{rank}{''.join([sign for asks, sign in asked if asks(value)])}"


def _group(value: str, kind: str, hexadecimal: bool, digits: int, spaces: int) -> str:
    if spaces:
        return "g" if compiled(_GROUPS).fullmatch(value) and digits > 1 else "p"
    if hexadecimal:
        return "h" if len(value) >= 16 else "n"
    if not any(map(str.isalpha, value)):
        return "n"
    if len(value) >= 16 and kind[0] in "56":
        return "d"
    return "m" if digits else "w" if value.isalpha() else "j"


def _of_phrase(value: str) -> list[str]:
    words = value.lower().split()
    named = [
        lexicon.classes().get(word) or lexicon.LETTERS[lexicon.common(word.strip("'\",."))].lower() for word in words
    ]
    classed = sum(len(name) > 1 for name in named)
    return [
        *("of phrase " + name for name in named), "first " + named[0], "last " + named[-1],
        f"classed {min(5, classed)}/{min(8, len(words))}", f"unknown {min(5, named.count('u'))}",
    ]  # fmt: skip
