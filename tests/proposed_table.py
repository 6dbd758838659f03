"""What people type when they lay down a rule or refuse an answer, and what only sounds like it."""

# words | kind | forbid | instead | scope
CASES = """
Never use moment in this project. | constraint | moment | | **
Please never use lodash, use native methods instead. It bloats the bundle. | constraint | lodash | native methods | **
Don't use jQuery anywhere, we want native DOM. | constraint | jQuery | | **
Do not add SQLAlchemy to this project because raw SQL is easier to review. | constraint | SQLAlchemy | | **
No Redux in this project, it is too heavy; use zustand instead. | constraint | Redux | zustand | **
no ORM ever in this codebase | constraint | | | **
Avoid `eval` in this codebase - it is a security risk. | constraint | eval | | **
Stop using axios, use fetch. | constraint | axios | fetch | **
Default exports are forbidden in this codebase. | constraint | | | **
We don't use Prisma here. | constraint | Prisma | | **
we don't mock the database in tests since mocks hid a bug last year | constraint | | | **
Use date-fns instead of moment | constraint | moment | date-fns | **
Use `httpx`, not `requests`. | constraint | requests | httpx | **
We prefer composition over inheritance in this project. | constraint | | composition | **
Always use UTC timestamps in this project. | constraint | | | **
Only use the standard library in this project. | constraint | | | **
Write it without any ORM in this project. | constraint | | | **
Never commit directly to main. | constraint | | | **
Don't ever push with --force. | constraint | | | **
never import from `internal/` in src/api/, it breaks the layering | constraint | | | src/api/
We tried Redux already, it was too slow. | rejection | Redux | | **
We already tried that, polling drains the battery. | rejection | | | **
We decided against GraphQL because the clients are simple. | rejection | GraphQL | | **
Microservices were rejected by the team because we are three people. | rejection | | | **
we ruled out Kafka: too much to operate | rejection | Kafka | | **
Leave src/legacy/parser.py as it is. | exception | | | src/legacy/parser.py
Don't touch the vendor/ folder. | exception | | | vendor/
The global lock in src/db.py is intentional. | exception | | | src/db.py
Keep config/settings.py the way it is because ops depends on it. | exception | | | config/settings.py
Please leave the retry loop in client.ts as is, it is by design | exception | | | client.ts
Don't change `computeTotals`, it is intentional. | exception | | | **
From now on, don't write comments in German. | constraint | | | **
From now on always write tests with pytest | constraint | | | **
we never use floats for money | constraint | | | **
You must never log tokens in this app | constraint | | | **
Handlers must never call the database directly. | constraint | | | **
Our code must not import from `internal`. | constraint | | | **
Never call `time.sleep` in async code. | constraint | | | **
Class components are banned in this app; use hooks. | constraint | | hooks | **
please don't introduce styled-components, we use CSS modules | constraint | styled-components | CSS modules | **
Don't use `console.log`, use the logger. | constraint | console.log | the logger | **
No default exports in this repo please | constraint | | | **
use tabs instead of spaces in this project | constraint | | tabs | **
Verwende niemals moment in diesem Projekt, nimm date-fns. | constraint | moment | date-fns | **
Kein Redux in diesem Projekt, weil es zu schwer ist. | constraint | Redux | | **
Wir verwenden kein jQuery. | constraint | jQuery | | **
Nimm httpx statt requests in diesem Projekt | constraint | requests | httpx | **
Das haben wir schon probiert, Polling leert den Akku. | rejection | | | **
Wir haben uns gegen GraphQL entschieden, weil die Clients einfach sind. | rejection | GraphQL | | **
Lass src/legacy/parser.py so wie es ist. | exception | | | src/legacy/parser.py
Fass vendor/ nicht an. | exception | | | vendor/
Nunca uses moment en este proyecto. | constraint | moment | | **
No usamos jQuery en este proyecto, porque pesa demasiado. | constraint | jQuery | | **
Usa fetch en vez de axios | constraint | axios | fetch | **
Deja src/legacy/ como está. | exception | | | src/legacy/
N'utilise jamais moment dans ce projet. | constraint | moment | | **
On n'utilise pas jQuery dans ce projet car c'est lourd. | constraint | jQuery | | **
Utilise fetch au lieu de axios | constraint | axios | fetch | **
Laisse src/legacy/parser.py tel quel. | exception | | | src/legacy/parser.py
Never use `eval` or `exec` in this codebase | constraint | eval, exec | | **
Never use lodash and moment | constraint | lodash, moment | | **
We don't use jQuery in src/web/ | constraint | jQuery | | src/web/
The empty catch block in src/io.ts is on purpose, the client retries. | exception | | | src/io.ts
Don't refactor the billing module, it's being replaced next quarter. | exception | | | **
We tried Kafka last year and it was too much to operate. | rejection | Kafka | | **
No more jQuery. | constraint | jQuery | | **
We moved away from Sequelize because migrations kept breaking. | rejection | Sequelize | | **
""".strip().split("\n")

