"""Inline Markdown: plain text, sentences, and the label or name at the beginning."""

import html
import re
from functools import lru_cache
from typing import Final, NamedTuple

from memory_core.language.expressions import Expressions
from memory_core.language.sentences import spans

LONGEST: Final = 4000  # characters of a block that are read

_CODE: Final = re.compile(r"``[^\n]*?``|`[^`]*`")
_LINK: Final = re.compile(r"(!?)\[([^\[\]]*)\](?:\([^()\n]*(?:\([^()\n]*\)[^()\n]*)?\)|\[[^\[\]]*\])")
_AUTOLINK: Final = re.compile(
    r"<(?:https?|mailto):[^<>\s]*>|<[\w.+-]+@[\w.-]+>|\[\^[^\]\s]{1,40}\]|<!--.*?-->", re.DOTALL
)
_RE: Final = Expressions("aidd/inline.txt")
_STRUCK: Final = re.compile(r"~~[^~\n]*~~|<(?:del|s|strike)>[^<]*</(?:del|s|strike)>", re.IGNORECASE)
_STARS: Final = re.compile(
    r"\*{2,3}|(?<![\w*])\*(?=\S)|(?<=\S)\*(?![\w*])|(?<![\w\\])_{1,3}(?=\S)|(?<=\S)_{1,3}(?!\w)|~~"
)
_ESCAPE: Final = re.compile(r"\\([!-/:-@\[-`{-~])")
_DEFINES_LINK: Final = re.compile(r"^ {0,3}\[[^\]\n]+\]:[^\n]*\n?", re.MULTILINE)
_KRAMDOWN: Final = re.compile(r"\s*\{[:#.][^{}\n]*\}\s*$")

_MARKED: Final = re.compile(r"[`*_\[<~\\&{]")
_LABEL: Final = re.compile(
    r"(?P<open>[*_`\[(]*)(?P<label>(?:[A-Z][A-Z0-9]{0,7}[-_.])*[A-Z]{1,8}[-_ ]?\d{1,5}(?:[.\-]\d{1,3}){0,3}[a-z]?)"
    r"(?!\.?\d)(?P<close>[*_`\])]*)"
    r"(?:\s*(?P<note>\([^()\n]{1,40}\)|\[[^\[\]\n]{1,40}\]))?"
    r"(?P<after>[*_`\])]*\s*[.:：)]+[*_`\])]*|\s*[*_`]*\s*[-–—|]+(?=\s)|(?=\s*$))\s*"
)
# A label in bold or code may precede its text without a separator.
_MARKED_LABEL: Final = re.compile(
    r"(?:(?P<mark>\*\*|__|`|/)|[\[(])(?P<label>(?:[A-Z][A-Z0-9]{0,7}[-_.])*[A-Z]{1,8}[-_]?\d{1,5}(?:[.\-]\d{1,3}){0,3}[a-z]?)"
    r"(?(mark)(?P=mark)|[\])])\s+(?=\S)"
)
_BARE_LABEL: Final = re.compile(
    r"(?P<label>[A-Z][A-Z0-9]{0,7}(?:-[A-Z0-9]{1,8})*-\d{1,5}(?:\.\d{1,3}){0,3}[a-z]?|"
    r"(?:N?FR|AC|REQ|RQ|INV|SC|BR|UR|SR|TR)\d{1,3}(?:\.\d{1,3}){0,3}[a-z]?)[.:：]?\s+(?![-–—])"
)
_NUMBERS: Final = re.compile(
    r"(?P<open>\*\*|__)?(?P<label>\d{1,2}(?:\.\d{1,3}){2,4}(?![\d.]|\.\d)|\d{1,2}\.\d{1,3}(?=[.:)]))"
    r"[.:)]?(?P<close>\*\*|__)?[.:)]?\s+(?=[^\W\d_a-zß-ÿа-яё]|[`*\"“„«])"
)
_RANGE: Final = re.compile(r"[*_`\[]*[A-Z]{1,8}[-_ ]?\d{1,5}\b(?!\s*[:：])")
_NO_LABEL: Final = frozenset("UTF SHA MD AES RFC ISO HTTP TLS IPV ECMA UUID BASE PEP KEP EIP ERC BIP CVE CWE".split())

_NAME: Final = re.compile(
    r"(?:(?P<bold>\*\*|__)(?P<inner>(?:(?!(?P=bold))[^\n])+)(?P=bold)|(?P<code>`[^`\n]+`)|"
    r"(?P<quoted>\"[^\"\n]{1,60}\"|“[^”\n]{1,60}”|«[^»\n]{1,60}»|„[^“”\n]{1,60}[“”]))"
    r"(?P<note>(?:\s*/\s*`[^`\n]+`|\s*\([^()\n]{1,60}\)){0,3})\s*(?P<mark>[:：]|[-–—]+(?=\s)|=(?=\s)|→)?\s*"
)


