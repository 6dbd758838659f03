"""Findings of documentation as reviewers word them, below the kind of defect that each is."""

from typing import Final

EXAMPLES: Final = """
changelog
  Breaking change is not in the changelog. The rename of the option is not mentioned.
  Release notes miss the new minimum version. Users will be surprised by the upgrade.
  No migration notes for the 3.0 change. Incompatible behaviour is announced nowhere.
  Breaking change to a public endpoint without a new version. Old clients fail.
  Version 3 removed an endpoint and the changelog is silent. Integrators were surprised.
  Removed option is not mentioned in the changelog. Users find out when their build breaks.
  CHANGELOG.md not touched.
  No entry for the new default of --jobs. Users will wonder.
  Add a line under Unreleased.
  Users of the API learn of the removed field by an exception. Announce it.
  Release notes say "various fixes". Which ones?
  The minimum iOS version was raised and nobody tells.
  Upgrade guide is missing for those coming from 4.x.
  The behaviour of rounding changes with this release and deserves a mention.
  Changeset file is missing in this PR.
  The history ends at 2.3, we are at 2.9.
  Players see weaker weapons without patch notes. Publish them.
  Integrators need to hear of the new signature header in advance.
  Security fix isn't noted, so nobody has reason to upgrade.
  Module consumers have to move state by hand (terraform state mv). That must stand in the notes.
  The option was renamed and nothing in the release notes says so. Operators who upgrade will find their setting
    ignored.
  Breaking change is not announced. Fields disappear from the contract and the changelog has no word about it.
  No upgrade notes for the new major version. Self-hosters will find out by failing start-ups.
stale-setup-docs
  README mentions a flag that no longer exists. `--fast` was removed in 2.0.
  Install steps of the README fail. The script that they call was removed.
  Quick start uses the old package manager. New developers get errors at the first command.
  `make bootstrap` doesn't exist any more.
  The README asks for Node 12, the code needs 20.
  I followed the getting started guide and got stuck at step three. The seed task was renamed.
  docker-compose up, says the doc. The file is called compose.yaml and needs a profile.
  Install section lists pip, while the project moved to uv.
  Instructions for Xcode 11. CocoaPods was replaced by SwiftPM.
  .env.example misses four variables which the app now requires.
  Prerequisites mention MySQL. It has been Postgres for two years.
  Onboarding page sends newcomers to a server that was shut down.
  cargo install --path . fails, workspace layout changed.
  Set-up for the ward simulator describes a USB dongle that is no longer used.
  The quick start uses port 3000, the app listens on 8080.
  Building the firmware as written fails with the current toolchain.
  First-run steps still have `php artisan passport:install`, which errors out since we dropped Passport.
  The installation guide no longer leads to a running system. It leaves out the message broker and names a seed
    command that has been removed.
  Local development guide lists variables that were renamed. A new colleague cannot start the stack.
  Getting-started page tells people to install a version that no longer works. Update the commands.
  The steps in the README end with an error. The compose file they mention is gone.
stale-api-docs
  API description is out of date. Three endpoints and a renamed field are missing.
  API page still lists the fields of version 1. The guest object was split in May.
  OpenAPI file lags behind the routes. Six of them do not occur.
  Webhook reference shows a payload that is not sent any more. Renamed keys.
  OpenAPI document is missing fields that the API returns. It was not regenerated after the change.
  API docs describe a parameter that was renamed. Clients get a 400.
  Swagger shows POST /refunds, which is gone.
  The spec says integer, the server returns a string.
  openapi.yaml wasn't updated along with the new query parameter.
  Documented default of page size is 20. It is 50.
  Example response lacks `currency`.
  Javadoc of the client refers to a method that has been renamed.
  GraphQL descriptions are about the old meaning of `state`.
  Postman collection fails in nine of thirty calls.
  The AsyncAPI file describes topic v1 only, we publish v2.
  Auth section of the reference mentions API keys, though OAuth is required now.
  Reference of the leaderboard endpoint lists a sort order that was removed.
  Required/optional is wrong for three fields of the admission request.
  Interface description and routes have drifted apart. Diff them in the build.
  Consumers who follow the portal send meterId and receive 422, since the name is deviceId now.
  The published API description lists fields which the server stopped sending in spring. It should be generated from
    the code or compared with it in CI.
  OpenAPI file is out of step with the code. Two fields are missing and one status code is wrong.
  Reference describes parameters that were removed. Generated clients fail.
stale-comments
  Docstring contradicts the code. It says five minutes, the code keeps entries for an hour.
  Comment says the list is sorted, the code does not sort. It misleads the reader.
  Docstring names a parameter that no longer exists. The signature changed last month.
  Comment says milliseconds, code says seconds.
  // never null. It is, two lines on.
  @param user no longer exists.
  The remark above the loop belongs to a loop that has been deleted.
  Javadoc claims IllegalArgumentException, the method returns false.
  "Only called from main" isn't true any more.
  The header describes the algorithm of the previous version.
  Comment: ascending. Code: ORDER BY ... DESC.
  Docstring copied from another function. It talks about invoices, this is about beds.
  TODO says to remove after migration; migration finished.
  Explanation of the register bits doesn't match the mask beneath it.
  # retries three times -- it is five since last week.
  Misleading note: thread safe. The mutex was taken out in this change.
  The text over calcDamage promises a cap at 999, which the code dropped. Rewrite or delete it.
  The comment above the retry loop speaks of exponential waits, but the code waits a constant second. One of them is
    wrong.
  Comment says the opposite of what the code does. It speaks of ascending order, the sort is descending.
  Doc comment of the function is misleading. It promises nil for no match, but an error is returned.
stale-deploy-docs
  Deployment guide describes the old Heroku process. We deploy by Kubernetes since spring.
  Wiki tells to ssh to web01. We have no web01.
  Deployment page speaks of Jenkins. GitHub Actions does it now.
  The rollback procedure uses helm 2 commands.
  Release checklist omits the new migration step.
  Operations guide lists cron jobs that were turned into Kubernetes CronJobs.
  ops.md names the old registry, so pulling images fails.
  Install manual for hospitals describes Tomcat, the product is a container.
  Documented restore commands fail; the backups are made by another tool today.
  Runbook restarts a systemd unit that no longer exists.
  terraform workspace names in the guide aren't those in use.
  Firmware roll-out doc leaves out signing, introduced in autumn.
  Play Store release steps mention APK upload. Bundles are required.
  DEPLOY.md was last changed in 2020 and describes an FTP upload.
  Following the page on scaling changes nothing, since autoscaling has replaced the manual node count it explains.
  The deployment handbook explains how to copy files to the old servers. Releases have gone through the container
    platform for a year.
stale-decisions
  ADR 7 says RabbitMQ, we run Kafka. Supersede it.
  Status is still "proposed" for decisions that were taken two years ago.
  The record on monorepo vs polyrepo contradicts what the team does.
  ADR-012 was overturned without leaving a note.
  Decision log ends in March.
  Two ADRs recommend opposite things about caching. Which one is valid?
  The chosen ORM according to the records was replaced; link the successor.
  Rejected alternative has been built after all, docs/adr doesn't know.
  Mark the choice of Cordova as obsolete. The app is native now.
  RFC for event sourcing is listed as accepted although it was abandoned.
  The architecture decision about one database per ward no longer holds and nobody closed it.
  "We will not support offline" stands in the records. This PR adds offline.
  Engine choice in decisions.md: Unity. It's Godot.
  Review the decision records once a quarter; half of those on tariffs are outdated.
  The decision record on the message broker still counts as accepted, though it was replaced last summer. Mark it as
    superseded and link the new one.
outdated-docs
  Example code does not run. It imports a module that was renamed.
  Screenshots show the old layout.
  The manual explains a menu that was removed.
  Page is about version 1. We ship 4.
  User guide claims that exports are mailed. They are downloaded now.
  FAQ answers are wrong since the price change.
  Architecture page still contains the mail service we retired.
  docs/sync.md describes polling, while it works by websocket.
  Glossary uses terms that nobody uses any longer.
  The help text of the thermostat app names buttons that don't exist.
  Package description promises Python 2 support.
  Feature was renamed; thirty places in the handbook have the former name.
  The table of supported cards lists Maestro, which was switched off.
  Documentation and behaviour differ: guests may stay 30 minutes, not 60.
  The nursing manual tells people to confirm by double click. That dialog vanished in the redesign.
  The user manual describes the former booking wizard. Half of its steps have been merged or renamed.
  The page on deployment still shows the old cluster. Nobody uses those commands any more.
undocumented-units
  timeout = 30. Seconds? Minutes?
  Weight in grams or kilos? State it.
  `distance: number` needs a unit.
  Does amount mean cents?
  Column consumption holds Wh in old rows and kWh in new ones. The schema doesn't say.
  Parameter `dose` without unit in a hospital API is dangerous. mg or ml.
  TTL is passed as an int and nobody knows what of.
  Temperature could be Celsius or Fahrenheit.
  Speed in the config: pixels per frame or per second?
  interval_ms would have answered my question.
  Memory limit 512. MB, MiB, pages?
  The sensor's register scale isn't given. Raw counts or tenths?
  Interest is 0.05 here and 5 there. Say if it is a fraction or per cent.
  Readers of the metrics can't tell whether latency is in microseconds; put it into the name or description.
  It is not stated whether the interval is given in seconds or minutes. An installer who guesses wrongly floods the
    server with readings.
  Nobody says whether weights are grams or kilograms. Document the unit of the parameter.
  Field durations in the API have no unit. Seconds and minutes are both used by clients.
undocumented-errors
  Error codes of the API are not described. Clients cannot tell which ones may be retried.
  Which exceptions can transfer() throw?
  Only 200 is described. Add 4xx and 5xx.
  The meaning of error code 17 is not written anywhere.
  rustdoc lacks an # Errors section (clippy::missing_errors_doc).
  Callers can't know that nil is returned for unknown meters.
  @throws is missing.
  Exit codes of the tool are unexplained.
  What does the API answer if the card is declined? The docs keep quiet.
  Document that 409 means somebody else changed the chart.
  Panics if the slice is empty. Should be stated.
  List of problem types with advice what a client should do. We have none.
  SDK users ask which failures are safe to repeat.
  Blink codes of the device's LED aren't listed in the manual.
  E_MATCH_3 shows up at players' screens and support has no page to look it up.
  The reference lists only successful answers. Clients need to know which error codes exist, what they mean and
    whether to try again.
undocumented-limits
  Maximum upload size isn't mentioned.
  How many requests per minute? Customers find out by 429.
  The field is cut at 255 characters. Tell people.
  Page size is capped at 100 without a word in the docs.
  Retention of 30 days isn't stated anywhere.
  The import stops silently at 10,000 rows. Write that down.
  Number of devices per gateway is limited to 32. Installers don't know.
  Quota of the free plan should be listed.
  Supports up to eight players, which only the code tells.
  Longest allowed transaction note: undocumented.
  Document the batch limit of 500 on /readings.
  The message size limit of the topic (1 MB) should be in the developer guide.
  Known limitations section is missing: no leap seconds, no split tariffs.
  Which browsers and OS versions are supported? There's no statement.
  The documentation does not mention that at most 200 items may be sent per request. Larger batches are cut off
    without a message.
undocumented-events
  order.shipped is sent. Nobody documented its payload.
  List of webhooks is missing. Integrators guess from logs.
  Kafka topics have no description. Who publishes, who reads?
  The new event isn't in asyncapi.yaml.
  When exactly is patient.discharged emitted? Before or after billing?
  Custom DOM events of the component aren't described.
  Retry schedule and order of callbacks should be explained.
  MQTT topics of the meter are only to be found in firmware source.
  Events of the plugin API (onHit, onSpawn) have no reference.
  The domain events in this package need a short text each.
  Analytics events: names and properties are a secret of the mobile team.
  NotificationCenter names and userInfo keys are not written down.
  Subscribers have to read our code to learn what fields a message has.
  Server-sent messages on /stream lack a catalogue. Clients don't know which types to expect.
  The service publishes four kinds of events, but neither their names nor their fields are described anywhere.
undocumented-commands
  --force has no help text.
  `cli migrate` isn't mentioned in the manual.
  Usage message is missing. Calling without arguments prints a traceback.
  Make targets are undocumented. A help target would do.
  artisan orders:fix exists, and what it does is anyone's guess.
  New subcommand, no entry in the docs.
  rake tasks lack desc lines, so rake -T does not list them.
  Scripts in bin/ have no header saying what for and how.
  Flags are listed, their defaults aren't.
  Serial console commands of the gateway are known to one person.
  package.json has 31 scripts. Which one starts the thing?
  Admin commands in the game chat (/kick, /tp) should be described.
  The importer takes --since, but which format of date?
  clap: give each argument a doc comment so that --help is useful.
  The maintenance command has three options that destroy data and none is explained. Add help texts and a section in
    the operator's guide.
missing-runbook
  What to do when the queue is stuck is written nowhere. On-call has to ask.
  What should on-call do when this alert fires?
  No playbook for a full disk on the ledger host.
  Alert has no runbook_url.
  If the settlement stops at night, only Olga knows how to resume it.
  Procedure for restoring a backup is not written.
  How do we rotate the signing key in an emergency?
  Failover of the database has never been described.
  Dead-letter queue: who looks, and how are messages replayed?
  Incident guide is missing for the tills. Staff phones the developers.
  The ward needs instructions for downtime of the system.
  Troubleshooting section absent. Support opens tickets for the same three causes.
  Manual steps after a failed firmware roll-out aren't recorded anywhere.
  There should be a page telling how to kick the stuck matchmaker.
  Recovery relies on memory. Write down symptoms, checks and remedies for each alarm of the billing pipeline.
  There are no instructions for the case that the invoice run stops halfway. At night the person on call would have to
    read the code.
  Nobody knows what to do when the queue is stuck. There are no instructions for the person on call about restarting
    consumers or replaying messages.
  Alerts have no response steps. Each alert should link to a page that says how to find the cause and how to recover.
  Recovery after a failed migration is not described. Operators need the commands to roll back and whom to call.
missing-examples
  The docs list parameters, no example call.
  Show a sample request and answer.
  I'd like a snippet for the common case.
  Storybook has no stories for this component.
  Module lacks an examples/ folder.
  How do I combine filters? One example would do.
  rustdoc without a single code block.
  No sample configuration is shipped.
  Cookbook for typical tariffs would save support questions.
  The regex option needs an example value.
  Godoc: ExampleClient would help.
  SDK readme explains installation and stops. Show a first pairing.
  The plugin API for mods has reference pages only; people learn by examples.
  A sample HL7 message for the admission interface is lacking.
  The filter syntax is described in the abstract, without an example. Two or three complete queries would make it
    usable.
deployment-docs
  How is this deployed? Nowhere explained.
  There is no description of the release process.
  Rollback is not documented.
  Only Ahmed can ship it. Write the steps down.
  Order of migrations and services during roll-out isn't stated.
  Which secrets must exist in the cluster before helm install?
  Installation at a customer's site needs a guide.
  No word on how to bring a new region up.
  Terraform has to be applied in three folders in some order. Which?
  Signing and uploading the app is tribal knowledge.
  Flashing devices in production isn't described.
  Blue/green is used, say the scripts. A page on it is missing.
  Upgrade path for self-hosters is absent.
  Document how a game server gets to the fleet, from tag to live.
  Nothing describes how a release gets to production or how to take it back. The knowledge sits with two people.
undocumented-deprecation
  v1 is going to be removed, the docs don't tell when.
  Mark this method @Deprecated and name the successor.
  Old parameter still works. Nobody is told not to use it.
  No Sunset header and no notice for integrators.
  The endpoint should be flagged deprecated: true in the spec.
  Users of getTotals() get no hint that it is on its way out.
  Say until which release the legacy format is read.
  #[deprecated(note)] missing.
  The replaced component has no pointer to the new one.
  Phasing out of SMS codes should be announced to banks' customers.
  Deprecated fields in the GraphQL schema lack a reason.
  Support for gateway model 2 ends silently.
  Modders aren't warned that the Lua hooks disappear.
  The column is obsolete according to the chat. Put that into the schema description, with a date.
  The old search endpoint is to be switched off, yet neither the reference nor the response headers say so. Tell
    clients what replaces it and when.
undocumented-schema
  What does column flag2 mean?
  No ER diagram, no description of tables.
  COMMENT ON COLUMN would help everyone.
  The relation of stay, case and episode isn't explained.
  dbt models have no descriptions.
  Status codes 1 to 9 in the table are undocumented.
  Meaning of NULL in valid_to should be written.
  Why does the migration fill this column from another? No word.
  Data dictionary is missing.
  The JSONB column `extra` may hold anything. Describe its keys.
  Layout of the EEPROM isn't documented.
  Save file format is only defined by the code.
  Analysts ask weekly what `net_amt` includes. Document fields.
  Room entities lack any explanation, and the ledger's double-entry columns are not self-evident.
  The meaning of the columns in the settlement tables is not described. Analysts guess whether amounts include tax.
undocumented-permissions
  Which role may void an invoice? Not written.
  Scopes of the token are missing from the reference.
  Role matrix doesn't exist.
  The docs don't say that this route is for admins only.
  IAM rights needed to run the module aren't listed.
  Who can see a patient's notes? Ask the code.
  App asks for location. The reason should be documented.
  Required database grants are not named in the install guide.
  OAuth scopes in the spec: none.
  Guild officer, leader, member: rights are undocumented.
  The manual should tell what a till supervisor can do that cashiers can't.
  GitHub token of the action needs which permissions?
  Access levels on the device (installer, owner, guest) are explained nowhere.
  Auditors want a page with roles and their powers. Today it has to be derived from annotations.
  It is not documented which roles may release a payment. Administrators grant too much in order to be on the safe
    side.
missing-api-docs
  Endpoints are not documented. There is no OpenAPI description of request and response.
  REST API lacks documentation. Consumers have to read the code to learn the error codes.
  Schema fields carry no descriptions. API users cannot tell what the fields mean.
  New endpoint is absent from the API reference. Request and response bodies are nowhere to be found.
  No OpenAPI.
  The new route isn't described.
  Partners integrate by trial and error. Publish a reference.
  Request body of /claims is undocumented.
  springdoc is on the class path and every operation is without summary.
  GraphQL types carry no description.
  gRPC services have no comments in the proto.
  One can't tell which query parameters /readings takes.
  Internal, yes, but four teams use it. It needs documentation.
  Write what the endpoint expects and returns.
  The public functions of the Lua API are not described anywhere.
  Authentication for the lab interface isn't explained to callers.
  How paging works has to be learnt by experiment.
  drf-spectacular emits warnings for all views; the resulting schema says nothing on bodies.
  The partner API has no description of its endpoints. Integrators ask by mail what to send and what comes back.
  New endpoints are not in the API documentation. Integrators ask for them by mail.
missing-readme
  README lacks installation steps. A newcomer cannot start the project.
  Set-up instructions are missing from the readme. Required environment variables are not named.
  No getting-started guide. How to run the app locally is written nowhere.
  Nothing says how to get the kiosk running. Node version, database and seeds are folklore.
  Readme has no word on building the workspace. Cross compilation needs three environment variables.
  Certificates and schemes a newcomer needs are not listed in the readme. It took two days.
  README does not explain how to start the project. Environment variables and seed data are missing.
  README.md is empty.
  The repository has the create-react-app default text.
  How do I run this?
  Package without a readme. The registry page is blank.
  One line of description, that's all.
  It took me a day to get it started. Put the steps down.
  No hint what this service does or who owns it.
  A short introduction with prerequisites and commands is needed.
  Every other module has a readme, this one hasn't.
  Toolchain and board for the firmware are not named.
  New colleagues ask in chat how to seed the ward database.
  The terraform folder needs a page about inputs and order.
  Local development is a riddle: which emulator, which flags?
  Building the game needs assets from somewhere. Say from where.
  The repository does not say how to install, configure and start the service. A new developer depends on someone's
    time for a day.
missing-docstring
  Public functions without docstrings. compute and apply_discount say nothing about units.
  Exported API has no JSDoc. Parameters and return values are undocumented.
  Exported identifiers lack doc comments. golint complains about twelve of them.
  Context functions have no @doc. What cancel/2 returns must be read from the code.
  pub items without rustdoc. missing_docs warns 61 times.
  PHPDoc absent on the public methods. Return types are arrays of what?
  Public methods of the SDK have no doc comments. Parameters and exceptions must be read from the source.
  D103 missing docstring in public function.
  Exported function CalcFee should have comment (revive).
  CS1591: missing XML comment for publicly visible type.
  What does reconcile return? No doc.
  KDoc is missing on the SDK's entry points.
  Params of useBasket are not described.
  The header file has no Doxygen on any function.
  Public trait without a line of explanation.
  YARD coverage 12%.
  Swift public API lacks /// comments.
  missing_docs: 48 warnings in shop-core.
  Say in the docstring whether the list is a copy.
  Callers of admit() cannot know what it does to open orders without reading it.
  Each public method of the client deserves a sentence, along with its parameters. At present there's none.
  None of the public functions of the pricing package has a doc comment. Parameters, result and side effects have to
    be read from the bodies.
  Public functions of the library have no documentation. Callers cannot know what None means.
missing-comments
  Complex algorithm without any comment. The bit tricks in rotate() need an explanation.
  Non-obvious scheduling rule is not explained. Why 13 slots? A comment should give the reason.
  Three-way merge logic has no explanatory comments. Readers cannot follow the cases.
  Seat allocation algorithm is not explained. The heuristic is impossible to follow without a comment.
  Why is the result inverted here?
  The regular expression needs an explanation.
  This workaround should name the bug that it works around.
  I don't understand the shift by three. Please comment.
  The formula comes from a standard. Cite it.
  Tricky locking order isn't explained.
  Window functions within window functions, no comment.
  Say why the order of these two calls matters.
  SAFETY comment missing at the unsafe block.
  Interpolation of the load curve cannot be followed.
  Dosage rule is dense; a note on the clinical source is needed.
  What are the magic steps of the handshake? Link the data sheet.
  The A* heuristic has an odd factor. The reason would interest the next reader.
  awk one-liner of 200 characters in the backup script. Tell what it does.
  The bed allocation heuristic is dense and has no comments. Why the weights are chosen as they are can't be derived
    from the code.
  The rounding rule is not explained. A comment should say why the half goes to the even number.
undocumented-settings
  Environment variables are not listed anywhere. Deployments fail because nobody knows which are required.
  New configuration option is not documented. Its default and unit are unknown.
  CACHE_TTL is new. Add it to the docs.
  Which variables are mandatory?
  .env.example doesn't contain the new keys.
  Helm values have no comments.
  The option is in the code only. Nobody will find it.
  Default values aren't listed.
  Terraform variables without description.
  application.yml property shop.rounding is explained nowhere.
  What does level 3 of `strictness` do?
  The meaning of DIP switches isn't in the manual.
  Config reference lacks half of the entries.
  Remote config keys: a table with meaning and owner is needed.
  server.cfg has 40 entries that server admins must guess.
  Ops set MAX_LAG wrongly as there is no statement of what it controls, nor its range.
  The new environment variables are not mentioned in the configuration reference. Operators cannot know their defaults
    or allowed values.
  Required environment variables are nowhere listed. The service stops at start and one has to read the code.
broken-links
  Broken links to the tutorial. Four links give 404.
  Link to the wiki gives 404.
  Relative path is wrong after moving the file.
  Anchors point to headings that were renamed.
  markdown-link-check: 7 dead.
  The image in the README isn't shown.
  "See here" leads nowhere.
  Badge points to the old CI.
  intra-doc link can't be resolved (rustdoc::broken_intra_doc_links).
  Help page links to a domain that we gave up.
  Javadoc @see refers to a class that has gone.
  The manual's QR code opens an error page.
  Reference to ADR-19, which does not exist.
  Sidebar entries of the docs site go to missing pages.
  Several hyperlinks in the clinician handbook lead to a server within the former company's network.
  Several links in the developer guide lead to pages that no longer exist. A link checker in the pipeline would keep
    them alive.
typos
  Typos in the troubleshooting page. occured, seperate.
  "recieve" in the error message.
  Spelling: adress, occurence, seperator.
  codespell finds 31 words.
  The heading says "Instalation".
  Grammar: "The order are shipped".
  Its vs it's in the help.
  A typo in a public name: getReciept. Hard to change later.
  "pubic key" in the manual. Please.
  Duplicate word: the the.
  Misspelt label on the ward screen: "Medicaton".
  Comment has three mistakes in one line.
  Player-facing text "You loose" should be "You lose".
  Log message reads "conection refsued", which makes searching for it hard.
  Customer mails start with "Deer Sir". A spell checker in CI would be cheap.
  The confirmation page has spelling mistakes in its heading and its button. Customers see them at the most delicate
    moment.
missing-architecture-docs
  Architecture diagram is missing. New developers cannot see how services relate.
  Choice of LiveView is recorded nowhere. Newcomers ask each month.
  Decision for event sourcing is not recorded. Nobody remembers the reasons.
  No overview. I had to draw my own diagram.
  How do the services talk to each other?
  A context diagram would save everybody time.
  Design of the sync isn't described.
  The reason for two databases is not recorded.
  Write an ADR for the move to gRPC.
  The flow of a payment through seven components is nowhere shown.
  New people need weeks to find where things are. A map is missing.
  State machine of the charger should be drawn.
  Boundaries between contexts are undocumented.
  Network layout of the cloud set-up has no picture.
  Threading model of the engine needs a page.
  Why was polling chosen over push? Leave a note for posterity.
  Interfaces of the hospital system to lab, pharmacy and insurer deserve a description in a central place.
  There is no description of how the components work together. A diagram with the main flows and a page on the reasons
    would help new people.
  There is no overview of how services talk to each other. New people draw it anew each time.
missing-license
  Licence file is missing. The package says MIT but has no text.
  No LICENSE.
  Licence field in package.json is empty.
  Under which terms may this be used?
  Files have no SPDX header.
  Third-party notices are missing in the app.
  Cargo.toml: no license or license-file.
  composer.json says proprietary, README says MIT.
  The copied code needs its BSD notice.
  Fonts in the game come without licence text.
  reuse lint fails for 140 files.
  Companies can't adopt it without a licence.
  GPL component in a closed firmware, and attribution isn't given.
  Add the text of Apache-2.0 that the badge promises.
  Open source acknowledgements screen is absent from the settings of the iOS app.
  The repository has no licence file. Others cannot tell whether they may use the library at all.
contribution-guide
  Contribution guide does not say how to run tests. Add it.
  No CONTRIBUTING.md.
  How do I submit a change?
  Branch naming and commit style are unwritten.
  Which tests should run before a pull request?
  Pull request template is missing.
  Newcomers don't know about the CLA.
  Code style rules are only told in reviews. Write them down.
  Say whom to ask for review.
  There is no guidance for reporting bugs.
  The guide should explain how to add a new tariff.
  External modders want to help, and find no instructions.
  Release branches: which one do fixes go to?
  Development workflow isn't described.
  Contributors need to know how to regenerate the clients and where to sign off; nothing says so.
  Contributors are not told how to set up hooks, run the checks and phrase commits. Every first pull request goes
    through the same three rounds.
broken-examples
  The snippet doesn't compile.
  Sample code uses the constructor of version 1.
  Copying the curl call gives 401. The header is missing.
  examples/ isn't built in CI and fails.
  Doctest fails: expected 3, got 4.
  The tutorial imports a module that doesn't exist.
  Snippet lacks an import, so beginners get stuck.
  Example in the README has a syntax error.
  ```rust,ignore hides that it doesn't work.
  Sample values in the YAML are rejected by our own validator.
  Demo project for the sensor kit needs a library that was withdrawn.
  Storybook crashes on three stories.
  The module's usage block leaves out a required variable.
  Example query of the guide names a table that isn't there.
  The code in the tutorial does not work with the current release. It calls a function that was removed and nobody
    runs the samples.
comment-noise
  i++ // increment i.
  Comment restates the method's name.
  Every getter has four lines of Javadoc that say nothing.
  Banner comments with stars.
  Author and date blocks. Git does this.
  "// constructor".
  Docstring "Gets the thing" for get_thing.
  Closing-brace comments hint at a block that's too long.
  Change history in the file header.
  Generated descriptions like "the id of the id".
  Comments explain the language, not the tariff.
  Remove remarks which tell what each line does; readers know the syntax, the reason is what they lack.
  Comments say what each line does, in other words than the code. They double the length and tell nothing about the
    reason.
  The file starts with a page of history that version control holds already. Remove it.
duplicated-docs
  Set-up is described in the README, the wiki and Notion, each differing.
  The API is documented by hand and generated as well.
  Three glossaries.
  Two pages on deploying contradict each other.
  Env variables are listed in four files. One source.
  Parameter table copied to each endpoint.
  Same paragraph in every package's readme.
  Which of the manuals is valid?
  Docs are copied into the help screen by hand and get out of step.
  The ward procedures exist as PDF and as web page, with other numbers.
  Translated docs lag two versions behind the English ones.
  Link to the tariff rules rather than repeat them.
  The list of settings is kept in the readme and in the handbook. They differ in three entries and nobody knows which
    is right.
  Instructions were copied to every service's folder. A change has to be made eleven times; link to one page.
doc-structure
  There's no index.
  One page of 9,000 words.
  Install steps come after the reference.
  Documents are scattered over wiki, drive and chat.
  Nothing tells readers where to begin.
  Written for developers, but nurses read it.
  Jargon without explanation. Glossary.
  Table of contents is missing.
  Steps are hidden in a paragraph. Number them.
  The important warning stands at the very end.
  Search doesn't find the new pages as they aren't in the navigation.
  Tutorial and reference are mixed, so newcomers drown in options.
  The documentation has everything but in no order. Someone who wants to install the gateway must read through the
    design first.
  Pages are not linked from anywhere and can only be found by those who know their names.
undocumented-threads
  Is this class thread safe? Say so.
  Which thread does the callback come on?
  Callers must hold the lock. That's nowhere stated.
  @MainActor or not? The docs keep silent.
  Re-entrancy of the driver calls is undocumented.
  May the client be shared between goroutines?
  Not safe for concurrent use ought to be in the doc comment.
  Tell whether the listener may block.
  Ordering guarantees of the stream aren't described.
  ISR-safe functions should be marked.
  Lifetime of the returned handle under concurrent close is unclear.
  Document that the cart must be used on one dispatcher only.
  It is not said whether the client may be used by several threads at once. Users create one per call to be safe.
  The docs don't tell on which thread listeners are called, so apps touch the screen from the wrong one.
undocumented-assumptions
  The list must be sorted. Nobody says so.
  Precondition isn't documented.
  Method also sends a mail. Mention the side effect.
  Must be called before start().
  Callers need to free the result. The header doesn't say.
  Returns null if nothing is found; undocumented.
  Order of calls matters, and there's no hint.
  Assumes one ward per nurse. State this.
  Works for the Julian calendar only? Tell us.
  What is guaranteed after a failure isn't described.
  Invariant of the ledger (sum is zero) should be written down.
  The module expects an existing DNS zone, a fact one learns by the failing apply.
  The function expects its input sorted by time and gives wrong sums otherwise. This condition should stand in its
    description.
  Calling close twice is forbidden according to the source, but not according to any document.
ownership-docs
  CODEOWNERS is missing.
  Whom do I ask about this service?
  Nobody feels responsible for the batch.
  Owner in the catalogue left the company.
  Alert goes to a channel nobody reads.
  Add a contact to the README.
  Maintainers of the crate aren't named.
  Resources carry no owner tag.
  The escalation path isn't written.
  Team names in the header are from before the reorganisation.
  Dashboards without owner.
  The lab interface has been passed between three teams, and no document says who decides.
  It is not recorded which team looks after the settlement job. When it fails at night, three are woken.
  The repository names neither an owner nor a contact. Questions and reviews get stuck.
"""
