#!/usr/bin/env python3
"""A decision, at the end of a ticket's log (AIDD-33).

    decision_append.py [--ticket T] --topic WORDS --decision WORDS [--supersedes ID]
    decision_append.py [--ticket T] <JSON
    decision_append.py [--ticket T] --input-json FILE

Exit: 0 done, 1 refused, 2 usage.
"""

from house import hand_over

hand_over("append")
