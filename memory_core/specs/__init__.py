"""The life of a spec: planned, implemented, closed; what its files say (CS-US-002 to 004, CS-US-012 to 014)."""
