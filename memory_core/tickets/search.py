"""Search the facts and decisions of a ticket, in any language (AIDD-35)."""

from collections.abc import Iterable, Sequence
from typing import Final, NamedTuple

from memory_core.language.light.words import tokens
from memory_core.tickets.decision import Entry, Log
from memory_core.tickets.fact import Fact
from memory_core.tickets.pack import Match, newest

_START_OF_ID: Final = 6  # characters that name an id
_WHOLE_WORD: Final = 4  # a shorter ASCII word must match a whole word
_ENOUGH: Final = 0.5  # of the weight of a query's words
_IDS, _NAMES, _IN_NAME, _PHRASE, _WORDS = range(5)


class _Candidate(NamedTuple):
    match: Match
    ids: tuple[str, ...]
    names: tuple[str, ...]  # term and aliases, key, topic
    text: str
    is_over: bool = False  # superseded, rejected


def find(query: str, facts: Iterable[Fact], log: Log, path: str) -> list[Match]:
    """The results of a query, best first; `path` is the path of the log.

    The order is: a match of an id, of a whole name, of words in a name, of the words together in the text, of some of
    the words; rarer words weigh more.
    """
    wanted = _plain(query)
    if not wanted:
        return []
    known = [*map(_of_fact, facts), *(_of_entry(item, log, path) for item in newest(log.entries))]
    words = list(dict.fromkeys(wanted.split()))
    held = [{word for word in words if _holds(f"{' '.join(item.names)} {item.text}", word)} for item in known]
    weights = {word: 1 / many for word in words if (many := sum(word in some for some in held))}
    whole = sum(weights.values())
    ranked = []
    for at, (each, some) in enumerate(zip(known, held, strict=True)):
        weight = sum(weights[word] for word in some)
        rank = _rank(each, query.strip().casefold(), wanted, words)
        if rank < _WORDS or (some and weight >= _ENOUGH * whole):
            ranked.append((rank, -weight, each.is_over, at))
    return [known[at].match for *_, at in sorted(ranked)]


def names(facts: Iterable[Fact], log: Log) -> list[str]:
    """The names that can be searched for: terms, keys and topics, each once."""
    result = [fact.name for fact in facts if fact.name] + [each.topic for each in newest(log.entries)]
    return list({_plain(name): name for name in reversed(result)}.values())[::-1]


def _rank(candidate: _Candidate, plain: str, wanted: str, words: Sequence[str]) -> int:
    if any(name == plain or (len(plain) >= _START_OF_ID and name.startswith(plain)) for name in candidate.ids):
        return _IDS
    if wanted in candidate.names:
        return _NAMES
    if any(all(_holds(name, word) for word in words) for name in candidate.names):
        return _IN_NAME
    return _PHRASE if _holds(candidate.text, wanted) else _WORDS


def _of_fact(fact: Fact) -> _Candidate:
    match = Match(fact.kind, fact.name or fact.id, fact.text, fact.source)
    named = tuple(_plain(name) for name in (fact.name, *fact.aliases) if name)
    return _Candidate(match, (fact.id.casefold(),), named, _plain(f"{fact.text} {fact.why}"))


def _of_entry(entry: Entry, log: Log, path: str) -> _Candidate:
    head = log.heads.get(entry.id, "")
    state = f"superseded by {head}" if head else entry.status
    plain = f"{entry.topic}: {entry.decision}" + (f" ({entry.rationale})" if entry.rationale else "")
    match = Match(
        "decision",
        entry.id,
        plain if entry.status == "active" else f"[{state}] {plain}",
        f"{path}:{entry.line}" if entry.line else path,
    )
    text = _plain(" ".join((entry.decision, entry.rationale, *entry.alternatives, entry.stage, entry.scope_key)))
    return _Candidate(match, (entry.id.casefold(),), (_plain(entry.topic),), text, entry.status != "active")


def _holds(text: str, words: str) -> bool:
    """Whether a text contains the words; short words must match whole words."""
    if len(words) < _WHOLE_WORD and words.isascii():
        return f" {words} " in f" {text} "
    return words in text


def _plain(text: str) -> str:
    """The words of a text, without case, punctuation and variants of letters."""
    return " ".join(tokens(text))
