"""Whether a proposal breaks a constraint: what it rules, clause by clause, against what the proposal changes."""

import re
from collections.abc import Iterable, Iterator, Sequence
from typing import Final, NamedTuple

from memory_core.domain import bounds
from memory_core.domain.guard import classes, likeness, limits, norms, reading
from memory_core.domain.guard.likeness import NONE, OPPOSITE, SAME, WIDE
from memory_core.domain.guard.norms import Apart, Frozen, Only
from memory_core.domain.guard.reading import ADD, ASIDE, REMOVE, SITE, Reading, Thing
from memory_core.domain.memory import Memory
from memory_core.light import globs
from memory_core.light.stems import stem
from memory_core.text.expressions import Expressions

BROKEN: Final = 0.6  # share of what is prohibited or required from which on a proposal breaks it
DOUBTFUL: Final = 0.45  # … may break it

_RE: Final = Expressions("guard/breach.txt")
_RIVALS: Final = frozenset(frozenset(pair.split()) for pair in _RE.cues("rivals"))
_STABLE: Final = "publicapi"
_BREAKING: Final = frozenset(("remove", "move", "replace", "merge", "split"))
_HARMLESS: Final = frozenset(("test", "document", "observe", "format"))
_AGAINST: Final = _HARMLESS | {"remove", "secure", "validate", "lower", "fix", "downgrade"}
_NEW: Final = re.compile(r"\b(?:new|additional|further|more|extra)\b", re.IGNORECASE)
_KINDS: Final = frozenset("tabl column field endpoint directori folder format librari protocol".split())
_LESS: Final = frozenset(("remove", "secure", "test", "document", "lower"))
_NEARLY_HELD: Final = 0.4  # … may speak of it
_UNPLACED: Final = 0.59  # where nobody says whether a proposal is at the rule's place, its kin only makes it doubtful
_HELD: Final = 0.5  # share of what is frozen, or has one place, from which on a proposal speaks of it
# Families whose members somebody installs, and those whose members somebody else runs.
_INSTALLED: Final = frozenset(_RE.cues("installed"))
_HOSTED: Final = frozenset(_RE.cues("hosted"))


class Breach(NamedTuple):
    """How a proposal stands to a constraint."""

    degree: float  # 0 to 1; from BROKEN on it breaks it
    why: str = ""


NOTHING: Final = Breach(0.0)


class Change(NamedTuple):
    """A proposal as a constraint meets it."""

    text: str
    new: Reading
    scope: str | None
    bound: str | None  # the constraint's scope
    place: str  # of the proposal against the constraint's scope


def breach(constraint: Memory, proposed: str, scope: str | None = None) -> Breach:
    """How far a proposal breaks a constraint; what takes the prohibited away breaks nothing."""
    proposed = proposed[: bounds.SPOKEN]
    place = likeness.scope(constraint.scope.path, scope)
    if place == NONE:
        return NOTHING
    rule, change = (
        norms.parse(constraint.summary),
        Change(proposed, reading.read(proposed), scope, constraint.scope.path, place),
    )
    found = list(_literals(constraint, change))
    freed = {thing.name for text in rule.freed for thing in reading.read(text).things if thing.member or thing.named}
    bare = change._replace(new=change.new._replace(things=tuple(t for t in change.new.things if t.name not in freed)))
    found += [_prohibits(text, bare) for text in rule.prohibited]
    found += [_requires(text, change, hedged=rule.hedged) for text in rule.required]
    found += [_changes(frozen, change) for frozen in rule.frozen]
    found += [_elsewhere(only, change) for only in rule.only]
    found += [_reaches(apart, change) for apart in rule.apart]
    found += [_unpins(pin, change) for pin in rule.pins]
    found += [_passes(bound, change) for bound in rule.bounds]
    found += [_leaves(kept, within, change) for kept, within in rule.regions]
    return max(found, key=lambda one: one.degree, default=NOTHING)


def may_break(proposed: str) -> bool:
    """Whether a proposal does more than take away, secure or describe."""
    proposed = proposed[: bounds.SPOKEN]
    types = reading.read(proposed).types
    return not types or not types <= _LESS


def _literals(constraint: Memory, change: Change) -> Iterator[Breach]:
    """What of `forbid` stands in the proposal; expressions are for code."""
    folded = change.text.casefold()
    for literal in constraint.attrs.get("forbid", ()):
        word = str(literal).casefold().strip()
        if not word or word.startswith("/") or not re.search(rf"(?<!\w){re.escape(word)}(?!\w)", folded):
            continue
        roles = {thing.role for thing in change.new.things if thing.said in word or word in thing.said} - {ASIDE}
        if roles != {REMOVE}:
            yield Breach(1.0 if ADD in roles else DOUBTFUL, f"it names {literal}")


