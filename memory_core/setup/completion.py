"""`memory-core completion bash | zsh | fish`: the script that completes verbs, actions and options in a shell."""

from memory_core import data
from memory_core.core.options import VERBS, parsed
from memory_core.core.report import Report

_OWN = ("--root", "--json", "--help")


def main(arguments: list[str]) -> Report:
    """The script; `source` reads it."""
    options = parsed("completion", arguments)
    script = _fish() if options.shell == "fish" else _bash()
    start = "autoload -U +X bashcompinit && bashcompinit\n" if options.shell == "zsh" else ""
    return Report(options, text=start + script, is_ready=True)


def _words(verb: str) -> list[str]:
    """The words that may follow a verb: its actions, its options and theirs."""
    rows = [line.split("\t")[:2] for line in data.lines("options.tsv")]
    own = [names for verbs, names in rows if any(name.split(" ")[0] == verb for name in verbs.split(","))]
    flags = [flag for names in own for flag in names.rstrip("*?").split(",") if flag.startswith("--")]
    row = VERBS[verb]
    before = [row.words] if row.actions and row.words else []
    return [*before, *row.actions, *dict.fromkeys((*_OWN, *flags))]


def _bash() -> str:
    typed = [name for name, row in VERBS.items() if row.task != "inside"]
    cases = [f"        *:{name}) words='{' '.join(_words(name))}' ;;" for name in typed]
    return "\n".join([
        "_memory_core() {",
        "    local words=",
        '    case "$COMP_CWORD:${COMP_WORDS[1]}" in',
        f"        1:*) words='{' '.join((*typed, 'help'))}' ;;",
        *cases,
        "    esac",
        '    COMPREPLY=($(compgen -W "$words" -- "${COMP_WORDS[COMP_CWORD]}"))',
        "}",
        "complete -o default -F _memory_core memory-core",
    ])  # fmt: skip


def _fish() -> str:
    lines = ["complete -c memory-core -f"]
    for name, row in VERBS.items():
        if row.task != "inside":
            does = row.does.replace("\\", "\\\\").replace("'", "\\'")
            lines.append(f"complete -c memory-core -n __fish_use_subcommand -a {name} -d '{does}'")
            words = " ".join(_words(name))
            lines.append(f"complete -c memory-core -n '__fish_seen_subcommand_from {name}' -a '{words}'")
    return "\n".join(lines)