# The same, as they are typed on a working day.
TYPED = """
no jquery please, vanilla js | constraint | jquery | vanilla js | **
we dont do default exports here | constraint | | | **
inline styles are a no go | constraint | | | **
raw sql is banned in controllers, thats what the repositories are for | constraint | | | **
no business logic in controllers | constraint | | | **
any new endpoint needs an integration test | constraint | | | **
every migration must be reversible | constraint | | | **
all api errors must go through ErrorMapper | constraint | | ErrorMapper | **
hard rule: no secrets in the repo | constraint | | | **
rule for this repo: branch names start with the ticket number | constraint | | | **
team convention: commit messages follow conventional commits | constraint | | | **
our policy is that every public function has a docstring | constraint | | | **
never commit .env files | constraint | | | **
dont ever call the payment api from tests | constraint | | | **
stop mocking the database, use testcontainers | constraint | | testcontainers | **
pnpm only, no npm | constraint | npm | pnpm | **
only pnpm here | constraint | | | **
use pathlib instead of os.path everywhere | constraint | os.path | pathlib | **
prefer composition over inheritance always | constraint | | composition | **
nobody writes to the users table directly, use UserRepo | constraint | | UserRepo | **
all db access goes through the repository | constraint | | the repository | **
logging always goes through our logger | constraint | | our logger | **
secrets never go into the yaml, they come from vault | constraint | | vault | **
moment is deprecated for us, use dayjs | constraint | moment | dayjs | **
System.out.println is forbidden, we have slf4j | constraint | System.out.println | slf4j | **
from now on use pnpm for everything | constraint | | | **
please dont pull in new dependencies without asking me | constraint | | | **
keep react out of the domain package | constraint | | | **
we only support python 3.11+ so no typing_extensions backports | constraint | | | **
as i said before no lodash | constraint | lodash | | **
again: we dont use barrel files in this repo | constraint | | | **
controllers never talk to the database, they call a service | constraint | | | **
business logic doesn't belong in the views | constraint | | | **
wir nutzen kein lodash mehr | constraint | lodash | | **
keine sql queries im controller, dafür gibt es die repositories | constraint | | die repositories | **
System.out hat im code nix verloren, wir haben einen logger | constraint | System.out | logger | **
console.log ist bei uns verboten, nimm den logger | constraint | console.log | den logger | **
grundsätzlich gilt bei uns: keine logik in templates | constraint | | | **
regel: commits immer auf englisch | constraint | | | **
jeder neue endpoint braucht einen integrationstest | constraint | | | **
ab sofort nur noch pnpm | constraint | | | **
übersetzungen immer über den i18n service, nie hart im template | constraint | | | **
bitte nie direkt in die datenbank schreiben, immer über das repository | constraint | | das repository | **
nunca uses var, usa const | constraint | | const | **
siempre hay que pasar por el servicio de pagos | constraint | | el servicio de pagos | **
en este proyecto no se usa jquery | constraint | jquery | | **
nada de sql en los controladores | constraint | | | **
las fechas siempre en utc, nunca en local | constraint | | | **
on utilise plus axios, uniquement fetch | constraint | axios | fetch | **
il faut toujours passer par le logger | constraint | | le logger | **
pas de requêtes sql dans les contrôleurs | constraint | | | **
règle du projet: les commits sont en anglais | constraint | | | **
we decided against graphql last year, rest is enough | rejection | graphql | rest | **
we looked into kafka in spring but decided against it | rejection | kafka | | **
we already said no to microservices | rejection | | | **
we moved off mongo in 2022, not going back | rejection | mongo | | **
redis was thrown out in the architecture review | rejection | redis | | **
tried electron already, way too heavy | rejection | electron | | **
we had a monorepo once and reverted it | rejection | | | **
gegen kubernetes haben wir uns bewusst entschieden | rejection | kubernetes | | **
mongo haben wir letztes jahr rausgeworfen | rejection | mongo | | **
graphql hatten wir schon mal und es war ein drama | rejection | graphql | | **
ya probamos con redis y no funcionó bien | rejection | redis | | **
descartamos graphql por complejidad | rejection | graphql | | **
on a abandonné webpack, vite est le choix | rejection | webpack | vite | **
on a déjà testé mongo en 2022, jamais plus | rejection | mongo | | **
src/legacy stays as it is, we replace it next year | exception | | | src/legacy
the double slash in the url is on purpose, the proxy needs it | exception | | | **
the sleep in worker.py is there on purpose | exception | | | worker.py
dont fix the spelling of recieved_at, partners rely on it | exception | | | **
that the prices are rounded down is wanted | exception | | | **
the order of the fields in export.csv is supposed to be like that | exception | | | **
the weird indentation in config/prod.yml is intentional | exception | | | config/prod.yml
hands off vendor/ | exception | | | vendor/
don't sort the imports in main.py, the order matters | exception | | | main.py
die doppelte validierung in checkout.ts ist gewollt | exception | | | checkout.ts
finger weg von lib/legacy | exception | | | lib/legacy
el delay en src/retry.js es intencional | exception | | | src/retry.js
le doublon dans src/a.ts est voulu | exception | | | src/a.ts
on ne touche pas à config/legacy.yml | exception | | | config/legacy.yml
hardcoded urls are not allowed, take them from config | constraint | | config | **
enums not string unions please, everywhere | constraint | | enums | **
we log through tracing, println has no business in here | constraint | println | | **
money is Decimal, never float | constraint | | | **
nobody imports from dist/, use the package name | constraint | | the package name | **
always put new env vars into .env.example | constraint | | | **
all graphql resolvers have to check permissions | constraint | | | **
tests must not hit the network | constraint | | | **
components never fetch data themselves, hooks do that | constraint | | | **
for the whole repo: no abbreviations in identifiers | constraint | | | **
commit messages start with the jira key, thats our convention | constraint | | | **
no any in typescript, use unknown | constraint | | unknown | **
please no more global css, only css modules | constraint | | css modules | **
never edit generated files under src/gen | constraint | | | src/gen
dont touch proto/v1, clients in the field use it | exception | | | proto/v1
no lombok, we write our getters | constraint | lombok | | **
sql nur in den repositories | constraint | | | **
neue abhängigkeiten nur nach absprache | constraint | | | **
in controllern keine geschäftslogik | constraint | | | **
nunca hagas force push a main | constraint | | | **
los commits siempre en inglés | constraint | | | **
jamais de requête sql dans une vue | constraint | | | **
les secrets ne vont jamais dans le repo, ils viennent de vault | constraint | | | **
we ditched graphql two years ago, please dont suggest it | rejection | graphql | | **
celery was a nightmare for us, we removed it in 2021 | rejection | celery | | **
tried micro frontends, never again | rejection | | | **
electron is off the table, we discussed that at length | rejection | electron | | **
we are not going back to jenkins | rejection | jenkins | | **
kubernetes is overkill for us, we decided that in march | rejection | kubernetes | | **
the empty else in parser.go is on purpose | exception | | | parser.go
leave the typo in the column name custmer_id, the erp depends on it | exception | | | **
the wait in e2e/login.ts looks silly but is needed, keep it | exception | | | e2e/login.ts
don't refactor tools/migrate.sh, it runs once a year | exception | | | tools/migrate.sh
die reihenfolge in config.yml ist absicht | exception | | | config.yml
lass den sleep in worker.py drin, das gerät braucht das | exception | | | worker.py
wir committen keine generierten dateien | constraint | | | **
niemals float für geld, immer decimal | constraint | | decimal | **
we stopped using enzyme, testing library is what we use | rejection | enzyme | testing library | **
""".strip().split("\n")

