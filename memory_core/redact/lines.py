"""The lines of a text as the finder of secrets reads them: their tokens, their tables, the regions around hits."""

from bisect import bisect_left
from collections.abc import Iterable, Iterator, Sequence
from functools import lru_cache
from typing import Final

from memory_core.redact.expressions import compiled
from memory_core.redact.tokens import GAP, Norm, Token, lexed, norm

LINES: Final = 3
WIDEST: Final = 400  # characters of a line; a longer one is cut
_ROWS: Final = 60
_BREAK: Final = r"\\r\\n|\\n|\r?\n|\r"
_WORD_GOES_ON: Final = r"(?:(?<=\S)\S{0,80})?"
_ENDING: Final = ",;:&|"  # signs behind which a line without spaces is cut
_RULE: Final = r"[\s|:+=\u2500-\u257f-]*"
_GOES_ON: Final = 6  # tokens
_FOR: Final = frozenset(("<for>", "<as>", "<to>"))
PARTS: Final = frozenset((".", ",", ";", ":", "?", "!", "=", "/", "|", "、", "，", "。"))
_LONGEST_HEADING: Final = 4  # tokens of a cell; a row that says something is no heading
PARTING: Final = ("|", "│", "\t", ",", ";", GAP)  # what parts the columns of a table
_REMEMBERED: Final = 512  # lines
EDGE: Final = 6  # texts in front of those of a line
_BEGIN, _END = ("^",) * EDGE, ("$",) * 3
WEAK: Final = ("", "LOGIN", "OPT", "ACCOUNT")  # what announces too little for the lines around it


class Line:
    """A line with the relevant properties of the lines around it; its tokens are read on demand."""

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
        """The norm of each token."""
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
    families = [family.family for family in norms if family.family]
    return next((family for family in reversed(families) if family not in WEAK), families[-1] if families else "")


class Read:
    """The tokens of a line, and results that are needed repeatedly for each of them."""

    __slots__ = ("before", "behind", "heading", "many", "norms", "rare", "shown", "texts", "tokens")

    def __init__(self, text: str) -> None:
        self.tokens = lexed(text)
        self.heading: tuple[str, dict[str, str]] | None = None  # once `heading` has looked
        self.shown = [token[2] for token in self.tokens]
        self.norms = [norm(norm_of) for norm_of in self.shown]
        self.many = len(self.tokens)
        # What the tokens stand for; the one at 0 stands at EDGE, in front of them is the line's begin, behind its end.
        self.texts = [*_BEGIN, *(norm_of.text for norm_of in self.norms), *_END]
        self.rare = sum(map(is_rare, self.norms))  # tokens that are no word of technical text
        self.before: list[int] = []  # for each token, and behind the last: the last before it that announces, or -1
        self.behind: list[int] = []  # the first from it on that announces, or -1
        last = -1
        for at, norm_of in enumerate(self.norms):
            self.before.append(last)
            if norm_of.family:
                self.behind += [at] * (at - len(self.behind) + 1)
                if not self._goes_on(last, at):
                    last = at
        self.before.append(last)
        self.behind += [-1] * (self.many + 1 - len(self.behind))

    def _goes_on(self, last: int, at: int) -> bool:
        """Whether a word only names the purpose of the secret that the trigger at `last` announces: the password of the
        wifi, the passphrase for the key.
        """
        if last < 0 or at - last > _GOES_ON or self.norms[last].family in WEAK:
            return False
        between = self.texts[last + 1 + EDGE : at + EDGE]
        return PARTS.isdisjoint(between) and (self.norms[at].family in WEAK or not _FOR.isdisjoint(between))


@lru_cache(_REMEMBERED)
def _read(text: str) -> Read:
    """The line in tokens; a line that comes again is read once."""
    return Read(text)


def is_rare(token: Norm) -> bool:
    """Whether a token is no word of technical text."""
    return token.text[-1] == "0" or (token.text[0] == "x" and not token.family)


def read_lines(part: str, hits: Sequence[int]) -> Iterator[Line]:
    """The lines of a region; those with a trigger also hold what they announce."""
    at = 0
    for start, end in _lines(part, hits):
        while at < len(hits) and hits[at] < start:
            at += 1
        yield Line(part[start:end], start, telling=at < len(hits) and hits[at] < end)


def columns(line: Line, sign: str) -> list[str] | None:
    """The column of each token of a row; None if the line is no row of such a table."""
    if sign == GAP:
        return [f"@{token[0]}" for token in line.tokens] if GAP in line.read.texts else None
    if sign not in line.text:
        return None
    places: list[str] = []
    column, shown = 0, "0"
    for text in line.read.shown:
        if sign in text and not text.strip(" \t" + sign):
            column += 1
            shown = str(column)
            places.append("")
        else:
            places.append(shown)
    return places


