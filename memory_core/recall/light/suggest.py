"""Which kept memories a prompt is so surely about that its user would thank for them. Mostly none.

A topic is what one prompt and one memory have in common: the telling words, names and paths of the prompt that the best
memory says too, rarest first, three at most. Two prompts are on one topic where all telling words of the one are among
those of the other, or where the same memory is the best for both. A session is told of a topic once.

Confidence is made of what can be seen without a model: how much of what the prompt says the memory covers, each word
weighted by how rare it is among all memories; how many telling words and names the two share, and how many of those
stand in the memory's summary; how much of the summary the prompt says; whether other memories are as near; the
memory's kind. The weights were fitted to labelled prompts, and to prompts held against the memories of another project,
which deserve nothing; `bench/suggest.py` measures others.

Nothing is imported here that a silent prompt can do without: neither `json`, `re` nor `typing`.
"""

from memory_core.core.light import deduplicate, lifecycle
from memory_core.language.light.products import KNOWN, TECHNICAL
from memory_core.recall.light.suggest_words import PAIR, PATH, SYMBOL, WORD, stems, telling

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Mapping, Sequence

    from memory_core.recall.light.suggest_words import Term

MOST = 3  # memories that are suggested on a topic (CS-NFR-013)
ENOUGH = 0.5  # confidence from which on a memory is suggested
# What each feature adds to the confidence: covered, its strength, telling words, share of the summary, a weak kind,
# words side by side, the rarest word, how much the prompt says, names; how many are as near, how far ahead it is.
_WEIGHTS = (2.65, 3.2, 1.39, 1.03, -0.82, 1.41, -0.75, 0.41, 2.04, -0.46, 1.35)
_BASE = -3.16
_SEVERAL = 0.75  # of four telling words that are shared, or
_MOST_OF_IT = 0.45  # of what the prompt says that two words cover, or a name: else all hangs on one with two meanings
_ALL_BUT = 0.6  # of what the prompt says, where a file is all that is shared: what is asked about is the file
_BESIDE = 0.9  # of the strength of a memory, from which on another one is as near
_WEAK = ("progress", "inception", "review")  # what seldom helps who asks
_NEAR = 0.85  # of the confidence of the first, from which on another one is suggested beside it
_TOPIC = 3  # words that name a topic
_SHARED = 5  # words that say why a memory is suggested
_FEWEST = 100  # memories from which on it can be told how rare a word is
_RARE = 0.45  # of the weight of a word that stands once
_UNKNOWN = 0.8  # of the weight of a word that no memory says
_KINDS = {SYMBOL: 1.3, PATH: 1.2, PAIR: 0.4, WORD: 1.0}
_COMMON = 0.35  # of the weight of a word that is said of anything
_SAID = {"summary": 1.0, "about": 0.8, "body": 0.6}
_BODY = 1_500  # characters of a body that count
_SUMMARY = 400  # and of a summary
# Unconfirmed; a document's; told by their own way; handed over by the client.
_SILENT_HOMES = ("journal/proposed", "documents/", "learnings", "client memory/")
_SILENT_KINDS = ("preference", "behaviour")


class Seen:
    """A memory as a prompt sees it: what it says, and what stands of it in the index."""

    __slots__ = (
        "about",
        "body",
        "changed",
        "created",
        "fingerprint",
        "home",
        "id",
        "kind",
        "order",
        "session",
        "status",
        "summary",
        "words",
    )

    def __init__(self, home: str, fingerprint: str, fields: "Sequence[object]") -> None:
        """`fields` is a record of the index; `ValueError` where it is none."""
        if len(fields) < 12:
            raise ValueError("this is no record of a memory")
        scope, source, tags = fields[4], fields[10], fields[8]
        self.home, self.fingerprint = home, fingerprint
        self.id, self.kind, self.summary, self.body = (str(field) for field in fields[:4])
        self.created, self.changed, self.status = str(fields[5]), str(fields[6] or fields[5]), str(fields[7])
        self.about = " ".join(
            str(each)
            for part in ((scope[1:3] if isinstance(scope, list) else ()), (tags if isinstance(tags, list) else ()))
            for each in part
            if each
        )
        self.session = str(source[2]) if isinstance(source, list) and len(source) > 2 else ""
        self.words: dict[str, set[str]] = {}
        self.order: dict[str, list[int]] = {}

    @property
    def standing(self) -> "deduplicate.Standing":
        """What it has to say against others that say the same."""
        return deduplicate.standing(self.status, max(self.changed, self.created), self.body)

    def read(self) -> None:
        """Take the words apart, once."""
        if not self.words:
            summary, body = stems(self.summary[:_SUMMARY]), stems(self.body[:_BODY])
            self.words = {"summary": set(summary), "body": set(body), "about": set(stems(self.about[:_SUMMARY]))}
            for at, word in enumerate([*summary, "", "", *body]):
                self.order.setdefault(word, []).append(at)


