# ruff: noqa: E501 - an expression is read in one piece
"""Open questions: what a document still asks, and how it shows that something has been answered."""

import re
from collections.abc import Iterator, Sequence
from typing import Final

from memory_core.domain.aidd import inline
from memory_core.domain.aidd.block import Block
from memory_core.domain.aidd.fact import Fact
from memory_core.domain.aidd.found import Found, Place, clip
from memory_core.domain.aidd.terms import is_empty

_NEEDS: Final = re.compile(
    r"\[\s*(?:NEEDS|REQUIRES|NEED)[ _-]+CLARIFICATION\s*[:：-]?\s*(?P<asked>[^\[\]]*)\]", re.IGNORECASE
)
_UNRESOLVED: Final = re.compile(r"<<\[UNRESOLVED[^\]\n]*\]>>\s*(?P<asked>[^<]+)")
_LEAD: Final = re.compile(
    r"(?:open (?:question|issue|point)s?|to be (?:discussed|decided|clarified|determined|confirmed|agreed|defined)(?: (?:with|by|in|on|before) [^:：?]{1,40})?|unresolved|undecided|tbd|tbc|question|(?:todo|fixme)(?:\([^()]*\))?[:\s]+(?=(?:decide|clarify|confirm|determine|find out|ask|agree)\b)|открытый вопрос|вопрос|нужно уточнить|offene (?:frage|punkt)|zu klären|question ouverte|pregunta abierta|pendiente|待定|待确认|待讨论|未决问题|未定|要確認|要検討)\s*(?P<mark>[:：]|[-–—]\s|(?<=\s)(?=(?:decide|clarify|confirm|determine|find|ask|agree)))\s*(?P<asked>\S.*)",
    re.IGNORECASE | re.DOTALL,
)
_UNCLEAR: Final = re.compile(
    r"\b(?:(?:it(?:'s| is)|remains?|is|are|still|yet) (?:still |currently |yet |as yet |also )?(?:unclear|undecided|not (?:yet )?(?:clear|decided|known|determined|agreed)|not yet (?:defined|specified)|an open (?:question|issue)|unresolved|undetermined|unspecified whether|to be (?:decided|determined|clarified|confirmed|agreed|discussed|defined)|tbd)|"
    r"(?:not|hasn't|have not|has not) (?:yet )?(?:been )?(?:decided|agreed|settled) (?:whether|which|how|if|on)|(?:potentially |still )?unresolved (?:discussions?|questions?|issues?|points?|matters?)|needs? (?:a |further )?(?:follow-?up|discussion|investigation)|(?:we|i) (?:don't|do not) (?:yet )?know (?:yet|whether|if|how|which|who|when|where)|not sure (?:whether|if|how|which|what)|we (?:still )?(?:need to|have to|must|should) (?:decide|clarify|figure out|determine|agree|resolve)\b|"
    r"(?:ist|sind|bleibt) (?:noch )?(?:offen|unklar|ungeklärt|zu klären)|noch (?:offen|zu klären|zu entscheiden|nicht (?:entschieden|geklärt|festgelegt|definiert))|noch (?:\w+ ){0,2}(?:geklärt|entschieden|festgelegt|abgestimmt|definiert) werden|steh(?:t|en) (?:noch )?nicht fest|(?:remains?|needs?|has|have|yet|still) (?:yet |still )?to be (?:seen|decided|determined|clarified|confirmed|agreed|discussed|defined|worked out|figured out)|(?:still |currently )?under discussion|(?:open|up) for (?:discussion|debate)|(?:is|are) left open|pending (?:a )?(?:decision|discussion|clarification|confirmation)|n'est pas encore (?:décidé|défini|tranché)\w*|(?:aún|todavía) no (?:se ha|está) (?:decidido|definido)|reste à (?:décider|définir|clarifier|déterminer)|(?:queda|falta) (?:por|pendiente)|por (?:definir|decidir|confirmar)|(?:пока )?(?:неясно|не решено|не определено|не ясно)|предстоит (?:решить|определить)|требует уточнения|нужно (?:решить|уточнить|определить))\b"
    r"|有待(?:讨论|确认)|需要?进一步(?:讨论|确认)|検討が必要|今後検討|尚未确定|尚未决定|待定|待确认|有待|未確定|未定|要検討|検討中",
    re.IGNORECASE,
)
_SUPPOSED: Final = re.compile(
    r"(?:if|when|where|unless|in case|wenn|falls|si|cuando|если|когда|如果|もし)\b", re.IGNORECASE
)
# Without one of these nothing is left open.
_CUES: Final = tuple(
    (
        "unclear|undecided|decide|under disc|debate|pending|to be |left open|feststeh|fest|festgelegt|abgestimmt|tranché|pas encore|decidido|definido|讨论|确认|検討|follow|not know|don't know|discussion|investigat|not sure|open|tbd|tbc|clarif|clear|unresolved|question|todo|fixme|determin|agree|defined|confirm|discuss|specif|settled|known|resolve|figure|offen|unklar|frage|klär|reste|queda|falta|pendiente|pregunta|por definir|вопрос|неясно|решен|уточн|определ|未|待定|待确|待讨|有待|検討|要確"
    ).split("|")
)
_HEDGED: Final = re.compile(
    r"\b(?:might|could|may want|perhaps|maybe|whether|which|how (?:do|to|should|many|much|long)|should we|do we|tbd|to be|need(?:s)? to (?:decide|be)|decide|confirm|clarify|ob|welche|ли|какой|как)\b|[?？]",
    re.IGNORECASE,
)

