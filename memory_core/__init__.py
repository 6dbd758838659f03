"""memory-core: the lasting memory of a project, for an agent that works in it.

The house, floor by floor; each floor sees only the floors below it, and rooms
on one floor do not see each other (`[tool.importlinter]` in pyproject.toml):

    cli, hook      the two doors: a verb typed by someone, an event of the client
    flows          what the product does, one module a sentence: capture,
                   recall, reindex, status, doctor, setup, demo ...
    intake         data in: the transcript
    stores         the homes on disk and their lock; `workspace` alone knows
                   every home
    index          the SQLite index that is derived from all homes
    views          text out: the briefing, tables, what a terminal shows
    edges          the only rooms that name a heavy library, behind doors
    domain         pure: the memory itself, the codec of notes, extraction,
                   guard rails, tickets (`aidd`), learnings (`tiers`), specs
                   (`spec`), reviews (`review`), screening, fusion, budgets
    light          below all of them: what a hook loads that stays silent, and
                   in `light.hooks`, beside the flows, what answers an event

Everything kept is one `core.memory.Memory`. Each lives in one home; the index
and every view can be deleted at any time and made again. `docs/house.md` is the
same walk with the doors open.
"""

import sys

__version__ = "0.23.0"

# The launcher starts the interpreter without its search for packages and names their folder instead (bin/memory-core).
if (_site := sys._xoptions.get("memory_core_site")) and _site not in sys.path:  # noqa: SLF001 - documented as "-X"
    sys.path.append(str(_site))
