"""Which learnings a prompt is about, by its words and by the situation that it describes.

This runs before every prompt is answered, and nearly every prompt matches nothing, so `json`, `re` and `typing` are not
imported. Code that only makes the lines is in `learnings.matcher`.

The lines hold, in this order: `#` the ids; `@` the platforms of each learning; `=` the concepts of a word or phrase
(`concept:strength`, with `:needed` if another word must be near); `>` the learnings of a concept (`number:weight`).
"""

from memory_core.language.light.prompt_features import keys, mood, near
from memory_core.language.light.prose import prose

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

MOST = 3  # learnings that a prompt is answered with
ENOUGH = 0.85  # what speaks for a learning, from which on it is told
STRONG = 1.6  # and from which on a cold one comes back
LANGUAGE = "@"  # begins the concept of a platform
TOPIC = "t"  # and that of a situation
_AS_SURE = 0.8  # of what speaks for the first, from which on another one is told beside it
_ONE_ALONE, _FAR_BEHIND = 0.7, 0.65  # what is enough where all others are so far behind the first
_CLEAR = 1.3  # what speaks for the first, from which on it is told although as much speaks for many others
_LEAST = 3  # lines: ids, platforms, and something to know one by
_SIGN = 0.2  # what a word says at least that is a sign by itself
_TWO_KINDS = 1.2  # of what signs of two kinds say: a name and a situation
_OFTEN_SAID = "?"  # a sign that is said of much else
_ALONE = {TOPIC: 0.95, _OFTEN_SAID: 0.85}  # of what one sign says that nothing else goes with
_SEVERAL = 1.2  # of what one word says of a situation that several words speak of
_BESIDE = 0.25  # of what the same word says besides


def matches(lines: "Sequence[str]", prompt: str, least: float = ENOUGH) -> list[str]:
    """The ids of the learnings that a prompt is about, the surest first; [] for most prompts."""
    ranked, is_wanted = _read(lines, prompt)
    best = ranked[0][0] if ranked else 0.0
    near = [(score, name) for score, name in ranked if score >= best * _AS_SURE]
    if len(near) > MOST and best < _CLEAR:
        return []
    if is_wanted and least == ENOUGH and all(score < best * _FAR_BEHIND for score, _ in ranked[1:]):
        least = _ONE_ALONE
    return [name for score, name in near if score >= least][:MOST]


def _read(lines: "Sequence[str]", prompt: str) -> tuple[list[tuple[float, str]], bool]:
    """What speaks for each learning, and whether the prompt wants something to be done."""
    text = prose(prompt)
    if not text or len(lines) < _LEAST:
        return [], False
    result = _concepts(lines, keys(text))
    weight = mood(text) if result else 0.0
    return _ranked(lines, result, weight) if result else [], weight > 1


def _concepts(lines: "Sequence[str]", positions: dict[str, list[int]]) -> dict[str, tuple[float, int]]:
    """The concepts of a prompt, how clearly it names each, and by which words; several words for one concept count
    more.
    """
    table = {line[1:].partition("\t")[0]: line for line in lines if line[0] == "="}
    result: dict[str, tuple[float, int]] = {}
    words: dict[str, set[int]] = {}
    for key, places in positions.items():
        line = table.get(key)
        if line is None:
            continue
        for entry in line.split("\t")[1:]:
            concept, strength, needed = (*entry.split(" ", 2), "")[:3]
            if not needed or near(places, positions.get(needed)):
                result[concept] = max(result.get(concept, (0.0, 0)), (float(strength), places[0]))
                if not needed and " " not in key:
                    words.setdefault(concept, set()).add(places[0])
    for concept, several in words.items():
        if len(several) > 1:
            result[concept] = result[concept][0] * _SEVERAL, result[concept][1]
    return result


def _ranked(lines: "Sequence[str]", concepts: dict[str, tuple[float, int]], weight: float) -> list[tuple[float, str]]:
    names, about = lines[0].split("\t")[1:], lines[1].split("\t")[1:]
    spoken: dict[int, dict[int, list[tuple[float, str]]]] = {}  # for each learning, by word of the prompt
    for line in lines:
        if line[0] != ">":
            continue
        concept, _, rest = line[1:].partition("\t")
        if concept in concepts:
            strength, place = concepts[concept]
            kind = concept[0] if strength >= 1 else _OFTEN_SAID
            for entry in rest.split("\t"):
                at, _, worth = entry.partition(" ")
                spoken.setdefault(int(at), {}).setdefault(place, []).append((strength * float(worth), kind))
    here = {concept for concept in concepts if concept[0] == LANGUAGE}
    ranked = []
    for number, places in spoken.items():
        there = set(about[number].split())
        if not (here and there and here.isdisjoint(there)):
            ranked.append((_weighed(list(places.values())) * weight, names[number]))
    ranked.sort(key=lambda row: (-row[0], row[1]))
    return ranked


def _weighed(places: "list[list[tuple[float, str]]]") -> float:
    """The evidence of a prompt's words for a learning: more if they are of two kinds, less if there is only one."""
    signs = [max(parts) for parts in places]
    score = sum(
        best + _BESIDE * (sum(number for number, _ in parts) - best)
        for (best, _), parts in zip(signs, places, strict=True)
    )
    kinds = [kind for best, kind in signs if best >= _SIGN]
    if len(set(kinds) - {_OFTEN_SAID}) > 1:
        return score * _TWO_KINDS
    return score * _ALONE[kinds[0]] if len(kinds) == 1 and kinds[0] in _ALONE else score
