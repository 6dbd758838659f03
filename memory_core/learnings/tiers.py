"""Moves learnings between the tiers: hot while a session lives, warm at its end, cold when no longer needed.

A learning is written to its new place before it is removed from the old one: after a kill it exists twice, and the next
run merges both (`docs/decisions/0012-learnings-in-tiers.md`).
"""

import contextlib
from collections.abc import Callable, Iterable, Sequence
from typing import Final, NamedTuple

from memory_core.core import json_log, log, session, undo_log
from memory_core.core.light import clock, files, json_store, user
from memory_core.core.light.errors import Refusal
from memory_core.learnings import (
    access_log,
    chores,
    conflict,
    consolidate,
    hot_set,
    learning_memories,
    matcher,
    view,
    warm_files,
)
from memory_core.learnings import archive as cold_store
from memory_core.learnings import plan as policy
from memory_core.learnings.learning import (
    CAPACITY,
    COLD,
    GLOBAL,
    GONE,
    HOT,
    PROJECT,
    STAYS_COLD,
    WARM,
    Cold,
    Learning,
    Move,
    fingerprint,
    from_state,
    mark,
    to_state,
)
from memory_core.learnings.light import matchers
from memory_core.learnings.warm_files import Warm

_WOKEN_OF: Final = 1_000  # cold learnings that a prompt may wake
_CUT_SHORT: Final = "ending"  # in the derived folder: the session whose end is being written
_HEALTH: Final = "health.txt"  # in the derived folder


class Hot(NamedTuple):
    """The hot learnings of a living session: its own, and the warm ones that it was shown."""

    session: str
    own: list[Learning]
    matched: list[hot_set.Told]


class Tiers(NamedTuple):
    """The warm and the cold learnings of a project."""

    project: Warm
    user: Warm
    cold: list[Cold]  # save what is warm again: a process was killed before it took it out of the archive
    muted: tuple[str, ...]  # ids of what the user does not want to be told here

    @property
    def warm(self) -> list[Learning]:
        """The learnings of both levels, including those that the project muted."""
        return [*self.project.learnings, *self.user.learnings]

    @property
    def returned(self) -> dict[str, str]:
        """The days on which learnings came back from the archive."""
        return warm_files.returned(self.project, self.user)


def read(root: str) -> Tiers:
    """The tiers of the project, as they are on disk."""
    project, user = warm_files.read(root, PROJECT), warm_files.read(root, GLOBAL)
    warm = {(learning.level, learning.id): fingerprint(learning) for learning in (*project.learnings, *user.learnings)}
    every = [(each, warm.get((each.learning.level, each.learning.id))) for each in cold_store.read(root)]
    cold = [each for each, words in every if words is None or words != fingerprint(each.learning)]
    return Tiers(project, user, cold, warm_files.muted(root))


def hot(root: str) -> list[Hot]:
    """The hot learnings of the project's living sessions, newest session first."""
    living = session.left_behind(root)
    return [Hot(name, from_state(state), hot_set.mentioned(state)) for name, state in living][::-1]


def keep(root: str, name: str, new: Sequence[Learning], *, by_user: bool = False) -> list[Learning]:
    """Keep learnings in the warm tier; returns each as it is now, in the archive if another learning beats it.

    `name` is the session that they come from; `by_user`: somebody typed them, so they were never hot.
    """
    if not new:
        return []
    with warm_files.held(root):
        _finish_cut_short(root)
        done = _take_in(root, read(root), name, new)
        access_log.record(root, [_typed(move) for move in done.moves] if by_user else done.moves, done.resolutions)
    stands = [*done.warm, *(cold.learning for cold in done.archived)]
    result = [each for each in (conflict.standing(stands, learning) for learning in new) if each]
    return list({(each.level, each.id): each for each in result}.values())


