"""How the client counts the length of a text."""


def units(text: str) -> int:
    """The length of a text in UTF-16 units: an emoji counts two."""
    return len(text) + sum(char > "\uffff" for char in text)
