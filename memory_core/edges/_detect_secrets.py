"""detect-secrets as a second opinion on a line: all of its detectors, no network access.

Its verifiers would ask the issuer of a token whether it works. They run only with the filter
`is_ignored_due_to_verification_policies`, which the settings here leave out.
"""

from collections.abc import Iterable, Iterator
from functools import cache
from typing import Final

from detect_secrets.core.plugins.util import get_mapping_from_secret_type_to_class
from detect_secrets.core.scan import scan_line
from detect_secrets.settings import cache_bust, configure_settings_from_baseline

# An address is no secret, and a private key's frame is not the key: `redact` takes whole blocks. The two
# entropy detectors report every long word of an unquoted line: `redact` judges them by the words near them.
_LEFT_OUT: Final = {"IPPublicDetector", "PrivateKeyDetector", "Base64HighEntropyString", "HexHighEntropyString"}
_FILTERS: Final = (
    "is_sequential_string",
    "is_templated_secret",
    "is_prefixed_with_dollar_sign",
    "is_indirect_reference",
    "is_not_alphanumeric_string",
    "is_potential_uuid",
    "is_likely_id_string",
)
_MOST: Final = 4_000  # characters of a line: some of its expressions take quadratic time


def find(line: str) -> list[tuple[str, str]]:
    """The secrets that detect-secrets finds in one line: (kind, the secret word for word)."""
    _settle()
    return list(dict.fromkeys(_scan(line)))


@cache
def _settle() -> None:
    """Configure the library once per process: it has no other user here, and each call takes a millisecond."""
    cache_bust()
    configure_settings_from_baseline(
        {
            "plugins_used": [{"name": name} for name in _names()],
            "filters_used": [{"path": f"detect_secrets.filters.heuristic.{name}"} for name in _FILTERS],
        }
    )


def _scan(line: str) -> Iterator[tuple[str, str]]:
    for at in range(0, len(line), _MOST):
        for secret in scan_line(line[at : at + _MOST]):
            # The documentation's own keys end in EXAMPLE.
            if secret.secret_value and not secret.secret_value.endswith("EXAMPLE"):
                yield secret.type.lower().replace(" ", "-"), secret.secret_value


def _names() -> list[str]:
    kinds: Iterable[type] = get_mapping_from_secret_type_to_class().values()
    return sorted({kind.__name__ for kind in kinds} - _LEFT_OUT)
