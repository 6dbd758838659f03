# ruff: noqa: E501 - an expression is read in one piece
"""Does a sentence decide something? Who asks, supposes, doubts, proposes, reports or only takes the next step does not.

A decision goes into a log that no one clears: what is no act of deciding stays out of it.
"""

import re
from typing import Final

from memory_core.domain.extract import phrases

_ANY: Final = r"(?:[\w'-]+\s+)"
_DECIDED: Final = r"(?:decid\w+|chosen?|choose|settled|agreed|picked|made up)"
# Nothing is settled yet, or somebody else is to settle it.
_UNSETTLED: Final = (
    rf"\b(?:not|\w+n't|never|nobody|no one|none|nothing|yet to|still to|still have to|have to|need to|needs to|must|should|can't|before (?:we|you|i)|once (?:we|you|it)|until (?:we|you|it)|when (?:we|you)(?: have)?|let's|let us|to be|hard to|help|left to)\s+{_ANY}{{0,3}}?{_DECIDED}\b(?!\s+(?:not|to not|against)\b)|"
    r"\b(?:undecided|indecisive|open question|tbd|tba|your call|up to you|not sure|whether (?:we|to|i|it)\b|it depends|depends on (?:whether|what|how)|decide[sd]? (?:later|between|whether|yet)|decided nothing|no (?:final |clear )?decision|nothing (?:is|was) decided|(?:will|we'll|i'll) (?:still |then )?decide|yet to be|at some point|eventually|some ?day|in the long run|sooner or later|irgendwann|un jour|algún día|remains? open|still open|to decide|deciding|pending)\b|"
    r"\b(?:noch (?:nicht|kein|offen|unklar)|nicht (?:entschieden|beschlossen|geklärt)|unentschieden|unklar, ob|zu entscheiden|müssen (?:wir )?(?:noch )?entscheiden|ob wir|keine entscheidung|"
    r"pas (?:encore |vraiment )?(?:décidé|choisi|tranché)|à décider|reste à|aún no|todavía no|no (?:hemos|se ha|he) (?:decidido|elegido)|por decidir|sin decidir|не (?:решили|решено|выбрали)|пока не|ещё не)\b"
)
# What might be, in the clause that states it.
_SUPPOSED: Final = (
    r"\b(?:could|might|may|would|i'd|we'd|you'd|it'd|they'd|should (?:we|i)|shall (?:we|i)|könnte\w*|würde\w*|wäre\w*|bräuchte\w*|nähme\w*|hätte\w*|dürfte\w*|sollte[nst]* wir|pourrai\w+|serait|faudrait|podría\w*|sería|debería\w*|бы|"
    r"(?:i|we) (?:think|guess|believe|suspect|lean|suggest|propose|recommend|prefer|wonder|hope|want to)|my (?:vote|recommendation|suggestion|proposal|preference)|recommend\w*|recommendation|suggestion|proposal|vorschlag|schlage vor|je propose|propongo|предлагаю)\b"
)
_CONDITION: Final = (
    r"^(?:but |and |so |then |also )?(?:if|unless|once|assuming|suppos\w+|imagine|in case|provided|as soon as|say we|what if|had we|were we|falls|wenn|sobald|angenommen|si|supposons|imaginons|supongamos|если)\b|"
    r"\b(?:if|unless|falls|wenn) (?:you|that's|that is|this is|it's|nobody|no one|everyone|du|ihr|sie)\b|\blet me know\b"
)
_UNREAL: Final = (
    r"^(?:but |and |so )?(?:if|suppos\w+|assuming|imagine|what if) (?:we|i|you|they|it|one)\b.{0,60}?\b(?:\w+ed|were|was|had|did|chose|took|went|could)\b|"
    r"^(?:wenn|falls) (?:wir|man|ich)\b.{0,60}?\b\w+(?:ten|te|ähmen|ären|ätten)\b"
)
_ASKED: Final = r"\?\W*$|^(?:why|how|what|which|who|when|where|should|shall|do|does|did|is|are|can|could|would|have|has|warum|wieso|soll|sollen|sollten|pourquoi|por qué|почему)\s+(?:we|i|you|they|it|the|that|there|not|did|do|does|would|option|one|wir|ich|du|on|nous)\b"
# One of several ways that are only laid out.
_LAID_OUT: Final = (
    r"^(?:the\s+)?(?:(?:option|alternative|variant|approach|choice|idea|proposal|plan|way|variante|möglichkeit|opción|opcion)\s*(?:#?\d|[a-h]\b|one|two|three)|(?:one|an|another|other|the other|first|second|third)\s+(?:option|alternative|way|idea|possibility|approach)\b|"
    r"(?:pros?|cons?|advantages?|disadvantages?|drawbacks?|upsides?|downsides?|risks?|trade-?offs?|options?|ideas?|vorteile?|nachteile?|optionen|avantages?|inconvénients?|opciones|ventajas|desventajas)\s*(?::|$)|alternativel?y?\b|alternatives?:|alternativ\b|oder\b|or\b|either\b|open(?: question| point)?s?\s*:|offen\s*:|question\s*:|todo\b|discarded\b|considered\b|idea\s*:|suggestion\s*:|proposal\s*:|vorschlag\s*:|example\s*:|e\.g\.|for example\b|for instance\b|z\.b\.)"
)
_TURNED_DOWN: Final = r"^(?:reject|rejected|rejecting|discard|discarded|rule out|ruled out|dismiss|dismissed|verworfen|rejeté|descartado)\s*:?\s*(?:the\s+)?(?:`[^`]+`|[\w.+/-]+)(?:\s+(?:option|approach|idea|way|variant))?\s*(?:$|[.:;,(–—]|\s-|\s(?:because|since|as|for|weil|too)\b)"
# Words of others, or of a text.
_REPORTED: Final = (
    r"^[>\"“”„«]|\b(?:according to|laut|selon|según|quoting|quote|quoted)\b|"
    r"(?<!as you )(?<!as i )(?<!as we )\b(?:says?|said|claims?|claimed|stated|reads|writes|wrote|asks|asked|argues|argued|suggests|suggested|proposes|proposed|recommends|recommended|told|mentions?|mentioned|heißt es|steht|meint|findet|glaubt|sagt|schreibt|dit|dice)\s*(?::|,|\"|“|«|(?:that|why|whether|if|how|me|us|him|them|we|we'll|let's|let us|i'd|to|dass|ob|que)\b)|"
    r"\b(?:thinks?|believes|insists|pense|croit|cree|opina)\s+(?:that\s+)?(?:we|i|it|on|the)\b|"
    r"\b(?:back then|at the time|at first|originally|used to|formerly|damals|à l'époque|en aquel entonces)\b"
)
# The next step of the work, or what holds for it alone.
_STEP: Final = r"(?:look|read|check|run|rerun|start|begin|try|test|investigate|inspect|search|grep|open|wait|ask|see|skip|continue|proceed|stop|explore|debug|view|verify|find|figure|wrap|pause|review|explain|show you|talk|think|discuss|worry|forget|commit|push to|finish|get started|dig|walk|go (?:on|ahead|through|back to|over)|focus|hold|do (?:it|this|that)\b|see|hear|know|need|be able|get to|write (?:the|a|some|more) tests?|schauen|prüfen|anfangen|warten|testen|lesen|starten|regarder|vérifier|commencer|attendre|mirar|empezar|probar|revisar)"
_PASSING: Final = (
    r"\bfor (?:this|that|the current|these) (?:\w+ )?(?:rename|run|commit|file|step|task|session|turn|change|edit|refactor\w*|test|example|demo|check|search|moment|part|one|fix|debug\w*|call|script|pr|branch)s?\b|"
    r"\b(?:this time|for the moment|temporar\w+|(?:quick|dirty|ugly) (?:hack|fix|workaround)|hack for now|as a stopgap|just to|to see (?:if|whether|what|how|the)|for fun|vorübergehend|diesmal|erst ?mal|temporairement|temporalmente)\b"
)
_OPEN: Final = (_UNSETTLED, _ASKED, _LAID_OUT, _REPORTED, _PASSING, _TURNED_DOWN, _UNREAL)

