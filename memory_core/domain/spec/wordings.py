"""How people say, in several languages, that work stands still, goes on, is done, or taught them something."""

import re
from typing import Final

DATE: Final = re.compile(
    r"[\s*_(\[>]*(?:\d{4}-\d{2}-\d{2}|\d{1,2}[./]\d{1,2}\.?(?:[./]?\d{2,4})?|"
    r"(?:mon|tue|wed|thu|fri|sat|sun)[a-z]{0,6},?\s+\d|"
    r"\d{1,2}(?:st|nd|rd|th|\.)?\s+(?:de\s+)?(?:jan|feb|f[eé]vr|mar|mär|apr|avr|abr|may|mai|jui?n|juil|jul|aug|ago|"
    r"ao[uû]|sep|oct|okt|nov|dec|d[eé]c|dez|dic|ene|январ|феврал|март|апрел|ма[йя]|июн|июл|август|сентябр|октябр|ноябр|"
    r"декабр)[^\W\d_]{0,8}\.?(?:\s+(?:de\s+)?\d{4})?|"
    r"(?:jan|feb|mar|apr|may|jun|jul|aug|sep|oct|nov|dec)[a-z]{0,6}\.?\s+\d{1,2}(?:st|nd|rd|th)?\b(?:,?\s+\d{4})?|"
    r"(?:week|woche|semana|semaine|неделя|day|tag|día|jour|sprint|kw|session)\s*\d{1,3}\b)"
    r"[\s*_)\]]*[:.,|–—-]*[\s*_]*",
    re.IGNORECASE,
)
_UNIT: Final = (
    r"(?:ms|µs|us|s|secs?|seconds?|mins?|minutes?|minuten|sekunden|segundos?|minutos?|secondes?|секунд\w*|минут\w*|"
    r"мс|h|"
    r"hours?|stunden?|heures?|horas?|час\w*|[kKMGT]i?B|[МГТк]б|МБ|ГБ|rps|qps|(?:req|ops|rows|msgs?)/s|fps)"
)
MEASURED: Final = re.compile(rf"\d\s?{_UNIT}\b|\d\s?%|\ba second\b|\bper second\b|/s\b")
REACHED: Final = re.compile(
    r"\b(?:passes|survives?|survived|besteht|übersteht|bestanden|(?:no|keine|kein) (?:lost|loss|data loss|verloren\w*|"
    r"abweichung\w*)|within (?:the )?(?:target|budget|goal|limit|nfr)|(?:target|goal|ziel|objetivo|objectif|"
    r"budget|nfr|slo)\b.{0,20}\b(?:met|reached|was|of|erreicht|war|eingehalten|alcanzado|cumplido|atteint)|"
    r"цель достигнута)",
    re.IGNORECASE,
)
UNMEASURED: Final = re.compile(
    r"\d\s?%\s*(?:complete|done|finished|fertig|abgeschlossen|erledigt)|\b(?:overall|gesamt|meeting|workshop|"
    r"estimate\w*|"
    r"schätzung|tests? (?:pass|passed|green|grün)|will|should|shall|would|plan(?:ned)? to|next|todo|asked|wird|soll|"
    r"nächste|próximo|prochain)\b",
    re.IGNORECASE,
)

PHASE: Final = re.compile(
    r"\b(?:phase|milestone|stage|step|etappe|schritt|meilenstein|fase|hito|etapa|paso|étape|jalon|этап|фаза|веха|шаг)"
    r"\s*[#№]?\s*(\d{1,2}|[A-K]|I{1,3}|IV|V)\b|\bM(\d{1,2})\b",
    re.IGNORECASE,
)
FINISHED: Final = re.compile(
    r"\b(?:completed?|done|finished|closed|shipped|reached|fertig|abgeschlossen|erledigt|geschafft|erreicht|"
    r"terminad[oa]|"
    r"completad[oa]|conclu[ií]d[oa]|list[oa]|terminée?|achevée?|finie?|bouclée?|заверш[её]н[оаы]?|готов[оаы]?|"
    r"выполнен[оаы]?|закончен[оаы]?)\b|[✅✔☑✓]",
    re.IGNORECASE,
)
UNFINISHED: Final = re.compile(
    r"\b(?:not|nicht|no|isn't|never|before|until|till|when|once|if|after|nearly|almost|half|partly|mostly|will|to be|"
    r"must|"
    r"should|bevor|bis|sobald|wenn|fast|halb|teilweise|casi|cuando|antes|hasta|presque|quand|avant|почти|когда|до|"
    r"не)\b|"
    r"\b\d{1,2}\s?%",
    re.IGNORECASE,
)

