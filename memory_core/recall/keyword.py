"""Keyword search: BM25 in FTS5, for words, paths, symbols and scripts without spaces."""

import math
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

import apsw

from memory_core.language.light import stop_words
from memory_core.language.light.words import pairs

LONGEST: Final = 100  # characters; longer runs of letters are not split at capitals
NEAR: Final = 0.5  # weight of the words of neighbours
MOST: Final = 48  # terms of a query, so that a pasted page does not take a second

_CHUNK = re.compile(r"\S+")
_WORD = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_HUMP = re.compile(r"[a-z\d][A-Z]|[A-Z]{2}[a-z]")
_ASCII = re.compile(r"[A-Za-z\d]+")
_STOP: Final = stop_words.words("en")


class Filter(NamedTuple):
    """A condition on `memories` that is applied inside the search, never afterwards (CS-FR-013)."""

    sql: str = ""  # on the columns of `memories`
    values: tuple[str | int, ...] = ()

    @property
    def inside(self) -> str:
        """The condition as a clause of a search; "" if there is none."""
        # The plus prevents a plan in which SQLite runs one full-text query for every row that passes the filter.
        return f" AND +rowid IN (SELECT id FROM memories WHERE {self.sql})" if self.sql else ""


def prepared(text: str) -> str:
    """The text for the tokenizer, with the parts of `camelCase` and the pairs of unspaced scripts added as words."""
    text = text.encode("utf-8", "replace").decode().replace("\0", " ")
    humped = (run for run in _ASCII.findall(text) if len(run) <= LONGEST and _HUMP.search(run))
    added = [part for run in humped for part in _CAMEL.findall(run)]
    added += pairs(text)  # unicode61 takes a sentence of an unspaced script as one word
    return f"{text} {' '.join(added)}" if added else text


def query(text: str, every: Sequence[str] = ()) -> str:
    r"""The FTS5 query for a question: each word quoted, joined by OR, without stop words; "" if no word is left.

    A path or symbol is searched as a phrase and by its parts. The text is never read as FTS5 syntax. All words in
    `every`, as `\w+` finds them, must occur.
    """
    text = text.encode("utf-8", "replace").decode()
    terms: dict[str, None] = {}
    for chunk in _CHUNK.findall(text):
        # Lower case as in the tokenizer: `casefold` would change a word with ß.
        words = _WORD.findall(chunk)
        if 2 <= len(words) <= 6 and not all(word.lower() in _STOP for word in words):
            terms[" ".join(words).lower()] = None
        for word in words:
            if len(words) == 1 or len(word) > 1:  # the 1 in `render/1` is in every date
                terms[word.lower()] = None
            if len(word) <= LONGEST and _HUMP.search(word):
                terms.update((part.lower(), None) for part in _CAMEL.findall(word))
            terms.update((pair, None) for pair in pairs(word))
    kept = [term for term in terms if term not in _STOP] or list(terms)
    some = " OR ".join(f'"{term}"' for term in kept[:MOST])
    return " AND ".join([*(f'"{word}"' for word in every), f"({some})"]) if every and some else some


def search(connection: apsw.Connection, match: str, where: Filter, most: int) -> list[tuple[int, float]]:
    """The best (row, BM25) for an FTS5 query, where larger is better. Ties are in the order of the ids."""
    if not match:
        return []
    sql = (
        f"SELECT rowid, bm25(words, 1.0, {NEAR}) AS score FROM words WHERE words MATCH ?{where.inside}"
        " ORDER BY score, rowid LIMIT ?"
    )
    return [(row, -score) for row, score in connection.execute(sql, (match, *where.values, most))]


def scores(connection: apsw.Connection, match: str, ids: Sequence[int]) -> dict[int, float]:
    """Row to BM25, for the given rows that match."""
    if not match or not ids:
        return {}
    chosen = ",".join(map(str, ids))
    sql = f"SELECT rowid, bm25(words, 1.0, {NEAR}) FROM words WHERE words MATCH ? AND +rowid IN ({chosen})"
    return {row: -score for row, score in connection.execute(sql, (match,))}


def coverage(connection: apsw.Connection, match: str, hits: Sequence[int]) -> float:
    """The share of a query's words, weighted by idf, in its best hit, 0 to 1. Words of neighbours do not count.

    BM25 divided by the best BM25 is 1 for the best hit, even if it shares one incidental word; this detects that case.
    """
    having, many, rows = shared(connection, match, hits)
    weights = {word: math.log(1 + (rows - number + 0.5) / (number + 0.5)) for word, number in many.items()}
    every = sum(weights.values())
    return max((sum(weights[word] for word in own) for own in having.values()), default=0.0) / every if every else 0.0


class Shared(NamedTuple):
    """The words that a query shares with memories."""

    having: dict[int, list[str]]  # the shared words of each memory itself, without phrases
    many: dict[str, int]  # the number of memories with each word
    rows: int  # the number of all memories


def shared(connection: apsw.Connection, match: str, hits: Sequence[int]) -> Shared:
    """The words of an FTS5 query that these memories have, and how many memories have each."""
    words = [term for term in match.split(" OR ") if " " not in term] if match else []
    rows = next(iter(connection.execute("SELECT count(*) FROM memories")))[0]
    many: dict[str, int] = {}
    having: dict[int, list[str]] = {hit: [] for hit in hits}
    sql = (
        f"SELECT count(*), group_concat(CASE WHEN rowid IN ({','.join(map(str, hits))}) THEN rowid END)"
        " FROM words WHERE words MATCH ?"
    )
    for word in words:
        many[word], among = next(iter(connection.execute(sql, (f"text : {word}",))))
        for row in among.split(",") if among else ():
            having[int(row)].append(word)
    return Shared(having, many, rows)
