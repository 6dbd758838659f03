"""The briefing: a text about the project that a session gets at its start."""
