"""`jarvis memory confirm | reject | edit | forget | mute | unmute`: changes of learnings by the user."""

import argparse
import shlex
from collections.abc import Callable, Mapping, Sequence

from memory_core import redact
from memory_core.core import session as sessions
from memory_core.core import undo_log, wings
from memory_core.core.budget import whole
from memory_core.core.light import clock
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import NOTHING, Memory
from memory_core.core.report import Report
from memory_core.core.scopes import EVERYWHERE, scoped
from memory_core.core.session import current as current_session
from memory_core.extract.candidate import Candidate
from memory_core.learnings import access_log, archive, hear, hot_set, tiers, view, warm_files, withdraw
from memory_core.learnings import learning as codec
from memory_core.learnings.find_learning import Match, by_id, call, parse
from memory_core.learnings.learning import (
    ACTIVE,
    COLD,
    GLOBAL,
    GONE,
    HOT,
    PREFERENCE,
    PROJECT,
    REJECTED,
    WARM,
    Cold,
    Learning,
    Move,
    from_state,
    scored,
    to_state,
)
from memory_core.redact import second_opinion

SECONDS = 5.0  # for the index; what is left is done by the next one who opens it
LONGEST = 400  # characters of a learning
USER = "user"  # says so: source of a learning, trigger of a move


def confirm(arguments: list[str]) -> Report:
    """Record that the user confirms the learning: it holds, and is active."""
    options = parse("confirm", arguments)

    def sure(learning: Learning) -> Learning:
        return learning._replace(confirmation=1.0, status=ACTIVE, updated=clock.today())

    match = _changed(options, sure, "confirmed")
    ends = f"where it no longer holds: {call(options)} reject {match.learning.id}"
    return report(options, "confirmed", match.learning, match.tier, more=ends)


def edit(arguments: list[str]) -> Report:
    """Put the learning in the user's words; `--global` and `--path` set where it holds."""
    options = parse("edit", arguments)
    words = line(" ".join(options.words))
    if not (words or options.everywhere or options.path):
        raise Refusal(f'say what to change: `{call(options)} edit {options.id or "ID"} "Use pnpm in apps/ only"`')
    before: list[Learning] = []

    def reworded(learning: Learning) -> Learning:
        before.append(learning)
        changed = learning._replace(confirmation=1.0, status=ACTIVE, updated=clock.today())
        if words:
            new = from_words(options, words)
            triggers = tuple(dict.fromkeys((*new.triggers, *learning.triggers)))
            changed = changed._replace(description=words, slot=new.slot, triggers=triggers)
        if options.path:
            changed = changed._replace(path=_path(options))
        return _raised(options, changed) if options.everywhere and changed.level != GLOBAL else changed

    match = _changed(options, reworded, "edited")
    old = before[0]
    undo = [f"edit {old.id}", *([shlex.quote(old.description)] if words else [])]
    undo += [f"--path {shlex.quote(old.path or EVERYWHERE)}"] if options.path else []
    raised = match.learning.level != old.level
    more = f"it holds in all projects now; `{call(options)} mute {old.id}` in one where it does not" if raised else ""
    return report(
        options, "edited", match.learning, match.tier, " ".join(undo) if undo[1:] and not raised else "", more
    )


def reject(arguments: list[str]) -> Report:
    """Make the learning cold for good: it does not come back automatically (JARVIS-16, X-11)."""
    options = parse("reject", arguments)
    why, root = line(" ".join(options.words)), options.root
    with undo_log.recorded(root, "reject", learns=True) as done:
        match = by_id(options, options.id, HOT, WARM, COLD)
        done.append(_memory(match))
        if match.cold and match.cold.why == REJECTED:
            raise Refusal(f"{view.named(match.learning)} is rejected already; nothing was changed")
        learning = refuse(root, match, why)
    follow(root)
    instead = "in this project" if learning.level == GLOBAL else "for you"
    only = f"; `mute` would have ended it {instead} alone"
    return report(options, "rejected", learning, COLD, f"restore --id {learning.id}", f"it is cold now{only}")


