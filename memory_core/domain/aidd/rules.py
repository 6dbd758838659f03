# ruff: noqa: E501 - an expression is read in one piece
"""Constraints and invariants: what whoever builds it must do or must not, and what holds of it always."""

import re
from collections.abc import Iterator
from typing import Final

from memory_core.domain.aidd import inline, modal, sections
from memory_core.domain.aidd.fact import Fact
from memory_core.domain.aidd.found import Found, Place, clip
from memory_core.domain.aidd.modal import Force
from memory_core.domain.aidd.terms import is_empty

BINDING: Final = frozenset(("constraints", "invariants", "requirements", "acceptance", "excluded", "decision"))
SOFT: Final = frozenset(("story", "work", "rationale"))

_LONG: Final = 300  # characters from which on a rule is said at length
_WHOLE: Final = 360  # characters of an item that is taken as one
_LEAST: Final = 0.5  # the certainty below which nothing is kept
_REQUIRES: Final = re.compile(
    r"(?:N?FR|RN?F|RG|RN|EN?F|EXG|ANF|REQ|RQ|R|C|CON|CNST|CONSTRAINT|SEC|BR|AC|HC|SC|RULE|PERF|NF|SR|TR|DR|UR|POL|P)(?=[-_.\d]|$)"
)
_INVARIANT: Final = re.compile(r"INV(?:ARIANT)?(?=[-_.\d]|$)")
_REQUIRED: Final = {
    (True, True): 0.88,
    (True, False): 0.86,
    (False, True): 0.85,
    (False, False): 0.7,
}  # binds, labelled
_LOOSE: Final = frozenset(("R", "P", "C"))  # also of risks, phases, cases
PRONOUN: Final = re.compile(
    r"(?:(?:so|and|but|also|thus|hence|therefore),? (?:it|they|this|that)|[^\W\d_]+ too|it|they|this|these|those|that|such|he|she|otherwise|then|in (?:that|this|such) case|if so|doing so|es|sie|dies\w*|elle?s?|ils?|cela|esto|это|эти|он[аои]?|они|这|那|它|これ|それ)\b",
    re.IGNORECASE,
)
_GENERAL: Final = re.compile(
    r"(?:all|every|any|each|no|never|nothing|nobody|the (?:system|service|api|client|server|application|implementation|code|plugin)|alle|jede\w*|kein\w*|tout\w*|chaque|aucun\w*|todo\w*|cada|ningun\w*|все|каждый|любой|никак\w*|所有|任何|每个|全て|すべて)\b",
    re.IGNORECASE,
)
_SCENARIO: Final = re.compile(r"\**\s*(?:given|когда|wenn|gegeben|étant donné|dado)\b", re.IGNORECASE)
_SUBJECT_WE: Final = re.compile(r"\b(?:we|you|wir|nous|nosotros|мы|вы|我们)\b", re.IGNORECASE)
_COMPLETES: Final = re.compile(
    r"\b(?:must(?: not| never)?|shall(?: not)?|should(?: not)?|may not|do not|don't|never|cannot|to|nicht|muss|darf|doit|ne doit pas|debe|no debe|должен|должна|должны|нельзя|не должн\w+|запрещено)\W*$",
    re.IGNORECASE,
)
_CAPS: Final = re.compile(
    r"max|min|limit|at most|at least|no more|up to|exceed|only|valid for|≤|≥|within|less than|under|höchst|mindest|maxim|не более|не менее|最多|至少|不超过|以上|以下|以内|まで",
    re.IGNORECASE,
)
_DECIDES: Final = re.compile(
    r"\b(?:we (?:will|shall|have decided to|decided to|adopt|choose|use|keep)|will (?:not )?(?:be|use|have|live|go|run|store|keep)|(?:is|are) (?:to be )?(?:used|stored|kept)|chosen option|wir (?:werden|verwenden|nutzen|setzen)|nous (?:utilis|adopt)\w+|(?:usaremos|adoptamos|utilizaremos)|(?:используем|будем|выбрали|принято))\b|采用|使用|採用|する。?$",
    re.IGNORECASE,
)
_REFUSES: Final = re.compile(
    r"\b(?:throws?|raises?|(?:is|are|be|gets?) (?:rejected|refused|denied|discarded|ignored|dropped|skipped|truncated|overridden|closed|cancelled|evicted)|fails? with|will (?:be )?(?:reject|refuse|deny|fail)(?:ed)?|returns? (?:an? )?(?:`x` )?(?:error|4\d\d|5\d\d|null)|results? in an (?:error|exception))\b",
    re.IGNORECASE,
)
_SETS: Final = re.compile(
    r"(?:set|use|leave|keep|prefer|pass|choose|enable|disable|store|reject|validate|return)\s+[\w`\"']", re.IGNORECASE
)
_WHERE: Final = re.compile(
    r"\b(?:unknown|invalid|unrecogni[sz]ed|missing|duplicate|malformed|expired|unsupported|oversized|late|stale|when|if|unless|only|without|instead|until|over|more than|larger than|longer than|exceed\w*|that|whose|for \w+(?: \w+)? (?:that|which|whose))\b",
    re.IGNORECASE,
)
_ONLY_WHERE: Final = re.compile(
    r"\b(?:when|if|unless|only|instead|until|for \w+(?: \w+)? (?:that|which|whose))\b", re.IGNORECASE
)
# What a sentence with "should" is about where it asks for something, and where it only expects it.
_FIRM: Final = re.compile(
    r"^(?:the|a|an|each|every|all|any|der|die|das|ein|eine|le|la|les|el|los|las)\s|^[`A-ZА-Я]|(?:sollte|sollten|soll|sollen)\b.*\bwerden\b",
    re.IGNORECASE,
)
_EASY: Final = re.compile(
    r"\b(?:it|this|that|there|they|which|you|i) should\b|should (?:also )?(?:be (?:able|easy|possible|fine|ok|okay|enough|noted|clear|obvious|sufficient|trivial|familiar|aware|safe to)|work|help|suffice|cover|mostly|hopefully|probably)\b|sollte(?:n)? (?:es|das|sich)\b",
    re.IGNORECASE,
)
_REFUSED: Final = re.compile(
    r"(?:no|none|nothing|never|not|without|kein\w*|nicht\w*|ohne|aucun\w*|pas de|sans|ning[uú]n\w*|sin|без|не|нет|никак\w*|ничего)\b|无|不|禁",
    re.IGNORECASE,
)
_PART: Final = re.compile(r"\d\.\d")  # the label of a part of a requirement
# "This change does not introduce a new field"
_LEAVES: Final = re.compile(
    r"(?:note that |importantly,? )?(?:this|the) (?:\w+ ){0,2}(?:change|rfc|kep|eip|adr|prd|proposal|document|spec|specification|feature|standard|design|version|release|iteration|ticket) (?:itself )?(?:does not|doesn't|will not|won't|do not) (?:\w+ )?(?:introduce|add|change|alter|cover|address|specify|define|remove|touch|modify|affect|handle|include|support|replace|attempt|mandate|provide)\b",
    re.IGNORECASE,
)
# "No plain code in logs", as an item of its own.
_NO_IN: Final = re.compile(
    r"(?:no|never any|zero|kein\w*|aucune?|pas (?:de |d')|ning[uú]n\w*|sin|без|никаких)\s*[\w`/'’-]+(?: [\w`/'’-]+){0,4} (?:in|inside|on|from|to|into|onto|outside|between|during|before|after|without|across|at|per|through|via|beyond|im|in den|auf|aus|nach|zu|ohne|dans|sur|avant|après|en|sobre|antes|в|на|из|до|после)\s+\S",
    re.IGNORECASE,
)
_NO_MATTER: Final = re.compile(
    r"\w+ (?:\w+ )?(?:known|longer|such|evidence|difference|idea|need|reason|one|impact|effects?|risks?|issues?|problems?|bugs?|errors?|results?|matter|doubt|wonder|support|data|information|way|answers?|plans?|time|more|other|further|progress|comments?|questions?|bekannte\w*)\b",
    re.IGNORECASE,
)
_NOT_FOR: Final = re.compile(
    r"\b(?:is|are) (?:not|never) (?:valid|supported|applicable|available|accepted|exposed|shared|stored|logged|persisted|affected|changed)\b|\b(?:is|are) (?:unsupported|out of scope)\b",
    re.IGNORECASE,
)
_PROPOSES: Final = re.compile(
    r"^(?:we|i) (?:will|can|would|propose(?: to)?|introduce|add|shall|suggest|recommend)\b|\bwe (?:will|propose to|introduce|shall|recommend) (?!discuss|see|describe|explain|show|assume|look|expect|need|call|refer|focus|explore|consider)\w+|"
    r"^(?:introduce|add|remove|rename|replace|extend|deprecate|expose|support)s? (?:an?|the|new|support)\b|^(?:this|the|each|an?|all) (?:[\w`-]+ ){0,4}(?:will|would) (?!help|allow you|make it|also help|give|ensure that you)\w+|\bwill (?:not )?be (?:added|introduced|removed|renamed|replaced|used|stored|returned|ignored|set|kept|created|deprecated)\b",
    re.IGNORECASE,
)
_SUPPOSED: Final = re.compile(
    r"(?:if|when|unless|where|once|wenn|falls|sobald|si|cuando|если|когда|如果|当)\b[^,，]{4,140}[,，]\s*\S",
    re.IGNORECASE,
)
_WILL: Final = re.compile(
    r"\b(?:will (?:not |still |also |always |continue to |only )?\w+|overrides?|takes? precedence|wins?|inherits?|falls back|is (?:ignored|overridden|preserved|kept|used instead))\b",
    re.IGNORECASE,
)
_OF_DEFAULT: Final = re.compile(
    r"\bdefaults? (?:value )?(?:to|is|of)\b|\bby default\b|\(default\b|standardmäßig|par défaut|por defecto|по умолчанию|默认|デフォルト",
    re.IGNORECASE,
)
_WAS: Final = re.compile(r"\b(?:was|were|had|took|wurden?|был[аои]?|a été)\b|^see\b", re.IGNORECASE)
_WORD: Final = re.compile(r"\w[\w'’-]*")


