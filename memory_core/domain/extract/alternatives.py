# ruff: noqa: E501 - an expression is read in one piece
"""What the words of a rule name to be used in the place of what they speak against."""

import re
from typing import Final

from memory_core.domain import bounds
from memory_core.domain.extract import text as texts
from memory_core.domain.extract import things

_SPLIT: Final = (
    r"(?:(?<!\s)\s+)?[,;:]\s+|[.!]\s+|(?<![.!])[.!]+$|(?<!\s)\s+(?:[-–—]+\s+|\(|(?:and|but|so|und|aber|y|pero|et|mais)\s+"
    r"(?=(?:not|never|no|don't|nie|niemals|nicht|nunca|jamais|pas|always|only|use|we|just|that's|immer|siempre|toujours)\b))"
)
_AGAINST: Final = r"(?i)\b(?:no|not|never|don't|doesn't|isn't|can't|won't|without|nothing|tried|kein|keine|keinen|nie|niemals|nicht|nunca|jamás|ne|pas|jamais|n'\w+|aucun|aucune|sin)\b"
_USED: Final = r"(?:use|using|prefer|take|go with|stick (?:to|with)|switch to|reach for|rely on|nimm|verwende|nutze|benutze|verwenden|nutzen|nehmen|usa|utiliza|usamos|utilise[zr]?|prends|utilisons)"
_THAT_IS_ENOUGH: Final = (
    r"(?:it is|(?:is|are) (?:the (?:choice|standard|way(?: to go)?|default)|our (?:choice|standard|default)|what we (?:use|have)|enough|fine|good enough|plenty|all we need|okay?|sufficient)|"
    r"does (?:the job|it|that|the same)|do the job|will do|works fine|can do (?:that|it|this)|instead|everywhere|only|reicht|reichen|genügt|stattdessen|überall|suffit|partout|"
    r"à la place|en su lugar|en todas partes|basta|es suficiente|does all (?:we need|that)|est le choix|ist (?:die wahl|gesetzt|der standard)|es la (?:opción|elección)|est (?:la norme|notre choix)|handles (?:that|it|this)|covers (?:that|it|this))"
)
# Ways that something goes: said of what is to be done too.
_VIA: Final = (
    r"(?i)(?:.*\b)?(?:go|goes|going|run|runs|pass|passes|läuft|laufen|geht|gehen)\s+(?:only\s+|always\s+|immer\s+|nur\s+)?(?:through|via|over|über|durch)\s+(?P<a>\S.*)",
    r"(?i)(?:always|only|immer|nur|ausschließlich|siempre|toujours)\s+(?:through|via|over|über|durch|a través de|par|via|por)\s+(?P<a>\S.*)",
    r"(?i)(?:.*\b)?(?:only|always|must)\s+(?:ever\s+)?(?:read|reads|import|imports|load|loads)\s+from\s+(?P<a>\S.*)",
    r"(?i)(?:.*\b)?(?:come|comes|are read|is read|are loaded|is loaded|are generated|is generated)\s+(?:only\s+|straight\s+)?from\s+(?P<a>\S.*)",
    r"(?i)(?:.*\b)?(?:gehört|gehören|kommen|kommt)\s+(?:nur\s+|immer\s+|ausschließlich\s+)?(?:ins|in den|in die|in das|in|aus dem|aus der|aus)\s+(?P<a>\S.*)",
    r"(?i)(?:.*\b)?(?:belong|belongs|goes|go|live|lives)\s+(?:only\s+)?(?:in|into|to)\s+(?P<a>\S.*)",
    r"(?i)(?:.*\b)?(?:passer|passe|passent|passez|pasar|pasan?)\s+(?:toujours\s+|siempre\s+)?(?:par|por)\s+(?P<a>\S.*)",
)
_WAYS: Final = (
    rf"(?i)(?:(?:and|we|just|always|please|so|better|then|on|hier|bitte|immer|wir|toujours|siempre|\w+ should|we should|you can|you must|we only|we already|i'd)\s+)*{_USED}\s+(?:immer\s+|siempre\s+|toujours\s+|only\s+)?(?P<a>(?!of\b|it\b|that\b|this\b|them\b).*)",
    *_VIA,
    r"(?i)(?:please\s+|just\s+|always\s+)?(?:inject|call|import|pass in|extend|wrap it in|put it in|move it to|log with|write|mock)\s+(?P<a>(?!it\b|that\b|this\b|them\b|a test\b).*)",
    rf"(?i)(?P<a>\S.{{0,40}}?)\s+{_THAT_IS_ENOUGH}(?:\s.*)?",
    r"(?i)(?:.*\b)?(?:stays?|remains?|bleibt|bleiben|stay with|staying with|staying on)\s+(?:in|with|on|at|bei|auf|dans|en)?\s*(?P<a>(?!as\b|the way\b|like\b|so\b|that\b).*)",
    r"(?i)(?:that's (?:why|what)\s+)?(?:we (?:already |do )?have|we've got|we got|there's|there is|there are|wir haben|dafür gibt(?: e|')?s|dafür haben wir|es gibt|hay|tenemos|para eso (?:está|hay|tenemos)|il y a|pour ça on a|on a)\s+(?:already\s+|schon\s+|ya\s+|déjà\s+)?(?P<a>(?!uns\b|nos\b|been\b|decided\b|agreed\b|time\b|enough\b|too\b|only\b|decidido|essayé|testé|three\b|\w+ed\b).*?)(?:\s+for (?:that|this|it|those)|\s+dafür|\s+para eso|\s+pour ça)?",
    r"(?i)(?:.*\b)?(?:moved to|settled on|went with|chose|picked|landed on|switched to|migrated to|are on|wir sind auf|on est passés? [àa]|pasamos a|nos quedamos con|we're on|geeinigt auf)\s+(?P<a>\S.*)",
    r"(?i)(?:they|it|you|we|everyone)\s+(?:only\s+|always\s+)?(?:call|calls|use|uses|import|imports|ask|asks|go to)\s+(?P<a>(?!it\b|that\b|this\b|them\b).*)",
    r"(?i)(?:.*\b)?(?:done|handled|solved|covered|made)\s+(?:with|by|in|via)\s+(?P<a>\S.*)",
    r"(?i)(?:please\s+|just\s+)?(?:take|read|get|load|fetch)\s+(?:it|them|that|those)\s+from\s+(?P<a>\S.*)",
    r"(?i)(?:.*\b)?(?:viennent|vient|vienen|viene)\s+(?:de|du|des|del)\s+(?P<a>\S.*)",
    r"(?i)(?P<a>(?:vanilla|native|pure|plain|built-in|builtin)\s+\S.*)",
    r"(?i)(?:nur noch|just|plain|only|simply|sondern|sino|solo|sólo|seulement|einfach|rather|lieber|mejor|plutôt|uniquement)\s+(?P<a>(?!in\b|for\b|on\b|when\b|if\b|the first\b|one\b|two\b).*)",
    r"(?i)(?:always|immer|siempre|toujours)\s+(?P<a>(?:our|unser\w*|nuestr\w+|notre|the|[A-Z])\s*\S.*)",
)
_END: Final = (
    r"(?i)\s+(?:instead|please|everywhere|here|always|btw|now|for|stattdessen|überall|hier|bitte|immer|dafür|verwenden|benutzen|nutzen|en su lugar|siempre|aquí|partout|toujours|ici|à la place|"
    r"in (?:this|the|our)|in diesem|im|en este|dans|when|if|where|because|like|as|which|that|since|weil|porque|car)(?=\s|$).*"
)
_NO_NAME: Final = frozenset(
    "please thanks thank always never ever period again here there anywhere everywhere seriously ok okay obviously though too instead "
    "same yes no not full stop btw overkill bloat slow heavy ugly dangerous unsafe deprecated legacy ever danke bitte gracias merci "
    "it this that them us dead gone done later remember pls really either anymore whatever nothing immer nie plus déjà schon bereits ya already".split()
)
_WORDS_MOST: Final = 6


