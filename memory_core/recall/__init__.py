"""Recall: the index, search by words and by meaning, and the state of the code that memories name."""
