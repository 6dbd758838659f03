"""memory-core: the lasting memory of a project, for an agent that works in it.

A folder is a wing: one of the systems, or one subject. Wings stand on `core`,
`language` and `redact`; `verbs`, `setup` and the doors stand on the wings
(`[tool.importlinter]` in pyproject.toml):

    cli, hook      the two doors: a verb typed by someone, an event of the client
    verbs, setup   verbs over all homes; set-up, doctor, demo
    capture        what a session states, and what of it is kept; the worker
    briefing       what a session reads at its start
    recall         the derived index, and search in it
    guardrails     rules that edits are held to (IRIS)
    learnings      what a user prefers and does again, in tiers (Jarvis)
    tickets        documents, decisions and packs of a ticket (AIDD)
    notes, specs, reviews      git notes and what stands in them (cs-memory)
    journal, documents         the journal (Genius); what only hands write
    core, language, redact     the memory and its registry; words; secrets
    edges          the only modules that name a heavy library
    data           words and weights, as files

Everything kept is one `core.memory.Memory`. Each lives in one home; the index
and every view can be deleted at any time and made again. `docs/house.md` is the
same walk with the doors open.
"""

import sys

__version__ = "0.24.0"

# The launcher starts the interpreter without its search for packages and names their folder instead (bin/memory-core).
if (_site := sys._xoptions.get("memory_core_site")) and _site not in sys.path:  # noqa: SLF001 - documented as "-X"
    sys.path.append(str(_site))
