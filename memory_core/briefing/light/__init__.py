"""The hook at the start of a session: prints the prepared briefing."""
