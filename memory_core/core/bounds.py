"""How much of a foreign text is read as what, so that reading it costs the same for each character of it.

A repository and a transcript come from anybody. What is longer than this is no word, no sentence: the rest of it is
kept and shown as every text is, and nothing is looked for in it. No module but this one says how long these are.
"""

WORD = 100  # characters of a name, a word, a part of a path
SENTENCE = 1_000  # characters of a sentence, a rule, a command: what an expression looks through in one go
NESTED = 200  # collections of YAML, each in the one before
WEIGHED = 12_000  # candidates for a secret that a hook weighs; the longest of real sessions have a third
SPOKEN = 4_000  # of a passage that is taken apart into sentences for one answer
