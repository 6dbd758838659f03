"""Whether a shell command may take a guard rail away or loosen it, or only reads and adds.

What is not known to read counts as what may write: a script that is given the file, or a program that gets the name of
the file in its text. Loaded before a shell command of the model, so without `re`, `shlex` and `typing`.
"""

from memory_core.domain.guard import shell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from memory_core.domain.guard.shell import Command


FILE, OFF, CALL, PASS, TYPED = "file", "off", "call", "pass", "typed"
_PROGRAMS = ("memory-core", "memory_core")
_HOME, _SWITCH, _STDIN = "iris_memory", "MEMORY_CORE_OFF=", "--args-stdin"
_LOOSENS = ("remove", "decline", "edit", "spin")
_KEEPS = ("--reason", "--instead", "--adr", "--revisit-on", "--decided-on", "--by", "--cycle", "--root")
_FLAGS = ("--permanent", "--json", "--force")
_STRICT = ("remind", "ask", "deny")
_CHANGES = ('"remove', '"update', 'remove\\"', 'update\\"')  # answers to `iris spin`
_BEFORE = "if then elif else do while until ! { time command exec nohup env sudo".split()
_SHELLS = "sh bash dash zsh ksh eval".split()
_READS = (
    "cat head tail less more grep egrep fgrep rg ag jq wc diff cmp ls stat file echo printf test [ [[ cksum sha256sum "
    "md5sum cut uniq cd pwd true which type read basename dirname realpath bat tree sort sed yq find for"
).split()
_WRITES = {"sort": "o", "sed": "i", "yq": "i"}  # the option with which it writes
_FINDS = ("-delete", "-exec", "-ok", "-fpr", "-fls")
_GIT = "add commit diff log show status blame grep ls-files cat-file rev-parse rev-list check-ignore push fetch".split()
_DEPTH = 4  # shells that are started by shells


def about(text: str, strictness: "Callable[[], Mapping[str, str]]", depth: int = 0) -> str:
    """What the command may do: FILE change the guard rails' file, OFF switch the hooks off, CALL loosen a rule by name.

    PASS: let a stopped edit pass; TYPED: speak as the user does to `/iris:memory`; "" where it only reads or adds.
    `strictness` gives what each guard rail does, by its id: remind, ask or deny.
    """
    folded = text.casefold()
    if _HOME not in folded and _SWITCH not in text and not ("iris" in text and any(one in text for one in _PROGRAMS)):
        return ""
    runs = shell.commands(text)
    holding = _holding(runs)
    found = {_of(one, text, holding, strictness, depth) for one in runs}
    return next((sort for sort in (FILE, OFF, CALL, PASS, TYPED) if sort in found), "")


def passes(text: str) -> list[tuple[list[str], str]]:
    """The rules and the file, "" where none is named, that each call of `iris allow` names."""
    found = []
    for one in shell.commands(text):
        for at in range(len(one.words) - 2):
            program, *call = one.words[at : at + 3]
            if program.rpartition("/")[2] in _PROGRAMS and call == ["iris", "allow"]:
                found.append(_passed(one.words[at + 3 :]))
    return found


def _passed(args: "Sequence[str]") -> tuple[list[str], str]:
    rest, plain, file = list(args), list[str](), ""
    while rest:
        name, sign, value = rest.pop(0).partition("=")
        if name in ("--file", "--root"):
            value = value if sign else (rest.pop(0) if rest else "")
            file = value if name == "--file" else file
        elif not name.startswith("--"):
            plain.append(name + sign + value)
    return plain, file


def names(text: str) -> bool:
    """Whether a text has the name of the guard rails' file, or the beginning of it before a wildcard or a quote."""
    folded = text.casefold()
    at = folded.find(_HOME)
    while at >= 0:
        before, after = folded[:at][-1:], folded[at + len(_HOME) :]
        if not _goes_on(before):
            if (
                after.startswith(".json")
                and not _goes_on(after[5:6])
                and not (after[5:6] == "." and after[6:7].isalnum())
            ):
                return True
            if after.removeprefix(".")[:1] in tuple("*?[{\"'"):
                return True
        at = folded.find(_HOME, at + 1)
    return False


def _goes_on(char: str) -> bool:
    """Whether a name goes on with that character."""
    return char.isalnum() or char in ("_", "-", "~")


def _holding(runs: "Sequence[Command]") -> list[str]:
    """The variables that hold the file's name, as they are written where they are used."""
    found = []
    for one in runs:
        given = [word.partition("=") for word in one.words if "=" in word and names(word)]
        found += [name for name, _, _ in given if name.isidentifier()]
        if one.words[:1] == ["for"] and any(map(names, one.words)):
            found += one.words[1:2]
    return [form for name in found for form in (f"${name}", f"${{{name}")]


