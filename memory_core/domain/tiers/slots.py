"""Choices of which one alone can hold: the package manager, the quotes, the language of an answer.

Products of a family of concepts are such a choice, too.

A line is `name: words of its field | option, other names of it | option …`; a name of several words is read as one.
The options of a line marked `~` are words of every day: they are a choice only where all else is the same.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

from memory_core.domain.guard import concepts
from memory_core.text.words import is_unspaced

TABLE: Final = """
js-packages: package dependency install manager node script lockfile | npm, npx | yarn | pnpm | bun, bunx
python-packages: package dependency install manager python venv environment | pip, pip install, pip-tools | poetry |
  pipenv | uv, uv add, uv pip | conda, mamba | pdm | rye | hatch
js-tests: test unit runner component frontend | jest | vitest | mocha | jasmine | ava | node:test, node test
python-tests: test unit runner python backend | pytest | unittest | nose, nose2
e2e: test browser end e2e ui | cypress | playwright | selenium | puppeteer | testcafe | webdriverio
js-format: format formatter formatting code style | prettier | biome | dprint | standardjs
python-format: format formatter formatting code style python | black | ruff format | yapf | autopep8
js-lint: lint linter code | eslint | biome | oxlint | tslint | jshint
python-lint: lint linter code python | ruff, ruff check | flake8 | pylint | pycodestyle
python-types: type typing check checker python | mypy | pyright, basedpyright | pyre | ty
dates: date time format day | moment, momentjs, moment.js | dayjs, day.js | luxon | date-fns, datefns
js-http: http request client fetch api call | axios | fetch, native fetch, fetch api | ky | got | superagent
python-http: http request client api call | requests | httpx | aiohttp | urllib, urllib3
state: state store management client global | redux, redux toolkit | zustand | mobx | recoil | jotai | vuex | pinia
  | context api, react context
styles: css style styling component class | tailwind, tailwindcss, utility classes | css modules, css module |
  styled components, styled-components | emotion | sass, scss | vanilla extract, vanilla-extract | bootstrap |
  inline styles, inline style
bundler: bundle bundler build | webpack | vite | rollup | parcel | esbuild | turbopack | rspack
validation: schema validation validate form runtime | zod | yup | joi | valibot | ajv
dataframes: dataframe data table frame | pandas | polars | dask
js-orm: orm database query model | prisma | drizzle | typeorm | sequelize | knex | kysely | mikroorm
python-orm: orm database query model | sqlalchemy | django orm | peewee | tortoise | sqlmodel
database: database db store storage sql relational | postgres, postgresql | mysql | mariadb | sqlite | mongodb,
  mongo | oracle | sql server, mssql | dynamodb
python-log: log logger logging message | structlog, structured logger | loguru | standard logging, stdlib logging,
  logging module | print
js-log: log logger logging message | pino | winston | bunyan | console.log
jvm-build: build tool dependency | maven, mvn | gradle
tasks: task command target script run | make, makefile | just, justfile | taskfile
containers: container image | docker | podman
ci: ci pipeline build workflow | github actions | gitlab ci | jenkins | circleci | travis
go-log: log logger logging | zap | logrus | slog | zerolog
web: server web framework api http | express | fastify | koa | nestjs | hono | flask | fastapi | django
ui: frontend framework component ui | react | vue | svelte | angular | solid
cloud-code: infrastructure provision code | terraform | pulumi | cloudformation | opentofu | cdk
api-style: api endpoint interface | rest, restful | graphql | grpc | trpc
~config-format: config configuration format file setting | yaml, yml | toml | json | ini
diagrams: diagram chart | mermaid | plantuml | graphviz
python-cli: cli command line argument parser | argparse | click | typer | docopt
js-queries: data load client server query | swr | tanstack query, react query | rtk query
mocking: mock stub double | mockito | mockk | easymock
search: search file grep code | ripgrep, rg | grep | ag
~vcs-join: branch main merge history pull update integrate | rebase, rebasing | merge commit, merge commits, merge,
  mergen | squash, squash merge, squash and merge, squashing
indent: indent indentation code file | tabs, tab, tabulatoren, tabulations, tabulaciones, табы,
  табами, タブ, 制表符 | spaces, two spaces, four spaces, 2
  spaces, 4 spaces, space, leerzeichen, espaces, espacios,
  пробелы, пробелами, スペース, 空格
quotes: quote string literal | single quotes, single quote, single-quoted, einfache anführungszeichen, comillas
  simples, guillemets simples, одинарные кавычки, シングルクォート, 单引号 | double
  quotes, double quote, double-quoted, doppelte anführungszeichen, comillas dobles, guillemets
  doubles, двойные кавычки, ダブルクォート, 双引号
