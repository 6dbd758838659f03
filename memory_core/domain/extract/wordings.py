# ruff: noqa: E501 - an expression is read in one piece
"""How people lay down a rule, in the languages of the neighbours: what is looked for, and what only sounds like it.

The forms themselves stand in `forms` and `forms_abroad`.
"""

import re
from typing import Final

from memory_core.domain.extract import needed

# Words after which a sentence speaks of this moment only, or of no rule at all.
ONCE: Final = (
    " yet ", " for now ", " right now ", " just now ", " today ", " tonight ", " this time ", " for the moment ",
    " at the moment ", " until ", " till ", " while i ", " while we ", " before i ", " in this pr ", " in this commit ",
    " in this branch ", " at my last job", " at my old job", " in this session ", " in this step ", " this step ", " in this pull request ", " for this task ",
    " for this pr ", " for this commit ", " for this one ", " this one ", " the other one ", " so far ", " tomorrow ",
    " next week ", " later ", " don't worry ", " don't bother ", " do not worry ", " never mind ", " nevermind ",
    " don't forget ", " do not forget ", " don't hesitate ", " why ", " wondering ", " maybe ", " perhaps ",
    " i think ", " my guess ", " i suspect ", " i assume ", " presumably ", " i believe ", " ich glaube ", " ich vermute ", " je crois ", " je pense ", " creo que ", " might ", " not sure ", " i guess ", " would it ", " should we ", " could we ", " can we ",
    " could you ", " can you ", " would you ", " what if ", " suppose ", " i wish ", " lol ", " haha ", " just kidding ",
    " noch nicht ", " jetzt ", " heute ", " erstmal ", " erst mal ", " vorerst ", " gerade ", " momentan ", " bis ich ",
    " morgen ", " diesmal ", " vielleicht ", " keine sorge ", " kein problem ", " keine ahnung ", " warum ", " könnten wir ",
    " ahora ", " hoy ", " todavía ", " por ahora ", " esta vez ", " quizás ", " tal vez ", " mañana ", " no te preocupes ",
    " por qué ", " maintenant ", " pour l'instant ", " aujourd'hui ", " cette fois ", " pas encore ", " peut-être ",
    " demain ", " t'inquiète ", " pourquoi ",
)  # fmt: skip
# Words of those cues that say the opposite: they are not looked at for them.
SETTLED: Final = (
    r"(?i)\b(?:that's why|that is why|said no|ab jetzt|i (?:keep|kept) telling (?:you|everyone)|(?:as|like) i said(?: before| already)?|"
    r"i(?:'ve)? (?:already )?told you(?: before| already| twice)?|how often do i have to say|wie (?:schon )?gesagt|ich sag(?:e|s)? es (?:nochmal|ungern)|"
    r"une fois pour toutes|je le répète|ya (?:lo )?dije)\b[,:]?"
)
# Said again: it holds beyond this moment.
INSISTS: Final = r"(?i)\b(?:i (?:keep|kept) telling|how often do i|(?:as|like) i said|i(?:'ve)? (?:already )?told you|wie (?:schon )?gesagt|je le répète|ya (?:lo )?dije)\b"
# What a program or its users do, or do wrong: a sentence that tells it in the form of a rule is a report.
REPORTS: Final = (
    " an error", " the error", " error:", " errors when", " bug ", " bugs ", " wrong", " fails", " fail ", " failed ", " crash", " broken ", " even if ", " even when ", " even though ",
    " although ", " same ", " apparently ", " seems ", " somehow ", " for some reason ", " weird", " strange", " suddenly ",
    " and i ", " i want ", " so i ", " which i ", " i see ", " i get ", " we see ", " we get ", " on my machine ", " locally ", " on ci ", " lokal ", " in prod ",
    " fix ", " but ", " after the ", " before it ", " before you ", " since the ", " in this file ", " are now ", " is now ", " please check ", " please look ", " investigate ", " figure out ", " find out ", " fehler", " falsch", " kaputt", " obwohl ",
    " seltsam", " komisch", " roto ", " mal ", " aunque ", " plante ", " erreur", " cassé", " bizarre", " timeout", " times out",
    " hangs", " stuck", " slow", " empty ", " missing ", " still ", " after login", " returns null", " returns undefined", " undefined ",
)  # fmt: skip
# Asked for at once: what stands before it is the state of things.
ASKS: Final = (
    " fix that", " clean that up", " clean it up", " normalize them", " that's why it is ", " that's why it's ", " that's why its ",
    " must be restarted", " must be updated", " must be fixed", " must be renamed", " must be redeployed", " make it ", " make them ", " rename them ", " translate them ", " change it ", " change them ", " add it ", " remove it ", " update them ",
    " i still need ", " do it ", " fix it ", " fix them ", " run them ", " migrate the ", " mock it ", " the api returns ", " in theory ", " normally ",
)  # fmt: skip
# What somebody or something else said.
RETOLD: Final = (
    " says ", " said ", " told ", " complains ", " warns ", " claims ", " according to ",
    " the docs ", " docs say ", " states ", " it reads ", " message reads ", " comment reads ", " which reads ", " the linter ", " it prints ", " prints ", " in the log ",
    " someone ", " they say ", " the readme ", " stack overflow ", " blog ", " sagt ", " meint ",
    " laut ", " dice ", " según ", " selon ", " d'après ", " i read ", " i heard ", " he always ", " she always ", " he never ", " she never ",
)  # fmt: skip
# How far a rule holds: the whole project, for good.
STANDING: Final = (
    r"\b(?:in|into|to|for|throughout|across|inside|anywhere in)\s+(?:this|the|our|all of our|all our|any of our)\s+(?:whole\s+|entire\s+)?"
    r"(?:project|repo|repository|codebase|code base|code|app|application|service|library|monorepo|product|team)s?\b"
    r"|\b(?:anywhere|ever|ever again|from now on|going forward|in (?:the )?future|any ?more|under any circumstances|at all costs|"
    r"(?:always|across the board|as a (?:hard )?rule|by policy|full stop|period))(?=$|\W)"
    r"|\b(?:everywhere|without (?:exceptions?|asking(?: me| us)?(?: first)?|approval)|no exceptions|only (?:after|with) (?:approval|asking|review|sign-?off|a ticket|my ok)|by convention|all over the place|we agreed on (?:that|this|it))(?=$|\W)"
    r"|\b(?:that's|that is|it's|this is|is) (?:a|our|the|an?) (?:(?:hard|house|team|company|old|strict|standing|fixed|general) )*(?:rule|convention|policy|agreement|standard|decision)\b"
    r"|\b(?:bei uns|überall|ausnahmslos|ohne ausnahme|ohne rückfrage|nur (?:nach|mit) \w*(?:absprache|rücksprache|freigabe|genehmigung)|das ist (?:eine |unsere )?(?:regel|konvention))(?=$|\W)|\b(?:en todas partes|en todos lados|sin excepci(?:ón|ones)|sin preguntar)\b|\b(?:partout|sans exception|chez nous|sans demander)\b"
    r"|\b(?:in|für) (?:diesem|unserem|dieses|unser|dem|der|dieser|unserer) (?:projekt|repo|repository|code|codebasis|anwendung|app)\b"
    r"|\b(?:ab jetzt|ab sofort|künftig|in zukunft|nirgends|grundsätzlich|überhaupt)\b"
    r"|\b(?:en|para) (?:este|nuestro|el|esta) (?:proyecto|repo|repositorio|código|codebase|aplicación)\b|\b(?:de ahora en adelante|en ningún sitio|nunca más)\b"
    r"|\b(?:dans|pour) (?:ce|notre|le|cette) (?:projet|dépôt|repo|code|codebase|application)\b|\b(?:désormais|à l'avenir|dorénavant|nulle part)\b"
)
BECAUSE: Final = (
    r"\s*[,;:(–—-]*\s*\b(?:because(?: of)?|since|as (?:it|they|that|this|we|the)(?!\s+(?:is|are)\s*(?:$|[.,;:!(–—-]|because|since|so|and|weil))|due to|otherwise|so that|given that|for (?:legal|security|performance|"
    r"compliance|historical|licensing|licence|license) reasons|weil|denn|da (?:es|sie|das|wir|der|die)|sonst|wegen|porque|ya que|"
    r"debido a|parce que|car|puisque|sinon|à cause de)\b"
)

