"""The texts of the read policy: a line of advice, or a denial with the alternatives."""

from collections.abc import Sequence

from memory_core import redact
from memory_core.core.budget import clip
from memory_core.core.light.answer import Answer
from memory_core.tickets.light import ticket_settings


def advice(ticket: str, packs: Sequence[str], path: str) -> Answer:
    """One line for the model; the read is allowed."""
    words = (
        f"{clip(path, 200)} is long, and this session has not read the packs of {ticket} yet, which say what counts "
        f"on one page: {' and '.join(packs)}. Read them first; where they do not do, read the part that is wanted with "
        "offset and limit, and log a full read with its reason (AIDD:READ_LOG)."
    )
    return Answer(context=redact.neutral(words))


def denied(ticket: str, packs: Sequence[str]) -> Answer:
    """The denial, with the alternatives."""
    reason = (
        f"Packs first ({ticket_settings.GATES}, memory.full_reads is hard). Read {' or '.join(packs)}; then the whole "
        "document may be read too. Or read a part of it with offset and limit, or the slice that "
        f"`memory-core aidd slice --ticket {ticket} --query WORDS` writes."
    )
    return Answer(decision="deny", reason=redact.neutral(reason))
