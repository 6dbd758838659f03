"""A line as the finder reads it: its tokens, and what each stands for."""

from functools import cache, lru_cache
from typing import Final, NamedTuple

from memory_core.redact import lexicon
from memory_core.redact.expressions import Words, compiled, trie

_SIGNS: Final = r"\s\"'`“”„«»‹›「」『』‘’<>(){}\[\]|│┃║,;:=，。；：、！？…→⇒【】〈〉《》〔〕・"
# Letters of scripts without spaces, and of Korean; their punctuation is none of them.
_FAR_EAST: Final = (
    r"\u2e80-\u2fdf\u3005-\u3007\u3041-\u30fa\u30fc-\u9fff\uac00-\ud7af"
    r"\uff10-\uff19\uff21-\uff3a\uff41-\uff5a\uff66-\uffdc"
)
_RUN: Final = rf"(?:[^{_SIGNS}{_FAR_EAST}]|(?<=[^\W\d_])(?<!-[^\W\d_])['’](?=[^\W\d_]))+"
_PIECE: Final = r"[A-Z]?[a-zß-ÿ]+|[A-Z]+(?![a-z])|[^\W\d_]+|\d+"
_BOLD: Final = r"(?<![^\s|>])\*\*(?=\w)"
_MARK: Final = r"\[redacted:[\w-]+\]"
# Letters that an expression in any case matches, too, and that `lower` leaves as they are.
_ODD_CASE: Final = "[\u0130\u0131\u017f\u0345-\u03ff\u1c80-\u1c8f\u1e9b\u1f80-\u1fff\u212a\ua64b\ufb05\ufb06]"
GAP: Final = "⇥"  # what two spaces or a tab stand for
_NAMED: Final = (
    "password passwort passwd wachtwoord kennwort token secret lösenord passord apikey credential passphrase salasana "
    "contraseña"
).split()
_ENDS: Final = ("pass", "pwd", "psk")
_NOT_ENDS: Final = frozenset("bypass compass encompass surpass trespass overpass".split())
_KEYED: Final = frozenset(
    """api access private secret account auth encrypt encryption sign signing master storage shared preshared license
    licence webhook deploy app application db cipher aes hmac jwt client write root admin live session wpa wpa2 wifi
    wlan fernet unseal isakmp ssh backup""".split()
)
_LONGEST: Final = 80  # characters of a name that is taken apart


class Norm(NamedTuple):
    """What a token stands for: its class, sign or kind; and of one that announces a secret what it announces, and
    the pieces of its name before and behind that word."""

    text: str
    family: str = ""
    before: str = ""
    behind: str = ""


Token = tuple[int, int, str]


def lexed(line: str) -> list[Token]:
    """The tokens of a line: (start, end, text). A full stop behind a word is one of its own."""
    found: list[Token] = []
    has_phrase = bool(compiled(_ODD_CASE).search(line)) or any(_phrases().find(line.lower()))
    for match in compiled(_expression(phrases=has_phrase)).finditer(line):
        start, end = match.span()
        text = match[0]
        if end - start > 1 and text[0] != "[":
            if "\u2e80" <= text[0] <= "\uffef":
                found += _far_eastern(start, text)
                continue
            core = text.rstrip(".?*\\")
            if core and core != text and not core.isspace():
                found += ((start, start + len(core), core), (start + len(core), start + len(core) + 1, text[len(core)]))
                continue
        found.append((start, end, text))
    return found


@cache
def _expression(*, phrases: bool) -> str:
    """The expression for a token. The one with phrases takes 30 ms to compile, and is for lines that may hold one."""
    named = rf"(?<!\w)(?i:{trie(word for word in lexicon.classes() if ' ' in word)})(?!\w)|" if phrases else ""
    return rf"{_MARK}|{named}{_BOLD}|{_RUN}|[{_FAR_EAST}]+|[ \t]{{2,}}|\t|[^\w\s]"


@cache
def _phrases() -> Words:
    """The phrases in lower case."""
    phrases = [word.lower() for word in lexicon.classes() if " " in word]
    return Words([*phrases, *(phrase.replace("\u0131", "i") for phrase in phrases)])  # in any case they are one letter


@cache
def _far_words() -> Words:
    return Words(word for word in lexicon.classes() if "\u2e80" <= word[0] <= "\uffef")


