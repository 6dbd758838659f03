# ruff: noqa: E501 - an expression is read in one piece
"""What a sentence demands or says to hold always: the modal words of requirements, in the languages that teams write."""

import re
from typing import Final, NamedTuple


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
_UPPER_NO: Final = re.compile(r"\b(?:NOT|NEVER|CANNOT|FORBIDDEN|PROHIBITED)\b")

_ABROAD_MUST: Final = (
    # German
    r"\b(?:muss|müssen|dürfen nur|darf nur|darf(?: \w+){0,6} (?:nicht|kein\w*|nie|niemals)|dürfen(?: \w+){0,6} (?:nicht|kein\w*|nie|niemals)|ist (?:verboten|untersagt|unzulässig|verpflichtend|zwingend)|sind (?:verboten|untersagt|unzulässig|verpflichtend|zwingend)|(?:nicht|un)(?: )?(?:erlaubt|zulässig|gestattet)|zwingend (?:erforderlich|notwendig)|kein\w* (?:\w+ ){1,4}(?:darf|dürfen))\b",
    # French
    r"\b(?:doit|doivent|devra|devront|ne (?:doit|doivent|peut|peuvent) (?:pas|jamais|plus|en aucun cas)|est (?:interdit|obligatoire)\w*|sont (?:interdit|obligatoire)\w*|il (?:faut|est interdit)|ne peu(?:t|vent) être)\b",
    # Spanish, Portuguese, Italian
    r"\b(?:debe|deben|deberá|deberán|no (?:debe|deben|puede|pueden|se (?:permite|permiten|puede|pueden))|tienen? que|(?:está|están|queda|quedan) prohibid\w+|es obligatori\w+|son obligatori\w+)\b",
    r"\b(?:deve|devem|deverá|deverão|não (?:deve|devem|pode|podem)|é (?:proibid|obrigatóri)\w+|devono|non (?:deve|devono|può|possono)|è (?:vietat|obbligatori)\w+)\b",
    # Russian
    r"\b(?:долж(?:ен|на|но|ны)|обязан[аоы]?|нельзя|запрещ(?:ено|ены|ена|ён|ен|ается|аются)|не допуска(?:ется|ются)|недопустим[оаы]?|необходимо|требуется|требуются|обязател(?:ен|ьна|ьно|ьны)|не может|не могут|не должн\w+)\b",
    # Chinese, Japanese, Korean
    r"必须|必須|不得|禁止|不允许|不允許|不可以|严禁|嚴禁|不能(?!够|确定)|务必|只能|仅能|仅限|仅允许|应当|なければな(?:らない|りません)|てはな(?:らない|りません)|てはいけ(?:ない|ません)|でなければ|必ず|のみ(?:許可|可能|使用)|する必要がある|する必要があります|すること[。）]?$|해야 (?:한다|합니다)|하면 안 (?:된다|됩니다)|금지|필수",
)  # fmt: skip
_ABROAD_SHOULD: Final = (
    r"\b(?:soll|sollen|sollte|sollten|ist (?:erforderlich|notwendig)|sind (?:erforderlich|notwendig)|devrait|devraient|debería|deberían|deveria|deveriam|dovrebbe|dovrebbero|следует|рекоменду(?:ется|ются))\b",
    r"应该|應該|应(?=[^用急对答变付])|建议|需要(?!注意)|べき|推奨|권장",
)  # fmt: skip
_ABROAD_ALWAYS: Final = (
    r"\b(?:immer|stets|jederzeit|niemals|unveränderlich\w*|genau ein(?:e|en|er|mal|es)?|toujours|jamais|immuable\w*|exactement une?|siempre|nunca|inmutable\w*|exactamente un[oa]?|sempre|mai|imutáve\w+|всегда|никогда|неизменя\w+|идемпотент\w+|ровно (?:один|одна|одно|одну)|в любой момент|атомарн\w+|уникальн\w+)\b",
    r"始终|始終|总是|總是|永远|永遠|永不|绝不|從不|从不|唯一|不可变|不可變|幂等|冪等|恰好一次|仅一次|常に|決して|不変|冪等|一意|항상|절대|불변|멱등",
)  # fmt: skip
_ABROAD_NO: Final = re.compile(
    r"\b(?:nicht|kein\w*|nie|niemals|verboten|untersagt|unzulässig|pas|jamais|interdit\w*|no|nunca|prohibid\w+|não|proibid\w+|non|vietat\w+|не|нельзя|запрещ\w+|недопустим\w*|никогда)\b"
    r"|不得|禁止|不允|不可|严禁|不能|绝不|永不|てはな|てはいけ|ない$|안 된다|금지",
    re.IGNORECASE,
)

