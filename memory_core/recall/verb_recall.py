"""`memory-core recall QUERY`: finds memories by meaning and by words, with filters inside the search."""

import calendar
import contextlib
import importlib
import sys
import time
from collections.abc import Iterator, Mapping
from typing import TYPE_CHECKING, Any, Final, NamedTuple

import apsw

from memory_core.core import git, install
from memory_core.core.light import deduplicate, lifecycle
from memory_core.core.light.errors import Refusal, Usage
from memory_core.core.options import call, parsed
from memory_core.core.report import Report
from memory_core.edges import query_embedder
from memory_core.extract.policy import CANDIDATE
from memory_core.journal import candidates
from memory_core.language import near_duplicate
from memory_core.recall import (
    anchoring,
    at_hand,
    catalogue,
    filters,
    freshness,
    keyword,
    schema,
    search,
    showing,
    verb_list,
    view,
)
from memory_core.recall.fusion import Scored
from memory_core.recall.keyword import Filter
from memory_core.recall.schema import Index
from memory_core.recall.search import HYBRID, KEYWORD, VECTOR, Ranked
from memory_core.recall.vectors import MOST
from memory_core.recall.view import Asked, AsOf, Finding

MOST_RESULTS: Final = 200
NOTICED: Final = 2000  # with more memories to index, the search prints that it waits
if TYPE_CHECKING:
    from memory_core.recall.snapshot import Past

NOT_SET_UP: Final = "the embedding model is not set up; run `memory-core setup`"
_UNCONFIRMED: Final = 3  # most candidates that are added to the results
NEAR: Final = 0.3  # least cosine of a relevant memory


class Question(NamedTuple):
    """The query and its filters."""

    text: str
    where: Filter = search.EVERYTHING
    mode: str = HYBRID
    limit: int = 10


class Answer(NamedTuple):
    """The results, best first."""

    mode: str  # the search that was possible
    note: str
    findings: list[Finding]


def main(arguments: list[str]) -> Report:
    """Report the memories that answer the query. Raise `Refusal` for an invalid value of an option."""
    start = time.perf_counter()
    options = parsed("recall", arguments)
    text = " ".join(options.query).strip()
    if not (text or options.as_of) and (options.type or options.spec or options.since or options.until):
        return verb_list.report(options)
    if not (text or options.as_of):
        raise Usage(f"recall needs words to search for: `{call(options, 'recall')} why is the session cookie not lax`; "
                    f"`{call(options, 'list')}` lists all memories")  # fmt: skip
    if not 1 <= options.limit <= MOST_RESULTS:
        raise Refusal(f"--limit {options.limit} is not between 1 and {MOST_RESULTS}; without it the limit is 10")
    question = Question(text, filters.condition(options), options.mode, options.limit)
    then = _then(options.root, options.here, options.as_of) if options.as_of else None
    answer = recall_past(options.root, question, then) if then else recall(options.root, question, options.spec)
    if not then:
        answer = answer._replace(findings=_with_candidates(options.root, question, answer.findings))
    memories = showing.shown(options.here, [finding.memory for finding in answer.findings])
    findings = [finding._replace(memory=memory) for finding, memory in zip(answer.findings, memories, strict=True)]
    of_code = anchoring.anchors_of(options.root, options.here, memories)
    findings = [finding._replace(anchors=anchors) for finding, anchors in zip(findings, of_code, strict=True)]
    if options.files:
        findings = importlib.import_module("memory_core.recall.snapshot").taken(options.root, findings)
    took = round((time.perf_counter() - start) * 1000)
    terms = keyword.query(text) if options.explain else ""
    me = (
        git.author(options.here)
        if any(finding.memory.attrs.keys() & {"author", "amended_by"} for finding in findings)
        else ""
    )
    asked = Asked(text, answer.mode, took, answer.note, terms, options.full, options.files, options.explain, me)
    if then:
        asked = asked._replace(as_of=AsOf(then.moment, then.commit, then.unknown))
    return Report(
        options,
        lambda: view.as_json(asked, findings),
        lambda: view.as_text(asked, findings, view.ROOM),
        "recall",
        lambda: view.as_lines(asked, findings),
        errors=showing.damage(options.root),
    )


