"""The entry point of verbs. The module of a verb is loaded when the verb is used."""

import importlib
import os
import sys
from typing import Final

from memory_core.core.light.errors import Refusal, Usage
from memory_core.core.options import VERBS

DONE, REFUSED, USAGE, BUG = 0, 1, 2, 3


TASKS: Final = {
    "find": "find what is kept",
    "keep": "keep something",
    "change": "change what is kept",
    "rules": "rules: guard rails",
    "tickets": "specs, tickets, reviews",
    "learnings": "learnings: what you prefer and do again",
    "upkeep": "upkeep",
}
_HELP: Final = ("help", "--help", "-h")
_MEANT: Final = 3  # verbs that are suggested for a mistyped name
_COLUMNS: Final = 79


def main(arguments: list[str]) -> int:
    """Run a verb. Exit code: 0 done, 1 refused, 2 usage error, 3 a bug in memory-core; always 0 with `--args-stdin`."""
    name, rest = (arguments[0], arguments[1:]) if arguments else ("help", [])
    if name == "--version":
        from memory_core import __version__

        print(f"memory-core {__version__}")
        return DONE
    if name in _HELP and not rest:
        print(usage())
        return DONE
    if name in _HELP:
        if rest == ["all"]:
            print(table())
            return DONE
        name, rest = rest[0], [*rest[1:], "--help"]
        call = _call(name, rest) or _unknown(name, [], "memory-core help {}")
    else:
        call = _call(name, rest) or _unknown(name, rest, "memory-core {}")
    if isinstance(call, int):
        return call
    name, rest = call
    # The client drops the output of a command whose shell block fails, so there the exit code is 0 (cli.md).
    for_client = "--args-stdin" in rest
    if for_client:
        sys.stderr = sys.stdout
    try:
        code = _run(name, rest)
        sys.stdout.flush()
    except BrokenPipeError:  # the reader has closed the pipe, as in `| head`
        os.dup2(os.open(os.devnull, os.O_WRONLY), sys.stdout.fileno())
        code = DONE
    return DONE if for_client else code


def _call(name: str, rest: list[str]) -> tuple[str, list[str]] | None:
    """The verb and the arguments that a first word names; None if it names no verb.

    Verbs of learnings may be used without `jarvis memory`, as after `/cs:memory`: `search`, `learn`, `health`.
    """
    name = name.removesuffix(":")  # `remember: we use tabs`
    if name in VERBS:
        return name, rest
    return ("jarvis", ["memory", name, *rest]) if name in _of_learnings() else None


def _of_learnings() -> dict[str, str]:
    """The descriptions of the actions on learnings, by name, except those that are also verbs of all memories."""
    return {name: action.does for name, action in VERBS["jarvis"].actions.items() if name not in VERBS}


def _unknown(name: str, rest: list[str], form: str) -> int:
    """Print suggestions for an unknown verb, and return `USAGE`."""
    from memory_core import redact
    from memory_core.language import spelling

    does = {verb: about.does for verb, about in VERBS.items() if about.task != "inside"} | _of_learnings()
    if name.startswith("-"):
        verb = next((word for word in rest if word in does), "")
        others = [word for word in (name, *rest) if word != verb]
        meant = [" ".join([verb, *others])] if verb else spelling.nearest(name, ("--version", "--help"))
        why = "options come after the verb"
    else:
        meant = [*dict.fromkeys((*spelling.nearest(name, does), *spelling.described(name, does)))][:_MEANT]
        why = f"there is no verb {name[:80]!r}"
    text = f"{why}: {spelling.did_you_mean(meant, f'`{form}`')} `memory-core help` lists the verbs".replace(":  ", ": ")
    print(f"memory-core: {redact.neutral(redact.clean(text))}", file=sys.stderr)
    return USAGE


