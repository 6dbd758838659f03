"""Three more tables of proposals, with words and domains that the first does not have; kinds as in `guard_table`.

Each was written before its words were looked up, and scored once as it was: of what is told again 34 of 35, 27 of 30
and 29 of 31 were not proposed, words alone.
"""

from typing import Final

from tests.guard_table import rejection, rows

SECOND: Final = (
    rejection("RC-101", "Replace Winston with Pino for logging", "src/lib/logger.ts", permanent=True),
    rejection("RC-102", "Introduce feature flags via LaunchDarkly", None),
    rejection("RC-103", "Split utils.py into separate modules", "src/utils.py", permanent=True),
    rejection("RC-104", "Migrate from PostgreSQL to MongoDB", "**", permanent=True),
    rejection("RC-105", "Add a caching layer to UserRepository", "src/repositories/"),
    rejection("RC-106", "Extract authentication into a shared library", "src/auth/"),
    rejection("RC-107", "Convert class components to hooks", "src/components/**"),
    rejection("RC-108", "Use event sourcing for the order aggregate", "src/orders/", permanent=True),
    rejection("RC-109", "Upgrade to Java 21", "build.gradle"),
    rejection("RC-110", "Add end-to-end tests with Cypress", "e2e/"),
    rejection("RC-111", "Rename the usr table to users", "db/migrations/"),
    rejection("RC-112", "Make the sync job asynchronous", "jobs/sync.py"),
    rejection("RC-113", "Move validation from controllers into middleware", "src/controllers/"),
    rejection("RC-114", "Drop support for Internet Explorer 11", None),
    rejection("RC-115", "Introduce a dependency injection container", "src/", permanent=True),
)

SECOND_ROWS: Final = rows("""
again | RC-101 | src/lib/logger.ts | Switch our logger to Pino
again | RC-101 | - | Adopt pino as the logging library
again | RC-101 | src/lib/logger.ts | Swap the logging backend for a faster one
near | RC-101 | src/lib/logger.ts | Replace console.log calls with winston
other | RC-101 | src/lib/logger.ts | Add request ids to log lines
free | - | src/payments/pay.ts | Log errors in the payment handler
again | RC-102 | - | Gate new features behind runtime toggles
again | RC-102 | - | Use Unleash to switch features on and off
near | RC-102 | src/cli.ts | Add a verbose flag to the command line
again | RC-103 | src/utils.py | Break utils.py up into smaller files
again | RC-103 | src/utils.py | Divide the helper module into themed modules
again | RC-103 | src/utils.py | Decompose the utilities into several focused modules
other | RC-103 | src/utils.py | Add type hints to utils.py
place | RC-103 | src/orders.py | Split orders.py into separate modules
again | RC-104 | - | Move our data to a document database
again | RC-104 | src/db/ | Replace Postgres by a NoSQL store
again | RC-104 | - | Use Mongo instead of the relational database
near | RC-104 | - | Upgrade PostgreSQL to 16
near | RC-104 | - | Migrate from MongoDB to PostgreSQL
again | RC-105 | src/repositories/user.ts | Memoize the results of user lookups
again | RC-105 | src/repositories/UserRepository.ts | Put Redis in front of the user repository
other | RC-105 | src/repositories/order.ts | Return null when no order is found
near | RC-105 | src/repositories/ | Remove the cache from UserRepository
again | RC-106 | src/auth/ | Pull the login code out into its own package
again | RC-106 | src/auth/ | Publish auth as a common module for all teams
other | RC-106 | src/auth/login.ts | Fix the redirect after login
again | RC-107 | src/components/Cart.tsx | Rewrite components as function components with hooks
again | RC-107 | src/components/ | Turn class-based React components into functional ones
other | RC-107 | src/components/Old.tsx | Delete unused components
free | - | .husky/ | Run the type checker before each commit
again | RC-108 | src/orders/ | Persist orders as a sequence of events and rebuild their state by replaying them
again | RC-108 | src/orders/store.ts | Store domain events rather than current state
again | RC-108 | - | Derive order state from an append-only log
free | - | src/mail/ | Send a mail after an order was paid
again | RC-109 | build.gradle | Bump the JDK to version 21
again | RC-109 | build.gradle | Move to the latest Java LTS
near | RC-109 | build.gradle | Downgrade Java to 11
other | RC-109 | build.gradle | Upgrade the Gradle wrapper
again | RC-110 | e2e/ | Automate browser tests for the checkout flow
again | RC-110 | e2e/ | Write Playwright tests that drive the browser
near | RC-110 | src/price.ts | Add unit tests for the price calculation
again | RC-111 | db/migrations/ | Call the usr table users
again | RC-111 | db/migrations/012.sql | Rename table usr
other | RC-111 | db/migrations/ | Add a foreign key from orders to products
again | RC-112 | jobs/sync.py | Turn the sync job into an async task
again | RC-112 | jobs/sync.py | Run the synchronisation in the background without blocking
other | RC-112 | jobs/sync.py | Speed up the sync job by sending larger batches
again | RC-113 | src/controllers/ | Validate requests in a middleware rather than in each controller
again | RC-113 | src/controllers/user.ts | Centralise the input checks in middleware
other | RC-113 | src/controllers/ | Return 404 for unknown ids
again | RC-114 | - | Stop supporting IE11
again | RC-114 | - | Remove the IE polyfills
near | RC-114 | - | Add polyfills for Internet Explorer 11
again | RC-115 | src/ | Wire objects with an IoC container
again | RC-115 | src/app.ts | Use Inversify to inject services
again | RC-115 | - | Adopt a DI framework such as tsyringe
near | RC-115 | - | Remove the injector
free | - | - | Document the release process
free | - | docs/ | Add an architecture diagram
free | - | src/pdf/ | Render invoices in landscape format
free | - | - | Increase the memory limit of the worker
free | - | scripts/ | Make the deploy script idempotent
free | - | src/search/ | Highlight the search terms in results
free | - | - | Show a progress bar during upload
free | - | - | Remove dead code from the reporting module
free | - | - | Handle daylight saving time in the calendar
free | - | ios/ | Support dynamic type sizes
free | - | - | Fix a race condition in the upload queue
free | - | - | Refactor the discount calculation into smaller functions
free | - | - | Add keyboard shortcuts
""")

