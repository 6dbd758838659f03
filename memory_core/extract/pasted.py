"""Which lines of a prompt its author typed, and which were pasted: logs, traces, a terminal, code.

A linear model over the shape of a line, its words, and the shape of its neighbours. `python -m tools.fit pasted` fits
the weights to `tools/fit/examples/prompts.txt` and to the prompts and outputs of the written sessions. Hooks read each
prompt by it, so `re` and `typing` are not imported.
"""

from memory_core.language import linear
from memory_core.language.light.words import is_unspaced, joined, pairs

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterator, Sequence

FILE = "pasted.txt"
LABEL = "pasted"
_SHORTEST = 10  # characters of a prompt that may have pasted lines
_SURE = 20  # the score above which a line counts as pasted
_BETWEEN = -40  # and above which it does between two such lines
_FENCES = ("```", "~~~")
_LINES = 400  # of a prompt that are read; what follows counts as typed
_CHARS = 300  # of a line
_WORDS = 24
_TOKENS = 4  # of a line: their shapes are features
_SHAPE = 6  # characters of a shape
_SHARES = (1, 3, 6, 10, 15, 25, 40)  # percent
_LENGTHS = (10, 20, 40, 60, 80, 120, 200)
_PLAIN = " .,'’-?!:;()\"`/"  # signs that sentences have


def own(text: str, is_kept: "Callable[[str], bool]" = lambda _line: False) -> str:
    """A prompt with each pasted line replaced by an empty line. Lines in code fences stay, and so do adjacent lines if
    `is_kept` accepts all of them.
    """
    lines = text.split("\n")
    if len(text) < _SHORTEST:
        return text
    open_lines = [at for at in _unfenced(lines) if lines[at].strip()]
    places = pasted([lines[at] for at in open_lines])
    gone: set[int] = set()
    for run in _runs(places):
        if not all(is_kept(lines[open_lines[at]][:_CHARS]) for at in run):
            gone.update(open_lines[at] for at in run)
    return "\n".join("" if at in gone else line for at, line in enumerate(lines)) if gone else text


def pasted(lines: "Sequence[str]") -> set[int]:
    """The places of the lines that were pasted."""
    places = [at for at, line in enumerate(lines) if line[:_CHARS].strip()][:_LINES]
    shown = [lines[at][:_CHARS] for at in places]
    scores = [_model().scores(each)[0] for each in features(shown)]
    sure = {at for at, score in enumerate(scores) if score > _SURE}
    between = {at for at, score in enumerate(scores) if score > _BETWEEN and {at - 1, at + 1} <= sure}
    return {places[at] for at in sure | between}


def _runs(places: set[int]) -> "Iterator[list[int]]":
    """The positions, grouped into consecutive runs."""
    run: list[int] = []
    for at in sorted(places):
        if run and at != run[-1] + 1:
            yield run
            run = []
        run.append(at)
    if run:
        yield run


def _unfenced(lines: "Sequence[str]") -> list[int]:
    places, fence = [], ""
    for at, line in enumerate(lines):
        bare = line.lstrip()
        if fence:
            fence = "" if bare.startswith(fence) else fence
        elif bare.startswith(_FENCES):
            fence = bare[:3]
        else:
            places.append(at)
    return places


def features(lines: "Sequence[str]") -> "Iterator[list[str]]":
    """The features of each line of a prompt; none of the lines is empty."""
    margin = min(map(_indent, lines[1:]), default=0)  # a terminal indents what it wraps
    shapes = [_shaped(line, margin) for line in lines]
    many = f"lines {_step(len(lines), (2, 3, 5, 9, 20))}"
    for at, line in enumerate(lines):
        row = [many, *shapes[at], *_worded(line)]
        for name, near in (("-", at - 1), ("+", at + 1)):
            beside = shapes[near] if 0 <= near < len(lines) else ["edge"]
            row += [f"{name} {feature}" for feature in beside]
            if beside[0] == shapes[at][0]:
                row.append(f"{name} alike")
        yield row


def _shaped(line: str, margin: int) -> list[str]:
    """The shape of a line: the form of its tokens, and its share of letters, digits and other signs."""
    text = line.strip()
    tokens = text.split()
    shapes = [_shape(token) for token in (*tokens[:_TOKENS], tokens[-1])]
    size = len(text)
    digits = sum(map(str.isdigit, text))
    capitals = sum(map(str.isupper, text))
    odd = sum(not (char.isalnum() or char in _PLAIN) for char in text)
    return [
        f"0 {shapes[0]}", *(f"{at} {shape}" for at, shape in enumerate(shapes[1:-1], 1)), f"ends {shapes[-1][-1]}",
        f"last {shapes[-1]}", f"starts {shapes[0]} {shapes[1]}",
        f"indent {_step(_indent(line) - margin, (1, 2, 4, 8))}", f"long {_step(size, _LENGTHS)}",
        f"tokens {_step(len(tokens), (2, 3, 5, 8, 13))}", f"odd {_step(100 * odd // size, _SHARES)}",
        f"digits {_step(100 * digits // size, _SHARES)}", f"capitals {_step(100 * capitals // size, _SHARES)}",
        *(["gaps"] if "  " in text or "\t" in text else ()),
    ]  # fmt: skip


def _worded(line: str) -> list[str]:
    words = joined(line)[:_WORDS]
    if not line.isascii():
        words = [word for word in words if not is_unspaced(word)] + pairs(line)[:_WORDS]
    begins = line.split(None, 1)[0].casefold()
    return [*(f"w {word}" for word in words if not word.isdigit()), f"b {begins}"]


def _shape(token: str) -> str:
    """A token with one sign for each run of small letters, capitals and digits: `[2026-01` is `[0-0`."""
    shape = ""
    for char in token[:40]:
        kind = "0" if char.isdigit() else "A" if char.isupper() else "a" if char.isalpha() else char
        if kind not in "0Aa" or shape[-1:] != kind:
            shape += kind
    return shape if len(shape) <= _SHAPE else f"{shape[: _SHAPE - 1]}{shape[-1]}"


def _indent(line: str) -> int:
    return len(line) - len(line.lstrip())


def _step(value: int, steps: "Sequence[int]") -> int:
    return sum(value >= step for step in steps)


_loaded: "list[linear.Model]" = []


def _model() -> linear.Model:
    if not _loaded:
        _loaded.append(linear.load(FILE))
    return _loaded[0]
