"""Data in: the hook's event and the transcript."""
