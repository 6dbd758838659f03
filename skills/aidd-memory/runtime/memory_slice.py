#!/usr/bin/env python3
"""What packs, documents and log of a ticket say to a query, as a small pack (AIDD-35).

    memory_slice.py [--ticket T] --query WORDS [--format json|text]

Exit: 0 done, 1 refused, 2 usage.
"""

from house import hand_over

hand_over("slice")
