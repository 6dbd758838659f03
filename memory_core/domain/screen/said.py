"""Secrets told in prose: "the password is ...", "user jo, password ...", "... is the token", "PIN ... to 4821"."""

from collections.abc import Iterator
from typing import Final

from memory_core.domain.screen import chosen, judge, vocabulary
from memory_core.domain.screen.expressions import compiled
from memory_core.domain.screen.judge import CHOSEN, DRAWN, KEY, PLAIN
from memory_core.domain.screen.names import Mention
from memory_core.domain.screen.shapes import Span
from memory_core.domain.screen.values import CLOSE, LIKELY, MAYBE, SURE, accepted, kept, read

_VERB: Final = "|".join(vocabulary.COPULAS)
_IS: Final = (
    r"(?i)"
    + CLOSE
    + rf"(?:['’]s|\s{{1,3}}(?:(?:(?:used|going|got) to|will|should|must|has|had|might|could|may|would) be"
    rf"(?:en)?|{_VERB}|=|-+>|→|–|—|⇒)|\s?[:=])(?:\s(?:now|still|set to|changed to|just|currently|called"
    rf"|jetzt|noch|immer noch|weiterhin|siendo|toujours|encore|actually|really|simply|again|again set to"
    rf"|ancora))?:?\s{{1,3}}"
)
_PLAINLY: Final = r"(?i)\b(?:is|lautet|being|heißt|reads)\b|[’']s |[→⇒]|->"  # in other tongues an adjective may follow
_CHANGED: Final = (
    r"(?i)" + CLOSE + r"\s{1,3}(?:was|is|has been|wurde|set|changed|rotated)\s(?:[a-z]+\s){0,2}(?:to|auf)\s{1,3}"
)
_GAP: Final = (
    r"(?i)" + CLOSE + rf"((?:[ ,]{{1,2}}(?:[\w()/'@.#`~-]|:(?=//)|\[redacted:\w+\])++){{1,7}}?)\s?(?::|="
    rf"|\s(?:{_VERB}|(?:left|set|kept|still|stays|remains|is|was) at|-+>|→):?(?:\s(?:now|jetzt|still"
    rf"|noch))?|,)\s{{1,3}}"
)
_FROM: Final = (
    r"(?i)"
    + CLOSE
    + r"\s{1,3}(?:(?:was|is|has been|wurde)\s)?(?:changed|rotated|moved|went|geändert)\s(?:from|von)\s{1,3}"
    r"|" + CLOSE + r"\s{1,3}(?:from|von)\s{1,3}(?=\S{5,60}\s(?:to|auf)\s)"
)
_IT: Final = r"(?i)[^\n]{1,100}?\b(?:it is|it's|its|es ist|c'est|namely)(?:\s(?:still|now|just))?:?\s{1,3}"
_SPOKEN: Final = (
    r"[^\n:=.]{0,40}[:=]\s(?:(?:my|our|the)\s)?((?:[^\W\d_]|['’](?=\w))+(?: (?:[^\W\d_]|['’]"
    r"(?=\w))+){2,9})(?=\s\(|[.,;\n]|\Z)"
)
_THEN: Final = r"(?i)" + CLOSE + r",?\s{1,2}(?:then|but|and then|dann|aber)\s{1,2}"
_WORD: Final = r"(?i)\s(?:word|phrase|string|answer|wort)s?(?:\sis|:|=)?\s{1,3}(?=[\"“„'`«])"
_OVER_LINES: Final = r"[^\n\"]{0,60}?(?:\b(?:is|lautet)|:|=)\s{1,3}[\"“„]([^\"”“]{5,160})[\"”“]"
_PARTS: Final = r"[^\n]{0,60}\b(?:parts|halves|pieces|Teilen?)\b[^\n]{0,80}"
_PIECE_NAMES: Final = "half|part|piece|hälfte|teil|moitié|partie|mitad|parte|metà|metade|helft|halva"
_HALF: Final = rf"(?i)\b(?:first|1st|erste[rs]?|première|primera|prima|primeira|eerste|första)\s(?:{_PIECE_NAMES})\b"
_COMES: Final = rf"(?i)\s?(?:[:=(]|(?:{_VERB}|comes|follows|here)\b|[^\W\d_]+\s(?:{_VERB})\s)"
_HALF_TOLD: Final = (
    rf"(?i)\b(?:{_PIECE_NAMES})\b[^\n:=]{{0,50}}?(?:[:=]|\s(?:is|ist|est|es|è)\s)\s?[\"'`]?([^\s\"'`,;]{{3,60}})"
)
_PART: Final = r"\n[ \t*-]{0,8}(?:\w+ )?\w+[:.)] ?[\"'`]?([^\s\"'`]{2,80})[\"'`]?(?=\r?\n|\Z)"
_PROTOCOL: Final = (
    r"\bUSER [^\s]{1,60}\r?\n(?:[^\n]{0,100}\n){0,2}?[^\n]{0,40}?\bPASS ([^\s]{4,60})[ \t\"']*(?=\r?\n|\Z)"
)
_LISTED: Final = r"(?i)(?:[,(;/&|]|\b(?:user|login|username|account)\s[^\s:;,]{2,40})\s?\Z"
_THAT_IS: Final = r"(?i)\s(?:is|ist)\s([^\s\"'`,;]{6,60})"
_TO: Final = r"(?i)(?:\s[\w./-]+){0,5}\s[aà]\s"
_ITS: Final = (
    r"(?i)\b(?:it's|its|it is|use|used|try|tried|with|entered|enter|give|gave|given|need|needs|put|send"
    r"|sent|type|paste|pasted"
    r"|typed)\s[\"'`]?([^\s\"'`]{8,60})[\"'`]?(?:\s[^\n.;]{0,50})?[ (]\Z"
)
_FAR_EAST: Final = r"[^\s:：=はを是为，。]{0,24}(?:[:：=はがを는은을를是为])\s{0,3}"
_SPACE: Final = CLOSE + r"[ \t]{1,4}\(?"
_ATTRIBUTE: Final = r"[A-Za-z][\w-]*=(?=.)"
_PUBLIC_NAME: Final = (
    r"(?i)(?:ids?|request|anfrage|requête|trace|span|correlation|event|order|job|run|build|hash|sha\d*"
    r"|commit|rev|ref|e?tag|digest|uuid|version|nonce|integrity|checksum)"
    r"[\"'`)]*\s*(?:[:=>]+|is|\s)\s*[\"'`(]*\Z"
)
_LONG: Final = r"[A-Za-z0-9_+/=.~-]{20,200}"
_LONGER: Final = r"[\w+/=.~-]{0,20000}"
_BACKWARD: Final = (
    r"(?i)([^\s\"'`]{6,80})[\"'`*]{0,3}\s(?:is|as|=|ist|als)\s(?:(?:the|my|our|your|a|its|das"
    r"|mein)\s)?(?:[\w-]+\s){0,3}\Z"
)
_VERBS: Final = (" is ", " as ", " = ", " ist ", " Is ", " IS ", " als ")
_USER: Final = (
    r"(?i)(?:(?:\busers?(?:_?name)?|\blogin|\bbenutzer|\bnutzer|\busuario"
    r"|\butilisateur)\s?[:=]\s{0,3}[\w.@+-]{2,60}\s{1,3}\Z"
    r"|(?:\busers?(?:_?names?|\sid)?|\blogin|\buid|\brole"
    r"|\baccount|\bbenutzer(?:name)?|\bnutzer(?:name)?|\busuario|\butilisateur|\bkonto|\bidentifiant"
    r"|\bname|\badmin_?user|_user|\bemail|ユーザー名?|用户名?)[\"'`]?(?:\s?[:=]\s{0,3}|\s{1,3}(?:(?:is|ist|es"
    r"|est)\s)?)[\"'`„“”«「]?(?!(?:and|or|und|oder|et|ou|y|o|with)\b)[\w.@+-]{2,60}[\"'`“”»」]?"
    r"(?:\s?[,;&|/]\s{0,2}|\n\s{0,12}|\s(?:and|und|with|mit|y|et|con|avec)\s)(?:(?:the|das|dem|le"
    r"|la)\s)?[\w\"'`„-]{0,3}\Z)"
)
_ANY_USER: Final = (
    r"(?i)user|login|uid|role|account|benutzer|nutzer|usuario|utilisateur"
    r"|konto|identifiant|name|admin|email|ユーザー|用户"
)
_MACHINE: Final = r"\bmachine\s\S{1,80}\s{1,9}login\s\S{1,60}\s{1,9}\Z"
_PIN: Final = (
    rf"(?i)(?:[ ,]{{1,2}}[\w()/'@.#-]++){{0,7}}?\s?(?::|=|\s(?:{_VERB}):?)\s{{0,3}}(\d{{4,12}})(?![\w.,:/-]*\d)"
)
_FORMS: Final = (
    (_IS, LIKELY),
    (_CHANGED, LIKELY),
    (_FROM, LIKELY),
    (_TO, LIKELY),
    (_THEN, LIKELY),
    (_WORD, LIKELY),
    (_GAP, 0),
    (_SPACE, MAYBE),
    (_IT, LIKELY),
)
_ROMANCE: Final = frozenset(("clave", "contraseña", "contrasena", "senha", "mot de passe", "mdp", "parola"))
_DIVIDED: Final = (" parts", " halves", " pieces", " Teile")
_ANAPHORA: Final = ("it is", "it's", "its ", "It's", "es ist", "c'est", "namely")
_MOST_PARTS: Final = 6
_ABOUT_IT: Final = frozenset(
    """
    policy policies rule rules reset rotation length strength expiry expiration refresh prompt message error errors
    field hash digest manager store vault file path format type name id ids version validation check hint label form
    page screen link ticket issue epic migration commit change endpoint header scope limit bucket count cache
    """.split()
)  # fmt: skip


