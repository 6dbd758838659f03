"""Makes the weights in `memory_core/data` from examples: `python -m tools.fit [NAME …] [--check]`."""
