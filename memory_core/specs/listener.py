"""The part of a session that concerns specs: the current spec, answers, reports, and the memories of its spec."""

import os
from collections.abc import Collection, Mapping, Sequence
from typing import Any, Final

from memory_core.core import git, log
from memory_core.core.memory import Memory
from memory_core.core.transitions import noted
from memory_core.core.wing import Place
from memory_core.extract import wishes
from memory_core.extract.candidate import Candidate
from memory_core.extract.extraction import Extraction
from memory_core.extract.listener import Claimed, Listener, Reading
from memory_core.extract.turn import Turn
from memory_core.specs import keep_specs, planning_session, spec_folders, spec_seen
from memory_core.specs.keep_specs import BY, STATE
from memory_core.specs.planning_session import Heard
from memory_core.specs.spec import Spec

_REPORTED: Final = ("error", "learning", "convention")  # kinds that a session may repeat from a report
KINDS: Final = ("decision", "learning", "blocker")  # kinds that belong to the session's spec


class Specs(Listener):
    """Keeps what changes in the specs of one session."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._top = keep_specs.top_of(place.root, place.here)
        self._heard: list[Heard] = []  # answers about a spec that is planned, and reports of agents
        self._reporting: dict[str, bool] = {}  # agent to whether its last message is a report
        self._slug = ""

    def read(self, turns: Sequence[Turn], extraction: Extraction, path: str) -> Extraction:
        """The extraction, unchanged; answers and reports are noted beside it."""
        if path:
            self._heard += _listened(turns, self._place)
        else:
            self._reporting.update(_reporting(turns))
        return extraction

    def claim(self, state: dict[str, Any], reading: Reading) -> Claimed:
        """Keep what changed in the followed specs; an error is logged and has no other effect.

        Research and clarifications that a spec in planning holds itself are no candidates.
        """
        place = self._place
        with log.contained("capture: specs", place.root):  # the rest of the turn is kept, and its cursor moves
            state = _followed(place, self._top, state, reading, self._heard)
        self._slug = slug_of(state)
        return Claimed(state, self._left(reading.candidates), keeps_all=bool(self._slug))

    def route(self, memories: list[Memory]) -> list[Memory]:
        """The memories; decisions, learnings and blockers of the spec become notes on the checked-out commit."""
        if not self._slug or not any(memory.kind in KINDS for memory in memories):
            return memories
        spec = spec_folders.find(self._top, self._slug)
        head = git.head(self._top) if spec is not None and git.folder(self._place.root) else ""
        if spec is None or not head:
            return memories
        result = []
        for memory in memories:
            if memory.kind not in KINDS:
                result.append(memory)
            elif spec.phase != "planning" or memory.attrs.get("rule") != "answer":
                scope = memory.scope._replace(work=self._slug)
                attrs = {**memory.attrs, "phase": spec.phase}
                result.append(noted(memory, head)._replace(scope=scope, attrs=attrs))
            # An answer while planning is a clarification, which `claim` has kept.
        return result

    def _left(self, candidates: list[Candidate]) -> list[Candidate]:
        """The candidates without those that a spec in planning holds itself."""
        reporting = {name for name, does in self._reporting.items() if does}
        if not self._slug or not candidates or not (self._heard or reporting):
            return candidates
        spec = None
        with log.contained("capture: specs", self._place.root):  # a repetition is better than a gap
            spec = spec_folders.find(self._top, self._slug)
        if spec is None or spec.phase != "planning":
            return candidates
        uuids = {each.uuid for each in self._heard}
        texts = [" ".join(each.item.body.split()) for each in self._heard if each.item.kind == "research"]
        return [
            candidate
            for candidate in candidates
            if not (_is_reported(candidate, reporting, texts) or _is_asked(candidate, uuids))
        ]


def slug_of(state: Mapping[str, Any]) -> str:
    """The slug of the spec that a session works on; "" if there is none."""
    value = state.get(STATE)
    return value if isinstance(value, str) else ""


def _listened(turns: Sequence[Turn], place: Place) -> list[Heard]:
    """The clarifications and reports in the turns of the main session at `place`."""
    result: list[Heard] = []
    for turn in turns:
        result += planning_session.of_turn(turn)
        notice = planning_session.notified(turn.text) if turn.role == "notice" else {}
        if notice:
            about = notice["summary"].partition('"')[2].rpartition('"')[0] or notice["summary"]
            call = turn._replace(call=notice["tool-use-id"] or notice["task-id"])
            result += planning_session.reported(call, about, notice["result"] or place.last_words(notice["task-id"]))
    return result


def _reporting(turns: Sequence[Turn]) -> dict[str, bool]:
    """Agent to whether its last message is a report in words; {} if no agent spoke."""
    last = next((turn for turn in reversed(turns) if turn.role == "assistant"), None)
    return {last.agent: bool(planning_session.reported(last, "", last.text))} if last else {}


def _is_reported(candidate: Candidate, reporting: Collection[str], texts: Sequence[str]) -> bool:
    """Whether an agent's report contains the candidate; never for progress or for a problem with its solution."""
    if candidate.kind == "progress" or candidate.solution:
        return False
    if candidate.agent:
        return candidate.agent in reporting
    quote = " ".join(candidate.quote.rstrip("…").split())
    return candidate.kind in _REPORTED and any(quote in text for text in texts)


