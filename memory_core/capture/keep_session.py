"""Keep what a session decided, learned, broke and fixed.

The transcript is read from the cursor on. What it states is extracted, screened for secrets, compared with what is
known, and written under the lock. No model is called. The cursor moves last: after a kill the homes are whole, and the
next run starts at the old cursor and drops what is already kept by its fingerprint.
"""

import os
import time
from collections.abc import Sequence
from typing import Any, Final, NamedTuple

from memory_core import redact
from memory_core.capture import endings, gather, marks, tagging, transcript
from memory_core.capture.gather import Gathered
from memory_core.core import git, log, registry, session, transitions, wings
from memory_core.core.find_duplicate import Known, bettered
from memory_core.core.light import client_process as process
from memory_core.core.light import clock, lifecycle, places, settings
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import BESIDE, JOURNAL, Memory, Scope, Source, is_proposed
from memory_core.core.wing import Place
from memory_core.extract import policy
from memory_core.extract.candidate import Candidate
from memory_core.extract.listener import Listener
from memory_core.extract.markers import Withdrawn
from memory_core.extract.policy import TIERED
from memory_core.redact import second_opinion

SECONDS = 6.0  # for reading; a longer transcript is resumed from the cursor next time
FIRST: Final = "first"  # in the state: the transcript was not yet read to its end for the first time
READING = 0.1  # seconds; new memories are compared with a home that takes longer to read only through the index
INDEXING = 3.0  # seconds for the index; the next process that opens it does the rest
_LAST_WORDS: Final = 3.0  # seconds for the transcript of an agent
_NOTED: Final = ("decision", "learning", "blocker")  # kinds that are notes where the user shares by notes


class Kept(NamedTuple):
    """The result of one capture."""

    new: list[Memory]
    mended: list[Memory]
    complete: bool  # False: the time for reading ran out, the rest comes next time


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
    """Keep what is new in a session since its last capture; returns what was kept.

    `here` is the folder of the session, "" for a killed session, which is identified by what it kept before. `client`
    is the process in which it runs, as `client_process.current` returns it. `is_closed`: whether the last turn has
    ended. One process at a time reads the sessions of a project (`worker`). The index and the briefing are not updated.
    """
    end = time.monotonic() + seconds
    before = session.load(root, session_id)
    place = Place(root, session_id, here, before, lambda agent: _last_words(path, agent))
    listeners = wings.listeners(place)
    gathered = gather.gather(before, path, last_message, lambda: time.monotonic() > end, listeners, is_closed=is_closed)
    state = {**gathered.state, process.KEY: client} if client else gathered.state
    if not gathered.complete and (not before.get("cursors") or before.get(FIRST)):
        state[FIRST] = True
    elif FIRST in state:
        del state[FIRST]
    with registry.held(root):
        kept, state = keep(place, gathered._replace(state=state), listeners)
        for listener in listeners:
            state = listener.hear(before, state, gathered)
        if state != before:
            session.save(root, session_id, state)
            with log.contained("capture: counts of marker lines", root):
                marks.add(root, session_id, gathered.compliance)
    for listener in listeners:
        listener.done()
    return kept._replace(complete=gathered.complete)


def keep(place: Place, gathered: Gathered, listeners: Sequence[Listener]) -> tuple[Kept, dict[str, Any]]:
    """Write the statements of a reading to their homes, except learnings. The caller holds the lock.

    Returns what was kept, and the state of the session.
    """
    state, keeps_all = gathered.state, False
    proposed: list[Memory] = []
    for listener in listeners:
        claimed = listener.claim(state, gathered)
        state, keeps_all = claimed.state, keeps_all or claimed.keeps_all
        gathered = gathered._replace(candidates=claimed.candidates)
        proposed += claimed.proposed
    kept = store(place, gathered.candidates, listeners, keeps_all=keeps_all)
    if gathered.withdrawn:
        _withdraw(place.root, gathered.withdrawn)
    if gathered.given_up:
        _instead(place.root, gathered.given_up, [*kept.new, *proposed], place.here)
    return kept, state


def store(
    place: Place, candidates: list[Candidate], listeners: Sequence[Listener] = (), *, keeps_all: bool = False
) -> Kept:
    """Write the new candidates to their homes, except kinds that tier. The caller holds the lock.

    With `keeps_all` no candidate stays unconfirmed.
    """
    root = place.root
    now = clock.stamp(clock.now())
    sure, unsure = (candidates, []) if keeps_all else parted(candidates, root)
    closers = [candidate for candidate in sure if candidate.closes]
    stated = [candidate for candidate in sure if candidate.kind not in TIERED and not candidate.closes]
    memories = [_memory(candidate, place.session, now) for candidate in stated]
    pairs = zip(memories, stated, strict=True)
    replaces = {memory.fingerprint: candidate.replaces for memory, candidate in pairs if candidate.replaces}
    waiting = [_memory(candidate, place.session, now) for candidate in unsure]
    words = [*replaces.values(), *(candidate.closes for candidate in closers)]
    near = _alike(root, [*memories, *waiting, *(Memory("", "", text) for text in words)]) if candidates else []
    near += [memory for text in words if endings.is_id(text) for memory in registry.find(root, text)]
    memories += _heard_again(root, waiting, near)
    kept, mended = _keep(place, memories, near, listeners)
    if replaces:
        named = [(memory, replaces[memory.fingerprint]) for memory in kept if memory.fingerprint in replaces]
        loose = endings.follow(root, named, [*near, *kept], place.here)
        own = [memory for memory in loose if memory.source.home == JOURNAL]
        registry.change(root, [_naming(memory, replaces[memory.fingerprint]) for memory in own])
    if closers:
        now_open = {memory.id: memory for memory in registry.read_home(root, JOURNAL)}  # what was replaced is closed
        known = [now_open.get(memory.id, memory) for memory in (*near, *kept)]
        left = endings.close(root, [(each.closes, each.solution or each.reason) for each in closers], known)
        done = [_memory(candidate, place.session, now) for candidate in closers if candidate.closes in dict(left)]
        more, others = _keep(place, done, near, listeners) if done else ([], [])
        kept, mended = [*kept, *more], [*mended, *others]
    wings.kept(root, place.session, [*kept, *mended])
    return Kept(kept, mended, complete=True)


