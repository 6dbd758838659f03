"""Whether a shell command may take a guard rail away or loosen it, or only reads and adds.

What is not known to read counts as what may write: a script that is given the file, or a program that gets the name of
the file in its text. Loaded before a shell command of the model, so without `re`, `shlex` and `typing`.
"""

from memory_core.guardrails.light import shell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Iterable, Mapping, Sequence

    from memory_core.guardrails.light.shell import Command


FILE, OFF, CALL, LONG, UNDO, PASS, YES, TYPED = "file", "off", "call", "long", "undo", "pass", "yes", "typed"
_SORTS = (FILE, OFF, CALL, LONG, UNDO, PASS, YES, TYPED)  # the most serious first
LIMIT = 700_000  # characters of all that is read of a command, the texts within it too
_COST = 16  # characters that a simple command counts for beside its own
_PROGRAMS = ("memory-core", "memory_core")
_HOME, _SWITCH, _STDIN = "iris_memory", "MEMORY_CORE_OFF=", "--args-stdin"
_FILE = "iris_memory.json"
_LOOSENS = ("remove", "decline", "edit", "spin")
_PROVE = ("confirm", "add-constraint")
_KEEPS = ("--reason", "--instead", "--adr", "--revisit-on", "--decided-on", "--by", "--cycle", "--root")
_FLAGS = ("--permanent", "--json", "--force")
_STRICT = ("remind", "ask", "deny")
_CHANGES = ('"remove', '"update', 'remove\\"', 'update\\"')  # answers to `iris spin`
_BEFORE = "if then elif else do while until ! { time command builtin exec nohup env sudo".split()
_SHELLS = "sh bash dash zsh ksh ash busybox eval source .".split()
_RUNS = (
    "python pypy perl ruby node deno bun php osascript".split()
)  # beginnings of programs that run what they are given
_STARTS = "su script trap env timeout watch parallel flock ssh doas batch -S".split()  # they run a text or a program
_READS = (
    "cat head tail less more grep egrep fgrep rg ag jq wc diff cmp ls stat file echo printf test [ [[ cksum sha256sum "
    "md5sum cut uniq cd pwd true which type read basename dirname realpath bat tree sort sed yq find for awk gawk mawk "
    "tr column nl tac rev fold strings comm paste od date du readlink seq sleep gh glab base64"
).split()
_WRITES = {
    "sort": "o",
    "sed": "i",
    "yq": "i",
    "awk": "i",
    "gawk": "i",
    "tree": "o",
    "less": "oO",
}  # options with which it writes
_WIPES = ("rm", "mv", "unlink", "rmdir", "shred", "truncate")
_SETTINGS = "settings.toml"
_FINDS = ("-delete", "-exec", "-ok", "-fpr", "-fls")
_GIT = "add commit diff log show status blame grep ls-files cat-file rev-parse rev-list check-ignore push fetch".split()
_DEPTH = 4  # shells that are started by shells
_MOST = 16  # values of a variable that are looked at
_PLAIN = {ord(char): None for char in "'\"\\"}  # what may stand within a name for a shell
_ENCODED = ("base64", "b64", "openssl", "xxd", "fromhex", "unhex")  # names of what makes text of other text
_NAMES = ("echo", "printf")


def about(text: str, strictness: "Callable[[], Mapping[str, str]]") -> str:
    """What the command may do: FILE change the guard rails' file, OFF switch the hooks off, CALL loosen a rule by name.

    UNDO: take back what a verb changed; PASS: let a stopped edit pass; YES: put a rule in force that waits for the
    user's yes; TYPED: speak as the user does to `/iris:memory`;
    LONG: it is too long to be read, and names one of these things; "" where it only reads or adds. `strictness` gives
    what each guard rail does, by its id: remind, ask or deny.
    """
    if _SWITCH not in text and "iris" not in text.translate(_PLAIN).casefold() and not _speaks(text):
        return ""
    return _Look(text, strictness).about(text, 0)


