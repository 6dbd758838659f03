# ruff: noqa: E501 - an expression is read in one piece
"""Defaults: a key and the value that holds where nobody says otherwise."""

import re
from collections.abc import Iterator
from typing import Final

from memory_core.domain.aidd import inline, modal
from memory_core.domain.aidd.fact import Fact
from memory_core.domain.aidd.found import Found, Place, clip
from memory_core.domain.aidd.terms import CLAUSE, LEADS

_NOTHING: Final = re.compile(
    r"[-–—\s*]*|\(?(?:required|mandatory|n/?a|not set|unset|tbd|optional|see below|no default|нет|обязательн\w+|erforderlich|pflicht|requis|obligatorio|必填|必須|无|なし|—)\)?\.?",
    re.IGNORECASE,
)
_UNIT: Final = r"(?!(?:and|or|if|in|for|when|which|that|per|but|by|as|is|are|to|the|with|on|at|of|unless|where|because|so|default|und|oder|wenn|et|ou|si|par|y|o|por|по|standardmäßig)\b)[^\W\d_]{1,12}\b"
_SAID: Final = rf"`[^`\n]+`|\"[^\"\n]{{1,60}}\"|[-+]?\d[\w.,%]*(?: {_UNIT}|\s?(?:秒|分钟|小时|天|次|条|个|毫秒|分|時間|日|回|件|文字))?|(?:true|false|null|none|on|off|enabled|disabled|empty|unlimited|infinite)\b|(?-i:[A-Z][A-Z0-9_]+\b)"
_VALUE: Final = f"(?P<value>{_SAID})"
# A key with its default in brackets behind it.
_BRACKETED: Final = re.compile(
    rf"(?P<key>`[^`\n]+`|\*\*[^*\n]+\*\*)[^`(\n]{{0,40}}[(（][^()（）\n]{{0,60}}?(?:defaults?|standard(?:mäßig)?|par défaut|por defecto|по умолчанию|默认|既定)(?:\s*(?:to|is|value|:|：|=|值|为|är|wert))*\s*(?P<value>{_SAID}|[\w./~*-]+(?=\s*[)）,;]))",
    re.IGNORECASE,
)
_INSIDE: Final = re.compile(
    rf"[(（](?:[^()（）\n]{{0,60}}?[\s,;])?(?:defaults?|standard|par défaut|por defecto|по умолчанию|默认(?:值)?|既定)(?:\s*(?:to|is|value|:|：|=|值|为))*\s*(?P<value>{_SAID}|[\w./~*-]+(?=\s*[)）,;]))",
    re.IGNORECASE,
)
_BEHIND: Final = re.compile(
    rf"(?P<key>`[^`\n]+`)(?:\s*\([^()\n]{{1,40}}\))?[^`()\n]{{0,60}}?[,;—–-]\s*(?:the |by )?(?:defaults?|standard|par défaut|por defecto|по умолчанию|默认)(?:\s*(?:to|is|value|:|=))*\s*{_VALUE}",
    re.IGNORECASE,
)
_DEFAULTS_TO: Final = re.compile(
    rf"(?P<key>(?<![\w.])[^.;:\n]{{2,80}}?)\s*(?:,\s*(?:which|and)\s+)?\b(?:default(?:s|ed|ing)?(?: value)? (?:to|is|are)|(?:with|has|have|having) an? default(?: value)? of|par défaut(?: à| :)?|por defecto(?: es)?|по умолчанию(?: —| -|:)?|standardmäßig(?: auf)?|ist standardmäßig)\s*(?:the )?(?:value )?{_VALUE}",
    re.IGNORECASE,
)
# "the mode defaults to the one of its parent": whatever follows is what it is.
_DEFAULTS_TO_ANY: Final = re.compile(
    r"(?P<key>(?<![\w.])[^.;:\n]{2,80}?)\s*(?:,\s*(?:which|and)\s+)?\b(?:defaults? to|standardmäßig auf|vaut par défaut)\s+(?P<value>[\w`\"'/*][^.;:(),\n]{0,50}?)(?=\s*(?:[.;:(),\n]|$|\b(?:and|but|when|if|unless|where|which|for|using|with|to|by|instead|und|wenn|et|si|in order)\b))",
    re.IGNORECASE,
)
# "Page size is 20 unless given", "a session lasts 30 minutes by default"
_IS: Final = (
    r"(?:is|are|lasts?|runs? (?:at|every)|est|sont|dure|es|son|dura|ist|sind|beträgt|dauert|составляет|равен|равна)"
)
_UNLESS: Final = re.compile(
    rf"(?P<key>[^.;:,\n]{{2,60}}?)\s{_IS}\s(?:set to |de |d['’])?{_VALUE}[^.;:\n]{{0,20}}?[\s,(]+(?:unless (?:\w+ )?(?:otherwise )?(?:given|specified|set|overridden|configured|stated|changed|told)|by default|sofern nicht anders|standardmäßig|sauf indication contraire|par défaut|salvo que se indique|por defecto|по умолчанию|если не указано)",
    re.IGNORECASE,
)
_CODE_BY_DEFAULT: Final = re.compile(
    rf"(?P<key>`[^`\n]+`)[^`\n]{{0,120}}?[\s,(–—-]{_VALUE}\s(?:by default|par défaut|por defecto|по умолчанию|standardmäßig)",
    re.IGNORECASE,
)
# Languages without blanks between words.
_ABROAD: Final = re.compile(
    rf"(?:(?P<of>[^。；，、,.;:：\n]{{0,20}}?)(?:デフォルトの?|既定の|默认(?:的)?)(?P<key2>[^\s。；，、,.;:：はの为是\d]{{2,16}})(?:は|为|是|：)|(?P<key>[^。；，、,.;:：\n]{{1,30}}?)(?:的)?(?:默认(?:值)?(?:为|是|：|:)?|の?(?:デフォルト|既定値?|初期値)は))\s*{_VALUE}",
    re.IGNORECASE,
)
_HERE: Final = re.compile(
    rf"(?:默认(?:值)?(?:为|是|：|:)?|デフォルト(?:値)?は?|既定値?は?|по умолчанию(?: —| -|:)?)\s*{_VALUE}"
)
# "If no group is given, 0 is used."
_OTHERWISE: Final = re.compile(
    r"(?:if|when|where|wenn|falls|si|cuando)\s+(?:no (?P<none>[\w` -]{2,50}?) (?:is|are|has been|was) (?:\w+ )?(?:specified|given|set|provided|configured|passed|present|supplied|found|defined)[^,.;:\n]{0,40}|(?:the |an? )?(?P<key>[\w`. -]{2,50}?) (?:is|are) (?:\w+ )?(?:not (?:specified|given|set|provided|configured|passed|present|supplied|defined)|omitted|unset|missing|absent|left (?:out|empty|unset)|unspecified|undefined|empty))[^,.;:\n]{0,30},\s*(?:then\s+)?(?P<to>(?:the )?default(?: value)? (?:is|of)\s+|(?:it|we|this|the \w+)(?: will| shall| should| must)? (?:defaults? to|falls? back (?:to|on)|uses?)\s+)?(?:the )?(?P<value>`[^`\n]+`(?=(?:\s*\([^()]*\))?\s)|[\w`\"'/*][^.;,]{0,60}?)(?:\s+\([^()]*\))?(?P<is>\s+(?:is|are|will be|shall be) (?:\w+ )?(?:assumed|used|applied|taken|chosen|implied|maintained|kept|inherited|preserved|generated|in effect)\b|(?=[.;,\n]|$))",
    re.IGNORECASE,
)
_VALUES_OF: Final = re.compile(
    r"\b(?:values?|options?|modes?|settings?) (?:of|for) (?:the )?(?P<key>[^\s,]+(?: [^\s,]+){0,2}?)(?: (?:is|are))?$",
    re.IGNORECASE,
)
# What a named option is where it is left out: if omitted, 30 s is used.
_UNSET: Final = re.compile(
    rf"(?:if|when|wenn|si)\s+(?:it is |it's |this is )?(?:unset|omitted|not (?:set|specified|given|provided|present|supplied)|absent|empty|missing|unspecified|left out)\b[^,.;]{{0,20}},\s*(?:(?:[^.;`]{{0,40}}?\b(?:treats? (?:it|this) as|defaults? to|uses?|is|means|assumes?|falls? back to|becomes|will be)\s+(?:the )?)?{_VALUE})",
    re.IGNORECASE,
)
_CHOSEN: Final = re.compile(
    r"(?:\*\*|__)?(?P<value>`[^`\n]+`|\"[^\"\n]+\"|[\w.-]+)(?:\*\*|__)?\s*[:：]?\s*[(（]\s*(?:(?:the|by|as) )?(?:default|standard|vorgabe|par défaut|por defecto|по умолчанию|默认|デフォルト|既定)\s*[)）]",
    re.IGNORECASE,
)
_LEFT_OUT: Final = re.compile(
    r"[Aa]ngabe|angegeben|gesetzt,|gewählt,|konfiguriert,|vorhanden,|n['’](?:est|a) |no se |[Ее]сли |未|没有|不|場合"
)
_OTHERWISE_ABROAD: Final = re.compile(
    r"(?:如果|若|当)?(?:未|没有|不)(?:指定|设置|提供|填写?|配置|传)(?P<key>[^，。；,]{1,20}?)(?:时|的话)?[，,](?:则|就)?(?:使用|采用|默认为?|取|为)(?P<value>[^，。；,]{1,30})|"
    r"(?:[Ww]ird|[Ww]urde|[Ii]st|[Ss]ind) kein\w* (?P<kein>\w+(?: \w+)?) (?:angegeben|gesetzt|gewählt|konfiguriert|vorhanden),? (?:so )?(?:gilt|gelten|wird|werden) (?P<gilt>[^.;,]{2,40})|[Oo]hne (?:andere )?Angabe(?:n)? (?:gilt|gelten|wird|werden) (?:die |der |das )?(?P<ohne>\w+) (?P<v3>[^.;,]{2,40})|"
    r"[Ее]сли (?P<ru>[^,.]{2,40}?) не (?:указан|задан|передан|выбран|определ[её]н)\w*, (?:то )?(?:используется|бер[её]тся|применяется|действует|считается) (?P<v4>[^.;,]{2,40})|"
    r"[Ss]i (?:aucune? )?(?P<fr>[^,.]{2,40}?) n['’](?:est|a) (?:pas )?(?:été )?(?:précisée?|fournie?|définie?|indiquée?|renseignée?), (?P<v5>[^.;,]{2,40}?) (?:est|sera) (?:utilisée?|appliquée?|retenue?)|"
    r"[Ss]i no se (?:indica|especifica|define|proporciona) (?:el |la |un |una )?(?P<es>[^,.]{2,40}?), se (?:usa|utiliza|aplica|toma) (?P<v6>[^.;,]{2,40})|"
    r"(?P<other>[^、。]{1,20}?)(?:が|を)(?:指定されない|指定しない|指定がない|未指定の|省略した|設定されていない)場合(?:は|には)?、?(?P<v2>[^、。]{1,30}?)(?:とする|を使う|を使用する|になる|となる)"
)
_MARKED: Final = re.compile(
    r"(?P<key>`[^`\n]+`|\*\*[^*\n]+\*\*|[A-Z][A-Z0-9_]+|[\w-]+(?: [\w-]+){0,3})\s*(?:[:：=]|\s[-–—]\s)\s*(?P<value>`[^`\n]+`|\"[^\"\n]+\"|[^\s()（）:,;][^()（）:,;\n]{0,40}?)\s*[(（]\s*(?:(?:the|by|as) )?(?:default|standard|vorgabe|par défaut|por defecto|по умолчанию|默认|デフォルト)\s*[)）]",
    re.IGNORECASE,
)
_DEFAULT_OF: Final = re.compile(
    rf"(?:the )?default(?: value)? (?:of|for) (?:the )?(?P<key>(?:[\w -]{{2,30}} )?`[^`\n]+`|[\w -]{{2,50}}?) (?:is|are|=|:|to|at|as|stays|remains|should be|must be|will be)\s*(?:set to )?{_VALUE}|(?:the )?default (?P<other>[\w -]{{2,40}}?) (?:is|are|=)\s*(?P<v2>`[^`\n]+`|\d[\w.,%]*(?: \w+)?|true|false|null|none|on|off|enabled|disabled)",
    re.IGNORECASE,
)
_SQL: Final = re.compile(r"\bDEFAULT\s+(?P<value>'[^']*'|\"[^\"]*\"|`[^`]*`|[\w.()-]+)")
_WORDS: Final = frozenset("TO VALUE VALUES IS FOR OF THE IN AND".split())
_PAIR: Final = re.compile(
    r"(?P<key>`[^`\n]+`|[^\s:：=|][^:：=|\n]{0,60}?)\s*(?:[:：=]|\s[-—–]+\s|→|->)\s*(?P<value>\S[^\n]*)", re.DOTALL
)
_WHY: Final = re.compile(
    r"\s+(?:[-—–]+\s+|(?:because|since|so that|weil|damit|car|porque|потому что|чтобы)\b|[(（]|;\s|//\s)|[,.]\s+|，|（|。"
)
_OWN_DEFAULT: Final = re.compile(
    r"(?P<key>`[^`\n]+`)[^\n]{0,200}?(?:\n[^\n]{0,200}?){0,6}?(?:\*\*|__)Default(?: value)?:?(?:\*\*|__)\s*:?\s*(?P<value>`[^`\n]+`|[-+]?\d[\w.,]*)",
    re.IGNORECASE,
)
_BY_DEFAULT: Final = re.compile(
    r"(?:by default|standardmäßig|par défaut|por defecto|по умолчанию|默认情况下|デフォルトでは|既定では)[,，、]?\s*",
    re.IGNORECASE,
)
_ALONE: Final = re.compile(
    rf"(?:\*\*|__)?(?:defaults?(?: value)?|standard|по умолчанию|par défaut|por defecto|默认(?:值)?|デフォルト)(?:\*\*|__)?(?:\s*[:：]|\s+(?:is|to)\b|(?=\s+[`\d\"'~/]))(?:\*\*|__)?\s*{_VALUE}",
    re.IGNORECASE,
)
_ALONE_IS: Final = re.compile(rf"(?:the )?default(?: value| setting)? (?:is|are)\s+(?:set to )?{_VALUE}", re.IGNORECASE)
_SUBJECT: Final = re.compile(
    r"(?:(?:wird|werden|ist|sind|hat|haben|\w+t) (?:der|die|das) (?P<after>\w+)|(?:le|la|les|el|los|las)\s(?P<word>\w+(?: de \w+)?)\s\w+|l['’](?P<elided>\w+)\s|(?P<ru>[а-яё]+) [а-яё]+(?:ет|ют|ит|ят|ат|ется|ются|ится|ятся)\b|(?P<ja>[^\s、。はが]{1,20})(?:は|が)|(?P<name>(?:[`\w./-]+\s){1,4}?)(?:is|are|will|uses?|runs?|has|have|does|do|gets?|wird|werden|ist|sind|est|sont|es|son|используется|является|(?<=\w )(?!this|its|as)[a-z]{2,}[^s\W]s)\b)"
)
_WOULD: Final = re.compile(
    r"\s+(?:will|would|shall|should|must|may|can|currently|always|also|that|which)\s*$", re.IGNORECASE
)
_VERB: Final = re.compile(r"\s+(?:is|are)$", re.IGNORECASE)
# What is no name of anything: it ends in the middle, or says only that there is a value.
_NO_NAME: Final = re.compile(
    r"(?:^|\s)(?:the|an?|as|to|of|its|this|current|and|or)$|^\{|^(?:currently|will|would|true|false|null|undefined)$|^(?:the )?(?:(?:possible |default )?(?:values?|settings?|options?)|not .*|(?:the )?(?:one|some|most|first|last|other)\b.*)$",
    re.IGNORECASE,
)
_ARGUMENT: Final = re.compile(r"[ =]?[<\[]?<[^<>]*>\]?$")  # of a flag
_PLAIN_VALUE: Final = re.compile(_VALUE, re.IGNORECASE)
_CUES: Final = (
    "specified",
    "given",
    " set",
    "provided",
    "configured",
    "passed",
    "present",
    "supplied",
    "omitted",
    "unset",
    "missing",
    "absent",
    "left ",
    "unspecified",
    "defined",
    "empty",
    "found",
)
_ANAPHOR: Final = re.compile(
    r"(?:it|this|that|they|there|we|you|these|those|which|what|es|das|il|elle|это|он|она)", re.IGNORECASE
)
_CODE: Final = re.compile(r"`([^`]+)`")
_ARTICLE: Final = re.compile(r"^(?:(?:the|an?|its|which|and|der|die|das|le|la|el)\s+)+", re.IGNORECASE)


