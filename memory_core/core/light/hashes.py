"""Hashes without `hashlib`, which loads a library of 4 ms for what Python has built in."""

TYPE_CHECKING = False
if TYPE_CHECKING:
    from hashlib import blake2b, sha1, sha256
else:
    try:
        from _blake2 import blake2b
        from _sha1 import sha1

        try:
            from _sha2 import sha256  # from 3.12 on
        except ImportError:
            from _sha256 import sha256
    except ImportError:
        from hashlib import blake2b, sha1, sha256

__all__ = ["blake2b", "sha1", "sha256"]
