"""More of what people type when they lay down a rule, and of what only sounds like it."""

# words | kind | forbid | instead | scope
CASES = """
please never use moment.js in this project, use date-fns instead | constraint | moment | date-fns | **
never use moment.js or luxon | constraint | moment, luxon | | **
never use moment, luxon or dayjs | constraint | moment, luxon, dayjs | | **
never use d3.js, use chart.js | constraint | d3 | chart.js | **
never use three.js | constraint | three | | **
No day.js in this repo | constraint | dayjs | | **
never use next.js here | constraint | next | | **
never use Vue.js | constraint | vue | | **
no moment please, date-fns | constraint | moment | date-fns | **
always use date-fns instead of moment.js | constraint | moment | date-fns | **
never use @ts-ignore | constraint | @ts-ignore | | **
Don't use pip, we use uv. | constraint | | uv | **
Let's not use Tailwind | constraint | Tailwind | | **
Under no circumstances use float for money, use Decimal | constraint | | Decimal | **
you must not use threads in src/core | constraint | | | src/core
Passwords must never be logged | constraint | | | **
I don't want any jQuery in here | constraint | jQuery | | **
Please avoid using default exports | constraint | | | **
Finger weg von src/legacy! | exception | | | src/legacy
keep the duplicated validation in checkout.ts, it is on purpose | exception | | | checkout.ts
Verwende in diesem Projekt nie wieder moment | constraint | moment | | **
we dont use any in this repo, unknown if you have to | constraint | | unknown | **
requests is banned in this project, httpx only | constraint | requests | httpx | **
enzyme is deprecated for us, testing-library for new tests | constraint | enzyme | testing-library | **
kein redux, wir nehmen zustand | constraint | redux | zustand | **
auf lombok verzichten wir | rejection | lombok | | **
gegen storybook haben wir uns im team bewusst entschieden | rejection | storybook | | **
the order in config/plc.ini is supposed to be like that, the plc only reads latin1 | exception | | | config/plc.ini
alpine broke our wheels, we went back to debian slim for that reason | rejection | | debian slim | **
we already tried caching the permissions in the jwt, it went stale, so not that again | rejection | | | **
we threw lodash out last year | rejection | lodash | | **
backend/api must not import anything from frontend | constraint | | | backend/api
secrets never go into terraform/envs, they come from vault | constraint | | vault | terraform/envs
in src/old we stay on es5 | constraint | | | src/old
k8s manifests always need resource limits | constraint | | | **
tests live next to the file they test, not in a separate folder | constraint | | | **
We never use Redux in this app, it only adds boilerplate | constraint | Redux | | **
under packages/core nobody may import from web/, that inverts the layers | constraint | | | packages/core
the timeout rule doesn't apply in tools/batch, jobs there take hours | exception | | | tools/batch
we normally forbid globals, except in src/boot because the loader needs them | exception | | | src/boot
we don't touch src/gen, it's generated | exception | | | src/gen
In tools/ ist print weiterhin erlaubt, da gilt die Logger-Regel nicht | exception | | | tools/
La convention de nommage ne s'applique pas au dossier archives/, il est figé | exception | | | archives/
Some users can't log in. In this project we never use cookies for that | constraint | | | **
""".strip().split("\n")

# words | instead
INSTEAD = """
never use axios, use fetch instead because we want no dependency | fetch
never use axios, use fetch since it is built in | fetch
don't use axios, use fetch to keep it small | fetch
don't use axios, use fetch so that we have no dependency | fetch
don't use axios: use fetch, which is built in | fetch
don't use axios, use fetch. We want no dependency. | fetch
don't use axios, use fetch: the bundle is too big | fetch
don't use axios - use fetch - it is built in | fetch
never use axios, because it is big, use native fetch instead | native fetch
nie wieder axios, nimm fetch weil es eingebaut ist | fetch
""".strip().split("\n")

NON_CASES = """
our clients never use the fax export, drop it
some users never see the banner in web/src/app
explain this to me: we never use moment in our projects, use date-fns instead
please proofread the following paragraph: Our team never uses jQuery in this project
fasse das zusammen: Wir verwenden in diesem Projekt nie wieder jQuery
Customers reported that the cart is lost. Steps: add an item, log out. It should never use the old session.
I think the worker reads from the cache and never from the replica
leave src/a.ts alone in this PR
the dropdown always opens upwards instead of downwards, fix that
always love it when ci breaks on a friday
Add a test that we do not use floats
make sure that we never send the mail twice
no requests in the network tab
the page is blank, no requests, nothing
never mind, use three
wait a moment please, then go on
the user must not be able to delete his account
the mail must never be sent twice, fix it
we went back to the login page and it works
the build broke, we went back to yesterday
we threw the old build out of the cache, try again
i don't want to see this dialog again
let's not do that now
we already tried restarting it, it went away, not again
in src/api we get a 500
client/server must agree on the version
déjalo así, es intencional
lass das so
keep the dialog open on purpose
""".strip().split("\n")
