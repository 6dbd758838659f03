"""The things that a phrase names and a rule can search in code, such as packages and products, and the paths it applies
to.
"""

import re
from collections.abc import Collection
from functools import cache
from typing import Final

from memory_core import data
from memory_core.core import budget
from memory_core.language.concepts import imported
from memory_core.language.light.products import KNOWN as KNOWN

THINGS_MOST: Final = 4
_QUOTED = r"`([^`\n]{1,80})`|[\"“«„]([\w@./$:#*()<>-]{1,60})[\"”»“]|(?<!\w)'([\w@./$:#*()<>-]{1,60})'(?!\w)"
_ROWS: Final = data.named("extract/things.txt")
_CODE: Final = _ROWS["code"][0]
NO_THING, EVERYDAY, MEANT, _OWN_CALLS, _JS, _SPELT, _ENDINGS, _WORDS, _TOP = (
    frozenset(data.cues(_ROWS[name][0]))
    for name in ("no thing", "everyday", "meant", "own calls", "js", "spelt", "endings", "words", "top")
)
_CALL = r"^[A-Za-z_$][\w$]*(?:(?:\.|::|->)\w+)*\(\S*\)$"
_TAG = r"^<\w[\w.-]*\s*/?>$"
_NAME = r"^[A-Z][a-z0-9]{2,}(?:\.js)?$"
_PATH = r"(?<![\w/:.@-])(?:\./)?((?:[\w.@*+-]{1,100}/)+[\w.@*+-]*|[\w*@+-][\w.@*+-]{0,100}\.[a-zA-Z]{1,5}\b)(?![\w/])"
_IN: Final = _ROWS["in"][0]
_FOLDER = _IN + r"`?([\w.@*+/-]+?)/?`?\s+(?:folder|directory|dir|package|module|ordner|verzeichnis|carpeta|dossier)\b"
_NAMED_FOLDER = (
    _IN + r"(?:folder|directory|package|module|ordner|verzeichnis|carpeta|dossier|paket)\s+"
    r"`?([\w.@*+/-]+?)/?`?(?=$|[\s,;:.)])"
)
_PAIR: Final = _ROWS["pair"][0]
RULED: Final = _ROWS["ruled"][0]
_SMALL: Final = frozenset(data.cues(_ROWS["small"][0]))
_JOINED = (
    r"(?:(?<!\s)\s+)?(?:,|/(?=\s)|\bor\b|\band\b|\bnor\b|\boder\b|\bund\b|\bnoch\b|\bo\b|\by\b|\bou\b|\bet\b|\bni\b)\s*"
)


def things(phrase: str, names: bool = True, added: Collection[str] = ()) -> list[str]:
    """The things in a phrase that can be searched in code as written; never a plain word of a sentence.

    A phrase that restricts a thing gives nothing: "eval on user input" is not all of eval. `names`: whether a capital
    marks a name here (not at the start of a sentence, nor in German). `added`: the text that a refused edit would have
    added.
    """
    phrase = phrase[: budget.SENTENCE]
    named: list[str] = []
    for piece in re.split(_JOINED, subject(phrase).strip(" .,;:!")):
        thing = _thing(piece, names, added)
        if not thing:
            continue
        if thing.casefold() not in {name.casefold() for name in named}:
            named.append(thing)
    return named[:THINGS_MOST]


def subject(phrase: str) -> str:
    """The subject of a phrase: up to its first comma, including a list that ends with "or", and "not", "nor" after it.

    "Moment, please, date-fns" is about moment.
    """
    phrase = phrase[: budget.SENTENCE]
    first, *others = re.split(r"(?:(?<!\s)\s+)?,\s*", phrase)
    if others and re.search(_LAST, others[-1]) and all(len(other.split()) <= _IN_A_LIST for other in others):
        return phrase
    more = [other for other in others if re.match(_ALSO, other)]
    return ", ".join([first, *more])


_LAST: Final = r"(?i)\b(?:or|and|nor|oder|und|noch|o|y|ou|et|ni)\b"
_ALSO: Final = r"(?i)(?:and |or |und |oder |y |et )?(?:no|not|nor|kein\w*|nicht|pas de|ni|or|and|oder|und)\b"
_IN_A_LIST: Final = 3  # words between two commas


