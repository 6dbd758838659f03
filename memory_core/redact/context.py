"""Where a value stands: the features of its place that the finder of secrets weighs, alone and with its looks."""

from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from memory_core.redact import lexicon
from memory_core.redact.candidates import QUOTES, Candidate
from memory_core.redact.expressions import compiled
from memory_core.redact.looks import Look, look
from memory_core.redact.names import is_of_another_kind
from memory_core.redact.tokens import GAP, Norm, Token, lexed, norm

_LOG: Final = r"[\[(]?\d{4}-\d\d-\d\d|\w{3} +\d+ \d\d:|\[?\d\d:\d\d|(?:INFO|WARN|ERROR|DEBUG)\b"
_KEYED: Final = r"[\"']?[\w.$-]+[\"']?\s*[:=]"
_STATES: Final = r"(?:def|class|function|const|let|var|import|from|if|return|public|private|func|fn|type|interface)\b"
_SPEAKS: Final = r"(?:\[[\d:., ]+\]\s*)?(?:<[\w.-]{2,20}>|[^\W\d_][\w.-]{1,20}:)\s"
_SORTS: Final = {"PASSWORD": "P", "PASSWORDCJK": "P", "PASS": "Q", "LOGIN": "L", "OPT": "O", "ACCOUNT": "A"}
_BACK: Final = 21  # tokens to the left in which the word is looked for that announces a value
_ON: Final = 10
_LETTERS: Final = r"[a-z]+"
_NAMED: Final = ("piece", "rest")  # candidates inside a name
_OPENING, _CLOSING = ("(", "[", "<", "{"), (".", ",", ";", ")")
_SENTENCE_ENDS: Final = frozenset((".", ";", "?"))
_MOST_BARE: Final = 7
WEAK: Final = ("", "LOGIN", "OPT", "ACCOUNT")  # what announces too little for the lines around it
_GOES_ON: Final = 6  # tokens
_FOR: Final = frozenset(("<for>", "<as>", "<to>"))
_PARTS: Final = frozenset((".", ",", ";", ":", "?", "!", "=", "/", "|", "、", "，", "。"))
_LONGEST_HEADING: Final = 4  # tokens of a cell; a row that says something is no heading
PARTING: Final = ("|", "│", "\t", ",", ";", GAP)  # what parts the columns of a table
_REMEMBERED: Final = 512  # lines
_EDGE: Final = 6  # texts in front of those of a line
_BEGIN, _END = ("^",) * _EDGE, ("$",) * 3


_USED: Final = ("<as>", "<for>")
_SERVES_WITHIN, _NAMED_WITHIN = 4, 4  # tokens to "as", and from there to the name of a secret
_SERVING: Final = frozenset(("<is>", "<in>", "<to>"))
_MAY_SERVE: Final = _SERVING | {"<use>", "<also>"}
# Between "as" and the name these say that it is not the secret itself: as the hash of the token.
_IS_ABOUT: Final = frozenset(
    (*_PARTS, *_USED, "<public>", "<about>", "<placeholder>", "<codes>", "<of>", "<with>", "<and>", "<or>", "<in>",
     "<to>", "<not>", "<use>", "<ask>")
)  # fmt: skip
# What a name ends in front of: "as the token for now", but not "as the token expired".
_MAY_FOLLOW: Final = frozenset(
    (*_PARTS, *_CLOSING, *_USED, GAP, "<with>", "<and>", "<or>", "<to>", "<of>", "<in>", "<then>", "<also>", "<now>")
)


