"""A proposal read for what it changes: what it brings in, takes away or works on, and by what type of change."""

import re
from collections.abc import Iterator, Mapping, Sequence
from functools import cache, lru_cache
from typing import Final, NamedTuple

from memory_core.domain.guard import concepts, vocabulary
from memory_core.light import stop
from memory_core.light.stems import base, stem
from memory_core.light.words import parts

ADD, REMOVE, SITE, ASIDE = "add", "remove", "site", "aside"


class Thing(NamedTuple):
    """Something that a text speaks of, and the part that it plays in the change."""

    name: str
    family: str  # "" for a plain word
    member: bool  # of its family, not a name of all of it
    named: bool  # an identifier: a class, a function, a file
    role: str
    said: str  # as it stands in the text


class Reading(NamedTuple):
    """A text as the engine sees it."""

    things: tuple[Thing, ...]
    types: frozenset[str]  # of change; empty where no verb says one
    stems: frozenset[str]  # of every word that carries meaning
    keys: frozenset[str]  # names and families: without one in common two texts speak of different things


_INTO: Final = frozenset("with by to into onto infavour for".split())
_AT: Final = frozenset("for in to on across at within inside throughout around under over behind onto into of".split())
_SWAPS: Final = frozenset(map(stem, "replace swap substitute exchange supplant supersede replacement".split()))
_NEITHER: Final = frozenset((("merge", "with"), ("replace", "for"), ("split", "for"), ("merge", "for")))
_USING: Final = frozenset("using via through with".split())
_MARKS: Final = frozenset(("purpose", "insteadof", "infavour", "using"))
_CLAUSE: Final = frozenset(
    "and then or should must we lets let please will can could would to also need want by".split()
)
_BEFORE_NOUNS: Final = frozenset("a an the our its their this that each every with via try".split())
_BEFORE_DOING: Final = _CLAUSE | {"by", "of", "start", "keep"}
_WITHOUT: Final = frozenset(("without", "no"))
_NEVER: Final = frozenset("never not dont cannot nobody t".split())  # who never removes takes nothing away
_WISHED: Final = frozenset(("introduce", "observe"))  # who never does it is against it
_GLUE: Final = stop.function_words("en") | {"s", "t"}
_TOKEN: Final = re.compile(r"[A-Za-z_][\w]*(?:\+\+|#)?|\d[\w.]*|[^\W\d_][\w]*|->|→|=>|[,;:.()]")
_NAMED: Final = re.compile(r"(?![ic]OS\b)[a-z0-9][A-Z]|\w_\w")
# Names that are words too: inside a sentence a capital tells.
_NAMES: Final = {"Go": "golang", "Next": "nextjs", "Nest": "nestjs", "Compose": "jetpack compose", "C": "clanguage"}
_PROPER: Final = re.compile(r"(?<=[a-z] )(?:Go|Next|Nest|(?<!Jetpack )(?<!jetpack )Compose|(?<=in )C(?![+#\w-]))\b")
_FILE: Final = re.compile(
    r"(?<![\w/.-])(?:[\w@.-]+/)+[\w.*-]*|(?<![\w/.])[\w-]+\.(?:[a-z]{1,4}|json|swift|proto)\b(?![\w/])"
)
_LONGEST: Final = 4  # words of a concept's name
_LONG: Final = 9  # letters of a name that no other word becomes by one letter more
_WINDOW: Final = 6  # words within which the parts of `a+b` stand
MOST: Final = 4000  # characters that are read


@cache
def _verbs() -> Mapping[str, str]:
    """The type of change by its verb, in every form."""
    return {form: kind for kind, words in vocabulary.TYPES.items() for word in words for form in _forms(word)}


@cache
def _either() -> frozenset[str]:
    return frozenset(form for word in vocabulary.EITHER for form in _forms(word))


def _forms(word: str) -> Iterator[str]:
    for spelt in {word, word.replace("ise", "ize") if word.endswith("ise") else word}:
        bare = spelt.removesuffix("e")
        double = spelt + spelt[-1] if len(spelt) < 7 and spelt[-1] in "tpgnbdm" and spelt[-2] in "aiou" else bare
        yield from (spelt, spelt + "s", spelt + "es", bare + "ed", bare + "ing", double + "ed", double + "ing")
        if spelt.endswith("y"):
            yield from (spelt[:-1] + "ies", spelt[:-1] + "ied")