def end(root: str, name: str) -> bool:
    """Make warm what was hot in the session, and do the daily and weekly work that is due; returns whether that
    succeeded.

    If the homes cannot be written, the learnings stay in the session's file, and the log has the reason.
    """
    try:
        state = session.load(root, name)
        if not (
            state.get("hot") or chores.due(root) or matchers.shown(root, name) or chores.calls_or_asks(root, state)
        ):
            return True
        with undo_log.recorded(root, "session end", learns=True, ended=True):
            _finish_cut_short(root)
            _count(root, name)
            _cool_all(root, name)
            _sweep_where_due(root)
    except (Refusal, OSError) as error:
        log.write("session end: learnings", f"{error}; what was hot stays with the session", root)
        return False
    return True


def count(root: str, name: str) -> None:
    """Count an access of each warm learning that the session was shown since the last count, once a session.

    Hot learnings beyond the limit go to warm at once, the least important first (JARVIS-35). If warm cannot be written,
    this waits for the session's end.
    """
    try:
        if hot_set.is_settled(root, name):
            return
        with warm_files.held(root):
            _finish_cut_short(root)
            _count(root, name)
            _cool(root, name, lambda held: hot_set.over(held, clock.today()))
            state = session.load(root, name)
            if not hot_set.has_room(state):  # what the session heard since comes before what it was told
                warm = [each for level in warm_files.LEVELS for each in warm_files.read(root, level).learnings]
                session.save(root, name, hot_set.tell(state, [], warm, clock.today()))
    except (Refusal, OSError):
        return


def gc(root: str, dry_run: bool = False) -> policy.Plan:
    """Do the daily and weekly work, due or not; returns what was done. With `dry_run` only the plan is returned."""
    if dry_run:
        return plan(root)
    with json_store.writing(root, "the rest is done next time"), warm_files.held(root):
        _finish_cut_short(root)
        return _sweep(root, weekly=True)


def adopt(root: str) -> None:
    """Take over what an older version kept in the journal; of two that contradict each other the newer holds."""
    with warm_files.held(root, 1.0):
        _finish_cut_short(root)
        learning_memories.adopt(root)
        tiers = read(root)
        _carry_out(root, tiers, _planned(root, tiers, weekly=False))


def plan(root: str, older_than: int | None = None) -> policy.Plan:
    """What `gc` would do now; `older_than` archives everything that was unused for that many days."""
    return _planned(root, read(root), weekly=True, older_than=older_than)


def archive(root: str, older_than: int) -> policy.Plan:
    """Archive all warm learnings that were unused for that many days; returns what was done."""
    with warm_files.held(root):
        tiers = read(root)
        planned = _planned(root, tiers, weekly=True, older_than=older_than)
        _carry_out(root, tiers, planned)
        return planned


def fit(root: str) -> None:
    """Archive what has no room any more. The caller holds the locks."""
    tiers = read(root)
    warm, over = policy.limited(tiers.warm, tiers.returned, clock.today())
    if over:
        cold = [policy.cold(each, root, clock.today(), CAPACITY) for each in over]
        _write(root, tiers, warm, cold, [], ())
        access_log.record(root, [Move(each, "archived", WARM, COLD, CAPACITY) for each in over])


def _cool_all(root: str, name: str) -> None:
    """Move all learnings of a session to warm; if the user's file cannot be written, those of the project."""
    try:
        _cool(root, name, lambda held: held)
    except (Refusal, OSError):
        _cool(root, name, lambda held: [learning for learning in held if learning.level == PROJECT])
        raise


def _cool(root: str, name: str, which: Callable[[list[Learning]], list[Learning]]) -> None:
    """Take learnings of a session over into warm, then out of its file."""
    state = session.load(root, name)
    held = from_state(state)
    going = which(held)
    ending = len(going) == len(held)
    if not going and not (ending and chores.calls_or_asks(root, state)):
        return
    marker = user.derived(root, _CUT_SHORT)
    files.write(marker, f"{name}\n")
    prompts = session.texts(state, chores.PROMPTS) if ending else []
    tiers = read(root)
    tiers = tiers._replace(project=chores.with_context(root, tiers.project, state))
    done = _take_in(root, tiers, name, [hot_set.cooled(each) for each in going], prompts)
    gone = {each.id for each in going}
    rest = {key: value for key, value in state.items() if key not in ("hot", *([chores.PROMPTS] if ending else ()))}
    left = [learning for learning in held if learning.id not in gone]
    session.save(root, name, {**rest, "hot": to_state(left)} if left else rest)
    files.remove(marker)
    access_log.record(root, done.moves, done.resolutions)