def _prohibits(text: str, change: Change) -> Breach:
    new, old = change.new, reading.read(text)
    if not old.types:
        old = reading.read(f"introduce {text}")
    way = likeness.approach(old, new)
    brings = "introduce" in old.types or not (old.types & new.types)
    if way == OPPOSITE or ("introduce" not in old.types and way != likeness.SAME):
        return NOTHING
    core = [thing for thing in old.things if thing.role != SITE] or list(old.things)
    share, words = _held(core, new.things, strict=brings and bool(new.types))
    if (
        "introduce" not in old.types
        and old.types & new.types
        and share
        and _held(core[-1:], new.things, strict=False)[0]
    ):
        share = max(share, BROKEN)
    if _NEW.search(text) and not any(
        one.role == ADD or one.family in reading.loose() for one in new.things if one.said in words
    ):
        share = 0.0
    if share < BROKEN and brings:
        found = [(share, words), _installed(core, change), _classed(text, core, change)]
        share, words = max(found, key=lambda one: one[0])
        if change.scope is None and change.place == WIDE and not globs.is_whole(change.bound):
            share = min(share, _UNPLACED)
    return Breach(share, f"it brings in {', '.join(words)}" if brings and words else f"it would {text.strip()}")


def _classed(text: str, core: Sequence[Thing], change: Change) -> tuple[float, tuple[str, ...]]:
    """How far what stands for the classes of a rule is brought in; what is everywhere only with all the rest."""
    new, ruled = change.new, classes.named(text)
    if not ruled or (new.types and new.types <= _LESS):
        return 0.0, ()
    met = [(one, *classes.standing(one, new)) for one in ruled]
    there = [(one, said) for one, said, role in met if role in (ADD, SITE)]
    if not there:
        return 0.0, ()
    spoken = {word for one in ruled for names in one.words for word in names}
    rest = [thing for thing in core if _tells(thing) and not any(stem(w) in spoken for w in thing.said.split())]
    words = tuple(said for _, said in there)
    if len(there) < len(ruled) or (rest and _held(rest, new.things, strict=False)[0] < 0.4):
        return 0.0, ()
    if len(ruled) == 1 and there[0][0].everywhere:
        return 0.0, ()
    added = any(role == ADD for _, _, role in met) or len(there) > 1 or new.types & {"observe", "introduce", "validate"}
    return (0.8 if added else DOUBTFUL), words


def _installed(core: Sequence[Thing], change: Change) -> tuple[float, tuple[str, ...]]:
    """How far a proposal brings in what somebody else made or runs, where a rule is about that."""
    families = {thing.family for thing in core}
    added = [thing for thing in change.new.things if thing.role == ADD]
    if "dependency" in families:
        products = tuple(thing.said for thing in added if thing.member and thing.family in _INSTALLED | _HOSTED)
        word = _RE["libraries"].search(change.text)
        if word:
            return 0.8, (word[1],)
        word = _RE["pulled"].search(change.text)
        if added and (products or (word and "remove" not in change.new.types)):
            return 0.8, products or ((word[0],) if word else ())
    if families & {"vendorlock", "cloud", "networkcall"}:
        products = tuple(thing.said for thing in added if thing.member and thing.family in _HOSTED)
        return (0.7 if products else 0.0), products
    return 0.0, ()


def _changes(frozen: Frozen, change: Change) -> Breach:
    """Whether a proposal changes what is frozen, or takes away a part of what stays compatible."""
    new = change.new
    demands = _RE["demands"].search(change.text)
    if not (new.types - _HARMLESS or demands):
        return NOTHING
    wanted = [thing for thing in reading.read(frozen.what).things if thing.role != ASIDE]
    telling = [thing for thing in wanted if _tells(thing)] or wanted
    telling = [thing for thing in telling if thing.name not in _KINDS] or telling
    share, words = _held(telling, new.things, strict=False)
    near = share >= _NEARLY_HELD
    about = share >= _HELD or any(thing.named and likeness.match(thing, one) for thing in telling for one in new.things)
    if frozen.compatible:
        breaks = bool(new.types & _BREAKING or demands)
        part = _RE["parts"].search(change.text)
        public = about or any(thing.family == _STABLE for thing in new.things)
        if not breaks or not (part or public):
            return NOTHING
        degree = BROKEN if part and (change.place == SAME or public) else DOUBTFUL
        return Breach(degree, f"it changes {part[0] if part else ', '.join(words)} of what stays compatible")
    if not about and change.place == SAME and _is_file(change) and new.types & _BREAKING:
        return Breach(DOUBTFUL, "it changes what stands there")
    if said := "" if about else _classes_of(frozen.what, new):
        return Breach(0.8, f"it changes {said}")
    if not (about or near) or not _worked_on(telling, new):
        return NOTHING
    strong = about and (new.types - _HARMLESS - {"fix", "introduce"} or _grows(telling, new))
    return Breach(0.8 if strong else DOUBTFUL, f"it changes {', '.join(words)}")


