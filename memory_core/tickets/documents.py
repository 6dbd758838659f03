"""The documents of a ticket, read: the facts that they state, and where they stand."""

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
from memory_core.tickets.fact import WHOLE, Fact, Found, Scope


class Reading(NamedTuple):
    """What the documents of a ticket say."""

    facts: tuple[Fact, ...] = ()  # each once, where it stands first; the best of a kind first
    documents: tuple[str, ...] = ()  # the paths of those that are there, in the order in which they were read
    newest: str = ""  # UTC: the newest moment that one names, else when git has last seen one change; "" for neither
    lines: int = 0
    problems: tuple[str, ...] = ()  # what could not be read, path first
    slug: str = ""  # what the first that names one calls the ticket in words


def read(root: str, ticket: str, scope: Scope = WHOLE) -> Reading:
    """What the documents of the ticket say (AIDD-32), first what belongs to the scope.

    Raises Refusal where a package is missing.
    """
    problems: list[str] = []
    texts = dict(pack_files.texts(root, ticket, problems, scope))
    if not texts:
        return Reading(problems=tuple(problems))
    stated: list[Found] = []
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
    """The slug that the documents of the ticket name, and their newest moment, each "" where there is none."""
    return _heads(root, dict(pack_files.texts(root, ticket, [])))


@lru_cache(8)  # the pack and the index of one turn read the same words
def _stated(path: str, text: str) -> tuple[tuple[Found, ...], str]:
    """What a document says, and what of it could not be read."""
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
    """When the documents were last touched: as `newest` says, else the newest time of a file, which a copy changes."""
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
    """When the last commit that touched one of these files was written: a fresh clone says the same."""
    named = [f":(literal){path}" for path in paths]
    return timestamps.utc(
        git.output(root, "log", "-1", "--no-show-signature", "--format=%aI", "HEAD", "--", *named) or ""
    )
