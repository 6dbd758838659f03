"""What a hook does of capture in the foreground: name the marker lines that are kept, and hand over to the worker."""
