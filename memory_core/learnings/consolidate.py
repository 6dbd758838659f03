"""Takes over what a session heard: every hot learning becomes warm, or merges with one that states the same (J-10)."""

from collections.abc import Collection, Iterable, Iterator, Mapping, Sequence
from heapq import nlargest
from math import log
from typing import Final, NamedTuple

from memory_core.core.memory import NOTHING
from memory_core.language import near_duplicate
from memory_core.language.light.roots import root
from memory_core.language.light.words import is_unspaced, pairs, tokens
from memory_core.learnings import conflict
from memory_core.learnings.learning import (
    ACTIVE,
    CAPACITY,
    COLD,
    GLOBAL,
    HOT,
    REJECTED,
    STAYS_COLD,
    SUPERSEDED,
    VALIDATED,
    WARM,
    Cold,
    Learning,
    Move,
    Resolution,
    number,
    scored,
)
from memory_core.learnings.plan import limited, settle

_TRIGGERS: Final = 12
_REASON: Final = 600
_COUNTED: Final = (
    "last_accessed", "access_count", "status", "occurrences", "corrections", "contradicted", "updated", "session",
    "uuid",
)  # fmt: skip


def merged(old: Learning, new: Learning) -> Learning:
    """The older of two learnings with what the newer adds: the fuller wording, both reasons, the counts of both.

    A repetition under the session's own name counts as one meeting; the same transcript line counts as none.
    """
    again = bool(new.session) and new.session == old.session
    if is_again(old, new):
        new = new._replace(occurrences=0, corrections=0, contradicted=0, access_count=0)
    met = new.corrections if again else max(new.occurrences, new.corrections)
    occurrences, corrections = old.occurrences + met, old.corrections + new.corrections
    is_active = ACTIVE in (old.status, new.status) or occurrences >= VALIDATED
    return old._replace(
        description=_wording(old, new),
        source=_source(old, new, corrections),
        last_accessed=max(old.last_accessed, new.last_accessed),
        access_count=old.access_count + new.access_count,
        status=ACTIVE if is_active else old.status,
        occurrences=occurrences,
        corrections=corrections,
        contradicted=old.contradicted + new.contradicted,
        confirmation=max(old.confirmation, new.confirmation),
        created=min(filter(None, (old.created, new.created)), default=""),
        updated=max(old.updated, new.updated),
        reason=_reason(old.reason, new.reason),
        path=old.path if old.path == new.path else "",
        triggers=tuple(dict.fromkeys((*old.triggers, *new.triggers)))[:_TRIGGERS],
        slot=old.slot or new.slot,
        skill=old.skill or new.skill,
        session=new.session or old.session,
        uuid=new.uuid if new.session else old.uuid,
        quote=new.quote or old.quote,
    )


def counted(old: Learning, new: Learning) -> Learning:
    """A learning of all projects after one project repeated it: its counts grow, its words stay."""
    met = merged(old, new)
    return old._replace(**{name: getattr(met, name) for name in _COUNTED})


def counts(old: Learning, new: Learning) -> bool:
    """Whether a repetition of `old` is counted there instead of becoming a learning of its own.

    A learning of all projects takes no words from one project. A project's statement counts for it if it is as firm.
    """
    if old.level == new.level:
        return True
    is_firmer = new.is_explicit > old.is_explicit or (new.status == ACTIVE and old.status != ACTIVE)
    return old.level == GLOBAL and not is_firmer


def is_again(old: Learning, new: Learning) -> bool:
    """Whether it is the same line of the same session, as after a kill at the session's end."""
    same_line = new.uuid == old.uuid if new.uuid else not old.uuid and new.source == old.source
    return bool(new.session) and new.session == old.session and same_line


def _wording(old: Learning, new: Learning) -> str:
    """The fuller wording; the user's own wording comes before an observed one."""
    if old.is_explicit != new.is_explicit:
        return (old if old.is_explicit else new).description
    return max(old.description, new.description, key=lambda text: (len(_content(text)), len(text), text))


def _content(text: str) -> frozenset[str]:
    return near_duplicate.content(near_duplicate.words(text))


def _source(old: Learning, new: Learning, corrections: int) -> str:
    if corrections > 1 and "correction" in (old.source, new.source):
        return "multiple_corrections"
    return new.source if new.is_explicit and not old.is_explicit else old.source or new.source


def _reason(old: str, new: str) -> str:
    if not new or near_duplicate.same(near_duplicate.words(new), near_duplicate.words(old)):
        return old or new
    if not old or near_duplicate.same(near_duplicate.words(old), near_duplicate.words(new)):
        return new
    together = f"{old.rstrip(' .;')}; {new}"
    return together if len(together) <= _REASON else old


_MOST: Final = 60  # that are looked at
_SEEN: Final = 400  # texts with a rare word, beyond which those that share only frequent ones are left out


