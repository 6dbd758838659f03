"""The words of a learning: its clauses, what each is for and against, and one key for words that mean the same."""

import re
from functools import cache, lru_cache
from typing import Final, NamedTuple

from memory_core.domain import bounds, novelty
from memory_core.domain.tiers.lexicon import LONGEST, lexicon
from memory_core.domain.tiers.slots import slots
from memory_core.text.stems import base, stem
from memory_core.text.words import is_unspaced

# A word of a language that writes without spaces is a run of one script; its grammar, the hiragana, is left out.
_TOKEN: Final = re.compile(
    r"(?<!\w)\.[a-z]\w+|[^\W\u3040-\u30ff\u4e00-\u9fff]+(?:[./+#-][^\W\u3040-\u30ff\u4e00-\u9fff]+)*|[\u30a0-\u30ff]+|"
    r"[\u4e00-\u9fff]+"
)
_MARKS: Final = str.maketrans("’‘„“”*，。；、：`", '\'\'""" ,.;,: ')
_CLAUSE: Final = re.compile(
    r"[;:!?,()]|[.](?=\s|$)|\s[—–-]+\s|\s(?:but|sondern|aber|mais|sino|pero|но|а)\s|\s(?:and|und|et|y|и)\s(?=(?:never|"
    r"not|nie|nicht|jamais|nunca|не)\s)"
)
_LEFT_OUT: Final = re.compile(
    r"\b(?:(?:must|may|should|can|shall|is|are)?\s?(?:not|no|never)\s(?:be\s)?(?:more|longer|larger|bigger|higher|wider|"
    r"greater)\sthan|at (?:the )?(?:most|least)|up to|or (?:more|less|fewer)|less than|(?:has|have) to(?: be)?|"
    r"höchstens|"
    r"mindestens|maximal|nicht mehr als|nicht länger als|au (?:plus|moins)|pas plus de|como máximo|al menos|no más de|"
    r"не более|не менее|не больше|"
    r"from now on|by (?:yourself|itself)|on (?:your|its) own|at all|of course|as (?:well|a rule)|in general|"
    r"ab jetzt|von jetzt an|désormais|à partir de maintenant|de ahora en adelante|с этого момента)\b"
)
_EXAMPLES: Final = re.compile(r"\((?!\s*(?:except|unless|only|not|but|außer|nur|sauf|salvo|кроме))[^()]*\)")
_TOO: Final = re.compile(
    r"[,;]\s[^,;.]*\b(?:is|are|takes?|was|ist|sind|dauert|est|sont|prend|es|tarda)\s(?:too|zu|trop|demasiado)\b[^,;.]*"
)
_PLACED: Final = r"(?=\s(?:for|in|on|at|as|when|if|für|im|bei|pour|dans|para|en|для|в)\s|$)"
_INSTEAD: Final = re.compile(
    r"\b(?:instead of|rather than|in place of|anstelle von|anstatt|statt|plutôt que(?: de)?|au lieu d[e']|en vez de|"
    rf"en lugar de|вместо)\s+(?P<what>.+?){_PLACED}|(?P<ja>\S{1, 40}?)(?:ではなく|じゃなくて|の代わりに)"
)
_OVER: Final = re.compile(rf"(?<=\s)over\s+(?P<what>.+?){_PLACED}")
_PREFERS: Final = re.compile(r"\b(?:prefer\w*|choose|pick|favou?r)\b.{1,60}?\sover\s")
_PASSIVE: Final = re.compile(
    r"^(?P<what>.+?)\s(?:must|may|should|shall|can|ca|is|are|will|do|does|darf|dürfen|wird|werden|doi\w+|debe\w*)"
    r"\s(?:not|never|nicht|nie|pas|no longer)\b(?!\s(?:only|just|always|necessarily|yet|more|less))\s*(?P<rest>.*)$"
)
_GONE: Final = re.compile(
    r"^(?P<what>.+?)\s(?:is|are|was|were|ist|sind|est|sont|es|está)\s(?:now\s)?(?:out|gone|dead|banned|forbidden|"
    r"off[- ]limits|prohibited|disallowed|deprecated|verboten|tabu|raus|weg|tot|interdit\w*|proscrit\w*|prohibid\w*)\b"
    r"|\b(?:threw|throw|kicked|dropped)\s(?P<thrown>.+?)\s(?:out|away)\b|^(?P<ja>.+?)(?:を使わない|は使わない|しない|禁止)"
)
_DENIED: Final = re.compile(
    r"\b(?:not|never|no|none of|nothing but|nothing|without|avoid|refrain from|cannot|forbid|ban|skip|omit|leave out|"
    r"stop|nicht|nie|niemals|nichts|keinerlei|kein(?:e|en|er|es|em)?|ohne|vermeide|jamais|rien|aucune?|pas d[e']|pas|"
    r"sans|évite[rz]?|nunca|nada|ningún|ninguna|sin|ничего|никаких|"
    r"evita[r]?|не|никогда|без|нет|избегай)\b"
    r"(?!\s(?:only|just|always|necessarily|yet|more than|less than|later|nur|immer)\b)"
    r"|不要|别|禁止|勿"
)
_EXCEPT: Final = re.compile(
    r"\s(?:unless|except(?:\sfor|\swhen|\sin)?|until|without\s(?:being\s)?(?=ask)|außer|bevor\snicht|sauf(?:\ssi)?|salvo|"
    r"a menos que|кроме|если не)\s(?P<what>.*)$"
)
_FIRST: Final = frozenset("first zuerst erst d'abord abord primero сначала 先".split())
_THEN: Final = frozenset("afterwards later then last danach dann ensuite après luego después потом затем".split())
_AND: Final = re.compile(r"\s(?:and|und|et|y|и)\s")
_PLACE: Final = re.compile(
    r"\b(?:(?P<from>come from|comes from|are from|only from|taken from|kommen aus|kommen von|"
    r"viennent de|vienen de|(?:only|nur|seulement|solo)\s\w+\s(?:of|from|von|aus|de))|"
    r"in|into|under|inside|to|go in|nach|unter|dans|sous|en|bajo|в|from)\s(?:the\s|das\s|die\s|den\s|le\s|la\s|el\s)?"
    r"(?P<name>[^\s,;]+)"
)
_HOMES: Final = frozenset("readme wiki changelog util helper lib src vault env".split())
_HELD: Final = re.compile(r"\bn(?:e\s|')(?P<verb>\S+\s)$")
_PASSING: Final = re.compile(
    r"\b(?:for now|right now|for the moment|at the moment|today|tonight|this time|temporarily|just once|vorerst|heute|"
    r"diesmal|ausnahmsweise|momentan|pour l'instant|aujourd'hui|cette fois|por ahora|hoy|esta vez|пока|сегодня)\b"
)
_SCOPES: Final = frozenset(
    (
        "for in on at to under within inside across into "
        "between around onto per when whenever while if unless until before "
        "after during except outside für im bei auf an am zum zur vor nach wenn pour dans sur chez avant après quand "
        "para en sobre antes cuando для в на по при перед после"
    ).split()
)
_MEANS: Final = frozenset("with as via by through using mit als avec comme con como с как is are be use".split())
_TURNS: Final = frozenset(
    (
        "before after until unless except over above below more less than first last vor nach bis außer "
        "über unter mehr weniger avant après sauf antes después excepto до после кроме"
    ).split()
)
_DIRECTED: Final = frozenset("to into onto from than over by zu von als vers из".split())
_ALL: Final = frozenset("any all every alle allen jede jeder jedem tous toutes todos todas".split())
_PREDICATES: Final = frozenset(
    (
        "is are be dürfen darf können kann sollen soll müssen muss has have get gets must should may can need "
        "needs carry carries go goes sit sits live lives start starts begin begins end ends follow follows "
        "take takes use uses run runs come comes list lists avoid avoids address addresses show shows pass "
        "passes say says explain explains trap close at under over sind ist haben hat werden wird est sont "
        "ont commencent commence son tienen"
    ).split()
)
# Verbs that tell somebody what to do: what follows them is no subject.
_ORDERS: Final = frozenset(
    (
        "use prefer run add write put keep make never always no do don't not ask show store return answer create edit "
        "format wrap retry mock pin split search load read touch call open push commit log name start indent save test "
        "fix rebase merge squash avoid only all every each any"
    ).split()
)
_LIGHT: Final = frozenset(
    (
        "a an the and or of to in on at for with from by as than then that which is are be been was were it "
        "its this these those there we you i me my our us your they them do does did done doing will would "
        "can ca wo could may might must shall should need needs have has had having get gets go goes going "
        "went make makes made put puts add adds added write writes written keep keeps kept use uses used "
        "using prefer prefers preferred choose chosen pick take takes took want wants like likes please "
        "always only just also too still really ever even every each all any whole everything everywhere "
        "anywhere anything new now here so not no never none without instead rather over out up down into "
        "onto per via through code project repo repository codebase monorepo app run runs ran running command "
        "commands statement statements fine ok okay allow allowed welcome require required mandatory good thing way "
        "ensure be let lets us live lives sit what why how who whose store stored told sits stand stands done "
        "place placed given give gives come comes moved move switch switched own work der die das den dem des "
        "ein eine einen einem einer und oder für im in mit bei auf von zu zum zur ist sind wird werden immer "
        "nur bitte wir ich du sie man nutze nutzen benutze verwende verwenden schreibe mach mache le la les l "
        "un une des du de et ou pour dans avec sur est sont toujours utilise utiliser utilisons il faut el "
        "los las una y o con para en es son siempre usa usar utiliza se lo que и или в на для с по мы всегда "
        "используй использовать пиши 書 用"
    ).split()
)
_NUMBER: Final = re.compile(
    r"(?<![a-z\d_.-])(\d+(?:[.,]\d+)?)\s?[个個]?\s?((?!以)[^\W\d_]+|%)?(?:(?<=以)|(?![\w/-]|\.\d)|(?=以))"
)
_SHORT: Final = {
    "行": "line",
    "秒": "second",
    "字": "character",
    "s": "second",
    "m": "minute",
    "min": "minute",
    "h": "hour",
    "d": "day",
}
_ABBREVIATED: Final = re.compile(r"(?<![\w.])(\d+)\s?(?:(s|m|min|h|d)\b|[个個]?(行|秒|字))")
_DEEDS: Final = frozenset("install create edit delete ask rename sort split wrap validate local".split())
_LEAST: Final = 4  # letters of a word that is known by its beginning
_SAID: Final = {
    word: str(number)
    for number, word in (
        *enumerate("zero one two three four five six seven eight nine ten eleven twelve".split()),
        (20, "twenty"), (30, "thirty"), (40, "forty"), (50, "fifty"), (60, "sixty"), (80, "eighty"), (90, "ninety"),
        (100, "hundred"), (2, "zwei"), (3, "drei"), (4, "vier"), (2, "deux"), (3, "trois"), (4, "quatre"),
        (1, "once"), (2, "twice"), (3, "thrice"), (2, "dos"), (3, "tres"), (4, "cuatro"),
    ) if word != "one"
}  # fmt: skip