def span(text: str, called: Mention) -> Span | None:
    """The secret that the words around a name tell of."""
    if called.about and called.rest != "s":
        return None
    if called.family == "pin" and text[called.end - 1] < "\u2e80":
        told = compiled(_PIN).match(text, called.end)
        return kept(text, *told.span(1), called) if told else None
    beside = beside_user(text, called.start)
    if called.name == "PASS" and (
        spoken := compiled(_PROTOCOL).search(text, max(0, called.start - 160), called.end + 80)
    ):
        return kept(text, *spoken.span(1), called)
    if called.name.lower() == "pass" and not beside:  # to pass something is what code does
        said = compiled(_THAT_IS).match(text, called.end)
        if said:
            return kept(text, *said.span(1), called) if judge.rank(said[1]) >= PLAIN else None
        if not compiled(_LISTED).search(text, max(0, called.start - 60), called.start):
            return None
        space = compiled(_SPACE).match(text, called.end)
        start, end, quoted = read(text, space.end()) if space else (0, 0, False)
        return kept(text, start, end, called) if space and accepted(text[start:end], called, LIKELY, quoted) else None
    if (
        "phrase" in called.name.lower()
        and (spoken := compiled(_SPOKEN).match(text, called.end))
        and judge.is_phrase(spoken[1])
    ):
        return kept(text, *spoken.span(1), called)
    over = None
    if called.password and '\n"' in text[called.end : called.end + 80]:
        over = compiled(_OVER_LINES).match(text, called.end)
    if over and "\n" in over[1] and judge.is_phrase(over[1]):
        return kept(text, *over.span(1), called)
    found = _told(text, called, beside) or _backward(text, called)
    return found or (_nearby(text, called) if not called.about else None)


