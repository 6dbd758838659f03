"""The words of reviews by what they speak of, so that a defect is told by what is said together, in whatever words.

A row is a name and its terms. `word*` stands for every word that begins so, `#` for a number; several words stand next
to each other. The name is what `defects` calls the row.
"""

from typing import Final

WORDS: Final = """
no: no, not, never, missing, misses, miss, lacks, lack, lacking, without, absent, absence, isnt, arent, doesnt, dont,
  didnt, wasnt, werent, cannot, cant, nothing, none, nowhere, neither, nobody, fails to, forgot*, forget*, omit*,
  skips, skipped, neglect*, unable, hardly, barely, needs, need, should have, should be, must be, add, adds, requires,
  zero, insufficient*, incomplete, inadequate*, lacked, nor, wont, hasnt, havent, bypass*, ignores, ignored, gap,
  gaps, left out
one: a query, one query, single query, separate query, separate queries, own query, additional query, extra query,
  query per, queries per, select per, one select, one statement, a statement, round trip*, roundtrip*, fetched one,
  one by one, one at a time, separately, individually, lookup per, call per, request per, a select, db call*, database
  call*, database hit*, hits the database, database quer*, db quer*, sql quer*, queries inside, query inside, query in
  a loop
every: each, every, per row, per item, per record, per element, loop*, iteration*, iterat*, for each, foreach, for
  all, repeatedly, again and again, per request, per order, per user, per product, per member, per post, map, nested
  loop, inside a nested, one per, per parcel, per line, per entry, per student, per booking, per patient, per event,
  per message, per node, per file, per page, per customer, per account, per ticket, per device, per invoice, per seat
many: all rows, all records, all users, all items, all orders, all entries, every row, every record, entire table,
  whole table, full table, entire result, whole result, entire collection, complete history, all of them, everything,
  entire catalog*, whole catalog*, all results, all the rows, full list, entire list, whole list, full result*, full
  collection, all events, all documents, all messages, all products, all customers, all transactions, every audit,
  whole dataset, entire dataset, full dataset, whole file, entire file, entire contents, whole history, entire
  history, every user, every order, every product, every customer, every event, every message, every document, every
  entry, every item, thousands of, millions of, all matching
sql: sql, query, queries, where clause, order by, select, statement, statements, like clause, where, jdbc, cursor,
  rawquery, raw query, db query, execute, insert statement, having clause, group by, table name, column name, ilike,
  query text, where condition*, sort column, table name*, order clause, db session, report query, search query
concat: concat*, interpolat*, f string*, fstring*, string format*, pasted, paste, assembled, put together, built from,
  build from, builds, built by, built with, string building, glued, spliced, sprintf, template literal*, template
  string*, string template*, formatted into, embeds, embedded, inlined, inserted into, appended to, stringbuilder,
  unparameteri*, not parameteri*, no placeholder*, ends up inside, mixed into, via format, using format, percent
  format*, formatting, string addition, plus operator, stitched, joins strings, joined, injected directly, directly
  into, straight into, straight in, raw string, by hand, dropped into, put into, placed into, goes into, directly in,
  verbatim, concatenates, string built, built as a string, built with an f, built from string*, composed from, string
  concatenation, text is built, built up from, made from, assembles, assembling, raw text, put straight, appends the,
  hand built
placeholder: placeholder*, prepared statement*, preparedstatement, parameteri*, bind parameter*, bound parameter*,
  bind variable*, bind value*, query parameters, bind the
userinput: user input, user supplied, user provided, user controlled, untrusted, request parameter*, request body,
  query parameter*, query string, form field*, attacker*, caller*, params, from the request, from the url, from the
  user, from the form, client supplied, client provided, input, inputs, payload*, external data, from the client, the
  body, uploaded, untrusted data, user s, users, user data, search term, comment, comments, url parameter*, raw input,
  uploaded file*, tainted, malicious, arbitrary, crafted, headers, user, free text, filter value*, untrusted filter*,
  sort parameter, q parameter, parameter from, posted, header value*, cookie value*, client sends, csv column*, search
  field*, path segment*, values from the, user chosen, user typed, subject line, display name*
shell: shell, os system, subprocess, popen, exec, execsync, child process, system call, sh c, bash, spawn, spawned,
  command line, runtime exec, processbuilder, shell true, shell command*, backticks, system, os command*, commandline,
  exec command, passthru, eval
escape: escap*, sanitis*, sanitiz*, encod*, quoting, quoted, purif*, neutralis*, neutraliz*, htmlspecialchars
unescaped: unescap*, unsanitis*, unsanitiz*, unencoded, unquoted, raw html, unfiltered, verbatim
markup: html, template*, page, pages, dom, innerhtml, script, scripts, script tag*, markup, render*, browser,
  browsers, v html, dangerouslysetinnerhtml, jsx, svg, outerhtml, document write, markdown, echo*, mark safe,
  bypasssecuritytrusthtml
secret: secret, secrets, password, passwords, api key*, apikey*, access key*, private key*, credential*, token,
  tokens, passphrase, signing key*, encryption key*, secret key*, client secret*, connection string*, jwt secret,
  keys, passwd, service account, ssh key*, webhook secret, signing secret, auth key*, license key, certificate key, db
  password
hardcoded: hard coded, hardcod*, in source, in the source, source code, in code, in the code, committed, checked in,
  commited, in the repo, in the repository, in plain text in, baked into, baked, literal, string constant*, in version
  control, in git, embedded in, plaintext in, in the config*, in config*, in the compose, in the binary, default
  password, in settings, checked into, in the docker*, in the manifest, in the bundle, shipped in, in the client, in
  the image, in the frontend, in the yaml, in the chart, in clear text in, inside the code, in the script
perms: authoriz*, authoris*, permission*, role, roles, access control, privilege*, ownership, owner, owns, owned by,
  acl, rbac, policy, policies, admin only, belongs to, belong to, tenant check, access check*, is admin, isadmin,
  login required, entitlement*, authz, own data, another user*, other user*, somebody elses, someone elses, other
  tenant*, another tenant*, other customer*, another customer*, any user, any authenticated, any logged, every tenant,
  anyone, anybody, authentic*, unauthenticat*, unauthori*, logged in, auth check*, auth guard*, auth middleware,
  tenant isolation, auth, other peoples
endpoint: endpoint*, route, routes, handler*, api, controller*, action, view, views, resolver*, mutation*, url, page,
  rpc, resource, object, objects, record*, document*, id, ids, request, requests, admin, post, method, download*,
  delet*
check: check*, verif*, validat*, guard*, enforce*, restrict*, assert*, ensure*, test for, confirm*, inspect*, limited
  to
unchecked: unchecked, unvalidated, unverified, unrestricted, unguarded, unprotected, blindly, trusts, trusted, as is,
  as it came, as they came, as it is, accepts any*, accept any*, whatever, accepts arbitrary, taken as, passed
  straight
fields: input, inputs, body, payload*, field, fields, form, dto, type, types, length, range, schema, quantity, amount,
  negative, format, size, parameter*, email, e mail, values, boundaries of input, query parameter*, numbers, argument*
path: path, paths, file name*, filename*, dot dot, directory, directories, folder, file path*, filepath, root folder,
  base directory, file system, filesystem, entry name*, archive entr*, zip entr*, tar entr*, entry, joined to the root
outside: outside, escape*, leave, leaves, above, any file, arbitrary file*, arbitrary path*, wherever, out of the
hash: hash*, digest*, md5, sha1, sha 1, sha256, unsalted, checksum*, salted, salt
weak: weak*, md5, sha1, sha 1, broken, fast, insecure, obsolete, outdated, unsalted, unsafe, deprecated, des, ecb,
  rc4, too short, predictable, guessable, 3des, no longer secure, collision*, crackable, cracked
cipher: cipher*, encrypt*, aes, des, ecb, rc4, crypto*, iv, nonce, initiali* vector, block mode, 3des, blowfish
tls: tls, ssl, certificate*, cert, certs, verify false, insecureskipverify, hostname verif*, https,
  rejectunauthorized, trust all, trustmanager, x509
log: log, logs, logged, logging, logger, log line*, access log, log file*, log storage, debug log*, log message*,
  printed, log output, log statement*, logs the, written to the log, dumps, dump, sentry, error report*, error
  tracker*, crash report*, telemetry, loki, kibana, datadog, cloudwatch, splunk, breadcrumb*, stdout, trace
  attribute*, error tracking, newrelic, tracing span*, console, audit trail, log entries, log record*, elk, grafana
sensitive: sensitive, personal data, pii, password, passwords, token, tokens, bearer, card number*, credit card*,
  secret*, credential*, authorization header*, authorisation header*, ssn, api key*, email address*, cvv, pan, session
  id*, personal information, health data, customer data, full request, full name*, iban, plain text, headers,
  authorization, api secret, access token, refresh token*, request bodies, request body, signature key, phone number*,
  home address*, recipient*, date of birth, private data, user data, customer name*, patient*, salary, credentials,
  session cookie*, cookies, signing secret*, private message*
limit: rate limit*, ratelimit*, throttl*, lockout, brute force*, bruteforc*, unlimited attempt*, guessed, guessing,
  unlimited tries, login attempt*, account lock*, credential stuffing, captcha
fetch: fetch*, request*, download*, http call*, calls, get, loads, retriev*, outgoing request*, import
anyurl: any url*, arbitrary url*, arbitrary host*, internal network*, internal host*, internal service*, private
  network*, metadata, 169, localhost, internal address*, private address*, intranet, private ip*, internal ip*, user
  supplied url*, user provided url*, url from the user, url given by, url the user, url supplied, allow list,
  allowlist
depend: dependenc*, package*, library, libraries, version*, transitive, npm audit, third party, component, lodash,
  log4j, django, spring, openssl, jackson, axios, module, upgrade, bump, pinned
vulnerable: cve, cves, vulnerab*, advisory, advisories, known security, security hole*, exploit*, unpatched, security
  issue*, security fix*, ghsa, end of life, eol, unsupported version, published vulnerab*, log4shell
random: random, randomness, math random, mathrandom, rand, prng, random choice, randint, java util random, mt rand,
  rng, uuid1, sequential ids, generator, nonce
token: token*, code, codes, session*, password*, key, keys, secret*, otp, nonce, invite*, invitation*, cryptograph*,
  reset
deser: pickle, unpickl*, deserial*, unserial*, objectinputstream, yaml load, marshal, readobject, binaryformatter,
  snakeyaml, gadget chain*, unsafe load*, pickle load*, jsonpickle, node serialize, xmldecoder
table: table, tables, column, columns, foreign key*, where, query, queries, full table scan*, table scan*, sequential
  scan*, seq scan*, sql, database, lookup*, migration*, filter*, scan, scans, join, sort*, rows, postgres, mysql,
  mongo*, collection, scanned, search, searches, db, composite
indexed: index, indexes, indices, indexed, unindexed, indexing
scan: full table scan*, table scan*, sequential scan*, seq scan*, full scan*, collection scan*, scans the whole, scans
  the table, collscan, scans every row, scans all
page: pagina*, paged, paging, page size, limit clause, limit, limits, batch*, chunk*, stream*, cursor, page through,
  upper bound, cap, capped, page it, in pages
unbounded: unbounded, unlimited, unpaged, unpaginated, no limit, without limit, without a limit, no upper bound,
  without bound*, arbitrarily large, without any limit, limitless
list: list, lists, listing, results, result set, rows, records, response*, endpoint*, query, queries, export*, memory,
  search, report*, feed, history, table, returns, load*, fetch*, inbox, select
load: load*, read*, return*, fetch*, pull*, materiali*, retriev*, buffer*, slurp*, hold*, held, kept, collect*,
  select*
memory: memory, ram, heap, at once, in one go, oom, out of memory, into a list, in one response
async: async*, event loop, coroutine*, await*, asyncio, main thread, ui thread, reactor, goroutine pool, request
  thread*, eventloop, event handler, node, nonblocking, non blocking, suspend function*, tokio, actor, promise,
  asynchronous, websocket handler, async def, fastapi, uvicorn, tornado, starlette, node process, looper, coroutine
  scope, mainactor
sync: block*, synchron*, sync, readfilesync, time sleep, thread sleep, stands still, freez*, requests get, stall*,
  sleep, execsync, blocking call*, blocking io, blocking i o, writefilesync, cpu bound, hashsync, runblocking, result
  wait, wait, synchronous*, frozen, blocking, fs, requests library, psycopg2, cpu heavy, hogs, starve*
cache: cach*, memoi*, kept in memory, keep the result, keep the parsed, remember the result, reuse the result, stored
  once, compute once, load once, parse once, reused
recompute: recompu*, recalculat*, repeated*, again, each request, every request, each call, every call, each time,
  every time, same result, rarely change*, never change*, seldom change*, hardly change*, changes once, same value*,
  on each, on every, for each, parsed again, refetch*, reload*, re read*, same data, same query, over and over, per
  request
quad: quadratic*, n², o n 2, n squared, o n m, n 2, exponential*, cubic, n³, o n, nested loop*, loop in a loop, inner
  loop, loop inside a loop, every other, all pairs, pairwise, inside a loop, inside filter, inside the loop, within
  the loop, polynomial
linear: linear search*, linear scan*, includes, indexof, membership, in list, list contains, contains, list lookup,
  array find, compare*, find, scans the list, array search, searching, linear, lookup in a list, nested, membership
  test*, containment
listener: listener*, subscription*, event handler*, handlers, observer*, interval, intervals, timer*, callback*,
  setinterval, effect, useeffect, subscribe*, watcher*
removed: remov*, unsubscrib*, cleared, clean up, cleanup, cleaned up, dispos*, deregister*, unregister*, detached,
  evict*, released, purged, expire*, expir*, ttl, torn down, taken out, clearinterval, cancel*
grow: grow*, memory leak*, leaks memory, accumulat*, without bound, unbounded, forever, for ever, never shrink*, fills
  up, memory usage climb*, leak, leaking memory, unlimited size, limits its size, max size, heap
store: cache*, map, maps, dict*, registry, hashmap, buffer*, queue*, collection, in memory, set, array, entries,
  session*, store, list, state
bundle: bundle*, initial javascript, javascript payload, kb to the, code split*, tree shak*, treeshak*, chunk size,
  page weight, webpack, vendor chunk, imported whole, whole of, entire library, whole library, initial load, first
  load, initial download, mb of javascript, mb javascript, minif*
rerender: re render*, rerender*, usememo, usecallback, react memo, render again, every render, each render, new
  reference*, inline callback*, inline function*, unnecessary render*, virtual dom, change detection, computed
  property, new object on
god: god class*, god object*, does everything, too many responsibilit*, single responsibility, srp, dumping ground,
  kitchen sink, too many concerns, does too much, knows too much, swiss army, catch all, many unrelated, mixes
  unrelated, too much in one, grab bag, responsible for too, several responsibilit*, multiple responsibilit*, handles
  everything, blob, unrelated functions, unrelated helper*, unrelated concerns, monolithic class, does too many, many
  responsibilit*, 000 lines, grown to, knows everything, for all logic, # public methods, # methods, all live here,
  unrelated purpose, several concerns, half the application, everything lives, everything in one, thousand lines,
  hundred methods
layer: layer*, repository layer, service layer, data access, domain model, presentation, business logic, business
  rule*, persistence, infrastructure, domain, use case*, ui code, view, controller*, handler*, architecture boundary,
  boundaries, business code, view model, adapter
bypass: bypass*, directly, direct, reaches past, reach past, reaches into, wrong way, leak*, wrong direction, imports
  the, skip*, violates, breaks, straight to, depend* on, knows about, imports, mixes, mixed, executes, inside,
  contains, embedded, talks to, in the controller, in the view, in the handler, in a controller, in the component,
  belongs in, coupled to
database: database, sql, orm, db, queries, query, web framework, http, framework, express, flask, spring, table,
  tables, jpa, hibernate, entity manager, dao, persistence, rules, calculation*, django, rules and queries, business,
  request object
cycle: circular*, cycle, cycles, cyclic*, import each other, depend on each other, mutual* import*, mutual* depend*,
  import loop, bidirectional depend*, cyclical, each import the other, mutual dependency, imports back
inject: inject*, dependency injection, di container, pass it in, passed in, pass the, interface, abstraction,
  inversion, swap*, replac*, substitut*, hide it behind, port, factory, mocked
creates: creat*, instantiat*, constructed, constructs, constructing, concrete, tightly coupled, tight coupling, new,
  tied to, ties the, hard depend*, hard wired, hardwired, hard coded depend*, static call*, directly depend*, builds
  its own
inside: inside, in the constructor, in the function, itself, directly, in its constructor, concrete, hard, one
  provider, provider, implementation, tests, within, client, by another, in place, vendor, tight*
global: global state, global variable*, global mutable, mutable global*, module level, singleton*, static mutable,
  static field*, package level, shared state, process wide, global, globals, mutable static, ambient, thread local
mutable: mutab*, state, changed at run time, shared, written by, wrote, modif*, assigned, mutat*, variable*, hidden
  coupling
timeout: timeout*, time out, time outs, deadline*, time limit*, timed out, cancellation token, context with
hang: hang*, block indefinitely, blocks indefinitely, indefinitely, forever, for ever, stuck, waits for ever, wait
  forever, waits forever, stall*, never returns, never come back
remote: call, calls, request*, client*, connection*, upstream, remote, http, service*, socket*, query, api, network,
  smtp, grpc, rpc, fetch, downstream, gateway, server, redis, lock, response
retry: retry*, retri*, backoff, back off, exponential backoff, gives up, tried again, second attempt, redeliver*,
  reattempt*, circuit breaker*
transient: transient*, temporar*, hiccup*, first error, first failure, network error*, failed, failure, fails,
  deadlock*, 503, flaky network, intermittent*, once, upload, delivery, glitch*, blip*, upstream, request*
transact: transaction*, atomic*, rollback*, rolled back, roll back, unit of work, all or nothing, two writes, several
  writes, multiple writes, multi step write*, savepoint*, partial write*, half written, partially, one commit, two
  statements, inconsistent state, both writes, second write, second insert, two inserts, commits separately
write: write*, insert*, update*, save*, statement*, debit, persist*, step*, table*, delete*, change*, crash*, account*
env: environment*, configuration, config, deploy*, elsewhere, env var*, settings, machine, host, staging, recompil*,
  home directory, localhost, developers, other environments, per environment
address: url, urls, host, hostname*, port, ports, address, addresses, path, paths, endpoint, bucket*, region, ip,
  domain
except: exception*, error*, catch*, except, rescue, failure*, bare except, promise rejection*, rejection*, panic*,
  err, fault*
swallow: swallow*, empty catch, except pass, catch block is empty, silent*, hides, hide, hidden, suppress*, dropped,
  drops, discard*, ignor*, bare except, masked, masks, empty, blanket, too broad, catches everything, catch all,
  eaten, eats, goes unnoticed, go unnoticed, unnoticed, nobody learns, thrown away, lost, unhandled, not handled,
  unobserved, overly broad, broad, underscore, is not checked, not propagated, catches exception, without logging,
  invisible, pass
handle: handle, handles, file descriptor*, descriptor*, connection*, file*, stream*, socket*, cursor*, response body,
  resp body, reader*, writer*, resource*, session*, lock*, pool, transaction*, statement, result set*, goroutine*,
  thread*, channel
closed: close*, closing, released, releas*, disposed, dispos*, freed, returned to the pool, with block, context
  manager, try with resources, using statement, using block, defer, finally, leak*, unclosed
leak: leak*, unclosed, never closed, not closed, never released, not released, stays open, left open, remain* open,
  kept open, without a with, isnt closed, doesnt close, not disposed, never disposed, never freed, exhaust*
race: race, races, race condition*, data race*, toctou, check then act, not thread safe, thread unsafe, threadsafe,
  non atomic, lost update*, concurrent modification*, unsynchroni*, without synchroni*, without a lock, without lock*,
  without a mutex, thread safety, concurrent write*, concurrent access, double spend*, read modify write, interleav*,
  without holding
concurrent: concurren*, parallel, thread*, goroutine*, simultaneous*, at the same time, two requests, mutex, lock*,
  workers, two callers, two clients, two workers, two processes, atomically, both see
dead: dead code, unreachable, unused, never called, no longer called, no callers, not called, no references, obsolete
  code, never used, not used, left behind, no longer used, nobody calls, commented out code, never run, can never,
  orphan*, never executed, not referenced, never referenced, leftover code, nothing calls, nobody uses, never invoked,
  isnt used, zero callers
code: code, function*, method*, import*, export*, variable*, class*, block, branch, helper*, parameter*, module*,
  file, flag, field*, component*, endpoint, private, constant*, type*, return, formula*, calculation*, rule*, logic*,
  mapping*, implementation*, snippet*, regex*, computation*, serializ*, pars*
dup: duplicat*, copy paste*, copied, copy of, copies of, copy and paste, repeated in, same logic, same block, same
  code, dry, identical, near identical, almost identical, repeats, repetition, cloned, clone of, appears in three,
  exists twice, twice, verbatim copies, three times, several places, reimplement*, re implement*, diverged, pasted
magic: magic number*, magic value*, magic string*, magic constant*, unexplained constant*, unnamed constant*, named
  constant*, literal numbers, bare number*, numeric literal*, hard coded number*, hardcoded number*, unexplained
  number*, magic literal*, raw number*, unexplained literal*, string literals repeated
long: lines long, too long, overlong, very long, cyclomatic, cognitive complexity, deeply nested, deep nesting,
  nesting, levels of, nested if*, nested condition*, too complex, too many branches, long method, long function,
  hundred lines, split the function, huge function, huge method, giant function, giant method, arrow code, oversized,
  pyramid of doom, line function, line method, excessive* long, enormous, nested five, complexity of, branching,
  nested conditionals, does far too much
func: function*, method*, procedure*, routine, handler*, def, code, conditional*, condition*, logic, body, complexity,
  if
name: name*, naming, identifier*, variable name*, abbreviat*, single letter*, rename*, called
poor: cryptic, misleading, unclear, confusing, say nothing, says nothing, meaningless, non descriptive,
  nondescriptive, vague, inconsistent, descriptive, spelled out, ambiguous, poor, single letter, abbreviat*, obscure,
  bad, unhelpful, generic, does not say, intention, intent, convention*, suggests, lies, lie, one letter, expressive,
  undescriptive, uninformative
null: null, none, nil, undefined, nullpointerexception, npe, null pointer, null dereference, nullable, attributeerror,
  typeerror, optional, absent, missing, empty, nullreferenceexception, null reference, unwrap*, cannot read propert*,
  nil pointer, option
deref: dereferenc*, crash*, raises, throws, used unchecked, not handled, unhandled, unchecked, accessed, null check*,
  nil check*, check for null, check for none, guard, nullpointerexception, npe, panic*, attributeerror, blow* up,
  without checking, unwrap*, nullreferenceexception, null pointer, optional chaining, assumed, assumes, may return
  null, may be null, may be none, can be null, might be null, could be null, can be none, may be undefined, can be
  undefined, could be undefined, not checked
mutdefault: mutable default*, default list, default dict, list as default, dict as default, default argument is
  shared, default argument mutable, default mutable, list default, dict default, default set
default: default argument*, default value*, default parameter*, in the signature, default arg*
print: print statement*, debug print*, prints left, console log*, system out, println, print calls, print, var dump,
  dd, puts, fmt println, debug output, debug statement*, debugging output, debugger, printf, dump, debug log*,
  printstacktrace, alert
leftover: left, left in, production, remove, logger, logging, leftover, stray, forgotten, instead of, committed,
  debug*, remains, request path, slf4j, should use, replace
any: any, as any, ts ignore, untyped, type safety, type annotation*, type hint*, interface, unknown, object type,
  dynamic type*, weakly typed, loosely typed, stringly typed, type check*, implicit any
typed: type*, typing, compiler, cast*, ts ignore, annotat*, mypy, typescript, tsc, runtime
offbyone: off by one, one too far, one too many, one too few, fencepost, one element too, out of bounds, one short,
  last element is skipped, first element is skipped, out of range, array bounds, inclusive, exclusive, last item is,
  past the end, last page is, boundary is wrong, less than or equal
floats: float*, floating point, double, doubles, binary floating, ieee, imprecise, rounding error*, number type, f64,
  f32, fractions, float64, js numbers, numbers with fractions
money: money, price*, amount*, balance*, currency, cents, cent, tax*, decimal, bigdecimal, monetary, invoice*, total*,
  payment*, financial, interest, payout*, discount*, fee*, wallet, nights, sums, deposit*, salar*, wage*, cart
zone: timezone*, time zone*, naive datetime*, utc, utcnow, tz, tzinfo, local time, datetime now, local date*, offset
  naive, aware datetime*, zoneinfo, zone, naive, wall clock, localtime, zoneddatetime, off by one day, off by a day,
  off by an hour, shift by an hour, hour off, hours off, one hour late, one hour early, day early, day late,
  greenwich, server local, servers local, local timezone, browsers timezone, midnight utc, utc midnight, tz naive,
  aware datetimes, timestamp without, without tz, todays date, local midnight, utcoffset, zone aware, offset
time: time, times, date*, datetime*, clock, timestamp*, midnight, hour*, schedule*, day*, cut off, appointment*,
  compar*
untested: untested, uncovered, not tested, not covered, no test*, without test*, without a test, never tested, never
  exercised, without a single test, no coverage, zero coverage, coverage is 0, 0 coverage, lacks test*, missing test*,
  test missing, tests missing, no unit test*, isnt tested, arent tested, nothing tests, nothing checks, coverage gap*,
  no spec, no specs, not exercised, isnt covered, nothing exercises, have no test, has no test, tests for, test for,
  nothing covers, lack test*, lack coverage, lacks coverage, lacks any test*, not verified, tests do not cover, tests
  dont cover, no automated test*, missing coverage, coverage is missing, untestet, only covers, is never covered, are
  never covered, only test*, add test*, never checked, stay unproven, 0 percent, unproven, no regression test*, only
  cover*, only checks, no example, no test covers, not a single test, test covers only, never run in, not exercised
  by, not verified by, never asserted, has no spec, no example covers, not in the tests, no coverage for, no
  regression test, without regression, missing a test, lacks a test, lack a test, missing test, test for the, nobody
  tests, not part of the test*, not under test
errpath: error path*, failure path*, error case*, failure case*, error handling, error branch*, failure mode*, unhappy
  path*, happy path*, negative test*, negative case*, exception path*, failure scenario*, error scenario*, errors are,
  failing, declined, refus*, error response*, sad path*, malformed, exceptions, gateway error*, when it fails, fails,
  failure, failures, invalid input*, error condition*, error behaviour, error behavior, rejected, timeouts, errors,
  negative path*, successful, error, declines, rejections, failed, unavailable, refuses, 500, 4xx, 5xx, exception,
  goes wrong, outage*, timeout*, unhappy, unsuccessful, error paths
edge: edge case*, boundar*, corner case*, empty list*, empty input*, empty, leap year*, limits of, extreme value*,
  overflow, zero value*, huge input*, large input*, unicode, off by one, min and max, maximum, null input*, limit
  value*, border case*, edges, threshold*, rounding, end of the month, negative numbers, negative values, very large,
  very long, special characters
wholly: completely, entire, entirely, at all, module, package, single test, any test*, any, zero, 0, class, whole,
  file, service, function, new code, new feature, path, logic, branch, nothing, feature, component, newly, critical
flaky: flaky, flak*, flakes, intermittent*, nondeterminis*, non determinis*, sleeps, sleep, timing, fixed time, fixed
  delay, fails one run, one run in, passes sometimes, sometimes fails, sporadic*, occasionally, wall clock, current
  time, real clock, system clock, hopes, real time, arbitrary wait*, hard wait*, waitfortimeout, around midnight,
  unstable, unreliable, current date, thread sleep, randomly fail*, fails randomly, date dependent, depends on today,
  todays date, waits, elapsed, wait, delay, timing*
testorder: order in which, order of tests, test order, execution order, run order, order dependent, shared state,
  shared database state, leaks between, leak between, between tests, between examples, not isolated, isolation,
  running alone, run alone, alone fails, shuffled, in isolation, not reset, tests depend on each other, each other,
  earlier test*, previous test*, interdependent, share state, shared fixture*, left over state, shares a database,
  same database, not cleaned up, pollut*, random order
asserts: assert*, expectation*, expect, tobetruthy, verif*, checks, snapshot*
nothing: nothing, no, weak, too weak, without, missing, never, none, trivial*, only that, only checks, always pass*,
  pass whatever, passes whatever, would pass, meaningless, vacuous*, not null, smoke, truthy, no real, lacks,
  superficial, too loose, tautolog*, does not, only, proves nothing, still pass*, cannot fail
mock: mock*, stub*, patched, fakes, fake, spies, spy, test double*, mockito
over: everything, over, too much, too many, heav*, all dependencies, excessive*, proves nothing, instead of behaviour,
  instead of behavior, mirrors the, under test, implementation detail*, interaction*, calls instead, hides,
  refactoring breaks, entirely, rather than, brittle, internals, overmock*, private method*, implementation
integration: integration test*, end to end, e2e, integration coverage, integrated, wiring, full flow, contract test*,
  across services, system test*, smoke test*, acceptance test*, integration suite, browser test*, integration level,
  whole flow
network: network, real api, live http, live api, real http, internet, external service*, external api*, third party
  api*, for real, real service*, live service*, real server, real endpoint, remote api, live request*, actual api,
  production api, sandbox api, live, sandbox, actual, real bucket, actual bucket, real database of, staging,
  production, s3 bucket, internet access, network access, offline, contacts, real smtp, real stripe, outside world,
  external, third party, remote server*, online, dns, over the wire, over the network, real mail*, real payment*, real
  queue
doc: docstring*, doc comment*, jsdoc, javadoc, xmldoc, rustdoc, godoc, tsdoc, phpdoc, yard, api comment*, kdoc, doc
  string*, docblock*
undocumented: undocumented, not documented, no documentation, without documentation, lacks documentation, missing
  documentation, documentation is missing, isnt documented, arent documented, lack documentation, no docs, never
  documented, without docs, description*, described, no description*, unexplained, documentation missing, document
  the, documented nowhere, documentation for, not described, poorly documented, lacks docs, missing docs, lacks a
  description, barely documented, does not say, doesnt say, omits, omit, not mentioned, never mentioned, not
  explained, says nothing about, silent about, left out of, unspecified, nobody knows what, has to guess, must guess
public: public, exported, function*, method*, class*, parameter*, return value*, identifier*, module*, interface,
  library, exports, type*, arguments, signature*
readme: readme*, getting started, getting start*, quick start, quickstart, installation, install steps, set up
  instruction*, setup instruction*, setup guide, onboarding, newcomer*, set up guide, how to run, how to install,
  local setup, new developer*, local set up, run locally, installation steps, first steps, how to start, setup steps,
  prerequisites, run the app, run the project, local development, development guide, development environment, set up
  the, bootstrap, docker compose up, clone the, run the service, run the tests, new joiner*, first run, dev
  environment, dev setup, running locally, run it locally
stale: outdated, out of date, stale, obsolete, no longer exist*, no longer, old, contradict*, does not match, doesnt
  match, differs from, wrong, out of sync, describes the old, removed, still describe*, still mention*, still says,
  still refers, still shows, drifted, not updated, never updated, not been updated, deprecated, mentions a, refers to,
  previous version, disagree*, misleading, inaccurate, incorrect, says, renamed, still documents, claims, still lists,
  not in line, old version, no more, no longer work*, neither of which exists, was renamed, were renamed, since
  renamed, renamed since, has been removed, was removed, were removed, removed in, still marked, still tells, tells
  people to, replaced by, was replaced, moved to, no longer supported, no longer valid, no longer true, no longer
  apply, no longer match*, old command*, old name*, old url*, old screenshots, old endpoint*, not exist, doesnt exist,
  does not exist, do not exist, dont exist, years ago, last updated, obsolete*, superseded, predates, before the
  migration, since the move, since the switch, since the rewrite, diverge*, drift*, lags behind, behind the code,
  wrong default, wrong port, wrong command, wrong path, gone, long gone, deleted, old flow, old process, former,
  mentions
docs: doc, docs, documentation, readme*, guide*, docstring*, comment*, description*, manual, tutorial, openapi,
  swagger, wiki, example*, instruction*, runbook*, jsdoc, javadoc, api reference, deployment guide, api doc*, section,
  getting started, quick start, quickstart, setup instruction*, set up instruction*, page, adr, reference, diagram,
  changelog, handbook, onboarding, how to, spec file, schema description
apispec: openapi, swagger, api documentation, api docs, api description*, api reference, rest api, endpoint*, graphql,
  schema field*, error codes, error response*, request and response, status codes, response codes, response format*,
  request format*, api contract, consumers, api users, api consumers, webhook payload*, query parameters
changelog: changelog*, change log, release note*, changes file, migration note*, migration guide*, upgrade guide*,
  upgrade note*, breaking change*, upgrade path, version bump, upgrading
comment: comment*, explanation*, explain*, explanatory, inline comment*, rationale, why, reason
complex: complex, algorithm*, non obvious, nonobvious, tricky, logic, bit tricks, intricate, hard to follow, follow,
  regex*, regular expression*, formula*, understand, workaround*, subtle, state machine, arcane, obscure
header: csp, hsts, x frame options, security header*, content security policy, x content type options, helmet,
  clickjack*
cookie: cookie*
flag: httponly, http only, samesite, same site, secure flag, secure attribute, secure
cors: cors, cross origin, access control allow origin, allow origin, origins
errleak: stack trace*, stacktrace*, traceback*, internal detail*, verbose error*, error message*, internal path*,
  debug page, internal error*, exception message*, exception detail*, debug mode, exception text, database error*
client: client*, response*, user*, browser, returned, leak*, exposed, expos*, attacker*, caller*, outside, disclos*,
  reveal*, shown
upload: upload*, file upload*, uploaded file*, multipart, attachment*, avatar*
filetype: file type*, content type*, mime*, extension*, executable, size limit, file size, max size, magic bytes,
  scan*, any file, maximum size, restrict*, limit*
redirect: open redirect*, redirect*, next parameter, return url, returnurl, redirect uri, callback url, forward
foreign: foreign, arbitrary, any, external, attacker*, unvalidated, phishing, not validated, without check*, not
  checked, untrusted
fixation: session fixation, session id is kept, regenerat* the session, session is not regenerat*, session id is not,
  rotate the session, session identifier, new session
root: runs as root, run as root, root user, user root, as root, non root, privileged container, privileged
public_bucket: publicly readable, public bucket*, bucket is public, world readable, publicly accessible, public read,
  open to the internet, open to the world, 0 0 0 0, public access, public s3, all of the internet
timing: timing attack*, constant time, timing safe, compare digest, hmac equal, timing side channel, timingsafeequal,
  timing
massassign: mass assign*, massassign*, over posting, overposting, permit all, permit, bulk assign*, unfiltered
  attribute*, guarded
xxe: xxe, external entit*, xml external, doctype, entity expansion, billion laughs
jwt: jwt*, json web token*, bearer token*, id token*
algorithm: alg, algorithm, signature, alg none, expiry, expiration, audience, issuer, expires, exp claim, claims
pool: connection pool*, pool, pooled, pooling, new connection*, connection per, connection for every, connection for
  each, reconnect*, opens a connection, opened for every, opened for each
regexdos: redos, backtrack*, catastrophic*, exponential regex*
image: image*, photo*, thumbnail*, webp, picture*, avatars, assets
uncompressed: uncompress*, compress*, resize*, full size, full resolution, unoptimi*, optimi*, original size, gzip,
  brotli, lazy
concatloop: string concatenat*, string built, string building, string addition, stringbuilder, strings are
  concatenat*, built by
loop: loop*, iterat*, each, every
apply: iterrows, vectori*, itertuples, pandas loop*, row by row, dataframe*, numpy
chatty: one request per, request per, requests per, calls per, one at a time, one by one, individually, chatty, round
  trip*, roundtrip*, bulk, batch*, single requests, one call per, call per, row by row, waterfall, one insert per,
  insert per
sequential: sequential*, in series, one after another, one after the other, serially, awaits each, await in a loop,
  await inside, promise all, gather, in parallel, parallelis*, parallel, concurrently, independent
serialise: serialis*, serializ*, json stringify, deep clone*, deep cop*, deepcop*, clone*, copied, copies
overfetch: select *, select star, all columns, unused columns, over fetch*, overfetch*, only the columns, every
  column, only needed, columns that are, unneeded columns, blob column*, only two, more data than
versioned: version*, breaking change*, backward* compat*, incompatib*, old clients, existing clients, existing
  consumers
idempot: idempoten*, redeliver*, processed twice, delivered twice, duplicate deliver*, deduplicat*, replayed, charged
  twice, duplicate message*, at least once, at the carrier twice, same shipment twice, double booking*, books twice,
  runs twice, handled twice, double process*
flags: feature flag*, feature toggle*, toggles, flags
boolparam: boolean parameter*, boolean flag*, boolean argument*, flag argument*, bool parameter*, boolean trap
todo: todo, todos, fixme*, hack comment*, xxx
style: indentation, formatter, formatting, whitespace, quotes, lint*, style guide, trailing space*, prettier, black,
  gofmt, inconsistent style, code style
deprecated: deprecated*, legacy api, removed in the next, obsolete api, end of life api
encoding: encoding, charset, utf 8, default encoding, platform encoding, locale
shareddb: share* one database, shared database*, same database schema, same schema, same tables, database schema
coverageskip: skipped, skip, disabled, xit, xfail, ignored, commented out, quarantin*, marked skip, only
dupetest: fixture*, setup code, test setup, set up code, test data, boilerplate, builder*, factories
slow: slow, minutes, takes too long, takes minutes, seconds, runtime, slow down, slows
snapshot: snapshot*
links: broken link*, dead link*, broken url*, dead url*, dangling link*, link rot
typo: typo*, spelling, misspel*, grammar*
diagram: diagram*, architecture overview, system overview, architecture document*, design document*, adr, adrs,
  decision record*, architecture decision*, architecture is not, overview of
license: licen*
contributing: contributing, contribution*, contributor*
samples: example*, sample*, snippet*, code block*, usage
broken: does not run, broken, does not compile, fails, wrong, renamed, not work, doesnt work, doesnt run, doesnt
  compile, error
envdoc: environment variable*, env var*, configuration option*, config option*, settings, configuration key*, config
  key*, options, configuration
monitor: metric*, monitor*, observab*, alert*, tracing, health check*, healthcheck*, telemetry, correlation id*,
  request id*
abstraction: leaky, over engineer*, overengineer*, premature abstract*, unnecessary abstract*, needless abstract*,
  over abstract*, indirection, speculative, too generic, yagni, one implementation
contract: error format*, inconsistent error*, response shape*, inconsistent response*, mixed convention*, different
  shapes, inconsistent api, inconsistent status
server: server, backend, service
docker: docker*, layer, layers, image
bounded: unbounded, eviction, evict*, never expires, stale, ttl, grow*, invalidat*
test2: test, tests, testing, spec, specs, suite, examples, fixtures, fixture, e2e, test suite, run
testwords: tests, test, untested, tested, coverage, spec, specs, assertion*
except2: exception swallowed, swallow*, catch
deadlink: link, links, 404
docwords: docstring*, comment, comments, javadoc, jsdoc, doc comment*, inline comment*, docblock*, xmldoc, the comment
deploywords: deploy*, runbook*, release, operations, on call, kubernetes, infrastructure, rollback, production setup
bounded2: bound*, eviction, evict*
"""
