"""Removes secrets: every text passes through here before it is written, indexed, logged or handed on.

`clean` is for input: it drops `<private>` parts and replaces secrets by `[redacted:<kind>]`. `neutral` is for output
into a session or a terminal. Both are pure and idempotent, and change nothing else.

A secret is found by its shape (`shapes`), by its name (`assigned`) or by its place (`commands`). A detector may be
passed in as a second opinion (`edges.secret_detector`); its results are judged too, because a redacted commit hash is a
lost memory. `suspicious` returns whether a second opinion is worth its time.
"""

import re
from collections.abc import Callable, Iterable, Iterator, Mapping
from functools import cache, partial
from typing import Any, Final, NamedTuple

from memory_core.redact import assigned, commands, finder, judge, lexicon, readings, shapes
from memory_core.redact.expressions import END, Words, compiled
from memory_core.redact.shapes import Span

__all__ = [
    "Detector", "Redacted", "called", "clean", "clean_fields", "clean_within", "neutral", "redact", "suspicious",
    "telling", "typed", "without_private",
]  # fmt: skip

Detector = Callable[[str], Iterable[tuple[str, str]]]
"""One line in, the secrets in it out: (kind, the secret word for word)."""


class Redacted(NamedTuple):
    """A text without its secrets, and how many of each kind there were."""

    text: str
    redactions: dict[str, int]


_OPENING: Final = r"(?i)<\s*+private(?:\s[^<>]*)?>"
_PRIVATE: Final = r"(?i)<\s*+(/?)\s*+private(?:\s[^<>]*)?>"
_SHORTEST: Final = 8  # pwd=abcd
_BEHIND: Final = 300  # characters before a telling word at which a rule looks
_AHEAD: Final = 1100  # characters from there on
_EDGE: Final = 100  # a secret that reaches as near as this to the end of what is looked at may go on behind it
_REMEMBERED: Final = 256
_DEPTH: Final = 2  # of base64 within base64
_READINGS: Final = 6  # of a text that changes with each; what people write has settled after three
_WIDENED: Final = 200  # characters around a secret that go as well with the next reading, then four times as many
_ROUNDS: Final = 8  # of tags that come into being when a private part between their halves goes
_LOWER: Final = str.maketrans("ABCDEFGHIJKLMNOPQRSTUVWXYZ", "abcdefghijklmnopqrstuvwxyz")


def clean(text: str, detector: Detector | None = None) -> str:
    """The text without its private parts and secrets, otherwise byte for byte; clean(clean(x)) == clean(x)."""
    while True:
        text, kinds = redact(without_private(text), detector)
        if not kinds or not compiled(_OPENING).search(text):  # a mark may have completed a tag
            return text


def clean_within(value: Any) -> Any:
    """A JSON value with every text in it `clean`; keys stay."""
    if isinstance(value, str):
        return clean(value)
    if isinstance(value, list | tuple):
        return [clean_within(each) for each in value]
    return {key: clean_within(each) for key, each in value.items()} if isinstance(value, Mapping) else value


def clean_fields(record: Any, *names: str) -> Any:
    """The named tuple with the texts, lists and JSON values of these fields `clean`."""
    given = {name: getattr(record, name) for name in names}
    kept = {name: clean_within(value) for name, value in given.items()}
    return record._replace(
        **{name: tuple(value) if isinstance(given[name], tuple) else value for name, value in kept.items()}
    )


def called(name: str, text: str) -> str:
    """The text without secrets, and none if the name that it is given makes it one: `password`, `API_KEY`."""
    named = f"{name}=" if name.isupper() else f"{name}: "
    cleaned = clean(named + text)
    return clean(cleaned.removeprefix(named) if name and cleaned.startswith(named) else text)