# What went wrong, said of the thing that did.
_FAILED: Final = r"^(?:(?!(?:when|if|where|return|raise|retry|skip|ignore|log|show|tell|say|we|i)\b)[\w`.'()/-]+\s+){1,5}?(?:fail(?:s|ed|ing)?|crash(?:es|ed)|breaks?|broke|hangs?|hung|throws|threw|errors? out|times? out|timed out|schlägt fehl|stürzt ab)\b"

_US: Final = r"(?:we|i|we've|i've|the team|both of us)"
_HAVE: Final = r"(?:have|had|has|\w+ly|now|also|then|just|both|all|already|hence)\s+"
_ACT: Final = (
    rf"\b{_US}\s+(?:{_HAVE})*(?:decided|chose|chosen|opted|settled|agreed|picked)\b|"
    rf"\b{_US}\s+(?:{_HAVE})*(?:went|gone|stuck|stayed)\s+with\b|"
    rf"\b{_US}\s+(?:{_HAVE})*ended up (?:choosing|picking|going with|taking)\b|\b(?:changed|change) (?:my|our) mind\b|"
    r"\b(?:we'll|we will|i'll|i will|we are|we're|i'm|i am|we|so i)\s+(?:now\s+|then\s+)?(?:go|going|stick|sticking|stay|staying)\s+with\b(?!\s+\w+ing\b)|"
    r"\bit (?:was|is|has been) (?:decided|agreed)\b|\b(?:the|our|my|final) (?:final )?decision(?: is| was|:)(?!\s+(?:still|not|open|pending|up to|yours?|made by)\b)|"
    r"^(?:decided|agreed|decision|beschlossen|entschieden|décidé|decidido|решено)\s*:|"
    r"^(?:so |ok,? |then |and |finally,? )*(?:decided (?:to|that|on|against|for)|agreed (?:to|that|on)|chose|opted|opting|settled|settling|going with|sticking with|staying with|went with)\b|"
    r"\b(?:wir|ich) (?:haben|habe|hatten) (?:\S+ ){0,14}?(?:entschieden|beschlossen|geeinigt|festgelegt)\b|\b(?:wir|ich) (?:entscheiden|entschieden|beschließen) uns\b|\bes (?:ist|wurde) (?:entschieden|beschlossen)\b|"
    r"\b(?:on|nous) (?:a|avons) (?:\w+ )?(?:décidé|choisi|opté|convenu)\b|\b(?:hemos|he|se ha) (?:decidido|elegido|optado|acordado)\b|\b(?:decidimos|elegimos|optamos por|acordamos)\b|(?:мы )?(?:решили|выбрали|договорились)\b"
)
# What is willed, which is a decision where it says against what or why.
_WILLED: Final = r"\b(?:we'll|we will|let's|let us|we're going to|we are going to|we won't|we will not|we're not going to|we are not going to|we are no longer going to|we're no longer going to|we no longer|(?:we're|we are)(?=\s+(?:dropping|switching|replacing|moving|keeping|using|storing|removing|adopting|charging|shipping|leaving)\s)|wir nehmen|nehmen wir|verwenden wir|nutzen wir|wir verwenden|wir nutzen|wir bleiben bei|wir setzen auf|wir speichern|wir behalten|lass uns|on prend|on garde|on utilise|on passe à|nous utilisons|vamos a|usaremos|nos quedamos con|будем использовать|используем)\s+"
_AGAINST: Final = r"\b(?:instead|rather than|over|no longer|any ?more|after all|not|without|statt|anstatt|stattdessen|nicht mehr|doch nicht|plutôt que|au lieu d|en vez de|en lugar de|вместо)\b"
_CONTRAST: Final = (
    r"\b(?:instead of|rather than|after all|any ?more|statt|plutôt que|au lieu d|en vez de|en lugar de|вместо)"
)
_ABROAD: Final = (
    "wir ",
    "nehmen ",
    "verwenden ",
    "nutzen ",
    "lass ",
    "on ",
    "nous ",
    "vamos ",
    "usaremos",
    "nos ",
    "буд",
    "исп",
)
_WHY: Final = r"\b(?:because|since|so that|as (?:it|we|they)|due to|to (?:avoid|keep|save|make)|weil|damit|denn|parce que|car|porque|ya que|потому что)\b|:\s|\s[-–—]\s|,\s+(?:it|we|they|that|the|a|nobody|everyone|there)\b"
_WONT: Final = r"\b(?:we won't|we will not|we're not going to|we are not going to|we are no longer going to|we're no longer going to|let's not|we no longer)\s+\w+\s+(?!yet\b)\S"
_NAMED: Final = r"`[^`]+`|\b\w*\d\w*\b|(?<=\s)[A-Z]\w+|\w+_\w+|\w+[a-z][A-Z]\w*"
_TAKES: Final = r"\b(?:use|go with|take|keep|store|adopt|switch to|stick (?:with|to)|drop|do|ship|move|replace)\s"
_DROPS: Final = r"\b(?:let's|let us|we'll|we will) (?:drop|ditch|scrap|kill) the \w+"
# Verbs of what a program is to do or to be made of; with others it must be said against what.
_DESIGN: Final = (
    r"(?:not\s+|just\s+|only\s+|always\s+|never\s+|now\s+|also\s+|then\s+)*(?:(?:go|stick|stay) with|use|using|take|keep|keeping|store|storing|put|make|build|add|drop|dropping|remove|removing|move|moving|switch|switching|replace|replacing|cache|log|write|save|send|push|poll|pull|split|merge|support|ship|shipping|implement|introduce|expose|"
    r"hash|encrypt|sign|key|limit|allow|forbid|reject|require|return|treat|count|show|hide|name|call|rename|host|deploy|generate|derive|validate|retry|queue|batch|stream|model|represent|enforce|adopt|adopting|rely|leave|leaving|pin|default|expire|delete|rotate|serve|render|track|publish|accept|"
    r"have|charge|charging|bill|print|share|read|load|do|set|raise|lower|reuse|wrap|inline|mock|target|index|partition|shard|compress|sort|page|throttle|debounce|lock|block|escape|trim|round|convert|emit|subscribe|notify|mark|flag|tag|version|freeze|prefer|avoid|disable|enable|turn)\b"
)
# What is taken has no name here: nobody will know later what it was.
_NAMELESS: Final = (
    r"\s*(?:to |on |with |for )?(?:(?:go|stick|stay) with |use |take |do |keep |drop )?(?:it|that|this|them|those|these|so|(?:option|plan|variant|number) \w+|"
    r"(?:the|your|my|his|her) (?:\w+ )?(?:one|option|approach|idea|suggestion|proposal|plan|way))\s*(?:instead|then|now)?\s*(?:$|[.,;!(]|\s(?:because|since)\b)"
)
_WHEN: Final = (
    r"\b(?:tomorrow|today|tonight|later|next week|this (?:week|afternoon|morning)|(?:mon|tues|wednes|thurs|fri)day|morgen|heute|demain|mañana)\b|"
    r"\bfirst(?=\W*$|,|\.|\s(?:because|since|rather|instead|then|and)\b)|^(?:now|next|first|then|finally|after that)\b"
)
# An order to the work itself, or the name of what is taken before the name of what is not.
_ORDERS: Final = (
    r"^(?:use|used|using|store|stored|keep|kept|cache|put|make|made|move|moved|replace|replaced|drop|dropped|write|run|send|push|poll|pull|split|merge|merged|return|treat|model|derive|generate|hash|sign|key|limit|allow|forbid|reject|require|expose|switch|switched|switching|prefer|default to|rely on|render|pin|never|always|no)\s|"
    r"^(?:`[^`]+`|(?!(?:with|without|if|when|i|we|you|he|she|it|they|this|that|there|then|now|that's)\b)[\w.+/-]*[^\Ws])(?:\s+(?:`[^`]+`|[\w.+/-]*[^\Wsd])){0,3}\s+(?:instead of|rather than|over|statt)\s(?!.{1,40}?\b(?:means|is|was|were|would|will|makes|gives|has|can|costs|leads|saves|works)\b)"
)
_NORM: Final = r"(?<!\bi )(?<!\bwe )(?<!'ll )\b(?:must|should|shall|needs? to|has to|have to|better to|ought to|muss|müssen|soll|sollen|doit|devons|debe|debemos|belongs? in)\b"
_REASON_FIRST: Final = r"(?:since|because|as|weil|da|porque|como|comme|puisque) [^,]{3,160}, "
_SHORT: Final = 12  # characters; a comma in them parts no clause from its reason
_HEAD: Final = r"(?i)[,;:]\s|\s(?:because|since|so that|otherwise|which|weil|damit|porque|parce que)\s"