class Line:
    """A line, and what the lines around it are for it; its tokens are read when they are asked for."""

    __slots__ = (
        "_near", "_read", "above", "announces", "around", "below", "heads", "kinds", "start", "text",
    )  # fmt: skip

    def __init__(self, text: str, start: int, *, telling: bool) -> None:
        self.text = text
        self.start = start
        self._read: Read | None = None
        self._near: str | None = None
        self.above: tuple[str, str, int] = ("", "", 0)  # what a line above announces, how it ends, how far it is
        self.below = ""
        self.heads: dict[int, str] = {}  # of tokens: what the heading of their column announces
        self.around: Sequence[Line] = ()
        self.kinds: list[str] | None = None
        # What its last word announces that announces a secret; a place to log in at only where nothing else does.
        self.announces = _announced(self.norms) if telling else ""

    @property
    def read(self) -> "Read":
        """The line in tokens."""
        if self._read is None:
            self._read = _read(self.text)
        return self._read

    @property
    def tokens(self) -> list[Token]:
        """The tokens of the line."""
        return self.read.tokens

    @property
    def norms(self) -> list[Norm]:
        """What each token stands for."""
        return self.read.norms

    @property
    def near(self) -> str:
        """The text of the lines around."""
        if self._near is None:
            self._near = "\n".join([other.text for other in self.around])
        return self._near

    def ends(self) -> str:
        """How the line ends: with its word of secrets, a sign, a class, or something else."""
        last = self.norms[-1]
        return "OWN" if last.family else last.text if len(last.text) < 4 or last.text[0] == "<" else "w"


def _announced(norms: Sequence[Norm]) -> str:
    families = [one.family for one in norms if one.family]
    return next((one for one in reversed(families) if one not in WEAK), families[-1] if families else "")


class Read:
    """The tokens of a line, and what is asked of each place again and again."""

    __slots__ = ("before", "behind", "heading", "many", "norms", "rare", "shown", "texts", "tokens")

    def __init__(self, text: str) -> None:
        self.tokens = lexed(text)
        self.heading: tuple[str, dict[str, str]] | None = None  # once `heading` has looked
        self.shown = [token[2] for token in self.tokens]
        self.norms = [norm(one) for one in self.shown]
        self.many = len(self.tokens)
        # What the tokens stand for; the one at 0 stands at _EDGE, in front of them is the line's begin, behind its end.
        self.texts = [*_BEGIN, *(one.text for one in self.norms), *_END]
        self.rare = sum(map(_is_rare, self.norms))  # tokens that are no word of technical text
        self.before: list[int] = []  # for each token, and behind the last: the last before it that announces, or -1
        self.behind: list[int] = []  # the first from it on that announces, or -1
        last = -1
        for at, one in enumerate(self.norms):
            self.before.append(last)
            if one.family:
                self.behind += [at] * (at - len(self.behind) + 1)
                if not self._goes_on(last, at):
                    last = at
        self.before.append(last)
        self.behind += [-1] * (self.many + 1 - len(self.behind))

    def _goes_on(self, last: int, at: int) -> bool:
        """Whether a word only says what the secret is for that the one at `last` announces: the password of the wifi,
        the passphrase for the key.
        """
        if last < 0 or at - last > _GOES_ON or self.norms[last].family in WEAK:
            return False
        between = self.texts[last + 1 + _EDGE : at + _EDGE]
        return _PARTS.isdisjoint(between) and (self.norms[at].family in WEAK or not _FOR.isdisjoint(between))


@lru_cache(_REMEMBERED)
def _read(text: str) -> Read:
    """The line in tokens; a line that comes again is read once."""
    return Read(text)


def _is_rare(one: Norm) -> bool:
    return one.text[-1] == "0" or (one.text[0] == "x" and not one.family)


class Seen(NamedTuple):
    """A candidate as far as a glance goes, which settles most: how it looks, its place, and the features of both."""

    line: Line
    candidate: Candidate
    left: int  # the token to the left, quotes left out
    right: int
    quote: str
    whole: str  # W: all of the line; E: it ends its clause; M
    look: Look
    owner: int  # the token to the left that announces it, -1 where none does
    key: str
    features: list[str]