_STUCK: Final = r"blocked|stuck|blockiert|bloquead[oa]s?|bloquée?s?|заблокирован[оаы]?"
LABEL: Final = re.compile(
    rf"\W*(?:(?:we are |we're |still |current )?(?:{_STUCK}|blockers?|blockade|hindernis|impediment|bloqueo|blocage|"
    rf"problem|"
    r"problème|problema|проблема|блокер)\b\W{0,3}(?:[:–—]|\s-\s|\.(?=\s|$)|$))+\W*",
    re.IGNORECASE,
)
BLOCKED: Final = re.compile(
    rf"^\W*(?:still |again |wieder |weiter )?(?:{_STUCK})\b(?=\W*$|\s*[:.,;–—]|\s-|\s(?:waiting|since|seit|again)\b)|"
    rf"\b(?:{_STUCK})\s+(?:by|on|at|with|because|until|durch|von|an|bei|wegen|weil|bis|por|en|hasta|par|sur|из-за)\b|"
    rf"\b(?:is|are|am|remains?|ist|sind|está|estamos|est|sommes|we're|i'm)\s+(?:still\s+|noch\s+|"
    rf"now\s+)?(?:{_STUCK})\b|"
    r"\b(?:can't|cannot|can not)\s+(?:continue|proceed|go on|ship|be (?:shipped|deployed|released|tested))\b|"
    r"\bnothing (?:we|i) can do\b|\bkommen nicht weiter\b|\bno podemos (?:seguir|continuar|avanzar)\b",
    re.IGNORECASE,
)
WAITING: Final = re.compile(
    r"\b(?:waiting|waits)\s+(?:for|on)\b(?!.{0,30}\btakes\b|\s+(?:the |a |code )*(?:reviews?|ci|build|merge)\b)|"
    r"\bwartet\b|\bwarten auf\b|\b(?:is|are) on hold\b|"
    r"\ben attente d|\bon attend\b|\besperando\b|\ba la espera d|\bждём\b|\bждем\b",
    re.IGNORECASE,
)
NOT_BLOCKED: Final = re.compile(
    r"\b(?:no (?:open |new )?(?:blockers?|impediments?)|not blocked|never blocked|no longer|nicht (?:mehr )?blockiert|"
    r"keine (?:blocker|hindernisse)|ya no|sin bloqueos|aucun blocage|нет блокеров)\b",
    re.IGNORECASE,
)
UNBLOCKED: Final = re.compile(
    r"\b(?:unblocked|entsperrt|débloquée?s?|desbloquead[oa]s?|разблокирован[оаы]?)\b|"
    r"^\W*(?:solved|resolved|fixed|behoben|gelöst|résolu|resuelto|solucionado|решено|исправлено)\s*[:–—,]|"
    r"\b(?:blockers?|blockade|block|problem|issue|hindernis|bloqueo|problema|blocage|problème)\b.{0,40}?"
    r"\b(?:gone|solved|resolved|fixed|cleared|gelöst|behoben|weg|resuelto|solucionado|résolu|решен[оаы]?)\b",
    re.IGNORECASE,
)
CLEARED: Final = re.compile(
    r"\W*(?:unblocked|entsperrt|débloquée?s?|desbloquead[oa]s?|разблокирован[оаы]?|solved|resolved|fixed|behoben|"
    r"gelöst|"
    r"résolu|resuelto|solucionado|решено|blockade gelöst|blocker (?:gelöst|resolved|solved|gone))\s*(?:[:–—,.]|$)\W*",
    re.IGNORECASE,
)