class Weighed:
    """A memory with what speaks for it."""

    __slots__ = ("confidence", "features", "memory", "shared")

    def __init__(self, memory: Seen, shared: "list[Term]", features: "list[float]") -> None:
        self.memory, self.shared, self.features = memory, shared, features
        total = _BASE + sum(number * by for number, by in zip(features, _WEIGHTS, strict=True))
        self.confidence = 1 / (1 + _exp(-total))

    @property
    def is_sure(self) -> bool:
        """Whether it does not hang on a word or two, which may mean something else here."""
        covered, several, names = self.features[0], self.features[2], self.features[8]
        result = any(
            not term.common and _place(term, self.memory.words) > _SAID["body"] for term in self.shared
        )  # else a body that lists many words would be about everything
        covers = covered >= _MOST_OF_IT and len(_apart(self.shared)) > 1
        is_file = covered >= _ALL_BUT and any(term.kind == PATH for term in self.shared)
        return result and (several >= _SEVERAL or covers or names > 0 or is_file)


def is_spoken_of(memory: Seen, session: str = "") -> bool:
    """Whether a memory may be suggested at all: it stands, somebody stated it, and not in this session."""
    return (
        memory.status not in (lifecycle.SUPERSEDED, lifecycle.EXPIRED)
        and memory.kind not in _SILENT_KINDS
        and not memory.home.startswith(_SILENT_HOMES)
        and not (session and memory.session == session)
    )


def weights(terms: "Sequence[Term]", often: "Mapping[str, int]", every: int) -> "dict[str, float]":
    """What each term says, 0 to about 1, by how few of the memories say it."""
    many = max(every, _FEWEST)
    whole = _log(1 + many)
    result = {}
    for term in terms:
        times = often.get(term.key, 0)
        rare = _log(1 + (many - times + 0.5) / (times + 0.5)) / whole
        weight = min(rare, 1.0) * _KINDS[term.kind] * (_COMMON if term.common else 1.0)
        result[term.key] = weight if times or term.kind in (SYMBOL, PATH) else weight * _UNKNOWN
    return result


def weighed(terms: "Sequence[Term]", weight: "Mapping[str, float]", memories: "Sequence[Seen]") -> "list[Weighed]":
    """The memories with what speaks for them, the surest first."""
    features_of = []
    for memory in memories:
        memory.read()
        places = {term.key: _place(term, memory.words) for term in terms}
        shared = [term for term in terms if places[term.key]]
        features_of.append((memory, shared, _features(terms, weight, memory, places)))
    best = sorted((features[0] + features[1] for _, _, features in features_of), reverse=True)
    rated = []
    for memory, shared, features in features_of:
        mine = features[0] + features[1]
        beside = sum(number >= mine * _BESIDE for number in best) - 1
        first = best[0] if mine < best[0] else best[1] if len(best) > 1 else 0.0
        rated.append(Weighed(memory, shared, [*features, _log(1 + beside), mine - first]))
    rated.sort(key=lambda each: (-each.confidence, each.memory.id))
    return rated


def chosen(rated: "Sequence[Weighed]", least: float = ENOUGH) -> "list[Weighed]":
    """Those to be suggested, the surest first, each said once; [] for most prompts."""
    weigheds: dict[str, Weighed] = {}
    for other in rated[: MOST * 4]:
        if other.confidence < max(least, rated[0].confidence * _NEAR) or not other.is_sure:
            break
        if other.memory.fingerprint not in weigheds and any(not term.common for term in other.shared):
            weigheds[other.memory.fingerprint] = other
    return [_speaking(each, rated) for each in [*weigheds.values()][:MOST]]


