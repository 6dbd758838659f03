"""Which offered way an answer takes: `answer.txt`, fitted to `examples/answers.jsonl`."""

import json
from collections.abc import Iterable, Iterator
from typing import Any, Final, NamedTuple

from memory_core.extract import answer_model, offers
from memory_core.language import linear
from memory_core.language.light.words import joined, pairs
from tools.fit import EXAMPLES
from tools.fit import linear as fit

FIT: Final = fit.Settings(bits=14, cost=0.03, passes=20, balance=False)


class Answered(NamedTuple):
    """An answer to an offer, and the place of the way that it takes: less than 0 for none."""

    offer: answer_model.Offer
    text: str
    taken: int
    author: str


def make() -> dict[str, str]:
    """The weights."""
    return {answer_model.FILE: fit.written(fitted(list(of_examples())))}


def of_examples() -> Iterator[Answered]:
    """The examples in which the product sees the ways that were offered."""
    for line in (EXAMPLES / "answers.jsonl").read_text("utf-8").splitlines():
        yield from read(json.loads(line))


def read(row: dict[str, Any]) -> Iterator[Answered]:
    """The answer of a row, where the offer is seen and its ways are those of the row."""
    *before, last = row["turns"]
    texts = [message["text"] for message in before if message["role"] == "assistant"]
    for offer in (candidate for text in reversed(texts) for candidate in offers.offered(text)):
        places = [_place(way, offer) for way in row["ways"]]
        taken = places[row["taken"]] if row["taken"] >= 0 else row["taken"]
        if taken is not None:
            yield Answered(offer, last["text"], taken, row["id"][0])
            return


def fitted(rows: Iterable[Answered]) -> linear.Model:
    """A model of whether a way is taken."""
    ways = [
        fit.Row(answer_model.of_way(row.text, row.offer, at), "yes" if at == row.taken else "no", row.author)
        for row in rows
        for at in range(len(row.offer.options))
    ]
    model = fit.fitted(ways, FIT, ("yes",))
    model.labels[0].name = answer_model.TAKEN
    return model


def _place(way: str, offer: answer_model.Offer) -> int | None:
    """The place of a way in the offer that was seen; None where it is not there."""
    words = {*joined(way), *pairs(way)}
    shares = [len(words & {*joined(text), *pairs(text)}) / max(1, len(words)) for _, text in offer.options]
    return shares.index(max(shares)) if max(shares, default=0) > 0.5 else None  # most of its words
