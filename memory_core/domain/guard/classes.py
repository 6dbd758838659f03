"""What stands for a class that a constraint names: an e-mail address for personal data, an entity for the domain.

A line is `names of the class = what stands for it`: a word, `a+b` for both, `@family` for any concept of a family.
"""

import re
from collections.abc import Iterator
from functools import cache, lru_cache
from typing import Final, NamedTuple

from memory_core.domain import bounds
from memory_core.domain.guard.reading import ADD, ASIDE, REMOVE, SITE, Reading
from memory_core.text.stems import stem

_CLASSES: Final = """
personal data, personal information, personally identifiable, pii, customer data, user data, patient data, personal
  = @email, phone, telephone, birthday, birth, ssn, passport, iban, surname, postal, gps, customer+name, user+name,
  customer+address, user+address, email+address, ip+address, patient, full+name, first+name, last+name, home+address,
  credit+card, customer+record, customer+table, user+table, user+profile, customer+chat
secret, secrets, credentials, access tokens, tokens, passwords, password, api keys, keys, private keys
  = @secretsmgr, password, token, credential, api+key, private+key, secret, passphrase, access+key, certificate
committed, commit, checked in, source control, version control, repository, in git, source code
  = @hardcode, commit, repository, git, check+in, config, configuration, constant, yaml, source
domain, domain layer, domain model, domain code, business logic, core, entities
  = entity, entiti, aggregate, compute, calculate, discount, value+object, domain, business+logic, business+rule
infrastructure, infrastructure layer, framework, frameworks, adapters, i o, io
  = @email, @orm, @database, @queue, @httpclient, @cache, @cloud, @payment, @webframework, @networkcall, @filesystem,
  @logging, @accessdb, mailer, smtp, infrastructure, socket, http, file+read, file+write, disk, adapter, s3, sql
ui, ui layer, view, views, presentation, presentation layer, components, screens, templates, frontend
  = view, screen, component, template, page, widget, button, form, ui, frontend, dialog, presentation
controllers, controller, handlers, handler, routes = controller, handler, route
database, the database, db, databases, persistence
  = @orm, @database, @accessdb, @querybuilder, sql, query, queri, database, db, transaction
global state, global variables, globals, mutable state, singletons, singleton
  = @singleton, global+variable, global+state, static+state, static+variable, global
dynamic allocation, dynamic memory, heap, heap allocation, malloc, dynamically allocate, allocate, allocates, allocation
  = @heap, malloc, calloc, realloc, vector, make_unique, make_shared, unique_ptr, shared_ptr, heap, alloc
schema changes, schema change, schema, database schema, ddl
  = alter+table, add+column, drop+column, create+table, rename+column, ddl, column+by+hand, column+manual, schema
network, network access, internet, internet access, network calls, online, connection, external api, external apis,
  external calls, network i o
    = @cdn, @networkcall, @cloud, @analytics, @vendorlock, @httpclient, @rest, @payment, cloud+server,
  remote+server, fetch,
  download, http, internet, online, remote+api, server+start, license+server, webservice
third party library, third party, dependency, dependencies, package, packages, library, libraries
  = numpy, lodash, guava, jackson, gson, abseil, typer, external+library, vendored+library
float, floats, floating point, double = @floats, @floatmoney, float, double
money, prices, amounts, monetary, currency = money, price, amount, total, invoice, currency, fee, cent, balance
python = @python, django, flask, fastapi, celery, pandas, pytest, sqlalchemy, pip
javascript, js = @jsruntime, express, nestjs, node, npm, node js
java = spring boot, hibernate, maven, gradle, quarkus
ruby = rails, sidekiq, activerecord
php = laravel, symfony, wordpress
generated files, generated code, generated = generated, generat, @codegen
logs, log, log files, logging, log lines, the log = @logging, log, @errortracking
synchronous, blocking, sync = @sync, block, synchronous
services, service, other services = service, @rest, @rpc, @gateway
payment api, payment, payment provider = @payment, charge, card
sql, raw sql, queries, query = sql, @accessdb, query, queri, select
tests, test, test suite = test, @unittest, @e2e, @jstest
type any, any type, untyped = @anytype, any
""".strip().replace("\n  ", " ")
# Classes whose members are everywhere: what is ruled of them holds only where the rest of the rule is there too.
_EVERYWHERE: Final = frozenset(("personal data", "secret", "money", "services", "ui", "database", "sql", "tests"))


class Class(NamedTuple):
    """A class that a rule names, under the first of its names."""

    name: str
    words: frozenset[frozenset[str]]  # of each, all stems together
    families: frozenset[str]

    @property
    def everywhere(self) -> bool:
        """Whether its members are in every second text."""
        return self.name in _EVERYWHERE


@cache
def _table() -> tuple[tuple[re.Pattern[str], Class], ...]:
    found = []
    for line in _CLASSES.splitlines():
        names, _, members = line.partition("=")
        said = sorted((name.strip() for name in names.split(",")), key=len, reverse=True)
        every = [one.strip() for one in members.split(",")]
        words = [[stem(word) for word in re.split(r"[+ ]", one)] for one in every if not one.startswith("@")]
        words += [[stem(word) for word in one.split()] for one in said]
        found.append(
            (
                re.compile(rf"(?<!\w)(?:{'|'.join(map(re.escape, said))})(?!\w)", re.IGNORECASE),
                Class(
                    names.split(",")[0].strip(),
                    frozenset(map(frozenset, words)),
                    frozenset(one[1:] for one in every if one.startswith("@")),
                ),
            )
        )
    return tuple(found)


@lru_cache(maxsize=4096)
def named(text: str) -> tuple[Class, ...]:
    """The classes that a text of a rule names."""
    text = text[: bounds.SPOKEN]
    text = text.replace("-", " ")
    return tuple(one for pattern, one in _table() if pattern.search(text))


def standing(one: Class, new: Reading) -> tuple[str, str]:
    """What in a proposal stands for a class, and its role; ("", "") where nothing does."""
    best = ("", "")
    order = (ADD, SITE, ASIDE, REMOVE, "")
    for said, role in _members(one, new):
        if order.index(role) < order.index(best[1]):
            best = (said, role)
    return best


def _members(one: Class, new: Reading) -> Iterator[tuple[str, str]]:
    roles: dict[str, str] = {}
    for thing in new.things:
        if thing.family in one.families or thing.name in one.families:
            yield thing.said, thing.role
        for word in thing.said.split():
            roles.setdefault(stem(word), thing.role)
    for words in one.words:
        if words <= new.stems:
            met = [roles[word] for word in words if word in roles]
            role = next((role for role in (ADD, SITE, REMOVE, ASIDE) if role in met), SITE)
            yield " ".join(sorted(words)), role
