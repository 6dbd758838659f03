"""The active ticket: the given one, else the ticket in `aidd/docs/.active.json`, else the ticket in the branch name.

The decisions of a session go to the log of this ticket, and its packs are updated (AIDD-1, AIDD-47). Without an `aidd/`
folder, all of this costs one look at that folder. `enabled: false` in `aidd/config/conventions.json` switches it off.
"""

import os
import re
from typing import Final, NamedTuple

from memory_core import redact
from memory_core.core import git, log
from memory_core.core.light import files, json_store
from memory_core.core.light.errors import Refusal
from memory_core.core.light.places import worktree
from memory_core.tickets import places
from memory_core.tickets.light import ticket_settings

FILE: Final = "aidd/docs/.active.json"
_PARTS: Final = ("aidd/docs", "aidd/reports", "aidd/config")  # without any of them `aidd/` is not ours
_LIMIT: Final = 64_000  # bytes that are read
_KEY: Final = re.compile(r"(?<![A-Za-z0-9])[A-Za-z][A-Za-z0-9]*-[0-9]+(?![A-Za-z0-9])")
# Prefixes that look like a ticket but are none: `feature/UTF-8-names`.
_STANDARDS: Final = frozenset("AES CVE CWE ES GPT HTTP ISO MD PEP RFC SHA TLS UTF".split())


class Work(NamedTuple):
    """The active work; all fields are "" if there is none."""

    ticket: str = ""
    slug: str = ""
    stage: str = ""
    item: str = ""  # of the ticket: iteration_id=I1
    scope_key: str = ""  # the item as part of a file name, else the ticket
    by: str = ""  # source of the ticket: given | file | branch


def work(root: str, given: str = "", here: str = "") -> Work:
    """The active work of the project, for a session in the folder `here` (default: the root).

    A linked worktree has its own branch and `.active.json`. Without an `aidd/` folder there is no active work unless a
    ticket is given; a branch counts only if that folder holds documents, reports or settings. Raises `Refusal` if the
    given ticket cannot be part of a file name.
    """
    if given and not _ticket(given):
        raise Refusal(f"{given!r} is not a ticket: letters, digits, `.`, `_` and `-`, at most 80, as in ABC-123")
    if not files.is_folder(os.path.join(root, places.FOLDER)):
        return _work(given, {}, "given") if given else Work()
    top = (worktree(root, os.path.realpath(here)) if here else "") or root
    fields, _ = _read(top)
    if given:
        name = _ticket(given)
        return _work(name, fields if fields.get("ticket") == name else {}, "given")
    if fields.get("ticket"):
        return _work(fields["ticket"], fields, "file")
    if not any(files.is_folder(os.path.join(place, *part.split("/"))) for place in (root, top) for part in _PARTS):
        return Work()
    name = named(git.branch(top), (root, top))
    return _work(name, {}, "branch") if name else Work()


def needed(root: str, given: str = "", here: str = "") -> Work:
    """The active work; raises `Refusal` if there is none."""
    current = work(root, given, here)
    if not current.ticket:
        raise Refusal(
            f"no ticket is active: give --ticket, or name it in {FILE} or in the branch (feature/ABC-123-words); "
            "a branch counts only if the project has aidd/docs, aidd/reports or aidd/config"
        )
    if current.by == "given" and not _has_files(root, current.ticket) and (twin := _twin(root, current.ticket)):
        raise Refusal(f"there is no {current.ticket}, but {twin}: write it like the names of its files")
    return current


def other(root: str, now: Work, here: str = "") -> str:
    """The ticket in the branch name, if the active ticket comes from a file and is another one; else ""."""
    top = (worktree(root, os.path.realpath(here)) if here else "") or root
    name = named(git.branch(top), (root, top)) if now.by == "file" else ""
    return name if name != now.ticket else ""


def problem(root: str) -> str:
    """The fault of the project's `.active.json`; "" if there is none."""
    return _read(root)[1]


