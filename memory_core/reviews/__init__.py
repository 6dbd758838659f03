"""Findings of code reviews: how they are kept, compared and fixed (CS-US-017 to 019)."""