def _keep(
    place: Place, memories: list[Memory], near: list[Memory], listeners: Sequence[Listener]
) -> tuple[list[Memory], list[Memory]]:
    """(the new memories as they are kept, the known memories that gained something)."""
    for listener in listeners:
        memories = listener.route(memories)
    if settings.read(settings.SHARE, place.root) == "notes":
        memories = _on_commit(place, memories)
    new, mended = _novel(memories, near)
    notes = [memory for memory in new if memory.source.commit]
    loose = [memory for memory in new if not memory.source.commit]
    kept = _logged(place, loose, listeners) if loose else []
    kept += _noted(place.root, notes) if notes else []
    if mended:
        registry.change(place.root, mended)
    return kept, mended


def _logged(place: Place, memories: list[Memory], listeners: Sequence[Listener]) -> list[Memory]:
    """The memories as they are kept; in the journal if the log of a wing cannot be written."""
    try:
        logged = memories
        for listener in listeners:
            logged = listener.log(logged)
        return registry.keep(place.root, logged)
    except Refusal as refusal:
        log.write("capture: log of decisions", str(refusal), place.root)
        return registry.keep(place.root, memories)


def _noted(root: str, memories: Sequence[Memory]) -> list[Memory]:
    """The notes as they are kept; in the journal if git takes no notes."""
    try:
        return registry.keep(root, memories)
    except Refusal as refusal:
        log.write("capture: notes", str(refusal), root)
        return registry.keep(root, [memory._replace(source=memory.source._replace(commit="")) for memory in memories])


def _on_commit(place: Place, memories: list[Memory]) -> list[Memory]:
    """The memories; those that notes have a namespace for are assigned to the checked-out commit."""
    head = ""
    if git.folder(place.root) and any(memory.kind in _NOTED for memory in memories):
        worktree = places.worktree(place.root, os.path.realpath(place.here)) if place.here else ""
        head = git.head(worktree or place.root) or ""
    if not head:
        return memories
    return [
        transitions.noted(memory, head) if memory.kind in _NOTED and not memory.source.commit else memory
        for memory in memories
    ]


def _last_words(path: str, agent: str) -> str:
    """The last message of the agent with that id; "" if it has no transcript."""
    name = next((text for text in transcript.subagents_of(path) if agent and transcript.agent_of(text) == agent), "")
    end = time.monotonic() + _LAST_WORDS
    turns = transcript.read(name, deadline=lambda: time.monotonic() > end, clean=redact.clean).turns if name else []
    return next((turn.text for turn in reversed(turns) if turn.role == "assistant"), "")


def parted(candidates: Sequence[Candidate], root: str = "") -> tuple[list[Candidate], list[Candidate]]:
    """(candidates to keep, candidates that stay unconfirmed), by the policy and the user's settings."""
    return policy.parted(candidates, settings.read(settings.CAPTURE, root))


def _naming(memory: Memory, words: str) -> Memory:
    """The memory with the words that name another memory which was not found; `review` lists it."""
    return memory._replace(attrs={**memory.attrs, endings.REPLACES: words})


def _heard_again(root: str, waiting: Sequence[Memory], near: Sequence[Memory]) -> list[Memory]:
    """The unsure memories that an earlier session stated too: they are kept. All others stay candidates."""
    known = Known(each for each in near if not is_proposed(each))
    again = registry.propose(root, [memory for memory in waiting if known.find(memory) is None])
    kept = [memory for memory in again if memory.kind not in TIERED]
    registry.drop_candidates(root, [memory.id for memory in kept])
    return [promoted(memory) for memory in kept]


def promoted(candidate: Memory) -> Memory:
    """The memory that a candidate becomes when it is kept."""
    done = candidate.kind in ("error", "progress") or (candidate.kind in lifecycle.UNFINISHED and candidate.body)
    status = lifecycle.RESOLVED if done else lifecycle.usual(candidate.kind)
    return candidate._replace(id="", status=status)


def _instead(root: str, words: Sequence[str], new: Sequence[Memory], here: str) -> None:
    """End what a person's words give up; a fault affects nothing else."""
    with log.contained("capture: what a person replaces", root):
        near = _alike(root, [Memory("", "decision", second_opinion.clean(text)) for text in words])
        endings.instead(root, words, new, near, here)


def _withdraw(root: str, withdrawn: Sequence[Withdrawn]) -> None:
    """Reject memories of markers that a person denied; a fault affects nothing else."""
    with log.contained("capture: denied markers", root):
        pseudo = [Memory("", denied.kind, second_opinion.clean(denied.text)) for denied in withdrawn]
        endings.withdraw(root, withdrawn, _alike(root, pseudo))


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
    """(the memories that no home has yet, the known memories that gained a solution or a path)."""
    known = Known(each for each in near if not is_proposed(each))
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
    """Every known memory that could state the same: from the index, or from the homes if the index cannot answer."""
    with log.contained("capture: index", root):  # derived: without it the homes themselves are asked
        return wings.alike(root, memories, time.monotonic() + INDEXING)
    return registry.read(root, READING)  # better a memory twice than none for want of time
