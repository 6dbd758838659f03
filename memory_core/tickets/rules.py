"""Constraints and invariants: what the work must or must not do, and what always holds."""

import re
from collections.abc import Iterator
from typing import Final

from memory_core.language.expressions import Expressions
from memory_core.tickets import inline, modal
from memory_core.tickets.fact import Fact, Place, Ranked, clip
from memory_core.tickets.modal import Force
from memory_core.tickets.terms import is_empty

BINDING: Final = frozenset(("constraints", "invariants", "requirements", "acceptance", "excluded", "decision"))
SOFT: Final = frozenset(("story", "work", "rationale", "risks"))

_LONG: Final = 300  # characters from which on a rule is long
_WHOLE: Final = 360  # characters of an item that is one rule
_LEAST: Final = 0.5  # the certainty below which nothing is kept
_RE: Final = Expressions("aidd/rules.txt")
_INVARIANT: Final = re.compile(r"INV(?:ARIANT)?(?=[-_.\d]|$)")
_REQUIRED: Final = {
    (True, True): 0.88,
    (True, False): 0.86,
    (False, True): 0.85,
    (False, False): 0.7,
}  # binds, labelled
_LOOSE: Final = frozenset(("R", "P", "C", "F"))  # letters that also label risks, phases, cases
_SUBJECT_WE: Final = re.compile(r"\b(?:we|you|wir|nous|nosotros|мы|вы|我们)\b", re.IGNORECASE)
_PART: Final = re.compile(r"\d\.\d")  # the label of a part of a requirement
_COMPARES: Final = re.compile(r"\w ?(?:[<>≤≥]=?|[=!]=) ?\w")
_WORD: Final = re.compile(r"\w[\w'’-]*")


def whole(text: str, line: int, place: Place, label: str, lead: str, before: str = "") -> Iterator[Ranked]:
    """The rule of an item in a binding section, or of a labelled block, as a whole."""
    plain = inline.plain(text)
    bounds = place.role == "constraints" and _RE["bounding"].match(plain)
    if not says_enough(plain, lead or ("x" if bounds else "")) or plain.endswith(("?", "？")):
        return
    force = binds(text)
    if len(plain) > _WHOLE:
        kept = list(stated(text, line, place, label, before=before, lead=lead))
        if (kept or force) and not (label and place.role == "requirements"):
            yield from kept
            return
        plain = _begin(text)
    kind, certainty, rule = _weighed(plain, force, place, label)
    if certainty >= _LEAST:
        shown = _after(before, plain) if before else _led(lead, plain)
        yield _made(kind, shown, line, place, certainty, rule, label, force)


def grouped(plain: str, line: int, place: Place, label: str, force: Force | None) -> Iterator[Ranked]:
    """The rule of a lead-in and its list."""
    kind, certainty, rule = _weighed(plain, force, place, label)
    if says_enough(plain) and certainty >= _LEAST:
        yield _made(kind, plain, line, place, certainty, rule, label, force)


def stated(
    text: str, line: int, place: Place, label: str = "", *, is_item: bool = True, before: str = "", lead: str = ""
) -> Iterator[Ranked]:
    """The rules in the sentences of a block; a sentence that depends on the previous one is joined with it.

    `before` is the sentence before the block, `lead` the lead-in of its first sentence.
    """
    last, shown = None, [before] if before else []
    subject = "" if inline.named(text) else place.subject
    for sentence in inline.sentences(text):
        plain = inline.plain(sentence.text).lstrip("→–—-> ")
        force = modal.force(plain)
        verdict = _verdict(plain, force, place, is_item=is_item or bool(label)) or _stands(plain, place)
        owner = subject if _RE["subjectless"].match(plain) else ""
        leans = (
            bool(before)
            and len(before) < 300
            and bool(_RE["pronoun"].match(plain))
            and not _RE["expletive"].match(plain)
        )
        if verdict and says_enough(plain):
            kind, certainty, rule = verdict
            if leans and not owner and last and last.fact.text.endswith(before):
                last = _joined(last, plain, certainty)
            else:
                yield from [last] if last else []
                context = "" if owner or not leans else " ".join(shown) if sum(map(len, shown)) < 300 else before
                whole_said = _after(context, plain) if context else _led(owner or lead, plain)
                last = _made(kind, whole_said, line + sentence.below, place, certainty, rule, label, force)
                label = ""
        before, lead = plain, ""
        shown.append(plain)
    yield from [last] if last else []


