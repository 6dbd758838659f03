"""Keep what changed in the specs that are followed, and what a session said that works on one (CS-US-002 to 004).

A spec is followed from the first session that works on it. What its files say anew stands on the commit that brought
it, what is not committed yet on HEAD. Where there is no `docs/spec/active` all of this costs a look at that folder.
"""

import os
import time
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final, NamedTuple, Protocol

from memory_core import redact
from memory_core.core import git, log, registry
from memory_core.core.budget import clip
from memory_core.core.light import clock, places
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import SUMMARY, Memory
from memory_core.extract import wishes
from memory_core.extract.candidate import Candidate
from memory_core.extract.turn import Turn
from memory_core.recall import catalogue, indexing
from memory_core.recall.keyword import Filter
from memory_core.specs import changes, read_documents, spec_folders, spec_seen, steps, tasks
from memory_core.specs import planning_session as heard
from memory_core.specs.planning_session import Heard
from memory_core.specs.spec import Spec
from memory_core.transcripts import transcript

STATE: Final = "spec"  # in a session's state: the slug of the spec that it works on
BY: Final = "spec_by"  # in it: what says so, where nobody named it: edited | branch
ACTIVE: Final = "docs/spec/active"
SECONDS: Final = 3.0  # for what the index knows of a spec
READING: Final = 2.0  # for the commits that changed a spec
MOST: Final = 400  # memories that one reading keeps: the rest comes with the next
_REPORTED: Final = ("error", "learning", "convention")  # of what the session repeats of a report, that it is known
_KINDS: Final = ("decision", "learning", "blocker")  # of what a session said, that belongs to its spec


class Reading(Protocol):
    """The part of a reading of a session that specs use."""

    @property
    def candidates(self) -> list[Candidate]:
        """What the session stated."""

    @property
    def edited(self) -> Sequence[str]:
        """The paths of the files that it edited."""

    @property
    def heard(self) -> Sequence[Heard]:
        """Answers about the spec that it plans, and reports of its agents."""

    @property
    def reporting(self) -> Collection[str]:
        """The ids of agents with a report as their last words."""


class Now(NamedTuple):
    """A spec as a reading finds it."""

    spec: "Spec"
    top: str
    head: str
    stamp: str
    folders: tuple[str, ...]  # where it stood, the last one where it stands


def is_near(root: str, here: str) -> bool:
    """Whether there are specs at all; a look at two paths."""
    return os.path.isdir(os.path.join(top_of(root, here), *ACTIVE.split("/"))) or spec_seen.is_used(root)


def top_of(root: str, here: str) -> str:
    """The worktree that a session is in."""
    return (places.worktree(root, os.path.realpath(here)) if here else "") or root


def follow(root: str, here: str, session_id: str, state: dict[str, Any], gathered: Reading) -> dict[str, Any]:
    """The session's state once its specs' changes are kept. The caller holds the lock; a fault costs only this."""
    if not is_near(root, here):
        return state
    with log.contained("capture: specs", root):  # the rest of the turn is kept, and its cursor moves
        return _followed(root, top_of(root, here), here, session_id, state, gathered)
    return state


def catch_up(root: str, top: str, slug: str) -> None:
    """Keep what changed in a spec that is followed since it was read last, each thing on the commit that brought it.

    The caller holds the lock; a fault costs only this.
    """
    with log.contained("specs: catching up", root):  # what is not kept now is kept when the turn ends
        told = spec_seen.followed(root)
        if slug in told:
            _look(root, top, slug, told, {spec.slug: spec for spec in spec_folders.active(top)})
            spec_seen.follow(root, told)


def watch(root: str, top: str, spec: Spec) -> bool:
    """Whether what a spec's files say now is kept when the turn ends, on the commit that brings it. The lock is held.

    From then on the spec is followed, by the sessions to come too. Without a commit there is nothing to wait for.
    """
    if not (git.folder(root) and git.head(top)):
        return False
    told = spec_seen.followed(root)
    if top not in told.get(spec.slug, {}):
        told.setdefault(spec.slug, {})[top] = [spec.folder, ""]
        spec_seen.follow(root, told)
    return True


