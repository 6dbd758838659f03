"""Secrets in places of their own: headers, command lines, URL parameters, password files, seed phrases."""

import re
from binascii import Error, a2b_base64
from collections.abc import Iterator
from functools import cache
from typing import Final, NamedTuple

from memory_core.domain.screen import chosen, judge
from memory_core.domain.screen.expressions import compiled
from memory_core.domain.screen.names import MARK
from memory_core.domain.screen.shapes import BEGINS, Span


class Place(NamedTuple):
    """Words (lower case) at which to look, what is there (any case), its kind; `line`: look from the line's start."""

    words: tuple[str, ...]
    kind: str
    expression: str
    line: bool = False


_CLIENTS: Final = (
    BEGINS.replace("{", "{{").replace("}", "}}")
    + r"{}\b(?:[^\n|;&]|\\\n){{0,200}}?\s-(?:p|a|w|P)[ \t]?[\"']?([^\s\"'`-][^\s\"'`]*)"
)
_PLACES: Final = (
    Place(
        ("bearer",), "bearer-token", r"bearer(?:[ \t]|%20|\\\s){1,12}[\"'`]?(?=[^\s\"'`]*\d)([A-Za-z0-9._~+/=%-]{12,})"
    ),
    Place(("basic",), "basic-auth", BEGINS + r"basic(?:\s|%20){1,4}([A-Za-z0-9+/_-]{8,}={0,2})"),
    Place(
        ("authorization",),
        "authorization",
        r"authorization[\"'`\]]*\s*[:=,]\s*[\"'`]?(?:(?:token|apikey|bot|ssws|digest|negotiate|splunk|key"
        r"|genietoken|basic|bearer)"
        r"[\s=]+)?[\"'`]?([^\s\"'`<>,;\\]{8,})",
    ),
    Place(
        ("curl", "wget"),
        "password",
        r"(?:curl|wget)\b[^\n]{0,400}?\s(?:-u|--user|--proxy-user|-U)[ =]?[\"']?[^\s:\"'/]+:([^\s\"'`]+)",
    ),
    Place(  # behind a space stands the database, and the password is asked for
        ("mysql", "mariadb"),
        "password",
        _CLIENTS.format(r"(?:mysql|mariadb)(?:-?dump|admin|import)?").replace("P)[ \\t]?", "P)"),
    ),
    Place(
        ("mysqladmin", "mariadb-admin"),
        "password",
        r"m\w+-?admin\b[^\n|;&]{0,200}?\spassword[ \t]{1,4}[\"']?([^\s\"'`-][^\s\"'`]*)",
    ),
    Place(("sshpass", "redis-cli"), "password", _CLIENTS.format(r"(?:sshpass|redis-cli)")),
    Place(("docker login", "podman login"), "password", _CLIENTS.format(r"(?:docker|podman)\slogin")),
    Place(
        ("mongo", "ldap"),
        "password",
        _CLIENTS.format(r"(?:mongo(?:sh|dump|restore)?|ldap(?:search|modify|add|whoami))"),
    ),
    Place(("htpasswd",), "password", r"htpasswd\b[^\n]{0,80}?\s-[a-zA-Z]*b[a-zA-Z]*\s+\S+\s+\S+\s+[\"']?([^\s\"'`]+)"),
    Place(
        ("-passin", "-passout", "-pass "),
        "password",
        r"-pass(?:in|out)?\s+(?:[\"']pass:([^\"'\n]{1,100})|pass:([^\s\"'`]+))",
    ),
    Place(("identified by", "identified with"), "password", r"identified\s(?:with\s\S{1,60}\s)?by\s+[\"']([^\"'`\n]+)"),
    Place(
        (
            "secret set",
            "secrets set",
            "secret put",
            "secrets put",
            "secret create",
            "secrets create",
            "variable set",
            "config:set",
            "config set",
        ),
        "secret",
        r"\w+[ :]\w+\b[^\n|]{0,300}?(?:\s(?:--(?:body|value|secret-string|plaintext|data|text|string"
        r"|secret-value)|-b|-v)[ =]?"
        r"|\s[A-Za-z]\w{1,60}=)[\"']?([^\s\"'`$][^\s\"'`]*)",
    ),
    Place(
        (
            "--password-stdin",
            "--with-token",
            "chpasswd",
            "secret set",
            "--stdin",
            "secret put",
            "secrets put",
            "sudo -s",
        ),
        "stdin",
        r"[^\n]{0,300}?\b(?:echo|printf)\s+(?:-\w+\s+"
        r"|[\"']%s(?:\\n)?[\"']\s+){0,3}[\"']?(?:\w+:)?([^\s\"'`|$][^\s\"'`|]*)[\"']?\s*\|[^\n]{0,200}?"
        r"(?:--password-stdin|--with-token|chpasswd|--stdin|sudo -S|secrets? (?:set|put))",
        line=True,
    ),
    Place(("digest username",), "authorization", r"digest\s[^\n]{0,400}?\bresponse=\"?([0-9a-f]{32,})"),
    Place(
        ("auth=(", "auth = (", "auth: [", "basicauth("),
        "password",
        r"\w*auth\s?[=:]?\s?[(\[]\s{0,8}[\"'][^\"'\n]{1,80}[\"'],\s{0,8}[\"']([^\"'\n]{4,200})[\"']",
    ),
    Place(
        ("<<<",),
        "password",
        r"[^\n]{0,200}?\b(?:kinit|sudo|passw\w*|login|secret|token|auth)\b[^\n]{0,120}?<<<\s?[\"']?([^\s\"'`$<>]{5,})",
        line=True,
    ),
    Place(
        ('send "', "send '", "sendline(", "send -- "),
        "typed",
        r"[^\n]{0,200}?assword[^\n]{0,60}?send(?:line)?[\s(]{1,2}(?:--\s)?b?[\"']([^\s\"'`\\$]{4,})",
        line=True,
    ),
    Place(("sqlplus", "sqlldr"), "password", r"sql\w+\s+(?:-\w+\s+){0,3}[\"']?\w+/([^\s@\"'`]{4,})@"),
    Place(
        ("sqlcmd", "mosquitto_", "az login", "openssl enc", "smbclient", "xfreerdp", "lftp"),
        "password",
        r"[\w]+\b[^\n|]{0,200}?\s(?:-(?:p|P|a|w|k)[ \t]{1,4}|/p:|-U[ \t]?[\w.\\]+%|-u[ \t]?[\w.@]+,"
        r"|/user:\S+[ \t])[\"']?([^\s\"'`-][^\s\"'`]*)",
    ),
    Place(
        (
            "credentials(",
            "credential(",
            "passwordauthentication(",
            "login(",
            "authenticate(",
            "signin(",
            "sign_in(",
            "log_in(",
        ),
        "argument",
        r"\w+\([^()\n]{0,80}?\b(?:key|\w*token|\w*secret)\s?=\s?[\"']([^\"'\n]{8,200})[\"']"
        r"|\w+\(\s{0,8}[\"'][^\"'\n]{1,80}[\"'],\s{0,8}[\"']([^\"'\n]{4,200})[\"']",
    ),
    Place(
        ("fernet(", "aesgcm(", "secretkeyspec(", "secretbox(", "createhmac(", "hmac.new(", "aes.new(", "hmac("),
        "crypto-key",
        r"\w+(?:\.new)?\(\s{0,8}(?:[\"'][\w-]{1,20}[\"'],\s?)?b?[\"']([^\"'\n]{12,200})[\"']",
    ),
    Place(
        ("jwt.sign(", "jwt.encode(", "jwt.decode(", "jwt.verify("),
        "secret",
        r"jwt\.\w+\([^\n]{0,160}?,\s?[\"']([^\"'\n]{6,200})[\"']",
    ),
    Place(
        ("connect(", "getconnection(", "new pdo(", "new mysqli(", "connectionpool("),
        "argument",
        r"(?:new\s)?\w+\(\s{0,8}[\"'][^\"'\n]{1,200}[\"'],\s{0,8}[\"'][^\"'\n]{1,80}[\"'],\s{0,8}[\"']([^\"'\n]{4,200})[\"']",
    ),
    Place(
        (
            "users create",
            "user create",
            "create user",
            "create-user",
            "createuser",
            "users add",
            "user add",
            "add-user",
            "adduser",
            "add user",
            "useradd",
            "usermod",
            "user:create",
            "user:add",
            "createsuperuser",
            "create-admin",
        ),
        "password",
        r"\S+(?:\s\w+)?\s[^\n|;]{0,240}?\s-(?:p|P|w|pw|pass)[ =][\"']?([^\s\"'`$-][^\s\"'`]{3,})",
    ),
    Place(("/bot",), "bot-token", r"/bot(\d{6,12}:[\w-]{30,})"),
    Place(
        ("/webhook", "/hooks/", "/hook/", "/reset", "/magic", "/invite", "/activate"),
        "url-token",
        r"/[\w-]+(?:/[\w.-]{1,40}){0,3}?[/=]([A-Za-z0-9_-]{20,200})(?![\w-])",
    ),
    Place(
        ("gets you ", "lets you ", "gets me ", "lets me ", "gets us ", "lets us ", "gets anyone ", "lets anyone "),
        "phrase",
        r"[^\n]{0,160}?(?<![\w/@.-])[\"'`]?([^\s\"'`()<>]{8,60})[\"'`]?\s(?:alone\s)?[gl]ets\s(?:you|me|us|anyone)\s",
        line=True,
    ),
    Place(("invalid user",), "secret", r"invalid user ([^\s\"']*[!#$%&*+][^\s\"']*)"),
    Place(
        ("chpasswd",),
        "lines",
        r"[^\n]{0,120}<<-?\s?[\"']?\w+[\"']?[^\n]{0,40}\n((?:\s{0,8}[\w.-]{1,40}:\S{4,80}\r?\n){1,40})",
        line=True,
    ),
    Place(
        (
            "backup code",
            "recovery code",
            "scratch code",
            "emergency code",
            "notfallcode",
            "ersatzcode",
            "wiederherstellungscode",
            "codes de secours",
            "codes de récupération",
            "códigos de",
            "backup-code",
            "recovery-code",
        ),
        "codes",
        r"[^\n:]{0,80}:?[ \t]*((?:\r?\n[ \t]*)?(?:[ \t\r\n,*|-]{0,12}(?:\d{6,10}|\d{4}[ -]\d{4}|"
        r"(?=[a-z-]{0,9}\d)[a-z0-9]{4,8}-[a-z0-9]{4,8}|(?=[a-f]{0,9}\d)[0-9a-f]{8,16})(?![\w-])){2,24})",
    ),
    Place(
        ("password-command", "password_command", "passcommand", "passcmd"),
        "typed",
        r"\w+[-_]?\w*\\?[\"']?[\s=:]{1,4}\\?[\"']?(?:echo|printf)\s\\?[\"']?([^\"'\n$|]{4,100})",
    ),
    Place(("hmac-sha",), "secret", r"[^\n]{0,400}?\"key\"\s?:\s?\"([^\"\s]{16,200})\"", line=True),
    Place(("ssh-keygen",), "password", r"ssh-keygen\b[^\n]{0,200}?\s-[NP]\s?[\"']([^\"'\n]{4,})[\"']"),
    Place(("7z ", "7za ", "zip -", "unzip -"), "password", _CLIENTS.format(r"(?:7za?|(?:un)?zip)")),
    Place(("requirepass", "masterauth"), "password", r"(?:requirepass|masterauth)[ \t]+[\"']?([^\s\"'`]+)"),
    Place(("sig=", "signature="), "signature", r"(?:sig|signature)=([A-Za-z0-9%+/=_-]{20,})"),
    Place((":5432:", ":5433:", ":6432:"), "password", r"[\w.*-]+:\d+:[^:\s]+:[^:\s]+:(\S+)", line=True),
    Place(
        ("heroku",),
        "heroku-key",
        r"heroku[^\n]{0,60}?\b([0-9a-f]{8}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{4}-[0-9a-f]{12})\b",
    ),
    Place(("okta", "ssws"), "okta-token", r"(?:okta|ssws)[^\n]{0,60}?(?<![\w-])(00[A-Za-z0-9_-]{38,44})(?![\w-])"),
    Place(
        ("aws", "akia", "asia"),
        "aws-secret",
        r"(?:aws|akia|asia)[\s\S]{0,160}?(?<![\w+/=])([A-Za-z0-9+/]{40})(?![\w+/=])",
    ),
    Place(("cookie:", "cookie'", 'cookie"'), "cookie", r"cookie[\"'`]?\s*[:=,]\s*[\"'`]?([^\n\"'`]{1,1000})"),
    Place(
        ("mnemonic", "seed phrase", "recovery phrase", "seed:", "seed_phrase", "seed of", "wallet"),
        "seed-phrase",
        r"(?:mnemonic|seed|recovery phrase|wallet)[^\n]{0,120}?(?:[:=\n]|is\s"
        r"|[\"'`])[\s\"'`]*((?:[a-z]{3,8}\s){11,23}[a-z]{3,8})\b",
    ),
)
_ACCOUNTS: Final = ("admin", "administrator", "root", "postgres", "sa")
LOGINS: Final = frozenset(
    ("login", "logged in", "log in", "sign in", "credentials", "creds", "account", "zugang", "zugangsdaten", "konto")
)
ACCOUNTS: Final = frozenset(f"{account}/" for account in _ACCOUNTS)
WORDS: Final = frozenset(word for place in _PLACES for word in place.words)
_LOGIN: Final = (
    r"\w+(?: in)?[^\n\w]{1,4}(?:(?:as|with|als|mit|is|are) )?[\"'`]?[A-Za-z][\w.@+-]{0,60}:([^\s\"'`<>|,/]{6,80})"
)
_OF_ACCOUNT: Final = r"(?<![\w/.@-])\w+/([^\s\"'`<>|,/]{6,80})(?![/\w])"
_CRUMB: Final = r"=([^;\s=]{12,})"


