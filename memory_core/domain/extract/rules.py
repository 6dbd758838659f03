# ruff: noqa: E501 - an expression is read in one piece
"""Rules that a person lays down in their own words: proposed as guard rails, and in force only once confirmed.

Precision before all: what holds for one moment, what somebody else said and what names nothing is no rule.
"""

import re
from collections.abc import Iterator
from typing import Any, Final, NamedTuple

from memory_core.domain.extract import phrases, things, wordings
from memory_core.domain.extract import text as texts
from memory_core.domain.extract.candidate import QUOTE_CHARS, TEXT_CHARS, State
from memory_core.domain.extract.wordings import Form
from memory_core.domain.turn import Turn

EVERYWHERE: Final = "**"
MOST: Final = 3  # of one turn
_SURE: Final = 0.85  # above: a rule for good, whatever plan it was said to
_LONGEST: Final = 1800  # characters; a longer prompt is a paste or a specification
_SENTENCE: Final = 400  # characters
_EDITS: Final = ("Edit", "Write", "MultiEdit", "NotebookEdit", "Bash")
_ODD: Final = (
    r"[{};]\s*$|=>|</?\w+>|^\s*(?:\$|#|//|>|\||at |import |from |def |class |const |let |var )|^\s*[\w./-]+:\d+"
)
_QUOTE: Final = r"[\"“„«][^\"“„«”»]+[\"“”»]"
_TAIL: Final = r"\s+[-–—]+\s+|\s*[;:(]\s*|,\s+(?=(?:it|they|that|this|we|use|just|prefer|not|but|and|so|there|es|das|wir|nimm|verwende|nutze|eso|usa|c'est|on|utilise)\b)|[.!]+\s|[.!]+$"
_LIKE_A_REASON: Final = (
    r"^(?:it|it's|its|they|they're|that|that's|this|there|we|we've|because|since|the reason|reason:|too|way too|"
    r"es|das|sie|weil|zu|est|c'est|il|elle|es|porque|son|ya)\b"
)
_INSTEAD: Final = (
    r"(?i)(?:^|[,;.:–—(-]\s*|\band\s+|\bwe\s+|\bjust\s+|\balways\s+)(?:use|using|prefer|take|go with|stick (?:to|with)|nimm|verwende|nutze|benutze|usa|utiliza|"
    r"utilise[zr]?|prends)\s+(?!of\b|it\b|that\b|this\b)(?P<instead>[^,;.()–—]{2,60}?)(?:\s+(?:instead|stattdessen|en su lugar|à la place|for (?:that|this|it)))?(?=\s*(?:$|[,;.()–—]))"
)
_LEADING: Final = r"(?i)^(?:(?:(?:please|and|but|also|so|ok|okay|well|hey|then|bitte)\b[,:;.]?|(?:no|nope|nein|non|yes)[,:;.!])\s+)+(?=\S)"
_FROM_NOW_ON: Final = r"(?i)^(?:from now on|going forward|in (?:the )?future|ab jetzt|ab sofort|künftig|de ahora en adelante|désormais|à l'avenir)[,:]?\s+"
_NOTHING: Final = frozenset(
    "that this it them those these anything something thing things so way like again here there everything nothing "
    "stuff one ones such rest other others das es dies alles nichts eso esto ça cela tout".split()
)
_TELLS: Final = (
    r"(?i)\b(?:no|nope|not|never|don't|do not|dont|too|overkill|unnecessary|because|instead|rather|against|wrong|hate|heavy|"
    r"bloat|bloated|deprecated|unmaintained|nein|nicht|kein|keine|weil|stattdessen|demasiado|porque|non|pas|trop|nunca|jamais|nie)\b"
)
_AMENDS: Final = (
    r"(?i)^\W*(?:(?:ok|okay|yes|no|nope|good|fine|great|hm+|well|almost|looks good)\b[,.:!]?\s*)*(?:but\s+)?(?:please\s+)?(?:also|first|wait|hold on|stop|show|add|split|"
    r"move|rename|start|do|run|check|make|put|keep going|skip|let me|let's|i'll|i will|later|explain|tell|give|read|look|try|include|"
    r"the other|wrong (?:file|branch|line|folder)|not (?:yet|now|this|that|the|there|here)|you forgot|you missed|zuerst|erst|warte|zeig|attends|espera)\b"
)
_TITLE: Final = (
    r"(?i)^(?:(?:implementation\s+)?plan|proposal|approach|goal|overview|summary)\s*(?:[:–—-]|for\b|to\b)?\s*"
)
_BROKEN: Final = r"(?i)\b(?:error|errors|still|same|fails|failed|doesn't work|does not work|didn't help|broken)\b"
_BEFORE: Final = r"(?i)\b(?:already|before|once|twice|ago|in the past|last (?:year|quarter|month|summer|winter|spring|time)|schon|bereits|ya|déjà)\b"
_OF_SOMETHING_ELSE: Final = r"(?i)\w+\s+(?:it|that|this|them|these|those|him|her|so|up)"
_IN: Final = r"(?i:in|under|inside|within|below|for|unter|en|dans|sous)\s+(?:the\s+|our\s+)?"
_TIMES: Final = r"(?i)\s*\b(?:already|before|once|twice|last \w+|\w+ years? ago|in the past|schon|bereits)\b\s*"