def _after(before: str, plain: str) -> str:
    """A sentence after the sentence that it depends on."""
    return f"{before} {plain}" if before.endswith((".", "!", "?", "。", ":", "：", ";")) else f"{before}; {plain}"


def _joined(match: Ranked, plain: str, certainty: float) -> Ranked:
    fact = match.fact
    return match._replace(
        fact=fact._replace(text=clip(f"{fact.text} {plain}"), certainty=max(fact.certainty, round(certainty, 2)))
    )


def led(text: str, line: int, place: Place, label: str, lead: str, force: Force) -> Iterator[Ranked]:
    """The rule of an item together with its unfinished lead-in."""
    plain = inline.plain(text)
    verdict = _verdict(f"{lead.rstrip(':： ')} {plain}".rstrip(":："), force, place, is_item=True)
    if verdict and says_enough(plain, lead) and not plain.endswith(("?", "？")):
        kind, certainty, rule = verdict
        yield _made(kind, _led(lead, plain), line, place, certainty, rule, label, force)


def rejected(text: str, line: int, place: Place, lead: str) -> Iterator[Ranked]:
    """The options that a block reports as rejected; `lead` names the option."""
    for sentence in inline.sentences(text):
        plain = inline.plain(sentence.text)
        if verdict := modal.rejected(plain):
            kind, certainty, rule = verdict
            yield _made(kind, _led(lead, plain), line + sentence.below, place, certainty, rule, "", None)


def completes(lead: str) -> bool:
    """Whether a lead-in is a sentence that each item of its list completes."""
    return bool(_RE["completes"].search(inline.plain(lead).rstrip(":： ")))


def leans(plain: str) -> bool:
    """Whether a reader needs the previous sentence to understand a text."""
    pronoun = _RE["pronoun"].match(plain) and not (_RE["expletive"].match(plain) or _RE["points"].match(plain))
    return bool(pronoun or _RE["goes on"].match(plain))


def requires(label: str, role: str) -> bool:
    """Whether a label marks a requirement."""
    if _INVARIANT.search(label):
        return True
    match = next(
        (part for part in re.split(r"[-_.]", label) if _RE["requires"].fullmatch(re.sub(r"\d.*", "", part))), ""
    )
    return bool(match) and not (role in SOFT and re.sub(r"\d.*", "", match) in _LOOSE)


def says_enough(plain: str, lead: str = "") -> bool:
    """Whether a text has enough words to be a rule, and is no placeholder."""
    if is_empty(plain):
        return False
    words = len(_WORD.findall(plain)) + len(re.findall(r"[\u3040-\u30ff\u4e00-\u9fff\uac00-\ud7af]", plain)) // 2
    return words >= (1 if lead else 3) or "/" in plain or bool(_COMPARES.search(plain))


def binds(text: str) -> Force | None:
    """The strongest force of a text's sentences; None if none binds."""
    forces = [modal.force(inline.plain(sentence.text)) for sentence in inline.sentences(text)]
    return max((force for force in forces if force), key=lambda force: force.certainty, default=None)


def _begin(text: str) -> str:
    """The first sentences, up to `_WHOLE` characters."""
    parts: list[str] = []
    for sentence in inline.sentences(text):
        plain = inline.plain(sentence.text)
        if parts and len(" ".join(parts)) + len(plain) > _WHOLE:
            break
        parts.append(plain)
    return " ".join(parts)


def _led(lead: str, plain: str) -> str:
    if not lead:
        return plain
    head = lead.rstrip(":： ")
    return f"{head} {plain}" if completes(head) else f"{head}: {plain}"


