"""What a phrase names: the things that a rule can look for in code, and the places it holds for."""

import re
from collections.abc import Collection
from typing import Final

THINGS_MOST: Final = 4
_QUOTED = r"`([^`\n]{1,80})`|[\"“«„]([\w@./$:#*()<>-]{1,60})[\"”»“]|(?<!\w)'([\w@./$:#*()<>-]{1,60})'(?!\w)"
_CODE = (  # scoped, camel, snake, dotted, a call, a path of Rust
    r"^(?:@[\w.-]+/[\w.-]+|[a-z]+[A-Z]\w*|[A-Z][a-z0-9]+[A-Z]\w*|\w*[a-zA-Z]_\w+|[A-Za-z_]\w+(?:\.\w+)+"
    r"|[A-Za-z_]\w*(?:(?:\.|::)\w+)*\(\)|\w+(?:::\w+)+)$"
)
_NAME = r"^[A-Z][a-z0-9]{2,}(?:\.js)?$"
_PATH = r"(?<![\w/:.@-])(?:\./)?((?:[\w.@*+-]+/)+[\w.@*+-]*|[\w*@+-][\w.@*+-]*\.[a-zA-Z]{1,5}\b)(?![\w/])"
_FOLDER = r"\b(?:in|under|inside|within|below|for|unter|en|dans|sous)\s+(?:the\s+|our\s+|der\s+|dem\s+|le\s+|la\s+|el\s+)?`?([\w.@*+/-]+?)/?`?\s+(?:folder|directory|dir|package|module|ordner|verzeichnis|carpeta|dossier)\b"  # noqa: E501 - one expression
# Packages whose names are no words of a sentence; of a name that is one, only quotes make sure.
_KNOWN: Final = frozenset(
    "moment lodash underscore jquery axios redux mobx zustand recoil vuex pinia rxjs ramda bluebird dayjs luxon "
    "date-fns left-pad is-odd webpack vite rollup parcel gulp grunt babel eslint prettier jest vitest mocha jasmine "
    "cypress playwright selenium puppeteer mongoose sequelize typeorm prisma knex drizzle graphql apollo trpc "
    "styled-components tailwind tailwindcss bootstrap bulma sass emotion mui antd chakra next.js nuxt svelte vue react "
    "angular preact ember socket.io express.js fastify koa nestjs sqlalchemy peewee tortoise django flask fastapi "
    "tornado pyramid celery dramatiq pandas numpy polars scipy pydantic marshmallow pytest unittest nose tox poetry "
    "pipenv conda httpx urllib3 aiohttp gevent eventlet boto3 psycopg2 asyncpg pymongo redis-py mongodb mysql "
    "postgres postgresql sqlite sqlite3 mariadb dynamodb cassandra elasticsearch opensearch kafka rabbitmq memcached "
    "redis kubernetes docker terraform ansible jenkins hibernate lombok guava log4j slf4j junit testng mockito "
    "jackson gson gorm logrus viper tokio serde hyper actix rocket diesel sqlx anyhow thiserror activerecord devise "
    "sidekiq rspec capybara nokogiri faraday oban ecto phoenix ueberauth tesla hackney httpoison "
    "eval innerhtml dangerouslysetinnerhtml setinterval settimeout usememo useeffect console.log localstorage "
    "sessionstorage goto strcpy sprintf malloc unwrap mongoid firebase supabase auth0 heroku".split()
)
# Names with a capital that no code holds: the client's own tools, and what only begins with one.
_NO_THING: Final = frozenset(
    "claude opus sonnet haiku anthropic bash read edit write grep glob task agent agents webfetch websearch "
    "todowrite multiedit english german french spanish deutsch monday tuesday wednesday thursday friday saturday "
    "sunday january february march april june july august september october november december i we you it he she "
    "they this that these those the a an please mac macos windows linux readme google github gitlab jira slack "
    "internet production main master".split()
)
_SMALL: Final = frozenset(
    "a an the any our your their its more new raw plain global direct such other own some all that this these those "
    "directly ever anywhere again here there please kein keine keinen den die das ein eine einen el la los las un una "
    "le les des du de d' library libraries package packages framework frameworks dependency dependencies module "
    "modules orm store hook hooks function functions calls call imports import statements statement operator keyword "
    "type types class classes helper component components bibliothek paket librería paquete librairie paquet "
    "either both neither at".split()
)
_JOINED = r"\s*(?:,|/(?=\s)|\bor\b|\band\b|\bnor\b|\boder\b|\bund\b|\bnoch\b|\bo\b|\by\b|\bou\b|\bet\b|\bni\b)\s*"


def things(phrase: str, names: bool = True, added: Collection[str] = ()) -> list[str]:
    """What the phrase names that can be looked for in code as it is written; never a plain word of a sentence.

    A phrase that says more of a thing than its name gives nothing: "eval on user input" is not all of eval. `names`:
    whether a capital tells a name here (at a sentence's start and in German it does not). `added`: what a refused
    edit would have added.
    """
    found: list[str] = []
    for piece in re.split(_JOINED, phrase.strip(" .,;:!")):
        thing = _thing(piece, names, added)
        if not thing:
            continue
        if thing.casefold() not in {one.casefold() for one in found}:
            found.append(thing)
    return found[:THINGS_MOST]


