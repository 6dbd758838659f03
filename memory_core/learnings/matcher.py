"""Makes the lines by which `learnings.light.match` recognises learnings, whenever the warm files have changed."""

import re
from collections.abc import Iterable, Iterator, Sequence
from functools import cache
from typing import Final, NamedTuple

from memory_core import data
from memory_core.language import concepts, topics
from memory_core.language.light.prompt_features import EDGES, SPACES, keys, near, tokens
from memory_core.language.light.stems import stem
from memory_core.language.light.words import parts
from memory_core.learnings.learning import BEHAVIOUR, REVIEWED, WATCHING, Learning
from memory_core.learnings.light import match

_SOLO_TOPIC, _TOPIC, _BROAD_TOPIC = 0.95, 0.8, 0.5
_FAMILY, _LOOSE_FAMILY = 0.8, 0.35
_PRODUCT, _BROAD = 1.0, 0.4
_NAME, _WORD, _PALE, _PLATFORM = 1.0, 0.45, 0.1, 0.4
_OFTEN_SAID: Final = 0.7  # of the strength of what is said of much else
_EXAMPLE: Final = 0.5
_PLACE: Final = 1.0
_LONG, _WIDE = 7, 3  # letters of a long word, and of one in a script without spaces
_TELLING: Final = 0.3
_PHRASE = 1.3  # of the strength of a word, where several words together say it
_TRIGGER = 0.6  # of a word's weight, where it is of the situation only
_ASIDE, _FAR_ASIDE, _EXPLAINED = 0.7, 0.4, 0.3
_NEAR, _FAR = 5, 9  # words of a text, and of a situation in it, that are what it is about
_ROWS: Final = data.named("tiers/matcher.txt")
_EXPLAINS: Final = frozenset(data.cues(_ROWS["explains"][0]))
_SITUATION: Final = frozenset(data.cues(_ROWS["situation"][0]))
_SEEN: Final = 2  # times that what is only watched was met, from which on it is shown
_FREQUENT: Final = 1.3  # learnings with a concept, from which on it says less
# How much less is said by what many learnings are about: a situation is one however many speak of it.
_RARE: Final = {"t!": 0.0, "t": 0.35, "f": 0.3, "n": 0.4, "w": 0.4, "p": 0.1, match.LANGUAGE: 0.5}

_ANSWERS: Final = frozenset(data.cues(_ROWS["answers"][0]))
_SAYS: Final = frozenset(data.cues(_ROWS["says"][0]))
_OFTEN: Final = frozenset("always please only never immer bitte toujours siempre всегда do not don't".split())
_ASK_FIRST: Final = data.cues(_ROWS["ask first"][0])


class _Surface(NamedTuple):
    key: str
    concept: str
    strength: float
    needed: str = ""


def _surface(text: str, concept: str, strength: float) -> _Surface:
    bare = text.rstrip("?")
    parts = [text] if "c++" in text else [" ".join(map(_key, part.split())) for part in bare.split("+")]
    needed = parts[1] if len(parts) > 1 else ""
    often = _OFTEN_SAID if not needed and parts[0] in _everyday() else 1.0
    return _Surface(parts[0], concept, strength * (often if bare == text else 0.5), needed)


def _key(word: str) -> str:
    return word if word.endswith("*") or word.startswith(".") else stem(word.lower())


@cache
def _surfaces() -> dict[str, list[_Surface]]:
    """All that a text can be recognised by, by its first word or phrase."""
    result: dict[str, list[_Surface]] = {}
    for surface in (*_of_topics(), *_of_families(), *_of_platforms()):
        result.setdefault(surface.key, []).append(surface)
    return result


def _of_topics() -> Iterator[_Surface]:
    for topic in topics.topics().values():
        yield from (_surface(text, f"t:{topic.name}", 1.0) for text in topic.words)


@cache
def _everyday() -> frozenset[str]:
    return frozenset(map(stem, topics.EVERYDAY))


def _of_families() -> Iterator[_Surface]:
    for family in concepts.families():
        for at, names in enumerate(family.groups):
            for name in names:
                if at or not family.mark:
                    yield _surface(name, f"f:{family.name}", 0.4 if "+" in name else 0.8 if at else 0.55)
                if at:
                    yield _surface(name, f"n:{names[0].replace(' ', '-')}", 1.0)


