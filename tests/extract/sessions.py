# ruff: noqa: E501 - what was said and printed stands as it was said and printed
"""Sessions of many kinds, each with what a developer would want to be told again, and what never."""

from typing import NamedTuple

from tests.extract.builder import Session


class Expected(NamedTuple):
    """A memory that must be found: its kind (or kinds, by `|`) and words that must stand in text or solution."""

    kinds: str
    words: tuple[str, ...]


class Case(NamedTuple):
    name: str
    session: Session
    expected: tuple[Expected, ...]
    noise: tuple[str, ...] = ()  # words that no memory may hold
    most: int = 12  # more memories than this are too many


def _e(kinds: str, *words: str) -> Expected:
    return Expected(kinds, words)


def python_pytest() -> Case:
    session = (
        Session()
        .user("The invoice totals are off by a cent for some customers, can you fix it? Never use floats for money in this codebase.")
        .says("I'll look at how totals are computed.")
        .tool("Grep", {"pattern": "total"}, "app/billing.py:14:def total(lines):")
        .tool("Read", {"file_path": "/home/dev/project/app/billing.py"}, "     1→def total(lines):\n     2→    raise ValueError('bug')  # TODO fix error")
        .bash(
            "pytest tests/test_billing.py -q",
            "F.\n=== FAILURES ===\n    def test_total_rounds_half_even():\n>       assert total([0.1, 0.2]) == Decimal('0.30')\n"
            "E       AssertionError: assert 0.30000000000000004 == Decimal('0.30')\n\ntests/test_billing.py:12: AssertionError\n"
            "1 failed, 1 passed in 0.12s",
            failed=True,
        )
        .says("The root cause is that `total()` sums floats before rounding, so binary rounding errors leak into the invoice. Let me switch it to Decimal.")
        .edit("app/billing.py", "return round(sum(lines), 2)", "return sum(map(Decimal, lines)).quantize(CENT, ROUND_HALF_EVEN)")
        .bash("pytest tests/test_billing.py -q", "..\n2 passed in 0.10s")
        .says("Both tests pass now.")
        .bash(
            "git add -A && git commit -m \"$(cat <<'EOF'\nfix: sum invoice lines as Decimal\n\nUse banker's rounding (ROUND_HALF_EVEN) instead of round() because the\naccounting export expects it.\n\nCo-Authored-By: Someone <x@example.com>\nEOF\n)\"",
            "[main 4f2a9c1] fix: sum invoice lines as Decimal\n 2 files changed, 9 insertions(+), 3 deletions(-)",
        )
        .says("Done. The fix is committed.")
    )  # fmt: skip
    expected = (
        _e("preference|convention", "float", "money"),
        _e("error", "total()", "float"),
        _e("progress", "Decimal", "4f2a9c1"),
        _e("decision", "ROUND_HALF_EVEN", "instead"),
    )
    return Case("python_pytest", session, expected, ("I'll look", "Co-Authored", "TODO fix", "Both tests pass"), 6)


