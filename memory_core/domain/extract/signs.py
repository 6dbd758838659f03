"""How much speaks for it that a sentence is of a way of working, where no form of words says so.

Each word is replaced by the letter of its kind (`kinds`); a sign is an expression over these letters, or words that
occur. The points were fitted to sayings whose meaning was known, and rounded; no sign says enough alone.
"""

import re
from typing import Final

from memory_core import data
from memory_core.domain import bounds
from memory_core.domain.extract import phrases

_KINDS: Final = {word: kind for kind, words in data.table("word_kinds.txt").items() for word in words}
_WORD: Final = r"[\w@#][\w'/.+#@-]{0,98}[\w+#]|\w|/[\w./-]+|[,;:.!?()–—-]"
_APART: Final = r"[^\w'=/-]+"
_SPEAKS: Final = frozenset("wTyneg")  # kinds of which ways of working have one
_START: Final = -1.4
# By the kinds of words: o, s and D stand for words of none: others, plurals, what ends as a past does.
_SHAPES: Final = (
    (0.9, r"(?<![daz])(?<![da][oswD])(?<![da][osD][osD])[wT]"),  # work, and none at hand
    (-0.2, r"d[osw]?[os]?w"),
    (0.5, r"[wT]"),  # any
    (0.6, r"(?:^|,|\.|q)[qx]+[wTsoD]{1,2}(?:[,.]|$)"),
    (0.7, r".x"),
    (0.6, r",x[wTso]"),
    (0.8, r"x[ovh][wTsoe]"),
    (0.3, r"c[wTsoD](?!c)"),
    (1.2, r"[wTso]h[cawoTsD]"),
    (0.9, r"n"),
    (1.3, r"y"),
    (0.5, r"g"),
    (0.5, r"e[oswT]"),
    (0.5, r","),
    (0.4, r"^q,"),
    (-1.3, r"^[qj,.]*y?v"),
    (-0.8, r"^[qj,.]*v[cqox]?[daz#]"),
    (-1.2, r"[,.qj]v[cox]?[daz]"),
    (-0.9, r"p"),
    (-0.8, r"p.*p"),
    (-0.5, r"d[opsDf]"),
    (-0.7, r"^[q,j]*[dz]"),
    (-0.7, r"k"),
    (-0.9, r"b"),
    (-1.1, r"/"),
    (-0.1, r"(?:r[oD]?|[hD])c[/f]"),
    (-0.6, r"m[rxolhz]"),
    (-0.4, r"a[opsD]"),
    (-1.2, r"#"),
    (-0.7, r"^[^,]{1,3}$"),
    (-0.6, r"^[qj,e]*[os]?[wsT](?:[co][wso])?r"),
    (-0.1, r"^[qj,]*(?:[osD]?[wsT]|o[ow])(?:[co][wso])?[hrm]"),
)
# By words that occur; a sign that others need has a name.
_CUES: Final = tuple(
    (float(head.partition(" ")[0]), head.partition(" ")[2], data.cues(cues))
    for head, cues in data.expressions("extract/signs_cues.txt")
)
_NAMED: Final = (
    ("work", r"[wT]"),
    ("hand", r"d[opsDf]"),
    ("task", r"^[qj,.]*y?v"),
    ("product", r"p"),
    ("past", r"k"),
    ("broken", r"b"),
    ("we", r"n"),
    ("it", r"^[q,j]*[dz]"),
    ("team", r"g"),
)
# Signs that say more together: those needed, and those that must not be there.
_TOGETHER: Final[tuple[tuple[float, frozenset[str], frozenset[str]], ...]] = (
    (0.6, frozenset({"judges"}), frozenset({"hand", "task", "product"})),
    (0.8, frozenset({"blames", "work"}), frozenset()),
    (0.4, frozenset({"team"}), frozenset({"it", "reports", "past", "broken"})),
    (0.9, frozenset({"team", "rules"}), frozenset({"reports", "past", "broken"})),
    (0.5, frozenset({"refuses", "why"}), frozenset()),
    (0.2, frozenset({"refuses", "mustn't"}), frozenset()),
    (0.7, frozenset({"chooses", "general"}), frozenset()),
    (-0.5, frozenset({"task", "work"}), frozenset()),
)


def points(said: str) -> float:
    """How much speaks for it that a sentence, in lower case, is of a way of working; below 0 nothing does."""
    said = said[: bounds.SENTENCE]
    shape = kinds(said)
    plain = f" {re.sub(_APART, ' ', said).strip()} "
    found = _START
    known = set()
    for worth, name, cues in _CUES:
        if phrases.has(plain, cues):
            found += worth
            known.add(name)
    if not known and _SPEAKS.isdisjoint(shape):
        return _START  # nothing speaks for it: no expression need be compiled
    known.update(name for name, pattern in _NAMED if re.search(pattern, shape))
    found += sum(worth for worth, pattern in _SHAPES if re.search(pattern, shape))
    return found + sum(worth for worth, needs, bars in _TOGETHER if needs <= known and bars.isdisjoint(known))


def kinds(said: str) -> str:
    """The words of a sentence by their kinds, a letter for each."""
    return "".join(_KINDS.get(word) or _kind(word) for word in re.findall(_WORD, said))


def _kind(word: str) -> str:
    if word in ".!":
        return "."
    if word == "?" or word[0].isdigit():
        return "#" if word[0].isdigit() else "?"
    if not word[0].isalnum() and word[0] not in "/@#_":
        return ","
    if "/" in word:
        return "/"
    if "_" in word or re.search(r"\.\w{1,4}$", word):
        return "f"
    if len(word) > 3 and word.endswith("s") and word[-2] not in "sui":
        return "s"
    return "D" if len(word) > 4 and word.endswith("ed") else "o"
