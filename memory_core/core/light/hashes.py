"""Hash functions built into Python. `hashlib` would load a library, which takes 4 ms."""

import sys

TYPE_CHECKING = False
if TYPE_CHECKING:
    from collections.abc import Callable
    from hashlib import blake2b, sha1, sha256
    from typing import Any

__all__ = ["blake2b", "sha1", "sha256"]
_LIBRARIES = {"blake2b": "_blake2", "sha1": "_sha1", "sha256": "_sha2" if sys.version_info >= (3, 12) else "_sha256"}


def __getattr__(name: str) -> "Callable[..., Any]":
    if name not in _LIBRARIES:
        raise AttributeError(name)
    try:
        library = __import__(_LIBRARIES[name])
    except ImportError:  # an interpreter built without this hash
        library = __import__("hashlib")
    made: Callable[..., Any] = globals().setdefault(name, getattr(library, name))
    return made
