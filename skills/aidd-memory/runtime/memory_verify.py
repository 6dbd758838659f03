#!/usr/bin/env python3
"""Packs and log of a ticket, held against schemas and budgets (AIDD-36).

    memory_verify.py [--ticket T] [--format json|text]

Exit: 0 done, 1 problems, each with its code, place and remedy, 2 usage.
"""

from house import hand_over

hand_over("verify")
