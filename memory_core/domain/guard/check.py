"""What of a change a guard rail forbids.

`forbid` is a list of texts. `/…/` and `/…/i` are regular expressions, looked for line by line; any other text is
looked for as it is, whatever its case, and where it begins or ends with a letter only as a whole word. A rule is
broken by what added lines hold more often than the lines that they replace.
"""

from memory_core.domain.guard.added import Change, Lines, folded

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable

    Finder = Callable[[str, Lines], dict[int, list[str]]]
    """A text of `forbid` and lines in; out what it matches, by the numbers of the lines, from 0."""

LONG = 10_000  # characters of a line at which an expression looks
SHOWN = 80  # characters of what was matched that are told


class Hit:
    """What breaks a rule: the line's number in the new text, the line, and what of it is forbidden."""

    __slots__ = ("line", "matched", "number")

    def __init__(self, number: int, line: str, matched: str) -> None:
        self.number, self.line, self.matched = number, line, matched


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


def broken(forbid: list[str], change: Change, finder: "Finder") -> list[Hit]:
    """Where a change adds what is forbidden, in the order of the lines; [] for most changes.

    `finder` looks for expressions: the caller bounds the time that it takes.
    """
    found = _found(forbid, change.added, finder)
    if not found:
        return []
    spare: dict[str, int] = {}
    for matches in _found(forbid, change.removed, finder).values():
        for match in matches:
            spare[folded(match)] = spare.get(folded(match), 0) + 1
    hits = []
    for at in sorted(found):
        for match in found[at]:
            if spare.get(folded(match), 0):
                spare[folded(match)] -= 1
            else:
                hits.append(Hit(change.numbers[at], change.added.texts[at], match[:SHOWN]))
    return hits


def first(change: Change) -> list[Hit]:
    """The first line that a change adds: what breaks a rule that lets nothing be added; [] where there is none."""
    return [Hit(change.numbers[0], change.added.texts[0], "")] if change.numbers else []


def holding(forbid: list[str], lines: Lines, finder: "Finder") -> list[str]:
    """Those of the lines that hold something forbidden."""
    return [lines.texts[at] for at in _found(forbid, lines, finder)]


def _found(forbid: list[str], lines: Lines, finder: "Finder") -> dict[int, list[str]]:
    """What is forbidden in the lines, by their numbers from 0."""
    found: dict[int, list[str]] = {}
    if not lines.texts:
        return found
    for text in forbid:
        if is_expression(text):
            for at, matches in finder(text, lines).items():
                found.setdefault(at, []).extend(matches)
        elif (word := folded(text)) and word in lines.whole:
            for at, line in enumerate(lines.folded):
                if word in line and (times := _times(word, line)):
                    found.setdefault(at, []).extend([text] * times)
    return found


def _times(word: str, line: str) -> int:
    """How often a word stands in a line, both folded, as a whole word where its ends are those of words."""
    times, at = 0, line.find(word)
    while at >= 0:
        end = at + len(word)
        inside = (_is_word(word[0]) and at > 0 and _is_word(line[at - 1])) or (
            _is_word(word[-1]) and end < len(line) and _is_word(line[end])
        )
        times += not inside
        at = line.find(word, at + 1 if inside else end)
    return times


def _is_word(char: str) -> bool:
    return char.isalnum() or char == "_"


def mark(text: str) -> str:
    """Tells a text from others without saying it."""
    from hashlib import blake2b

    return blake2b(text.strip().encode("utf-8", "replace"), digest_size=12).hexdigest()