NON_CASES = r"""
Don't worry about the tests.
Don't run the tests now.
Never mind, I found it.
Don't commit yet.
Stop, that's the wrong file.
No, the other file.
Don't use sudo this time.
Don't touch the tests for now.
Fix the login bug but don't touch auth.py
I never saw this error before.
It always fails on CI.
The test never passes.
Why don't we use Redux?
Should we use Postgres instead of SQLite?
Can you use the other branch instead of this one?
The linter says don't use var.
The docs say never use eval in this project.
Error: do not use default exports in this project
No problem, go ahead.
No idea what that means in this project.
no changes in this repo yet
Leave it as it is.
Keep the rest as it is.
Is that intentional?
We tried restarting the server, it did not help.
We tried that already and the error is the same.
I tried Redux once at home.
Use port 8080 instead of 3000.
Use the second option instead of the first.
Don't add comments.
Avoid the cache for now.
Without the flag it crashes.
Run it without the cache.
There is no config in this project.
There are no tests in this repo.
We have no CI in this project.
Don't forget to update the README in this repo.
If the tests fail, don't use the cache in this project.
Guests are not allowed to check out.
The button must not be disabled.
We don't know.
We don't have Redis here.
I don't use Windows.
don't you think Redux is too heavy?
The user should never see this message.
Always the same problem.
You always forget the tests.
Only use the first three rows.
use `foo.py` not `bar.py`
Rename the function to never_called.
He said "never use moment in this project".
the README says: never commit directly to main
> Never use moment in this project.
```\nNever use moment in this project.\n```
"Never use moment in this project because it is dead." is what I found in an old wiki.
Wenn das fehlschlägt, nimm keine Gewalt.
Das geht nie.
Kein Problem.
Ich habe das nie gesehen.
No pasa nada.
No funciona nunca.
Ne t'inquiète pas.
Ça ne marche jamais.
Pas de problème.
continue
Make the total of prices robust.
Please add a test that moment is never imported.
I want the app to work without internet.
It works without Docker.
We are not using Redux at the moment.
Don't use that.
Never do that again.
Please don't stop until all tests pass.
Do not use the Bash tool for this.
Don't use subagents for this task.
avoid that
Prefer the shorter name over the longer one.
We rejected the invitation.
Did we decide against Kafka?
Please fix the flaky test, but never skip it.
I never want to see that spinner again, can you remove it
Use the new API instead of the old one in checkout.py
don't use the cache, it is stale
Don't use mocks for this test.
We always get a 500 here.
No tests needed for this.
keep the function name as is
leave the TODO in place for now
Don't import it twice.
we don't want users to see this message
Make it so the app never crashes when offline.
Users must never see other users' orders.
The parser must not read past the end.
Passwords are not allowed in the URL.
Never give up!
Redux was rejected? Then what
this is intentional
Don't change anything else.
Don't remove the file, just rename it.
leave me alone
The delay is intentional, right?
I don't want to use GraphQL but maybe we have to
do you know why we don't use ORM in this project
the spinner never stops when the request fails
users always get redirected to /login, even when they are logged in
the parser never returns null but the type says it can
orders never go through on staging
payments always go through the old gateway for some reason
emails never go to the spam folder on gmail, only on outlook
the modal is supposed to close on escape
the header is supposed to be blue, make it blue
all tests are red since the merge
every request must contain a token, the api returns 401 otherwise
every user has to confirm the email before the first login, please build that
each row should have a delete button
all buttons must be green on this page
only the first three columns please
show only the last 10 entries
only failing tests please
just the diff only
we had that bug last week and fixed it in the parser
i tried redis-cli already, connection refused
tried a clean install already, same error
we tried to reproduce it in 2023 and could not
the redirect is not allowed by the browser because of cors
access is forbidden for this url, why
POST is not allowed on this endpoint, it returns 405
the old api is deprecated, migrate the calls in src/api/client.ts
lodash is deprecated? show me where we use it
nobody uses the export anymore, remove it
nobody calls this function directly as far as i can see
keep the old file around until the migration is done
keep the button out of the header on mobile
the config stays the same for both environments?
the process stays alive after ctrl c
that test is supposed to fail, we are doing tdd
don't fix the lint errors now
dont update package.json
don't move the file, copy it
do not delete the old migration files, i still need them
from now on i work on the frontend branch
from now on the tests are green
we only have one customer in that region
we only see this in production
move the handler out of the controller
put this into the service, not in the controller
rename getUser to fetchUser, not loadUser
call the column total, not sum
i want tabs instead of a dropdown on the settings page
show an icon instead of the text
use a set instead of a list in dedupe()
use the staging db instead of prod for this
the function returns undefined instead of null
there is no redis in this docker setup
we have no kafka locally so mock it
no errors in logs, but the page is blank
no results in search for umlauts
no tests in utils, can you add some
the policy is wrong, s3 denies the upload
the firewall rule is missing for port 443
eslint rule: no-unused-vars fires on line 12
add a rule: deny all from 10.0.0.0/8
the naming convention is broken in three files, fix them
we looked at the logs and it was the proxy
we looked at the code and it's fine
we evaluated the model and it was at 80 percent
we dropped the table in staging, can you recreate it
we moved off the topic, back to the login page
we removed the cache yesterday and now it is slow
i switched away from the branch
the pr was rejected because of failing checks
the request was rejected with 403
the payment is rejected when the card is expired
the token was thrown out of the session
the connection got killed after 30s
the process was killed by oom
the deploy cost us two hours, let's look at why
this bug cost us a lot of money, please fix it
the retry is on purpose or a mistake?
what is not allowed in a json key
you are not allowed to use the network in this sandbox
in this project we use vue 3 and pinia, the cart page is in src/pages/cart.vue
our api runs on kubernetes and the db is postgres
migrations are in db/migrate
tests live in tests/ , run them with make test
all images are missing after the deploy
events go to kafka and then somewhere they get lost
logs go to stdout, i see nothing in datadog
the api must return json
passwords must be at least 12 characters long
dates must be shown in the local format
the amount has to be rounded to two digits
prices are always shown with tax, but on the invoice they are not
messages are never delivered twice in theory
the events are stored in the wrong table
timestamps are stored in seconds but the client expects ms
names are always cut off after 20 characters
tokens never expire, thats a security problem
columns are called a, b and c, rename them
das passwort muss mindestens 12 zeichen haben
alle tests sind rot
der button bleibt so lange grau bis die daten da sind
das menü bleibt so klein auf mobil
die liste ist immer leer
die mail kommt immer doppelt an
wir hatten gestern einen ausfall
wir haben gestern das backup entfernt
nutzer dürfen nur eigene aufträge sehen
nimm das andere icon statt dem alten
zeig nur die ersten 10 zeilen
nur die erste seite bitte
kein eintrag in der tabelle, warum
die datei gehört in den anderen ordner
los usuarios siempre ven la página vieja
el test nunca pasa en ci
siempre falla en el mismo punto
solo los primeros tres
todos los tests deben pasar antes de mergear esta rama?
el formulario se queda así después de guardar
no se puede usar el teclado en el modal
les utilisateurs ne voient jamais le message
le test échoue toujours
il faut ajouter un bouton dans le menu
toujours la même erreur
pas d'erreur dans les logs mais la page est vide
le bouton reste comme ça après le clic
seulement le premier fichier
review this: we should never use eval, right?
maybe we should move off redux at some point
i think redux is not an option for mobile, what do you think?
is moment deprecated?
convention over configuration is what rails is about
what's our convention for branch names
write a rule that forbids moment imports in eslint
write tests for the never branch
as a rule i have lunch at 12, back then
i always use vim, so no ide hints please
nobody told me the deploy was yesterday
make sure every endpoint has a test in this module
check that all queries go through the cache
can you check whether any handler must be async
the docs must be updated after this change
the changelog must be updated too
commit messages are missing the ticket number, add it
all strings are now in en.json, translate them to german
all imports are unused in this file
any file goes missing when i run the sync
each test needs 3 seconds, make them faster
every migration takes ages
jobs must be restarted after the deploy, do it
the env vars must be set before you run it
secrets must be set in github before it works
don't bother with mobile, use the desktop layout in the mock
stop generating the report, use the cached one
the dto is not allowed to be null here
the search never finds umlauts, use collation
use fetch instead of the wrapper in this file
add redis to docker compose, not to k8s
let's drop the first column
drop redux devtools from the build for now
why was redux thrown out?
what happened to mongo, was it rejected?
write an adr: we decided against kafka
draft a mail that says we moved off heroku
class Foo should only have one method
only admins can delete invoices
nobody can see the invoice but the owner
no one gets the email
we don't send mails to guests, the ticket says we should. please add it
we dont render the avatar when there is none, that looks odd
we never get the callback from stripe in test mode
we always load the whole list, thats why its slow. add paging
we don't call the webhook when the order is cancelled, why
every time i save it reloads
all good now, thanks
always on top should be an option in the menu
never mind the tests
make it never expire
set the cookie to never expire
never show the banner again once it was closed
the banner should never come back once closed
always show the total at the bottom of the cart
show the total always, not only on the last page
sort the list by date, not by name
the label should say "never used", not "unused"
log only errors in this handler
only log errors in this handler
return early instead of nesting in this function
i prefer the second variant over the first one
prefer the cached value over the fresh one in getPrice
the cron job always runs twice, check the lock
this endpoint never answers
the toast should never cover the menu
customers should always see the net price
leave the footer out for now
dont push yet
no need to run the e2e tests
use the blue icon instead of the green one
we have redis running on port 6380
what happens when kafka is down
i never worked with grpc before, explain it to me
we use postgres 15, is that a problem?
the export must contain all columns
the image must not be larger than 2mb
admins may only edit their own team
only one row should be selected at a time
that component is deprecated, use the new one from ui/core
the old endpoint is not used anymore, delete it
rename all tests to *.spec.ts
all components are in src/components
the tests in api/ are flaky, rerun them
die suche findet nie umlaute
bitte nur die tests laufen lassen
ich brauche das nicht mehr
das feld darf nicht leer sein
mach den button statt rot blau
usa el otro archivo
nunca había visto este error
pas la peine de relancer les tests
le champ ne doit jamais être vide
the pipeline is supposed to deploy on tag, why doesn't it
it's intentional that we log in as root here?
we tried the patch and it works
remove moment and use dayjs in checkout.ts
replace axios with fetch in api.ts
migrate us off mongo to postgres
drop the redux store, we don't need it anymore
stop the server and restart it
keep going
always the same flaky test, rerun
every time the queue is full it drops messages
each call takes 2s
the handler always returns the cached object, i want the fresh one
controllers always get the old session object in tests
workers never pick up the second job
migrations always lock the table, can we avoid that
tests always use the wrong db
leave the comment in line 20, it needs a better wording later
keep the tests green
keep the window open, i need the console
leave the select in the form but rename the label
keep both variants in the ui, marketing needs to decide
in tests we always see a warning about act()
in production only the first worker starts
in components/Cart only the total is wrong
for tests never mind the types
the migration was a mess, can you write a summary of what went wrong
the merge was a pain but its done
the design is too heavy for us? or ok
the button looks odd but is fine for now
the page looks good but is too slow
login looks fine but it has to go through the new form
das deployment war ein drama, schau dir die logs an
im controller nur die erste methode anpassen
in der tabelle nie sortieren nach name
lass den server laufen
lass das fenster offen stehen
los tests siempre van en rojo
les composants passent toujours par un état vide avant
file uploads never go through the proxy, i get a 413
jobs not tests are slow
cats not dogs
""".strip().split("\n")

