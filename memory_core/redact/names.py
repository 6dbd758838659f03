"""The name around a trigger word: what it names, and whether that is a secret or only related to a secret."""

from typing import Final, NamedTuple

from memory_core.redact import lexicon
from memory_core.redact.expressions import compiled


class Mention(NamedTuple):
    """A secret word inside a text: the whole name around it, and which family it belongs to."""

    start: int
    end: int
    name: str
    family: str  # password | secret | token | api-key | credential | pin
    head: str  # the name before the word, lower case
    rest: str  # the name after the word
    about: bool  # whether the name is of something about a secret: its file, its length, its id

    @property
    def password(self) -> bool:
        """Whether the name is that of a password, which people choose and which may be a word."""
        return self.family in ("password", "pin")


MARK: Final = "[redacted:"
_NAME_AFTER: Final = r"[\w-]{0,200}(?:\.[a-z]\w{0,60}){0,12}"
_LAST_OF_NAME: Final = 80  # characters of a name that say what it is about
_KEYED: Final = tuple(
    """
    api access private secret account auth encrypt encryption sign signing master storage shared preshared
    license licence webhook deploy consumer service app application db database cipher aes hmac jwt rsa client
    subscription ingestion integration write root admin live openai anthropic google gemini maps aws azure
    stripe github gitlab slack heroku datadog algolia mailgun sendgrid twilio cloudflare honeycomb segment
    mixpanel newrelic okta firebase telegram discord session pusher mapbox wpa wpa2 wifi wlan fernet backup
    """.split()
)
_OF_A_NETWORK: Final = r"(?:wpa2?|wifi|wlan|shared)[ _-]?\Z"
_NOT_KEYED: Final = r"(?:public|primary|foreign|cache|sort|partition|idempotency|routing|map|object|s3|group|host)_?\Z"
# Tokens of a language, a budget, a page.
_OTHER_KINDS: Final = (
    r"(?:max|(?<!ad)min|num|idempotency|starting|lock|request|input|output|prompt|completion|total|cached?"
    r"|creation|next|page|continuation|cancel\w*|stop|pad|eos|bos|unk|sep|cls|mask|special|lex|syntax|cursor|first"
    r"|last|prev|previous|sync|change|resume|delimiter|color|design|by|com|sur|tres|en|over|under)"
    r"[_.-]?\Z"
)
_PARAMETER: Final = r"(?i)[?&;](?:([\w.-]{1,40}?)token|(?:client|app|tenant|utm)[_-]?id|\w{0,30}cursor)=\Z"
_ABOUT_ONE: Final = (
    r"(?i)(?:^|[_.-]|(?<=[a-z])(?=[A-Z]))(?:types?|names?|ids?|identifier|ur[li]s?|path|files?|filename|dir|field|column|label|count|limit"
    r"|length|len|size|min|max|ttl|expir\w*|age|policy|strength|reset|prompt|hint|placeholder|headers?|param\w*|prefix|suffix|pattern"
    r"|regex|format|schema|version|provider|manager|store|storage|service|endpoint|required|enabled|scopes?|usage|budget|window|rate"
    r"|cost|index|hash\w*|digest|alg\w*|method|class|factory|errors?|rotation|arn|ref|env|var|source|kind|status|state|at|valid\w*"
    r"|stdin|command|cmd|script|lookup|callback|json|md|py|tsx?|jsx?|ya?ml|toml|txt|go|rs|java|rb|sh|sql|html|css"
    r"|lock|cfg|conf|ini|bucket|ring|chain|board|word|frame|less|gen\w*|iz\w+|s|ed|es|ing|ly|ary|ive|ticket|issue"
    r"|authentication|auth)\Z"
)


def mention(text: str, lowered: str, base: str, start: int) -> Mention | None:
    """The name around a secret word; None if the name is about something else."""
    end = start + len(base)
    opened = text.rfind(MARK, max(0, start - 40), start)
    if opened >= 0 and "]" not in text[opened:start]:
        return None  # our own mark
    first = start
    if base[0] < "\u2e80":
        while first > max(0, start - 48) and (lowered[first - 1].isalnum() or lowered[first - 1] in "_.$-"):
            first -= 1
    head = lowered[first:start]
    if head and text[start - len(head) - 1 : start - len(head)] == "\\":  # the n of an escaped newline
        head = head[1:]
    after = compiled(_NAME_AFTER).match(text, end) if base[0] < "\u2e80" else None
    rest = after[0] if after else ""
    if not _is_ours(text, lowered, base, start, head, rest):
        return None
    tail = max(0, len(rest) - _LAST_OF_NAME)
    about = bool(compiled(_ABOUT_ONE).search(rest, tail)) and not rest.upper().endswith("_BASE")
    first = start - len(head)
    family = lexicon.FAMILY.get(base, "password")
    if base in ("key", "schlüssel") and compiled(_OF_A_NETWORK).search(lowered, max(0, start - 8), start):
        family = "password"
    return Mention(first, end + len(rest), text[first : end + len(rest)], family, head, rest, about)


def is_of_another_kind(word: str) -> bool:
    """Whether the word before "token" shows that it is a token of a language, a budget or a page."""
    return bool(compiled(_OTHER_KINDS).search(word.lower()))


def is_public_parameter(text: str, at: int) -> bool:
    """Whether the text at `at` is the value of a parameter that is no secret: a page token, a client id."""
    named = compiled(_PARAMETER).search(text, max(0, at - 60), at) if text[at - 1 : at] == "=" else None
    return named is not None and (named[1] is None or is_of_another_kind(named[1]))


def _is_ours(text: str, lowered: str, base: str, start: int, head: str, rest: str) -> bool:
    if base == "pat" and head and not head.rstrip("_-.").endswith(_KEYED):
        return False
    if base in lexicon.ALONE:
        return not head[-1:].isalnum() and not rest[:1].isalnum()
    if base in ("key", "schlüssel"):
        before = lowered[max(0, start - 16) : start - (lowered[start - 1 : start] in (" ", "_", "-", "."))]
        if before.endswith(("my", "our", "your")) and lowered.startswith(" is ", start + len(base)):
            return True
        if before.endswith(_KEYED) or (head == "" and lowered[start - 1 : start] in ("?", "&")):
            return True
        return text[start : start + 3] == "KEY" and head.endswith("_") and not compiled(_NOT_KEYED).search(head)
    return not (
        (base == "auth" and (rest or head[-1:].isalpha()))
        or head.endswith("hashed_")
        or (base in ("pass", "senha", "hasło") and (rest[:1].isalnum() or rest[1:2].islower()))
        or (base in ("pass", "token") and compiled(_OTHER_KINDS).search(head))
    )
