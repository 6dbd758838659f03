"""What every wing stands on: the memory record, files, lock, git, log, undo, and the registry of homes."""
