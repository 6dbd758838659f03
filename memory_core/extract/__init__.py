"""Extracts what the turns of a session state, without a model call: `extraction.extract` and its readers."""
