#!/usr/bin/env python3
"""Stop: leave the turn to the worker, and name what is kept of it."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from memory_core.hook import serve

sys.exit(serve("Stop", "capture.light.on_stop"))