class Clause(NamedTuple):
    """A part of a text that says one thing: what it is for, and what it refuses."""

    whole: str
    aims: str
    against: tuple[str, ...] = ()
    exception: str = ""


def plain(text: str) -> str:
    """A text without its reasons and its marks, casefolded, with one form for what is written in several."""
    text = text[: bounds.SENTENCE]
    text = text.translate(_MARKS).casefold()
    text = re.sub(r"\b(\w+?)n't\b", r"\1 not", text)
    for told in (_EXAMPLES, _TOO, _LEFT_OUT):
        text = told.sub(" ", text)
    text = re.sub(novelty.REASON, " ", text)
    text = _ABBREVIATED.sub(lambda match: f"{match[1]} {_SHORT[match[2] or match[3]]} ", text)
    return " ".join(_named(text).split()).strip(" .")


def _named(text: str) -> str:
    """A text with one word for each phrase of the lexicon, and its words apart where its script does not part them."""
    known = lexicon()
    if is_unspaced(text):
        text = slots().wide.sub(r" \g<0> ", _wide().sub(lambda match: f" {known.wide[match[0]]} ", text))
    words = [(match[0], match.start(), match.end()) for match in _TOKEN.finditer(text)]
    at, done = 0, 0
    told: list[str] = []
    while at < len(words):
        size = next((size for size in range(LONGEST, 1, -1) if _phrase(words, at, size, text) in known.phrases), 0)
        if size:
            told += [text[done : words[at][1]], known.phrases[_phrase(words, at, size, text)]]
            done = words[at + size - 1][2]
        at += max(size, 1)
    return "".join((*told, text[done:]))


