"""Fetches, merges and pushes notes of a remote. Settings of the user are neither used nor changed.

The notes of a remote are in tracking refs, `refs/notes/<remote>/cs/<namespace>`. Fetching into our own refs would
destroy notes that only this clone has, and a configured refspec changes plain `git push` and `git fetch` (C-7).
"""

import contextlib
import os
import re
from collections.abc import Iterable, Iterator, Mapping, Sequence
from typing import Final, NamedTuple

from memory_core import redact
from memory_core.core import git, note_refs
from memory_core.core.light import files
from memory_core.core.light.errors import Refusal
from memory_core.notes import git_notes, note_codec, united
from memory_core.notes.united import AHEAD, EQUAL, FORWARDED, MERGED, TAKEN

AT_ONCE: Final = 400  # blobs that are read in one call
LEVELS: Final = 8  # levels of folders in the tree of a notes ref, and one for the notes
WRITTEN: Final = "--format=%H%n%an%n%ae%n%cn%n%ce%n%B"

_ROW: Final = re.compile(r"^([ +\-*=!])\t[^\t]*:(refs/notes/cs/\w+)\t(.*)$", re.MULTILINE)
_NAME: Final = re.compile(rb"[0-9a-f/]*")
_LATE: Final = re.compile(r"\[rejected\]|cannot lock ref|failed to update ref|old value|already exists")


class Unsent(NamedTuple):
    """A version of a note that a push would publish."""

    object: str  # the annotated object
    raw: bytes | None  # None if it is too long to be read
    is_earlier: bool


def chosen(root: str, wanted: str = "") -> str:
    """The remote to use: the given one, else that of the branch's upstream, `origin`, or the only one.

    Raise `Refusal` if there is none, or several and none of these.
    """
    if git.folder(root) is None:
        raise Refusal(f"{root} is not a git repository; there are no notes to exchange")
    names = git.run(root, "remote").decode("utf-8", "replace").split("\n")[:-1]
    known = ", ".join(names)
    if wanted:
        if wanted not in names or wanted.startswith("-"):
            raise Refusal(_plain(f"--remote {wanted}: there is no such remote; `git remote` knows {known or 'none'}"))
        return wanted
    branch = git.output(root, "symbolic-ref", "--quiet", "--short", "HEAD")
    upstream = git.output(root, "config", "--get", f"branch.{branch}.remote") if branch else None
    for name in (upstream, "origin"):
        if name in names:
            return name
    if len(names) == 1:
        return names[0]
    if not names:
        raise Refusal(f"{root} has no remote; `git remote add origin URL` adds one")
    raise Refusal(_plain(f"there are several remotes and none is the branch's; choose one of {known} with --remote"))


def tracked(root: str, remote: str) -> dict[str, str]:
    """Namespace to the commit that the remote had at the last fetch or push. Other refs are ignored."""
    prefix = f"refs/notes/{remote}/cs/"
    result = git.tips(root, prefix)
    return {space: result[prefix + space] for space in note_codec.NAMESPACES if prefix + space in result}


def fetch(root: str, remote: str) -> dict[str, str]:
    """Fetch the notes of the remote and return the result of `tracked`. Raise `GitError` if that fails.

    Nothing else in the repository changes: no configured refspec, tag, submodule, filter or prune rule applies, and
    FETCH_HEAD is restored.
    """
    arguments = ["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-filter", "--refmap=", "--prune"]
    with _fetch_head_kept(root):
        done = git.tried(
            root, *_settings(remote), *arguments, remote, f"+{git.NOTES}*:refs/notes/{remote}/cs/*", seconds=git.NETWORK
        )
    if done.code:
        raise git.GitError(
            _plain(f"{remote} cannot be read: {_reason(done.errors)}; try `git ls-remote {remote}`, then sync again")
        )
    return tracked(root, remote)


def follow(root: str, remote: str) -> bool:
    """Let a plain `git fetch` get the notes of this remote, too, into the tracking refs. Return whether that is new.

    Nothing changes if the remote has no refspec for branches, because `git fetch` would then get only notes, or has one
    for notes, which could overwrite ours. Raise `GitError` if git's settings cannot be written.
    """
    key = f"remote.{remote}.fetch"
    refspecs = (git.output(root, "config", "--get-all", key) or "").split()
    if not any(":refs/remotes/" in refspec for refspec in refspecs) or any(
        "refs/notes/" in refspec or refspec.lstrip("+").startswith("refs/*") for refspec in refspecs
    ):
        return False
    git.run(root, "config", "--add", key, f"+{git.NOTES}*:refs/notes/{remote}/cs/*")
    return True


