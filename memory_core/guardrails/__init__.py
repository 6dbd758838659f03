"""The guard rails of a project: what a rule matches, whether it is proven, and what becomes of edits and proposals."""
