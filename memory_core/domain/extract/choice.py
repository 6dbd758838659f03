# ruff: noqa: E501 - an expression is read in one piece
"""Does a sentence decide something? Who asks, supposes, doubts, proposes, reports or only takes the next step does not.

A decision goes into a log that no one clears: what is no act of deciding stays out of it.
"""

import re
from collections.abc import Iterable, Iterator
from typing import Final

from memory_core.domain.extract import phrases, plainly
from memory_core.domain.extract.text import Unit

# Nothing is settled yet, or somebody else is to settle it.
_NOT_DECIDED: Final = (
    r"\b(?:not|\w+n't|nobody|no one|none|never|yet to)\s+(?:\w+\s+){0,3}?(?:decided?|settled|agreed|made up|chosen yet)\b|"
    r"\b(?:we|i|you|they|let's|still|first)\s+(?:\w+\s+){0,2}?(?:have to|need to|must|should|to be|will|to)\s+(?:decide|settle|agree|choose|pick)\b|(?:we|they|i)'ll (?:still |then )?decide\b"
)
_DECIDES: Final = ("decid", "settle", "agree", "choose", "chosen", "pick", "made up")
_UNDECIDED: Final = (
    "undecided", "open question", " tbd", " tba", "your call", "up to you", "it depends", "decide later", "decide between", "decide whether",
    "decided whether", "decided yet", "decided nothing", "decided: nothing", "no decision", "no final decision", "no clear decision", "nothing is decided", "nothing was decided",
    "decision is pending", "decision pending", "decision: pending", "decision is open", "decision is still open", "remains open", "still open", "can't decide", "to be decided",
    "let's decide", "still decid", "still choosing", "choosing between", "deciding between", "before we decide", "once we decide", "until we decide", "when we decide", "if we decide",
    "noch nicht", "noch kein", "noch offen", "noch unklar", "nicht entschieden", "nicht beschlossen", "nicht geklärt", "unentschieden", "zu entscheiden", "keine entscheidung", "entscheidet ",
    "pas encore", "pas décidé", "pas vraiment décidé", "pas choisi", "pas tranché", "à décider", "aún no", "todavía no", "no hemos", "no se ha", "no he decidido", "por decidir", "sin decidir",
    "не решили", "не решено", "не выбрали", "пока не", "ещё не",
)  # fmt: skip
_UNSURE: Final = (
    " not sure", " whether we ", " whether to ", " whether i ", " whether it ", " whether or ", "depends on whether", "depends on what", "depends on how", " at some point", " eventually", " some day",
    " someday", " in the long run", " sooner or later", " ob wir ", " ob ich ", " irgendwann", " un jour", " algún día",
)  # fmt: skip
# What might be, in the part that states it.
_SUPPOSED: Final = (
    " could ", " might ", " may ", " would ", " i'd ", " we'd ", " you'd ", " it'd ", " they'd ", " should we ", " should i ", " shall we ", " shall i ", "könnte", "würde", " wäre", "bräuchte", "nähme", " hätte", "dürfte",
    "sollten wir", "pourrai", " serait", " faudrait", " podría", " sería", " debería", " бы ", " i think", " we think", " i guess", " i believe", " i suspect", " i lean", " we lean", " i suggest", " we suggest", " i propose", " we propose", "recommend",
    " i prefer", " i wonder", " i hope", " we hope", " i want to", " we want to", " my vote", " suggestion", "proposal", " my preference", "vorschlag", "schlage vor", "je propose", "propongo", "предлагаю",
)  # fmt: skip
_IF: Final = (
    "if ", "but if ", "and if ", "so if ", "then if ", "also if ", "unless ", "once ", "assuming ", "suppose", "supposing", "imagine ", "in case ", "provided ", "as soon as ", "say we ", "what if ", "otherwise ", "had we ", "were we ",
    "falls ", "wenn ", "sobald ", "angenommen", "si ", "supposons", "imaginons", "supongamos", "если ",
)  # fmt: skip
_IF_YOU: Final = r"\b(?:if|unless) (?:you (?:agree|disagree|object|like|want|prefer|insist|don't mind|are (?:ok|fine|happy))|(?:that's|that is|this is|it's) (?:ok|okay|fine)|nobody objects|everyone agrees)|\b(?:wenn|falls) (?:du|ihr|sie|das)\b|\blet me know\b"
_UNREAL: Final = (
    r"(?:but |and |so )?(?:if|suppos\w+|assuming|imagine|what if) (?:we|i|you|they|it|one)\b.{0,60}?\b(?:\w+ed|were|was|had|did|chose|took|went|could)\b|"
    r"(?:wenn|falls) (?:wir|man|ich)\b.{0,60}?\b\w+(?:ten|te|ähmen|ären|ätten)\b"
)
_QUESTION: Final = frozenset(
    "why how what which who when where should shall do does did is are can could would have has warum wieso soll sollen sollten pourquoi почему".split()
)
_OF_WHOM: Final = frozenset(
    "we i you they it the that there not did do does would option one wir ich du on nous".split()
)
# One of several ways that are only laid out.
_WAYS: Final = (
    r"(?:the\s+)?(?:(?:option|alternative|variant|approach|choice|idea|proposal|plan|way|variante|möglichkeit|opción)\s*(?:#?\d|[a-h]\b|one|two|three)|"
    r"(?:one|an|another|other|first|second|third)\s+(?:option|alternative|way|idea|possibility|approach)\b)|"
    r"(?:pros?|cons?|advantages?|disadvantages?|drawbacks?|upsides?|downsides?|risks?|trade-?offs?|options?|alternatives?|ideas?|opens?|questions?|open (?:question|point)s?|suggestion|example|vorteile?|nachteile?|optionen|offen|avantages?|inconvénients?|opciones|ventajas|desventajas)\s*(?::|$)"
)
_LAID_OUT: Final = (
    "alternatively", "alternativ ", "oder ", "or ", "either ", "todo", "discarded", "considered", "e.g.", "for example", "for instance", "z.b.",
)  # fmt: skip
_LAYS_OUT: Final = frozenset(
    "the option options alternative alternatives variant approach choice idea ideas proposal plan way variante möglichkeit opción one an another other first second third pro pros con cons advantage advantages "
    "disadvantage disadvantages drawback drawbacks upside upsides downside downsides risk risks trade tradeoff tradeoffs open opens question questions suggestion example vorteil vorteile nachteil nachteile optionen offen "
    "avantage avantages inconvénients opciones ventajas desventajas".split()
)
_REFUSES: Final = frozenset(
    "reject rejected rejecting discard discarded rule ruled dismiss dismissed verworfen rejeté descartado".split()
)
_REFUSED: Final = r"(?:rule out|ruled out|\w+)\s*:?\s*(?:the\s+)?(?:`[^`]+`|[\w.+/-]+)(?:\s+(?:option|approach|idea|way|variant))?\s*(?:$|[.:;,(–—]|\s-|\s(?:because|since|as|for|weil|too)\b)"
# Words of others, or of a text.
_TELLS: Final = (
    "say", "said", "claim", "stated", "read", "writ", "wrote", "ask", "argue", "suggest", "propose", "recommend", "told", "mention", "according", "laut ", "selon ", "según", "quot", "heißt", "steht", "meint", "findet",
    "glaubt", "sagt", "schreibt", " dit ", " dice ", "think", "believe", "insist", "pense", "croit", "cree ", "opina", "back then", "at the time", "at first", "original", "used to", "former", "damals", "à l'époque",
)  # fmt: skip
_REPORTED: Final = (
    r"\b(?:according to|laut|selon|según|quoting|quote|quoted)\b|"
    r"(?<!as you )(?<!as i )(?<!as we )\b(?:says?|said|claims?|claimed|stated|reads|writes|wrote|asks|asked|argues|argued|suggests|suggested|proposes|proposed|recommends|recommended|told|mentions?|mentioned|heißt es|steht|meint|findet|glaubt|sagt|schreibt|dit|dice)"
    r"\s*(?::|,|\"|“|«|(?:that|why|whether|if|how|me|us|him|them|we|we'll|let's|let us|i'd|to|dass|ob|que)\b)|"
    r"\b(?:thinks?|believes|insists|pense|croit|cree|opina)\s+(?:that\s+)?(?:we|i|it|on|the)\b|"
    r"\b(?:back then|at the time|at first|originally|used to|formerly|damals|à l'époque)\b"
)
# What holds for a moment or for one piece of the work.
_BRIEF: Final = (
    "for th",
    "this time",
    "temp",
    "hack",
    "quick",
    "dirty",
    "stopgap",
    "just to",
    "to see ",
    "for fun",
    "vorübergehend",
    "diesmal",
    "erst",
)
_PASSING: Final = (
    r"\bfor (?:this|that|the current|these) (?:\w+ )?(?:rename|run|commit|file|step|task|session|turn|change|edit|refactor\w*|test|example|demo|check|search|moment|part|one|fix|debug\w*|call|script|pr|branch)s?\b|"
    r"\b(?:this time|for the moment|temporar\w+|(?:quick|dirty|ugly) (?:hack|fix|workaround)|hack for now|as a stopgap|just to|to see (?:if|whether|what|how|the)|for fun|vorübergehend|diesmal|erst ?mal|temporairement|temporalmente)\b"
)
# The next step of the work, by its verb.
_STEP: Final = frozenset(
    "look read check run rerun start begin try test investigate inspect search grep open wait ask see skip continue proceed stop explore debug view verify find figure wrap pause review explain talk think discuss worry forget commit "
    "finish dig walk focus hold hear know need get lose hit meet schauen prüfen anfangen warten testen lesen starten regarder vérifier commencer attendre mirar empezar probar revisar".split()
)
_STEPS: Final = (
    "show you", "push to", "get started", "go on", "go ahead", "go through", "go back to", "go over", "do it", "do this", "do that", "be able", "get to", "write the test", "write a test", "write some test",
    "write more test", "do the test", "fix the test", "fix the bug", "take a look", "take another look", "take a break", "have a look", "move on", "add a test", "add test", "add some test", "fix the lint", "add the test", "finish the",
)  # fmt: skip
# A step that is a choice: of what a program leaves out, with its reason.
_LEAVES_OUT: Final = (
    r"\s*to (?:skip|stop) (?!(?:it|this|that|them|these|those|here|there|now|ahead|working|\w+ing)\b)"
    r"(?!.*\b(?:tests?|suite|steps?|lint\w*|review|commits?|hooks?|ci|docs?|documentation|tasks?|for now)\b.*\bbecause\b)"
    r".{4,120}\bbecause\b"
)
_MEANWHILE: Final = frozenset("to that we on going not just first only always never now also then".split())