~case: name naming variable identifier | camelcase, camel case | snake_case, snake case | kebab-case, kebab case |
  pascalcase, pascal case | screaming_snake_case, upper snake case, upper_case
exports: export module | named exports, named export | default exports, default export
imports: import path module | relative imports, relative import, relative paths | absolute imports, absolute import,
  absolute paths, path alias, path aliases
components: component react | class components, class component | function components, function component,
  functional components, functional component
~language: answer reply | english, englisch, anglais, inglés, ingles, inglese, английск, английском, 英語, 英语, 英文 |
  german, deutsch, deutsche, deutschen, allemand, alemán, aleman,
  tedesco, немецком, ドイツ語, 德语 | french, französisch,
  français, francais, francés, frances, francese, французском, フランス語, 法语 | spanish, spanisch, espagnol, español,
  espanol, испанском, スペイン語, 西班牙语 | russian, russisch,
  russe, ruso, русском, по-русски, ロシア語, 俄语 | japanese,
  japanisch, japonais, japonés, японском, 日本語, 日语 | chinese, chinesisch, chinois, chino, китайском, 中国語, 中文 |
  italian, italienisch, italien, italiano | portuguese, portugiesisch, portugais, portugués | dutch, niederländisch
  | polish, polnisch | korean, koreanisch, 韓国語
~length: answer explanation | short, brief, concise, terse, kurz, knapp, court, courte, concis, concise, breve,
  corto, кратко, коротко, 簡潔に, 简短 | long, detailed, verbose, thorough, lengthy, elaborate, ausführlich, lang,
  détaillé, détaillée, largo, detallado, подробно, 詳しく, 详细
~mood: message subject commit | imperative, imperative mood, imperative form, imperativ, impératif | past tense,
  past, vergangenheit
~where: file test | next to, beside, alongside, co-located, colocated, neben | separate folder, separate directory,
  own folder, separate tests, separate tests/ folder, separate tree, top-level folder, __tests__, tests/
~when: run do | before, vor, avant, antes, перед | after, nach, après, después, после
~first: write code test | first, zuerst, d'abord, primero, сначала | last, afterwards, zuletzt, à la fin, al final
~async: code style | async/await, async await, async | promise chains, then chains, .then, callbacks, callback |
  sync, synchronous
~public: visibility member | public | private | protected
~case-of-letters: letter title heading | lowercase, lower case, kleingeschrieben, minuscule, minuscules | uppercase,
  upper case, all caps, großgeschrieben, majuscule, majuscules | title case | sentence case
~size: commit pull request pr change step | small, tiny, kleine, klein, petits, pequeños | large, big, große, groß
~way: message tone | formal, sie, siezt, siezen, gesiezt, vous, usted | informal, casual, du, duzt, duzen, geduzt,
  tu, tú
~spelling: spelling english | british, uk english, british english | american, us english, american english
~number-form: name naming | plural | singular
~log-form: line format | plain text | json, json lines | logfmt
~data-form: file format | csv | parquet | xlsx, excel | avro
~date-form: format | iso, iso 8601, yyyy-mm-dd | dd/mm/yyyy, dd.mm.yyyy, jj/mm/aaaa | mm/dd/yyyy
region: resource region create deploy | eu-central-1 | eu-west-1 | eu-north-1 | us-east-1 | us-east-2 | us-west-2 |
  europe-west1 | us-central1
android-di: injection android dependency | koin | hilt | dagger
~pr-state: open opened pull request pr | draft, drafts, as draft | ready, ready for review
~type-form: type object shape | interface, interfaces | type alias, type aliases, type
~func-form: function | arrow functions, arrow function | function declarations, function declaration
~order: sort list date | ascending, oldest first, aufsteigend | descending, newest first, absteigend
~amount: commit test | one, single, ein | several, multiple, many, mehrere
~state-of: flag mode | on, enabled, enable | off, disabled, disable
~hand: mode | manual, manually, by hand, handwritten, hand-written, von hand, à la main, a mano, вручную, 手動, 手动 |
  automatic, automatically, autogenerated, auto-generated, automatisch, automatiquement, автоматически, 自動, 自动
~safety: type mode | strict | loose, lenient
~inline: code | inline | separate, extracted
~mutability: value | mutable | immutable
~key: id key primary table | uuid, uuidv4, uuidv7, uuids | autoincrement, auto-increment, auto increment, serial,
  serial integers, integer, integers
~money: money amount price | integer, cents, integer cents, int | float, floats, double | decimal, decimals
~time-zone: time date datetime timestamp store database | utc | local time, local times, local timezone, naive
~main-line: branch default | main | master | trunk | develop
~data: test data | factories, factory | fixtures, fixture | real data
~docstring: docstring style | numpy, numpydoc, numpy style | google style, google | sphinx style, restructuredtext,
  rst | epytext