def _of_platforms() -> Iterator[_Surface]:
    for each in topics.platforms():
        yield from (_surface(text, f"{match.LANGUAGE}{each.name}", 1.0) for text in each.words)


def _mark(topic: str) -> str:
    return topics.topics()[topic].mark if topic in topics.topics() else ""


@cache
def _weight(concept: str) -> float:
    sort, name = concept[0], concept[2:]
    if sort == "t":
        return {"~": _BROAD_TOPIC, "!": _SOLO_TOPIC}.get(_mark(name), _TOPIC)
    if sort == "f":
        return _LOOSE_FAMILY if name in concepts.marked("~") | concepts.marked("^") else _FAMILY
    if sort == "n":
        return _BROAD if name in topics.BROAD else _PRODUCT
    return _PLATFORM


def spoken(text: str) -> dict[str, float]:
    """The concepts of a text, each with its weight."""
    places_of = keys(text)
    known = _surfaces()
    result: dict[str, float] = {}
    aside = _aside(text)
    for key, places in places_of.items():
        for surface in known.get(key, ()):
            if not surface.needed or near(places, places_of.get(surface.needed)):
                weight = surface.strength * _weight(surface.concept) * aside.get(places[0], 1.0)
                result[surface.concept] = max(result.get(surface.concept, 0.0), weight)
    for word, weight in _words(text):
        result[f"w:{word}"] = max(result.get(f"w:{word}", 0.0), weight)
    return result


def _aside(text: str) -> dict[int, float]:
    """A factor below 1 for words far from the beginning of a text, or in an explanation, by position."""
    result: dict[int, float] = {}
    main, count = True, 0
    for at, word in enumerate(tokens(text)):
        if word in _EXPLAINS:
            main = False
        elif word in _SITUATION:
            main, count = True, 0
        count += 1
        if not main or count > _NEAR:
            result[at] = _EXPLAINED if not main else _ASIDE if count <= _FAR else _FAR_ASIDE
    return result


def _words(text: str) -> Iterator[tuple[str, float]]:
    quoted = {piece for at, part in enumerate(text.split("`")) if at % 2 for piece in part.lower().split()}
    for raw in text.translate(SPACES).split():
        name = raw.strip(EDGES)
        low = name.lower()
        if not low or (low.isdigit()):
            continue
        odd = any(char in "._/" or char.isdigit() for char in name) or (name[1:] != low[1:] and not name.isupper())
        if odd and len(low) > 2:
            yield low, _NAME
            yield from (
                (stem(hump), _WORD if hump not in topics.PALE else _PALE) for hump in parts(name) if len(hump) > 2
            )
        elif low in topics.PALE or len(low) < 3 or stem(low) in _pale():
            yield stem(low), _TELLING if stem(low) in _telling() else 0.0 if len(low) < 4 else _PALE
        elif low in topics.BROAD:
            yield stem(low), _PALE
        else:
            yield stem(low), _NAME if low in quoted else _WORD


def _is_place(text: str) -> bool:
    return bool(text) and text.isprintable() and " " not in text


@cache
def _telling() -> frozenset[str]:
    """The words that identify a situation although they occur elsewhere too."""
    return frozenset(key for key, result in _surfaces().items() if any(_tells(each) for each in result))


def _tells(surface: _Surface) -> bool:
    return surface.concept[0] == "t" and surface.strength >= 1 and not surface.needed


@cache
def _pale() -> frozenset[str]:
    return frozenset(map(stem, topics.PALE))


# Who runs something by a package manager does not speak of packages: `npm run typecheck`.
_RUNNERS: Final = ("npm", "npx", "pnpm", "yarn", "bun", "uv", "poetry", "pipenv", "pdm", "bundle")
_RUNNER: Final = re.compile(
    rf"`(?:{'|'.join(_RUNNERS)})\s+(?:run\s+|exec\s+)?"
    r"(?=\w)(?!(?:run|exec|i|ci|install|add|remove|update|upgrade|lock|sync|audit|outdated|dedupe|why)\b)"
)


