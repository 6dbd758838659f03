"""When two findings are the same kind of defect, and which kinds recur across reviews (CS-US-019).

"You've seen this 3 times before" is about a *kind* of defect, so wide that one habit or one rule would have prevented
all of its findings: SQL concatenated in a search and in an export, a call without a timeout to the bank and to the
mailer. Their files, words and severities may differ. Findings that share only a file, a category or a broad label are
not the same kind: if the label is broad ("has no tests", "is out of date"), their topic must be the same too. So two
different defects in one file are never the same kind; two missing tests of failure paths in two files are, a missing
test of a failure and a missing test of a boundary are not.

Reviews are counted, not findings. A place that a second review of the same commit reports again, in other words, is one
sighting; if it is reported again on a later commit, that is another sighting.
"""

from collections import Counter
from collections.abc import Iterable, Mapping, Sequence
from math import ceil
from typing import Final, NamedTuple

from memory_core.core.review_finding import Finding
from memory_core.language import near_duplicate
from memory_core.language.near_duplicate import jaccard
from memory_core.reviews import classify_defect as reading
from memory_core.reviews.classify_defect import Reading

SAME: Final = 0.75  # likeness from which on two findings are the same kind of defect
RECURRING: Final = 3  # reviews that make a pattern by themselves

_AGREED: Final = 0.55  # likelihood that two findings are of one kind from which on they are `SAME`
_FOREIGN: Final = 0.5  # factor for findings of two categories
_MARKED: Final = 0.2  # likelihood of a kind from which on it is used for look-up
_REPEATED: Final = 0.6  # share of common words from which on two summaries may be the same
_TOPIC: Final = 2  # common words from which on two findings of a broad kind have the same topic
_NAMED: Final = 0.6  # likelihood from which on a kind names a cluster
_LONGEST: Final = 600  # characters of a summary that are compared
_LED: Final = 60  # clusters that one kind or one word leads to, the surest first
_LOOKED_AT: Final = 12  # members of a group that a finding is compared with


class Seen(NamedTuple):
    """A finding, and the review that reported it."""

    finding: Finding
    commit: str = ""
    when: str = ""  # UTC ISO 8601


class Group(NamedTuple):
    """Findings of several reviews that are the same kind of defect."""

    reviews: int  # number of reviews
    summary: str  # one line
    ids: tuple[str, ...]  # ids of the findings, oldest first
    agreed: str  # why they are the same kind
    defect: str = ""  # the kind of defect; "" if only words agree
    category: str = ""
    remedy: str = ""  # what would prevent it; "" if unknown


class Cluster(NamedTuple):
    """Findings that are the same kind of defect."""

    places: tuple[int, ...]
    defect: str = ""  # its kind; "" if only words agree


class _Read(NamedTuple):
    """A finding as it is compared."""

    finding: Finding
    reading: Reading
    words: frozenset[str]  # words of its summary
    kinds: Mapping[str, float]  # kind to likelihood


def alike(finding: Finding, other: Finding) -> float:
    """How much two findings are the same kind of defect, 0 to 1; from `SAME` on they are."""
    return _alike(_read(finding), _read(other))


def groups(seen: Sequence[Seen], least: int = 2) -> list[Group]:
    """The kinds of defect that at least `least` reviews reported, most often first; input order does not matter."""
    return grouped(seen, clusters([each.finding for each in seen]), least)


def grouped(seen: Sequence[Seen], made: Iterable[Cluster], least: int = 2) -> list[Group]:
    """The groups of these clusters that at least `least` reviews reported, most often first."""
    members = [([seen[place] for place in cluster.places], cluster.defect) for cluster in made]
    result = [_group(count, each, name) for each, name in members if (count := reviews(each)) >= least]
    return sorted(result, key=lambda group: (-group.reviews, -len(group.ids), group.summary, group.ids))


def clusters(findings: Sequence[Finding]) -> list[Cluster]:
    """The findings in clusters, each of one kind of defect; a finding may be alone.

    The order of the findings does not matter.
    """
    read = [*map(_read, findings)]
    often = Counter(word for each in read for word in each.words)
    marks = [frozenset(_marks(each, often)) for each in read]
    order = sorted(range(len(read)), key=lambda place: (-read[place].reading.sure, _identity(findings[place])))
    made: list[list[int]] = []
    by_mark: dict[str, list[int]] = {}  # the clusters that a kind or a word leads to
    for place in order:
        near = sorted({number for mark in marks[place] for number in by_mark.get(mark, ())[:_LED]})
        best, at = 0.0, -1
        for number in near:
            if (likeness := _to(read, made[number], place)) > best:
                best, at = likeness, number
        if best < SAME:
            at = len(made)
            made.append([])
        made[at].append(place)
        for mark in marks[place]:
            if not (row := by_mark.setdefault(mark, [])) or row[-1] != at:
                row.append(at)
    return [Cluster(tuple(members), _name([read[place].reading for place in members])) for members in made]


