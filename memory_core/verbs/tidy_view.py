"""The texts of `tidy`: the list within a budget of tokens, the format of the answer, and the result."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from memory_core.core.budget import clip, tokens
from memory_core.core.light import json_store
from memory_core.core.memory import Memory, certainty, stated_reason
from memory_core.core.safe_json import fenced

MOST: Final = 60  # items
BUDGET: Final = 2_950  # tokens of all that is printed
LABEL: Final = "to tidy"
_TEXT: Final = 180  # characters of an item
_ROW: Final = 190  # characters of an item and of the words before it
_ID: Final = 6
_HEAD: Final = (
    "What capture kept of late (+) and nearly kept (-), in the order in which it was said: id, kind, certainty, text; "
    "behind « the words before it."
)
HOW: Final = """\
Keep what somebody in a later session would not find in the code in a minute: choices and why, what broke and what
mended it, how things behave, rules, limits, what was done, what is open; each in one line that names its subject, is
true in the end and is said once. Drop narration, steps of the moment, requests, pasted output, what was given up again,
bullets that a kept line tells already.
Answer with one call, in plain prose without braces and backslashes. What you do not name stays (+) or goes (-). A text
has 12 to 240 characters and says nothing that was not said; without one the old text stays. Kinds: decision, pattern,
error, learning, progress, blocker, next, question; of a preference only whether it stays.

memory-core tidy --apply <<'END_OF_TIDY'
reject ID ID
keep ID ID
keep ID as KIND: TEXT
reword ID: TEXT
retype ID as KIND
merge ID ID: TEXT
confirm ID
ends OLD by NEW
add KIND: TEXT | QUOTE OF THE SESSION
END_OF_TIDY"""


class Item(NamedTuple):
    """A memory that was kept, or nearly."""

    memory: Memory
    is_kept: bool
    before: str = ""  # the words before its own


class Shown(NamedTuple):
    """The printed text, and the ids in it."""

    text: str
    ids: tuple[str, ...]
    left: int  # items for which there was no room


def shown(items: Sequence[Item], ranked: Sequence[Item]) -> Shown:
    """The items in their order, fenced, with how to answer; `ranked` gives the priority if room is short."""
    short = _short([item.memory.id for item in items])
    rows = {item.memory.id: _row(item, short) for item in items}
    room = 4 * BUDGET - len(HOW) - len(_HEAD) - 300  # of the fence
    chosen: set[str] = set()
    for each in ranked:
        room -= len(rows[each.memory.id]) + 1
        if room < 0 or len(chosen) == MOST:
            break
        chosen.add(each.memory.id)
    lines = [item.memory.id for item in items if item.memory.id in chosen]
    text = "\n".join([_HEAD, "", *(rows[name] for name in lines)])
    return Shown(f"{fenced(text, LABEL)}\n\n{HOW}", tuple(lines), len(items) - len(lines))


def done(rows: Iterable[tuple[str, str]], cost: int, waiting: int) -> str:
    """The result of an answer, a line for each verb, and the cost of the run."""
    by_verb: dict[str, list[str]] = {}
    for verb, what in rows:
        by_verb.setdefault(verb, []).append(what)
    lines = [f"{verb} {len(names)}: {', '.join(names)}" for verb, names in by_verb.items()]
    more = f"; {waiting} more wait: `memory-core tidy`" if waiting else ""
    return "\n".join([*lines, f"Done; about {cost:,} tokens were handed out{more}"])


def cost(text: str) -> int:
    """The tokens of a text that a model is handed, estimated."""
    return tokens(text)


def _short(ids: Sequence[str]) -> Mapping[str, str]:
    """The shortest unique beginning of each id."""
    result = {}
    for name in ids:
        most = next(
            (n for n in range(_ID, len(name)) if sum(text.startswith(name[:n]) for text in ids) == 1), len(name)
        )
        result[name] = name[:most]
    return result


def _row(item: Item, short: Mapping[str, str]) -> str:
    memory = item.memory
    kind = "pattern" if memory.kind == "convention" else memory.kind
    sure = f"{certainty(memory) or 0:.2f}".removeprefix("0")
    text = clip(f"{memory.summary} → {why}" if (why := stated_reason(memory)) else memory.summary, _TEXT)
    room = _ROW - len(text)
    before = f" « …{item.before[-room:].lstrip()}" if item.before and room > 20 else ""
    return f"{'+' if item.is_kept else '-'} {short[memory.id]} {kind} {sure} {text}{before}"


_FILE: Final = json_store.derived("tidied.json", 2_000_000)
_REFUSED: Final = 600
_SEEN: Final = 2_000


class Tidied(NamedTuple):
    """The record of earlier runs."""

    refused: tuple[str, ...] = ()  # fingerprints of candidates that nobody wants
    offered: tuple[str, ...] = ()  # ids that were handed out
    seen: tuple[str, ...] = ()  # ids of memories that a run left as they are
    cost: int = 0  # tokens that were handed out since the last answer


def read(root: str) -> Tidied:
    """The record; empty if the file cannot be read."""
    given = _FILE.load(root)
    cost = given.get("cost")
    refused, offered, seen = (tuple(json_store.texts(given.get(name))) for name in ("refused", "offered", "seen"))
    return Tidied(refused, offered, seen, cost if isinstance(cost, int) else 0)


def write(root: str, tidied: Tidied) -> None:
    """Write the record. The caller holds the project's lock."""
    kept = tidied._replace(refused=tidied.refused[-_REFUSED:], seen=tidied.seen[-_SEEN:])
    _FILE.save(root, value=kept._asdict())