def _finish_cut_short(root: str) -> None:
    """Complete what a killed process left half done, before anything else is changed."""
    marker = user.derived(root, _CUT_SHORT)
    name = (files.read(marker, 200) or "").partition("\n")[0]
    if name and files.is_file(session.path(root, name)):
        with contextlib.suppress(Refusal, OSError):  # its own end says so; this one has work of its own
            _cool_all(root, name)
    files.remove(marker)


def _take_in(
    root: str, tiers: Tiers, name: str, new: Sequence[Learning], prompts: Iterable[str] = ()
) -> consolidate.Outcome:
    """The tiers once these learnings of a session are warm. The caller holds the locks."""
    tiers = _wanted_again(root, tiers, new)
    now, today = clock.stamp(clock.now()), clock.today()
    done = consolidate.consolidate(
        new,
        tiers.warm,
        conflict.compared(tiers.cold),
        session=name,
        now=now,
        today=today,
        numbers={level: warm_files.numbers(root, level) for level in warm_files.LEVELS},
        project=root,
        muted=tiers.muted,
        returned=tiers.returned,
        ids=warm_files.taken(root),
    )
    warm = list(done.warm)
    woken = []
    for each in _woken(done, prompts):
        if policy.room(warm, each.learning.level):
            warm.append(each.learning)
            woken.append(each)
    moves = [*done.moves, *(Move(item.learning, "promoted", COLD, WARM, "pattern_match") for item in woken)]
    _write(root, tiers, warm, done.archived, [*done.woken, *woken], done.muted)
    _tell_replaced(root, done)
    return done._replace(warm=warm, moves=moves)


def _tell_replaced(root: str, done: consolidate.Outcome) -> None:
    """Note for the next start which learnings were replaced."""
    stands = {learning.id: learning for learning in done.warm}
    gone = [(cold.learning, stands[cold.by]) for cold in done.archived if cold.by in stands]
    json_log.add(root, ((old.id, old.description, new.id, new.description) for old, new in gone))


def _wanted_again(root: str, tiers: Tiers, new: Sequence[Learning]) -> Tiers:
    """The tiers; a muted learning of the project that the user states again is muted no more."""
    repeated = [each for each in new if each.is_explicit and each.level == PROJECT] if tiers.muted else []
    silent = [learning for learning in tiers.project.learnings if learning.id in tiers.muted] if repeated else []
    back = {each.id for each in silent if any(conflict.relation(each, two) == conflict.SAME for two in repeated)}
    if not back:
        return tiers
    warm_files.unmute(root, back)
    left = tuple(name for name in tiers.muted if name not in back)
    return tiers._replace(user=warm_files.read(root, GLOBAL), muted=left)


def _woken(done: consolidate.Outcome, prompts: Iterable[str]) -> list[Cold]:
    """The cold learnings that the session's prompts are about without a doubt, and that contradict no warm one."""
    asked = list(prompts)
    asleep = [cold for cold in done.cold if cold.why not in STAYS_COLD][-_WOKEN_OF:] if asked else []
    names = set(matcher.strongly([each.learning for each in asleep], asked)) if asleep else set()
    return [
        each
        for each in asleep
        if each.learning.id in names
        and not any(conflict.relation(two, each.learning) in (conflict.SAME, conflict.CONTRADICT) for two in done.warm)
    ]


