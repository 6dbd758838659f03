"""What the screen lets through on two corpora, how long it takes, and each carrier that once let a secret pass."""

import json
import random
import time
from base64 import b64encode
from pathlib import Path

import pytest

from bench import redaction
from memory_core import redact
from memory_core.redact import second_opinion
from tests.properties import THOROUGH
from tests.rows import each_row
from tests.test_hooks import Client
from tests.test_no_secret_is_kept import bytes_under
from tests.test_sync import Git, keep, sync, team

__all__ = ["team"]  # a fixture of the tests of sync

EACH = 1 if THOROUGH else 8  # every row of a corpus, or every eighth
# Put together here, so that none stands in this repository as it is.
HEX32, HEX40 = (f"{random.Random(size).getrandbits(4 * size):0{size}x}" for size in (32, 40))
CHOSEN = "Winter-" + "2026"
PEOPLE = (CHOSEN, "Sommer" + "2025!", "kitty-" + "1987", "bluebird" + "77", "Fluffy_" + "2019")
ENV = f"DB_HOST=db\nDB_PASSWORD={CHOSEN}\nAPI_TOKEN={HEX40}\n"

# What let a secret pass, with how many of the values that people choose: all, or those with capitals and signs.
CARRIERS = {
    "environment": "DB_PASSWORD={}",
    "export": 'export DB_PASSWORD="{}"',
    "sql": "ALTER USER app WITH PASSWORD '{}';",
    "sql for": "SET PASSWORD FOR 'root'@'localhost' = '{}';",
    "body": "gh secret set DB_PASSWORD --body {}",
    "option": "deploy --password {} --host db",
    "attached": "mysql -uroot -p{} shop",
    "parameter": "https://shop.example.com/x?token={}&page=2",
    "userinfo": "https://editor:{}@stage.example.com/",
    "header": "-H 'X-Auth-Token: {}'",
    "yaml": "  password: {}",
    "toml": 'password = "{}"',
    "json": '{{"password": "{}"}}',
    "properties": "spring.datasource.password={}",
    "code": "client.setPassword('{}');",
    "typed": 'password: str = "{}"',
    "login": "the login is admin:{}",
    "login, slash": "log in with admin / {}",
    "pw": "pw {}",
    "table": "| user | password |\n|---|---|\n| admin | {} |",
    "row": "| password | {} |",
    "csv": "user,password\nadmin,{}",
    "insert": "INSERT INTO users (name, password) VALUES ('jo', '{}');",
    "prose": "the password is {}.",
    "prose, far": "The password for the box in the lab is {}, tell nobody",
    "backwards": "use {} as the password",
    "german": "Das Passwort lautet {}",
    "japanese": "パスワードは {} です",
    "stdin": "echo {} | docker login -u jo --password-stdin hub.example.com",
}
OF_A_TOKEN = {
    "token": "the token {}",
    "sql, hex": "ALTER USER app PASSWORD '{}'",
    "body, hex": "gh secret set NPM_TOKEN --body {}",
    "key": "https://maps.example.com/v1?key={}",
    "branch": "On branch fix/token-{}",
    "cell": "| token | {} |",
    "stdin, hex": "printf '%s' {} | gh auth login --with-token",
}


# All that the finder is fitted on.
FITTED = (
    "dev", "second", "variants", "held_out", "third", "fourth", "fifth", "sixth", "seventh", "eighth", "ninth",
    "tenth", "eleventh", "twelfth", "thirteenth", "fourteenth",
)  # fmt: skip


@pytest.mark.slow
@each_row("which", FITTED[::EACH])
def test_leaks_and_false_redactions_stay_within_the_figures(which: str) -> None:
    """Figures on texts that the fit has met; `python -m tools.fit.tasks.secrets` has those on authors it has not."""
    figures = redaction.measured(which)
    assert len(figures.redacted) <= 0.01 * figures.lookalikes, [row["id"] for row in figures.redacted]
    assert len(figures.leaked) <= 0.12 * figures.planted, [row["id"] for row in figures.leaked]
    assert len(figures.chosen_leaked) <= 0.105 * figures.chosen, [row["id"] for row in figures.chosen_leaked]


