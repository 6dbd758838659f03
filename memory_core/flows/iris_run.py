"""The last run of `iris ideate`: what was proposed, what was said of it, what the user answered. Derived."""

import json
import os
from typing import Any, Final

from memory_core.stores import files, places

_FILE: Final = "ideate.json"


def read(root: str) -> dict[str, Any]:
    """The run with its lists `proposals` and `verdicts` and its `answers`; empty ones where there was none."""
    try:
        told = json.loads(files.read(os.path.join(root, places.DERIVED, _FILE)) or "{}")
    except (ValueError, RecursionError):
        told = {}
    told = told if isinstance(told, dict) else {}
    lists = {key: told.get(key) for key in ("proposals", "verdicts")}
    answers = told.get("answers")
    return {
        **{
            key: [one for one in found if isinstance(one, dict)] if isinstance(found, list) else []
            for key, found in lists.items()
        },
        "answers": {key: one for key, one in answers.items() if isinstance(one, dict)}
        if isinstance(answers, dict)
        else {},
    }


def write(root: str, run: dict[str, Any]) -> None:
    """Keep a run. The caller holds the lock."""
    files.write(os.path.join(places.derived(root), _FILE), json.dumps(run, ensure_ascii=False, indent=1) + "\n")


def proposal(root: str, name: str) -> dict[str, Any] | None:
    """The proposal of the last run with an id (proposed, scope, category, severity), None where there is none."""
    wanted = name.strip().casefold()
    return next((one for one in read(root)["proposals"] if str(one.get("id", "")).casefold() == wanted), None)