def spans(text: str, word: str, at: int) -> Iterator[Span]:
    """The secrets of `text` that stand where `word` (one of WORDS), found at `at`, leads to."""
    for place in _places()[word]:
        yield from _at_place(text, place, at)


def logins(text: str, word: str, at: int) -> Iterator[Span]:
    """The password of `login jo:kitty-1987` and of `admin/kitty1987`, where `word`, of LOGINS or ACCOUNTS, stands."""
    pair = compiled(_OF_ACCOUNT if word in ACCOUNTS else _LOGIN, re.IGNORECASE).match(text, at)
    value = pair[1].rstrip(".,;:!?)") if pair else ""
    if pair and judge.rank(value) >= judge.PLAIN and MARK not in value:
        yield Span(pair.start(1), pair.start(1) + len(value), "password")


@cache
def _places() -> dict[str, list[Place]]:
    return {word: [place for place in _PLACES if word in place.words] for word in WORDS}


def _at_place(text: str, place: Place, at: int) -> Iterator[Span]:
    start = text.rfind("\n", max(0, at - 300), at) + 1 if place.line else at
    match = compiled(place.expression, re.IGNORECASE).match(text, start)
    if match and place.kind in ("lines", "codes"):
        expression = r":(\S+)" if place.kind == "lines" else r"(\d{4} \d{4}|[\w][\w-]{5,18})(?![\w-])"
        for one in compiled(expression).finditer(text, *match.span(1)):
            if any(map(str.isalnum, one[1])) and not judge.is_placeholder(one[1]):
                yield Span(*one.span(1), "password" if place.kind == "lines" else "code")
    elif match and place.kind == "cookie":
        for crumb in compiled(_CRUMB).finditer(text, *match.span(1)):
            if _fits(place.kind, crumb[1]):
                yield Span(*crumb.span(1), place.kind)
    elif match and _fits(place.kind, match[which := match.lastindex or 0]):
        yield Span(*match.span(which), place.kind)