def redact(text: str, detector: Detector | None = None) -> Redacted:
    """The text with `[redacted:<kind>]` for every secret in it, and how many of each kind there were."""
    kinds: dict[str, int] = {}
    known: finder.Known = {}
    times = 0
    while spans := _merged(_all_spans(plain := readings.plainly_quoted(text), detector, known)):
        spans = _merged([*spans, *readings.again(plain, spans)])
        if times >= _READINGS:
            spans = _merged([_widened(text, span, _WIDENED << 2 * (times - _READINGS)) for span in spans])
        for span in spans:
            kinds[span.kind] = kinds.get(span.kind, 0) + 1
        text = _replaced(text, spans)
        times += 1
    return Redacted(text, kinds)


def without_private(text: str) -> str:
    """The text without its `<private>...</private>` parts: any case, nested, an unclosed one to the end of the text."""
    for _ in range(_ROUNDS):
        if "<" not in text or not (opening := compiled(_OPENING).search(text)):
            return text
        text = _without_parts(text, opening.start())
    opening = compiled(_OPENING).search(text)  # tags within tags within tags: somebody hides them
    return text[: opening.start()] if opening else text


def _without_parts(text: str, start: int) -> str:
    """The text without the private parts from `start` on; the text around a removed part may form a new tag."""
    kept = [text[:start]]
    depth, at = 0, start
    for tag in compiled(_PRIVATE).finditer(text, start):
        if tag[1] and not depth:
            continue
        if not depth:
            kept.append(text[at : tag.start()])
        depth += -1 if tag[1] else 1
        at = tag.end()
    return "".join(kept) if depth else "".join([*kept, text[at:]])


def suspicious(text: str) -> bool:
    """Whether something is left in a redacted text that a second opinion should look at.

    That is: a long random value on a line that speaks of secrets, or a quoted literal given to a secret's name.
    """
    return any(compiled(_SECOND_LOOK).search(line) for line in _telling_lines(text))


_TELLING: Final = r"(?i)passw|secret|token|credential|api.?key|auth|access.?key|private.?key|pwd"
_SECOND_LOOK: Final = (
    r"(?=[A-Za-z0-9+/=_-]*\d)(?=[A-Za-z0-9+/=_-]*[A-Za-z])(?<![\w+/=.-])[A-Za-z0-9+/=_-]{20,}(?![\w+/=-])"
)


def _telling_lines(text: str) -> list[str]:
    return (
        [line for line in text.splitlines() if compiled(_TELLING).search(line)]
        if compiled(_TELLING).search(text)
        else []
    )


def _widened(text: str, span: Span, by: int) -> Span:
    """The span extended by its surroundings: a text that reveals another secret with each pass must reach a stable
    state.
    """
    return Span(max(0, span.start - by), min(len(text), span.end + by), span.kind)


def _all_spans(text: str, detector: Detector | None, known: finder.Known) -> list[Span]:
    if len(text) < _SHORTEST:
        return []
    own = partial(_own_spans, lines=known)
    spans = [*own(text), *readings.continued(text, own), *readings.concatenated(text, own)]
    spans = [readings.whole(text, span) for span in spans]
    if detector:
        spans += _second_opinion(text, detector)
    return spans


@cache
def _words() -> Words:
    """The telling words."""
    plain = {*lexicon.WORDS, *commands.WORDS, *commands.ACCOUNTS, *lexicon.beginnings()} - lexicon.BOUNDED
    words = {*plain, *lexicon.BOUNDED, *commands.LOGINS, *lexicon.announcing()}
    return Words(word if word in plain else word + END for word in words if word.isascii())


def _hits(lowered: str) -> Iterator[tuple[str, int]]:
    """The trigger words of a text and their places. Words of other scripts are searched only in texts that contain such
    letters.
    """
    yield from _words().find(lowered)
    if not lowered.isascii():
        words, letters = _abroad()
        end = 0
        for letter in letters.finditer(lowered):
            if letter.start() >= end:  # the line has not been read
                start = max(end, lowered.rfind("\n", end, letter.start()))
                end = lowered.find("\n", letter.start())
                end = len(lowered) if end < 0 else end
                yield from words.find(lowered, start, end)


