"""Where a value stands: the features of its place that the finder of secrets weighs, alone and with its looks."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from memory_core.domain.screen import lexicon
from memory_core.domain.screen.candidates import QUOTES, Candidate
from memory_core.domain.screen.expressions import compiled
from memory_core.domain.screen.looks import Look, look
from memory_core.domain.screen.tokens import GAP, Norm, Token, lexed, norm

_LOG: Final = r"[\[(]?\d{4}-\d\d-\d\d|\w{3} +\d+ \d\d:|\[?\d\d:\d\d|(?:INFO|WARN|ERROR|DEBUG)\b"
_KEYED: Final = r"[\"']?[\w.$-]+[\"']?\s*[:=]"
_STATES: Final = r"(?:def|class|function|const|let|var|import|from|if|return|public|private|func|fn|type|interface)\b"
_SORTS: Final = {"PASSWORD": "P", "PASSWORDCJK": "P", "PASS": "Q", "LOGIN": "L", "OPT": "O"}
_BACK: Final = 21  # tokens to the left in which the word is looked for that announces a value
_ON: Final = 10
_LETTERS: Final = r"[a-z]+"


class Line:
    """A line, and what the lines around it are for it; its tokens are read when they are asked for."""

    __slots__ = ("_norms", "_tokens", "above", "announces", "around", "below", "heads", "kinds", "start", "text")

    def __init__(self, text: str, start: int, *, telling: bool) -> None:
        self.text = text
        self.start = start
        self._tokens: list[Token] | None = None
        self._norms: list[Norm] | None = None
        self.above: tuple[str, str, int] = ("", "", 0)  # what a line above announces, how it ends, how far it is
        self.below = ""
        self.heads: dict[int, str] = {}  # of tokens: what the heading of their column announces
        self.around: Sequence[Line] = ()
        self.kinds: list[str] | None = None
        # What its last word announces that announces a secret.
        self.announces = next((one.family for one in reversed(self.norms) if one.family), "") if telling else ""

    @property
    def tokens(self) -> list[Token]:
        """The tokens of the line."""
        if self._tokens is None:
            self._tokens = lexed(self.text)
        return self._tokens

    @property
    def norms(self) -> list[Norm]:
        """What each token stands for."""
        if self._norms is None:
            self._norms = [norm(token[2]) for token in self.tokens]
        return self._norms

    def ends(self) -> str:
        """How the line ends: with its word of secrets, a sign, a class, or something else."""
        last = self.norms[-1]
        return "OWN" if last.family else last.text if len(last.text) < 4 or last.text[0] == "<" else "w"


class Place(NamedTuple):
    """A candidate in its line, and what stands beside it; inside quotes, what stands beside them."""

    line: Line
    candidate: Candidate
    left: int  # the token to the left, quotes left out
    right: int
    quote: str
    whole: str  # W: all of the line; E: it ends its clause; M


class Seen(NamedTuple):
    """A candidate as far as a glance goes, which settles most: how it looks, its place, and the features of both."""

    place: Place
    look: Look
    owner: int  # the token to the left that announces it, -1 where none does
    beside: tuple[str, str, str, str]  # what stands to the left, nearest first
    after: str
    key: str
    features: list[str]


def seen(line: Line, candidate: Candidate) -> Seen:
    """A first glance at a candidate; its `features` leave out those of the look."""
    looks = look(line.text[candidate.start : candidate.end])
    place = _placed(line, candidate)
    left = place.left
    beside = (_at(line, left), _at(line, left - 1), _at(line, left - 2), _at(line, left - 3))
    after = _at(line, place.right)
    first = candidate.first
    owner = next((at for at in range(first - 1, max(-1, first - _BACK), -1) if line.norms[at].family), -1)
    named = candidate.origin in ("piece", "rest")
    key = _in_name(line, candidate)[1] if named else _key(line, candidate, owner, beside[0])
    places = (f"l1 {beside[0]}", f"k {key}", f"kr {key} {after}", f"lr {beside[0]} {after}")
    found = [f"{where}|{one}" for one in (looks.summary, looks.kind, looks.case + looks.words) for where in places]
    found += _linked(line, place, owner, beside[0], after, looks)
    return Seen(place, looks, owner, beside, after, key, found)


def features(line: Line, candidate: Candidate) -> list[str]:
    """All that the model weighs of a candidate."""
    glance = seen(line, candidate)
    return [*glance.look.features, *glance.features, *rest(glance)]


def rest(glance: Seen) -> list[str]:
    """What a second look adds to a glance."""
    place, looks, owner, beside, after, key, _ = glance
    line, candidate = place.line, place.candidate
    right, follows = _announced_behind(line, candidate)
    context = [
        *_beside(line, place, beside, after), *_owned(line, candidate, owner, after, beside[0]), *right,
        *_bags(line, candidate), *_elsewhere(line, candidate), *_above(line, candidate, owner, beside[0]),
        *("line " + kind for kind in _kinds(line)),
    ]  # fmt: skip
    if candidate.origin in ("piece", "rest"):
        context += _in_name(line, candidate)[0]
    found = [f"o {candidate.origin} q{place.quote}", *context]
    found += [f"{looks.group}{feature}" for feature in context]
    head = line.heads.get(candidate.first, "")
    places = [f"rk {follows}", f"q {place.quote} {place.whole}", f"L2 {beside[1]} {beside[0]}"]
    if head:
        places.append(f"head {head}")
    for one in (looks.summary, looks.kind, looks.case + looks.words):
        found += [f"{where}|{one}" for where in places]
    for kind in _kinds(line):
        found += (f"ln {kind}|{looks.summary}", f"ln {kind}|{key}")
    found.append(f"{place.whole}|{key}|{looks.case}{looks.words}")
    return found


def family(line: Line, candidate: Candidate) -> str:
    """What the word announces that a candidate belongs to: the nearest to its left, its right, above or below."""
    for at in (*range(candidate.first - 1, -1, -1), *range(candidate.first, len(line.norms))):
        announced: str = line.norms[at].family
        if announced:
            return announced
    heading: str = line.heads.get(candidate.first, "")
    return heading.removesuffix(" r").rstrip("+") or line.above[0] or line.below


def close(line: Line, candidate: Candidate, group: str) -> bool:
    """Whether the word that announces a value stands right before it, or anywhere before a number if it is a PIN."""
    near = line.norms[max(0, candidate.first - 2) : candidate.first]
    return any(one.family not in ("", "LOGIN", "OPT", "PASS") for one in near) or (
        group == "n" and family(line, candidate) == "PIN"
    )


def _at(line: Line, at: int) -> str:
    return line.norms[at].text if 0 <= at < len(line.norms) else "^" if at < 0 else "$"


def _placed(line: Line, candidate: Candidate) -> Place:
    left, right, many = candidate.first - 1, candidate.behind, len(line.tokens)
    quote = ""
    opening = line.tokens[left][2] if left >= 0 else ""
    if opening in QUOTES and right < many and line.tokens[right][2] in (QUOTES[opening], opening):
        quote, left, right = opening, left - 1, right + 1
    elif opening in ("(", "[", "<", "{"):
        quote = opening
    after = _at(line, right)
    whole = "W" if right >= many and left < 0 else "E" if right >= many or after in (".", ",", ";", ")") else "M"
    return Place(line, candidate, left, right, quote, whole)


def _beside(line: Line, place: Place, left: Sequence[str], after: str) -> Iterator[str]:
    candidate = place.candidate
    further = _at(line, place.right + 1)
    yield from (
        f"l1 {left[0]}", f"l2 {left[1]} {left[0]}", f"l3 {left[2]} {left[1]} {left[0]}", f"r1 {after}",
        f"r2 {after} {further}", f"lr {left[0]} {after}", f"q {place.quote}", f"llr {left[1]} {left[0]} {after}",
        f"L {left[1]}", f"L3 {left[2]}", f"L4 {left[3]} {left[2]}", f"pos {place.whole}",
        f"first {candidate.first == 0} last {candidate.behind >= len(line.tokens)} {candidate.origin}",
        f"head {line.heads.get(candidate.first, '')}",
    )  # fmt: skip


def _owned(line: Line, candidate: Candidate, owner: int, after: str, left: str) -> Iterator[str]:
    """The word to the left that announces the value, and what stands between."""
    if owner < 0:
        yield "noowner"
        return
    own = line.norms[owner]
    between = [one.text for one in line.norms[owner + 1 : candidate.first]]
    far = len(between)
    told = " ".join(between) if far <= 4 else "far"
    style = "U" if line.tokens[owner][2].isupper() else "x" if own.text[0] == "<" else "c"
    before = _at(line, owner - 1)
    yield from (
        f"own {own.family} {min(far, 8)}", f"own {own.family} [{told}]", f"between [{told}]",
        f"ownsuf {own.behind} {own.family}", f"ownsuf {bool(own.behind)} {told}", f"ownpre {own.before}",
        f"own {own.text} {style} [{told}]", f"ownr {own.family} [{told}] {after}",
        f"pown {before} {own.family} [{told}]",
        f"pown {_at(line, owner - 2)} {before} {own.family}",
    )  # fmt: skip
    yield from ("btw " + one for one in between)
    if between:
        yield f"btwfirst {own.family} {between[0]} {left}"
    if not {".", ";", "?"}.isdisjoint(between):
        yield "sentence between"
    earlier = line.norms[max(0, owner - 6) : owner]
    if any(one.text == "<user>" for one in earlier):
        yield "user before owner"
    if any(one.family for one in earlier):
        yield "two owners"


def _key(line: Line, candidate: Candidate, owner: int, left: str) -> str:
    """The place in short: the word that announces, and what joins it to the value."""
    if owner < 0:
        above = line.above
        return f"none {left} ab:{above[1] if above[0] else ''}"
    own = line.norms[owner]
    far = candidate.first - owner - 1
    told = (
        " ".join(one.text for one in line.norms[owner + 1 : candidate.first]) if far <= 2 else f"{left}~{min(far, 6)}"
    )
    return f"{own.family}{'+' if own.behind else ''} {told}"


def _announced_behind(line: Line, candidate: Candidate) -> tuple[list[str], str]:
    stop = min(len(line.norms), candidate.behind + _ON)
    owner = next((at for at in range(candidate.behind, stop) if line.norms[at].family), -1)
    if owner < 0:
        return [], "-"
    own = line.norms[owner]
    between = [one.text for one in line.norms[candidate.behind : owner]]
    told = " ".join(between) if len(between) <= 4 else "far"
    found = [
        f"rown {own.family} {min(len(between), 6)}", f"rown {own.family} [{told}]",
        f"rownb [{told}] {_at(line, owner + 1)}",
        f"rowns {bool(own.behind)}", *("rbtw " + one for one in between),
    ]  # fmt: skip
    return found, f"{own.family} {told}"


def _bags(line: Line, candidate: Candidate) -> Iterator[str]:
    for name, first, behind in (
        ("bag", candidate.first - 10, candidate.first),
        ("rbag", candidate.behind, candidate.behind + 6),
    ):
        texts = {one.text for one in line.norms[max(0, first) : behind]}
        yield from (f"{name} {text}" for text in sorted(texts) if text[0] == "<" or text.isalpha())


def _elsewhere(line: Line, candidate: Candidate) -> Iterator[str]:
    """Whether the value stands in the lines around too, and behind what."""
    value = line.text[candidate.start : candidate.end]
    yield f"rep {min(sum(token[2] == value for token in line.tokens), 3)}"
    if not any(value in other.text for other in line.around):
        return
    yield "elsewhere"
    for other in line.around:
        at = next((at for at, token in enumerate(other.tokens) if token[2] == value), -1)
        if at >= 0:
            yield f"elsewhere {_at(other, at - 1)}"
            return


def _above(line: Line, candidate: Candidate, owner: int, left: str) -> Iterator[str]:
    announced, ends, far = line.above
    part = "whole" if candidate.first == 0 and candidate.behind >= len(line.tokens) else "part"
    if owner < 0:
        yield f"above {f'{announced} {ends} {far}' if announced else 'no'} {part}"
        yield f"above2 {ends} {part if part == 'whole' else left}"
    yield f"below {line.below}"


def _in_name(line: Line, candidate: Candidate) -> tuple[list[str], str]:
    """What stands in a name before and behind a piece of it."""
    start, _, name = line.tokens[candidate.first]
    words = compiled(_LETTERS).findall(name[: candidate.start - start].lower())
    classes = lexicon.classes()
    told = " ".join(classes.get(word) or ("?" if lexicon.common(word) < 2 else word) for word in words[-2:])
    last = words[-1] if words else ""
    found = [f"piece {last}", f"piece2 {told}", f"pieceend {name[candidate.end - start :][:5]}"]
    return found, f"piece {classes.get(last, '?') if last else ''}"


def _linked(line: Line, place: Place, owner: int, left: str, after: str, seen: Look) -> Iterator[str]:
    """The link between the word and the value, with how the value looks in the coarsest sense."""
    announced = line.norms[owner] if owner >= 0 else None
    sort, near = "0", ""
    if announced:
        sort = _SORTS.get(announced.family, "S")
        sort += "+" if announced.behind else ""
        far = place.candidate.first - owner
        near = "0" if far == 1 else "1" if place.left - owner <= 1 else "2" if far < 5 else "3"
    link = f"{sort} {near} {left if left[0] in '<=:-' or len(left) == 1 else 'w'}"
    words = next((known for known in "FKC" if known in seen.words), "U")
    links = (
        link, f"{link} {place.whole}", f"{link} {place.quote}", f"{sort} {place.quote} {place.whole}",
        f"{sort}{near} {after}",
    )  # fmt: skip
    for one in links:
        yield from (
            f"lk {one}",
            f"lk {one}|{seen.group}{words}",
            f"lk {one}|{seen.case}{words}",
            f"lk {one}|{seen.group}",
        )
    user = any(one.text == "<user>" for one in line.norms[max(0, place.candidate.first - 8) : place.candidate.first])
    yield from (f"user {user} {sort}{near}", f"{seen.group}user {user} {sort}{near}")


def _kinds(line: Line) -> list[str]:
    if line.kinds is None:
        line.kinds = list(_kinds_of(line))
    return line.kinds


def _kinds_of(line: Line) -> Iterator[str]:
    text = line.text.strip()
    if text[:2] in ("$ ", "> ", "# ", "% ") or text.startswith((">>>", "PS ", "C:\\")):
        yield "shell" + text[0]
    if text[:1] in ("+", "-") and text[1:2] not in ("-", " ", ""):
        yield "diff"
    if text.startswith(("//", "#", "/*", "*", "--", "<!--", ";")):
        yield "comment"
    if text.endswith("?"):
        yield "question"
    if text.endswith((";", "{", "}", ");", ",")):
        yield "code"
    if "|" in text:
        yield "bar"
    if text[:2] in ("- ", "* ", "• "):
        yield "bullet"
    for name, expression in (("log", _LOG), ("key", _KEYED), ("states", _STATES)):
        if compiled(expression).match(text):
            yield name
    signs = sum(not token[2][0].isalnum() for token in line.tokens)
    yield f"signs{min(4, 4 * signs // (len(line.tokens) or 1))}"
    yield f"tokens{min(5, len(line.tokens) // 4)}"


def columns(line: Line, sign: str) -> list[str] | None:
    """For each token of a row the column that it stands in; None where the line is no row of such a table."""
    if sign == GAP:
        return [f"@{token[0]}" for token in line.tokens] if any(one.text == GAP for one in line.norms) else None
    if sign not in line.text:
        return None
    found: list[str] = []
    column = 0
    for token in line.tokens:
        parts = sign in token[2] and not token[2].strip(" \t" + sign)
        column += parts
        found.append("" if parts else str(column))
    return found


def headings(line: Line, sign: str) -> dict[str, str]:
    """The columns whose heading announces a secret, with what it announces; {} where the line is no heading."""
    shown = [token[2] for token in line.tokens]
    if sign == GAP:
        if any(text in (":", "=", ".") for text in shown):
            return {}
    elif any(text in ("=", "(", ".") for text in shown) or (
        line.text.count(sign) < 2 and not (line.text.count(sign) == 1 and (sign not in ",;" or len(shown) == 3))
    ):
        return {}
    places = columns(line, sign)
    return {
        place: one.family + ("+" if one.behind else "")
        for place, one in zip(places or (), line.norms, strict=False)
        if place and one.family and one.family not in ("LOGIN", "OPT")
    }
