"""Offer to tidy where a piece of work ends, once a session, and only where the user wants it (`stores/assist.py`).

At PreCompact nobody can be spoken to; so it is offered at Stop, where the context is nearly full.
"""

import re
from collections.abc import Sequence
from typing import Final

from memory_core.domain.answer import Answer
from memory_core.domain.memory import Memory
from memory_core.intake.event import Event
from memory_core.stores import assist, files, guard

LEAST: Final = 8  # items that wait
FULL: Final = 140_000  # tokens of the context, from which a compaction is near
_END: Final = 200_000  # bytes of the transcript's end in which the last answer says how full the context is
_USED: Final = re.compile(r'"(?:input_tokens|cache_creation_input_tokens|cache_read_input_tokens)":\s*(\d{1,9})')
_ASKED: Final = (
    "memory-core: the user lets you tidy the memory of this project where work ends. Run `memory-core tidy`, answer "
    "with the one call that it names, and tell the user in a line what it did and what it cost."
)


def offer(root: str, event: Event, new: Sequence[Memory]) -> Answer | None:
    """The offer at a Stop after which `new` was kept; None where there is none to make."""
    choice = assist.read()
    if choice == assist.OFF or not (any(one.attrs.get("rule") == "commit" for one in new) or _is_full(event)):
        return None
    from memory_core.flows import tidy

    many = tidy.waiting(root)
    if many < LEAST or not guard.claim(root, f"tidy-{guard.safe(event.session)}", ["offered"]):
        return None
    if choice == assist.SESSION_END:
        return Answer(context=_ASKED)
    return Answer(told=f"memory-core: {many} memories wait for a second look; `/cs:memory tidy`, about 3,000 tokens")


def _is_full(event: Event) -> bool:
    """Whether the context of a session is nearly full, by what its last answer was made of."""
    end = files.read_end(event.transcript, _END) or ""
    usage = end[end.rfind('"usage"') :] if '"usage"' in end else ""
    return sum(map(int, _USED.findall(usage)[:3])) >= FULL
