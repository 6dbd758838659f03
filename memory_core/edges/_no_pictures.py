"""A stand-in for Pillow while fastembed is imported: set-up leaves out Pillow, 20 MB for images alone.

fastembed imports its embedders of images with those of texts, and they name classes of `PIL.Image` in their types.
"""

import enum
import importlib.util
import sys
from types import ModuleType


class Image:
    """Replaces `PIL.Image.Image`; no object is an instance of it."""


Resampling = enum.Enum("Resampling", ["NEAREST", "BOX", "BILINEAR", "HAMMING", "BICUBIC", "LANCZOS"])


def stand_in() -> None:
    """Make `from PIL import Image` work without Pillow."""
    if "PIL" in sys.modules or importlib.util.find_spec("PIL") is not None:
        return
    package, module = ModuleType("PIL"), ModuleType("PIL.Image")
    vars(module).update({"Image": Image, "Resampling": Resampling})
    vars(package)["Image"] = module
    sys.modules.update({"PIL": package, "PIL.Image": module})
