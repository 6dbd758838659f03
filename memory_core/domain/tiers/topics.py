"""Situations in which developers find themselves, and the words by which a prompt or a learning speaks of one.

A line is `topic: words, phrase of words, word+word, …`. `a+b` means both near each other, in any order; `word*` every
word that begins so; `word?` is said of much else, and weighs half. A topic marked `~` is about so many prompts that it
says little alone. Other names of products come from `domain.guard.concepts`.
"""

from typing import Final

TOPICS: Final = """
!deps: install+for, add+project, pull in, npm install, pip install, pnpm add, yarn add, uv add, cargo add, go
  get, poetry add, composer require, dependencies, lib?, sdk?, drop in+library, vendored, dependency, install,
  package manager, lockfile, lock file, library, third party, add+package, new+package, upgrade+package,
  bump+version, update+package, pip, npm, requirements txt, package json, pyproject, upgrade+version,
  package?, devdependency, install+module, pull in+lib, outdated, audit, abhängigkeit*, paket?, bibliothek?,
  installier*, dépendance*, paquet?, bibliothèque?, installe*, dependencia*, paquete?, librería?, instala*,
  зависимост*, пакет?, установи*, библиотек?, 依存, 依存関係, パッケージ, ライブラリ, インストール, 导入,
  依赖, 安装, 依赖包, 库?
testwrite: 测试?, 测试用例, テスト?, factory+test, test data, coverage+fix, zero coverage, write+test,
  add+test, unit test, new+test, test case, cover+test, testing, regression test, test for, integration test,
  tested, untested, test coverage, coverage, spec for, write+spec, add+spec, missing+test, create+test, more
  test, needs+test, test?, spec?, tests schreiben, test hinzufüg*, testfall, testfälle, schreib*+test*,
  ajoute*+test*, écri*+test*, test unitaire, tests unitaires, escrib*+test*, prueba*, añad*+test*,
  напиши+тест*, тест?, добавь+тест*, покрой+тест*, юнит, テスト, テストを書, 単体テスト, 测试, 写测试,
  单元测试
testrun: run+test, test suite, failing+test, test+fail, run+spec, tests pass, test+green, ci+test, flaky,
  rerun+test, test runner, execute+test, test+broken, führ*+test*, lass*+test*, lance*+test*, ejecuta*+test*,
  corre+test*, запусти+тест*, прогони+тест*, テストを実行, テストが失敗, 运行测试, 跑测试, 测试失败
mock: mock, mocking, stub, monkeypatch, fake, test double, patch?, spy, mocken, моки, мок, モック, 模拟
fixture: fixture, factory?, test data, seed data, testdata, testdaten, factories, seed?, sample data
e2e: end to end, e2e, browser test, playwright, cypress, selenium, ui test, puppeteer
!commit: check it in, check this in, commit+this, git commit, commit+change, committen, reword+commit, decent
  title, validé*, confirma*+cambio*, 提交代码, commit, commit message, amend, check in, stage+change, git add,
  committe*, commite*, einchecken, закоммить, коммит*, コミット, 提交
!branch: behind+main, up to date+branch, bring+up to date, origin, remote?, linear history, merge commit,
  start+ticket, new branch, git checkout, conflict+merge, conflicts, auf den stand, upstream?, history?, main
  clean, push it, historie, branch, rebase, merge, cherry pick, force push, push+remote, git push, push?,
  merge conflict, zweig, rama, ветк*, ブランチ, 分支, 合并, マージ
!pr: open a pr, gh pr, description+pr, hand+in, pull request text, プルリク, pull request, pr, merge request,
  open+pr, code review, pr description, reviewer, プルリクエスト, mr, draft pr, squash, zieh*+pull
!release: prepare+release, release+version, cut+version, version bump, release, changelog, bump+version,
  version number, tag+version, release notes, semver, publish, new version, cut+release, veröffentlich*,
  publie*, publica*, релиз*, версию?, リリース, 发布, 版本
!deploy: argocd, kubernetes?, cluster?, kubectl apply, deploy, deployment, rollout, roll out, production+push,
  ship+production, staging, rollback, roll back, prod, production?, go live, hotfix, bereitstell*, déploie*,
  déploye*, desplieg*, desplega*, задеплой, деплой*, разверн*, デプロイ, 部署, 上线
!dockerfile: dockerfile, containerise, containerize, image+root, image+size, multi stage, base image, new
  image
~docker: docker, dockerfile, container image, docker compose, base image, multi stage, image+build, コンテナ,
  容器, контейнер*
~k8s: kubernetes, k8s, helm, pod, kubectl, ingress, namespace?, manifest?
terraform: terraform, infrastructure as code, iac, provision, tf
ci: ci, pipeline?, github actions, workflow file, gitlab ci, jenkins, ci pipeline, build pipeline, workflow
  yaml, actions+workflow, nightly build
!migration: django model, model field, field+nullable, max length, max chars, max+char, model+field,
  add+field, schema change, migration, migrate+schema, alter table, add+column, drop+column, rename+column,
  new column, new table, backfill, alembic, flyway, add+table, column+table, schema+change, migriere*, neue
  spalte, spalte*, migración, columna*, миграци*, колонк*, столбец, マイグレーション, カラム, 迁移, 字段,
  新增列, テーブルに
query: sql keywords, subqueries, write+query, query+lists, nested select, cte, subquery, nested selects,
  write+sql, sql, select, bestseller, count+per, bigquery, number of+event, wie viele*, how many+last,
  query+for, join+orders, snowflake, query, n+1, select+from, raw sql, join+table, slow query, where clause,
  database query, queries, orm?, datenbankabfrage, abfrage*, requête*, consulta*, запрос+баз*, クエリ, SQL,
  查询
~db: database, table?, db, postgres, mysql, sqlite, datenbank*, base de données, base de datos, баз*+данных,
  データベース, 数据库, schema?
dbindex: database index, index+column, composite index, index+table, index+query, slow query
transaction: transaction, atomic, begin+commit, isolation level, deadlock, транзакц*, トランザクション, 事务
endpoint: add+endpoint, new+endpoint, expose+endpoint, endpoint+for, api+route, post?, get?, 404, 409, 422,
  400, 500, 401, 403, status code, serializer, response?, payload, request?, api?, handler?, http, api client,
  backend?, endpoint, api route, rest api, new+route, route handler, controller, api endpoint, http handler,
  add+route, expose+api, response+body, api+response, rest?, endpunkt*, schnittstelle?, route?, point d api,
  ruta?, эндпоинт*, ручк*, エンドポイント, 接口, 端点
apiversion: api version, breaking change, backward compatible, backwards compatible, backwards compatibility,
  deprecate, public api, versioned api, compatibility
validation: validate, validation, validator, input+check, schema+validate, user input, sanitize, zod,
  pydantic, sanitise, request body, validier*, valide*, valida*, валидаци*, バリデーション, 校验, 验证
errors: 404, 409, 422, 400, 500, return+error, error message, error code, panic, panicked, crash, fatal error,
  throws, invalid+input, erreur?, fehler?, ошибк*, エラー, 报错, unwrap, nil?, problem json, error handling,
  exception, try catch, catch, raise, throw, except, handle+error, error class, fail+loud, swallow, error
  response, bare except, custom error, fehlerbehandlung, fehlermeldung*, ausnahme*, gestion+erreur*,
  exception*, manejo+error*, excepci*, исключени*, обработк*+ошиб*, 例外, エラー処理, エラーハンドリング,
  异常, 错误处理
retry: retry, backoff, timeout, time out, retries, circuit breaker, flaky+network, wiederhol*+versuch*
logging: log?, logging, logger, log line, log message, log level, structured log, print statement, console
  log, debug output, stack+log, log+request, log+event, logs?, protokollier*, journalis*, registra*+log*,
  логировани*, лог*, логгер, ログ, ログ出力, 日志
monitoring: monitoring, metric, alert, dashboard?, tracing, observability, sentry, telemetry, trace?, grafana,
  prometheus, span, メトリクス, 监控
types: type hint, typing, type annotation, typed, any type, interface?, generic, type error, mypy, type safe,
  strict mode, type check, typescript, typescheck, annotate, as any, ts ignore, typisier*, typage, tipado,
  типизаци*, 型, 型注釈, 类型, 类型注解, cast
naming: variable name, call+variable, rename+variable, rename+function, names+code, identifier name, naming,
  rename, name+variable, function name, snake case, camel case, kebab case, pascal case, call it, name it,
  name+file, name+column, prefix, suffix, naming convention, abbreviation, benenn*, variablenname*, umbenenn*,
  renomme*, nombra*, renombra*, переименуй, назови, именовани*, 命名, 変数名, 名前, 变量名, 重命名
format: format, formatter, formatting, indent, indentation, line length, trailing comma, semicolon, single
  quote, double quote, prettier, tabs, quote?, whitespace, reformat, code style, formatier*, einrück*,
  formate*, indenta*, formatea*, отступ*, форматировани*, フォーマット, インデント, 格式化, 缩进
lint: lint, linter, linting, lint warning, lint error, eslint, ruff, noqa, eslint disable, suppress+warning,
  линтер*, リント
comment: add+comment, write+comment, comments+code, inline+document, explain+code, comment, docstring, jsdoc,
  doc comment, todo comment, inline comment, commented out, commenting, kommentar*, kommentier*, commentaire*,
  comentari*, коммент*, комментари*, докстринг*, コメント, 注释
docs: document+endpoint, write+readme, docs page, update+readme, guide, documentation, readme, docs,
  document?, write+doc, update+doc, user guide, architecture doc, adr, runbook, dokumentation, dokumentier*,
  documentaci*, документаци*, задокументируй, ドキュメント, 文档, 説明書
import: import, absolute import, relative import, circular import, barrel, import order, wildcard import,
  unused import, imports, importe?, импорт*, インポート, 导入语句
structure: new file, create+file, put+file, folder structure, directory, folder, where+put, new module,
  split+file, file structure, project structure, layout+project, move+file, module boundary, neue datei,
  ordner*, verzeichnis*, nouveau fichier, dossier*, nuevo archivo, carpeta*, новый файл, папк*, ファイル構成,
  ディレクトリ, 新文件, 目录, 文件夹
component: make+component, create+component, build+component, react component, component, toggle switch,
  dropdown, new component, frontend component, dialog, screens, new screen, ui element, jsx, props,
  new+component, button?, page?, modal, ui component, widget, komponent*, composant*, componente*, компонент*,
  コンポーネント, 组件, tooltip, sidebar, navbar, badge, banner, tile, breadcrumb, accordion, toggle,
  checkbox, carousel, card?, icon?, screen?, menu?, schaltfläche, knopf, bouton, botón, кнопк*, ボタン, 按钮,
  ui, seite?
hooks: usestate, useeffect, useref, custom hook, react hook, usecallback, usememo, hook?
styling: color+header, darker, background color, farben, inline styles, css modules, small screen, look+like,
  make+red, make+bigger, round, spacing, close together, pretty, ugly, looks?, design?, css, farbe, align,
  centered, centre, style with, hover, style?, styling, tailwind, class name, classname, stylesheet, dark
  mode, color, colour, padding, margin, layout?, responsive, theme, design token, font, css module, inline
  style, scss, breakpoint, stil?, farbe*, gestalt*, couleur*, estilo*, стил*, цвет*, スタイル, 样式, 颜色
form: form, form field, input field, submit+form, form validation, checkbox, text field, formular*,
  formulaire*, formulario*, форм*, フォーム, 表单
state: state management, global state, redux, zustand, store?, reducer, shared state, client state, context
  provider, app state, zustandsverwaltung, состояни*, 状態管理, 状态管理, mobx, pinia
fetching: fetch+api, server state, load+api, load+header, client+endpoint, data loading, load+from, spinner,
  fetch+every, fetch+current, poll, client+api, tanstack query, loading+list, refresh+by itself, laden+daten,
  load+list, fetch+data, data fetching, api call, react query, swr, http client, axios, fetch?, call+api, http
  request, loading state, request+external, requests?, httpx, external api, third party api
auth: auth, authentication, login, log in, sign in, logout, session?, token?, oauth, jwt, sign up, signup,
  password, permission, authorization, role, access control, anmeld*, authentifizier*, connexion, authentifi*,
  iniciar sesión, autentica*, авториз*, аутентифик*, логин, ログイン, 認証, 登录, 认证, 权限, 2fa, sso
security: security, vulnerability, xss, csrf, sql injection, injection, encrypt, sicherheit*, sécurité,
  seguridad, безопасност*, セキュリティ, 安全, hash+password
secrets: api+key, put+key, password, пароль, passwort, smtp password, mot de passe, contraseña, パスワード,
  密码, secret, api key, credential, env file, dotenv, hardcode+key, hardcode+secret, vault, secrets manager,
  private key, password+code, geheim*, ключ*+api, секрет*, シークレット, 密钥, access key
config: add+setting, new+setting, settings+py, put+settings, put+config, config, configuration, env var,
  environment variable, setting, config file, konfig*, umgebungsvariable*, configura*, variable+entorno,
  конфиг*, переменн*+окружени*, 設定, 環境変数, 配置, 环境变量, settings
time: date fns, relative time, date picker, due+date, time+relative, datum+format, luxon, temporal, ago,
  expire, expires, expiry, expiration, hours?, minutes?, summer time, daylight saving, birthday, deadline, due
  date, business day, opening hours, datetimes, ablauf*, delivery date, day+ago, date, datetime, timezone,
  time zone, timestamp, utc, local time, calendar?, duration, schedule?, date format, iso 8601, date library,
  moment, dayjs, datum*, zeitzone*, uhrzeit*, fecha*, zona horaria, fuseau*, дат*, часов*+пояс*, врем*+зон*,
  日付, 日時, タイムゾーン, 日期, 时区, 时间戳, datumsformat*
money: coupon?, cost, shipping cost, kosten, coste, subtotal, euro, eur, usd, €, fee, percent?, price, vat,
  tax rate, rounding, cents, float+money, prices, surcharge, balance?, money, currency, amount, decimal,
  total?, tax, discount, betrag, beträge, preis*, währung*, montant*, prix, devise*, precio*, moneda*,
  importe+total, цен*, валют*, сумм*, 金額, 価格, 通貨, 金额, 价格, 货币
payment: payment, stripe, checkout, refund, billing, subscription, invoice, charge, zahlung*, paiement*,
  rembours*, pago*, reembolso*, платеж*, оплат*, возврат*, 支払い, 決済, 払い戻し, 支付, 退款
i18n: user visible text, visible text, change+text, text+button, label+button, wording, string+translate,
  tippfehler, meldung*, typo+text, show+message, strings xml, english+german, french, mensaje+muestra,
  placeholder text, copy+change, text?, texte+bouton, locale, locales, translations, hard coded, i18n,
  translation, translate, localization, user facing text, user facing string, localize, hardcode+string,
  internationalization, übersetz*, traduc*, tradui*, перевод*, локализаци*, 翻訳, 多言語, 国际化, 翻译, ui
  text
a11y: accessible, tappable, talkback, voiceover, label+screen reader, accessibility, a11y, aria, screen
  keyboard navigation, alt text, wcag, barrierefrei*, accesibilidad, доступност*, アクセシビリティ, 无障碍
async: async, await, promise, asyncio, concurrency, concurrent, thread, threading, parallel, race condition,
  callback, goroutine, mutex, lock?, blocking call, nebenläufig*, asynchron*, asíncron*, асинхрон*, поток*,
  非同期, 并发, 异步
perf: performance, optimize, slow, speed up, bottleneck, profile?, memory usage, faster, latency, benchmark,
  optimise, memory leak, langsam*, leistung*, lent, lenteur, optimis*, lento, lenta, rendimiento, optimiz*,
  медленн*, тормоз*, оптимизируй, 遅い, パフォーマンス, 最適化, 慢, 优化, 性能
cache: cache, caching, redis, memoize, ttl, cache key, invalidate+cache, memcached, zwischenspeicher*, mise en
  cache, caché, кэш*, кеш*, キャッシュ, 缓存
queue: background job, job queue, queue, worker, celery, sidekiq, message queue, kafka, rabbitmq, background
  task, consumer, topic+event, cron job, cron, scheduled job, scheduled task, hintergrundjob*, warteschlange*,
  tâche+fond, cola+mensajes, очеред*, фонов*, キュー, ジョブ, バッチ, 队列, 后台任务, 定时任务, nightly job,
  event bus
files: file path, pathlib, read+file, write+file, os path, open+file, temp file, file upload, upload+file,
  csv, export+csv, filesystem, datei+lesen, datei+schreib*, dateipfad*, ファイルを読, 読み込, 读取文件,
  читай+файл, tmp, upload, hochladen, s3, attachment, object storage
cli: cli, command line, flag?, argparse, subcommand, command line tool, argument?, kommandozeile*, ligne de
  commande, línea de comandos, コマンドライン, 命令行, click
shell: shell script, bash, bash script, sh script, set e, shellcheck, script?, makefile, make target,
  shellskript, скрипт*, シェルスクリプト, スクリプト, 脚本
regex: regex, regular expression, regexp, pattern match, regulär*+ausdr*, expresión regular, регуляр*,
  正規表現, 正则
ids: uuid, primary key, ulid, auto increment, id column, identifier?, surrogate key
pagination: pagination, paginate, page size, cursor+page, limit offset, infinite scroll, offset+limit, list
  endpoint, paginier*, пагинаци*, ページネーション, ページング, 分页
email: email, e mail, smtp, newsletter, mail template, mailer, send+mail, courriel, correo, письм*, почт*,
  メール, 邮件
notification: notification, push notification, notify, toast, benachrichtigung*, уведомлени*, notificaci*,
  通知
webhook: webhook, callback url, signature+verify
graphql: graphql, resolver, mutation?, gql, schema+resolver
flags: feature flag, feature toggle, flag+rollout, launchdarkly, feature gate, behind+flag
constants: magic number, constant, enum, hardcode, hardcoded, konstante*, constante*, константа*, 定数, 常量
dead: dead code, unused code, commented out code, delete+code, remove+unused, cleanup?, clean up?,
  unused+function
refactor: refactor, restructure, extract+function, simplify, split+function, long function, big diff, rewrite,
  tidy, refaktor*, umbau*, refactoris*, refactoriz*, отрефактор*, рефактор*, リファクタ, リファクタリング,
  重构, small function, extract+method, large+change, large+refactor
bugfix: bug fix, fix+bug, bugfix, bug, debug, reproduce, root cause, regression, fehler beheb*, bug beheb*,
  corrige+bug, corrige+error, arregla+bug, баг*, почини, исправь+баг*, バグ, 修正, 修复, 缺陷, issue+fix,
  hotfix
!review: look over, critical eye, look+diff, レビュー, review, überprüf*+code, relis, revisa+código, ревью*,
  审查, 评审, second pair of eyes, code review, review?, review+pr, review+change
data: dataframe, pandas, polars, numpy, notebook, jupyter, dataset, etl, data pipeline, csv+load, spark,
  airflow, dbt, データフレーム, 数据集
ml: model training, train+model, training run, hyperparameter, checkpoint, experiment?, random seed,
  embedding?, fine tune, pytorch, tensorflow, learning rate, llm, обуч*+модел*, 模型训练, モデル+学習
build: build?, bundle, bundler, webpack, vite, compile, compiler, build script, build+fail, tsconfig, esbuild,
  сборк*, ビルド, 构建, 编译, build step
devserver: dev server, start+server, local server, run locally, localhost, start+app, run+app, port?, hot
  reload, dev environment, local environment, start+dev, run+server, entwicklungsserver, lokal+start*,
  запусти+сервер, サーバーを起動, 启动服务
~mobile: ios, android, swift, kotlin, flutter, react native, expo, swiftui, mobile app, simulator, xcode,
  gradle?
monorepo: monorepo, workspace?, turborepo, nx, packages folder, shared package
generated: generated code, codegen, generated file, protobuf, proto, openapi, swagger, generated client,
  regenerate, grpc, generated types
oop: inheritance, class hierarchy, composition, dataclass, class?, abstract class, subclass, singleton, base
  class, mixin
functional: pure function, immutable, functional, mutate, mutation of, side effect, immutability, frozen
null: null, none return, optional, undefined, return none, null check, nullable, null safety, optional
  chaining, sentinel, unwrap, null pointer
control: early return, guard clause, nested if, ternary, nesting, else branch, nested+condition, for loop,
  list comprehension, nested loop, one liner, switch statement
di: dependency injection, inject, constructor injection, global variable, service locator
search: elasticsearch, full text search, search index, opensearch, search feature, search+endpoint, suche?,
  recherche?
image: picture, pictures, photo, photos, hero image, produktfoto*, foto*, bilder, img, brand logo, avatar,
  screenshot?, images, next image, image?, thumbnail, svg, icon, png, image upload, resize+image, logo?,
  bild*, icône*, imagen*, иконк*, картинк*, 画像, アイコン, 图片, 图标
charts: chart, graph?, plot, visualization, matplotlib, diagramm*, graphique*, gráfico*, график*, グラフ,
  图表, d3
table: data table, table component, table view, grid?, sortable, table+column+sort, table+filter
html: html, template?, markup, jinja, semantic html
websocket: websocket, real time, realtime, live update, server sent event, sse, socket, polling, echtzeit,
  temps réel, tiempo real, リアルタイム, 实时
ratelimit: rate limit, throttle, rate limiter, quota, too many requests, レート制限, 限流
softdelete: delete+customer, delete+account, remove+user, soft deletes, physically, soft delete, hard delete,
  deleted at, delete+row, delete+record, delete+user, archive+record, physically delete, delete+data
privacy: gdpr, personal data, pii, anonymize, privacy, datenschutz*, personenbezogen*, données personnelles,
  datos personales, персональн*, 個人情報, 隐私
audit: audit log, audit trail, audit entry
license: license, licence, license header, copyright, gpl, mit license, lizenz*
scope: unrelated change, scope creep, minimal change, small change, only+what, drive by, touch+other, minimal
  diff
plan: plan first, implementation plan, design doc, proposal?, plan?, planung, 計画, 方案
json: json, yaml, toml, serialization, serialize, deserialize, parse+json, json response, xml
analytics: analytics, tracking event, track+event, event name, tracking plan, funnel
seo: seo, meta tag, open graph, sitemap, robots txt
tenant: multi tenant, tenant, tenant id, org id, multitenancy, mandant*
report: report, pdf, pdf export, export+pdf, export?, bericht*, rapport*, informe*, отчет*, отчёт*, レポート,
  报表
storybook: storybook, story file, storybook story, visual regression, snapshot?, snapshot test
encoding: encoding, utf 8, unicode, charset, umlaut*, locale+sort
backup: backup, restore+database, dump+database, pg dump, disaster recovery, sicherung*, резервн*,
  バックアップ, 备份
ssh: ssh, remote host, remote server, bastion, vpn
precommit: pre commit, pre commit hook, git hook, husky, no verify
worktree: worktree, stash, git reset, hard reset, git clean, git history
issue: jira, ticket, issue number, linear ticket, ticket number, close+issue, reference+issue, ticketnummer,
  тикет*, задач*+номер
newtable: new table, table for, create+table, django model, create+model, model for, primary key, new model,
  new entity, entity+for, add+table, tabelle+neu, tabelle für, table+store, nueva tabla, nouvelle table, новая
  таблица, 新しいテーブル, 新表
~warehouse: warehouse, dbt, mart, marts, staging model, fivetran, fact table, dimension table, source table,
  data model, downstream?, raw table
schedule: schedule, every night, nightly, weekly, each morning, every morning, airflow, dag, cron, every hour,
  monday, hourly, daily, zeitplan*, jede nacht, chaque nuit, cada noche, кажд*+ноч*, 毎晩, 每天, 每晚
cloud: bucket, aws, s3, lambda, sqs, sns, rds, cloud, bedrock, gcp, azure, ec2, region, us east 1, us west 2,
  eu central 1, resource?, cost center, tag+resource, cloud resource, lambdas, dynamodb, instanz, instance?,
  infra
alerting: alert, wake up, on call, pager, page+night, threshold+alert, latency p99, alarm, alarmier*, alerte,
  alerta*, алерт*, アラート, 告警
changelog: changelog, release note, unreleased, user facing change, change log, changelog entry
optionflag: --*, command line option, new option, add+option, option+cli, cli option, command line flag,
  options, let+choose, long name, short letter
output: stdout, stderr, print+list, progress bar, json output, output format, listing, jq, pipe output
~prose: headings, heading, spelling, proofread, paragraph, wording+docs, tone, guide, how to for, sentence,
  reflow, rewrap, docs page, write+docs, docs, rechtschreib*, orthograph*, ortograf*, орфограф*, tutorial,
  faq, manual
diagram: diagram, mermaid, flowchart, sequence diagram, visually, draw, schaubild, diagramme, diagrama,
  диаграмм*, схем*, 図, 流程图, 图表
layering: business logic, service layer, logic+view, thin controller, put+logic, domain layer, repository
  layer, fat controller, layer?, handler+logic, use case
inject: inject, injected, singleton, hilt, koin, dagger, dependency injection
trackevent: analytics event, track, tracking, evento+analítica, analytics, event+track, registra+clic,
  mixpanel, amplitude
touch: tappable, touch target, talkback, voiceover, content description, aria label, tap target, close icon,
  icon+add
rawdata: data raw, raw data, dump, duplicate+row, duplicates, derived data, interim, cleaned+data, clean+data,
  customers csv, umlaut*
intermediate: intermediate+result, parquet, save+joined, save+cleaned, save+csv, intermediate file, csv
training: train, train+model, random forest, baseline, auc, classifier, seed, reproducible, hyperparameter,
  split+data, trainier*, entraîne*, entrena*, обучи*, 学習, 训练
pushing: push, git push, push+remote, push+origin, on origin, without being asked+push, auf den server,
  pousse, 推送
applying: terraform apply, apply+plan, apply it, roll out, apply+prod, rollout, infrastructure change
~k8s2: kubectl, pods, cluster, namespace, crashloop, crashlooping, restart+deployment, worker+deployment, helm,
  image tag, chart?, upgrade+cluster
scripting: bash script, shell script, write+script, set euo pipefail, shellcheck, rotate+backup
game: sprite, game loop, shader, collision, player movement, frame rate, tilemap, unity, godot, unreal, enemy
embedded: firmware, microcontroller, gpio, interrupt, rtos, register?, sensor, esp32, arduino
~cpp: cmake, smart pointer, header file, raw pointer, raii, template class, std, unique ptr, header+include
~rust: unwrap, borrow checker, cargo, clippy, crate, lifetime, unsafe block, trait?
~go: goroutine, go mod, gofmt, context context, golang, err nil, table driven
~python: venv, virtualenv, pip, uv, python version, poetry, f string, dataclass, type hint
""".replace("\n  ", " ")

