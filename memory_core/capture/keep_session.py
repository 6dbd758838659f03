"""Keep what a session decided, learned, broke and fixed.

Read the transcript from the cursor on, extract, screen, drop what is known, write to the home under the lock. No model
is called. The cursor moves last: a process that is killed leaves whole homes, and the next one goes on from the old
cursor and drops by fingerprint what is there already.
"""

import os
import re
import time
from collections.abc import Mapping, Sequence
from typing import Any, Final, NamedTuple

from memory_core.capture import endings, gather, marks, tagging
from memory_core.capture.gather import Gathered
from memory_core.core import log, registry, session
from memory_core.core.find_duplicate import Known, bettered
from memory_core.core.light import client_process as process
from memory_core.core.light import clock, files, lifecycle, places, settings
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import BESIDE, NOTHING, Memory, Scope, Source
from memory_core.extract import policy
from memory_core.extract.candidate import Candidate
from memory_core.extract.markers import Withdrawn
from memory_core.extract.rules import Proposal
from memory_core.guardrails import proposed
from memory_core.journal import candidates as candidates_store
from memory_core.journal import decay, journal_files, plan
from memory_core.journal import journal_entries as entries
from memory_core.learnings import archive, chores, hot_set, tiers, withdraw
from memory_core.learnings import hear as heard
from memory_core.learnings import warm_files as known_learnings
from memory_core.learnings.learning import Learning
from memory_core.learnings.light import matchers, remind
from memory_core.recall import already_kept, indexing
from memory_core.redact import second_opinion
from memory_core.specs import keep_specs
from memory_core.tickets import active, session_decisions
from memory_core.tickets.active import Work

SECONDS = 6.0  # for reading; a longer transcript is resumed from the cursor next time
NO_WORK = Work()
TIERED: Final = ("preference", "behaviour")  # kinds that are hot while the session lives, and warm after it
_PROPOSED: Final = "proposed"  # in the state: the rules that the session proposed
FIRST: Final = "first"  # in the state: the transcript was not yet read to its end for the first time
_FILES_MOST: Final = 6
_SKILLS_MOST: Final = 10
_SKILL: Final = r"[\w:.-]{1,80}"  # a name
_PROMPTS_MOST: Final = 12
_PROMPT_CHARS: Final = 400
READING = 0.1  # seconds that a home takes to read, beyond which what is new is not held against it without the index
INDEXING = 3.0  # seconds for the index; what is left is done by the next one who opens it


class Kept(NamedTuple):
    """What one capture did."""

    new: list[Memory]
    mended: list[Memory]
    complete: bool  # False: the time for reading ran out, the rest comes next time
    learnings: Sequence[Learning] = ()  # that are hot now


def capture(
    root: str,
    session_id: str,
    path: str,
    last_message: str = "",
    seconds: float = SECONDS,
    here: str = "",
    client: str = "",
    *,
    is_closed: bool = True,
) -> Kept:
    """Keep what is new in a session since its last capture; what was kept.

    `here` is the folder of the session, "" of one that was killed: that is known by what it kept. `client` is the
    process in which it runs, as `client_process.current` says. `is_closed`: whether the turn that is read last has
    ended. One process at a time reads the sessions of a project (`worker`). The index and the briefing are not brought
    up to date.
    """
    end = time.monotonic() + seconds
    has_specs = keep_specs.is_near(root, here)
    before = session.load(root, session_id)
    gathered = gather.gather(
        before, path, last_message, lambda: time.monotonic() > end, listens=has_specs, is_closed=is_closed
    )
    work = active.of_session(root, here, "" if here else before.get(active.STATE))
    skills = [name for name in gathered.skills if re.fullmatch(_SKILL, name)]
    about = [name.rpartition(":")[2].replace("-", " ").replace("_", " ") for name in skills]
    state = _with_prompts(_with_ticket(gathered.state, work.ticket), [*gathered.prompts, *about])
    state = _with_skills(root, session_id, state, skills)
    state = _with_files(root, state, gathered.edited)
    state = {**state, process.KEY: client} if client else state
    if not gathered.complete and (not before.get("cursors") or before.get(FIRST)):
        state[FIRST] = True
    elif FIRST in state:
        del state[FIRST]
    with registry.held(root):
        if has_specs:
            state = keep_specs.follow(root, here, session_id, state, gathered)
            gathered = gathered._replace(candidates=keep_specs.apart(root, here, state, gathered))
        new = _unsaid(root, learnings(gathered, session_id, root))
        kept, state = keep(root, session_id, gathered, work, here, state)
        kept = kept._replace(complete=gathered.complete, learnings=new)
        if new:
            state = _warmed_up(root, session_id, before, state, new)
        if state != before:
            session.save(root, session_id, state)
            with log.contained("capture: counts of marker lines", root):
                marks.add(root, session_id, gathered.compliance)
    _count(root, session_id, new)
    active.follow(root, work)
    return kept


