"""What developers call the same thing: families of concepts, each with its general names and its members.

A line is `family: general names | member, other names of it | member …`. A word of a name stands for its other forms
too; `a+b` means both words near each other, in any order. In a family marked `~` the members have little in common;
the names of one marked `^` are said of much else, and weigh less.
"""

from typing import Final

FAMILIES: Final = """
orm: orm, object relational mapper, object relational mapping, data mapper, active record pattern, entity framework
  layer, map+object+table, map+class+table, map+row+object, map+table+class, model class+table, query builder objects,
  entity mapping, persistence framework, hand written sql+generate, declarative models, instead writing sql, object
  mapper, object mapping, entity class, entity classes, entity+table, model+table, row+object, objects+row, database
  entities, persistence layer framework, active record style, map+domain object, generate+sql, instead+sql+object,
  model layer+database, mapped class, mapped classes, hydrate+object | sqlalchemy | prisma | hibernate, jpa, spring
  data | typeorm | sequelize | activerecord, active record | doctrine | eloquent | peewee | django orm | entity
  framework, ef core, efcore | mikroorm, mikro orm | drizzle | gorm | diesel | objection js, objection | tortoise orm
  | sqlmodel | ent orm | core data
querybuilder: query builder, fluent query, sql builder | knex | kysely | jooq | dapper | sqlc
microservices: microservice, micro service, independent+deploy+service, independent+deploy, separate+deploy,
  deploy+own, separate service, standalone service, own service, service own, service oriented architecture, soa,
  distributed
  service, split monolith, break monolith, decompose monolith, carve monolith, monolith+service, monolith+piece, own
  process+network, service per domain, service per team, separate backend, small service, independent service, remote
  service, network boundary, individual service, autonomous service, service mesh split, separately deployed, deployed
  separately, deployed independently, separate process, separate processes, independently released, service+own
  database, service+own deployment, networked service, fleet of service, many small service, smaller service, smaller
  deployable, distributed system, distributed architecture, service boundary, domain+own service, independently
  scalable, deployable unit, deployable units, split backend, split+backend+service, break+backend+service,
  break+application+service, divide+application+service, separate+application+service
monolith: monolith, monolithic, single deployable, modular monolith, one deployable
state: state management, global state, central store, single store, global store, shared store, state container,
  state library, client state, application state, app wide state, unidirectional data flow, reducer+action,
  action+dispatch, single source+truth+state, central+state, state+one place, state+single+tree, one store, one big
  store, single state tree, state tree, global client state, dispatch+action, actions+reducers, flux, flux
  architecture, shared client state, centralised state, centralise+state, application wide store | redux, redux
  toolkit, rtk | zustand | mobx | recoil | jotai | vuex | pinia | ngrx | xstate | bloc, flutter bloc | riverpod |
  akita | valtio
queue: message queue, message broker, event bus, message bus, queue, pub sub, pubsub, publish subscribe, event
  stream, event streaming, streaming platform, asynchronous messaging, async messaging, broker, event log,
  topic+consumer, message+topic, event driven, enqueue, publish+event, service bus, streaming backbone, event
  backbone, publish+topic, publish+message, message+asynchronous, asynchronous event, event streams, produce+consume,
  producer+consumer, decouple+event, decouple+message, publish+consumer | kafka, redpanda, commit log | rabbitmq,
  rabbit mq, amqp | sqs | nats, jetstream | pulsar | activemq | kinesis | eventbridge | zeromq, zmq | mqtt, mosquitto
  | google pubsub | bullmq
jobs: background job, job queue, task queue, worker process, background worker, deferred job, offload+background,
  background+task, async job, workflow engine, workflow orchestrator, workflow scheduler, dag, offload+worker,
  deferred processing, process+later, off+request+path | celery | sidekiq | resque | hangfire | rq | dramatiq |
  temporal | airflow | delayed job | quartz
cron: cron, scheduled job, scheduler, nightly job, periodic task, periodic job, crontab, scheduled task, scheduled
  tasks, nightly run, run+every+night, run+every+hour
cache: cache, caching layer, in memory store, keep+result+memory, store+result+memory, key value store, precomputed
  copy, ttl store, remember+result, recent+answer+memory, hot data+memory, memoize, memo, memoization,
  query+result+ram, ram, hot query+memory, hot result, query result+memory, keep+memory, store+memory, hold+memory,
  cached copy, recently used, avoid+recompute, avoid+hit+database, save+lookup, lookup+memory | redis, elasticache,
  valkey | memcached, memcache | varnish | caffeine | ehcache | hazelcast
cdn: cdn, content delivery network, edge cache, edge network, edge server, edge location, content network |
  cloudflare | fastly | akamai | cloudfront
container: container, containerize, dockerize, image+runtime, containerization, container image, run+isolated+image,
  ship+image, package+image, image+registry, oci image, containerised, containers | docker, dockerfile, docker compose
  | podman | containerd | buildah
orchestration: container orchestration, orchestrator, cluster orchestrator, pod+cluster, orchestrate container,
  cluster scheduler, schedule+container, container+cluster, managed cluster, cluster+container, container platform,
  pod, pods, self healing deployment, control plane, node pool, autoscaling cluster, cluster manager | kubernetes,
  k8s, eks, gke, aks, kube, helm, helm chart, openshift | nomad | docker swarm, swarm | ecs, fargate | mesos | rancher
serverless: serverless, function as a service, faas, cloud function, scale to zero, functions platform, stateless
  function, pay per invocation, managed function, event triggered function, function+scale, functions+zero, lambdas,
  without server | aws lambda, lambda function, lambda | azure function | cloud run | cloudflare workers
iac: infrastructure as code, iac, declarative infrastructure, provision+code, declare+infrastructure,
  infrastructure+declarative, provision+declarative, infrastructure definitions, describe+infrastructure,
  codify+infrastructure | terraform, opentofu, hcl | pulumi | cloudformation | ansible, playbook | puppet | cdk |
  bicep
gitops: gitops | argocd, argo cd | flux cd
servicemesh: service mesh, sidecar proxy, sidecar, sidecar proxies, proxy+service+service, mesh, mutual tls between
  services, sidecars | istio | linkerd | consul connect | envoy
ci: continuous integration, ci, ci pipeline, build pipeline, cicd, ci cd, build server, pipeline runner, hosted
  pipeline, ci provider, ci system, build automation | jenkins | github actions | gitlab ci | circleci | travis |
  teamcity | buildkite | azure pipelines
typescript: typescript, static type, static typing, type annotation, statically typed javascript, typed javascript,
  compile time type, types+checked+compile, type safe javascript, tsc, ts file, type check+javascript, static type
  check, compile time type check, compile time check, type check frontend, add+type+javascript, type+js, typed
  superset, gradual typing, convert+ts, typed frontend, statically+typed | flow type, flowtype | jsdoc types
pytypes: type hint, python type, python typing, annotate+type | mypy | pyright
graphql: graphql, gql, client+choose+field, client+select+field, client+ask+field, query+exact+field, single query
  endpoint, schema+resolver, typed graph, graph api, client+pick+field, client+request+field, client+specify+field,
  client+exactly+field, client+only+field, single endpoint+query, flexible query endpoint, query language+api, query
  language api, client driven query, clients+shape, client+shape+response, ask+field, apollo federation, typed query |
  apollo, apollo client, apollo server | relay modern | hasura | urql
^rest: rest, restful, rest api, rest endpoint, json over http, plain http, http endpoint, http json
rpc: rpc, remote procedure call, binary protocol, protocol buffer, protobuf, idl contract, binary rpc, contract
  first, typed service contract, service stub, protobuf message | grpc | thrift | trpc | json rpc | connect rpc | cap
  n proto | avro
soap: soap, wsdl, xml web service
websocket: websocket, web socket, persistent connection, bidirectional+connection, push channel, real time push,
  live connection, server push, push+browser, push+client+update, live update, live channel, persistent socket, socket
  connection, push+real time, bidirectional channel, real time update, real time channel, real time communication,
  update+without reload, two way channel, full duplex | socket io | signalr | server sent event, sse, eventsource |
  long polling
^polling: polling, poll
monorepo: monorepo, mono repo, single repository, one repository, repository+single+all, repository+merge+one, unify
  repository, one repo, combine+repository, workspace tool, all package+one repository, one git repository,
  package+one repo, project+one repository, single git repository, same repository, consolidate+repository,
  repositories+one, shared repository, mono repository | nx | turborepo | lerna | bazel monorepo | pnpm workspaces |
  yarn workspaces | rush
polyrepo: polyrepo, multi repo, separate repository, own repository, repository per, repository+own,
  repositories+separate, split repository
eventsourcing: event sourcing, event sourced, event store, append only event, immutable event, event+replay,
  state+event+replay, rebuild+state+event, derive+state+event, log of domain events, append only log, history of
  event, store+change+event, fact+append, event+source of truth, sequence of event, replay+event, rebuild+event,
  journal of event, immutable log, derive+state+log, append only+log, store+event+state, event journal, events+state,
  audit log+state
cqrs: cqrs, command query responsibility segregation, separate read model, read model, write model,
  separate+read+write+model, read side+write side, separate read side, command side, query side, read path+write path,
  command+query+separate, separate+read+write
css: css framework, utility css, utility class, utility first, atomic css, css library, styling framework, style
  framework, utility classes, utility based css, utility based style, inline utility, class based styling, predefined
  class, styling toolkit | tailwind, tailwindcss | bootstrap | bulma | foundation css | unocss | tachyons
cssinjs: css in js, style+javascript, runtime style, style in component | styled components | emotion css, emotion |
  stitches | jss | vanilla extract
csspre: css preprocessor | sass, scss | less css | postcss | stylus
uikit: component library, ui library, ui kit, design system, widget library, prebuilt component, ready made
  component, component kit, ready made widget, off the shelf component, prebuilt ui, widget set, widget toolkit,
  component set | material ui, mui, material design | chakra, chakra ui | ant design, antd | radix | shadcn | mantine
  | vuetify | primeng | headless ui
frontend: frontend framework, spa framework, js framework, javascript framework, ui framework, view library,
  component framework, component based+framework, virtual dom, component based ui, ui component framework, reactive
  ui, reactive framework, client framework, view framework | react | vue | angular | svelte, sveltekit | solidjs,
  solid js | ember | preact | lit element | htmx | alpine js | backbone | qwik
spa: single page application, spa, single page app, client side rendering, client side routing, render+browser,
  single page, client rendered, client side app, client side application
ssr: server side rendering, ssr, render+server, server rendered, prerender+server, html+server, rendered server,
  server components, page+server, render+page+server, generate+html+server, server rendered page, isomorphic,
  universal rendering, pre rendered | next js, nextjs | nuxt | remix | gatsby | astro | hydration
staticsite: static site, static site generator, jamstack, ssg | hugo | jekyll | eleventy
jquery: jquery
bundler: bundler, bundle+javascript, javascript build tool, asset pipeline, module bundler, bundling, bundle tool,
  module bundling, faster bundler, asset bundler, build frontend | webpack | vite | rollup | esbuild | parcel |
  turbopack | swc | rspack
pkgmanager: package manager, dependency manager | npm | yarn | pnpm | bun install | pip | poetry | pipenv | conda |
  conan | vcpkg | cocoapods | swift package manager, spm | carthage
jstest: test framework, test runner, testing framework, unit test framework, testing library | jest | vitest | mocha
  | jasmine | karma | pytest | unittest | nose | junit | testng | rspec | minitest | phpunit | gtest, googletest |
  catch2 | xunit | nunit | xctest
e2e: end to end test, e2e, e2e test, browser test, ui automation, browser automation, drive+browser,
  whole+journey+browser, browser tests, browser based test, drive+real browser, user journey, full stack test, ui
  test, ui tests, headless browser | cypress | playwright | selenium, webdriver | puppeteer | detox | appium |
  espresso | xcuitest
snapshot: snapshot test, golden file, golden master, approval test, screenshot test, visual regression
bdd: bdd, behaviour driven, gherkin, feature file, given when then | cucumber | specflow
^mocking: mock, mocking, stub, test double, mocks, mock object, fakes, test doubles, stubs | mockito | sinon | msw |
  moq | nock
property: property based test, generative test, fuzz, fuzzing, random input+test | hypothesis | quickcheck | fast
  check
^coverage: test coverage, coverage threshold, coverage gate, code coverage, hundred percent, every line tested, line
  coverage, branch coverage, minimum coverage
^unittest: unit test, test suite, test case, regression test, automated test
^async: async, asynchronous, asyncio, non blocking, event loop, coroutine, await, nonblocking, concurrent io, async
  await, non blocking io, nonblocking io, callback, callbacks, awaitable, await based, asynchronously, without
  blocking, background coroutine, event driven io | reactive programming, rxjs, reactor, rxjava, reactive stream,
  observable, webflux | goroutine | trio | tokio | promise | combine framework | kotlin coroutines | libuv | boost
  asio, asio
^threads: thread, multithread, thread pool, parallelize, multi threaded, multiprocessing, worker thread,
  concurrency, many core, multi thread, threads, parallelise, parallel processing, several cores, thread per
^sync: synchronous, blocking call, sync call, synchronously, blocking, blocking io
actors: actor model, actor, message passing concurrency | akka | orleans | erlang
di: dependency injection, di container, ioc, inversion of control, ioc container, injector, inject+dependency,
  wire+dependency+container, wiring container, object graph+container, constructor injection, inject+constructor,
  container+wire, wire+object, composition root, object wiring, inject+service, injection container, dependency
  container, injection framework, service container, container+dependency, resolve+container | inversify | guice |
  dagger | hilt | spring ioc | tsyringe | autofac | wire go | koin | swinject
singleton: singleton, global instance, global variable, global object, module level state, service locator, one
  global instance, single global, single shared instance, one instance, module level variable, process wide, global
  accessor, shared instance, static instance, global settings
i18n: i18n, internationalization, translation, translate, localize, localization, l10n, multi language,
  multilingual, locale file, translate+string, translate+ui, several language, language+user interface, message
  catalog, localized, several languages, other languages, multiple languages, locales, language pack, translate+text,
  string table, resource bundle, message bundle | i18next | gettext | formatjs, react intl | lokalise | crowdin
featureflag: feature flag, feature toggle, runtime toggle, toggle+feature, gate+feature, hide+feature+switch, behind
  flag, toggle service, remote config, gradual rollout, switch+runtime+feature, dark launch, percentage rollout, kill
  switch, feature switch, feature gate, canary, flag service, feature flagging, switch+feature+on,
  feature+off+runtime, toggles, feature switches, flag+feature, release toggle, turn feature, enable+feature+runtime |
  launchdarkly | unleash | flagsmith | split io | growthbook | firebase remote config
abtest: ab test, a b test, experiment framework, split test | optimizely
^database: database, relational database, sql database, rdbms, database engine, database server, datastore, data
  store, relational store, sql store, sql db, sql engine, other database, different database | postgres, postgresql,
  psql | mysql, mariadb | sqlite | sql server, mssql | oracle db, oracle | cockroachdb, cockroach | mongodb, mongo |
  dynamodb, dynamo | cassandra | firestore | couchdb | cosmos db | neo4j | duckdb | clickhouse | realm | supabase |
  planetscale | tidb | h2 database | influxdb
nosql: nosql, document database, document store, schemaless, document oriented, schema less, json document+store,
  schema free, schemaless document, document oriented database, document db, json document, non relational, non
  relational database, collection+document | mongodb, mongo | dynamodb, dynamo | couchdb | firestore | cosmos db |
  cassandra | couchbase
graphdb: graph database, graph store | neo4j | neptune | arangodb
timeseries: time series database, time series | influxdb | timescale, timescaledb | prometheus tsdb | questdb
vectordb: vector database, vector store, embedding store, similarity search index | pinecone | weaviate | qdrant |
  milvus | chroma | pgvector | faiss
warehouse: data warehouse, warehouse, lakehouse, data lake, columnar analytics, cloud warehouse, analytical
  database, analytics database, columnar store, columnar warehouse, olap, analytical store | snowflake | bigquery |
  redshift | databricks | delta lake | iceberg | clickhouse
streaming: stream processing, streaming pipeline, stream processor, streaming job, process+continuous, real time
  pipeline, real time processing, process+record+arrive, process+event+arrive, stream processing engine, near real
  time, real time stream, continuous processing, process+stream, incremental stream | spark streaming, structured
  streaming, spark | flink | kafka streams | apache beam, beam pipeline | storm
^batch: batch job, nightly batch, batch processing, batch, nightly run
browserstorage: local storage, localstorage, browser storage, session storage, sessionstorage, web storage |
  indexeddb
^cookie: cookie, httponly cookie, http only cookie, same site cookie
etl: etl, elt, data pipeline, workflow engine, workflow orchestrator, dag, transformation tool, extract+transform |
  dbt | airflow | dagster | prefect | luigi | fivetran | airbyte | nifi
dataframe: dataframe | pandas | polars | dask | pyspark | vaex | apache arrow
search: full text search, search engine, search cluster, search index, inverted index, dedicated search, search
  server, text search, fuzzy search engine, index+document+search, search service, dedicated search engine, relevance
  ranking | elasticsearch, elastic search, elk, elastic | opensearch | solr | algolia | meilisearch | typesense |
  lucene | tantivy
sharding: shard, sharding, horizontal partition, partition+database, split+database+node, partition+row+node,
  database+several+server, table partition, spread+database+node, distribute+database+node, distribute+row,
  split+table+server, split+data+server, spread+data+server, horizontal scaling database, partition+table,
  several+database+instance, partition+customer+database, partition by customer
replica: read replica, replication, replica, follower database, secondary database, hot standby, copy+database+read,
  read only copy, read copy, secondary+read, route+read+replica
storedproc: stored procedure, database trigger, plsql, pl sql, logic+database, trigger, server side sql function,
  logic inside database, business logic+database, procedure+database, database function, sql procedure,
  compute+database+trigger
multitenancy: multi tenant, multitenancy, tenant isolation, schema per tenant, database per tenant, per tenant,
  tenants, one database per customer, database per customer, schema per customer, per customer database,
  separate+customer+database
softdelete: softdelete, soft delete, deleted flag, deleted at, tombstone, mark+deleted, logical delete, archive
  instead delete, deleted+flag, flag+deleted, hide+row+delete, is deleted, archived flag, keep+deleted+row,
  never+delete+row
harddelete: hard delete, permanently delete, physically delete
uuid: uuid, guid, ulid, random identifier, random key, non sequential id, surrogate uuid, random id, opaque id,
  globally unique, unguessable id
autoincrement: auto increment, autoincrement, sequential id, serial id, integer id, incrementing id, integer key,
  numeric id
migrationtool: schema migration, migration tool, database migration, versioned schema | flyway | liquibase | alembic
^auth: authentication, authenticate, auth, login, sign in, signin, log in, logon
oauth: oauth, oauth2, openid connect, oidc, sso, single sign on, identity provider, idp, third party login, social
  login, external identity, delegate+login, federated, identity service, hosted login, log in with google, sign in
  with google, google login, identity as a service, delegated login, external login, hosted identity,
  delegate+authentication, outsource+authentication | auth0 | okta | keycloak | cognito | firebase auth | clerk |
  azure ad, entra | saml
jwt: jwt, json web token, stateless token, self contained token, signed token, bearer token, token+stateless, access
  token, stateless session, token based auth, stateless login, stateless authentication, signed session, token instead
  session, tokens+session, client side token, self contained tokens
^session: session cookie, server side session, server session, session store, sessions+server, server side state,
  session table
mfa: mfa, two factor, 2fa, second factor, one time password, totp, multi factor, passkey, webauthn, second login
  step, authenticator app, one time code, second login factor, additional factor
^rbac: rbac, role based access, permission system, access control, authorization, policy engine, permission | opa,
  open policy agent | casbin | cerbos
^encryption: encrypt, encryption, cipher, encrypted, encrypting | tls, https, mtls, mutual tls, secure transport
httpcache: cache control, cache header, no cache header, http cache, etag, http caching
plaintext: plain text, plaintext, clear text, cleartext, unencrypted, unhashed
^hash: password hash, hash+password | bcrypt | argon2 | scrypt | pbkdf2 | md5 | sha1
secretsmgr: secret manager, secrets management, secret store, key vault, secret vault, credential store,
  secrets+vault, credentials+vault, central secret, secret storage, secrets store | hashicorp vault, vault | aws
  secrets manager | sops | doppler | sealed secrets
ratelimit: rate limit, throttle, throttling, request quota, limit+request+client, limit+request+minute, cap+request,
  limit+requests, requests per minute, requests per second, quota per client, quotas
csrf: csrf, cross site request forgery, xsrf
xss: xss, cross site scripting, escape html, sanitize html, unsafe html
sqlinjection: sql injection, parameterized query, prepared statement, string concatenation+sql, interpolat+sql, bind
  parameter
cors: cors, cross origin
gateway: api gateway, gateway, bff, backend for frontend, edge proxy, reverse proxy, single entry point, single
  front door, entry point+service, facade+service, aggregate+backend, one entry point | kong | traefik | nginx |
  haproxy | tyk | apigee | caddy
loadbalancer: load balancer, load balance
^logging: logging, log, logger, structured log, log line, log aggregation, log framework, log message | winston |
  pino | log4j, logback, slf4j | serilog | spdlog | loguru | structlog | bunyan | zap logger | fluentd | loki |
  logstash | splunk
tracing: tracing, distributed trace, observability, telemetry, request+trace | opentelemetry, otel | jaeger | zipkin
  | datadog | new relic | honeycomb | dynatrace
^metrics: metric, metrics, dashboard+metric, gauge, monitoring, alerting | prometheus | grafana | statsd |
  cloudwatch
errortracking: error tracking, crash reporting, crash report, exception monitor, error reporting service, crash
  reporter, error monitor, report+crash, crash analytics | sentry | crashlytics | bugsnag | rollbar
analytics: phone home, anonymous usage, anonymous telemetry, collect+telemetry, telemetry+used, usage statistic,
  analytics, user tracking, usage tracking, tracking script, tracking pixel, behaviour tracking, usage data, event
  tracking, product analytics, user behavior, usage statistics, user analytics, track+user, tracker, visitor
  tracking, measure+user+behaviour, page view tracking, collect+usage | google analytics | mixpanel | amplitude |
  posthog | matomo | hotjar
ads: advertising, ads, ad banner, ad network
^email: email delivery, mail, email, transactional email | sendgrid | mailgun | ses | postmark | smtp
payment: payment provider, payment gateway, checkout provider | stripe | paypal | braintree | adyen | square
cms: cms, content management, headless cms, content editor, editable content, content system | wordpress |
  contentful | strapi | drupal | sanity cms
nocode: no code, low code
httpclient: http client, request library | axios | requests library | httpx | fetch api, native fetch | superagent |
  okhttp | retrofit | alamofire | aiohttp | libcurl, curl | urllib
webframework: web framework, server framework, http framework, backend framework | express | fastify | nestjs, nest
  js | koa | hapi | django | flask | fastapi | rails, ruby on rails | spring boot, spring | laravel | symfony | gin
  framework | echo framework | gofiber | actix | axum | asp net | phoenix framework | sinatra | quarkus | micronaut |
  hono
~language: programming language, new language | clanguage | rust, cargo | golang, go language | java, jdk, jvm |
  kotlin | scala | c++, cpp, c plus plus | c# , csharp | python | ruby | javascript, vanilla js, plain js | php
  | elixir | swift | objective c, objc | dart | zig | haskell | clojure | perl | lua | julia | coffeescript |
  cython | fortran | ocaml | elm | reasonml, rescript | nim
native: native rewrite, native code, native extension, native module, native addon
wasm: webassembly, wasm | emscripten
jsruntime: javascript runtime | node js, node, nodejs | deno | bun
xplatform: cross platform, cross platform framework, hybrid app, single codebase, one codebase, shared codebase,
  share+code+ios+android, write once, both platform, common codebase, both platform+one, ios+android+same, one code
  base, single code base, same code+platform, one app+platform, dart codebase, javascript+native app, shared code+ios,
  both mobile platform, one toolkit | react native | flutter | xamarin, maui | ionic | cordova, phonegap | kotlin
  multiplatform, kmp, kmm | capacitor | nativescript
desktop: desktop app, desktop shell, desktop wrapper, webview shell, browser+desktop window | electron | tauri | qt
  | gtk | wxwidgets | wpf | nw js
iosui: declarative ui ios | swiftui | uikit, storyboard, xib
androidui: android ui toolkit | jetpack compose | xml layout
pwa: progressive web app, pwa, service worker, offline first, installable web, installable, add to home screen,
  service workers
offline: offline support, offline mode, work offline, without network, local first, offline sync, without internet,
  without connection, no connection, without connectivity, no connectivity, works offline, available offline
push: push notification, remote notification, notify+device, device notification, mobile notification | apns | fcm,
  firebase cloud messaging | onesignal
~cloud: cloud provider, public cloud, cloud migration, cloud hosting, cloud, lift and shift | aws, amazon web
  services | azure | gcp, google cloud | heroku | vercel | netlify | digitalocean | fly io | render com
onprem: on premise, on prem, self hosted, own hardware, bare metal
multicloud: multi cloud, several cloud, cloud agnostic, second cloud provider
vm: virtual machine, ec2, vm
bluegreen: blue green, zero downtime deploy, rolling deploy, canary deploy
iacdrift: immutable infrastructure
boost: boost, boost library
^exceptions: exception, exception handling, throw, try catch, c++ exception, stack unwind, exceptions, throws,
  thrown, try block, raise error, throw+error
resulttype: result type, either type, error code, return code, expected type, monadic error, railway oriented, error
  as value, error value, return codes, error codes, status code return, outcome, expected, optional return, error
  return
rtti: rtti, dynamic cast, run time type information
^templates: template metaprogramming, constexpr, compile time computation, sfinae, concepts c++20, compile time
  polymorphism, heavy template, generic programming
smartptr: smart pointer, raii, shared ptr, unique ptr, reference counted pointer, ownership pointer, reference
  count, std unique ptr, std shared ptr, shared pointer, owning pointer, automatic lifetime, scoped pointer
rawptr: raw pointer, manual memory, new delete, malloc, naked pointer, new and delete, manual deletion
gc: garbage collector, garbage collection
headeronly: header only
modulescpp: c++ module, c++20 module, import declaration
buildcpp: build system, build tool, hermetic build, build description, build definition, build script generator,
  build configuration system | cmake | bazel | meson | makefile, gnu make | scons | ninja | gradle | maven | sbt |
  buck | premake | xmake
compiler: compiler, toolchain | gcc | clang, llvm | msvc | icc
^standard: c++ standard | c++11 | c++14 | c++17 | c++20 | c++23
^heap: heap allocation, std vector, dynamic allocation, dynamic memory, runtime allocation, malloc, allocate+heap,
  dynamic
  container | custom allocator, arena allocator, memory pool, object pool, pool allocator
rtos: rtos, real time operating system, preemptive scheduler | freertos | zephyr | threadx
simd: simd, vectorize, intrinsics, avx, avx2, avx512, sse, neon
gpu: gpu, graphics card, cuda, opencl, accelerate+graphics, gpu compute, graphics processor, accelerator, cuda
  kernel, shader compute, compute shader | vulkan | opengl | metal api | directx
entitycomponent: entity component system
scripting: scripting language, embedded script, embed+interpreter, plugin scripting, script engine, lua, embedded
  lua, scriptable, user script
plugin: plugin system, plugin architecture, extension system, plug in, third party extension, dynamically
  loaded+module, extension point, extensions, add on system, third party extensions, plugins, pluggable
^serial: serialization format, serialization, wire format, binary format, wire encoding, text format, data format,
  configuration format | json | xml | yaml | toml | msgpack, messagepack | flatbuffers | cbor | bson | csv | parquet
functional: functional programming, functional style, immutable data, immutability, pure function, monad, immutable
  | ramda | fp ts | lodash fp | immutable js | immer
oop: inheritance, class hierarchy, base class, object oriented, abstract base, superclass, parent class, common
  base, base type, subclass, abstract class, class tree, inherit
composition: composition over inheritance, composition
hexagonal: hexagonal architecture, ports and adapters, clean architecture, onion architecture, layered architecture,
  domain+adapter, adapters, ports, layering, layered
ddd: domain driven design, ddd, bounded context, aggregate root
mvc: mvc, mvvm, mvp pattern, viper, presentation pattern, view model
repository: repository pattern, data access layer, dao, repository layer, data access object, data access class,
  repositories+sql, persistence abstraction
codegen: code generation, generated code, code generator, codegen, generate+client, scaffold, generate+code,
  generated client, generated types, generate client | openapi generator | swagger codegen
openapi: openapi, swagger, api specification, api schema
^apiversion: api versioning, versioned api, v2 endpoint, versioned endpoint, version+api, version prefix
hateoas: hateoas, hypermedia
^pagination: pagination, cursor pagination, offset pagination, paginate, infinite scroll, page+result, keyset,
  cursor based, offset based, cursors
validationlib: schema validation, validation library, runtime validation | zod | joi | yup | ajv | pydantic |
  marshmallow | cerberus | class validator
formlib: form library | formik | react hook form | final form
datefns: date library | moment, momentjs, moment js | dayjs, day js | luxon | date fns | joda | pendulum
utillib: utility library, helper library, utility belt | lodash | underscore js, underscore | ramda | guava | apache
  commons
animation: animation library, animate, animation, animated, transitions, motion library | framer motion | gsap |
  lottie
charts: chart library, chart, graph plotting, data visualization | d3 | chart js | highcharts | recharts | echarts |
  plotly
webcomponents: web component, custom element, shadow dom, custom elements, framework agnostic component | lit |
  stencil
microfrontend: micro frontend, microfrontend, independent+deploy+frontend, module federation, federated module,
  frontend per team, separate+deploy+page, single spa, frontends per team, independently deployed frontend,
  frontend+own deploy, compose frontend, frontend fragment, separate frontend apps, split frontend
darkmode: dark mode, dark theme, night theme, night palette, dark palette, dark colour, dark color, dark scheme, low
  light theme
a11y: accessibility, a11y, screen reader, aria, wcag, accessible, keyboard navigation, assistive
linter: linter, lint, static analysis, code style checker, lint rule, linting, style checker, static analyser,
  static analyzer, static checks | eslint | pylint | flake8 | ruff | rubocop | clang tidy | sonarqube, sonar | biome |
  checkstyle | golangci lint
formatter: formatter, code formatter, auto format, format+automatic, formatting tool, automatic formatting,
  autoformat, opinionated formatter, code style tool | prettier | black | gofmt | clang format | ktlint | autopep8
precommit: pre commit hook, pre commit, git hook, commit hook, before each commit, before every commit, commit time
  check | husky | lefthook
commits: conventional commit, commit message convention, semantic release
trunk: trunk based, trunk based development
gitflow: gitflow, git flow, long lived branch, release branch
submodule: git submodule, submodule, subtree, vendored dependency, vendor
docsgen: documentation site, documentation generator, api docs, documentation portal, docs site, component
  catalogue, component gallery, component explorer | docusaurus | sphinx | mkdocs | doxygen | storybook | typedoc |
  javadoc
llm: llm, large language model, ai assistant, chatbot, generative ai, language model, gpt, ai model, chat assistant,
  gpt model, copilot, ai generated, ai chat | openai | anthropic, claude api | ollama | langchain | llama
ml: machine learning, lstm, rnn, cnn, transformer model, ml model, neural network, deep
  learning, trained model, predictive model, learned model,
  model+train, neural net, classifier, learned ranking, predictive | tensorflow | pytorch | scikit learn, sklearn |
  keras | xgboost
notebook: notebook, jupyter, ipynb
blockchain: blockchain, distributed ledger, smart contract, web3, crypto ledger, immutable ledger, token economy,
  chain of blocks | ethereum | solana | hyperledger
threadlocal: thread local
dedup: deduplicate, dedupe
^retry: retry, retries, exponential backoff, back off, try again, reattempt
circuitbreaker: circuit breaker, bulkhead, fail fast breaker | hystrix | resilience4j | polly
saga: saga, distributed transaction, two phase commit, compensating transaction, xa transaction, distributed
  transactions, compensation
outbox: outbox, transactional outbox, change data capture, cdc | debezium
idempotency: idempotency key, idempotent
optimisticlock: optimistic lock, version column, row version
pessimisticlock: pessimistic lock, select for update, row lock
mutex: mutex, lock free, lockfree, atomics, wait free
connpool: connection pool, connection pooling | pgbouncer | hikari
dbindex: database index, composite index, covering index, add index
materialized: materialized view, summary table, precomputed table, aggregate table, precomputed view,
  precompute+report, rollup table
denormalize: denormalize, denormalization, duplicate+column, flatten+table, wide table, flat table, duplicate+data,
  copy+column, redundant column, precomputed column, embedded copy
normalize: normalize+schema, third normal form, normalization
lazyload: lazy load, lazy loading, code split, code splitting, dynamic import, load on demand, deferred load,
  lazily, on demand loading, load+demand, defer+load, chunk splitting
eagerload: eager load, preload, prefetch
^compress: gzip, brotli, compression, compress | zstd
minify: minify, tree shake, tree shaking
imageopt: webp, avif, image optimization, image compression, responsive image
ioc: xml configuration
^reflection: reflection, introspection, metaprogramming, monkey patch, runtime code
^macros: macro, preprocessor
aop: aop, aspect oriented, decorator magic
^annotations: annotation, decorator
lombok: lombok
getter: getter setter, accessor
strictmode: strict mode, strict null check, strict compiler, strictnullchecks, null check, possibly null,
  compiler+null, null safe, strict flag, strict compiler option, noimplicitany
anytype: any type, type any, untyped
nullsafety: null safety, optional type, nullable, option type, null object, nullables
^enumtype: enum, enumeration
floatmoney: float+money, double+amount, float+price, floating point+money, double+money, floating point+price,
  decimal+money
^timezone: timezone, time zone | utc, coordinated universal time | local time, server time
codeowners: codeowners, code owner
dependabot: dependabot, renovate, automatic dependency update, dependency bot
^licence: gpl, copyleft, licence, license
^dependency: dependency, third party library, third party package, external library, external dependency, external
  package, npm package, new package, pip package, library dependency, runtime dependency, third party, open source
  library, extra library, extra dependency, additional library, additional dependency, new library, library for, pull
  in+package
vendorlock: vendor lock in, proprietary service, saas, managed service, hosted service, external service, third
  party service, saas product, cloud hosted, managed offering, commercial service, paid service, external provider
^networkcall: network call, over http, over network, load+cdn, download+start, fetch+http, fetch+remote, network
  request, http call, outbound call, external call, internet access, outbound network
^filesystem: local disk, file system, local file, disk storage | s3, object storage, blob storage, minio, bucket
xmlconf: environment variable, env var, dotenv
^hardcode: hardcode, hard coded, magic number, literal constant
wasmui: canvas rendering, webgl
accessdb: direct database access, direct sql, raw sql, query+database+direct, hand written sql, plain sql, inline
  sql
sharedb: shared database, same database, common database
publicapi: public api, public interface, breaking change, api contract, backward compatibility, backwards compatible
legacybrowser: internet explorer, ie11, legacy browser, old browser, polyfill
esm: es module, esm, commonjs, cjs, require+import
decoratorui: higher order component, hoc, render props
hooks: react hook, react hooks, functional react, react class, class based react, class based component, functional
  component, function component, class component
contextapi: context api, react context, prop drilling
pdf: pdf generation, pdf
geo: geospatial, postgis, map library | mapbox | leaflet | google maps
chat: chat widget, live chat | intercom | zendesk | drift chat
cookiebanner: cookie banner, consent
captcha: captcha, recaptcha
^modal: modal dialog, modal, popup
wizard: wizard, multi step form, stepper
tabs: tab indentation
spaces: space indentation
mutation: mutation test, mutation testing, mutate+test | stryker | pitest
clientvalidation: client side validation, validate+browser, validate+form+client
floats: float, double, floating point, floating point number, binary fraction
hotreload: hot reload, hot module, live reload
""".replace("\n  ", " ")
