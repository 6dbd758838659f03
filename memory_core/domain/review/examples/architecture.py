"""Findings of architecture as reviewers word them, below the kind of defect that each is."""

from typing import Final

EXAMPLES: Final = r"""
circular-dependency
  billing and accounts import each other. The circular import is hidden by a local import in a function.
  Circular dependency between store and router. Load order decides whether the value is undefined.
  Import cycle between packages worked around by an interface{}. Extract what both need into a third package.
  Event handlers call each other directly instead of by the bus. The flow cannot be followed.
  core and rates need one another. A dev-dependency works around the loop.
  Accounts calls Bookings and Bookings calls Accounts. Compile-time dependency cycle of 14 modules according to xref.
  Mailer and Folio services reference one another. The container needs a lazy proxy to break the circular reference.
  orders imports payments and payments imports orders. The import stands inside a function to hide it.
  `inventory` and `pricing` pull each other in at load time. Python only survives because one of the imports is tucked
    inside a method body.
  ESLint import/no-cycle: auth.ts -> session.ts -> auth.ts. The shared token type should move to its own file.
  Gradle refuses to build :feature-map without :feature-search and the other way round. A small :core-geo project
    would carry what they have in common.
  Neither package can be compiled alone. meter needs tariff, tariff needs meter.
  Spring fails on start-up unless spring.main.allow-circular-references is true. DischargeService and BillingService
    take one another in their constructors.
  header A includes header B, which includes A again. Forward declarations and include guards paper over it.
  Security groups refer to each other's ids, so terraform plan reports a cycle. Use separate rule resources.
  The two namespaces are mutually recursive. Touching Wallet means rebuilding Ledger and back again.
  Undefined is not a constructor, depending on which page is opened first. combat/index.ts re-exports inventory, and
    inventory takes its base class from combat.
  Extract the interface both sides use. Right now notifications knows about patients and patients knows about
    notifications.
  Ruby autoload deadlocks in boot. Loan requires Customer and Customer requires Loan at the top of the file.
  It is impossible to pull the scheduler out as a library, since it depends on the app that depends on it.
  deptrac reports a loop across four bundles. Catalogue reaches Checkout by way of Promotion and comes back.
  SwiftPM target graph is not acyclic. DeviceKit lists PairingKit as dependency and vice versa; invert one with a
    protocol.
  Low-level package imports from the web layer. core reaches up into api and api imports core, which closes a cycle.
  Two modules need each other at import time. A function-level import hides it.
  Package graph has a loop between orders and shipping. Neither can be built or tested alone.
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
  PatientController.java: 3,870 lines, 112 methods. Admissions, lab orders, insurance and printing all sit together.
  GameManager is a singleton that spawns enemies, saves progress, plays sound and talks to the shop. Carve out at
    least persistence and audio.
  Everybody edits helpers.rb and every branch conflicts there. It knows dates, PDFs, SMS and tax.
  main.tf holds the whole company. Network, databases, DNS and IAM in a single state of 5,200 lines.
  The Device struct has 47 fields and does decoding, storage, alarms and firmware updates. Single responsibility is
    gone.
  Too many reasons to change. A new tariff, a new mail text and a new export format all end in MeterService.
  PMD: GodClass, WMC=214, ATFD=61, TCC=4%. TransferFacade.
  MainActivity handles BLE, permissions, navigation and database. View models per screen would take most of it.
  <Dashboard> fetches, filters, draws six charts and keeps the websocket. Break it into containers and smaller
    components.
  utils.go, 1,950 lines, no theme whatsoever.
  functions.php has become the application. Split by topic: cart, feeds, cron, admin.
  AccountRepository also sends mail and validates IBANs. Those belong elsewhere.
  One reducer for the entire shop. 68 action types, and nobody dares to touch the switch.
  Engine::tick does physics, networking and scoring. The type cannot be tested in pieces and grows with each sprint.
  View model of 1,900 lines does everything. Loading, validation, uploads, navigation and printing are mixed.
  One class knows customers, invoices, mails and PDFs. Each change of any of them touches it.
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
  JSX component runs Prisma queries. Data access in the presentation tier; put it behind a service.
  Overdraft rules live in the REST resource. The nightly batch bypasses them because it calls the DAO.
  Entities are returned straight from the JPA layer to the template. A lazy collection explodes while rendering.
  The model class builds HTML. That is the job of a view.
  domain/ must not import from infrastructure/. ArchUnit shows nine violations, all towards KafkaTemplate.
  Swift view opens Core Data context itself. Fetching belongs in a repository or view model.
  A stored procedure decides who gets a discount. Business logic is out of reach of unit tests and of the application.
  Handler skips the use case and writes to the table. Audit and quota checks, which stand in the use case, are not
    run.
  Blade template executes DB::select. Move it out of the view.
  The firmware's protocol parser toggles GPIO pins directly. Hardware access should go through the HAL.
  Worker reaches into the web package for request.current_user. Core code must know nothing of HTTP.
  Fragment calls Room DAO on its own. Rules for expired vouchers were forgotten there, since they sit in the
    repository.
  Dosage limits are checked only in the form. A second client would have to repeat them; keep them in the domain
    model.
  Dependency direction is inverted: entity -> serializer -> view.
  Fat controller decides about refunds. Eligibility, percentages and restocking are worked out in the endpoint
    function, so the nightly job cannot use them.
  Domain rules implemented in the router. Which slot a customer gets is decided between parsing the request and
    building the response.
  Resolver holds the approval workflow. State changes of a claim belong in a service, the GraphQL layer should only
    translate.
  Serializer writes to other tables. Saving a booking in to_representation mixes presentation and persistence.
  UI component talks to the persistence layer directly. It opens its own query instead of going through the view
    model.
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
  `new SmtpClient()` in the middle of the order workflow. Take an IMailer in the constructor.
  I can't unit test this without a live Kafka. The producer is built inside publish().
  Static call to PaymentGateway::charge() nails the checkout to one acquirer.
  The view model constructs its own URLSession and Keychain wrapper. Provide them from outside.
  Weather vendor is hard-wired. A change of supplier touches eleven files.
  Function opens boto3.client('s3') by itself, so that local runs need AWS. Accept a storage port as parameter.
  Concrete class in the signature where a trait would do. `fn run(db: PgPool)` excludes the in-memory store.
  DI container is bypassed. The repository is looked up by `new` in three controllers.
  Struct embeds *redis.Client rather than a narrow interface. Swapping it for a fake means starting a container.
  ReportJob knows how to instantiate the clock, the mailer and the printer. Inversion of control would cure that.
  Physics and renderer share concrete types. Neither can be exchanged without editing its partner.
  Component imports the axios instance directly. Provide the client by context or hook so stories can stub it.
  Use constructor injection. @Autowired fields with a `new` fallback hide what the bean needs.
  Terraform module creates its own VPC instead of taking a vpc_id. It cannot be reused in an existing network.
  Service builds its own HTTP client and mailer. They cannot be replaced in tests; pass them in.
  Code names the concrete payment provider everywhere. Put an interface between.
global-state
  Module-level mutable dictionary holds the current user. Requests see each other's data.
  Global variable changed at run time. Packages depend on who wrote it last.
  Singleton with mutable state shared by all requests. Hidden coupling between modules.
  Current tenant is kept in a module variable. Concurrent requests overwrite each other's value.
  `static mut CONFIG` is written from two threads. Hand an Arc around instead.
  current_locale is a module attribute. Customer A sees Danish after customer B switched.
  A package-level var db *sql.DB gets replaced by tests. Parallel runs tread on each other.
  ThreadLocal tenant is never cleared, and the pool reuses the thread. The next call works for the wrong clinic.
  Singleton GameState can be mutated from anywhere. Finding out who set the score to zero took a day.
  `$GLOBALS['cart']` is read and changed in nine includes.
  Class variable @@rate holds per-request data in Puma. Threads overwrite it.
  Companion object keeps the selected device. It survives logout and leaks into the next account.
  On the server, the Zustand store is created once per process, not per request. Users get one another's basket.
  Function result depends on hidden static buffer. Not reentrant; pass a context pointer.
  Exported let that others assign to. Make it private and offer a function.
  AppSettings.Instance.Currency = "EUR" in the middle of an import changes the behaviour of everything that follows.
  shell script relies on variables set by whichever script was sourced before. Pass arguments explicitly.
  Shared mutable registry of meters at module scope. Put it in an object that is passed along.
  Current tenant is kept in a module variable. Requests that run at the same time see each other's tenant.
  Mutable singleton holds the settings and anybody may write to them.
missing-timeout
  No timeout on the CRM call. If the remote side hangs, the worker hangs for ever.
  http.DefaultClient used without a deadline. A slow upstream exhausts all goroutines.
  SMTP connection may block indefinitely. Set connect and read timeouts.
  Registry lookup can wait for minutes. Guzzle is configured with timeout 0.
  Door lock gateway called with receive_timeout: :infinity. A dead gateway takes all processes with it.
  reqwest client built without timeout. A slow partner blocks the rate sync.
  HTTP call to the payment provider has no timeout. A stalled connection blocks the worker for good.
  requests.get(url) with no timeout argument. One stuck tariff server blocks the scheduler overnight.
  RestTemplate default waits for ever. Configure connect and read limits.
  A silent acquirer would tie up every worker within a minute, because nothing bounds how long we wait.
  context.Background() goes all the way to the gRPC call. Derive one with a deadline.
  fetch() without AbortController. The spinner turns until the user closes the tab.
  curl in deploy.sh lacks --max-time. The pipeline hung for six hours last Friday.
  LDAP bind may never return. Set a limit of some seconds.
  The modem read loop has no upper bound. If the sensor goes quiet, the watchdog resets the device.
  Statement has no query timeout; lock waits pile up until the pool is drained.
  OkHttp client with readTimeout(0). Zero means infinity.
  Ruff S113: probable use of requests call without timeout.
  URLRequest.timeoutInterval is set to .infinity for the lab interface. Nurses stare at a frozen screen.
  Socket.Receive blocks. There is no ReceiveTimeout, and no cancellation token is taken either.
  Lambda inherits the 15-minute limit since the HTTP agent has none of its own. Bound the call and fail early.
  Calls to the ERP wait for ever. The client is built without a connect or read timeout and one slow answer blocks the
    queue.
  gRPC call without a deadline. A hanging server holds all worker threads.
  Fetch of exchange rates has no abort. Pages hang when the provider is down.
missing-retry
  A failed upload is never retried. One network hiccup loses the batch; retry with backoff.
  Webhook delivery gives up after the first error. Transient failures need retries with exponential backoff.
  No retry on transient database errors. A deadlock victim aborts the whole import.
  A single failed request loses the event. Transient errors should be retried with backoff.
  One dropped packet fails the whole nightly settlement. Try again a few times with increasing pauses.
  503 from the label printer API ends the job. These are temporary; back off and repeat.
  Serialization failures (40001) are passed to the user. The transaction ought to be attempted anew.
  The sensor gateway gives up at the first CRC error. Readings are lost that a second attempt would have got.
  S3 throttling is treated like a fatal error. Use the SDK's adaptive mode.
  Push notification is sent once, and if FCM hiccups it is gone. Queue it for redelivery.
  Consider Polly around this call. Transient HTTP errors currently bubble up as 500.
  No backoff: on failure the client loops at full speed and takes the struggling server down for good.
  If the broker is restarting when the pod comes up, it exits. A reconnect loop would do.
  Upload of X-ray images is attempted exactly once. Resume after network loss.
  apt-get in the Dockerfile fails builds once a week. Wrap it in a small repeat loop.
  Job has retry_on nothing. Sidekiq option retry: false was copied from the example.
  Websocket never reconnects. After a tunnel the train app shows stale data until restart.
  A leader election in the database makes writes fail for two seconds, and each of them is surfaced to players as a
    lost purchase.
  One failed delivery loses the webhook. It is sent a single time and a 503 is final.
  Short network hiccups abort the nightly sync. Repeat with growing pauses before giving up.
missing-transaction
  Debit and credit are not in one transaction. A crash between the two statements loses money.
  Order and stock updated without a transaction. If the second write fails, the first one stays.
  Multi-step write is not atomic. The profile is saved although the account insert failed.
  Seat is reserved and payment recorded in separate commits. A crash in between leaves a seat without payment.
  Points are deducted, then the reward row is inserted. If the insert fails the points are gone.
  @Transactional is missing on transfer(). Each save commits for itself.
  Two UPDATE statements, autocommit on. An outage in between leaves the meter assigned to nobody.
  The bed is freed before the patient is moved. A crash halfway shows an empty bed with someone in it.
  Half-imported files remain after an error. Wrap all rows in one unit of work.
  $pdo->beginTransaction() is never called, though the order and its lines must appear together.
  Room: insertParent and insertChildren run separately. Mark the DAO method @Transaction.
  self-invocation bypasses the proxy, so the annotation has no effect and every statement stands alone.
  Migration changes schema and data without BEGIN. When it aborts you repair by hand.
  Player trade is not all-or-nothing. Sword removed from one, not given to the other.
  ActiveRecord callbacks write three tables; a failed third save! keeps the first two.
  tx is opened, but the second repository uses the pool rather than tx. Its insert is outside.
  SaveChanges is called in a loop. Either all lines of the invoice or none should be stored.
  sqlx: execute(&pool) four times. Take `pool.begin()` and pass &mut tx, else consistency relies on luck.
  Order is saved and stock reduced in two separate commits. A crash between them leaves both wrong.
  Deleting an account removes rows of five tables without a transaction. Half of them may remain.
hardcoded-config
  Base URL of the staging server in code. Environment specific addresses belong in configuration.
  Hostname and port are literals. Cannot be deployed elsewhere without recompiling; read them from the environment.
  Hard-coded path to the developer's home directory. /home/anna/data exists on one machine only.
  "http://10.2.0.14:8080" in MeterClient.kt. That is the test lab.
  The bucket name prod-invoices stands in the code. Staging writes into production.
  Mail sender, host and port are literals in Mailer.java. Externalise to application.yml.
  Path C:\Users\jens\export only exists on Jens' laptop.
  API_URL const in the bundle. A new build is needed for every stage; inject at run time.
  Region and account number pasted into twelve resources. Use variables.
  Database name is written into the query: `USE clinic_test;`.
  Kafka brokers listed in source. When ops moved them, we had to release.
  if hostname == 'web01' decides which gateway is used. Environment belongs in settings.
  Firmware has the broker's IP compiled in. A move of the server bricks devices in the field.
  Feature endpoints differ by `#if DEBUG`. Let the scheme's xcconfig provide them.
  Port 5432 and localhost assumed. Does not run in the container.
  Script assumes /opt/acme/bin. Let the caller set PREFIX.
  Why is the sandbox merchant address in the release branch? Move it to environment variables.
  URL of the staging server is written into the client. It must be rebuilt for each environment.
  Host name and port of the broker are literals. Take them from the environment.
import-effects
  Importing settings.py opens a database connection. Even `--help` needs Postgres up.
  Module registers signal handlers when loaded. Do that in main().
  init() dials the broker. Any test that links the package hangs without network.
  Top-level await in client.ts fetches the feature list. Tree shaking and tests both suffer.
  Requiring the gem starts a thread. Offer Start explicitly.
  Static initialiser reads a file. A missing file shows as NoClassDefFoundError somewhere else.
  `from analytics import track` sends a ping. Unexpected for something that only defines functions.
  Argument parsing happens at module level. The file cannot be imported by another script; guard it with __name__.
  Include of bootstrap.php starts the session and prints headers.
  Sourcing lib.sh changes the directory and sets -e for the caller.
  Global C++ constructor spawns the logger. Order between translation units is undefined.
  A 400 MB model is loaded on import. Celery workers that never use it pay as well.
  Polyfill patches Array.prototype the moment the package is imported; mark it in sideEffects or export a function.
  Kotlin `object Tracker` connects in its init block. First touch from a preview crashes the IDE.
  Merely importing the reporting module connects to the warehouse and creates a folder. Tests and command line tools
    suffer; move it into an explicit start function.
leaky-types
  Public API exposes chrono types. A change of the library breaks all users.
  Our public trait returns sqlx::Error. Swapping the database breaks every implementor.
  Service interface takes HttpServletRequest. Callers from the queue have none.
  Domain method gives back a Stripe.Charge. The rest of the shop now speaks Stripe.
  AxiosResponse is the return type of every hook. Map to our model at the border.
  IQueryable escapes from the repository. LINQ provider details reach the controllers.
  pandas frames are part of the contract between packages; a plain list of records would do.
  Public header exposes boost::asio types. Use pimpl or own wrappers.
  Kotlin SDK shows retrofit2.Call to its users. They must pin the same Retrofit.
  Protobuf classes wander into the user interface. When the field number changes, so does the screen.
  Mongo ObjectId in the use-case signatures. Identity should be ours.
  AWS SDK exceptions surface through the port. Callers catch AmazonS3Exception in the booking code.
  Eloquent models are handed to the templates and to the other bundle. A DTO keeps persistence inside.
  Exported function has a parameter of type *gorm.DB.
  Third-party map classes (MKAnnotation) appear in the core package. Translate in an adapter.
dual-write
  Events are broadcast before the transaction commits. Subscribers read old data.
  Row is saved, then the Kafka send fails: the warehouse never hears of the order. Outbox.
  publish() is called before commit(). On rollback consumers act on something that does not exist.
  Database and Elasticsearch are updated one after another without reconciliation. They drift apart.
  If the process dies between db.save and bus.emit the message is lost.
  The discharge event goes out first and the record is written second. The pharmacy asks and gets 404.
  No atomicity between Stripe charge row and the emitted InvoicePaid. Use a transactional outbox table.
  Cache and table are both written by hand. After a failed second step one of the two lies.
  Sidekiq job enqueued inside the transaction. It runs before the record is visible; use after_commit.
  SNS publish stands outside the transaction boundary, so an exception leaves billing unaware of the upgrade.
  We saw 312 tariffs in the search index that have long been deleted. Both stores are written separately.
  Consider change data capture. Emitting by hand next to the insert loses messages whenever the broker is down.
  Goroutine fires the notification whatever the outcome of tx.Commit().
  Inventory is decremented locally and the reservation posted to the ERP. A timeout makes the two disagree.
  Spring @EventListener instead of @TransactionalEventListener(AFTER_COMMIT). Mails go out for orders that were rolled
    back.
  The order is committed and afterwards announced on the broker. If the process dies in between, fulfilment never
    starts; store the event along with the order and relay it.
types-drift
  interface Invoice is kept by hand in the client and lacks dueDate. Generate it from OpenAPI.
  Frontend says status: 'open' | 'done', the server has five values.
  Kotlin data classes and the JSON of the backend are maintained separately. A rename crashed the release.
  The enum exists three times: Java, TypeScript and SQL. They no longer agree.
  Copy of the proto file in the mobile repository is four months old.
  Hand-written DTOs mirror the C# records. Let NSwag produce them.
  Optional here, NOT NULL there.
  Zod schema and TypeScript type are declared next to each other and differ in two fields. Infer one from the other.
  Swift Codable struct expects Int, the API sends a string since May. A shared schema would have caught it.
  Message layout is defined in firmware and again in Python. The offsets diverged with version 4.
  PHP arrays and Vue props are matched by memory. Types from one source, please.
  GraphQL types were typed manually although codegen is installed.
  Nothing guarantees that client and server mean the same by PatientDto. Someone added `ward` on one side only.
  Go struct tags say `unit_price`, the web app reads `unitPrice`. Both were maintained by hand.
  The client's copy of the response type was written by hand and no longer agrees with the server. Generate it from
    the published schema as part of the build.
call-chain
  One page view crosses seven services synchronously. Availability multiplies to 96%.
  checkout -> stock -> supplier -> pricing, all blocking HTTP. If pricing is slow, nobody can buy.
  Login waits for recommendations. Make that asynchronous.
  Service A calls B, which calls A for the customer name. Put the name in the request.
  The admission form hangs whenever the insurance gateway does, three hops further down.
  Distributed monolith: no service can answer without all the others.
  Latency budget is eaten up by five nested gRPC hops. Keep a local read model fed by events.
  An outage of the loyalty API takes the tills down. Decouple with a queue.
  Meter read -> tariff -> tax -> customer in sequence for each reading. Replicate the reference data.
  Aggregation gateway waits for every backend and fails if one does. Answer partially.
  Deep synchronous fan-out behind POST /trade.
  Four teams must deploy together, since each request runs through all their services in line.
  Ranking, chat and shop are called during matchmaking. Precompute what they deliver.
  Replace the blocking hop to fraud-check by an event; approving can happen later.
  Placing an order blocks on five other services. Each of them waits for the next, and the slowest decides how long
    the buyer looks at a spinner.
  The triage page cannot be shown when the catering service is being deployed. A local copy of the few fields we need
    would remove the dependency.
scattered-config
  Environment variables read in twenty places. Read them once.
  process.env is read in 31 files. One config module with validation would show what is needed.
  os.Getenv deep inside the pricing package. Read it in main and pass it on.
  @Value annotations all over the beans. Use @ConfigurationProperties.
  Each worker parses the YAML by itself, with different defaults.
  ENV['X'] sprinkled over models, jobs and views.
  Nobody can say which variables the service needs. They are looked up wherever somebody happens to need one.
  getenv() in a PHP template.
  The retry limit comes from the environment in one place and from the database in another.
  Configuration.GetSection called in constructors. Bind options once on start-up.
  UserDefaults keys are strings spread over the app. Wrap them in one type.
  BuildConfig, remote config and SharedPreferences are all consulted for the server address. Centralise.
  Missing settings are noticed at the third request rather than at boot, since each is read lazily where it is used.
  Locals, tfvars and environment all define the region. Which one wins?
  Debug switches are fetched by every driver from its own flash page. Load the settings block once.
  Settings are looked up wherever they are needed, partly from the environment and partly from files. Load and
    validate them once at start-up and hand them on.
inheritance
  Six levels: Base -> Entity -> Person -> User -> Staff -> Nurse. Composition would say it in two.
  CsvExporter extends ArrayList just to get add().
  Subclass only inherits to reuse the helper methods. Extract a collaborator.
  BaseController has become a drawer for everything all controllers might need.
  Enemy < Vehicle since both move. Favour components.
  Abstract template method with eleven hooks, three of them overridden. A function parameter is enough.
  Stack extends Vector style mistake: callers may insert in the middle.
  protected fields are changed by grandchildren. Fragile base class.
  BaseViewModel forces analytics and paging on screens that need neither; delegate by interfaces.
  Diamond inheritance among the sensor classes. Prefer members.
  Mixins stacked five deep; the order decides which save() runs.
  UIViewController subclass hierarchy for styling. Child view controllers or extensions do this better.
  Extending the third-party HttpClient exposes all 60 of its methods. Wrap it.
  To give gift cards an expiry, they were made a subclass of Subscription. They are not one.
  Deep class hierarchy makes the invoice code hard to change. Behaviour is spread over four ancestors; prefer small
    collaborators that are put together.
  The retry behaviour is inherited from a base client. Whoever needs another base has to copy it; wrap the client in a
    decorator instead.
idempotency
  Message handler is not idempotent. A redelivered message books twice.
  Webhook handler books twice when the provider resends. Remember the ids of events that were handled.
  Delivering the same message a second time charges the card again. Store the key.
  Stripe resends after a timeout and we create another order. Look up the event id first.
  POST /transfers has no Idempotency-Key. A nervous double click pays twice.
  At-least-once queue, exactly-once assumption.
  Running the migration script again doubles the points of each player.
  The consumer acknowledges after sending the SMS. On a rebalance patients get two.
  Cron overlaps with itself and mails invoices twice. Mark what has been sent.
  INSERT without ON CONFLICT. A replay of the topic produces duplicates.
  Retried firmware commands open the valve once more. Give each command a sequence number.
  Terraform local-exec appends to the file on every apply.
  Reprocessing the dead-letter queue increments stock again, because nobody remembers what has been applied.
  Provision script fails when the user exists already. Make it safe to repeat.
  Retry after a lost answer books a second seat. The client should send a request id that the server keeps.
  Celery task with acks_late adds to the balance. Twice, if the worker is killed.
  A retried request creates a second shipment. Accept a key from the client, store it with the outcome and return that
    outcome again.
  A webhook that is delivered twice books twice. Remember the event id and skip what was done.
  Retried job charges the customer again. Use an idempotency key.
shared-database
  Two services share one database schema. A migration of one breaks the other.
  The reporting service reads our tables directly. We cannot rename a column without asking them.
  Both apps write to `customers`. Whose is it?
  Legacy PHP and new Go service share one schema; migrations of one lock the other out.
  Integration by database: the warehouse polls our orders table.
  Foreign keys cross service boundaries. Deploys have to be coordinated.
  The game lobby updates the shop's wallet rows by SQL. Go through the wallet API.
  Four microservices, one Postgres, one user. There is no isolation at all.
  Any schema change needs a meeting of three teams.
  Hospital portal joins tables of the lab system. Give it a view or an endpoint instead.
  billing and metering both own `readings`; ownership of tables must be clear.
  Terraform gives all services the same DATABASE_URL.
  BI queries on the operational database of the order service slow the checkout and depend on its internals.
  Two Rails apps with a copied db/schema.rb pointing at the same server. Split, or agree on one owner.
  Each service should hold its data privately. Here the scheduler fetches straight from the device store.
breaking-change
  Field renamed in the v1 response. Old apps in the store will crash.
  Parameter became mandatory without a major version.
  Public function changed from sync to async. Semver asks for 5.0.
  Removing the enum value breaks every client that still sends it. Keep it deprecated for a while.
  cargo semver-checks: struct_missing_field. Bump or restore it.
  The protobuf field number was reused. Old consumers will read garbage.
  /orders now returns an object, formerly an array. Put it under v2.
  The event payload dropped `customerId`; three subscribers depend on it.
  Column type changed while the old release is still running. Expand first, contract later.
  Terraform module variable renamed; users of ~> 2.0 get an error.
  ABI of the shared library changes: virtual method inserted in the middle. soname stays.
  Error code 409 became 400. Integrators branch on it.
  Swift package removes a public initialiser in a patch release.
  This is incompatible for meters in the field that cannot be updated. Offer both formats side by side.
  The response of the public endpoint lost a field without a new version. Partners that read it stop working on the
    day of the release.
type-switch
  Type switch instead of polymorphism. Each new shape edits six places; open/closed is violated.
  instanceof ladder over nine payment kinds. Give the interface a fee() method.
  if kind == 'car' / elif 'bike' / elif 'truck' repeated in five functions.
  Adding a new sensor means editing seven switches. Missed one: humidity has no unit.
  when (event) with else -> Unit. A sealed class without else lets the compiler find the gaps.
  switch(v := x.(type)) in the pricing code. A method on the interface does it.
  dynamic_cast chain in Renderer::draw. A virtual function was invented for this.
  Type codes 1, 2, 3 decide on behaviour all over the module; replace by subclasses or strategies.
  Conditional per country grows with every market: tax.php has 23 cases.
  is_a? checks before every call. Duck typing.
  Open/closed: a new weapon cannot be added without touching Damage, Sound, Icon and Save.
  Component has eleven `type === ...` branches in its render. A map from type to component.
  match on a string tag in four places, each with its own default.
  Account kind checks are spread over the bank core. Savings accounts slipped through in one.
  C# pattern-matching switch on concrete classes in the application layer, to be extended with each new insurer.
substitution
  Subclass overrides a method with another signature. Liskov substitution is violated.
  ReadOnlyList throws on add(). Whoever expects a List is in for a surprise.
  Square overrides setWidth to set the height too.
  The mock gateway subclass returns null where the base promises an object.
  FreeShipping.cost() raises NotImplementedError. Callers treat every carrier alike and crash.
  Overridden method demands an admin while the parent does not. Preconditions may not be strengthened.
  mypy: signature of "load" incompatible with supertype "Store".
  Penguin.fly() problem with BatteryMeter.voltage().
  Derived class silently ignores the limit argument. Polymorphic use gives wrong pages.
  CachedRepo.find is stale by design, but the base contract says current. Code written for the base breaks.
  Equality of the subclass is not symmetric with that of its parent.
  override fun close() = throw UnsupportedOperationException(). Do not inherit what you cannot honour.
  Subtypes cannot be exchanged: TestClock never advances, so the scheduler spins.
  Child narrows the accepted input: only EUR, though Account takes any currency.
  Removing behaviour in a subclass (empty takeDamage) means that Boss is no Enemy.
  A subclass throws for an operation its base class promises. Code that was handed a generic storage fails as soon as
    it meets the read-only one.
interface-size
  Repository interface of 34 methods. Most users need findById.
  Implementers throw UnsupportedOperation for half of the members. Split.
  The props type asks for the whole User to show a name.
  Fake in the tests must stub 20 functions to use one. Declare a small interface at the consumer.
  IDevice forces thermometers to implement setBrightness().
  Delegate protocol with fourteen required methods. Divide by concern.
  Fat interface: printing, scanning and faxing in IMachine.
  Function takes the full AppContext though it reads a single flag.
  trait Storage mixes reading, writing and administration. A backup tool only reads.
  Every listener has to override nine callbacks, eight of them empty.
  Reports depend on the write side of the ledger because both are one type. Segregate.
  Go: accept io.Reader, not *os.File.
  Clients of the clinic API are forced to depend on billing operations that they never call.
  Split PlayerService into queries and commands; the leaderboard wants one getter.
  The notifier interface has methods for mail, SMS, push and fax. Every implementation leaves three of them empty;
    break it into one interface per channel.
feature-flags
  Feature flags are never removed. Forty flags are always on.
  `newCheckout` has been at 100% since March. Drop the flag and the old branch.
  Stale toggle. Both paths must still be tested.
  LaunchDarkly lists 63 flags without owner. Give each an expiry date.
  The kill switch of last year's campaign still guards the price code.
  if (Features.USE_V2) is always true in every environment.
  Experiment ended, variant B won, the A code is still there.
  Toggle debt: combinations of eleven switches nobody has tried.
  No date or ticket says when the flag may go. It will live for ever.
  Remote config key `ble_retry_enabled` is on for all devices; tidy up.
  Flag check nested in flag check. One of the two was decided long ago.
  Temporary rollout guard from 2021. Remove.
  Clean up after release: useLegacyTariff has had no reader switched on for a year.
  Old tariff engine stays compiled in because its switch was never retired. Plan the removal with the launch.
  Every screen asks for `redesign_2022`, which marketing confirmed as final ages ago.
  Permanent toggles pile up in the config service. Nobody remembers which of them can be deleted, so both code paths
    are carried along.
over-abstraction
  Factory for a factory with a single product.
  Interface with exactly one implementation, and none planned. Inline it.
  Generic plugin system for two exporters. YAGNI.
  Five layers of indirection to read a row: Controller, Facade, Manager, Handler, Dao.
  AbstractBaseStrategyProvider... I need a map to find the three lines that work.
  The home-grown ORM wraps an ORM. Use the thing itself.
  Type parameters T, U, V, W for what is always a string.
  Event bus between two functions in the same file; call it directly.
  Everything is configurable, nothing is ever configured. Delete the options.
  Visitor pattern over a two-element enum. A match is enough.
  Premature generalisation: support for multiple currencies in a shop that only sells in one country, doubling the
    code.
  Wrapper component adds nothing but a name. Pass-through props.
  Module in Terraform wraps one resource and forwards 40 variables.
  Redux saga, selector, action creator and reducer to toggle a menu. useState.
  A strategy registry with reflection was introduced for two discount kinds. A plain if would be shorter and could be
    followed by everybody.
  The repository layer merely forwards each call to the ORM session. It adds a file per entity and hides nothing.
observability
  No metrics on queue depth. We learn from customers that it is full.
  Health check returns 200 whatever the state of the database. Let readiness look at what it needs.
  No correlation id between gateway and workers. A request cannot be followed.
  The batch leaves no trace when it finishes or fails. Emit a counter and duration.
  How would we notice that no meter has reported for a day? Add an alert on freshness.
  Log lines lack the order number. Searching for one case is hopeless.
  Spans end at the message broker. Propagate the trace context in headers.
  No liveness probe in the chart. A hung pod stays in rotation.
  printf is the only telemetry of the gateway. Export Prometheus counters.
  Retries happen invisibly. Count them.
  Errors on devices never reach us. Crash reporting isn't wired in the Android build.
  Nobody sees how long the dispense step takes. Histogram, please.
  Silent background task: if the cron stops, everything looks normal. A dead man's switch would tell.
  Log level cannot be changed without redeploying, and the game server logs nothing below error anyway.
inconsistent-api
  Some endpoints wrap in {data}, others return bare arrays.
  Errors come as text here, as JSON elsewhere. Adopt problem+json.
  snake_case in one resource, camelCase in the next.
  GET /user/1 but /orders?id=1. Pick one style of URLs.
  Timestamps: epoch millis in readings, ISO strings in alarms.
  Pagination is by page in three routes and by cursor in two.
  delete returns 200 with body, 204, or the deleted object, depending on who wrote it.
  Two functions of the SDK give (value, error), the third panics.
  Failing validation answers 200 {"ok": false}. Clients need special cases; use a 4xx as the others do.
  Amounts are strings in /cart and numbers in /invoice.
  An empty result is null, [] or 404. Be uniform.
  Booleans arrive as "Y"/"N" from this controller only.
  Callback style and promises are mixed in the same client class. Callers have to remember which is which.
  The verb sits in the path (/createPatient) while its siblings follow REST conventions.
  List endpoints don't agree on their envelope. Customers come as an array, meters under `items` and tariffs under
    `results`, so that each client needs its own unwrapping.
graceful-shutdown
  SIGTERM is ignored. Kubernetes kills the worker in the middle of a booking after thirty seconds.
  In-flight requests are cut off at each deploy. server.Shutdown(ctx) isn't called.
  The consumer takes new jobs while the node is draining. Stop polling first.
  app.exit() straight away, buffered readings are gone. Flush before leaving.
  Deployments show up as a burst of 502s in the shop. Drain connections.
  BackgroundService doesn't honour stoppingToken. Half a report is written at every restart.
  tini or exec is missing, so the signal never reaches the program in the container.
  Power loss of the gateway corrupts the log file. Sync and close upon the brown-out interrupt.
  Spot instances vanish with two minutes' notice, and the batch has no checkpoint.
  Game server is stopped with players inside. Let the match end, then terminate.
  Executor is never shut down. The JVM doesn't end, and ops use kill -9.
  trap for INT and TERM missing in the import script; a lock file is left and the next run refuses to start.
  On restart the exporter drops whatever it holds in memory. It should stop taking work, write out its buffer and only
    then end.
  Rolling updates interrupt payments that are under way. Handle the termination signal and wait for open requests.
circuit-breaker
  When recommendations are down the whole shop is. Show the page without them.
  We keep hammering the insurer although the last thousand calls failed. Open a breaker.
  No bulkhead: slow image calls use up the threads that payments need.
  Cascading failure is built in. Resilience4j is on the class path but unused.
  There is no fallback tariff if the price exchange doesn't answer.
  Leaderboard outage prevents logging in. It is optional, treat it so.
  The lab system's downtime makes the ward list unusable. Degrade to cached values.
  Add a half-open state and stop calling a dead acquirer.
  One sick shard blocks queries to all others; isolate them.
  Feature calls a best-effort service as if it were essential. Errors there should not fail the order.
  Envoy outlier detection isn't configured for this upstream.
  A brown-out at the map provider spreads to dispatch, as all calls go on queueing.
  When the rating service fails, product pages fail with it. Cut it off after some errors and show the page without
    stars.
  Calls to the broken insurance gateway keep piling up until no thread is free for anything else. A breaker with a
    fallback is needed.
retry-storm
  while (true) retry with no pause. A recovering server has no chance.
  All meters reconnect in the same second after an outage. Jitter.
  Three layers retry three times each. One click becomes 27 calls.
  Fixed delay of 1 s for all clients makes them arrive together.
  Retries have no upper limit, so the poisoned request goes round for ever.
  A 400 is tried again five times. It will not get better; only repeat what is transient.
  Backoff is linear and starts at 10 ms. Exponential with a cap.
  Retry-After is disregarded. The acquirer blocked us for it.
  Phone app polls harder when the backend fails.
  Sidekiq reruns for 21 days what can never succeed.
  A retry budget is lacking; during the incident 80% of traffic were repeats.
  Non-idempotent POST is repeated on timeout by the default policy of the client.
  Failed calls are repeated at once and without end. After an outage the clients keep the server on the floor.
  All sensors wait for exactly the same time before trying again, so they come back in a single wave. Add a random
    part.
dead-letter
  One malformed message stops the partition. Move it to a dead-letter topic.
  Poison pill: the consumer crashes, restarts, reads it again, crashes.
  Failed messages are acknowledged and lost.
  SQS queue has no redrive policy.
  nack with requeue=true spins at 100% CPU on the broken discharge record.
  Nobody sees messages which the parser rejects. Park them somewhere with the reason.
  After maxReceiveCount the reading is deleted. Keep it for analysis.
  The job table has no failed state. Jobs are picked up again each minute.
  Unparseable telemetry should go to quarantine instead of blocking the device's stream.
  Exceptions in the listener drop the loot grant. Add an error channel.
  Alarm on the depth of the failed-jobs queue is missing, though the queue exists.
  A single bad row aborts the import of 40,000 customers. Collect rejects and go on.
  A message which cannot be parsed is delivered again and again, and everything behind it waits. After a few attempts
    it should be set aside.
  Messages that fail three times are thrown away. Nobody can find out which discharge letters were never sent.
backpressure
  Unbounded channel between reader and writer. It grows until the OOM killer comes.
  LinkedBlockingQueue without capacity in front of the printer.
  The websocket sends faster than slow phones can read; frames pile up on the server.
  stream.write() return value is ignored. Wait for drain.
  A goroutine per incoming reading. Use a worker pool.
  The intake never says no. Reject with 429 when the backlog is too long.
  Promise.all over 20,000 customers opens as many requests at once. Limit concurrency.
  Task.Run for each file on the share brings the machine to its knees.
  MutableSharedFlow with extraBufferCapacity = Int.MAX_VALUE.
  DMA overruns when logging is slow. Decide what to drop.
  Ward alarms queue behind bulk telemetry, as both share one queue without priority or limit.
  Prefetch is unlimited, so one consumer hoards all messages.
  The reader puts rows in a queue without a limit, while the writer is ten times slower. On large imports memory runs
    out.
  Requests are accepted however long the backlog has become. Refuse early instead of letting all of them time out.
missing-constraint
  No foreign key from lines to orders. Orphans exist already.
  Email should be UNIQUE in the table too, a check in code isn't enough.
  Column nullable though the code relies on it.
  CHECK (quantity > 0) is missing.
  Two active tariffs for a meter are possible. Exclusion constraint on the period.
  validates :uniqueness without a unique index.
  Deleting a ward leaves its beds behind. ON DELETE RESTRICT.
  Nothing prevents a negative balance at the level of the schema.
  The join table accepts the same pair twice. Composite primary key.
  Room entity lacks ForeignKey, so notes outlive their patient.
  Discount over 100 can be stored. Constrain it.
  Duplicated players with the same nickname came in by the import, because only the web form looks.
  Uniqueness of the booking reference is only checked in the application. Two requests at once create the same one;
    add a unique index.
  The table has no foreign key to the patient, and rows that point nowhere have accumulated over the years.
unsafe-migration
  ALTER TABLE with default rewrites 200 million rows under lock. Do it in steps.
  CREATE INDEX without CONCURRENTLY blocks writes.
  The down() is empty. There's no way back.
  Column is dropped in the same release which stops using it. Old pods crash meanwhile.
  NOT NULL is added before old rows are filled.
  Migration edits an already released file; checksums no longer match.
  Data is changed by a migration that isn't repeatable. If it stops halfway nobody knows where.
  terraform plan shows the database will be replaced. prevent_destroy.
  Renaming the table while both versions run. Needs a view in between.
  Flash layout changes without converting the stored calibration. Devices lose it upon update.
  Backfill in one UPDATE blows up the WAL and replicas lag; batch it.
  No backup is taken prior to dropping the patient archive.
  The migration renames a column that the running version still uses. During the roll-out every request to the old
    instances fails.
  Adding the index locks the biggest table for minutes. Build it online and outside of the release window.
"""
