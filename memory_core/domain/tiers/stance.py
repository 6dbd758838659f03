"""What a learning is for and against, of what and where: enough to tell whether another says the same.

A wrong `contradict` takes from the user what they said, a wrong `same` swallows it: in doubt two learnings are apart.
"""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, Literal, NamedTuple

from memory_core.domain import novelty, replacing
from memory_core.domain.guard.reading import stem
from memory_core.domain.tiers import wording
from memory_core.domain.tiers.slots import Option, slots

SAME: Final = "same"  # one of them says all that the other does
MERGE: Final = "merge"  # both say it of the same thing, and one more
CONTRADICT: Final = "contradict"  # both cannot hold
APART: Final = "apart"  # they are about different things
Relation = Literal["same", "merge", "contradict", "apart"]
_LONGEST: Final = 1_000  # characters; what is longer says more than one thing
_CHOOSES: Final = re.compile(
    r"(?:^|\b(?:use|uses|used|using|with|via|by|to|in|prefer|prefers|choose|pick|through|only|always|all|run|runs|as|are|"
    r"is|nutze|nutzen|verwende|verwenden|mit|nimm|per|auf|immer|utilise|utiliser|avec|en|toujours|usa|usar|con|siempre|"
    r"используй|с|на)\s(?:the\s|only\s|always\s|our\s)?|[は用使成到]\s?)$"
)
_OF_CHOICE: Final = re.compile(
    r"\s*(?:$|(?:for|is the|are the|only|as|in|everywhere|für|pour|para|для|immer|is used|are used)\b)"
)
_PERMITS: Final = re.compile(
    r"\b(?:fine|ok|okay|allowed|welcome|required|erlaubt|in ordnung|permis\w*|autorisé\w*|permitid\w*|разрешен\w*)\b"
)
_WHOLLY: Final = re.compile(r"\b(?:anywhere|at all|never|ever|nirgends|nie|niemals|nulle part|jamais|nunca|никогда)\b")
# Names of options that are words of every day too: a verb of choice stands right before them.
_EVERYDAY: Final = frozenset(
    "requests black make just click got emotion print rest fetch ky ava state type go on off one main standard ag ty "
    "long short large small big first last before after public private sync strict inline separate int past tab tabs "
    "space spaces du sie vous tu express koa click hatch rye".split()
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
    path: str
    turns: tuple[str, ...]  # what turns words round, and the words between which it stands: `lint before test`
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
        frozenset(picks - refused), frozenset(refused - picks), names, path, wording.turns(plain),
        wording.is_passing(plain),
    )  # fmt: skip


@lru_cache(maxsize=256)
def _words_of(slot: str) -> frozenset[str]:
    """The keys of the words that say no more than which choice it is."""
    return frozenset(map(wording.key, slots().fields[slot]))


def _options(text: str, names: dict[str, frozenset[str]], is_refused: bool = False) -> set[Option]:
    """The options that a text chooses, of a refused one those that it is all about; their words go into `names`."""
    found = [one for one in slots().names.finditer(text) if is_refused or _is_chosen(one, text)]
    told: dict[str, frozenset[str]] = {}
    for match in found:
        for option in slots().options[match[0]]:
            told[option.slot] = told.get(option.slot, frozenset()) | wording.keys(match[0])
    chosen: set[Option] = set()
    for match in found:
        for option in slots().options[match[0]]:
            slot = option.slot
            if not is_refused or wording.keys(text) - told[slot] <= _words_of(slot):
                chosen.add(option)
                names[slot] = names.get(slot, frozenset()) | told[slot]
    return chosen


def _is_chosen(match: re.Match[str], text: str) -> bool:
    """Whether an option is chosen there, and not only spoken of."""
    before, after = text[: match.start()], text[match.end() :]
    if match[0] not in _EVERYDAY and all(one.slot in slots().strict for one in slots().options[match[0]]):
        return True
    if before.strip():
        return bool(_CHOOSES.search(before))
    return bool(_OF_CHOICE.match(after)) and (bool(after.strip()) or match[0] not in _EVERYDAY)


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
    return _rivals(old, new) or _bans(old, new) or _counts(old, new) or _replaces(old, new)


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
    field = _words_of(slot)
    mine, yours = old.words - old.names[slot], new.words - new.names[slot]
    if mine - yours - field and yours - mine - field:
        return False
    if slot in slots().strict:
        return bool(mine & yours or old.subject & new.subject - (old.names[slot] & new.names[slot])) or not (
            mine - field or yours - field
        )
    return bool(old.scope & (mine - field)) == bool(new.scope & (yours - field))


def _bans(old: Stance, new: Stance) -> bool:
    """Whether the newer refuses what the older is for, or is for what the older refuses."""
    return _refuses(new, old, True) or _refuses(old, new, False)


def _refuses(one: Stance, other: Stance, is_newer: bool) -> bool:
    for refused in one.against:
        if not refused <= other.aims or any(refused & part for part in other.against):
            continue
        rest = other.aims - refused
        if refused <= other.subject and rest - other.scope:
            continue  # it says something about what is refused
        if rest <= one.aims or (len(one.aims & rest) * 2 >= len(rest) and one.aims <= rest):
            return True
        if is_newer and rest <= other.scope and _is_everywhere(one, refused, other):
            return True
    return False


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
    if mine[1] and yours[1] and mine[1] != yours[1] and mine[1] in _UNITS and yours[1] in _UNITS:
        return False
    measures = _UNITS | {mine[0], yours[0]}
    ours, theirs = old.words - measures, new.words - measures
    return ours == theirs or (bool(old.subject & new.subject) and len(ours & theirs) * 2 > min(len(ours), len(theirs)))


_UNITS: Final = frozenset(
    map(stem, "characters zeichen lines seconds minutes hours days ms kb mb px percent times".split())
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
