"""Parses a shell command line: its simple commands, each with its words, the files that it writes, and its input.

`commands` parses them; `Values` tracks the values of variables, aliases and files from one command to the next.

This is no shell: it knows enough of the grammar to tell a program from its data. Each character is read once in each
text that contains it. It is loaded before a shell command of the model, so it imports neither `re`, `shlex` nor
`typing`.
"""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Sequence

_DEPTH = 8  # commands within commands
_SPACE = " \t\r"
_ENDS = ";|&\n()"
_STOPS = frozenset("\"'\\$`<>" + _SPACE + _ENDS)  # characters at which a run of plain ones ends
_IN_QUOTES = frozenset('"\\$`')
_CLOSES = ("}", "done", "fi", "esac")  # words that end a group: its output is that of all commands in it
_ESCAPES = {"n": "\n", "t": "\t", "r": "\r", "a": "\a", "e": "\x1b"}
_DIGITS = {"x": (2, 16), "u": (4, 16), "U": (8, 16), "0": (3, 8)}  # of an escape: how many, to which base
_MOST = 16  # values of a variable, and programs of a pipe, that are looked at
PRINTS = ("echo", "printf")
UNREAD = ("eval", "$(")  # the words of a command that stands for what is nested too deeply


class Command:
    """A simple command."""

    __slots__ = ("fed", "grouped", "source", "words", "writes")

    def __init__(self) -> None:
        self.words: list[str] = []
        self.writes: list[str] = []  # files that its output goes to
        self.fed = ""  # what stands in its here-documents
        self.source: Command | None = None  # the command whose output a pipe hands to it
        self.grouped = False  # whether that is the last command of a group


def commands(text: str, most: int = 100_000) -> list[Command]:
    """The simple commands of a text, those within `$(…)` and backticks among them; no more is read behind `most`."""
    return _Reading(text.replace("\\\n", ""), 0, 0, [most]).commands


def unescaped(text: str) -> str:
    """A text with the escapes that `printf`, `echo -e` and `$'…'` know replaced by what they mean."""
    first, *rest = text.split("\\")
    parts = [first]
    literal = False
    for piece in rest:
        if literal or not piece:  # behind a backslash that is meant as one
            parts.append(piece if literal else "\\")
            literal = not literal and not piece
            continue
        parts.append(_escape(piece))
    return "".join(parts)


def _escape(piece: str) -> str:
    """What follows a backslash, its first characters taken as an escape."""
    letter = piece[0]
    if letter in "1234567":
        letter, piece = "0", "0" + piece
    if letter not in _DIGITS:
        return _ESCAPES.get(letter, letter) + piece[1:]
    most, base = _DIGITS[letter]
    end = 1
    while end <= most and piece[end : end + 1] in tuple("0123456789abcdefABCDEF"[: 22 if base == 16 else 8]):
        end += 1
    number = int(piece[1:end] or "0", base)
    return (chr(number) if number < 0x110000 else "?") + piece[end:]


