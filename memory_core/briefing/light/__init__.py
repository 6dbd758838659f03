"""The start of a session: print the briefing that was prepared."""