def seen(line: Line, candidate: Candidate) -> Seen:
    """A first glance at a candidate; its `features` leave out those of the look."""
    looks = look(line.text[candidate.start : candidate.end])
    read = line.read
    left, right, quote, whole = _placed(read, candidate)
    beside, after = read.texts[left + _EDGE], read.texts[right + _EDGE]
    owned = owner(line, candidate)
    key = _in_name(line, candidate)[1] if candidate.origin in _NAMED else _key(line, candidate, owned, beside)
    places = (f"l1 {beside}", f"k {key}", f"kr {key} {after}", f"lr {beside} {after}")
    found = [f"{where}|{one}" for one in looks.summaries for where in places]
    glance = Seen(line, candidate, left, right, quote, whole, looks, owned, key, found)
    found += _linked(glance, beside, after)
    return glance


def owner(line: Line, candidate: Candidate) -> int:
    """The token to the left, of the same line, that announces a candidate; -1 where none does."""
    found = line.read.before[candidate.first]
    return found if candidate.first - found < _BACK else -1


def features(line: Line, candidate: Candidate) -> list[str]:
    """All that the model weighs of a candidate."""
    glance = seen(line, candidate)
    context, more = rest(glance)
    return [
        *glance.look.features, *glance.features, context[0],
        *context[1:], *(glance.look.group + feature for feature in context[1:]), *more,
    ]  # fmt: skip


def rest(glance: Seen) -> tuple[list[str], list[str]]:
    """What a second look adds to a glance: features that count alone and, but for the first, behind the group of the
    look as well; and more of them.
    """
    line, candidate, looks = glance.line, glance.candidate, glance.look
    texts = line.read.texts
    left = glance.left + _EDGE
    beside, after = texts[left], texts[glance.right + _EDGE]
    right, follows = _announced_behind(line.read, candidate)
    kinds = _kinds(line)
    head = line.heads.get(candidate.first, "")
    context = [
        f"o {candidate.origin} q{glance.quote}", *_beside(glance, head), *_owned(glance, after, beside), *right,
        *_bags(texts, candidate), *_elsewhere(line, candidate), *_above(glance, beside),
        *["line " + kind for kind in kinds],
    ]  # fmt: skip
    if candidate.origin in _NAMED:
        context += _in_name(line, candidate)[0]
    places = [f"rk {follows}", f"q {glance.quote} {glance.whole}", f"L2 {texts[left - 1]} {beside}"]
    if head:
        places.append(f"head {head}")
    found = [f"{where}|{one}" for one in looks.summaries for where in places]
    for kind in kinds:
        found += (f"ln {kind}|{looks.summary}", f"ln {kind}|{glance.key}")
    found.append(f"{glance.whole}|{glance.key}|{looks.summaries[2]}")
    return context, found


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
    return any(one.family not in ("", "LOGIN", "OPT", "PASS", "ACCOUNT") for one in near) or (
        group == "n" and family(line, candidate) == "PIN"
    )


def used_as(line: Line, candidate: Candidate) -> bool:
    """Whether the words behind a candidate say that it serves as a secret: "send 9f86... as the api key"."""
    norms = line.norms
    shown = [at for at in range(candidate.behind, len(norms)) if norms[at].text not in QUOTES and norms[at].text != "*"]
    use = next((at for at in shown[:_SERVES_WITHIN] if norms[at].text in _USED), -1)
    if use < 0:
        return False
    between = [at for at in shown if at < use]
    named = next((at for at in shown if use < at <= use + _NAMED_WITHIN and norms[at].family not in WEAK), -1)
    if named < 0 or norms[named].behind or not _IS_ABOUT.isdisjoint(line.read.texts[use + 1 + _EDGE : named + _EDGE]):
        return False
    if norms[named].family == "TOKEN" and is_of_another_kind(line.tokens[named - 1][2]):
        return False
    before = [norms[at].text for at in range(candidate.first) if norms[at].text not in QUOTES]
    if norms[use].text == "<for>":  # in "the commit 9f86... for the token" it serves as nothing
        serves = not between and before[-1:] == ["<use>"]
    else:
        serving = [line.tokens[at][2].lower() in lexicon.SERVING for at in between]
        first = not between or serving[0] or norms[between[0]].text in _SERVING
        serves = first and all(each or norms[at].text in _MAY_SERVE for at, each in zip(between, serving, strict=True))
    after = [norms[at].text for at in shown if at > named][:1]
    return serves and _MAY_FOLLOW.issuperset(after)


