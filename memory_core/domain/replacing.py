"""Does a decision take the place of another? Only where it says of the same thing what no longer holds of it.

A wrong answer ends what still holds, a missed one leaves two for a person to see: in doubt it is no.
"""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from memory_core.domain import novelty

_PLACES: Final = frozenset(
    (
        "for in on at to per during under within across by from into between inside over among toward für im bei auf "
        "an am zum zur pour dans sur chez para en sobre для в на по при"
    ).split()
)
_MEANS: Final = frozenset("with as via through mit als avec comme con como с как".split())
_LIMITS: Final = frozenset(
    (
        "only except unless until if when while where whenever once temporarily locally sometimes mostly also too both "
        "first nur außer wenn falls bis solange auch sauf si aussi seulement sólo solo también только если тоже"
    ).split()
)
_EXCHANGE: Final = frozenset("but sondern mais sino а но".split())
_LONGEST: Final = 1_000  # characters; what is longer decides more than one thing
_APART: Final = _PLACES | _MEANS | _LIMITS | _EXCHANGE | frozenset(',:()"')
_CHOOSE: Final = (
    "use uses used using choose chooses chose chosen pick picked take takes taken go goes going keep keeps kept prefer "
    "nutzen verwenden nehmen behalten utiliser utilisons garder gardons usar usamos используем"
)
_SAID: Final = (
    "do did make made add added implement implemented introduce introduced store stored stand stands live lives put "
    "save saved held hold went decide decided settled agreed opted let lets well ill wont ok okay right wait yes no "
    "scratch actually sorry instead must should shall there decision wir ich entschieden nous je any more longer "
    "mehr most least max maximum about exactly der die das den dem ein eine einen le la les un une el los las"
)
_KINDS: Final = "column table field flag file database library variable setting option value key spalte feld colonne"


@lru_cache(20_000)
def _key(word: str) -> str:
    return next(iter(novelty.words(word)), "")


_CHOOSING: Final = frozenset(filter(None, map(_key, _CHOOSE.split())))
_KIND: Final = frozenset(map(_key, _KINDS.split()))
_LIGHT: Final = _CHOOSING | _KIND | frozenset(filter(None, map(_key, _SAID.split())))
_TURNING: Final = frozenset(
    filter(None, map(_key, "drop stop remove disable avoid without never not only always ohne sans sin без".split()))
)
_TOKEN: Final = re.compile(r"\w+(?:[./-]\w+)*|[,:()\"]")
_CLAUSE: Final = re.compile(r"[;!?]|[.](?=\s|$)|\s[—–-]\s")
_REASON: Final = re.compile(r",?\sso\s(?!that\b)[^;.!?]*")
_OTHERS: Final = r"(?=[,:()]|$|\s(?:but|and|sondern|und|mais|et|sino|но|а|и)\s"
_INSTEAD: Final = re.compile(
    r"\b(?:instead of|rather than|in place of|anstatt|anstelle von|statt|plutôt que(?: de)?|au lieu d[e']|en vez de|"
    rf"en lugar de|вместо)\s+(.+?){_OTHERS}|\s(?:for|in|on|at|when|für|im|bei|pour|dans|para|для)\s)"
)
_OVER: Final = re.compile(rf"(?<=\s)over\s+(.+?){_OTHERS}|\s(?:for|in|on|at|when)\s)")
_PREFERS: Final = re.compile(r"\b(?:choose|chose|chosen|prefer\w*|pick|picked)\s.{2,80}?\sover\s")
_DENIED: Final = re.compile(
    r"\b(?:no longer|not|never|cannot|\w+n't|dropped|drop|stop(?:ped)? using|decided against|no|nicht mehr|nicht|"
    rf"kein\w*|nie|niemals|ne\s.{{1,25}}?\s(?:pas|plus|jamais)|nunca|не)\s+(.+?){_OTHERS})"
)
# Speaks against a part of something, or against nothing.
_IN_PART: Final = re.compile(
    r"\b(?:not?|never|\w+n't|nicht|keine?|pas|plus)\s(?:\w+\s)?(?:more|less|fewer|later|earlier|only|just|yet|even|"
    r"necessarily|always|mehr als|nur|immer|de \d+)\b(?!\s*$)"
)
_FOR_A_WHILE: Final = re.compile(
    r"\b(?:right now|for now|for the moment|at the moment|currently|today|tonight|momentan|vorerst|vorläufig|erst ?mal|"
    r"pour l'instant|por ahora|пока)\b"
)
_BACK: Final = re.compile(
    r"\b(?:instead|after all|any ?more|stattdessen|doch|finalement|à la place|al final|en su lugar|всё же)\b(?!\s+of\b)"
)
_NAME: Final = re.compile(r"\w_\w|[a-zäöü][A-Z]|::")


class Turn(NamedTuple):
    """What a decision speaks against, and the words around it; without `refused` it only turns back."""

    refused: tuple[str, ...]
    before: tuple[str, ...]  # as `_tokens` gives them
    after: tuple[str, ...]
    words: frozenset[str]  # of the whole decision
    limits: frozenset[str]
    places: frozenset[str] = frozenset()  # what sets apart words of a denied part: `as a key`
    denies: bool = False  # it says what does not hold, and maybe not what does
    is_name: bool = False  # what it speaks against is a name of the code


