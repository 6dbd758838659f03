"""Words of a text as silent hooks read them: tokens, stems, stop words, features of a prompt."""
