# ruff: noqa: E501 - an expression is read in one piece
"""A guard rail that a person's words propose, and the context of those words."""

import re
from typing import Any, Final, NamedTuple

from memory_core.extract import prose_text as texts
from memory_core.extract.candidate import QUOTE_CHARS, TEXT_CHARS
from memory_core.extract.entities import looked_for
from memory_core.extract.turn import Turn

EVERYWHERE: Final = "**"
LEADING: Final = (
    r"(?i)^(?:(?:(?:please|and|but|also|so|ok|okay|well|hey|then|btw|fyi|oh|again|remember|reminder|just so you know|for the record|"
    r"(?:and |just )?(?:one|another) (?:more )?(?:thing|note)(?: to (?:know|note|remember))?|heads up|by the way|quick note|important|keep in mind(?: that)?|"
    r"bitte|übrigens|wichtig|achtung|denk dran|au fait|pour info|attention|rappel|por cierto|ojo|recuerda(?: que)?|por favor)\b[,:;.]?|"
    r"(?:no|nope|nein|nee|non|yes|oui|ja|sí|si)[,:;.!])\s+)+(?=\S)"
)


class Proposal(NamedTuple):
    """A guard rail that somebody's words propose."""

    kind: str  # constraint, rejection, exception
    text: str  # one line: the rule, what was refused, or what is to stay
    reason: str = ""
    forbid: tuple[str, ...] = ()  # what can be looked for in added lines, where that is sure
    instead: str = ""
    path: str = EVERYWHERE
    quote: str = ""
    uuid: str = ""
    line: int = 0
    when: str = ""
    certainty: float = 0.8
    rule: str = ""


class Refused(NamedTuple):
    """A call that a person refused: its subject, its path, and the code it would have added."""

    plan: str = ""  # its title, and its first steps where the title says little
    path: str = ""
    added: tuple[str, ...] = ()  # names; one that is called ends with a parenthesis


def propose(turn: Turn, kind: str, text: str, reason: str, rule: str, certainty: float, **more: Any) -> Proposal:
    """The proposal that `turn` gives rise to, with its texts made one line each and cut to size."""
    quote = texts.verbatim(more.pop("quote").strip(), turn.words or turn.text)
    forbid = tuple(dict.fromkeys(looked_for(name) for name in more.pop("forbid", ())))
    text = re.sub(LEADING, "", text.strip(" ,;:.!—–-"))
    return Proposal(
        kind, texts.clip(text[:1].upper() + text[1:], TEXT_CHARS), texts.clip(texts.one_line(reason), 2 * TEXT_CHARS),
        quote=texts.clip(quote, QUOTE_CHARS), uuid=turn.uuid, line=turn.line, when=turn.when, certainty=certainty, rule=rule, forbid=forbid, **more,
    )  # fmt: skip
