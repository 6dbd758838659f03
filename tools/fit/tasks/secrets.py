"""The weights of the finder of secrets; `python -m tools.fit.tasks.secrets` says what they are worth.

The rows are the candidates of texts: those of `tests/secrets/`, which several authors wrote, the same with the values
of the author changed among each other, the same with the secrets already redacted, what `synthetic` makes, and what
people and models say at work, which has no secret: written sessions and the sentences of other examples. To say what
they are worth each author's rows are scored by a model that was fitted without that author.
"""

import argparse
import sys
from collections.abc import Callable, Iterable, Iterator, Sequence
from typing import Any, Final

from bench import redaction
from memory_core import redact
from memory_core.language import linear
from memory_core.redact import candidates, context, finder, lines
from tests.test_screen_survivors import SURVIVORS
from tools.fit import examples, sessions, synthetic
from tools.fit import linear as fit

SETTINGS: Final = fit.Settings(bits=18, cost=0.03, passes=12, balance=False, authors=2)
AUTHORS: Final = {
    "dev": "A", "second": "A", "variants": "A", "held_out": "B", "third": "C", "fourth": "D", "fifth": "E",
    "sixth": "F", "seventh": "G", "eighth": "J", "ninth": "K", "tenth": "P", "eleventh": "Q",
    "twelfth": "T", "thirteenth": "U", "fourteenth": "V",
}  # fmt: skip
OURS: Final = "-"  # the author of what is made
_SWAPS: Final = 2
_LONGEST: Final = 40
_SAID: Final = ("sentences", "statements", "pairs", "defects")
_SHOWN: Final = (
    "hardcoded-secret",
    "default-credentials",
    "password-policy",
)  # kinds of defects that are told with a secret
_TOLD: Final = 5  # sentences that are put below, or behind, one another
_SHORT: Final = 3  # line breaks of a text that is put below others
Text = tuple[str, str, list[str]]  # author, text, its secrets


class Features(Sequence[str]):
    """The features of a candidate, worked out when they are read: all of them at once would not fit into memory."""

    def __init__(self, line: lines.Line, candidate: candidates.Candidate) -> None:
        self.of = (line, candidate)

    def __iter__(self) -> Iterator[str]:
        return iter(context.features(*self.of))

    def __len__(self) -> int:
        return len(context.features(*self.of))

    def __getitem__(self, at: Any) -> Any:
        return context.features(*self.of)[at]


def make() -> dict[str, str]:
    """The file of weights by its name."""
    return {finder.WEIGHTS: fit.written(fit.fitted(list(made()), SETTINGS, ("yes",)))}


def main() -> int:
    """0; prints the figures of models that did not see an author."""
    parser = argparse.ArgumentParser(
        description="What the finder of secrets is worth on an author that it has not met."
    )
    parser.add_argument("--least", type=int, nargs="*", default=[finder.LEAST])
    options = parser.parse_args()
    rows = list(made())
    for author in sorted(set(AUTHORS.values())):
        model = fit.fitted([row for row in rows if row.author != author], SETTINGS, ("yes",))
        for least in options.least:
            print(f"{author} least {least}: {_figures(author, model, least)}", flush=True)
    return 0


def _figures(author: str, model: linear.Model, least: int) -> str:
    label = model.labels[0]
    shifted = linear.Label(label.name, label.bias + finder.LEAST - least, (), label.table.tobytes())
    finder.use(linear.Model(SETTINGS.bits, [shifted]))
    figures = [redaction.measured(name) for name, by in AUTHORS.items() if by == author]
    leaked, planted = sum(len(each.leaked) for each in figures), sum(each.planted for each in figures)
    chosen, human = sum(len(each.chosen_leaked) for each in figures), sum(each.chosen for each in figures)
    wrong, alike = sum(len(each.redacted) for each in figures), sum(each.lookalikes for each in figures)
    return f"{leaked} of {planted} leak, chosen {chosen} of {human}, false redactions {wrong} of {alike}"


def made(texts: Callable[[], Iterable[Text]] | None = None) -> Iterator[fit.Row]:
    """The rows of texts, by default of all."""
    for author, text, secrets in (texts or every)():
        for part, start, hits in lines.regions(text, redact.telling(text)):
            for line, proposal in finder.proposals(part, hits):
                first = start + line.start + proposal.start
                label = labelled(text, secrets, first, first + proposal.end - proposal.start)
                if label:
                    yield fit.Row(Features(line, proposal), label, author)


