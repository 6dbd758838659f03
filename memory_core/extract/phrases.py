"""How people and models talk: narration, guesses, passing states, and the cues that something is worth keeping.

Substrings of the lower-cased sentence, not patterns: fast, no import cost, and each can be read aloud.
A cue begins or ends with a space where it must not match inside a word; sentences are padded with one.
"""

from typing import Final

_NARRATION: Final = (
    "let me ", "let's ", "i'll ", "i will ", "i'm going to ", "i am going to ", "now ", "next ", "next, ", "first, ",
    "first ", "then ", "finally, ", "continuing ", "starting ", "looking at ", "checking ", "running ", "good",
    "great", "perfect", "excellent", "ok", "okay", "done", "all done", "here's", "here is", "here are", "sure",
    "progress.", "i can see", "i see", "i have ", "i've ", "i need to ", "i should ", "i want ", "need to ", "wait",
    "hmm", "one more", "still ", "time to ", "moving on", "everything ", "all clean", "all clear", "clean compile",
    "compiles clean", "both ", "you're ", "you are right", "thanks", "sorry", "would you", "shall i", "should i",
    "do you", "ready", "yes", "no,", "well,", "that's a notification", "no action", "the plan is approved",
)  # fmt: skip
_LEADS: Final = (
    "so ", "but ", "and ", "also, ", "also ", "however, ", "actually, ", "actually ", "indeed, ", "ah, ", "ah ",
    "oh, ", "okay, ", "ok, ", "ok so ", "right, ", "interesting, ", "interesting: ", "interesting — ",
    "interesting - ", "good — ", "good - ", "good, ", "good: ", "great — ", "great - ", "great, ", "perfect — ",
    "perfect - ", "note that ", "note: ", "i see — ", "i see - ", "i see, ", "i see that ", "it turns out that ",
    "it turns out ", "turns out ", "now i see: ", "found it — ", "found it: ", "found it - ", "yes — ", "yes, ",
    "wait — ", "hmm, ", "because of that, ", "that's because ", "that said, ", "ich sehe: ",
)  # fmt: skip
_LEADS_MOST: Final = 12  # of them, one behind the other
_LEADS_CHARS: Final = 40  # the longest of them is shorter
_GUESSES: Final = (
    " might ", " maybe ", " perhaps ", " probably ", " likely ", " possibly ", " presumably ", " i think ",
    " i suspect ", " i guess ", " i assume ", " seems ", " seem to ", " appears to ", " could be ", " may be ",
    " may not ", " may have ", " suspect ", " vielleicht ", " wahrscheinlich ", " vermutlich ", " peut-être ",
    " quizás ", " i wonder ", " not sure ", " unclear ", " let me check", " false positive",
)  # fmt: skip
_PASSING: Final = (
    "undefined function", "undefined variable", "unused import", "unused alias", "unused variable", "unused function",
    "is unused", "are unused", "now-unused", "now unused", "isn't used yet", "not used yet", "was removed since",
    "haven't updated", "not yet ", "in progress", "still needs", "need to update the", "need to rename",
    "unused since", "still references", "add it back", "import error", "already fixed", "pre-existing", "preexisting",
    "unrelated to", "undefined:", "currently ", "current:", "todo", "superseded", "was never finished",
)  # fmt: skip


def pad(sentence: str) -> str:
    """The sentence in lower case between spaces, with straight apostrophes: what cues are looked up in."""
    return f" {sentence.casefold().replace('’', chr(39)).strip()} "


def has(padded: str, cues: tuple[str, ...]) -> bool:
    """True where one of the cues occurs."""
    for cue in cues:  # noqa: SIM110 - twice as fast as `any`, and asked of every sentence
        if cue in padded:
            return True
    return False


def narrates(sentence: str) -> bool:
    """True for what a model says about its own next step or mood."""
    return pad(sentence).lstrip("\"'`*(- ").startswith(_NARRATION)


def guesses(sentence: str) -> bool:
    """True for a hypothesis: it is worth nothing before something confirms it."""
    return has(pad(sentence), _GUESSES)


def passes(sentence: str) -> bool:
    """True for a state that lasts as long as an edit."""
    return has(pad(sentence), _PASSING)


def plain(sentence: str) -> str:
    """The sentence without the words that only tie it to the one before; its first letter is a capital then."""
    for _ in range(_LEADS_MOST):
        lowered = sentence[:_LEADS_CHARS].casefold().replace("’", "'")
        lead = next((words for words in _LEADS if lowered.startswith(words) and len(sentence) > len(words) + 10), "")
        if not lead:
            break
        rest = sentence[len(lead) :]
        sentence = rest[:1].upper() + rest[1:] if rest[:1].islower() else rest
    return sentence
