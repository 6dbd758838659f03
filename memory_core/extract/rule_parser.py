"""Parses the rules in a person's words, sentence by sentence.

A form is (kind, cues, pattern, needs): the pattern is tried on a sentence that contains a cue, in lower case between
spaces. `what` is the subject of the rule, `instead` the replacement, `deed` the forbidden action, `order` the required
action, `place` what is to stay unchanged. `needs` names what else must be present for a rule that lasts.
"""

import re
from collections.abc import Iterator
from typing import Final, NamedTuple

from memory_core import data
from memory_core.extract import entities, lazy_patterns, phrases, rule_patterns
from memory_core.extract import prose_text as texts
from memory_core.extract.alternatives import alternative, clauses, content
from memory_core.extract.entities import KNOWN, MEANT
from memory_core.extract.proposal import EVERYWHERE, LEADING, Proposal, Refused, propose
from memory_core.extract.rule_sentences import IN, LIKE_A_REASON, cut, parted, reason_in, straight, whole
from memory_core.extract.turn import Turn

LONGEST: Final = 1800  # characters; a longer prompt is a paste or a specification
_SENTENCE: Final = 400  # characters
_NAMED: Final = "named"  # a thing of code is named, or the words say how far it holds
_KNOWN: Final = "known"  # a well-known package is named, or the words say how far it holds
_GENERIC: Final = "generic"  # it speaks of all things of a kind, or as _NAMED
_ARTIFACT: Final = "artifact"  # it speaks of all of a kind of things that developers make, or says how far it holds
_OTHER: Final = "other"  # what to do in its place is said, or how far it holds
_HABIT: Final = "habit"  # it is no report of what goes wrong
_EXEMPTED: Final = "exempted"  # it says where a rule does not hold
_HEARD_HERE: Final = "here"  # as _NAMED, or "here", or it is said to what was to be done
_ROWS: Final = data.named("extract/sayings.txt")
_QUOTE: Final = r"[\"“„«][^\"“„«”»]+[\"“”»]"
_FROM_NOW_ON: Final = _ROWS["from now on"][0]
_SOMEWHERE: Final = _ROWS["somewhere"][0]
_WRITES: Final = r"(?i)\W*(?:please\s+|then\s+)?(?:write|draft|document|note|schreib|escribe|écris)\b[^:]{0,60}:"
_TASK: Final = _ROWS["task"][0]
_CONDITION: Final = (
    " if ", " unless ", " wenn ", " falls ", " si ", " before ", " when ", " once ", " sobald ", " quand ", " cuando ",
)  # fmt: skip
_BROKEN: Final = _ROWS["broken"][0]
BEFORE: Final = _ROWS["before"][0]
_OF_SOMETHING_ELSE: Final = r"(?i)\w+\s+(?:it|that|this|them|these|those|him|her|so|up)"
_TIMES: Final = _ROWS["times"][0]
_FOR_WHAT: Final = _ROWS["for what"][0]
_MERE_HABIT: Final = r"(?i)\b(?:always|ever|any ?more|immer|überhaupt)\b"
_NORMALLY: Final = r"(?i)\bwe (?:normally|usually) (?=forbid|ban|don't|avoid)"
_HERE: Final = r"(?i)\b(?:here|hier|aquí|ici|bei uns|chez nous|for us)\b"
_BY_DESIGN: Final = _ROWS["by design"][0]
_IT_IS: Final = _ROWS["it is"][0]
_DEPENDED: Final = _ROWS["depended"][0]
_VAGUE: Final = (
    r"(?i)(?:that|this|it|these|those|which|das|es|den|die|eso|esto|d[ée]jal[oa]s?|ce|c'|ça)\b(?!\s+\w+\s+\w)"
)


class _Form(NamedTuple):
    """One wording of a rule."""

    kind: str
    cues: tuple[str, ...]
    pattern: str
    needs: str = ""


def _read(name: str) -> Iterator[_Form]:
    cues: tuple[str, ...] = ()
    for head, text in data.expressions(name):
        kind, _, needs = head.partition(" ")
        if kind == "cues":
            cues = data.cues(text)
        elif kind in ("constraint", "standing", "rejection", "exception"):
            yield _Form(kind, cues, text, needs)


_FORMS: Final = tuple(  # what says least about itself comes last
    sorted(
        (*_read("extract/forms.txt"), *_read("extract/forms_abroad.txt")),
        key=lambda form: form.kind == "standing" and "order" in form.pattern,
    )
)


class _Spoken(NamedTuple):
    """A sentence: as typed, its ruling clause, its reason, and the next sentence."""

    sentence: str
    head: str
    reason: str
    after: str


