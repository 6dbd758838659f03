"""Proposals against rejections, each with what may become of it: the engine's table.

A row is (kind, entry, scope, proposal). The kind says what is allowed:

    again   the rejected change in other words: never proposed; blocked, excluded or asked
    place   the same direction at another place: asked
    other   another change at the same place: asked or proposed, never blocked
    near    opposite polarity, same noun with another meaning, sibling technology: asked or proposed, never blocked
    free    nothing to do with any of them: proposed

Every third row is kept back: rules and words are made with the others, and both figures are reported.
"""

from typing import Any, Final, NamedTuple

from memory_core.domain.memory import Memory, Scope

ALLOWED: Final = {
    "again": {"blocked", "excluded", "ask"},
    "place": {"ask"},
    "other": {"ask", "propose"},
    "near": {"ask", "propose"},
    "free": {"propose"},
    "plain": {"blocked", "excluded"},
}


class Row(NamedTuple):
    """A proposal with what is known of it."""

    kind: str
    entry: str
    scope: str | None
    text: str


def rejection(name: str, text: str, scope: str | None = None, reason: str = "", **attrs: Any) -> Memory:
    """A rejection as the home gives it."""
    return Memory(name, "rejection", text, reason or "It was tried and did not pay.", Scope(path=scope), attrs=attrs)


def rows(text: str) -> tuple[Row, ...]:
    """The rows of a table, one a line."""
    found = ([part.strip() for part in line.split(" | ", 3)] for line in text.strip().splitlines())
    return tuple(Row(kind, entry, None if scope == "-" else scope, words) for kind, entry, scope, words in found)


REJECTIONS: Final = (
    rejection("RC-001", "Introduce an ORM (SQLAlchemy) for database access", "src/db/", permanent=True),
    rejection("RC-002", "Split the monolith into microservices", None, permanent=True),
    rejection("RC-003", "Adopt Redux for global state management", "web/src/**", reconsider_when="team grows"),
    rejection("RC-004", "Replace the REST API with GraphQL", "api/", permanent=True),
    rejection("RC-005", "Move the order events from the database table to Kafka", "services/orders/"),
    rejection("RC-006", "Rewrite the mesh importer in Rust", "native/importer/*.cpp", permanent=True),
    rejection("RC-007", "Migrate deployments to Kubernetes", "infra/**", expires_on="2031-01-01"),
    rejection("RC-008", "Convert the JavaScript utilities to TypeScript", "web/src/utils/format.js"),
    rejection("RC-009", "Port the Android and iOS apps to React Native", "mobile/", permanent=True),
    rejection("RC-010", "Use C++ exceptions for error handling in the engine", "native/engine/**", permanent=True),
    rejection("RC-011", "Cache product prices in Redis", "services/pricing/cache.py"),
    rejection("RC-012", "Replace the nightly batch with a streaming pipeline (Spark)", "etl/jobs/"),
    rejection(
        "RC-013",
        "Extract PaymentValidator from CheckoutService into a class of its own",
        "services/checkout/service.py",
    ),
    rejection("RC-014", "Use Tailwind for styling", "web/src/styles/*.css", permanent=True),
    rejection("RC-015", "Store user sessions as JWT in local storage", "web/src/auth/session.ts", permanent=True),
)

