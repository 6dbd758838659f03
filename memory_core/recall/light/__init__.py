"""Suggestions: which memories a prompt is so surely about that a hook names them."""
