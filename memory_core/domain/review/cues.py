"""What tells a defect by itself, or nearly so: rows as in `words`, their names with `x.` before them."""

from typing import Final

CUES: Final = """
x.negdep: dont depend on each other, do not depend on each other, independent, not depend on one another,
  independently
x.excessindex: unused index*, redundant index*, duplicate index*, too many indexes, overlapping index*, superfluous
  index*, index nobody
x.notimeout: timeout 0, timeout infinity, infinity, wait for minutes, without timeout, hang for minutes, built without
  timeout, can hang, may hang, can wait for, no timeout, without timeout*, without a timeout, missing timeout*, lacks
  a timeout, no deadline, without a deadline, no time limit, hangs for ever, hang forever, hang for ever, hang
  indefinitely, hangs indefinitely, blocks indefinitely, block indefinitely, timeout is missing, wait forever, waits
  forever, wait for ever, waits for ever, timeout not set, never times out, no request timeout, set a timeout, set
  connect and read timeouts, no read timeout, no connect timeout, wait indefinitely, waits indefinitely, infinite
  timeout, without any timeout, has no timeout, no timeouts, without timeouts, timeout missing, unset timeout,
  timeouts missing
x.importcycle: need one another, need each other, know one another, reference one another, calls back into, dependency
  loop, circular import*, circular depend*, import cycle*, cyclic depend*, cyclic import*, dependency cycle*, import
  each other, depend on each other, circular reference*, mutual* depend*, imports each other, mutual import*, package
  cycle, mutually dependent, cycle between, circular, local import*, deferred import*, function level import*, import
  order, imports itself, cyclic, import at the bottom, late import*, depend on one another, know each other,
  dependency loop*, reference each other, requires each other, require each other, acyclic
x.swallow: throwable, thrown away, drops the result, result is dropped, result is ignored, catch all clause, discarded
  result, never checked for error*, result of the call is ignored, nobody noticed, on error goto, swallow*, except
  pass, bare except, empty catch, catch block is empty, silently ignor*, silently drop*, silently swallow*, ignored
  error*, error is ignored, errors are ignored, error ignored, ignores the error, errors are hidden, hides all errors,
  hides errors, hides failures, exception dropped, caught and dropped, caught and ignored, unhandled promise*,
  unhandled rejection*, unchecked error*, error return value ignored, errors discarded, error is discarded, discards
  the error, discards errors, error discarded, catch all exception*, catches everything, catches all exceptions,
  overly broad except*, broad except*, errors silently, failures silently, failure is silently, exceptions silently,
  error silently, silent failure*, fails silently, blank catch, ignores errors, caught but, error return is ignored,
  overly broad catch, error is never checked, error from is ignored, floating promise*, error not checked, err is
  ignored, exceptions are hidden, masks the error, masks errors, masks the real, empty except, empty rescue, catch and
  ignore, rescue nil, error result ignored, except exception, any exception, all exceptions, on any error, on any
  exception, every exception, treated as success, reported as success, counts as success, log and continue, caught too
  broadly, falls back to zero, errors vanish, error vanishes, failure vanishes, swallowing, turned into an empty,
  returns none on error, returns null on error, return null on error, return none on, empty list on error, errors are
  dropped, error is dropped, dropped error*, error is lost, errors are lost, exception is lost, loses the error, loses
  the exception, failures are ignored, failure is ignored, failures ignored, never surfaces, never surface, never
  reported, isnt propagated, not propagated, not surfaced, hides failure*, without a trace, quietly ignored, quietly
  dropped, quietly fails, fails quietly, pretends, logs nothing, continues as if, as if nothing, unlogged, discards
  the exception, throws away the error, errors are discarded, exceptions are discarded, caught and discarded, catch
  clause is empty, empty block, ignored exception*, ignored errors, ignored return, exceptions vanish, exception
  vanishes, goes unreported, suppresses
x.consolelog: io inspect, console debug, alert calls, dump forgotten, print forgotten, println left, nslog, logcat,
  dbg macro, inspect calls, pprint, puts left, console log*, debug print*, print statement*, prints left in, leftover
  debug*, debug statement*, system out println, println used, stray print*, leftover print*, debugging output, debug
  output, debug logging left, var dump, printstacktrace, debugger statement*, leftover console, print debugging, stray
  console, print calls, fmt println, print left, binding pry, leftover println, stray debug*
x.nullref: unwrap, force unwrap*, call on null, unwraps, bang operator, called on null, on nil, property of undefined,
  lateinit, expect on, null pointer*, nullpointerexception, null dereference*, nil pointer*, nil dereference*, null
  reference*, nullreferenceexception, none is not handled, null is not handled, undefined dereference, may be null,
  can be null, might be null, could be null, may be none, may be undefined, might be undefined, can be undefined,
  cannot read propert*, null check*, nil check*, none check*, possible null, attributeerror, optional chaining, npe,
  may return null, may return none, can return null, unwrap on, can be none, could be none, might be none, could be
  nil, may be nil, can be nil, might be nil, could be undefined, null not handled, missing null, unguarded null, nil
  map, returns none, null guard, null safety
x.hardsecret: passphrase checked in, in the variables file, clear text in the, in git history, in the repository
  history, committed to git, secrets in the repository, secret in the repository, credentials in the repository, key
  in the repository, hard coded secret*, hard coded credential*, hard coded password*, hardcoded secret*, hardcoded
  credential*, hardcoded password*, hard coded api key*, hardcoded api key*, hard coded token*, hardcoded token*,
  secret in code, secrets in code, secrets in source, credentials in source, committed secret*, committed credential*,
  plaintext credential*, leaked credential*, secret in source, password in source, key in source, hardcoded jwt, hard
  coded jwt, secrets committed, credentials committed, key committed, secret committed, password committed, token
  committed, credentials are baked, embedded credential*, secret checked, credentials checked
x.xss: insertadjacenthtml, becomes markup, stored script, unescaped html, html unescaped, rendered unescaped, without
  html escaping, xss, cross site scripting, script injection, html injection, dangerouslysetinnerhtml, reflected
  script
x.webhooksig: without looking at its signature, signature header, without checking the signature, signature never,
  signatures are not, not authenticated by their hmac, forged webhook*, forged callback*, authenticity of the webhook,
  webhook signature*, signature is not, signature not, signature verif*, hmac, signature of the webhook, unsigned
  webhook*, signature is never, verify the signature, without verifying the signature, signature check*
x.idor: of another room, of another guest, to everybody who knows, anybody who knows, whoever knows, nobody compares
  it with the session, may open, not what their position, only looks whether somebody is signed in, idor, insecure
  direct object, broken access control, missing authori*, missing permission*, missing access control, missing auth
  check, lacks a role check, role check, no authori*, authorization bypass, authorisation bypass, privilege
  escalation, horizontal privilege, no permission check*, missing role*, missing ownership, without authori*,
  ownership check*, lacks authori*, lacks authentication, without authenticat*, no authentication, missing
  authentication, unauthenticated, not authori*, bola, no access check, missing owner*, no ownership, without checking
  permission*, without permission*, missing tenant*, no auth check, no auth, any customer can, any user can, any
  member can, any employee can, any account can, any authenticated user, every logged in, every user can, anyone with,
  anyone can, anyone who, other customers, other tenants, other users, another customers, another users, another
  tenants, another patients, another companys, somebody elses, foreign tenant*, cross tenant, someone elses, object
  level, function level authorization, trusts the id, not scoped to, scope the lookup, scope the query, no tenant
  filter, tenant filter, without checking that the, without checking whether, does not check who, doesnt check who,
  never compares, permission decorator, guard missing, open to all, unprotected endpoint*, unprotected route*,
  unprotected admin, guessing its, guessing the id, guessing ids, changing the id, changing the number, enumerate ids,
  of other customers, of other tenants, of another, belongs to the caller, belongs to the current, belong to the
  caller, owner check, membership check, membership is not, not restricted to admin*, admin endpoint*, tenant
  isolation, ownership is not, ownership not, ownership of the, who is asking, who the caller, admin check, object
  permissions
x.untoken: usable for ever, usable forever, never runs out, used many times, can be reused, survives its use, for
  weeks, still open an account, never expire*, does not expire, doesnt expire, do not expire, no expiry, no
  expiration, without expiry, without expiration, long lived, valid for seven days, valid for days, valid for months,
  valid for a year, valid forever, valid for ever, lives forever, lifetime, not revoked, never revoked, cannot be
  revoked, isnt revoked, not invalidated, never invalidated, revocation
x.dead: not wired anywhere, without any reference, no users, nothing has used it, has no users, has no usages, no
  usages, not referenced anywhere, not imported anywhere, never imported, never instantiated, nobody imports, dead
  code, unused code, unused function*, unused import*, unused variable*, never called, no longer called, unreachable
  code, no callers, unused export*, unused parameter*, unused method*, unused class*, unused helper*, commented out
  code, is never used, unused private, never referenced, nobody calls, nothing calls, no remaining callers, without
  callers, zero callers, never executed, unreachable branch*, unused field*, unused module*, unused constant*, never
  invoked, no call sites, leftover code, without any caller, unused file*, unreachable
x.magic: what do, several literals, unnamed threshold*, come from nowhere, should be constants, unnamed number*,
  inline constants, literal values, magic number*, magic value*, magic constant*, magic string*, unnamed constant*,
  named constant*, unexplained constant*, unexplained number*, bare number*, numeric literal*, unexplained literal*,
  magic literal*, hard coded number*, hardcoded number*, constants without name*, raw number*, magic timeout
x.livetests: asks the real, by twilio each time, test system, needs the net, vpn, hits production, real partner,
  depends on an external, depends on external, reach the internet, reaches the internet, network access, real network,
  live api*, live service*, live carrier, live sandbox, live endpoint*, real api*, actual api*, external api*,
  external service*, talks to the actual, talk to the actual, talk to a real, talks to a real, talks to the real,
  calls the real, calls the live, call the real, call the live, hits the real, hit the real, hits the live, without
  internet, need internet, needs internet, internet access, real http, live http, real smtp, real mail server, real
  s3, staging environment, staging server, staging api, public api, third party api, contact the real, contacts the
  real, sandbox account, real bucket, real account, real key, real credentials, real service, over the network,
  network connection, requires network, requires internet, need network, needs network, production api, real payment
  provider, payment sandbox
x.noassert: has no assertion, assert is missing, is all that is checked, no assertion but, only the status code,
  result is never compared, no expect, lacks an assertion, nothing is asserted, never asserted, expects nothing,
  ignores the result, no assertion*, without assertion*, asserts nothing, missing assertion*, weak assertion*,
  assertions are too weak, lacks assertion*, assertion free, never asserts, meaningless assertion*, trivial
  assertion*, assertionless, vacuous test*, test asserts only, no meaningful assertion*, asserts only, no asserts,
  without asserting, only asserts that, asserts true, assert true, tautological, no expectation*, always passes,
  without any assertion, only asserts, assertions missing, assertions are missing, assertion is missing, checks
  nothing, passes regardless, cannot fail, can never fail, never fails
x.flaky: waits three seconds, turns red, now and then fails, unstable on, not always enough, fixed number of seconds,
  time bomb, fails at midnight, flaky test*, test is flaky, tests are flaky, flaky, sleeps in test*, sleep in test*,
  timing dependent, time dependent test*, fixed sleep*, hard coded sleep*, sleep based, relies on sleep, intermittent*
  fail*, fails intermittently, sporadic* fail*, depends on the current time, fails around midnight, depends on wall
  clock, fails randomly, depends on the current date, nondeterministic test*, non deterministic test*, test depends on
  the clock, arbitrary sleep*, real clock, wall clock, depends on today, test sleeps, tests sleep, timing based, races
  in test*, depends on real time, uses the real time, time sleep, fixed wait*, fixed delay*, elapsed time, real
  elapsed, real time, sleeps for, unreliable, sporadically, now and then, waits a fixed, waitfortimeout, hardcoded
  wait*, hard coded wait*, hard wait*, fake timers, freezegun, freeze the clock, freeze time, polling with a timeout,
  once in a while, every few runs, fails on slow, fails when the machine, fails under load, fails on ci, fails at the
  end of the month, fails on the last, fails in leap, fails on weekends, thread sleep, cy wait, busy ci, loaded ci,
  slow ci, timing sensitive, timing assumption*, depends on timing
x.nocache: rebuilt on every, on every price request, asked for with every, recalculated whenever, could live in,
  edited twice a year, one answer an hour, fetched again, queried again on, loaded again on, re parsed, reparsed,
  reloaded on, not cached, no cach*, without cach*, missing cache, isnt cached, uncached, never cached, could be
  cached, should be cached, could be memoi*, should be memoi*, cache the response, cache the result*, arent cached, no
  memoi*, without memoi*, missing memoi*, lacks cach*, cached for, cache it, memoise it, memoize it, cache them,
  recomputed on each, recomputed on every, recalculated on every
x.coupled: created right in, called directly from, constructed by each, no behaviour in between, cannot be plugged in,
  hand in a, cannot exchange, fake in a test, wired to, tightly coupled, tight coupling, tight* couple*, dependency
  injection, dependency inversion, hard dependency, concrete implementation*, concrete class*, concrete gateway, hard
  wired, hardwired, cannot be swapped, cannot be replaced, inject it, depend on an interface, depends on a concrete,
  instantiated in the constructor, instantiated inside, created inside the, constructs its own, creates its own,
  instantiates its own, depends on concrete, new inside, coupled to the concrete, directly instantiat*, instantiates
  concrete, builds its own, depend on abstractions, depends directly on the concrete
x.layers: worked out in the controller, worked out in the view, builds ecto queries, web layer should ask, hide in the
  interface, in the interface code, belongs to the domain, belongs in the domain, belongs in a service, belongs to a
  service, bypasses the service*, bypasses the repository*, bypass* the service*, layering violation*, violates
  layer*, layer violation*, sql in the controller, sql in controller*, business logic in, business rules in, business
  logic lives in, database access in, database calls in the, queries in the controller, queries the database directly,
  talks to the database directly, reaches past, dependency points the wrong way, wrong direction, domain model
  imports, domain imports, domain depends on, architectural boundar*, skips the service*, sql in the handler, sql in
  the view, persistence in the, sql inside the, database from the controller, leaks into the domain, http concerns in,
  business logic inside, depends on infrastructure, imports from the infrastructure, skips the repository*, leaks
  persistence, bypassing the, logic in the controller, fat controller*, orm models in, orm entities in, imports
  express, imports the web framework, business rules live, rules live in, domain logic, business logic, business
  rule*, fat route*, fat view*, fat handler*, in the http layer, in the router, in the route function, in the route
  handler, in the endpoint, endpoint does, handler does, controller does, route does, component does, in route
  handler*, in controllers, in views, logic inside the, logic implemented in, implemented in the router, implemented
  in the controller, implemented in the view, calculated in the component, computed in the component, computed in the
  template, decided in the, pricing in the controller, inside the route, thin controller*, keep the handler thin, move
  to a service, move it to a service, service function, from the template, reaches into the database, ui talks, view
  talks, view queries, template queries, component queries, serializer contains, resolver contains, raw sql in,
  session handling, sql statements in, orm calls in, orm queries in, persistence code in, skips the domain, around the
  service, around the repository, past the service, past the repository, bypassing the service, bypassing the
  repository, without going through the, transport layer, presentation layer, domain layer
x.wholefile: complete upload, whole file, entire file, file into memory, whole upload, entire upload, reads the file
  fully, read fully, readall, complete file, full file, whole body, entire body, reads everything into, whole response
  into, buffers the whole, buffers entire, buffered in memory, whole csv, whole archive, file is loaded, file contents
  into memory, slurp*, entire csv
x.noindex: not indexed, lacks a database index, walks through, seq scan, date that is not indexed, missing index, no
  index, without an index, lacks an index, unindexed, index missing, missing database index, add an index, has no
  index, missing indexes, full table scan*, sequential scan*, missing composite index, no supporting index, lack an
  index, needs an index, index is missing, isnt indexed, arent indexed, table scan*, missing db index, have no index,
  collection scan*, seq scan*, without index, no indexes, not backed by an index, no composite index, without a
  supporting index, supporting index, no database index, covering index, partial index, composite index, create index,
  index on, explain shows, explain analyze, without any index, filters on an unindexed, lookup does a full, index
  would, sorted without
x.nplus: looked up for each, one select per, round trips to, round trip per, initialise one after another, get inside,
  query sits in, select for each, inside enum map, for each booking, one lookup for each, n 1, n plus 1, n plus one,
  select n 1, n 1 quer*, query per row, query per item, one query per, a query per, select per, lazy load* in a loop,
  queries in a loop, query in a loop, query inside a loop, database call* in a loop, separate query for each, query
  for each, query for every, extra query per, queries per row, select related, prefetch related, preload the,
  dataloader, eager load*, fetched one post at a time, join fetch, query inside the loop, query per record, query per,
  queries inside a loop, queries inside the loop, db call in loop, database query in a loop, database call inside,
  statements per, lazily loaded, lazy load*, lazily load*, selectinload, joinedload, eager load, eagerly load*, per
  row lookup*, # statements, # queries, # selects, # sql, # roundtrips, hits the database inside, database inside a,
  queried once per, one lookup per, one sql, queries per, db lookup in a loop, database lookup in a loop, query each,
  loaded separately, loads its, loaded one by one, include the relation, batch the lookup*, per row quer*, database
  query per, extra quer*, lookup per row, a select for each, a query for each, calls the database for each, select for
  every, per row select*, fetches each
x.dup: worked out in three, repeated in nine, pasted from, each have their version, each has its own version, two
  disagree, share it, move it to an extension, in nine views, three versions of, duplicat* code, duplicate code, code
  duplication, duplicated logic, duplicate logic, copy paste*, copied into, copied between, copied from, dry
  violation, violates dry, duplicated across, duplicated in, duplicates the, duplicate 2*, repeated in three, near
  identical, copy and paste, same block, same logic, same code, logic is repeated, logic repeated, duplicated
  validation, logic duplicated, is duplicated, are duplicated, duplicated block*, identical block*, identical code,
  almost identical, reimplements, copied across, copy of the same, copies of the same, nearly identical, copied
  verbatim, third time, second time, own version of, own copy of, keeps its own, duplicated from, copied for the,
  reimplement*, re implement*, implemented twice, two implementations, second implementation, three implementations,
  parallel implementation*, implemented again, implemented in three, implemented three, own implementation of, in two
  places, in three places, in four places, in several places, repeated across, repeated in, appears in three, appears
  twice, exists twice, exists three, single source of truth, copies of, copy of the, copied over, copied code, same
  formula, same calculation, same helper, same mapping, duplicates logic, have diverged, has diverged, copies have,
  copies already, copies drift, written again, redefined in, defined twice, defined in three, defined three times,
  duplicated, duplicates, same rule*, identical function*, identical helper*, identical logic, cloned
x.sqli: sql injection, sqli, nosql injection, query injection, injectable query, sql inject*, order by injection,
  injectable sql, clause injection, hql injection, jpql injection, ldap injection, graphql injection
x.cmdi: command injection, shell injection, os command injection, arbitrary command*, remote command execution, shell
  metacharacter*, argument injection, code injection
x.shellcmd: os system, shell true, execsync, runtime exec, child process exec, popen, sh c, passthru
x.rawsink: innerhtml, v html, mark safe, html safe, raw, safe, outerhtml, document write, bypasssecuritytrusthtml,
  html raw
x.csrf: csrf, xsrf, cross site request*, anti forgery, antiforgery, forgery protection, request forgery token,
  csrfmiddleware
x.openfor: any logged*, reachable by every*, anyone*, anybody, any user, any authenticated*, everybody, every tenant,
  without login
x.traversal: path traversal, directory traversal, dot dot, zip slip, zipslip, tar slip, etc passwd, local file
  inclusion, lfi, outside the public directory, outside the upload*, escapes the upload*, escape the base*, escapes
  the base*, arbitrary file read, arbitrary file write, leaves the target folder, traversal sequence*
x.archive: archive, zip, tar, entries, extract*, entry, unpack*
x.password: password*, passwd, credential*
x.weakhash: md5 password*, password hash* with md5, passwords hashed with, weak password hash*, password hashing,
  unsalted hash*, fast hash*, hashed with md5, hashed with sha1, hashed with sha, hashes passwords with, stored as
  md5, plain text passwords, passwords in plain text, passwords stored in plain*, passwords are stored in plain*,
  plaintext passwords, password stored as, bcrypt, argon2, scrypt, pbkdf2
x.weakcipher: ecb mode, des encryption, aes ecb, static iv, hard coded iv, hardcoded iv, weak encryption, weak
  cipher*, home grown crypto, own crypto, reused nonce, zero iv, fixed iv, weak crypto*, insecure cipher
x.tlsoff: verify false, insecureskipverify, rejectunauthorized, certificate validation disabled, certificate
  verification, disables certificate*, disable certificate*, certificate validation, tls verification, ssl
  verification, accept any certificate*, accepts any certificate*, every certificate is trusted, trust all
  certificate*, trusts all certificate*, hostname verification, tls certificate check*, insecure tls, certificate
  check*, ssl certificate*, allowinvalidcert*, cert none
x.off: off, disabled, disables, false, skipped, turned off, switched off, skips, disabling, ignore*
x.any: any, every, all, always true, arbitrary, everything
x.logsecret: secrets in log*, password logged, passwords logged, logs password*, logs the password, token in log*,
  tokens in log*, pii in log*, logging of sensitive*, sensitive data in log*, sensitive data logged, logged in plain*,
  logged in clear*, token logged, log leak*, sensitive information in log*, written to the access log, secrets logged,
  visible in error reports, in the error report*, leaks into log*, leak into log*, ends up in the log*, end up in the
  log*, appears in the log*, appear in log*, sent to sentry, attached to sentry, into sentry, in sentry, log contains
  the, logs contain, dumps all headers, logs all headers, headers are logged, bodies are logged, logs full, logged
  with the full, logs the full, logs the whole, logged unmasked, unmasked in, unredacted, not masked in, written to
  logs, write tokens
x.norate: rate limit*, ratelimit*, throttl*, brute force*, bruteforc*, credential stuffing, unlimited attempt*,
  unlimited login*, lockout
x.unlimited: unlimited, as fast as, as often as, without bound, infinite*, all codes
x.ssrf: ssrf, server side request forgery, cloud metadata, metadata endpoint*, metadata service, 169 254, metadata
  address*
x.cve: cve, cves, known vulnerab*, npm audit, vulnerable dependenc*, vulnerable version*, vulnerable package*,
  security advisor*, vulnerable librar*, outdated dependenc*, known cve*, log4shell, ghsa, pip audit, published
  vulnerab*, vulnerable component*
x.badrandom: math random, insecure random*, weak random*, predictable token*, cryptographically secure, predictable
  random*, non cryptographic random*, java util random, mt rand, cryptographically weak, secrets module, predictable
  generator, predictable session, weak prng, insecure prng, securerandom, guessable token*, guessable code*,
  predictable id*, predictable reset, predictable code*
x.predictable: predictable, guess*, seed*, not cryptograph*, crypto random*
x.unsafedeser: unsafe deserial*, insecure deserial*, untrusted deserial*, pickle loads, pickle load, yaml load,
  objectinputstream, unpickl*, gadget chain*, untrusted pickle, deserialization of untrusted, deserialisation of
  untrusted, unserialize
x.openredirect: open redirect*, unvalidated redirect*
x.wild: wildcard, star, reflects, credentials
x.novalid: input validation, not validated, isnt validated, arent validated, without validation, unvalidated input, no
  validation, missing validation, lacks validation, never validated, unvalidated request*, schema validation,
  validation is missing, validation missing, unvalidated body, unvalidated payload*, unvalidated parameter*, without
  validating, no schema check*, not sanity checked, no bounds check on input, no length limit on, unvalidated query
  parameter*
x.acceptsany: accepts any, accept any, accepts negative, accepts arbitrary, any value, accepts every, may be negative,
  can be negative
x.inloop: in a loop, inside a loop, inside the loop, in the loop, inside loop, within the loop, within a loop, per
  iteration, in loop, in inner loop, each iteration, every iteration, in the inner loop, for loop, inside for, for
  every element, for each element, inside filter, inside map
x.datawords: quer*, customer*, row*, record*, database, sql, association*, select*, orm, related, relation*, author*,
  entity, entities, statement*, lookup*, lazy, lazily, relationship*
x.lazyload: lazy load*, lazily load*, lazy association*, lazy relation*, lazy attribute*, loaded lazily, lazy field*,
  lazy collection*
x.blockloop: block* the event loop, blocks event loop, stalls the event loop, blocking the event loop, block* the main
  thread, block* the ui thread, synchronous call in async, blocking call in async, blocking i o in, blocking io in,
  sync i o in, blocking http call, blocking the main thread, readfilesync, event loop stands still, requests get
  inside an async, time sleep in, blocking call inside, synchronous file*, synchronous disk, sync call in async, event
  loop is blocked, on the main thread, on the ui thread, freezes the ui, block* the loop, event loop stalls, event
  loop stall*, freezes the event loop, loop is frozen, event loop is frozen, called from coroutines, called from a
  coroutine, run in executor, to thread, run in threadpool, aiohttp, asyncclient, starves the event loop, holds up the
  event loop, blocking driver, synchronous driver, sync client, blocking client, synchronous client, synchronous but,
  synchronous http, event loop for, stops the event loop, blocks all other request*, blocks the worker, blocks other
  request*, inside async, in an async, in async, from async, from an async, cpu heavy work in, synchronously in, async
  view, async route, async endpoint, async handler
x.compute: comput*, calculat*, pars*, fetch*, load*, read*, query, queries, quer*, rebuilt, rebuild*, call*, render*,
  compil*, built
x.quadratic: o n², quadratic*, o n 2, n squared, nested loops compare, nested loop*, compare* every, accidentally
  quadratic, o n m, o n³, every record with every, exponential time, polynomial time, quadratic time, pairwise compar*
x.memleak: memory leak*, leaks memory, leak memory, listener leak*, grows without bound, grow without bound, unbounded
  growth, unbounded cache*, without eviction, no eviction, grows forever, never evict*, grows for ever, memory grows,
  never unsubscrib*, listeners are never removed, listeners pile up, grows indefinitely, unbounded map*, unbounded
  dict*, unbounded memory, evicts nothing, no eviction policy, never purged, cache never shrinks, not unsubscribed,
  interval is never cleared, unbounded in memory
x.modules: module*, package*, import*, depend*, class*, component*, service*, each other, file*, load order
x.globalstate: global state, mutable global*, global mutable*, global variable*, shared mutable*, mutable singleton*,
  singleton with mutable, module level mutable, package level variable*, static mutable, mutable static*, module level
  state, mutable module*, global singleton*, shared global*, mutable shared state, module global*, process wide state,
  hidden global*
x.requests: requests, request, changed, shared, modules, packages, everywhere, from anywhere
x.noretry: no retry, no retries, never retried, not retried, without retry, without retries, missing retry, lacks
  retry, lacks retries, gives up after the first, missing retries, isnt retried, arent retried, retry with backoff,
  exponential backoff, no backoff, without backoff, retry logic, retries without, retry policy, no circuit breaker,
  circuit breaker
x.notransaction: not in one transaction, without a transaction, missing transaction*, no transaction*, outside a
  transaction, not atomic, isnt atomic, not transactional, not wrapped in a transaction, in one transaction, in a
  single transaction, half written, partial write*, without transaction*, outside of a transaction, lacks a
  transaction, non atomic write*, separate transactions, one database transaction, two separate commits, no rollback,
  never rolled back, transaction boundar*
x.hardconfig: hard coded url*, hardcoded url*, hard coded path*, hardcoded path*, hard coded host*, hardcoded host*,
  hard coded address*, hardcoded port*, hard coded port*, hard coded endpoint*, hardcoded endpoint*, environment
  specific, hard coded config*, hardcoded config*, hard coded environment, hard coded ip*, hardcoded ip*, hardcoded
  bucket*, hard coded bucket*, staging server, config hard coded, hardcoded base url*, hard coded base url*,
  configuration hard coded, hard coded region*, hardcoded region*, hardcoded address*, hard coded file path*,
  hardcoded file path*, hard coded absolute, hardcoded absolute, hardcoded production url, absolute path
x.hard: hard coded, hardcoded, literal*, constants in code, in code, baked in, hard wired, hardcodes, hard codes
x.literal: literal*, constant*, fixed, in code, in the code
x.services: service*, application*, teams, apps
x.api: api, endpoint*, interface*, client*, consumer*, public, schema, response*
x.stays: never, always, stale, old, dead, forever, still, months
x.leak: resource leak*, file handle* leak*, handle is not closed, connection leak*, leaks connection*, leaks the
  connection, leaks file*, leaks the descriptor, not closed, never closed, isnt closed, arent closed, descriptor
  leak*, socket leak*, leaks a connection, leaks the file, unclosed, goroutine leak*, leaks goroutine*, leaks a
  goroutine, leaks a file, left open, stays open, remains open, try with resources, without a with, defer resp, file
  descriptor leak*, leaks sockets, leaks handles, leak connections, leak file*, never released, not released, not
  disposed, never disposed, handle leak*, leaked file*, leaked connection*, returned to the pool, leaks descriptor*,
  thread leak*, cursor leak*, leaks db
x.race: race condition*, data race*, check then act, toctou, not thread safe, thread unsafe, lost update*, without
  synchroni*, unsynchroni*, without a mutex, without a lock, double spend*, race between, races with, thread safety,
  concurrent map write*, read modify write, non atomic increment, isnt thread safe, concurrent modification*, without
  locking, time of check, without holding the lock, concurrent write*, non atomic update, racy, concurrent update*,
  not atomic under, not safe for concurrent
x.places: places, handlers, files, modules, helper, components, times, class, shared, page, pages, extract*,
  controllers, services
x.number: number*, literal*, constant*, numeric, threshold*, 86400, 3600, 42
x.noname: name them, have no name, has no name, unnamed, without a name, stand for, stands for, named, unexplained,
  meaning, where it comes from
x.longfunc: too long, overlong, lines long, cyclomatic, cognitive complexity, deeply nested, deep nesting, long
  method, long function, long functions, levels of nesting, nesting levels, levels deep, line function, line method,
  excessive nesting, too complex, complex function, complex method, god function, god method, giant function, huge
  function, monster method, nesting depth, high complexity, overly long, overly complex, excessively long, levels of
  indentation, function does too much, function is doing too much, method does too much, function too large, function
  is too large, oversized function
x.manyparams: too many parameters, too many arguments, long parameter list*, parameter list, parameter object, nine
  parameters, eight parameters, ten parameters, seven parameters, 9 parameters, 10 parameters, 11 parameters, 12
  parameters, positional arguments, seven arguments, eight arguments
x.naming: poor naming, bad naming, unclear naming, naming convention*, inconsistent naming, misleading name*, unclear
  name*, variable names, variable name*, misleading function name, misleading method name, cryptic name*, cryptic
  abbreviation*, cryptic variable*, descriptive name*, non descriptive, meaningless name*, single letter, misnamed,
  names say nothing, naming is inconsistent, vague name*, rename it, confusing name*, badly named, poorly named,
  ambiguous name*, descriptive variable, misleading identifier*, unhelpful name*, name is misleading, name suggests,
  name lies, one letter*, cryptic
x.sharedcalls: shared between calls, across calls, between calls, shared across
x.anytype: as any, typed as any, any is used, any type*, use of any, uses any, implicit any, type safety, ts ignore,
  any casts, missing type annotation*, type annotation*, type hint*, missing type hint*, untyped, type any, any
  everywhere, loosely typed, no type*, weak typing, any in, raw types, stringly typed
x.floatmoney: money in float*, money as float*, float for money, floats for money, amounts as float*, double for
  amounts, double used for amounts, floating point money, float currency, currency as float, prices as float*,
  floating point for money, rounding errors of cents, float arithmetic for money
x.usage: api, use, used, call, calls, method, methods, function, functions, library, lifecycle, apis, replaced
x.files: file*, open*, read*, written, default*, text, string*, decode*, bytes
x.shuffled: order dependent test*, tests depend on order, tests depend on each other, tests depend on the order, test
  isolation, tests share state, test order, shared state between tests, state leaks between, tests are not isolated,
  not isolated, state between tests, leaks between tests, isolated from each other, order of execution, run in
  isolation, test pollution, execution order, tests share a, shared mutable fixture, interdependent tests, tests share
x.overmock: over mock*, overmock*, too many mocks, mocks everything, everything is mocked, excessive mock*, heavily
  mocked, mocks the function under test, mocks the system under test, mock calls instead, implementation detail*,
  tests the mock*, mocks hide, asserts on mocks, heavy mocking, too much mocking, mocks the class under test, mocks
  the unit under test, mocked away, mocks out everything, mock heavy, only verifies mock*, mocks instead of, mocks the
  database
x.onlyhappy: only, happy path*, alone
x.happyonly: only the happy path, happy path only, only happy path*, only covers the happy, only tests the happy,
  error paths untested, failure path is not tested, error paths are not, error handling untested, error path untested,
  only the success*, only success*, failure paths untested, no negative test*, only the successful, error branches
  untested, happy path tests, failure modes untested, error cases untested, failure cases untested, no test for the
  failure, no test for the error, no tests for error*, no tests for failure*, untested error*, untested failure*,
  untested exception*, negative cases, only happy, sad path, unhappy path*, negative paths, error scenarios untested,
  only tests success*, only the happy, happy path, success case*, success path*, sunny day, only tests a successful,
  only exercise the success, only the good, never test failure*, never tests failure*, failures are not covered,
  failing * is not tested, failure handling is not tested, failure handling untested, failure behaviour untested,
  error responses untested, error responses are not tested, failure branch*, rejected payments, not tested when it
  fails, error handling is not tested, error handling has no, failure has no test, no test for failing, no test for
  rejected, no test for a failing, no test for declined, exceptions untested, what happens when
x.migration: migration*, downgrade, upgrade
x.onlyunit: only unit test*, units are tested alone, fakes
x.zerocov: zero coverage, no tests at all, completely untested, without a single test, coverage is 0, 0 coverage, no
  unit tests, has no tests, have no tests, lacks tests, lacks unit tests, lack tests, entirely untested, no test
  coverage, lacks test coverage, missing tests for, missing test coverage, no test file, missing unit test*, no
  automated tests, lacks coverage, zero tests, 0 test, not covered by any test*, no test for, no tests for, without
  tests, untested
x.blind: blindly, unread, huge, 000 lines, approv*, large, brittle
x.fixture: fixture*, setup, understand*, copied, duplicat*, repeated, lines, large, huge, boilerplate
x.stale: outdated doc*, docs are outdated, documentation is outdated, out of date, outdated comment*, stale comment*,
  stale doc*, outdated docstring*, docstring contradicts, comment contradicts, docstring does not match, comment does
  not match, documentation does not match, docs do not match, comment no longer matches, docstring is wrong, outdated
  readme*, stale readme*, readme is outdated, documentation drift*, docs drift*, outdated example*, obsolete
  documentation, obsolete comment*, misleading comment*, wrong docstring*, incorrect docstring*, incorrect comment*,
  outdated instruction*, stale docstring*, readme still, docs still, guide still, documentation still, docstring
  still, comment still, guide describes the old, describes the old, stale instruction*, out of sync with the code,
  documented default*, wrong comment, docs mention, docs describe, documentation describes, readme describes, readme
  mentions
x.units: unit, units, grams, metres, meters, kilograms, milliseconds, seconds or, in which unit, which unit, unit of,
  units of, measurement unit*, what unit, in seconds, in cents, cents or, in minutes, degrees, celsius, percent or
x.unclear: not documented, undocumented, does not say, doesnt say, omits, omit, unclear, ambiguous, unspecified, not
  specified, not stated, never stated, nowhere, no docstring, without docstring, lacks, missing, not mention*,
  unstated, says nothing, say nothing, left out, not named, leaves open, silent about, silent on, is not clear, has to
  guess, must guess, guess, expects, not given
x.errors: exception*, error code*, errors, error response*, raises, raised, status code*, throws, failure*, error*
x.limits: rate limit*, quota*, limits, pagination, page size
x.tokens: token*, session*, link*, url*, cookie*, key*, jwt*, invitation*, credential*
x.enumeration: account enumeration, user enumeration, enumeration of, reveals whether, tells whether an account,
  different message for, email exists, which accounts exist, whether an email, whether a user exists, enumerate users,
  enumerate account*
x.clientstore: localstorage, local storage, sessionstorage, shared preferences, asyncstorage, userdefaults,
  unencrypted on the device, keychain
x.urlsecret: token in the url, tokens in url*, in the query string, as query parameter, as a query parameter, password
  in the url, tokens in query, key in the url
x.plainhttp: plain http, over http, unencrypted http, not encrypted in transit, cleartext traffic, http instead of
  https, without tls, unencrypted connection*
x.atrest: at rest, stored unencrypted, unencrypted in the database, stored in plain text, stored in clear, plaintext
  column*, plain text column*, not encrypted, unencrypted
x.debugmode: debug mode, debug true, debug enabled, debug is on, debug endpoint*, werkzeug debugger, actuator, debug
  page*, profiler is, debug toolbar
x.defaultcreds: default password*, default credential*, default admin, admin admin, default account*
x.iam: iam, wildcard permission*, overly permissive, too permissive, least privilege, over privileged, overprivileged,
  broad permission*, excessive permission*, admin policy, all permissions, more rights, superuser, more permissions
x.ssti: template injection, ssti, render template string, jinja2 from string, server side template
x.proto: prototype pollution, proto, deep merge of user
x.loginject: log injection, log forging, crlf, header injection, newline in
x.postmessage: postmessage, message origin, target origin, event origin
x.graphdepth: query depth, query complexity, introspection, nested graphql
x.sri: subresource integrity, sri, third party script*, cdn script*
x.unpinned: unpinned, latest tag, floating tag, not pinned, mutable tag, pin the, pinned to a sha, pinned by digest,
  lockfile, lock file
x.passpolicy: password policy, password strength, weak passwords, short passwords, minimum length, password length,
  one character password*, password rules
x.audit: audit log, audit trail, not audited, no audit, who changed
x.csvinject: csv injection, formula injection, spreadsheet formula*
x.eval: eval, new function, exec of, dynamic code, arbitrary expression*, compiled from user
x.invalid: never invalidated, not invalidated, stale cache, invalidation, stale value*, stale entr*, stale data, cache
  is stale, old values, cached forever
x.stampede: stampede, thundering herd, dogpile, all at once when
x.debounce: debounc*, every key stroke, every keystroke, each keystroke, each key press, on every key, per keystroke,
  throttle the input, while typing
x.polls: polls every, polling every, polls the, busy wait*, busy loop*, spin loop, tight loop, polling interval
x.virtual: renders all, all rows at once, all 5, virtualis*, virtualiz*, windowing, thousands of dom, thousands of
  rows, dom nodes, long list*, react window, # rows at once
x.httpcache: cache control, etag, cache headers, http caching, caching headers, browser cache, static assets are
  served without, immutable
x.compress: gzip, brotli, response compression, uncompressed response*, compression is off, without compression
x.wildlike: leading wildcard, like with a leading, full text index, like search, order by rand, random order in sql
x.regexcompile: compiled on each, compiles the regex, regex is compiled, compile the expression, recompil*, pattern is
  compiled, compiled in the loop, compiled inside
x.longtx: transaction is held, long transaction*, long running transaction*, holds the transaction, transaction open
  while, lock held while, holding a lock, locks held, holds the lock, transaction spans, inside the transaction, lock
  contention, coarse lock, global lock
x.importside: at import time, on import, import side effect*, side effects at import, import has side, importing the
  module, importing any module, module load, when imported, when the module is imported
x.leakytypes: types in its signature, leaks the orm, orm entities, sdk types, vendor types, boto3 types, entities are
  returned, returns orm, exposes the orm, exposes orm, leaks sdk, leaks vendor, framework types, vendor sdk, sdk
  throughout, tied to boto3, tied to the vendor, tied to one vendor, vendor lock, database entities as, entities
  directly
x.dualwrite: outbox, dual write*, event is published before, published before the commit, before the transaction
  commits, before commit, after rollback, event is lost, published outside
x.typesdrift: types drift, drift from the server, hand written types, types are duplicated, generated from the schema,
  generate the client, generated client, hand written client
x.apichain: synchronous chain, chain of services, calls three services, cascade, cascading failure*, distributed
  monolith, availability of all
x.scattered: scattered, spread over, spread across, in twenty places, all over the, everywhere in, read in many,
  shotgun surgery, read directly in
x.inherit: deep inheritance, inheritance hierarchy, inherits only, base class does, composition over, favour
  composition, inheritance for reuse, inheritance chain, inheritance depth
x.stringly: stringly, status strings, string statuses, strings as status, compared as strings, use an enum, raw
  strings for, free strings, enum instead, primitive obsession, status as string, literal status, bare strings
x.floatpromise: not awaited, missing await, floating promise*, unawaited, without await, await is missing, never
  awaited, forgotten await, fire and forget
x.argmutate: mutates its argument*, mutates the argument*, mutates its input, mutates the input, modifies its
  argument*, modifies the argument*, modifies its input, argument is modified, input is modified, in place
  modification, mutates props, mutates state, state is mutated, mutated directly
x.shadow: shadows a builtin, shadows the builtin, shadow* built, shadowed variable*, shadowing, shadows an outer,
  shadows
x.ternary: nested ternar*, chained ternar*, ternary inside
x.i18n: not translated, untranslated, translation*, i18n, localis*, localiz*, hard coded text*, hardcoded text*, hard
  coded string in the ui, user visible string*, hard coded english
x.a11y: accessib*, a11y, screen reader*, aria, alt text, keyboard navigation, contrast, focus trap, label for
x.wildimport: wildcard import*, star import*, import star
x.divzero: division by zero, divide by zero, divides by zero, zerodivision*
x.overflow: integer overflow, int overflow, overflows int, truncat*, int32
x.returns: inconsistent return*, returns sometimes, different types depending, sometimes returns, returns either,
  returns false or, mixed return*, returns a list or, return type differs, none or a list
x.effectdeps: dependency array, exhaustive deps, stale closure*, missing dependency in useeffect, effect dependencies,
  hook dependencies
x.arraykey: array index as key, index as key, key prop, index used as key, react key
x.lintoff: eslint disable, noqa, type ignore, suppresswarnings, linter disabled, lint disabled, lint rules disabled,
  nolint, pylint disable, suppressions
x.unusedep: unused dependenc*, dependency is unused, unused package*, dependency nobody, listed but not used
x.order2: random order, unstable order, order is not defined, nondeterministic order, undefined order, without order
  by, no order by, not deterministic, identical timestamps, stable sort
x.selectors: css class*, css selector*, xpath*, brittle selector*, test ids, data testid, select elements by
x.testname: test names, names of tests, test1, test name*, named test, poorly named tests
x.testlogic: logic in test*, if in test*, loops in tests, conditionals in tests, test contains logic, branches in the
  test
x.testdup: duplicate tests, duplicated tests, same test, tests duplicate, duplicated test*, copy pasted test*,
  parametri*, parametriz*
x.hugetest: tests everything at once, one giant test, huge test, single test checks, test covers ten, asserts twenty,
  # assertions in one
x.unseeded: unseeded, without a seed, no seed, random data in test*, random values in test*, random input*, faker
x.load: load test*, performance test*, stress test*, under load, benchmark*
x.contract: contract test*, consumer driven, pact
x.private: private method*, private function*, internals, private attribute*, private field*
x.regress: regression test*, no test for the bug, bug fix without, fix without a test, fixed bug, without a regression
x.runbook: runbook*, on call, incident*, operational doc*, operations guide, playbook*, recovery procedure, disaster
  recovery, restore procedure
x.events: events, event payload*, webhook*, message format*, topics
x.cli: command line option*, cli option*, flags, cli help, subcommand*, command line flag*
x.examples: no example*, without example*, lacks example*, missing example*, usage example*, example request*, no
  usage
x.deprecation: deprecation notice, deprecated without, deprecation is not, deprecation warning, sunset
x.deploydoc: deployment is not, deploy steps, deployment guide, release process, how to deploy, how to release,
  rollback procedure, release steps, deployment steps, deployment process
x.adr: adr, adrs, decision record*, design decision*, rationale, decision log*, decision document*
x.migdoc: schema documentation, data model, er diagram, database schema documentation, entity relationship, table
  documentation
x.permdoc: permissions, scopes, roles, authentication
x.dst: clocks change, clock change*, daylight saving, dst, summer time, 23 hours, 25 hours, 24 hours, hours 24, days 1
  in seconds, 86400 seconds
x.naive: naive, without timezone, without a timezone, utcnow, datetime now, server local, local time, no timezone,
  tzinfo, datetimenow, utc
x.links: url*, link*, presigned, signed url*, share link*, invitation link*, magic link*, download link*
x.reach: contains, contain, reaches, reach, runs, passed, passes, includes, holds, into, through, given to, handed to,
  forwarded
x.typeswitch: type switch*, switch on type, switch on the type, switch over types, instanceof, isinstance, if else
  chain, if elif chain, open closed, long switch, switch statement*, polymorphi*, string type field, type field, chain
  of ifs, strategy pattern
x.liskov: liskov, lsp, subclass*, subtype*, overrides a method with, overridden with, notimplementederror,
  unsupportedoperation*, strengthens, base contract
x.isp: interface segregation, fat interface*, methods they do not need, unneeded methods, implement methods
x.notests: zero coverage, no tests at all, completely untested, entirely untested, without a single test, coverage is
  0, 0 coverage, no test file, zero tests, # percent coverage, coverage of 0, without any test*, has no tests, have no
  tests, not a single test, no unit tests, lacks any test*, wholly untested, no automated tests, no tests exist,
  without tests, lacks unit tests, coverage 0, no test suite
x.module: module, modules, package, packages, service, class, component, file, library, new code, helper*, util*,
  feature
x.some: path, paths, case, cases, branch*, error*, fail*, edge*, boundar*, happy, when, race*, concurren*,
  permission*, migration*
"""
