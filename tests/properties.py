"""How many examples a property gets."""

import os

from hypothesis import settings

THOROUGH = os.environ.get("MEMORY_CORE_THOROUGH", "0") not in ("", "0")
USUAL = 100


def examples(most: int) -> settings:
    """All of them in a thorough run (`MEMORY_CORE_THOROUGH=1`), a fifth of them, and at least ten, in the others."""
    return settings(max_examples=most if THOROUGH else max(most // 5, min(most, 10)))