def _is_file(change: Change) -> bool:
    return bool(change.scope and change.bound == change.scope and "." in change.scope.rpartition("/")[2])


def _classes_of(text: str, new: Reading) -> str:
    """What of a proposal stands for a class that a text names, unless it is taken away."""
    for one in classes.named(text):
        said, role = classes.standing(one, new)
        if said and role in (ADD, SITE) and not one.everywhere:
            return said
    return ""


def _worked_on(things: Sequence[Thing], new: Reading) -> bool:
    """Whether what is named is changed, and not only read, served or gone round."""
    return any(one.role != ASIDE for thing in things for one in new.things if likeness.match(thing, one) >= 0.8)


def _grows(things: Sequence[Thing], new: Reading) -> bool:
    """Whether something is brought into what is named."""
    return any(one.role == SITE for thing in things for one in new.things if likeness.match(thing, one) >= 0.8) and any(
        one.role == ADD for one in new.things
    )


def _elsewhere(only: Only, change: Change) -> Breach:
    """Whether what has one place is done at another, or what has one way goes past it."""
    new = change.new
    if not _present(only.what, change) or (new.types and new.types <= {"remove", "document"}):
        return NOTHING
    past = _RE["past it"].search(change.text)
    if only.way:
        return Breach(0.8, f"it goes past {only.where} ({past[0]})") if past else NOTHING
    place = re.sub(r"^the\s+", "", only.where)
    if "/" in place:
        met = likeness.scope(place, change.scope) if change.scope else WIDE
        degree = {SAME: 0.0, NONE: 0.8}.get(met, 0.0 if place in change.text else DOUBTFUL)
        return Breach(degree, f"it is not in {place}")
    if _present(place, change, scoped=True):
        return NOTHING
    return Breach(BROKEN if change.scope else DOUBTFUL, f"it is not in {place}")


def _reaches(apart: Apart, change: Change) -> Breach:
    """Whether one thing is made to use another that it is kept from."""
    what = _present(apart.what, change)
    at = _where(apart.who, change)
    if not at and change.place == SAME and not any(map(_tells, reading.read(apart.who).things)):
        at = change.scope or ""
    if not what or not at or (change.new.types and change.new.types <= _LESS):
        return NOTHING
    reverse = re.search(r"^(.*)\b(?:depend|import|call|use|know|access)s?\b(.*)$", change.text, re.IGNORECASE)
    if reverse and _named(apart.who, reverse[2]) and _named(apart.what, reverse[1]):
        return NOTHING
    return Breach(0.8, f"it lets {apart.who.strip()} use {what}")


def _where(text: str, change: Change) -> str:
    """What of somebody a proposal names, or its scope does."""
    if change.scope and _named(text, " ".join(re.split(r"[/._-]+", change.scope))):
        return change.scope
    return _present(text, change)


def _named(text: str, where: str) -> bool:
    return bool(_present(text, Change(where, reading.read(where), None, None, WIDE)))


def _present(text: str, change: Change, *, scoped: bool = False) -> str:
    """What of a text a proposal has, by its words or by what stands for them; "" where it is too little."""
    if scoped and change.scope and _named(text, " ".join(re.split(r"[/._-]+", change.scope))):
        return change.scope
    for one in classes.named(text):
        said, role = classes.standing(one, change.new)
        if said and role != REMOVE:
            return said
    wanted = [thing for thing in reading.read(text).things if _tells(thing)]
    share, words = _held(wanted, [one for one in change.new.things if one.role != REMOVE], strict=False)
    stems = reading.read(text).stems
    if stems and not wanted and stems <= change.new.stems:
        return " ".join(sorted(stems))
    return ", ".join(words) if share >= _HELD else ""


def _unpins(pin: limits.Pin, change: Change) -> Breach:
    wanted = [thing for thing in reading.read(pin.text).things if _tells(thing) and not thing.name.isdigit()]
    words = _held(wanted, change.new.things, strict=False)[1]
    target = limits.moved(pin, change.text, change.new) if words else ""
    return Breach(DOUBTFUL if pin.floor else 0.9, f"it takes {words[0]} to {target}") if target else NOTHING


