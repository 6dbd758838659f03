"""`jarvis memory gc | archive | restore`: learnings between warm and cold (JARVIS-56 to 59)."""

import argparse
import re
from typing import Final

from memory_core.domain.budget import clip
from memory_core.domain.errors import Refusal
from memory_core.domain.tiers.moves import COLD, WARM, Move
from memory_core.flows import tiers, write_briefing
from memory_core.flows.jarvis_find import call, every, one, parser, say, session, show
from memory_core.flows.jarvis_show import measured
from memory_core.flows.options import emit
from memory_core.flows.tiers import Done
from memory_core.stores import access_log, archive, clock, learnings, matchers
from memory_core.views import tiers as view
from memory_core.views.tiers import Work

_SECONDS: Final = 5.0  # for the index; what is left is done by the next one who opens it
_SPAN: Final = re.compile(r"(\d{1,5})\s*(d|days?|w|weeks?)?", re.ASCII)


def gc(arguments: list[str]) -> int:
    """0, after the work of the day and of the week was done, due or not; with `--dry-run` after it was told."""
    known = parser("gc", "The work of the day and the week, now: what is idle becomes cold.")
    known.add_argument("--dry-run", action="store_true", help="tell what would be done, and do nothing")
    options = known.read(arguments)
    done = tiers.gc(options.root, dry_run=options.dry_run)
    return _told(options, done)


def old(arguments: list[str]) -> int:
    """0, after all warm learnings that were idle for so long are cold, whoever said them."""
    known = parser("archive", "What was idle for so long becomes cold.")
    known.add_argument("--older-than", metavar="30d", default="", help="idle days (30d) or weeks (4w)")
    known.add_argument("--dry-run", action="store_true", help="tell what would be done, and do nothing")
    options = known.read(arguments)
    span = _SPAN.fullmatch(options.older_than.strip().casefold())
    if not span:
        how = f"`{call(options)} archive --older-than 30d` or 4w"
        raise Refusal(f"--older-than {clip(options.older_than, 40)!r}: give days or weeks, {how}; nothing was changed")
    days = int(span[1]) * (7 if (span[2] or "d").startswith("w") else 1)
    done = tiers.plan(options.root, days) if options.dry_run else tiers.archive(options.root, days)
    return _told(options, done)


def restore(arguments: list[str]) -> int:
    """0, after what was cold is warm again, the identical entry; that it came back stands beside it (JARVIS-13)."""
    known = parser("restore", "What is cold is warm again, identical.")
    known.add_argument("words", nargs="*", metavar="ID")
    known.add_argument("--id", default="", metavar="ID", help="of the learning; `list cold` shows them")
    options = known.read(arguments)
    root, today = options.root, clock.today()
    with learnings.held(root):
        found = one(options, options.id or " ".join(options.words), COLD)
        learning, cold = found.learning, found.cold
        assert cold is not None, "it was asked for among what is cold"
        warm = learnings.read(root, learning.level)
        if any(each.id == learning.id for each in warm.learnings):
            raise Refusal(
                f"{view.named(learning)} cannot come back: another is called {learning.id}; forget one of them"
            )
        returned = {**warm.returned, learning.id: today}
        learnings.write(root, learning.level, warm._replace(learnings=(*warm.learnings, learning), returned=returned))
        archive.take([cold])
        now = clock.stamp(clock.now())
        access_log.append([Move(learning, "restored", COLD, WARM, "explicit_recall")], now, root)
    if session():  # it is told here and now
        matchers.tell(root, session(), [(learning.id, learning.level)], now)
    write_briefing.refresh(root, _SECONDS)
    if options.json:
        emit({"done": "restored", "learning": view.as_json(learning, WARM)})
        return 0
    lines = [f"restored: {view.named(learning)}"]
    other = next((each for each in every(root) if cold.by and each.learning.id == cold.by), None)
    if other and other.tier != COLD:
        lines.append(f"{view.named(other.learning)} had taken its place: reject that one, or the next gc decides again")
    lines.append(f"undo: {call(options)} reject {learning.id}")
    say("\n".join(lines))
    return 0


def _told(options: argparse.Namespace, done: Done) -> int:
    """0, after it was told what is done, or would be, and how full the tiers are then."""
    work = Work(**done._asdict())
    if options.json:
        emit({"dry_run": options.dry_run, **view.work_json(work)})
        return 0
    now, _ = measured(options.root, done if options.dry_run else None)
    show(options, f"{view.work(work, is_dry=options.dry_run)}\n\n{view.health(now)}")
    return 0
