"""What the documents of a ticket say, what was decided for it, and the two packs over both (AIDD-1 to 65)."""
