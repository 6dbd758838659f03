"""What the last verbs changed in the homes, so that it can be taken back: `undo.jsonl` beside what is derived.

A step names what went from each home and what came, without secrets. It is written after the homes were, and taken out
after they are as before: a process that is killed between costs a way back, never a memory, and doing it again is
harmless. Who writes holds the project's lock.
"""

import contextlib
import json
from collections.abc import Callable, Iterator, Mapping, Sequence
from functools import partial
from hashlib import sha256
from typing import Any, Final, NamedTuple

from memory_core import redact
from memory_core.core import git, lock, log, session
from memory_core.core.budget import clip
from memory_core.core.json_log import JsonLog
from memory_core.core.light import clock, files, json_store, lifecycle, user
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.guardrails import file_format as rails
from memory_core.guardrails import rules_file
from memory_core.journal import journal_entries as entries
from memory_core.journal import journal_files
from memory_core.learnings import archive, warm_files
from memory_core.learnings import learning as codec
from memory_core.learnings.learning import GLOBAL, Learning
from memory_core.notes import git_notes
from memory_core.tickets import decision, decision_log, places
from memory_core.tickets.decision import Entry

MOST: Final = 100  # steps that are kept
_LOG: Final = JsonLog(lambda root: user.derived(root, "undo.jsonl"))
LONGEST: Final = 2_000_000  # characters of a step: what changed more cannot be taken back
_ABOUT: Final = 120
_LATER: Final = "was changed since; take that back first (`memory-core undo --list`), or change it by hand"
_Write = Callable[[], object]


class Step(NamedTuple):
    """What one verb changed."""

    when: str
    verb: str
    about: str  # what it was done to, in a few words
    ids: tuple[str, ...]
    changes: Mapping[str, Any]  # home to what changed in it; empty where that was too much to be kept
    begun: bool = False  # whether somebody began to take it back: only then may all be as before already


_now: list[list[Memory]] = []  # what the verb that runs has changed so far


def steps(root: str) -> list[Step]:
    """The steps that can be taken back, the oldest first."""
    found = []
    for told in _LOG.entries(root):
        with contextlib.suppress(ValueError, TypeError, KeyError):
            found.append(Step(told["when"], told["verb"], told["about"], tuple(told["ids"]), dict(told["changes"]),
                              told.get("begun") is True))  # fmt: skip
    return found


def way_back(root: str) -> list[str]:
    """The line that says how the last step is taken back; no line where it cannot be."""
    found = steps(root)
    return ["`memory-core undo` takes it back"] if found and found[-1].changes else []


@contextlib.contextmanager
def recorded(
    root: str, verb: str, *, learns: bool = False, ended: bool = False, purged: bool = False
) -> Iterator[list[Memory]]:
    """The project's lock, for a `with` block that changes homes: what it changed becomes one step.

    The block puts the memories that it is about into the list that it gets. `learns`: it may change learnings, so the
    user's lock is held too. `ended`: what it ended is taken back, what it kept stays. `purged`: nothing is taken back,
    and no step that knows of these memories stays. A verb that runs inside another one is part of its step.
    """
    with warm_files.held(root) if learns else lock.of_project(root):
        if _now:
            yield _now[-1]
            return
        before = {name: one.seen(root) for name, one in _HOMES.items() if learns or name != "learnings"}
        about: list[Memory] = []
        _now.append(about)
        try:
            yield about
        finally:
            _now.pop()
            if purged:
                _drop(root, {one.id for one in about})
            else:
                _keep(root, verb, about, before, ended=ended)


def take_back(root: str, step: Step) -> None:
    """Make the homes say what they said before a step, and forget the step. The caller holds `learnings.held(root)`.

    `Refusal`, and nothing written, where something changed since what the step changed.
    """
    if not step.changes:
        raise Refusal(f"`{step.verb}` changed more than can be taken back; git has what was committed before it")
    backs = [_HOMES[name].back(root, change, step.begun) for name, change in step.changes.items()]
    if not any(backs) and not step.begun:
        raise Refusal(f"what `{step.verb}` changed {_LATER}")
    begun = step._replace(begun=True)
    _write(root, [begun if one == step else one for one in steps(root)])
    for writes in backs:
        for write in writes:
            write()
    _write(root, [one for one in steps(root) if one != begun])