def slug_of(state: Mapping[str, Any]) -> str:
    """The slug of the spec that a session works on, "" for none."""
    value = state.get(STATE)
    return value if isinstance(value, str) else ""


def routed(root: str, here: str, state: Mapping[str, Any], memories: Sequence[Memory]) -> list[Memory]:
    """The memories of a session, those that belong to its spec as notes of it: decisions, learnings, blockers."""
    slug = slug_of(state)
    if not slug or not any(memory.kind in _KINDS for memory in memories):
        return list(memories)
    top = top_of(root, here)
    spec = spec_folders.find(top, slug)
    head = git.head(top) if spec is not None and git.folder(root) else ""
    if spec is None or not head:
        return list(memories)
    result = []
    for each in memories:
        if each.kind not in _KINDS or (spec.phase == "planning" and each.attrs.get("rule") == "answer"):
            if each.kind not in _KINDS:
                result.append(each)  # an answer while planning is a clarification: `follow` has kept it
            continue
        note = _noted(each, head)
        scope = each.scope._replace(work=slug)
        result.append(note._replace(scope=scope, attrs={**each.attrs, "phase": spec.phase}))
    return result


def on_commit(root: str, here: str, memories: Sequence[Memory]) -> list[Memory]:
    """The memories, those that notes have a namespace for on the commit that is checked out."""
    head = git.head(top_of(root, here)) if git.folder(root) and any(each.kind in _KINDS for each in memories) else ""
    if not head:
        return list(memories)
    return [_noted(each, head) if each.kind in _KINDS and not each.source.commit else each for each in memories]


def _noted(memory: Memory, commit: str) -> Memory:
    """The memory as a note on a commit: what its summary has no room for begins its text."""
    summary = clip(memory.summary, SUMMARY)
    body = memory.body if summary == memory.summary else "\n\n".join(filter(None, (memory.summary, memory.body)))
    return memory._replace(summary=summary, body=body, source=memory.source._replace(commit=commit))


def keep(root: str, memories: Sequence[Memory]) -> list[Memory]:
    """The memories of a session's spec as they are kept now; in the journal where git takes none. The lock is held."""
    try:
        return registry.keep(root, memories)
    except Refusal as refusal:
        log.write("capture: notes of the spec", str(refusal), root)
        return registry.keep(root, [memory._replace(source=memory.source._replace(commit="")) for memory in memories])


def listened(turns: Sequence[Turn], path: str) -> list[Heard]:
    """The clarifications and reports in turns of the main session, whose transcript is at `path`."""
    heards: list[Heard] = []
    for turn in turns:
        heards += heard.of_turn(turn)
        told = heard.notified(turn.text) if turn.role == "notice" else {}
        if told:
            about = told["summary"].partition('"')[2].rpartition('"')[0] or told["summary"]
            call = turn._replace(call=told["tool-use-id"] or told["task-id"])
            heards += heard.reported(call, about, told["result"] or _last_words(path, told["task-id"]))
    return heards


def reporting(turns: Sequence[Turn]) -> dict[str, bool]:
    """For the agent that these turns are of whether its last words are a report, and no findings as data."""
    last = next((turn for turn in reversed(turns) if turn.role == "assistant"), None)
    return {last.agent: bool(heard.reported(last, "", last.text))} if last else {}


def apart(root: str, here: str, state: Mapping[str, Any], reading: Reading) -> list[Candidate]:
    """The candidates of a session that a spec which it plans does not hold: as research, or as a clarification."""
    slug = slug_of(state)
    if not slug or not reading.candidates or not (reading.heard or reading.reporting):
        return reading.candidates
    try:
        spec = spec_folders.find(top_of(root, here), slug)
    except Exception as error:  # noqa: BLE001 - better twice than not at all
        log.write("capture: specs", f"{type(error).__name__}: {error}", root)
        return reading.candidates
    if spec is None or spec.phase != "planning":
        return reading.candidates
    texts = {each.uuid for each in reading.heard}
    result = [" ".join(each.item.body.split()) for each in reading.heard if each.item.kind == "research"]
    return [
        candidate
        for candidate in reading.candidates
        if not (_is_reported(candidate, reading, result) or _is_asked(candidate, texts))
    ]


