"""Proposals and findings against constraints: the table of the hardest rules.

A row is (kind, scope, proposal) below its constraint. The kind says what is allowed:

    breaks  it breaks the constraint: held back
    may     it may break it: held back or asked
    beside  the same things, nothing that is ruled: asked or proposed, never held back
    fine    proposed
"""

from typing import Final, NamedTuple

ALLOWED: Final = {
    "breaks": {"constrained"},
    "may": {"constrained", "ask"},
    "beside": {"ask", "propose"},
    "fine": {"propose"},
}


class Case(NamedTuple):
    """A proposal against a constraint."""

    kind: str
    rule: str
    bound: str | None
    scope: str | None
    text: str


def cases(text: str) -> tuple[Case, ...]:
    """The cases of a table: `= constraint | its scope`, and below it what is proposed."""
    found: list[Case] = []
    rule = bound = ""
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("= "):
            rule, bound = line[2:].split(" | ")
            continue
        kind, scope, told = line.split(" | ")
        found.append(Case(kind, rule, None if bound == "-" else bound, None if scope == "-" else scope, told))
    return tuple(found)


# What is prohibited.
PROHIBITED: Final = cases("""
= No ORM: queries are written by hand | src/
breaks | src/orders.py | Map the order tables to classes with Peewee
= Object-relational mappers are not allowed; we write SQL | -
breaks | - | Let Hibernate load the invoices
= Never use an ORM, the team reviews each statement | app/
breaks | app/users | Use ActiveRecord's models for users
= No ORM: queries are written by hand | src/
fine | src/orders.py | Add an index for the search by customer
fine | src/orders.py | Write the search by customer in SQL
fine | src/orders.py | Replace the last Peewee models with SQL
beside | docs/adr.md | Explain why we use no ORM
= No singletons | src/
breaks | src/config.ts | Make the configuration a global variable
= No global state | -
breaks | - | Hold the settings in a singleton
fine | - | Pass the settings to the constructor
= jQuery must not be used | web/
breaks | web/cart.js | Use jQuery to animate the cart
fine | web/cart.js | Drop jQuery from the cart
fine | web/cart.js | Forbid jQuery with a lint rule
= No dynamic memory allocation after initialisation | firmware/
breaks | firmware/uart.c | Allocate the receive buffer with malloc for each frame
= No heap | firmware/
breaks | firmware/log.cpp | Collect the log lines in a std::vector
= No dynamic memory allocation after initialisation | firmware/
fine | firmware/uart.c | Reserve the receive buffer statically
fine | firmware/uart.c | Raise the baud rate of the debug port
= No PII in logs | -
breaks | src/login.py | Log the customer's e-mail on each failed login
= Never log personal data | -
breaks | - | Write the user's phone number to the log for support
= No PII in logs | -
fine | src/login.py | Mask the e-mail address in the log lines
fine | src/login.py | Log the duration of each login
fine | src/mail.py | Send the customer an e-mail when the login fails
= Exceptions are forbidden in the engine | engine/
breaks | engine/load.cpp | Throw an error when a texture is missing
fine | engine/load.cpp | Return an error code when a texture is missing
= No third-party packages, standard library only | tools/
breaks | tools/sync.py | Use requests for the uploads
= The standard library must suffice | tools/
breaks | tools/sync.py | Pull in click for the command line
= No third-party packages, standard library only | tools/
fine | tools/sync.py | Use argparse for the command line
fine | web/app.ts | Add zod
= Secrets must never be committed | -
breaks | deploy/ | Store the API key in config.yaml
fine | deploy/ | Read the API key from the secret manager
= Do not deploy on Fridays | -
fine | - | Add a button to export the chart
= No synchronous calls between services | services/
breaks | services/cart | Call the stock service with a blocking HTTP request
fine | services/cart | Publish an event when the cart is ordered
= Class inheritance is banned, use composition | src/
breaks | src/shapes.ts | Introduce an abstract base class for the shapes
= We will not adopt microservices | -
breaks | - | Carve the billing module out into a service of its own
fine | - | Carve the billing module out into a package
= No floating point for money | -
breaks | src/price.go | Store the amounts as float
fine | src/price.go | Store the amounts as integer cents
= No client-side tracking or analytics | web/
breaks | web/index.html | Embed Google Analytics
fine | web/index.html | Embed the opening hours
""")

