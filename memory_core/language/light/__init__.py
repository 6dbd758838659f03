"""Words of a text for silent hooks: tokens, stems, stop words, features of a prompt."""
