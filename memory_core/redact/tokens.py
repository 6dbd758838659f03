"""A line as the finder reads it: its tokens with their classes, and the features of a value itself."""

from functools import cache, lru_cache
from typing import Final, NamedTuple

from memory_core.redact import judge, lexicon
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
    """The class, sign or kind of a token; of a trigger word also what it announces, and the pieces of its name before
    and after it.
    """

    text: str
    family: str = ""
    before: str = ""
    behind: str = ""


Token = tuple[int, int, str]


def lexed(line: str) -> list[Token]:
    """The tokens of a line: (start, end, text). A full stop behind a word is one of its own."""
    tokens: list[Token] = []
    has_phrase = bool(compiled(_ODD_CASE).search(line)) or any(_phrases().find(line.lower()))
    for match in compiled(_expression(phrases=has_phrase)).finditer(line):
        start, end = match.span()
        text = match[0]
        if end - start > 1 and text[0] != "[":
            if "\u2e80" <= text[0] <= "\uffef":
                tokens += _far_eastern(start, text)
                continue
            core = text.rstrip(".?*\\")
            if core and core != text and not core.isspace():
                cut = start + len(core)
                tokens += ((start, cut, core), (cut, cut + 1, text[len(core)]))
                continue
        tokens.append((start, end, text))
    return tokens


@cache
def _expression(*, phrases: bool) -> str:
    """The expression for a token. The version with phrases takes 30 ms to compile, and is used for lines that may hold
    a phrase.
    """
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
    tokens: list[Token] = []
    at = 0
    for word, place in _far_words().find(text):
        if place > at:
            tokens.append((start + at, start + place, text[at:place]))
        at = place + len(word)
        tokens.append((start + place, start + at, word))
    return [*tokens, (start + at, start + len(text), text[at:])] if at < len(text) else tokens


@lru_cache(8192)
def norm(text: str) -> Norm:
    """The norm of a token."""
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
    if len(text) <= _LONGEST and (announced := _announces(text, low, lead[:1])):
        return announced
    return Norm(_kind_of_token(text, low))


def _by_beginning(word: str) -> str:
    begins = lexicon.beginning().begins(word) if word.isalpha() else ""
    return lexicon.beginnings()[begins] if begins else ""


def _announces(text: str, low: str, lead: str) -> Norm | None:
    """The kind that a name announces if it contains a trigger word: DB_PASSWORD, setPassword, token_type."""
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
    kinds = ""
    for sign in text[:40]:
        kind = (
            "0" if sign.isdigit() else "a" if sign.islower() else "A" if sign.isupper() else "m" if sign.isalpha()
            else sign if sign in "-_./@" else "!" if sign in "!#$%&*+?^~" else "s"
        )  # fmt: skip
        if kinds[-1:] != kind:
            kinds += kind
            if len(kinds) > 5:
                return f"{kinds[:4]}…"
    return kinds


_HEX: Final = r"(?i)(?:0x)?[0-9a-f]{7,128}"
_GROUPS: Final = r"\w{1,6}(?:,? \w{1,6}){3,63}"
_LONGEST_PART: Final = 20  # letters of a word in a word
_LENGTHS: Final = (13, 17, 21, 33, 65)


class Look(NamedTuple):
    """The features of a value; three summaries that are weighed together with its place; the value's group: p a phrase,
    g groups as keys are printed, h hex, n a number, d random, m with digits, w letters, j joined by signs.
    """

    features: tuple[str, ...]
    summary: str
    summaries: tuple[str, str, str]
    case: str
    words: str
    group: str


