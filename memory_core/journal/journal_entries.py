"""Converts the entries of `.genius/memory/*.json` to memories and back (GENIUS-3 to 7).

Each file has a kind of its own. Related kinds are in the same file with an additional key `kind`. Unknown keys of an
entry are kept in `attrs["extra"]` and written back.
"""

from collections.abc import Mapping
from typing import Any, Final, NamedTuple

from memory_core.core.light import identity, lifecycle
from memory_core.core.light.deduplicate import SETTLED
from memory_core.core.light.identity import identify as identify
from memory_core.core.light.lifecycle import BY, HISTORY, MAYBE
from memory_core.core.memory import KINDS, Link, Memory, Scope, Source
from memory_core.core.timestamps import utc


class Shelf(NamedTuple):
    """A file of the journal: its letter in ids, the key of the text, and the key of the body."""

    name: str
    kind: str
    letter: str
    text: str
    beside: str
    plain: tuple[str, ...] = ()  # attributes that an entry has under the same name


SHELVES: Final = tuple(
    Shelf(name, kind, identity.LETTERS[kind], *more)
    for name, kind, *more in (
        ("decisions", "decision", "decision", "reason"),
        ("patterns", "convention", "pattern", "context"),
        ("progress", "progress", "task", "status"),
        ("errors", "error", "error", "solution"),
        ("proposed", "constraint", "proposal", "reason", ("forbid", "instead")),  # unconfirmed guard rails
    )
)
PROGRESS: Final = SHELVES[2]
ERRORS: Final = SHELVES[3]
PROPOSED: Final = SHELVES[-1]
_SOURCE: Final = ("session", "uuid", "quote")
_EVERYWHERE: Final = frozenset(
    (
        "id",
        "kind",
        "timestamp",
        "updated",
        "tags",
        "path",
        "spec",
        "certainty",
        "rule",
        "replaces",
        "status",
        BY,
        MAYBE,
        HISTORY,
        *_SOURCE,
    )
)
_KNOWN: Final = {
    shelf.name: _EVERYWHERE.union((shelf.text, shelf.beside), shelf.plain)
    | ({"details"} if shelf.beside == "status" else set())
    for shelf in SHELVES
}


def shelf_of(kind: str) -> Shelf:
    """The file of a kind; decisions for kinds that the journal does not know."""
    own = identity.NEIGHBOURS.get(kind, kind)
    return next((shelf for shelf in SHELVES if shelf.kind == own), SHELVES[0])


def to_item(memory: Memory) -> dict[str, Any]:
    """The entry of a memory as it is written; documented keys come first."""
    shelf = shelf_of(memory.kind)
    item: dict[str, Any] = {"id": memory.id, shelf.text: memory.summary}
    item[shelf.beside] = _task_status(memory) if shelf.beside == "status" else memory.body
    if shelf.beside == "status" and memory.body:
        item["details"] = memory.body
    item["timestamp"] = memory.created
    item["tags"] = list(memory.tags)
    if memory.kind != shelf.kind:
        item["kind"] = memory.kind
        item["status"] = memory.status
    elif memory.kind == "error" or (shelf.beside != "status" and memory.status != "active"):
        item["status"] = memory.status
    if memory.updated and memory.updated != memory.created:
        item["updated"] = memory.updated
    item.update({key: value for key, value in (("spec", memory.scope.work), ("path", memory.scope.path)) if value})
    item.update({key: value for key in _SOURCE if (value := getattr(memory.source, key))})
    item.update({link.rel: link.target for link in memory.links if link.rel in (BY, MAYBE)})
    item.update({key: value for key, value in memory.attrs.items() if key != "extra"})
    item.update(memory.attrs.get("extra", {}))
    return item


def renewed(old: Memory, new: Memory, shelf: Shelf) -> dict[str, Any]:
    """The keys of an entry that differ between two versions of a memory; None for a removed key."""
    before, after = to_item(old), to_item(new)
    stated = (shelf.text, shelf.beside, "details", "status", "updated", "uuid", "certainty")
    keys = (*stated, "earlier", "replaces", SETTLED, BY, MAYBE, HISTORY)
    gone = {key: None for key in (BY, MAYBE) if key in before and key not in after}
    return {key: after[key] for key in keys if key in after and after[key] != before.get(key)} | gone


