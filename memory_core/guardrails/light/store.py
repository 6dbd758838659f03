"""The guard rails in the form that the check of an edit reads; derived, for one state of their file.

They are in `guard/rules` of the project's derived folder, next to `guard/off`, the expressions that took too long.
"""

import os

from memory_core.core.light import files, places, session_lines

HOME = "IRIS_MEMORY.json"
_JOURNAL = ".genius/memory/"
_HANDED = f"{places.HANDED}/review.json"  # what a review found, on its way in
OFF = "off"
_FORM = "memory-core guard 4"


def stamp(root: str) -> str:
    """The stamp of the state of the guard rails' file; "" if it does not exist."""
    return files.stamp((os.path.join(root, HOME),)).strip("-")


def is_home(root: str, file: str, names: list[str]) -> bool:
    """Whether a file, given with its path in the project, is the file of the guard rails."""
    if HOME in names:
        return True
    try:
        return os.path.samestat(os.stat(file), os.stat(os.path.join(root, HOME)))
    except OSError:  # a file that is yet to be written
        return False


def is_ours(names: list[str]) -> bool:
    """Whether a file, by all that it is called in the project, speaks of rules, so that no rule is about it."""
    return all(name in (HOME, _HANDED) or name.startswith(_JOURNAL) for name in names)


def rules(root: str, wanted: str) -> list[str] | None:
    """The lines that were kept for this state of the file, None if there are none."""
    return session_lines.headed(session_lines.path(root, "rules"), f"{_FORM} {wanted}")


def keep_rules(root: str, wanted: str, lines: list[str]) -> bool:
    """Whether the lines could be kept for this state of the file."""
    try:
        session_lines.keep_headed(session_lines.path(root, "rules"), f"{_FORM} {wanted}", lines)
    except OSError:
        return False
    return True


def drop_rules(root: str) -> None:
    """The rules are read from their home again."""
    try:
        files.remove(session_lines.path(root, "rules"))
    except OSError:  # it cannot be changed
        return