def _phrase(words: list[tuple[str, int, int]], at: int, size: int, text: str) -> tuple[str, ...]:
    """So many words from a place on, none where something else than spaces stands between them."""
    part = words[at : at + size]
    if len(part) < size or not text[part[0][2] : part[1][1]].isspace():
        return ()
    return tuple(word for word, _, _ in part)


@cache
def _wide() -> re.Pattern[str]:
    return re.compile("|".join(sorted(map(re.escape, lexicon().wide), key=lambda word: (-len(word), word))))


def clauses(text: str) -> list[Clause]:
    """The clauses of a plain text."""
    text = text[: bounds.SENTENCE]
    return [_clause(one.strip()) for one in _CLAUSE.split(text) if one.strip()]


def _clause(text: str) -> Clause:
    whole, against = text, []
    text, exception = _excepted(text)
    match = _INSTEAD.search(text) or (_OVER.search(text) if _PREFERS.search(text) else None)
    if match:
        against.append(match["what"] or match.groupdict().get("ja") or "")
        text = f"{text[: match.start()]} {text[match.end() :]}"
    if found := _GONE.search(text):
        return Clause(whole, "", (*against, f"{next(filter(None, found.groups()))} {text[found.end() :]}"), exception)
    if (found := _PASSIVE.search(text)) and keys(found["what"]):
        return Clause(whole, "", (*against, f"{found['what']} {found['rest']}"), exception)
    if found := _DENIED.search(text):
        before, after = text[: found.start()], text[found.end() :]
        if found[0].startswith("nothing but"):
            return Clause(whole, f"{before} {after}", tuple(against))
        if held := _HELD.search(before):  # `ne … pas` is said around what it refuses
            before, after = before[: held.start()], f"{held['verb']} {after}"
        if not keys(after):
            before, after = "", before
        return Clause(whole, before, (*against, after), exception)
    return Clause(whole, text, tuple(against), exception)


