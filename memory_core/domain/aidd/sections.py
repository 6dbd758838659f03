# ruff: noqa: E501 - an expression is read in one piece
"""What a section is for, by its heading: glossary, defaults, constraints, and those in which nothing is demanded."""

import re
from collections.abc import Sequence
from functools import lru_cache
from typing import Final

from memory_core.domain.aidd.inline import bare

# Whose items are facts of a kind, even where no modal word says so.
TELLING: Final = frozenset(
    (
        "glossary",
        "entities",
        "defaults",
        "constraints",
        "invariants",
        "questions",
        "requirements",
        "acceptance",
        "excluded",
    )
)

# The first that fits wins. A bracketed name holds for everything below it, whatever stands there.
_ROLES: Final = (
    ("[answered]", r"(?:aidd:?)?answers|clarifications(?! needed)|(?:resolved|closed|answered) (?:questions|issues|points)|questions (?:and|&) answers|q&a|q & a|faq|frequently asked.*|ответы|antworten|réponses|respuestas|已解决.*|已解决问题|常见问题|よくある質問|review questionnaire|production readiness review questionnaire|production readiness.*"),
    ("questions", r"(?:open|unresolved|outstanding|pending|remaining|unanswered) (?:questions?|issues?|points?|items?|decisions?|topics?|problems?)\b.*|(?:still |yet |left )?open(?: ends| things| stuff| matters| threads)?|loose ends|(?:still |yet )?to (?:decide|clarify|discuss|resolve|agree)(?: on)?|(?:things|points|what) (?:still )?to (?:clarify|decide|discuss|resolve)|undecided(?: things| points)?|unclear(?: points)?|noch zu (?:klären|entscheiden)|zu (?:klärende|entscheidende) .*|klärungsbedarf|ungeklärtes?|à (?:décider|clarifier|définir|trancher)|(?:cosas|temas) por (?:decidir|definir)|por (?:decidir|definir)|dudas.*|что (?:ещё |еще )?не (?:решено|ясно)|what (?:is|we) (?:still |yet )?(?:open|(?:don't|do not) know)(?: yet)?|(?:noch |was (?:noch )?)?offen(?:es)?(?: ist)?|en suspens|pendientes?|abiertos?|unknowns|tbds?|to be (?:decided|determined|clarified|discussed|agreed|confirmed)|questions(?: to (?:resolve|answer|clarify))?|(?:needs?|needed|requested) clarifications?|clarifications needed|undecided|(?:открытые|нерешённые|нерешенные|неясные|незакрытые) .*|вопросы.*|(?:offene|ungeklärte) (?:fragen|punkte|themen).*|(?:questions?|points?) (?:ouverte?s?|en suspens|à clarifier)|(?:preguntas|cuestiones|puntos|temas) (?:abiert|pendient)[ao]s.*|dudas|questões (?:em aberto|abertas)|domande aperte|.*(?:未解决|待解决|待定|开放|待确认|待讨论|待澄清|遗留)(?:的)?(?:问题|事项)?.*|.*(?:未解決|未決|未確定|オープン).*|미해결.*|open questions?.*"),
    ("glossary", r"(?:(?:some|the|our) )?(?:words?|terms|language)(?: (?:that )?(?:we|are)? ?used?)?(?: here)?|what we mean by .*|(?:.*\b)?(?:glossary|terminology|vocabulary|nomenclature|acronyms|abbreviations|ubiquitous language)\b.*|(?:(?:key|core|basic|important|common) )?(?:terms|definitions|concepts)(?: (?:and|&|used) .*)?|(?:terms|acronyms) .{0,12}definitions|definition of terms|glossar|begriff(?:e|lichkeiten|sdefinition\w*|sbestimmungen)(?: .*)?|definitionen|terminologie|glossaire|définitions|lexique|vocabulaire|glosario|definiciones|t[ée]rminos(?: .*)?|(?:терм|глоссар|определени|поняти|сокращени)\w*(?: .*)?|.*(?:术语|名词解释|词汇表|術語).*|定义|用語.*|定義|용어.*|용어 정의"),
    ("behaviour", r"(?:.*\b)?(?:behaviou?rs?|semantics|(?:processing|validation|resolution|matching|precedence|ordering|conflict) (?:rules?|order|model|logic)|precedence)\b.*|verhalten.*|semantik|comportements?.*|comportamientos?.*|поведение.*|семантика|.*(?:行为|行為|动作|挙動|振る舞い|语义).*"),
    ("proposal", r"(?:detailed |proposed |technical |high[- ]level |our )?(?:design|solution|change|approach|implementation)s?(?: details| overview| notes)?|proposals?|specification|(?:reference|guide)-level explanation|entwurf|lösung(?:sentwurf)?|conception|solution proposée|propuesta|solución propuesta|предлагаемое решение|设计方案|方案(?:设计)?|設計(?:方針)?|提案"),
    ("cases", r"(?:edge|corner|boundary|special|error|failure) cases?.*|граничные случаи|rand(?:fälle|bedingungsfälle)|sonderfälle|grenzfälle|cas (?:limites|particuliers)|casos (?:límite|borde|extremos)|边界(?:情况|条件|场景|用例).*|エッジケース|境界.*"),
    ("assumptions", r"(?:key |our )?assumptions\b.*|annahmen\b.*|hypothèses.*|supuestos.*|suposiciones.*|допущени\w*.*|предположени\w*.*|假设.*|前提(?:条件)?"),
    ("plain", r"(?:(?:positive|negative|neutral) )?(?:consequences?|implications?|outcomes?)|impact|folgen|konsequenzen|auswirkungen|conséquences|consecuencias|последствия|影响|影響|后果|error (?:handling|cases|conditions).*|failure (?:modes|handling).*|security(?: considerations| model)?|api|interfaces?|data model|обработка ошибок|fehlerbehandlung|异常.*|エラー処理"),
    ("entities", r"(?:key |core |domain |main )?(?:entities|domain model|actors|roles)|(?:ключевые |основные )?(?:сущности|роли)(?: .*)?|entitäten|entités.*|entidades.*|核心实体|实体.*|エンティティ.*"),
    ("[invariants]", r"(?:.*\b)?(?:invariants?|guarantees)\b.*|.*\b(?:must always|always (?:be )?true|always hold|hold always|must hold|never break)s?|what always holds|was immer gilt|(?:инвариант|гарантии)\w*.*|invarianten|garantien|invariantes?|garanties|garantías|.*(?:不变量|不变式|不变性|不变条件|不変条件).*|불변.*"),
    ("[alternatives]", r"(?:what )?(?:we )?(?:decided|considered and decided|chose) against|(?:what we |things we )?(?:did not|didn't|will not|won't) (?:choose|do|take)|why not\b.*|was wir verworfen .*|(?:.*\b)?(?:alternatives?|alternativen)\b.*|(?:options|approaches|solutions|designs?) (?:considered|evaluated|rejected)|(?:considered|rejected|discarded|abandoned|other) (?:options|approaches|solutions|designs?|ideas|proposals)|.*\brejected\b.*|(?:альтернатив|отклон[её]нн)\w*.*|варианты(?: решения)?|рассмотренные .*|verworfene.*|betrachtete.*|(?:solutions|options) (?:envisagées|écartées|rejetées)|alternativas.*|opciones (?:consideradas|descartadas)|替代方案.*|备选方案.*|被拒绝.*|代替案.*|却下.*|drawbacks|prior art|related work|pros (?:and|&|/) cons|trade-?offs?|comparison.*"),
    ("decision", r"decisions?(?: outcome| made| taken)?|resolution|entscheidung(?:en)?|beschluss|décisions?|decisi[oó]n(?:es)?|decisioni|решени[ея](?: принято)?|принятое решение|决定|决策|決定|決定事項|결정"),
    ("[history]", r"change ?log|changes|(?:.*\b)?(?:revision|version|change|document|implementation|edit) (?:history|log)|history|release notes|what's new|progress(?: log)?|status log|история.*|журнал.*|änderungs\w+|versions?historie|historie|historique.*|historial.*|变更(?:记录|历史|日志)|修订.*|更新(?:日志|记录|历史)|変更履歴|改訂履歴|更新履歴"),
    ("[aside]", r"(?:.*\b)?(?:references|see also|further reading|bibliography|related (?:documents?|links|resources|issues|specs|artifacts|pages)|external links|links|resources|acknowledg\w+|credits|authors?|contributors|licen[cs]e|copyright|table of contents|contents|toc|index|appendix .*examples?|sources?|source documents|related(?: reading| work items)?)|siehe auch|voir aussi|véase también|см\. также|связанные (?:документы|материалы|ссылки)|(?:関連|相关)(?:情報|資料|文書|ドキュメント|リンク|docs?|文档|链接|资料)?|содержание|оглавление|ссылки.*|источники.*|литература|автор\w*|ответственн\w+|inhalt(?:sverzeichnis)?|quellen|verweise|referenzen|literatur|sommaire|références|referencias|índice|参考.*|目录|目次|参照|参考文献|release signoff checklist|infrastructure needed.*|paths|git snapshot.*|user note|commands(?: .*)?|how to update|how to use .*|read log|(?:out of scope )?backlog|artefact links|reuse candidates|integration points|commands run|qa traceability|progress log|test execution"),
    ("excluded", r"(?:explicit )?(?:non[- ]?goals?|anti[- ]?goals?|(?:explicitly )?out[- ]?(?:of)?[- ]?scope|not in scope|exclusions?|what this is not)\b.*|не[- ]?цели|вне (?:рамок|scope|области|объ[её]ма).*|не входит.*|nicht[- ]?ziele?|(?:ausdrücklich )?nicht (?:teil|im umfang|enthalten).*|abgrenzung.*|hors (?:périmètre|scope).*|non-objectifs|fuera de(?:l)? alcance.*|no objetivos|非目标.*|不在范围.*|范围外.*|非目標.*|対象外.*|スコープ外.*"),
    ("[example]", r".*\bstep by step|(?:a|one) (?:day|story|session|booking|walk)\b.*|(?:worked |usage |code |full |complete |minimal |sample )?(?:examples?|samples?)\b.*|.*\bexamples?|beispiele?\b.*|пример\w*.*|exemples?\b.*|ejemplos?\b.*|示例.*|例子|样例.*|例|使用例|サンプル.*|예시.*|quick ?start.*|getting started.*|tutorial.*|walkthrough.*|installation|быстрый старт|schnellstart|démarrage rapide|inicio rápido|快速(?:开始|入门).*|クイックスタート"),
    ("defaults", r"standard settings|(?:.*\b)?defaults?(?: (?:values?|settings?|configuration|options?|behaviou?rs?))?(?: \(.*\))?|.*\bdefaults(?: \(.*\))?|(?:standard|default)werte|voreinstellungen|valeurs par défaut|valores (?:por defecto|predeterminados)|значения по умолчанию|по умолчанию|默认(?:值|配置|设置|参数)?|デフォルト.*|既定値|기본값"),
    ("config", r"(?:.*\b)?(?:configuration|configuring|config|settings|options|parameters|environment variables|env vars|flags|knobs|tunables|properties|konfiguration|einstellungen|parameter|paramètres|configuración|parámetros|настройки|параметры|конфигурация|переменные окружения)\b.*|.*(?:配置|参数|设置|設定|パラメータ|环境变量).*"),
    ("acceptance", r"(?:.*\b)?(?:acceptance|success criteria|measurable outcomes|exit criteria|definition of done|done definition|dod|done when)\b.*|критерии.*|(?:akzeptanz|erfolgs|abnahme)kriterien.*|critères.*|criterios.*|验收.*|成功标准.*|受け入れ.*|成功基準.*|完成定义|測定可能.*|인수.*"),
    ("constraints", r"(?:.*\b)?(?:constraints?|non[- ]negotiables?|boundaries|restrictions?|guard ?rails?|(?:hard|ground|golden|strict|core|key|design|business|validation) rules|do ?n[o']t(?:s)?|never(?: do| ever)?|must ?nots?|forbidden(?: paths)?|must[- ]not[- ]touch|must[- ]touch|prohibited|prohibitions?|allowed (?:paths|dependencies)|allowlist|rate limits|hard limits)\b.*|rules|(?:business|coding|naming|design|api|style|general) (?:conventions|guidelines|standards|rules)|conventions|à (?:ne pas )?faire|(?:qué )?no hacer|nicht tun|не делать|(?:actions? )?obligatoires?|règles?.*|reglas?.*|regole.*|regras?.*|konventionen|richtlinien|(?:geschäfts|fach)regeln|convenciones.*|соглашения.*|(?:设计|开发|编码|命名|業務|設計|開発|コーディング|命名)(?:規約|规范|規範)|規約|limits|limitations? (?:and|&) .*|musts?|(?:guiding |design |core |architectural )?principles|compliance|(?:technische |fachliche )?(?:rand|rahmen)bedingungen|(?:ein|be)schränkungen|(?:verbindliche )?(?:vorgaben|festlegungen|regeln)|verbote|contraintes.*|restricciones.*|(?:restrições|vincoli).*|ограничени\w*.*|запре\w+.*|границы.*|правила.*|нельзя.*|обязательные .*|.*(?:约束|限制|规则|禁止|边界|红线|原则|約束|制約|制限|ルール|禁止事項|原則).*|제약.*|규칙.*"),
    ("requirements", r"(?:muss|soll|kann|wunsch)kriterien|produkt(?:funktionen|leistungen)|(?:.*\b)?(?:requirements?|must[- ]haves?|nfrs?|frs?)\b.*|(?:.*\b)?anforderung\w*.*|exigences.*|requisitos.*|requirements.*|(?:.*\b)?требовани\w+.*|(?:не)?функциональные|.*(?:需求|要求|要件).*|요구\s?사항.*|(?:added|modified) requirements"),
    ("rationale", r"(?:design )?rationale|reasons?(?: for .*)?|begründung(?:en)?|gründe|justification|raisons?|motivos?|razones|причин[аы]|обоснование|(?:採用|選定)?理由|原因"),
    ("story", r"executive summary|(?:.*\b)?(?:motivations?|background|problem(?: statement)?|why|rationale|justification|introduction|intro|goals?|objectives?|user stor(?:y|ies).*|user scenarios.*|scenarios?|personas?|use cases?|tl;?dr|overview of the problem|risks?(?: .*)?|mitigations?|discussion|lessons learned|findings?|observations?|vision|next steps|future (?:work|possibilities|directions|considerations)|current (?:state|situation)|status quo|as[- ]is|when to use|why this .*|research hints|summary of findings|review|metrics|tl;dr)|(?:мотивация|контекст|введение|проблем|цел[ьи]|обзор|риски|предыстория|сценари|зачем|почему|текущее|следующие шаги|пользовательские)\w*.*|(?:kontext|motivation|hintergrund|problem\w*|ausgangslage|ziele?|einleitung|risiken|ist-zustand|ist-analyse)\b.*|(?:contexte|objectifs?|problématique|introduction|risques)\b.*|(?:contexto|motivación|objetivos?|introducción|antecedentes|riesgos)\b.*|(?:背景|コンテキスト|动机|目标|目的|概述|风险|简介|问题|はじめに|動機|ゴール|リスク|배경|목표).*|context"),
    ("work", r"(?:.*\b)?(?:tasks?|task ?list|todos?|milestones?|roadmap|timeline|schedule|implementation (?:plan|phases|order|steps|strategy)|work ?items|iterations?(?: full)?|action items|handoff(?: inbox)?|next 3|phases?|phase \d.*|plan|steps|deliverables|checklists?|checklist .*|test (?:plan|cases|strategy|execution|policy|hooks?)|testing(?: strategy| plan)?|tests?|unit tests|e2e tests|integration tests|qa traceability|graduation criteria|alpha|beta|ga|stable|deprecated|upgrade / downgrade strategy|version skew strategy|migration (?:plan|path|steps)|roll ?out(?: plan)?|roll_out|rollback|files touched|dependencies|implementation details?/notes/constraints \(optional\))|(?:план|задачи|этапы|итерации|шаги|тест)\w*.*|(?:aufgaben|umsetzung\w*|meilensteine|vorgehen|schritte|reihenfolge|testplan|tests)\b.*|(?:tâches|étapes|plan de .*)|(?:tareas|pasos|plan de .*)|(?:任务|计划|步骤|里程碑|测试|タスク|計画|テスト|작업).*"),
)  # fmt: skip
OPEN: Final = frozenset(
    ("", "proposal", "behaviour", "cases", "assumptions")
)  # say of what is built, and bind by their words alone
_COMPILED: Final = tuple((role, re.compile(rf"(?:{pattern})\Z", re.IGNORECASE)) for role, pattern in _ROLES)