class Near:
    """Texts, by the roots of their words."""

    def __init__(self, texts: Iterable[str]) -> None:
        self.count = 0
        self.rows: dict[str, list[int]] = {}
        for text in texts:
            self.add(text)

    def add(self, text: str) -> None:
        """Add a text; its index is the number of texts before it."""
        for mark in _marks(text):
            self.rows.setdefault(mark, []).append(self.count)
        self.count += 1

    def to(self, text: str) -> list[int]:
        """The indexes of the texts that share most words with a text, rare words counting most; in their order."""
        weights: dict[int, float] = {}
        for row in sorted((self.rows[mark] for mark in _marks(text) if mark in self.rows), key=_rarity):
            if len(weights) > _SEEN:
                break
            for at in row:
                weights[at] = weights.get(at, 0.0) + log(1 + self.count / len(row))
        return sorted(nlargest(_MOST, weights, key=lambda at: (weights[at], -at)))


def _rarity(row: list[int]) -> tuple[int, list[int]]:
    return len(row), row[:1]


def _marks(text: str) -> frozenset[str]:
    words = [root(word) for word in tokens(text) if not is_unspaced(word)]
    return frozenset((*words, *pairs(text))) or frozenset((text,))


_END: Final = "session_end"


class Outcome(NamedTuple):
    """The tiers after a session's end, and what became of each learning on the way."""

    warm: list[Learning]  # of both levels, each with its level
    cold: list[Cold]  # all that is cold now: what was, without what came back, and what is new
    moves: list[Move]
    resolutions: list[Resolution]
    archived: list[Cold]  # what of `cold` is new
    woken: list[Cold]  # what was cold and is warm now: to be taken out of the archive
    muted: list[str]  # ids of global learnings that no longer hold in this project


def consolidate(
    hot: Sequence[Learning],
    warm: Sequence[Learning],
    cold: Sequence[Cold],
    *,
    session: str,
    now: str,
    today: str,
    numbers: Mapping[str, Mapping[str, int]],
    project: str = "",
    muted: Collection[str] = (),
    returned: Mapping[str, str] = NOTHING,
    ids: Collection[str] = (),
) -> Outcome:
    """The outcome of a session's end. `numbers`: by level and kind, the largest number ever given.

    `ids` are taken in addition to those of the learnings.
    """
    tiers = _Tiers(warm, cold, numbers, project, today, muted)
    tiers.ids.update(ids)
    for each in hot:
        day = each.updated or now
        tiers.take(
            each._replace(
                session=each.session or session,
                created=each.created or day,
                updated=day,
                status=ACTIVE if each.occurrences >= VALIDATED else each.status,
            )
        )
    return tiers.outcome(returned)


