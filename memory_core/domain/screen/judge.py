"""Is a value a secret, or a placeholder, a reference, a type, a name, a word?"""

from typing import Final

from memory_core.domain.screen.expressions import compiled

# What people write where a secret would stand. Known to everybody, so worth nothing to a thief.
_STOOD_IN: Final = frozenset(
    """
    true false null nil none undefined nan void string str text int integer number bool boolean object array any
    unknown never bytes char varchar uuid binary required optional nullable sensitive encrypted plaintext plain
    hashed hash redacted masked hidden removed omitted filtered missing invalid incorrect wrong expired revoked unset
    empty blank default changeme changeit change_me placeholder example sample dummy fake mock stub todo fixme tbd test
    testing tests foo bar baz foobar secret secrets password passwd pass passphrase pwd token tokens apikey api_key
    api-key key keys value values user username admin root guest postgres mysql redis rabbitmq minio local localhost
    dev development prod production staging email input output field param params args kwargs self this super
    required_field yes no on off enabled disabled basic bearer digest negotiate oauth oauth2 jwt session cookie
    auto manual inherit current new old confirm confirmation reset forgot forgotten change update verify validate
    passwort kennwort geheim geheimnis contraseña senha readonly writeonly write-only read-only unchanged
    bcrypt argon2 argon2id scrypt pbkdf2 pbkdf2_sha256 sha1 sha256 sha384 sha512 md5 hmac hs256 hs512 rs256 es256
    base64 base32 base58 hex utf8 utf-8 ascii pkce oidc saml ldap totp hotp webauthn x509 http2
    undisclosed private public internal external implementation function method class callable import
    """.split()
)
_FILLER: Final = r"""(?ix)
    (.)\1*                                  # ****, xxxxxx, ......
  | [x*•.…·_-]{3,}[\w]{0,4}                 # ****1234
  | <[^>]*>?  | \{\{?.*  | \[.*             # <token>, {{ token }}, [redacted:...]
  | %\(?\w+\)?[sd%]? | \#\{.* | @\w+@ | __\w+__
  | \$\{.* | \$\(.* | \$[A-Za-z_]\w*\$?     # ${TOKEN}, $(pass show x), $TOKEN
  | \$\d
  | (?:your|my|our|the|some|any|insert|enter|put|replace|change|add|use|set|paste|provide)[-_. ]?\w*(?:[-_. ]\w+)*?
      [-_. ]?(?:me|here|this|it|token|key|secret|pass(?:word)?|value|credentials?)(?:[-_. ]?here)?\d*
  | (?:dummy|fake|mock|example|sample|test|placeholder|invalid|wrong|bad|old|new|valid|correct)[-_. ]?
      (?:token|key|secret|pass(?:word)?|value|credentials?|api[-_]?key)[-_]?\d{0,3}
  | (?:redacted|hidden|masked|removed|replaced|filtered|secret|password|changeme|example)[-_]?\d{0,2}
  | \.{2,}.* | .*(?:\.\.\.|…)$
    """
_CODE: Final = r"""(?x)
    [A-Za-z_@&*:][\w.:>?!&*@-]*[(\[{]                        # get_password(, os.environ[, Token{
  | [A-Za-z_]\w*(?:(?:\.|->|::|\?\.)@?[A-Za-z_]\w*[?!]?)+[,;)\]}]*$   # self.password, Token::Kind, config.api_key
  | [a-z_]+[(]
  | [:&@*!~|^=+?-]                                           # :atom, &ref, @attr, --flag, !x, |x|
  | /(?:[\w.-]+/)+[\w.-]*$ | \.{0,2}/[\w./-]+$ | ~/ | [A-Za-z]:\\   # paths
  | \w+/\d+\b | [a-z][a-z0-9+.-]*:// | arn: | urn:
    """
