"""What a user says of how to work: what lasts beyond the task, what is said or asked for again and again."""

import re
from collections.abc import Iterator
from typing import Any, Final

from memory_core import data
from memory_core.extract import decontextualize, lazy_patterns, markers, rule_parser, wish_model
from memory_core.extract import prose_text as texts
from memory_core.extract.candidate import State
from memory_core.extract.rule_sentences import parted, reason_in, straight, whole
from memory_core.extract.situation import DONE, NOWHERE, SAID, Practice, Situation, is_new, made
from memory_core.extract.turn import Turn
from memory_core.language.near_duplicate import containment

_SPECIFIES: Final = 8  # sentences of a prompt, from which on it tells what is to be made
_SPELT_OUT: Final = 700  # characters, as well
_MOST: Final = 3  # of one prompt
_WISHED_MOST: Final = 24  # that a session remembers
_ALIKE: Final = 0.6
_ROWS: Final = data.named("extract/wishes.txt")
_CORRECTS: Final = _ROWS["corrects"][0]
_CHORES: Final = tuple(data.expressions("extract/wishes_chores.txt"))


def hear(turn: Turn, state: State, now: Situation) -> Iterator[Practice]:
    """What a prompt says of how to work."""
    if turn.role != "user" or turn.agent or turn.tool == "memory" or len(turn.text) > rule_parser.LONGEST:
        return
    yield from _told(turn, state, now)
    yield from _asked(turn, state)


def sentences(words: str) -> list[str]:
    """The sentences that a person typed, without what they pasted and without marker lines."""
    lines = (line for line in texts.prose(words).split("\n") if not markers.is_marked(line))
    return whole([texts.one_line(sentence) for sentence in texts.spoken("\n".join(lines))])


def lasts(words: str) -> bool:
    """Whether words last beyond the task: a sentence of theirs says so, or lays down a rule."""
    words = words[: rule_parser.LONGEST]
    return wish_model.LASTING in judge(words, sentences(words))


def judge(words: str, said: list[str]) -> list[wish_model.Verdict]:
    """The verdict on each sentence of a prompt, with what its neighbours say of it and the rules that it lays down."""
    found = [wish_model.verdict(decontextualize.bare(sentence) or sentence) for sentence in said]
    if len(said) > _SPECIFIES or len(words) > _SPELT_OUT:
        return [one if wish_model.is_firm(said[at]) else wish_model.NEITHER for at, one in enumerate(found)]
    for number, sentence in enumerate(said[1:], 1):
        if wish_model.confirms(sentence) and any(map(_says, said[:number])):  # said of what stands before it
            found[number] = wish_model.NEITHER
            for at in range(number):
                if found[at] != wish_model.ONCE and wish_model.verdict(said[at]) == wish_model.LASTING:
                    found[at] = wish_model.LASTING
    if wish_model.LASTING not in found and wish_model.ONCE not in found:
        rules = [one.quote for one in rule_parser.said(Turn("user", words, 0), words) if one.kind == "constraint"]
        for at, sentence in enumerate(said):
            if any(rule[:60] in sentence for rule in rules):
                found[at] = wish_model.LASTING
    return found


def _says(sentence: str) -> bool:
    return len(sentence.split()) > 1 and wish_model.says_enough(straight(sentence))


def _told(turn: Turn, state: State, now: Situation) -> Iterator[Practice]:
    said = sentences(turn.text)
    judged = judge(turn.text, said)
    corrects = bool(lazy_patterns.search(_CORRECTS, straight(turn.text)))
    told = decontextualize.learnt(said, judged)
    kept = 0
    for number, sentence in enumerate(said):
        holds = number in told
        times = _times(sentence, state) if judged[number] != wish_model.ONCE and (holds or corrects) else 1
        again = times > 1 and corrects
        if not (holds or again) or kept >= _MOST:
            continue
        kept += 1
        after = said[number + 1] if number + 1 < len(said) else ""
        insists = wish_model.insists_on_preference(sentence) or wish_model.insists_on_preference(after)
        source = "multiple_corrections" if again else "correction" if corrects or insists else "statement"
        yield made(
            turn,
            SAID,
            told.get(number) or decontextualize.bare(sentence),
            source,
            lasting=holds or again,
            corrections=times if source != "statement" else 0,
            reason=parted(straight(sentence))[1] or reason_in(straight(after)),
            situation=now if corrects else NOWHERE,
            quote=sentence,
        )


def _times(sentence: str, state: State) -> int:
    """How often this session's user has said so by now."""
    wished: list[dict[str, Any]] = state.setdefault("wished", [])
    words = texts.content_words(sentence)
    if len(words) < 2:
        return 1
    for old in wished:
        known = frozenset(old["words"])
        if containment(words, known) >= _ALIKE:
            old["count"] += 1
            return int(old["count"])
    wished.append({"words": sorted(words)[:40], "count": 1})
    del wished[:-_WISHED_MOST]
    return 1


def _asked(turn: Turn, state: State) -> Iterator[Practice]:
    """Chores that a user asks for; that they do so in session after session is what is worth knowing."""
    spoken = straight(turn.text).casefold()
    if spoken.rstrip().endswith("?") and not re.match(r"(?:can|could|would) you\b|kannst du\b", spoken):
        return
    for chore, pattern in _CHORES:
        if lazy_patterns.search(pattern, spoken) and is_new(f"chore {chore}", state):
            yield made(turn, DONE, f"The user {chore}", "code_repetition", quote=turn.text[:120])