# What went wrong, said of the thing that did.
_FAILS: Final = (
    " fail", "crash", "break", "broke", " hang", " hung", "throws", "threw", "errors out", "error out", "timed out", "times out",
    "schlägt", "stürzt",
)  # fmt: skip
_FAILED: Final = (
    r"(?:(?!(?:when|if|where|return|raise|retry|skip|ignore|log|show|tell|say|we|i)\b)[\w`.'()/-]+\s+){1,5}?"
    r"(?:fail(?:s|ed|ing)?|crash(?:es|ed)|breaks?|broke|hangs?|hung|throws|threw|errors? out|times? out|timed out|schlägt fehl|stürzt ab)\b"
)

# The acts: somebody of us decided, or it was decided.
_ACTS: Final = (
    "decid", "decision", "chose", "choosing", "picked", "picking", "taking", "my mind", "our mind", "opted", "opting", "settl", "agreed", "go with", "going with", "went with", "went for", "gone with", "stick", "stuck with", "stay",
)  # fmt: skip
_ACT: Final = (
    r"\b(?:we|i|we've|i've|the team|both of us)\s+(?:(?:have|had|has|\w+ly|now|also|then|just|both|all|already|hence)\s+)*(?:decided|chosen?|opted|settled|agreed|picked|(?:went|gone|stuck|stayed)\s+(?:with|for)|ended up (?:choosing|picking|going with|taking))\b|"
    r"\bchanged? (?:my|our) mind\b|"
    r"\b(?:we'll|we will|i'll|i will|we are|we're|i'm|i am|we|so i)\s+(?:now\s+|then\s+)?(?:go|going|stick|sticking|stay|staying)\s+with\b(?!\s+\w+ing\b)|"
    r"\bit (?:was|is|has been) (?:decided|agreed)\b|\b(?:the|our|my|final) (?:final )?decision(?: is| was|:)(?!\s+(?:still|not|open|pending|up to|yours?|made by)\b)|"
    r"^(?:decided|agreed|decision)\s*:|"
    r"^(?:so |ok,? |then |and |finally,? )*(?:decided (?:to|that|on|against|for)|agreed (?:to|that|on)|chose|opted|opting|settled|settling|going with|sticking with|staying with|went with)\b"
)
_ACTS_ABROAD: Final = (
    "entschied", "entscheid", "beschl", "geeinigt", "festgelegt", "décid", " opté", "choisi", "convenu", "elegi", "optado", "optamos", "acord", "decidi", "реш", "выбра", "договор",
)  # fmt: skip
_ACT_ABROAD: Final = (
    r"^(?:beschlossen|entschieden|décidé|decidido|решено)\s*:|"
    r"\b(?:wir|ich) (?:haben|habe|hatten) (?:\S+ ){0,14}?(?:entschieden|beschlossen|geeinigt|festgelegt)\b|\b(?:wir|ich) (?:entscheiden|entschieden|beschließen) uns\b|\bes (?:ist|wurde) (?:entschieden|beschlossen)\b|"
    r"\b(?:on|nous) (?:a|avons) (?:\w+ )?(?:décidé|choisi|opté|convenu)\b|\b(?:hemos|he|se ha) (?:decidido|elegido|optado|acordado)\b|\b(?:decidimos|elegimos|optamos por|acordamos)\b|\b(?:решили|выбрали|договорились)\b"
)
# What is willed, which is a decision where it says against what or why.
_WILLS: Final = (
    "we'll ", "we will ", "let's ", "let us ", "we won't ", "going to ", "we no longer ", "we're ", "we are ", "wir ", "lass uns ", "on prend", "on garde", "on utilise", "on passe", "nous utilisons", "vamos a ", "usaremos", "nos quedamos",
    "будем", "используем",
)  # fmt: skip
_WILLED: Final = (
    r"\b(?:we'll|we will|let's|let us|we(?:'re| are) (?:not |no longer )?going to|we won't|we will not|we no longer|"
    r"(?:we're|we are)(?=\s+(?:dropping|switching|replacing|moving|keeping|using|storing|removing|adopting|charging|shipping|leaving)\s)|"
    r"wir nehmen|nehmen wir|verwenden wir|nutzen wir|wir verwenden|wir nutzen|wir bleiben bei|wir setzen auf|wir speichern|wir behalten|lass uns|on prend|on garde|on utilise|on passe à|nous utilisons|vamos a|usaremos|nos quedamos con|"
    r"будем использовать|используем)\s+"
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
_CONTRAST: Final = (
    "instead of", "rather than", "after all", "anymore", "any more", " statt ", "anstatt", "plutôt que", "au lieu d", "en vez de", "en lugar de", "вместо",
)  # fmt: skip
_AGAINST: Final = (
    " instead", " over ", " no longer", " not ", " without ", "stattdessen", "nicht mehr", "doch nicht",
)  # fmt: skip
_WHY: Final = r"\b(?:because|since|so that|as (?:it|we|they)|due to|to (?:avoid|keep|save|make)|weil|damit|denn|parce que|car|porque|ya que|потому что)\b|:\s|\s[-–—]\s|,\s+(?:it|we|they|that|the|a|nobody|everyone|there)\b"
_WONT: Final = r"\b(?:won't|will not|not going to|no longer going to|let's not|no longer)\s+\w+\s+(?!yet\b)\S"
_NAMED: Final = r"`[^`]+`|\b\w*\d\w*\b|(?<=\s)[A-Z]\w+|\w+_\w+|\w+[a-z][A-Z]\w*"
_TAKES: Final = (
    "use ",
    "go with ",
    "take ",
    "keep ",
    "store ",
    "adopt ",
    "switch to ",
    "stick with ",
    "stick to ",
    "drop ",
    "do ",
    "ship ",
    "move ",
    "replace ",
)
_ALONE: Final = r"(?:switch to|go with|adopt|use|stick with|stick to|take) [\w.@/+-]{3,}[.!]?"  # and no word more
_DROPS: Final = ("drop the ", "ditch the ", "scrap the ", "kill the ")
# Verbs of what a program is to do or to be made of; with others it must be said against what.
_DESIGN: Final = frozenset(
    "use using take keep keeping store storing put make build add drop dropping remove removing move moving switch switching replace replacing cache log write save send push poll pull split merge support ship shipping implement "
    "introduce expose hash encrypt sign key limit allow forbid reject require return treat count show hide name call rename host deploy generate derive validate retry queue batch stream model represent enforce adopt adopting rely leave "
    "leaving pin default expire delete rotate serve render track publish accept have charge charging bill print share read load do set raise lower reuse wrap inline mock target index partition shard compress sort page throttle debounce "
    "lock block escape trim round convert emit subscribe notify mark flag tag version freeze prefer avoid disable enable turn go stick stay".split()
)
# What is taken has no name here: nobody will know later what it was.
_NAMELESS: Final = (
    r"\s*(?:to |on |with |for )?(?:(?:go|stick|stay) with |use |take |do |keep |drop )?(?:(?:it|that|this|them|those|these|so)(?: one)?|(?:option|plan|variant|number) \w+|"
    r"(?:the|your|my|his|her) (?:\w+ )?(?:one|option|approach|idea|suggestion|proposal|plan|way))\s*(?:instead|then|now)?\s*(?:$|[.,;!(]|\s(?:because|since)\b)"
)
_WHEN: Final = (
    r"\b(?:tomorrow|today|tonight|later|next week|this (?:week|afternoon|morning)|(?:mon|tues|wednes|thurs|fri)day|morgen|heute|demain|mañana)\b|"
    r"\bfirst(?=\W*$|,|\.|\s(?:because|since|rather|instead|then|and)\b)|^(?:now|next|first|then|finally|after that)\b"
)
# An order to the work itself, or the name of what is taken before the name of what is not.
_ORDERS: Final = frozenset(
    "use used store stored keep kept cache put make made move moved replace replaced drop dropped write run send push poll pull split merge merged return treat model derive generate hash sign key limit allow forbid reject require "
    "expose switch switched switching prefer default rely render pin never always no".split()
)
_BARE: Final = (
    r"(?:`[^`]+`|(?!(?:with|without|if|when|i|we|you|he|she|it|they|this|that|there|then|now|that's)\b)[\w.+/-]*[^\Ws])(?:\s+(?:`[^`]+`|[\w.+/-]*[^\Wsd])){0,3}\s+(?:instead of|rather than|over|statt)\s"
    r"(?!.{1,40}?\b(?:means|is|was|were|would|will|makes|gives|has|can|costs|leads|saves|works)\b)"
)
_NORM: Final = r"(?<!\bi )(?<!\bwe )(?<!'ll )\b(?:must|should|shall|needs? to|has to|have to|better to|ought to|muss|müssen|soll|sollen|doit|devons|debe|debemos|belongs? in)\b"
_REASON_FIRST: Final = r"(?:since|because|as|weil|da|porque|como|comme|puisque) [^,]{3,160}, "
_ANNOUNCES: Final = 60  # characters
_SHORT: Final = 12  # characters; a comma in them parts no clause from its reason
_HEAD: Final = r"[,;:]\s|\s(?:because|since|so that|otherwise|which|weil|damit|porque|parce que)\s"


def is_open(said: str) -> bool:
    """True for a sentence that settles nothing, written or said: asked, undecided, laid out, supposed, turned down."""
    lowered = phrases.pad(said).strip()
    return _is_unmade(lowered) or _is_undecided(lowered)


def is_others(said: str) -> bool:
    """True for what somebody else says, or what holds for a moment only."""
    padded = phrases.pad(said)
    return _is_reported(padded) or _is_passing(padded) or phrases.has(padded, _UNSURE)


def is_made(said: str) -> bool:
    """True for a sentence that itself decides: "we chose X over Y", "we won't use X", "we'll use X, because"."""
    lowered = phrases.pad(said).strip()
    act = _act(lowered)
    if act:
        rest = lowered[act.end() :]
        # What follows the act is what was decided, however it is said.
        is_step = _is_step(rest) and not re.match(_LEAVES_OUT, rest)
        return not (is_step or re.match(_NAMELESS, rest) or _doubts(lowered, lowered[: act.end()]))
    return phrases.has(lowered, _WILLS) and _is_willed(said, lowered) and not _doubts(lowered, _head(lowered))


def is_stated(said: str) -> bool:
    """True for a sentence without an act of deciding that can be one all the same: an order, a norm, a bare choice."""
    lowered = phrases.pad(said).strip()
    head = _head(lowered)
    is_one = _first(lowered) in _ORDERS or re.search(_NORM, head) or re.match(_BARE, lowered)
    return bool(is_one) and not _doubts(lowered, head)


def whole(units: Iterable[Unit]) -> Iterator[Unit]:
    """The units, an announcement ("We agreed:", "I'm blocked:") joined with what it announces."""
    held: Unit | None = None
    for unit in units:
        if held:
            yield unit._replace(text=f"{held.text} {unit.text}")
            held = None
        elif unit.text.endswith(":") and len(unit.text) <= _ANNOUNCES and _announces(unit.text):
            held = unit
        else:
            yield unit
    if held:
        yield held


def _announces(said: str) -> bool:
    return is_made(said) or plainly.announces(said)


def tells_of_failure(said: str) -> bool:
    """True for what went wrong: "the test fails because ..."."""
    padded = phrases.pad(said)
    return phrases.has(padded, _FAILS) and bool(re.match(_FAILED, padded.strip()))


def is_act(said: str) -> bool:
    """True for a sentence with an act of deciding in it, whether or not it is one: "I decided to look at the tests"."""
    return bool(_act(phrases.pad(said).strip()))


def _act(lowered: str) -> re.Match[str] | None:
    act = re.search(_ACT, lowered) if phrases.has(lowered, _ACTS) else None
    if not act and phrases.has(lowered, _ACTS_ABROAD):
        act = re.search(_ACT_ABROAD, lowered)
    return act


def _is_willed(said: str, lowered: str) -> bool:
    willed = re.search(_WILLED, lowered)
    if not willed or re.search(_WHEN, _head(lowered)):
        return False
    rest = lowered[willed.end() :]
    if _is_step(rest) or re.match(_NAMELESS, rest):
        return False
    if phrases.has(f" {rest}", _CONTRAST) or rest.startswith(_DROPS):
        return True
    if not willed[0].startswith(_ABROAD) and _first(_verb(rest)) not in _DESIGN:
        return False
    if phrases.has(f" {rest}", _AGAINST) or re.search(_WHY, rest) or re.match(_REASON_FIRST, lowered):
        return True
    if re.fullmatch(_ALONE, rest):
        return True
    named = re.search(_NAMED, said[-len(rest) :])
    return bool(named and (re.search(_WONT, lowered) or rest.startswith(_TAKES)))


def _is_step(rest: str) -> bool:
    verb = _verb(rest)
    return _first(verb) in _STEP or verb.startswith(_STEPS)


def _verb(rest: str) -> str:
    """The words from the verb on."""
    rest = rest.lstrip(" ,:")
    while (word := rest.partition(" ")[0]) in _MEANWHILE:
        rest = rest[len(word) + 1 :].lstrip()
        if not rest:
            break
    return rest


def _first(lowered: str) -> str:
    return lowered.partition(" ")[0].strip(".,;:!?`'\"()")


def _is_unmade(lowered: str) -> bool:
    first, _, rest = lowered.partition(" ")
    first = first.strip(":,.")
    return (
        lowered.rstrip(" .!)\"'*_`").endswith(("?", " why"))
        or (first in _QUESTION and _first(rest) in _OF_WHOM)
        or lowered.startswith(_LAID_OUT)
        or (first in _LAYS_OUT and bool(re.match(_WAYS, lowered)))
        or (first in _REFUSES and bool(re.match(_REFUSED, lowered)))
        or (lowered.startswith(_IF) and bool(re.match(_UNREAL, lowered)))
    )


def _is_undecided(lowered: str) -> bool:
    if phrases.has(f" {lowered} ", _UNDECIDED):
        return True
    return phrases.has(lowered, _DECIDES) and bool(re.search(_NOT_DECIDED, lowered))


def _is_reported(padded: str) -> bool:
    is_quoted = padded.lstrip()[:1] in tuple('>"“”„«')
    return is_quoted or (phrases.has(padded, _TELLS) and bool(re.search(_REPORTED, padded)))


def _is_passing(padded: str) -> bool:
    return phrases.has(padded, _BRIEF) and bool(re.search(_PASSING, padded))


def _doubts(lowered: str, stated: str) -> bool:
    """True where the sentence is none of the speaker's own, or `stated`, the part that says so, leaves it open."""
    padded = f" {stated} "
    end = lowered.find(stated) + len(stated) + _SHORT
    return (
        _is_unmade(lowered)
        or lowered.startswith(_IF)
        or phrases.has(padded, _UNSURE)
        or phrases.has(padded, _SUPPOSED)
        or phrases.guesses(stated)
        or _is_undecided(lowered[:end])
        or _is_reported(padded)
        or _is_passing(lowered)
        or (
            (
                "if " in lowered
                or "unless " in lowered
                or "let me know" in lowered
                or "wenn " in lowered
                or "falls " in lowered
            )
            and bool(re.search(_IF_YOU, lowered))
        )
        or tells_of_failure(lowered)
    )


def _head(lowered: str) -> str:
    """The clause that states it, without its reason."""
    reason = re.match(_REASON_FIRST, lowered)
    start = reason.end() if reason else 0
    found = re.search(_HEAD, lowered[start + _SHORT :])
    return lowered[start : found.start() + start + _SHORT] if found else lowered[start:]
