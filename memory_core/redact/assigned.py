"""Finds secrets by their names: `DB_PASSWORD=...`, `"apiKey": "..."`, `--password ...`.

A name is found (`names`) and the value after it is read. Two things decide: how certain the place is (`SURE`: only a
literal can be there; `LIKELY`), and how much the value looks like a secret (`judge.rank`). People choose passwords
themselves, so the value of a password needs less evidence than that of a key or a token.
"""

import re
from collections.abc import Iterator
from functools import cache
from typing import Final

from memory_core.redact import judge, lexicon, values
from memory_core.redact.expressions import compiled
from memory_core.redact.judge import CHOSEN, DRAWN, KEY, PLAIN, WORD
from memory_core.redact.names import Mention, mention
from memory_core.redact.shapes import Span
from memory_core.redact.values import CLOSE, LIKELY, SURE, accepted, kept, read

_ASSIGN: Final = (
    CLOSE + r"(\s{0,12})(=>|:=|\|\|=|[=!]==?|=|:|：|%3[dDaA]|\?=|[|│┃║])(\s{0,12})((?:\*\*\s{0,2}|`{3}\w*\s"
    r"|[>|][+-]?[ \t]*\n\s{0,40})?)"
)
_PAIR: Final = r"\\?[\"']?[\s,]{0,24}(?:-\s)?\\?[\"']?[vV]alue\\?[\"']?\s{0,4}[:=]\s{0,4}"
_FILLED: Final = (
    r"[\"'\]]{1,4}\)?(?:\)\.|,\s)(?:type|fill|send_keys|sendKeys|set_?[vV]alue|val|enterText|typeText|input"
    r"|with|value)(?:\(|:)\s{0,8}(?=[\"'`])"
    r"|</(?:td|th|dt|b|strong|label)>\s{0,20}<(?:td|dd|span|code)[^>]{0,80}>\s{0,20}"
)
_LISTED: Final = r"[\"']\s{0,4},\s{0,24}(?=[\"'])"
_FILLS: Final = r"(?i)(?:define|fill|type|enter|input|keys|value|val)\("
_OPENED: Final = r"[\w\])]{1,24}\(\s{0,24}[\"'][\w.#\[=-]{0,80}\Z"
_TYPED: Final = CLOSE + r"\s{0,4}:\s{0,4}[\w<>\[\];, .|&*?']{1,40}?\s{0,4}=\s{0,4}"
_WRAPPED: Final = (
    CLOSE + r"(?:\s{0,4}:\s{0,4}[\w<>\[\];, .|&*?']{1,40}?)?\s{0,12}(?:=>|:=|="
    r"|:)\s{0,12}(?:new\s)?([\w.:!]{1,60})\(\s{0,8}(?=[A-Za-z]?[\"'`])"
)
_GIVEN: Final = r"\s?\(\s{0,24}(?:[A-Za-z_][\w.]{0,40}\()?(?=[A-Za-z@]?\\?[\"'`])"
_ENGLISH: Final = r"(?i)(?:passw(?:or)?d|passphrase|passcode|pass|pw|pwd)\Z"  # else an adjective may follow
_FETCHING: Final = (
    r"(?i)(?:^|[._])(?:get|fetch|find|read|load|look\w*|delete|remove|has|is|check|verify|valid\w*|parse|from"
    r"|hash|encrypt|decode|encode|resolve|require|show|list|env|config|no|use)(?=[_A-Z.]|password|token|secret)"
)
_LOOKING_UP: Final = r"get|fetch|find|read|load|look|from|field|column|env|param|input|label|config|require|valid"
_ECHOED: Final = (
    r"[^\n|;]{0,40}?(?:<\(|[=\s]\\?[\"'`]|=\s?|\$\(|:\s\\?[\"'`]?)\s?(?:echo|printf)\s(?:-\w+\s|[\"']%s"
    r"(?:\\n)?[\"']\s)?"
)
_INNER: Final = r"[-_](?:is[-_])?((?:(?!-(?:for|in|on|to|and|from)-)(?:[\w!@#$+-]|\.(?=\d))){5,200})"
_COMMAND_GOES_ON: Final = r"\s*(?:\Z|\n|[\"'`&|;\\)>]|-|\S*[./:@=]\S)"
_XML: Final = r"[^<>\n]{0,80}>([^<>\n]{4,200})</"
_WHOLE_LINE: Final = r"[^\n]{1,400}"
_IN_CALL: Final = r"[\w\])]\([^()\"'`\n]*\Z|\{[^{}\"'`\n]*\Z"
_COMPARED: Final = ("==", "===", "!=", "!==")


