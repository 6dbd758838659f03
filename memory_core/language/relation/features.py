"""Common points and differences of two statements, as features of a linear model."""

from collections.abc import Iterable, Sequence
from collections.abc import Set as AbstractSet
from itertools import pairwise
from typing import Final

from memory_core.language.concepts import choices
from memory_core.language.statement import REST, ROLES, Statement, Word

_SHARES: Final = (0.01, 0.15, 0.3, 0.45, 0.6, 0.8, 0.99)
_LIKE: Final = (0.2, 0.4, 0.6, 0.75, 0.9)
_PAIRS: Final = (("value", "value"), ("value", "instead"), ("instead", "value"), ("instead", "instead"))
_HEAVIEST: Final = ("instead", "value", "subject", "scope")
_MOST: Final = 4  # differences that have features
Change = tuple[list[int], list[int]]


def features(old: Statement, new: Statement) -> list[str]:
    """The features of two statements."""
    mine, yours = ({statement.words[at].key: at for at in statement.telling()} for statement in (old, new))
    both = mine.keys() & yours.keys()
    shares = [_in_both(old, mine, both), _in_both(new, yours, both)]
    low, high = (_step(share, _SHARES) for share in (min(shares), max(shares)))
    numbers = _numbers(old, new)
    heaviest = max((old.weights[mine[key]] for key in both), default=-1)
    row = [
        f"old {_step(shares[0], _SHARES)}", f"new {_step(shares[1], _SHARES)}", f"low {low}", f"high {high}",
        f"shares {low} {high}", f"shared {min(len(both), 5)}",
        f"heaviest {heaviest} of {min(len(both), 3)}", f"numbers {numbers}", f"numbers {numbers} {low}",
        f"more {_step(len(mine) - len(both), (1, 2, 4))} {_step(len(yours) - len(both), (1, 2, 4))}",
        f"length {_step(len(old.words) / max(1, len(new.words)), (0.4, 0.7, 1.1, 1.6, 2.5))}",
        f"pieces {_step(_pieces(mine, yours), (0.05, 0.15, 0.3, 0.45, 0.6, 0.8))}",
    ]  # fmt: skip
    row += [f"both {key}" for key in both]
    row += _of_roles(old, new, low)
    row += _of_words(old, new, bool(both))
    row += _of_choices(old, new)
    return row + _of_changes(old, new)


def ending(new: Statement) -> list[str]:
    """The features of a statement that may end an older one: its words, and pairs of near words."""
    texts = [word.text for word in new.words]
    row = [f"word {text}" for text in texts]
    row += [f"pair {word} {behind}" for word, behind in pairwise(texts)]
    return row + [f"near {word} {behind}" for word, behind in zip(texts, texts[2:], strict=False)]


def _of_roles(old: Statement, new: Statement, low: int) -> list[str]:
    """Whether one wants what the other wants or refuses, and about the same subject."""
    mine, yours = ({role: in_role(statement, role) for role in (*ROLES, REST)} for statement in (old, new))
    met = {pair: _met(mine[pair[0]], yours[pair[1]]) for pair in _PAIRS}
    subject, scope = (_met(mine[role], yours[role]) for role in ("subject", "scope"))
    wanted = met["value", "value"]
    row = [f"{first}/{second} {how}" for (first, second), how in met.items()]
    row += [f"{first}/{second} {how} {low}" for (first, second), how in met.items()]
    return [
        *row, "wants " + "".join(met.values()), f"subject {subject}", f"subject {subject} {low}", f"scope {scope}",
        f"wanted {wanted} subject {subject}", f"wanted {wanted} scope {scope}",
        f"wanted {wanted} subject {subject} {low}",
        *(f"shared {first} {second}" for first in mine for second in yours if mine[first] & yours[second]),
    ]  # fmt: skip


