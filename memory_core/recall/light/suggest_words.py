"""The terms of a prompt: words, names and paths that may distinguish its topic.

Every prompt runs this, so it does not import `json`, `re` or `typing`.
"""

from memory_core.language.light import stop_words, words
from memory_core.language.light.prompt_features import EDGES, SPACES
from memory_core.language.light.prose import is_machine, prose
from memory_core.language.light.roots import root

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_ROWS = stop_words.rows("topicless.txt")
SILENT = stop_words.words() | _ROWS["said of any topic"]  # words that do not distinguish topics
COMMON = _ROWS["said of any program"]  # words that do not define a topic by themselves
MOST = 24  # terms of a prompt that are searched
WORD, SYMBOL, PATH, PAIR = "word", "symbol", "path", "pair"
_LEAST = 3  # least letters of a word, except beside symbols
_WHOLE = 6  # parts of a name or path
_ROOT = 4  # least letters of a stem
_FAULTS = ("Error:", "Exception:", "error:", "fatal:", "ERROR:", "Error")  # beginnings of error messages
_FAULT = 300  # characters of an error message
_KINDS_OF_FILE = frozenset(
    (
        "py ts tsx js jsx mjs vue svelte css scss html rs go java kt swift rb php cs cpp cc dart ex exs sh sql tf yml "
        "yaml json toml ini xml md txt csv lock cfg conf env proto prisma graphql ipynb"
    ).split()
)


class Term:
    """A term of a prompt."""

    __slots__ = ("_key", "common", "kind", "parts", "text")

    def __init__(self, text: str, kind: str, parts: "tuple[str, ...]") -> None:
        self.text = text  # as written in the prompt
        self.kind = kind  # word | symbol | path | pair
        self.parts = parts  # its words, in lower case
        self._key = ""
        self.common = kind in (WORD, SYMBOL) and (
            "".join(parts) in COMMON or all(part in COMMON or len(part) < _LEAST for part in parts)
        )

    @property
    def key(self) -> str:
        """The stems of its words, joined; computed when needed, because most prompts need none."""
        self._key = self._key or " ".join(map(root, self.parts))
        return self._key

    @property
    def match(self) -> str:
        """The FTS5 expression that finds the term; its text is not read as syntax."""
        return f'text : "{" ".join(self.parts)}"'


def terms(prompt: str) -> "list[Term]":
    """The terms of a prompt, in order; [] if it cannot have a topic: a confirmation, a command, text of a program."""
    text = prose(prompt)
    if fault := _fault(prompt):
        text = f"{text}\n{fault}" if fault not in text else text
    every = [term for chunk in text.translate(SPACES).split() for term in _terms(chunk.strip(EDGES))]
    if not any(map(_tells, every)):
        return []
    result: dict[str, Term] = {}
    for term in every:
        result.setdefault(term.key, term)
    return [*result.values()][:MOST] if any(_tells(term) for term in result.values()) else []


def stems(text: str) -> "list[str]":
    """The stems of all words of a text, including those of the parts of names."""
    texts: list[str] = []
    for chunk in text.translate(SPACES).split():
        own = words.parts(chunk)
        joined = "".join(own)
        texts += map(root, own)
        if len(own) > 1 and chunk.isalnum():
            texts.append(root(joined))
        texts += words.pairs(chunk)
    return texts


def telling(text: str) -> "set[str]":
    """The stems of the words of a text that distinguish topics."""
    texts = (part for chunk in text.translate(SPACES).split() for part in words.parts(chunk))
    return {
        root(each) for each in texts if len(each) >= _LEAST and not (each in SILENT or each in COMMON or each.isdigit())
    }


def _tells(term: Term) -> bool:
    return not term.common and (len(term.key) >= _ROOT or term.kind != WORD)


def _terms(chunk: str) -> "Iterable[Term]":
    low = chunk.lower()
    if not low or low in SILENT or low.replace("’", "'") in SILENT:
        return
    if words.is_unspaced(low):
        for pair in words.pairs(low):
            yield Term(pair, PAIR, (pair,))
        return
    parts = tuple(words.parts(chunk))
    telling = [part for part in parts if part not in SILENT]
    if not telling or len(parts) > _WHOLE or len(chunk) > 80:
        yield from (Term(part, WORD, (part,)) for part in telling[:_WHOLE] if len(part) >= _LEAST)
        return
    kind = _kind(chunk, parts)
    if kind != WORD:
        whole = (low,) if chunk.isalnum() else parts
        yield Term(chunk, kind, whole)
    if kind == PATH:
        return
    for part in telling:
        if len(part) >= _LEAST and (len(parts) > 1 or kind == WORD):
            yield Term(part, WORD, (part,))


def _kind(chunk: str, parts: "tuple[str, ...]") -> str:
    if "/" in chunk and len(parts) > 1 and (chunk.count("/") > 1 or "." in chunk):
        return PATH
    if len(parts) > 1 and parts[-1] in _KINDS_OF_FILE and "." in chunk:
        return PATH
    if chunk.isdigit():
        return SYMBOL if len(chunk) == _LEAST else WORD  # a status code: 429
    has_digit = any(char.isdigit() for char in chunk) and any(char.isalpha() for char in chunk)
    if "_" in chunk or has_digit or "." in chunk or (len(parts) > 1 and chunk.isalnum()):
        return SYMBOL
    return WORD


def _fault(prompt: str) -> str:
    """The last line of a prompt that is an error message; "" if there is none, or the client wrote the prompt."""
    text = prompt.strip()[-20_000:]
    if text[:1] in "<[/" or is_machine(prompt):
        return ""
    for line in reversed(text.split("\n")):
        plain = line.strip()
        first = plain.partition(" ")[0]
        is_named = len(first) > len("Error:") and first.endswith(_FAULTS[:2])
        if is_named or first in _FAULTS[2:] or (first[-1:] == ":" and first[:-1].isalnum() and first.islower()):
            return plain[:_FAULT]
    return ""
