"""Documents that are read and never written: CLAUDE.md, AGENTS.md, rules, the client's own notes, decision records.

`client_files` lists the documents of the client, `passages` splits a document into passages, `client_home` makes
memories of them; `decision_record` and `records` read decision records; `home` has their homes for the index.
"""
