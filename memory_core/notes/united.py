"""Merges two versions of a notes ref: the documents of both, without those that either forgot."""

from collections.abc import Iterable, Mapping, Sequence
from typing import Final, NamedTuple

from memory_core.core import git, note_refs
from memory_core.notes import git_notes, ledger, note_codec
from memory_core.notes.note_codec import Document, Piece

EQUAL, AHEAD, TAKEN, FORWARDED, MERGED = "equal", "ahead", "taken", "forwarded", "merged"
MERGING: Final = "refs/notes/memory-core/merging"  # git merges notes only into refs below refs/notes/

_PROBE: Final = Document({"type": "progress", "timestamp": "2026-01-01T00:00:00Z", "summary": "what follows"})


class Merge(NamedTuple):
    """The result of merging a namespace."""

    state: str  # equal | ahead | taken | forwarded | merged
    old: str | None  # our commit before
    new: str | None  # our commit after
    gone: tuple[str, ...] = ()  # ids of memories of this clone that were forgotten in the other


def united_refs(root: str, ref: str, ours: str, theirs: str) -> Merge:
    """Move our ref to a merge commit with the notes of both sides, and return the result.

    The merge is made on another ref, so a failed or killed merge leaves ours unchanged. Notes that both sides changed
    are united (C-8). What their side dropped without a forgotten mark is restored.
    """
    message = "Notes merged: each document once"
    forward = git.is_ancestor(root, ours, theirs)
    git.run(root, "update-ref", MERGING, theirs if forward else ours)
    try:
        if not forward:
            git.committing(root, "notes", f"--ref={MERGING}", "merge", "--quiet", "--strategy=union", theirs)
        tip = git.run(root, "rev-parse", "--verify", MERGING).decode().strip()
        news = {} if forward else _tidied(root, ours, theirs, tip)
        back, gone = dropped(root, ours, tip, news)
        if news := {**news, **back}:
            note_refs.rewrite(root, MERGING, tip, news, message)
            tip = git.run(root, "rev-parse", "--verify", MERGING).decode().strip()
        git.move(root, ref, tip, ours, message)
    finally:
        git.output(root, "update-ref", "-d", MERGING)
    return Merge(FORWARDED if tip == theirs else MERGED, ours, tip, gone)


def dropped(
    root: str, ours: str, merged: str, news: Mapping[str, bytes | None]
) -> tuple[dict[str, bytes | None], tuple[str, ...]]:
    """(the notes with dropped documents restored, the ids of forgotten memories), for what we had and a merge lacks.

    A document that is missing without a mark was removed by mistake, or by somebody unaware of other clones. A document
    with a mark does not come back. `news` are the notes that the merge is about to write.
    """
    changed = note_refs.changed(root, ours, merged) or {}
    texts = git.blobs(root, [blob for pair in changed.values() for blob in pair if blob])
    after: dict[str, list[Piece]] = {}
    lost: dict[str, list[Piece]] = {}
    for name, (old, new) in changed.items():
        raw = news.get(name, texts[new] if new else b"")
        if raw is None:  # too long to be read, so it is unknown what it lacks
            continue
        after[name] = git_notes.parsed(raw)
        lost[name] = ledger.lacking(
            git_notes.parsed(texts[old]) if old else [], identities(after[name]), git_notes.loader
        )
        if ledger.is_reviewed(after[name]):
            lost[name] = [each for each in lost[name] if each.document and not ledger.is_empty(each.document)]
    if not any(lost.values()):
        return {}, ()
    every = [piece for text in (git_notes.pieces(root, merged) | after).values() for piece in text]
    here, marks = identities(every), ledger.forgotten(every)
    back: dict[str, bytes | None] = {}
    for name, note in lost.items():
        pieces = [each for each in ledger.lacking(note, here | marks, git_notes.loader) if not _target(each) & marks]
        if pieces:
            back[name] = git_notes.encoded(together([*after[name], *pieces]))
    known = ledger.forgotten(each for old, _ in changed.values() if old for each in git_notes.parsed(texts[old]))
    ids = identities(each for text in lost.values() for each in text)
    return back, tuple(sorted(ids & marks - here - known))


def _tidied(root: str, ours: str, theirs: str, merged: str) -> dict[str, bytes | None]:
    """Annotated object to its note, for the notes that both sides changed."""
    from_ours, from_theirs = note_refs.changed(root, ours, merged) or {}, note_refs.changed(root, theirs, merged) or {}
    both = sorted(from_ours.keys() & from_theirs.keys())
    sides = {name: (from_ours[name][0], from_theirs[name][0]) for name in both}
    texts = git.blobs(root, [blob for pair in sides.values() for blob in pair if blob])
    result: dict[str, bytes | None] = {}
    for name, pair in sides.items():
        raws = [texts[blob] for blob in pair if blob]
        if None not in raws:  # else a note is too long to be read, and git's union of both is kept
            result[name] = git_notes.encoded(together([piece for raw in raws for piece in git_notes.parsed(raw)]))
    return result


def together(pieces: Sequence[Piece]) -> str:
    """The text of a note with these pieces, each document once, and each readable after the one before it."""
    raws = ledger.tidied(pieces, git_notes.loader)
    text = note_codec.joined(raws)
    wanted = identities(piece for raw in raws for piece in note_codec.parse(raw, git_notes.loader))
    if identities(note_codec.parse(text, git_notes.loader)) == wanted:
        return text
    return note_codec.joined([_closed(raw) for raw in raws])


def _closed(raw: str) -> str:
    """The text, changed so that unclosed front matter in it does not swallow the next document."""
    alone = note_codec.parse(raw, git_notes.loader)
    behind = note_codec.joined([raw, note_codec.format(_PROBE, git_notes.loader)])
    if identities(note_codec.parse(behind, git_notes.loader)) == identities(alone) | {_PROBE.id}:
        return raw
    document = alone[-1].document
    return note_codec.format(document, git_notes.loader) if document and len(alone) == 1 else f"{raw.rstrip()}\n---"


def identities(pieces: Iterable[Piece]) -> set[str]:
    """The ids of the memories in these pieces."""
    return {name for piece in pieces if piece.document is not None for name in ledger.identities(piece.document)}


def _target(piece: Piece) -> set[str]:
    return {piece.document.text("updates")} - {""} if piece.document else set()
