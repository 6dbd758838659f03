"""Words of texts: tokens, stems, stop words, likeness, sentences. Independent of the product.

The modules that silent hooks load are in `light`: tokens, stems, stop words, features of prompts.
"""
