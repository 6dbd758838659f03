#!/usr/bin/env python3
"""SessionEnd: answer at once, and leave the last reading to a detached process."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from memory_core.hook import serve

sys.exit(serve("SessionEnd", "session_finish" if "--detached" in sys.argv else "session_end"))
