"""Pairs a failing command with the next passing command of its family: what was wrong, and what fixed it."""

import re
from collections.abc import Iterator
from typing import Any, Final

from memory_core.extract import phrases, shell, worth_model
from memory_core.extract import prose_text as texts
from memory_core.extract.candidate import Candidate, State, propose
from memory_core.extract.turn import Turn
from memory_core.language.light import stop_words

_EDITS: Final = ("Edit", "Write", "MultiEdit", "NotebookEdit")
_FAILING: Final = worth_model.Place("prose", failed=1)
_OPEN_MOST: Final = 12  # families that fail at the same time
_REFUSED: Final = (
    "The user doesn't want", "<tool_use_error>", "[Request interrupted", "Permission to use",
    "This command requires approval", "Claude requested permissions", "Hook PreToolUse",
)  # fmt: skip
_HINT: Final = (
    r"(?im)^[ \t]*(?:hint|help|note|= help|suggestion)[ \t]*:[ \t]*(.+)"
    r"|\b(?:run|use|try) ['\"`]([^'\"`\n]{4,80})['\"`]|did you mean ['\"`]?([^'\"`\n?]{3,60})"
)
_ELSEWHERE: Final = ("Command running in background", "<persisted-output>")  # another turn has the output
_GATE: Final = (
    "pre-commit", "precommit", "husky", "lint-staged", "commit-msg hook", "pre-push", "hook failed", "lefthook",
    "overcommit",
)  # fmt: skip
_CHECK: Final = r"(?m)^\[([A-Z][A-Z0-9 _-]{2,20})\]|^- hook id: (\S+)|^(\S[^\n.]{2,40}?)\.{3,}Failed"
# A command that was typed wrong says nothing of the project, and what is said afterwards hardly is about it.
_MISTYPED: Final = (
    r"(?i)\b(?:file or directory not found|no such (?:option|command|subcommand|flag|file or directory)|"
    r"unrecogni[sz]ed (?:arguments?|options?|commands?|flags?)|"
    r"(?:unknown|unexpected|invalid|illegal|bad) (?:long )?(?:options?|commands?|flags?|arguments?|subcommands?)|"
    r"invalid choice|is not an? \w+ command|command not found|missing script|no rule to make target|"
    r"did not match any files?|not found in your path|no tests? found for|requires? an argument)\b|^usage:"
)
_OF_CODE: Final = r"\b[A-Z]\w*(?:Error|Exception)\b|\bErrno\b|^\*\* \(|\.\w{1,4}:\d+|panicked"
_NAME: Final = r"[\w@][\w./@:+-]*\w"
_TELLS: Final = stop_words.words("en") | frozenset(
    "error fatal usage file files directory found option options command commands unknown unexpected invalid illegal "
    "bad argument arguments unrecognized unrecognised flag flags subcommand choice choose missing script match make "
    "target rule requires test tests npm err bash sh zsh line path".split()
)
_REMEDY: Final = (
    " i need to ", " need to ", " need ", " we need to ", " i should ", " we should ", " the fix is ", " fix: ",
    " use ", " must ", " i must ",
)  # fmt: skip


def hear(turn: Turn, state: State) -> Iterator[Candidate]:
    """Listen for failures, diagnoses, edits and passes."""
    failing: dict[str, Any] = state.setdefault("failing", {}).setdefault(turn.agent, {})
    if turn.role == "assistant":
        if failing:
            _diagnose(turn, failing)
    elif turn.role == "result":
        if turn.tool == "Bash":
            yield from _ran(turn, failing, state)
        elif turn.tool in _EDITS and not turn.failed:
            for fault in failing.values():
                fault["edits"] = [*fault["edits"], _edit(turn)][-6:]
        elif turn.tool == "Skill" and turn.failed:
            yield from _skill(turn)


def settle(state: State) -> Iterator[Candidate]:
    """What still fails at the end of the reading, if somebody gave the reason."""
    for failing in state.get("failing", {}).values():
        for name, fault in failing.items():
            again = fault["count"] > 2 and not is_mistyped(fault["error"])
            if not fault["told"] and (fault["said"] or again) and name.split(" ")[0] not in ("git", "gh"):
                fault["told"] = True
                yield _candidate(name, fault, "", "still-failing", 0.5)


def is_failing(turn: Turn, state: State) -> bool:
    """Whether a command of this agent fails now; statements are then a diagnosis."""
    return any(not is_mistyped(fault["error"]) for fault in state.get("failing", {}).get(turn.agent, {}).values())


def is_mistyped(error: str) -> bool:
    """Whether an error shows that a command was mistyped: a wrong file, an unknown option."""
    return bool(re.search(_MISTYPED, error)) and not re.search(_OF_CODE, error)


def _speaks_of(sentence: str, error: str) -> bool:
    """Whether a sentence names what an error names."""
    return not _names(error).isdisjoint(_names(sentence))


def _names(text: str) -> set[str]:
    return set(re.findall(_NAME, text.casefold())) - _TELLS


