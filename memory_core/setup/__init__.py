"""Set-up: what it puts on this machine, how it reports, and how all of it is removed again."""