# What developers make, one of a kind; the plural of most ends with an s or is given.
ARTIFACTS: Final = frozenset(
    "endpoint migration model table query queries component service handler controller test spec function method class classes module "
    "file pr request commit branch branches hook route flag variable constant config dependency dependencies package library libraries "
    "exception log logging translation style css import export type interface dto job worker script dockerfile image workflow pipeline "
    "secret credential schema resource chart resolver mutation store reducer selector fixture mock changelog doc docstring comment var "
    "repository repositories repo api call code logic validation permission entity entities domain view template serializer adapter db "
    "database sql http release deploy deployment build dag layer transaction identifier typescript javascript python java kotlin markup "
    "abbreviation global singleton middleware reducer container manifest playbook notebook "
    "tabelle tabellen klasse klassen methode methoden funktion funktionen abfrage abfragen datenbank zugriff zugriffe migrationen datei dateien "
    "übersetzungen änderung änderungen komponente komponenten dienst dienste geheimnisse abhängigkeit abhängigkeiten controllern services tests "
    "consulta tabla clase método metodo migración migraciones componente servicio controlador controladores archivo prueba cambio dependencia "
    "dependencias requête méthode fonction composant contrôleur fichier dépendance modification chaîne appel vue traduction texte texto".split()
)
_COMPOUND: Final = (
    "test",
    "tests",
    "abfragen",
    "zugriffe",
    "zugriff",
    "komponenten",
    "klassen",
    "dateien",
    "migrationen",
    "dienste",
    "logik",
)
# The first word of what names one thing at hand, those who use the program, or a task.
PARTICULAR: Final = frozenset(
    "the this that these those it its they he she i my your his her their there here which who what when if nothing "
    "something some one a an der die das dieser diese dieses diesen es er sie mein el la este esta le ce cette ces il "
    "elle add write make create fix check ensure show run implement change update please you we can let let's move "
    "rename remove delete build refactor put set tell give explain find look why how is are does do did leave use "
    "take mach bau schreib füge prüf zeig warum wie añade haz crea escribe revisa ajoute fais écris vérifie montre "
    "user users guest guests customer customers visitor visitors player players clients member members people student "
    "students patient patients employee employees admin admins driver drivers buyer buyers seller sellers nutzer "
    "benutzer kunden gäste usuario usuarios cliente clientes utilisateur utilisateurs".split()
)


