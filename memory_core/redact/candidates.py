"""Candidates for secrets in a line: a broad, cheap and bounded selection; `finder` decides."""

from collections.abc import Iterable, Iterator
from typing import Final, NamedTuple

from memory_core.redact import lexicon
from memory_core.redact.expressions import compiled
from memory_core.redact.tokens import GAP, Norm, Token

QUOTES: Final = {
    '"': '"', "'": "'", "`": "`", "“": "”", "„": "“", "«": "»", "「": "」", "『": "』", "‘": "’", "‹": "›",
}  # fmt: skip
_SHORTEST, _LONGEST, _LONGEST_JOINED = 4, 200, 80
_WIDEST_QUOTE, _MOST_WORDS = 24, 10
_UNKNOWN: Final = frozenset(("a0", "A0", "Aa0", "aA0"))
_APART: Final = "\"'`<>|⇥ \t"
_BEGIN: Final = ("=", ":", "(", "→", ",")  # behind these the rest of a run may be a value of its own
_OPEN_PHRASE: Final = frozenset(("=", ":", "：", "(", GAP, "|", ">", "→", "’", "'", '"'))
_OPEN_CLASSES: Final = frozenset(
    ("<is>", "<as>", "<to>", "<with>", "<use>", "<for>", "<new>", "<my>", "<also>", "<it>")
)
_SURE_PHRASE: Final = frozenset(("<is>", ":", "：", "=", "<use>"))  # any word may begin a phrase behind these
_PARTING: Final = frozenset((",", "-", "–", "—", ";", "、", "，"))  # behind these, near an announcing word
_NEAR: Final = 12  # tokens
_CLOSE_PHRASE: Final = frozenset("<for> <and> <as> <is> <not> <with> <it> <i> <or> <to> <then> <in> <use>".split())
_MOST_ENDS: Final = 3  # of a phrase
_LEAST_GROUPS, _WIDEST_GROUP = 4, 6
_BEFORE_CJK: Final = frozenset(("<is>", ":", "：", "=", "<also>", "<new>", "<to>"))
_SLOT: Final = frozenset(("=", ":", ">", "：", "→", "/", "–", "—", "-", "|", GAP, *QUOTES))
_IN_PHRASE: Final = ("#", "&", "+")
_BULLETS: Final = frozenset((">", "-", "*", "|", "+", "•", GAP))
_NAME: Final = r"[^-_./\s]+"
_TAIL: Final = r"(?:(?:\w+\\)?[^/\\%@]{0,40}[/\\%](?![0-9A-F]{2}))?([^/\\%@&]{4,40}?)(?:@[\w.:/-]+)?"  # user/VALUE@host
_REST: Final = r"[-_](?:is[-_])?(.{4,60}?)(?:\.\w{1,5})?\Z"
_WORD_OF_NAME: Final = r"(?i)passwor[dt]|passphrase|passwd|wachtwoord|kennwort|pass|pwd|pw|senha|clave|token|secret"


class Candidate(NamedTuple):
    """A part of a line: from a character to another, from a token to behind another, and what kind of part it is."""

    start: int
    end: int
    first: int
    behind: int
    origin: str


def candidates(line: str, tokens: list[Token], norms: list[Norm]) -> list[Candidate]:
    """All that may be a secret in a line, each once."""
    single = (_runs(tokens, norms), _joined(tokens, norms), _quoted(tokens))
    return _each_once(line, (*single, _phrases(tokens, norms), _whole(tokens), _series(tokens)))


def beside(line: str, tokens: list[Token], norms: list[Norm]) -> list[Candidate]:
    """The candidates of a line without a trigger word, near a line that has one: the line itself, values in places for
    values, and words that are not in the dictionary.
    """
    return _each_once(line, (_whole(tokens), _slots(tokens, norms), _strange(tokens, norms)))


def _strange(tokens: list[Token], norms: list[Norm]) -> Iterator[Candidate]:
    """Tokens that are no known word: with digits or signs in them, or unknown letters."""
    for at, (start, end, text) in enumerate(tokens):
        strange = norms[at].text in _UNKNOWN or norms[at].text[0] in "x0"
        if strange and _SHORTEST <= end - start <= _LONGEST_JOINED and not norms[at].family:
            yield from _of_token(at, start, text, norms[at])
    yield from _joined(tokens, norms)


