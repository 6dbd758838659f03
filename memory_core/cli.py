"""memory-core: the verbs, as a table of names. A verb's module loads when the verb is used."""

import importlib
import os
import sys
from typing import Final, NamedTuple

from memory_core.light.errors import Refusal


class Verb(NamedTuple):
    """A verb: where its `main(arguments) -> exit code` lives, and one line on what it does."""

    module: str  # with a colon and the name of the function where that is not `main`
    does: str


# Named, not imported: help costs nothing, and a hook never pays for a verb.
VERBS: Final = {
    "setup": Verb("memory_core.setup.verb", "make the environment: packages, model, recorded interpreter"),
    "demo": Verb("memory_core.flows.demo", "play a recorded session through the real hooks and look at what is kept"),
    "doctor": Verb("memory_core.flows.doctor", "every check, with what mends it"),
    "status": Verb("memory_core.flows.status", "counts by kind and home, health of the index, sizes"),
    "config": Verb("memory_core.setup.config", "your settings: list, get, set; --here for this project"),
    "off": Verb("memory_core.setup.config:off", "silence the hooks: everywhere, --here, or in the open --session"),
    "on": Verb("memory_core.setup.config:on", "let them work again"),
    "statusline": Verb("memory_core.setup.statusline", "one line for the client's status line"),
    "brief": Verb("memory_core.flows.brief", "write BRIEFING.md again and print it"),
    "remember": Verb("memory_core.flows.remember", "keep a memory, on a commit of the repository"),
    "keep": Verb("memory_core.flows.keep", "keep candidates: what sessions may have stated, unconfirmed"),
    "resolve": Verb(
        "memory_core.flows.resolve", "mark a blocker or a finding as resolved; `--reopen ID` takes that back"
    ),
    "supersede": Verb("memory_core.flows.supersede", "put a memory, or new words, in the place of one that holds"),
    "review": Verb("memory_core.flows.review", "what may have been replaced; a word settles each pair"),
    "edit": Verb("memory_core.flows.edit", "say a memory in other words; its id and history stay"),
    "undo": Verb("memory_core.flows.undo", "take back the last change to the memory; --list says what can be"),
    "forget": Verb("memory_core.flows.forget", "take a memory out of its home"),
    "backfill": Verb("memory_core.flows.backfill", "keep what earlier sessions of the project decided and learned"),
    "extract": Verb("memory_core.flows.extract", "the memories of a transcript"),
    "recall": Verb("memory_core.flows.recall", "find memories by meaning"),
    "context": Verb("memory_core.flows.context", "all memories of a spec or ticket, by namespace and time"),
    "suggest": Verb("memory_core.flows.suggest", "the memories that a prompt is surely about; what to leave out"),
    "list": Verb("memory_core.flows.listing", "the memories of every home, newest first: by kind, status, day, path"),
    "open": Verb("memory_core.flows.open", "what is still to do, blocked, broken or unanswered"),
    "tidy": Verb("memory_core.flows.tidy", "hand the doubtful to the session's model; fold duplicates"),
    "show": Verb("memory_core.flows.show", "one memory, whole"),
    "reindex": Verb("memory_core.flows.reindex", "build the index again from every home"),
    "verify": Verb("memory_core.flows.verify", "compare the index with the homes"),
    "export": Verb("memory_core.flows.export", "memories as portable JSON"),
    "import": Verb("memory_core.flows.import_", "memories out of exported JSON"),
    "sync": Verb("memory_core.flows.sync", "exchange notes with a remote; pushes only when asked"),
    "merge-file": Verb("memory_core.flows.merge_file", "merge a file of memory of two branches; git calls it"),
    "findings": Verb("memory_core.flows.findings", "what code reviews found: capture, patterns, route, resolve"),
    "iris": Verb("memory_core.guardrails.iris", "guard rails"),
    "guard": Verb("memory_core.guardrails.guard", "the guard rails held against a diff, for CI and before a commit"),
    "aidd": Verb("memory_core.flows.aidd", "packs and decision log of a ticket"),
    "jarvis": Verb("memory_core.flows.jarvis", "learnings and their tiers: hot, warm, cold"),
    "spec": Verb("memory_core.flows.spec", "the life of a spec: start, note, task, close, status"),
    "memory": Verb("memory_core.flows.memory", "what /cs:memory calls: status, reindex, verify, sync ..."),
    "work": Verb("memory_core.flows.work", "do what the hooks left in the queue, now"),
    "hook": Verb("memory_core.hook", "answer one event of the client, JSON on standard input"),
}

