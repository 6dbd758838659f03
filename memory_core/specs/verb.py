"""`memory-core spec ACTION`: the life of a spec, behind `/cs:p`, `/cs:i` and `/cs:c`. A word picks what is done."""

import re
from typing import Final

from memory_core.core import actions
from memory_core.core.actions import Call

ACTIONS: Final = actions.of("spec")
_TYPED: Final = re.compile(r"\A\s*--slug(?:=|[ \t]+)(\S+)(?=\s|\Z)|(?<=\s)--slug(?:=|[ \t]+)(\S+)\s*\Z")


def main(arguments: list[str]) -> int:
    """The exit code of the action that is named, on the command line or by the client's words on standard input."""
    call = actions.taken(arguments)
    if not call.name:
        call = call._replace(name="help" if call.asks_for_help else "status")
    if call.name == "start" and call.text.strip() and call.name in arguments:
        call = call._replace(said=_whole(call))
    return actions.run("memory-core spec", ACTIONS, call)


def explain(arguments: list[str]) -> int:
    """0, after every action was named, each on a line with an example."""
    del arguments
    print("usage: memory-core spec [ACTION] [--root DIR] [--json]\n")
    print("A spec is planned, implemented and closed; it lives in docs/spec/active/<day>-<slug>/.\n")
    print(actions.rows(ACTIONS, "memory-core spec"))
    print(
        "\nOptions, each where it means something (`memory-core spec ACTION --help`): --slug, --phase, --spec, "
        "--outcome, --dry-run, --no-commit, --body-file -, --context, --rationale, --alternative, --tag, --args-stdin"
    )
    return 0


def _whole(call: Call) -> list[str]:
    """What is to be built, as one word with its lines and quotes: it is kept as it was typed."""
    named = _TYPED.search(call.text)
    options = [f"--slug={named[1] or named[2]}"] if named else []
    text = (_TYPED.sub("", call.text, count=1) if named else call.text).strip()
    if len(text) > 1 and text[0] == text[-1] and text[0] in "'\"" and text[0] not in text[1:-1]:
        text = text[1:-1].strip()
    return [*options, text] if text else options
