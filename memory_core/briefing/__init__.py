"""The briefing: what a session should know before its first word."""
