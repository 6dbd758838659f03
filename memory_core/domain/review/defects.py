"""The kinds of defect that reviews find: what each is called, what keeps it out, and what is said where it stands.

A row: name; categories that it stands in; what goes wrong; what keeps it out. Below it, each line is one way to say it:
names of rows of `words` that are all said together, `!name` for one that is not said.
"""

from typing import Final

DEFECTS: Final = """
sql-injection; security; SQL is put together from strings; Bind values as parameters of the query
  x.sqli
  sql concat
  sql placeholder no
  sql unescaped
  sql concat userinput
command-injection; security; User input reaches a shell; Run programs with a list of arguments, without a shell
  x.cmdi
  shell userinput concat
  shell userinput unescaped
  shell unescaped
  shell concat
  x.shellcmd userinput
  shell userinput x.reach
xss; security; User input is put into a page unescaped; Escape on output, or sanitise what is shown as markup
  x.xss
  markup userinput unescaped
  markup userinput escape no
  markup unescaped
  x.rawsink userinput
hardcoded-secret; security; Secrets stand in the source; Keep secrets in a secret store, and rotate those that leaked
  x.hardsecret
  secret hardcoded !log
csrf; security; Requests that change something can be forged (CSRF); Require an anti-forgery token
  x.csrf
missing-authorization; security; Who may do it is not checked; Check role and ownership in each handler before the work
  x.idor
  perms no endpoint !apispec !testwords
  perms no check !testwords
  perms unchecked endpoint !testwords
  endpoint x.openfor
path-traversal; security; A name from outside becomes a path unchecked; Check that it stays inside its folder
  x.traversal
  path userinput unchecked
  path outside userinput
  path outside x.archive
weak-password-hash; security; Passwords are hashed with a fast digest; Hash passwords with argon2 or bcrypt
  x.weakhash
  hash weak x.password
  hash x.password no
weak-cipher; security; Encryption uses a weak cipher or mode; Use authenticated encryption of a maintained library
  x.weakcipher
  cipher weak
tls-verification-off; security; Certificates are not verified; Leave certificate verification on
  x.tlsoff
  tls no check
  tls x.off check
  tls x.any
  tls x.off
secrets-in-logs; security; Secrets or personal data are logged; Redact secrets and personal data before they are logged
  x.logsecret
  log sensitive !todo
rate-limit; security; Attempts are not limited; Limit attempts by account and address
  x.norate
  limit no
  limit x.unlimited
ssrf; security; The server fetches addresses that a user names (SSRF); Check hosts against an allow list
  x.ssrf
  fetch anyurl userinput
  fetch anyurl foreign
  fetch anyurl server
vulnerable-dependency; security; Dependencies have known vulnerabilities; Upgrade them, and audit dependencies in CI
  x.cve
  depend vulnerable
insecure-random; security; Tokens come from a predictable generator; Draw tokens from a cryptographic generator
  x.badrandom
  random token
  random x.predictable
unsafe-deserialisation; security; Untrusted data is deserialised; Use a format that makes no objects
  x.unsafedeser
  deser userinput
  deser
open-redirect; security; Redirects lead to any host; Allow redirects to known hosts only
  redirect foreign
  x.openredirect
session-fixation; security; The session survives the login; Make a new session id at login
  fixation
cookie-flags; security; Session cookies lack their flags; Set HttpOnly, Secure and SameSite on session cookies
  cookie flag
security-headers; security; Security headers are missing; Send CSP, HSTS and the other security headers
  header
cors; security; CORS allows foreign origins; Allow named origins only
  cors x.any
  cors foreign
  cors x.wild
  cors
error-disclosure; security; Internal errors are shown to clients; Answer with a plain error, keep details in the log
  errleak client
upload-unrestricted; security; Uploaded files are not restricted; Check type and size of uploaded files
  upload filetype no
  upload filetype unchecked
  upload x.any
mass-assignment; security; Requests may set every attribute; Name the attributes that a request may set
  massassign
jwt-validation; security; Tokens are not validated fully; Pin the algorithm, check expiry and audience
  jwt algorithm
  jwt no check
xxe; security; XML resolves external entities; Switch external entities off
  xxe
runs-as-root; security; Containers run as root; Run as a user without privileges
  root
public-exposure; security; Storage or ports are open to everybody; Keep storage and ports private
  public_bucket
timing-compare; security; Secrets are compared in variable time; Compare secrets in constant time
  timing
link-lifetime; security; Links that open by themselves live too long; Give signed links a short life
  x.untoken x.links
token-lifetime; security; Tokens and sessions live too long; Give tokens and sessions a short life, and revoke them
  x.untoken x.tokens !x.links
webhook-signature; security; Signatures of callbacks are not verified; Verify the signature before anything is read
  x.webhooksig
account-enumeration; security; Answers tell which accounts exist; Answer the same whether an account exists or not
  x.enumeration
client-storage; security; Tokens are stored where scripts read them; Keep tokens out of storage that scripts can read
  x.clientstore
secrets-in-urls; security; Secrets stand in URLs; Send secrets in headers or bodies
  x.urlsecret
plain-http; security; Data travels unencrypted; Use TLS everywhere
  x.plainhttp
unencrypted-storage; security; Sensitive data is stored unencrypted; Encrypt sensitive data at rest
  x.atrest !log !hash !hardcoded
debug-mode; security; Debug mode is on in production; Switch debug mode off
  x.debugmode
default-credentials; security; Default credentials work; Make everybody set their own
  x.defaultcreds
excess-privilege; security; More rights are given than needed; Give the least rights that do
  x.iam
template-injection; security; User input becomes a template; Never build templates from input
  x.ssti
prototype-pollution; security; Input can change prototypes; Refuse keys that reach prototypes
  x.proto
log-injection; security; Input can forge log lines or headers; Strip line breaks from what is logged
  x.loginject
message-origin; security; The origin of messages is not checked; Check the origin of each message
  x.postmessage
query-depth; security, performance; Queries of clients are not bounded; Bound depth and cost of queries
  x.graphdepth
script-integrity; security; Foreign scripts are loaded unchecked; Pin foreign scripts by their hash
  x.sri
unpinned-versions; security, architecture, quality; Versions are not pinned; Pin versions
  x.unpinned depend
  x.unpinned
password-policy; security; Weak passwords are accepted; Require passwords of some length
  x.passpolicy
audit-trail; security, architecture; Who changed what is not recorded; Record who changed what
  x.audit no
csv-injection; security; Exports may hold formulas; Escape cells that begin like formulas
  x.csvinject
code-evaluation; security; Input is evaluated as code; Never evaluate input
  x.eval userinput
missing-validation*; security, quality; Input is not validated; Validate type, range and size of input where it comes in
  x.novalid
  fields check no !testwords !tls !perms !path !jwt
  fields unchecked !tls !jwt !path
  userinput check no !testwords !tls !perms !path !jwt
  fields x.acceptsany
stale-cache; performance, quality; Caches keep what has changed; Invalidate caches when what they hold changes
  x.invalid cache
cache-stampede; performance; A cache that expires is refilled by all at once; Let one refill the cache
  x.stampede
n-plus-one; performance; Queries run once per row (N+1); Load what a list needs in one query
  x.nplus
  sql x.inloop
  one every x.datawords !retry
  x.lazyload every
missing-index; performance; Queries run without an index; Give columns that are searched by an index
  x.noindex !x.excessindex
  table indexed no !dead
  scan table
  indexed no !dead
debounce; performance; Each key stroke sends a request; Wait until typing pauses
  x.debounce remote
busy-polling; performance; State is polled too often; Wait for events, or poll seldom
  x.polls
list-rendering; performance; Long lists are rendered whole; Render what is visible
  x.virtual markup
  x.virtual
http-caching; performance; Static files are served without caching headers; Send caching headers
  x.httpcache no
response-compression; performance; Responses are not compressed; Compress responses
  x.compress
slow-search; performance; Searches cannot use an index; Search by an index made for it
  x.wildlike
regex-compile; performance; Expressions are compiled again and again; Compile expressions once
  x.regexcompile
lock-span; performance, architecture, quality; Locks or transactions are held too long; Do slow work outside of them
  x.longtx
whole-file; performance; Whole files are read into memory; Read files in pieces
  x.wholefile memory
  x.wholefile load
excess-indexes; performance; Indexes that nobody needs slow down writes; Drop indexes that no query uses
  x.excessindex
over-fetching*; performance; More columns are read than are needed; Select only what is used
  overfetch
unbounded-query; performance; Results are read without a limit; Page or stream what can grow
  unbounded list
  page no list
  many load
  many list memory
  list memory load
  page x.unlimited
blocking-async; performance; Blocking calls hold up the event loop; Use asynchronous calls where others wait
  x.blockloop
  async sync
missing-cache; performance; The same result is made again each time; Keep results that seldom change
  x.nocache !docker !bounded2
  cache no !docker !grow !removed !bounded !testwords
  cache recompute !docker !bounded
  recompute x.compute
quadratic; performance; Time grows with the square of the input; Look up in a set or map instead of searching in a loop
  x.quadratic
  quad linear
  quad !regexdos !sql
  linear x.inloop
unbounded-growth; performance, quality; Memory grows without bound; Limit caches, and remove listeners and entries
  x.memleak
  listener removed no
  store grow !sql !page
  store removed no !race !dead !flags !secret
  grow memory
bundle-size; performance; The bundle is larger than it needs to be; Split the bundle and load what is rare lazily
  bundle
rerender; performance; Views render again without need; Keep references stable, and memoise
  rerender
connection-pool; performance; Connections are opened for every use; Take connections from a pool
  pool database
  pool every
  pool no
regex-backtracking; performance, security; A regular expression backtracks without end; Bound it, or write it anew
  regexdos
image-size; performance; Images are larger than they need to be; Compress and resize images
  image uncompressed
string-building; performance; Strings are built up in a loop; Collect parts and join them
  concatloop loop
  concatloop x.inloop
row-iteration; performance; Data frames are walked row by row; Compute on whole columns
  apply
chatty-calls; performance; Calls are made one by one; Send them in one batch
  chatty remote
sequential-awaits; performance; Independent calls wait for each other; Start independent calls together
  sequential async
needless-copy; performance; Data is copied or serialised without need; Copy only what is used
  serialise every
circular-dependency; architecture; Modules depend on each other in a circle; Move what both need into a third module
  cycle x.modules
  x.importcycle !x.negdep
god-class; architecture, quality; One class or module does too much; Split it by responsibility
  god !cycle
layering; architecture; A layer reaches past its neighbour; Keep queries and rules in their own layer
  x.layers
  layer bypass database
tight-coupling; architecture; Collaborators are made inside, not passed in; Pass collaborators in
  x.coupled
  creates inject
  creates inside
global-state; architecture, quality; Mutable state is shared by all; Pass state on, do not keep it in globals
  x.globalstate
  global mutable
  global x.requests
missing-timeout; architecture, performance, quality; Calls wait without a timeout; Give each remote call a timeout
  x.notimeout
  timeout no !testwords !flaky
  timeout hang
  remote hang
missing-retry; architecture, quality; Transient failures are not retried; Retry transient failures with backoff
  x.noretry
  retry transient no
  retry no !testwords !idempot
  retry transient !testwords !idempot
missing-transaction; architecture, quality; Writes that belong together are not one transaction; Use one transaction
  x.notransaction
  transact no !test2
  transact write
hardcoded-config; architecture, quality; Addresses of one environment stand in the code; Read them from configuration
  x.hardconfig
  address hardcoded !secret
  env hardcoded !secret
  address x.hard !secret
  address x.literal env
import-effects; architecture, quality; Importing a module does work; Do the work in a function that is called
  x.importside !cycle
leaky-types; architecture; Types of a library leak through an interface; Speak in types of your own
  x.leakytypes
dual-write; architecture; A write and its event can part; Write events in the same transaction (outbox)
  x.dualwrite
types-drift; architecture, quality; Types are kept by hand on both sides; Generate types from one schema
  x.typesdrift
call-chain; architecture; Services wait for each other in a chain; Decouple by events or caches
  x.apichain
scattered-config; architecture, quality; Settings are read all over the code; Read settings in one place
  x.scattered env
inheritance; architecture; Inheritance is used for reuse; Compose instead of inheriting
  x.inherit
idempotency; architecture; Handling a message twice does it twice; Make handlers idempotent
  idempot !testwords
shared-database; architecture; Services share one database; Give each service its own tables
  shareddb x.services
breaking-change; architecture; A public interface breaks without a new version; Version what breaks clients
  versioned x.api !changelog !docs
type-switch; architecture, quality; Types are told apart by hand; Let types do what differs between them
  x.typeswitch
substitution; architecture; A subtype does not stand for its type; Let each subtype keep what its type promises
  x.liskov
interface-size; architecture; Interfaces ask for more than is used; Split interfaces by use
  x.isp
feature-flags; architecture, quality; Feature flags stay for ever; Remove flags that are decided
  flags removed
  flags x.stays
over-abstraction; architecture, quality; There is more abstraction than use; Write for the case at hand
  abstraction
observability; architecture, quality; What happens cannot be observed; Emit metrics, traces and health
  monitor no
inconsistent-api; architecture, quality; Endpoints answer in different shapes; Use one format for all answers
  contract
swallowed-exception; quality, architecture; Errors are swallowed; Handle or pass on each error, never drop it
  x.swallow
  except swallow !testwords !null
resource-leak; quality, performance; Files or connections are not closed; Close them in `finally` or its like
  x.leak
  handle closed no !grow
  handle leak
race-condition; quality, architecture, performance; Shared data is changed without a lock; Guard it by a lock
  x.race
  race !testwords
  concurrent no !testwords !sequential
dead-code; quality; Code that nobody uses is left; Delete code that nobody uses
  x.dead
  dead code !overfetch !bundle !flags
duplication; quality, architecture; The same code stands in several places; Extract what is repeated
  x.dup
  dup code !idempot
  dup x.places !idempot
magic-numbers; quality; Numbers stand in the code without a name; Name constants
  x.magic
  magic
  x.number x.noname
long-function; quality, architecture; Functions are too long or too deeply nested; Split functions into steps
  x.longfunc
  long func !god
parameter-list; quality; Functions take too many parameters; Group parameters that belong together
  x.manyparams
boolean-parameter; quality; A boolean parameter changes what a function does; Write two functions, or name the choice
  boolparam
naming; quality; Names do not say what they stand for; Name things after what they are
  x.naming
  name poor !undocumented !magic
null-check; quality; What may be missing is used unchecked; Check for what may be missing before using it
  x.nullref
  null deref !except2 !testwords
mutable-default; quality; Mutable defaults are shared between calls; Use None as the default and make the value inside
  mutdefault
  default x.sharedcalls
missing-await; quality; Promises are not awaited; Await each promise
  x.floatpromise
argument-mutation; quality; Functions change their arguments; Copy before changing
  x.argmutate
shadowing; quality; Names shadow others; Choose names that shadow nothing
  x.shadow
nested-ternary; quality; Conditional expressions are nested; Write conditions out
  x.ternary
untranslated; quality; Texts for users are not translated; Take texts from the catalogue
  x.i18n
accessibility; quality; Not everybody can use it; Test with keyboard and screen reader
  x.a11y
stringly-typed; quality, architecture; Strings stand for states; Use enumerations
  x.stringly
wildcard-import; quality; Everything is imported at once; Import by name
  x.wildimport
division-by-zero; quality; Divisors may be zero; Check divisors
  x.divzero
integer-overflow; quality; Numbers may overflow; Use types that are wide enough
  x.overflow
return-types; quality; A function returns different types; Return one type
  x.returns
effect-dependencies; quality; Effects miss dependencies; Name all dependencies of effects
  x.effectdeps
list-keys; quality; Lists use the index as key; Use stable keys
  x.arraykey
lint-suppression; quality; Warnings are switched off; Mend what is warned of
  x.lintoff
unused-dependency; quality, architecture; Packages are unused; Remove unused packages
  x.unusedep
unstable-order; quality; The order of results is not defined; Sort by something unique
  x.order2
debug-output; quality; Debug output is left in; Log through the logger, and remove debug output
  x.consolelog
  print leftover
loose-types; quality; Types are given up; Declare types instead of `any`
  x.anytype
  any typed
off-by-one; quality; Bounds are off by one; Test bounds at both ends
  offbyone !testwords
money-float; quality; Money is computed with floating point; Compute money in decimals or whole cents
  floats money
  x.floatmoney
daylight-saving; quality; Days are taken to have 24 hours; Add calendar days, not hours, where clocks change
  x.dst !x.naive
time-zones; quality; Times lack their zone; Keep times in UTC, with their zone
  zone time
  zone
todo-comments; quality; TODO comments stay in the code; Make issues of TODO comments
  todo
code-style; quality; Formatting is inconsistent; Run the formatter in CI
  style !docs
deprecated-api; quality; Deprecated calls are used; Move to the supported call
  deprecated x.usage !docs
text-encoding; quality; Text is read without naming its encoding; Name the encoding
  encoding x.files
  encoding no
brittle-selectors; tests; Tests select by looks; Select by role or test id
  x.selectors
test-names; tests; Names of tests say nothing; Name tests after what they show
  x.testname
test-logic; tests; Tests hold logic; Write tests without branches
  x.testlogic
unseeded-tests; tests; Tests draw random data without a seed; Seed what is random
  x.unseeded
tests-of-internals; tests; Tests look inside; Test by the public interface
  x.private test2
untested-load; tests; Behaviour under load is not tested; Test under load
  x.load untested
contract-tests; tests; Interfaces between services are not tested; Test against the contract
  x.contract
missing-regression-test; tests; A mended bug has no test; Add a test with each mended bug
  x.regress
giant-test; tests; One test checks too much; Test one thing at a time
  x.hugetest
repeated-tests; tests; Tests repeat each other; Parametrise tests
  x.testdup
flaky-test; tests; Tests depend on timing or the clock; Wait for the event, and control the clock
  x.flaky
  flaky test2 !network
test-network; tests; Tests need the network; Replace remote services in tests
  x.livetests
  network test2
test-isolation; tests; Tests depend on each other; Give each test its own state
  testorder test2
  x.shuffled
over-mocking; tests; Tests mock what they should test; Mock at the edges only
  x.overmock
  mock over
missing-assertions; tests; Tests assert too little; Assert what the code should have done
  x.noassert
  asserts nothing test2 !untested !errpath !integration
  asserts nothing !untested !errpath !integration !undocumented
untested-errors; tests; Failure paths are not tested; Test what happens when it fails
  errpath untested
  errpath x.onlyhappy
  x.happyonly
untested-edges; tests; Edge cases are not tested; Test empty, first, last and too large
  edge untested
  edge test2 no
untested-concurrency; tests; Concurrent use is not tested; Test two at once
  concurrent untested
  race untested
untested-permissions; tests; Permissions are not tested; Test who may not, too
  perms untested
untested-migration; tests; Migrations are not tested; Run migrations against old data
  x.migration untested
  x.migration test2 no
missing-integration-tests; tests; Parts are not tested together; Test the whole way through
  integration no
  integration untested
  integration x.onlyunit
no-tests; tests; Modules have no tests at all; Write tests with each module
  x.notests
  untested x.module !x.some
untested**; tests; Code has no tests; Write tests with the code
  untested wholly
  x.zerocov
  untested
skipped-tests; tests; Tests are skipped; Mend or delete tests that are skipped
  coverageskip test2
slow-tests; tests; The suite is slow; Keep slow tests apart
  slow test2 !flaky !errpath
snapshot-tests; tests; Snapshots are approved unread; Assert what matters
  snapshot test2
  snapshot x.blind
test-fixtures; tests; Test data is hard to follow; Build data near the tests
  dupetest x.fixture !testorder
changelog; documentation; Changes are not announced; Write what users notice into the changelog
  changelog no
  changelog undocumented
  changelog stale
stale-setup-docs; documentation; Set-up instructions no longer work; Run the set-up steps of the README in CI
  stale readme !deadlink
stale-api-docs; documentation; The description of the API is out of date; Generate it, or test it
  stale apispec !deadlink !readme
stale-comments; documentation, quality; Comments contradict the code; Change comments with the code
  stale docwords !deadlink !todo
stale-deploy-docs; documentation; Deployment is described as it was; Change guides with what they describe
  stale deploywords !deadlink
stale-decisions; documentation; Records of decisions are not kept up; Close or supersede records of decisions
  stale x.adr !deadlink
outdated-docs**; documentation; Documents say what is no longer true; Change documents with the code
  x.stale
  stale docs !deadlink
undocumented-units; documentation, quality; Units are not stated; State the unit of each number
  x.units x.unclear
undocumented-errors; documentation; Errors are not documented; Document which errors come, and when
  x.errors undocumented !stale
undocumented-limits; documentation; Limits are not documented; Document limits
  x.limits undocumented
undocumented-events; documentation; Events and webhooks are not documented; Document each event
  x.events undocumented
undocumented-commands; documentation; Commands and their options are not documented; Document options
  x.cli undocumented
missing-runbook; documentation; What to do when it fails is not written; Write a runbook
  x.runbook no
  x.runbook undocumented
missing-examples; documentation; Examples are missing; Show an example of each
  x.examples
deployment-docs; documentation; How to deploy is not written; Write how to deploy and roll back
  x.deploydoc undocumented
  x.deploydoc no !stale
undocumented-deprecation; documentation; What is deprecated is not said; Say what is deprecated, and until when
  x.deprecation
undocumented-schema; documentation; The data model is not described; Describe tables and fields
  x.migdoc undocumented
  x.migdoc no
undocumented-permissions; documentation; Permissions are not documented; Document who may do what
  x.permdoc undocumented
missing-api-docs*; documentation; The API is not described; Describe requests, answers and errors
  apispec undocumented
  apispec no
missing-readme; documentation; How to set up and run is not written; Keep set-up steps in the README
  readme no !stale
  readme undocumented
missing-docstring*; documentation, quality; Public code has no docstrings; Document what is public
  doc no
  public undocumented
missing-comments; documentation, quality; Complex code is not explained; Say why in a comment
  comment complex no
  complex undocumented
undocumented-settings; documentation; Settings are not documented; List settings with their meaning
  envdoc undocumented
  envdoc docs no
broken-links; documentation; Links are broken; Check links in CI
  links
typos; documentation; Texts have typing errors; Check spelling in CI
  typo
missing-architecture-docs; documentation; How the system is built is not written; Describe the system in one place
  diagram no
  diagram undocumented
missing-license; documentation; The licence is missing; Add the licence
  license no
contribution-guide; documentation; How to contribute is not written; Say how to contribute
  contributing
broken-examples; documentation; Examples do not run; Run examples in CI
  samples broken !test2
missing-authentication; security; A door needs no login at all; Demand a login before anything else
nosql-injection; security; Input changes what a query means; Force types, and escape for LDAP, XPath and the like
memory-safety; security, quality; Memory is used outside its bounds or after its life; Check lengths and owners
excessive-data-exposure; security; Answers hold more than the reader may see; Answer with named fields only
replay; security; A message or code that was used can be used again; Use nonces, and remember what was used
second-factor; security; A password alone suffices where it should not; Ask for a second factor, or the password again
body-limit; security, performance; The size of what comes in is not limited; Limit bodies and archives
host-header; security; The Host header is trusted; Use a configured address
response-caching; security; Private answers are kept by shared caches; Send no-store with what is private
mobile-leaks; security; The phone gives private data to others; Keep private screens, backups and clipboards closed
fail-open; security, architecture; On errors the guarded way stays open; Refuse when the check itself fails
client-enforcement; security; Rules hold only in the client; Enforce them on the server
privacy; security; Personal data is kept or passed on without need; Collect and keep the least, and ask for consent
prompt-injection; security; Foreign text steers a language model; Keep instructions apart, check what is to be done
temp-files; security; Temporary files can be guessed or read by others; Make them with mkstemp and narrow rights
key-management; security; Keys are never changed or are shared; Rotate keys, one for each purpose and place
dependency-confusion; security; Packages may come from a stranger; Bind names to registries
slow-request-work; performance, architecture; Slow work is done while the caller waits; Give it to a job queue
unbounded-concurrency; performance, architecture; Too much is started at once; Limit how many run together
hot-allocation; performance; Hot code allocates each time; Reuse buffers and objects
render-blocking; performance; The first picture waits for what it does not need; Defer, preload, reserve space
resource-limits; performance, architecture; Processes may take all memory or CPU; Set limits and requests
slow-query; performance; A query does more work than it needs; Rewrite it after looking at its plan
log-volume; performance; Logging costs more than the work; Log less in hot code, and asynchronously
build-time; performance; Builds and images are slow or large; Order layers, cache, and use stages
graceful-shutdown; architecture, quality; Stopping a process loses work; Finish or hand back work on a stop signal
deadlock; quality, architecture; Locks can wait for each other for ever; Take locks in one order
circuit-breaker; architecture; A failing dependency drags others down; Break the circuit and degrade
retry-storm; architecture, performance; Retries make an overload worse; Bound retries, add backoff and jitter
dead-letter; architecture; A message that fails blocks or vanishes; Put it aside and look at it
backpressure; architecture, performance; Producers outrun consumers; Bound queues and slow producers down
missing-constraint; architecture, quality; The database lets wrong rows in; Declare keys, uniqueness and checks
unsafe-migration; architecture, quality; A schema change hurts the running system; Expand, fill, contract
single-point-of-failure; architecture; One part's failure stops everything; Run more than one, and test the failover
local-state; architecture; State lives in one instance; Keep state where every instance sees it
encapsulation; quality, architecture; Insides are open to everybody; Keep fields private and hand out copies
equality; quality; Values are compared the wrong way; Compare by value, with types and tolerance
unhandled-case; quality; A case is not thought of; Cover all cases and fail on unknown ones
wrong-condition; quality; A condition is wrong; Test both sides of each condition
error-context; quality; Errors lose their cause; Wrap errors with what was tried
process-exit; quality, architecture; Library code ends the process; Return errors and let the caller decide
loading-states; quality; Waiting and failure are not shown; Show loading, empty and error states
state-loss; quality; Users lose what they entered; Save state over restarts
log-levels; quality; Logs are noisy or at the wrong level; Choose levels, and log what helps
shell-safety; quality; Scripts go on after errors or split words; Quote, and stop at the first error
locale-format; quality; Numbers and dates depend on the locale; Name the locale in machine formats
committed-artefacts; quality; Generated or local files are in the repository; Ignore them and build them
mixed-concepts; architecture, quality; The same job is done in several ways; Settle on one way
missing-ci; quality, architecture; Checks do not run by themselves; Run tests and linters on each change
false-test; tests; A test cannot fail or tests the wrong thing; See each test fail once
test-environment; tests; Tests run on something else than production; Test on the same database and versions
test-hooks; tests, quality; Production code holds switches for tests; Pass in what tests need to exchange
test-cleanup; tests; Tests leave things behind; Clean up what a test makes
coverage-gate; tests; Coverage may sink unnoticed; Measure coverage and set a floor
untested-ui; tests; What users see is not tested; Test screens by what users do
comment-noise; documentation, quality; Comments repeat the code; Say why, not what
duplicated-docs; documentation; The same is written in several places; Write it once and link to it
doc-structure; documentation; Documents cannot be found or followed; Order them by what readers want
undocumented-threads; documentation; Use from several threads is not described; Say what may be called at once
undocumented-assumptions; documentation; What must hold is not said; Write down conditions and side effects
ownership-docs; documentation; Who is responsible is not written; Name an owner
"""
