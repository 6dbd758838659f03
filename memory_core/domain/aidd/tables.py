# ruff: noqa: E501 - an expression is read in one piece
"""Rows of tables: terms, defaults, requirements and questions, by what the columns are called."""

import re
from collections.abc import Iterator
from functools import lru_cache
from typing import Final

from memory_core.domain.aidd import defaults, inline, questions, rules, terms
from memory_core.domain.aidd.block import Block
from memory_core.domain.aidd.fact import Fact
from memory_core.domain.aidd.found import Found, Place, clip
from memory_core.domain.aidd.terms import is_empty

_COLUMNS: Final = (
    ("id", r"ids?|#|№|no\.?|nr\.?|nummer|ref(?:erence)?|код|编号|編號|編号|番号|(?:req|requirement|constraint|rule)[ .-]?(?:id|no|#)"),
    ("default", r"defaults?(?: values?)?|default setting|standard(?:wert)?|vorgabe(?:wert)?|voreinstellung|(?:valeur )?par défaut|(?:valor )?(?:por defecto|predeterminado)|valor padrão|(?:значение )?по умолчанию|умолчание|(?:默认|預設|缺省)(?:值)?|デフォルト(?:値)?|既定値?|初期値|기본값?"),
    ("term", r"terms?|concepts?|words?|acronyms?|abbreviations?|abbr\.?|expression|begriff|abkürzung|terme|notion|sigle|término|concepto|sigla|термин|понятие|сокращение|аббревиатура|术语|名词|概念|缩写|術語|用語|略語|용어"),
    ("definition", r"definitions?|meaning|explanation|what it (?:is|means)|means|bedeutung|erklärung|définition|signification|definición|significado|explicación|definição|определение|значение термина|расшифровка|пояснение|定义|含义|解释|释义|定義|意味|정의"),
    ("question", r"(?:open )?(?:questions?|issues?)|frage|offene frage|question ouverte|pregunta|вопрос|问题|問題|質問|課題|질문"),
    ("aliases", r"also called|also known as|aliases|synonyms?|aka|other names?|auch|synonyme?|alias|aussi appelé|también|синонимы?|также|别名|同义词|別名|동의어"),
    ("target", r"targets?|measures?|metrics?|thresholds?|goals?|fit criteri(?:on|a)|verification|zielwert|ziel|messgröße|cible|mesure|objetivo|medida|цель|целевое(?: значение)?|показатель|指标|目标(?:值)?|指標|目標(?:値)?"),
    ("status", r"status|state|resolution|resolved|answers?|decision|outcome|статус|ответ|решение|antwort|entscheidung|réponse|décision|estado|respuesta|decisión|状态|狀態|答案|回答|決定|结论|状況|상태"),
    ("invariant", r"invariants?|guarantees?|property that holds|инвариант|invariante|garantie|不变量|不変条件"),
    ("rule", r"requirements?|constraints?|rules?|statement|policy|restriction|acceptance criteri(?:on|a)|success criteri(?:on|a)|criteri(?:on|a)|must|anforderung|regel|vorgabe|einschränkung|exigence|contrainte|règle|requisito|restricción|regla|criterio|требование|ограничение|правило|критерий|需求|要求|约束|约束条件|限制|规则|要件|制約|ルール|요구사항"),
    ("type", r"(?:data )?types?|format|datentyp|typ|tipo|тип(?: данных)?|类型|型|データ型|타입|required\??|mandatory\??|nullable|обязательн\w+|必填|必須"),
    ("priority", r"priority|severity|criticality|level|importance|moscow|приоритет|важность|priorität|priorité|prioridad|优先级|優先度"),
    ("key", r"(?:config(?:uration)? )?(?:options?|settings?|parameters?|params?|keys?|flags?|variables?|env(?:ironment)?(?: variables?| vars?)?|arguments?|args?|knobs?|propert(?:y|ies)|keywords?|fields?|attributes?|columns?|names?|config)|einstellung|option|parameter|variable|schlüssel|feld|eigenschaft|paramètre|clé|nom|champ|opción|parámetro|clave|campo|nombre|параметр|настройка|переменная|ключ|поле|опция|имя|название|名称|参数(?:名)?|配置(?:项)?|选项|字段|键|變數|环境变量|変数|項目|キー|名前|設定(?:項目)?|이름|항목"),
    ("value", r"values?|setting|wert|valeur|valor|значение|值|取值|値|값"),
    ("text", r"descriptions?|details?|what|purpose|summary|beschreibung|descripción|descrição|описание|説明|说明|描述|詳細|备注说明|설명"),
    ("why", r"why|what for|what (?:it|this) (?:is )?(?:for|does)|because|reasoning|justification|used for|explained|wofür|warum|wozu|zweck|erläuterung|pour quoi faire|justification|para qué|зачем|用途|reasons?|rationale|notes?|comments?|remarks?|grund|begründung|bemerkung|pourquoi|raison|remarques?|por qué|motivo|notas?|почему|причина|обоснование|примечани[ея]|комментарий|原因|理由|备注|備考|비고"),
)  # fmt: skip
_COMPILED: Final = tuple((name, re.compile(rf"(?:{pattern})\Z", re.IGNORECASE)) for name, pattern in _COLUMNS)
_CLOSED: Final = re.compile(
    r"\W*(?:resolved|answered|closed|done|decided|accepted|rejected|fixed|yes|no|✅.*|✔.*|решено|закрыт\w*|gelöst|geklärt|erledigt|entschieden|résolue?|fermée?|resuelt[ao]|cerrad[ao]|已解决|已确认|已关闭|解決済み?|完了)\b.*",
    re.IGNORECASE,
)
_LEVELS: Final = (("critical", r"critical|blocker|p0|критич\w+|kritisch|crítica?|紧急"), ("high", r"high|must(?: have)?|p1|m|высок\w+|hoch|élevée?|alta?|haute|高|必须"), ("medium", r"medium|should(?: have)?|p2|s|средн\w+|mittel|moyenne?|media|中"), ("low", r"low|could(?: have)?|nice to have|p3|c|низк\w+|niedrig|basse|faible|baja|低"))  # fmt: skip
_SURE: Final = {"critical": 0.97, "medium": 0.85, "low": 0.7}  # by the priority that the table gives
_IDENTIFIER: Final = re.compile(r"`[^`]+`|[\w.\[\]-]+\??")
_SETTING: Final = re.compile(r"`[\w./-]*[A-Za-z][\w./-]*`|[A-Z][A-Z0-9]*_[A-Z0-9_]+|[a-z]\w*(?:[._]\w+)+")
_SQL: Final = re.compile(r"\bDEFAULT\s+('[^']*'|[\w.()]+)")