def concepts_of(learning: Learning) -> dict[str, float]:
    """The concepts of a learning, each with its weight for it."""
    main, example = _parted(_RUNNER.sub("`", learning.description))
    result = spoken(main)
    for concept, weight in (spoken(example) if example else {}).items():
        result.setdefault(concept, weight * _EXAMPLE)
    places = [trigger.strip("/").lower() for trigger in learning.triggers if trigger.endswith("/")]
    practised = learning.kind == BEHAVIOUR
    words = [word for word in learning.triggers if not word.endswith("/") and not (practised and word in _RUNNERS)]
    for concept, weight in (spoken(" ; ".join(words)) if words else {}).items():
        if concept not in result and concept[0] != "w":
            result[concept] = weight * _TRIGGER
    result |= {f"p:/{place}": _WORD for place in places if _is_place(place)}
    if learning.path:
        place = learning.path.lower().split("*")[0].strip("/")
        if _is_place(place):
            result[f"p:/{place}"] = _PLACE
    return {concept: weight for concept, weight in result.items() if weight > 0}


def _is_long(key: str) -> bool:
    """Whether a key is as specific as several words: a phrase, or a long word of another language."""
    return " " in key or (key.endswith("*") and len(key) > _LONG) or (not key.isascii() and len(key) > _WIDE)


def _rarity(concept: str) -> float:
    return _RARE["t!" if concept[0] == "t" and _mark(concept[2:]) == "!" else concept[0]]


def _parted(text: str) -> tuple[str, str]:
    """(the text outside of brackets, the text inside)."""
    pieces = text.replace(")", " (").split(" (")
    return " ".join(pieces[::2]), " ".join(pieces[1::2])


def lines(learnings: Iterable[Learning]) -> list[str]:
    """The learnings as lines of `learnings.light.match`, without those that hold for every prompt."""
    shown = [learning for learning in learnings if is_shown(learning) and _is_place(learning.id)]
    kept = [(learning.id, concepts_of(learning)) for learning in shown if not is_general(learning)]
    many: dict[str, float] = {}
    most: dict[str, float] = {}
    for _, about in kept:
        for concept, weight in about.items():
            many[concept] = many.get(concept, 0.0) + weight
            most[concept] = max(most.get(concept, 0.0), weight)
    rows: dict[str, list[str]] = {}
    for number, (_, about) in enumerate(kept):
        for concept, weight in about.items():
            rare = min(1.0, (_FREQUENT * most[concept] / many[concept]) ** _rarity(concept))
            rows.setdefault(concept, []).append(f"{number} {weight * rare:.3f}")
    platforms = [" ".join(sorted(concept for concept in each if concept[0] == match.LANGUAGE)) for _, each in kept]
    table: dict[str, list[str]] = {}
    for key, surfaces in _surfaces().items():
        for surface in surfaces:
            if surface.concept in rows or surface.concept[0] == match.LANGUAGE:
                needed = f" {surface.needed}" if surface.needed else ""
                sure = _PHRASE if surface.concept[0] == "t" and (needed or _is_long(key)) else 1.0
                table.setdefault(key, []).append(f"{surface.concept} {surface.strength * sure:.2f}{needed}")
    for concept in rows:
        if concept[:2] in ("w:", "p:"):
            table.setdefault(concept[2:], []).append(f"{concept} 1")
    return [
        "\t".join(["#", *(name for name, _ in kept)]),
        "\t".join(["@", *platforms]),
        *("\t".join([f"={key}", *entries]) for key, entries in sorted(table.items())),
        *("\t".join([f">{concept}", *entries]) for concept, entries in sorted(rows.items())),
        *(f"/\t{each.id}\t{' '.join(each.path.split())}" for each in shown if each.path.split()),
    ]


def strongly(learnings: Sequence[Learning], prompts: Iterable[str]) -> list[str]:
    """The ids of the learnings that a prompt is certainly about, as needed for a cold learning to come back."""
    known = lines(learnings)
    return list(dict.fromkeys(name for prompt in prompts for name in match.matches(known, prompt, match.STRONG)))


def is_shown(learning: Learning) -> bool:
    """Whether a learning is shown at all: one that was met only once is watched first."""
    return learning.status != WATCHING or learning.occurrences >= _SEEN


def is_general(learning: Learning) -> bool:
    """Whether a learning holds for every prompt: how to answer, in which language, when to ask, results of reviews."""
    if REVIEWED in learning.extra:
        return True
    if learning.path:
        return False
    low = learning.description.lower()
    words = [word.strip(".,;:!?\"'()") for word in low.split()]
    if not _SAYS.isdisjoint([word for word in words if word not in _OFTEN][:1]):
        return True
    is_meant = not _ANSWERS.isdisjoint(words) or any(mark in low for mark in _ASK_FIRST)
    return is_meant and not any(concept[0] == "t" for concept in spoken(learning.description))