class Sentence(NamedTuple):
    """A sentence in Markdown, and the number of lines from its block's first line to it."""

    text: str
    below: int


class Named(NamedTuple):
    """A text that begins with a name in bold, code or quotation marks."""

    name: str
    rest: str  # Markdown
    mark: str  # the separator: `:`, a dash, an arrow; "" if there is none
    note: str  # in brackets behind the name
    style: str  # bold | code | quoted


@lru_cache(maxsize=4096)
def plain(text: str) -> str:
    """The plain text, on one line; text that is struck out is removed, code keeps its backticks."""
    text = text[:LONGEST]
    if not _MARKED.search(text):
        return " ".join(text.split())
    text = _DEFINES_LINK.sub("", text) if "]:" in text else text
    parts: list[str] = []
    last = 0
    for code in _CODE.finditer(text):
        parts += [_prose(text[last : code.start()]), "\x00", code[0].strip("`").strip(), "\x00"]
        last = code.end()
    parts.append(_prose(text[last:]))
    whole = "".join(parts)
    if "](" in whole or "][" in whole:  # a link with code as its text
        whole = _LINK.sub(lambda link: "" if link[1] else link[2], whole)
    whole = " ".join(whole.replace("\x00", "`").split())
    return _KRAMDOWN.sub("", whole) if "{" in whole else whole


def _prose(text: str) -> str:
    if "[" in text or "<" in text:
        text = _AUTOLINK.sub("", text)
        text = _LINK.sub(lambda link: "" if link[1] else link[2], text)
    if "~~" in text or "<" in text:
        text = _RE["tag"].sub(" ", _STRUCK.sub("", text))
    text = _STARS.sub("", text)
    text = _ESCAPE.sub(r"\1", text) if "\\" in text else text
    return html.unescape(text) if "&" in text else text


def bare(text: str) -> str:
    """The text on one line without any markup, also of code: a name, a value, a heading."""
    return plain(text).replace("`", "").strip()


def is_struck(text: str) -> bool:
    """Whether all of the text is struck out."""
    return "~~" in text and not re.sub(r"\W+", "", plain(text))


@lru_cache(maxsize=1024)
def sentences(text: str) -> tuple[Sentence, ...]:
    """The sentences of a block, in order; none ends inside code or a link, or after an abbreviation."""
    text = text[:LONGEST]
    return tuple(
        Sentence(text[first:last].strip(), text.count("\n", 0, last - len(text[first:last].lstrip())))
        for first, last in spans(text)
    )


def labelled(text: str) -> tuple[str, str]:
    """(the label at the beginning, `FR-012`; the rest); ("", the text) if there is no label."""
    match = _MARKED_LABEL.match(text) or _LABEL.match(text) or _BARE_LABEL.match(text) or _NUMBERS.match(text)
    if not match or match.end() == 0:
        return "", text
    label = match["label"].replace(" ", "-") if " " in match["label"] else match["label"]
    if re.split(r"[-_.\d]", label)[0] in _NO_LABEL:
        return "", text
    rest = text[match.end() :]
    if match[0].rstrip().endswith(("-", "–", "—")) and _RANGE.match(rest):  # "FR-1 – FR-3 are …"
        return "", text
    opened = match.groupdict().get("open") or ""
    closed = (match.groupdict().get("close") or "") + (match.groupdict().get("after") or "")
    if "`" in opened and "`" not in closed:
        rest = rest.rstrip().removesuffix("`")
    if "**" in opened and "**" not in closed:  # "**FR-1: The title** and what it says"
        rest = rest.replace("**", "", 1)
    return label, rest.lstrip()


def named(text: str) -> Named | None:
    """The name at the beginning of a text, and the rest; None if there is no name."""
    match = _NAME.match(text[:LONGEST])
    if not match:
        return None
    style = "bold" if match["bold"] else "code" if match["code"] else "quoted"
    name = match["inner"] or match["code"] or match["quoted"]
    mark = match["mark"] or ""
    if not mark and name.rstrip("*_` ").endswith((":", "：")):
        mark = ":"
    name = bare(name).strip('"“”«»„ ').rstrip(":：").strip()
    if not mark and name.endswith((".", "。")):
        mark = "."
    rest = text[match.end() :]
    return Named(name.rstrip("."), rest, mark, bare(match["note"]).strip("()/ "), style) if name else None