def test_of_rows_that_nobody_read_no_more_leak_than_is_told() -> None:
    """Totals alone: the other half of an author that the fit has met (docs/secrets.md); the aim is 2 %, and none."""
    figures = redaction.measured(redaction.UNMET)
    counts = (len(figures.leaked), len(figures.chosen_leaked), len(figures.redacted))
    assert figures.planted + figures.lookalikes > 400
    assert [most >= count for most, count in zip((49, 45, 4), counts, strict=True)] == [True, True, True], counts


@pytest.mark.heavy
def test_what_is_said_at_work_stays() -> None:
    """Sessions and stories that no fit has met; the aim is none (docs/secrets.md)."""
    blocks = list(redaction.session_texts())
    characters = sum(map(len, blocks))
    assert characters > 250_000
    assert redaction.false_in(blocks) / characters <= 2.5 / 100_000


@pytest.mark.heavy
def test_a_second_opinion_takes_nothing_for_a_secret_that_is_none() -> None:
    for row in [row for which in FITTED for row in redaction.read(which, "lookalikes")][::EACH]:
        assert second_opinion.clean(row["text"], thorough=True) == redact.clean(row["text"]), row["id"]


@pytest.mark.heavy
def test_cleaning_the_corpus_twice_is_cleaning_it_once() -> None:
    for row in [row for which in FITTED for row in redaction.read(which, "planted")][::EACH]:
        once = redact.clean(row["text"])
        assert redact.clean(once) == once, row["id"]


@each_row("carrier", CARRIERS)
def test_what_people_choose_is_met_behind_a_context_word(carrier: str) -> None:
    for value in PEOPLE:
        text = CARRIERS[carrier].replace("{{", "{").replace("}}", "}").replace("{}", value)
        assert value not in redact.clean(f"first line\n{text}\nlast line"), text


def test_carriers_below_one_another_are_met_as_they_are_alone(planted: dict[str, tuple[str, str]]) -> None:
    cleaned = redact.clean("\n".join(text for text, _ in planted.values()))
    assert [name for name, (_, value) in planted.items() if value in cleaned] == []


QUOTED = (
    "define('DB_PASS', '{}')", "ConvertTo-SecureString '{}' -AsPlainText -Force", "setPassword('{}')",
    "auth=('jo', '{}')", "ALTER USER app IDENTIFIED BY '{}';", "{'password': '{}'}", "ssh-keygen -f id -N '{}'",
    "password = '{}'", "{'name': 'DB_PASSWORD', 'value': '{}'}", "page.fill('#password', '{}')",
)  # fmt: skip


PAIRS = [*map(tuple, ("‘’", "’’", "‚‘", "“”", "””", "„“", "«»", "»«", "‹›")), ("« ", " »")]


@each_row("quotes", PAIRS)
@each_row("carrier", QUOTED)
def test_typographic_quotes_read_as_plain_ones(carrier: str, quotes: tuple[str, str]) -> None:
    before, behind = carrier.split("{}")
    opens, closes = quotes
    for value in (CHOSEN, "goldfish", "correct" + "horse"):
        cleaned = redact.clean(f"it’s in “a.php”:\n{typeset(before, opens, closes)}{value}{closes}{behind[1:]}")
        assert value not in cleaned
        assert cleaned.startswith(f"it’s in “a.php”:\n{typeset(before, opens, closes)}[redacted:"), "the rest stays"


def typeset(text: str, opens: str, closes: str) -> str:
    """The text with these quotes for its plain ones, by turns."""
    return "".join(part + (opens, closes)[at % 2] for at, part in enumerate(text.split("'")))[: -len(opens)]


@pytest.mark.parametrize(
    "text",
    ["The user’s password isn’t stored; it’s hashed.", "the “token” field’s “length” is 32", "“password”: “required”",
     "define(‘DB_HOST’, ‘db.example.com’)", "le « mot de passe » est « obligatoire »", "‘api_key’ → “your-key-here”",
     "ConvertTo-SecureString “$env:PASSWORD” -AsPlainText", "don’t log the users’ passwords’ hashes"],
)  # fmt: skip
def test_typographic_quotes_around_no_secret_stay(text: str) -> None:
    assert redact.clean(text) == text


