"""Whether a shell command may remove or loosen a guard rail, or only reads and adds.

A command that is not known to only read counts as writing: a script that gets the file, or a program with the file's
name in its text. Loaded before a shell command of the model, so without `re`, `shlex` and `typing`.
"""

from memory_core.guardrails.light import mentions, shell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable, Mapping, Sequence

    from memory_core.guardrails.light.shell import Command


FILE, OFF, CALL, LONG, UNDO, PASS, YES, TYPED = "file", "off", "call", "long", "undo", "pass", "yes", "typed"
_SORTS = (FILE, OFF, CALL, LONG, UNDO, PASS, YES, TYPED)  # the most serious first
LIMIT = 700_000  # characters that are read of a command, the texts within it too
_COST = 16  # characters that a simple command counts for beside its own
_DEPTH = 4  # shells that are started by shells
_STDIN = "--args-stdin"
_LOOSENS = ("remove", "decline", "edit", "spin")
_PROVE = ("confirm", "add-constraint")
_KEEPS = ("--reason", "--instead", "--adr", "--revisit-on", "--decided-on", "--by", "--cycle", "--root")
_FLAGS = ("--permanent", "--json", "--force")
_STRICT = ("remind", "ask", "deny")
_CHANGES = ('"remove', '"update', 'remove\\"', 'update\\"')  # answers to `iris spin`
_BEFORE = "if then elif else do while until ! { time command builtin exec nohup env sudo".split()
_SHELLS = "sh bash dash zsh ksh ash busybox eval source .".split()
_STARTS = "su script trap env timeout watch parallel flock ssh doas batch -S".split()  # they run a text or a program
_RUNS = ("python", "pypy", "perl", "ruby", "node", "deno", "bun", "php", "osascript")  # these and `python3` run a text
_READS = (
    "cat head tail less more grep egrep fgrep rg ag jq wc diff cmp ls stat file echo printf test [ [[ cksum sha256sum "
    "md5sum cut uniq cd pwd true which type read basename dirname realpath bat tree sort sed yq find for awk gawk mawk "
    "tr column nl tac rev fold strings comm paste od date du readlink seq sleep gh glab base64"
).split()
_WRITING = {"sort": "o", "sed": "i", "yq": "i", "awk": "i", "gawk": "i", "tree": "o", "less": "oO"}  # short options
_WIPES = ("rm", "mv", "unlink", "rmdir", "shred", "truncate")
_FINDS = ("-delete", "-exec", "-ok", "-fpr", "-fls")
_GIT = "add commit diff log show status blame grep ls-files cat-file rev-parse rev-list check-ignore push fetch".split()
_XARGS = ("-n", "-I", "-L", "-P", "-d", "-s", "-E", "-a")  # its options with a value


def about(text: str, strictness: "Callable[[], Mapping[str, str]]") -> str:
    """What the command may do: FILE change the guard rails' file, OFF switch the hooks off, CALL loosen a rule by name.

    UNDO: take back what a verb changed; PASS: let a stopped edit pass; YES: put a rule in force that waits for the
    user's yes; TYPED: speak as the user does to `/iris:memory`; LONG: it is too long to be read, and names one of these
    things; "" if it only reads or adds. `strictness` gives what each guard rail does, by its id: remind, ask or deny.
    """
    if not mentions.may_concern(text):
        return ""
    return _Look(text, strictness).about(text, 0)


def _is_here(folder: str) -> bool:
    """Whether an argument is the folder that a command runs in."""
    return folder.rstrip("/").removesuffix("/.") in (".", "$PWD", "${PWD}", "$(pwd)", "`pwd`", "$OLDPWD")


def is_open(word: str) -> bool:
    """Whether the meaning of a word is known only when it runs."""
    return "$" in word or "`" in word


def _assigns(word: str) -> bool:
    name, sign, _ = word.partition("=")
    return bool(sign) and name.removesuffix("+").isidentifier()


def _worst(sorts: set[str]) -> str:
    return next((sort for sort in _SORTS if sort in sorts), "")


def _behind_options(args: "Sequence[str]", valued: "Sequence[str]") -> list[str]:
    """The arguments after the leading options; `valued` are options that take the next argument."""
    rest = list(args)
    while rest and rest[0].startswith("-"):
        rest = rest[2 if rest[0] in valued else 1 :]
    return rest