def row(block: Block, place: Place, closed: frozenset[int]) -> Iterator[Found]:
    """The facts of a row."""
    cells = _Cells(block)
    if ("question" in cells.at and (place.role == "questions" or "status" in cells.at)) or place.role == "questions":
        yield from _question(cells, place, closed)
    elif "invariant" in cells.at or "rule" in cells.at:
        yield from _rule(cells, place)
    elif "default" in cells.at or _sets(cells, place):
        yield from _default(cells, place)
    elif {"term", "definition"} <= cells.at.keys() or ("term" in cells.at and "text" in cells.at):
        yield from _term(
            cells, cells.at["term"], cells.at.get("definition", cells.at.get("text", 1)), place, 0.92, "term-table"
        )
    elif place.role in ("glossary", "entities") and len(block.cells) > 1:
        first, second = cells.at.get("key", 0), cells.at.get("definition", cells.at.get("text", 1))
        yield from _term(cells, first, second, place, 0.88, f"{place.role}-table")
    elif "definition" in cells.at and len(block.cells) > 1 and cells.at["definition"] > 0:
        yield from _term(cells, 0, cells.at["definition"], place, 0.8, "definition-column")
    else:
        yield from _loose(cells, place)


@lru_cache(maxsize=1024)
def column(name: str) -> str:
    """What a column holds, by its name; "" where the name does not tell."""
    text = re.sub(r"\s*\([^()]*\)$", "", inline.bare(name)).strip(" :：*_")
    return next((role for role, pattern in _COMPILED if pattern.match(text)), "")


class _Cells:
    """The cells of a row: what they say, where they stand, and which column is which."""

    def __init__(self, block: Block) -> None:
        self.raw = block.cells
        self.line = block.line
        self.lines = block.lines
        self.at: dict[str, int] = {}
        for number, name in enumerate(block.columns):
            if (role := column(name)) and number < len(block.cells):
                self.at.setdefault(role, number)

    def text(self, role: str) -> str:
        """What stands in the column, "" where there is none."""
        return inline.plain(self.raw[self.at[role]]) if role in self.at else ""

    def on(self, number: int) -> int:
        """The line of a cell."""
        return self.lines[number] if number < len(self.lines) else self.line


def _sets(cells: _Cells, place: Place) -> bool:
    """Whether a row gives a setting its value: in a section for them, or the setting written as one is."""
    if not {"key", "value"} <= cells.at.keys() or place.role in ("example", "acceptance", *rules.SOFT):
        return False
    return place.role == "defaults" or (len(cells.at) == len(cells.raw) and bool(_SETTING.fullmatch(cells.text("key"))))


def _question(cells: _Cells, place: Place, closed: frozenset[int]) -> Iterator[Found]:
    status = cells.text("status")
    if _CLOSED.match(status) or ("status" in cells.at and not questions.is_open(status) and len(status) > 20):
        return
    number = cells.at.get("question", cells.at.get("text", -1))
    if number < 0:
        number = max(range(len(cells.raw)), key=lambda at: len(cells.raw[at]))
    label = _label(cells, number)
    label = label or inline.labelled(cells.raw[number])[0]
    text = inline.labelled(cells.raw[number])[1]
    block = Block("item", text, cells.on(number), 1)
    yield from questions.asked(block, text, cells.on(number), place, label, closed)


