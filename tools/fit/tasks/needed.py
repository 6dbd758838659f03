"""Finds the words without which a long expression cannot match: `needed.txt` of `extract.lazy_patterns`.

An expression is read as Python parses it. Each of its parts must match for the whole to match; of a part that is a
choice of words one must occur. What could match anything says nothing. Words: see `lazy_patterns.plain`.
"""

import re
from collections.abc import Iterable, Iterator
from importlib import import_module
from typing import Any

from memory_core.extract import lazy_patterns, proposal, routine, rule_patterns, rule_sentences, rules, wishes
from memory_core.learnings import hear

MODULES = (wishes, proposal, rules, routine, rule_sentences, rule_patterns, hear)
LEAST = 100  # characters of an expression that takes long to compile
CHOICES = 16  # phrases that are put together before a phrase is told in two parts
RARE = 8.0  # an expression with words that occur nearly everywhere is tried as it is
PLACES = 2  # of an expression at which words are looked up
COMMON = frozenset(
    "the a an in on to of and or for is are be it this that with as at by from no not do does we you i my your our all "
    "any each every new only can will use der die das und im mit für ist nicht".split()
)
EDGE = "\0"  # no letter or digit follows, or goes before

_parser: Any = import_module("re._parser")
_names: Any = import_module("re._constants")


def expressions() -> list[str]:
    """The expressions that take long to compile, without those that are only parts of others."""
    patterns = dict.fromkeys(
        text
        for module in MODULES
        for text in _texts(vars(module).values())
        if _compiles(text) and (len(text) >= LEAST or words_of(text) == [(lazy_patterns.ABROAD,)])
    )
    return [pattern for pattern in patterns if not any(pattern in other for other in patterns if other != pattern)]


def words_of(pattern: str) -> list[tuple[str, ...]]:
    """For the best places of an expression the words of which one must occur."""
    tree = _parser.parse(pattern)
    if tree.state.flags & (re.ASCII | re.LOCALE):
        return []
    parts = _Parts()
    parts.read(tree)
    word_sets = {words for part in parts.all() if (words := _plain(part))}
    best: list[tuple[str, ...]] = []
    for words in sorted(word_sets, key=lambda words: (_weight(words), words)):
        if _weight(words) < RARE and not any(_says_more(candidate, words) for candidate in best):
            best.append(words)
    return best[:PLACES]


class _Parts:
    """What is read of an expression: choices of which one must occur, and the one that is still going on."""

    def __init__(self) -> None:
        self.done: list[frozenset[str]] = []
        self.now = frozenset([""])

    def all(self) -> list[frozenset[str]]:
        return [*self.done, self.now]

    def end(self, edge: str = "") -> None:
        """Whatever stands here, nothing is known of it but that it is no letter or digit, where `edge` says so."""
        self.edge(edge)
        self.done.append(self.now)
        self.now = frozenset([edge])

    def edge(self, edge: str = EDGE) -> None:
        self.now = frozenset(ending if ending.endswith(EDGE) else ending + edge for ending in self.now)

    def go_on(self, choices: Iterable[str]) -> None:
        choices = frozenset(choices)
        if len(self.now) > 1 and len(choices) > 1 and len(self.now) * len(choices) > CHOICES:
            self.done.append(self.now)
            self.now = choices
        else:
            self.now = frozenset(ending + other for ending in self.now for other in choices)

    def then(self, inner: "_Parts") -> None:
        """What stands at its beginning goes on with what is here, what comes after it with its end."""
        first, *rest = inner.all()
        self.go_on(first)
        if rest:
            self.done += [self.now, *rest[:-1]]
            self.now = rest[-1]

    def read(self, sequence: Any) -> None:
        for kind, what in sequence:
            name = str(kind).lower()
            getattr(self, f"read_{name}", self.read_other)(what)

    def read_literal(self, what: int) -> None:
        self.go_on([chr(what)])

    def read_at(self, what: Any) -> None:
        if what is not _names.AT_NON_BOUNDARY:
            self.edge()

    def read_assert(self, what: Any) -> None:
        if what[0] == 1 and _is_gap(what[1]):
            self.edge()

    def read_assert_not(self, what: Any) -> None:
        pass

    def read_subpattern(self, what: Any) -> None:
        inner = _Parts()
        inner.read(what[3])
        self.then(inner)

    def read_branch(self, what: Any) -> None:
        inner = []
        for branch in what[1]:
            inner.append(_Parts())
            inner[-1].read(branch)
        self.go_on(word for branch in inner for word in branch.all()[0])
        if any(branch.done for branch in inner):
            best = [max(branch.all(), key=lambda part: -_weight(_plain(part))) for branch in inner]
            self.done += [self.now, frozenset(word for part in best for word in part)]
            self.now = frozenset([""])

    def read_max_repeat(self, what: Any) -> None:
        least, most, item = what
        inner = _Parts()
        inner.read(item)
        if least == 0 and most == 1 and not inner.done:
            self.go_on(inner.now | {""})
        elif least == 0:
            self.end()
        elif _is_gap(item):
            self.end(EDGE)
        else:
            self.end()
            self.done += inner.all()

    read_min_repeat = read_possessive_repeat = read_max_repeat

    def read_in(self, what: Any) -> None:
        literals = [chr(value) for kind, value in what if kind is _names.LITERAL]
        if _is_gap([(_names.IN, what)]):
            self.end(EDGE)
        elif len(literals) == len(what):
            self.go_on(literals)
        else:
            self.end()
            if all(_is_abroad(*member) for member in what):
                self.done.append(frozenset([lazy_patterns.ABROAD]))

    def read_other(self, _what: Any) -> None:
        self.end()


