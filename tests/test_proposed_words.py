"""What people say when they lay down a rule, and what only sounds like one."""

import pytest

from memory_core.domain.extract import rules
from memory_core.domain.turn import Turn

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
Nimm httpx statt requests in diesem Projekt | constraint | | httpx | **
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
""".strip().split("\n")


def heard(words: str) -> list[rules.Proposal]:
    return list(rules.hear(Turn("user", words, 0, "u1"), {}))


@pytest.mark.parametrize("case", CASES)
def test_a_rule_is_heard(case: str) -> None:
    words, kind, forbid, instead, scope = (part.strip() for part in case.split("|"))
    (found,) = heard(words)
    assert (found.kind, found.path) == (kind, scope)
    assert ", ".join(found.forbid) == forbid
    assert found.instead == instead
    assert found.quote
    assert len(found.text) >= 5
    assert len(found.reason) >= 10


@pytest.mark.parametrize("words", NON_CASES)
def test_what_only_sounds_like_a_rule_is_none(words: str) -> None:
    assert heard(words.replace("\\n", "\n")) == []


def test_a_rule_stands_without_the_task_that_it_was_said_with() -> None:
    (found,) = heard("Fix the totals, and never use floats for money, because cents get lost.")
    assert (found.text, found.reason) == ("Never use floats for money", "cents get lost")
    (found,) = heard("Never use moment in this project. It is not maintained any more. Now fix the dates.")
    assert found.reason == "It is not maintained any more"


def test_what_was_pasted_is_not_searched_for_long() -> None:
    for words in ("Never use moment in this project. " * 80, '"' * 1700, "“a b " * 350, "never `" * 250):
        assert heard(words) == []
