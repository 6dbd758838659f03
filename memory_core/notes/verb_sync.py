"""`memory-core sync`: exchanges notes with a remote, and pushes those that only this clone has if asked."""

import contextlib
import os
import re
from collections import Counter
from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from memory_core import redact
from memory_core.core import lock, registry
from memory_core.core.budget import few, how_many, whole
from memory_core.core.light import places, settings
from memory_core.core.light.errors import Refusal
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.core.review_finding import Finding
from memory_core.notes import batch, git_notes, ledger, note_codec, remote, shared, united
from memory_core.notes.note_codec import Document, Piece
from memory_core.recall import indexing
from memory_core.redact import second_opinion

ROUNDS: Final = 3  # attempts to fetch, merge and push while others push
SECONDS: Final = 60.0  # to wait for another sync of the project
SHOWN: Final = 5  # secrets that a message names

_MARK: Final = re.compile(r"\[redacted:([\w.-]+)\]")
# Letters that YAML, JSON and other languages write as escapes, and escaped line ends.
_ESCAPE: Final = re.compile(
    r"\\(?:x([0-9A-Fa-f]{2})|u([0-9A-Fa-f]{4})|U(000[0-9A-Fa-f]{5}|0010[0-9A-Fa-f]{4})|(/)|\r?\n[ \t]*)"
)
_START: Final = re.compile(rb"^(?=---[ \t\r]*\n[^\n]*type|\{\"id\": \")", re.MULTILINE)
_ENTRY: Final = b'{"id": "'  # the beginning of a finding in a batch


class Find(NamedTuple):
    """A secret that must not be pushed, and its place; never the secret itself."""

    ref: str
    commit: str
    id: str  # of the memory; "" if it belongs to none
    kinds: tuple[str, ...]
    is_earlier: bool
    part: str = ""  # which part of the ref, if it is not in the text of a note


class Exchange(NamedTuple):
    """The result of a sync: namespace to a number of documents, or to a reason."""

    remote: str
    came: dict[str, int]
    merged: dict[str, int]  # fetched documents, in namespaces that also had changes of their own
    sent: dict[str, int]
    waiting: dict[str, int]  # documents that the remote does not have
    failed: dict[str, str]
    refused: dict[str, str]
    finds: list[Find]
    refs: dict[str, dict[str, str | None]]
    gone: list[str]  # ids of memories of this clone that were forgotten in another
    texts: int = 0  # texts that a partial clone had left out and that were fetched
    follows: bool = False  # whether `git fetch` gets the notes of the remote from now on


def main(arguments: list[str]) -> Report:
    """Exchange notes. The report has a refusal if the remote or a secret prevented something."""
    options = parsed("sync", arguments)
    name = remote.chosen(options.root, options.remote)
    try:
        if options.push and settings.read(settings.SHARE, options.root) == "private":
            raise Refusal(
                "the setting `share` is private in this project, so nothing is pushed; `memory-core "
                "config set share notes --here` "
                "lets notes leave this machine"
            )
        report = sync(options.root, name, push=options.push, allowed=tuple(options.allow))
    finally:
        indexing.refresh_index(options.root)
    why = _why(report)
    lines = _lines(report, push=options.push)
    return Report(options, as_json(report), "\n".join(lines), code=1 if why else 0, refusal=why)


