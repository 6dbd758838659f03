"""What the forms of a word have in common.

English is stemmed by Porter 2, the English stemmer of Snowball (https://snowballstem.org/algorithms/english/stemmer.html).
`snowballstemmer` says the same of every word, which a test holds it to; its import takes 20 ms, a hook has 15.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 100  # characters of a word; what is longer is its own stem
_KNOWN_MOST = 50_000  # stems that are remembered

_VOWELS = frozenset("aeiouy")
_NOT_SHORT = _VOWELS | frozenset("wxY")
_VALID_LI = frozenset("cdeghkmnrt")
_DOUBLES = frozenset("bb dd ff gg mm nn pp rr tt".split())
_REGIONS = ("arsen", "commun", "emerg", "gener", "inter", "later", "organ", "past", "univers")  # where R1 begins behind
_ODD = {
    **{word: word for word in "andes atlas bias cosmos howe news sky".split()},
    "early": "earli", "gently": "gentl", "idly": "idl", "only": "onli", "singly": "singl", "skies": "sky",
    "skis": "ski", "ugly": "ugli",
}  # fmt: skip
_KEEPS_EED = frozenset("succ proc exc".split())
_KEEPS_ING = frozenset("even cann inn earr herr out".split())
_SECOND = {
    "tional": "tion", "enci": "ence", "anci": "ance", "abli": "able", "entli": "ent", "izer": "ize", "ization": "ize",
    "ational": "ate", "ation": "ate", "ator": "ate", "alism": "al", "aliti": "al", "alli": "al", "fulness": "ful",
    "fulli": "ful", "ousli": "ous", "ousness": "ous", "iveness": "ive", "iviti": "ive", "biliti": "ble", "bli": "ble",
    "ogi": "og", "ogist": "og", "lessli": "less", "li": "",
}  # fmt: skip
_THIRD = {
    "tional": "tion", "ational": "ate", "alize": "al", "icate": "ic", "iciti": "ic", "ical": "ic", "ful": "",
    "ness": "", "ative": "",
}  # fmt: skip
_FOURTH = dict.fromkeys("al ance ence er ic able ible ant ement ment ent ism ate iti ous ive ize ion".split(), "")

_BRITISH = ("isations", "isation", "ising", "isers", "iser", "ised", "ises", "ise")
_AS_IN_FRENCH = ("wise", "vise", "prise", "guise")  # as both sides of the ocean spell it

_known: "dict[str, str]" = {}
_bases: "dict[str, str]" = {}


def stem(word: str) -> str:
    """What an English word in small letters has in common with its forms and with what is derived from it.

    Any other word is its own stem. Of a stem all letters but the last two begin its word.
    """
    return remembered(word, _known, _stemmed)


def base(word: str) -> str:
    """What the forms of an English word have in common: the plural, the past; `container` is no form of `contains`."""
    return remembered(word, _bases, _inflected)


def spelt(word: str) -> str:
    """The word as Americans spell it, as far as the stem of `optimise` hangs on it."""
    if "is" not in word:
        return word
    end = next((end for end in _BRITISH if word.endswith(end)), "")
    bare = word[: len(word) - len(end)]
    if not end or f"{bare}ise".endswith(_AS_IN_FRENCH) or _syllables(bare) < 2:  # noise, promise, concise
        return word
    return f"{bare}iz{end[2:]}"


def remembered(word: str, known: "dict[str, str]", made: "Callable[[str], str]") -> str:
    """What is made of a word, from a memory of bounded size where it was made before."""
    found = known.get(word)
    if found is None:
        if len(known) >= _KNOWN_MOST:
            known.clear()
        found = known[word] = made(word)
    return found


def _is_english(word: str) -> bool:
    return 2 < len(word) <= LONGEST and word.isascii() and word.replace("'", "").isalpha()


def _inflected(word: str) -> str:
    if word in _ODD or not _is_english(word):
        return _ODD.get(word, word)
    word, first, second = _regions(spelt(word))
    return _last(_final_y(_past(_plural(word), first)), first, second).replace("Y", "y")


def _stemmed(word: str) -> str:
    if word in _ODD or not _is_english(word):
        return _ODD.get(word, word)
    word, first, second = _regions(spelt(word))
    word = _final_y(_past(_plural(word), first))
    word = _exchanged(word, _SECOND, first, second)
    word = _exchanged(word, _THIRD, first, second)
    word = _exchanged(word, _FOURTH, second, second)
    return _last(word, first, second).replace("Y", "y")


def _regions(word: str) -> "tuple[str, int, int]":
    """The word with its consonant y marked, and where its regions R1 and R2 begin."""
    word = word.removeprefix("'")
    if "y" in word:
        word = _marked(word)
    first = next((len(one) for one in _REGIONS if word.startswith(one)), -1)
    first = _region(word, 0) if first < 0 else first
    return word, first, _region(word, first)


def _marked(word: str) -> str:
    """The word with `Y` for each y that is a consonant: at the beginning, and behind a vowel."""
    letters = list(word)
    for at, letter in enumerate(letters):
        if letter == "y" and (not at or letters[at - 1] in _VOWELS):
            letters[at] = "Y"
    return "".join(letters)


def _region(word: str, start: int) -> int:
    """Where the part behind the first consonant that follows a vowel begins."""
    at, end = start, len(word)
    while at < end and word[at] not in _VOWELS:
        at += 1
    while at < end and word[at] in _VOWELS:
        at += 1
    return min(at + 1, end)


def _syllables(word: str) -> int:
    return sum(one in _VOWELS and before not in _VOWELS for before, one in zip(f" {word}", word, strict=False))


def _has_vowel(word: str) -> bool:
    return not _VOWELS.isdisjoint(word)


def _is_short(word: str) -> bool:
    """Whether a word ends with a short syllable."""
    if len(word) == 2:
        return word[0] in _VOWELS and word[1] not in _VOWELS
    return word.endswith("past") or (
        len(word) > 2 and word[-1] not in _NOT_SHORT and word[-2] in _VOWELS and word[-3] not in _VOWELS
    )


def _plural(word: str) -> str:
    for end in ("'s'", "'s", "'"):
        if word.endswith(end):
            word = word[: -len(end)]
            break
    if word.endswith("sses"):
        return word[:-2]
    if word.endswith(("ied", "ies")):
        return word[:-2] if len(word) > 4 else word[:-1]
    if word.endswith("s") and not word.endswith(("us", "ss")) and _has_vowel(word[:-2]):
        return word[:-1]
    return word


def _past(word: str, first: int) -> str:
    for end in ("eedly", "eed"):
        if word.endswith(end):
            bare = word[: -len(end)]
            return f"{bare}ee" if len(bare) >= first and bare not in _KEEPS_EED else word
    end = next((end for end in ("ingly", "edly", "ing", "ed") if word.endswith(end)), "")
    bare = word[: len(word) - len(end)]
    if not end or not _has_vowel(bare):
        return word
    if end == "ing":
        if bare in _KEEPS_ING:
            return word
        if len(bare) == 2 and bare[1] == "y" and bare[0] not in _VOWELS:
            return f"{bare[0]}ie"
    if bare.endswith(("at", "bl", "iz")):
        return f"{bare}e"
    if bare[-2:] in _DOUBLES:
        return bare if len(bare) == 3 and bare[0] in "aeo" else bare[:-1]
    return f"{bare}e" if len(bare) == first and _is_short(bare) else bare


def _final_y(word: str) -> str:
    return f"{word[:-1]}i" if len(word) > 2 and word[-1] in "yY" and word[-2] not in _VOWELS else word


def _exchanged(word: str, table: "dict[str, str]", region: int, second: int) -> str:
    """The word with its longest ending of a table exchanged, where that stands within a region."""
    for size in range(min(7, len(word)), 1, -1):
        end = word[-size:]
        if end in table:
            bare = word[:-size]
            before = bare[-1:]
            allowed = (
                len(bare) >= region
                and (end != "ogi" or before == "l")
                and (end != "li" or before in _VALID_LI)
                and (end != "ative" or len(bare) >= second)
                and (end != "ion" or before in ("s", "t"))
            )
            return bare + table[end] if allowed else word
    return word


def _last(word: str, first: int, second: int) -> str:
    bare = word[:-1]
    if word.endswith("e"):
        return bare if len(bare) >= second or (len(bare) >= first and not _is_short(bare)) else word
    return bare if word.endswith("ll") and len(bare) >= second else word