def _with_candidates(root: str, question: Question, findings: list[Finding]) -> list[Finding]:
    """The findings, then candidates with half of the question's words, as long as there is room."""
    waiting = candidates.read(root)
    words = near_duplicate.content_words(question.text)
    if not waiting or not words:
        return findings
    index = freshness.in_memory(CANDIDATE, waiting)
    with contextlib.closing(index.connection):
        hits = search.ranked(index, question.text, None, question.where, KEYWORD, MOST)
        memories = catalogue.memories(index.connection, [hit.row.id for hit in hits])
    known = {finding.memory.fingerprint for finding in findings}
    near = [
        Finding(memories[hit.row.id], hit.scored, (memories[hit.row.id].status,))
        for hit in hits
        if 2 * len(words & near_duplicate.content_words(f"{memories[hit.row.id].summary} {memories[hit.row.id].body}"))
        >= len(words)
        and memories[hit.row.id].fingerprint not in known
    ]
    room = max(question.limit - len(findings), min(_UNCONFIRMED, question.limit // 3))
    near = near[:room]
    return [*findings[: question.limit - len(near)], *near]


def recall(root: str, question: Question, spec: str | None = None) -> Answer:
    """The memories that answer a question. Without vectors only keywords are used, and the note has the reason.

    A damaged index is rebuilt. Raise `Refusal` if another process keeps it locked.
    """
    try:
        return _recall(root, question, spec)
    except apsw.Error as error:
        state = schema.judged(error)
        if state == schema.BUSY:
            raise Refusal("another process is writing the index; ask again in a moment") from error
        if state != schema.CORRUPT:
            raise
    importlib.import_module("memory_core.recall.indexing").mend(root)
    return _recall(root, question, spec)


def _recall(root: str, question: Question, spec: str | None) -> Answer:
    with at_hand.index(root, _progress) as (index, fresh):
        if spec:
            _known_work(index, spec)
        vector, why = meaning_of(root, index, question)
        if vector is None and question.mode == VECTOR:
            raise Refusal(f"vectors are not available: {why}")
        mode = question.mode if vector is not None else KEYWORD
        by = catalogue.successors(index.connection)
        ranking = _ranked(index, question, vector, mode, by)
        far = "nothing fits well; these are the nearest" if _is_far(ranking) else ""
        notes = [far, f"keywords only: {why}" if why else "", _state(fresh), _debt(index) if vector else ""]
        return Answer(mode, "; ".join(note for note in notes if note), list(_findings(index, ranking, by)))


def recall_past(root: str, question: Question, then: "Past") -> Answer:
    """The memories of the homes at an earlier moment that answer a question; without words the newest.

    They are searched in an index in memory, with cached vectors. Texts that have none are found by keywords.
    """
    index = schema.in_memory()
    try:
        for name, memories in then.homes.items():
            freshness.refresh(index.connection, name, "", memories)
        by = catalogue.successors(index.connection)
        if not question.text:
            ranking = _the_rest(index, question, set(), cut=True)
            return Answer(KEYWORD, "", list(_findings(index, ranking, by)))
        vector, why = _cached_meaning(root, index, question)
        if vector is None and question.mode == VECTOR:
            raise Refusal(f"vectors are not available: {why}")
        mode = question.mode if vector is not None else KEYWORD
        ranking = _ranked(index, question, vector, mode, by)
        far = "nothing fits well; these are the nearest" if _is_far(ranking) else ""
        notes = [far, f"keywords only: {why}" if why else ""]
        return Answer(mode, "; ".join(note for note in notes if note), list(_findings(index, ranking, by)))
    finally:
        index.connection.close()


def _past() -> Any:
    """The module `snapshot`, which is loaded only for `--as-of`."""
    return importlib.import_module("memory_core.recall.snapshot")


def _then(root: str, here: str, text: str) -> "Past":
    """The homes at the end of the day, month or year that `--as-of` names, at that moment, or at that commit."""
    try:
        moment = filters.moment("--as-of", text)
    except Refusal as refusal:
        if git.folder(root) is None:
            raise
        with contextlib.suppress(Refusal):
            then: Past = _past().at_commit(root, git.commit(here, text.strip()))
            return then
        raise Refusal(f"{refusal}; and it names no commit of {root}") from None
    year, month = int(moment[:4]), int(moment[5:7] or 12)
    whole = {4: f"{moment}-12-31", 7: f"{moment}-{calendar.monthrange(year, month)[1]}", 10: moment}.get(len(moment))
    past: Past = _past().at(root, f"{whole}T23:59:59Z" if whole else moment)
    return past


def _cached_meaning(root: str, index: Index, question: Question) -> tuple[bytes | None, str]:
    """The result of `meaning_of` for an index in memory: only the vector of the question is made."""
    folder = install.model_dir()
    if question.mode == KEYWORD or folder is None:
        return None, "" if question.mode == KEYWORD else NOT_SET_UP
    try:
        search.with_cached_vectors(index, at_hand.vectors_path(root), install.model_key(folder))
        return query_embedder(folder).embed([question.text])[0], ""
    except Refusal as refusal:
        return None, str(refusal)


def _progress(done: int, every: int) -> None:
    """Print the progress of building the index, if it takes long enough."""
    if every >= NOTICED and (done == every or done % NOTICED == 0):
        print(f"indexing: {done:,} of {every:,} memories", file=sys.stderr, flush=True)


def _is_far(ranking: list[Ranked]) -> bool:
    """Whether no finding shares a word with the question or is close to it in meaning."""
    return bool(ranking) and all(ranked.scored.words == 0 and (ranked.scored.cosine or 0) < NEAR for ranked in ranking)


def _ranked(index: Index, question: Question, vector: bytes | None, mode: str, by: Mapping[str, str]) -> list[Ranked]:
    ranking: list[Ranked] = []
    for pool in (search.POOL, MOST):
        ranking = search.once(index, search.ranked(index, question.text, vector, question.where, mode, pool))
        if len(ranking) >= question.limit:
            break  # else many copies of a few statements may have filled the pool
    ranking = ranking[: question.limit]
    dict_values = catalogue.memories(index.connection, [ranked.row.id for ranked in ranking]).values()
    ids = [memory.id for memory in dict_values]  # an id of two memories is ambiguous, and a repository can cause that
    doubted = {
        memory.id: name for memory in dict_values if ids.count(memory.id) == 1 and (name := lifecycle.doubt(memory))
    }
    ranking = search.succeeded(index, ranking, question.where, {**doubted, **by})
    if question.where.sql and len(ranking) < question.limit:
        ranking += _the_rest(index, question, {ranked.row.fingerprint for ranked in ranking})
    return ranking[: question.limit]


def _the_rest(index: Index, question: Question, known: set[str], *, cut: bool = False) -> list[Ranked]:
    """The other memories that pass a narrow filter, without a score; of many, with `cut`, the newest."""
    ids = catalogue.chosen(index.connection, question.where, question.limit + 1)
    if len(ids) > question.limit and not cut:
        return []
    ids = ids[: question.limit]
    rows = {row.id: row for row in catalogue.rows(index.connection, ids)}
    rest = [Ranked(rows[number], Scored(number, 0.0, 0.0, 0.0, 0.0, None, 0.0)) for number in ids]
    return search.once(index, [ranked for ranked in rest if ranked.row.fingerprint not in known])


def _findings(index: Index, ranking: list[Ranked], by: Mapping[str, str]) -> Iterator[Finding]:
    memories = catalogue.memories(index.connection, [ranked.row.id for ranked in ranking])
    same = catalogue.twins(index.connection, [ranked.row.fingerprint for ranked in ranking])
    for each in ranking:
        memory, group = memories[each.row.id], same[each.row.fingerprint]
        places = [twin.source.place or twin.source.home for twin in group]
        own = memory.source.place or memory.source.home
        sources = (own, *dict.fromkeys(place for place in places if place != own))
        yield Finding(
            memory,
            each.scored,
            sources,
            settled=deduplicate.settled(memory, group),
            by=lifecycle.replacement(memory, by),
        )


def meaning_of(root: str, index: Index, question: Question) -> tuple[bytes | None, str]:
    """(the vector of the question, ""), or (None, why there is none)."""
    if question.mode == KEYWORD:
        return None, ""
    folder = install.model_dir()
    if folder is None:
        return None, NOT_SET_UP

    def lock() -> contextlib.AbstractContextManager[None]:
        return at_hand.held(root)

    try:
        search.with_vectors(index, at_hand.vectors_path(root), install.model_key(folder), lock)
        embedder = query_embedder(folder)
        search.pay(index, question.text, question.where, embedder, lock)
        return embedder.embed([question.text])[0], ""
    except Refusal as refusal:
        return None, str(refusal)


def _state(fresh: at_hand.Freshness) -> str:
    if fresh.state == "busy":
        return "another process is writing the index; its newest memories may be missing"
    if fresh.state == "unwritable":
        return f"the index cannot be written ({fresh.detail}); searched in memory"
    if fresh.left:
        why = fresh.detail or "the index is incomplete"
        return f"not searched: {', '.join(fresh.left)} ({why})"
    return ""


def _debt(index: Index) -> str:
    owed = catalogue.owed(index.connection)
    if owed <= search.PAID * 4:
        return ""
    return f"{owed:,} memories are not yet searchable by meaning, only by their words; run `memory-core reindex`"


def _known_work(index: Index, spec: str) -> None:
    works = catalogue.works(index.connection)
    if spec in works:
        return
    if not works:
        raise Refusal(f"--spec {spec}: no memory of this project belongs to a spec or ticket; leave it out")
    raise Refusal(f"--spec {spec}: no memory belongs to it; there are memories of {', '.join(works[:12])}")