def whole(text: str, line: int, place: Place, label: str, lead: str, before: str = "") -> Iterator[Found]:
    """The rule that an item of a binding section, or a labelled block, is as a whole."""
    said = inline.plain(text)
    if not says_enough(said, lead) or said.endswith(("?", "？")):
        return
    force = _strongest(text)
    if place.role == "acceptance" and force is None and _SCENARIO.match(text):
        return
    if len(said) > _WHOLE:
        kept = list(stated(text, line, place, label, before=before, lead=lead))
        if (kept or force) and not (label and place.role == "requirements"):
            yield from kept
            return
        said = _begin(text)
    kind, certainty, rule = _weighed(said, force, place, label)
    if certainty >= _LEAST:
        told = _after(before, said) if before else _led(lead, said)
        yield _found(kind, told, line, place, certainty, rule, label, force)


def grouped(said: str, line: int, place: Place, label: str, force: Force | None) -> Iterator[Found]:
    """The rule that a lead-in makes with its list."""
    kind, certainty, rule = _weighed(said, force, place, label)
    if says_enough(said) and certainty >= _LEAST:
        yield _found(kind, said, line, place, certainty, rule, label, force)


def stated(
    text: str, line: int, place: Place, label: str = "", *, is_item: bool = True, before: str = "", lead: str = ""
) -> Iterator[Found]:
    """The rules that the sentences of a block state; one that leans on the sentence before it is told with it.

    `before` is the sentence before the block, `lead` what leads its first one in.
    """
    last, told = None, [before] if before else []
    for sentence in inline.sentences(text):
        said = inline.plain(sentence.text).lstrip("→–—-> ")
        force = modal.force(said)
        verdict = _verdict(said, force, place, is_item=is_item or bool(label))
        leans = bool(before) and len(before) < 300 and bool(PRONOUN.match(said))
        if verdict and says_enough(said):
            kind, certainty, rule = verdict
            if leans and last and last.fact.text.endswith(before):
                last = _joined(last, said, certainty)
            else:
                yield from [last] if last else []
                whole_said = (
                    _after(" ".join(told) if sum(map(len, told)) < 300 else before, said) if leans else _led(lead, said)
                )
                last = _found(kind, whole_said, line + sentence.below, place, certainty, rule, label, force)
                label = ""
        before, lead = said, ""
        told.append(said)
    yield from [last] if last else []


