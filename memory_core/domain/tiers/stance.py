"""What a learning is for and against, of what and where: enough to tell whether another says the same."""

import re
from collections.abc import Mapping
from functools import lru_cache
from typing import Final, NamedTuple

from memory_core.domain.tiers import wording
from memory_core.domain.tiers.slots import Found, Option, named, slots

NONE: Final = frozenset[str]()
_LONGEST: Final = 1_000  # characters; what is longer says more than one thing
_CHOOSES: Final = re.compile(
    r"(?:^|\b(?:use|uses|used|using|with|via|by|to|in|into|from|at|on|onto|off|over|against|under|prefer|prefers|choose|"
    r"pick|through|only|always|all|run|runs|as|are|is|nutze|nutzen|verwende|verwenden|mit|nimm|per|auf|immer|utilise|"
    r"utiliser|avec|en|toujours|usa|usar|con|siempre|используй|с|на)\s"
    r"(?:(?:the|only|always|our|a|an|des|les|la|le|los|las|die|das|den|ein|une?)\s)?|[は用使成到]\s?)$"
)
_OF_CHOICE: Final = re.compile(
    r"\s*(?:$|(?:for|is the|are the|only|as|in|everywhere|für|pour|para|для|immer|is used|are used)\b)"
)
# Names of options that are words of every day too: a verb of choice stands right before them.
_EVERYDAY: Final = frozenset(
    "requests black make just click got emotion print rest fetch ky ava state type go on off one main standard ag ty "
    "long short large small big first last before after public private sync strict inline separate int past tab tabs "
    "space spaces du sie vous tu express koa click hatch rye fixtures fixture factory relative absolute table tables "
    "put patch compose rush pest ses moq optional required".split()
)


class Stance(NamedTuple):
    """A learning as it is compared with others; its words are as `wording.key` gives them."""

    text: str
    words: frozenset[str]  # all that it speaks of
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
    head: str  # the first thing that it speaks of
    lead: str
    trail: frozenset[str]
    places: frozenset[tuple[str, str]]
    is_passing: bool  # it holds for a while only


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
        text, words, aims, tuple(filter(None, against)), scope, all_places, wording.subject(plain) & words,
        wording.numbers(plain),
        frozenset(picks - refused), frozenset(refused - picks), names,
        every.union(*(wording.keys(one.exception) for one in clauses)), path, wording.turns(plain),
        wording.head(plain), wording.lead(plain), wording.trail(plain), wording.places(plain),
        wording.is_passing(plain),
    )  # fmt: skip


@lru_cache(maxsize=256)
def words_of(slot: str) -> frozenset[str]:
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
            if not is_refused or wording.keys(text) - told[slot] <= words_of(slot):
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
