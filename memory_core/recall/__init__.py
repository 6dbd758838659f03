"""Recall: the derived index, search by words and by meaning, and what became of the code that memories name."""
