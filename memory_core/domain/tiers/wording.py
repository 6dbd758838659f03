"""The words of a learning: its clauses, what each is for and against, and one key for words that mean the same."""

import re
from functools import cache, lru_cache
from typing import Final, NamedTuple

from memory_core.domain import novelty
from memory_core.domain.guard.reading import stem

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
    r"\b(?:from now on|by (?:yourself|itself)|on (?:your|its) own|at all|of course|as (?:well|a rule)|in general|"
    r"ab jetzt|von jetzt an|désormais|à partir de maintenant|de ahora en adelante|с этого момента)\b"
)
_EXAMPLES: Final = re.compile(r"\((?!\s*(?:except|unless|only|not|but|außer|nur|sauf|salvo|кроме))[^()]*\)")
_TOO: Final = re.compile(
    r"[,;]\s[^,;.]*\b(?:is|are|takes?|was|ist|sind|dauert|est|sont|prend|es|tarda)\s(?:too|zu|trop|demasiado)\b[^,;.]*"
)
_PLACED: Final = r"(?=\s(?:for|in|on|at|as|when|if|für|im|bei|pour|dans|para|en|для|в)\s|$)"
_INSTEAD: Final = re.compile(
    r"\b(?:instead of|rather than|in place of|anstelle von|anstatt|statt|plutôt que(?: de)?|au lieu d[e']|en vez de|"
    rf"en lugar de|вместо)\s+(?P<what>.+?){_PLACED}|(?P<ja>\S+?)(?:ではなく|じゃなくて|の代わりに)"
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
    r"stop|nicht|nie|niemals|kein(?:e|en|er|es|em)?|ohne|vermeide|jamais|pas d[e']|pas|sans|évite[rz]?|nunca|sin|"
    r"evita[r]?|не|никогда|без|нет|избегай)\b"
    r"(?!\s(?:only|just|always|necessarily|yet|more than|less than|later|nur|immer)\b)"
    r"|不要|别|禁止|勿"
)
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
_ALIKE: Final = """
id primarykey
throw thrown
rebase rebasen
merge mergen
answer reply respond response antwort antworte antworten réponds répondre réponse responde responder respuesta
javascript js
typescript ts
python py
database db datenbank
dependency package library paket bibliothek
folder directory dir ordner dossier carpeta
configuration config setting
comment kommentar kommentare commentaire comentario コメント
pr pullrequest
documentation doc docs
edit touch modify alter ändern bearbeiten modifier
delete remove löschen supprimer borrar
ask confirm fragen frag demande demander pregunta
ui interface oberfläche frontend
user nutzer benutzer utilisateur usuario
money amount price
timestamp datetime date
secret password credential passwort passwörter
environment env
function funktion funktionen fonction función
error fehler erreur
file datei dateien fichier archivo
line zeile zeilen ligne línea
test tests
end-to-end e2e
explanation explain erklärung explication explicación
format formatter formatting
picture image
emoji gitmoji emoticon
small short brief concise
migration migrations
heading title überschrift
subject firstline
abbreviation abbreviate abbreviated
"""
_PHRASES: Final = (
    (re.compile(r"\bpull[- ]requests?\b"), "pullrequest"),
    (
        re.compile(r"\b(?:commit[- ]messages?|messages? de commit|commit-nachricht(?:en)?|mensajes? de commit)\b"),
        "commitmessage",
    ),
    (re.compile(r"\bcommit (?:subject|title)s?\b"), "commitmessage subject"),
    (re.compile(r"\benvironment variables?\b"), "env"),
    (re.compile(r"\bprimary keys?\b"), "primarykey"),
    (re.compile(r"\bunit[- ]tests?\b"), "unittest"),
    (re.compile(r"\bco-?authou?r(?:ed-by)?\b"), "coauthor"),
)
_NUMBER: Final = re.compile(r"(?<![\w.-])(\d+(?:[.,]\d+)?)\s?([a-z%]+)?(?![\w/-]|\.\d)")
_SAID: Final = {
    word: str(number)
    for number, word in (
        *enumerate("zero one two three four five six seven eight nine ten eleven twelve".split()),
        (20, "twenty"), (30, "thirty"), (40, "forty"), (50, "fifty"), (60, "sixty"), (80, "eighty"), (90, "ninety"),
        (100, "hundred"), (2, "zwei"), (3, "drei"), (4, "vier"), (2, "deux"), (3, "trois"), (4, "quatre"),
        (2, "dos"), (3, "tres"), (4, "cuatro"),
    ) if word != "one"
}  # fmt: skip


