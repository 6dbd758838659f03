"""The guard rails of a project: what a rule matches, its proof, and the check of edits and proposals."""
