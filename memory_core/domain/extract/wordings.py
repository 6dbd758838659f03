# ruff: noqa: E501 - an expression is read in one piece
"""How people lay down a rule, in the languages of the neighbours: what is looked for, and what only sounds like it.

A form is (kind, cues, pattern): the pattern is tried on a sentence in which a cue occurs, in lower case between spaces.
`what` names the thing a rule is about, `instead` what to do in its place. `weak` forms lay down a rule only
where the sentence says how far it holds, or names a thing of code.
"""

from typing import Final, NamedTuple


class Form(NamedTuple):
    """One way to say a rule."""

    kind: str
    cues: tuple[str, ...]
    pattern: str
    weak: bool = False


# Words after which a sentence speaks of this moment only, or of no rule at all.
ONCE: Final = (
    " yet ", " for now ", " right now ", " just now ", " today ", " tonight ", " this time ", " for the moment ",
    " at the moment ", " until ", " till ", " while i ", " while we ", " before i ", " in this pr ", " in this commit ",
    " in this branch ", " in this session ", " in this step ", " this step ", " in this pull request ", " for this task ",
    " for this pr ", " for this commit ", " for this one ", " this one ", " the other one ", " so far ", " tomorrow ",
    " next week ", " later ", " don't worry ", " don't bother ", " do not worry ", " never mind ", " nevermind ",
    " don't forget ", " do not forget ", " don't hesitate ", " why ", " wondering ", " maybe ", " perhaps ",
    " i think we ", " might ", " not sure ", " i guess ", " would it ", " should we ", " could we ", " can we ",
    " could you ", " can you ", " would you ", " what if ", " suppose ", " i wish ", " lol ", " haha ", " just kidding ",
    " noch nicht ", " jetzt ", " heute ", " erstmal ", " erst mal ", " vorerst ", " gerade ", " momentan ", " bis ich ",
    " morgen ", " diesmal ", " vielleicht ", " keine sorge ", " kein problem ", " keine ahnung ", " warum ", " könnten wir ",
    " ahora ", " hoy ", " todavía ", " por ahora ", " esta vez ", " quizás ", " tal vez ", " mañana ", " no te preocupes ",
    " por qué ", " maintenant ", " pour l'instant ", " aujourd'hui ", " cette fois ", " pas encore ", " peut-être ",
    " demain ", " t'inquiète ", " pourquoi ",
)  # fmt: skip
# What somebody or something else said.
RETOLD: Final = (
    " says ", " said ", " told ", " complains ", " warns ", " claims ", " according to ",
    " the docs ", " docs say ", " states ", " reads ", " the linter ", " it prints ", " prints ", " in the log ",
    " someone ", " they say ", " the readme ", " stack overflow ", " blog ", " sagt ", " meint ",
    " laut ", " dice ", " según ", " selon ", " d'après ", " i read ", " i heard ",
)  # fmt: skip
# How far a rule holds: the whole project, for good.
STANDING: Final = (
    r"\b(?:in|into|to|for|throughout|across|inside|anywhere in)\s+(?:this|the|our|all of our|all our|any of our)\s+(?:whole\s+|entire\s+)?"
    r"(?:project|repo|repository|codebase|code base|code|app|application|service|library|monorepo|product|team)s?\b"
    r"|\b(?:anywhere|ever|ever again|from now on|going forward|in (?:the )?future|any ?more|under any circumstances|at all costs|"
    r"(?:always|across the board|as a (?:hard )?rule|by policy|full stop|period))(?=$|\W)"
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
_USE = r"(?:use|using|add|adding|import|importing|introduce|introducing|install|installing|pull in|pulling in|depend on|rely on|bring in|reach for|require|include)"
# Verbs in the past: "I never saw it".
_NOT_PAST = r"(?!mind\b|been\b|was\b|had\b|did\b|got\b|saw\b|seen\b|heard\b|knew\b|thought\b|went\b|came\b|made\b|found\b|works?\b|passes\b|ends\b|happens\b|ran\b|a\b|the\b|again\b|ever\b|so\b|say never|give up\b|\w+ed\b)"
_WE = r"(?:we|you|nobody|one|claude|the agent|the code|this project|the project|our code)"
_LEAD = r"(?:^|[,;:–—-]\s+|\b(?:and|but|so|also|then|ok|okay|no|nope|please)\s*[,:]?\s+)(?:please\s+|just\s+)?"

FORMS: Final = (
    # What is not to be done.
    Form("constraint", (" never ",), rf"{_LEAD}(?:{_WE}\s+(?:should|must|can|may|shall)\s+)?never\s+(?:ever\s+)?{_NOT_PAST}(?:{_USE}\s+)?(?P<what>\S.*)"),
    Form("constraint", (" never ",), rf"\b{_WE}\s+never\s+{_NOT_PAST}(?:{_USE}\s+)?(?P<what>\S.*)"),
    Form("constraint", (" ever ",), rf"{_LEAD}(?:don't|do not|dont)\s+ever\s+(?:{_USE}\s+)?(?P<what>\S.*)"),
    Form("constraint", (" must not ", " mustn't ", " should never ", " may not ", " must never "),
         r"^(?P<what>(?!it\b|this\b|that\b|they\b)\S.{2,80}?)\s+(?:must not|mustn't|should never|must never|may not)\s+(?:ever\s+)?(?:import|call|depend|use|know|access|reach|talk|log|contain|store)\b.{2,}"),
    Form("constraint", (" don't ", " do not ", " dont "), rf"{_LEAD}(?:don't|do not|dont)\s+{_USE}\s+(?P<what>\S.*)", True),
    Form("standing", (" don't ", " do not ", " dont "), rf"{_LEAD}(?:don't|do not|dont)\s+(?P<what>\S.*)", True),
    Form("constraint", (" we don't ", " we do not ", " we dont ", " we no longer "),
         r"\bwe\s+(?:don't|do not|dont|no longer)\s+(?:use|using|import|mock|depend on|rely on|commit)\s+(?P<what>\S.*)"),
    Form("constraint", (" we don't ", " we do not ", " we dont ", " we no longer "),
         r"\bwe\s+(?:don't|do not|dont|no longer)\s+(?:allow|write|ship|accept|permit|do|log|store|put|want|add)\s+(?P<what>\S.*)", True),
    Form("constraint", (" no ",), r"(?:^|[;:–—-]\s+|\bplease,?\s+|\bwant\s+|^no,\s+)no\s+(?:more\s+)?(?!problem|worries|idea|need|rush|hurry|way|one\b|longer|matter|thanks|changes?\b|wait|usa|uses|util|toques|añad|es\b|funciona|hay\b|sé\b)(?P<what>[^,\s].*)", True),
    Form("constraint", (" avoid ", " avoid using "), rf"{_LEAD}avoid\s+(?:{_USE}\s+)?(?P<what>\S.*)", True),
    Form("constraint", (" stop ",), rf"{_LEAD}stop\s+(?:{_USE}|writing|putting|making)\s+(?P<what>\S.*)", True),
    Form("constraint", (" forbidden", " not allowed", " banned", " off limits", " off-limits", " prohibited", " disallowed", " a no-go"),
         r"^(?P<what>\S.{1,80}?)\s+(?:is|are)\s+(?:strictly\s+|absolutely\s+)?(?:forbidden|not allowed|banned|off[- ]limits|prohibited|disallowed|a no-go)\b(?! to\b)", True),
    Form("constraint", (" without ",), r"^(?:please\s+)?(?:always\s+)?(?:write|build|implement|keep|do|solve|make|stay|work)\b.*?\bwithout\s+(?:using\s+|adding\s+|any\s+)*(?P<what>\S.*)", True),
    # What is to be done.
    Form("constraint", (" instead of ", " rather than "),
         r"(?:\b(?:use|prefer|take|go with|write|import|choose|pick)|\bwe(?:'re| are)? us(?:e|ing))\s+(?P<instead>\S.{0,80}?)\s+(?:instead of|rather than)\s+(?:using\s+)?(?P<what>\S.*)", True),
    Form("constraint", (" not ",), r"(?:^|[.;:,]\s+|\balways\s+|\bplease\s+|\bwe\s+)(?:use|using)\s+(?P<instead>[^,]{1,60}?),?\s+(?:and\s+)?not\s+(?P<what>\S.*)", True),
    Form("constraint", (" over ",), r"(?:\bprefer|\bwe (?:use|prefer|choose|chose|want|favou?r)|\balways (?:use|choose))\s+(?P<instead>\S.{0,60}?)\s+over\s+(?P<what>\S.*)", True),
    Form("constraint", (" always ",), rf"{_LEAD}(?:{_WE}\s+(?:should|must|shall)\s+)?always\s+(?!the\b|a\b|been\b|was\b|fails?\b|works?\b|has\b|had\b|happens?\b|so\b|there\b|\w+ed\b)(?P<order>\S.*)"),
    Form("constraint", (" we always ",), r"\bwe\s+always\s+(?!had\b|have\b|were\b|get\b|got\b|end up\b|forget\b|see\b|wanted\b|\w+ed\b)(?P<order>\S.*)"),
    Form("constraint", (" only ",), r"(?:^|[,;:]\s+|\bplease\s+|\bwe\s+|\balways\s+)(?:only\s+use|use\s+only)\s+(?P<order>\S.*)", True),
    Form("constraint", (" only ",), r"^we\s+only\s+(?:use|support|allow|ship)\s+(?P<order>\S.*)"),
    # What was refused before.
    Form("rejection", (" tried ",), r"\bwe(?:'ve| have)?\s+(?:already\s+)?tried\s+(?:using\s+|out\s+)?(?P<what>[^,;:.–—]{2,80})"),
    Form("rejection", (" decided against ", " ruled out ", " voted against "),
         r"\b(?:we|the team|i)(?:'ve| have|'d| had)?\s+(?:already\s+)?(?:decided against|ruled out|voted against)\s+(?:using\s+)?(?P<what>\S.*)"),
    Form("rejection", (" rejected ", " turned down ", " abandoned ", " moved away from ", " got rid of ", " ripped out "),
         r"\b(?:we|the team)(?:'ve| have)?\s+(?:already\s+)?(?:rejected|turned down|abandoned|moved away from|got rid of|ripped out)\s+(?P<what>\S.*)"),
    Form("rejection", (" was rejected", " were rejected", " been rejected", " was ruled out", " been ruled out"),
         r"^(?P<what>\S.{1,80}?)\s+(?:was|were|has been|have been)\s+(?:already\s+)?(?:rejected|ruled out)\b"),
    # What is to stay as it is.
    Form("exception", (" as it is", " as is", " as-is", " as they are", " the way it is", " alone", " untouched", " the way they are"),
         rf"{_LEAD}(?:leave|keep)\s+(?P<place>\S.{{1,100}}?)\s+(?:exactly\s+|just\s+)?(?:as it is|as they are|as[- ]is|the way (?:it is|they are)|alone|untouched)\b"),
    Form("exception", (" touch ", " change ", " modify ", " refactor ", " rewrite ", " reformat ", " rename ", " remove ", " edit "),
         r"^(?:please\s+)?(?:don't|do not|dont|never)\s+(?:ever\s+)?(?:touch|change|modify|refactor|rewrite|reformat|rename|remove|edit|clean up|fix)\s+(?P<place>\S.*)"),
    Form("exception", (" intentional", " on purpose", " by design", " deliberate"),
         r"^(?P<place>\S.{1,120}?)\s+(?:is|are)\s+(?:there\s+|like that\s+|that way\s+|so\s+)?(?:intentional(?:ly)?|on purpose|by design|deliberate(?:ly)?)\b"),
    # German.
    Form("constraint", (" nie ", " niemals "), r"(?:^|[,;:]\s+)(?:bitte\s+)?(?:(?:verwende|benutze|nutze|nimm|importiere|schreib)\s+)?(?:nie|niemals)\s+(?:wieder\s+)?(?!gesehen|gehört|gewesen)(?P<what>\S.*)", True),
    Form("constraint", (" nie ", " niemals "), r"\b(?:wir\s+)?(?:verwenden|benutzen|nutzen|importieren|schreiben|loggen|committen)\s+(?:wir\s+)?(?:nie|niemals)\s+(?P<what>\S.*)"),
    Form("constraint", (" kein ", " keine ", " keinen ", " nicht mehr "),
         r"(?:^|[,;:]\s+|\bbitte\s+)(?:(?:wir\s+)?(?:verwende|benutze|nutze|nimm|nehmen|verwenden|benutzen|nutzen)n?\s+(?:wir\s+|hier\s+|bitte\s+)?)?(?:keinen?|keine|kein)\s+(?P<what>\S.*)", True),
    Form("constraint", (" verboten", " nicht erlaubt", " tabu "), r"^(?P<what>\S.{1,80}?)\s+(?:ist|sind)\s+(?:hier\s+|in diesem projekt\s+|bei uns\s+|streng\s+)?(?:verboten|nicht erlaubt|tabu)\b"),
    Form("constraint", (" statt ", " anstatt ", " anstelle von "),
         r"\b(?:nimm|verwende|benutze|nutze|verwenden|nutzen|nehmen|benutzen)\s+(?:wir\s+|bitte\s+|immer\s+|hier\s+)?(?P<instead>\S.{0,60}?)\s+(?:statt|anstatt|anstelle von)\s+(?P<what>\S.*)", True),
    Form("constraint", (" immer ",), r"(?:^|[,;:]\s+)(?:bitte\s+)?(?:(?:verwende|benutze|nutze|nimm|schreib|schreibe)\s+)?immer\s+(?P<order>\S.*)", True),
    Form("rejection", (" probiert", " versucht", " ausprobiert"), r"\b(?:haben wir|wir haben)\s+(?:schon\s+|bereits\s+)?(?P<what>.*?)\s*(?:schon\s+|bereits\s+|schon mal\s+)*(?:aus)?(?:probiert|versucht)\b"),
    Form("rejection", (" gegen ",), r"\bwir haben uns\s+(?:schon\s+|bereits\s+|bewusst\s+)?gegen\s+(?P<what>\S.{1,60}?)\s+entschieden\b"),
    Form("exception", (" wie es ist", " wie er ist", " wie sie ist", " wie sie sind", " in ruhe"), r"^(?:bitte\s+)?(?:lass|lasst|belass)\s+(?:bitte\s+)?(?P<place>\S.{1,80}?)\s+(?:bitte\s+)?(?:so\s*,?\s*)?(?:wie (?:es|er|sie) (?:ist|sind)|in ruhe)\b"),
    Form("exception", (" nicht an ", " nicht anfassen", " nicht ändern"), r"^(?:bitte\s+)?(?:(?:fass|rühr|fasst)\s+(?P<place>\S.{1,80}?)\s+(?:bitte\s+)?nicht an\b|(?P<place2>\S.{1,80}?)\s+(?:bitte\s+)?nicht (?:anfassen|ändern)\b)"),
    Form("exception", (" absicht", " absichtlich", " gewollt"), r"^(?P<place>\S.{1,100}?)\s+(?:ist|sind)\s+(?:so\s+)?(?:absicht|absichtlich so|absichtlich|gewollt|bewusst so)\b"),
    # Spanish.
    Form("constraint", (" nunca ",), r"(?:^|[,;:]\s+)(?:por favor\s+)?nunca\s+(?!he\b|ha\b|funciona|vi\b)(?:uses|usar|usemos|utilices|añadas|importes)?\s*(?P<what>\S.*)", True),
    Form("constraint", (" no uses ", " no utilices ", " no añadas ", " no usamos ", " no utilizamos ", " no usar "), r"\bno\s+(?:uses|utilices|añadas|usamos|utilizamos|usar)\s+(?P<what>\S.*)", True),
    Form("constraint", (" en vez de ", " en lugar de "), r"\b(?:usa|utiliza|usamos|usar)\s+(?:siempre\s+)?(?P<instead>\S.{0,60}?)\s+en (?:vez|lugar) de\s+(?P<what>\S.*)", True),
    Form("constraint", (" siempre ",), r"(?:^|[,;:]\s+)siempre\s+(?P<order>(?:usa|utiliza|usar|usamos)\b.*)"),
    Form("constraint", (" prohibido", " prohibida", " prohibidos"), r"^(?P<what>\S.{1,80}?)\s+(?:está|están)\s+prohibid[oa]s?\b"),
    Form("rejection", (" probamos ", " descartamos ", " intentamos "), r"\b(?:ya\s+)?(?:probamos|descartamos|intentamos)\s+(?:con\s+)?(?P<what>[^,;:.–—]{2,80})"),
    Form("exception", (" como está", " como estan", " como están", " tal cual"), r"^(?:por favor\s+)?(?:deja|dejad|dejen)\s+(?P<place>\S.{1,80}?)\s+(?:tal (?:y )?)?(?:como está|como están|cual)"),
    Form("exception", (" no toques ",), r"^(?:por favor\s+)?no toques\s+(?P<place>\S.*)"),
    Form("exception", (" intencional", " a propósito", " adrede"), r"^(?P<place>\S.{1,100}?)\s+(?:es|está|están|son)\s+(?:así\s+)?(?:intencional|intencionado|a propósito|adrede)"),
    # French.
    Form("constraint", (" jamais ",), r"(?:^|[,;:]\s+)(?:n'utilise[zr]?|n'ajoute[zr]?|n'importe[zr]?|ne\s+\w+)\s+jamais\s+(?:d'|de\s+)?(?P<what>\S.*)"),
    Form("constraint", (" jamais ", " pas de ", " pas d'"), r"^(?:s'il te plaît,?\s+)?(?:jamais|pas)\s+(?:de\s+|d')(?!problème|souci|panique)(?P<what>\S.*)", True),
    Form("constraint", (" n'utilise pas ", " n'utilisons pas ", " n'utilisez pas ", " n'ajoute pas "), r"\b(?:on\s+|nous\s+)?n'(?:utilise|utilisons|utilisez|ajoute)\s+pas\s+(?:d'|de\s+)?(?P<what>\S.*)", True),
    Form("constraint", (" au lieu de ", " au lieu d'", " plutôt que "), r"\b(?:utilise[zr]?|utilisons|prends|préfère)\s+(?P<instead>\S.{0,60}?)\s+(?:au lieu d(?:e\s+|')|plutôt que\s+(?:de\s+)?)(?P<what>\S.*)", True),
    Form("constraint", (" toujours ",), r"(?:^|[,;:]\s+)(?:utilise[zr]?\s+toujours|toujours\s+utiliser)\s+(?P<order>\S.*)"),
    Form("constraint", (" interdit", " interdite", " interdits"), r"^(?P<what>\S.{1,80}?)\s+(?:est|sont)\s+interdite?s?\b"),
    Form("rejection", (" essayé ",), r"\b(?:on a|nous avons)\s+(?:déjà\s+)?essayé\s+(?:d'utiliser\s+)?(?P<what>[^,;:.–—]{2,80})"),
    Form("exception", (" tel quel", " telle quelle", " comme il est", " comme elle est", " tels quels"), r"^laisse[zr]?\s+(?P<place>\S.{1,80}?)\s+(?:tels? quels?|telles? quelles?|comme (?:il|elle) est)"),
    Form("exception", (" ne touche pas ", " ne touchez pas "), r"^ne touche[zr]? pas\s+(?:à\s+|au\s+|aux\s+)?(?P<place>\S.*)"),
    Form("exception", (" volontaire", " fait exprès", " intentionnel"), r"^(?P<place>\S.{1,100}?)\s+(?:est|sont)\s+(?:volontaire|fait exprès|intentionnel)"),
)  # fmt: skip
