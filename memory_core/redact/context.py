"""Features of a value's place; the finder of secrets weighs them alone and together with the value's own features."""

from collections.abc import Iterator, Sequence
from typing import Final, NamedTuple

from memory_core.redact import lexicon
from memory_core.redact.candidates import QUOTES, Candidate
from memory_core.redact.expressions import compiled
from memory_core.redact.lines import EDGE, PARTS, WEAK, Line, Read, is_rare
from memory_core.redact.names import is_of_another_kind
from memory_core.redact.tokens import GAP, Look, look

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


_USED: Final = ("<as>", "<for>")
_SERVES_WITHIN, _NAMED_WITHIN = 4, 4  # tokens to "as", and from there to the name of a secret
_SERVING: Final = frozenset(("<is>", "<in>", "<to>"))
_MAY_SERVE: Final = _SERVING | {"<use>", "<also>"}
# Between "as" and the name these say that it is not the secret itself: as the hash of the token.
_IS_ABOUT: Final = frozenset(
    (*PARTS, *_USED, "<public>", "<about>", "<placeholder>", "<codes>", "<of>", "<with>", "<and>", "<or>", "<in>",
     "<to>", "<not>", "<use>", "<ask>")
)  # fmt: skip
# What a name ends in front of: "as the token for now", but not "as the token expired".
_MAY_FOLLOW: Final = frozenset(
    (*PARTS, *_CLOSING, *_USED, GAP, "<with>", "<and>", "<or>", "<to>", "<of>", "<in>", "<then>", "<also>", "<now>")
)


class Seen(NamedTuple):
    """A candidate with its cheap features, which decide most cases: its look, its place, and the features of both."""

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
    """The cheap features of a candidate; `features` are those of its place."""
    looks = look(line.text[candidate.start : candidate.end])
    read = line.read
    left, right, quote, whole = _placed(read, candidate)
    beside, after = read.texts[left + EDGE], read.texts[right + EDGE]
    owned = owner(line, candidate)
    key = _in_name(line, candidate)[1] if candidate.origin in _NAMED else _key(line, candidate, owned, beside)
    places = (f"l1 {beside}", f"k {key}", f"kr {key} {after}", f"lr {beside} {after}")
    features = [f"{where}|{summary}" for summary in looks.summaries for where in places]
    glance = Seen(line, candidate, left, right, quote, whole, looks, owned, key, features)
    features += _linked(glance, beside, after)
    return glance


def owner(line: Line, candidate: Candidate) -> int:
    """The token to the left, of the same line, that announces a candidate; -1 if none does."""
    last = line.read.before[candidate.first]
    return last if candidate.first - last < _BACK else -1


def features(line: Line, candidate: Candidate) -> list[str]:
    """All that the model weighs of a candidate."""
    glance = seen(line, candidate)
    context, more = rest(glance)
    return [
        *glance.look.features, *glance.features, context[0],
        *context[1:], *(glance.look.group + feature for feature in context[1:]), *more,
    ]  # fmt: skip


def rest(glance: Seen) -> tuple[list[str], list[str]]:
    """The further features of a candidate: features that count alone and, except the first, also in combination with
    the group of the value's look; and more of them.
    """
    line, candidate, looks = glance.line, glance.candidate, glance.look
    texts = line.read.texts
    left = glance.left + EDGE
    beside, after = texts[left], texts[glance.right + EDGE]
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
    joined = [f"{where}|{summary}" for summary in looks.summaries for where in places]
    for kind in kinds:
        joined += (f"ln {kind}|{looks.summary}", f"ln {kind}|{glance.key}")
    joined.append(f"{glance.whole}|{glance.key}|{looks.summaries[2]}")
    return context, joined


def family(line: Line, candidate: Candidate) -> str:
    """The kind that a candidate's trigger announces: the nearest to its left, its right, above or below."""
    for at in (*range(candidate.first - 1, -1, -1), *range(candidate.first, len(line.norms))):
        announced: str = line.norms[at].family
        if announced:
            return announced
    heading: str = line.heads.get(candidate.first, "")
    return heading.removesuffix(" r").rstrip("+") or line.above[0] or line.below


