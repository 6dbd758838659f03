"""Names of packages, products and calls. A prompt is compared with them first, so only `data` is imported."""

from memory_core import data

# The first are no words of a sentence: what they name is sure wherever they stand. The others only those say who speak
# of programs: they mean the same in every project.
KNOWN, TECHNICAL = (frozenset(line.split()) for line in data.lines("lexicon.products.txt"))