def undone(text: str) -> "list[str] | None":
    """The ids that each call of `undo` names, "" where it names none; None where they cannot be told."""
    calls = []
    for command in shell.commands(text):
        program, *rest = command.words or [""]
        if program in ("for", "while", "until", "xargs", "watch", "eval"):
            return None
        rest = rest[1:] if rest[:1] == ["memory"] else rest
        if _is_program(program) and rest[:1] == ["undo"]:
            plain = [each for each in rest[1:] if each != "--json"]
            if len(plain) > 1 or any(each[:1] == "-" or "$" in each or "`" in each for each in plain):
                return None
            calls += plain or [""]
    return calls if text.count("undo") == len(calls) else None


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
    has_braces = "{" in folded
    at = folded.find(_HOME)
    while at >= 0:
        end = at + len(_HOME)
        if not _goes_on(folded[at - 1 : at]):
            is_file = folded.startswith(".json", end) and not _goes_on(folded[end + 5 : end + 6])
            if is_file and not (folded[end + 5 : end + 6] == "." and folded[end + 6 : end + 7].isalnum()):
                return True
            end += folded.startswith(".", end)
            if folded[end : end + 1] in tuple("*?[{\"'") or (has_braces and folded[end : end + 1] == ","):
                return True
        at = folded.find(_HOME, at + 1)
    return any(char in text for char in "*?[{") and _covers(folded.rpartition("/")[2])


def _covers(name: str) -> bool:
    """Whether a name with a wildcard in it begins with `iris` and may mean the guard rails' file."""
    head, tail = name, name
    for char in "*?[{":
        head = head.partition(char)[0]
    for char in "*?]}":
        tail = tail.rpartition(char)[2]
    return len(head) >= 4 and _FILE.startswith(head) and _FILE.endswith(tail)


def _goes_on(char: str) -> bool:
    """Whether a name goes on with that character."""
    return char.isalnum() or char in ("_", "-", "~")


def _speaks(text: str) -> bool:
    """Whether a text names memory-core or the guard rails' file, as it stands or decoded."""
    plain = text.translate(_PLAIN).casefold()
    if any(name in plain for name in (*_PROGRAMS, _HOME)):
        return True
    if "\\" in text:
        plain = shell.unescaped(text).casefold()
        if any(name in plain for name in (*_PROGRAMS, _HOME)):
            return True
    if not any(name in text for name in _ENCODED):
        return False
    return any(name in decoded for decoded in _decoded(text) for name in (*_PROGRAMS, _HOME))


def _decoded(text: str) -> "Iterable[str]":
    """What the words of a text say as base64 and as hexadecimal numbers."""
    from binascii import Error, a2b_base64, a2b_hex

    for word in "".join(char if char.isalnum() or char in "+/" else " " for char in text if char != "=").split():
        if len(word) < 8:
            continue
        for decode, padded in ((a2b_base64, word + "=" * (-len(word) % 4)), (a2b_hex, word)):
            try:
                yield decode(padded).decode("latin-1").casefold()
            except (Error, ValueError):
                continue


def _is_program(word: str) -> bool:
    return word.rpartition("/")[2] in _PROGRAMS


def _file(name: str) -> str:
    """A path without `./` before it."""
    return name.removeprefix("./")


def _is_here(folder: str) -> bool:
    """Whether an argument is the folder that a command runs in."""
    return folder.rstrip("/").removesuffix("/.") in (".", "$PWD", "${PWD}", "$(pwd)", "`pwd`", "$OLDPWD")


def _is_open(word: str) -> bool:
    """Whether what a word means is known only when it runs."""
    return "$" in word or "`" in word


