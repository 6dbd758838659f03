"""More findings of quality as reviewers word them."""

from typing import Final

EXAMPLES: Final = """
daylight-saving
  now + 86400 as "tomorrow". Wrong twice a year.
  timedelta(hours=24) moves the dose to seven o'clock after the change. Add a calendar day.
  The report of 31 March has 23 rows and crashes on index 23. Days can have 23 or 25 hours.
  Cron at 02:30 runs twice in October and not at all in March.
  Load profile assumes 96 quarter hours. On the switch to summer time there are 92.
  Number of nights is worked out by dividing milliseconds by 86,400,000. Off by one across the changeover.
  time.Add(24*time.Hour) for the next billing day; AddDate knows about clock changes.
  Duration.ofDays is added to an Instant, so the shift begins an hour late from the last Sunday in March.
  The hour between two and three exists twice, and readings overwrite each other. Key by UTC.
  Non-existent local time 02:15 throws in the scheduler. Decide what to do with gaps.
  Daily reward resets 23 hours after the previous one in spring. Players complain; use Calendar.date(byAdding:).
  strtotime('+24 hours') where '+1 day' was intended.
  Weekly slots drift by sixty minutes after the season change because weeks are counted as 604800 seconds.
  Night tariff is computed as eight hours flat. In autumn it lasts nine.
time-zones
  Naive datetime used for the cut-off. datetime.now() without a timezone shifts the report by hours on servers outside
    UTC.
  Local time is compared with UTC. Appointments move when the server's zone differs.
  DateTime.Now instead of UtcNow. The period ends an hour early during daylight saving.
  Event start is stored without a time zone. Doors open an hour early for visitors elsewhere.
  new Date() is compared with a date of the server. The result depends on the browser's zone.
  timestamp without time zone in the table. What clock was that?
  datetime.utcnow() gives a naive value that is compared with an aware one. TypeError on Mondays only.
  LocalDateTime for the moment of payment. Instant.
  The tournament starts at different moments for players in Asia, since the device's local clock is used.
  date.today() on the server decides on the due date of customers in Auckland. Take the customer's zone.
  DTZ005 datetime.now() called without tz.
  Container runs in UTC, the developer's laptop in CET. Report boundaries move by an hour or two.
  ISO string without offset is parsed as local by one browser and UTC by another. Append Z.
  time.Now().Format("2006-01-02") used as key. Near midnight the reading lands on the wrong date.
  SimpleDateFormat without a zone. Admission times differ between phone and ward terminal.
  date_default_timezone_set in the middle of a request shifts whatever comes later.
  DateFormatter in the lab app relies on the phone's settings; results taken abroad are displayed with shifted hours.
  Time.now where Time.zone.now is meant. Subscriptions end the evening before.
  Persist in UTC with the zone alongside; the offset that you save is wrong as soon as the law changes.
  Naive and aware datetimes are mixed. The cutoff shifts by an hour in summer and comparisons raise.
  Server's local time decides about the delivery day. Use UTC and convert for display.
todo-comments
  Twelve TODO comments without an owner. Make issues of them.
  // FIXME: not thread safe!!! Since 2020. Fix it or open a ticket.
  TODO remove before launch. We launched in May.
  HACK marker without any explanation or owner next to the fee computation.
  S1135: complete the task associated to this TODO comment.
  "XXX what if two nurses scan at once?" is a good question that deserves an issue.
  34 TODOs in the firmware, none with a number. Link each with the tracker or delete.
  # todo: handle error. That's the part I would have reviewed.
  The comment promises validation later. Later never came.
  Leftover note "ask Piet about VAT" in the pricing code. Piet left.
  FIX002 line contains TODO.
  The pull request adds five new to-dos. Do them or record them in the backlog.
  todo!() panics when a player opens the guild tab. Don't ship unfinished arms.
  MARK: TODO localisation, offline, tests. Those belong on the board.
  TEMPORARY WORKAROUND from three versions ago; nobody tracks when the vendor's bug is mended.
code-style
  Inconsistent indentation and quotes. Run the formatter.
  Tabs and spaces mixed. gofmt was not run.
  black would reformat 17 files.
  Prettier isn't part of the pipeline; every diff is full of whitespace.
  Braces on the same line here, on the next there.
  Line of 312 characters. Wrap.
  Import order differs in each file. isort / organise imports on save.
  rubocop -A fixes all of these layout offences.
  terraform fmt -check fails.
  Method names mix snake_case with camelCase in one class. Follow PSR-12.
  Missing newline at end of file, trailing blanks.
  clang-format config exists, but nobody applies it, which makes reviewing the driver tiresome.
  Semicolons in half of the files. Choose once and enforce by a hook.
  ktlint: unexpected indentation (6), should be 8.
  Keywords in lower case and upper case in the same query. sqlfluff could settle it.
deprecated-api
  Deprecated moment API in use. Move to the supported call.
  componentWillMount is going away. Move it to an effect.
  AsyncTask is deprecated since API 30. Coroutines.
  datetime.utcnow() is deprecated as of 3.12; datetime.now(UTC).
  ioutil.ReadAll -> io.ReadAll (SA1019).
  WebSecurityConfigurerAdapter was removed in Spring Security 6. Declare a SecurityFilterChain bean.
  new Buffer(size) prints a warning on start. Buffer.alloc.
  The acquirer ends support of API version 2018-05 in June. Upgrade the integration before payments stop.
  UIWebView leads to rejection by the store.
  mysql_* functions don't exist from PHP 7 on. PDO.
  BinaryFormatter is obsolete (SYSLIB0011).
  template_file data source is archived. templatefile().
  update_attributes was removed in Rails 6.1.
  Old HAL call gpio_set_legacy, marked for removal in the vendor's next SDK. Switch now that we touch it.
  DEPRECATION WARNING fills the log 400 times per request. Follow the hint in the message.
text-encoding
  File opened without an encoding. The default differs on Windows.
  PLW1514 open() without explicit encoding. UTF-8 it is on Linux only.
  Umlauts of customers become question marks in the export. Name the charset.
  new String(bytes) depends on the platform default. StandardCharsets.UTF_8.
  utf8 in MySQL has three bytes. Emoji in player names fail; utf8mb4.
  CSV for Excel lacks the BOM, so names appear garbled.
  StreamReader guesses code page 1252 on the clinic's PCs.
  len counts bytes, not characters. Names are cut in the middle of a letter.
  fgetcsv reads Latin-1 files as if they were UTF-8. Convert explicitly.
  The script sorts differently with LANG=C and breaks on ö. Set LC_ALL and the encoding.
  Supplier delivers ISO-8859-15 and we decode with errors='ignore'. Letters vanish without trace.
  FileReader(File) uses the system's charset.
  Content-Type has no charset; older tills show Ã¼.
  JSON is written in the default code page of Windows, and the Linux importer stumbles over it.
  String(decoding:) with ascii drops the degree sign of the sensor's unit.
deadlock
  Transfer locks source then target. Two transfers in opposite directions block one another.
  .Result on an async call in the UI thread. It hangs for good.
  Lock order differs between move() and swap(). Agree on one by id.
  Channel is unbuffered and nobody reads after the error. The goroutine is stuck for ever.
  Callback is invoked while the mutex is held, and takes it again.
  DispatchQueue.main.sync from the main queue.
  The two UPDATEs touch rows in different order. Postgres aborts one under load with 40P01.
  std::mutex is locked recursively by the logger when the logger fails.
  Pool of ten threads waits for tasks queued in the same pool. Starvation on busy wards.
  runBlocking inside a coroutine on a single-threaded dispatcher freezes the scanner screen.
  MutexGuard is held across .await; a second task on the same executor blocks.
  Interrupt handler waits for a flag which only the interrupted code can set.
  Two jobs lock the stock and the order table in opposite order. When both run, one of them is killed by the database.
  The listener is called with the lock held and calls back into the same object. The thread then waits for itself.
encapsulation
  Public setters for everything. Invariants can't be kept.
  getItems() returns the internal list. Callers add to it.
  All functions are exported, three are used from outside.
  order.customer.address.country.code. Ask the order instead (Law of Demeter).
  pub fields let anybody put the valve in an impossible state.
  Anaemic Account: the balance is altered from nine services.
  Make the helper internal.
  protected becomes the new public here.
  Feature envy: Fee reads six fields of Stay and none of its own.
  _private is accessed from another module.
  MutableStateFlow is exposed to the screen. asStateFlow().
  Array is handed out by reference; the report sorts it and the ledger changes order.
  The basket hands out its internal list, and the promotion code adds lines behind its back. Return a read-only view.
  Fields of the meter are public and are changed from several modules, so that nobody can guarantee that they fit
    together.
equality
  == on strings in Java. equals.
  x == 0.3 with doubles. Compare with a tolerance.
  equals without hashCode. Sets hold duplicates.
  Loose == lets "0" equal false. Use ===.
  Integer objects compared by reference, fine up to 127.
  if (a = b).
  [] === [] is never true, so the filter always refetches.
  is used with literals instead of ==.
  in_array without strict finds "abc" for 0.
  Case-sensitive compare of mail addresses creates two accounts.
  BigDecimal.equals regards 2.0 and 2.00 as different. compareTo.
  Struct padding makes memcmp of two readings differ although all fields agree.
  Two amounts are compared as floating point numbers with ==. After a few operations they never are the same.
  The class overrides equals but not hashCode. Patients in a hash set can't be found again.
unhandled-case
  switch without default. New states do nothing.
  Missing break, falls through into refund.
  The state cancelled isn't handled in the timeline.
  What if the payment is partially refunded? No branch for that.
  Unknown sensor type gets treated as temperature.
  else is missing; the variable stays unset.
  `_ => {}` hides that Paused was added.
  Enum gained a value, four switches were not adapted. assertNever.
  when isn't exhaustive, so transfers to another ward are dropped.
  Only GET and POST are considered, PUT runs into nothing.
  case "$1" has no *) branch.
  Draws aren't considered in the ranking: neither player gets points.
  The new order state is not considered in the mapping, hence customers see a blank line. Make the compiler insist on
    all cases.
  Only the case of a single matching tariff was thought of; with two the function returns whichever comes first
    without any notice.
wrong-condition
  && should be ||. The check can never fail.
  Negation is missing: blocked users get in, others don't.
  Condition is always true.
  if (!x in list) is parsed otherwise than meant.
  Operator precedence: a || b && c.
  Comparison is the wrong way round, expired vouchers are accepted.
  The guard tests the old value rather than the new one.
  Assigns instead of appending, so that only the last alarm is kept.
  Sign error in the balance of the counterpart.
  Sort is ascending; the best offer comes last.
  The two branches of the if are identical.
  Copy-paste slip: width is checked twice and height never.
  The condition is inverted, so reminders go to those who have paid. A test with one paying and one late customer
    would show it.
  An or stands where an and is meant. Any authenticated user passes the check on the ward.
error-context
  raise ValueError("failed") drops the original. raise ... from e.
  "Something went wrong" in the log. What, for whom?
  return errors.New("db error") throws away err. %w.
  New exception without cause, the stack trace ends here.
  The message doesn't name the meter concerned.
  catch (Exception e) { throw new RuntimeException(); }
  throw ex resets the trace in C#. Use throw.
  Generic exceptions everywhere. Callers cannot tell a missing patient from a dead database.
  map_err(|_| Error::Failed).
  Same text for eleven failures. Support can't help.
  throw 'oops' is a string, no stack.
  exit 1 without a word on which of the steps of the deployment failed.
  The original exception is replaced by a general one without its cause. In the log one sees that the import failed,
    but not why or at which row.
  Errors are returned without saying which device or file they belong to. Wrap them with that information.
process-exit
  log.Fatal in a package function. Deferred cleanup is skipped.
  sys.exit() in the parser ends the web worker.
  panic! for a bad record brings the service down.
  die('no connection') in the model.
  System.exit in a servlet.
  fatalError() in the decoder of a remote answer. Players crash on a server's mistake.
  abort() inside the driver.
  assert is used for checks that -O removes.
  One corrupt frame kills the gateway as the library calls exit(2).
  process.exit in the middle of a promise chain drops pending writes.
  Environment.FailFast upon a missing ward id is excessive. Throw.
  A helper that quits the shell instead of returning non-zero can't be sourced.
  The parser ends the whole process on bad input. As a library it should return an error and leave the decision to its
    caller.
  A failed connection makes the helper call exit, which takes down the server and all its players.
loading-states
  Blank page while data loads. Skeleton.
  If the request fails the list is simply empty. Show an error and a retry.
  No feedback after Save. Users press again.
  Submit isn't disabled while sending, so orders come double.
  No empty state for a new ward.
  Spinner never ends after an error.
  Offline isn't indicated in the meter app. Values look current.
  Without error boundary one broken widget blanks the dashboard.
  The optimistic update isn't rolled back if the server refuses.
  Upload of scans shows no progress.
  Form is cleared on error; everything must be typed again.
  Stale score remains on screen during reconnecting without any sign.
  The screen stays empty while readings are loading and also when loading fails. Users can't tell one from the other.
  Nothing happens visibly after pressing Pay. People press a second time and are charged twice; disable the button and
    show progress.
state-loss
  Rotation clears the form. rememberSaveable.
  Going back empties the basket filter. Keep it in the URL.
  Process death loses the scan session. SavedStateHandle.
  Page reload throws the wizard back to step one.
  Unsaved chart edits are dropped without a question.
  After logging in again the cart is empty.
  The app goes to background and the half-written note has gone.
  Level progress is saved only on quitting properly.
  Device settings revert after a power cut, as they are written to RAM only.
  Scroll position isn't restored.
  View recreation resets the selected tariff; @State should be @SceneStorage.
  Refresh token expiry leads to the login and the transfer form must be filled in anew.
  Turning the phone discards what was typed into the complaint form. Keep it in the view model or saved state.
  Reloading the page loses the filters and the position in the list. They belong in the address.
log-levels
  Expected 404s are logged as error. Alarm fatigue.
  Everything is info.
  Each reading writes four lines. 80 GB a day.
  Failure is logged at debug, thus never seen.
  Logged and rethrown at every layer, five copies of one trace.
  Log text without ids or values.
  String concatenation in debug calls that are switched off.
  Unstructured text; nobody can query it. Use fields.
  WARN for normal logouts of players.
  Log in a tight loop of the motor control.
  Success and failure give the same message "done".
  console.error for cancelled requests floods the tracker of the clinic app.
  Ordinary events are logged as errors, and real errors drown in them. Use info for what is expected.
  The message says only that an update failed, with neither id nor reason. It is of no use for finding the order.
shell-safety
  set -euo pipefail is missing.
  rm -rf $DIR/* with DIR possibly empty.
  SC2086: double quote to prevent globbing and word splitting.
  cd without || exit.
  Parsing ls.
  The pipe hides that pg_dump failed.
  File names with blanks break the loop. find -print0.
  Temporary file with a fixed name.
  #!/bin/sh but uses arrays.
  Backup goes on after the mount failed and fills the root disk.
  eval to build a command line; an array would do.
  [ $x == 1 ] with x unset is a syntax error in the middle of the roll-out.
  The backup script goes on when a command fails and reports success at the end. Let it stop at the first error.
  Variables are not quoted in the clean-up script. A folder with a blank in its name makes it delete something else.
locale-format
  toLowerCase() in Turkish breaks the lookup of "TITLE". Locale.ROOT.
  1.234 is parsed as thousand and something in Germany.
  String.format writes a comma into the JSON.
  double.Parse without InvariantCulture.
  CSV export uses semicolon or comma depending on the user's Windows.
  strptime("%b") fails on French servers.
  DateFormatter without en_US_POSIX cannot read the server's date.
  Amounts with the wrong decimal sign were sent to the bank.
  printf of the sensor value follows LC_NUMERIC.
  Sorting ignores collation: Ö after Z.
  Week starts on Sunday in the roster for everyone.
  Kotlin's "%.2f".format() in the MQTT payload gives 21,50 on Danish phones.
  Numbers are written with the user's locale into a file that machines read. On a German system the decimal comma
    breaks the import.
  Lower-casing with the default locale changes keys on Turkish devices. Name the root locale for anything that is not
    shown.
committed-artefacts
  node_modules was committed.
  dist/ is in git and differs from the sources.
  .DS_Store and .idea.
  Terraform state file in the repository.
  A 200 MB video in history. LFS.
  __pycache__ and .pyc.
  Compiled firmware hex next to the code; nobody knows from which commit.
  Merge leftovers: api.ts.orig and <<<<<<< markers.
  Local database dump db.sqlite3 was checked in.
  Generated client edited by hand. The next run overwrites it.
  xcuserdata, DerivedData.
  Log files of the test till are part of the commit, add them to .gitignore.
  Build output is checked in together with the sources. It causes conflicts and nobody can tell whether it matches.
  A local database and editor settings were committed by mistake. Remove them and extend the ignore file.
missing-ci
  Nothing runs on pull requests.
  Tests exist, the pipeline doesn't call them.
  Linter is configured but not enforced.
  Main can be pushed to without checks.
  terraform validate isn't part of the build.
  Type check was left out of the workflow.
  The firmware is built on a laptop. Build it on a server.
  Coverage has no threshold.
  allow_failure: true on everything.
  Only Linux is checked though we ship for Windows.
  The release is made by hand from whatever is on the disk.
  Pull requests of the ward app are merged with red builds since the check isn't required.
  There is no pipeline that runs tests and linters for a pull request. Broken code is noticed when someone else pulls
    it.
  The static checks are defined but never run automatically. Make them a required step.
"""
