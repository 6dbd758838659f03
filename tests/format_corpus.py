"""Documents of every stored format that use all of its keys, and what can be wrong with them."""

from collections.abc import Iterator
from copy import deepcopy
from typing import Any, Final

from memory_core.tickets.pack import COLS, DECISIONS, SEMANTIC, SLICE

_WHEN: Final = "2026-01-31T12:00:00Z"
_ENTRY: Final = {
    "id": "d-0000abcd", "timestamp": _WHEN, "updated": _WHEN, "tags": ["a"], "session": "s", "uuid": "u", "quote": "q",
    "path": "src/", "rule": "marker", "certainty": 0.5, "superseded_by": "d-1111abcd", "maybe_superseded_by": "x",
    "history": [{"event": "resolved", "when": _WHEN, "why": "w"}],
}  # fmt: skip
_LEARNED: Final = {
    "description": "Use tabs", "confidence": 0.9, "last_accessed": "2026-01-31", "access_count": 3,
    "source": "statement", "status": "watching", "occurrences": 1, "corrections": 0, "contradicted": 0,
    "confirmation": 1, "created": _WHEN, "updated": _WHEN, "reason": "r", "path": "*.py", "triggers": ["git"],
    "slot": "indent", "skill": "x", "session": "s", "uuid": "u", "quote": "q",
}  # fmt: skip
_FORBIDDING: Final = {"forbid": ["kafka", "/x/i"], "instead": "a table", "enforce": "ask"}
_STATS: Final = {
    "left_out": {"terms": 2}, "chars": 900, "lines": 9, "budget": {"chars": 8000, "lines": 180, "rows": 20},
}  # fmt: skip
_PACK: Final = {"pack_version": "v1", "kind": "pack", "ticket": "ABC-1", "generated_at": _WHEN}
_CLIENT: Final = {
    "session_id": "s-1",
    "cwd": "/p",
    "transcript_path": "/t.jsonl",
    "agent_id": "a",
    "permission_mode": "x",
}
_EVENTS: Final[dict[str, dict[str, Any]]] = {
    "SessionStart": {"source": "startup"}, "UserPromptSubmit": {"prompt": "go on"},
    "PreToolUse": {"tool_name": "Edit", "tool_input": {"file_path": "/p/a", "old_string": "a"}},
    "Stop": {"last_assistant_message": "Done.", "stop_hook_active": False}, "PreCompact": {"trigger": "auto"},
    "SessionEnd": {"reason": "other"},
}  # fmt: skip


def _table(schema: str, name: str, *rows: list[Any]) -> dict[str, Any]:
    return {"cols": list(COLS[schema][name]), "rows": list(rows)}


