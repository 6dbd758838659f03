"""Files that people read: a word in them is seldom what a rule about the whole project forbids.

"Why no lodash" is no use of lodash. Rules whose scope names such a file are looked for in it all the same.
"""

from memory_core.light.globs import EVERYTHING, part_covers

_ENDINGS = ("md", "markdown", "mdx", "rst", "adoc", "asciidoc", "txt", "org")
_NAMES = (
    "LICENSE", "LICENCE", "COPYING", "NOTICE", "CHANGELOG", "CHANGES", "HISTORY", "NEWS", "README", "AUTHORS",
    "CONTRIBUTORS", "CONTRIBUTING",
)  # fmt: skip
_FOLDERS = frozenset({".changeset", "changelog.d", "newsfragments"})
_LISTS = ("requirements", "constraints", "dependencies", "deps", "cmakelists")  # .txt that programs read


def spares(pieces: list[str], path: str) -> bool:
    """Whether a rule with these `globs.parts` is not looked for in a file: it is prose, and none of them names it."""
    return (
        pieces[0] == EVERYTHING
        and is_prose(path)
        and not any(piece[:1] != "!" and part_covers(piece, path) for piece in pieces[1:])
    )


def is_prose(path: str) -> bool:
    """Whether a file is written for people, as its name tells."""
    *folders, name = path.split("/")
    stem, dot, ending = name.rpartition(".")
    ending = ending.lower()
    if dot and stem and ending in _ENDINGS:
        near = "/".join([*folders[-1:], stem]).lower()
        return ending != "txt" or not any(word in near for word in _LISTS)
    return name.startswith(_NAMES) or name.upper() in _NAMES or not _FOLDERS.isdisjoint(folders)
