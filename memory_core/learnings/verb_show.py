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
from memory_core.learnings.find_learning import PAST, Match, call, every, hot_here, parse, past, show
from memory_core.learnings.learning import COLD, HOT, HOT_MOST, WARM, priority, scored
from memory_core.learnings.plan import WARM_MOST, Plan
from memory_core.learnings.view import Health
from memory_core.recall import freshness, keyword, schema

_LATE: Final = 30  # lines of the log


def health(arguments: list[str]) -> Report:
    """Report how full the tiers are, in six lines."""
    options = parse("health", arguments)
    now, pending = measured(options.root)
    return Report(options, _report(options.root, now, pending), view.health(now))


def measured(root: str, planned: Plan | None = None) -> tuple[Health, Plan]:
    """The current numbers of the report and the pending moves; planning these takes long, so they may be passed in."""
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
            "demotions": [learning.id for learning in pending.pending_demotions],
            "promotions": [learning.id for learning in pending.pending_promotions],
        },
        "conflicts": [{"learning_a": learning.id, "learning_b": other.id} for learning, other in pending.conflicts],
    }


def listed(arguments: list[str]) -> Report:
    """Report the learnings of a tier, the most important first; without a tier the hot and the warm."""
    options = parse("list", arguments)
    wanted = {None: (HOT, WARM), "all": (HOT, WARM, COLD)}.get(options.tier, (options.tier,))
    today, muted = clock.today(), warm_files.muted(options.root)
    here = hot_here(options.root)
    every_one, session = every(options.root), here[0].session if here else ""
    blocks: list[tuple[str, list[Match]]] = []
    for tier in wanted:
        matches = [match for match in every_one if match.tier == tier]
        if tier == HOT:  # a session has a limit of its own: the health report counts one session
            others = [match for match in matches if match.session != session]
            blocks += [(HOT.capitalize(), here), ("Hot in other sessions", others)]
        else:
            blocks.append((tier.capitalize(), matches))
    result, rows = [], []
    for title, matches in blocks:
        matches.sort(key=lambda match: (-priority(match.learning, today), match.learning.id))
        result += [_as_json(match, muted) for match in matches]
        rows += view.block(title, [_row(match, muted) for match in matches])
    rows += waiting(options.root)
    nothing = f"nothing is {' or '.join(wanted)} yet; `{call(options)} learn WORDS`, or just work"
    return show(options, result, "\n".join(rows) or nothing)


def waiting(root: str) -> list[str]:
    """The line for learnings of an older version that were not taken over yet; "" if there are none."""
    number = len(learning_memories.waiting(root))
    are = "learning of an older version stands" if number == 1 else "learnings of an older version stand"
    return [f"{number} {are} in the journal: warm from the next session's start on, or after `gc`"] if number else []


def search(arguments: list[str]) -> Report:
    """Report the learnings of every tier that the words are about, the nearest first (JARVIS-8)."""
    options = parse("search", arguments)
    words = " ".join(options.words)
    if not words.strip():
        raise Refusal(f"give words to search for: `{call(options)} search package manager`")
    known_here = every(options.root)
    matches = _about([*known_here, *past(options.root, known_here)], words)
    muted = warm_files.muted(options.root)
    rows = [f"{match.tier:<4} {_row(match, muted).strip()}" for match in matches]
    if any(match.cold or match.commit for match in matches):
        rows.append(f"`{call(options)} restore --id ID` brings back what is cold, or only in git's history")
    nothing = f"no learning, hot, warm or cold, has these words: {words}"
    if not (rows or options.json):
        given = ["--root", options.here, *(["--args-stdin"] if options.args_stdin else []), "--", *options.words]
        recalled: Report = importlib.import_module("memory_core.recall.verb_recall").main(given)
        head = redact.neutral(redact.clean(f"{nothing}; of all memories:\n"))
        return recalled._replace(text=lambda: f"{head}\n{recalled.printed()}", people=None, is_ready=True)
    return show(options, [_as_json(match, muted) for match in matches], "\n".join(rows) or nothing)


def log(arguments: list[str]) -> Report:
    """Report the newest moves of this project's learnings, and which of two that contradict was kept."""
    options = parse("log", arguments)
    moves, kept = access_log.read(options.root), access_log.resolutions(options.root)
    says = {match.learning.id: match.learning.description for match in every(options.root)}
    rows = [view.logged(line, says) for line in moves] + [view.resolved(line) for line in kept]
    newest = [row for _, row in sorted(rows)[-_LATE:]]
    return show(options, {"access_log": moves, "conflicts": kept}, "\n".join(newest) or "nothing has moved yet")


def _about(known: Sequence[Match], words: str) -> list[Match]:
    """The learnings with these words, best first; `recall` searches hot and warm, the archive has no index."""
    index = schema.in_memory()
    by_id = {str(at): match for at, match in enumerate(known)}
    memories = [codec.to_memory(match.learning, "")._replace(id=at, source=Source()) for at, match in by_id.items()]
    with contextlib.closing(index.connection) as connection:
        freshness.refresh(connection, "all", "", memories)
        rows = keyword.search(connection, keyword.query(words), keyword.Filter(), 20)
        names = dict(connection.execute("SELECT id, ref FROM memories"))
    return [by_id[names[row]] for row, _ in rows]


def _row(match: Match, muted: Sequence[str]) -> str:
    if match.cold:
        return view.cold_row(match.cold)
    return view.row(
        scored(match.learning, clock.today()), f"last in commit {match.commit}" if match.commit else _note(match, muted)
    )


def _note(match: Match, muted: Sequence[str]) -> str:
    return "muted here" if match.tier == WARM and match.learning.id in muted else ""


def _as_json(match: Match, muted: Sequence[str]) -> dict[str, Any]:
    result = (
        view.cold_json(match.cold) if match.cold else view.as_json(scored(match.learning, clock.today()), match.tier)
    )
    return {**result, "muted": bool(_note(match, muted)), **({"commit": match.commit} if match.tier == PAST else {})}
