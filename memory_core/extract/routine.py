"""Repeated commands of a session: how tests, linters, builds and migrations are run in this project, and what fixes a
failing command.

A command is kept without the parts that change from run to run: files, names of tests, verbosity.
"""

import re
from collections.abc import Iterator
from typing import Any, Final

from memory_core import data
from memory_core.core import budget
from memory_core.extract import commits, lazy_patterns, shell
from memory_core.extract import prose_text as texts
from memory_core.extract.candidate import State
from memory_core.extract.situation import DONE, Practice, is_new, made
from memory_core.extract.turn import Turn

_SOURCE: Final = "code_repetition"
_LONGEST: Final = 120  # characters of a command that is a habit
_COUNTED_MOST: Final = 60
_TASKS: Final = tuple(data.expressions("extract/routine_tasks.txt"))
_TELLS: Final = {
    "test": "Tests are run with {}",
    "lint": "Linting is done with {}",
    "format": "Code is formatted with {}",
    "types": "Types are checked with {}",
    "build": "Builds are made with {}",
    "install": "Dependencies are installed with {}",
    "migrate": "Migrations are made with {}",
    "other": "{} is how it is called",
}
_WORD: Final = r"(?:[^\s'\"]|'[^']*'|\"[^\"]*\")+"
_ROWS: Final = data.named("extract/routine.txt")
_KEEPS: Final = frozenset(data.cues(_ROWS["keeps"][0]))
_CHOOSES: Final = frozenset(data.cues(_ROWS["chooses"][0]))
_LOUD: Final = _ROWS["loud"][0]
_LOUD_TEST: Final = r"-(?:qq|x|s|sv|xvs|xq|qx|rs?A?|lf|ff|h|sx|xv|u|j\d*)$"
_LOUD_INSTALL: Final = r"-(?:D|d|E|O|g|y|U|S|r)$"
_CONFIG: Final = r"^[\w./-]*\.(?:json|toml|ya?ml|ini|cfg|conf|js|mjs|cjs|ts)$"
_FILE: Final = r"[/*\\]|\.\w{1,5}(?:::?\S*)?$|^\d+$|^@|^[\"']|^<|\$|^[A-Z]\w*Test\w*$"
_RUNS: Final = (
    r"(?:\./)?(?:[\w.-]+/)*(?:bin|scripts?|\.bin)/[\w.-]+$|(?:\./)?(?:[\w.-]+/)*manage\.py$"  # a program of the project
)
_COMMON: Final = frozenset(data.cues(_ROWS["common"][0]))
_WRAPS: Final = frozenset(data.cues(_ROWS["wraps"][0]))
_CONVENTIONAL: Final = r"^(?:feat|fix|docs?|chore|test|tests|refactor|perf|ci|build|style|revert)(\([^)]+\))?!?: \S"
_TICKETED: Final = r"^(\[?)[A-Z][A-Z0-9]+-\d+(\]?)(:?)"
_GERMAN: Final = r"\b(?:für|und|mit|bei|nicht|aus|der|die|das|von|zu|im)\b|\w(?:iert|ert|tzt|gt)$"
_TEST_FILE: Final = r"(?:^|/)(?:test_[\w-]+\.\w+|[\w-]+(?:[._](?:test|spec|tests)|Test|Tests|Spec|_test)\.\w{1,5})$"
_FOLDERS: Final = ("tests", "test", "__tests__", "spec", "specs", "e2e")


def hear(turn: Turn, state: State) -> Iterator[Practice]:
    """The practices that a call shows that succeeded, each once a session."""
    if turn.role != "result" or turn.failed:
        return
    if turn.tool == "Bash":
        yield from _ran(turn, state)
    elif turn.tool == "Write":
        yield from _placed(turn, state)


def task_of(command: str) -> str:
    """The purpose of a command: test, lint, format …; "" if it is not known."""
    command = command[: budget.SENTENCE]
    return next((task for task, pattern in _TASKS if lazy_patterns.search(pattern, command)), "")


def habit(text: str, task: str = "") -> str:
    """A command without what changes from run to run."""
    text = text[: budget.SENTENCE]
    words = re.findall(_WORD, text)
    at = next((number for number, word in enumerate(words) if not re.match(r"\w+=", word)), len(words))
    kept = words[: at + 1]
    for number in range(at + 1, len(words)):
        word, before = words[number], words[number - 1]
        if word.startswith("-"):
            if not _is_loud(word, task) or _names_module(word, before):
                kept.append(word)
        elif _names_module(before, words[number - 2]):
            kept.append(word)
        elif before.startswith("-") and before != "--":
            if (before in _KEEPS and not _is_loud(before, task) and _says_how(word, before)) or (
                before not in _CHOOSES and word in _COMMON
            ):
                kept.append(word)
        elif _belongs(word, before):
            kept.append(word)
    while kept and (kept[-1] in ("--", "-p", "-m", "-e", "-f", "-c", "-D") and not text.endswith(kept[-1])):
        kept.pop()
    return " ".join(kept)


