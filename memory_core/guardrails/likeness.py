"""How near a proposal is to a guard rail: by its scope, by what it names, by its words and by their meaning (I-3).

Nothing here understands a sentence. What is certain is what the rail's own patterns name, the same words again, and the
same act upon the same file; all else is only near, and the session's model judges it.
"""

import re
from collections.abc import Callable, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from memory_core import data
from memory_core.core import budget
from memory_core.core.light import globs
from memory_core.core.memory import Memory
from memory_core.guardrails import families
from memory_core.guardrails.light.check import expression, is_expression
from memory_core.language import concepts
from memory_core.language.light import stop_words
from memory_core.language.light.stems import stem
from memory_core.language.near_duplicate import jaccard

Alike = Callable[[str, str], float]
"""The cosine of two texts' meaning, where a model is at hand."""

SAME, WIDE, NONE = "same", "wide", "none"  # scopes
NEAR: Final = 0.26  # cosine from which on a proposal may be about a rail
KIN: Final = 0.20  # the same where both name things of one family
CRITICAL: Final = 0.20  # the same for what is critical, which is never let through by mistake
TAKING: Final = 0.45  # the same for a proposal that takes something away
SURE: Final = 0.50  # cosine from which on a proposal that names what is forbidden is meant by the rule
REPEATED: Final = 0.75  # share of words from which on two texts are the same
_WORDS: Final = 0.25  # share of a rail's words, where no model is at hand
_WORD: Final = re.compile(r"[^\W\d_]{2,}")
_TOKEN: Final = re.compile(r"[\w@][\w.+#/@-]*")
_STRUCTURE: Final = ("splits", "merges", "moves")


class Likeness(NamedTuple):
    """The relation of a proposal to a rail."""

    place: str  # SAME, WIDE or NONE
    named: str = ""  # what of the rail's patterns it names, "" where it names nothing
    repeated: bool = False  # the same words again
    act: bool = False  # the same act upon the structure of the same file
    kin: str = ""  # the family of which both name something
    same: bool = False  # and by the same name
    share: float = 0.0  # of the rail's words that the proposal has
    cosine: float | None = None  # of their meaning, where a model is at hand
    takes: bool = False  # it takes away or only describes what it names
    rejects: bool = False  # the rail is a rejection: its own words name what was turned down

    @property
    def certain(self) -> bool:
        """Whether the proposal is what the rail is about, without a doubt."""
        if self.place == NONE or (self.takes and not self.repeated):
            return False
        sure = self.share >= _WORDS if self.cosine is None else self.cosine >= SURE
        again = self.rejects and self.same and self.place == SAME
        return self.repeated or self.act or (bool(self.named or again) and sure)

    def near(self, *, critical: bool = False) -> bool:
        """Whether the proposal may be about the rail, so that a person has to decide."""
        if self.place == NONE:
            return False
        if self.takes and not (critical or self.repeated):
            return self.cosine is not None and self.cosine >= TAKING
        if self.named or self.repeated or self.act:
            return True
        if self.cosine is None:
            return self.share >= _WORDS or bool(self.kin)
        return self.cosine >= (CRITICAL if critical else NEAR) or (bool(self.kin) and self.cosine >= KIN)

    @property
    def strength(self) -> float:
        """What orders the rails that a proposal is near to."""
        return (self.cosine or 0.0) + self.share + self.certain + 0.5 * bool(self.named) + 0.25 * bool(self.kin)

    def reason(self) -> str:
        """What speaks for it, for a reason."""
        parts = [f"it names {self.named}"] if self.named else []
        parts += ["the same words"] if self.repeated else []
        parts += ["the same act upon the same file"] if self.act else []
        parts += ["both are about it"] if self.kin and not self.named else []
        return ", ".join(parts) or "near in meaning"


def compare(memory: Memory, proposed: str, scope: str | None, alike: Alike | None = None) -> Likeness:
    """The relation of a proposal to a rail."""
    proposed = proposed[: budget.SPOKEN]
    place = where(memory.scope.path, scope)
    if place == NONE:
        return Likeness(place)
    ours, theirs = _stems(memory.summary), _stems(proposed)
    cosine = None
    if alike is not None:
        cosine = max(alike(memory.summary, proposed), alike(meaning(memory), proposed))
    mine, yours = _families(memory.summary), _families(proposed)
    is_act = memory.kind == "rejection" and place == SAME and _is_one_file(memory.scope.path, scope)
    return Likeness(
        place, _named(memory, proposed), _is_repeated(memory.summary, proposed),
        is_act and bool(acts(memory.summary) & acts(proposed) & {*_STRUCTURE}),
        next(iter(sorted({family for family, _ in mine} & {family for family, _ in yours})), ""), bool(mine & yours),
        len(ours & theirs) / max(1, len(ours)), cosine, bool(acts(proposed) & {"takes", "describes"}),
        memory.kind in ("rejection", "decision"),
    )  # fmt: skip


