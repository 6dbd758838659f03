"""Whether a newer statement explicitly replaces an older one.

"We use HMAC instead of argon2 for the codes" replaces "use argon2 for the codes": if its new words (HMAC) are exchanged
for the refused ones (argon2), the older statement results, apart from words that do not matter for a rule. If a place,
a condition or a second thing is left over, nothing is replaced.
"""

import re
from collections.abc import Iterator, Sequence
from functools import lru_cache
from typing import Final, NamedTuple

from memory_core.language.sentences import spans
from memory_core.language.statement import LONGEST, MOST, Word, as_one, common, phrases, statement, turns, words

_LONGEST: Final = 12  # words of each of the two exchanged phrases
_REASONED: Final = 3  # words of a reason beside a place
_QUESTION: Final = re.compile("[?？¿]")
_NAMING: Final = ("start", "end")  # rows of verbs with a single value
_LITERAL: Final = re.compile(r"[`'\"“”„_]")  # characters that every literal has


class _Choice(NamedTuple):
    """A statement as a choice, in telling words: what it wants, and what it gives up."""

    words: tuple[str, ...]
    refused: tuple[str, ...] = ()
    denies: bool = False
    announces: bool = False  # it announces a change


def replaces(old: tuple[Word, ...], new: tuple[Word, ...]) -> bool:
    """Whether a statement with the words `new` explicitly replaces one with the words `old`."""
    if max(len(old), len(new)) >= MOST:
        return False
    old = _decided(old)
    bare = tuple(word for phrase, at, end in phrases(old) if phrase not in turns()["nearly"] for word in old[at:end])
    older = [_Choice(telling(old)), *_turned(old), _Choice(telling(bare)), *_turned(bare)]
    return any(_puts(choice, turned) for turned in _turned(new) for choice in older)


def is_decided(text: str) -> bool:
    """Whether a text is no question, no report of another person's action, and no denied replacement such as "not X
    instead of Y".
    """
    read = words(text)
    order = _without_opening(read)  # "No, …" is an answer
    kept = any(_denies(order[:start]) for start, _, denies in _marks(tuple(order)) if not denies)
    return not (_QUESTION.search(text) or kept or _says(read, "reports"))


def _denies(phrase_words: Sequence[Word]) -> bool:
    return not turns()["denies"].isdisjoint(word.text for word in phrase_words)


def _says(read: Sequence[Word], kind: str) -> bool:
    return any(phrase in turns()[kind] for phrase, _, _ in phrases(read))


def unannounced(text: str) -> str:
    """A text without the words that only announce a change: "from now on", "going forward"."""
    read = words(text)
    for phrase, _, _ in phrases(read):
        if phrase in turns()["announces"]:
            text = re.sub(rf"(?i)\b{phrase.replace('_', ' ')}\b[,:]?", " ", text)
    return text


def _decided(read: tuple[Word, ...]) -> tuple[Word, ...]:
    """The words of a statement before its reason, if that is its last clause."""
    for phrase, at, _ in phrases(read):
        if at and phrase in turns()["because"] and read[at - 1].clause < read[at].clause == read[-1].clause:
            return read[:at]
    return read


def _puts(old: _Choice, new: _Choice) -> bool:
    """Whether `new`, with its refused words put back in the place of one thing, equals `old`."""
    many = len(new.refused)
    if not turns()["places"].isdisjoint(new.refused[1:]):  # several things are given up
        return False
    for at in range(len(old.words) - many + 1):
        if old.words[at : at + many] != new.refused:
            continue
        before, behind = old.words[:at], old.words[at + many :]
        last = len(new.words) - len(behind)
        thing = new.words[at:last]
        if new.words[:at] == before and new.words[last:] == behind and 0 < len(thing) <= _LONGEST:
            is_placed = not turns()["places"].isdisjoint(new.refused)
            more = turns()["bounds"] | turns()["adds"] | turns()["denies"]
            is_one = turns()["places"].isdisjoint(thing[is_placed:]) and more.isdisjoint(thing)
            is_one = is_one and len(thing) <= many + (not before)  # one more word may be a place, a time, an owner
            is_one = is_one and not set(new.refused) <= set(thing)
            is_narrower = len(old.refused) > len(thing) and old.refused[: len(thing)] == thing
            is_choice = bool(before) or bool(behind and thing[0] == "use")
            if is_one and is_choice and (new.announces or not is_narrower):
                return True
    return False


