"""Which parts of a source file are code, and which are comments, docstrings or words for a reader.

Python is read by its own tokenizer, JavaScript and TypeScript by tree-sitter, other languages by Pygments. Only an edit
that holds something forbidden comes here: these libraries take longer to load than the hook to answer.
"""

import io
import re
import tokenize
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from memory_core import edges
from memory_core.core.light.errors import Refusal

COMMENT: Final = "comments"
TEXT: Final = "text"
LONG: Final = 40_000  # characters that are read at once: about 0.1 seconds
_AHEAD: Final = 200  # lines before the first that counts, where a file is too long to be read from its beginning
_PARSED: Final = {"ts": "typescript", "mts": "typescript", "cts": "typescript"} | dict.fromkeys(
    ("tsx", "jsx", "js", "mjs", "cjs"), "tsx"
)
_PYTHON: Final = ("py", "pyi", "pyw")
_MARKUP: Final = frozenset(("html", "htm", "xhtml", "vue", "svelte"))
_DATA: Final = frozenset(("json", "json5", "lock", "csv", "toml", "ini", "cfg", "properties", "xml", "yaml", "yml"))
# A string that begins so is a command or a statement, and no sentence.
_COMMANDS: Final = frozenset(
    "import from pip pip3 npm pnpm yarn npx bun gem cargo docker git sh bash curl wget apt apk brew poetry uv require "
    "select insert exec sudo python python3 node".split()
)
_WORD: Final = re.compile(r"[^\W\d_]+(?:['’-][^\W\d_]+)*[.,;:!?…]*")
_HOLE: Final = re.compile(r"\{[^{}]*\}")
_MIDDLE: Final = getattr(tokenize, "FSTRING_MIDDLE", -1)  # from Python 3.12 on
_END: Final = getattr(tokenize, "FSTRING_END", -1)
_QUOTES: Final = re.compile(r"^[A-Za-z]{0,3}(\"\"\"|'''|[\"'`])|(\"\"\"|'''|[\"'`])$")


class Span(NamedTuple):
    """A part of a text that is no code: from one offset up to another, "comments" or "text"."""

    start: int
    end: int
    kind: str


def is_ready() -> bool:
    """Whether the packages that read other languages than Python are there."""
    try:
        edges.parser()
        edges.lexers()
    except Refusal:
        return False
    return True


def parsed(path: str) -> str:
    """The tree-sitter grammar for a file; "" if there is none."""
    return _PARSED.get(_ending(path), "")


def is_python(path: str) -> bool:
    """Whether a file is Python source, by its name."""
    return _ending(path) in _PYTHON


def _ending(path: str) -> str:
    name = path.rpartition("/")[2].lower()
    return name.rpartition(".")[2]


def masked(path: str, text: str, kinds: frozenset[str], lines: tuple[int, int]) -> str:
    """The text with blanks in place of parts of these kinds (comments, strings); lines keep their lengths.

    `lines` are the first and the last line that count, from 0: of a long file only their surroundings are read.
    """
    start, end = _part(text, lines)
    pieces, at = [text[:start]], start
    for span in sorted(spans(path, text[start:end].replace("\r", "\n"))):
        first, last = max(start + span.start, at), start + span.end
        if span.kind not in kinds or last <= first:
            continue
        pieces += [text[at:first], _blank(text[first:last])]
        at = last
    return "".join([*pieces, text[at:]])


def _part(text: str, lines: tuple[int, int]) -> tuple[int, int]:
    """The offsets between which a text is read."""
    if len(text) <= LONG:
        return 0, len(text)
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    first, last = starts[max(lines[0] - _AHEAD, 0)], starts[min(lines[1] + 1, len(starts) - 1)]
    return first, max(min(last, first + LONG), first)


def _blank(text: str) -> str:
    return "".join("\n" if char == "\n" else " " for char in text)


