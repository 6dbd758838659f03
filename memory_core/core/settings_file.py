"""Writes the files of the user's settings; `core.light.settings` reads them."""

import os
from typing import Final

from memory_core.core import lock
from memory_core.core.light import files, json_store, settings
from memory_core.core.light.errors import Refusal

_PATIENCE: Final = 5.0  # seconds to wait for another process that changes the file


def change(root: str, name: str, value: str, *, here: bool) -> None:
    """Write a setting for all projects, or with `here` for this project; "" removes it."""
    path = settings.paths(root)[0 if here else -1]
    files.make(os.path.dirname(path))
    with lock.held(f"{path}.lock", _PATIENCE):
        try:
            raw = files.read_whole(path, settings.LONGEST)
        except OSError as error:
            raise Refusal(f"{path} cannot be read ({error.strerror}); move it away, then repeat") from error
        text = (raw or b"").decode("utf-8", "surrogateescape")
        own = f'{name} = "{value}"' if value else ""
        rows = [row for row in text.split("\n") if row.partition("=")[0].strip() != name]
        # Above the first table, because a setting below it would belong to the table.
        with json_store.writing(path, "make it writable"):
            text = "\n".join(filter(None, [own, *rows])) + "\n"
            files.write(path, text.encode("utf-8", "surrogateescape"))