DRAWN = "q7Tz9LmX2cVb8Rn4WkPd6JsY"
UUID = f"{HEX32[:8]}-{HEX32[8:12]}-4{HEX32[13:16]}-9{HEX32[17:20]}-{HEX32[20:]}"
LINKS = [
    f"https://app.example.com{path}".replace("{}", value)
    for path, values in {
        "/login?magic={}": (DRAWN, HEX32, UUID), "/auth/verify?token={}": (DRAWN, HEX40),
        "/magic-link/{}": (DRAWN, HEX32, UUID),
        "/reset-password/{}": (DRAWN, HEX40, UUID), "/password/reset/{}?email=jo%40example.com": (DRAWN, HEX40),
        "/auth/magic/{}": (DRAWN, HEX32), "/invite/{}": (DRAWN, HEX40), "/invitations/{}/accept": (DRAWN, HEX40),
        "/accept-invite?invitation={}": (DRAWN,), "/verify-email/{}": (HEX32, DRAWN), "/login/{}": (DRAWN,),
        "/verify?email=jo@example.com&hash={}": (HEX40,), "/magic?t={}": (DRAWN,), "/unsubscribe?u=12&t={}": (DRAWN,),
        "/__/auth/action?mode=signIn&oobCode={}&lang=en": (DRAWN,), "/join/{}": (DRAWN,), "/sso?ticket=ST-{}": (DRAWN,),
        "/users/password/edit?reset_password_token={}": (DRAWN,), "/join/shared_invite/zt-2abc4-{}": (DRAWN,),
        "/activate/{}": (HEX40,), "/invite?team=4&invite={}": (DRAWN,), "/sign-in/{}/": (DRAWN,),
    }.items()
    for value in values
]  # fmt: skip
ORDINARY = [
    f"https://{rest}".replace("{h}", HEX40).replace("{d}", DRAWN).replace("{u}", UUID)
    for rest in """
    github.com/acme/shop/commit/{h}
    github.com/acme/magic-link/tree/{h}/src
    github.com/acme/reset-password/commit/{h}
    github.com/acme/shop/blob/{h}/auth/verify.py
    gitlab.com/acme/invite/-/commit/{h}
    example.com/blog/how-to-reset-password-in-laravel-11
    example.com/docs/magic-link/login-with-next-14-and-auth0-in-2026
    example.com/?utm_source=x&utm_campaign=spring2024sale&utm_id=abc123
    api.example.com/items?cursor={d}
    api.example.com/items?page_token={d}
    bucket.s3.amazonaws.com/photos/{h}.png?X-Amz-Expires=3600
    example.com/login?next=/projects/{h}
    example.com/login?redirect_uri=https%3A%2F%2Fapp.example.com%2Fcb
    github.com/login/oauth/authorize?client_id={d}
    example.com/reset-password/confirm-your-email-address
    example.com/reset-password/{token}
    example.com/reset-password/:token
    example.com/login?magic=true
    example.com/auth/verify?token=<token>
    example.com/invite/{h}.png
    example.com/api/invitations/{u}
    example.com/users/{u}/invitations
    example.com/verify/orders/{u}
    docs.example.com/en/latest/auth/verify-email-with-django-4.html
    cdn.example.com/assets/login-4f9a8b7c6d5e4f3a2b1c.js
    example.com/join/us-in-berlin-2026-as-a-developer
    """.split()
]


@each_row("link", LINKS)
def test_a_link_that_lets_its_reader_in_loses_its_random_part(link: str) -> None:
    cleaned = redact.clean(f"open {link}\nnow")
    assert not [value for value in (DRAWN, HEX32, HEX40, UUID) if value in cleaned]
    assert cleaned.startswith("open https://app.example.com/")
    assert cleaned.endswith("\nnow")


@each_row("link", ORDINARY)
def test_an_ordinary_link_stays(link: str) -> None:
    assert redact.clean(f"see {link} first") == f"see {link} first"


