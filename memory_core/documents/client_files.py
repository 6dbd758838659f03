"""The documents of the client: which are read, where they are, and which the client gives to the model at a start.

A cloned repository is not trusted: its documents import no file from outside the project, and no link is followed. The
user's own documents may import any file in the user's home.
"""

import os
from collections.abc import Callable, Iterator, Sequence
from typing import Final, NamedTuple

from memory_core.core.light import client_documents, files, quick_git, user
from memory_core.documents.passages import imports
from memory_core.language import front_matter

PROJECT, USER, NOTES = client_documents.PROJECT, client_documents.USER, client_documents.NOTES
INSTRUCTIONS: Final = "the project's instructions"
LOCAL: Final = "your instructions for this project"
OWN: Final = "your instructions"
CLIENT: Final = "the client's own notes"
MOST: Final = 200  # documents of a part
LONGEST: Final = 200_000  # bytes of a document
TOTAL: Final = 600_000  # bytes of all documents of a part
_FOLDERS: Final = 50  # folders of rules
_IMPORTED: Final = 5  # depth of nested imports
_ENDINGS: Final = (".md", ".markdown", ".mdx", ".txt")
_SECONDS: Final = 1.0  # seconds for git
_FIRST: Final = 200  # lines of MEMORY.md that the client gives to the model


class Document(NamedTuple):
    """A document that is read."""

    file: str
    shown: str  # its path as people write it
    origin: str
    is_given: bool = False  # whether the client gives it to the model at a start
    lines: int = 0  # lines that the client gives to the model; 0 for all


def read(root: str, part: str) -> list[Document]:
    """The documents of a part, first those that the client gives to the model; [] if a setting switches them off."""
    if not client_documents.is_on(root):
        return []
    documents = {PROJECT: _of_project, USER: _of_user, NOTES: _of_client}[part](root)
    return list(documents)[:MOST]


def counted(root: str) -> list[tuple[str, int]]:
    """The number of documents of each part, for people: (name of the part, number)."""
    result: dict[str, int] = {}
    for part in client_documents.PARTS:
        for document in read(root, part):
            result[document.origin] = result.get(document.origin, 0) + 1
    return [*result.items()]


def text(document: Document) -> str:
    """The text of a document, up to the limits."""
    return files.read(document.file, LONGEST) or ""


def notes_folder(root: str) -> str:
    """The folder of the client's own notes on a project."""
    return os.path.join(user.client_project(root), "memory")


def _of_project(root: str) -> list[Document]:
    names = ("CLAUDE.md", f"{client_documents.OWN}/CLAUDE.md", "CLAUDE.local.md")
    starts = [_own(root, name, is_given=True) for name in names]
    rules = [
        _own(root, name, is_given=True) for name in _rules(os.path.join(root, client_documents.OWN, "rules"), root)
    ]
    starts += [document._replace(is_given=_is_for_all_files(document)) for document in rules]
    known = {document.file for document in starts}
    below = [name for name in client_documents.paths(root) if os.path.join(root, *name.split("/")) not in known]
    others = [_own(root, name) for name in _not_ignored(root, below)]
    others += [] if "AGENTS.md" in below else [_own(root, "AGENTS.md")]
    inside = os.path.join(root, "")
    existing = [target for document in (*starts, *others) if (target := _standing(document, inside))]
    documents = _with_imports(existing, lambda _: inside, lambda document: _shown(root, document.file))
    own = os.path.join(user.client(), "")
    return [document for document in documents if not document.file.startswith(own) or root.startswith(own)]


def _of_user(_: str) -> list[Document]:
    folder = user.client()
    starts = [Document(os.path.join(folder, "CLAUDE.md"), "", OWN, is_given=True)]
    starts += [
        Document(os.path.join(folder, *name.split("/")), "", OWN, is_given=True)
        for name in _rules(_resolved(os.path.join(folder, "rules")), folder)
    ]
    starts = [document._replace(file=_resolved(document.file)) for document in starts]
    existing = [
        document._replace(is_given=_is_for_all_files(document)) for document in starts if files.is_file(document.file)
    ]
    named = [document._replace(shown=_homely(document.file)) for document in existing]
    return _with_imports(named, _reach, lambda document: _homely(document.file))


def _of_client(root: str) -> list[Document]:
    folder = notes_folder(root)
    files.look(os.path.join(folder, "MEMORY.md"))
    texts = [name for name in files.names(folder) if name.endswith(".md") and name.isprintable()]
    texts.sort(key=lambda name: name != "MEMORY.md")
    paths = [os.path.join(folder, name) for name in texts]
    shown = [(path, _homely(path), os.path.basename(path) == "MEMORY.md") for path in paths if files.is_file(path)]
    return [Document(path, name, CLIENT, is_given, _FIRST if is_given else 0) for path, name, is_given in shown]


def _own(root: str, name: str, *, is_given: bool = False) -> Document:
    origin = LOCAL if name.endswith("CLAUDE.local.md") else INSTRUCTIONS
    return Document(os.path.join(root, *name.split("/")), name, origin, is_given)