WHOLE: Final[dict[str, list[Any]]] = {
    "decisions": [[{**_ENTRY, "decision": "Use WAL", "reason": "r", "status": "active"}]],
    "errors": [[{**_ENTRY, "error": "It hangs", "solution": "s", "status": "open", "kind": "blocker"}]],
    "patterns": [[{**_ENTRY, "pattern": "Tests first", "context": "c", "status": "active", "kind": "learning"}]],
    "progress": [[{**_ENTRY, "task": "Ship it", "details": "d", "status": "whatever"}]],
    "proposed": [[{**_ENTRY, "proposal": "No ORM", "reason": "r", "status": "proposed", "kind": "rejection",
                   "forbid": ["orm"], "instead": "SQL"}]],
    "warm-memory": [{"warm_memory": {
        "preferences": [{**_LEARNED, "id": "pref_001"}], "patterns": [{**_LEARNED, "id": "pat_001"}],
        "context": {"current_project": "shop", "active_skills": ["react"], "recent_files": ["src/**"]},
        "muted": {"/p": ["pref_001 0123"]}, "returned": {"pref_002": "2026-01-31"}, "own": 1}}],
    "archive": [[{**_LEARNED, "id": "pat_001", "archive": {
        "project": "", "archived": "2026-01-31", "why": "age", "by": "", "words": "w"}}]],
    "iris-memory": [{
        "schema_version": "1.0.0", "project": "shop", "last_updated": "2026-03-01",
        "intentional_patterns": [{"id": "IP-001", "pattern": "One class", "scope": "src/user.py, !src/x", "reason":
            "Kept until the team is there", "decided_on": "2026-02-01", "revisit_on": None, "iris_cycle": 0,
            "accepts": ["AC-001"], "accepted_by": "Ada"}],
        "rejected_changes": [{"id": "RC-001", "proposed": "Split it", "scope": ["src/**", "!src/a"], "rejected_reason":
            "We are three people", "rejected_by": "user", "cycle": 2, "reconsider_when": "we are ten", "permanent":
            False, "expires_on": "2027-01-01", "rejected_on": None, **_FORBIDDING}],
        "architectural_constraints": [{"id": "AC-001", "constraint": "Never use an ORM", "reason": "Raw SQL", "enforce":
            None, "applies_to": "src/db/", "created_on": "2026-02-01", "adr_reference": "ADR-7", "forbid": None}],
        "context_changes": [{"detected_on": "2026-03-01", "description": "Two more", "affects": ["RC-001"],
                             "iris_cycle": None}],
        "last_ids": {"AC": 7}}],
    "proof": [{
        "rule": "Use httpx, not requests", "reason": "One proxy setting", "scope": "src/**", "instead": "httpx",
        "enforce": "ask", "forbid": ["requests"], "counts": ["text"], "require": [
            {"each": ["function", "method"], "name": "/_op$/", "holds": "/try/", "annotated": True, "documented": True,
             "unless": "/^test_/"}],
        "stop": [{"file": "src/a.py", "text": "import requests", "before": ""}],
        "pass": [{"file": "src/a.py", "text": "import httpx"}]}],
    "export": [{
        "exported_at": _WHEN, "version": 1, "filter": {"spec": None}, "memories": [
            {"kind": "decision", "summary": "Use WAL", "id": "d-0000abcd", "body": None, "spec": "queue", "path": "",
             "created": _WHEN, "updated": None, "status": "active", "tags": ["a"], "links":
             [{"rel": "replaces", "target": "x"}], "commit": "0" * 40, "home": "notes", "sources": ["x"], "quote": "q",
             "session": "s", "uuid": "u", "attrs": {"a": [1]}, "documents": ["---"], "commits": ["0" * 40]}]}],
    "aidd-decision": [{
        "schema": "aidd.memory.decision.v1", "ts": _WHEN, "ticket": "ABC-1", "scope_key": "ABC-1", "stage": "plan",
        "decision_id": "aaaa11112222", "topic": "t", "decision": "d", "alternatives": ["x"], "rationale": "r",
        "source_path": "", "status": "active", "supersedes": "bbbb11112222", "forgotten": False, "session": "s",
        "uuid": "u", "quote": "q", "certainty": 1, "rule": "r", "amends": True, "tags": ["a"]}],
    "aidd-decisions-pack": [{
        **_PACK, "schema": DECISIONS, "type": "memory-decisions", "slug_hint": "", "source_path": "l", "status": "ok",
        "active_decisions": _table(DECISIONS, "active_decisions", ["aaaa", "t", "d", "r", _WHEN, "s", "p", "x"]),
        "superseded_heads": _table(DECISIONS, "superseded_heads", ["aaaa", "bbbb"]),
        "rejected_decisions": _table(DECISIONS, "rejected_decisions", ["aaaa", "t", "d", "r"]),
        "conflicts": ["c"], "stats": {**_STATS, "entries": 1, "active": 1, "superseded": 0, "rejected": 0,
                                      "conflicts": 1, "invalid_entries": 0}}],
    "aidd-semantic-pack": [{
        **_PACK, "schema": SEMANTIC, "type": "memory-semantic", "slug_hint": "", "source_path": "d",
        "terms": _table(SEMANTIC, "terms", ["Lease", "a lock", ["hold"], "p:1", 0.9]),
        "defaults": _table(SEMANTIC, "defaults", ["k", "v", "p:1", "r"]),
        "constraints": _table(SEMANTIC, "constraints", ["i", "t", "p:1", "high"], ["j", "t", "p:1", ""]),
        "invariants": _table(SEMANTIC, "invariants", ["i", "t", "p:1"]), "open_questions": ["q (p:1)"],
        "stats": {**_STATS, "documents": 1, "facts": 4}}],
    "aidd-memory-slice": [{
        **_PACK, "schema": SLICE, "type": "memory-slice", "query": "q",
        "matches": _table(SLICE, "matches", ["term", "r", "t", "p:1"]), "stats": {**_STATS, "matches": 1}}],
    "hook-event": [{**_CLIENT, "hook_event_name": name, **more} for name, more in _EVENTS.items()],
    "queue-event": [
        {"name": "Stop", "session": "s-1", "cwd": "/p", "transcript": "/t", "last_message": "", "client": "m 1"},
        {"name": "SessionEnd", "session": "s-1", "transcript": "/t"}],
    "session": [{}, {
        "transcript": "/t.jsonl", "client": "m 1", "first": True, "ticket": "ABC-1", "spec": "queue", "spec_by":
        "branch", "cursors": {"t.jsonl": {"offset": 9, "line": 1, "uuid": "u", "mark": 7, "open":
                                          [["c", "Edit", {"a": 1}, 3, "u"]]}},
        "carry": {"version": 7, "state": {"?": 1}}, "files": ["src/*.py"], "prompts": ["p"], "proposed": ["r"],
        "hot": [{**_LEARNED, "id": "hot_0123abcd", "kind": "preference", "level": "global", "at": _WHEN}],
        "heard": ["l"], "matched": [{"id": "pref_001", "level": "project", "at": _WHEN}], "counted": ["project/x"]}],
}  # fmt: skip