def _after(before: str, said: str) -> str:
    """The sentence behind the one that it leans on."""
    return f"{before} {said}" if before.endswith((".", "!", "?", "。", ":", "：", ";")) else f"{before}; {said}"


def _joined(found: Found, said: str, certainty: float) -> Found:
    fact = found.fact
    return found._replace(
        fact=fact._replace(text=clip(f"{fact.text} {said}"), certainty=max(fact.certainty, round(certainty, 2)))
    )


def led(text: str, line: int, place: Place, label: str, lead: str, force: Force) -> Iterator[Found]:
    """The rule that an item is together with the unfinished sentence that leads it in."""
    said = inline.plain(text)
    verdict = _verdict(f"{lead.rstrip(':： ')} {said}".rstrip(":："), force, place, is_item=True)
    if verdict and says_enough(said, lead) and not said.endswith(("?", "？")):
        kind, certainty, rule = verdict
        yield _found(kind, _led(lead, said), line, place, certainty, rule, label, force)


def binds(text: str) -> Force | None:
    """How a text binds as a whole, the strongest of its sentences."""
    return _strongest(text)


def completes(lead: str) -> bool:
    """Whether a lead-in ends where each item of its list goes on."""
    return bool(_COMPLETES.search(inline.plain(lead).rstrip(":： ")))