def spans(text: str, lowered: str, word: str, at: int) -> Iterator[Span]:
    """The secrets that `word` (of `vocabulary.WORDS`), found at `at`, gives away. `lowered`: the text in lower case."""
    called = mention(text, lowered, word, at)
    if not called:
        return
    for form in (_inside, _flagged, _assigned, _typed, _paired, _in_markup, _given):
        if span := form(text, called):
            yield span
            return
    yield from values.spans(text, called)
    yield from parts(text, called)


def _inside(text: str, called: Mention) -> Span | None:
    """`token-9a66...`, `password-is-...`: in the name of a branch or a file the value follows the word."""
    inner = compiled(_INNER).match(text, called.end - len(called.rest)) if called.rest[:1] in ("-", "_") else None
    if not inner:
        return None
    start, end = inner.span(1)
    rank = judge.rank(text[start:end])
    drawn = (rank == KEY and end - start >= 32) or (rank == DRAWN and end - start >= 16 and text[start:end].isalnum())
    if drawn or (
        called.password
        and rank >= (PLAIN if inner[0][0] == "-" or called.name[len(called.head)].islower() else CHOSEN)
        and text[start].isupper()
        and not text[start:end].isupper()
    ):
        return kept(text, start, end, called)
    return None


def _flagged(text: str, called: Mention) -> Span | None:
    """`--password value`, `-token value`; the `=` form is an assignment."""
    if "echo" in text[called.end : called.end + 60] or "printf" in text[called.end : called.end + 60]:
        echoed = compiled(_ECHOED).match(text, called.end)
        start, end, quoted = read(text, echoed.end()) if echoed else (0, 0, False)
        if echoed and (accepted(text[start:end], called, SURE, quoted) or judge.rank(text[start:end]) >= PLAIN):
            return kept(text, start, end, called)
    if called.about or not called.name.startswith("-"):
        return None
    space = compiled(r"[ \t]{1,4}").match(text, called.end)
    if not space:
        return None
    start, end, quoted = read(text, space.end())
    if not quoted and judge.rank(text[start:end]) == WORD and not compiled(_COMMAND_GOES_ON).match(text, end):
        return None  # "--password asks for it"
    return _sure(text, called, start, end, quoted)


def _sure(text: str, called: Mention, start: int, end: int, quoted: bool) -> Span | None:
    """The value in a place where only a secret can be."""
    return kept(text, start, end, called) if accepted(text[start:end], called, SURE, quoted) else None


def _assigned(text: str, called: Mention) -> Span | None:
    sign = compiled(_ASSIGN).match(text, called.end)
    if not sign:
        return None
    start, end, quoted = read(text, sign.end())
    value = text[start:end]
    if sign[2] == "|" and "{{" in text[max(0, called.start - 60) : called.start].rpartition("\n")[2]:
        return None  # a filter of a template
    if called.about or sign[2] in _COMPARED:
        rank = judge.rank(value) if quoted and not called.about else 0
        fits = rank == DRAWN or (called.password and rank >= PLAIN)
    elif ("\n" in sign[3] or sign[4].startswith("`")) and not quoted:
        fits = _fits_alone(text, called, value, sign)
    else:
        surety = _surety(text, called, sign, quoted)
        lone = (
            surety == LIKELY
            and bool(compiled(_ENGLISH).search(called.name))
            and (text[end : end + 1] in ("", "\n", "\r") or text[called.start - 1] + text[end : end + 1] == "()")
        )
        fits = accepted(value, called, surety, quoted) or (
            lone and judge.is_unlike_prose(value[:1].lower() + value[1:])
        )
    return kept(text, start, end, called) if fits else None


