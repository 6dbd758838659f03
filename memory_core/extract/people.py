"""A person's requests, corrections and refusals in their own words, without pasted text."""

import re
from collections.abc import Iterator
from typing import Final

from memory_core.extract import (
    choice,
    lazy_patterns,
    markers,
    pasted,
    phrases,
    rule_patterns,
    wish_model,
    worth_model,
)
from memory_core.extract import prose_text as texts
from memory_core.extract.candidate import Candidate, propose
from memory_core.extract.proposal import LEADING
from memory_core.extract.rule_sentences import parted, straight
from memory_core.extract.turn import Turn, refusal

_STANDS: Final = 5  # the score from which a sentence lays down how to work
_BEGS: Final = 16  # characters from which on a question can beg: "could you always …?"
_DECIDES: Final = 20  # the score from which it chooses
_LONGEST: Final = 1800  # characters; a longer prompt is a paste or a specification
_SURE: Final = 0.45  # certainty of the weights from which a wish is what they say rather than a preference
_WISHES_MOST: Final = 3
_DECISIONS_MOST: Final = 6


def hear(turn: Turn) -> Iterator[Candidate]:
    """Preferences and decisions in a person's words, and the words with which a call was refused."""
    if turn.role == "user":
        yield from _prompt(turn)
    elif turn.role == "result" and turn.failed:
        words = refusal(turn.text) or turn.words
        if words:
            what = str(turn.input.get("command") or turn.input.get("file_path") or "").split("\n")[0]
            about = f"refused {turn.tool}{f' {what[:120]}' if what else ''}"
            sentences = [s for s in texts.sentences(texts.one_line(words)) if not s.endswith("?")]
            if sentences and len(texts.content_words(words)) >= 2:
                yield propose(turn, "preference", " ".join(sentences), "refusal", 0.8, reason=about, quote=words)


def preferences(turn: Turn, words: str) -> Iterator[Candidate]:
    """The sentences of a person that hold beyond this moment, deciding sentences as decisions; a few of each."""
    wishes = decisions = 0
    units = list(choice.whole(map(texts.Unit, texts.spoken(words))))
    for number, unit in enumerate(units):
        sentence = texts.one_line(unit.text)
        if not 8 <= len(sentence) <= 400 or markers.is_marked(unit.text):
            continue
        reading = wish_model.read(sentence, number, len(units), len(words))
        if wish_model.is_question(sentence) and not (reading.begs and len(sentence) >= _BEGS):
            continue
        if len(sentence) >= 16 and choice.is_made(plain := phrases.plain(sentence)):
            decisions += 1
            if decisions <= _DECISIONS_MOST:
                head, reason = parted(straight(lazy_patterns.sub(LEADING, "", plain)))
                text = f"{head[:1].upper()}{head[1:]}"
                yield propose(turn, "decision", text, "chosen", 0.8, quote=unit.text, reason=reason)
        elif reading.standing >= _STANDS or reading.choice >= _DECIDES:
            wishes += 1
            if wishes <= _WISHES_MOST:
                kind = _kind(sentence, len(words))
                rule = "said-preference" if kind == "preference" else "chosen"
                bare = lazy_patterns.sub(LEADING, "", sentence)
                yield propose(turn, kind, bare[:1].upper() + bare[1:], rule, 0.75, quote=sentence)


def _kind(sentence: str, chars: int) -> str:
    """The kind of a wish: a preference, unless the weights are certain that it decides and is no standing order."""
    reading = worth_model.read(sentence, worth_model.Place("prompt", chars=chars))
    is_open = (
        choice.is_unsettled(sentence)
        or phrases.guesses(sentence)
        or lazy_patterns.search(rule_patterns.STANDING, sentence, re.IGNORECASE)
    )
    kind = reading.kind() if reading.certainty >= _SURE and not is_open else ""
    return kind if kind in ("decision", "convention") else "preference"


def _prompt(turn: Turn) -> Iterator[Candidate]:
    text = texts.prose(turn.text)
    if turn.tool == "memory":
        yield propose(turn, "preference", text, "remembered", 0.95)
        return
    if len(text) > _LONGEST:
        return
    yield from preferences(turn, text)


def typed(turn: Turn) -> Turn:
    """The turn; a prompt without its pasted lines. A marker line stays unless other pasted lines surround it: programs
    print `ERROR:` and `NOTE:` too.
    """
    is_prompt = turn.role == "user" and turn.tool != "memory" and not turn.agent
    return turn._replace(text=pasted.own(turn.text, markers.is_marked)) if is_prompt else turn
