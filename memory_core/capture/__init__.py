"""Capture: what of a session is kept in a home, what waits as a candidate, and what ends by a word of somebody.

`policy` decides, `candidates` holds what is not sure. The extractor that finds both is `memory_core.extract`.
"""