def _keep(root: str, verb: str, about: Sequence[Memory], before: Mapping[str, Any], *, ended: bool) -> None:
    """Write down what changed; a fault in it costs the way back, not what was done."""
    with log.contained(f"undo: {verb}", root, Refusal, OSError, ValueError):
        changes, is_long = {}, _is_long_changed(root, before.get("journal", {}))
        for name, was in before.items():
            change = _HOMES[name].changed(root, was)
            if change and (change := _HOMES[name].ended(root, change) if ended else change):
                changes[name] = change
        rows = [(one.id, one.summary) for one in about]
        cold = changes.get("learnings", {}).get("cold", {}).get("come", ()) if not rows else ()
        rows += [(str(one.get("id")), str(one.get("description"))) for one in cold]
        ids = tuple(dict.fromkeys(name for name, _ in rows))
        told = clip(redact.clean(": ".join(rows[-1])), _ABOUT) if rows else ""
        if changes or is_long:
            step = Step(clock.stamp(clock.now()), verb, told, ids, {} if is_long else changes)
            step = step if len(json_store.line(step._asdict())) <= LONGEST else step._replace(changes={})
            _write(root, [*steps(root), step][-MOST:])


def _drop(root: str, ids: set[str]) -> None:
    _write(root, [one for one in steps(root) if ids.isdisjoint(one.ids)])


def _write(root: str, found: Sequence[Step]) -> None:
    _LOG.write(root, entries=(one._asdict() for one in found))


# Lists of entries: what went, with its place, and what came


def _parted(before: Sequence[Any], after: Sequence[Any]) -> dict[str, Any]:
    """`gone` and `come` of two lists of JSON values, without secrets; {} where they say the same."""
    old, new = [_said(one) for one in before], [_said(one) for one in after]
    there, were = {*new}, {*old}
    gone = [[at, one] for at, one in enumerate(before) if old[at] not in there]
    come = [one for at, one in enumerate(after) if new[at] not in were]
    return dict(redact.clean_within({"gone": gone, "come": come})) if gone or come else {}


def _rejoined(now: Sequence[Any], change: Mapping[str, Any], what: str, begun: bool) -> list[Any] | None:
    """A list as it was before a change; `Refusal` where what came is no longer there.

    None where it is as before and taking it back was `begun`: else a hand or another branch made it so.
    """
    said = [_said(one) for one in now]
    come, there = {_said(one) for one in change["come"]}, {*said}
    missing = come - there
    back = [(at, one) for at, one in change["gone"] if _said(one) not in there]
    is_before = not back and len(missing) == len(come)
    if is_before and begun:
        return None
    if is_before or missing:
        raise Refusal(f"{what} {_LATER}")
    left = [one for one, words in zip(now, said, strict=True) if words not in come]
    for at, one in back:
        left.insert(at, one)
    return left


def _said(value: Any) -> str:
    return json.dumps(value, ensure_ascii=False, sort_keys=True)


# The homes


class _Home(NamedTuple):
    """How a home is looked at before a verb, what it says has changed after it, and how that is taken back."""

    seen: Callable[[str], Any]
    changed: Callable[[str, Any], Any]
    back: Callable[[str, Any, bool], list[_Write]]  # checks, and gives what is to be written; whether that was begun
    ended: Callable[[str, Any], Any] = lambda *_: None  # of a change what ended a memory that held


class _Stamp(str):
    """Of a file that is too long to be looked at: what changes with it."""

    __slots__ = ()


def _of_journal(root: str) -> dict[str, Any]:
    return {
        shelf.name: _Stamp(journal_files.stamp(root, (shelf,)))
        if journal_files.is_long(root, shelf)
        else journal_files.text(root, shelf)
        for shelf in entries.SHELVES
    }


def _is_long_changed(root: str, before: Mapping[str, str]) -> bool:
    """Whether a file of the journal changed that is, or was, too long to be looked at."""
    now = _of_journal(root)
    return any(was != now[name] and _Stamp in (type(was), type(now[name])) for name, was in before.items())


def _journal_changed(root: str, before: Mapping[str, Any]) -> dict[str, Any]:
    now = _of_journal(root)
    found = {name: _parted(journal_files.items(before[name]), journal_files.items(now[name]))
             for name in now if now[name] != before[name]}  # fmt: skip
    return {name: change for name, change in found.items() if change}


def _journal_back(root: str, changes: Mapping[str, Any], begun: bool) -> list[_Write]:
    writes: list[_Write] = []
    for shelf in entries.SHELVES:
        if shelf.name in changes:
            now = journal_files.items(journal_files.text(root, shelf))
            items = _rejoined(now, changes[shelf.name], f"what stood in {shelf.name}.json", begun)
            writes += [partial(journal_files.put, root, shelf, items)] if items is not None else []
    return writes


def _journal_ended(_: str, changes: Mapping[str, Any]) -> dict[str, Any]:
    found = {}
    for name, change in changes.items():
        over = [one for one in change["come"] if isinstance(one, dict) and lifecycle.is_over(str(one.get("status")))]
        ids = {one.get("id") for one in over} & {one.get("id") for _, one in change["gone"] if isinstance(one, dict)}
        gone = [[at, one] for at, one in change["gone"] if isinstance(one, dict) and one.get("id") in ids]
        found[name] = {"gone": gone, "come": [one for one in over if one.get("id") in ids]}
    return {name: change for name, change in found.items() if change["come"]}