def _placed(read: Read, candidate: Candidate) -> tuple[int, int, str, str]:
    """What stands beside a candidate, the quotes around it, and whether it is all of the line or ends its clause."""
    left, right, many = candidate.first - 1, candidate.behind, read.many
    quote = ""
    opening = read.shown[left] if left >= 0 else ""
    if opening in QUOTES and right < many and read.shown[right] in (QUOTES[opening], opening):
        quote, left, right = opening, left - 1, right + 1
    elif opening in _OPENING:
        quote = opening
    if right >= many:
        return left, right, quote, "W" if left < 0 else "E"
    return left, right, quote, "E" if read.texts[right + _EDGE] in _CLOSING else "M"


def _beside(glance: Seen, head: str) -> list[str]:
    candidate, read = glance.candidate, glance.line.read
    at = glance.left + _EDGE
    fourth, third, second, left = read.texts[at - 3 : at + 1]
    after, further = read.texts[glance.right + _EDGE : glance.right + _EDGE + 2]
    return [
        f"l1 {left}", f"l2 {second} {left}", f"l3 {third} {second} {left}", f"r1 {after}",
        f"r2 {after} {further}", f"lr {left} {after}", f"q {glance.quote}", f"llr {second} {left} {after}",
        f"L {second}", f"L3 {third}", f"L4 {fourth} {third}", f"pos {glance.whole}",
        f"first {candidate.first == 0} last {candidate.behind >= read.many} {candidate.origin}",
        f"head {head}",
    ]  # fmt: skip


def _owned(glance: Seen, after: str, left: str) -> list[str]:
    """The word to the left that announces the value, and what stands between."""
    owner, read = glance.owner, glance.line.read
    if owner < 0:
        return ["noowner"]
    own = read.norms[owner]
    between = read.texts[owner + 1 + _EDGE : glance.candidate.first + _EDGE]
    far = len(between)
    told = " ".join(between) if far <= 4 else "far"
    odd = min(sum(map(_is_rare, read.norms[owner + 1 : glance.candidate.first])), 3)
    bare = bared(between)
    style = "U" if read.shown[owner].isupper() else "x" if own.text[0] == "<" else "c"
    furthest, before = read.texts[owner + _EDGE - 2 : owner + _EDGE]
    found = [
        f"own {own.family} {min(far, 8)}", f"own {own.family} [{told}]", f"between [{told}]",
        f"ownsuf {own.behind} {own.family}", f"ownsuf {bool(own.behind)} {told}", f"ownpre {own.before}",
        f"own {own.text} {style} [{told}]", f"ownr {own.family} [{told}] {after}",
        f"pown {before} {own.family} [{told}]",
        f"pown {furthest} {before} {own.family}",
        f"bare {own.family} [{bare}]", f"bare [{bare}] {after}", f"bare [{bare}] {before}",
        f"bare [{bare}] {glance.whole}", f"odd {odd} {own.family}", f"odd {odd} {left}", f"odd {odd} {glance.whole}",
        *["btw " + one for one in between],
    ]  # fmt: skip
    if between:
        found.append(f"btwfirst {own.family} {between[0]} {left}")
    if not _SENTENCE_ENDS.isdisjoint(between):
        found.append("sentence between")
    if "<user>" in read.texts[max(0, owner - 6) + _EDGE : owner + _EDGE]:
        found.append("user before owner")
    if read.before[owner] >= max(0, owner - 6):
        found.append("two owners")
    return found


