"""`memory-core tidy`: hand doubtful memories to the session's model, and carry out its one answer.

It runs only on request, because it costs tokens; it prints how many.
"""

import os
import sys
from collections.abc import Iterable, Iterator, Mapping, Sequence
from datetime import timedelta
from typing import Final, NamedTuple

from memory_core import redact
from memory_core.briefing import render
from memory_core.capture import transcript
from memory_core.core import git, registry, session, transitions, undo_log
from memory_core.core.budget import how_many
from memory_core.core.find_duplicate import Known
from memory_core.core.home import Addition
from memory_core.core.light import clock, files, lifecycle
from memory_core.core.light.errors import Refusal
from memory_core.core.light.lifecycle import HOLDS
from memory_core.core.memory import JOURNAL, Memory, Source, certainty, is_proposed
from memory_core.core.options import Parser
from memory_core.core.report import Report
from memory_core.journal import journal_entries as entries
from memory_core.journal import journal_files
from memory_core.learnings import find_learning, verb_change
from memory_core.learnings import learning as codec
from memory_core.learnings.learning import HOT, PROJECT, WARM
from memory_core.notes import git_notes
from memory_core.recall import find
from memory_core.redact import second_opinion
from memory_core.verbs import tidy_plan
from memory_core.verbs import tidy_view as view
from memory_core.verbs.tidy_view import Item, Tidied

SECONDS: Final = 5.0  # for the index; what is left is done by the next one who opens it
_DAYS: Final = 14  # of what is kept, that is looked at
_SHARE: Final = 44  # kept memories among the items, as long as enough was nearly kept
_HEAD: Final = 40  # characters of a quote by which its place is found
_BEFORE: Final = 120  # characters before it


class Statement(NamedTuple):
    """A text of a session."""

    session: str
    uuid: str
    text: str  # on one line


def main(arguments: list[str]) -> Report:
    """Report what is doubtful, or carry out an answer; `Refusal` if that is not possible."""
    parser = Parser("tidy")
    options = parser.read(arguments)
    asked = [name for name in ("apply", "dry_run", "fold") if getattr(options, name)]
    if len(asked) > 1 and asked != ["dry_run", "fold"]:
        parser.error(f"{' and '.join(f'--{text}'.replace('_', '-') for text in asked)} are asked for one by one")
    if options.apply:
        if options.args_stdin:
            raise Refusal("the answer is taken from standard input: `memory-core tidy --apply` in a command of its own")
        reply = sys.stdin.buffer.read(4 * tidy_plan.LONGEST).decode("utf-8", "replace")
        return Report(options, text=_applied(options.root, reply))
    if options.dry_run or options.fold:
        return Report(options, text=_folded(options.root, changes=options.fold))
    return Report(options, text=_handed_out(options.root), is_ready=True)


def waiting(root: str) -> int:
    """How many items wait to be tidied."""
    return len(_items([*_kept(root), *_learned(root)], view.read(root), _near(root), ()))


def _handed_out(root: str) -> str:
    """The text for the model with what is to be tidied; from now on it counts as handed out."""
    with registry.held(root):
        before, near = view.read(root), _near(root)
        kept = [*_kept(root), *_learned(root)]
        doubtful = [memory for memory in kept if _is_doubtful(memory, before)]
        items = _items(
            kept, before, near, [*_statements(root, {memory.source.session for memory in (*doubtful, *near)})]
        )
        if not items:
            return "Nothing is doubtful: all that capture kept of late was looked at. `--dry-run` lists duplicates."
        shown = view.shown(items, _ranked(items))
        cost = before.cost + view.cost(shown.text)
        view.write(root, before._replace(offered=shown.ids, cost=cost))
    more = f"\n\n{shown.left} more {'waits' if shown.left == 1 else 'wait'} for the next run." if shown.left else ""
    return f"{shown.text}{more}"


def _near(root: str) -> list[Memory]:
    """The candidates of the project that no answer refused; preferences are learnings, with a review of their own."""
    refused = {*view.read(root).refused}
    return [
        memory
        for memory in registry.candidates(root)
        if memory.kind in tidy_plan.KINDS and memory.fingerprint not in refused
    ]