_ODD: Final = {
    "built": "introduce", "written": "introduce", "chosen": "introduce", "brought": "introduce", "rewritten": "replace",
    "rewriting": "replace", "writing": "introduce", "hidden": "remove", "broken": "split", "merging": "merge",
}  # fmt: skip


@cache
def _stopped() -> frozenset[str]:
    return vocabulary.LIGHT | _MARKS


@cache
def _pale() -> frozenset[str]:
    return frozenset(map(stem, vocabulary.PALE))


@cache
def _phrases() -> tuple[re.Pattern[str], Mapping[str, str]]:
    told = {name: means for means, names in vocabulary.PHRASES.items() for name in names}
    longest = sorted(told, key=len, reverse=True)
    return re.compile(rf"\b(?:{'|'.join(map(re.escape, longest))})\b"), told


class _Names(NamedTuple):
    """The names of the concepts: a row of stems to (family, member), or stems near each other."""

    rows: Mapping[tuple[str, ...], tuple[tuple[str, str, str], ...]]  # the last: the name as it is written
    near: Mapping[str, tuple[tuple[frozenset[str], str], ...]]  # by one of their stems


@cache
def loose() -> frozenset[str]:
    """The families whose members have little in common."""
    return concepts.marked("~")


@cache
def common() -> frozenset[str]:
    """The families that are spoken of in many changes that are about something else."""
    return concepts.marked("^")


@cache
def _names() -> _Names:
    rows: dict[tuple[str, ...], list[tuple[str, str, str]]] = {}
    near: dict[str, list[tuple[frozenset[str], str]]] = {}
    for family in concepts.families():
        for at, names in enumerate(family.groups):
            for name in names:
                if "+" in name.strip("+") and "c++" not in name:
                    stems = frozenset(stem(word) for part in name.split("+") for word in part.split())
                    near.setdefault(min(stems), []).append((stems, family.name))
                else:
                    row = tuple(stem(word) for word in name.split() if word not in _GLUE) or tuple(name.split())
                    rows.setdefault(row, []).append((family.name, names[0] if at else "", name))
    return _Names(
        {row: tuple(dict.fromkeys(found)) for row, found in rows.items()},
        {word: tuple(found) for word, found in near.items()},
    )


class _Word(NamedTuple):
    text: str  # casefolded
    stem: str
    role: str
    verb: bool = False
    whole: str = ""  # the identifier that it begins


@lru_cache(maxsize=4096)
def read(text: str) -> Reading:
    """The reading of a text; the same text has always the same one."""
    text = text[:MOST]
    types: set[str] = set()
    words = list(_in_roles(_tokens(text), types))
    things = list(_concepts(words))
    plain = _plain(words, {thing.said for thing in things})
    stems = frozenset(word.stem for word in words if word.text not in _stopped())
    every = tuple(dict.fromkeys((*things, *plain)))
    keys = frozenset(key for thing in every for key in (thing.name, thing.family) if key)
    return Reading(every, frozenset(types), stems, keys)


class _Token(NamedTuple):
    text: str  # casefolded
    part: bool = False  # of an identifier
    whole: str = ""  # the identifier, at its first part


def _tokens(text: str) -> list[_Token]:
    """The words and marks of a text; of paths only the names of files."""
    text = _FILE.sub(lambda found: " " + _of_path(found[0]) + " ", text)
    pattern, told = _phrases()
    text = text.replace("’", "'").replace("c++", "cpp").replace("C++", "cpp").replace("C#", "csharp")
    text = re.sub(r"(?<=\w)[-/](?=\w)", " ", text)
    found: list[_Token] = []
    text = _PROPER.sub(lambda found: _NAMES[found[0]], text)
    for raw in _TOKEN.findall(_lowered(text, pattern, told)):
        whole = _spelt(raw.casefold())
        named = bool(_NAMED.search(raw))
        if named and (stem(whole),) not in _names().rows:
            found += [_Token(part, True, "" if at else whole) for at, part in enumerate(parts(raw))]
        else:
            found.append(_Token(whole))
    return found