def keep(
    root: str,
    session_id: str,
    gathered: Gathered,
    work: Work = NO_WORK,
    here: str = "",
    state: Mapping[str, Any] = NOTHING,
) -> tuple[Kept, dict[str, Any]]:
    """What a reading gives, in its homes, save learnings; the session's state. The caller holds the lock."""
    kept = store(root, session_id, gathered.candidates, work, here, state)
    if gathered.withdrawn:
        _withdraw(root, gathered.withdrawn)
    proposed, heard = propose_rules(root, session_id, gathered.rules, session.texts(dict(state), _PROPOSED))
    if gathered.given_up:
        _instead(root, gathered.given_up, [*kept.new, *proposed], here)
    return kept, {**state, **({_PROPOSED: heard} if gathered.rules else {})}


def parted(candidates: Sequence[Candidate], root: str = "") -> tuple[list[Candidate], list[Candidate]]:
    """(what is kept, what is a candidate), as the policy and the user's settings say."""
    return policy.parted(candidates, settings.read(settings.CAPTURE, root))


def learnings(gathered: Gathered, session_id: str, root: str = "") -> list[Learning]:
    """What a reading says of how the user works; of a subagent's transcript nothing, for nobody speaks in it."""
    candidates = [each for each in parted(gathered.candidates, root)[0] if each.kind in TIERED and not each.agent]
    if not candidates and not gathered.practices:
        return []
    return heard.learnings(candidates, gathered.practices, gathered.situations, session=session_id, today=clock.today())


def _unsaid(root: str, new: Sequence[Learning]) -> list[Learning]:
    """Those of new learnings that no document of the client says: the user wrote it down already."""
    memories = [Memory(str(at), one.kind, one.description) for at, one in enumerate(new)]
    return [new[int(memory.id)] for memory in already_kept.unsaid(root, memories)]


def store(
    root: str,
    session_id: str,
    candidates: list[Candidate],
    work: Work = NO_WORK,
    here: str = "",
    state: Mapping[str, Any] = NOTHING,
) -> Kept:
    """The candidates that are new, written to their home, save those that tier. The caller holds the lock.

    Where the session works on a spec, by its `state`, what it decided, learned and was blocked by are notes of that.
    """
    now = clock.stamp(clock.now())
    in_spec = bool(keep_specs.slug_of(state))  # what a spec is worked on for is kept with it
    sure, unsure = (candidates, []) if in_spec else parted(candidates, root)
    closers = [candidate for candidate in sure if candidate.closes]
    stated = [candidate for candidate in sure if candidate.kind not in TIERED and not candidate.closes]
    memories = [_memory(candidate, session_id, now) for candidate in stated]
    replaces = {memory.fingerprint: one.replaces for memory, one in zip(memories, stated, strict=True) if one.replaces}
    waiting = [_memory(candidate, session_id, now) for candidate in unsure]
    words = [*replaces.values(), *(candidate.closes for candidate in closers)]
    near = _alike(root, [*memories, *waiting, *(Memory("", "", text) for text in words)]) if candidates else []
    near += [memory for text in words if endings.is_id(text) for memory in registry.find(root, text)]
    memories += _heard_again(root, waiting, near)
    kept, mended = _keep(root, session_id, work, here, state, memories, near)
    if replaces:
        pairs = [(memory, replaces[memory.fingerprint]) for memory in kept if memory.fingerprint in replaces]
        loose = endings.follow(root, pairs, [*near, *kept], here)
        registry.change(
            root,
            [_naming(each, replaces[each.fingerprint]) for each in loose if each.source.home == journal_files.NAME],
        )
    if closers:
        now_open = {memory.id: memory for memory in journal_files.read(root)}  # what was replaced is open no more
        stands = [now_open.get(memory.id, memory) for memory in (*near, *kept)]
        left = endings.close(root, [(each.closes, each.solution or each.reason) for each in closers], stands)
        done = [_memory(candidate, session_id, now) for candidate in closers if candidate.closes in dict(left)]
        more, others = _keep(root, session_id, work, here, state, done, near) if done else ([], [])
        kept, mended = [*kept, *more], [*mended, *others]
    if kept or mended:
        with log.contained("capture: session log", root, OSError):  # a view of what the homes have
            journal_files.log_session(root, session_id, now, [*kept, *mended])
    plan.sync(root)
    decay.forget_old(root)
    return Kept(kept, mended, complete=True)


