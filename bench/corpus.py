"""Seeded memories and transcript lines, as developers and their agents write them."""

import json
import random
from collections.abc import Iterator, Sequence
from datetime import UTC, datetime, timedelta
from typing import Any

from memory_core.core import git, note_refs
from memory_core.core.memory import Memory, Scope, Source
from memory_core.notes import git_notes, ledger, note_codec

_KINDS = ("decision", "convention", "error", "error", "learning", "decision", "preference")
_NOTED = {"error": "blocker", "preference": "progress"}  # git notes have no namespace for these
_THINGS = "cart checkout invoice session search catalogue webhook export login mailer tariff stock".split()
_PARTS = "cache queue schema endpoint migration client validator worker fixture parser index handler".split()
_VERBS = "retries drops stores rounds locks validates serialises truncates batches signs caches logs".split()
_HOW = (
    "per tenant", "in UTC", "as integers", "behind a flag", "in one transaction", "twice under load",
    "without a timeout", "by content hash",
)  # fmt: skip
_WHY = (
    "the upstream API is rate limited", "two workers raced on the same row", "the old format broke imports",
    "reviews asked for it",
)  # fmt: skip


def sentence(dice: random.Random) -> str:
    """One sentence about one of a hundred thousand facts."""
    thing, part = dice.choice(_THINGS), dice.choice(_PARTS)
    number = dice.randrange(10_000)
    return f"{thing}_{part}.py: the {thing} {part} {dice.choice(_VERBS)} {dice.choice(_HOW)}, limit {number}"


def memories(size: int, seed: int = 7) -> list[Memory]:
    """So many memories over two years, in time order, some 40 to a session."""
    dice = random.Random(seed)
    start = datetime(2025, 1, 1, tzinfo=UTC)
    result = []
    for number in range(size):
        when = (start + timedelta(minutes=number * 60)).strftime("%Y-%m-%dT%H:%M:%SZ")
        kind = dice.choice(_KINDS)
        text = f"{sentence(dice)} ({number})"
        source = Source(session=f"session-{number // 40}", uuid=f"{number:08x}", quote=text[:80])
        scope = Scope(path=f"src/{dice.choice(_THINGS)}/{dice.choice(_PARTS)}.py")
        status = "resolved" if kind == "error" else "active"
        result.append(Memory("", kind, text, dice.choice(_WHY), scope, when, when, status, (), (), source))
    return result


def noted(root: str, memories: Sequence[Memory]) -> list[str]:
    """Put memories into git notes of a new repository, three to a commit; the ids of the commits, newest first."""
    every = len(memories) // 3 + 1
    lines = (
        f"commit refs/heads/main\ncommitter A <a@example.invalid> {1_735_689_600 + 60 * at} +0000\ndata 2\nc\n"
        for at in range(every)
    )
    git.run(root, "init", "-q")
    git.run(root, "symbolic-ref", "HEAD", "refs/heads/main")
    git.run(root, "fast-import", "--quiet", stdin="".join(lines).encode())
    commits = git.run(root, "rev-list", "main").decode().split()
    texts: dict[str, dict[str, list[str]]] = {}
    for number, memory in enumerate(memories):
        note = memory._replace(kind=_NOTED.get(memory.kind, memory.kind))
        document = note_codec.format(ledger.document(note), git_notes.loader)
        texts.setdefault(ledger.spaces(note), {}).setdefault(commits[-1 - number // 3], []).append(document)
    for space, by_commit in texts.items():
        whole = {commit: git_notes.encoded(note_codec.joined(documents)) for commit, documents in by_commit.items()}
        note_refs.rewrite(root, git_notes.ref_of(space), None, whole, "memories")
    return commits


def transcript_lines(seed: int = 7) -> Iterator[str]:
    """Endless transcript lines in the client's format: prose, reads, edits, test runs, a commit now and then."""
    dice = random.Random(seed)
    when = datetime(2026, 3, 14, tzinfo=UTC)
    number = 0
    while True:
        for kind, content in _exchange(dice, number):
            when += timedelta(seconds=7)
            number += 1
            line: dict[str, Any] = {
                "type": kind,
                "uuid": f"{number:08x}-0000-4000-8000-000000000000",
                "sessionId": "bench",
                "timestamp": when.strftime("%Y-%m-%dT%H:%M:%S.000Z"),
                "isSidechain": False,
                "message": {"role": kind, "content": content},
            }
            yield json.dumps(line) + "\n"


def _exchange(dice: random.Random, number: int) -> list[tuple[str, Any]]:
    call = f"toolu_{number}"
    pick = dice.random()
    if pick < 0.25:
        return [("assistant", [{"type": "text", "text": f"Looking at {sentence(dice)} now."}])]
    if pick < 0.6:
        body = "\n".join(f"{at:5}→{sentence(dice)}" for at in range(40))
        return [_use(call, "Read", {"file_path": "src/cart/cache.py"}), _result(call, body)]
    if pick < 0.8:
        edit = {"file_path": "src/cart/cache.py", "old_string": sentence(dice), "new_string": sentence(dice)}
        return [_use(call, "Edit", edit), _result(call, "The file has been updated.")]
    if pick < 0.97:
        passed = (f"tests/test_{at}.py::test_{dice.choice(_VERBS)} PASSED" for at in range(30))
        output = "\n".join([*passed, "30 passed in 1.02s"])
        return [_use(call, "Bash", {"command": "pytest -q"}), _result(call, output)]
    subject = f"Fix {sentence(dice)}"
    commit = {"command": f'git commit -m "{subject}"'}
    return [_use(call, "Bash", commit), _result(call, f"[main {dice.randrange(16**7):07x}] {subject}\n 1 file changed")]


def _use(call: str, tool: str, given: dict[str, Any]) -> tuple[str, Any]:
    return "assistant", [{"type": "tool_use", "id": call, "name": tool, "input": given}]


def _result(call: str, text: str) -> tuple[str, Any]:
    return "user", [{"type": "tool_result", "tool_use_id": call, "content": text, "is_error": False}]
