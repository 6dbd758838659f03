"""No secret passes the choke-point, whatever carries it."""

import json
import random
import string
import urllib.parse
from base64 import b64encode

import pytest

from memory_core import redact
from tests.rows import each_row

# Every value is put together here, so that none stands in this repository.
LOWER, UPPER, DIGITS = string.ascii_lowercase, string.ascii_uppercase, string.digits
ALNUM, HEX = LOWER + UPPER + DIGITS, "0123456789abcdef"


def some(length: int, alphabet: str = ALNUM, seed: int = 1) -> str:
    """A value of `length` characters, the same on every run, with a letter and a digit in its first eight."""
    chosen = random.Random(f"{seed}/{length}/{alphabet}")
    start = "a7" if "7" in alphabet and "a" in alphabet else ("K7" if "7" in alphabet and "K" in alphabet else "")
    return start + "".join(chosen.choice(alphabet) for _ in range(length - len(start)))


def pem(kind: str = "RSA PRIVATE KEY", lines: int = 12) -> str:
    body = "\n".join(some(64, ALNUM + "+/", seed) for seed in range(lines))
    return f"-----BEGIN {kind}-----\n{body}\n{some(30)}==\n-----END {kind}-----"


def jwt() -> str:
    parts = ({"alg": "HS256", "typ": "JWT"}, {"sub": "1234567890", "name": "Jo", "iat": 1516239022})
    head, body = (b64encode(json.dumps(part).encode()).decode().rstrip("=") for part in parts)
    return f"{head}.{body}.{some(43, ALNUM + '-_')}"


def uuid(seed: int = 1) -> str:
    return "-".join(some(width, HEX, seed + width) for width in (8, 4, 4, 4, 12))