class _Look:
    """The reading of a command: what its variables and aliases hold, and how much may still be read."""

    def __init__(self, text: str, strictness: "Callable[[], Mapping[str, str]]") -> None:
        self.left = LIMIT
        self.strictness = strictness
        self.speaks = _speaks(text)
        self.values: dict[str, list[str]] = {}
        self.aliases: dict[str, str] = {}
        self.files: dict[str, list[str]] = {}  # what the command writes into files, by their paths

    def about(self, text: str, depth: int) -> str:
        """What a text may do that a shell runs within so many others."""
        if depth > _DEPTH:
            return self._unreadable()
        if not self._spends(len(text)):
            return LONG
        sorts = set()
        most = self.left // _COST
        runs = shell.commands(text, most)
        if len(runs) >= most:
            return LONG
        for command in runs:
            command.writes = [word for each in command.writes for word in self._expanded(each)]
            variants = self._variants(command.words)
            for words in variants:
                sorts.add(self._of(command, words, text, depth))
                if not self._spends(_COST):
                    return LONG
            command.words = variants[-1]
            self._note(command)
            if command.writes or command.words[:1] == ["tee"]:
                self._note_files(command)
        return _worst(sorts)

    def _spends(self, many: int) -> bool:
        self.left -= many
        return self.left >= 0

    def _unreadable(self) -> str:
        """What a text may do that a shell runs and that cannot be read."""
        return CALL if self.speaks else ""

    def _variants(self, words: "Sequence[str]") -> list[list[str]]:
        """The words of a command with the values of its variables, once for each value."""
        held = [self._expanded(word) if "$" in word else [word] for word in words]
        variants = []
        for at in range(max(map(len, held), default=1)):
            now: list[str] = []
            for word, values in zip(words, held, strict=True):
                value = values[min(at, len(values) - 1)]
                is_whole = value == word or "=" in word or "(" in value or "`" in value
                now += [value] if is_whole else value.split() or [""]
            variants.append(now)
        return variants

    def _expanded(self, word: str) -> list[str]:
        """A word with the values of its variables, once for each value; what is not known stays as it is."""
        if "$" not in word or not self.values:
            return [word]
        first, *pieces = word.split("$")
        texts = [[first]]
        for piece in pieces:
            name, rest = _variable(piece)
            values = self.values.get(name) or [f"${piece[: len(piece) - len(rest)]}"]
            texts += [list(texts[-1]) for _ in values[len(texts) :]]
            for at, parts in enumerate(texts):
                parts += [values[min(at, len(values) - 1)], rest]
        many = sum(len(part) for parts in texts for part in parts)
        return ["".join(parts) for parts in texts] if self._spends(many) else [word]

    def _note(self, command: "Command") -> None:
        """Keep what a command gives to variables and aliases."""
        words = command.words
        while words[:1] and words[0] in ("do", "then", "while", "until", "{"):
            words = words[1:]
        if words[:1] == ["for"]:
            self.values[" ".join(words[1:2])] = words[3:][-_MOST:]
        elif words[:1] == ["read"]:
            fed = command.fed or " ".join(self._chain(command)[1])
            self.values |= {name: [fed] for name in words[1:] if name.isidentifier() and fed}
        elif words[:1] == ["alias"]:
            self.aliases |= {name: value for name, sign, value in (word.partition("=") for word in words[1:]) if sign}
        else:
            for word in words:
                name, sign, value = word.partition("=")
                more = name.endswith("+")
                name = name.removesuffix("+")
                if sign and name.isidentifier():
                    before = self.values.get(name, [])
                    value = f"{before[-1]} {value}" if more and before else value
                    self._spends(len(value))
                    self.values[name] = [*before, value][-_MOST:]

    def _note_files(self, command: "Command") -> None:
        """Keep what a command writes into files, which a shell may run behind it."""
        program, *args = command.words or [""]
        fed = command.fed or self._chain(command)[0] or ""
        if program in _NAMES:
            fed = shell.unescaped(" ".join(arg for arg in args if arg[:1] != "-"))
        if fed:
            for name in [*command.writes, *(args if program == "tee" else [])]:
                self.files.setdefault(_file(name), []).append(fed)

    def _written(self, name: str) -> str:
        """What the command has written into a file so far, "" where that is not known."""
        text = "\n".join(self.files.get(_file(name), ()))
        self._spends(len(text))
        return text

    def _chain(self, command: "Command") -> "tuple[str | None, list[str]]":
        """(the text that pipes hand to a command, None where it cannot be told; the words of who makes it)."""
        words: list[str] = []
        source, many = command.source, 0
        is_known = not command.grouped
        while source and many < _MOST:
            program, *args = source.words or [""]
            is_listing = program in ("grep", "rg") and any(arg[:1] == "-" and "l" in arg for arg in args)
            words += [arg for arg in ([] if is_listing else args) if arg[:1] != "-"] + [source.fed]
            if program in _NAMES and is_known:
                plain = [arg for arg in args if arg[:1] != "-"]
                return shell.unescaped(" ".join(plain)), words
            if program in ("cat", "tee") and is_known and source.fed:
                return source.fed, words
            is_known = is_known and program in ("cat", "tee") and not source.grouped
            source, many = source.source, many + 1
        return None, words

    def _writes(self, command: "Command") -> str:
        """What a command may do by the files that its output goes to."""
        if any(map(names, command.writes)):
            return FILE
        return OFF if self.speaks and any(map(_is_settings, command.writes)) else ""

    def _of(self, command: "Command", words: list[str], text: str, depth: int) -> str:
        """What a simple command of a text may do, its words with the values of variables."""
        if sort := self._writes(command):
            return sort
        words = words[2:] if words[:1] == ["function"] else words
        while words and (words[0] in _BEFORE or _assigns(words[0])):
            if _switches(words[0]):
                return OFF
            words = words[1:]
        if words and words[0] in self.aliases:
            words = self.aliases[words[0]].split() + words[1:]
        if not words:
            return ""
        program, args = words[0].rpartition("/")[2] or words[0], words[1:]
        if program.startswith("python") and args[:2] == ["-m", "memory_core"]:
            program, args = "memory-core", args[2:]
        if program in _PROGRAMS:
            return self._called(args, command, text)
        if _is_open(words[0]):
            return self._opened(words[0], args, command, text, depth)
        if program in _SHELLS:
            return self._shell(program, args, command, depth)
        if program == "xargs":
            return self._each(args, command, text, depth)
        if _reads(program, args):
            is_prose = all(name.endswith((".md", ".txt", ".rst")) for name in command.writes)
            return OFF if not is_prose and any(map(_switches, [*args, command.fed])) else ""
        return self._other(words[0], args, command, depth)

    def _other(self, program: str, args: list[str], command: "Command", depth: int) -> str:
        """What a program may do of which nothing is known."""
        if program.rpartition("/")[2] == "cp" and not any(_is_here(arg) or names(arg) for arg in args[-1:]):
            args = args if any(arg.startswith(("-t", "--target")) for arg in args) else []
        path, program = program, program.rpartition("/")[2]
        runs = program.startswith(tuple(_RUNS))
        given = [*args, command.fed]
        if runs:
            given += [*self._chain(command)[1], *map(self._written, args)]
        if any(map(names, args if program == "tee" else given)):
            return FILE
        if any(map(_switches, given)) or (self.speaks and any(map(_is_settings, given))):
            return OFF
        if program in _WIPES and any("memory-core" in arg.split("/") for arg in args):
            return OFF
        if program == "tee":
            return ""
        sorts = {_mentioned(given, runs), CALL if runs and any(map(_hides, given)) else ""}
        sorts.add(self._started_by(path, args, command, depth))
        return _worst(sorts)

    def _started_by(self, program: str, args: list[str], command: "Command", depth: int) -> str:
        """What a program may start: a shell that its arguments name, a text that it is known to run, a script."""
        sorts = {self.about(self._written(program), depth + 1)}
        at = next((at for at, arg in enumerate(args) if arg.rpartition("/")[2] in _SHELLS[:-1]), len(args))
        if at < len(args):
            sorts.add(self._shell(args[at].rpartition("/")[2], args[at + 1 :], command, depth))
        if program.rpartition("/")[2] in _STARTS:
            sorts |= {self.about(arg, depth + 1) for arg in args if " " in arg}
        sorts |= {self.about(arg[1:], depth + 1) for arg in args if arg[:1] == "!" and " " in arg}  # an alias of git
        return _worst(sorts)

    def _each(self, args: list[str], command: "Command", text: str, depth: int) -> str:
        """What a program may do that `xargs` starts with what a pipe hands to it."""
        program, rest = _started(args)
        fed, words = self._chain(command)
        fed = command.fed or fed
        handed = "$" if fed is None else fed
        if "{}" in " ".join(rest):
            rest = [arg.replace("{}", handed) for arg in rest]
        else:
            rest += handed.split()
        if _is_program(program):
            return self._called(rest, command, text)
        if program in _SHELLS:
            return self._shell(program, rest, command, depth)
        if _reads(program, rest):
            return ""
        return FILE if any(map(names, [*args, *words, handed])) else self._other(program, rest, command, depth)

    def _opened(self, program: str, args: list[str], command: "Command", text: str, depth: int) -> str:
        """What a command may do whose program is not known."""
        if _speaks(program) or (args[:1] == ["iris"] and self._called(args, command, text) not in ("", TYPED)):
            return self._called(args, command, text) if args else (CALL if "(" in program or "`" in program else "")
        return self._unreadable() if depth and not args else ""

    def _shell(self, program: str, args: list[str], command: "Command", depth: int) -> str:
        """What a shell may do with what it is given: in its arguments, a here-document or a pipe."""
        sorts = set()
        is_eval = program == "eval"
        options, rest = [], list(args)
        while not is_eval and rest and rest[0][:1] in ("-", "+"):
            options.append(rest.pop(0))
            if options[-1] in ("-o", "+o", "-O", "+O") and rest:
                rest.pop(0)
        is_text = is_eval or any(word[:2] != "--" and "c" in word for word in options)
        texts = [each for each in args if " " in each or "\n" in each] + ([" ".join(rest)] if is_text or rest else [])
        for each in dict.fromkeys(texts):
            sorts.add(self.about(each, depth + 1))
        if command.fed:
            sorts.add(self.about(command.fed, depth + 1))
        if any(each.startswith("<(") for each in args):
            sorts.add(self._unreadable())
        if not is_text and rest:
            sorts.add(self.about(self._written(rest[0]), depth + 1))
        reads = not is_text and (not rest or rest[0] in ("-", "/dev/stdin") or "-s" in options)
        if reads and command.source:
            fed = self._chain(command)[0]
            sorts.add(self._unreadable() if fed is None else self.about(fed, depth + 1))
        return _worst(sorts)

    def _called(self, args: "Sequence[str]", command: "Command", text: str) -> str:
        """What a call of memory-core does."""
        verb, rest = (args[0], list(args[1:])) if args else ("", [])
        typed = _STDIN in rest
        fed = command.fed or (self._chain(command)[0] or "" if typed else "")
        if typed:
            rest = [arg for arg in rest if arg not in (_STDIN, "--")] + fed.split()
        if verb in ("memory", "iris"):
            while rest and rest[0].startswith("-"):
                rest = rest[2 if rest[0] == "--root" else 1 :]
        if verb == "memory":
            if typed and not fed and command.source:
                return OFF
            verb, rest = (rest[0], rest[1:]) if rest else ("", [])
        if verb == "undo":
            return "" if any(arg in ("--list", "--help", "-h") for arg in rest) else UNDO
        if verb == "off" or (verb == "config" and _sets(rest)) or (verb == "setup" and "--remove" in rest):
            return OFF
        if _is_open(verb):
            return CALL
        return self._iris(rest, text, typed=typed) if verb == "iris" else ""

    def _iris(self, rest: list[str], text: str, *, typed: bool) -> str:
        """What a call of `iris` does."""
        action, rest = (rest[0], rest[1:]) if rest else ("", [])
        if action == "allow":
            return PASS
        does = {"spin": lambda: _answers(text), "edit": lambda: _loosens(rest, self.strictness)}.get(action)
        if action in ("remove", "decline") or _is_open(action) or (does and does()):
            return CALL
        if (action == "confirm" and "--stdin" not in rest) or (action in _PROVE and "--yes" in rest):
            return YES
        return TYPED if typed else ""