_MUST: Final = re.compile(
    r"\b(?:must(?:n't|(?: not| never| always| only)?)|shall(?: not)?|(?:is|are|be) (?:not (?:allowed|permitted|acceptable|optional)|forbidden|prohibited|disallowed|mandatory|non-negotiable)|(?:may|can) only|may not|only (?:be )?allowed|no (?:\w+ ){1,4}(?:may|must|shall|can)(?= )|under no circumstances)\b",
    re.IGNORECASE,
)
_ABLE: Final = re.compile(
    r"\b(?:can(?:not|'t| not) (?:be|exceed|have|contain|change|modify|access|use|start|overlap)|(?:is|are) (?:always |strictly )?required|requires?|ha(?:s|ve) to|needs? to)\b",
    re.IGNORECASE,
)
_SHOULD: Final = re.compile(
    r"\b(?:should(?: not|n't)?|ought to|(?:is|are) (?:strongly |highly )?(?:recommended|encouraged|discouraged))\b",
    re.IGNORECASE,
)
_ADVISED: Final = re.compile(
    r"\b(?:is|are) (?:strongly |highly )?(?:recommended|encouraged|discouraged)\b", re.IGNORECASE
)
_ORDERS: Final = re.compile(
    r"(?:please |also |and )?(?:(?P<no>do not|don't|never|avoid|no longer use|refrain from)|always|ensure(?: that)?|make sure|only)\s+\w",
    re.IGNORECASE,
)
_ORDERS_ABROAD: Final = re.compile(
    r"(?:nie(?:mals)?|immer|stets|kein\w* \w+|ne (?:jamais|pas)|jamais|toujours|nunca|siempre|no \w+(?:ar|er|ir|es)\b|никогда не|не \w+(?:ть|йте|ться)\b|всегда|исключить|обеспечить)\b|(?:不要|请勿|勿|避免|确保|禁止)",
    re.IGNORECASE,
)
_ALWAYS: Final = re.compile(
    r"\b(?:always|never(?!theless|-ending)|invariants?|immutable|append[- ]only|idempotent(?:ly)?|exactly[- ](?:one|once)|at[- ]most[- ](?:one|once)|at[- ]least[- ]once|at any (?:time|point|moment)|at all times|monoton\w+|read[- ]only|atomic(?:ally)?|globally unique|unique (?:per|across|within)|deterministic(?:ally)?|guarantee[sd]?|under (?:all|any) circumstances|no two \w+|one and only one|tamper-proof|non-negative)\b",
    re.IGNORECASE,
)
_STATIVE: Final = re.compile(
    r"\b(?:must|shall|should)(?: not| never| always| only)?(?: \w+ly)? (?:be(?! able| \w+(?:ed|en|sent|kept|put|set|made|built|lost|run|read|shown|told|left|given)\b)|remain|stay|hold|equal|match|sum)\b",
    re.IGNORECASE,
)
_NOT_SO: Final = re.compile(
    r"\b(?:not always|almost (?:always|never)|nearly always|(?:has|have|had|was|were)(?: \w+)? (?:always|never)|(?:always|never) (?:was|were|had|been|seen|before|mind|heard|asked)|you(?:'ll| will)? never need|whether or not|not (?:guaranteed|atomic|idempotent|immutable|deterministic|unique)|non-deterministic|no guarantee\w*)\b",
    re.IGNORECASE,
)
_LIMIT: Final = re.compile(
    r"\b(?:at most|no more than|no (?:less|fewer) than|not exceed|up to|maximum|minimum|max\.?|limited to|limit(?:s)? (?:is|are|of)|capped at|within|less than|under|expires?|timeouts?|after|höchstens|mindestens|maximal|unter|au (?:plus|moins|maximum)|como máximo|al menos|не более|не менее|менее|максимум|до)\b[^.]{0,40}?\d|[≤≥]\s?\d|(?:最多|至少|不超过|最大|以内|以下)[^。]{0,12}\d|\d+[^。]{0,6}(?:以内|以下|以上)",
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
    r"(?:don't|do not|doesn't|does not|no longer|not) (?:have to|need to|require\w*|needed)|(?:is|are) not required|need not|"
    r"we (?:found|saw|noticed|learned|realised|realized|thought|believed|tried|discussed|considered|wanted)|i (?:think|believe|guess|found|thought)|"
    r"it turns out|it turned out|interpreted as described|key ?words? .{0,40}MUST)\b",
    re.IGNORECASE,
)
_TOLD_ABROAD: Final = re.compile(
    r"\b(?:musste(?:n|st)?|mussten|muss später|müssen später|durfte(?:n)?|sollte(?:n)? eigentlich|(?:müsste|müssten)|muss man (?:sagen|zugeben)|wollten|hatten|haben (?:wir )?festgestellt|devait|devaient|dut|avons (?:constaté|trouvé)|debía|debían|tuvimos|encontramos|"
    r"пришлось|должны были|должен был|должно было|должна была|мы (?:обнаружили|нашли|решили|думали)|было необходимо|требовалось|не обязательно|не требуется)\b",
    re.IGNORECASE,
)
_ILLUSTRATES: Final = re.compile(
    r"(?:for (?:example|instance)|e\.g\.|i\.e\.|example[ :]|suppose|imagine|consider (?:a|an|the|this)|in (?:this|the following|the above|our) example|let's|say,|as an example|zum beispiel|z\.\s?b\.|beispiel|par exemple|por ejemplo|например|допустим|пример|例如|比如|例えば|たとえば|if you(?:'re| are) (?:wondering|reading))",
    re.IGNORECASE,
)
_SPOKEN: Final = re.compile(r"\b(?:I|I'm|I've|we've|we're|you're|my)\b")

