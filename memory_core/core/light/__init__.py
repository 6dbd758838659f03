"""Modules that every hook loads, even if it answers nothing. Wings and `language` have their own `light` for the same.

A hook starts a new interpreter, and the user waits for it. So these modules do not import `json`, `re`, `typing`,
`dataclasses`, `datetime` or `subprocess`; annotations that need them are quoted; rare imports are inside functions.
"""
