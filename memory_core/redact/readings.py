"""Other readings of a text: typographic quotes as plain quotes, base64 and hex decoded, continued lines joined.

A secret in such a reading is a secret in the text. A secret that was found once is searched in the rest of the text,
also in capitals and without its digits.
"""

import re
from binascii import Error, a2b_base64
from collections.abc import Callable, Iterable, Iterator
from typing import Final

from memory_core.redact import judge, lexicon
from memory_core.redact.expressions import compiled
from memory_core.redact.shapes import Span

Look = Callable[[str], list[Span]]

_QUOTES: Final = (("'", "‘’‚‛‹›′＇"), ('"', "“”„‟″＂"))
_INWARD: Final = r"»(\S(?:[^«»\n]{0,400}\S)?)«"
_OUTWARD: Final = r"«(\S(?:[^«»\n]{0,400}\S)?)»"
_SPACED: Final = r"«([ \u00a0\u202f])([^«»\n]{1,400})([ \u00a0\u202f])»"
_CONTINUED: Final = r"\\\r?\n[ \t]*"
_LOGICAL_LINE: Final = r"(?m)^[^\n]*\\\r?\n(?:[^\n]*\\\r?\n)*[^\n]*"
SHORTEST: Final = 24  # characters of base64 or hex: "password=..." and a little more
_BASE64: Final = rf"[A-Za-z0-9+/_-]{{{SHORTEST},}}={{0,2}}"
# As `xxd -p` writes it, as a literal has it (\x70\x61), in a URL (%70%61), with colons.
_HEXADECIMAL: Final = (
    rf"(?<![0-9A-Fa-f])(?:[0-9A-Fa-f]{{{SHORTEST},}}|(?:(?:\\x|%)[0-9A-Fa-f]{{2}}){{8,}}"
    r"|(?:[0-9A-Fa-f]{2}:){8,}[0-9A-Fa-f]{2})"
)
_BETWEEN_HEX: Final = r"[\\x%:]+"
_MORE_LINES: Final = r"(?:[ \t]*\r?\n|\\n)[ \t>|]{0,40}(%s)(?=[ \t]*(?:\r?\n|\Z)|\\n)"
_MORE_BASE64: Final = _MORE_LINES % r"[A-Za-z0-9+/_-]{4,}={0,2}"
_MORE_HEX: Final = _MORE_LINES % r"[0-9A-Fa-f]{2,}"
_GLANCE: Final = 16
_BINARY: Final = bytes({*range(32)} - {9, 10, 13} | {127})
_BROKEN: Final = (
    r"[\"'`]?[ \t]{0,8}[\\+.=]?[ \t]{0,8}\r?\n[ \t>|]{0,40}(?:[+.][ \t]{0,8})?[\"'`]?"
    r"([A-Za-z0-9+/_.~-]{6,400}={0,2})[\"'`]?[ \t,;)]{0,8}(?=[ \t]|\r?\n|\Z)"
)
_PREFIX: Final = r"[^\n]{4,90}?(?:\]:?|:) "
_CONTINUING: Final = (
    r"[ \t]{0,8}(?:[(\[]?(?:cont\w*|\.{2,3}|…|\d/\d)\.?[)\]]?:?|[↳>+\\|.]{1,3})?[ \t]{0,4}"
    r"([A-Za-z0-9+/_.~-]{6,400}={0,2})(?=[ \t]*(?:\r?\n|\Z))"
)
_HEX: Final = r"(?i)[0-9a-f]+"
_OPENS_QUOTED: Final = r"\n[ \t]{0,60}[+.]?[ \t]{0,8}[\"']"
_CONCATENATED: Final = r"[\"'][ \t]{0,8}[+.\\]?[ \t]{0,8}\r?\n[ \t]{0,60}[+.]?[ \t]{0,8}[\"']"
_WIDEST: Final = 400
_LINES: Final = 60
_HALF: Final = 10  # characters of a secret that may go on in the next line


