"""Findings of code reviews: how they are kept, when two are the same defect, who mends them (CS-US-017 to 019)."""
