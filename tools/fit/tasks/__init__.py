"""What is fitted: each module has `make() -> dict[str, str]`, texts of files in `memory_core/data` by their names."""