def _of_rails(root: str) -> dict[str, Any]:
    return {one.id: [one.kind, rails.to_item(one)] for one in rules_file.read(root).memories}


def _rails_changed(root: str, before: Mapping[str, Any]) -> list[Any]:
    now = _of_rails(root)
    names = [name for name in {**before, **now} if before.get(name) != now.get(name)]
    return [[name, *redact.clean_within({"": [before.get(name), now.get(name)]})[""]] for name in names]


def _rails_back(root: str, changes: Sequence[Any], begun: bool) -> list[_Write]:
    now = redact.clean_within(_of_rails(root))
    renewed: dict[str, dict[str, Any]] = {}
    removed, added = [], []
    for name, was, came in changes:
        if now.get(name) == was and begun:
            continue
        if now.get(name) != came:
            raise Refusal(f"{name} {_LATER}")
        if was is None:
            removed.append(name)
        elif came is None:
            memory = rails.from_item(was[1], rails.section_of(was[0]))
            added += [memory] if memory else []
        else:
            keys = [key for key in {**was[1], **came[1]} if was[1].get(key) != came[1].get(key)]
            renewed[name] = {key: was[1].get(key) for key in keys}
    if not (renewed or removed or added):
        return []
    return [partial(rules_file.write, root, clock.today(), renewed, removed, added, back=True)]


def _of_learnings(root: str) -> dict[str, Any]:
    warm = {level: [codec.to_item(one) | {"": one.kind} for one in warm_files.read(root, level).learnings]
            for level in warm_files.LEVELS}  # fmt: skip
    muted = {name: list(marks) for name, marks in warm_files.read(root, GLOBAL).muted.items()}
    hot = {name: [*map(_hot_item, session.hot(state))] for name, state in session.left_behind(root)}
    return {**warm, "muted": muted.get(root, []), "cold": [*map(archive.as_item, archive.read())], "hot": hot}


def _hot_item(one: Learning) -> dict[str, Any]:
    return session.to_hot([one])[0]


def _learnings_changed(root: str, before: Mapping[str, Any]) -> dict[str, Any]:
    now = _of_learnings(root)
    found = {key: _parted(before[key], now[key]) for key in (*warm_files.LEVELS, "muted", "cold")}
    hot = {name: _parted(before["hot"].get(name, []), now["hot"].get(name, [])) for name in before["hot"] | now["hot"]}
    found["hot"] = {name: change for name, change in hot.items() if change}
    return {key: change for key, change in found.items() if change}


def _learnings_back(root: str, changes: Mapping[str, Any], begun: bool) -> list[_Write]:
    now = _of_learnings(root)
    new = {key: _rejoined(now[key], changes[key], "a learning", begun) for key in changes if key != "hot"}
    writes: list[_Write] = []
    if (cold := new.get("cold")) is not None:  # what comes back to the archive first, what leaves it last
        went = [one for one in map(archive.of_item, _missing(cold, now["cold"])) if one]
        writes.append(partial(archive.add, went, clock.today()))
    levels = [level for level in warm_files.LEVELS if new.get(level) is not None]
    levels += [GLOBAL] if new.get("muted") is not None and GLOBAL not in levels else []
    writes += [partial(_write_warm, root, level, new) for level in levels]
    for name, change in changes.get("hot", {}).items():
        hot = _rejoined(now["hot"].get(name, []), change, "what was hot in a session", begun)
        writes += [partial(_write_hot, root, name, hot)] if hot is not None else []
    if cold is not None:
        came = [one for one in map(archive.of_item, _missing(now["cold"], cold)) if one]
        writes.append(partial(archive.take, came))
    return writes


def _learnings_ended(_: str, changes: Mapping[str, Any]) -> dict[str, Any]:
    come = [one for one in changes.get("cold", {}).get("come", []) if (cold := archive.of_item(one)) and cold.by]
    ids = {one.get("id") for one in come}
    found = {level: {"gone": [row for row in changes[level]["gone"] if row[1].get("id") in ids], "come": []}
             for level in warm_files.LEVELS if level in changes}  # fmt: skip
    gone = {level: change for level, change in found.items() if change["gone"]}
    return {**gone, "cold": {"gone": [], "come": come}} if gone else {}


def _missing(of: Sequence[Any], there: Sequence[Any]) -> list[Any]:
    said = {_said(one) for one in there}
    return [one for one in of if _said(one) not in said]


