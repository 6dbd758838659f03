"""Packs in a terminal: where one stands, what is in it, what was left out."""

from collections.abc import Mapping
from typing import Any

from memory_core import redact
from memory_core.core.budget import how_many


def told(path: str, pack: Mapping[str, Any], state: str) -> list[str]:
    """A pack in a few lines: rows and what was left out by section, its size, and its conflicts word for word."""
    stats = pack["stats"]
    lines = [f"{path} ({state}): {stats['chars']:,} characters, {how_many(stats['lines'], 'line')}"]
    for name, section in pack.items():
        rows = section if isinstance(section, list) else section.get("rows") if isinstance(section, dict) else None
        if rows is not None:
            out = stats["left_out"].get(name, 0)
            lines.append(f"  {name:<17} {len(rows):>3}" + (f"   {out:,} more left out" if out else ""))
    if stats.get("invalid_entries"):
        lines.append(f"  lines that are no decision: {stats['invalid_entries']:,}; `memory-core aidd verify` says why")
    lines += [f"  conflict: {one}" for one in pack.get("conflicts", ())]
    return [redact.neutral(line) for line in lines]


def found(pack: Mapping[str, Any]) -> list[str]:
    """What a slice found, a line each."""
    return [
        redact.neutral(f"{kind} {ref}: {text} ({source})" if ref != text else f"{kind}: {text} ({source})")
        for kind, ref, text, source in pack["matches"]["rows"]
    ]