_ACTS: Final = (
    "decid", "decision", "chose", "choos", "pick", "ended up", "my mind", "our mind", "opted", "opting", "settl", "agreed", " going ", "with ", "'ll ", " will ", "let's ",
    "let us ", " won't ", " no longer ", "we're ", " we are ", " we go ", " we stick ", " we stay ", "entschied", "beschl", "geeinigt", "festgelegt", " wir ", " lass uns ",
    "décid", " opté", "choisi", "convenu", " on ", " nous ", "elegi", "optado", "optamos", "acord", "usaremos", " vamos ", "quedamos",
    "реши", "выбра", "договор", "будем", "использ",
)  # fmt: skip


def is_open(said: str) -> bool:
    """True for a sentence that settles nothing: asked, undecided, laid out, reported, supposed, or for this step only."""
    lowered = phrases.pad(said).strip()
    return any(re.search(one, lowered) for one in _OPEN)


def is_made(said: str) -> bool:
    """True for a sentence that itself decides: "we chose X over Y", "we won't use X", "we'll use X, because"."""
    padded = phrases.pad(said)
    if not phrases.has(padded, _ACTS):
        return False
    lowered = padded.strip()
    return _acts(said, lowered) and not _doubts(lowered)


def is_stated(said: str) -> bool:
    """True for a sentence without an act of deciding that can be one all the same: an order, a norm, a bare choice."""
    lowered = phrases.pad(said).strip()
    return bool(re.search(_ORDERS, lowered) or re.search(_NORM, _head(lowered))) and not _doubts(lowered)