def _typed(text: str, called: Mention) -> Span | None:
    """The value in `password: str = "..."`, `hmac_key = hex!("...")`: a type or a call precedes the literal."""
    if called.about:
        return None
    if typed := compiled(_TYPED).match(text, called.end):
        start, end, quoted = read(text, typed.end())
        if quoted and accepted(text[start:end], called, SURE, quoted):
            return kept(text, start, end, called)
    wrapped = compiled(_WRAPPED).match(text, called.end)
    if not wrapped:
        return None
    start, end, quoted = read(text, wrapped.end())
    name = wrapped[1].lower()
    if called.password and any(word in name for word in lexicon.TRANSFORMING) and not _looks_up(name):
        return _sure(text, called, start, end, quoted) if quoted else None
    least = KEY if compiled(_FETCHING).search(wrapped[1] + "_") or not called.password else CHOSEN
    return kept(text, start, end, called) if quoted and judge.rank(text[start:end]) >= least else None


def _looks_up(name: str) -> bool:
    return compiled(_LOOKING_UP).search(name) is not None


def _surety(text: str, called: Mention, sign: re.Match[str], quoted: bool) -> int:
    """How surely a literal follows this sign."""
    if quoted:
        return SURE if not called.name.lower().endswith("auth") or called.name.isupper() else LIKELY
    line = text[max(text.rfind("\n", max(0, called.start - 300), called.start) + 1, called.start - 300) : called.start]
    close = not sign[1] and not sign[3] and sign[2] in ("=", ":=", "%3d", "%3D")
    if sign[2] == "=>":
        return DRAWN
    if close and called.name.isupper():
        return SURE
    if compiled(_IN_CALL).search(line) and (sign[2] != ":" or "{" in line[-80:]) and ";" not in line:
        return DRAWN if close or sign[2] == "=" else LIKELY
    if close:
        return SURE
    if sign[4] or (sign[2] == ":" and _is_header(called)):
        return SURE
    return LIKELY


def _is_header(called: Mention) -> bool:
    """`X-Api-Key`, `PRIVATE-TOKEN`: names of words with hyphens."""
    return "-" in called.name.strip("-") and (called.name[0].isupper() or called.name.startswith("x-"))


def _fits_alone(text: str, called: Mention, value: str, sign: re.Match[str]) -> bool:
    """Whether a value on a line of its own, below the name, is a secret."""
    if not ends_its_line(text, sign.end() + len(value)) or judge.is_reference(value):
        return False
    if sign[4] and "\n" in sign[4]:
        return accepted(value, called, SURE, quoted=False)
    if called.password:
        return judge.rank(value) >= (PLAIN if sum(map(str.isdigit, value)) > 1 else CHOSEN)
    return judge.entropic(value, least=0.4) if len(value) >= 20 else judge.rank(value) == DRAWN


def _paired(text: str, called: Mention) -> Span | None:
    """`{"name": "DB_PASSWORD", "value": "..."}`, `key="Password" value="..."`, `define('DB_PASSWORD', '...')`."""
    if called.about:
        return None
    if given := compiled(_PAIR).match(text, called.end) or compiled(_FILLED).match(text, called.end):
        return _sure(text, called, *read(text, given.end()))
    if listed := compiled(_LISTED).match(text, called.end):
        start, end, quoted = read(text, listed.end())
        opened = None if called.rest else compiled(_OPENED).search(text, max(0, called.start - 100), called.start)
        filled = compiled(_FILLS).search(opened[0]) if called.password and opened else None
        fits = quoted and bool(opened) and judge.rank(text[start:end]) >= (PLAIN if called.password else CHOSEN)
        fits = bool(fits) or (quoted and filled is not None and judge.is_chosen_word(text[start:end]))
        return kept(text, start, end, called) if fits else None
    return None


