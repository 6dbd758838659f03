"""Finds where an edit breaks a rule: the second, closer look, at code alone and at what the rule requires.

The first look (`guardrails.light.check`) finds every text that a rule forbids. Here texts in comments, docstrings and
prose are left out, and each function, class and name that the edit adds is checked against `require`.
"""

import re
from collections import Counter
from collections.abc import Mapping, Sequence
from typing import TYPE_CHECKING, Any, Final

from memory_core.guardrails import code
from memory_core.guardrails.light import added_lines, check
from memory_core.guardrails.light.added_lines import NEAR, Lines, folded
from memory_core.guardrails.light.check import Broken, Hit, Rule, expression, is_expression
from memory_core.guardrails.regex_timeout import Expressions

if TYPE_CHECKING:
    from memory_core.guardrails.items import Item

# What is written in comments, so that a rule about it is about comments.
_IN_COMMENTS: Final = re.compile(
    r"#(?![\w{\[])|^/?[\^\s]*(?://|/\*|--|<!--)|\"\"\"|\'\'\'|\b(?:todo|fixme|xxx|hack|noqa|nolint|nosec|pylint|pragma|"
    r"eslint-disable|ts-ignore|ts-expect-error|ts-nocheck|type:\s*ignore|istanbul)\b",
    re.IGNORECASE,
)
_SOURCES: Final = 200_000  # characters of functions and classes of which the comments are left out
_ITEMS: Final = 3_000  # items that are held against an expression
_ESCAPES: Final = re.compile(r"\\[A-Za-z]")
_NAME: Final = re.compile(r"[\w@./:-]+")  # a package, a module, a name: not meant where it stands in a sentence


def _is_name(text: str) -> bool:
    """Whether a text of `forbid` is a name, also as an expression for a whole word: `/\\bthrow\\b/`."""
    plain = _ESCAPES.sub("", expression(text)[0]) if is_expression(text) else text
    return bool(_NAME.fullmatch(plain)) and (not is_expression(text) or plain.isidentifier())


def _is_in_comments(text: str) -> bool:
    """Whether a word or an expression is meant for comments."""
    return bool(_IN_COMMENTS.search(_ESCAPES.sub(" ", text)))