def parts(text: str, called: Mention) -> Iterator[Span]:
    """The pieces of a secret that somebody tells "in two parts", a line for each."""
    near = text[called.end : called.end + 80]
    half = compiled(_HALF).search(text, max(0, called.start - 60), called.start) if called.password else None
    if half and "\n" not in text[half.end() : called.start] and compiled(_COMES).match(text, called.end):
        end = text.find("\n\n", half.start(), half.start() + 500)
        for piece in compiled(_HALF_TOLD).finditer(text, half.start(), end if end >= 0 else half.start() + 500):
            if span := kept(text, *piece.span(1), called):
                yield span
        return
    told = compiled(_PARTS).match(text, called.end) if any(word in near for word in _DIVIDED) else None
    part = compiled(_PART).match(text, told.end()) if told else None
    for _ in range(_MOST_PARTS):
        if not part:
            return
        if span := kept(text, *part.span(1), called):
            yield span
        part = compiled(_PART).match(text, part.end())


def beside_user(text: str, at: int) -> bool:
    """Whether a user's name stands right before: "user jo, password ..."."""
    first = max(0, at - 100)
    for hit in compiled(_ANY_USER).finditer(text, first, at):
        for start in (hit.start(), hit.start() - 1):  # "_user" begins one earlier
            if start >= first and compiled(_USER).match(text, start, at):
                return True
    return compiled(_MACHINE).search(text, first, at) is not None if "machine " in text[first:at] else False


