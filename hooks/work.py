#!/usr/bin/env python3
"""The worker, started detached by a hook: does what waits in the queue of the project that its argument names.

`--check FILE` makes the file and ends: by that `doctor` sees that a process can be started.
"""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from memory_core.hook import work

sys.exit(work(sys.argv[1:]))
