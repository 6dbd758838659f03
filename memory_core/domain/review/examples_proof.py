"""Findings of tests and documentation as reviewers word them, below the kind of defect that each is."""

from typing import Final

EXAMPLES: Final = """
unseeded-tests
  Property test ignores its shrunk seed file. Failures cannot be repeated.
flaky-test
  Test sleeps two seconds and hopes. Timing dependent; fails on slow machines.
  Flaky login test. It waits a fixed time instead of for the element and fails one run in ten.
  Test depends on the current time. It fails around midnight.
  Season test turns red every winter. It uses Date.utc_today instead of a date of its own.
  Reminder test now and then fails on the build server. sleep(1) is not always enough for the queue.
  Scan test waits three seconds and then looks. Use an expectation; it is unstable on slow runners.
  End-to-end test waits with a fixed sleep. It fails whenever the build machine is slow.
  Test compares with the current time. It fails when the second changes between two calls.
test-network
  Test calls the real weather API. Runs fail without internet access.
  Live HTTP requests in the unit tests. Stub the geocoder.
  Suite needs network access. The exchange rate service is contacted for real.
  Test asks the real registry. Without VPN the suite is red.
  Test sends a text message by Twilio each time. It costs money and needs the net.
  Tests go to the partner's test system. It is down on Sundays.
  Suite talks to the sandbox of the payment provider. Without network the build is red.
test-isolation
  Tests depend on the order in which they run. The second needs the user made by the first.
  Shared database state leaks between examples. Running one alone fails.
  Module state is not reset between tests. Results change when tests are shuffled.
  Tests rely on rows of an earlier test. They fail when run alone.
  Tests share one database and depend on rows of each other. Run in another order they fail.
over-mocking
  Everything is mocked, so the test proves nothing. Even the function under test is patched.
  Over-mocking hides integration bugs. Database, clock and logic are all stubs; the test mirrors the implementation.
  Test verifies mock calls instead of behaviour. Any refactoring breaks it.
  Repository, clock and service are all mocked. The test checks that mocks were called, not what the code does.
missing-assertions
  Test asserts nothing. It calls the function and passes whatever comes back.
  Assertions are too weak. Only checks that the component renders, `toBeTruthy()`.
  No assertion after sending. The test would pass if nothing was sent.
  Test has no assertion but the status code. A blank page would pass.
  assert is missing at the end of the test. The result is bound to _ and forgotten.
  XCTAssertNotNil is all that is checked. A wrong amount passes.
  Test only checks that no exception is thrown. Its result is never looked at.
  Snapshot is the only assertion. It was updated without a look.
untested-errors
  Failure path is not tested. Only the successful upload is covered; nothing checks what happens when storage refuses.
  Only the happy path of payment is covered. Declined cards and gateway errors have no test.
  Error handling untested. No example feeds a malformed file.
  Declined card has no test. Only a paid booking is tried.
  What happens when the partner answers 500 is never tested. All cases return 200.
  No test lets the lock refuse. The error arm of the match is uncovered.
  Nothing tests what happens when the payment is refused. Only the successful checkout is covered.
  Timeouts of the provider are never simulated in the tests. The fallback branch is uncovered.
untested-edges
  Edge cases missing: empty list, last page. Boundaries of the pager have no test.
  Boundary values are not tested. Leap years and the end of the month are never exercised.
  No tests for empty or huge input. The boundary conditions of the parser stay unproven.
  Sold-out and zero-price events are not covered by tests. The boundaries of the seat count are where the bugs are.
untested-concurrency
  Concurrent withdrawals are not tested. Two parallel requests are never tried.
  No test buys the same seat from two clients. The locking is unproven.
untested-permissions
  No test tries the endpoint as a user without the role. A missing guard would not be noticed.
untested-migration
  Migrations are never run against old data. A downgrade is not tried either.
missing-integration-tests
  No integration test of API and database. Units are tested alone; the wiring is not.
  End-to-end coverage of checkout is missing. Nothing exercises the flow across services.
  Integration tests for the message consumer are missing. Only unit tests with fakes exist.
  Checkout is only tested with mocks. No test goes through API, database and queue together.
no-tests
  Proration has no tests at all. The module of 300 lines has zero coverage.
  Token refresh is completely untested. No test file exists for the module.
  Package without a single test. Coverage is 0%.
  Refund module has no tests. 300 lines that move money are not covered at all.
skipped-tests
  Failing tests are skipped in the pipeline. Eleven are marked skip.
slow-tests
  Benchmark runs in the unit test suite. It takes four minutes.
snapshot-tests
  Snapshots of 5,000 lines are approved blindly. Assert what matters.
test-fixtures
  Fixture of 2,000 lines nobody understands. Build data near the tests.
changelog
  Breaking change is not in the changelog. The rename of the option is not mentioned.
  Release notes miss the new minimum version. Users will be surprised by the upgrade.
  No migration notes for the 3.0 change. Incompatible behaviour is announced nowhere.
  Breaking change to a public endpoint without a new version. Old clients fail.
  Version 3 removed an endpoint and the changelog is silent. Integrators were surprised.
  Removed option is not mentioned in the changelog. Users find out when their build breaks.
stale-setup-docs
  README mentions a flag that no longer exists. `--fast` was removed in 2.0.
  Install steps of the README fail. The script that they call was removed.
  Quick start uses the old package manager. New developers get errors at the first command.
stale-api-docs
  API description is out of date. Three endpoints and a renamed field are missing.
  API page still lists the fields of version 1. The guest object was split in May.
  OpenAPI file lags behind the routes. Six of them do not occur.
  Webhook reference shows a payload that is not sent any more. Renamed keys.
  OpenAPI document is missing fields that the API returns. It was not regenerated after the change.
  API docs describe a parameter that was renamed. Clients get a 400.
stale-comments
  Docstring contradicts the code. It says five minutes, the code keeps entries for an hour.
  Comment says the list is sorted, the code does not sort. It misleads the reader.
  Docstring names a parameter that no longer exists. The signature changed last month.
stale-deploy-docs
  Deployment guide describes the old Heroku process. We deploy by Kubernetes since spring.
outdated-docs
  Example code does not run. It imports a module that was renamed.
undocumented-errors
  Error codes of the API are not described. Clients cannot tell which ones may be retried.
missing-runbook
  What to do when the queue is stuck is written nowhere. On-call has to ask.
missing-api-docs
  Endpoints are not documented. There is no OpenAPI description of request and response.
  REST API lacks documentation. Consumers have to read the code to learn the error codes.
  Schema fields carry no descriptions. API users cannot tell what the fields mean.
  New endpoint is absent from the API reference. Request and response bodies are nowhere to be found.
missing-readme
  README lacks installation steps. A newcomer cannot start the project.
  Set-up instructions are missing from the readme. Required environment variables are not named.
  No getting-started guide. How to run the app locally is written nowhere.
  Nothing says how to get the kiosk running. Node version, database and seeds are folklore.
  Readme has no word on building the workspace. Cross compilation needs three environment variables.
  Certificates and schemes a newcomer needs are not listed in the readme. It took two days.
  README does not explain how to start the project. Environment variables and seed data are missing.
missing-docstring
  Public functions without docstrings. compute and apply_discount say nothing about units.
  Exported API has no JSDoc. Parameters and return values are undocumented.
  Exported identifiers lack doc comments. golint complains about twelve of them.
  Context functions have no @doc. What cancel/2 returns must be read from the code.
  pub items without rustdoc. missing_docs warns 61 times.
  PHPDoc absent on the public methods. Return types are arrays of what?
  Public methods of the SDK have no doc comments. Parameters and exceptions must be read from the source.
missing-comments
  Complex algorithm without any comment. The bit tricks in rotate() need an explanation.
  Non-obvious scheduling rule is not explained. Why 13 slots? A comment should give the reason.
  Three-way merge logic has no explanatory comments. Readers cannot follow the cases.
  Seat allocation algorithm is not explained. The heuristic is impossible to follow without a comment.
undocumented-settings
  Environment variables are not listed anywhere. Deployments fail because nobody knows which are required.
  New configuration option is not documented. Its default and unit are unknown.
broken-links
  Broken links to the tutorial. Four links give 404.
typos
  Typos in the troubleshooting page. occured, seperate.
missing-architecture-docs
  Architecture diagram is missing. New developers cannot see how services relate.
  Choice of LiveView is recorded nowhere. Newcomers ask each month.
  Decision for event sourcing is not recorded. Nobody remembers the reasons.
missing-license
  Licence file is missing. The package says MIT but has no text.
contribution-guide
  Contribution guide does not say how to run tests. Add it.
"""
