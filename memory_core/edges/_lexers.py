"""Pygments: which parts of a source file are comments and strings."""

from collections.abc import Iterator
from importlib import import_module
from typing import Any, Final

from pygments.lexers._mapping import LEXERS
from pygments.token import Token

# Lexers that Pygments does not select by the file name.
_KNOWN: Final = {
    "sql": ("pygments.lexers.sql", "SqlLexer"),
    "h": ("pygments.lexers.c_cpp", "CppLexer"),
    "svelte": ("pygments.lexers.html", "HtmlLexer"),
    "kts": ("pygments.lexers.jvm", "KotlinLexer"),
    "jenkinsfile": ("pygments.lexers.jvm", "GroovyLexer"),
    "go.mod": ("pygments.lexers.go", "GoLexer"),
    "containerfile": ("pygments.lexers.configs", "DockerLexer"),
    "dockerfile": ("pygments.lexers.configs", "DockerLexer"),
}
_CODE: Final = (Token.Comment.Preproc, Token.Comment.PreprocFile, Token.Comment.Hashbang)
_INNER: Final = (Token.Literal.String.Doc, Token.Literal.String.Interpol)


def pieces(name: str, text: str) -> Iterator[tuple[int, int, str]]:
    """The comments, strings and plain text of a source, in order: (start, end, "comment" | "string" | "text").

    Adjacent strings are joined. Empty if no language has files with that name.
    """
    made = _lexer(name)
    string = (0, 0)
    for start, kind, value in made.get_tokens_unprocessed(text) if made else ():
        end = start + len(value)
        if kind in Token.Literal.String and not any(kind in inner for inner in _INNER):
            string = (string[0] if string[1] == start and string[1] > string[0] else start, end)
            continue
        if string[1] > string[0]:
            yield (*string, "string")
        string = (0, 0)
        if kind in Token.Literal.String.Doc or (kind in Token.Comment and not any(kind in code for code in _CODE)):
            yield start, end, "comment"
        elif kind in Token.Text and value.strip():
            yield start, end, "text"
    if string[1] > string[0]:
        yield (*string, "string")


def _lexer(name: str) -> Any:
    """The lexer for a file name, which keeps every character; None if no language has such files."""
    lowered = name.lower()
    ending = lowered.rpartition(".")[2]
    known = _KNOWN.get(lowered) or _KNOWN.get(ending) or _KNOWN.get(lowered.partition(".")[0])
    if known is None:
        for class_name, (module, _, _, files, _) in LEXERS.items():
            if f"*.{ending}" in files or name in files:
                known = (module, class_name)
                break
    return getattr(import_module(known[0]), known[1])(ensurenl=False, stripnl=False) if known else None