# What is required, and where something belongs.
REQUIRED: Final = cases("""
= All database access goes through the repository layer | src/
breaks | src/web/cart.py | Query the database directly from the controller
fine | src/repo/cart.py | Add a method to the cart repository
= The domain must not depend on infrastructure | src/domain/
breaks | src/domain/order.py | Send the confirmation from the Order entity with the mailer
= Domain code must not import infrastructure | src/
breaks | src/domain/order.py | Let the Order aggregate save itself to the database
= The domain must not depend on infrastructure | src/domain/
fine | src/domain/order.py | Compute the discount in the Order entity
= The domain must not depend on infrastructure | src/
fine | src/infrastructure/mail.py | Let the mailer depend on the Order entity
= Controllers may not access the database | src/
breaks | src/controllers/user.rb | Run the SQL query in the users controller
fine | src/controllers/user.rb | Rename the users controller
= The UI layer must never call the payment API | -
breaks | app/screens | Charge the card through Stripe from the checkout screen
= Schema changes only by migrations | db/
breaks | db/ | Run an ALTER TABLE on production by hand to add the column
= Database schema changes are made through migrations only | -
breaks | - | Add the column manually in the production console
= Schema changes only by migrations | db/
fine | db/migrations | Add a migration for the new column
= SQL only in src/db/ | -
breaks | src/web/list.ts | Write an SQL query for the list in the handler
fine | src/db/list.ts | Write an SQL query for the list
= Network calls only from the sync module | app/
breaks | app/screens/home.kt | Fetch the feed over HTTP from the home screen
fine | app/sync | Retry failed network calls in the sync module
= The app must work offline | app/
breaks | app/index.html | Load the fonts from a CDN
= Must run without internet access | -
breaks | - | Check the licence against our cloud server at start
= The app must work offline | app/
fine | app/index.html | Bundle the fonts with the app
fine | app/index.html | Make the header smaller
= Must stay on PostgreSQL | -
breaks | - | Move the reports to MySQL
fine | - | Add a partial index in PostgreSQL
= All dates are stored in UTC | -
breaks | - | Store the dates in local time
fine | - | Show the dates in the reader's language
= Every endpoint requires authentication | api/
breaks | api/export.py | Remove the login check from the export endpoint
may | api/export.py | Add a public endpoint for exports without authentication
fine | api/export.py | Add a login check to the export endpoint
= TypeScript only in the web client | web/
breaks | web/cart.js | Write the cart in JavaScript
= Backend code is written in Go | server/
breaks | server/report | Write the report generator in Python with Django
fine | server/report | Split the report generator into packages
= Only JavaScript on the server | server/
breaks | server/report | Rewrite the report in Rust
fine | server/report | Run the report in a Node.js worker
= Tests must not be skipped in CI | -
breaks | .github/ | Skip the slow tests in CI
fine | .github/ | Run the slow tests first
= All user-facing strings go through i18n | web/
breaks | web/cart.tsx | Hard-code the German labels of the buttons
= All configuration comes from environment variables | -
breaks | src/config.go | Hardcode the address of the queue
= Customer data must stay within the EU | -
breaks | - | Back up the customer tables to an S3 bucket in us-east-1
may | - | Send the customer support chats to Intercom
fine | - | Back up the customer tables to Frankfurt
fine | - | Show the customer's name in the header
= Data may not be hosted outside Switzerland | -
breaks | - | Host the patient database on AWS in Ireland
= Passwords must be hashed with argon2 | -
breaks | src/auth.py | Store passwords in plain text for the import
= Accessibility: all controls must be reachable by keyboard | web/
breaks | web/menu.tsx | Disable keyboard navigation in the menu
= Logging goes through structlog | -
breaks | src/jobs.py | Use loguru in the jobs
fine | src/jobs.py | Log the start of each job
""")

