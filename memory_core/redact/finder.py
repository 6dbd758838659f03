"""Finds secrets without a typical shape or a certain place: candidates near a trigger word, scored by a fitted model.

A trigger word announces a secret ("password", "Kennwort"). Only lines within `LINES` of a trigger word are read, and
table rows under a heading with one, so the work is linear in the text. `tools/fit/tasks/secrets.py` makes the weights.
"""

import contextlib
from array import array
from binascii import crc32
from bisect import bisect_left, bisect_right
from collections.abc import Callable, Iterable, Iterator, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from memory_core.language import linear
from memory_core.redact import context, lexicon
from memory_core.redact.candidates import Candidate, beside, candidates
from memory_core.redact.expressions import compiled
from memory_core.redact.lines import LINES, WEAK, WIDEST, Line, belongs, heading, read_lines, regions
from memory_core.redact.names import is_public_parameter
from memory_core.redact.shapes import Span
from memory_core.redact.tokens import kind_of, look

WEIGHTS: Final = "secret_weights.txt"
LEAST: Final = 35  # the score of a secret; the margin of the fit is 100
DOUBTED: Final = -40  # the score below which what a rule found is none
DOUBTED_MORE: Final = -60  # of what words and phrases are not
# What a score gains by the group of its look, where a word announces it in its line and where none does; and loses
# where no announcing word stands right before it.
GAINS: Final = {
    "p": (0, 30), "d": (45, 45), "w": (10, 0), "n": (40, 55), "h": (30, 10), "g": (10, 10), "m": (10, 50),
    "j": (-10, 0),
}  # fmt: skip
MORE: Final = {"d": 20, "h": 30, "n": 10}  # what is drawn by chance may be an id
_UNLIKELY: Final = -50  # the score of looks that no place makes a secret of
_DOUBTFUL: Final = -15  # the score after a glance that the rest has never made up for
MOST: Final = 64  # candidates of a line: a list of short values has so many in WIDEST characters
_ANNOUNCED: Final = frozenset(
    (":", "：", "?", "？", "OWN", "=", "<is>", "`", "'", '"')
)  # ends of lines that announce the next
_SHORT: Final = 120  # characters of a line that announces nothing
_KEYED: Final = r"[\"'][\w.$-]+[\"']\s*[:=]"
_MORE_OF_QUERY: Final = r"&[\w.-]{1,40}=\Z"  # the next parameter of a URL
_VERSION_OR_DAY: Final = r"v?\d{1,4}(?:\.\d{1,4}){1,3}|\(?[12]\d{3}-[01]\d-[0-3]\d\)?"
_KINDS: Final = {
    "TOKEN": "token", "SECRET": "secret", "CREDENTIAL": "credential", "APIKEY": "api-key",
}  # fmt: skip
_PLAIN_NOTHING: Final = ("0p", "0pi", "0pr", "0ri", "0pri", "0prc", "0rci")  # kinds of look that no secret has
Weighed = tuple[Line, Candidate]
_models: Final[list[linear.Model]] = []  # the one that weighs, once it is read
Known = dict[object, Sequence["Scored"]]
"""What the lines of one text are worth: they come again where the text is read again, or repeats itself."""


UNREAD: Final = "unread"  # what a region is called that is left out because no candidate may be weighed any more
_left: Final[list[int]] = []  # how many candidates this process may still weigh; empty where there is no bound


class _SpentError(Exception):
    """No further candidate may be weighed."""


class Scored(NamedTuple):
    """A candidate with its score, its place in its line or region, and the kind that a redaction names."""

    score: int
    start: int
    end: int
    kind: str
    origin: str
    group: str  # of its look
    owned: bool  # whether a word before it in its line announces it


def spans(text: str, hits: Iterable[int], soft: Iterable[Span] = (), known: Known | None = None) -> Iterator[Span]:
    """The secrets near trigger words, and those of the `soft` spans, found by rules, that the model accepts. Spans in
    `known` are not scored again.
    """
    known = {} if known is None else known
    ruled = sorted({*soft})
    at = 0
    for part, start, places in regions(text, hits):
        here = []
        while at < len(ruled) and ruled[at].start < start + len(part):
            here.append(Span(ruled[at].start - start, ruled[at].end - start, ruled[at].kind))
            at += 1
        for span in _secrets(part, places, here, known):
            yield Span(start + span.start, start + span.end, span.kind)
    yield from ruled[at:]


@contextlib.contextmanager
def bounded(candidates: int) -> Iterator[None]:
    """Score at most so many candidates in a `with` block; a region beyond the limit becomes one span, because it was
    not read.
    """
    before = _left[:]
    _left[:] = [candidates]
    try:
        yield
    finally:
        _left[:] = before


