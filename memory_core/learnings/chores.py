"""The daily and weekly work on the tiers, done at the end of a session if it is due (JARVIS-48 to 54)."""

import os
from datetime import date
from typing import Any, Final

from memory_core.core import session
from memory_core.core.light import clock, files, json_store, user
from memory_core.journal import journal_files
from memory_core.learnings import access_log, archive, learning_memories, warm_files
from memory_core.learnings.learning import PROJECT
from memory_core.learnings.light import matchers
from memory_core.learnings.warm_files import Warm

DAILY: Final = "daily"
WEEKLY: Final = "weekly"
PROMPTS: Final = "prompts"  # in a session's state: what was asked last; by it the archive is searched at the end
_SKILLS_MOST: Final = 10  # names of skills in the project's file
_FILE: Final = "gc.json"
_WEEK: Final = 7
_LOGS: Final = 30  # days after which the log of a session leaves the journal (GENIUS-24)


def due(root: str) -> bool:
    """Whether the work of the day waits; if nothing was ever kept there is none."""
    return _since(_of_project(root), DAILY) >= 1 and (_is_kept(root) or bool(_old_logs(root)) or _is_old(root))


def waits(root: str, name: str) -> bool:
    """Whether the end of a session has anything to do with learnings."""
    state = session.load(root, name)
    asked = any(session.texts(state, key) for key in (PROMPTS, session.SKILLS))
    return bool(state.get("hot") or asked or matchers.shown(root, name)) or due(root)


def calls_or_asks(root: str, state: dict[str, Any]) -> bool:
    """Whether a session called a new skill, or asked what the archive may answer."""
    return bool(session.texts(state, PROMPTS) or _new_skills(root, state))


def with_context(root: str, warm: Warm, state: dict[str, Any]) -> Warm:
    """The project's warm learnings with what the session worked on (JARVIS-21).

    Only a new learning or skill makes the file be written: a session that learned nothing leaves it unchanged.
    """
    context = {**warm.context, "current_project": os.path.basename(root)}
    if edited := session.texts(state, session.FILES):
        context["recent_files"] = edited
    if new := _new_skills(root, state):
        context["active_skills"] = [*skills(warm), *new][-_SKILLS_MOST:]
    return warm._replace(context=context)


def skills(warm: Warm) -> list[str]:
    """The names of the skills that the project's file lists."""
    names = warm.context.get("active_skills")
    return [name for name in names if isinstance(name, str)] if isinstance(names, list) else []


def weekly(root: str) -> bool:
    """Whether the work of the week waits, of this project or of the user."""
    return any(_since(place, WEEKLY) >= _WEEK for place in (_of_project(root), _of_user()))


def tidy(root: str, *, of_week: bool) -> None:
    """Archive the logs of sessions that leave the journal, then compress and rotate. The caller holds the locks."""
    today = clock.today()
    archive_logs(root)
    if of_week:
        archive.compress(today)
        access_log.rotate(today)
    for place in (_of_project(root), _of_user()):
        days = {DAILY: today, WEEKLY: today if of_week else _day(place, WEEKLY)}
        json_store.save(place, {key: day for key, day in days.items() if day})


def has_old_logs(root: str) -> bool:
    """Whether a log of a session bears a date of more than thirty days ago. Takes no lock."""
    return bool(_old_logs(root))


def archive_logs(root: str) -> None:
    """Archive the logs of sessions that leave the journal (GENIUS-24). The caller holds the locks."""
    for name in _old_logs(root):
        path = os.path.join(journal_files.folder(root), "session-logs", name)
        archive.keep_session(files.read(path) or "", clock.today(), root, name)
        files.remove(path)


def _new_skills(root: str, state: dict[str, Any]) -> list[str]:
    """The skills that the session called and the project's file does not list; none if nothing is kept."""
    called = session.texts(state, session.SKILLS)
    if not (files.is_file(warm_files.path(root, PROJECT)) or files.is_folder(journal_files.folder(root))):
        return []
    known = skills(warm_files.read(root, PROJECT)) if called else []
    return [name for name in called if name not in known][-_SKILLS_MOST:]


def _old_logs(root: str) -> list[str]:
    return journal_files.old_logs(root, clock.days_ago(_LOGS))


def _is_kept(root: str) -> bool:
    """Whether there are learnings that this project sees."""
    return any(files.is_file(warm_files.path(root, level)) for level in ("project", "global"))


def _is_old(root: str) -> bool:
    """Whether the journal still holds learnings, as versions before 0.5 kept them."""
    return bool(learning_memories.waiting(root))


def _since(place: str, what: str) -> int:
    """The days since the work was done; a large number if it never was, or is dated in the future."""
    try:
        days = (date.fromisoformat(clock.today()) - date.fromisoformat(_day(place, what))).days
    except ValueError:
        return _WEEK
    return days if days >= 0 else _WEEK


def _day(place: str, what: str) -> str:
    day = json_store.load(place, 1000).get(what)
    return day if isinstance(day, str) else ""


def _of_project(root: str) -> str:
    return user.derived(root, _FILE)


def _of_user() -> str:
    return os.path.join(user.state(), _FILE)