def node_jest_eslint() -> Case:
    session = (
        Session("2.1.330")
        .user("add rate limiting to the login route. we use pnpm here, not npm")
        .says("I'll start by checking the existing middleware.")
        .bash("pnpm add express-rate-limit", "+ express-rate-limit 7.4.0\nDone in 2.1s")
        .edit("src/routes/login.ts", "router.post('/login', login)", "router.post('/login', limiter, login)")
        .bash(
            "pnpm test 2>&1 | tail -20",
            "FAIL src/routes/login.test.ts\n  ● login › rejects bad passwords\n\n    expect(received).toBe(expected)\n\n    Expected: 401\n    Received: 429\n\n"
            "Tests:       3 failed, 9 passed, 12 total",
        )
        .says("The in-memory store is shared across test cases, so the limiter counts requests from earlier tests. It needs to be reset between tests.")
        .edit("src/routes/login.test.ts", "beforeEach(() => {})", "beforeEach(() => { limiter.resetKey('::ffff:127.0.0.1') })")
        .bash("pnpm test 2>&1 | tail -20", "Tests:       12 passed, 12 total")
        .bash("pnpm lint", "/home/dev/project/src/routes/login.ts\n  3:10  error  'Request' is defined but never used  @typescript-eslint/no-unused-vars\n\n✖ 1 problem (1 error, 0 warnings)", failed=True)
        .edit("src/routes/login.ts", "import { Request } from 'express'\n", "")
        .bash("pnpm lint", "")
        .asks("Should the limit be per IP or per account?", {"Per account": "Limits credential stuffing on one account", "Per IP": "Simple, but NAT users share it"}, "Per account")
        .bash("git commit -am 'feat(auth): rate limit login per account' -m 'Limit is 5 attempts per 15 minutes; counts only failed attempts.' -m 'Closes #231'",
              "[feature/limit 99ab01c] feat(auth): rate limit login per account\n 4 files changed")
        .bash("gh pr create --title 'Rate limit login' --body 'Closes #231'", "https://github.com/acme/shop/pull/240")
    )  # fmt: skip
    expected = (
        _e("preference|convention", "pnpm", "npm"),
        _e("error", "in-memory", "shared"),
        _e("decision", "Per account"),
        _e("decision", "failed attempts"),
        _e("progress", "rate limit login", "99ab01c"),
    )
    return Case("node_jest_eslint", session, expected, ("I'll start",), 9)


def rust_cargo() -> Case:
    session = (
        Session()
        .user("port the parser to nom 8")
        .bash("cargo add nom@8", "    Updating crates.io index\n      Adding nom v8.0.0 to dependencies")
        .bash("cargo build 2>&1", "error[E0599]: no method named `parse` found for opaque type `impl Fn(&str) -> IResult<&str, &str>`\n  --> src/parse.rs:41:10\nerror: could not compile `cfg` (lib) due to 7 previous errors", failed=True)
        .says("In nom 8 combinators return `impl Parser` rather than closures, so they can't be called as functions any more: every call site needs `.parse(input)`.")
        .edit("src/parse.rs", "tag(\"=\")(input)", "tag(\"=\").parse(input)")
        .bash("cargo build 2>&1", "   Compiling cfg v0.3.0\n    Finished dev [unoptimized + debuginfo] target(s) in 3.2s")
        .bash("cargo test", "running 34 tests\ntest result: FAILED. 33 passed; 1 failed\nthread 'parse::tests::crlf' panicked at src/parse.rs:210:9:\nassertion `left == right` failed", failed=True)
        .says("`line_ending` now matches only `\\n` unless the input is complete; the streaming variant requires at least two bytes. I'll use the complete variant.")
        .edit("src/parse.rs", "use nom::character::streaming::line_ending;", "use nom::character::complete::line_ending;")
        .bash("cargo test", "test result: ok. 34 passed; 0 failed")
        .bash("cargo clippy -- -D warnings && git commit -qam 'Port parser to nom 8'", "")
    )  # fmt: skip
    expected = (
        _e("error|learning", "impl Parser", ".parse"),
        _e("error|learning", "streaming", "complete"),
        _e("progress", "Port parser to nom 8"),
    )
    return Case("rust_cargo", session, expected, (), 7)


