"""What a hook loads that stays silent. The wings and `language` have a folder `light` of their own for the same.

A hook starts a fresh interpreter, and the user waits for it. So neither `json`, `re`, `typing`, `dataclasses`,
`datetime` nor `subprocess` is imported here, annotations that need them are quoted, and what is needed only sometimes
is imported inside a function.
"""
