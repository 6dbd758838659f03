"""Notes and a remote: fetched beside ours, merged, and pushed by name. No setting of the user's is read or written.

What a remote holds stands in tracking refs, `refs/notes/<remote>/cs/<namespace>`; a fetch right into ours would
destroy what only we have, and a configured refspec changes what plain `git push` and `git fetch` do (C-7).
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

AT_ONCE: Final = 400  # blobs that are read together
LEVELS: Final = 8  # of folders in the tree of a notes ref, and one for what stands in them
WRITTEN: Final = "--format=%H%n%an%n%ae%n%cn%n%ce%n%B"

_ROW: Final = re.compile(r"^([ +\-*=!])\t[^\t]*:(refs/notes/cs/\w+)\t(.*)$", re.MULTILINE)
_NAME: Final = re.compile(rb"[0-9a-f/]*")
_LATE: Final = re.compile(r"\[rejected\]|cannot lock ref|failed to update ref|old value|already exists")
# To be followed by another document, a text must leave this one readable.


class Unsent(NamedTuple):
    """A note, or an earlier version of one, that a push would make known."""

    object: str  # what it annotates
    raw: bytes | None  # None where it is too long to be read
    is_earlier: bool


def chosen(root: str, wanted: str = "") -> str:
    """The remote to speak to: the wanted one, else the branch's upstream, `origin`, or the only one.

    `Refusal` where there is none, or several and no way to choose.
    """
    if git.folder(root) is None:
        raise Refusal(f"{root} is no git repository; there are no notes to exchange")
    names = git.run(root, "remote").decode("utf-8", "replace").split("\n")[:-1]
    known = ", ".join(names)
    if wanted:
        if wanted not in names or wanted.startswith("-"):
            raise Refusal(_plain(f"--remote {wanted}: there is no such remote; `git remote` knows {known or 'none'}"))
        return wanted
    branch = git.says(root, "symbolic-ref", "--quiet", "--short", "HEAD")
    upstream = git.says(root, "config", "--get", f"branch.{branch}.remote") if branch else None
    for name in (upstream, "origin"):
        if name in names:
            return name
    if len(names) == 1:
        return names[0]
    if not names:
        raise Refusal(f"{root} has no remote; `git remote add origin URL` makes one")
    raise Refusal(_plain(f"there are several remotes and none is the branch's; choose one of {known} with --remote"))


def tracked(root: str, remote: str) -> dict[str, str]:
    """Namespace to the commit that the remote had at the last fetch or push; other refs of it are nobody's."""
    prefix = f"refs/notes/{remote}/cs/"
    result = git.tips(root, prefix)
    return {space: result[prefix + space] for space in note_codec.NAMESPACES if prefix + space in result}


def fetch(root: str, remote: str) -> dict[str, str]:
    """What `tracked` gives once the remote was asked. Raises `GitError` where it cannot be.

    Nothing else of the repository changes: no configured refspec, tag, submodule, filter or prune rule takes part,
    and FETCH_HEAD is put back.
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
    """Have a plain `git fetch` bring the notes of this remote too, into its tracking refs; whether that is new.

    Nothing changes where the remote has no refspec for branches or one that already names notes: `git fetch` would
    bring notes alone, or overwrite ours. `GitError` where git's settings cannot be written.
    """
    key = f"remote.{remote}.fetch"
    refspecs = (git.says(root, "config", "--get-all", key) or "").split()
    if not any(":refs/remotes/" in refspec for refspec in refspecs) or any(
        "refs/notes/" in refspec or refspec.lstrip("+").startswith("refs/*") for refspec in refspecs
    ):
        return False
    git.run(root, "config", "--add", key, f"+{git.NOTES}*:refs/notes/{remote}/cs/*")
    return True


def complete(root: str, remote: str) -> int:
    """How many contents of the notes, here and fetched, were missing and are here now: a partial clone leaves them out.

    Raises `GitError` where the remote does not give them.
    """
    promised = git.says(root, "config", "--get-regexp", r"^(extensions\.partialclone|remote\..*\.promisor)$")
    refs = [*git_notes.tips(root).values(), *tracked(root, remote).values()]
    if not promised or not refs:
        return 0
    number = 0
    for _ in range(LEVELS):  # of trees that are left out, each tells of the next
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
    # "noop": what is here is not told, or the remote would leave out what it believes to be here, too.
    settings = [*_settings(remote), "-c", "fetch.negotiationAlgorithm=noop"]
    arguments = ["fetch", "--quiet", "--no-tags", "--no-recurse-submodules", "--no-filter", "--refmap="]
    with _fetch_head_kept(root):
        done = git.tried(root, *settings, *arguments, remote, *names, seconds=git.NETWORK)
    if done.code:
        raise git.GitError(_plain(f"{remote} does not give the text of its notes: {_reason(done.errors)}"))


def is_elsewhere(root: str, remote: str) -> bool:
    """Whether a push may go to another place than a fetch comes from (`pushurl`): what is there is not known."""
    read = git.says(root, "remote", "get-url", remote)
    return git.says(root, "remote", "get-url", "--push", "--all", remote) != read


def merge(root: str, space: str, theirs: str) -> united.Merge:
    """What became of our namespace, which now holds what theirs does. The caller holds the project's lock.

    Our ref moves once, from whole to whole. Raises `GitError` where it stays as it was.
    """
    ref = git_notes.ref_of(space)
    ours = git.tips(root).get(ref)
    if ours == theirs:
        return united.Merge(EQUAL, ours, ours)
    if git.says(root, "rev-parse", "--verify", "--quiet", f"{theirs}^{{commit}}") != theirs:
        raise git.GitError(f"the remote's {ref} is no commit, so it holds no notes; whoever made it must remove it")
    if ours is not None and git.is_ancestor(root, theirs, ours):
        return _put_back(root, ref, ours, theirs)
    if ours is None or _is_alike(root, ours, theirs):
        git.move(root, ref, theirs, ours, "notes taken from a remote")
        return united.Merge(FORWARDED if ours else TAKEN, ours, theirs)
    return united.united_refs(root, ref, ours, theirs)


def _put_back(root: str, ref: str, ours: str, theirs: str) -> united.Merge:
    """What became of our ref, which descends from theirs: what we lack without having forgotten it is back.

    `git notes prune` takes the notes of commits that this repository never had, or no longer has.
    """
    back, _ = united.dropped(root, theirs, ours, {})
    if not back:
        return united.Merge(AHEAD, ours, ours)
    note_refs.rewrite(root, ref, ours, back, "Notes put back: they were removed here and never forgotten")
    return united.Merge(MERGED, ours, git.run(root, "rev-parse", "--verify", ref).decode().strip())


def _is_alike(root: str, ours: str, theirs: str) -> bool:
    """Whether both hold the same notes, come by two ways: then theirs will do."""
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
    """The remote's notes, of those that we have in another version."""
    changed = note_refs.changed(root, there, tip) or {}
    return [raw for raw in git.blobs(root, (old for old, _ in changed.values() if old)).values() if raw]