# Where a tool takes its secret as an argument without a name.
ARGUMENTS = (
    "mc alias set shop https://s3.example.com AKFORSHOP {}",
    "mcli alias set shop https://s3.example.com shop {} --api S3v4",
    "mc config host add shop https://s3.example.com shop {}", "mc admin user add shop app {}",
    "rabbitmqctl add_user jo {}", "mc alias set shop \\\n  https://s3.example.com \\\n  shop \\\n  {}",
    "rabbitmqctl change_password jo '{}'", "composer config -g http-basic.repo.example.com jo {}",
    "composer config github-oauth.github.com {}", "cf auth jo {}", "poetry config http-basic.shop jo {}",
    "bundle config set --global gems.example.com jo:{}", "net user jo {} /add", "vault operator unseal {}",
    "winexe -U jo%{} //host cmd", "rar x -p{} old.rar", "qpdf --encrypt {} owner 256 -- a b",
    "qpdf --encrypt user {} 256 -- a b", "pdftotext -upw {} a.pdf", "swaks --auth LOGIN -au jo -ap {}",
    "xh -a jo:{} example.com", "etcdctl user add jo:{}", "expdp jo/{}@db tables=a",
    "db2 connect to shop user jo using {}", "isql shop jo {}", "netsh wlan set hostednetwork ssid=shop key={}",
    "psexec.py corp/jo:{}@host", "mvn -ep {}", "drush upwd jo {}",
    "aws ssm put-parameter --name /shop/db --type SecureString --value {}",
    "ansible-vault encrypt_string {} --name db",
)  # fmt: skip
OF_A_DRAWN_ONE = (
    "doctl auth init -t {}", "cloudflared service install {}", "influx setup -u jo -t {}",
    "dotnet nuget push a.nupkg -k {}", "vercel deploy -t {}", "ngrok config add-authtoken {}", "bw unlock {}",
    "travis encrypt SHOP={}",
)  # fmt: skip
NO_ARGUMENTS = """
mc alias set NAME URL ACCESSKEY SECRETKEY
mc alias set local http://localhost:9000 minio minio
mc alias set shop https://s3.example.com $ACCESS_KEY $SECRET_KEY
mc alias list shop; mc ls shop/photos
net use S: \\\\files\\acts /user:acts\\%USERNAME% *
mc admin user add TARGET ACCESSKEY SECRETKEY
rabbitmqctl add_user jo <password>
rabbitmqctl list_queues name messages
composer config http-basic.repo.example.com jo ${PASSWORD}
bundle config set --local path vendor/bundle
net user accounts are listed by net user
vault login is needed first, then vault operator unseal asks for three keys
bw unlock fails in CI; bw login with an API key works
cargo login comes first
ngrok authtoken is missing
aws ssm put-parameter --name /shop/region --type String --value eu-west-1
vercel deploy -t $VERCEL_TOKEN
qpdf --decrypt in.pdf out.pdf
etcdctl get shop/config --endpoints localhost:2379
http -v example.com/items page:=2
influx query -f q.flux
rar x backup.rar photos2024/
mvn -ep
poetry config virtualenvs.in-project true
expdp jo@db tables=orders directory=dumps2024
netsh wlan show profile name=shop
exp a/b@c is short
""".strip().split("\n")


@each_row("carrier", [*ARGUMENTS, *OF_A_DRAWN_ONE])
def test_a_secret_goes_that_a_tool_takes_without_a_name(carrier: str) -> None:
    for value in PEOPLE[:3] if carrier in ARGUMENTS else ["q7Tz9LmX2cVb8Rn4WkPd6JsY"]:
        assert value not in redact.clean(f"$ {carrier.replace('{}', value)}\ndone"), carrier


@each_row("text", NO_ARGUMENTS)
def test_what_tools_take_without_a_secret_stays(text: str) -> None:
    assert redact.clean(text) == text


@each_row("carrier", OF_A_TOKEN)
@each_row("value", [HEX32, HEX40])
def test_hex_is_a_secret_behind_a_context_word(carrier: str, value: str) -> None:
    text = OF_A_TOKEN[carrier].replace("{}", value)
    assert value not in redact.clean(text), text


