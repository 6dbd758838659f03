"""Review findings in the notes of the reviewed commits."""

from collections.abc import Mapping, Sequence

from memory_core.core import git, note_refs, review_finding
from memory_core.core.home import Addition
from memory_core.core.memory import Memory
from memory_core.core.review_finding import Finding
from memory_core.notes import batch, git_notes, ledger, ledger_memories, merge, note_codec
from memory_core.notes.ledger import NotePiece
from memory_core.notes.merge import Reported, Review
from memory_core.notes.note_codec import Piece


def keep_findings(root: str, findings: Sequence[Finding], review: Review) -> list[Memory]:
    """Add the findings of a review to the batch of its commit (C-11), and return them as they are now, in order.

    Forgotten findings are left out, and known ones keep their status. A review without findings is one memory. The
    caller holds the lock.
    """
    ref = git_notes.ref_of(review_finding.SPACE)
    for last in (False,) * (git_notes.ROUNDS - 1) + (True,):
        tip = git.tips(root).get(ref)
        git_notes.can_take(root, review_finding.SPACE, [review.commit])
        stands = git_notes.pieces(root, tip, [review.commit, git_notes.marks_of(tip)]) if tip else {}
        here = stands.get(review.commit, [])
        gone = ledger.forgotten(piece for each in stands.values() for piece in each)
        before = merge.together(ledger.batches(here))
        beside = [each for piece in here if ledger.unread(piece) for each in ledger.findings(piece)]
        reported = merge.reported(
            before, findings, review, _elsewhere(root, tip, findings, review.commit), gone, beside
        )
        now = ledger.reviewed(here, reported.batch, git_notes.loader)
        try:
            if before is None:
                text = git_notes.encoded(now[-1].raw)
                git_notes.can_take(root, review_finding.SPACE, [review.commit], len(text))
                git_notes.fits(ref, review.commit, text)
                note_refs.append(root, ref, review.commit, text)
            elif note_codec.joined([other.raw for other in now]) != note_codec.joined([other.raw for other in here]):
                git_notes.rewrite(root, ref, tip, {review.commit: now}, "Notes rewritten: a commit was reviewed")
        except git.GitError:
            if last or git.tips(root).get(ref) == tip:
                raise
            continue
        return _as_reported(review.commit, now, reported)
    raise AssertionError  # the last round returns or raises


def revise_findings(root: str, changes: Sequence[tuple[Memory, Addition]], when: str, author: str = "") -> None:
    """Write changes of findings into every batch that has them, in one commit (CS-FR-021).

    The caller holds the lock.
    """
    ref = git_notes.ref_of(review_finding.SPACE)
    names = {name for memory, _ in changes for name in memory.commits}
    for last in (False,) * (git_notes.ROUNDS - 1) + (True,):
        tip = git.tips(root).get(ref)
        git_notes.can_take(root, review_finding.SPACE, names)
        stands = git_notes.pieces(root, tip, names) if tip else {}
        news = {
            name: now
            for name, here in stands.items()
            if (now := _revised(here, changes, when, author, stands)) is not None
        }
        try:
            if news:
                git_notes.rewrite(root, ref, tip, news, "Notes rewritten: findings were settled or added to")
        except git.GitError:
            if last or git.tips(root).get(ref) == tip:
                raise
            continue
        return


def _elsewhere(root: str, tip: str | None, findings: Sequence[Finding], commit: str) -> set[str]:
    """The ids of the given findings that findings on other commits already have."""
    given = {finding.id.strip().casefold() for finding in findings} - {""}
    if not given or tip is None:
        return set()
    return {
        memory.id
        for memory in git_notes.read(root, review_finding.SPACE, tip)
        if memory.id in given and commit not in memory.commits
    }


def _as_reported(commit: str, now: Sequence[Piece], reported: Reported) -> list[Memory]:
    memories = ledger_memories.memories([NotePiece(commit, piece) for piece in now], review_finding.SPACE)
    by_id = {memory.id: memory for memory in memories}
    if reported.ids or reported.batch.findings:
        return [by_id[name] for name in reported.ids if name in by_id]
    return [memory for memory in memories if memory.attrs.get("findings") == 0]


def _revised(
    here: Sequence[Piece],
    changes: Sequence[tuple[Memory, Addition]],
    when: str,
    author: str,
    stands: Mapping[str, Sequence[Piece]],
) -> list[Piece] | None:
    """A note with its findings changed; None if it has none of them.

    A damaged batch is not changed: the new state of its findings is in another batch beside it.
    """
    findings = merge.unique(finding for stand in stands.values() for each in stand for finding in ledger.findings(each))
    own = {finding.id for each in here for finding in ledger.findings(each)}
    new = []
    for memory, more in changes:
        if memory.id not in own or memory.id not in findings:
            continue
        by = author if author and author != memory.attrs.get("author") else ""
        lists = {"tags": more.tags, "relates_to": more.relates_to, "amended_by": [by] if by else []}
        where = {"spec": more.work, "phase": more.phase}
        new.append(merge.changed(findings[memory.id], when, more.status, more.body, lists, where))
    if not new:
        return None
    before = merge.together(ledger.batches(here)) or batch.Batch({"type": batch.TYPE, "spec": None, "timestamp": when})
    rest = [finding for finding in before.findings if finding.id not in {each.id for each in new}]
    return ledger.reviewed(here, before._replace(findings=(*rest, *new)), git_notes.loader)