_VALUES: Final[tuple[Any, ...]] = (
    None, True, 0, 1, 1.0, 0.5, -1, 10**400, "", "x", "x" * 401, "x" * 2001, "\ud800", "1.0.0\n", "/x", "a, ../b", [],
    [1], ["\0"], ["x"] * 21, [[]], {}, {"x": 1}, {"x": "y"},
)  # fmt: skip


def mutated(value: Any) -> Iterator[tuple[str, Any]]:
    """(what was done, the document), for each place of a document: a key less, a key more, another value."""
    for way in _ways(value):
        node = _at(value, way)
        if isinstance(node, dict):
            yield f"{way} one more", _with(value, way, {**node, "one more": 1})
        if isinstance(node, list):
            yield f"{way} twice", _with(value, way, [*node, *node])
        if way and isinstance(way[-1], str):
            yield f"{way} gone", _without(value, way)
        for at, other in enumerate(_VALUES):
            yield f"{way} is value {at}", _with(value, way, other)
        if isinstance(node, str):
            yield f"{way} and a line", _with(value, way, f"{node}\n")
            yield f"{way} after a line", _with(value, way, f"\n{node}")


def _ways(value: Any) -> Iterator[list[str | int]]:
    yield []
    pairs = value.items() if isinstance(value, dict) else enumerate(value) if isinstance(value, list) else ()
    for step, inner in pairs:
        yield from ([step, *way] for way in _ways(inner))


def _at(value: Any, way: list[str | int]) -> Any:
    for step in way:
        value = value[step]
    return value


def _with(value: Any, way: list[str | int], other: Any) -> Any:
    if not way:
        return deepcopy(other)
    changed = deepcopy(value)
    _at(changed, way[:-1])[way[-1]] = deepcopy(other)
    return changed


def _without(value: Any, way: list[str | int]) -> Any:
    changed = deepcopy(value)
    del _at(changed, way[:-1])[way[-1]]
    return changed
