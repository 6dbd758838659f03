"""How like a proposal is to what was said before: by scope, by direction, by approach (IRIS-32..34, I-3)."""

import re
from collections.abc import Callable, Iterable, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from memory_core.domain.guard import reading
from memory_core.domain.guard.reading import ADD, ASIDE, REMOVE, SITE, Reading, Thing
from memory_core.light import globs
from memory_core.text.similarity import jaccard

Alike = Callable[[str, str], float]
"""The cosine of two texts' meaning, where a model is at hand."""

SAME, WIDE, NONE = "same", "wide", "none"  # scopes
OTHER, OPPOSITE, UNKNOWN = "other", "opposite", "unknown"  # approaches, beside SAME

NEARLY: Final = 0.37  # direction from which on another place makes it doubtful
CLEAR: Final = 0.55  # direction from which on it is the same one
PLAIN: Final = 0.8  # direction from which on a type of change that is only near is the same
SOME: Final = 0.26  # direction from which on it may be
MEANT: Final = (0.40, 0.66)  # cosines that say as much as SOME and CLEAR
PERHAPS: Final = (0.38, 0.33)  # cosine from which on a rejection, a permanent one, may be meant where no place is named
SURE: Final = 0.6  # cosine below which words alone do not block there
BREAKING: Final = (0.52, 0.40)  # cosine from which on a constraint may be broken, and by what is critical
AHEAD: Final = 0.2  # by how much one entry must be more like the proposal than another to be clearly the best
REPEATED: Final = 0.75  # share of words from which on two texts are nearly identical

_SIBLING: Final = 0.45  # Kafka for RabbitMQ
_GENERAL: Final = 0.9  # an ORM for SQLAlchemy
_STRANGER: Final = 0.1  # Rust for Java
_CONCEPT, _NAMED, _COMMON, _WORD, _PALE = 3.0, 2.5, 1.2, 1.0, 0.3
_BESIDE_WORDS: Final = 0.6  # what a cosine adds to words that are near
_BESIDE: Final = 0.4  # of a word's weight, where a concept says what it is about
_WEIGHT: Final = {ADD: 1.0, REMOVE: 1.0, SITE: 0.5, ASIDE: 0.15}
_OPPOSITES: Final = (
    ("introduce", "remove"), ("split", "merge"), ("upgrade", "downgrade"), ("raise", "lower"), ("secure", "remove"),
    ("validate", "remove"), ("test", "remove"), ("observe", "remove"), ("document", "remove"),
)  # fmt: skip
_KIN: Final = (
    {"introduce", "replace"}, {"introduce", "configure"}, {"introduce", "split"}, {"replace", "remove"},
    {"refactor", "split"}, {"refactor", "move"}, {"refactor", "replace"}, {"introduce", "optimise"},
    {"introduce", "test"},
    {"introduce", "move"}, {"introduce", "validate"}, {"introduce", "secure"}, {"introduce", "observe"},
    {"replace", "upgrade"}, {"refactor", "merge"}, {"move", "split"}, {"move", "replace"}, {"move", "merge"},
)  # fmt: skip
_VERSIONS: Final = re.compile(r"(?<![\w.])v?(\d+(?:\.\d+)*)\b")
# Folders that hold all of the code, so that they say nothing about where.
_ROOTS: Final = frozenset("src lib app apps source sources code web frontend backend server client packages .".split())


class Likeness(NamedTuple):
    """How two texts compare, and the words that say so."""

    direction: float
    approach: str
    scope: str
    words: tuple[str, ...] = ()
    repeated: bool = False
    both: bool = False  # a product or identifier is brought in, or taken away, by both
    exact: bool = True  # the very type of change, not only one near it
    cosine: float | None = None  # of the two texts' meaning, where a model is at hand
    nearest: float | None = None  # the larger of that and the one with all that is said of the old text

    @property
    def clear(self) -> bool:
        """Whether the direction is the same."""
        return self.direction >= CLEAR

    @property
    def some(self) -> bool:
        """Whether the direction may be the same."""
        return self.direction >= SOME

    @property
    def sure(self) -> bool:
        """Whether no model doubts what the words say."""
        return self.both or self.repeated or self.cosine is None or self.cosine >= SURE

    def meant(self, permanent: bool) -> bool:
        """Whether a model says that the same may be meant, whatever the words."""
        return self.nearest is not None and self.nearest >= PERHAPS[permanent]

    def told(self) -> str:
        """What speaks for it, for a reason."""
        parts = [f"about {', '.join(self.words[:4])}"] if self.words and self.some else []
        parts += ["the same kind of change"] if self.approach == SAME and self.some else []
        parts += ["the same place"] if self.scope == SAME else ["another place"] if self.scope == NONE else []
        return ", ".join(parts) or "near in meaning"


