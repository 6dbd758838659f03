"""What the libraries and programs that many developers know are for, and how people speak of doing what they do.

A line continues the topic of `domain.tiers.topics` with that name, or begins one of its own, in the same words.
"""

from typing import Final

TRADES: Final = """
deps: uv, poetry?, pipenv, pip tools, conda, npm, yarn, pnpm, cargo add, cargo toml, cargo deny, composer json, nuget,
  maven central, version catalog, libs versions toml, renovate, dependabot, vcpkg, conan, cocoapods, swift package
  manager, go mod, requirements txt, package json, gemfile, renv, pip compile, dependency tree, crates, add+crate,
  new+crate, add+lib, need+lib, need+library, need+package, use+library, add+library, gem?, npm package
logging: structlog, loguru, log4j, slf4j, logback, winston?, pino, bunyan, serilog, nlog, zap logger, zerolog, slog,
  logrus, timber?, env logger, console log, println, eprintln, nslog, os log, print statement, print+see, output+see,
  see+log, write+log, in the log, verbose output, ins log, dans les logs, en el log, в лог*
testwrite: pytest, unittest, testcase, jest, vitest, mocha?, jasmine, junit, kotest, rspec, minitest, phpunit, xunit,
  nunit, gtest, catch2, hypothesis?, proptest, quickcheck, turbine?, mockito, mockk, sinon, factory boy, insta, assert
  cmd, testthat, testing library, testcontainers, robolectric, xctest, snapshot test, screenshot test, golden file,
  property test, parametrize, test für, test pour, prueba+para, tests pour, tests für
testrun: make test, nextest, cargo test, npm test, go test, gradlew test, tox, nox, whole suite, entire suite, didn t
  break, still works, still green, everything green, alles grün, tests laufen, run+check, nothing+broke, not break,
  break anything, broke something
mock: mockito, mockk, sinon, wiremock, msw, nock, vcr, test double, fakes
e2e: webdriver, detox, maestro?, espresso?, appium, testcafe, ui tests, instrumented test, managed device, emulator
!migration: liquibase, makemigrations, dbmate, django migration, sqlx migrate, new field+model, field to+entity,
  backfill, fill+existing, add+column, neue spalte, schema version, data migration, alter+column, user version
component: composable, jetpack compose, swiftui, fragment?, xml layout, headless ui, radix, material ui, mui, shadcn,
  new page, build+page, new view, form page, detail page, settings page, neue seite, nouvelle page, build+screen,
  make+screen, new+tab, panel?
styling: scss, sass, styled component, css module, bootstrap?, chakra, design token, stylelint, custom properties,
  material theme, theme+color, same color, look different, looks different, bigger, smaller, too small, zu klein, dark
  theme, spacing
form: formik, react hook form, crispy form, wtforms, vee validate, input+field, add+checkbox, add+field+form,
  eingabefeld, champ?, formular
state: ngrx, xstate, livedata, stateflow, viewmodel, bloc, riverpod, ui state, loading state, error state, empty
  state, local state, url state
fetching: ky, swr, tanstack, apollo?, retrofit, ktor, okhttp, aiohttp, reqwest, ureq, faraday, guzzle, alamofire,
  urlsession, load+server, call to get, call to post, server sends, load+backend, fetch+server, fresh data, from the
  server, from the backend, from the api
json: gson, moshi, jackson, kotlinx serialization, serde, orjson, newtonsoft, codable, parse+response, parse+answer,
  json schema
di: hilt, dagger, koin, inversify, tsyringe, autofac, constructor injection
async: coroutine, coroutines, dispatchers, globalscope, runblocking, tokio, rayon, rxjava, rxjs, crossbeam, main
  thread, completablefuture, freezes+ui, blocks+ui, freezes, ui thread, multi threaded, threads
queue: workmanager, dramatiq, hangfire, bullmq, resque, oban, celery, in the background, into the background, im
  hintergrund, en arrière plan, en segundo plano, в фоне, once an hour, every hour, every couple of, раз в час, every
  few minutes, even when+closed, asynchronously, doesn t wait, not wait, periodically, stündlich, toutes les heures,
  cada hora
cache: memoise, lru cache, varnish, stale data, stale while
time: chrono, kotlinx datetime, joda, java time, carbon?, pendulum, zoneinfo, pytz, dateutil, timezone now, datetime
  now, date fns, weeks after, days after, days before, next+date, midnight, countdown, expires, this week, last month,
  week+starts, relative dates, calendar day
money: bigdecimal, integer cents, discount+price, discount+total, price+field, price+column, price+calculation,
  add+price, rabatt*, remise*, descuento*, скидк*
i18n: gettext, i18next, next intl, react intl, strings xml, po files, po file, lingui, formatjs, vue i18n,
  localizable, plural?, plurals, show+"", text+"", label+"", title+"", button+"", hint+"", message+"", display+"",
  zeig*+"", texte+"", muestr*+"", показ*+"", сообщени*, add+text, new text, some text, help text, texte d aide,
  hinweistext, hint text, placeholder, caption?, 一句, 提示, 文案, 文言, change+wording, button text, error text,
  empty state+text, weblate, crowdin
email: mjml, mailpit, mailhog, sendgrid, postmark, mailgun, confirmation mail, mail+text, mail+customer, mail
  template, text+mail, mails
image: coil?, glide?, picasso, sorl, pillow?, imagemagick, next image, upload+photo, add+photo, attach+photo, photos,
  show+photo, photo upload, srcset, webp
charts: recharts, visx, highcharts, plotly, matplotlib, seaborn, ggplot2, altair, bokeh, vega, echarts, nivo, bar
  chart, line chart, histogram, scatter plot, pie chart, heatmap, plot+by, plot+over, figure?, make+plot, make+figure,
  axis label, axes, colour palette, color palette, colormap, viridis
data: duckdb, dplyr, pyspark, dask, tidyverse, data table, join+table, merge+dataframe, group by, csv file, raw data,
  missing values, outliers, drop+rows, feather, arrow file, parquet
notebook: notebook, jupyter, ipynb, nbstripout, papermill, jupytext, quarto, rmarkdown, kernel+restart
ml: scikit learn, sklearn, keras, xgboost, lightgbm, mlflow, wandb, optuna, catboost, train+classifier, fit+model,
  cross validation, cross validate, hyperparameters, feature importance, train+set, test+set, holdout, baseline model,
  tune+model, random forest, gradient boosting, prediction?
datapipeline: dagster, prefect, snakemake, dvc, airflow, luigi, pipeline+step, new step+pipeline, dvc repro,
  rerun+pipeline
docs: rustdoc, mkdocs, sphinx, docusaurus, typedoc, man page, manpage, doc comment, vale, document+option,
  document+flag, document+how, write down+how, describe+readme, beschreib*+readme
cli: clap, click?, typer, cobra, docopt, structopt, picocli, oclif, new flag, add+flag, add+subcommand,
  new+subcommand, new command, add+command, option+for, exit code, exit codes, help output, flag that, flag to, --*
errors: thiserror, anyhow, eyre, snafu, result type, error type, error enum, error variant, add+error, error for,
  expect call, unwrap, problem json, error boundary, toast+error, user facing error
deploy: kamal, capistrano, docker compose, ansible, bring+live, go live, goes live, ship it, live nehmen, ausrollen,
  auf produktion, mettre en prod, mise en production, en producción, в прод, выкатить, выкати, roll+out, put+live, to
  production, on staging, deployment
!release: semantic release, release please, cargo dist, goreleaser, changesets, testflight, app store, play store,
  crates io, make+release, do+release, new+release, release now, cut+version, tag+release, fastlane, what s new, neues
  release, neue version, nouvelle version, nueva versión, новую версию, 发布新版本, version code, version number
secrets: sops, ssm parameter, secrets manager, secretsmanager, dotenv, 1password, sealed secret, doppler, kms, api
  key, live key, new key, access token, put+token, add+token, db password, passwort+ablegen, токен*, rotate+password,
  rotate+key, tls key, private key
config: django environ, pydantic settings, hydra?, viper?, environment variables, base url, new option+config, config
  option, config key, feature config, tfvars, make+configurable
auth: keycloak, auth0, cognito, okta, allauth, devise, log in as, role+user, who may, may see, allowed to see, iam
  role, iam policy, iam user, least privilege
terraform: terraform, terragrunt, opentofu, tofu, pulumi, cloudformation, cdk, atlantis, tflint, checkov, tfsec,
  tfvars, hcl, tfstate, state file, terraform module, resource+module, new+bucket, add+bucket, new+instance,
  new+queue, add+queue, new+lambda, security group, subnet, vpc, load balancer, alb, eks, ecs, fargate, route53, dns
  record, new environment, new account, provider version, import+state
monitoring: datadog, cloudwatch, opentelemetry, honeycomb, new relic, pagerduty, opsgenie, crashlytics, bugsnag,
  sentry, crash report, add+alarm, add+alert, add+metric, dashboard+metric, panel+dashboard, wake+night, alert when,
  alarm when
analytics: posthog, plausible, matomo, firebase analytics, google analytics, how many+use, how many+click,
  count+people, measure+usage, know+how many, count+click, usage statistics, tracking sdk, telemetry
flags: unleash, flagsmith, remote config, toggle+feature, not+visible+everyone, only+some users, hide+until, beta
  user, beta users, noch nicht für alle, pas encore+tous, gradually, behind a flag, feature toggles,
  show+only+internal, hidden until
lint: ktlint, detekt, swiftlint, rubocop, golangci, hadolint, biome, clippy, pylint, flake8, checkstyle, allow dead,
  lint rule, eslint rule, trailing comma
format: rustfmt, spotless, swiftformat, clang format, stylua, yapf, terraform fmt, cargo fmt, ruff format, gofmt,
  black formatter, pre commit
types: pyright, sorbet, tsc, type hints, as unknown, any cast, strict null, discriminated union, type guard
!commit: commitlint, commitizen, conventional commits, commit message, commit subject, commit title, commit das,
  commit it, commit now, mach+commit, fais+commit, haz+commit
!pr: glab, gh pr, mr create, pr create, make+mr, open+mr, make+pr, merge request, push+mr, open+pull request
!branch: start on, start+ticket, checkout -b, develop branch, from develop, feature branch, neuen branch, nouvelle
  branche, nueva rama, новую ветку, worktree
ci: circleci, gitlab ci, buildkite, github actions, ci+red, ci+fails, ci+job, workflow+job, build matrix, runner?
endpoint: drf, django ninja, fastapi, rest framework, nestjs, axum, actix, add+endpoint, needs+endpoint, new+endpoint,
  endpoint to, api+response, response+field, field+response, request+response, api change
apiversion: backwards compatible, rename+response, rename+api, remove+response, old clients, older clients, older
  versions
query: queryset, select related, prefetch related, sqlx, diesel, sqlalchemy, jooq, raw sql, slow page, too many
  queries, queries, revenue by, revenue per, per month, by month, by category, sql report, cte, window function, left
  join, query plan
db: room database, dynamodb, mongodb, rds, sqlite, pragma
a11y: contentdescription, content description, aria label, axe, icon button, icon only, screen reader, tab order,
  focus ring, keyboard user, keyboard users, contrast?, touch target, touch targets, tap target, too small+tap, hard
  to hit, hard to tap
navigation: navigation, router, react router, routes, route?, deep link, navigate, tap+open, tap+opens, click+open,
  click+opens, open+detail, opens+page, link to+page, go to+screen, back button, redirect, breadcrumb
interactive: htmx, jquery, without page reload, without reload, reload when, live search, reload+filter,
  interactivity, partial update, stimulus, turbo frame
payment: paypal, adyen, braintree, klarna, mollie, refund, partial refund, pay back, payment provider, stripe
permissions: permission?, permissions, camera permission, location permission, ask for+permission, rationale,
  standort, ubicación, localisation, геолокац*, runtime permission
!bugfix: bug fix, fix+crash, crashes+fix, fix pls, fix please, fix that bug, crash+fix, beheb*, repariere,
  corrige+bug, почини*, исправь+ошибк*, 修复, 直して, バグ+修正, bug+ticket, regression test, when a bug is fixed,
  bug+fixed
refactor: räum*+auf, clean up, too long, gets long, lines long, zu lang, split+up, extract, break+up, move+into,
  grown, duplicat*+code, auslager*, refactoring, big function, long function, copy paste, reuse, business logic, thin
  views, stay thin, logic+view
plan: replace+whole, replace+entire, rewrite+whole, rewrite+entire, redo+whole, from scratch, big change, big changes,
  large change, remplacer+tout, refaire+tout, reescrib*+todo, komplett+neu, переписать+весь, переписать+всё,
  migrate+whole, ersetz*+ganze
offline: offline, no network, without network, bad network, sync, synchronisation, source of truth, local database,
  sync+conflict
devicerun: install+phone, install+tablet, on my phone, on my tablet, on my device, auf mein handy, on the device,
  try+device, adb install
minversion: min sdk, minsdk, older devices, old devices, api level, msrv, minimum version, rust version, browser
  support, older browsers, new+api, node version, python version
admin: django admin, admin page, admin py, backoffice, back office, admin panel
modules: feature module, feature modules, module boundaries, depend on each other, cyclic import, import+feature,
  monorepo package, module graph, crates+workspace, core module
unsafe: unsafe, unsafe block, raw pointer, ffi, mmap, transmute
benchmark: criterion, benchmark, benchmarks, bench?, flamegraph, hyperfine, profiling, faster, speed up, slow loop,
  hot loop
dirs: where+belongs, file layout, move+folder, new folder, scripts folder
tags: tagged, tag+owner, cost tag, cost center, resource tags, tags
security: cve, public access, open to the world, 0 0 0 0, encrypt at rest, encryption, allow+port, open+port,
  firewall, ingress rule
destroy: terraform destroy, destroy, delete+bucket, delete+database, remove+resource, prevent destroy, drop+table,
  delete+prod
virtual: virtualized, virtualised, long list, thousands of rows, 10 000 rows, big table, large table, infinite list,
  many rows
testids: data testid, getbyrole, selector, selectors, test id
seeds: random seed, random state, reproducib*, seed?, same result, deterministic
dataprivacy: anonymis*, pseudonym*, patient*, personal data, customer data, pii, gdpr, dsgvo, names+addresses,
  sensitive data
units: unit?, units, si units, kelvin, celsius, metric units, convert+units, column+unit
""".replace("\n  ", " ")

