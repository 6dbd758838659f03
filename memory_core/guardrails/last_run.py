"""The last run of `iris ideate` and the rules that wait for the yes of the user. Derived."""

from typing import Any, Final, NamedTuple

from memory_core.core.light import hashes, json_store
from memory_core.guardrails.file_format import KINDS

_FILE: Final = json_store.derived("ideate.json")


def read(root: str) -> dict[str, Any]:
    """The last run with its lists `proposals` and `verdicts` and its `answers`; damaged parts are empty."""
    run = _FILE.load(root)
    answers = run.get("answers")
    answered = answers.items() if isinstance(answers, dict) else ()
    return {
        "proposals": [_placed(item) for item in _rows(run.get("proposals"), "id", "proposed")],
        "verdicts": [_verdict(item) for item in _rows(run.get("verdicts"), "proposal", "action")],
        "answers": {key: answer for key, answer in answered if _is_answer(answer)},
    }


def _rows(value: object, *keys: str) -> list[dict[str, Any]]:
    """The objects of a list that have a text under each of these keys."""
    items = value if isinstance(value, list) else []
    return [item for item in items if isinstance(item, dict) and all(isinstance(item.get(key), str) for key in keys)]


def _placed(given: dict[str, Any]) -> dict[str, Any]:
    scope = given.get("scope")
    parts = scope if isinstance(scope, list) else [scope]
    return given | {"scope": ", ".join(part for part in parts if isinstance(part, str)) or None}


def _verdict(given: dict[str, Any]) -> dict[str, Any]:
    entry, entries = given.get("entry"), given.get("entries")
    names = [name for name in entries if isinstance(name, str)] if isinstance(entries, list) else []
    return given | {"entry": entry if isinstance(entry, str) else "", "entries": names}


def _is_answer(answer: object) -> bool:
    return (
        isinstance(answer, dict)
        and isinstance(answer.get("same"), str)
        and isinstance(answer.get("other"), list)
        and all(isinstance(name, str) for name in answer["other"])
    )


def write(root: str, run: dict[str, Any]) -> None:
    """Keep a run. The caller holds the lock."""
    _FILE.save(root, value=run)


def proposal(root: str, name: str) -> dict[str, Any] | None:
    """The proposal of the last run with an id (proposed, scope, category, severity); None if there is none."""
    wanted = name.strip().casefold()
    return next((each for each in read(root)["proposals"] if str(each.get("id", "")).casefold() == wanted), None)


_DRAFTS_FILE: Final = json_store.derived("drafts.json")
_MOST: Final = 50  # the oldest are dropped


class Draft(NamedTuple):
    """What an entry becomes: the changed keys, or all of a new one."""

    name: str
    kind: str
    changes: dict[str, Any]
    words: str = ""  # the fingerprint of the rule that it was proven for


def read_drafts(root: str) -> dict[str, Draft]:
    """The drafts by their names; damaged parts are left out."""
    drafts = {}
    for name, value in _DRAFTS_FILE.load(root).items():
        if isinstance(value, dict) and value.get("kind") in KINDS and isinstance(value.get("changes"), dict):
            drafts[name] = Draft(name, value["kind"], value["changes"], str(value.get("words", "")))
    return drafts


def keep(root: str, draft: Draft) -> None:
    """Keep a draft, in the place of another one of its name. The caller holds the lock."""
    drafts = {name: each for name, each in read_drafts(root).items() if name != draft.name}
    drafts[draft.name] = draft
    _save(root, drafts)


def drop(root: str, *names: str) -> None:
    """Forget drafts. The caller holds the lock."""
    drafts = read_drafts(root)
    if not drafts.keys().isdisjoint(names):
        _save(root, {name: each for name, each in drafts.items() if name not in names})


def named(text: str) -> str:
    """The name of a new rule's draft."""
    return f"d-{hashes.sha256(text.casefold().encode('utf-8', 'replace')).hexdigest()[:8]}"


def _save(root: str, drafts: dict[str, Draft]) -> None:
    last = list(drafts.values())[-_MOST:]
    _DRAFTS_FILE.save(
        root, value={each.name: {"kind": each.kind, "changes": each.changes, "words": each.words} for each in last}
    )