def _told(text: str, called: Mention, beside: bool) -> Span | None:
    asked = called._replace(family="password") if beside and called.family == "secret" else called
    forms = ((_FAR_EAST, LIKELY),) if text[called.end - 1] >= "\u2e80" else _FORMS
    near = text[called.end : called.end + 100]
    anaphora = called.password and any(word in near for word in _ANAPHORA)
    for form, surety in forms:
        if (form == _TO and called.name.lower() not in _ROMANCE) or (form == _IT and not anaphora):
            continue
        said = compiled(form).match(text, called.end)
        if not said:
            continue
        named = compiled(_ATTRIBUTE).match(text, said.end()) if form in (_GAP, _SPACE) else None
        start, end, quoted = read(text, named.end() if named else said.end())
        value = text[start:end]
        if not called.password and said[0].split()[-1:] == ["as"]:
            continue
        if form == _GAP:
            least = _least_after(said[1], called)
            shaped = judge.is_dotted_word(value) or chosen.is_compound(value)
            told = (
                ":" in said[0][-3:]
                and called.password
                and (
                    (_is_lone_word(text, value, end) and judge.is_chosen_word(value))
                    or (quoted and judge.is_phrase(value))
                )
            )
            told = told or (quoted and called.password and judge.is_phrase(value) and "phrase" in called.name.lower())
            sized = judge.rank(value) == KEY and len(value) not in (40, 64) and called.family != "credential"
            told = told or (sized and not compiled(_PUBLIC_NAME).search(said[0]) and " at " in said[0])
            fits = judge.rank(value) >= least or (least <= CHOSEN and shaped) or (told and (least < CHOSEN or sized))
        else:
            plainly = form == _IT or (form == _IS and bool(compiled(_PLAINLY).search(said[0])))
            sure = (
                (beside and form != _CHANGED)
                or (quoted and (form == _IS or called.name.isupper()))
                or (plainly and _is_lone_word(text, value, end))
            )
            sure = sure or (
                form in (_IS, _IT)
                and called.password
                and judge.rank(value) == judge.NAME
                and not value.isupper()
                and not value.isdigit()
            )
            sure = sure or (quoted and called.name.lower() == "pw")
            sure = sure or (
                form == _IS
                and called.password
                and called.name.isupper()
                and len(called.name) > 5
                and said[0].strip()[-1:].isalpha()
                and not value.isupper()
            )
            lone = called.name.lower() in ("pw", "mdp") or (text[said.end() - 1] == "(" and text[end : end + 1] == ")")
            sure = sure or (form == _SPACE and lone and called.password and judge.is_unlike_prose(value))
            sure = sure or (form == _SPACE and quoted and called.password and judge.is_unlike_prose(value))
            sure = sure or (form == _WORD and quoted and judge.is_chosen_word(value))
            many = value.count("-") >= (2 if "phrase" in called.name.lower() else 3)
            sure = sure or (form == _IS and called.password and many and judge.is_chosen_word(value))
            ends = text[end : end + 1] in (",", ".", ";", ")", "\n", "!", "?", "")
            sure = sure or (form == _IS and called.password and judge.is_dotted_word(value))
            sure = sure or (plainly and called.password and ends and judge.is_unlike_prose(value))
            sure = sure or (form == _SPACE and text.startswith("ENV ", called.start - 4) and called.name.isupper())
            far = form == _FAR_EAST and quoted and called.password
            sure = sure or (far and (judge.is_phrase(value) or judge.is_chosen_word(value)))
            likely = (
                LIKELY
                if quoted or (called.name.isupper() and "_" in called.name) or called.name.lower() == "pw"
                else surety
            )
            fits = accepted(value, asked, SURE if sure else likely, quoted)
            fits = fits or (beside and asked.password and form == _SPACE and chosen.is_joined(value))
        if fits:
            return kept(text, start, end, called)
    return None