def _thing(piece: str, names: bool, added: Collection[str]) -> str:
    quoted = re.search(_QUOTED, piece)
    rest = piece.replace(quoted[0], " ") if quoted else piece
    words = [_bare(word) for word in rest.split()]
    words = [word for word in words if word and word.casefold() not in _SMALL]
    if quoted:
        inner = next(group for group in quoted.groups() if group).strip()
        return _literal(inner) if not words and is_sound(inner) and not is_place(inner) else ""
    if len(words) != 1:
        return ""
    word = words[0].rstrip(".")
    lowered = word.casefold()
    if lowered in NO_THING or is_place(word) or len(word) < 2:
        return ""
    if lowered in KNOWN or is_code(word) or lowered in {name.casefold() for name in added}:
        return _literal(word)
    return word if names and re.match(_NAME, word) else ""


def _bare(word: str) -> str:
    """The word without the signs of its sentence; a call and a tag keep theirs."""
    bare = word.strip(",;:!?\"'.")
    return bare if re.match(_CALL, bare) or re.match(_TAG, bare) else bare.strip("()[],;:!?\"'.")


def is_code(word: str) -> bool:
    """Whether a word looks as only names in code do."""
    return any(re.match(pattern, word) for pattern in (_CODE, _CALL, _TAG)) and word.count("(") == word.count(")")


def _literal(name: str) -> str:
    """The name as it is written in code: a call with an open parenthesis, a tag with its attributes."""
    if re.match(_TAG, name):
        return name.rstrip(" />")
    if not re.match(_CALL, name):
        return name
    head = name.rstrip(")")
    plain = re.match(r"[^(]+", head)
    if head.count("(") == 1 and plain:
        return plain[0] if re.search(r"\W", plain[0]) else f"{plain[0]}("
    return head[: head.rindex("(") + 1]


def named(text: str) -> list[str]:
    """The things of code that a text names anywhere in it, and names with a capital behind its first word."""
    text = text[: budget.SPOKEN]
    names = [next(group for group in groups if group) for groups in re.findall(_QUOTED, text)]
    for number, word in enumerate(re.sub(_QUOTED, " ", text).split()):
        bare = _bare(word)
        lowered = bare.casefold()
        if lowered in KNOWN or is_code(bare) or (number and re.match(_NAME, bare) and lowered not in NO_THING):
            names.append(bare)
    return list(dict.fromkeys(name for name in names if not is_place(name)))


def is_sound(text: str) -> bool:
    """Whether a quoted text can be a name in code: short, with a letter or a sign that only code has, no sentence.

    A text that begins with a slash would be taken for an expression.
    """
    return (
        not text.startswith("/")
        and len(text.split()) <= 3
        and bool(re.search(r"\w{2}|[^\w\s.,;:!?'-]", text))
        and not text.isdigit()
    )


def is_place(text: str) -> bool:
    """Whether a text is a path or a file of a project."""
    bare = text.strip("`\"'")
    if bare.startswith("@") or bare.casefold() in KNOWN or is_product(bare):
        return False
    return bool(re.fullmatch(_PATH, bare)) and _is_path(bare)


def places(sentence: str) -> list[str]:
    """The paths, globs and folders of the project that a sentence names, as they are written."""
    sentence = sentence[: budget.SENTENCE]
    paths = [path for path in re.findall(_PATH, sentence) if _is_path(path)]
    paths += [pair for pair in re.findall(_PAIR, sentence) if pair in _OLD or not _WORDS & set(re.split(r"[/.]", pair))]
    paths += [pair for pair in re.findall(RULED, sentence) if not set(re.split(r"[/.]", pair)) <= _WORDS]
    for pattern in (_FOLDER, _NAMED_FOLDER):
        names = [name for name in re.findall(pattern, sentence, re.IGNORECASE) if name.casefold() not in _SMALL]
        paths += [f"{name}/" for name in names if "." not in name and "/" not in name and len(name) > 1]
    return list(dict.fromkeys(path.removeprefix("./").rstrip(".,") for path in paths))


