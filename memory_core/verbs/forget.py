"""`memory-core forget ID | WORDS`: remove a memory from its home, the index and the briefing.

If words are given, a person confirms the memory that they find.
"""

import argparse
import re
from collections.abc import Sequence
from typing import Final

from memory_core import redact
from memory_core.briefing import render
from memory_core.core import git, note_refs, registry, review_finding, terminal, undo_log
from memory_core.core.light import clock
from memory_core.core.light.errors import Refusal, Usage
from memory_core.core.memory import Memory
from memory_core.core.options import call, parsed
from memory_core.core.report import Report
from memory_core.guardrails import rules_file
from memory_core.journal import candidates
from memory_core.learnings import warm_files
from memory_core.learnings.learning import GLOBAL
from memory_core.notes import git_notes
from memory_core.recall import find, view
from memory_core.tickets import decision_log, pack_files
from memory_core.tickets import home as tickets_home
from memory_core.tickets.places import LOG

SURE: Final = 4  # digits of an id that have to be named
# The ids of a log have no letter before them; those of findings go on after eight digits.
_SURE: Final = re.compile(rf"-[^-]{{{SURE},}}$|^[0-9a-f]{{6,}}$|^[0-9a-f]{{8}}-")
_PRIVATE: Final = (warm_files.place(GLOBAL), "session ")  # places that nobody commits
SECONDS: Final = 5.0  # for the index; what is left is done by the next one who opens it


def main(arguments: list[str]) -> Report:
    """Delete a memory. The exit code is 1 if the words fit several memories or nobody confirms; `Refusal` if no memory
    has the id.
    """
    options = parsed("forget", arguments)
    if not "".join(options.words).strip():
        how = call(options, "forget")
        raise Usage(f"say which: `{how} ID`, or `{how} WORDS` that describe it; `{call(options, 'list')}` shows ids")
    named = options.words[0].strip()
    if not options.purge and find.is_words(options.root, options.words):
        memories = find.meant(options, " ".join(options.words), _can_go)
        if not terminal.can_ask(options):
            return find.offer(options, "forget", memories)
        named = _picked(memories)
        if not named:
            return Report(options, text="nothing was changed", code=1)
    elif len(options.words) > 1:
        raise Usage("--purge takes one id, or one namespace")
    return _forget(options, named)


def _can_go(memory: Memory) -> bool:
    """Whether this verb can take out a memory; documents and guard rails are changed in their files."""
    try:
        registry.refuse_foreign(memory)
    except Refusal:
        return False
    return True


def _picked(memories: Sequence[Memory]) -> str:
    """The id of the memory that the person at the terminal chooses; "" for none."""
    if len(memories) == 1:
        return memories[0].id if terminal.agrees("Forget it?", view.row(memories[0])) else ""
    at = terminal.chosen("Which one is to be forgotten?", [*map(view.row, memories)])
    return memories[at - 1].id if at else ""


def _forget(options: argparse.Namespace, named: str) -> Report:
    """Remove the memory of that id, and report it."""
    with undo_log.recorded(options.root, "forget", learns=True, purged=options.purge) as done:
        wanted, place, lines = _forgotten(options.root, named, done, purge=options.purge)
        purged = place if options.purge and place.startswith(git.NOTES) else ""
        if purged:
            lines += note_refs.purge(options.root, purged)
    render.refresh(options.root, SECONDS)
    lines += _after(options.root, wanted, place, purged)
    lines += [] if options.purge or place == "candidates" else ["`memory-core undo` brings it back."]
    return Report(options, {"forgotten": wanted, "place": place, "purged": bool(purged)}, "\n".join(lines))


def _forgotten(root: str, wanted: str, done: list[Memory], *, purge: bool) -> tuple[str, str, list[str]]:
    """(the id, the place that held it, what to say). With `purge` an id that is forgotten already will do, or a
    namespace, of which only the history goes."""
    tips = git_notes.tips(root)
    if purge and wanted in tips:
        return wanted, git_notes.ref_of(wanted), []
    for rail in rules_file.read(root).memories:
        if rail.id.casefold() == wanted.casefold():
            registry.refuse_foreign(rail)
    if waiting := candidates.named(root, wanted):
        if len(waiting) > 1:
            raise Refusal(f"{wanted!r} is the beginning of the ids of {len(waiting)} candidates; give the whole id")
        candidates.drop(root, [waiting[0].id])
        return (
            waiting[0].id,
            "candidates",
            [f"dropped the candidate {waiting[0].id}: {redact.neutral(waiting[0].summary)}"],
        )
    try:
        memory, places = find.to_change(root, wanted)
    except Refusal:
        space = review_finding.SPACE if review_finding.is_uuid(wanted) else wanted.rpartition("-")[0]
        if purge and space in tips:
            done.append(Memory(wanted, "", ""))
            return wanted, git_notes.ref_of(space), [f"{wanted} is not there (any more)"]
        raise
    if not (_SURE.search(wanted) or memory.id == wanted):
        raise Refusal(f"{wanted!r} is too little to forget something by: give the whole id, or {SURE} digits of it")
    done.append(memory)
    for place in places:  # copied into another namespace it is the same memory
        registry.forget(root, memory._replace(source=memory.source._replace(place=place)), clock.stamp(clock.now()))
    if memory.source.home == decision_log.NAME:
        registry.refresh(root, memory)
        pack_files.drop_slices(root, tickets_home.ticket_of(memory), memory.id)
    return memory.id, memory.source.place, [f"forgot {memory.id}: {redact.neutral(memory.summary)}"]


def _after(root: str, wanted: str, place: str, purged: str) -> list[str]:
    if place.endswith(LOG):
        return [
            f"{place} says so in a line of its own; commit that file. What was said before stays in it.",
            "A secret is taken out of it by hand, and changed.",
        ]
    if place == "candidates":
        return []
    if place.startswith(_PRIVATE):
        return [f"{place} no longer holds it."]
    if not place.startswith(git.NOTES):
        text = f"{place} no longer holds it; commit that file. Git's history has what was committed of it before."
        return [text if git.folder(root) else f"{place} no longer holds it."]
    if not purged:
        return [
            f"Earlier versions stay in the history of {place}, here and wherever it was pushed or fetched.",
            f"To drop that history here: memory-core forget {wanted} --purge",
        ]
    return [
        f"The history of {place} begins anew. `git gc --prune=now` drops its old objects from this clone.",
        "A remote or a clone that has the old history keeps it, and the next `memory-core sync` fetches it again.",
        f"To replace it there: git push --force REMOTE {place}:{place}, then the same purge in every clone.",
        "A secret that was pushed must be changed.",
    ]