def _name(readings: Sequence[Reading]) -> str:
    names = [each.name for each in readings if each.sure >= _NAMED]
    return max(sorted(set(names)), key=names.count) if names else ""


def _to(read: Sequence[_Read], members: Sequence[int], place: int) -> float:
    """The mean likeness of a finding to the members of a cluster."""
    some = members[:_LOOKED_AT]
    return sum(_alike(read[member], read[place]) for member in some) / len(some)


def _alike(read: _Read, other: _Read) -> float:
    same_category = read.finding.category == other.finding.category
    if same_category and _is_repeated(read.words, other.words):
        return 1.0
    agreed, name = _agreed(read.kinds, other.kinds)
    if not same_category:
        agreed *= _FOREIGN
    if agreed < _AGREED:
        return SAME * agreed / _AGREED
    kind = reading.defect(name)
    if kind is not None and kind.broad and len(read.words & other.words) < _TOPIC:
        return SAME - 0.1
    return SAME + (1 - SAME) * (agreed - _AGREED) / (1 - _AGREED)


def _agreed(numbers: Mapping[str, float], other: Mapping[str, float]) -> tuple[float, str]:
    """(the likelihood that two findings are of one kind, the likeliest kind)."""
    if len(both := numbers.keys() & other.keys()) < 2:
        return next(((numbers[name] * other[name], name) for name in both), (0.0, ""))
    likely = sorted((numbers[name] * other[name], name) for name in both)
    return min(1.0, sum(each for each, _ in likely)), likely[-1][1]


def _is_repeated(texts: frozenset[str], other: frozenset[str]) -> bool:
    """Whether two summaries are the same: one of them may lack words, but has no other words in their place."""
    if not texts or not other:
        return False
    return jaccard(texts, other) >= _REPEATED and (
        near_duplicate.same(texts, other) or near_duplicate.same(other, texts)
    )


def _read(finding: Finding) -> _Read:
    words = near_duplicate.words(finding.summary[:_LONGEST])
    result = reading.read(finding)
    return _Read(finding, result, words, dict(result.kinds))


def _marks(read: _Read, often: Mapping[str, int]) -> Iterable[str]:
    """The keys under which similar findings are looked up: likely kinds, and enough rare words that a repetition has
    one.
    """
    yield from (f"kind {name}" for name, likely in read.reading.kinds if likely >= _MARKED)
    rarest = sorted(read.words, key=lambda word: (often[word], word))
    yield from rarest[: len(rarest) - ceil(_REPEATED * len(rarest)) + 1]


def _identity(finding: Finding) -> tuple[str, ...]:
    return finding.summary, finding.file, finding.details, finding.id


def reviews(seen: Sequence[Seen]) -> int:
    """The number of reviews, by commit and time; a place that is reported again on its commit counts once."""
    first: dict[tuple[str, str], str] = {}
    for each in sorted(seen, key=lambda sighting: sighting.when):
        first.setdefault((each.commit, each.finding.file or each.finding.id), each.when)
    return len({(commit, when) for (commit, _), when in first.items()})


def _group(count: int, seen: Sequence[Seen], name: str) -> Group:
    members = sorted(seen, key=lambda each: (each.when, _identity(each.finding)))
    kind = reading.defect(name)
    files = list(dict.fromkeys(each.finding.file for each in members if each.finding.file))
    surest = max(members, key=lambda each: (len(near_duplicate.words(each.finding.summary)), each.when))
    text = kind.wrong if kind is not None else surest.finding.summary
    agreed = f"all are {kind.name.replace('-', ' ')}" if kind is not None else "they say nearly the same"
    places = f" in {len(files)} files" if len(files) > 1 else f" in {files[0]}" if files else ""
    categories = [each.finding.category for each in members]
    return Group(
        count,
        text,
        tuple(dict.fromkeys(each.finding.id for each in members)),
        agreed + places,
        name,
        max(sorted(set(categories)), key=categories.count),
        kind.remedy if kind is not None else next((m.finding.remediation for m in reversed(members)), ""),
    )