def weighed(line: Line, candidate: Candidate) -> int:
    """The score of a candidate; from LEAST on it is a secret. A candidate that the cheap features rule out is not
    scored further.
    """
    weigh, mask = _weigher()
    value = line.text[candidate.start : candidate.end]
    places, score = _weighed_look(value)
    if score < _UNLIKELY:
        return score
    glance = context.seen(line, candidate)
    more = linear.places(glance.features, mask) - places
    score += sum(map(weigh, more))
    if score < _DOUBTFUL:
        return score
    alone, others = context.rest(glance)
    group = glance.look.group
    shared = linear.encoded(alone)
    start = crc32(group.encode())
    last = {place & mask for place in map(crc32, shared)}
    last.update([crc32(feature, start) & mask for feature in shared[1:]])
    last |= linear.places(others, mask)
    last -= places
    last -= more
    score += sum(map(weigh, last)) + GAINS[group][glance.owner < 0]
    return score if group not in MORE or context.close(line, candidate, group) else score - MORE[group]


@lru_cache(4096)
def _weighed_look(value: str) -> tuple[set[int], int]:
    """The table indexes of a look's features, and their weights."""
    weigh, mask = _weigher()
    places = linear.places(look(value).features, mask)
    return places, _model().labels[0].bias + sum(map(weigh, places))


@cache
def _weigher() -> tuple[Callable[[int], int], int]:
    """A function from an index of the table to its weight, and the mask of indexes."""
    model = _model()
    return array("b", model.labels[0].table).__getitem__, model.mask


def _model() -> linear.Model:
    if not _models:
        _models.append(linear.load(WEIGHTS))
    return _models[-1]


def use(model: linear.Model) -> None:
    """Use this model from here on, one that `tools/fit` has just fitted."""
    _models[:] = [model]
    _weigher.cache_clear()
    _weighed_look.cache_clear()


def _secrets(part: str, hits: Sequence[int], ruled: Iterable[Span], known: Known) -> list[Span]:
    """The best candidates of a region, without those that overlap a better one; also the spans found by rules that the
    model does not reject.
    """
    try:
        scored = [
            each._replace(start=line.start + each.start, end=line.start + each.end)
            for line, is_announced in _weighable(part, hits)
            for each in _scored(line, known, is_announced=is_announced)
        ]
    except _SpentError:
        return [*ruled, Span(0, len(part), UNREAD)]
    scored.sort(key=lambda each: (each.start, -each.score, each.end))
    starts = [each.start for each in scored]
    kept = [
        span
        for span in ruled
        if not (_is_label(part[span.start : span.end]) or _doubted(span, _beside(span, scored, starts)))
    ]
    reach: dict[int, int] = {}  # how far the longest value goes that begins at a place
    for each in scored:
        if each.score >= LEAST and each.group == "p":
            reach[each.start] = max(each.end, reach.get(each.start, 0))
    taken: list[tuple[int, int]] = []  # in order: what is beside a place is found at once
    for each in sorted(scored, key=lambda each: (-each.score, each.start, each.end)):
        if each.score < LEAST:
            break
        if each.origin == "line" and compiled(_KEYED).match(part, each.start, each.end):
            continue  # a name and its value are no value
        at = bisect_left(taken, (each.end,))
        if not at or taken[at - 1][1] <= each.start:
            more = compiled(_MORE_OF_QUERY).search(part, each.start, each.end + 1)
            end = min(reach.get(each.start, 0), taken[at][0] if at < len(taken) else len(part))
            taken.insert(at, (each.start, more.start() if more else max(each.end, end)))
            kept.append(Span(*taken[at], each.kind))
    return kept


def _beside(span: Span, scored: Sequence[Scored], starts: Sequence[int]) -> Sequence[Scored]:
    """The candidates that begin near enough to a span to be the same, of all in the order of their starts."""
    near = (span.end - span.start) // 2
    return scored[bisect_left(starts, span.start - near) : bisect_right(starts, span.start + near)]


def _scored(line: Line, known: Known, *, is_announced: bool) -> Sequence[Scored]:
    """The scores of a line's candidates. A line that comes again among the same lines is weighed once."""
    around = [each.text for each in line.around]
    key = (line.text, is_announced, line.above, line.below, tuple(line.heads.items()), *around)
    if key not in known:
        likely = _of_line(line, is_announced=is_announced)
        if _left:
            if _left[0] < len(likely):
                raise _SpentError
            _left[0] -= len(likely)
        known[key] = [_scored_one(line, candidate) for candidate in likely]
    return known[key]