class _Tiers:
    """Warm and cold while one hot learning after another is put in its place."""

    def __init__(
        self,
        warm: Sequence[Learning],
        cold: Sequence[Cold],
        numbers: Mapping[str, Mapping[str, int]],
        project: str,
        today: str,
        muted: Collection[str],
    ) -> None:
        self.warm: list[Learning | None] = []  # None where one left
        self.cold: list[Cold | None] = [*cold]  # None where one woke
        self.near = Near(each.learning.description for each in cold)
        self.numbers = {level: dict(largest) for level, largest in numbers.items()}
        self.ids = {each.id for each in (*warm, *(past.learning for past in cold))}
        self.project, self.today, self.muted = project, today, {*muted}
        self.silenced: list[str] = []
        self.moves: list[Move] = []
        self.resolutions: list[Resolution] = []
        self.archived: list[Cold] = []
        self.woken: list[Cold] = []
        self.touched: set[int] = set()
        taken: set[tuple[str, str]] = set()
        for learning in warm:
            clashes = not learning.id or (learning.level, learning.id) in taken
            self.warm.append(self._numbered(learning) if clashes else learning)
            taken.add((learning.level, learning.id))

    def take(self, new: Learning) -> None:
        """Put a learning in its place: merged with one that states the same, warm or cold, or as a new one."""
        at = self._alike(new)
        if at is not None:
            self._meet(at, new)
            return
        past = self._past(new)
        if past and is_again(past.learning, new):
            self.moves.append(Move(past.learning, "merged", HOT, COLD, past.why))
        elif past is None or (past.why in STAYS_COLD and (new.is_explicit or not self._stays(past))):
            new = self._numbered(new)
            self.warm.append(new)
            self.moves.append(Move(new, "promoted", HOT, WARM, _END))
            self._contest(len(self.warm) - 1)
        elif past.why in STAYS_COLD:
            self._absorb(past)
        else:
            self.cold[next(at for at, item in enumerate(self.cold) if item is past)] = None
            self.woken.append(past)
            self.moves.append(Move(past.learning, "restored", COLD, WARM, "pattern_match"))
            self.warm.append(past.learning)
            self._meet(len(self.warm) - 1, new)

    def outcome(self, returned: Mapping[str, str]) -> Outcome:
        """The tiers, within their limits."""
        warm = [
            scored(item, self.today) if at in self.touched else item
            for at, item in enumerate(self.warm)
            if item is not None
        ]
        back = {item.learning.id: self.today for item in self.woken}
        warm, over = limited(warm, {**returned, **back}, self.today)
        for each in over:
            self._archive(Cold(each, self.project if each.level != GLOBAL else "", self.today, CAPACITY))
        stands = {(learning.level, learning.id) for learning in warm}
        woken = [item for item in self.woken if (item.learning.level, item.learning.id) in stands]
        cold = [cold for cold in self.cold if cold is not None]
        return Outcome(warm, cold, self.moves, self.resolutions, self.archived, woken, self.silenced)

    def _numbered(self, new: Learning) -> Learning:
        last = self.numbers.setdefault(new.level, {})
        while True:
            last[new.kind] = last.get(new.kind, 0) + 1
            name = number(new.kind, last[new.kind])
            if name not in self.ids:
                self.ids.add(name)
                return new._replace(id=name)

    def _held(self) -> Iterator[tuple[int, Learning]]:
        """The warm learnings that hold here, each with its place."""
        for at, each in enumerate(self.warm):
            if each is not None and each.id not in self.muted:
                yield at, each

    def _alike(self, new: Learning) -> int | None:
        """The index of the warm learning that states the same, else of one that a common wording can cover."""
        near = None
        for at, old in self._held():
            if not counts(old, new):
                continue
            result = conflict.relation(old, new)
            if result == conflict.SAME:
                return at
            if result == conflict.MERGE and near is None and old.level == new.level and conflict.fuller(old, new):
                near = at
        return near if near is not None or new.is_explicit else self._silent(new)

    def _silent(self, new: Learning) -> int | None:
        """The index of the muted learning that an observed practice repeats; observing it again does not unmute it."""
        for at, old in enumerate(self.warm):
            if old is not None and old.id in self.muted and conflict.relation(old, new) == conflict.SAME:
                return at
        return None

    def _meet(self, at: int, new: Learning) -> None:
        """Count a repeated learning, and settle what it contradicts."""
        old = self.warm[at]
        assert old is not None, "a place that was just found"
        is_one_level = old.level == new.level
        met = self.warm[at] = merged(old, new) if is_one_level else counted(old, new)
        self.moves.append(Move(met, "merged", HOT, WARM, _END))
        if is_one_level and conflict.relation(old, new) == conflict.MERGE:
            self.resolutions.append(Resolution(old.id, new.id, "merge", old.id, "one wording says what both say"))
        if not is_again(old, new):
            self._contest(at)

    def _contest(self, at: int) -> None:
        """Settle what the learning at an index contradicts; a learning that is only watched replaces nothing."""
        self.touched.add(at)
        new = self.warm[at]
        assert new is not None, "a place that was just filled"
        if new.id in self.muted:
            return
        for other, old in [*self._held()]:
            if other == at or conflict.relation(old, new) != conflict.CONTRADICT:
                continue
            if new.status != ACTIVE:
                self._doubt(other)
                continue
            settled = settle([(old, new)], self.project, self.today)
            self.resolutions += settled.resolutions
            self.silenced += settled.muted
            self.muted.update(settled.muted)
            loses = bool(settled.losers) and settled.losers[0] is new
            for gone in settled.archived:
                self.warm[at if loses else other] = None
                self._archive(gone)
            if loses or new.id in settled.muted:
                self._doubt(other)
                return

    def _doubt(self, at: int) -> None:
        """Count a contradiction of the learning."""
        old = self.warm[at]
        if old is not None:
            self.warm[at] = old._replace(contradicted=old.contradicted + 1)
            self.touched.add(at)

    def _past(self, new: Learning) -> Cold | None:
        """The cold learning that states the same; first one that does not come back automatically."""
        # A process that was killed may have left a copy in warm.
        warm = {(each.level, each.id) for each in self.warm if each is not None}
        result = [
            each
            for each in (self.cold[at] for at in self.near.to(new.description))
            if each is not None
            and (each.learning.level, each.learning.id) not in warm
            and (each.why in STAYS_COLD or counts(each.learning, new) or is_again(each.learning, new))
            and conflict.relation(each.learning, new) == conflict.SAME
        ]
        return min(
            result, key=lambda each: (not is_again(each.learning, new), each.why not in STAYS_COLD), default=None
        )

    def _stays(self, past: Cold) -> bool:
        """Whether practice cannot bring a learning back: the user rejected it, or stated what holds instead."""
        return past.why == REJECTED or any(each.id == past.by and each.is_explicit for _, each in self._held())

    def _absorb(self, past: Cold) -> None:
        """Count a practice that the user does not want against the user's wish."""
        self.moves.append(Move(past.learning, "merged", HOT, COLD, past.why))
        for at, each in [*self._held()]:
            if past.why == SUPERSEDED and each.id == past.by:
                self._doubt(at)

    def _archive(self, cold: Cold) -> None:
        self.cold.append(cold)
        self.near.add(cold.learning.description)
        self.archived.append(cold)
        self.moves.append(Move(cold.learning, "archived", WARM, COLD, cold.why))
