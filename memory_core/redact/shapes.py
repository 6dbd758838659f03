"""Finds secrets by the shape of their value, whatever the text around it.

Most texts are ruled out cheaply: each shape begins with or contains a literal, and one combined pattern searches all
literals at once in the long unbroken pieces of a text. Expressions are compiled when first needed; a hook that meets no
secret compiles two of them.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from memory_core import data
from memory_core.redact.expressions import Words, compiled
from memory_core.redact.judge import entropic, is_local, is_placeholder, is_reference


class Span(NamedTuple):
    """A secret inside a text: text[start:end], and what kind it is."""

    start: int
    end: int
    kind: str


# Where a word begins; also after what an escape in JSON, a percent sign or a terminal's colour leaves before it.
BEGINS: Final = r"(?:(?<![A-Za-z0-9_])|(?<=%[0-9A-Fa-f][0-9A-Fa-f])|(?<=\\[nrtbf])|(?<=\[[0-9]m)|(?<=\[[0-9][0-9]m))"
# No literal to begin with: looked for as they are in unbroken pieces of 34 characters and more.
_FREE: Final = (  # kind, a literal that must be in it, a quick look, the expression
    ("discord-token", ".", r"[MNO][\w-]{23,27}\.[\w-]{6}\.", r"[MNO][\w-]{23,27}\.[\w-]{6}\.[\w-]{27,40}"),
    ("telegram-token", ":", r"\d{8}:[A-Za-z]", r"\d{8,10}:[A-Za-z][\w-]{32,37}(?![\w-])"),
    ("twilio-key", "", r"(?:SK|AC)[0-9a-f]{32}", r"(?:SK|AC)[0-9a-f]{32}(?![0-9A-Za-z])"),
    ("mailchimp-key", "-us", r"-us\d", r"[0-9a-f]{32}-us\d{1,2}(?!\w)"),
    ("terraform-token", ".atlasv1.", r"", r"[A-Za-z0-9]{14}\.atlasv1\.[\w=-]{50,}"),
    ("aws-secret", "", r"[^\w+/.-](?:20|[nrtbf])?[A-Za-z0-9+/]{40}(?![\w+/=-])|m[A-Za-z0-9+/]{40}(?![\w+/=-])",
     r"(?<![+/.-])(?=[A-Za-z+/]{0,39}\d)[A-Za-z0-9+/]{40}(?![\w+/=-])"),
    ("azure-client-secret", "Q~", r"", r"[\w~.-]{3}\dQ~[\w~.-]{31,34}"),
)  # fmt: skip
_PIECE: Final = 16  # the shortest unbroken piece that can hold one of these
_LONG_PIECE: Final = 34


@cache
def _gate() -> Words:
    return Words(_by_start())


def pieces(text: str) -> list[str]:
    """The unbroken pieces of a text that are long enough for a shape."""
    return [piece for piece in text.split() if len(piece) >= _PIECE]


def spans(text: str, pieces: list[str]) -> Iterator[Span]:
    """Every secret of `text` that its own shape, a private key's frame, a URL or a header shows; may overlap."""
    if pieces:
        yield from _by_shape(text, "\n".join(pieces))
        long = [piece for piece in pieces if len(piece) >= _LONG_PIECE]
        if long:
            yield from _free_shapes(text, "\n".join(long))
    if "://" in text and "@" in text:
        yield from _url_passwords(text)
    if "Private-Lines:" in text or "kty" in text:
        for match in compiled(_OTHER_KEYS).finditer(text):
            yield Span(*match.span(match.lastindex or 0), "private-key")
    if "PRIVATE KEY" in text or "PuTTY-User-Key" in text:
        yield from _private_keys(text)


def _by_shape(text: str, pieces: str) -> Iterator[Span]:
    starts: set[str] = set()
    broken: set[str] = set()
    for start, at in _gate().find(pieces):
        if start not in starts:
            (starts if _expression(start).match(pieces, at) else broken).add(start)
    for start in sorted(starts):
        yield from _opening_with(text, start)
    for start in sorted(broken):
        yield from _broken(text, start)


def _broken(text: str, start: str) -> Iterator[Span]:
    """The values that begin with `start` and continue on the next line; each part alone is too short to be found."""
    halves = compiled(re.escape(start) + _HALVES)
    at = text.find(start)
    for _ in range(_MOST_BROKEN):
        if at < 0:
            return
        if cut := halves.match(text, at):
            first = cut.end(1) - at
            whole = _expression(start).match(text[max(0, at - 4) : at] + start + cut[1] + cut[2], min(at, 4))
            if whole and whole.end() - min(at, 4) > first:
                yield Span(at, cut.start(2) + whole.end() - min(at, 4) - first, _by_start()[start][0])
        at = text.find(start, at + 1)


@cache
def _by_start() -> dict[str, tuple[str, str]]:
    """Each start of a value (exact case), with its kind and what to match its place."""
    shapes: dict[str, tuple[str, str]] = {}
    for lead, name in (("", "screen/shapes.txt"), (BEGINS, "screen/shapes_at_a_word.txt")):
        for head, rest in data.expressions(name):
            kind, *starts = head.split(" ")
            shapes |= {start: (kind, lead + re.escape(start) + rest) for start in starts}
    return shapes


def _expression(start: str) -> re.Pattern[str]:
    return compiled(_by_start()[start][1])


