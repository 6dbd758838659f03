"""Secrets given away by what they are called: `DB_PASSWORD=...`, `"apiKey": "..."`, "the password is ...".

Every mention of a secret word is looked at once, where it stands; what follows it is judged by how it is written.
A literal (in quotes, in an environment line, after a flag) needs little to count as a secret, a bare word in
code or prose has to look like one.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from memory_core.domain.screen import judge
from memory_core.domain.screen.expressions import compiled
from memory_core.domain.screen.shapes import Span


class Mention(NamedTuple):
    """A secret word inside a text: the whole name around it, and which family it belongs to."""

    start: int
    end: int
    name: str
    family: str  # password | secret | token | api-key | credential
    head: str  # the name before the word, lower case
    rest: str  # the name after the word


WORDS: Final = (
    "password", "passwort", "passwd", "passphrase", "pass-phrase", "passcode", "pass", "pwd", "secret", "token",
    "credential", "kennwort", "contraseña", "contrasena", "senha", "mot de passe", "key", "auth",
)  # fmt: skip
_FAMILY: Final = {
    "secret": "secret",
    "token": "token",
    "credential": "credential",
    "key": "api-key",
    "auth": "credential",
}
_NAME_AFTER: Final = r"[\w-]{0,200}(?:\.[a-z]\w{0,60}){0,12}"
_LAST_OF_NAME: Final = 80  # characters of a name that say what it is about
_KEYED: Final = tuple(
    """
    api access private secret account auth encrypt encryption sign signing master storage shared preshared
    license licence webhook deploy consumer service app application db database cipher aes hmac jwt rsa client
    subscription ingestion integration write root admin live openai anthropic google gemini maps aws azure
    stripe github gitlab slack heroku datadog algolia mailgun sendgrid twilio cloudflare honeycomb segment
    mixpanel newrelic okta firebase telegram discord pusher mapbox
    """.split()
)
_NOT_KEYED: Final = r"(?:public|primary|foreign|cache|sort|partition|idempotency|routing|map|object|s3|group|host)_?\Z"
# Tokens of a language, a budget, a page.
_OTHER_KINDS: Final = (
    r"(?:max|min|num|idempotency|starting|lock|request|input|output|prompt|completion|total|cached?|creation|next|page|continuation|cancel\w*|stop|pad|eos|bos|unk|sep"
    r"|cls|mask|special|lex|syntax|cursor|first|last|prev\w*|sync|change|resume|delimiter|color|design|by|com|sur|tres|en|over|under)"
    r"[_.-]?\Z"
)
_ABOUT_ONE: Final = (
    r"(?i)(?:^|[_.-]|(?<=[a-z])(?=[A-Z]))(?:types?|names?|ids?|identifier|ur[li]s?|path|files?|filename|dir|field|column|label|count|limit"
    r"|length|len|size|min|max|ttl|expir\w*|age|policy|strength|reset|prompt|hint|placeholder|headers?|param\w*|prefix|suffix|pattern"
    r"|regex|format|schema|version|provider|manager|store|storage|service|endpoint|required|enabled|scopes?|usage|budget|window|rate"
    r"|cost|index|hash\w*|digest|alg\w*|method|class|factory|errors?|rotation|arn|ref|env|var|source|kind|status|state|at|valid\w*"
    r"|stdin|bucket|ring|chain|board|word|frame|less|gen\w*|iz\w+|s|ed|es|ing|ly|ary|ive)\Z"
)
_CLOSE: Final = r"(?:\\?[\"'`\])*_]){0,4}"
_ASSIGN: Final = _CLOSE + r"(\s{0,12})(=>|:=|[=!]==?|=|:|%3[dDaA]|\?=|\|)(\s{0,12})((?:\*\*\s{0,2}|`{3}\w*\s)?)"
_PAIR: Final = r"\\?[\"']?[\s,]{0,24}(?:-\s)?\\?[\"']?[vV]alue\\?[\"']?\s{0,4}[:=]\s{0,4}"
_IS: Final = (
    r"(?i)"
    + _CLOSE
    + r"\s{1,3}(?:is|was|are|ist|war|lautet|es|est|to|=|->|→)(?:\s(?:now|still|set to|just|currently|called))?:?\s{1,3}"
)
_GAP: Final = (
    r"(?i)" + _CLOSE + r"(?:[ ,]{1,2}[\w()/'@.#-]++){1,6}?\s?(?::|=|\sis:?|\swas|\sist|\slautet|\sto|,)\s{1,3}"
)
_SPACE: Final = _CLOSE + r"[ \t]{1,4}\(?"
_CALL: Final = r"\((?=\\?[\"'])"
_QUOTED: Final = (
    r"(?:[@$bfruBFRU]{1,2})?(?:\\\"(?P<a>(?:(?!\\\").){1,400}?)\\\"|\"{3}(?P<b>[^\"]{1,400})\"{3}|\"(?P<c>(?:[^\"\\\n]|\\.){1,400})\"?"
    r"|'(?P<d>(?:[^'\\\n]|\\.){1,400})'?|`(?P<e>[^`\n]{1,400})`)"
)
_BARE: Final = r"(?:[^\s\"'`<>;&,\\]++|(?![;&,](?:\s|\Z|[\w.\"'-]{1,40}[=:])|\\[nrt\"])[;&,\\])+"
_MOST: Final = 400  # characters of a value
_WHOLE_LINE: Final = r"[^\n]{1,400}"
_XML: Final = r">([^<>\n]{4,200})</"
_ATTRIBUTE: Final = r"[A-Za-z][\w-]*=(?=.)"
_PUBLIC_NAME: Final = (
    r"(?i)(?:ids?|hash|sha\d*|commit|rev|ref|e?tag|digest|uuid|version|nonce|integrity|checksum)"
    r"[\"'`)]*\s*(?:[:=>]+|is|\s)\s*[\"'`(]*\Z"
)
_LONG: Final = r"[A-Za-z0-9_+/=.~-]{20,200}"
_LONGER: Final = r"[\w+/=.~-]{0,20000}"
_BACKWARD: Final = (
    r"(?i)([^\s\"'`]{8,80})[\"'`*]{0,3}\s(?:is|as|=|ist)\s(?:the|my|our|your|a|its|das|mein)\s(?:[\w-]+\s){0,3}\Z"
)
_VERBS: Final = (" is ", " as ", " = ", " ist ", " Is ", " IS ")
_CONNECTION: Final = (
    r"(?i)(?:server|host|data source|user id|uid|user|username|endpoint|accountname|dbname|database)\s?="
)
_MARK: Final = "[redacted:"


def spans(text: str, lowered: str, word: str, at: int) -> Iterator[Span]:
    """The secret that `word` (one of WORDS), found at `at`, gives away. `lowered`: the text in lower case, as long."""
    mention = _mention(text, lowered, word, at)
    if mention and (span := _value(text, mention)):
        yield span


def _mention(text: str, lowered: str, base: str, start: int) -> Mention | None:
    """The name around a secret word; None where the name is about something else."""
    end = start + len(base)
    opened = text.rfind(_MARK, max(0, start - 40), start)
    if opened >= 0 and "]" not in text[opened:start]:
        return None  # our own mark
    first = start
    while first > max(0, start - 48) and (lowered[first - 1].isalnum() or lowered[first - 1] in "_.$-"):
        first -= 1
    head = lowered[first:start]
    if head and text[start - len(head) - 1 : start - len(head)] == "\\":  # the n of an escaped newline
        head = head[1:]
    after = compiled(_NAME_AFTER).match(text, end)
    rest = after[0] if after else ""
    if base == "key":
        known = lowered[max(0, start - 16) : start - (lowered[start - 1 : start] in (" ", "_", "-", "."))].endswith(
            _KEYED
        )
        if not known and not (
            text[start:end] == "KEY" and head.endswith("_") and not compiled(_NOT_KEYED).search(head)
        ):
            return None
    elif (
        (base == "auth" and (rest or head[-1:].isalpha()))
        or (base in ("pass", "senha") and rest[:1].isalnum())
        or (base in ("pass", "token") and compiled(_OTHER_KINDS).search(head))
    ):
        return None
    family = _FAMILY.get(base, "password")
    return Mention(start - len(head), end + len(rest), text[start - len(head) : end + len(rest)], family, head, rest)


def _value(text: str, mention: Mention) -> Span | None:
    tail = max(0, len(mention.rest) - _LAST_OF_NAME)
    about = bool(compiled(_ABOUT_ONE).search(mention.rest, tail)) and not mention.rest.upper().endswith("_BASE")
    for form in (_flagged, _assigned, _paired, _in_markup, _said):
        if span := form(text, mention, about):
            return span
    return _nearby(text, mention) if not about else None


def _kept(text: str, start: int, end: int, mention: Mention) -> Span | None:
    """The span, unless it reaches into a mark of ours."""
    if start >= end or _MARK in text[start:end] or text.startswith(_MARK, start - 1):
        return None
    return Span(start, end, mention.family)


def _flagged(text: str, mention: Mention, about: bool) -> Span | None:
    """`--password value`, `-token value`; the `=` form is an assignment."""
    if about or not mention.name.startswith("-"):
        return None
    space = compiled(r"[ \t]{1,4}").match(text, mention.end)
    if not space:
        return None
    start, end, _ = _read(text, space.end())
    value = text[start:end]
    password = mention.family == "password"
    if value and (judge.literal_secret(value, password) or judge.wordlike_secret(value, password)):
        return _kept(text, start, end, mention)
    return None


def _assigned(text: str, mention: Mention, about: bool) -> Span | None:
    sign = compiled(_ASSIGN).match(text, mention.end)
    if not sign:
        return None
    start, end, quoted = _read(text, sign.end())
    value = text[start:end]
    broken = "\n" in sign[3] or "`" in sign[4]
    if _accepted(text, mention, value, sign, quoted, about, broken):
        return _kept(text, start, end, mention)
    return None


def _accepted(
    text: str, mention: Mention, value: str, sign: re.Match[str], quoted: bool, about: bool, broken: bool
) -> bool:
    """Whether an assigned value is a secret, by how it is written."""
    password = mention.family == "password"
    literal_form = quoted or sign[2] == "|"
    if about or sign[2] in ("==", "===", "!=", "!==", "|"):
        return literal_form and not about and _strict(value)
    if broken and not quoted:
        random = judge.entropic(value, least=0.4) if len(value) >= 20 else _strict(value)
        return random and not judge.is_reference(value) and _ends_its_line(text, sign.end() + len(value))
    if " " in value:
        return quoted and _phrase(value, mention, sign)
    close = not sign[1] and not sign[3] and sign[2] in ("=", ":=")
    shouted = mention.name.isupper()
    if close and (shouted or _in_connection_string(text, mention)):
        return judge.literal_secret(value, password) or (not quoted and judge.wordlike_secret(value, password))
    if quoted and not mention.name.lower().endswith("auth"):
        wordlike = password and len(value) >= 10 and value.islower() and judge.wordlike_secret(value, password)
        return wordlike or judge.literal_secret(value, password)
    return sign[2] != "=>" and _direct(value, password)


def _in_connection_string(text: str, mention: Mention) -> bool:
    start = max(0, mention.start - 200)
    return ";" in text[start : mention.end + 200] and bool(compiled(_CONNECTION).search(text, start, mention.start))


def _direct(value: str, password: bool) -> bool:
    """A bare value right after the name: a password, a key, or long hex and UUIDs, which the name makes secret."""
    if judge.is_secret_hex(value):
        return True
    if judge.is_code(value):
        return False
    if password:
        return judge.random_looking(value)
    return _strict(value)


def _strict(value: str) -> bool:
    """Random enough to be a secret where only the neighbourhood says so."""
    return len(value) >= 8 and not judge.is_code(value) and judge.random_looking(value) and judge.mixed(value)


def _phrase(value: str, mention: Mention, sign: re.Match[str]) -> bool:
    """A quoted value with spaces: a pass phrase, or a password of an environment line."""
    words = value.lower().split()
    if judge.is_reference(value) or judge.is_sentence(words):
        return False
    if mention.name.isupper() and sign[2] == "=" and mention.family == "password":
        return True
    return "phrase" in mention.name.lower() and len(words) >= 4


def _paired(text: str, mention: Mention, about: bool) -> Span | None:
    """`{"name": "DB_PASSWORD", "value": "..."}` and `key="Password" value="..."`."""
    pair = compiled(_PAIR).match(text, mention.end) if not about else None
    if not pair:
        return None
    start, end, _ = _read(text, pair.end())
    password = mention.family == "password"
    if judge.literal_secret(text[start:end], password) or judge.wordlike_secret(text[start:end], password):
        return _kept(text, start, end, mention)
    return None


def _in_markup(text: str, mention: Mention, about: bool) -> Span | None:
    """`<password>...</password>`."""
    if about or text[mention.start - 1 : mention.start] not in ("<", ":"):
        return None
    inside = compiled(_XML).match(text, mention.end)
    if not inside:
        return None
    password = mention.family == "password"
    if judge.literal_secret(inside[1], password) or judge.wordlike_secret(inside[1], password):
        return _kept(text, *inside.span(1), mention)
    return None


def _said(text: str, mention: Mention, about: bool) -> Span | None:
    """ "The password is ...", "token for staging: ...", `login x password y`, "... is the password"."""
    if (about and mention.rest != "s") or mention.name.lower() == "pass":  # to pass something is what code does
        return None
    for form, fit in ((_IS, _direct_in_prose), (_GAP, _only_strict), (_SPACE, _only_strict), (_CALL, _only_strict)):
        if said := compiled(form).match(text, mention.end):
            named = compiled(_ATTRIBUTE).match(text, said.end())
            start, end, quoted = _read(text, named.end() if named else said.end())
            if start < end and " " not in text[start:end] and fit(text[start:end], quoted, mention):
                return _kept(text, start, end, mention)
    first = max(0, mention.start - 120)
    first = max(first, text.rfind("\n", first, mention.start) + 1)
    if not any(verb in text[max(first, mention.start - 50) : mention.start] for verb in _VERBS):
        return None
    back = compiled(_BACKWARD).search(text, first, mention.start)
    if back and _strict(back[1]):
        return _kept(text, *back.span(1), mention)
    return None


def _direct_in_prose(value: str, quoted: bool, mention: Mention) -> bool:
    del quoted
    return _direct(value, mention.family == "password")


def _only_strict(value: str, quoted: bool, mention: Mention) -> bool:
    del quoted, mention
    return _strict(value)


def _nearby(text: str, mention: Mention) -> Span | None:
    """A long random value within 80 characters of the word, on its line."""
    limit = min(mention.end + 100, len(text))
    for newline in ("\n", "\\n"):
        stop = text.find(newline, mention.end, limit)
        limit = stop if stop >= 0 else limit
    for long in compiled(_LONG).finditer(text, mention.end, limit):
        value = long[0]
        if compiled(_PUBLIC_NAME).search(text, mention.start, long.start()):
            continue
        if not judge.is_reference(value) and judge.entropic(value, least=0.4):
            more = compiled(_LONGER).match(text, long.end())
            return _kept(text, long.start(), more.end() if more else long.end(), mention)
    return None


def _read(text: str, at: int) -> tuple[int, int, bool]:
    """Where the value that begins at `at` stands (start, end), and whether it stood in quotes."""
    if quoted := compiled(_QUOTED).match(text, at):
        start, end = quoted.span(quoted.lastgroup or 0)
        return start, end, True
    bare = compiled(_BARE).match(text, at, at + _MOST)
    if not bare:
        return at, at, False
    value = bare[0].rstrip(".,;:*")
    while value and value[-1] in ")]}" and value.count(value[-1]) > value.count("([{"[")]}".index(value[-1])]):
        value = value[:-1].rstrip(".,;:")
    return at, at + len(value), False


def _ends_its_line(text: str, at: int) -> bool:
    line = compiled(_WHOLE_LINE).match(text, at)
    return not line or not line[0].strip("`'\" \t\r.")
