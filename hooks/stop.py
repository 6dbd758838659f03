#!/usr/bin/env python3
"""Stop: keep what the turn decided, learned, broke and fixed."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from memory_core.hook import serve

sys.exit(serve("Stop", "capture"))