@lru_cache(maxsize=2_048)
def _turned(words: tuple[Word, ...]) -> tuple[_Choice, ...]:
    """The readings of what a statement gives up; () if it gives up nothing or several things."""
    marks = [*_marks(words)]
    if len(marks) != 1:
        return ()
    start, end, denies = marks[0]
    announces = any(phrase in turns()["announces"] | turns()["changed"] for phrase, _, _ in phrases(words))
    choices = []
    for last in range(end + 1, min(end + _LONGEST, len(words)) + 1):
        is_last = last == len(words) or words[last].clause > words[last - 1].clause
        is_exchanged = not is_last and words[last].text in turns()["but"]
        if denies:
            goes = is_exchanged or (is_last and start > 0 and words[start].clause > words[start - 1].clause)
        else:
            goes = is_exchanged or is_last or words[last].text in turns()["places"]
        refused = telling(words[end:last])
        if goes and refused:
            rest = telling((*words[:start], *words[last + is_exchanged :]))
            choices.append(_Choice(rest, refused, denies, announces))
        if is_last:
            break
    return tuple(choices)


def _marks(words: tuple[Word, ...]) -> Iterator[tuple[int, int, bool]]:
    """(start, end, whether they deny) of the words that mark something as given up."""
    chosen = any(word.text in turns()["preferred"] for word in words)
    for phrase, at, end in phrases(words):
        denies = phrase in turns()["denied"]
        if denies or phrase in turns()["instead_of"] or (chosen and phrase == "over"):
            yield at, end, denies


def telling(words: Sequence[Word]) -> tuple[str, ...]:
    """The words that matter for a rule, as they are written; verbs of choice count as one."""
    opening = turns()["opening"]
    return tuple(as_one().get(phrase, phrase) for phrase, _, _ in phrases(words) if phrase not in opening)


def revalued(old: str, new: str) -> tuple[str, str] | None:
    """The two texts in one wording, if both say the same about a literal, which they name or change; else None.

    "From now on begin names with `y_`" says about `y_` what "Names start with `x_`" says about `x_`: the result is the
    shorter sentence with each literal.
    """
    if not (_LITERAL.search(old) and _LITERAL.search(new)):
        return None
    newer = _valued(new)  # few statements have a literal, so the newer one is read first
    older = _valued(old) if newer else None
    if older is None or newer is None or older.literal == newer.literal or older.others != newer.others:
        return None
    if older.others & turns()["denies"] or not is_decided(new):  # two refusals hold side by side
        return None
    if older.others.isdisjoint(_NAMING):
        return None  # without such a verb, both values may hold
    short = min((newer, older), key=lambda each: len(each.sentence))
    wording = unannounced(short.sentence)
    return wording.replace(short.literal, older.literal), wording.replace(short.literal, newer.literal)


def renamed(old: str, new: str) -> bool:
    """Whether two texts are naming rules for one kind of name with different literals; the newer replaces the older.

    "When naming attributes, end them with `_at`" is the same rule as "All attribute names end with `_j`".
    """
    newer = _naming(new)
    older = _naming(old) if newer else None
    return older is not None and newer is not None and older[:2] == newer[:2] and older[2] != newer[2]


@lru_cache(maxsize=4_096)
def _naming(text: str) -> tuple[str, str, str] | None:
    """(`start` or `end`, the kind of name, the literal) of a text that is a naming rule; None for any other text."""
    if len(text) > LONGEST or not _LITERAL.search(text) or _QUESTION.search(text) or _MORE.search(text):
        return None
    affixes, named = list(_AFFIX.finditer(text)), list(_NAMED.finditer(text))
    kinds = {match["what"].casefold().rstrip("s") for match in named}
    words_ = [word.text for word in words(text)]
    if not turns()["denies"].isdisjoint(words_) or _PLACE.search(text):
        return None
    if len(affixes) != 1 or len(kinds) != 1 or not all(match["before"].casefold() in _OPENING for match in named):
        return None
    place = "end" if affixes[0]["verb"].casefold().startswith(("end", "finish", "suffix")) else "start"
    return place, kinds.pop(), affixes[0]["literal"].strip("`'\"‘’“”")


