"""The words of a learning, so that somebody who reads them alone in another session understands them."""

import re
from typing import Final

from memory_core import data
from memory_core.core import budget
from memory_core.extract import lazy_patterns, wish_model
from memory_core.extract.proposal import LEADING
from memory_core.extract.rule_sentences import straight

_ROWS: Final = data.named("extract/alone.txt")
_SCOLDS: Final = _ROWS["scolds"][0]
_CHOOSES: Final = _ROWS["chooses"][0]
_OPENS: Final = _ROWS["opens"][0]
_TURNED: Final = (
    (r"(?i)^why (?:do|must) you (?:keep|always|constantly|still) (\w+ing)\b", r"Stop \1"),
    (r"(?i)^i (?:already )?said (?=[^,;:.]{2,40}, not )", ""),
    (r"(?i)^(?:and )?(?:yet )?again with (?:all )?(?:the|those|these|your) (?=\w)", "No "),
)
_POINTS: Final = _ROWS["points"][0]
# A clause that only judges what is at hand, before the one that says what holds.
_BEFORE_RULE: Final = r"(?i)^(?:it|that|this|these|those|they)(?:'s|'re| )[^,;:.]{3,60}[,;:]\s+(?=\w+\W+\w+\W+\w)"
_TIES_MOST: Final = 8  # of such words, one behind the other
_ASIDE: Final = 14  # words of a sentence that says what is wished in place of what it complains of


def learnt(said: list[str], judged: list[wish_model.Verdict]) -> dict[int, str]:
    """For each sentence of a prompt that lasts its words, with what they need; none for what points elsewhere."""
    found: dict[int, str] = {}
    joined = -1  # what is part of the one before
    for number, sentence in enumerate(said):
        if judged[number] != wish_model.LASTING or number == joined:
            continue
        text, before = bare(sentence), said[number - 1] if number else ""
        after = said[number + 1] if number + 1 < len(said) else ""
        if (
            after
            and wish_model.insists_on_preference(sentence)
            and judged[number + 1] != wish_model.ONCE
            and _instead(after)
        ):
            text += f" {after}"
            joined = number + 1
        if points_elsewhere(text):
            if number - 1 in found:
                found[number - 1] += f" {sentence}"
                continue
            if not before or before.endswith("?") or judged[number - 1] == wish_model.ONCE:
                continue
            text = bare(f"{before} {sentence}")
            if points_elsewhere(text):
                continue
        found[number] = text
    return found


def bare(sentence: str) -> str:
    """A sentence without the words that tie it to the one before, answer a question, or only say that it corrects."""
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
    """Whether words say nothing to somebody who does not know what stood before them."""
    text = text[: budget.SENTENCE]
    said = straight(text)
    return bool(lazy_patterns.search(_POINTS, said)) or not wish_model.says_enough(said)


def _instead(after: str) -> bool:
    short = not after.endswith("?") and len(after.split()) <= _ASIDE
    return short and not wish_model.confirms(after) and not points_elsewhere(bare(after))