def rules_in(turn: Turn, words: str, about: Refused | None = None) -> Iterator[Proposal]:
    """The rules in a person's words; `about` is the call that they refuse."""
    if len(words) > LONGEST:
        return
    handed = lazy_patterns.search(rule_patterns.HANDED_OVER, words)
    own = words[: handed.end()] if handed else words
    fault = bool(lazy_patterns.search(rule_patterns.FAULT, own))
    sentences = whole([texts.one_line(sentence) for sentence in texts.spoken(texts.prose(own))])
    for number, sentence in enumerate(sentences):
        after = sentences[number + 1] if number + 1 < len(sentences) else ""
        rule = _rule(turn, sentence, straight(after), about)
        if rule and not (fault and not _holds_for_all(sentence)):
            yield rule


def speaks_of_now(sentence: str) -> bool:
    """Whether a sentence holds for the moment only, or asks."""
    return phrases.has(_spaced(lazy_patterns.sub(rule_patterns.SETTLED, " ", sentence)), rule_patterns.ONCE)


def _holds_for_all(sentence: str) -> bool:
    """Whether a sentence names its scope, with more than "always"."""
    return bool(lazy_patterns.search(rule_patterns.STANDING, re.sub(_MERE_HABIT, " ", sentence), re.IGNORECASE))


def _rule(turn: Turn, sentence: str, after: str, about: Refused | None) -> Proposal | None:
    if not 8 <= len(sentence) <= _SENTENCE:
        return None
    spoken = straight(re.sub(_QUOTE, lambda quote: "…" if quote[0].count(" ") > 1 else quote[0], sentence))
    if len(spoken) < 8 or spoken.rstrip(")\"' ").endswith("?"):
        return None
    head, reason = parted(spoken)
    if re.match(_WRITES, spoken) or (
        re.match(_TASK, spoken) and not lazy_patterns.search(rule_patterns.STANDING, head, re.IGNORECASE)
    ):
        return None
    if (
        speaks_of_now(head)
        or _spaced(head).startswith(_CONDITION)
        or phrases.has(_spaced(re.sub(_NORMALLY, "we ", spoken)), rule_patterns.ASKS)
    ):
        return None
    settled = lazy_patterns.sub(rule_patterns.SETTLED, " ", head)
    if phrases.has(_spaced(settled), rule_patterns.RETOLD) or re.match(
        r"(?i)\W*(?:error|warning|note|hint|info|debug|fatal)\b", head
    ):
        return None
    plain = lazy_patterns.sub(
        LEADING, "", re.sub(r"\s+", " ", lazy_patterns.sub(rule_patterns.SETTLED, _kept, head)).strip(" ,")
    ).strip()
    if lazy_patterns.match(rule_patterns.OF_OTHERS, plain) and not _holds_for_all(plain):
        return None
    shown = re.sub(_SOMEWHERE, "", re.sub(_FROM_NOW_ON, "", plain))
    spaced = _spaced(plain)
    for form in _FORMS:
        if not phrases.has(spaced, form.cues):
            continue
        match = re.search(form.pattern, plain if form.kind == "standing" else shown, re.IGNORECASE)
        rule = _made(turn, form, match, _Spoken(sentence, plain, reason, after), about) if match else None
        if rule:
            return rule
    return None


def _kept(match: "re.Match[str]") -> str:
    """The match, or a space if it only adds emphasis."""
    return " " if lazy_patterns.search(rule_patterns.INSISTS, match[0]) else match[0]