# What is frozen or bounded.
FROZEN: Final = cases("""
= The v1 API is frozen: no breaking changes | api/v1/
breaks | api/v1/users.py | Rename the userName field in the response
breaks | api/v1/users.py | Make the country parameter mandatory
= Public API must remain backwards compatible | src/api/
breaks | src/api/list.rs | Remove the deprecated offset parameter
breaks | src/api/list.rs | Return the totals as a string instead of a number
fine | src/api/list.rs | Add an optional sort parameter
fine | src/api/list.rs | Document the paging of the list
= The v1 API is frozen: no breaking changes | api/v1/
fine | api/v2/users.py | Rename the userName field in the response
= The invoices table must not be changed | db/
breaks | db/migrations | Drop the unused note column of the invoices table
breaks | db/migrations | Add a currency column to the invoices table
fine | db/migrations | Add a currency column to the customers table
fine | src/report.py | Read the totals from the invoices table
= openssl stays on 1.1.1 | vendor/
breaks | vendor/openssl | Upgrade OpenSSL to 3.0
= Do not upgrade Spring Boot beyond 2.7 | -
breaks | pom.xml | Bump Spring Boot to 3.2
= React is pinned to version 17 | web/
breaks | web/package.json | Update React to 18
= Node 18 LTS only | -
breaks | package.json | Move to Node 20
= React is pinned to version 17 | web/
fine | web/package.json | Update ESLint to 9
fine | web/cart.tsx | Memoise the React cart component
= Must support Python 3.9 | -
breaks | - | Drop Python 3.9
may | - | Raise the minimum Python version to 3.11
= The wire protocol must not change | net/
breaks | net/frame.c | Add a checksum field to the wire protocol
= The file format is frozen | src/format.rs
breaks | src/format.rs | Change the file format to little endian
may | src/format.rs | Replace the header layout
fine | src/format.rs | Test the reader of the file format with fuzzing
= The legacy importer must not be touched | src/import.py
breaks | src/import.py | Refactor the legacy importer
= Nobody edits generated files | gen/
breaks | gen/api.ts | Edit the generated client by hand
= The bundle stays under 200 kB | web/
breaks | web/ | Raise the limit of the bundle to 300 kB
fine | web/ | Shrink the bundle to 150 kB
= At most five runtime dependencies | -
may | package.json | Add lodash as a dependency
fine | package.json | Remove lodash
= Functions have no more than 4 parameters | -
breaks | src/mail.ts | Give send() 6 parameters
= Requests time out after at most 2 seconds | -
breaks | src/client.ts | Increase the request timeout to 10 seconds
fine | src/client.ts | Lower the request timeout to 1 second
= No request takes longer than 100 ms | api/
may | api/search.py | Raise the timeout of the search to 5 s
= Files stay below 500 lines | -
fine | src/a.py | Split a.py into three files
= No new endpoints in the legacy service | legacy/
breaks | legacy/app.rb | Add an endpoint for refunds
fine | billing/app.rb | Add an endpoint for refunds
fine | legacy/app.rb | Fix the rounding in the invoice endpoint
= Never edit a migration that has been released | db/migrations/
breaks | db/migrations/0001_init.sql | Edit the released migration 0001
""")
# Written before the rules knew its words: at first 40 of 67 got the verdict that was meant for them, none was held
# back wrongly. Five that were meant to break are `may` or `beside` since: only the whole project says what they do.
MIXED: Final = cases("""
= No inline styles; use CSS modules | web/
breaks | web/a.tsx | Set the colours of the badge with inline styles
fine | web/a.tsx | Move the colours of the badge into a CSS module
= We must not use GPL-licensed libraries | -
breaks | - | Link against the GPL-licensed readline
= Only Postgres is allowed as a data store | -
breaks | svc/ | Keep the counters in DynamoDB
= All services communicate over gRPC | services/
breaks | services/a | Expose a GraphQL endpoint to the other services
fine | services/a | Add a gRPC method for refunds
= Java 11 must be kept until the customers migrate | -
breaks | pom.xml | Upgrade to Java 21
= The app bundle may not exceed 5 MB | app/
may | app/ | Ship the 12 MB emoji font
= No network I/O on the main thread | app/
may | app/Main.kt | Fetch the profile over HTTP on the main thread
= Feature code must not import from legacy/ | src/features
breaks | src/features/x.ts | Import the formatter from legacy/ into the feature
= The reporting schema is read-only | db/
breaks | db/report | Add a trigger to the reporting schema
= User passwords are never stored | -
breaks | src/ | Store the password so that the user stays logged in
= No force pushes to main | -
breaks | - | Force-push the cleaned history to main
= Health data must remain on premises | -
breaks | - | Move the health records to AWS
= No third-party cookies | web/
breaks | web/ | Embed a DoubleClick tracker with third-party cookies
= Health data must remain on premises | -
fine | - | Sort the health records by date
= Do not rename database columns | db/
breaks | db/m | Rename the column usr to user_name
fine | db/m | Add a column user_name
= The CLI flags are a stable interface | cli/
breaks | cli/main.go | Rename the --out flag to --output
= The kernel driver is written in C | drv/
breaks | drv/ | Rewrite the driver's ring buffer in Rust
fine | drv/ | Fix the off-by-one in the ring buffer
= No ORMs and no query builders | -
breaks | src/ | Use Knex to build the search query
= Logs must never contain access tokens | -
breaks | src/ | Log the bearer token when the login fails
fine | src/ | Log the user id when the login fails
= Minimum supported iOS version is 14 | ios/
breaks | ios/ | Drop iOS 14 and use the iOS 16 APIs
fine | ios/ | Make the buttons of the iOS app larger
= Keep test coverage above 80 % | -
breaks | - | Lower the coverage threshold to 60 %
fine | - | Test the parser
= All writes go through the command bus | src/
breaks | src/a.cs | Write to the table directly from the controller
= No cloud services: everything runs on our servers | -
breaks | - | Send mails through SendGrid
= Controllers stay thin: no business logic in controllers | app/
breaks | app/controllers | Compute the discount in the order controller
fine | app/services | Compute the discount in the pricing service
= Never call external APIs inside a database transaction | -
breaks | src/ | Charge the card through Stripe within the transaction
= No more than two levels of nesting | -
breaks | src/ | Nest the menu four levels deep
= Do not touch the payment module before the audit | pay/
breaks | pay/x.py | Refactor the payment module into smaller functions
= Angular only, no React | web/
breaks | web/ | Build the calendar as a React component
= The public Python API must not break | lib/
may | lib/api.py | Rename the function load_all to load
fine | lib/api.py | Cache the result of load_all
= No network I/O on the main thread | app/
beside | app/Main.kt | Move the network call to a background thread
= Do not touch the payment module before the audit | pay/
fine | docs/ | Correct the date in the imprint
= No microservices: one deployable | -
breaks | - | Extract the mail sender into its own microservice
fine | src/ | Extract the mail sender into its own class
= The shop must not load third-party scripts | web/
breaks | web/index.html | Load the Hotjar script
= We stay on Python 3.11 until the audit | -
breaks | pyproject.toml | Move to Python 3.13
fine | src/ | Add type hints to the audit log
= At most two levels of caching | -
may | - | Add a third caching level
= The table orders is append-only | db/
breaks | db/ | Update the status in place in the orders table
= Only the gateway may talk to the identity provider | -
breaks | services/cart | Validate the token against Keycloak in the cart service
fine | services/gateway | Validate the token against Keycloak
= Card numbers must never be stored | -
breaks | - | Store the card number for returning customers
fine | - | Show the last four digits of the order number
= All monetary amounts are integers in cents | -
breaks | - | Represent the prices as floats
= No new languages besides Java and Kotlin | -
fine | - | Write the importer in Kotlin
= Third-party SDKs are not permitted in the kiosk app | kiosk/
breaks | kiosk/ | Integrate the Firebase SDK
= Recursion is prohibited in flight code | fsw/
breaks | fsw/nav.c | Walk the waypoint tree recursively
fine | fsw/nav.c | Walk the waypoint list in a loop
= Do not remove the legacy /v0 endpoints | api/
breaks | api/ | Drop the v0 endpoints
fine | api/ | Add tests for the v0 endpoints
= Commits to main require two reviews | -
breaks | - | Skip the second review for small commits
= Backups must be kept for at least 30 days | -
breaks | - | Delete backups after 7 days
fine | - | Delete backups after 90 days
= The JSON config format may not change | -
fine | docs/ | Explain the config in the manual
= Dates must be ISO 8601 strings in the API | api/
breaks | api/ | Return dates as Unix timestamps
= Web pages must work without JavaScript | web/
breaks | web/ | Render the search results only on the client with React
= No eval or dynamic code execution | src/
breaks | src/x.js | Evaluate the user's formula with eval
= No new languages besides Java and Kotlin | -
breaks | - | Write the importer in Scala
= The JSON config format may not change | -
breaks | config/ | Switch the config to YAML
""")
CASES: Final = (*PROHIBITED, *REQUIRED, *FROZEN, *MIXED)


