"""The part of learnings that silent hooks load: which learnings a prompt or an edit is about."""