def _says_more(words: tuple[str, ...], others: tuple[str, ...]) -> bool:
    """Whether one of the others always occurs where one of the words does."""
    return all(any(other in word for other in others) for word in words)


def _is_gap(sequence: Any) -> bool:
    """Whether what matches here is one character that is no letter or digit, or an end."""
    if len(sequence) != 1:
        return False
    ((kind, what),) = sequence
    if kind is _names.IN:
        gaps = _names.CATEGORY_SPACE, _names.CATEGORY_NOT_WORD
        return all(
            value in gaps if member is _names.CATEGORY else member is _names.LITERAL and not re.match(r"\w", chr(value))
            for member, value in what
        )
    if kind is _names.LITERAL:
        return not re.match(r"\w", chr(what))
    if kind is _names.BRANCH:
        return all(map(_is_gap, what[1]))
    if kind is _names.SUBPATTERN:
        return _is_gap(what[3])
    return kind is _names.AT and what in (_names.AT_END, _names.AT_END_STRING)


def _is_abroad(kind: Any, what: Any) -> bool:
    """Whether a part of a class has only characters that are not of ASCII, nor fold to one."""
    first, last = what if kind is _names.RANGE else (what, what) if kind is _names.LITERAL else (0, 0)
    return 0x400 <= first <= last < 0x2000 or first >= 0x2E80


def _plain(part: Iterable[str]) -> tuple[str, ...]:
    """The words as they are looked up, without those that hold another one; () where one of them says nothing."""
    words = {_word(word) for word in part}
    if not all(word.strip() for word in words):
        return ()
    kept: list[str] = []
    for word in sorted(words, key=lambda word: (len(word), word)):
        if not any(other in word for other in kept):
            kept.append(word)
    return tuple(sorted(kept))


def _word(text: str) -> str:
    """A word as `lazy_patterns.plain` shows it; an edge is a space, save beside one."""
    if text == lazy_patterns.ABROAD:
        return text
    spelling = ""
    parts = [lazy_patterns.plain(piece).removesuffix(lazy_patterns.ABROAD)[1:-1] for piece in text.split(EDGE)]
    for number, piece in enumerate(parts):
        if number and spelling and piece and spelling[-1] != " " != piece[0]:
            return ""  # there is no edge between two letters: this is never met
        edge = number and (not spelling or spelling[-1] != " ") and not piece.startswith(" ")
        spelling += f" {piece}" if edge else piece
    return spelling


def _weight(words: tuple[str, ...]) -> float:
    """About how often one of the words occurs in a sentence."""
    return sum(map(_rate, words)) if words else 99.0


def _rate(word: str) -> float:
    bare = word.strip()
    if bare in COMMON:
        return 0.6
    edges = 2 if word == f" {bare} " or bare == lazy_patterns.ABROAD else word != bare
    return {1: 1.0, 2: 0.5, 3: 0.2, 4: 0.05}.get(len(bare), 0.02 if len(bare) < 8 else 0.002) / (1, 2, 10)[edges]


def _texts(values: Iterable[Any]) -> Iterator[str]:
    for value in values:
        if isinstance(value, str):
            yield value
        elif isinstance(value, tuple):
            yield from _texts(value)


def _compiles(text: str) -> bool:
    try:
        return bool(re.compile(text)) and bool(re.search(r"[\\|\[(]", text))
    except re.error:
        return False


def table() -> dict[int, tuple[str, ...]]:
    """By what `needed` knows an expression by, the words of each place."""
    words_by_mark = {
        lazy_patterns.mark(expression): tuple("|".join(words) for words in words_of(expression))
        for expression in expressions()
    }
    return {key: words_by_mark[key] for key in sorted(words_by_mark) if words_by_mark[key]}


def make() -> dict[str, str]:
    """The file, a row for each expression that needs words."""
    return {"needed.txt": "".join("\t".join((str(key), *places)) + "\n" for key, places in table().items())}
