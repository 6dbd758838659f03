"""Makes the weights in `memory_core/data` from examples: `python -m tools.fit [NAME …] [--check]`.

`examples` is what weights are fitted to, `sources` what is compiled for the product, which has neither.
"""

from pathlib import Path
from typing import Final

EXAMPLES: Final = Path(__file__).parent / "examples"
SOURCES: Final = Path(__file__).parent / "sources"