def _slots(tokens: list[Token], norms: list[Norm]) -> Iterator[Candidate]:
    """What follows a sign for a value, or in quotes."""
    for at in range(1, len(tokens)):
        start, end, text = tokens[at]
        if tokens[at - 1][2] in _SLOT and (text[0].isalnum() or text[0] in "!#$%&*+?^~@") and norms[at].text != GAP:
            yield Candidate(start, end, at, at + 1, "run")
    yield from _quoted(tokens)


def _each_once(line: str, sources: Iterable[Iterator[Candidate]]) -> list[Candidate]:
    once: dict[tuple[int, int], Candidate] = {}
    for source in sources:
        for candidate in source:
            value = line[candidate.start : candidate.end]
            if candidate.end - candidate.start >= _SHORTEST and value.strip() == value and "[redacted:" not in value:
                once.setdefault((candidate.start, candidate.end), candidate)
    return list(once.values())


def _runs(tokens: list[Token], norms: list[Norm]) -> Iterator[Candidate]:
    """Single tokens without leading signs, and pieces of names."""
    for at, (start, end, text) in enumerate(tokens):
        if not _SHORTEST <= end - start <= _LONGEST or norms[at].text == GAP or text[0] == "[":
            continue
        if "\u2e80" <= text[0] <= "\uffef":
            if at and (tokens[at - 1][2] in QUOTES or norms[at - 1].text in _BEFORE_CJK or norms[at - 1].family):
                yield Candidate(start, end, at, at + 1, "run")
            continue
        yield from _of_token(at, start, text, norms[at])


def _of_token(at: int, start: int, text: str, norm: Norm) -> Iterator[Candidate]:
    end = start + len(text)
    low = text.lower()
    classed = norm.text[0] == "<" and (norm.family or text == low)
    if not classed and norm.text[1:2] != "<" and not (norm.text == low and lexicon.common(low) == 2):
        lead = len(text) - len(text.lstrip("*_~-.@\\/"))
        if lead and start + lead < end:
            yield Candidate(start + lead, end, at, at + 1, "lead")
        yield Candidate(start, end, at, at + 1, "run")
        if text[0] == "-" and text[1:2] in "pPawu":
            yield Candidate(start + 2, end, at, at + 1, "attached")
        if tail := compiled(_TAIL).fullmatch(text):
            yield Candidate(start + tail.start(1), start + tail.end(1), at, at + 1, "tail")
    if norm.family and len(text) > 10 and ("-" in text or "_" in text):
        named = compiled(_WORD_OF_NAME).search(text)
        if named:
            for piece in compiled(_NAME).finditer(text, named.end()):
                yield Candidate(start + piece.start(), start + piece.end(), at, at + 1, "piece")
            if rest := compiled(_REST).search(text, named.end()):
                yield Candidate(start + rest.start(1), start + rest.end(1), at, at + 1, "rest")


def _joined(tokens: list[Token], norms: list[Norm]) -> Iterator[Candidate]:
    """Values with the signs inside that part tokens: what begins a run without spaces, or follows = : , in it."""
    at = 0
    while at < len(tokens):
        behind = at + 1
        while behind < len(tokens) and tokens[behind][0] == tokens[behind - 1][1]:
            if tokens[behind][2][0] in _APART:
                break
            behind += 1
        last = behind
        while last > at and tokens[last - 1][2] in (",", ".", ";", ":", "…", ")"):
            last -= 1
        made = 0
        for first in range(at, last - 1):
            begins = first == at or tokens[first - 1][2] in _BEGIN or norms[first - 1].text in _BEFORE_CJK
            sign = tokens[first][2][0]
            if begins and made < 4 and (sign.isalnum() or (first == at and sign in "!#$%&*+?^~@")):
                if tokens[last - 1][1] - tokens[first][0] <= _LONGEST_JOINED:
                    yield Candidate(tokens[first][0], tokens[last - 1][1], first, last, "joined")
                made += 1
        at = behind