BARE = {
    "aws key id": "AK" + "IA" + some(16, UPPER + DIGITS),
    "aws session key id": "AS" + "IA" + some(16, UPPER + DIGITS),
    "aws secret key": some(40, ALNUM + "/+"),
    "github personal": "gh" + "p_" + some(36),
    "github oauth": "gh" + "o_" + some(36),
    "github server": "gh" + "s_" + some(36),
    "github fine-grained": "github" + "_pat_" + some(22) + "_" + some(59),
    "gitlab": "gl" + "pat-" + some(20, ALNUM + "-_"),
    "slack bot": "xo" + "xb-" + some(12, DIGITS) + "-" + some(12, DIGITS) + "-" + some(24),
    "slack webhook": "https://hooks.slack.com/services/T" + some(8, UPPER) + "/B" + some(8, UPPER) + "/" + some(24),
    "discord webhook": "https://discord.com/api/web" + "hooks/" + some(18, DIGITS) + "/" + some(68),
    "stripe live": "sk" + "_live_" + some(24),
    "stripe restricted": "rk" + "_live_" + some(24),
    "stripe webhook": "wh" + "sec_" + some(32),
    "openai": "s" + "k-" + some(48),
    "openai project": "s" + "k-proj-" + some(74, ALNUM + "-_"),
    "anthropic": "s" + "k-ant-api03-" + some(93, ALNUM + "-_"),
    "google": "AI" + "za" + some(35, ALNUM + "-_"),
    "google oauth": "GOC" + "SPX-" + some(28, ALNUM + "-_"),
    "jwt": jwt(),
    "npm": "np" + "m_" + some(36),
    "pypi": "py" + "pi-AgEIcHlwaS5vcmc" + some(90, ALNUM + "-_"),
    "twilio key": "S" + "K" + some(32, HEX),
    "sendgrid": "S" + "G." + some(22, ALNUM + "-_") + "." + some(43, ALNUM + "-_"),
    "mailgun": "ke" + "y-" + some(32, HEX),
    "mailchimp": some(32, HEX) + "-us" + "12",
    "telegram": some(10, "123456789") + ":" + "AA" + some(33, ALNUM + "-_"),
    "discord": "M" + some(23) + "." + some(6) + "." + some(27, ALNUM + "-_"),
    "hugging face": "h" + "f_" + some(34),
    "digital ocean": "do" + "p_v1_" + some(64, HEX),
    "shopify": "shp" + "at_" + some(32, HEX),
    "databricks": "da" + "pi" + some(32, HEX),
    "square": "sq0" + "atp-" + some(22, ALNUM + "-_"),
    "age": "AGE-" + "SECRET-KEY-1" + some(58, UPPER + DIGITS),
    "vault": "hv" + "s." + some(24),
    "azure client secret": some(3) + "8Q" + "~" + some(34, ALNUM + "-_."),
    "linear": "lin" + "_api_" + some(40),
    "grafana": "gl" + "sa_" + some(32) + "_" + some(8, HEX),
    "atlassian": "ATA" + "TT3" + some(60, ALNUM + "-_="),
    "docker": "dckr" + "_pat_" + some(27, ALNUM + "-_"),
    "bcrypt": "$2" + "b$12$" + some(53),
    "url password": "postgres" + "://app:" + some(18) + "@db.example.com:5432/prod",
    "url token": "https" + "://" + some(40) + "@git.example.com/x.git",
    "private key": pem(),
    "openssh key": pem("OPENSSH PRIVATE KEY"),
    "pgp key": pem("PGP PRIVATE KEY BLOCK"),
    "azure sas": "https://acct.blob.core.windows.net/c/f?sv=2022&si" + "g=" + some(43, ALNUM) + "%3D",
}
VALUE = some(20)
PASSWORD = "hunter" + "2xyz" + "Q9"
STORAGE_KEY = some(86, ALNUM + "+/")
LOGIN = b64encode(f"jo:{PASSWORD}".encode()).decode()
LONG_LOGIN = b64encode(f"jo:{PASSWORD}{VALUE}".encode()).decode()
SEED = "abandon ability about above absent absorb abstract absurd abuse access accident account"
NAMED = {
    "aws secret, named": ("aws_secret_access_key = " + some(40, ALNUM + "/+"), some(40, ALNUM + "/+")),
    "azure storage": (f"DefaultEndpointsProtocol=https;AccountName=a;AccountKey={STORAGE_KEY}==", STORAGE_KEY),
    "connection string": (f"Server=db;Database=x;User Id=sa;Password={PASSWORD};Encrypt=true", PASSWORD),
    "bearer": (f"Authorization: Bearer {VALUE}", VALUE),
    "basic": (f"Authorization: Basic {LOGIN}", LOGIN),
    "x-api-key": (f"-H 'X-Api-Key: {VALUE}'", VALUE),
    "npmrc": (f"//registry.example.com/:_authToken={uuid()}", uuid()),
    "environment": (f"DB_PASSWORD={PASSWORD}", PASSWORD),
    "environment, words": ("DB_PASSWORD=correct" + "horse", "correct" + "horse"),
    "environment, quoted": (f'export SECRET_KEY_BASE="{VALUE}"', VALUE),
    "environment, other key": (f"DATADOG_KEY={some(32, HEX)}", some(32, HEX)),
    "yaml": (f"  password: {PASSWORD}", PASSWORD),
    "json": (f'{{"apiKey": "{VALUE}", "debug": true}}', VALUE),
    "json, escaped": (f'{{\\"api_key\\": \\"{VALUE}\\"}}', VALUE),
    "code": (f"client = Client(api_key='{VALUE}')", VALUE),
    "elixir": (f'config :app, App.Repo, password: "{PASSWORD}", hostname: "db"', PASSWORD),
    "ruby": (f":password => '{PASSWORD}'", PASSWORD),
    "go": (f'apiToken := "{VALUE}"', VALUE),
    "toml": (f'auth_token = "{VALUE}"', VALUE),
    "flag": (f"deploy --password {PASSWORD} --host db", PASSWORD),
    "flag with sign": (f"deploy --token={VALUE}", VALUE),
    "mysql": (f"mysql -u root -p{PASSWORD} shop", PASSWORD),
    "pgpassword": (f"PGPASSWORD={PASSWORD} psql -h db", PASSWORD),
    "curl user": (f"curl -u jo:{PASSWORD} https://example.com", PASSWORD),
    "sshpass": (f"sshpass -p '{PASSWORD}' ssh jo@host", PASSWORD),
    "openssl": (f"openssl rsa -passin pass:{PASSWORD} -in k.pem", PASSWORD),
    "sql": (f"CREATE USER app WITH PASSWORD '{PASSWORD}';", PASSWORD),
    "sql, identified": (f"CREATE USER app IDENTIFIED BY '{PASSWORD}';", PASSWORD),
    "netrc": (f"machine example.com login jo password {PASSWORD}", PASSWORD),
    "pgpass": (f"db.example.com:5432:shop:app:{PASSWORD}", PASSWORD),
    "xml": (f"<password>{PASSWORD}</password>", PASSWORD),
    "name and value": (f'{{"name": "DB_PASSWORD", "value": "{PASSWORD}"}}', PASSWORD),
    "k8s": (f"- name: DB_PASSWORD\n  value: {PASSWORD}\n", PASSWORD),
    "app settings": (f'<add key="Password" value="{PASSWORD}" />', PASSWORD),
    "prose": (f"the password is {PASSWORD}, do not tell", PASSWORD),
    "prose, short": ("The password is hunter" + "2xyz.", "hunter" + "2xyz"),
    "prose, german": (f"Passwort: {PASSWORD}", PASSWORD),
    "prose, token": (f"token: {VALUE}", VALUE),
    "prose, api key": (f"the api key is `{VALUE}`", VALUE),
    "prose, with words between": (f"the password for the staging box is {PASSWORD}", PASSWORD),
    "prose, without a verb": (f"log in with password {PASSWORD} please", PASSWORD),
    "prose, backwards": (f"{PASSWORD} is the password for staging", PASSWORD),
    "prose, near": (f"use this API key from the dashboard ({some(32)}) for now", some(32)),
    "prose, next line": (f"here is the token:\n\n```\n{VALUE}\n```\n", VALUE),
    "markdown": (f"**Password:** `{PASSWORD}`", PASSWORD),
    "table": (f"| password | {PASSWORD} |", PASSWORD),
    "heroku": (f"heroku key {uuid()}", uuid()),
    "okta": ("Authorization: SSWS 00" + some(40, ALNUM + "-_"), some(40, ALNUM + "-_")),
    "cookie": (f"Cookie: theme=dark; sessionid={some(32)}", some(32)),
    "twilio token": (f"account A{'C'}{some(32, HEX, 2)}\nthen {some(32, HEX, 3)}", some(32, HEX, 3)),
    "token in hex": (f"gitea token: {some(40, HEX)}", some(40, HEX)),
    "url parameter": (f"GET /v1/x?access_token={VALUE}&page=2", VALUE),
    "url-encoded sign": (f"body=password%3D{PASSWORD}", PASSWORD),
    "wireguard": (f"PrivateKey = {some(43, ALNUM + '+/')}=", some(43, ALNUM + "+/")),
    "docker config": (f'"auth": "{LONG_LOGIN}"', LONG_LOGIN),
    "pass phrase": ('passphrase: "correct horse ' + 'battery staple"', "horse " + "battery"),
    "seed phrase": (f"mnemonic: {SEED}", "absent absorb"),
    "call": (f'client.login("jo", password("{PASSWORD}"))', PASSWORD),
    "hash in a dump": (f"('jo', '$argon2id$v=19$m=65536,t=3,p=4${some(22)}${some(43)}')", some(43)),
    "ansi": (f"\x1b[32mtoken\x1b[0m: {VALUE}", VALUE),
}  # fmt: skip
SECRETS = {**{name: (value, value) for name, value in BARE.items()}, **NAMED}
CARRIERS = {
    "prompt": "Please deploy this again.\n\n{}\n\nand tell me when it works",
    "tool result": "$ run\nok 12 files\n{}\nexit 0",
    "commit message": "fix: rotate what was leaked\n\n- the runner used\n{}\n- now it does not",
    "prose": "I looked at the log and found {} in it.",
    "windows": "first\r\n{}\r\nlast\r\n",
    "json string": '{{"content": "first\\n{}\\nlast"}}',
}
LINE_BOUND = {"pgpass", "prose, next line", "k8s", "prose, backwards"}