def paired(text: str, line: int, place: Place) -> Iterator[Found]:
    """The default that an item of a section of defaults states, `key: value`."""
    found = inline.named(text)
    if found and found.mark and found.rest.strip():
        key, rest = found.name, found.rest
    elif match := _PAIR.match(text):
        key, rest = inline.bare(match["key"]), match["value"]
    else:
        yield from stated(text, line, place, sure=True)
        return
    if place.role == "config":
        yield from stated(text, line, place, key=found.name if found else key, sure=True)
        return
    value, why = _parted(rest)
    if fact := fact_of(key, value, why, place, line, 0.9, "defaults-section"):
        yield Found(fact)


def stated(text: str, line: int, place: Place, *, key: str = "", sure: bool = False) -> Iterator[Found]:
    """The defaults that a text names; `key` is what it is about where it does not say so itself."""
    yield from _otherwise(text, line, place)
    if not _says_default(text):
        return
    certainty = 0.85 if sure else 0.75
    if own := _OWN_DEFAULT.match(text):
        below = line + text.count("\n", 0, own.start("value"))
        yield from _found(fact_of(own["key"], own["value"], "", place, below, 0.85, "own-default"))
        return
    before = ""
    for sentence in inline.sentences(text):
        below = line + sentence.below
        if (alone := _ALONE.match(sentence.text) or (key and _ALONE_IS.match(sentence.text))) and (
            about := key or _key(before.rstrip(".:"))
        ):
            yield from _found(fact_of(about, alone["value"], "", place, below, certainty, "default-alone"))
            continue
        before = sentence.text
        if key and (inside := _INSIDE.search(sentence.text)):
            yield from _found(fact_of(key, inside["value"], "", place, below, 0.85, "default-in-brackets"))
            continue
        bracketed = [*_BRACKETED.finditer(sentence.text), *_BEHIND.finditer(sentence.text)]
        for match in bracketed:
            yield from _found(fact_of(match["key"], match["value"], "", place, below, 0.85, "default-in-brackets"))
        if bracketed:
            continue
        if given := _given(sentence.text, key):
            name, value, rule = given
            yield from _found(fact_of(name, value, "", place, below, certainty, rule))
        else:
            yield from _by_default(inline.plain(sentence.text), below, place)


