"""Is a value a secret, or a placeholder, a reference, a type, a name, a word?"""

from functools import lru_cache
from typing import Final

from memory_core.redact import lexicon
from memory_core.redact.expressions import compiled

_FILLER: Final = r"""(?ix)
    (.)\1*                                  # ****, xxxxxx, ......
  | [x*•.…·_-]{3,}[\w]{0,4}                 # ****1234
  | <[^>]*>?  | \{\{?.*  | \[.*             # <token>, {{ token }}, [redacted:...]
  | %\(?\w+\)?[sd%]? | \#\{.* | @\w+@ | __\w+__
  | \$\{.* | \$\(.* | \$[A-Za-z_]\w*\$?     # ${TOKEN}, $(pass show x), $TOKEN
  | \$\d
  | (?:your|my|our|the|some|any|insert|enter|put|replace|change|add|use|set|paste|provide)[-_. ]?\w*(?:[-_. ]\w+)*?
      [-_. ]?(?:me|here|this|it|token|key|secret|pass(?:word)?|value|credentials?)(?:[-_. ]?here)?\d{0,2}
  | (?:dummy|fake|mock|example|sample|test|placeholder|invalid|wrong|bad|old|new|valid|correct)[-_. ]?
      (?:token|key|secret|pass(?:word)?|value|credentials?|api[-_]?key)[-_]?\d{0,3}
  | (?:redacted|hidden|masked|removed|replaced|filtered|secret|password|changeme|example)[-_]?\d{0,2}
  | .*abcdefgh.* | (?:%[sdr]\W*)+ | \.{2,}.* | .*(?:\.\.\.|…)$ | .*\*{3,}.* | \#[0-9a-f]{3,8}
    """
_CODE: Final = r"""(?x)
    [A-Za-z_@&*:][\w.:>?!&*@-]*[(\[{]                        # get_password(, os.environ[, Token{
  | [A-Za-z_]\w*(?:(?:\.|->|::|\?\.)@?[A-Za-z_]\w*[?!]?)+[,;)\]}]*$   # self.password, Token::Kind, config.api_key
  | [a-z_]+[(]
  | [:&@*!~|^=+?(\\-]                                        # :atom, &ref, @attr, --flag, !x, |x|, (x
  | \$[A-Za-z_]\w*(?:-|\[|:|\.\w)                           # $self->x, $list[
  | /(?:[\w.-]+/)+[\w.-]*$ | \.{0,2}/[\w./-]+$ | ~/ | [A-Za-z]:\\   # paths
  | \w+/\d+\b | [a-z][a-z0-9+.-]*:// | arn: | urn:
    """