def split(args: "Sequence[str]", valued: "Sequence[str]") -> tuple[list[tuple[str, str]], list[str]]:
    """(the long options, each with its value; the other arguments)."""
    rest, plain = list(args), list[str]()
    options: list[tuple[str, str]] = []
    while rest:
        word = rest.pop(0)
        name, sign, value = word.partition("=")
        if not word.startswith("--"):
            plain.append(word)
        elif name in valued and not sign:
            options.append((name, rest.pop(0) if rest else ""))
        else:
            options.append((name, value))
    return options, plain


class _Look:
    """The reading of a command, with the texts that it has a shell run."""

    def __init__(self, text: str, strictness: "Callable[[], Mapping[str, str]]") -> None:
        self.strictness = strictness
        self.speaks = mentions.speaks(text)
        self.values = shell.Values(LIMIT)

    def about(self, text: str, depth: int) -> str:
        """What a text may do that a shell runs within so many others."""
        if depth > _DEPTH:
            return self._unreadable()
        if not self.values.spend(len(text)):
            return LONG
        sorts = set()
        most = self.values.room // _COST
        commands = shell.commands(text, most)
        if len(commands) >= most:
            return LONG
        for command in commands:
            command.writes = [path for word in command.writes for path in self.values.expanded(word)]
            variants = self.values.variants(command.words)
            for words in variants:
                sorts.add(self._simple(command, words, text, depth))
                if not self.values.spend(_COST):
                    return LONG
            command.words = variants[-1]
            self.values.follow(command)
        return _worst(sorts)

    def _unreadable(self) -> str:
        """The effect of a text that a shell runs and that cannot be parsed."""
        return CALL if self.speaks else ""

    def _simple(self, command: "Command", words: list[str], text: str, depth: int) -> str:
        """The effect of a simple command, its words with the values of variables."""
        if any(map(mentions.names, command.writes)):
            return FILE
        if self.speaks and any(map(mentions.is_settings, command.writes)):
            return OFF
        words = words[2:] if words[:1] == ["function"] else words
        while words and (words[0] in _BEFORE or _assigns(words[0])):
            if mentions.switches(words[0]):
                return OFF
            words = words[1:]
        if words and words[0] in self.values.aliases:
            words = self.values.aliases[words[0]].split() + words[1:]
        if not words:
            return ""
        program, args = mentions.base(words[0]) or words[0], words[1:]
        if program.startswith("python") and args[:2] == ["-m", "memory_core"]:
            program, args = "memory-core", args[2:]
        if not mentions.is_program(program) and is_open(words[0]):
            return self._opened(words[0], args, command, text, depth)
        if program == "xargs":
            return self._each(args, command, text, depth)
        if (sort := self._known(program, args, command, text, depth)) is not None:
            return sort
        if _reads(program, args):
            is_prose = all(name.endswith((".md", ".txt", ".rst")) for name in command.writes)
            return OFF if not is_prose and any(map(mentions.switches, [*args, command.fed])) else ""
        return self._other(words[0], args, command, depth)

    def _known(self, program: str, args: list[str], command: "Command", text: str, depth: int) -> str | None:
        """What memory-core or a shell may do; None for any other program."""
        if mentions.is_program(program):
            return self._called(args, command, text)
        return self._shell(program, args, command, depth) if program in _SHELLS else None

    def _other(self, path: str, args: list[str], command: "Command", depth: int) -> str:
        """The effect of an unknown program."""
        program = mentions.base(path)
        if program == "cp" and not any(_is_here(arg) or mentions.names(arg) for arg in args[-1:]):
            args = args if any(arg.startswith(("-t", "--target")) for arg in args) else []
        runs = program.startswith(_RUNS)
        given = [*args, command.fed]
        if runs:
            given += [*shell.piped(command)[1], *map(self.values.written, args)]
        if any(map(mentions.names, args if program == "tee" else given)):
            return FILE
        if any(map(mentions.switches, given)) or (self.speaks and any(map(mentions.is_settings, given))):
            return OFF
        if program in _WIPES and any("memory-core" in arg.split("/") for arg in args):
            return OFF
        if program == "tee":
            return ""
        sorts = {_mentioned(given, runs), CALL if runs and any(map(mentions.hides, given)) else ""}
        return _worst(sorts | self._started_by(path, args, command, depth))

    def _started_by(self, path: str, args: list[str], command: "Command", depth: int) -> set[str]:
        """What a program may start: a shell in its arguments, a text that it is known to run, a script."""
        sorts = {self.about(self.values.written(path), depth + 1)}
        at = next((at for at, arg in enumerate(args) if mentions.base(arg) in _SHELLS[:-1]), len(args))
        if at < len(args):
            sorts.add(self._shell(mentions.base(args[at]), args[at + 1 :], command, depth))
        texts = [arg for arg in args if " " in arg]
        if mentions.base(path) in _STARTS:
            sorts |= {self.about(arg, depth + 1) for arg in texts}
        return sorts | {self.about(arg[1:], depth + 1) for arg in texts if arg[:1] == "!"}  # an alias of git

    def _each(self, args: list[str], command: "Command", text: str, depth: int) -> str:
        """The effect of a program that `xargs` starts with text from a pipe."""
        program, *rest = _behind_options(args, _XARGS) or ["echo"]
        fed, words = shell.piped(command)
        fed = command.fed or fed
        handed = "$" if fed is None else fed
        if "{}" in " ".join(rest):
            rest = [arg.replace("{}", handed) for arg in rest]
        else:
            rest += handed.split()
        if (sort := self._known(program, rest, command, text, depth)) is not None:
            return sort
        if _reads(program, rest):
            return ""
        return FILE if any(map(mentions.names, [*args, *words, handed])) else self._other(program, rest, command, depth)

    def _opened(self, program: str, args: list[str], command: "Command", text: str, depth: int) -> str:
        """The effect of a command whose program is known only when it runs."""
        if mentions.speaks(program) or (args[:1] == ["iris"] and self._called(args, command, text) not in ("", TYPED)):
            return self._called(args, command, text) if args else (CALL if "(" in program or "`" in program else "")
        return self._unreadable() if depth and not args else ""

    def _shell(self, program: str, args: list[str], command: "Command", depth: int) -> str:
        """The effect of a shell with its arguments, a here-document or a pipe."""
        options, rest = [], list(args)
        while program != "eval" and rest and rest[0][:1] in ("-", "+"):
            options.append(rest.pop(0))
            if options[-1] in ("-o", "+o", "-O", "+O") and rest:
                rest.pop(0)
        is_text = program == "eval" or any(word[:2] != "--" and "c" in word for word in options)
        texts = [arg for arg in args if " " in arg or "\n" in arg] + ([" ".join(rest)] if is_text or rest else [])
        texts = [*dict.fromkeys(texts), *([command.fed] if command.fed else [])]
        sorts = {self.about(text, depth + 1) for text in texts}
        if any(arg.startswith("<(") for arg in args):
            sorts.add(self._unreadable())
        if not is_text and rest:
            sorts.add(self.about(self.values.written(rest[0]), depth + 1))
        reads_input = not is_text and (not rest or rest[0] in ("-", "/dev/stdin") or "-s" in options)
        if reads_input and command.source:
            fed = shell.piped(command)[0]
            sorts.add(self._unreadable() if fed is None else self.about(fed, depth + 1))
        return _worst(sorts)

    def _called(self, args: "Sequence[str]", command: "Command", text: str) -> str:
        """The effect of a call of memory-core."""
        verb, rest = (args[0], list(args[1:])) if args else ("", [])
        typed = _STDIN in rest
        fed = command.fed or (shell.piped(command)[0] or "" if typed else "")
        if typed:
            rest = [arg for arg in rest if arg not in (_STDIN, "--")] + fed.split()
        if verb in ("memory", "iris"):
            rest = _behind_options(rest, ("--root",))
        if verb == "memory":
            if typed and not fed and command.source:
                return OFF
            verb, rest = (rest[0], rest[1:]) if rest else ("", [])
        if verb == "undo":
            return "" if any(arg in ("--list", "--help", "-h") for arg in rest) else UNDO
        if verb == "off" or (verb == "config" and _sets(rest)) or (verb == "setup" and "--remove" in rest):
            return OFF
        if is_open(verb):
            return CALL
        return self._iris(rest, text, typed=typed) if verb == "iris" else ""

    def _iris(self, rest: list[str], text: str, *, typed: bool) -> str:
        """The effect of a call of `iris`."""
        action, rest = (rest[0], rest[1:]) if rest else ("", [])
        if action == "allow":
            return PASS
        if action == "spin":
            is_loose = "{" not in text or any(word in text for word in _CHANGES)  # answers that cannot be seen may be
        elif action == "edit":
            is_loose = _is_looser(rest, self.strictness)
        else:
            is_loose = action in _LOOSENS or is_open(action)
        if is_loose:
            return CALL
        if _is_yes(action, rest):
            return YES
        return TYPED if typed else ""


