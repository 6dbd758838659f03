"""Fits linear models over hashed features and writes their files, the same bytes on every machine.

The fit is a linear support vector machine with squared hinge loss, by dual coordinate descent (Hsieh and others, "A
dual coordinate descent method for large-scale linear SVM", 2008). It uses additions, multiplications and divisions in
one fixed order, which IEEE 754 defines to the last bit, and no function of a mathematics library; weights are
rounded to signed bytes at the end. One label is fitted against all others.
"""

import math
from array import array
from binascii import b2a_base64
from collections.abc import Callable, Hashable, Iterable, Sequence
from itertools import repeat
from typing import Final, NamedTuple

from memory_core.language import linear

UNIT: Final = 100  # of a score is the margin of the fit, in every model: scores of different fits compare
_WHOLE: Final = (1 << 32) - 1  # the mask of a hash that is not shortened
_LCG: Final = (6364136223846793005, 1442695040888963407, (1 << 64) - 1)


class Row(NamedTuple):
    """One example: its features, its label, and the author or theme that it comes from."""

    features: Sequence[str]
    label: str
    author: str
    weight: float = 1.0
    scaled: Sequence[str] = ()  # features that count `scale` parts of 1,024 each
    scale: int = 1024


class Settings(NamedTuple):
    """How a model is fitted."""

    bits: int = 14
    cost: float = 0.1  # of an error, against the size of the weights
    passes: int = 20
    balance: bool = True  # each label counts as much as all others together
    authors: int = 1  # a feature that fewer of them use is left out: it tells one author, not what is looked for


def fitted(rows: Sequence[Row], settings: Settings, labels: Sequence[str] = ()) -> linear.Model:
    """A model of the labels, by default all that occur (sorted); of "yes" and "no" only "yes"."""
    names = labels or sorted({row.label for row in rows} - {"no"})
    hashed, values = _hashed(rows, settings)
    models = []
    for name in names:
        signs = [1 if row.label == name else -1 for row in rows]
        weights, bias = _descend(hashed, values, signs, [row.weight for row in rows], settings)
        models.append(_rounded(name, weights, bias))
    return linear.Model(settings.bits, models)


def crossed(rows: Sequence[Row], settings: Settings, labels: Sequence[str] = ()) -> list[list[int]]:
    """The scores of each row from a model that was fitted without its author, in the order of the rows."""
    scores: list[list[int]] = [[] for _ in rows]
    names = labels or sorted({row.label for row in rows} - {"no"})
    for author in sorted({row.author for row in rows}):
        model = fitted([row for row in rows if row.author != author], settings, names)
        for at, row in enumerate(rows):
            if row.author == author:
                scores[at] = model.weighed(row.features, row.scaled, row.scale)
    return scores


def calibrated(model: linear.Model, rows: Sequence[Row], scores: Sequence[Sequence[int]], steps: int = 12) -> None:
    """Give each label of the model the steps of what a score is worth, from scores that `crossed` gave."""
    for at, label in enumerate(model.labels):
        pairs = sorted((each[at], row.label in (label.name, "yes")) for each, row in zip(scores, rows, strict=True))
        label.steps = _isotonic(pairs, steps)


def written(model: linear.Model) -> str:
    """The text of a model's file."""
    lines = [linear.FORMAT, f"bits {(model.mask + 1).bit_length() - 1}"]
    for label in model.labels:
        steps = "".join(f" {score}:{permille}" for score, permille in label.steps)
        table = b2a_base64(label.table.tobytes(), newline=False).decode()
        lines += [f"label {label.name} bias {label.bias}", f"steps{steps}", table]
    return "\n".join(lines) + "\n"


def sparse(model: linear.Model, least: int) -> linear.Sparse:
    """The same model with the weights that count at least so much; of it the calibration is not kept."""
    rows = ["" for _ in range(model.mask + 1)]
    for number, label in enumerate(model.labels):
        for place, weight in enumerate(label.table.tolist()):
            if abs(weight) >= least:
                packed = number << 9 | weight + 256
                rows[place] += "".join(linear.DIGITS[packed >> shift & 63] for shift in (12, 6, 0))
    return linear.Sparse([label.name for label in model.labels], [label.bias for label in model.labels], rows)


def written_sparse(model: linear.Sparse) -> str:
    """The text of the file of a model of many labels."""
    labels = "".join(f" {name}:{bias}" for name, bias in zip(model.names, model.biases, strict=True))
    bits = model.mask.bit_length()
    return "\n".join((linear.SPARSE, f"bits {bits}", f"labels{labels}", *model.rows)) + "\n"


def folds(rows: Iterable[Row], key: Callable[[Row], Hashable]) -> dict[Hashable, list[Row]]:
    """The rows by what `key` says of them, in order."""
    by_author: dict[Hashable, list[Row]] = {}
    for row in rows:
        by_author.setdefault(key(row), []).append(row)
    return by_author


