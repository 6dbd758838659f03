"""The words that the screen goes by: those that announce a secret, and those that stand where one would."""

from typing import Final

# Family (what a redaction says) to the words that announce a secret of it, lower case.
FAMILIES: Final = {
    "password": [
        "password", "passwort", "passwd", "passphrase", "pass-phrase", "passcode", "passwrd", "pass", "kennwort",
        "contraseña", "contrasena", "senha", "wachtwoord", "lösenord", "passord", "salasana", "adgangskode", "hasło",
        "парол", "密码", "密碼", "パスワード", "비밀번호", "口令", "mot de passe", "palabra clave",
        "pass phrase", "secret phrase", "secret word", "phrase secrète", "phrase de passe", "frase secreta",
        "frase de paso",
        "palabra de paso", "code d'accès", "codewort", "losungswort", "zugangswort", "passphrase", "parola d'ordine",
        "jelszó", "kodeord", "wachtzin", "slaptažod", "lozink", "κωδικός", "mật khẩu", "kata sandi", "ססמה", "סיסמה",
        "كلمة المرور", "पासवर्ड", "รหัสผ่าน", "合言葉", "パスフレーズ", "パスコード", "암호", "暗号语", "密语",
    ],
    "secret": ["secret", "シークレット"],
    "token": ["token", "access code", "トークン", "令牌", "토큰"],
    "credential": ["credential", "auth"],
    "api-key": [
        "key", "アクセスキー", "密钥", "schlüssel", "clé d'api",
        "clé api", "clé secrète", "clave api", "clave de api", "apikey", "api キー",
    ],
}  # fmt: skip
# Short words, and words that mean other things too: only where they stand alone or end a name.
ALONE: Final = {
    "pw": "password", "pwd": "password", "pword": "password", "psk": "password", "passw": "password",
    "clave": "password", "mdp": "password", "parola": "password", "heslo": "password", "şifre": "password",
    "creds": "credential", "jeton": "token", "pin": "pin", "pat": "token", "geheimzahl": "pin", "door code": "pin",
    "türcode": "pin", "暗証番号": "pin",
    "codice segreto": "pin", "code secret": "pin", "código secreto": "pin", "pincode": "pin", "geslo": "password",
    "salt": "secret", "appid": "api-key", "parol": "password",
}  # fmt: skip
FAMILY: Final = {word: family for family, words in FAMILIES.items() for word in words} | ALONE
WORDS: Final = frozenset(FAMILY)
BOUNDED: Final = frozenset({*ALONE, "pass", "senha", "auth"})  # no letter or digit follows: not in "passed", "author"

# What people write where a secret would stand. Known to everybody, so worth nothing to a thief.
STOOD_IN: Final = frozenset(
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
# Words that describe, ask for or lead to a secret: what is called by one of them is not a secret itself.
DESCRIBING: Final = STOOD_IN | frozenset(
    """
    always never only once twice here there below above before after again already also still yet both each either
    policy policies rule rules strict strong weak simple long short minimum maximum length strength rotation rotate
    rotated rotating reset resets resetting change changed changes changing expire expires expiry expiration refresh
    refreshed login logout signin signup sign account accounts access manager store stored storage vault keyring
    keychain keystore environment env variable file files path folder config configuration setting settings option
    options flag flags argument arguments parameter parameters header headers query body request response form
    page screen link button label title hint prompt message messages error errors warning check checks checked
    checker validation validator verification verifier authentication authorization protected protection recovery
    recover history generator generated generate generation random encryption decryption encoded decoded decode
    encode hashing salted cleartext unencrypted unhashed case sensitive insensitive mandatory forbidden allowed denied
    accepted rejected sent shown unknown correct known same different equal identical matching match matches
    mismatch compromised leaked stolen guessable guessed shared personal static dynamic temporary permanent
    automatic automatically manually provided supplied given set unavailable available present absent necessary
    type types name names format schema version column table index model class service server client provider
    handler helper utils module package library plugin example examples docs documentation readme migration
    migrations release build step phase part level stage job task ticket issue epic story feature fix bug branch commit
    based less free safe secure insecure bound scoped level wide end read write written cache cached caching limit
    limits limited template mail mails policy encoder input output rounds
    database db app api web admin-only prefix suffix strings lists dict list map set option result
    auto-generated case-sensitive up-to-date self-signed one-time single-use short-lived long-lived
    broken obsolete complete alphanumeric uppercase lowercase unique opaque legacy verbatim anything something whatever
    nothing somewhere handwritten overwritten chosen forgotten complex similar unicode because normalize outside inside
    instead without however perhaps almost longest shortest anyway elsewhere everywhere nowhere separate duplicate
    obvious trivial offline online upstream downstream secure useless pointless overdue numeric someone nobody anybody
    everyone yours theirs visible enough another whether outdated identical literal implicit explicit default defaults
    ask prompt file plugin trust peer md5 scram ident reject agent external-secret vaulted sealed
    requires require takes asks reads needs sets specifies expects prompts uses works fails does has gets goes
    letters digits characters numbers symbols words expected actual pending stale fresh active inactive
    """.split()
)
# Words of an instruction: a quoted sentence with one of them is about a secret.
INSTRUCTING: Final = frozenset(
    """
    your my our his her their its enter please set ask asks see use used using change replace put insert type must
    should shall cannot can't don't doesn't required requires require invalid incorrect wrong short long match matches
    characters character contain contains least most field option argument here when where forgot forgotten reset
    password passwords passwort passwörter token tokens secret secrets key keys credentials provided given confirm
    not was were are is be been has have if will may might missing expired vault todo generate generated lower upper
    """.split()
)

# Functions that turn a literal into what is kept of it; the literal itself is the secret.
TRANSFORMING: Final = (
    "md5", "sha", "crypt", "hash", "encode", "b64", "base64", "bytes", "secret", "sensitive", "encrypt", "digest",
    "password", "buffer", "string", "str", "char", "raw", "utf", "nonsensitive", "quote", "wrap", "cast", "convert",
)  # fmt: skip