def go_service() -> Case:
    session = (
        Session()
        .user("deploys fail since yesterday: the pod crashes with context deadline exceeded when it starts. find out why")
        .bash("go test ./...", "ok  \tsvc/api\t0.3s\n--- FAIL: TestBoot (5.00s)\n    boot_test.go:31: context deadline exceeded\nFAIL\tsvc/boot\t5.0s\nFAIL", failed=True)
        .says("Let me look at the boot sequence.")
        .tool("Read", {"file_path": "/home/dev/project/boot/boot.go"}, "     1→package boot // error: deadline")
        .says("Found it: `Migrate` holds the advisory lock while it waits for the replica, and the replica waits for the same lock. That's a deadlock, not a slow database.")
        .edit("boot/boot.go", "lock.Acquire(ctx)\nreplica.Wait(ctx)", "replica.Wait(ctx)\nlock.Acquire(ctx)")
        .bash("go test ./...", "ok  \tsvc/api\t0.3s\nok  \tsvc/boot\t0.1s")
        .bash("git commit -am 'boot: wait for the replica before taking the migration lock'", "[main 1b2c3d4] boot: wait for the replica before taking the migration lock\n 1 file changed")
        .bash("git push", "To github.com:acme/svc.git\n ! [rejected]        main -> main (protected branch hook declined)\nerror: failed to push some refs\nremote: error: GH006: Protected branch update failed for refs/heads/main.", failed=True)
        .says("`main` is protected, so changes have to go through a pull request.")
        .bash("git checkout -b fix/boot-lock && git push -u origin fix/boot-lock", "branch 'fix/boot-lock' set up to track 'origin/fix/boot-lock'.")
    )  # fmt: skip
    expected = (
        _e("error", "deadlock", "lock"),
        _e("progress", "wait for the replica", "1b2c3d4"),
        _e("error|learning|convention", "protected", "pull request"),
    )
    return Case("go_service", session, expected, ("Let me look",), 7)


def planning_only() -> Case:
    plan = (
        "# Plan: move sessions out of Redis\n\n## Context\nRedis evicts sessions under memory pressure.\n\n## Approach\n"
        "- Store sessions in Postgres instead of Redis, because evictions log people out\n"
        "- Keep Redis only as a cache for feature flags\n- Write to both stores for one release, read from Redis until the backfill is done\n"
        "- Session ids stay opaque; no JWTs\n\n## Files to modify\n- app/session_store.rb\n- config/initializers/session.rb\n\n## Verification\n- run bin/rails test\n"
    )
    session = (
        Session()
        .user("let's plan moving sessions out of redis. no code yet")
        .says("I'll explore how sessions are stored today.")
        .tool("Task", {"description": "explore"}, "## Findings\n- Sessions live in `config/initializers/session.rb`.\n- There is no cleanup job for expired sessions.\n")
        .says("Redis is configured with `allkeys-lru`, which means sessions are evicted whenever the flag cache grows.")
        .tool("ExitPlanMode", {"plan": plan}, "The user doesn't want to proceed with this tool use. The tool use was rejected. To tell you how to proceed, the user said:\nDon't do dual writes for a whole release, a week is enough", failed=True)
        .tool("ExitPlanMode", {"plan": plan.replace("one release", "one week")}, "User has approved your plan. You can now start coding.\n\n## Approved Plan:\n...")
        .user("great, stop here, I'll pick it up on monday")
    )  # fmt: skip
    expected = (
        _e("decision", "Postgres", "Redis"),
        _e("decision", "opaque"),
        _e("decision", "one week"),
        _e("preference", "dual writes", "week"),
        _e("learning", "allkeys-lru"),
    )
    return Case("planning_only", session, expected, ("run bin/rails", "I'll explore", "pick it up"), 10)


def debugging_without_tracker() -> Case:
    session = (
        Session()
        .user("the import job hangs on big files")
        .bash("python scripts/import.py big.csv", "Command timed out after 2m 0.0s", failed=True)
        .says("It might be the regex in the sniffer, or the disk. Let me profile it.")
        .bash("python -m cProfile scripts/import.py big.csv | head", "   ncalls  tottime\n   1200345  98.2 sniff.py:12(detect)")
        .says("The profile is clear: `csv.Sniffer().sniff()` is called for every row, and its regex is quadratic in the line length.")
        .edit("scripts/import.py", "dialect = sniff(row)", "dialect = dialect or sniff(sample)")
        .bash("python scripts/import.py big.csv", "imported 1200345 rows")
        .says("The import finishes in 4 seconds now. Always sniff one sample per file, never per row.")
        .user("nice. but the memory usage is still way too high, it crashes on the 8 GB file")
        .says("I would need that file to reproduce it.")
    )  # fmt: skip
    expected = (
        _e("error", "sniff", "row"),
        _e("convention|learning|decision", "sample per file"),
        _e("error|blocker", "8 GB"),
    )
    return Case("debugging_without_tracker", session, expected, ("might be the regex", "Let me profile"), 7)