def complete(root: str, remote: str) -> int:
    """Fetch the texts of notes that a partial clone left out, and return how many.

    Raise `GitError` if the remote does not provide them.
    """
    promised = git.output(root, "config", "--get-regexp", r"^(extensions\.partialclone|remote\..*\.promisor)$")
    refs = [*git_notes.tips(root).values(), *tracked(root, remote).values()]
    if not promised or not refs:
        return 0
    number = 0
    for _ in range(LEVELS):  # of left-out trees, each level shows the next
        text = git.run(
            root,
            "rev-list",
            "--objects",
            "--missing=print",
            "--stdin",
            stdin=_range(refs[0], ()) + b"".join(f"{tip}\n".encode() for tip in refs[1:]),
        ).decode("utf-8", "replace")
        missing = [row[1:] for row in text.splitlines() if row.startswith("?")]
        if not missing:
            break
        for at in range(0, len(missing), AT_ONCE):
            _fetch_objects(root, remote, missing[at : at + AT_ONCE])
        number += len(missing)
    return number


def _fetch_objects(root: str, remote: str, names: Sequence[str]) -> None:
    # "noop" skips negotiation: otherwise the remote would leave out objects that it believes to be here
    settings = [*_settings(remote), "-c", "fetch.negotiationAlgorithm=noop"]
    arguments = ["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-filter", "--refmap="]
    with _fetch_head_kept(root):
        done = git.tried(root, *settings, *arguments, remote, *names, seconds=git.NETWORK)
    if done.code:
        raise git.GitError(_plain(f"{remote} does not give the text of its notes: {_reason(done.errors)}"))


def is_elsewhere(root: str, remote: str) -> bool:
    """Whether a push may go to another place than a fetch (`pushurl`), whose content is unknown."""
    read = git.output(root, "remote", "get-url", remote)
    return git.output(root, "remote", "get-url", "--push", "--all", remote) != read


def merge(root: str, space: str, theirs: str) -> united.Merge:
    """Merge the notes of the remote into our namespace, and return the result. The caller holds the project's lock.

    Our ref moves once, from one complete state to the next. Raise `GitError` if it is not moved.
    """
    ref = git_notes.ref_of(space)
    ours = git.tips(root).get(ref)
    if ours == theirs:
        return united.Merge(EQUAL, ours, ours)
    if git.output(root, "rev-parse", "--verify", "--quiet", f"{theirs}^{{commit}}") != theirs:
        raise git.GitError(f"the remote's {ref} is not a commit, so it has no notes; its author must remove it")
    if ours is not None and git.is_ancestor(root, theirs, ours):
        return _put_back(root, ref, ours, theirs)
    if ours is None or _is_alike(root, ours, theirs):
        git.move(root, ref, theirs, ours, "notes taken from a remote")
        return united.Merge(FORWARDED if ours else TAKEN, ours, theirs)
    return united.united_refs(root, ref, ours, theirs)


def _put_back(root: str, ref: str, ours: str, theirs: str) -> united.Merge:
    """Restore notes that our ref, a descendant of theirs, lacks and that nobody forgot. Return the result.

    `git notes prune` removes the notes of commits that this repository does not have.
    """
    back, _ = united.dropped(root, theirs, ours, {})
    if not back:
        return united.Merge(AHEAD, ours, ours)
    note_refs.rewrite(root, ref, ours, back, "Notes put back: they were removed here and never forgotten")
    return united.Merge(MERGED, ours, git.run(root, "rev-parse", "--verify", ref).decode().strip())


def _is_alike(root: str, ours: str, theirs: str) -> bool:
    """Whether both commits have the same notes; then theirs can be used."""
    return git.run(root, "rev-parse", f"{ours}^{{tree}}") == git.run(root, "rev-parse", f"{theirs}^{{tree}}")


def documents(root: str, old: str | None, new: str) -> int:
    """How many documents a commit of a notes ref has that an earlier one lacks, in the notes that differ."""
    if old is None:
        return len(united.identities(piece for each in git_notes.pieces(root, new).values() for piece in each))
    changed = (note_refs.changed(root, old, new) or {}).values()
    texts = git.blobs(root, [blob for pair in changed for blob in pair if blob])
    before, after = (
        united.identities(piece for pair in changed if pair[side] for piece in git_notes.parsed(texts[pair[side]]))
        for side in (0, 1)
    )
    return len(after - before)


def sent(root: str, there: str, tip: str) -> list[bytes]:
    """The remote's versions of the notes that differ here."""
    changed = note_refs.changed(root, there, tip) or {}
    return [raw for raw in git.blobs(root, (old for old, _ in changed.values() if old)).values() if raw]


