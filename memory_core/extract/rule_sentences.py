# ruff: noqa: E501 - an expression is read in one piece
"""The sentences of a person made ready to be read: spelt in full, whole, and parted from the reasons given."""

import itertools
import re
from typing import Final

from memory_core.core import budget
from memory_core.extract import entities, lazy_patterns, rule_patterns
from memory_core.extract.alternatives import alternative

_TYPED: Final = {
    "dont": "don't", "doesnt": "doesn't", "didnt": "didn't", "isnt": "isn't", "arent": "aren't", "wasnt": "wasn't", "cant": "can't",
    "wont": "won't", "shouldnt": "shouldn't", "mustnt": "mustn't", "wouldnt": "wouldn't", "couldnt": "couldn't", "hasnt": "hasn't",
    "havent": "haven't", "thats": "that's", "theres": "there's", "whats": "what's", "lets": "let's", "ive": "i've", "weve": "we've",
    "youre": "you're", "theyre": "they're", "pls": "please", "plz": "please", "thru": "through", "nix": "nichts", "nich": "nicht",
    "nen": "einen", "ner": "einer", "stp": "s'il te plaît", "svp": "s'il vous plaît", "cuz": "because", "bc": "because", "coz": "because",
}  # fmt: skip
_TYPED_ONES: Final = rf"(?i)(?<![\w'.-])(?:{'|'.join(_TYPED)})(?![\w'(.-]|\.\w)"
_PARTS: Final = r"(?<!\s)\s+(?:[-–—]+\s+|and\s+(?=(?:it|they|that)\b))|(?:(?<!\s)\s+)?[;(]\s*|:\s+|,\s+"
_PARTS_MOST: Final = 40  # of one sentence
LIKE_A_REASON: Final = (
    r"^(?:it|it's|its|they|they're|that|that's|this|there|we|we've|because|since|the reason|reason:|too|"
    r"way too|nobody|everyone|people|partners|clients|legal|ops|(?:[\w-]+ ){1,3}(?:matters?|depends?|needs?|"
    r"rel(?:y|ies)|breaks?|expects?|requires?)|"
    r"es|das|sie|weil|zu|est|c'est|il|elle|porque|son|ya|demasiado|trop)\b"
)
IN: Final = (
    r"(?i:into|in|under|inside|within|below|for|unter|im|en|dans|sous)\s+(?:the\s+|our\s+|der\s+|dem\s+|"
    r"(?:folder|directory|ordner|carpeta|dossier)\s+)*"
)

_ORDERED: Final = r"(?i)[;,.]\s+(?:so |please |just )?(?:use|prefer|nimm|verwende|usa|utilise)\b"
# What ends with what to take: behind a colon or a dash it is said why.
_REPLACED: Final = (
    r"(?i)\b(?:use|take|prefer|go with|stick to|nimm|nehmen|verwende|usa|usamos|utilise|prends)\s+\S+(?:\s+\S+){0,2}$"
)


def straight(sentence: str) -> str:
    """The sentence with its apostrophes, however fast it was typed."""
    return re.sub(_TYPED_ONES, lambda word: _TYPED[word[0].lower()], sentence.replace("’", "'"))


def whole(sentences: list[str]) -> list[str]:
    """The sentences; what a colon announces is joined to the announcement."""
    joined: list[str] = []
    for sentence in sentences:
        if joined and joined[-1].endswith(":") and len(joined[-1]) < 60:
            joined[-1] += f" {sentence}"
        else:
            joined.append(sentence)
    return joined


def parted(spoken: str) -> tuple[str, str]:
    """The rule and the reason that its sentence gives for it."""
    spoken = spoken[: budget.SENTENCE]
    match = lazy_patterns.search(rule_patterns.BECAUSE, spoken, re.IGNORECASE)
    if match and match.start() > 8:
        reason = re.split(_ORDERED, spoken[match.end() :])[0].strip(" .!),:;").removesuffix(")")
        return spoken[: match.start()].rstrip(" ,;:(–—-"), reason
    for part in itertools.islice(re.finditer(_PARTS, spoken), _PARTS_MOST):
        tail = re.split(_ORDERED, spoken[part.end() :])[0].strip(" .!)")
        is_reason = lazy_patterns.match(LIKE_A_REASON, tail, re.IGNORECASE) or (
            part[0].strip() in (":", "-", "–", "—") and re.search(_REPLACED, spoken[: part.start()])
        )
        if (
            part.start() > 8
            and len(tail) >= 10
            and is_reason
            and not re.match(r"(?i)(?:that's|it's|this is) (?:a|our|the|no)\b", tail)
            and not alternative(tail)
            and not re.search(
                r"(?i)\b(?:decided|rejected|dropped|stays?|leave|fine|(?:went|moved|switched|rolled) back)\b", tail
            )
        ):
            return spoken[: part.start()], tail
    return spoken, ""


def reason_in(after: str) -> str:
    """The next sentence, if it gives the reason."""
    after = after[: budget.SENTENCE]
    if (
        len(after) < 10
        or after.endswith("?")
        or alternative(after)
        or not lazy_patterns.match(LIKE_A_REASON, after, re.IGNORECASE)
    ):
        return ""
    return after.rstrip(".!")


def cut(phrase: str) -> str:
    """The phrase up to where its clause ends, without how far it holds."""
    phrase = phrase[: budget.SENTENCE]
    phrase = re.split(_TAIL, phrase, maxsplit=1)[0]
    phrase = lazy_patterns.sub(rule_patterns.STANDING, " ", phrase, flags=re.IGNORECASE)
    for path in entities.places(phrase):
        phrase = re.sub(
            rf"\s+{IN}`?(?:\./)?{re.escape(path.rstrip('/'))}/?`?(?:\s+(?:folder|directory|dir|package|module|ordner|verzeichnis|carpeta|dossier)\b)?",
            " ",
            phrase,
        )
    for _ in range(3):
        phrase = re.sub(
            r"(?i)(?<![,\s])[,\s]+(?:in (?:production|prod|committed|commited|live) code|in here|here|hier|aquí|ici|"
            r"please|bitte|again|instead|already|schon|ya|déjà|mehr|btw|thanks|more|wieder|verwenden|benutzen|nutzen|"
            r"importieren|nehmen)$",
            "",
            phrase.strip(" .,!"),
        )
    return " ".join(phrase.split()).strip(" .,!")


_TAIL: Final = (
    r"(?<!\s)\s+(?:[-–—]+\s+|\(|(?:so|but|sondern|sino|mais|aber)\s+)|(?:(?<!\s)\s+)?[;:]\s+|,\s+(?!(?:(?:and|"
    r"or|nor|und|oder|y|o|et|ou)\s+)?(?:`[^`]*`|[^\s,;]+)\s*(?:$|,|\s(?:and|or|und|oder|y|o|et|ou)\s))"
    r"|,\s+(?=(?:(?:not|but|use|just|only|please|thanks|ever|never|always|immer|nie|nunca|jamais)\b))|[.!]\s+|(?<![.!])[.!]+$"
)