_TEXT: Final = """
again | RC-001 | src/db/session.py | Add SQLAlchemy models for all tables
again | RC-001 | src/db/ | Let a mapper turn rows into Python objects instead of writing queries by hand
again | RC-001 | - | Adopt Prisma-style object-relational mapping
again | RC-001 | src/db/queries.py | Use Peewee so that queries become model classes
again | RC-001 | src/db/ | Switch data access to Django ORM
again | RC-001 | src/db/orders.py | Wrap the order tables in declarative entity classes
place | RC-001 | tools/report.py | Introduce an ORM for the reporting tool
other | RC-001 | src/db/session.py | Close connections that are idle for ten minutes
other | RC-001 | src/db/queries.py | Add an index on orders.created_at
near | RC-001 | src/db/ | Remove the last remnants of SQLAlchemy
near | RC-001 | - | Document why we write SQL by hand
near | RC-001 | web/src/map/ | Draw the delivery map with vector tiles
again | RC-002 | - | Break the application up into independently deployable services
again | RC-002 | src/ | Carve the billing domain out of the monolith and run it as a separate service
again | RC-002 | - | Move towards a service-oriented architecture with one service per team
again | RC-002 | services/ | Decompose the backend into small autonomous services
again | RC-002 | - | Give invoicing its own deployment and talk to it over the network
again | RC-002 | - | Adopt a microservice architecture
near | RC-002 | - | Merge the two remaining microservices back into the monolith
near | RC-002 | src/reports/pdf.py | Split the 900 line report function into smaller functions
near | RC-002 | - | Split the test suite into fast and slow tests
near | RC-002 | - | Write a systemd service file for the worker
again | RC-003 | web/src/store/index.ts | Put all client state into one central store
again | RC-003 | web/src/app.tsx | Add Redux Toolkit with slices for cart and user
again | RC-003 | - | Introduce a global state container for the web app
again | RC-003 | web/src/ | Use actions and reducers for the shared application state
near | RC-003 | web/src/cart/Cart.tsx | Use zustand for the cart
near | RC-003 | - | Keep form state local to each component
near | RC-003 | web/src/store/ | Remove Redux from the dashboard
other | RC-003 | web/src/app.tsx | Fix the flash of unstyled content on first paint
place | RC-003 | admin/src/store.ts | Use Redux for the admin panel's state
near | RC-003 | infra/terraform/state.tf | Move the Terraform state to remote storage
again | RC-004 | api/ | Expose a GraphQL endpoint in place of the REST routes
again | RC-004 | - | Let clients choose exactly which fields they get through a single query endpoint
again | RC-004 | api/schema.py | Introduce Apollo Server with schema and resolvers
again | RC-004 | - | Migrate the public endpoints to GraphQL
near | RC-004 | api/ | Replace the GraphQL prototype with plain REST
other | RC-004 | api/errors.py | Return problem details for errors
near | RC-004 | api/ | Add gRPC for the internal calls
near | RC-004 | web/src/graph/ | Draw the dependency graph as SVG
other | RC-004 | api/users.py | Paginate the list of users
place | RC-004 | partner/gateway.py | Offer GraphQL to partners
again | RC-005 | services/orders/events.py | Publish order events to a Kafka topic
again | RC-005 | services/orders/ | Stream orders through an event log such as Redpanda instead of polling a table
again | RC-005 | services/orders/publisher.py | Hand order events to a message broker
near | RC-005 | services/orders/events.py | Send order events through RabbitMQ
near | RC-005 | services/orders/ | Sort the order table by date
other | RC-005 | services/orders/events.py | Add a unit test for event serialisation
place | RC-005 | services/billing/events.py | Move billing events to Kafka
near | RC-005 | services/orders/ | Move the order events from Kafka back to a database table
again | RC-006 | native/importer/mesh.cpp | Port the mesh importer to Rust
again | RC-006 | native/importer/obj.cpp | Reimplement the importer as a Rust crate
again | RC-006 | - | Replace the C++ mesh import code with Rust
near | RC-006 | native/importer/mesh.cpp | Rewrite the mesh importer in Zig
other | RC-006 | native/importer/mesh.cpp | Skip degenerate triangles when a mesh is imported
place | RC-006 | native/physics/solver.cpp | Rewrite the physics solver in Rust
near | RC-006 | native/importer/mesh.cpp | Remove rust coloured placeholder textures
again | RC-007 | infra/deploy.yml | Run all services on a k8s cluster with Helm charts
again | RC-007 | infra/ | Orchestrate our containers with EKS
again | RC-007 | - | Let a cluster scheduler place and restart our containers
near | RC-007 | infra/deploy.yml | Deploy with HashiCorp Nomad
near | RC-007 | infra/ | Move from Kubernetes back to plain virtual machines
other | RC-007 | infra/main.tf | Tag all buckets with their cost centre
near | RC-007 | infra/Dockerfile | Use a smaller base image
again | RC-008 | web/src/utils/format.js | Rename format.js to format.ts and add static types
again | RC-008 | web/src/utils/format.js | Rewrite the formatting helpers in TypeScript
again | RC-008 | web/src/utils/ | Migrate utilities to typed JavaScript
place | RC-008 | web/src/api/client.js | Convert the API client to TypeScript
other | RC-008 | web/src/utils/format.js | Round half to even when money is formatted
other | RC-008 | web/src/utils/format.js | Remove the unused date helper
near | RC-008 | web/src/utils/format.js | Convert TypeScript back to JavaScript
again | RC-009 | mobile/ | Build both apps from one shared codebase with React Native
again | RC-009 | mobile/android/ | Replace the native Android screens with React Native
again | RC-009 | - | Use one cross-platform framework for iOS and Android
near | RC-009 | mobile/ | Move the apps to Flutter
other | RC-009 | mobile/ios/Login.swift | Support Face ID at login
near | RC-009 | web/src/app.tsx | Upgrade React to version 19
near | RC-009 | mobile/android/ | Drop the React Native experiment
again | RC-010 | native/engine/io.cpp | Throw exceptions when a file cannot be opened
again | RC-010 | native/engine/ | Turn error codes into exceptions across the engine
again | RC-010 | - | Handle engine errors with try/catch instead of return codes
near | RC-010 | native/engine/io.cpp | Replace the remaining exceptions with error codes
other | RC-010 | native/engine/render.cpp | Batch draw calls by material
near | RC-010 | - | Add an exception to the licence policy for fonts
place | RC-010 | tools/packer/main.cpp | Use C++ exceptions for error handling in the packer
again | RC-011 | services/pricing/cache.py | Keep prices in Redis for five minutes
again | RC-011 | services/pricing/ | Add a caching layer in front of the price lookup
again | RC-011 | services/pricing/cache.py | Put product prices into an in-memory key-value store
near | RC-011 | services/pricing/cache.py | Use memcached for exchange rates
other | RC-011 | services/pricing/cache.py | Fix the rounding of discounts
place | RC-011 | services/stock/api.py | Cache stock levels in Redis
near | RC-011 | services/pricing/cache.py | Drop the Redis price cache
near | RC-011 | infra/redis.tf | Upgrade Redis to 7.2
again | RC-012 | etl/jobs/nightly.py | Process records continuously with Spark Streaming instead of the nightly batch
again | RC-012 | etl/jobs/ | Turn the nightly job into a stream processor
other | RC-012 | etl/jobs/nightly.py | Retry the upload when the bucket is not reachable
near | RC-012 | etl/jobs/ | Split the nightly batch into two batches
place | RC-012 | ml/train.py | Replace the training batch with a streaming pipeline
again | RC-013 | services/checkout/service.py | Move payment validation out of CheckoutService into PaymentValidator
again | RC-013 | services/checkout/service.py | Pull the payment checks out into a separate class
near | RC-013 | services/checkout/service.py | Inline PaymentValidator into CheckoutService
other | RC-013 | services/checkout/service.py | Log the duration of each checkout
near | RC-013 | services/checkout/service.py | Extract the shipping calculator from CheckoutService
again | RC-014 | web/src/styles/main.css | Replace our stylesheets with utility classes
again | RC-014 | web/src/styles/ | Adopt a utility-first CSS framework
again | RC-014 | - | Style components with Tailwind
near | RC-014 | web/src/styles/main.css | Remove the Tailwind leftovers
other | RC-014 | web/src/styles/main.css | Raise the contrast of disabled buttons
near | RC-014 | web/src/styles/main.css | Use Bootstrap for the grid
again | RC-015 | web/src/auth/session.ts | Keep signed tokens in the browser's localStorage
again | RC-015 | web/src/auth/ | Replace session cookies with JSON Web Tokens kept in local storage
near | RC-015 | web/src/auth/session.ts | Move the JWT from local storage into an HttpOnly cookie
other | RC-015 | web/src/auth/session.ts | Log the user out in all tabs
near | RC-015 | web/src/settings.ts | Remember the chosen theme in local storage
free | - | docs/ | Correct the spelling in the contribution guide
free | - | web/src/cart/Cart.tsx | Show the delivery date in the cart
free | - | tools/lint.sh | Run the linter only on changed files
free | - | - | Add a changelog
free | - | - | Pin the Python version in CI
free | - | scripts/release.sh | Sign release archives
free | - | - | Rename the default branch to main
free | - | web/public/index.html | Add a favicon
free | - | tests/ | Delete flaky screenshot tests
free | - | - | Shorten the timeout of the health check
free | - | ml/features.py | Normalise the feature columns before training
free | - | firmware/boot.c | Verify the checksum of the firmware image at boot
free | - | - | Translate the error messages into French
free | - | backend/mail.py | Escape user names in e-mails
free | - | tools/seed.py | Seed the demo data deterministically
free | - | - | Make the date picker usable with the keyboard
free | - | game/ai.lua | Let enemies patrol between waypoints
free | - | - | Raise the test coverage of the tax module
free | - | - | Upgrade Django to 5.1
free | - | - | Replace magic numbers in the tax module with constants
free | - | desktop/main.py | Remember the window size between starts
free | - | - | Compress images at build time
free | - | - | Introduce feature flags for the new checkout
free | - | - | Encrypt backups at rest
"""

ROWS: Final = rows(_TEXT)
TUNED: Final = tuple(row for at, row in enumerate(ROWS) if at % 3 != 2)
KEPT_BACK: Final = tuple(row for at, row in enumerate(ROWS) if at % 3 == 2)
