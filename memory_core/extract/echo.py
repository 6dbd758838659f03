"""Ignores repetitions of what memory-core itself printed, and prose that answers it.

The speaker is known: the reader marks printed text (`told`) and commands that a person typed (`command`). Prose after
them is their answer until the session turns to something else. Elsewhere each sentence is compared with what was
printed in this session, except a person's words, commits and tickets.
"""

import re
from collections.abc import Iterable, Iterator
from functools import lru_cache
from typing import Any, Final, NamedTuple

from memory_core.extract import prose_text as texts
from memory_core.extract import shell
from memory_core.extract.candidate import Candidate, State
from memory_core.extract.turn import Turn
from memory_core.language import near_duplicate
from memory_core.language.near_duplicate import Passage

_UNASKED: Final = "hook"  # the tool of what a hook printed: nobody asked, so nothing answers it
_WORKING: Final = ("cs:p", "cs:i", "cs:c", "cs:review", "cs:fix")  # commands that begin work, and print to that end
# The modes of a turn of the session.
_LOOKED: Final = "looked"  # a verb was asked, and nothing else was done yet
_ASKED: Final = "asked"  # a command was typed that shows something, or a verb failed: until a file changes
_EDITS: Final = ("Edit", "Write", "MultiEdit", "NotebookEdit")
_TOLD_CHARS: Final = 12_000  # of the words that the next reading is handed
_ROW_WORDS: Final = 40
_IDS_MOST: Final = 160
_GONE: Final = re.compile(r"^forgot (\S+): (.+)$", re.MULTILINE)  # what the verb says
_GONE_MOST: Final = 24
# What an id of a memory, a learning or a guard rail looks like: d-1a2b3c4d, pref_003, AC-001.
_ID: Final = re.compile(
    r"(?<![\w-])(?:[a-z]{1,16}-(?=[a-f]*\d)[0-9a-f]{8,16}|(?:pref|pat)_\d{1,9}|hot_[0-9a-f]{8}|(?:AC|CC|IP|RC)-\d{1,9})(?![\w-])"
)


class Gone(NamedTuple):
    """A memory that was forgotten."""

    id: str
    summary: str


def follow(turn: Turn, state: State) -> list[Gone]:
    """Track who speaks from here on and what was printed; returns what was forgotten in this turn."""
    known: dict[str, Any] = state.setdefault("echo", {"mode": "", "worked": False, "told": [], "ids": [], "gone": []})
    if turn.role == "told":
        if not turn.agent and turn.tool != _UNASKED and not known["mode"] and not known["worked"]:
            known["mode"] = _ASKED if turn.failed else _LOOKED
        return _note(turn.text, known)
    if turn.agent:
        return []
    if turn.role in ("user", "command"):
        known["mode"], known["worked"] = _of_command(turn.tool) if turn.role == "command" else "", False
    elif turn.role == "call" and (known["mode"] != _ASKED or _changes(turn)):
        known["mode"], known["worked"] = "", True
    return []


def is_answer(turn: Turn, state: State) -> bool:
    """Whether the model still answers what memory-core printed."""
    mode = "" if turn.agent else state.get("echo", {}).get("mode", "")
    return (turn.role == "assistant" and bool(mode)) or (turn.role == "result" and mode == _ASKED)


def fresh(candidates: Iterable[Candidate], state: State, text: str = "") -> Iterator[Candidate]:
    """The model's candidates that add something to what was printed and name no memory by its id.

    `text` is the whole passage of the model: if it reports memories, its other sentences do too.
    """
    heard = list(candidates)  # of most turns nothing: what was told is looked at for the others only
    known = state.get("echo", {})
    if heard and (known.get("told") or known.get("gone")):
        printed, gone = list(map(_thawed, known["told"])), list(map(_thawed, known["gone"]))
        loosely = near_duplicate.retells(text) or _cites(text, known["ids"])
        heard = [each for each in heard if not _is_echo(each, known["ids"], printed, gone, loosely=loosely)]
    yield from heard


def _is_echo(
    candidate: Candidate, ids: Iterable[str], printed: list[Passage], gone: list[Passage], *, loosely: bool
) -> bool:
    passage = Passage.from_text(f"{candidate.text} {candidate.solution}")
    return (
        _cites(f"{candidate.text} {candidate.solution} {candidate.quote}", ids)
        or near_duplicate.restates(passage, printed, loosely=loosely)
        or near_duplicate.restates(_unturned(passage), gone, loosely=True)  # that it holds no longer is no news
    )


def is_gone(text: str, gone: Iterable[Gone]) -> bool:
    """Whether a text states, or names, something that was forgotten after it was printed."""
    own = [_passage(text)] if gone else []
    return any(each.id in text or near_duplicate.restates(_passage(each.summary), own, loosely=True) for each in gone)


def _of_command(name: str) -> str:
    bare = name.removeprefix("/")
    if not bare.startswith(("cs:", "iris:", "jarvis", "!memory-core")):
        return ""
    return _LOOKED if bare in _WORKING else _ASKED


def _changes(turn: Turn) -> bool:
    """Whether a call changes a file or commits; later statements are about that."""
    if turn.tool in _EDITS:
        return True
    command = turn.input.get("command")
    return isinstance(command, str) and any(shell.family(step) == "git commit" for step in shell.parse(command).steps)


def _note(text: str, known: dict[str, Any]) -> list[Gone]:
    """Remember what was printed, newest last, each once and within bounds, and what was forgotten."""
    gone = [Gone(match[1], match[2]) for match in _GONE.finditer(text)]
    unturned = [_row(_unturned(Passage.from_text(memory.summary))) for memory in gone]
    known["gone"] = list(dict.fromkeys(filter(None, [*known["gone"], *unturned])))[-_GONE_MOST:]
    now = dict.fromkeys(row for row in map(_row, map(Passage.from_text, _passages(text))) if row)
    rows = [*(row for row in known["told"] if row not in now), *now]
    left = _TOLD_CHARS
    for at in range(len(rows) - 1, -1, -1):
        left -= _size(rows[at])
        if left < 0:
            rows = rows[at + 1 :]
            break
    known["told"] = rows
    known["ids"] = list(dict.fromkeys([*known["ids"], *_ID.findall(text)]))[-_IDS_MOST:]
    return gone


def _size(row: str) -> int:
    """The characters of a row as JSON."""
    return len(row) + 4 if row.isascii() else 6 * len(row)


def _passages(text: str) -> Iterator[str]:
    for line in text.split("\n"):
        yield from texts.sentences(line)


def _row(passage: Passage) -> str:
    """The words of a passage on one line; "" if it has hardly any content."""
    return " ".join(passage.order[:_ROW_WORDS]) if len(passage.order) > 1 else ""


@lru_cache(maxsize=1024)
def _thawed(row: str) -> Passage:
    return Passage.among(row.split(" "))


def _unturned(passage: Passage) -> Passage:
    return Passage.among((word for word in passage.order if word not in near_duplicate.TURNS), passage.names)


def _cites(text: str, ids: Iterable[str]) -> bool:
    return not set(_ID.findall(text)).isdisjoint(ids)


@lru_cache(maxsize=1024)
def _passage(text: str) -> Passage:
    return Passage.from_text(text)