_ANY_MUST: Final = re.compile("|".join(_ABROAD_MUST), re.IGNORECASE)
_ANY_SHOULD: Final = re.compile("|".join(_ABROAD_SHOULD), re.IGNORECASE)
_ANY_ALWAYS: Final = re.compile("|".join(_ABROAD_ALWAYS), re.IGNORECASE)


def masked(text: str) -> str:
    """The text with what it quotes made unreadable: code and quotations demand nothing."""
    return _MASKED.sub("`x`", text)


def is_told(text: str) -> bool:
    """Whether the sentence tells, supposes or illustrates rather than demands."""
    return bool(_TOLD.search(text) or _TOLD_ABROAD.search(text) or _ILLUSTRATES.match(text.lstrip("(*_ ")))


def is_spoken(text: str) -> bool:
    """Whether somebody speaks of themselves."""
    return bool(_SPOKEN.search(text))


def force(text: str) -> Force | None:
    """How the sentence binds; None where it does not. `text` is masked."""
    if (upper := _upper(text)) or is_told(text) or is_spoken(text):
        return upper
    return _lower(text) or _abroad(text)


def limits(text: str) -> bool:
    """Whether the sentence sets a bound in numbers."""
    return bool(_LIMIT.search(text))


def _upper(text: str) -> Force | None:
    match = _UPPER.search(text)
    if not match or text.upper() == text or "interpreted as" in text:
        return None
    forbids = bool(_UPPER_NO.search(match[0]))
    state = bool(_STATIVE.search(text) and _ALWAYS.search(text)) and "idempotent" not in text
    if match["must"]:
        return Force("MUST", 0.95, forbids, state)
    return Force("SHOULD", 0.85, forbids, state)


def _lower(text: str) -> Force | None:
    always = bool(_ALWAYS.search(text)) and not _NOT_SO.search(text)
    if must := _MUST.search(text):
        state = bool(_STATIVE.search(text)) and always and "idempotent" not in text
        return Force("must", 0.8, _forbids(must[0]), state)
    if order := _ORDERS.match(text):
        return Force("must", 0.75, bool(order["no"]), False)
    if always:
        return Force("always", 0.65, "never" in text.lower(), True)
    if able := _ABLE.search(text):
        return Force("able", 0.6, _forbids(able[0]), False)
    if should := _ADVISED.search(text):
        return Force("advised", 0.6, "discouraged" in should[0], False)
    if should := _SHOULD.search(text):
        return Force("should", 0.55, _forbids(should[0]), False)
    return Force("always", 0.6, True, True) if _NO_ONE.match(text) else None


def _forbids(words: str) -> bool:
    return bool(re.search(r"\bno|n't|never|forbid|prohib|disallow|circumst|not\b", words, re.IGNORECASE))


def _abroad(text: str) -> Force | None:
    if must := _ANY_MUST.search(text):
        near = text[max(0, must.start() - 12) : must.end() + 30]
        return Force("must", 0.8, bool(_ABROAD_NO.search(near)), bool(_ANY_ALWAYS.search(text)) and "必ず" not in text)
    if _ORDERS_ABROAD.match(text):
        return Force("must", 0.7, bool(_ABROAD_NO.search(text[:30])), False)
    if _ANY_ALWAYS.search(text):
        return Force("always", 0.6, bool(_ABROAD_NO.search(text)), True)
    if _ANY_SHOULD.search(text):
        return Force("should", 0.55, bool(_ABROAD_NO.search(text)), False)
    return None
