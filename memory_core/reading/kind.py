"""Which kind of memory a sentence is, where nobody says so: by the weights of wishes, then by those of statements."""

from memory_core.reading import wish, worth


def kind_of(text: str) -> str:
    """The kind of one line: a question or a thing of the moment is still to do, a way of working is a convention."""
    asked = wish.read(text)
    if wish.is_question(text) or asked.question > 0:
        return "next"
    if asked.standing > max(0, asked.choice):
        return "preference" if asked.manner > 0 else "convention"
    if asked.choice > 0:
        return "decision"
    return "next" if asked.moment > 0 else worth.kind_of(text)
