"""Which sentences of a commit message, a ticket's reason or a plan record a decision."""

from typing import Final

from memory_core.domain.extract import choice, phrases
from memory_core.domain.extract import text as texts

# A choice, its limits or its reason.
CHOICE: Final = (
    "instead", "rather than", "in favor of", "in favour of", " replac", " remov", "no longer", " merg", " extract",
    "shared", " keep", "unchanged", "default", " only ", " via ", " using ", " use ", " uses ", "so that", "because",
    " since ", " avoid", "suppress", " switch", " mov", " renam", " store", " always", " never", " without",
    "backward", " must", " cache", " limit", "fallback", "fall back", "idempotent", " now ", " split", "prefer",
    " through ", " per ", " each ", " when ", " until ", " unless ", " when", " drop", " ignor", " reject", " allow",
    " forbid", " prevent", " treat", " stor", " deriv", " infer", " configur", "enforce", "guarantee", "atomic",
    "lazy", "eager", "explicit", "based on", " as a ", " behind ", "opt-in", "opt-out", "no silent", "parallel",
    " reuse", " convert", " normali", " detect", " from ", " alongside ", " statt ", " weil ", "->", "→",
)  # fmt: skip
_STRONG: Final = (
    "instead", "rather than", "in favor of", "in favour of", "no longer", "so that", "because", " never", " always",
    "unchanged", "by default", "backward", " without", " must", " only ", "idempotent", "suppress", "zero risk",
    "trade-off", "tradeoff", " avoid", " prevent", " statt ", " weil ",
)  # fmt: skip
_ADDING: Final = (
    "add ", "adds ", "added ", "adding ", "create ", "creates ", "created ", "style ", "pass ", "update ", "updates ",
    "updated ", "bump", "css ", "tests ", "test ", "docs", "document", "implement ", "implements ", "implemented ",
    "introduce", "new ", "wire ", "include ", "includes ", "improve", "refactor", "clean", "format", "lint",
    "also add",
)  # fmt: skip
_CHORES: Final = (
    " tests pass", "tests passing", "all tests", "typo", "changelog", "readme", "version bump", "bump version",
    "lockfile", "whitespace", "formatting", "co-authored", "see commit", "filed ", "no functional change", "linter",
    "zero credo", "lint clean", "test count", "unit tests for", "tests for ", "regression tests", "integration tests",
    "test coverage",
)  # fmt: skip
_FIXING: Final = (
    "fix ",
    "fixes ",
    "fixed ",
    "also fix ",
    "also fixes ",
    "also fixed ",
    "repair",
    "resolve ",
    "resolves ",
)


def weight(sentence: str) -> float:
    """How surely the sentence records a decision: 0 for none, to 0.8."""
    if not 3 <= len(texts.words(sentence)) <= 60 or len(sentence) < 16:
        return 0.0
    padded = phrases.pad(sentence)
    bare = padded.lstrip()
    if phrases.has(padded, _CHORES) or phrases.guesses(sentence) or bare.startswith(("http", "#", "see ", "cc ")):
        return 0.0
    if choice.is_open(sentence) or choice.tells_of_failure(sentence):
        return 0.0
    strong = phrases.count(padded, _STRONG)
    if strong:
        return min(0.7 + 0.05 * strong, 0.8)
    if bare.startswith(_ADDING):
        return 0.0
    return 0.65 if phrases.has(padded, CHOICE) else 0.45


def fixes(sentence: str) -> bool:
    """True for a sentence that says what was mended rather than what was chosen."""
    return phrases.pad(sentence).lstrip().startswith(_FIXING)
