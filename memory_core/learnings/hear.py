"""Turns what a session heard into hot learnings: which words last, which hold for the moment, and their triggers."""

import re
from collections.abc import Iterable, Mapping
from typing import Final

from memory_core import data
from memory_core.extract import entities, lazy_patterns, wish_model, wishes
from memory_core.extract import prose_text as texts
from memory_core.extract.candidate import Candidate
from memory_core.extract.rule_sentences import IN, parted, straight
from memory_core.extract.situation import NOWHERE, Practice, Situation
from memory_core.language import concepts, statement
from memory_core.learnings.learning import ACTIVE, GLOBAL, PREFERENCE, PROJECT, WATCHING, Learning

_ROWS: Final = data.named("tiers/heard.txt")
_TRIGGERS_MOST: Final = 8
_ALIKE: Final = 0.8
_HELD: Final = {
    "answer": ("answer", 1.0),
    "refusal": ("rejected_edit", 1.0),
    "remembered": ("statement", 1.0),
    "": ("statement", 1.0),
}
_PASSES: Final = _ROWS["passes"][0]
_AT_HAND: Final = 0  # the score of words that speak of the moment, whatever reason they give
_EXPLAINS: Final = 12  # characters of a reason that says something


def learnings(
    candidates: Iterable[Candidate],
    practices: Iterable[Practice],
    situations: Mapping[str, Situation],
    *,
    session: str,
    today: str,
) -> list[Learning]:
    """All hot learnings of one reading, each once; `situations` are the situations of its turns (`Extraction`)."""
    done = [practised(each) for each in practices]
    learnt = [learning(each, situations.get(each.uuid, NOWHERE)) for each in candidates]
    made = list(done)
    made += [each for each in learnt if each and not any(_is_heard(each, other) for other in done)]
    return [each._replace(session=session, created=today, updated=today, last_accessed=today) for each in made]


def learning(candidate: Candidate, situation: Situation = NOWHERE) -> Learning | None:
    """The learning that a candidate is; None for one of another kind, and for words that hold for the moment only."""
    if candidate.kind != PREFERENCE:
        return None
    source, confirmation = _HELD.get(candidate.rule, ("statement", 0.5))
    words = candidate.quote if candidate.rule == "answer" else candidate.text
    judged = wish_model.verdict(words)
    if judged == wish_model.ONCE:
        return None
    refused = candidate.rule == "refusal"
    holds = _holds(candidate, words)
    text = _general(words) if candidate.rule == "answer" else wishes.bare(candidate.text)
    if candidate.rule in ("refusal", "said-preference") and wishes.points_elsewhere(text):
        return None
    reason = parted(straight(words))[1] if refused or not candidate.reason else candidate.reason
    return _made(
        PREFERENCE,
        text or candidate.text,
        source,
        active=holds,
        confirmation=confirmation if holds else 0.5,
        reason=reason,
        triggers=_triggers(situation) if refused else (),
        quote=candidate.quote,
        uuid=candidate.uuid,
        corrections=int(refused),
    )


def practised(practice: Practice) -> Learning:
    """The learning of a practice. An observed practice is watched until three sessions had it."""
    is_preference = practice.kind == PREFERENCE
    return _made(
        practice.kind,
        practice.text,
        practice.source,
        active=is_preference and practice.lasting,
        confirmation=1.0 if is_preference else 0.0,
        reason=practice.reason,
        slot=practice.slot if not is_preference else "",
        triggers=tuple(dict.fromkeys((*practice.about, *_triggers(practice.situation))))[:_TRIGGERS_MOST],
        quote=practice.quote,
        uuid=practice.uuid,
        corrections=practice.corrections,
    )


def level(words: str) -> str:
    """The level that words name: all projects, or this one."""
    return GLOBAL if wishes.is_everywhere(words) else PROJECT


def path(words: str) -> str:
    """The glob of the files that words confine themselves to; "" if they name none."""
    result = [
        each for each in entities.places(words) if re.search(rf"\b{IN}`?(?:\./)?{re.escape(each.rstrip('/'))}", words)
    ]
    if len(result) != 1 or result[0].startswith(("/", "~", "..")):
        return ""
    return f"{result[0]}**" if result[0].endswith("/") else result[0]


def slot(words: str) -> str:
    """The exclusive choice that words make, such as the package manager; "" if they make none or several."""
    names = {
        option.choice
        for each in concepts.named([word.text for word in statement.words(words)])
        for option in each.options
        if option.choice not in concepts.choices().strict
    }
    return names.pop() if len(names) == 1 else ""


def _holds(candidate: Candidate, words: str) -> bool:
    """Whether a candidate holds beyond the task."""
    if candidate.rule == "refusal":
        explained = len(parted(straight(words))[1]) >= _EXPLAINS
        return wishes.lasts(words) or (explained and wish_model.read(straight(words)).standing > _AT_HAND)
    if candidate.rule == "answer":
        return bool(_general(words)) or not lazy_patterns.search(_PASSES, straight(words).casefold())
    return candidate.rule in ("remembered", "") or wishes.lasts(words)


def _general(answer: str) -> str:
    """The part of an answer that holds beyond its question; "" if it only answers."""
    sentences_of_answer = wishes.sentences(answer)
    return " ".join(wishes.learnt(sentences_of_answer, wishes.judge(answer, sentences_of_answer)).values())


def _made(
    kind: str,
    text: str,
    source: str,
    *,
    active: bool,
    confirmation: float,
    reason: str,
    slot: str = "",
    triggers: tuple[str, ...] = (),
    quote: str = "",
    uuid: str = "",
    corrections: int = 0,
) -> Learning:
    is_preference = kind == PREFERENCE
    return Learning(
        "",
        kind,
        text,
        source,
        level(text) if is_preference else PROJECT,
        status=ACTIVE if active else WATCHING,
        occurrences=max(1, corrections) if is_preference else 1,
        corrections=corrections,
        confirmation=confirmation,
        reason=reason,
        path=path(quote or text) if is_preference and source != "answer" else "",
        triggers=triggers,
        slot=slot or (_slot_of(text) if is_preference else ""),
        quote=quote,
        uuid=uuid,
    )


_slot_of = slot


def _triggers(situation: Situation) -> tuple[str, ...]:
    """The parts of a situation that may occur again: its programs, the kinds of its files and their folders."""
    result = list(situation.programs[::-1])
    for file in situation.files[::-1]:
        folder, _, name = file.rpartition("/")
        stem, dot, ending = name.rpartition(".")
        result.append(f".{ending}" if dot and stem and len(ending) <= 6 else name)
        if folder and not folder.startswith(("/", "~")):
            result.append(f"{'/'.join(folder.split('/')[-3:])}/")
    return tuple(dict.fromkeys(result))[:_TRIGGERS_MOST]


def _is_heard(new: Learning, done: Learning) -> bool:
    """Whether a candidate is a sentence that was heard as a practice already."""
    return (
        done.kind == new.kind == PREFERENCE
        and new.uuid == done.uuid
        and texts.alike(new.description, done.description) >= _ALIKE
    )