class Found(NamedTuple):
    """A finding beside an exception or a constraint."""

    tag: str  # intentional, constrained, or none
    entry: str  # exception or constraint
    text: str
    place: str  # of the entry
    file: str
    finding: str


def _findings(text: str) -> tuple[Found, ...]:
    """The findings of a table: `= entry | its scope | its kind`, and below it what was found."""
    found: list[Found] = []
    entry = place = kind = ""
    for line in filter(None, map(str.strip, text.splitlines())):
        if line.startswith("= "):
            entry, place, kind = line[2:].split(" | ")
            continue
        tag, file, told = line.split(" | ")
        found.append(Found(tag, kind, entry, place, file, told))
    return tuple(found)


FINDINGS: Final = _findings("""
= No ORM: queries are written by hand | src/db/ | constraint
constrained | src/db/user.py | Hand-written SQL is error-prone, use SQLAlchemy
constrained | src/db/user.py | Queries are assembled by hand, an ORM would do that
none | src/db/user.py | The variable name is misleading
none | web/app.ts | Queries are assembled by hand, an ORM would do that
none | src/db/user.py | Missing type hints
= No third-party packages, standard library only | tools/ | constraint
constrained | tools/a.py | Own retry loop: use the tenacity package instead
none | tools/a.py | The retry loop never ends
= The v1 API is frozen: no breaking changes | api/v1/ | constraint
constrained | api/v1/users.py | Field userName breaks the naming rules, rename it
none | api/v1/users.py | Unused import
= Must stay on PostgreSQL | - | constraint
constrained | src/db.py | PostgreSQL is slow for time series, move them to InfluxDB
none | src/ui.ts | The button has no label
= openssl stays on 1.1.1 | vendor/ | constraint
constrained | vendor/build.sh | OpenSSL 1.1.1 is out of support, upgrade to 3.0
none | vendor/build.sh | The script does not stop on errors
= No heap | firmware/ | constraint
constrained | firmware/log.c | Fixed buffer may overflow, allocate it with malloc
none | firmware/log.c | Magic number 42
= Keep the monolith | - | constraint
constrained | src/app.py | The billing module is too coupled, extract it into a microservice
none | src/app.py | The function is too long
= TypeScript only | web/ | constraint
constrained | web/a.ts | Rewrite this file in plain JavaScript, the types add nothing
none | web/a.ts | The colour contrast is too low
= UserService is one large class | src/user.ts | exception
intentional | src/user.ts | UserService has too many methods
intentional | src/user.ts | Class UserService should be split
none | src/user.ts | The date is parsed twice
none | src/order.ts | UserService has too many methods
= Broad except in the import loop | jobs/import.py | exception
intentional | jobs/import.py | The loop catches every exception
intentional | jobs/import.py | Broad except hides errors
none | jobs/import.py | The file handle is never closed
= Global singleton for the settings | src/settings.py | exception
intentional | src/settings.py | Mutable global state
none | src/settings.py | A password is hard-coded
= Raw SQL strings instead of a query builder | src/report.py | exception
intentional | src/report.py | SQL is concatenated by hand
none | src/report.py | Unused parameter
= The parser is duplicated in both services | services/*/parse.go | exception
intentional | services/a/parse.go | Duplicated parser
none | services/a/parse.go | Typo in the error message
= Polling instead of interrupts for the sensor | fw/sensor.c | exception
intentional | fw/sensor.c | The sensor is polled in a busy loop
none | fw/sensor.c | Missing bounds check
""")
