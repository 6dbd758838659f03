"""What one learning is to another: both hold, both say the same, or they cannot both hold.

A wrong `contradict` takes from the user what they said, a wrong `same` swallows it: in doubt two learnings are apart.
"""

import re
from functools import lru_cache
from typing import Final, Literal

from memory_core.domain import novelty, replacing
from memory_core.domain.tiers import wording
from memory_core.domain.tiers.slots import Option, slots
from memory_core.domain.tiers.stance import NONE, Stance, words_of

SAME: Final = "same"  # one of them says all that the other does
MERGE: Final = "merge"  # both say it of the same thing, and one more
CONTRADICT: Final = "contradict"  # both cannot hold
APART: Final = "apart"  # they are about different things
Relation = Literal["same", "merge", "contradict", "apart"]
_PERMITS: Final = re.compile(
    r"\b(?:fine|ok|okay|allowed|welcome|required|erlaubt|in ordnung|permis\w*|autorisé\w*|permitid\w*|разрешен\w*)\b"
)
_ONLY: Final = re.compile(
    r"\b(?:only|always|never|every\w*|all|anywhere|nur|immer|nie|alle|überall|toujours|jamais|seulement|uniquement|siempre|"
    r"nunca|solo|sólo|только|всегда|никогда)\b|一律|只|必ず|のみ"
)
_WHOLLY: Final = re.compile(r"\b(?:anywhere|at all|never|ever|nirgends|nie|niemals|nulle part|jamais|nunca|никогда)\b")
_HIMSELF: Final = re.compile(r"\b(?:himself|herself|themselves|myself|selbst|selber|lui-même|él mismo|сам)\b")
_ASKING: Final = wording.keys("ask")
_MORE: Final = 2  # words that one of two may have more, where both say the same
_NOT: Final = ("un", "non", "in", "im", "dis")
_COMMAND: Final = re.compile(r"`([^`]+)`")
# Programs that run another: `npm test`, `uv run pytest`.
_RUNNER: Final = re.compile(
    r"^(?:(?:uv|poetry|pdm|hatch|pipenv|rye) run|(?:npm|pnpm|yarn|bun) run|npx|pnpm (?:exec|dlx)|yarn dlx|bunx|npm|"
    r"pnpm|yarn|bun|bundle exec|python3? -m|\.venv/bin/python -m) (?:-- )?"
)
# Said of so much that it sets nothing apart.
_LOOSE: Final = wording.keys(
    "message text file code style name line part section value entry work end closing top bottom handle raw "
    "word number string trailing thing start starts begin look create install type build form function source folder "
    "length long lang off lie empty belong wide setup block usage case mode kind other both same format "
    "first last then later afterwards zuerst danach primero luego ensuite abord"
)


# Done to what is refused, where to refuse the one is to refuse the other.
_DONE: Final = wording.keys("edit create delete touch add commit put write belong have")
_BOTH: Final = wording.keys("line column")  # measures that are what is measured, too
_UNITS: Final = frozenset(
    filter(
        None,
        map(wording.key, "character line second minute hour day week ms kb mb px percent word times column".split()),
    )
)


def covers(one: Stance, other: Stance) -> bool:
    """Whether one wording says all that the other does."""
    return one.words >= other.words and one.aims >= other.aims and one.scope == other.scope


def compare(old: Stance, new: Stance) -> Relation:
    """What the newer of two is to the older one."""
    if old.path and new.path and old.path != new.path:
        return APART
    if old.text.casefold() == new.text.casefold():
        return SAME
    if "`" in old.text and "`" in new.text and (rival := _commands(old.text, new.text)):
        return rival
    if old.words and old.words.isdisjoint(new.words) and old.names.keys().isdisjoint(new.names):
        return APART
    if old.path == new.path and _contradict(old, new):
        return CONTRADICT
    return _agree(old, new)


def _commands(old: str, new: str) -> Relation | None:
    """What two practices are that are told in the same words of other commands; None where they are no such."""
    ours, theirs = _COMMAND.findall(old), _COMMAND.findall(new)
    if len(ours) != 1 or len(theirs) != 1 or _COMMAND.sub("", old).casefold() != _COMMAND.sub("", new).casefold():
        return None
    mine, yours = (" ".join(one[0].split()) for one in (ours, theirs))
    if mine == yours:
        return SAME
    return CONTRADICT if _RUNNER.sub("", mine) == _RUNNER.sub("", yours) else None


