"""The length of a text as the client counts it."""


def units(text: str) -> int:
    """The length of a text in UTF-16 units: an emoji counts as two."""
    return len(text) + sum(char > "\uffff" for char in text)