def every() -> Iterator[Text]:
    """All texts, in order."""
    for name, author in AUTHORS.items():
        planted = redaction.read(name, "planted")
        yield from ((author, row["text"], row["secrets"]) for row in planted)
        yield from ((author, row["text"], []) for row in redaction.read(name, "lookalikes"))
        yield from _swapped(author, planted)
        yield from ((author, _redacted(row), []) for row in planted)
    for author in sorted({*AUTHORS.values()}):
        yield from _together(author)
    yield from natural()
    yield from ((OURS, text, secrets) for text, secrets in synthetic.rows())
    dice = synthetic.Dice(1)
    yield from ((OURS, text, []) for text in SURVIVORS)
    yield from ((OURS, "\n".join(dice.pick(SURVIVORS) for _ in range(10)), []) for _ in range(60))


def natural() -> Iterator[Text]:
    """What is said at work, by its authors, without a secret; what a sure place tells is left out."""
    for script in sorted(sessions.FOLDER.glob("*.txt")):
        for block in sessions.blocks(script.read_text("utf-8")):
            yield f"session {script.name[0]}", block.text, []
    for name in _SAID:
        spoken: dict[str, list[str]] = {}
        for row in examples.rows(name):
            if row.get("label") in _SHOWN:
                continue
            spoken.setdefault(row["author"], []).extend(row[key] for key in ("text", "first", "second") if key in row)
        for author, texts in sorted(spoken.items()):
            for at in range(0, len(texts), _TOLD):
                for joint in ("\n", " "):
                    yield f"{name} {author}", joint.join(texts[at : at + _TOLD]), []


def labelled(text: str, secrets: Iterable[str], start: int, end: int) -> str:
    """ "yes" where a part of the text is a secret or nearly one; "" where it is a piece of one; "no"."""
    label = "no"
    for secret in secrets:
        at = text.find(secret)
        while at >= 0:
            stop = at + len(secret)
            shared = min(end, stop) - max(start, at)
            if 10 * shared >= 8 * (max(end, stop) - min(start, at)) or (
                10 * shared >= 8 * len(secret) and end - start - shared <= 2
            ):
                return "yes"
            if shared > 0 and start >= at and end <= stop:
                label = ""
            at = text.find(secret, at + 1)
    return label


def _swapped(author: str, planted: Sequence[redaction.Case]) -> Iterator[Text]:
    """The texts with other values of the same author in them, of the same sort, and with such as are made."""
    dice = synthetic.Dice(7)
    pool: dict[tuple[bool, bool], list[str]] = {}
    for row in planted:
        for secret in row["secrets"] if row["human"] else ():
            if "\n" not in secret and len(secret) <= _LONGEST:
                pool.setdefault((" " in secret, secret.isdigit()), []).append(secret)
    for row in planted:
        for swap in range(_SWAPS + 1):
            text, values = row["text"], []
            for secret in sorted(set(row["secrets"]), key=lambda value: (-len(value), value)):
                others = pool.get((" " in secret, secret.isdigit()))
                if not row["human"] or "\n" in secret or not others:
                    break
                values.append(dice.pick(others) if swap < _SWAPS or secret.isdigit() else synthetic.like(secret, dice))
                text = text.replace(secret, values[-1])
            else:
                yield author, text, values


def _together(author: str) -> Iterator[Text]:
    """The texts of an author, a few of them below one another: what the lines around announce is then of others."""
    texts: list[tuple[str, list[str]]] = []
    for name in (name for name, by in AUTHORS.items() if by == author):
        texts += ((row["text"], row["secrets"]) for row in redaction.read(name, "planted"))
        texts += ((row["text"], []) for row in redaction.read(name, "lookalikes"))
    short = [each for each in texts if each[0].count("\n") <= _SHORT]
    dice = synthetic.Dice(11)
    for _ in range(len(short) // 4):
        some = [dice.pick(short) for _ in range(2 + dice.below(4))]
        yield author, "\n".join(text for text, _ in some), [secret for _, secrets in some for secret in secrets]


def _redacted(row: redaction.Case) -> str:
    text: str = row["text"]
    for secret in sorted(set(row["secrets"]), key=len, reverse=True):
        text = text.replace(secret, "[redacted:password]")
    return text


if __name__ == "__main__":
    sys.exit(main())
