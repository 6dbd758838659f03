"""`jarvis memory status | health | list | search | log`: looks only, changes nothing."""

import contextlib
import importlib
from collections.abc import Sequence
from typing import Any, Final

from memory_core import redact
from memory_core.core.light import clock
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Source
from memory_core.core.report import Report
from memory_core.learnings import access_log, archive, learning_memories, tiers, view, warm_files
from memory_core.learnings import learning as codec
from memory_core.learnings.find_learning import PAST, Found, call, every, hot_here, parse, past, show
from memory_core.learnings.learning import COLD, HOT, WARM
from memory_core.learnings.plan import HOT_MOST, WARM_MOST, Plan
from memory_core.learnings.score import priority, scored
from memory_core.learnings.view import Health
from memory_core.recall import freshness, keyword, schema

_LATE: Final = 30  # lines of the log


def health(arguments: list[str]) -> Report:
    """Report how full the tiers are, in six lines."""
    options = parse("health", arguments)
    now, pending = measured(options.root)
    return Report(options, _report(options.root, now, pending), view.health(now))


def measured(root: str, planned: Plan | None = None) -> tuple[Health, Plan]:
    """The numbers of the report as they are now, and what is pending; that takes long to plan, and may be known."""
    pending = planned or tiers.plan(root)
    size, sessions = archive.sizes()
    warm = sum(len(warm_files.read(root, level).learnings) for level in (codec.PROJECT, codec.GLOBAL))
    numbers = len(pending.pending_demotions), len(pending.pending_promotions), len(pending.conflicts)
    return Health(len(hot_here(root)), warm, size, sessions, *numbers), pending


def _report(root: str, now: Health, pending: Plan) -> dict[str, Any]:
    return {
        "hot": {"items": now.hot, "limit": HOT_MOST, "percent": view.percent(now.hot, HOT_MOST)},
        "warm": {"items": now.warm, "limit": WARM_MOST, "percent": view.percent(now.warm, WARM_MOST)},
        "cold": {"bytes": now.cold_bytes, "sessions": now.sessions, "items": len(archive.read(root))},
        "pending": {
            "demotions": [one.id for one in pending.pending_demotions],
            "promotions": [one.id for one in pending.pending_promotions],
        },
        "conflicts": [{"learning_a": one.id, "learning_b": other.id} for one, other in pending.conflicts],
    }


def listed(arguments: list[str]) -> Report:
    """Report the learnings of a tier, the most important first; without a tier the hot and the warm."""
    options = parse("list", arguments)
    wanted = {None: (HOT, WARM), "all": (HOT, WARM, COLD)}.get(options.tier, (options.tier,))
    today, muted = clock.today(), warm_files.muted(options.root)
    here = hot_here(options.root)
    every_one, session = every(options.root), here[0].session if here else ""
    blocks: list[tuple[str, list[Found]]] = []
    for tier in wanted:
        found = [one for one in every_one if one.tier == tier]
        if tier == HOT:  # a session has a limit of its own: the health report counts one session
            others = [one for one in found if one.session != session]
            blocks += [(HOT.capitalize(), here), ("Hot in other sessions", others)]
        else:
            blocks.append((tier.capitalize(), found))
    told, rows = [], []
    for title, found in blocks:
        found.sort(key=lambda one: (-priority(one.learning, today), one.learning.id))
        told += [_as_json(one, muted) for one in found]
        rows += view.block(title, [_row(one, muted) for one in found])
    rows += waiting(options.root)
    nothing = f"nothing is {' or '.join(wanted)} yet; `{call(options)} learn WORDS`, or just work"
    return show(options, told, "\n".join(rows) or nothing)


def waiting(root: str) -> list[str]:
    """A line that tells how many learnings of an older version nobody took over yet; none where there are none."""
    number = len(learning_memories.waiting(root))
    are = "learning of an older version stands" if number == 1 else "learnings of an older version stand"
    return [f"{number} {are} in the journal: warm from the next session's start on, or after `gc`"] if number else []


def search(arguments: list[str]) -> Report:
    """Report the learnings of every tier that the words are about, the nearest first (JARVIS-8)."""
    options = parse("search", arguments)
    words = " ".join(options.words)
    if not words.strip():
        raise Refusal(f"say what about: `{call(options)} search package manager`")
    known_here = every(options.root)
    found = _about([*known_here, *past(options.root, known_here)], words)
    muted = warm_files.muted(options.root)
    rows = [f"{one.tier:<4} {_row(one, muted).strip()}" for one in found]
    if any(one.cold or one.commit for one in found):
        rows.append(f"`{call(options)} restore --id ID` brings back what is cold, or only in git's history")
    nothing = f"no learning, hot, warm or cold, has these words: {words}"
    if not (rows or options.json):
        given = ["--root", options.here, *(["--args-stdin"] if options.args_stdin else []), "--", *options.words]
        recalled: Report = importlib.import_module("memory_core.recall.verb_recall").main(given)
        head = redact.neutral(redact.clean(f"{nothing}; of all memories:\n"))
        return recalled._replace(text=lambda: f"{head}\n{recalled.printed()}", people=None, is_ready=True)
    return show(options, [_as_json(one, muted) for one in found], "\n".join(rows) or nothing)


def log(arguments: list[str]) -> Report:
    """Report the newest moves of this project's learnings, and which of two that contradict was kept."""
    options = parse("log", arguments)
    moves, kept = access_log.read(options.root), access_log.resolutions(options.root)
    says = {one.learning.id: one.learning.description for one in every(options.root)}
    rows = [view.logged(line, says) for line in moves] + [view.resolved(line) for line in kept]
    newest = [row for _, row in sorted(rows)[-_LATE:]]
    return show(options, {"access_log": moves, "conflicts": kept}, "\n".join(newest) or "nothing has moved yet")


def _about(known: Sequence[Found], words: str) -> list[Found]:
    """Those that have the words, the best first; `recall` knows hot and warm, the archive is in no index."""
    index = schema.in_memory()
    by_id = {str(at): one for at, one in enumerate(known)}
    memories = [codec.to_memory(one.learning, "")._replace(id=at, source=Source()) for at, one in by_id.items()]
    with contextlib.closing(index.connection) as connection:
        freshness.refresh(connection, "all", "", memories)
        rows = keyword.search(connection, keyword.query(words), keyword.Filter(), 20)
        names = dict(connection.execute("SELECT id, ref FROM memories"))
    return [by_id[names[row]] for row, _ in rows]


def _row(one: Found, muted: Sequence[str]) -> str:
    if one.cold:
        return view.cold_row(one.cold)
    return view.row(
        scored(one.learning, clock.today()), f"last in commit {one.commit}" if one.commit else _note(one, muted)
    )


def _note(one: Found, muted: Sequence[str]) -> str:
    return "muted here" if one.tier == WARM and one.learning.id in muted else ""


def _as_json(one: Found, muted: Sequence[str]) -> dict[str, Any]:
    found = view.cold_json(one.cold) if one.cold else view.as_json(scored(one.learning, clock.today()), one.tier)
    return {**found, "muted": bool(_note(one, muted)), **({"commit": one.commit} if one.tier == PAST else {})}
