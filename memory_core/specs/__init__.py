"""The life of a spec: planned, implemented, closed; and the items in its documents (CS-US-002 to 004, CS-US-012 to
014).
"""