def spans(path: str, text: str) -> list[Span]:
    """The parts of a text that are not code; [] if its language is not known."""
    try:
        if is_python(path):
            return list(_of_python(text))
        if grammar := parsed(path):
            return list(_of_tree(edges.parser()(grammar, text), text))
        return list(_of_lexer(path, text))
    except (Refusal, SyntaxError, tokenize.TokenError):
        try:
            return list(_of_lexer(path, text))
        except Refusal:  # set-up has not run yet
            return []


def nodes(root: Any) -> Iterator[Any]:
    """All nodes of a tree, each before its children."""
    waiting = [root]
    while waiting:
        node = waiting.pop()
        yield node
        waiting.extend(reversed(node.children))


def _of_python(text: str) -> Iterator[Span]:
    starts = [0, *(match.end() for match in re.finditer("\n", text))]
    begins = True  # a logical line begins here
    doc: Span | None = None
    pieces: list[tuple[int, int]] = []  # of a formatted string, where the tokenizer takes it apart
    for token in tokenize.generate_tokens(io.StringIO(text).readline):
        first, last = (
            starts[row - 1] + column if row <= len(starts) else len(text) for row, column in (token.start, token.end)
        )
        if token.type == tokenize.COMMENT:
            yield Span(first, last, COMMENT)
            continue
        if token.type in (tokenize.NL, tokenize.INDENT, tokenize.DEDENT):
            continue
        if token.type == tokenize.NEWLINE:
            if doc:
                yield doc
            begins, doc = True, None
            continue
        doc = Span(first, last, COMMENT) if begins and token.type == tokenize.STRING else None
        begins = False
        if token.type == tokenize.STRING:
            yield from _prose_of(text[first:last], first)
        elif token.type == _MIDDLE:
            pieces.append((first, last))
        elif token.type == _END:
            if _is_prose(" ".join(text[start:end] for start, end in pieces)):
                yield from (Span(start, end, TEXT) for start, end in pieces)
            pieces.clear()


def _prose_of(literal: str, at: int) -> Iterator[Span]:
    """The parts of a string at an offset that are prose, without the code in a formatted string."""
    is_formatted = "f" in literal[: len(literal) - len(literal.lstrip("rRbBuUfF"))].lower()
    holes = [hole.span() for hole in _HOLE.finditer(literal)] if is_formatted else []
    cuts = [0, *(place for hole in holes for place in hole), len(literal)]
    pieces = list(zip(cuts[::2], cuts[1::2], strict=True))
    if _is_prose(" ".join(literal[start:end] for start, end in pieces)):
        yield from (Span(at + start, at + end, TEXT) for start, end in pieces)


def _of_tree(root: Any, text: str) -> Iterator[Span]:
    raw = text.encode("utf-8", "replace")
    is_plain = len(raw) == len(text)

    def at(offset: int) -> int:
        return offset if is_plain else len(raw[:offset].decode("utf-8", "replace"))

    for node in nodes(root):
        kind = node.type
        if kind in ("comment", "html_comment"):
            yield Span(at(node.start_byte), at(node.end_byte), COMMENT)
        elif kind == "jsx_text":
            yield Span(at(node.start_byte), at(node.end_byte), TEXT)
        elif kind in ("string", "string_fragment"):
            first, last = at(node.start_byte), at(node.end_byte)
            if _is_prose(text[first:last]):
                yield Span(first, last, TEXT)


def _of_lexer(path: str, text: str) -> Iterator[Span]:
    is_markup, is_data = _ending(path) in _MARKUP, _ending(path) in _DATA
    for start, end, kind in edges.lexers()(path.rpartition("/")[2], text):
        if kind == "comment":
            yield Span(start, end, COMMENT)
        elif (kind == "text" and is_markup) or (kind == "string" and not is_data and _is_prose(text[start:end])):
            yield Span(start, end, TEXT)


def _is_prose(literal: str) -> bool:
    """Whether a string is a sentence for a reader: two words or more, and nothing but words."""
    text = _QUOTES.sub("", literal.strip())
    words = text.split()
    return len(words) > 1 and words[0] not in _COMMANDS and all(_WORD.fullmatch(word) for word in words)