~weekday: day deploy | monday | tuesday | wednesday | thursday | friday | saturday | sunday
~period: run schedule | hourly | daily, nightly, every night, every day, once a day | weekly, every week, once a week |
  monthly, every month
~line-end: line ending end file | lf, unix line endings | crlf, windows line endings
~css-unit: unit css size spacing | px, pixels | rem, em
~image-form: image picture format | webp | png | jpeg, jpg | avif | svg, svgs
~need: field parameter | optional | required, mandatory, compulsory, pflicht, obligatoire, obligatorio, обязательно
~nesting: structure | flat | nested
~loading: load loading | lazy, lazily | eager, eagerly
~paging: pagination list endpoint page | cursor, cursors, cursor pagination, keyset | offset, offsets, offset
  pagination, limit/offset
~update-verb: update endpoint http | put | patch
~markup: doc documentation file format | markdown | asciidoc, adoc | restructuredtext | org mode
~versioning: version release tag | semver, semantic versioning | calver, calendar versioning
~session-way: login auth session token | session cookie, session cookies, httponly cookies | jwt, jwts | localstorage,
  local storage
~style-of: design code style | composition | inheritance
~text-form: answer list summary | bullet points, bullets, bullet list, stichpunkte | prose, paragraphs, full sentences,
  fließtext | table, tables
~level: log level | debug | info | warning, warn
shell: shell script scripts | bash | zsh | fish | posix sh
cloud: cloud provider hosting | aws | azure | gcp, google cloud | heroku | hetzner | digitalocean
helm: kubernetes deploy manifest template | helm, helm charts | kustomize
python-classes: model data class schema | dataclasses, dataclass | pydantic | attrs | typeddict | namedtuple,
  namedtuples
go-web: http server router route framework | gin | chi | echo framework | gofiber | gorilla mux | net/http
rust-errors: error | anyhow | thiserror | eyre
rust-async: runtime async | tokio | async-std | smol
java-tests: test unit | junit 4, junit4 | junit 5, junit5, jupiter | testng | spock
dotnet-tests: test unit | xunit | nunit | mstest
dotnet-mocks: mock stub | moq | nsubstitute | fakeiteasy
ruby-tests: test unit spec | rspec | minitest
php-tests: test unit | phpunit | pest
ios-ui: ui view screen layout | swiftui | uikit | storyboards, storyboard
android-ui: ui view screen layout | jetpack compose, compose | xml layouts, xml layout
swift-packages: package dependency | swift package manager, spm | cocoapods | carthage
java-log: log logger | log4j | logback | java.util.logging
java-mappers: mapper mapping | mapstruct | modelmapper
runner: run | uv run | poetry run | pdm run | hatch run
git-hooks: hook hooks | husky | lefthook | pre-commit | lint-staged
monorepo: monorepo workspace build | nx | turborepo | lerna | bazel | rush
mail: mail email send | sendgrid | mailgun | postmark | ses | smtp
editor: editor ide | vscode, vs code | intellij | vim, neovim | emacs
ids: id ids key identifier | ulid, ulids | nanoid, nanoids | uuid v4
linters-js-css: css lint | stylelint | csslint
http-tests: api request | postman | insomnia | bruno | curl
fakes-js: mock network request | msw | nock
e-r: table row | soft delete, soft deletes, soft-delete | hard delete, hard deletes, hard-delete
tracker: issue ticket task tracker track | jira | linear | github issues | trello | asana | youtrack | redmine
icons: icon icons set symbol library | lucide, lucide-react | heroicons | font awesome, fontawesome | material icons |
  phosphor | feather icons | tabler icons | bootstrap icons
go-tests: test go assertion library | testify | standard library, stdlib, testing package | ginkgo | gocheck
java-types: dto class bean | records, java records | lombok
~extent: test suite run | whole test suite, complete test suite, entire test suite, full test suite, whole suite,
  complete suite, full suite, entire suite, all tests | affected tests, changed tests, touched package, changed package,
  touched module, changed module, relevant tests
~error-way: error failure | throw, thrown, throws, raise, raised, exceptions | return, returned, result values, error
  values, error codes
~real: test database service | mocks, mock, mocked, stubs, fakes | real database, real service, real thing,
  testcontainers
