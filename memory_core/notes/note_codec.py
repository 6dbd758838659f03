r"""The format of git notes: a note is a sequence of documents, each with YAML front matter and a Markdown body.

A document starts at a line `---` if the block up to the next such line is a mapping with type, timestamp and summary;
any other `---` belongs to a body (CS-FR-001 to 3, C-2). A line of a body that would start a document is written as
`\---`. `parse` loses nothing: it splits a text into pieces that add up to the text. A piece that cannot be read has a
reason, and does not affect the document after it.
"""

import json
import re
from collections.abc import Callable, Mapping, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from memory_core.core.budget import trimmed
from memory_core.core.light import hashes
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import kind_of, namespace

# In the order of the requirement. Each has its own ref, refs/notes/cs/<namespace> (CS-FR-004, CS-FR-005).
NAMESPACES: Final = (
    "inception", "elicitation", "research", "decisions", "progress",
    "blockers", "reviews", "learnings", "retrospective", "patterns",
)  # fmt: skip
HEADER: Final = 32_000  # characters of front matter
LOOSE: Final = "text that belongs to no document"
DEEP: Final = 50
Value = str | list[str] | None
Loader = Callable[[str], Mapping[str, Value] | None]  # parses YAML to a mapping; None if it is not a mapping

_RULE: Final = re.compile(r"^(\\*)---[ \t\r]*$", re.MULTILINE)
_BEGUN: Final = re.compile(r"\s*type[ \t]*:")
_NEEDED: Final = ("type", "timestamp", "summary")
_KEYS: Final = ("type", "spec", "timestamp", "summary", "phase", "status", "tags", "relates_to", "updates", "author")
_SPACE: Final = re.compile(r"[a-z][a-z_-]{0,30}")
_KEY: Final = re.compile(r"[A-Za-z_][A-Za-z0-9_-]{,99}\Z")
_LONG: Final = 200  # characters of a key from which YAML requires `?` before it
# Lines that YAML reads in the same way: `key: value` with a plain scalar, a string without escapes, or a short list.
_LINE: Final = re.compile(r"([a-z_]+):(?: (.*))?\Z")
_LIST: Final = re.compile(r"\[(?:[\w./@+-]+(?: [\w./@+-]+)*(?:, (?!\Z|\])|(?=\])))*\]\Z", re.ASCII)
_ODD: Final = re.compile("[\x00-\x1f\x7f-\xa0\u2028\u2029\ud800-\udfff\ufeff\ufffe\uffff]")
_FIRST: Final = frozenset("ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789_/(")
_NULLS: Final = ("", "~", "null", "Null", "NULL")
_MEANT_OTHERWISE: Final = re.compile(r"(?i)(?:y|n|yes|no|on|off|true|false|null|[\d.,:_+-]+(?:e[\d+-]+)?|0[box].*)\Z")


class Document(NamedTuple):
    """A document of a note: the keys of its front matter, and its Markdown body without blank edges."""

    header: Mapping[str, Value]
    body: str = ""

    def text(self, key: str) -> str:
        """The value of a key on one line; "" if it is missing, null or a list."""
        value = self.header.get(key)
        return " ".join(value.split()) if isinstance(value, str) else ""

    def words(self, key: str) -> tuple[str, ...]:
        """The values of a key, each on one line; a single string is a list of one."""
        value = self.header.get(key)
        texts = [value] if isinstance(value, str) else value or []
        return tuple(line for text in texts if (line := " ".join(text.split())))

    @property
    def kind(self) -> str:
        """The kind that the type names, in singular or plural (C-13); an unknown type as it is."""
        return _kind(self.text("type"))

    @property
    def id(self) -> str:
        """Namespace and 12 hex digits of the SHA-256 of type, spec, timestamp, summary and body (C-3)."""
        seeds = (self.kind, self.text("spec"), self.text("timestamp"), self.text("summary"), self.body)
        seed = json.dumps(seeds, ensure_ascii=False).encode("utf-8", "surrogatepass")
        space = namespace(seeds[0])
        # An unknown type may contain anything, and ids are printed everywhere.
        return f"{space if _SPACE.fullmatch(space) else 'other'}-{hashes.sha256(seed).hexdigest()[:12]}"


