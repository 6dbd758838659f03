#!/usr/bin/env python3
"""The semantic pack of a ticket, from its documents (AIDD-32).

    memory_extract.py [--ticket T] [--format json|text]

Exit: 0 done, 1 refused, 2 usage.
"""

from house import hand_over

hand_over("extract")