@cache
def _misspelt() -> Mapping[str, str]:
    """The names of products by how they are misspelt: two letters the other way round, one left out or doubled."""
    names = {row[0] for _, row in _members() if len(row) == 1 and len(row[0]) >= 6 and row[0].isalpha()}
    told: dict[str, str] = {}
    for name in sorted(names):
        for at in range(2, len(name) - 1):
            told.setdefault(name[:at] + name[at + 1] + name[at] + name[at + 2 :], name)
            told.setdefault(name[: at + 1] + name[at:], name)
            if len(name) >= _LONG:
                told.setdefault(name[:at] + name[at + 1 :], name)
    return {wrong: name for wrong, name in told.items() if wrong not in names and (stem(wrong),) not in _names().rows}


def _members() -> Iterator[tuple[str, tuple[str, ...]]]:
    for family in concepts.families():
        yield family.name, (family.name,)
        yield from ((family.name, tuple(name.split())) for names in family.members for name in names)


def _spelt(word: str) -> str:
    """A word as it is spelt, where it is a misspelt name of a product."""
    return _misspelt().get(word, word)


def _lowered(text: str, pattern: re.Pattern[str], told: Mapping[str, str]) -> str:
    """The text with its phrases as one word each; identifiers keep their case."""
    folded = text.casefold()
    if len(folded) != len(text):
        text = folded
    kept, at = [], 0
    for found in pattern.finditer(folded):
        kept += [text[at : found.start()], told[found[0]]]
        at = found.end()
    return "".join((*kept, text[at:]))


def _of_path(path: str) -> str:
    """The words of a path that name something: a file without its ending. A known name with a dot is itself."""
    if "/" not in path and (stem(path.rpartition(".")[0].casefold()), path.rpartition(".")[2]) in _names().rows:
        return path.replace(".", " ")
    if "/" in path and not re.search(r"\.\w+$", path):
        return (
            path.replace("/", " ") if path.count("/") == 1 and "." not in path else path.rstrip("/").rpartition("/")[2]
        )
    last = path.rpartition("/")[2]
    stem_of_file = re.sub(r"(?:\.\w{1,6})+$", "", last)
    return stem_of_file or ""


def _in_roles(tokens: Sequence[_Token], types: set[str]) -> Iterator[_Word]:
    """The words with their roles; the types of change are added to `types`."""
    role, kind, begins = SITE, "", True
    for at, (word, part, whole) in enumerate(tokens):
        if word in ",;:.()":
            begins = True
            if word in ";.":
                role, kind = (SITE, "") if word == "." else (role, kind)
            continue
        verb = "" if part else _verb_at(tokens, at, begins)
        role, kind = _next_role(word, verb, role, kind, tokens, at)
        if verb and kind != "aside":
            types.add(verb)
        yield _Word(word, stem(word), role, bool(verb), whole)
        begins = word in _CLAUSE or (begins and word in vocabulary.LIGHT)


def _verb_at(tokens: Sequence[_Token], at: int, begins: bool) -> str:
    """The type of change that a word names where it is a verb, else ""."""
    word = tokens[at].text
    kind = _verbs().get(word) or _ODD.get(word, "")
    before = tokens[at - 1].text if at else ""
    if before in _NEVER and kind:
        return "remove" if kind in _WISHED else ""
    if not kind or (word in _either() and not begins):
        return ""
    if before in _BEFORE_NOUNS and not word.endswith(("ing", "ion", "al", "ment")):
        return ""
    if word.endswith("ing") and not begins and before not in _BEFORE_DOING:
        return ""
    if word.endswith("ed") and at + 1 < len(tokens) and tokens[at + 1].text not in _INTO | vocabulary.LIGHT:
        return ""  # "shared cache", "encrypted column": which one it is
    return kind


def _next_role(word: str, verb: str, role: str, kind: str, tokens: Sequence[_Token], at: int) -> tuple[str, str]:
    """The role of what follows a word, and the type of change that it belongs to."""
    before = tokens[at - 1].text if at else ""
    if verb:
        if before == "to" and role in (ADD, SITE, REMOVE) and at > 1 and stem(word) in map(stem, vocabulary.ENDS):
            return ASIDE, "aside"
        if kind == "aside" and before != "and":
            return role, kind
        if verb == "replace" and stem(word) in _SWAPS:
            swapped = any(token.text in _INTO for token in tokens[at + 1 : at + 12])
            return REMOVE if swapped else SITE, verb if stem(word).startswith("replac") else "swap"
        if verb in ("introduce", "optimise") and stem(word) in _puts():
            return ADD if verb == "introduce" else SITE, "put"
        return {"introduce": ADD, "remove": REMOVE}.get(verb, SITE), verb
    if word == "purpose" or (word == "to" and at + 1 < len(tokens) and stem(tokens[at + 1].text) in _purposes()):
        return ASIDE, "aside"
    if kind == "aside":
        return role, kind
    return _behind(word, role, "introduce" if kind == "put" and word not in _INTO | {"in", "on"} else kind), kind