_MARK: Final = r"(?:resolved|answered|closed|decided|settled|done|fixed|no longer (?:relevant|open)|won't do|n/a|решено|закрыто|отвечено|решён|решен|снят|gelöst|geklärt|beantwortet|entschieden|erledigt|résolue?|répondue?|resuelt[ao]|respondid[ao]|cerrad[ao]|已解决|已决定|已确认|已关闭|解決済み?|回答済み?|決定済み?)"
_ANSWER: Final = r"(?:answer(?:ed)?(?: \d+)?|a|ans|resolution|resolved|decision|decided|conclusion|outcome|ответ(?: \d+)?|решение|решено|antwort|entscheidung|lösung|réponse|décision|respuesta|decisión|答案|回答|答|决定|决议|结论|回答|決定)"
_ANSWERED: Final = re.compile(
    rf"[(\[（【]\s{{0,40}}{_MARK}\b[^()\[\]]{{0,400}}[)\]）】]|(?:→|->|=>|⇒|—|–|\s-)\s{{0,40}}+\*{{0,4}}+{_MARK}\b|^\W*+{_MARK}\s{{0,40}}[:：.—-]|[✅✔☑]|\*\*\s{{0,40}}{_MARK}[^*\n]*\*\*|(?:[?？.!*)]|\n|→|->|=>)\s{{0,40}}+[*_]{{0,6}}+(?:{_ANSWER}|{_MARK})[*_]{{0,6}}(?:\s{{0,40}}\([^()\n]{{0,40}}\))?[*_]{{0,6}}\s{{0,40}}[:：][*_]*+\s*+(?P<said>[^\n]*)|\bwe (?:settled|decided|agreed) (?:on|to) [^.]{{0,400}}\.\s*+$",
    re.IGNORECASE,
)
_BELOW: Final = re.compile(
    rf"\W*(?:{_ANSWER}\b[^:：\n]{{0,30}}[:：][*_]*\s*(?P<said>.*)|{_MARK}\W*$)", re.IGNORECASE | re.DOTALL
)
_OPEN: Final = re.compile(
    r"\W*+(?:tbd|tba|pending|open|unknown|none(?: yet)?|not yet|нет|offen|ausstehend|todo|待定|未定|wip|in progress|in discussion)?\W*+",
    re.IGNORECASE,
)
_NUMBERED: Final = re.compile(
    r"\W*(?:answer|ответ|antwort|réponse|respuesta|答|回答|a)\s*#?(?P<number>\d{1,3})\W*[:：]\W*(?P<said>.*)",
    re.IGNORECASE | re.DOTALL,
)
_QUESTION: Final = re.compile(
    r"^(?:Q|OQ|Question|Вопрос|Frage|Pregunta|问题|質問)[-\s#]?(?P<number>\d{1,3})$", re.IGNORECASE
)
_WORDED: Final = re.compile(
    r"[*_`]*(?:question|вопрос|frage|pregunta|问题|質問)\s*#?(?P<number>\d{1,3})(?:\s*\([^()]*\))?[*_]*\s*[:：.)][*_]*\s*",
    re.IGNORECASE,
)
_ARGUES: Final = re.compile(
    r"\W*(?:pros?|cons?|contra|advantages?|drawbacks?|option(?: \w)?|variant(?: \w)?|за|против|плюсы|минусы|вариант(?: \w)?|优点|缺点|选项)\W*[:：)]",
    re.IGNORECASE,
)
_POINTER: Final = re.compile(r"(?:PRD|plan|spec|research|tasklist|see)\s+(?:the\s+)?Q\d+\b", re.IGNORECASE)
_ARROW: Final = re.compile(r"\s*(?:→|->|=>)\s*")
_ASKS: Final = re.compile(
    r"(?:^|[:,;] )(?:should|shall|do|does|did|is|are|can|could|may|must|will|would|who|whose|which|what|how|when|where|why|whether|wer|wem|wie|was|wann|welche\w*|soll|sollen|gilt|gibt|ist|sind|darf|muss|brauchen|qui|que|quoi|quel\w*|comment|quand|faut-il|est-ce|doit-on|peut-on|кто|что|как|какой|какие|когда|нужно ли|стоит ли)\b|^¿|是否|吗？|谁|怎么|如何|か？",
    re.IGNORECASE,
)
_NONE: Final = re.compile(
    r"\W*(?:none|no (?:open|outstanding|unresolved|further|remaining)? ?(?:questions?|issues?).*|nothing|n/a|нет\b.*|keine?\b.*|aucune?\b.*|ninguna?\b.*|无|暂无.*|没有.*|なし|特になし|없음|all (?:questions )?(?:have been )?(?:resolved|answered).*|everything (?:is )?(?:resolved|clear).*)\W*",
    re.IGNORECASE,
)