LEARNED: Final = re.compile(
    r"\W*(?:key |main |our |the |first |big(?:gest)? |another )?(?:learnings?|learned|learnt|"
    r"lesson(?:s)?(?: learn(?:ed|t))?|"
    r"takeaways?|insights?|discovery|discovered|surprise|lehre(?: daraus)?|gelernt|erkenntnis|lektion|lecci[oó]n|"
    r"aprendizaje|"
    r"aprendido|leçon|enseignement|appris|урок|вывод|next time|nächstes mal|la próxima vez|la prochaine fois|"
    r"(?:what )?we(?:'d| would) do differently|do differently|try|à éviter|à refaire)\W{0,3}[:–—]\W{0,3}(?=\w|"
    r"[\"“„«`])",
    re.IGNORECASE,
)
TAUGHT: Final = re.compile(
    r"\W*(?:(?:we|i)(?:'ve| have)? (?:also )?learn(?:ed|t) (?:that\b|to\b|how\b|the hard way)|wir haben gelernt|"
    r"(?:hemos )?aprendi(?:mos|do) que|"
    r"(?:nous avons|on a) appris|мы (?:поняли|узнали|выучили)|next time\b|nächstes mal\b|la próxima vez\b|"
    r"la prochaine fois\b|в следующий раз\b|in hindsight\b|im nachhinein\b)",
    re.IGNORECASE,
)
RULE: Final = re.compile(
    r"\b(?:has to be|have to be|must (?:be|not|have)|should(?:n't| not)? (?:have|be|always|never)|never again|"
    r"needs? to be|muss|müssen|sollte[nt]?|nie wieder|gehör(?:t|en) in|debe(?:mos|n)?|hay que|il faut|должн[аоы]?|"
    r"нужно)\b|"
    r"^\W*(?:always|never|don't|immer|nie|niemals|siempre|nunca|toujours|ne jamais|всегда|никогда)\b",
    re.IGNORECASE,
)
PRACTICE: Final = re.compile(
    r"\bfrom now on\b|\b(?:every|each|all)\b.{0,60}\b(?:now gets?|gets? an?|from now)\b|\brule for (?:all|every)\b|"
    r"\b(?:künftig|in zukunft|ab jetzt|ab sofort)\b.{0,40}\b(?:überall|immer|alle|jede[rsn]?)\b|"
    r"\b(?:other|all) (?:projects|teams)\b.{0,30}\b(?:should|can|will)\b.{0,20}\b(?:copy|use|adopt|take|do)\b|"
    r"\b(?:a partir de ahora|desde ahora|désormais|dorénavant|отныне|теперь всегда)\b",
    re.IGNORECASE,
)
PATTERN: Final = re.compile(
    r"\W*(?:[^:.]{0,30}\b)?(?:patterns?|pattern to (?:re-?use|keep)|muster|patr[oó]n|motif|best practice|convention|"
    r"konvention|rule|regel|regla|règle|паттерн|шаблон|правило|künftig(?: überall)?(?: so)?(?: machen)?)\b"
    r"[^:.]{0,30}:\W{0,3}(?=\w|[\"“„«`])",
    re.IGNORECASE,
)
REPLANNED: Final = re.compile(
    r"^\W*(?:we |wir )?(?:dropped|postponed|descoped|cancelled|canceled)\s+(?!to\b|by\b|from \d)|\bdescoped\b|"
    r"\b(?:added|new|taken in) to the (?:plan|scope)\b|\b(?:removed|dropped|cut|taken|struck) (?:out of|from) (?:the )?"
    r"(?:plan|scope)\b|\bscope change\b|\bnot in the original plan\b|\bin den plan aufgenommen\b|\baus dem plan\b|"
    r"\bfuera del (?:plan|alcance)\b|\bhors (?:du )?périmètre\b|\bисключен[оаы]? из плана\b",
    re.IGNORECASE,
)
