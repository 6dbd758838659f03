"""A table of the narrow cases: what is plainly the same, and what only stands beside it or is against it.

Scored once before anything was made for it: of what is plain all 19 were held back, of the 37 near ones 8 wrongly (with
the model 9).

Beside the kinds of `guard_table`: `plain`, the rejected change in plain words: blocked or excluded.
"""

from typing import Final

from tests.guard_table import rejection, rows

FIFTH: Final = (
    rejection("RC-401", "Move the booking service from MySQL to MongoDB", "services/booking/", permanent=True),
    rejection("RC-402", "Introduce Redis as a cache for the price list", "services/prices/"),
    rejection("RC-403", "Deploy the backend with Docker Compose", "deploy/"),
    rejection("RC-404", "Rewrite the scheduler in Rust", "scheduler/", permanent=True),
    rejection("RC-405", "Use Material UI for the admin screens", "admin/src/", permanent=True),
    rejection("RC-406", "Add WebSocket updates to the seat map", "web/seats/"),
    rejection("RC-407", "Replace Gradle with Bazel", "build.gradle", permanent=True),
    rejection(
        "RC-408", "Split the notification module into email, SMS and push services", "services/notify/", permanent=True
    ),
    rejection("RC-409", "Store session data in the browser's local storage", "web/auth/", permanent=True),
    rejection("RC-410", "Upgrade from Angular 14 to Angular 17", "web/"),
    rejection("RC-411", "Encrypt the search index at rest", "search/"),
    rejection("RC-412", "Log every request body for debugging", "gateway/", permanent=True),
)

FIFTH_ROWS: Final = rows("""
plain | RC-401 | services/booking/ | Migrate bookings to MongoDB
plain | RC-401 | services/booking/db.py | Replace MySQL in the booking service by MongoDB
plain | RC-401 | - | Switch the booking service over to MongoDB
again | RC-401 | services/booking/ | Keep the bookings in a document database
near | RC-401 | services/booking/ | Upgrade MySQL to 8.4 in the booking service
near | RC-401 | services/booking/ | Add a document type to the booking model
near | RC-401 | services/booking/ | Move the booking service to another data centre
near | RC-401 | services/booking/ | Forbid MongoDB drivers in the booking service by a build check
other | RC-401 | services/booking/ | Tune the MySQL connection pool of the booking service
plain | RC-402 | services/prices/ | Cache the price list in Redis
plain | RC-402 | services/prices/list.py | Put Redis in front of the price list
again | RC-402 | services/prices/ | Keep the price list in memory
near | RC-402 | services/prices/ | Set Cache-Control headers on the price list
near | RC-402 | services/prices/ | Send no-cache headers with the price list
near | RC-402 | services/prices/ | Prevent caching of the price list
near | RC-402 | services/prices/ | Remove the leftover Redis client
other | RC-402 | services/prices/ | Sort the price list by name
plain | RC-403 | deploy/ | Run the backend with docker-compose
near | RC-403 | deploy/ | Write a deployment guide for the backend
near | RC-403 | deploy/ | Document why the backend is not deployed with Docker Compose
near | RC-403 | deploy/ | Scan the container images for vulnerabilities
plain | RC-404 | scheduler/ | Port the scheduler to Rust
plain | RC-404 | - | Reimplement the scheduler in Rust
near | RC-404 | scheduler/ | Remove rust-coloured highlights from the schedule
near | RC-404 | scheduler/ | Make the scheduler faster with a priority queue
other | RC-404 | scheduler/ | Test the scheduler with fake clocks
plain | RC-405 | admin/src/ | Build the admin screens with MUI
plain | RC-405 | admin/src/users.tsx | Adopt Material UI in the admin
again | RC-405 | admin/src/ | Use a component library in the admin screens
near | RC-405 | admin/src/ | Write our own button for the admin screens
near | RC-405 | admin/src/ | Lint against imports of Material UI
other | RC-405 | admin/src/ | Translate the admin screens
plain | RC-406 | web/seats/ | Push seat changes to the seat map over a WebSocket
again | RC-406 | web/seats/ | Update the seat map live through a persistent connection
near | RC-406 | web/seats/ | Poll the seat map every ten seconds
near | RC-406 | web/seats/ | Update the colours of the seat map
near | RC-406 | web/seats/ | Close stale WebSocket connections of the old seat map
plain | RC-407 | build.gradle | Switch the build from Gradle to Bazel
plain | RC-407 | - | Adopt Bazel in place of Gradle
near | RC-407 | build.gradle | Upgrade Gradle to 8
near | RC-407 | build.gradle | Replace the Gradle plugin for publishing by a newer one
near | RC-407 | build.gradle | Warn when somebody adds Bazel files
other | RC-407 | build.gradle | Cache the Gradle dependencies in CI
plain | RC-408 | services/notify/ | Break the notification module up into services for email, SMS and push
again | RC-408 | services/notify/ | Give each notification channel its own deployable
near | RC-408 | services/notify/ | Send an SMS when the email bounces
near | RC-408 | services/notify/ | Merge the email and SMS templates of the notification module
near | RC-408 | services/notify/ | Split the notification tests by channel
other | RC-408 | services/notify/ | Retry failed push notifications
plain | RC-409 | web/auth/ | Keep the session in localStorage
again | RC-409 | web/auth/ | Save session data on the client in browser storage
near | RC-409 | web/auth/ | Clear local storage when the session ends
near | RC-409 | web/auth/ | Store the session id in an HttpOnly cookie
near | RC-409 | web/auth/ | Never write session data to local storage
plain | RC-410 | web/ | Bump Angular to 17
plain | RC-410 | web/package.json | Update Angular from 14 to 17
near | RC-410 | web/ | Apply the security patch of Angular 14
near | RC-410 | web/ | Remove unused Angular modules
near | RC-410 | web/ | Upgrade ESLint to 9
plain | RC-411 | search/ | Encrypt the search index on disk
near | RC-411 | search/ | Rebuild the search index every night
near | RC-411 | search/ | Shrink the search index
near | RC-411 | search/ | Use TLS to talk to the search cluster
plain | RC-412 | gateway/ | Write all request bodies to the log
near | RC-412 | gateway/ | Mask request bodies in the log
near | RC-412 | gateway/ | Limit the size of request bodies
near | RC-412 | gateway/ | Stop logging request bodies
near | RC-412 | gateway/ | Log the duration of every request
free | - | docs/ | Correct the spelling in the user manual
free | - | tools/release.sh | Sign the release archives
free | - | web/footer/ | Show the opening hours in the footer
free | - | services/invoices/ | Round the invoice total to two digits
free | - | services/invoices/ | Print the customer number on each invoice
free | - | ios/ | Make the text of the tickets larger
""")
