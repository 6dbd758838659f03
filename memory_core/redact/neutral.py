"""Text of a memory on its way into a session or a terminal: readable as before, and without power over either."""

from typing import Final

from memory_core.redact.expressions import compiled

# What a terminal obeys: CSI, OSC and the other string commands, two-character escapes. No string runs over the start
# of another one: a run of starts would be read again from each.
_ESCAPES: Final = (
    r"(?:\x1b\[|\x9b)[0-?]*[ -/]*[@-~]|(?:\x1b\]|\x9d)[^\x07\x1b\x90\x98\x9c-\x9f]{0,2000}(?:\x07|\x1b\\|\x9c)"
    r"|(?:\x1b[PX^_]|[\x90\x98\x9e\x9f])[^\x1b\x90\x98\x9c-\x9f]{0,2000}(?:\x1b\\|\x9c)|\x1b[ -/]*[0-~]"
)
_NEWLINES: Final = "\r\n?|[\x0b\x0c\x85\u2028\u2029]"
# Controls; invisible and direction-changing characters; tag characters and variation selectors that hide text.
_INVISIBLE: Final = (
    "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u202a-\u202e"
    "\u2060-\u206f\u3164\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff]"
)
_OBEYED: Final = "[\x00-\x08\x0e-\x1f\x7f-\x84\x86-\x9f\u202a-\u202e\u2066-\u2069]"
_LONE: Final = "[\ud800-\udfff]"
_SUSPECT: Final = (
    "[\x00-\x08\x0b-\x1f\x7f-\x9f\u00ad\u034f\u061c\u115f\u1160\u17b4\u17b5\u180b-\u180f\u200b-\u200f\u2028-\u202e\u2060-\u206f"
    "\u3164\ud800-\udfff\ufe00-\ufe0e\ufeff\uffa0\ufff0-\ufffb\U000e0000-\U000e0fff<\uff1c\ufe64]"
)
# Tags by which the client, a model's template or this house mark who speaks: those with a hyphen, an underscore or a
# colon in their name, and these plain ones. HTML and generics (`<div>`, `List<String>`) are nobody's voice and stay.
_TAG: Final = (
    r"(?i)[<\uff1c\ufe64](?=\s*+[/\uff0f]?+\s*+(?:[a-z][^\W_]*+[-_:][\w:-]*+|system|assistant|user|human|private|thinking|instructions?|invoke"
    r"|parameter|result|output|example|documents?|context|memory|memories|briefing|reminder|tool|important|s|inst|sys|im_start)"
    r"(?:[\s/>\uff1e]|\Z)|\|)"
)


def typed(text: str) -> str:
    """The text as somebody typed it, without what a terminal obeys: for a file that people look at with `cat`."""
    text = compiled(_ESCAPES).sub("", text)
    return compiled(_OBEYED).sub("", compiled(_NEWLINES).sub("\n", text))


def neutral(text: str) -> str:
    """The text with its control sequences gone, its newlines `\\n`, and the `<` of every speaker's tag turned into `‹`.

    The result holds no control character but newline and tab, no invisible or direction-changing character, and no
    tag of the client's or ours; neutral(neutral(x)) == neutral(x).
    """
    if not compiled(_SUSPECT).search(text):
        return text
    text = compiled(_ESCAPES).sub("", text)
    text = compiled(_NEWLINES).sub("\n", text)
    text = compiled(_INVISIBLE).sub("", text)
    text = compiled(_LONE).sub("\ufffd", text)
    return compiled(_TAG).sub("‹", text)
