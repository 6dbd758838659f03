"""How the house refuses."""


class Refusal(Exception):
    """Something a person can mend. The message says what, where and what to do now (CS-NFR-009)."""