def german() -> Case:
    session = (
        Session()
        .user("Bitte nie direkt auf main pushen, immer über einen Merge Request. Und der Export geht nicht mehr seit dem Update.")
        .bash("mvn -q test", "[ERROR] Tests run: 14, Failures: 1\n[ERROR] ExportTest.schreibtUmlaute:22 expected:<Größe> but was:<GrÃ¶ÃŸe>\n[INFO] BUILD FAILURE", failed=True)
        .says("Die Ursache ist der Standard-Zeichensatz: `FileWriter` benutzt die Plattform-Kodierung statt UTF-8.")
        .edit("src/Export.java", "new FileWriter(file)", "Files.newBufferedWriter(file.toPath(), UTF_8)")
        .bash("mvn -q test", "")
        .bash("git commit -am 'Export schreibt immer UTF-8'", "[export-utf8 77aa881] Export schreibt immer UTF-8\n 1 file changed")
        .bash("glab issue close 57", "• Closing issue...\n✓ Closed issue #57 \n")
    )  # fmt: skip
    expected = (
        _e("preference", "main", "Merge Request"),
        _e("error", "FileWriter", "UTF-8"),
        _e("progress", "UTF-8", "77aa881"),
        _e("progress", "#57"),
    )
    return Case("german", session, expected, (), 6)


def issues_and_blockers() -> Case:
    session = (
        Session()
        .user("work through the open issues")
        .bash("gh issue list", "#12 Crash on empty config (bug)\n#15 Document the API")
        .tool("TodoWrite", {"todos": [{"content": "Handle an empty config file", "status": "in_progress"}, {"content": "Write the API reference", "status": "pending"}]}, "Todos have been modified successfully")
        .edit("src/config.js", "JSON.parse(text)", "text.trim() ? JSON.parse(text) : {}")
        .bash("git commit -am 'Treat an empty config as {} (#12)'", "[main aaa1111] Treat an empty config as {} (#12)\n 1 file changed")
        .bash("gh issue close 12 --comment 'Empty files are read as an empty object; the CLI warns once.'", "✓ Closed issue acme/tool#12 (Crash on empty config)")
        .tool("TodoWrite", {"todos": [{"content": "Handle an empty config file", "status": "completed"}, {"content": "Write the API reference", "status": "in_progress"}]}, "Todos have been modified successfully")
        .bash("gh issue create --title 'Schema validation accepts unknown keys' --label bug --body 'additionalProperties is missing in schema.json'", "https://github.com/acme/tool/issues/21")
        .bash("npm publish", "npm ERR! code E403\nnpm ERR! 403 403 Forbidden - you do not have permission to publish \"tool\".", failed=True)
        .says("I'm blocked by npm permissions: the token in CI has no publish rights for `tool`. Would you like to add me as a maintainer, or should I stop here?")
        .user("stop here, I'll ask Dana")
    )  # fmt: skip
    expected = (
        _e("progress", "empty config", "aaa1111"),
        _e("error", "unknown keys"),
        _e("blocker", "npm permissions", "publish"),
    )
    return Case("issues_and_blockers", session, expected, ("Document the API",), 7)