def heading(line: Line) -> tuple[str, dict[str, str]]:
    """(the sign between the columns of a line, the result of `headings` for it); ("", {}) if it heads no table."""
    read = line.read
    if read.heading is None:
        read.heading = next(((sign, names) for sign in PARTING if (names := headings(line, sign))), ("", {}))
    return read.heading


def headings(line: Line, sign: str) -> dict[str, str]:
    """The columns whose heading announces a secret, with its kind; {} if the line is no heading."""
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
        place: token.family + ("+" if token.behind else "")
        for place, token in zip(places, line.norms, strict=False)
        if place
        and token.family
        and token.family not in ("LOGIN", "OPT", "ACCOUNT")
        and (places.count(place) <= _LONGEST_HEADING or named - {place} == {*places} - {place, ""})
    }


def _are_names(line: Line, sign: str, places: list[str]) -> set[str]:
    """The columns that a single word names; none if the line may be prose with commas in it."""
    if sign == GAP or len({*places}) < 4 or f"{sign} " in line.text.replace(f" {sign} ", sign):
        return set()
    cells = zip(places, line.read.shown, strict=False)
    return {place for place, shown in cells if place and places.count(place) == 1 and shown.replace("_", "").isalpha()}


def belongs(line: Line, table: tuple[int, str, dict[str, str]], at: int) -> bool:
    """Whether a line belongs to a table; gives its tokens what their column is called."""
    if compiled(_RULE).fullmatch(line.text):
        return at - table[0] == 1
    places = columns(line, table[1])
    if places is None or at - table[0] > _ROWS:
        return False
    late = " r" if at > table[0] + 2 else ""
    line.heads = {token: table[2][place] + late for token, place in enumerate(places) if place in table[2]}
    return True


def regions(text: str, hits: Iterable[int]) -> Iterator[tuple[str, int, list[int]]]:
    """The parts of a text around places, each with its start and its places: the lines before and after each, merged if
    they touch.
    """
    first = last = -1
    within: list[int] = []
    for hit in sorted(hits):
        if hit >= last:
            start, end = _back(text, hit), _on(text, hit)
            if start > last:
                if within:
                    yield text[first:last], first, [each - first for each in within]
                first, within = start, []
            last = end
        within.append(hit)
    if within:
        yield text[first:last], first, [each - first for each in within]


def _back(text: str, at: int) -> int:
    """Where the lines before a place begin; in a line without an end, some way before it."""
    for _ in range(LINES + 1):
        least = max(0, at - WIDEST)
        newline = text.rfind("\n", least, at)
        if newline < 0:
            return least
        at = newline
    return at + 1


def _on(text: str, at: int) -> int:
    """Where the lines behind a place end, and the rows that go on in the way of its line."""
    start = text.rfind("\n", max(0, at - WIDEST), at) + 1
    signs: list[str] | None = None
    for number in range(_ROWS):
        most = min(len(text), at + WIDEST)
        newline = text.find("\n", at, most)
        if newline < 0:
            return compiled(_WORD_GOES_ON).match(text, most).end()  # type: ignore[union-attr]
        row = text[start:newline]
        if signs is None:
            heading = len(row) < 120 and not any(sign in row for sign in "=(.{")
            signs = [sign for sign in ("|", "│", "\t", ",", ";", "  ") if heading and sign in row]
        else:
            signs = [sign for sign in signs if sign in row]
        if number >= LINES and not signs:
            return newline
        start = at = newline + 1
    return at


def _lines(part: str, hits: Sequence[int]) -> Iterator[tuple[int, int]]:
    at = 0
    for match in compiled(_BREAK).finditer(part):
        yield from _cut(part, at, match.start(), hits)
        at = match.end()
    yield from _cut(part, at, len(part), hits)


def _cut(part: str, start: int, end: int, hits: Sequence[int]) -> Iterator[tuple[int, int]]:
    while end - start > WIDEST:
        least, most = start + WIDEST // 2, start + WIDEST
        stop = part.rfind(" ", least, most)
        stop = stop if stop > 0 else max(part.rfind(sign, least, most) + 1 for sign in _ENDING)
        stop = stop or _before(hits, least, most)
        yield start, stop
        start = stop
    yield start, end


def _before(hits: Sequence[int], least: int, most: int) -> int:
    """The place of the last hit between two places, `most` if there is none. Cutting inside a word would look like a
    secret; cutting at words gives equal pieces for repeated text.
    """
    at = bisect_left(hits, most)
    return hits[at - 1] if at and hits[at - 1] > least else most
