"""What is measured, as runs that anyone can repeat: docs/benchmarks.md has the tables."""