def bared(texts: Sequence[str]) -> str:
    """The classes and signs of texts as they follow one another; w stands for all other words."""
    found: list[str] = []
    for text in texts:
        kept = text if text[0] in "<@" or (len(text) == 1 and not text.isalnum()) else "w"
        if kept != "w" or found[-1:] != ["w"]:
            found.append(kept)
    return " ".join(found[:_MOST_BARE])


def _key(line: Line, candidate: Candidate, owner: int, left: str) -> str:
    """The place in short: the word that announces, and what joins it to the value."""
    if owner < 0:
        above = line.above
        return f"none {left} ab:{above[1] if above[0] else ''}"
    read = line.read
    own = read.norms[owner]
    far = candidate.first - owner - 1
    told = " ".join(read.texts[owner + 1 + _EDGE : candidate.first + _EDGE]) if far <= 2 else f"{left}~{min(far, 6)}"
    return f"{own.family}{'+' if own.behind else ''} {told}"


def _announced_behind(read: Read, candidate: Candidate) -> tuple[list[str], str]:
    owner = read.behind[candidate.behind]
    if owner < 0 or owner >= candidate.behind + _ON:
        return [], "-"
    own = read.norms[owner]
    between = read.texts[candidate.behind + _EDGE : owner + _EDGE]
    told = " ".join(between) if len(between) <= 4 else "far"
    found = [
        f"rown {own.family} {min(len(between), 6)}", f"rown {own.family} [{told}]",
        f"rownb [{told}] {read.texts[owner + 1 + _EDGE]}",
        f"rowns {bool(own.behind)}", *["rbtw " + one for one in between],
    ]  # fmt: skip
    return found, f"{own.family} {told}"


def _bags(texts: list[str], candidate: Candidate) -> list[str]:
    first, behind = candidate.first + _EDGE, candidate.behind + _EDGE
    bag, after = {*texts[max(_EDGE, first - 10) : first]}, {*texts[behind : behind + 6]}
    return [
        *["bag " + text for text in sorted(bag) if text[0] == "<" or text.isalpha()],
        *["rbag " + text for text in sorted(after) if text[0] == "<" or text.isalpha()],
    ]


def _elsewhere(line: Line, candidate: Candidate) -> list[str]:
    """Whether the value stands in the lines around too, and behind what."""
    value = line.text[candidate.start : candidate.end]
    read = line.read
    rare = read.rare - sum(map(_is_rare, read.norms[candidate.first : candidate.behind]))
    found = [f"rep {min(read.shown.count(value), 3)}", f"rare {min(rare, 4)}"]
    if value not in line.near:
        return found
    found.append("elsewhere")
    for other in line.around:
        if value in other.text and value in other.read.shown:
            return [*found, f"elsewhere {other.read.texts[other.read.shown.index(value) - 1 + _EDGE]}"]
    return found


def _above(glance: Seen, left: str) -> list[str]:
    line, candidate = glance.line, glance.candidate
    announced, ends, far = line.above
    below = f"below {line.below}"
    if glance.owner >= 0:
        return [below]
    part = "whole" if candidate.first == 0 and candidate.behind >= line.read.many else "part"
    return [
        f"above {f'{announced} {ends} {far}' if announced else 'no'} {part}",
        f"above2 {ends} {part if part == 'whole' else left}",
        below,
    ]


def _in_name(line: Line, candidate: Candidate) -> tuple[list[str], str]:
    """What stands in a name before and behind a piece of it."""
    start, _, name = line.tokens[candidate.first]
    words = compiled(_LETTERS).findall(name[: candidate.start - start].lower())
    classes = lexicon.classes()
    told = " ".join(classes.get(word) or ("?" if lexicon.common(word) < 2 else word) for word in words[-2:])
    last = words[-1] if words else ""
    found = [f"piece {last}", f"piece2 {told}", f"pieceend {name[candidate.end - start :][:5]}"]
    return found, f"piece {classes.get(last, '?') if last else ''}"