def close(line: Line, candidate: Candidate, group: str) -> bool:
    """Whether the trigger is directly before a value, or anywhere before a number if it announces a PIN."""
    near = line.norms[max(0, candidate.first - 2) : candidate.first]
    return any(token.family not in ("", "LOGIN", "OPT", "PASS", "ACCOUNT") for token in near) or (
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
    if named < 0 or norms[named].behind or not _IS_ABOUT.isdisjoint(line.read.texts[use + 1 + EDGE : named + EDGE]):
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
    """The neighbours of a candidate, the quotes around it, and whether it fills the line or ends its clause."""
    left, right, many = candidate.first - 1, candidate.behind, read.many
    quote = ""
    opening = read.shown[left] if left >= 0 else ""
    if opening in QUOTES and right < many and read.shown[right] in (QUOTES[opening], opening):
        quote, left, right = opening, left - 1, right + 1
    elif opening in _OPENING:
        quote = opening
    if right >= many:
        return left, right, quote, "W" if left < 0 else "E"
    return left, right, quote, "E" if read.texts[right + EDGE] in _CLOSING else "M"


def _beside(glance: Seen, head: str) -> list[str]:
    candidate, read = glance.candidate, glance.line.read
    at = glance.left + EDGE
    fourth, third, second, left = read.texts[at - 3 : at + 1]
    after, further = read.texts[glance.right + EDGE : glance.right + EDGE + 2]
    return [
        f"l1 {left}", f"l2 {second} {left}", f"l3 {third} {second} {left}", f"r1 {after}",
        f"r2 {after} {further}", f"lr {left} {after}", f"q {glance.quote}", f"llr {second} {left} {after}",
        f"L {second}", f"L3 {third}", f"L4 {fourth} {third}", f"pos {glance.whole}",
        f"first {candidate.first == 0} last {candidate.behind >= read.many} {candidate.origin}",
        f"head {head}",
    ]  # fmt: skip


def _owned(glance: Seen, after: str, left: str) -> list[str]:
    """The trigger to the left that announces the value, and the words between."""
    owner, read = glance.owner, glance.line.read
    if owner < 0:
        return ["noowner"]
    own = read.norms[owner]
    between = read.texts[owner + 1 + EDGE : glance.candidate.first + EDGE]
    far = len(between)
    words = " ".join(between) if far <= 4 else "far"
    odd = min(sum(map(is_rare, read.norms[owner + 1 : glance.candidate.first])), 3)
    bare = bared(between)
    style = "U" if read.shown[owner].isupper() else "x" if own.text[0] == "<" else "c"
    furthest, before = read.texts[owner + EDGE - 2 : owner + EDGE]
    features = [
        f"own {own.family} {min(far, 8)}", f"own {own.family} [{words}]", f"between [{words}]",
        f"ownsuf {own.behind} {own.family}", f"ownsuf {bool(own.behind)} {words}", f"ownpre {own.before}",
        f"own {own.text} {style} [{words}]", f"ownr {own.family} [{words}] {after}",
        f"pown {before} {own.family} [{words}]",
        f"pown {furthest} {before} {own.family}",
        f"bare {own.family} [{bare}]", f"bare [{bare}] {after}", f"bare [{bare}] {before}",
        f"bare [{bare}] {glance.whole}", f"odd {odd} {own.family}", f"odd {odd} {left}", f"odd {odd} {glance.whole}",
        *["btw " + text for text in between],
    ]  # fmt: skip
    if between:
        features.append(f"btwfirst {own.family} {between[0]} {left}")
    if not _SENTENCE_ENDS.isdisjoint(between):
        features.append("sentence between")
    if "<user>" in read.texts[max(0, owner - 6) + EDGE : owner + EDGE]:
        features.append("user before owner")
    if read.before[owner] >= max(0, owner - 6):
        features.append("two owners")
    return features


def bared(texts: Sequence[str]) -> str:
    """The classes and signs of texts in their order; w represents every other word."""
    classes: list[str] = []
    for text in texts:
        kept = text if text[0] in "<@" or (len(text) == 1 and not text.isalnum()) else "w"
        if kept != "w" or classes[-1:] != ["w"]:
            classes.append(kept)
    return " ".join(classes[:_MOST_BARE])


def _key(line: Line, candidate: Candidate, owner: int, left: str) -> str:
    """The place in short: the word that announces, and what joins it to the value."""
    if owner < 0:
        above = line.above
        return f"none {left} ab:{above[1] if above[0] else ''}"
    read = line.read
    own = read.norms[owner]
    far = candidate.first - owner - 1
    words = " ".join(read.texts[owner + 1 + EDGE : candidate.first + EDGE]) if far <= 2 else f"{left}~{min(far, 6)}"
    return f"{own.family}{'+' if own.behind else ''} {words}"


def _announced_behind(read: Read, candidate: Candidate) -> tuple[list[str], str]:
    owner = read.behind[candidate.behind]
    if owner < 0 or owner >= candidate.behind + _ON:
        return [], "-"
    own = read.norms[owner]
    between = read.texts[candidate.behind + EDGE : owner + EDGE]
    words = " ".join(between) if len(between) <= 4 else "far"
    features = [
        f"rown {own.family} {min(len(between), 6)}", f"rown {own.family} [{words}]",
        f"rownb [{words}] {read.texts[owner + 1 + EDGE]}",
        f"rowns {bool(own.behind)}", *["rbtw " + text for text in between],
    ]  # fmt: skip
    return features, f"{own.family} {words}"


def _bags(texts: list[str], candidate: Candidate) -> list[str]:
    first, behind = candidate.first + EDGE, candidate.behind + EDGE
    bag, after = {*texts[max(EDGE, first - 10) : first]}, {*texts[behind : behind + 6]}
    return [
        *["bag " + text for text in sorted(bag) if text[0] == "<" or text.isalpha()],
        *["rbag " + text for text in sorted(after) if text[0] == "<" or text.isalpha()],
    ]


def _elsewhere(line: Line, candidate: Candidate) -> list[str]:
    """Whether the value is in the lines around too, and behind what."""
    value = line.text[candidate.start : candidate.end]
    read = line.read
    rare = read.rare - sum(map(is_rare, read.norms[candidate.first : candidate.behind]))
    features = [f"rep {min(read.shown.count(value), 3)}", f"rare {min(rare, 4)}"]
    if value not in line.near:
        return features
    features.append("elsewhere")
    for other in line.around:
        if value in other.text and value in other.read.shown:
            return [*features, f"elsewhere {other.read.texts[other.read.shown.index(value) - 1 + EDGE]}"]
    return features


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
    """The pieces of a name before and after one of its pieces."""
    start, _, name = line.tokens[candidate.first]
    words = compiled(_LETTERS).findall(name[: candidate.start - start].lower())
    classes = lexicon.classes()
    classed = " ".join(classes.get(word) or ("?" if lexicon.common(word) < 2 else word) for word in words[-2:])
    last = words[-1] if words else ""
    features = [f"piece {last}", f"piece2 {classed}", f"pieceend {name[candidate.end - start :][:5]}"]
    return features, f"piece {classes.get(last, '?') if last else ''}"


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
    features: list[str] = []
    for each in links:
        place = f"lk {each}"
        features += (
            place, f"{place}|{looks.group}{words}", f"{place}|{looks.case}{words}", f"{place}|{looks.group}",
        )  # fmt: skip
    user = "<user>" in read.texts[max(0, first - 8) + EDGE : first + EDGE]
    account = f"user {user} {sort}{near}"
    return [*features, account, looks.group + account]


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
