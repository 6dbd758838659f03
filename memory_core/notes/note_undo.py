"""Undoes a change of notes."""

from memory_core.core import git, note_refs
from memory_core.core.light.errors import Refusal
from memory_core.notes import git_notes, ledger, note_codec
from memory_core.notes.note_codec import Piece


def taken_back(root: str, space: str, old: str, new: str, *, ended: bool = False) -> dict[str, bytes | None]:
    """Annotated object to its note, after undoing the change of a namespace between two commits of its ref.

    Added memories get a forgotten mark and forgotten ones a restored mark, so that other clones agree. With `ended`
    only documents that end memories are undone. Raise `Refusal` if a batch has changed since, `GitError` if git no
    longer has a commit.
    """
    tip = git_notes.tips(root).get(space)
    if tip is None or not git.is_ancestor(root, new, tip):
        raise git.GitError(f"{git_notes.ref_of(space)} was created again since")
    names = note_refs.changed(root, old, new) if old else dict.fromkeys(git_notes.pieces(root, new))
    if names is None:
        raise git.GitError(f"git has no {old}")
    was = git_notes.pieces(root, old, names) if old else {}
    came = git_notes.pieces(root, new, names)
    everywhere = git_notes.marks_of(tip)
    here = git_notes.pieces(root, tip, {*names, everywhere})
    when = git_notes.later([piece for text in here.values() for piece in text])
    result: dict[str, list[Piece]] = {}
    marks: list[Piece] = []
    for name in names:
        now = list(here.get(name, []))
        raws = {other.raw.strip() for other in was.get(name, [])}, {other.raw.strip() for other in came.get(name, [])}
        gone = [piece for piece in was.get(name, []) if piece.raw.strip() not in raws[1] and not ended]
        for added in came.get(name, []):
            if added.raw.strip() in raws[0] or added.document is None or (ended and not ledger.ends(added.document)):
                continue
            if ledger.is_mark(added.document):
                marks_here = [git_notes.piece_of(ledger.reversed_mark(added.document, when))]
                now += [] if name == everywhere else marks_here
                marks += marks_here
            elif added.raw.strip() in {each.raw.strip() for each in now}:
                now = [each for each in now if each.raw.strip() != added.raw.strip()]
                if not ledger.findings(added):
                    mark = git_notes.piece_of(ledger.forgetting(added.document.id, when))
                    now.append(mark)
                    marks.append(mark)
            elif ledger.findings(added):
                raise Refusal(f"the findings of {name[:10]} have changed after that step; undo the later step first")
        there = {each.raw.strip() for each in now}
        now += [piece for piece in gone if piece.raw.strip() not in there]
        result[name] = now
    if marks:
        result[everywhere] = [*result.get(everywhere, here.get(everywhere, [])), *marks]
    return {
        name: git_notes.encoded(note_codec.joined([piece.raw for piece in git_notes.once(now)])) or None
        for name, now in result.items()
        if [other.raw for other in now] != [other.raw for other in here.get(name, [])]
    }