def _of_words(old: Statement, new: Statement, is_near: bool) -> list[str]:
    """The words of only one statement, and the newer statement's pairs of words."""
    mine, yours = ({word.text for word in statement.words} for statement in (old, new))
    row = [f"+ {text}" for text in yours - mine] + [f"- {text}" for text in mine - yours]
    if is_near:
        row += [f"near + {text}" for text in yours - mine]
    texts = [word.text for word in new.words]
    for word_before, word_behind in pairwise(texts):
        row.append(f"pair {word_before} {word_behind}")
        if not {word_before, word_behind} <= mine:
            row.append(f"new pair {word_before} {word_behind}")
    return row


def _of_choices(old: Statement, new: Statement) -> list[str]:
    """For a common choice, whether the options are the same, and which option is refused."""
    mine, yours = _options(old), _options(new)
    row = []
    for choice in mine.keys() & yours.keys():
        mark = "~" if choice in choices().strict else ""
        for option, ours in mine[choice].items():
            for another_option, theirs in yours[choice].items():
                met = "=" if option == another_option else "/"
                for pair in {f"{met} {role}>{another}" for role in ours for another in theirs}:
                    row += [f"choice {pair}", f"choice{mark} {pair}"]
        wanted, refused = ([[option for option, roles in side[choice].items() if ("instead" in roles) is is_refused]
                            for side in (mine, yours)] for is_refused in (False, True))  # fmt: skip
        (want, wants), (refuse, refuses) = map(_sets, (wanted, refused))
        sides = (want & wants, want - wants, wants - want, refuse & wants, want & refuses, refuse & refuses)
        shape = "".join(f"{bool(side):d}" for side in sides)
        row += [f"options {shape}", f"options{mark} {shape}"]
    if not mine.keys() & yours.keys() and (mine or yours):
        row.append(f"choices {bool(mine):d}{bool(yours):d}")
    return row


def _sets(sides: Iterable[Iterable[str]]) -> list[set[str]]:
    return [set(side) for side in sides]


def _options(statement: Statement) -> dict[str, dict[str, set[str]]]:
    """The options that a statement names, grouped by their choice, each with the most important role of its words."""
    options: dict[str, dict[str, set[str]]] = {}
    for naming in statement.named:
        roles = statement.roles[naming.start : naming.end]
        role = next((role for role in _HEAVIEST if role in roles), REST)
        for option in naming.options:
            options.setdefault(option.choice, {}).setdefault(option.name, set()).add(role)
    return options


def likeness(old: Sequence[str], new: Sequence[str]) -> float:
    """The share of common words in an alignment, from 0 to 1."""
    return 2 * aligned(old, new)[0] / max(1, len(old) + len(new))


def _of_changes(old: Statement, new: Statement) -> list[str]:
    """The replaced, added and dropped words in an alignment."""
    common, changes = aligned([word.key for word in old.words], [word.key for word in new.words])
    like = _step(2 * common / max(1, len(old.words) + len(new.words)), _LIKE)
    swaps = [(gone, come) for gone, come in changes if gone and come]
    added = [come for gone, come in changes if not gone]
    dropped = [gone for gone, come in changes if not come]
    telling = sum(any(old.weights[at] for at in gone) and any(new.weights[at] for at in come) for gone, come in swaps)
    row = [f"like {like}", f"like {like} {min(len(swaps), 3)} {min(len(added), 2)} {min(len(dropped), 2)}",
            f"like {like} swaps {min(telling, 3)}"]  # fmt: skip
    for gone, come in swaps[:_MOST]:
        shapes = f"{_shapes(old, gone)}>{_shapes(new, come)}"
        before = new.words[come[0] - 1].text if come[0] else "^"
        mine, yours = _choices_at(old, gone), _choices_at(new, come)
        row += [f"before {before}", f"before {before} {shapes}", f"before {before} {min(len(changes), 3)}"]
        row.append(f"swap options {bool(mine & yours):d}{bool(mine):d}{bool(yours):d} {min(len(changes), 3)}")
        if len(changes) == 1:
            frame = [word.key for at, word in enumerate(new.words) if at not in come]
            row += [f"frame {key}" for key in frame] + [f"frame {key} {shapes}" for key in frame]
        row += [f"swap {shapes}", f"swap {shapes} {like}", f"swap {min(len(gone), 3)}>{min(len(come), 3)} {like}"]
        for first in {old.roles[at] for at in gone}:
            for second in {new.roles[at] for at in come}:
                row += [f"swap {first}>{second}", f"swap {first}>{second} {like}"]
    for come in added[:_MOST]:
        where = "start" if come[0] == 0 else "end" if come[-1] == len(new.words) - 1 else "within"
        row += [f"added {new.words[at].text}" for at in come[:6]]
        row += [f"added {new.roles[at]} {like}" for at in come[:6]]
        row.append(f"added {min(len(come), 4)} {where} {like}")
    row += [f"dropped {old.words[at].text}" for gone in dropped[:_MOST] for at in gone[:6]]
    return row


