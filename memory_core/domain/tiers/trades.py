"""What the libraries and programs that many developers know are for, and how people speak of doing what they do.

A line continues the topic of `domain.tiers.topics` with that name, or begins one of its own, in the same words.
"""

from typing import Final

TRADES: Final = """
deps: uv, poetry?, pipenv, pip tools, conda, npm, yarn, pnpm, cargo add, cargo toml, cargo deny, composer json, nuget,
  maven central, version catalog, libs versions toml, renovate, dependabot, vcpkg, conan, cocoapods, swift package
  manager, go mod, requirements txt, package json, gemfile, renv, pip compile, dependency tree, crates, add+crate,
  new+crate, add+lib, need+lib, need+library, need+package, use+library, add+library, gem?, npm package, new
  dependency, another dependency, add crate, add package, pull in, extra library, a lib for, a library for, library
  that, package that, package for, crate for, gem for, is there a crate, install, import+library, npm i,
  bump+dependency, update+dependencies, upgrade+dependencies, outdated packages, upgrade to
logging: structlog, loguru, log4j, slf4j, logback, winston?, pino, bunyan, serilog, nlog, zap logger, zerolog, slog,
  logrus, timber?, env logger, console log, println, eprintln, nslog, os log, print statement, print+see, output+see,
  see+log, write+log, in the log, verbose output, ins log, dans les logs, en el log, в лог*, tracing, log level, debug
  log, info log, log output, log messages, log statement, log statements, print, prints, printf, verbose, silent,
  quiet+output
testwrite: pytest, unittest, testcase, jest, vitest, mocha?, jasmine, junit, kotest, rspec, minitest, phpunit, xunit,
  nunit, gtest, catch2, hypothesis?, proptest, quickcheck, turbine?, mockito, mockk, sinon, factory boy, insta, assert
  cmd, testthat, testing library, testcontainers, robolectric, xctest, snapshot test, screenshot test, golden file,
  property test, parametrize, test für, test pour, prueba+para, tests pour, tests für, tempfile, temp dir, tmpdir,
  tempdir, trycmd, doctest, doctests, integration tests, golden files, table test, fixtures, pytest fixture, approx,
  tolerance, assert almost, expect test, great expectations, pandera, data validation test, moto, localstack,
  terratest, unit test for, covered by tests, test that, tests that, regression test
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
  thread, completablefuture, freezes+ui, blocks+ui, freezes, ui thread, multi threaded, threads, async await,
  blocking, async runtime, no async, event loop, freeze, hangs+ui
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
  axis label, axes, colour palette, color palette, colormap, viridis, figure, figures, plot, plots, plot style, style
  sheet, mplstyle, ggplot, axis, legend, colour blind, color blind, colorblind, palette, error bars, confidence band,
  kaplan meier, boxplot, box plot, violin, subplot, facet, savefig, dpi, vector graphic, for the paper, for paper,
  survival curve, roc curve, draw+curve, plot+against, show+distribution, bars+per
~data: duckdb, dplyr, pyspark, dask, tidyverse, data table, join+table, merge+dataframe, group by, csv file, raw data,
  missing values, outliers, drop+rows, feather, arrow file, parquet, dataframe, data frame, pandas, polars, tibble,
  left join, merge on, pivot, melt, wide format, long format, nan, na values, impute, imputation, drop duplicates,
  outlier, filter+rows, read csv, load+csv, load+data, sas file, excel sheet, spss, cleaning script, clean+data,
  column types, dtype, dtypes, categorical
~notebook: notebook, jupyter, ipynb, nbstripout, papermill, jupytext, quarto, rmarkdown, kernel+restart, notebooks,
  clear outputs, clear output, cell, exploratory, exploration, move+notebook+module, notebook+src, strip output
~ml: scikit learn, sklearn, keras, xgboost, lightgbm, mlflow, wandb, optuna, catboost, train+classifier, fit+model,
  cross validation, cross validate, hyperparameters, feature importance, train+set, test+set, holdout, baseline model,
  tune+model, random forest, gradient boosting, prediction?, split+train, train test split, leakage, data leakage,
  split by patient, group split, stratified, folds, kfold, cross validated, auroc, auprc, f1 score, calibration,
  brier, class imbalance, imbalanced, smote, early stopping, learning rate, epoch, epochs, batch size, gpu, retrain,
  evaluate+model, compare+models, try+model, try+classifier, scaler, standardize, normalise+features, feature
  selection, new feature, add+feature+model, shap, grid search, hyperparameter search, tune
datapipeline: dagster, prefect, snakemake, dvc, airflow, luigi, pipeline+step, new step+pipeline, dvc repro,
  rerun+pipeline
~docs: rustdoc, mkdocs, sphinx, docusaurus, typedoc, man page, manpage, doc comment, vale, document+option,
  document+flag, document+how, write down+how, describe+readme, beschreib*+readme, help text+flag, readme+example,
  usage example, rustdoc example, api docs, runbook, terraform docs, module readme, document+module,
  document+variable, decision record, confluence, wiki page
~cli: clap, click?, typer, cobra, docopt, structopt, picocli, oclif, new flag, add+flag, add+subcommand,
  new+subcommand, new command, add+command, option+for, exit code, exit codes, help output, flag that, flag to, --*,
  subcommand, clap derive, positional argument, short flag, long flag, dry run, --dry-run, interactive prompt,
  confirmation prompt, asks before, shell completion, completions, stdin, quiet mode, verbose flag, --json, --force,
  --quiet, --verbose, cli argument, as argument, progress bars, indicatif, spinner
errors: thiserror, anyhow, eyre, snafu, result type, error type, error enum, error variant, add+error, error for,
  expect call, unwrap, problem json, error boundary, toast+error, user facing error, new error, error kind, return an
  error, errors are, bail, context on errors, map err, question mark operator, error chain, exit status, user error,
  helpful error, raise error
!deploy: kamal, capistrano, docker compose, ansible, bring+live, go live, goes live, ship it, live nehmen, ausrollen,
  auf produktion, mettre en prod, mise en production, en producción, в прод, выкатить, выкати, roll+out, put+live, to
  production, on staging, deployment, rollout to, apply+prod, apply+staging, apply it, terraform apply, apply the
  plan, let it loose, push to prod, promote to, release to prod, argo rollouts, blue green, canary
!release: semantic release, release please, cargo dist, goreleaser, changesets, testflight, app store, play store,
  crates io, make+release, do+release, new+release, release now, cut+version, tag+release, fastlane, what s new, neues
  release, neue version, nouvelle version, nueva versión, новую версию, 发布新版本, version code, version number,
  cargo release, homebrew, brew formula, publish+crate, pypi, npm publish, bump, bump version, tap formula, binaries,
  release binaries, release build, prerelease, release candidate
secrets: sops, ssm parameter, secrets manager, secretsmanager, dotenv, 1password, sealed secret, doppler, kms, api
  key, live key, new key, access token, put+token, add+token, db password, passwort+ablegen, токен*, rotate+password,
  rotate+key, tls key, private key, password+database, master password, secret+rotation, webhook url+secret, secret
  in, api token, datadog key, slack token, credentials, hide+key, plain text+password
config: django environ, pydantic settings, hydra?, viper?, environment variables, base url, new option+config, config
  option, config key, feature config, tfvars, make+configurable, config file, toml file, settings file, yaml config,
  default value, defaults, env variables, .env, make+adjustable, magic value, hard coded value, threshold+config,
  put+constant
auth: keycloak, auth0, cognito, okta, allauth, devise, log in as, role+user, who may, may see, allowed to see, iam
  role, iam policy, iam user, least privilege
~terraform: terraform, terragrunt, opentofu, tofu, pulumi, cloudformation, cdk, atlantis, tflint, checkov, tfsec,
  tfvars, hcl, tfstate, state file, terraform module, resource+module, new+bucket, add+bucket, new+instance,
  new+queue, add+queue, new+lambda, security group, subnet, vpc, load balancer, alb, eks, ecs, fargate, route53, dns
  record, new environment, new account, provider version, import+state, main tf, variables tf, outputs tf,
  variable+description, output+module, for each, count index, data source, provider block, backend config, remote
  state, state lock, moved block, import block, lifecycle block, ignore changes, resource name, module version,
  pin+module, pin+version, terraform plan, plan+apply, terraform workspace, per environment, new+environment,
  staging+too, same in staging, same+prod
monitoring: datadog, cloudwatch, opentelemetry, honeycomb, new relic, pagerduty, opsgenie, crashlytics, bugsnag,
  sentry, crash report, add+alarm, add+alert, add+metric, dashboard+metric, panel+dashboard, wake+night, alert when,
  alarm when, log group, retention, log retention, alarms, sns topic, metric filter, error rate, cpu usage, disk full,
  dead letter, dlq, synthetic check, uptime, health check, slo, oncall, on call
analytics: posthog, plausible, matomo, firebase analytics, google analytics, how many+use, how many+click,
  count+people, measure+usage, know+how many, count+click, usage statistics, tracking sdk, telemetry
flags: unleash, flagsmith, remote config, toggle+feature, not+visible+everyone, only+some users, hide+until, beta
  user, beta users, noch nicht für alle, pas encore+tous, gradually, behind a flag, feature toggles,
  show+only+internal, hidden until
lint: ktlint, detekt, swiftlint, rubocop, golangci, hadolint, biome, clippy, pylint, flake8, checkstyle, allow dead,
  lint rule, eslint rule, trailing comma, lint warnings, warnings, deny warnings, lints, pedantic
format: rustfmt, spotless, swiftformat, clang format, stylua, yapf, terraform fmt, cargo fmt, ruff format, gofmt,
  black formatter, pre commit
types: pyright, sorbet, tsc, type hints, as unknown, any cast, strict null, discriminated union, type guard, newtype,
  typed, dataclass, dataclasses, attrs, pydantic model, enum instead, string enum, literal type, union type, generics,
  type alias, annotations, signature types
!commit: commitlint, commitizen, conventional commits, commit message, commit subject, commit title, commit das,
  commit it, commit now, mach+commit, fais+commit, haz+commit, commit, commit these, commit everything, save+commit,
  commit your changes, stage and commit, amend, check in
!pr: glab, gh pr, mr create, pr create, make+mr, open+mr, make+pr, merge request, push+mr, open+pull request, open+pr,
  create+pr, draft pr, pr description, pr text, hand in, ready for review, request review, reviewers, mr description
!branch: start on, start+ticket, checkout -b, develop branch, from develop, feature branch, neuen branch, nouvelle
  branche, nueva rama, новую ветку, worktree, on a branch, branch for, new branch for, name+branch, rename+branch,
  rebase on, rebase onto, merge main, merge develop, update+branch, conflicts with
ci: circleci, gitlab ci, buildkite, github actions, ci+red, ci+fails, ci+job, workflow+job, build matrix, runner?
endpoint: drf, django ninja, fastapi, rest framework, nestjs, axum, actix, add+endpoint, needs+endpoint, new+endpoint,
  endpoint to, api+response, response+field, field+response, request+response, api change
apiversion: backwards compatible, rename+response, rename+api, remove+response, old clients, older clients, older
  versions
query: queryset, select related, prefetch related, sqlx, diesel, sqlalchemy, jooq, raw sql, slow page, too many
  queries, queries, revenue by, revenue per, per month, by month, by category, sql report, cte, window function, left
  join, query plan, explain analyze, slow queries, index+query, missing index, join+tables, aggregate, aggregation,
  report+per, sum per, count per, group+month, top 10
~db: room database, dynamodb, mongodb, rds, sqlite, pragma
a11y: contentdescription, content description, aria label, axe, icon button, icon only, screen reader, tab order,
  focus ring, keyboard user, keyboard users, contrast?, touch target, touch targets, tap target, too small+tap, hard
  to hit, hard to tap, contrast, colour alone, color alone, keyboard, focus, focus trap, alt text, aria
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
  views, stay thin, logic+view, too big, god class, long file, split+module, split+component, move+helper,
  move+helpers, extract+helper, extract+hook, extract+component, dedupe, duplication, same code, reusable
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
seeds: random seed, random state, reproducib*, seed?, same result, deterministic, seed, set seed, rng, reproducible,
  reproducibility, same numbers, different numbers+run, every run
dataprivacy: anonymis*, pseudonym*, patient*, personal data, customer data, pii, gdpr, dsgvo, names+addresses,
  sensitive data, patient id, patient ids, identifiers, deidentified, de identified, ethics, consent form, birth date,
  date of birth, zip code, leave+machine, leave+server, upload+data, cloud+data, share+data, send+data
units: unit?, units, si units, kelvin, celsius, metric units, convert+units, column+unit, unit, unit column,
  convert+mmol, mg dl, conversion, metres, kwh, mwh, kw, mw
output: stdout, stderr, machine readable, human readable, json output, tabular output, colored output, no color,
  progress, progress bar, print+table, pretty print
paths: pathbuf, camino, utf8path, osstr, osstring, non utf 8, windows path, path separator, file names+unicode,
  symlink, symlinks, relative path, absolute path, walkdir, glob pattern
hashing: checksum, blake3, sha256, hash of+file, file hash, content hash
parallel: rayon, par iter, thread pool, worker pool, multiprocessing, joblib, parallel, all cores, uses one core,
  single core, concurrently
changelog: changelog, keep a changelog, user visible change, changelog entry, release notes, towncrier, unreleased
~cloud: iam, vpc, subnet, alb, nlb, cloudfront, elasticache, aurora, opensearch domain, eventbridge, step function, api
  gateway, kinesis, ecr, efs, nat gateway, endpoint+vpc, acm, waf, ssm, cloudtrail, guardduty, fargate task, task
  definition, autoscaling, spot instance, instance type, ami, ebs volume, snapshot+db, parameter group, multi az,
  cross account, organizations account, landing zone, aws account, role arn, assume role
iam: iam, iam role, iam policy, policy+statement, wildcard+policy, wildcard, least privilege, give+access, needs
  access, grant+access, read access, write access, access to bucket, access to+queue, access to+table, may read, may
  write, permission+lambda, allow+lambda, allow+service, assume role, service account, oidc, trust policy, access key,
  access keys, iam user
naming: resource name, names of resources, naming scheme, naming of, named after, lower case name, snake_case,
  kebab-case, prefix+env, env+prefix, call+module, name of+column, column name, column names, file name, filename
backup: backup, backups, point in time, pitr, snapshots, retention+backup, restore, restored, delete protection,
  deletion protection, versioning+bucket, dump+before
network: security group, security groups, ingress, egress, cidr, open+port, firewall rule, public subnet, private
  subnet, public ip, internet facing, allow list, allowlist, whitelist, vpn access, bastion, session manager, ssh
  access, ssh into, jump host
tls: certificate, certificates, https only, tls, acm, let s encrypt, cert
dns: route53, dns, domain name, subdomain, cname, hosted zone
cost: costs money, too expensive, expensive+month, infracost, budget alarm, cheaper, save money, aws bill, nat
  gateway+cost, spot
costtag: tags, cost center, owner tag, default tags
~lambda: lambda, lambdas, lambda function, lambda layer, python runtime, function+timeout, zip package
~container: docker image, image tag, ecr, base image, latest tag, image digest, dockerfile, task definition, multi
  stage, container image
change: change ticket, change window, maintenance window, approval+prod, four eyes, freeze, rollout plan, go from,
  wait for the go
rawdata: raw data, data raw, original data, original files, immutable data, never change+data, overwrite+data,
  fix+csv, correct+csv, edit+csv
datastore: parquet, feather, hdf5, store+result, save+result, save+intermediate, interim data, processed data,
  write+csv, dvc, lfs, large files, data in git, commit+data, model file, checkpoint file, artifact, artifacts
stats: p value, p values, confidence interval, confidence intervals, bootstrap, significance, significant, effect
  size, multiple comparison, bonferroni, hypothesis test, t test, mann whitney, chi square, regression model, cox
  model, logistic regression, mixed model, bayesian, prior, posterior, survival analysis, hazard ratio, anova, sample
  size, standard error, report+mean, median and iqr
experiments: mlflow, wandb, experiment tracking, log+run, track+run, run id, sweep, experiment config, hydra config,
  params yaml
cluster: slurm, sbatch, gpu node, compute cluster, hpc, job array, login node, queue+job, submit+job, run+cluster, on
  the cluster
environment: conda, mamba, pixi, renv, environment yml, virtual environment, uv sync, docker image+analysis,
  lock+environment, new package
paper: latex, bibtex, manuscript, overleaf, citation, citations, references, supplement, supplementary, table 1,
  abstract, methods section, results section, reviewer, reviewers, journal, camera ready, paragraph+methods,
  write+methods, write+results, caption, for the manuscript
pipeline: snakemake, makefile, targets pipeline, dvc stage, pipeline step, rule all, workflow manager,
  rerun+everything, rerun, whole pipeline, run+analysis
~rlang: tidyverse, dplyr, data table, renv, ggplot2, r script, r package, roxygen, testthat, lintr, styler
numbers: decimal places, significant digits, thousand separator, number format, round to, rounded to, percent sign,
  format+number, format+numbers, toLocaleString, intl numberformat
exports: csv export, excel export, export+excel, export+csv, xlsx, download+csv, download+excel, export button
tables: data grid, ag grid, sort+column, table+sort, sortable table, table+filter, tanstack table, table+rows
urlstate: query string, query param, query params, url param, search params, share+link, send+link, bookmark,
  bookmarkable, link+state, survives reload
errorsui: error boundary, toast, snackbar, error message+user, user sees, retry button, show+error, failure message
memo: usememo, usecallback, memo, rerender, re render, rerenders, rendering+slow, slow render
darkmode: dark mode, dark theme, light theme, light and dark, dark+light, night mode
nonnull: non null assertion, exclamation mark, null assertion, type assertion, as any, any type, ts ignore, ts expect
  error, eslint disable, disable+rule, disable+line, suppress+warning, allow+lint, type ignore, noqa
exports2: named export, named exports, default export, default exports, barrel, index ts, reexport, re export
mobilebuild: gradle, build variant, flavor, staging build, debug build, release build, apk, aab, install+device,
  install+emulator
dao: dao, room entity, entity class, dto, dtos, mapper, mappers, api model, domain model, map+response, map+dto
loading: loading state, skeleton, spinner, empty state, error state, ui state
plural: plural, plurals, singular, quantity string, n items, count+text
copy: tone, wording, informal, formal, du form, sie form, address+user, gender, microcopy
generated: generated code, generated client, regenerate, gen api, api schema+changed, schema changed, openapi file,
  new field+api, proto file, codegen
!review: review+changes, review+diff, review+branch, review my, look over, look through+diff, code review, any
  objections
unwrap: unwrap, expect, panics, panic, unreachable
performance2: takes forever, takes ages, takes too long, too slow, speed it up, make+faster, memory usage, out of
  memory, oom, ram, profile first, measure first, benchmark
schema: schema version, user version, pragma, migration, migrations, migrate+database, new column, add column, alter
  table, upgrade+database, old databases
deletion: delete files, remove files, trash, recycle bin, hard delete, undo, destructive, --force, overwrite
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
