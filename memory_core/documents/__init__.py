"""What the client has for a memory beside ours: CLAUDE.md, AGENTS.md, rules, and the notes that it writes for itself.

Documents that are read and never written. `walk` finds those of a project, `imports` those that one names,
`documents` tells all that are read, `passages` takes a text apart, and `home` is their home as the index sees it.
"""
