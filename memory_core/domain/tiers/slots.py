"""Choices of which one alone can hold: the package manager, the quotes, the language of an answer.

A line is `name: words of its field | option, other names of it | option …`; a name of several words is read as one.
The options of a line marked `~` are words of every day: they are a choice only where all else is the same.
"""

import re
from collections.abc import Mapping
from functools import cache
from typing import Final, NamedTuple

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
  logging module | print, print()
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
indent: indent indentation code file | tabs, tab, tabulatoren, tabulations | spaces, two spaces, four spaces, 2
  spaces, 4 spaces, space, leerzeichen, espaces
quotes: quote string literal | single quotes, single quote, single-quoted, einfache anführungszeichen | double
  quotes, double quote, double-quoted, doppelte anführungszeichen
~case: name naming variable identifier | camelcase, camel case | snake_case, snake case | kebab-case, kebab case |
  pascalcase, pascal case | screaming_snake_case, upper snake case
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
~number-of-tries: mode | manual, manually, by hand | automatic, automatically
~safety: type mode | strict | loose, lenient
~inline: code | inline | separate, extracted
~mutability: value | mutable | immutable
~key: id key primary table | uuid, uuidv4, uuidv7, uuids | autoincrement, auto-increment, auto increment, serial,
  serial integers, integer, integers
~money: money amount price | integer, cents, integer cents, int | float, floats, double | decimal, decimals
~time-zone: time date datetime timestamp store database | utc | local time, local times, local timezone, naive
~main-line: branch default | main | master | trunk | develop
~data: test data | factories, factory | fixtures, fixture | real data
~real: test database service | mocks, mock, mocked, stubs, fakes | real database, real service, real thing,
  testcontainers
"""


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
    names: re.Pattern[str]  # any name of an option, the longest first


@cache
def slots() -> Slots:
    """The table as it is used."""
    options: dict[str, list[Option]] = {}
    fields: dict[str, frozenset[str]] = {}
    strict: set[str] = set()
    other: dict[Option, Option] = {}
    for line in TABLE.replace("\n  ", " ").strip().splitlines():
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
                options.setdefault(name, []).append(Option(slot, names[0]))
    longest = sorted(options, key=lambda name: (-len(name), name))
    ascii_only = "|".join(re.escape(name) for name in longest if name[0].isascii())
    others = "|".join(re.escape(name) for name in longest if not name[0].isascii())
    pattern = rf"(?<![\w/.@-])(?:{ascii_only})(?![\w@-]|/\w|\.\w)|{others}"
    return Slots(
        {name: tuple(found) for name, found in options.items()}, fields, frozenset(strict), other, re.compile(pattern)
    )
