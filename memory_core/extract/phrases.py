"""Phrases of people and models: narration, guesses, passing states, and cues for something worth keeping.

They are substrings of the lower-cased sentence, not patterns: fast, and without cost at import. A cue begins or ends
with a space if it must not match inside a word; sentences are padded with a space.
"""

from typing import Final

from memory_core import data

_ROWS: Final = data.named("extract/phrases.txt")
_NARRATION: Final = data.cues(_ROWS["narration"][0])
_LEADS: Final = data.cues(_ROWS["leads"][0])
_GUESSES: Final = data.cues(_ROWS["guesses"][0])
_PASSING: Final = data.cues(_ROWS["passing"][0])

_LEADS_MOST: Final = 12  # of them, one behind the other
_LEADS_CHARS: Final = 40  # the longest of them is shorter


def pad(sentence: str) -> str:
    """The sentence in lower case between spaces, with straight apostrophes: what cues are looked up in."""
    return f" {sentence.casefold().replace('’', chr(39)).strip()} "


def has(padded: str, cues: tuple[str, ...]) -> bool:
    """True if one of the cues occurs."""
    for cue in cues:  # noqa: SIM110 - twice as fast as `any`, and asked of every sentence
        if cue in padded:
            return True
    return False


def narrates(sentence: str) -> bool:
    """Whether a model describes its own next step or mood."""
    return pad(sentence).lstrip("\"'`*(- ").startswith(_NARRATION)


def guesses(sentence: str) -> bool:
    """True for a hypothesis: it is worth nothing before something confirms it."""
    return has(pad(sentence), _GUESSES)


def passes(sentence: str) -> bool:
    """True for a state that lasts as long as an edit."""
    return has(pad(sentence), _PASSING)


def plain(sentence: str) -> str:
    """The sentence without words that only link it to the one before; it begins with a capital."""
    for _ in range(_LEADS_MOST):
        lowered = sentence[:_LEADS_CHARS].casefold().replace("’", "'")
        lead = next((words for words in _LEADS if lowered.startswith(words) and len(sentence) > len(words) + 10), "")
        if not lead:
            break
        rest = sentence[len(lead) :]
        sentence = rest[:1].upper() + rest[1:] if rest[:1].islower() else rest
    return sentence
