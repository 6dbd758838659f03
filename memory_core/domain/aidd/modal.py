# ruff: noqa: E501 - an expression is read in one piece
"""What a sentence demands or says to hold always: the modal words of requirements, in the languages that teams write."""

import re
from functools import lru_cache
from typing import Final, NamedTuple

from memory_core.domain.aidd import modal_abroad


class Force(NamedTuple):
    """How a sentence binds."""

    name: str  # MUST | SHOULD | must | should | always | limit
    certainty: float
    forbids: bool
    state: bool  # it says what holds of the state, rather than what somebody does


_MASKED: Final = re.compile(
    r"`[^`]*`|\"[^\"]{1,300}\"|“[^”]{1,300}”|«[^»]{1,300}»|„[^“”]{1,300}[“”]|「[^」]{1,300}」|(?<!\w)'[^']{2,200}'(?!\w)"
)

# RFC 2119. REQUIRED and RECOMMENDED bind only as a predicate: before a noun they are labels.
_UPPER: Final = re.compile(
    r"\b(?:(?P<must>MUST(?:\s+(?:NOT|NEVER|ONLY|ALWAYS))?|SHALL(?:\s+NOT)?|MAY\s+NOT|MAY\s+ONLY|NEVER|CANNOT|CAN\s+NOT|FORBIDDEN|PROHIBITED|MANDATORY|DO\s+NOT|(?<=is )REQUIRED|(?<=are )REQUIRED|(?<=be )REQUIRED)"
    r"|(?P<should>SHOULD(?:\s+NOT)?|NOT\s+RECOMMENDED|(?<=is )RECOMMENDED|(?<=are )RECOMMENDED))\b"
)
_UPPER_VERB: Final = re.compile(r"\b(?:does|do|is|are|will|has|have|gets?|goes) NOT\b")
_UPPER_NO: Final = re.compile(r"\b(?:NOT|NEVER|CANNOT|FORBIDDEN|PROHIBITED)\b")