def _sets(rest: "Sequence[str]") -> bool:
    """Whether words behind `config` may change what silences the hooks: all but what plainly only reads."""
    words = [word.strip().casefold() for word in rest if word[:2] != "--"]
    is_literal = not any(map(_is_open, words))
    return not (is_literal and (not words or words[0] in ("list", "get") or "off" not in words[:2]))


def _is_settings(word: str) -> bool:
    """Whether a word names a file of settings, or is a text that does."""
    return _SETTINGS in word.casefold()


def _worst(sorts: set[str]) -> str:
    return next((sort for sort in _SORTS if sort in sorts), "")


def _variable(piece: str) -> tuple[str, str]:
    """(the name of the variable that stands behind a `$`, what follows it); no name where there is none."""
    if piece[:1] == "{":
        inner, _, rest = piece[1:].partition("}")
        end = 0
        while end < len(inner) and (inner[end].isalnum() or inner[end] == "_"):
            end += 1
        return inner[:end], rest
    end = 0
    while end < len(piece) and (piece[end].isalnum() or piece[end] == "_"):
        end += 1
    return piece[:end], piece[end:]


def _started(args: "Sequence[str]") -> "tuple[str, list[str]]":
    """The program that `xargs` starts, and what it gives to it."""
    rest = list(args)
    while rest and rest[0].startswith("-"):
        rest = rest[2 if rest[0] in ("-n", "-I", "-L", "-P", "-d", "-s", "-E", "-a") else 1 :]
    return (rest[0], rest[1:]) if rest else ("echo", [])


