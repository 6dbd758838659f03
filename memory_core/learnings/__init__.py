"""Learnings that warm up, cool down and are found again: hot in a session, warm in a file, cold in the archive.

`learning` is the record, `score` what a learning is worth, `consolidate` what a session's end makes of what was heard,
`conflict` which of two holds, `plan` what moves to which tier, `light.match` which learnings a prompt is about.
"""
