# ruff: noqa: E501 - an expression is read in one piece
"""Sentences without a modal word that state a rule: a bound in numbers, what is refused, decided, proposed, what a condition does."""

import re
from typing import Final

from memory_core.domain.aidd import modal, sections
from memory_core.domain.aidd.found import Place

Verdict = tuple[str, float, str]  # kind, certainty and rule

_CAPS: Final = re.compile(
    r"max|min|limit|at most|at least|no more|up to|exceed|only|valid for|≤|≥|within|less than|under|höchst|mindest|maxim|не более|не менее|最多|至少|不超过|以上|以下|以内|まで",
    re.IGNORECASE,
)
_DECIDES: Final = re.compile(
    r"\b(?:we (?:will|shall|don't|do not|no longer|stop|have decided to|decided to|adopt|choose|use|keep)|will (?:not )?(?:be|use|have|live|go|run|store|keep)|(?:is|are) (?:to be )?(?:used|stored|kept)|chosen option|wir (?:werden|verwenden|nutzen|setzen)|nous (?:utilis|adopt)\w+|(?:usaremos|adoptamos|utilizaremos)|(?:используем|будем|выбрали|принято))\b|采用|使用|採用|する。?$",
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
_REFUSES_ABROAD: Final = re.compile(
    r"\b(?:(?:ist|sind) ausgeschlossen|(?:wird|werden)(?: \w+){0,3} (?:abgelehnt|abgewiesen|verworfen|ignoriert)|(?:est|sont) (?:rejeté|refusé|ignoré)\w*|(?:se )(?:rechaza|ignora|descarta)n?|(?:es|son) (?:rechazad|ignorad|descartad)\w+|"
    r"отклоня(?:ется|ются)|игнориру(?:ется|ются)|отбрасыва(?:ется|ются))\b|(?:予|给|被|直接|则)?(?:拒绝|忽略|丢弃)(?:请求|处理|该|。|$)|(?:拒否|無視|破棄)(?:する|します|される)",
    re.IGNORECASE,
)
_BOUNDS: Final = re.compile(
    r"\d|\b(?:only|no|not|never|unless|nur|kein\w*|nicht|seulement|pas|solo|no se|только|не)\b|仅|只|不|のみ|ない",
    re.IGNORECASE,
)
_HAPPENS: Final = re.compile(
    r"[,，] (?:then )?(?:(?:the|an?|its?|all|any|no|each|this|that|we)\b.{0,80}?)?\b(?:is|are|will|returns?|panics?|throws?|fails?|falls?|gets?|does|uses?|takes?|becomes?|remains?|stays?|keeps?|wird|werden|ist|sind)\b",
    re.IGNORECASE,
)
_PRESERVES: Final = re.compile(
    r"\b(?:(?:is|are) (?:always |automatically )?(?:set|fixed|pinned|bound|tied|equal) to|order\b.{0,40} (?:is|are) (?:preserved|retained|kept|unchanged)|in the order (?:in which|of|they)|in (?:ascending|descending|fifo|insertion) order|(?:is|are) (?:a )?no-?ops?\b|undefined behaviou?r)\b",
    re.IGNORECASE,
)
_KEEPS: Final = re.compile(
    r"\b(?:is|are) (?:always |only )?(?:stored|hashed|encrypted|signed|validated|escaped|verified|sorted|deduplicated|kept|retained|versioned|computed|calculated|derived|rounded|truncated|normali[sz]ed|deleted|limited|restricted|serialized|encoded) "
    r"(?:as|in|with|by|using|per|before|after|at|only|on|from|via|through|when|once|for|to)\b",
    re.IGNORECASE,
)
_NOT_FOR: Final = re.compile(
    r"\b(?:is|are) (?:not|never) (?:valid|supported|applicable|available|accepted|exposed|logged|persisted)\b|\b(?:is|are) (?:unsupported|out of scope)\b|(?:スコープ外|対象外)(?:とする|です|。|$)|不在(?:本次)?范围内|不支持",
    re.IGNORECASE,
)
_PROPOSES: Final = re.compile(
    r"^(?:we|i) (?:will|can|would|propose(?: to)?|introduce|add|shall|suggest|recommend)\b|\bwe (?:will|propose to|introduce|shall|recommend) (?!discuss|see|describe|explain|show|assume|look|expect|need|call|refer|focus|explore|consider)\w+|"
    r"^(?:introduce|add|remove|rename|replace|extend|deprecate|expose|support)s? (?:an?|the|new|support)\b|^(?:this|the|each|an?|all) (?:[\w`-]+ ){0,4}(?:will|would) (?!help|allow you|make it|also help|give|ensure that you)\w+|\bwill (?:not )?be (?:added|introduced|removed|renamed|replaced|used|stored|returned|ignored|set|kept|created|deprecated)\b",
    re.IGNORECASE,
)
# "This change does not introduce a new field"
_LEAVES: Final = re.compile(
    r"(?:note that |importantly,? )?(?:this|the) (?:\w+ ){0,2}(?:change|rfc|kep|eip|adr|prd|proposal|document|spec|specification|feature|standard|design|version|release|iteration|ticket) (?:itself )?(?:does not|doesn't|will not|won't|do not) (?:\w+ )?(?:introduce|add|change|alter|cover|address|specify|define|remove|touch|modify|affect|handle|include|support|replace|attempt|mandate|provide)\b",
    re.IGNORECASE,
)
# "No plain code in logs", as an item of its own.
_NO_IN: Final = re.compile(
    r"(?:pas d['’]|(?:no|never any|zero|kein\w*|aucune?|pas de|ning[uú]n\w*|sin|без|никаких)\s+)[\w`/'’-]+(?: [\w`/'’-]+){0,4} (?:in|inside|on|from|to|into|onto|outside|between|during|before|after|without|across|at|per|through|via|beyond|im|in den|auf|aus|nach|zu|ohne|dans|sur|avant|après|en|sobre|antes|в|на|из|до|после)\s+\S",
    re.IGNORECASE,
)
_NO_MATTER: Final = re.compile(
    r"\w+ (?:\w+ )?(?:known|longer|such|evidence|difference|idea|need|reason|one|impact|effects?|risks?|issues?|problems?|bugs?|errors?|results?|matter|doubt|wonder|support|data|information|way|answers?|plans?|time|more|other|further|progress|comments?|questions?|bekannte\w*)\b",
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


def of(said: str, place: Place, *, is_item: bool) -> Verdict | None:
    """Kind, certainty and rule of a sentence; None where it states none."""
    if len(said) > 300:  # what follows a dash only explains
        said = re.split(r" [—–] ", said, maxsplit=1)[0]
    if len(said) > 300 or _WAS.search(said) or modal.is_told(said) or _OF_DEFAULT.search(said):
        return None
    return _bound(said, place, is_item) or _refused(said) or _by_section(said, place, is_item) or _said(said, is_item)


def _bound(said: str, place: Place, is_item: bool) -> Verdict | None:
    if len(said) >= 240 or not modal.limits(said):
        return None
    return (
        "constraint" if _CAPS.search(said) else "invariant",
        0.72 if is_item and place.is_labelled else 0.5,
        "limit",
    )


def _refused(said: str) -> Verdict | None:
    if _REFUSES_ABROAD.search(said) or (_REFUSES.search(said) and _WHERE.search(said)):
        return "constraint", 0.52, "refuses"
    return None


def _by_section(said: str, place: Place, is_item: bool) -> Verdict | None:
    """What a sentence states by where it stands."""
    role = place.role
    if role == "constraints" and len(said) < 120 and _BOUNDS.search(said):
        return "constraint", 0.6, "constraints-section"
    if role == "decision" and _DECIDES.search(said) and not sections.named(said):
        return "constraint", 0.6, "decision-section"
    if is_item and role == "behaviour" and len(said) > 30 and (_SUPPOSED.match(said) or _WILL.search(said)):
        return "constraint", 0.55, "behaviour"
    if role in ("behaviour", "proposal") and _SUPPOSED.match(said) and _HAPPENS.search(said):
        return "constraint", 0.5, "behaviour"
    if role in sections.OPEN and len(said) < 200 and _PRESERVES.search(said):
        return "invariant", 0.5, "preserves"
    if (
        (is_item or role in ("proposal", "behaviour"))
        and role in sections.OPEN
        and _KEEPS.search(said)
        and len(said) < 200
    ):
        return "constraint", 0.5, "keeps"
    return ("constraint", 0.5, "proposes") if role == "proposal" and _PROPOSES.search(said) else None


def _said(said: str, is_item: bool) -> Verdict | None:
    """What a sentence states wherever it stands."""
    if is_item and len(said) < 120 and _NO_IN.match(said) and not _NO_MATTER.match(said):
        return "constraint", 0.55, "none-in"
    if len(said) < 200 and _NOT_FOR.search(said):
        return "constraint", 0.52, "not-for"
    if _LEAVES.match(said):
        return "constraint", 0.52, "leaves-out"
    return ("constraint", 0.52, "where") if _SETS.match(said) and _ONLY_WHERE.search(said) else None
