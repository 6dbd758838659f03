"""The documents of the client below a project's root: a bounded walk that follows no link and opens no file."""

from memory_core.core.light import files, settings

TYPE_CHECKING = False
if TYPE_CHECKING:
    from typing import Final

HOME: "Final" = "client memory"
PROJECT, USER, NOTES = "project", "user", "notes"
PARTS: "Final" = (PROJECT, USER, NOTES)
NOTES_HOME: "Final" = f"{HOME}/{NOTES}"  # of what the client notes for itself
NAMES: "Final" = ("AGENTS.md", "CLAUDE.local.md", "CLAUDE.md")
FOLDERS: "Final" = 1_000  # that are looked at, the nearest to the root first
ENTRIES: "Final" = 50_000  # names in all of them
DEPTH: "Final" = 8
OWN: "Final" = ".claude"  # in it only its CLAUDE.md is looked for: worktrees of the project may stand there
_SKIPPED: "Final" = frozenset(
    "node_modules bower_components vendor third_party third-party site-packages __pycache__ venv env virtualenv dist "
    "build target out coverage htmlcov Pods Carthage DerivedData elm-stuff deps _build obj bin".split()
)


def is_on(root: str) -> bool:
    """Whether the user lets these documents be read."""
    for path in settings.paths(root):  # it may be there next time
        files.look(path)
    return settings.is_on(settings.CLIENT_MEMORY, root)


def homes(root: str) -> list[tuple[str, str]]:
    """The homes and their parts, one for each: what changed in one is no reason to read the others again."""
    return [(f"{HOME}/{part}", part) for part in PARTS] if is_on(root) else []


def paths(root: str) -> list[str]:
    """The documents in the project's folders, with `/` and from the root, the nearest to it first.

    Hidden and vendored folders are passed over, and so are those that have a `.git` of their own.
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
    """What tells one set of documents in a project's folders from another; "" where none is read."""
    return "\0".join(paths(root)) if is_on(root) else ""