def _is_yes(action: str, rest: "Sequence[str]") -> bool:
    """Whether an action of `iris` puts a rule in force that waits for the user's yes."""
    return (action == "confirm" and "--stdin" not in rest) or (action in _PROVE and "--yes" in rest)


def _sets(rest: "Sequence[str]") -> bool:
    """Whether arguments of `config` may change a setting that silences the hooks: all but plainly reading ones."""
    words = [word.strip().casefold() for word in rest if word[:2] != "--"]
    is_literal = not any(map(is_open, words))
    return not (is_literal and (not words or words[0] in ("list", "get") or "off" not in words[:2]))


def _reads(program: str, args: "Sequence[str]") -> bool:
    """Whether a program changes nothing that it is given."""
    if program == "git":
        rest = _behind_options(args, ("-C", "-c"))
        return rest[:1] != [] and rest[0] in _GIT and not any(arg.startswith("--output") for arg in rest)
    if program.startswith("python"):
        return args[:2] == ["-m", "json.tool"] and len(args) == 3
    if program == "find":
        return not any(arg.startswith(_FINDS) for arg in args)
    if program not in _READS:
        return False
    if letters := _WRITING.get(program, ""):
        short = "".join(arg for arg in args if arg[:1] == "-" and arg[:2] != "--")
        if any(char in short for char in letters) or any(arg.startswith(("--in", "--out")) for arg in args):
            return False
    if program == "sed":
        return not any(" w " in f" {arg}" or "/w " in arg for arg in args)  # it writes what its script names
    if program.endswith("awk"):
        return not any(part in arg for arg in args for part in ("system", "|", ">"))
    return program != "uniq" or len([arg for arg in args if arg[:1] != "-"]) <= 1