def _write_warm(root: str, level: str, new: Mapping[str, list[Any] | None]) -> None:
    warm = warm_files.read(root, level)
    items = new.get(level)
    if items is not None:
        made = [codec.from_item({key: one[key] for key in one if key}, one[""], level) for one in items]
        warm = warm._replace(learnings=tuple(one for one in made if one))
    if level == GLOBAL and (marks := new.get("muted")) is not None:
        warm = warm_files.muting(warm, root, marks)
    warm_files.write(root, level, warm)


def _write_hot(root: str, name: str, hot: Sequence[Any]) -> None:
    session.save(root, name, {**session.load(root, name), "hot": [*hot]})


def _of_logs(root: str) -> dict[str, int]:
    return {ticket: files.size(decision_log.path(root, ticket)) for ticket in decision_log.tickets(root)}


def _logs_changed(root: str, before: Mapping[str, int]) -> dict[str, Any]:
    found = {}
    for ticket, size in _of_logs(root).items():
        start = max(0, before.get(ticket, 0))
        if size > start:
            found[ticket] = [start, size, _digest(root, ticket, start, size)]
    return found


def _logs_back(root: str, changes: Mapping[str, Any], _: bool) -> list[_Write]:
    """A log only grows: what takes a line back is a line, until each decision is as it was."""
    writes: list[_Write] = []
    for ticket, (start, end, digest, *ended) in changes.items():
        if _digest(root, ticket, start, end) != digest:
            raise Refusal(f"{places.decision_log(ticket)} {_LATER}")
        was = {one.id: one for one in decision_log.before(root, ticket, start).entries}
        touched = [name for name in decision_log.touched(root, ticket, start, end) if name in was or not ended]
        writes.append(partial(_relog, root, ticket, was, touched))
    return writes


def _logs_ended(root: str, changes: Mapping[str, Any]) -> dict[str, Any]:
    found = {}
    for ticket, (start, end, digest) in changes.items():
        was = {one.id: one.status for one in decision_log.before(root, ticket, start).entries}
        now = {one.id: one.status for one in decision_log.before(root, ticket, end).entries}
        if any(lifecycle.holds(status) and lifecycle.is_over(now.get(name, status)) for name, status in was.items()):
            found[ticket] = [start, end, digest, True]
    return found


def _relog(root: str, ticket: str, was: Mapping[str, Entry], touched: Sequence[str]) -> None:
    now = clock.stamp(clock.now())
    for name in sorted(touched, key=lambda name: name in was):  # what is new goes first: it frees what it ended
        stands = decision_log.find(root, ticket, name)
        old = was.get(name)
        if old is None and stands is not None:
            decision_log.append(root, ticket, [decision.forgetting(name, ticket, now)])
        elif old is not None and (stands is None or stands._replace(line=0) != old._replace(line=0)):
            new = old._replace(line=0)
            decision_log.append(root, ticket, [decision.marked(stands, new) if stands else new])


def _digest(root: str, ticket: str, start: int, end: int) -> str:
    raw = files.read_bytes(decision_log.path(root, ticket), decision_log.LIMIT) or b""
    return sha256(raw[start:end]).hexdigest()


def _of_notes(root: str) -> dict[str, str]:
    return dict(git_notes.tips(root)) if git.folder(root) else {}


def _notes_changed(root: str, before: Mapping[str, str]) -> dict[str, Any]:
    now = _of_notes(root)
    return {space: [before.get(space, ""), tip] for space, tip in now.items() if before.get(space) != tip}


def _notes_back(root: str, changes: Mapping[str, Sequence[str]], _: bool) -> list[_Write]:
    writes: list[_Write] = []
    for space, (old, new, *ended) in changes.items():
        tip = git_notes.tips(root).get(space)
        try:
            news = git_notes.taken_back(root, space, old, new, ended=bool(ended))
        except git.GitError as error:
            raise Refusal(f"{git_notes.ref_of(space)} lacks what stood there before; nothing was changed") from error
        ref, words = git_notes.ref_of(space), "Notes rewritten: a change was taken back"
        writes += [partial(git.rewrite, root, ref, tip, news, words)] if news else []
    return writes


def _notes_ended(root: str, changes: Mapping[str, Sequence[str]]) -> dict[str, Any]:
    """Every namespace in which something came: who takes it back looks for what ended a memory."""
    return {space: [old, new, True] for space, (old, new) in changes.items()
            if old and git_notes.taken_back(root, space, old, new, ended=True)}  # fmt: skip


_HOMES: Final[Mapping[str, _Home]] = {
    "journal": _Home(_of_journal, _journal_changed, _journal_back, _journal_ended),
    "guardrails": _Home(_of_rails, _rails_changed, _rails_back),
    "learnings": _Home(_of_learnings, _learnings_changed, _learnings_back, _learnings_ended),
    "decisions": _Home(_of_logs, _logs_changed, _logs_back, _logs_ended),
    "notes": _Home(_of_notes, _notes_changed, _notes_back, _notes_ended),
}