# Topics are known by these as well, but they are said of much else: each weighs less.
EVERYDAY: Final = frozenset(
    (
        "library audit seed train baseline reproducible factory coverage test tests testing fake amend origin "
        "conflict conflicts history merge squash review release releases publish stage staging dock image images "
        "icon picture pictures photo photos avatar provision prefix suffix rename select atomic panic crash throw "
        "throws raise catch except swallow optional undefined valid validate monitor metric alert trace span "
        "pager alarm type types typed typing generic cast annotate format indent comment comments commenting "
        "document guide tone sentence paragraph heading headings manual spelling import imports barrel directory "
        "folder component screen screens badge banner tile toggle dialog ui form forms color colour round spacing "
        "pretty ugly center centered align hover style styling margin padding responsive theme font breakpoint "
        "cost fee price prices tax discount money amount cents currency decimal rounding euro balance poll "
        "spinner password permission role injection constant setting settings config ago expire expires expired "
        "expiry birthday deadline date dates duration moment schedule weekly daily monday hourly nightly charge "
        "subscription billing refund checkout invoice wording french translate translation accessible parallel "
        "thread threading promise performance slow fast faster latency optimize optimise bottleneck queue worker "
        "consumer upload attachment bucket cloud region instance email mail newsletter notification notify toast "
        "immutable frozen simplify rewrite tidy experiment checkpoint warehouse mart build bundle compile "
        "simulator composition ternary nesting chart plot visualize quota physically privacy license licence plan "
        "analytics tracking track funnel report pdf dump duplicates duplicate interim ticket issue option options "
        "list listing output diagram draw visually sensor interrupt enemy swift express spring go rust flask helm "
        "angular next dart node browser pod cluster ban injected navigation router routes units selector offline "
        "sync permissions tags tagged extract grown reuse redirect cells queries unsafe destroy deterministic "
        "benchmark benchmarks deployment telemetry encryption rationale breadcrumb temporal objection doctrine "
        "quartz caffeine polly drift lit buck phoenix echo gin metal nomad swarm lambda pulsar stencil black "
        "sonar llama electron ninja recoil flux boost nest resque akita fastly scala elm crystal julia ruby perl "
        "threads freezes outliers emulator fakes placeholder smaller bigger midnight countdown"
    ).split()
)
