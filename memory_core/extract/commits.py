"""Successful commits: what was done, and the decisions in their messages."""

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from memory_core.core import budget
from memory_core.extract import phrases, shell
from memory_core.extract import prose_text as texts
from memory_core.extract.candidate import Candidate, State, propose
from memory_core.extract.turn import Turn
from memory_core.language.light.products import KNOWN, TECHNICAL

_DONE: Final = r"(?m)^\[(?P<branch>[^\]\n]*?) ?(?:\(root-commit\) )?(?P<hash>[0-9a-f]{7,40})\] (?P<subject>\S.*)$"
# Where the steps of a command line are not understood: it commits, in a loop, a pipe, behind a comment.
_COMMITS: Final = r"(?:^|[\n;&|({]|\b(?:do|then|else))\s*(?:\w+=\S* )*git(?: -\S+(?: \S+)?)*? commit\b(?!-)"
_GIVES: Final = r"-[aensvqzoSi]*m(.*)|--message(?:=(.*))?"
_FROM: Final = r"-[aensvqzoSi]*F(.*)|--file(?:=(.*))?"
_READS: Final = r"\$\(\s*cat\s*<<"  # a here-document in the place of words
_UNKNOWN: Final = r"\$[\w{(]"
_CHANGED: Final = r"\b\d+ files? changed\b"
_SIGNED: Final = (
    "co-authored-by:", "signed-off-by:", "reviewed-by:", "change-id:", "refs:", "ref:", "ref #", "closes:",
    "closes #", "fixes #", "resolves #", "part of #", "🤖", "generated with", "beads:", "issue:", "ticket:",
)  # fmt: skip
_CLOSING: Final = (
    r"(?i)\b(?:close[sd]?|fix(?:e[sd])?|resolve[sd]?)[: ]+((?:#\d+|[A-Z][A-Z0-9]+-\d+)(?:,? (?:and )?#\d+)*)"
)
_TICKET: Final = (
    r"#\d+|\b[A-Z][A-Z0-9]+-\d+\b"
    r"|\b[a-z][\w]*(?:-[a-z0-9]+){0,12}-[a-z0-9]{2,6}(?:\.\d+)+\b|\(([a-z][\w]*-[a-z0-9]{2,6})\)"
)
_STANDARDS: Final = ("UTF-", "ISO-", "SHA-", "RFC-", "PEP-", "TLS-", "HTTP-", "CVE-", "ES-", "MD-")
_EMPTY: Final = frozenset(
    texts.content(
        "wip fix fixes fixed update updates updated change changes changed commit save tmp temp stuff misc test more "
        "work cleanup checkpoint progress done minor small some things it again amend squash review comments address "
        "feedback"
    )
)
# A subject that says a choice: it is a decision, which stays, and no progress, which goes after a week.
_TYPE: Final = r"(?:(?:feat|refactor|build|chore|perf|ci|fix|deps)(?:\([^()\n]{0,40}\))?!?: ?)?"
_THING: Final = r"[^\n]{2,80}"
_CHOICE: Final = (
    rf"(?i){_TYPE}(?P<choice>"
    rf"(?:use[ds]?|using|adopt(?:s|ed)?|prefer(?:s|red)?|choose|pick|go with) {_THING}? "
    rf"(?:instead of|rather than|in place of) {_THING}"
    rf"|replac(?:e[ds]?|ing) {_THING}? (?:with|by) {_THING}"
    rf"|(?:switch|mov|migrat)(?:e[ds]?|ed|es|ing)? (?:{_THING}? )?from {_THING}? to {_THING}"
    r"|(?:switch|migrat)(?:e[ds]?|ed|es|ing)? (?:over )?to \S+(?: \S+){0,5}"
    r"|drop(?:s|ped)? (?:the )?(?:support (?:for|of) [^\n]{2,40}|(?P<dropped>[\w.@/+#-]+)(?: \d[\w.]*)?(?: support)?"
    r"(?: (?:for|as|from|in favou?r of) [^\n]{2,60})?))"
)
_REVERTS: Final = r"Revert [\"“](?P<what>.{3,200})[\"”]"  # as git words it
_QUIET: Final = r"--quiet|-[aensvzoSi]*q\w*"
_VERBS: Final = ("git commit", "hg commit", "jj commit", "gt create", "gt modify")
_NOTHING: Final = (
    "nothing to commit", "no changes added", "nothing added to commit", "aborting commit", "aborted", "error:",
    "fatal:", "failed", "not staged for commit",
)  # fmt: skip


class _Step(NamedTuple):
    """A command that commits, and the message that it gives."""

    subject: str
    rest: str
    quiet: bool
    piped: bool
    amends: bool


def hear(turn: Turn, state: State) -> Iterator[Candidate]:
    """Each successful commit as progress."""
    for subject, body, commit in dict.fromkeys([*made(turn), *_reverted(turn)]):
        if not tickets(f"{subject} {body}") and _EMPTY.issuperset(texts.content(subject)):
            continue  # "wip" says nothing of what was done
        yield from _tell(turn.at_call(), state, subject, body, commit)


def made(turn: Turn) -> list[tuple[str, str, str]]:
    """Subject, body and hash of each commit that a command made."""
    command = shell.command_of(turn)
    if "commit" not in command:
        return []
    line = shell.parse(command)
    steps = [_step(line, step) for step in line.steps if shell.family(step) in _VERBS]
    return _done(steps, turn) if steps or re.search(_COMMITS, command) else []


def _reverted(turn: Turn) -> list[tuple[str, str, str]]:
    """The same of each commit that `git revert` made, where git shows it."""
    if "git revert" not in shell.command_of(turn):
        return []
    shown = re.finditer(_DONE, turn.text)
    return [(match["subject"], "", match["hash"]) for match in shown if re.fullmatch(_REVERTS, match["subject"])]


