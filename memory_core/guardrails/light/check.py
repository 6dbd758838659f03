"""A guard rail as an edit meets it, and what of a change it forbids.

A rule is a line of the cache, of which most edits read only the beginning: `scope<TAB>id<TAB>f or r<TAB>the rest as
JSON`; the scope is its `globs.parts`, with commas; f where an edit can break the rule, else r. Behind each text of
`forbid` stands what every text must hold in which it is found, "" if that is not known. What the rule requires is a
text of its own, JSON in JSON.

`forbid` is a list of texts. `/…/` and `/…/i` are regular expressions, which may match over several lines; any other
text is looked for as it is, in any case, and where it begins or ends with a letter only as a whole word. A rule is
broken where added lines match a text more often than the lines that they replace. A line that only holds comments
excuses no code.

Files that people read are spared: "Why no lodash" is no use of lodash. A rule is looked for in such a file where its
scope names the file, its ending or a folder of documents.
"""

from memory_core.core.light import globs, lean_json
from memory_core.guardrails.light.added_lines import Change, Lines, folded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping
    from typing import Any

    from memory_core.core.memory import Memory

    Matched = dict[int, dict[str, tuple[str, int]]]
    """By the numbers of the lines, from 0: the text of `forbid`, with what it first matches there and how often."""
    Finder = Callable[[str, Lines], dict[int, list[str]]]
    """A text of `forbid` and lines in; out what it matches, by the numbers of the lines, from 0."""

FORBIDS, REMINDS = "f", "r"
DECIDES = ("ask", "deny")
SHOWN = 80  # characters of a match that a message shows
MANY = 20  # hits of one line by the same text that count
STEPS = 300_000  # places at which literals are looked for in one text; they take about 0.2 seconds
_MARKS = ("#", "//", "/*", "--", "<!--")
_COMMENTS = ("#", "//", "--", "/*", "*")
_ENDINGS = ("md", "markdown", "mdx", "rst", "adoc", "asciidoc", "txt", "org")
_NAMES = (
    "LICENSE", "LICENCE", "COPYING", "NOTICE", "CHANGELOG", "CHANGES", "HISTORY", "NEWS", "README", "AUTHORS",
    "CONTRIBUTORS", "CONTRIBUTING",
)  # fmt: skip
_DOCUMENTS = frozenset({"docs", "doc", "documentation", "adr", "adrs", "content", "posts", "wiki", "changelog.d"})
_FOLDERS = frozenset({".changeset", "changelog.d", "newsfragments"})
_LISTS = ("requirements", "constraints", "dependencies", "deps", "cmakelists")  # .txt that programs read


class Rule:
    """A guard rail."""

    __slots__ = (
        "counts", "enforce", "expires", "forbid", "id", "instead", "kind", "needles", "require", "scope", "what", "why",
    )  # fmt: skip

    def __init__(self, scope: str, name: str, rest: list[str]) -> None:
        self.scope, self.id = scope, name
        self.kind, self.what, self.why, self.instead, self.enforce, self.expires, counts, require, *texts = rest
        self.counts = counts.split()
        self.require: list[Mapping[str, Any]] = lean_json.loads(require) if require else []  # type: ignore[assignment]
        self.forbid = texts[::2]
        self.needles = dict(zip(self.forbid, texts[1::2], strict=False))


def forbidden(memory: "Memory") -> list[str]:
    """The texts that a guard rail forbids and that can be searched."""
    texts = memory.attrs.get("forbid") or () if memory.kind != "exception" else ()
    return [text for text in texts if isinstance(text, str) and text.strip()]


def keeps_place(memory: "Memory") -> bool:
    """Whether a guard rail lets nothing be added to the files in its scope: it decides, and names nothing else."""
    decides = memory.kind != "exception" and memory.attrs.get("enforce") in DECIDES
    return decides and not is_matched(memory) and not globs.is_whole(memory.scope.path)