PUBLIC = (
    "https://acct.blob.core.windows.net/c/f?sv=2022&",
    "@db.example.com:5432/prod",
    "@git.example.com/x.git",
    "https://discord.com/api/webhooks/",
    "https://hooks.slack.com/services/",
    "postgres://app:",
)


def fragments(value: str, width: int = 12) -> set[str]:
    """Every piece of the secret that would be of use to a thief; the public parts of a URL or a frame are not."""
    for public in PUBLIC:
        value = value.replace(public, "")
    lines = [line for line in value.split("\n") if not line.startswith("-----")]
    return {line[at : at + width] for line in lines for at in range(max(1, len(line) - width + 1))}


@each_row("carrier", CARRIERS)
@each_row("name", SECRETS)
def test_no_fragment_of_a_planted_secret_is_left(name, carrier):
    if name in LINE_BOUND and carrier in ("prose", "json string"):
        pytest.skip("this kind begins or ends a line")
    planted, secret = SECRETS[name]
    if carrier == "json string":
        planted = planted.replace("\n", "\\n").replace('"', '\\"')
    text = CARRIERS[carrier].replace("{}", planted).replace("{{", "{").replace("}}", "}")
    cleaned = redact.clean(text)
    assert not [piece for piece in fragments(secret) if piece in cleaned]
    assert "[redacted:" in cleaned
    assert redact.clean(cleaned) == cleaned