def _ran(turn: Turn, failing: dict[str, Any], state: State) -> Iterator[Candidate]:
    command = turn.input.get("command")
    if (
        not isinstance(command, str)
        or turn.input.get("run_in_background")
        or turn.refused
        or turn.text.startswith(_REFUSED + _ELSEWHERE)
    ):
        return
    line = shell.parse(command)
    families = list(dict.fromkeys(name for name in map(shell.family, line.steps) if name))
    if turn.failed or shell.hides_failure(line, turn.text):
        if families:
            yield from _gate(turn, state)
            yield from _failed(turn, failing, families, command)
        return
    yield from _passed(turn, failing, line, families)
    if "git commit" in families and state.get("gated"):  # what the hook checks is clean now
        for name in [name for name, fault in failing.items() if fault["edits"] and (fault["said"] or fault["error"])]:
            fault = failing.pop(name)
            yield _candidate(name, fault, _mended(fault, ""), "fail-commit", 0.55)
    if failing and not any(name in failing for name in families):
        doing = [step.text for step in line.steps if shell.family(step)]
        for fault in failing.values():
            fault["runs"] = [*fault["runs"], *doing][-4:]


def _passed(turn: Turn, failing: dict[str, Any], line: shell.Line, families: list[str]) -> Iterator[Candidate]:
    for name in families:
        if name in failing and _is_partial(line, name, turn.text):
            worst = shell.worst_line(turn.text, sure=True)
            failing[name].update({"error": worst, "sure": True} if worst else {})
        elif name in failing:
            fault = failing.pop(name)
            yield _candidate(name, fault, _mended(fault, line.text), "fail-pass", 0.8 if fault["said"] else 0.6)
    for fault in failing.values():
        if fault["hint"] and fault["sure"] and fault["hint"] in line.text:  # the output itself said what to do
            at = turn._replace(line=fault["line"], uuid=fault["uuid"], when=fault["when"])
            yield propose(at, "error", fault["error"], "fail-hint", 0.7, solution=f"`{fault['hint']}`")
            fault.update({"hint": "", "sure": False})


def _failed(turn: Turn, failing: dict[str, Any], families: list[str], command: str) -> Iterator[Candidate]:
    worst = shell.worst_line(turn.text, sure=True)
    sure = bool(worst)
    worst = worst or shell.worst_line(turn.text)
    name = families[-1]
    if name == "git commit" and "git add" in families and ".gitignore" in turn.text:
        name = "git add"
    old = failing.get(name)
    counted = shell.counted(turn.text)
    if old and is_mistyped(worst) and not is_mistyped(old["error"]):
        return
    if old and texts.alike(old["error"], worst) >= 0.6 and (old["counted"] == counted or not old["edits"]):
        old["count"] += 1
        return
    if old and (old["edits"] or old["runs"]) and old["said"]:
        yield _candidate(name, old, _mended(old, ""), "fail-next-fail", 0.7)
    failing.pop(name, None)
    hint = next(
        (next(filter(None, match.groups())) for match in re.finditer(_HINT, turn.text.replace("\\n", "\n"))), ""
    )
    failing[name] = {
        "error": worst, "sure": sure, "counted": counted, "command": texts.clip(_shown(command), 160),
        "line": turn.line, "uuid": turn.uuid, "when": turn.when, "agent": turn.agent, "told": False,
        "said": [], "edits": [], "runs": [], "count": 1, "hint": texts.clip(hint.strip(), 160),
    }  # fmt: skip
    while len(failing) > _OPEN_MOST:
        failing.pop(next(iter(failing)))


def _diagnose(turn: Turn, failing: dict[str, Any]) -> None:
    """Keep the two best sentences about the fault, and the best about the remedy."""
    asks = turn.text.rstrip().endswith("?")
    for unit in texts.units(turn.text):
        if asks and unit.bullet:
            continue  # an option, not a finding
        sentence = phrases.plain(texts.one_line(unit.text))
        if (
            not 20 <= len(sentence) <= 320
            or sentence.endswith("?")
            or phrases.guesses(sentence)
            or phrases.passes(sentence)
        ):
            continue
        score = _diagnoses(sentence)
        remedy = phrases.pad(sentence).startswith(_REMEDY)
        if score <= 0 and not remedy:
            continue
        for fault in failing.values():
            if fault["edits"] and score < 2:
                continue
            if is_mistyped(fault["error"]) and not _speaks_of(sentence, fault["error"]):
                continue
            entry = [score, texts.clip(sentence.rstrip(":"), 200), turn.line, turn.uuid, turn.when]
            if score > 0:
                fault["said"] = sorted([*fault["said"], entry], key=lambda e: -e[0])[:2]
            elif not fault.get("plan"):
                fault["plan"] = texts.clip(_imperative(sentence), 160)


def _diagnoses(sentence: str) -> float:
    """How well a sentence explains a failure; 0 if it does not."""
    return max(0.0, 2 + worth_model.read(sentence, _FAILING).score / 100)