def _keep(
    root: str,
    session_id: str,
    work: Work,
    here: str,
    state: Mapping[str, Any],
    memories: list[Memory],
    near: list[Memory],
) -> tuple[list[Memory], list[Memory]]:
    """(the memories that are new, as their homes have them; the known ones to which they add something)."""
    memories = keep_specs.routed(root, here, state, memories)
    if settings.read(settings.SHARE, root) == "notes":
        memories = keep_specs.on_commit(root, here, memories)
    new, mended = _novel(memories, near)
    notes = [memory for memory in new if memory.source.commit]
    loose = [memory for memory in new if not memory.source.commit]
    kept = session_decisions.keep(root, work, session_id, loose) if loose else []
    kept += keep_specs.keep(root, notes) if notes else []
    if mended:
        registry.change(root, mended)
    return kept, mended


def _naming(memory: Memory, words: str) -> Memory:
    """The memory with the words by which it names another one that was not found: `review` lists it."""
    return memory._replace(attrs={**memory.attrs, endings.REPLACES: words})


def _heard_again(root: str, waiting: Sequence[Memory], near: Sequence[Memory]) -> list[Memory]:
    """The memories that an earlier session stated too: they are no candidates any more. All others wait."""
    known = Known(each for each in near if not entries.is_proposed(each))
    again = candidates_store.add(root, [memory for memory in waiting if known.find(memory) is None])
    kept = [memory for memory in again if memory.kind not in TIERED]
    candidates_store.drop(root, [memory.id for memory in kept])
    return [promoted(memory) for memory in kept]


def promoted(candidate: Memory) -> Memory:
    """The memory that a candidate becomes when it is kept."""
    done = candidate.kind in ("error", "progress") or (candidate.kind in lifecycle.UNFINISHED and candidate.body)
    status = lifecycle.RESOLVED if done else lifecycle.usual(candidate.kind)
    return candidate._replace(id="", status=status)


def _with_ticket(state: dict[str, Any], name: str) -> dict[str, Any]:
    state = {key: value for key, value in state.items() if key != active.STATE}
    return {**state, active.STATE: name} if name else state


def _with_prompts(state: dict[str, Any], prompts: Sequence[str]) -> dict[str, Any]:
    """The state with the last prompts of the session, where there is an archive that they could be about."""
    if not prompts or not files.is_folder(archive.folder()):
        return state
    asked = [*session.texts(state, chores.PROMPTS), *(prompt[:_PROMPT_CHARS] for prompt in prompts)]
    return {**state, chores.PROMPTS: asked[-_PROMPTS_MOST:]}


def _with_skills(root: str, session_id: str, state: dict[str, Any], skills: Sequence[str]) -> dict[str, Any]:
    """The state with the skills that were called (JARVIS-21). What became one of them was told with it (JARVIS-64)."""
    if not skills:
        return state
    with log.contained("capture: skills", root):
        names = {name.rpartition(":")[2] for name in skills}
        made = [
            (learning.id, learning.level)
            for learning in known_learnings.both(root).learnings
            if learning.skill in names
        ]
        new = [row for row in made if row[0] not in matchers.knows(root, session_id)]
        if new:
            matchers.tell(root, session_id, new, clock.stamp(clock.now()))
    known = [name for name in session.texts(state, session.SKILLS) if name not in skills]
    return {**state, session.SKILLS: [*known, *dict.fromkeys(skills)][-_SKILLS_MOST:]}


def _with_files(root: str, state: dict[str, Any], edited: Sequence[str]) -> dict[str, Any]:
    """The state with what the session works on, told in globs (JARVIS-21)."""
    if not edited:
        return state
    names = [name for path in dict.fromkeys(edited) for name in places.inside(root, path)[:1]]
    globs = [
        f"{folder}{cut}*{os.path.splitext(file)[1]}" for folder, cut, file in (each.rpartition("/") for each in names)
    ]
    known = dict.fromkeys(reversed([*session.texts(state, session.FILES), *globs]))
    return {**state, session.FILES: [*known][:_FILES_MOST][::-1]}