class Proposal(NamedTuple):
    """A guard rail that somebody's words propose."""

    kind: str  # constraint, rejection, exception
    text: str  # one line: the rule, what was refused, or what is to stay
    reason: str = ""
    forbid: tuple[str, ...] = ()  # what can be looked for in added lines, where that is sure
    instead: str = ""
    path: str = EVERYWHERE
    quote: str = ""
    uuid: str = ""
    line: int = 0
    when: str = ""
    certainty: float = 0.8
    rule: str = ""


class _Refused(NamedTuple):
    """A call that a person did not allow: what it was about, where, and what it would have brought into the code."""

    plan: str = ""  # its title
    path: str = ""
    added: tuple[str, ...] = ()


def hear(turn: Turn, state: State) -> Iterator[Proposal]:
    """What a person's words lay down: a prompt, an answer, the words of a refusal."""
    if turn.agent:
        return
    if turn.role == "assistant":
        state.pop("refused", None)
    elif turn.role == "user":
        yield from _prompted(turn, state)
    elif turn.role == "answer":
        for words in _typed(turn):
            yield from _most(_said(turn, words))
    elif turn.role == "result" and turn.failed and turn.refused and turn.tool in (*_EDITS, "ExitPlanMode"):
        about = _about(turn)
        if turn.words:
            yield from _most(_refusal(turn, turn.words, about))
        else:  # no word yet: the next prompt may give the reason
            state["refused"] = {"plan": about.plan, "path": about.path, "added": list(about.added)}


def _prompted(turn: Turn, state: State) -> Iterator[Proposal]:
    before = state.pop("refused", None)
    if len(turn.text) > _LONGEST:
        return
    if before is None:
        yield from _most(_said(turn, turn.text))
        return
    about = _Refused(before["plan"], before["path"], tuple(before["added"]))
    if _named(turn.text, about):
        yield from _most(_refusal(turn, turn.text, about))
    else:
        yield from _most(_said(turn, turn.text))


def _most(found: Iterator[Proposal]) -> list[Proposal]:
    """At most three, each once."""
    return list({(one.kind, one.text.casefold()): one for one in found}.values())[:MOST]


def _typed(turn: Turn) -> Iterator[str]:
    """The answers that a person wrote themselves."""
    answers, questions = turn.input.get("answers"), turn.input.get("questions")
    asked = [question for question in questions if isinstance(question, dict)] if isinstance(questions, list) else []
    offered = {
        str(option.get("label", "")).strip()
        for one in asked
        for option in one.get("options") or []
        if isinstance(option, dict)
    }
    for answer in answers.values() if isinstance(answers, dict) else ():
        if str(answer).strip() not in offered:
            yield str(answer)


def _about(turn: Turn) -> _Refused:
    given = turn.input
    if turn.tool == "ExitPlanMode":
        plan = str(given.get("plan") or "")
        return _Refused(_title(plan), "", tuple(things.additions(plan, whole=True)))
    path = str(given.get("file_path") or given.get("notebook_path") or "")
    added = things.additions(str(given.get("new_string") or given.get("content") or given.get("command") or ""))
    removed = things.additions(str(given.get("old_string") or ""))
    inside = path if not path.startswith(("/", "~", "..")) and not re.match(r"[A-Za-z]:", path) else ""
    return _Refused("", inside, tuple(name for name in added if name not in removed))