def _contradict(old: Stance, new: Stance) -> bool:
    if old.is_passing or new.is_passing or _crossed_places(old, new):
        return False
    return (
        _rivals(old, new)
        or _bans(old, new)
        or _counts(old, new)
        or _moves(old, new)
        or _turns_over(old, new)
        or _negates(old, new)
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


def _negates(old: Stance, new: Stance) -> bool:
    """Whether a word of one is the other's with a `not` before it: signed, unsigned."""
    ours, theirs = old.words - new.words - _LOOSE, new.words - old.words - _LOOSE
    if len(ours) != 1 or len(theirs) != 1:
        return False
    (mine,), (yours,) = ours, theirs
    return any(mine in (f"{no}{yours}", f"{no}-{yours}") or yours in (f"{no}{mine}", f"{no}-{mine}") for no in _NOT)


def _turns_over(old: Stance, new: Stance) -> bool:
    """Whether what comes first for one comes last for the other."""
    return bool(old.lead) and old.lead != new.lead and old.lead in new.trail and not old.words - new.words - _LOOSE


def _crossed_places(old: Stance, new: Stance) -> bool:
    """Whether both name a place, and none in common."""
    ours, theirs = old.scope - old.all_places, new.scope - new.all_places
    for slot in old.names.keys() & new.names.keys():
        field = words_of(slot)
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
    aside = _LOOSE | (words_of(slot) if slot else frozenset())
    mine = old.words - aside - new.words - old.names.get(slot, NONE)
    return mine, new.words - aside - old.words - new.names.get(slot, NONE)


def _is_as_wide(old: Stance, new: Stance, mine: frozenset[str], yours: frozenset[str]) -> bool:
    """Whether the newer is not an exception of the older, nor said of so much that the older may be one of it."""
    names = [one[slot] for one in (old.names, new.names) for slot in one if slot not in slots().strict]
    aside = NONE.union(*names)
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
    named = {option.slot for option in one.refused if part <= one.names[option.slot] | words_of(option.slot)}
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
    shared = old.words & new.words & wording.things() - (_UNITS - _BOTH) - {mine[1], yours[1]}
    return bool(shared) or not (ours or theirs)


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
    if _alike(old, new):
        return SAME if _one_command(old.text, new.text) else MERGE
    if covers(old, new) or covers(new, old):
        return MERGE
    if (old.subject & new.subject or (old.head and old.head == new.head)) and not _crossed_places(old, new):
        return MERGE
    return APART


def _one_command(old: str, new: str) -> bool:
    """Whether two texts name the same commands."""
    ours, theirs = ([one for one in _COMMAND.findall(text) if " " in one] for text in (old, new))
    return ours == theirs


def _alike(old: Stance, new: Stance) -> bool:
    """Whether both make one choice, give one number or refuse one thing, and neither says much more."""
    both = {
        one
        for one in _completed(old) & _completed(new)
        if _one_field(old, new, one.slot) and (one.slot not in slots().strict or _one_thing(old, new, one.slot))
    }
    aside = _LOOSE.union(
        *(words_of(one.slot) | old.names.get(one.slot, NONE) | new.names.get(one.slot, NONE) for one in both)
    )
    ours, theirs = old.words - new.words - aside, new.words - old.words - aside
    refused = {part - _LOOSE - _DONE for part in old.against} & {part - _LOOSE - _DONE for part in new.against} - {NONE}
    if refused:
        ours, theirs = ours - _DONE, theirs - _DONE
    counted = bool(old.numbers) and old.numbers == new.numbers
    shared = old.words & new.words & wording.things() - _UNITS
    if not (both or refused or (counted and shared) or (not ours and not theirs and shared)):
        return False
    more = ours | theirs
    if (ours and theirs) or len(more) > _MORE or (old.turns and new.turns and old.turns != new.turns):
        return False
    return bool(both and not more) or not (_heavy(ours, old) or _heavy(theirs, new))


def _completed(one: Stance) -> frozenset[Option]:
    """What it chooses; where there are two options, to refuse the one is to choose the other."""
    other = (slots().other.get(option) for option in one.refused)
    return one.picks.union(filter(None, other))


def _one_thing(old: Stance, new: Stance, slot: str) -> bool:
    """Whether both speak of one thing beside the choice itself."""
    return bool(old.words & new.words & wording.things() - old.names.get(slot, NONE) - new.names.get(slot, NONE))


def _one_field(old: Stance, new: Stance, slot: str) -> bool:
    """Whether both choose for the same part of the field, or one for all of it."""
    ours, theirs = (side.words & words_of(slot) - side.names[slot] for side in (old, new))
    return bool(ours & theirs) or not (ours and theirs)


def _sides(one: Stance) -> tuple[frozenset[str], frozenset[str]]:
    against = frozenset[str]().union(*one.against)
    return one.aims - against, against


def _crossing(old: Stance, new: Stance) -> bool:
    mine, yours = _sides(old), _sides(new)
    field = frozenset[str]().union(*map(words_of, old.names.keys() & new.names.keys()))
    return bool((mine[0] & yours[1] | mine[1] & yours[0]) - field)
