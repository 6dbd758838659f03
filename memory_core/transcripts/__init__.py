"""Transcripts: what the client writes down of a session, read as turns."""
