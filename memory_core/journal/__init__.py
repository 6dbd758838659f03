"""The journal: `.genius/memory/*.json`, and how git merges its files."""
