"""What `tools.fit` makes: `make` of each module gives the texts of files of `memory_core/data` by their names."""
