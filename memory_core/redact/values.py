"""The value behind a name: how far it reaches, and whether it is a secret there."""

from typing import Final

from memory_core.redact import chosen, judge
from memory_core.redact.expressions import compiled
from memory_core.redact.names import MARK, Mention
from memory_core.redact.shapes import Span

SURE, LIKELY = 1, 2  # how surely a secret stands in a place
CLOSE: Final = r"(?:\\?[\"'`\])*_]){0,4}"
QUOTED: Final = (
    r"(?:[@$befruBEFRUN]{1,2})?(?:\\\"(?P<a>(?:(?!\\\").){1,400}?)\\\"|\"{3}(?P<b>[^\"]{1,400})\"{3}"
    r"|\"(?P<c>(?:[^\"\\\n]|\\.){1,400})\"?"
    r"|'(?P<d>(?:[^'\\\n]|\\.){1,400})'?|`(?P<e>[^`\n]{1,400})`|[「『](?P<f>[^」』\n]{1,400})[」』])"
)
_BARE: Final = (
    r"(?:(?<=[!#$%*+?])[\"'](?=[\w])|[^\s\"'`<>;&,\\，。；、）「」]++|(?![;&,](?:\s|\Z|[\w.\"'-]{1,40}[=:]|(?:amp|quot"
    r"|lt|gt|apos|nbsp|[lr][ds]quo|hellip);)|\\[nrt\"])[;&,\\])+"
)
_MOST: Final = 400  # characters of a value
# The rank that a value needs in a place: of a password, of anything else.
_LEAST: Final = {
    SURE: (judge.NAME, judge.PLAIN),
    LIKELY: (judge.PLAIN, judge.CHOSEN),
    judge.DRAWN: (judge.DRAWN, judge.DRAWN),
}


def accepted(value: str, called: Mention, surety: int, quoted: bool) -> bool:
    """Whether a value is a secret in a place of this surety."""
    if " " in value:
        return quoted and surety == SURE and called.password and judge.is_phrase(value)
    if called.family == "credential" and ":" in value and "/" not in value:  # user:password
        return judge.rank(value.partition(":")[2]) >= judge.PLAIN
    if called.family == "pin":
        return surety <= LIKELY and value.isdigit() and 4 <= len(value) <= 12
    rank = judge.rank(value)
    if called.name.lower() == "key":  # of a map, a cache, a ticket
        return rank >= judge.CHOSEN
    if rank == judge.NOTHING and called.password and surety <= LIKELY and judge.is_dotted_word(value):
        return value[:1].isupper()
    if surety == SURE and not called.password and len(value) >= 24 and judge.WORD <= rank <= judge.PLAIN:
        return judge.is_long_literal(value) and not quoted
    if rank == judge.WORD and surety <= LIKELY and chosen.is_drawn(value):
        return True
    if rank == judge.WORD and called.password and chosen.is_compound(value):
        return True
    if surety == SURE and rank in (judge.WORD, judge.NAME):
        return is_chosen(value, rank, called, quoted)
    return rank >= _LEAST[surety][0 if called.password else 1]


def is_chosen(value: str, rank: int, called: Mention, quoted: bool) -> bool:
    """Whether a word, or a name with a number, is a secret where nothing but one can stand."""
    if rank == judge.WORD:
        literal = quoted or called.name.isupper()
        plain = value if called.name.isascii() else value.replace("_", "-")
        return called.password and (judge.is_chosen_word(plain) or (literal and chosen.is_joined(value)))
    return called.password and not judge.is_named_after(value)


def kept(text: str, start: int, end: int, called: Mention) -> Span | None:
    """The span, unless it reaches into a mark of ours."""
    if start >= end or MARK in text[start:end] or text.startswith(MARK, start - 1):
        return None
    return Span(start, end, "password" if called.family == "pin" else called.family)


def read(text: str, at: int) -> tuple[int, int, bool]:
    """Where the value that begins at `at` stands (start, end), and whether it stood in quotes."""
    if quoted := compiled(QUOTED).match(text, at):
        start, end = quoted.span(quoted.lastgroup or 0)
        return start, end, True
    bare = compiled(_BARE).match(text, at, at + _MOST)
    if not bare:
        return at, at, False
    value = _closed(text, at, bare[0]).rstrip(".,;:*")
    while value and value[-1] in ")]}" and value.count(value[-1]) > value.count("([{"[")]}".index(value[-1])]):
        value = value[:-1].rstrip(".,;:")
    return at, at + len(value), False


def _closed(text: str, at: int, value: str) -> str:
    """The value up to the bracket that closes one in front of it: "(password Winter-2026).zip"."""
    if ")" in value[:-1] and "(" not in value and "(" in text[max(0, at - 40) : at].rpartition("\n")[2]:
        return value[: value.index(")")]
    return value
