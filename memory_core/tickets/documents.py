"""Read the documents of a ticket: their facts and the places of them."""

from collections.abc import Iterable
from datetime import UTC, datetime
from functools import lru_cache
from typing import NamedTuple

from memory_core import edges, redact
from memory_core.core import git, timestamps
from memory_core.core.light import clock, files
from memory_core.language import blocks as markdown
from memory_core.language import front_matter
from memory_core.tickets import fact as scopes
from memory_core.tickets import facts, pack_files, places, sections
from memory_core.tickets.fact import WHOLE, Fact, Ranked, Scope


class Reading(NamedTuple):
    """The content of the documents of a ticket."""

    facts: tuple[Fact, ...] = ()  # each once, at its first place; the best of a kind first
    documents: tuple[str, ...] = ()  # the paths of the existing documents, in reading order
    newest: str = ""  # UTC: the newest time in a document, else of the last commit; "" for neither
    lines: int = 0
    problems: tuple[str, ...] = ()  # what could not be read, each beginning with the path
    slug: str = ""  # the first slug in a document


def read(root: str, ticket: str, scope: Scope = WHOLE) -> Reading:
    """The facts in the documents of the ticket (AIDD-32), those of the scope first.

    Raises Refusal if a package is missing.
    """
    problems: list[str] = []
    texts = dict(pack_files.texts(root, ticket, problems, scope))
    if not texts:
        return Reading(problems=tuple(problems))
    stated: list[Ranked] = []
    for path, text in texts.items():
        result, fault = _stated(path, text)
        stated += result
        problems += [f"{path}: {fault}; what follows is not read"] if fault else []
    lines = sum(text.count("\n") + (text[-1:] not in ("\n", "")) for text in texts.values())
    slug, newest = _heads(root, texts)
    merged = facts.merged(stated)
    if scope.key:
        own = {path: scopes.lines_of_item(text, scope.key) for path, text in texts.items()}
        looped = places.loop_pack(ticket, scope.key)
        merged = tuple(sorted(merged, key=lambda each: each.path != looped and each.line not in own[each.path]))
    return Reading(merged, tuple(texts), newest, lines, tuple(problems), slug)


def heads(root: str, ticket: str) -> tuple[str, str]:
    """(the slug in the documents of the ticket, their newest time); "" for what is missing."""
    return _heads(root, dict(pack_files.texts(root, ticket, [])))


@lru_cache(8)  # the pack and the index of a turn read the same texts
def _stated(path: str, text: str) -> tuple[tuple[Ranked, ...], str]:
    """(the facts of a document, the error of the part that could not be read)."""
    fault = ""
    if path.endswith((".yaml", ".yml")):
        blocks, fault = edges.yaml_blocks()(text)
    else:
        blocks = markdown.blocks(front_matter.blanked(text))
    return tuple(match._replace(fact=_clean(match.fact)) for match in facts.facts(blocks, path)), fault


def _clean(fact: Fact) -> Fact:
    """The fact without secrets and private parts."""
    clean: Fact = redact.clean_fields(fact, "name", "why", "aliases")
    return clean._replace(text=redact.called(clean.name, fact.text))


def changed(root: str, reading: Reading) -> str:
    """The time of the last change: `newest`, else the newest file time, which copying changes; "" without documents."""
    places = (pack_files.place(root, path) for path in reading.documents)
    times = [seen.st_mtime for seen in map(files.seen, places) if seen]
    return reading.newest or (clock.stamp(datetime.fromtimestamp(max(times), UTC)) if times else "")


def _heads(root: str, texts: dict[str, str]) -> tuple[str, str]:
    if not texts:
        return "", ""
    slugs = filter(None, map(sections.slug, texts.values()))
    newest = max(sections.touched(text) for text in texts.values()) or _committed(root, texts)
    return redact.clean(next(slugs, "")), newest


def _committed(root: str, paths: Iterable[str]) -> str:
    """The author time of the last commit of one of these files; the same in a fresh clone."""
    named = [f":(literal){path}" for path in paths]
    return timestamps.utc(
        git.output(root, "log", "-1", "--no-show-signature", "--format=%aI", "HEAD", "--", *named) or ""
    )