_EXPRESSION: Final = (
    r"\(\?|\[\^?(?:[a-z]-[a-z]|[A-Z]-[A-Z]|\d-\d|\\)|\\\\?[wsdb][*+{\\)]|\A[A-Za-z_][\w.]*=[^=]|\A\(.*\|.*\)"
)
_NAME: Final = r"[A-Za-z]+\d*(?:[-_./ ](?:[A-Za-z]*\d{0,4}|\d+[a-z]?))+"  # storage_v1_client
_SIGNS: Final = r"\w[(\[]|[)\]}][;,)\]}.]|&&|\|\||[+*/-]=|=>|\A/\^|;\w*[(;]|\)\Z|\]\Z|\}\Z|\{\Z|\(\Z"
_NAMES_ONE: Final = r"(?i)pass|secret|token|key|cred"
_MEASURE: Final = (
    r"(?i)\d+(?:[.,:/x-]\d+)*[-_ ]?(?:%|[a-z]{1,3}|chars?|characters?|bytes?|bits?|digits?|days?|hours?|min\w*"
    r"|sec\w*|times?|weeks?|months?|years?|tokens?|items?|requests?|th|st|nd|rd)?[.,;:)]*"
)
_VERSION: Final = r"(?i)v?\d+(?:\.\d+)+(?:[-+.]?\w+)*|\d{4}-\d\d-\d\d\S*|v\d+\w{0,6}"
_HEX: Final = r"(?i)(?:0x)?[0-9a-f]{7,128}"
_UUID: Final = r"(?i)[0-9a-f]{8}-(?:[0-9a-f]{4}-){3}[0-9a-f]{12}"
_DIGEST: Final = r"(?i)(?:sha\d{1,3}|md5|blake\w+|integrity|crc32)[-:=]\S*"
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
_SENTENCE: Final = frozenset(
    """
    a an the is are was be been must should can cannot can't could may not no your my our their its enter please
    to too for of at with without and or has have been least characters required invalid incorrect wrong short
    long match matches don't doesn't requires require option options argument flag flags will from when where
    then if else that this it forgot reset change use used using set field new old ist der die das bitte
    """.split()
)
_RUNS: Final = r"[a-z]+|[A-Z]+|[0-9]+|[^A-Za-z0-9]"
_PARTS: Final = r"[A-Za-z0-9]+"
_LOCAL: Final = (
    r"(?i)(?:localhost|127\.0\.0\.1|0\.0\.0\.0|::1|host\.docker\.internal|[a-z][a-z0-9_-]{0,30})?(?::\d+)?\.?"
)


def is_local(host: str) -> bool:
    """Whether a URL's host is this machine or a name without a dot, as services have in a development network."""
    return bool(compiled(_LOCAL).fullmatch(host))


def is_placeholder(value: str) -> bool:
    """Whether the value stands for a secret without being one: `<token>`, `${TOKEN}`, `changeme`, `xxxx`, `...`."""
    bare = value.strip("'\"` \t,;.!?)")
    return (
        not bare
        or bare.lower() in _STOOD_IN
        or bool(compiled(_FILLER).fullmatch(bare) or compiled(_FILLER).fullmatch(value))
    )


def is_reference(value: str) -> bool:
    """Whether the value is code or a path that leads to a secret: `get_token()`, `os.environ["X"]`, `:atom`."""
    return bool(compiled(_CODE).match(value) or compiled(_EXPRESSION).search(value))


def is_code(value: str) -> bool:
    """Whether a bare word has the brackets and signs of a program in it."""
    return bool(compiled(_SIGNS).search(value))


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
    return any(sign in "!$%^&*+~?" or (sign in "@#" and at) for at, sign in enumerate(value[:-1]))


def mixed(value: str) -> bool:
    """Whether letters and digits take turns three times (a1b, but not utf8 or user2), or odd signs stand inside."""
    return _odd_signs(value) or any(_alternating(part) for part in compiled(_PARTS).findall(value))


def _alternating(part: str) -> bool:
    return len(compiled(_TURNS).findall(part)) >= 3


def is_secret_hex(value: str) -> bool:
    """Whether a value right after a secret's name is a key in hex (20 digits and more) or a UUID."""
    bare = value.rstrip(",;.:)]}")
    hexadecimal = len(bare) >= 20 and bool(compiled(_HEX).fullmatch(bare)) and not bare.isalpha()
    return (hexadecimal or bool(compiled(_UUID).fullmatch(bare))) and len(set(bare)) > 6


def is_sentence(words: list[str]) -> bool:
    """Whether words in lower case are a message about a secret rather than one."""
    return not _SENTENCE.isdisjoint(words) or any(word.endswith((".", "!", "?", ":")) for word in words)


def literal_secret(value: str, password: bool) -> bool:
    """Whether a value written down as a literal (quoted, in an environment line, after a flag) is a secret.

    `password`: the name speaks of a password, which may be all letters or short; keys and tokens never are.
    """
    if len(value) < 4 or is_placeholder(value) or is_reference(value) or compiled(_DIGEST).fullmatch(value):
        return False
    if compiled(_VERSION).fullmatch(value) or compiled(_TICKET).fullmatch(value) or compiled(_TECH).fullmatch(value):
        return False
    letters, digits = any(map(str.isalpha, value)), any(map(str.isdigit, value))
    if not letters:
        return password and digits and len(value) >= 6
    if digits or _odd_signs(value):
        if not password and compiled(_NAME).fullmatch(value):
            return False
        return len(value) >= (5 if password else 8) and (
            bool(compiled(_HEX).fullmatch(value)) or not compiled(_MEASURE).fullmatch(value)
        )
    return False


def wordlike_secret(value: str, password: bool) -> bool:
    """Whether letters alone are a secret where nothing but a secret can stand (`DB_PASSWORD=correcthorse`)."""
    letters = value.replace("_", "").replace("-", "")
    if not letters.isalpha() or is_placeholder(value) or is_reference(value) or compiled(_NAMES_ONE).search(value):
        return False
    if is_sentence([value.lower()]) or (value[0].isupper() and value[1:].islower()):
        return False
    mixed = not value.islower() and not value.isupper() and len(compiled(_RUNS).findall(value)) > 4
    return (password and len(value) >= 6) or len(value) >= 24 or (len(value) >= 16 and mixed)
