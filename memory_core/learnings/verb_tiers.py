"""`jarvis memory gc | archive | restore`: learnings between warm and cold (JARVIS-56 to 59)."""

import argparse
import contextlib
import os
import re
from collections.abc import Mapping
from typing import Any, Final

from memory_core import redact
from memory_core.core import wings
from memory_core.core.budget import clip
from memory_core.core.light import clock, files
from memory_core.core.light.errors import Refusal
from memory_core.core.report import Report
from memory_core.core.session import current as current_session
from memory_core.learnings import access_log, archive, tiers, view, warm_files, withdraw
from memory_core.learnings.conflict import CONTRADICT, relation
from memory_core.learnings.find_learning import PAST, Match, by_id, call, parse, show
from memory_core.learnings.learning import COLD, PROJECT, REJECTED, SUPERSEDED, WARM, Cold, Learning, Move, Resolution
from memory_core.learnings.light import matchers
from memory_core.learnings.plan import Plan
from memory_core.learnings.verb_show import measured, waiting
from memory_core.learnings.view import Draft

_SECONDS: Final = 5.0  # for the index; what is left is done by the next one who opens it
_SPAN: Final = re.compile(r"(\d{1,5})\s*(d|days?|w|weeks?)?", re.ASCII)


def gc(arguments: list[str]) -> Report:
    """Do the work of the day and of the week, due or not; with `--dry-run` only report it."""
    options = parse("gc", arguments)
    done = tiers.gc(options.root, dry_run=options.dry_run)
    return _report(options, done)


def old(arguments: list[str]) -> Report:
    """Make all warm learnings cold that were unused for that long, whoever stated them."""
    options = parse("archive", arguments)
    span = _SPAN.fullmatch(options.older_than.strip().casefold())
    if not span:
        how = f"`{call(options)} archive --older-than 30d` or 4w"
        raise Refusal(f"--older-than {clip(options.older_than, 40)!r}: write days or weeks, {how}; nothing was changed")
    days = int(span[1]) * (7 if (span[2] or "d").startswith("w") else 1)
    done = tiers.plan(options.root, days) if options.dry_run else tiers.archive(options.root, days)
    return _report(options, done)


def restore(arguments: list[str]) -> Report:
    """Make a cold learning warm again with the identical entry, and record that it came back (JARVIS-13).

    Learnings that contradict it are ended: the user says that it holds.
    """
    options = parse("restore", arguments)
    root, now = options.root, clock.stamp(clock.now())
    with warm_files.held(root):
        match = _wanted(options, options.id or " ".join(options.words))
        gone, other = _put_back(root, match)
        moves = [Move(cold.learning, "archived", WARM, COLD, SUPERSEDED) for cold in gone]
        moves.insert(0, Move(match.learning, "restored", COLD, WARM, "explicit_recall"))
        access_log.record(root, moves, [_kept(cold, match.learning) for cold in gone])
    learning = match.learning
    if current_session():  # it is told here and now
        matchers.tell(root, current_session(), [(learning.id, learning.level)], now)
    wings.refresh(root, _SECONDS)
    value = {
        "done": "restored", "learning": view.as_json(learning, WARM), "commit": match.commit,
        "superseded": [cold.learning.id for cold in gone],
    }  # fmt: skip
    lines = [f"restored: {view.named(learning)}"]
    lines += [f"as commit {match.commit} has it"] if match.commit else []
    lines += [f"{view.named(cold.learning)} gives way to it, and is cold" for cold in gone]
    lines += [f"not here: {view.named(other)} holds in this project, and goes before it"] if other else []
    return Report(options, value, redact.clean("\n".join([*lines, *_undo(options, match, gone)])))


def _wanted(options: argparse.Namespace, name: str) -> Match:
    """The cold learning, or a warm one that is silent because the user rejected it before a branch brought it back."""
    try:
        return by_id(options, name, COLD, PAST)
    except Refusal:
        with contextlib.suppress(Refusal):
            match = by_id(options, name, WARM)
            if match.learning.id in warm_files.muted(options.root):
                return match
        raise


def _put_back(root: str, match: Match) -> tuple[list[Cold], Learning | None]:
    """What gave way to the learning that is warm again, and the project's own that goes before it here."""
    learning, today = match.learning, clock.today()
    if match.tier == WARM:
        archive.take([Cold(learning, root if learning.level == PROJECT else "")])
        warm_files.unmute(root, [learning.id])
        return [], None
    warm = warm_files.read(root, learning.level)
    if any(rival.id == learning.id for rival in warm.learnings):
        raise Refusal(
            f"{view.named(learning)} cannot come back: another learning has the id {learning.id}; forget one of them"
        )
    by = match.cold.by if match.cold else ""
    gone = [rival for rival in warm.learnings if rival.id == by or relation(rival, learning) == CONTRADICT]
    project = root if learning.level == PROJECT else ""
    cold = [Cold(rival, project, today, SUPERSEDED, learning.id) for rival in gone]
    left = tuple(rival for rival in warm.learnings if rival not in gone)
    returned = {**warm.returned, learning.id: today}
    archive.add(cold, today)
    warm_files.write(root, learning.level, warm._replace(learnings=(*left, learning), returned=returned))
    archive.take([match.cold] if match.cold else [])
    warm_files.unmute(root, [learning.id])
    withdraw.withdraw(root, [learning])
    tiers.fit(root)
    if learning.level == PROJECT:
        return cold, None
    own = warm_files.read(root, PROJECT).learnings
    return cold, next((rival for rival in own if relation(rival, learning) == CONTRADICT), None)


