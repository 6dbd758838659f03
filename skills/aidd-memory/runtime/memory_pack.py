#!/usr/bin/env python3
"""The decisions pack of a ticket, from its log (AIDD-34).

    memory_pack.py [--ticket T] [--format json|text]

Exit: 0 done, 1 refused, 2 usage.
"""

from house import hand_over

hand_over("pack")