def plainly_quoted(text: str) -> str:
    """The text with plain quotes in place of typographic ones, with the same length."""
    if not text.isascii():
        for plain, signs in _QUOTES:
            for sign in signs:
                text = text.replace(sign, plain)
        if "»" in text:
            text = compiled(_INWARD).sub(r'"\1"', text)
    return text


def without_guillemets(text: str) -> str:
    """The text with `"kitty"` for `«kitty»`, and ` "kitty" ` for `« kitty »`, with the same length."""
    return compiled(_SPACED).sub(r'\1"\2"\3', compiled(_OUTWARD).sub(r'"\1"', text)) if "»" in text else text


def continued(text: str, look: Look) -> Iterator[Span]:
    """The secrets that appear when lines that end in a backslash are joined, as they are in the text."""
    if "\\\n" not in text and "\\\r\n" not in text:
        return
    for logical in compiled(_LOGICAL_LINE).finditer(text):
        pieces: list[str] = []
        stands: list[int] = []  # where each character of the joined line stands in the text
        start = logical.start()
        for cut in [*compiled(_CONTINUED).finditer(logical[0]), None]:
            end = logical.start() + cut.start() if cut else logical.end()
            pieces.append(text[start:end])
            stands += range(start, end)
            start = logical.start() + cut.end() if cut else end
        yield from (Span(stands[s.start], stands[s.end - 1] + 1, s.kind) for s in look("".join(pieces)))


def concatenated(text: str, look: Look) -> Iterator[Span]:
    """The secrets that appear when literals that follow one another line by line are joined: "ab" + \n "cd"."""
    if not compiled(_OPENS_QUOTED).search(text):
        return
    first = None
    for cut in compiled(_CONCATENATED).finditer(text):
        if first is not None and cut.start() < first:
            continue
        start = text.rfind("\n", max(0, cut.start() - _WIDEST), cut.start()) + 1
        stands = [*range(max(start, cut.start() - _WIDEST), cut.start())]
        at = cut.end()
        for _ in range(_LINES):
            more = compiled(_CONCATENATED).search(text, at, at + _WIDEST)
            if not more or "\n" in text[at : more.start()]:
                break
            stands += range(at, more.start())
            at = more.end()
        stop = text.find("\n", at, at + _WIDEST)
        stands += range(at, stop if stop >= 0 else min(len(text), at + _WIDEST))
        first = at
        joined = "".join([text[place] for place in stands])
        spans = (Span(stands[s.start], stands[s.end - 1] + 1, s.kind) for s in look(joined))
        yield from (span for span in spans if "\n" in text[span.start : span.end])


def encoded(text: str, pieces: Iterable[str], look: Look) -> Iterator[Span]:
    """The runs of base64 and hex, including wrapped runs, that decode to a text with a secret. `pieces`: the long
    pieces of the text.
    """
    long = "\n".join(piece for piece in pieces if len(piece) >= SHORTEST)
    for runs, more, decoded in ((_BASE64, _MORE_BASE64, _from_base64), (_HEXADECIMAL, _MORE_HEX, _from_hex)):
        starts = {run[0] for run in compiled(runs).finditer(long) if decoded(run[0][:_GLANCE])}
        joined = read = 0  # as far as lines were joined, and as far as they were decoded: nothing is read three times
        for run in compiled(runs).finditer(text) if starts else ():
            if run.start() < read or run[0] not in starts:
                continue
            lines, end = [run[0]], run.end()
            while (
                run.start() >= joined and not lines[-1].endswith("=") and (next_line := compiled(more).match(text, end))
            ):
                lines.append(next_line[1])
                end = next_line.end(1)
            joined = max(joined, end)
            plain = decoded("".join(lines))
            if not plain:
                plain, end = decoded(run[0]), run.end()
            if plain:
                read = end
                if spans := look(plain):
                    yield Span(run.start(), end, spans[0].kind)