def _kept(gone: Cold, learning: Learning) -> Resolution:
    return Resolution(gone.learning.id, learning.id, "explicit", learning.id, "the user brought it back")


def _undo(options: argparse.Namespace, match: Match, gone: list[Cold]) -> list[str]:
    """The call that removes what was just restored; if none restores the earlier state, the call that ends it."""
    name, do = match.learning.id, call(options)
    if match.commit:
        return [f"undo: {do} forget {name}"]
    if gone:
        return [f"undo: {do} restore --id {gone[0].learning.id}"] if len(gone) == 1 else []
    was_rejected = match.cold is not None and match.cold.why == REJECTED
    return [f"{'undo' if was_rejected else 'where it does not hold'}: {do} reject {name}"]


def _report(options: argparse.Namespace, done: Plan) -> Report:
    """Report what is done, or would be done, and how full the tiers are then."""
    now, _ = measured(options.root, done if options.dry_run else None)
    text = f"{view.work(done, is_dry=options.dry_run)}\n\n{view.health(now)}"
    value = {"dry_run": options.dry_run, **view.work_json(done)}
    return show(options, value, "\n".join([*waiting(options.root), text]))


def skills(arguments: list[str]) -> Report:
    """Report the candidates with their drafts, or write the skill of the learning that is named."""
    options = parse("skills", arguments)
    root = options.root
    if options.write:
        with warm_files.held(root):
            learning = by_id(options, options.write, WARM).learning
            made = _written(root, learning)
            _mark(root, learning, made)
        value = {"done": "written", "path": _place(made), "learning": view.as_json(learning, WARM), "text": made.text}
        gone = f"undo: delete {os.path.dirname(_place(made))}"
        text = f"written: {_place(made)}, from {view.named(learning)}\nread it, and commit it\n{gone}"
        return Report(options, value, redact.clean(text))
    rows = [(learning, view.draft(learning)) for learning in tiers.plan(root).pending_promotions]
    values = [{"learning": view.as_json(rival, WARM), "slug": made.slug, "text": made.text} for rival, made in rows]
    blocks = [
        f"{view.row(rival).strip()}\n\n{made.text}\n{call(options)} skills --write {rival.id}" for rival, made in rows
    ]
    none = "no learning is sure enough (confidence from 0.8) and used enough (10 times) to become a skill yet"
    return show(options, values, "\n\n".join(blocks) or none)


def _place(made: Draft) -> str:
    return f".claude/skills/{made.slug}/SKILL.md"


def _written(root: str, learning: Learning) -> Draft:
    """Write the draft into the project; under a longer name if its own is taken."""
    made = view.draft(learning)
    longer = made.slug + "-" + learning.id.replace("_", "-")
    for slug in (made.slug, longer):
        draft = Draft(slug, made.text.replace(f"name: {made.slug}\n", f"name: {slug}\n", 1))
        path = os.path.join(root, *_place(draft).split("/"))
        if files.read(path) == draft.text:
            return draft
        if files.is_absent(path):
            files.write(path, draft.text)
            return draft
    raise Refusal(f"{_place(Draft(longer, ''))} exists already with other content; delete it first, or edit it by hand")


def _mark(root: str, learning: Learning, made: Draft) -> None:
    """Note with the learning which skill it became, and with the project that it has that skill (JARVIS-21)."""
    new = learning._replace(skill=made.slug)
    for level in dict.fromkeys((learning.level, PROJECT)):
        warm = warm_files.read(root, level)
        kept = tuple(new if rival.id == new.id and level == new.level else rival for rival in warm.learnings)
        context = _with_skill(warm.context, made.slug) if level == PROJECT else warm.context
        warm_files.write(root, level, warm._replace(learnings=kept, context=context))
    access_log.record(root, [Move(new, "promoted", WARM, WARM, "skill")])


def _with_skill(context: Mapping[str, Any], slug: str) -> dict[str, Any]:
    known = context.get("active_skills")
    names = [name for name in known if isinstance(name, str) and name != slug] if isinstance(known, list) else []
    return {**context, "active_skills": [*names, slug]}
