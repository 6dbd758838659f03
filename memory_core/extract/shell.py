"""Parses the shell commands of a session: what was run, and whether it succeeded."""

import re
from itertools import pairwise
from typing import Final, NamedTuple

from memory_core import data
from memory_core.extract.turn import Turn

_PROGRAMS: Final = {name: frozenset(data.cues(rows[0])) for name, rows in data.named("extract/programs.txt").items()}

_HEREDOC: Final = r"(?s)<<-?\s*(['\"\\]?)(\w+)\1([^\n]*)\n(.*?)\n\s*\2\b"
_TOKEN = re.compile(r"&&|\|\||[;|&\n]|(?:'[^']*'|\"(?:[^\"\\]|\\.)*\"|\\.|[^\s'\";|&\\])+|['\"]", re.DOTALL)
# A part of a word: in quotes with escapes, in single and in double quotes, and an escaped character.
_PART = re.compile(r"\$'((?:[^'\\]|\\.)*)'|'([^']*)'|\"((?:[^\"\\]|\\.)*)\"|\\(.)", re.DOTALL)
_HELD: Final = r" ?\x00(\d+)\x00"  # in the place of a here-document: which one it is
_REDIRECTED = re.compile(r"\d?>&\d|&>>?\s*\S+|\d?>>?\s*/dev/null")
_ASSIGN = re.compile(r"\w+=")
_PLAIN = re.compile(r"[a-z][\w:.-]*$")

_WORST: Final = (
    r"(?m)^[ \t]*+(?:\*\* \(\w|E\s{2,}\w|error(?:\[\w+\])?(?: TS\d+)?:|fatal:|panic:|thread '.*' panicked|Error:|✘ |"
    r"npm ERR! (?!code|A comp)|.*\b[A-Z]\w*(?:Error|Exception)\b(?::|\))|.*: error(?: TS\d+)?:|.*\[ERROR\]|"
    r".*error TS\d+:|.*\bcannot find\b|.*\b[Cc]ould not (?:resolve|find|compile)|.*command not found|"
    r".*\bundefined (?:function|reference|variable)|.*\bAssertion\b.*\bfailed|.*No such file|.*Permission denied|"
    r".*\bis not (?:alphabetically|formatted)|.*are ignored by one of)"
)
_WEAK: Final = r"(?m)^[ \t]*+(?:ERROR\b|FAIL(?:ED)?\b|--- FAIL|✗|✕|●.*›|\d+\) |assert|Expected|expected|left:|- )"
_COUNTED: Final = (
    r"(?m)\b(?!0 )\d+ (?:failures?|failed|failing|errors?\b(?! handl)|problems? \()"
    r"|\bfound (?!0 )\d+ [\w ]{0,40}(?:issue|error|problem)|^(?:FAILED|FAIL)\b|^=+ .*\bfailed"
    r"|\*\* \(\w+(?:\.\w+)*Error\)|^error(?:\[E\d+\])?: |^npm ERR!|^--- FAIL|BUILD FAILED|Build failed|^fatal: "
    r"|test result: FAILED|^Traceback \(most|panicked at|^Total errors: [1-9]"
)
_DULL: Final = (
    "exit code", "traceback", "process exited", "command failed with exit", "elifecycle", "a complete log of this run",
)  # fmt: skip


def command_of(turn: Turn) -> str:
    """The command line of an output; "" if the turn is no output."""
    command = turn.input.get("command")
    return command if turn.role == "result" and turn.tool == "Bash" and isinstance(command, str) else ""


class Step(NamedTuple):
    """One simple command of a command line."""

    words: tuple[str, ...]  # without assignments, wrappers and redirections
    text: str
    piped: bool = False  # its output went through a filter: its exit status is not to be trusted
    documents: tuple[str, ...] = ()  # its here-documents


class Line(NamedTuple):
    """A command line and its steps."""

    steps: tuple[Step, ...]
    text: str


def parse(command: str) -> Line:
    """The steps of a command line. Never fails: what cannot be parsed becomes one more word."""
    documents: list[str] = []

    def keep(match: re.Match[str]) -> str:
        documents.append(match[4])
        return f"<<{match[2]} \x00{len(documents) - 1}\x00{match[3]}"

    flat = _REDIRECTED.sub(" ", re.sub(_HEREDOC, keep, command.replace("\x00", " ")))
    steps: list[Step] = []
    tokens: list[str] = []
    filtered = False
    for part in [*_TOKEN.findall(flat), "\n"]:
        if part in ("&&", "||", ";", "\n", "&", "|"):
            if tokens and not filtered:
                steps.append(_step(tokens, documents, piped=part == "|"))
            tokens = []
            filtered = part == "|"
        else:
            tokens.append(part)
    return Line(tuple(step for step in steps if step.words), command)


