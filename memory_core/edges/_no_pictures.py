"""What fastembed asks of Pillow while it is imported: set-up leaves Pillow out, 20 MB for pictures alone.

fastembed imports its embedders of pictures with that of texts, and they name classes of `PIL.Image` in their types.
"""

import enum
import importlib.util
import sys
from types import ModuleType


class Image:
    """Replaces `PIL.Image.Image`; no object is an instance of it."""


Resampling = enum.Enum("Resampling", ["NEAREST", "BOX", "BILINEAR", "HAMMING", "BICUBIC", "LANCZOS"])


def stand_in() -> None:
    """Let `from PIL import Image` give something where Pillow is not installed."""
    if "PIL" in sys.modules or importlib.util.find_spec("PIL") is not None:
        return
    package, module = ModuleType("PIL"), ModuleType("PIL.Image")
    vars(module).update({"Image": Image, "Resampling": Resampling})
    vars(package)["Image"] = module
    sys.modules.update({"PIL": package, "PIL.Image": module})
