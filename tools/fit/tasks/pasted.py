"""Which lines of a prompt were pasted: `pasted.txt`.

Fitted to `examples/prompts.txt`, where `< ` stands before a line that a person typed and `| ` before a pasted
one; to what users say in the examples of sentences; and to the written sessions: the lines of their prompts, what the
model wrote, and what commands printed, as if it stood in a prompt.
"""

from collections.abc import Iterator
from itertools import cycle
from pathlib import Path
from typing import Final

from memory_core.extract import pasted
from memory_core.extract import prose_text as texts
from tools.fit import EXAMPLES, examples, sessions
from tools.fit import linear as fit

FIT: Final = fit.Settings(bits=13, cost=0.05, passes=12, balance=False, authors=2)
_OWN, _PASTED = "own", pasted.LABEL
_MARKS: Final = {"<": _OWN, "|": _PASTED}
_PRINTED: Final = 0.3  # of what an example counts a line that a command printed
_WRITTEN: Final = 1.0  # and one of Markdown that a model wrote: what a person writes at length looks so
_SHORTEST: Final = 2  # lines of an output
_SAID: Final = 0.5  # and a sentence of a user
_BELOW: Final = (3, 2, 4, 3, 6)  # sentences that stand below each other
_EXAMPLES: Final = 6  # authors that the examples are parted into


def make() -> dict[str, str]:
    """The weights."""
    return {pasted.FILE: fit.written(fit.fitted(list(made()), FIT, (_PASTED,)))}


def made() -> Iterator[fit.Row]:
    """The rows."""
    yield from of_examples()
    yield from of_written()
    yield from of_sentences()


def of_examples() -> Iterator[fit.Row]:
    """The examples."""
    prompts = (EXAMPLES / "prompts.txt").read_text("utf-8").rstrip("\n").split("\n\n")
    for number, prompt in enumerate(prompts):
        rows = [line.partition(" ") for line in prompt.split("\n")]
        marked = [(mark, text) for mark, _, text in rows if text.strip()]
        author = f"example {number % _EXAMPLES}"
        yield from _rows([text for _, text in marked], [_MARKS[mark] for mark, _ in marked], author, 1.0)


def of_sentences() -> Iterator[fit.Row]:
    """What users say in the examples of sentences, by author some below each other: rules and orders in short lines."""
    spoken: dict[str, list[str]] = {}
    for row in (*examples.rows("wishes"), *examples.rows("sentences")):
        if row.get("who", "user") == "user":
            spoken.setdefault(row["author"], []).append(row["text"])
    for author, sentences in sorted(spoken.items()):
        at = 0
        for number in cycle(_BELOW):
            lines = sentences[at : at + number]
            if not lines:
                break
            yield from _rows(lines, [_OWN] * len(lines), f"said {author}", _SAID)
            at += number


def of_written(folder: Path = sessions.FOLDER) -> Iterator[fit.Row]:
    """The lines of prompts, and what commands printed: by itself, and between two lines of a prompt."""
    for script in sorted(folder.glob("*.txt")):
        author, before = script.name[0], ""
        prompted: list[str] = []
        for block in sessions.blocks(script.read_text("utf-8")):
            lines = [line for line in texts.prose(block.text).split("\n") if line.strip()]
            if block.kind == "user" and lines:
                prompted = [line for line in lines if not line.lstrip().startswith(">")]
                yield from _rows(prompted, [_OWN] * len(prompted), author, 1.0)
            elif block.kind in ("assistant", "summary") and len(lines) >= _SHORTEST:
                yield from _rows(lines, [_OWN] * len(lines), author, _WRITTEN)
            elif block.kind == "result" and before == "Bash" and len(lines) >= _SHORTEST and prompted:
                mixed = [prompted[0], *lines, prompted[-1]]
                yield from _rows(mixed, [_OWN, *([_PASTED] * len(lines)), _OWN], author, _PRINTED)
            before = block.about.partition(" ")[0]


def _rows(lines: list[str], labels: list[str], author: str, weight: float) -> Iterator[fit.Row]:
    for features, label in zip(pasted.features(lines), labels, strict=True):
        yield fit.Row(features, label, author, weight)