@lru_cache(8192)
def look(value: str) -> Look:
    """How a value looks."""
    spaces = value.count(" ")
    parts = pieces(value)
    words = [part for part in parts if len(part) > 2 and not part.isdigit()]
    classes = lexicon.classes()
    known = (
        "".join(sorted({"C" if word in classes else lexicon.LETTERS[lexicon.common(word)] for word in words})) or "-"
    )
    size = len(value)
    digits = sum(map(str.isdigit, value))
    case = _case(value)
    kind = kind_of(value)
    length = min(size, 12) if size < 13 else 13 + sum(size >= least for least in _LENGTHS)
    summary = f"{case}{'0' if digits else ''}{known}{'s' if spaces else ''}"
    run = turns(value)
    signs = "".join(sorted({sign for sign in value if not sign.isalnum()}))
    tail = size - len(value.rstrip("0123456789"))
    features = [
        f"len {length}", f"run {run}", f"case {case}", f"known {known} {min(len(words), 4)}", f"signs {signs[:4]}",
        f"kind {kind}", f"digits {min(digits, 5)} {case}", f"tail {min(tail, 5)} {known}",
        f"sum {summary} {min(length, 13) // 3}", f"words {min(len(words), 4)} {min(spaces, 6)}",
        f"kind+sum {kind} {summary}", f"run+known {run} {known}",
        f"ends {value[0] if not value[0].isalnum() else ''} {value[-1] if not value[-1].isalnum() else ''}",
    ]  # fmt: skip
    if not lexicon.inner().keys().isdisjoint(words):
        features.append("names a secret")
    if len(parts) == 1 and words:
        features.append("word " + words[0])
    features += ["has " + word for word in words[:4]]
    if "." in value:
        ending = value.rpartition(".")[2].lower()
        features.append("ending ." + (ending if len(ending) < 6 else ""))
    if not spaces and not digits and len(words) == 1 and case in ("a", "Aa", "A"):
        low = value.lower()
        features.append(f"made of {_made_of(low)} {known}")
        features += (f"suffix {low[-3:]} {known}", f"suffix {low[-2:]}")
    hexadecimal = bool(digits) and bool(compiled(_HEX).fullmatch(value))
    if hexadecimal:
        features.append(f"hex {size if size in (7, 8, 12, 16, 32, 40, 56, 64, 96, 128) else ''}")
    if spaces:
        features += _of_phrase(value)
    group = _group(value, kind, hexadecimal, digits, spaces)
    return Look(tuple(features), summary, (summary, kind, case + known), case, known, group)


def _made_of(word: str) -> str:
    """Whether a word is two common words in one: FF, FK, KK; else ""."""
    halves = {
        "".join(sorted("UKFK"[lexicon.common(part)] for part in (word[:at], word[at:])))
        for at in range(4, min(len(word) - 3, _LONGEST_PART))
    }
    return next((made for made in ("FF", "FK", "KK") if made in halves), "")


def _case(value: str) -> str:
    if value.islower():
        return "a"
    if value.isupper():
        return "A"
    if not any(map(str.isalpha, value)):
        return "-"
    return "Aa" if value[0].isupper() and value[1:].islower() else "aA" if value[0].islower() else "AA"


@lru_cache(8192)
def kind_of(value: str) -> str:
    """The rank of the judge, and whether the value is a placeholder, a reference, code, or public."""
    rank = 7 + judge.is_phrase(value) if " " in value else judge.rank(value)
    asked = ((judge.is_placeholder, "p"), (judge.is_reference, "r"), (judge.is_code, "c"), (judge.is_public, "i"))
    return f"{rank}{''.join([sign for asks, sign in asked if asks(value)])}"


def _group(value: str, kind: str, hexadecimal: bool, digits: int, spaces: int) -> str:
    if spaces:
        return "g" if compiled(_GROUPS).fullmatch(value) and digits > 1 else "p"
    if hexadecimal:
        return "h" if len(value) >= 16 else "n"
    if not any(map(str.isalpha, value)):
        return "n"
    if len(value) >= 16 and kind[0] in "56":
        return "d"
    return "m" if digits else "w" if value.isalpha() else "j"


def _of_phrase(value: str) -> list[str]:
    words = value.lower().split()
    named = [
        lexicon.classes().get(word) or lexicon.LETTERS[lexicon.common(word.strip("'\",."))].lower() for word in words
    ]
    classed = sum(len(name) > 1 for name in named)
    return [
        *("of phrase " + name for name in named), "first " + named[0], "last " + named[-1],
        f"classed {min(5, classed)}/{min(8, len(words))}", f"unknown {min(5, named.count('u'))}",
    ]  # fmt: skip