THIRD: Final = (
    rejection("RC-201", "Switch the build from Webpack to Vite", "frontend/webpack.config.js", permanent=True),
    rejection("RC-202", "Store money as floating point numbers", "src/billing/money.ts", permanent=True),
    rejection("RC-203", "Add an admin GraphQL playground in production", "src/server/graphql.ts"),
    rejection("RC-204", "Use Terraform workspaces per environment", "infra/terraform/"),
    rejection("RC-205", "Replace cron jobs with Airflow", "scheduler/", permanent=True),
    rejection("RC-206", "Implement offline mode with service workers", "web/sw.js"),
    rejection("RC-207", "Rewrite the Android app in Jetpack Compose", "android/app/src/main/java/**", permanent=True),
    rejection("RC-208", "Introduce smart pointers throughout the renderer", "engine/render/*.cpp"),
    rejection("RC-209", "Denormalise the orders table for reporting", "db/schema.sql"),
    rejection("RC-210", "Enable strict null checks", "tsconfig.json"),
    rejection("RC-211", "Merge the billing and invoicing services", "services/", permanent=True),
    rejection("RC-212", "Log full request bodies for debugging", "src/middleware/logging.ts", permanent=True),
    rejection("RC-213", "Train the recommender on GPU with PyTorch", "ml/recommender/"),
    rejection("RC-214", "Paginate with cursors instead of offsets", "api/pagination.py"),
    rejection("RC-215", "Make the settings object a singleton", "src/config.py", permanent=True),
)

