"""Checks of git notes for `doctor`."""

from collections.abc import Iterator

from memory_core.core import git, note_refs
from memory_core.core.budget import how_many
from memory_core.core.health import OK, WARN, Check, listed
from memory_core.notes import git_notes, ledger, sharing, unpushed


def checks(root: str) -> Iterator[Check]:
    """Damaged notes, notes that git may drop, configuration that breaks them, and what is not shared."""
    yield from _kept(root)
    yield from _shared(root)


def _kept(root: str) -> Iterator[Check]:
    try:
        counts = git_notes.count(root)
        damages = git_notes.damages(root)
    except git.GitError as error:
        yield Check("notes", WARN, f"git notes cannot be read: {error}", "run the same git command by hand")
        return
    rows = [
        (
            f"{damage.ref} on {damage.object[:10]}: {damage.what}; it is kept as it stands",
            f"mend it: git notes --ref={damage.ref.removeprefix('refs/notes/')} edit {damage.object}",
        )
        for damage in damages
    ]
    yield from listed("notes", rows, "more piece", "see `memory-core verify`", " without a document")
    if not counts:
        yield Check("notes", OK, "none yet; /cs:remember adds the first")
    else:
        documents = sum(counts.values())
        yield Check("notes", OK, f"{how_many(documents, 'document')} in {how_many(len(counts), 'namespace')}")
        yield _followed(root)
        yield from _prunable(root)
    yield from _refspecs(root)


def _shared(root: str) -> Iterator[Check]:
    """The notes that only this clone has, and the notes that it does not have."""
    if away := sharing.hint(root).line:
        yield Check("sharing", WARN, away, "run `memory-core sync`")
    waiting = unpushed.line(unpushed.unpushed(root))
    if waiting:
        yield Check("sharing", OK, waiting)


def _prunable(root: str) -> Iterator[Check]:
    """The notes of missing commits, which `git notes prune` would delete, and the notes that it has deleted."""
    try:
        names = {entry.object for tip in git_notes.tips(root).values() for entry in note_refs.entries(root, tip)}
        names -= set(ledger.MARKS)
        inside = len(git.inside(root, names, "--all"))
        taken = sum(len(back) for back in unpushed.pruned(root).values())
    except git.GitError:  # reported above
        return
    if taken:
        detail = f"`git notes prune` took {how_many(taken, 'memory')}"
        yield Check("git notes prune", WARN, detail, "run `memory-core doctor --fix`")
    if loose := len(names) - inside:
        stands = "1 note stands" if loose == 1 else f"{loose:,} notes stand"
        detail = f"{stands} on commits that are in no branch here; `git notes prune` would delete them: do not run it"
        yield Check("git notes prune", OK, f"{detail}. They are still read, shared and found")


def _followed(root: str) -> Check:
    if git.follows(root):
        return Check("amend and rebase", OK, "notes follow a rewritten commit")
    detail = "memories stay with the old commit, and are still found"
    return Check("amend and rebase", OK, detail, "to let them follow: memory-core setup --follow-rewrites")


def _refspecs(root: str) -> Iterator[Check]:
    """Configured refspecs for notes, which break plain `git push` and `git fetch` (C-7)."""
    text = git.output(root, "config", "--get-regexp", r"^remote\..*\.(push|fetch)$") or ""
    rows = [(key, spec) for key, _, spec in (line.partition(" ") for line in text.splitlines())]
    for name in dict.fromkeys(key.rpartition(".")[0] for key, spec in rows if "refs/notes/" in spec):
        pushed = [spec for key, spec in rows if key == f"{name}.push"]
        if pushed and all("refs/notes/" in spec for spec in pushed):
            detail = f"{name}.push names only notes: a plain `git push` no longer pushes your branch"
            remedy = f"git config --unset-all {name}.push; `memory-core sync --push` pushes"
            yield Check("refspecs", WARN, detail, remedy)
        for spec in (spec for key, spec in rows if key == f"{name}.fetch" and ":refs/notes/cs/" in spec):
            what = "a plain `git fetch` fails or overwrites notes where both sides have new ones"
            remedy = f"git config --unset-all {name}.fetch 'refs/notes/'; then memory-core sync"
            yield Check("refspecs", WARN, f"{name}.fetch = {spec}: {what}", remedy)
