"""Whether two memories say the same in nearly the same words; significant words, and shares of common words."""

import re
from collections.abc import Iterable
from typing import Final, NamedTuple

from memory_core.core import budget
from memory_core.language.light import stop_words
from memory_core.language.light.stems import stem
from memory_core.language.light.words import joined, parts

# Words that reverse a sentence: two texts that differ in one of them differ in meaning.
TURNS: Final = frozenset(
    (
        "not no never none without dont doesnt isnt cant cannot wont avoid instead only always except unless until "
        "before after fails failed passes passed enable disable enabled disabled on off true false add remove added "
        "removed rather longer against drop drops dropped stop stops stopped reject rejects rejected wasnt arent didnt "
        "wouldnt shouldnt couldnt mustnt hasnt havent nicht kein keine keinen keiner nie niemals ohne statt anstatt ne "
        "pas jamais sans plutôt sin nunca jamás vez не нет без никогда вместо больше"
    ).split()
)
_COMMON: Final = stop_words.function_words("en") - TURNS
_LEAST: Final = 3  # words that a text which leaves some out must share at least
_RETOLD: Final = 0.67  # least share of shared words in a sentence that retells ...
_RETOLD_SO: Final = 0.5  # ... or, if it has this share of a passage:
_RETOLD_WHOLE: Final = 0.7
_FIRMLY: Final = "always"  # does not count as a negation in a sentence that retells
_JOINED: Final = 3  # passages that a sentence may join


def words(text: str) -> frozenset[str]:
    """The significant words of a text, as stems."""
    return frozenset(_roots(text))


def _roots(text: str) -> list[str]:
    return [_root(word) for word in joined(text[: budget.SPOKEN]) if word not in _COMMON]


def _root(word: str) -> str:
    return word if word in TURNS else stem(word)


def numbers(own: frozenset[str]) -> list[str]:
    """The words that two equal texts must share: versions, hashes, counts; sorted."""
    return sorted(word for word in own if any(char.isdigit() for char in word))


# Words that only introduce a repetition.
_TOLD: Final = frozenset(
    _root(word)
    for word in (
        "see memory memories recall recalled remember remembered briefing noted note according earlier previously "
        "already know known knew say says said decided project per again still here there recorded session last time "
        "me my our us ok okay yes well indeed right good thanks continue following reminder"
    ).split()
)

_AGAIN: Final = words("memory recall recalled remembered briefing according noted recorded earlier previously")


def content(own: frozenset[str]) -> frozenset[str]:
    """The words that do more than introduce a repetition."""
    return own - _TOLD


