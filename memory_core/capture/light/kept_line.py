"""The line that a Stop prints at once: the marker lines of the last message that are being kept.

The worker reads the same lines from the transcript (`extract.markers`) and computes the same ids. The user waits for
this, so plain lines are read without a regular expression; a line in Markdown other than a bullet or a bold type is
shown without its id.
"""

import os

from memory_core.core.light import identity, marker_words, places

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterator
    from typing import Final

MOST: "Final" = 3  # memories that are named; the others are counted
LINES: "Final" = 64  # marker lines of a message that are read
READ: "Final" = 400_000  # characters of a message
_HEAD: "Final" = 40  # characters in which the marker stands
_LONGEST: "Final" = 2_000  # characters of a line that count
_BULLETS: "Final" = ("-", "*", "•", "+")
_WRAPPERS: "Final" = ("**", "__", "`")
_CHARS: "Final" = 80  # of each of them that are shown
_WHOLE: "Final" = 240  # characters of a statement that are kept whole
_WORD: "Final" = 24  # characters of a word beyond which it may be a secret
_SECONDS: "Final" = 0.05  # for the index
_FENCES: "Final" = ("```", "~~~")
_MARKS: "Final" = "*_`<>[]\\#=@|"  # characters for which a text may be kept otherwise than it stands
_VERBS: "Final" = {"DONE": "done", "CLOSED": "done", "FIX": "fix", "FIXED": "fix"}
_NAMES: "Final" = {"convention": "rule", "next": "open"}
_ELSEWHERE: "Final" = ("aidd", os.path.join("docs", "spec", "active"))  # folders of homes that make ids of their own


def line(root: str, message: str) -> str:
    """ "kept: decision Use Postgres [d-1a2b3c4d]"; "" if the message has no new marker line.

    The id is left out if a ticket or a spec may be active, as its home makes another id. Words near a possible secret
    are left out.
    """
    stated = {identity.fingerprint(kind, text): (word, kind, text) for word, kind, text in _marked(message[:READ])}
    known = _known(root, [mark for mark, (word, _, _) in stated.items() if word not in marker_words.CLOSING])
    new = [each for mark, each in stated.items() if mark not in known]
    if not new:
        return ""
    has_ids = not any(os.path.isdir(os.path.join(root, folder)) for folder in _ELSEWHERE)
    named = "; ".join(_named(*each, has_id=has_ids) for each in new[:MOST])
    return f"kept: {named}{f'; {len(new) - MOST} more' if len(new) > MOST else ''}"


def _marked(message: str) -> "Iterator[tuple[str, str, str]]":
    """(marker word, kind, text) of each marker line outside of code, tables and quotations."""
    fence, left = "", LINES
    for row in message.split("\n"):
        bare = row.strip()
        if fence or bare.startswith(_FENCES):
            if not fence:
                fence = bare[:3]
            elif bare.startswith(fence):
                fence = ""
            continue
        word, kind, rest = _headed(bare)
        if not kind:
            continue
        left -= 1
        text = _text(rest[:_LONGEST])
        if word in marker_words.ORDERS:
            text = f"{word.capitalize()} {text[:1].lower()}{text[1:]}"
        if kind == "next" and text.endswith(marker_words.QUESTIONS):
            kind = "question"
        if len(text) >= 3 and not _says_nothing(kind, text):
            yield word, kind, text
        if not left:
            return


def _headed(bare: str) -> tuple[str, str, str]:
    """(marker word, kind, text after the colon) of a line; kind is "" without a marker."""
    head, colon, rest = bare[:_HEAD].partition(":")
    rest += bare[_HEAD:]
    parts = head.split()
    if len(parts) == 2 and (parts[0] in _BULLETS or parts[0].rstrip(".)").isdigit()):
        parts = parts[1:]
    if not colon or len(parts) != 1:
        return "", "", ""
    word = parts[0]
    for wrapper in _WRAPPERS:
        word = word.removeprefix(wrapper).removesuffix(wrapper)
    return word, marker_words.KINDS.get(word, ""), rest.strip(" *_`")


def _says_nothing(kind: str, text: str) -> bool:
    """Whether a text is a placeholder such as "TBD", or the question that a decision should answer."""
    words = text.casefold().strip(" .!-–—*_`").split()
    is_short = len(words) <= 3 and bool(words) and words[0] in marker_words.NOTHING
    return is_short or (kind == "decision" and text.rstrip(" .*_`").endswith("?"))


def _text(rest: str) -> str:
    """The statement of a marker line, without its reason, its solution and what it replaces."""
    at = rest.casefold().find(marker_words.REPLACES)
    if at >= 0:
        end = rest.rfind(")", at)
        rest = f"{rest[:at]} {rest[end + 1 :] if end >= 0 else ''}"
    rest = " ".join(rest.split()).rstrip(" *_`")
    cuts = [rest.find(mark) for mark in (*marker_words.ARROWS, *marker_words.DASHES)]
    return rest[: min((cut for cut in cuts if cut >= 0), default=len(rest))].rstrip(" *_`")


def _named(word: str, kind: str, text: str, *, has_id: bool) -> str:
    name = _VERBS.get(word) or _NAMES.get(kind, kind)
    if not text.isprintable() or _may_hold_secret(text):
        return f"{'an' if name[0] in 'aeiou' else 'a'} {name}"
    shown = f"{name} {text if len(text) <= _CHARS else f'{text[: _CHARS - 1].rstrip()}…'}"
    is_plain = len(text) <= _WHOLE and not any(char in text for char in _MARKS)
    if kind == "convention":  # one about code becomes a proposed guard rail, with an id of its own
        return f"{shown} (about code it holds once you confirm it: /iris:memory)"
    has_id = has_id and is_plain and kind != "preference" and word not in _VERBS
    return f"{shown} [{identity.identify(kind, text)}]" if has_id else shown


def _may_hold_secret(text: str) -> bool:
    """Whether a value follows a word for a secret, or a word is long enough to be a secret."""
    parts = text.split()
    has_value = ":" in text or "=" in text or any(char.isdigit() for char in text)
    low = text.casefold()
    return any(len(part) > _WORD for part in parts) or (has_value and any(mark in low for mark in marker_words.SECRETS))


def _known(root: str, marks: list[str]) -> set[str]:
    """The fingerprints that the index has; none if it cannot answer at once."""
    path = places.index_path(root)
    if not marks or not os.path.exists(path):
        return set()
    try:
        from memory_core.recall.light import asked
    except ImportError:  # an environment without SQLite's library: `doctor` says so
        return set()
    return asked.known(path, marks, _SECONDS)
