"""The guard rails at an edit and before a shell command, as silent hooks load them."""