def tells_of_failure(said: str) -> bool:
    """True for what went wrong: "the test fails because ..."."""
    return bool(re.search(_FAILED, phrases.pad(said).strip()))


def _acts(said: str, lowered: str) -> bool:
    act = re.search(_ACT, lowered)
    if act:
        return not re.match(_NAMELESS, lowered[act.end() :]) and not re.match(
            rf"\s*(?:to|that we|on|going to)?\s*(?:not\s+)?{_STEP}\b", lowered[act.end() :]
        )
    willed = re.search(_WILLED, lowered)
    if not willed or re.search(_WHEN, _head(lowered)):
        return False
    rest = lowered[willed.end() :]
    if re.match(rf"(?:not\s+)?{_STEP}\b", rest) or re.match(_NAMELESS, rest):
        return False
    if re.search(_CONTRAST, rest) or re.search(_DROPS, lowered):
        return True
    if not willed[0].startswith(_ABROAD) and not re.match(_DESIGN, rest):
        return False
    if re.search(_AGAINST, rest) or re.search(_WHY, rest) or re.match(_REASON_FIRST, lowered):
        return True
    named = re.search(_NAMED, said[-len(rest) :])
    return bool(named and (re.search(_WONT, lowered) or re.match(_TAKES, rest)))


def _doubts(lowered: str) -> bool:
    return (
        any(re.search(one, lowered) for one in _OPEN)
        or bool(re.search(_CONDITION, lowered))
        or bool(re.search(_SUPPOSED, _head(lowered)))
        or phrases.guesses(_head(lowered))
        or tells_of_failure(lowered)
    )


def _head(lowered: str) -> str:
    """The clause that states it, without its reason."""
    reason = re.match(_REASON_FIRST, lowered)
    start = reason.end() if reason else 0
    found = re.search(_HEAD, lowered[start + _SHORT :])
    return lowered[start : found.start() + start + _SHORT] if found else lowered[start:]