def meaning(memory: Memory) -> str:
    """What a rail is about, its reason with it: a paraphrase may share no more than that."""
    return f"{memory.summary}. {memory.body}"


def where(bound: str | None, scope: str | None) -> str:
    """The overlap of the scopes of a rail and a proposal; a proposal without a scope may be anywhere."""
    if scope is None or globs.is_whole(bound):
        return WIDE
    met = globs.overlap(bound, scope)
    return met if met in (SAME, NONE) else WIDE


def shared(memory: Memory, text: str) -> list[str]:
    """The words of a rail that a text has as well, as the text writes them."""
    ours = _stems(memory.summary)
    return list(dict.fromkeys(word for word in _WORD.findall(text[: budget.SPOKEN]) if stem(word.lower()) in ours))


@lru_cache(maxsize=4096)
def acts(text: str) -> frozenset[str]:
    """What a text does, by the verbs of `data/proposal_acts.txt`."""
    words = f" {' '.join(_WORD.findall(text[: budget.SPOKEN].lower()))}"
    return frozenset(name for name, starts in _acts().items() if any(f" {start}" in words for start in starts))


@cache
def _acts() -> dict[str, list[str]]:
    return data.table("proposal_acts.txt")


@lru_cache(maxsize=4096)
def _stems(text: str) -> frozenset[str]:
    return frozenset(stem(word) for word in _WORD.findall(text.lower()) if word not in _stopped())


@cache
def _stopped() -> frozenset[str]:
    return frozenset(word for language in ("en", "de", "fr", "es") for word in stop_words.words(language))


def _named(memory: Memory, proposed: str) -> str:
    """What of the rail's patterns, or of what brings the same product in, a proposal names."""
    folded = proposed.casefold()
    forbid = memory.attrs.get("forbid") or families.suggested(memory.summary).get("forbid", ())
    for text in _literals(tuple(map(str, forbid))):
        word = text.casefold().strip()
        if word and word in folded and re.search(rf"(?<!\w){re.escape(word)}(?!\w)", folded):
            return text
    return ""


@lru_cache(maxsize=1024)
def _literals(forbid: tuple[str, ...]) -> Sequence[str]:
    words = [text for text in forbid if not is_expression(text)]
    plain = [expression(text)[0].replace("\\b", "") for text in forbid if is_expression(text)]
    return [*words, *families.more(words), *(text for text in plain if text.isidentifier())]


@lru_cache(maxsize=4096)
def _families(text: str) -> frozenset[tuple[str, str]]:
    """The families of `tools/fit/sources/lexicon.toml` of which a text names something, each with the name."""
    plain = f" {' '.join(_TOKEN.findall(text.lower()))} "
    words = set(plain.split())
    return frozenset(
        (family, name.removesuffix("s"))
        for word in words
        for family, name in _names().get(word, ())
        if f" {name} " in plain
    )


@cache
def _names() -> dict[str, list[tuple[str, str]]]:
    """By its first word each name of a family, in singular and plural."""
    names: dict[str, list[tuple[str, str]]] = {}
    for family in concepts.families():
        for name in (name for group in family.groups for name in group if name and "+" not in name):
            for spelled in (name, f"{name}s"):
                names.setdefault(spelled.split()[0], []).append((family.name, spelled))
    return names


def _is_repeated(old: str, new: str) -> bool:
    """Whether two texts have nearly the same words, in the same order: "X instead of Y" is not "Y instead of X"."""
    ours, theirs = _stems(old), _stems(new)
    if not ours or jaccard(ours, theirs) < REPEATED:
        return False
    orders = [
        list(dict.fromkeys(name for word in _WORD.findall(text.lower()) if (name := stem(word)) in ours & theirs))
        for text in (old, new)
    ]
    return orders[0] == orders[1]


def _is_one_file(bound: str | None, scope: str | None) -> bool:
    return bool(bound) and bound == scope and "*" not in str(bound) and "." in str(bound).rpartition("/")[2]
