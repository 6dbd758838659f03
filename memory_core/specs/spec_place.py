"""Where a spec is worked on, and which spec a command means if it names none."""

import argparse
import contextlib
from collections.abc import Sequence
from typing import Final, NamedTuple

from memory_core.core import git, registry, session
from memory_core.core.budget import few
from memory_core.core.light import places
from memory_core.core.light.errors import Refusal
from memory_core.core.session import current as current_session
from memory_core.specs import spec_folders
from memory_core.specs.keep_specs import BY, STATE
from memory_core.specs.slug import quoted
from memory_core.specs.spec import COMPLETED, Spec

_NAMED: Final = 8  # specs that a refusal names
EXAMPLE: Final = "/cs:p Rate limits for the public API: 100 requests a minute for each key"


class Place(NamedTuple):
    """The project, and the user's worktree of it."""

    root: str
    here: str
    top: str


def place_of(options: argparse.Namespace) -> Place:
    """The place that the options of a verb name; raises `Refusal` in a bare repository, which has no files."""
    if git.folder(options.root) is None and places.is_bare(options.root):
        raise Refusal(
            f"{options.root} is a bare repository without files, and a spec is a folder of files. Make a worktree "
            "(`git worktree add ../work`) and repeat it there. Nothing was made"
        )
    return Place(options.root, options.here, places.worktree(options.root, options.here) or options.root)


def chosen(place: Place, words: str, *, completed: bool = False) -> Spec:
    """The spec that `words`, or the first word, name; without words the current spec.

    Raises `Refusal` with the names of the active specs if it is not clear which. `completed` allows a completed spec.
    """
    spec = spec_folders.named(place.top, words) or spec_folders.named(place.top, next(iter(words.split()), ""))
    if spec is not None and (completed or spec.phase != COMPLETED):
        return spec
    if spec is not None:
        raise Refusal(f"{quoted(spec.slug)} is completed, in {quoted(spec.folder)}; begin another with `{EXAMPLE}`")
    if words.strip():
        raise Refusal(f"there is no spec {words.strip()[:80]!r}; {_there_is(spec_folders.active(place.top))}")
    active = spec_folders.active(place.top)
    spec = current(place, active)
    if spec is None:
        raise Refusal(f"name a spec: {_there_is(active)}")
    return spec


def current(place: Place, active: Sequence[Spec], *, alone: bool = True) -> Spec | None:
    """The current spec: named by the session, else by the branch, else the only active one; None if unclear."""
    by_slug = {spec.slug: spec for spec in active}
    name = current_session()
    value = session.load(place.root, name).get(STATE) if name else None
    if isinstance(value, str) and value in by_slug:
        return by_slug[value]
    branch = git.branch(place.top).casefold()
    called = [spec for spec in active if spec.slug.casefold() in (branch, branch.rpartition("/")[2])]
    return called[0] if len(called) == 1 else active[0] if alone and len(active) == 1 else None


def work_on(place: Place, slug: str) -> None:
    """Note which spec the session works on, "" for none. The caller holds the project's lock."""
    name = current_session()
    if not name:
        return
    state = session.load(place.root, name)
    updated = {key: value for key, value in state.items() if key not in (STATE, BY)}
    if slug:
        updated[STATE] = slug
    if updated != state:
        with contextlib.suppress(OSError):  # the Stop hook also finds the spec by edited files
            session.save(place.root, name, updated)


def held(place: Place) -> contextlib.AbstractContextManager[None]:
    """The project's lock, for a `with` block."""
    return registry.held(place.root)


def _there_is(active: Sequence[Spec]) -> str:
    if not active:
        return f"none is active. Begin one: `{EXAMPLE}`"
    return f"active are {few([quoted(spec.slug) for spec in active], _NAMED)}"
