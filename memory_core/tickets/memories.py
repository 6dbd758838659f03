"""Convert decisions of a log and facts of documents to memories, and memories to lines of a log."""

import re
from collections.abc import Iterable, Mapping
from typing import Any, Final

from memory_core.core.budget import clip
from memory_core.core.home import Addition
from memory_core.core.light import hashes
from memory_core.core.light.lifecycle import BY, MAYBE
from memory_core.core.memory import DECISIONS, DOCUMENTED, NOTHING, Link, Memory, Scope, Source
from memory_core.tickets import decision
from memory_core.tickets.decision import STATUSES, Entry, Log
from memory_core.tickets.fact import Fact

TOPIC: Final = 80  # characters of a topic that is taken from the decision itself
SUMMARY: Final = 300  # of a fact; its body has the rest
ALTERNATIVES: Final = 5

_KINDS: Final = {"rejected": "decision", "risk": "blocker"}  # fact kinds with other memory kinds
_STATUSES: Final = {"question": "open", "rejected": "rejected"}  # a risk is resolved only in its document
_OTHERS: Final = "Alternatives considered"
_HEADING: Final = re.compile(r"^## +(.+?) *$", re.MULTILINE)
_ITEM: Final = re.compile(r"^[-*] +(.+)$", re.MULTILINE)
_SOURCE: Final = ("session", "uuid", "quote")
_ABOUT: Final[Mapping[str, type | tuple[type, ...]]] = {"certainty": (int, float), "rule": str, "author": str}
_FIELDS: Final = ("topic", "decision", "scope_key", "stage", "alternatives", "source_path")


def decisions(log: Log, place: str) -> list[Memory]:
    """The decisions of a log as memories; `place` is its path from the root."""
    active = {entry.id for entry in log.entries if entry.status == "active"}
    doubted = {
        old: entry.id for entry in log.entries if entry.id in active for old in _texts(entry.extra.get(decision.DOUBTS))
    }
    memories = [of_entry(entry, place) for entry in log.entries]
    return [
        each._replace(links=(*each.links, Link(MAYBE, doubted[each.id])))
        if each.id in doubted and each.id in active
        else each
        for each in memories
    ]


def of_entry(entry: Entry, place: str) -> Memory:
    """A decision of a log as a memory."""
    topic, plain = decision.topic_key(entry.topic), decision.topic_key(entry.decision)
    extra = dict(entry.extra)
    source = Source(DECISIONS, place, *(_text(extra.pop(key, "")) for key in _SOURCE))
    tags = _texts(extra.pop("tags", None))
    attrs: dict[str, Any] = {key: value for key in _FIELDS if (value := getattr(entry, key))}
    attrs |= {key: extra.pop(key) for key, kind in _ABOUT.items() if isinstance(extra.get(key), kind)}
    return Memory(
        id=entry.id,
        kind="decision",
        summary=entry.decision if f" {topic} " in f" {plain} " else f"{entry.topic}: {entry.decision}",
        body=_body(entry.rationale, entry.alternatives),
        scope=Scope(work=entry.ticket),
        created=entry.ts,
        updated=entry.ts,
        status=entry.status,
        tags=tags,
        links=(*([Link("supersedes", entry.supersedes)] if entry.supersedes else []), *_links(extra)),
        source=source,
        attrs={**attrs, "extra": extra} if extra else attrs,
    )


def _links(extra: dict[str, Any]) -> list[Link]:
    """The links to the successors of a decision; their keys are removed from `extra`."""
    return [Link(rel, plain) for rel in (BY, MAYBE) if (plain := _text(extra.pop(rel, "")))]


def to_entry(memory: Memory, ticket: str) -> Entry:
    """A memory as a decision of a ticket; `of_entry` returns the same memory, except for home and place."""
    attrs = memory.attrs
    plain = _text(attrs.get("decision")) or memory.summary
    topic = _text(attrs.get("topic")) or clip(plain, TOPIC)
    rationale, others = _parts(memory, plain)
    source = memory.source
    extra: dict[str, Any] = {key: value for key in _SOURCE if (value := getattr(source, key))}
    extra |= {key: attrs[key] for key in _ABOUT if key in attrs}
    extra |= {"tags": list(memory.tags)} if memory.tags else {}
    extra |= {link.rel: link.target for link in memory.links if link.rel in (BY, MAYBE)}
    given = attrs.get("extra")
    more = given if isinstance(given, Mapping) else {}
    extra |= {key: kept for key, kept in more.items() if key not in (decision.FORGOTTEN, decision.AMENDS)}
    name = decision.identify(ticket, topic, plain)
    own = memory.id if ticket == memory.scope.work and "decision" in attrs and decision.is_id(memory.id) else ""
    return Entry(
        own or name,
        ticket,
        topic,
        plain,
        memory.updated or memory.created,
        _text(attrs.get("scope_key")),
        _text(attrs.get("stage")),
        others,
        rationale,
        _text(attrs.get("source_path")),
        memory.status if memory.status in STATUSES else "active",
        next((link.target for link in memory.links if link.rel == "supersedes" and decision.is_id(link.target)), ""),
        extra=extra or NOTHING,
    )


