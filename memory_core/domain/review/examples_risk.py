"""Findings of security and performance as reviewers word them, below the kind of defect that each is."""

from typing import Final

EXAMPLES: Final = """
sql-injection
  Raw SQL assembled from the request's filter. The `status` parameter is pasted into the WHERE clause with an
    f-string, so anybody can read other tables.
  fmt.Sprintf builds the lookup statement. The email from the form ends up inside the query text; use placeholders.
  User-controlled sort column interpolated into ORDER BY. `order('#{params[:sort]} desc')` lets a caller inject
    arbitrary clauses.
  format! used to compose the statement for the guest search. The surname typed at the front desk lands in the text
    handed to sqlx::query; a quote ends the literal.
  Fragment with the raw filter lets guests run their own SQL. `fragment('name = '#{term}'')` is expanded before the
    driver sees it.
  DQL gets the currency code appended by hand. createQuery('... WHERE r.cur = ' . $cur) although setParameter exists.
command-injection
  Shell command contains the uploaded file name. `os.system('ffmpeg -i ' + name)` runs whatever the name holds after a
    semicolon.
  exec() called with unescaped tenant name. child_process.exec concatenates the value; use execFile with an argument
    list.
  Branch name reaches `sh -c` unquoted. An attacker who can name a branch runs arbitrary commands on the build host.
xss
  Comment body rendered with `safe`. A comment with a script tag runs in every reader's browser.
  dangerouslySetInnerHTML on profile text. The bio comes from the user and is not sanitised before it is put into the
    page.
  Search term echoed into the page without escaping. `raw params[:q]` makes reflected cross-site scripting possible.
  innerHTML receives the server message. Error texts contain user input; use textContent.
  Chat message becomes markup. el.insertAdjacentHTML with what the guest wrote executes their scripts at the
    reception.
  Review text printed with the raw filter. A tag in a guest's review is live for all visitors.
  raw/1 around a note of the guest. Stored script is run for every employee who opens the page.
  Product description is injected into the DOM as HTML. Merchants type it, so a script in it runs for every shopper;
    render it as text or sanitise it with DOMPurify.
  Unescaped display name in the notification e-mail template. The name is inserted with triple braces and may carry
    markup.
  Markdown preview allows inline HTML. An attacker can store an onerror handler that steals the session.
hardcoded-secret
  Production API key committed in settings. STRIPE_KEY holds a live value; anybody with read access to the repository
    can charge cards.
  Database password in plain text in the compose file. Move it to a secret store and rotate it.
  Hard-coded JWT signing secret. The same literal signs tokens in all environments.
  Credentials baked into the binary. The S3 access key is a string constant that can be extracted from the app.
  Root password of the cluster sits in the variables file. Anyone who clones can log in to production; move it to
    Vault.
  Signing keystore passphrase checked in. It has been in git history since March and must be rotated.
  SMTP credentials in clear text in the chart. Reference a sealed secret.
  Webhook secret is a literal in the module. It is the same in every environment and visible to everyone with
    repository access.
  Admin password of the seed script is committed. Read it from the environment or generate it.
  AWS keys in the CI workflow file. Use the secret store of the CI and rotate the pair.
csrf
  Password change is csrf_exempt. A foreign page can submit the form with the user's cookie.
  State-changing POST routes have no anti-forgery token. Cross-site requests with the session cookie are accepted.
  CSRF protection disabled in the security configuration. `http.csrf().disable()` although the app uses cookie
    sessions.
  Delete action answers to GET. A link or an image on another site deletes the item with the user's session.
missing-authorization
  /admin/users lacks a role check. Any logged-in account may list and delete users.
  Documents are loaded by id without verifying the owner. Changing the id in the URL shows somebody else's file
    (IDOR).
  Export endpoint is reachable by every tenant. There is no authorisation before the rows are streamed out.
  Missing permission check when removing team members. A plain member can remove the owner.
  Guests can open the folio of another room. The room number of the socket params is trusted, nobody compares it with
    the session.
  Invoice PDF is served to everybody who knows the number. No voter is consulted before the file is sent.
  Housekeeping accounts may change wages. The handler only looks whether somebody is signed in, not what their
    position allows.
  Endpoint returns any order by id. The query is not restricted to the account of the current user.
  Refund route only requires a login. A support role is needed, but the dependency that checks it is absent.
  Tenant id is taken from the request body. A user can pass the id of another company and read its data.
path-traversal
  Path traversal in the download handler. `open(os.path.join(BASE, request.args['name']))` accepts `../../etc/passwd`.
  Zip entries are written wherever their name points. An entry called ../../.ssh/authorized_keys leaves the target
    folder.
  File name from the URL joined to the root unchecked. Requests with dot-dot segments read files outside the public
    directory.
  Attachment name is used as a file path. `../` in the name lets a client overwrite files outside the storage folder.
  Template name of the query string is opened from disk. Normalise and check the prefix before reading.
weak-password-hash
  Passwords hashed with MD5. Use argon2 or bcrypt with a salt.
  sha1 is used to store passwords. An unsalted fast digest is cracked in minutes after a leak.
  Weak password hashing. md5($salt . $password) is far too fast; use password_hash.
  SHA-256 without salt for user passwords. Use a slow, salted function such as bcrypt.
tls-verification-off
  Certificate verification turned off. `verify=False` in the payment client allows a man in the middle.
  InsecureSkipVerify set to true. TLS connections accept any certificate.
  Server certificate callback always returns true. Every certificate is trusted, also a forged one.
secrets-in-logs
  Authorization header written to the access log. Bearer tokens end up in log storage.
  Full card number logged at debug level. PAN and CVV appear in plain text in the logs.
  Password printed when login fails. The log line contains what the user typed.
  Full request body is logged on validation errors. Passwords and addresses of customers end up in the log aggregator.
  Customer e-mail and phone number in info logs. Personal data is kept for months in the logging service.
  Exception handler prints the connection string. It contains the database password.
rate-limit
  Login endpoint has no rate limit. Passwords can be guessed as fast as the server answers.
  Unlimited attempts on the reset code. A six-digit code is brute-forced in an hour; throttle by account and address.
  No throttling or lockout on OTP verification. Attackers can try all codes.
  Password reset can be requested without limit. Mail flooding and guessing of codes are possible.
  No brute-force protection on the PIN check. Four digits can be tried in minutes; lock after a few failures.
ssrf
  Server fetches any URL the user gives. Internal metadata addresses such as 169.254.169.254 can be read.
  SSRF through link previews. The host is not checked against an allow list before the request.
  Image import requests arbitrary hosts. Private networks are reachable by the `src` parameter.
  Avatar import downloads from whatever URL the client sends. Link-local and private ranges should be refused.
  Callback URL of a subscription is fetched without restrictions. It can be pointed at services inside the cluster.
vulnerable-dependency
  lodash 4.17.11 has a known prototype pollution CVE. Upgrade to a fixed release.
  Outdated Django with published vulnerabilities. 2.2.0 is affected by CVE-2019-14234; bump the dependency.
  Vulnerable log4j version. Log4Shell (CVE-2021-44228) applies to 2.14.
insecure-random
  Session tokens from random.choice. The generator is predictable; use the secrets module.
  Math.random() generates invitation codes. Codes can be guessed; use crypto.randomBytes.
  java.util.Random for password reset tokens. Not cryptographically secure.
  Coupon codes come from a non-cryptographic generator. They can be predicted; draw them from a CSPRNG.
unsafe-deserialisation
  pickle.loads on data from the queue. Whoever can write to the queue runs code in the worker.
  Untrusted object deserialised with ObjectInputStream. Gadget chains allow remote code execution.
  yaml.load without a safe loader. A crafted document constructs arbitrary Python objects.
  Cached sessions are unpickled from Redis. Somebody with access to the cache can execute code.
open-redirect
  Open redirect after login. `next` may point to a foreign host.
session-fixation
  Session id is kept after login. Session fixation is possible.
cookie-flags
  Session cookie without HttpOnly and Secure. Scripts can read it.
security-headers
  Security headers are missing. No CSP, HSTS or X-Frame-Options.
cors
  CORS allows any origin with credentials. Access-Control-Allow-Origin reflects the caller.
  Any website may call the API with cookies. CORS layer mirrors the origin.
error-disclosure
  Stack traces are returned to the client. Internal paths and versions leak.
upload-unrestricted
  Uploaded file type is not restricted. An executable can be uploaded and served.
  Passport scans keep the name and type the client gives. An .html file is served from our domain.
mass-assignment
  Mass assignment of the admin attribute. permit! takes every parameter.
xxe
  External entities are resolved. XXE reads local files.
runs-as-root
  Container runs as root. Add a USER line.
public-exposure
  Bucket is publicly readable. Customer exports can be listed by anybody.
  Database port reachable from the whole internet. Restrict the group.
timing-compare
  Signature compared with ==. Timing reveals the prefix; use a constant time comparison.
link-lifetime
  Reset links stay usable for ever. The record has no expiry and survives its use.
  Sign-in link by mail can be used many times, for weeks. It should end with its first use or after fifteen minutes.
  Invitation link never runs out. Old mails still open an account.
token-lifetime
  Sessions stay valid after a password change. Old tokens must be revoked.
  Access tokens are issued for a year. Use minutes and refresh tokens.
webhook-signature
  Payment notification is believed without looking at its signature. Anybody can post a paid event.
  Channel manager callbacks are not authenticated by their HMAC. Forged cancellations get through.
  Door lock events: signature header never verified. The shared secret is configured and unused.
account-enumeration
  Wrong mail and wrong password give different answers. Accounts can be listed.
plain-http
  Arbitrary loads are allowed. App Transport Security is switched off for all hosts.
unencrypted-storage
  Text comparison is case sensitive by accident. Use equalsIgnoreCase.
debug-mode
  Profiler is enabled in production. It shows the environment.
unpinned-versions
  JWT algorithm is not pinned. A token with alg none is accepted.
missing-validation
  Registration accepts any e-mail and age. Nothing checks type, length or range of the fields of the request body
    before they are saved.
  Request body is not validated. quantity may be negative or a string; it goes to the database as it came.
  No input validation on profile update. Fields are bound and stored without limits on size or format.
  Quantity and price are accepted from the client unchecked. Negative values produce negative totals.
  Page size parameter has no range check. Strings and huge numbers go straight through.
  Dates of the booking request are not validated. The end may lie before the start.
n-plus-one
  N+1 queries when listing orders. Each order loads its customer separately; use select_related.
  Comments fetched one post at a time. 50 posts mean 51 statements; preload the association.
  A query per member inside the loop. `for (const m of members) await db.user.findOne(m.id)`; batch it with a
    dataloader.
  Lazy association is hit for every row of the result. Hibernate issues one select per product; a join fetch does it
    in one.
  Guest is looked up for each booking in the arrivals list. Repo.get inside Enum.map; preload instead.
  Template touches booking.payments, one SELECT per line of the table. Doctrine proxies initialise one after another.
  365 round trips to Postgres for the yearly report. The query sits in the day loop; one grouped statement would do.
  Seat availability is queried inside the loop over sections. A venue with 40 sections costs 41 queries; fetch all in
    one go.
  Serializer resolves the author of each comment on its own. Add prefetch_related.
  GraphQL field loads the organiser per event. Use a batch loader.
missing-index
  events.user_id has no index. The dashboard scans the whole table.
  Lookup column without an index. `where(token: …)` is a sequential scan on two million rows.
  Add an index on (status, created_at). The worker's polling query does a full table scan every second.
  Arrivals are filtered by a date that is not indexed. Postgres walks through 4 million bookings every morning.
  Looking up guests by passport takes seconds. EXPLAIN shows a Seq Scan on guests; create an index on
    lower(passport_no).
  payment.external_ref lacks a database index. Each hook searches it.
  Filter on status and due date scans the invoices table. A composite index would help.
  Join column without an index. Deletes of parents lock the child table while it is scanned.
debounce
  ILIKE '%term%' on every key stroke. Debounce, and use a trigram index.
over-fetching
  Injection risk in invoice export. `'SELECT * FROM invoice WHERE nr = '' + nr + '''` is executed with a plain
    Statement instead of a PreparedStatement.
unbounded-query
  List endpoint returns every audit record. There is no pagination; large tenants get hundreds of megabytes.
  All rows are loaded into memory before writing. `list(queryset)` on a table of millions; stream or page it.
  Query without LIMIT. The inbox handler reads the complete history of a channel at once.
  Results are not paged. GET /products materialises the entire catalogue.
  Booking API hands out the complete table. No page parameters, 60 MB of JSON for chains.
  findAll() before writing the CSV. Runs out of memory with more than 200k guests; iterate.
  fetch_all on the audit log. A stream or LIMIT is needed, the answer has no ceiling.
  Endpoint loads every ticket of an event at once. Large events time out; paginate.
  Search returns all hits in a single response. There is no limit and no cursor.
  Nightly job selects the entire table into a list. Process it in batches.
blocking-async
  requests.get inside an async handler. The event loop stands still until the remote side answers.
  readFileSync on every request. Synchronous disk access blocks the event loop.
  time.sleep in a coroutine. All other tasks wait; use asyncio.sleep.
  Passport image is decoded on the main thread. The interface freezes for two seconds.
  std::fs used within an async fn. The tokio worker is stuck while the archive is written; use tokio::fs or
    spawn_blocking.
  Synchronous XMLHttpRequest when saving. The tab does not react until the server answers.
  Synchronous database driver in the async request path. Every query stops the event loop.
  Image resizing runs on the event loop. CPU-heavy work belongs into a worker thread or process.
missing-cache
  Exchange rates are fetched for each conversion. They change once a day; cache the response.
  Permissions recomputed on each request. The result never changes within a session and could be memoised.
  Settings file parsed again at every call. Keep the parsed result in memory.
  Season table is rebuilt on every price request. It is edited twice a year and could live in ETS.
  Forecast is asked for with every page view. One answer an hour would suffice.
  Holidays recalculated whenever a day is drawn. Keep them per year.
  Feature configuration is read from the database on each request. It hardly ever changes; keep it for a minute.
  Venue details are fetched from the upstream API for each page render. The answer could be cached.
  Same aggregate is computed three times while rendering the dashboard. Memoise it.
quadratic
  Nested loops compare every record with every other. Quadratic in the number of contacts; group by key first.
  `includes` inside filter makes this O(n²). Use a Set for membership.
  Linear search in the inner loop. For 100k entries it takes minutes; build a map once.
  For each item the whole list is searched again. Index the list by id to avoid O(n^2).
unbounded-growth
  Listeners are never removed. Each reconnect adds a handler, so memory grows until the process dies.
  Dictionary cache without eviction. Entries are added for ever and nothing limits its size.
  Map of sessions grows without bound. Ended sessions are never taken out.
  equals overridden without hashCode. Sets lose the entries.
  Subscriptions are not cleaned up when the component unmounts. Each visit leaves a listener behind.
  In-memory map of rate-limit buckets never shrinks. Keys are added per client and never evicted.
bundle-size
  The whole of moment is imported for one date format. It adds 300 kB to the bundle; import what is needed.
  Chart library shipped on the landing page. Load it lazily: the initial bundle doubles.
  Initial JavaScript is 4 MB. No code splitting; every page downloads all routes.
  900 kB of unused styles. Purge them.
  Icon set is imported as a whole. Only four icons are used; import them one by one to shrink the bundle.
rerender
  All rows re-render on each key stroke. The inline callback is new each time; use useCallback and memo.
  Context value recreated on every render. All consumers render again; memoise the value.
  Expensive sort in the template runs at every render. Use a computed property.
  New object literal passed as prop on every render defeats memoisation. The list re-renders on each tick.
connection-pool
  New database connection for every request. Use a pool.
  Pool has a single connection. Requests queue up.
regex-backtracking
  Regular expression backtracks catastrophically. `(a+)+$` takes exponential time.
image-size
  Images are served uncompressed. Convert to WebP and resize.
string-building
  String built by += in a loop. Use join.
row-iteration
  DataFrame iterated with iterrows. Vectorise the computation.
needless-copy
  Log line is serialised even when the level is off. JSON.stringify of the whole request.
  Layers are not cached because sources are copied first. Dependencies are installed on each build.
"""
