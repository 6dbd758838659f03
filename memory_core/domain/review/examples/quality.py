"""Findings of quality as reviewers word them, below the kind of defect that each is."""

from typing import Final

EXAMPLES: Final = r"""
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
  rescue => e; nil. The import reports success with half the rows missing.
  A timeout at the acquirer looks like a paid order because the error never leaves the function.
  try { ... } catch (_) {} around localStorage and everything else in the function.
  if err != nil { return nil } loses err. Return it, wrapped.
  pylint W0718 broad-exception-caught; the handler body is `continue`.
  InterruptedException is caught and forgotten. Restore the flag.
  The `.ok()` turns a corrupt save game into a new one. Players lose progress without notice.
  `|| true` after the backup command. A failing dump goes green.
  try? JSONDecoder... else empty list. The nurse sees no allergies where decoding failed.
  @ operator in front of unlink() and fopen(). Problems become invisible.
  The return code of i2c_read is never looked at. Garbage is taken as temperature.
  runCatching { sync() } without onFailure. Log it at least and tell the user.
  Exception is logged at debug and then the code goes on as though the ledger had been written. Rethrow.
  async void handler: failures vanish in the synchronisation context. Let the command surface them.
  Failed imports vanish. The except branch only says continue, so nobody sees that rows were skipped.
  Catch-all returns an empty list. An outage of the service looks as if there were no results.
  Errors of the background task are ignored. The rejected promise has an empty catch handler.
  Result of the write is thrown away. If the disk is full the user still sees a success message.
resource-leak
  File handle is not closed. open() without a with block; an exception leaks the descriptor.
  Connection leaks when the query throws. close() is not in a finally or try-with-resources.
  Response body never closed. Missing defer resp.Body.Close() leaks connections.
  Database session is not returned to the pool on errors. Use a context manager.
  Cursor is left open when the loop returns early.
  new FileInputStream without try-with-resources. Sonar S2095.
  rows.Close() is missing; after an hour the pool has nothing left to hand out.
  HttpClient instance per call, never disposed. Sockets run out on busy days.
  malloc in parse_frame, early return without free. 64 bytes vanish per bad frame.
  subscribe() in ngOnInit, no unsubscribe. Each visit to the page adds one more.
  The serial port stays locked after an exception. Release it in finally.
  ResourceWarning: unclosed socket in the forecast client.
  mktemp files pile up in /tmp. trap 'rm -f' EXIT.
  CoroutineScope is never cancelled. The scan goes on when the screen has gone.
  Prepared statements are not freed; the server reaches max_prepared_stmt_count in two days.
  Texture handles from the previous level are kept on the GPU.
  ticker := time.NewTicker(...) without Stop, in a function called per device.
  Use `using`. The PDF stream stays open if rendering throws and Windows then refuses to delete the document.
  Cursor stays open when the function returns early. After some hundred calls the database refuses connections.
  Temporary file is not removed and its handle not closed if parsing fails.
race-condition
  Data race on the counter map. Goroutines write without a mutex.
  Check-then-act on the stock level. Two requests may both see one item left; lock the row.
  HashMap shared between threads without synchronisation. Lost updates under load.
  Two tasks update the rate map without a lock. Prices flip.
  Two buyers can get the same seat. Availability is checked before the insert without a lock or constraint.
  Counter is read, increased and written back without a transaction. Parallel requests lose updates.
  SELECT balance, then UPDATE with the computed value. Two withdrawals at once overdraw; use a conditional update.
  go test -race complains about Hub.clients. Protect it by RWMutex.
  Lazy singleton without double-checked locking or volatile.
  Whoever clicks faster gets the coupon twice. Nothing makes check and redemption one step.
  if not exists(path): create(path). Somebody may be quicker in between (TOCTOU).
  Interrupt handler and main loop share `count` without volatile or masking.
  setState(count + 1) from several handlers loses increments. Use the updater form.
  find_or_create_by without a unique key yields duplicates under load.
  Responses arrive out of order, so that the older search overwrites the newer. Ignore outdated ones.
  Two pods run the same scheduled job. A lease or advisory lock is missing.
  SimpleDateFormat shared by all threads. Dates get mixed up.
  The list is modified on a dispatcher while the adapter iterates it: ConcurrentModificationException.
  Bed assignment has a lost update; add a version column and optimistic locking.
  Dictionary access from several queues crashes once in a thousand runs. Make it an actor.
  Counter is incremented without synchronisation. Several workers read, add one and write back, and updates get lost.
  Read-modify-write on a shared balance. Two requests at once overwrite each other's change; use an atomic update.
  Two jobs can pick the same row. There is no lock between the SELECT and the UPDATE, so mails go out twice.
dead-code
  export_v1 is no longer called. Remove the unused function.
  Unused exports left behind. formatOld and toTitle have no callers.
  Unreachable code after return. The block below the return can never run.
  Fax service is not wired anywhere. Nothing has used it since 2019.
  Module without any reference. The import was a one-off.
  Half of the exports have no users. Delete them.
  Old importer is no longer referenced. It can be deleted together with its settings.
  Feature behind a flag that is always off. Nobody can reach the branch.
  vulture: unused function 'legacy_tax' (100% confidence).
  #[allow(dead_code)] on a whole module. Delete what it hides.
  Commented-out block of 80 lines. Git remembers.
  No route leads to OldCheckoutPage.
  The else branch can't be taken, since the enum is exhausted above.
  `private void migrate2018()` has no callers. Drop it.
  Knip lists 41 files nothing imports.
  Lambda module is left although the trigger was removed in spring.
  Columns fax and telex are written but never read.
  #if 0 section in the bootloader since 2017.
  Three props are passed down and ignored by the receiver. Clean up.
  Stored procedure sp_recalc_old isn't referenced by job, app or report.
  Variable assigned, value never used.
  Retire the SOAP adapter: its last consumer moved to REST two releases ago and only its own tests call it.
  The PaymentV1 adapter has had no callers since the migration. Remove the class together with its configuration and
    its mocks.
  Several helper functions in the telemetry module are never referenced. They only confuse whoever searches for the
    real conversion.
  Nothing calls the old pricing functions any more. They are still tested and translated.
  Branch for the retired tariff can never be reached. Remove it with its helpers.
duplication
  Same validation block copied into three handlers. Extract a helper.
  Edit and Create pages duplicate 200 lines. Share one form component.
  Copy-paste of the PDF header code. The logic exists in OrderPdf too and has already diverged.
  City tax worked out in three places. The mail, the folio and the export each have their version, and two disagree.
  Date range parsing pasted from calendar.ex. Share it.
  Formatting of amounts repeated in nine views. Move it to an extension.
  VAT calculation exists in the API, the worker and the frontend. They have to be changed together and already differ.
  Three components contain the same date formatting. Extract it.
  IBAN check exists twice, and only one knows about Norway.
  jscpd: 14% of src is cloned.
  The retry loop is pasted into five clients. One decorator.
  These two SQL views are identical but for a filter.
  Terraform blocks for dev, stage and prod differ in one number. Module with a variable.
  create and update share 60 lines by copy. Pull the mapping out.
  Same regular expression for phone numbers in app, API and import.
  Damage formula repeated in client and server; whoever balances the game forgets one.
  CPD found a 74-line duplicate in LabOrderMapper and RadiologyOrderMapper.
  Every shell script begins with the same 30 lines. Source a common file.
  The bug fix was applied here, its twin in invoices_helper.rb still has it.
  Three modals, one layout. Make it a component with slots.
  CRC routine implemented in bootloader and again in the app with other tables.
  Each repository reimplements paging in its own slightly different way; a base query would keep them in step.
  Shipping weight formula exists in three places. The copies differ in rounding already.
  Client and server each have their own version of the validation rules. They drift apart with every change.
  Two exporters are the same but for the header. Share the code.
  Third re-implementation of the address parser. Call the one in common.
magic-numbers
  Magic numbers in the discount rules. 0.07 and 365 have no name.
  Unexplained constants. 9.81 and 42 appear in several places; name them.
  Literal 86400 used instead of a named constant. Nobody knows what it stands for.
  What do 0.19 and 28 mean here?. Give these values names.
  Several literals in the no-show rule. 72, 0.8 and 3 should be constants with a name.
  Unnamed thresholds steer the yield. 0.63 and 11 come from nowhere.
  900 and 0.029 are used without explanation. They are the hold time in seconds and the fee; name them.
  if (status == 7). What is seven?
  sleep(37) needs a reason and a name.
  MAX_? 4096 appears in four buffers. #define it once.
  0x3F written to a register without explanation. Use the mask constants.
  Discount of 0.85 buried in the loop. Business should see this as a setting.
  detekt MagicNumber: 1609.34. METERS_PER_MILE, presumably.
  Padding 13, 27, 5 all over the styles. Take spacing tokens.
  WHERE type_id IN (3, 9, 14). Readers have to guess.
  Timeout of 2500 in one file and 2.5 in another, neither named.
  What do the constants in `score * 1.37 + 12` stand for? Ask the designer and name them.
  The tax-free limit 22 is written into three functions.
  Why 18 attempts. Give it a meaningful identifier.
  PLR2004 magic value used in comparison: 42.5.
  Body temperature limits 35.4 and 38.2 should be named, since clinicians will want to verify them.
  The retry and threshold values are bare literals in the loop. Give them constants that tell unit and origin.
  Nobody can tell what 0.00045 means. Name the constant and give its unit.
long-function
  build_invoice is 320 lines long. Split the function into steps.
  parse() has a cyclomatic complexity of 48. Deeply nested conditions; break it up.
  Overlong method with six levels of nesting. Extract the steps into methods of their own.
  Method of 410 lines with 9 levels. Cut it into steps.
  checkout() spans 280 lines with seven levels of nesting. Split it into steps.
  Cognitive complexity 61 of 15 allowed (S3776).
  processOrder scrolls over six screens. Extract pricing, stock and mail.
  Pyramid of callbacks, eight deep. async/await and early returns flatten it.
  main() does it all in 540 lines.
  rubocop Metrics/MethodLength: 97/10.
  The useEffect body is longer than the component around it.
  One query with 14 joins and 200 lines. CTEs or a view would give the parts names.
  I lost track at the fifth nested if. Guard clauses.
  decode_frame handles eleven message types in a single body; one function each.
  Method cannot be understood without scrolling back and forth. Cut along the comments that already mark its steps.
  gocyclo 44 (*Settler).Run.
  view did everything: viewDidLoad has 230 lines.
  if-else towers in the triage rules, up to nine levels of indentation.
  deploy.sh is a single sequence of 600 lines without functions.
parameter-list
  createUser(a, b, c, d, e, f, g, h). Make an object of it.
  Eleven positional arguments, four of them strings. Swapping two goes unnoticed.
  clippy::too_many_arguments (9/7).
  Address is passed as street, number, zip, city and country through six functions. A value object.
  Constructor takes 14 dependencies. The class probably does too much besides.
  Long signature. Introduce BookingRequest.
  sendPush has five optional parameters in a row; callers write null, null, null, true.
  x, y, z, w, h, d, r, g, b. Vec3 and Color exist.
  RSpec/Metrics: ParameterLists 8/5.
  Stored procedure with 31 arguments. A table type would help.
  React component with 26 props, most of which travel together.
  Nobody remembers the order of the arguments of schedule(). Use keywords.
  Calls are unreadable: transfer(12, 40, 1, 0, "EUR", null, 7). Pass a command record.
  pid_init() wants ten floats. struct pid_config.
  The constructor of the charging session takes thirteen values. Most of them describe the vehicle and should be one
    object.
  Function with nine arguments of the same type is an invitation to swap two of them; introduce a parameter object.
boolean-parameter
  Boolean parameter changes what the function does. render(true, false, true) cannot be read.
  save(user, true)? What is true.
  Flag argument switches between preview and charge. Two methods.
  deleteReading(id, false, true) cannot be understood at the call site. Name the options.
  `isAdmin` makes this two different components in one.
  RuboCop Style/OptionalBooleanParameter: use a keyword.
  get_orders(archived=False) returns other columns when set. Split it.
  Swift func open(_ animated: Bool, _ force: Bool) reads badly; an OptionSet says what is meant.
  fmt.Println(render(doc, true, true, false)). Functional options.
  Boolean trap in the constructor of Valve.
  FBT003 boolean positional value in function call.
  An enum Mode { DryRun, Apply } would tell more than `bool`.
  The method does one thing if the flag is on and quite another if not; callers always know which they want.
  public void Print(bool duplex, bool color, bool staple). Introduce settings with names.
  dispense(drug, amount, true) is dangerous in a clinic, since nobody sees that the last one skips the check.
  Callers write export(true, false), and one has to open the function to find out what that means. Use an enum or two
    functions with telling names.
naming
  Names such as `d`, `tmp2` and `foo` say nothing. Use descriptive variable names.
  Misleading function name. getUser also creates one when it is missing.
  Cryptic abbreviations. `prcsUsrDt` should be spelled out.
  Function named valid? also saves. Split it.
  Variables are called data2 and res3. Their meaning cannot be guessed.
  processData, handleStuff, doIt. Say what happens.
  list is a map.
  isValid returns a string. Rename it.
  `mgr`, `ctx2`, `xx`. Spell these out.
  Unit in the name is wrong: timeoutMs holds seconds.
  Same thing is called customer, client and account in one file. Agree on a term.
  Temp is temperature here and temporary there.
  Negative name: disableNoRetry. I need paper to evaluate it.
  File new_final2.py should tell what is inside.
  getPrice writes to the database. A getter should not.
  Class is called Helper. Of what?
  Hungarian prefixes contradict the types: strCount is an int.
  Table t_dat_03 and columns f1 to f9. Describe the content.
  A reviewer cannot tell from `flag` which of the three conditions of a bed it stands for; prefer isOccupied.
  Variable names in the scheduler are single letters. One has to scroll up to learn that q is the queue of discharged
    patients.
  The method called validate also normalises and stores the address. Its name should say so, or it should only
    validate.
  Variables are called d, d2 and tmp. Say what they hold.
null-check
  None is not handled. `user.address.city` raises AttributeError when the address is missing.
  Possible undefined dereference. `items[0].price` crashes for an empty cart.
  NullPointerException when the customer is absent. findById may return null and the result is used unchecked.
  unwrap() on a header that clients may leave out. The thread panics; answer 400.
  Force-unwrapped room number. The app crashes for guests who have no room yet.
  Call on null when the booking has been deleted. find() gives null and ->getGuest() follows immediately.
  Missing venue crashes the page. `event.venue.name` is read although venue is optional.
  Result of find() is used without a check. It is undefined when nothing matches.
  TypeError: Cannot read properties of undefined (reading 'street') for guests without an address.
  response.data.items.map, when items is absent on an empty basket. Optional chaining.
  !! on a nullable intent extra. Crashes when opened by the widget.
  ptr is dereferenced before it is compared with NULL.
  CS8602: dereference of a possibly null reference.
  rows[0] without looking if there is a row.
  Optional.get() with no isPresent. NoSuchElementException for new patients.
  NoMethodError: undefined method 'email' for nil. Orphaned orders have no user.
  The map lookup ignores ok, and nil is called a line later. Panics for unknown devices.
  as! Double blows up when the sensor sends null.
  malloc result unchecked.
  mypy: item "None" of "Optional[Tariff]" has no attribute "rate".
  .expect("always there") on a config key. It isn't there in staging.
  A character with no guild brings down the whole lobby, because the guild is assumed to exist.
  The session may be absent when the token has expired, yet its user is accessed right away. Visitors get a 500 in
    place of the login page.
  Looking up the tariff can yield nothing for decommissioned meters. The next line dereferences it anyway and the
    whole import stops.
  Result of find is used without a check. It is undefined for new customers and the page crashes.
mutable-default
  Mutable default argument. `def add(x, seen=[])` shares the list between calls.
  Default dict in the signature is shared. Calls see the values of earlier calls; use None.
  List as default parameter value. It keeps growing from one call to the next.
  def log(msg, tags={}): tags accumulate over requests.
  B006: do not use mutable data structures for argument defaults.
  Second call starts with the items of the first. The default list is created once.
  class Cart: items = []. All carts share it.
  dataclass field default [] should be field(default_factory=list).
  Default value evaluated at definition: def f(at=datetime.now()). Always the start time of the process.
  Vue props default is an object literal, not a factory, so instances share state.
  Hash.new([]) hands out the same array for each key.
  Patients inherit the allergies of whoever was created before, owing to `allergies=[]` in the signature.
  Set as keyword default gets added to inside. Use None and build it in the body.
  Kotlin: default argument refers to a global mutableListOf.
  Column(default={}) in SQLAlchemy: pass the callable dict.
  static defaults object is modified by the first caller; freeze it or copy.
  The initial inventory is one dict for every player. Create it anew per call.
missing-await
  no-floating-promises: sendMail(order) is not awaited.
  if (isAllowed(user)) is always truthy, since it returns a promise.
  coroutine 'notify' was never awaited.
  The transaction is committed before the async insert has finished.
  Task is started and forgotten; exceptions get lost. await it.
  forEach(async ...) does not wait. for...of or Promise.all.
  Test ends green before the promise rejects.
  return inside try without await: the catch never fires.
  Kotlin async {} without await(), so the failure cancels the parent at some odd moment.
  CS4014 because this call is not awaited, execution continues.
  The response goes out while the upload is still running. Wait for it.
  Unawaited future in the discharge flow: beds are freed though the record may not be saved.
  future dropped, `let _ = client.publish(..)`. In Rust nothing happens until it is polled.
  Rows come back as [object Promise] in the CSV of meter readings.
  The audit entry is written without waiting for it. If the function ends first the entry is lost, and a failure
    becomes an unhandled rejection.
  The result of the asynchronous check is used without awaiting it. A pending promise is truthy, so each voucher
    counts as valid.
argument-mutation
  sortPrices(list) sorts the caller's array. Copy first.
  no-param-reassign on order.total.
  The function pops keys off the dict that it was given. Callers find half of it gone.
  state.items.push(...) in the reducer. Return a new object.
  merge(defaults, opts) writes into defaults.
  Passing a slice and appending to it changes the backing array of the caller.
  parse(frame) advances the buffer that others still read.
  Unexpected side effect: calculateFee sets order.status.
  df is altered in place. Work on df.copy().
  Collections.reverse(input) on a parameter; the view shows rows upside down afterwards.
  merge! where merge was meant. The options constant changes.
  inout would at least make it visible. The class instance is edited behind the caller's back.
  Props are mutated in the child. Emit an event instead.
  Normalising the patient record alters the original that the audit compares with, so no change is ever detected.
  The discount helper modifies the basket that it was given. The caller still shows the old total and the next call
    subtracts again.
  Sorting happens in place on a list that belongs to the caller, who relies on chronological order afterwards.
shadowing
  A002: argument "id" is shadowing a Python builtin.
  err := inside the if hides the outer err, which stays nil.
  no-shadow: 'user' is already declared in the upper scope.
  Local `list = list(x)` and then list() fails.
  Parameter has the same name as the field, assignment without this.
  Inner loop reuses i.
  -Wshadow: declaration of 'len' shadows a parameter.
  let config in the closure hides the imported one. Rename.
  The module is called json.py and wins over the standard library.
  Two variables named total within twenty lines, one inside the block. I edited the wrong one.
  val it inside let inside let. Give the lambdas names.
  Redefinition of `reading` in the catch clause is confusing.
  Type parameter T covers the class's T.
  The date variable obscures the date function that is needed ten lines on.
  The loop variable has the same name as the outer order. After the loop the last element is charged instead of the
    one that was passed in.
  An inner declaration of err hides the one that is returned, so the function reports success although the write
    failed.
nested-ternary
  a ? b : c ? d : e ? f : g. Use if.
  no-nested-ternary in PriceTag.tsx.
  Ternary within ternary within JSX. Early returns would read better.
  x if a else y if b else z if c else None.
  PHP 8 rejects the unparenthesised form anyway.
  Four-fold conditional decides the colour of the alarm. A lookup table.
  S3358: extract this nested ternary operation.
  It took me three readings to see which branch gives free shipping.
  Terraform expression with five ? : in a row. Move to locals with names.
  Hard to parse, precedence left to luck. Write the cases as a switch.
  cond1 && x || cond2 && y || z is the same in disguise.
  Elvis operators and inline ifs stacked four high. when { } does it.
  The chain of question marks in triage level selection needs unfolding; a mistake there is costly.
  Deep inline conditionals in the template. Compute a variant beforehand.
  The badge colour is chosen by conditional operators nested three deep. Nobody can say at a glance what a suspended
    premium account gets; use if statements or a table.
untranslated
  German texts in the code. Localise them.
  "Add to cart" is hard-coded in the Dutch shop.
  String literals in the composable. strings.xml.
  Error message comes in English from the server and is shown to French patients as is.
  Text("Weiter") bypasses Localizable.strings.
  i18n: key missing for pl, so users see `checkout.pay_now`.
  Plural built by adding an s.
  Sentence is glued together from fragments. Word order differs elsewhere; use placeholders.
  Date formatted as MM/DD for everyone. Follow the locale.
  Labels of the new dialog don't go through t().
  HardcodedText lint in activity_scan.xml.
  Mail subject isn't in the catalogue.
  Arabic layout mirrored, texts left in English.
  Button captions of the thermostat come from an enum's name() and cannot be localised.
  flash[:notice] = 'Saved' should be t('.saved').
  Validation messages of the booking form are written in English in the source. They need to come from the message
    bundle like everything else.
  The push notification text is built from literals on the server. Players with a Korean device get it in English.
accessibility
  div with onClick. Not reachable by keyboard; use a button.
  img without alt.
  jsx-a11y/label-has-associated-control in the login form.
  Contrast 2.1:1 of grey on white. WCAG asks for 4.5.
  Focus is lost when the dialog opens. Move it inside and trap it.
  State is shown by colour only. Red/green means nothing to some players.
  Icon button without contentDescription. TalkBack says "unlabelled".
  Errors are not announced. aria-live is missing.
  outline: none everywhere. One cannot see where one is.
  Dynamic Type is ignored, fonts are fixed at 11 points.
  Drag and drop is the only way to reorder beds. Offer an alternative.
  Touch target of 18 px; nurses with gloves miss it.
  Headings jump from h1 to h5.
  Screen reader users cannot complete checkout, since the slider captcha has no equivalent.
  The custom dropdown can only be operated by mouse. It needs roles, arrow keys and a visible focus.
  Form fields have placeholders but no labels. Assistive technology reads out nothing that makes sense.
stringly-typed
  status == "shiped" compiles. An enum would have noticed.
  State passed around as free text. Union of literals.
  Magic strings "A", "P", "X" for orders.
  Roles compared by text in nine places, once with a capital.
  event: string. Model as sealed class.
  Map<String, Object> stands for a Patient all over the module.
  Dates are kept as strings and compared alphabetically.
  Column mode VARCHAR without CHECK. Holds "on", "ON" and "1".
  Actions are dispatched by name: do("fire", "left").
  JSON string handed between functions in the same process. Pass the struct.
  Sensor kinds as char*. strcmp ladders; make it an enum.
  Ids of customers and accounts are both String; a mix-up is only a matter of time. Newtypes.
  Kotlin: const val STATE_OPEN = "open" and friends. enum class.
  switch on a text value with no exhaustive check, so a new phase of the tournament falls through silently.
  The alarm severity is passed as a bare string through the whole pipeline. A misspelt value is stored without
    complaint and never matches any rule.
  Order states are compared with literals in fourteen places. An enumeration would let the compiler find the one that
    still says "payed".
wildcard-import
  from models import *. Where does Rate come from?
  F403/F405.
  import java.util.*; import java.sql.*; Date is ambiguous.
  use super::*; in production code.
  using namespace std; in a header.
  import * as _ from 'lodash' for one function.
  star imports pull names in that shadow ours.
  Explicit imports, please. I cannot see which helpers are needed.
  export * from five modules causes a name clash that depends on order.
  Checkstyle AvoidStarImport in ReadingService.
  Dot import of the assertion library outside of tests in Go.
  Kotlin import com.shop.domain.* hides which types cross the border.
  Everything of the physics package is dumped into this namespace. List what is used.
  Adding a function to utils broke the ward module, as it imports by asterisk.
  Importing everything from the helpers makes it impossible to see where a name comes from. List the four functions
    that are needed.
division-by-zero
  sum / len(values) fails with no readings.
  Average basket on a day without orders. ZeroDivisionError.
  NaN% is shown when total is 0.
  health / maxHealth before maxHealth is loaded.
  delta / elapsed, and elapsed can be zero on two samples within a tick.
  No guard against an empty ward in occupancy().
  attempt to divide by zero panics the worker. checked_div.
  SQL: revenue / visits without NULLIF.
  Conversion rate for a new campaign is Infinity. Show a dash.
  Integer / 0 when the pool has no shards.
  Percentages assume at least one vote.
  The pace is computed from a distance that may be nought after a GPS loss; test before you divide.
  bc: divide by zero when du prints nothing.
  interest / periods, user may enter 0 periods. Reject it earlier.
  The average waiting time is divided by the number of visits. On a day without any the dashboard crashes.
  Load factor is computed without looking whether the rated capacity is zero. New transformers are entered with 0
    until they are measured.
integer-overflow
  uint16_t holds the pulse count. It wraps after a day.
  int * int cast to long afterwards. Cast before.
  Loan sum in cents overflows 32 bits at 21 million.
  i as u8 truncates silently. try_from.
  Auto-increment INT will be used up next spring; BIGINT.
  millis() wraps after 49 days and the comparison fails.
  Score of long sessions turns negative.
  size_t len = a + b; malloc(len). May be tiny after wrap-around.
  gosec G115: integer overflow conversion int -> int32.
  Ids beyond 2^53 lose digits in JavaScript. Transport as strings.
  Math.abs(hash) % n is negative for MIN_VALUE.
  Underflow: unsigned stock - quantity.
  kWh counter kept in a Short. The factory values fit, those of a smelter don't.
  checked/unchecked: the multiplication of seats by price can exceed Int32 on large tournaments.
  The product of quantity and unit price is computed in 32 bits. Large wholesale orders come out negative.
  The tick counter of the simulation is an int and wraps after 24 days of uptime, upon which all cooldowns stay active
    for ever.
return-types
  Returns False, None or a dict. Raise instead.
  find returns an object for one hit and an array for more.
  string|false|null|int. Choose.
  Function gives a Response on error and a tuple on success.
  Inconsistent return (consistent-return).
  Result is a list, unless it is empty, then a string "none".
  Promise in one branch, plain value in the other.
  R1710: either all return statements should return an expression or none.
  get_meter gives id or model depending on cache.
  Callers test typeof on what comes back. One shape, please.
  The method answers true, a symbol or the record.
  -1, null and exception are all used for "not found".
  Any? as return type of lookup. Sealed result.
  Depending on the ward the helper yields minutes as number or as text "12 min", and charts break.
  The lookup gives back a list, a single record or False, depending on what it finds. Callers need a type check before
    they can do anything.
effect-dependencies
  react-hooks/exhaustive-deps: missing 'patientId'.
  useEffect with [] uses userId. Shows the previous user.
  Stale closure: the interval always sees count = 0.
  Dependency array lies. Suppressed with a comment.
  useCallback(fn, []) captures the first basket.
  useMemo lacks currency, so switching to CHF changes nothing.
  The effect runs on every render because options is a fresh object.
  LaunchedEffect(Unit) though it depends on deviceId. Key it.
  Filter changes, list doesn't. The hook is not told about it.
  watchEffect reads after await and isn't tracked.
  Leaving `socket` out makes the handler talk to the closed one.
  Endless loop: the effect sets what it depends on.
  .onAppear loads the reading once; when the meter changes, nothing reloads. task(id:).
  Missing deps in useLayoutEffect leave the board drawn for the old game.
  The effect that loads the chart leaves the selected meter out of its dependencies. Choosing another meter keeps the
    former curve on the screen.
list-keys
  key={index}. Inputs swap values when a row is deleted.
  react/no-array-index-key in CartLines.
  v-for without :key.
  Each child in a list should have a unique "key" prop.
  Math.random() as key remounts all rows on each render.
  Reordering beds shows the wrong notes, since rows are identified by position.
  ForEach(0..<items.count) with mutable array.
  LazyColumn items() without key loses scroll and animations.
  Keys built from names collide for two players called Max.
  trackBy missing in *ngFor. DOM is rebuilt.
  DiffUtil compares positions rather than ids.
  Use the alarm's id for the element key, not i.
  Checkbox stays ticked on a different line after sorting. Needs a stable identity.
  Fragment without key inside map.
  Rows of the medication list use their array position as key. After removing one, the text typed into a row appears
    in its neighbour.
lint-suppression
  eslint-disable at the top of the file.
  # noqa without a code on 41 lines.
  @SuppressWarnings("all").
  // nolint without reason.
  @ts-ignore hides a real type error here. Fix the type.
  #![allow(warnings)] in lib.rs.
  #pragma warning disable CS8602 for the whole project.
  Rules switched off in .rubocop_todo.yml grow with each release.
  shellcheck disable=SC2086 where quoting would do.
  phpstan baseline has 1,900 entries.
  swiftlint:disable force_cast and never enabled again.
  # type: ignore on the line that crashed yesterday.
  The analyser was told to ignore the module that handles dosage. Mend what it reports.
  -w in CFLAGS. Compiler has warned of this for years.
  A whole directory was excluded from static analysis in order to get the build through. The findings in it include
    two real bugs.
  Warnings are silenced inline without saying why. Either mend what the linter found or give the reason beside it.
unused-dependency
  moment is in package.json, nobody imports it.
  depcheck: unused lodash, request, uuid.
  go mod tidy removes three lines.
  cargo machete finds chrono and rand.
  Guava pulled in for one Strings.isNullOrEmpty which went last week.
  requirements.txt lists pandas, though the service never touches it. 60 MB of image.
  The gem 'fax_machine' has no reference left. Remove.
  Nuget package for PDF isn't needed since the switch to the print server.
  Leftover provider "random" in versions.tf.
  implementation("androidx.leanback") in a phone app.
  Composer requires symfony/workflow for a feature that was dropped.
  Pod linked but not used; start-up pays for it.
  Two HTTP libraries are installed and one has no callers.
  Firmware links the whole BLE stack even though the board has no radio.
  Three packages in the manifest are not imported by any file. They slow down the install and show up in each security
    scan.
unstable-order
  LIMIT 20 without ORDER BY. Rows repeat over pages.
  Sorted by created_at only; ties flip. Add id.
  Go map iteration decides the order of invoice lines.
  HashSet printed to the report. Diffs every day.
  os.listdir order differs between machines. sorted().
  The leaderboard shuffles players with equal points on each refresh.
  GROUP BY used to sort in MySQL 5, no longer.
  Comparator returns 1 or -1 but never 0.
  Which of two tariffs wins depends on the storage order. Define it.
  Page two shows readings of page one, as the sort key is not unique.
  Result of parallel fetches is appended as they arrive.
  Dictionary keys in the signature payload: Swift gives random order. Sort before hashing.
  glob expansion order depends on the locale; LC_ALL=C.
  first() on an unordered query picks another doctor now and then.
  The search results have no defined order when scores are equal. Going to the next page repeats some offers and skips
    others.
  Exported lines are written in the order of a hash map, so that two exports of the same month never match.
debug-output
  Debug prints left in. print() calls in the request path; use the logger.
  console.log statements in production code. Remove them or use the logging facade.
  System.out.println used for diagnostics. Replace with slf4j.
  console.debug and alert calls remain. Guests see 'here 2'.
  IO.inspect in the lock pipeline. Prints every key code to the console.
  dump() forgotten in the kiosk action. It breaks the JSON.
  console.log of the payment intent left in the code. Remove it or use the logger at debug level.
  print("HERE") in the settlement job. Take it out.
  var_dump($patient) in the export. It ends up in the CSV.
  dbg!() left in the release path. Every reading is printed to stderr.
  no-console: 12 warnings in src/checkout. Either delete the lines or go through the logging wrapper.
  set -x was forgotten in deploy.sh, so the log is full of noise.
  NSLog of each BLE packet. Slows the app and clutters the device log; use os_log at debug.
  Log.d("XXX", "got it!!!") all over the scan screen. Strip before release.
  debugger statement in the basket page. Browsers with tools open stop there.
  binding.pry has been committed. The job waits for input that never comes.
  T201 print found in tariff.py. Library code should leave output to the caller.
  Console.WriteLine in the matchmaking loop. The service writes gigabytes of text nobody reads; ILogger with a level.
  fmt.Printf("%+v\n", req) remains in the handler. Replace it by a structured debug line or drop it.
  Serial.println in the interrupt routine. A leftover of bring-up that costs two milliseconds.
  e.printStackTrace() is how problems are shown. It bypasses the logger and its format.
  console.log of the whole state was left in. Remove it.
loose-types
  `any` is used throughout the API layer. The compiler cannot check anything; declare the types.
  Response typed as any. Errors show at run time only; define an interface.
  Type safety lost by `as any` casts. Model the field types instead.
  Payload is typed as any. The compiler cannot catch a renamed field.
  Any as return type of the pricing helpers. mypy is blind from there on.
  Record<string, any> for a basket line. Write the interface.
  interface{} travels through four layers until someone asserts. Generics or a concrete struct.
  dynamic used for the insurer's answer. Typing errors show up in production only.
  no-explicit-any, 57 occurrences. Begin with unknown and narrow it.
  Object parameters and casts at each use. Make the class generic.
  The function is untyped, so pyright infers Unknown for everything that follows. Add annotations.
  void* user_data is cast to three different structs depending on the caller.
  as unknown as Order. A double cast only silences the compiler; parse the response and let the type follow.
  @Suppress("UNCHECKED_CAST") around the device list. Keep the element type instead.
  declare(strict_types=1) is missing and parameters have no types. "12 pcs" becomes 12.
  [String: Any] dictionaries stand in for the forecast. Decode into a struct.
  Raw List without a type argument. ClassCastException at a distance.
  variable "subnets" { type = any }. Wrong input is found at apply rather than at plan.
  Return type is any, so callers get no help from the compiler. Declare the shape.
off-by-one
  Off-by-one in the last page. range(1, pages) leaves the final page out.
  Loop runs one element too far. `i <= len` reads past the end of the array.
  Last day of the month is skipped. The upper bound is exclusive but should include the day.
  Upper bound is inclusive here and exclusive there. The last hour of the day is counted twice.
  for (i = 0; i <= n; i++) over an array of n. One past the end.
  Page numbers start at 1 but offset is page * size. The first twenty rows are never shown.
  The last element is dropped: xs[0:len(xs)-1].
  strncpy without room for the terminator. Buffer is one byte short.
  Age check uses > 18, so that people turning eighteen are refused. Should be >=.
  Fence-post error in the number of billing periods. Jan to Mar gives two.
  BETWEEN with midnight as end loses the rest of the final day. Use < next day.
  The third wrong PIN should lock the card; the fourth does.
  Player at rank 100 gets no reward although the rules say top 100.
  substring(0, max - 1) cuts a character that would have fitted.
  Ring buffer reports full with a free slot left, and empty is indistinguishable from full.
  The nights of a stay are counted as days, so guests pay one too many.
  1...count instead of 1..<count. Index out of range on the last bed.
money-float
  Money is computed with floats. Rounding errors of cents; use Decimal.
  Balances are stored as floating point numbers. 0.1 + 0.2 problems; keep integer cents.
  double used for amounts. BigDecimal is needed for currency.
  f64 for prices. Sums of nights are off by a cent.
  Totals added up as JS numbers with fractions. 19.99 * 3 gives 59.97 on a good day; compute in minor units.
  Amounts are Double. Decimal exists for that.
  Fees are calculated with floating point numbers. Cents are lost; use integers or Decimal.
  price DOUBLE PRECISION. NUMERIC(12,2) it should be.
  float for account balances. After a million postings the ledger is off by four euros.
  toFixed(2) is used to hide what floating point did to the total. Compute in cents.
  Currency amounts travel as float64. Take int64 minor units or shopspring/decimal.
  0.1f * quantity for kWh tariffs that end on an invoice. BigDecimal.
  Rounding each line in binary and summing afterwards differs from the tax office by a cent.
  parseFloat(amount) before it goes to the card processor. 1.15 turns into 114 cents.
  The gem shop adds Float prices. Use BigDecimal or the money gem.
  new BigDecimal(0.1) brings the inaccuracy along. Construct it from a string.
  Interest computed with doubles; the auditor found differences. decimal in C# is made for this.
  (int)($total * 100) yields 1998 for 19.99.
  Sum of refunds is compared by == and never matches, because both are real numbers.
  CGFloat for a cart total? Decimal or integers.
  Hospital fees are split by percentage in f32, and shares don't add up to the bill.
  Amounts are added up as floats. Totals are off by a cent; use decimals or cents.
"""