def _is_reported(candidate: Candidate, reading: Reading, texts: Sequence[str]) -> bool:
    """Whether an agent's report says it; what an agent did itself, and what it mended, no report tells as well."""
    if candidate.kind == "progress" or candidate.solution:
        return False
    if candidate.agent:
        return candidate.agent in reading.reporting
    quote = " ".join(candidate.quote.rstrip("…").split())
    return candidate.kind in _REPORTED and any(quote in text for text in texts)


def _is_asked(candidate: Candidate, texts: Collection[str]) -> bool:
    """Whether it is an answer that holds for the spec alone."""
    if candidate.rule != "answer" or candidate.uuid not in texts:
        return False
    return not wishes.lasts(candidate.quote)


def _last_words(path: str, agent: str) -> str:
    """What the agent of that name said last, "" where it has no transcript."""
    name = next((text for text in transcript.subagents_of(path) if agent and transcript.agent_of(text) == agent), "")
    end = time.monotonic() + SECONDS
    turns = transcript.read(name, deadline=lambda: time.monotonic() > end, clean=redact.clean).turns if name else []
    return next((turn.text for turn in reversed(turns) if turn.role == "assistant"), "")


def _followed(
    root: str, top: str, here: str, session_id: str, state: dict[str, Any], gathered: Reading
) -> dict[str, Any]:
    active = {spec.slug: spec for spec in spec_folders.active(top)}
    touched = _touched(top, here, gathered.edited, active)
    state = _with_spec(top, state, touched, active)
    told = spec_seen.followed(root)
    before = {slug: {**rows} for slug, rows in told.items()}
    slug = slug_of(state)
    for name in (*touched, slug):
        if name in active:
            told.setdefault(name, {}).setdefault(top, [active[name].folder, ""])
    for name in list(told):
        _look(root, top, name, told, active)
    if slug and gathered.heard:
        _hear(root, top, session_id, slug, gathered.heard)
    if told != before:
        spec_seen.follow(root, {name: {one: row for one, row in rows.items() if os.path.isdir(one)}
                                for name, rows in told.items()})  # fmt: skip
    return state


def _touched(top: str, here: str, edited: Sequence[str], active: Mapping[str, Spec]) -> list[str]:
    """The slugs of the specs whose files were edited, the last one last."""
    above = os.path.join(os.path.realpath(top), *ACTIVE.split("/"), "")
    paths = [os.path.realpath(os.path.join(here or top, path)) for path in edited if path]
    names = [path[len(above) :].partition(os.sep)[0] for path in paths if path.startswith(above)]
    folders = {one.folder.rpartition("/")[2]: slug for slug, one in active.items()}
    return [folders[name] for name in names if name in folders]


def _with_spec(top: str, state: dict[str, Any], touched: Sequence[str], active: Mapping[str, Spec]) -> dict[str, Any]:
    """The state with the spec that the session works on: the one that it named, edited, or is on the branch of."""
    by = state.get(BY)
    own = slug_of(state)
    if own and not by:
        return state
    if own not in active:  # closed by hand, or on another branch
        state = {key: value for key, value in state.items() if key not in (STATE, BY)}
        by = own = ""
    if touched:
        return {**state, STATE: touched[-1], BY: "edited"}
    if own and by == "edited":
        return state
    branch = git.branch(top)
    if branch in git.main_branches(top):  # a clone begins on it: nobody here chose its name
        branch = ""
    branch = branch.casefold()
    called = [slug for slug in active if branch and slug.casefold() in (branch, branch.rpartition("/")[2])]
    if called:
        return {**state, STATE: called[0], BY: "branch"}
    return {key: value for key, value in state.items() if key not in (STATE, BY)} if by else state