_EXPRESSION: Final = (
    r"\(\?|\[\^?(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|\\)|\\\\?[wsdb][*+{\\)]|\A[A-Za-z_][\w.]*=[^=]|\A\(.*\|.*\)"
)
# Each sign at its last character but for those that go on: a search then passes over all other characters at once.
_SIGNS: Final = (
    r"[()\[\]{}&|=>^;,.](?:(?<=\w[(\[])|(?<=[)\]}][;,)\]}.])|(?<=&&)|(?<=\|\|)|(?<=[+*/-]=)|(?<==>)|(?<=\A/\^)"
    r"|(?<=;)\w*[(;]|(?<=[()\]{}])\Z)"
)
_BRACKETS: Final = frozenset("()[]{};&|=^")  # without one of these there is none of the signs
_NAMES_ONE: Final = r"(?i)pass|secret|token|key|cred"
_MEASURE: Final = (
    r"(?i)\d+(?:[.,:/x-]\d+)*[-_ ]?(?:%|[a-z]{1,3}|chars?|characters?|bytes?|bits?|digits?|days?|hours?|min\w*"
    r"|sec\w*|times?|weeks?|months?|years?|tokens?|items?|requests?|th|st|nd|rd)?[.,;:)]*"
)
_VERSION: Final = r"(?i)v?\d+(?:\.\d+)+(?:[-+.]?\w+)*|\d{4}-\d\d-\d\d\S*|v\d+\w{0,6}"
_HEX: Final = r"(?i)(?:0x)?[0-9a-f]{7,128}"
_UUID: Final = r"(?i)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
_DIGEST: Final = r"(?i)(?:(?:hmac-)?sha\d{1,3}|md5|blake\w+|integrity|crc32)[-:=]\S*"
_PUBLIC_KEYS: Final = ("AAAAB3NzaC1", "AAAAC3NzaC1", "AAAAE2VjZHNh")
_TICKET: Final = r"[A-Za-z]{2,12}[-#_][A-Za-z]{0,3}\d+[a-z0-9.]{0,4}|#\d+"
_TECH: Final = (
    r"(?i)(?:sha-?\d|md5|hmac|aes|rsa|ed25519|x25519|ecdsa|p256|es256|hs256|rs256|base\d\d|utf-?\d|latin1|oauth2?|http\d?|ipv[46]"
    r"|argon2|bcrypt|pbkdf2|scrypt|x509|pkcs\d|s3|ec2|k8s|i18n|l10n|a11y|e2e|p2p|b2b|web3|log4j|mp[34]|h264|tls1|ssl3|h2|win32"
    r"|x86|amd64|arm64|python\d|node\d|php\d|java\d|py3\d*|es\d{1,4}|vue\d|neo4j|auth0|md4|sha)\w{0,12}(?:[-_.]\w+)*"
)
_MEMORY: Final = (  # what the house calls a note: in a list it follows words that may end with "token" or "key"
    r"(?:inception|elicitation|research|decisions|progress|blockers|reviews|learnings|retrospective|patterns|other)"
    r"-[0-9a-f]{12}"
)
_TURNS: Final = r"[A-Za-z]+|\d+"
_ODD: Final = frozenset("!$%^&*+~?")  # signs, before the last one of a value
_ODD_INSIDE: Final = frozenset("@#")
_RUNS: Final = r"[a-z]+|[A-Z]+|[0-9]+|[^A-Za-z0-9]"
_PARTS: Final = r"[A-Za-z0-9]+"
_LOCAL: Final = (
    r"(?i)(?:localhost|127\.0\.0\.1|0\.0\.0\.0|::1|host\.docker\.internal|[a-z][a-z0-9_-]{0,30})?(?::\d+)?\.?"
)

_REMEMBERED: Final = 256  # values: what is asked of one is asked again at once


def is_local(host: str) -> bool:
    """Whether a URL's host is this machine or a name without a dot, as services have in a development network."""
    return bool(compiled(_LOCAL).fullmatch(host))


@lru_cache(_REMEMBERED)
def is_placeholder(value: str) -> bool:
    """Whether the value is a placeholder for a secret: `<token>`, `${TOKEN}`, `changeme`, `xxxx`, `...`."""
    bare = value.strip("'\"` \t,;.!?)")
    return (
        not bare
        or bare.lower() in lexicon.STOOD_IN
        or bare.lower() in lexicon.WORDS
        or bool(compiled(_FILLER).fullmatch(bare) or (bare != value and compiled(_FILLER).fullmatch(value)))
    )


@lru_cache(_REMEMBERED)
def is_reference(value: str) -> bool:
    """Whether the value is code or a path that leads to a secret: `get_token()`, `os.environ["X"]`, `:atom`."""
    return bool(compiled(_CODE).match(value) or compiled(_EXPRESSION).search(value))


def is_of_usage(value: str) -> bool:
    """Whether a value is a placeholder in the usage text of a command: SECRETKEY, ACCESS_TOKEN."""
    return value.isupper() and value.replace("_", "").isalpha() and bool(compiled(_NAMES_ONE).search(value))


def is_code(value: str) -> bool:
    """Whether a bare word has the brackets and signs of a program in it."""
    return not _BRACKETS.isdisjoint(value) and bool(compiled(_SIGNS).search(value))


@lru_cache(_REMEMBERED)
def is_public(value: str) -> bool:
    """Whether the value has the shape of an id, a digest, a measure, a version, a date or a ticket."""
    bare = value.strip(",;.:)]}")
    return any(
        compiled(shape).fullmatch(bare) for shape in (_MEASURE, _VERSION, _HEX, _UUID, _DIGEST, _TICKET, _TECH, _MEMORY)
    )


def entropic(value: str, least: float = 0.3) -> bool:
    """Whether a value of 16 characters and more changes between letters and digits as often as chance would.

    `least` is the share of neighbours of different class; random base 62 has .65, identifiers below .3.
    """
    if (
        compiled(_HEX).fullmatch(value)
        or compiled(_UUID).fullmatch(value)
        or compiled(_DIGEST).fullmatch(value)
        or compiled(_MEMORY).fullmatch(value)
        or value.startswith(_PUBLIC_KEYS)
    ):
        return False
    parts: list[str] = compiled(_PARTS).findall(value)
    longest = max(parts, key=len, default="")
    if len(value) < 16 or len(longest) < 8 or sum(map(str.isdigit, value)) < 2:
        return False
    joined = "".join(parts)
    return len(compiled(_RUNS).findall(joined)) - 1 >= least * len(joined) and any(map(str.isalpha, joined))


