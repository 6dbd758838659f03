"""memory-core: the lasting memory of a project, for an agent that works in it.

A folder is a wing: one system, or one subject. A layer imports only lower layers,
and wings of one layer do not import each other (`[tool.importlinter]` in
pyproject.toml):

    cli, hook      the entry points: a verb that somebody types, an event of the client
    on_user_prompt, on_tool_call    events that several wings answer
    verbs, setup   verbs over all homes; set-up, doctor, demo
    briefing       the text at the start of a session
    capture        reads transcripts; decides what is kept, and what ends; the worker
    guardrails     rules that edits are checked against (IRIS)
    learnings      the user's preferences and habits, in tiers (Jarvis)
    tickets        documents, decisions and packs of a ticket (AIDD)
    specs, reviews the life of a spec; findings of code reviews (cs-memory)
    notes          git notes, and their exchange (cs-memory)
    recall         the derived index, and search
    journal, documents         the journal (Genius); documents that people write
    extract        what a turn states
    core, language, redact     memories and their registry; text; secrets
    edges          the only modules that import a heavy library
    data           words and weights, as files

Everything that is kept is a `core.memory.Memory` in exactly one home; the index
and every view are derived. `docs/house.md` has the details.
"""

import sys

__version__ = "0.25.1"

# The launcher starts the interpreter without its search for packages and names their folder instead (bin/memory-core).
if (_site := sys._xoptions.get("memory_core_site")) and _site not in sys.path:  # noqa: SLF001 - documented as "-X"
    sys.path.append(str(_site))
