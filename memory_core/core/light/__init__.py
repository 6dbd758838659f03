"""What a hook loads that stays silent: it imports nothing outside of this package but `data`.

A hook starts a fresh interpreter, and the user waits for it. So neither `json`, `re`, `typing`, `dataclasses`,
`datetime` nor `subprocess` is imported here, annotations that need them are quoted, and what is needed only sometimes
is imported inside a function. Nowhere else is that done.
"""