def answers(blocks: Sequence[Block]) -> frozenset[int]:
    """The numbers of the questions that the document's `Answer N` closes."""
    found = set()
    for block in blocks:
        match = _NUMBERED.match(block.text[:400]) if block.kind in ("item", "paragraph") else None
        if match and not is_open(inline.plain(match["said"])):
            found.add(int(match["number"]))
    return frozenset(found)


def is_open(said: str) -> bool:
    """Whether what stands where an answer would stand is none."""
    return is_empty(said) or bool(_OPEN.fullmatch(said))


def is_answered(text: str, checked: bool | None) -> bool:
    """Whether the question itself shows that it has been answered."""
    text = text[: inline.LONGEST]
    if checked or inline.is_struck(text):
        return True
    return _answers(_ANSWERED.search(text))


def answers_above(text: str) -> bool:
    """Whether the text, which stands below a question, answers it."""
    return _answers(_BELOW.match(text))


def _answers(match: re.Match[str] | None) -> bool:
    return match is not None and (match["said"] is None or not is_open(inline.plain(match["said"])))


def marked(text: str, line: int, place: Place) -> Iterator[Found]:
    """What the text says needs clarification, `[NEEDS CLARIFICATION: …]`."""
    if (match := _UNRESOLVED.search(text)) and (asked := inline.plain(match["asked"])):
        below = text.count("\n", 0, match.start("asked"))
        yield from (Found(fact) for fact in (_fact(asked, place, line + below, 0.95, "unresolved", ""),) if fact)
    for match in _NEEDS.finditer(text) if "lari" in text.lower() else ():
        asked = inline.plain(match["asked"]) or inline.plain(_NEEDS.sub("", text))
        below = text.count("\n", 0, match.start())
        if fact := _fact(asked, place, line + below, 0.95, "needs-clarification", ""):
            yield Found(fact)


def unclear(text: str, line: int, place: Place) -> Iterator[Found]:
    """What the text leaves open, outside a section for it."""
    lower = text.lower()
    if not any(cue in lower for cue in _CUES) or is_answered(text, None):
        return
    if match := _LEAD.match(inline.plain(text)):
        if fact := _fact(match["asked"], place, line, 0.85, "open-question", ""):
            yield Found(fact)
        return
    for sentence in inline.sentences(text):
        said = inline.plain(sentence.text)
        if len(said) > 500 or not _UNCLEAR.search(said) or _SUPPOSED.match(said):
            continue
        if fact := _fact(said, place, line + sentence.below, 0.65, "unclear", ""):
            yield Found(fact)


def bare(block: Block, text: str, line: int, place: Place) -> Iterator[Found]:
    """The question that an item asks outside a section for it, where nothing behind it answers."""
    said = inline.plain(text)
    last = inline.sentences(text)[-1] if said.endswith(("?", "？")) else None
    if (
        last is None
        or len(said) > 300
        or block.kind != "item"
        or block.checked
        or not _ASKS.search(inline.plain(last.text))
    ):
        return
    if fact := _fact(said, place, line, 0.55, "question-item", ""):
        yield Found(fact)


def asked(block: Block, text: str, line: int, place: Place, label: str, closed: frozenset[int]) -> Iterator[Found]:
    """The question that a block of a section of open questions asks."""
    if _ARGUES.match(text):
        return
    if worded := _WORDED.match(text):
        label, text = label or f"Q{worded['number']}", text[worded.end() :]
    number = _QUESTION.match(label)
    if (number and int(number["number"]) in closed) or is_answered(text, block.checked):
        return
    said = _asked(text, block)
    if not said or _NONE.fullmatch(said) or _POINTER.match(said) or len(said) < (4 if not said.isascii() else 9):
        return
    sure = 0.95 if "?" in said or "？" in said else 0.85 if block.kind != "paragraph" else 0.7
    below = len(text) - len(text.lstrip())
    if fact := _fact(said, place, line + text.count("\n", 0, below), sure, "questions-section", label):
        yield Found(fact, -0.1 * max(0, block.level - 1))


def _asked(text: str, block: Block) -> str:
    """What is asked: up to the question mark, else the first sentence, without who shall answer by when."""
    parts: list[str] = []
    for sentence in inline.sentences(text):
        said = inline.plain(sentence.text)
        if parts and len(" ".join(parts)) + len(said) > 400:
            break
        parts.append(said)
        if "?" in said or "？" in said:
            break
    else:
        parts = parts[:1] if len(parts[:1]) and len(parts[0]) > 40 else parts[:2]
    whole = " ".join(parts)
    if block.kind == "paragraph" and not _HEDGED.search(whole):
        return ""
    head = _ARROW.split(whole)[0].strip()
    return head if len(head) > 8 else whole


def _fact(said: str, place: Place, line: int, certainty: float, rule: str, label: str) -> Fact | None:
    said = clip(said.strip())
    if is_empty(said):
        return None
    return Fact("question", said, place.path, line, certainty, rule, label=label)
