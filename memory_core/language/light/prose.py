"""The request of a person in a prompt, without machine text and pasted text.

As in `learnings.light.match`, neither `json`, `re` nor `typing` is imported here.
"""

from memory_core.language.light.prompt_features import CLAUSES, EDGES, MAKES

_READ = 20_000  # characters of a prompt that are read, half of them at its end
_SHORT, _FEW = 400, 4  # characters and lines of a prompt that is read whole
_SENTENCE = 160  # characters that are read at each end of a long prompt
_BROUGHT = 250  # characters from which on a prompt may contain a pasted text
_STAMPED, _STAMP = 60, 6  # characters and words at the beginning of a line that are searched for a time
_ODD = 6  # a person's line has less than one odd character in so many

_MACHINE = (
    "<task-notification", "<command-", "<local-command", "<system-reminder", "<bash-", "<user-memory", "<tool_",
    "<teammate-message", "[request interrupted", "this session is being continued", "caveat: the messages below",
)  # fmt: skip
# Beginnings of a pasted letter.
_LETTERS = (
    "dear ", "hi all", "hi team", "hello team", "hello all", "subject:", "from:", "to:", "re:", "fwd:", "betreff:",
    "von:", "sehr geehrte", "liebe ", "lieber ", "hallo frau", "hallo herr", "hallo zusammen", "bonjour ",
    "madame", "monsieur", "cher ", "chère ", "objet :", "estimad", "buenos días", "asunto:", "querid", "hola ",
    "уважаем", "здравствуйте", "тема:", "お世話", "尊敬的", "您好",
)  # fmt: skip
# Verbs for tasks on a text itself, not on its subject.
_REWORDS = (
    "translat", "shorten", "summar", "proofread", "reword", "rephrase", "paraphrase", "polish", "tldr",
    "tl;dr", "reply", "übersetz", "kürz", "zusammenfass", "fasse", "umformulier", "korrekturles", "antworte", "tradui",
    "résum", "raccourci", "reformul", "réponds", "traduc", "traduzc", "resumen", "acorta", "responde", "перевед",
    "сократи", "ответь", "翻译", "翻訳", "要約", "总结", "缩短",
)  # fmt: skip
_OWN = (
    "cs:", "iris:", "memory-core:", "compact", "clear", "memory", "help", "model", "init", "config", "mcp", "resume",
)  # fmt: skip
_LEVELS = ("error", "warn", "warning", "info", "debug", "notice", "fatal")
_PROGRAM = (
    "Cannot ",
    "at ",
    'File "',
    "Traceback",
    "fatal: ",
    "remote: ",
    "warning: ",
    "Caused by",
    "Uncaught ",
    "Segmentation ",
)  # how its lines begin


def prose(prompt: str) -> str:
    """The words of a person in a prompt, without machine text, command names, code blocks and pasted text."""
    text = prompt.strip()
    if len(text) > _READ:
        text = f"{text[: _READ // 2]}\n{text[-_READ // 2 :]}"
    if is_machine(text):
        return ""
    if text[:1] == "/":
        name, _, rest = text.partition(" ")
        if "/" not in name[1:] and "." not in name:
            if name[1:].startswith(_OWN):
                return ""
            text = rest.strip()
    if "```" in text:
        text = "\n".join(text.split("```")[::2])
    lines = [line.strip() for line in text.split("\n") if _is_by_person(line)]
    return "" if not lines or _is_reworded(text, lines) else _asked(lines)


def is_machine(prompt: str) -> bool:
    """Whether the client wrote a prompt, not its user."""
    return prompt.strip()[:40].lower().startswith(_MACHINE)


def _asked(lines: list[str]) -> str:
    """The request to the agent: the whole of a short prompt, the beginning and the end of a long one."""
    letters = [at for at, line in enumerate(lines) if line.lower().startswith(_LETTERS)]
    if letters:
        lines = lines[: letters[0]] + (lines[-1:] if len(lines) - 1 > letters[0] else [])
    text = "\n".join(lines)
    if len(text) <= _SHORT and len(lines) <= _FEW:
        return text
    first, last = lines[0], lines[-1]
    if len(first) > _SENTENCE:
        first = first[: max(first.find(". ", 0, _SENTENCE), first.find(": ", 0, _SENTENCE)) + 1] or first[:_SENTENCE]
    if len(last) > _SENTENCE:
        start = max(last.rfind(mark, 0, len(last) - 2) for mark in (". ", "? ", "! ", "-- "))
        last = last[max(start + 1, len(last) - _SENTENCE) :]
    return first if len(lines) == 1 and len(lines[0]) <= _SENTENCE else f"{first}\n{last}"


def _is_reworded(text: str, lines: list[str]) -> bool:
    """Whether the prompt contains a text that is to be translated, shortened, summarised or answered."""
    ends = f"{lines[0][:_SENTENCE]}\n{lines[-1][-_SENTENCE:]}".lower().translate(CLAUSES)
    words = [word.strip(EDGES) for word in ends.split()]
    if not any(word.startswith(_REWORDS) for word in words):
        return False
    quoted = max((len(part.split()) for part in text.replace("“", '"').replace("”", '"').split('"')[1::2]), default=0)
    brought = max(len(text.partition(mark)[2].split()) for mark in (": ", ":\n", " -- ", "\n"))
    return len(text) > _BROUGHT or quoted > _FEW or (brought > _FEW and len(text) > _SENTENCE)


def _is_by_person(line: str) -> bool:
    """Whether a line was written by a person, not by a program."""
    plain = line.strip()
    if not plain or plain[0] in "+>$#|@%" or plain.startswith(_PROGRAM):
        return False
    if line[:1] in " \t" and plain.endswith((";", "{", "}", ")", ",")):
        return False
    if any(_is_clock(word) for word in plain[:_STAMPED].split()[:_STAMP]):
        return False
    first = plain.partition(" ")[0]
    if first.rstrip(":").endswith(("Error", "Exception")) or (first.count(".") > 1 and ":" in plain):
        return False
    if (first[0] in "[(" and (any(char.isdigit() for char in plain[:6]) or first.strip("[]").lower() in _LEVELS)) or (
        first[:4].isdigit() and first[4:5] == "-"
    ):
        return False
    rest = plain.split(None, 2)[1:2]
    if first[-1] == ":" and first[:-1].isalnum() and first.islower() and rest and rest[0].lower() not in MAKES:
        return False
    start = plain[:300]
    odd = sum(not (char.isalnum() or char in " .,'’-?!/\"`_:;()") for char in start)
    return odd * _ODD < len(start)


def _is_clock(word: str) -> bool:
    """Whether a word is a time with seconds, as in logs: `03:10:11,203`, `2026-01-31T10:00:00Z`."""
    return word.count(":") >= 2 and sum(char.isdigit() for char in word) >= 5 and len(word) < _STAMPED