class _Reading:
    """A text that is read to its end, from `at`; within `$(…)` to the bracket that closes it."""

    def __init__(self, text: str, depth: int, at: int, room: list[int]) -> None:
        self.text, self.depth, self.at = text, depth, at
        self.room = room  # how many commands are still read, shared by all readings of a text
        self.open = 1 if at else 0  # brackets
        self.commands: list[Command] = []
        self.now = Command()
        self.word: list[str] | None = None  # the parts of the word that is read
        self.redirects = ""  # what the word that is read is behind
        self.waiting: list[tuple[Command, str, bool]] = []  # here-documents: of which command, until where, dashed
        self.unclosed = False  # whether no `}` comes any more
        while self.at < len(text) and not (at and not self.open) and room[0] > 0:
            char = text[self.at]
            if char in "\"'\\$`":
                self._quoted(char)
            elif char in "<>":
                self._redirected(char)
            elif char in _SPACE:
                self._end_word()
                self.at += 1
            elif char in _ENDS:
                self._end_command(char)
            elif char == "#" and self.word is None:
                self.at = _find(text, "\n", self.at)
            else:
                self._take_until(_STOPS)
        self._end_command("")

    def _take(self, text: str, many: int) -> None:
        if self.word is None:
            self.word = []
        self.word.append(text)
        self.at += many

    def _take_until(self, stops: frozenset[str]) -> None:
        text, at, end = self.text, self.at, self.at + 1
        while end < len(text) and text[end] not in stops:
            end += 1
        self._take(text[at:end], end - at)

    def _end_word(self) -> None:
        if self.word is None:
            return
        word = "".join(self.word)
        if self.redirects.startswith("<<<"):
            self.now.fed += word
        elif self.redirects.startswith("<<"):
            self.waiting.append((self.now, word, self.redirects == "<<-"))
        elif self.redirects.startswith(">"):
            self.now.writes.append(word)
        elif not self.redirects:
            self.now.words.append(word)
        self.word, self.redirects = None, ""

    def _end_command(self, char: str) -> None:
        if char == "(" and self.word and not self.redirects and self._is_array():
            return
        self._end_word()
        self.at += len(char)
        self.open += (char == "(") - (char == ")")
        if char == "&" and self.text[self.at : self.at + 1] == ">":  # both outputs go into a file
            return
        last, is_empty = self.now, True
        if last.words or last.writes or any(command is last for command, _, _ in self.waiting):
            self.commands.append(last)
            self.room[0] -= 1
            is_empty = False
        if char == "|" and self.text[self.at : self.at + 1] == "|":
            self.at += 1
            char = ""
        if char == "|" or (is_empty and last.source):  # behind a pipe a line may end
            source = last if not is_empty else last.source or (self.commands[-1] if self.commands else None)
            self.now = Command()
            self.now.source = source
            self.now.grouped = last.grouped if is_empty and last.source else is_empty or last.words[:1] in _GROUPS
        else:
            self.now = Command()
        if char == "\n":
            self._take_documents()

    def _is_array(self) -> bool:
        """Whether a bracket opens the values of an array, which are then a part of the word."""
        name, sign, rest = "".join(self.word or ()).partition("=")
        if not sign or rest or not name.removesuffix("+").isidentifier() or self.depth >= _DEPTH:
            return False
        inner = _Reading(self.text, self.depth + 1, self.at + 1, self.room)
        self.commands += inner.commands
        words = " ".join(" ".join(command.words) for command in inner.commands)
        self._take(words, inner.at - self.at)
        return True

    def _take_documents(self) -> None:
        for command, tag, dashed in self.waiting:
            lines = []
            while self.at < len(self.text):
                end = _find(self.text, "\n", self.at)
                line, self.at = self.text[self.at : end], end + 1
                if (line.lstrip("\t") if dashed else line) == tag:
                    break
                lines.append(line)
            command.fed += "\n".join(lines)
        self.waiting = []

    def _redirected(self, char: str) -> None:
        if self.word is not None and len(self.word) == 1 and self.word[0].isdigit():  # the number of an output
            self.word = None
        if self.text[self.at + 1 : self.at + 2] == "(":  # a command in the place of a file
            self._substituted()
            return
        self._end_word()
        operator = char
        more = "<->" if char == "<" else ">|&"
        while len(operator) < 3 and self.text[self.at + len(operator) : self.at + len(operator) + 1] in list(more):
            operator += self.text[self.at + len(operator)]
        self.at += len(operator)
        self.redirects = ">" if ">" in operator else operator

    def _quoted(self, char: str) -> None:
        text, at = self.text, self.at
        if char == "'":
            end = _find(text, "'", at + 1)
            self._take(text[at + 1 : end], end + 1 - at)
        elif char == "\\":
            self._take(text[at + 1 : at + 2], 2)
        elif char == '"':
            self._take("", 1)
            while self.at < len(text) and text[self.at] != '"':
                if text[self.at] in "\\$`":
                    self._quoted_within()
                else:
                    self._take_until(_IN_QUOTES)
            self.at += 1
        elif char == "`":
            end = _find(text, "`", at + 1)
            if self.depth < _DEPTH:
                self._run(_Reading(text[at + 1 : end], self.depth + 1, 0, self.room), end + 1)
            else:
                self._run(None, end + 1)
        else:
            self._dollar()

    def _quoted_within(self) -> None:
        """Take an escape, a variable or a command within double quotes, where a backslash keeps most characters."""
        char, then = self.text[self.at], self.text[self.at + 1 : self.at + 2]
        if char == "\\" and then not in _IN_QUOTES:
            self._take(char + then, 2)
        elif char == "$" and then in ("'", '"'):
            self._take(char, 1)
        else:
            self._quoted(char)

    def _dollar(self) -> None:
        text, at = self.text, self.at
        then = text[at + 1 : at + 2]
        if then == "(":
            self._substituted()
        elif then == "'":
            end = at + 2
            while end < len(text) and text[end] != "'":
                end += 2 if text[end] == "\\" else 1
            self._take(unescaped(text[at + 2 : end]), end + 1 - at)
        elif then == '"':
            self.at += 1
        elif then == "{" and not self.unclosed:
            end = text.find("}", at)
            self.unclosed = end < 0
            inner = text[at + 2 : max(at, end)]
            if ("$(" in inner or "`" in inner) and self.depth < _DEPTH:
                within = _Reading(inner, self.depth + 1, 0, self.room)
                self.commands += within.commands[:-1]  # the last is the name of the variable
            self._take(text[at : end + 1] or "$", max(1, end + 1 - at))
        else:
            self._take("$", 1)

    def _substituted(self) -> None:
        """Read the commands within `$(…)`, `<(…)` or `>(…)`; their text becomes a part of the word."""
        if self.depth < _DEPTH:
            inner = _Reading(self.text, self.depth + 1, self.at + 2, self.room)
            self._run(inner, inner.at)
        else:
            self._run(None, self.at + 2)

    def _run(self, inner: "_Reading | None", end: int) -> None:
        """Continue after commands whose output is part of a word; None marks commands that were not parsed."""
        if inner:
            self.commands += inner.commands
        elif not (self.commands and self.commands[-1].words == list(UNREAD)):
            self.commands.append(Command())
            self.commands[-1].words = list(UNREAD)
        self._take(self.text[self.at : end], end - self.at)


