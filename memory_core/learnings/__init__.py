"""Learnings in three tiers: hot in a session, warm in a file, cold in the archive.

`learning` is the record, `score` its value, `consolidate` takes over what a session heard, `conflict` decides which of
two holds, `plan` what moves to which tier, `light.match` which learnings a prompt is about.
"""