def _quoted(tokens: list[Token]) -> Iterator[Candidate]:
    for at, (_, end, text) in enumerate(tokens):
        close = QUOTES.get(text)
        if not close:
            continue
        for behind in range(at + 1, min(len(tokens), at + _WIDEST_QUOTE)):
            if tokens[behind][2] == close:
                if behind - at > 2:
                    yield Candidate(end, tokens[behind][0], at + 1, behind, "quoted")
                break


def _phrases(tokens: list[Token], norms: list[Norm]) -> Iterator[Candidate]:
    """Words behind what may announce a phrase, to the end of the clause, and to its first word of grammar."""
    near = 0
    for first in range(1, len(tokens)):
        before = norms[first - 1]
        if before.family:
            near = first + _NEAR
        opens = before.text in _OPEN_PHRASE or before.text in _OPEN_CLASSES or before.family
        closed = norms[first].text in _CLOSE_PHRASE and before.text not in _SURE_PHRASE
        if closed or not (opens or (first < near and before.text in _PARTING)):
            continue
        ends: list[int] = []
        behind = first
        most = min(len(tokens), first + _MOST_WORDS + 1)
        while behind < most:
            text = tokens[behind][2]
            if not (text.isalnum() or text in _IN_PHRASE or text.replace("'", "").replace("’", "").isalnum()):
                break
            if behind > first + 1 and norms[behind].text in _CLOSE_PHRASE:
                ends.append(behind)
            behind += 1
        if first + 2 <= behind <= first + _MOST_WORDS:
            ends.append(behind)
        for end in {*ends[: _MOST_ENDS - 1], *ends[-1:]}:
            yield Candidate(tokens[first][0], tokens[end - 1][1], first, end, "phrase")
    yield from _rare(tokens, norms)


def _rare(tokens: list[Token], norms: list[Norm]) -> Iterator[Candidate]:
    """Words side by side that technical text does not use often."""
    first = 0
    for at in range(len(tokens) + 1):
        if at < len(tokens) and norms[at].text[-1] in "013" and norms[at].text[0] in "aA0":
            continue
        if first + 2 <= at <= first + _MOST_WORDS:
            yield Candidate(tokens[first][0], tokens[at - 1][1], first, at, "phrase")
        first = at + 1


def _series(tokens: list[Token]) -> Iterator[Candidate]:
    """Groups of letters and digits as keys are printed: 4B 7E 15 16, mzxw 6ytb oi2k q7lv, 17, 203, 5, 94."""
    first = last = many = 0
    for at, (start, _, text) in enumerate(tokens):
        if text == "," and many and start == tokens[last][1]:
            continue
        if many and start - tokens[last][1] <= 2 and _alike(tokens[first][2], text):
            last, many = at, many + 1
            continue
        if many >= _LEAST_GROUPS:
            yield Candidate(tokens[first][0], tokens[last][1], first, last + 1, "series")
        first, last, many = at, at, int(_alike(text, text))
    if many >= _LEAST_GROUPS:
        yield Candidate(tokens[first][0], tokens[last][1], first, last + 1, "series")


def _alike(first: str, other: str) -> bool:
    if not (len(other) <= _WIDEST_GROUP and other.isalnum() and other.isascii()):
        return False
    return len(first) == len(other) > 1 or (first.isdigit() and other.isdigit() and len(other) <= 3)


def _whole(tokens: list[Token]) -> Iterator[Candidate]:
    """A short line, without its bullet or the name of who speaks."""
    if not len(tokens) <= _MOST_WORDS + 3:
        return
    start = next((at for at, token in enumerate(tokens) if token[2] not in _BULLETS and token[2].strip()), len(tokens))
    last = len(tokens)
    while last > start and (tokens[last - 1][2] in (".", ",", "|", "!") or tokens[last - 1][2].isspace()):
        last -= 1
    for first in range(start, min(start + 8, last)):
        if first == start or tokens[first - 1][2] in (":", ">", "]") or tokens[first - 1][2].isspace():
            yield Candidate(tokens[first][0], tokens[last - 1][1], first, last, "line")