# Said of so much that it tells nothing about what is meant.
PALE: Final = frozenset(
    (
        "a an the and or of to in at for with from by is are was were be been being it its this that these those we "
        "i you he she they as so if then than but do does did done has have had having will would can could should "
        "may might must now also just into onto on off up down out over under again always never ever only not no "
        "yes dont don doesnt isn isnt cant wont instead rather use used using uses user users please prefer prefers "
        "preferred want wants wanted like likes need needs needed make makes made making get gets got let lets put "
        "puts keep keeps kept go goes going gone come take takes took give gives given see look looks show shows "
        "find finds found try tries tried know think say says said tell told ask asks asked mean means meant work "
        "works worked working way ways thing things something anything everything nothing someone anyone one ones "
        "two three four five first second third last next new old same other another each every all any some many "
        "much more most less least few lot very too quite really still yet already soon later before after when "
        "while where which who whom whose what why how there here because since until unless about above below "
        "between through during without within against along around across behind beside beyond my your our their "
        "his her me us them myself yourself code file files function functions method methods class classes module "
        "modules project projects repo repository app application program system service services line lines word "
        "words text string strings number numbers value values variable variables field fields parameter parameters "
        "key keys list lists array object objects item items element elements data result results return returns "
        "returned returning call calls called calling run runs running start starts started stop stops stopped add "
        "adds added adding remove removes removed removing change changes changed changing update updates updated "
        "updating create creates created creating delete deletes deleted set sets setting write writes writing "
        "written wrote read reads reading fix fixes fixed fixing check checks checked handle handles handled "
        "handling support supports implement implements implemented implementing build builds built move moves "
        "moved open opens opened close closes closed save saves saved load loads loaded send sends sent receive "
        "default defaults option options current currently existing good better best bad right wrong correct left "
        "big small large long short high low full empty simple easy hard fast clean real whole main own different "
        "single multiple separate similar common general specific certain possible available able sure fine nice ok "
        "okay time times day days today week month year moment place places part parts side end top bottom point "
        "points level levels case cases kind type types name names example examples reason reasons problem problems "
        "question questions answer answers issue issues feature features bug bugs error errors test tests step "
        "steps task tasks rule rules version versions page pages button view views customer customers team people "
        "person developer agent model client server process processes input output format information info content "
        "contents header body message messages request requests response responses event events state status id ids "
        "index root source target path paths folder directory base based via per etc eg ie vs both either neither "
        "whether once twice usually often sometimes maybe perhaps probably actually basically exactly directly "
        "explicitly automatically manually properly correctly anyway however therefore thus hence such self upon "
        "plain pass passes passed passing fail fails failed failing happen happens happened seem seems appear "
        "appears allow allows allowed include includes included including contain contains contained provide "
        "provides provided require requires required follow follows following turn turns turned turning leave "
        "leaves become becomes help helps bring hold holds stay stays begin believe consider expect expected avoid "
        "avoids shall ensure ensures apply applies applied match matches matched belong belongs cover covers "
        "covered touch touches touched pull push split join copy replace replaces replaced switch extend extends "
        "extra further enough actual direct public private internal external local global shared custom free safe "
        "clear explicit implicit raw pure ready live logic design structure approach solution implementation "
        "behaviour behavior pattern patterns style standard convention conventions guideline practice quick quickly "
        "slow slowly immediately recently recent previous original final latest early late explain describe "
        "summarize summary review improve cleanup refactor rename document documentation comment comments docs doc "
        "readme stuff bit little couple detail details helper helpers util utils library libraries package packages "
        "tool tools script scripts command commands setup config configuration settings environment production "
        "development staging prod dev machine web site website screen ui api backend frontend database db table "
        "tables column columns row rows query queries record records entry entries product products order orders "
        "account accounts und oder der die das den dem des ein eine einen einem einer ist sind war nicht mit für "
        "von auf im zu zum zur bei aus als auch noch nur wie wir ich du sie es wenn dann aber bitte mal mach mache "
        "immer nie statt verwende verwenden benutze nutze neue neuen neuer le la les un une de et ou est sont pas "
        "ne que qui dans pour par sur avec sans plus ce cette ces il elle nous vous je tu au aux toujours jamais "
        "utilise utiliser utilisez fais faire el los las una unos unas y o son en por para con sin más este esta "
        "estos estas yo nos siempre nunca usa usar utiliza hacer lo al del se и или в на не с по к у о из за для от "
        "до что как это все мы вы я он она они бы же ли всегда никогда используй вместо нужно надо"
    ).split()
)
# Products of which so much is said that they alone tell little.
BROAD: Final = frozenset(
    (
        "react vue angular svelte python javascript typescript java golang go rust ruby php node nodejs django "
        "flask fastapi rails express spring laravel docker kubernetes aws git github gitlab postgres postgresql "
        "mysql sqlite sql html css json yaml xml http api rest linux windows mac bash shell npm pip js ts py c c++ "
        "c# csharp swift kotlin next nextjs vscode claude"
    ).split()
)
