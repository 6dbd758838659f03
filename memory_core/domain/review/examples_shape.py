"""Findings of architecture and quality as reviewers word them, below the kind of defect that each is."""

from typing import Final

EXAMPLES: Final = """
circular-dependency
  billing and accounts import each other. The circular import is hidden by a local import in a function.
  Circular dependency between store and router. Load order decides whether the value is undefined.
  Import cycle between packages worked around by an interface{}. Extract what both need into a third package.
  Event handlers call each other directly instead of by the bus. The flow cannot be followed.
  core and rates need one another. A dev-dependency works around the loop.
  Accounts calls Bookings and Bookings calls Accounts. Compile-time dependency cycle of 14 modules according to xref.
  Mailer and Folio services reference one another. The container needs a lazy proxy to break the circular reference.
  orders imports payments and payments imports orders. The import stands inside a function to hide it.
god-class
  AppManager does everything. 2,400 lines with billing, mail, auth and caching in one class.
  OrderService has too many responsibilities. Pricing, persistence, notification and PDF in a single class; split it
    up.
  utils has become a dumping ground. 90 unrelated functions in one module.
  Bookings context has grown to 4,100 lines. Prices, mails, housekeeping and statistics all live here.
  HotelManager knows everything about everything. 73 public methods of unrelated purpose.
  AppDelegate has become the place for all logic. Networking, storage, routing and analytics in one type.
  Service handles payments, refunds, mails and PDF tickets. It has grown to 1,900 lines and should be split by
    responsibility.
  One hook owns all state of the checkout. Everything from seat map to payment lives in it.
layering
  Handler talks to the database directly. SQL in the controller bypasses the repository layer.
  Domain model imports the web framework. The dependency points the wrong way: inner layers must not know express.
  View executes business rules and queries. Presentation code reaches past the service layer into persistence.
  Cancellation fees are worked out in the controller. The console command that cancels no-shows cannot use them;
    belongs to the domain.
  LiveView builds Ecto queries itself. The web layer should ask the bookings context.
  View decides whether a deposit is due. Rules of the business hide in the interface code.
  Pricing rules are computed in the React component. The same rules exist on the server; they belong to the domain.
  Controller builds SQL and opens transactions. Move persistence into the repository.
  Domain entity imports the ORM session. The domain must not depend on infrastructure.
tight-coupling
  SMTP client is created inside the function. It cannot be replaced in tests or by another provider; inject it.
  Concrete gateway instantiated in the constructor. `new StripeGateway()` ties the class to one provider; depend on an
    interface.
  Hard dependency on the S3 client. Pass the storage in instead of constructing it there.
  Stripe classes are created right in the service. Another provider cannot be plugged in, nor a fake in a test.
  Twilio called directly from the booking code. No behaviour in between; tests cannot exchange it.
  Firebase is constructed by each view controller. Hand in a protocol.
  Mailer client is instantiated inside the service. Tests must patch the module; pass the client in.
  Service depends on the concrete Redis client. Introduce a port so that it can be exchanged.
global-state
  Module-level mutable dictionary holds the current user. Requests see each other's data.
  Global variable changed at run time. Packages depend on who wrote it last.
  Singleton with mutable state shared by all requests. Hidden coupling between modules.
  Current tenant is kept in a module variable. Concurrent requests overwrite each other's value.
missing-timeout
  No timeout on the CRM call. If the remote side hangs, the worker hangs for ever.
  http.DefaultClient used without a deadline. A slow upstream exhausts all goroutines.
  SMTP connection may block indefinitely. Set connect and read timeouts.
  Registry lookup can wait for minutes. Guzzle is configured with timeout 0.
  Door lock gateway called with receive_timeout: :infinity. A dead gateway takes all processes with it.
  reqwest client built without timeout. A slow partner blocks the rate sync.
  HTTP call to the payment provider has no timeout. A stalled connection blocks the worker for good.
missing-retry
  A failed upload is never retried. One network hiccup loses the batch; retry with backoff.
  Webhook delivery gives up after the first error. Transient failures need retries with exponential backoff.
  No retry on transient database errors. A deadlock victim aborts the whole import.
  A single failed request loses the event. Transient errors should be retried with backoff.
missing-transaction
  Debit and credit are not in one transaction. A crash between the two statements loses money.
  Order and stock updated without a transaction. If the second write fails, the first one stays.
  Multi-step write is not atomic. The profile is saved although the account insert failed.
  Seat is reserved and payment recorded in separate commits. A crash in between leaves a seat without payment.
hardcoded-config
  Base URL of the staging server in code. Environment specific addresses belong in configuration.
  Hostname and port are literals. Cannot be deployed elsewhere without recompiling; read them from the environment.
  Hard-coded path to the developer's home directory. /home/anna/data exists on one machine only.
leaky-types
  Public API exposes chrono types. A change of the library breaks all users.
dual-write
  Events are broadcast before the transaction commits. Subscribers read old data.
scattered-config
  Environment variables read in twenty places. Read them once.
idempotency
  Message handler is not idempotent. A redelivered message books twice.
  Webhook handler books twice when the provider resends. Remember the ids of events that were handled.
shared-database
  Two services share one database schema. A migration of one breaks the other.
type-switch
  Type switch instead of polymorphism. Each new shape edits six places; open/closed is violated.
substitution
  Subclass overrides a method with another signature. Liskov substitution is violated.
feature-flags
  Feature flags are never removed. Forty flags are always on.
swallowed-exception
  Bare except hides all errors. `except: pass` makes failed syncs look successful.
  Empty catch block. A failing upload is silently ignored.
  Exception caught and dropped. The caller gets null and nobody learns why.
  Error return value ignored. `_ = f.Write(b)`; a full disk goes unnoticed.
  catch (/Throwable) {} around the channel sync. Rates were wrong for a week and nobody noticed.
  Result of deliver/1 is thrown away. {:error, _} never reaches anyone.
  `let _ = lock.revoke()` drops the Result. A key that stays valid goes unnoticed.
  Errors of the mail provider are caught and ignored. Customers never get their tickets and nobody is told.
  Catch-all returns an empty list on failure. The caller cannot tell an error from no results.
  Promise rejection is not handled. The failure disappears.
resource-leak
  File handle is not closed. open() without a with block; an exception leaks the descriptor.
  Connection leaks when the query throws. close() is not in a finally or try-with-resources.
  Response body never closed. Missing defer resp.Body.Close() leaks connections.
  Database session is not returned to the pool on errors. Use a context manager.
race-condition
  Data race on the counter map. Goroutines write without a mutex.
  Check-then-act on the stock level. Two requests may both see one item left; lock the row.
  HashMap shared between threads without synchronisation. Lost updates under load.
  Two tasks update the rate map without a lock. Prices flip.
  Two buyers can get the same seat. Availability is checked before the insert without a lock or constraint.
  Counter is read, increased and written back without a transaction. Parallel requests lose updates.
dead-code
  export_v1 is no longer called. Remove the unused function.
  Unused exports left behind. formatOld and toTitle have no callers.
  Unreachable code after return. The block below the return can never run.
  Fax service is not wired anywhere. Nothing has used it since 2019.
  Module without any reference. The import was a one-off.
  Half of the exports have no users. Delete them.
  Old importer is no longer referenced. It can be deleted together with its settings.
  Feature behind a flag that is always off. Nobody can reach the branch.
duplication
  Same validation block copied into three handlers. Extract a helper.
  Edit and Create pages duplicate 200 lines. Share one form component.
  Copy-paste of the PDF header code. The logic exists in OrderPdf too and has already diverged.
  City tax worked out in three places. The mail, the folio and the export each have their version, and two disagree.
  Date range parsing pasted from calendar.ex. Share it.
  Formatting of amounts repeated in nine views. Move it to an extension.
  VAT calculation exists in the API, the worker and the frontend. They have to be changed together and already differ.
  Three components contain the same date formatting. Extract it.
magic-numbers
  Magic numbers in the discount rules. 0.07 and 365 have no name.
  Unexplained constants. 9.81 and 42 appear in several places; name them.
  Literal 86400 used instead of a named constant. Nobody knows what it stands for.
  What do 0.19 and 28 mean here?. Give these values names.
  Several literals in the no-show rule. 72, 0.8 and 3 should be constants with a name.
  Unnamed thresholds steer the yield. 0.63 and 11 come from nowhere.
  900 and 0.029 are used without explanation. They are the hold time in seconds and the fee; name them.
long-function
  build_invoice is 320 lines long. Split the function into steps.
  parse() has a cyclomatic complexity of 48. Deeply nested conditions; break it up.
  Overlong method with six levels of nesting. Extract the steps into methods of their own.
  Method of 410 lines with 9 levels. Cut it into steps.
  checkout() spans 280 lines with seven levels of nesting. Split it into steps.
boolean-parameter
  Boolean parameter changes what the function does. render(true, false, true) cannot be read.
naming
  Names such as `d`, `tmp2` and `foo` say nothing. Use descriptive variable names.
  Misleading function name. getUser also creates one when it is missing.
  Cryptic abbreviations. `prcsUsrDt` should be spelled out.
  Function named valid? also saves. Split it.
  Variables are called data2 and res3. Their meaning cannot be guessed.
null-check
  None is not handled. `user.address.city` raises AttributeError when the address is missing.
  Possible undefined dereference. `items[0].price` crashes for an empty cart.
  NullPointerException when the customer is absent. findById may return null and the result is used unchecked.
  unwrap() on a header that clients may leave out. The thread panics; answer 400.
  Force-unwrapped room number. The app crashes for guests who have no room yet.
  Call on null when the booking has been deleted. find() gives null and ->getGuest() follows immediately.
  Missing venue crashes the page. `event.venue.name` is read although venue is optional.
  Result of find() is used without a check. It is undefined when nothing matches.
mutable-default
  Mutable default argument. `def add(x, seen=[])` shares the list between calls.
  Default dict in the signature is shared. Calls see the values of earlier calls; use None.
  List as default parameter value. It keeps growing from one call to the next.
untranslated
  German texts in the code. Localise them.
debug-output
  Debug prints left in. print() calls in the request path; use the logger.
  console.log statements in production code. Remove them or use the logging facade.
  System.out.println used for diagnostics. Replace with slf4j.
  console.debug and alert calls remain. Guests see 'here 2'.
  IO.inspect in the lock pipeline. Prints every key code to the console.
  dump() forgotten in the kiosk action. It breaks the JSON.
  console.log of the payment intent left in the code. Remove it or use the logger at debug level.
loose-types
  `any` is used throughout the API layer. The compiler cannot check anything; declare the types.
  Response typed as any. Errors show at run time only; define an interface.
  Type safety lost by `as any` casts. Model the field types instead.
  Payload is typed as any. The compiler cannot catch a renamed field.
off-by-one
  Off-by-one in the last page. range(1, pages) leaves the final page out.
  Loop runs one element too far. `i <= len` reads past the end of the array.
  Last day of the month is skipped. The upper bound is exclusive but should include the day.
money-float
  Money is computed with floats. Rounding errors of cents; use Decimal.
  Balances are stored as floating point numbers. 0.1 + 0.2 problems; keep integer cents.
  double used for amounts. BigDecimal is needed for currency.
  f64 for prices. Sums of nights are off by a cent.
  Totals added up as JS numbers with fractions. 19.99 * 3 gives 59.97 on a good day; compute in minor units.
  Amounts are Double. Decimal exists for that.
  Fees are calculated with floating point numbers. Cents are lost; use integers or Decimal.
time-zones
  Naive datetime used for the cut-off. datetime.now() without a timezone shifts the report by hours on servers outside
    UTC.
  Local time is compared with UTC. Appointments move when the server's zone differs.
  DateTime.Now instead of UtcNow. The period ends an hour early during daylight saving.
  Event start is stored without a time zone. Doors open an hour early for visitors elsewhere.
  new Date() is compared with a date of the server. The result depends on the browser's zone.
todo-comments
  Twelve TODO comments without an owner. Make issues of them.
code-style
  Inconsistent indentation and quotes. Run the formatter.
deprecated-api
  Deprecated moment API in use. Move to the supported call.
text-encoding
  File opened without an encoding. The default differs on Windows.
"""