def refuse(root: str, match: Match, why: str) -> Learning:
    """Reject the learning and return it in its cold form. The caller holds `learnings.held(root)`."""
    learning = _numbered(root, hot_set.cooled(match.learning)) if match.tier == HOT else match.learning
    before = match.cold or Cold(learning, root if learning.level == PROJECT else "", clock.today())
    archive.add([before._replace(why=REJECTED, by="", words=why)], clock.today())
    _drop(root, match)
    if learning.level == PROJECT and match.tier != HOT:  # it may come back with a branch, or from a colleague
        warm_files.mute(root, learning)
    withdraw.withdraw(root, (), [learning])
    _log(root, Move(learning, "archived", match.tier, COLD, REJECTED))
    return learning


def forget(arguments: list[str]) -> Report:
    """Delete the learning in every tier (JARVIS-42)."""
    options = parse("forget", arguments)
    root = options.root
    with undo_log.recorded(root, "forget", learns=True) as done:
        match = by_id(options, options.id, HOT, WARM, COLD)
        done.append(_memory(match))
        if match.tier == WARM:  # killed in the middle, something left it in both
            archive.take([Cold(match.learning, root if match.learning.level == PROJECT else "")])
        _drop(root, match)
        archive.take([match.cold] if match.cold else [])
        withdraw.withdraw(root, (), [match.learning])
        _log(root, Move(match.learning, "deleted", match.tier, GONE, USER))
    follow(root)
    more = "git's history has what was committed of it" if _is_committed(match) else "nothing has it any more"
    undo = ["learn", shlex.quote(match.learning.description)]
    undo += ["--global"] if match.learning.level == GLOBAL else []
    undo += [f"--path {shlex.quote(match.learning.path)}"] if match.learning.path else []
    return report(options, "forgot", match.learning, GONE, " ".join(undo), more)


def mute(arguments: list[str]) -> Report:
    """Hide the learning from this user in this project; a colleague still sees it."""
    options = parse("mute", arguments)
    with undo_log.recorded(options.root, "mute", learns=True) as done:
        match = by_id(options, options.id, WARM)
        done.append(_memory(match))
        if match.learning.id in warm_files.muted(options.root):
            raise Refusal(f"{view.named(match.learning)} is already muted here; nothing was changed")
        warm_files.mute(options.root, match.learning)
    follow(options.root)
    where = "in this project" if match.learning.level == GLOBAL else "for you alone; it stands in the project's file"
    return report(options, "muted", match.learning, WARM, f"unmute {match.learning.id}", where)


def unmute(arguments: list[str]) -> Report:
    """Show the learning to this user in this project again."""
    options = parse("unmute", arguments)
    with undo_log.recorded(options.root, "unmute", learns=True) as done:
        muted = warm_files.muted(options.root)
        if not muted:
            raise Refusal("nothing is muted in this project")
        match = by_id(options, options.id, WARM)
        done.append(_memory(match))
        if match.learning.id not in muted:
            raise Refusal(f"{view.named(match.learning)} is not muted here; muted are {', '.join(muted[:20])}")
        warm_files.unmute(options.root, [match.learning.id])
    follow(options.root)
    return report(options, "unmuted", match.learning, WARM, f"mute {match.learning.id}", "in this project")


def _memory(match: Match) -> Memory:
    return codec.to_memory(match.learning, "")


def line(text: str) -> str:
    """The words on one line, without secrets; `Refusal` if that is too long for a learning."""
    match = " ".join(second_opinion.clean(whole(text), thorough=True).split())
    if len(match) > LONGEST:
        raise Refusal(f"{len(match)} characters are too many: a learning has at most {LONGEST}")
    return match


def _path(options: argparse.Namespace) -> str:
    text = scoped(line(options.path), options.root)
    return "" if text == EVERYWHERE else text


def from_words(options: argparse.Namespace, words: str) -> Learning:
    """The learning that the user states: what its words choose and what brings it back, as when it is heard."""
    today = clock.today()
    made = hear.learning(Candidate(PREFERENCE, words)) or Learning("", PREFERENCE, words)
    made = made._replace(
        description=words,
        source=USER,
        status=ACTIVE,
        confirmation=1.0,
        level=GLOBAL if options.everywhere else made.level,
        path=_path(options) if options.path else made.path,
        last_accessed=today,
        created=today,
        updated=today,
        session=current_session(),
    )
    return scored(made._replace(id=codec.provisional(made)), today)