def _rule(cells: _Cells, place: Place) -> Iterator[Found]:
    kind = "invariant" if "invariant" in cells.at else "constraint"
    number = cells.at.get("invariant", cells.at.get("rule", 0))
    label = _label(cells, number)
    text = cells.raw[number]
    if not label:
        label, text = inline.labelled(text)
    said = inline.plain(text)
    described = cells.text("text")
    if number == 0 and described and len(said) < 60:  # the column names the rule, and the next one says it
        said = f"{said}: {described}" if said else described
    if not rules.says_enough(said, "x"):
        return
    if target := cells.text("target"):
        said = said if is_empty(target) else f"{said}: {target}"
    force = rules.binds(text)
    level = next(
        (level for level, words in _LEVELS if re.fullmatch(words, cells.text("priority").strip(" *"), re.IGNORECASE)),
        "",
    )
    severity = level or (
        "critical" if force and force.forbids else "high" if force and "must" in force.name.lower() else "medium"
    )
    certainty = _SURE.get(level, 0.92) if place.role != "acceptance" else 0.7
    if place.role in ("story", "work"):
        certainty = 0.6
    yield Found(
        Fact(
            kind,
            clip(said),
            place.path,
            cells.on(number),
            certainty,
            f"{kind}-column",
            label=label,
            severity=severity if kind == "constraint" else "",
        )
    )


def _default(cells: _Cells, place: Place) -> Iterator[Found]:
    number = cells.at.get("default", cells.at.get("value", 1))
    key = cells.at.get("key", cells.at.get("term", 0 if number else 1))
    if key >= len(cells.raw) or key == number:
        return
    why = cells.text("why") or cells.text("text") or cells.text("definition")
    fact = defaults.fact_of(
        _first(cells.raw[key]), cells.raw[number], why, place, cells.on(number), 0.95, "default-column"
    )
    if fact:
        yield Found(fact)


def _term(cells: _Cells, name: int, said: int, place: Place, certainty: float, rule: str) -> Iterator[Found]:
    if max(name, said) >= len(cells.raw) or name == said:
        return
    term, text = inline.bare(cells.raw[name]), inline.plain(cells.raw[said])
    if is_empty(term) or is_empty(text) or len(term) > 80:
        return
    head = re.match(r"(.*?)\s*\(([^()]{1,60})\)$", term)
    term, other = (head[1], head[2]) if head and head[1] else (term, "")
    aliases = terms.aliases(term, other, cells.text("aliases"))
    yield Found(Fact("term", clip(text), place.path, cells.on(said), certainty, rule, name=term, aliases=aliases))


def _loose(cells: _Cells, place: Place) -> Iterator[Found]:
    """What a row says whose columns do not tell: a default in SQL, a rule in capitals, a field and what it is."""
    for number, cell in enumerate(cells.raw):
        if number and (match := _SQL.search(cell)):
            fact = defaults.fact_of(_first(cells.raw[0]), match[1], "", place, cells.on(number), 0.75, "sql-default")
            if fact:
                yield Found(fact)
    binding = place.role in ("constraints", "invariants", "requirements")
    if binding and len(cells.raw) > 1 and (cells.at.keys().isdisjoint(("key", "type")) or _label(cells, -1)):
        yield from _binding(cells, place)
        return
    bound = False
    for number, cell in enumerate(cells.raw):
        force = rules.binds(cell) if len(cell) > 12 else None
        if force and (force.name in ("MUST", "SHOULD") or (force.name == "must" and place.role not in rules.SOFT)):
            lead = inline.plain(cells.raw[0]) if number and len(cells.raw[0]) < 60 else ""
            if lead and not lead.endswith("."):
                yield from rules.led(cell, cells.on(number), place, _label(cells, number), lead, force)
            else:
                yield from rules.stated(cell, cells.on(number), place, _label(cells, number))
            bound = True
        elif number and len(cell) > 12:
            yield from defaults.stated(cell, cells.on(number), place, key=_first(cells.raw[0]))
    told = cells.at.get("text", 0)
    if not bound and told and cells.at.get("key") == 0 and place.role not in rules.SOFT:
        first = inline.plain(cells.raw[0])
        if _IDENTIFIER.fullmatch(first) and " " in inline.plain(cells.raw[told]):
            yield from _term(cells, 0, told, place, 0.5, "field-table")


def _binding(cells: _Cells, place: Place) -> Iterator[Found]:
    """A row of a section that binds: its longest cell is the rule."""
    number = max(range(len(cells.raw)), key=lambda at: len(cells.raw[at]))
    label = _label(cells, number)
    label, lead = (label, "") if label else ("", inline.plain(cells.raw[0]) if number else "")
    text = cells.raw[number]
    if not is_empty(inline.plain(text)):
        yield from rules.whole(text, cells.on(number), place, label, lead if len(lead) < 60 else "")


def _label(cells: _Cells, but: int) -> str:
    for number in dict.fromkeys((cells.at.get("id", 0), 0)):
        if number != but and number < len(cells.raw):
            label, rest = inline.labelled(inline.bare(cells.raw[number]))
            if label and not rest:
                return label
    return ""


def _first(cell: str) -> str:
    """The name in a cell: its code where it has some, else the cell."""
    code = re.match(r"\s*\**`([^`\n]+)`", cell)
    return code[1] if code else cell