def clauses(said: str) -> list[str]:
    """The parts of a sentence that say one thing each."""
    said = said[: bounds.SENTENCE]
    return [part for part in (clause.strip(" .!?") for clause in re.split(_SPLIT, said) if clause) if part]


_TO_WHAT_END: Final = (
    r"(?i)(?<=\w)\s+(?:because|since|as (?:it|we|they|that)\b|so that|so (?=it|we|that)|to (?=(?:keep|avoid|make|save|get|have|be|stay|reduce|parse|handle|do|prevent|ensure|not)\b)|in order to|"
    r"which|weil|denn|damit|um (?=\w+\s.*zu\b)|wegen|porque|para (?=\w+r\b)|ya que|parce que|car|pour (?=\w+(?:er|ir|re)\b)|puisque)\b.*"
)


def alternative(said: str, what: str = "", order: bool = False) -> str:
    """What is to be used in the place of `what`. `order`: the words say what to do, not what not to do."""
    said = said[: bounds.SENTENCE]
    against = content(what)
    parts = [re.sub(_TO_WHAT_END, "", clause) for clause in clauses(said)]
    for way in _VIA if order else _WAYS:
        for clause in parts:
            if re.search(_AGAINST, clause):
                continue
            match = re.match(f"(?:{way})$" if not way.startswith("(?i)") else f"(?i)(?:{way[4:]})$", clause)
            name = _name(match["a"]) if match else ""
            if name and not (content(name) and content(name) <= against):
                return name
    return "" if order else _fragment(parts, against)


_FOR_WHOM: Final = r"(?i)(?<=\w)\s+(?:if|unless|when|wenn|falls|si|for (?:anything|everything|all|any|new|the rest)|für (?:alles|neue\w*))\b.*"


def _fragment(parts: list[str], against: set[str]) -> str:
    """A last clause that is nothing but a name."""
    if len(parts) < 2:
        return ""
    words = re.sub(_FOR_WHOM, "", parts[-1]).strip("`").split()
    name = " ".join(words)
    is_name = (
        len(words) == 1
        and len(name) > 2
        and name.casefold() not in _NO_NAME
        and not re.search(r"(?i)(?:ly|ous|ive|able|ful|ed)$", name)
    )
    sure = bool(things.named(f"x {name}")) and len(words) <= 2
    return name if (is_name or sure) and not content(name) & against and not re.search(_AGAINST, name) else ""


def _name(phrase: str) -> str:
    name = re.sub(_END, "", f" {phrase}").strip(" `\"'.,;:)")
    name = re.sub(r"(?i)^(?:an?|einen|einem|eine|nen|unser\w*|un|une|una)\s+(?=\S)", "", name)
    words = name.split()
    if (
        not words
        or len(words) > _WORDS_MOST
        or len(name) < 2
        or not (content(name) or name.casefold() == "rest")
        or words[0].casefold() in _NO_NAME
    ):
        return ""
    return name


def content(phrase: str) -> set[str]:
    """The words of a phrase that name something."""
    phrase = phrase[: bounds.SENTENCE]
    return {word for word in re.findall(r"[^\W\d_]{2,}", phrase.casefold()) if word not in texts.STOPPED} - _NOTHING


_NOTHING: Final = frozenset(
    "that this it them those these anything something thing things so way like again here there everything nothing "
    "stuff one ones such rest other others das es dies alles nichts eso esto ça cela tout lo le la ello".split()
)
