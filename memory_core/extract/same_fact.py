"""Whether two texts state one fact: both use the same words, and no word of one replaces a word of the other.

Losing a memory costs more than keeping it twice. So deliberate statements (markers, preferences) are equal only in
equal words, and a rephrasing is equal only if nothing was exchanged.
"""

import re
import zlib
from typing import Any, Final, NamedTuple

from memory_core.extract import prose_text as texts
from memory_core.extract.candidate import Candidate
from memory_core.language import near_duplicate
from memory_core.language.light.words import joined
from memory_core.language.near_duplicate import containment
from memory_core.language.relation.features import aligned

_HASH: Final = r"(?=.*\d)[0-9a-f]{7}"
_HASH_AT_END: Final = r" \([0-9a-f]{7,10}\)$"
# Which kinds may be the same fact. A decision is not the progress that carried it out.
_GROUP: Final = {"progress": "p", "preference": "u", "error": "e", "blocker": "e", "convention": "r"}
_SAME: Final = {"p": 0.6, "u": 0.6, "e": 0.5, "d": 0.55, "l": 0.5, "r": 0.5}
_ACROSS: Final = 0.75  # of the shorter one's words, where the kinds differ
_SAID, _SAID_LEAST = 0.6, 3  # of the words of what was chosen by its weights, and of how many at least
_FEW: Final = 4  # words: in a fact as short as this each of them counts
_SHAPE: Final = 0.5  # of the longer one's words stand in both in the same order: the rest was exchanged
_TURNED: Final = 0.75  # of them stand in both: a turning word is all that was added
_STATED: Final = ("marker", "remembered", "said-preference", "chosen", "refusal", "answer", "stop-hook", "commit")
# Words that turn a sentence into another one, whichever side they stand on.
_TURNING: Final = frozenset(
    (
        "not no never none nor nothing without dont doesnt isnt arent wasnt werent cant cannot wont shouldnt mustnt "
        "couldnt wouldnt didnt hasnt havent avoid stop only except unless until before after always off up down over "
        "under may might all some any each every few most both other "
        "nicht kein keine keinen nie niemals ohne immer nur vor nach ne pas jamais sans toujours nunca sin siempre"
    ).split()
)
# Words that say how a thing was done rather than what: a report may exchange them.
_LIGHT_WORDS: Final = (
    "fix fixed resolve resolved solve solved implement implemented add added use used using uses make made makes "
    "update updated longer go going went instead support handle via correct correctly properly work working ensure "
    "now done complete closed"
)
_IDENTIFIER = re.compile(r"(?<!\w)(?:\w+(?:[./:]+\w+)+|\w*_\w+|\w*[a-z0-9][A-Z]\w*|\w*\d\w*)|\.\w+")
_SHORT = re.compile(r"(?<![\w'])[^\W_]{1,2}(?![\w'])[#+]*")


class Fact(NamedTuple):
    """A candidate in a form that can be compared: its words as short codes."""

    group: str
    words: frozenset[str]
    order: tuple[str, ...]  # the words as they follow each other
    marks: frozenset[str]  # turning words, numbers, names of code and paths
    numbers: frozenset[str]
    tags: frozenset[str]
    commits: frozenset[str]
    solved: bool
    source: str  # s: stated on purpose, c: commit, q: an act, w: chosen by its weight, "" for all others
    sides: near_duplicate.Sides


def fact(candidate: Candidate) -> Fact:
    """The fact of a candidate."""
    text = re.sub(_HASH_AT_END, "", candidate.text)
    order = tuple(dict.fromkeys(map(_code, texts.content(text))))
    group = _GROUP.get(candidate.kind, candidate.kind[:1])
    sides = _sides(text, order) if group == "d" else _NO_SIDES
    return _made(
        group, order, frozenset(map(_code, marks(text))).union(f"~{word}" for word in sides.against),
        frozenset(candidate.tags) if candidate.kind == "progress" else frozenset(),
        bool(candidate.solution) or candidate.rule == "ticket-bug", _source(candidate.rule), sides,
    )  # fmt: skip


def marks(text: str) -> frozenset[str]:
    """What must not differ: turning words, numbers, names with a sign or hump in them, words of one or two letters."""
    marks_of = _TURNING.intersection(joined(text))
    marks_of |= {name.casefold() for name in _IDENTIFIER.findall(text)}
    short = {word.casefold() for word in _SHORT.findall(text)}
    return marks_of | {word for word in short if word not in texts.STOPPED}


def same(new: Fact, old: Fact) -> bool:
    """Whether `new` adds nothing to `old`."""
    if new.source == "w" and _says_less(new, old):
        return True
    if new.source == "s" and old.source == "w":  # what was said on purpose is never lost to what only sounded alike
        return False
    if new.group == old.group:
        return not (new.solved and not old.solved and new.group == "e") and not _turns(new, old) and _alike(new, old)
    pair = {new.group, old.group}
    if "p" in pair or pair == {"e", "r"}:  # progress is no decision, and a rule is more than the failure that taught it
        return False
    small = min(len(new.words), len(old.words))
    return small >= 4 and containment(new.words, old.words) >= _ACROSS and not _differ(new, old)


def _says_less(new: Fact, old: Fact) -> bool:
    """True if most words of the shorter of the two are in the other, and neither turns the other round."""
    if _turns(new, old):
        return False
    is_short = min(len(new.words), len(old.words)) < _SAID_LEAST
    return containment(new.words, old.words) >= (1 if is_short else _SAID)


