"""The facts in the documents of a ticket, the decisions for it, and the two packs made of both (AIDD-1 to 65)."""