def _items(kept: Iterable[Memory], before: Tidied, waiting: Iterable[Memory], heard: Sequence[Statement]) -> list[Item]:
    """The waiting items, in the order in which they were stated."""
    doubtful = [entry for entry in kept if _is_doubtful(entry, before)]
    known = Known(kept)
    near = [entry for entry in waiting if known.find(entry) is None]
    places: dict[str, list[int]] = {}
    for at, text in enumerate(heard):
        places.setdefault(text.uuid, []).append(at)
    placed = []
    for memory in (*doubtful, *near):
        at, words = _place(memory, heard, places)
        placed.append(((at, memory.created, memory.id), Item(memory, memory in doubtful, words)))
    return [item for _, item in sorted(placed, key=lambda row: row[0])]


def _is_doubtful(memory: Memory, before: Tidied) -> bool:
    """Whether capture kept a memory of late, and nobody has looked at it since."""
    since = clock.stamp(clock.now() - timedelta(days=_DAYS))
    is_heard = bool(memory.attrs.get("rule")) and memory.attrs.get("certainty", 1) != tidy_plan.CERTAIN
    holds = memory.status in (*HOLDS, "resolved")
    return is_heard and holds and memory.created >= since and memory.id not in before.seen


def _ranked(items: Sequence[Item]) -> list[Item]:
    """The items, those first that come first where room is short: the least certain kept, the surest of the others."""
    kept = sorted((item for item in items if item.is_kept), key=lambda item: certainty(item.memory) or 0)
    near = sorted((item for item in items if not item.is_kept), key=lambda item: -(certainty(item.memory) or 0))
    return [*kept[:_SHARE], *near[: view.MOST - min(len(kept), _SHARE)], *kept[_SHARE:]]


def _kept(root: str) -> list[Memory]:
    """The captured memories of the journal; proposed rules are confirmed elsewhere."""
    return [
        memory
        for memory in registry.read_home(root, JOURNAL)
        if not is_proposed(memory) and memory.kind in tidy_plan.KINDS
    ]


def _learned(root: str) -> list[Memory]:
    """The doubtful learnings: wishes that were inferred. Typed wishes and observed habits are not doubtful."""
    memories = []
    for match in find_learning.every(root):
        learning = match.learning
        is_heard = learning.kind == codec.PREFERENCE and learning.source != verb_change.USER
        if match.tier in (HOT, WARM) and learning.level == PROJECT and is_heard:
            memory = codec.to_memory(learning, "", match.tier)
            memories.append(memory._replace(attrs={"certainty": learning.confidence, "rule": learning.source}))
    return memories


def _statements(root: str, sessions: Iterable[str]) -> Iterator[Statement]:
    """The texts of these sessions in their order, as far as their transcripts exist."""
    for name in sorted(filter(None, sessions)):
        path = session.load(root, name).get("transcript")
        for word in [path, *transcript.subagents_of(path)] if isinstance(path, str) and path else []:
            for turn in transcript.read(word, clean=redact.clean).turns:
                for text in filter(None, (turn.text, turn.words, str(turn.input.get("command") or ""))):
                    yield Statement(name, turn.uuid, " ".join(text.split()))


def _place(memory: Memory, heard: Sequence[Statement], places: Mapping[str, Sequence[int]]) -> tuple[int, str]:
    """(the position of a memory in the sessions, the words before it); after all others if the position is unknown."""
    head = " ".join((memory.source.quote or memory.summary).rstrip("…").split())[:_HEAD]
    numbers = places.get(memory.source.uuid, ())
    for at in numbers:
        before, is_there, _ = heard[at].text.partition(head)
        if is_there:
            return at, before[-_BEFORE:].strip()
    return (numbers[0] if numbers else len(heard)), ""


