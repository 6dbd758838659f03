"""Capture: reads the transcripts of a session, and decides what is kept, what stays a candidate, and what ends.

What a turn states is extracted in `memory_core.extract`.
"""
