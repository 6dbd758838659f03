"""The words of a text, and the parts of a word."""

LONGEST = 100  # characters of a name that is split into parts

# Scripts that put no spaces between words: Thai, kana, Han.
_UNSPACED = (
    ("\u0e00", "\u0e7f"), ("\u3040", "\u30ff"), ("\u3400", "\u4dbf"), ("\u4e00", "\u9fff"), ("\uf900", "\ufaff"),
    ("\U00020000", "\U0002fa1f"),
)  # fmt: skip
_MARKS = {at: " " for at in range(128) if not chr(at).isalnum()}
_APOSTROPHES = str.maketrans({"'": None, "\u2019": None})


def fold(text: str) -> str:
    """The text in NFKC form and lower case, as in the index: `ß` stays one letter."""
    if text.isascii():
        return text.lower()
    from unicodedata import normalize

    return normalize("NFKC", text).lower()


def tokens(text: str) -> list[str]:
    """The words of a text in order, folded: runs of letters and digits."""
    return _runs(fold(text))


def joined(text: str) -> list[str]:
    """The words of a text, with `don't` as one word: `dont`."""
    return _runs(fold(text.translate(_APOSTROPHES)))


def parts(text: str) -> list[str]:
    """The words of a text; identifiers are split: `retryCount` is two words."""
    return [
        fold(part)
        for run in _runs(text)
        for part in (humps(run) if run[1:] != run[1:].lower() and not run.isupper() else (run,))
    ]


def humps(name: str) -> list[str]:
    """The words of a `camelCase` name, in its case.

    A word begins at a capital after a lower-case letter or digit, and at the last of several capitals before a
    lower-case letter.
    """
    if len(name) > LONGEST:
        return [name]
    pieces, start = [], 0
    for at in range(1, len(name)):
        before, char = name[at - 1], name[at]
        if char.isupper() and (not before.isupper() or name[at + 1 : at + 2].islower()):
            pieces.append(name[start:at])
            start = at
    return [*pieces, name[start:]]


def is_unspaced(text: str) -> bool:
    """Whether a text has a character of a script that puts no spaces between words."""
    return not text.isascii() and any(first <= char <= last for char in text for first, last in _UNSPACED)


def unspaced(text: str) -> list[str]:
    """The runs of such scripts in a text."""
    return "".join(char if is_unspaced(char) else " " for char in text).split() if is_unspaced(text) else []


def pairs(text: str) -> list[str]:
    """Every two consecutive characters of such scripts, in place of words; also a single character."""
    return [pair for run in unspaced(text) for pair in ([run[at : at + 2] for at in range(len(run) - 1)] or [run])]


def _runs(text: str) -> list[str]:
    pieces: list[str] = []
    for chunk in text.translate(_MARKS).split():
        if chunk.isalnum():
            pieces.append(chunk)
        else:
            pieces += "".join(char if char.isalnum() else " " for char in chunk).split()
    return pieces