@each_row("name", BARE)
@each_row(
    "wrap",
    ["'{}'", '"{}"', "`{}`", "**{}**", "({})", "<{}>", "x={},", "{}.", "\x1b[31m{}\x1b[0m", "\\n{}\\n", "=%20{}"],
)
def test_a_shape_is_met_in_any_wrapping(name, wrap):
    cleaned = redact.clean(wrap.replace("{}", BARE[name]))
    assert not [piece for piece in fragments(BARE[name]) if piece in cleaned]


@each_row(
    "name", [name for name in BARE if "key" not in name.split()[-1:] and "://" not in BARE[name]] + ["aws key id"]
)
def test_a_secret_broken_by_a_backslash_is_met(name):
    value = BARE[name]
    for at in (len(value) // 3, len(value) // 2):
        for newline in ("\\\n", "\\\r\n  "):
            cleaned = redact.clean(f"export X={value[:at]}{newline}{value[at:]}\nnext")
            assert not [
                piece
                for piece in fragments(value[:at]) | fragments(value[at:])
                if len(piece) == 12 and piece in cleaned
            ]
            assert cleaned.endswith("\nnext")


def test_private_keys_cut_listed_quoted_and_escaped():
    key = pem()
    lines = key.split("\n")
    cut = "\n".join(lines[:6])
    tail = "\n".join(lines[6:])
    holed = "\n".join([*lines[:3], "... 5 lines omitted ...", *lines[8:]])
    listed = "\n".join(f"  {number:>4}→{line}" for number, line in enumerate(lines, 1))
    diff = "\n".join(f"+{line}" for line in lines)
    quoted = "\n".join(f"> {line}" for line in lines)
    code = "\n".join(f'    "{line}\\n"' for line in lines)
    escaped = json.dumps({"type": "service_account", "private_key_id": "x", "private_key": key + "\n"})
    for text in (
        cut,
        tail,
        holed,
        listed,
        diff,
        quoted,
        code,
        escaped,
        json.dumps(escaped),
        key.replace("\n", "\r\n"),
        key.replace("\n", " "),
    ):
        cleaned = redact.clean(f"before\n{text}\nafter")
        assert not [piece for piece in fragments(key, 20) if piece in cleaned], text[:80]
        assert cleaned.startswith("before")
        assert cleaned.rstrip().endswith("after")


def test_a_percent_encoded_value_goes_whole():
    value = urllib.parse.quote("p@ss/w0rd!" + VALUE, safe="")
    cleaned = redact.clean(f"POST /login?user=jo&password={value}&next=/home")
    assert VALUE not in cleaned
    assert cleaned.endswith("&next=/home")


def test_redact_counts_what_it_found_by_kind():
    redacted = redact.redact(f"{BARE['github personal']} and {BARE['github oauth']} and password={PASSWORD}")
    assert redacted.redactions == {"github-token": 2, "password": 1}
    assert redacted.text == "[redacted:github-token] and [redacted:github-token] and password=[redacted:password]"


def test_what_surrounds_a_secret_stays_byte_for_byte():
    assert (
        redact.clean(f"a\r\n\tDB_PASSWORD={PASSWORD}  # ünïcode\x00\n")
        == "a\r\n\tDB_PASSWORD=[redacted:password]  # ünïcode\x00\n"
    )


@pytest.mark.parametrize(
    ("text", "left"),
    [
        ("a <private>b</private> c", "a  c"),
        ("a <PRIVATE>b</Private> c", "a  c"),
        ("a <private>b <private>c</private> d</private> e", "a  e"),
        ("a <private>b", "a "),
        ("a <private>b <private>c</private> d", "a "),
        ("a <private reason='x'>b</private>c", "a c"),
        ("a < private >b</ private >c", "a c"),
        ("<pri<private>x</private>vate>b</private>c", "c"),
        (
            "no tag, <privateer> neither, a stray </private> stays",
            "no tag, <privateer> neither, a stray </private> stays",
        ),
        ("x\n<private>\nmany\nlines\n</private>\ny", "x\n\ny"),
    ],
)
def test_private_parts_are_dropped(text, left):
    assert redact.clean(text) == left