def aligned(old: Sequence[str], new: Sequence[str]) -> tuple[int, list[Change]]:
    """(the length of the longest common subsequence, the runs of indices between its words)."""
    best = [[0] * (len(new) + 1) for _ in range(len(old) + 1)]
    for at in range(len(old) - 1, -1, -1):
        for to in range(len(new) - 1, -1, -1):
            best[at][to] = best[at + 1][to + 1] + 1 if old[at] == new[to] else max(best[at + 1][to], best[at][to + 1])
    changes: list[Change] = []
    run: Change = ([], [])
    at = to = 0
    while at < len(old) or to < len(new):
        if at < len(old) and to < len(new) and old[at] == new[to]:
            if run[0] or run[1]:
                changes.append(run)
                run = ([], [])
            at, to = at + 1, to + 1
        elif to == len(new) or (at < len(old) and best[at + 1][to] >= best[at][to + 1]):
            run[0].append(at)
            at += 1
        else:
            run[1].append(to)
            to += 1
    if run[0] or run[1]:
        changes.append(run)
    return best[0][0], changes


def _choices_at(statement: Statement, places: Sequence[int]) -> set[str]:
    """The choices with an option named at one of these indices."""
    return {option.choice for naming in statement.named if naming.start in places for option in naming.options}


def _shapes(statement: Statement, places: Sequence[int]) -> str:
    return "".join(sorted({_shape(statement.words[at], statement.weights[at]) for at in places}))


def _shape(word: Word, weight: int) -> str:
    return "-" if not weight else "9" if word.has_digit else "c" if word.is_quoted else "A" if word.is_named else "w"


def _numbers(old: Statement, new: Statement) -> str:
    mine, yours = ({word.text for word in statement.words if word.has_digit} for statement in (old, new))
    if not mine or not yours:
        return f"{bool(mine):d}{bool(yours):d}"
    return "same" if mine == yours else "shared" if mine & yours else "other"


def in_role(statement: Statement, role: str) -> set[str]:
    """The telling words of a statement that have a role."""
    return {statement.words[at].key for at in statement.telling() if statement.roles[at] == role}


def _met(first: set[str], second: set[str]) -> str:
    """The overlap of two sets: `-` if one is empty, "0" for none, "h" for a part, "1" for all of the smaller set."""
    if not first or not second:
        return "-"
    shared = len(first & second)
    return "0" if not shared else "1" if shared == min(len(first), len(second)) else "h"


def _pieces(mine: Iterable[str], yours: Iterable[str]) -> float:
    """The share of four-letter pieces of the smaller side that both have: for compounds and word forms."""
    first, second = ({key[at : at + 4] for key in keys for at in range(max(1, len(key) - 3))} for keys in (mine, yours))
    return len(first & second) / max(1, min(len(first), len(second)))


def _in_both(statement: Statement, keys: dict[str, int], both: AbstractSet[str]) -> float:
    """The share (0 to 1) of a statement's weight in the common words."""
    return sum(statement.weights[keys[key]] for key in both) / (sum(statement.weights[at] for at in keys.values()) or 1)


def _step(value: float, steps: Sequence[float]) -> int:
    return sum(value >= step for step in steps)
