"""The guard: which guard rail a path, an edit, a finding or a proposal meets. Pure; the edit pays for every import."""
