"""The base of all wings: the record `Memory`, files, the lock, git, the log, undo and the registry of homes."""
