"""`memory-core context SPEC`: all memories of a spec or ticket, from all homes, by namespace and time (CS-US-008)."""

from functools import partial
from typing import Final

import apsw

from memory_core import redact
from memory_core.core import registry
from memory_core.core.budget import few, whole
from memory_core.core.light.errors import Refusal
from memory_core.core.memory import Memory
from memory_core.core.options import parsed
from memory_core.core.report import Report
from memory_core.core.safe_json import fenced
from memory_core.recall import catalogue, indexing, showing
from memory_core.recall.keyword import Filter
from memory_core.recall.view import ROOM
from memory_core.specs import context_view as view

_NAMED: Final = 12  # specs that a refusal names
_EVERY: Final = 2**31


def main(arguments: list[str]) -> Report:
    """Report the memories of a spec; raises `Refusal` if there are none."""
    options = parsed("context", arguments)
    spec = whole(" ".join(options.spec)).strip()
    if not spec:
        raise Refusal("context needs a spec or ticket: `memory-core context auth-rework`")
    groups = view.grouped(showing.shown(options.here, of_work(options.root, spec)))
    return Report(
        options,
        lambda: view.data(spec, groups),
        lambda: view.as_text(spec, groups, ROOM, partial(fenced, label="context")),
        people=lambda: view.as_text(spec, groups),
        errors=showing.damage(options.root),
        is_ready=True,
    )


def of_work(root: str, spec: str) -> list[Memory]:
    """The memories of a spec or ticket; raises `Refusal` with the names of other specs if there are none."""
    memories, works = known(root, spec)
    if not memories:
        raise Refusal(no_work(spec, works))
    return memories


def no_work(spec: str, works: list[str]) -> str:
    """The message for a spec without memories: the specs that have memories."""
    wanted = redact.neutral(spec)[:80]
    if not works:
        return f"no memory belongs to {wanted!r}: no memory of this project belongs to a spec or ticket"
    near = sorted(works, key=lambda name: (spec.casefold() not in name.casefold(), name))
    names = few([redact.neutral(name)[:80] for name in near], _NAMED)
    return f"no memory belongs to {wanted!r}; there are memories of {names}"


def known(root: str, spec: str) -> tuple[list[Memory], list[str]]:
    """(the memories of a spec, the names of all specs) from the updated index; from the homes if that fails."""
    try:
        with indexing.at_hand(root) as (index, fresh):
            if fresh.state == "ok" and not fresh.left:
                ids = catalogue.chosen(index.connection, Filter("spec = ?", (spec,)), _EVERY)
                return list(catalogue.memories(index.connection, ids).values()), catalogue.works(index.connection)
    except (apsw.Error, Refusal):
        pass
    memories = registry.read(root)
    works = {memory.scope.work for memory in memories if memory.scope.work}
    return [memory for memory in memories if memory.scope.work == spec], sorted(works)