# What asks for another shape of the answer.
AMENDED = """
what about old rows? the plan doesn't mention that
it doesn't say who may call it
too long, split it into two steps
give me two alternatives
only the first step
wrong ticket
use the existing branch
shorter please
start with step 2
do the tests first
i want to see the schema first
looks good but rename the service
no, ask ben before
not now, lunch
too many steps, only do the first two
skip the mail, we do that next week
can we do that without the mail?
put the export under src/jobs instead
i changed my mind, do the login first
make the mail optional
add error handling to step 2
thats two prs, split it
we have to talk about this tomorrow
hold on, i have an idea
explain step 3
why redis?
is pandas needed?
nope, wrong repo
no, i said the other file
add a rollback section to the plan
hm, more detail on step 1
zu lang, nur schritt 1
erst die tests
demasiado largo
trop long, fais plus court
d'abord les tests
no tests needed
undo that
use 4 spaces
one import per line
keep the old name
typo in the name
missing semicolon
leave that line
don't change the signature
not this function, the one below
we need it in the other class
should be async
too much for one commit
""".strip().split("\n")

# Words | plan or edit | forbid | instead
REFUSED = """
no redis. we had that and it was a pain to run | plan | redis |
bullmq is overkill for one mail, use a cron | plan | bullmq | cron
pandas is too heavy for a csv, the csv module does it | plan | pandas | the csv module
redis needs ops, we dont have that. postgres queue | plan | redis | postgres queue
nein, kein redis, das hatten wir schon | plan | redis |
nada de redis, usamos postgres | plan | redis | postgres
pas de redis, on a postgres | plan | redis | postgres
no extra services, keep it in the monolith | plan | |
we tried a queue in 2022 and ripped it out, cron it is | plan | | cron
auth is done with keycloak here, no own users table | plan | | keycloak
no moment, it's deprecated, date-fns | edit | moment | date-fns
console.log has no place here, use pino | edit | console.log | pino
no print in production code, logging | edit | print( | logging
kein moment, nimm date-fns | edit | moment | date-fns
""".strip().split("\n")
