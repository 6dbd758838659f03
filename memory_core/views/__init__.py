"""Text out: the briefing, and what a terminal or a session is shown."""