def unsent(root: str, tip: str, known: Iterable[str]) -> Iterator[Unsent]:
    """Every version of every note that is in the history of `tip` and in none of the known commits, newest first."""
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
    """Commit to the names, addresses and message in it, of the history of `tip` that no known commit has."""
    raw = git.run(root, "log", "-z", "--no-show-signature", WRITTEN, "--stdin", stdin=_range(tip, known))
    rows = (row.partition(b"\n") for row in raw.split(b"\0") if row)
    return {name.decode(): text for name, _, text in rows}


def odd_paths(root: str, names: Iterable[str]) -> list[bytes]:
    """The paths that these commits of a notes ref change and that are no object's name: git notes make none."""
    asked = "".join(f"{name}\n" for name in names).encode()
    options = ("--stdin", "-r", "-t", "-m", "--root", "-z", "--name-only", "--no-commit-id")
    raws = git.run(root, "diff-tree", *options, stdin=asked).split(b"\0")
    return [path for path in dict.fromkeys(raws) if not _NAME.fullmatch(path)]


def _range(tip: str, known: Iterable[str]) -> bytes:
    return "".join(f"{name}\n" for name in (tip, *(f"^{name}" for name in known))).encode()


def push(root: str, remote: str, tips: Mapping[str, str]) -> dict[str, str]:
    """The namespaces that were refused, and why; the others are there now. Never forced, nothing but these refs.

    What is pushed is these commits, whatever was written meanwhile: they are what was looked at. The user's
    pre-push hook has its say.
    """
    arguments = ["push", "--porcelain", "--no-follow-tags", "--recurse-submodules=no", remote]
    wanted = [f"{tip}:{git_notes.ref_of(space)}" for space, tip in tips.items()]
    done = git.tried(root, *_settings(remote), *arguments, *wanted, seconds=git.NETWORK)
    answers: dict[str, str] = {}
    for flag, ref, reason in _ROW.findall(done.out.decode("utf-8", "replace")):
        if flag == "!" or ref not in answers:  # of several push URLs the one that refused counts
            answers[ref] = reason if flag == "!" else ""
    refused = {}
    for space, tip in tips.items():
        why = answers.get(git_notes.ref_of(space), _reason(done.errors) if done.code else "")
        if why:
            refused[space] = _plain(why + _server(done.errors))
        else:
            git.says(root, "update-ref", f"refs/notes/{remote}/cs/{space}", tip)
    return refused


def is_late(reason: str) -> bool:
    """Whether a refusal means that somebody else was faster, so that another round may succeed."""
    return bool(_LATE.search(reason))


@contextlib.contextmanager
def _fetch_head_kept(root: str) -> Iterator[None]:
    """FETCH_HEAD is afterwards what it was before; `git fetch` cannot leave it alone before git 2.29."""
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
    """What may be configured and must not take part: a mirror's own refspecs, housekeeping that outlives the call."""
    rows = (f"remote.{remote}.mirror=false", f"remote.{remote}.followRemoteHEAD=never", "gc.auto=0")
    return [part for row in (*rows, "maintenance.auto=false") for part in ("-c", row)]


def _reason(text: str) -> str:
    own = [row for row in text.splitlines() if not row.startswith(("remote:", "To ", "From "))]
    return git.short("\n".join(own)) or git.short(text) or "git does not say why"


def _server(output: str) -> str:
    """What the server said of a push, as an addition to git's own reason."""
    rows = [text for row in output.splitlines() if row.startswith("remote:") and (text := row[7:].strip(" \t*#="))]
    return f"; the server says: {git.short(chr(10).join(rows))}" if rows else ""


def _plain(text: str) -> str:
    """Words of others, fit to be printed: no control characters, no tags, no credentials of an address."""
    return " ".join(redact.neutral(redact.clean(text)).split())
