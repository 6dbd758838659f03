"""Suggestions: memories that a prompt is certainly about, which a hook shows beside it."""