def _fits(kind: str, value: str) -> bool:
    if "[redacted:" in value or judge.is_placeholder(value):
        return False
    if kind == "seed-phrase":
        words = set(value.lower().split())
        return len(words) >= 8 and words.isdisjoint(("the", "and", "for", "from", "are", "was", "has"))
    if kind == "aws-secret":
        return judge.entropic(value)
    if kind == "basic-auth":
        return _is_user_and_password(value)
    if kind == "bearer-token":
        return (
            judge.is_secret_hex(value) or judge.entropic(value) or (judge.random_looking(value) and judge.mixed(value))
        )
    if kind in ("authorization", "bearer-token", "cookie"):
        return (
            judge.is_secret_hex(value)
            or (judge.random_looking(value) and judge.mixed(value))
            or _is_user_and_password(value)
            or (kind == "authorization" and judge.rank(value) >= judge.PLAIN)
        )
    if kind == "stdin" and judge.is_chosen_word(value):
        return True
    if kind == "typed":
        return True
    if kind in ("phrase", "url-token", "crypto-key", "argument"):
        return _stands_out(kind, value)
    if kind in ("secret", "stdin"):
        return judge.rank(value) >= judge.PLAIN
    if judge.is_reference(value) and not judge.is_dotted_secret(value):
        return False
    return not (kind == "password" and value.isdigit() and len(value) < 6)


def _is_user_and_password(value: str) -> bool:
    try:
        plain = a2b_base64(value + "=" * (-len(value) % 4))
    except (Error, ValueError):
        return False
    return b":" in plain and all(32 <= byte < 127 for byte in plain)


def _stands_out(kind: str, value: str) -> bool:
    """Whether a value is a secret where others may stand too: an argument, a piece of a URL, a word of a sentence."""
    if kind == "argument" and value[:1].isupper() and chosen.is_joined(value):
        return True
    if kind == "phrase":
        signs = any(sign in "!$%^&*+~?@#" for sign in value[:-1])
        return signs and judge.rank(value) >= judge.CHOSEN and any(map(str.isdigit, value)) and ".." not in value
    if kind == "url-token":
        return judge.entropic(value, least=0.35) or (
            judge.is_secret_hex(value) and len(value) >= 32 and "-" not in value
        )
    if kind == "crypto-key":
        return judge.rank(value) >= judge.CHOSEN or judge.entropic(value)
    return kind == "argument" and judge.rank(value) >= judge.PLAIN