def _run(name: str, rest: list[str]) -> int:
    try:
        if VERBS[name].actions:
            report = importlib.import_module("memory_core.core.actions").run(name, rest)
        else:
            report = VERBS[name].load()(rest)
        code: int = report if isinstance(report, int) else report.show(name)
        return code
    except Refusal as refusal:
        from memory_core import redact  # a refusal may contain text of a stranger or of git

        print(f"memory-core {name}: {redact.neutral(redact.clean(str(refusal)))}", file=sys.stderr)
        return USAGE if isinstance(refusal, Usage) else REFUSED
    except ModuleNotFoundError as missing:
        if (missing.name or "").startswith("memory_core"):
            return _bug(name)
        print(f"memory-core {name}: the package {missing.name!r} is missing; run `memory-core setup`", file=sys.stderr)
        return REFUSED
    except KeyboardInterrupt:
        print("interrupted; nothing is half-written, and the same command goes on from here", file=sys.stderr)
        return 130
    except SystemExit as leaving:  # argparse exits with 2 for usage errors and 0 for --help
        return leaving.code if isinstance(leaving.code, int) else USAGE
    except BrokenPipeError:
        raise
    except OSError as error:
        return _disk(name, rest, error) or _bug(name)
    except Exception:  # noqa: BLE001 - the boundary: a bug becomes words and a log
        return _bug(name)


def _disk(name: str, rest: list[str], error: OSError) -> int:
    """Print what is wrong with the disk and return `REFUSED`; return `DONE` if it is not the cause."""
    import errno

    root = rest[rest.index("--root") + 1] if "--root" in rest[:-1] else os.getcwd()
    where = error.filename or root  # an error during writing has no file name
    if error.errno in (errno.ENOSPC, getattr(errno, "EDQUOT", errno.ENOSPC)):
        text = f"the disk of {where} is full; free some space and run this again. Nothing is half-written"
    elif error.errno in (errno.EROFS, errno.EACCES, errno.EPERM):
        text = f"{where} cannot be read or written ({error.strerror}); fix that, and run this again"
    elif error.errno == errno.ELOOP:
        text = f"{where}: {error.strerror}"
    else:
        return DONE
    from memory_core import redact

    print(f"memory-core {name}: {redact.neutral(redact.clean(text))}", file=sys.stderr)
    return REFUSED


def _bug(name: str) -> int:
    import traceback  # 8 ms to import, needed only for bugs

    from memory_core.core import log

    path = log.write(f"verb {name}", traceback.format_exc())
    last = traceback.format_exc().strip().splitlines()[-1]
    print(f"memory-core {name}: a bug in memory-core: {last}\nThe details are in {path}", file=sys.stderr)
    return BUG


def usage() -> str:
    """The verbs by task, on one page."""
    lines = ["usage: memory-core VERB [WORDS] [--root DIR] [--json] [--help]", ""]
    for task, title in TASKS.items():
        own = sorted((not verb.words, at, name) for at, (name, verb) in enumerate(VERBS.items()) if verb.task == task)
        verbs = [f"{name} {VERBS[name].words}".rstrip() for _, _, name in own]
        verbs += _of_learnings() if task == "learnings" else []
        lines += [title, *_wrapped(verbs)]
    more = "`memory-core help VERB`: its options; `memory-core help all`: what each does"
    return "\n".join([*lines, "", more])


def _wrapped(words: list[str]) -> list[str]:
    """The words with commas between them, wrapped for a narrow terminal."""
    lines = ["  "]
    for at, word in enumerate(words):
        part = word + ("," if at + 1 < len(words) else "")
        if len(lines[-1]) + len(part) + 1 > _COLUMNS:
            lines.append("  ")
        lines[-1] += part if lines[-1].isspace() else f" {part}"
    return lines


def table() -> str:
    """The description of every verb, by task."""
    named = {name: (verb.task, verb.does) for name, verb in VERBS.items()}
    named |= {name: ("learnings", does) for name, does in _of_learnings().items()}
    width = max(map(len, named))
    lines = ["usage: memory-core VERB [WORDS] [--root DIR] [--json] [--help]"]
    for task, title in {**TASKS, "inside": "what git, the client and commands call"}.items():
        lines += ["", title]
        lines += [f"  {name:<{width}}  {does}" for name, (own, does) in named.items() if own == task]
    return "\n".join(lines)


if __name__ == "__main__":
    sys.exit(main(sys.argv[1:]))
