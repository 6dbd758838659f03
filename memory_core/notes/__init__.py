"""Git notes: the home `refs/notes/cs/<namespace>`, and how two clones exchange it."""
