"""The journal: `.genius/memory/*.json`."""