def random_looking(value: str) -> bool:
    """Whether a value of 6 characters and more reads like a password or a key and not like a word, a name or an id."""
    bare = value.rstrip(",;.:)]}!?'\"`")
    if len(bare) < 6 or is_placeholder(bare) or is_reference(bare) or is_public(bare):
        return False
    letters = any(map(str.isalpha, bare))
    digits = any(map(str.isdigit, bare))
    if not letters or not (digits or _odd_signs(bare)):
        return False
    parts: list[str] = compiled(_PARTS).findall(bare)
    if len(parts) > 1 and not _odd_signs(bare):  # names, paths, hyphenated words with a number in them
        return any(len(part) >= 8 and _alternating(part) for part in parts)
    return True


def _odd_signs(value: str) -> bool:
    return not (_ODD.isdisjoint(value[:-1]) and _ODD_INSIDE.isdisjoint(value[1:-1]))


def mixed(value: str) -> bool:
    """Whether letters and digits alternate at least three times (a1b, but not utf8 or user2), or unusual signs are
    inside.
    """
    return _odd_signs(value) or any(_alternating(part) for part in compiled(_PARTS).findall(value))


def _alternating(part: str) -> bool:
    return len(compiled(_TURNS).findall(part)) >= 3


def is_secret_hex(value: str) -> bool:
    """Whether a value right after a secret's name is a key in hex (20 digits and more) or a UUID."""
    bare = value.rstrip(",;.:)]}")
    hexadecimal = len(bare) >= 20 and bool(compiled(_HEX).fullmatch(bare)) and not bare.isalpha()
    return (hexadecimal or bool(compiled(_UUID).fullmatch(bare))) and len(set(bare)) > 6


# How much a value looks like a secret, from what is none to what chance has drawn.
NOTHING, WORD, NAME, PLAIN, CHOSEN, KEY, DRAWN = range(7)
_DOTTED: Final = r"[A-Za-z]\w*(?:\.\w+)+"
_IDENTIFIER: Final = r"[a-z]\w*[A-Z]\w*|[a-z0-9]*(?:_[a-z0-9]+)+|[A-Z0-9]*(?:_[A-Z0-9]+)+"
_UPPER_TICKET: Final = r"[A-Z][A-Z0-9]{1,11}-\d+|#\d+"
_ENDING: Final = (
    r"(?:ed|ing|ings|ions?|ity|ities|ments?|ness|able|ible|al|als|ive|ous|ly|ers?|ors?|ics?|ist|ism|age|ance|ence|ent|ant|ary|ory|ful|less"
    r"|ures?|ware|words?|fields?|texts?|names?|boxe?s?|sets?|lines?|ung|lich|isch|ieren|iert|sch?utz)\Z"
)
_LETTERS: Final = r"[^\W\d_]+"


def rank(value: str) -> int:
    """NOTHING (a placeholder, a reference, code, a measure); WORD (letters alone); NAME (a word with a number, as ids,
    tickets and variables have); PLAIN (a word and a number as people choose them: kitty-1987); CHOSEN (with capitals
    or signs in it: Winter-2026); KEY (hex of 20 digits, a UUID); DRAWN (letters and digits in turns).
    """
    bare = value.rstrip(",;.:)]}'\"`")
    if (
        len(bare) < 4
        or " " in bare
        or is_placeholder(value)
        or is_placeholder(bare)
        or compiled(_DIGEST).fullmatch(bare)
    ):
        return NOTHING
    if is_secret_hex(bare):
        return KEY
    code = is_code(bare)
    if len(bare) >= 8 and not code and random_looking(bare) and mixed(bare):
        return DRAWN
    if code or (is_reference(bare) and not is_dotted_secret(bare)):
        return NOTHING
    letters, digits = any(map(str.isalpha, bare)), sum(map(str.isdigit, bare))
    if not letters:
        return NAME if digits >= 6 and bare.isdigit() else NOTHING
    if any(compiled(shape).fullmatch(bare) for shape in (_MEASURE, _VERSION, _MEMORY, _UUID)):
        return NOTHING
    if _odd_signs(bare):
        return CHOSEN if len(bare) >= 8 else PLAIN
    if not digits:
        return WORD
    return _rank_of_mixture(bare, digits)