USED_AS = (
    "we send {} as the api key", "use {} as the token", "use `{}` as our API key.",
    "the client sends {} as its access token", "put {} in as the client secret", "{} serves as the api key",
    "{} is sent as the api key", "as the api key we send {}", "we use {} for the api key", "wir senden {} als API-Key",
    "I set {} as the api key for staging",
)  # fmt: skip
USED_AS_ELSE = (
    "we use {} as the cache key", "{} as the commit hash", "we send {} as the etag", "use {} as the idempotency key",
    "use {} as the page token", "use {} as the partition key, the api key is in the vault",
    "{} as the hash of the token", "send {} as the request id with the api key",
    "revert {} as the token refresh broke", "cherry-pick {} as the api key is missing", "{} fixes the api key",
    "we store {} as the hash of the token", "{} uses the jti as the token",
)  # fmt: skip


@each_row("value", [HEX32, HEX40, HEX32 + HEX32[::-1]])
@each_row("carrier", USED_AS)
def test_hex_that_is_used_as_a_secret_goes(carrier: str, value: str) -> None:
    assert value not in redact.clean(carrier.replace("{}", value))


@each_row("carrier", USED_AS_ELSE)
def test_hex_that_is_used_as_something_else_stays(carrier: str) -> None:
    text = carrier.replace("{}", HEX40)
    assert redact.clean(text) == text


def test_base64_of_a_file_with_secrets_is_taken_out_wrapped_or_not() -> None:
    once = b64encode(ENV.encode()).decode()
    twice = b64encode(once.encode()).decode()
    wrapped = "\n".join(once[at : at + 60] for at in range(0, len(once), 60))
    for text in (once, twice, wrapped):
        cleaned = redact.clean(f"$ base64 .env\n{text}\n$ ls")
        assert cleaned.startswith("$ base64 .env\n[redacted:")
        assert cleaned.endswith("]\n$ ls")
    harmless = b64encode(b"the quick brown fox jumps over the lazy dog, twice").decode()
    assert redact.clean(harmless) == harmless


def test_hex_of_a_secret_is_taken_out_wrapped_or_not() -> None:
    plain = ENV.encode().hex()
    wrapped = "\n".join(plain[at : at + 60] for at in range(0, len(plain), 60))
    escaped = "".join(f"\\x{byte:02x}" for byte in ENV.encode())
    percents = "".join(f"%{byte:02X}" for byte in ENV.encode())
    for text in (
        plain,
        plain.upper(),
        wrapped,
        wrapped.replace("\n", "\r\n"),
        ENV.encode().hex(":"),
        escaped,
        percents,
    ):
        cleaned = redact.clean(f"$ xxd -p .env\n{text}\n$ ls")
        assert cleaned.startswith("$ xxd -p .env\n[redacted:"), text
        assert cleaned.endswith("]\n$ ls"), text
    assert redact.clean(f"X=0x{plain}") != f"X=0x{plain}"
    assert redact.clean(f'"payload": "{plain}",') == '"payload": "[redacted:password]",'
    for harmless in (
        b"the quick brown fox jumps over the lazy dog".hex(),
        b"password=changeme&user=jo".hex(),
        HEX40,
        f"sha256:{HEX32}{HEX32}",
        bytes.fromhex(HEX32).hex(":"),
    ):
        assert redact.clean(harmless) == harmless


@pytest.mark.parametrize("encode", [lambda raw: b64encode(raw).decode(), bytes.hex])
def test_what_is_encoded_on_many_lines_is_read_once(encode) -> None:
    words = random.Random(7)
    plain = " ".join("".join(words.choices("abcdefghij", k=6)) for _ in range(12_000)).encode()
    whole = encode(plain)
    text = "\n".join(whole[at : at + 76] for at in range(0, len(whole), 76))
    start = time.process_time()
    assert redact.clean(text) == text
    assert time.process_time() - start < 5


@pytest.mark.parametrize("between", ["\n", "\n  ", "\r\n> ", "\\\n    "])
def test_a_token_broken_over_two_lines_goes_whole(between: str) -> None:
    drawn = "q7Tz9LmX2cVb8Rn4WkPd6JsY" + "h3Gf5Da1Ue0Qi7Zo"
    for token in (HEX40, drawn):
        cleaned = redact.clean(f"API_TOKEN={token[:20]}{between}{token[20:]}\nPORT=8080")
        assert token[:20] not in cleaned
        assert token[20:] not in cleaned
        assert cleaned.endswith("\nPORT=8080")
    kept = f"API_TOKEN={HEX40[:20]}\nnext_step = run_it_2\n"
    assert redact.clean(kept).endswith("\nnext_step = run_it_2\n")