def injected_and_machine() -> Case:
    session = (
        Session("2.1.330")
        .meta("Base directory for this skill: /x\n\nRULE: ALWAYS run the linter. NEVER push.")
        .user("<command-name>/cs:recall</command-name>\n<command-args>DECISION: nothing</command-args>")
        .user("<task-notification>\n<summary>ERROR: background command failed</summary></task-notification>", turnOrigin="task_notification")
        .user("<system-reminder>\nDECISION: use Redis always\n</system-reminder>what is the next step?")
        .says("<project-memory note='data'>\nDECISION: told before\n</project-memory>")
        .bash("memory-core recall sessions", "1. DECISION: sessions live in Postgres because evictions log people out")
        .bash("git log --oneline -3", "abc1234 feat: not a new commit\n[main abc1234] looks like one")
        .bash("git commit -m 'feat: never happened'", "Aborting commit due to empty commit message.", failed=True)
        .meta("Stop hook feedback:\n[check.sh]: There are uncommitted changes. Commit and push them before you stop.")
    )  # fmt: skip
    expected = (_e("convention", "uncommitted changes"),)
    noise = (
        "linter",
        "nothing",
        "Redis",
        "told before",
        "Postgres",
        "not a new commit",
        "never happened",
        "background",
    )
    return Case("injected_and_machine", session, expected, noise, 1)


def markers() -> Case:
    session = (
        Session()
        .user("CONVENTION: table names are singular")
        .says(
            "DECISION: use SQLite for the queue — one file, no server\n- **ERROR:** worker dies on SIGTERM -> install a handler that drains\n"
            "BUG: retries ignore the jitter\nsome prose about an ERROR: inside a line\n```\nDECISION: in a code block\n```\n"
            "LEARNED: sqlite3 in Python opens a transaction before DML only\nFIXED: retries ignore the jitter -> seed the backoff"
        )
    )  # fmt: skip
    expected = (
        _e("convention", "singular"),
        _e("decision", "SQLite", "queue"),
        _e("error", "SIGTERM", "drains"),
        _e("error", "jitter", "seed"),
        _e("learning", "transaction"),
    )
    return Case("markers", session, expected, ("in a code block", "inside a line"), 6)


def compacted() -> Case:
    summary = (
        "1. Primary Request and Intent:\n   Migrate the CLI from argparse to click.\n\n2. Key Technical Concepts:\n   - click groups and lazy loading\n"
        "   - Entry points must be declared in pyproject.toml, never in setup.py\n\n3. Files and Code Sections:\n   - `cli.py`: always returned 1\n\n"
        "4. Errors and fixes:\n1. **Second run of the wizard**: state is reset first\n- **`RuntimeError: There is no active click context`** in tests: invoke commands through `CliRunner` instead of calling them.\n"
        "- **Unused import argparse**: removed it.\n- Error: completion script printed twice\n     - Cause: two entry points\n     - Fix: registered one shell completion hook\n\n"
        "5. Problem Solving:\n   - Chose lazy subcommand loading instead of importing every command, to keep `--help` fast\n   - Currently working on the docs\n\n"
        "6. All user messages:\n   - \"migrate to click\"\n   - \"please don't change exit codes\"\n\n7. Pending Tasks:\n   - Must update the README\n\n8. Current Work:\n   Fixing the docs. The error is in conf.py.\n"
    )  # fmt: skip
    expected = (
        _e("error", "no active click context", "CliRunner"),
        _e("error", "wizard", "reset"),
        _e("error", "completion", "hook"),
        _e("decision", "lazy subcommand"),
        _e("preference", "exit codes"),
        _e("convention", "pyproject.toml"),
    )
    session = Session().user("migrate to click").compacted(summary)
    return Case("compacted", session, expected, ("README", "conf.py", "Unused import", "Currently"), 7)


CASES = [
    make()
    for make in (
        python_pytest, node_jest_eslint, rust_cargo, go_service, planning_only, debugging_without_tracker, german,
        issues_and_blockers, injected_and_machine, markers, compacted,
    )
]  # fmt: skip