DONE, REFUSED, USAGE, BUG = 0, 1, 2, 3


def main(arguments: list[str]) -> int:
    """Run one verb. 0 done, 1 refused, 2 usage, 3 a bug of ours; with `--args-stdin` always 0."""
    name, rest = (arguments[0], arguments[1:]) if arguments else ("--help", [])
    if name in ("--help", "-h", "help"):
        print(usage())
        return DONE
    if name == "--version":
        from memory_core import __version__

        print(f"memory-core {__version__}")
        return DONE
    if name not in VERBS:
        why = "options stand behind the verb" if name.startswith("-") else f"there is no verb {name!r}"
        print(f"memory-core: {why}; the verbs are: {', '.join(VERBS)}", file=sys.stderr)
        return USAGE
    # A command of the client loses its whole answer when its shell block fails: there, words and exit 0 (cli.md).
    for_client = "--args-stdin" in rest
    if for_client:
        sys.stderr = sys.stdout
    try:
        code = _run(name, rest)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has seen enough, as in `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = DONE
    return DONE if for_client else code


def _run(name: str, rest: list[str]) -> int:
    try:
        module, _, function = VERBS[name].module.partition(":")
        code = getattr(importlib.import_module(module), function or "main")(rest)
    except Refusal as refusal:
        from memory_core.domain import screen  # what a stranger wrote, or git said, may stand in a refusal

        print(f"memory-core {name}: {screen.neutral(screen.clean(str(refusal)))}", file=sys.stderr)
        return REFUSED
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("memory_core"):
            return _bug(name)
        print(f"memory-core {name}: the package {missing.name!r} is missing; run `memory-core setup`", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        print("interrupted; nothing is half-written, and the same command goes on from here", file=sys.stderr)
        return 130
    except SystemExit as leaving:  # argparse: 2 for usage, 0 for --help
        return leaving.code if isinstance(leaving.code, int) else USAGE
    except BrokenPipeError:
        raise
    except OSError as error:
        return _disk(name, rest, error) or _bug(name)
    except Exception:  # noqa: BLE001 - the boundary: a bug becomes words and a log
        return _bug(name)
    return code if isinstance(code, int) else DONE


def _disk(name: str, rest: list[str], error: OSError) -> int:
    """`REFUSED`, after it was said what of the disk stands in the way; `DONE` where that is not what failed."""
    import errno

    root = rest[rest.index("--root") + 1] if "--root" in rest[:-1] else os.getcwd()
    where = error.filename or root  # a write that fails halfway names no file
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
        said = f"the disk of {where} is full; free some space and run this again. Nothing is half-written"
    elif error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        said = f"{where} cannot be read or written ({error.strerror}); make it so that it can be, and run this again"
    elif error.errno == errno.ELOOP:
        said = f"{where}: {error.strerror}"
    else:
        return DONE
    from memory_core.domain import screen

    print(f"memory-core {name}: {screen.neutral(screen.clean(said))}", file=sys.stderr)
    return REFUSED


def _bug(name: str) -> int:
    import traceback  # 8 ms to import, for nothing in a verb that works

    from memory_core.stores import log

    path = log.write(f"verb {name}", traceback.format_exc())
    last = traceback.format_exc().strip().splitlines()[-1]
    print(f"memory-core {name}: a fault of ours: {last}\nThe whole story is in {path}", file=sys.stderr)
    return BUG


def usage() -> str:
    """The verbs, a line each."""
    width = max(map(len, VERBS))
    rows = [f"  {name:<{width}}  {verb.does}" for name, verb in VERBS.items()]
    return "\n".join(["usage: memory-core VERB [--root DIR] [--json] [--help] ...", "", *rows])


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
