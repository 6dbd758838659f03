"""The steps in which a spec's files changed, and the memories of each step."""

import os
from collections.abc import Sequence
from typing import Final, NamedTuple

from memory_core.core import git, registry
from memory_core.core.budget import trimmed
from memory_core.core.home import Addition
from memory_core.core.light import clock, lifecycle
from memory_core.core.memory import Link, Memory, Source
from memory_core.notes import git_notes
from memory_core.redact import second_opinion
from memory_core.specs import changes, history, memories, skeleton, spec_folders, spec_seen
from memory_core.specs.changes import Change, Known
from memory_core.specs.spec import COMPLETED, COMPLETED_FOLDER, PLANNING, README, RETROSPECTIVE, Item, Spec

_PLANNED: Final = ("deviation",)


class Step(NamedTuple):
    """The documents of a spec at a commit, or in the worktree."""

    commit: str  # the commit that gets the new memories; "" for the journal
    when: str
    folder: str
    documents: dict[str, str]
    is_committed: bool = False
    archives: bool = False  # the commit moved the folder to the completed specs
    author: str = ""  # the author of the documents
    is_of_others: bool = False  # another person committed them and keeps their items


def steps(top: str, folders: Sequence[str], since: str, head: str) -> list[Step]:
    """The commits after `since` that changed the spec; [] without a history."""
    if not head:
        return []
    result: list[Step] = []
    was_done = False
    now = clock.stamp(clock.now())
    me = git.address(top)
    keepers: set[str] | None = None  # the persons that keep notes; read only if another person committed
    for step in history.steps(top, folders, since, head):
        is_done = step.folder.startswith(COMPLETED_FOLDER)
        clean = {name: second_opinion.clean(text) for name, text in step.documents.items()}
        when, archives = min(step.when or now, now), is_done and not was_done
        others = bool(me) and me not in step.addresses
        if others:
            keepers = git_notes.writers(top) if keepers is None else keepers
            others = not keepers or not keepers.isdisjoint(step.addresses)
        result.append(
            Step(step.commit, when, step.folder, clean, True, archives, second_opinion.clean(step.author), others)
        )
        was_done = was_done or is_done
    last = next((at for at, step in enumerate(result) if step.archives), -1)
    # The closing items belong to the commit that archives a spec (CS-US-004), even if an earlier commit wrote them.
    return [
        step._replace(documents={name: text for name, text in step.documents.items() if name != RETROSPECTIVE})
        if at < last
        else step
        for at, step in enumerate(result)
    ]


def is_straight(top: str, since: str, head: str) -> bool:
    """Whether `head` comes after `since`; after a rebase a plan is a new one, not a changed one."""
    return since == head or (bool(since and head) and history.descends(top, since, head))


def with_worktree(committed: Sequence[Step], top: str, spec: Spec, head: str) -> list[Step]:
    """The steps, followed by the documents in the worktree if they differ from the last commit."""
    documents = {name: second_opinion.clean(text) for name, text in spec_folders.documents(top, spec).items()}
    if committed and committed[-1].documents == documents:
        return list(committed)
    when = _changed(top, spec, documents)
    return [*committed, Step(head, when, spec.folder, documents, author=git.author(top) if head else "")]


def _changed(top: str, spec: Spec, documents: dict[str, str]) -> str:
    """The time of the last write to the documents."""
    now = clock.now()
    newest = 0.0
    for name in documents:
        try:
            newest = max(newest, os.stat(os.path.join(top, *spec.folder.split("/"), name)).st_mtime)
        except OSError:
            continue
    return clock.stamp(min(now, now.fromtimestamp(newest, now.tzinfo)) if newest else now)


def phase_of(step: Step) -> str:
    """The phase of the spec at a step."""
    if step.folder.startswith(COMPLETED_FOLDER):
        return COMPLETED
    return skeleton.parsed(step.documents.get(README, "")).phase


def is_due(item: Item, step: Step, phase: str) -> bool:
    """Whether an item is to be kept at a step of that phase.

    A skipped task changes no plan that is still being made; a retrospective waits for the commit that closes the spec.
    """
    if item.place == RETROSPECTIVE and not step.is_committed and step.commit:
        return phase == COMPLETED
    return not (phase == PLANNING and item.tags == _PLANNED)


