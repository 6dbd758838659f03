"""One engine for the words of texts: tokens, stems, stop words, likeness, sentences. It knows nothing of the product.

A silent hook reads words too: tokens, stems, stop words and globs stand in `light`.
"""