def compare(
    old: str, new: str, old_scope: str | None, new_scope: str | None, alike: Alike | None = None, whole: str = ""
) -> Likeness:
    """The likeness of a new text to an old one, with their scopes; `whole` is the old one with its reason."""
    ours, theirs = reading.read(old), reading.read(new)
    place = scope(old_scope, new_scope)
    if alike is None and ours.keys.isdisjoint(theirs.keys):
        return Likeness(0.0, UNKNOWN, place)
    score, words = direction(ours, theirs)
    way = approach(ours, theirs)
    cosine = nearest = None
    if alike is not None:
        cosine = alike(old, new)
        nearest = max(cosine, alike(whole, new)) if whole else cosine
        score = score if way == OPPOSITE else max(score, _meant(cosine, score, ours, theirs))
    if words and "upgrade" in ours.types & theirs.types and _target(old) == _target(new) != "":
        score = max(score, CLEAR)
    repeated = way != OPPOSITE and jaccard(ours.stems, theirs.stems) >= REPEATED
    return Likeness(
        max(score, 1.0) if repeated else score,
        way,
        place,
        words,
        repeated,
        _together(ours, theirs),
        _exact(ours, theirs),
        cosine,
        nearest,
    )


def _target(text: str) -> str:
    """The version that a text names last."""
    found = [one[1] for one in _VERSIONS.finditer(text)]
    return found[-1] if found else ""


@lru_cache(maxsize=65536)
def scope(old: str | None, new: str | None) -> str:
    """`same` where two scopes that each say a place meet, `none` where they cannot, else `wide`."""
    found = globs.overlap(old, new)
    return WIDE if found == SAME and any(_is_root(part) for one in (old, new) for part in globs.parts(one)) else found


def _is_root(part: str) -> bool:
    return all(name in _ROOTS or not name.strip("*") for name in part.split("/"))


def direction(old: Reading, new: Reading) -> tuple[float, tuple[str, ...]]:
    """How far two texts would change the same things to the same end, 0 to 1, and the things."""
    ours, theirs = old.things, new.things
    rivals = _rivals(ours, theirs)

    def agree(one: Thing, other: Thing) -> float:
        return _agree(one, other) * (_GENERAL if one.family in rivals and one.name != other.name else 1.0)

    there, back = _cover(ours, theirs, agree), _cover(theirs, ours, agree)
    small, large = sorted((there, back))
    words = [mine.said for mine in ours if any(match(mine, one) * _agree(mine, one) >= 0.4 for one in theirs)]
    score = (2 * small + large) / 3
    if rivals and not any(
        match(mine, one) >= 0.8
        and _agree(mine, one)
        and weight(mine) >= _NAMED
        and (mine.family not in rivals or not (mine.member and one.member))
        for mine in ours
        for one in theirs
    ):
        score = min(score, CLEAR - 0.01)
    return score, tuple(dict.fromkeys(words))


def approach(old: Reading, new: Reading) -> str:
    """`same`, `other` or `opposite` types of change; `unknown` where one of the texts names none."""
    if _turned(old, new):
        return OPPOSITE
    ours, theirs = old.types or frozenset(("introduce",)), new.types or frozenset(("introduce",))
    if ours & theirs:
        return SAME
    for one, other in _OPPOSITES:
        if (one in ours and other in theirs) or (other in ours and one in theirs):
            return OPPOSITE
    if any({one, other} in _KIN for one in ours for other in theirs):
        return SAME
    return OTHER if old.types and new.types else UNKNOWN


def _exact(old: Reading, new: Reading) -> bool:
    """Whether two texts name the very same type of change, or the new one shows it without a verb."""
    if not new.types:
        members = {thing.name for thing in old.things if thing.member} & {thing.name for thing in new.things}
        return len(members) > 1 or any(thing.role in (ADD, REMOVE) for thing in new.things)
    return bool((old.types or frozenset(("introduce",))) & new.types)


def shared(old: str, new: str) -> tuple[str, ...]:
    """The words and concepts that two texts share, whatever is to become of them (I-6)."""
    ours, theirs = reading.read(old).things, reading.read(new).things
    return tuple(
        dict.fromkeys(
            mine.said for mine in ours for one in theirs
            if match(mine, one) >= 0.8 and not (reading.is_pale(mine.name) and not mine.family)
        )
    )  # fmt: skip


