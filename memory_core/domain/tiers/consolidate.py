"""What a session's end makes of what was heard: every hot learning goes to warm, or to what it says again (J-10)."""

from collections.abc import Collection, Iterator, Mapping, Sequence
from typing import NamedTuple

from memory_core.domain.memory import NOTHING
from memory_core.domain.tiers import conflict, score
from memory_core.domain.tiers.learning import ACTIVE, GLOBAL, VALIDATED, Learning, number
from memory_core.domain.tiers.merged import fits, merged
from memory_core.domain.tiers.moves import (
    CAPACITY,
    COLD,
    HOT,
    REJECTED,
    STAYS_COLD,
    SUPERSEDED,
    WARM,
    Cold,
    Move,
    Resolution,
)
from memory_core.domain.tiers.plan import limited, settle

_END = "session_end"


class Outcome(NamedTuple):
    """The tiers after a session's end, and what became of each learning on the way."""

    warm: list[Learning]  # of both levels, each with its level
    cold: list[Cold]  # all that is cold now: what was, without what came back, and what is new
    moves: list[Move]
    resolutions: list[Resolution]
    archived: list[Cold]  # what of `cold` is new
    woken: list[str]  # ids of what was cold and is warm now: to be taken out of the archive
    muted: list[str]  # ids of global learnings that no longer hold in this project


def consolidate(
    hot: Sequence[Learning],
    warm: Sequence[Learning],
    cold: Sequence[Cold],
    *,
    session: str,
    now: str,
    today: str,
    numbers: Mapping[str, int],
    project: str = "",
    muted: Collection[str] = (),
    returned: Mapping[str, str] = NOTHING,
) -> Outcome:
    """The outcome of a session's end. `numbers`: of each kind the largest that was ever given (`learning.numbers`)."""
    tiers = _Tiers(warm, cold, numbers, project, today, muted)
    for one in hot:
        day = one.updated or now
        tiers.take(
            one._replace(
                session=one.session or session,
                created=one.created or day,
                updated=day,
                status=ACTIVE if one.occurrences >= VALIDATED else one.status,
            )
        )
    return tiers.outcome(returned)


class _Tiers:
    """Warm and cold while one hot learning after another is put in its place."""

    def __init__(
        self,
        warm: Sequence[Learning],
        cold: Sequence[Cold],
        numbers: Mapping[str, int],
        project: str,
        today: str,
        muted: Collection[str],
    ) -> None:
        self.warm, self.cold, self.numbers = list(warm), list(cold), dict(numbers)
        self.project, self.today, self.muted = project, today, {*muted}
        self.silenced: list[str] = []
        self.moves: list[Move] = []
        self.resolutions: list[Resolution] = []
        self.archived: list[Cold] = []
        self.woken: list[str] = []
        self.touched: set[str] = set()

    def take(self, new: Learning) -> None:
        """Put a learning where it belongs: to what says the same, warm or cold, or as a new one."""
        at, joins = self._alike(new)
        if at >= 0:
            self._meet(at, new, joins)
            return
        past = next(self._past(new), None)
        if past and past.why in STAYS_COLD and not new.is_explicit and self._stays(past):
            self._absorb(past)
            return
        if past and past.why not in STAYS_COLD:
            self.cold.remove(past)
            self.woken.append(past.learning.id)
            self.moves.append(Move(past.learning, "restored", COLD, WARM, "pattern_match"))
            self.warm.append(past.learning)
            self._meet(len(self.warm) - 1, new, conflict.relation(past.learning, new) == conflict.MERGE)
            return
        self.numbers[new.kind] = self.numbers.get(new.kind, 0) + 1
        new = new._replace(id=number(new.kind, self.numbers[new.kind]))
        self.warm.append(new)
        self.moves.append(Move(new, "promoted", HOT, WARM, _END))
        self._contest(len(self.warm) - 1)

    def outcome(self, returned: Mapping[str, str]) -> Outcome:
        """The tiers, within their limits."""
        warm, over = limited(self.warm, returned, self.today)
        for one in over:
            self._archive(Cold(one, self.project if one.level != GLOBAL else "", self.today, CAPACITY))
        warm = [score.scored(one, self.today) if one.id in self.touched else one for one in warm]
        return Outcome(
            warm, self.cold, self.moves, self.resolutions, self.archived, self.woken, self.silenced
        )  # fmt: skip

    def _alike(self, new: Learning) -> tuple[int, bool]:
        """The place of the warm learning that says the same, or that one wording can hold together with it."""
        near = -1
        for at, old in enumerate(self.warm):
            found = conflict.relation(old, new)
            if found == conflict.SAME and not (old.id in self.muted and new.is_explicit):
                return at, False
            if found == conflict.MERGE and near < 0 and old.id not in self.muted and fits(old, new):
                near = at
        return near, True

    def _meet(self, at: int, new: Learning, joins: bool) -> None:
        """Count what is said again, and contest what it contradicts."""
        old = self.warm[at]
        self.warm[at] = merged(old, new, joins=joins)
        self.moves.append(Move(self.warm[at], "merged", HOT, WARM, _END))
        if joins:
            reason = "both hold: one wording says what both say"
            self.resolutions.append(Resolution(old.id, new.id, "merge", old.id, reason))
        self._contest(at)

    def _contest(self, at: int) -> None:
        """Settle what the learning at a place contradicts; what is only watched takes no other's place."""
        new = self.warm[at]
        self.touched.add(new.id)
        for old in [one for one in self.warm if one.id != new.id and one.id not in self.muted]:
            if conflict.relation(old, new) != conflict.CONTRADICT:
                continue
            if new.status != ACTIVE:
                self._doubt(old)
                continue
            settled = settle([(old, new)], self.project, self.today)
            self.resolutions += settled.resolutions
            self.silenced += settled.muted
            self.muted.update(settled.muted)
            for gone in settled.archived:
                self.warm = [one for one in self.warm if one.id != gone.learning.id]
                self._archive(gone)
            if settled.resolutions[0].winner == old.id:
                self._doubt(old)
                return

    def _doubt(self, old: Learning) -> None:
        """Count that something else was said or done."""
        self.warm = [one._replace(contradicted=one.contradicted + 1) if one.id == old.id else one for one in self.warm]
        self.touched.add(old.id)

    def _past(self, new: Learning) -> Iterator[Cold]:
        """The cold learnings that say the same: first those that do not come back by themselves."""
        found = [one for one in self.cold if conflict.relation(one.learning, new) == conflict.SAME]
        yield from sorted(found, key=lambda one: one.why not in STAYS_COLD)

    def _stays(self, past: Cold) -> bool:
        """Whether practice cannot bring a learning back: the user rejected it, or said what holds in its place."""
        if past.why == REJECTED:
            return True
        return any(one.id == past.by and one.is_explicit for one in self.warm)

    def _absorb(self, past: Cold) -> None:
        """Count a practice that the user does not want, against what they want."""
        self.moves.append(Move(past.learning, "merged", HOT, COLD, past.why))
        for one in self.warm:
            if past.why == SUPERSEDED and one.id == past.by:
                self._doubt(one)

    def _archive(self, cold: Cold) -> None:
        self.cold.append(cold)
        self.archived.append(cold)
        self.moves.append(Move(cold.learning, "archived", WARM, COLD, cold.why))