def _passes(bound: limits.Bound, change: Change) -> Breach:
    new = change.new
    wanted = [thing for thing in reading.read(bound.text).things if _tells(thing)]
    about = _held(wanted, new.things, strict=False)[1]
    beyond = limits.passed(bound, change.text)
    if beyond and (about or not limits.measured(bound)):
        return Breach(0.8, f"{beyond} is beyond it")
    if beyond:
        near = change.place == SAME or bound.unit not in ("ms", "s", "second", "seconds")
        return Breach(DOUBTFUL if near else 0.0, f"{beyond} may be beyond it")
    more = [thing for thing in limits.counted(bound, new.things) if thing.role == ADD]
    more += [thing for thing in new.things if thing.role == ADD and bound.most and _dependency(bound, thing)]
    grown = about and new.types & ({"raise"} if bound.most else {"lower"}) and not re.search(r"\d", change.text)
    return Breach(DOUBTFUL, "it may pass the number") if (more and bound.most) or grown else NOTHING


def _dependency(bound: limits.Bound, thing: Thing) -> bool:
    return "dependenc" in bound.unit and thing.member and thing.family in _INSTALLED


def _leaves(kept: str, within: bool, change: Change) -> Breach:
    """Whether something would be where a rule does not let it be."""
    if limits.outside(kept, change.text, within=within):
        return Breach(0.8 if change.new.types - _AGAINST else DOUBTFUL, "it is outside of the region")
    hosted = [one.said for one in change.new.things if one.member and one.family in _HOSTED and one.role != REMOVE]
    if within and hosted and not limits.region(change.text):
        return Breach(DOUBTFUL, f"{hosted[0]} may be hosted outside of the region")
    return NOTHING


def _requires(text: str, change: Change, *, hedged: bool) -> Breach:
    wanted = [thing for thing in reading.read(text).things if thing.role not in (REMOVE, ASIDE) and _tells(thing)]
    new = change.new
    found = [_taken(wanted, new), _rival(wanted, change, strict=not hedged)]
    if past := _RE["past it"].search(change.text):
        words = _held(wanted, new.things, strict=False)[1]
        if words:
            degree = BROKEN if len(words) >= 2 or len(wanted) == 1 else DOUBTFUL
            found.append(Breach(degree, f"it goes past it ({past[0]} … {words[0]})"))
    return max(found, key=lambda one: one.degree)


def _taken(wanted: Sequence[Thing], new: Reading) -> Breach:
    """What of the required a proposal takes away."""
    taken = [thing for thing in new.things if thing.role == REMOVE and _tells(thing)]
    share, words = _held(wanted, taken, strict=False)
    if not words:
        return NOTHING
    strong = share >= 0.25 and any(thing.family or thing.named for thing in taken if thing.said in words)
    return Breach(max(share, BROKEN if strong else 0.0), f"it takes away {', '.join(words)}")


def _rival(wanted: Sequence[Thing], change: Change, *, strict: bool) -> Breach:
    """What a proposal brings in that takes the place of what is required."""
    new = change.new
    has = {thing.family: thing for thing in sorted(wanted, key=lambda one: one.member) if thing.family}
    names = {thing.name for thing in wanted}
    degree = 0.75 if strict or "replace" in new.types else DOUBTFUL
    for thing in new.things:
        brought = thing.role == ADD or (thing.role == SITE and not new.types)
        if not brought or not thing.family or thing.name in names:
            continue
        same = has.get(thing.family)
        rivals = [same] if same is not None and same.member and thing.member else []
        rivals += [
            mine for family, mine in has.items()
            if any(frozenset((family, other)) in _RIVALS for other in (thing.family, thing.name))
        ]  # fmt: skip
        if rivals:
            return Breach(degree, f"it brings in {thing.said} where {rivals[0].said} is required")
    return NOTHING


def _held(wanted: Iterable[Thing], there: Sequence[Thing], *, strict: bool) -> tuple[float, tuple[str, ...]]:
    """The share of what is wanted that is there, and the words; where `strict`, what is only worked on counts half."""
    wanted = list(wanted)
    total = found = 0.0
    words = []
    telling = [thing for thing in wanted if thing.family and thing.family not in reading.loose()]
    for thing in wanted:
        weight = likeness.weight(thing) * (0.25 if telling and thing not in telling else 1.0)
        best = max(((_fits(thing, one, strict=strict), one.said) for one in there), default=(0.0, ""))
        total += weight
        found += weight * best[0]
        if best[0] >= 0.3 and _tells(thing):
            words.append(best[1])
    return (found / total if total else 0.0), tuple(dict.fromkeys(words))


def _fits(thing: Thing, one: Thing, *, strict: bool) -> float:
    match = likeness.match(thing, one)
    if match < 0.8:
        return 0.0
    return match * ({ADD: 1.0, SITE: 0.5}.get(one.role, 0.0) if strict else 1.0)


def _tells(thing: Thing) -> bool:
    return bool(thing.family or thing.named or not reading.is_pale(thing.name))