def _opening_with(text: str, start: str) -> Iterator[Span]:
    expression = _expression(start)
    at = text.find(start)
    while at >= 0:
        if match := expression.match(text, at):
            if len(set(match[0][len(start) :])) > 4:  # not ghp_xxxxxxxxxxxx
                yield Span(*match.span(match.lastindex or 0), _by_start()[start][0])
            at = text.find(start, match.end())
        else:
            at = text.find(start, at + 1)


def _free_shapes(text: str, pieces: str) -> Iterator[Span]:
    pieces = f"\n{pieces}"
    for kind, literal, glance, expression in _FREE:
        if literal in pieces and compiled(glance).search(pieces):
            for match in compiled(BEGINS + expression).finditer(text):
                if len(set(match[0])) > 6 and (kind != "aws-secret" or _like_aws(match[0])):
                    yield Span(*match.span(), kind)
            if kind == "twilio-key":
                yield from _twilio_tokens(text)


def _like_aws(value: str) -> bool:
    """Whether 40 characters with nothing around them are drawn by chance: a name in camel case is not."""
    return entropic(value, least=0.45) and (sum(map(str.isdigit, value)) >= 3 or "+" in value or "/" in value)


def _twilio_tokens(text: str) -> Iterator[Span]:
    """The 32 hex digits that follow an account's id within a line or two are its token."""
    near = compiled(
        r"(?<![A-Za-z0-9])AC[0-9a-f]{32}[^0-9a-f][\s\S]{0,120}?(?<![0-9A-Za-z])([0-9a-f]{32})(?![0-9A-Za-z])"
    )
    for match in near.finditer(text):
        yield Span(*match.span(1), "twilio-token")


def _url_passwords(text: str) -> Iterator[Span]:
    """scheme://user:password@host and scheme://token@host; a development password on a local host stays."""
    with_password = compiled(r"://([^\s/:@\"'<>`]*):([^\s/\"'<>`]+)@([\w.-]*)")
    for match in with_password.finditer(text):
        user, password, host = match[1], match[2], match[3]
        if is_placeholder(password) or (is_local(host) and (password == user or len(password) < 4)):
            continue
        if is_reference(password) or (password.isalpha() and len(password) <= 4):
            continue
        yield Span(*match.span(2), "url-password")
    for match in compiled(r"://([A-Za-z0-9_-]{20,})@[\w.-]+").finditer(text):
        if entropic(match[1]) or compiled(r"[0-9a-f]{32,}").fullmatch(match[1]):
            yield Span(*match.span(1), "url-token")


_FRAME: Final = r"-{2,5} ?(BEGIN|END) (?:[A-Z0-9]+ )*PRIVATE KEY(?: BLOCK)? ?-{2,5}"
# What may stand between two lines of a key: white space, quotes and commas of code, `\n` as two characters,
# the signs of a diff or a quotation, a listing's line numbers.
_BETWEEN: Final = r"(?:[\s\d→│|>+\"',#*:.\\-]|\\[nrt])"
_BODY: Final = rf"(?:(?:{_BETWEEN}|(?:Proc-Type|DEK-Info|Version|Comment|Hash):[^\n\\]*)*[A-Za-z0-9+/=_]{{16,}})+"
_OTHER_KEYS: Final = (
    r"Private-Lines: \d+\r?\n((?:[A-Za-z0-9+/=]{4,100}\r?\n?){1,80}?(?=Private-MAC|\Z|\n))|Private-MAC: ([0-9a-f]{20,})"
    r"|(?<![\w.])[\"']?(?:d|p|q|dp|dq|qi|k)[\"']?\s?:\s?[\"']([\w-]{20,2000})[\"']"
)
_HALVES: Final = r"([\w.+/=-]{4,80})[\"']?[ \t]{0,8}[\\+]?[ \t]{0,8}\r?\n[ \t>|]{0,40}[\"']?([\w.+/=-]{4,200})"
_MOST_BROKEN: Final = 60
_MOST_OF_A_KEY: Final = 20_000


def _private_keys(text: str) -> Iterator[Span]:
    """Whole key blocks; cut blocks as far as the key material goes; lines of base64 anywhere in a text with a frame
    line.
    """
    frame = compiled(_FRAME)
    begins: list[re.Match[str]] = []
    has_frame = False
    for match in frame.finditer(text):
        has_frame = True
        if match[1] == "BEGIN":
            begins.append(match)
            continue
        opened = begins.pop() if begins else None
        begins.clear()
        if opened and match.start() - opened.end() < _MOST_OF_A_KEY:
            if compiled(r"[A-Za-z0-9+/]{16}").search(text, opened.end(), match.start()):
                yield Span(opened.start(), match.end(), "private-key")
        elif last := compiled(rf"[A-Za-z0-9+/=]{{4,}}{_BETWEEN}*$").search(
            text, max(0, match.start() - 200), match.start()
        ):
            yield Span(last.start(), match.end(), "private-key")
    for opened in begins:
        if body := compiled(_BODY).match(text, opened.end()):
            yield Span(opened.start(), body.end(), "private-key")
    if has_frame or "PuTTY-User-Key" in text:
        lone = compiled(rf"(?m)^{_BETWEEN}{{0,24}}?([A-Za-z0-9+/]{{40,}}={{0,2}})(?:[\"',\\]|\\[nr])*\s*$")
        for match in lone.finditer(text):
            if entropic(match[1], least=0.4):
                yield Span(*match.span(1), "private-key")