def of_a_kind(subject: str) -> bool:
    """Whether words name what developers make."""
    found = re.findall(r"[^\W\d_]+", subject.casefold())
    return any(word in ARTIFACTS or word.removesuffix("s") in ARTIFACTS or word.endswith(_COMPOUND) for word in found)


def particular(subject: str) -> bool:
    """Whether words begin as what speaks of one thing at hand."""
    first = re.match(
        r"\W*(?:(?:and|but|so|also|ok|then|und|aber|y|pero|et|mais)\W+)*([^\W\d_]+(?:'s)?)", subject.casefold()
    )
    return bool(first) and first[1] in PARTICULAR  # type: ignore[index]


# Data of a kind, all of them, and how they are held.
DATA: Final = r"(?:all|every|our|any|alle|unsere|tod[oa]s|l[oa]s|les|cada|tous|toutes|chaque)\b.{0,20}?\b(?:timestamps?|dates?|times?|amounts?|prices?|ids?|keys?|names?|columns?|events?|money|totals?|messages?|beträge|preise|zeitstempel|fechas?|precios?|importes?|montants?|prix)\b"
HELD: Final = r"\b(?:stored|saved|kept|utc|iso|integers?|cents|decimals?|uuids?|ulids?|bigint|snake_case|camelcase|kebab-case|céntimos|centimes|centavos|enteros|entiers|in cent)\b"

# Words that bind a rule to the file at hand: elsewhere it may be otherwise.
_PLACED: Final = (
    r"(?i)\b(?:here|hier|aquí|ici|except|unless|only in|außer|excepto|sauf|(?:in|inside|into|from|for|to|aus|für|en|de|dans|pour) (?:this|that|diese[rnms]?|est[ea]|ce|cette|cet) "
    r"(?:file|module|class|component|function|hook|test|tests|script|view|page|package|folder|directory|place|layer|datei|klasse|komponente|funktion|modul|schicht|"
    r"archivo|componente|clase|fichier|composant|classe))\b"
)
_HABIT: Final = r"(?i)\b(?:we|nobody|wir|on|nous|nosotros)\b[^,;:.]{0,60}?\b(?:here|hier|aquí|ici)\b"