_NUMBER: Final = re.compile(
    r"^第[\d一二三四五六七八九十]+[章节節部]\s*|^(?:appendix|anhang|annexe|anexo|приложение|teil|abschnitt|kapitel|chapitre|capítulo|глава|step|schritt)\s+(?:\d+|[A-Z]|[IVX]+)\s*[:.–—-]\s*|^(?:(?:section|chapter|part|раздел|abschnitt|kapitel|第)\s*)?(?:\d+(?:\.[\dA-Za-z]+)*(?:[.):、]\s*|\s+)|[IVX]+[.):]\s+|[A-Z][.)]\s+|§+\s*[\d.]+|[一二三四五六七八九十]+[、.．])\s*(?=\S)"
)
_MANDATORY: Final = re.compile(r"\s*[(（\[][^()（）\[\]]*[)）\]]\s*$")
_EDGES: Final = re.compile(r"^[\W_]+|[\s:：.!*_\-–—]+$")
_AIDD: Final = re.compile(r"^aidd\s*:\s*", re.IGNORECASE)
_DECIDED: Final = re.compile(r"aidd\s*:\s*decisions\b", re.IGNORECASE)
_BROAD: Final = re.compile(
    r"guideline|convention|standard|guide\b|guard ?rails?|规范|規約", re.IGNORECASE
)  # a title that names all of it
_LONGEST: Final = 80