THIRD_ROWS: Final = rows("""
again | RC-201 | frontend/ | Adopt Vite as bundler
again | RC-201 | - | Speed up builds by moving off Webpack to a faster bundler
again | RC-201 | frontend/vite.config.ts | Replace webpack by esbuild-based Vite
near | RC-201 | frontend/webpack.config.js | Upgrade webpack to version 5
other | RC-201 | frontend/webpack.config.js | Enable source maps in development
again | RC-202 | src/billing/money.ts | Represent amounts with doubles
again | RC-202 | src/billing/ | Use floats for prices
near | RC-202 | src/billing/money.ts | Represent money as integer cents
place | RC-202 | src/game/physics.ts | Use doubles for particle positions
again | RC-203 | src/server/graphql.ts | Expose the GraphQL explorer to administrators on the live system
other | RC-203 | src/server/graphql.ts | Limit the depth of queries
again | RC-204 | infra/terraform/ | Separate staging and production by terraform workspaces
other | RC-204 | infra/terraform/main.tf | Bump the AWS provider
again | RC-205 | scheduler/ | Orchestrate the periodic jobs with Apache Airflow
again | RC-205 | - | Run our scheduled tasks as DAGs in a workflow engine
again | RC-205 | scheduler/jobs.py | Move nightly jobs from crontab to Airflow
near | RC-205 | scheduler/ | Replace Airflow with cron
again | RC-206 | web/sw.js | Let the site work without a connection
again | RC-206 | web/ | Turn the web app into a PWA with offline support
other | RC-206 | web/sw.js | Remove console output
again | RC-207 | android/app/src/main/java/ui/Home.kt | Migrate the home screen to Compose
again | RC-207 | android/ | Replace XML layouts by Jetpack Compose
near | RC-207 | android/app/src/main/java/ui/Home.kt | Write the home screen in Kotlin
free | - | docker/compose.yml | Pin the images in the compose file
again | RC-208 | engine/render/mesh.cpp | Replace raw pointers by std::unique_ptr
again | RC-208 | engine/render/ | Manage GPU buffers with shared_ptr
near | RC-208 | engine/render/mesh.cpp | Sort meshes by material to save state changes
again | RC-209 | db/schema.sql | Copy customer columns into orders so that reports need no join
again | RC-209 | db/ | Flatten orders into a wide reporting table
near | RC-209 | db/schema.sql | Normalise the address columns
again | RC-210 | tsconfig.json | Turn on strictNullChecks
again | RC-210 | - | Make the compiler reject possibly null values
near | RC-210 | tsconfig.json | Disable strict null checks for tests
other | RC-210 | tsconfig.json | Target ES2022
again | RC-211 | services/billing/ | Combine billing with invoicing into one service
again | RC-211 | services/ | Fold invoicing into the billing service
near | RC-211 | services/billing/ | Split billing into billing and invoicing
free | - | docs/services.md | Describe how billing works
again | RC-212 | src/middleware/logging.ts | Write the complete payload of every request to the log
again | RC-212 | - | Dump request bodies into the logs
near | RC-212 | src/middleware/logging.ts | Mask request bodies in the log
again | RC-213 | ml/recommender/train.py | Move training to CUDA with torch
again | RC-213 | ml/ | Use a graphics card to train the recommendation model
near | RC-213 | ml/recommender/train.py | Train the recommender with scikit-learn
other | RC-213 | ml/recommender/train.py | Fix the random seed
again | RC-214 | api/pagination.py | Switch to keyset pagination
again | RC-214 | api/ | Replace offset pagination by cursor-based pages
near | RC-214 | api/pagination.py | Cap the page size at 100
again | RC-215 | src/config.py | Keep one global settings instance
again | RC-215 | src/ | Turn Settings into a global object that everything shares
near | RC-215 | src/config.py | Read the port from the environment
near | RC-215 | src/config.py | Pass settings to constructors instead of a global
free | - | src/report/ | Round percentages to one digit
free | - | - | Update the contributor list
free | - | web/ | Make table headers sticky
free | - | - | Warn about unsaved changes
free | - | src/mail/ | Send reminders two days before expiry
free | - | - | Cover the parser with unit tests
free | - | tools/ | Colour the output of the build script
free | - | - | Move the logo to the left
other | RC-209 | db/ | Archive orders older than five years
free | - | - | Reduce startup time by loading plugins lazily
free | - | api/auth.py | Reject weak passwords at sign-up
free | - | - | Extract duplicated date formatting into a function
free | - | ios/ | Ask for notification permission after the first order
free | - | - | Fix memory leak in the image decoder
""")

FOURTH: Final = (
    rejection("RC-301", "Add an ORM", "src/persistence/", permanent=True),
    rejection("RC-302", "Adopt server-side rendering with Next.js", "web/pages/**", permanent=True),
    rejection("RC-303", "Switch CI from Jenkins to GitHub Actions", ".ci/"),
    rejection("RC-304", "Add Prettier and reformat the whole code base", "**", permanent=True),
    rejection("RC-305", "Use a NoSQL database for the catalogue", "services/catalog/db/"),
    rejection("RC-306", "Make authentication stateless with JWT", "services/auth/token.go", permanent=True),
    rejection("RC-307", "Replace makefiles with Bazel", "build/"),
    rejection("RC-308", "Rewrite the iOS UI in SwiftUI", "ios/UI/*.swift", permanent=True),
    rejection("RC-309", "Introduce an event bus between the modules", "core/events/"),
    rejection("RC-310", "Vectorise the filter kernel with AVX intrinsics", "dsp/filter.cpp"),
    rejection("RC-311", "Soft delete customers", "services/crm/customer.rb", permanent=True),
    rejection("RC-312", "Put an Istio service mesh in front of the services", "k8s/"),
    rejection("RC-313", "Write the data quality checks with Great Expectations", "pipelines/quality/"),
    rejection("RC-314", "Inline the OrderMapper into OrderService", "services/order/OrderMapper.java"),
    rejection("RC-315", "Send anonymous usage statistics to our servers", None, permanent=True),
)