def _made(turn: Turn, form: _Form, match: "re.Match[str]", spoken: _Spoken, about: Refused | None) -> Proposal | None:
    groups = match.groupdict()
    parts = {name.rstrip("23"): cut(value) for name, value in groups.items() if value}
    standing = bool(
        lazy_patterns.search(rule_patterns.STANDING, spoken.head, re.IGNORECASE)
        or lazy_patterns.search(rule_patterns.INSISTS, spoken.sentence)
    )
    if form.kind == "exception":
        return _exception(turn, form, parts, spoken, standing, about)
    what = parts.get("what", "")
    if form.kind == "rejection":
        what = re.sub(_TIMES, " ", what).strip()
    what = entities.subject(what)
    more = f"{spoken.sentence} {spoken.after}" if alternative(spoken.after) else spoken.sentence
    instead = _order(parts.get("instead", "")) or alternative(
        straight(more), what or parts.get("deed", ""), "order" in parts
    )
    added = about.added if about else ()
    if re.search(_USES, spoken.head) or instead.casefold() in KNOWN:
        added = (*added, *MEANT)
    inside = any(match.start(name) > 0 for name in groups if name.startswith("what"))  # at its start every word has one
    names = _capitals(spoken.head) and inside
    named = entities.things(what, names, added)
    if not named and form.kind == "rejection":
        named = entities.things(re.sub(_FOR_WHAT, "", what), names, added)
    scope = _scope(spoken.head)
    if form.kind == "rejection":
        settled = re.search(_DECIDED, spoken.head) and not rule_patterns.particular(what) and not re.match(_THE, what)
        weighs = bool(named or standing or about or settled) or (
            _explained(spoken) and not (form.needs and rule_patterns.particular(what))
        )
        holds = weighs and _tried(form, what, spoken, named)
    else:
        firm = standing or _is_wide(scope)
        subject = what or parts.get("deed") or parts.get("order", "")
        order = re.sub(r"(?i)\b(?:only|nur(?: noch)?|ausschließlich|use|always)\b", " ", parts.get("order", ""))
        mentioned = named or entities.things(order.partition(",")[0], _capitals(spoken.head))
        weighs = (
            bool(named)
            or what.casefold() in _KEYWORDS
            or bool(content(subject) and not re.fullmatch(_OF_SOMETHING_ELSE, what))
        )
        holds = weighs and _stands(form, subject, mentioned, spoken, firm, bool(instead), bool(about))
    if not holds:
        return None
    reason = spoken.reason or reason_in(spoken.after)
    text = _text(match, spoken.head) if form.kind != "rejection" else _direction(what, named, spoken.head)
    bound = about and not standing and (not named or rule_patterns.placed(spoken.head))
    path = scope or (about.path if about and bound else "") or EVERYWHERE
    certainty = 0.9 if standing and form.needs != _NAMED else 0.8 if standing or not form.needs else 0.7
    return propose(
        turn, "constraint" if form.kind == "standing" else form.kind, text, reason, f"said-{form.kind}", certainty,
        forbid=tuple(named), instead=instead, path=path, quote=spoken.sentence,
    )  # fmt: skip


_USES: Final = _ROWS["uses"][0]
_THE: Final = r"(?i)(?:den|dem|les|los|las)\b"
_KEYWORDS: Final = frozenset({"any", "var", "null", "goto"})
_DECIDED: Final = _ROWS["decided"][0]


def _order(phrase: str) -> str:
    """What to use, without the verb of the order."""
    plain = re.sub(r"(?i)^(?:use|using|take|prefer|nimm|verwende|usa|utilise)\s+(?=\S)", "", phrase)
    return re.sub(r"(?i)\s+for (?:that|this) (?:very )?reason\b.*", "", plain).strip("`\"'")


def _explained(spoken: _Spoken) -> bool:
    """Whether a sentence gives a reason or a time."""
    is_dated = re.search(BEFORE, spoken.head) or len(clauses(spoken.head)) > 1
    return bool(spoken.reason or is_dated or reason_in(spoken.after))


def _stands(
    form: _Form, subject: str, mentioned: list[str], spoken: _Spoken, firm: bool, replaced: bool, refused: bool
) -> bool:
    """Whether everything is present that a form needs to be a rule."""
    if form.kind == "standing":
        return firm or form.needs == ""
    if form.needs in (_GENERIC, _ARTIFACT, _OTHER, _HABIT):
        if phrases.has(_spaced(spoken.sentence), rule_patterns.REPORTS):
            return False
        if form.needs == _HABIT:
            return True
        firm = _holds_for_all(spoken.head)
        generic = not rule_patterns.particular(subject)
        if form.needs == _OTHER:
            if re.search(r"(?i)\b(?:directly|by hand|manually)\b", spoken.head):
                return not re.match(r"(?i)(?:this|that|it)\b", subject)
            return (firm or replaced) and generic
        if form.needs == _GENERIC:
            return firm or generic
        return firm or _of_a_kind(subject, generic)
    if form.needs == _HEARD_HERE and not mentioned:
        pointed = re.search(_HERE, spoken.head) or refused or replaced or firm or rule_patterns.of_a_kind(subject)
        return bool(pointed) and not rule_patterns.particular(subject)
    if form.needs == _KNOWN:
        return firm or any(name.casefold() in KNOWN for name in mentioned)
    ours = replaced and re.search(_OURS, spoken.sentence) and not re.match(r"\d", subject)
    ours = ours and not rule_patterns.particular(subject) and not rule_patterns.placed(spoken.sentence)
    return not form.needs or firm or bool(mentioned) or bool(ours)


_OURS: Final = _ROWS["ours"][0]