def _far_eastern(start: int, text: str) -> list[Token]:
    """A run of a script without spaces, cut at the words that are known."""
    found: list[Token] = []
    at = 0
    for word, place in _far_words().find(text):
        if place > at:
            found.append((start + at, start + place, text[at:place]))
        at = place + len(word)
        found.append((start + place, start + at, word))
    return [*found, (start + at, start + len(text), text[at:])] if at < len(text) else found


@lru_cache(8192)
def norm(text: str) -> Norm:
    """What a token stands for."""
    low = text.lower()
    bare = low.lstrip("-$@+*_.~#&!?\\/")
    classes = lexicon.classes()
    lead = text[: len(text) - len(bare)][:2]
    name = classes.get(text if text[0] in "-/" else low)
    if name:
        lead = ""
    else:
        name = classes.get(bare) or _by_beginning(bare)
    if name:
        return Norm(f"{lead}<{name}>", name if name in lexicon.ANNOUNCING else "")
    if text.isspace():
        return Norm(GAP)
    if len(text) == 1 and not text.isalnum():
        return Norm(text)
    if text.isdigit():
        return Norm("0" * min(6, len(text)))
    if len(text) <= _LONGEST and (found := _announces(text, low, lead[:1])):
        return found
    return Norm(_kind_of_token(text, low))


def _by_beginning(word: str) -> str:
    begins = lexicon.beginning().begins(word) if word.isalpha() else ""
    return lexicon.beginnings()[begins] if begins else ""


def _announces(text: str, low: str, lead: str) -> Norm | None:
    """What a name announces that has a word of secrets in it: DB_PASSWORD, setPassword, token_type."""
    parts = pieces(text)
    at, family = _announcing_piece(parts) if len(parts) > 1 else (-1, "")
    if at < 0:
        whole = next((word for word in _NAMED if word in low), "")
        at = next((at for at in range(len(parts) - 1, -1, -1) if whole in parts[at]), -1) if whole else -1
        family = lexicon.inner().get(whole, "PASSWORD")
    if at < 0:
        ends = (at for at in range(len(parts)) if parts[at].endswith(_ENDS) and parts[at] not in _NOT_ENDS)
        at = next((at for at in ends if len(parts[at]) < 12), -1)
        family = "PASSWORD"
    if at < 0:
        return None
    behind = parts[at + 1] if at + 1 < len(parts) and not parts[at + 1].isdigit() else ""
    return Norm(f"{lead}@{family}{'+' if behind else ''}", family, parts[at - 1] if at else "", behind)


def _announcing_piece(parts: list[str]) -> tuple[int, str]:
    inner = lexicon.inner()
    for at in range(len(parts) - 1, -1, -1):
        keyed = at and parts[at] in ("key", "keys") and parts[at - 1] in _KEYED
        if family := "APIKEY" if keyed else inner.get(parts[at], ""):
            return at, "PASSWORD" if family == "PASS" else family
    return -1, ""


def pieces(text: str) -> list[str]:
    """The words and numbers that a name is made of, in lower case: get, password, 2."""
    return [piece.lower() for piece in compiled(_PIECE).findall(text)]


def _kind_of_token(text: str, low: str) -> str:
    if low.isalpha():
        known = lexicon.common(low)
        if known == lexicon.FREQUENT:
            return low
        case = "a" if text == low else "A" if text.isupper() else "Aa" if text[1:].islower() else "aA"
        return f"{case}{known}"
    if text[0] == "-":
        return "--opt" if text[1:2] == "-" else "-opt"
    if "://" in text:
        return "url"
    if "@" in text[1:-1] and "." in text:
        return "mail"
    return "path" if "/" in text or "\\" in text else "x" + turns(text)


def turns(text: str) -> str:
    """The kinds of characters of a value as they follow one another: Aa-0 of Winter-2026."""
    found = ""
    for sign in text[:40]:
        kind = (
            "0" if sign.isdigit() else "a" if sign.islower() else "A" if sign.isupper() else "m" if sign.isalpha()
            else sign if sign in "-_./@" else "!" if sign in "!#$%&*+?^~" else "s"
        )  # fmt: skip
        if found[-1:] != kind:
            found += kind
            if len(found) > 5:
                return f"{found[:4]}…"
    return found