def _linked(glance: Seen, left: str, after: str) -> list[str]:
    """The link between the word and the value, with how the value looks in the coarsest sense."""
    first, owner, looks, read = glance.candidate.first, glance.owner, glance.look, glance.line.read
    sort, near = "0", ""
    if owner >= 0:
        announced = read.norms[owner]
        sort = _SORTS.get(announced.family, "S")
        sort += "+" if announced.behind else ""
        far = first - owner
        near = "0" if far == 1 else "1" if glance.left - owner <= 1 else "2" if far < 5 else "3"
    link = f"{sort} {near} {left if left[0] in '<=:-' or len(left) == 1 else 'w'}"
    words = "F" if "F" in looks.words else "K" if "K" in looks.words else "C" if "C" in looks.words else "U"
    links = (
        link, f"{link} {glance.whole}", f"{link} {glance.quote}", f"{sort} {glance.quote} {glance.whole}",
        f"{sort}{near} {after}",
    )  # fmt: skip
    found: list[str] = []
    for one in links:
        place = f"lk {one}"
        found += (
            place, f"{place}|{looks.group}{words}", f"{place}|{looks.case}{words}", f"{place}|{looks.group}",
        )  # fmt: skip
    user = "<user>" in read.texts[max(0, first - 8) + _EDGE : first + _EDGE]
    told = f"user {user} {sort}{near}"
    return [*found, told, looks.group + told]


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
    for name, expression in (("log", _LOG), ("key", _KEYED), ("states", _STATES), ("speaks", _SPEAKS)):
        if compiled(expression).match(text):
            yield name
    signs = sum(not token[2][0].isalnum() for token in line.tokens)
    yield f"signs{min(4, 4 * signs // (len(line.tokens) or 1))}"
    yield f"tokens{min(5, len(line.tokens) // 4)}"


def columns(line: Line, sign: str) -> list[str] | None:
    """For each token of a row the column that it stands in; None where the line is no row of such a table."""
    if sign == GAP:
        return [f"@{token[0]}" for token in line.tokens] if GAP in line.read.texts else None
    if sign not in line.text:
        return None
    found: list[str] = []
    column, shown = 0, "0"
    for text in line.read.shown:
        if sign in text and not text.strip(" \t" + sign):
            column += 1
            shown = str(column)
            found.append("")
        else:
            found.append(shown)
    return found


def heading(line: Line) -> tuple[str, dict[str, str]]:
    """The sign that parts the columns of a line, and what `headings` gives for it; ("", {}) where it heads no table."""
    read = line.read
    if read.heading is None:
        read.heading = next(((sign, names) for sign in PARTING if (names := headings(line, sign))), ("", {}))
    return read.heading


def headings(line: Line, sign: str) -> dict[str, str]:
    """The columns whose heading announces a secret, with what it announces; {} where the line is no heading."""
    shown = line.read.shown
    if sign == GAP:
        if ":" in shown or "=" in shown or "." in shown:
            return {}
    elif (
        "=" in shown
        or "(" in shown
        or "." in shown
        or (line.text.count(sign) < 2 and not (line.text.count(sign) == 1 and (sign not in ",;" or len(shown) == 3)))
    ):
        return {}
    places = columns(line, sign) or []
    named = _are_names(line, sign, places)
    return {
        place: one.family + ("+" if one.behind else "")
        for place, one in zip(places, line.norms, strict=False)
        if place
        and one.family
        and one.family not in ("LOGIN", "OPT", "ACCOUNT")
        and (places.count(place) <= _LONGEST_HEADING or named - {place} == {*places} - {place, ""})
    }


def _are_names(line: Line, sign: str, places: list[str]) -> set[str]:
    """The columns that a single word names; none where the line may be prose with commas in it."""
    if sign == GAP or len({*places}) < 4 or f"{sign} " in line.text.replace(f" {sign} ", sign):
        return set()
    cells = zip(places, line.read.shown, strict=False)
    return {place for place, shown in cells if place and places.count(place) == 1 and shown.replace("_", "").isalpha()}