def _hides(text: str) -> bool:
    """Whether a text names memory-core or the guard rails' file only when it is decoded."""
    return not any(name in text.casefold() for name in (*_PROGRAMS, _HOME)) and _speaks(text)


def _assigns(word: str) -> bool:
    name, sign, _ = word.partition("=")
    return bool(sign) and name.removesuffix("+").isidentifier()


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
        return rest[:1] != [] and rest[0] in _GIT and not any(arg.startswith("--output") for arg in rest)
    if program.startswith("python"):
        return args[:2] == ["-m", "json.tool"] and len(args) == 3
    if program == "find":
        return not any(arg.startswith(_FINDS) for arg in args)
    letters = _WRITES.get(program, "")
    short = [arg for arg in args if arg[:1] == "-" and arg[:2] != "--"]
    if letters and (
        any(letter in arg for arg in short for letter in letters)
        or any(arg.startswith(("--in", "--out")) for arg in args)
    ):
        return False
    if program == "sed" and any(" w " in f" {arg}" or "/w " in arg for arg in args):  # it writes what its script names
        return False
    if program.endswith("awk") and any(part in arg for arg in args for part in ("system", "|", ">")):
        return False
    if program == "uniq" and len([arg for arg in args if arg[:1] != "-"]) > 1:
        return False
    return program in _READS


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