def chosen(text: str, lead: str, line: int, place: Place) -> Iterator[Found]:
    """The value that a list of values marks as the default of what leads the list in."""
    match = _CHOSEN.match(text)
    head = inline.plain(inline.sentences(lead)[-1].text).rstrip(":： ") if match and lead.strip() else ""
    of = _VALUES_OF.search(head)
    if match and (name := of["key"] if of else _key(head)):
        yield from _found(fact_of(name, match["value"], "", place, line, 0.75, "marked-default"))


def _otherwise(text: str, line: int, place: Place) -> Iterator[Found]:
    """What holds where nothing is given, "if no group is given, 0 is used"."""
    if _LEFT_OUT.search(text) and (abroad := _OTHERWISE_ABROAD.search(text)):
        below = line + text.count("\n", 0, abroad.start())
        name, value = (part.strip() for part in abroad.groups() if part)
        yield from _found(fact_of(name, value, "", place, below, 0.65, "where-unset"))
    lower = text.lower()
    if not any(cue in lower for cue in _CUES):
        return
    named = inline.named(text)
    about = named.name if named and named.style == "code" else ""
    for sentence in inline.sentences(text):
        if about and (unset := _UNSET.search(sentence.text)):
            yield from _found(fact_of(about, unset["value"], "", place, line + sentence.below, 0.7, "where-unset"))
            continue
        codes = _CODE.findall(sentence.text)
        about = codes[-1] if codes and not (named and named.style == "code") else about
        match = _OTHERWISE.search(sentence.text.replace("\n", " "))
        if match is None or not (match["is"] or match["to"] or _PLAIN_VALUE.fullmatch(match["value"])):
            continue
        below = line + sentence.below + sentence.text.count("\n", 0, match.start("value"))
        name, value = match["none"] or match["key"], match["value"]
        if not modal.is_told(inline.plain(sentence.text)) and not _ANAPHOR.fullmatch(name):
            yield from _found(fact_of(_ARTICLE.sub("", name), value, "", place, below, 0.65, "where-unset"))