def sync(root: str, name: str, *, push: bool = False, allowed: tuple[str, ...] = ()) -> Exchange:
    """Exchange notes and return the result. Raise `Refusal` if the remote cannot be reached or the lock is not free.

    `allowed` are ids of memories and abbreviated commits in which nothing counts as a secret.

    If somebody else pushes meanwhile, it starts again. What was merged is kept in any case.
    """
    report = Exchange(name, {}, {}, {}, {}, {}, {}, [], {}, [])
    with lock.held(os.path.join(os.path.dirname(places.lock_path(root)), "sync.lock"), SECONDS):
        for turn in range(ROUNDS):
            try:
                theirs = remote.fetch(root, name)
                report = report._replace(texts=report.texts + remote.complete(root, name))
                _merge(root, theirs, report)
            except Refusal as refusal:
                if turn == 0:
                    raise
                report.refused.update({space: f"{why}; {refusal}" for space, why in report.refused.items()})
                break
            ahead = _ahead(root, theirs, report)
            report.refused.clear()
            if not push or not ahead:
                break
            secrets = _finds(root, name, ahead, theirs)
            report.finds.extend(find for find in secrets if not _is_allowed(find, allowed))
            if report.finds:
                break
            _push(root, ahead, theirs, report)
            if not any(map(remote.is_late, report.refused.values())):
                break
        _conclude(root, report)
        with contextlib.suppress(OSError, Refusal):
            if not shared.is_recorded(root):  # only the first time, so that a user can remove the refspec for good
                report = report._replace(follows=remote.follow(root, name))
            shared.record(root, name)
    return report


def as_json(report: Exchange) -> dict[str, Any]:
    """The result for `--json`: numbers of documents, and the commits of each namespace here and on the remote."""
    return {
        "fetched": sum(report.came.values()),
        "merged": sum(report.merged.values()),
        "pushed": sum(report.sent.values()),
        "refs": report.refs,
        "remote": report.remote,
        "waiting": sum(report.waiting.values()),
        "refused": report.refused,
        "failed": report.failed,
        "gone": report.gone,
        "secrets": [find._asdict() for find in report.finds],
    }


def _merge(root: str, theirs: Mapping[str, str], report: Exchange) -> None:
    if theirs.items() <= git_notes.tips(root).items():
        return
    changed = []
    with registry.held(root):
        for space, tip in theirs.items():
            try:
                changed.append((space, remote.merge(root, space, tip)))
                report.failed.pop(space, None)
            except Refusal as refusal:
                report.failed[space] = redact.neutral(redact.clean(str(refusal)))
    for space, merge in changed:
        if merge.new is None or merge.state in (united.EQUAL, united.AHEAD):
            continue
        report.gone.extend(redact.neutral(name) for name in merge.gone)
        came = remote.documents(root, merge.old, merge.new)
        report.came[space] = report.came.get(space, 0) + came
        if merge.state == united.MERGED:
            report.merged[space] = report.merged.get(space, 0) + came


def _ahead(root: str, theirs: Mapping[str, str], report: Exchange) -> dict[str, str]:
    """Namespace to our commit, for namespaces in which the remote lacks something."""
    ours = git_notes.tips(root)
    return {space: tip for space, tip in ours.items() if theirs.get(space) != tip and space not in report.failed}


def _push(root: str, ahead: Mapping[str, str], theirs: Mapping[str, str], report: Exchange) -> None:
    report.refused.update(remote.push(root, report.remote, ahead))
    for space in ahead.keys() - report.refused.keys():
        report.sent[space] = report.sent.get(space, 0) + remote.documents(root, theirs.get(space), ahead[space])


def _conclude(root: str, report: Exchange) -> None:
    """Complete the report with the current state of each namespace, here and on the remote."""
    ours, theirs = git_notes.tips(root), remote.tracked(root, report.remote)
    for space in note_codec.NAMESPACES:
        here, there = ours.get(space), theirs.get(space)
        if here is None and there is None:
            continue
        state = united.EQUAL if here == there else united.AHEAD
        state = "failed" if space in report.failed else "refused" if space in report.refused else state
        report.refs[space] = {"local": here, "remote": there, "state": state}
        if here is not None and state != united.EQUAL:
            report.waiting[space] = remote.documents(root, there, here)


def _finds(root: str, name: str, ahead: Mapping[str, str], theirs: Mapping[str, str]) -> list[Find]:
    """The secrets that a push would publish, in all versions of all notes."""
    elsewhere = remote.is_elsewhere(root, name)
    known = () if elsewhere else tuple(theirs.values())
    secrets = []
    for space, tip in ahead.items():
        there = None if elsewhere else theirs.get(space)
        seen = {part for raw in remote.sent(root, there, tip) for part in _parts(raw)} if there else set()
        for version in remote.unsent(root, tip, known):
            where = (git_notes.ref_of(space), redact.neutral(second_opinion.clean(version.object, thorough=True)))
            rows = [("", ("too long to be looked at",))] if version.raw is None else _secrets(version.raw, seen)
            secrets += [Find(*where, memory, kinds, version.is_earlier) for memory, kinds in rows]
        secrets += _around(root, space, tip, known)
    return list(dict.fromkeys(secrets))