def requires(label: str, role: str) -> bool:
    """Whether what the document calls something says that it is a requirement."""
    if _INVARIANT.search(label):
        return True
    match = next((part for part in re.split(r"[-_.]", label) if _REQUIRES.fullmatch(re.sub(r"\d.*", "", part))), "")
    return bool(match) and not (role in SOFT and re.sub(r"\d.*", "", match) in _LOOSE)


def says_enough(said: str, lead: str = "") -> bool:
    """Whether a text says something: words, not a slot to be filled in."""
    if is_empty(said):
        return False
    words = len(_WORD.findall(said)) + len(re.findall(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]", said)) // 2
    return words >= (1 if lead else 3) or "/" in said


def _strongest(text: str) -> Force | None:
    forces = [modal.force(inline.plain(sentence.text)) for sentence in inline.sentences(text)]
    return max((force for force in forces if force), key=lambda force: force.certainty, default=None)


def _begin(text: str) -> str:
    """The first sentences, as many as are taken as one."""
    parts: list[str] = []
    for sentence in inline.sentences(text):
        said = inline.plain(sentence.text)
        if parts and len(" ".join(parts)) + len(said) > _WHOLE:
            break
        parts.append(said)
    return " ".join(parts)


def _led(lead: str, said: str) -> str:
    if not lead:
        return said
    head = lead.rstrip(":： ")
    return f"{head} {said}" if completes(head) else f"{head}: {said}"


def _weighed(said: str, force: Force | None, place: Place, label: str) -> tuple[str, float, str]:
    """Kind, certainty and rule of an item that binds by where it stands or by its label."""
    sure = force.certainty if force else 0.0
    if place.role == "invariants" or _INVARIANT.search(label):
        return "invariant", 0.93, "invariants-section" if place.role == "invariants" else "invariant-label"
    if place.role == "constraints":
        certainty = 0.97 if sure >= 0.9 or place.is_absolute else 0.96 if _REFUSED.match(said) else 0.94
        return "constraint", certainty, "constraints-section"
    if place.role == "excluded":
        return "constraint", 0.5, "excluded"
    if place.role == "acceptance":
        return "constraint", max(sure - (0.1 if label else 0.25), 0.62 if label else 0.55), "acceptance"
    if place.role == "requirements":
        return "constraint", max(_REQUIRED[sure >= 0.75, bool(label)], sure), "requirements-section"
    if place.role == "decision":
        return "constraint", max(sure, 0.6), "decision-section"
    return "constraint", max(sure, 0.75), "label"


def _verdict(said: str, force: Force | None, place: Place, *, is_item: bool) -> tuple[str, float, str] | None:
    """Kind, certainty and rule of a sentence by its own words; None where they demand nothing."""
    if said.endswith(("?", "？", ":", "：")):
        return None
    if force is None:
        return None if place.role in SOFT or place.is_task else _behaviour(said, place, is_item=is_item)
    kind = "invariant" if force.state or place.role == "invariants" else "constraint"
    formal = force.name in ("MUST", "SHOULD")
    certainty = force.certainty
    if place.is_task and not formal and not force.forbids:
        return None
    if place.role == "rationale" and force.name == "must":
        return (kind, 0.55, "told-must")
    if place.role == "work" and place.is_task and force.forbids and is_item and force.certainty > 0.7:
        return (kind, 0.6, "task-must")
    if place.role in SOFT:
        return (kind, certainty - 0.2, f"told-{force.name}") if formal else None
    if not formal:
        certainty -= _doubt(said, force, place, is_item)
    if place.role in BINDING:
        certainty += 0.02
    return (kind, round(certainty, 2), force.name) if certainty >= _LEAST else None


def _behaviour(said: str, place: Place, *, is_item: bool) -> tuple[str, float, str] | None:
    """Kind, certainty and rule of a sentence without modal words: a bound in numbers, what is refused, a decision."""
    if len(said) > 300 or _WAS.search(said) or modal.is_told(said):
        return None
    if _OF_DEFAULT.search(said):
        return None
    if len(said) < 240 and modal.limits(said):
        return (
            "constraint" if _CAPS.search(said) else "invariant",
            0.72 if is_item and place.is_labelled else 0.5,
            "limit",
        )
    if place.role == "decision" and _DECIDES.search(said) and not sections.named(said):
        return "constraint", 0.6, "decision-section"
    if _REFUSES.search(said) and _WHERE.search(said):
        return "constraint", 0.52, "refuses"
    if is_item and len(said) < 120 and _NO_IN.match(said) and not _NO_MATTER.match(said):
        return "constraint", 0.55, "none-in"
    if _NOT_FOR.search(said) and len(said) < 200:
        return "constraint", 0.52, "not-for"
    if place.role == "proposal" and _PROPOSES.search(said):
        return "constraint", 0.5, "proposes"
    if _LEAVES.match(said):
        return "constraint", 0.52, "leaves-out"
    if is_item and place.role == "behaviour" and len(said) > 30 and (_SUPPOSED.match(said) or _WILL.search(said)):
        return "constraint", 0.55, "behaviour"
    return ("constraint", 0.52, "where") if _SETS.match(said) and _ONLY_WHERE.search(said) else None


def _doubt(said: str, force: Force, place: Place, is_item: bool) -> float:
    """How much less sure a rule without capitals is, by how it is said and where."""
    doubt = 0.0
    if place.is_formal:
        doubt += 0.1
    if _SUBJECT_WE.search(said[:60]) and force.name != "must" and "guarantee" not in said:
        doubt += 0.2
    elif _SUBJECT_WE.match(said):
        doubt += 0.15
    if force.name in ("able", "should") and place.role not in BINDING:
        doubt += (
            0.0 if is_item else 0.05 if _FIRM.search(said) and not _EASY.search(said) and not place.is_formal else 0.15
        )
    if len(said) > 300:
        doubt += 0.1
    return doubt


def _is_bound(said: str) -> bool:
    return len(said) < 240 and modal.limits(said) and not _WAS.search(said)


def _found(
    kind: str, said: str, line: int, place: Place, certainty: float, rule: str, label: str, force: Force | None
) -> Found:
    severity = _severity(force, place, label) if kind == "constraint" else ""
    fact = Fact(kind, clip(said), place.path, line, round(certainty, 2), rule, label=label, severity=severity)
    weight = (
        0.3 * bool(force and force.forbids) + 0.2 * (place.role == "constraints") + 0.2 * bool(_GENERAL.match(said))
    )
    weight += 0.1 * bool(label) - 0.4 * place.is_research - 0.03 * place.depth
    weight -= 0.3 * bool(_PART.search(label))
    if force or not label:  # what only its label makes a requirement is told in the document's order
        weight -= 0.1 * (len(said) > _LONG) + 0.02 * min(5, said.count("`") // 2)
    return Found(fact, weight)


def _severity(force: Force | None, place: Place, label: str) -> str:
    if force and force.name in ("MUST", "must"):
        return "critical" if force.forbids or place.role == "constraints" else "high"
    if place.role == "constraints":
        return "high"
    if force and force.name in ("SHOULD", "always", "able"):
        return "medium"
    if place.role == "requirements" or label:
        return "medium" if place.role != "acceptance" else "low"
    return "low"