def _step(line: shell.Line, step: shell.Step) -> _Step:
    quiet = any(re.fullmatch(_QUIET, word) for word in step.words)
    return _Step(*message(line, step), quiet, step.piped, "--amend" in step.words)


def _done(steps: list[_Step], turn: Turn) -> list[tuple[str, str, str]]:
    """Subject, body and hash of each commit: what git prints, and the message of a silent commit."""
    shown = [(match["subject"], match["hash"]) for match in re.finditer(_DONE, turn.text)]
    own_words: dict[int, tuple[str, str]] = {}
    for number, step in enumerate(steps):
        own = next((row for row in shown if step.subject and row[0].startswith(step.subject)), None)
        if own:
            shown.remove(own)
            own_words[number] = own
    loud = [number for number, step in enumerate(steps) if number not in own_words and not step.quiet]
    if len(loud) == len(shown):  # what git shows is what stands there: a hook words a message anew, an editor asks
        own_words.update(zip(loud, shown, strict=True))
        shown = []
    silent = not turn.failed and not phrases.has(turn.text.casefold(), _NOTHING)
    commits: list[tuple[str, str, str]] = []
    for number, step in enumerate(steps):
        subject, commit = own_words.get(number) or (step.subject if silent and _is_hidden(step, turn.text) else "", "")
        if not subject:
            continue
        amended = commits.pop() if step.amends and commits else None
        commits.append((subject, step.rest if step.subject or not amended else amended[1], commit))
    return commits + [(subject, "", commit) for subject, commit in shown]


def _is_hidden(step: _Step, output: str) -> bool:
    """Whether a commit that git did not show was made all the same, so far as can be seen."""
    known = not re.match(_UNKNOWN, step.subject)
    return known and (step.quiet or (step.piped and bool(re.search(_CHANGED, output))))


def _tell(turn: Turn, state: State, subject: str, body: str, commit: str) -> Iterator[Candidate]:
    tags = tuple(dict.fromkeys([*tickets(subject), *tickets_closed(body), *([commit[:7]] if commit else [])]))
    closed: dict[str, Any] = state.get("closed", {})
    reasons = [closed.pop(tag)["reason"] for tag in tags if tag in closed and not closed[tag]["apart"]]
    text = f"{subject} ({commit[:10]})" if commit else subject
    reverted = re.fullmatch(_REVERTS, subject)
    if choice := chosen(subject):
        yield propose(
            turn, "decision", choice, "commit", 0.9, quote=subject, tags=tags, reason=" ".join(reasons) or body
        )
        state["commits"] = int(state.get("commits", 0)) + 1
        return
    yield propose(
        turn, "progress", text, "commit", 0.95, quote=subject, tags=tags, reason=" ".join(reasons),
        replaces=reverted["what"] if reverted else "",
    )  # fmt: skip
    state["commits"] = int(state.get("commits", 0)) + 1


_CHANGING: Final = re.compile(r"(?i)(?:replac|mov)")


def chosen(subject: str) -> str:
    """The choice in the subject of a commit ("Use X instead of Y"); "" if it has none.

    After "drop" a product is needed: "Drop moment", not "Drop trailing spaces". After "replace" or "move" too: "Move
    from yarn to pnpm", not "Move the parser from lib to core".
    """
    match = re.fullmatch(_CHOICE, subject[: budget.SENTENCE])
    if not match or (match["dropped"] and not _is_product(match["dropped"])):
        return ""
    if _CHANGING.match(match["choice"]) and not any(map(_is_product, match["choice"].split())):
        return ""
    return match["choice"][:1].upper() + match["choice"][1:]


def _is_product(name: str) -> bool:
    return name.casefold() in KNOWN or name.casefold() in TECHNICAL or name[:1] == "@"


def message(line: shell.Line, step: shell.Step) -> tuple[str, str]:
    """Subject and body of the commit message in a step of a command line; empty if it opens an editor.

    Trailers are not part of the body.
    """
    whole = "\n\n".join(_given(line, step)).strip()
    subject, _, rest = whole.partition("\n")
    kept = [row for row in rest.split("\n") if not row.strip().casefold().startswith(_SIGNED)]
    return subject.strip(), "\n".join(kept).strip()


def _given(line: shell.Line, step: shell.Step) -> Iterator[str]:
    """The paragraphs of a message: each `-m` is one."""
    documents = iter(step.documents)
    words = iter(shell.words_of(step.text))
    for word in words:
        if option := re.fullmatch(_GIVES, word, re.DOTALL):
            given = option[1] or option[2] or next(words, "")
            yield next(documents, "") if re.search(_READS, given) else given
        elif option := re.fullmatch(_FROM, word, re.DOTALL):
            path = option[1] or option[2] or next(words, "")
            yield next(documents, "") if path in ("-", "/dev/stdin") else _written(line, path)


def _written(line: shell.Line, path: str) -> str:
    """The text that a step of the command line wrote into a file, as a here-document."""
    wrote = rf">\s*['\"]?{re.escape(path)}['\"]?(?=\s|$)"
    return next((step.documents[0] for step in line.steps if step.documents and re.search(wrote, step.text)), "")


def tickets(text: str) -> list[str]:
    """The tickets that a text names: `#12`, `ABC-12`, `spec-a1b.3`, and `(proj-a1b)` in parentheses."""
    names = (match[1] or match[0] for match in re.finditer(_TICKET, text))
    return [name for name in names if not name.startswith(_STANDARDS)]


def tickets_closed(text: str) -> list[str]:
    """The tickets that a text closes: `Closes #12`."""
    return [ticket for match in re.finditer(_CLOSING, text) for ticket in tickets(match[1])]
