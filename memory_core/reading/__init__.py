"""What a sentence says: the parts of a statement, told by weights that `tools/fit` fits to examples."""