def _around(root: str, space: str, tip: str, known: tuple[str, ...]) -> list[Find]:
    """The secrets in data that is pushed along with notes: authors, messages, file names."""
    ref = git_notes.ref_of(space)
    written = remote.commits(root, tip, known)
    kinds = {text: _kinds(_readable(text)) for text in set(written.values())}
    secrets = [
        Find(ref, name, "", kinds[text], name != tip, "the commit itself: its author or message")
        for name, text in written.items()
        if kinds[text]
    ]
    paths = {path: _kinds(_readable(path)) for path in remote.odd_paths(root, written)}
    return secrets + [Find(ref, tip, "", what, False, "the name of a file in it") for what in paths.values() if what]


def _is_allowed(find: Find, allowed: tuple[str, ...]) -> bool:
    return find.id in allowed or any(len(name) >= 7 and find.commit.startswith(name) for name in allowed)


def _secrets(raw: bytes, seen: set[bytes]) -> list[tuple[str, tuple[str, ...]]]:
    """(memory, kinds of secret) of the parts of a note that are not in `seen`, to which they are added.

    Notes grow by appending, so most of a version was already checked in another one, or is on the remote.
    """
    fresh = [part for part in _parts(raw) if part not in seen]
    seen.update(fresh)
    rows = []
    for part in fresh:
        if kinds := _kinds(_readable(part)):
            pieces = [(piece, git_notes.encoded(piece.raw).strip()) for piece in git_notes.parsed(raw)]
            near = [(piece, text) for piece, text in pieces if text and (text in part or part in text)]
            near_rows = [each for piece, text in near for each in _of_piece(piece, text, part)]
            rows += near_rows or [("", kinds)]
    return rows


def _parts(raw: bytes) -> list[bytes]:
    """The text of a note, split before everything that looks like a document or a finding, at line starts only."""
    return [part.strip().removesuffix(b",") for part in _START.split(raw)]


def _readable(text: bytes) -> str:
    """A piece of a note in all readings: as it is, as it is displayed, and with escapes of front matter resolved.

    For display, invisible characters and the NULs of UTF-16 are removed and escapes are resolved.
    """
    plain = text.decode("utf-8", "surrogateescape")
    readings = [plain, redact.neutral(plain)]
    readings.append(redact.neutral(_ESCAPE.sub(_letter, readings[1])))
    pieces = [piece for piece in git_notes.parsed(text) if piece.document]
    headers = [piece.document.header for piece in pieces if piece.document]
    findings = [finding for piece in pieces for finding in ledger.findings(piece)]
    if text.startswith(_ENTRY):
        findings += ledger.findings(Piece("", Document({"type": batch.TYPE}, f"[{plain.partition(chr(10))[0]}]")))
    hidden = [
        f"{key}: {name}"
        for header in headers
        for key, value in header.items()
        for name in (value if isinstance(value, list) else [value])
        if name and name not in plain
    ]
    return whole("\n".join([*dict.fromkeys(readings), *hidden, *map(_spoken, findings)]))


def _of_piece(piece: Piece, text: bytes, part: bytes) -> list[tuple[str, tuple[str, ...]]]:
    """(memory, kinds of secret) of a piece of a note that contains a part; of a batch for each finding."""
    own = [finding for finding in ledger.findings(piece) if part.startswith(_ENTRY) and finding.id.encode() in part]
    rows = [(finding.id, what) for finding in own or ledger.findings(piece) if (what := _kinds(_spoken(finding)))]
    kinds = () if rows else _kinds(_readable(text))
    return rows or ([(_memory_of(piece), kinds)] if kinds else [])


