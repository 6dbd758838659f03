"""The keyword leg: BM25 over FTS5, for words, paths, symbols and scripts without spaces."""

import math
import re
from collections.abc import Sequence
from typing import Final, NamedTuple

import apsw

from memory_core.language.light import stop_words
from memory_core.language.light.words import pairs

LONGEST: Final = 100  # characters; a longer run of letters is no word that anybody looks for by its humps
NEAR: Final = 0.5  # weight of the neighbours' words
MOST: Final = 48  # terms of one query: a pasted page must not cost a second

_CHUNK = re.compile(r"\S+")
_WORD = re.compile(r"[^\W_]+")
_CAMEL = re.compile(r"[A-Z]+(?=[A-Z][a-z])|[A-Z]?[a-z]+|[A-Z]+|\d+")
_HUMP = re.compile(r"[a-z\d][A-Z]|[A-Z]{2}[a-z]")
_ASCII = re.compile(r"[A-Za-z\d]+")
_STOP: Final = stop_words.words("en")


class Filter(NamedTuple):
    """A condition on `memories` that stands inside the search, never after it (CS-FR-013)."""

    sql: str = ""  # over the columns of `memories`
    values: tuple[str | int, ...] = ()

    @property
    def inside(self) -> str:
        """The condition as a clause of a search; "" where there is none."""
        # The plus keeps SQLite from turning the search round, one full-text query for every row that passes.
        return f" AND +rowid IN (SELECT id FROM memories WHERE {self.sql})" if self.sql else ""


def prepared(text: str) -> str:
    """The text as the tokenizer takes it: the parts of `camelCase` and pairs of unspaced script are added as words."""
    text = text.encode("utf-8", "replace").decode().replace("\0", " ")
    humped = (run for run in _ASCII.findall(text) if len(run) <= LONGEST and _HUMP.search(run))
    added = [part for run in humped for part in _CAMEL.findall(run)]
    added += pairs(text)  # unicode61 takes a whole sentence of a script without spaces for one word
    return f"{text} {' '.join(added)}" if added else text


def query(text: str, every: Sequence[str] = ()) -> str:
    r"""The FTS5 query for a question: every word quoted, joined by OR, stop words out; "" where no word is left.

    A path or symbol counts as a phrase and by its parts. Nothing in the text is ever read as FTS5 syntax.
    The words of `every`, which are words as `\w+` finds them, must all be there.
    """
    text = text.encode("utf-8", "replace").decode()
    terms: dict[str, None] = {}
    for chunk in _CHUNK.findall(text):
        # Lower case as the tokenizer has it: casefold would make another word of one with ß.
        words = _WORD.findall(chunk)
        if 2 <= len(words) <= 6 and not all(word.lower() in _STOP for word in words):
            terms[" ".join(words).lower()] = None
        for word in words:
            if len(words) == 1 or len(word) > 1:  # the 1 of `render/1` by itself is in every date
                terms[word.lower()] = None
            if len(word) <= LONGEST and _HUMP.search(word):
                terms.update((part.lower(), None) for part in _CAMEL.findall(word))
            terms.update((pair, None) for pair in pairs(word))
    kept = [term for term in terms if term not in _STOP] or list(terms)
    some = " OR ".join(f'"{term}"' for term in kept[:MOST])
    return " AND ".join([*(f'"{word}"' for word in every), f"({some})"]) if every and some else some


def search(connection: apsw.Connection, match: str, where: Filter, most: int) -> list[tuple[int, float]]:
    """The best (memory, BM25) for an FTS5 query, larger is better; ties in the order of the memories' ids."""
    if not match:
        return []
    sql = (
        f"SELECT rowid, bm25(words, 1.0, {NEAR}) AS score FROM words WHERE words MATCH ?{where.inside}"
        " ORDER BY score, rowid LIMIT ?"
    )
    return [(row, -score) for row, score in connection.execute(sql, (match, *where.values, most))]


def scores(connection: apsw.Connection, match: str, ids: Sequence[int]) -> dict[int, float]:
    """The BM25 of these memories; those that no word matches are left out."""
    if not match or not ids:
        return {}
    chosen = ",".join(map(str, ids))
    sql = f"SELECT rowid, bm25(words, 1.0, {NEAR}) FROM words WHERE words MATCH ? AND +rowid IN ({chosen})"
    return {row: -score for row, score in connection.execute(sql, (match,))}


def coverage(connection: apsw.Connection, match: str, hits: Sequence[int]) -> float:
    """How much of a query the best of its hits covers, 0 to 1: the words it has itself, each weighted by its idf.

    BM25 over the best BM25 gives the best hit full marks even where it shares one incidental word with
    the question; this tells the two apart.
    """
    having, many, rows = shared(connection, match, hits)
    weights = {word: math.log(1 + (rows - number + 0.5) / (number + 0.5)) for word, number in many.items()}
    every = sum(weights.values())
    return max((sum(weights[word] for word in own) for own in having.values()), default=0.0) / every if every else 0.0


class Shared(NamedTuple):
    """The words that a query shares with memories."""

    having: dict[int, list[str]]  # which of them each memory has itself; phrases do not count
    many: dict[str, int]  # how many of all memories have each
    rows: int  # of all memories


def shared(connection: apsw.Connection, match: str, hits: Sequence[int]) -> Shared:
    """Which words of an FTS5 query these memories have, and how often each of them is said at all."""
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
