"""Reads memories from the index, without a search."""

import json
from collections.abc import Collection, Iterable, Mapping, Sequence
from typing import Any, Final, NamedTuple

import apsw

from memory_core.core.light import lifecycle
from memory_core.core.memory import DOCUMENT, Link, Memory, Scope, Source, namespace
from memory_core.recall.digest import FACTS, NEWEST, Digest, ranked
from memory_core.recall.keyword import Filter

_ENCODER: Final = json.JSONEncoder(ensure_ascii=False, separators=(",", ":"), default=str)

_STANDING: Final = "home <> 'journal/proposed'"  # unconfirmed rules are counted separately
_KEPT: Final = f"kind <> '{DOCUMENT}'"  # passages of the client's documents are not counted as kept memories
_FACT: Final = "substr(home, 1, 10) = 'documents/'"  # facts of documents: many, and none of them a rule
_NAMED: Final = f"CASE WHEN {_FACT} THEN '{FACTS}' WHEN {_STANDING} THEN {{}} ELSE 'proposed' END"


_APART: Final = ("learnings/global", "session")  # the homes for which `lifecycle.stands_apart` is true


class Row(NamedTuple):
    """The place of a memory in the index."""

    id: int
    name: str  # home and id: the same in every index of the same homes
    group_key: str
    fingerprint: str

    @property
    def ref(self) -> str:
        """The id of the memory."""
        return self.name.partition("\0")[2]

    @property
    def key(self) -> str:
        """The id; for the user's own homes with the home, so that it differs from all ids of the repository."""
        return self.name if self.name.partition("\0")[0] in _APART else self.ref


def recorded(memory: Memory) -> str:
    """The memory as JSON, as it is in the index."""
    return _ENCODER.encode([*memory[:-1], dict(memory.attrs)])


def remembered(record: str) -> Memory:
    """The memory in a record of the index."""
    return _memory(json.loads(record))


def _memory(fields: Sequence[Any]) -> Memory:
    identity, kind, summary, body, scope, created, updated, status, tags, links, source, attrs = fields
    return Memory(
        identity, kind, summary, body, Scope(*scope), created, updated, status,
        tuple(tags), tuple(Link(*link) for link in links), Source(*source), attrs,
    )  # fmt: skip


def rows(connection: apsw.Connection, ids: Iterable[int]) -> list[Row]:
    """The rows with these numbers, in order."""
    sql = f"SELECT id, home, ref, group_key, fingerprint FROM memories WHERE id IN ({_listed(ids)}) ORDER BY id"
    return [Row(row, f"{home}\0{ref}", *rest) for row, home, ref, *rest in connection.execute(sql)]


def memories(connection: apsw.Connection, ids: Iterable[int]) -> dict[int, Memory]:
    """The memories in these rows, by number of the row."""
    sql = f"SELECT id, record FROM memories WHERE id IN ({_listed(ids)})"
    return {row: remembered(record) for row, record in connection.execute(sql)}


def all_of(connection: apsw.Connection, where: Filter) -> tuple[list[Memory], list[str]]:
    """The memories that pass a filter, newest first, and their fingerprints."""
    sql = f"SELECT record, fingerprint FROM memories WHERE {where.sql or '1'} ORDER BY created DESC, home, ref"
    rows = [(str(record), str(mark)) for record, mark in connection.execute(sql, where.values)]
    memories = json.loads(f"[{','.join(record for record, _ in rows)}]")
    return [*map(_memory, memories)], [mark for _, mark in rows]


def chosen(connection: apsw.Connection, where: Filter, most: int) -> list[int]:
    """The numbers of the newest rows that pass a filter."""
    sql = f"SELECT id FROM memories WHERE {where.sql or '1'} ORDER BY created DESC, home, ref LIMIT ?"
    return [row for (row,) in connection.execute(sql, (*where.values, most))]


def twins(connection: apsw.Connection, fingerprints: Sequence[str]) -> dict[str, list[Memory]]:
    """All memories with these fingerprints, which are in several homes or sessions, ordered by home and id."""
    marks = ",".join("?" * len(fingerprints))
    sql = f"SELECT fingerprint, record FROM memories WHERE fingerprint IN ({marks}) ORDER BY home, ref, hash"
    result: dict[str, list[Memory]] = {}
    for mark, record in connection.execute(sql, tuple(fingerprints)):
        result.setdefault(mark, []).append(remembered(record))
    return result


def with_updates(connection: apsw.Connection, home: str, ids: Collection[str]) -> list[Memory]:
    """The memories of a home with these ids, and the updates whose missing original has one of these ids."""
    result: dict[str, Memory] = {}
    for ref in ids:
        sql = "SELECT record FROM memories WHERE ref = ? AND home = ?"
        for (record,) in connection.execute(sql, (ref, home)):
            result[record] = remembered(record)
    sql = "SELECT record FROM memories WHERE home = ? AND instr(record, '[\"updates\",')"
    for (record,) in connection.execute(sql, (home,)):
        memory = remembered(record)
        if any(link.rel == "updates" and link.target in ids for link in memory.links):
            result[record] = memory
    return list(result.values())