class Clause(NamedTuple):
    """A part of a text that says one thing: what it is for, and what it refuses."""

    whole: str
    aims: str
    against: tuple[str, ...] = ()


def plain(text: str) -> str:
    """A text without its reasons and its marks, casefolded, with one form for what is written in several."""
    text = text.translate(_MARKS).casefold()
    text = re.sub(r"\b(\w+?)n't\b", r"\1 not", text)
    for told in (_EXAMPLES, _TOO, _LEFT_OUT):
        text = told.sub(" ", text)
    text = re.sub(novelty.REASON, " ", text)
    for phrase, word in _PHRASES:
        text = phrase.sub(word, text)
    return " ".join(text.split()).strip(" .")


def clauses(text: str) -> list[Clause]:
    """The clauses of a plain text."""
    return [_clause(one.strip()) for one in _CLAUSE.split(text) if one.strip()]


def _clause(text: str) -> Clause:
    whole, against = text, []
    match = _INSTEAD.search(text) or (_OVER.search(text) if _PREFERS.search(text) else None)
    if match:
        against.append(match["what"] or match.groupdict().get("ja") or "")
        text = f"{text[: match.start()]} {text[match.end() :]}"
    if found := _GONE.search(text):
        return Clause(whole, "", (*against, next(filter(None, found.groups()))))
    if (found := _PASSIVE.search(text)) and keys(found["what"]):
        return Clause(whole, "", (*against, f"{found['what']} {found['rest']}"))
    if found := _DENIED.search(text):
        before, after = text[: found.start()], text[found.end() :]
        if found[0].startswith("nothing but"):
            return Clause(whole, f"{before} {after}", tuple(against))
        if not keys(after):
            before, after = "", before
        return Clause(whole, before, (*against, after))
    return Clause(whole, text, tuple(against))


def tokens(text: str) -> list[str]:
    """The words of a plain text as they are written."""
    return _TOKEN.findall(text)


def keys(text: str) -> frozenset[str]:
    """The keys of the words that say something."""
    return frozenset(filter(None, map(key, tokens(text))))


@lru_cache(maxsize=16_384)
def key(word: str) -> str:
    """One key for the forms of a word and for those that mean the same; "" for a word that says little."""
    if word in _SAID or word in _SCOPES:
        return _SAID.get(word, "")
    found = stem(word)
    return _alike().get(word) or _alike().get(found, "" if _says_little(word) else found)


def _says_little(word: str) -> bool:
    """Whether it is a form of one of the light words; not only its stem: `station` is no form of `statement`."""
    bare = {word.removesuffix(end) for end in ("s", "d", "ed", "ing")}
    bare |= {f"{word[:-3]}e", word[:-4]} if word.endswith("ing") else set()
    return not bare.isdisjoint(_LIGHT)


@cache
def _alike() -> dict[str, str]:
    told: dict[str, str] = {}
    for line in _ALIKE.strip().splitlines():
        first, *_ = names = line.split()
        for name in names:
            told |= {name: first, stem(name): first}
    return told


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
        elif inside and is_all >= wholly:
            found.append(word)
    return frozenset(filter(None, map(key, found)))


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


def subject(text: str) -> frozenset[str]:
    """The keys of the words of which a text says something; none where it tells somebody what to do."""
    before: list[str] = []
    for word in tokens(_CLAUSE.split(text)[0]):
        if word in _PREDICATES or word in _SCOPES or word.isdigit():
            return frozenset(filter(None, map(key, before))) if before and before[0] not in _ORDERS else frozenset()
        before.append(word)
    return frozenset()


def numbers(text: str) -> dict[str, str]:
    """The numbers of a text that count or measure, each with its unit."""
    said = " ".join(_SAID.get(word, word) for word in text.split())
    return {number: stem(unit or "") for number, unit in _NUMBER.findall(said)}


def is_passing(text: str) -> bool:
    """Whether a text says that it holds for a while only."""
    return bool(_PASSING.search(text))
