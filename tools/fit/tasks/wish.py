"""What a sentence of a person asks for: `wish.txt`.

Fitted to the sentences of `examples/sentences.tsv` that a user says, to `examples/wishes.tsv`, to the prompts
of the written sessions and, where they are at hand (`worth` says how they are named), of real ones; and to dialogues of
rules that change (MEMORY_CORE_DIALOGUES, a folder of MemoryCode's `dialogue_N.json`). Without these nothing is made.
"""

import json
import os
import re
import sys
from collections.abc import Iterator, Sequence
from pathlib import Path
from typing import Any, Final

from memory_core.extract import prose_text as texts
from memory_core.extract import wish_model, wishes, worth_model
from memory_core.language import linear
from tools.fit import examples
from tools.fit import linear as fit
from tools.fit.tasks import worth as sessions

_FOLDERS: Final = ("MEMORY_CORE_SESSIONS", "MEMORY_CORE_LABELS", "MEMORY_CORE_DIALOGUES")
FIT: Final = fit.Settings(bits=16, cost=0.1, passes=12, balance=False)
MANNER_FIT: Final = FIT._replace(balance=True, authors=1)
INSISTS_FIT: Final = FIT._replace(cost=0.3, authors=1)
_AMONG: Final = ((1, 2), (0, 2), (2, 3), (1, 4), (0, 3), (3, 5))  # places of an example among other sentences
_SPOKEN: Final = 0.3  # of what an example counts a sentence of a session or dialogue
_TURN: Final = re.compile(r"\n\n+(?=[A-Z][A-Za-z]+:)")
_PARTS: Final = 8  # authors that the dialogues are parted into
_SHORT: Final = 10  # sessions; dialogues of so many say what the weights are worth, and no fit meets them
_MOST: Final = 0.6  # of the words of an instruction stand in a sentence that lays it down
_SESSIONS: Final = 4  # of a dialogue
_SESSIONS_OF: Final = ("real ", "written ")
_STANDING: Final = ("preference", "convention")
_OPENING: Final = frozenset(
    "always never include the a in use for start end with names name of and to all your that are is be not when from "
    "any string by using".split()
)


def make() -> dict[str, str]:
    """The weights, where sessions and dialogues are at hand."""
    rows = list(made())
    if not rows:
        return {}
    return {wish_model.FILE: fit.written(fitted(rows, [*of_insisting(), *_spoken(rows)]))}


def fitted(rows: Sequence[fit.Row], insisting: Sequence[fit.Row]) -> linear.Model:
    """The model; which wishes are of manners is learned from these and from choices alone, of who tells them apart."""
    known = {row.author for row in rows if row.label == wish_model.MANNER}
    every = [row._replace(label=wish_model.STANDING) if row.label == wish_model.MANNER else row for row in rows]
    manners = [
        row
        for row in rows
        if row.author in known and row.label in (wish_model.STANDING, wish_model.CHOICE, wish_model.MANNER)
    ]
    return linear.Model(
        FIT.bits,
        [
            *fit.fitted(every, FIT, wish_model.LABELS[:-2]).labels,
            *fit.fitted(manners, MANNER_FIT, (wish_model.MANNER,)).labels,
            *fit.fitted(insisting, INSISTS_FIT, (wish_model.INSISTS,)).labels,
        ],
    )


def made() -> Iterator[fit.Row]:
    """The rows; none without the sessions and the dialogues."""
    real, labels, dialogues = map(os.environ.get, _FOLDERS)
    if not real or not labels or not dialogues:
        print(f"wish: set {', '.join(_FOLDERS)} to make wish.txt again", file=sys.stderr)
        return
    yield from of_examples()
    yield from of_prompts(sessions.of_sessions(Path(real), Path(labels), asked=True), "real")
    yield from of_prompts(sessions.of_written(asked=True), "written")
    for file in sorted(Path(dialogues).glob("dialogue_*.json")):
        dialogue = json.loads(file.read_text("utf-8"))
        if len(dialogue["sessions"]) > _SHORT:
            yield from of_dialogue(dialogue, int(file.stem.rpartition("_")[2]))


def of_examples() -> Iterator[fit.Row]:
    """The sentences of users; what stands in both files has the label of `wishes.tsv`."""
    own = examples.rows("wishes")
    known = {row["text"] for row in own}
    sentences = (row for row in examples.rows("sentences") if row["who"] == "user" and row["text"] not in known)
    for number, row in enumerate((*sentences, *own)):
        for position, among in ((0, 1), _AMONG[number % len(_AMONG)]):
            place = worth_model.Place("prompt", position=position, among=among, chars=len(row["text"]) * among)
            yield _row(row["text"], place, row["label"], row["author"], 0.5)


def of_insisting() -> Iterator[fit.Row]:
    """The sentences of which the author says whether they insist."""
    for row in examples.rows("wishes"):
        if row["insists"]:
            label = wish_model.INSISTS if row["insists"] == "1" else "other"
            yield _row(row["text"], worth_model.Place("prompt", chars=len(row["text"])), label, row["author"], 1.0)


def _spoken(rows: Sequence[fit.Row]) -> list[fit.Row]:
    """The sentences of sessions: hardly one insists."""
    own = [row for row in rows if row.author.startswith(_SESSIONS_OF)]
    return [row._replace(label="other", weight=_SPOKEN) for row in own]


def of_prompts(stated: Sequence[sessions.Stated], origin: str) -> Iterator[fit.Row]:
    """The sentences of prompts, as readers labelled the sessions."""
    for statement in stated:
        if statement.place.source == "prompt":
            is_standing = any(kind in statement.kinds for kind in _STANDING)
            label = (
                wish_model.STANDING if is_standing else wish_model.CHOICE if "decision" in statement.kinds else "other"
            )
            weight = _SPOKEN * statement.weight
            yield _row(statement.text, statement.place, label, f"{origin} {statement.author}", weight)


def of_dialogue(dialogue: dict[str, Any], number: int) -> Iterator[fit.Row]:
    """What the mentor of a dialogue says; what has some words of an instruction, but not most, is left out."""
    author = f"dialogue {number // 2 % _PARTS}"
    mentor = dialogue["context"]["mentor"]
    for session in dialogue["sessions"][:_SESSIONS]:
        kinds = zip(session["type"], session["topic"], strict=True)
        tellings = [_telling(topic) for kind, topic in kinds if "instruction" in kind]
        for turn in _TURN.split(session["text"]):
            who, _, prompt = turn.partition(":")
            if who != mentor:
                continue
            sentences = wishes.sentences(prompt)
            for at, sentence in enumerate(sentences):
                share = max((_share(sentence.casefold(), each) for each in tellings), default=0.0)
                if share == 0 or share >= _MOST:
                    place = worth_model.Place("prompt", position=at, among=len(sentences), chars=len(prompt))
                    yield _row(sentence, place, wish_model.STANDING if share else "other", author, _SPOKEN)


def _telling(topic: str) -> list[str]:
    """The literals of an instruction, or the beginnings of its telling words."""
    literals = re.findall(r"'([^']+)'", topic.casefold())
    return literals or [word[:5] for word in re.findall(r"[a-z_@#.]+", topic.casefold()) if word not in _OPENING]


def _share(sentence: str, words: Sequence[str]) -> float:
    return sum(word in sentence for word in words) / max(1, len(words))


def _row(text: str, place: worth_model.Place, label: str, author: str, weight: float) -> fit.Row:
    text = texts.one_line(text)
    return fit.Row(
        wish_model.of_place(text, place), label, author, weight, worth_model.of_words(text), worth_model.scale(text)
    )
