"""The part of capture that hooks do while the user waits: naming marker lines, and starting the worker."""
