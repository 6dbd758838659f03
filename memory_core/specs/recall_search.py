"""Search the index for memories that fit a plan, with their meaning and the words that they share with it."""

from collections.abc import Callable, Sequence
from typing import Final, NamedTuple, TypeVar

import apsw

from memory_core.core.light import deduplicate
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.recall import at_hand, catalogue, indexing, keyword, schema, search, showing, verb_recall
from memory_core.recall.keyword import Filter
from memory_core.recall.light.suggest_words import SILENT
from memory_core.recall.schema import Index
from memory_core.recall.verb_recall import Question
from memory_core.specs import fitting
from memory_core.specs.fitting import Fit, Met, Scale

POOL: Final = 200  # memories that each leg of the search may bring
EVERY: Final = 2**31
# Proposed rules and statements of documents are excluded.
_STANDING: Final = "home <> 'journal/proposed' AND substr(home, 1, 10) <> 'documents/'"
_T = TypeVar("_T")


class Look(NamedTuple):
    """An open index and a query."""

    root: str
    here: str
    base: Index
    note: str = ""  # what is missing, and the reason
    text: str = ""
    vector: bytes | None = None

    def about(self, text: str) -> "Look":
        """The same index with a text as its query."""
        if not text.strip():
            return self
        vector, why = verb_recall.meaning_of(self.root, self.base, Question(text))
        note = "; ".join(filter(None, (f"by keywords only: {why}" if why else "", self.note)))
        return self._replace(text=text, vector=vector, note=note)

    def fits(self, kinds: Sequence[str], but: str) -> list[Fit]:
        """The memories of these kinds that the search returns, with their points; none of the spec `but`."""
        marks = ",".join("?" * len(kinds))
        where = Filter(f"kind IN ({marks}) AND (spec = '' OR spec <> ?) AND {_STANDING}", (*kinds, but))
        rankeds = search.once(self.base, search.ranked(self.base, self.text, self.vector, where, search.HYBRID, POOL))
        connection = self.base.connection
        ids = [ranked.row.id for ranked in rankeds]
        memories = catalogue.memories(connection, ids)
        shared = keyword.shared(connection, keyword.query(self.text), ids)
        words = {row: tuple(filter(_tells, (word.strip('"') for word in own))) for row, own in shared.having.items()}
        met = [Met(memories[ranked.row.id], ranked.scored.cosine, words[ranked.row.id]) for ranked in rankeds]
        many = {word.strip('"'): many for word, many in shared.many.items()}
        scale = Scale({word: many[word] for word in filter(_tells, many)}, shared.rows)
        return fitting.graded(met, scale, self.text)

    def of_spec(self, slug: str, kinds: Sequence[str] = ()) -> list[Memory]:
        """The memories of a spec, oldest first, as they may be shown; only of `kinds` if any are given."""
        marks = f" AND kind IN ({','.join('?' * len(kinds))})" if kinds else ""
        where = Filter(f"spec = ? AND {_STANDING}{marks}", (slug, *kinds))
        rows = catalogue.chosen(self.base.connection, where, EVERY)
        memories = showing.shown(self.here, list(catalogue.memories(self.base.connection, rows).values()))
        same: dict[tuple[str, str], list[Memory]] = {}
        for memory in memories:
            same.setdefault((memory.kind, memory.id), []).append(memory)
        once = deduplicate.marked(map(deduplicate.speaker, same.values()))
        return sorted(once, key=lambda memory: (memory.created, memory.id))

    def replaced(self) -> set[str]:
        """The ids of the memories that were superseded."""
        return catalogue.targets(self.base.connection, "supersedes")

    def sizes(self) -> dict[str, int]:
        """The number of memories of each spec."""
        return catalogue.sizes_of_works(self.base.connection)


def looking(root: str, here: str, ask: Callable[[Look], _T]) -> _T | str:
    """The result of `ask` for the updated index; if the index cannot be read, the reason as a string.

    A damaged index is rebuilt first, as in recall.
    """
    for again in (True, False):
        try:
            with indexing.at_hand(root) as (index, fresh):
                return ask(Look(root, here, index, _missing(fresh)))
        except Refusal as refusal:
            return str(refusal)
        except apsw.Error as error:
            if not again or schema.judged(error) != schema.CORRUPT:
                return f"the index cannot be asked ({error}); `memory-core doctor` says what to do"
            indexing.mend(root)
    raise AssertionError  # the second round returns


def _tells(word: str) -> bool:
    """Whether a word may describe a plan; articles do not, in any language."""
    return word not in SILENT


def _missing(fresh: at_hand.Freshness) -> str:
    if fresh.state == schema.BUSY:
        return "another process is writing the index; its newest memories may be missing"
    return f"not searched: {', '.join(fresh.left)}" if fresh.left else ""
