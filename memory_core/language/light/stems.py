"""Stems of English words, by the Porter 2 algorithm of the Snowball library."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

LONGEST = 100  # characters of a word; a longer word is its own stem
_KNOWN_MOST = 50_000  # stems that are remembered

_BRITISH = ("isations", "isation", "ising", "isers", "iser", "ised", "ises", "ise")
_AS_IN_FRENCH = ("wise", "vise", "prise", "guise")  # endings with `s` in British and American spelling
_VOWELS = frozenset("aeiouy")

_known: "dict[str, str]" = {}
_published: "list[Callable[[str], str]]" = []


def stem(word: str) -> str:
    """The stem of an English word in lower case; equal for its forms and derived words.

    Any other word is its own stem. All letters of a stem but the last two begin its word.
    """
    return remembered(word, _known, _stemmed)


def spelt(word: str) -> str:
    """The word in American spelling, as far as that matters for its stem (`optimise`)."""
    if "is" not in word:
        return word
    end = next((end for end in _BRITISH if word.endswith(end)), "")
    bare = word[: len(word) - len(end)]
    if not end or f"{bare}ise".endswith(_AS_IN_FRENCH) or _syllables(bare) < 2:  # noise, promise, concise
        return word
    return f"{bare}iz{end[2:]}"


def remembered(word: str, known: "dict[str, str]", made: "Callable[[str], str]") -> str:
    """The result of `made` for a word, from a cache of bounded size."""
    value = known.get(word)
    if value is None:
        if len(known) >= _KNOWN_MOST:
            known.clear()
        value = known[word] = made(word)
    return value


def _stemmed(word: str) -> str:
    return _library()(spelt(word)) if _is_english(word) else word


def _library() -> "Callable[[str], str]":
    """The stemmer; before set-up, a function that returns its argument."""
    if not _published:
        _published.append(_opened())
    return _published[0]


def _opened() -> "Callable[[str], str]":
    try:
        from Stemmer import Stemmer
    except ImportError:
        pass
    else:
        stemmed: Callable[[str], str] = Stemmer("english", 0).stemWord  # without a cache: `remembered` has one
        return stemmed
    try:  # set-up of an earlier version installed an older algorithm, which differs in one of a thousand words
        from py_rust_stemmers import SnowballStemmer
    except ImportError:
        return str
    older: Callable[[str], str] = SnowballStemmer("english").stem_word
    return older


def _is_english(word: str) -> bool:
    return 2 < len(word) <= LONGEST and word.isascii() and word.replace("'", "").isalpha()


def _syllables(word: str) -> int:
    return sum(letter in _VOWELS and before not in _VOWELS for before, letter in zip(f" {word}", word, strict=False))