def _weighed(plain: str, force: Force | None, place: Place, label: str) -> tuple[str, float, str]:
    """(kind, certainty, rule) of an item that binds by its section or its label."""
    sure = force.certainty if force else 0.0
    if place.role == "invariants" or _INVARIANT.search(label):
        return "invariant", 0.93, "invariants-section" if place.role == "invariants" else "invariant-label"
    if place.role in ("cases", "assumptions"):
        result = modal.implied(plain, place, is_item=True)
        return "constraint", max(sure, 0.52, result[1] if result else 0), place.role
    if place.role == "constraints":
        certainty = 0.97 if sure >= 0.9 or place.is_absolute else 0.96 if _RE["refused"].match(plain) else 0.94
        return "constraint", certainty, "constraints-section"
    if place.role == "excluded":
        return "constraint", 0.5, "excluded"
    if place.role == "acceptance":
        return "constraint", max(sure - (0.1 if label else 0.25), 0.62 if label else 0.55), "acceptance"
    if place.role == "requirements":
        return "constraint", max(_REQUIRED[sure >= 0.75, bool(label)], sure), "requirements-section"
    if place.role == "decision":
        return "constraint" if force else "decision", max(sure, 0.6), "decision-section"
    return "constraint", max(sure, 0.85 if label and not _PART.search(label) else 0.75), "label"


def _stands(plain: str, place: Place) -> tuple[str, float, str] | None:
    """(kind, certainty, rule) of a sentence that binds by its section; None for a default."""
    return None if modal.is_default(plain) else modal.by_section(plain, place)


def _verdict(plain: str, force: Force | None, place: Place, *, is_item: bool) -> tuple[str, float, str] | None:
    """(kind, certainty, rule) of a sentence by its own words; None if it demands nothing."""
    if plain.endswith(("?", "？", ":", "：")):
        return None
    if force is None:
        return None if place.role in SOFT or place.is_task else modal.implied(plain, place, is_item=is_item)
    kind = "invariant" if force.state or place.role == "invariants" else "constraint"
    formal = force.name in ("MUST", "SHOULD")
    certainty = force.certainty
    if place.is_task and not formal and not force.forbids:
        return None
    if place.role == "rationale" and force.name == "must":
        return (kind, 0.55, "told-must")
    if place.role == "work" and place.is_task and force.forbids and is_item and force.certainty > 0.7:
        return (kind, 0.6, "task-must")
    if place.role in SOFT:
        return (kind, certainty - 0.2, f"told-{force.name}") if formal else None
    if not formal:
        certainty -= _doubt(plain, force, place, is_item)
    if place.role in BINDING:
        certainty += 0.02
    return (kind, round(certainty, 2), force.name) if certainty >= _LEAST else None


def _doubt(plain: str, force: Force, place: Place, is_item: bool) -> float:
    """The reduction of the certainty of a rule without capitals, by its wording and its section."""
    doubt = 0.0
    if place.is_formal:
        doubt += 0.1
    if _SUBJECT_WE.search(plain[:60]) and force.name != "must" and "guarantee" not in plain:
        doubt += 0.2
    elif _SUBJECT_WE.match(plain):
        doubt += 0.15
    if force.name in ("able", "should") and place.role not in BINDING:
        doubt += (
            0.0
            if is_item
            else 0.05
            if _RE["firm"].search(plain) and not _RE["easy"].search(plain) and not place.is_formal
            else 0.15
        )
    if len(plain) > 300:
        doubt += 0.1
    return doubt


def _made(
    kind: str, plain: str, line: int, place: Place, certainty: float, rule: str, label: str, force: Force | None
) -> Ranked:
    severity = _severity(force, place, label) if kind == "constraint" else ""
    fact = Fact(kind, clip(plain), place.path, line, round(certainty, 2), rule, label=label, severity=severity)
    weight = (
        0.3 * bool(force and force.forbids)
        + 0.2 * (place.role == "constraints")
        + 0.2 * bool(_RE["general"].match(plain))
    )
    weight += 0.1 * bool(label) - 0.4 * place.is_research - 0.03 * place.depth
    weight -= 0.3 * bool(_PART.search(label))
    if force or not label:  # requirements by label alone keep the order of the document
        weight -= 0.1 * (len(plain) > _LONG) + 0.02 * min(5, plain.count("`") // 2)
    return Ranked(fact, weight - (rule == "excluded"))


def _severity(force: Force | None, place: Place, label: str) -> str:
    if force and force.name in ("MUST", "must"):
        return "critical" if force.forbids or place.role == "constraints" else "high"
    if place.role == "constraints":
        return "high"
    if force and force.name in ("SHOULD", "always", "able"):
        return "medium"
    if place.role == "requirements" or label:
        return "medium" if place.role != "acceptance" else "low"
    return "low"