@cache
def _puts() -> frozenset[str]:
    """Verbs behind which a place is what is brought in: keep prices in Redis."""
    words = (
        "put collect keep store persist run host deploy publish send stream write cache save hold hand place serve "
        "back emit"
    )
    return frozenset(map(stem, words.split()))


@cache
def _purposes() -> frozenset[str]:
    return frozenset(map(stem, vocabulary.ENDS))


def _behind(word: str, role: str, kind: str) -> str:
    """The role behind a preposition."""
    if word in _WITHOUT or word == "insteadof":
        return REMOVE
    if word in ("infavour", "->", "→", "=>") or (word in _USING and kind != "remove"):
        return ADD
    if word in _INTO and kind in ("replace", "split", "merge", "swap") and (kind, word) not in _NEITHER:
        return ADD
    if word == "in" and kind == "replace":
        return ADD
    if word == "as" and kind in ("introduce", "replace"):
        return ADD
    if word == "from" and kind in ("replace", "remove", "introduce", "move"):
        return REMOVE if kind in ("replace", "move") else SITE
    if kind == "move" and word in ("to", "into", "onto"):
        return ADD
    if kind == "put" and word in ("in", "to", "into", "onto", "on"):
        return ADD
    if word in _AT and kind and word != "of":
        return SITE
    return role


def _concepts(words: Sequence[_Word]) -> Iterator[Thing]:
    """The concepts that the words name, the longest names first."""
    said = [word for word in words if word.text not in _GLUE and word.text not in _MARKS]
    names = _names()
    used: set[int] = set()
    for length in range(min(_LONGEST, len(said)), 0, -1):
        for start in range(len(said) - length + 1):
            row = tuple(word.stem for word in said[start : start + length])
            places = range(start, start + length)
            text = " ".join(word.text for word in said[start : start + length])
            if row in names.rows and not used.intersection(places) and _meant(names.rows[row], text):
                used.update(places)
                last = said[start + length - 1]
                if said[start].text in _WITHOUT and length > 1:
                    last = said[start - 1] if start else last._replace(role=SITE)
                for family, member in _meant(names.rows[row], text):
                    yield Thing(member or family, family, bool(member), False, last.role, text)
    at: dict[str, int] = {}
    for place, word in enumerate(said):
        at.setdefault(word.stem, place)
    for root in at:
        for stems, family in names.near.get(root, ()):
            spots = sorted(at[one] for one in stems if one in at)
            if len(spots) == len(stems) and spots[-1] - spots[0] < _WINDOW:
                roles = [said[place].role for place in spots]
                role = next((one for one in (ADD, REMOVE, SITE) if one in roles), ASIDE)
                yield Thing(family, family, False, False, role, " … ".join(said[place].text for place in spots))


def _meant(found: Sequence[tuple[str, str, str]], text: str) -> list[tuple[str, str]]:
    """The concepts that a name means: as it stands, else one word in another form, else words with the same stems."""
    exact = [one for one in found if one[2] == text]
    if not exact:
        exact = [one for one in found if " " in one[2] or " " in text or base(one[2]) == base(text)]
    return list(dict.fromkeys((family, member) for family, member, _ in exact))


def _plain(words: Sequence[_Word], said: set[str]) -> Iterator[Thing]:
    """The words and identifiers that are no part of a concept's name."""
    taken = {part for text in said if "…" not in text for part in text.split()}
    for word in words:
        if word.whole:
            yield Thing(word.whole, "", False, True, word.role, word.whole)
        if (
            word.text in _stopped()
            or word.text in taken
            or word.verb
            or len(word.text) < 2
            or word.text in ("->", "=>")
        ):
            continue
        yield Thing(word.stem, "", False, False, word.role, word.text)


def is_pale(name: str) -> bool:
    """Whether a word says little about what is changed."""
    return name in _pale()