def _spoken(finding: Finding) -> str:
    """The texts of a finding without JSON escapes, one on each line."""
    rows: list[str] = []
    level: list[tuple[str, Any]] = list(batch.entry(finding, Document({})).items())
    while level:
        name, value = level.pop()
        if isinstance(value, dict):
            level += value.items()
        elif isinstance(value, list):
            level += [(name, each) for each in value]
        elif isinstance(value, str):
            rows.append(f"{name}: {value}")
    return whole("\n".join(reversed(rows)))


def _letter(escape: re.Match[str]) -> str:
    code = escape[1] or escape[2] or escape[3]
    return chr(int(code, 16)) if code else escape[4] or ""


def _memory_of(piece: Piece) -> str:
    document = piece.document
    if document is None or ledger.findings(piece):
        return ""
    return redact.neutral(document.text("updates") or document.id)


def _kinds(text: str) -> tuple[str, ...]:
    """The kinds of secret in a text."""
    cleaned = second_opinion.clean(text, thorough=True)
    if cleaned == text:
        return ()
    marks = Counter(_MARK.findall(cleaned)) - Counter(_MARK.findall(text))
    return tuple(sorted(marks)) or ("private part",)


def _lines(report: Exchange, *, push: bool) -> list[str]:
    lines = []
    for space in report.refs:
        parts = [f"{_documents(report.came[space])} came"] if report.came.get(space) else []
        parts += ["merged with ours"] if space in report.merged else []
        parts += [f"{_documents(report.sent[space])} pushed"] if space in report.sent else []
        if parts:
            lines.append(f"  {space}: {', '.join(parts)}")
    if report.texts:
        lines.insert(0, "  texts of notes that this partial clone had left out were fetched")
    lines = [f"{report.remote}:", *lines] if lines else [f"{report.remote}: nothing new"]
    if report.follows:
        lines.append(f"`git fetch` brings the notes of {report.remote} from now on; `memory-core sync` merges them")
    if report.gone:
        lines.append(f"{how_many(len(report.gone), 'memory')} went: {few(report.gone, SHOWN)}, forgotten elsewhere")
    if report.waiting and not push:
        many = ", ".join(f"{count} in {space}" if count else space for space, count in report.waiting.items())
        lines.append(f"not pushed: {many}; `memory-core sync --push` sends them")
    return lines


def _documents(number: int) -> str:
    return how_many(number, "document", "0")


def _why(report: Exchange) -> str:
    """What prevented the exchange and what helps; "" if nothing did."""
    parts = [f"{space} could not be merged and is as it was: {why}" for space, why in report.failed.items()]
    if report.finds:
        parts += ["nothing was pushed: it contains secrets that the remote does not have yet", *_places(report.finds)]
        parts.append(
            "`memory-core forget ID --purge` drops a memory and its history; text that is no memory: "
            "`git notes --ref=REF edit COMMIT`; then, or for a commit itself, `memory-core forget NAMESPACE --purge` "
            "drops the history. "
            "A secret that is real should be changed; for what is none: --allow ID (or --allow COMMIT)."
        )
    if report.refused:
        parts.append(f"{report.remote} refused a part; everything is still here")
        for why in dict.fromkeys(report.refused.values()):
            refs = [git_notes.ref_of(space) for space, reason in report.refused.items() if reason == why]
            parts.append(f"  {', '.join(refs)}: {why}")
        late = any(map(remote.is_late, report.refused.values()))
        mend = "mend what it says, or ask who runs it to allow refs/notes/cs/*; then run it again"
        parts.append("others were faster; run it again" if late else mend)
    return "\n".join(parts)


def _places(finds: list[Find]) -> list[str]:
    rows = []
    for find in finds[:SHOWN]:
        what = f"{', '.join(find.kinds)} in {find.id or find.part or 'text that is no memory'}"
        earlier = " (an earlier version of the note)" if find.is_earlier else ""
        rows.append(f"  {find.ref} on {find.commit[:12]}: {what}{earlier}")
    return rows + ([f"  and {len(finds) - SHOWN} more"] if len(finds) > SHOWN else [])