def is_matched(memory: "Memory") -> bool:
    """Whether a guard rail has patterns: texts that it forbids, or requirements."""
    return bool(forbidden(memory)) or (memory.kind != "exception" and bool(memory.attrs.get("require")))


def split(line: str) -> tuple[str, str, str, str]:
    """Scope, id, f or r, and what only `parsed` reads."""
    scope, name, sort, rest = line.split("\t", 3)
    return scope, name, sort, rest


def parsed(scope: str, name: str, rest: str) -> Rule:
    """The guard rail of a line; `ValueError` if the line is none."""
    given = lean_json.loads(rest)
    if not isinstance(given, list) or len(given) < 8 or not all(isinstance(text, str) for text in given):
        raise ValueError("this is no line of the guard's cache")
    return Rule(scope, name, given)


class Hit:
    """A broken rule: the line number in the new text, the line, and the forbidden or missing text."""

    __slots__ = ("lacks", "line", "matched", "number")

    def __init__(self, number: int, line: str, matched: str, *, lacks: bool = False) -> None:
        self.number, self.line, self.matched, self.lacks = number, line, matched, lacks


def is_expression(forbidden: str) -> bool:
    """Whether a text of `forbid` is a regular expression."""
    return (
        len(forbidden) > 2
        and forbidden[0] == "/"
        and (forbidden[-1] == "/" or (forbidden[-2:] == "/i" and len(forbidden) > 3))
    )


def expression(forbidden: str) -> tuple[str, bool]:
    """The pattern of a regular expression, and whether case counts in it."""
    return (forbidden[1:-1], True) if forbidden[-1] == "/" else (forbidden[1:-2], False)


class Broken:
    """Where a change breaks a rule, in the order of the lines, and how many older matches it replaces."""

    __slots__ = ("hits", "older")

    def __init__(self, hits: list[Hit], older: int) -> None:
        self.hits, self.older = hits, older


def broken(forbid: list[str], change: Change, finder: "Finder") -> Broken:
    """Where a change adds forbidden text; no hits for most changes.

    `finder` searches expressions; the caller limits its time.
    """
    added = _matched(forbid, change.added, finder)
    if not added:
        return Broken([], 0)
    spare = _spare(_matched(forbid, change.removed, finder), change.removed)
    hits, older = [], 0
    for at in sorted(added):
        line = change.added.texts[at]
        for match, (text, times) in added[at].items():
            left = times
            for kind in ((match, True), (match, False)) if is_comment(line) else ((match, False),):
                excused = min(left, spare.get(kind, 0))
                left -= excused
                if excused:
                    spare[kind] -= excused
                    older += excused
            hits += [Hit(change.numbers[at], line, text[:SHOWN])] * min(left, MANY)
    return Broken(hits, older)


def _spare(removed: "Matched", lines: Lines) -> "dict[tuple[str, bool], int]":
    """How often the lines hold each match, in comments and in the others."""
    spare: dict[tuple[str, bool], int] = {}
    for at, matches in removed.items():
        comments = is_comment(lines.texts[at])
        for match, (_, times) in matches.items():
            spare[match, comments] = spare.get((match, comments), 0) + times
    return spare


def is_comment(line: str) -> bool:
    """Whether the whole line is a comment, judged by its beginning."""
    return line.lstrip().startswith(_COMMENTS)


def strictest(rule: Rule) -> int:
    """What orders rules, the strictest first."""
    return {"deny": 0, "ask": 1}.get(rule.enforce, 2)


def held(rule: Rule, text: str, change: Change) -> list[Lines]:
    """The added and the removed lines in which an expression of the rule can match."""
    needle = rule.needles.get(text, "")
    return [lines for lines in (change.added, change.removed) if lines.texts and (not needle or needle in lines.near)]


