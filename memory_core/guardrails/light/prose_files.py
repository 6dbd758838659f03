"""Files that people read: a word in them is seldom what a rule forbids.

"Why no lodash" is no use of lodash. A rule is looked for in such a file where its scope names the file, its ending or
a folder of documents.
"""

from memory_core.core.light.globs import EVERYTHING, part_covers

_ENDINGS = ("md", "markdown", "mdx", "rst", "adoc", "asciidoc", "txt", "org")
_NAMES = (
    "LICENSE", "LICENCE", "COPYING", "NOTICE", "CHANGELOG", "CHANGES", "HISTORY", "NEWS", "README", "AUTHORS",
    "CONTRIBUTORS", "CONTRIBUTING",
)  # fmt: skip
_DOCUMENTS = frozenset({"docs", "doc", "documentation", "adr", "adrs", "content", "posts", "wiki", "changelog.d"})
_FOLDERS = frozenset({".changeset", "changelog.d", "newsfragments"})
_LISTS = ("requirements", "constraints", "dependencies", "deps", "cmakelists")  # .txt that programs read


def spares(pieces: list[str], path: str) -> bool:
    """Whether a rule with these `globs.parts` is not looked for in a file: it is prose, and none of them names it."""
    return is_prose(path) and not any(
        piece[:1] != "!" and piece != EVERYTHING and part_covers(piece, path) and _names_prose(piece, path)
        for piece in pieces
    )


def _names_prose(piece: str, path: str) -> bool:
    """Whether a piece of a scope is about documents."""
    *folders, name = piece.rstrip("/").lower().split("/")
    stem, dot, ending = name.rpartition(".")
    if path.lower().endswith(".txt"):  # as likely data as words
        return True
    return piece == path or (dot and stem and ending in _ENDINGS) or not _DOCUMENTS.isdisjoint([*folders, name])


def is_prose(path: str) -> bool:
    """Whether a file is written for people, as its name tells."""
    *folders, name = path.split("/")
    stem, dot, ending = name.rpartition(".")
    ending = ending.lower()
    if dot and stem and ending in _ENDINGS:
        near = "/".join([*folders[-1:], stem]).lower()
        return ending != "txt" or not any(word in near for word in _LISTS)
    return name.startswith(_NAMES) or name.upper() in _NAMES or not _FOLDERS.isdisjoint(folders)
