"""What merely looks like a secret survives the choke-point byte for byte: a redacted commit hash is a lost memory."""

import pytest

from memory_core import redact
from tests.rows import each_row

SURVIVORS = """
fixed in 3f9c2d1
"accounts balances brokers cards custodians debtors deposits dividends escrows exposures fees "
"overdrafts payees pensions reversals settlements swaps tranches underwriters vouchers withdrawals"
assert "warm already" in run("restore", "--id", "pref_001").err
"-p -u -s -U: --unified= --raw --patch --no-patch --minimal --histogram --stat"
" --numstat"
psql mysql redis-cli nc netstat ss ping dig ssh scp rsync tar unzip zip
Use Docker for the database | Use Podman on the CI runner
other | src/login.ts | Keep the session tokens in cookies
breaks | - | Send mails through SendGrid
fixed in 3f9c2d1e8b7a6c5d4e3f2a1b0c9d8e7f6a5b4c3d
commit 3f9c2d1e8b7a6c5d4e3f2a1b0c9d8e7f6a5b4c3d refreshes the token
sha256:9f86d081884c7d659a2feaa0c55ad015a3bf4f1b2b0b822cd15d6c15b0f00a08
"integrity": "sha512-z4PhNX7vuL3xVChQ1m2AB9Yg5AULVxXcg/SpIdNs6c5H0NE8XYXysP+DGNKHfuwvY7kxvUdBeoGlODJ6+SfaPg=="
request id 550e8400-e29b-41d4-a716-446655440000
- One script takes the token. [2026-11-22 · research-4b1af9ede1b2]
- Rotate the API token: learnings-cf387a2068f3
the secret was stored under 550e8400-e29b-41d4-a716-446655440000 in the vault
lib/my_app_web/controllers/user_session_controller.ex:42
/home/dev/projects/token_service/src/password_reset/handler2.py
C:\\Users\\dev\\secrets\\readme.txt
color: #ff8800; background: #0f172a
version 1.2.3-rc.4+build5, python 3.11.9
pin the loader to 0.16.0 and minecraft exactly to 1.21.1
pin a machine-readable checkpoint line in the goodnight skill (2026-07-24) [d-bd2f0d08]
ticket PROJ-1234 and spotter-a1b.2 and #4711
password: string
Reset password page: button is misaligned on Firefox
"password.weak": "Mot de passe trop faible"
Die Zugangsdaten liegen in 1Password im Tresor Infrastruktur.
Password complexity: zxcvbn score of three
mysql -u app -p inventory_production
password: String!
token: Token
token: str | None = None
api_key: Optional[str]
secret: {type: string, required: true}
password = get_password()
password = getpass.getpass("Password: ")
token = await fetch_token(user_id)
api_key = os.environ["API_KEY"]
api_key = os.environ.get("API_KEY", "")
api_key = config.api_key
const token = req.headers.authorization
const apiKey = process.env.API_KEY;
secret_key_base: System.get_env("SECRET_KEY_BASE")
Endpoint has no :secret_key_base
config has no secret_key_base in test
reset_password_token/2
UserToken.verify_email_token_query/2 is undefined or private
DB_PASSWORD=${DB_PASSWORD}
DB_PASSWORD=$DB_PASSWORD
export GITHUB_TOKEN=$(gh auth token)
password: ${{ secrets.NPM_TOKEN }}
token: {{ .Values.token }}
PASSWORD=<your-password>
Authorization: Bearer <your-token>
Authorization: Bearer $TOKEN
curl -H "Authorization: Bearer ${TOKEN}" https://example.com
api_key = "YOUR_API_KEY"
token = "your-token-here"
password = "xxxxxxxx"
password=********
password = "changeme"
API_KEY=...
AKIA is the prefix of an access key id
AKIASHORT
pip install sk-learn
from sklearn import svm # sk-learn
tokens that begin with ghp_ are personal
a github_pat_ token is needed
use xoxb- tokens for bots
camelCaseIdentifierThatIsRatherLongAndHasNumber2
a_long_snake_case_identifier_with_a_token_in_it_2
handleOAuth2TokenRefreshForUserV2
https://example.com/path?page=2&sort=name
https://user@example.com/x
ssh://git@github.com/org/repo.git
git@github.com:org/repo.git
someone@example.com wrote about the password
http://localhost:3000/users/1?email=a@b.c
postgres://postgres:postgres@localhost:5432/app_test
redis://:@localhost:6379/0
amqp://guest:guest@rabbitmq:5672
postgres://user:password@host/db
postgres://${USER}:${PASSWORD}@host/db
if token == stored_token:
if user.password != password_confirmation
assert token == "abc"
return hmac.compare_digest(token, expected)
the token bucket algorithm, 100 tokens per second
input_tokens: 12345, output_tokens: 678
"max_tokens": 4096
"usage": {"cache_creation_input_tokens": 1842, "output_tokens": 3}
password: required
password can't be blank
errors: {password: ["should be at least 12 character(s)"]}
the password is required
the password is hashed with bcrypt
the password is 8 characters long
the password is sha256-hashed
the secret is base64-encoded
the token is a JWT
token expires in 3600s
token_type: bearer
token_ttl: 30d
password_hash: nil
password_min_length = 12
public_key = "src/keys/public.pem"
primary_key: :id
cache_key = "user:1234:profile"
keyboard shortcut ctrl+k2
key: "submit-button-2"
passed 41 tests, 2 failed
pass: 41
42 tests pass, 3 fail
compass: north2
author: Jo Developer2
authentication uses OAuth2 with PKCE
Basic authentication is enough
Basic usage: see docs
bearer of bad news
<input type="password" name="user[password]" id="user_password">
<label for="password">Password</label>
%{"password" => password, "token" => token}
def verify_token(token, max_age: 86400), do: Phoenix.Token.verify(token)
- token: String (JWT)
secret: :crypto.strong_rand_bytes(32)
secrets.token_urlsafe(32)
Bearer token required
mix phx.gen.secret
docker run -p 8080:80 -e POSTGRES_PASSWORD image
mkdir -p secrets/v2
git commit -m "rotate the api key"
ssh -i ~/.ssh/id_ed25519 deploy@example.com
kubectl create secret generic db-secret --from-literal=foo=bar
--password-stdin reads it from stdin
-----BEGIN CERTIFICATE-----
-----BEGIN PRIVATE KEY----- is what the file begins with
ssh-ed25519 AAAAC3NzaC1lZDI1NTE5AAAAIJ0Z5Q1f3l0yq8q0w9v1y2z3x4c5v6b7n8m9 dev@laptop
data:image/png;base64,iVBORw0KGgoAAAANSUhEUgAAAAEAAAABCAYAAAAfFcSJAAAADUlEQVR42mNk
dict["password"]
params["token"]
Enum.map(tokens, &String.trim/1)
token2 = token1
session_id: 8d3f7a9b2c
the documentation's key AKIAIOSFODNN7EXAMPLE opens nothing
refute html =~ "password"
-    token = old_token(user)
+    token = new_token(user, ttl: 60)
@@ -12,7 +12,7 @@ def reset_password(token)
see docs/decisions/0004-token-refresh.md
auth: true
auth_provider = "google-oauth2"
credentials: include
credential helper: osxkeychain
PWD=/home/dev/app2
pwd: /work/app1
secret santa 2024
Keyword(s): password1, token handling
"api_key_header": "X-Api-Key"
secret_name = "prod/db/main2"
aws secretsmanager get-secret-value --secret-id prod/db/main2
the key is to test with 100k rows
[redacted:password]
password=[redacted:password]
token: [redacted:token], then abc123def
""".strip().split("\n")


@each_row("text", SURVIVORS)
def test_a_look_alike_survives(text):
    assert redact.clean(text) == text


@pytest.mark.parametrize("newline", ["\n", "\r\n", "\\n"])
def test_look_alikes_survive_together(newline):
    text = newline.join(SURVIVORS)
    assert redact.clean(text) == text


def test_a_project_s_own_words_survive():
    for text in (
        "",
        "é",
        "İstanbul: password reset",
        "def test_password(): ...\n" * 50,
        '{"type":"object","properties":{"password":{"type":"string","minLength":8},"apiKey":{"type":"string"}}}',
        "```python\nclass Settings:\n    secret_key: SecretStr\n    db_password: str = Field(None, min_length=12)\n```",
    ):
        assert redact.clean(text) == text
