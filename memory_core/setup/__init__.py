"""Set-up: what it installs on this machine, how it reports, and how everything is removed again."""
