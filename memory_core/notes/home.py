"""The home of git notes (see `core.home`): `refs/notes/cs/<namespace>` (CS-FR-004 to 7)."""

from collections.abc import Iterable, Mapping, Sequence
from functools import partial
from typing import Any, Final

from memory_core import redact
from memory_core.core import git, note_refs, review_finding, transitions
from memory_core.core.home import Addition, Home, Part, Past, Write
from memory_core.core.light.errors import Refusal
from memory_core.core.light.lifecycle import OPEN, RESOLVED
from memory_core.core.memory import Memory
from memory_core.notes import finding_notes, git_notes, ledger, note_undo

_ADDED: Final = ("body", "tags", "work", "phase", "summary")  # fields that may contain secrets


class Notes(Home):
    """Memories of commits. Changes are appended to a note as further documents."""

    name = git_notes.NAME
    step = "notes"

    def parts(self, root: str) -> list[Part]:
        """A part for each namespace that has notes."""
        return [
            Part(
                f"{self.name}/{space}",
                partial(git_notes.stamp, tip),
                partial(git_notes.read, root, space, tip),
                partial(git_notes.since, root, space, tip),
                partial(git_notes.seconds, root, tip),
                partial(_glance, root, space, tip),
            )
            for space, tip in git_notes.tips(root).items()
        ]

    def wants(self, memory: Memory) -> bool:
        """Whether a memory has a commit, and its kind a namespace."""
        return bool(memory.source.commit and ledger.spaces(memory))

    def documents(self, root: str) -> int:
        """The number of documents in the notes."""
        return sum(git_notes.count(root).values())

    def problems(self, root: str) -> Iterable[str]:
        """The notes that cannot be read."""
        return [f"{damage.ref} on {damage.object}: {damage.what}" for damage in git_notes.damages(root)]

    def keep(self, root: str, memories: Sequence[Memory]) -> list[Memory]:
        """Append a document for each memory to the note of its commit, with one commit of notes for each namespace."""
        return git_notes.keep_all(root, memories)

    def unshared(self, root: str) -> tuple[int, str]:
        """The number of documents that no remote has yet, with a line about them."""
        from memory_core.notes import unpushed  # noqa: PLC0415 - few verbs ask

        waiting = unpushed.unpushed(root)
        return waiting.number, unpushed.line(waiting)

    def refuse(self, memory: Memory) -> None:
        """Never raises: all verbs can change notes."""

    def add(self, root: str, memory: Memory, when: str, more: Addition, author: str = "") -> None:
        """Append a document with the change. Raise `Refusal` for a finding, unless it is resolved."""
        if review_finding.is_finding(memory):
            if more.by or more.maybe or more.edits:
                raise Refusal(f"{memory.id} is a finding of a review: `memory-core findings resolve` settles it")
            revise(root, [(memory, more)], when, author)
            return
        git_notes.add(root, memory, ledger.update(memory, when, more, author))

    def change(self, root: str, memories: Iterable[Memory]) -> None:
        """Append a document for each memory that was resolved or is back."""
        for memory in memories:
            body = f"## Resolution\n\n{memory.body}" if memory.status == RESOLVED else "It is back."
            self.add(root, memory, memory.updated, Addition(body, memory.status))

    def forget(self, root: str, memory: Memory, when: str) -> None:
        """Remove the documents of a memory from its notes, and mark it as forgotten."""
        git_notes.forget(root, memory, when)

    def seen(self, root: str) -> dict[str, str]:
        """The tip of each namespace."""
        return dict(git_notes.tips(root)) if git.folder(root) else {}

    def changed(self, root: str, before: Mapping[str, str]) -> dict[str, Any]:
        """[old tip, new tip] of each namespace that moved."""
        return {
            space: [before.get(space, ""), tip] for space, tip in self.seen(root).items() if before.get(space) != tip
        }

    def back(self, root: str, change: Mapping[str, Sequence[str]], begun: bool) -> list[Write]:  # noqa: ARG002
        """A commit for each namespace that restores the notes. Changes of others since then are kept."""
        writes: list[Write] = []
        for space, (old, new, *ended) in change.items():
            ref, tip = git_notes.ref_of(space), git_notes.tips(root).get(space)
            try:
                news = note_undo.taken_back(root, space, old, new, ended=bool(ended))
            except git.GitError as error:
                raise Refusal(
                    f"{git_notes.ref_of(space)} no longer has its earlier content; nothing was changed"
                ) from error
            ref, words = git_notes.ref_of(space), "Notes rewritten: a change was taken back"
            writes += [partial(note_refs.rewrite, root, ref, tip, news, words)] if news else []
        return writes

    def ended(self, root: str, change: Mapping[str, Sequence[str]]) -> dict[str, Any]:
        """All namespaces that got documents; undo finds the ended memories in them."""
        return {
            space: [old, new, True]
            for space, (old, new) in change.items()
            if old and note_undo.taken_back(root, space, old, new, ended=True)
        }

    def at(self, root: str, part: str, moment: str, commit: str) -> Past:  # noqa: ARG002 - its refs have their own history
        """The memories of a namespace at a moment."""
        ref = git_notes.ref_of(part)
        if tip := git.last_before(root, ref, moment):
            return Past(git_notes.read(root, part, tip))
        now = git_notes.read(root, part, git_notes.tips(root)[part])
        there = [
            transitions.as_it_was(memory, moment)
            for memory in now
            if memory.created and transitions.existed(memory, moment)
        ]
        why = "shown is what it still holds; what it dropped since is unknown"
        return Past(there, f"{ref} has no history of that time: {why}" if there else "")


def revise(root: str, changes: Sequence[tuple[Memory, Addition]], when: str, author: str = "") -> None:
    """Change many findings of batches in one commit of notes. The caller holds `registry.held(root)`."""
    wrong = [memory.id for memory, more in changes if more.status not in ("", OPEN, RESOLVED)]
    if wrong:
        raise Refusal(f"{wrong[0]} is a finding, which is open or resolved: resolve it with a reason")
    cleaned = [(memory, redact.clean_fields(more, *_ADDED)) for memory, more in changes]
    finding_notes.revise_findings(root, cleaned, when, author)


def _glance(root: str, space: str, tip: str) -> tuple[str, int]:
    return space, git_notes.glance(root, tip)


HOMES: Final = (Notes(),)