def _found(fact: Fact | None) -> list[Found]:
    return [Found(fact)] if fact else []


def _given(text: str, key: str) -> tuple[str, str, str] | None:
    """Key, value and rule of the one default that a sentence states."""
    if (of := _DEFAULT_OF.search(text)) and not CLAUSE.match(of["key"] or of["other"]):
        return of["key"] or of["other"], of["value"] or of["v2"], "default-of"
    if to := _DEFAULTS_TO.search(text) or _DEFAULTS_TO_ANY.search(text):
        return key or _key(to["key"]), to["value"], "defaults-to"
    if key and (here := _HERE.search(text)):
        return key, here["value"], "is-by-default"
    if unless := _UNLESS.search(text) or _CODE_BY_DEFAULT.match(text) or _ABROAD.search(text):
        name = unless.groupdict().get("key2") or unless["key"]
        return key or _key(name), unless["value"], "is-by-default"
    if marked := _MARKED.match(text):
        return marked["key"], marked["value"], "marked-default"
    sql = _SQL.search(text)
    if sql and sql["value"].upper() not in _WORDS:
        named = inline.named(text)
        return key or (named.name if named else ""), sql["value"], "sql-default"
    return None


def _by_default(said: str, line: int, place: Place) -> Iterator[Found]:
    """What a sentence says to happen by default: its subject, and the whole of it."""
    match = _BY_DEFAULT.search(said)
    if not match or len(said) > 240 or place.role in ("story", "work") or modal.is_told(said):
        return
    subject = _SUBJECT.match(said[match.end() :] if match.start() == 0 else said)
    name = next((word for word in subject.groups() if word), "").strip() if subject else ""
    if name and not _ANAPHOR.fullmatch(name) and not CLAUSE.match(name):
        yield from _found(fact_of(_ARTICLE.sub("", name), said, "", place, line, 0.6, "by-default"))


