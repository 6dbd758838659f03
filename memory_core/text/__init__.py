"""One engine for the words of texts: tokens, stems, stop words, likeness, sentences. It knows nothing of the product.

A silent hook reads words too: nothing here imports `typing`, `re`, `json` or `dataclasses` where a hook loads it.
"""