_AFFIX: Final = re.compile(
    r"(?i)\b(?P<verb>start|begin|prefix|end|finish|suffix)\w*\b[^.;'\"`‘“]{0,60}(?P<literal>['\"`‘“]_?\w{1,12}_?['\"`’”])"
)
_NAMED: Final = re.compile(
    r"(?i)(?P<before>\w*)\W+(?P<what>functions?|methods?|variables?|class(?:es)?|attributes?|constants?|arguments?|parameters?"
    r"|modules?|files?|tables?|columns?|tests?|branch(?:es)?|enums?|fixtures?|interfaces?|hooks?|components?)\b"
    r"(?=\s+names?\b|\W+(?:start|begin|end|finish|prefix|suffix)|\s+(?:should|must|always)\b|\s*[,.]|\s+with\b)"
)
_OPENING: Final = frozenset(
    "all every each your our the any for of naming name start begin end prefix suffix always s now please on".split()
) | {""}
# A place for which a naming rule holds; "for consistency" is none, nor is "in our team".
_PLACE: Final = re.compile(
    r"(?i)\b(?:in|inside|within|under)\s+(?!(?:our|your|the (?:team|future|code|project)|future|general|this|all)\b)"
    r"|\bfor\s+the\b|\bon\s+(?:the\b|[A-Z])"
)
_MORE: Final = re.compile(r"(?i)\b(?:also|too|as well|additionally|may|might|can|could|or|unless|except|if)\b")


def gives_up(new: tuple[Word, ...]) -> bool:
    """Whether a statement names what it replaces; then `replaces` decides what it ends."""
    marks = [denies for _, _, denies in _marks(_decided(new))]
    return marks == [False]


class _Valued(NamedTuple):
    """The only sentence of a text with a literal, the literal, and the other telling words."""

    sentence: str
    literal: str
    others: frozenset[str]


@lru_cache(maxsize=4_096)
def _valued(text: str) -> _Valued | None:
    """The literal of a text; None if it has none or several."""
    if len(text) > LONGEST:
        return None
    parts = [text[first:last].strip() for first, last in spans(text)]
    quoted = [(part, word) for part in parts for word in words(part) if word.is_quoted]
    literals = [(part, word) for part, word in quoted if _is_literal(part, word.text)]
    if len(literals) != 1:
        return None
    sentence, literal = literals[0]
    if _QUESTION.search(text):
        return None
    # An explanation of the order begins with a reference to it, and does not limit it.
    orders = [part for part in parts if part == sentence or not _explains(part)]
    telling_words = set()
    for order in map(_without_opening, map(words, orders)):
        if _says(order, "adds"):
            return None
        telling_words |= _beside(order, literal.text)
    start = sentence.casefold().index(literal.text)
    return _Valued(sentence, sentence[start : start + len(literal.text)], frozenset(telling_words))


def _explains(sentence: str) -> bool:
    """Whether a sentence refers to another sentence and gives a reason for it.

    "This holds for the API" limits it instead: it has few words besides a place.
    """
    read = statement(sentence)
    texts = [word.text for word in read.words]
    if not texts or texts[0] not in turns()["points"]:
        return False
    beside = sum(role != "scope" and text not in common() for text, role in zip(texts, read.roles, strict=True))
    is_bounded = "scope" in read.roles or not (turns()["bounds"] | turns()["denies"]).isdisjoint(texts)
    return not is_bounded or beside >= _REASONED


def _without_opening(read: Sequence[Word]) -> Sequence[Word]:
    """The words after a first clause of one word, such as "Additionally, …"."""
    return read[1:] if len(read) > 1 and read[1].clause > read[0].clause else read


def _beside(order: Sequence[Word], literal: str) -> set[str]:
    """The telling words of a sentence besides a literal."""
    beside = set()
    for phrase, place, _ in phrases(order):
        word = order[place]
        is_light = phrase in turns()["beside"] | turns()["aside"] | turns()["announces"]
        is_light = is_light or (word.text in common() and word.text not in turns()["directs"])
        if not is_light and word.text != literal:
            own = word.text if word.key in as_one() else word.key  # "started" is another tense than "start"
            beside.add(as_one().get(phrase, own))
    return beside


def _is_literal(sentence: str, word: str) -> bool:
    return sentence.casefold().count(word) == 1
