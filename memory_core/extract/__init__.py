"""What a turn of a session states, read without a model call: `extraction.extract`, and the readers it asks."""