class Piece(NamedTuple):
    """A part of the text of a note, and its document or the reason why it has none."""

    raw: str
    document: Document | None = None
    damage: str = ""


def parse(text: str, load: Loader) -> list[Piece]:
    """The pieces of a note, in order. Their `raw` texts, joined, are the text.

    `load` parses front matter that is not plain enough for the parser here.
    """
    rules = [(match.start(), match.end(), len(match[1])) for match in _RULE.finditer(text)]
    pieces: list[Piece] = []
    begun, header, body, damage = 0, None, 0, LOOSE
    at = 0
    while at < len(rules):
        opened, wrong = _opened(text, rules, at, load)
        if opened is None and not wrong:
            at += 1
            continue
        pieces += _piece(text[begun : rules[at][0]], text[body : rules[at][0]], header, damage, load)
        begun, header, damage = rules[at][0], opened, wrong
        at += 1  # the end of a broken header may be the beginning of the next document
        if opened is not None:
            body = rules[at][1]
            at += 1
    return pieces + _piece(text[begun:], text[body:], header, damage, load)


def format(document: Document, load: Loader) -> str:  # noqa: A001 - the pair of parse
    """The text of a document, which `parse` reads back. Documented keys come first, in order.

    Raise `Refusal` if the front matter is too long for `parse`; shorter values help.
    """
    keys = [*(key for key in _KEYS if key in document.header), *(key for key in document.header if key not in _KEYS)]
    rows = [f"{_written_key(key)}: {_written(document.header[key])}" for key in keys]
    if (length := len("\n".join(rows))) > HEADER:
        raise Refusal(
            f"the front matter of this memory would have {length:,} characters, at most {HEADER:,} are "
            "allowed; shorten its summary or its tags, or remove relations"
        )
    body = _escaped(document.body, load)
    return "\n".join(["---", *rows, "---", *(["", body] if body else []), ""])


def joined(pieces: Sequence[str]) -> str:
    """The text of a note from the texts of its pieces, with blank lines between them."""
    return "\n".join(piece.strip("\n") + "\n" for piece in pieces if piece.strip())


def no_loader(_: str) -> None:
    """A loader that returns None: front matter that is not plain is not read."""


@lru_cache(200)
def _kind(word: str) -> str:
    plain = word.casefold()
    return {"deviation": "decision", "review_batch": "review"}.get(plain) or kind_of(plain) or plain


def _piece(raw: str, rest: str, header: Mapping[str, Value] | None, damage: str, load: Loader) -> list[Piece]:
    if header is not None:
        return [Piece(raw, Document(header, trimmed(_unescaped(rest, load))))]
    return [Piece(raw, None, damage if raw.strip() else "")] if raw else []


def _opened(
    text: str, rules: Sequence[tuple[int, int, int]], at: int, load: Loader
) -> tuple[Mapping[str, Value] | None, str]:
    """What begins at a rule: (front matter, ""), (None, what is wrong with it), or (None, "") for nothing."""
    last = at + 1 == len(rules)
    if rules[at][2] or (not last and rules[at + 1][2]):
        return None, ""
    result, wrong = _header(text[rules[at][1] : len(text) if last else rules[at + 1][0]], load)
    if result is not None and (last or _goes_on(text, rules, at + 1, load)):
        return None, "its front matter is not closed"
    return result, wrong


def _goes_on(text: str, rules: Sequence[tuple[int, int, int]], at: int, load: Loader) -> bool:
    """Whether a rule that seems to close a header opens one, because another header follows directly.

    Notes of memory-core always have a blank line between header and body.
    """
    if at + 1 < len(rules) and rules[at + 1][2]:
        return False
    block = text[rules[at][1] : rules[at + 1][0] if at + 1 < len(rules) else len(text)]
    return bool(block[1:2].strip()) and _header(block, load) != (None, "")