_MUST: Final = re.compile(
    r"\b(?:must(?!-)(?:n't|(?: not| never| always| only)?)|shall(?: not)?|(?:is|are|be) (?:not (?:allowed|permitted|acceptable|optional)|forbidden|prohibited|disallowed|mandatory|non-negotiable)|(?:may|can) only|only (?:be )?allowed|(?<!\w )no (?:[\w`-]+ ){1,12}(?:may|must|shall)(?= )|under no circumstances|(?:is|are) (?:\w+ )?exclusively)\b",
    re.IGNORECASE,
)
_ABLE: Final = re.compile(
    r"\b(?:may not|can(?:not|'t| not) (?:be(?! *[,.;])|exceed|have|contain|change|modify|access|use|start|overlap)|(?:is|are) (?:always |strictly )?required|requires?|ha(?:s|ve) to|needs? to)\b",
    re.IGNORECASE,
)
_SHOULD: Final = re.compile(r"\b(?:should(?: not|n't)?|ought to)\b", re.IGNORECASE)
_ADVISED: Final = re.compile(
    r"\b(?:is|are) (?:strongly |highly )?(?:recommended|encouraged|discouraged)\b", re.IGNORECASE
)
_ORDERS: Final = re.compile(
    r"(?:(?:please|also|and|instead|therefore|so|then|thus|finally),? )?(?:(?P<no>do not|don't|never|avoid|no longer use|refrain from)|always|ensure(?: that)?|make sure|only)\s+\w",
    re.IGNORECASE,
)
_ALWAYS: Final = re.compile(
    r"\b(?:(?<!can )(?<!may )(?<!could )always|never(?!theless|-ending)|exactly[- ](?:one|once)|at[- ]most[- ](?:one|once)|at[- ]least[- ]once|at all times|only ever|ever only|under (?:all|any) circumstances|no two \w+|one and only one|"
    r"(?:is|are|be|stays?|remains?|being) (?:\w+ )?(?:invariant|immutable|append[- ]only|idempotent|monotonic\w*|read[- ]only|atomic|globally unique|unique|deterministic|tamper-proof|non-negative|order-independent)|"
    r"(?:must|cannot|never|not) [^.]{0,40}at any (?:time|point|moment)|guarantees? (?:that|to|the|an?|no|each|every|all|its?|exactly)|(?:is|are) guaranteed|(?:idempotently|atomically|deterministically|monotonically))\b",
    re.IGNORECASE,
)
_STATIVE: Final = re.compile(
    r"\b(?:must|shall|should)(?: not| never| always| only)?(?: \w+ly)? (?:be(?! able| \w+(?:ed|en|sent|kept|put|set|made|built|lost|run|read|shown|told|left|given)\b)|remain|stay|hold|equal|match|sum)\b",
    re.IGNORECASE,
)
_NOT_SO: Final = re.compile(
    r"\b(?:not (?:\w+ ){0,2}always|n't (?:\w+ ){0,3}(?:always|never)|almost (?:always|never)|nearly always|(?:has|have|had|was|were)(?: \w+)? (?:always|never)|(?:always|never) (?:was|were|had|been|seen|before|mind|heard|asked)|you(?:'ll| will)? never need|not (?:be )?(?:guaranteed|guarantee|atomic|idempotent|immutable|deterministic|unique)|no guarantee\w*|remember that)\b",
    re.IGNORECASE,
)
_LIMIT: Final = re.compile(
    r"\b(?:(?:at most|at least|no more than|no (?:less|fewer) than|up to|within|less than|more than|longer than|later than|older than|länger als|mehr als|plus de|más de|дольше|чаще|under|after|every|höchstens|mindestens|maximal|au (?:plus|moins)|como máximo|al menos|не более|не менее)(?: (?:an?|the|about|roughly|approximately|around|first|last|another|further))*[ ~≈]+(?=\d|(?:two|three|four|five|six|seven|eight|nine|ten|twelve|zwei|drei|vier|fünf|sechs|sieben|acht|neun|zehn|elf|zwölf|deux|trois|quatre|cinq|dix|dos|tres|cuatro|cinco|diez|одн\w+|дв\w+|тр[её]\w+|пят\w+|десят\w+)\b)|(?:(?:valid|kept|retained|stored|held|cached) for|not exceed|maximum|minimum|max\.?|limited to|limit(?:s)? (?:is|are|of)|capped at|expires?|timeouts?|times out|höchstens|mindestens|maximal|unter|au (?:plus|moins|maximum)|como máximo|al menos|не более|не менее|менее|максимум|до)\b[^.]{0,40}?(?=\d))|[≤≥<>]=?\s?\d|(?:有效期|有効期限|保留|保存期|最多|至少|不超过|最大|最小|最低|最短|最长|最長|以内|以下)[^。]{0,12}\d|\d[^。]{0,6}(?:以内|以下|以上)",
    re.IGNORECASE,
)
_NEGATIVE: Final = re.compile(r"\bno\b|n't|never|forbid|prohib|disallow|circumst|not\b", re.IGNORECASE)
_EACH: Final = re.compile(
    r"(?:all|each|every|any|alle|jede[rsnm]?|tous les|toutes les|chaque|todos los|todas las|cada|все|каждый|каждая|каждое|любой|любая)\s+[\w`-]+(?: [\w`'’-]+){0,8}? (?:is|are|(?:has|have)(?! been)|uses?|gets?|returns?|points?|contains?|carries|starts?|ends?|belongs?|keeps?|lives?|runs?|ist|sind|hat|haben|wird|werden|est|sont|es|son|имеет|имеют|является|являются|содержит)\b|(?:所有|每个|每次|任何|任意|すべて|全て|各)",
    re.IGNORECASE,
)
_NO_ONE: Final = re.compile(
    r"(?:no|none of the|kein\w*|aucun\w*|ningún|ninguna?|ни один|никак\w+)\s+[\w-]+(?: [\w-]+){0,6}? (?:is|are|may|can|will|gets?|leaves?|wird|werden|darf|kann|ist|sind|est|sont|peut|es|son|puede|не)\b",
    re.IGNORECASE,
)

