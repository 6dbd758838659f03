"""How the house refuses."""


class Refusal(Exception):
    """Something a person can mend. The message says what, where and what to do now (CS-NFR-009)."""


class Usage(Refusal):
    """Words that no verb takes: a name that is none, a value that is missing. The exit code is 2, not 1."""
