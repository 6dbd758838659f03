#!/usr/bin/env python3
"""SessionEnd: leave the last reading to the worker."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from memory_core.hook import serve

sys.exit(serve("SessionEnd", "capture.light.on_stop"))