def unsent(root: str, tip: str, known: Iterable[str]) -> Iterator[Unsent]:
    """All versions of notes in the history of `tip` that no known commit has, newest first."""
    listing = git.run(root, "rev-list", "--objects", "--stdin", stdin=_range(tip, known))
    paths = {}
    for row in listing.decode("utf-8", "replace").splitlines():
        name, _, path = row.partition(" ")
        if path:  # a tree or a blob
            paths[name] = path.replace("/", "")
    names = list(paths)
    kinds = git.run(
        root, "cat-file", "--batch-check=%(objecttype)", stdin="".join(f"{name}\n" for name in names).encode()
    )
    held = [name for name, kind in zip(names, kinds.split(), strict=True) if kind == b"blob"]
    now = {entry.blob for entry in note_refs.entries(root, tip)}
    for at in range(0, len(held), AT_ONCE):
        for name, raw in git.blobs(root, held[at : at + AT_ONCE]).items():
            yield Unsent(paths[name], raw, name not in now)


def commits(root: str, tip: str, known: Iterable[str]) -> dict[str, bytes]:
    """Commit to its names, addresses and message, for the history of `tip` that no known commit has."""
    raw = git.run(root, "log", "-z", "--no-show-signature", WRITTEN, "--stdin", stdin=_range(tip, known))
    rows = (row.partition(b"\n") for row in raw.split(b"\0") if row)
    return {name.decode(): text for name, _, text in rows}


def odd_paths(root: str, names: Iterable[str]) -> list[bytes]:
    """The paths in these commits of a notes ref that are not names of objects; git notes never make such paths."""
    asked = "".join(f"{name}\n" for name in names).encode()
    options = ("--stdin", "-r", "-t", "-m", "--root", "-z", "--name-only", "--no-commit-id")
    raws = git.run(root, "diff-tree", *options, stdin=asked).split(b"\0")
    return [path for path in dict.fromkeys(raws) if not _NAME.fullmatch(path)]


def _range(tip: str, known: Iterable[str]) -> bytes:
    return "".join(f"{name}\n" for name in (tip, *(f"^{name}" for name in known))).encode()


def push(root: str, remote: str, tips: Mapping[str, str]) -> dict[str, str]:
    """Push the commits of namespaces, and return the refused ones with the reason. Never forced, and no other refs.

    Exactly these commits are pushed, because they were checked for secrets. The user's pre-push hook is run.
    """
    arguments = ["push", "--porcelain", "--no-follow-tags", "--recurse-submodules=no", remote]
    wanted = [f"{tip}:{git_notes.ref_of(space)}" for space, tip in tips.items()]
    done = git.tried(root, *_settings(remote), *arguments, *wanted, seconds=git.NETWORK)
    answers: dict[str, str] = {}
    for flag, ref, reason in _ROW.findall(done.out.decode("utf-8", "replace")):
        if flag == "!" or ref not in answers:  # with several push URLs, a refusal by one of them counts
            answers[ref] = reason if flag == "!" else ""
    refused = {}
    for space, tip in tips.items():
        why = answers.get(git_notes.ref_of(space), _reason(done.errors) if done.code else "")
        if why:
            refused[space] = _plain(why + _server(done.errors))
        else:
            git.output(root, "update-ref", f"refs/notes/{remote}/cs/{space}", tip)
    return refused


def is_late(reason: str) -> bool:
    """Whether a refusal means that somebody else has pushed first, so that another attempt may succeed."""
    return bool(_LATE.search(reason))


@contextlib.contextmanager
def _fetch_head_kept(root: str) -> Iterator[None]:
    """Restore FETCH_HEAD after the `with` block; before git 2.29, `git fetch` always overwrites it."""
    named = git.run(root, "rev-parse", "--git-path", "FETCH_HEAD").decode().rstrip("\n")
    path = os.path.realpath(os.path.join(root, named))
    before = files.read_bytes(path)
    try:
        yield
    finally:
        if before is not None:
            files.write(path, before)
        else:
            with contextlib.suppress(OSError):
                files.remove(path)


def _settings(remote: str) -> list[str]:
    """Options that disable configured settings: refspecs of a mirror, and maintenance that outlives the call."""
    rows = (f"remote.{remote}.mirror=false", f"remote.{remote}.followRemoteHEAD=never", "gc.auto=0")
    return [part for row in (*rows, "maintenance.auto=false") for part in ("-c", row)]


def _reason(text: str) -> str:
    own = [row for row in text.splitlines() if not row.startswith(("remote:", "To ", "From "))]
    return git.short("\n".join(own)) or git.short(text) or "git does not say why"


def _server(output: str) -> str:
    """The messages of the server during a push, as an addition to git's own reason; "" if there are none."""
    rows = [text for row in output.splitlines() if row.startswith("remote:") and (text := row[7:].strip(" \t*#="))]
    return f"; the server says: {git.short(chr(10).join(rows))}" if rows else ""


def _plain(text: str) -> str:
    """Foreign text that is safe to print: without control characters, tags, and credentials in an address."""
    return " ".join(redact.neutral(redact.clean(text)).split())