"""


# Families of products of `domain.guard.concepts` of which one is chosen, with the words of their field.
FAMILIES: Final = {
    "queue": "event message queue broker bus",
    "jobs": "job task queue worker background",
    "cache": "cache caching store",
    "cdn": "cdn asset content",
    "orchestration": "container cluster deploy orchestrate",
    "uikit": "component ui library kit",
    "csspre": "css style styling preprocessor",
    "featureflag": "feature flag toggle",
    "search": "search index text engine",
    "warehouse": "data warehouse analytics",
    "streaming": "stream streaming event process",
    "secretsmgr": "secret password key store",
    "errortracking": "error exception track report monitor",
    "tracing": "trace tracing span",
    "analytics": "event analytics track",
    "payment": "payment pay checkout",
    "migrationtool": "migration schema database",
    "charts": "chart graph plot",
    "formlib": "form field",
    "docsgen": "doc documentation site",
    "geo": "map",
    "servicemesh": "mesh service",
    "gitops": "deploy",
    "webframework": "server web framework api",
    "animation": "animation animate",
    "buildcpp": "build tool",
    "compiler": "compiler compile",
}
_AMBIGUOUS: Final = frozenset(
    "storm swarm cloud temporal wire rest lit make go rush flow beam chat delayed job".split()
)


def _families() -> list[str]:
    """The lines of those families; what several of them have is none's."""
    lines: list[str] = []
    for line in concepts.FAMILIES.splitlines():
        name, _, rest = line.lstrip("~^").partition(":")
        if name in FAMILIES:
            groups = [
                ", ".join(one for one in map(str.strip, group.split(",")) if one not in _AMBIGUOUS and "+" not in one)
                for group in rest.split("|")[1:]
            ]
            lines.append(f"{name}-products: {FAMILIES[name]} | {' | '.join(filter(None, groups))}")
    return lines


_CHUNK: Final = re.compile(r"[^\s,;!?()\u3040-\u30ff\u4e00-\u9fff]+")
_BEFORE, _BEHIND = "\"'«<", "\"'».:>"  # marks around a word


class Option(NamedTuple):
    """One of the things that a slot can be filled with."""

    slot: str
    name: str


class Slots(NamedTuple):
    """The table, by what is looked up in it."""

    options: Mapping[str, tuple[Option, ...]]  # by each name
    fields: Mapping[str, frozenset[str]]  # words that say no more than which choice it is
    strict: frozenset[str]
    other: Mapping[Option, Option]  # where there are two
    firsts: Mapping[str, tuple[tuple[str, ...], ...]]  # by its first word the words of each name, the longest first
    wide: re.Pattern[str]  # any name in a script without spaces


@cache
def slots() -> Slots:
    """The table as it is used."""
    options: dict[str, list[Option]] = {}
    fields: dict[str, frozenset[str]] = {}
    strict: set[str] = set()
    other: dict[Option, Option] = {}
    for line in (*TABLE.replace("\n  ", " ").strip().splitlines(), *_families()):
        head, _, rest = line.partition("|")
        slot, _, field = head.lstrip("~").partition(":")
        fields[slot] = frozenset(field.split())
        if line.startswith("~"):
            strict.add(slot)
        groups = rest.split("|")
        if len(groups) == 2:
            one, two = (Option(slot, group.split(",")[0].strip()) for group in groups)
            other |= {one: two, two: one}
        for group in groups:
            names = [name.strip() for name in group.split(",") if name.strip()]
            for name in names:
                if not slot.endswith("-products") or name not in options:
                    options.setdefault(name, []).append(Option(slot, names[0]))
    firsts: dict[str, list[tuple[str, ...]]] = {}
    for name in sorted(options, key=lambda name: (-len(name), name)):
        words = tuple(name.split())
        firsts.setdefault(words[0], []).append(words)
    wide = "|".join(
        re.escape(name) for name in sorted(options, key=lambda name: (-len(name), name)) if is_unspaced(name)
    )
    return Slots(
        {name: tuple(found) for name, found in options.items()},
        fields,
        frozenset(strict),
        other,
        {first: tuple(found) for first, found in firsts.items()},
        re.compile(wide),
    )


class Found(NamedTuple):
    """A name of an option in a text."""

    name: str
    start: int
    end: int


def named(text: str) -> list[Found]:
    """The names of options that a plain text has, of two that begin at one place the longer."""
    table = slots()
    chunks = [_bare(match) for match in _CHUNK.finditer(text)]
    words = [word for word, _ in chunks]
    found: list[Found] = []
    at = 0
    while at < len(words):
        rows = table.firsts.get(words[at], ())
        row = next((one for one in rows if tuple(words[at : at + len(one)]) == one), ())
        if row:
            last, start = chunks[at + len(row) - 1]
            found.append(Found(" ".join(row), chunks[at][1], start + len(last)))
        at += max(len(row), 1)
    if is_unspaced(text):
        found += [Found(match[0], match.start(), match.end()) for match in table.wide.finditer(text)]
    return sorted(found, key=lambda one: one.start)


def _bare(match: re.Match[str]) -> tuple[str, int]:
    """A word without the marks around it, and where it begins."""
    word = match[0].lstrip(_BEFORE)
    return word.rstrip(_BEHIND), match.end() - len(word)
