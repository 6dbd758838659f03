"""Commits that succeeded: what was done, and the decisions that their messages record."""

import re
from collections.abc import Iterator
from typing import Final

from memory_core.domain.extract import shell, text
from memory_core.domain.extract.candidate import Candidate, State, propose
from memory_core.domain.turn import Turn

_DONE = re.compile(
    r"^\[(?P<branch>[^\]\n]*?) ?(?:\(root-commit\) )?(?P<hash>[0-9a-f]{7,40})\] (?P<subject>\S.*)$", re.MULTILINE
)
_MESSAGE = re.compile(r"(?:\s-\w*m|\s--message)[ =]?(?:'([^']*)'|\"((?:[^\"\\]|\\.)*)\")", re.DOTALL)
_TRAILER = re.compile(r"^[A-Z][\w-]+(?:-by|-By| |-)?[\w-]*: \S.*$|^🤖|^Generated with|^Co-authored-by", re.IGNORECASE)
_SIGNED: Final = (
    "co-authored-by:",
    "signed-off-by:",
    "reviewed-by:",
    "change-id:",
    "refs:",
    "ref:",
    "closes",
    "fixes #",
    "🤖",
    "generated with",
)


def hear(turn: Turn, _state: State) -> Iterator[Candidate]:
    """A commit as progress, and the parts of its message as decisions."""
    if turn.role != "result" or turn.tool != "Bash":
        return
    command = turn.input.get("command")
    if not isinstance(command, str) or "commit" not in command:
        return
    matches = list(_DONE.finditer(turn.text))
    if not matches:
        return
    done = matches[-1]
    yield propose(
        turn, "progress", f"{done['subject']} ({done['hash'][:10]})", "commit", 0.95,
        quote=done[0], tags=(done["hash"][:7],),
    )  # fmt: skip
    for unit in text.units(body(shell.parse(command))):
        yield propose(turn, "decision", unit.text, "commit-body", 0.7, tags=(done["hash"][:7],))


def body(line: shell.Line) -> str:
    """The message after its subject, without trailers; "" where there is none."""
    message = line.documents[0] if line.documents else "\n\n".join(a or b for a, b in _MESSAGE.findall(line.text))
    _subject, _, rest = message.strip().partition("\n")
    kept = [row for row in rest.split("\n") if not row.strip().casefold().startswith(_SIGNED)]
    return "\n".join(kept).strip()