@cache
def _abroad() -> tuple[Words, re.Pattern[str]]:
    """The trigger words of other scripts, and the letters of which a line must contain at least one to hold such a
    word.
    """
    words = [word for word in {*lexicon.WORDS, *lexicon.announcing()} if not word.isascii()]
    letters = sorted({letter for word in words for letter in word if not letter.isascii()})
    return Words(words), compiled(f"[{''.join(map(re.escape, letters))}]")


def _own_spans(text: str, depth: int = 0, *, lines: finder.Known) -> list[Span]:
    pieces = shapes.pieces(text)
    spans = list(shapes.spans(text, pieces))
    if depth < _DEPTH:
        spans += readings.encoded(text, pieces, lambda plain: _own_spans(plain, depth + 1, lines=lines))
    sure = readings.without_guillemets(text)  # the finder knows them
    lowered = _lowered(sure)
    seen: dict[str, tuple[list[Span], list[Span]]] = {}
    hits = list(_hits(lowered))
    soft: list[Span] = []
    for word, at in hits:
        # What stands around a word decides. A text that repeats itself is judged once: at its 100,000 "token" too.
        around = sure[max(0, at - _BEHIND) : at + _AHEAD]
        known = seen.get(around) if at >= _BEHIND else None
        if known is None:
            known = (_moved(_commanded(sure, word, at), -at), _moved(_called(sure, lowered, word, at), -at))
            if at >= _BEHIND and all(span.end < _AHEAD - _EDGE for span in (*known[0], *known[1])):
                if len(seen) >= _REMEMBERED:
                    seen.clear()
                seen[around] = known
        spans += _moved(known[0], at)
        soft += _moved(known[1], at)
    return [*spans, *finder.spans(text, _announcing(hits), soft, lines)]


def _moved(spans: Iterable[Span], by: int) -> list[Span]:
    return [Span(span.start + by, span.end + by, span.kind) for span in spans]


def telling(text: str) -> list[int]:
    """The places of trigger words, near which secrets are searched."""
    return _announcing(_hits(_lowered(text)))


def _announcing(hits: Iterable[tuple[str, int]]) -> list[int]:
    return [at for word, at in hits if word not in _silent()]


@cache
def _silent() -> frozenset[str]:
    """The words of sure places that have no word in them that announces a secret."""
    others = {*lexicon.WORDS, *commands.ACCOUNTS, *commands.LOGINS, *lexicon.beginnings(), *lexicon.announcing()}
    announcing = _words().without(commands.ALONE - others)
    return frozenset(word for word in commands.ALONE if not any(announcing.find(word)))


def _lowered(text: str) -> str:
    """The text in lower case with the same length: some letters have two characters in lower case."""
    lowered = text.lower()
    return lowered if len(lowered) == len(text) else text.translate(_LOWER)


def _commanded(text: str, word: str, at: int) -> Iterator[Span]:
    base = _base(word, commands.WORDS)
    return commands.spans(text, base, at) if base else iter(())


def _called(text: str, lowered: str, word: str, at: int) -> Iterator[Span]:
    word, at = word.lstrip("/"), at + word.startswith("/")  # a piece of a path may be the word of a name too
    if word in commands.LOGINS or word in commands.ACCOUNTS:
        return commands.logins(text, word, at)
    base = _base(word, lexicon.WORDS)
    return assigned.spans(text, lowered, base, at) if base else iter(())


@cache
def _base(word: str, words: frozenset[str]) -> str:
    """The item of `words` that a trigger word equals or begins with; "" if there is none."""
    return max((base for base in words if word.startswith(base)), key=len, default="")


