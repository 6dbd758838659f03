"""The forms in which people lay down a rule, name what was refused and what is to stay.

A form is (kind, cues, pattern, needs): the pattern is tried on a sentence in which a cue occurs, in lower case between
spaces. `what` names the thing a rule is about, `instead` what to do in its place, `deed` what is not to be
done with a thing, `order` what to do, `place` what is to stay. `needs` says what else must be there before it is a rule
and no word of the moment.
"""

from collections.abc import Iterator
from typing import Final, NamedTuple

from memory_core import data

NAMED: Final = "named"  # a thing of code is named, or the words say how far it holds
KNOWN: Final = "known"  # a well-known package is named, or the words say how far it holds
GENERIC: Final = "generic"  # it speaks of all things of a kind, or as NAMED
ARTIFACT: Final = "artifact"  # it speaks of all of a kind of things that developers make, or says how far it holds
OTHER: Final = "other"  # what to do in its place is said, or how far it holds
HABIT: Final = "habit"  # it is no report of what goes wrong
EXEMPTED: Final = "exempted"  # it says where a rule does not hold
HERE: Final = "here"  # as NAMED, or "here", or it is said to what was to be done


class Form(NamedTuple):
    """One way to say a rule."""

    kind: str
    cues: tuple[str, ...]
    pattern: str
    needs: str = ""


def _read(name: str) -> Iterator[Form]:
    cues: tuple[str, ...] = ()
    for head, text in data.expressions(name):
        kind, _, needs = head.partition(" ")
        if kind == "cues":
            cues = data.cues(text)
        elif kind in ("constraint", "standing", "rejection", "exception"):
            yield Form(kind, cues, text, needs)


ENGLISH: Final = tuple(_read("extract/forms.txt"))
ABROAD: Final = tuple(_read("extract/forms_abroad.txt"))