def _of_a_kind(subject: str, generic: bool) -> bool:
    """Whether words speak of all of a kind of what developers make, or of how all data of a kind are held."""
    return bool(
        (generic and rule_patterns.of_a_kind(subject))
        or (
            lazy_patterns.match(rule_patterns.DATA, subject, re.IGNORECASE)
            and lazy_patterns.search(rule_patterns.HELD, subject, re.IGNORECASE)
        )
    )


def _text(match: "re.Match[str]", head: str) -> str:
    """The ruling clause alone if it is complete; else the sentence."""
    clause = match.string[match.start() :].strip(" ,;:.")
    return clause if match.start() == 0 or len(content(clause)) > 2 else head


def _exception(
    turn: Turn, form: _Form, parts: dict[str, str], spoken: _Spoken, standing: bool, about: Refused | None
) -> Proposal | None:
    """What is to stay unchanged, if it is named: a place, a thing of code, or something with a reason."""
    place = parts.get("place", "")
    paths, named = entities.places(spoken.head), entities.named(f"x {place}")
    here = about.path if about else ""
    reason = spoken.reason or reason_in(spoken.after)
    if not content(place) and not paths and not here:
        return None
    if re.match(_VAGUE, place) and not (paths or named or here):
        return None
    exempt = lazy_patterns.search(rule_patterns.EXEMPT, f"{spoken.sentence} {spoken.after}")
    by_design = re.search(_BY_DESIGN, spoken.head)
    clause = clauses(spoken.head)[1:]
    why = standing or by_design or reason or exempt or (clause and re.match(LIKE_A_REASON, clause[-1]))
    depends = re.search(_DEPENDED, spoken.sentence) or re.search(_IT_IS, spoken.sentence)
    if form.needs == _KNOWN and not ((paths or named) and (depends or (paths and exempt))):
        return None
    if form.needs == _EXEMPTED and not (paths and lazy_patterns.search(rule_patterns.EXEMPT, spoken.sentence)):
        return None
    if not why and (form.needs or not (paths or named)):
        return None
    return propose(
        turn, "exception", spoken.head, reason, "said-exception", 0.8 if paths else 0.7,
        path=", ".join(paths[:3]) or here or EVERYWHERE, quote=spoken.sentence,
    )  # fmt: skip


_NO_DIRECTION: Final = frozenset(data.cues(_ROWS["no direction"][0]))


def _tried(form: _Form, what: str, spoken: _Spoken, named: list[str]) -> bool:
    """Whether a thing that was tried was a direction, and no step of looking for a fault."""
    sentence = spoken.sentence
    if content(what) & _NO_DIRECTION:
        return False
    if not phrases.has(" ".join(form.cues), ("tried", "probiert", "essay", "intenta", "tested")):
        return bool(content(what))
    if re.search(_BROKEN, sentence) or re.match(r"(?i)to\b|your\b", what):
        return False
    if not content(what) and not named:
        return len(content(sentence) - {"tried", "already", "before", "once"}) >= 2
    if re.search(_NOT_AGAIN, f"{sentence} {spoken.after}"):
        return True
    return bool(named) or (not re.match(r"\w+ing\b", what) and bool(re.search(BEFORE, sentence)))


_NOT_AGAIN: Final = _ROWS["not again"][0]


def _direction(what: str, named: list[str], head: str) -> str:
    if not content(what):
        return head
    if not named:
        return what if len(what.split()) > 1 else f"Use {what}"
    return f"Use {what if len(what.split()) <= 2 else ', '.join(named)}"


_BUT: Final = r"(?i)\b(?:except|außer|excepto|sauf)\b"


def _scope(head: str) -> str:
    """Where a rule holds, in the words' own paths; "" if they name none."""
    head = re.split(_BUT, head, maxsplit=1)[0]
    paths = [
        path for path in entities.places(head) if re.search(rf"\b{IN}`?(?:\./)?{re.escape(path.rstrip('/'))}", head)
    ]
    paths = paths or [path for path in re.findall(entities.RULED, head) if path in entities.places(head)]
    return ", ".join(paths[:3])


def _is_wide(scope: str) -> bool:
    """Whether a scope is more than one file."""
    return bool(scope) and ("*" in scope or "." not in scope.rstrip("/").rpartition("/")[2])


def _capitals(head: str) -> bool:
    """Whether a capital inside the sentence marks a name: not in German, where every noun has one."""
    return not re.search(
        r"(?i)\b(?:nie|niemals|keine?n?|statt|wir|immer|verwende|ist|nicht|das|der|die|und|sind|haben)\b", head
    )


def _spaced(sentence: str) -> str:
    return re.sub(r"[.,!:;()]", " ", phrases.pad(sentence))