def _title(plan: str) -> str:
    for row in plan.split("\n"):
        line = texts.one_line(row.lstrip("#-*0123456789. "))
        line = re.sub(_TITLE, "", line).strip(" .:")
        if len(line) >= 5:
            return texts.clip(line[:1].upper() + line[1:], TEXT_CHARS)
    return ""


def _refusal(turn: Turn, words: str, about: _Refused) -> Iterator[Proposal]:
    """The rule that the words of a refusal lay down, else what was refused with the reason for it."""
    found = [one for one in _said(turn, words, about) if one.kind != "rejection"]  # what was refused says it better
    if about.plan:
        found = [one for one in found if one.certainty > _SURE]
    if found:
        yield from found
        return
    if len(words) > _LONGEST:
        return
    said = texts.one_line(words)
    spaced = _spaced(said)
    if said.endswith("?") or phrases.has(spaced, wordings.ONCE) or re.match(_AMENDS, said):
        return
    if not re.search(_TELLS, said) or len(set(texts.content(said))) < 2:
        return
    named = _named(said, about)
    instead = _instead(said)
    if about.plan:
        known = [name for name in named if name.casefold() in about.plan.casefold()]
        text = about.plan if known or not named else f"Use {named[0]}"
    elif named:
        text = f"Add {named[0]}"
    elif re.search(wordings.BECAUSE, said) and len(set(texts.content(said))) >= 4:
        text = re.sub(_LEADING, "", re.split(wordings.BECAUSE, said, maxsplit=1, flags=re.IGNORECASE)[0]).strip(" ,.;:")
    else:
        return
    if len(text) < 5:
        return
    everywhere = about.plan or not about.path or re.search(wordings.STANDING, said, re.IGNORECASE)
    yield _proposal(
        turn, "rejection", text[:1].upper() + text[1:], said, "refused-plan" if about.plan else "refused-edit", 0.8 if about.plan else 0.75,
        forbid=tuple(named), instead=instead, path=_scope(said) or (EVERYWHERE if everywhere else about.path), quote=words,
    )  # fmt: skip


def _named(words: str, about: _Refused) -> list[str]:
    """What the words speak against by name that the refused call would have brought in."""
    spoken = re.sub(_INSTEAD, " ", texts.one_line(words))
    known = {name.casefold() for name in about.added} | {word.casefold() for word in things.named(about.plan)}
    found = [word for word in re.findall(r"[@\w][\w@./-]*[\w]", spoken) if word.casefold() in known]
    return list({word.casefold(): word for word in found}.values())[: things.THINGS_MOST]


def _said(turn: Turn, words: str, about: _Refused | None = None) -> Iterator[Proposal]:
    """The rules in a person's words, sentence by sentence."""
    if len(words) > _LONGEST:
        return
    text = "\n".join(row for row in texts.prose(words).split("\n") if not re.search(_ODD, row))
    sentences = [texts.one_line(sentence) for sentence in texts.spoken(text)]
    for number, sentence in enumerate(sentences):
        after = sentences[number + 1] if number + 1 < len(sentences) else ""
        found = _rule(turn, sentence, after, about)
        if found:
            yield found


def _rule(turn: Turn, sentence: str, after: str, about: _Refused | None) -> Proposal | None:
    if not 8 <= len(sentence) <= _SENTENCE:
        return None
    said = re.sub(_QUOTE, lambda quote: "…" if quote[0].count(" ") > 1 else quote[0], sentence.replace("’", "'"))
    if len(said) < 8 or said.rstrip(")\"' ").endswith("?"):
        return None
    head, reason = _parted(said)
    spaced = _spaced(head)
    if phrases.has(spaced, wordings.ONCE) or spaced.startswith(
        (" if ", " unless ", " wenn ", " falls ", " si ", " before ")
    ):
        return None
    if phrases.has(spaced, wordings.RETOLD) or re.match(r"(?i)\W*(?:error|warning|note|hint|info|debug|fatal)\b", head):
        return None
    plain = re.sub(_LEADING, "", head).strip()
    for form in wordings.FORMS:
        if not phrases.has(spaced, form.cues):
            continue
        match = re.search(form.pattern, re.sub(_FROM_NOW_ON, "", plain), re.IGNORECASE)
        if match is None:
            continue
        found = _made(turn, form, match, (sentence, plain, reason, after), about)
        if found:
            return found
    return None


