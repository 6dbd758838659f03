"""Secrets in places of their own: headers, command lines, URL parameters, password files, seed phrases.

The places are in `tools/fit/sources/screen/commands.txt`.
"""

import re
from binascii import Error, a2b_base64
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from memory_core import data
from memory_core.redact import judge, values
from memory_core.redact.expressions import compiled
from memory_core.redact.names import MARK
from memory_core.redact.shapes import Span


class Place(NamedTuple):
    """A place of a secret in a command: the words (lower case) to look for, the pattern there (any case), its kind.
    `line`: search from the start of the line; `alone`: the words are no trigger for the lines around them.
    """

    words: tuple[str, ...]
    kind: str
    expression: str
    line: bool = False
    alone: bool = False


def _read() -> Iterator[Place]:
    for head, expression in data.expressions("screen/commands.txt"):
        named, colon, words = head.partition(": ")
        kind, _, how = named.partition(" ")
        if colon:
            yield Place(data.cues(words), kind, expression, how == "line", how == "alone")


_PLACES: Final = tuple(_read())
_ACCOUNTS: Final = ("admin", "administrator", "root", "postgres", "sa")
LOGINS: Final = frozenset(
    ("login", "logged in", "log in", "sign in", "credentials", "creds", "account", "zugang", "zugangsdaten", "konto")
)
ACCOUNTS: Final = frozenset(f"{account}/" for account in _ACCOUNTS)
WORDS: Final = frozenset(word for place in _PLACES for word in place.words)
ALONE: Final = WORDS.difference(word for place in _PLACES if not place.alone for word in place.words)
_LOGIN: Final = (
    r"\w+(?: in)?[^\n\w]{1,4}(?:(?:as|with|als|mit|is|are) )?[\"'`]?[A-Za-z][\w.@+-]{0,60}:([^\s\"'`<>|,/]{6,80})"
)
_OF_ACCOUNT: Final = r"(?<![\w/.@-])\w+/([^\s\"'`<>|,/]{6,80})(?![/\w])"
_CRUMB: Final = r"=([^;\s=]{12,})"


def spans(text: str, word: str, at: int) -> Iterator[Span]:
    """The secrets of `text` in the place to which `word` (one of WORDS), found at `at`, leads."""
    for place in _places()[word]:
        yield from _at_place(text, place, at)


def logins(text: str, word: str, at: int) -> Iterator[Span]:
    """The password in `login jo:kitty-1987` and `admin/kitty1987`, at a `word` of LOGINS or ACCOUNTS."""
    pair = compiled(_OF_ACCOUNT if word in ACCOUNTS else _LOGIN, re.IGNORECASE).match(text, at)
    value = pair[1].rstrip(".,;:!?)") if pair else ""
    if pair and judge.rank(value) >= judge.PLAIN and MARK not in value:
        yield Span(pair.start(1), pair.start(1) + len(value), "password")


@cache
def _places() -> dict[str, list[Place]]:
    return {word: [place for place in _PLACES if word in place.words] for word in WORDS}


def _at_place(text: str, place: Place, at: int) -> Iterator[Span]:
    start = text.rfind("\n", max(0, at - 300), at) + 1 if place.line else at
    match = compiled(place.expression, re.IGNORECASE).match(text, start)
    if match and place.kind in ("lines", "codes"):
        expression = r":(\S+)" if place.kind == "lines" else r"(\d{4} \d{4}|[\w][\w-]{5,18})(?![\w-])"
        for part in compiled(expression).finditer(text, *match.span(1)):
            if any(map(str.isalnum, part[1])) and not judge.is_placeholder(part[1]):
                yield Span(*part.span(1), "password" if place.kind == "lines" else "code")
    elif match and place.kind == "cookie":
        for crumb in compiled(_CRUMB).finditer(text, *match.span(1)):
            if _fits(place.kind, crumb[1]):
                yield Span(*crumb.span(1), place.kind)
    elif match and _fits(place.kind, match[which := match.lastindex or 0]):
        yield Span(*match.span(which), place.kind)


def _fits(kind: str, value: str) -> bool:
    if "[redacted:" in value or judge.is_placeholder(value) or judge.is_of_usage(value):
        return False
    if kind == "seed-phrase":
        words = set(value.lower().split())
        return len(words) >= 8 and words.isdisjoint(("the", "and", "for", "from", "are", "was", "has"))
    if kind == "aws-secret":
        return judge.entropic(value)
    if kind == "basic-auth":
        return _is_user_and_password(value)
    if kind in ("authorization", "bearer-token", "cookie"):
        if judge.is_secret_hex(value) or (judge.random_looking(value) and judge.mixed(value)):
            return True
        if kind == "bearer-token":
            return judge.entropic(value)
        return _is_user_and_password(value) or (kind == "authorization" and judge.rank(value) >= judge.PLAIN)
    if kind == "typed" or (kind == "stdin" and judge.is_chosen_word(value)):
        return True
    if kind in ("phrase", "url-token", "magic-link", "crypto-key", "argument"):
        return _stands_out(kind, value)
    if kind in ("secret", "stdin"):
        return judge.rank(value) >= judge.PLAIN
    if judge.is_reference(value) and not judge.is_dotted_secret(value):
        return False
    return not (kind == "password" and value.isdigit() and len(value) < 6)


def _is_user_and_password(value: str) -> bool:
    try:
        plain = a2b_base64(value + "=" * (-len(value) % 4))
    except (Error, ValueError):
        return False
    return b":" in plain and all(32 <= byte < 127 for byte in plain)


def _stands_out(kind: str, value: str) -> bool:
    """Whether a value is a secret in a place where others can be too: an argument, a piece of a URL, a word."""
    if kind == "argument" and value[:1].isupper() and values.is_joined(value):
        return True
    if kind == "phrase":
        signs = any(sign in "!$%^&*+~?@#" for sign in value[:-1])
        return signs and judge.rank(value) >= judge.CHOSEN and any(map(str.isdigit, value)) and ".." not in value
    if kind == "url-token":
        return judge.entropic(value, least=0.35) or (
            judge.is_secret_hex(value) and len(value) >= 32 and "-" not in value
        )
    if kind == "magic-link":
        return judge.entropic(value, least=0.35) or judge.is_secret_hex(value)
    if kind == "crypto-key":
        return judge.rank(value) >= judge.CHOSEN or judge.entropic(value)
    return judge.rank(value) >= judge.PLAIN