def _step(tokens: list[str], documents: list[str], piped: bool) -> Step:
    raw = " ".join(tokens)
    text = re.sub(_HELD, "", raw)
    tokens = [bare for token in tokens if (bare := re.sub(_HELD, "", token))]
    plain = [
        t.strip("'\"") if t[:1] in "'\"" else t for t in tokens if not t.startswith((">", "<", "2>", "1>", "(", ")"))
    ]
    while plain and (_ASSIGN.match(plain[0]) or plain[0] in _PROGRAMS["wrappers"] or plain[0].startswith("-")):
        plain.pop(0)
    if plain and plain[0] == "timeout":
        plain = plain[2:]
    if " ".join(plain[:2]) in _PROGRAMS["runners"]:
        plain = plain[2:]
    if len(plain) > 2 and plain[0].startswith("python") and plain[1] == "-m":
        plain = plain[2:]
    return Step(tuple(plain), text, piped, tuple(documents[int(at)] for at in re.findall(_HELD, raw)))


def words_of(text: str) -> list[str]:
    """The words of one simple command as the program gets them, and each shell operator on its own."""
    return [_PART.sub(_bare, word) for word in _TOKEN.findall(text)]


def _bare(part: re.Match[str]) -> str:
    if part[1] is not None:
        return part[1].replace("\\n", "\n").replace("\\'", "'")
    if part[3] is not None:
        return re.sub(r"\\([$`\"\\\n])", r"\1", part[3])
    return part[2] if part[2] is not None else part[4]


def family(step: Step) -> str:
    """What kind of command it is, as in "the same again": `mix test`, `git push`, `pytest`; "" for looking around."""
    if not step.words:
        return ""
    program = step.words[0].rpartition("/")[2]
    rest = [word for word in step.words[1:] if not word.startswith("-")]
    if program in _PROGRAMS["looks"] or (program in _PROGRAMS["inline"] and _is_inline(step)):
        return ""
    if program in _PROGRAMS["many"]:
        if program in ("npm", "pnpm", "yarn", "bun") and rest[:1] in (["run"], ["run-script"]):
            rest = rest[1:]
        if program == "git":
            rest = [word for before, word in pairwise(step.words) if before not in ("-C", "-c") and word[:1] != "-"]
        name = f"{program} {rest[0]}" if rest and _PLAIN.match(rest[0]) else program
        return "" if name in _PROGRAMS["looks too"] else name
    if program in _PROGRAMS["inline"] and rest:
        return f"{program} {rest[0].rpartition('/')[2]}"
    return program if _PLAIN.match(program.casefold()) else ""


def _is_inline(step: Step) -> bool:
    return (
        any(word in ("-c", "-e", "-", "--eval", "eval") for word in step.words[1:3])
        or "<<" in step.text
        or len(step.words) == 1
    )


def worst_line(output: str, sure: bool = False) -> str:
    """The line of an output that names the fault best; "" if there is none. `sure`: only a line that is certainly an
    error.
    """
    output = output.replace("\\n", "\n")
    for pattern in (_WORST, _WEAK, _COUNTED)[: 1 if sure else 3]:
        end = -1
        for match in re.finditer(pattern, output):
            if match.end() <= end:
                continue  # in a line that was looked at
            start = output.rfind("\n", 0, match.end()) + 1
            end = output.find("\n", match.end())
            end = end if end >= 0 else len(output)
            line = output[start:end].strip(" \t┃│*>●✘✗✕")
            line = line.removeprefix("E  ").lstrip()  # pytest's margin
            if len(line) >= 8 and not line.casefold().startswith(_DULL):
                return line[:240]
    rows = [] if sure else [row.strip() for row in output.split("\n")]
    return next((row[:240] for row in rows if len(row) >= 8 and not row.casefold().startswith(_DULL)), "")


def counted(output: str) -> str:
    """How many failures an output counts, in its own words; "" if it counts none."""
    return " ".join(match[0] for match in list(re.finditer(_COUNTED, output))[-2:])


def hides_failure(line: Line, output: str) -> bool:
    """Whether the exit status is that of a filter, and the output itself reports a failure."""
    return any(step.piped for step in line.steps) and bool(re.search(_COUNTED, output))