_GROUPS = [[word] for word in _CLOSES]


def _find(text: str, what: str, at: int) -> int:
    """The next place of a character; the end of the text if there is none."""
    place = text.find(what, at)
    return len(text) if place < 0 else place


class Values:
    """What variables, aliases and files hold after the commands so far, and how many characters may still be read."""

    def __init__(self, room: int) -> None:
        self.room = room
        self.aliases: dict[str, str] = {}
        self._variables: dict[str, list[str]] = {}
        self._files: dict[str, list[str]] = {}

    def spend(self, many: int) -> bool:
        """Whether there was room for that many characters; they are gone."""
        self.room -= many
        return self.room >= 0

    def variants(self, words: "Sequence[str]") -> list[list[str]]:
        """The words of a command with the values of its variables, once for each value."""
        held = list(map(self.expanded, words))
        variants = []
        for at in range(max(map(len, held), default=1)):
            now: list[str] = []
            for word, values in zip(words, held, strict=True):
                value = values[min(at, len(values) - 1)]
                is_whole = value == word or "=" in word or "(" in value or "`" in value
                now += [value] if is_whole else value.split() or [""]
            variants.append(now)
        return variants

    def expanded(self, word: str) -> list[str]:
        """A word with the values of its variables, once for each value; an unknown variable stays as it is."""
        if "$" not in word or not self._variables:
            return [word]
        first, *pieces = word.split("$")
        texts = [[first]]
        for piece in pieces:
            name, rest = _variable(piece)
            values = self._variables.get(name) or [f"${piece[: len(piece) - len(rest)]}"]
            texts += [list(texts[-1]) for _ in values[len(texts) :]]
            for at, parts in enumerate(texts):
                parts += [values[min(at, len(values) - 1)], rest]
        many = sum(len(part) for parts in texts for part in parts)
        return ["".join(parts) for parts in texts] if self.spend(many) else [word]

    def follow(self, command: Command) -> None:
        """Keep what a command gives to variables, aliases and files."""
        if command.writes or command.words[:1] == ["tee"]:
            self._follow_files(command)
        words = command.words
        while words[:1] and words[0] in ("do", "then", "while", "until", "{"):
            words = words[1:]
        if words[:1] == ["for"]:
            self._variables[" ".join(words[1:2])] = words[3:][-_MOST:]
        elif words[:1] == ["read"]:
            fed = command.fed or " ".join(piped(command)[1])
            self._variables |= {name: [fed] for name in words[1:] if name.isidentifier() and fed}
        elif words[:1] == ["alias"]:
            self.aliases |= {name: value for name, sign, value in (word.partition("=") for word in words[1:]) if sign}
        else:
            for word in words:
                name, sign, value = word.partition("=")
                is_more = name.endswith("+")
                name = name.removesuffix("+")
                if sign and name.isidentifier():
                    before = self._variables.get(name, [])
                    value = f"{before[-1]} {value}" if is_more and before else value
                    self.spend(len(value))
                    self._variables[name] = [*before, value][-_MOST:]

    def _follow_files(self, command: Command) -> None:
        program, *args = command.words or [""]
        text = command.fed or piped(command)[0] or ""
        if program in PRINTS:
            text = unescaped(" ".join(arg for arg in args if arg[:1] != "-"))
        if text:
            for name in [*command.writes, *(args if program == "tee" else [])]:
                self._files.setdefault(name.removeprefix("./"), []).append(text)

    def written(self, name: str) -> str:
        """What the commands have written into a file, "" if that is not known."""
        text = "\n".join(self._files.get(name.removeprefix("./"), ()))
        self.spend(len(text))
        return text


def piped(command: Command) -> "tuple[str | None, list[str]]":
    """(the text that pipes hand to a command, None if it cannot be known; the words of the programs before it)."""
    words: list[str] = []
    source, many = command.source, 0
    is_known = not command.grouped
    while source and many < _MOST:
        program, *args = source.words or [""]
        plain = [arg for arg in args if arg[:1] != "-"]
        is_listing = program in ("grep", "rg") and any(arg[:1] == "-" and "l" in arg for arg in args)
        words += [*([] if is_listing else plain), source.fed]
        if program in PRINTS and is_known:
            return unescaped(" ".join(plain)), words
        if program in ("cat", "tee") and is_known and source.fed:
            return source.fed, words
        is_known = is_known and program in ("cat", "tee") and not source.grouped
        source, many = source.source, many + 1
    return None, words


def _variable(piece: str) -> tuple[str, str]:
    """(the name of the variable after a `$`, the text after it); "" without a name."""
    is_braced = piece[:1] == "{"
    inner, _, rest = piece[1:].partition("}") if is_braced else (piece, "", "")
    end = next((at for at, char in enumerate(inner) if not (char.isalnum() or char == "_")), len(inner))
    return inner[:end], rest if is_braced else inner[end:]
