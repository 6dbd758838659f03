"""Takes learnings from a session that is kept: wishes and habits, called skills, asked questions."""

import os
import re
from collections.abc import Mapping, Sequence
from typing import Any, Final

from memory_core.core import log, session
from memory_core.core.light import clock, files, places, settings
from memory_core.core.memory import Memory
from memory_core.core.wing import Place
from memory_core.extract import policy
from memory_core.extract.listener import Claimed, Listener, Reading
from memory_core.journal import journal_files
from memory_core.learnings import archive, chores, hear, hot_set, tiers, warm_files, withdraw
from memory_core.learnings.learning import Learning
from memory_core.learnings.light import matchers, remind
from memory_core.recall import already_kept

_FILES_MOST: Final = 6
_SKILLS_MOST: Final = 10
_SKILL: Final = r"[\w:.-]{1,80}"  # a name
_PROMPTS_MOST: Final = 12
_PROMPT_CHARS: Final = 400


class Learnings(Listener):
    """Keeps the hot learnings of one session."""

    def __init__(self, place: Place) -> None:
        self._place = place
        self._new: list[Learning] = []

    def claim(self, state: dict[str, Any], reading: Reading) -> Claimed:
        """What prompts asked, and the rules that were stated; a proposed rule that they contradict waits no longer."""
        root = self._place.root
        if self._place.is_live:
            skills = [name for name in reading.skills if re.fullmatch(_SKILL, name)]
            about = [name.rpartition(":")[2].replace("-", " ").replace("_", " ") for name in skills]
            state = _with_prompts(state, [*reading.prompts, *about])
            state = _with_skills(root, self._place.session, state, skills)
            state = _with_files(root, state, reading.edited)
        if reading.rules:
            with log.contained("capture: proposed rules", root):
                if journal_files.waiting_rules(root):
                    withdraw.withdraw(root, withdraw.rules(reading.rules))
        if self._place.is_live:
            self._new = _undocumented(root, heard(reading, self._place.session, root))
        return Claimed(state, reading.candidates)

    def hear(self, before: Mapping[str, Any], state: dict[str, Any], reading: Reading) -> dict[str, Any]:  # noqa: ARG002
        """The state with what the session heard; a fault affects only this."""
        if not self._new:
            return state
        root, name = self._place.root, self._place.session
        with log.contained("capture: learnings", root):  # the rest of the turn is kept, and its cursor moves
            if journal_files.waiting_rules(root):
                withdraw.withdraw(root, self._new)
            return hot_set.hear(root, name, before, state, self._new, clock.stamp(clock.now()))
        return state

    def done(self) -> None:
        """Count what the session was shown; if more is hot than allowed, the least important goes to warm at once."""
        root, name = self._place.root, self._place.session
        if not self._place.is_live or not (self._new or matchers.shown(root, name)):
            return
        if not hot_set.is_settled(root, name):
            tiers.count(root, name)
        stamp = matchers.stamp(root)
        if stamp and matchers.lines(root, stamp) is None:  # else the next prompt would make them
            remind.compiled(root, stamp)


def heard(reading: Reading, session_id: str, root: str = "") -> list[Learning]:
    """The learnings of a reading; a subagent's transcript gives none, because no user speaks in it."""
    kept = policy.parted(reading.candidates, settings.read(settings.CAPTURE, root))[0]
    candidates = [each for each in kept if each.kind in policy.TIERED and not each.agent]
    if not candidates and not reading.practices:
        return []
    return hear.learnings(candidates, reading.practices, reading.situations, session=session_id, today=clock.today())


def _undocumented(root: str, new: Sequence[Learning]) -> list[Learning]:
    """The learnings that no document of the client states: the user already wrote the others down."""
    memories = [Memory(str(at), learning.kind, learning.description) for at, learning in enumerate(new)]
    return [new[int(memory.id)] for memory in already_kept.undocumented(root, memories)]


def _with_prompts(state: dict[str, Any], prompts: Sequence[str]) -> dict[str, Any]:
    """The state with the session's last prompts, if there is an archive that they could be about."""
    if not prompts or not files.is_folder(archive.folder()):
        return state
    asked = [*session.texts(state, chores.PROMPTS), *(prompt[:_PROMPT_CHARS] for prompt in prompts)]
    return {**state, chores.PROMPTS: asked[-_PROMPTS_MOST:]}


def _with_skills(root: str, session_id: str, state: dict[str, Any], skills: Sequence[str]) -> dict[str, Any]:
    """The state with the skills that were called; a learning that became a skill counts as shown (JARVIS-21, 64)."""
    if not skills:
        return state
    with log.contained("capture: skills", root):
        names = {name.rpartition(":")[2] for name in skills}
        learnings = (learning for learning in warm_files.both(root).learnings if learning.skill in names)
        made = [(learning.id, learning.level) for learning in learnings]
        new = [row for row in made if row[0] not in matchers.knows(root, session_id)]
        if new:
            matchers.tell(root, session_id, new, clock.stamp(clock.now()))
    known = [name for name in session.texts(state, session.SKILLS) if name not in skills]
    return {**state, session.SKILLS: [*known, *dict.fromkeys(skills)][-_SKILLS_MOST:]}


def _with_files(root: str, state: dict[str, Any], edited: Sequence[str]) -> dict[str, Any]:
    """The state with globs of the files that the session edits (JARVIS-21)."""
    if not edited:
        return state
    names = [name for path in dict.fromkeys(edited) for name in places.inside(root, path)[:1]]
    globs = [
        f"{folder}{cut}*{os.path.splitext(file)[1]}" for folder, cut, file in (each.rpartition("/") for each in names)
    ]
    known = dict.fromkeys(reversed([*session.texts(state, session.FILES), *globs]))
    return {**state, session.FILES: [*known][:_FILES_MOST][::-1]}