def placed(words: str) -> bool:
    """Whether words name the place that they were said to. "We do not use it here" speaks of all that we do."""
    return bool(needed.search(_PLACED, needed.sub(_HABIT, " ", words)))


# A request about a text that stands behind it: what follows is somebody else's.
HANDED_OVER: Final = (
    r"(?im)^[^\n]{0,200}?\b(?:(?:summari[sz]e|translate|explain|review|proof-?read|re-?write|re-?phrase|re-?word|paraphrase|shorten|simplify|format|re-?format|polish|comment on|"
    r"convert|turn|(?:a )?(?:summary|translation|review) of|übersetze?|erkläre?|korrigiere?|prüfe?|formuliere?|fasse?|lies|traduce|resume|explica|corrige|revisa|traduis|résume|explique|relis)\b"
    r"[^\n:.]{0,80}?\b(?:this|these|(?:the )?following|below|diese[nmrs]?|das|folgende[nmrs]?|est[eao]s?|siguiente|ce|cet|cette|ces|ça|suivant\w*)\b)[^\n:]{0,120}?(?::|\n\s*\n)"
)
# A fault told in steps: what is to happen instead is no rule.
FAULT: Final = (
    r"(?im)\b(?:steps(?: to reproduce)?|to reproduce|repro(?: steps)?|expected(?: behaviou?r| result)?|actual(?: behaviou?r| result)?|schritte|pasos|étapes)\s*:|"
    r"\b(?:can (?:also |always )?reproduce|(?:support|users?|customers?|clients?|somebody|someone) (?:reports?|reported|complains?|complained)|bug report)\b"
)
# What people outside do, or the thing at hand is to do.
OF_OTHERS: Final = (
    r"(?i)^(?:(?:our|some|most|many|all|the|these|those|few|a few|other|of|unsere|einige|viele|die|nuestros|algunos|los|nos|certains|les|des)\s+)*(?:[\w-]+\s+)?"
    r"(?:customers|users|visitors|guests|competitors|buyers|sellers|subscribers|testers|patients|students|shoppers|(?<=our )clients|(?<=some )clients|kunden|nutzer|benutzer|clientes|usuarios|utilisateurs)\s+"
    r"(?:(?:simply|just|also|still|almost|often|apparently)\s+)?(?:never|always|rarely|don't|do not|can't|cannot|won't|couldn't|didn't|only|nutzen|verwenden|können|nunca|siempre|no|ne|n')"
    r"|^(?:it|this|that)\s+(?:should|must|has to|needs to|ought to|shouldn't|mustn't|can't)\b"
)
# A rule that does not hold somewhere.
EXEMPT: Final = (
    r"(?i)\b(?:exempt(?:ed)?\b|(?:rules?|convention|policy|guideline|ban|standard)\b.{0,40}?\b(?:doesn't|does not|don't|do not|need not) (?:apply|count|hold)\b|"
    r"(?:rule|convention|policy|guideline|ban)\s+has (?:one|an) exception|(?:rule|convention|policy|guideline|ban)\b.{0,20}?\bis only (?:for|meant for)\b|"
    r"we (?:normally |usually )?(?:forbid|ban|don't (?:allow|use)|avoid)\b.{1,60}?\bexcept\b|exception (?:to|from) (?:the|our)\b.{0,40}?\b(?:rule|convention|policy|ban)\b|"
    r"gilt (?:die|das|der|unsere)\b.{0,40}?(?:regel|konvention|verbot|vorgabe)\w* nicht|(?:regel|konvention|verbot|vorgabe)\b.{0,20}?\bgilt\b.{0,40}?\bnicht\b|von der\b.{0,40}?regel ausgenommen|"
    r"(?:règle|convention)\b.{0,60}?\bne s'applique(?:nt)? pas\b|(?:regla|norma|convención)\b.{0,60}?\bno se aplica\b|exent[oa]s? de)"
)