def _says_default(text: str) -> bool:
    return bool(
        re.search(
            r"default|unless|sofern|sauf indication|salvo que|если не|初期値|standardmäßig|par défaut|por defecto|умолчанию|默认|デフォルト|既定",
            text,
            re.IGNORECASE,
        )
    )


def _key(before: str) -> str:
    """What a default is of, from the words before it: the last code in them, else the words."""
    clause = _WOULD.sub("", before.rpartition(",")[2] or before)
    if _ANAPHOR.fullmatch(clause.strip()) or CLAUSE.match(clause.strip()):
        return ""
    if codes := _CODE.findall(clause):
        return str(codes[-1])
    words = _ARTICLE.sub("", inline.bare(clause).strip(" (—–-"))
    return words if words.count(" ") < 6 else ""


def _parted(rest: str) -> tuple[str, str]:
    """The value and why it is so."""
    text = inline.plain(rest)
    code = re.match(r"`[^`]+`", text)
    start = code.end() if code else 0
    match = _WHY.search(text, start)
    if not match or match.start() == 0:
        return text, ""
    why = text[match.end() :].strip(" ().;（）。-—–")
    head = match[0].strip()
    return text[: match.start()].strip(), f"{head} {why}" if head[:1].isalpha() else why


def fact_of(key: str, value: str, why: str, place: Place, line: int, certainty: float, rule: str) -> Fact | None:
    """The default, None where its key or its value says nothing."""
    name = _VERB.sub("", inline.bare(key).strip(" \"'“”"))
    name = _ARGUMENT.sub("", name) if name.startswith("-") else name
    said = inline.plain(value).strip().strip('"').removesuffix(".") if value else ""
    said = said.strip("`") if said.count("`") == 2 and said.startswith("`") and said.endswith("`") else said
    if (
        not name
        or len(name) > 80
        or _NOTHING.fullmatch(said)
        or LEADS.fullmatch(name)
        or _NO_NAME.search(name)
        or _ANAPHOR.fullmatch(said)
        or said == name
        or name.count("(") != name.count(")")
        or re.search(r"<[^<>]+>|\{\{", said + name)
    ):
        return None
    return Fact("default", clip(said), place.path, line, certainty, rule, name=name, why=clip(why))