# What is told, supposed or thought, not demanded.
_TOLD: Final = re.compile(
    r"\b(?:must (?:have (?:been|had|\w+ed\b|come|gone|got|taken)|be (?:wondering|thinking|joking|kidding|aware|familiar|noted|said|emphasi[sz]ed|admitted))|must (?:admit|say|confess|stress)|"
    r"(?:would|could|might|may) (?:\w+ )?(?:have to|need to|must|be (?:required|forbidden|necessary))|had to|didn't (?:have|need) to|used to (?:be|have)|(?:was|were|been) (?:required|forbidden|not allowed|always|never)|"
    r"(?:don't|do not|doesn't|does not|no longer) (?:have to|need to|require\w*|needed)|not (?:have to|need to|needed)|(?:is|are) not required|need not|"
    r"we (?:found|saw|noticed|learned|realised|realized|thought|believed|tried|discussed|considered|wanted)|i (?:think|believe|guess|found|thought)|"
    r"there is no (?:rule|need|requirement|reason)|(?:will|would) not be able|today|currently|nowadays|(?:is|are|remains?) (?:still |also )?(?:unclear|undecided|tbd)|open question|it turns out|it turned out|interpreted as described|key ?words? .{0,40}MUST|(?:was|were|has been|have been) (?:\w+ )?(?:dropped|removed|abandoned|reverted|withdrawn|superseded|repealed)|no longer (?:applies|apply|holds?|valid|true))\b",
    re.IGNORECASE,
)
_ILLUSTRATES: Final = re.compile(
    r"(?:for (?:example|instance)|e\.g\.|i\.e\.|example[ :]|suppose|imagine|consider (?:a|an|the|this)|(?:good|bad|neutral|pro|con|positive|negative),? because|in (?:this|the following|the above|our) example|let's|say,|as an example|zum beispiel|z\.\s?b\.|beispiel|par exemple|por ejemplo|например|допустим|пример|例如|比如|例えば|たとえば|if you(?:'re| are) (?:wondering|reading))",
    re.IGNORECASE,
)
_FORMERLY: Final = re.compile(
    r"(?:previously|formerly|originally|initially|historically|in the past|earlier|until (?:now|recently)|at first|before this|once,)\b",
    re.IGNORECASE,
)
_SUPPOSES: Final = re.compile(r"(?:if|when|where|unless|in case|although|while|since|as)\b", re.IGNORECASE)
# What is said of the document itself.
_OF_PAPER: Final = re.compile(
    r"\b(?:this|the) (?:document|page|section|chapter|guide|readme|spec|specification|rfc|adr|prd|proposal|draft|template)s? (?:must|shall|should|needs? to|has to) (?:\w+ )?be (?:\w+ )?(?:read|reviewed|approved|updated|signed|shared|discussed|accepted|merged|kept|filled|treated|considered|interpreted)\b",
    re.IGNORECASE,
)
_SPOKEN: Final = re.compile(r"\b(?:I|I'm|I've|we've|we're|you're|my)\b")

# Words without one of which the expression of that name finds nothing.
_BINDING: Final = frozenset(
    "must mustn shall forbidden prohibited disallowed mandatory optional allowed permitted acceptable negotiable only no exclusively "
    "circumstances".split()
)
_LASTING: Final = frozenset(
    "always never exactly most least times circumstances two one is are be stay stays remain remains being time point moment "
    "ever guarantee guarantees guaranteed exclusively idempotently atomically deterministically monotonically".split()
)
_ABILITY: Final = frozenset("cannot can may required require requires has have needs need".split())
_ADVICE: Final = frozenset("should shouldn ought recommended encouraged discouraged".split())
_WORD: Final = re.compile(r"[^\W\d_]+")
_NUMBER: Final = re.compile(
    r"\d|most|least|more|up to|within|höchstens|mindestens|maximal|longer|later|older|länger|mehr|plus|moins|más|máximo|menos|дольше|чаще|боле|мене",
    re.IGNORECASE,
)
_LISTED: Final = re.compile(r"[|/]\s?$|[A-Z]{4,},\s$")


def masked(text: str) -> str:
    """The text with what it quotes made unreadable: code and quotations demand nothing."""
    return _MASKED.sub("`x`", text)