def _is_looser(args: "Sequence[str]", strictness: "Callable[[], Mapping[str, str]]") -> bool:
    """Whether `iris edit` may make a rule hold less; a stricter rule, another reason or alternative do not."""
    options, plain = split(args, (*_KEEPS, "--enforce"))
    if len(plain) > 1 or any(name not in (*_FLAGS, *_KEEPS, "--enforce") for name, _ in options):
        return True
    for value in [value for name, value in options if name == "--enforce"]:
        now = strictness().get(plain[0].upper(), "remind") if plain else "deny"
        if value not in _STRICT or now not in _STRICT or _STRICT.index(value) < _STRICT.index(now):
            return True
    return False


def _mentioned(given: "Sequence[str]", runs: bool) -> str:
    """What another program may call with its arguments; `runs` if these are program text."""
    for at, word in enumerate(given):
        is_folder = at > 0 and given[at - 1] in ("-C", "--directory", "--cwd", "--prefix")
        if mentions.is_program(word) and given[at + 1 : at + 2] == ["undo"] and "--list" not in given and not is_folder:
            return UNDO
    text = " ".join(given)
    words = "".join(char if char.isalnum() or char in "-_./" else " " for char in text).split()
    calls = [at for at, word in enumerate(words) if mentions.is_program(word)]
    if runs:
        calls += [at for at, word in enumerate(words) if "memory_core" in word.replace("/", ".").split(".")]
        del calls[1:]
    for at in calls:
        rest = words[at + 1 :]
        if rest[:1] in (["off"], ["config"]) or (runs and not {"off", "config"}.isdisjoint(rest)):
            return OFF
        if runs:  # a list of words may stand anywhere behind the name of the module
            if "undo" in rest:
                return UNDO
            rest = rest[rest.index("iris") :] if "iris" in rest else []
        if rest[:1] == ["iris"]:
            action = next((word for word in rest[1:] if not word.startswith("-")), "")
            if action in _LOOSENS or _STDIN in rest:
                return CALL
            if action == "allow":
                return PASS
            if _is_yes(action, rest):
                return YES
    return ""