def _candidate(name: str, fault: dict[str, Any], solution: str, rule: str, certainty: float) -> Candidate:
    sentences = sorted(fault["said"], key=lambda e: e[2])
    at = fault["said"][0] if sentences else [0, "", fault["line"], fault["uuid"], fault["when"]]
    turn = Turn("result", "", at[2], at[3], at[4], agent=fault["agent"])
    error = fault["error"]
    if sentences:
        shown = fault["sure"] and texts.alike(error, sentences[0][1]) < 0.7
        text = f"{texts.clip(error, 90)} — {sentences[0][1]}" if shown else sentences[0][1]
        if len(sentences) > 1 and len(text) + len(sentences[1][1]) < 230:
            text += " " + sentences[1][1]
    else:
        text = f"`{name}` fails: {error}" if error else f"`{texts.clip(fault['command'], 80)}` fails"
    path = next((edit["path"] for edit in reversed(fault["edits"]) if not edit["path"].startswith("/")), "")
    return propose(
        turn, "error", text, rule, certainty, solution=solution, quote=at[1] or error, path=path if solution else ""
    )


def _mended(fault: dict[str, Any], command: str) -> str:
    """What was done between the failure and the pass, the shortest true account first."""
    parts: list[str] = []
    shown = _shown(command)
    if fault.get("plan") and fault["edits"]:
        parts.append(fault["plan"])
    if fault["edits"]:
        last = fault["edits"][-1]
        parts.append(f"{short(last['path'])}: `{last['added']}`" if last["added"] else f"edit {short(last['path'])}")
    elif shown and _differs(shown, fault["command"]):
        parts.append(f"`{texts.clip(shown, 140)}`")
    elif fault["runs"]:
        parts.append(" && ".join(f"`{texts.clip(run, 90)}`" for run in fault["runs"][-2:]))
    elif fault["hint"]:
        parts.append(fault["hint"])
    return "; ".join(parts)


def _differs(after: str, before: str) -> bool:
    """True if the passing command is another one, not just another filter behind it."""
    return after.partition("|")[0].split()[:12] != before.partition("|")[0].split()[:12]


def _shown(command: str) -> str:
    """A command line as one reads it: without here-documents, changes of folder and redirections."""
    flat = texts.one_line(command.partition("<<")[0])
    flat = re.sub(r"^cd \S+ && (?=cd )|\s*2>&1|\s*2>/dev/null", "", flat)
    return re.sub(r" ?-m \"?\$\(cat$", " …", flat).strip()


def _edit(turn: Turn) -> dict[str, str]:
    before = {line.strip() for line in str(turn.input.get("old_string", "")).split("\n")}
    added = [line.strip() for line in str(turn.input.get("new_string", "")).split("\n") if line.strip() not in before]
    path = str(turn.input.get("file_path") or turn.input.get("notebook_path") or "")
    return {"path": path, "added": texts.clip(" ".join(added), 120).replace("`", "'")}


def short(path: str) -> str:
    """A path inside the project unchanged; of any other its last three parts."""
    return "/".join(path.split("/")[-3:]) if path.startswith("/") else path


def _is_partial(line: shell.Line, name: str, output: str) -> bool:
    """True if only a part of the output was shown, and that part does not report success."""
    filtered = any(step.piped and shell.family(step) == name for step in line.steps) and re.search(
        r"\|\s*(?:e?grep|rg)\b", line.text
    )
    return bool(
        filtered
        and output.strip()
        and not re.search(r"\b0 (?:failures|errors|failed)|\bpass|\bok\b|no issues|success", output, re.IGNORECASE)
    )


def _gate(turn: Turn, state: State) -> Iterator[Candidate]:
    """A hook that precedes every commit is a rule of the repository."""
    output = turn.text.replace("\\n", "\n")
    if state.get("gated") or not phrases.has(output[:3000].casefold(), _GATE):
        return
    checks = dict.fromkeys(
        next(filter(None, match.groups())).strip().casefold() for match in re.finditer(_CHECK, output)
    )
    state["gated"] = True
    names = ", ".join(list(checks)[:6])
    hook = "pre-push" if "pre-push" in output else "pre-commit"
    text = f"A {hook} hook checks every {hook[4:]}" + (f" ({names})" if names else "") + ": all of it must pass"
    first = next((row.strip() for row in output.split("\n") if phrases.has(row.casefold(), _GATE)), "")
    yield propose(turn, "convention", text, "commit-gate", 0.75, quote=first)


def _skill(turn: Turn) -> Iterator[Candidate]:
    name = str(turn.input.get("skill", "")) or "a skill"
    worst = shell.worst_line(turn.text)
    if worst and not turn.text.startswith(_REFUSED):
        yield propose(turn, "error", f"Skill {name} fails: {worst}", "skill-failed", 0.6, quote=worst)


def _imperative(sentence: str) -> str:
    order = re.sub(r"^(?:I |We )(?:need to|should|must|have to|'ll|will) ", "", sentence)
    return order[:1].upper() + order[1:]