def _made(
    turn: Turn, form: Form, match: "re.Match[str]", told: tuple[str, str, str, str], about: _Refused | None
) -> Proposal | None:
    sentence, head, reason, after = told
    parts = {name: _cut(value) for name, value in match.groupdict().items() if value}
    standing = re.search(wordings.STANDING, head, re.IGNORECASE) is not None
    if form.kind == "exception":
        return _exception(turn, parts, told, standing)
    what = parts.get("what", "")
    if form.kind == "rejection":
        what = re.sub(_TIMES, " ", what).strip()
    added = about.added if about else ()
    names = _capitals(head) and "what" in parts and match.start("what") > 0  # at its start every sentence has one
    named = things.things(what, names, added)
    if form.kind == "standing" or (form.weak and not named):
        ordered = things.things(parts.get("order", ""), _capitals(head)) if "order" in parts else []
        if not standing and not (ordered and form.kind != "standing"):
            return None
    if form.kind == "rejection":
        if not _tried(form, what, sentence, named) or not (
            named or reason or standing or re.search(_BEFORE, head) or _reason(after)
        ):
            return None
    elif not named and (not _content(what or parts.get("order", "")) or re.fullmatch(_OF_SOMETHING_ELSE, what)):
        return None
    more = f"{sentence} {after}" if _is_order(after) else sentence
    instead = parts.get("instead", "").strip("`\"'") or (_instead(more, what) if what else "")
    reason = reason or _reason(after)
    text = match.string[match.start() :] if form.kind != "rejection" else _direction(what, named, head)
    path = _scope(head) or (about.path if about and about.path and not standing else EVERYWHERE)
    certainty = 0.9 if standing and not form.weak else 0.8 if standing or not form.weak else 0.7
    return _proposal(
        turn, "constraint" if form.kind == "standing" else form.kind, text, reason or sentence, f"said-{form.kind}", certainty,
        forbid=tuple(named), instead=instead, path=EVERYWHERE if standing and not _scope(head) else path, quote=sentence,
    )  # fmt: skip


def _exception(turn: Turn, parts: dict[str, str], told: tuple[str, str, str, str], standing: bool) -> Proposal | None:
    """What is to stay as it is, where it is named: a place, a thing of code, or something with a reason."""
    sentence, head, reason, after = told
    place = parts.get("place") or parts.get("place2", "")
    paths, named = things.places(head), things.named(place)
    by_design = re.search(
        r"(?i)intention|on purpose|by design|deliberate|absicht|gewollt|propósito|adrede|exprès|volontaire", head
    )
    reason = reason or _reason(after)
    if not _content(place) and not paths:
        return None
    if re.match(r"(?i)(?:that|this|it|these|those|which|das|es|eso|ce|c')\b(?!\s+\w+\s+\w)", place) and not (
        paths or named
    ):
        return None
    if not (paths or named or standing or by_design or reason):
        return None
    return _proposal(
        turn, "exception", head, reason or sentence, "said-exception", 0.8 if paths else 0.7,
        path=", ".join(paths[:3]) or EVERYWHERE, quote=sentence,
    )  # fmt: skip


def _proposal(turn: Turn, kind: str, text: str, reason: str, rule: str, certainty: float, **more: Any) -> Proposal:
    quote = texts.verbatim(more.pop("quote").strip(), turn.words or turn.text)
    text = re.sub(_LEADING, "", text.strip(" ,;:.!—–-"))
    return Proposal(
        kind, texts.clip(text[:1].upper() + text[1:], TEXT_CHARS), texts.clip(texts.one_line(reason), 2 * TEXT_CHARS),
        quote=texts.clip(quote, QUOTE_CHARS), uuid=turn.uuid, line=turn.line, when=turn.when, certainty=certainty, rule=rule, **more,
    )  # fmt: skip


