"""`jarvis memory gc | archive | restore`: learnings between warm and cold (JARVIS-56 to 59)."""

import argparse
import contextlib
import re
from typing import Final

from memory_core import redact
from memory_core.briefing import render
from memory_core.core.budget import clip
from memory_core.core.light import clock
from memory_core.core.light.errors import Refusal
from memory_core.core.options import answer
from memory_core.learnings import archive, tiers, view, warm_files, withdraw
from memory_core.learnings.conflict import CONTRADICT, relation
from memory_core.learnings.find_learning import PAST, Found, call, one, parser, session, show
from memory_core.learnings.learning import COLD, PROJECT, REJECTED, SUPERSEDED, WARM, Cold, Learning, Move, Resolution
from memory_core.learnings.light import matchers
from memory_core.learnings.plan import Plan
from memory_core.learnings.verb_show import measured, waiting

_SECONDS: Final = 5.0  # for the index; what is left is done by the next one who opens it
_SPAN: Final = re.compile(r"(\d{1,5})\s*(d|days?|w|weeks?)?", re.ASCII)


def gc(arguments: list[str]) -> int:
    """0, after the work of the day and of the week was done, due or not; with `--dry-run` after it was told."""
    options = parser("gc", "The work of the day and the week, now: what is idle becomes cold.").read(arguments)
    done = tiers.gc(options.root, dry_run=options.dry_run)
    return _told(options, done)


def old(arguments: list[str]) -> int:
    """0, after all warm learnings that were idle for so long are cold, whoever said them."""
    options = parser("archive", "What was idle for so long becomes cold.").read(arguments)
    span = _SPAN.fullmatch(options.older_than.strip().casefold())
    if not span:
        how = f"`{call(options)} archive --older-than 30d` or 4w"
        raise Refusal(f"--older-than {clip(options.older_than, 40)!r}: give days or weeks, {how}; nothing was changed")
    days = int(span[1]) * (7 if (span[2] or "d").startswith("w") else 1)
    done = tiers.plan(options.root, days) if options.dry_run else tiers.archive(options.root, days)
    return _told(options, done)


def restore(arguments: list[str]) -> int:
    """0, after what was cold is warm again, the identical entry; that it came back stands beside it (JARVIS-13).

    What contradicts it gives way: it is the user who says that it holds.
    """
    options = parser("restore", "What is cold is warm again, identical.").read(arguments)
    root, now = options.root, clock.stamp(clock.now())
    with warm_files.held(root):
        found = _wanted(options, options.id or " ".join(options.words))
        gone, other = _put_back(root, found)
        moves = [Move(each.learning, "archived", WARM, COLD, SUPERSEDED) for each in gone]
        moves.insert(0, Move(found.learning, "restored", COLD, WARM, "explicit_recall"))
        tiers.record(root, moves, [_kept(each, found.learning) for each in gone])
    learning = found.learning
    if session():  # it is told here and now
        matchers.tell(root, session(), [(learning.id, learning.level)], now)
    render.refresh(root, _SECONDS)
    value = {
        "done": "restored", "learning": view.as_json(learning, WARM), "commit": found.commit,
        "superseded": [each.learning.id for each in gone],
    }  # fmt: skip
    lines = [f"restored: {view.named(learning)}"]
    lines += [f"as commit {found.commit} has it"] if found.commit else []
    lines += [f"{view.named(each.learning)} gives way to it, and is cold" for each in gone]
    lines += [f"not here: {view.named(other)} holds in this project, and goes before it"] if other else []
    return answer(options, value, redact.clean("\n".join([*lines, *_undo(options, found, gone)])))


def _wanted(options: argparse.Namespace, name: str) -> Found:
    """What is cold; or warm, and silent for the user rejected it before it came back with a branch."""
    try:
        return one(options, name, COLD, PAST)
    except Refusal:
        with contextlib.suppress(Refusal):
            found = one(options, name, WARM)
            if found.learning.id in warm_files.muted(options.root):
                return found
        raise


def _put_back(root: str, found: Found) -> tuple[list[Cold], Learning | None]:
    """What gave way to the learning that is warm again, and the project's own that goes before it here."""
    learning, today = found.learning, clock.today()
    if found.tier == WARM:
        archive.take([Cold(learning, root if learning.level == PROJECT else "")])
        warm_files.unmute(root, [learning.id])
        return [], None
    warm = warm_files.read(root, learning.level)
    if any(each.id == learning.id for each in warm.learnings):
        raise Refusal(f"{view.named(learning)} cannot come back: another is called {learning.id}; forget one of them")
    by = found.cold.by if found.cold else ""
    gone = [each for each in warm.learnings if each.id == by or relation(each, learning) == CONTRADICT]
    project = root if learning.level == PROJECT else ""
    cold = [Cold(each, project, today, SUPERSEDED, learning.id) for each in gone]
    left = tuple(each for each in warm.learnings if each not in gone)
    returned = {**warm.returned, learning.id: today}
    archive.add(cold, today)
    warm_files.write(root, learning.level, warm._replace(learnings=(*left, learning), returned=returned))
    archive.take([found.cold] if found.cold else [])
    warm_files.unmute(root, [learning.id])
    withdraw.withdraw(root, [learning])
    tiers.fit(root)
    if learning.level == PROJECT:
        return cold, None
    own = warm_files.read(root, PROJECT).learnings
    return cold, next((each for each in own if relation(each, learning) == CONTRADICT), None)


def _kept(gone: Cold, learning: Learning) -> Resolution:
    return Resolution(gone.learning.id, learning.id, "explicit", learning.id, "the user brought it back")


def _undo(options: argparse.Namespace, found: Found, gone: list[Cold]) -> list[str]:
    """How what was just brought back goes again; where nothing makes it as it was, what ends it."""
    name, do = found.learning.id, call(options)
    if found.commit:
        return [f"undo: {do} forget {name}"]
    if gone:
        return [f"undo: {do} restore --id {gone[0].learning.id}"] if len(gone) == 1 else []
    was_rejected = found.cold is not None and found.cold.why == REJECTED
    return [f"{'undo' if was_rejected else 'where it does not hold'}: {do} reject {name}"]


def _told(options: argparse.Namespace, done: Plan) -> int:
    """0, after it was told what is done, or would be, and how full the tiers are then."""
    now, _ = measured(options.root, done if options.dry_run else None)
    text = f"{view.work(done, is_dry=options.dry_run)}\n\n{view.health(now)}"
    value = {"dry_run": options.dry_run, **view.work_json(done)}
    return show(options, value, "\n".join([*waiting(options.root), text]))
