# ruff: noqa: E501 - an expression is read in one piece
"""What a user says of how to work: what lasts beyond the task, what is said again, what is asked for again and again."""

import re
from collections.abc import Iterator
from typing import Any, Final

from memory_core.domain.extract import alone, lasting, needed, sayings
from memory_core.domain.extract import text as texts
from memory_core.domain.extract.candidate import State
from memory_core.domain.extract.practised import DONE, SAID, Practice, is_new, made
from memory_core.domain.extract.sentences import parted, reason_in, straight, whole
from memory_core.domain.extract.situation import NOWHERE, Situation
from memory_core.domain.turn import Turn
from memory_core.text.similarity import containment

_SPECIFIES: Final = 8  # sentences of a prompt, from which on it tells what is to be made
_SPELT_OUT: Final = 700  # characters, as well
_MOST: Final = 3  # of one prompt
_WISHED_MOST: Final = 24  # that a session remembers
_ALIKE: Final = 0.6
_ODD: Final = r"[{};]\s*$|=>|^\s*</?\w+|^\s*(?:\$|#|//|>|\||at \S+\(|import [\w{*'\"]|from \S+ import\b|def \w+\(|class \w+\s*[({:]|(?:const|let|var) \w+\s*[:=])|^\s*[\w./-]+:\d+|^\s*\[?\d{4}-\d\d-\d\d[ T]|^\s*(?:error|warning|fatal|info|debug|traceback|caused by|note|hint|ssh|curl|npm err!|e )\W*[:\[]|^\s*\[\w+\]|^\s*File \""
_CORRECTS: Final = r"(?i)^\W*(?:no|nope|nah|wrong|not (?:like )?that|don't|stop|hmm? no|again|rejected|i (?:reverted|refused|told|said)|undo|nein|nicht so|falsch|non|pas (?:ça|comme)|no,|así no|нет|не так|不对|不是|違|いや)\b|(?i:\byou (?:keep|forgot|always|again|had|left|did)\b|\bagain\b|\binstead\b)"
# What is asked for at the end of a task, in words of its own each time.
_CHORES: Final = (
    ("asks for a line in the changelog", r"\b(?:update|add (?:it |this |a line |an entry )?to|extend|note (?:it |this )?in|entry in|trag\w* .* ins?|aktualisier\w*|mets à jour|actualiza)\b.{0,24}\bchange-?log\b"),
    ("asks to have the tests run", r"\b(?:run|rerun|execute|start|lass|lance|ejecuta|corre|запусти)\b(?: \S+){0,3} (?:tests?|test suite|specs?|unit tests|laufen|pruebas|тесты)\b"),
    ("asks to commit and push", r"\b(?:commit|committe)\b.{0,12}\b(?:and|und|et|y|&)\b.{0,6}\bpush\w*\b"),
    ("asks to open a pull request", r"\b(?:open|create|make|raise|mach|erstell\w*|ouvre|crée|abre|crea)\b.{0,16}\b(?:pr|pull request|merge request|mr)\b"),
    ("asks to update the documentation", r"\b(?:update|adjust|extend|aktualisier\w*|pass\w*|mets à jour|actualiza)\b.{0,16}\b(?:docs?|documentation|readme|doku|dokumentation)\b"),
    ("asks to format and lint", r"\b(?:run|apply)\b.{0,12}\b(?:formatter|linter|lint|prettier|eslint|ruff|black)\b"),
    ("asks for a plan first", r"\b(?:plan|proposal|outline|plan\w*) (?:first|zuerst|d'abord|primero)\b|\b(?:make|give me|show me|write) (?:a|the) plan\b"),
    ("asks for a review of the changes", r"\breview (?:your|the|my|all) (?:own )?(?:changes?|diff|work|code)\b"),
    ("asks for tests with the change", r"\b(?:add|write|include|schreib\w*|ajoute|añade)\b (?:some |the |a |unit |auch |noch |des |los )*(?:unit )?tests?\b (?:for (?:it|this|that)|too|as well|dazu|aussi|también)"),
)  # fmt: skip


def hear(turn: Turn, state: State, now: Situation) -> Iterator[Practice]:
    """What a prompt says of how to work."""
    if turn.role != "user" or turn.agent or turn.tool == "memory" or len(turn.text) > sayings.LONGEST:
        return
    yield from _told(turn, state, now)
    yield from _asked(turn, state)


def sentences(words: str) -> list[str]:
    """The sentences that a person typed, without what they pasted."""
    text = "\n".join(row for row in texts.prose(words).split("\n") if not re.search(_ODD, row, re.IGNORECASE))
    return whole([texts.one_line(sentence) for sentence in texts.spoken(text)])


def lasts(words: str) -> bool:
    """Whether words last beyond the task: a sentence of theirs says so, or lays down a rule."""
    words = words[: sayings.LONGEST]
    return lasting.LASTING in judge(words, sentences(words))


def judge(words: str, said: list[str]) -> list[lasting.Verdict]:
    """The verdict on each sentence of a prompt, with what its neighbours say of it and the rules that it lays down."""
    found = [lasting.verdict(sentence) for sentence in said]
    if len(said) > _SPECIFIES or len(words) > _SPELT_OUT:
        return [one if lasting.is_firm(said[at]) else lasting.NEITHER for at, one in enumerate(found)]
    for number, sentence in enumerate(said[1:], 1):
        if lasting.confirms(sentence) and any(map(_says, said[:number])):  # said of what stands before it
            found[number] = lasting.NEITHER
            for at in range(number):
                if found[at] != lasting.ONCE and not said[at].endswith("?"):
                    found[at] = lasting.LASTING
    if lasting.LASTING not in found and lasting.ONCE not in found:
        rules = [one.quote for one in sayings.said(Turn("user", words, 0), words) if one.kind == "constraint"]
        for at, sentence in enumerate(said):
            if any(rule[:60] in sentence for rule in rules) and not lasting.is_task(sentence):
                found[at] = lasting.LASTING
    return found


def _says(sentence: str) -> bool:
    return len(sentence.split()) > 1 and lasting.says_enough(straight(sentence).casefold())


def _told(turn: Turn, state: State, now: Situation) -> Iterator[Practice]:
    said = sentences(turn.text)
    judged = judge(turn.text, said)
    corrects = bool(needed.search(_CORRECTS, straight(turn.text)))
    told = alone.learnt(said, judged)
    kept = 0
    for number, sentence in enumerate(said):
        holds = number in told
        times = _times(sentence, state) if judged[number] != lasting.ONCE and (holds or corrects) else 1
        again = times > 1 and corrects
        if not (holds or again) or kept >= _MOST:
            continue
        kept += 1
        after = said[number + 1] if number + 1 < len(said) else ""
        insists = lasting.insists(sentence) or lasting.insists(after)
        source = "multiple_corrections" if again else "correction" if corrects or insists else "statement"
        yield made(
            turn, SAID, told.get(number) or alone.bare(sentence), source, lasting=holds or again, corrections=times if source != "statement" else 0,
            reason=parted(straight(sentence))[1] or reason_in(straight(after)), situation=now if corrects else NOWHERE, quote=sentence,
        )  # fmt: skip


def _times(sentence: str, state: State) -> int:
    """How often this session's user has said so by now."""
    wished: list[dict[str, Any]] = state.setdefault("wished", [])
    words = texts.words(sentence)
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
        if needed.search(pattern, spoken) and is_new(f"chore {chore}", state):
            yield made(turn, DONE, f"The user {chore}", "code_repetition", quote=turn.text[:120])
