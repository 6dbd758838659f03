"""What users say that lasts beyond the task, what holds for the moment, and what is no word on how to work."""

LASTING = """
intermediate results as parquet, no CSV
you again added comments nobody asked for
I find nested ternaries unreadable
at our place migrations are reviewed by the DBA first
interfaces with one implementation are pointless
comments that repeat the code are noise
I keep removing the same debug output after you
our pipeline only accepts signed commits
no throwaway scripts in the repo root
before deleting anything tell me what and why
explicit imports over star imports
not in the controller. controllers stay thin
can you please quit summarizing what you did at the end of each answer
for the next time: ask before you delete files
yes but with a timeout. each outbound http call needs an explicit timeout, ops insists on that
schon wieder ein Kommentar, der nur den Code wiederholt
je trouve les classes utilitaires illisibles
no me gustan los nombres de una letra
не люблю магические числа в коде
我们这边接口返回统一用下划线命名
長いメソッドは嫌いです、小さく分けてください
please write commit subjects in the imperative
your explanations are way too long, two sentences are enough for me
i work with dvorak so don't suggest vim keybindings
dates as ISO 8601 everywhere please
nah we ship ESM only
feature flags go through LaunchDarkly, never through env vars
rejected: new files need the license header
every time you add an endpoint you forget the openapi spec. please don't
you can skip the "great question" stuff
I don't like default parameters that are mutable
test names in English even though the domain is German
not like that. we never catch Exception, always the concrete type
please run clippy before telling me you're done
in sql always uppercase keywords
error messages start with a lower case letter and have no period, that's the go way
Ich will keine Einzeiler-Ifs ohne Klammern sehen
bitte alle Kommentare auf Englisch
die Branches heißen bei uns immer feature/TICKET-kurzname
PRs nur gegen develop, nicht gegen main
on écrit les commits en anglais
ne mets pas de commentaires évidents dans le code
los tests van junto al código, no en una carpeta aparte
コメントは英語でお願いします、常に
变量名不要用拼音
комментарии пиши на английском
no. I said composition API, not options API
we're strictly WCAG AA, so every input gets a label
stick to the standard library unless there's a really good reason
don't rebase shared branches
money in cents, as ints
the CI image has no bash, so scripts must be posix sh
next time ask before you delete anything
my name is Jo not Joe
keep the public API backwards compatible
for new tables: created_at and updated_at are mandatory
dont use the word 'simply' in docs
we pin exact versions in package.json
use the factory functions from tests/factories.py in tests, not raw constructors
secrets come from vault. not from .env. i told you on monday
prefer small pure functions
whenever you touch the schema bump the version in schema.ts
only one assertion per test
I refuse to have any more yaml in this repo
please no more than 80 chars per line in markdown
the staging db is shared, never truncate tables there
logs: structured, with request_id
you added a try/except around everything again. let it crash, that's how we work
when I say "ship it" I mean commit, push and open a PR
please use metric units in all examples
I'd like you to run the formatter after each edit
no barrel files, they kill tree shaking
we follow the google style guide for java
our team writes docs first
in the frontend we only use function components
no more inline styles. there's a theme for this
all new code goes into packages/core
avoid abbreviations in variable names
tests should be named after the behaviour, not the method
kein Deutsch im Code bitte
Commit-Messages bitte auf Englisch und im Imperativ
wir mocken die Datenbank nie, es läuft immer gegen testcontainers
pas de console.log dans le code livré
chez nous les PR sont toujours squashées
prefiero respuestas cortas
no hagas commits sin que te lo pida
always double check the timezone handling, we got burned
do not bump major versions on your own
constants in SCREAMING_SNAKE_CASE
no default exports, our eslint config forbids them
give me diffs, not whole files
show me the command before you run anything destructive
I want tests for every bug fix
this repo is yarn, you broke the lockfile with npm
absolute imports only
don't mention AI in commit messages
use pathlib, os.path is legacy here
generated code must not be edited
never use regex for html, you did that yesterday
the team agreed to drop lodash, so use native
we target node 20, so no polyfills
I'm color blind, so don't rely on red/green in charts
leave TODO comments with a ticket number
public functions need docstrings, private ones don't
from today on every PR needs a changelog entry
keep SQL out of the views
I told the last agent too: no secrets in fixtures
interfaces without the I prefix please
all our cron jobs run in UTC
nothing gets merged without a test
squash before merging, I don't want wip commits on main
stop apologizing and just fix it
use dependency injection, not singletons
the second arg is always ctx, that's how we do it in go
you don't need to explain basics to me, I've been doing this for 20 years
always give me the command line too
no magic numbers, extract a constant
don't catch errors just to log them
css class names follow BEM
nein, bei uns kommen die Interfaces in eigene Dateien
Fehler werden nicht verschluckt, immer weiterwerfen
sprich mich bitte mit du an
keine neuen Abhängigkeiten ohne Rücksprache
les tests doivent rester indépendants, jamais d'ordre imposé
on ne met pas de logique dans les contrôleurs
en este equipo los PR llevan siempre capturas
los mensajes de commit en inglés, por favor
提交信息用英文写
テストは必ず書いてください
не используй any, лучше unknown
hooks start with use, components with a capital, we had this before
I can't stand trailing whitespace
from memory you should know: the monorepo uses turborepo
please answer short, I read on my phone
write sql by hand, no query builder
if a test is flaky delete it, don't retry
we deploy with helm so don't touch the raw manifests
we never expose internal ids in the api
reject PRs bigger than 400 lines
I want to see the failing test before the fix, every time
no nested ternaries
guard clauses over nested ifs
booleans start with is or has
environment variables are prefixed with SHOP_
""".strip().split("\n")