def _thing(piece: str, names: bool, added: Collection[str]) -> str:
    quoted = re.search(_QUOTED, piece)
    rest = piece.replace(quoted[0], " ") if quoted else piece
    words = [word.strip("()[],;:!?\"'") if not word.endswith("()") else word for word in rest.split()]
    words = [word for word in words if word and word.casefold() not in _SMALL]
    if quoted:
        inner = next(group for group in quoted.groups() if group).strip()
        return inner if not words and is_sound(inner) and not is_place(inner) else ""
    if len(words) != 1:
        return ""
    word = words[0].rstrip(".")
    lowered = word.casefold()
    if lowered in _NO_THING or is_place(word) or len(word) < 2:
        return ""
    if lowered in _KNOWN or re.match(_CODE, word) or lowered in {one.casefold() for one in added}:
        return word
    return word if names and re.match(_NAME, word) else ""


def named(text: str) -> list[str]:
    """The things of code that a text names anywhere in it, and names with a capital behind its first word."""
    found = [next(group for group in groups if group) for groups in re.findall(_QUOTED, text)]
    for number, word in enumerate(re.sub(_QUOTED, " ", text).split()):
        bare = word.strip("()[],;:!?\"'.")
        lowered = bare.casefold()
        if (
            lowered in _KNOWN
            or re.match(_CODE, bare)
            or (number and re.match(_NAME, bare) and lowered not in _NO_THING)
        ):
            found.append(bare)
    return list(dict.fromkeys(name for name in found if not is_place(name)))


def is_sound(text: str) -> bool:
    """Whether a quoted text can be a name in code: short, with a letter or a sign that only code has, no sentence.

    One that begins with a slash would be taken for an expression.
    """
    return (
        not text.startswith("/")
        and len(text.split()) <= 3
        and bool(re.search(r"\w{2}|[^\w\s.,;:!?'-]", text))
        and not text.isdigit()
    )


def is_place(text: str) -> bool:
    """Whether a text is a path or a file of a project."""
    bare = text.strip("`\"'")
    if bare.startswith("@") or bare.casefold() in _KNOWN or (bare.endswith(".js") and bare[:1].isupper()):
        return False
    return bool(re.fullmatch(_PATH, bare)) and _is_path(bare)


def places(sentence: str) -> list[str]:
    """The paths, globs and folders of the project that a sentence names, as they are written."""
    found = [path for path in re.findall(_PATH, sentence) if _is_path(path)]
    found += [f"{name}/" for name in re.findall(_FOLDER, sentence, re.IGNORECASE) if "." not in name and len(name) > 1]
    return list(dict.fromkeys(path.removeprefix("./").rstrip(".,") for path in found))


_ENDINGS: Final = frozenset(
    "py js ts tsx jsx mjs cjs vue go rs rb java kt c h cc cpp hpp cs php ex exs erl swift scala sh sql css scss html "
    "json yaml yml toml ini cfg lock txt xml proto tf ipynb env svelte astro dart lua r pl hs elm clj gql md".split()
)


def _is_path(path: str) -> bool:
    if ".." in path or path.casefold() in _KNOWN or path.startswith("@"):
        return False
    if "/" in path:  # "and/or", "client/server" are words
        last = path.rpartition("/")[2]
        return not last or "." in path or "*" in path or path.count("/") > 1 or path.split("/")[0] in _TOP
    stem, _, ending = path.rpartition(".")
    return ending in _ENDINGS and bool(stem) and not (ending == "js" and stem[:1].isupper())


_TOP: Final = frozenset(
    "src lib app apps packages tests test spec docs scripts bin cmd pkg internal server client web api core config "
    "migrations db tools vendor components pages services infra deploy public static assets examples bench".split()
)


def additions(text: str, whole: bool = False) -> list[str]:
    """The names that a text would bring into the code: what it imports, requires and installs.

    Of a plan (`whole`), what it quotes too.
    """
    found: list[str] = []
    for line in text.split("\n")[:400]:
        for pattern in _ADDED:
            for name in re.findall(pattern, line):
                found += [part for part in re.split(r"[\s,]+", name) if part]
    if whole:
        found += re.findall(r"`([\w@./-]{2,40})`", text)
    kept = [name.strip("'\"`;").removesuffix(".git") for name in found]
    return list(dict.fromkeys(name for name in kept if re.search(r"[^\W\d]{2}", name) and name[0] not in "-.<$"))[:40]


_ADDED: Final = (
    r"\bfrom\s+['\"]([^'\"./][^'\"]*)['\"]",
    r"\bimport\s+['\"]([^'\"./][^'\"]*)['\"]",
    r"\brequire\(?\s*['\"]([^'\"./][^'\"]*)['\"]",
    r"^\s*import\s+([A-Za-z_]\w*)",
    r"^\s*from\s+([A-Za-z_]\w*)[\w.]*\s+import\b",
    r"^\s*(?:use|using)\s+([A-Za-z_]\w*)(?:::|;|\.)",
    (r"\b(?:npm (?:install|i|add)|yarn add|pnpm (?:add|install)|bun add|pip3? install|uv add|poetry add|cargo add|"
    r"gem install|bundle add|composer require|go get|brew install|apt(?:-get)? install)\s+((?:[\w@./=<>~^-]+\s*)+)"),
    r"^\s*[+]?\s*['\"]([@a-z][\w@./-]*)['\"]\s*:\s*['\"][\^~]?\d",
)  # fmt: skip