def _is_loud(option: str, task: str) -> bool:
    """Whether an option sets the verbosity, or selects a part of the run."""
    odd = {"test": _LOUD_TEST, "install": _LOUD_INSTALL}.get(task, "")
    return option in _CHOOSES or bool(re.match(_LOUD, option)) or bool(odd and re.match(odd, option))


def _names_module(option: str, program: str) -> bool:
    """Whether an option of Python's names the module to run."""
    return option == "-m" and program.rpartition("/")[2].startswith("python")


def _says_how(value: str, option: str) -> bool:
    if option in ("--build", "--test-dir", "-C", "-local", "-destination"):
        return True
    if option in ("-p", "-f", "-c", "--config", "-project", "-workspace", "--manifest-path"):
        return bool(re.match(_CONFIG, value))
    return not re.search(r"[/*]", value)


def _belongs(word: str, before: str) -> bool:
    """Whether a bare word is of the command: a sub-command, a target, a program that another one runs."""
    wraps = before.rpartition("/")[2] in _WRAPS
    if word in _COMMON or word in _WRAPS or (wraps and re.match(_RUNS, word)):
        return True
    if re.search(_FILE, word):
        return False
    return wraps or bool(task_of(word)) or bool(task_of(f"{before} {word}") and not task_of(before))


def _ran(turn: Turn, state: State) -> Iterator[Practice]:
    command = turn.input.get("command")
    if not isinstance(command, str) or turn.refused or len(command) > 2000:
        return
    line = shell.parse(command)
    if shell.hides_failure(line, turn.text):
        return
    for step in line.steps:
        if not shell.family(step) and "/" not in step.words[0]:
            continue
        text = re.sub(r"\s*\d?>+\s*\S+|^(?:sudo|time|nice|nohup|command)\s+", "", step.text).strip()
        task = task_of(text)
        if task == "commit":
            yield from _committed(turn, state, line, step)
        elif task:
            yield from _routine(turn, state, task, habit(text, task))
        else:
            yield from _named(turn, state, text)


def _routine(turn: Turn, state: State, task: str, command: str) -> Iterator[Practice]:
    if not command or len(command) > _LONGEST:
        return
    if task in ("lint", "format", "types", "test", "build"):
        state["checked"] = command
    plain = " ".join(word for word in command.split() if not word.startswith("-"))
    if is_new(f"{task} {plain}", state):
        yield made(turn, DONE, _TELLS[task].format(f"`{command}`"), _SOURCE, slot=task, about=(command,), quote=command)


def _named(turn: Turn, state: State, text: str) -> Iterator[Practice]:
    """A program that is called with the same options before all that it is to do: `kubectl --context staging`."""
    match = re.match(r"([a-z][\w.-]*(?: -{1,2}[\w-]+(?:[= ](?!-)[\w./:@-]+)?)+)(?= [a-z])", text)
    if not match or match[1].startswith(("git ", "python", "node ", "ssh ", "docker ")):
        return
    command = match[1]
    counts: dict[str, int] = state.setdefault("counted", {})
    counts[command] = counts.pop(command, 0) + 1
    while len(counts) > _COUNTED_MOST:
        counts.pop(next(iter(counts)))
    if counts[command] > 1 and len(command) <= _LONGEST and is_new(f"other {command}", state):
        program = command.partition(" ")[0]
        yield made(
            turn, DONE, f"`{program}` is called with its options first: `{command}`", _SOURCE, slot="other",
            about=(program,), quote=command,
        )  # fmt: skip


