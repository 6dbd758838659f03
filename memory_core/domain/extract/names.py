"""Names of packages, products and calls that people write in small letters, and of what is no thing of code."""

from typing import Final

from memory_core.domain.guard.imported import imported

# No words of a sentence: what they name is sure wherever they stand.
KNOWN: Final = frozenset(
    "moment moment.js lodash underscore jquery axios redux redux-saga redux-thunk redux-toolkit mobx zustand jotai "
    "vuex pinia rxjs ramda bluebird dayjs luxon date-fns left-pad is-odd webpack vite rollup esbuild swc turborepo "
    "lerna gulp grunt browserify coffeescript typescript eslint tslint jslint jshint jest vitest enzyme karma "
    "playwright puppeteer protractor mongoose sequelize typeorm prisma knex drizzle mikro-orm graphql trpc grpc "
    "protobuf styled-components tailwind tailwindcss mui antd daisyui shadcn chart.js d3.js three.js highcharts "
    "next.js nextjs nuxt nuxt.js svelte sveltekit vue vue.js vuetify react.js reactjs angularjs angular preact "
    "backbone.js ember.js alpine.js htmx socket.io express.js fastify hapi koa nestjs passport.js bcrypt "
    "jsonwebtoken node-fetch superagent formik nodemon pm2 uuidv4 dotenv sqlalchemy peewee django fastapi celery "
    "dramatiq huey pandas numpy scipy matplotlib seaborn plotly streamlit pydantic pytest unittest doctest "
    "nosetests nose2 pytest-mock tox pylint flake8 mypy pyright isort pipenv conda miniconda anaconda setuptools "
    "easy_install httpx urllib urllib2 urllib3 aiohttp gevent eventlet asyncio boto boto3 psycopg2 psycopg asyncpg "
    "pymongo pymysql mysqlclient redis-py simplejson orjson pyyaml jinja2 gunicorn uwsgi uvicorn openpyxl xlrd pytz "
    "python-dateutil mongo mongodb mysql postgres postgresql sqlite sqlite3 mariadb dynamodb cassandra couchdb "
    "couchbase neo4j influxdb timescaledb clickhouse elasticsearch elastic opensearch solr algolia meilisearch "
    "typesense kafka rabbitmq activemq zeromq nats.io memcached memcache redis kubernetes k8s docker docker-compose "
    "docker-swarm podman openshift terraform pulumi ansible saltstack vagrant jenkins travis circleci teamcity "
    "argocd fluxcd istio linkerd nginx traefik haproxy etcd zookeeper prometheus grafana datadog newrelic splunk "
    "logstash kibana fluentd jaeger opentelemetry airflow luigi databricks bigquery snowflake hadoop hdfs mapreduce "
    "dbt sagemaker mlflow tensorflow pytorch keras sklearn scikit-learn xgboost langchain llamaindex hibernate "
    "mybatis jooq lombok log4j log4j2 slf4j logback junit junit4 testng mockito powermock easymock gson jaxb struts "
    "gwt vaadin wildfly tomcat websphere weblogic glassfish gradle maven autofac automapper mediatr newtonsoft "
    "newtonsoft.json nunit xunit mstest moq efcore entityframework nhibernate signalr winforms wpf gorm logrus "
    "zerolog slog testify sqlx pgx sqlc protoc tokio async-std serde anyhow thiserror reqwest lazy_static once_cell "
    "activerecord sidekiq resque delayed_job rspec minitest capybara nokogiri factorybot sprockets turbolinks "
    "webpacker coffee-script haml ecto oban ueberauth hackney httpoison httpotion laravel symfony codeigniter zend "
    "phpunit guzzle monolog wordpress drupal magento smarty retrofit okhttp rxjava rxswift rxkotlin eventbus "
    "dagger2 butterknife alamofire afnetworking cocoapods carthage objective-c xcodegen xamarin cordova phonegap "
    "electron nativescript jetpack eval innerhtml outerhtml document.write dangerouslysetinnerhtml settimeout "
    "setinterval usememo useeffect usestate console.log localstorage sessionstorage xmlhttprequest goto strcpy "
    "strcat sprintf scanf malloc memcpy println var_dump print_r mongoid firebase firestore supabase auth0 cognito "
    "keycloak okta heroku vercel netlify cloudflare digitalocean lambda@edge rabbit-mq oauth1 websql webforms soap "
    "wsdl xslt xml-rpc json-rpc jsonp npm yarn pnpm npx bunx bower sass scss stylus postcss less.js bootstrap.js "
    "handlebars mustache.js ejs sentry bugsnag rollbar mixpanel segment.io stripe paypal braintree twilio sendgrid "
    "mailgun mailchimp storybook moment-timezone".split()
)
# Names with a capital that no code holds: the client's own tools, and what only begins with one.
NO_THING: Final = frozenset(
    "claude opus sonnet haiku anthropic bash read edit write grep glob task agent agents webfetch websearch "
    "todowrite multiedit english german french spanish deutsch monday tuesday wednesday thursday friday saturday "
    "sunday january february march april june july august september october november december i we you it he she "
    "they this that these those the a an please mac macos windows linux readme google github gitlab jira slack "
    "internet production main master btw fyi imho imo asap ok okay".split()
)
# Packages whose names are everyday words too: a word of a sentence is none of them.
EVERYDAY: Final = frozenset(
    "moment request requests express react flask chalk commander joi mocha chai jasmine vue angular next three click "
    "rich got ember backbone underscore stripe segment gulp grunt mustache handlebars "
    "rocket".split()
)
# Of those, what a person who says "use" means; and what many others call a function of theirs.
MEANT: Final = frozenset("requests express react flask chalk commander joi mocha chai jasmine".split())
_OWN_CALLS: Final = frozenset("request next three click rich got segment underscore".split())
# Products that are written with the ending of a file.
_JS: Final = frozenset(
    "alpine angular anime babylon backbone big bignumber bootstrap chart d3 day decimal discord ember express fuse "
    "handlebars highlight immutable knockout less matter moment mustache next node nuxt p5 paper passport phaser "
    "pixi polymer prototype react swiper three underscore velocity video vue zepto".split()
)
_SPELT: Final = "big bignumber chart decimal discord fuse highlight matter node pixi video"
_PACKAGES: Final = {  # the others are imported without the ending
    **{f"{name}.js": f"{name}.js" for name in _SPELT.split()},
    "day.js": "dayjs", "alpine.js": "alpinejs", "anime.js": "animejs", "babylon.js": "babylonjs",
    "spring": "org.springframework", "spring boot": "org.springframework.boot",
}  # fmt: skip


def is_product(text: str) -> bool:
    """Whether a text is the name of a product, though it ends as a file does: `d3.js`."""
    stem, dot, ending = text.casefold().rpartition(".")
    return f"{dot}{ending}" == ".js" and (stem in _JS or text[:1].isupper())


def looked_for(name: str) -> str:
    """What stands in code where the thing of this name is used, as a text of `forbid`."""
    lowered = name.casefold()
    package = _PACKAGES.get(lowered) or (lowered.removesuffix(".js") if is_product(name) else name)
    if package.casefold() in EVERYDAY:
        return imported(package.casefold(), called=package.casefold() not in _OWN_CALLS)
    return package