ONCE = """
quick and dirty is ok here, it's a migration script we run once
you can skip the changelog here, it's only a typo fix
stop, wrong branch. switch to feature/export and do it there
you again edited the old file, the new one is form2.tsx
here please without the retry logic, the caller does it already
no need to document that script
just this file, leave the others
for the time being return an empty list
use 5 instead of 10 here
no wait, the left one
put it below the title
let's go with the second option
don't run the migration yet
skip linting, I'm in a hurry
can you make it a bit bigger
rename it to UserCard instead of UserTile
ok now without the border
i'd prefer a modal here instead of a new page
stop the dev server
not the login page, the signup page
leave it like this
please don't touch the header, I'm editing it
revert that last change
use a smaller font for the footer
use Bob's account for the screenshot
try again with a timeout of 30
yes, do that
this time give me the long version
only the first three rows
don't push, I'll do it myself in a minute
take the numbers from the excel sheet, not from the db
bitte nur die ersten 10 Zeilen ausgeben
lass das Feld weg, brauchen wir hier nicht
nimm lieber das andere Icon
pas besoin de tests pour ce script jetable
usa el puerto 3001, el otro está ocupado
make the error message friendlier
never mind, I found it
write it in german, it goes to the customer
I want the button to be always visible
it should never show negative numbers
keep the sidebar open when navigating
make sure the total is always rounded to two decimals
add a rule that passwords expire after 90 days
the user should be able to always go back
no need to be polite in this mail
wait, don't use my email, use test@example.com
can we use redis instead of memcached for the session store?
please use the new logo
show me the diff first
use the test database
put a console.log in there so I can see the value
make that a constant
do the backend first, frontend tomorrow
ok without tests then, it's just a prototype
give it the name invoice2 for now
switch to the dev branch
drop the second parameter
use v2 of the endpoint for this call
I don't want the sidebar on mobile, remove it
please don't change the tests, only the implementation
run only test_login
in this case throw an error instead
no, I meant the date column
can you do that without a loop?
let me check that first
skip the intro this time
wait until I'm back before you deploy
use red for errors and green for success in the chart
make the timeout 60 seconds instead of 30
stop, that's the wrong directory
nur diesen einen Test laufen lassen bitte
nimm erstmal Testdaten
pour le moment mets juste un TODO
déjalo sin estilos por ahora
keep this as draft
use lorem ipsum here
show only active users in the list
don't include archived orders in the sum
ok, but only for the admin page
in this PR no refactoring
use the smaller image here
let me see the output first
leave out the last column
please no emojis in this one, it's for legal
take the german text instead
use 4 columns, not 3
do it by hand this time
don't bother with the edge cases, we demo in an hour
hold the deploy until qa is done
put it back the way it was
call the new one v2 for the moment
mach das bitte nur im Header
nicht die Tabelle, die Liste
on verra ça plus tard, laisse
de momento sin validación
use my account for the test
keep it in one file, it's only a gist
please make this section shorter
ignore that warning
don't mock it in this test, use the real one
only fix the typo, nothing else
give me three options
wait
""".strip().split("\n")

