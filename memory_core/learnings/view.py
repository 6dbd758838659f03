"""The texts about the tiers: the health report, one line a learning, moves and their reasons (JARVIS-61)."""

import json
import re
import unicodedata
from collections.abc import Mapping, Sequence
from itertools import dropwhile
from typing import Any, Final, NamedTuple

from memory_core import redact
from memory_core.core.budget import clip
from memory_core.learnings.learning import (
    BEHAVIOUR,
    COLD,
    GLOBAL,
    HOT_MOST,
    LISTS,
    WATCHING,
    Cold,
    Learning,
    Move,
    Resolution,
)
from memory_core.learnings.plan import WARM_MOST, Plan

_MEGABYTE: Final = 1024 * 1024
_MOST: Final = 50  # rows of one kind


class Health(NamedTuple):
    """The numbers of the health report."""

    hot: int
    warm: int
    cold_bytes: int
    sessions: int  # that are archived
    demotions: int
    promotions: int
    conflicts: int


def health(numbers: Health) -> str:
    """The six documented lines, in two blocks, whatever the numbers."""
    return (
        f"Hot Memory:  {numbers.hot}/{HOT_MOST} items ({percent(numbers.hot, HOT_MOST)}% capacity)\n"
        f"Warm Memory: {numbers.warm}/{WARM_MOST} items ({percent(numbers.warm, WARM_MOST)}% capacity)\n"
        f"Cold Memory: {numbers.cold_bytes / _MEGABYTE:.1f}MB ({numbers.sessions} archived sessions)\n\n"
        f"Pending demotions: {numbers.demotions} items (inactive 14+ days)\n"
        f"Pending promotions: {numbers.promotions} items (high access)\n"
        f"Conflicts: {numbers.conflicts}"
    )


def percent(part: int, whole: int) -> int:
    """How much of the whole that is, rounded down."""
    return part * 100 // whole


def named(learning: Learning) -> str:
    """A learning in a few words: its id, its level, its text."""
    return redact.neutral(f"{clip(learning.id, 40)} ({where(learning)}): {clip(learning.description, 200)}")


def where(learning: Learning) -> str:
    """Where a learning holds, for people."""
    return "all projects" if learning.level == GLOBAL else "this project"


def row(learning: Learning, note: str = "", *, is_cold: bool = False) -> str:
    """A learning on one line, with its certainty and how often it was shown; `note` adds to it."""
    about = [where(learning), f"confidence {learning.confidence:.2f}", f"used {_times(learning.access_count)}"]
    if learning.status == WATCHING:
        about.append(f"{learning.occurrences} {'occurrence' if learning.occurrences == 1 else 'occurrences'}, watching")
    elif not is_cold:
        about.append("active, confirmed" if learning.is_explicit else "active")
    about += [f"in {clip(learning.path, 60)}"] if learning.path else []
    about += [f"skill {clip(learning.skill, 60)}"] if learning.skill else []
    about += [note] if note else []
    text = f"  {clip(learning.id, 40):<13} {clip(learning.description, 200)}  ({'; '.join(about)})"
    return " ".join(redact.neutral(text).splitlines())


def cold_row(cold: Cold, *, is_dry: bool = False) -> str:
    """An archived learning on one line, with when and why it went; `is_dry`: why it would."""
    why = {"user_rejected": "rejected", "asked": "archived by hand"}.get(cold.why, cold.why)
    by = f" by {clip(cold.by, 40)}" if cold.by else f" (“{clip(cold.words, 100)}”)" if cold.words else ""
    since = "would be cold" if is_dry else f"cold since {clip(cold.archived, 10)}"
    return row(cold.learning, f"{since}: {clip(why, 40)}{by}", is_cold=True)


def block(title: str, rows: Sequence[str]) -> list[str]:
    """The rows under their title, with a count of what was left out; "" if there are none."""
    left = len(rows) - _MOST
    return [f"{title} ({len(rows)})", *rows[:_MOST], *([f"  … +{left} more"] if left > 0 else [])] if rows else []


def logged(line: Mapping[str, Any], says: Mapping[str, str]) -> tuple[str, str]:
    """A line of the access log as text: when, and its row; `says` maps ids to known texts."""
    when, action, name, trigger, before, after = (
        redact.neutral(clip(str(line.get(key) or ""), 40))
        for key in ("timestamp", "action", "learning_id", "trigger", "from_tier", "to_tier")
    )
    words = redact.neutral(clip(" ".join(says.get(name, "").split()), 90))
    way = f"{before or 'new'} → {after or 'gone'}" if before != after else before
    return when, f"{when:<20}  {action:<9} {way}  {name}  {words}{'  ' if words else ''}[{trigger}]"


def resolved(line: Mapping[str, Any]) -> tuple[str, str]:
    """A line of the resolutions: when, and the row that it is."""
    record = line.get("conflict_resolution")
    result = record if isinstance(record, dict) else {}
    each, other, rule, winner, reason = (
        redact.neutral(clip(str(result.get(key) or ""), most))
        for key, most in (("learning_a", 40), ("learning_b", 40), ("resolution", 40), ("winner", 40), ("reason", 160))
    )
    when = redact.neutral(clip(str(line.get("timestamp") or ""), 40))
    return when, f"{when:<20}  resolved  {each} and {other}: {winner} ({rule}: {reason})"


