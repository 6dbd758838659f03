"""Git notes: the home in `refs/notes/cs/<namespace>`, and the exchange of notes between clones."""