def _rank_of_mixture(bare: str, digits: int) -> int:
    """The rank of letters and digits without odd signs."""
    if any(compiled(shape).fullmatch(bare) for shape in (_UPPER_TICKET, _TECH, _HEX)) or _has_describing_part(bare):
        return NAME
    capitals = any(map(str.isupper, bare)) and any(map(str.islower, bare))
    alternating = any(_alternating(part) for part in compiled(_PARTS).findall(bare))
    if capitals and len(bare) >= 8 and (digits >= 2 or alternating) and not bare[0].islower():
        return CHOSEN
    if compiled(_IDENTIFIER).fullmatch(bare):
        return NAME
    return PLAIN if len(bare) >= 6 else NAME


def _has_describing_part(value: str) -> bool:
    """Whether one of several parts is a word for a secret, or half of them are about secrets: db-password-2,
    reset-step-3.
    """
    words = [word.lower() for word in compiled(_LETTERS).findall(value)]
    describing = sum(word in lexicon.DESCRIBING for word in words)
    return (bool(words) and 2 * describing >= len(words)) or (
        len(words) > 1 and any(word in lexicon.WORDS for word in words)
    )


def is_named_after(value: str) -> bool:
    """Whether a name with a number is that of a technique, or of its owner: argon2id, db-password-2."""
    return bool(compiled(_TECH).fullmatch(value)) or (
        value.islower() and len(compiled(_LETTERS).findall(value)) > 1 and _has_describing_part(value)
    )


def is_dotted_word(value: str) -> bool:
    """Whether words joined by full stops are no names of a program: Bucket.Brigade, schnick.schnack."""
    words = [word.lower() for word in value.split(".")]
    known = lexicon.DESCRIBING | lexicon.WORDS
    alike = value[1:].islower() or all(word[:1].isupper() and word[1:].islower() for word in value.split("."))
    return (
        2 <= len(words) <= 4 and all(len(word) > 2 and word.isalpha() and word not in known for word in words) and alike
    )


def is_dotted_secret(value: str) -> bool:
    """Whether what has the form of an attribute is rather a password: Adm1n.Rules, Mariposa.33."""
    if not compiled(_DOTTED).fullmatch(value):
        return False
    parts = value.split(".")
    if len(parts) <= 3 and all(part[:1].isupper() for part in parts) and parts[-1][-1].isdigit():
        return True
    return parts[0][0].isupper() and any(part.isdigit() or _alternating(part) for part in parts)


def is_chosen_word(value: str) -> bool:
    """Whether letters alone may be a password, in a place where only a password can be: goldfish, tin-robot-parade."""
    words = [word.lower() for word in compiled(_LETTERS).findall(value)]
    letters = sum(map(len, words))
    if letters < 5 or letters + value.count("-") + value.count("_") != len(value):
        return False
    if value.isupper() or compiled(_IDENTIFIER).fullmatch(value) or compiled(_NAMES_ONE).search(value):
        return False
    return not (len(words) == 1 and words[0] in lexicon.DESCRIBING) and not all(
        word in lexicon.DESCRIBING for word in words
    )


def is_long_literal(value: str) -> bool:
    """Whether 24 letters and more without a name's signs are a key: a name so long has parts."""
    return value.replace("-", "").isalpha() and not compiled(_NAMES_ONE).search(value)


def is_unlike_prose(value: str) -> bool:
    """Whether a word has none of the endings of words that describe a password: iloveetl, but not "salted"."""
    return len(value) >= 7 and value.islower() and is_chosen_word(value) and not compiled(_ENDING).search(value)


def is_phrase(value: str) -> bool:
    """Whether words with spaces between them, in quotes, are a pass phrase rather than a sentence about one."""
    words = value.lower().split()
    if (
        not 2 <= len(words) <= 12
        or is_reference(value)
        or is_placeholder(value)
        or not set("()[]{}=;<>\\").isdisjoint(value)
    ):
        return False
    if any(word.endswith((".", "!", "?", ":")) for word in words[:-1]) or value[-1] in ".!?:":
        return False
    plain = [word.strip("'\"`,") for word in words]
    return lexicon.INSTRUCTING.isdisjoint(plain) and not all(word in lexicon.DESCRIBING for word in plain)