def _rules(folder: str, above: str) -> list[str]:
    """The rules in a folder, as paths from `above` with `/`. The search is bounded and follows no link."""
    files.look(folder)
    texts: list[str] = []
    waiting = [folder] if os.path.realpath(folder) == folder else []
    for each in waiting:
        names, folders = files.listing(each)
        if folders or names:
            files.look(each)
        texts += [os.path.join(each, name) for name in names if name.endswith(".md") and name.isprintable()]
        if len(waiting) < _FOLDERS:
            waiting += [os.path.join(each, name) for name in folders]
        if len(texts) > MOST:
            break
    return [os.path.relpath(path, above).replace(os.sep, "/") for path in texts]


def _is_for_all_files(document: Document) -> bool:
    """Whether the client gives the model a document for every file: a rule may apply to some paths only."""
    if f"{os.sep}rules{os.sep}" not in document.file:
        return document.is_given
    return document.is_given and "paths" not in front_matter.keys(files.read(document.file, LONGEST) or "")


def _not_ignored(root: str, names: Sequence[str]) -> list[str]:
    """The documents in folders that git does not ignore. An ignored document in such a folder is the user's own."""
    folders = {name.rpartition("/")[0].removesuffix(f"/{client_documents.OWN}") for name in names if "/" in name}
    folders = {folder for folder in folders if folder != client_documents.OWN}
    if not folders or files.is_absent(os.path.join(root, ".git")):
        return list(names)
    asked = ["-c", "core.quotePath=false", "check-ignore", "--", *sorted(folders)[:MOST]]
    ignored = (quick_git.output(root, asked, _SECONDS) or b"").decode("utf-8", "replace").splitlines()
    gone = tuple(f"{each}/" for each in ignored)
    return [name for name in names if not (gone and name.startswith(gone))]


def _standing(document: Document, inside: str) -> Document | None:
    """The document if it is a file, or the file of the project that a link in its place points to; else None."""
    files.look(document.file)
    if os.path.islink(document.file):
        try:
            leads = os.path.normpath(os.path.join(os.path.dirname(document.file), os.readlink(document.file)))
        except OSError:
            return None
        if not leads.endswith(_ENDINGS):
            return None
        document = document._replace(file=leads, shown=_shown(inside, leads))
    return document if _is_inside(document.file, inside) else None


def _is_inside(file: str, inside: str) -> bool:
    """Whether a file is below a folder, without a link on the way."""
    return file.startswith(inside) and os.path.realpath(file) == file and files.is_file(file)


def _resolved(file: str) -> str:
    files.look(file)
    return os.path.realpath(file)


def _with_imports(
    starts: Sequence[Document], reach: Callable[[str], str], shown: Callable[[Document], str]
) -> list[Document]:
    """The documents and their imports, first those that the client gives to the model; each once."""
    documents: dict[str, Document] = {}
    for is_given in (True, False):
        level = [document for document in starts if document.is_given == is_given]
        for _ in range(_IMPORTED + 1):
            level = [document for document in level if document.file not in documents]
            documents.update((document.file, document) for document in level[: MOST - len(documents)])
            if len(documents) >= MOST:
                break
            named = [
                (document, file)
                for document in level
                if document.file in documents
                for file in _imported(document, reach(document.file))
            ]
            level = [
                document._replace(file=file, shown=shown(document._replace(file=file))) for document, file in named
            ]
    return [*documents.values()]


def _imported(document: Document, inside: str) -> Iterator[str]:
    """The files below the folder `inside` that a document imports. Links are resolved if the user owns them."""
    for named in imports(files.read(document.file, LONGEST) or ""):
        for name in dict.fromkeys((named, named.rstrip(".,;:!?)]'\""))):
            path = os.path.expanduser(name) if name.startswith("~/") else name
            file = os.path.normpath(os.path.join(os.path.dirname(document.file), path))
            if document.origin == OWN:
                file = _resolved(file)
            if file.startswith(inside) and file.endswith(_ENDINGS) and _is_inside(file, inside):
                yield file
                break


def _reach(file: str) -> str:
    """The folder in which the imports of a document of the user must be: the repository around it, or the home.

    A repository that was cloned into the home is not trusted.
    """
    home = os.path.realpath(os.path.expanduser("~"))
    client = user.client()
    if file.startswith(os.path.join(client, "")) and not client.startswith(os.path.join(home, "")):
        home = client
    above = os.path.dirname(file)
    while above not in (home, client) and len(above) > len(home):
        if os.path.lexists(os.path.join(above, ".git")):
            return os.path.join(above, "")
        above = os.path.dirname(above)
    return os.path.join(home, "")


def _homely(file: str) -> str:
    home = os.path.join(os.path.realpath(os.path.expanduser("~")), "")
    return f"~/{file.removeprefix(home)}" if file.startswith(home) else file


def _shown(root: str, file: str) -> str:
    return file.removeprefix(os.path.join(root, "")).replace(os.sep, "/")