def solves(new: Fact, old: Fact) -> bool:
    """True if `new` is the open error `old`, with its solution."""
    return new.group == old.group == "e" and new.solved and not old.solved and _alike(new, old)


def gives_up(new: Fact, old: Fact) -> bool:
    """Whether the decision `new` is against what the decision `old` is for."""
    refused = new.sides.against - _LIGHT
    return new.group == old.group == "d" and bool(refused) and refused <= old.sides.aims


def _turns(new: Fact, old: Fact) -> bool:
    """Whether one text is for what the other is against, or the spoken text forbids more or has another number."""
    if new.group != "d":
        return False
    mine, theirs = new.sides, old.sides
    if mine.against & theirs.aims or theirs.against & mine.aims:
        return True
    return new.source in _SPOKEN and bool(mine.against - theirs.against or new.numbers - old.numbers)


def _alike(new: Fact, old: Fact) -> bool:
    if new.source == old.source == "c" or (new.commits and old.commits):  # the second amends the first, or is another
        return bool(new.commits & old.commits) or (new.words == old.words and new.marks == old.marks)
    if new.tags & old.tags:
        return True
    shared, small = len(new.words & old.words), min(len(new.words), len(old.words))
    return (
        shared >= min(3, small)
        and (not small or containment(new.words, old.words) >= _SAME.get(new.group, 0.5))
        and not _differ(new, old)
    )


def _differ(first: Fact, second: Fact) -> bool:
    """True if something was exchanged or turned round, however much the two share."""
    small, large = sorted((first, second), key=lambda fact_of: len(fact_of.words))
    one_source = first.source in ("s", "c", "q") and first.source == second.source
    if first.words == second.words and first.marks == second.marks:
        return one_source and first.order != second.order
    if len(small.words) < _FEW and (not small.marks <= large.marks or len(small.words) * 2 < len(large.words)):
        return True
    if one_source and first.marks != second.marks:
        return True
    if one_source and first.source == "s":
        return len(small.words) * 2 < len(large.words) or not _stands_in(small.order, large.order)
    if not one_source and first.numbers - second.numbers and second.numbers - first.numbers:
        return True
    return _exchanged(first, second)


def _stands_in(small: tuple[str, ...], large: tuple[str, ...]) -> bool:
    """Whether all words of one text occur in order in the other, which may have more."""
    left = iter(large)
    return all(word in left for word in small)


def _exchanged(first: Fact, second: Fact) -> bool:
    """Whether both texts have one shape, but differ in a word at one position."""
    common, changes = aligned(first.order, second.order)
    longer = max(len(first.order), len(second.order))
    shape = common / longer if longer else 1.0
    if shape >= _TURNED and (first.marks ^ second.marks) & _TURNING_CODES:
        return True
    if shape < _SHAPE:
        return False
    mine, theirs = first.words - second.words, second.words - first.words
    if mine - _LIGHT and theirs - _LIGHT:
        return True
    swaps = [({first.order[at] for at in gone}, {second.order[at] for at in come}) for gone, come in changes]
    return any(
        gone and come and not _LIGHT.issuperset(gone | come) and not (mine.isdisjoint(gone) or theirs.isdisjoint(come))
        for gone, come in swaps
    )


def freeze(known: Fact) -> list[Any]:
    """The fact as plain JSON values."""
    return [
        known.group, " ".join(known.order), " ".join(sorted(known.marks)), sorted(known.tags), known.solved,
        known.source,
    ]  # fmt: skip


def thaw(entry: list[Any]) -> Fact:
    """The fact that `freeze` wrote."""
    group, order, marks_text, tags, solved, source = entry
    words, codes = tuple(order.split()), frozenset(marks_text.split())
    against = frozenset(mark[1:] for mark in codes if mark.startswith("~"))
    sides = near_duplicate.Sides(frozenset(words) - against, against)
    return _made(group, words, codes, frozenset(tags), solved, source, sides)


def _made(
    group: str,
    order: tuple[str, ...],
    marks_of: frozenset[str],
    tags: frozenset[str],
    solved: bool,
    source: str,
    sides: near_duplicate.Sides,
) -> Fact:
    words = frozenset(order)
    numbers = frozenset(code for code in words if code.startswith("#"))
    commits = frozenset(tag for tag in tags if re.fullmatch(_HASH, tag))
    return Fact(group, words, order, marks_of, numbers, tags, commits, solved, source, sides)


def _sides(text: str, order: tuple[str, ...]) -> near_duplicate.Sides:
    if not near_duplicate.is_turned(text):
        return near_duplicate.Sides(frozenset(order), frozenset())
    aims, against, is_back = near_duplicate.apart(text)
    own = frozenset(map(_code, texts.content(aims)))
    return near_duplicate.Sides(own, frozenset(map(_code, texts.content(against))) - own, is_back)


def _source(rule: str) -> str:
    if rule == "commit":
        return "c"
    if rule in _STATED:
        return "s"
    return {"worth": "w", "said": "q"}.get(rule.partition("-")[0], "")


def _code(word: str) -> str:
    return f"#{word[:8]}" if word.isdigit() else f"{zlib.crc32(word.encode()) & 0xFFFFFF:x}"


_LIGHT: Final = frozenset(map(_code, texts.content(_LIGHT_WORDS)))
_NO_SIDES: Final = near_duplicate.Sides(frozenset(), frozenset())
_SPOKEN: Final = ("s", "q", "w")
_TURNING_CODES: Final = frozenset(map(_code, _TURNING))