NONE = """
migrations are in db/migrate
the migrations live in db/migrate
tests are under spec/
prices come from the catalog service
images are resized by the cdn
each tenant has its own schema
logs go to /var/log/app
our CI runs on gitlab
you forgot the import
you broke the build
I find the chart confusing, can you simplify it
simple script, no dependencies
refactor it into smaller functions
we use kafka, the consumer lags behind
the test environment is slow, hosting is on it
миграции лежат в db/migrate
опять та же ошибка
また同じエラーが出ます
how do we usually deploy this
the tests always fail on windows
it never worked on safari
we use postgres 15 and get this error on startup
what is our convention for naming branches?
explain why we use mutexes here instead of channels
the docs say you should never call this directly, is that true
users always complain about the slow search
every request takes two seconds
I prefer the old design but the client wants the new one, please implement the new one
our customers only use chrome
the invoice numbers must be unique, add a constraint
add a cron job that runs every night
whenever I save, the page reloads
this function should return null instead of throwing
we had a rule about this but I forgot
everything works now thanks
each user has many orders, create the models
validate that the email is never empty
why don't we use prettier
the old code always returned a list
make the api return 404 instead of 500 for unknown ids
write a script that always keeps the last 5 backups
tests are red since this morning
Kunden wollen immer eine Rechnung als PDF, bau das ein
la page ne s'affiche jamais correctement
el botón siempre aparece deshabilitado
the cache must be cleared each time the config changes, implement that
is it ok to use any here?
the linter complains about unused imports in every file
create a migration that makes email unique
fix all the type errors in src/api
replace moment with dayjs in the date picker component
convert the class component to hooks
switch from npm to pnpm
remove lodash from the project
document the public functions in utils.py
add type hints to services.py
write tests for the parser
format the code with black
can you sort the imports in main.py
move the constants into their own file
all prices in the list should be right aligned
the export should use semicolons instead of commas
logs are written to /var/log/app, can you tail them
should tests be next to the code or in a tests folder?
what does never mean as a type in typescript
we have a problem with the login on ipad
we use react query here, can you check if the cache key is right
the job runs every day at 3 and fails since monday
I never understood how this works
make the logo link always open in a new tab
the spec says that orders are never deleted
add a preference so users can choose dark mode
the importer skips rows without an id, fix it so no row is lost
customers with more than 10 orders should get a discount
implement a rule engine for discounts
tests for the billing module please
commit and push please
write a commit message for this
document how the auth flow works
each time I log in I get logged out again
our users want to export to excel
dark mode: background #111, text #eee
the header uses the wrong font
errors from the api are not shown
implement soft delete for projects
who wrote this
add logging to the payment service
use the data in fixtures/users.json to seed the db
the table has no index on email
the button does nothing
wie oft läuft der Cronjob?
les tests passent maintenant, merci
the dropdown never closes on ios
why are we using two http clients
add dark mode to the settings page
the report is always empty on mondays
how do you prefer to structure this
sort the list by date, newest first
new users must confirm their email before they can log in, build that flow
the function should never throw
the totals are wrong by one cent
all tests pass on my machine
what's the best way to avoid n+1 queries here
translate all labels to french
every row needs a checkbox and a delete button
the api should return prices in cents
we use stripe for payments, add a refund endpoint
I always forget how to do that, show me
our nightly build is broken again
the design shows rounded corners everywhere
the page needs to work on small screens
use a binary search to make it faster
generate a uuid for each order
cache the result for 5 minutes
validate inputs in the contact form
only admins can delete posts
log the request id in the middleware
der Export bricht immer bei Umlauten ab
il y a toujours une erreur 500
这个按钮总是点不动
""".strip().split("\n")