_OLD: Final = frozenset(
    f"{top}/{name}" for top in ("src", "lib", "app", "packages") for name in ("old", "new", "public")
)


def _is_path(path: str) -> bool:
    if ".." in path or path.casefold() in KNOWN or path.startswith("@") or is_product(path):
        return False
    if "/" in path:  # "and/or", "client/server" are words
        if set(path.casefold().split("/")) <= _WORDS:
            return False
        last = path.rpartition("/")[2]
        return not last or "." in path or "*" in path or path.count("/") > 1 or path.split("/")[0] in _TOP
    stem, _, ending = path.rpartition(".")
    return ending in _ENDINGS and bool(stem)


def additions(text: str, whole: bool = False) -> list[str]:
    """The names that a text would add to the code: imports, requirements and installed packages.

    Of a plan (`whole`), also its quoted names.
    """
    names: list[str] = []
    for line in text.split("\n")[:400]:
        for pattern in _ADDED:
            for name in re.findall(pattern, line):
                names += [part for part in re.split(r"[\s,]+", name) if part]
    if whole:
        names += re.findall(r"`([\w@./-]{2,40})`", text)
        for row in re.findall(
            r"(?i)\binstall\s+([\w@./-]{2,40}(?:(?:,\s*|\s+and\s+)[\w@./-]{2,40}){0,3})", text[:4000]
        ):
            names += re.split(r",\s*|\s+and\s+", row)
    kept = [name.strip("'\"`;").removesuffix(".git") for name in names]
    return list(dict.fromkeys(name for name in kept if re.search(r"[^\W\d]{2}", name) and name[0] not in "-.<$"))[:40]


_ADDED: Final = (
    r"\bfrom\s+['\"]([^'\"./][^'\"]*)['\"]",
    r"\bimport\s+['\"]([^'\"./][^'\"]*)['\"]",
    r"\brequire\(?\s*['\"]([^'\"./][^'\"]*)['\"]",
    r"^\s*import\s+([A-Za-z_]\w*)",
    r"^\s*from\s+([A-Za-z_]\w*)[\w.]*\s+import\b",
    r"^\s*(?:use|using)\s+([A-Za-z_]\w*)(?:::|;|\.)",
    (r"\b(?:npm (?:install|i|add)|yarn add|pnpm (?:add|install)|bun add|pip3? install|uv add|poetry add|cargo add|"
    r"gem install|bundle add|composer require|go get|brew install|apt(?:-get)? install)\s+((?:[\w@./=<>~^-]+\s*)+)"),
    r"^\s*+(?:[+]\s*+)?['\"]([@a-z][\w@./-]*)['\"]\s*:\s*['\"][\^~]?\d",
)  # fmt: skip


def called(text: str) -> list[str]:
    """The functions that a text calls by a plain name, each with the parenthesis that distinguishes it from a word."""
    return list(dict.fromkeys(re.findall(r"(?<![\w.])[A-Za-z_]\w{2,40}\(", text[:4000])))[:40]


def is_sure(word: str) -> bool:
    """Whether a word alone is a thing of code: well known, or written as only code is."""
    return word.casefold() in KNOWN or (is_code(word) and not is_place(word))


_PARTS: Final = str.maketrans("@/.-", "    ")


def is_product(text: str) -> bool:
    """Whether a text is the name of a product, though it ends as a file does: `d3.js`."""
    stem, dot, ending = text.casefold().rpartition(".")
    return f"{dot}{ending}" == ".js" and (stem in _JS or text[:1].isupper())


def looked_for(name: str) -> str:
    """The form of a name as it is used in code, as a text of `forbid`."""
    lowered = name.casefold()
    stem = lowered.removesuffix(".js")
    packages = _packages().get(lowered, [])
    if packages and not any(lowered in package_name.translate(_PARTS).split() for package_name in packages):
        package = packages[0]
    elif is_product(name):  # most are imported without the ending
        package = lowered if stem in _SPELT else stem
    else:
        package = name
    if package.casefold() in EVERYDAY:
        return imported(package.casefold(), called=package.casefold() not in _OWN_CALLS)
    return package


@cache
def _packages() -> dict[str, list[str]]:
    return data.table("lexicon.packages.txt")