def _is_lone_word(text: str, value: str, end: int) -> bool:
    """Whether a capitalised word ends its clause: "the password is Schneeball, ..."."""
    return (
        value[:1].isupper()
        and value[1:].islower()
        and (text[end : end + 1] in (",", ".", ";", ")", "\n", "") or text.startswith(" (", end))
        and len(value) > 5
    )


def _least_after(gap: str, called: Mention) -> int:
    """The rank that a value needs behind words that stand between it and the name."""
    words = gap.lower().replace(",", " ").split()
    if not called.password or not _ABOUT_IT.isdisjoint(words):
        return DRAWN
    return CHOSEN if not vocabulary.DESCRIBING.isdisjoint(words) else PLAIN


def _backward(text: str, called: Mention) -> Span | None:
    first = max(0, called.start - 120)
    first = max(first, text.rfind("\n", first, called.start) + 1)
    tried = called.password and compiled(r"[!#$%&*^?\d]").search(text, first, called.start)
    its = compiled(_ITS).search(text, first, called.start) if tried else None
    if its and (judge.rank(its[1]) in (CHOSEN, DRAWN) or _has_two_digits(its[1])):
        return kept(text, *its.span(1), called)
    if not any(verb in text[max(first, called.start - 50) : called.start] for verb in _VERBS):
        return None
    back = compiled(_BACKWARD).search(text, first, called.start)
    if not back:
        return None
    ends = text[called.end : called.end + 1] in ("", ".", ",", ";", ")", "\n", "!") or text.startswith(
        (" for", " of", " on", " in", " to", " für"), called.end
    )
    least_chosen = PLAIN if sum(map(str.isdigit, back[1])) > 1 else CHOSEN
    least = (least_chosen if called.password else KEY) if ends else DRAWN
    return kept(text, *back.span(1), called) if judge.rank(back[1]) >= least else None


def _has_two_digits(value: str) -> bool:
    """Whether a plain word with a number is none of a program: hedgehog55, and not step-2."""
    return judge.rank(value) == PLAIN and value.isalnum() and value[-2:].isdigit() and value[:-2].isalpha()


def _nearby(text: str, called: Mention) -> Span | None:
    """A long random value within 80 characters of the word, on its line."""
    limit = min(called.end + 100, len(text))
    for newline in ("\n", "\\n"):
        stop = text.find(newline, called.end, limit)
        limit = stop if stop >= 0 else limit
    for long in compiled(_LONG).finditer(text, called.end, limit):
        value = long[0]
        if compiled(_PUBLIC_NAME).search(text, called.start, long.start()):
            continue
        if not judge.is_reference(value) and judge.entropic(value, least=0.4):
            more = compiled(_LONGER).match(text, long.end())
            return kept(text, long.start(), more.end() if more else long.end(), called)
    return None
