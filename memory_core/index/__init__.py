"""The derived index: one SQLite file that can be deleted at any time.

`schema` opens it and judges its health, `freshness` brings it up to date with the homes,
`keyword` and `vectors` search it, `catalogue` turns its rows back into memories.
"""