def _excepted(text: str) -> tuple[str, str]:
    """A text and its exception; only what speaks against something has one."""
    found = _EXCEPT.search(text)
    is_denied = found and _DENIED.search(text[: found.start()])
    return (text[: found.start()], found["what"]) if found and is_denied else (text, "")


def tokens(text: str) -> list[str]:
    """The words of a plain text as they are written."""
    return _TOKEN.findall(text)


def keys(text: str) -> frozenset[str]:
    """The keys of the words that say something."""
    return frozenset(part for word in tokens(text) for part in key(word).split())


@lru_cache(maxsize=16_384)
def key(word: str) -> str:
    """One key for the forms of a word and for those that mean the same; "" for a word that says little."""
    word = word[: bounds.WORD]
    if word in _SAID or word in _SCOPES:
        return _SAID.get(word, "")
    return lexicon().words.get(word) or ("" if _says_little(word) else _listed(word) or stem(word))


def _listed(word: str) -> str:
    """The key that the lexicon has for a word or for a form of it, or ""."""
    known = lexicon()
    found = known.words.get(word) or known.bases.get(base(word), "")
    if found or len(word) < _LEAST:
        return found
    return next(filter(None, (known.starts.get(word[:size]) for size in range(len(word), _LEAST - 2, -1))), "")