def _hashed(rows: Sequence[Row], settings: Settings) -> tuple[list[Sequence[int]], list[Sequence[float]]]:
    """The places of each row's features, those that count in full before the scaled ones.

    What each counts comes with it; nothing where all count in full.
    """
    mask = (1 << settings.bits) - 1
    whole = [[array("I", linear.places(each, _WHOLE)) for each in (row.features, row.scaled)] for row in rows]
    kept = _shared(rows, whole, settings.authors)
    hashed: list[Sequence[int]] = []
    values: list[Sequence[float]] = []
    for row, halves in zip(rows, whole, strict=True):
        full, part = (
            sorted({feature & mask for feature in half if kept is None or feature in kept}) for half in halves
        )
        hashed.append(array("I", [*full, *part]))
        values.append(array("d", [1.0] * len(full) + [row.scale / 1024] * len(part)) if part else ())
    return hashed, values


def _shared(rows: Sequence[Row], whole: Sequence[Sequence[Sequence[int]]], least: int) -> set[int] | None:
    """The hashes of features that so many authors have; None for all of them."""
    if least < 2:
        return None
    bits = {author: 1 << at for at, author in enumerate(sorted({row.author for row in rows}))}
    used: dict[int, int] = {}
    for row, halves in zip(rows, whole, strict=True):
        for feature in (*halves[0], *halves[1]):
            used[feature] = used.get(feature, 0) | bits[row.author]
    return {feature for feature, by in used.items() if by.bit_count() >= least}


def _descend(
    rows: Sequence[Sequence[int]],
    values: Sequence[Sequence[float]],
    signs: Sequence[int],
    weights: Sequence[float],
    settings: Settings,
) -> tuple[list[float], float]:
    """Dual coordinate descent; the bias is a feature of every row."""
    table = [0.0] * (1 << settings.bits)
    bias = 0.0
    share = {sign: sum(w for w, s in zip(weights, signs, strict=True) if s == sign) or 1.0 for sign in (1, -1)}
    half = sum(weights) / 2
    costs = [
        settings.cost * weight * (half / share[sign] if settings.balance else 1.0)
        for weight, sign in zip(weights, signs, strict=True)
    ]
    damping = [0.5 / cost if cost else 0.0 for cost in costs]
    squares = [
        (math.fsum(number * number for number in value) if value else len(row)) + 1 + damp
        for row, value, damp in zip(rows, values, damping, strict=True)
    ]
    alphas = [0.0] * len(rows)
    order = [at for at, cost in enumerate(costs) if cost]
    state = 1
    for _ in range(settings.passes):
        for last in range(len(order) - 1, 0, -1):
            state = (state * _LCG[0] + _LCG[1]) & _LCG[2]
            other = (state >> 33) % (last + 1)
            order[last], order[other] = order[other], order[last]
        for at in order:
            row, value, sign, alpha = rows[at], values[at], signs[at], alphas[at]
            margin = bias
            if value:
                for place, worth in zip(row, value, strict=True):
                    margin += table[place] * worth
            else:
                for place in row:  # in order: `sum` may add in another one
                    margin += table[place]
            slope = sign * margin - 1.0 + damping[at] * alpha
            new = alpha - slope / squares[at]
            new = max(new, 0.0)
            if new != alpha:
                step = (new - alpha) * sign
                alphas[at] = new
                bias += step
                for place, worth in zip(row, value or repeat(1.0), strict=False):
                    table[place] += step * worth
    return table, bias


def _rounded(name: str, weights: Sequence[float], bias: float) -> linear.Label:
    table = bytes(max(-127, min(127, round(weight * UNIT))) & 0xFF for weight in weights)
    return linear.Label(name, round(bias * UNIT), (), table)


def _isotonic(pairs: Sequence[tuple[int, bool]], most: int) -> list[tuple[int, int]]:
    """Rising steps of how often a score is right: pools of neighbours that would fall, then the few widest apart."""
    pools: list[list[int]] = []  # first score, right, all
    for score, right in pairs:
        if pools and pools[-1][0] == score:
            pools[-1][1] += right
            pools[-1][2] += 1
        else:
            pools.append([score, int(right), 1])
        while len(pools) > 1 and pools[-2][1] * pools[-1][2] >= pools[-1][1] * pools[-2][2]:
            _, right_here, all_here = pools.pop()
            pools[-1][1] += right_here
            pools[-1][2] += all_here
    while len(pools) > most:  # join the two that differ least
        at = min(
            range(len(pools) - 1), key=lambda at: pools[at + 1][1] / pools[at + 1][2] - pools[at][1] / pools[at][2]
        )
        _, right_here, all_here = pools.pop(at + 1)
        pools[at][1] += right_here
        pools[at][2] += all_here
    return [(score, 1000 * right // every) for score, right, every in pools]
