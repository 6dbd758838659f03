# ruff: noqa: E501 - an expression is read in one piece
"""The modal words of requirements in German, French, Spanish, Portuguese, Italian, Russian, Chinese, Japanese and Korean."""

import re
from typing import Final

_MUST: Final = (
    # German
    r"\b(?:muss|müssen|dürfen nur|darf nur|(?:darf|dürfen)(?: \w+){0,6} (?:nicht|kein\w*|nie|niemals|nirgends|nirgendwo|keinesfalls|keineswegs|ausschließlich)|nur (?:\w+ ){1,4}(?:darf|dürfen|kann|können)|(?:kann|können) nur|auf keinen fall|keinesfalls|(?:wird|werden|ist|sind|erfolg(?:t|en)|gilt|gelten)(?: \w+){0,3} ausschließlich|(?:ist|sind) (?:verboten|untersagt|unzulässig|verpflichtend|zwingend)|(?:nicht|un)(?: )?(?:erlaubt|zulässig|gestattet)|zwingend (?:erforderlich|notwendig)|kein\w* (?:\w+ ){1,4}(?:darf|dürfen))\b",
    # French
    r"\b(?:doit|doivent|devra|devront|ne (?:doit|doivent|peut|peuvent) (?:pas|jamais|plus|en aucun cas)|(?:est|sont) (?:strictement )?(?:interdit|obligatoire)\w*|il (?:faut|est interdit)|(?:seul(?:e|s|es)?|uniquement) (?:\w+['’ ]){1,4}(?:peut|peuvent|doit|doivent)|en aucun cas|(?:est|sont|se fait|se font)(?: \w+){0,2} (?:uniquement|exclusivement)|ne peu(?:t|vent) être)\b",
    # Spanish, Portuguese, Italian
    r"\b(?:debe|deben|deberá|deberán|no (?:debe|deben|puede|pueden|se (?:permite|permiten|puede|pueden))|tienen? que|(?:está|están|queda|quedan) prohibid\w+|(?:es|son) obligatori\w+|(?:solo|sólo|únicamente) (?:\w+ ){1,4}(?:puede|pueden|debe|deben)|se permite(?:n)? (?:solo|sólo|únicamente)|en ningún caso|(?:es|son|está|están|se \w+)(?: \w+){0,2} (?:únicamente|exclusivamente))\b",
    r"\b(?:deve|devem|deverá|deverão|não (?:deve|devem|pode|podem)|é (?:proibid|obrigatóri)\w+|devono|non (?:deve|devono|può|possono)|è (?:vietat|obbligatori)\w+)\b",
    # Russian
    r"\b(?:долж(?:ен|на|но|ны)|обязан[аоы]?|нельзя|запрещ(?:ено|ены|ена|ён|ен|ается|аются)|не допуска(?:ется|ются)|недопустим[оаы]?|необходимо|требуется|требуются|обязател(?:ен|ьна|ьно|ьны)|не может|не могут|не должн\w+|(?:только|лишь) (?:\w+ ){1,3}(?:может|могут)|ни в коем случае|(?:только|исключительно) (?:через|из|по|для|с|в|на|при|после))\b",
    # Chinese, Japanese, Korean
    r"必须|必須|不得|禁止|不允许|不允許|不可以|严禁|嚴禁|不能(?!够|确定)|不应|务必|只能|仅能|仅限|仅允许|应当|以外(?:は|の)[^。]{1,30}(?:できない|できません)|のみ[^。]{0,20}(?:できる|できます|可能)|なければな(?:らない|りません)|てはな(?:らない|りません)|てはいけ(?:ない|ません)|でなければ|必ず|のみ(?:許可|可能|使用)|(?:もの|こと)とする|以[上下内]とする|とする[。）]?$|する必要がある|する必要があります|すること[。）]?$|해야 (?:한다|합니다)|하면 안 (?:된다|됩니다)|금지|필수",
)  # fmt: skip
MUST: Final = re.compile("|".join(_MUST), re.IGNORECASE)
SHOULD: Final = re.compile(
    r"\b(?:soll|sollen|sollte|sollten|(?:ist|sind) (?:erforderlich|notwendig)|devrait|devraient|debería|deberían|deveria|deveriam|dovrebbe|dovrebbero|следует|рекоменду(?:ется|ются))\b"
    r"|应该|應該|(?<![响相适对供反效回感不])应(?![用急对答变付届力当])|建议|需要(?!注意)|が必要|できない[。）]?$|できません|べき|推奨|권장",
    re.IGNORECASE,
)
ALWAYS: Final = re.compile(
    r"\b(?:immer|stets|jederzeit|niemals|nie|zu keiner zeit|zu keinem zeitpunkt|(?:ist|sind|bleib(?:t|en)) (?:\w+ )?unveränderlich|genau ein(?:e|en|er|mal|es)?|toujours|jamais|immuables?|exactement une?|n(?:e |['’])\w+ que|siempre|nunca|inmutables?|exactamente un[oa]?|sempre|imutáve\w+|всегда|никогда|неизменя\w+|идемпотент\w+|ровно (?:один|одна|одно|одну)|в любой момент|атомарн\w+|уникальн\w+)\b"
    r"|一律|始终|始終|总是|總是|永远|永遠|永不|绝不|從不|从不|不可变|不可變|幂等|冪等|恰好一次|仅一次|全局唯一|常に|決して|不変|一意|항상|절대|불변|멱등",
    re.IGNORECASE,
)
ORDERS: Final = re.compile(
    r"(?:n(?:e |['’])\w+ (?:jamais|pas|plus)|(?!il|elle|on|ce|je|tu)[a-zéèê]+(?:e|s|ez) toujours|nie(?:mals)?|immer|stets|kein\w* \w+|ne (?:jamais|pas)|jamais|toujours|nunca|siempre|no \w+(?:ar|er|ir|es)\b|никогда не|не \w+(?:ть|йте|ться)\b|всегда|исключить|обеспечить)\b|不要|请勿|勿|避免|确保|禁止",
    re.IGNORECASE,
)
NO: Final = re.compile(
    r"\b(?:nicht|kein\w*|nie|niemals|nirgends|nirgendwo|keinesfalls|verboten|untersagt|unzulässig|pas|jamais|aucun|ningún|interdit\w*|no|nunca|prohibid\w+|não|proibid\w+|non|vietat\w+|не|нельзя|запрещ\w+|недопустим\w*|никогда)\b"
    r"|不得|禁止|不允|不可|不应|严禁|不能|绝不|永不|てはな|てはいけ|ない$|안 된다|금지",
    re.IGNORECASE,
)
TOLD: Final = re.compile(
    r"\b(?:(?:war|waren|wurde|wurden|hat|haben|hatte) (?:\w+ ){0,3}nie(?:mals)?|noch nie|nie wieder|früher|ehemals|auparavant|anteriormente|раньше|ранее|musste(?:n|st)?|(?:muss|müssen) später|heute|derzeit|bisher|aujourd'hui|actuellement|actualmente|сегодня|сейчас|durfte(?:n)?|sollte(?:n)? eigentlich|(?:müsste|müssten)|muss man (?:sagen|zugeben)|wollten|hatten|haben (?:wir )?festgestellt|devait|devaient|dut|avons (?:constaté|trouvé)|debía|debían|tuvimos|encontramos|"
    r"пришлось|должны были|должен был|должно было|должна была|мы (?:обнаружили|нашли|решили|думали)|было необходимо|требовалось|не обязательно|не требуется)\b",
    re.IGNORECASE,
)

# Words without which no sentence of these languages gets far, and which hardly stand in an English one.
_WORDS: Final = frozenset(
    "der das ein eine und nicht kein keine keinen ist sind wird werden muss soll nie immer im auf für mit von zu "
    "le les une du est ne pas doit sont dans pour avec il jamais toujours et aux ces ce "
    "el los una del se debe deben nunca siempre puede está para con que por es al lo "
    "peut peuvent seul seule seuls seules nur kann können darf dürfen jede jeder solo pueden cada "
    "não deve devem os uma da em il gli della devono non che".split()
)


def is_abroad(text: str, words: frozenset[str]) -> bool:
    """Whether a sentence, or its words in lower case, may be of one of these languages."""
    return not words.isdisjoint(_WORDS) or (
        not text.isascii() and any(char > "\u036f" and char.isalpha() for char in text)
    )