FOURTH_ROWS: Final = rows("""
again | RC-301 | src/persistence/user.ts | Model the users table as an entity and let the library generate the SQL
again | RC-301 | - | Bring in Hibernate for persistence
again | RC-301 | src/persistence/ | Stop writing queries by hand and use an object mapper
other | RC-301 | src/persistence/user.ts | Close the connection pool on shutdown
near | RC-301 | - | Add a query builder for dynamic filters
again | RC-302 | web/pages/home.tsx | Render the home page on the server
again | RC-302 | - | Migrate the front end to Next
again | RC-302 | - | Deliver ready-made HTML from the server instead of an empty shell
near | RC-302 | web/pages/home.tsx | Remove the Next.js prototype
again | RC-303 | .ci/ | Run our pipelines on GitHub Actions
again | RC-303 | - | Get off Jenkins and use GitHub's hosted runners
near | RC-303 | .ci/Jenkinsfile | Upgrade Jenkins to the latest LTS
other | RC-303 | .ci/build.sh | Cache downloaded packages between builds
again | RC-304 | - | Format all files automatically with an opinionated formatter
again | RC-304 | - | Run prettier over everything
near | RC-304 | - | Format dates according to the user's locale
again | RC-305 | services/catalog/db/ | Keep the catalogue in MongoDB
again | RC-305 | services/catalog/db/items.ts | Store catalogue items as schemaless documents
near | RC-305 | services/catalog/db/ | Add a unique index on sku
place | RC-305 | services/reviews/ | Use a document database for reviews
again | RC-306 | services/auth/token.go | Issue signed tokens so that no session needs to be stored
again | RC-306 | services/auth/ | Replace server sessions with JSON Web Tokens
near | RC-306 | services/auth/token.go | Store sessions in the database
other | RC-306 | services/auth/token.go | Rename Token to SessionId
again | RC-307 | build/ | Adopt Bazel
again | RC-307 | - | Move the build to a hermetic build system such as Bazel
near | RC-307 | build/Makefile | Add a clean target to the makefile
again | RC-308 | ios/UI/Home.swift | Port the home screen to SwiftUI
again | RC-308 | ios/UI/ | Replace UIKit view controllers with declarative SwiftUI views
near | RC-308 | ios/UI/Home.swift | Fix the colour of the tab bar
place | RC-308 | watch/Main.swift | Build the watch interface with SwiftUI
again | RC-309 | core/events/ | Let modules talk to each other through published events
again | RC-309 | - | Decouple the modules with an in-process publish/subscribe bus
near | RC-309 | core/events/ | Rename the event handlers
again | RC-310 | dsp/filter.cpp | Use SIMD in the filter loop
again | RC-310 | dsp/ | Hand-write AVX2 code for the filter
near | RC-310 | dsp/filter.cpp | Move the filter to the GPU
other | RC-310 | dsp/filter.cpp | Document the coefficients
again | RC-311 | services/crm/customer.rb | Keep deleted customers with a deleted_at column
again | RC-311 | - | Only mark customers as deleted, never remove their rows
near | RC-311 | services/crm/customer.rb | Permanently erase customers on request
other | RC-311 | services/crm/customer.rb | Validate the phone number
again | RC-312 | k8s/ | Deploy Linkerd sidecars next to every service
again | RC-312 | k8s/ | Adopt Istio
near | RC-312 | k8s/ | Set memory limits on all pods
again | RC-313 | pipelines/quality/ | Validate the tables with great_expectations suites
near | RC-313 | pipelines/quality/ | Check for duplicate rows with plain SQL
again | RC-314 | services/order/OrderMapper.java | Merge OrderMapper into OrderService
again | RC-314 | services/order/ | Drop OrderMapper and move its code to the service
near | RC-314 | services/order/ | Extract an OrderMapper from OrderService
other | RC-314 | services/order/OrderMapper.java | Map the new discount field
again | RC-315 | - | Collect anonymous telemetry about how features are used
again | RC-315 | - | Phone home with usage data
near | RC-315 | - | Show statistics of usage to the administrator
free | - | src/ui/ | Align the buttons in the toolbar
free | - | - | Translate the manual into Spanish
free | - | - | Reject uploads larger than 10 MB
other | RC-311 | services/crm/ | Export contacts as CSV
free | - | - | Bump the copyright year
free | - | docs/ | Fix broken links in the documentation
free | - | dsp/reverb.cpp | Avoid a division by zero in the reverb
free | - | - | Warn when the disk is almost full
free | - | ios/Settings/ | Add a switch for haptic feedback
free | - | - | Show the version number in the about box
free | - | tests/ | Make the clock injectable in tests
free | - | - | Remove unused imports
free | - | - | Use constant time comparison for tokens
free | - | - | Simplify the pricing rules engine
free | - | k8s-docs/ | Add a glossary
free | - | - | Paginate search results
free | - | - | Cache avatars in the browser
free | - | - | Add retries to the payment client
""")
