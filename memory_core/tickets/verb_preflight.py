"""`memory-core aidd preflight`: the files that a stage reads, packs first, and its read map (AIDD-37 to 42,
AIDD-50).
"""

import json
import os
from typing import Any, Final

from memory_core import redact
from memory_core.core import registry
from memory_core.core.budget import whole
from memory_core.core.light import clock, files
from memory_core.core.light.errors import Refusal
from memory_core.core.light.places import named
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.tickets import active, pack_files, places
from memory_core.tickets.active import Work
from memory_core.tickets.light import ticket_settings

SCHEMA: Final = "aidd.readmap.v1"
ALWAYS: Final = f"{places.MEMORY}/**"


def main(arguments: list[str]) -> Report:
    """Report the files of a stage, and add both packs to the read map; raises `Refusal` if the map cannot be read."""
    options = parsed("aidd preflight", arguments)
    work = _work(active.needed(options.root, options.ticket or "", options.here), options)
    settings = ticket_settings.read(options.root)
    chain = [_state(options.root, path) for path in places.read_chain(work.ticket, work.scope_key, work.stage)]
    path, written = places.read_map(work.ticket, work.scope_key), False
    if settings.enabled:
        with registry.held(options.root):
            written = merge(options.root, work)
    value = {
        "ok": True, "problems": [], "ticket": work.ticket, "stage": work.stage, "scope_key": work.scope_key,
        "chain": chain, "readmap": path if settings.enabled else None, "changed": written,
        "read_order": list(settings.read_order),
    }  # fmt: skip
    rows = _report(work, chain, settings, named(options.root, options.here, path))
    return Report(options, value, redact.clean("\n".join(rows)))


def merge(root: str, work: Work) -> bool:
    """Add both packs to the read map; returns whether it had to be written. The caller holds the lock.

    All other entries stay. Raises `Refusal` if the file at its path is no read map.
    """
    path = places.read_map(work.ticket, work.scope_key)
    there = pack_files.read(root, path)
    if there.fault:
        raise Refusal(f"{path} {there.fault}; nothing was written")
    known = _map(path, there.raw) if there.is_there else _new(work)
    after = _with_packs(known, work.ticket)
    if there.is_there and after == known:
        return False
    text = json.dumps(after, ensure_ascii=False, indent=2)
    return pack_files.write(root, path, (text if whole(text) == text else json.dumps(after, indent=2)) + "\n")


def _work(work: Work, options: Any) -> Work:
    item = redact.clean(options.scope_key or work.item)
    key = places.scope_key(item, work.ticket) if item else work.scope_key
    return work._replace(stage=redact.clean(options.stage or work.stage), item=item, scope_key=key)


def _state(root: str, path: str) -> dict[str, Any]:
    """The path of a file of the chain, whether it exists, and its size in bytes."""
    place = os.path.join(root, *path.split("/"))
    size = files.size(place)
    return {"path": path, "exists": size >= 0, "bytes": max(0, size)}


def _map(path: str, raw: bytes) -> dict[str, Any]:
    try:
        result = json.loads(raw.decode("utf-8-sig"))
        json.dumps(result, allow_nan=False)  # a number that JSON cannot represent, `1e999`, would be lost
    except (ValueError, RecursionError):
        result = None
    lists = ("entries", "allowed_paths", "always_allow")
    if not isinstance(result, dict) or not all(isinstance(result.get(key, []), list) for key in lists):
        raise Refusal(f"{path} is no read map ({SCHEMA}); mend it, or move it away and run preflight again")
    if result.get("schema", SCHEMA) != SCHEMA:
        raise Refusal(f"{path} is of the schema {str(result['schema'])[:80]!r}, not {SCHEMA}; it was left as it is")
    return result


def _new(work: Work) -> dict[str, Any]:
    paths = places.read_chain(work.ticket, work.scope_key, work.stage)
    return {
        "schema": SCHEMA,
        "ticket": work.ticket,
        "stage": work.stage,
        "scope_key": work.scope_key,
        "work_item_key": work.item,
        "generated_at": clock.stamp(clock.now()),
        "entries": [_entry(path, reason) for path, reason in paths.items()],
        "allowed_paths": [
            *paths,
            *(document.path for document in places.documents(work.ticket) if document.path not in paths),
        ],
        "loop_allowed_paths": [],
        "always_allow": [ALWAYS],
    }


def _with_packs(known: dict[str, Any], ticket: str) -> dict[str, Any]:
    """The read map with both packs as optional entries, after the research and before all other entries."""
    entries, reasons = list(known.get("entries", [])), places.read_chain(ticket, "")
    there = [entry.get(key) for entry in entries if isinstance(entry, dict) for key in ("path", "ref")]
    both = (places.semantic_pack(ticket), places.decisions_pack(ticket))
    new = [_entry(path, reasons[path]) for path in both if path not in there]
    first = next((at for at, entry in enumerate(entries) if not _is_of(entry, places.researched(ticket))), len(entries))
    allowed, always = list(known.get("allowed_paths", [])), list(known.get("always_allow", []))
    allowed += [path for path in both if path not in allowed]
    always += [ALWAYS] if ALWAYS not in always else []
    lists = {"entries": [*entries[:first], *new, *entries[first:]], "allowed_paths": allowed, "always_allow": always}
    return {**known, **lists}


def _is_of(entry: object, path: str) -> bool:
    return isinstance(entry, dict) and path in (entry.get("path"), entry.get("ref"))


def _entry(path: str, reason: str) -> dict[str, Any]:
    return {"ref": path, "path": path, "selector": "", "required": False, "reason": reason}


def _report(work: Work, chain: list[dict[str, Any]], settings: ticket_settings.Settings, path: str) -> list[str]:
    stage = f", stage {work.stage}" if work.stage else ""
    rows = [f"{work.ticket} ({work.scope_key}{stage}) reads in this order:"]
    for at, file in enumerate(chain, 1):
        size = f"{file['bytes']:,} bytes" if file["exists"] else "not there"
        rows.append(f"{at}. {file['path']} ({size})")
    rows.append(f"{len(chain) + 1}. slices: memory-core aidd slice --ticket {work.ticket} --query WORDS")
    rows.append(f"{len(chain) + 2}. a whole document, with its reason in AIDD:READ_LOG")
    if settings.read_order:
        rows.append(f"the project names too: {', '.join(settings.read_order)}")
    rows.append(f"read map: {path}" if settings.enabled else f"switched off in {ticket_settings.CONVENTIONS}")
    return rows