def _second_opinion(text: str, detector: Detector) -> list[Span]:
    spans = []
    at = 0
    for line in text.splitlines(keepends=True):
        if not (compiled(_TELLING).search(line) or compiled(_SECOND_LOOK).search(line)):
            at += len(line)
            continue
        for kind, secret in detector(line.rstrip("\r\n")):
            start = line.find(secret)
            if start >= 0 and _worth_hiding(secret):
                spans.append(Span(at + start, at + start + len(secret), kind))
        at += len(line)
    return spans


def _worth_hiding(secret: str) -> bool:
    return (
        "[redacted:" not in secret
        and judge.random_looking(secret)
        and judge.mixed(secret)
        and not judge.is_public(secret)
        and not judge.is_public(secret.rpartition("-")[2])  # a name with a digest behind it
    )


def _merged(spans: list[Span]) -> list[Span]:
    """The spans in order; overlapping spans become one, with the kind of the widest."""
    merged: list[Span] = []
    for span in sorted(spans, key=lambda s: (s.start, -s.end)):
        if merged and span.start < merged[-1].end:
            last = merged[-1]
            kind = span.kind if span.end - span.start > last.end - last.start else last.kind
            merged[-1] = Span(last.start, max(last.end, span.end), kind)
        else:
            merged.append(span)
    return merged


def _replaced(text: str, spans: list[Span]) -> str:
    pieces: list[str] = []
    at = 0
    for span in spans:
        pieces += (text[at : span.start], f"[redacted:{span.kind}]")
        at = span.end
    return "".join([*pieces, text[at:]])


# What a terminal obeys: CSI, OSC and the other string commands, two-character escapes. No string runs over the start
# of another one: a run of starts would be read again from each.
_ESCAPES: Final = (
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b\]|\x9d)[^\x07\x1b\x90\x98\x9c-\x9f]{0,2000}(?:\x07|\x1b\\|\x9c)"
    r"|(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x1b\x90\x98\x9c-\x9f]{0,2000}(?:\x1b\\|\x9c)|\x1b[ -/]*[0-~]"
)
_NEWLINES: Final = "\r\n?|[\x0b\x0c\x85\u2028\u2029]"
# Controls; invisible and direction-changing characters; tag characters and variation selectors that hide text.
_INVISIBLE: Final = (
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]"
)
_OBEYED: Final = "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069]"
_LONE: Final = "[\ud800-\udfff]"
_SUSPECT: Final = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ud800-\udfff\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff<\uff1c\ufe64]"
)
# Tags by which the client, a model's template or this house mark who speaks: those with a hyphen, an underscore or a
# colon in their name, and these plain ones. HTML and generics (`<div>`, `List<String>`) are nobody's voice and stay.
_TAG: Final = (
    r"(?i)[<\uff1c\ufe64](?=\s*+[/\uff0f]?+\s*+(?:[a-z][^\W_]*+[-_:][\w:-]*+|system|assistant|user|human|private|thinking|instructions?|invoke"
    r"|parameter|result|output|example|documents?|context|memory|memories|briefing|reminder|tool|important|s|inst|sys|im_start)"
    r"(?:[\s/>\uff1e]|\Z)|\|)"
)


def typed(text: str) -> str:
    """The text as typed, without terminal control codes, for a file that people view with `cat`."""
    text = compiled(_ESCAPES).sub("", text)
    return compiled(_OBEYED).sub("", compiled(_NEWLINES).sub("\n", text))


def neutral(text: str) -> str:
    """The text with its control sequences gone, its newlines `\\n`, and the `<` of every speaker's tag turned into `‹`.

    The result holds no control character but newline and tab, no invisible or direction-changing character, and no
    tag of the client's or ours; neutral(neutral(x)) == neutral(x).
    """
    if not compiled(_SUSPECT).search(text):
        return text
    text = compiled(_ESCAPES).sub("", text)
    text = compiled(_NEWLINES).sub("\n", text)
    text = compiled(_INVISIBLE).sub("", text)
    text = compiled(_LONE).sub("\ufffd", text)
    return compiled(_TAG).sub("‹", text)