def work(done: Plan, *, is_dry: bool) -> str:
    """What is archived, resolved and pending; or what would be."""
    rows = [
        *block(
            "Would be archived" if is_dry else "Archived", [cold_row(cold, is_dry=is_dry) for cold in done.archived]
        ),
        *block(
            "Would be resolved" if is_dry else "Resolved", [_resolution(resolution) for resolution in done.resolutions]
        ),
        *block("Inactive 14+ days, still warm", [row(each) for each in done.pending_demotions]),
        *block("Could become a skill", [row(each) for each in done.pending_promotions]),
    ]
    return "\n".join(rows) or f"nothing {'is to be' if is_dry else 'was'} archived, and nothing is pending"


def work_json(done: Plan) -> dict[str, Any]:
    """The same as JSON."""
    return {
        "moves": [_move_json(move) for move in done.moves],
        "archived": [cold_json(cold) for cold in done.archived],
        "resolutions": [resolution.to_json() for resolution in done.resolutions],
        "pending": {
            "demotions": [each.id for each in done.pending_demotions],
            "promotions": [each.id for each in done.pending_promotions],
        },
        "conflicts": [{"learning_a": each.id, "learning_b": other.id} for each, other in done.conflicts],
    }


def cold_json(cold: Cold) -> dict[str, Any]:
    """An archived learning with `--json`."""
    return {
        **as_json(cold.learning, COLD),
        **{key: value for key, value in cold._asdict().items() if key != "learning"},
    }


def as_json(learning: Learning, tier: str) -> dict[str, Any]:
    """A learning as every verb prints it with `--json`; keys may be added, never renamed."""
    result = {key: value for key, value in learning._asdict().items() if key != "extra"}
    return {**result, "triggers": list(learning.triggers), "tier": tier, "list": LISTS.get(learning.kind, "")}


def _resolution(each: Resolution) -> str:
    row_text = f"{each.learning_a} and {each.learning_b}: {each.winner} ({each.resolution}: {each.reason})"
    return "  " + redact.neutral(clip(row_text, 300))


def _move_json(move: Move) -> dict[str, Any]:
    return {"learning_id": move.learning.id, **{key: each for key, each in move._asdict().items() if key != "learning"}}


def _times(number: int) -> str:
    return "once" if number == 1 else f"{number} times"


_WORDS: Final = 6  # of a slug
_BEFORE: Final = frozenset(  # what is said before a learning says what it is about
    (
        "from now on in this project for please always we you i lets use using prefer want should must to remember "
        "that make sure so just"
    ).split()
)
_ARTICLES: Final = frozenset(("the", "a", "an"))
_TELLING: Final = 8  # triggers that the description names: every session pays for it
_LONGEST: Final = 40  # characters of a slug


class Draft(NamedTuple):
    """A skill: the name of its folder, and the content of its SKILL.md."""

    slug: str
    text: str


def draft(learning: Learning) -> Draft:
    """A skill with the content of the learning; the same learning gives the same bytes."""
    words = (_line(learning.description, 200) or learning.id).rstrip(" .;:,…") or learning.id
    slug = _slug(words) or re.sub(r"[^a-z0-9]+", "-", learning.id.casefold()).strip("-") or "learned"
    topics = ", ".join(filter(None, (_line(word, 30) for word in learning.triggers[:_TELLING])))
    path = _line(learning.path, 80)
    when = " or ".join(
        [*([f"the work is about {topics}"] if topics else []), *([f"files match {path}"] if path else [])]
    )
    description = clip(f"{words}; use this when {when or 'the work is about it'}.", 400)
    heading = "How it is done here" if learning.kind == BEHAVIOUR else "What the user prefers"
    rows = [
        f"# {heading}",
        "",
        words,
        *(["", f"Why: {reason}"] if (reason := _line(learning.reason, 300)) else []),
        *(["", f"It holds for files that match `{path.replace('`', '')}`."] if path else []),
        *(["", f"In the user's words: “{quote}”"] if (quote := _line(learning.quote, 200)) and quote != words else []),
        "",
        f"Made of the learning {learning.id}; `memory-core show {learning.id}` says where it comes from.",
    ]
    head = f"---\nname: {slug}\ndescription: {json.dumps(description, ensure_ascii=False)}\n---\n"
    return Draft(slug, head + "\n".join(rows) + "\n")


def _line(text: str, most: int) -> str:
    return " ".join(clip(redact.neutral(redact.clean(text)), most).split())


def _slug(text: str) -> str:
    plain = unicodedata.normalize("NFKD", text).encode("ascii", "ignore").decode().casefold()
    every = [word for word in re.findall(r"[a-z0-9]+", plain.replace("'", "")) if word not in _ARTICLES]
    words = [*dropwhile(_BEFORE.__contains__, every)][:_WORDS] or every[:_WORDS]
    while len("-".join(words)) > _LONGEST and len(words) > 1:
        words.pop()
    return "-".join(words)[:_LONGEST].strip("-")