def _is_asked(candidate: Candidate, texts: Collection[str]) -> bool:
    """Whether a candidate is an answer that holds for the spec alone."""
    if candidate.rule != "answer" or candidate.uuid not in texts:
        return False
    return not wishes.lasts(candidate.quote)


def _followed(
    place: Place, top: str, state: dict[str, Any], reading: Reading, heard: Sequence[Heard]
) -> dict[str, Any]:
    """The session's state after the changes of its specs are kept. The caller holds the lock."""
    root = place.root
    active = {spec.slug: spec for spec in spec_folders.active(top)}
    touched = _touched(top, place.here, reading.edited, active)
    state = _with_spec(top, state, touched, active)
    known = spec_seen.followed(root)
    before = {slug: {**rows} for slug, rows in known.items()}
    slug = slug_of(state)
    for name in (*touched, slug):
        if name in active:
            known.setdefault(name, {}).setdefault(top, [active[name].folder, ""])
    for name in list(known):
        keep_specs.look(root, top, name, known, active)
    if slug and heard:
        keep_specs.keep_heard(root, top, place.session, slug, heard)
    if known != before:
        spec_seen.follow(root, {name: {worktree: row for worktree, row in rows.items() if os.path.isdir(worktree)}
                                for name, rows in known.items()})  # fmt: skip
    return state


def _touched(top: str, here: str, edited: Sequence[str], active: Mapping[str, Spec]) -> list[str]:
    """The slugs of the specs with edited files, in the order of the edits."""
    above = os.path.join(os.path.realpath(top), *keep_specs.ACTIVE.split("/"), "")
    paths = [os.path.realpath(os.path.join(here or top, path)) for path in edited if path]
    names = [path[len(above) :].partition(os.sep)[0] for path in paths if path.startswith(above)]
    folders = {spec.folder.rpartition("/")[2]: slug for slug, spec in active.items()}
    return [folders[name] for name in names if name in folders]


def _with_spec(top: str, state: dict[str, Any], touched: Sequence[str], active: Mapping[str, Spec]) -> dict[str, Any]:
    """The state with the spec that the session works on: named by it, edited in it, or named by the branch."""
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
    if branch in git.main_branches(top):  # the default branch of a clone; the user did not choose its name
        branch = ""
    branch = branch.casefold()
    called = [slug for slug in active if branch and slug.casefold() in (branch, branch.rpartition("/")[2])]
    if called:
        return {**state, STATE: called[0], BY: "branch"}
    return {key: value for key, value in state.items() if key not in (STATE, BY)} if by else state
