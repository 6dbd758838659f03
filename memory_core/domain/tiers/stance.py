"""What a learning is for and against, of what and where: enough to tell whether another says the same.

A wrong `contradict` takes from the user what they said, a wrong `same` swallows it: in doubt two learnings are apart.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from memory_core.domain import novelty, replacing
from memory_core.domain.tiers import wording
from memory_core.domain.tiers.slots import Found, Option, named, slots

SAME: Final = "same"  # one of them says all that the other does
MERGE: Final = "merge"  # both say it of the same thing, and one more
CONTRADICT: Final = "contradict"  # both cannot hold
APART: Final = "apart"  # they are about different things
Relation = Literal["same", "merge", "contradict", "apart"]
_LONGEST: Final = 1_000  # characters; what is longer says more than one thing
_CHOOSES: Final = re.compile(
    r"(?:^|\b(?:use|uses|used|using|with|via|by|to|in|into|from|at|on|onto|off|over|against|under|prefer|prefers|choose|pick|through|only|always|all|run|runs|as|are|"
    r"is|nutze|nutzen|verwende|verwenden|mit|nimm|per|auf|immer|utilise|utiliser|avec|en|toujours|usa|usar|con|siempre|"
    r"используй|с|на)\s(?:the\s|only\s|always\s|our\s|a\s|an\s|des\s|les\s|la\s|le\s|los\s|las\s|die\s|das\s|den\s|ein\s|une?\s)?|[は用使成到]\s?)$"
)
_OF_CHOICE: Final = re.compile(
    r"\s*(?:$|(?:for|is the|are the|only|as|in|everywhere|für|pour|para|для|immer|is used|are used)\b)"
)
_PERMITS: Final = re.compile(
    r"\b(?:fine|ok|okay|allowed|welcome|required|erlaubt|in ordnung|permis\w*|autorisé\w*|permitid\w*|разрешен\w*)\b"
)
_ONLY: Final = re.compile(
    r"\b(?:only|always|never|every\w*|all|anywhere|nur|immer|nie|alle|überall|toujours|jamais|seulement|uniquement|siempre|"
    r"nunca|solo|sólo|только|всегда|никогда)\b|一律|只|必ず|のみ"
)
_WHOLLY: Final = re.compile(r"\b(?:anywhere|at all|never|ever|nirgends|nie|niemals|nulle part|jamais|nunca|никогда)\b")
# Names of options that are words of every day too: a verb of choice stands right before them.
_EVERYDAY: Final = frozenset(
    "requests black make just click got emotion print rest fetch ky ava state type go on off one main standard ag ty "
    "long short large small big first last before after public private sync strict inline separate int past tab tabs "
    "space spaces du sie vous tu express koa click hatch rye".split()
)


_HIMSELF: Final = re.compile(r"\b(?:himself|herself|themselves|myself|selbst|selber|lui-même|él mismo|сам)\b")
_ASKING: Final = wording.keys("ask")
_NONE: Final = frozenset[str]()
# Said of so much that it sets nothing apart.
_LOOSE: Final = wording.keys(
    "message text file code style name line part section value entry statement work end closing top bottom handle raw "
    "word number string trailing thing start starts begin look create install type build form function source folder "
    "length long lang wide setup block usage case mode kind other both same format"
)


class Stance(NamedTuple):
    """A learning as it is compared with others; its words are as `wording.key` gives them."""

    text: str
    aims: frozenset[str]
    against: tuple[frozenset[str], ...]  # of each part that refuses something
    scope: frozenset[str]  # of the words those that say where and when
    all_places: frozenset[str]  # of those the words that stand for every place of their kind
    subject: frozenset[str]  # of the words those of which something is said
    numbers: Mapping[str, str]
    picks: frozenset[Option]  # what it chooses
    refused: frozenset[Option]
    names: Mapping[str, frozenset[str]]  # by slot the keys of the words that name what is chosen or refused
    exceptions: frozenset[str]  # where it does not refuse what it refuses
    path: str
    turns: tuple[str, ...]  # what turns words round, and the words between which it stands: `lint before test`
    lead: str
    trail: frozenset[str]
    places: frozenset[tuple[str, str]]
    is_passing: bool  # it holds for a while only

    @property
    def words(self) -> frozenset[str]:
        """All that it speaks of."""
        return self.aims.union(*self.against)


@lru_cache(maxsize=16_384)
def stance(text: str, path: str = "") -> Stance:
    """The stance of a learning; the same text has always the same one."""
    plain = wording.plain(text[:_LONGEST])
    clauses = wording.clauses(plain)
    every = frozenset[str]()
    picks, refused, aims, against = set[Option](), set[Option](), every, []
    names: dict[str, frozenset[str]] = {}
    for one in clauses:
        picks |= _options(one.aims, names)
        aims |= wording.keys(one.aims)
        for part in one.against:
            refused |= _options(part, names, is_refused=True)
            against.append(wording.keys(part))
    words = aims.union(*against)
    scope, all_places = (
        every.union(*(wording.scope(one.whole, wholly=wholly) for one in clauses)) & words for wholly in (False, True)
    )
    return Stance(
        text, aims, tuple(filter(None, against)), scope, all_places, wording.subject(plain) & words,
        wording.numbers(plain),
        frozenset(picks - refused), frozenset(refused - picks), names,
        every.union(*(wording.keys(one.exception) for one in clauses)), path, wording.turns(plain),
        wording.lead(plain), wording.trail(plain), wording.places(plain), wording.is_passing(plain),
    )  # fmt: skip


@lru_cache(maxsize=256)
def _words_of(slot: str) -> frozenset[str]:
    """The keys of the words that say no more than which choice it is."""
    return frozenset(map(wording.key, slots().fields[slot]))


def _options(text: str, names: dict[str, frozenset[str]], is_refused: bool = False) -> set[Option]:
    """The options that a text chooses, of a refused one those that it is all about; their words go into `names`."""
    found = [one for one in named(text) if is_refused or _is_chosen(one, text)]
    told: dict[str, frozenset[str]] = {}
    for match in found:
        for option in slots().options[match.name]:
            told[option.slot] = told.get(option.slot, frozenset()) | wording.keys(match.name)
    chosen: set[Option] = set()
    for match in found:
        for option in slots().options[match.name]:
            slot = option.slot
            if not is_refused or wording.keys(text) - told[slot] <= _words_of(slot):
                chosen.add(option)
                names[slot] = names.get(slot, frozenset()) | told[slot]
    return chosen


def _is_chosen(match: Found, text: str) -> bool:
    """Whether an option is chosen there, and not only spoken of."""
    before, after = text[: match.start], text[match.end :]
    if match.name not in _EVERYDAY and all(one.slot in slots().strict for one in slots().options[match.name]):
        return True
    if before.strip():
        return bool(_CHOOSES.search(before))
    return bool(_OF_CHOICE.match(after)) and (bool(after.strip()) or match.name not in _EVERYDAY)


def covers(one: Stance, other: Stance) -> bool:
    """Whether one wording says all that the other does."""
    return one.words >= other.words and one.aims >= other.aims and one.scope == other.scope


def compare(old: Stance, new: Stance) -> Relation:
    """What the newer of two is to the older one."""
    if old.path and new.path and old.path != new.path:
        return APART
    if old.text.casefold() == new.text.casefold():
        return SAME
    if old.words and old.words.isdisjoint(new.words) and old.names.keys().isdisjoint(new.names):
        return APART
    if old.path == new.path and _contradict(old, new):
        return CONTRADICT
    return _agree(old, new)


def _contradict(old: Stance, new: Stance) -> bool:
    if old.is_passing or new.is_passing or _crossed_places(old, new):
        return False
    return (
        _rivals(old, new)
        or _bans(old, new)
        or _counts(old, new)
        or _moves(old, new)
        or _turns_over(old, new)
        or _replaces(old, new)
    )


def _moves(old: Stance, new: Stance) -> bool:
    """Whether both say where one thing is or comes from, and not the same place."""
    kinds = {kind for kind, _ in old.places} & {kind for kind, _ in new.places}
    if len(kinds) != 1 or len(old.places) > 1 or old.places & new.places:
        return False
    aside = _LOOSE.union(*(wording.keys(name) for _, name in old.places | new.places))
    ours, theirs = old.words - new.words - aside, new.words - old.words - aside
    return bool(old.words & new.words & wording.things() - aside) and not (ours and theirs)


def _turns_over(old: Stance, new: Stance) -> bool:
    """Whether what comes first for one comes last for the other."""
    return bool(old.lead) and old.lead != new.lead and old.lead in new.trail


def _crossed_places(old: Stance, new: Stance) -> bool:
    """Whether both name a place, and none in common."""
    ours, theirs = old.scope - old.all_places, new.scope - new.all_places
    for slot in old.names.keys() & new.names.keys():
        field = _words_of(slot)
        ours, theirs = ours - old.names[slot] - field, theirs - new.names[slot] - field
    return bool(ours and theirs) and not ours & new.words and not theirs & old.words


def _rivals(old: Stance, new: Stance) -> bool:
    """Whether both make one choice, and not the same."""
    ours, theirs = _chosen(old), _chosen(new)
    shared = {one.slot for one in ours} & {one.slot for one in theirs}
    return any(_cross(slot, old, new) for slot in sorted(shared))


def _chosen(one: Stance) -> dict[Option, bool]:
    return dict.fromkeys(one.refused, False) | dict.fromkeys(one.picks, True)


def _cross(slot: str, old: Stance, new: Stance) -> bool:
    ours, theirs = ({one for one in side.picks if one.slot == slot} for side in (old, new))
    denied, refused = ({one for one in side.refused if one.slot == slot} for side in (old, new))
    if ours & theirs or not ((ours and theirs) or ours & refused or theirs & denied):
        return False
    mine, yours = _extras(old, new, slot)
    if slot in slots().strict:
        shared = (old.words & new.words) - _LOOSE - old.names[slot]
        if (mine and yours) or not (shared or not (mine or yours)):
            return False
    elif _heavy(mine, old) and _heavy(yours, new):
        return False
    return _is_as_wide(old, new, mine, yours)


def _extras(old: Stance, new: Stance, slot: str = "") -> tuple[frozenset[str], frozenset[str]]:
    """What of the words of each is not of the other, nor of a choice that both make."""
    aside = _LOOSE | (_words_of(slot) if slot else frozenset())
    mine = old.words - aside - new.words - old.names.get(slot, _NONE)
    return mine, new.words - aside - old.words - new.names.get(slot, _NONE)


def _is_as_wide(old: Stance, new: Stance, mine: frozenset[str], yours: frozenset[str]) -> bool:
    """Whether the newer is not an exception of the older, nor said of so much that the older may be one of it."""
    aside = _NONE.union(*old.names.values(), *new.names.values())
    narrow, wide = old.scope & mine - aside, new.scope & yours - aside
    return bool(narrow) == bool(wide) or bool(narrow and _ONLY.search(new.text.casefold()))


def _heavy(words: frozenset[str], one: Stance) -> frozenset[str]:
    """Those of the words that say of what it is, or where."""
    return words & (one.scope | wording.things())


def _bans(old: Stance, new: Stance) -> bool:
    """Whether the newer refuses what the older is for, or is for what the older refuses."""
    return _refuses(new, old, True) or _refuses(old, new, False)


def _refuses(one: Stance, other: Stance, is_newer: bool) -> bool:
    for part in one.against:
        refused = part - _LOOSE or part
        if not refused <= other.aims or any(refused & said for said in other.against):
            continue
        if _is_other(part, one, other) or _HIMSELF.search(other.text.casefold()):
            continue
        if refused <= _ASKING and one.aims and not other.aims - refused <= one.words:
            continue  # "delete unused imports without asking" speaks of its own
        rest = other.aims - refused - _LOOSE
        if one.exceptions & rest - _ASKING or (refused <= other.subject and rest - other.scope - other.subject):
            continue  # it says something about what is refused
        if rest <= one.aims or (len(one.aims & rest) * 2 >= len(rest) and one.aims - _LOOSE <= rest):
            return True
        if one.aims & rest & wording.things() and not (rest - one.aims) & other.scope and not one.scope - other.words:
            return True
        if is_newer and rest <= other.scope and _is_everywhere(one, refused, other):
            return True
    return False


def _is_other(part: frozenset[str], one: Stance, other: Stance) -> bool:
    """Whether what one refuses is another option than the one that the other chose."""
    named = {option.slot for option in one.refused if part <= one.names[option.slot] | _words_of(option.slot)}
    return not named.isdisjoint(option.slot for option in other.picks) and one.refused.isdisjoint(other.picks)


def _is_everywhere(one: Stance, refused: frozenset[str], other: Stance) -> bool:
    """Whether what one refuses is refused where the other wants it, too: its place is no choice, nor an exception."""
    if one.aims and refused <= wording.orders():
        return False  # "create what you need, don't ask" speaks of its own
    if any(other.scope & named for named in other.names.values()):
        return False
    return not _PERMITS.search(other.text.casefold()) or bool(_WHOLLY.search(one.text.casefold()))


def _counts(old: Stance, new: Stance) -> bool:
    """Whether both say how much of one thing, and not as much."""
    if len(old.numbers) != 1 or len(new.numbers) != 1 or old.numbers.keys() & new.numbers.keys():
        return False
    (mine,), (yours,) = old.numbers.items(), new.numbers.items()
    measures = _UNITS | wording.things()
    if mine[1] != yours[1] and mine[1] in measures and yours[1] in measures:
        return False
    aside = _UNITS | _LOOSE | {mine[0], yours[0]}
    ours, theirs = old.words - new.words - aside, new.words - old.words - aside
    if (ours and theirs) or not _is_as_wide(old, new, ours, theirs):
        return False
    return bool(old.words & new.words & wording.things() - (_UNITS - _BOTH)) or not (ours or theirs)


_BOTH: Final = wording.keys("line column")  # measures that are what is measured, too
_UNITS: Final = frozenset(
    filter(
        None,
        map(wording.key, "character line second minute hour day week ms kb mb px percent word times column".split()),
    )
)


def _replaces(old: Stance, new: Stance) -> bool:
    turn = _turn(new.text)
    return turn is not None and replacing.replaces(turn, old.text)


@lru_cache(maxsize=1_024)
def _turn(text: str) -> replacing.Turn | None:
    return replacing.turn(text)


def _agree(old: Stance, new: Stance) -> Relation:
    """Whether they say the same, or could be said in one."""
    if old.numbers.keys() != new.numbers.keys() and old.numbers and new.numbers:
        return APART
    if not old.words or not new.words:
        return APART
    if _sides(old) == _sides(new) and old.turns == new.turns:
        turned = wording.is_directed(old.text) and wording.is_directed(new.text)
        return SAME if not turned or novelty.retold(new.text, old.text) else APART
    if _rivals(old, new) or _crossing(old, new):
        return APART
    for option in _completed(old) & _completed(new):
        if _rest(old, option.slot) == _rest(new, option.slot) and _one_field(old, new, option.slot):
            return SAME
    if covers(old, new) or covers(new, old):
        return MERGE
    if old.subject & new.subject and not _crossed_places(old, new):
        return MERGE
    return APART


def _completed(one: Stance) -> frozenset[Option]:
    """What it chooses; where there are two options, to refuse the one is to choose the other."""
    other = (slots().other.get(option) for option in one.refused)
    return one.picks.union(filter(None, other))


def _one_field(old: Stance, new: Stance, slot: str) -> bool:
    """Whether both choose for the same part of the field, or one for all of it."""
    ours, theirs = (side.words & _words_of(slot) - side.names[slot] for side in (old, new))
    return bool(ours & theirs) or not (ours and theirs)


def _rest(one: Stance, slot: str) -> frozenset[str]:
    return one.words - one.names[slot] - _words_of(slot)


def _sides(one: Stance) -> tuple[frozenset[str], frozenset[str]]:
    against = frozenset[str]().union(*one.against)
    return one.aims - against, against


def _crossing(old: Stance, new: Stance) -> bool:
    mine, yours = _sides(old), _sides(new)
    field = frozenset[str]().union(*map(_words_of, old.names.keys() & new.names.keys()))
    return bool((mine[0] & yours[1] | mine[1] & yours[0]) - field)
