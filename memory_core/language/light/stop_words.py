"""The stop words of each language, from `memory_core/data/stop.txt`.

A row of the file is `LANGUAGE: words` for function words, and `LANGUAGE more: words` for other words without a topic,
such as quantities, places and negations.
"""

from memory_core import data

LANGUAGES = ("en", "de", "fr", "es", "it", "pt", "nl", "ru")

_rows: "dict[str, frozenset[str]]" = {}


def rows(name: str) -> "dict[str, frozenset[str]]":
    """The words of each row of a word list in `memory_core/data`; raises OSError if the file is missing."""
    text = data.read(name).decode("utf-8").replace("\n  ", " ")
    return {row.partition(": ")[0]: frozenset(row.partition(": ")[2].split()) for row in text.splitlines()}


def words(*languages: str) -> frozenset[str]:
    """The stop words of these languages; of all languages if none is given."""
    every = languages or LANGUAGES
    return frozenset().union(*(_read(name) for language in every for name in (language, f"{language} more")))


def function_words(language: str) -> frozenset[str]:
    """The function words: articles, pronouns, auxiliary verbs, the shortest prepositions."""
    return _read(language)


def _read(name: str) -> frozenset[str]:
    if not _rows:
        _rows.update(rows("stop.txt"))
    return _rows.get(name, frozenset())