def _applied(root: str, answer: str) -> str:
    """Carry out an answer; returns what it did."""
    steps = tidy_plan.steps(answer)
    with undo_log.recorded(root, "tidy", learns=True) as done:
        before, near = view.read(root), _near(root)
        kept, learned = _kept(root), _learned(root)
        doubtful = [memory for memory in kept if memory.id in before.offered]
        place = _Places(root, {memory.source.session for memory in (*doubtful, *near)})
        planner = tidy_plan.Planner(kept, near, learned, before.offered, clock.present(), _clean, place.find)
        plan = planner.plan(steps)
        _write(root, plan, before, near)
        done.extend((*plan.new, *plan.changed, *(memory for memory in learned if memory.id in plan.unlearned)))
        for match in find_learning.every(root):
            if match.learning.id in plan.unlearned and match.tier in (HOT, WARM):
                verb_change.refuse(root, match, "tidied")
    render.refresh(root, SECONDS)
    return view.done(plan.done, before.cost + view.cost(answer), waiting(root))


class _Places:
    """Finds where a quote occurs in the sessions, which are read at the first request."""

    def __init__(self, root: str, sessions: Iterable[str]) -> None:
        self._root, self._sessions = root, sessions
        self._statements: list[Statement] | None = None

    def find(self, quote: str) -> Source | None:
        if self._statements is None:
            self._statements = [*_statements(self._root, self._sessions)]
        words = " ".join(_clean(quote).split())
        heard = next((each for each in self._statements if words in each.text), None)
        return Source(session=heard.session, uuid=heard.uuid, quote=words[:200]) if heard else None


def _clean(text: str) -> str:
    return second_opinion.clean(text, thorough=True)


def _write(root: str, plan: tidy_plan.Plan, before: Tidied, near: Sequence[Memory]) -> None:
    """Write a plan: all of it, or nothing. The caller holds the lock."""
    paths = [journal_files.file_of(root, shelf) for shelf in entries.SHELVES]
    stood = {path: files.read_bytes(path) for path in paths}
    try:
        registry.keep(root, plan.new)
        registry.change(root, plan.changed)
        named = {*before.offered} | {memory.id for memory in plan.changed} | {memory.id for memory in plan.new}
        passed = [memory.fingerprint for memory in near if memory.id in before.offered and memory.id not in plan.used]
        registry.drop_candidates(
            root, [memory.id for memory in near if memory.id in plan.used or memory.id in before.offered]
        )
        view.write(root, Tidied((*before.refused, *plan.refused, *passed), (), (*before.seen, *sorted(named))))
    except BaseException:
        for path, raw in stood.items():
            if raw is not None and files.read_bytes(path) != raw:
                files.write(path, raw.decode("utf-8", "surrogateescape"))
            elif raw is None and os.path.lexists(path):
                files.remove(path)
        raise


def _folded(root: str, *, changes: bool) -> str:
    """The pairs of kept memories that state the same; with `changes` they are folded."""
    with undo_log.recorded(root, "tidy --fold") if changes else registry.held(root) as done:
        pairs = tidy_plan.alike([memory for memory in registry.read(root) if _may_go(memory)])
        if changes:
            loose = [pair for pair in pairs if pair.goes.source.home == JOURNAL]
            registry.change(root, [_over(pair) for pair in loose])
            for pair in pairs:
                if pair not in loose:
                    more = Addition(f"It is said again in {pair.stays.id}.", "superseded")
                    registry.add(root, pair.goes, find.after(pair.goes), more, git.author(root))
        if done is not None:
            done.extend(pair.goes for pair in pairs)
    if changes and pairs:
        render.refresh(root, SECONDS)
    lines = [f"{pair.goes.id} = {pair.stays.id}: {pair.goes.summary} = {pair.stays.summary}" for pair in pairs]
    did = (
        "were folded: the first of each is superseded by the second" if changes else "say the same; `--fold` folds them"
    )
    return "\n".join([*lines, f"{how_many(len(pairs), 'pair')} {did}" if pairs else "No two say the same."])


def _may_go(memory: Memory) -> bool:
    is_note = memory.source.home == git_notes.NAME and memory.kind != "review"
    return (memory.source.home == JOURNAL and not is_proposed(memory)) or is_note


def _over(pair: tidy_plan.Pair) -> Memory:
    return transitions.moved(pair.goes, lifecycle.SUPERSEDED, clock.present(), by=pair.stays.id)