PIECES = [
    "a", "A", "(", "[", "{", "7", " ", "\t", "QUFB", "密", "-", "|", "| a ", "'", "password ", "password: ", "login ",
    "| password |\n", "a,password\n", "key=", "QUFB\n", "cGFzc3dvcmQ9S2lyc2Noa2VybjIy", "a1", "user jo, ", "-----\n",
    "echo ", "secret set ", "<th>password</th>", "wallet ", "a\\\n", "パスワード", "Zz9-", "(password, ", "pw ",
    "password\n", "password is\n\n", "use a as password ", "first half of the password: a\n", "password (a",
    "kty d: '", "backup codes 12345678 ", "chpasswd <<X\na:", "│ password │\n", "gets you ", "useradd ", "connect('",
    "secret=a]: ", "password echo ", "/hooks/", "htpasswd (a", "password is a or ",
]  # fmt: skip


@pytest.mark.heavy
@each_row("piece", PIECES[::EACH])
def test_200_kilobytes_of_one_thing_take_a_moment(piece: str) -> None:
    """An expression that reads a text again from each of its characters would take minutes, not seconds."""
    text = piece * (200_000 // len(piece))
    start = time.process_time()
    redact.clean(text)
    assert time.process_time() - start < 10


@pytest.fixture
def planted() -> dict[str, tuple[str, str]]:
    """Each carrier, with a value of its own in it: (text, value)."""
    carriers = {}
    for number, (name, carrier) in enumerate(CARRIERS.items()):
        value = f"Herbst{number:02}-20{number:02}"
        carriers[name] = (carrier.replace("{{", "{").replace("}}", "}").replace("{}", value), value)
    for number, (name, carrier) in enumerate(OF_A_TOKEN.items()):
        value = f"{random.Random(number).getrandbits(160):040x}"
        carriers[name] = (carrier.replace("{}", value), value)
    text = b64encode(f"DB_PASSWORD=Nebel-{len(carriers)}-2031\n".encode()).decode()
    return {**carriers, "base64": (f"echo {text} | base64 -d", text)}


def test_no_carrier_brings_a_secret_into_a_home(
    repo: Path, home: Path, now: str, planted: dict[str, tuple[str, str]]
) -> None:
    client = Client(repo)
    client.brief()
    for number, (text, _) in enumerate(planted.values()):
        client.says(f"Never deploy number {number} by hand in this project.\n{text}\n", role="user")
        client.says(f"DECISION: service {number} is told this way:\n{text}")
        client.runs(f"deploy --number {number}\n{text}", f"Error: deploy {number} was refused\n{text}", failed=True)
        client.runs(f"deploy --number {number}", f"ok, deployed {number}")
        client.commits(f"Deploy number {number}", f"- Rotate what was told because it leaked\n{text}")
    client.run("UserPromptSubmit", prompt=next(iter(planted.values()))[0])
    client.run("Stop", last_assistant_message="\n".join(text for text, _ in planted.values()))
    client.brief("compact")
    assert len(client.kept()) > len(planted), "much was kept"
    seen = bytes_under(repo, home)
    assert {name for name, (_, value) in planted.items() if value.encode() in seen} == set()


def test_no_carrier_passes_the_scan_of_a_push(team, git: Git, planted: dict[str, tuple[str, str]]) -> None:
    """What another tool wrote into a note is looked at with the same screen, whatever carries it."""
    made = team(many=1)
    clone = made.clones[0]
    keep(clone, made.commits[0], "Use WAL")
    passed = []
    ref = "refs/notes/cs/decisions"
    before = git(clone, "rev-parse", ref)
    for name, (text, _) in planted.items():
        document = f"---\ntype: decision\ntimestamp: 2026-03-14T12:00:00Z\nsummary: Found\n---\n\n{text}\n"
        git(clone, "notes", f"--ref={ref}", "add", "-f", "-m", document, made.commits[1])
        done = sync(clone, "--push", "--json")
        if done.code == 0 or not json.loads(done.out)["secrets"]:
            passed.append(name)
        git(clone, "update-ref", ref, before)
    assert passed == []
