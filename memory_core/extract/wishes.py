"""A user's wishes on how to work: those that outlast the task, and those that are repeated.

Their words are edited so that they can be understood alone.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from memory_core import data
from memory_core.core import budget
from memory_core.extract import lazy_patterns, markers, rule_parser, wish_model
from memory_core.extract import prose_text as texts
from memory_core.extract.candidate import State
from memory_core.extract.proposal import LEADING
from memory_core.extract.rule_sentences import parted, reason_in, straight, whole
from memory_core.extract.situation import DONE, NOWHERE, SAID, Practice, Situation, is_new, made
from memory_core.extract.turn import Turn
from memory_core.language.near_duplicate import containment

_SPECIFIES: Final = 8  # sentences of a prompt, from which on it tells what is to be made
_SPELT_OUT: Final = 700  # characters, as well
_MOST: Final = 8  # of one prompt
_WISHED_MOST: Final = 24  # that a session remembers
_ALIKE: Final = 0.6
_ROWS: Final = data.named("extract/wishes.txt")
_CORRECTS: Final = _ROWS["corrects"][0]
_REACH: Final = data.named("tiers/heard.txt")
_EVERYWHERE: Final = _REACH["everywhere"][0]
_HERE: Final = _REACH["here"][0]
_CHORES: Final = tuple(data.expressions("extract/wishes_chores.txt"))


def hear(turn: Turn, state: State, now: Situation) -> Iterator[Practice]:
    """The wishes on how to work in a prompt."""
    if turn.role != "user" or turn.agent or turn.tool == "memory" or len(turn.text) > rule_parser.LONGEST:
        return
    yield from _wished(turn, state, now)
    yield from _asked(turn, state)


def sentences(words: str) -> list[str]:
    """The sentences that a person typed, without pasted text and marker lines."""
    lines = (line for line in texts.prose(words).split("\n") if not markers.is_marked(line))
    return whole([texts.one_line(sentence) for sentence in texts.spoken("\n".join(lines))])


def lasts(words: str) -> bool:
    """Whether words outlast the task: a sentence states so, or states a rule."""
    words = words[: rule_parser.LONGEST]
    return wish_model.LASTING in judge(words, sentences(words))


def is_everywhere(words: str) -> bool:
    """Whether words say that they hold in all projects."""
    return bool(lazy_patterns.search(_EVERYWHERE, words)) and not lazy_patterns.search(_HERE, words)


def judge(words: str, typed: list[str]) -> list[wish_model.Verdict]:
    """The verdict on each sentence of a prompt, from its neighbours and the rules that it states."""
    verdicts = [wish_model.verdict(bare(sentence) or sentence) for sentence in typed]
    if len(typed) > _SPECIFIES or len(words) > _SPELT_OUT:
        return [
            verdict if wish_model.is_firm(sentence) else wish_model.NEITHER
            for verdict, sentence in zip(verdicts, typed, strict=True)
        ]
    for number, sentence in enumerate(typed[1:], 1):
        if wish_model.confirms(sentence) and any(map(_says, typed[:number])):  # said of what stands before it
            verdicts[number] = wish_model.NEITHER
            for at in range(number):
                if verdicts[at] != wish_model.ONCE and wish_model.verdict(typed[at]) == wish_model.LASTING:
                    verdicts[at] = wish_model.LASTING
    if wish_model.ONCE not in verdicts:
        laid_down = rule_parser.rules_in(Turn("user", words, 0), words)
        rules = [rule.quote for rule in laid_down if rule.kind == "constraint"]
        for at, sentence in enumerate(typed):
            if any(rule[:60] in sentence for rule in rules):
                verdicts[at] = wish_model.LASTING
    return verdicts


def _says(sentence: str) -> bool:
    return len(sentence.split()) > 1 and wish_model.says_enough(straight(sentence))


def _wished(turn: Turn, state: State, now: Situation) -> Iterator[Practice]:
    typed = sentences(turn.text)
    judged = judge(turn.text, typed)
    corrects = bool(lazy_patterns.search(_CORRECTS, straight(turn.text)))
    words = learnt(typed, judged)
    kept = 0
    for number, sentence in enumerate(typed):
        holds = number in words
        times = _times(sentence, state) if judged[number] != wish_model.ONCE and (holds or corrects) else 1
        again = times > 1 and corrects
        if not (holds or again) or kept >= _MOST:
            continue
        kept += 1
        after = typed[number + 1] if number + 1 < len(typed) else ""
        insists = wish_model.insists_on_preference(sentence) or wish_model.insists_on_preference(after)
        source = "multiple_corrections" if again else "correction" if corrects or insists else "statement"
        yield made(
            turn, SAID, words.get(number) or bare(sentence), source, lasting=holds or again,
            corrections=times if source != "statement" else 0,
            reason=parted(straight(sentence))[1] or reason_in(straight(after)), situation=now if corrects else NOWHERE,
            quote=sentence,
        )  # fmt: skip


def _times(sentence: str, state: State) -> int:
    """How often the user has repeated this in the session so far."""
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
    """Chores that a user asks for; repetition over sessions makes them worth keeping."""
    spoken = straight(turn.text).casefold()
    if spoken.rstrip().endswith("?") and not re.match(r"(?:can|could|would) you\b|kannst du\b", spoken):
        return
    for chore, pattern in _CHORES:
        if lazy_patterns.search(pattern, spoken) and is_new(f"chore {chore}", state):
            yield made(turn, DONE, f"The user {chore}", "code_repetition", quote=turn.text[:120])


_ALONE: Final = data.named("extract/alone.txt")
_SCOLDS: Final = _ALONE["scolds"][0]
_CHOOSES: Final = _ALONE["chooses"][0]
_OPENS: Final = _ALONE["opens"][0]
_TURNED: Final = (
    (r"(?i)^why (?:do|must) you (?:keep|always|constantly|still) (\w+ing)\b", r"Stop \1"),
    (r"(?i)^i (?:already )?said (?=[^,;:.]{2,40}, not )", ""),
    (r"(?i)^(?:and )?(?:yet )?again with (?:all )?(?:the|those|these|your) (?=\w)", "No "),
)
_POINTS: Final = _ALONE["points"][0]
# A clause that only judges what is at hand, before the one that says what holds.
_BEFORE_RULE: Final = r"(?i)^(?:it|that|this|these|those|they)(?:'s|'re| )[^,;:.]{3,60}[,;:]\s+(?=\w+\W+\w+\W+\w)"
_TIES_MOST: Final = 8  # of such words, one behind the other
_ASIDE: Final = 14  # words of a sentence that says what is wished in place of what it complains of


def learnt(typed: list[str], judged: list[wish_model.Verdict]) -> dict[int, str]:
    """For each lasting sentence of a prompt its words, made self-contained; none if a sentence points elsewhere."""
    texts_of: dict[int, str] = {}
    joined = -1  # what is part of the one before
    for number, sentence in enumerate(typed):
        if judged[number] != wish_model.LASTING or number == joined:
            continue
        text, before = bare(sentence), typed[number - 1] if number else ""
        after = typed[number + 1] if number + 1 < len(typed) else ""
        if (
            after
            and wish_model.insists_on_preference(sentence)
            and judged[number + 1] != wish_model.ONCE
            and _instead(after)
        ):
            text += f" {after}"
            joined = number + 1
        if points_elsewhere(text):
            if number - 1 in texts_of:
                texts_of[number - 1] += f" {sentence}"
                continue
            if not before or before.endswith("?") or judged[number - 1] == wish_model.ONCE:
                continue
            text = bare(f"{before} {sentence}")
            if points_elsewhere(text):
                continue
        texts_of[number] = text
    return texts_of


def bare(sentence: str) -> str:
    """A sentence without words that link it to the one before, answer a question, or only announce a correction."""
    sentence = sentence[: budget.SENTENCE]
    text = sentence.strip(" ,;:–—-")
    for pattern, new in _TURNED:
        text = lazy_patterns.sub(pattern, new, text)
    text = lazy_patterns.sub(LEADING, "", text).strip().removesuffix("...")
    for _ in range(_TIES_MOST):
        rest = straight(text)
        for pattern in (_SCOLDS, _CHOOSES, _OPENS):
            rest = lazy_patterns.sub(pattern, "", rest)
        if rest == straight(text):
            break
        text = rest
    if re.match(_BEFORE_RULE, text) and not points_elsewhere(rest := re.sub(_BEFORE_RULE, "", text)):
        text = rest
    return text[:1].upper() + text[1:]


def points_elsewhere(text: str) -> bool:
    """Whether words cannot be understood without what precedes them."""
    text = text[: budget.SENTENCE]
    sentence = straight(text)
    return bool(lazy_patterns.search(_POINTS, sentence)) or not wish_model.says_enough(sentence)


def _instead(after: str) -> bool:
    short = not after.endswith("?") and len(after.split()) <= _ASIDE
    return short and not wish_model.confirms(after) and not points_elsewhere(bare(after))
