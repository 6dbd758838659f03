"""Commits that succeeded: what was done, and the decisions that their messages record."""

import re
from collections.abc import Iterator
from typing import Any, Final

from memory_core.domain.extract import claims, shell
from memory_core.domain.extract import text as texts
from memory_core.domain.extract.candidate import Candidate, State, propose
from memory_core.domain.turn import Turn

_DONE: Final = (
    r"(?m)"
    r"^\[(?P<branch>[^\]\n]*?) ?(?:\(root-commit\) )?(?P<hash>[0-9a-f]{7,40})\] (?P<subject>\S.*)$"
)
_MESSAGE: Final = (
    r"(?s)"
    r"(?:\s-\w*m|\s--message)[ =]?(?:'([^']*)'|\"((?:[^\"\\]|\\.)*)\")"
)
_SIGNED: Final = (
    "co-authored-by:", "signed-off-by:", "reviewed-by:", "change-id:", "refs:", "ref:", "ref #", "closes:",
    "closes #", "fixes #", "resolves #", "part of #", "🤖", "generated with", "beads:", "issue:", "ticket:",
)  # fmt: skip
_CLOSING: Final = (
    r"(?i)"
    r"\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)[: ]+((?:#\d+|[A-Z][A-Z0-9]+-\d+)(?:,? (?:and )?#\d+)*)"
)
_TICKET: Final = (
    r"#\d+|\b[A-Z][A-Z0-9]+-\d+\b|\b[a-z][\w]*(?:-[a-z0-9]+)*-[a-z0-9]{2,6}(?:\.\d+)+\b|\(([a-z][\w]*-[a-z0-9]{2,6})\)"
)
_STANDARDS: Final = ("UTF-", "ISO-", "SHA-", "RFC-", "PEP-", "TLS-", "HTTP-", "CVE-", "ES-", "MD-")
_QUIET: Final = (" -q", " --quiet")
_NOTHING: Final = (
    "nothing to commit", "no changes added", "nothing added to commit", "aborting commit", "aborted", "error:",
    "fatal:", "failed", "not staged for commit",
)  # fmt: skip
_BODY_MOST: Final = 10


def hear(turn: Turn, state: State) -> Iterator[Candidate]:
    """A commit as progress, and the parts of its message as decisions; one that did not succeed is nothing."""
    command = turn.input.get("command")
    if turn.role != "result" or turn.tool != "Bash" or not isinstance(command, str) or "commit" not in command:
        return
    line = shell.parse(command)
    if not any(
        shell.family(step) in ("git commit", "hg commit", "jj commit", "gt create", "gt modify") for step in line.steps
    ):
        return
    done = list(re.finditer(_DONE, turn.text))
    subject, rest = message(line)
    if done:
        subject, commit = done[-1]["subject"], done[-1]["hash"]
    elif turn.failed or not subject or not _quietly_done(command, turn.text):
        return
    else:
        commit = ""
    yield from _tell(turn.at_call(), state, subject, rest, commit)


def _tell(turn: Turn, state: State, subject: str, rest: str, commit: str) -> Iterator[Candidate]:
    tags = tuple(dict.fromkeys([*tickets(subject), *tickets_closed(rest), *([commit[:7]] if commit else [])]))
    closed: dict[str, Any] = state.get("closed", {})
    reasons = [closed.pop(tag)["reason"] for tag in tags if tag in closed and not closed[tag]["apart"]]
    text = f"{subject} ({commit[:10]})" if commit else subject
    yield propose(turn, "progress", text, "commit", 0.95, quote=subject, tags=tags, reason=" ".join(reasons))
    state["commits"] = int(state.get("commits", 0)) + 1
    units = [texts.one_line(unit.text).rstrip(":").strip() for unit in texts.units(rest)]
    weighed = [(claims.weight(unit), unit) for unit in units]
    for weight, unit in sorted(weighed, key=lambda pair: -pair[0])[:_BODY_MOST]:
        if not weight:
            continue
        if claims.fixes(unit):
            yield propose(turn, "progress", unit, "commit-body", 0.6)
        else:
            yield propose(turn, "decision", unit, "commit-body", weight)


def message(line: shell.Line) -> tuple[str, str]:
    """Subject and body of the message that a command line gives, without trailers; empty where it opens an editor."""
    if line.documents and "commit" in line.text.partition("<<")[0]:
        whole = line.documents[0]
    else:
        whole = "\n\n".join(a or b for a, b in re.findall(_MESSAGE, line.text))
    subject, _, rest = whole.strip().partition("\n")
    kept = [row for row in rest.split("\n") if not row.strip().casefold().startswith(_SIGNED)]
    return subject.strip(), "\n".join(kept).strip()


def tickets(text: str) -> list[str]:
    """The tickets that a text names: `#12`, `ABC-12`, `spec-a1b.3`, and `(proj-a1b)` in parentheses."""
    found = (match[1] or match[0] for match in re.finditer(_TICKET, text))
    return [name for name in found if not name.startswith(_STANDARDS)]


def tickets_closed(text: str) -> list[str]:
    """The tickets that a text says it closes: `Closes #12`."""
    return [ticket for match in re.finditer(_CLOSING, text) for ticket in tickets(match[1])]


def _quietly_done(command: str, output: str) -> bool:
    lowered = output.casefold()
    return any(option in command for option in _QUIET) and not any(word in lowered for word in _NOTHING)