class Change:
    """The change of one file, from one text to another."""

    def __init__(self, path: str, before: str, after: str, expressions: Expressions) -> None:
        self.path, self.before, self.after = path, before, after
        self.change = added_lines.change(before, after)
        self._expressions = expressions
        self._masked: dict[frozenset[str], added_lines.Change] = {}
        self._items: dict[bool, list[Item] | None] = {}

    def broken(self, rule: Rule) -> Broken:
        """Where the edit breaks a rule, and how many older places it touches."""
        hits: list[Hit] = []
        older = 0
        for kinds, texts in self._by_kinds(rule).items() if self._may_match(rule) else ():
            change = self._masked_change(kinds)
            jobs = [(text, check.held(rule, text, change)) for text in texts if is_expression(text)]
            self._expressions.look([job for job in jobs if job[1]])
            looked = {(text, id(lines)) for text, held in jobs for lines in held}

            def find(text: str, lines: Lines, looked: set[tuple[str, int]] = looked) -> dict[int, list[str]]:
                return self._expressions.find(text, lines) if (text, id(lines)) in looked else {}

            broken = check.broken(texts, change, find)
            hits += [self._whole(hit) for hit in broken.hits]
            older += broken.older
        if rule.require:
            missing = self._missing(rule)
            hits += missing.hits
            older += missing.older
        if not rule.forbid and not rule.require:
            hits = check.first(self.change)
        return Broken(sorted(hits, key=lambda hit: hit.number), older)

    def _may_match(self, rule: Rule) -> bool:
        """Whether the added text and its surroundings contain anything that the rule's texts need."""
        near = self.change.added.near if self.change.numbers else ""
        return bool(near) and any(
            (rule.needles.get(text, "") if is_expression(text) else folded(text)) in near for text in rule.forbid
        )

    def _whole(self, hit: Hit) -> Hit:
        """The hit with its whole line in the file."""
        lines = self.change.added.source
        return Hit(hit.number, lines[hit.number - 1] if hit.number <= len(lines) else hit.line, hit.matched)

    def _by_kinds(self, rule: Rule) -> dict[frozenset[str], list[str]]:
        """The texts that the rule forbids, grouped by the parts of the file that do not count for them."""
        texts: dict[frozenset[str], list[str]] = {}
        for text in rule.forbid:
            kinds = {code.COMMENT, code.TEXT} if _is_name(text) else {code.COMMENT}
            kinds -= set(rule.counts)
            if _is_in_comments(text):
                kinds.discard(code.COMMENT)
            texts.setdefault(frozenset(kinds), []).append(text)
        return texts

    def _masked_change(self, kinds: frozenset[str]) -> added_lines.Change:
        if not kinds:
            return self.change
        if kinds not in self._masked:
            texts = [
                code.masked(self.path, text, kinds, _around(lines)) if lines.at else text
                for text, lines in ((self.before, self.change.removed), (self.after, self.change.added))
            ]
            self._masked[kinds] = added_lines.change(*texts)
        return self._masked[kinds]

    def _missing(self, rule: Rule) -> Broken:
        """The items that the edit adds without what is required, and how many such items there were before."""
        hits: list[Hit] = []
        older = 0
        added = set(self.change.numbers)
        for required in rule.require:
            new, old = (self._lacking(required, rule.counts, is_after=is_after) for is_after in (True, False))
            left = Counter((kind, name) for kind, name, *_ in old)
            for kind, name, line, span, what in new:
                if left[kind, name] > 0:
                    left[kind, name] -= 1
                    older += not added.isdisjoint(span)
                else:
                    words = f"{kind} {name}: {what}" if name else what
                    hits.append(Hit(line, self._line(line), words, lacks=True))
        return Broken(hits, older)

    def _line(self, number: int) -> str:
        lines = self.change.added.source
        return lines[number - 1] if 0 < number <= len(lines) else ""

    def _lacking(
        self, required: Mapping[str, Any], counts: Sequence[str], *, is_after: bool
    ) -> list[tuple[str, str, int, range, str]]:
        """The items of the text before or after the edit that lack what is required: kind, name, line, lines, what is
        missing.
        """
        text = self.after if is_after else self.before
        if not text.strip():
            return []
        each = required.get("each") or ["file"]
        kinds = [each] if isinstance(each, str) else each
        items: list[Item] = [_file_of(text)] if "file" in kinds else []
        if set(kinds) - {"file"}:
            items += [item for item in self._items_of(is_after=is_after) if item.kind in kinds]
        unless = self._matching(required.get("unless"), [item.name for item in items])
        items = [item for item, spared in zip(items, unless, strict=True) if not spared]
        lacking: dict[int, str] = {}
        sources = self._sources(required, items, counts) if required.get("holds") else []
        for key, texts in (("name", [item.name for item in items]), ("holds", sources)):
            if pattern := required.get(key):
                verb = "must match" if key == "name" else "must hold"
                for at, matches in enumerate(self._matching(pattern, texts)):
                    if not matches and (items[at].name or key == "holds"):
                        lacking.setdefault(at, f"{verb} {pattern}")
        for key, what in (("annotated", "must have types"), ("documented", "must have a docstring")):
            if required.get(key) is True:
                for at, item in enumerate(items):
                    if not getattr(item, key):
                        lacking.setdefault(at, what)
        return [
            (items[at].kind, items[at].name, items[at].line, _span(items[at]), what)
            for at, what in sorted(lacking.items())
        ]

    def _sources(self, required: Mapping[str, Any], items: "Sequence[Item]", counts: Sequence[str]) -> list[str]:
        """The source of each item, without comments if the requirement is about code."""
        raw = [item.source for item in items]
        if code.COMMENT in counts or _is_in_comments(str(required["holds"])) or sum(map(len, raw)) > _SOURCES:
            return raw
        kinds = frozenset((code.COMMENT,))
        return [code.masked(self.path, source, kinds, (0, source.count("\n"))) for source in raw]

    def _items_of(self, *, is_after: bool) -> "list[Item]":
        """The items of one side; without new items if the text before could not be parsed."""
        from memory_core.guardrails.items import items  # noqa: PLC0415 - `ast` takes 10 ms, and few rules require

        for side in (False, True):
            if side not in self._items:
                self._items[side] = items(self.path, self.after if side else self.before)
        if self.before.strip() and self._items[False] is None:
            return []
        return self._items[is_after] or []

    def _matching(self, pattern: object, texts: Sequence[str]) -> list[bool]:
        """Whether each text matches a pattern, a word or an expression; False without a pattern."""
        if not isinstance(pattern, str) or not pattern or not texts:
            return [False] * len(texts)
        if len(texts) > _ITEMS:  # there is no time to look at so many
            return [True] * len(texts)
        if not is_expression(pattern):
            return [pattern in text for text in texts]
        # An expression that is not looked for in time is taken to match: what is not known is no fault of the edit.
        every = {text: Lines(text.split("\n")) for text in texts}
        self._expressions.look([(pattern, list(every.values()))])
        failed = pattern in self._expressions.failed or pattern in self._expressions.late
        return [failed or bool(self._expressions.find(pattern, every[text])) for text in texts]


def _file_of(text: str) -> "Item":
    from memory_core.guardrails.items import Item  # noqa: PLC0415 - as above

    return Item("file", "", 1, text)


def _span(item: "Item") -> range:
    return range(item.line, item.line + item.source.count("\n") + 1)


def _around(lines: Lines) -> tuple[int, int]:
    return lines.at[0] - NEAR, lines.at[-1] + NEAR