def _write(
    root: str, tiers: Tiers, warm: Sequence[Learning], cold: Sequence[Cold], woken: Sequence[Cold], muted: Iterable[str]
) -> None:
    """Write the changes: the archive first, then warm; restored learnings leave the archive last.

    A file without a changed learning stays unchanged, whatever else could be written into it.
    """
    today = clock.today()
    cold_store.add(cold, today)
    silent = [name for name in muted if name not in tiers.muted]
    for level, before in ((GLOBAL, tiers.user), (PROJECT, tiers.project)):
        own = tuple(learning for learning in warm if learning.level == level)
        names = {learning.id for learning in own}
        back = {**before.returned, **{each.learning.id: today for each in woken if each.learning.level == level}}
        after = before._replace(learnings=own, returned={name: day for name, day in back.items() if name in names})
        if level == GLOBAL and silent:
            marks = (mark(learning) for learning in own if learning.id in silent)
            after = warm_files.muting(after, root, (*before.muted.get(root, ()), *marks))
        calls = level == PROJECT and chores.skills(before) != chores.skills(warm_files.read(root, level))
        if own != before.learnings or calls:
            warm_files.write(root, level, after)
        elif after.muted != before.muted:
            try:
                warm_files.write(root, level, after)
            except Refusal as error:  # the next one that can write there finds the same
                log.write("learnings: what does not hold here", str(error), root)
    cold_store.take(woken)


def _count(root: str, name: str) -> None:
    new = hot_set.uncounted(root, name)
    if not new:
        return
    today = clock.today()
    names = {(learning.level, learning.id) for learning in new}
    counted: list[Learning] = []
    for level in (GLOBAL, PROJECT):
        before = warm_files.read(root, level)
        after = tuple(
            learning._replace(access_count=learning.access_count + 1, last_accessed=max(learning.last_accessed, today))
            if (level, learning.id) in names
            else learning
            for learning in before.learnings
        )
        if after != before.learnings:
            warm_files.write(root, level, before._replace(learnings=after))
            counted += [each for each in after if (level, each.id) in names]
    session.save(root, name, hot_set.tell(session.load(root, name), new, counted, today))
    access_log.record(root, [Move(each, "promoted", WARM, HOT, "pattern_match") for each in counted])


def _planned(root: str, tiers: Tiers, *, weekly: bool, older_than: int | None = None) -> policy.Plan:
    return policy.plan(
        tiers.warm, tiers.returned, clock.today(), weekly=weekly, older_than=older_than, project=root, muted=tiers.muted
    )


def _sweep_where_due(root: str) -> None:
    if not chores.due(root):
        return
    try:
        _sweep(root, weekly=chores.weekly(root))
    except (Refusal, OSError) as error:
        log.write("session end: the work of the day", str(error), root)


def _sweep(root: str, *, weekly: bool) -> policy.Plan:
    """Do the work of the day, or of the week. The caller holds the locks."""
    learning_memories.adopt(root)
    tiers = read(root)
    planned = _planned(root, tiers, weekly=weekly)
    _carry_out(root, tiers, planned)
    chores.tidy(root, of_week=weekly)
    if weekly:
        _report(root, planned)
    return planned


def _report(root: str, planned: policy.Plan) -> None:
    """Write the health report of the week (JARVIS-54)."""
    living = hot(root)[:1]
    items = sum(len(each.own) + len(each.matched) for each in living)
    pending = len(planned.pending_demotions), len(planned.pending_promotions)
    now = view.Health(items, len(planned.warm), *cold_store.sizes(), *pending, 0)
    files.write(user.derived(root, _HEALTH), f"{clock.today()}\n\n{view.health(now)}\n")


def _carry_out(root: str, tiers: Tiers, planned: policy.Plan) -> None:
    _write(root, tiers, planned.warm, planned.archived, [], planned.muted)
    access_log.record(root, planned.moves, planned.resolutions)


def _typed(move: Move) -> Move:
    if move.from_tier != HOT:
        return move
    if move.action == "promoted":
        return move._replace(action="created", from_tier=GONE, trigger="user")
    return move._replace(from_tier=WARM, trigger="user")
