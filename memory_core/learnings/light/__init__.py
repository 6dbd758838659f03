"""Learnings as silent hooks read them: which of them a prompt or an edit is about."""
