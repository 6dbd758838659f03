#!/usr/bin/env python3
"""PreCompact: leave the conversation to the worker before it is summarised."""

import os
import sys

sys.path.insert(0, os.path.dirname(os.path.dirname(os.path.abspath(__file__))))

from memory_core.hook import serve

sys.exit(serve("PreCompact", "capture.light.on_stop"))