def _in_markup(text: str, called: Mention) -> Span | None:
    """`<password>...</password>`."""
    if called.about or text[called.start - 1 : called.start] not in ("<", ":"):
        return None
    inside = compiled(_XML).match(text, called.end)
    if inside and accepted(inside[1].strip(), called, SURE, quoted=True):
        return kept(text, *inside.span(1), called)
    return None


def _given(text: str, called: Mention) -> Span | None:
    """The argument in `setPassword("...")`, `token("...")`, unless the call looks a secret up."""
    given = compiled(_GIVEN).match(text, called.end) if not called.about else None
    if not given or called.name.lower() == "pass":  # a test that passes
        return None
    start, end, quoted = read(text, given.end())
    fetching = compiled(_FETCHING).search(called.name)
    if quoted and not fetching and called.password:
        return _sure(text, called, start, end, quoted)
    least = DRAWN if fetching or not quoted else CHOSEN
    return kept(text, start, end, called) if judge.rank(text[start:end]) >= least else None


def ends_its_line(text: str, at: int) -> bool:
    """Whether nothing but quotes and a full stop follows on the line."""
    line = compiled(_WHOLE_LINE).match(text, at)
    return not line or not line[0].strip("`'\" \t\r.")


_PARTS: Final = r"[^\n]{0,60}\b(?:parts|halves|pieces|Teilen?)\b[^\n]{0,80}"
_PIECE_NAMES: Final = "half|part|piece|hälfte|teil|moitié|partie|mitad|parte|metà|metade|helft|halva"
_HALF: Final = rf"(?i)\b(?:first|1st|erste[rs]?|première|primera|prima|primeira|eerste|första)\s(?:{_PIECE_NAMES})\b"
_HALF_TOLD: Final = (
    rf"(?i)\b(?:{_PIECE_NAMES})\b[^\n:=]{{0,50}}?(?:[:=]|\s(?:is|ist|est|es|è)\s)\s?[\"'`]?([^\s\"'`,;]{{3,60}})"
)
_PART: Final = r"\n[ \t*-]{0,8}(?:\w+ )?\w+[:.)] ?[\"'`]?([^\s\"'`]{2,80})[\"'`]?(?=\r?\n|\Z)"
_DIVIDED: Final = (" parts", " halves", " pieces", " Teile")
_MOST_PARTS: Final = 6


def parts(text: str, called: Mention) -> Iterator[Span]:
    """The pieces of a secret that is given "in two parts", a line for each."""
    near = text[called.end : called.end + 80]
    half = compiled(_HALF).search(text, max(0, called.start - 60), called.start) if called.password else None
    if half and "\n" not in text[half.end() : called.start] and compiled(_comes()).match(text, called.end):
        end = text.find("\n\n", half.start(), half.start() + 500)
        for piece in compiled(_HALF_TOLD).finditer(text, half.start(), end if end >= 0 else half.start() + 500):
            if span := kept(text, *piece.span(1), called):
                yield span
        return
    divided = compiled(_PARTS).match(text, called.end) if any(word in near for word in _DIVIDED) else None
    part = compiled(_PART).match(text, divided.end()) if divided else None
    for _ in range(_MOST_PARTS):
        if not part:
            return
        if span := kept(text, *part.span(1), called):
            yield span
        part = compiled(_PART).match(text, part.end())


@cache
def _comes() -> str:
    verbs = "|".join(sorted(word for word, name in lexicon.classes().items() if name == "is" and word.isalpha()))
    return rf"(?i)\s?(?:[:=(]|(?:{verbs}|comes|follows|here)\b|[^\W\d_]+\s(?:{verbs})\s)"