def named(branch: str, roots: tuple[str, ...]) -> str:
    """The ticket that a branch is named after; "" if there is none.

    A ticket with documents or a log comes before all others; without them, only a name of the form ABC-123 counts.
    """
    last = branch.rpartition("/")[2]
    keys = [match.group() for match in _KEY.finditer(branch)]
    words = re.split(r"[-_]", last)
    heads = ["-".join(words[:many]) for many in range(len(words), 0, -1)]
    candidates = [each for name in (*keys, last, *heads) for each in (name.upper(), name)]
    for name in dict.fromkeys(candidates):
        if _ticket(name) and any(_has_files(root, name) for root in roots):
            return name
    plain = [name for name in keys if name.isupper() and name.partition("-")[0] not in _STANDARDS]
    return plain[0] if plain else ""


def _twin(root: str, ticket: str) -> str:
    """The ticket with files that differs only in case; "" if there is none."""
    for path in _paths(ticket):
        folder, _, wanted = path.rpartition("/")
        for name in files.names(os.path.join(root, *folder.split("/"))):
            if name.casefold() == wanted.casefold():
                return name[: len(ticket)]
    return ""


def _has_files(root: str, ticket: str) -> bool:
    """Whether a ticket has a document, a log or a pack."""
    return any(files.is_file(os.path.join(root, path)) for path in _paths(ticket))


def _paths(ticket: str) -> list[str]:
    paths = [document.path for document in places.documents(ticket)]
    return [*paths, places.decision_log(ticket), places.semantic_pack(ticket)]


def _work(ticket: str, fields: dict[str, str], by: str) -> Work:
    item = fields.get("work_item", "")
    key = places.scope_key(item, ticket)
    return Work(ticket, fields.get("slug_hint", ""), fields.get("stage", ""), item, key, by)


def _read(root: str) -> tuple[dict[str, str], str]:
    """(the valid fields of `.active.json`, its fault; "" if there is none)."""
    given, fault = json_store.read_object(os.path.join(root, *FILE.split("/")), _LIMIT)
    if given is None:
        return {}, f"{FILE} {fault}" if fault else ""
    name = _ticket(given.get("ticket"))
    if not name:
        return {}, f"{FILE}: its ticket cannot name files (letters, digits, `.`, `_` and `-`)"
    fields = {key: _line(given.get(key)) for key in ("slug_hint", "stage", "work_item")}
    return {**fields, "ticket": name}, ""


def _ticket(name: object) -> str:
    """The name if it can be part of file names and is no secret; else ""."""
    word = places.ticket(name)
    return word if redact.clean(word) == word else ""


def _line(value: object) -> str:
    """A text as one short line without secrets; "" for any other value."""
    return " ".join(redact.clean(value).split())[:80] if isinstance(value, str) and value.isprintable() else ""


STATE: Final = "ticket"  # in a session's state: its ticket, which is needed if the session is killed
PATIENCE: Final = 2.0  # seconds for the lock


def of_session(root: str, here: str = "", known: object = "") -> Work:
    """The work of a session in the folder `here`; `known` is the ticket of a session that was killed."""
    if not os.path.isdir(os.path.join(root, places.FOLDER)):
        return Work()
    with log.contained("active ticket", root):  # on an error the session is kept without a ticket
        if not ticket_settings.read(root).enabled:
            return Work()
        return work(root, places.ticket(known), here)
    return Work()


def follow(root: str, current: Work) -> None:
    """Update the packs of the active ticket if its log or its documents have changed.

    This applies to a ticket with a log or a pack, or with finished research (AIDD-49).
    """
    asked = (places.decision_log, places.semantic_pack, places.researched)
    if not current.ticket or not any(exists(root, path(current.ticket)) for path in asked):
        return
    from memory_core.tickets import packing  # noqa: PLC0415 - most projects have no ticket

    with log.contained(f"packs of {current.ticket}", root):  # derived: the next turn or `aidd extract` makes them
        packing.both(root, current.ticket, PATIENCE)


def exists(root: str, path: str) -> bool:
    """Whether a file or folder exists at that path of the project."""
    return os.path.lexists(os.path.join(root, *path.split("/")))


def problems(root: str) -> list[str]:
    """The faults of the project's tickets and settings, a line each."""
    if not os.path.isdir(os.path.join(root, places.FOLDER)):
        return []
    fault = problem(root)
    return [*([fault] if fault else []), *ticket_settings.read(root).problems]