def _speaking(chosen: Weighed, rated: "Sequence[Weighed]") -> Weighed:
    """What stands for what was chosen: of memories that say the same the one that holds."""
    mark = chosen.memory.fingerprint
    same = sorted((each for each in rated if each.memory.fingerprint == mark), key=lambda each: each.memory.id)
    return max(same, key=lambda each: each.memory.standing)


def topic(best: Weighed, weight: "Mapping[str, float]") -> str:
    """The rarest three of the telling words that prompt and memory share, as the prompt says them."""
    words = _apart([term for term in best.shared if not term.common and term.kind != PATH]) or best.shared
    rarest = sorted(words, key=lambda term: -weight[term.key])[:_TOPIC]
    return " ".join(term.text for term in words if term in rarest)


def common(match: Weighed) -> "list[str]":
    """What prompt and memory share, as the prompt says it: what tells something, else all of it."""
    return [term.text for term in _apart([term for term in match.shared if not term.common]) or match.shared][:_SHARED]


def is_same(text: str, other: str) -> bool:
    """Whether two topics are one: they have the same words, or two and more that are all that the shorter one has."""
    first, second = set(stems(text)), set(stems(other))
    return first == second or (min(len(first), len(second)) > 1 and (first <= second or second <= first))


def _apart(terms: "Sequence[Term]") -> "list[Term]":
    return [term for term in terms if not _is_part(term, terms)]


def _place(term: "Term", words: "Mapping[str, set[str]]") -> float:
    """How well a memory says a term: in its summary, in what it is about, or in its body only."""
    parts = term.key.split()
    numbers = [worth for name, worth in _SAID.items() if all(part in words[name] for part in parts)]
    return max(numbers, default=0.0)


def _features(
    terms: "Sequence[Term]", weight: "Mapping[str, float]", memory: Seen, places: "Mapping[str, float]"
) -> "list[float]":
    """What speaks for a memory by itself, each 0 to about 1, in the order of `_WEIGHTS`."""
    every = sum(weight[term.key] for term in terms) or 1.0
    strength = sum(weight[term.key] * places[term.key] for term in terms)
    whole = [term for term in terms if places[term.key] and not term.common]
    rare = [term for term in whole if weight[term.key] >= _RARE and not _is_part(term, whole)]
    texts = {part for term in terms if places[term.key] for part in term.key.split()}
    own = telling(memory.summary[:_SUMMARY])
    return [
        strength / every,
        min(strength, 4.0) / 4.0,
        min(len(rare), 4) / 4.0,
        len(own & texts) / (len(own) + 1.0),
        float(memory.kind in _WEAK),
        min(_together(terms, memory), 2) / 2.0,
        max((weight[term.key] for term in rare), default=0.0),
        min(len([term for term in terms if not term.common]), 8) / 8.0,
        min(sum(_is_name(term) for term in rare), 2) / 2.0,
    ]


def _together(terms: "Sequence[Term]", memory: Seen) -> int:
    """How many pairs of words stand side by side in the prompt and in the memory."""
    words = [term for term in terms if term.kind == WORD]
    return sum(
        any(-3 < b - a < 3 for a in memory.order.get(first.key, ()) for b in memory.order.get(second.key, ()))
        for first, second in zip(words, words[1:], strict=False)  # noqa: RUF007 - `itertools` is not imported
        if first.key != second.key and not (first.common and second.common)
    )


def _is_name(term: "Term") -> bool:
    """Whether a term means one thing wherever it stands. A file alone names no topic: much is asked about it."""
    return term.kind == SYMBOL or term.text.lower() in KNOWN or term.text.lower() in TECHNICAL


def _is_part(term: "Term", others: "Sequence[Term]") -> bool:
    """Whether a word stands there only as a part of a name that counts by itself."""
    return term.kind == WORD and any(
        other.kind != WORD and (term.key in other.key.split() or term.text.lower() in other.text.lower())
        for other in others
    )


def _log(value: float) -> float:
    return float(__import__("math").log(value))


def _exp(value: float) -> float:
    return float(__import__("math").exp(min(value, 50.0)))
