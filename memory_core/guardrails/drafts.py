"""Rules that were proven and wait for the user's yes: derived, in `drafts.json` of the project's state folder.

A draft stands under the id of the proposal or the entry that it sharpens, or under one of its own, `d-` and eight
digits. The folder is the user's own: what came along with a repository waits for nothing.
"""

from typing import Any, Final, NamedTuple

from memory_core.core.light import hashes, json_store
from memory_core.guardrails.file_format import KINDS

_FILE: Final = json_store.derived("drafts.json")
_MOST: Final = 50  # the oldest are dropped


class Draft(NamedTuple):
    """What an entry becomes: the changed keys, or all of a new one."""

    name: str
    kind: str
    changes: dict[str, Any]
    words: str = ""  # the fingerprint of the rule that it was proven for


def read(root: str) -> dict[str, Draft]:
    """The drafts by their names; what of the file is damaged is not there."""
    found = {}
    for name, value in _FILE.load(root).items():
        if isinstance(value, dict) and value.get("kind") in KINDS and isinstance(value.get("changes"), dict):
            found[name] = Draft(name, value["kind"], value["changes"], str(value.get("words", "")))
    return found


def keep(root: str, draft: Draft) -> None:
    """Keep a draft, in the place of another one of its name. The caller holds the lock."""
    drafts = {name: each for name, each in read(root).items() if name != draft.name}
    drafts[draft.name] = draft
    _save(root, drafts)


def drop(root: str, *names: str) -> None:
    """Forget drafts. The caller holds the lock."""
    drafts = read(root)
    if not drafts.keys().isdisjoint(names):
        _save(root, {name: each for name, each in drafts.items() if name not in names})


def named(text: str) -> str:
    """The name of a new rule's draft."""
    return f"d-{hashes.sha256(text.casefold().encode('utf-8', 'replace')).hexdigest()[:8]}"


def _save(root: str, drafts: dict[str, Draft]) -> None:
    last = list(drafts.values())[-_MOST:]
    _FILE.save(
        root, value={each.name: {"kind": each.kind, "changes": each.changes, "words": each.words} for each in last}
    )
