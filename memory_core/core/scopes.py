"""The scope of a rule or a learning: the form that a person gives, and the form that is kept."""

from typing import Final

EVERYWHERE: Final = "**"


def scoped(text: str, root: str) -> str:
    """A scope as it is kept: absolute paths inside the project become relative."""
    parts = []
    for part in _apart(text):
        excepts = "!" if part.strip().startswith("!") else ""
        given = part.strip().removeprefix(excepts).strip()
        plain = given.replace("\\", "/")
        inside = plain == root or plain.startswith(f"{root}/")
        plain = (plain[len(root) :].strip("/") or EVERYWHERE) if inside else given
        if given:
            parts.append(excepts + (plain.removeprefix("./") or EVERYWHERE))
    result = ", ".join(parts)
    return EVERYWHERE if result in ("/", ".", "") else result


def _apart(text: str) -> list[str]:
    """The parts of a text between commas, except commas within braces."""
    texts: list[str] = []
    end, within = len(text), False
    for at in range(len(text) - 1, -1, -1):
        if text[at] in "{}":
            within = text[at] == "}"
        elif text[at] == "," and not within:
            texts.append(text[at + 1 : end])
            end = at
    return [text[:end], *reversed(texts)]