def may_hide(rule: "Rule", change: Change) -> bool:
    """Whether a comment may be inside a match of an expression, so that only the closer look finds it."""
    if not change.numbers:
        return False
    over_lines = [needle for text, needle in rule.needles.items() if is_expression(text) and _spans(text)]
    near = change.added.near if over_lines else ""
    return any(needle in near for needle in over_lines) and any(mark in near for mark in _MARKS)


def _spans(expression: str) -> bool:
    """Whether an expression may match over several lines."""
    return any(piece in expression for piece in ("\\s", "\\n", "[^", "(?s"))


def first(change: Change) -> list[Hit]:
    """The first added line, which breaks a rule that allows no additions; [] if there is none."""
    return [Hit(change.numbers[0], change.added.texts[0], "")] if change.numbers else []


def holding(forbid: list[str], lines: Lines, finder: "Finder") -> list[str]:
    """The lines that contain forbidden text."""
    return [lines.texts[at] for at in _matched(forbid, lines, finder)]


def _matched(forbid: list[str], lines: Lines, finder: "Finder") -> "Matched":
    """The forbidden texts in the lines."""
    matched: Matched = {}
    if not lines.texts:
        return matched
    for text in forbid:
        if is_expression(text):
            # Its matches are alike, whatever they match: a changed argument of an old call is no new call.
            for at, matches in finder(text, lines).items():
                matched.setdefault(at, {})[text] = (matches[0], len(matches))
        elif (word := folded(text)) and word in lines.whole:
            for at, times in _times(word, lines).items():
                held = matched.setdefault(at, {})
                held[word] = (text, times + (held[word][1] if word in held else 0))
    return matched


def _times(word: str, lines: Lines) -> dict[int, int]:
    """How often a case-folded word occurs in the lines; as a whole word if its ends are word characters."""
    if word in lines.times:
        return lines.times[word]
    from bisect import bisect_right  # the silent edits come without it

    whole, starts = lines.whole, lines.starts
    begins, ends = _is_word(word[0]), _is_word(word[-1])
    times: dict[int, int] = {}
    line = 0
    at = whole.find(word)
    while at >= 0:
        lines.steps += 1
        if lines.steps > STEPS:
            lines.late.add(word)
            break
        end = at + len(word)
        if (begins and at and _is_word(whole[at - 1])) or (ends and end < len(whole) and _is_word(whole[end])):
            at = whole.find(word, at + 1)
            continue
        line = bisect_right(starts, at, line) - 1
        times[line] = times.get(line, 0) + 1
        at = whole.find(word, end)
    lines.times[word] = times
    return times


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def mark(text: str) -> str:
    """A mark that identifies a text without revealing it."""
    from hashlib import blake2b

    return blake2b(text.strip().encode("utf-8", "replace"), digest_size=12).hexdigest()


def spares(pieces: list[str], path: str) -> bool:
    """Whether a rule with these `globs.parts` skips a file because it is prose and no part names it."""
    return is_prose(path) and not any(
        piece[:1] != "!" and piece != globs.EVERYTHING and globs.part_covers(piece, path) and _names_prose(piece, path)
        for piece in pieces
    )


def _names_prose(piece: str, path: str) -> bool:
    """Whether a piece of a scope is about documents."""
    *folders, name = piece.rstrip("/").lower().split("/")
    stem, dot, ending = name.rpartition(".")
    if path.lower().endswith(".txt"):  # as likely data as words
        return True
    return piece == path or (dot and stem and ending in _ENDINGS) or not _DOCUMENTS.isdisjoint([*folders, name])


def is_prose(path: str) -> bool:
    """Whether a file is written for people, by its name."""
    *folders, name = path.split("/")
    stem, dot, ending = name.rpartition(".")
    ending = ending.lower()
    if dot and stem and ending in _ENDINGS:
        near = "/".join([*folders[-1:], stem]).lower()
        return ending != "txt" or not any(word in near for word in _LISTS)
    return name.startswith(_NAMES) or name.upper() in _NAMES or not _FOLDERS.isdisjoint(folders)