def _warmed_up(
    root: str, session_id: str, before: dict[str, Any], state: dict[str, Any], new: Sequence[Learning]
) -> dict[str, Any]:
    """The state with what the session heard; a fault in it costs only this."""
    with log.contained("capture: learnings", root):  # the rest of the turn is kept, and its cursor moves
        if journal_files.waiting_rules(root):
            withdraw.withdraw(root, new)
        return hot_set.hear(root, session_id, before, state, new, clock.stamp(clock.now()))
    return state


def _count(root: str, session_id: str, new: Sequence[Learning]) -> None:
    """Count what the session was told; where it holds more than it may, the least goes to warm at once."""
    if not new and not matchers.told(root, session_id):
        return
    if not hot_set.is_settled(root, session_id):
        tiers.count(root, session_id)
    stamp = matchers.stamp(root)
    if stamp and matchers.lines(root, stamp) is None:  # else the next prompt would make them
        remind.compiled(root, stamp)


def _instead(root: str, words: Sequence[str], new: Sequence[Memory], here: str) -> None:
    """End what the words of a person give up; a fault in it costs only this."""
    with log.contained("capture: what a person replaces", root):
        near = _alike(root, [Memory("", "decision", second_opinion.clean(text)) for text in words])
        endings.instead(root, words, new, near, here)


def _withdraw(root: str, withdrawn: Sequence[Withdrawn]) -> None:
    """Reject what markers said that a person denied; a fault in it costs only this."""
    with log.contained("capture: denied markers", root):
        pseudo = [Memory("", denied.kind, second_opinion.clean(denied.text)) for denied in withdrawn]
        endings.withdraw(root, withdrawn, _alike(root, pseudo))


def propose_rules(
    root: str, session_id: str, rules: list[Proposal], heard: list[str]
) -> tuple[list[Memory], list[str]]:
    """(the rules that are new, as proposals; the marks of all that the session proposed, `heard` among them).

    What a rule contradicts waits no longer. A home in the way costs only these.
    """
    if not rules:
        return [], heard
    try:
        if journal_files.waiting_rules(root):
            withdraw.withdraw(root, withdraw.rules(rules))
        new = proposed.propose(root, session_id, rules, heard, clock.stamp(clock.now()))
    except Refusal as refusal:
        log.write("capture: proposed rules", str(refusal), root)
        return [], heard
    return new, proposed.marks(heard, rules)


def _memory(candidate: Candidate, session_id: str, now: str) -> Memory:
    done = lifecycle.RESOLVED if candidate.kind in (*lifecycle.UNFINISHED, "progress") else lifecycle.ACTIVE
    when = min(candidate.when or now, now)  # a clock that runs ahead must not stand first for ever
    return Memory(
        id="",
        kind=candidate.kind,
        summary=second_opinion.clean(candidate.text),
        body=second_opinion.clean(candidate.solution or candidate.reason),
        scope=Scope(path=candidate.path or None),
        created=when,
        updated=when,
        status=lifecycle.OPEN if candidate.is_open else done,
        tags=tuple(dict.fromkeys([*tagging.tags(candidate.kind, candidate.text), *candidate.tags])),
        source=Source(session=session_id, uuid=candidate.uuid, quote=second_opinion.clean(candidate.quote)),
        attrs={
            "certainty": round(candidate.certainty, 2),
            "rule": candidate.rule,
            **({BESIDE: True} if candidate.beside else {}),
        },
    )


def _novel(memories: list[Memory], near: list[Memory]) -> tuple[list[Memory], list[Memory]]:
    """The memories that no home holds yet, and the known ones to which a solution or a place was added."""
    known = Known(each for each in near if not entries.is_proposed(each))
    new: dict[str, Memory] = {}
    mended: dict[str, Memory] = {}
    for memory in memories:
        old = known.find(memory)
        if old is None:
            new[memory.fingerprint] = memory
            known.add(memory)
        elif (better := bettered(old, memory)) != old:
            known.add(better)
            (new if old.fingerprint in new else mended)[better.fingerprint] = better
    return list(new.values()), list(mended.values())


def _alike(root: str, memories: list[Memory]) -> list[Memory]:
    """Every known memory that could be one of these: from the index, or from the homes where it cannot answer."""
    with log.contained("capture: index", root):  # derived: without it the homes themselves are asked
        return indexing.alike(root, memories, time.monotonic() + INDEXING)
    return registry.read(root, READING)  # better a memory twice than none for want of time
