"""Names of packages, products and calls. A prompt is compared with them first, so only `data` is imported."""

from memory_core import data

# The words of `KNOWN` have no other meaning, so that they are names in any text. The words of `TECHNICAL` occur only in
# texts about programs and mean the same in every project.
KNOWN, TECHNICAL = (frozenset(line.split()) for line in data.lines("lexicon.products.txt"))