def _says_little(word: str) -> bool:
    """Whether it is a form of one of the light words; not only its stem: `station` is no form of `statement`."""
    return word in _LIGHT or base(word) in _light()


@cache
def _light() -> frozenset[str]:
    return frozenset(map(base, _LIGHT))


@cache
def things() -> frozenset[str]:
    """The keys of the lexicon, but of what is done."""
    return frozenset(part for key in lexicon().words.values() for part in key.split()) - _DEEDS


@cache
def orders() -> frozenset[str]:
    """The keys of the verbs that tell somebody what to do."""
    return frozenset(filter(None, map(key, _ORDERS)))


def scope(text: str, *, wholly: bool = False) -> frozenset[str]:
    """The keys of the words of a clause that say where or when; `wholly`: only those of all such places or times."""
    found: list[str] = []
    inside = is_all = False
    for word in tokens(text):
        if word in _SCOPES or word in _MEANS:
            inside, is_all = word in _SCOPES, False
        elif word in _ALL:
            is_all = True
        elif inside and is_all >= wholly and not word.isdigit():
            found.append(word)
    return frozenset(part for word in found for part in key(word).split())


def is_directed(text: str) -> bool:
    """Whether a text goes from one thing to another, so that the order of its words counts."""
    return not _DIRECTED.isdisjoint(tokens(text))


def turns(text: str) -> tuple[str, ...]:
    """What turns a text round where its words change places, with the word behind it: `before push`."""
    found: list[str] = []
    every = tokens(text)
    for at, word in enumerate(every):
        if word in _TURNS:
            found += [word, next(filter(None, map(key, every[at + 1 :])), "")]
    return tuple(found)


def head(text: str) -> str:
    """The key of the first thing that a text speaks of, or ""."""
    return next((part for word in tokens(text) for part in key(word).split() if part in things()), "")


def subject(text: str) -> frozenset[str]:
    """The keys of the words of which a text says something; none where it tells somebody what to do."""
    before: list[str] = []
    for word in tokens(_CLAUSE.split(text)[0]):
        if word in _PREDICATES or word in _SCOPES or word.isdigit():
            return keys(" ".join(before)) if before and before[0] not in _ORDERS else frozenset()
        before.append(word)
    return frozenset()


def numbers(text: str) -> dict[str, str]:
    """The numbers of a text that count or measure, each with its unit."""
    said = " ".join(_SAID.get(word, word) for word in text.split())
    return {number: key(unit) for number, unit in _NUMBER.findall(said)}


def lead(text: str) -> str:
    """The key of what a text puts first in an order, or ""."""
    for one in _CLAUSE.split(text):
        every = tokens(one)
        at = next((at for at, word in enumerate(every) if word in _FIRST), -1)
        if at >= 0:
            found = [*filter(None, map(key, every[:at]))][-1:] or [*filter(None, map(key, every[at + 1 :]))][:1]
            return found[0] if found else ""
    return ""


def trail(text: str) -> frozenset[str]:
    """The keys of what a text puts last in an order."""
    found = [one for part in _CLAUSE.split(text) for one in _AND.split(part) if not _THEN.isdisjoint(tokens(one))]
    return keys(" ".join(found))


def places(text: str) -> frozenset[tuple[str, str]]:
    """Where a text says that something is or comes from: the kind of place, and its name."""
    found = set()
    for match in _PLACE.finditer(text):
        name = match["name"].strip("\"'.:>")
        kind = "from" if match["from"] else "in"
        is_place = "/" in name or name.startswith(".") or key(name) in _HOMES
        if is_place if kind == "in" else (name.isascii() and not _listed(name) and key(name)):
            found.add((kind, name.strip("/")))
    return frozenset(found)


def is_passing(text: str) -> bool:
    """Whether a text says that it holds for a while only."""
    return bool(_PASSING.search(text))
