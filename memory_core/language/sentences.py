"""Split a text into sentences; none ends within code or a link, after an abbreviation, or in the number of a day."""

import re

from memory_core import data

_CODE = re.compile(r"``[^\n]*?``|`[^`]*`")
_LINK = re.compile(r"!?\[[^\[\]]*\](?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*)?\)|\[[^\[\]]*\])")
_END = re.compile(
    r"(?<![.!?…:])[.!?…:]+[\"'“”’»)\]*_`]*+\s+|[。！？]+[」』”）]*\s*|(?:\\| {2})\n"  # a line that Markdown breaks
)
_OPENS = "\"'([*_«“„¿¡`~"  # characters that may open a sentence
_ROWS = data.named("text/sentences.txt")
_SHORTENED = re.compile(_ROWS["shortened"][0], re.IGNORECASE)
_NUMBERED = re.compile(r"(?:^|[\s(\[,])no\.$", re.IGNORECASE)  # only before a number
_DAY = re.compile(_ROWS["day"][0], re.IGNORECASE)
_MONTH = re.compile(_ROWS["month"][0], re.IGNORECASE)
_LOOKED_AT = 12  # characters before a full stop
_BRACKET = 300  # characters after which an open bracket is ignored


def spans(text: str, *, loose: bool = False, announced: bool = False, whole: bool = False) -> list[tuple[int, int]]:
    """(start, end) of each sentence, in order, without blank ones.

    `loose`: a sentence may begin in lower case. `announced`: a colon ends a sentence too. `whole`: no sentence ends
    within brackets.
    """
    masked = _LINK.sub(_hidden, _CODE.sub(_hidden, text))
    places: list[tuple[int, int]] = []
    begin = depth = seen = 0
    for end in _END.finditer(masked):
        if whole:
            depth = max(0, depth + masked.count("(", seen, end.end()) - masked.count(")", seen, end.end()))
            seen = end.end()
        if (depth and end.start() - begin < _BRACKET) or not _ends(masked, begin, end, loose, announced):
            continue
        places.append((begin, end.end()))
        begin, depth = end.end(), 0
    places.append((begin, len(text)))
    return [(first, last) for first, last in places if text[first:last].strip()]


def sentences(text: str, *, loose: bool = False, announced: bool = False, whole: bool = False) -> list[str]:
    """The sentences of a text, as `spans` finds them."""
    places = spans(text, loose=loose, announced=announced, whole=whole)
    return [text[first:last].strip() for first, last in places]


def _hidden(match: re.Match[str]) -> str:
    return "".join("\n" if char == "\n" else "x" for char in match[0])


def _ends(text: str, begin: int, end: re.Match[str], loose: bool, announced: bool) -> bool:
    mark = end[0]
    if mark[0] in "。！？" or (mark[-1] == "\n" and mark[0] in "\\ "):
        return True
    if mark[0] == ":" and not announced:
        return False
    following = text[end.end() : end.end() + 8].lstrip(_OPENS)[:1]
    if not following or (following.islower() and not loose):
        return False
    if mark[0] != ".":
        return True
    tail = text[max(begin, end.start() - _LOOKED_AT) : end.start() + 1]
    if _SHORTENED.search(tail) or (following.isdigit() and _NUMBERED.search(tail)):
        return False
    number = _DAY.search(tail)
    is_first = number is not None and text[begin : end.start()].strip().isdigit()  # of a list
    return number is None or not (is_first or number["bare"] is None or _MONTH.match(text, end.end()))