def same(new: frozenset[str], old: frozenset[str]) -> bool:
    """True if `new` says nothing that `old` does not: it lacks words, or adds only words of repetition.

    Another word, number or negation makes another memory: a memory that is kept twice can be forgotten, a new one that
    is taken for known is lost.
    """
    added, left_out = content(new - old), old - new
    if added or (content(left_out) and len(new & old) < max(_LEAST, len(old) // 2)):
        return False
    return not (left_out & TURNS) and not numbers(left_out)


def retells(text: str) -> bool:
    """Whether a text introduces itself as a repetition of something known."""
    return not _AGAIN.isdisjoint(words(text))


class Passage(NamedTuple):
    """A sentence, prepared for comparison."""

    order: tuple[str, ...]  # its words as they follow each other, each once
    words: frozenset[str]
    names: frozenset[str] = frozenset()  # capitalised words after the first word

    @classmethod
    def from_text(cls, text: str) -> "Passage":
        """The passage of a text."""
        named = " ".join(word for word in text.split()[1:] if word.strip("`'\"(*")[:1].isupper())
        return cls.among((word for word in _roots(text) if word not in _TOLD), words(named))

    @classmethod
    def among(cls, roots: Iterable[str], names: frozenset[str] = frozenset()) -> "Passage":
        """The passage of these words, which are stems."""
        order = tuple(dict.fromkeys(roots))
        return cls(order, frozenset(order), names)


def restates(own: Passage, passages: Iterable[Passage], *, loosely: bool = False) -> bool:
    """Whether a sentence says nothing that the passages do not, which its speaker has just read.

    It may leave out words and join passages. `loosely`, for a text that `retells`, it may use other words for a third
    of its words, or for half if it has nearly all of a passage. A number, a name or a negation that no passage has is
    always new.
    """
    near = [passage for passage in passages if _is_near(own.words & passage.words, own.words, passage.words)]
    near = sorted(near, key=lambda passage: (-len(passage.words & own.words), len(passage.words)))[:_JOINED]
    shared = own.words & frozenset().union(*[passage.words for passage in near])
    added = own.words - shared
    turned = added & TURNS - ({_FIRMLY} if loosely else frozenset())
    if len(shared) < max(min(_LEAST, len(own.words)), 2) or numbers(added) or turned:
        return False
    nearest = near[0]
    if own.words & TURNS and not _in_order(own, nearest):
        return False
    if not added:
        return not (nearest.words - own.words) & TURNS
    whole = len(nearest.words & own.words) >= max(_LEAST, _RETOLD_WHOLE * len(nearest.words))
    return loosely and len(shared) >= (_RETOLD_SO if whole else _RETOLD) * len(own.words) and not added & own.names


def _is_near(both: frozenset[str], first: frozenset[str], second: frozenset[str]) -> bool:
    return len(both) >= _LEAST or (len(both) > 1 and 2 * len(both) >= min(len(first), len(second)))


def _in_order(new: Passage, old: Passage) -> bool:
    left = iter(old.order)
    return all(word in left for word in new.order if word in old.words)


def is_retold(new: str, old: str) -> bool:
    """Whether two texts for which `same` is true have their words in one order, and the same words for and against."""
    known = _roots(old)
    left = iter(known)
    held = set(known)
    return all(word in left for word in _roots(new) if word in held) and not _crossed(sides(new), sides(old))


class Sides(NamedTuple):
    """The words for and against something in a text; its reason belongs to neither."""

    aims: frozenset[str]
    against: frozenset[str]
    is_back: bool = False  # it replaces something that it does not name: "we'll use X instead"


def sides(text: str) -> Sides:
    """The sides of a text, as the stems that `words` returns."""
    aims, against, is_back = apart(text)
    own = words(aims) - TURNS
    return Sides(own, words(against) - TURNS - own, is_back)


def apart(text: str) -> tuple[str, str, bool]:
    """(the text for something, the text against something, whether it replaces something unnamed)."""
    head = re.sub(REASON, " ", text[: budget.SPOKEN].casefold().replace("\u2019", "'"))
    if not is_turned(head):
        return head, "", False
    refused = re.findall(_INSTEAD_OF, head)
    aims = re.sub(_INSTEAD_OF, " ", head)
    if re.search(_OVER, aims):
        aims, _, last = aims.partition(" over ")
        refused.append(last)
    refused += re.findall(_DENIED, aims)
    return re.sub(_DENIED, " ", aims), " ; ".join(refused), bool(re.search(_BACK, aims))


def is_turned(text: str) -> bool:
    """False for a text that refuses nothing."""
    padded = f" {text.casefold()}".replace("\u2019", "'")
    for cue in _TURNED:  # noqa: SIM110 - twice as fast as `any`
        if cue in padded:
            return True
    return False


def gives_up(text: str) -> bool:
    """Whether a text explicitly replaces something: "instead of Y", "no longer Y"."""
    return is_turned(text) and bool(re.search(_GIVES_UP, text[: budget.SPOKEN].casefold()))


def retracts(new: Sides, old: Sides, light: frozenset[str]) -> bool:
    """Whether `new` refuses what `old` is for, or takes what `old` refuses; `light` words are ignored."""
    refused, aims = new.against - light, old.aims - light
    if refused and refused <= aims:
        return bool(new.aims & aims - refused) or aims <= refused
    taken = old.against - light
    return new.is_back and bool(taken) and taken <= new.aims


def replaces(new: Sides, old: Sides) -> bool:
    """Whether `new` refuses what `old` wants, about the same subject, or replaces its only word by another one.

    `new` has one new word at most, and all other words of `old` but one.
    """
    refused, aims = new.against - _LIGHT, old.aims - _LIGHT - _PLACING
    if not refused or not refused <= aims:
        return False
    rest = aims - refused
    if not rest:
        return len(new.aims - _LIGHT) <= 1
    is_plain = len(new.aims - old.aims - _LIGHT - _PLACING) <= 1
    return is_plain and len(rest - new.aims) <= 1 and not rest.isdisjoint(new.aims)


def takes_back(new: Sides, old: Sides) -> bool:
    """Whether the sides of `new` give up what the sides of `old` decided."""
    return retracts(new, old, _LIGHT)


def _crossed(first: Sides, second: Sides) -> bool:
    return bool(first.against & second.aims or second.against & first.aims)


REASON: Final = (
    r"^(?:since|because|as|weil|da|porque|comme|puisque)\s[^,]{3,160},\s|"
    r"(?<![\s,])[\s,]+(?:because|since|so that|due to|weil|damit|denn|parce que|puisque|porque|ya que|потому что)"
    r"\s[^.;!?]*"
)
# Every text that refuses something has one of these.
_TURNED: Final = (
    "instead", "rather", "in place of", " no", "n't", "never", "without", "cannot", " over ", "against", "drop", "stop",
    "after all", "more", "statt", "anstelle", "nicht", " kein", " nie", " ohne", " doch", " plut", "au lieu", " pas",
    " plus", " jamais", " sans", "finalement", "à la place", "en vez", "en lugar", "nunca", " sin", "al final",
    "en su lugar", "вместо", " не", " без", "всё же",
)  # fmt: skip
_END: Final = (
    r"(?=[,;:!?()\u2014\u2013]|[.](?:\s|$)|\s-\s|\s(?:but|and|sondern|aber|und|mais|et|sino|pero|y|но|а|и)\s|$)"
)
_PLACED: Final = r"(?=\s(?:for|in|on|at|as|when|für|im|bei|pour|dans|para|en|для|в)\s)"
_INSTEAD_OF: Final = (
    r"\b(?:instead of|rather than|in place of|anstatt|statt|anstelle(?: von)?|plutôt que(?: de)?|"
    rf"au lieu d[e']|en vez de|en lugar de|вместо)\s(\s*\S.*?)(?:{_PLACED}|{_END})"
)
_GIVES_UP: Final = (
    rf"{_INSTEAD_OF}|\b(?:no longer|any ?more|stop(?:ped)? using|nicht mehr|ne \w+ plus"
    r"|n'\w+ plus|ya no|больше не)\b"
)
_OVER: Final = r"\b(?:choose|chose|chosen|prefer\w*|pick|picked)\b.{2,80}?\sover\s"
_DENIED: Final = (
    r"\b(?:no longer|not|never|without|cannot|\w+n't|against|drop(?:ped)?|stop(?:ped)? using|no|nicht(?: mehr)?|"
    rf"kein\w*|nie|niemals|ohne|pas|plus|jamais|sans|nunca|sin|не|без)\s(.+?){_END}"
)
_BACK: Final = r"\b(?:instead|after all|any ?more|stattdessen|doch|finalement|à la place|al final|en su lugar|всё же)\b"
_PLACING: Final = frozenset(  # verbs of location, words for a beginning
    _root(word)
    for word in (
        "here now from hier ab jetzt ici désormais live lives stand stands store stored stores save saved lie lies sit "
        "run runs written be been"
    ).split()
)
_LIGHT: Final = frozenset(
    _root(word)
    for word in (
        "use used using do make made makes add added implement implemented keep kept go going went take taken decide "
        "decided chose chosen settled agreed opted let lets well ill nehmen nutzen verwenden wir entschieden nous any "
        "more"
    ).split()
)


_ENOUGH: Final = 0.6  # share of common words from which on two texts say the same
STOPPED: Final = stop_words.words("en") | stop_words.function_words("de")


def content_words(text: str) -> frozenset[str]:
    """The stems of the significant words, without case, with camel case split."""
    kept = (word for word in parts(text) if word not in STOPPED)
    return frozenset(stem(word) for word in kept if len(word) > 2 or word.isdigit() or not word.isascii())


def tells_again(text: str, other: str) -> bool:
    """Whether one of two texts has most of the words of the other."""
    own, others = content_words(text), content_words(other)
    least = min(2, len(own), len(others))
    return 0 < least <= len(own & others) and containment(own, others) >= _ENOUGH


def jaccard(first: set[str] | frozenset[str], second: set[str] | frozenset[str]) -> float:
    """The share of common words in the union of both sets."""
    return len(first & second) / len(first | second) if first and second else 0.0


def containment(first: set[str] | frozenset[str], second: set[str] | frozenset[str]) -> float:
    """The share of common words in the smaller set."""
    small = min(len(first), len(second))
    return len(first & second) / small if small else 0.0