def is_told(text: str) -> bool:
    """Whether the sentence tells, supposes or illustrates rather than demands."""
    told = (
        _TOLD.search(text)
        or _FORMERLY.match(text)
        or _OF_PAPER.search(text)
        or modal_abroad.TOLD.search(text)
        or _SPOKEN.search(text)
    )
    return bool(told or _ILLUSTRATES.match(text.lstrip("(*_ ")))


@lru_cache(maxsize=4096)
def force(said: str) -> Force | None:
    """How a sentence, in plain text, binds; None where it does not."""
    text = masked(said)
    if upper := _upper(text):
        return None if _OF_PAPER.search(text) else upper
    words = frozenset(_WORD.findall(text.lower()))
    found = _lower(text, words)
    if found is None and modal_abroad.is_abroad(text, words):
        found = _abroad(text)
    return found if found and not is_told(text) else None


def limits(said: str) -> bool:
    """Whether a sentence sets a bound in numbers, and tells of nothing that was."""
    if not _NUMBER.search(said):
        return False
    text = masked(said)
    return bool(_LIMIT.search(text)) and not is_told(text)


def _upper(text: str) -> Force | None:
    match = _UPPER.search(text)
    if not match or text.upper() == text or "interpreted as" in text:
        return None
    if _LISTED.search(text[: match.start()]) or text[match.end() : match.end() + 1] in ("|", "/"):
        return None  # the words are named, not used
    forbids = bool(_UPPER_NO.search(match[0]))
    state = bool(_STATIVE.search(text) and _ALWAYS.search(text)) and "idempotent" not in text
    return Force("MUST", 0.95, forbids, state) if match["must"] else Force("SHOULD", 0.85, forbids, state)


def _lower(text: str, words: frozenset[str]) -> Force | None:
    always = not words.isdisjoint(_LASTING) and bool(_ALWAYS.search(text)) and not _NOT_SO.search(text)
    if not words.isdisjoint(_BINDING) and (must := _MUST.search(text)):
        state = always and bool(_STATIVE.search(text)) and "idempotent" not in text
        return Force("must", 0.8, _forbids(must[0]), state)
    if _UPPER_VERB.search(text) and not _SUPPOSES.match(text):
        return Force("must", 0.65, True, False)
    if order := _ORDERS.match(text):
        return Force("must", 0.75, bool(order["no"]), False)
    if always:
        return Force("always", 0.65, "never" in text.lower(), True)
    if not words.isdisjoint(_ABILITY) and (able := _ABLE.search(text)):
        return Force("able", 0.6, _forbids(able[0]), False)
    if words.isdisjoint(_ADVICE):
        return _universal(text)
    if advised := _ADVISED.search(text):
        return Force("advised", 0.6, "discouraged" in advised[0], False)
    if should := _SHOULD.search(text):
        return Force("should", 0.55, _forbids(should[0]), False)
    return _universal(text)


def _universal(text: str) -> Force | None:
    """What a sentence says of all or of none."""
    if _NOT_SO.search(text):
        return None
    if _NO_ONE.match(text):
        return Force("always", 0.6, True, True)
    return Force("always", 0.55, False, True) if _EACH.match(text) else None


def _forbids(words: str) -> bool:
    return bool(_NEGATIVE.search(words))


def _abroad(text: str) -> Force | None:
    if must := modal_abroad.MUST.search(text):
        near = text[max(0, must.start() - 12) : must.end() + 30]
        state = bool(modal_abroad.ALWAYS.search(text)) and "必ず" not in text
        return Force("must", 0.8, bool(modal_abroad.NO.search(near)), state)
    if modal_abroad.ORDERS.match(text):
        return Force("must", 0.7, bool(modal_abroad.NO.search(text[:30])), False)
    if modal_abroad.ALWAYS.search(text):
        return Force("always", 0.6, bool(modal_abroad.NO.search(text)), True)
    if modal_abroad.SHOULD.search(text):
        return Force("should", 0.55, bool(modal_abroad.NO.search(text)), False)
    return _universal(text)