class Books:
    """What is known of a spec, and the memories and changes that are to be written."""

    def __init__(self, root: str, slug: str, knowledge: spec_seen.Knowledge, kept: Sequence[Memory]) -> None:
        self.root, self.slug = root, slug
        known, self.marks = knowledge.known, {**knowledge.marks}
        kept_names = memories.known(kept)
        # The words come from the files, the status from the memories, since other commands change it too.
        self.known: Known = kept_names | {name: [row[0], kept_names.get(name, row)[1]] for name, row in known.items()}
        self.new: list[tuple[str, Memory]] = []
        self.changed: list[tuple[Change, Step]] = []
        self.over: list[tuple[Memory, Memory, Step]] = []  # a kept decision, its successor, the step of the successor
        self.all: list[Memory] = list(kept)

    def enter(
        self,
        items: Sequence[Item],
        step: Step,
        phase: str,
        session: str = "",
        uuid: str = "",
        *,
        is_last: bool = True,
    ) -> None:
        """Add the new items. Items that another person committed become known only, since that person keeps them."""
        for name, text in changes.settled(self.known, items):
            self.changed.append((Change(Item("blocker", name.partition(" ")[2], text, text, "resolved"), name), step))
            self.known[name][1] = "resolved"
        for change in changes.news(items, self.known, is_last=is_last, marks=self.marks):
            if change.known or step.is_of_others:
                is_theirs = step.is_of_others and change.grown
                self.changed += [(change, step)] if change.known and not is_theirs else []
                continue
            source = Source(session=session, uuid=uuid)
            memory = memories.memory(change.item, self.slug, phase, step.when, step.commit, source)
            if step.author:
                memory = memory._replace(attrs={**memory.attrs, "author": step.author})
            self.new.append((changes.name_of(memory.kind, change.item.key), self._in_place(change, memory, step)))

    def _in_place(self, change: Change, memory: Memory, step: Step) -> Memory:
        """A new memory; the memory that it supersedes is marked."""
        at = next((at for at, (_, new) in enumerate(self.new) if memories.replaced([new], change)), -1)
        if at >= 0:  # both are new since the last reading
            name, new = self.new[at]
            body = "\n\n".join(filter(None, (new.body, memories.overruled(memory))))
            self.new[at] = name, new._replace(status="superseded", body=trimmed(body))
        elif old := memories.replaced(self.all, change):
            memory = memory._replace(links=(*memory.links, Link("supersedes", old.id)))
            self.over.append((old, memory, step))
        return memory

    def keep(self, most: int) -> bool:
        """Write at most `most` new memories and all changes; returns whether all were written. The caller holds the
        lock.
        """
        kept, rest = self.new[:most], self.new[most:]
        for name, _ in rest:
            self.known.pop(name, None)
        self.all += registry.keep(self.root, [memory for _, memory in kept]) if kept else []
        for change, step in self.changed:
            self._change(change, step)
        unkept = [memory for _, memory in rest]
        for old, new, step in self.over:
            if new not in unkept:
                when = max(step.when, old.updated or old.created)
                addition = Addition(second_opinion.clean(memories.overruled(new)), "superseded")
                registry.add(self.root, old, when, addition, step.author)
        return not rest

    def _change(self, change: Change, step: Step) -> None:
        """Add the outcome to a known memory: the resolution of a blocker, the end of a decision."""
        old = self._standing(change)
        item = change.item
        if old is not None and change.grown:
            self._grow(old, item, step)
            return
        if old is None or old.status == item.status:
            return
        head = "Resolution" if item.status == "resolved" else item.status.capitalize()
        body = f"## {head}\n\n{item.body or item.summary}"
        when = max(step.when, old.updated or old.created)
        registry.add(self.root, old, when, Addition(second_opinion.clean(body), item.status), step.author)

    def _grow(self, old: Memory, item: Item, step: Step) -> None:
        """Append the new lines of its document to a memory."""
        more = changes.added(item, f"{old.summary}\n{old.body}") if lifecycle.holds(old.status) else ""
        more = second_opinion.clean(more)
        if more:
            when = max(step.when, old.updated or old.created)
            registry.add(self.root, old, when, Addition(more), step.author)
            self.all[self.all.index(old)] = old._replace(body=f"{old.body}\n\n{more}", updated=when)

    def _standing(self, change: Change) -> Memory | None:
        """The memory that a change is about; None if there is none."""
        kind, _, key = change.known.partition(" ")
        words = self.known[change.known][0] if change.known in self.known else ""
        same = [memory for memory in self.all if memory.kind == kind]
        named = [
            memory for memory in same if memories.key_of(memory) == key or memories.words_of(memory) in (key, words)
        ]
        return named[-1] if named else None