def role(headings: Sequence[str], leads: Sequence[str] = (), title: str = "") -> str:
    """What stands below these headings, outermost first, and below what leads a list in: "" where nothing tells.

    The innermost that tells decides; of a hard one, like examples or what was rejected, everything below is a part. The
    document's own title names its matter.
    """
    found = ""
    for heading in headings:
        told = named(heading)
        if heading == title and (told.strip("[]") not in TELLING | {"history"} or _BROAD.search(heading)):
            continue
        if found.startswith("[") and found != "[invariants]" and told not in ("glossary", "questions"):
            continue
        found = told or found
    if not found.startswith("["):
        for lead in leads:
            found = named(lead) or found
    found = found.strip("[]")
    return "" if found == "plain" else found


def words(heading: str) -> str:
    """A heading without number, marks and prefix."""
    text = bare(heading).replace("_", " ")
    text = _AIDD.sub("", _EDGES.sub("", text))
    return _EDGES.sub("", _NUMBER.sub("", text))


@lru_cache(maxsize=4096)
def named(heading: str) -> str:
    """The role that a heading names, bracketed where it holds for all below; "" where it names none."""
    if len(heading) > 4 * _LONGEST:
        return ""
    if _DECIDED.search(heading[:40]):
        return "[answered]"  # it goes to the log
    text = words(heading)
    if not text or len(text) > _LONGEST or text.count(" ") > 7:
        return ""
    for given in (text, _EDGES.sub("", _MANDATORY.sub("", text))):
        for name, pattern in _COMPILED:
            if pattern.match(given):
                return name
    return ""