def _look(root: str, top: str, slug: str, told: dict[str, dict[str, list[str]]], active: Mapping[str, Spec]) -> None:
    """Keep what changed in a spec that is followed; nothing where its files look as before."""
    row = told[slug].get(top)
    if row is None:
        if slug not in active:  # it is followed elsewhere, and is not here
            return
        row = [active[slug].folder, ""]
    folder, seen = row
    moved = folder.replace("/active/", "/completed/", 1)
    stands = active[slug].folder if slug in active else moved
    if slug not in active and not os.path.isdir(os.path.join(top, *moved.split("/"))):
        return  # on this branch it is not there; it may come back
    stamp = spec_seen.stamp(top, stands)
    if stamp == seen and stands == folder:
        return
    spec = active.get(slug) or next((each for each in spec_folders.every(top) if each.folder == moved), None)
    if spec is None:
        return
    head = (git.head(top) or "") if git.folder(root) else ""
    folders = tuple(dict.fromkeys((folder.replace("/completed/", "/active/", 1), stands)))
    whole = _read(root, Now(spec, top, head, stamp, folders))
    told[slug][top] = [stands, stamp if whole else ""]


def _read(root: str, now: Now) -> bool:
    """Whether all that is new in a spec is kept now."""
    data = spec_seen.load(root, now.spec.slug)
    mine = data.tops.get(now.top, spec_seen.UNSEEN)
    books = steps.Books(root, now.spec.slug, data, _of_index(root, now.spec.slug))
    plan = mine.tasks if mine.phase == "implementation" else None
    found = steps.steps(now.top, now.folders, mine.head, now.head)
    straight = not mine.phase or steps.is_straight(now.top, mine.head, now.head)
    found = steps.with_worktree(found, now.top, now.spec, now.head)
    end = time.monotonic() + READING
    for at, step in enumerate(found):
        if not step.documents or (time.monotonic() > end and at < len(found) - 2):
            continue  # what an earlier commit brought and is still there stands on a later one
        phase = steps.phase_of(step)
        items = [
            item for item in read_documents.items(step.documents, now.spec.slug) if steps.is_due(item, step, phase)
        ]
        later = changes.planned(tasks.tasks(step.documents))
        half = not step.is_committed and plan is not None and changes.is_cut(plan, later)
        if phase != "planning" and plan is not None and straight and not half:
            named = {item.key for item in items}
            items += [item for item in changes.deviations(plan, later) if item.key not in named]
        books.enter(items, step, phase, is_last=at == len(found) - 1)
        if not half:
            plan = later if phase == "implementation" else None
            mine = spec_seen.Seen(now.head, phase, later)
    whole = books.keep(MOST)
    tops = {**data.tops, now.top: mine._replace(head=now.head)} if whole else data.tops
    spec_seen.save(root, now.spec.slug, spec_seen.Told(books.known, tops, books.marks))
    return whole


def _hear(root: str, top: str, session_id: str, slug: str, heard: Sequence[Heard]) -> None:
    """Keep the clarifications and reports of a session that plans."""
    spec = spec_folders.find(top, slug)
    if spec is None or spec.phase != "planning":
        return
    data = spec_seen.load(root, slug)
    books = steps.Books(root, slug, data, _of_index(root, slug))
    head = (git.head(top) or "") if git.folder(root) else ""
    now = clock.stamp(clock.now())
    author = git.author(top) if head else ""
    for each in heard:
        step = steps.Step(head, min(each.when or now, now), spec.folder, {}, author=author)
        books.enter([each.item], step, spec.phase, session=session_id, uuid=each.uuid)
    books.keep(MOST)
    spec_seen.save(root, slug, data._replace(known=books.known, marks=books.marks))


def _of_index(root: str, slug: str) -> list[Memory]:
    """The memories of a spec, whoever kept them; from the homes where the index cannot answer."""
    end = time.monotonic() + SECONDS  # derived: without the index the homes themselves are asked
    with log.contained("capture: index", root), indexing.at_hand(root, end) as (index, fresh):
        if fresh.state == "ok" and not fresh.left:
            rows = catalogue.chosen(index.connection, Filter("spec = ?", (slug,)), 100_000)
            return list(catalogue.memories(index.connection, rows).values())
    return [memory for memory in registry.read(root, SECONDS) if memory.scope.work == slug]
