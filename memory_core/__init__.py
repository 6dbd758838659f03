"""memory-core: the lasting memory of a project, for an agent that works in it.

A folder is a wing: one of the systems, or one subject. Wings stand on `core`,
`language` and `redact`; a layer imports only what is below it, and wings of a
layer do not import each other (`[tool.importlinter]` in pyproject.toml):

    cli, hook      the two doors: a verb typed by someone, an event of the client
    on_user_prompt, on_tool_call    events that several wings answer
    verbs, setup   verbs over all homes; set-up, doctor, demo
    briefing       what a session reads at its start
    capture        what of a session is kept, and what ends; the worker
    guardrails     rules that edits are held to (IRIS)
    learnings      what a user prefers and does again, in tiers (Jarvis)
    tickets        documents, decisions and packs of a ticket (AIDD)
    specs, reviews the life of a spec; findings of code reviews (cs-memory)
    notes          git notes, and their exchange (cs-memory)
    recall         the derived index, and search in it
    journal, documents         the journal (Genius); what only hands write
    transcripts, extract       what the client writes down; what a turn states
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
