"""Common roots of word forms in texts of unknown language."""

from memory_core.language.light.stems import remembered, stem

# Endings of German, French, Spanish and Russian, longer ones first, and the least length of the rest.
_ABROAD = (
    "iciones ciones ungen cion ung ern en em er es n e y s x "
    "иями ями ами ого его ому ему ыми ими иях ией ием ия ие ий ии ию ях ах ов ев ей ой ый ым им ом ем ую юю ая яя ое "
    "ее ые ью а я о е ы и у ю ь"
).split()
_LEAST = 4
_PLAIN = str.maketrans("àáâãåäçèéêëìíîïñòóôõöùúûüýÿё", "aaaaaaceeeeiiiinooooouuuuyyе")

_roots: "dict[str, str]" = {}


def root(word: str) -> str:
    """The common root of a word's forms, without accents, if the language is unknown.

    English is tried first, so that international words match: Migration, Migrationen, migrating.
    """
    return remembered(word, _roots, _rooted)


def _rooted(word: str) -> str:
    for _ in range(2):
        word = stem(word.translate(_PLAIN))
        end = next((end for end in _ABROAD if word.endswith(end) and len(word) - len(end) >= _LEAST), "")
        word = word[: len(word) - len(end)]
    return word