def _changed(options: argparse.Namespace, change: Callable[[Learning], Learning], action: str) -> Match:
    """The learning that is named, hot or warm, changed its place."""
    root = options.root
    with undo_log.recorded(root, {"confirmed": "confirm", "edited": "edit"}.get(action, action), learns=True) as done:
        match = by_id(options, options.id, HOT, WARM)
        done.append(_memory(match))
        new = scored(change(match.learning), clock.today())
        if match.tier == HOT:
            _rewrite_hot(root, match, [new])
        elif new.level == match.learning.level:
            warm = warm_files.read(root, new.level)
            kept = tuple(new if learning.id == new.id else learning for learning in warm.learnings)
            warm_files.write(root, new.level, warm._replace(learnings=kept))
        else:
            _raise_level(root, match, new)
        withdraw.withdraw(root, [new])
        _log(root, Move(new, action, match.tier, match.tier, USER))
    follow(root)
    return match._replace(learning=new)


def _raised(options: argparse.Namespace, learning: Learning) -> Learning:
    """The learning for all projects: only the words that the user sees, nothing else of this project (X-9)."""
    new = from_words(options, learning.description)
    is_hot = learning.id.startswith("hot_")
    return learning._replace(
        level=GLOBAL,
        reason="",
        quote="",
        uuid="",
        triggers=new.triggers,
        slot=new.slot,
        path=new.path,
        skill="",
        extra=learning.extra if is_hot else NOTHING,
    )


def _raise_level(root: str, match: Match, new: Learning) -> None:
    """Add a project's learning to those of all projects, then remove it from the project's file."""
    warm = warm_files.read(root, new.level)
    if any(learning.id == new.id for learning in warm.learnings):
        raise Refusal(
            f"{new.id} is already the id of another learning for all projects; `learn … --global` keeps this one too"
        )
    warm_files.write(root, new.level, warm._replace(learnings=(*warm.learnings, new)))
    _drop(root, match)


def _drop(root: str, match: Match) -> None:
    """Take a learning out of the session or the warm file that it is in."""
    if match.tier == HOT:
        _rewrite_hot(root, match, [])
    elif match.tier == WARM:
        warm_files.drop(root, match.learning.level, match.learning.id)


def _rewrite_hot(root: str, match: Match, instead: Sequence[Learning]) -> None:
    """Put others in the place of a learning that is hot, in every session that heard it."""
    for living in tiers.hot(root):
        state = sessions.load(root, living.session)
        own = from_state(state)
        if any(learning.id == match.learning.id for learning in own):
            new = [other for learning in own for other in (instead if learning.id == match.learning.id else [learning])]
            sessions.save(root, living.session, {**state, "hot": to_state(new)})


def _numbered(root: str, learning: Learning) -> Learning:
    """The learning under the next number of its kind, as the archive holds it."""
    return learning._replace(id=warm_files.next_id(root, learning.kind, learning.level))


def _is_committed(match: Match) -> bool:
    return match.tier == WARM and match.learning.level == PROJECT


def _log(root: str, move: Move) -> None:
    access_log.record(root, [move])


def follow(root: str) -> None:
    """Bring the briefing up to date with the learnings."""
    wings.refresh(root, SECONDS)


def report(
    options: argparse.Namespace,
    done: str,
    learning: Learning,
    tier: str,
    undo: str = "",
    more: str = "",
    facts: Mapping[str, object] = NOTHING,
) -> Report:
    """Report what was done to which learning, and how to undo it; `facts` appear only with `--json`."""
    lines = [f"{done}: {view.named(learning)}", *([more] if more else [])]
    lines += [f"undo: {call(options)} {undo}"] if undo else []
    value = {"done": done, "learning": view.as_json(learning, tier), **facts}
    return Report(options, value, redact.clean("\n".join(lines)))
