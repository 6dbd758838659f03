"""Finds the documents of the client in a project. The search is bounded, follows no link and opens no file."""

from memory_core.core.light import files, settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

HOME: "Final" = "client memory"
PROJECT, USER, NOTES = "project", "user", "notes"
PARTS: "Final" = (PROJECT, USER, NOTES)
NOTES_HOME: "Final" = f"{HOME}/{NOTES}"  # the home of the client's own notes
NAMES: "Final" = ("AGENTS.md", "CLAUDE.local.md", "CLAUDE.md")
FOLDERS: "Final" = 1_000  # folders that are searched, those nearest to the root first
ENTRIES: "Final" = 50_000  # names in all folders together
DEPTH: "Final" = 8
OWN: "Final" = ".claude"  # only CLAUDE.md is searched in it, because it may contain worktrees of the project
_SKIPPED: "Final" = frozenset(
    "node_modules bower_components vendor third_party third-party site-packages __pycache__ venv env virtualenv dist "
    "build target out coverage htmlcov Pods Carthage DerivedData elm-stuff deps _build obj bin".split()
)


def is_on(root: str) -> bool:
    """Whether the user's settings allow reading these documents."""
    for path in settings.paths(root):  # noted even if missing, because it may be created later
        files.look(path)
    return settings.is_on(settings.CLIENT_MEMORY, root)


def homes(root: str) -> list[tuple[str, str]]:
    """The name of the home of each part, with the part. They are separate so that one can change alone."""
    return [(f"{HOME}/{part}", part) for part in PARTS] if is_on(root) else []


def paths(root: str) -> list[str]:
    """The paths of the documents relative to the root, with `/`, those nearest to the root first.

    Hidden folders, folders of dependencies and folders with a `.git` of their own are skipped.
    """
    texts: list[str] = []
    level = [""]
    left, names_left = FOLDERS, ENTRIES
    for _ in range(DEPTH):
        below: list[str] = []
        for above in level:
            if not left or names_left <= 0:
                return texts
            left -= 1
            names, folders = files.listing(f"{root}/{above}")
            names_left -= len(names) + len(folders)
            if above and (".git" in names or ".git" in folders):
                continue
            texts += [above + name for name in NAMES if name in names]
            if OWN in folders and "CLAUDE.md" in files.listing(f"{root}/{above}{OWN}")[0]:
                texts.append(f"{above}{OWN}/CLAUDE.md")
            below += [f"{above}{name}/" for name in folders if _is_looked_at(name)]
        level = below
    return texts


def _is_looked_at(folder: str) -> bool:
    return folder[:1] != "." and folder not in _SKIPPED and folder.isprintable()


def signature(root: str) -> str:
    """A text that changes when documents are added or removed; "" if none are read."""
    return "\0".join(paths(root)) if is_on(root) else ""