def turn(new: str) -> Turn | None:
    """What a decision speaks against; None where that is nothing, or not plain."""
    text = _plain(new) if len(new) <= _LONGEST and novelty.is_turned(new) else ""
    if not text or _FOR_A_WHILE.search(text):
        return None
    every = _tokens(text)
    words, limits = frozenset(_heavy(every)), _LIMITS.intersection(every)
    found = [one for clause in _CLAUSE.split(text) for one in _turns(clause.strip())]
    if len(found) == 1:
        start, refused, end, denies = found[0]
        against = tuple(_heavy(_tokens(refused)))
        marks = _APART.intersection(_tokens(refused)) if denies else frozenset[str]()
        if not against or not _TURNING.isdisjoint(against) or (denies and _IN_PART.search(text)):
            return None
        is_name = bool(_NAME.search(_as_written(refused, new)))
        return Turn(against, tuple(_tokens(start)), tuple(_tokens(end)), words, limits, marks, denies, is_name)
    if not found and _BACK.search(text):
        return Turn((), tuple(_tokens(_BACK.sub(" ", text))), (), words, limits)
    return None


def replaces(new: Turn, old: str) -> bool:
    """Whether the decision of that turn takes the place of `old`."""
    if len(old) > _LONGEST or not all(word[:-2] in old.casefold() for word in new.refused):
        return False  # a stem begins its word, but for its last two letters
    aims, against, _ = novelty.apart(_plain(old))
    told = _tokens(aims)
    told_words = _heavy(told)
    refused = _heavy(_tokens(against))
    known = frozenset((*told_words, *refused))
    if new.limits != _LIMITS.intersection(told) or not new.places.issubset(told):
        return False
    if not new.refused:
        return _turns_back(new, told_words, refused, known)
    if _run(told_words, new.refused) < 0 or not _exchanged(new, told, known):
        return False
    rest = frozenset(told_words).difference(new.refused)
    return rest <= new.words or (new.denies and new.is_name and _picked(told, new.refused))


def _turns(clause: str) -> list[tuple[str, str, str, bool]]:
    """What a clause speaks against, each with what stands before and behind it, and whether it only denies."""
    found = [(one, False) for one in _INSTEAD.finditer(clause)]
    if not found and _PREFERS.search(clause):
        found = [(one, False) for one in _OVER.finditer(clause)]
    found += [(one, True) for one in _DENIED.finditer(clause)]
    return [(clause[: one.start()], one[1], clause[one.end() :], denies) for one, denies in found]


def _exchanged(new: Turn, told: Sequence[str], known: frozenset[str]) -> bool:
    """Whether all that is new in the words around stands in the one place of what is refused."""
    before, after = _new(new.before, known), _new(new.after, known)
    if not before and not after:
        return True
    if before and after:
        return False
    if before:
        behind = [one for one in _heavy(new.before[before[-1] + 1 :]) if one not in new.refused]
        at = _run(_heavy(told), (*new.refused, *behind))  # `ten tries instead of five`
        apart = not new.denies or (new.before[-1] == "," and before[0] > 0)  # `use HMAC, not argon2`
        return apart and at >= 0 and _one_thing(new.before, before, told, new.refused)
    opens = new.after[0] in _EXCHANGE if new.denies else not _heavy(new.before)
    return opens and _one_thing(new.after, after, told, new.refused)


def _one_thing(tokens: Sequence[str], at: Sequence[int], told: Sequence[str], refused: Sequence[str]) -> bool:
    """Whether the words at those places are one thing, which stands as the refused one stood."""
    lead = tokens[at[0] - 1] if at[0] else ""
    between = [one for place, one in enumerate(tokens[at[0] : at[-1]], at[0]) if place not in at]
    is_bare = not lead and len(at) > 1  # its first word may be what is done: `log ids instead of tokens`
    if is_bare or any(one not in _MEANS or lead not in _CHOOSING for one in between):
        return False
    if lead not in _PLACES and lead not in _MEANS:
        return True
    return any(one == lead and set(told[place + 1 : place + 2]) & set(refused) for place, one in enumerate(told))


def _turns_back(new: Turn, told: Sequence[str], against: Sequence[str], known: frozenset[str]) -> bool:
    """Whether the decision takes up again what the old one had turned away from."""
    said = _heavy(new.before)
    if not against or _run(said, against) < 0 or _new(new.before, known):
        return False
    return set(said) == set(against) or new.words.issuperset(told)


def _picked(told: Sequence[str], refused: Sequence[str]) -> bool:
    """Whether what is refused is what was chosen: `use a column opened_at`."""
    place = told.index(refused[0])
    return place > 0 and (told[place - 1] in _CHOOSING | _KIND or told[place - 1] in _MEANS)


def _new(tokens: Sequence[str], known: frozenset[str]) -> list[int]:
    """The places of the words that the old decision has not."""
    return [at for at, one in enumerate(tokens) if not _marks(one) and one not in known and one not in _LIGHT]


def _run(words: Sequence[str], part: Sequence[str]) -> int:
    """Where some words stand in others one after another, -1 where they do not."""
    wide = range(len(words) - len(part) + 1)
    return next((at for at in wide if list(words[at : at + len(part)]) == list(part)), -1)


def _plain(text: str) -> str:
    """A text without its reasons, its quotes and its case."""
    plain = text.replace("`", "").replace("*", "").replace("\u2019", "'")
    return _REASON.sub(" ", re.sub(novelty.REASON, " ", plain.casefold())).strip(" .")


def _as_written(refused: str, new: str) -> str:
    at = new.replace("`", "").casefold().find(refused)
    return new.replace("`", "")[at : at + len(refused)] if at >= 0 else ""


def _tokens(text: str) -> list[str]:
    """The words of a text that say something, and between them what sets them apart: places, limits, marks."""
    found = []
    for one in _TOKEN.findall(text.replace("'", "")):
        word = one if _marks(one) else _key(one) if one.isalnum() else one
        if word:
            found.append(word)
    return found


def _heavy(tokens: Sequence[str]) -> list[str]:
    """The words that say of what a decision is."""
    return [one for one in tokens if not _marks(one) and one not in _LIGHT]


def _marks(one: str) -> bool:
    return one in _APART