def _turned(old: Reading, new: Reading) -> bool:
    """Whether what one text brings in is what the other takes away, and nothing is brought in by both."""

    def brought(text: Reading, role: str) -> list[Thing]:
        told = [thing for thing in text.things if thing.role == role]
        named = any(thing.named for thing in told)  # then its words are parts of that name
        return [thing for thing in told if thing.family or thing.named or not (named or _dull(thing))]

    def meet(one: Iterable[Thing], other: Sequence[Thing]) -> float:
        found = ((match(mine, yours), weight(mine)) for mine in one for yours in other)
        return max((fit * heavy for fit, heavy in found if fit >= 0.8), default=0.0)

    if old.types & new.types & {"replace", "move"}:
        swapped = meet(brought(old, ADD), brought(new, SITE)) and meet(brought(old, SITE), brought(new, ADD))
        if swapped and not meet(brought(old, ADD), brought(new, ADD)):
            return True
    against = max(meet(brought(old, ADD), brought(new, REMOVE)), meet(brought(old, REMOVE), brought(new, ADD)))
    along = max(meet(brought(old, ADD), brought(new, ADD)), meet(brought(old, REMOVE), brought(new, REMOVE)))
    return against >= 0.8 and along < min(against, 1.1)


def _together(old: Reading, new: Reading) -> bool:
    """Whether both texts bring in, or both take away, the same product or identifier."""
    return any(
        one.role == other.role and one.role in (ADD, REMOVE) and (one.member or one.named) and one.name == other.name
        for one in old.things
        for other in new.things
    )


def _meant(cosine: float, words: float, old: Reading, new: Reading) -> float:
    """A cosine as a direction: clear only where the words are near it, and not against what both bring in."""
    some, clear = MEANT
    score = SOME + (cosine - some) * (CLEAR - SOME) / (clear - some) if cosine >= some else 0.0
    if words >= NEARLY and cosine >= some:
        score = max(score, words + (cosine - some) * _BESIDE_WORDS)
    else:
        score = min(score, CLEAR - 0.01)
    mine, yours = ([thing for thing in text.things if thing.family and thing.role == ADD] for text in (old, new))
    if mine and yours and not any(match(one, other) >= 0.8 for one in mine for other in yours):
        return min(score, CLEAR - 0.01)
    return score


def _rivals(ours: Sequence[Thing], theirs: Sequence[Thing]) -> set[str]:
    """The families of which each text names a member that the other does not."""
    mine, yours = ({(one.family, one.name) for one in things if one.member} for things in (ours, theirs))
    return {family for family, _ in mine - yours} & {family for family, _ in yours - mine}


def _dull(thing: Thing) -> bool:
    return reading.is_pale(thing.name)


def weight(thing: Thing) -> float:
    """How much a thing says about what a change is."""
    if thing.family:
        return _COMMON if thing.family in reading.common() and not thing.member else _CONCEPT
    if thing.named:
        return _NAMED
    return _PALE if _dull(thing) else _WORD


def _cover(mine: Sequence[Thing], theirs: Sequence[Thing], fits: Callable[[Thing, Thing], float]) -> float:
    """The share of what `mine` weighs that `theirs` has too."""
    weights = _weights(mine)
    total = sum(weights)
    if not total:
        return 0.0
    found = sum(
        weight * max((match(thing, one) * fits(thing, one) for one in theirs), default=0.0)
        for thing, weight in zip(mine, weights, strict=True)
    )
    return found / total


def _weights(things: Sequence[Thing]) -> list[float]:
    roles = {thing.role for thing in things if thing.family or thing.named or not _dull(thing)}
    by_role = dict(_WEIGHT)
    if not roles & {ADD, REMOVE}:
        by_role[SITE] = 1.0
    elif ADD in roles:
        by_role[REMOVE] = 0.35
    strong = any(
        thing.family and thing.family not in reading.common() for thing in things if by_role[thing.role] >= 0.5
    )
    telling = {thing.role for thing in things if thing.family and thing.family not in reading.loose()}
    families: dict[tuple[str, str], int] = {}
    for thing in things:
        if thing.family:
            families[thing.family, thing.role] = families.get((thing.family, thing.role), 0) + 1
    return [
        by_role[thing.role] * weight(thing) / (families[thing.family, thing.role] if thing.family else 1)
        * (_BESIDE if strong and not thing.family and not thing.named else 1.0)
        * (_BESIDE if thing.family in reading.loose() and thing.role in telling else 1.0)
        for thing in things
    ]  # fmt: skip


def match(one: Thing, other: Thing) -> float:
    """How far two things are the same, 0 to 1."""
    if one.name == other.name:
        return 1.0
    if one.family and one.family == other.family:
        if not (one.member and other.member):
            return _SIBLING if one.family in reading.common() else _GENERAL
        return _STRANGER if one.family in reading.loose() else _SIBLING
    return 0.0


def _agree(one: Thing, other: Thing) -> float:
    """How far two things play the same part."""
    if one.role == other.role:
        return 1.0
    if {one.role, other.role} == {ADD, REMOVE}:
        return 0.0
    return 0.6 if ASIDE in (one.role, other.role) else 0.75
