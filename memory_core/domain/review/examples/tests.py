"""Findings of tests as reviewers word them, below the kind of defect that each is."""

from typing import Final

EXAMPLES: Final = """
brittle-selectors
  cy.get('.btn-primary > span:nth-child(2)'). A restyle breaks it.
  XPath of nine levels to find the pay button. Use data-testid.
  Test finds elements by CSS class. Tailwind changes turn the suite red.
  getByText('Save') fails in the German build. Query by role and test id.
  Selectors depend on the layout of the page. Any new column shifts the index.
  page.locator('div').nth(14) will not survive the next redesign.
  Espresso matches by position in the list. Give views ids that mean something.
  Screen test taps at coordinates 120,480. Fails on tablets.
  UI tests break whenever the designer touches something, though nothing is wrong. Address widgets by accessibility
    identifier.
  Generated class names (css-1x2y3z) are used in the Playwright specs.
  testing-library/no-node-access: avoid direct Node access, prefer getByRole.
  The ward dashboard spec looks for a colour to find the alarm. Look for its role.
  Capybara find('table tr:last td:first a') is tied to the markup.
  XCUITest searches by label text that product changes each month; set accessibilityIdentifier.
  The end-to-end tests locate buttons by their nesting in the markup. Each change of layout breaks a dozen of them
    without any defect.
test-names
  test1, test2, test_new. What do they prove?
  it('works').
  Rename testTransfer3 to what it expects. When it fails I want to know which rule is broken.
  The title says "returns null", the body expects an exception.
  Names repeat the method under test and nothing more: testCalculate.
  TestMeter_Bug is no help in a year. State the behaviour.
  Copy-paste left three tests with the same description, so the report cannot be read.
  should_do_the_right_thing doesn't describe what the right thing is.
  A red "case 17" in CI tells nobody anything. Table-driven tests need name fields.
  Say given, when, then in the name; testDischarge() alone leaves the condition open.
  fun test() in the view model spec. Kotlin permits sentences in backticks.
  describe blocks are called after tickets (SHOP-1123). Describe the rule.
  Method names like testA_1 in the tariff suite mean one has to read the body to learn the purpose.
  PHPUnit data sets are anonymous: "with data set #4". Key them.
  Test names do not tell what is expected. When one fails in the pipeline, its body has to be read to understand which
    rule of the tariff broke.
test-logic
  if inside the test. One branch never asserts.
  Test loops and computes the expected value with the same formula as the code.
  Conditional expect (jest/no-conditional-expect).
  try/catch in the test body hides the failure.
  The expected sum is worked out in the test. Write the number.
  A test with 60 lines of helper logic needs tests itself. Keep it flat.
  switch over platforms inside one case. Make it two tests.
  For loop over random prices reimplements the discount. Literal examples are clearer and independent.
  Assertions are skipped if the list is empty, so an empty result passes.
  Tests mirror the algorithm of the scheduler line by line, bugs included.
  while loop in an integration test decides what to check. Unroll it.
  Branching on the environment: on CI this verifies nothing at all.
  Parsing and regexes in the spec are harder to follow than the code they check.
  The helper assertValid contains four ifs; a mistake in there makes everything green.
  The test contains loops and conditions that reproduce the implementation. Write the expected results down as
    literals, so that a mistake is not made twice.
unseeded-tests
  Property test ignores its shrunk seed file. Failures cannot be repeated.
  random.randint in the test data. Cannot be reproduced.
  Faker without a seed. Once a month a name with an apostrophe breaks the build and nobody can repeat it.
  Fuzz corpus isn't saved. A found crash is lost.
  Math.random() decides on basket sizes in the spec. Inject a generator with a fixed seed.
  Print the seed on failure, else we can't replay the run.
  Hypothesis runs with derandomize off and no database in CI, so failing examples vanish.
  The loot table test draws 100 items and hopes for a rare one. Seed the dice.
  rand::thread_rng() in tests. StdRng::seed_from_u64.
  Test uses Guid.NewGuid() and sorts by it. Results differ every time.
  Shuffled patients as input without noting the order. Failures come and go.
  new Random() in the fixture builder. Pass a constant.
  Each run tests other values. That is a lottery rather than a regression test.
  Simulated sensor noise is different on each run; fix the generator state.
  quickcheck failed on Tuesday, green since. No seed was logged, so nobody knows the input.
  The simulation test draws its scenario at random and does not print the seed. A failure seen in the pipeline cannot
    be brought back.
tests-of-internals
  Test calls private methods by reflection.
  Spec asserts on component state instead of what is rendered. wrapper.state() breaks on refactoring to hooks.
  obj._cache is inspected. Check behaviour via the public method.
  The order of internal calls is asserted; any refactoring fails without a bug.
  InternalsVisibleTo only to check a private list. Test the result.
  Fields were made public for the test. Revert and go through the interface.
  send(:recalculate) in RSpec bypasses the entry point.
  @VisibleForTesting on eleven methods. The class wants to be split, or tested from outside.
  Tests know the SQL that is generated. An equivalent query turns them red.
  Implementation details are pinned: number of rerenders, names of hooks.
  friend class LedgerTest gives access to everything. Assert on the statement of account.
  expect(component.instance().handleClick) ... click the button instead.
  The game test peeks at the entity array's index 3. It should ask the world who is alive.
  Test of the module's unexported helper duplicates what its caller covers and hinders change.
  The tests reach into private attributes of the scheduler. They break on each internal change and do not notice when
    the visible result is wrong.
untested-load
  No one has tried this with more than ten players. Run a load test before the event.
  Checkout was never tested under load. Black Friday will be the first time.
  Import works with 50 rows in the test. Production has four million.
  k6 scenario covers the landing page only. The expensive search isn't included.
  Performance requirements (200 ms at p95) are not verified by anything.
  What happens when 30,000 meters report at the full hour? No stress test simulates that.
  A soak test over some hours is missing. Leaks would show there.
  Bench for decode() was removed, so regressions in throughput go unnoticed.
  The queue consumer has not been measured with a backlog. Add a throughput test.
  Admission peak on Monday morning isn't reproduced in any environment.
  There are no benchmarks for the hot path of settlement; put criterion in CI.
  Gatling plans exist but run against stubs that answer at once.
  Connection limits of the gateway are guesses. Prove them with a load generator.
  Scaling rules in terraform were never exercised. Simulate traffic.
  The endpoint for meter pushes has never been tried with a realistic number of devices. A load test should show where
    it begins to drop messages.
contract-tests
  Consumer and provider are tested apart; nobody verifies that the JSON still fits. Pact.
  Mocked answers of the stock service differ from what it really sends.
  No contract test between app and backend. The rename of a field reached production.
  The stub of the insurer's API is two years old. Check it against their schema.
  Schema compatibility of the Avro topics isn't checked in the build.
  OpenAPI and implementation are not compared by any test. Schemathesis would.
  The firmware and the gateway each test their own idea of the frame.
  Provider states are missing, so verification of the pact is skipped.
  Both sides are green and still can't talk to each other. Test the interface.
  Spring Cloud Contract is set up but has no contracts for the payments topic.
  Generated client is never tried against the server's current description.
  Backward compatibility of the protobuf messages should be verified (buf breaking).
  Changing the event payload fails nowhere but in the consumer's production.
  The bank's sandbox answers are recorded from 2021 and accepted as truth. Re-record and diff them weekly.
  The mobile app and the booking API are tested with fakes of one another. When the API changed the date format, both
    suites stayed green and the app broke.
missing-regression-test
  Fix without a test. It will come back.
  The bug with negative readings was mended in this branch, yet nothing would catch its return.
  Please add the failing input from the ticket as a case.
  Double booking was repaired for the second time. Pin it with a test now.
  Hotfix for the crash on logout has no accompanying spec.
  I reverted your change and all tests stayed green.
  Each mended defect should come with a test that failed before. This one doesn't.
  The wrong rounding of GBP is corrected, but uncovered as before.
  No reproduction of incident 311 in the suite. Take the payload from the log.
  The patch of parse_dose changes one character. A case that shows the difference is needed.
  Regression test for the duplicate loot is absent. Players will find it again.
  Bugfix PRs need proof. Show red, then green.
  The null pointer on empty wards was solved, and no example with an empty ward was added.
  git log shows this line mended three times, never with a test.
  The fix for the double refund comes without a test that reproduces it. Whoever touches this code next can bring the
    bug back unnoticed.
giant-test
  One test, 74 assertions.
  testEverything() registers, orders, pays, cancels and exports. The first failure hides the others.
  A 300-line scenario checks four unrelated rules. Split it by rule.
  When this turns red one cannot tell what is broken. One reason to fail per test.
  Assertion roulette: 25 expects without messages.
  The e2e spec runs eleven minutes and covers the whole portal in a single it().
  Separate the permission checks from those on totals.
  RSpec/MultipleExpectations [19/1].
  The admission test goes on to discharge, billing and archive. Too much for one case.
  Single test for all weapons in the game. Break it down per rule or parametrise.
  Setup, act, assert, act, assert, act, assert... Make them separate tests.
  XCTest method of 200 lines tries every screen. Smaller ones tell more.
  The test for the parser checks header, body, CRC and timing at once.
  Everything about tariffs stands in one function, so that a change of VAT fails it together with the night rate.
  A single test walks through registration, payment, delivery and return with forty checks. It should be divided so
    that a failure points to one behaviour.
repeated-tests
  Twelve tests differ only in the input. @pytest.mark.parametrize.
  it.each would replace these nine copies.
  The same set-up and check for each currency, pasted. @ParameterizedTest.
  Copy-paste tests for GET, PUT and DELETE. Table-driven, please.
  Half of the specs check what the other half does already. Delete.
  Both IbanTest and AccountTest verify the same check digits.
  Fifteen nearly equal [Fact]s. One [Theory] with rows.
  DRY up the sensor tests; only the unit changes.
  A new rule means editing eight cloned test methods. Use a data provider.
  Three test files cover the login form with identical cases.
  Shared examples in RSpec fit here: every payment kind has the same six its.
  rstest #[case] instead of test_1 .. test_18.
  Each level of the game has its own copy of the collision test.
  Test cases repeat word for word apart from the ward's name. Collapse them into a table.
  Ten tests have the same body but for the input and the expected value. Turn them into one parametrised test.
flaky-test
  Test sleeps two seconds and hopes. Timing dependent; fails on slow machines.
  Flaky login test. It waits a fixed time instead of for the element and fails one run in ten.
  Test depends on the current time. It fails around midnight.
  Season test turns red every winter. It uses Date.utc_today instead of a date of its own.
  Reminder test now and then fails on the build server. sleep(1) is not always enough for the queue.
  Scan test waits three seconds and then looks. Use an expectation; it is unstable on slow runners.
  End-to-end test waits with a fixed sleep. It fails whenever the build machine is slow.
  Test compares with the current time. It fails when the second changes between two calls.
  Passes locally, fails on CI every fifth run.
  await new Promise(r => setTimeout(r, 500)) before the expect. Use findBy or waitFor.
  Thread.sleep(2000) in the consumer test. Awaitility.
  The test breaks on the 31st. It adds a month to today.
  Retried up to three times by the pipeline, which hides that the toast comes and goes.
  Race between the animation and the tap. Wait for idle.
  Time bomb: the certificate in the fixture expires in January.
  assert elapsed < 0.1 depends on the load of the runner.
  The spec assumes UTC and fails for colleagues in India.
  Green after a rerun. Find out what it waits for.
  Goroutine may not have finished when the assertion runs. Synchronise by channel.
  Order of two async messages is taken for granted; the broker test wobbles.
  Freeze the clock. The overdue rule changes its result at midnight.
  Simulator needs a varying time to boot and cases hit the fixed five-second limit. Wait for the event instead.
  The upload spec fails now and then because it sleeps for a second rather than waiting for the progress bar to
    disappear.
  Test sleeps two seconds and hopes that the job is done. On the build server it fails about once a day.
  Assertion compares elapsed time with 100 ms. A busy machine breaks it.
  Fixed waits make the browser tests unreliable. Wait for the element instead.
test-network
  Test calls the real weather API. Runs fail without internet access.
  Live HTTP requests in the unit tests. Stub the geocoder.
  Suite needs network access. The exchange rate service is contacted for real.
  Test asks the real registry. Without VPN the suite is red.
  Test sends a text message by Twilio each time. It costs money and needs the net.
  Tests go to the partner's test system. It is down on Sundays.
  Suite talks to the sandbox of the payment provider. Without network the build is red.
  Unit tests reach api.stripe.com. Use a stub server.
  Without VPN half of the suite is red.
  DNS lookup in a unit test. Fails on the train.
  VCR cassettes are not recorded, the live weather service is asked each time.
  The tests download a 90 MB model from the internet.
  Do not send real SMS from CI.
  The spec uses the shared staging backend. When somebody deploys there our build fails.
  WireMock is in the project, yet this test calls the tariff exchange.
  Rate limits of the public map API break the pipeline in the afternoon.
  net/http/httptest would make this independent of the outside world.
  Test needs a reachable MQTT broker at the office. Start one in a container or fake it.
  nock.disableNetConnect() reveals nine specs that talk to the outside.
  Patient lookup test queries the real insurer. That's slow and a privacy concern; replace by a double.
  URLProtocol stub missing; XCTest goes to production.
  The currency tests contact the central bank's server. They fail when it is slow and give other results on weekends;
    use recorded answers.
  Unit tests talk to the partner's sandbox. They fail without internet and when the sandbox is down.
  Fixture creates a bucket in the real cloud account. Use a local fake.
test-isolation
  Tests depend on the order in which they run. The second needs the user made by the first.
  Shared database state leaks between examples. Running one alone fails.
  Module state is not reset between tests. Results change when tests are shuffled.
  Tests rely on rows of an earlier test. They fail when run alone.
  Tests share one database and depend on rows of each other. Run in another order they fail.
  Running the file alone fails. It needs the user that login.spec created.
  pytest -p random_order breaks 14 tests.
  Environment variable is set and never restored. Later tests inherit it.
  Static cache keeps entries between tests. Clear it in tearDown.
  Fake timers are not reset, so the next suite hangs.
  All tests write to /tmp/out.csv. In parallel they overwrite one another.
  One shared account is used by every e2e test. Whoever runs second finds the basket full.
  @Order annotations hold it together. Each should create what it needs.
  Monkeypatched clock leaks to other modules.
  The database is not rolled back after a case. Counts depend on who ran before.
  UserDefaults survive from one XCTest to the next. Use a suite name per test.
  t.Parallel() with a package variable. Give each its own instance.
  Leftover rows from a failed run break the following one; truncate before rather than after.
  The singleton world of the game is reused, and monsters killed in test A are missing in test B.
  Tests leave rows in a shared database and later ones count on them. Each should prepare and remove its own data.
  Tests are not isolated from one another. Preferences written by the first are seen by the second, so the outcome
    depends on the order.
  Module-level state survives between tests. The singleton is never reset and running the file alone fails.
  Rows that one test inserts are counted by the next. Roll back after each test.
over-mocking
  Everything is mocked, so the test proves nothing. Even the function under test is patched.
  Over-mocking hides integration bugs. Database, clock and logic are all stubs; the test mirrors the implementation.
  Test verifies mock calls instead of behaviour. Any refactoring breaks it.
  Repository, clock and service are all mocked. The test checks that mocks were called, not what the code does.
  The mock returns what the assertion expects. Nothing of ours runs.
  @patch on seven lines. Only the patches are tested.
  jest.mock of the module under test. Sure it passes.
  Mockito when(...) chains three deep. Use real value objects.
  Repository mocked so thoroughly that a wrong query would go unnoticed. Take an in-memory database.
  Test checks that foo was called with bar. It doesn't check that the invoice is right.
  We mock types that we don't own (boto3), and guessed their answers wrongly.
  Replace fakes by the real tariff calculator, it is pure and fast.
  allow_any_instance_of everywhere. Anything goes.
  Even the list of patients is a mock.
  The integration test stubs the very HTTP layer it should integrate with.
  gomock expectations duplicate the implementation; each refactoring means rewriting them.
  Too many doubles: clock, bus, store, mapper. Green although the app doesn't start.
  Only collaborators at the border (network, disk) need stand-ins; here physics, scoring and inventory are faked too.
  The test replaces the calculator by a stub and then checks the stub's figure. A wrong formula in the real one would
    pass.
  The function under test is itself mocked. The test proves that the mock returns what it was told to.
  Everything around the service is patched, so no real line runs. A rename in the repository would not be noticed.
  Test stubs the component's own hook. What is asserted is the stub, not the behaviour.
missing-assertions
  Test asserts nothing. It calls the function and passes whatever comes back.
  Assertions are too weak. Only checks that the component renders, `toBeTruthy()`.
  No assertion after sending. The test would pass if nothing was sent.
  Test has no assertion but the status code. A blank page would pass.
  assert is missing at the end of the test. The result is bound to _ and forgotten.
  XCTAssertNotNil is all that is checked. A wrong amount passes.
  Test only checks that no exception is thrown. Its result is never looked at.
  Snapshot is the only assertion. It was updated without a look.
  expect is never called.
  The test runs the import and ends. Verify rows.
  assertTrue(true).
  S2699: add at least one assertion to this test case.
  Checks not null only. The amount may be anything.
  toHaveBeenCalled() without arguments. The wrong customer could get the mail.
  status 200 is verified, the body is not.
  A comparison stands there without assert: `result == 42`.
  If save() did nothing this test would still be green.
  Coverage without checks. Lines run, results are ignored.
  jest/expect-expect: Test has no assertions (alarm.spec.ts).
  assert_called_once is misspelt, and the mock swallows it.
  mutmut: 61% of mutants survive in fee.py. The tests look but don't check.
  XCTAssertNoThrow is too little; compare the decoded reading with the known value.
  The export test merely checks that a file exists. Neither its rows nor its header are compared with anything.
  Test passes whatever the function returns. It calls it and asserts nothing.
  Only the status code is checked. The body of the answer could be empty.
untested-errors
  Failure path is not tested. Only the successful upload is covered; nothing checks what happens when storage refuses.
  Only the happy path of payment is covered. Declined cards and gateway errors have no test.
  Error handling untested. No example feeds a malformed file.
  Declined card has no test. Only a paid booking is tried.
  What happens when the partner answers 500 is never tested. All cases return 200.
  No test lets the lock refuse. The error arm of the match is uncovered.
  Nothing tests what happens when the payment is refused. Only the successful checkout is covered.
  Timeouts of the provider are never simulated in the tests. The fallback branch is uncovered.
  Only the sunny day is tested.
  No test makes the database refuse. The rollback code has never run.
  catch branches in upload.ts are red in the coverage report.
  How does the app react to a 401 in mid-session? Not covered.
  Broken CRC, short frame, no answer: none of these is simulated.
  Declined, expired, stolen. Each card error needs a case.
  The exception mapper is untried; I found a typo in it.
  Test what happens if the disk is full.
  Error arms of the Result are all uncovered (llvm-cov).
  Cancellation in the middle of a scan isn't exercised.
  Lab interface rejects a message: no example shows what the nurse gets to see.
  Every stub says success. Let one of them fail.
  Negative tests are missing for the voucher rules. Invalid codes are never entered.
  The fallback to cached prices when the supplier is down is new in this change and nothing triggers it in the suite.
  There is no test for a gateway that refuses the payment. The branch that releases the reserved stock has never been
    executed.
  Declined cards are never tested. All cases let the provider answer with success.
  No test for what happens if the upload breaks off. Only complete files are used.
  Behaviour on a 503 of the partner is unverified. The tests stub the good answer alone.
untested-edges
  Edge cases missing: empty list, last page. Boundaries of the pager have no test.
  Boundary values are not tested. Leap years and the end of the month are never exercised.
  No tests for empty or huge input. The boundary conditions of the parser stay unproven.
  Sold-out and zero-price events are not covered by tests. The boundaries of the seat count are where the bugs are.
  Empty basket, one item, a thousand items: none tested.
  No case for 29 February.
  Zero, negative and maximum are missing from the table.
  What about names with 200 characters or none?
  Boundaries of the tariff tiers (exactly 100 kWh) are not checked.
  A property test would have found the empty string.
  Test data is always three nice rows. Try null, duplicates and Unicode.
  First and last page are uncovered.
  The level cap isn't tested at 99, 100 and 101.
  Bed count 0 never occurs in the tests, though it does in reality.
  Sensor limits: -40 and 125 degrees should be in the test vectors.
  INT_MAX seconds as timeout. Try.
  The parser has only been fed well-sized buffers, so truncated and oversized ones remain unknown territory.
  Edge values of the interest calculation (0%, 1 day, leap year) need cases.
  The tests for proration use mid-month dates only. First day, last day, leap day and a zero-length period are
    missing.
  Empty basket and a single line are not tested. All fixtures have three lines.
  Month ends and leap days have no test. The date arithmetic is only checked for the 15th.
untested-concurrency
  Concurrent withdrawals are not tested. Two parallel requests are never tried.
  No test buys the same seat from two clients. The locking is unproven.
  Nothing tries two withdrawals at the same time.
  go test runs without -race in CI.
  The lock is not proven. Start twenty threads against it.
  Optimistic locking was added but no test provokes the conflict.
  Parallel bids in the auction are never exercised.
  Two nurses editing one chart: what happens isn't tested.
  Use loom or shuttle for this queue.
  Concurrent redemption of the same coupon needs a test with a barrier.
  All tests are single threaded, the service isn't.
  Double submit from the client is not covered.
  The interrupt may fire between read and reset. There's no test forcing that.
  Actor reentrancy in the sync engine is untested. Interleave two syncs.
  jcstress would be appropriate for the lock-free ring.
  Stock can hardly be called safe under contention as long as no case lets several buyers race for the last piece.
  No test lets two clerks assign the same bed at the same moment. Whether the constraint holds is anyone's guess.
  Conflict resolution has no tests. What happens when two clients edit the same record at once is never checked.
  Locking of the import is untested. No test runs two imports in parallel.
  Simultaneous bookings of the last seat are not covered by any test. The unique constraint is only believed to work.
untested-permissions
  No test tries the endpoint as a user without the role. A missing guard would not be noticed.
  Tests always log in as admin.
  No case with another customer's order id. 403 must come.
  Anonymous access isn't tried anywhere.
  The new guard has no test that would fail if it went missing.
  A nurse from another ward should be refused. Prove it.
  Policy specs are absent for Voucher. Pundit makes that easy.
  Role matrix isn't covered; generate cases from it.
  @WithMockUser(roles="ADMIN") on every test.
  Check that guests can't kick players.
  RLS policies in Postgres are untested. Connect as a tenant and look.
  Who must not see the salary column? There's no negative test for that.
  firestore.rules changed without a rules test.
  Authorisation tests cover reading only. Try writing and deleting as an outsider.
  Expired and foreign tokens are never presented to the endpoint in the suite.
  All tests of the admin area sign in as administrator. That ordinary staff are turned away is not verified.
  No test proves that a member is refused. Every test signs in as administrator.
untested-migration
  Migrations are never run against old data. A downgrade is not tried either.
  Down migration was never run.
  The migration works on an empty schema. Try it on a copy of production.
  Room migration 7->8 lacks a MigrationTestHelper test. Users will crash on update.
  Back-fill of the column isn't verified by anything.
  Old save games are not loaded in any test.
  Settings of version 2 are converted, and no sample of version 2 is in the tests.
  alembic upgrade head followed by downgrade base isn't part of CI.
  Flyway scripts are skipped in tests by ddl-auto=create.
  Devices in the field carry the old flash layout. Test the conversion.
  Core Data model version 5: lightweight migration is assumed, not tested.
  NULLs in the legacy rows will break the NOT NULL. A test with real data shows it.
  How long does it take on 80 million readings? Nobody measured.
  EF migration was edited by hand afterwards and has not been applied to anything but a blank database.
  Rollback path of the ledger conversion is untried. Rehearse it.
  The script that splits the name column has only been run on an empty database. Try it on a copy with the odd rows of
    production.
missing-integration-tests
  No integration test of API and database. Units are tested alone; the wiring is not.
  End-to-end coverage of checkout is missing. Nothing exercises the flow across services.
  Integration tests for the message consumer are missing. Only unit tests with fakes exist.
  Checkout is only tested with mocks. No test goes through API, database and queue together.
  Controller, service and repository are tested one by one, never together.
  There is no test that starts the application. A missing bean would go unnoticed.
  SQL is never run against a real Postgres. Testcontainers.
  E2E of the purchase is missing. Click through it once per build.
  The queue consumer was only unit tested. Send a message through a broker.
  Nothing checks that frontend and API work together on login.
  httptest server with the real router would have shown that the middleware isn't mounted.
  Hardware-in-the-loop tests are absent for the pump.
  Save, quit and reload is not tested as a whole.
  A smoke test after deployment would be good. Today we wait for complaints.
  Wiring of dependencies isn't covered; units are all green and the app does not come up.
  HL7 message in, bed plan out: test the full route.
  No instrumented test for scan, pair and upload. Only view models have tests.
  Terraform modules are validated but never applied in a sandbox (terratest).
  Every layer has unit tests with fakes, but nothing sends a request through router, service and database. A wrong
    mapping would only show in production.
  Consumer and producer are only tested apart. No test sends a message through the broker.
no-tests
  Proration has no tests at all. The module of 300 lines has zero coverage.
  Token refresh is completely untested. No test file exists for the module.
  Package without a single test. Coverage is 0%.
  Refund module has no tests. 300 lines that move money are not covered at all.
  fraud/ has no tests whatsoever.
  There is no test directory.
  0% coverage of the new package. 700 lines.
  The entire settlement engine ships without a single automated check.
  This service was never tested other than by hand.
  npm test prints "no test specified".
  Not one spec for the dosage calculator. That is the riskiest part.
  go: ? shop/tax [no test files].
  The crate has no #[test].
  The shell scripts that restore backups are untested. bats.
  Legacy module without a safety net. Characterise it first.
  Nothing in the iOS target is tested; the scheme has no test bundle.
  Matchmaking went live with no automated tests of any kind. Start with the ranking rules.
  A library that other teams use needs tests of its own; this one relies on theirs.
  The module that computes grid fees has no tests at all. It decides on invoices worth millions and should not be
    changed before it has some.
  The new tariff calculator came without tests. 300 lines of branching logic are uncovered.
  Package has zero coverage. Nothing in it is run by the test suite.
untested
  New branch isn't covered.
  The discount rule came without tests. Add one per rule.
  Codecov: 38% of diff hit.
  Retry logic lacks tests.
  parseTariff() is never called from a test.
  Please cover the new endpoint.
  Line 88-131 unexecuted.
  Sorting by ward was added and isn't checked anywhere.
  The reducer's new action has no spec.
  Tests for the CLI options are missing. --dry-run may well write.
  Nobody tests the export to PDF.
  Business-critical formula of the grid fee has no unit test. I'd like examples from the regulator's paper.
  Where is the test for the cool-down of spells?
  The feature works in my trial, but no automated test would notice if somebody broke it.
  The new voucher stacking rule is not covered by any test. Add cases for two vouchers, an expired one and one that
    exceeds the total.
  No unit tests were added for the frame decoder's new message type. Feed it recorded frames and compare the decoded
    values.
skipped-tests
  Failing tests are skipped in the pipeline. Eleven are marked skip.
  @Disabled("flaky") since 2022. Repair or remove.
  xit, xdescribe, it.skip: 23 of them.
  #[ignore] on the only test of the payout.
  it.only was committed, so the rest of the file no longer runs.
  pytest.mark.xfail hides a bug that has been known for a year.
  Commented-out tests at the bottom of the class.
  t.Skip("TODO") in the encryption package. We believe it is covered.
  continue-on-error: true makes red tests invisible.
  The whole e2e stage is switched off in CI. Nobody remembers why.
  pending specs in the billing folder; decide on each of them.
  Category("Manual") tests haven't been run by anyone this year.
  Tests for Windows are excluded by an if that is never true.
  Broken level-editor tests were disabled for the release and never brought back.
  markTestSkipped when the extension is missing, and it is missing on every runner.
  Nine tests of the settlement have been disabled with a note to look at them later. They hide whether the night
    tariff is right.
slow-tests
  Benchmark runs in the unit test suite. It takes four minutes.
  Suite takes 48 minutes. Nobody runs it before pushing.
  Each test starts a Spring context. Share it or use slices.
  Database is rebuilt for every case. Use transactions.
  bcrypt with cost 12 in fixtures. Lower it for tests.
  Sleeping adds up to six minutes of the run.
  Containers are started per test rather than per session.
  E2E tests cover what unit tests could. Push them down the pyramid.
  Feedback arrives after lunch. Split the stages and run in parallel.
  Full game boots for a test of the score formula.
  --durations shows that three cases take 70% of the time.
  Simulator tests aren't sharded.
  let! creates 40 records for each example. Build only what is asked for.
  Unit tests read the complete year of meter data. A day would do.
  cargo test rebuilds everything as features differ; and the long-running property tests should sit behind a flag.
  The test run takes more than half an hour since every case starts its own database. Start it once and roll back
    after each case.
snapshot-tests
  Snapshots of 5,000 lines are approved blindly. Assert what matters.
  -u was run and 80 files changed. Did anyone look?
  Snapshot of the entire page. Every copy change breaks it.
  toMatchSnapshot() on a 2 MB object.
  Reviewers can't tell if the new golden files are right.
  Obsolete snapshots are left in the folder.
  The stored output contains the error message. It was approved like that.
  Prefer explicit expectations about total and tax over a dump of the markup.
  Inline snapshots would at least be read.
  Snapshots contain dates and ids, so they get updated each time by reflex.
  Golden files of the PDF are compared byte for byte and re-recorded on any difference.
  insta accept --all in the Makefile.
  Screenshot tests are refreshed by a bot without a human looking at the picture.
  Approval tests of the tariff report were regenerated after the bug, and now enshrine it.
  Snapshot says undefined kg. A targeted assertion would have caught that.
  Snapshots cover whole pages and are updated in bulk whenever they fail. Nobody reads the diff, therefore they
    protect against nothing.
test-fixtures
  Fixture of 2,000 lines nobody understands. Build data near the tests.
  One huge seed file for all tests. Changing a row breaks forty.
  Where does 117 come from? The value is hidden in a fixture three files away.
  Mystery guest: orders.json is loaded, and only two fields matter.
  Each test builds a Patient with 25 fields. A builder with defaults.
  Factories create half of the database for a simple validation.
  conftest.py has 90 fixtures that depend on each other.
  Production dump as test data. Nobody knows what is in it, and it holds names.
  Object mother has grown unmanageable: customerWithTwoOrdersAndExpiredCardInFrance().
  beforeEach of 80 lines, of which each case needs five.
  Copy of the same set-up in each spec. Extract makeCart().
  Binary fixtures without a script that makes them. They can't be updated.
  SQL seeds are shared between suites; a new column means editing eleven files.
  Sample frames are hex blobs with no note on their content. Build them in code by field names.
  Test levels were drawn by hand in an editor and are hard to relate to what the test says.
  The shared fixture has grown to hundreds of records used by all suites. One cannot see in a test which of the data
    matter; build the few that are needed in place.
false-test
  The test passes with the fix removed.
  It compares the value with itself.
  expect(promise).resolves without await is never evaluated.
  Expected and actual are swapped.
  pytest.raises(Exception) catches the typo in the test.
  The asserted object is the mock's own return.
  File doesn't match the pattern, so it's never collected.
  assert (x == 1, "msg") is always true.
  The test exercises the old class; the new one is untouched.
  Loop over zero rows, so no check happens.
  XCTestExpectation is fulfilled before the call.
  Assertion in a goroutine after the test has ended. It reports nothing.
  The test passes even if the function under test is emptied. It compares the mock with itself.
  The assertion stands inside a callback that is never called. The case reports success without having checked
    anything.
test-environment
  Tests run on SQLite, production is Postgres.
  H2 accepts SQL which Oracle refuses.
  Fake Redis doesn't expire keys.
  CI uses Node 16, servers 20.
  Only tested on the emulator. BLE doesn't exist there.
  Feature switches in tests differ from those in production.
  Test database lacks the triggers.
  All on x86 while devices are ARM, big difference in alignment.
  Foreign keys are off in the test set-up.
  In-memory EF provider ignores constraints. Use a container.
  LocalStack behaves differently with FIFO queues.
  The staging ward has three patients; the queries of the real one never occur.
  Tests use an embedded database with other rules than the one in production. Queries that pass here fail there.
  The pipeline tests on another runtime version than the servers have, so an incompatibility showed up only after the
    release.
test-hooks
  if (process.env.NODE_ENV === 'test') skip payment.
  isTesting flag in the service. Inject a fake.
  A back door endpoint /test/reset is compiled into release builds.
  Special card number 4111 is accepted in production for our specs.
  #ifdef UNIT_TEST splits the function in two.
  Sleep is shortened by a global if under test.
  Method setClockForTest on the public class.
  The code tested isn't the code shipped, as the branch for tests returns early.
  Test fixtures are part of the production jar.
  Debug menu of the game is reachable in store builds because UI tests need it.
  $_GET['phpunit'] changes the behaviour.
  Login bypass for the e2e user ought to live in the test environment only.
  The service looks whether it runs under test and then skips the payment. That is the very part which ought to be
    tested.
  An endpoint for resetting data was added for the end-to-end suite and is shipped to customers as well.
test-cleanup
  Temporary folders are never deleted.
  Buckets made by the tests pile up in the account.
  The server started in beforeAll is not stopped; Jest doesn't exit.
  Test users remain in staging by the thousand.
  Goroutines leak from the suite (goleak).
  Containers keep running after an abort.
  Files appear in the working tree after running the suite. tmp_path.
  No terraform destroy after terratest failed.
  Spring context stays dirty.
  t.Cleanup is missing, ports stay occupied.
  Simulated devices are left registered with the broker.
  Test mails fill the real mailbox of the ward.
  The suite leaves files, users and buckets behind. After a week the test account has reached its quota.
  A server that the tests start is never stopped, wherefore the run hangs at the end.
coverage-gate
  Coverage isn't measured.
  The threshold was lowered to let this through.
  No gate. From 81 to 64% in a year.
  Whole folders are excluded from the report.
  istanbul ignore file on the payment module.
  Branch coverage isn't looked at, lines only.
  /* c8 ignore next */ on the error path.
  jacoco rule is commented out.
  Generated code inflates the number.
  Add codecov to the pull requests.
  Kotlin modules aren't part of the report.
  Nobody knows how much of the tariff engine the suite reaches, since the tool isn't run for it.
  Nobody measures what the tests cover. A floor in the pipeline would prevent it from sinking with every change.
  The module with the payments was excluded from the coverage report to reach the target.
untested-ui
  No component tests for the basket.
  Keyboard operation isn't tested.
  axe is not part of the suite.
  Form validation messages are never checked.
  Only the API has tests, the screens none.
  Dark mode and small screens were not tried.
  Navigation between ward and patient isn't covered by UI tests.
  Compose previews exist, tests don't.
  No visual regression test for the invoice.
  Right-to-left layout has not been verified.
  HUD of the game is untested.
  Cypress covers login; the seven other pages are checked by nobody.
  The booking form has no tests of its own. Whether messages appear next to the right field is tried by hand.
  No test operates the dashboard by keyboard or checks it with an accessibility tool.
"""
