"""`jarvis memory learn`: the user's words become warm at once; the answer names the learnings that they affect."""

import argparse
import os
import shlex
from collections.abc import Sequence

from memory_core.core import undo_log
from memory_core.core.light.errors import Refusal
from memory_core.core.report import Report
from memory_core.core.session import current as current_session
from memory_core.learnings import learning_memories, tiers, view, warm_files, withdraw
from memory_core.learnings.conflict import CONTRADICT, relation
from memory_core.learnings.find_learning import Match, call, every, parse
from memory_core.learnings.learning import GLOBAL, HOT, PROJECT, WARM, Learning
from memory_core.learnings.verb_change import follow, from_words, line, report

_SIGNS = (".git", ".genius", ".claude", "IRIS_MEMORY.json", "CLAUDE.md")  # of which a project has one


def learn(arguments: list[str]) -> Report:
    """Keep the user's words as a warm learning; learnings that they contradict end."""
    options = parse("learn", arguments)
    words = line(" ".join(options.words))
    if not words:
        raise Refusal(f'give the words to learn: `{call(options)} learn "Use pnpm, not npm"`')
    new, root, is_project = from_words(options, words), options.root, _is_project(options)
    if new.level == PROJECT and not is_project:
        raise Refusal(
            f"{options.here} is not a project: change to a project, name it with --root, or use "
            "--global; nothing was kept"
        )
    before = {(match.learning.level, match.learning.id): match for match in every(root) if match.tier != HOT}
    held = warm_files.both(root).learnings
    with undo_log.recorded(root, "learn", learns=True) as done:
        (made,) = tiers.keep(root, current_session(), [new], by_user=True) or (None,)
        if made and is_project:
            withdraw.withdraw(root, [made])
        if made:
            done.append(learning_memories.as_memory(made))
    if made is None:
        raise Refusal("the learning was changed by another session meanwhile; state it again")
    if is_project:
        follow(root)
    now = every(root)
    stands = next((match for match in now if (match.learning.level, match.learning.id) == (made.level, made.id)), None)
    was = before.get((made.level, made.id))
    known = was is not None and was.tier == WARM
    gone = [
        match
        for match in now
        if match.cold
        and match.cold.by == made.id
        and before.get((match.learning.level, match.learning.id), match).tier == WARM
    ]
    silent = [
        learning
        for learning in held
        if learning.level == GLOBAL and learning.id not in _ids(warm_files.both(root).learnings)
    ]
    over = _over(root, made, stands)
    more = _met(made, was, gone, over, silent)
    undo = _undo(options, made, was, gone, silent)
    facts = {
        "known": known,
        "superseded": [match.learning.id for match in gone],
        "beaten_by": over.id if over else "",
    }
    return report(options, "learned", made, stands.tier if stands else WARM, undo, "\n".join(more), facts)


def _over(root: str, made: Learning, stands: Match | None) -> Learning | None:
    """What goes before the words: they are cold at once, or hold in other projects alone."""
    own = warm_files.read(root, PROJECT).learnings
    if stands and stands.cold:
        return next((learning for learning in own if learning.id == stands.cold.by), None)
    return next((learning for learning in own if made.level == GLOBAL and relation(learning, made) == CONTRADICT), None)


def _met(
    made: Learning, was: Match | None, gone: Sequence[Match], over: Learning | None, silent: Sequence[Learning]
) -> list[str]:
    """The existing learnings that the words affect."""
    rows = [f"it took the place of {view.named(match.learning)}, which is cold" for match in gone]
    if was:
        rows.append(
            "it exists already, and is more certain now" if was.tier == WARM else "it was cold, and is warm again"
        )
    if over:
        here = "not in this project" if made.level == GLOBAL else "it is cold at once"
        rows.append(f"{here}: {view.named(over)} goes before it")
    rows += [f"in this project it goes before {view.named(learning)}" for learning in silent if learning.id != made.id]
    return rows


def _undo(
    options: argparse.Namespace, made: Learning, was: Match | None, gone: Sequence[Match], silent: Sequence[Learning]
) -> str:
    """The call that restores the earlier state; "" if there is none."""
    if was:
        changed = was.tier == WARM and was.learning.description != made.description
        return f"edit {made.id} {shlex.quote(was.learning.description)}" if changed else ""
    if len(gone) == 1 and not silent:
        return f"restore --id {gone[0].learning.id}"
    steps = [f"restore --id {match.learning.id}" for match in gone] + [f"unmute {learning.id}" for learning in silent]
    return f"; then {call(options)} ".join([f"forget {made.id}", *steps])


def _ids(known: Sequence[Learning]) -> set[str]:
    return {learning.id for learning in known if learning.level == GLOBAL}


def _is_project(options: argparse.Namespace) -> bool:
    """Whether the folder is a project: it is named, a session runs in it, or it has typical files."""
    given = os.environ.get("CLAUDE_PROJECT_DIR", "")
    if options.root_given or (given and os.path.realpath(given) == options.root):
        return True
    signs = _SIGNS if options.root != os.path.realpath(os.path.expanduser("~")) else _SIGNS[:2]
    return any(os.path.exists(os.path.join(options.root, name)) for name in signs)
