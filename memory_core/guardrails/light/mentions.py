"""Whether a text names memory-core, the guard rails' file, or what silences the hooks. Without `re` and `typing`."""

from memory_core.guardrails.light import shell

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Iterable

_PROGRAMS = ("memory-core", "memory_core")
_HOME, _SWITCH = "iris_memory", "MEMORY_CORE_OFF="
_FILE, _SETTINGS = "iris_memory.json", "settings.toml"
_QUOTES = {ord(char): None for char in "'\"\\"}  # characters that a shell drops within a name
_ENCODED = ("base64", "b64", "openssl", "xxd", "fromhex", "unhex")  # names of what makes text of other text


def may_concern(text: str) -> bool:
    """Whether a text has to be read at all; most have not."""
    return _SWITCH in text or "iris" in text.translate(_QUOTES).casefold() or speaks(text)


def names(text: str) -> bool:
    """Whether a text contains the name of the guard rails' file, or its beginning before a wildcard or a quote."""
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


def speaks(text: str) -> bool:
    """Whether a text names memory-core or the guard rails' file, in any of its forms."""
    return any(name in form for form in _forms(text) for name in (*_PROGRAMS, _HOME))


def hides(text: str) -> bool:
    """Whether a text names memory-core or the guard rails' file only in another form."""
    return not any(name in text.casefold() for name in (*_PROGRAMS, _HOME)) and speaks(text)


def _forms(text: str) -> "Iterable[str]":
    """A text without quotes, with its escapes replaced, and its words decoded from base64 and hexadecimal numbers."""
    yield text.translate(_QUOTES).casefold()
    if "\\" in text:
        yield shell.unescaped(text).casefold()
    if not any(name in text for name in _ENCODED):
        return
    from binascii import Error, a2b_base64, a2b_hex

    for word in "".join(char if char.isalnum() or char in "+/" else " " for char in text if char != "=").split():
        if len(word) >= 8:
            for decode, padded in ((a2b_base64, word + "=" * (-len(word) % 4)), (a2b_hex, word)):
                try:
                    yield decode(padded).decode("latin-1").casefold()
                except (Error, ValueError):
                    continue


def is_program(word: str) -> bool:
    """Whether a word of a command is memory-core."""
    return base(word) in _PROGRAMS


def base(path: str) -> str:
    """The last name of a path."""
    return path.rpartition("/")[2]


def is_settings(word: str) -> bool:
    """Whether a word names a file of settings, or is a text that does."""
    return _SETTINGS in word.casefold()


def switches(text: str) -> bool:
    """Whether a text sets the variable that keeps the hooks silent."""
    _, sign, value = text.partition(_SWITCH)
    return bool(sign) and value[:1] not in ("", "0", " ", ";", "\n")
