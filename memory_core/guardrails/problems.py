"""`IRIS_MEMORY.json` held against its format: what reading it found, and what only the format tells."""

from itertools import islice
from typing import Final

from memory_core import edges
from memory_core.core.light.errors import Refusal
from memory_core.guardrails import rules_file
from memory_core.guardrails.file_format import FILE, Problem

_MOST: Final = 100  # faults that are told


def problems(root: str) -> list[Problem]:
    """Everything that a person has to mend in the file, each thing once."""
    found = list(rules_file.read(root).problems)
    value = rules_file.value(root)
    if value is None:
        return found[:_MOST]
    known = {one.key for one in found if one.key}
    try:
        check = edges.formats()
    except Refusal:  # the set-up is missing: what reading alone tells
        return found[:_MOST]
    faults = check("iris-memory", value)
    told = (
        Problem(f"{FILE}: {place}" if place else FILE, f"{what}; mend it by hand", place)
        for place, what in faults
        if place not in known and not any(place.startswith(f"{one}.") or one.startswith(f"{place}.") for one in known)
    )
    return [*found, *islice(told, _MOST)][:_MOST]