def _from_base64(run: str) -> str:
    """The text encoded in base64; "" if it is no text."""
    run = run.rstrip("=").replace("-", "+").replace("_", "/")
    run = run[: len(run) - (len(run) % 4 == 1)]
    try:
        return _text(a2b_base64(run + "=" * (-len(run) % 4)))
    except Error:
        return ""


def _from_hex(run: str) -> str:
    """The text encoded in hex; "" if it is no text."""
    digits = compiled(_BETWEEN_HEX).sub("", run)
    return _text(bytes.fromhex(digits[: len(digits) // 2 * 2]))


def _text(raw: bytes) -> str:
    try:
        return "" if raw.translate(None, _BINARY) != raw else raw.decode()
    except ValueError:
        return ""


def whole(text: str, span: Span) -> Span:
    """The span, extended by the rest of its secret if that is alone on the next line."""
    end, value = span.end, text[span.start : span.end]
    if len(value) < _HALF or " " in value:
        return span
    for _ in range(_LINES):
        rests = (compiled(_BROKEN).match(text, end), _behind_prefix(text, span.start, end))
        goes_on = (rest for rest in rests if rest and _goes_on(value, rest[1], alone=_ends_line(text, rest.end())))
        rest = next(goes_on, None)
        if not rest:
            break
        end, value = rest.end(1), rest[1]
    return Span(span.start, end, span.kind)


def _ends_line(text: str, at: int) -> bool:
    return text[at : at + 1] in ("", "\r", "\n")


def _behind_prefix(text: str, start: int, end: int) -> re.Match[str] | None:
    """The next line of a log after a prefix with the length and words of this line's prefix."""
    line = text.rfind("\n", max(0, start - _WIDEST), start) + 1
    prefix = compiled(_PREFIX).match(text, line, start) if line or start < _WIDEST else None
    newline = compiled(r"[\"']?[ \t]*\r?\n").match(text, end)
    if not prefix or not newline:
        return None
    at = newline.end() + len(prefix[0])
    if text[at - 2 : at] != prefix[0][-2:] or text[newline.end() : newline.end() + 4] != prefix[0][:4]:
        return None
    return compiled(_CONTINUING).match(text, at)


def _goes_on(value: str, rest: str, *, alone: bool) -> bool:
    """Whether a value that ends with its line is drawn by chance, and the next line too, from the same letters."""
    if compiled(_HEX).fullmatch(value):
        return alone and bool(compiled(_HEX).fullmatch(rest)) and len(rest) >= 8
    if compiled(_HEX).fullmatch(rest) or judge.is_public(rest):
        return False
    return judge.rank(rest) == judge.DRAWN or judge.entropic(rest)


_PIECE: Final = r"\[redacted:[\w-]+\]|[^\s\"'`“”„«»‘’<>()\[\]{},;:=|/]{5,80}"
_LEAST: Final = 5  # letters of a word that nothing but the secret explains
_LONGEST: Final = 80


def again(text: str, spans: Iterable[Span]) -> Iterator[Span]:
    """The other places of what these spans hold."""
    sought: dict[str, str] = {}
    for span in spans:
        value = text[span.start : span.end].strip(".,;:!?*")
        if _LEAST <= len(value) <= _LONGEST and not any(map(str.isspace, value)):
            if judge.rank(value) >= judge.PLAIN:
                sought[value] = span.kind
            if _tells(letters := _letters(value)):
                sought[letters] = span.kind
    if not sought:
        return
    for token in compiled(_PIECE).finditer(text):
        value = token[0].strip(".!?*")
        kind = sought.get(value) or sought.get(_letters(value))
        if kind and value[0] != "[":
            start = token.start() + token[0].index(value)
            yield Span(start, start + len(value), kind)


def _letters(value: str) -> str:
    return "".join(filter(str.isalpha, value)).lower()


def _tells(letters: str) -> bool:
    """Whether letters are unlikely to be an ordinary word of the text."""
    known = (lexicon.FREQUENT, lexicon.KNOWN)
    return len(letters) > _LEAST and letters not in lexicon.classes() and lexicon.common(letters) not in known