def _scored_one(line: Line, candidate: Candidate) -> Scored:
    score = weighed(line, candidate)
    group = look(line.text[candidate.start : candidate.end]).group
    if score < LEAST and group in MORE and group != "n" and context.used_as(line, candidate):
        score = LEAST
    elif score >= LEAST and (is_public_parameter(line.text, candidate.start) or _is_version_or_day(line, candidate)):
        score = DOUBTED
    kind = _KINDS.get(context.family(line, candidate), "password") if score >= LEAST else ""
    return Scored(
        score, candidate.start, candidate.end, kind, candidate.origin, group, context.owner(line, candidate) >= 0
    )


def _is_version_or_day(line: Line, candidate: Candidate) -> bool:
    """Whether a value is a version, as in "pin it to 1.21.1", or a day, as behind a memory about pins."""
    return compiled(_VERSION_OR_DAY).fullmatch(line.text, candidate.start, candidate.end) is not None


def _is_label(value: str) -> bool:
    """Whether a value is no more than the word for a password: login.password = Wachtwoord."""
    return lexicon.classes().get(value.lower()) in ("PASSWORD", "PASSWORDCJK")


def _doubted(span: Span, scored: Iterable[Scored]) -> bool:
    """Whether the model knows the result of a rule and rejects it."""
    same = [each for each in scored if _is_same(span, each)]
    if not same:
        return False
    exact = [each for each in same if (each.start, each.end) == (span.start, span.end)]
    best = min(exact or same, key=lambda each: (-each.score, each.start, each.end))
    # Drawn by chance, in a name; or called by a word that the model does not know.
    if best.group in "hd" and (best.origin in ("piece", "rest") or not best.owned):
        return False
    return best.score < (DOUBTED if best.group in "wjp" else DOUBTED_MORE)


def _is_same(span: Span, other: Scored) -> bool:
    shared = min(other.end, span.end) - max(other.start, span.start)
    return 10 * shared > 7 * (max(other.end, span.end) - min(other.start, span.start))


def proposals(part: str, hits: Sequence[int]) -> Iterator[Weighed]:
    """The candidates of a region with hits at these places, each with its line."""
    for line, is_announced in _weighable(part, hits):
        yield from ((line, candidate) for candidate in _of_line(line, is_announced=is_announced))


def _weighable(part: str, hits: Sequence[int]) -> Iterator[tuple[Line, bool]]:
    """The lines of a region that may hold a secret, and whether one is announced in them."""
    lines = list(read_lines(part, hits))
    table: tuple[int, str, dict[str, str]] | None = None
    above = -1  # the last line that announces something
    for at, line in enumerate(lines):
        if table and not belongs(line, table, at):
            table = None
        if not table and line.announces:
            sign, names = heading(line)
            table = (at, sign, names) if sign else None
        is_announced = bool(line.announces or line.heads)
        if above >= 0 and at - above <= LINES:
            filled = sum(bool(each.text) for each in lines[above + 1 : at])
            line.above = (lines[above].announces, lines[above].ends(), filled)
            is_announced = is_announced or (line.above[1] in _ANNOUNCED and filled < 2) or "<<" in lines[above].text
        if line.announces:
            above = at
        line.below = _announced_below(lines, at)
        near = line.above[0] or (line.below not in WEAK and len(line.text) < _SHORT // 2)
        if is_announced or (near and len(line.text) < _SHORT):
            line.around = [*lines[max(0, at - LINES) : at], *lines[at + 1 : at + 1 + LINES]]
            yield line, is_announced


def _of_line(line: Line, *, is_announced: bool) -> list[Candidate]:
    """The candidates of a line, at most MOST: those nearest after a trigger word; only a few if the line has none."""
    likely = list(_likely(line, is_announced=is_announced))
    if len(likely) > MOST:
        before = line.read.before
        likely.sort(
            key=lambda each: each.first - before[each.first] if before[each.first] >= 0 else each.first + WIDEST
        )
    return likely[:MOST]


def _likely(line: Line, *, is_announced: bool) -> Iterator[Candidate]:
    for candidate in (candidates if is_announced else beside)(line.text, line.tokens, line.norms):
        value = line.text[candidate.start : candidate.end]
        if line.text[candidate.end : candidate.end + 1] in ("(", "[") and value[-1].isalnum():  # a call
            continue
        kind = kind_of(value)
        if kind not in _PLAIN_NOTHING and not (kind[0] == "0" and value[0] in "$<{%"):
            yield candidate


def _announced_below(lines: list[Line], at: int) -> str:
    return lines[at + 1].announces if at + 1 < len(lines) else ""
