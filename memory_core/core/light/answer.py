"""What a flow answers to an event of the client."""


class Answer:
    """Words for the model, words for the user, and what becomes of the tool call; each "" where there is nothing."""

    __slots__ = ("context", "decision", "notice", "reason")

    def __init__(self, context: str = "", notice: str = "", decision: str = "", reason: str = "") -> None:
        self.context = context  # for the model
        self.notice = notice  # for the user alone
        self.decision = decision  # PreToolUse: ask | deny
        self.reason = reason  # why, where there is a decision

    def __bool__(self) -> bool:
        return bool(self.context or self.notice or self.decision)
