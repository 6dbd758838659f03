"""A linear model over hashed features, fitted by `tools/fit` and read from a small text file.

A feature is a text. Its weight is at index `crc32(text) & mask` of a table of signed bytes; features with the same
index share it. A model has one table for each label, and a score is a sum of integers: the same on every machine.

The file: `memory-core weights 1`, `bits N`, then three lines for each label: `label NAME bias B`, its calibration
(`steps SCORE:PERMILLE …`, ascending, by isotonic regression on scores of authors that the fit had not seen) and its
table in base64.

A model of hundreds of labels has tables that are mostly zeros; its file keeps the other values by index. `memory-core
sparse weights 1`, `bits N`, `labels NAME:BIAS …`, then a line for each index: three digits of base64 for a weight, 9
bits of the label's number and 9 bits of 256 plus the weight.
"""

from binascii import Error, a2b_base64, crc32

from memory_core import data

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable, Iterator, Sequence

FORMAT = "memory-core weights 1"
SPARSE = "memory-core sparse weights 1"
DIGITS = "ABCDEFGHIJKLMNOPQRSTUVWXYZabcdefghijklmnopqrstuvwxyz0123456789+/"


class Label:
    """A label: its bias, its table, and the calibration of its scores."""

    __slots__ = ("bias", "name", "steps", "table")

    def __init__(self, name: str, bias: int, steps: "Sequence[tuple[int, int]]", table: bytes) -> None:
        self.name = name
        self.bias = bias
        self.steps = steps
        self.table = memoryview(table).cast("b")

    def weighed(self, full: "Iterable[int]", part: "Iterable[int]", scale: int) -> int:
        """The score of the features at these indices; each index in `part` counts `scale` / 1,024."""
        weight = self.table.__getitem__
        return self.bias + sum(map(weight, full)) + sum(map(weight, part)) * scale // 1024

    def certainty(self, score: int) -> float:
        """The share (0 to 1) of scores this high that were right on unseen authors; linear between steps."""
        before, value = 0, 0
        for least, permille in self.steps:
            if score < least:
                value += (permille - value) * (score - before) // (least - before) if value else 0
                break
            before, value = least, permille
        return value / 1000


class Model:
    """A fitted model; `labels` in the order of the scores."""

    __slots__ = ("labels", "mask")

    def __init__(self, bits: int, labels: "Sequence[Label]") -> None:
        self.mask = (1 << bits) - 1
        self.labels = labels

    def places(self, features: "Iterable[str]") -> set[int]:
        """The indices of features in the tables, each once."""
        return places(features, self.mask)

    def scores(self, features: "Iterable[str]") -> list[int]:
        """The score of each label; above 0 the label is more likely than not."""
        places = self.places(features)
        return [label.bias + sum(map(label.table.__getitem__, places)) for label in self.labels]

    def weighed(self, features: "Iterable[str]", scaled: "Iterable[str]", scale: int) -> list[int]:
        """The score of each label; each of the `scaled` features counts `scale` / 1,024."""
        full, part = self.places(features), self.places(scaled)
        return [label.weighed(full, part, scale) for label in self.labels]

    def best(self, features: "Iterable[str]") -> tuple[Label, int]:
        """(the label with the highest score, that score)."""
        scores = self.scores(features)
        at = scores.index(max(scores))
        return self.labels[at], scores[at]


class Sparse:
    """A fitted model of many labels; `names` in the order of the scores."""

    __slots__ = ("biases", "mask", "names", "rows")

    def __init__(self, names: "Sequence[str]", biases: "Sequence[int]", rows: "Sequence[str]") -> None:
        self.names = names
        self.biases = biases
        self.rows = rows
        self.mask = len(rows) - 1

    def scores(self, features: "Iterable[str]") -> list[int]:
        """The score of each label, as in `Model.scores`; raises ValueError if a row is damaged."""
        scores = [*self.biases]
        try:
            for place in places(features, self.mask):
                for label, weight in entries(self.rows[place]):
                    scores[label] += weight
        except (IndexError, KeyError):
            raise _damaged("of a sparse model") from None
        return scores


def places(features: "Iterable[str]", mask: int) -> set[int]:
    """The indices of features in tables with `mask + 1` entries, each once."""
    return {place & mask for place in map(crc32, encoded(features))}


def encoded(features: "Iterable[str]") -> list[bytes]:
    """The features as bytes, as they are hashed; in a single call if none has a line break."""
    texts = [*features]
    rows = "\n".join(texts).encode("utf-8", "surrogatepass").split(b"\n")
    if len(rows) == len(texts):
        return rows
    return [text.encode("utf-8", "surrogatepass") for text in texts]


def entries(row: str) -> "Iterator[tuple[int, int]]":
    """(label number, weight) of a row of a sparse model; raises KeyError or IndexError if the row is damaged."""
    for at in range(0, len(row), 3):
        digits = _VALUES[row[at]] << 12 | _VALUES[row[at + 1]] << 6 | _VALUES[row[at + 2]]
        yield digits >> 9, (digits & 511) - 256


_VALUES = {digit: value for value, digit in enumerate(DIGITS)}


def load_sparse(name: str) -> Sparse:
    """The sparse model in a file of `memory_core/data`; raises OSError or ValueError as `data.read` and `parse`."""
    return parse_sparse(data.read(name).decode("ascii"), name)


def parse_sparse(text: str, name: str) -> Sparse:
    """The sparse model in a file's text; raises ValueError if it is damaged. Rows are checked when they are used."""
    first, _, rest = text.partition("\n")
    bits, _, rest = rest.partition("\n")
    head, *rows = rest.split("\n")
    labels = [label.rpartition(":") for label in head.split(" ")[1:]]
    try:
        biases = [int(bias) for _, _, bias in labels]
        if first != SPARSE or len(rows) != (1 << int(bits.removeprefix("bits "))) + 1:
            raise ValueError
    except ValueError:
        raise _damaged(name) from None
    return Sparse([label for label, _, _ in labels], biases, rows[:-1])


def _damaged(name: str) -> ValueError:
    return ValueError(f"the weights {name} are damaged: install the plugin again")


def load(name: str) -> Model:
    """The model in a file of `memory_core/data`; raises ValueError if it is damaged (install the plugin again)."""
    return parse(data.read(name).decode("ascii"), name)


def parse(text: str, name: str) -> Model:
    """The model in a file's text; raises ValueError if it is damaged."""
    try:
        first, bits, *rest = text.splitlines()
        size = int(bits.removeprefix("bits "))
        labels = []
        for head, steps, table in zip(rest[::3], rest[1::3], rest[2::3], strict=True):
            word, called, _, bias = head.split(" ")
            pairs = [step.split(":") for step in steps.split(" ")[1:]]
            known = [(int(score), int(permille)) for score, permille in pairs]
            labels.append(Label(called, int(bias), known, a2b_base64(table)))
            if word != "label" or len(labels[-1].table) != 1 << size:
                raise ValueError
    except (ValueError, Error):
        first = ""
    if first != FORMAT:
        raise _damaged(name)
    return Model(size, labels)