def targets(connection: apsw.Connection, rel: str) -> set[str]:
    """The targets of all links of this kind."""
    sql = "SELECT record FROM memories WHERE instr(record, ?)"
    linked = (remembered(record) for (record,) in connection.execute(sql, (f'["{rel}",',)))
    return {link.target for memory in linked for link in memory.links if link.rel == rel}


def successors(connection: apsw.Connection) -> dict[str, str]:
    """The id of each replaced memory to the id of its replacement, from the links of either."""
    sql = "SELECT record FROM memories INDEXED BY by_successor WHERE instr(record, '\"supersede') > 0"
    return lifecycle.successors(remembered(record) for (record,) in connection.execute(sql))


def rows_of(connection: apsw.Connection, ids: Collection[str], where: Filter) -> dict[str, Row]:
    """The rows with these ids that pass a filter, by id; without the user's own homes."""
    result: dict[str, Row] = {}
    for name in ids:
        sql = f"SELECT id FROM memories WHERE ref = ? AND ({where.sql or '1'}) ORDER BY home, hash"
        for row in rows(connection, [number for (number,) in connection.execute(sql, (name, *where.values))]):
            if row.key == name:
                result.setdefault(name, row)
    return result


def named(connection: apsw.Connection, wanted: str) -> list[Memory]:
    """The memories with the id `wanted`, or else those with an id that begins with it."""
    sql = "SELECT record FROM memories WHERE ref = ? ORDER BY home, hash"
    result = [remembered(record) for (record,) in connection.execute(sql, (wanted,))]
    if result or not wanted:
        return result
    sql = "SELECT record FROM memories WHERE ref >= ? AND ref < ? ORDER BY ref, home, hash LIMIT 50"
    return [remembered(record) for (record,) in connection.execute(sql, (wanted, wanted + "\U0010ffff"))]


def works(connection: apsw.Connection) -> list[str]:
    """The specs and tickets that have memories."""
    return [row for (row,) in connection.execute("SELECT DISTINCT spec FROM memories WHERE spec <> '' ORDER BY spec")]


def sizes_of_works(connection: apsw.Connection) -> dict[str, int]:
    """The number of memories of each spec or ticket."""
    return dict(connection.execute("SELECT spec, count(*) FROM memories WHERE spec <> '' GROUP BY spec"))


def counts(connection: apsw.Connection) -> dict[str, Any]:
    """`{records, kept, owed, by_kind, by_namespace, homes}`, most frequent first; `records` counts all rows."""
    return {
        "records": _number(connection, "SELECT count(*) FROM memories"),
        "kept": _number(connection, f"SELECT count(*) FROM memories WHERE {_KEPT}"),
        "owed": owed(connection),
        "by_kind": _tally(connection, _NAMED.format("kind")),
        "by_namespace": _tally(connection, _NAMED.format("namespace")),
        "homes": _tally(connection, "substr(home, 1, instr(home || '/', '/') - 1)"),
    }


def digest(connection: apsw.Connection) -> Digest:
    """The digest for a briefing, equal to `recall.digest.digest` of all memories, without reading all of them."""
    live: dict[str, int] = {}
    totals: dict[str, int] = {}
    tally = f"SELECT kind, {_FACT} AS fact, count(*) FROM memories WHERE live = 1 AND {_STANDING} AND {_KEPT}"
    tally = f"{tally} GROUP BY kind, fact"
    for kind, fact, many in connection.execute(tally):
        name = FACTS if fact else namespace(kind)
        totals[name] = totals.get(name, 0) + many
        if not fact:
            live[kind] = many
    where = f"kind = ? AND live = 1 AND {_STANDING} AND NOT {_FACT}"
    sql = f"SELECT record FROM memories WHERE {where} ORDER BY created DESC, ref DESC LIMIT ?"
    newest = {}
    for kind in live:
        newest[kind] = tuple(remembered(record) for (record,) in connection.execute(sql, (kind, NEWEST)))
    return Digest(newest, live, ranked(totals))


def owed(connection: apsw.Connection) -> int:
    """The number of memories without a vector."""
    return _number(connection, "SELECT count(*) FROM owed")


def stamps(connection: apsw.Connection) -> Mapping[str, str]:
    """The stamp of each home when it was last read completely."""
    return dict(connection.execute("SELECT name, stamp FROM homes"))


def _tally(connection: apsw.Connection, column: str) -> dict[str, int]:
    sql = f"SELECT {column}, count(*) AS many FROM memories WHERE {_KEPT} GROUP BY 1 ORDER BY many DESC, 1"
    return dict(connection.execute(sql))


def _number(connection: apsw.Connection, sql: str) -> int:
    return int(next(iter(connection.execute(sql)))[0])


def _listed(ids: Iterable[int]) -> str:
    return ",".join(str(int(number)) for number in ids)
