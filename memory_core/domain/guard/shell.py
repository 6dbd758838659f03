"""What a line of shell runs: its simple commands, each with its words, what it writes to and what it is fed.

Not a shell: enough of its grammar to tell a program from the text that it is given. Loaded before a shell command of
the model, so without `re`, `shlex` and `typing`.
"""

_DEPTH = 8  # commands within commands
_SPACE = " \t\r"
_ENDS = ";|&\n()"


class Command:
    """A simple command."""

    __slots__ = ("fed", "words", "writes")

    def __init__(self) -> None:
        self.words: list[str] = []
        self.writes: list[str] = []  # files that its output goes to
        self.fed = ""  # what stands in its here-documents


def commands(text: str) -> list[Command]:
    """The simple commands of a text, those within `$(…)` and backticks among them."""
    return _Reading(text.replace("\\\n", ""), 0, 0).found


class _Reading:
    """A text that is read to its end, from `at`; within `$(…)` to the bracket that closes it."""

    def __init__(self, text: str, depth: int, at: int) -> None:
        self.text, self.depth, self.at = text, depth, at
        self.open = 1 if at else 0  # brackets
        self.found: list[Command] = []
        self.now = Command()
        self.word: str | None = None
        self.redirects = ""  # what the word that is read is behind
        self.waiting: list[tuple[Command, str, bool]] = []  # here-documents: of which command, until where, dashed
        while self.at < len(text) and not (at and not self.open):
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
                self._take(char, 1)
        self._end_command("")

    def _take(self, text: str, many: int) -> None:
        self.word = (self.word or "") + text
        self.at += many

    def _end_word(self) -> None:
        if self.word is None:
            return
        if self.redirects.startswith("<<<"):
            self.now.fed += self.word
        elif self.redirects.startswith("<<"):
            self.waiting.append((self.now, self.word, self.redirects == "<<-"))
        elif self.redirects.startswith(">"):
            self.now.writes.append(self.word)
        elif not self.redirects:
            self.now.words.append(self.word)
        self.word, self.redirects = None, ""

    def _end_command(self, char: str) -> None:
        self._end_word()
        self.at += len(char)
        self.open += (char == "(") - (char == ")")
        if char == "&" and self.text[self.at : self.at + 1] == ">":  # both outputs go into a file
            return
        if self.now.words or self.now.writes or any(one is self.now for one, _, _ in self.waiting):
            self.found.append(self.now)
        self.now = Command()
        if char == "\n":
            self._take_documents()

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
        if self.word is not None and self.word.isdigit():  # the number of an output
            self.word = None
        if self.text[self.at + 1 : self.at + 2] == "(" and self.depth < _DEPTH:  # a command in the place of a file
            inner = _Reading(self.text, self.depth + 1, self.at + 2)
            self._run(inner, inner.at)
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
                    self._quoted(text[self.at])
                else:
                    self._take(text[self.at], 1)
            self.at += 1
        elif char == "`":
            end = _find(text, "`", at + 1)
            self._run(_Reading(text[at + 1 : end], self.depth + 1, 0) if self.depth < _DEPTH else None, end + 1)
        elif text[at : at + 2] == "$(" and self.depth < _DEPTH:
            inner = _Reading(text, self.depth + 1, at + 2)
            self._run(inner, inner.at)
        else:
            self._take(char, 1)

    def _run(self, inner: "_Reading | None", end: int) -> None:
        """Go on behind commands whose output is a part of the word."""
        self.found += inner.found if inner else []
        self._take(self.text[self.at : end], end - self.at)


def _find(text: str, what: str, at: int) -> int:
    """Where it stands next, the end of the text where it does not."""
    found = text.find(what, at)
    return len(text) if found < 0 else found
