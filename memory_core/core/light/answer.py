"""The answer of a hook to an event of the client."""


class Answer:
    """Text for the model, text for the user, and the decision about a tool call; each is "" if there is none."""

    __slots__ = ("context", "decision", "notice", "reason")

    def __init__(self, context: str = "", notice: str = "", decision: str = "", reason: str = "") -> None:
        self.context = context  # for the model
        self.notice = notice  # for the user only
        self.decision = decision  # PreToolUse: ask | deny
        self.reason = reason  # the reason for the decision

    def __bool__(self) -> bool:
        return bool(self.context or self.notice or self.decision)