def _of(
    one: "Command", text: str, holding: "Sequence[str]", strictness: "Callable[[], Mapping[str, str]]", depth: int
) -> str:
    """What one simple command of a text may do."""

    def named(texts: "Iterable[str]") -> bool:
        return any(names(each) or any(form in each for form in holding) for each in texts)

    if named(one.writes):
        return FILE
    words = one.words
    while words and (words[0] in _BEFORE or _assigns(words[0])):
        if _switches(words[0]):
            return OFF
        words = words[1:]
    if not words:
        return ""
    program, args = words[0].rpartition("/")[2], words[1:]
    if program.startswith("python") and args[:2] == ["-m", "memory_core"]:
        program, args = "memory-core", args[2:]
    given = [*args, one.fed]
    if program in _PROGRAMS:
        return _called(args, one.fed, text, strictness)
    if program in _SHELLS:
        inner = {about(each, strictness, depth + 1) for each in given if " " in each} if depth < _DEPTH else {FILE}
        return next((sort for sort in (FILE, OFF, CALL, PASS, TYPED) if sort in inner), "")
    if _reads(program, args):
        return OFF if one.writes and any(map(_switches, given)) else ""
    if program == "cp" and not named(args[-1:]) and args[-1:] != ["."] and not any(each[:2] == "-t" for each in args):
        return ""
    if named(given):
        return FILE
    return OFF if any(map(_switches, given)) else _mentioned(" ".join(given))


def _assigns(word: str) -> bool:
    name, sign, _ = word.partition("=")
    return bool(sign) and name.isidentifier()


def _switches(text: str) -> bool:
    """Whether a text sets the variable that keeps the hooks silent."""
    _, sign, value = text.partition(_SWITCH)
    return bool(sign) and value[:1] not in ("", "0", " ", ";", "\n")


def _reads(program: str, args: "Sequence[str]") -> bool:
    """Whether a program changes nothing that it is given."""
    if program == "git":
        rest = list(args)
        while rest and rest[0].startswith("-"):
            rest = rest[2 if rest[0] in ("-C", "-c") else 1 :]
        return rest[:1] != [] and rest[0] in _GIT
    if program.startswith("python"):
        return args[:2] == ["-m", "json.tool"] and len(args) == 3
    if program == "find":
        return not any(arg.startswith(_FINDS) for arg in args)
    letter = _WRITES.get(program)
    short = [arg for arg in args if arg[:1] == "-" and arg[:2] != "--"]
    if letter and (any(letter in arg for arg in short) or any(arg.startswith(("--in", "--out")) for arg in args)):
        return False
    return program in _READS


def _called(args: "Sequence[str]", fed: str, text: str, strictness: "Callable[[], Mapping[str, str]]") -> str:
    """What a call of memory-core does."""
    if args[:1] != ["iris"]:
        return ""
    rest = list(args[1:])
    typed = _STDIN in rest
    if typed:
        rest = [arg for arg in rest if arg != _STDIN] + fed.split()
    while rest and rest[0].startswith("-"):
        rest = rest[2 if rest[0] == "--root" else 1 :]
    action, rest = (rest[0], rest[1:]) if rest else ("", [])
    if action == "allow":
        return PASS
    does = {"spin": lambda: _answers(text), "edit": lambda: _loosens(rest, strictness)}.get(action)
    if action in ("remove", "decline") or "$" in action or (does and does()):
        return CALL
    return TYPED if typed else ""


def _answers(text: str) -> bool:
    """Whether what `iris spin` is given may change an entry; what cannot be seen may."""
    return "{" not in text or any(word in text for word in _CHANGES)


def _loosens(args: "Sequence[str]", strictness: "Callable[[], Mapping[str, str]]") -> bool:
    """Whether `iris edit` may make a rule hold less; a stricter rule, another reason or alternative do not."""
    rest, plain = list(args), []
    while rest:
        word = rest.pop(0)
        name, sign, value = word.partition("=")
        if not word.startswith("--"):
            plain.append(word)
        elif name in _FLAGS:
            continue
        elif name in (*_KEEPS, "--enforce"):
            value = value if sign else (rest.pop(0) if rest else "")
            if name == "--enforce" and not _is_stricter(value, plain[:1] or rest[:1], strictness):
                return True
        else:
            return True
    return len(plain) > 1


def _is_stricter(value: str, name: "Sequence[str]", strictness: "Callable[[], Mapping[str, str]]") -> bool:
    now = strictness().get(name[0].upper(), "remind") if name else "deny"
    return value in _STRICT and now in _STRICT and _STRICT.index(value) >= _STRICT.index(now)


def _mentioned(text: str) -> str:
    """What another program may call by what it is given."""
    words = "".join(char if char.isalnum() or char in "-_./" else " " for char in text).split()
    for at, word in enumerate(words):
        if word.rpartition("/")[2] in _PROGRAMS and words[at + 1 : at + 2] == ["iris"]:
            rest = words[at + 2 :]
            action = next((each for each in rest if not each.startswith("-")), "")
            if action in _LOOSENS or _STDIN in rest:
                return CALL
            if action == "allow":
                return PASS
    return ""