def amended(entry: Entry, when: str, more: Addition) -> Entry:
    """The decision with more rationale, more alternatives, another status or other words."""
    is_anew = "body" in more.edits
    rationale, others = _sections(more.body, more.summary or entry.decision, () if is_anew else entry.alternatives)
    fields = {
        "tags": list(dict.fromkeys((*_texts(entry.extra.get("tags")), *more.tags))),
        BY: more.by,
        MAYBE: more.maybe,
    }
    extra = {
        key: kept for key, kept in entry.extra.items() if key not in (BY, MAYBE) or not (more.status or more.maybe)
    }
    new = entry._replace(
        decision=more.summary or entry.decision,
        rationale="\n\n".join(part for part in ("" if is_anew else entry.rationale, rationale) if part),
        alternatives=others,
        status=more.status or entry.status,
        ts=when,
        extra={**extra, **{key: value for key, value in fields.items() if value}},
    )
    return decision.marked(entry, new)


def facts(stated: Iterable[Fact], ticket: str, when: str) -> list[Memory]:
    """The facts of a ticket's documents as memories, each once; `when` is the time of the last change."""
    result = {memory.id: memory for fact in stated for memory in [_of_fact(fact, ticket, when)]}
    return list(result.values())


def _of_fact(fact: Fact, ticket: str, when: str) -> Memory:
    plain = {"term": f"{fact.name}: {fact.text}", "default": f"{fact.name} = {fact.text}"}.get(fact.kind, fact.text)
    aliases = f"Also called {', '.join(fact.aliases)}." if fact.aliases else ""
    attrs = {
        "name": fact.name, "label": fact.label, "aliases": list(fact.aliases), "severity": fact.severity,
        "certainty": fact.certainty, "rule": fact.rule, "line": fact.line,
    }  # fmt: skip
    digest = hashes.sha256(f"{ticket}\0{fact.key}".encode("utf-8", "replace")).hexdigest()
    return Memory(
        id=f"fact-{digest[:10]}",
        kind=_KINDS.get(fact.kind, fact.kind),
        summary=clip(plain, SUMMARY),
        body="\n\n".join(part for part in (plain if len(plain) > SUMMARY else "", aliases, fact.why) if part),
        scope=Scope(work=ticket),
        created=when,
        updated=when,
        status=_STATUSES.get(fact.kind, "active"),
        tags=(fact.label,) if fact.label else (),
        source=Source(DOCUMENTED, fact.path),
        attrs={key: value for key, value in attrs.items() if value},
    )


def _body(rationale: str, others: Iterable[str]) -> str:
    items = "\n".join(f"- {each}" for each in others)
    return "\n\n".join(part for part in (rationale, f"## {_OTHERS}\n\n{items}" if items else "") if part)


def _parts(memory: Memory, plain: str) -> tuple[str, tuple[str, ...]]:
    """(the rationale, the alternatives) in a memory's text."""
    if "decision" not in memory.attrs:
        return _sections(memory.body, plain)
    named = memory.attrs.get("alternatives")
    others = tuple(map(str, named)) if isinstance(named, list | tuple) else ()
    section = _body("", others)
    return (memory.body.removesuffix(section).strip() if section else memory.body), others


def _sections(body: str, plain: str, others: Iterable[str] = ()) -> tuple[str, tuple[str, ...]]:
    """(the rationale, the alternatives) in the sections of a body; the alternatives follow `others`."""
    parts = _HEADING.split(body)
    texts = [parts[0].strip()]
    result = list(others)
    for heading, text in zip(parts[1::2], parts[2::2], strict=True):
        if heading.casefold() == _OTHERS.casefold() and _ITEM.search(text):
            result += _ITEM.findall(text)
        elif heading.casefold() == "rationale":
            texts.insert(1, text.strip())
        elif heading.casefold() != "decision" or text.strip() != plain:
            texts.append(f"## {heading}\n\n{text.strip()}")
    if len(result) > ALTERNATIVES:
        texts.append(f"Considered too: {'; '.join(result[ALTERNATIVES:])}.")
    return "\n\n".join(text for text in texts if text), tuple(result[:ALTERNATIVES])


def _texts(given: object) -> tuple[str, ...]:
    return tuple(map(str, given)) if isinstance(given, list | tuple) else ()


def _text(value: object) -> str:
    return value if isinstance(value, str) else ""