def _header(block: str, load: Loader) -> tuple[Mapping[str, Value] | None, str]:
    if "type" not in block or not ("timestamp" in block or "summary" in block):
        return None, ""
    if len(block) > HEADER and len(block.strip()) > HEADER:
        return None, f"its front matter is longer than {HEADER:,} characters" if _BEGUN.match(block) else ""
    result = _plain(block)
    if result is None:
        if _is_deep(block):
            return None, f"its front matter is nested deeper than {DEEP} brackets" if _BEGUN.match(block) else ""
        result = load(block)
    missing = _NEEDED if result is None else [key for key in _NEEDED if not _is_text(result.get(key))]
    if not missing:
        return result, ""
    if not _BEGUN.match(block):
        return None, ""
    return None, "its front matter is not a YAML mapping" if result is None else f"its front matter lacks {missing[0]}"


def _is_deep(block: str) -> bool:
    """Whether brackets are nested so deeply that a YAML parser would take quadratic time."""
    depth = deepest = 0
    if block.count("[") + block.count("{") > DEEP:
        for char in block:
            depth += (char in "[{") - (char in "]}")
            deepest = max(deepest, depth)
    return deepest > DEEP


def _is_text(value: Value) -> bool:
    return isinstance(value, str) and bool(value.strip())


def _plain(block: str) -> Mapping[str, Value] | None:
    """The front matter if all its lines are so plain that YAML reads them in the same way; else None."""
    values: dict[str, Value] = {}
    for line in block.strip("\n").split("\n"):
        match = _LINE.match(line)
        if match is None or match[1] in values:
            return None
        value = (match[2] or "").strip(" ")
        if value in _NULLS:
            values[match[1]] = None
        elif _is_plain(value):
            values[match[1]] = value
        elif value[0] == value[-1] == '"' and len(value) > 1 and not _ODD.search(value) and "\\" not in value:
            if '"' in value[1:-1]:
                return None
            values[match[1]] = value[1:-1]
        elif _LIST.match(value):
            entries = [entry for entry in value[1:-1].split(", ") if entry]
            if not all(_is_plain(entry) and entry not in _NULLS for entry in entries):
                return None
            values[match[1]] = entries
        else:
            return None
    return values


def _is_plain(value: str) -> bool:
    return (
        value[0] in _FIRST
        and value[-1] not in ": "
        and ": " not in value
        and " #" not in value
        and not _ODD.search(value)
    )


def _written_key(key: str) -> str:
    written = key if _KEY.match(key) else _quoted(key)
    return written if len(written) < _LONG else f"? {written}\n"


def _written(value: Value) -> str:
    if value is None:
        return "null"
    if isinstance(value, list):
        return f"[{', '.join(_written_entry(entry) for entry in value)}]"
    is_time = value[4:5] == value[7:8] == "-" and value[:4].isdigit() and value[-1:] == "Z"
    if value and _is_plain(value) and value not in _NULLS and (is_time or not _MEANT_OTHERWISE.match(value)):
        return value
    return _quoted(value)


def _written_entry(entry: str) -> str:
    plain = entry and _is_plain(entry) and _LIST.match(f"[{entry}]") and not _MEANT_OTHERWISE.match(entry)
    return entry if plain else _quoted(entry)


def _quoted(value: str) -> str:
    """The value as JSON that is valid YAML: line breaks and unprintable characters of YAML are escaped, too."""
    written = json.dumps(value.encode("utf-8", "replace").decode(), ensure_ascii=False)
    return _ODD.sub(lambda match: f"\\u{ord(match[0]):04x}", written)


def _escaped(text: str, load: Loader) -> str:
    return _marked(text, load, lambda slashes: f"\\{slashes}")


def _unescaped(text: str, load: Loader) -> str:
    if "\\---" not in text:
        return text
    return _marked(text, load, lambda slashes: slashes.removeprefix("\\"))


def _marked(text: str, load: Loader, change: Callable[[str], str]) -> str:
    """The text with the backslashes changed before each rule that would begin a document if it had no backslashes.

    The decision does not depend on the backslashes themselves, so unescaping restores the text exactly.
    """
    rules = list(_RULE.finditer(text))
    parts, done = [], 0
    for at, rule in enumerate(rules):
        end = rules[at + 1].start() if at + 1 < len(rules) else len(text)
        if _header(text[rule.end() : end], load) != (None, ""):
            parts += [text[done : rule.start()], change(rule[1])]
            done = rule.start() + len(rule[1])
    return "".join([*parts, text[done:]])