def _task_status(memory: Memory) -> str:
    over = memory.status if lifecycle.is_over(memory.status) else ""
    return over or ("completed" if memory.status == "resolved" else str(memory.attrs.get("status", memory.status)))


def from_item(item: object, shelf: Shelf) -> Memory | None:
    """The memory of an entry in this file; None if it has no text (G-8: missing keys are allowed).

    In the file of proposals, None also for a kind that cannot become a guard rail.
    """
    if isinstance(item, str):
        item = {shelf.text: item}
    if not isinstance(item, dict):
        return None
    text = item.get(shelf.text)
    if not isinstance(text, str) or not text.strip():
        return None
    given = _word(item.get("kind"))
    kind = given if given in KINDS else shelf.kind
    if shelf is PROPOSED and shelf_of(kind) is not PROPOSED:
        return None  # only these kinds can become a guard rail
    text = " ".join(text.split())
    created = utc(_word(item.get("timestamp")))
    tags = item.get("tags")
    return Memory(
        id=_word(item.get("id")) or identify(kind, text),
        kind=kind,
        summary=text,
        body=_word(item.get("details" if shelf.beside == "status" else shelf.beside)),
        scope=Scope(work=_word(item.get("spec")) or None, path=_word(item.get("path")) or None),
        created=created,
        updated=utc(_word(item.get("updated"))) or created,
        status=_status(item, shelf, kind),
        tags=tuple(tag for tag in tags if isinstance(tag, str)) if isinstance(tags, list) else (),
        links=tuple(Link(rel, target) for rel in (BY, MAYBE) if (target := _word(item.get(rel)))),
        source=Source("journal", f".genius/memory/{shelf.name}.json", *(_word(item.get(key)) for key in _SOURCE)),
        attrs=_attrs(item, shelf),
    )


def _attrs(item: Mapping[str, Any], shelf: Shelf) -> dict[str, Any]:
    attrs = {key: item[key] for key in ("certainty", "rule", "replaces") if key in item}
    extra = {key: value for key, value in item.items() if key not in _KNOWN[shelf.name]}
    if shelf.beside == "status" and item.get("status") not in (None, "completed", "open", *lifecycle.OVER):
        attrs["status"] = _word(item["status"])
    for key in shelf.plain:
        if value := _texts(item.get(key)) if key == "forbid" else _word(item.get(key)):
            attrs[key] = value
    steps = item.get(HISTORY)
    if isinstance(steps, list) and (steps := [step for step in steps if isinstance(step, dict)]):
        attrs[HISTORY] = steps
    if extra:
        attrs["extra"] = extra
    return attrs


def _texts(value: object) -> list[str]:
    """The strings of a list; a single string becomes a list."""
    result = value if isinstance(value, list) else [value]
    return [each.strip() for each in result if isinstance(each, str) and each.strip()]


def _status(item: Mapping[str, Any], shelf: Shelf, kind: str) -> str:
    text = _word(item.get("status")).casefold()
    if shelf.beside == "status":
        status = lifecycle.named(text or "done")
        return status if status == lifecycle.RESOLVED or lifecycle.is_over(status) else lifecycle.OPEN
    if kind in ("error", "blocker"):
        unsaid = lifecycle.RESOLVED if _word(item.get(shelf.beside)) else lifecycle.OPEN
        return unsaid if lifecycle.named(text) in ("", lifecycle.ACTIVE) else lifecycle.named(text)
    status = lifecycle.named(text)
    if shelf is PROPOSED:  # no status in this file can put a proposal into force
        return status if lifecycle.is_over(status) else lifecycle.PROPOSED
    return lifecycle.ACTIVE if status in ("", lifecycle.PROPOSED) else status


def _word(value: object) -> str:
    if value is None:
        return ""
    if isinstance(value, str):
        return value.strip()
    return str(value) if isinstance(value, int | float) and not isinstance(value, bool) else ""