def _parted(said: str) -> tuple[str, str]:
    """The rule and the reason that its sentence gives for it."""
    match = re.search(wordings.BECAUSE, said, re.IGNORECASE)
    if match and match.start() > 8:
        return said[: match.start()].rstrip(" ,;:(–—-"), said[match.end() :].strip(" .!),:;").removesuffix(")")
    for part in re.finditer(r"\s+[-–—]+\s+|\s*[;(]\s*|:\s+|,\s+|\s+and\s+(?=(?:it|they|that)\b)", said):
        tail = re.split(r"[;,.]\s+(?:so |please |just )?(?:use|prefer)\b", said[part.end() :])[0].strip(" .!)")
        if (
            part.start() > 8
            and len(tail) >= 10
            and re.match(_LIKE_A_REASON, tail, re.IGNORECASE)
            and not _is_order(tail)
        ):
            return said[: part.start()], tail
    return said, ""


def _reason(after: str) -> str:
    """The next sentence, where it says why."""
    if len(after) < 10 or after.endswith("?") or _is_order(after) or not re.match(_LIKE_A_REASON, after, re.IGNORECASE):
        return ""
    return after.rstrip(".!")


def _is_order(sentence: str) -> bool:
    return bool(sentence) and bool(re.search(_INSTEAD, f" {sentence}"[1:]))


def _instead(said: str, what: str = "") -> str:
    """What the words name to be used in the place of `what`."""
    found = (match["instead"].strip(" `\"'") for match in re.finditer(_INSTEAD, said))
    return next((name for name in found if not _content(name) & _content(what)), "")


def _cut(phrase: str) -> str:
    """The phrase up to where its clause ends, without how far it holds."""
    phrase = re.split(_TAIL, phrase, maxsplit=1)[0]
    phrase = re.sub(wordings.STANDING, " ", phrase, flags=re.IGNORECASE)
    for path in things.places(phrase):
        phrase = re.sub(rf"\s+{_IN}`?(?:\./)?{re.escape(path)}`?", " ", phrase)
    phrase = re.sub(
        r"(?i)[,\s]+(?:here|hier|aquí|ici|please|bitte|again|instead|already|schon|ya|déjà|verwenden|benutzen|nutzen|importieren|nehmen)$",
        "",
        phrase.strip(" .,!"),
    )
    return " ".join(phrase.split()).strip(" .,!")


def _content(phrase: str) -> set[str]:
    return {word for word in re.findall(r"[^\W\d_]{2,}", phrase.casefold()) if word not in texts.STOP} - _NOTHING


def _tried(form: Form, what: str, sentence: str, named: list[str]) -> bool:
    """Whether a thing that was tried was a direction, and no step of looking for a fault."""
    if "tried" not in form.cues[0] and "probiert" not in form.cues[0] and "essay" not in form.cues[0]:
        return bool(_content(what))
    if re.search(_BROKEN, sentence) or re.match(r"(?i)to\b|your\b", what):
        return False
    if not _content(what) and not named:
        return len(_content(sentence) - {"tried", "already", "before", "once"}) >= 2
    return bool(named) or (not re.match(r"\w+ing\b", what) and bool(re.search(_BEFORE, sentence)))


def _direction(what: str, named: list[str], head: str) -> str:
    if not _content(what):
        return head
    return f"Use {what}" if named and len(what.split()) <= 3 else what


def _scope(head: str) -> str:
    """Where a rule holds, in the words' own paths; "" where they name none."""
    found = [
        path for path in things.places(head) if re.search(rf"\b{_IN}`?(?:\./)?{re.escape(path.rstrip('/'))}", head)
    ]
    return ", ".join(found[:3])


def _capitals(head: str) -> bool:
    """Whether a capital inside the sentence tells a name: not in German, where every noun has one."""
    return not re.search(r"(?i)\b(?:nie|niemals|keine?n?|statt|wir|immer|verwende|ist|nicht|das|der|die|und)\b", head)


def _spaced(said: str) -> str:
    padded = phrases.pad(said)
    return re.sub(r"[.,!:;()]", " ", padded)
