"""Decision records as people write them, and what each decides; and documents that decide nothing."""

from typing import NamedTuple


class Case(NamedTuple):
    name: str  # of the file
    text: str
    summary: str  # "" where nothing is decided
    status: str = "active"
    reason: str = ""  # a part of it
    alternatives: tuple[str, ...] = ()
    number: str = ""
    over: tuple[str, ...] = ()
    by: tuple[str, ...] = ()
    date: str = ""


NYGARD = """\
# 7. Use PostgreSQL for orders

Date: 2025-03-04

## Status

Accepted

## Context

The orders outgrow the single file, and two services write them at once.

## Decision

We will keep orders in PostgreSQL 16, because it locks rows and not files.

## Consequences

Backups move to pg_dump; developers need a container.
"""
TOPIC = """\
# ADR-0003: Hosting

## Status
Accepted

## Context
The office server is switched off at night.

## Decision
The API runs on two small machines at a hoster in Falkenstein.

## Consequences
Somebody has to patch them.
"""
MADR2 = """\
# Message broker for the import

* Status: accepted
* Deciders: Ada, Grete
* Date: 2024-11-02

Technical Story: IMP-12

## Context and Problem Statement

Files arrive in bursts. How do we keep the API responsive?

## Decision Drivers

* few moving parts

## Considered Options

* Redis streams
* RabbitMQ
* A table in PostgreSQL

## Decision Outcome

Chosen option: "Redis streams", because Redis is there already and the bursts are small.

### Positive Consequences

* no new service

## Links

* [Refines ADR-0002](0002-import.md)
"""
MADR3 = """\
---
status: superseded by [ADR-0009](0009-fly.md)
date: 2023-05-01
deciders: Ada
---
# Deploy with Docker Swarm

## Context and Problem Statement

We need rolling updates.

## Considered Options

* Docker Swarm
* Kubernetes

## Decision Outcome

Chosen option: "Docker Swarm", because the team knows compose files.

### Consequences

* Good, because there is nothing to learn
* Bad, because the ecosystem shrinks
"""
MADR4 = """\
---
status: "accepted"
date: 2026-01-20
decision-makers: [Ada, Grete]
consulted: Ops
---

# Encrypt backups on the client

## Context and Problem Statement

Backups lie at a third party.

## Considered Options

* Encrypt on the client with age
* Server-side encryption of the bucket

## Decision Outcome

Chosen option: "Encrypt on the client with age", because the hoster must not hold the key.

### Confirmation

A restore is played every month.

## Pros and Cons of the Options

### Encrypt on the client with age

* Good, because nobody else has the key
"""
CASES = (
    Case(
        "0007-use-postgresql-for-orders.md", NYGARD, "Use PostgreSQL for orders", reason="it locks rows and not files",
        number="7", date="2025-03-04",
    ),
    Case(
        "0003-hosting.md", TOPIC, "Hosting: The API runs on two small machines at a hoster in Falkenstein.", number="3",
    ),
    Case(
        "0004-message-broker.md", MADR2, "Message broker for the import: Redis streams",
        reason="Redis is there already and the bursts are small", alternatives=("RabbitMQ", "A table in PostgreSQL"),
        number="4", date="2024-11-02",
    ),
    Case(
        "0005-swarm.md", MADR3, "Deploy with Docker Swarm", "superseded", "the team knows compose files",
        ("Kubernetes",), "5", (), ("9",), "2023-05-01",
    ),
    Case(
        "0012-encrypt-backups.md", MADR4, "Encrypt backups on the client: Encrypt on the client with age",
        reason="the hoster must not hold the key", alternatives=("Server-side encryption of the bucket",), number="12",
        date="2026-01-20",
    ),
    Case(
        "adr-001.md", "# ADR-001: Use gRPC between services\n\nStatus: Accepted\n", "Use gRPC between services",
        number="1",
    ),
    Case(
        "0009-fly.md",
        "# 9. Deploy on Fly\n\nDate: 2024-02-02\n\n## Status\n\nAccepted\n\nSupersedes [5. Deploy with Docker Swarm]"
        "(0005-swarm.md)\n\n## Context\n\nIt dies.\n\n## Decision\n\nDeploy on Fly.\n\n## Consequences\n\nA bill.\n",
        "Deploy on Fly", number="9", over=("5",), date="2024-02-02",
    ),
    Case(
        "0010-graphql.md",
        "# 10. Offer GraphQL to partners\n\n## Status\n\nRejected\n\n## Context\n\nPartners asked.\n\n## Decision\n\n"
        "We do not offer GraphQL to partners, since three of them use the REST API.\n\n## Consequences\n\nNone.\n",
        "Offer GraphQL to partners", "rejected", "three of them use the REST API", number="10",
    ),
    Case(
        "0011-proposal.md",
        "# 11. Split the importer into a service\n\n## Status\n\nProposed\n\n## Context\n\nIt blocks the API.\n\n"
        "## Decision\n\nSplit the importer into a service.\n\n## Consequences\n\nA second deployment.\n",
        "Split the importer into a service", "proposed", number="11",
    ),
    Case(
        "0002-cache-invalidieren.md",
        "# 2. Cache je Mandant leeren\n\n## Status\n\nAngenommen\n\n## Kontext\n\nEin Mandant sah fremde Preise.\n\n"
        "## Entscheidung\n\nDer Cache wird je Mandant geleert, weil Schlüssel sonst kollidieren.\n\n## Konsequenzen\n\n"
        "Mehr Anfragen.\n",
        "Cache je Mandant leeren",
        reason="Schlüssel sonst kollidieren", number="2",
    ),
    Case(
        "logging.md",
        "# Structured logging\n\n**Status:** Deprecated\n\n## Context\n\nLogs were prose.\n\n## Decision\n\n"
        "Every service logs JSON lines.\n\n## Alternatives\n\n### Plain text\n\nHard to parse.\n\n### Syslog\n\nOld.\n",
        "Structured logging: Every service logs JSON lines.", "superseded", alternatives=("Plain text", "Syslog"),
    ),
    Case(
        "0013-queue.md",
        "# Queue\n\n## Context and Problem Statement\n\nWhich queue?\n\n## Considered Options\n\n1. SQS\n2. NATS\n\n"
        "## Decision Outcome\n\nChosen option: **NATS**, since it runs on our own machines.\n",
        "Queue: NATS", reason="it runs on our own machines", alternatives=("SQS",), number="13",
    ),
    Case(
        "20240611-time-zones.md",
        "# Store times in UTC\n\n- Status: Approved\n- Date: 2024-06-11\n\n## Decision\n\nStore times in UTC.\n\n"
        "## Rationale\n\nSummer time broke the night run twice.\n\n## Context\n\nTwo offices.\n",
        "Store times in UTC", reason="Summer time broke the night run twice.", number="20240611", date="2024-06-11",
    ),
    # Nothing is decided yet, or nothing at all.
    Case("template.md", "# {short title}\n\n## Context and Problem Statement\n\n{Describe}\n\n## Decision Outcome\n\n"
         "Chosen option: \"{title of option 1}\", because {justification}.\n", ""),
    Case("0014-draft.md", "# 14. Use Kafka for events\n\n## Status\n\nDraft\n\n## Decision\n\nUse Kafka.\n", ""),
    Case("0015-hosting.md", "# Hosting\n\nStatus: Accepted\n", ""),
    Case("0016-open.md", "# Which queue do we take?\n\n## Status\n\nProposed\n\n## Decision\n\nTBD\n", ""),
    Case("notes.md", "# Notes of the meeting\n\n## Context\n\nWe met.\n\n## Next steps\n\nMeet again.\n", ""),
)  # fmt: skip

DESIGN = """\
# Design of the importer

## Overview

It reads files.

## Key Design Decisions

- **Streams over batches**: the files of one customer do not fit into memory.
- **Idempotent rows**: every row carries the hash of its file, because a crash replays it.
- SQLite instead of PostgreSQL, because one file is easier to ship.
- **Open question?** TBD

## Hosting

It runs on the office server.

## Context and Problem Statement

Files arrive in bursts.
"""