def _mentioned(given: "Sequence[str]", runs: bool) -> str:
    """What another program may call by what it is given; `runs` where that is program text."""
    for at, word in enumerate(given):
        is_folder = at > 0 and given[at - 1] in ("-C", "--directory", "--cwd", "--prefix")
        if _is_program(word) and given[at + 1 : at + 2] == ["undo"] and "--list" not in given and not is_folder:
            return UNDO
    text = " ".join(given)
    words = "".join(char if char.isalnum() or char in "-_./" else " " for char in text).split()
    calls = [at for at, word in enumerate(words) if _is_program(word)]
    calls += [at for at, word in enumerate(words) if runs and "memory_core" in word.replace("/", ".").split(".")]
    for at in calls[:1] if runs else calls:
        rest = words[at + 1 :]
        if rest[:1] in (["off"], ["config"]) or (runs and not {"off", "config"}.isdisjoint(rest)):
            return OFF
        if runs:  # a list of words may stand anywhere behind the name of the module
            if "undo" in rest:
                return UNDO
            rest = rest[rest.index("iris") :] if "iris" in rest else []
        if rest[:1] == ["iris"]:
            action = next((each for each in rest[1:] if not each.startswith("-")), "")
            if action in _LOOSENS or _STDIN in rest:
                return CALL
            if action == "allow":
                return PASS
            if (action == "confirm" and "--stdin" not in rest) or (action in _PROVE and "--yes" in rest):
                return YES
    return ""
