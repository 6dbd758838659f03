"""Errors that are shown to users."""


class Refusal(Exception):
    """An error that a person can fix. The message states what is wrong, where, and what to do (CS-NFR-009)."""


class Usage(Refusal):
    """Invalid arguments of a verb: an unknown name or a missing value. The exit code is 2 instead of 1."""