def _committed(turn: Turn, state: State, line: shell.Line, step: shell.Step) -> Iterator[Practice]:
    subject, _ = commits.message(line, step)
    forms = []
    match = re.match(_CONVENTIONAL, subject)
    ticket = re.match(_TICKETED, subject)
    if match:
        forms.append(
            "Commit messages follow Conventional Commits" + (", with a scope: `type(scope): …`" if match[1] else "")
        )
    elif ticket:
        forms.append(f"Commit messages begin with the ticket number: `{ticket[1]}ABC-123{ticket[2]}{ticket[3]} …`")
    if re.search(r"\s(?:-\w*s\w*|--signoff)(?=\s|$)", re.sub(r"['\"].*?['\"]", "", step.text)) and "-m" in step.text:
        forms.append("Commits are signed off: `git commit -s`")
    if "--fixup" in step.text:
        forms.append("Fixes to earlier commits are made with `git commit --fixup`")
    if len(re.findall(_GERMAN, subject.casefold())) > 0 and not match:
        forms.append("Commit messages are written in German")
    for form in forms:
        if is_new(f"commit {form}", state):
            yield made(turn, DONE, form, _SOURCE, slot="commit-form", about=("git commit",), quote=subject)
    checked = state.pop("checked", "")
    if checked:
        counts: dict[str, int] = state.setdefault("counted", {})
        key = f"before {checked}"
        counts[key] = counts.pop(key, 0) + 1
        if counts[key] > 1 and is_new(key, state):
            yield made(
                turn, DONE, f"`{checked}` is run before a commit", _SOURCE, slot="before-commit", about=("git commit",),
                quote=checked,
            )  # fmt: skip


def _placed(turn: Turn, state: State) -> Iterator[Practice]:
    """Where a new test was put."""
    path = str(turn.input.get("file_path") or "")
    if path.startswith(("/", "~")) or not re.search(_TEST_FILE, path):
        return
    folders, _, name = path.rpartition("/")
    form = re.sub(
        r"^(test_)[\w-]+|^[\w-]+?(?=[._](?:test|spec|tests)\.|Tests?\.|Spec\.|_test\.)",
        lambda match: f"{match[1] or ''}*",
        name,
    )
    parts = folders.split("/") if folders else []
    at = next((number for number, part in enumerate(parts) if part in _FOLDERS), -1)
    where = f"in `{'/'.join(parts[: at + 1])}/`" if at >= 0 else "next to the source"
    text = f"New tests are put {where} as `{form}`"
    if is_new(f"place {text}", state):
        yield made(turn, DONE, text, _SOURCE, slot="test-place", about=("test", form.lstrip("*")), quote=path)


_OPEN_MOST: Final = 8
_RUNS_MOST: Final = 3
_EDITS: Final = ("Edit", "Write", "MultiEdit", "NotebookEdit")
_CHANGES: Final = r"0x[0-9a-f]+|\b[0-9a-f]{7,40}\b|\b\d+\b|(?:/[\w.@-]+){3,}"


def hear_repeated_failures(turn: Turn, state: State) -> Iterator[Practice]:
    """The failures that were mended without an edit, each once a session."""
    if turn.role != "result" or turn.agent or turn.refused:
        return
    stumbled: dict[str, Any] = state.setdefault("stumbled", {})
    if turn.tool in _EDITS and not turn.failed:
        stumbled.clear()
    elif shell.command_of(turn):
        yield from _ran_again(turn, stumbled, state)


def _ran_again(turn: Turn, stumbled: dict[str, Any], state: State) -> Iterator[Practice]:
    line = shell.parse(shell.command_of(turn))
    steps = {name: step.text for step in line.steps if (name := shell.family(step))}
    if turn.failed or shell.hides_failure(line, turn.text):
        error = texts.clip(" ".join(shell.worst_line(turn.text, sure=True).split()), 160)
        if error and steps:
            name = list(steps)[-1]
            stumbled.pop(name, None)
            stumbled[name] = {"error": error, "command": texts.clip(steps[name], 160), "runs": []}
            while len(stumbled) > _OPEN_MOST:
                stumbled.pop(next(iter(stumbled)))
        return
    for name in [name for name in steps if name in stumbled]:
        fault = stumbled.pop(name)
        other = texts.clip(steps[name], 160)
        mended = [*fault["runs"], *([other] if other.split() != fault["command"].split() else [])]
        if mended and is_new(f"stumbled {name} {fault['error']}", state):
            text = f"`{name}` fails with: {_plain(_general(fault['error'], mended))}"
            how = "mended by " + ", then ".join(f"`{run}`" for run in mended)
            yield made(turn.at_call(), DONE, text, "error_pattern", reason=how, about=(name,), quote=fault["error"])
    for fault in stumbled.values():
        fault["runs"] = [*fault["runs"], *(texts.clip(text, 120) for text in steps.values())][-_RUNS_MOST:]


def _general(error: str, mended: list[str]) -> str:
    """An error without the names that the commands which mended it name too: a branch, a package."""
    named = {word for run in mended for word in run.split()[1:] if re.search(r"\w{3}", word)}
    return " ".join("…" if word.strip("'\"`.,:;()") in named else word for word in error.split())


def _plain(error: str) -> str:
    """An error without what changes from one time to the next."""
    return re.sub(_CHANGES, "…", error)
